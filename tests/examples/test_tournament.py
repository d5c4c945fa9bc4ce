"""The tournament, run as a person runs it: here, in processes, and on a cluster."""

import subprocess
import sys
from pathlib import Path

import pytest

from examples.tournament import interval, main

EXAMPLE = Path(__file__).parents[2] / "examples" / "tournament.py"
FEW = ["--deals", "7", "--players", "greedy", "random"]


def here(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main([*FEW, *arguments])
    return capsys.readouterr().out


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    text = here(capsys)
    assert text.startswith("7 deals of contracts, contract-default\n")
    shares = [float(line.split()[2]) for line in text.splitlines()[3:5]]
    assert shares[0] > shares[1]
    assert "Ends: the target was reached (7)." in text


def test_rummikub_and_its_presets(capsys: pytest.CaptureFixture[str]) -> None:
    text = here(capsys, "--game", "rummikub", "--preset", "chiffres", "--players", "quick", "random", "--deals", "1")
    assert "1 deals of rummikub, chiffres" in text


def test_card_rami_and_its_presets(capsys: pytest.CaptureFixture[str]) -> None:
    text = here(capsys, "--game", "rummy", "--preset", "rami-51", "--players", "quick", "random")
    assert text.startswith("7 deals of rummy, rami-51\n")
    assert "Ends: somebody went out (7)." in text
    assert here(capsys, "--game", "rummy", "--workers", "2").startswith("7 deals of rummy, horesca\n")


@pytest.mark.slow
def test_processes_print_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert here(capsys, "--workers", "2") == here(capsys)


@pytest.mark.slow
def test_a_cluster_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="it needs the extra dask")
    run = [sys.executable, str(EXAMPLE), *FEW, "--dask"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == here(capsys)


def test_the_interval() -> None:
    assert interval([1, 1, 1]) == (1, 0)
    mean, half = interval([0, 2])
    assert mean == 1
    assert half == pytest.approx(1.96 / 2**0.5)


@pytest.mark.parametrize("wrong", [["--preset", "no-such"], ["--deals", "0"]])
def test_what_cannot_be_played(wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(wrong)
