"""Deals played by player functions: one as a record, or many as a stream of rows."""

import pickle
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from itertools import islice, permutations
from math import factorial
from random import Random
from typing import Any, Generic, NamedTuple

from attrs import field, frozen

from rami import __version__
from rami.dealing import derive
from rami.errors import RulesError, check_word, shown
from rami.game import Deal, Game, Result, rules_of
from rami.players import Player, ask, name_of
from rami.record import Record
from rami.referee import GameRules, M, R, S, V, check_position
from rami.shapes import row_of, typed, typed_fields, whole

AHEAD = 1024
"""Number of deals under way at an executor: enough for hundreds of workers, and little memory."""

MOST_PLAYERS = 8
"""Largest number of players that are seated in every order: eight have 40,320 seatings."""

HIGHEST = 10**9
"""Highest score of a row, and lowest below zero: sums of them are exact and fit into floats."""


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return row_of("players", names, str)


def _numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return row_of("scores and winners", numbers, int)


def check_names(players: Collection[str]) -> None:
    """Refuse names that cannot be shown, and too few or too many of them."""
    for name in players:
        check_word("the name of a player", name)
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise RulesError(f"2 to {MOST_PLAYERS} players play in every seating, not {len(players)}")


@frozen(field_transformer=typed_fields)
class DealRow:
    """The outcome of one deal, flat enough for a line of JSON or CSV.

    `json.dumps(attrs.asdict(row))` writes it, `DealRow(**json.loads(line))` reads it.

    Attributes:
        game: The name of the game.
        edition: The name of the edition; for other rules, their `repr`.
        version: The version of the library.
        seed: The seed of the deal.
        seating: The number of the order of the players, from 0, as `itertools.permutations` yields the orders.
        players: The names of the players, by seat.
        scores: The score of each player, by seat.
        winners: The seats that won.
        turns: The number of turns.

    Raises:
        RulesError: If a name is long or cannot be printed, or the seats do not fit together.
    """

    game: str
    edition: str
    version: str
    seed: int
    seating: int
    players: tuple[str, ...] = field(converter=_names)
    scores: tuple[int, ...] = field(converter=_numbers)
    winners: tuple[int, ...] = field(converter=_numbers)
    turns: int

    def __attrs_post_init__(self) -> None:
        """Check what a file may have brought."""
        check_names(self.players)
        seats = len(self.players)
        whole("seating", self.seating, 0, factorial(seats) - 1)
        if len(set(self.players)) != seats or len(self.scores) != seats:
            raise RulesError("a row has players of different names, and a score for each")
        for score in self.scores:
            whole("a score", score, -HIGHEST, HIGHEST)
        if sorted({*self.winners} & {*range(seats)}) != sorted(self.winners):
            raise RulesError(f"the winners must be seats, each once, not {shown(self.winners)}")


@typed
def play_deal(
    game: Game[R, S, M, V], players: Sequence[Player[V, M]], *, rules: R | None = None, seed: int
) -> Record[R, S, M, V]:
    """Play one deal.

    Args:
        game: The game.
        players: A player function for each seat.
        rules: The rules of the deal; None for the first of the game's presets.
        seed: The seed of the deal, and of the chance that the players are given.

    Returns:
        The record; the same arguments give the same one, as long as the players keep to the chance that they are given.

    Raises:
        IllegalMove: If a player makes an illegal move.
        PlayerFailed: If a player raises an error.
        RulesError: If there are too few or too many players, or `seed` is not a whole number.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import random_player
        >>> record = play_deal(contracts.GAME, [random_player] * 2, seed=1)
        >>> len(record.moves) > 20, record.seed
        (True, 1)
    """
    chosen = rules_of(game, rules)
    played = _played(game, tuple(players), chosen, seed)
    return Record(game=game, rules=chosen, players=len(players), deal=played.deal, moves=played.moves, seed=seed)


@typed
def deals(
    game: Game[R, S, M, V],
    players: Mapping[str, Player[V, M]],
    *,
    rules: R | None = None,
    seeds: Iterable[int],
    executor: Executor | None = None,
) -> Iterator[DealRow]:
    """Play every seating of the players on each seed, and yield a row for each deal as it ends.

    The luck of the deal is much larger than the difference of two good players: only the same deal from every seat
    shows it in reasonable time. There are 2 seatings of two players, 6 of three, 24 of four.

    The rows come in the order of the seeds and then of the seatings, and are the same whatever the executor. At most
    1,024 deals are under way or waiting to be taken; the seeds may be endless.

    Args:
        game: The game.
        players: The players by name, one for each seat, 2 to 8; processes need functions that can be pickled.
        rules: The rules of the deals; None for the first of the game's presets.
        seeds: The seed of each deal.
        executor: Where the deals are played, such as a `ProcessPoolExecutor`; None for here.

    Yields:
        A row for each seed and seating.

    Raises:
        IllegalMove: If a player makes an illegal move.
        PlayerFailed: If a player raises an error. A note of it names the seed; the rows before it are yielded.
        RulesError: If an argument is out of range, or cannot be sent to the processes of the executor.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import quick_player, random_player
        >>> players = {"quick": quick_player, "random": random_player}
        >>> for row in deals(contracts.GAME, players, seeds=range(2)):
        ...     print(row.seed, row.players, row.scores)
        0 ('quick', 'random') (34, 12)
        0 ('random', 'quick') (13, 34)
        1 ('quick', 'random') (38, 14)
        1 ('random', 'quick') (9, 26)
    """
    chosen = rules_of(game, rules)
    check_names(players)
    _check_seats(chosen, len(players))
    job = _Job(game, tuple(players), tuple(players.values()), chosen, _edition(game, chosen))
    tasks = (
        _Task(seed, number, order) for seed in seeds for number, order in enumerate(permutations(range(len(players))))
    )
    if executor is None:
        return map(job.row, tasks)
    _check_picklable(executor, job)
    return _spread(executor, job, tasks)


class _Task(NamedTuple):
    """A deal to play: its seed, the number of the seating, and the number of the player in each seat."""

    seed: int
    seating: int
    order: tuple[int, ...]


@frozen
class _Job(Generic[R, S, M, V]):
    """What every worker needs, as a value that can be sent."""

    game: Game[R, S, M, V]
    names: tuple[str, ...]
    players: tuple[Player[V, M], ...]
    rules: R
    edition: str

    def row(self, task: _Task) -> DealRow:
        players = tuple(self.players[number] for number in task.order)
        try:
            played = _played(self.game, players, self.rules, task.seed)
        except Exception as error:
            error.add_note(f"in seating {task.seating} of the seed {shown(task.seed)}")
            raise
        return DealRow(
            game=self.game.name,
            edition=self.edition,
            version=__version__,
            seed=task.seed,
            seating=task.seating,
            players=tuple(self.names[number] for number in task.order),
            scores=played.result.scores,
            winners=played.result.winners,
            turns=played.last.turn,
        )


def _edition(game: Game[R, S, M, V], rules: R) -> str:
    return next((name for name, preset in game.presets.items() if preset == rules), repr(rules))


def _check_seats(rules: GameRules, players: int) -> None:
    allowed = rules.player_counts
    if players not in allowed:
        raise RulesError(f"players must be a number from {allowed[0]} to {allowed[-1]}, not {players}")


class _Played(NamedTuple, Generic[S, M]):
    """A deal that was played to its end."""

    deal: Deal
    moves: list[M]
    last: S
    result: Result


def _played(game: Game[R, S, M, V], players: tuple[Player[V, M], ...], rules: R, seed: int) -> _Played[S, M]:
    """Play a deal.

    Every player has a source of chance of its own, so that one does not change the luck of another.
    """
    deal = game.shuffle(len(players), rules, seed=seed)
    state = game.from_deal(len(players), rules, deal)
    check_position(state)
    chances = [Random(derive(seed, "player", seat)) for seat in range(len(players))]
    moves: list[M] = []
    while (result := game.result(state)) is None:
        seat = state.current_player
        moves.append(ask(players[seat], game.observe(state, seat), chances[seat]))
        state = game.apply(state, moves[-1])
    return _Played(deal, moves, state, result)


def _check_picklable(executor: Executor, job: _Job[Any, Any, Any, Any]) -> None:
    """Refuse what an executor of processes could not send, and say what to do instead."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # slow to import, and rarely needed

    if not isinstance(executor, ProcessPoolExecutor):
        return
    for value in (job.game, *job.players):
        try:
            pickle.dumps(value)
        except Exception as error:
            what = f"the game {job.game.name}" if value is job.game else name_of(value)
            raise RulesError(
                f"{what} cannot be sent to another process ({shown(error)}): make its functions with def at the top of "
                "a module, not with lambda or inside other functions; or use a ThreadPoolExecutor"
            ) from error


def _spread(executor: Executor, job: _Job[Any, Any, Any, Any], tasks: Iterator[_Task]) -> Iterator[DealRow]:
    """Yield the rows in order, with a bounded number of deals given out; cancel what is no longer wanted."""
    waiting: deque[Future[DealRow]] = deque()
    try:
        waiting.extend(executor.submit(job.row, task) for task in islice(tasks, AHEAD))
        while waiting:
            row = waiting.popleft().result()
            waiting.extend(executor.submit(job.row, task) for task in islice(tasks, 1))
            yield row
    finally:
        for future in waiting:
            future.cancel()
