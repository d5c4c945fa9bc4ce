"""The rooms of the example server without a network: when they are closed, deleted and bounded."""

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from rami.players import absent_player
from tests.examples.programs import EXAMPLES

pytest.importorskip("websockets")


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = spec_from_file_location("server", EXAMPLES / "server.py")
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "server", made)
    spec.loader.exec_module(made)
    return made


class Guest:
    """A guest whose messages go through queues instead of a network."""

    def __init__(self, rooms: Any, client: str = "a") -> None:
        self.sent: asyncio.Queue[str | None] = asyncio.Queue()
        self.answers: asyncio.Queue[str] = asyncio.Queue()
        self.free = asyncio.Event()
        self.free.set()
        self.task = asyncio.create_task(rooms.attend(client, self.texts(), self.send))

    async def send(self, text: str) -> None:
        await self.free.wait()
        await self.answers.put(text)

    async def texts(self) -> AsyncIterator[str]:
        while (text := await self.sent.get()) is not None:
            yield text

    async def ask(self, **wish: Any) -> dict[str, Any]:
        await self.sent.put(json.dumps(wish))
        return await self.hear()

    async def hear(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(await self.answers.get())
        return answer

    async def join(self, opened: dict[str, Any], seat: int | None) -> dict[str, Any]:
        token = None if seat is None else opened["tokens"][seat]
        return await self.ask(do="join", room=opened["room"], token=token, lang="en")

    async def leave(self) -> None:
        await self.sent.put(None)
        await self.task


async def opened(guest: Guest) -> dict[str, Any]:
    return await guest.ask(do="open", game="gin", players=2, rules="gin")


def running(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(test(), 60)

    asyncio.run(bounded())


async def gone(condition: Callable[[], object]) -> None:
    while condition():
        await asyncio.sleep(0.01)


def test_a_finished_room_is_deleted(module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEEP_OVER", 0.2)

    async def test() -> None:
        rooms = module.Rooms(tmp_path, undo_seconds=0)
        guests = [Guest(rooms), Guest(rooms)]
        room = await opened(guests[0])
        await guests[0].join(room, 0)
        seen = await guests[1].join(room, 1)
        while not seen["end"]:
            mover = seen["view"]["current_player"]
            view = rooms.loaded[room["room"]].result().deal.view(mover)
            move = absent_player(view, Random(0))
            seen = await guests[mover].ask(do="move", number=seen["number"], move=str(move))
            await guests[1 - mover].hear()
        assert seen["end"]["scores"] == [0, 0]
        result = rooms.loaded[room["room"]].result().deal.result
        assert seen["end"]["message"] == result.message("en")
        await gone(lambda: rooms.opened_by)
        assert not rooms.loaded
        assert not list(tmp_path.iterdir())
        assert (await guests[0].ask(do="move", number=seen["number"], move="pass"))["refused"]
        assert (await Guest(rooms).join(room, 0))["code"] == "no_seat"

    running(test)


def test_a_room_without_guests_is_closed_and_continues_later(module: Any, tmp_path: Path) -> None:
    async def test() -> None:
        rooms = module.Rooms(tmp_path, seconds=0.2, undo_seconds=0)
        guest = Guest(rooms)
        room = await opened(guest)
        assert not rooms.loaded
        seen = await guest.join(room, None)
        await guest.leave()
        await gone(lambda: rooms.loaded)
        assert [path.suffix for path in tmp_path.iterdir()] == [".sqlite"]
        again = Guest(module.Rooms(tmp_path, seconds=60))
        assert (await again.join(room, None))["view"] == seen["view"]

    running(test)


def test_a_guest_who_left_is_removed_from_the_room(module: Any, tmp_path: Path) -> None:
    async def test() -> None:
        rooms = module.Rooms(tmp_path)
        host, guest = Guest(rooms), Guest(rooms)
        room = await opened(host)
        await host.join(room, 0)
        await guest.join(room, 1)
        present = rooms.loaded[room["room"]].result().guests
        assert {each.seat for each in present} == {0, 1}
        guest.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await guest.task
        assert {each.seat for each in present} == {0}
        assert rooms.connections == {"a": 1}

    running(test)


def test_a_guest_who_does_not_read_is_removed(module: Any, tmp_path: Path) -> None:
    async def test() -> None:
        rooms = module.Rooms(tmp_path)
        host, slow = Guest(rooms), Guest(rooms)
        room = await opened(host)
        await slow.join(room, None)
        slow.free.clear()
        for _ in range(module.MOST_WAITING + 3):
            await slow.sent.put("{}")
        await slow.task
        assert not rooms.loaded[room["room"]].result().guests
        assert (await host.join(room, 0))["seat"] == 0

    running(test)


def test_two_guests_who_join_together_load_the_room_once(module: Any, tmp_path: Path) -> None:
    async def test() -> None:
        rooms = module.Rooms(tmp_path)
        guests = [Guest(rooms) for _ in range(8)]
        room = await opened(guests[0])
        seen = await asyncio.gather(*(guest.join(room, number % 2) for number, guest in enumerate(guests)))
        assert [each["seat"] for each in seen] == [0, 1] * 4
        assert len(rooms.loaded[room["room"]].result().guests) == 8

    running(test)


def test_rooms_are_bounded_for_each_address_and_in_all(
    module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_ROOMS", 5)

    async def test() -> None:
        rooms = module.Rooms(tmp_path, per_client=2)
        answers = [await opened(Guest(rooms, client)) for client in ("a", "a", "b", "b", "c", "d")]
        assert ["room" in answer for answer in answers] == [True] * 5 + [False]
        assert (await opened(Guest(module.Rooms(tmp_path), "a")))["code"] == "too_many"

    running(test)


def test_a_room_that_nobody_resumes_is_deleted(module: Any, tmp_path: Path) -> None:
    async def test() -> None:
        rooms = module.Rooms(tmp_path)
        guest = Guest(rooms)
        old, young, used = [await opened(guest) for _ in range(3)]
        await guest.join(used, 0)
        long_ago = module.time.time() - module.KEEP_IDLE - 10
        for each in (old, used):
            os.utime(tmp_path / f"{each['room']}.sqlite", (long_ago, long_ago))
        rooms.swept = 0.0
        await opened(Guest(rooms))
        assert old["room"] not in rooms.opened_by
        assert {young["room"], used["room"]} < set(rooms.opened_by)
        assert not (tmp_path / f"{old['room']}.sqlite").exists()

    running(test)


def test_a_room_that_is_locked_while_it_is_read_can_be_joined_later(
    module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        rooms = module.Rooms(tmp_path)
        guest = Guest(rooms)
        room = await opened(guest)
        connect = rooms.connect
        monkeypatch.setattr(module.Rooms, "connect", lambda *_: busy())
        assert (await guest.join(room, 0))["code"] == "storage"
        monkeypatch.setattr(module.Rooms, "connect", lambda _, *options: connect(*options))
        assert (await guest.join(room, 0))["seat"] == 0

    running(test)


def busy() -> None:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorname = "SQLITE_BUSY"
    raise error
