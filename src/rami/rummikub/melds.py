"""Valid groups, runs and tables of melds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain, combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Self

from attrs import field, frozen

from rami.errors import InvalidMeld, NotationError, Violation
from rami.pieces import BaseMeld, MeldTable, one_meld, read_melds
from rami.reading import MeldType, from_json, is_object, read_meld, table_melds
from rami.rummikub.rules import Code, Rules
from rami.rummikub.tiles import COLOR_INDEX, COLORS, HIGHEST, JOKER, NUMBER, TEXTS, TILES, Color, Tile, Tiles, tiles_of

SHORTEST = 3
"""The minimum number of tiles in a meld (000.5, 000.6)."""


MeldJson = Mapping[str, object]
"""The JSON object of a meld.

It has the keys `kind` (`"run"` or `"group"`) and `pieces`.
"""


def _tiles_of_meld(tiles: Tiles | MeldJson, kind: str) -> tuple[Tile, ...]:
    """Check the rules that are common to all melds, and return the tiles (A8)."""
    row = from_json(Tile, tiles, (kind,), "tiles")[1] if is_object(tiles) else tiles_of(tiles, "tiles")
    if len(row) < SHORTEST:
        raise InvalidMeld(Violation(Code.TOO_FEW_TILES, row))
    if len(row) > HIGHEST:
        raise InvalidMeld(Violation(Code.NO_SUCH_TILE, row))
    if row.count(JOKER) == len(row):
        raise InvalidMeld(Violation(Code.ONLY_JOKERS, row))
    return row


class Meld(BaseMeld[Tile], metaclass=MeldType):
    """A run or a group.

    It is read from text, tiles or JSON. `Meld(...)` returns a `Run` or a `Group`.

    Attributes:
        tiles: The tiles in order.
        value: The sum of the numbers of the tiles. A joker counts as the tile that it stands for (000.20).
        stands_for: The tiles that each joker may stand for, by the index of the joker.

    Raises:
        NotationError: If a text cannot be read, or tiles without joints are both a run and a group.
        InvalidMeld: If the tiles are not a meld.
        WrongType: If the argument has another type.

    Examples:
        >>> Meld("R4-*-R6"), Meld("k8 = b8 = *")
        (Run('R4-*-R6'), Group('K8=B8=*'))
        >>> Meld(["R4", "R5", "R6"]), Meld({"kind": "group", "pieces": ["R7", "*", "*"]})
        (Run('R4-R5-R6'), Group('R7=*=*'))
    """

    __slots__ = ()
    texts = TEXTS

    tiles: tuple[Tile, ...]

    if TYPE_CHECKING:

        def __new__(cls, tiles: "MeldLike" = ...) -> "Meld":
            """Read a meld."""
            ...

    @staticmethod
    def _read(tiles: "MeldLike" = "") -> "Meld":
        return meld_of(tiles, "tiles")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a meld of this class from its notation.

        Args:
            text: For example `"R4-*-R6"` for a run, `"K8=B8=*"` for a group.

        Raises:
            NotationError: If the text is not one meld.
            InvalidMeld: If the tiles are not a meld of this class.
        """
        return one_meld(cls, Table.parse(text).melds, text, TEXTS)

    @property
    def pieces(self) -> tuple[Tile, ...]:
        """The tiles of the meld.

        Melds of all games have this attribute.
        """
        return self.tiles


def _run_tiles(tiles: Tiles | MeldJson) -> tuple[Tile, ...]:
    if isinstance(tiles, str):
        return Run.parse(tiles).tiles
    row = _tiles_of_meld(tiles, "run")
    anchor, start = _first_natural(row)
    color = COLOR_INDEX[anchor]
    for number, tile in enumerate(row, start):
        if tile is JOKER or (NUMBER[tile] == number and COLOR_INDEX[tile] == color):
            continue
        code = Code.NOT_CONSECUTIVE if COLOR_INDEX[tile] == color else Code.DIFFERENT_COLORS
        raise InvalidMeld(Violation(code, row))
    if start < 1 or start + len(row) - 1 > HIGHEST:
        raise InvalidMeld(Violation(Code.NO_SUCH_TILE, row))
    return row


def _first_natural(row: tuple[Tile, ...]) -> tuple[Tile, int]:
    index = 0
    while row[index] is JOKER:
        index += 1
    return row[index], NUMBER[row[index]] - index


def _group_tiles(tiles: Tiles | MeldJson) -> tuple[Tile, ...]:
    if isinstance(tiles, str):
        return Group.parse(tiles).tiles
    row = tuple(sorted(_tiles_of_meld(tiles, "group")))
    naturals = [tile for tile in row if tile is not JOKER]
    if len({NUMBER[tile] for tile in naturals}) > 1:
        raise InvalidMeld(Violation(Code.DIFFERENT_NUMBERS, row))
    if len(set(naturals)) < len(naturals):
        raise InvalidMeld(Violation(Code.COLOR_TWICE, row))
    if len(row) > len(COLORS):
        raise InvalidMeld(Violation(Code.NO_SUCH_TILE, row))
    return row


@frozen(cache_hash=True, repr=False)
class Run(Meld):
    """Three or more consecutive numbers of one color (000.6).

    They are in ascending order.

    A joker stands for the tile at its place. The 1 is low, and nothing follows 13 (000.7).

    Attributes:
        tiles: The tiles in order.

    Raises:
        InvalidMeld: If the tiles are not a run in the given order.
        NotationError: If a text cannot be read.
        WrongType: If the argument has another type.

    Examples:
        >>> run = Run("R4-*-R6")
        >>> run.value, run.stands_for[1], len(run), "R4" in run
        (15, (Tile('R5'),), 3, True)
    """

    tiles: tuple[Tile, ...] = field(converter=_run_tiles)

    joint: ClassVar[str] = "-"

    @property
    def color(self) -> Color:
        """Color of the run."""
        color = _first_natural(self.tiles)[0].color
        assert color is not None
        return color

    @property
    def start(self) -> int:
        """The number of the first tile, which may be a joker."""
        return _first_natural(self.tiles)[1]

    @property
    def value(self) -> int:
        """The sum of the numbers of the tiles (000.20).

        A joker counts as the tile that it stands for.
        """
        length, start = len(self.tiles), self.start
        return length * (2 * start + length - 1) // 2

    @property
    def stands_for(self) -> Mapping[int, tuple[Tile, ...]]:
        """The tile that each joker stands for, by the index of the joker."""
        return MappingProxyType(
            {i: (Tile(self.color, self.start + i),) for i, tile in enumerate(self.tiles) if tile.is_joker}
        )


@frozen(cache_hash=True, repr=False)
class Group(Meld):
    """Three or four tiles of one number in different colors (000.5).

    Attributes:
        tiles: The tiles in canonical order, jokers last.

    Raises:
        InvalidMeld: If the tiles are not a group.
        NotationError: If a text cannot be read.
        WrongType: If the argument has another type.

    Examples:
        >>> group = Group("K8=*=B8")
        >>> str(group), group.value, group.stands_for[2]
        ('K8=B8=*', 24, (Tile('R8'), Tile('O8')))
    """

    tiles: tuple[Tile, ...] = field(converter=_group_tiles)

    joint: ClassVar[str] = "="

    @property
    def number(self) -> int:
        """The number on all tiles of the group."""
        return self.tiles[0].number

    @property
    def value(self) -> int:
        """The sum of the numbers of the tiles (000.20).

        A joker counts as the tile that it stands for.
        """
        return self.number * len(self.tiles)

    @property
    def stands_for(self) -> Mapping[int, tuple[Tile, ...]]:
        """The tiles that each joker may stand for, by the index of the joker (000.16).

        They are the tiles of the missing colors.
        """
        missing = tuple(tile for tile in (Tile(color, self.number) for color in COLORS) if tile not in self.tiles)
        return MappingProxyType({i: missing for i, tile in enumerate(self.tiles) if tile.is_joker})


MeldLike = Meld | Tiles | MeldJson
"""An argument that can be read as a meld.

It is a `Meld`, its notation, its JSON, or its tiles in order.
"""

Melds = str | Iterable[MeldLike]
"""An argument that can be read as several melds.

It is a `Table`, a text, or an iterable of `MeldLike`.
"""


def meld_of(meld: MeldLike, name: str = "meld") -> Meld:
    """Convert an argument to a meld.

    Error messages use `name` as the name of the argument.
    """
    return read_meld(meld, Tile, MAKERS, Meld.parse, name)


def _canonical_melds(melds: Melds) -> tuple[Meld, ...]:
    return table_melds(melds, Meld, Table.parse, meld_of)


@frozen(cache_hash=True, repr=False)
class Table(MeldTable[Meld]):
    """The melds on the table (001.7).

    They belong to all players.

    The order of the melds does not matter. Tables with equal melds are equal.

    Attributes:
        melds: The melds in canonical order.

    Raises:
        InvalidMeld: If joined tiles in a text are not a meld, or a tile is not joined.
        NotationError: If a text cannot be read.
        WrongType: If the argument has another type.

    Examples:
        >>> table = Table("K8=B8=O8 R4-R5-R6")
        >>> str(table), len(table), len(table.tiles)
        ('R4-R5-R6 K8=B8=O8', 2, 6)
    """

    melds: tuple[Meld, ...] = field(default=(), converter=_canonical_melds)

    @classmethod
    def parse(cls, text: str) -> "Table":
        """Read a table from its notation.

        The melds are separated by spaces.

        Args:
            text: For example `"R4-R5-R6 K8=B8=O8"`. An empty text is an empty table.

        Returns:
            The table.

        Raises:
            NotationError: If a word is not a tile, a meld mixes joints, or three or more tiles are not joined.
            InvalidMeld: If joined tiles are not a meld, or one or two tiles are not joined.
        """
        melds, loose = read_melds(Tile, text, MAKERS)
        refuse_loose(loose, text)
        return cls(melds)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Tiles of the table, in canonical order."""
        return tuple(sorted(chain.from_iterable(meld.tiles for meld in self.melds)))

    @cached_property
    def joker_melds(self) -> tuple[Meld, ...]:
        """Melds with a joker, in canonical order."""
        return tuple(meld for meld in self.melds if JOKER in meld.tiles)


MAKERS: Mapping[str, Callable[[tuple[Tile, ...]], Meld]] = {"-": Run, "=": Group}
"""Map from the sign between the tiles of a meld in notation to the class of the meld."""


def refuse_loose(tiles: Sequence[Tile], text: str, start: int = 0) -> None:
    """Raise an error if there are tiles outside of melds."""
    if len(tiles) >= SHORTEST:
        raise NotationError(TEXTS.phrase("notation.loose", pieces=tuple(tiles[:HIGHEST])), text, start)
    if tiles:
        raise InvalidMeld(Violation(Code.TOO_FEW_TILES, tiles, rows=(tiles,)))


def meld_violations(rules: Rules, meld: Meld) -> Iterator[Violation]:
    """Yield the violations of a single meld under these rules (000.7, A9)."""
    if isinstance(meld, Run) and meld.start + len(meld.tiles) - 1 > rules.max_number:
        yield Violation(Code.NO_SUCH_TILE, meld.tiles)


def melds_from(rules: Rules, lowest: Tile, naturals: Set[Tile], jokers: int) -> Iterator[Meld]:
    """Yield the legal melds with `lowest` as their lowest natural tile.

    For each start, long melds come first.
    """
    yield from _groups(lowest, naturals, jokers)
    yield from _runs(rules, lowest, naturals, jokers)


def _groups(lowest: Tile, naturals: Set[Tile], jokers: int) -> Iterator[Meld]:
    others = sorted(tile for tile in naturals if tile.number == lowest.number and tile > lowest)
    for size in range(len(COLORS), SHORTEST - 1, -1):
        for with_jokers in range(min(jokers, size - 1) + 1):
            for chosen in combinations(others, size - 1 - with_jokers):
                yield Group((lowest, *chosen, *[JOKER] * with_jokers))


def _runs(rules: Rules, lowest: Tile, naturals: Set[Tile], jokers: int) -> Iterator[Meld]:
    of_color = TILES[COLOR_INDEX[lowest]]
    at_hand = {tile.number for tile in naturals if tile > lowest and tile in of_color}
    for start in range(max(1, lowest.number - jokers), lowest.number + 1):
        leading = lowest.number - start
        for rest in _continuations(at_hand, lowest.number + 1, rules.max_number, jokers - leading):
            if leading + 1 + len(rest) >= SHORTEST:
                yield Run((*[JOKER] * leading, lowest, *(of_color[n] for n in rest)))


def _continuations(at_hand: Set[int], number: int, last: int, jokers: int) -> Iterator[tuple[int, ...]]:
    if number <= last:
        if number in at_hand:
            yield from ((number, *rest) for rest in _continuations(at_hand, number + 1, last, jokers))
        if jokers:
            yield from ((0, *rest) for rest in _continuations(at_hand, number + 1, last, jokers - 1))
    yield ()
