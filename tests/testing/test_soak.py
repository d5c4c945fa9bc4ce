"""Fuzzing, and the long runs of `python -m tests.soak`: they go on after a failure, and say what to try again."""

import signal
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import contracts, gin
from rami.errors import RamiError
from rami.games import GAMES
from rami.shapes import describe
from rami.testing import Conformance, Failure, fuzz, fuzzing
from rami.testing.fuzzing import Target
from rami.testing.time_limits import limited
from tests import soak
from tests.fourth import GAME as FOURTH


def work(seconds: float) -> None:
    """Keep the processor busy."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_soak_goes_on_after_a_broken_promise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(state: gin.State, player: int | None) -> gin.View:
        raise ZeroDivisionError("seven")

    broken = evolve(gin.GAME, observe=raising)
    monkeypatch.setattr(soak, "GAMES", (broken,))
    assert soak.main(["--moves", "4", "--game", "gin", "--preset", "gin"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "BROKEN: gin, gin, the rules, 2 players, seed 0: ZeroDivisionError: seven" in lines[0]
    assert lines[-1].endswith("deals broke a promise.")
    assert len(lines) == 9


def test_a_soak_plays_until_so_many_moves_were_made(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "check_game", lambda game, **_: Conformance(deals=1, moves=7))
    assert soak.main(["--moves", "20", "--game", "rummy", "--seed", "4"]) == 0
    first, second, third, said = capsys.readouterr().out.splitlines()
    assert first == "        7 moves, 1 deals: rummy horesca, 6 players, seed 4"
    assert (second.split()[0], third.split()[0]) == ("14", "21")
    assert said == "Every promise was kept."


@pytest.mark.slow
def test_a_soak_on_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--moves", "1", "--preset", "junior", "--workers", "2"]) == 0
    assert "Every promise was kept." in capsys.readouterr().out


def test_a_soak_fuzzes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("seven")

    monkeypatch.setattr(fuzzing, "_targets", lambda game, functions: iter([Target("gin.raising", raising, ())]))
    assert soak.main(["--fuzz", "20", "--seed", "3", "--game", "gin"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("BROKEN: gin, seed 3: gin.raising(")
    assert lines[0].endswith("ZeroDivisionError: seven")
    assert (len(lines), lines[-1]) == (6, "20 inputs from seed 3: 20 failures.")


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


@pytest.mark.slow
def test_inputs_on_several_processes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "AT_ONCE", 40)
    monkeypatch.setattr(soak, "QUEUED", 1)
    assert soak.main(["--fuzz", "90", "--game", "gin", "--workers", "2"]) == 0
    assert capsys.readouterr().out == "90 inputs from seed 0: no failures.\n"


def test_there_is_no_such_preset(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["--preset", "none"])
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
