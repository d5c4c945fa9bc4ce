"""Every piece of the rules is somewhere, as often as the rules have it, and nothing else is."""

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rami import contracts
from rami.game import Game
from tests.promises.playing import EACH_EDITION, deal
from tests.quick_or_full import examples

PLACES: dict[str, Callable[[Any], Iterable[Iterable[Any]]]] = {
    "rummikub": lambda state: (*state.racks, state.pool, state.table.tiles),
    "rummy": lambda state: (*state.hands, state.stock, state.discards, state.table.cards),
    "gin": lambda state: (
        *state.hands,
        state.stock,
        state.discard_pile,
        *(spread.cards for spread in state.spreads if spread),
    ),
    "contracts": lambda state: (
        *(*state.hands, *state.bonus_piles, state.value_pile, state.value_market, state.discards),
        *(*state.zones, state.contract_pile, state.contract_market),
    ),
}
"""Where pieces, and the contracts of the contract game, can be."""


@EACH_EDITION
@settings(max_examples=examples(8), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_no_piece_is_lost_or_added(game: Game, rules: Any, seed: int) -> None:
    for state in deal(game, rules, seed, most=40):
        whole = [*state.rules.pieces, *(state.rules.deck.contracts if game is contracts.GAME else ())]
        found = [piece for place in PLACES[game.name](state) for piece in place]
        assert sorted(found, key=str) == sorted(whole, key=str)
        assert game.flaws(state) == ()
