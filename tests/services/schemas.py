"""The JSON Schemas of every type with a schema."""

from collections.abc import Iterator
from typing import Any

from rami import Result, Violation, contracts, gin, rummikub, rummy
from rami.codec import json_schema
from rami.game import Game
from rami.match import Match
from rami.record import Record, Redacted


def types() -> Iterator[tuple[Any, Game[Any, Any, Any, Any] | None]]:
    """Yield every type with a schema, with its game."""
    yield Result, None
    yield contracts.Deck, contracts.GAME
    moves = (
        (rummikub.GAME, rummikub.Move),
        (contracts.GAME, contracts.Move),
        (rummy.GAME, rummy.Move),
        (gin.GAME, gin.Move),
    )
    for game, move in moves:
        for kind in (game.rules, game.state, game.view, *game.values, move, Result, Violation, Match, Record, Redacted):
            yield kind, game


def name(kind: Any, game: Game[Any, Any, Any, Any] | None) -> str:
    own = getattr(kind, "__name__", "Move")
    return own if game is None else f"{game.name}.{'Move' if own == 'Union' else own}"


def schemas() -> dict[str, str]:
    """The schemas by their names."""
    return {name(kind, game): json_schema(kind, game) for kind, game in types()}
