"""A turn that is under way: what is laid, what is still owed, and whether the turn can come to an end."""

from collections.abc import Iterator
from typing import NamedTuple

from rami.pieces import without
from rami.rummy.cards import JOKER, RANKS, SUIT_INDEX, Card
from rami.rummy.layoffs import changes
from rami.rummy.legal_melds import holds_plain_run, melds_in
from rami.rummy.melds import Group, Meld, Run, Table
from rami.rummy.moves import LayOff, ReplaceJoker
from rami.rummy.rules import Rules
from rami.rummy.state import State, View, hand_to_move

MOST_LOOKED_AT = 3000
"""How many ways to go on are looked at before a turn counts as one that cannot end.

Hands that are dealt need far fewer. Whatever the number, a turn that is found to have an end has a move after which it
still is: the ways that lead on from there are among those that were looked at.
"""


class Turn(NamedTuple):
    """What decides how a turn can go on.

    Attributes:
        hand: The cards of the player who moves, sorted.
        table: The melds on the table.
        taken: The card taken from the discard pile, while it is in the hand.
        laid: The new melds of this turn, as they were laid.
        owed: How many jokers taken from the table are still to be laid.
        melded: Whether the player has laid a meld, or all that the first melds need.
        earlier: Whether that was in an earlier turn.
    """

    hand: tuple[Card, ...]
    table: Table
    taken: Card | None
    laid: tuple[Meld, ...]
    owed: int
    melded: bool
    earlier: bool


def turn_of(position: State | View) -> Turn:
    """The turn of the player who moves.

    Args:
        position: A position, or the view of that player.
    """
    melded_in = position.melded_in[position.current_player]
    return Turn(
        hand_to_move(position),
        position.table,
        position.taken,
        position.laid,
        position.jokers_owed,
        melded_in is not None,
        melded_in is not None and melded_in < position.turn,
    )


def with_meld(rules: Rules, turn: Turn, meld: Meld) -> Turn:
    """The turn after a new meld.

    Args:
        rules: The rules.
        turn: The turn, its hand with the cards of the meld.
        meld: The meld.
    """
    laid = (*turn.laid, meld)
    return turn._replace(
        hand=without(turn.hand, meld.cards),
        table=Table((*turn.table.melds, meld)),
        taken=None if turn.taken in meld.cards else turn.taken,
        laid=laid,
        owed=max(0, turn.owed - meld.cards.count(JOKER)),
        melded=turn.melded or _is_opening(rules, laid),
    )


def with_addition(turn: Turn, move: LayOff, longer: Meld) -> Turn:
    """The turn after a card was added to a meld.

    Args:
        turn: The turn, its hand with the card.
        move: The addition.
        longer: What the meld becomes.
    """
    own = turn.hand.count(JOKER) - turn.owed
    return turn._replace(
        hand=without(turn.hand, (move.card,)),
        table=_changed(turn.table, move.meld, longer),
        taken=None if turn.taken == move.card else turn.taken,
        owed=turn.owed - (move.card == JOKER and own == 0),
    )


def with_exchange(turn: Turn, move: ReplaceJoker, changed: Meld) -> Turn:
    """The turn after a joker of the table was replaced.

    Args:
        turn: The turn, its hand with the card.
        move: The exchange.
        changed: What the meld becomes.
    """
    return turn._replace(
        hand=(*without(turn.hand, (move.card,)), JOKER),
        table=_changed(turn.table, move.meld, changed),
        taken=None if turn.taken == move.card else turn.taken,
        owed=turn.owed + 1,
    )


def _changed(table: Table, old: Meld, new: Meld) -> Table:
    melds = list(table)
    melds[melds.index(old)] = new
    return Table(melds)


def _is_opening(rules: Rules, laid: tuple[Meld, ...]) -> bool:
    """Whether melds are all that a player's first melds need."""
    if rules.opening_pure_run and not any(map(_is_plain_run, laid)):
        return False
    return _points(laid) >= rules.opening_points


def _is_plain_run(meld: Meld) -> bool:
    return isinstance(meld, Run) and JOKER not in meld.cards


def _points(melds: tuple[Meld, ...]) -> int:
    return sum(meld.value for meld in melds)


def may_meld(rules: Rules, turn: Turn) -> bool:
    """Whether the turn may have one more meld (C3).

    Args:
        rules: The rules.
        turn: The turn.
    """
    return rules.melds_per_turn is None or len(turn.laid) < rules.melds_per_turn


def may_add(rules: Rules, turn: Turn) -> bool:
    """Whether the player may add to melds and take jokers (004.6, C2).

    Args:
        rules: The rules.
        turn: The turn.
    """
    if rules.layoff_needs_own_meld and not turn.melded:
        return False
    return rules.layoff_same_turn or turn.earlier or not turn.laid


def may_add_joker(rules: Rules, turn: Turn) -> bool:
    """Whether a joker of the hand may be added to a meld, and not only be laid in a new one.

    Args:
        rules: The rules.
        turn: The turn.
    """
    return rules.joker_reuse == "any" or turn.hand.count(JOKER) > turn.owed


def is_pending(rules: Rules, turn: Turn) -> bool:
    """Whether something has to be laid before the turn can end.

    Args:
        rules: The rules.
        turn: The turn.
    """
    if turn.owed or (turn.taken is not None and rules.take_discard == "to_lay"):
        return True
    return bool(turn.laid) and not turn.melded


def _can_end(rules: Rules, turn: Turn) -> bool:
    """Whether the turn can end as it is: with a discard, or with an empty hand (004.9, C4, C5)."""
    if is_pending(rules, turn):
        return False
    if not turn.hand:
        return rules.final_discard == "optional"
    return len(turn.hand) > 1 or turn.taken is None or rules.discard_taken == "allowed"


def has_end(rules: Rules, turn: Turn) -> bool:
    """Whether the turn can end, now or after more is laid (C5).

    Args:
        rules: The rules.
        turn: The turn.
    """
    if _can_end(rules, turn):
        return True
    taken = turn.taken if rules.take_discard == "to_lay" else None
    if taken is not None and not _might_be_laid(rules, turn, taken):
        return False
    waiting, seen, looked_at = [turn], set[tuple[object, ...]](), 0
    while waiting and looked_at < MOST_LOOKED_AT:
        here = waiting.pop()
        if (key := _key(here)) in seen:
            continue
        seen.add(key)
        for following in _toward_end(rules, here):
            if _can_end(rules, following):
                return True
            looked_at += 1
            waiting.append(following)
    return False


def _might_be_laid(rules: Rules, turn: Turn, card: Card) -> bool:
    """Whether a card could ever be laid in this turn: a quick look that never wrongly says no."""
    rank, suit = card.rank, card.suit
    if card == JOKER or any(rank == meld.rank if isinstance(meld, Group) else suit == meld.suit for meld in turn.table):
        return True
    near = [
        own
        for own in turn.hand
        if own.rank == rank or (own.suit == suit and (own.rank - rank) % len(RANKS) in (0, 1, 2, 11, 12))
    ]
    jokers = turn.hand.count(JOKER) + (turn.table.cards.count(JOKER) if rules.replace_joker else 0)
    return any(card in meld.cards for meld in melds_in(rules, (*near, *[JOKER] * min(jokers, 2))))


def _key(turn: Turn) -> tuple[object, ...]:
    """What decides how a turn goes on. In which order melds were laid does not, nor, once they are enough, which."""
    return turn.hand, turn.table, turn.taken, turn.owed, turn.melded, len(turn.laid)


def _toward_end(rules: Rules, turn: Turn) -> Iterator[Turn]:
    """The turns after one more move, of the moves that can bring the end nearer."""
    if not turn.hand:
        return
    if rules.has_opening and not turn.melded:
        if can_open(rules, turn):
            yield from _with_melds(rules, turn)
        return
    taken = turn.taken
    wanted = tuple(card for card in (taken, JOKER if turn.owed else None) if card is not None)
    opens = rules.layoff_needs_own_meld and not turn.melded  # then any meld helps
    yield from _with_melds(rules, turn, None if opens else wanted)
    if may_add(rules, turn):
        known, jokers = changes(rules, turn.table), may_add_joker(rules, turn)
        for card in dict.fromkeys(turn.hand):
            near = card in (taken, JOKER) or (taken is not None and SUIT_INDEX[card] == SUIT_INDEX[taken])
            if near and (jokers or card != JOKER):
                for move, longer in known.additions.get(card, ()):
                    yield with_addition(turn, move, longer)
            for exchange, changed in known.exchanges.get(card, ()):
                yield with_exchange(turn, exchange, changed)


def _with_melds(rules: Rules, turn: Turn, wanted: tuple[Card, ...] | None = None) -> Iterator[Turn]:
    """The turns after one more meld, where some cards are wanted one that has any of them."""
    if may_meld(rules, turn):
        for meld in melds_in(rules, turn.hand):
            if wanted is None or any(card in meld.cards for card in wanted):
                yield with_meld(rules, turn, meld)


def can_open(rules: Rules, turn: Turn) -> bool:
    """Whether the cards can be enough for the first melds: a quick look that never wrongly says no.

    Args:
        rules: The rules.
        turn: The turn.
    """
    most = _points(turn.laid) + sum(11 if card.rank <= 1 else min(card.rank, 10) for card in turn.hand)
    if most < rules.opening_points:
        return False
    return not rules.opening_pure_run or any(map(_is_plain_run, turn.laid)) or holds_plain_run(rules, turn.hand)


class Opening(NamedTuple):
    """What a player's first melds come to.

    Attributes:
        points: Their points.
        with_run: The points, if a run without a joker is among them; else None.
    """

    points: int
    with_run: int | None


def opening_of(laid: tuple[Meld, ...]) -> Opening:
    """What melds come to as a player's first.

    Args:
        laid: The melds.
    """
    worth = _points(laid)
    return Opening(worth, worth if any(map(_is_plain_run, laid)) else None)


def best_opening(rules: Rules, turn: Turn) -> Opening:
    """What the first melds can come to at most.

    Args:
        rules: The rules.
        turn: The turn, some melds laid.
    """
    best, with_run = opening_of(turn.laid)
    waiting, seen = [turn], {_key(turn)}
    while waiting and len(seen) < MOST_LOOKED_AT:
        here = waiting.pop()
        for following in _with_melds(rules, here):
            if (key := _key(following)) not in seen:
                seen.add(key)
                waiting.append(following)
                worth, pure = opening_of(following.laid)
                best = max(best, worth)
                with_run = pure if with_run is None else max(with_run, pure or 0)
    return Opening(best, with_run)
