"""The example server in its own process."""

import json
import socket
import sqlite3
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from rami import codec
from rami.record import Record
from tests.examples.programs import command, environment


class Server:
    """The server in its own process. It can be killed and started again."""

    def __init__(self, folder: Path, seconds: int = 60, undo_seconds: int = 3, per_client: int = 2000) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.guests = folder, ExitStack()
        self.log = folder.with_suffix(".log")
        options = {"port": self.port, "seconds": seconds, "undo-seconds": undo_seconds, "per-client": per_client}
        self.options = [text for name, value in options.items() for text in (f"--{name}", str(value))]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            command("server.py", str(self.folder), *self.options),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=self.guests.enter_context(self.log.open("a", encoding="utf-8")),
            encoding="utf-8",
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def file(self, room: str) -> Path:
        return self.folder / f"{room}.sqlite"

    def records(self) -> dict[str, Record[Any, Any, Any, Any]]:
        """Return the deals as the files have them."""
        return {path.stem: stored(path) for path in self.folder.glob("*.sqlite")}


def stored(path: Path) -> Record[Any, Any, Any, Any]:
    with closing(sqlite3.connect(path)) as file:
        (first, *texts) = [text for (text,) in file.execute("SELECT text FROM log ORDER BY number")]
    deal: Record[Any, Any, Any, Any] = codec.from_json(json.loads(first)[1], Record)
    for text in texts:
        deal = deal.after(text)
    return deal


@contextmanager
def running(folder: Path, seconds: int = 60, undo_seconds: int = 3, per_client: int = 2000) -> Generator[Server]:
    server = Server(folder / "rooms", seconds, undo_seconds, per_client)
    try:
        yield server
    finally:
        server.kill()
        server.guests.close()
    logged = server.log.read_text(encoding="utf-8")
    assert "Traceback" not in logged, logged
