"""A random full position that fits a view."""

from rami.counting import deal_unseen
from rami.errors import RulesError
from rami.gin.rules import PACK
from rami.gin.state import VIEWS, State, View
from rami.gin.validity import flaws
from rami.known import known_hands
from rami.pieces import without
from rami.shapes import typed
from rami.shuffling import derive, shuffled


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a full position that fits a view; every arrangement of the hidden cards is equally likely.

    The cards that everybody knows, having seen them taken from the discard pile, are in the hands that took them.

    Args:
        view: The view of a player or a spectator.
        seed: The seed of the arrangement.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, or `seed` is not a whole number.

    Examples:
        >>> from rami.gin import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    if problems := flaws(view):
        raise RulesError(problems[0])
    known = known_hands(view.known, view.seen_hands, view.hand_sizes)
    laid = [card for spread in view.spreads if spread for card in spread.cards]
    seen = [*view.discard_pile, *laid, *(card for hand in known for card in hand)]
    order = iter(shuffled(without(PACK, seen), derive(seed, "determinize")))
    hands = deal_unseen(known, view.hand_sizes, order)
    return VIEWS.complete(view, hands=hands, stock=tuple(order))
