"""A turn that is under way: what is laid, what is still owed, and what comes of one more move."""

from typing import NamedTuple

from rami.pieces import without
from rami.rummy.cards import JOKER, Card
from rami.rummy.melds import Meld, Table
from rami.rummy.moves import LayOff, ReplaceJoker
from rami.rummy.opening import is_opening
from rami.rummy.rules import Rules
from rami.rummy.state import State, View


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
        deep: Whether the card taken lay below others.
    """

    hand: tuple[Card, ...]
    table: Table
    taken: Card | None
    laid: tuple[Meld, ...]
    owed: int
    melded: bool
    earlier: bool
    deep: bool


def turn_of(position: State | View) -> Turn:
    """The turn of the player who moves.

    Args:
        position: A position, or the view of that player.
    """
    melded_in = position.melded_in[position.current_player]
    return Turn(
        position.hand_to_move,
        position.table,
        position.taken,
        position.laid,
        position.jokers_owed,
        melded_in is not None,
        melded_in is not None and melded_in < position.turn,
        position.deep,
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
        melded=turn.melded or is_opening(rules, laid),
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


def with_exchange(rules: Rules, turn: Turn, move: ReplaceJoker, changed: Meld) -> Turn:
    """The turn after a joker of the table was replaced.

    Args:
        rules: The rules.
        turn: The turn, its hand with the card.
        move: The exchange.
        changed: What the meld becomes.
    """
    return turn._replace(
        hand=(*without(turn.hand, (move.card,)), JOKER),
        table=_changed(turn.table, move.meld, changed),
        taken=None if turn.taken == move.card else turn.taken,
        owed=turn.owed + (rules.joker_reuse != "hand"),
    )


def _changed(table: Table, old: Meld, new: Meld) -> Table:
    melds = list(table)
    melds[melds.index(old)] = new
    return Table(melds)


def may_meld(rules: Rules, turn: Turn) -> bool:
    """Whether the turn may have one more meld (C3); where the first melds are prescribed, there are no others.

    Args:
        rules: The rules.
        turn: The turn.
    """
    if rules.opening_melds:
        return not turn.melded
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
    return rules.joker_reuse != "new_meld" or turn.hand.count(JOKER) > turn.owed


def must_lay_taken(rules: Rules, turn: Turn) -> bool:
    """Whether a card taken from the discard pile has to be laid in the same turn.

    Args:
        rules: The rules.
        turn: The turn.
    """
    return turn.deep or rules.take_discard == "to_lay" or (rules.take_discard == "opened" and not turn.earlier)


def is_pending(rules: Rules, turn: Turn) -> bool:
    """Whether something has to be laid before the turn can end.

    Args:
        rules: The rules.
        turn: The turn.
    """
    if turn.owed or (turn.taken is not None and must_lay_taken(rules, turn)):
        return True
    return bool(turn.laid) and not turn.melded
