"""The jokers of a meld: the tiles they stand for, and the conditions for taking one (A6, A9, A11-A13).

The referee and the solver ask the same functions. Which melds are new for a taken joker (A10) is in `held_melds`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import COLORS, JOKER, TILES, Tile

Reading = tuple[Tile, ...]
"""A tile for each joker of a meld, all of them different."""


def readings(meld: Meld) -> Iterator[Reading]:
    """Yield every choice of tiles that the jokers of a meld can stand for, each in ascending order.

    In a run the place of a joker decides (000.20). In a group the jokers stand for any of the missing colours (000.16).

    Examples:
        >>> from rami.rummikub import Meld
        >>> list(readings(Meld("R7=K7=*")))
        [(Tile('B7'),), (Tile('O7'),)]
        >>> list(readings(Meld("*-R4-R5")))
        [(Tile('R3'),)]
    """
    jokers = meld.tiles.count(JOKER)
    if isinstance(meld, Group):
        missing = [tile for color in COLORS if (tile := Tile(color, meld.number)) not in meld.tiles]
        yield from combinations(missing, jokers)
        return
    assert isinstance(meld, Run)
    naturals = {number for number, tile in enumerate(meld.tiles, meld.start) if tile is not JOKER}
    row, length = TILES[COLORS.index(meld.color)], len(meld.tiles)
    yield tuple(row[number] for number in range(meld.start, meld.start + length) if number not in naturals)


class JokerOutcome(NamedTuple):
    """The outcome of a joker of the table, or of the opening: it stays, or it is taken (A12).

    Attributes:
        stays: The tile that it keeps standing for; None if it is taken.
        sort: The sort of meld that it stays in; None for either, or if it is taken.
        needs: The natural tiles that replace a taken joker (000.15, A13).
    """

    stays: Tile | None
    sort: type[Run] | type[Group] | None = None
    needs: Reading = ()


TAKEN_FREELY = JokerOutcome(None)
"""A joker that is taken without a replacement."""


def joker_outcomes(rules: Rules, meld: Meld, tile: Tile) -> tuple[JokerOutcome, JokerOutcome]:
    """Return the two outcomes of a joker that stood for a tile in a meld: that it stays, and that it is taken."""
    if rules.joker_sets == "free":
        return JokerOutcome(tile), TAKEN_FREELY
    return JokerOutcome(tile, Group if isinstance(meld, Group) else Run), JokerOutcome(None, needs=(tile,))


def replacements_due(needs: Iterable[Tile], lying: Collection[Tile]) -> Counter[Tile]:
    """Return the replacements of taken jokers that have to come from the rack (A11).

    Where they may come from anywhere, one tile may serve several jokers, one after the other.

    Examples:
        >>> from rami.rummikub import Tile
        >>> needs, table = Tile.row("R5 R5 K8"), Tile.row("K8 B8 O8")
        >>> replacements_due(needs, table) == {Tile("R5"): 1}
        True
    """
    return Counter(set(needs).difference(lying))
