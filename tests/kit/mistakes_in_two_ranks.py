"""Mistakes in the card swap game with many equal cards."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve, field, fields, frozen

from rami.dealing import derive, shuffled
from rami.game import Deal
from tests.kit import card_swap_game as swap
from tests.kit.planting import (
    TWO_RANKS,
    event_that_shows_the_hand,
    flaws,
    hidden_field,
    is_view,
    mistake,
    next_state,
    plant,
    raise_if,
    random_state,
    rebuilt,
    result,
    swapped,
    view_field,
)


@mistake(TWO_RANKS, random_state)
def hidden_cards_are_low(view: Any, state: Any, seed: int) -> Any:
    """Replace a hidden two by a one in every tenth state."""
    for seat, hand in enumerate(state.hands):
        if seat != view.player and seed % 10 == 0 and hand == (2,) and 1 in state.stock:
            place = state.stock.index(1)
            stock = (*state.stock[:place], 2, *state.stock[place + 1 :])
            return evolve(state, hands=(*state.hands[:seat], (1,), *state.hands[seat + 1 :]), stock=stock)
    return state


@mistake(TWO_RANKS, random_state)
def a_two_is_drawn_more_often(view: Any, state: Any, seed: int) -> Any:
    place = next((place for place, card in enumerate(state.stock) if card == 2), 0)
    return swapped(state, "stock", 0, place) if state.stock and seed % 5 == 0 else state


@mistake(TWO_RANKS, view_field("laid_open"))
def a_view_shows_the_next_card_to_all(state: Any, seat: Any) -> Any:
    return (*state.laid_open, *state.stock[:1])


@mistake(TWO_RANKS, hidden_field)
def a_hidden_field_counts_the_twos(state: Any, seat: Any) -> Any:
    return seat is not None and state.stock.count(2)


@mistake(TWO_RANKS, hidden_field)
def players_know_who_has_the_same_card(state: Any, seat: Any) -> Any:
    if seat is not None:
        return [hand == state.hands[seat or 0] for hand in state.hands]
    return None


@mistake(TWO_RANKS, flaws)
def a_missing_copy_is_not_missed(position: Any, found: tuple[str, ...]) -> tuple[str, ...]:
    """Overlook a missing copy if another copy is left."""
    return (
        ()
        if not is_view(position)
        and found
        and {*position.stock, *position.laid_open, *sum(position.hands, ())} == {1, 2}
        else found
    )


@mistake(TWO_RANKS, result)
def a_tie_has_one_winner(state: Any, found: Any) -> Any:
    return evolve(
        found, scores=tuple(score * (seat + 1) for seat, score in enumerate(found.scores)), winners=found.winners[:1]
    )


@mistake(TWO_RANKS, next_state)
def a_laid_card_comes_back(state: Any, move: Any, new: Any) -> Any:
    return (
        evolve(new, stock=(*new.stock, *state.hands[state.current_player]))
        if str(move) == "swap" and state.turn > 2
        else new
    )


@mistake(TWO_RANKS, "legal_moves")
def the_last_card_of_the_stock_raises(position: Any) -> Iterator[Any]:
    for move in TWO_RANKS.legal_moves(position):
        raise_if(position.stock_size == 1)
        yield move


@mistake(TWO_RANKS, "parse_piece")
def a_card_is_read_as_another(text: Any) -> Any:
    return 1


@mistake(TWO_RANKS, "from_deal")
def every_deal_is_sorted(players: int, rules: Any, deal: Deal) -> Any:
    return TWO_RANKS.from_deal(players, rules, evolve(deal, order=tuple(sorted(deal.order))))


@mistake(TWO_RANKS, random_state)
def the_order_is_not_hidden(view: Any, state: Any, seed: Any) -> Any:
    return evolve(state, stock=tuple(sorted(state.stock)) if seed % 2 else shuffled(state.stock, derive(seed, "again")))


@mistake(TWO_RANKS, random_state)
def nobody_has_the_card_of_the_player(view: Any, state: Any, seed: Any) -> Any:
    for seat, hand in enumerate(state.hands):
        place = next((place for place, card in enumerate(state.stock) if (card,) != view.hand), None)
        if seat != view.player and hand == view.hand and place is not None:
            hands = (*state.hands[:seat], (state.stock[place],), *state.hands[seat + 1 :])
            state = evolve(state, hands=hands, stock=(*state.stock[:place], hand[0], *state.stock[place + 1 :]))
    return state


@mistake(TWO_RANKS, random_state)
def the_last_card_is_a_one_more_often(view: Any, state: Any, seed: Any) -> Any:
    if seed % 6 == 0 and 1 in state.stock:
        return swapped(state, "stock", -1, state.stock.index(1))
    return state


plant(TWO_RANKS, "the event of a keep shows the card", **event_that_shows_the_hand(TWO_RANKS, swap.Keep))


@mistake(TWO_RANKS, view_field("stock_size"))
def the_size_of_the_stock_tells_a_two(state: Any, seat: Any) -> Any:
    return len(state.stock) - (state.stock[:1] == (2,))


class ById(swap.State):
    """A state whose hash is its place in memory."""

    def __hash__(self) -> int:
        return id(self)


def other_state(kind: Any) -> dict[str, Any]:
    return {
        "state": kind,
        "from_deal": lambda players, rules, deal: rebuilt(kind, TWO_RANKS.from_deal(players, rules, deal)),
        "determinize": lambda view, *, seed: rebuilt(kind, TWO_RANKS.determinize(view, seed=seed)),
    }


plant(TWO_RANKS, "equal states have other hashes", **other_state(ById))


@frozen(kw_only=True)
class Noted(swap.State):
    """A state with a note that JSON does not have."""

    note: int = field(init=False, default=0, eq=False)


def _apply_with_note(state: Any, move: Any) -> Any:
    new = evolve(state, **{each.name: getattr(TWO_RANKS.apply(state, move), each.name) for each in fields(swap.State)})
    object.__setattr__(new, "note", state.note + (str(move) == "keep"))
    return new


plant(
    TWO_RANKS,
    "a note that is not in JSON decides the moves",
    **other_state(Noted),
    apply=_apply_with_note,
    legal_moves=lambda position: (
        move for move in TWO_RANKS.legal_moves(position) if str(move) != "swap" or getattr(position, "note", 0) < 3
    ),
)


@frozen(kw_only=True)
class Unpickled(swap.State):
    """A state that keeps a function."""

    memo: Any = field(default=lambda: 0, eq=False, repr=False)


plant(TWO_RANKS, "a state keeps a function", **other_state(Unpickled))


@mistake(TWO_RANKS, view_field("laid_open"))
def a_view_has_a_list(state: Any, seat: Any) -> Any:
    return list(state.laid_open)


@mistake(TWO_RANKS, result)
def winners_in_falling_order(state: Any, found: Any) -> Any:
    return evolve(found, winners=found.winners[::-1])


@mistake(TWO_RANKS, "legal_moves")
def the_legal_moves_are_a_list(position: Any) -> Any:
    return list(TWO_RANKS.legal_moves(position))


@mistake(TWO_RANKS, next_state)
def the_last_swap_is_no_turn(state: Any, move: Any, new: Any) -> Any:
    if len(state.stock) == 1 and str(move) == "swap":
        return evolve(new, turn=state.turn)
    return new


@mistake(TWO_RANKS, "from_deal")
def an_extra_copy_if_all_hands_are_equal(players: int, rules: Any, deal: Any) -> Any:
    state = TWO_RANKS.from_deal(players, rules, deal)
    return evolve(state, stock=(*state.stock[:-1], 1)) if len(set(state.hands)) == 1 else state
