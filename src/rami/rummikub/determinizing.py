"""Full positions that fit what a player knows."""

from rami.counting import deal_unseen, unseen_pieces
from rami.errors import RulesError
from rami.known import known_hands
from rami.rummikub.state import VIEWS, State, View
from rami.shapes import typed
from rami.shuffling import derive, shuffled


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a random full position that fits a view, each arrangement of the unseen tiles equally likely.

    The tiles that everybody knows, having seen them go from the table to a rack, are on that rack.

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
    known = known_hands(view.known, view.seen_racks, view.rack_sizes)
    seen = [*view.table.tiles, *(tile for rack in known for tile in rack)]
    hidden = len(view.table.tiles) + sum(view.rack_sizes) + view.pool_size - len(seen)
    unseen = unseen_pieces(view.rules.pieces, seen, hidden, "tiles of the set")
    order = iter(shuffled(unseen, derive(seed, "determinize")))
    racks = deal_unseen(known, view.rack_sizes, order)
    return VIEWS.complete(view, racks=racks, pool=tuple(order))
