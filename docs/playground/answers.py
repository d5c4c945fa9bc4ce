"""What the page asks, and the answer: the page sends as JSON what a person did, and gets back what to show.

It runs in the reader's browser, by Pyodide.
"""

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from docs.playground.board import Board
from docs.playground.words import mistake, spoken
from rami import IllegalMove, InvalidMeld, RamiError

if TYPE_CHECKING:
    from docs.playground.table import Table

BOARDS: "dict[str, Board | Table]" = {"rummikub": Board()}
"""The boards by name; the last one used is the last."""


def board_of(asked: dict[str, Any]) -> "Board | Table":
    """Return the board that a question is for: the one in use, unless a game starts."""
    if asked["do"] not in ("start", "again", "load"):
        return next(reversed(BOARDS.values()))
    given = asked.get("with", {})
    game = _game_of_text(given["text"]) if "text" in given else (given.get("address") or given).get("game", "rummikub")
    name = "table" if game in ("rummy", "gin", "contracts") else "rummikub"
    if name == "table" and name not in BOARDS:
        from docs.playground.table import Table  # noqa: PLC0415  # half a second, which Rummikub need not wait for

        BOARDS[name] = Table()
    BOARDS[name] = BOARDS.pop(name)
    return BOARDS[name]


def _game_of_text(text: str) -> str:
    """Return the name of the game of a record in JSON, or an empty text."""
    found = re.search(r'"game": ?"(\w+)"', text)
    return found[1] if found else ""


def answer(message: str) -> str:
    """Return what the page is to show after what a person did.

    Args:
        message: JSON: the name of the method as `do`, its arguments as `with`.

    Returns:
        JSON: what is shown, and, after a start, as `page` what does not change. What the rules forbid is said, never
        raised.

    Examples:
        >>> shown = json.loads(answer('{"do": "start", "with": {"address": {"rack": "R7", "table": "R4-R5-R6"}}}'))
        >>> [tile["name"] for tile in shown["hand"]], shown["rows"][0]["name"]
        (['red 7'], 'Row 1: a meld')
    """
    asked = json.loads(message)
    board = board_of(asked)
    action: Callable[..., None] = getattr(board, asked["do"])
    board.clear()
    try:
        action(**asked.get("with", {}))
    except (IllegalMove, InvalidMeld) as error:
        board.refuse(error.message(board.lang), [piece for each in error.violations for piece in each.pieces])
    except RamiError as error:
        board.refuse(board.words["wrong"].format(mistake(error, board.lang)))
    board.said = spoken(board.said, board.game, board.lang)
    shown = board.shown()
    if asked["do"] in ("start", "again", "next", "speak", "load"):
        shown["page"] = board.page()
    if asked["do"] == "save":
        shown["file"] = board.saved()
    if asked["do"] == "link_position":
        shown["copied"] = board.place()
    return json.dumps(shown)
