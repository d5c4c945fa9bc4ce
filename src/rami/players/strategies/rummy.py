"""The players' strategy in card Rami."""

from collections.abc import Iterable, Sequence

from attrs import evolve

from rami.errors import RamiError
from rami.pieces import without
from rami.players.strategy import Strategy
from rami.rummy import (
    JOKER,
    Buy,
    Card,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    Pass,
    Phase,
    ReplaceJoker,
    State,
    TakeDiscard,
    View,
    deadwood,
    hand_value,
    legal_moves,
)
from rami.rummy.card_points import card_values
from rami.rummy.collecting import is_needed, loose_discards, needs_plan
from rami.rummy.discarding import (
    best_discard,
    fewest_cards,
    makes_a_meld,
    meld_chances,
    promise,
    spare_discards,
    unseen_cards,
)
from rami.shuffling import derive

_PATIENCE = 30
"""The rounds for which a player waits for the cards that it wants: others may hold them for ever."""


def greedy(view: View) -> Move:
    """Lay what gains the most, take the discard if it makes a meld, and discard the least useful card.

    No meld of the hand is broken. The use of a card is the number of unseen cards that would make a meld with it, less
    its points, which weigh more the sooner another player may go out.
    """
    if view.phase is Phase.BUY:
        return _bid(view)
    laying, discards = _plays(view)
    patient = _is_patient(view)
    if view.phase is Phase.DRAW:
        return TakeDiscard() if _can_lay_top(view) or ((patient or needs_plan(view)) and _helps(view)) else _draw(view)
    left = deadwood(view.hand, view.rules)
    if laying:
        gain, move = max(((_gain(view, move, left), move) for move in laying), key=lambda pair: pair[0])
        if gain >= 0 or not (patient and discards):
            return move
    loose = loose_discards(view, discards)
    if not patient:
        return _rotating_discard(view, loose)
    spare = loose if needs_plan(view) else spare_discards(view, discards)
    if not spare:
        return min(discards, key=lambda move: _loss(view, move.card, left))
    unseen, values, point_weight = unseen_cards(view), card_values(view.rules), _POINT_WEIGHT / fewest_cards(view)

    def worth(card: Card) -> tuple[float, int]:
        return meld_chances(view.hand, card, unseen) - point_weight * values[card], -values[card]

    return min(spare, key=lambda move: worth(move.card))


_POINT_WEIGHT = 0.4
"""The weight of a card point against one chance of a meld, divided by the cards of the player nearest to going out."""


def thoughtful(view: View) -> Move:
    """Discard high cards sooner, and none that another player could lay off or may want for a meld."""
    move = greedy(view)
    if not isinstance(move, Discard) or not _is_patient(view):
        return move
    return best_discard(view, loose_discards(view, _plays(view)[1])) or move


def _draw(view: View) -> Move:
    """Return the draw, or what leaves the discard to the others before it."""
    return next(move for move in legal_moves(view) if isinstance(move, DrawStock | Pass))


def _bid(view: View) -> Move:
    """Buy a discard that makes a meld with the hand, or that the first melds of a contract need."""
    needed = is_needed(view) if needs_plan(view) else makes_a_meld(view)
    return Buy() if needed else Pass()


def quick(view: View) -> Move:
    """Lay the first meld or addition; else discard the highest card that goes with no other."""
    if view.phase is Phase.BUY:
        return _bid(view)
    laying, discards = _plays(view)
    if view.phase is Phase.DRAW:
        return TakeDiscard() if _can_lay_top(view) else _draw(view)
    if laying:
        return laying[0]
    return (
        min(discards, key=lambda move: promise(view.hand, move.card, view.rules))
        if _is_patient(view)
        else _rotating_discard(view, discards)
    )


def _is_patient(view: View) -> bool:
    return view.turn // view.players < _PATIENCE


Laying = LayMeld | LayOff | ReplaceJoker


def _plays(view: View) -> tuple[list[Laying], list[Discard]]:
    """Return the moves that lay cards, and the discards."""
    moves = list(legal_moves(view))
    if not moves:
        raise RamiError("there is no legal move: this position cannot be reached")
    laying = [move for move in moves if isinstance(move, Laying)]
    return laying, [move for move in moves if isinstance(move, Discard)]


def _cards(move: Laying) -> Sequence[Card]:
    return move.meld.cards if isinstance(move, LayMeld) else (move.card,)


def _can_lay_top(view: View) -> bool:
    """Return whether the top discard may be taken, and could be laid at once."""
    if TakeDiscard() not in legal_moves(view):
        return False
    top = view.discard_pile[-1]
    hand = tuple(sorted((*view.hand, top)))
    after = evolve(view, phase=Phase.PLAY, hand=hand, taken=top)
    return any(isinstance(move, Laying) and top in _cards(move) for move in legal_moves(after))


def _helps(view: View) -> bool:
    """Return whether the top discard may be taken, and makes a meld with the hand, so that it costs nothing to keep."""
    if TakeDiscard() not in legal_moves(view):
        return False
    if needs_plan(view):
        return is_needed(view)
    return deadwood((*view.hand, view.discard_pile[-1]), view.rules) <= deadwood(view.hand, view.rules)


def _gain(view: View, move: Laying, left: int) -> int:
    """Return the points that are laid, less the deadwood that this adds to the hand."""
    cards = _cards(move)
    rest = [*without(view.hand, cards), *([JOKER] if isinstance(move, ReplaceJoker) else [])]
    return hand_value(cards, view.rules) + left - deadwood(rest, view.rules)


def _loss(view: View, card: Card, left: int) -> tuple[bool, int, int, int]:
    """Return the cost of a discard: whether it is a joker, the deadwood that it adds, and the promise lost."""
    own = hand_value((card,), view.rules)
    return (
        card == JOKER,
        deadwood(without(view.hand, (card,)), view.rules) + own - left,
        *promise(view.hand, card, view.rules),
    )


def _rotating_discard(view: View, discards: Iterable[Discard]) -> Discard:
    """Return another discard at every turn: a player who keeps waiting for the same cards may wait for ever.

    The order is not fixed, or all players might go round in a circle with a stock that nobody shuffles.
    """
    free = [move for move in discards if move.card != JOKER] or list(discards)
    return free[derive(view.turn, "discard") % len(free)]


_SHORTLISTED = 5
"""The number of cards to lay, and of discards, that are worth a search."""


def shortlist(view: View) -> list[Move]:
    """Return every draw; the melds and additions that gain the most, the discards that cost the least."""
    laying, discards = _plays(view)
    if view.phase is not Phase.PLAY:
        return list(legal_moves(view))
    left = deadwood(view.hand, view.rules)
    best = sorted(laying, key=lambda move: -_gain(view, move, left))[:_SHORTLISTED]
    return [*best, *sorted(discards, key=lambda move: _loss(view, move.card, left))[:_SHORTLISTED]]


def evaluate(state: State) -> list[int]:
    """Count the points of each hand against it."""
    return [-hand_value(hand, state.rules) for hand in state.hands]


def absent(view: View) -> Move:
    """Draw from the stock, lay what the turn already owes, and discard the last card."""
    if view.phase is Phase.BUY:
        return Pass()
    if view.phase is Phase.DRAW:
        return _draw(view)
    laying, discards = _plays(view)
    if not discards:
        return laying[0]
    return next((move for move in reversed(discards) if move.card != JOKER), discards[0])


STRATEGY = Strategy(
    quick=quick,
    greedy=greedy,
    thoughtful=thoughtful,
    absent=absent,
    shortlist=shortlist,
    evaluate=evaluate,
    playout_turns=8,
)
