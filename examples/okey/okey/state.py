"""Positions: the state of a deal, and the views of its players."""

from collections.abc import Iterable
from enum import StrEnum

from attrs import evolve, field, frozen

from rami.own import AllHands, HandsPosition, Mark, MarkRow, OneHand, Picture, check_seat, seen_by, typed, typed_fields

from .rules import HAND, Rules
from .tiles import TEXTS, Tile, Tiles


class Phase(StrEnum):
    """The next action of the player who moves."""

    TAKE = "take"
    DISCARD = "discard"
    OVER = "over"


def _sorted(tiles: Iterable[Tile]) -> Tiles:
    return tuple(sorted(tiles))


def _sorted_rows(rows: Iterable[Iterable[Tile]]) -> tuple[Tiles, ...]:
    return tuple(map(_sorted, rows))


@frozen(kw_only=True, init=False, eq=False)
class PublicPosition(HandsPosition[Tile]):
    """The fields that everybody may know.

    Attributes:
        indicator: The tile that determines the okey.
        discards: The tiles that each player has discarded, by seat, the latest last.
        known: The tiles in each hand that all players know, by seat.
        shown: The tiles of the winner, or () before a player has finished.
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
    def left_neighbor(self) -> int:
        return (self.current_player - 1) % self.players

    @property
    def held(self) -> tuple[int, ...]:
        """The number of tiles that each player should have in this phase."""
        mover = 0 if self.shown else HAND + (self.phase is Phase.DISCARD)
        return tuple(mover if seat == self.current_player else HAND for seat in range(self.players))

    @property
    def public_tiles(self) -> Tiles:
        return (self.indicator, *self.shown, *(tile for pile in self.discards for tile in pile))

    @property
    def picture(self) -> Picture:
        """The phase, the indicator, and the hand and discards of each player."""
        title = TEXTS.phrase(f"pictures.{self.phase}", turn=self.turn + 1)
        rows = [MarkRow(label=title), MarkRow(label=TEXTS.phrase("pictures.indicator"), marks=[self.indicator.mark])]
        for seat, (hand, size) in enumerate(zip(self.seen_hands, self.hand_sizes, strict=True)):
            marks = [tile.mark for tile in (hand or ())]
            marks = marks or [evolve(tile.mark, known=True) for tile in self.known[seat]]
            back = Mark(name=TEXTS.phrase("pictures.back"), word="", shape="tile", up=False)
            active = seat == self.current_player and not self.is_over
            label = TEXTS.phrase("pictures.hand", seat=seat, n=size)
            rows.append(MarkRow(label=label, marks=[*marks, *[back] * (size - len(marks))], active=active))
            pile = self.discards[seat]
            rows.append(
                MarkRow(label=TEXTS.phrase("pictures.discards", n=len(pile)), marks=[each.mark for each in pile[-1:]])
            )
        if self.shown:
            rows.append(MarkRow(label=TEXTS.phrase("pictures.shown"), marks=[tile.mark for tile in self.shown]))
        return Picture(title, [*rows, MarkRow(label=TEXTS.phrase("pictures.stock", n=self.stock_size))])


@frozen(kw_only=True, field_transformer=typed_fields)
class State(AllHands[Tile], PublicPosition):
    """The state of a deal, with all hidden tiles."""

    hands: tuple[Tiles, ...] = field(converter=_sorted_rows, repr=False)
    stock: Tiles = field(repr=False)

    @property
    def stock_size(self) -> int:
        return len(self.stock)


@frozen(kw_only=True, field_transformer=typed_fields)
class View(OneHand[Tile], PublicPosition):
    """The view of one player or of a spectator."""

    player: int | None
    hand: Tiles = field(converter=_sorted)
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    stock_size: int  # pyright: ignore[reportIncompatibleMethodOverride]


@typed
def observe(state: State, player: int | None) -> View:
    """Return the view of a player, or of a spectator if `player` is None."""
    check_seat("player", player, state.players)
    return seen_by(PublicPosition, state, View, player=player, hand=() if player is None else state.hands[player])
