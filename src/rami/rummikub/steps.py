"""A step of a play as a person carries it out: one meld is made, of tiles from rows and from the rack."""

from attrs import evolve, frozen

from rami.errors import Language, RulesError
from rami.pictures import model as marks
from rami.pictures.svg import Pictured
from rami.pieces import row_text, without
from rami.rummikub.melds import Meld
from rami.rummikub.rows import Row
from rami.rummikub.tiles import JOKER, TEXTS, Tile
from rami.sentences import Phrase
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
            raise RulesError(f"the row {self.row} has no {row_text(lost[:14])}")


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
        stay: tuple[Tile, ...] = ()
        if self.meld is not None:
            stay = without(self.meld.tiles, self.tiles)
            if without(self.tiles, self.meld.tiles) or without(stay, self.onto.tiles if self.onto else ()):
                raise RulesError(f"the tiles of the step do not make {self.meld}")
        elif self.onto is not None or self.from_rack:
            raise RulesError("a step that makes no meld takes tiles of rows back to the rack")
        gone = [(self.onto, stay), *((origin.row, origin.tiles) for origin in self.origins)]
        left = [without(row.tiles, tiles) for row, tiles in gone if row is not None]
        made = [Row.of(self.meld)] if self.meld else []
        rest = [sorted(row.tiles) for row in self.after[len(made) :]]
        if list(self.after[: len(made)]) != made or rest != [sorted(tiles) for tiles in left if tiles]:
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

    @property
    def picture(self) -> marks.Picture:
        """Its sentence, and the rows after it, for `svg` and `text`; tiles that were laid or moved stand out."""
        title = self._phrase
        laid, moved = list(self.from_rack), list(without(self.tiles, self.from_rack))
        rows = [lies for row in self.after for lies in row.picture.rows]
        if self.meld:
            made = [evolve(tile.mark, lit=_taken(tile, laid, moved)) for tile in self.after[0].tiles]
            rows[0] = evolve(rows[0], marks=made)
        else:
            back = [evolve(tile.mark, lit="laid") for tile in self.to_rack]
            rows.append(marks.Row(label=TEXTS.phrase("pictures.rack"), marks=back))
        return marks.Picture(title, (marks.Row(label=title), *rows))

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
        return self._phrase.say(lang)

    @property
    def _phrase(self) -> Phrase:
        parts = tuple(map(_from, self.origins))
        if self.meld is None:
            return TEXTS.phrase("steps.back", parts=parts)
        if self.onto is None:
            if not self.before:
                return TEXTS.phrase("steps.lay", meld=self.meld)
            return TEXTS.phrase("steps.make", meld=self.meld, parts=parts)
        freed = without(self.onto.tiles, self.meld.tiles)
        if not freed and not parts:
            jokers = tuple(tile for tile in self.onto.tiles if tile == JOKER)
            return TEXTS.phrase("steps.shift", meld=self.meld, jokers=jokers, onto=str(self.onto))
        if not freed or (set(freed) == {JOKER} and len(freed) == len(self.tiles)):
            key = "steps.replace" if freed else "steps.add"
            return TEXTS.phrase(key, meld=self.meld, parts=parts, onto=str(self.onto))
        kept = Origin(without(self.onto.tiles, freed), self.onto)
        return TEXTS.phrase("steps.make", meld=self.meld, parts=(_from(kept), *parts))

    def __str__(self) -> str:
        return self.message()


def _taken(tile: Tile, laid: list[Tile], moved: list[Tile]) -> marks.Light:
    """Return whether a tile of a meld is one of those laid or moved, and take it from these."""
    rows: tuple[tuple[marks.Light, list[Tile]], ...] = (("laid", laid), ("moved", moved))
    for light, tiles in rows:
        if tile in tiles:
            tiles.remove(tile)
            return light
    return ""


def _from(origin: Origin) -> Phrase | str:
    """Return the tiles of an origin, and where they come from; a whole row is named alone."""
    if origin.row is None:
        return TEXTS.phrase("steps.from-rack", tiles=origin.tiles)
    if len(origin.tiles) == len(origin.row.tiles):
        return str(origin.row)
    return TEXTS.phrase("steps.from-row", tiles=origin.tiles, row=str(origin.row))
