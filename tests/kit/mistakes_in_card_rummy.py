"""Mistakes in card rummy."""

from itertools import count
from typing import Any

from attrs import evolve

from rami import IllegalMove, NotationError, RulesError, Violation, rummy
from rami.results import EndReason
from tests.kit.planting import (
    RUMMY,
    event,
    event_of_the_mover,
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

_CALLS = count()


@mistake(RUMMY, "flaws")
def flaws_that_see_nothing(position: Any) -> Any:
    return ()


@mistake(RUMMY, result)
def a_winner_that_is_no_seat(state: Any, found: Any) -> Any:
    return evolve(found, winners=(9,))


@mistake(RUMMY, "next_starter")
def a_next_starter_beyond_the_seats(result: Any, starter: Any, rules: Any) -> Any:
    return len(result.scores)


@mistake(RUMMY, "apply")
def apply_refuses_legal_moves(state: Any, move: Any) -> Any:
    if isinstance(move, rummy.LayOff):
        raise IllegalMove([Violation(rummy.Code.NO_DISCARD)])
    return rummy.apply(state, move)


@mistake(RUMMY, listed_moves)
def another_order_from_the_view(position: Any, moves: Any) -> Any:
    if isinstance(position, rummy.State):
        return moves
    return moves[::-1]


@mistake(RUMMY, listed_moves)
def a_position_without_a_move(position: Any, moves: list[Any]) -> list[Any]:
    some = [move for move in moves if not isinstance(move, rummy.DrawStock)]
    return some or (moves if len(moves) > 1 else [])


@mistake(RUMMY, "longest")
def a_deal_longer_than_the_longest(rules: Any, players: Any) -> Any:
    return 12


@mistake(RUMMY, "observe")
def a_view_of_another_seat(state: Any, player: Any) -> Any:
    return rummy.observe(state, player if player is None else 0)


@mistake(RUMMY, next_state)
def a_renewed_stock_loses_a_card(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, stock=new.stock[:-1]) if new.restocks > state.restocks else new


@mistake(RUMMY, unlisted_moves)
def jokers_are_never_replaced(position: Any, move: Any) -> Any:
    return isinstance(move, rummy.ReplaceJoker)


@mistake(RUMMY, unlisted_moves)
def seat_2_cannot_take(position: Any, move: Any) -> Any:
    return position.current_player == 2 and isinstance(move, rummy.TakeDiscard)


@mistake(RUMMY, violations)
def a_state_forbids_a_second_addition(position: Any, move: Any, found: Any) -> Any:
    if is_view(position) or not isinstance(move, rummy.LayOff) or len(position.table) < 2:
        return found
    return (*found, Violation(rummy.Code.NO_DISCARD))


@mistake(RUMMY, next_state)
def a_joker_that_is_laid_stays_in_the_hand(state: Any, move: Any, new: Any) -> Any:
    if not (isinstance(move, rummy.LayMeld) and "*" in str(move)):
        return new
    seat = state.current_player
    hand = tuple(sorted((*new.hands[seat], rummy.JOKER)))
    return evolve(new, hands=(*new.hands[:seat], hand, *new.hands[seat + 1 :]))


@mistake(RUMMY, result)
def winners_in_falling_order(state: Any, found: Any) -> Any:
    if found.reason is EndReason.WENT_OUT:
        return evolve(found, winners=(*found.winners, *found.winners))
    return found


@mistake(RUMMY, event)
def an_event_tells_the_drawn_card(state: Any, move: Any, seat: Any, found: Any) -> Any:
    if isinstance(move, rummy.DrawStock) and state.turn > 3:
        return RUMMY.event(state, move, state.current_player)
    return found


@mistake(RUMMY, "shuffle")
def a_starter_that_is_named_does_not_start(
    players: int, rules: Any = rummy.Rules(), *, seed: int, starter: int | None = None
) -> Any:
    return RUMMY.shuffle(players, rules, seed=seed)


@mistake(RUMMY, "next_starter")
def no_next_starter_without_a_winner(result: Any, starter: Any, rules: Any) -> Any:
    raise_if(not result.winners)
    return rummy.GAME.next_starter(result, starter, rules)


@mistake(RUMMY, random_state)
def the_stock_is_known_from_below(view: Any, state: Any, seed: Any) -> Any:
    return evolve(state, stock=(*sorted(state.stock[:3]), *state.stock[3:]))


@mistake(RUMMY, random_state)
def high_cards_stay_in_the_stock(view: Any, state: Any, seed: Any) -> Any:
    seat = next((seat for seat in range(state.players) if seat != view.player and not view.known[seat]), None)
    if seat is None or not state.stock or not state.hands[seat] or state.hands[seat][-1] <= state.stock[-1]:
        return state
    hand = tuple(sorted((*state.hands[seat][:-1], state.stock[-1])))
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return evolve(state, hands=hands, stock=(*state.stock[:-1], state.hands[seat][-1]))


@mistake(RUMMY, "parse_move")
def an_addition_is_read_as_a_meld(text: str) -> Any:
    if text.lower().startswith("add "):
        raise NotationError("a move begins with a verb", text)
    return rummy.parse_move(text)


@mistake(RUMMY, "legal_moves")
def turns_of_a_table_raise(position: Any) -> Any:
    raise_if(len(position.table) > 3)
    return RUMMY.legal_moves(position)


@mistake(RUMMY, next_state)
def a_renewed_stock_has_another_order_each_time(state: Any, move: Any, new: Any) -> Any:
    place = next(_CALLS) % 3
    return evolve(new, stock=(*new.stock[place:], *new.stock[:place])) if new.restocks > state.restocks else new


@mistake(RUMMY, next_state)
def a_buy_loses_a_card(state: Any, move: Any, new: Any) -> Any:
    if isinstance(move, rummy.Buy):
        return evolve(new, stock=new.stock[:-1])
    return new


@mistake(RUMMY, unlisted_moves)
def a_view_offers_no_deep_take(position: Any, move: Any) -> Any:
    return is_view(position) and isinstance(move, rummy.TakeDiscard) and move.count > 1


@mistake(RUMMY, next_state)
def a_deep_take_leaves_a_copy(state: Any, move: Any, new: Any) -> Any:
    if isinstance(move, rummy.TakeDiscard) and move.count > 1:
        return evolve(new, discards=(*new.discards, state.discards[-1]))
    return new


@mistake(RUMMY, view_field("laid_points"))
def a_view_counts_laid_points_twice(state: Any, seat: Any) -> Any:
    return tuple(2 * each for each in state.laid_points)


@mistake(RUMMY, view_field("discard_pile"))
def a_view_shows_the_whole_discard_pile(state: Any, seat: Any) -> Any:
    return state.discards


@mistake(RUMMY, violations)
def an_addition_to_no_meld_raises(position: Any, move: Any, found: Any) -> Any:
    raise_if(isinstance(move, rummy.LayOff) and move.meld not in position.table.melds)
    return found


@mistake(RUMMY, "apply")
def a_joker_that_is_not_there_is_another_error(state: Any, move: Any) -> Any:
    if isinstance(move, rummy.ReplaceJoker) and rummy.check(state, move):
        raise RulesError("no joker is there")
    return rummy.apply(state, move)


@mistake(RUMMY, listed_moves)
def jokers_are_added_twice(position: Any, moves: Any) -> Any:
    return [*moves, *(move for move in moves if isinstance(move, rummy.LayOff) and move.card == rummy.JOKER)]


@mistake(RUMMY, "parse_move")
def the_front_of_a_meld_is_not_read(text: str) -> Any:
    found = rummy.parse_move(text)
    return evolve(found, front=False) if isinstance(found, rummy.LayOff) else found


@mistake(RUMMY, "parse_piece")
def a_ten_is_read_as_an_ace(text: Any) -> Any:
    return rummy.Card.parse(text.replace("10", "A"))


@mistake(RUMMY, random_state)
def the_discards_below_the_top_are_in_order(view: Any, state: Any, seed: Any) -> Any:
    if state.rules.discard_view == "top":
        return evolve(state, discards=(*sorted(state.discards[:-1]), *state.discards[-1:]))
    return state


@mistake(RUMMY, event_of_the_mover)
def an_event_tells_the_card_that_comes_with_a_buy(state: Any, move: Any, seat: Any) -> bool:
    return isinstance(move, rummy.Buy)


@mistake(RUMMY, hidden_field)
def a_view_has_the_seed_of_later_shuffles(state: Any, seat: Any) -> Any:
    return state.seed


@mistake(RUMMY, result)
def a_blocked_deal_raises(state: Any, found: Any) -> Any:
    raise_if(found.reason == "blocked")
    return found


@mistake(RUMMY, next_state)
def a_player_who_passes_is_asked_again(state: Any, move: Any, new: Any) -> Any:
    again = isinstance(move, rummy.Pass) and state.phase == new.phase == "buy"
    return evolve(new, current_player=state.current_player) if again else new
