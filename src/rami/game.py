"""The class `Game`, and the order of pieces of a deal."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, cast

from attrs import evolve, field, fields, frozen

from rami.errors import (
    RamiError,
    Violation,
    ViolationCode,
    WrongType,
    check_word,
    shown,
)
from rami.messages import Phrase
from rami.pieces import Piece, as_row
from rami.referee import GameRules, M, R, S, V
from rami.results import Result
from rami.shapes import instance, row_of, typed_fields

if TYPE_CHECKING:
    from random import Random

    from rami.explaining import MoveEvent
    from rami.sentences.rules import Paragraph

R_contra = TypeVar("R_contra", bound=GameRules, contravariant=True)
S_co = TypeVar("S_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


@frozen(field_transformer=typed_fields)
class Deal:
    """Everything in a deal that chance decides before the first move.

    A deal can be entered from a real table as well as shuffled from a seed.

    Attributes:
        order: The pieces in the order in which they are dealt and then drawn.
        draws: The pieces drawn to decide who starts, in the order drawn; empty where `starter` says it.
        starter: The seat that starts, where no draw decides it.
        seed: What decides any shuffle later in the deal.

    Examples:
        >>> from rami import gin
        >>> deal = gin.GAME.shuffle(2, gin.Rules(), seed=1)
        >>> len(deal.order), deal.draws, deal.starter
        (52, (), 1)
    """

    order: tuple[Piece | int, ...] = field(converter=as_row)
    draws: tuple[Piece | int, ...] = field(default=(), converter=as_row)
    starter: int | None = None
    seed: int = 0


MatchWinner = Literal["total", "games_then_total"]
"""The aim of a match (A26).

It is the points, or the number of deals won and then the points.
"""

MatchEnd = Literal["reach", "lowest_at", "eliminate"]
"""Effect of `match_points` (C10).

`reach`: a player with that many points ends the match. `lowest_at`: a player who lost that many points ends the match.
`eliminate`: a player who lost that many points is out, and the last remaining player wins.
"""


class Shuffle(Protocol[R_contra]):
    """The type of a game's `shuffle`."""

    def __call__(self, players: int, rules: R_contra = ..., *, seed: int, starter: int | None = ...) -> Deal:
        """Shuffle a deal from a seed.

        `starter` is the seat that starts, if the rules have no draw for the start.
        """
        ...


class Determinize(Protocol[V_contra, S_co]):
    """The type of a game's `determinize`."""

    def __call__(self, view: V_contra, *, seed: int) -> S_co:
        """Return a random full state that fits the view."""
        ...


def _classes(kinds: Iterable[type[M]]) -> tuple[type[M], ...]:
    if not isinstance(kinds, Iterable):
        raise RamiError(f"the moves of a game must be classes, not {shown(kinds)}")
    return tuple(kinds)


def _nobody(result: Result, starter: int | None, rules: object) -> int | None:  # noqa: ARG001
    return None


def _values(kinds: Iterable[type[object]]) -> tuple[type[object], ...]:
    return _classes(kinds)


@frozen(kw_only=True, cache_hash=True, repr=False)
class Game(Generic[R, S, M, V]):
    """A game, with all its types and functions.

    The class is generic in the rules, states, moves and views.

    Programs that work for any game take this value; a new game is one more `Game(...)`, with nothing to
    inherit or register. Its states are a `Position`, its views a `PlayerView`. Fields with a default may be
    left out; a service that needs one says so.

    Attributes:
        name: The name of the game, for example `"rummikub"`.
        rules: The class of its rules.
        state: The class of its states.
        moves: The classes of its moves.
        view: The class of its views.
        deals: The class of its deals: `Deal`, or one with more fields.
        values: Further classes that have JSON, such as the draft of a turn.
        presets: The editions by name; the first is the default of the services.
        shuffle: Shuffles a `Deal` from a seed.
        from_deal: Returns the first state of a given `Deal`.
        check: Returns every violation of a move, or its notation; () if it is legal.
        apply: Returns the state after a move, or its notation; raises `IllegalMove`.
        legal_moves: Yields legal moves in a fixed order; never none while the deal runs.
        observe: Returns what a player, or a spectator (None), may know.
        determinize: Returns a random full state that fits a view.
        result: Returns how the deal ended, from a state or any view of it; None while it runs.
        parse_move: Reads a move from its notation.
        parse_piece: Reads a piece from its notation; for records and JSON.
        codes: The kinds of violation; for the JSON of violations.
        endings: The possible values of `Result.detail`, which tests have to reach.
        part_reasons: The reasons of the parts of a result; for the JSON of results.
        flaws: Returns why a position or a view cannot exist, as sentences; () when it can. It never raises while
            the types of the fields are right. For JSON, and for the promise that no piece is lost.
        next_starter: Returns who starts the deal after one, from its result, its starter or None, and the rules; None
            if the next one decides it. For matches.
        match_winner: Returns how a match is won by the rules; by points, where it is left out.
        match_end: Returns how points end a match by the rules; by a total reached, where it is left out.
        match_bonuses: Returns the points that a match adds when points have ended it: rows of a name and the points by
            seat. For matches.
        longest: Returns the most moves that a deal between a number of players can have.
        unlisted: The classes of moves that `legal_moves` lists only in part, such as one of many with the same effect.
        quick_to_list: Tells whether `legal_moves` is quick in a position; where it is left out, it always is.
        event: Returns a move as one seat, or a spectator (None), may know it.
        told: Returns the rules in words, for `rami.prose`.
        best_turn: Returns the turn that a good player would make from a view: its moves to the end of the turn, or to a
            card that is drawn unseen; () if that player does not move.
        quick: Returns a sensible move in a fraction of the time of `best_turn`, for `rami.players.quick_player`.
        absent: Returns the least that a player may do, for `rami.players.absent_player`.
        random: Returns a random legal move; if it is left out, one of the first 32 of `legal_moves`.
        secret: The fields of a state that nobody but their owner may know; None for those that its repr leaves out.
        module: The name of the module whose `GAME` this is, or was before it was evolved; "" for none. A game pickles
            as that name and the fields that differ, so its functions need not be picklable.

    Raises:
        RamiError: If a type is not a class, a function cannot be called, or an edition is not of the rules.

    Examples:
        >>> from rami import gin
        >>> state = gin.GAME.new_game(2, seed=1)
        >>> gin.GAME.name, gin.GAME.is_legal(state, "pass"), len(gin.GAME.presets) > 1
        ('gin', True, True)
    """

    name: str
    rules: type[R]
    state: type[S]
    moves: tuple[type[M], ...] = field(converter=_classes)
    view: type[V]
    deals: type[Deal] = Deal
    values: tuple[type, ...] = field(default=(), converter=_values)
    presets: Mapping[str, R] = field(hash=False)
    shuffle: Shuffle[R]
    from_deal: Callable[[int, R, Deal], S]
    check: Callable[[S | V, M | str], tuple[Violation, ...]]
    apply: Callable[[S, M | str], S]
    legal_moves: Callable[[S | V], Iterator[M]]
    observe: Callable[[S, int | None], V]
    determinize: Determinize[V, S]
    result: Callable[[S | V], Result | None]
    parse_move: Callable[[str], M]
    parse_piece: Callable[[str], int] | None = None
    codes: type[ViolationCode] | None = None
    endings: type[StrEnum] | None = None
    part_reasons: type[StrEnum] | None = None
    flaws: Callable[[S | V], tuple[str, ...]]
    next_starter: Callable[[Result, int | None, R], int | None] = _nobody
    match_winner: Callable[[R], MatchWinner] | None = None
    match_end: Callable[[R], MatchEnd] | None = None
    match_bonuses: Callable[[tuple[Result, ...], R], tuple[tuple[Phrase, tuple[int, ...]], ...]] | None = None
    longest: Callable[[R, int], int]
    unlisted: tuple[type[M], ...] = field(default=(), converter=_classes)
    quick_to_list: Callable[[S], bool] | None = None
    event: "Callable[[S, M, int | None], MoveEvent[M]]"
    told: "Callable[[R], tuple[Paragraph, ...]] | None" = None
    best_turn: Callable[[V], tuple[M, ...]] | None = None
    quick: Callable[[V], M] | None = None
    absent: Callable[[V], M] | None = None
    random: "Callable[[V, Random], M] | None" = None
    secret: tuple[str, ...] | None = None
    module: str = ""

    def __attrs_post_init__(self) -> None:
        check_word("the name of a game", instance("the name of a game", self.name, str))
        kinds = [("rules", self.rules), ("state", self.state), ("view", self.view), ("deals", self.deals)]
        kinds += [("moves", move) for move in self.moves]
        kinds += [("values", value) for value in self.values]
        kinds += [("unlisted", move) for move in self.unlisted]
        for name, kind in kinds:
            if not isinstance(kind, type):
                raise RamiError(f"the {name} of {self.name} must be a class, not {shown(kind)}")
        for each in fields(type(self)):
            value = getattr(self, each.name)
            if each.name not in _NO_FUNCTIONS and value is not each.default and not callable(value):
                raise RamiError(f"the {each.name} of {self.name} must be a function, not {shown(value)}")
        presets = cast("Mapping[str, object]", self.presets)
        editions = list(presets.values()) if isinstance(presets, Mapping) else []
        if not editions or not all(isinstance(each, self.rules) for each in editions):
            raise RamiError(f"the presets of {self.name} must map one or more names to Rules, not {shown(presets)}")
        if self.secret is not None:
            row_of("secret", self.secret, str)

    def new_game(self, players: int, rules: R | None = None, *, seed: int) -> S:
        """Shuffle, deal, and return the first state.

        Args:
            players: How many players.
            rules: The rules of the deal; None for the first edition.
            seed: Any whole number.
        """
        chosen = next(iter(self.presets.values())) if rules is None else rules
        return self.from_deal(players, chosen, self.shuffle(players, chosen, seed=seed))

    def is_legal(self, position: S | V, move: M | str) -> bool:
        """Return whether a move, or its notation, is legal.

        Args:
            position: A state or a view.
            move: The move.
        """
        return not self.check(position, move)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r})"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickle the module name and the changed fields."""
        home: object = getattr(sys.modules.get(self.module), "GAME", None)
        home = cast("object", home) if isinstance(home, Game) else None
        values = {each.name: getattr(self, each.name) for each in fields(type(self))}
        changes = {name: value for name, value in values.items() if home is None or value is not getattr(home, name)}
        if "presets" in changes:  # Copy the dictionary, because a view of a dictionary cannot be pickled.
            changes["presets"] = dict(self.presets)
        return _game, ("" if home is None else self.module, changes)


_NO_FUNCTIONS = frozenset(["name", "moves", "values", "presets", "unlisted", "secret", "module"])
"""The other fields of a game, which are plain values."""


def _game(module: str, changes: dict[str, Any]) -> Game:
    """Return the game of a module with some fields changed.

    Pickles contain only the name of this function and its arguments.
    """
    if "presets" in changes:
        changes["presets"] = MappingProxyType(changes["presets"])
    home: Game | None = import_module(module).GAME if module else None
    if home is None:
        return Game(**changes)
    return evolve(home, **changes) if changes else home


def rules_of(game: Game[R, S, M, V], rules: R | None) -> R:
    """Return the rules after checking that they belong to the game.

    None stands for the first edition.
    """
    chosen = next(iter(game.presets.values())) if rules is None else rules
    instance("rules", chosen, game.rules, f"the Rules of {game.name}")
    return chosen


def game_of(value: object) -> Game:
    """Return the game of a position, of rules or of another value.

    It is the `GAME` of the package of the class.

    Raises:
        WrongType: If no package of its class has a game.

    Examples:
        >>> from rami import contracts
        >>> game_of(contracts.new_game(2, seed=1)).name
        'contracts'
    """
    home = type(value).__module__
    while home:
        found: Any = getattr(sys.modules.get(home), "GAME", None)
        if isinstance(cast("object", found), Game):
            game: Game = found
            return game
        home = home.rpartition(".")[0]
    raise WrongType(f"a value of a game, such as rules, is expected, not {shown(value)}")
