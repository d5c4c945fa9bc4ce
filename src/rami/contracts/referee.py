"""The referee of the contract game: moves made, seen by each seat, and explained."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from rami.contracts.cards import JOKER, TEXTS
from rami.contracts.checks import all_fillings, end_trigger, market_contract, move_violations, takes
from rami.contracts.dealing import determinize
from rami.contracts.moves import MOVES, CardRow, Code, End, Fill, Move, Rows, Take, parse_move
from rami.contracts.requirements import Contract
from rami.contracts.state import Phase, State, View, observe, sorted_contracts
from rami.counting import known_after
from rami.dealing import derive, shuffled
from rami.explaining import Explaining, Motion, MoveEvent, TurnStep, face_down, face_up, then
from rami.pictures.model import Marked
from rami.pieces import without
from rami.positions import next_seat, replaced
from rami.referee import Apply, Check, IsLegal, LegalMoves, Referee
from rami.sentences import Phrase
from rami.shapes import alterer, instance, row_maker, typed

_altered = alterer(State)
_new_end = row_maker(End, ("discards",))


def after_legal(state: State, move: Move) -> State:
    """Return the position after a move that `legal_moves` lists, without checking it again."""
    if isinstance(move, Take):
        return _take(state, move)
    return _fill(state, move) if isinstance(move, Fill) else _end(state, move)


def _take(state: State, move: Take) -> State:
    """003.6: from the market to the hand."""
    seat = state.current_player
    hand = tuple(sorted((*state.hand_to_move, *move.cards)))
    market = without(state.value_market, move.cards)
    known = known_after(state.known, seat, came=move.cards)
    hands = replaced(state.hands, seat, hand)
    return _altered(state, phase=Phase.FILL, hands=hands, value_market=market, known=known)


def _fill(state: State, move: Fill) -> State:
    """003.14, 003.15: the contract to the zone, cards of its colour to the bonus pile, the others to the discards."""
    seat, contract = state.current_player, market_contract(state, move.contract)
    assert contract is not None  # or the move would be illegal
    bonus = tuple(card for card in move.spent if card.color is contract.bonus)
    zones = replaced(state.zones, seat, sorted_contracts((*state.zones[seat], contract)))
    return _altered(
        state,
        hands=replaced(state.hands, seat, without(state.hands[seat], move.spent)),
        contract_market=tuple(each for each in state.contract_market if each != contract),
        discards=tuple(sorted((*state.discards, *without(move.spent, bonus)))),
        zones=zones,
        bonus_piles=replaced(state.bonus_piles, seat, tuple(sorted((*state.bonus_piles[seat], *bonus)))),
        jokers=replaced(state.jokers, seat, state.jokers[seat] - move.joker),
        last_turn=_last_turn(state, len(zones[seat])),
        known=known_after(state.known, seat, left=move.spent),
    )


def _last_turn(state: State, filled: int) -> int | None:
    """003.24, 003.25, B11: when the game ends, once somebody has filled enough contracts."""
    if state.last_turn is not None or filled < end_trigger(state):
        return state.last_turn
    return _end_of_round(state)


def _end_of_round(state: State) -> int:
    """Return the last turn of the round: that of the player on the right of the First Player."""
    return (state.round + 1) * state.players - 1


def _end(state: State, move: End) -> State:
    """003.8, 003.9, B7: the contract market, the value market, the hand, in this order."""
    contract_pile, contract_market, last_turn = _refilled_contracts(state)
    value_pile, value_market, hand, discards = _refilled_values(state)
    seat = state.current_player
    if move.discards:
        hand, discards = without(hand, move.discards), tuple(sorted((*discards, *move.discards)))
    return _altered(
        state,
        current_player=next_seat(state),
        turn=state.turn + 1,
        phase=Phase.TAKE,
        hands=replaced(state.hands, seat, hand),
        value_pile=value_pile,
        value_market=value_market,
        discards=discards,
        contract_pile=contract_pile,
        contract_market=contract_market,
        last_turn=last_turn,
        known=known_after(state.known, seat, left=move.discards),
    )


def _refilled_contracts(state: State) -> tuple[tuple[Contract, ...], tuple[Contract, ...], int | None]:
    """Return the contract pile and market, filled up, and the last turn (003.8, B9).

    If nothing is left for the market, this is the last round.
    """
    pile, market = state.contract_pile, state.contract_market
    drawn = state.rules.deck.contract_market_size - len(market)
    if drawn and pile:
        pile, market = pile[drawn:], sorted_contracts((*market, *pile[:drawn]))
    last_turn = state.last_turn
    if not market and last_turn is None:
        last_turn = _end_of_round(state)
    return pile, market, last_turn


def _refilled_values(state: State) -> tuple[CardRow, CardRow, CardRow, CardRow]:
    """Return the value pile and market, the hand and the discards (003.8, 003.9, B8).

    The market is filled up first, then the hand to its least number of cards.
    """
    deck, seat = state.rules.deck, state.current_player
    hand, market = state.hands[seat], state.value_market
    to_market = deck.value_market_size - len(market)
    to_hand = max(0, deck.min_hand - len(hand))
    pile, discards = state.value_pile, state.discards
    if len(pile) < to_market + to_hand:
        pile = (*pile, *shuffled(discards, derive(state.seed, "reshuffle", state.turn)))
        discards = ()
    drawn = to_market + to_hand
    market = tuple(sorted((*market, *pile[:to_market])))
    if to_hand:
        hand = tuple(sorted((*hand, *pile[to_market:drawn])))
    return pile[drawn:], market, hand, discards


def _fills_and_ends(position: State | View) -> Iterator[Move]:
    yield from all_fillings(position)
    hand = position.hand_to_move
    excess = max(0, len(hand) - position.rules.deck.max_hand)
    yield from map(_end_with, dict.fromkeys(combinations(hand, excess)))


@lru_cache(maxsize=2**12)  # as for takes
def _end_with(discards: CardRow) -> End:
    return _new_end((discards,))


def _listed(position: State | View) -> Iterator[Move]:
    """Yield the legal moves of the player who moves, in a fixed order: takes, or fills and then ends."""
    if position.phase is Phase.TAKE:
        return takes(position)
    return _fills_and_ends(position)


REFEREE: Referee[State, View, Move] = Referee(
    State, View, MOVES, parse_move, Code, violations=move_violations, after=after_legal, listed=_listed
)
check: Check[State, View, Move] = REFEREE.check
"""Return every violation of a move, () if it is legal: [`Referee.check`][rami.own.Referee.check]."""
is_legal: IsLegal[State, View, Move] = REFEREE.is_legal
"""Return whether a move is legal: [`Referee.is_legal`][rami.own.Referee.is_legal]."""
apply: Apply[State, Move] = REFEREE.apply
"""Return the state after a move, or raise `IllegalMove`: [`Referee.apply`][rami.own.Referee.apply]."""
legal_moves: LegalMoves[State, View, Move] = REFEREE.legal_moves
"""Yield every legal move, lazily and in a fixed order: [`Referee.legal_moves`][rami.own.Referee.legal_moves]."""


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


def explain(view: View, turn: str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
    """Explain a turn as steps, a sentence and a picture for each move.

    Args:
        view: The view of the player who moves.
        turn: The moves, such as those of `best_turn`; each, or one alone, may be given as text.

    Returns:
        A step for each move.

    Raises:
        IllegalMove: If the rules forbid a move.
        NotationError: If a text cannot be read.
        WrongType: If `view` is not a `View`, or `turn` is not moves.

    Examples:
        >>> from rami.contracts import best_turn, set_up
        >>> view = set_up("4H 4D 5C 6C 7Y", contracts="C18")
        >>> for step in explain(view, best_turn(view)):
        ...     print(step)
        Fill C18 with 4H=4D 5C-6C-7Y.
        End the turn.
    """
    instance("view", view, View)
    return _EXPLAINING.explain(view, turn)


def _said(view: View, move: Move) -> tuple[Phrase, tuple[Marked, ...]]:
    match move:
        case Take(cards):
            return TEXTS.phrase("steps.take" if cards else "steps.take-nothing", cards=cards), cards
        case Fill():
            sheet = market_contract(view, move.contract)
            assert sheet is not None  # the move is legal
            return TEXTS.phrase("steps.fill", contract=move.contract, cards=Rows(move.cards)), (sheet, *move.spent)
        case _:
            return TEXTS.phrase("steps.discard" if move.discards else "steps.end", cards=move.discards), move.discards


_EXPLAINING = Explaining(parse_move, check, apply, observe, determinize, _said)
