"""Slow and simple: melds, deadwood, laying off and legal moves of Gin, by trying everything."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from rami import InvalidMeld
from rami.gin import Discard, Done, DrawStock, Knock, LayOff, Move, Pass, Phase, Rules, State, TakeDiscard
from rami.rummy import Card, Group, Meld, Run, Table


def value(cards: Sequence[Card]) -> int:
    return sum(min(card.rank, 10) for card in cards)


@lru_cache(maxsize=2**16)
def _meld(cards: tuple[Card, ...]) -> Meld | None:
    by_rank = sorted(cards, key=lambda card: card.rank)
    for kind in (Group, Run):
        try:
            meld: Meld = kind(by_rank)
        except InvalidMeld:
            continue
        return meld
    return None


def melds(hand: Sequence[Card]) -> list[Meld]:
    """Every meld of cards of a hand: every choice of cards of one suit, and of one rank."""
    kinds = [*({card.suit for card in hand}), *({card.rank for card in hand})]
    alike = [[card for card in sorted(hand) if kind in (card.suit, card.rank)] for kind in kinds]
    rows = (row for cards in alike for size in range(3, len(cards) + 1) for row in combinations(cards, size))
    return [meld for row in rows if (meld := _meld(row)) is not None]


def tables(hand: Sequence[Card]) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds that share no card, none among them."""

    def chosen(rest: list[Meld], used: frozenset[Card]) -> Iterator[tuple[Meld, ...]]:
        yield ()
        for index, meld in enumerate(rest):
            if used.isdisjoint(meld.cards):
                for more in chosen(rest[index + 1 :], used | set(meld.cards)):
                    yield (meld, *more)

    return chosen(melds(hand), frozenset())


def deadwood(hand: Sequence[Card]) -> int:
    return min(value(hand) - sum(value(meld.cards) for meld in table) for table in tables(hand))


def longer(meld: Meld, card: Card) -> Meld | None:
    return _meld(tuple(sorted((*meld.cards, card)))) if card not in meld.cards else None


def least_after_laying_off(table: tuple[Meld, ...], hand: frozenset[Card]) -> int:
    """The least deadwood of a hand, after whatever is laid off, card by card, in any order."""
    known: dict[tuple[tuple[Meld, ...], frozenset[Card]], int] = {}

    def least(table: tuple[Meld, ...], hand: frozenset[Card]) -> int:
        if (table, hand) not in known:
            found = deadwood(sorted(hand))
            for index, meld in enumerate(table):
                for card in hand:
                    if (after := longer(meld, card)) is not None:
                        found = min(found, least((*table[:index], after, *table[index + 1 :]), hand - {card}))
            known[table, hand] = found
        return known[table, hand]

    return least(table, hand)


def score(knocker: Sequence[Card], table: tuple[Meld, ...], defender: Sequence[Card], rules: Rules) -> tuple[str, int]:
    """Return the winner and the points."""
    own = value(knocker) - sum(value(meld.cards) for meld in table)
    if own == 0:
        bonus = rules.gin_bonus if len(knocker) == 10 else rules.big_gin_bonus
        assert bonus is not None
        return "knocker", deadwood(defender) + bonus
    other = least_after_laying_off(table, frozenset(defender))
    if other <= own:
        return "defender", own - other + rules.undercut_bonus
    return "knocker", other - own


def limit(state: State) -> int:
    rules = state.rules
    if not rules.knock_by_upcard or state.upcard is None:
        return rules.knock_limit
    if state.upcard.rank == 1:
        return 0 if rules.ace_upcard_gin_only else min(1, rules.knock_limit)
    return min(state.upcard.rank, 10, rules.knock_limit)


def legal(state: State) -> set[Move]:
    """The legal moves, each by its rule."""
    hand = state.hands[state.current_player]
    match state.phase:
        case Phase.OFFER:
            return {Pass(), TakeDiscard()}
        case Phase.STOCK:
            return {DrawStock()}
        case Phase.DRAW:
            return {DrawStock(), TakeDiscard()}
        case Phase.LAY_OFF:
            [laid] = [spread for spread in state.spreads if spread]
            fits = {LayOff(card, meld) for card in hand for meld in laid.melds if longer(meld, card)}
            return {*fits, Done()}
        case Phase.PLAY:
            free = [card for card in hand if card != state.taken]
            return {*map(Discard, free), *_knocks(state, hand, free)}
        case _:
            return set()


def _knocks(state: State, hand: tuple[Card, ...], free: list[Card]) -> Iterator[Move]:
    for card in free:
        kept = [other for other in hand if other != card]
        least = deadwood(kept)
        if least <= limit(state):
            yield Knock(card)
            for table in tables(kept):
                if table and value(kept) - sum(value(meld.cards) for meld in table) <= limit(state):
                    yield Knock(card, Table(table))
    if state.rules.big_gin_bonus is not None and deadwood(hand) == 0:
        yield Knock()
        for table in tables(hand):
            if sum(len(meld.cards) for meld in table) == len(hand):
                yield Knock(None, Table(table))


def all_cards(state: State) -> list[Card]:
    """Every card, wherever it is."""
    laid = [card for spread in state.spreads if spread for card in spread.cards]
    held = [card for hand in state.hands for card in hand]
    return sorted([*laid, *held, *state.stock, *state.discard_pile])
