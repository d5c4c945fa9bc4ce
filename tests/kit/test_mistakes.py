"""`check_game` finds planted mistakes. `python -m tests.kit.hunt` looks for all of them, which takes half an hour."""

import pytest

from tests.kit import hunt

SAMPLE = (
    *("okey: a drawn tile is known to all", "okey: a spectator has a hand", "okey: a known tile may lie in the stock"),
    *("gin: moves listed twice", "gin: what was taken may be discarded", "counting: a score too few"),
    *("swap: the deal does not say who starts", "two ranks: a missing copy is not missed"),
    *("rummikub: passing is listed", "rummy: a starter that is named does not start"),
    *(
        "two ranks: the order is not hidden",
        "counting: moves listed without end",
    ),
    *("gin: new_game shuffles anew each time", "okey: moves are listed by chance"),
    "gin: determinize with a sorted stock",
)
"""Mistakes that are found soon."""


@pytest.mark.parametrize("name", SAMPLE)
def test_a_mistake_is_found(name: str) -> None:
    assert hunt.found(hunt.MISTAKES[name])[0]


def test_mistakes_are_counted_whole() -> None:
    assert {title: len(names) for title, names in hunt.SETS.items()} == {
        "small games, Gin, Okey": 105,
        "card rummy": 11,
        "five games": 62,
    }
