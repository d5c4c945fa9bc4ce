"""The fields of the rules as `Rules.evolve` takes them."""

from typing import Literal, TypedDict


class Changes(TypedDict, total=False):
    """New values of fields of the rules; `Rules` describes them."""

    knock_limit: int
    knock_by_upcard: bool
    ace_upcard_gin_only: bool
    gin_bonus: int
    big_gin_bonus: int | None
    undercut_bonus: int
    undercut_on_tie: bool
    layoff: bool
    offer_upcard: bool
    dead_stock: int
    match_points: int
    game_bonus: int
    box_bonus: int
    shutout: Literal["double"] | int
