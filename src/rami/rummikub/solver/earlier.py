"""What the jokers of a table may stand for, and the worth of an opening, as this solver looks at them.

The referee judges jokers by `jokers` and openings by `opening`; a play that it refuses is not proposed (`answers`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import frozen

from rami.pieces import without
from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Group, Meld, Table
from rami.rummikub.readings import readings, worth
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import JOKER, Tile


@frozen(eq=False)
class Place:
    """Where a joker lies: its meld, which meld of the table that is, and the tiles that the joker may stand for."""

    meld: Meld
    number: int
    stands_for: frozenset[Tile]


def places(rules: Rules, table: Table) -> list[Place]:
    """Every joker of a table, with the tiles that it may stand for (A9), in the colours that are in play."""
    return [
        Place(meld, number, tiles)
        for number, meld in enumerate(table.joker_melds)
        for tiles in _stands_for(rules, meld)
    ]


def _stands_for(rules: Rules, meld: Meld) -> Iterator[frozenset[Tile]]:
    found = list(readings(rules, meld))
    everything = frozenset(tile for reading in found for tile in reading)
    for index in range(meld.tiles.count(JOKER)):
        together = isinstance(meld, Group) or not rules.joker_positional
        yield everything if together else frozenset(reading[index] for reading in found)


def needs(jokers: Iterable[Place], *, both: bool) -> Iterator[frozenset[Tile]]:
    """The tiles that jokers taken call for, each as the set of those that would do."""
    for _, of_meld in groupby(jokers, key=lambda joker: joker.number):
        group = list(of_meld)
        if both and isinstance(group[0].meld, Group):
            yield from (frozenset({tile}) for tile in sorted(group[0].stands_for))
        else:
            yield from (joker.stands_for for joker in group)


def best_opening(rules: Rules, tiles: Sequence[Tile]) -> int:
    """The most points of complete melds of these tiles, or of the first ones found that suffice (000.8, A6)."""
    jokers = 0 if rules.joker_in_opening == "forbidden" else sum(tile == JOKER for tile in tiles)
    naturals = tuple(sorted(tile for tile in tiles if tile != JOKER))
    return _Search(rules).best(naturals, jokers, rules.opening_points)


class _Search:
    """Tries, for the lowest tile left, every meld that it can be the lowest tile of, and leaving it out."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[tuple[tuple[Tile, ...], int], int] = {}

    def best(self, naturals: tuple[Tile, ...], jokers: int, target: int) -> int:
        """The points to be had from these tiles; the exact figure wherever they miss the target."""
        if not naturals:
            return 0
        key = naturals, jokers
        if key not in self.known:
            most = 0
            for meld in melds_from(self.rules, naturals[0], set(naturals), jokers):
                points = worth(self.rules, meld)
                left = without(naturals, meld.tiles)
                most = max(most, points + self.best(left, jokers - meld.tiles.count(JOKER), target - points))
                if most >= target:
                    return most
            most = max(most, self.best(naturals[1:], jokers, target))
            if most >= target:
                return most
            self.known[key] = most
        return self.known[key]
