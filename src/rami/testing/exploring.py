"""Play that looks for what has not happened yet: rare moves, and positions in which one becomes possible."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from random import Random
from typing import Any, Generic, TypeVar, cast

from attrs import NOTHING, fields, has

from rami import rummikub
from rami.game import Game, M, R, Result, S, V
from rami.games import GAMES
from rami.players import Player, quick_player
from rami.testing.strategies import choose

T = TypeVar("T")

LISTED = 100
"""How many legal moves, at most, are listed where all of them are wanted: some positions have thousands."""

CHOICES = 8
"""Among how many of them a move is chosen."""

SIGHTS = 30
"""How many positions that look like none before are looked at closely."""

LOOKS = 20
"""In how many of the positions between the deals each kind of move is looked for."""

REMEMBERED = 20
"""How many moves of each kind are kept, to be tried in positions that they were not made for."""


def reservoir(items: Iterable[T], size: int, random: Random) -> list[T]:
    """Some of the items, each as likely as any other, however many there are.

    Args:
        items: The items.
        size: How many, at most.
        random: The source of chance.

    Returns:
        The chosen ones.
    """
    chosen: list[T] = []
    for index, item in enumerate(items):
        if index < size:
            chosen.append(item)
        elif (place := int(random.random() * (index + 1))) < size:
            chosen[place] = item
    return chosen


def pick(row: Sequence[T], random: Random) -> T:
    """One of a row, each as likely as any other.

    Args:
        row: The row; not empty.
        random: The source of chance.
    """
    return row[int(random.random() * len(row))]


class Tally(Generic[M]):
    """What has happened so far: kinds of moves, codes of violations, ends and their details; and some of the moves."""

    def __init__(self, kinds: Iterable[type[M]] = ()) -> None:
        self.seen: Counter[str] = Counter()
        self.shapes: Counter[tuple[object, ...]] = Counter()
        self.kept: dict[str, list[M]] = {each.__name__: [each()] for each in kinds if _says_nothing(each)}
        self.offered: Counter[str] = Counter()
        self.sights: set[tuple[object, ...]] = set()
        self.looks: Counter[str] = Counter()
        self.steps = 0

    def made(self, state: object, move: M, random: Random) -> None:
        """A move was made.

        Args:
            state: The position that it was made in.
            move: The move.
            random: The source of chance.
        """
        self.seen[kind(move)] += 1
        self.shapes[shape(state, move)] += 1
        self.remember(move, random)

    def remember(self, move: M, random: Random) -> None:
        """Keep a move, to be tried in other positions; it may take the place of another of its kind.

        Args:
            move: The move.
            random: The source of chance.
        """
        name = kind(move)
        self.offered[name] += 1
        kept = self.kept.setdefault(name, [])
        if len(kept) < REMEMBERED:
            kept.append(move)
        elif (place := int(random.random() * self.offered[name])) < REMEMBERED:
            kept[place] = move

    def others(self, count: int, random: Random) -> list[M]:
        """Moves of other positions, of all kinds alike.

        Args:
            count: How many.
            random: The source of chance.
        """
        kinds = list(self.kept.values())
        rows = [pick(kinds, random) for _ in range(count if kinds else 0)]
        return [pick(row, random) for row in rows]

    def ended(self, result: Result) -> None:
        """A deal has ended.

        Args:
            result: How.
        """
        self.seen[str(result.reason)] += 1
        detail = getattr(result, "detail", None)
        if detail is not None:
            self.seen[str(detail)] += 1

    def is_new(self, state: object) -> bool:
        """Whether a position looks like none before, by what is empty, and by the phase; of so many at the most.

        Args:
            state: The position.
        """
        before = len(self.sights)
        if before < SIGHTS:
            self.sights.add(sight(state))
        return len(self.sights) > before

    def rarity(self, state: object, move: M) -> int:
        """How often a move of this shape was made.

        Args:
            state: The position.
            move: The move.
        """
        return self.shapes[shape(state, move)]


def _says_nothing(kind: type[Any]) -> bool:
    """Whether a kind of move is made of nothing, so that it can be tried before anybody has made one."""
    return has(kind) and all(each.default is not NOTHING for each in fields(kind) if each.init)


def kind(move: object) -> str:
    """The kind of a move, for what was made and what never was.

    Args:
        move: The move.
    """
    return type(move).__name__


def shape(state: object, move: object) -> tuple[object, ...]:
    """What a move has in common with others: its kind, its first word, how long it is, and the phase of the turn.

    Args:
        state: The position.
        move: The move.
    """
    words = str(move).split()
    return kind(move), words[:1] and words[0], min(len(words), 4), str(getattr(state, "phase", ""))


def sight(state: object) -> tuple[object, ...]:
    """What a position has in common with others: what of it is empty, and what is one of a few choices.

    Args:
        state: The position.
    """
    known = cast("Any", type(state))
    return tuple(_look(getattr(state, each.name)) for each in fields(known)) if has(known) else ()


def _look(value: object) -> object:
    if value is None or isinstance(value, bool | Enum):
        return value
    if isinstance(value, tuple):
        row = cast("tuple[object, ...]", value)
        nested = any(item is None or isinstance(item, tuple) for item in row)
        return tuple(item is not None and item != () for item in row) if nested else bool(row)
    return type(value)


class Explorer(Generic[R, S, M, V]):
    """Chooses the moves of a deal.

    Attributes:
        game: The game.
        tally: What has happened so far.
        random: The source of chance.
        player: The author's player, for some of the moves.
    """

    game: Game[R, S, M, V]
    tally: Tally[M]
    random: Random
    player: Player[V, M] | None

    def __init__(self, game: Game[R, S, M, V], tally: Tally[M], random: Random, player: Player[V, M] | None) -> None:
        self.game, self.tally, self.random, self.player = game, tally, random, player

    def move(self, state: S, listed: list[M]) -> M:
        """The next move: the player's, the one that is rarest of some, or any.

        Args:
            state: The position.
            listed: Legal moves in it; may be some of them, or none.
        """
        chance = self.random.random()
        if self.player is not None and (chance < 7 / 8 or not listed):
            return self.player(self.game.observe(state, state.current_player), self.random)
        if not listed:
            return choose(self.game, state, self.random)
        some = reservoir(listed, CHOICES, self.random)
        if chance < 1 / 2:
            return min(some, key=lambda move: self.tally.rarity(state, move))
        return pick(some, self.random)

    def leads(self, start: S, moves: int) -> Iterator[S]:
        """Positions of deals played on from one, in which a kind of move is possible that is rare; and ends.

        Nothing is checked on the way, so that far more positions are reached than can be looked at.

        Args:
            start: The position to start from.
            moves: How many moves; up to four times as many while the game has endings that were never met.

        Yields:
            The positions.
        """
        state = start
        for number in range(4 * moves):
            if number >= moves and all(self.tally.seen[str(each)] for each in self.game.endings or ()):
                return
            self.tally.steps += 1
            listed = list(islice(self.game.legal_moves(state), LISTED))
            if not listed:
                yield state
                state = start
                continue
            rare = [name for name in {kind(move) for move in listed} if self.tally.looks[name] < LOOKS]
            if rare:
                self.tally.looks.update(rare)
                yield state
            state = self.game.apply(state, self.move(state, listed))


def known_player(game: Game[Any, Any, Any, Any]) -> Player[Any, Any] | None:
    """A player that plays sensibly, for games with the positions of one of the library; None for others.

    Args:
        game: The game.
    """
    return quick_player if any(each.view is game.view for each in GAMES) else None


_LISTED_IN_PART = {"rummikub": ("Play", "TimeOut"), "contracts": ("Fill",)}
"""In these games many moves come to the same, and one of them is listed; and the clock's move is the clock's."""


def listed_in_part(game: Game[Any, Any, Any, Any]) -> tuple[str, ...]:
    """The kinds of moves of which a game of the library lists only some.

    Args:
        game: The game, or one with the positions of it.
    """
    return next((_LISTED_IN_PART.get(each.name, ()) for each in GAMES if each.view is game.view), ())


def soon_listed(state: object) -> bool:
    """Whether the first legal moves are found in no time: in Rummikub many jokers can make that seconds.

    Args:
        state: The position.
    """
    if not isinstance(state, rummikub.State):
        return True
    tiles = [*state.racks[state.current_player], *state.table.tiles]
    return len(tiles) <= 40 and tiles.count(rummikub.JOKER) <= 1


def is_number(value: object) -> bool:
    """Whether a value is a whole number from 0.

    Args:
        value: The value.
    """
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
