"""Tiles: numbers 1 to 13 in four colors, each twice, and two false jokers."""

from itertools import product
from pathlib import Path
from typing import Literal

from rami.own import Mark, Piece, Texts, kinds

TEXTS = Texts("okey", Path(__file__).parent / "text")

COLORS: tuple[Literal["red", "black", "blue", "orange"], ...] = ("red", "black", "blue", "orange")
HIGHEST = 13


class Tile(Piece):
    """A tile, `Tile("R7")`, or a false joker, `Tile("*")`."""

    __slots__ = ()
    noun = "tile"
    wanted = TEXTS.phrase("tiles.wanted")

    @property
    def color(self) -> int:
        return (int(self) - FIRST) // 16

    @property
    def number(self) -> int:
        return (int(self) - FIRST) % 16

    @property
    def mark(self) -> Mark:
        if self is JOKER:
            return Mark(name=TEXTS.phrase("tiles.joker"), word="*", sign="joker", shape="tile")
        color = COLORS[self.color]
        name = TEXTS.phrase(f"tiles.{color}", number=self.number)
        return Mark(name=name, word=str(self), text=str(self.number), ink=color, shape="tile")


FIRST = 1024
NAMES = {
    FIRST + 16 * row + number: f"{letter}{number}"
    for (row, letter), number in product(enumerate("RKBO"), range(1, HIGHEST + 1))
}
TILES = kinds(Tile, {**NAMES, FIRST + 64: "*"}, {"JOKER": FIRST + 64})
JOKER = TILES[FIRST + 64]
SET = tuple(sorted([*TILES.values()] * 2))

Tiles = tuple[Tile, ...]


def tile(color: int, number: int) -> Tile:
    """Return a tile by the index of its color and its number. 14 is the 1 after the 13."""
    return TILES[FIRST + 16 * color + (number - 1) % HIGHEST + 1]
