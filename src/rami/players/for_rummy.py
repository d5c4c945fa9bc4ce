"""How the baseline players play card Rami."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

from attrs import evolve

from rami.errors import RamiError
from rami.pieces import by_number, without
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

PATIENCE = 30
"""After how many rounds a player stops waiting for the cards that it wants: others may hold them for ever."""

JOKERS_PROMISE = 3
"""How much a joker and any card promise a meld together, where a pair promises 2, and two neighbours too."""


def greedy(view: View) -> Move:
    """The meld or addition that gains the most, the discard if it makes a meld, and away with what serves least.

    What would break a meld of the hand is not laid. A card serves by the unseen cards that would make a meld with it;
    it costs what it counts, the more the sooner another player may go out.
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
        return _in_turn(view, discards)
    free = _free(view, discards)
    if not free:
        return min(discards, key=lambda move: _loss(view, move.card, left))
    unseen, values, dear = _unseen(view), card_values(view.rules), DEAR / _nearest(view)

    def worth(card: Card) -> tuple[float, int]:
        return _chances(view.hand, card, unseen) - dear * values[card], -values[card]

    return min(free, key=lambda move: worth(move.card))


DEAR = 0.4
"""How many chances of a meld a point that a card counts outweighs, when another player has one card left; when all have
more, so much less."""
DEARER = 1.5
"""The same for who looks further ahead."""
GIFT = 5
"""How much it costs to discard a card that the next player could lay off, in chances of a meld."""
WANTED = 2
"""How much it costs for each pair of cards that the next player is likely to hold and to want the card for."""


def thoughtful(view: View) -> Move:
    """Like `greedy`, but high cards go sooner, and none that another player could lay off or may make a meld with."""
    move = greedy(view)
    if not isinstance(move, Discard) or not _is_patient(view):
        return move
    unseen, values, dear = _unseen(view), card_values(view.rules), DEARER / _nearest(view)
    others = [seat for seat in range(view.players) if seat != view.player]
    laid_off = not view.rules.layoff_needs_own_meld or any(view.has_melded[seat] for seat in others)
    fed = frozenset(table_moves(view.rules, view.table).layoffs) if laid_off else frozenset[Card]()
    share = view.hand_sizes[(view.current_player + 1) % view.players] / max(1, unseen.total())

    def worth(card: Card) -> tuple[float, int]:
        wanted = sum([unseen[one] * unseen[other] for one, other in _pairs(card)]) * share**2
        keeps = _chances(view.hand, card, unseen) - dear * values[card]
        return keeps + GIFT * (card in fed) + WANTED * wanted, -values[card]

    return min(_free(view, _plays(view)[1]) or [move], key=lambda each: worth(each.card))


def _free(view: View, discards: Iterable[Discard]) -> list[Discard]:
    """The discards that break no meld and are no jokers."""
    melded = {card for meld in best_melds(view.hand, view.rules) for card in meld.cards}
    return [move for move in discards if move.card not in melded and move.card != JOKER]


def _unseen(view: View) -> Counter[Card]:
    return Counter(view.rules.cards) - Counter((*view.hand, *view.table.cards, *view.discard_pile))


def _nearest(view: View) -> int:
    """How many cards the player holds who is nearest to going out, of the others."""
    seat = view.current_player
    return max(1, min([*view.hand_sizes[:seat], *view.hand_sizes[seat + 1 :]]))


def _chances(hand: Iterable[Card], card: Card, unseen: Mapping[Card, int]) -> int:
    """How many unseen cards would make a meld with a card and one other of the hand."""
    return sum([unseen.get(third, 0) for third in {third for other in hand for third in _thirds(card, other)}])


@cache
def _thirds(card: Card, other: Card) -> tuple[Card, ...]:
    """The cards that make a meld of three with two natural ones; an ace is low here."""
    if card == other or JOKER in (card, other):
        return ()
    if card.rank == other.rank:
        return tuple(third for third in _PACK if third.rank == card.rank and third not in (card, other))
    low, high = sorted((card.rank, other.rank))
    ranks = {1: (low - 1, high + 1), 2: (low + 1,)}.get(high - low, ())
    return tuple(third for third in _PACK if third.suit == card.suit == other.suit and third.rank in ranks)


@cache
def _pairs(card: Card) -> tuple[tuple[Card, Card], ...]:
    """The pairs of natural cards that make a meld of three with a card."""
    return tuple((one, other) for one, other in combinations(_PACK, 2) if other in _thirds(card, one))


_PACK = full_pack()


def quick(view: View) -> Move:
    """The first meld or addition; else the highest card that goes with no other is given away."""
    laying, discards = _plays(view)
    if view.phase is Phase.DRAW:
        return TakeDiscard() if _can_lay_top(view) else DrawStock()
    if laying:
        return laying[0]
    return (
        min(discards, key=lambda move: promise(view.hand, move.card, view.rules))
        if _is_patient(view)
        else _in_turn(view, discards)
    )


def _is_patient(view: View) -> bool:
    return view.turn // view.players < PATIENCE


Laying = LayMeld | LayOff | ReplaceJoker


def _plays(view: View) -> tuple[list[Laying], list[Discard]]:
    """The moves with cards of the hand."""
    moves = list(legal_moves(view))
    if not moves:
        raise RamiError("there is no legal move: this position cannot be reached")
    laying = [move for move in moves if isinstance(move, Laying)]
    return laying, [move for move in moves if isinstance(move, Discard)]


def _cards(move: Laying) -> Sequence[Card]:
    return move.meld.cards if isinstance(move, LayMeld) else (move.card,)


def _can_lay_top(view: View) -> bool:
    """Whether the top discard may be taken, and could be laid at once."""
    if TakeDiscard() not in legal_moves(view):
        return False
    top = view.discard_pile[-1]
    hand = tuple(sorted((*view.hand, top)))
    after = evolve(view, phase=Phase.PLAY, hand=hand, taken=top)
    return any(isinstance(move, Laying) and top in _cards(move) for move in legal_moves(after))


def _helps(view: View) -> bool:
    """Whether the top discard may be taken, and is in a meld with the hand, so that it costs nothing to keep."""
    if TakeDiscard() not in legal_moves(view):
        return False
    return deadwood((*view.hand, view.discard_pile[-1]), view.rules) <= deadwood(view.hand, view.rules)


def _gain(view: View, move: Laying, left: int) -> int:
    """The points that are laid, less those of the cards that then go with no others."""
    cards = _cards(move)
    rest = [*without(view.hand, cards), *([JOKER] if isinstance(move, ReplaceJoker) else [])]
    return hand_value(cards, view.rules) + left - deadwood(rest, view.rules)


def _loss(view: View, card: Card, left: int) -> tuple[bool, int, int, int]:
    """What giving a card away costs: a joker, or cards that then go with no others, or what might have."""
    own = hand_value((card,), view.rules)
    return (
        card == JOKER,
        deadwood(without(view.hand, (card,)), view.rules) + own - left,
        *promise(view.hand, card, view.rules),
    )


def promise(hand: tuple[Card, ...], card: Card, rules: Rules) -> tuple[int, int]:
    """How much the cards of a hand promise a meld with one of them, and how little it counts.

    Args:
        hand: The cards.
        card: One of them.
        rules: The rules, which say what it counts.
    """
    row = _closeness(card)
    return sum([row[other] for other in hand]) - row[card], -card_values(rules)[card]


@cache
def _closeness(card: Card) -> tuple[int, ...]:
    """How much a card promises a meld together with each other, at the index that is its number."""
    return by_number(KINDS, lambda other: _close(card, other), 0)


def _close(card: Card, other: Card) -> int:
    if JOKER in (card, other):
        return JOKERS_PROMISE
    if card.rank == other.rank:
        return 2 if card != other else 0
    return max(0, 3 - abs(card.rank - other.rank)) if card.suit == other.suit else 0


def _in_turn(view: View, discards: Iterable[Discard]) -> Discard:
    """Another card at every turn, whatever it costs: who always waits for the same cards may wait for ever.

    Not in a fixed order either, or all might go round in a circle with a stock that nobody shuffles.
    """
    free = [move for move in discards if move.card != JOKER] or list(discards)
    return free[derive(view.turn, "discard") % len(free)]


LIKELY = 5
"""How many discards are worth a look, at most."""


def shortlist(view: View) -> list[Move]:
    """Moves worth a look: draws; the melds and additions that gain the most, the discards that cost the least."""
    laying, discards = _plays(view)
    if view.phase is Phase.DRAW:
        return list(legal_moves(view))
    left = deadwood(view.hand, view.rules)
    best = sorted(laying, key=lambda move: -_gain(view, move, left))[:LIKELY]
    return [*best, *sorted(discards, key=lambda move: _loss(view, move.card, left))[:LIKELY]]


def standing(state: State) -> list[int]:
    """What the hands are worth to each seat: less is better, above all of what goes with nothing."""
    return [-hand_value(hand, state.rules) for hand in state.hands]


def absent(view: View) -> Move:
    """A card of the stock, and the last card of the hand away again; what a turn already begun owes is laid first."""
    if view.phase is Phase.DRAW:
        return DrawStock()
    laying, discards = _plays(view)
    if not discards:
        return laying[0]
    return next((move for move in reversed(discards) if move.card != JOKER), discards[0])
