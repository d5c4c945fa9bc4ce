"""Serve deals between people over WebSockets: rooms, seats by token, spectators, a clock, undo. It survives faults.

$ python -m pip install ".[examples]" && python examples/server.py
ws://127.0.0.1:8765, rooms: 0; open examples/client.html

It stores a move before anybody sees it. docs/guides/server.md lists the messages and shows `Rooms` in FastAPI.
"""

import argparse
import asyncio
import json
import logging
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterable, Awaitable, Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from attrs import Factory, define
from websockets import ConnectionClosed, ServerConnection, serve  # pyright: ignore[reportMissingImports]

from rami import GAMES, EndReason, Game, IllegalMove, RamiError, Result, codec, players, record, rummikub

Deal = record.Record[Any, Any, Any, Any]
LONGEST_MESSAGE, MOST_WAITING = 20_000, 32  # characters; messages that wait for a guest who reads slowly
MOST_ROOMS, MOST_PLAYERS, MOST_PIECES = 10_000, 8, 300
KEEP_OVER, KEEP_IDLE = 600, 30 * 86_400  # seconds until the file of a finished or interrupted deal is deleted
REFUSALS = {  # the sentences of `Refused` by code
    "unreadable": f"The message is not a request, or has more than {LONGEST_MESSAGE} characters.",
    "too_large": f"A room has at most {MOST_PLAYERS} players and {MOST_PIECES} pieces.",
    "too_many": "Too many rooms or connections are open.",
    "no_seat": "The room does not exist, or no seat has this token.",
    "stale": "The deal has changed since this message was sent.",
    "clock": "Players arrange the table, and only the clock makes a timeout.",
    "no_undo": "Undo takes back your own move, once per turn, before the next player sees it.",
    "storage": "The server cannot store this now. Nothing has changed; try again.",
    "damaged": "The room is damaged and was set aside.",
}


class Refused(Exception): ...


def refusal(error: Exception, lang: str = "en") -> dict[str, str]:
    if isinstance(error, RamiError):
        return {"refused": error.message(lang), "code": error.violations[0].code if error.violations else "unreadable"}
    code = str(error) if isinstance(error, Refused) else "storage" if isinstance(error, sqlite3.Error) else "unreadable"
    return {"refused": REFUSALS[code], "code": code}


def ending(result: Result, lang: str) -> dict[str, Any]:
    parts = [{"seat": each.seat, "points": each.points, "message": each.message(lang)} for each in result.parts]
    return {"scores": result.scores, "winners": result.winners, "message": result.message(lang), "parts": parts}


@define(eq=False)
class Guest:
    client: str
    lang: str = "en"
    room: "Room | None" = None
    seat: int | None = None  # a guest in a room without a seat is a spectator
    waiting: asyncio.Queue[str] = Factory(lambda: asyncio.Queue(MOST_WAITING))
    stop: Callable[[], object] = object

    def put(self, message: dict[str, Any]) -> None:
        if self.waiting.full():
            self.stop()
        else:
            self.waiting.put_nowait(json.dumps(message))

    async def write(self, send: Callable[[str], Awaitable[None]]) -> None:
        while True:
            await send(await self.waiting.get())


@define(eq=False)
class Room:
    """A deal and its guests. No method waits, so each change is complete before the next one begins."""

    name: str
    tokens: list[str]
    deal: Deal
    store: sqlite3.Connection
    rooms: "Rooms"
    guests: set[Guest] = Factory(set)
    held_by: int | None = None  # the seat of a move that can be undone: the others see the position before it
    has_undone: bool = False
    arranged: Any = None
    turn: tuple[int, int, bool] | None = None
    deadline: float = 0.0
    timer: asyncio.TimerHandle | None = None

    def seen_by(self, seat: int | None) -> Deal:
        return self.deal if self.held_by in (None, seat) else self.deal.undo()

    def hear(self, guest: Guest, do: str, number: int, text: Any) -> None:
        deal, view = self.seen_by(guest.seat), self.seen_by(guest.seat).view(guest.seat)
        if number != len(deal.moves):
            self.show([guest], refused=refusal(Refused("stale")))
        elif do == "undo":
            self.undo(guest)
        elif isinstance(move := deal.game.parse_move(text), rummikub.TimeOut) != (do == "arrange"):
            raise Refused("clock")
        elif problems := deal.game.check(view, move):
            raise IllegalMove(problems)
        elif do == "arrange":
            self.arranged = move
            guest.put({"arranged": number})
        else:
            self.make(move, by_hand=True)

    def make(self, move: Any, *, by_hand: bool = False) -> None:
        """Store a move, then make and show it. If it is illegal or cannot be stored, nothing changes."""
        mover, deal = self.deal.state.current_player, self.deal.after(move)
        self.store.execute("INSERT OR REPLACE INTO log VALUES (?, ?)", (len(deal.moves), str(move)))
        self.release()
        can_undo = by_hand and self.rooms.undo_seconds > 0 and not self.has_undone and deal.can_undo
        self.deal, self.arranged, self.held_by = deal, None, mover if can_undo else None
        self.wind()
        self.show((guest for guest in self.guests if self.held_by in (None, guest.seat)), moved=True)

    def undo(self, guest: Guest) -> None:
        if guest.seat is None or guest.seat != self.held_by:
            raise Refused("no_undo")
        self.store.execute("DELETE FROM log WHERE number = ?", (len(self.deal.moves),))
        self.deal, self.held_by, self.has_undone, self.arranged = self.deal.undo(), None, True, None
        self.wind()
        self.show(each for each in self.guests if each.seat == guest.seat)

    def release(self) -> None:
        """Show the held move to the others. If it ended a turn, the clock of the next one starts now."""
        if self.held_by is not None:
            mover, self.held_by = self.held_by, None
            self.wind()
            self.show((guest for guest in self.guests if guest.seat != mover), moved=True)

    def show(self, guests: Iterable[Guest], *, moved: bool = False, refused: dict[str, str] | None = None) -> None:
        left = max(0, round(self.deadline - asyncio.get_running_loop().time()))
        for guest in guests:
            deal, seat, lang = self.seen_by(guest.seat), guest.seat, guest.lang
            event = deal.events(seat, since=len(deal.moves) - 1)[0].message(lang) if moved else None
            end, undo = deal.result and ending(deal.result, lang), self.held_by is not None and seat == self.held_by
            sent = {"seat": seat, "number": len(deal.moves), "view": codec.plain(deal.view(seat), deal.game, lang=lang)}
            guest.put({**sent, "event": event, "seconds": left, "undo": undo, "end": end, **(refused or {})})

    def wind(self) -> None:
        """Set the timer. A turn gets its deadline when its player is shown the position, and keeps it."""
        loop, state = asyncio.get_running_loop(), self.deal.state
        if self.timer:
            self.timer.cancel()
        if self.held_by is None and self.turn != (turn := (state.turn, state.current_player, state.is_over)):
            self.turn, self.has_undone = turn, False
            limit = getattr(state.rules, "turn_seconds", None) or self.rooms.seconds
            self.deadline = loop.time() + (KEEP_OVER if state.is_over else limit)
        undo_ends = loop.time() + self.rooms.undo_seconds
        self.timer = loop.call_at(self.deadline if self.held_by is None else min(self.deadline, undo_ends), self.ring)

    def ring(self) -> None:
        """Make the move of a player whose time is up, or end the time for undo, or close a room without guests."""
        state, turn = self.deal.state, self.turn
        if self.held_by is not None:
            return self.release()
        if state.is_over or not self.guests:
            del self.rooms.loaded[self.name]
            self.store.close()  # copies the write-ahead log into the file
            return self.rooms.delete(self.name) if state.is_over else None
        try:
            if getattr(state.rules, "turn_seconds", 0) and state.current_player in {each.seat for each in self.guests}:
                self.make(self.arranged or rummikub.TimeOut(state.table))
            while self.turn == turn and not self.deal.state.is_over:
                self.make(players.absent_player(self.deal.view(self.deal.state.current_player), Random(0)))
        except sqlite3.Error as error:
            logging.warning("room %s: the move of the clock was not stored: %s", self.name, error)
            self.timer = asyncio.get_running_loop().call_later(1, self.ring)


@define(eq=False)
class Rooms:
    """The rooms of a folder, each a SQLite file, and the limits of the server."""

    folder: Path
    seconds: int = 60
    undo_seconds: float = 3.0
    per_client: int = 50
    opened_by: dict[str, str] = Factory(dict)
    loaded: dict[str, "asyncio.Task[Room | Refused]"] = Factory(dict)
    connections: Counter[str] = Factory(Counter)
    swept: float = 0.0

    def __attrs_post_init__(self) -> None:
        self.sweep()

    async def attend(self, client: str, texts: AsyncIterable[str], send: Callable[[str], Awaitable[None]]) -> None:
        """Serve a connection until it ends; `client` is the address that the limits apply to."""
        if self.connections[client] >= self.per_client:
            return await send(json.dumps(refusal(Refused("too_many"))))
        self.connections[client] += 1
        guest = Guest(client)
        reader, writer = tasks = [asyncio.create_task(self.read(guest, texts)), asyncio.create_task(guest.write(send))]
        guest.stop = writer.cancel
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if guest.room:
                guest.room.guests.discard(guest)
            self.connections -= Counter([client])
            reader.cancel()
            writer.cancel()
        await asyncio.wait(tasks)
        return None if reader.cancelled() else reader.result()

    async def read(self, guest: Guest, texts: AsyncIterable[str]) -> None:
        async for text in texts:
            try:
                await self.hear(guest, text)
            except (Refused, ValueError, RecursionError, sqlite3.Error) as error:
                if isinstance(error, sqlite3.Error):
                    logging.warning("a request was not stored: %s", error)
                guest.put(refusal(error, guest.lang))
            await asyncio.sleep(0)  # lets the writer and the other guests continue

    async def hear(self, guest: Guest, text: str) -> None:
        match json.loads(text[: LONGEST_MESSAGE + 1]):
            case {"do": "open", "game": str(game), "players": int(count), "rules": rules} if game in GAMES:
                guest.put(await self.open(guest.client, GAMES[game], count, rules))
            case {"do": "join", "room": str(name), "token": str() | None as token, "lang": str(lang)} if not guest.room:
                await self.join(guest, name, token, lang)
            case {"do": "move" | "arrange" | "undo" as do, "number": int(number), **more} if guest.room:
                guest.room.hear(guest, do, number, more.get("move"))
            case _:
                raise Refused("unreadable")

    async def open(self, client: str, game: Game[Any, Any, Any, Any], count: int, rules: Any) -> dict[str, Any]:
        if time.time() > self.swept + 3600:
            self.sweep()
        if len(self.opened_by) >= MOST_ROOMS or [*self.opened_by.values()].count(client) >= self.per_client:
            raise Refused("too_many")
        rules = rules and codec.structured(rules, game.rules, game)
        deal = record.Record.start(game, count, rules, seed=secrets.randbits(63))
        if deal.players > MOST_PLAYERS or len(deal.rules.pieces) > MOST_PIECES:
            raise Refused("too_large")
        name, tokens = secrets.token_hex(6), [secrets.token_urlsafe(16) for _ in range(deal.players)]
        self.opened_by[name] = client
        try:
            await asyncio.to_thread(self.create, name, tokens, deal)
        except sqlite3.Error:
            self.delete(name)
            raise
        return {"room": name, "tokens": tokens}

    async def join(self, guest: Guest, name: str, token: str | None, lang: str) -> None:
        EndReason.BLOCKED.message(lang)  # raises an error if the language is unknown
        if name not in self.opened_by:
            raise Refused("no_seat")
        self.loaded[name] = self.loaded.get(name) or asyncio.create_task(self.load(name))
        room = await asyncio.shield(self.loaded[name])
        if isinstance(room, Refused):
            raise room
        sent = (token or "").encode(errors="replace")
        seat = next((seat for seat, own in enumerate(room.tokens) if secrets.compare_digest(own.encode(), sent)), None)
        if token and seat is None:
            raise Refused("no_seat")
        guest.seat, guest.lang, guest.room = seat, lang, room
        room.guests.add(guest)
        room.show([guest])

    def files(self, name: str) -> list[Path]:
        return [self.folder / f"{name}.sqlite{end}" for end in ("", "-wal", "-shm")]

    def connect(self, name: str, mode: str) -> sqlite3.Connection:
        uri = f"{self.files(name)[0].resolve().as_uri()}?mode={mode}"
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    def create(self, name: str, tokens: list[str], deal: Deal) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with closing(self.connect(name, "rwc")) as store:
            # A write-ahead log: a kill loses nothing, and a move does not wait for the disk.
            store.executescript("PRAGMA page_size=1024; PRAGMA journal_mode=WAL")
            store.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, text TEXT)")
            store.execute("INSERT INTO log VALUES (0, ?)", (json.dumps([tokens, codec.to_json(deal)]),))

    async def load(self, name: str) -> Room | Refused:
        try:
            room = await asyncio.to_thread(self.replay, name)
        except Exception as error:
            del self.loaded[name]
            if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_IOERR")):
                return Refused("storage")
            logging.warning("room %s is damaged and was set aside: %s", name, error)
            del self.opened_by[name]
            self.files(name)[0].rename(self.folder / f"{name}.damaged")
            return Refused("damaged")
        room.wind()
        return room

    def replay(self, name: str) -> Room:
        with closing(self.connect(name, "rw")) as store:
            log = store.execute("SELECT number, text FROM log ORDER BY number").fetchall()
        if [number for number, _ in log] != [*range(len(log))]:
            raise ValueError("a move is missing")
        tokens, text = json.loads(log[0][1])
        deal = codec.from_json(text, record.Record)
        for _, move in log[1:]:
            deal = deal.after(move)
        self.files(name)[0].touch()  # for `sweep`
        # If the file is locked, a move is refused: waiting would stop all rooms.
        store = self.connect(name, "rw")
        store.executescript("PRAGMA busy_timeout=0; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0")
        return Room(name, tokens, deal, store, self)

    def delete(self, name: str) -> None:
        self.opened_by.pop(name, None)
        for path in self.files(name):
            path.unlink(missing_ok=True)

    def sweep(self) -> None:
        """List the rooms of the folder, and delete the rooms that nobody has resumed."""
        self.swept = time.time()
        for path in self.folder.glob("*.sqlite"):
            self.opened_by.setdefault(path.stem, "")
            if path.stem not in self.loaded and path.stat().st_mtime < self.swept - KEEP_IDLE:
                self.delete(path.stem)


async def main(port: int, **options: Any) -> None:
    async def attend(socket: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            await rooms.attend((socket.remote_address or ("",))[0], socket, socket.send)
        if socket.transport.get_write_buffer_size():
            socket.transport.abort()  # A closing handshake would wait for the slow reader.

    rooms = Rooms(**options)
    # Anybody can cause a bad handshake, and each one would log a traceback.
    logging.getLogger("websockets.server").addFilter(lambda entry: "handshake" not in entry.msg)
    async with serve(attend, "127.0.0.1", port, max_size=10 * LONGEST_MESSAGE, compression=None, close_timeout=2):
        print(f"ws://127.0.0.1:{port}, rooms: {len(rooms.opened_by)}; open examples/client.html", flush=True)
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("rooms"), help="the files of the rooms")
    for name, default in {"port": 8765, "seconds": 60, "undo-seconds": 3, "per-client": 50}.items():
        parser.add_argument(f"--{name}", type=int, default=default, help="default: %(default)s")
    with suppress(KeyboardInterrupt):
        asyncio.run(main(**vars(parser.parse_args())))
