"""Whether a position can exist: what a document from elsewhere is checked for."""

from collections.abc import Iterator

from rami.gin.knocking import limit_of
from rami.gin.rules import CARDS, HAND, MOST_TURNS, PACK, PLAYERS
from rami.gin.state import Phase, Spread, State, View
from rami.pieces import without
from rami.rummy import format_cards
from rami.rummy.legal_melds import meld_violations
from rami.shapes import typed

_FIRST_STOCK = len(PACK) - PLAYERS * HAND - 1


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Why a position cannot exist; for one that was not made by the functions of the game.

    Every card of the pack is there once, hands and stock have as many cards as the phase says, and a hand that is laid
    open lies as the rules want it. That the position can be reached by legal moves is not said.

    Args:
        position: A position or a view; its fields may hold anything of the right types.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.gin import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, turn=2))
        ((), ('the first upcard is offered, and turn is 2',))
    """
    return tuple(_seat_flaws(position)) or (*_phase_flaws(position), *_spread_flaws(position), *_card_flaws(position))


def _seat_flaws(position: State | View) -> Iterator[str]:
    """Seats and sizes that cannot be: nothing else can be said then."""
    if position.players != PLAYERS or len(position.spreads) != PLAYERS:
        yield f"there are {position.players} players, not {PLAYERS}"
        return
    if position.current_player not in range(PLAYERS):
        yield f"current_player is {position.current_player}, which is no seat"
    if position.turn not in range(MOST_TURNS + 1):
        yield f"turn is {position.turn}, and a deal ends after {MOST_TURNS}"
    if position.knocker is not None and position.knocker not in range(PLAYERS):
        yield f"knocker is {position.knocker}, which is no seat"
    if not isinstance(position, View):
        return
    if position.player is not None and position.player not in range(PLAYERS):
        yield f"player is {position.player}, which is no seat"
    elif min(position.stock_size, *position.hand_sizes) < 0:
        yield "a size is negative"
    elif len(position.hand) != (0 if position.player is None else position.hand_sizes[position.player]):
        yield f"the hand has {len(position.hand)} cards, not as many as hand_sizes says"


def _phase_flaws(position: State | View) -> Iterator[str]:
    """G2, G5, G6, G16: how many cards there are, by what the player has to do."""
    rules, phase, stock = position.rules, position.phase, position.stock_size
    if position.upcard is None and rules.knock_by_upcard:
        yield "the upcard limits the knock, and none is given"
    if phase in (Phase.OFFER, Phase.STOCK):
        turns = range(2) if phase is Phase.OFFER else range(2, 3)
        if not rules.offer_upcard or position.turn not in turns:
            yield f"the first upcard is {'offered' if phase is Phase.OFFER else 'refused'}, and turn is {position.turn}"
        if stock != _FIRST_STOCK:
            yield f"the stock has {stock} cards before anybody has drawn, not {_FIRST_STOCK}"
    held = [HAND] * PLAYERS
    if phase is Phase.PLAY:
        held[position.current_player] += 1
    if position.knocker is None and list(position.hand_sizes) != held:
        yield f"the hands have {position.hand_sizes} cards, not {tuple(held)}"
    if phase in (Phase.OFFER, Phase.DRAW) and not position.discard_pile:
        yield "the discard pile is empty when a card may be taken from it"
    if stock < rules.dead_stock + (phase is Phase.DRAW) and phase is not Phase.OVER:
        yield f"the stock has {stock} cards, and with {rules.dead_stock} the deal is dead"
    if position.taken is not None and phase is not Phase.PLAY:
        yield "taken is set when no card was just taken"
    shown = position.hands[position.current_player] if isinstance(position, State) else position.hand
    own = isinstance(position, State) or position.player == position.current_player
    if position.taken is not None and own and position.taken not in shown:
        yield f"the card taken is not in the hand: {position.taken}"


def _spread_flaws(position: State | View) -> Iterator[str]:
    """G8, G12 to G17: who has laid the hand open, and how it lies."""
    phase, knocker, spreads = position.phase, position.knocker, position.spreads
    if knocker is None:
        if any(spreads) or phase is Phase.LAY_OFF:
            yield "a hand is laid open, and nobody has knocked"
        elif phase is Phase.OVER and position.stock_size > position.rules.dead_stock and position.turn < MOST_TURNS - 1:
            yield "the deal is over, and nobody has ended it"
        return
    laid, other = spreads[knocker], spreads[1 - knocker]
    if laid is None or phase not in (Phase.LAY_OFF, Phase.OVER) or (other is not None) != (phase is Phase.OVER):
        yield "the hands that are laid open do not fit the phase"
        return
    if phase is Phase.LAY_OFF and (
        not position.rules.layoff or not laid.unmatched or position.current_player == knocker
    ):
        yield "there is nothing to lay off on, or it is the turn of the knocker"
    left = position.hand_sizes[1 - knocker] if other is None else len(other.cards)
    off = HAND - left
    big = not laid.unmatched and len(laid.cards) == HAND + 1 and position.rules.big_gin_bonus is not None
    if position.hand_sizes[knocker] or (other is not None and position.hand_sizes[1 - knocker]):
        yield "a hand is held and laid open"
    if off < 0 or (off and not laid.unmatched) or (len(laid.cards) != HAND + off and not big):
        yield f"the hands that are laid open have {len(laid.cards)} and {left} cards"
    if laid.deadwood > limit_of(position):
        yield f"the knocker has deadwood of {laid.deadwood}, and {limit_of(position)} is the most"
    yield from _meld_flaws(laid)
    yield from () if other is None else _meld_flaws(other)


def _meld_flaws(laid: Spread) -> Iterator[str]:
    return (problem.message() for meld in laid.melds for problem in meld_violations(CARDS, meld))


def _card_flaws(position: State | View) -> Iterator[str]:
    """G1: the cards that are seen, and as many unseen ones as there are said to be, are those of the pack."""
    seen = [*position.discard_pile, *(card for laid in position.spreads if laid for card in laid.cards)]
    if isinstance(position, State):
        seen += [*position.stock, *(card for hand in position.hands for card in hand)]
        hidden = 0
    else:
        seen += position.hand
        hidden = sum(position.hand_sizes) - len(position.hand) + position.stock_size
        if position.taken is not None and position.player != position.current_player:
            seen.append(position.taken)
            hidden -= 1
    if extra := without(seen, PACK):
        yield f"the pack has these cards only once: {format_cards(extra[:14])}"
    elif len(seen) + hidden != len(PACK):
        yield f"there are {len(seen) + hidden} cards, not {len(PACK)}"
