"""Rows of tiles that are not all melds yet, and the steps that lead from one table to another."""

from collections.abc import Iterable, Iterator, Set
from itertools import chain

from attrs import field, frozen

from rami.counting import MOST_NAMED
from rami.errors import InvalidMeld, Language, NotationError, RulesError, Violation
from rami.messages import Phrase, Pictured
from rami.pieces import row_text, without
from rami.rummikub.melds import SHORTEST, Group, Meld, Run, meld_violations, run_over
from rami.rummikub.rules import Code, Rules
from rami.rummikub.tiles import HIGHEST, JOKER, TEXTS, Tile, tiles_of
from rami.shapes import typed, typed_fields


def _tiles_of_row(tiles: str | Iterable[Tile]) -> tuple[Tile, ...]:
    row = tiles_of(tiles, "a row")
    if not row:
        raise NotationError("a row has at least one tile")
    return row


@frozen(repr=False, field_transformer=typed_fields)
class Row(Pictured):
    """Tiles that lie together on the table, which need not be a meld while a turn goes on.

    A row counts in any order: `R6 R4 R5` makes the run `R4-R5-R6`. Where its tiles make more than one meld, it is the
    one in whose order they lie, then the one of the highest value.

    Attributes:
        tiles: The tiles as they lie, at least one; may be given as text.
        meld: The meld that they make; None if they make none, or none that the rules allow.
        problem: Why they make none, for a row of a `Draft`; None if they make one.

    Raises:
        NotationError: If there are no tiles.
        InvalidMeld: If `meld` is not made of these tiles, or is there with a `problem`.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> row = Row.of("R4-*-R6")
        >>> row.meld, str(row)
        (Run('R4-*-R6'), 'R4-*-R6')
        >>> Row("K8 R4").sorted
        (Tile('R4'), Tile('K8'))
    """

    tiles: tuple[Tile, ...] = field(converter=_tiles_of_row)
    meld: Meld | None = None
    problem: Violation | None = None

    def __attrs_post_init__(self) -> None:
        """Check that the meld is made of the tiles."""
        if self.meld is None:
            return
        if sorted(self.meld.tiles) != sorted(self.tiles):
            raise InvalidMeld(f"{self.meld!r} is not made of the tiles {row_text(self.tiles[:MOST_NAMED])}")
        if self.problem is not None:
            raise InvalidMeld(f"a row that is the meld {self.meld} has no problem")

    @classmethod
    @typed
    def of(cls, meld: Meld | str) -> "Row":
        """Return the row in which a meld lies.

        Args:
            meld: The meld, or its notation.

        Returns:
            Its tiles in order, as that meld.

        Raises:
            NotationError: If a text is not a meld.
            InvalidMeld: If its tiles are not the meld that it says.
        """
        lies = Meld(meld) if isinstance(meld, str) else meld
        return cls(lies.tiles, lies)

    @property
    def sorted(self) -> tuple[Tile, ...]:
        """The tiles as they would lie: in the order of the meld, or, where they make none, in canonical order."""
        return tuple(sorted(self.tiles)) if self.meld is None else self.meld.tiles

    @property
    def _lies_as_meld(self) -> bool:
        return self.meld is not None and self.meld.tiles == self.tiles

    def __str__(self) -> str:
        return str(self.meld) if self._lies_as_meld else row_text(self.tiles)

    def __repr__(self) -> str:
        if self._lies_as_meld:
            return f"Row.of({str(self)!r})"
        return f"Row({str(self)!r}{'' if self.meld is None else f', {self.meld!r}'})"


def read_row(
    tiles: Iterable[Tile], rules: Rules, *, known: Set[Meld] = frozenset(), as_meld: Meld | None = None
) -> Row:
    """Return the row that tiles make under these rules, in any order, with either its meld or its problem.

    Melds that are `known` fit under any rules; `as_meld` comes before all others, if the tiles lie as it does.
    """
    row = _tiles_of_row(tiles)

    def fits(meld: Meld) -> bool:
        return meld in known or not any(meld_violations(rules, meld))

    if as_meld is not None and as_meld.tiles == row and fits(as_meld):
        return Row(row, as_meld)
    forbidden: list[Meld] = []
    for candidates in (_as_they_lie(row), _in_any_order(row)):  # the first that have a fitting meld
        melds = list(candidates)
        if fitting := list(filter(fits, melds)):
            return Row(row, max(fitting, key=lambda meld: meld.value))
        forbidden += melds
    return Row(row, problem=next(meld_violations(rules, forbidden[0])) if forbidden else _reason(row))


def _as_they_lie(row: tuple[Tile, ...]) -> Iterator[Meld]:
    """Yield the melds that tiles make in the order given, a group in any."""
    for kind in (Group, Run):
        try:
            yield kind(row)
        except InvalidMeld:
            continue


def _in_any_order(row: tuple[Tile, ...]) -> Iterator[Run]:
    """Yield the runs that tiles make if they are sorted, their jokers at any places."""
    naturals = [tile for tile in row if tile != JOKER]
    if not naturals or not SHORTEST <= len(row) <= HIGHEST:
        return
    spans = [range(start, start + len(row)) for start in range(1, HIGHEST + 2 - len(row))]
    yield from filter(None, (run_over(naturals, numbers) for numbers in spans))


def _reason(row: tuple[Tile, ...]) -> Violation:
    """Return why tiles make no meld at all."""
    naturals = set(row) - {JOKER}
    if len(row) < SHORTEST:
        code = Code.TOO_FEW_TILES
    elif not naturals:
        code = Code.ONLY_JOKERS
    elif len({tile.number for tile in naturals}) == 1:
        # A tile that is there twice has a colour twice; else there are more than colours.
        code = Code.COLOR_TWICE if len(naturals) + row.count(JOKER) < len(row) else Code.NO_SUCH_TILE
    elif len({tile.color for tile in naturals}) == 1:
        code = Code.NOT_CONSECUTIVE
    else:
        code = Code.NOT_A_MELD
    return Violation(code, row)


@frozen(field_transformer=typed_fields)
class Origin:
    """Tiles that move in a step, and where they come from.

    Attributes:
        tiles: The tiles, at least one.
        row: The row where they lie before the step; None if they come from the rack.

    Raises:
        RulesError: If there are no tiles, or the row has not all of them.
        WrongType: If a field has a value of another type.
    """

    tiles: tuple[Tile, ...]
    row: Row | None = None

    def __attrs_post_init__(self) -> None:
        """Check that the tiles lie there."""
        if not self.tiles:
            raise RulesError("at least one tile moves")
        if self.row is not None and (lost := without(self.tiles, self.row.tiles)):
            raise RulesError(f"the row {self.row} has no {row_text(lost[:MOST_NAMED])}")


@frozen(field_transformer=typed_fields)
class Step(Pictured):
    """One step of a play: one meld of the new table is made, of tiles of the table and of the rack.

    The tiles of `before` and those from the rack are together the tiles of `after`. Only in a step of `Draft.hint` may
    `meld` be None: then tiles that were laid go back to the rack.

    Attributes:
        meld: The meld that is made; None if tiles go back to the rack.
        onto: The row that it is made from, whose tiles stay where they lie; None if there is none.
        origins: The tiles that move and where they come from, those of the rack last.
        after: What the rows of `before` become: the meld first, then what is left of each row, if anything is.

    Raises:
        RulesError: If the tiles do not make the meld, or `after` is not what becomes of the rows.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami.rummikub import explain, parse_move, set_up
        >>> view = set_up("R6", "R4-R5-R6-R7-R8")
        >>> [step] = explain(view, parse_move("play R4-R5-R6 R6-R7-R8"))
        >>> step.message()
        'Make R6-R7-R8: R7 R8 from R4-R5-R6-R7-R8, R6 from the rack.'
        >>> step.before, step.after
        ((Row.of('R4-R5-R6-R7-R8'),), (Row.of('R6-R7-R8'), Row.of('R4-R5-R6')))
    """

    meld: Meld | None
    onto: Row | None
    origins: tuple[Origin, ...]
    after: tuple[Row, ...]

    def __attrs_post_init__(self) -> None:
        """Check that the tiles which move make the meld, and that the others are those of `after`."""
        meld, onto = self.meld, self.onto
        made: tuple[Row, ...] = ()
        left: list[tuple[Tile, ...]] = []  # of each row in `before`, in this order
        if meld is None:
            if onto or self.from_rack or not self.origins:
                raise RulesError("a step that makes no meld takes tiles of rows back to the rack")
        else:
            of_row = onto.tiles if onto else ()
            staying = without(meld.tiles, self.tiles)  # the tiles of the meld that lie in `onto`
            goes_elsewhere, missing = without(self.tiles, meld.tiles), without(staying, of_row)
            if goes_elsewhere or missing or (onto and not staying):
                raise RulesError(f"the tiles of the step do not make {meld}")
            made = (Row.of(meld),)
            left.append(without(of_row, staying))
        left += [without(origin.row.tiles, origin.tiles) for origin in self.origins if origin.row]
        first, others = self.after[: len(made)], self.after[len(made) :]
        if first != made or [sorted(row.tiles) for row in others] != [sorted(tiles) for tiles in left if tiles]:
            raise RulesError("the rows after the step are the meld that is made, and what is left of each row")

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that come to the meld, or go to the rack; a joker that only changes its place is none of them."""
        return tuple(tile for origin in self.origins for tile in origin.tiles)

    @property
    def before(self) -> tuple[Row, ...]:
        """The rows that change, as they are."""
        return tuple(row for row in (self.onto, *(origin.row for origin in self.origins)) if row is not None)

    @property
    def from_rack(self) -> tuple[Tile, ...]:
        """The tiles that come from the rack."""
        return tuple(tile for origin in self.origins if origin.row is None for tile in origin.tiles)

    @property
    def to_rack(self) -> tuple[Tile, ...]:
        """The tiles that go back to the rack."""
        return () if self.meld else self.tiles

    @typed
    def message(self, lang: Language = "en") -> str:
        """Return the step as a sentence that a user interface can show as it is.

        Args:
            lang: The language.

        Returns:
            One sentence, with the rows in notation: melds joined, the tiles of other rows separated by spaces.

        Raises:
            RamiError: If there is no such language.
        """
        return sentence_of(self).say(lang)

    def __str__(self) -> str:
        return self.message()


def sentence_of(step: Step) -> Phrase:
    """Return a step in words."""
    meld, onto, parts = step.meld, step.onto, tuple(map(_from, step.origins))
    if meld is None:
        return TEXTS.phrase("steps.back", parts=parts)
    if not step.before:
        return TEXTS.phrase("steps.lay", meld=meld)
    if onto is None:
        return TEXTS.phrase("steps.make", meld=meld, parts=parts)
    freed = without(onto.tiles, meld.tiles)  # what leaves the row that the meld is made from
    if not freed and not parts:  # no tile came or went: a joker changed its place
        jokers = tuple(tile for tile in onto.tiles if tile == JOKER)
        return TEXTS.phrase("steps.shift", meld=meld, jokers=jokers, onto=str(onto))
    if not freed:
        return TEXTS.phrase("steps.add", meld=meld, parts=parts, onto=str(onto))
    stood_for = chain(*onto.meld.stands_for.values()) if onto.meld else ()
    is_replaced = {*freed} == {JOKER} and len(freed) == len(step.tiles) and {*step.tiles} <= {*stood_for}
    if is_replaced:
        return TEXTS.phrase("steps.replace", meld=meld, parts=parts, onto=str(onto))
    # Something else leaves the row: name what stays as another part.
    kept = Origin(without(onto.tiles, freed), onto)
    return TEXTS.phrase("steps.make", meld=meld, parts=(_from(kept), *parts))


def _from(origin: Origin) -> Phrase | str:
    """Return the tiles of an origin, and where they come from; a whole row is named alone."""
    if origin.row is None:
        return TEXTS.phrase("steps.from-rack", tiles=origin.tiles)
    if len(origin.tiles) == len(origin.row.tiles):
        return str(origin.row)
    return TEXTS.phrase("steps.from-row", tiles=origin.tiles, row=str(origin.row))
