"""The server of the guide answers every message with a code and a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from docs.tests.guides import code
from rami import rummikub
from rami.codec import to_json
from rami.record import Record

PAGE = Path(__file__).parents[1] / "guides" / "server.md"
RULES = rummikub.PRESETS["hasbro-2007"]


def move(text: str) -> str:
    return json.dumps({"rami": 1, "type": "rummikub.Move", "value": text})


def value(**changes: object) -> str:
    return json.dumps({"rami": 1, "type": "rummikub.Move", "value": "draw"} | changes)


TIMES_OUT = to_json(rummikub.TimeOut(rummikub.Table()))

BAD: list[tuple[str, str]] = [
    # what makes no meld
    (move("play R4-R5"), "too_few_tiles"),
    (move("play R4-R5-R7"), "not_consecutive"),
    (move("play R4-R5-K6"), "different_colors"),
    (move("play R4=K4=B4=O4=*"), "no_such_tile"),
    (move("play *-*-*"), ""),
    (move("play *-R1-R2"), ""),
    # A play that is not legal here
    (move("play R4-R5-R6"), "not_in_rack"),
    (move("play"), ""),
    (move("pass"), "pool_not_empty"),
    # moves of the clock
    (TIMES_OUT, "clock"),
    (move("timeout R4-R5-R6"), "clock"),
    (move("timeout R4-R5"), "too_few_tiles"),
    # Not a move
    (move("drow"), "unreadable"),
    (move(""), "unreadable"),
    (move("play R14-R15-R16"), ""),
    (move("play X4-X5-X6"), "unreadable"),
    (move("play R4 R5 R6"), ""),
    (move("knock KC AS-2S-3S"), "unreadable"),
    (move("play " + "R4-" * 100_000), "unreadable"),
    (move("\N{EMOJI MODIFIER FITZPATRICK TYPE-3}"), "unreadable"),
    (value(value=7), "unreadable"),
    (value(type="gin.Move"), "unreadable"),
    (value(type="rummikub.State"), "unreadable"),
    # old and later versions
    (value(rami=2), "unreadable"),
    (value(more=1), "unreadable"),
    # garbage
    ("", "unreadable"),
    ("draw", "unreadable"),
    ("[" * 10_000, "unreadable"),
    ("\x00\ud800", "unreadable"),
    ('{"rami": 1e5}', "unreadable"),
    ('{"rami": 1, "rami": 1}', "unreadable"),
    ("9" * 5_000, "unreadable"),
    ("x" * 2_000_001, "unreadable"),
]


@pytest.fixture(scope="module")
def server() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "server"}
    exec(compile(code(PAGE.read_text(encoding="utf-8")), PAGE.name, "exec"), names)
    return names


def errors(reply: str) -> list[dict[str, str]]:
    answer = json.loads(reply)
    assert answer["ok"] is False
    assert answer["errors"]
    return list(answer["errors"])


@pytest.mark.parametrize(("text", "wanted"), BAD, ids=[str(number) for number in range(len(BAD))])
def test_a_bad_move_is_answered_with_a_code_and_a_french_sentence(
    server: dict[str, Any], text: str, wanted: str
) -> None:
    room = Record.start(rummikub.GAME, 2, RULES, seed=4)
    after, reply = server["receive"](room, room.state.current_player, text, 0, "fr")
    assert after is room
    told = errors(reply)
    assert all(each["code"] and each["message"] for each in told)
    assert not wanted or wanted in {each["code"] for each in told}, told
    _, english = server["receive"](room, room.state.current_player, text, 0, "en")
    pairs = list(zip(told, errors(english), strict=True))
    assert all(french["message"] != one["message"] for french, one in pairs)


def test_a_move_out_of_turn_is_refused(server: dict[str, Any]) -> None:
    room = Record.start(rummikub.GAME, 2, RULES, seed=4)
    _, reply = server["receive"](room, 1 - room.state.current_player, move("draw"), 0, "fr")
    assert [each["code"] for each in errors(reply)] == ["not_your_turn"]


def test_a_late_move_is_stale(server: dict[str, Any]) -> None:
    room = Record.start(rummikub.GAME, 2, RULES, seed=4)
    for number in (1, -1, None):
        _, reply = server["receive"](room, room.state.current_player, move("draw"), number, "fr")
        assert [each["code"] for each in errors(reply)] == ["stale"]
