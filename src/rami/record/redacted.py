"""A deal as one seat saw it."""

from collections.abc import Iterable
from types import NoneType
from typing import Generic, cast

from attrs import field, frozen

from rami.errors import RecordError
from rami.game import Game, Result
from rami.protocols import M, R, S, V, check_view
from rami.shapes import check_seat, instance, one_of, row_of, whole


def row_of_moves(moves: Iterable[M]) -> tuple[M, ...]:
    """Return moves as a tuple; the record itself checks that they are moves of its game."""
    return row_of("moves", moves, cast("type[M]", object))


def _views(views: Iterable[V]) -> tuple[V, ...]:
    return row_of("views", views, cast("type[V]", object))


@frozen(kw_only=True)
class Redacted(Generic[R, S, M, V]):
    """A deal as one player, or a spectator, saw it; it is made of views, so nothing hidden is in it.

    Attributes:
        game: The game.
        rules: The rules of the deal.
        players: The number of players.
        player: The seat whose views these are; None for a spectator.
        views: The view at the start, and after each move.
        moves: The moves, which everybody sees.
        result: How the deal ended; None if it was still running.

    Raises:
        WrongType: If a field has a value of another type.
        RecordError: If there is not one view more than there are moves, or a view is another player's.
    """

    game: Game[R, S, M, V]
    rules: R
    players: int
    player: int | None
    views: tuple[V, ...] = field(repr=False, converter=_views, metadata={"changing": True})
    moves: tuple[M, ...] = field(converter=row_of_moves)
    result: Result | None

    def __attrs_post_init__(self) -> None:
        """Check the types, and that the views fit the moves, the player and the rules."""
        instance("game", self.game, Game)
        instance("rules", self.rules, self.game.rules, f"the Rules of {self.game.name}")
        whole("players", self.players)
        check_seat("player", self.player, self.players)
        one_of("result", self.result, (Result, NoneType))
        if len(self.views) != len(self.moves) + 1:
            raise RecordError(f"{len(self.moves)} moves are seen in {len(self.moves) + 1} views, not {len(self.views)}")
        for number, view in enumerate(self.views):
            check_view(view)
            if (view.player, view.players, view.rules) != (self.player, self.players, self.rules):
                raise RecordError(f"view {number} is not of this player, or not of this deal")
