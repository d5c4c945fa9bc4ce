"""Text of a stranger in the message of an error: it can be encoded and printed, and moves no cursor."""

from collections.abc import Callable
from typing import Any

import pytest

from rami import codec, gin, rummikub, rummy
from rami.errors import (
    IllegalMove,
    InvalidPiece,
    NotationError,
    RamiError,
    RecordError,
    UnknownPreset,
    Violation,
    ViolationCode,
    clean,
)
from rami.record import from_text
from rami.text import Texts

HOSTILE = ("\ud800", "\x1b[2J", "\u202e7R", "\x00", "R7\nERROR")
ESCAPED = "\\ud800\\u001b[2J\\u202e\\u0000\\n"
"""The same in JSON."""

REFUSED: list[Callable[[str], object]] = [
    lambda text: rummikub.parse_move(f"play {text}"),
    lambda text: rummikub.parse_tiles(f"R7 {text}"),
    lambda text: rummy.parse_move(f"meld AS-{text}"),
    lambda text: rummikub.PRESETS[text],
    lambda text: gin.DEFAULT.evolve(**{text: 1}),  # type: ignore[arg-type]
    lambda text: rummikub.svg("R7", theme=text),  # type: ignore[arg-type]
    lambda text: rummikub.text("R7", lang=text),
    lambda text: from_text(f"rami record 1\n{text}: gin\n"),
    lambda text: from_text(f"rami record 1\ngame: gin\nplayers: {text}\n"),
    lambda text: codec.from_json(f'{{"rami": 1, "type": "rummikub.Move", "value": "{text}"}}', rummikub.Move),
]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
@pytest.mark.parametrize("refuse", REFUSED)
def test_a_message_is_safe_to_print(refuse: Callable[[str], Any], text: str) -> None:
    with pytest.raises(RamiError) as caught:
        refuse(text)
    assert str(caught.value).isprintable()
    assert str(caught.value).encode().decode() == str(caught.value)


@pytest.mark.parametrize(
    "document",
    [
        f'{{"rami": 1, "type": "{ESCAPED}", "value": 1}}',
        f'{{"rami": 1, "type": "rummikub.Move", "value": "{ESCAPED}"}}',
        f'{{"rami": 1, "type": "rummikub.Move", "value": {{"{ESCAPED}": 1}}}}',
        f'{{"rami": 1, "type": "rummikub.State", "value": {{"{ESCAPED}": 1}}}}',
    ],
)
@pytest.mark.parametrize("kind", [rummikub.Move, rummikub.State, rummikub.Rules])
def test_a_document_cannot_write_to_a_terminal(document: str, kind: Any) -> None:
    with pytest.raises(RecordError) as caught:
        codec.from_json(document, kind)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("kind", [RamiError, InvalidPiece, UnknownPreset])
def test_any_error_is_clean(kind: type[RamiError]) -> None:
    error = kind("".join(HOSTILE))
    assert str(error) == clean("".join(HOSTILE)) != error.args[0]
    assert str(NotationError("".join(HOSTILE), "")).isprintable()


def test_no_error_shows_what_cannot_be_printed() -> None:
    class Code(ViolationCode, texts=Texts("gin")):
        TOO_MUCH_DEADWOOD = "too_much_deadwood", "\x1b[2J", "deadwood", "limit"

    assert str(IllegalMove([Violation(Code.TOO_MUCH_DEADWOOD, numbers=(12, 10))], number=3)).isprintable()
