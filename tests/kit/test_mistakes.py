"""`check_game` finds planted mistakes.

`python -m tests.kit.all_mistakes` looks for all of them, which takes half an hour.
"""

import pytest

from tests.kit import all_mistakes

SAMPLE = (
    *("okey: a drawn tile is known to all", "okey: a known tile may lie in the stock", "counting: a score too few"),
    *("gin: moves listed twice", "gin: flaws overlook what is known"),
    *("swap: the deal does not say who starts", "swap: determinize misses an order", "rummikub: passing is listed"),
    *("rummy: an addition to no meld raises", "two ranks: a missing copy is not missed"),
    *("counting: moves listed without end", "two ranks: the last card is a one more often"),
    *("two ranks: the order is not hidden", "okey: the okey is never next in one position"),
    *("gin: what was taken may be discarded", "two ranks: nobody has the card that I have"),
)
"""Mistakes that are found soon."""


@pytest.mark.parametrize("name", SAMPLE)
def test_a_mistake_is_found(name: str) -> None:
    assert all_mistakes.found(all_mistakes.MISTAKES[name])[0]


def test_mistakes_are_counted_whole() -> None:
    assert [len(names) for names in all_mistakes.SETS.values()] == [83, 9, 62, 73]
