"""Whether a position can exist, for documents from elsewhere."""

from collections.abc import Iterator, Sequence

from rami.counting import miscount, size_flaws
from rami.known import known_flaws, known_hands
from rami.rummikub.legal_melds import meld_violations
from rami.rummikub.state import State, View
from rami.rummikub.tiles import Tile
from rami.shapes import typed


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return why a position cannot exist; for one that was not made by the functions of the game.

    Every tile of the set is there exactly once per copy, every meld may lie on the table, and the seats and counters
    fit together. Whether legal moves can lead to the position is not checked.

    Args:
        position: A position or a view; its fields may hold anything of the right types.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.rummikub import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, pool=state.pool[1:]))
        ((), ('tiles of the set are missing: O1',))
    """
    return tuple(_flaws(position))


def _flaws(position: State | View) -> Iterator[str]:
    rules, players = position.rules, position.players
    fewest = rules.min_players if isinstance(position, State) else 1  # the opponent of `set_up` may have no tile left
    if players not in range(fewest, rules.max_players + 1):
        yield f"there are {players} players, not {rules.min_players} to {rules.max_players}"
        return
    if position.turn < 0:
        yield f"turn is {position.turn}"
    if position.passes not in range(players + 1):
        yield f"passes is {position.passes}, and after {players} the deal ends"
    if unknown := list(known_flaws(position.known, position.seen_racks, position.rack_sizes)):
        yield from unknown
        return
    yield from _start_flaws(position)
    yield from (problem.message() for meld in position.table for problem in meld_violations(rules, meld))
    if isinstance(position, View):
        yield from _view_flaws(position)
    else:
        seen = [*position.table.tiles, *position.pool, *(tile for rack in position.racks for tile in rack)]
        yield from _set_flaws(position, seen, 0)


def _start_flaws(position: State | View) -> Iterator[str]:
    """000.3, A2: a tile for each seat, or None."""
    if 2 * len(position.start_draws) > len(position.rules.pieces):
        yield f"start_draws has {len(position.start_draws)} rounds, more than there are tiles for"
        return
    for drawn in position.start_draws:
        if len(drawn) != position.players:
            yield f"a round of start_draws has {len(drawn)} seats, not {position.players}"
        tiles = [tile for tile in drawn if tile is not None]
        if problem := miscount(tiles, position.rules.pieces, "the set", hidden=None, what="start_draws has"):
            yield problem


def _view_flaws(view: View) -> Iterator[str]:
    yield from size_flaws(view.pool_size, *view.rack_sizes)
    own = 0 if view.player is None else view.rack_sizes[view.player]
    if len(view.rack) != own:
        yield f"the rack has {len(view.rack)} tiles where rack_sizes says {own}"
    held = [tile for rack in known_hands(view.known, view.seen_racks, view.rack_sizes) for tile in rack]
    yield from _set_flaws(view, [*held, *view.table.tiles], sum(view.rack_sizes) - len(held) + view.pool_size)


def _set_flaws(position: State | View, seen: Sequence[Tile], hidden: int) -> Iterator[str]:
    """000.2: the tiles that are seen, and the unseen ones that are counted, are those of the set."""
    if problem := miscount(seen, position.rules.pieces, "the set", hidden=hidden):
        yield problem
