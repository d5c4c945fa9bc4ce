"""Speed of the services. `python -m pytest benchmarks/test_services.py --benchmark-only`"""

from concurrent.futures import ProcessPoolExecutor
from itertools import count
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rami import contracts
from rami.codec import from_json, to_json
from rami.game import Game
from rami.games import GAMES
from rami.players import best_player, quick_player, random_player
from rami.record import Record
from rami.referee import GameRules
from rami.simulate import deals, play_deal

PLAYERS = [random_player, quick_player, best_player]


def table_of(game: Game[Any, Any, Any, Any]) -> int:
    """Four players, or as many as the game allows."""
    rules: GameRules = next(iter(game.presets.values()))
    return min(4, max(rules.player_counts))


def middle(game: Game[Any, Any, Any, Any]) -> Any:
    """A position in the middle of a deal of four."""
    record = play_deal(game, [random_player] * table_of(game), seed=3)
    return list(record.states())[len(record.moves) // 2]


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_deals(benchmark: BenchmarkFixture, game: Game[Any, Any, Any, Any], player: Any) -> None:
    """Measure the seconds of one deal of four players, or as many as the game allows, on one core."""
    players: dict[str, Any] = dict.fromkeys("abcd"[: table_of(game)], player)
    rows = deals(game, players, seeds=count())
    pedantic: Any = benchmark.pedantic  # it has no types
    assert pedantic(lambda: next(rows), rounds=8 if game.name == "rummikub" else 25)


@pytest.mark.parametrize("workers", [1, 2])
def test_workers(benchmark: BenchmarkFixture, workers: int) -> None:
    """Eighty deals of the contract game in a number of processes."""
    players = {"one": best_player, "other": best_player}
    with ProcessPoolExecutor(workers) as processes:

        def played(seeds: range) -> int:
            return sum(1 for _ in deals(contracts.GAME, players, seeds=seeds, executor=processes))

        assert played(range(8)) == 16  # the processes are there, and have imported everything
        pedantic: Any = benchmark.pedantic
        assert pedantic(played, (range(40),), rounds=3) == 80


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_state_to_json(benchmark: BenchmarkFixture, game: Game[Any, Any, Any, Any]) -> None:
    state = middle(game)
    assert benchmark(to_json, state)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_state_from_json(benchmark: BenchmarkFixture, game: Game[Any, Any, Any, Any]) -> None:
    state = middle(game)
    assert benchmark(from_json, to_json(state), type(state)) == state


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_record_from_json(benchmark: BenchmarkFixture, game: Game[Any, Any, Any, Any]) -> None:
    record = play_deal(game, [random_player] * table_of(game), seed=3)
    assert benchmark(from_json, to_json(record), Record) == record
