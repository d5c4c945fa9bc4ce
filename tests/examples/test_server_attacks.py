"""Long attacks on the example server: 50 kills, a disk that fills up, 400 bots. They print their figures:

python -m pytest -s tests/examples/test_server_attacks.py
"""

# Type checkers run without the library for WebSockets:
# pyright: basic, reportMissingImports=false

import asyncio
import json
import time
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import pytest

pytest.importorskip("websockets")

from attrs import Factory, define
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rami import GAMES, codec
from rami.players import quick_player
from tests.examples.server_guests import Guest
from tests.examples.servers import Server, running, stored

resource: Any = pytest.importorskip("resource")

pytestmark = pytest.mark.slow

EDITIONS = {"rummikub": "hasbro-2007", "rummy": "rami-51", "gin": "gin"}


@define(eq=False)
class Bot:
    """A player that connects again after a kill, and remembers the last position that it was shown."""

    game: str
    room: str
    token: str
    random: Random
    shown: dict[str, Any] | None = None
    has_asked_undo: bool = False
    waits: list[float] = Factory(list)
    refusals: list[str] = Factory(list)

    async def play(self, server: Server, may_play: asyncio.Event) -> None:
        while not (self.shown and self.shown["end"]):
            await may_play.wait()
            try:
                async with connect(server.url, ping_interval=None) as connection:
                    await connection.send(
                        json.dumps({"do": "join", "room": self.room, "token": self.token, "lang": "en"})
                    )
                    await self.answer_all(connection)
            except (ConnectionClosed, OSError, EOFError):
                await asyncio.sleep(0.01)

    async def answer_all(self, connection: Any) -> None:
        sent = 0.0
        async for text in connection:
            if sent:
                self.waits.append(time.monotonic() - sent)
                sent = 0.0
            answer = json.loads(text)
            if "code" in answer:
                self.refusals.append(answer["code"])
            if "view" in answer:
                self.shown, self.has_asked_undo = answer, False
                if answer["end"]:
                    return
            elif answer["code"] == "storage":
                await asyncio.sleep(0.05)
                if self.shown is None:
                    return  # joins again
            if wish := self.wish():
                sent = time.monotonic()
                await connection.send(json.dumps(wish))

    def wish(self) -> dict[str, Any] | None:
        shown = self.shown
        assert shown is not None
        if shown["undo"] and self.random.random() < 0.5:
            self.has_asked_undo = True
            return {"do": "undo", "number": shown["number"]}
        if shown["view"]["current_player"] != shown["seat"]:
            return None
        return {"do": "move", "number": shown["number"], "move": self.move(shown["view"])}

    def move(self, view: dict[str, Any]) -> str:
        game = GAMES[self.game]
        return str(quick_player(codec.structured(view, game.view, game), self.random))


class SimpleBot(Bot):
    """A bot that costs almost no time: it draws, then discards the last card that is not a joker."""

    def move(self, view: dict[str, Any]) -> str:
        if view["phase"] == "draw":
            return "draw"
        return f"discard {next(card for card in reversed(view['hand']) if card != '*')}"


def bots_of(server: Server, game: str, random: Random, kind: type[Bot] = Bot) -> list[Bot]:
    host = Guest(server)
    opened = host.ask(do="open", game=game, players=2, rules=EDITIONS[game])
    host.socket.close()
    return [kind(game, opened["room"], token, random) for token in opened["tokens"]]


def assert_nothing_is_lost(server: Server, bots: list[Bot]) -> int:
    """Compare the file of each room with what its guests saw last; return how many positions were compared."""
    compared = 0
    for bot in bots:
        if bot.shown is None or bot.shown["end"]:
            continue
        deal, number, seat = stored(server.file(bot.room)), bot.shown["number"], bot.shown["seat"]
        compared += 1
        if bot.has_asked_undo and number == len(deal.moves) + 1:
            continue  # The undo was stored, and the kill came before its answer.
        assert codec.plain(deal.game.observe([*deal.states()][number], seat), deal.game) == bot.shown["view"]
        most = max(each.shown["number"] for each in bots if each.room == bot.room and each.shown)
        assert len(deal.moves) <= most + 1
    return compared


def assert_rooms_return(server: Server, bots: list[Bot]) -> None:
    for bot in bots:
        if bot.shown is None or not bot.shown["end"]:
            guest, deal = Guest(server), stored(server.file(bot.room))
            seen = guest.join(bot.room, bot.token)
            guest.socket.close()
            assert seen["number"] == len(deal.moves)
            assert seen["view"] == codec.plain(deal.view(seen["seat"]), deal.game)


def test_fifty_kills_at_random_moments_lose_nothing(tmp_path: Path) -> None:
    random = Random(7)

    async def attack(server: Server) -> tuple[int, int, int]:
        may_play = asyncio.Event()
        bots: list[Bot] = []
        tasks: list[asyncio.Task[None]] = []
        compared = ended = 0
        for _ in range(50):
            running_bots = [bot for bot in bots if not (bot.shown and bot.shown["end"])]
            ended += len(bots) - len(running_bots)
            bots = running_bots
            while len(bots) < 16:
                new = await asyncio.to_thread(bots_of, server, random.choice([*EDITIONS]), random)
                tasks += [asyncio.create_task(bot.play(server, may_play)) for bot in new]
                bots += new
            may_play.set()
            await asyncio.sleep(0.3 + random.random() * 0.7)
            may_play.clear()
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(0.05)  # the bots read what is left in their sockets
            compared += assert_nothing_is_lost(server, bots)
            await asyncio.to_thread(server.start)
            await asyncio.to_thread(assert_rooms_return, server, bots)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return compared, ended, sum(bot.shown["number"] for bot in bots if bot.shown)

    with running(tmp_path, undo_seconds=1) as server:
        compared, ended, moves = asyncio.run(attack(server))
        assert not list(server.folder.glob("*.damaged"))
    report(f"50 kills: {compared} positions compared, {ended} seats at the end of a deal, {moves} in open deals")
    assert compared > 400


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_a_disk_that_fills_up_loses_nothing(tmp_path: Path) -> None:
    random = Random(8)

    async def attack(server: Server, bots: list[Bot]) -> None:
        may_play = asyncio.Event()
        may_play.set()
        tasks = [asyncio.create_task(bot.play(server, may_play)) for bot in bots]
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        for size in range(8_000, 100_000, 8_000):
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, before[1]))
            await asyncio.sleep(1)
            full = [bot for bot in bots if bot.refusals and bot.refusals[-1] == "storage"]
            assert full or all(bot.shown and bot.shown["end"] for bot in bots)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        await asyncio.gather(*tasks)

    with running(tmp_path, undo_seconds=0) as server:
        bots = [bot for game in EDITIONS for _ in range(3) for bot in bots_of(server, game, random)]
        asyncio.run(attack(server, bots))
        server.kill()
        for bot in bots:
            deal = stored(server.file(bot.room))
            assert bot.shown is not None
            assert bot.shown["number"] == len(deal.moves)
            assert deal.result is not None
            assert bot.shown["end"]["scores"] == list(deal.result.scores)
        refusals = [code for bot in bots for code in bot.refusals]
    assert set(refusals) == {"storage"}
    report(f"a disk that fills up: {len(refusals)} moves were refused, {len(bots) // 2} deals came to their end")


def test_two_hundred_rooms_with_four_hundred_bots(tmp_path: Path) -> None:
    rooms, seconds, random = 200, 30, Random(9)

    async def attack(server: Server, bots: list[Bot]) -> None:
        may_play = asyncio.Event()
        may_play.set()
        tasks = [asyncio.create_task(bot.play(server, may_play)) for bot in bots]
        while not all(bot.shown for bot in bots):
            await asyncio.sleep(0.1)
        for bot in bots:
            bot.waits.clear()
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    with running(tmp_path, undo_seconds=0) as server:
        before = memory(server, "VmRSS")
        bots = [bot for _ in range(rooms) for bot in bots_of(server, "rummy", random, SimpleBot)]
        asyncio.run(attack(server, bots))
        after, peak = memory(server, "VmRSS"), memory(server, "VmHWM")
        waits = [wait for bot in bots for wait in bot.waits]
    assert not [code for bot in bots for code in bot.refusals]
    ended = sum(bool(bot.shown and bot.shown["end"]) for bot in bots) // 2
    report(f"{rooms} rooms, {len(bots)} bots, {seconds} s: {len(waits) / seconds:.0f} moves per second, {ended} ended")
    middle, most = quantiles(waits)[1], quantiles(waits, n=100)[-1]
    report(f"answers: median {1000 * middle:.0f} ms, 99 % {1000 * most:.0f} ms, slowest {1000 * max(waits):.0f} ms")
    report(f"memory: {before} MB before, {after} MB after, {peak} MB at most")


def report(figures: str) -> None:
    print(f"\n{figures}", end="")  # noqa: T201


def memory(server: Server, kind: str) -> int:
    """Return the memory of the server in megabytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith(kind))) // 1024
