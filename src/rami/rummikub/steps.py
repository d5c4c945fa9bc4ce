"""Steps from one table to another."""

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
    """The tiles that a step moves from one row or from the rack.

    Attributes:
        tiles: The tiles, at least one.
        row: The row before the step, or None for tiles from the rack.

    Raises:
        RulesError: If there are no tiles, or the row does not have all of them.
        WrongType: If a field has a value of another type.
    """

    tiles: tuple[Tile, ...]
    row: Row | None = None

    def __attrs_post_init__(self) -> None:
        if not self.tiles:
            raise RulesError("an origin must have at least one tile")
        if self.row is not None and (lost := without(self.tiles, self.row.tiles)):
            raise RulesError(f"the row {self.row} lacks these tiles: {row_text(lost[:MOST_NAMED])}")


@frozen(field_transformer=typed_fields)
class Step(Pictured):
    """One step of a play.

    It makes one meld of the new table from tiles of the table and the rack.

    The rows in `after` have the tiles of `before` and those from the rack. `meld` can be None only in a step of
    `Draft.hint`. Such a step returns tiles to the rack that were laid in this turn.

    Attributes:
        meld: The new meld, or None if tiles go back to the rack.
        onto: The row that becomes the meld, or None. Its tiles in the meld do not move.
        origins: The tiles that move and the rows that they come from. Tiles from the rack are last.
        after: The rows after the step: first the meld, then the rest of each row in `before`, if not empty.

    Raises:
        RulesError: If the tiles do not make the meld, or `after` is not the result of the step.
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
        meld, onto = self.meld, self.onto
        made: tuple[Row, ...] = ()
        left: list[tuple[Tile, ...]] = []
        if meld is None:
            if onto or self.from_rack or not self.origins:
                raise RulesError("a step without a meld must return tiles from rows to the rack")
        else:
            of_row = onto.tiles if onto else ()
            staying = without(meld.tiles, self.tiles)
            goes_elsewhere, missing = without(self.tiles, meld.tiles), without(staying, of_row)
            if goes_elsewhere or missing or (onto and not staying):
                raise RulesError(f"the tiles of the step do not make {meld}")
            made = (Row(meld),)
            left.append(without(of_row, staying))
        left += [without(origin.row.tiles, origin.tiles) for origin in self.origins if origin.row]
        first, others = self.after[: len(made)], self.after[len(made) :]
        if first != made or [sorted(row.tiles) for row in others] != [sorted(tiles) for tiles in left if tiles]:
            raise RulesError("the rows after a step must be its new meld and the remaining tiles of each changed row")

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that move to the meld or to the rack.

        A joker that moves within its row does not count.
        """
        return tuple(tile for origin in self.origins for tile in origin.tiles)

    @property
    def before(self) -> tuple[Row, ...]:
        """The rows that the step changes, as they are before the step."""
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
        """Return the step as a sentence for a user interface.

        Args:
            lang: The language.

        Returns:
            One sentence with the rows in notation. The tiles of melds are joined; other tiles are separated by spaces.

        Raises:
            RamiError: If the language is not available.
        """
        return sentence_of(self).say(lang)

    def __str__(self) -> str:
        return self.message()


def sentence_of(step: Step) -> Phrase:
    """Return a sentence that describes a step."""
    meld, onto, parts = step.meld, step.onto, tuple(map(_origin_phrase, step.origins))
    if meld is None:
        return TEXTS.phrase("steps.back", parts=parts)
    if not step.before:
        return TEXTS.phrase("steps.lay", meld=meld)
    if onto is None:
        return TEXTS.phrase("steps.make", meld=meld, parts=parts)
    freed = without(onto.tiles, meld.tiles)
    if not freed and not parts:
        jokers = tuple(tile for tile in onto.tiles if tile == JOKER)
        return TEXTS.phrase("steps.shift", meld=meld, jokers=jokers, onto=str(onto))
    if not freed:
        return TEXTS.phrase("steps.add", meld=meld, parts=parts, onto=str(onto))
    stood_for = chain(*onto.meld.stands_for.values()) if onto.meld else ()
    is_replaced = {*freed} == {JOKER} and len(freed) == len(step.tiles) and {*step.tiles} <= {*stood_for}
    if is_replaced:
        return TEXTS.phrase("steps.replace", meld=meld, parts=parts, onto=str(onto))
    kept = Origin(without(onto.tiles, freed), onto)
    return TEXTS.phrase("steps.make", meld=meld, parts=(_origin_phrase(kept), *parts))


def _origin_phrase(origin: Origin) -> Phrase | str:
    if origin.row is None:
        return TEXTS.phrase("steps.from-rack", tiles=origin.tiles)
    if len(origin.tiles) == len(origin.row.tiles):
        return str(origin.row)
    return TEXTS.phrase("steps.from-row", tiles=origin.tiles, row=str(origin.row))
