"""Marks of pieces: the highlights in a comparison of two pictures."""

from collections import Counter
from typing import get_args

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rami import contracts, rummikub, rummy
from rami.errors import RamiError, TooLarge, WrongType
from rami.messages import SHARED, Marked, Pictured
from rami.pictures import NOTHING, Light, Mark, MarkRow, Picture, backs, count, listed, player
from rami.pictures.comparing import compared
from rami.pictures.svg import draw, drawn
from rami.referee import origins

ROWS = st.lists(st.text("abcd", max_size=6), max_size=5)


@given(ROWS, ROWS)
def test_nothing_comes_from_a_place_more_often_than_it_was_there(old: list[str], new: list[str]) -> None:
    found = origins(old, new)
    taken = Counter(
        (source, thing)
        for (_, whence), row in zip(found, new, strict=True)
        for source, thing in zip(whence, row, strict=True)
        if source is not None
    )
    there = Counter((index, thing) for index, row in enumerate(old) for thing in row)
    assert taken <= there
    # Tiles that stay on the table are not marked as new.
    fresh = Counter(
        thing
        for (_, whence), row in zip(found, new, strict=True)
        for source, thing in zip(whence, row, strict=True)
        if source is None
    )
    assert fresh == Counter("".join(new)) - Counter("".join(old))
    homes = [home for home, _ in found if home is not None]
    assert len(set(homes)) == len(homes)


@given(ROWS)
def test_unmoved_pieces_are_not_marked(rows: list[str]) -> None:
    assert all(source == home for home, whence in origins(rows, rows[::-1]) for source in whence)


def mark(word: str) -> Mark:
    return Mark(name=SHARED.phrase(word), word=word, shape="tile")


def picture(*rows: str, zone: str = "table") -> Picture:
    return Picture(NOTHING, [MarkRow(marks=map(mark, row), zone=zone) for row in rows])


def lights(shown: Picture) -> list[list[str]]:
    return [[each.lit for each in row.marks] for row in shown.rows]


def test_moved_and_laid_pieces_have_different_marks() -> None:
    assert lights(compared(picture("abcd", "xyz"), picture("abc", "xyzd!"))) == [
        ["", "", ""],
        ["", "", "", "moved", "laid"],
    ]


def test_an_additional_copy_is_marked_as_laid() -> None:
    assert lights(compared(picture("aab", zone="rack 0"), picture("aaab", zone="rack 0"))) == [["", "", "laid", ""]]
    assert lights(compared(picture("a", zone="rack 1"), picture("aab", zone="rack 0"))) == [["", "", ""]]


def test_too_large_positions_are_refused_quickly() -> None:
    with pytest.raises(TooLarge, match="A picture may have at most 10000 pieces, but this one has 10001"):
        Picture(NOTHING, [MarkRow(marks=backs(10_001, "tile"))])
    with pytest.raises(TooLarge, match="At most 200 rows may change, but 201 rows change"):
        origins([], ["a"] * 201)
    assert len(origins(["a"] * 3000, ["a"] * 3000)) == 3000


def test_a_counted_noun_agrees_with_its_number() -> None:
    assert [count(number, "card").say(lang) for lang in ("en", "fr") for number in (0, 1, 2)] == [
        *("0 cards", "1 card", "2 cards"),
        *("0 carte", "1 carte", "2 cartes"),
    ]
    assert listed(None, player(0), None).say("fr") == "Joueur 1"
    assert listed().say() == ""
    with pytest.raises(RamiError, match=r"lang must be .*, not 'xx'"):
        player(0).say("xx")


TILE = rummikub.Tile.row("R7")[0].mark


def test_laid_pieces_have_a_ring_and_moved_pieces_a_dashed_ring() -> None:
    shown = {light: draw(Picture(NOTHING, [MarkRow(marks=[evolve(TILE, lit=light)])])) for light in get_args(Light)}
    assert {light: ('class="halo"' in svg, "dasharray" in svg) for light, svg in shown.items()} == {
        "": (False, False),
        "laid": (True, False),
        "moved": (True, True),
    }
    heights = [float(svg.partition('height="')[2].partition('"')[0]) for svg in shown.values()]
    assert heights[1] == heights[2] > heights[0]  # there is room above it


def test_the_number_and_the_sign_of_a_piece_are_in_its_middle() -> None:
    tile = drawn(TILE, "en")
    assert 'x="23"' in tile
    assert "translate(23 44)" in tile
    assert 'x="36" y="62"' in drawn(contracts.Card.row("5H")[0].mark, "en")
    assert 'x="36" y="62"' not in drawn(rummy.Card.row("5H")[0].mark, "en")


class Plain(Pictured, Marked):
    """A value of a class that nobody has registered."""


def test_a_class_that_is_not_registered_has_no_looks() -> None:
    with pytest.raises(WrongType, match="no picture is registered for Plain"):
        _ = Plain().picture
    with pytest.raises(WrongType, match="no mark is registered for Plain"):
        _ = Plain().mark
