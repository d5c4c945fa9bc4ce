"""Deals by the thousand: the same whatever the executor, in order, lazily, and with a bounded number under way."""

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rami import IllegalMove, RulesError, contracts, rummikub
from rami.contracts import End, View
from rami.games import GAMES
from rami.players import Player, PlayerFailed, quick_player, random_player
from rami.players.player import name_of
from rami.players.players import random_move
from rami.simulate import Summary, compare, play, simulate
from tests.fourth import GAME as FOURTH

ROOT = Path(__file__).parents[2]
PLAYERS = [random_player, quick_player, random_player]


class Inline(Executor):
    """Does its work when the result is asked for, and counts what is waiting."""

    def __init__(self) -> None:
        self.waiting: list[Lazy] = []
        self.submitted = self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future = Lazy(self, lambda: fn(*args, **kwargs))
        self.waiting.append(future)
        self.submitted += 1
        self.most = max(self.most, len(self.waiting))
        return future


class Lazy(Future[Any]):
    def __init__(self, executor: Inline, work: Callable[[], Any]) -> None:
        super().__init__()
        self.executor, self.work = executor, work

    def result(self, timeout: float | None = None) -> Any:
        self.executor.waiting.remove(self)
        return self.work()


def test_a_record_and_a_summary_of_the_same_deal() -> None:
    for seed in range(3):
        record = play(contracts.GAME, PLAYERS, seed=seed)
        [summary] = simulate(contracts.GAME, PLAYERS, seeds=[seed])
        first, *_, last = record.states()
        result = contracts.result(last)
        assert result is not None
        assert record.verify().ok
        assert summary == Summary(
            seed, first.current_player, result.scores, result.winners, result.reason, len(record.moves), last.turn
        )
        assert record.seed == seed
        assert play(contracts.GAME, PLAYERS, seed=seed) == record


def test_the_rules_are_the_first_preset_where_none_are_given() -> None:
    assert play(rummikub.GAME, [quick_player] * 2, seed=1).rules == rummikub.Rules()
    goliath = rummikub.PRESETS["goliath"]
    assert play(rummikub.GAME, [quick_player] * 2, rules=goliath, seed=1).rules == goliath


def test_one_player_does_not_change_the_luck_of_another() -> None:
    """Whatever the others ask of chance, a player has its own."""
    seen: list[list[float]] = []

    def wasteful(view: View, random: Random) -> contracts.Move:
        assert all(random.random() < 1 for _ in range(10))
        return next(contracts.legal_moves(view))

    def first(view: View, random: Random) -> contracts.Move:
        return next(contracts.legal_moves(view))

    def watching(view: View, random: Random) -> contracts.Move:
        seen[-1].append(random.random())
        return next(contracts.legal_moves(view))

    for other in (wasteful, first):
        seen.append([])
        play(contracts.GAME, [other, watching], seed=4)
    assert seen[0] == seen[1]
    assert len(set(seen[0])) == len(seen[0])


@pytest.mark.slow(but=["3"])
@pytest.mark.parametrize("chunk", [1, 3, 50])
def test_the_executor_makes_no_difference(chunk: int) -> None:
    seeds = [5, 3, 3, 99, *range(10)]
    here = list(simulate(contracts.GAME, PLAYERS, seeds=seeds))
    assert [summary.seed for summary in here] == seeds
    with ThreadPoolExecutor(3) as threads:
        assert list(simulate(contracts.GAME, PLAYERS, seeds=seeds, executor=threads, chunk=chunk, ahead=2)) == here
    assert list(simulate(contracts.GAME, PLAYERS, seeds=seeds, executor=Inline(), chunk=chunk)) == here


def test_processes_make_no_difference() -> None:
    seeds = range(12)
    with ProcessPoolExecutor(2) as processes:
        tables: list[tuple[Any, list[Any]]] = [(contracts.GAME, PLAYERS), (FOURTH, [partial(random_move, FOURTH)] * 2)]
        for game, players in tables:
            found = list(simulate(game, players, seeds=seeds, executor=processes, chunk=2))
            assert found == list(simulate(game, players, seeds=seeds))


def test_seeds_may_be_endless_and_little_is_under_way() -> None:
    executor = Inline()
    taken = 0

    def seeds() -> Iterator[int]:
        nonlocal taken
        for seed in count():
            taken += 1
            yield seed

    found = simulate(contracts.GAME, PLAYERS, seeds=seeds(), executor=executor, chunk=2, ahead=5)
    assert executor.submitted == taken == 0
    assert [summary.seed for summary in islice(found, 21)] == list(range(21))
    assert executor.most == 5
    assert taken <= 21 + 2 * 5 + 2
    lazily = simulate(contracts.GAME, PLAYERS, seeds=count())
    assert next(lazily).seed == 0


def test_what_is_not_wanted_is_called_off() -> None:
    executor = Inline()
    found = simulate(contracts.GAME, PLAYERS, seeds=count(), executor=executor, chunk=1, ahead=4)
    next(found)
    assert isinstance(found, Iterator)
    found.close()  # type: ignore[attr-defined]  # a generator, though the type does not say so
    assert all(future.cancelled() for future in executor.waiting)
    assert len(executor.waiting) == 4


def wrong_in_the_end(view: View, random: Random) -> contracts.Move:
    """Ends its first turn at once in some deals, which is illegal."""
    return End() if view.turn > 8 and random.random() < 0.2 else random_player(view, random)


def test_an_illegal_move_is_an_error_in_its_place() -> None:
    with pytest.raises(IllegalMove):
        play(contracts.GAME, [wrong_in_the_end] * 2, seed=1)
    found = simulate(contracts.GAME, [random_player] * 2, seeds=[1, 2, "three"], executor=Inline(), chunk=1)  # type: ignore[list-item]  # wrong on purpose
    assert [next(found).seed, next(found).seed] == [1, 2]
    with pytest.raises(RulesError, match="seed must be a whole number"):
        next(found)


def stopping(view: View, random: Random) -> contracts.Move:
    raise StopIteration


def exiting(view: View, random: Random) -> contracts.Move:
    sys.exit("enough")


@pytest.mark.parametrize(("player", "error"), [(stopping, "StopIteration()"), (exiting, "SystemExit('enough')")])
def test_a_player_that_raises_is_named_by_every_executor(player: Player[View, contracts.Move], error: str) -> None:
    players: list[Player[View, contracts.Move]] = [random_player, player]
    message = re.escape(f"{name_of(player)} raised {error}")
    with pytest.raises(PlayerFailed, match=message):
        play(contracts.GAME, players, seed=1)
    with pytest.raises(PlayerFailed, match=message):
        compare(contracts.GAME, players, deals=2, seed=1)
    with ThreadPoolExecutor(1) as threads, ProcessPoolExecutor(1) as processes:
        for executor in (None, Inline(), threads, processes):
            found = simulate(contracts.GAME, players, seeds=range(3), executor=executor)
            with pytest.raises(PlayerFailed, match=message):
                list(found)


def test_what_cannot_be_sent_to_another_process_says_what_to_do() -> None:
    def inside(view: View, random: Random) -> contracts.Move:
        return random_player(view, random)

    players: list[Player[View, contracts.Move]] = [random_player, inside]
    with ProcessPoolExecutor(1) as processes:
        for ask in (
            lambda: simulate(contracts.GAME, players, seeds=[1], executor=processes),
            lambda: compare(contracts.GAME, players, deals=2, seed=1, executor=processes),
        ):
            with pytest.raises(RulesError, match=r"the player inside cannot be sent .* def at the top of a module"):
                ask()
    with ThreadPoolExecutor(1) as threads:
        assert len(list(simulate(contracts.GAME, players, seeds=[1], executor=threads))) == 1


def test_numbers_out_of_range() -> None:
    for name in ("chunk", "ahead"):
        with pytest.raises(RulesError, match=f"{name} must be a whole number from 1, not 0"):
            simulate(contracts.GAME, PLAYERS, seeds=[1], **dict[str, Any]({name: 0}))
    with pytest.raises(RulesError, match="players must be"):
        play(contracts.GAME, [random_player], seed=1)


def test_summaries_are_small() -> None:
    [summary] = simulate(contracts.GAME, PLAYERS, seeds=[1])
    assert len(pickle.dumps(summary)) < 300


def fingerprint() -> str:
    tables = [(game, PLAYERS[: max(next(iter(game.presets.values())).player_counts)]) for game in GAMES.values()]
    return "\n".join(str(summary) for game, players in tables for summary in simulate(game, players, seeds=[7, 8]))


@pytest.mark.slow
def test_nothing_depends_on_the_process() -> None:
    code = "from tests.simulate.test_simulate import fingerprint; print(fingerprint())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1")
    }
    assert outputs == {fingerprint()}
