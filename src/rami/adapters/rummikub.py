"""Numeric encoding of Rummikub.

A play is chosen tile by tile.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any

from rami import rummikub
from rami.adapters.arrays import CHOSEN, Actions, Field, Option, by_seat, counts, counts_by_seat, melds, number
from rami.rummikub.solver import graph
from rami.rummikub.solver.api import some_play
from rami.rummikub.solver.turn import Turn


def rummikub_fields(rules: rummikub.Rules, players: int) -> tuple[Field, ...]:
    """Return the fields of an observation in Rummikub."""
    kinds = sorted(set(rules.pieces))
    most, all_tiles = max(rules.copies, rules.jokers), len(rules.pieces)

    def on_table(kind: type[Any]) -> Callable[[rummikub.View], Iterable[int]]:
        return lambda view: (tile for meld in view.table if isinstance(meld, kind) for tile in meld.tiles)

    return (
        counts("rack", kinds, most),
        # `Rewriter` fills this field, because a view does not contain the chosen tiles.
        counts(CHOSEN, kinds, most, lambda _: ()),
        counts("runs", kinds, most, on_table(rummikub.Run)),
        counts("groups", kinds, most, on_table(rummikub.Group)),
        melds("melds", kinds, all_tiles, rummikub.Run, attrgetter("table.melds")),
        counts_by_seat("known", players, kinds, most),
        by_seat("rack_sizes", players, all_tiles),
        by_seat("opened", players, 1),
        number("pool", all_tiles, attrgetter("pool_size")),
        number("passes", players),
    )


def rummikub_actions(rules: rummikub.Rules) -> Actions:
    """Return the actions in Rummikub.

    There is one action for each tile, one to commit the play, one to draw, and one to pass.

    A tile can be chosen if some legal play lays it together with the tiles chosen before. `commit` plays exactly the
    chosen tiles.
    """
    tiles = sorted(set(rules.pieces))
    commit, turn_of = len(tiles), lru_cache(maxsize=2)(Turn)

    def find(view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> dict[int, Option]:
        if view.is_over or view.player != view.current_player:
            return {}
        turn = turn_of(view)
        further = turn.further(chosen)
        found: dict[int, Option] = {place: (*chosen, tile) for place, tile in enumerate(tiles) if tile in further}
        if not chosen:
            found |= {commit + place: move for place, move in enumerate(_IDLE, 1) if rummikub.is_legal(view, move)}
        elif turn.lays(chosen):
            found[commit] = partial(turn.play, chosen)
        # If the search is too large, allow `commit`, because every position needs a legal action.
        if not found:
            found[commit] = partial(_committed, view, chosen)
        return found

    return Actions((*map(str, tiles), "commit", "draw", "pass"), find)


_IDLE: tuple[rummikub.Move, ...] = (rummikub.Draw(), rummikub.Pass())


def _committed(view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> rummikub.Move:
    if (play := Turn(view).play(chosen)) is not None:
        return play
    idle = (move for move in _IDLE if rummikub.is_legal(view, move))
    move = next(idle, None) or rummikub.best_play(view, budget=graph.MOST_STEPS) or some_play(view)
    assert move is not None
    return move
