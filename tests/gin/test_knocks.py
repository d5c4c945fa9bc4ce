"""`knocks` of a hand agrees with every position that has this hand."""

from random import Random
from typing import Any

import pytest

from rami.errors import NotationError, RulesError, WrongType
from rami.gin import PRESETS, Knock, Rules, knocks, legal_moves, set_up
from rami.gin.rules import PACK

HAND = "AS 2S 3S 4H 5H 6H 7D 8D 9D QC KC"


@pytest.mark.parametrize("edition", PRESETS)
def test_knocks_of_a_hand_are_those_of_a_position(edition: str) -> None:
    rules, found = PRESETS[edition], 0
    for seed in range(150):
        random = Random(seed)
        upcard, *hand = random.sample(PACK[:20], 12)
        taken = random.choice([None, hand[0]])
        view = set_up(hand, discard=[upcard], rules=rules, taken=taken)
        listed = [move for move in legal_moves(view) if isinstance(move, Knock)]
        assert [*knocks(hand, rules, upcard=upcard, taken=taken)] == listed
        found += bool(listed)
    assert found


def test_the_card_just_taken_is_not_discarded() -> None:
    assert {str(knock.card) for knock in knocks(HAND)} == {"QC", "KC"}
    assert {str(knock.card) for knock in knocks(HAND, taken="KC")} == {"QC"}


def test_big_gin_comes_last() -> None:
    hand = "AS 2S 3S 4S 5H 5D 5C 9H 10H JH QH"
    assert [*knocks(hand, Rules(big_gin_bonus=31))][-1].card is None
    assert all(knock.card for knock in knocks(hand, Rules(big_gin_bonus=None)))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"hand": HAND, "rules": Rules(knock_by_upcard=True)},
            RulesError,
            "upcard must be given",
        ),
        ({"hand": HAND[:-3]}, RulesError, "hand must have 11 cards, not 10"),
        ({"hand": HAND.replace("KC", "AS")}, RulesError, "only once: AS"),
        ({"hand": HAND.replace("KC", "*")}, NotationError, "joker"),
        ({"hand": HAND, "taken": "2D"}, RulesError, "taken is 2D, which is not in the hand"),
        ({"hand": HAND, "upcard": "X"}, NotationError, "X"),
        ({"hand": HAND, "rules": None}, WrongType, "rules must be a Rules"),
    ],
)
def test_invalid_hands_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        knocks(**arguments)
