"""The tournament of the examples, killed and resumed; in shards; and on a cluster of Dask."""

import ast
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.examples.programs import EXAMPLES, command, environment, run

PROGRAM = "tournament.py"


def rows(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


@pytest.mark.slow
def test_it_prints_what_its_docstring_shows(tmp_path: Path) -> None:
    docstring = ast.get_docstring(ast.parse((EXAMPLES / PROGRAM).read_text(encoding="utf-8")))
    assert docstring is not None
    start, end = docstring.partition("$ python examples/tournament.py rows.jsonl 0 20\n")[2].split("...\n")
    printed = run(PROGRAM, str(tmp_path / "rows.jsonl"), "0", "20").stdout
    assert printed.startswith(start)
    assert printed.endswith(end + "\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process group is killed")
def test_killed_and_resumed_it_has_all_rows(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    printed = run(PROGRAM, str(whole), "0", "12").stdout
    started = subprocess.Popen(command(PROGRAM, str(killed), "0", "12"), env=environment(), start_new_session=True)
    while len(rows(killed)) < 10:
        time.sleep(0.02)
    os.killpg(started.pid, signal.SIGKILL)
    started.wait()
    assert 10 <= len(rows(killed)) < 72
    with killed.open("a") as file:
        file.write('{"game": "contr')
    assert run(PROGRAM, str(killed), "0", "12").stdout == printed
    assert set(rows(killed)) == set(rows(whole))
    assert len(rows(killed)) < 72 + 6, "only the seed that was cut off is played again"
    assert run(PROGRAM, str(killed), "0", "12").stdout == printed


@pytest.mark.slow
def test_shards_are_merged_by_concatenation(tmp_path: Path) -> None:
    whole, one, other = (tmp_path / name for name in ("whole", "one", "other"))
    printed = run(PROGRAM, str(whole), "0", "6").stdout
    run(PROGRAM, str(one), "0", "3")
    run(PROGRAM, str(other), "3", "6")
    one.write_text(other.read_text() + one.read_text())
    assert run(PROGRAM, str(one), "0", "6").stdout == printed


@pytest.mark.slow
def test_dask_plays_it_by_one_changed_line(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    text = (EXAMPLES / PROGRAM).read_text(encoding="utf-8")
    here = "with ProcessPoolExecutor() as executor"
    assert text.count(here) == 1
    cluster = 'Client(n_workers=2, threads_per_worker=1, dashboard_address=":0").get_executor(pure=False)'
    changed = tmp_path / PROGRAM
    changed.write_text(
        text.replace(here, f"with {cluster} as executor").replace(
            "from concurrent.futures import ProcessPoolExecutor", "from distributed import Client"
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(changed), str(tmp_path / "cluster"), "0", "4"],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=300,
    )
    assert done.stdout == run(PROGRAM, str(tmp_path / "here"), "0", "4").stdout
    assert rows(tmp_path / "cluster") == rows(tmp_path / "here")
