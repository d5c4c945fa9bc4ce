"""The referee of the contract game: moves listed, made, seen by each seat, and explained."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations, product, repeat

from rami.contracts.cards import COLOR, JOKER, TEXTS, VALUE, Card, Cards
from rami.contracts.moves import (
    MOVES,
    Code,
    End,
    Fill,
    Move,
    Rows,
    Take,
    market_contract,
    move_violations,
    parse_move,
)
from rami.contracts.position import (
    Phase,
    PublicPosition,
    State,
    View,
    end_trigger,
    observe,
    sorted_cards,
    sorted_contracts,
)
from rami.contracts.requirements import Contract, Same, Served, Solutions, numbers_of, pack, solutions
from rami.contracts.rules import MOST_TAKEN
from rami.contracts.setup import determinize
from rami.counting import known_after
from rami.dealing import derive, shuffled
from rami.explaining import Explaining, Motion, MoveEvent, TurnStep, face_down, face_up, then
from rami.pictures import Marked
from rami.pieces import without
from rami.positions import next_seat, replaced
from rami.referee import Apply, Check, IsLegal, LegalMoves, Referee
from rami.sentences import Phrase
from rami.shapes import alterer, instance, row_maker, typed

_altered = alterer(State)
_take_of = lru_cache(maxsize=2**12)(Take)  # moves are values: those of all markets of the default deck fit in
_new_end = row_maker(End, ("discards",))
_new_fill = row_maker(Fill, ("contract", "cards"))


# ------------------------------------------------------------------------------------------------------- moves listed


def _listed(position: PublicPosition) -> Iterator[Move]:
    """Return the legal moves of the player who moves, in a fixed order: takes, or fills and then ends."""
    if position.phase is Phase.TAKE:
        return takes(position.value_market)
    counts = counts_of(position)
    fills = (_fillings(position, contract, counts) for contract in position.contract_market)
    return chain(chain.from_iterable(fills), ends(position))


def ends(position: PublicPosition) -> Iterator[End]:
    """Return every end of the turn, each multiset of discards once."""
    hand = position.hand_to_move
    excess = max(0, len(hand) - position.rules.deck.max_hand)
    return map(_new_end, zip(dict.fromkeys(combinations(hand, excess))))  # from rows of one field


def takes(market: Cards) -> Iterator[Take]:
    """Return every legal take, each multiset once, those with fewer cards first."""
    groups = defaultdict[object, list[Card]](list)
    for card in market:
        groups[VALUE[card]].append(card)
        groups[COLOR[card]].append(card)
    sizes = range(2, MOST_TAKEN + 1)
    alike = {
        cards for group in groups.values() if len(group) > 1 for size in sizes for cards in combinations(group, size)
    }
    found = {*zip(market), *alike} or {()}  # each card alone, and those that are alike
    return map(_take_of, sorted(sorted(found), key=len))


def can_fill(position: State | View) -> bool:
    """Return whether contracts may be filled now, by the player whose view this is."""
    shown = isinstance(position, State) or position.player == position.current_player
    return shown and not position.is_over and position.phase is Phase.FILL


@typed
def fillings(position: State | View, contract: Contract | str) -> Iterator[Fill]:
    """Yield every fill of a contract of the market that differs in what it costs.

    Two fills are alike if they spend the same values, as often of the bonus colour each, and both or neither use the
    joker; of fills that are alike, the one with the first cards in canonical order is given.

    Args:
        position: A position, or the view of the player who moves.
        contract: The contract, or its id.

    Yields:
        Legal moves in a fixed order, those without the joker first; none if the contract is not in the market or the
        player may not fill it now.

    Examples:
        >>> from rami.contracts import set_up
        >>> view = set_up("4H 4D 5C 7Y", contracts="C18")
        >>> [str(fill) for fill in fillings(view, "C18")]
        ['fill C18 4H=4D 5C-*-7Y']
    """
    found = market_contract(position, contract.id if isinstance(contract, Contract) else contract.upper())
    if found is not None and can_fill(position):
        yield from _fillings(position, found, counts_of(position))


def counts_of(position: PublicPosition) -> int:
    """Return the values of the hand as counts."""
    return pack([VALUE[card] for card in position.hand_to_move], position.rules.deck.max_value)


_Groups = Mapping[int, tuple[list[Card], list[Card]]]
"""Cards of a hand by their value: those of the bonus colour, and the others."""


def _fillings(position: PublicPosition, contract: Contract, counts: int) -> Iterator[Fill]:
    without_joker, with_joker = solutions_of(position, contract, counts)
    if not without_joker and not with_joker:
        return
    groups: _Groups = defaultdict(lambda: ([], []))
    for card in position.hand_to_move:
        scoring, plain = groups[VALUE[card]]
        (scoring if COLOR[card] is contract.bonus else plain).append(card)
    are_equal = [isinstance(requirement, Same) for requirement in contract.requirements]
    for rows in chain(without_joker.values(), with_joker.values()):
        for chosen in _choices(rows, groups):
            yield _new_fill((contract.id, tuple(map(_cards_of, rows, repeat(chosen), are_equal))))


def _cards_of(row: Served, cards: Mapping[int, list[Card]], is_equal: bool) -> Cards:
    """Take the cards for a row, the last ones first, and equal ones in canonical order, as a `Fill` has them."""
    taken = [cards[value].pop() if value else JOKER for value in row]
    if is_equal:
        taken.sort()
    return tuple(taken)


def solutions_of(position: PublicPosition, contract: Contract, counts: int) -> tuple[Solutions, Solutions]:
    """Return the values of the hand, given as counts, that meet a contract: without the joker, and with it."""
    joker = position.jokers[position.current_player] > 0
    return solutions(contract.requirements, counts, position.rules.deck.values, joker=joker)


def _choices(rows: Iterable[Served], groups: _Groups) -> Iterator[dict[int, list[Card]]]:
    """Yield the cards of each value that serve rows, for every number of them that has the bonus colour."""
    needed = numbers_of(rows)
    choices: list[list[list[Card]]] = []
    for value, count in needed.items():
        scoring, plain = groups[value]
        if scoring and plain:
            numbers = range(min(count, len(scoring)), max(0, count - len(plain)) - 1, -1)
            choices.append([scoring[:number] + plain[: count - number] for number in numbers])
        else:
            choices.append([(scoring or plain)[:count]])
    for chosen in product(*choices):
        yield dict(zip(needed, map(list, chosen), strict=True))


# --------------------------------------------------------------------------------------------------------- moves made


def after_legal(state: State, move: Move) -> State:
    """Return the position after a move that `legal_moves` lists, without checking it again."""
    if isinstance(move, Take):
        return _take(state, move)
    return _fill(state, move) if isinstance(move, Fill) else _end(state, move)


def _take(state: State, move: Take) -> State:
    """003.6: from the market to the hand."""
    seat = state.current_player
    return _altered(
        state,
        phase=Phase.FILL,
        hands=replaced(state.hands, seat, sorted_cards((*state.hand_to_move, *move.cards))),
        value_market=without(state.value_market, move.cards),
        known=known_after(state.known, seat, came=move.cards),
    )


def _fill(state: State, move: Fill) -> State:
    """003.14, 003.15: the contract to the zone, cards of its colour to the bonus pile, the others to the discards."""
    seat, contract, spent = state.current_player, _filled_contract(state, move), move.spent
    bonus = bonus_cards(contract, spent)
    zones = replaced(state.zones, seat, sorted_contracts((*state.zones[seat], contract)))
    return _altered(
        state,
        hands=replaced(state.hands, seat, without(state.hands[seat], spent)),
        contract_market=without(state.contract_market, (contract,)),
        discards=sorted_cards((*state.discards, *without(spent, bonus))),
        zones=zones,
        bonus_piles=replaced(state.bonus_piles, seat, sorted_cards((*state.bonus_piles[seat], *bonus))),
        jokers=replaced(state.jokers, seat, state.jokers[seat] - move.joker),
        last_turn=_last_turn(state, len(zones[seat]) >= end_trigger(state)),
        known=known_after(state.known, seat, left=spent),
    )


def _filled_contract(position: PublicPosition, move: Fill) -> Contract:
    return next(each for each in position.contract_market if each.id == move.contract)


def bonus_cards(contract: Contract, spent: Cards) -> Cards:
    """Return the cards spent on a contract that have its bonus colour (003.14)."""
    return tuple(card for card in spent if COLOR[card] is contract.bonus)


def _last_turn(state: State, is_last_round: bool) -> int | None:
    """003.24, 003.25, B11: the last turn is that of the player on the right of the First Player."""
    if is_last_round and state.last_turn is None:
        return (state.round + 1) * state.players - 1
    return state.last_turn


def _end(state: State, move: End) -> State:
    """003.8, 003.9, B7 to B9: fill up the contract market, the value market, the hand, in this order, and discard."""
    deck, seat = state.rules.deck, state.current_player
    contracts, hand, pile, discards = state.contract_market, state.hands[seat], state.value_pile, state.discards
    to_contracts = deck.contract_market_size - len(contracts)
    if to_contracts:
        contracts = sorted_contracts((*contracts, *state.contract_pile[:to_contracts]))
    to_market = deck.value_market_size - len(state.value_market)
    to_hand = max(0, deck.min_hand - len(hand))  # a hand so short has nothing to discard
    # Those discarded now are not shuffled.
    if len(pile) < to_market + to_hand:
        pile = (*pile, *shuffled(discards, derive(state.seed, "reshuffle", state.turn)))
        discards = ()
    drawn, pile = pile[:to_market], pile[to_market:]
    drawn_to_hand, pile = pile[:to_hand], pile[to_hand:]
    hand = sorted_cards((*without(hand, move.discards), *drawn_to_hand))
    return _altered(
        state,
        current_player=next_seat(state),
        turn=state.turn + 1,
        phase=Phase.TAKE,
        contract_pile=state.contract_pile[to_contracts:],
        contract_market=contracts,
        last_turn=_last_turn(state, not contracts),  # nothing is left for the market
        value_pile=pile,
        value_market=sorted_cards((*state.value_market, *drawn)),
        hands=replaced(state.hands, seat, hand),
        discards=sorted_cards((*discards, *move.discards)) if move.discards else discards,
        known=known_after(state.known, seat, left=move.discards),
    )


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
    before, after = observe(state, player), observe(apply(state, move), player)
    match move:
        case Take(cards):
            motions = face_up(cards, "market", "hand")
        case Fill():
            motions = _filled(before, move)
        case _:
            motions = _ended(before, move, after)
    drawn = [_draws(motion) for motion in motions if (motion.source, motion.target) == ("pile", "hand")]
    words = then(_words("events", move), *drawn)
    return MoveEvent(seat=state.current_player, player=player, move=move, motions=motions, words=words)


def _words(mood: str, move: Move) -> Phrase:
    """Return a move in words, as an event or as a step of a turn."""
    match move:
        case Take(cards):
            return TEXTS.phrase(f"{mood}.take" if cards else f"{mood}.take-nothing", cards=cards)
        case Fill(contract, rows):
            return TEXTS.phrase(f"{mood}.fill", contract=contract, cards=Rows(rows))
        case _:
            return TEXTS.phrase(f"{mood}.discard" if move.discards else f"{mood}.end", cards=move.discards)


def _filled(before: View, move: Fill) -> tuple[Motion, ...]:
    contract, spent = _filled_contract(before, move), move.spent
    bonus = bonus_cards(contract, spent)
    return (
        *face_up([contract], "contract market", "zone"),
        *face_up([JOKER] * move.joker, "jokers", "box"),
        *face_up(bonus, "hand", "bonus pile"),
        *face_up(without(spent, bonus), "hand", "discards"),
    )


def _ended(before: View, move: End, after: View) -> tuple[Motion, ...]:
    """Fill up the markets, then the hand, then discard (003.8, 003.9)."""
    seat = before.current_player
    drawn = after.hand_sizes[seat] + len(move.discards) - before.hand_sizes[seat]
    own_cards = without((*after.hand, *move.discards), before.hand) if before.player == seat else ()
    new_contracts = without(after.contract_market, before.contract_market)
    reshuffled = len(before.discards) + len(move.discards) - len(after.discards)
    return (
        *face_up(new_contracts, "contract pile", "contract market", revealed=True),
        *face_down(reshuffled, "discards", "pile"),
        *face_up(without(after.value_market, before.value_market), "pile", "market", revealed=True),
        *face_down(drawn, "pile", "hand", own_cards),
        *face_up(move.discards, "hand", "discards"),
    )


def _draws(motion: Motion) -> Phrase:
    if motion.pieces:
        return TEXTS.phrase("events.draws", cards=motion.pieces)
    return TEXTS.phrase("events.draws-hidden", number=motion.count)


def explain(view: View, turn: Move | str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
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
    pieces: tuple[Marked, ...]
    match move:
        case Take(cards):
            pieces = cards
        case Fill():
            pieces = (_filled_contract(view, move), *move.spent)
        case _:
            pieces = move.discards
    return _words("steps", move), pieces


_EXPLAINING = Explaining(parse_move, check, apply, observe, determinize, _said)
