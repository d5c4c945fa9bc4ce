"""Coverage-guided play: prefer rare moves, and look for positions that offer a kind of move never made."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from random import Random
from typing import Any, Generic, TypeVar, cast

from attrs import NOTHING, fields, has

from rami.game import Game, M, R, Result, S, V
from rami.games import GAMES
from rami.players import Player, quick_player
from rami.testing.piece_paths import Holding, piece_paths
from rami.testing.strategies import choose

T = TypeVar("T")

LISTED = 100
"""How many legal moves are listed, at most: some positions have thousands."""

CHOICES = 8
"""Among how many of them a move is chosen."""

FEW_OF_A_KIND = 2
"""How many moves of a kind are compared by a player with an aim."""

NEW_SHAPES = 30
"""How many positions with a new shape are examined closely."""

OFFERS = 20
"""How many positions that offer a kind of move are examined before the first deal; later up to twice as many."""

RARE = 12
"""How many positions with few pieces somewhere are examined closely, met in deals that steer to them."""

CORPUS = 20
"""How many moves of each kind are kept, to be tried in other positions."""


def reservoir(items: Iterable[T], size: int, random: Random) -> list[T]:
    """Return up to `size` of the items, each with the same chance, however many there are."""
    chosen: list[T] = []
    for index, item in enumerate(items):
        if index < size:
            chosen.append(item)
        elif (place := int(random.random() * (index + 1))) < size:
            chosen[place] = item
    return chosen


def pick(row: Sequence[T], random: Random) -> T:
    """Return one item of a row that is not empty, each with the same chance."""
    return row[int(random.random() * len(row))]


class Coverage(Generic[M]):
    """The events so far: kinds of moves, codes of violations, ends and their details; and a corpus of moves."""

    def __init__(self, kinds: Iterable[type[M]] = ()) -> None:
        self.seen: Counter[str] = Counter()
        self.move_shapes: Counter[tuple[object, ...]] = Counter()
        self.position_shapes: set[tuple[object, ...]] = set()
        self.corpus: dict[str, list[M]] = {each.__name__: [each()] for each in kinds if _needs_no_argument(each)}
        self.remembered: Counter[str] = Counter()
        self.offers: Counter[str] = Counter()
        self.rare_shapes: set[tuple[object, ...]] = set()
        self.holding: Holding = Holding()
        self.line: list[M] = []
        self.steps = 0

    def made(self, state: object, move: M, random: Random) -> None:
        """Count a move that was made in a position, and remember it."""
        self.seen[kind(move)] += 1
        self.move_shapes[move_shape(state, move)] += 1
        self.remember(move, random)

    def remember(self, move: M, random: Random) -> None:
        """Keep a move for other positions; it may replace another of its kind."""
        name = kind(move)
        self.remembered[name] += 1
        kept = self.corpus.setdefault(name, [])
        if len(kept) < CORPUS:
            kept.append(move)
        elif (place := int(random.random() * self.remembered[name])) < CORPUS:
            kept[place] = move

    def from_corpus(self, count: int, random: Random) -> list[M]:
        """Return moves of other positions, each kind with the same chance."""
        kinds = list(self.corpus.values())
        rows = [pick(kinds, random) for _ in range(count if kinds else 0)]
        return [pick(row, random) for row in rows]

    def ended(self, result: Result) -> None:
        """Count the end of a deal."""
        self.seen[str(result.reason)] += 1
        detail = getattr(result, "detail", None)
        if detail is not None:
            self.seen[str(detail)] += 1

    def is_new(self, state: object) -> bool:
        """Tell whether a position has a shape never met, for the first `NEW_SHAPES` of them."""
        before = len(self.position_shapes)
        if before < NEW_SHAPES:
            self.position_shapes.add(position_shape(state))
        return len(self.position_shapes) > before

    def is_rare(self, state: object) -> bool:
        """Tell whether a position has few pieces somewhere as none before, for the first `RARE` of them."""
        before = len(self.rare_shapes)
        if before < RARE:
            self.rare_shapes.add(_rare_shape(state))
        return len(self.rare_shapes) > before

    def times_made(self, state: object, move: M) -> int:
        """Return how often a move of this shape was made."""
        return self.move_shapes[move_shape(state, move)]


def _needs_no_argument(kind: type[Any]) -> bool:
    return has(kind) and all(each.default is not NOTHING for each in fields(kind) if each.init)


def kind(move: object) -> str:
    """Return the name of the class of a move."""
    return type(move).__name__


def move_shape(state: object, move: object) -> tuple[object, ...]:
    """Return what similar moves share: their kind, first word and rough length, and the phase of the turn."""
    words = str(move).split()
    return kind(move), words[:1] and words[0], min(len(words), 4), str(getattr(state, "phase", ""))


def position_shape(state: object) -> tuple[object, ...]:
    """Return what similar positions share: which of their fields are empty, and the values of flags and enums."""
    known = cast("Any", type(state))
    return tuple(_value_shape(getattr(state, each.name)) for each in fields(known)) if has(known) else ()


def _rare_shape(state: object) -> tuple[object, ...]:
    """Return which rows of a position are empty or have one item: those of seats together."""
    known = cast("Any", type(state))
    return tuple(_fewest(getattr(state, each.name)) for each in fields(known)) if has(known) else ()


def _fewest(value: object) -> object:
    if isinstance(value, tuple):
        row = cast("tuple[object, ...]", value)
        lengths = [len(cast("tuple[object, ...]", item)) for item in row if isinstance(item, tuple)]
        return min(2, *lengths, 2) if lengths else min(2, len(row))
    return value if isinstance(value, Enum) else None


def _value_shape(value: object) -> object:
    if value is None or isinstance(value, bool | Enum):
        return value
    if isinstance(value, tuple):
        row = cast("tuple[object, ...]", value)
        nested = any(item is None or isinstance(item, tuple) for item in row)
        return tuple(item is not None and item != () for item in row) if nested else bool(row)
    return type(value)


class Explorer(Generic[R, S, M, V]):
    """Chooses the moves of a deal, some of them by the author's player, if there is one."""

    def __init__(
        self, game: Game[R, S, M, V], coverage: Coverage[M], random: Random, player: Player[V, M] | None
    ) -> None:
        self.game: Game[R, S, M, V] = game
        self.coverage: Coverage[M] = coverage
        self.random: Random = random
        self.player: Player[V, M] | None = player

    def move(self, state: S, listed: list[M]) -> M:
        """Return the next move: the player's, the rarest of some listed ones, or any."""
        chance = self.random.random()
        if self.player is not None and (chance < 7 / 8 or not listed):
            return self.player(self.game.observe(state, state.current_player), self.random)
        if not listed:
            return choose(self.game, state, self.random)
        some = reservoir(listed, CHOICES, self.random)
        if chance < 1 / 2:
            return min(some, key=lambda move: self.coverage.times_made(state, move))
        return pick(some, self.random)

    def rare_positions(self, start: S, moves: int, offers: int) -> Iterator[S]:
        """Play on from a position without checks, and yield the ends and the positions that offer a rare move.

        Without checks, far more positions are reached than can be examined.
        At first more moves are made, up to four times as many, while the game has endings that were never met.
        """
        state, line = start, list(self.coverage.line)
        self.coverage.line = [*line]
        for number in range(4 * moves):
            if number >= moves and all(self.coverage.seen[str(each)] for each in self.game.endings or ()):
                break
            self.coverage.steps += 1
            listed = list(islice(self.game.legal_moves(state), LISTED))
            if not listed:
                yield state
                state, self.coverage.line = start, [*line]
                continue
            rare = [name for name in {kind(move) for move in listed} if self.coverage.offers[name] < offers]
            if rare:
                here = self.coverage.line
                self.coverage.offers.update(rare)
                self.coverage.line = [*here]
                yield state
                self.coverage.line = here
            move = self.move(state, listed)
            state = self.game.apply(state, move)
            self.coverage.line.append(move)
        self.coverage.line = line


class Aim(Enum):
    """The aim of a player in the deals that steer to rare positions."""

    KEEP_STOCK = "a deal in which the stock is left alone as long as possible"
    GO_OUT = "a deal in which everybody gets rid of pieces"
    USE_STOCK = "a deal in which the stock is used up"
    FIRST = "a deal in which everybody makes the first move that is listed"
    LAST = "a deal in which everybody makes the last move that is listed"
    ANY = "a deal in which everybody makes any move"


def aimed(
    game: Game[R, S, M, V], state: S, listed: Sequence[M], aim: Aim, hidden: Collection[str], random: Random
) -> M:
    """Return the listed move that serves an aim best, of a few of each kind."""
    if aim in (Aim.FIRST, Aim.LAST, Aim.ANY):
        return pick(listed, random) if aim is Aim.ANY else listed[0 if aim is Aim.FIRST else -1]
    kinds: dict[str, list[M]] = {}
    for move in listed:
        kinds.setdefault(kind(move), []).append(move)
    some = [move for moves in kinds.values() for move in reservoir(moves, FEW_OF_A_KIND, random)]
    if len(some) == 1:
        return some[0]
    pieces = frozenset(() if game.pieces is None else game.pieces(cast("Any", state.rules)))

    def cost(move: M) -> tuple[int, int, float]:
        after = game.apply(state, move)
        paths = [path for path in piece_paths(after, pieces) if not path.is_single]
        stock = sum(len(path.pieces(after)) for path in paths if path.seat is None and path.name in hidden)
        own = sum(len(path.pieces(after)) for path in paths if path.seat == state.current_player)
        stays = 0 if aim is Aim.KEEP_STOCK or after.current_player != state.current_player else 1
        primary = {Aim.KEEP_STOCK: -stock, Aim.USE_STOCK: stock, Aim.GO_OUT: own}[aim]
        return primary, stays, random.random()

    return min(some, key=cost)


def sensible_player(game: Game[Any, Any, Any, Any]) -> Player[Any, Any] | None:
    """Return a player of the library for a game that has the views of one of its games; None for others."""
    return quick_player if any(each.view is game.view for each in GAMES) else None


def is_natural(value: object) -> bool:
    """Tell whether a value is a whole number from 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
