"""Attack the example server: locked and damaged files, a full disk, undo against the clock, ghosts, slow readers."""

# Type checkers run without the library for WebSockets:
# pyright: basic, reportMissingImports=false

import json
import os
import socket
import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rami import codec, rummikub
from tests.examples.server_guests import Guest, room_of, seated
from tests.examples.servers import Server, running, stored

resource: Any = pytest.importorskip("resource")


@pytest.fixture
def server(tmp_path: Path) -> Generator[Server]:
    with running(tmp_path) as running_server:
        yield running_server


def with_a_clock(seconds: int, **rules: Any) -> Any:
    return codec.plain(rummikub.Rules(turn_seconds=seconds, **rules), rummikub.GAME)


def tokens_of(server: Server, room: str) -> list[str]:
    with closing(sqlite3.connect(server.file(room))) as file:
        [text] = file.execute("SELECT text FROM log WHERE number = 0").fetchone()
    return list(json.loads(text)[0])


def moves(server: Server, room: str) -> list[str]:
    return [str(move) for move in stored(server.file(room)).moves]


# ------------------------------------------------------------------------------------------------- a write that fails


@contextmanager
def locked(server: Server, room: str) -> Generator[None]:
    with closing(sqlite3.connect(server.file(room), isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        yield
        other_program.execute("ROLLBACK")


@contextmanager
def full_disk(server: Server, room: str) -> Generator[None]:
    """Forbid the server to make files longer than the log of a room is now."""
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    size = server.file(room).with_suffix(".sqlite-wal").stat().st_size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, before[1]))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


needs_prlimit = pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
faults = pytest.mark.parametrize("fault", [locked, pytest.param(full_disk, marks=needs_prlimit)])


@faults
def test_a_move_that_cannot_be_stored_changes_nothing(server: Server, fault: Callable[..., Any]) -> None:
    room, [mover, other], _ = seated(server, "rummikub", "hasbro-2007")
    assert mover.move(0, "draw")["number"] == other.hear()["number"] == 1
    with fault(server, room):
        assert other.move(1, "draw")["code"] == "storage"
        assert other.undo(1)["code"] == "no_undo"
        assert mover.move(0, "draw")["number"] == 1
        assert moves(server, room) == ["draw"]
    drawn = other.move(1, "draw")
    assert drawn["number"] == mover.hear()["number"] == 2
    server.kill()
    server.start()
    again = Guest(server).join(room, tokens_of(server, room)[drawn["seat"]])
    assert (again["number"], again["view"]) == (2, drawn["view"])


@faults
def test_an_undo_that_cannot_be_stored_changes_nothing(server: Server, fault: Callable[..., Any]) -> None:
    room, [mover, _], _ = seated(server, "gin", "gin")
    assert mover.move(0, "pass")["undo"]
    with fault(server, room):
        assert mover.undo(1)["code"] == "storage"
        assert moves(server, room) == ["pass"]
    assert mover.undo(1)["number"] == 0


def test_other_rooms_play_on_while_a_file_is_locked(server: Server) -> None:
    room, [mover, _], _ = seated(server, "gin", "gin")
    _, [free, _], _ = seated(server, "gin", "gin")
    with locked(server, room):
        assert mover.move(0, "pass")["code"] == "storage"
        assert free.move(0, "pass")["number"] == 1
        assert "room" in Guest(server).ask(do="open", game="gin", players=2, rules="gin")


def test_the_clock_tries_again_until_its_move_is_stored(tmp_path: Path) -> None:
    with running(tmp_path, seconds=1) as server:
        room, [mover, _], _ = seated(server, "gin", "gin")
        with locked(server, room):
            while "the move of the clock was not stored" not in server.log.read_text(encoding="utf-8"):
                time.sleep(0.1)
            assert moves(server, room) == []
        assert mover.hear()["number"] == 1
        assert moves(server, room) == ["pass"]


@needs_prlimit
def test_no_room_is_opened_on_a_full_disk(server: Server) -> None:
    guest, limit = Guest(server), resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1000, limit[1]))
    assert guest.ask(do="open", game="gin", players=2, rules="gin")["code"] == "storage"
    assert not list(server.folder.iterdir())
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
    assert "room" in guest.ask(do="open", game="gin", players=2, rules="gin")


# ----------------------------------------------------------------------------------------------------- damaged rooms


def change(path: Path, command: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(command, values)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "noise": lambda path: path.write_bytes(os.urandom(4096)),
    "half": lambda path: path.write_bytes(path.read_bytes()[:1500]),
    "empty": lambda path: path.write_bytes(b""),
    "gap": lambda path: change(path, "DELETE FROM log WHERE number = 1"),
    "illegal": lambda path: change(path, "UPDATE log SET text = 'knock KS' WHERE number = 2"),
    "unreadable": lambda path: change(path, "UPDATE log SET text = 'jump' WHERE number = 2"),
    "deal": lambda path: change(path, "UPDATE log SET text = '[[], {}]' WHERE number = 0"),
    "number": lambda path: change(path, "UPDATE log SET text = 7 WHERE number = 0"),
}


def test_damaged_rooms_are_set_aside_and_the_others_start(server: Server) -> None:
    rooms = dict.fromkeys([*DAMAGES, "good"], "")
    for name in rooms:
        rooms[name], [mover, other], _ = seated(server, "gin", "gin")
        assert mover.move(0, "pass")["number"] == 1
        assert mover.undo(1)["number"] == 0
        assert mover.move(0, "pass")["number"] == other.hear()["number"] == 1
        assert other.move(1, "pass")["number"] == 2
    server.kill()
    for name, damage in DAMAGES.items():
        change(server.file(rooms[name]), "PRAGMA wal_checkpoint(TRUNCATE)")
        damage(server.file(rooms[name]))
    server.start()
    guest = Guest(server)
    for name in DAMAGES:
        assert guest.join(rooms[name], None)["code"] == "damaged", name
        assert guest.join(rooms[name], None)["code"] == "no_seat", name
        assert (server.folder / f"{rooms[name]}.damaged").exists()
        assert f"room {rooms[name]} is damaged" in server.log.read_text(encoding="utf-8")
    assert guest.join(rooms["good"], None)["number"] == 2


# ------------------------------------------------------------------------------------------------------ undo and clock


def test_undo_is_possible_once_per_turn(server: Server) -> None:
    room, [mover, other], [seen, _] = seated(server, "gin", "gin")
    assert mover.move(0, "pass")["undo"]
    undone = mover.undo(1)
    assert (undone["number"], undone["view"], undone["undo"]) == (0, seen["view"], False)
    assert moves(server, room) == []
    again = mover.move(0, "pass")
    assert (again["number"], again["undo"]) == (1, False)
    assert mover.undo(1)["code"] == "no_undo"
    assert other.hear()["number"] == 1


def test_a_move_is_hidden_from_the_others_until_its_undo_ends(tmp_path: Path) -> None:
    with running(tmp_path, undo_seconds=1) as server:
        room, [mover, other], _ = seated(server, "gin", "gin")
        spectator = Guest(server)
        spectator.join(room, None)
        mover.move(0, "pass")
        assert other.move(1, "pass")["code"] == "stale"
        assert other.move(0, "pass")["code"] == "not_your_turn"
        assert other.hear()["number"] == spectator.hear()["number"] == 1
        assert mover.undo(1)["code"] == "no_undo"
        assert moves(server, room) == ["pass"]


def test_a_second_move_in_the_turn_shows_the_first(server: Server) -> None:
    _, [mover, other], _ = seated(server, "gin", "gin")
    mover.move(0, "take")
    view = mover.move(0, "pass")["view"]
    card = next(card for card in view["hand"] if card != view["taken"])
    assert mover.move(1, f"discard {card}")["undo"]
    assert other.hear()["number"] == 1
    assert mover.undo(2)["number"] == 1


def test_a_drawn_piece_cannot_be_undone(server: Server) -> None:
    _, [mover, other], _ = seated(server, "rummikub", "hasbro-2007")
    assert not mover.move(0, "draw")["undo"]
    assert mover.undo(1)["code"] == "no_undo"
    assert other.hear()["number"] == 1


def test_move_and_undo_do_not_extend_a_turn(tmp_path: Path) -> None:
    with running(tmp_path, seconds=2, undo_seconds=60) as server:
        _, [mover, other], _ = seated(server, "gin", "gin")
        rounds = 0
        while rounds < 20 and mover.move(0, "pass").get("number") == 1 and "number" in mover.undo(1):
            rounds += 1
        assert rounds == 1
        assert other.hear()["number"] == 1
        room, [mover, other], _ = seated(server, "gin", "gin")
        assert mover.move(0, "take")["seconds"] <= 2
        assert other.hear()["number"] == 1  # the time for undo ends with the turn
        assert other.hear()["number"] == 2
        assert mover.hear()["number"] == 2
        assert mover.undo(2)["code"] == "no_undo"
        assert moves(server, room)[0] == "take"


def test_a_move_of_the_clock_cannot_be_undone(server: Server) -> None:
    _, [mover, other], _ = seated(server, "rummikub", with_a_clock(1, penalty_tiles=0))
    mover.ask(do="arrange", number=0, move="timeout")
    assert mover.hear()["number"] == 1
    assert mover.undo(1)["code"] in ("no_undo", "stale")
    assert other.hear()["number"] == 1


def test_a_move_for_an_absent_player_cannot_be_undone(tmp_path: Path) -> None:
    with running(tmp_path, seconds=1) as server:
        room, tokens = room_of(server, "gin", "gin")
        spectator, late = Guest(server), Guest(server)
        mover = spectator.join(room, None)["view"]["current_player"]
        assert spectator.hear()["number"] == 1
        number = late.join(room, tokens[mover])["number"]
        assert late.undo(number)["code"] in ("no_undo", "stale")
        assert moves(server, room)[0] == "pass"


# -------------------------------------------------------------------------------------------------------------- ghosts


@pytest.mark.parametrize(
    "last", ["[" * 3900, "[" * 100_000, '{"do": "move", "number": 0, "move": "jump"}', "x" * 300_000]
)
def test_a_guest_who_left_is_absent(tmp_path: Path, last: str) -> None:
    with running(tmp_path, seconds=1) as server:
        room, [mover, other], _ = seated(server, "rummikub", with_a_clock(2))
        mover.socket.send(last)
        with suppress(OSError):  # The server may have closed it already.
            mover.socket.socket.shutdown(socket.SHUT_RDWR)  # without a closing handshake
        assert other.hear()["number"] == 1
        assert moves(server, room) == ["draw"]  # A present player would get a timeout.


def test_an_unknown_language_leaves_no_ghost(server: Server) -> None:
    room, tokens = room_of(server, "gin", "gin")
    guest = Guest(server)
    assert "tlh" in guest.join(room, tokens[0], lang="tlh")["refused"]
    assert guest.send("{}")["code"] == "unreadable"
    assert guest.join(room, tokens[0], lang="de")["seat"] == 0


# -------------------------------------------------------------------------------------------------------------- limits


def memory(server: Server) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) // 1024


def ask_often(reader: Any) -> None:
    """Send stale requests, which are answered by the whole view, until the server has read them."""
    for number in range(20_300):
        reader.send(json.dumps({"do": "undo", "number": 7}))
        time.sleep(0.1 if number >= 20_000 else 0)


def test_a_slow_reader_is_disconnected(server: Server) -> None:
    room, _ = room_of(server, "rummikub", "hasbro-2007")
    with connect(server.url, max_queue=1, ping_interval=None, close_timeout=1) as reader:
        reader.send(json.dumps({"do": "join", "room": room, "token": None, "lang": "en"}))
        before = memory(server)
        with pytest.raises(ConnectionClosed):
            ask_often(reader)
        assert memory(server) - before < 30
    assert Guest(server).join(room, None)["number"] == 0


def test_an_address_has_few_rooms_and_connections(tmp_path: Path) -> None:
    with running(tmp_path, per_client=3) as server:
        guests = [Guest(server) for _ in range(3)]
        for _ in range(3):
            assert "room" in guests[0].ask(do="open", game="gin", players=2, rules="gin")
        assert guests[1].ask(do="open", game="gin", players=2, rules="gin")["code"] == "too_many"
        fourth = Guest(server)
        assert fourth.hear()["code"] == "too_many"
        with pytest.raises(ConnectionClosed):
            fourth.hear()
        guests[2].socket.close()
        while "code" not in (answer := answered(server)):
            pass
        assert answer["code"] == "unreadable"


def answered(server: Server) -> dict[str, Any]:
    """Return the answer to an empty request, or nothing if the server has no room for the connection."""
    guest = Guest(server)
    answer = guest.send("{}")
    guest.socket.close()
    return {} if answer["code"] == "too_many" else answer
