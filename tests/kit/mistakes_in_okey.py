"""Mistakes in Okey, the example of a game from another package."""

from itertools import count
from typing import Any

from attrs import evolve

from examples.okey import okey
from examples.okey.okey.hands import okey_of
from examples.okey.okey.tiles import JOKER, TEXTS
from rami.pieces import without
from rami.results import EndReason, Result
from tests.kit.planting import (
    OKEY,
    crash_of_legal_moves,
    event,
    flaws,
    from_seat,
    hidden_field,
    is_view,
    listed_moves,
    mistake,
    next_state,
    raise_if,
    random_state,
    result,
    unlisted_moves,
    view_field,
    violations,
)

_OVER: Any = "over"


_CALLS = count()


@mistake(OKEY, view_field("known"))
def all_hands_are_known_to_everybody(state: Any, seat: Any) -> Any:
    return state.hands


@mistake(OKEY, view_field("known"))
def the_hand_to_move_is_known_to_everybody(state: Any, seat: Any) -> Any:
    return tuple(hand if seat == state.current_player else state.known[seat] for seat, hand in enumerate(state.hands))


@mistake(OKEY, view_field("shown"))
def players_see_the_next_tile(state: Any, seat: Any) -> Any:
    return state.stock[:1]


@mistake(OKEY, view_field("hand"))
def a_view_shows_anothers_hand(state: Any, seat: Any) -> Any:
    return state.hands[0]


@mistake(OKEY, view_field("hand"))
def a_spectator_has_a_hand(state: Any, seat: Any) -> Any:
    return state.hands[seat or 0]


@mistake(OKEY, next_state)
def a_drawn_copy_of_a_known_tile_is_known(state: Any, move: Any, new: Any) -> Any:
    seat = state.current_player
    if str(move) != "draw" or state.stock[0] not in state.known[seat]:
        return new
    return evolve(new, known=(*new.known[:seat], (*new.known[seat], state.stock[0]), *new.known[seat + 1 :]))


@mistake(OKEY, next_state)
def a_drawn_tile_is_known_to_all(state: Any, move: Any, new: Any) -> Any:
    if str(move) != "draw":
        return new
    seat = state.current_player
    known = (*new.known[seat], state.stock[0])
    return evolve(new, known=(*new.known[:seat], known, *new.known[seat + 1 :]))


@mistake(OKEY, hidden_field)
def a_hidden_field_has_the_stock(state: Any, seat: Any) -> Any:
    return state.stock[:1]


@mistake(OKEY, hidden_field)
def a_hidden_field_says_whether_a_neighbor_has_an_okey(state: Any, seat: Any) -> Any:
    return seat and okey.GAME.result(state) is None and state.hands[seat - 1][:1]


@mistake(OKEY, "event")
def an_event_shows_the_drawn_tile_to_all(state: Any, move: Any, seat: Any) -> Any:
    return okey.GAME.event(state, move, state.current_player)


@mistake(OKEY, view_field("hand_sizes"))
def sizes_of_a_view_are_turned(state: Any, seat: Any) -> Any:
    return state.hand_sizes[::-1]


@mistake(OKEY, view_field("stock_size"))
def the_stock_of_a_view_is_one_short(state: Any, seat: Any) -> Any:
    return len(state.stock) - 1


@mistake(OKEY, view_field("turn"))
def a_view_has_another_turn(state: Any, seat: Any) -> Any:
    return state.turn + 1


@mistake(OKEY, next_state)
def taking_loses_a_tile_of_the_stock(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, stock=new.stock[1:]) if str(move) == "take" else new


@mistake(OKEY, next_state)
def a_discarded_tile_stays_known(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, known=state.known) if str(move).startswith("discard") else new


@mistake(OKEY, next_state)
def the_turn_goes_to_the_left(state: Any, move: Any, new: Any) -> Any:
    if new.current_player != state.current_player:
        return evolve(new, current_player=state.left_neighbor)
    return new


@mistake(OKEY, next_state)
def one_seat_is_left_out(state: Any, move: Any, new: Any) -> Any:
    if new.players == 3 and new.current_player == 2 and not new.is_over:
        return evolve(new, current_player=0)
    return new


@mistake(OKEY, next_state)
def the_rules_change(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, rules=okey.Rules(points=3))


@mistake(OKEY, result)
def the_winner_loses(state: Any, found: Any) -> Any:
    return evolve(found, scores=tuple(-each for each in found.scores))


@mistake(OKEY, result)
def scores_are_fractions(state: Any, found: Any) -> Any:
    return evolve(found, scores=tuple(each / 2 for each in found.scores))


@mistake(OKEY, result)
def a_reason_that_is_a_text(state: Any, found: Any) -> Any:
    return evolve(found, reason=_OVER)


@mistake(OKEY, "result")
def a_result_that_never_comes(state: Any) -> Any:
    return None


@mistake(OKEY, "result")
def a_result_too_early(state: Any) -> Any:
    return okey.GAME.result(state) or (Result((0,) * state.players, (), EndReason.BLOCKED) if state.turn == 9 else None)


@mistake(OKEY, next_state)
def no_end_of_turns(state: Any, move: Any, new: Any) -> Any:
    if new.is_over and new.stock and not new.shown:
        return evolve(new, phase="take")
    return new


@mistake(OKEY, "next_starter")
def a_next_starter_that_is_no_seat(result: Any, starter: Any, rules: Any) -> Any:
    return len(result.scores)


@mistake(OKEY, crash_of_legal_moves)
def a_crash_with_an_empty_stock(position: Any) -> Any:
    return not position.stock_size


@mistake(OKEY, crash_of_legal_moves)
def a_crash_with_one_tile_in_the_stock(position: Any) -> Any:
    return position.stock_size == 1


@mistake(OKEY, crash_of_legal_moves)
def a_crash_when_four_play(position: Any) -> Any:
    return position.players == 4 and position.turn > 4


@mistake(OKEY, crash_of_legal_moves)
def a_crash_without_pairs(position: Any) -> Any:
    return not position.rules.seven_pairs and position.turn > 2


@mistake(OKEY, listed_moves)
def takes_are_not_listed(position: Any, moves: Any) -> Any:
    return [each for each in moves if str(each) != "take"] or moves


@mistake(OKEY, listed_moves)
def an_illegal_move_is_listed(position: Any, moves: Any) -> Any:
    if moves:
        return [*moves, okey.Discard("*")]
    return moves


@mistake(OKEY, listed_moves)
def moves_are_listed_by_chance(position: Any, moves: Any) -> Any:
    return moves[:: 1 - 2 * (next(_CALLS) % 2)]


@mistake(OKEY, "parse_move")
def a_text_raises_another_error(text: Any) -> Any:
    return {"draw": okey.Draw()}[text]


@mistake(OKEY, "shuffle")
def the_seed_does_nothing(players: Any, rules: Any = okey.Rules(), *, seed: Any, starter: Any = None) -> Any:
    return okey.GAME.shuffle(players, rules, seed=7, starter=starter)


@mistake(OKEY, "shuffle")
def deals_by_chance(players: Any, rules: Any = okey.Rules(), *, seed: Any, starter: Any = None) -> Any:
    return okey.GAME.shuffle(players, rules, seed=seed + next(_CALLS), starter=starter)


@mistake(OKEY, "determinize")
def determinize_by_chance(view: Any, *, seed: Any) -> Any:
    return okey.GAME.determinize(view, seed=next(_CALLS))


@mistake(OKEY, "determinize")
def determinize_forgets_known_tiles(view: Any, *, seed: Any) -> Any:
    return evolve(okey.GAME.determinize(view, seed=seed), known=((),) * view.players)


@mistake(OKEY, "determinize")
def the_okey_is_never_next_in_one_position(view: Any, *, seed: int) -> Any:
    """Move an okey from the start of the stock to its end, in one position of four players."""
    state = okey.GAME.determinize(view, seed=seed)
    is_moved = (view.players, view.turn) == (4, 0) and state.stock[0] == okey_of(state.indicator)
    return evolve(state, stock=(*state.stock[1:], state.stock[0])) if is_moved else state


@mistake(OKEY, result)
def a_loser_loses_too_much(state: Any, found: Any) -> Any:
    return evolve(found, scores=tuple(2 * score for score in found.scores))


@mistake(OKEY, unlisted_moves)
def pairs_are_not_listed(position: Any, move: Any) -> Any:
    return isinstance(move, okey.Finish) and (
        not okey.is_in_melds(without(position.hand_to_move, [move.tile]), position.indicator)
    )


@mistake(OKEY, violations)
def a_view_may_always_finish(position: Any, move: Any, found: Any) -> Any:
    if is_view(position) and [each.code for each in found] == [okey.Code.NOT_FINISHED]:
        return ()
    return found


@mistake(OKEY, next_state)
def the_next_player_counts_as_the_finisher(state: Any, move: Any, new: Any) -> Any:
    if new.shown:
        return evolve(new, current_player=(state.current_player + 1) % state.players)
    return new


@mistake(OKEY, random_state)
def a_known_tile_may_be_in_the_stock(view: Any, state: Any, seed: Any) -> Any:
    for seat, known in enumerate(state.known):
        if known and state.stock and seat != view.player:
            hand = tuple(sorted((*without(state.hands[seat], known[:1]), state.stock[0])))
            hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
            return evolve(state, hands=hands, stock=(known[0], *state.stock[1:]))
    return state


@mistake(OKEY, "determinize")
def determinize_has_four_worlds(view: Any, *, seed: Any) -> Any:
    return OKEY.determinize(view, seed=seed % 4)


@mistake(OKEY, view_field("stock_size"))
def a_view_rounds_the_stock(state: Any, seat: Any) -> Any:
    return len(state.stock) // 2 * 2


@mistake(OKEY, "parse_move")
def finish_is_read_as_discard(text: Any) -> Any:
    return OKEY.parse_move(text.replace("finish", "discard"))


@mistake(OKEY, event)
def the_event_of_a_take_raises_for_spectators(state: Any, move: Any, seat: Any, found: Any) -> Any:
    raise_if(seat is None and isinstance(move, okey.Take))
    return found


@mistake(OKEY, flaws)
def flaws_overlook_missing_tiles(position: Any, found: Any) -> Any:
    return tuple(each for each in found if "do not add up" not in each)


@mistake(OKEY, next_state)
def a_take_changes_the_state_itself(state: Any, move: Any, new: Any) -> Any:
    if isinstance(move, okey.Take):
        object.__setattr__(state, "turn", state.turn + 1)
    return new


@mistake(OKEY, "next_starter")
def the_next_starter_is_a_bool(result: Any, starter: Any, rules: Any) -> Any:
    return not starter


@mistake(OKEY, "legal_moves")
def a_spectator_may_move(position: Any) -> Any:
    if is_view(position) and position.player is None and position.phase == "take":
        return OKEY.legal_moves(evolve(position, player=position.current_player))
    return OKEY.legal_moves(position)


@mistake(OKEY, violations)
def a_player_with_a_false_joker_may_finish(position: Any, move: Any, found: Any) -> Any:
    if [each.code for each in found] == ["not_finished"] and JOKER in position.hand_to_move:
        return ()
    return found


@mistake(OKEY, "from_deal")
def a_false_joker_turned_first_raises(players: int, rules: Any, deal: Any) -> Any:
    raise_if(deal.order[0] == JOKER)
    return OKEY.from_deal(players, rules, deal)


@mistake(OKEY, event)
def the_event_of_pairs_raises(state: Any, move: Any, seat: Any, found: Any) -> Any:
    raise_if(isinstance(move, okey.Finish) and getattr(OKEY.result(OKEY.apply(state, move)), "detail", "") == "pairs")
    return found


@mistake(OKEY, view_field("known"))
def known_tiles_begin_with_the_player(state: Any, seat: Any) -> Any:
    return from_seat(state.known, seat)


@mistake(OKEY, unlisted_moves)
def the_okey_is_never_discarded(position: Any, move: Any) -> Any:
    return isinstance(move, okey.Discard) and move.tile == okey_of(position.indicator)


@mistake(OKEY, random_state)
def no_neighbor_has_the_okey(view: Any, state: Any, seed: Any) -> Any:
    wild = okey_of(view.indicator)
    for seat, hand in enumerate(state.hands):
        if (
            seat != view.player
            and wild in hand
            and wild not in view.known[seat]
            and state.stock[:1] not in ((), (wild,))
        ):
            hands = (*state.hands[:seat], (*without(hand, [wild]), state.stock[0]), *state.hands[seat + 1 :])
            state = evolve(state, hands=hands, stock=(*state.stock[1:], wild))
    return state


@mistake(OKEY, result)
def an_empty_stock_has_no_result(state: Any, found: Any) -> Any:
    if state.stock or state.shown:
        return found
    return None


@mistake(OKEY, next_state, presets={"brief": okey.Rules(most_turns=6)})
def the_last_turn_does_not_end_the_deal(state: Any, move: Any, new: Any) -> Any:
    if new.is_over and new.stock and not new.shown:
        return evolve(new, phase=okey.Phase.TAKE)
    return new


@mistake(OKEY, event)
def the_words_of_a_take_lack_the_tile(state: Any, move: Any, seat: Any, found: Any) -> Any:
    if isinstance(move, okey.Take):
        return evolve(found, words=TEXTS.phrase("events.takes"))
    return found


@mistake(OKEY, view_field("shown"))
def spectators_are_shown_no_finished_hand(state: Any, seat: Any) -> Any:
    if seat is None:
        return ()
    return state.shown


@mistake(OKEY, next_state)
def a_finish_clears_the_discards(state: Any, move: Any, new: Any) -> Any:
    if not isinstance(move, okey.Finish):
        return new
    seat = state.current_player
    return evolve(new, discards=(*new.discards[:seat], new.discards[seat][-1:], *new.discards[seat + 1 :]))


@mistake(OKEY, "parse_move")
def a_false_joker_is_read_as_a_one(text: Any) -> Any:
    if text.lower() == "discard *":
        return okey.Discard("R1")
    return OKEY.parse_move(text)


@mistake(OKEY, "parse_move")
def an_empty_text_raises(text: Any) -> Any:
    if text.split()[0]:
        return OKEY.parse_move(text)
    return None


@mistake(OKEY, "apply")
def a_refused_move_is_counted(state: Any, move: Any) -> Any:
    if OKEY.check(state, move):
        object.__setattr__(state, "turn", state.turn + 1)
    return OKEY.apply(state, move)
