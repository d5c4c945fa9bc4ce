"""Rummikub as numbers: a play is chosen tile by tile."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from operator import attrgetter
from random import Random
from typing import Any

from attrs import frozen

from rami import rummikub
from rami.adapters.arrays import CHOSEN, VERSION, Actions, Field, Option, by_seat, counts, counts_by_seat, melds, number
from rami.errors import TooLarge
from rami.pieces import without
from rami.players import quick_player
from rami.rummikub.checks import played_tiles
from rami.rummikub.solver import graph
from rami.rummikub.solver.api import some_play, some_play_of, some_play_with


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
    find = _TileByTile(tiles, _plays_of(tiles, max(rules.copies, rules.jokers)))
    return Actions(VERSION, names, "how a play lays its tiles", find)


@frozen
class _TileByTile:
    """The tiles that can be added to those chosen, the play that lays just these, and the moves that lay none."""

    tiles: list[rummikub.Tile]
    plays_of: Callable[[rummikub.View], "_Plays"]

    def __call__(self, view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> dict[int, Option]:
        if view.is_over or view.player != view.current_player:
            return {}
        plays = self.plays_of(view)
        further = plays.further(chosen, set(without(view.rack, chosen)))
        found: dict[int, Option] = {
            number: (*chosen, tile) for number, tile in enumerate(self.tiles) if tile in further
        }
        commit = len(self.tiles)
        if not chosen:
            found |= {commit + 1 + _IDLE.index(move): move for move in _idle(view)}
        elif (play := plays.of(chosen)) is not None:
            found[commit] = play
        if not found:  # the position is too large
            found[commit] = partial(_committed, view, chosen)
        return found


_IDLE: tuple[rummikub.Move, ...] = (rummikub.Draw(), rummikub.Pass())


def _idle(view: rummikub.View) -> list[rummikub.Move]:
    """Return the legal moves that lay nothing."""
    return [move for move in _IDLE if not rummikub.check(view, move)]


def _simple_play(view: rummikub.View) -> rummikub.Play | None:
    """Return the play of `quick_player`; None if it has none, or the position is too large."""
    try:
        move = quick_player(view, Random(0))
    except TooLarge:
        return None
    return move if isinstance(move, rummikub.Play) else None


def _committed(view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> rummikub.Move:
    """Return the play of the chosen tiles; where none is found that lays them, a move without them."""
    if (play := _play_of(view, chosen)) is not None:
        return play
    move = next(iter(_idle(view)), None) or rummikub.best_play(view, budget=graph.MOST_STEPS) or some_play(view)
    assert move is not None  # a player who may do neither can play
    return move


def _plays_of(tiles: Iterable[rummikub.Tile], most: int) -> Callable[[rummikub.View], "_Plays"]:
    """Return a function from a view to what is known of its plays, with so many tiles of a kind at most."""
    bits = (most + 1).bit_length() + 1  # a row may have one tile more than there are
    places = {tile: 1 << bits * place for place, tile in enumerate(tiles)}
    guards = sum(places.values()) << bits - 1
    last: dict[int | None, _Plays] = {}  # of each seat; it saves time, and changes no answer

    @lru_cache(maxsize=16)
    def plays(view: rummikub.View) -> _Plays:
        last[view.player] = _Plays(view, places, guards, last.get(view.player))
        return last[view.player]

    return plays


class _Plays:
    """The plays of one view as far as they are known: `rummikub.playable`, for one tile more each time.

    A play answers for all subsets of its tiles; where no play lays some tiles, none lays more. Most answers hold until
    the player's next turn, if nobody has touched the table and only tiles were drawn. Where a question is too large,
    nothing more is asked in this turn, and what is known by then is all that is offered.
    """

    def __init__(
        self, view: rummikub.View, places: Mapping[rummikub.Tile, int], guards: int, before: "_Plays | None"
    ) -> None:
        self.view, self.places, self.guards = view, places, guards
        self.known: dict[int, rummikub.Play] = {}
        self.impossible: list[int] = []
        self.too_large = False
        if (simple := _simple_play(view)) is not None:
            self._note(simple)
        if before is not None and _same_but_for_rack(before.view, view):
            self._learn(before)

    def _learn(self, before: "_Plays") -> None:
        """Keep the answers from before tiles were drawn: a play without the new ones is as legal as it was."""
        drawn = without(self.view.rack, before.view.rack)
        self.known = before.known | self.known
        had = Counter(before.view.rack)
        if not any(self.further((tile,) * had[tile], {tile}) for tile in dict.fromkeys(drawn)) and not self.too_large:
            self.impossible += before.impossible

    def row(self, tiles: Iterable[rummikub.Tile]) -> int:
        """Pack tiles into a number: some bits count each kind, of which the uppermost is a guard."""
        return sum([self.places[tile] for tile in tiles])

    def holds(self, more: int, fewer: int) -> bool:
        """Return whether a row holds another: the subtraction borrows from the guard of a kind that it lacks."""
        return (more | self.guards) - fewer & self.guards == self.guards

    def _note(self, play: rummikub.Play) -> int:
        """Keep a play, and return the row of its tiles."""
        row = self.row(played_tiles(self.view, play))
        self.known.setdefault(row, play)
        return row

    def of(self, chosen: tuple[rummikub.Tile, ...]) -> Option | None:
        """Return the play of just these tiles, or a function that finds it; None if there is none."""
        known = self.known.get(self.row(chosen))
        if known is not None:
            return partial(_play_of, self.view, chosen, known)
        return None if self.too_large else _play_of(self.view, chosen)

    def _with(self, chosen: tuple[rummikub.Tile, ...], more: Iterable[rummikub.Tile]) -> rummikub.Play | None:
        """Return a play that lays these tiles and some more; None if there is none, or that is too large a question."""
        kinds = frozenset(more)
        for ask in (_play_with_most, some_play_with):  # the second is easier, but answers for one kind at a time
            try:
                return None if self.too_large else ask(self.view, chosen, kinds)
            except TooLarge:
                self.too_large = ask is some_play_with
        return None

    def further(self, chosen: tuple[rummikub.Tile, ...], among: Iterable[rummikub.Tile]) -> set[rummikub.Tile]:
        """Return the tiles that some legal play lays together with those chosen, and perhaps others.

        Each question to the solver is for any of the tiles of which nothing is known yet, and for as many as can be:
        where no play has one, one answer holds for all of them.
        """
        row = self.row(chosen)
        rows = {tile: row + self.places[tile] for tile in among}
        found = {tile for tile, wanted in rows.items() if any(self.holds(known, wanted) for known in self.known)}
        left = {
            tile: wanted
            for tile, wanted in rows.items()
            if tile not in found and not any(self.holds(wanted, none) for none in self.impossible)
        }
        while left:
            play = self._with(chosen, left)
            laid = 0 if play is None else self._note(play)
            more = [tile for tile, wanted in left.items() if self.holds(laid, wanted)]
            if not more:
                self.impossible += [] if self.too_large else left.values()
                break
            found.update(more)
            for tile in more:
                del left[tile]
        return found


def _play_with_most(
    view: rummikub.View, chosen: tuple[rummikub.Tile, ...], kinds: frozenset[rummikub.Tile]
) -> rummikub.Play | None:
    """Return a play that lays these tiles, and of some kinds as many besides as can be."""
    return rummikub.best_play(view, maximize=lambda tile: int(tile in kinds), including=chosen)


def _play_of(
    view: rummikub.View, chosen: tuple[rummikub.Tile, ...], known: rummikub.Play | None = None
) -> rummikub.Play | None:
    """Return the play of just these tiles; if that is too large a question, the one that is known."""
    try:
        return some_play_of(view, chosen)
    except TooLarge:
        return known


def _same_but_for_rack(before: rummikub.View, view: rummikub.View) -> bool:
    """Return whether the same plays are legal, except those with tiles drawn since then."""
    return ((before.rules, before.table, before.opened) == (view.rules, view.table, view.opened)) and not without(
        before.rack, view.rack
    )
