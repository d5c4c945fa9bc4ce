"""Records: one deal from the first piece to the last move, to play, replay, check, keep and show to a player."""

from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Any, Generic, cast

from attrs import evolve, field, fields, frozen

from rami.errors import IllegalMove, RecordError, Violation, WrongType, shown
from rami.explaining import MoveEvent
from rami.game import Deal, Game, Result, rules_of
from rami.referee import M, R, S, V, check_view
from rami.sentences import SHARED
from rami.shapes import altered, check_seat, instance, one_of, row_of, whole

__all__ = ["Record", "Redacted", "Verification"]


def __dir__() -> list[str]:
    return __all__


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


def _counted(moves: tuple[object, ...]) -> str:
    return f"<{len(moves)}>"


@frozen(kw_only=True)
class Verification(Generic[R, S, M, V]):
    """The legal part of a record, and the first move that is illegal.

    Attributes:
        legal: The record up to the first illegal move: all of it, if there is none.
        state: The position after the last legal move.
        illegal: The first illegal move; None if there is none.
        violations: The reasons why that move is illegal.
    """

    legal: "Record[R, S, M, V]"
    state: S = field(repr=False)
    illegal: M | None = None
    violations: tuple[Violation, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every move is legal."""
        return self.illegal is None


@frozen(kw_only=True)
class Record(Generic[R, S, M, V]):
    """One deal: everything that chance decided, and every move. `start` begins one, and `after` adds a move.

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
    # The first position and the one after each move, once they are known: no part of the value.
    _states: tuple[S, ...] = field(default=(), init=False, eq=False, repr=False)

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
            self._remember((first,))

    def __getstate__(self) -> dict[str, Any]:
        """Leave the remembered positions out of pickles."""
        return {each.name: getattr(self, each.name) for each in fields(type(self)) if each.init}

    def __setstate__(self, values: dict[str, Any]) -> None:
        """Restore the fields, and forget the positions."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._remember(())

    def _remember(self, states: tuple[S, ...]) -> None:
        object.__setattr__(self, "_states", states)

    @classmethod
    def start(cls, game: Game[R, S, M, V], players: int, rules: R | None = None, *, seed: int) -> "Record[R, S, M, V]":
        """Shuffle and deal: return a record without moves.

        Args:
            game: The game.
            players: The number of players.
            rules: The rules; None for the first of the game's presets.
            seed: Any whole number; the same seed gives the same deal everywhere.

        Raises:
            RulesError: If the rules do not allow so many players.
            WrongType: If an argument has another type, or `rules` are those of another game.

        Examples:
            >>> from rami import rummikub
            >>> record = Record.start(rummikub.GAME, 2, seed=1)
            >>> record.state == rummikub.new_game(2, seed=1), record.result
            (True, None)
        """
        instance("game", game, Game)
        chosen = rules_of(game, rules)
        deal = game.shuffle(players, chosen, seed=seed)
        return cls(game=game, rules=chosen, players=players, deal=deal, seed=seed)

    def after(self, move: M | str) -> "Record[R, S, M, V]":
        """Return the record with one more move. It costs one `apply`, however long the deal.

        Args:
            move: The move of the player whose turn it is, or its notation.

        Raises:
            IllegalMove: If the move is illegal.
            NotationError: If a text cannot be read.
            WrongType: If it is not a move of the game.

        Examples:
            >>> from rami import gin
            >>> record = Record.start(gin.GAME, 2, seed=1).after("pass")
            >>> record.state.current_player, record.moves
            (0, (Pass(),))
        """
        state = self.game.apply(self.state, move)
        made = self.game.parse_move(move) if isinstance(move, str) else move
        longer = altered(self, moves=(*self.moves, made))
        longer._remember((*self._states, state))
        return longer

    def undo(self) -> "Record[R, S, M, V]":
        """Return the record without its last move.

        Raises:
            RecordError: If there is no move.

        Examples:
            >>> from rami import gin
            >>> first = Record.start(gin.GAME, 2, seed=1)
            >>> first.after(gin.Pass()).undo() == first
            True
        """
        if not self.moves:
            raise RecordError("there is no move to undo", [SHARED.phrase("documents.undo")])
        shorter = altered(self, moves=self.moves[:-1])
        shorter._remember(self._states[:-1])
        return shorter

    @property
    def can_undo(self) -> bool:
        """Whether the player of the last move may take it back, as players allow it at a table.

        It is False at the start, and where the move showed its player a hidden piece, such as a drawn one. Once another
        seat has moved, the last move is that seat's.

        Raises:
            IllegalMove: If a move is illegal; `number` says which.

        Examples:
            >>> from rami import gin
            >>> record = Record.start(gin.GAME, 2, seed=1).after("take")
            >>> record.can_undo, record.undo().after("pass").after("pass").after("draw").can_undo
            (True, False)
        """
        if not self.moves:
            return False
        mover: int = self._known_states()[-2].current_player
        [last] = self.events(mover, since=len(self.moves) - 1)
        return not any(motion.revealed for motion in last.motions)

    @property
    def state(self) -> S:
        """The position after the last move; in a record that was read, all moves are replayed once for it.

        Raises:
            IllegalMove: If a move is illegal; `number` says which.
        """
        return self._known_states()[-1]

    def _known_states(self) -> tuple[S, ...]:
        if not self._states:
            self._remember(tuple(self.states()))
        return self._states

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
            >>> [state.turn for state in Record.start(gin.GAME, 2, seed=1).after(gin.Pass()).states()]
            [0, 1]
        """
        if self._states:
            yield from self._states
            return
        state = self.game.from_deal(self.players, self.rules, self.deal)
        yield state
        for number, move in enumerate(self.moves, start=1):
            try:
                state = self.game.apply(state, move)
            except IllegalMove as error:
                raise IllegalMove(error.violations, number=number) from error
            yield state

    def events(self, seat: int | None, since: int = 0) -> tuple[MoveEvent[M], ...]:
        """Return moves as a player, or a spectator (None), may know them; each costs one move, however long the deal.

        Args:
            seat: The seat, 0-based, or None.
            since: The number of moves to leave out at the beginning: those that are known already.

        Raises:
            IllegalMove: If a move is illegal; `number` says which.
            RulesError: If there is no such seat, or `since` is below 0.

        Examples:
            >>> from rami import gin
            >>> record = Record.start(gin.GAME, 2, seed=1).after("pass").after("take")
            >>> print(*record.events(0, since=1))
            Player 1 takes 3C from the discard pile.
        """
        check_seat("seat", seat, self.players)
        whole("since", since, 0)
        pairs = zip(self._known_states()[since:], self.moves[since:], strict=False)
        return tuple(self.game.event(before, move, seat) for before, move in pairs)

    def verify(self) -> Verification[R, S, M, V]:
        """Check every move, up to the first illegal one.

        Returns:
            The legal part, the position after it, and the first illegal move with its violations.

        Examples:
            >>> from rami import rummikub
            >>> moves = [rummikub.Draw(), rummikub.Pass(), rummikub.Draw()]
            >>> deal = rummikub.GAME.shuffle(2, seed=1)
            >>> record = Record(game=rummikub.GAME, rules=rummikub.Rules(), players=2, deal=deal, moves=moves)
            >>> found = record.verify()
            >>> found.ok, len(found.legal.moves), str(found.illegal), str(found.violations[0].code)
            (False, 1, 'pass', 'pool_not_empty')
        """
        state = self.game.from_deal(self.players, self.rules, self.deal)
        for number, move in enumerate(self.moves):
            if violations := self.game.check(state, move):
                legal = evolve(self, moves=self.moves[:number])
                return Verification(legal=legal, state=state, illegal=move, violations=violations)
            state = self.game.apply(state, move)
        return Verification(legal=self, state=state)

    def redact(self, seat: int | None) -> Redacted[R, S, M, V]:
        """Return what a player could see of the deal, without the order, the seed, or the hands and draws of others.

        Args:
            seat: The seat, 0-based, or None for a spectator.

        Raises:
            IllegalMove: If a move is illegal; `number` says which.
            RulesError: If there is no such seat.

        Examples:
            >>> from rami import rummikub
            >>> record = Record.start(rummikub.GAME, 2, seed=1).after("draw")
            >>> [len(view.rack) for view in record.redact(0).views]
            [14, 14]
        """
        return Redacted(
            game=self.game,
            rules=self.rules,
            players=self.players,
            player=seat,
            views=tuple(self.game.observe(state, seat) for state in self._known_states()),
            moves=self.moves,
            result=self.result,
        )
