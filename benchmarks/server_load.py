"""The load of the example server: moves per second, and the response time of a move.

python -m benchmarks.server_load --rooms 200 --seconds 30

Four bots sit in each room of card Rami; they draw and discard as soon as it is their turn, so the server has never less
to do than with people. They run in one process beside the server's, on the same machine. Needs the extra `examples`.
"""

# The library of sockets need not be installed where this is checked:
# pyright: basic, reportMissingImports=false

import argparse
import asyncio
import json
import time
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from websockets.asyncio.client import connect

from tests.examples.servers import running

PLAYERS = 4


def reply(view: dict[str, Any]) -> str:
    """Draw, then discard the last card that is not a joker."""
    if view["phase"] == "draw":
        return "draw"
    return f"discard {next(card for card in reversed(view['hand']) if card != '*')}"


async def bot(url: str, room: str, token: str, waits: list[float]) -> None:
    """Sit in a room, move on each own turn, and note the response times."""
    sent = 0.0
    async with connect(url, max_size=None) as connection:
        await connection.send(json.dumps({"do": "join", "room": room, "token": token, "lang": "en"}))
        async for text in connection:
            told = json.loads(text)
            if sent:
                waits.append(time.monotonic() - sent)
                sent = 0.0
            if told["end"]:
                return
            if told["view"]["current_player"] == told["seat"]:
                sent = time.monotonic()
                move = {"do": "move", "number": told["number"], "move": reply(told["view"])}
                await connection.send(json.dumps(move))


async def load(url: str, rooms: int, seconds: float) -> list[float]:
    """Let the bots of all rooms play for a time. Return the response times."""
    waits: list[float] = []
    async with asyncio.TaskGroup() as tasks, connect(url) as host:
        bots = []
        for _ in range(rooms):
            await host.send(json.dumps({"do": "open", "game": "rummy", "players": PLAYERS, "rules": None}))
            opened = json.loads(await host.recv())
            bots += [tasks.create_task(bot(url, opened["room"], token, waits)) for token in opened["tokens"]]
        await asyncio.sleep(seconds / 4)  # all are seated, and play
        waits.clear()
        await asyncio.sleep(seconds)
        for each in bots:
            each.cancel()
    return waits


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server_load", description=__doc__)
    parser.add_argument("--rooms", type=int, default=200, help="how many rooms (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=30, help="how long to measure (default: %(default)s)")
    options = parser.parse_args()
    with TemporaryDirectory() as folder, running(Path(folder), undo_seconds=0) as server:
        waits = asyncio.run(load(server.url, options.rooms, options.seconds))
    print(f"{options.rooms} rooms of {PLAYERS} bots: {len(waits) / options.seconds:.0f} moves a second")
    half, most = quantiles(waits)[1], quantiles(waits, n=100)[-1]
    print(f"answers: half within {1000 * half:.0f} ms, 99 of 100 within {1000 * most:.0f} ms")


if __name__ == "__main__":
    main()
