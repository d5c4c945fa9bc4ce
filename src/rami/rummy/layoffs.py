"""Lay-offs: which cards can be added to the melds of a table, and which jokers can be replaced."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from attrs import frozen

from rami.rummy.cards import JOKER, SUIT_INDEX, SUITS, Card
from rami.rummy.legal_melds import ace_fits, meld_violations, most_jokers
from rami.rummy.melds import LONGEST, Group, Meld, Run, Table, kind_at
from rami.rummy.moves import LayOff, ReplaceJoker
from rami.rummy.rules import Rules


@frozen
class TableMoves:
    """The moves that the melds of a table allow, whoever holds the cards.

    Attributes:
        layoffs: By card, the lay-offs, each with the meld that results.
        exchanges: By card, the replacements of a joker, each with the meld that results.
    """

    layoffs: Mapping[Card, tuple[tuple[LayOff, Meld], ...]]
    exchanges: Mapping[Card, tuple[tuple[ReplaceJoker, Meld], ...]]


@lru_cache(maxsize=1024)  # a table stays as it is for many moves
def table_moves(rules: Rules, table: Table) -> TableMoves:
    """Return the lay-offs and exchanges on a table by card (004.6, 004.7); equal melds count once."""
    layoffs: dict[Card, list[tuple[LayOff, Meld]]] = {}
    exchanges: dict[Card, list[tuple[ReplaceJoker, Meld]]] = {}
    for meld in dict.fromkeys(table):
        for layoff, longer in _layoffs(rules, meld):
            layoffs.setdefault(layoff.card, []).append((layoff, longer))
        if rules.replace_joker and JOKER in meld.cards:
            for exchange, changed in _exchanges(rules, meld):
                exchanges.setdefault(exchange.card, []).append((exchange, changed))
    return TableMoves(
        MappingProxyType({card: tuple(row) for card, row in layoffs.items()}),
        MappingProxyType({card: tuple(row) for card, row in exchanges.items()}),
    )


@lru_cache(maxsize=2**12)  # of a table that changes, most melds stay as they are
def _layoffs(rules: Rules, meld: Meld) -> tuple[tuple[LayOff, Meld], ...]:
    if isinstance(meld, Group):
        return tuple(_group_layoffs(rules, meld))
    assert isinstance(meld, Run)
    return tuple(_run_layoffs(rules, meld))


def _group_layoffs(rules: Rules, group: Group) -> Iterator[tuple[LayOff, Meld]]:
    if len(group.cards) < (LONGEST if rules.group_suits == "any" else len(SUITS)):
        for card in (*fitting_group(rules, group), *_fitting_joker(rules, group)):
            longer = Group((*group.cards, card))
            if card != JOKER or not any(meld_violations(rules, longer)):
                yield LayOff(card, group), longer


def _run_layoffs(rules: Rules, run: Run) -> Iterator[tuple[LayOff, Meld]]:
    if len(run.cards) >= LONGEST:
        yield from _last_layoffs(rules, run)
        return
    suit, jokers = SUIT_INDEX[run.kinds[0]], _fitting_joker(rules, run)
    at_end = [kind_at(suit, run.end + 1), *jokers] if ace_fits(rules, run.start, run.end + 1) else []
    at_front = [kind_at(suit, run.start - 1), *jokers] if ace_fits(rules, run.start - 1, run.end) else []
    fits_at_end: list[Card] = []
    for card in at_end:
        longer = Run((*run.cards, card))
        if card != JOKER or not any(meld_violations(rules, longer)):
            fits_at_end.append(card)
            yield LayOff(card, run), longer
    for card in at_front:
        longer = Run((card, *run.cards))
        if card != JOKER or not any(meld_violations(rules, longer)):
            yield LayOff(card, run, front=card in fits_at_end), longer


def _last_layoffs(rules: Rules, run: Run) -> Iterator[tuple[LayOff, Meld]]:
    """Yield the additions of a second ace: one of the two is a joker."""
    if len(run.cards) == rules.longest_run or run.start > 2:
        return
    ace, at_end = kind_at(SUIT_INDEX[run.kinds[0]], 1), run.start == 1
    card = ace if run.cards[0 if at_end else -1] == JOKER else JOKER
    longer = Run((*run.cards, card) if at_end else (card, *run.cards))
    if not any(meld_violations(rules, longer)):
        yield LayOff(card, run), longer


def _fitting_joker(rules: Rules, meld: Meld) -> tuple[Card, ...]:
    return (JOKER,) if meld.cards.count(JOKER) < most_jokers(rules) else ()


def fitting_group(rules: Rules, group: Group) -> tuple[Card, ...]:
    """Return the cards that a group could have besides its own: of the missing suits, or of any (C8)."""
    return group.of_rank if rules.group_suits == "any" else group.missing


@lru_cache(maxsize=2**12)
def _exchanges(rules: Rules, meld: Meld) -> tuple[tuple[ReplaceJoker, Meld], ...]:
    row = list(meld.cards)
    if isinstance(meld, Group):
        row.remove(JOKER)
        return tuple((ReplaceJoker(card, meld), Group((*row, card))) for card in fitting_group(rules, meld))
    return tuple(
        (ReplaceJoker(card, meld), Run((*row[:index], card, *row[index + 1 :])))
        for index, (card,) in meld.stands_for.items()
        if len(row) <= LONGEST or 0 < index < LONGEST  # a second ace stays a joker
    )


def meld_after(rules: Rules, table: Table, move: LayOff | ReplaceJoker) -> Meld | None:
    """Return what a meld becomes by a move; None if the card does not fit, or no joker there stands for it.

    `front` may also be given where the card fits at the start of a run only.
    """
    known = table_moves(rules, table)
    if isinstance(move, ReplaceJoker):
        return dict(known.exchanges.get(move.card, ())).get(move)
    for layoff, longer in known.layoffs.get(move.card, ()):
        if layoff == move or (move.front and layoff.meld == move.meld and _is_at_front(layoff.meld, longer)):
            return longer
    return None


def _is_at_front(meld: Meld, longer: Meld) -> bool:
    return isinstance(meld, Run) and longer.cards[1:] == meld.cards
