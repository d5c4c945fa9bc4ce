"""Replay a record, check it, and show it to one player."""

from collections.abc import Iterable
from types import NoneType
from typing import Generic, cast

from attrs import evolve, field, frozen

from rami.errors import RecordError, Violation
from rami.game import Game, M, R, Result, S, V, check_view
from rami.record.record import Record, row_of_moves
from rami.shapes import check_seat, instance, one_of, row_of, typed, whole


@frozen(kw_only=True)
class Verification(Generic[R, S, M, V]):
    """The legal part of a record, and the first move that is illegal.

    Attributes:
        legal: The record up to the first illegal move: all of it, if there is none.
        state: The position after the last legal move.
        illegal: The first illegal move; None if there is none.
        violations: The reasons why that move is illegal.
    """

    legal: Record[R, S, M, V]
    state: S = field(repr=False)
    illegal: M | None = None
    violations: tuple[Violation, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every move is legal."""
        return self.illegal is None


@typed
def verify(record: Record[R, S, M, V]) -> Verification[R, S, M, V]:
    """Check every move of a record, up to the first illegal one.

    Args:
        record: The record.

    Returns:
        The legal part, the position after it, and the first illegal move with its violations.

    Examples:
        >>> from rami import rummikub
        >>> moves = [rummikub.Draw(), rummikub.Pass(), rummikub.Draw()]
        >>> deal = rummikub.GAME.shuffle(2, seed=1)
        >>> record = Record(game=rummikub.GAME, rules=rummikub.Rules(), players=2, deal=deal, moves=moves)
        >>> found = verify(record)
        >>> found.ok, len(found.legal.moves), str(found.illegal), str(found.violations[0].code)
        (False, 1, 'pass', 'pool_not_empty')
    """
    game = record.game
    state = game.from_deal(record.players, record.rules, record.deal)
    for number, move in enumerate(record.moves):
        if violations := game.check(state, move):
            legal = evolve(record, moves=record.moves[:number])
            return Verification(legal=legal, state=state, illegal=move, violations=violations)
        state = game.apply(state, move)
    return Verification(legal=record, state=state)


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
    views: tuple[V, ...] = field(repr=False, converter=_views)
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


@typed
def redact(record: Record[R, S, M, V], player: int | None) -> Redacted[R, S, M, V]:
    """Return what a player could see of a deal, without the deal, the seed, or the hands and draws of others.

    Args:
        record: The record.
        player: The seat, 0-based, or None for a spectator.

    Returns:
        The views of that player, with the moves and the result.

    Raises:
        RecordError: If a move is illegal.
        RulesError: If there is no such seat.

    Examples:
        >>> from rami import rummikub
        >>> deal = rummikub.GAME.shuffle(2, seed=1)
        >>> record = Record(game=rummikub.GAME, rules=rummikub.Rules(), players=2, deal=deal, moves=[rummikub.Draw()])
        >>> [len(view.rack) for view in redact(record, 0).views]
        [14, 14]
    """
    game = record.game
    views: list[V] = []
    result = None
    for state in record.states():
        views.append(game.observe(state, player))
        result = game.result(state)
    return Redacted(
        game=game,
        rules=record.rules,
        players=record.players,
        player=player,
        views=tuple(views),
        moves=record.moves,
        result=result,
    )
