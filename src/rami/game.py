"""The class `Game`, and the class `Deal` for the random choices of a deal."""

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
    """The random choices of a deal before the first move.

    They are made from a seed, or entered from a real table.

    Attributes:
        order: The pieces in the order in which they are dealt and then drawn.
        draws: The pieces that were drawn to decide who starts, in order. Empty if `starter` is the seat that starts.
        starter: The seat that starts. None if `draws` decide it.
        seed: The seed of any shuffle later in the deal.

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
"""The way to win a match (A26).

`total`: by points. `games_then_total`: by the number of deals won, and then by points.
"""

MatchEnd = Literal["reach", "lowest_at", "eliminate"]
"""The effect of `match_points` on a match (C10).

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

    Programs that work with any game take a `Game` as an argument. To add a game, create another `Game(...)`. It does
    not inherit from a class, and it is not registered. Its states must be a `Position`, and its views a `PlayerView`.
    Fields with a default are optional. A function that needs a missing field raises an error with the name of the
    field.

    Attributes:
        name: The name of the game, for example `"rummikub"`.
        rules: The class of its rules.
        state: The class of its states.
        moves: The classes of its moves.
        view: The class of its views.
        deals: The class of its deals. It is `Deal`, or a class with more fields.
        values: Further classes that have a JSON format, such as the draft of a turn.
        presets: The editions by name. The first edition is the default.
        shuffle: Function that returns a `Deal` for a seed.
        from_deal: Function that returns the first state of a `Deal`.
        check: Function that returns all violations of a move, or of its notation. It returns () if the move is legal.
        apply: Function that returns the state after a move, or after its notation. It raises `IllegalMove` if the move
            is illegal.
        legal_moves: Function that yields legal moves in a fixed order. It yields at least one move while the deal runs.
        observe: Function that returns the view of a seat, or of a spectator (None).
        determinize: Function that returns a random full state that fits a view.
        result: Function that returns the result from a state or a view. It returns None while the deal runs.
        parse_move: Function that parses the notation of a move.
        parse_piece: Function that parses the notation of a piece. Records and JSON need it.
        codes: The violation codes. The JSON of violations needs them.
        endings: The possible values of `Result.detail`. Tests of the game have to reach all of them.
        part_reasons: The reasons of the parts of a result. The JSON of results needs them.
        flaws: Function that returns the reasons why a state or a view cannot exist, as sentences. It returns () if
            there are none. It must not raise an error if the fields have the right types. JSON and the tests of a game
            need it.
        next_starter: Function that returns the seat that starts the next deal of a match. Its arguments are the result
            of a deal, the starter of that deal or None, and the rules. It returns None if the next deal decides who
            starts.
        match_winner: Function that returns how a match is won under the rules. By default, points decide.
        match_end: Function that returns how points end a match under the rules. By default, a match ends when a total
            reaches the points.
        match_bonuses: Function that returns the bonuses of a match that points have ended. A bonus is a name and the
            points by seat.
        longest: Function that returns the maximum number of moves in a deal. Its arguments are the rules and the number
            of players.
        unlisted: The classes of moves that `legal_moves` lists only in part. For example, it may list only one of many
            moves with the same effect.
        quick_to_list: Function that returns whether `legal_moves` is fast in a state. By default, it is always fast.
        event: Function that returns a move as a seat, or a spectator (None), may see it.
        told: Function that returns the rules in words, for `rami.prose`.
        best_turn: Function that returns the moves of a good player from a view to the end of the turn. If a card is
            drawn unseen, the moves end there. The function returns () if it is not the turn of this player.
        quick: Function that returns a sensible move, for `rami.players.quick_player`. It takes a fraction of the time
            of `best_turn`.
        absent: Function that returns a move for a player who has left the game, for `rami.players.absent_player`.
        random: Function that returns a random legal move. By default, it is one of the first 32 legal moves.
        secret: The fields of a state that only the owners of the pieces may see. None stands for all fields that the
            repr does not show.
        module: The name of the module that has this game as `GAME`, or "" if there is none. A copy of the game with
            other fields keeps the name. A pickle contains only the name and the changed fields, so the functions of a
            game need not be picklable.

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
            players: The number of players.
            rules: The rules of the deal. None for the first edition.
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
"""Fields of a game that hold neither a class nor a function."""


def _game(module: str, changes: dict[str, Any]) -> Game:
    """Return the game of a module, with some fields changed.

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
    """Return the game that a position, rules or another value belongs to.

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
