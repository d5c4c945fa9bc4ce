"""The melds of a hand that leave the least.

The cards are decided one after the other, from the king down: each is left over, or it is in a meld in which it is the
first to be decided. What is left of the hand, and of the jokers, is a situation; of the ways to the same situation only
the cheapest goes on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

from rami.errors import RulesError
from rami.rummy.card_points import card_values
from rami.rummy.cards import JOKER, RANKS, SUIT_INDEX, SUITS, Card, cards_of
from rami.rummy.legal_melds import last_place, melds_in, most_jokers
from rami.rummy.limits import MOST_CARDS
from rami.rummy.melds import LONGEST, SHORTEST, Group, Meld, Run, kind_at
from rami.rummy.rules import DEFAULT, Rules
from rami.shapes import typed

_MOST_COPIES = 3
_BEAM = 48
"""How many situations a first, rough search keeps at each step."""
_CARD = 64
"""What a point weighs against a card: of equal points, fewer cards left are better."""


class _Piece(NamedTuple):
    """A meld that could be laid.

    Attributes:
        bits: The cards of the hand in it, as a situation has them.
        jokers: How many jokers it needs.
        room: How many more jokers could be added to it.
        spared: The cards of the hand for which its jokers need not stand.
        row: The cards in order.
        group: Whether it is a group.
        kinds: The cards in it, each once.
        twice: Those of them of which it needs two copies or more, and `thrice` three (C8).
    """

    bits: int
    jokers: int
    room: int
    spared: int
    row: tuple[Card, ...]
    group: bool
    kinds: int
    twice: int = 0
    thrice: int = 0

    @classmethod
    def of(cls, row: tuple[Card, ...], bits: Mapping[Card, int], *, room: int, spared: int, group: bool) -> "_Piece":
        """The meld of a row of cards."""
        naturals = [bits[card] for card in row if card != JOKER]
        kinds = set(naturals)
        counts = [(bit, naturals.count(bit)) for bit in kinds] if len(kinds) < len(naturals) else []
        twice = sum(bit for bit, count in counts if count > 1)
        thrice = sum(bit for bit, count in counts if count > 2)
        return cls(sum(naturals), row.count(JOKER), room, spared, row, group, sum(kinds), twice, thrice)


@typed
def deadwood(hand: str | Iterable[Card], rules: Rules = DEFAULT) -> int:
    """The least that can be left of a hand when melds are laid, in points.

    Args:
        hand: The cards, in notation or as cards; at most 26.
        rules: The rules, which say where an ace may lie, how many jokers a meld may have, and what cards count.

    Returns:
        The points of the cards left over.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If it has too many cards, or more than three of a kind.

    Examples:
        >>> deadwood("3S 4S 5S 5H 5D KD")
        17
        >>> deadwood("3S 4S 5S 5H 5D KD *")
        10
    """
    cards = _hand(hand)
    values = card_values(rules)
    total = sum([values[card] for card in cards])
    if (cards and cards[-1] == JOKER) or len(set(cards)) < len(cards):
        return total - sum([values[card] for meld in _melds(cards, rules) for card in meld.cards])
    return total - _most(melds_in(rules, cards, 2 * rules.shortest_run - 1), values)


def _most(melds: Iterable[Meld], values: Sequence[int]) -> int:
    """The most points that melds can have of which no two share a card; of a hand that has each card once, no joker.

    Each meld in turn is laid or not. What the melds to come could share with those that are laid is a situation; of the
    ways to the same situation only the one with the most points goes on.
    """
    bits = _BITS_ACE_LAST
    pieces = [(sum([bits[card] for card in meld.cards]), sum([values[card] for card in meld.cards])) for meld in melds]
    if len(pieces) < 2:
        return pieces[0][1] if pieces else 0
    pieces.sort(key=lambda piece: piece[0] & -piece[0])
    to_come = list(accumulate([piece for piece, _ in pieces[:0:-1]], int.__or__))[::-1]
    layer = {0: 0}
    for (piece, worth), later in zip(pieces, (*to_come, 0), strict=True):
        following: dict[int, int] = {}
        for laid, known in layer.items():
            if following.get(laid & later, -1) < known:
                following[laid & later] = known
            if not laid & piece and following.get((laid | piece) & later, -1) < known + worth:
                following[(laid | piece) & later] = known + worth
        layer = following
    return max(layer.values())


@typed
def best_melds(hand: str | Iterable[Card], rules: Rules = DEFAULT) -> tuple[Meld, ...]:
    """The melds of a hand that leave the fewest points; of such, those that leave the fewest cards.

    How many melds a turn may lay, and what the first ones need, is not asked.

    Args:
        hand: The cards, in notation or as cards; at most 26.
        rules: The rules, which say where an ace may lie, how many jokers a meld may have, and what cards count.

    Returns:
        The melds, runs first.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If it has too many cards, or more than three of a kind.

    Examples:
        >>> [str(meld) for meld in best_melds("3S 4S 5S 5H 5D KD")]
        ['5S=5H=5D']
        >>> [str(meld) for meld in best_melds("3S 4S 5S 5H 5D KD *")]
        ['3S-4S-5S', '5H=5D=*']
    """
    return _melds(_hand(hand), rules)


def _hand(hand: str | Iterable[Card]) -> tuple[Card, ...]:
    cards = cards_of(hand, "the hand")
    if len(cards) > MOST_CARDS:
        raise RulesError(f"a hand has at most {MOST_CARDS} cards, not {len(cards)}")
    cards = tuple(sorted(cards))
    for card, fourth in zip(cards, cards[_MOST_COPIES:], strict=False):
        if card == fourth != JOKER:
            raise RulesError(f"there are at most {_MOST_COPIES} cards of a kind: {card}")
    return cards


@lru_cache(maxsize=2**12)  # a player, and above all a search, asks the same again and again
def _melds(hand: tuple[Card, ...], rules: Rules) -> tuple[Meld, ...]:
    jokers = hand.count(JOKER) if hand else 0
    naturals = hand[: len(hand) - jokers]
    bits = _BITS_ACE_LAST if rules.ace == "low" else _BITS_ACE_FIRST
    pieces = _pieces(rules, naturals, jokers, bits) if jokers else _plain_pieces(rules, naturals, bits)
    if not pieces:
        return ()
    useful = 0
    for piece in pieces:
        useful |= piece.kinds
    values = card_values(rules)
    cards = [(bits[card], values[card] * _CARD + 1) for card in naturals if bits[card] & useful]
    chosen = pieces
    if len(pieces) > 1 or len(cards) > len(pieces[0].row) - pieces[0].jokers:
        chosen = _chosen(pieces, sorted(cards), jokers, rules.joker_points * _CARD + 1)
    return _joined(rules, _with_all_jokers(rules, chosen, jokers))


_KING_FIRST = tuple(range(len(RANKS), 1, -1))


def _bits(ranks: Iterable[int]) -> dict[Card, int]:
    kinds = [kind_at(suit, rank) for rank in ranks for suit in range(len(SUITS))]
    return {card: 1 << 2 * index for index, card in enumerate(kinds)}


# Each kind has two bits, in which a situation counts the copies left. The lowest bits are decided first: high cards,
# for they cost more, and before them the ace where it may be the highest.
_BITS_ACE_LAST = _bits([*_KING_FIRST, 1])
_BITS_ACE_FIRST = _bits([1, *_KING_FIRST])
_WIDTH = 2 * len(_BITS_ACE_LAST)
_CARDS = (1 << _WIDTH) - 1
_EVEN = _CARDS // 3
_JOKERS = _WIDTH + 5
"""Above the cards, a situation has the room for jokers, in five bits, and the jokers left."""
_ROOM = 31


def _plain_pieces(rules: Rules, naturals: tuple[Card, ...], bits: Mapping[Card, int]) -> list[_Piece]:
    """The melds of a hand without jokers, none longer than needed."""
    return [
        _Piece.of(meld.cards, bits, room=0, spared=0, group=isinstance(meld, Group))
        for meld in melds_in(rules, naturals)
        if len(meld.cards) < 2 * (SHORTEST if isinstance(meld, Group) else rules.shortest_run)
    ]


def _pieces(rules: Rules, naturals: tuple[Card, ...], jokers: int, bits: Mapping[Card, int]) -> list[_Piece]:
    """The melds of a hand with jokers: for each choice of cards, one with as few jokers as can be.

    Where a meld may have all the jokers, a joker need not stand for a card that is still there: that card and the joker
    could change places, wherever the card lies. So melds with such jokers are passed over (`spared`).
    """
    most = min(jokers, most_jokers(rules))
    found: dict[int, _Piece] = {}
    held = set(naturals)
    for row, kinds, group in (*_run_rows(rules, held, most), *_group_rows(rules, naturals, most)):
        need = row.count(JOKER)
        key = sum([bits[card] for card in row if card != JOKER])
        spared = 0
        if need and most == jokers and (not group or rules.group_suits == "different"):
            spared = sum([bits[card] for card in kinds if card in held and card not in row])
        known = found.get(key)
        if known is None or need < known.jokers:
            longest = len(SUITS) if group and rules.group_suits == "different" else LONGEST
            room = min(most_jokers(rules) - need, longest - len(row))
            found[key] = _Piece.of(row, bits, room=room, spared=spared, group=group)
        elif need == known.jokers:
            found[key] = known._replace(spared=known.spared & spared)
    return list(found.values())


_Row = tuple[tuple[Card, ...], tuple[Card, ...], bool]
"""A meld: its cards, the kinds that its jokers could stand for among others, and whether it is a group."""


def _run_rows(rules: Rules, held: Set[Card], most: int) -> Iterator[_Row]:
    """The runs that some held cards and at most a number of jokers make; longer ones could be cut in two."""
    last = last_place(rules)
    for suit in sorted({SUIT_INDEX[card] for card in held}):
        for start in range(1, len(RANKS) + 1):
            for length in range(rules.shortest_run, min(2 * rules.shortest_run - 1, last - start + 1) + 1):
                kinds = tuple(kind_at(suit, start + index) for index in range(length))
                places = [index for index, card in enumerate(kinds) if card in held]
                for used in range(max(1, length - most), len(places) + 1):
                    for chosen in combinations(places, used):
                        yield tuple([kinds[i] if i in chosen else JOKER for i in range(length)]), kinds, False


def _group_rows(rules: Rules, naturals: tuple[Card, ...], most: int) -> Iterator[_Row]:
    """The groups that some cards and as few jokers as can be make; of six cards or more two could be made."""
    for rank in range(1, len(RANKS) + 1):
        kinds = tuple(kind_at(suit, rank) for suit in range(len(SUITS)))
        cards = [card for card in naturals if card in kinds]
        if rules.group_suits == "different":
            cards = list(dict.fromkeys(cards))
        for used in range(max(1, SHORTEST - most), min(len(cards), 2 * SHORTEST - 1) + 1):
            for chosen in dict.fromkeys(combinations(cards, used)):
                yield (*chosen, *[JOKER] * (SHORTEST - used)), kinds, True


# ----------------------------------------------------------------------------------------------------------- the search


class _Path(NamedTuple):
    """The melds chosen on the way to a situation, the last one first."""

    piece: _Piece
    before: "_Path | None"


def _chosen(pieces: Sequence[_Piece], cards: Sequence[tuple[int, int]], jokers: int, joker_cost: int) -> list[_Piece]:
    """The melds that cost the least; `cards` are the cards that could be in one, each as its bit and its cost."""
    by_first: dict[int, list[_Piece]] = {bit: [] for bit, _ in cards}
    for piece in pieces:
        by_first[piece.kinds & -piece.kinds].append(piece)
    steps = [(bit, cost, by_first[bit]) for bit, cost in cards]
    start = sum(bit for bit, _ in cards) | jokers << _JOKERS
    bound = sum(cost for _, cost in cards) + jokers * joker_cost
    cost, path, exact = _searched(steps, start, joker_cost, bound + 1, _BEAM)
    if cost and not exact:
        better, other, _ = _searched(steps, start, joker_cost, cost, None)
        path = other if better < cost else path
    chosen: list[_Piece] = []
    while path is not None:
        chosen.append(path.piece)
        path = path.before
    return chosen


_Step = tuple[int, int, Sequence[_Piece]]
"""A card to decide: its bit, what it costs if it is left over, and the melds in which it is the first."""
_Layer = dict[int, tuple[int, _Path | None]]
"""The situations that can be reached, with the least cost and the way."""


def _searched(
    steps: Sequence[_Step], start: int, joker_cost: int, bound: int, beam: int | None
) -> tuple[int, _Path | None, bool]:
    """The least cost below a bound, the way to it, and whether nothing was left out to find it."""
    layer: _Layer = {start: (0, None)}
    exact = True
    for step in steps:
        if beam is not None and len(layer) > beam:
            layer = dict(sorted(layer.items(), key=lambda item: (item[1][0], -(item[0] >> _JOKERS), item[0]))[:beam])
            exact = False
        layer = _decided(layer, step, bound)
    least, best = bound, None
    for situation, (cost, path) in layer.items():
        jokers_left = (situation >> _JOKERS) - (situation >> _WIDTH & _ROOM)
        total = cost + max(0, jokers_left) * joker_cost
        if total < least:
            least, best = total, path
    return least, best, exact


def _decided(layer: _Layer, step: _Step, bound: int) -> _Layer:
    """The situations after one more card is decided."""
    bit, cost_of_card, pieces = step
    copies = 3 * bit
    following: _Layer = {}
    for situation, known in layer.items():
        if not situation & copies:  # laid before
            if situation not in following or known[0] < following[situation][0]:
                following[situation] = known
            continue
        cost, path = known
        left = situation - bit
        total = cost + cost_of_card
        if total < bound and (left not in following or total < following[left][0]):
            following[left] = (total, path)
        there = (situation | situation >> 1) & _EVEN
        jokers = situation >> _JOKERS
        for piece in pieces:
            if piece.kinds & there == piece.kinds and piece.jokers <= jokers and not piece.spared & there:
                if piece.twice and not _has_copies(situation, piece):
                    continue
                left = situation - piece.bits
                if jokers:
                    left = _with_room(left, jokers - piece.jokers, piece.room)
                if left not in following or cost < following[left][0]:
                    following[left] = (cost, _Path(piece, path))
    return following


def _has_copies(situation: int, piece: _Piece) -> bool:
    """Whether as many copies are left of each card as a meld needs that has some more than once."""
    two = situation >> 1 & _EVEN
    three = two & situation
    return not (piece.twice & ~two or piece.thrice & ~three)


def _with_room(situation: int, jokers: int, room: int) -> int:
    """A situation with some jokers left, and more room for them; more room than jokers is all the same."""
    room = min(jokers, room + (situation >> _WIDTH & _ROOM))
    return situation & _CARDS | room << _WIDTH | jokers << _JOKERS


# ------------------------------------------------------------------------------------------------------------ the melds


def _with_all_jokers(rules: Rules, chosen: Sequence[_Piece], jokers: int) -> list[Meld]:
    """The melds, the jokers that none of them needs added where there is room."""
    left = jokers - sum(piece.jokers for piece in chosen)
    melds: list[Meld] = []
    for piece in chosen:
        meld: Meld = Group(piece.row) if piece.group else Run(piece.row)
        for _ in range(min(left, piece.room)):
            left -= 1
            if isinstance(meld, Group):
                meld = Group((*meld.cards, JOKER))
            elif meld.end < last_place(rules):
                meld = Run((*meld.cards, JOKER))
            else:
                meld = Run((JOKER, *meld.cards))
        melds.append(meld)
    return melds


def _joined(rules: Rules, melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """The melds in their order, runs that continue one another made one."""
    groups = sorted([meld for meld in melds if isinstance(meld, Group)], key=lambda group: group.cards)
    runs: list[Run] = []
    for run in sorted([meld for meld in melds if isinstance(meld, Run)], key=lambda run: (run.kinds, run.cards)):
        for index, other in enumerate(runs):
            cards = (*other.cards, *run.cards)
            continues = other.suit == run.suit and other.end + 1 == run.start
            if continues and len(cards) <= LONGEST and cards.count(JOKER) <= most_jokers(rules):
                runs[index] = Run(cards)
                break
        else:
            runs.append(run)
    return (*runs, *groups)
