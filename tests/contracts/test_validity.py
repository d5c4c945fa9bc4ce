"""Positions that cannot exist."""

from typing import Any

import pytest
from attrs import evolve

from rami.contracts import GAME, Card, Color, Phase, Rules, new_game, observe
from rami.pieces import without
from tests.flawed import flaws_after

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
        ({"jokers": (1, -1)}, "jokers is (1, -1), and each player gets 1"),
        ({"jokers": (1, 2)}, "jokers is (1, 2), and each player gets 1"),
        ({"turn": 201}, "turn is 201, and the rules end a game after 200"),
        ({"last_turn": 202}, "last_turn is 202, and the rules end a game after 200"),
        (
            {"trophies": (*STATE.trophies[:-1], STATE.trophies[0])},
            "trophies does not show a face of each trophy token, in their order",
        ),
        ({"trophies": STATE.trophies[:3]}, "trophies does not show a face of each trophy token, in their order"),
        ({"trophies": STATE.trophies[::-1]}, "trophies does not show a face of each trophy token, in their order"),
        ({"hands": (STATE.value_pile[:11], ())}, "the hand of seat 0 has 11 cards, and 10 is the most"),
        ({"value_market": STATE.value_pile[:7]}, "value_market has 7 cards, and 6 is the most"),
        ({"contract_market": STATE.contract_pile[:5]}, "contract_market has 5 cards, and 4 is the most"),
        ({"bonus_piles": (STATE.hands[0], ())}, "the bonus pile of seat 0 has 3 cards; 0 went into its contracts"),
        (
            {"zones": ((CARD["C01"],), ()), "bonus_piles": (Card.row("1D"), ())},
            "the bonus pile of seat 0 has cards that are in no bonus colour: 1D",
        ),
        ({"value_pile": STATE.value_pile[1:]}, "cards of the deck are missing: " + str(STATE.value_pile[0])),
        ({"discards": (Card(20, Color.HEARTS),)}, "there are more cards of a kind than the deck has: 20H"),
        ({"contract_pile": (FOREIGN, *STATE.contract_pile)}, "contracts that the deck has not: C01"),
        ({"contract_pile": (*STATE.contract_pile[:-1], STATE.contract_pile[0])}, "a contract is there twice"),
        ({"contract_pile": STATE.contract_pile[1:]}, "there are 35 contracts, and the deck has 36"),
    ],
)
def test_a_state_that_cannot_exist(change: dict[str, Any], flaw: str) -> None:
    assert flaw in flaws_after(GAME, STATE, change)


def test_the_last_turns_and_the_longest_bonus_pile_can_exist() -> None:
    for name, most in (("turn", 200), ("last_turn", 201)):
        assert not any(name in flaw for flaw in flaws_after(GAME, STATE, {name: most}))
    contract = CARD["C01"]
    for more in (0, 1):
        pile = STATE.value_pile[: contract.size + more]
        found = GAME.flaws(evolve(STATE, zones=((contract,), ()), bonus_piles=(pile, ())))
        assert any("went into its contracts" in flaw for flaw in found) == bool(more)


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
        ({"contract_pile_size": 31}, "there are 35 contracts, and the deck has 36"),
        ({"hand_sizes": (3, -1)}, "the hand of seat 1 has -1 cards, and 10 is the most"),
    ],
)
def test_a_view_that_cannot_exist(change: dict[str, Any], flaw: str) -> None:
    assert flaw in flaws_after(GAME, VIEW, change)
