"""The record of a deal, and the deal while it runs."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Generic, cast

from attrs import field, fields, frozen

from rami.errors import IllegalMove, RecordError, WrongType, shown
from rami.events import MoveEvent
from rami.game import Deal, Game, M, R, Result, S, V
from rami.sentences import SHARED
from rami.shapes import altered, check_seat, instance, row_of, typed, whole


def row_of_moves(moves: Iterable[M]) -> tuple[M, ...]:
    """Return moves as a tuple; the record itself checks that they are moves of its game."""
    return row_of("moves", moves, cast("type[M]", object))


def _counted(moves: tuple[object, ...]) -> str:
    return f"<{len(moves)}>"


@frozen(kw_only=True)
class Record(Generic[R, S, M, V]):
    """One deal: everything that chance decided, and every move. `start` begins one, and `play` adds a move.

    The deal is there in full, so a record outlives any change of the shuffle, and one from a real table can be entered;
    the seed is only a note. The moves of a record that was read or made by hand may be illegal: `verify` checks them.
    Like that of a state, its repr shows nothing that is hidden from the players.

    Attributes:
        game: The game.
        rules: The rules of the deal.
        players: The number of players.
        deal: The order of the pieces, and whatever else chance decided.
        moves: The moves in the order in which they were made.
        seed: The seed that the deal was shuffled from, if it is known.

    Raises:
        WrongType: If a field has a value of another type.
        RulesError: If there is no such deal under these rules.

    Examples:
        >>> from rami import rummikub
        >>> deal = rummikub.GAME.shuffle(2, seed=1)
        >>> record = Record(game=rummikub.GAME, rules=rummikub.Rules(), players=2, deal=deal, moves=[rummikub.Draw()])
        >>> record
        Record(game=Game(name='rummikub'), rules=PRESETS['hasbro-2007'], players=2, moves=<1>)
    """

    game: Game[R, S, M, V]
    rules: R
    players: int
    deal: Deal = field(repr=False)
    moves: tuple[M, ...] = field(default=(), converter=row_of_moves, repr=_counted)
    seed: int | None = field(default=None, repr=False)
    _state: S | None = field(default=None, init=False, eq=False, repr=False)  # the position after the moves, once known

    def __attrs_post_init__(self) -> None:
        """Check the types, and that the deal can be dealt."""
        instance("game", self.game, Game)
        instance("rules", self.rules, self.game.rules, f"the Rules of {self.game.name}")
        for number, move in enumerate(self.moves, start=1):
            if not isinstance(move, self.game.moves):
                raise WrongType(f"move {number} is no move of {self.game.name}: {shown(move)}")
        if self.seed is not None:
            whole("seed", self.seed, none=True)
        first = self.game.from_deal(self.players, self.rules, self.deal)
        if not self.moves:
            self._remember(first)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the remembered position out of pickles."""
        return {each.name: getattr(self, each.name) for each in fields(type(self)) if each.init}

    def __setstate__(self, values: dict[str, Any]) -> None:
        """Restore the fields, and forget the position."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._remember(None)

    def _remember(self, state: S | None) -> None:
        object.__setattr__(self, "_state", state)

    def play(self, move: M | str) -> "Record[R, S, M, V]":
        """Return the record with one more move. It costs one `apply`, however long the deal.

        Args:
            move: The move of the player whose turn it is, or its notation.

        Raises:
            IllegalMove: If the move is illegal.
            NotationError: If a text cannot be read.
            WrongType: If it is no move of the game.

        Examples:
            >>> from rami import gin
            >>> record = start(gin.GAME, 2, seed=1).play("pass")
            >>> record.state.current_player, record.moves
            (0, (Pass(),))
        """
        state = self.game.apply(self.state, move)
        made = self.game.parse_move(move) if isinstance(move, str) else move
        longer = altered(self, moves=(*self.moves, made))
        longer._remember(state)
        return longer

    def undo(self) -> "Record[R, S, M, V]":
        """Return the record without its last move.

        Raises:
            RecordError: If there is no move.

        Examples:
            >>> from rami import gin
            >>> first = start(gin.GAME, 2, seed=1)
            >>> first.play(gin.Pass()).undo() == first
            True
        """
        if not self.moves:
            raise RecordError("there is no move to undo", [SHARED.phrase("documents.undo")])
        shorter = altered(self, moves=self.moves[:-1])
        shorter._remember(None)
        return shorter

    @property
    def state(self) -> S:
        """The position after the last move; in a record that was read or undone, all moves are replayed once for it.

        Raises:
            IllegalMove: If a move is illegal; `number` says which.
        """
        if self._state is not None:
            return self._state
        state = deque(self.states(), maxlen=1).pop()
        self._remember(state)
        return state

    def view(self, seat: int | None) -> V:
        """Return what a player, or a spectator (None), may know of the position after the last move.

        Args:
            seat: The seat, 0-based, or None.

        Raises:
            IllegalMove: If a move is illegal; `number` says which.
            RulesError: If there is no such seat.
        """
        return self.game.observe(self.state, seat)

    @property
    def result(self) -> Result | None:
        """The result of the deal; None where the moves stop before its end.

        Raises:
            IllegalMove: If a move is illegal; `number` says which.
        """
        return self.game.result(self.state)

    def states(self) -> Iterator[S]:
        """Yield the first position, and the position after each move, each computed when it is asked for.

        Raises:
            IllegalMove: At a move that is illegal; `number` says which.

        Examples:
            >>> from rami import gin
            >>> [state.turn for state in start(gin.GAME, 2, seed=1).play(gin.Pass()).states()]
            [0, 1]
        """
        state = self.game.from_deal(self.players, self.rules, self.deal)
        yield state
        for number, move in enumerate(self.moves, start=1):
            try:
                state = self.game.apply(state, move)
            except IllegalMove as error:
                raise IllegalMove(error.violations, number=number) from error
            yield state

    def events(self, seat: int | None) -> Iterator[MoveEvent[M]]:
        """Yield every move as a player, or a spectator (None), may know it.

        Args:
            seat: The seat, 0-based, or None.

        Raises:
            IllegalMove: At a move that is illegal; `number` says which.
            RecordError: If the game does not say how a seat sees a move.
            RulesError: If there is no such seat.

        Examples:
            >>> from rami import gin
            >>> print(*start(gin.GAME, 2, seed=1).play(gin.Pass()).events(0))
            Player 2 refuses the upcard.
        """
        check_seat("seat", seat, self.players)
        return self._events(self.game.event, seat)

    def _events(self, seen: Callable[[S, M, int | None], MoveEvent[M]], seat: int | None) -> Iterator[MoveEvent[M]]:
        for (before, _), move in zip(pairwise(self.states()), self.moves, strict=True):
            yield seen(before, move, seat)


@typed
def start(game: Game[R, S, M, V], players: int, rules: R | None = None, *, seed: int) -> Record[R, S, M, V]:
    """Shuffle and deal: a record without moves, which `Record.play` continues.

    Args:
        game: The game.
        players: The number of players.
        rules: The rules; None for the first of the game's presets.
        seed: Any whole number; the same seed gives the same deal everywhere.

    Returns:
        The record.

    Raises:
        RulesError: If the rules do not allow so many players.
        WrongType: If `rules` are those of another game.

    Examples:
        >>> from rami import rummikub
        >>> record = start(rummikub.GAME, 2, seed=1)
        >>> record.state == rummikub.new_game(2, seed=1), record.result
        (True, None)
    """
    chosen = next(iter(game.presets.values())) if rules is None else rules
    instance("rules", chosen, game.rules, f"the Rules of {game.name}")
    deal = game.shuffle(players, chosen, seed=seed)
    return Record(game=game, rules=chosen, players=players, deal=deal, seed=seed)
