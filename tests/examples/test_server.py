"""The example server over sockets of this machine: players, spectators, requests, undo, the clock, a restart."""

# Type checkers run without the library for WebSockets:
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

from rami import GAMES, codec, rummikub
from rami.players import quick_player
from tests.examples.server_guests import Guest, room_of, seated
from tests.examples.servers import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    with running(tmp_path_factory.mktemp("server")) as running_server:
        yield running_server


# -------------------------------------------------------------------------------------------------------- a whole deal


async def play_on(server: Server, game: str, wish: dict[str, Any], seen: list[dict[str, Any]]) -> None:
    """Play to the end of the deal, and connect again after a kill."""
    end = None
    while not end:
        try:
            async with connect(server.url) as connection:
                await connection.send(json.dumps({"do": "join", **wish}))
                while not end:
                    shown = json.loads(await connection.recv())
                    assert "refused" not in shown
                    seen.append(shown)
                    view, seat, end = shown["view"], shown["seat"], shown["end"]
                    if seat == view["current_player"] and not end:
                        move = quick_player(codec.structured(view, GAMES[game].view, GAMES[game]), Random(0))
                        await connection.send(json.dumps({"do": "move", "number": shown["number"], "move": str(move)}))
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
def test_a_deal_of_four_survives_a_kill(tmp_path: Path, game: str, rules: str) -> None:
    with running(tmp_path, undo_seconds=0) as server:
        room, tokens = room_of(server, game, rules, 4)
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
    for seat, shown in zip([0, 1, 2, 3, None], seen, strict=True):
        assert shown[-1]["end"]["scores"] == list(result.scores)
        assert shown[-1]["end"]["winners"] == list(result.winners)
        for each in shown:
            assert each["seat"] == seat
            view = record.game.observe(states[each["number"]], seat)
            assert each["view"] == codec.plain(view, record.game)
        numbers = [each["number"] for each in shown]
        assert numbers == sorted(numbers)
    assert any("Le joueur" in (each["event"] or "") for each in seen[1])
    assert seen[0][-1]["end"]["message"] == result.message("en")
    assert seen[1][-1]["end"]["message"] == result.message("fr")
    assert [part["points"] for part in seen[0][-1]["end"]["parts"]] == [part.points for part in result.parts]


# ------------------------------------------------------------------------------------------------------------ requests


def test_a_refusal_is_in_the_language_of_the_player(server: Server) -> None:
    _, [mover, other], _ = seated(server, "rummikub", "hasbro-2007", lang="fr")
    refused = mover.move(0, "pass")
    assert "pioche" in refused["refused"]
    assert refused["code"] == "pool_not_empty"
    assert "tour" in other.move(0, "draw")["refused"]
    assert mover.move(0, "play R4-R5")["code"] == "too_few_tiles"
    assert mover.move(0, "jump")["code"] == "unreadable"
    assert mover.move(0, "draw")["number"] == 1


UNREADABLE = [
    "[]",
    "nonsense",
    "3",
    "{}",
    "9" * 5000,
    "[" * 3900,
    '{"do":' * 3000,
    '"' + "x" * 30_000 + '"',
    b"\xff\xfe",
    '{"do": "join"}',
    '{"do": ["join"]}',
    '{"do": "join", "room": "../rooms", "token": null}',
    '{"do": "move", "number": 0, "move": "draw"}',
    '{"do": "open", "game": "chess", "players": 2, "rules": null}',
    '{"do": "open", "game": "gin", "players": "2", "rules": null}',
]


@pytest.mark.parametrize("wish", UNREADABLE, ids=[str(number) for number in range(len(UNREADABLE))])
def test_an_unreadable_message_gets_an_answer(server: Server, wish: str | bytes) -> None:
    guest = Guest(server)
    assert guest.send(wish)["code"] == "unreadable"
    assert "room" in guest.ask(do="open", game="gin", players=2, rules="gin")


@pytest.mark.parametrize("players", [0, 3, 10**9, -1])
def test_a_room_needs_a_number_of_players_that_the_rules_allow(server: Server, players: int) -> None:
    assert "players" in Guest(server).ask(do="open", game="gin", players=players, rules="gin")["refused"]


def test_a_room_has_a_largest_size(server: Server) -> None:
    rules, before = codec.plain(rummikub.Rules(copies=100), rummikub.GAME), server.records()
    assert Guest(server).ask(do="open", game="rummikub", players=2, rules=rules)["code"] == "too_large"
    assert server.records() == before


def test_a_seat_needs_its_token(server: Server) -> None:
    room, tokens = room_of(server, "gin", "gin")
    guest = Guest(server)
    for token in ("guessed", tokens[0][:-1], "\ud800", "é"):
        assert guest.join(room, token)["code"] == "no_seat"
    assert guest.join("0123456789ab", tokens[0])["code"] == "no_seat"
    assert guest.join(room, tokens[0], lang="tlh")["refused"]
    assert guest.join(room, tokens[1])["seat"] == 1
    assert guest.join(room, tokens[0])["code"] == "unreadable"


def test_no_token_is_logged(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        room, tokens = room_of(server, "gin", "gin")
        guest = Guest(server)
        guest.join(room, "x" * 30)
        guest.join(room, tokens[0])
        server.file(room).write_bytes(b"damaged")
        logged = server.log.read_text(encoding="utf-8") + server.said
    assert not any(token in logged for token in tokens)


def test_a_spectator_sees_no_hand_and_cannot_move(server: Server) -> None:
    room, _ = room_of(server, "gin", "gin")
    guest = Guest(server)
    seen = guest.join(room, None)
    assert seen["seat"] is None
    assert not seen["view"].get("hand")
    assert "refused" in guest.move(0, "pass")
    assert guest.undo(0)["code"] == "no_undo"


def test_an_answer_to_an_older_position_gets_the_new_one_and_a_reason(server: Server) -> None:
    _, [mover, _], _ = seated(server, "gin", "gin")
    assert mover.move(0, "pass")["number"] == 1
    answer = mover.move(0, "pass")
    assert (answer["number"], answer["code"]) == (1, "stale")
    assert answer["view"]["current_player"] != answer["seat"]


# --------------------------------------------------------------------------------------------------------------- clock


def with_a_clock(seconds: int) -> Any:
    return codec.plain(rummikub.Rules(turn_seconds=seconds), rummikub.GAME)


def test_the_clock_ends_a_turn_with_the_table_as_it_was_reported(server: Server) -> None:
    room, [mover, other], [seen, _] = seated(server, "rummikub", with_a_clock(1))
    loose = seen["view"]["rack"][0]
    assert mover.ask(do="arrange", number=0, move=f"timeout {loose}") == {"arranged": 0}
    assert mover.hear()["number"] == 1
    assert [other.hear()["number"] for _ in range(2)] == [1, 2]
    assert [str(move) for move in server.records()[room].moves[:2]] == [f"timeout {loose}", "timeout"]


def test_only_the_clock_makes_a_timeout(server: Server) -> None:
    _, [mover, _], [seen, _] = seated(server, "rummikub", with_a_clock(60))
    assert mover.move(0, f"timeout {seen['view']['rack'][0]}")["code"] == "clock"
    assert mover.ask(do="arrange", number=0, move="draw")["code"] == "clock"
    assert "refused" in mover.ask(do="arrange", number=0, move="timeout R1 R1 R1")


def test_an_absent_player_makes_minimal_moves(tmp_path: Path) -> None:
    with running(tmp_path, seconds=1) as server:
        room, tokens = room_of(server, "gin", "gin")
        guest = Guest(server)
        seen = guest.join(room, tokens[0])
        while seen["number"] < 2:
            seen = guest.hear()
        assert [str(move) for move in server.records()[room].moves[:2]] == ["pass", "pass"]


def test_an_absent_player_ends_the_whole_turn(tmp_path: Path) -> None:
    with running(tmp_path, seconds=1) as server:
        room, _ = room_of(server, "rummy", "rami-51")
        guest = Guest(server)
        guest.join(room, None)
        assert [guest.hear()["number"] for _ in range(2)] == [1, 2]
        turns = [state.turn for state in server.records()[room].states()]
        assert turns[:3] == [0, 0, 1]
