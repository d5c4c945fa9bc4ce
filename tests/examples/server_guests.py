"""Clients of the example server that wait for each answer."""

# Type checkers run without the library for WebSockets:
# pyright: basic, reportMissingImports=false

import json
from typing import Any

import pytest

from tests.examples.servers import Server

connect: Any = pytest.importorskip("websockets.sync.client").connect


class Guest:
    def __init__(self, server: Server) -> None:
        self.socket = server.guests.enter_context(connect(server.url))

    def send(self, text: str | bytes) -> dict[str, Any]:
        self.socket.send(text)
        return self.hear()

    def ask(self, **wish: Any) -> dict[str, Any]:
        return self.send(json.dumps(wish))

    def hear(self, seconds: float = 30) -> dict[str, Any]:
        answer = json.loads(self.socket.recv(timeout=seconds))
        assert isinstance(answer, dict)
        return answer

    def join(self, room: str, token: str | None, lang: str = "en") -> dict[str, Any]:
        return self.ask(do="join", room=room, token=token, lang=lang)

    def move(self, number: int, move: str) -> dict[str, Any]:
        return self.ask(do="move", number=number, move=move)

    def undo(self, number: int) -> dict[str, Any]:
        return self.ask(do="undo", number=number)


def room_of(server: Server, game: str, rules: Any, players: int = 2) -> tuple[str, list[str]]:
    opened = Guest(server).ask(do="open", game=game, players=players, rules=rules)
    return opened["room"], opened["tokens"]


def seated(server: Server, game: str, rules: Any, lang: str = "en") -> tuple[str, list[Guest], list[dict[str, Any]]]:
    """Open a room of two; return its name, the guests of both seats and their first views, the mover first."""
    room, tokens = room_of(server, game, rules)
    guests = [Guest(server), Guest(server)]
    seen = [guest.join(room, token, lang) for guest, token in zip(guests, tokens, strict=True)]
    first = seen[0]["view"]["current_player"]
    return room, [guests[first], guests[1 - first]], [seen[first], seen[1 - first]]
