"""A random full position that fits a view."""

from rami.errors import RulesError
from rami.pieces import without
from rami.rummy.cards import JOKER, Card, format_cards
from rami.rummy.state import Phase, State, View
from rami.rummy.turns import has_end, turn_of
from rami.shuffling import derive, shuffled

_MOST = 1000
"""How many arrangements are tried before one is taken in which the turn cannot end."""


def determinize(view: View, *, seed: int) -> State:
    """A full position that fits a view, every arrangement of the unseen cards being equally likely.

    A card that the player who moves has just taken from the discard pile, or a joker from the table, is known to be in
    that hand. The turn of another player can come to an end, or it would not have got so far: arrangements in which it
    cannot are passed over, a thousand of them at most. What earlier turns would let a player remember, the view does
    not hold, and so it plays no part here.

    Args:
        view: The view of a player or a spectator.
        seed: What decides the arrangement.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, or `seed` is not a whole number.

    Examples:
        >>> from rami.rummy import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    mover = view.current_player
    known: tuple[Card, ...] = ()
    if view.player != mover:
        known = (*([] if view.taken is None else [view.taken]), *[JOKER] * view.jokers_owed)
    shown = view.discard_pile
    seen = [*view.hand, *view.table.cards, *shown, *known]
    unseen = without(view.rules.cards, seen)
    sizes = view.hand_sizes
    own = 0 if view.player is None else sizes[view.player]
    hidden = sum(sizes) - len(view.hand) - len(known) + view.stock_size + view.discard_size - len(shown)
    if len(view.hand) != own:
        raise RulesError(f"the view shows a hand of {len(view.hand)} cards where it counts {own}")
    if extra := without(seen, view.rules.cards):
        raise RulesError(f"the view shows cards that the pack has not: {format_cards(extra[:14])}")
    if len(unseen) != hidden or len(known) > sizes[mover] or len(shown) > view.discard_size:
        raise RulesError(
            f"the view shows {len(seen)} cards and hides {hidden}: not the {len(view.rules.cards)} of the pack"
        )
    orders = (shuffled(unseen, derive(seed, "determinize", *[attempt] * (attempt > 0))) for attempt in range(_MOST))
    states = (_arranged(view, known, order, derive(seed, "later")) for order in orders)
    own_turn = view.player == mover or view.phase is Phase.DRAW
    return next(
        state
        for tried, state in enumerate(states, 1)
        if own_turn or tried == _MOST or has_end(state.rules, turn_of(state))
    )


def _arranged(view: View, known: tuple[Card, ...], unseen: tuple[Card, ...], seed: int) -> State:
    """The position with the unseen cards in this order: hands, discard pile, stock."""
    mover, shown, order = view.current_player, view.discard_pile, iter(unseen)
    hands: list[tuple[Card, ...]] = []
    for seat, size in enumerate(view.hand_sizes):
        sure = view.hand if seat == view.player else known if seat == mover else ()
        hands.append((*sure, *(next(order) for _ in range(size - len(sure)))))
    under = tuple(next(order) for _ in range(view.discard_size - len(shown)))
    return State(
        rules=view.rules,
        current_player=mover,
        turn=view.turn,
        phase=view.phase,
        hands=tuple(hands),
        stock=tuple(order),
        discard_pile=(*under, *shown),
        table=view.table,
        taken=view.taken,
        laid=view.laid,
        jokers_owed=view.jokers_owed,
        melded_in=view.melded_in,
        laid_in=view.laid_in,
        restocks=view.restocks,
        seed=seed,
    )
