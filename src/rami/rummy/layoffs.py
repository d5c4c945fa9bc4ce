"""Where cards can be added to the melds of a table, and which jokers can be taken from them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from attrs import frozen

from rami.rummy.cards import JOKER, SUIT_INDEX, SUITS, Card
from rami.rummy.legal_melds import ace_fits, most_jokers
from rami.rummy.melds import LONGEST, Group, Meld, Run, Table, kind_at
from rami.rummy.moves import LayOff, ReplaceJoker
from rami.rummy.rules import Rules


@frozen
class Changes:
    """What can be done to the melds of a table, before anybody looks at a hand.

    Attributes:
        additions: For each card that can be added somewhere, the moves and what becomes of the meld.
        exchanges: For each card that can replace a joker, likewise.
    """

    additions: Mapping[Card, tuple[tuple[LayOff, Meld], ...]]
    exchanges: Mapping[Card, tuple[tuple[ReplaceJoker, Meld], ...]]


@lru_cache(maxsize=1024)
def changes(rules: Rules, table: Table) -> Changes:
    """What can be done to the melds of a table (004.6, 004.7).

    The melds stay as they are for many moves, so the answer is kept.

    Args:
        rules: The rules.
        table: The table.

    Returns:
        The additions and exchanges by card. Equal melds are the same to them.
    """
    additions: dict[Card, list[tuple[LayOff, Meld]]] = {}
    exchanges: dict[Card, list[tuple[ReplaceJoker, Meld]]] = {}
    for meld in dict.fromkeys(table):
        for addition, longer in _known_additions(rules, meld):
            additions.setdefault(addition.card, []).append((addition, longer))
        if rules.replace_joker and JOKER in meld.cards:
            for exchange, changed in _known_exchanges(rules, meld):
                exchanges.setdefault(exchange.card, []).append((exchange, changed))
    return Changes(
        MappingProxyType({card: tuple(row) for card, row in additions.items()}),
        MappingProxyType({card: tuple(row) for card, row in exchanges.items()}),
    )


@lru_cache(maxsize=2**12)
def _known_additions(rules: Rules, meld: Meld) -> tuple[tuple[LayOff, Meld], ...]:
    """What can be added to a meld: of a table that changes, most melds stay as they are."""
    return tuple(_additions(rules, meld))


@lru_cache(maxsize=2**12)
def _known_exchanges(rules: Rules, meld: Meld) -> tuple[tuple[ReplaceJoker, Meld], ...]:
    return tuple(_exchanges(rules, meld))


def _additions(rules: Rules, meld: Meld) -> Iterator[tuple[LayOff, Meld]]:
    """The cards that can be added to a meld, and what it becomes."""
    joker_fits = meld.cards.count(JOKER) < most_jokers(rules)
    if isinstance(meld, Group):
        fitting = fitting_in_group(rules, meld)
        if len(meld.cards) < (LONGEST if rules.group_suits == "any" else len(SUITS)):
            for card in (*fitting, *([JOKER] if joker_fits else [])):
                yield LayOff(card, meld), Group((*meld.cards, card))
        return
    if len(meld.cards) == LONGEST:
        return
    suit = SUIT_INDEX[meld.kinds[0]]
    at_end = ace_fits(rules, meld.start, meld.end + 1)
    at_front = ace_fits(rules, meld.start - 1, meld.end)
    ends = [kind_at(suit, meld.end + 1)] if at_end else []
    fronts = [kind_at(suit, meld.start - 1)] if at_front else []
    for card in (*ends, *([JOKER] if at_end and joker_fits else [])):
        yield LayOff(card, meld), Run((*meld.cards, card))
    for card in (*fronts, *([JOKER] if at_front and joker_fits else [])):
        both = at_end and (card == JOKER or card in ends)
        yield LayOff(card, meld, front=both), Run((card, *meld.cards))


def fitting_in_group(rules: Rules, group: Group) -> tuple[Card, ...]:
    """The cards that could lie in a group beside those that do: of the suits that are missing, or of any (C8).

    Args:
        rules: The rules.
        group: The group.
    """
    return group.of_rank if rules.group_suits == "any" else group.missing


def _exchanges(rules: Rules, meld: Meld) -> Iterator[tuple[ReplaceJoker, Meld]]:
    """The cards for which jokers of a meld stand, and what it becomes with them."""
    row = list(meld.cards)
    if isinstance(meld, Group):
        row.remove(JOKER)
        for card in fitting_in_group(rules, meld):
            yield ReplaceJoker(card, meld), Group((*row, card))
        return
    for index, (card,) in meld.stands_for.items():
        yield ReplaceJoker(card, meld), Run((*row[:index], card, *row[index + 1 :]))


def addition(rules: Rules, table: Table, move: LayOff) -> Meld | None:
    """What a meld becomes by an addition; None if the card does not fit there.

    Args:
        rules: The rules.
        table: The table.
        move: The addition. `front` may also be said where the card fits at the start only.
    """
    for known, longer in changes(rules, table).additions.get(move.card, ()):
        if known == move or (move.front and known.meld == move.meld and _at_front(known.meld, longer)):
            return longer
    return None


def _at_front(meld: Meld, longer: Meld) -> bool:
    return isinstance(meld, Run) and longer.cards[1:] == meld.cards


def exchange(rules: Rules, table: Table, move: ReplaceJoker) -> Meld | None:
    """What a meld becomes when a joker is replaced; None if no joker there stands for the card.

    Args:
        rules: The rules.
        table: The table.
        move: The exchange.
    """
    for known, changed in changes(rules, table).exchanges.get(move.card, ()):
        if known == move:
            return changed
    return None
