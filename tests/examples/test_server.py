"""The example server, over sockets of this machine: people, spectators, a kill in the middle of a deal."""

# The library of sockets need not be installed where this is checked:
# pyright: basic, reportMissingImports=false

import asyncio
import json
from collections.abc import Generator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("websockets")

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as connect_and_wait

from rami import codec, contracts, gin, rummikub, rummy
from rami.players import quick_player
from tests.examples.servers import Server, running

GAMES: dict[str, Any] = {"rummikub": rummikub, "rummy": rummy, "gin": gin, "contracts": contracts}


@pytest.fixture
def server(tmp_path: Path) -> Generator[Server]:
    with running(tmp_path) as running_server:
        yield running_server


class Guest:
    """A client that waits for each answer."""

    def __init__(self, server: Server) -> None:
        self.socket = server.guests.enter_context(connect_and_wait(server.url))

    def ask(self, **wish: Any) -> dict[str, Any]:
        self.socket.send(json.dumps(wish))
        return self.hear()

    def hear(self, seconds: float = 30) -> dict[str, Any]:
        answer = json.loads(self.socket.recv(timeout=seconds))
        assert isinstance(answer, dict)
        return answer


def room_of(server: Server, game: str, players: int, rules: Any) -> tuple[str, list[str]]:
    opened = Guest(server).ask(do="open", game=game, players=players, rules=rules)
    return opened["room"], opened["tokens"]


def seated(server: Server, game: str, rules: Any, lang: str = "en") -> tuple[list[Guest], list[dict[str, Any]]]:
    """Open a room of two, and take both seats; return the guests and what they see, who moves first."""
    room, tokens = room_of(server, game, 2, rules)
    guests = [Guest(server), Guest(server)]
    seen = [
        guest.ask(do="join", room=room, token=token, lang=lang) for guest, token in zip(guests, tokens, strict=True)
    ]
    first = seen[0]["view"]["current_player"]
    return [guests[first], guests[1 - first]], [seen[first], seen[1 - first]]


# -------------------------------------------------------------------------------------------------------- a whole deal


async def play_on(server: Server, game: str, wish: dict[str, Any], seen: list[dict[str, Any]]) -> None:
    """Be a client to the end of the deal; connect again where the server is gone."""
    end = None
    while not end:
        try:
            async with connect(server.url) as connection:
                await connection.send(json.dumps({"do": "join", **wish}))
                while not end:
                    told = json.loads(await connection.recv())
                    assert "refused" not in told
                    seen.append(told)
                    view, seat, end = told["view"], told["seat"], told["end"]
                    if seat == view["current_player"] and not end:
                        module = GAMES[game]
                        move = quick_player(codec.structured(view, module.View, module.GAME), Random(0))
                        await connection.send(json.dumps({"do": "move", "number": told["number"], "move": str(move)}))
        except (ConnectionClosed, OSError):
            await asyncio.sleep(0.05)


async def play_with_a_kill(server: Server, game: str, wishes: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    seen: list[list[dict[str, Any]]] = [[] for _ in wishes]
    clients = [play_on(server, game, wish, each) for wish, each in zip(wishes, seen, strict=True)]
    playing = asyncio.gather(*clients)
    while not (seen[0] and seen[0][-1]["number"] >= 15):
        await asyncio.sleep(0.01)
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    await asyncio.wait_for(playing, 120)
    return seen


@pytest.mark.parametrize(("game", "rules"), [("rummikub", "hasbro-2007"), ("rummy", "rami-51")])
def test_a_deal_of_four_outlives_a_kill(server: Server, game: str, rules: str) -> None:
    room, tokens = room_of(server, game, 4, rules)
    assert server.said == f"{server.url}, rooms: 0; open examples/client.html\n"
    languages = ("en", "fr", "de", "es", "en")
    wishes = [
        {"room": room, "token": token, "lang": lang} for token, lang in zip([*tokens, None], languages, strict=True)
    ]
    seen = asyncio.run(play_with_a_kill(server, game, wishes))
    assert ", rooms: 1;" in server.said
    record = server.records()[room]
    assert record.verify().ok
    states, result = [*record.states()], record.result
    assert result is not None
    for seat, told in zip([0, 1, 2, 3, None], seen, strict=True):
        assert told[-1]["end"]["scores"] == list(result.scores)
        for each in told:
            assert each["seat"] == seat
            view = record.game.observe(states[each["number"]], seat)
            assert each["view"] == codec.plain(view, record.game)
        numbers = [each["number"] for each in told]
        assert numbers == sorted(numbers)
    assert any("Le joueur" in (each["event"] or "") for each in seen[1])


# ------------------------------------------------------------------------------------------------------------- wishes


def test_a_refusal_is_in_the_language_of_the_player(server: Server) -> None:
    [mover, other], _ = seated(server, "rummikub", "hasbro-2007", lang="fr")
    refused = mover.ask(do="move", number=0, move="pass")["refused"]
    assert "pioche" in refused
    assert "tour" in other.ask(do="move", number=0, move="draw")["refused"]
    assert "refused" in mover.ask(do="move", number=0, move="play R4-R5")
    assert "refused" in mover.ask(do="move", number=0, move="jump")
    assert mover.ask(do="move", number=0, move="draw")["number"] == 1


@pytest.mark.parametrize(
    "wish", ["[]", "nonsense", '{"do": "join"}', '{"do": "open", "game": "chess"}', '{"do": ["join"]}', "{}", "3"]
)
def test_what_cannot_be_read_is_refused(server: Server, wish: str) -> None:
    guest = Guest(server)
    guest.socket.send(wish)
    assert guest.hear() == {"refused": "That is no request."}
    assert "room" in guest.ask(do="open", game="gin", players=2, rules="gin")


def test_nobody_takes_a_seat_without_its_token(server: Server) -> None:
    room, tokens = room_of(server, "gin", 2, "gin")
    guest = Guest(server)
    assert "refused" in guest.ask(do="join", room=room, token="guessed", lang="en")
    assert "refused" in guest.ask(do="join", room=room, token=tokens[0], lang="tlh")
    assert guest.ask(do="join", room=room, token=tokens[1], lang="en")["seat"] == 1


def test_a_spectator_sees_no_hand_and_moves_nothing(server: Server) -> None:
    room, _ = room_of(server, "gin", 2, "gin")
    guest = Guest(server)
    seen = guest.ask(do="join", room=room, token=None, lang="en")
    assert seen["seat"] is None
    assert not seen["view"].get("hand")
    assert guest.ask(do="move", number=0, move="pass")["number"] == 0


def test_what_answers_to_an_older_state_makes_no_move(server: Server) -> None:
    [mover, other], _ = seated(server, "gin", "gin")
    assert mover.ask(do="move", number=0, move="pass")["number"] == 1
    assert other.hear()["number"] == 1
    assert mover.ask(do="move", number=0, move="pass")["number"] == 1


def test_a_move_that_drew_nothing_is_undone_until_the_next(server: Server) -> None:
    [mover, other], [seen, _] = seated(server, "gin", "gin")
    assert mover.ask(do="move", number=0, move="pass")["event"].endswith("refuses the upcard.")
    other.hear()
    undone = mover.ask(do="undo", number=1)
    assert (undone["number"], undone["view"]) == (0, seen["view"])
    assert other.hear()["number"] == 0
    for number, guest in enumerate((mover, other)):
        guest.ask(do="move", number=number, move="pass")
        (other if guest is mover else mover).hear()
    mover.ask(do="move", number=2, move="draw")
    other.hear()
    mover.socket.send(json.dumps({"do": "undo", "number": 3}))
    assert mover.ask(do="move", number=0, move="pass")["number"] == 3


# ------------------------------------------------------------------------------------------------------------- clock


def test_the_clock_ends_a_turn_with_the_table_as_it_was_reported(server: Server) -> None:
    [mover, other], [seen, _] = seated(server, "rummikub", codec.plain(rummikub.Rules(turn_seconds=1), rummikub.GAME))
    loose = seen["view"]["rack"][0]
    mover.socket.send(json.dumps({"do": "move", "number": 0, "move": f"timeout {loose}"}))
    assert mover.hear()["number"] == 1
    assert [other.hear()["number"] for _ in range(2)] == [1, 2]
    (record,) = server.records().values()
    assert [str(move) for move in record.moves[:2]] == [f"timeout {loose}", "timeout"]


def test_absent_players_play_the_least(tmp_path: Path) -> None:
    with running(tmp_path, seconds=1) as server:
        room, tokens = room_of(server, "gin", 2, "gin")
        guest = Guest(server)
        seat = guest.ask(do="join", room=room, token=tokens[0], lang="en")
        while seat["number"] < 2:
            mine = seat["view"]["current_player"] == 0
            seat = guest.ask(do="move", number=seat["number"], move="pass") if mine else guest.hear(seconds=10)
        (record,) = server.records().values()
        assert [str(move) for move in record.moves[:2]] == ["pass", "pass"]
