"""How the players play card Rami."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

from attrs import evolve

from rami.errors import RamiError
from rami.pieces import by_number, without
from rami.players.strategy import Strategy
from rami.rummy import (
    JOKER,
    Card,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    Phase,
    ReplaceJoker,
    Rules,
    State,
    TakeDiscard,
    View,
    best_melds,
    deadwood,
    full_pack,
    hand_value,
    legal_moves,
)
from rami.rummy.card_points import card_values
from rami.rummy.cards import KINDS
from rami.rummy.layoffs import table_moves
from rami.shuffling import derive

_PATIENCE = 30
"""The rounds for which a player waits for the cards that it wants: others may hold them for ever."""

_JOKER_PROMISE = 3
"""The promise of a joker with any card; that of a pair, or of two neighbours, is 2."""


def greedy(view: View) -> Move:
    """Lay what gains the most, take the discard if it makes a meld, and discard the least useful card.

    No meld of the hand is broken. The use of a card is the number of unseen cards that would make a meld with it, less
    its points, which weigh more the sooner another player may go out.
    """
    laying, discards = _plays(view)
    patient = _is_patient(view)
    if view.phase is Phase.DRAW:
        return TakeDiscard() if _can_lay_top(view) or (patient and _helps(view)) else DrawStock()
    left = deadwood(view.hand, view.rules)
    if laying:
        gain, move = max(((_gain(view, move, left), move) for move in laying), key=lambda pair: pair[0])
        if gain >= 0 or not (patient and discards):
            return move
    if not patient:
        return _rotating_discard(view, discards)
    spare = _spare(view, discards)
    if not spare:
        return min(discards, key=lambda move: _loss(view, move.card, left))
    unseen, values, point_weight = _unseen(view), card_values(view.rules), _POINT_WEIGHT / _fewest_cards(view)

    def worth(card: Card) -> tuple[float, int]:
        return _chances(view.hand, card, unseen) - point_weight * values[card], -values[card]

    return min(spare, key=lambda move: worth(move.card))


_POINT_WEIGHT = 0.4
"""The weight of a card point against one chance of a meld, divided by the cards of the player nearest to going out."""
_THOUGHTFUL_POINT_WEIGHT = 1.5
"""The same for the thoughtful player."""
_LAYOFF_COST = 5
"""The cost of a discard that another player could lay off, in chances of a meld."""
_WANTED_COST = 2
"""The cost of a discard for each pair that the next player is likely to hold and that makes a meld with it."""


def thoughtful(view: View) -> Move:
    """Discard high cards sooner, and none that another player could lay off or may want for a meld."""
    move = greedy(view)
    if not isinstance(move, Discard) or not _is_patient(view):
        return move
    unseen, values, point_weight = (
        _unseen(view),
        card_values(view.rules),
        _THOUGHTFUL_POINT_WEIGHT / _fewest_cards(view),
    )
    others = [seat for seat in range(view.players) if seat != view.player]
    laid_off = not view.rules.layoff_needs_own_meld or any(view.has_melded[seat] for seat in others)
    fed = frozenset(table_moves(view.rules, view.table).layoffs) if laid_off else frozenset[Card]()
    share = view.hand_sizes[(view.current_player + 1) % view.players] / max(1, unseen.total())

    def worth(card: Card) -> tuple[float, int]:
        wanted = sum([unseen[one] * unseen[other] for one, other in _pairs(card)]) * share**2
        keeps = _chances(view.hand, card, unseen) - point_weight * values[card]
        return keeps + _LAYOFF_COST * (card in fed) + _WANTED_COST * wanted, -values[card]

    return min(_spare(view, _plays(view)[1]) or [move], key=lambda each: worth(each.card))


def _spare(view: View, discards: Iterable[Discard]) -> list[Discard]:
    """Return the discards that break no meld and are no jokers."""
    melded = {card for meld in best_melds(view.hand, view.rules) for card in meld.cards}
    return [move for move in discards if move.card not in melded and move.card != JOKER]


def _unseen(view: View) -> Counter[Card]:
    return Counter(view.rules.cards) - Counter((*view.hand, *view.table.cards, *view.discard_pile))


def _fewest_cards(view: View) -> int:
    """Return the number of cards of the opponent nearest to going out."""
    seat = view.current_player
    return max(1, min([*view.hand_sizes[:seat], *view.hand_sizes[seat + 1 :]]))


def _chances(hand: Iterable[Card], card: Card, unseen: Mapping[Card, int]) -> int:
    """Count the unseen cards that would make a meld with a card and one other of the hand."""
    return sum([unseen.get(third, 0) for third in {third for other in hand for third in _thirds(card, other)}])


@cache
def _thirds(card: Card, other: Card) -> tuple[Card, ...]:
    """Return the cards that make a meld of three with two natural ones; an ace is low here."""
    if card == other or JOKER in (card, other):
        return ()
    if card.rank == other.rank:
        return tuple(third for third in _PACK if third.rank == card.rank and third not in (card, other))
    low, high = sorted((card.rank, other.rank))
    ranks = {1: (low - 1, high + 1), 2: (low + 1,)}.get(high - low, ())
    return tuple(third for third in _PACK if third.suit == card.suit == other.suit and third.rank in ranks)


@cache
def _pairs(card: Card) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs of natural cards that make a meld of three with a card."""
    return tuple((one, other) for one, other in combinations(_PACK, 2) if other in _thirds(card, one))


_PACK = full_pack()


def quick(view: View) -> Move:
    """Lay the first meld or addition; else discard the highest card that goes with no other."""
    laying, discards = _plays(view)
    if view.phase is Phase.DRAW:
        return TakeDiscard() if _can_lay_top(view) else DrawStock()
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


def promise(hand: tuple[Card, ...], card: Card, rules: Rules) -> tuple[int, int]:
    """Return how much the other cards of a hand promise a meld with one of them, and the negative of its points."""
    row = _closeness(card)
    return sum([row[other] for other in hand]) - row[card], -card_values(rules)[card]


@cache
def _closeness(card: Card) -> tuple[int, ...]:
    """Return the promise of a card with each other card, by the number of that card."""
    return by_number(KINDS, lambda other: _close(card, other), 0)


def _close(card: Card, other: Card) -> int:
    if JOKER in (card, other):
        return _JOKER_PROMISE
    if card.rank == other.rank:
        return 2 if card != other else 0
    return max(0, 3 - abs(card.rank - other.rank)) if card.suit == other.suit else 0


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
    if view.phase is Phase.DRAW:
        return list(legal_moves(view))
    left = deadwood(view.hand, view.rules)
    best = sorted(laying, key=lambda move: -_gain(view, move, left))[:_SHORTLISTED]
    return [*best, *sorted(discards, key=lambda move: _loss(view, move.card, left))[:_SHORTLISTED]]


def evaluate(state: State) -> list[int]:
    """Count the points of each hand against it."""
    return [-hand_value(hand, state.rules) for hand in state.hands]


def absent(view: View) -> Move:
    """Draw from the stock, lay what the turn already owes, and discard the last card."""
    if view.phase is Phase.DRAW:
        return DrawStock()
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
