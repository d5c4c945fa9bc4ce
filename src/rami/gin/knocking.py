"""The knock: its limit, the cards to discard for it, and the melds to lay."""

from collections.abc import Iterable, Iterator, Sequence

from rami.errors import NotationError, RulesError, Violation
from rami.gin.moves import pack_card
from rami.gin.rules import CARDS, HAND, Rules
from rami.gin.state import Spread, State, View
from rami.gin.violations import Code
from rami.pieces import without
from rami.rummy import JOKER, Card, Meld, Table, best_melds, deadwood, hand_value
from rami.rummy.card_points import card_value, card_values
from rami.rummy.cards import cards_of
from rami.rummy.legal_melds import cards_that_may_meld, melds_in
from rami.shapes import typed


@typed
def knock_limit(upcard: str | Card, rules: Rules) -> int:
    """Return the most deadwood with which a player may knock (G9, G10).

    Args:
        upcard: The first upcard of the deal, in notation or as a card.
        rules: The rules of the deal.

    Returns:
        The limit in points; 0 where only gin ends the deal.

    Raises:
        NotationError: If `upcard` is a text that cannot be read.
        NotationError: If it is no card of the pack.

    Examples:
        >>> from rami.gin import PRESETS
        >>> [knock_limit(card, PRESETS["oklahoma-gin"]) for card in ("7D", "KS", "AC")]
        [7, 10, 0]
        >>> knock_limit("7D", PRESETS["gin"])
        10
    """
    return _limit(pack_card(upcard, "upcard"), rules)


def limit_of(position: State | View) -> int:
    """Return the most deadwood with which a player may knock in a deal."""
    rules = position.rules
    return rules.knock_limit if position.upcard is None else _limit(position.upcard, rules)


def _limit(card: Card, rules: Rules) -> int:
    if not rules.knock_by_upcard:
        return rules.knock_limit
    if card.rank == 1 and rules.ace_upcard_gin_only:
        return 0
    return min(rules.knock_limit, card_value(card, CARDS))


@typed
def knock_discards(hand: str | Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    """Return the cards of a hand of eleven that a player may discard to knock (G8, G9).

    It knows neither the card just taken nor the first upcard: by Oklahoma rules, pass rules with the limit of the
    upcard, `evolve(rules, knock_limit=knock_limit(upcard, rules))`.

    Args:
        hand: The cards, in notation or as cards.
        rules: The rules of the deal.

    Returns:
        The cards, in canonical order.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If there are not eleven cards, or not each once.

    Examples:
        >>> from rami.gin import Rules
        >>> knock_discards("8D 5S 5H 5D 4H 4C 3H 2H 2D 2C AD", Rules())
        (Card('8D'),)
    """
    cards = read_hand("hand", hand, HAND + 1)
    if least_possible(cards) - max(card_value(card, CARDS) for card in cards) > rules.knock_limit:
        return ()
    return tuple(card for card in cards if deadwood(without(cards, (card,)), CARDS) <= rules.knock_limit)


def least_possible(hand: tuple[Card, ...]) -> int:
    """Return the points of the cards that fit in no meld: a lower bound of the deadwood that is quick to find."""
    values = card_values(CARDS)
    return sum([values[card] for card in hand]) - sum([values[card] for card in cards_that_may_meld(CARDS, hand)])


def spread(hand: Sequence[Card], melds: Table | None = None) -> Spread:
    """Return a hand laid open, with these melds, or those that leave the least deadwood."""
    laid = Table(best_melds(hand, CARDS)) if melds is None else melds
    return Spread(laid, without(hand, laid.cards))


def arrangements(hand: tuple[Card, ...], limit: int) -> Iterator[Table]:
    """Yield every choice of melds, at least one, that leaves no more deadwood than a limit, in a fixed order."""
    if least_possible(hand) > limit:
        return
    melds = list(melds_in(CARDS, hand))
    values = [hand_value(meld.cards, CARDS) for meld in melds]

    def chosen(start: int, picked: tuple[Meld, ...], used: frozenset[Card], left: int) -> Iterator[Table]:
        if picked and left <= limit:
            yield Table(picked)
        for index in range(start, len(melds)):
            if used.isdisjoint(melds[index].cards):
                more = used.union(melds[index].cards)
                yield from chosen(index + 1, (*picked, melds[index]), more, left - values[index])

    yield from chosen(0, (), frozenset(), hand_value(hand, CARDS))


def read_hand(name: str, hand: str | Iterable[Card], *sizes: int) -> tuple[Card, ...]:
    """Return the cards of a hand that a caller passes, sorted; refuse any size but these, and copies."""
    cards = pack_cards(hand, name)
    if sizes and len(cards) not in sizes:
        raise RulesError(f"{name} must have {' or '.join(map(str, sizes))} cards, not {len(cards)}")
    check_once(cards)
    return tuple(sorted(cards))


def pack_cards(cards: str | Iterable[Card], name: str) -> tuple[Card, ...]:
    """Return the cards that a caller passes, in their order; refuse jokers, which the pack does not have."""
    row = cards_of(cards, name)
    if JOKER in row:
        raise NotationError(Violation(Code.NO_JOKER, (JOKER,)))
    return row


def check_once(cards: Sequence[Card]) -> None:
    """Refuse a card that is there twice: the pack has each once (G1)."""
    if twice := without(cards, dict.fromkeys(cards)):
        raise RulesError(f"the pack has these cards only once: {' '.join(map(str, twice[:14]))}")
