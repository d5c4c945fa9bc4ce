"""Functions that find the melds of a hand."""

from collections.abc import Iterator

from rami.cards import JOKER, Card, Cards, cards_of
from rami.cards.legal_melds import meld_faults, meld_value
from rami.cards.legal_melds import melds_in as legal_melds_in
from rami.cards.melds import ACE_HIGH, LONGEST, SHORTEST, Group, Meld, Run, kind_at
from rami.cards.pack import RANK, SUIT_INDEX
from rami.errors import InvalidMeld
from rami.rummy.rules import Rules, read_hand
from rami.shapes import typed


@typed
def possible_melds(pieces: Cards, rules: Rules = Rules()) -> tuple[Meld, ...]:
    """Return every legal meld that consists of exactly the given cards.

    Args:
        pieces: The cards, in any order.
        rules: The rules of the deal.

    Returns:
        The melds in the given order of the cards first, then other melds by points. Empty if no meld is possible.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> possible_melds("5S * 4S")
        (Run('4S-5S-*'), Run('*-4S-5S'))
        >>> possible_melds(["KS", "*", "*"])
        (Group('KS=*=*'), Run('*-*-KS'))
    """
    cards = cards_of(pieces, "pieces")
    found = [meld for meld in dict.fromkeys(_melds_of(cards)) if not any(meld_faults(rules, meld))]
    found.sort(key=lambda meld: (isinstance(meld, Run) and meld.cards != cards, -meld_value(rules, meld)))
    return tuple(found)


def _melds_of(cards: tuple[Card, ...]) -> Iterator[Meld]:
    naturals = [card for card in cards if card != JOKER]
    if not naturals or not SHORTEST <= len(cards) <= ACE_HIGH:
        return
    if len({RANK[card] for card in naturals}) == 1 and len(cards) <= LONGEST:
        yield Group(cards)
    suit, *others = {SUIT_INDEX[card] for card in naturals}
    if others:
        return
    for start in range(1, LONGEST + 1):
        kinds = [kind_at(suit, start + index) for index in range(len(cards))]
        for row in dict.fromkeys([_with_jokers(kinds, naturals), _with_jokers(kinds[::-1], naturals)[::-1]]):
            if row.count(JOKER) + len(naturals) == len(row):
                try:
                    yield Run(row)
                except InvalidMeld:
                    continue


def _with_jokers(kinds: list[Card], naturals: list[Card]) -> tuple[Card, ...]:
    left, row = list(naturals), list[Card]()
    for kind in kinds:
        if kind in left:
            left.remove(kind)
            row.append(kind)
        else:
            row.append(JOKER)
    return tuple(row)


@typed
def melds_in(hand: Cards, rules: Rules = Rules()) -> Iterator[Meld]:
    """Yield every legal meld that can be made from the cards of a hand.

    Args:
        hand: The cards, in any order. At most 26, with at most three copies of a card.
        rules: The rules of the deal.

    Yields:
        Each meld once, runs first.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If the hand has too many cards or copies of a card.
        WrongType: If an argument has another type.

    Examples:
        >>> [str(meld) for meld in melds_in("3S 4S 5S 5H 5D KD")]
        ['3S-4S-5S', '5S=5H=5D']
    """
    return legal_melds_in(rules, read_hand(hand))
