"""Mistakes in Gin."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from attrs import evolve

from rami import gin, rummikub
from rami.pieces import without
from rami.results import EndReason, Result
from rami.sentences import Texts
from tests.kit.planting import (
    GIN,
    event,
    event_that_shows_the_hand,
    flaws,
    flaws_without_known_pieces,
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
    swapped,
    unlisted_moves,
    view_field,
    violations,
)


@mistake(GIN, "shuffle")
def the_seed_does_nothing(players: Any, rules: Any = gin.Rules(), *, seed: Any, starter: Any = None) -> Any:
    return gin.GAME.shuffle(players, rules, seed=1, starter=starter)


@mistake(GIN, flaws)
def flaws_after_a_knock(position: Any, found: Any) -> Any:
    return found or (("it has a flaw",) if position.knocker is not None else ())


@mistake(GIN, "flaws")
def flaws_that_raise(position: Any) -> tuple[str, ...]:
    """Look up the turn in a table that ends."""
    return () if (0, 1, 0, 1)[position.turn] == position.current_player else gin.GAME.flaws(position)


@mistake(GIN, "result")
def a_result_before_the_end(state: Any) -> Any:
    return gin.result(state) or (Result((0, 0), (), EndReason.BLOCKED) if state.turn == 7 else None)


@mistake(GIN, "next_starter")
def a_next_starter_that_raises(result: Any, *_: Any) -> Any:
    return {0: 1}[result.winners[0] - 2]


@mistake(GIN, "apply")
def apply_accepts_illegal_moves(state: Any, move: Any) -> Any:
    return state if gin.check(state, move) else gin.apply(state, move)


@mistake(GIN, next_state)
def apply_loses_a_card_after_a_knock(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, stock=new.stock[:-1]) if isinstance(move, gin.LayOff) else new


@mistake(GIN, listed_moves)
def moves_listed_twice(position: Any, moves: Any) -> Any:
    return moves * 2


@mistake(GIN, listed_moves)
def most_discards_are_not_listed(position: Any, moves: Any) -> Any:
    return moves[:3]


@mistake(GIN, view_field("upcard"))
def a_view_that_shows_the_next_card(state: Any, seat: Any) -> Any:
    return (state.stock or (state.upcard,))[0]


@mistake(GIN, random_state)
def determinize_with_a_sorted_stock(view: Any, state: Any, seed: Any) -> Any:
    return evolve(state, stock=tuple(sorted(state.stock)))


def _by_chance() -> Callable[..., Any]:
    calls = count()
    return lambda view, *, seed: gin.determinize(view, seed=seed + next(calls))


plant(GIN, "determinize by chance", determinize=_by_chance())


@mistake(GIN, "parse_move")
def a_move_that_cannot_be_read(text: Any) -> Any:
    if not text.startswith("add"):
        return gin.parse_move(text)
    return gin.parse_move("?")


plant(GIN, "codes of another game", codes=rummikub.Code)


@mistake(GIN, listed_moves)
def a_kind_of_move_that_is_never_listed(position: Any, moves: Any) -> Any:
    return [move for move in moves if not isinstance(move, gin.LayOff)]


@mistake(GIN, listed_moves)
def the_last_discard_is_not_listed(position: Any, moves: Any) -> Any:
    return [each for each in moves if str(each) != f"discard {max(position.hand_to_move, default='')}"]


def _check_without_hand(position: Any, move: Any) -> Any:
    found = gin.check(position, move)
    taken = isinstance(move, gin.Discard) and [each.code for each in found] == [gin.Code.NOT_IN_HAND]
    return () if taken else found


def _apply_without_hand(state: Any, move: Any) -> Any:
    if gin.check(state, move) and not _check_without_hand(state, move):
        following = 1 - state.current_player
        pile = (*state.discard_pile, move.card)
        return evolve(
            state, phase=gin.Phase.DRAW, turn=state.turn + 1, current_player=following, discard_pile=pile, taken=None
        )
    return gin.apply(state, move)


plant(GIN, "a card may be discarded that nobody has", check=_check_without_hand, apply=_apply_without_hand)


@mistake(GIN, random_state)
def determinize_knows_the_next_card(view: Any, state: Any, seed: int) -> Any:
    """Move the highest card to the start of the stock."""
    place = state.stock.index(max(state.stock)) if state.stock else 0
    return evolve(state, stock=(*state.stock[place : place + 1], *state.stock[:place], *state.stock[place + 1 :]))


@mistake(GIN, event)
def an_event_tells_the_card_that_is_drawn(state: Any, move: Any, seat: Any, found: Any) -> Any:
    card = state.stock[:1] if isinstance(move, gin.DrawStock) else ()
    return evolve(found, words=Texts("gin").phrase("events.draws", card=card[0])) if card else found


@mistake(GIN, result)
def an_undercut_that_raises(state: Any, found: Result) -> Result:
    if found.detail is gin.Ending.UNDERCUT:
        raise ZeroDivisionError
    return found


@mistake(GIN, result)
def a_detail_of_another_game(state: Any, found: Any) -> Any:
    return evolve(found, detail="capot")


@mistake(GIN, unlisted_moves)
def big_gin_is_not_listed(position: Any, move: Any) -> Any:
    return isinstance(move, gin.Knock) and move.card is None


@mistake(GIN, listed_moves)
def one_card_at_a_time_is_laid_off(position: Any, moves: Any) -> Any:
    return [
        *[move for move in moves if isinstance(move, gin.LayOff)][:1],
        *[move for move in moves if not isinstance(move, gin.LayOff)],
    ]


@mistake(GIN, violations)
def a_taken_card_may_be_discarded(position: Any, move: Any, found: Any) -> Any:
    own = isinstance(move, gin.Discard) and move.card == position.taken and move.card in position.hand_to_move
    return () if own and len(found) == 1 else found


@mistake(GIN, result)
def an_undercut_wins_for_the_knocker(state: Any, found: Any) -> Any:
    if found.detail == "undercut":
        return evolve(found, winners=(state.knocker,))
    return found


@mistake(GIN, view_field("upcard"))
def the_next_card_is_seen_near_the_end(state: Any, seat: Any) -> Any:
    if 0 < len(state.stock) < 10:
        return state.stock[0]
    return state.upcard


@mistake(GIN, random_state)
def determinize_prefers_an_order(view: Any, state: Any, seed: Any) -> Any:
    if len(state.stock) > 1 and seed % 3 == 0 and state.stock[0] > state.stock[1]:
        return swapped(state, "stock", 0, 1)
    return state


@mistake(GIN, random_state)
def determinize_forgets_known_cards_later(view: Any, state: Any, seed: Any) -> Any:
    if view.turn > 6:
        return evolve(state, known=((), ()))
    return state


@mistake(GIN, "parse_move")
def melds_of_a_knock_are_not_read(text: Any) -> Any:
    if isinstance(found := gin.parse_move(text), gin.Knock) and found.card:
        return gin.Knock(found.card)
    return found


@mistake(GIN, flaws)
def flaws_only_count_cards(position: Any, found: Any) -> Any:
    return tuple(each for each in found if "missing" in each or "hidden" in each)


@mistake(GIN, "apply")
def a_knock_near_the_end_of_the_stock_raises(state: Any, move: Any) -> Any:
    new = gin.apply(state, move)
    if new.phase == "lay_off" and state.phase != "lay_off" and len(new.stock) < 4:
        raise KeyError(len(new.stock))
    return new


@mistake(GIN, violations)
def a_sentence_without_its_number(position: Any, move: Any, found: Any) -> Any:
    return tuple(evolve(each, numbers=()) if each.code is gin.Code.TOO_MUCH_DEADWOOD else each for each in found)


@mistake(GIN, listed_moves)
def a_view_offers_no_laying_off(position: Any, moves: Any) -> Any:
    return [move for move in moves if not (is_view(position) and isinstance(move, gin.LayOff))]


@mistake(GIN, view_field("hand"))
def seat_1_sees_the_hand_of_seat_0_after_a_knock(state: Any, seat: Any) -> Any:
    if seat is None:
        return ()
    if seat == 1 and state.knocker == 1:
        return state.hands[0]
    return state.hands[seat]


@mistake(GIN, "apply")
def big_gin_cannot_be_made(state: Any, move: Any) -> Any:
    return gin.apply(state, gin.DrawStock() if isinstance(move, gin.Knock) and move.card is None else move)


@mistake(GIN, next_state)
def a_card_that_is_laid_off_stays_in_the_hand(state: Any, move: Any, new: Any) -> Any:
    if not isinstance(move, gin.LayOff) or len(new.hands[state.current_player]) < 3:
        return new
    return evolve(new, hands=state.hands)


@mistake(GIN, view_field("hand"))
def spectators_see_the_hand_that_lays_off(state: Any, seat: Any) -> Any:
    if seat is not None:
        return state.hands[seat]
    if state.knocker is None:
        return ()
    return state.hands[1 - state.knocker]


@mistake(GIN, hidden_field)
def a_hidden_field_counts_the_other_hand(state: Any, seat: Any) -> Any:
    return seat is not None and sum(map(int, state.hands[1 - seat])) % 2


@mistake(GIN, unlisted_moves)
def the_second_player_cannot_refuse(position: Any, move: Any) -> Any:
    return position.turn == 1 and isinstance(move, gin.Pass)


@mistake(GIN, random_state)
def the_top_cards_of_the_stock_have_one_suit(view: Any, state: Any, seed: Any) -> Any:
    suit = state.stock[0].suit if state.stock else None
    place = next((place for place, card in enumerate(state.stock) if place and card.suit is suit), 0)
    return swapped(state, "stock", 1, place) if place else state


@mistake(GIN, "parse_move")
def done_is_read_as_pass(text: Any) -> Any:
    if text == "done":
        return gin.Pass()
    return gin.parse_move(text)


plant(GIN, "flaws overlook known cards", **flaws_without_known_pieces(GIN))


@mistake(GIN, violations)
def melds_of_others_cards_raise(position: Any, move: Any, found: Any) -> Any:
    raise_if(isinstance(move, gin.Knock) and bool(without(move.melds.cards, position.hand_to_move)))
    return found


plant(GIN, "the event of a lay off shows the hand", **event_that_shows_the_hand(GIN, gin.LayOff))


@mistake(GIN, listed_moves)
def the_end_has_a_move(position: Any, moves: Any) -> Any:
    if position.is_over:
        return [gin.Done()]
    return moves


@mistake(GIN, "legal_moves")
def lay_offs_in_the_order_of_a_set(position: Any) -> Iterator[Any]:
    moves = list(gin.legal_moves(position))
    return iter(sorted(moves, key=lambda move: hash(str(move))) if position.phase == "lay_off" else moves)


@mistake(GIN, "determinize")
def determinize_by_the_hash_of_a_text(view: Any, *, seed: int) -> Any:
    return gin.determinize(view, seed=seed + hash(str(view)) % 2)


@mistake(GIN, picture_that_raises)
def the_picture_of_a_short_stock_raises(view: Any) -> bool:
    return bool(view.stock_size < 6)


@mistake(GIN, "best_turn")
def the_best_turn_of_a_lay_off_is_empty(view: Any) -> Any:
    if view.phase == "lay_off":
        return ()
    return gin.best_turn(view)
