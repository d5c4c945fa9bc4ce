"""`python -m rami.testing`: it goes on after a failure, limits each call, and says what to try again."""

import signal
import time
from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import gin
from rami.errors import RamiError
from rami.testing import Conformance, fuzzing
from rami.testing import __main__ as command
from rami.testing.fuzzing import Found, Target, fuzz
from rami.testing.limits import limited


def work(seconds: float) -> None:
    """Keep the processor busy."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_the_command_goes_on_after_a_broken_promise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = evolve(gin.GAME, next_starter=lambda state: 7)
    monkeypatch.setattr(command, "GAMES", (broken,))
    assert command.main(["--moves", "4", "--game", "gin", "--preset", "gin"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "next_starter is 7, which is no seat" in lines[0]
    assert "BROKEN: gin, gin, the rules, 2 players, seed 0" in lines[0]
    assert lines[-1].endswith("deals broke a promise.")
    assert len(lines) == 9


def test_the_command_limits_each_call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(state: gin.State) -> str:
        work(5 * (state.turn > 2))
        return gin.digest(state)

    monkeypatch.setattr(command, "GAMES", (evolve(gin.GAME, digest=slow),))
    assert command.main(["--moves", "1", "--game", "gin", "--preset", "gin", "--seconds", "1"]) == 1
    said = capsys.readouterr().out
    assert "seed 0: TimeoutError: digest takes longer than 1 seconds; in <State, gin: turn " in said


@pytest.mark.parametrize("slow", ["listing", "player"])
def test_the_next_legal_move_and_the_player_are_limited(slow: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def legal_moves(position: Any) -> Any:
        yield from gin.legal_moves(position)
        work(5)

    def player(view: Any, random: Any) -> Any:
        work(5)

    monkeypatch.setattr(
        command, "GAMES", (evolve(gin.GAME, legal_moves=legal_moves if slow == "listing" else gin.legal_moves),)
    )
    monkeypatch.setattr(command, "known_player", lambda game: player if slow == "player" else None)
    _, said = command._one(("gin", "gin", 2, 0), 1)
    what = "the next of legal_moves" if slow == "listing" else "a move of the player"
    assert f"{what} takes longer than 1 seconds" in said


def test_the_command_plays_until_so_many_moves_were_made(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "check_game", lambda game, **_: Conformance(deals=1, moves=7))
    assert command.main(["--moves", "20", "--game", "rummy", "--seed", "4"]) == 0
    first, second, third, said = capsys.readouterr().out.splitlines()
    assert first == "        7 moves, 1 deals: rummy horesca, 6 players, seed 4"
    assert (second.split()[0], third.split()[0]) == ("14", "21")
    assert said == "Every promise was kept."


def test_the_command_on_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--moves", "1", "--preset", "junior", "--workers", "2"]) == 0
    assert "Every promise was kept." in capsys.readouterr().out


def test_the_command_fuzzes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("seven")

    monkeypatch.setattr(fuzzing, "targets", lambda game=None: iter([Target("gin.raising", raising, ())]))
    assert command.main(["--fuzz", "20", "--seed", "3"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("BROKEN: seed 3: gin.raising(")
    assert lines[0].endswith("ZeroDivisionError: seven")
    assert (len(lines), lines[-1]) == (6, "20 inputs from seed 3: 20 failures.")


def test_what_may_come_of_an_input(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Found] = []

    def tried(function: Any) -> str:
        monkeypatch.setattr(fuzzing, "targets", lambda game=None: iter([Target("it", function, ())]))
        found.clear()
        fuzz(1, seed=50, tell=found.append)
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
    names = {target.name for target in fuzzing.targets()}
    assert names >= {"rummikub.Tile.parse", "rummikub.check", "gin.showdown", "codec.from_json", "match.after"}
    assert not names & {"rummikub.best_play", "rummikub.Color", "gin.GAME", "codec.Any"}
    assert all(name.startswith("contracts.") for name in {target.name for target in fuzzing.targets("contracts")})


def test_arguments_of_every_kind_are_found() -> None:
    """Half of the calls and more get past the look at the types of their arguments."""
    seen: Counter[bool] = Counter()
    for target in fuzzing.targets():
        for seed in range(3):
            arguments = fuzzing._arguments(target, Random(seed))
            seen[any(fuzzing._fits(arguments.get(key), kind) for key, kind in target.kinds)] += 1
    assert seen[True] > seen[False]
    assert fuzzing._fits((1, 2), tuple[int, ...])
    assert not fuzzing._fits("12", tuple[int, ...])


def test_inputs_on_several_processes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "AT_ONCE", 40)
    monkeypatch.setattr(command, "AHEAD", 1)
    assert command.main(["--fuzz", "90", "--game", "gin", "--workers", "2"]) == 0
    assert capsys.readouterr().out == "90 inputs from seed 0: no failures.\n"


def test_there_is_no_such_preset(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--preset", "none"])
    assert "there is no preset none" in capsys.readouterr().err


def test_inputs_are_the_same_again() -> None:
    first: list[Found] = []
    again: list[Found] = []
    fuzz(150, seed=9, game="gin", tell=first.append)
    for each in first:
        fuzz(1, seed=each.seed, game="gin", tell=again.append)
    assert [each.call for each in first] == [each.call for each in again]


def test_where_a_system_has_no_timers_there_is_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer")
    with limited(0.1):
        work(0.3)


def test_a_limit_of_time() -> None:
    with limited(5):
        pass
    with pytest.raises(TimeoutError, match=r"longer than 0.1 seconds"), limited(0.1):
        work(3)
