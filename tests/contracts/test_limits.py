"""Requests that are too large are refused, and values have short text forms."""

from random import Random

import pytest

from rami.contracts import Fill, Rules, State, apply, determinize, legal_moves, new_game, observe, set_up
from rami.contracts.advice import best_fills
from rami.contracts.requirements import Run, Same, can_be_met, pack
from rami.errors import TooLarge


def test_too_many_ways_to_fill_contracts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    view = set_up("5H 5C 5Y 6D", contracts="C01")
    assert best_fills(view)
    monkeypatch.setattr("rami.contracts.advice.MOST_LOOKED_AT", 0)
    with pytest.raises(TooLarge, match="more than 0 possibilities"):
        best_fills(view)


def late(seed: int) -> State:
    """Return a position late in a game. The other players have bonus piles."""
    state, random = new_game(3, seed=seed), Random(seed)
    while min(state.bonus_sizes) < 1 and not state.is_over:
        moves = list(legal_moves(state))
        fills = [move for move in moves if isinstance(move, Fill)]
        state = apply(state, random.choice(fills or moves))
    return state


def test_too_many_ways_to_split_bonus_piles_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    view = observe(late(1), 0)
    assert min(view.bonus_sizes) > 0
    assert observe(determinize(view, seed=1), 0) == view
    monkeypatch.setattr("rami.contracts.setup.MOST_SPLITS", 0)
    with pytest.raises(TooLarge, match="more than 0 possibilities"):
        determinize(view, seed=1)


def test_a_deck_shows_its_label() -> None:
    deck = Rules().deck
    assert repr(deck).startswith("<Deck ")
    assert repr(deck).endswith(": 36 contracts, 96 value cards>")


def test_equal_rests_of_a_stock_are_tried_once() -> None:
    """Three runs of three from the values 1 to 5, with two cards of each. Equal rests are tried once."""
    stock = pack([value for value in range(1, 6) for _ in range(2)], 5)
    assert not can_be_met((Run(3), Run(3), Run(3), Same(2)), stock, range(1, 6))
    assert can_be_met((Run(3), Run(3), Same(2)), stock, range(1, 6))
