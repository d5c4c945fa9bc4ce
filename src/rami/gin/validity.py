"""Whether a position can exist: the checks of documents from elsewhere."""

from collections.abc import Iterator

from rami.counting import size_flaws
from rami.gin.knocking import limit_of
from rami.gin.rules import CARDS, DEAD_STOCK, HAND, MOST_TURNS, PACK, PLAYERS
from rami.gin.state import Phase, Spread, State, View
from rami.known import known_flaws, known_hands
from rami.pieces import row_text, without
from rami.rummy.legal_melds import meld_violations
from rami.shapes import typed

_FIRST_STOCK = len(PACK) - PLAYERS * HAND - 1
"""The size of the stock before anybody has drawn."""
_FIRST_TURNS = {Phase.OFFER: (range(2), "offered"), Phase.STOCK: (range(2, 3), "refused")}
"""The turns in which the first upcard is offered, or was refused by both."""


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return why a position cannot exist; for one that the functions of the game have not made.

    Every card of the pack is there once, hands and stock have as many cards as the phase says, and an open hand lies as
    the rules want it. Whether legal moves can reach the position is not checked.

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
    return tuple(_seat_flaws(position)) or (
        *_phase_flaws(position),
        *_taken_flaws(position),
        *_knock_flaws(position),
        *_card_flaws(position),
    )


def _seat_flaws(position: State | View) -> Iterator[str]:
    """Yield what else has no meaning with: a wrong number of players or turns, sizes that cannot be."""
    if position.players != PLAYERS:
        yield f"there are {position.players} players, not {PLAYERS}"
        return
    yield from known_flaws(position.known, position.seen_hands, position.hand_sizes)
    if position.turn not in range(MOST_TURNS + 1):
        yield f"turn is {position.turn}, and a deal ends after {MOST_TURNS}"
    if isinstance(position, View):
        yield from _view_flaws(position)


def _view_flaws(view: View) -> Iterator[str]:
    if problems := tuple(size_flaws(view.stock_size, *view.hand_sizes)):
        yield from problems
    elif len(view.hand) != (0 if view.player is None else view.hand_sizes[view.player]):
        yield f"the hand has {len(view.hand)} cards, not as many as hand_sizes says"


def _phase_flaws(position: State | View) -> Iterator[str]:
    """G2, G5, G6, G16: the number of cards in each place, by the phase."""
    phase, stock = position.phase, position.stock_size
    if position.upcard is None and position.rules.knock_by_upcard:
        yield "the upcard limits the knock, and none is given"
    if phase in _FIRST_TURNS:
        turns, offered = _FIRST_TURNS[phase]
        if position.turn not in turns:
            yield f"the first upcard is {offered}, and turn is {position.turn}"
        if stock != _FIRST_STOCK:
            yield f"the stock has {stock} cards before anybody has drawn, not {_FIRST_STOCK}"
    held = [HAND] * PLAYERS
    if phase is Phase.PLAY:
        held[position.current_player] += 1
    if position.knocker is None and list(position.hand_sizes) != held:
        yield f"the hands have {position.hand_sizes} cards, not {tuple(held)}"
    if stock < DEAD_STOCK + (phase is Phase.DRAW) and phase is not Phase.OVER:
        yield f"the stock has {stock} cards, and with {DEAD_STOCK} the deal is dead"


def _taken_flaws(position: State | View) -> Iterator[str]:
    """G7: the card taken from the discard pile is in the hand until the discard."""
    if position.taken is None:
        return
    if position.phase is not Phase.PLAY:
        yield "taken is set when no card was just taken"
    if position.taken not in position.known[position.current_player]:
        yield f"the card taken is not known to be in the hand: {position.taken}"


def _knock_flaws(position: State | View) -> Iterator[str]:
    """G8, G12, G13, G16: who has laid the hand open, by the phase."""
    phase, knocker, spreads = position.phase, position.knocker, position.spreads
    if knocker is None:
        if any(spreads) or phase is Phase.LAY_OFF:
            yield "a hand is laid open, and nobody has knocked"
        elif phase is Phase.OVER and position.stock_size > DEAD_STOCK and position.turn < MOST_TURNS - 1:
            yield "the deal is over, and nobody has ended it"
        return
    laid, other = spreads[knocker], spreads[1 - knocker]
    if laid is None or phase not in (Phase.LAY_OFF, Phase.OVER) or (other is not None) != (phase is Phase.OVER):
        yield "the hands that are laid open do not fit the phase"
        return
    can_lay_off = laid.unmatched and position.current_player != knocker
    if phase is Phase.LAY_OFF and not can_lay_off:
        yield "there is nothing to lay off on, or it is the turn of the knocker"
    yield from _spread_flaws(position, knocker, laid, other)


def _spread_flaws(position: State | View, knocker: int, laid: Spread, other: Spread | None) -> Iterator[str]:
    """G8, G9, G12, G14: how many cards the open hands have, what the knocker is left with, and the melds."""
    held, defender = position.hand_sizes[knocker], position.hand_sizes[1 - knocker]
    if held or (other is not None and defender):
        yield "a hand is held and laid open"
    left = defender if other is None else len(other.cards)
    laid_off = HAND - left
    gin = not laid.unmatched
    is_big_gin = gin and len(laid.cards) == HAND + 1 and position.rules.big_gin_bonus is not None
    if laid_off < 0 or (laid_off and gin) or (len(laid.cards) != HAND + laid_off and not is_big_gin):
        yield f"the hands that are laid open have {len(laid.cards)} and {left} cards"
    if laid.deadwood > limit_of(position):
        yield f"the knocker has deadwood of {laid.deadwood}, and {limit_of(position)} is the most"
    for spread in (laid, other):
        for meld in spread.melds if spread else ():
            yield from (problem.message() for problem in meld_violations(CARDS, meld))


def _card_flaws(position: State | View) -> Iterator[str]:
    """G1: the cards that are seen, and as many unseen ones as there are said to be, are those of the pack."""
    seen = [*position.discard_pile, *(card for laid in position.spreads if laid for card in laid.cards)]
    if isinstance(position, State):
        seen += [*position.stock, *(card for hand in position.hands for card in hand)]
        hidden = 0
    else:
        held = [card for hand in known_hands(position.known, position.seen_hands, position.hand_sizes) for card in hand]
        seen += held
        hidden = sum(position.hand_sizes) - len(held) + position.stock_size
    if extra := without(seen, PACK):
        yield f"the pack has these cards only once: {row_text(extra[:14])}"
    elif len(seen) + hidden != len(PACK):
        yield f"there are {len(seen) + hidden} cards, not {len(PACK)}"
