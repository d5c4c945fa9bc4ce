"""Many deals: one after the other, on the processors of one machine, or on a cluster."""

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from itertools import islice
from random import Random
from typing import Generic, TypeVar

from attrs import frozen

from rami.errors import RulesError, shown
from rami.game import Deal, EndReason, Game, M, R, Result, S, V, check_position
from rami.players import Player
from rami.players.player import ask, name_of
from rami.record import Record
from rami.shapes import typed, typed_fields
from rami.shuffling import derive

T = TypeVar("T")

CHUNK = 8
"""The number of deals that a worker gets at a time, by default."""

AHEAD = 32
"""The number of such chunks that are given to an executor before the first is back, by default."""


@frozen(field_transformer=typed_fields)
class Summary:
    """The outcome of a deal, small enough to be sent a million times.

    Attributes:
        seed: The seed of the deal.
        starter: The seat that had the first turn.
        scores: The score of each player, by seat.
        winners: The seats that won.
        reason: Why the deal ended.
        moves: The number of moves.
        turns: The number of turns.
    """

    seed: int
    starter: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: EndReason
    moves: int
    turns: int


@frozen
class _Played(Generic[S, M]):
    deal: Deal
    first: S
    last: S
    moves: tuple[M, ...]
    result: Result


@typed
def play(
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
        >>> record = play(contracts.GAME, [random_player] * 2, seed=1)
        >>> len(record.moves) > 20, record.seed
        (True, 1)
    """
    chosen = rules_of(game, rules)
    done = _played(game, tuple(players), chosen, seed)
    return Record(game=game, rules=chosen, players=len(players), deal=done.deal, moves=done.moves, seed=seed)


@typed
def simulate(
    game: Game[R, S, M, V],
    players: Sequence[Player[V, M]],
    *,
    rules: R | None = None,
    seeds: Iterable[int],
    executor: Executor | None = None,
    chunk: int = CHUNK,
    ahead: int = AHEAD,
) -> Iterator[Summary]:
    """Play many deals, and yield the outcome of each.

    The summaries come in the order of the seeds, one by one, whatever the executor and the number of its workers, and
    they are the same. At most `chunk * ahead` deals are under way or waiting to be taken, however many seeds there are;
    they may be endless. Where a worker raises an error, so does the iterator, in the place of that deal.

    Args:
        game: The game.
        players: A player function for each seat; an executor of processes needs functions that can be pickled.
        rules: The rules of the deals; None for the first of the game's presets.
        seeds: A seed for each deal.
        executor: Where the deals are played, such as a `ProcessPoolExecutor`; None for here.
        chunk: The number of deals that a worker gets at a time.
        ahead: The number of chunks that are given out before the first is back.

    Yields:
        A summary for each seed.

    Raises:
        IllegalMove: If a player makes an illegal move.
        PlayerFailed: If a player raises an error.
        RulesError: If an argument is out of range, or cannot be sent to the processes of the executor.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import quick_player, random_player
        >>> found = simulate(contracts.GAME, [random_player, quick_player], seeds=range(3))
        >>> [summary.winners for summary in found]
        [(1,), (1,), (1,)]
    """
    for name, value in (("chunk", chunk), ("ahead", ahead)):
        if value < 1:
            raise RulesError(f"{name} must be a whole number from 1, not {shown(value)}")
    job = _Job(game, tuple(players), rules_of(game, rules))
    if executor is None:
        return map(job.summary, seeds)
    check_picklable(executor, game, *players)
    return spread(executor, job.summaries, chunks(seeds, chunk), ahead)


@frozen
class _Job(Generic[R, S, M, V]):
    """The task of every worker, as a value that can be sent."""

    game: Game[R, S, M, V]
    players: tuple[Player[V, M], ...]
    rules: R

    def summary(self, seed: int) -> Summary:
        done = _played(self.game, self.players, self.rules, seed)
        starter, turns = done.first.current_player, done.last.turn
        result = done.result
        return Summary(seed, starter, result.scores, result.winners, result.reason, len(done.moves), turns)

    def summaries(self, seeds: tuple[int, ...]) -> list[Summary]:
        return [self.summary(seed) for seed in seeds]


def rules_of(game: Game[R, S, M, V], rules: R | None) -> R:
    """Return the given rules, or the first preset of the game."""
    return next(iter(game.presets.values())) if rules is None else rules


def _played(game: Game[R, S, M, V], players: tuple[Player[V, M], ...], rules: R, seed: int) -> _Played[S, M]:
    """Play a deal; every player has a source of chance of its own, so that one does not change the luck of another."""
    deal = game.shuffle(len(players), rules, seed=seed)
    first = state = game.from_deal(len(players), rules, deal)
    check_position(first)
    chances = [Random(derive(seed, "player", seat)) for seat in range(len(players))]
    moves: list[M] = []
    while (result := game.result(state)) is None:
        seat = state.current_player
        moves.append(ask(players[seat], game.observe(state, seat), chances[seat]))
        state = game.apply(state, moves[-1])
    return _Played(deal, first, state, tuple(moves), result)


def check_picklable(executor: Executor, game: Game[R, S, M, V], *players: Player[V, M]) -> None:
    """Refuse what an executor of processes could not send, and say what to do instead."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # slow to import, and rarely needed

    if not isinstance(executor, ProcessPoolExecutor):
        return
    names = [(f"the game {game.name}", game), *((f"the player {name_of(player)}", player) for player in players)]
    for name, value in names:
        try:
            pickle.dumps(value)
        except Exception as error:
            raise RulesError(
                f"{name} cannot be sent to another process ({shown(error)}): make its functions with def at the top of "
                "a module, not with lambda or inside other functions; or use a ThreadPoolExecutor"
            ) from error


def chunks(seeds: Iterable[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the seeds in rows of a size, the last one shorter."""
    rest = iter(seeds)
    while chunk := tuple(islice(rest, size)):
        yield chunk


def spread(
    executor: Executor, work: Callable[[tuple[int, ...]], list[T]], chunks: Iterator[tuple[int, ...]], ahead: int
) -> Iterator[T]:
    """Yield the results in order, with a bounded number of chunks given out; cancel what is no longer wanted."""
    waiting: deque[Future[list[T]]] = deque()
    try:
        waiting.extend(executor.submit(work, chunk) for chunk in islice(chunks, ahead))
        while waiting:
            found = waiting.popleft().result()
            waiting.extend(executor.submit(work, chunk) for chunk in islice(chunks, 1))
            yield from found
    finally:
        for future in waiting:
            future.cancel()
