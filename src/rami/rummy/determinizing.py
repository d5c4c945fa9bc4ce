"""A random full position that fits a view."""

from collections.abc import Iterator
from itertools import islice

from rami.counting import deal_unseen
from rami.errors import RulesError
from rami.known import known_hands
from rami.pieces import row_text, without
from rami.rummy.can_end_turn import can_end_turn
from rami.rummy.cards import JOKER, Card
from rami.rummy.legal_melds import melds_in
from rami.rummy.melds import SHORTEST, Meld, Run
from rami.rummy.opening import is_opening, opening_of, still_prescribed
from rami.rummy.rules import Rules
from rami.rummy.state import VIEWS, Phase, State, View
from rami.rummy.turns import turn_of
from rami.shapes import typed
from rami.shuffling import derive, shuffled

_MOST_ARRANGED = 200
"""How many arrangements of the unseen cards are tried for one in which the turn under way can end."""
_MOST_HELPED = 50
"""How many more in which the hand is given melds that could end it, before each kind of card is tried."""
_CHOICE = 4
"""Of how many melds the one with the most points is given."""

Cards = tuple[Card, ...]


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a full position that fits a view, every arrangement of the unseen cards being equally likely.

    The cards that everybody knows, having seen them come from the discard pile or from the table, are in the hands to
    which they came. The turn of another player can come to an end, or it would not have got so far: arrangements in
    which it cannot are passed over. Where two hundred were passed over, the hand is given melds for what has to be
    laid, or one card after another that could be added, and the rest at random; then they are no longer all equally
    likely.

    Args:
        view: The view of a player or a spectator.
        seed: What decides the arrangement.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, if none is found in which the turn can end, or if `seed` is not a
            whole number.

    Examples:
        >>> from rami.rummy import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    unseen = _unseen(view)
    if view.player == view.current_player or view.phase is not Phase.PLAY or view.is_over:
        return _arranged(view, shuffled(unseen, derive(seed, "determinize")), derive(seed, "later"))
    for order in _orders(view, unseen, seed):
        state = _arranged(view, order, derive(seed, "later"))
        if can_end_turn(turn_of(state)):
            return state
    raise RulesError("no hand was found with which the turn under way could come to an end")


def _known(view: View) -> tuple[Cards, ...]:
    """Return what the view knows of each hand."""
    return known_hands(view.known, view.seen_hands, view.hand_sizes)


def _unseen(view: View) -> Cards:
    """Return the cards that a view does not show, if they are as many as it counts."""
    shown, sizes = view.discard_pile, view.hand_sizes
    held = [card for hand in _known(view) for card in hand]
    own = 0 if view.player is None else sizes[view.player]
    if len(view.hand) != own:
        raise RulesError(f"the view shows a hand of {len(view.hand)} cards where it counts {own}")
    seen = [*held, *view.table.cards, *shown]
    if extra := without(seen, view.rules.pieces):
        raise RulesError(f"the view shows cards that the pack has not: {row_text(extra[:14])}")
    unseen = without(view.rules.pieces, seen)
    hidden = sum(sizes) - len(held) + view.stock_size + view.discard_size - len(shown)
    if len(unseen) != hidden or len(shown) > view.discard_size:
        raise RulesError(
            f"the view shows {len(seen)} cards and hides {hidden}: not the {len(view.rules.pieces)} of the pack"
        )
    return unseen


def _orders(view: View, unseen: Cards, seed: int) -> Iterator[Cards]:
    """Yield the unseen cards in random orders; the later ones have melds where the hand of the mover will be."""
    for attempt in range(_MOST_ARRANGED):
        yield shuffled(unseen, derive(seed, "determinize", *[attempt] * (attempt > 0)))
    mover, known = view.current_player, _known(view)
    room = [size - len(hand) for size, hand in zip(view.hand_sizes, known, strict=True)]
    before = sum(room[:mover])
    kinds = sorted(set(unseen))
    for attempt in range(_MOST_HELPED + len(kinds)):
        order = shuffled(unseen, derive(seed, "helped", attempt))
        helpful = _helpful(view, order) if attempt < _MOST_HELPED else (kinds[attempt - _MOST_HELPED],)
        helpful = helpful[: room[mover]]
        rest = without(order, helpful)
        yield (*rest[:before], *helpful, *rest[before:])


def _helpful(view: View, order: Cards) -> Cards:
    """Return cards with which what has to be laid can be laid: a meld for each such card, then an opening."""
    rules, laid = view.rules, list(view.laid)
    opened = view.melded_in[view.current_player] is not None
    must: Cards = (*([] if view.taken is None else [view.taken]), *[JOKER] * view.jokers_owed)
    left, chosen = order, list[Card]()
    while must or not (opened or is_opening(rules, laid)):
        pure = opening_of(laid).with_run is not None or not rules.opening_pure_run
        needed = next(iter(must), None)
        fitting = [
            meld
            for meld in _triples(rules, (*left, *must[:1]))
            if (needed in meld.cards if needed not in (None, JOKER) else pure or isinstance(meld, Run))
            and not (rules.opening_melds and min(still_prescribed(rules, (*laid, meld))) < 0)
        ]
        if not fitting:
            break
        meld = max(fitting[:_CHOICE], key=lambda meld: meld.value)
        used = meld.cards[1:] if needed == JOKER else without(meld.cards, must[:1])
        chosen += used
        left, must = without(left, used), must[1:]
        laid.append(type(meld)((JOKER, *used)) if needed == JOKER else meld)
    return tuple(chosen)


def _triples(rules: Rules, cards: Cards) -> list[Meld]:
    """Return the shortest melds without jokers, those with the first cards first."""
    places = {card: place for place, card in reversed([*enumerate(cards)])}
    hand = tuple(sorted(card for card in places if card != JOKER))
    found = melds_in(rules, hand, rules.shortest_run)
    melds = [meld for meld in found if isinstance(meld, Run) or len(meld.cards) == SHORTEST]
    return sorted(melds, key=lambda meld: min(places[card] for card in meld.cards))


def _arranged(view: View, unseen: Cards, seed: int) -> State:
    """Return the position with the unseen cards in this order: hands, discard pile, stock."""
    order = iter(unseen)
    hands = deal_unseen(_known(view), view.hand_sizes, order)
    under = tuple(islice(order, view.discard_size - len(view.discard_pile)))
    return VIEWS.complete(view, hands=hands, discards=(*under, *view.discard_pile), stock=tuple(order), seed=seed)
