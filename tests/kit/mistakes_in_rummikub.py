"""Mistakes in Rummikub."""

from typing import Any

from attrs import evolve

from rami import IllegalMove, rummikub
from rami.results import EndReason
from tests.kit.planting import (
    RUMMIKUB,
    event_of_the_mover,
    flaws,
    flaws_without_known_pieces,
    from_seat,
    hidden_field,
    is_view,
    listed_moves,
    mistake,
    next_state,
    picture_that_raises,
    plant,
    raise_if,
    random_state,
    result,
    view_field,
    violations,
)


@mistake(RUMMIKUB, next_state)
def two_tiles_leave_the_pool(state: Any, move: Any, new: Any) -> Any:
    if len(new.pool) == 20:
        return evolve(new, pool=new.pool[1:])
    return new


@mistake(RUMMIKUB, listed_moves)
def passing_is_listed(position: Any, moves: list[Any]) -> list[Any]:
    return [*moves, rummikub.Pass()] if moves and not is_view(position) and position.turn > 5 else moves


@mistake(RUMMIKUB, violations)
def a_view_may_lay_missing_tiles(position: Any, move: Any, found: Any) -> Any:
    return tuple(each for each in found if each.code != "not_in_rack") if is_view(position) else found


@mistake(RUMMIKUB, random_state)
def the_pool_begins_with_its_lowest_tile(view: Any, state: Any, seed: Any) -> Any:
    return evolve(state, pool=(*sorted(state.pool[:2]), *state.pool[2:]))


@mistake(RUMMIKUB, view_field("rack"))
def seat_1_sees_another_rack(state: Any, seat: Any) -> Any:
    if seat is None:
        return ()
    return state.racks[0 if seat == 1 else seat]


@mistake(RUMMIKUB, "parse_move")
def a_play_is_read_without_its_last_meld(text: str) -> Any:
    found = RUMMIKUB.parse_move(text)
    if isinstance(found, rummikub.Play) and len(found.table) > 1:
        return rummikub.Play(" ".join(map(str, found.table.melds[:-1])))
    return found


@mistake(RUMMIKUB, result)
def the_player_who_goes_out_does_not_win(state: Any, found: Any) -> Any:
    if found.reason is EndReason.WENT_OUT:
        return evolve(found, winners=tuple(seat for seat in range(state.players) if seat not in found.winners))
    return found


@mistake(RUMMIKUB, flaws)
def flaws_overlook_jokers(position: Any, found: Any) -> Any:
    return tuple(each for each in found if not each.endswith("*"))


@mistake(RUMMIKUB, "shuffle")
def eight_deals(players: Any, rules: Any = rummikub.Rules(), *, seed: Any, starter: Any = None) -> Any:
    return RUMMIKUB.shuffle(players, rules, seed=seed % 8)


@mistake(RUMMIKUB, "apply")
def a_second_table_is_refused(state: Any, move: Any) -> Any:
    if isinstance(move, rummikub.Play) and len(state.table) > 2:
        raise IllegalMove(RUMMIKUB.check(state, rummikub.Pass()) or RUMMIKUB.check(state, rummikub.Draw()))
    return RUMMIKUB.apply(state, move)


@mistake(RUMMIKUB, hidden_field)
def short_racks_are_seen(state: Any, seat: Any) -> Any:
    return [rack for rack in state.racks if len(rack) < 12]


@mistake(RUMMIKUB, violations)
def anybody_may_report_a_time_out(position: Any, move: Any, found: Any) -> Any:
    if is_view(position) and isinstance(move, rummikub.TimeOut) and [each.code for each in found] == ["not_your_turn"]:
        return ()
    return found


@mistake(RUMMIKUB, next_state)
def a_time_out_loses_a_tile(state: Any, move: Any, new: Any) -> Any:
    if isinstance(move, rummikub.TimeOut):
        return evolve(new, pool=new.pool[:-1])
    return new


@mistake(RUMMIKUB, "apply")
def the_last_tile_of_the_pool_raises(state: Any, move: Any) -> Any:
    raise_if(len(state.pool) == 1 and str(move) == "draw")
    return RUMMIKUB.apply(state, move)


@mistake(RUMMIKUB, next_state)
def passes_are_not_counted(state: Any, move: Any, new: Any) -> Any:
    if str(move) == "pass" and not new.is_over:
        return evolve(new, passes=0)
    return new


@mistake(RUMMIKUB, view_field("opened"))
def the_seats_that_have_opened_begin_with_the_player(state: Any, seat: Any) -> Any:
    return from_seat(state.opened, seat)


@mistake(RUMMIKUB, "parse_move")
def jokers_in_a_text_raise(text: Any) -> Any:
    raise_if("*" in text)
    return RUMMIKUB.parse_move(text)


@mistake(RUMMIKUB, picture_that_raises)
def the_picture_of_a_joker_raises(view: Any) -> bool:
    return "*" in str(view.table)


@mistake(RUMMIKUB, random_state)
def large_racks_have_high_tiles(view: Any, state: Any, seed: Any) -> Any:
    others = [
        seat for seat in range(state.players) if seat != view.player and not state.known[seat] and state.racks[seat]
    ]
    if len(others) < 2:
        return state
    small, large = sorted(others[:2], key=lambda seat: len(state.racks[seat]))
    first, second = state.racks[small], state.racks[large]
    if len(first) == len(second) or first[-1] <= second[-1]:
        return state
    racks = {small: (*first[:-1], second[-1]), large: (*second[:-1], first[-1])}
    return evolve(state, racks=tuple(racks.get(seat, rack) for seat, rack in enumerate(state.racks)))


@mistake(RUMMIKUB, result)
def four_scores_do_not_cancel(state: Any, found: Any) -> Any:
    if state.players == 4:
        return evolve(found, scores=(found.scores[0] - 1, *found.scores[1:]))
    return found


plant(RUMMIKUB, "flaws overlook known tiles", **flaws_without_known_pieces(RUMMIKUB))


@mistake(RUMMIKUB, violations)
def an_empty_table_raises(position: Any, move: Any, found: Any) -> Any:
    raise_if(isinstance(move, rummikub.Play) and not move.table.melds)
    return found


@mistake(RUMMIKUB, hidden_field)
def a_hidden_field_has_the_end_of_the_pool(state: Any, seat: Any) -> Any:
    return state.pool[-1:]


@mistake(RUMMIKUB, event_of_the_mover)
def spectators_are_told_what_is_drawn(state: Any, move: Any, seat: Any) -> bool:
    return seat is None and isinstance(move, rummikub.Draw)


@mistake(RUMMIKUB, "best_turn")
def the_best_turn_before_the_opening_raises(view: Any) -> Any:
    raise_if(view.player is not None and not view.opened[view.player])
    return rummikub.best_turn(view)


@mistake(RUMMIKUB, "longest")
def deals_of_two_are_longer_than_the_longest(rules: Any, players: Any) -> Any:
    if players == 2:
        return 20
    return RUMMIKUB.longest(rules, players)
