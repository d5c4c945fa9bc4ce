"""Fuzzing, and the long runs of `python -m tests.soak`: they go on after a failure, and say what to try again."""

import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import contracts, gin
from rami.errors import RamiError
from rami.game import Game
from rami.games import GAMES
from rami.shapes import describe
from rami.testing import Failure, fuzz, fuzzing
from rami.testing.fuzzing import Target
from rami.testing.time_limits import limited
from tests import hostile, soak
from tests.fourth import GAME as FOURTH


def work(seconds: float) -> None:
    """Keep the processor busy."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_run_goes_on_after_a_broken_promise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(state: gin.State, player: int | None) -> gin.View:
        raise ZeroDivisionError("seven")

    monkeypatch.setattr(soak, "GAMES", (evolve(gin.GAME, observe=raising),))
    for mode in ("promises", "deals"):
        assert soak.main([mode, "--many", "2", "--preset", "gin", "--minutes", "0"]) == 1
        broken, again, figures = capsys.readouterr().out.splitlines()
        assert broken.startswith("BROKEN: gin gin, 2 players, seed 0")
        assert "ZeroDivisionError: seven" in broken
        assert again == "again: --game gin --preset gin --seed 0 --many 1"
        assert figures.startswith(f"{mode}: {int(mode == 'promises')} moves, 1 failures, 1 jobs from seed 0, ")


def test_a_move_that_takes_long_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(state: gin.State, player: int | None) -> gin.View:
        work(1)
        return gin.observe(state, player)

    monkeypatch.setattr(soak, "LONG", 0.2)
    monkeypatch.setattr(soak, "GAMES", (evolve(gin.GAME, observe=slow),))
    assert soak.main(["deals", "--many", "2", "--preset", "gin", "--minutes", "0"]) == 1
    assert "takes longer than 0.2 seconds" in capsys.readouterr().out


def test_a_deal_may_end_in_the_first_turn_after_others_were_asked_to_buy() -> None:
    assert soak.keep_promises(soak.Job("rummy", "continental", 200)) == soak.Found(6)


def test_a_run_goes_on_where_it_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jobs: list[soak.Job] = []

    def seven(job: soak.Job) -> soak.Found:
        jobs.append(job)
        return soak.Found(7)

    monkeypatch.setitem(soak.WORK, "deals", (seven, "moves"))
    whole = ["deals", "--many", "40", "--game", "gin", "--seed", "4"]
    assert soak.main(whole) == 0
    expected, jobs[:] = tuple(jobs), []
    assert len(expected) == 6
    assert {job.preset for job in expected} == set(gin.PRESETS)
    part = ["--state", str(tmp_path / "state.json")]
    assert soak.main([*whole, *part, "--minutes", "0"]) == soak.main([*whole, *part]) == 0
    assert tuple(jobs) == expected
    assert capsys.readouterr().out.splitlines()[-1].startswith("deals: 42 moves, 0 failures, 6 jobs from seed 4, ")
    with pytest.raises(SystemExit):
        soak.main(["inputs", *part])
    assert "state.json is of deals, from seed 4" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["promises", "deals"])
def test_deals_on_several_processes(capsys: pytest.CaptureFixture[str], mode: str) -> None:
    assert soak.main([mode, "--many", "1", "--preset", "junior", "--workers", "2"]) == 0
    assert " 0 failures, 1 jobs from seed 0, " in capsys.readouterr().out


def test_a_run_tries_inputs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("seven")

    monkeypatch.setattr(fuzzing, "_targets", lambda game, functions: iter([Target("gin.raising", raising, ())]))
    monkeypatch.setattr(soak, "CALLS", 3)
    monkeypatch.setattr(soak, "POSITIONS", 1)
    monkeypatch.setattr(soak, "PROGRAMS", 1)
    assert soak.main(["inputs", "--many", "1", "--seed", "3", "--game", "gin"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("BROKEN: gin, seed 9: gin.raising(")
    assert lines[0].endswith("ZeroDivisionError: seven")
    assert (len(lines), lines[-2]) == (5, "again: --game gin --seed 3 --many 1")
    assert lines[-1].startswith("inputs: 15 inputs, 3 failures, 1 jobs from seed 3, ")


@pytest.mark.slow(but=["gin"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_hostile_gets_through_to_the_rules(game: Game) -> None:
    """Rules that nobody plays are played, views that cannot be are asked, and programs make moves."""
    rules = {hostile.odd_rules(game, Random(seed)) for seed in range(80)}
    assert len(rules - set(game.presets.values())) > 5
    state, moves = hostile.some_position(game, Random(3))
    every = hostile.pieces_of(game, state.rules)
    assert any(hostile.changed(state, every, Random(seed)) != state for seed in range(5))
    broken = evolve(game, parse_move=lambda text: moves[0].nothing, new_game=game.new_game)
    assert hostile.try_program(game, 1) == hostile.try_rules(game, 1) == hostile.try_position(game, 1) == []
    assert any("AttributeError" in error for seed in range(8) for _, error in hostile.try_program(broken, seed))
    raising = evolve(game, legal_moves=lambda position: iter(()))
    assert any("no legal move" in error for seed in range(3) for _, error in hostile.try_rules(raising, seed))


def test_what_may_come_of_an_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def tried(function: Any) -> str:
        monkeypatch.setattr(fuzzing, "_targets", lambda game, functions: iter([Target("it", function, ())]))
        found = fuzz(gin.GAME, 1, seed=50)
        return found[0].error if found else ""

    def ours(*_: Any, **__: Any) -> None:
        raise RamiError("no")

    def deep(*_: Any, **__: Any) -> int:
        return len(7)  # type: ignore[arg-type]  # on purpose

    def large(*_: Any, **__: Any) -> int:
        return len(bytearray(30_000_000))

    def listing(*_: Any, **__: Any) -> Any:
        return iter(range(10**9))

    def endless(*_: Any, **__: Any) -> Any:
        while True:
            yield from ()

    assert tried(ours) == tried(listing) == ""
    assert tried(lambda needed: None) == ""  # the arguments do not fit
    assert "object of type 'int' has no len()" in tried(deep)
    monkeypatch.setattr(fuzzing, "MEGABYTES", 20)
    assert "30 megabytes" in tried(large)
    monkeypatch.setattr(fuzzing, "SECONDS", 0.2)
    assert "TimeoutError" in tried(endless)


def test_all_that_is_public_is_called_but_for_the_solver() -> None:
    names = {target.name for game in GAMES for target in fuzzing._targets(game, soak.public_functions(game.name))}
    assert names >= {"rummikub.Tile.parse", "rummikub.check", "gin.showdown", "codec.from_json", "match.after"}
    assert names >= {"rummikub.Play", "gin.legal_moves", "contracts.from_deal", "rummy.Rules"}
    assert not names & {"rummikub.best_play", "rummikub.legal_moves", "rummikub.Color", "gin.GAME", "codec.Any"}
    assert all(target.name.startswith("contracts.") for target in fuzzing._targets(contracts.GAME, {}))


def test_arguments_of_every_kind_are_found() -> None:
    """Half of the calls and more get past the look at the types of their arguments."""
    seen: Counter[bool] = Counter()
    pool = fuzzing.Pool((gin.GAME, FOURTH))
    for target in fuzzing._targets(gin.GAME, soak.public_functions("gin")):
        for seed in range(3):
            arguments = pool.arguments(target, Random(seed))
            seen[any(fuzzing.fits(arguments.get(key), describe(hint)) for key, hint in target.annotations)] += 1
    assert seen[True] > seen[False]
    assert fuzzing.fits((1, 2), describe(tuple[int, ...]))
    assert not fuzzing.fits("12", describe(tuple[int, ...]))
    assert fuzzing.fits(len, describe(Callable[[str], int]))


def test_there_is_no_such_preset(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["deals", "--preset", "none"])
    assert "there is no preset none" in capsys.readouterr().err


def test_inputs_are_the_same_again() -> None:
    def refuse(value: Any) -> None:
        raise ValueError(f"{type(value).__name__}")

    found = fuzz(gin.GAME, 150, seed=9, functions={"gin.refuse": refuse})
    assert found
    assert isinstance(found[0], Failure)
    assert found == tuple(
        again for each in found for again in fuzz(gin.GAME, 1, seed=each.seed, functions={"gin.refuse": refuse})
    )


def test_a_game_of_anyone_can_be_fuzzed() -> None:
    found = fuzz(FOURTH, 100)
    assert all(each.call.startswith("counting.") for each in found)


def test_where_a_system_has_no_timers_there_is_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer")
    with limited(0.1):
        work(0.3)


def test_a_limit_of_time() -> None:
    with limited(5):
        pass
    with pytest.raises(TimeoutError, match=r"longer than 0.1 seconds"), limited(0.1):
        work(3)
