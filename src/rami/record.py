"""Records of deals.

A record can be played, replayed, verified, stored and shown to players.
"""

from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Any, Generic, cast

from attrs import evolve, field, fields, frozen, has

from rami.errors import IllegalMove, RecordError, Violation, WrongType, shown
from rami.explaining import MoveEvent
from rami.game import Deal, Game, rules_of
from rami.pieces import Piece
from rami.positions import check_possible
from rami.referee import M, R, S, V, check_view
from rami.results import Result
from rami.sentences import SHARED
from rami.shapes import altered, check_seat, instance, one_of, row_of, whole

__all__ = ["Record", "Redacted", "Verification"]


def __dir__() -> list[str]:
    return __all__


def row_of_moves(moves: Iterable[M]) -> tuple[M, ...]:
    """Return moves as a tuple.

    `Record` checks their types.
    """
    return row_of("moves", moves, cast("type[M]", object))


def _views(views: Iterable[V]) -> tuple[V, ...]:
    return row_of("views", views, cast("type[V]", object))


@frozen(kw_only=True)
class Redacted(Generic[R, S, M, V]):
    """A deal as one player or a spectator sees it.

    The record consists of views, so hidden pieces are not in it.

    Attributes:
        game: The game.
        rules: The rules of the deal.
        players: The number of players.
        player: The seat that the views belong to, or None for a spectator.
        views: The view at the start and after each move.
        moves: The moves, which are public.
        result: The result of the deal, or None if it was still running.

    Raises:
        WrongType: If a field has the wrong type.
        RecordError: If the number of views is not one more than the number of moves, or a view belongs to another
            player or deal.

    Examples:
        >>> from rami import rummikub
        >>> seen = Record.start(rummikub.GAME, 2, seed=1).after("draw").redact(0)
        >>> seen.player, len(seen.views), seen.moves, seen.result
        (0, 2, (Draw(),), None)
    """

    game: Game[R, S, M, V]
    rules: R
    players: int
    player: int | None
    views: tuple[V, ...] = field(repr=False, converter=_views, metadata={"changing": True})
    moves: tuple[M, ...] = field(converter=row_of_moves)
    result: Result | None

    def __attrs_post_init__(self) -> None:
        instance("game", self.game, Game)
        instance("rules", self.rules, self.game.rules, f"the Rules of {self.game.name}")
        whole("players", self.players)
        check_seat("player", self.player, self.players)
        one_of("result", self.result, (Result, NoneType))
        if len(self.views) != len(self.moves) + 1:
            raise RecordError(f"{len(self.moves)} moves need {len(self.moves) + 1} views, not {len(self.views)}")
        for number, view in enumerate(self.views):
            check_view(view)
            if (view.player, view.players, view.rules) != (self.player, self.players, self.rules):
                raise RecordError(f"view {number} belongs to another player or another deal")


def _pieces_in(value: object) -> Iterator[Piece]:
    """Yield the pieces in a view."""
    if isinstance(value, Piece):
        yield value
    elif isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from _pieces_in(item)
    elif has(kind := type(value)):
        for each in fields(kind):
            if each.init and each.name != "rules":
                yield from _pieces_in(getattr(value, each.name))


def _counted(moves: tuple[object, ...]) -> str:
    return f"<{len(moves)}>"


@frozen(kw_only=True)
class Verification(Generic[R, S, M, V]):
    """The legal part of a record, and the first illegal move.

    Attributes:
        legal: The record up to the first illegal move, or the whole record if there is none.
        state: The position after the last legal move.
        illegal: The first illegal move, or None.
        violations: The reasons why this move is illegal.

    Examples:
        >>> from rami import gin
        >>> found = Record.start(gin.GAME, 2, seed=1).after("pass").verify()
        >>> found.ok, found.illegal, found.violations, found.state.turn
        (True, None, (), 1)
    """

    legal: "Record[R, S, M, V]"
    state: S = field(repr=False)
    illegal: M | None = None
    violations: tuple[Violation, ...] = ()

    def __attrs_post_init__(self) -> None:
        instance("legal", self.legal, Record)
        row_of("violations", self.violations, Violation)

    @property
    def ok(self) -> bool:
        """True if every move is legal."""
        return self.illegal is None


@frozen(kw_only=True)
class Record(Generic[R, S, M, V]):
    """A deal with all its moves.

    It has the order of the pieces, and every move. Create one with `start` or `from_state`, and add moves with `after`.

    A record contains the whole deal, so it stays valid even if the shuffle changes, and deals from a real table can be
    entered. The seed is only a note. A record of a running game begins with a position instead of a deal. Moves of a
    record that was loaded or built by hand may be illegal: `verify` checks them. The repr shows nothing that is hidden
    from the players.

    Attributes:
        game: The game.
        rules: The rules of the deal.
        players: The number of players.
        deal: The order of the pieces and other random choices. None if the record begins with a position.
        first: The position that the record begins with. None if it begins with a deal.
        moves: The moves, in order.
        seed: The seed of the shuffle, if known.

    Raises:
        WrongType: If a field has the wrong type.
        RecordError: If there are both a deal and a first position, or neither.
        RulesError: If the deal or the first position is impossible under these rules.

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
    deal: Deal | None = field(default=None, repr=False)
    first: S | None = field(default=None, repr=False)
    moves: tuple[M, ...] = field(default=(), converter=row_of_moves, repr=_counted)
    seed: int | None = field(default=None, repr=False)
    _states: tuple[S, ...] = field(default=(), init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        instance("game", self.game, Game)
        instance("rules", self.rules, self.game.rules, f"the Rules of {self.game.name}")
        for number, move in enumerate(self.moves, start=1):
            if not isinstance(move, self.game.moves):
                raise WrongType(f"move {number} must be a move of {self.game.name}, not {shown(move)}")
        if self.seed is not None:
            whole("seed", self.seed, none=True)
        first = self._begin()
        if self.first is not None:
            check_possible(self.game.flaws(first), f"this {type(first).__name__} cannot exist: ")
        if not self.moves:
            self._remember((first,))

    def _begin(self) -> S:
        """Return the first position."""
        if (self.deal is None) == (self.first is None):
            raise RecordError("a record must have either a deal or a first position")
        if self.deal is not None:
            return self.game.from_deal(self.players, self.rules, self.deal)
        first = instance("first", cast("S", self.first), self.game.state, f"a State of {self.game.name}")
        if (first.rules, first.players, self.seed) != (self.rules, self.players, None):
            raise RecordError("a record that begins with a position must have its rules and players, and no seed")
        return first

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields to pickle, without cached positions."""
        return {each.name: getattr(self, each.name) for each in fields(type(self)) if each.init}

    def __setstate__(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._remember(())

    def _remember(self, states: tuple[S, ...]) -> None:
        object.__setattr__(self, "_states", states)

    @classmethod
    def start(cls, game: Game[R, S, M, V], players: int, rules: R | None = None, *, seed: int) -> "Record[R, S, M, V]":
        """Return a record of a deal from a seed, without moves.

        Args:
            game: The game.
            players: The number of players.
            rules: The rules. By default the first of the game's presets.
            seed: Any whole number. The same seed gives the same deal on every machine.

        Raises:
            RulesError: If the rules do not allow this number of players.
            WrongType: If an argument has the wrong type, or `rules` belong to another game.

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

    @classmethod
    def from_state(cls, game: Game[R, S, M, V], state: S) -> "Record[R, S, M, V]":
        """Return a record that begins with a position.

        The position may be from a running game of another program. The pieces, the sizes and the seats are checked. It
        is not checked that legal moves lead to the position. For example, melds on the table are accepted although
        nobody has opened.

        Args:
            game: The game.
            state: The position.

        Raises:
            RulesError: If a check fails. The message lists every flaw that was found.
            WrongType: If `state` is not a state of the game.

        Examples:
            >>> from rami import rummikub
            >>> state = rummikub.apply(rummikub.new_game(2, seed=1), "draw")
            >>> record = Record.from_state(rummikub.GAME, state).after("draw")
            >>> record.state.turn, len(record.moves), record.verify().ok
            (2, 1, True)
        """
        instance("game", game, Game)
        first = instance("state", state, game.state, f"a State of {game.name}")
        return cls(game=game, rules=cast("R", first.rules), players=first.players, first=first)

    def after(self, move: M | str) -> "Record[R, S, M, V]":
        """Return the record with one more move.

        The time does not depend on the length of the deal.

        Args:
            move: A move of the player to move, or its notation.

        Raises:
            IllegalMove: If the move is illegal.
            NotationError: If the notation is invalid.
            WrongType: If `move` is not a move of the game.

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
            RecordError: If the record has no moves.

        Examples:
            >>> from rami import gin
            >>> first = Record.start(gin.GAME, 2, seed=1)
            >>> first.after(gin.Pass()).undo() == first
            True
        """
        if not self.moves:
            raise RecordError("the record has no move to undo", [SHARED.phrase("documents.undo")])
        shorter = altered(self, moves=self.moves[:-1])
        shorter._remember(self._states[:-1])
        return shorter

    @property
    def can_undo(self) -> bool:
        """True if the player of the last move may take it back.

        The rule is the same as at a real table.

        It is False at the start, and if the move showed its player a hidden piece, such as a drawn one. After a move of
        another seat, the last move belongs to that seat.

        Raises:
            IllegalMove: If a move is illegal. `number` is its number, from 1.

        Examples:
            >>> from rami import gin
            >>> record = Record.start(gin.GAME, 2, seed=1).after("take")
            >>> record.can_undo, record.undo().after("pass").after("pass").after("draw").can_undo
            (True, False)
        """
        if not self.moves:
            return False
        before, after = self._known_states()[-2:]
        mover: int = before.current_player
        [last] = self.events(mover, since=len(self.moves) - 1)
        # A move may also show a piece that it does not move, such as the card below the top of the discard pile.
        shown_before, shown_after = (set(_pieces_in(self.game.observe(state, mover))) for state in (before, after))
        return shown_after <= shown_before and not any(motion.revealed for motion in last.motions)

    @property
    def state(self) -> S:
        """The position after the last move.

        A loaded record replays its moves once to compute it.

        Raises:
            IllegalMove: If a move is illegal. `number` is its number, from 1.
        """
        return self._known_states()[-1]

    def _known_states(self) -> tuple[S, ...]:
        if not self._states:
            self._remember(tuple(self.states()))
        return self._states

    def view(self, seat: int | None) -> V:
        """Return the view of a player or a spectator after the last move.

        Args:
            seat: The seat, 0-based, or None for a spectator.

        Raises:
            IllegalMove: If a move is illegal. `number` is its number, from 1.
            RulesError: If the seat does not exist.
        """
        return self.game.observe(self.state, seat)

    @property
    def result(self) -> Result | None:
        """The result of the deal, or None if it has not ended.

        Raises:
            IllegalMove: If a move is illegal. `number` is its number, from 1.
        """
        return self.game.result(self.state)

    def states(self) -> Iterator[S]:
        """Yield the first position and the position after each move.

        Positions are computed one at a time.

        Raises:
            IllegalMove: If a move is illegal. `number` is its number, from 1.

        Examples:
            >>> from rami import gin
            >>> [state.turn for state in Record.start(gin.GAME, 2, seed=1).after(gin.Pass()).states()]
            [0, 1]
        """
        if self._states:
            yield from self._states
            return
        state = self._begin()
        yield state
        for number, move in enumerate(self.moves, start=1):
            try:
                state = self.game.apply(state, move)
            except IllegalMove as error:
                raise IllegalMove(error.violations, number=number) from error
            yield state

    def events(self, seat: int | None, since: int = 0) -> tuple[MoveEvent[M], ...]:
        """Return the moves as events for a player or a spectator.

        The time is proportional to the number of moves.

        Args:
            seat: The seat, 0-based, or None for a spectator.
            since: The number of moves to skip at the beginning.

        Raises:
            IllegalMove: If a move is illegal. `number` is its number, from 1.
            RulesError: If the seat does not exist, or `since` is negative.

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
        """Check all moves up to the first illegal one.

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
        state = self._begin()
        for number, move in enumerate(self.moves):
            if violations := self.game.check(state, move):
                legal = evolve(self, moves=self.moves[:number])
                return Verification(legal=legal, state=state, illegal=move, violations=violations)
            state = self.game.apply(state, move)
        return Verification(legal=self, state=state)

    def redact(self, seat: int | None) -> Redacted[R, S, M, V]:
        """Return a record that shows only the pieces that one seat saw.

        It contains no deal order, no seed, and no hidden pieces of other players.

        Args:
            seat: The seat, 0-based, or None for a spectator.

        Raises:
            IllegalMove: If a move is illegal. `number` is its number, from 1.
            RulesError: If the seat does not exist.

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
