"""Serve deals between people: rooms, seats by token, spectators, a clock; after a kill it resumes every deal.

$ python -m pip install ".[examples]" && python examples/server.py rooms.sqlite
ws://127.0.0.1:8765, rooms: 0; open examples/client.html

{"do": "open", "game": "rummikub", "players": 4, "rules": "goliath"} is answered by {"room": ..., "tokens": [...]}
{"do": "join", "room": ..., "token": ..., "lang": "fr"} takes a seat, or that of a spectator with the token null
{"do": "move", "number": 12, "move": "draw"} answers the state 12; a timeout reports the table arranged so far
{"do": "undo", "number": 13} takes back the player's last move, unless it drew a piece
"""

import asyncio
import json
import secrets
import sqlite3
import sys
from contextlib import suppress
from random import Random
from typing import Any

from attrs import Factory, define
from websockets import ConnectionClosed, ServerConnection, broadcast, serve  # pyright: ignore[reportMissingImports]

from rami import IllegalMove, RamiError, codec, contracts, gin, players, record, rummikub, rummy

GAMES: dict[str, Any] = {"rummikub": rummikub, "rummy": rummy, "gin": gin, "contracts": contracts}


@define(eq=False)
class Room:  # a deal between people; nothing here waits, so a change is whole before the next begins
    name: str
    tokens: list[str]
    deal: record.Record[Any, Any, Any, Any]
    store: sqlite3.Connection
    seconds: int  # the longest turn where the rules have no limit
    guests: dict[ServerConnection, tuple[int | None, Any]] = Factory(dict)  # the seat and the language of each
    arranged: Any = None

    def hear(self, guest: ServerConnection, wish: dict[str, Any]) -> None:
        deal, (seat, lang) = self.deal, self.guests[guest]
        if seat is None or wish["number"] != len(deal.moves):
            self.show(guest, seat, lang)  # the deal has gone on since
        elif wish["do"] == "undo":
            if deal.can_undo and deal.events(seat, since=len(deal.moves) - 1)[0].seat == seat:
                self.change(None)
        elif problems := deal.game.check(deal.view(seat), move := deal.game.parse_move(wish["move"])):
            raise IllegalMove(problems)
        elif isinstance(move, rummikub.TimeOut):
            self.arranged = move
        else:
            self.change(move)

    def change(self, move: Any) -> None:
        """Make a move, or undo the last; store that, tell everybody, and start the clock of the next turn."""
        old, self.arranged = self.deal, None
        self.deal = old.after(move) if move else old.undo()
        self.store.execute("INSERT INTO log VALUES (?, ?)", (self.name, str(move or "undo")))
        for guest, (seat, lang) in self.guests.items():
            self.show(guest, seat, lang, move and self.deal.events(seat, since=len(old.moves))[0].message(lang))
        self.wind()

    def show(self, guest: ServerConnection, seat: int | None, lang: Any, event: str | None = None) -> None:
        deal, result = self.deal, self.deal.result
        shown = {"seat": seat, "number": len(deal.moves), "view": codec.plain(deal.view(seat), deal.game, lang=lang)}
        end = result and {"scores": result.scores, "reason": result.reason.message(lang)}
        broadcast((guest,), json.dumps({**shown, "event": event, "end": end}))  # does not wait for a slow reader

    def wind(self) -> None:
        limit = getattr(self.deal.rules, "turn_seconds", None) or self.seconds
        asyncio.get_running_loop().call_later(limit, self.time_is_up, self.deal)

    def time_is_up(self, deal: object) -> None:
        state, present = self.deal.state, {seat for seat, _ in self.guests.values()}
        if deal is self.deal and not state.is_over:
            late = players.absent_player(self.deal.view(state.current_player), Random(0))
            if state.current_player in present and getattr(state.rules, "turn_seconds", None):
                late = self.arranged or rummikub.TimeOut(state.table)
            self.change(late)


async def main(file: str, port: int = 8765, seconds: int = 60) -> None:
    store, rooms = sqlite3.connect(file, isolation_level=None), dict[str, Room]()
    store.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE IF NOT EXISTS log(room,text)")
    for name, text in store.execute("SELECT room, text FROM log ORDER BY rowid"):
        if room := rooms.get(name):
            room.deal = room.deal.undo() if text == "undo" else room.deal.after(text)
        else:
            tokens, deal = json.loads(text)
            rooms[name] = Room(name, tokens, codec.from_json(deal, record.Record), store, seconds)

    def opened(wish: dict[str, Any]) -> dict[str, Any]:
        game, name = GAMES[wish["game"]].GAME, secrets.token_urlsafe(6)
        rules = codec.structured(wish["rules"], game.rules, game) if wish["rules"] else None
        deal = record.Record.start(game, wish["players"], rules, seed=secrets.randbits(63))
        tokens = [secrets.token_urlsafe(16) for _ in range(deal.players)]
        store.execute("INSERT INTO log VALUES (?, ?)", (name, json.dumps([tokens, codec.to_json(deal)])))
        rooms[name] = Room(name, tokens, deal, store, seconds)
        return {"room": name, "tokens": tokens}

    async def attend(guest: ServerConnection) -> None:
        room: Room | None = None
        lang: Any = "en"
        with suppress(ConnectionClosed):
            async for text in guest:
                try:
                    wish = json.loads(text)
                    if wish["do"] == "open":
                        await guest.send(json.dumps(opened(wish)))
                    elif room:
                        room.hear(guest, wish)
                    else:
                        seated, lang = rooms[wish["room"]], wish["lang"]
                        seat = seated.tokens.index(wish["token"]) if wish["token"] else None
                        seated.show(guest, seat, lang)
                        seated.guests[guest], room = (seat, lang), seated
                        room.wind()
                except (LookupError, TypeError, ValueError) as error:
                    said = error.message(lang) if isinstance(error, RamiError) else "That is no request."
                    await guest.send(json.dumps({"refused": said}))
        if room:
            room.guests.pop(guest)

    async with serve(attend, "127.0.0.1", port, max_size=20_000):
        print(f"ws://127.0.0.1:{port}, rooms: {len(rooms)}; open examples/client.html", flush=True)
        await asyncio.get_running_loop().create_future()


with suppress(KeyboardInterrupt):
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
