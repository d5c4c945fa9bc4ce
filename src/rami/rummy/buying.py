"""Buying: whom a discard is offered to that the player whose turn it is leaves (`Rules.buying`)."""

from rami.rummy.limits import DRAWN_WITH_BUY
from rami.rummy.state import State, View


def next_buyer(position: State | View) -> int | None:
    """Return the next seat to be asked whether it buys the discard; None where nobody is left to ask.

    The stock has to suffice for the card that comes with it, and for the draw after it.
    """
    rules, players = position.rules, position.players
    if not (rules.buying and position.discard_size) or position.stock_size <= DRAWN_WITH_BUY:
        return None
    mover = position.current_player if position.in_turn is None else position.in_turn
    for step in range(1, players):
        seat = (position.current_player + step) % players
        if seat == mover:
            return None
        if may_buy(position, seat):
            return seat
    return None


def may_buy(position: State | View, seat: int) -> bool:
    """Return whether a player has laid no first melds yet, and may still buy."""
    bought = position.bought[seat] if position.bought else 0
    return position.melded_in[seat] is None and bought < position.rules.buying


def is_on_offer(position: State | View) -> bool:
    """Return whether the player whose turn begins has to leave the discard to the others before drawing."""
    return not position.offered and next_buyer(position) is not None
