"""The example server in a process of its own."""

import json
import socket
import sqlite3
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from rami import codec
from rami.record import Record
from tests.examples.programs import command, environment


class Server:
    """The server in a process of its own, which can be killed and started again."""

    def __init__(self, file: Path, seconds: int = 60) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.file, self.seconds, self.guests = file, seconds, ExitStack()
        self.start()

    def start(self) -> None:
        arguments = (str(self.file), str(self.port), str(self.seconds))
        self.process = subprocess.Popen(
            command("server.py", *arguments), env=environment(), stdout=subprocess.PIPE, encoding="utf-8"
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def records(self) -> dict[str, Record[Any, Any, Any, Any]]:
        """Return the deals as the file has them."""
        found: dict[str, Record[Any, Any, Any, Any]] = {}
        for name, text in sqlite3.connect(self.file).execute("SELECT room, text FROM log ORDER BY rowid"):
            if name in found:
                found[name] = found[name].undo() if text == "undo" else found[name].after(text)
            else:
                found[name] = codec.from_json(json.loads(text)[1], Record)
        return found


@contextmanager
def running(folder: Path, seconds: int = 60) -> Generator[Server]:
    server = Server(folder / "rooms.sqlite", seconds)
    try:
        yield server
    finally:
        server.kill()
        server.guests.close()
