"""Positions that cannot exist."""

from typing import Any

from attrs import evolve

from rami.errors import RulesError
from rami.game import Game


def flaws_after(game: Game, position: Any, change: dict[str, Any]) -> tuple[str, ...]:
    """Return why a changed position is impossible: the error of its constructor, or the flaws of the game."""
    assert game.flaws is not None
    try:
        return game.flaws(evolve(position, **change))
    except RulesError as error:
        return (str(error),)
