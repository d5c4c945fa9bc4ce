"""The guide of the example server: its tables are complete, and its block for FastAPI is a whole server."""

# Type checkers run without these libraries:
# pyright: basic, reportMissingImports=false

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.examples.programs import EXAMPLES, environment

pytest.importorskip("websockets")

from tests.examples.server_guests import Guest, seated

PAGE = (EXAMPLES.parent / "docs" / "guides" / "server.md").read_text(encoding="utf-8")
PROGRAM = (EXAMPLES / "server.py").read_text(encoding="utf-8")


def test_the_page_lists_every_code_of_the_server() -> None:
    codes = set(re.findall(r'^    "(\w+)": f?"', PROGRAM, re.MULTILINE))
    assert len(codes) == 9
    assert codes == set(re.findall(r"^\| `(\w+)` \| [a-z]", PAGE.partition("nine more codes")[2], re.MULTILINE))


def test_the_page_lists_every_option_of_the_server() -> None:
    shown = subprocess.run(
        [sys.executable, str(EXAMPLES / "server.py"), "--help"], capture_output=True, encoding="utf-8", check=True
    )
    options = set(re.findall(r"--[a-z-]+", shown.stdout)) - {"--help"}
    assert options == set(re.findall(r"^\| `(--[a-z-]+)`", PAGE, re.MULTILINE))


def fastapi_block() -> str:
    [block] = re.findall(r"<!-- skip: next -->\n\n```python\n(.*?)```", PAGE, re.DOTALL)
    return str(block)


def test_the_block_for_fastapi_has_fifteen_lines() -> None:
    lines = [line for line in fastapi_block().splitlines() if line]
    assert len(lines) <= 15
    compile(fastapi_block(), "app.py", "exec")


@pytest.fixture
def app(tmp_path: Path) -> Generator[Any]:
    """Start the block of the page with uvicorn, as the page says."""
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "app.py").write_text(fastapi_block(), encoding="utf-8")
    shutil.copy(EXAMPLES / "server.py", tmp_path)
    [words] = re.findall(r"^\$ (uvicorn .*)$", PAGE, re.MULTILINE)
    command = [sys.executable, "-m", *words.replace("8765", str(port)).split()]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=log, stderr=log)
    server: Any = type("Address", (), {"url": f"ws://127.0.0.1:{port}", "guests": ExitStack(), "folder": tmp_path})
    while "running on" not in (tmp_path / "log").read_text(encoding="utf-8"):
        assert process.poll() is None, (tmp_path / "log").read_text(encoding="utf-8")
        time.sleep(0.05)
    yield server
    server.guests.close()
    process.terminate()
    process.wait()
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")


def test_the_block_for_fastapi_serves_a_room(app: Any) -> None:
    _, [mover, other], [seen, _] = seated(app, "gin", "gin")
    assert mover.move(0, "pass")["undo"]
    assert mover.undo(1)["view"] == seen["view"]
    assert mover.move(0, "pass")["number"] == other.hear()["number"] == 1
    assert other.move(0, "pass")["code"] == "stale"
    other.socket.close()
    guest = Guest(app)
    assert guest.send("[" * 3900)["code"] == "unreadable"
    guest.socket.send(b"\xff")
    assert len(list((app.folder / "rooms").glob("*.sqlite"))) == 1
    assert mover.move(1, "pass")["code"] == "not_your_turn"
