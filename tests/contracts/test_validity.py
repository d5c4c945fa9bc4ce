"""Positions that cannot exist."""

from typing import Any

import pytest
from attrs import evolve

from rami.contracts import GAME, Card, Color, Phase, Rules, new_game, observe
from rami.pieces import without
from tests.damaged_positions import flaws_after

STATE = new_game(2, seed=1)
VIEW = observe(STATE, 0)
CARD = Rules().deck.by_id
FOREIGN = evolve(CARD["C01"], points=9)


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (
            {"hands": ((),), "zones": ((),), "bonus_piles": ((),), "jokers": (1,), "known": ((),)},
            "there are 1 players, not 2 to 4",
        ),
        (
            dict.fromkeys(("hands", "zones", "bonus_piles", "known"), ((),) * 5) | {"jokers": (1,) * 5},
            "there are 5 players, not 2 to 4",
        ),
        ({"current_player": 7}, "current_player is 7, which is not a seat"),
        ({"zones": ((),)}, "zones has 1 items, but there are 2 players"),
        ({"bonus_piles": ((),) * 3}, "bonus_sizes has 3 items, but there are 2 players"),
        ({"jokers": ()}, "jokers has 0 items, but there are 2 players"),
        ({"jokers": (1, -1)}, "jokers must be from 0 to 1 for each player, not (1, -1)"),
        ({"jokers": (1, 2)}, "jokers must be from 0 to 1 for each player, not (1, 2)"),
        ({"turn": 201}, "turn must be from 0 to 200, not 201"),
        ({"last_turn": 202}, "last_turn must be from 0 to 201, not 202"),
        (
            {"trophies": (*STATE.trophies[:-1], STATE.trophies[0])},
            "trophies must have one face of each trophy token, in the order of the deck",
        ),
        (
            {"trophies": STATE.trophies[:3]},
            "trophies must have one face of each trophy token, in the order of the deck",
        ),
        (
            {"trophies": STATE.trophies[::-1]},
            "trophies must have one face of each trophy token, in the order of the deck",
        ),
        ({"hands": (STATE.value_pile[:11], ())}, "the hand of seat 0 must have 0 to 10 cards, not 11"),
        ({"value_market": STATE.value_pile[:7]}, "value_market has 7 cards, but the limit is 6"),
        ({"contract_market": STATE.contract_pile[:5]}, "contract_market has 5 cards, but the limit is 4"),
        ({"bonus_piles": (STATE.hands[0], ())}, "the bonus pile of seat 0 has 3 cards, but its contracts used 0"),
        (
            {"zones": ((CARD["C01"],), ()), "bonus_piles": (Card.row("1D"), ())},
            "the bonus pile of seat 0 has cards without a bonus color of its contracts: 1D",
        ),
        ({"value_pile": STATE.value_pile[1:]}, "cards of the deck are missing: " + str(STATE.value_pile[0])),
        ({"discards": (Card(20, Color.HEARTS),)}, "there are more cards of a kind than the deck has: 20H"),
        ({"contract_pile": (FOREIGN, *STATE.contract_pile)}, "contracts not in the deck: C01"),
        ({"contract_pile": (*STATE.contract_pile[:-1], STATE.contract_pile[0])}, "a contract appears more than once"),
        ({"contract_pile": STATE.contract_pile[1:]}, "there are 35 contracts, but the deck has 36"),
    ],
)
def test_an_impossible_state_has_its_flaw(change: dict[str, Any], flaw: str) -> None:
    assert flaw in flaws_after(GAME, STATE, change)


def test_the_last_turns_and_the_longest_bonus_pile_can_exist() -> None:
    for name, most in (("turn", 200), ("last_turn", 201)):
        assert not any(name in flaw for flaw in flaws_after(GAME, STATE, {name: most}))
    contract = CARD["C01"]
    for more in (0, 1):
        pile = STATE.value_pile[: contract.size + more]
        found = GAME.flaws(evolve(STATE, zones=((contract,), ()), bonus_piles=(pile, ())))
        assert any("but its contracts used" in flaw for flaw in found) == bool(more)


def test_positions_with_bonus_piles_can_exist() -> None:
    zones = STATE.contract_pile[:1], STATE.contract_pile[1:2]
    cards = [[card for card in STATE.value_pile if card.color == zone[0].bonus] for zone in zones]
    piles = tuple(cards[0][:2]), tuple(cards[1][-1:])
    left = without(STATE.value_pile, piles[0] + piles[1])
    state = evolve(STATE, zones=zones, bonus_piles=piles, contract_pile=STATE.contract_pile[2:], value_pile=left)
    assert GAME.flaws(state) == ()
    assert all(GAME.flaws(observe(state, seat)) == () for seat in (None, 0, 1))


def test_a_player_who_fills_may_hold_three_more() -> None:
    row = STATE.value_pile[:13]
    filling = evolve(STATE, hands=(row, STATE.hands[1]), phase=Phase.FILL)
    assert not any("the hand of" in flaw for flaw in GAME.flaws(filling))
    assert any("the hand of" in flaw for flaw in GAME.flaws(evolve(filling, current_player=1)))


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        ({"player": 2}, "player is 2, which is not a seat"),
        ({"value_pile_size": -1}, "a size is negative"),
        ({"contract_pile_size": -1}, "a size is negative"),
        ({"hand": VIEW.hand[1:]}, "hand and bonus_pile have 2 and 0 cards, not 3 and 0"),
        ({"player": None}, "hand and bonus_pile have 3 and 0 cards, not 0 and 0"),
        ({"value_pile_size": 83}, "86 cards are hidden, not 87"),
        ({"contract_pile_size": 31}, "there are 35 contracts, but the deck has 36"),
        ({"hand_sizes": (3, -1)}, "the hand of seat 1 must have 0 to 10 cards, not -1"),
    ],
)
def test_an_impossible_view_has_its_flaw(change: dict[str, Any], flaw: str) -> None:
    assert flaw in flaws_after(GAME, VIEW, change)
