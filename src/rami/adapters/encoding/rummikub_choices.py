"""Rummikub as numbers, quicker than tile by tile with look-ahead: a few whole plays, or any tiles at all."""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Literal

from attrs import frozen

from rami import rummikub
from rami.adapters.encoding.actions import Actions, Option
from rami.adapters.encoding.layouts import VERSION
from rami.errors import TooLarge
from rami.pieces import without
from rami.players import quick_player
from rami.rummikub.solver import request
from rami.rummikub.solver.api import some_play

_IDLE: Mapping[str, rummikub.Move] = {"draw": rummikub.Draw(), "pass": rummikub.Pass()}


def _idle(view: rummikub.View) -> dict[str, Option]:
    """Return the legal moves that lay nothing."""
    return {name: move for name, move in _IDLE.items() if not rummikub.check(view, move)}


def _waits(view: rummikub.View) -> bool:
    return view.is_over or view.player != view.current_player


def menu_actions(rules: rummikub.Rules) -> Actions:  # noqa: ARG001  # the same by all rules
    """Return an action for each play of a menu, one to draw and one to pass."""
    names = ("most tiles", "most points", "keep jokers", "as it lies", *_IDLE)
    return Actions(VERSION, names, "all plays but the best by four aims", partial(_menu, names))


def simple_play(view: rummikub.View) -> rummikub.Play | None:
    """Return the play of `quick_player`; None if it has none, or the position is too large."""
    try:
        move = quick_player(view, Random(0))
    except TooLarge:
        return None
    return move if isinstance(move, rummikub.Play) else None


def _menu(names: tuple[str, ...], view: rummikub.View, _: tuple[rummikub.Tile, ...]) -> dict[int, Option]:
    if _waits(view):
        return {}
    found, simple = _idle(view), simple_play(view)
    if simple is not None:
        found["as it lies"] = simple
    if (sooner := simple or _any_play(view)) is not None:
        found["most tiles"] = partial(_best, view, "tiles", sooner)
        found["most points"] = partial(_best, view, "points", sooner)
        if (kept := _without_jokers(view)) is not None:
            found["keep jokers"] = kept
    return {number: found[name] for number, name in enumerate(names) if name in found}


def _any_play(view: rummikub.View) -> rummikub.Play | None:
    """Return any legal play; None if there is none, or the position is too large to find one."""
    try:
        return some_play(view)
    except TooLarge:
        return None


def _best(view: rummikub.View, maximize: Literal["tiles", "points"], sooner: rummikub.Play) -> rummikub.Play:
    """Return the best play that is found within the steps of a call; the one that was sooner found if there is none."""
    return rummikub.best_play(view, maximize=maximize, budget=request.MOST_STEPS) or sooner


def _without_jokers(view: rummikub.View) -> Option | None:
    """Return the play of the most tiles that keeps the jokers of the rack; None without jokers or such a play."""
    if not any(tile.is_joker for tile in view.rack):
        return None
    play = rummikub.best_play(
        view, maximize=lambda tile: -len(view.rack) if tile.is_joker else 1, budget=request.MOST_STEPS
    )
    if play is None or any(tile.is_joker for tile in rummikub.played_tiles(view, play)):
        return None
    return play


def free_actions(rules: rummikub.Rules) -> Actions:
    """Return an action for each tile, one to commit the tiles chosen, one to draw and one to pass."""
    tiles = sorted(set(rules.tiles))
    names = (*map(str, tiles), "commit", *_IDLE)
    numbers = {name: number for number, name in enumerate(names)}
    return Actions(VERSION, names, "how a play lays its tiles", _Freely(numbers), steps=len(rules.tiles) + 1)


@frozen
class _Freely:
    """All tiles of the rack that are not chosen yet; whether they can be laid is asked at the end."""

    numbers: Mapping[str, int]

    def __call__(self, view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> dict[int, Option]:
        if _waits(view):
            return {}
        left = dict.fromkeys(without(view.rack, chosen) if chosen else view.rack)
        found: dict[str, Option] = {str(tile): (*chosen, tile) for tile in left}
        found |= {"commit": partial(committed, view, chosen)} if chosen else _idle(view)
        return {self.numbers[name]: option for name, option in found.items()}


def committed(view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> rummikub.Move:
    """Return the play of the chosen tiles; where none is found that lays them, a move without them."""
    try:
        play = rummikub.play_of(view, chosen)
    except TooLarge:
        play = None
    if play is not None:
        return play
    idle = next(iter(_idle(view).values()), None)
    move = idle or rummikub.best_play(view, budget=request.MOST_STEPS) or some_play(view)
    assert move is not None  # a player who may do neither can play
    return move
