"""Full positions that fit what a player knows."""

from itertools import islice

from rami.errors import RulesError
from rami.pieces import without
from rami.rummikub.state import State, View
from rami.shapes import maker, typed
from rami.shuffling import derive, shuffled

_state = maker(State)


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a random full position that fits a view, each arrangement of the unseen tiles equally likely.

    A view does not hold what a player remembers of earlier turns, so that plays no part here.

    Args:
        view: The view of a player or a spectator.
        seed: The seed of the arrangement, any whole number.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, or `seed` is not a whole number.

    Examples:
        >>> from rami.rummikub import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    own = 0 if view.player is None else view.rack_sizes[view.player]
    if len(view.rack) != own:
        raise RulesError(f"the view shows a rack of {len(view.rack)} tiles where it counts {own}")
    seen = [*view.rack, *view.table.tiles]
    unseen = without(view.rules.tiles, seen)
    hidden = sum(view.rack_sizes) - len(view.rack) + view.pool_size
    if len(unseen) + len(seen) != len(view.rules.tiles) or len(unseen) != hidden:
        raise RulesError(
            f"the view shows {len(seen)} tiles and hides {hidden}: not the {len(view.rules.tiles)} tiles of the set"
        )
    order = iter(shuffled(unseen, derive(seed, "determinize")))
    racks = tuple(
        view.rack if seat == view.player else tuple(sorted(islice(order, size)))
        for seat, size in enumerate(view.rack_sizes)
    )
    return _state(
        rules=view.rules,
        current_player=view.current_player,
        turn=view.turn,
        racks=racks,
        pool=tuple(order),
        table=view.table,
        opened=view.opened,
        start_draws=view.start_draws,
        passes=view.passes,
        has_drawn=view.has_drawn,
        seed=derive(seed, "later"),
    )
