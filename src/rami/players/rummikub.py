"""The moves of the simple players in Rummikub."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from rami.errors import TooLarge
from rami.pieces import without
from rami.rummikub import JOKER, Color, Draw, Group, Meld, Move, Play, Run, Table, Tile, View, best_play, check
from rami.rummikub.best_turns import draw_or_pass
from rami.rummikub.solver.api import some_play
from rami.rummikub.tiles import HIGHEST
from rami.shapes import altered
from rami.shuffling import shuffled


def quick(view: View) -> Move:
    """Lay the best melds from the rack, then whatever fits on a meld as it lies."""
    return simple_play(view) or absent(view)


def absent(view: View) -> Move:
    """Draw or pass; play only where the rules forbid both."""
    move = draw_or_pass(view)
    if move == Draw() or view.rules.pass_on_empty == "free":
        return move
    try:
        return simple_play(view) or some_play(view) or move
    except TooLarge:  # nobody is held to find a play then
        return move


_MOST_REARRANGED = 8
"""Number of rack tiles up to which a random player rearranges the table: with one joker in sight it is quick."""


def at_random(view: View, random: Random) -> Move:
    """Lay a random part of the rack, or nothing: there can be thousands of plays, so listing them takes too long.

    Each tile is considered three times out of four. One turn in eight a few of them may rearrange the table.
    """
    some = tuple(tile for tile in view.rack if random.random() < 3 / 4)
    rearrange, idle = random.random() < 1 / 8, random.random() < 1 / 4
    if rearrange and (*view.table.tiles, *some).count(JOKER) <= 1:
        play = some_play(_with_rack(view, shuffled(some, int(random.random() * 2**53))[:_MOST_REARRANGED]))
    else:
        play = simple_play(_with_rack(view, some))
    return absent(view) if idle or play is None else play


def _with_rack(view: View, rack: tuple[Tile, ...]) -> View:
    seat = view.current_player
    return altered(view, rack=rack, rack_sizes=(*view.rack_sizes[:seat], len(rack), *view.rack_sizes[seat + 1 :]))


def simple_play(view: View) -> Play | None:
    """Return a play that moves nothing on the table, if one is found."""
    alone = best_play(altered(view, table=Table()))
    new = alone.table.melds if alone else ()
    melds = longer = (*view.table, *new)
    if view.opened[view.current_player]:
        longer = _lengthened(melds, without(view.rack, [tile for meld in new for tile in meld.tiles]))
    plays = [Play(Table(each)) for each in dict.fromkeys((longer, melds)) if each != view.table.melds]
    return next((play for play in plays if not check(view, play)), None)


def _lengthened(melds: Sequence[Meld], rack: Sequence[Tile]) -> tuple[Meld, ...]:
    """Add every tile that some meld takes, the highest first; jokers are kept for later."""
    grown = list(melds)
    fitting = [_fitting(meld) for meld in grown]
    wanted = set[Tile]().union(*fitting)
    for tile in sorted((tile for tile in rack if not tile.is_joker), key=lambda tile: -tile.number):
        if tile in wanted:
            place = next((place for place, some in enumerate(fitting) if tile in some), None)
            if place is not None:
                grown[place] = _with_tile(grown[place], tile)
                fitting[place] = _fitting(grown[place])
                wanted.update(fitting[place])
    return tuple(grown)


@lru_cache(maxsize=1 << 10)
def _fitting(meld: Meld) -> frozenset[Tile]:
    """Return the tiles that lengthen a meld as it lies."""
    if isinstance(meld, Group):
        every = [Tile(color, meld.number) for color in Color] if len(meld) < 4 else ()
        return frozenset(every).difference(meld.tiles)
    assert isinstance(meld, Run)
    start, last = meld.start, meld.start + len(meld) - 1
    beyond = [start - 1] if start > 1 else []
    if last < HIGHEST:
        beyond.append(last + 1)
    return frozenset(Tile(meld.color, number) for number in beyond)


def _with_tile(meld: Meld, tile: Tile) -> Meld:
    if isinstance(meld, Group):
        return Group((*meld.tiles, tile))
    assert isinstance(meld, Run)
    return Run((tile, *meld.tiles) if tile.number < meld.start else (*meld.tiles, tile))
