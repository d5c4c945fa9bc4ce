"""The steps that lead from one table to another."""

from itertools import chain

from attrs import frozen

from rami.counting import MOST_NAMED
from rami.errors import Language, RulesError
from rami.messages import Phrase, Pictured
from rami.pieces import row_text, without
from rami.rummikub.melds import Meld
from rami.rummikub.rows import Row
from rami.rummikub.tiles import JOKER, TEXTS, Tile
from rami.shapes import typed, typed_fields


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
        ((Row('R4-R5-R6-R7-R8'),), (Row('R6-R7-R8'), Row('R4-R5-R6')))
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
            made = (Row(meld),)
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
