"""Rows of tiles on a screen, and their melds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Final, Literal, cast

from attrs import field, frozen

from rami.counting import MOST_NAMED
from rami.errors import InvalidMeld, NotationError, RulesError, Violation, shown
from rami.messages import Pictured
from rami.pieces import joined, row_text
from rami.pieces import made as made_in_row
from rami.reading import JOINTS, from_json, is_object
from rami.rummikub.melds import MAKERS, SHORTEST, Group, Meld, MeldLike, Run, meld_violations, melds_from
from rami.rummikub.rules import Code, Rules
from rami.rummikub.tiles import COLOR_INDEX, COLORS, HIGHEST, JOKER, NUMBER, Tile, Tiles, tiles_of
from rami.shapes import row_maker, typed, typed_fields

Claim = Literal["run", "group"]
"""The kind of meld that the tiles of a row must make."""

_CLAIMS: Final[Mapping[str, Claim]] = {"-": "run", "=": "group"}

_new_run, _new_group = row_maker(Run, ("tiles",)), row_maker(Group, ("tiles",))


def _tiles_and_claim(row: MeldLike, name: str) -> tuple[tuple[Tile, ...], Claim | None]:
    claim: Claim | None = None
    # Most rows are lists or tuples, so test these types first.
    if isinstance(row, list | tuple):
        tiles = tiles_of(row, name)
    elif isinstance(row, Meld):
        tiles, claim = row.tiles, _CLAIMS[row.joint]
    elif isinstance(row, str):
        parts = [*joined(Tile, row)] if "-" in row or "=" in row else [("", tiles_of(row, name))]
        if len(parts) > 1:
            raise NotationError(
                f"a row must be one meld or tiles separated by spaces, not {len(parts)} melds", row, where=name
            )
        [(joint, tiles)] = parts
        claim = _CLAIMS.get(joint)
    elif is_object(row):
        kind, tiles = from_json(Tile, row, _CLAIMS.values(), name)
        claim = _CLAIMS[JOINTS[kind]]
    else:
        tiles = tiles_of(row, name)
    if not tiles:
        raise NotationError("a row must have at least one tile", where=name)
    return tiles, claim


@frozen(init=False, repr=False, field_transformer=typed_fields)
class Row(Pictured):
    """A row of tiles on a screen.

    It need not be a meld during a turn.

    A text with joints, a `Meld` and the JSON of a meld *claim* that meld. The tiles of any other row may be read as any
    meld that they make.

    Attributes:
        tiles: The tiles in the order of the row, at least one.
        meld: The meld that the tiles make, or None if they make no meld that the rules allow.
        problem: The reason why a row of a `Draft` is not a meld, or None.
        claim: The kind of meld that the tiles must make, or None for any kind. Not compared.

    Raises:
        NotationError: If there are no tiles, or a text cannot be read.
        InvalidMeld: If `meld` is not made of these tiles, or both `meld` and `problem` are given.
        RulesError: If `claim` is not `"run"`, `"group"` or None.
        WrongType: If a field has a value of another type.

    Examples:
        >>> row = Row("R4-*-R6")
        >>> row.meld, row.claim, str(row)
        (Run('R4-*-R6'), 'run', 'R4-*-R6')
        >>> Row(["K8", "R4"]).sorted
        (Tile('R4'), Tile('K8'))
    """

    tiles: tuple[Tile, ...]
    meld: Meld | None = None
    problem: Violation | None = None
    claim: Claim | None = field(default=None, eq=False, kw_only=True)

    def __init__(
        self,
        tiles: MeldLike,
        meld: Meld | None = None,
        problem: Violation | None = None,
        *,
        claim: Claim | None = None,
    ) -> None:
        row, claimed = _tiles_and_claim(tiles, "tiles")
        if claimed and meld is None and problem is None:
            meld = claimed_meld(row, claimed)[0]
        cast("Any", self).__attrs_init__(row, meld, problem, claim=claimed if claim is None else claim)

    def __attrs_post_init__(self) -> None:
        if self.claim not in (None, *_CLAIMS.values()):
            raise RulesError(f"claim must be 'run', 'group' or None, not {shown(self.claim)}")
        if self.meld is None:
            return
        if sorted(self.meld.tiles) != sorted(self.tiles):
            raise InvalidMeld(f"{self.meld!r} is not made of the tiles {row_text(self.tiles[:MOST_NAMED])}")
        if self.problem is not None:
            raise InvalidMeld(f"problem must be None for a row with the meld {self.meld}")

    @property
    def sorted(self) -> tuple[Tile, ...]:
        """The sorted tiles of the row.

        They are in the order of the meld. Without a meld, they are in canonical order.
        """
        return tuple(sorted(self.tiles)) if self.meld is None else self.meld.tiles

    @property
    def _is_in_order(self) -> bool:
        return self.meld is not None and self.meld.tiles == self.tiles

    def __str__(self) -> str:
        return str(self.meld) if self._is_in_order else row_text(self.tiles)

    def __repr__(self) -> str:
        if self.claim is not None:
            joint = "-" if self.claim == "run" else "="
            return f"Row({joint.join(map(str, self.tiles))!r})"
        return f"Row({row_text(self.tiles)!r}{'' if self.meld is None else f', {self.meld!r}'})"


new_row: Callable[[Iterable[object]], Row] = row_maker(Row, ("tiles", "meld", "problem", "claim"))
"""Build a row from its fields, without checks."""


def row_of(row: Row | MeldLike, name: str) -> Row:
    """Convert an argument to a row.

    The row has no meld yet. Error messages use `name` as the name of the argument.
    """
    if isinstance(row, Row):
        return row
    tiles, claim = _tiles_and_claim(row, name)
    return new_row((tiles, None, None, claim))


# ------------------------------------------------------------------------------------------------------------- readings


# Most rows do not change between moves, so a cache saves time.
@lru_cache(maxsize=2**12)
def melds_of_tiles(tiles: tuple[Tile, ...]) -> tuple[tuple[bool, Meld], ...]:
    """Return every meld of exactly these tiles.

    A flag before each meld is True if the tiles are already in the order of the meld.
    """
    return tuple(_melds_of_tiles(tiles))


def _melds_of_tiles(tiles: tuple[Tile, ...]) -> Iterator[tuple[bool, Meld]]:
    naturals = [tile for tile in tiles if tile is not JOKER]
    size = len(tiles)
    if not naturals or not SHORTEST <= size <= HIGHEST:
        return
    first, numbers = naturals[0], [NUMBER[tile] for tile in naturals]
    if {*numbers} == {numbers[0]}:
        if size <= len(COLORS) and len({*naturals}) == len(naturals):
            yield True, _new_group((tuple(sorted(tiles)),))
        if len(naturals) > 1:
            return
    if any(COLOR_INDEX[tile] != COLOR_INDEX[first] for tile in naturals) or len({*numbers}) < len(numbers):
        return
    by_number = dict(zip(numbers, naturals, strict=True))
    lowest, highest = min(numbers), max(numbers)
    for start in range(min(lowest, HIGHEST + 1 - size), max(1, highest + 1 - size) - 1, -1):
        row = tuple([by_number.get(number, JOKER) for number in range(start, start + size)])
        yield row == tiles, _new_run((row,))


def claimed_meld(tiles: tuple[Tile, ...], claim: Claim) -> tuple[Meld | None, Violation | None]:
    """Return the meld of the given kind, or the reason why the tiles do not make one."""
    try:
        return made_in_row(MAKERS[JOINTS[claim]], tiles), None
    except InvalidMeld as error:
        return None, error.violations[0]


def readings(row: Row, rules: Rules, known: Set[Meld] = frozenset()) -> tuple[tuple[Meld, ...], Violation | None]:
    """Return the melds that the tiles of a row can make, in order of preference.

    Melds in the order of the tiles come first, then melds of the table, then melds with the most points. If there are
    no melds, the second value is the reason.

    Args:
        row: The row.
        rules: The rules of the deal.
        known: The melds of the table, which are allowed under any rules.
    """
    tiles, claim = row.tiles, row.claim
    if claim is not None:
        meld, reason = claimed_meld(tiles, claim)
        if meld is None:
            return (), reason
        found: Sequence[tuple[bool, Meld]] = ((True, meld),)
    else:
        found = melds_of_tiles(tiles)
    if not found:
        return (), _reason_for_no_meld(tiles)
    if len(found) == 1 and rules.max_number == HIGHEST:
        return (found[0][1],), None
    forbidden = [None if meld in known else next(meld_violations(rules, meld), None) for _, meld in found]
    fitting = [each for each, problem in zip(found, forbidden, strict=True) if problem is None]
    if not fitting:
        [problem, *_] = filter(None, forbidden)
        return (), Violation(problem.code, tiles, rows=(tiles,))
    if len(fitting) > 1:
        fitting.sort(key=lambda each: (not each[0], each[1] not in known, -each[1].value))
    return tuple(meld for _, meld in fitting), None


def read_row(row: Row | Iterable[Tile], rules: Rules, *, known: Set[Meld] = frozenset()) -> Row:
    """Return a row with the preferred meld of its tiles, or with the reason why they make no meld.

    The rules decide which melds are legal.
    """
    given = row if isinstance(row, Row) else new_row((tuple(row), None, None, None))
    melds, problem = readings(given, rules, known)
    return new_row((given.tiles, melds[0] if melds else None, problem, given.claim))


def _reason_for_no_meld(tiles: tuple[Tile, ...]) -> Violation:
    naturals = set(tiles) - {JOKER}
    if len(tiles) < SHORTEST:
        code = Code.TOO_FEW_TILES
    elif not naturals:
        code = Code.ONLY_JOKERS
    elif len({tile.number for tile in naturals}) == 1:
        code = Code.COLOR_TWICE if len(naturals) + tiles.count(JOKER) < len(tiles) else Code.NO_SUCH_TILE
    elif len({tile.color for tile in naturals}) == 1:
        code = Code.NOT_CONSECUTIVE
    else:
        code = Code.NOT_A_MELD
    return Violation(code, tiles, rows=(tiles,))


@typed
def possible_melds(pieces: Tiles, rules: Rules = Rules()) -> tuple[Meld, ...]:
    """Return every meld of exactly these tiles.

    Args:
        pieces: The tiles, in any order.
        rules: The rules of the deal.

    Returns:
        The melds. Melds in the given order of the tiles come first, then melds with the most points. Empty if no meld
        is possible.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> possible_melds("R5 * R4")
        (Run('R4-R5-*'), Run('*-R4-R5'))
        >>> possible_melds(["R13", "*", "*"])
        (Group('R13=*=*'), Run('*-*-R13'))
    """
    tiles = tiles_of(pieces, "pieces")
    return readings(new_row((tiles, None, None, None)), rules)[0]


@typed
def melds_in(hand: Tiles, rules: Rules = Rules()) -> Iterator[Meld]:
    """Yield every meld that can be made from some of these tiles.

    Args:
        hand: The tiles, in any order.
        rules: The rules of the deal.

    Yields:
        Each meld once, in the order of its lowest natural tile.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> [str(meld) for meld in melds_in("R4 R5 R6 K4 B4 O9")]
        ['R4=K4=B4', 'R4-R5-R6']
    """
    tiles = tiles_of(hand, "hand")
    naturals = {*tiles} - {JOKER}
    for lowest in sorted(naturals):
        yield from melds_from(rules, lowest, naturals, tiles.count(JOKER))
