"""Play deals with player functions.

A deal is a record, and many deals are a stream of rows.
"""

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
from rami.dealing import check_players, derive
from rami.errors import RamiError, RulesError, check_word, shown
from rami.game import Deal, Game, rules_of
from rami.players import Player, ask, name_of
from rami.record import Record
from rami.referee import M, R, S, V, check_position
from rami.results import Result
from rami.shapes import row_of, typed, typed_fields, whole

AHEAD = 1024
"""Maximum number of deals that are submitted to an executor at the same time.

The number is enough for hundreds of workers, and needs little memory.
"""

MOST_PLAYERS = 8
"""Maximum number of players.

All orders of the players are played. Eight players have 40,320 orders.
"""

HIGHEST = 10**9
"""Maximum absolute value of a score.

Sums of scores are then exact even as floats.
"""


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return row_of("players", names, str)


def _numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return row_of("scores and winners", numbers, int)


def check_names(players: Collection[str]) -> None:
    """Check the number of players and their names.

    Names must be printable.
    """
    for name in row_of("players", players, str):
        check_word("the name of a player", name)
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise RulesError(f"the number of players must be from 2 to {MOST_PLAYERS}, not {len(players)}")


@frozen(field_transformer=typed_fields)
class DealRow:
    """The outcome of one deal.

    It has plain values, for a line of JSON or CSV.

    `json.dumps(attrs.asdict(row))` writes a row, and `DealRow(**json.loads(line))` reads it.

    Attributes:
        game: The name of the game.
        edition: The name of the edition. For other rules, their `repr`.
        version: The version of the library.
        seed: The seed of the deal.
        seating: The index of the order of the players, in the order of `itertools.permutations`.
        players: The names of the players, by seat.
        scores: The score of each player, by seat.
        winners: The seats that won.
        turns: The number of turns.
        ending: The detail of the result, or its reason if there is no detail. "" in rows of older versions.

    Raises:
        RulesError: If a name is too long or not printable, or the fields contradict each other.

    Examples:
        >>> from rami import gin
        >>> from rami.players import quick_player, random_player
        >>> row = next(iter(deals(gin.GAME, {"quick": quick_player, "random": random_player}, seeds=[1])))
        >>> row.game, row.edition, row.seed, row.players, row.ending
        ('gin', 'gin', 1, ('quick', 'random'), 'knock')
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
    # Rows from older versions lack this field, so it is not compared.
    ending: str = field(default="", eq=False)

    def __attrs_post_init__(self) -> None:
        check_names(self.players)
        check_word("the ending", self.ending)
        seats = len(self.players)
        whole("seating", self.seating, 0, factorial(seats) - 1)
        if len(set(self.players)) != seats or len(self.scores) != seats:
            raise RulesError("a row must have players with different names, and a score for each player")
        for score in self.scores:
            whole("a score", score, -HIGHEST, HIGHEST)
        if sorted({*self.winners} & {*range(seats)}) != sorted(self.winners):
            raise RulesError(f"winners must be different seats, not {shown(self.winners)}")


@typed
def play_deal(
    game: Game[R, S, M, V], players: Sequence[Player[V, M]], *, rules: R | None = None, seed: int
) -> Record[R, S, M, V]:
    """Play one deal.

    Args:
        game: The game.
        players: A player function for each seat.
        rules: The rules of the deal. By default the first of the game's presets.
        seed: The seed of the deal and of the players' random generators.

    Returns:
        The record. The same arguments give the same record if the players use no other source of randomness.

    Raises:
        IllegalMove: If a player makes an illegal move. A note names the player and the move.
        PlayerFailed: If a player raises an error.
        WrongType: If a player returns something else than a move. A note names the player.
        RulesError: If the number of players is not allowed, or `seed` is not a whole number.

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
    """Play the deal of each seed with every order of the players.

    Yield a row for each deal.

    The luck of the deal is much larger than the difference between two good players. To measure the difference in
    reasonable time, every player has to play the same deal from every seat. An order of the players is
    called a seating. Two players have 2 seatings, three players have 6, and four players have 24.

    Rows are ordered by seed, then by seating, with or without an executor. At most 1,024 deals are submitted or wait to
    be consumed, so `seeds` may be infinite.

    Args:
        game: The game.
        players: The players by name, 2 to 8, one for each seat. Process pools need functions that can be pickled.
        rules: The rules of the deals. By default the first of the game's presets.
        seeds: The seeds of the deals.
        executor: The executor that plays the deals, such as a `ProcessPoolExecutor`. By default the current process.

    Yields:
        A row for each seed and seating.

    Raises:
        IllegalMove: If a player makes an illegal move. Notes name the player, the move and the seed.
        PlayerFailed: If a player raises an error. A note names the seed. Earlier rows have been yielded.
        WrongType: If a player returns something else than a move. Notes name the player and the seed.
        RulesError: If an argument is out of range, or cannot be sent to the processes of the executor.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import quick_player, random_player
        >>> players = {"quick": quick_player, "random": random_player}
        >>> for row in deals(contracts.GAME, players, seeds=range(2)):
        ...     print(row.seed, row.players, row.scores)
        0 ('quick', 'random') (44, 11)
        0 ('random', 'quick') (25, 38)
        1 ('quick', 'random') (34, 12)
        1 ('random', 'quick') (20, 38)
    """
    chosen = rules_of(game, rules)
    check_names(players)
    check_players(len(players), chosen, type(chosen))
    job = _Job(game, tuple(players), tuple(players.values()), chosen, _edition(game, chosen))
    tasks = (
        _Task(seed, number, order) for seed in seeds for number, order in enumerate(permutations(range(len(players))))
    )
    if executor is None:
        return map(job.row, tasks)
    _check_picklable(executor, job)
    return _spread(executor, job, tasks)


class _Task(NamedTuple):
    """A deal to play. `order` has the index of the player in each seat."""

    seed: int
    seating: int
    order: tuple[int, ...]


@frozen
class _Job(Generic[R, S, M, V]):
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
            error.add_note(f"in seating {task.seating} of seed {shown(task.seed)}")
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
            ending=str(played.result.detail or played.result.reason),
        )


def _edition(game: Game[R, S, M, V], rules: R) -> str:
    return next((name for name, preset in game.presets.items() if preset == rules), repr(rules))


class _Played(NamedTuple, Generic[S, M]):
    deal: Deal
    moves: list[M]
    last: S
    result: Result


def _played(game: Game[R, S, M, V], players: tuple[Player[V, M], ...], rules: R, seed: int) -> _Played[S, M]:
    deal = game.shuffle(len(players), rules, seed=seed)
    state = game.from_deal(len(players), rules, deal)
    check_position(state)
    chances = [Random(derive(seed, "player", seat)) for seat in range(len(players))]
    moves: list[M] = []
    while (result := game.result(state)) is None:
        seat = state.current_player
        moves.append(ask(players[seat], game.observe(state, seat), chances[seat]))
        try:
            state = game.apply(state, moves[-1])
        except RamiError as error:
            error.add_note(f"{name_of(players[seat])} in seat {seat} returned {shown(moves[-1])}")
            raise
    return _Played(deal, moves, state, result)


def _check_picklable(executor: Executor, job: _Job[Any, Any, Any, Any]) -> None:
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
