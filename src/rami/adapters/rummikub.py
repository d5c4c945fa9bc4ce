"""Rummikub as numbers: a play is chosen tile by tile."""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any

from attrs import frozen

from rami import rummikub
from rami.adapters.arrays import CHOSEN, VERSION, Actions, Field, Option, by_seat, counts, counts_by_seat, melds, number
from rami.rummikub.solver import graph
from rami.rummikub.solver.api import some_play
from rami.rummikub.solver.turn import Turn


def rummikub_fields(rules: rummikub.Rules, players: int) -> tuple[Field, ...]:
    """Return the fields of an observation."""
    kinds = sorted(set(rules.pieces))
    most, all_tiles = max(rules.copies, rules.jokers), len(rules.pieces)

    def on_table(kind: type[Any]) -> Callable[[rummikub.View], Iterable[int]]:
        return lambda view: (tile for meld in view.table if isinstance(meld, kind) for tile in meld.tiles)

    return (
        counts("rack", kinds, most, lambda view: view.rack),
        counts(CHOSEN, kinds, most, lambda chosen: chosen),
        counts("runs", kinds, most, on_table(rummikub.Run)),
        counts("groups", kinds, most, on_table(rummikub.Group)),
        melds("melds", kinds, all_tiles, rummikub.Run, attrgetter("table.melds")),
        counts_by_seat("known", players, kinds, most, lambda view: view.known),
        by_seat("rack_sizes", players, all_tiles, lambda view: view.rack_sizes),
        by_seat("opened", players, 1, lambda view: view.opened),
        number("pool", all_tiles, lambda view: view.pool_size),
        number("passes", players, lambda view: view.passes),
    )


def rummikub_actions(rules: rummikub.Rules) -> Actions:
    """Return an action for each tile, one to commit the play, one to draw and one to pass."""
    tiles = sorted(set(rules.pieces))
    names = (*map(str, tiles), "commit", "draw", "pass")
    return Actions(VERSION, names, "how a play lays its tiles", _TileByTile(tiles, lru_cache(maxsize=2)(Turn)))


@frozen
class _TileByTile:
    """The tiles that can be added to those chosen, the play that lays just these, and the moves that lay none."""

    tiles: list[rummikub.Tile]
    turn_of: Callable[[rummikub.View], Turn]

    def __call__(self, view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> dict[int, Option]:
        if view.is_over or view.player != view.current_player:
            return {}
        turn = self.turn_of(view)
        further = turn.further(chosen)
        found: dict[int, Option] = {
            number: (*chosen, tile) for number, tile in enumerate(self.tiles) if tile in further
        }
        commit = len(self.tiles)
        if not chosen:
            found |= {commit + 1 + _IDLE.index(move): move for move in _idle(view)}
        elif turn.lays(chosen):
            found[commit] = partial(turn.play, chosen)
        if not found:  # the position is too large
            found[commit] = partial(_committed, view, chosen)
        return found


_IDLE: tuple[rummikub.Move, ...] = (rummikub.Draw(), rummikub.Pass())


def _idle(view: rummikub.View) -> list[rummikub.Move]:
    """Return the legal moves that lay nothing."""
    return [move for move in _IDLE if not rummikub.check(view, move)]


def _committed(view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> rummikub.Move:
    """Return the play of the chosen tiles; where none is found that lays them, a move without them."""
    if (play := Turn(view).play(chosen)) is not None:
        return play
    move = next(iter(_idle(view)), None) or rummikub.best_play(view, budget=graph.MOST_STEPS) or some_play(view)
    assert move is not None  # a player who may do neither can play
    return move
