"""A move as one seat may know it: the markets, the contracts, and of cards drawn to a hand only how many."""

from rami.contracts.cards import JOKER, TEXTS
from rami.contracts.moves import End, Fill, Move, Rows, Take
from rami.contracts.referee import apply
from rami.contracts.state import State, View, observe
from rami.events import Motion, MoveEvent, face_down, face_up, then
from rami.pieces import without
from rami.sentences import Phrase
from rami.shapes import typed


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return a move as a seat may know it: what goes from where to where, and a sentence about it.

    The places of value cards are `"hand"`, `"market"`, `"pile"`, `"discards"` and `"bonus pile"`, those of contracts
    `"contract market"`, `"contract pile"` and `"zone"`; a joker token goes from `"jokers"` to the `"box"`. What is told
    follows from the views of that seat before and after the move, and from nothing else.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat that looks on, 0-based, or None for a spectator.

    Returns:
        The move as it is seen; cards drawn to a hand are shown to who draws them.

    Raises:
        IllegalMove: If the rules forbid the move.
        RulesError: If there is no such seat.

    Examples:
        >>> from rami.contracts import Take, new_game
        >>> state = new_game(2, seed=1)
        >>> print(event(state, Take(state.value_market[:1]), None))
        Player 1 takes 1H.
    """
    return _event(observe(state, player), move, observe(apply(state, move), player))


def _event(before: View, move: Move, after: View) -> MoveEvent[Move]:
    match move:
        case Take(cards):
            motions = face_up(cards, "market", "hand")
            words = TEXTS.phrase("events.takes", cards=cards) if cards else TEXTS.phrase("events.takes-nothing")
        case Fill(contract):
            motions = _filled(before, move)
            words = TEXTS.phrase("events.fills", contract=contract, cards=Rows(move.cards))
        case _:
            motions = _ended(before, move, after)
            words = _ends(move)
    drawn = [_draws(motion) for motion in motions if (motion.source, motion.target) == ("pile", "hand")]
    seat = before.current_player
    return MoveEvent(seat=seat, player=before.player, move=move, motions=motions, words=then(words, *drawn))


def _filled(before: View, move: Fill) -> tuple[Motion, ...]:
    contract = next(each for each in before.contract_market if each.id == move.contract)
    bonus = [card for card in move.spent if card.color is contract.bonus]
    return (
        *face_up([contract], "contract market", "zone"),
        *face_up([JOKER] * move.joker, "jokers", "box"),
        *face_up(bonus, "hand", "bonus pile"),
        *face_up(without(move.spent, bonus), "hand", "discards"),
    )


def _ended(before: View, move: End, after: View) -> tuple[Motion, ...]:
    """Fill up the markets, then the hand, then discard (003.8, 003.9)."""
    seat = before.current_player
    drawn = after.hand_sizes[seat] + len(move.discards) - before.hand_sizes[seat]
    own = before.player == seat
    new_contracts = without(after.contract_market, before.contract_market)
    reshuffled = len(before.discards) + len(move.discards) - len(after.discards)
    return (
        *face_up(without(before.contract_market, after.contract_market), "contract market", "contract pile"),
        *face_up(new_contracts, "contract pile", "contract market", revealed=True),
        *face_down(reshuffled, "discards", "pile"),
        *face_up(without(after.value_market, before.value_market), "pile", "market", revealed=True),
        *face_down(drawn, "pile", "hand", without((*after.hand, *move.discards), before.hand) if own else ()),
        *face_up(move.discards, "hand", "discards"),
    )


def _ends(move: End) -> Phrase:
    return TEXTS.phrase("events.discards", cards=move.discards) if move.discards else TEXTS.phrase("events.ends")


def _draws(motion: Motion) -> Phrase:
    if motion.pieces:
        return TEXTS.phrase("events.draws", cards=motion.pieces)
    return TEXTS.phrase("events.draws-hidden", number=motion.count)
