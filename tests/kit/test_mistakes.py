"""`check_game` finds planted mistakes.

`python -m tests.kit.all_mistakes` looks for all of them, which takes half an hour.
"""

from collections import Counter

import pytest

from tests.kit import all_mistakes

SAMPLE = (
    "okey: a drawn tile is known to all",
    "okey: a known tile may be in the stock",
    "counting: a score too few",
    "gin: moves listed twice",
    "gin: flaws overlook known cards",
    "swap: the deal does not say who starts",
    "swap: determinize misses an order",
    "rummikub: passing is listed",
    "rummy: an addition to no meld raises",
    "two ranks: a missing copy is not missed",
    "counting: moves listed without end",
    "two ranks: the last card is a one more often",
    "two ranks: the order is not hidden",
    "okey: the okey is never next in one position",
    "gin: a taken card may be discarded",
    "two ranks: nobody has the card of the player",
)
"""Mistakes that are found in a few seconds."""


@pytest.mark.parametrize("name", SAMPLE)
def test_a_mistake_is_found(name: str) -> None:
    assert all_mistakes.found(all_mistakes.MISTAKES[name])[0]


def test_every_module_plants_its_mistakes() -> None:
    numbers = Counter(name.partition(":")[0] for name in all_mistakes.MISTAKES)
    assert numbers == {
        "counting": 10,
        "swap": 12,
        "two ranks": 24,
        "gin": 49,
        "okey": 65,
        "rummy": 37,
        "rummikub": 26,
    }
