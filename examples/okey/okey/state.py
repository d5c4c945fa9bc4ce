"""Positions: the full state, and what one player may know of it."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from attrs import field, frozen

from rami.pictures.model import Picture, Row, count, counted, hand_rows, pile_row
from rami.positions import AllHands, HandsPosition, OneHand, Views, position_repr
from rami.rummikub import Tile
from rami.shapes import typed_fields

from .rules import HAND, PRESETS, TEXTS, Rules


class Phase(StrEnum):
    """What the player who moves has to do."""

    TAKE = "take"
    DISCARD = "discard"
    OVER = "over"


Tiles = tuple[Tile, ...]


def _sorted(tiles: Iterable[Tile]) -> Tiles:
    return tuple(sorted(tiles))


def _sorted_rows(rows: Iterable[Iterable[Tile]]) -> tuple[Tiles, ...]:
    return tuple(map(_sorted, rows))


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Tile]):
    """What everybody may know.

    Attributes:
        indicator: The tile that says which is the okey.
        discards: What each player has discarded, by seat, the last on top.
        known: The tiles that everybody saw go into a hand, by seat, as long as they are there.
        shown: The hand that has finished; () before.
    """

    by_seat = ("discards", "known")

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.DISCARD
    indicator: Tile
    discards: tuple[Tiles, ...]
    known: tuple[Tiles, ...] = field(converter=_sorted_rows)
    shown: Tiles = field(default=(), converter=_sorted)

    @property
    def stock_size(self) -> int:
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def left_neighbour(self) -> int:
        return (self.current_player - 1) % self.players

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles each player should have, by the phase."""
        mover = 0 if self.shown else HAND + (self.phase is Phase.DISCARD)
        return tuple(mover if seat == self.current_player else HAND for seat in range(self.players))

    @property
    def picture(self) -> Picture:
        """Whose turn it is, the indicator, the hands as far as they are seen, and the discards."""
        title = TEXTS.phrase(f"pictures.{self.phase}", turn=self.turn + 1)
        rows = [Row(label=title), Row(label=TEXTS.phrase("pictures.indicator"), marks=[self.indicator.mark])]
        stock = pile_row(TEXTS.phrase("pictures.stock"), self.stock_size, "tile")
        shown = (
            [Row(label=TEXTS.phrase("pictures.shown"), marks=[tile.mark for tile in self.shown])] if self.shown else []
        )
        return Picture(title, [*rows, *self._hands(), *shown, stock])

    def _hands(self) -> Iterator[Row]:
        for row, pile in zip(hand_rows(self, self.seen_hands, self.hand_sizes, "tile"), self.discards, strict=True):
            yield row
            label = counted(TEXTS.phrase("pictures.discards"), count(len(pile), "tile"))
            yield Row(label=label, marks=[tile.mark for tile in pile[-1:]])

    def __repr__(self) -> str:
        own = self.hand if isinstance(self, View) else ()
        facts = {"phase": self.phase, "indicator": self.indicator, "stock": self.stock_size}
        return position_repr(self, PRESETS, **facts, own=own)


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class State(AllHands[Tile], PublicPosition):
    """A whole position."""

    hands: tuple[Tiles, ...] = field(converter=_sorted_rows)
    stock: Tiles

    @property
    def stock_size(self) -> int:
        return len(self.stock)


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Tile], PublicPosition):
    """What one player, or a spectator, may know."""

    player: int | None
    hand: Tiles = field(converter=_sorted)
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    stock_size: int  # pyright: ignore[reportIncompatibleMethodOverride]


VIEWS = Views(PublicPosition, State, View, hand="hands")
observe = VIEWS.observe
