"""Whether a turn can come to an end: what the referee looks ahead for (004.9, C4, C5).

An opening is a question of its own, with an exact answer (`opening`). After it, a card that has to be laid comes first,
then the jokers that were taken from the table; of the ways on only those that can help are looked at.
"""

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

from rami.rummy.cards import JOKER, SUIT_INDEX, Card
from rami.rummy.layoffs import Changes, changes
from rami.rummy.legal_melds import ace_fits, melds_in
from rami.rummy.melds import Meld, Run, kind_at
from rami.rummy.moves import LayOff
from rami.rummy.opening import can_open, might_open
from rami.rummy.rules import Rules
from rami.rummy.turns import (
    Turn,
    is_pending,
    may_add,
    may_add_joker,
    may_meld,
    must_lay_taken,
    with_addition,
    with_exchange,
    with_meld,
)

MOST_LOOKED_AT = 3000
"""How many ways to go on are looked at, after the opening, before a turn counts as one that cannot end.

No position that play has reached has needed a tenth of that. Whatever the number, a turn that is found to have an end
has a move after which it still is: the ways that lead on from there are among those that were looked at.
"""


def has_end(rules: Rules, turn: Turn) -> bool:
    """Whether the turn can end, now or after more is laid (C5).

    Args:
        rules: The rules.
        turn: The turn.
    """
    return _can_end(rules, turn) or _can_end_later(rules, turn)


@lru_cache(maxsize=2**11)
def _can_end_later(rules: Rules, turn: Turn) -> bool:
    """Whether a turn that cannot end yet can after more is laid: asked when a move is listed, and when it is made."""
    if rules.has_opening and not turn.melded and not might_open(rules, turn.hand, turn.laid):
        return False
    wanted = turn.taken if must_lay_taken(rules, turn) else None
    if wanted is not None and not _might_be_laid(rules, turn, wanted):
        return False
    if rules.has_opening and not turn.melded:
        spare = None if rules.discard_taken == "allowed" else turn.taken
        if can_open(rules, turn.hand, turn.laid, using=wanted, spare=spare):
            return True
        if turn.taken is None or not can_open(rules, turn.hand, turn.laid):
            return False
    return _is_found(rules, turn)


def _can_end(rules: Rules, turn: Turn) -> bool:
    """Whether the turn can end as it is: with a discard, or with an empty hand (004.9, C4, C5)."""
    if is_pending(rules, turn):
        return False
    if not turn.hand:
        return rules.final_discard == "optional"
    return len(turn.hand) > 1 or turn.taken is None or rules.discard_taken == "allowed"


def _is_found(rules: Rules, turn: Turn) -> bool:
    """Whether an end is found among the ways to go on, those first in which the least is left to do."""
    waiting: list[tuple[bool, int, int, Turn]] = [(True, 0, 0, turn)]
    seen, looked_at = {_key(turn)}, 0
    while waiting and looked_at < MOST_LOOKED_AT:
        here = heappop(waiting)[-1]
        for following in _toward_end(rules, here):
            if _can_end(rules, following):
                return True
            looked_at += 1
            if (key := _key(following)) not in seen:
                seen.add(key)
                heappush(waiting, (following.taken is not None, following.owed, looked_at, following))
    return False


def _key(turn: Turn) -> tuple[object, ...]:
    """What decides how a turn goes on. In which order melds were laid does not, nor, once they are enough, which."""
    return turn.hand, turn.table, turn.taken, turn.owed, turn.melded, len(turn.laid)


def _might_be_laid(rules: Rules, turn: Turn, card: Card) -> bool:
    """Whether a card could ever be laid in this turn: a quick look that never wrongly says no."""
    known = changes(rules, turn.table)
    if card == JOKER or card in known.additions or card in known.exchanges:
        return True
    on_offer = sum(len(known.exchanges.get(own, ())) for own in dict.fromkeys(turn.hand))
    jokers = turn.hand.count(JOKER) + on_offer
    if any(_is_on_the_way(rules, turn.hand, meld, card, jokers) for meld in turn.table if isinstance(meld, Run)):
        return True
    near = [own for own in turn.hand if own.rank == card.rank or (own.suit == card.suit and _is_near(rules, own, card))]
    row = (*near, *[JOKER] * min(jokers, rules.shortest_run - 1))
    return any(card in meld.cards for meld in melds_in(rules, row))


def _is_near(rules: Rules, one: Card, other: Card) -> bool:
    """Whether two cards of a suit can be in a run that is no longer than it must be."""
    apart = (one.rank - other.rank) % 13
    return min(apart, 13 - apart) < rules.shortest_run


def _is_on_the_way(rules: Rules, hand: tuple[Card, ...], run: Run, card: Card, jokers: int) -> bool:
    """Whether a run of the card's suit can grow up to it with cards of the hand and a number of jokers."""
    if run.suit != card.suit:
        return False
    suit = SUIT_INDEX[card]
    for step, place in ((1, run.end), (-1, run.start)):
        left = jokers
        for _ in range(13 - len(run.cards)):
            place += step  # noqa: PLW2901  # one step on
            ends = (run.start, place) if step > 0 else (place, run.end)
            if not ace_fits(rules, *ends):
                break
            if (here := kind_at(suit, place)) == card:
                return True
            left -= here not in hand
            if left < 0:
                break
    return False


def _toward_end(rules: Rules, turn: Turn) -> Iterator[Turn]:
    """The turns after one more move, of the moves that can bring the end nearer."""
    if rules.has_opening and not turn.melded:
        if can_open(rules, turn.hand, turn.laid):
            yield from _with_melds(rules, turn)
        return
    taken = turn.taken
    wanted = tuple(card for card in (taken, JOKER if turn.owed else None) if card is not None)
    opens = rules.layoff_needs_own_meld and not turn.melded  # then any meld helps
    yield from _with_melds(rules, turn, None if opens else wanted)
    if may_add(rules, turn):
        known = changes(rules, turn.table)
        for card in dict.fromkeys(turn.hand):
            if card != JOKER or may_add_joker(rules, turn):
                for move, longer in _additions(turn, known, card):
                    yield with_addition(turn, move, longer)
            for exchange, changed in known.exchanges.get(card, ()):
                yield with_exchange(rules, turn, exchange, changed)


def _additions(turn: Turn, known: Changes, card: Card) -> Iterator[tuple[LayOff, Meld]]:
    """The additions of a card that can help: the card just taken, what is on its way, and jokers.

    One place for a joker is as good as another, but where a run grows towards the card just taken: each place that is
    filled is one less, whichever it is.
    """
    found, taken = known.additions.get(card, ()), turn.taken
    if taken is None:
        yield from found[: card == JOKER]
        return
    elsewhere = card == JOKER
    for move, longer in found:
        grows = isinstance(longer, Run) and longer.suit == taken.suit
        if card == taken or grows or elsewhere:
            elsewhere = elsewhere and grows
            yield move, longer


def _with_melds(rules: Rules, turn: Turn, wanted: tuple[Card, ...] | None = None) -> Iterator[Turn]:
    """The turns after one more meld, where some cards are wanted one that has any of them."""
    if may_meld(rules, turn):
        for meld in melds_in(rules, turn.hand):
            if wanted is None or any(card in meld.cards for card in wanted):
                yield with_meld(rules, turn, meld)
