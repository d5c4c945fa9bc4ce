"""The referee of the contract game.

It checks moves, applies them, lists the legal ones, and shows which cards move.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice, product, repeat

from rami.contracts.cards import COLOR, HIGHEST, JOKER, VALUE, Card, Cards
from rami.contracts.moves import MOVES, End, Fill, Move, Take, parse_move
from rami.contracts.position import Phase, PublicPosition, State, View, end_trigger, sorted_contracts
from rami.contracts.requirements import (
    Contract,
    Requirement,
    Same,
    Served,
    Solutions,
    numbers_of,
    pack,
    rows_for,
    solutions,
)
from rami.contracts.rules import MOST_TAKEN, Code, Rules
from rami.dealing import derive, shuffled
from rami.errors import IllegalMove, Violation
from rami.pieces import without
from rami.positions import is_to_move, known_after, next_seat, replaced
from rami.reading import as_sent
from rami.referee import Motion, face_down, face_up, read
from rami.shapes import alterer, instance, one_of, row_maker, typed

# The cache has room for every `Take` of the default deck.
_take_of = lru_cache(maxsize=2**12)(Take)
_new_end = row_maker(End, ("discards",))
_new_fill = row_maker(Fill, ("contract", "cards"))

# The decorators `typed` and `altered` would slow down simulations by a quarter.
_POSITIONS = (State, View)
_altered = alterer(State)


def check(position: State | View, move: Move | str) -> tuple[Violation, ...]:
    """Return every reason why a move is illegal.

    Args:
        position: A state, or the view of the player to move.
        move: The move, or its notation.

    Returns:
        The violations; () if the move is legal. In the view of any other player, every move is `not_your_turn`.

    Raises:
        NotationError: If the text is not valid notation.
        WrongType: If an argument has the wrong type.

    Examples:
        >>> from rami.contracts import new_game
        >>> check(new_game(2, seed=1), "take 1H")
        ()
        >>> [str(problem) for problem in check(new_game(2, seed=1), "end")]
        ['Take cards from the market first. [take_first, rule 003.6]']
    """
    if type(position) not in _POSITIONS:
        one_of("position", position, _POSITIONS)
    return _judged(position, move)[1]


def is_legal(position: State | View, move: Move | str) -> bool:
    """Return whether a move is legal.

    Do not use `"end" in legal_moves(state)` for this. It compares text with moves and is always False.

    Args:
        position: A state, or the view of the player to move.
        move: The move, or its notation.

    Raises:
        NotationError: If the text is not valid notation.
        WrongType: If an argument has the wrong type.

    Examples:
        >>> from rami.contracts import new_game
        >>> is_legal(new_game(2, seed=1), "take 1H"), is_legal(new_game(2, seed=1), "end")
        (True, False)
    """
    return not check(position, move)


def apply(state: State, move: Move | str) -> State:
    """Return the state after a move.

    Args:
        state: The state before the move. It is not changed.
        move: The move of the current player, or its notation.

    Returns:
        The new state.

    Raises:
        IllegalMove: If the move is illegal. Its `violations` are the result of `check`.
        NotationError: If the text is not valid notation.
        WrongType: If an argument has the wrong type.

    Examples:
        >>> from rami.contracts import new_game
        >>> str(apply(new_game(2, seed=1), "take 1H").phase)
        'fill'
    """
    if type(state) is not State:
        instance("state", state, State)
    legal, problems = _judged(state, move)
    if legal is None:
        raise IllegalMove(problems)
    return after_legal(state, legal)


def legal_moves(position: State | View) -> Iterator[Move]:
    """Yield every legal move of the current player.

    The order is fixed, and moves are computed one at a time.

    A contract has one fill for each set of cards that fills it, with and without the joker. It does not matter which
    card of the set meets which requirement. In the second part of a turn, the first move is an `End`, followed by all
    fills and the other `End`s. `fillings` yields only fills that differ in cost.

    Args:
        position: A state, or the view of the player to move. The view of any other player has no legal moves.

    Yields:
        The moves. There is at least one until the game is over.

    Raises:
        WrongType: If `position` has the wrong type.

    Examples:
        >>> from rami.contracts import new_game
        >>> str(next(legal_moves(new_game(2, seed=1))))
        'take 1H'
    """
    if type(position) not in _POSITIONS:
        one_of("position", position, _POSITIONS)
    return iter(()) if position.is_over or not is_to_move(position) else _listed(position)


def _judged(position: State | View, move: Move | str) -> tuple[Move | None, tuple[Violation, ...]]:
    known, problems = read(move, MOVES, parse_move, Code)
    assert known is not None
    if position.is_over:
        problems = (Violation(Code.GAME_OVER),)
    elif not is_to_move(position):
        problems = (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
    else:
        problems = tuple(_violations(position, known))
        # Return early, because most moves are legal.
        if not problems:
            return known, ()
        problems = as_sent(problems, Card, move)
    return None, problems


# ----------------------------------------------------------------------------------------------------------- violations


def _violations(position: PublicPosition, move: Move) -> Iterator[Violation]:
    """Yield the violations of a move (003.6)."""
    if isinstance(move, Take):
        if position.phase is not Phase.TAKE:
            yield Violation(Code.ALREADY_TAKEN)
        yield from _take_violations(position, move.cards)
        return
    if position.phase is Phase.TAKE:
        yield Violation(Code.TAKE_FIRST)
    yield from _fill_violations(position, move) if isinstance(move, Fill) else _end_violations(position, move)


def _take_violations(position: PublicPosition, taken: Cards) -> Iterator[Violation]:
    """Yield the violations of a `Take` (003.6, B1)."""
    if missing := without(taken, position.value_market):
        yield Violation(Code.NOT_IN_MARKET, missing)
    if len(taken) > MOST_TAKEN:
        yield Violation(Code.TOO_MANY_TAKEN, numbers=(MOST_TAKEN, len(taken)))
    if len({VALUE[card] for card in taken}) > 1 and len({COLOR[card] for card in taken}) > 1:
        yield Violation(Code.NOTHING_IN_COMMON, taken)
    if position.value_market and not taken:
        yield Violation(Code.TOO_FEW_TAKEN)


def _fill_violations(position: PublicPosition, move: Fill) -> Iterator[Violation]:
    """Yield the violations of a `Fill` (003.7, 003.10-003.15, B4-B6)."""
    contract = market_contract(position, move.contract)
    if contract is None:
        yield Violation(Code.NO_SUCH_CONTRACT)
    else:
        yield from _unmet_requirements(position.rules, contract.requirements, move.cards)
    if foreign := without(move.spent, position.hand_to_move):
        rows = [row for row in move.cards if not {*foreign}.isdisjoint(row)]
        yield Violation(Code.CARD_NOT_IN_HAND, foreign, rows=rows)
    jokers = sum(row.count(JOKER) for row in move.cards)
    with_joker = [row for row in move.cards if JOKER in row]
    if jokers > 1:
        yield Violation(Code.ONE_JOKER, numbers=(jokers,), rows=with_joker)
    if jokers and not position.jokers[position.current_player]:
        yield Violation(Code.NO_JOKER, rows=with_joker)


def market_contract(position: PublicPosition, contract: str) -> Contract | None:
    """Return the contract with the given id from the market, or None."""
    return next((each for each in position.contract_market if each.id == contract), None)


def _unmet_requirements(rules: Rules, asked: Sequence[Requirement], rows: Sequence[Cards]) -> Iterator[Violation]:
    """Yield the violations of the requirements of a contract (003.10-003.11, 003.15)."""
    if len(asked) != len(rows):
        yield Violation(Code.REQUIREMENT_COUNT, numbers=(len(asked), len(rows)))
    values = rules.deck.values
    for number, (requirement, row) in enumerate(zip(asked, rows, strict=False), start=1):
        if not isinstance(requirement, Same):
            if not _meets(row, rows_for(requirement, values)):
                yield Violation(Code.NOT_A_RUN, row, (number, requirement.size, values[0], values[-1]), rows=(row,))
        elif not _meets(row, rows_for(requirement, _ANY_VALUE)):
            imposed = () if requirement.value is None else (requirement.value,)
            code = Code.NOT_IMPOSED if imposed else Code.NOT_EQUAL
            yield Violation(code, row, (number, requirement.size, *imposed), rows=(row,))


_ANY_VALUE = range(1, HIGHEST + 1)


def _meets(row: Cards, wanted: Iterable[Served]) -> bool:
    return any(
        len(row) == len(each) and all(VALUE[card] in (0, value) for card, value in zip(row, each, strict=True))
        for each in wanted
    )


def _end_violations(position: PublicPosition, move: End) -> Iterator[Violation]:
    """Yield the violations of an `End` (003.9)."""
    hand, most = position.hand_to_move, position.rules.deck.max_hand
    excess = max(0, len(hand) - most)
    if len(move.discards) != excess:
        yield Violation(Code.WRONG_DISCARDS, numbers=(most, len(hand), excess, len(move.discards)))
    if foreign := without(move.discards, hand):
        yield Violation(Code.DISCARD_NOT_IN_HAND, foreign)


# ------------------------------------------------------------------------------------------------------ the legal moves


def _listed(position: PublicPosition) -> Iterator[Move]:
    if position.phase is Phase.TAKE:
        return takes(position.value_market)
    counts, listed = counts_of(position), ends(position)
    fills = (_fillings(position, contract, counts, _all_cards) for contract in position.contract_market)
    return chain(islice(listed, 1), chain.from_iterable(fills), listed)


def ends(position: PublicPosition) -> Iterator[End]:
    """Return every legal `End`.

    There is one `End` for each multiset of discards.
    """
    hand = position.hand_to_move
    excess = max(0, len(hand) - position.rules.deck.max_hand)
    return map(_new_end, zip(_multisets(tuple(Counter(hand).items()), excess)))


def _multisets(cards: tuple[tuple[Card, int], ...], size: int) -> Iterator[Cards]:
    """Yield every multiset of `size` cards.

    `cards` has the number of copies of each card.
    """
    if not size:
        yield ()
        return
    for index, (card, copies) in enumerate(cards):
        for number in range(min(copies, size), 0, -1):
            for others in _multisets(cards[index + 1 :], size - number):
                yield (*[card] * number, *others)


def takes(market: Cards) -> Iterator[Take]:
    """Return every legal `Take`, sorted by size.

    There is one `Take` for each multiset of cards.
    """
    groups = defaultdict[object, list[Card]](list)
    for card in market:
        groups[VALUE[card]].append(card)
        groups[COLOR[card]].append(card)
    sizes = range(2, MOST_TAKEN + 1)
    alike = {
        cards for group in groups.values() if len(group) > 1 for size in sizes for cards in combinations(group, size)
    }
    found = {*zip(market), *alike} or {()}
    return map(_take_of, sorted(sorted(found), key=len))


def can_fill(position: State | View) -> bool:
    """Return whether the player to move may fill contracts.

    The position must show the hand of this player.
    """
    shown = isinstance(position, State) or position.player == position.current_player
    return shown and not position.is_over and position.phase is Phase.FILL


@typed
def fillings(position: State | View, contract: Contract | str) -> Iterator[Fill]:
    """Yield the ways to fill a market contract.

    There is one fill for each cost.

    Two fills have the same cost if they spend the same values, with equally many cards of the bonus color for each
    value, and the same number of jokers. Of these fills, only the fill with the first cards in canonical order is
    listed. `legal_moves` lists all of them.

    Args:
        position: A state, or the view of the player to move.
        contract: The contract, or its id.

    Yields:
        Legal moves in a fixed order, first the fills without the joker. No moves if the contract is not in the market,
        or the player may not fill contracts now.

    Examples:
        >>> from rami.contracts import set_up
        >>> view = set_up("4H 4D 5C 7Y", contracts="C18")
        >>> [str(fill) for fill in fillings(view, "C18")]
        ['fill C18 4H=4D 5C-*-7Y']
    """
    found = market_contract(position, contract.id if isinstance(contract, Contract) else contract.upper())
    if found is not None and can_fill(position):
        yield from _fillings(position, found, counts_of(position), _cards_by_cost)


def counts_of(position: PublicPosition) -> int:
    """Return the packed counts of the current player's hand."""
    return pack([VALUE[card] for card in position.hand_to_move], position.rules.deck.max_value)


_Groups = Mapping[int, tuple[list[Card], list[Card]]]
"""The cards of the hand, grouped by value.

The first list of a value has the cards of the bonus color. The second list has the other cards.
"""

_Choose = Callable[[list[Card], list[Card], int], Iterator[Cards]]
"""A function that yields the ways to choose cards of one value.

The arguments are the cards of the bonus color, the other cards, and the number of cards to choose.
"""


def _fillings(position: PublicPosition, contract: Contract, counts: int, choose: _Choose) -> Iterator[Fill]:
    without_joker, with_joker = solutions_of(position, contract, counts)
    if not without_joker and not with_joker:
        return
    groups: _Groups = defaultdict(lambda: ([], []))
    for card in position.hand_to_move:
        scoring, plain = groups[VALUE[card]]
        (scoring if COLOR[card] is contract.bonus else plain).append(card)
    are_equal = [isinstance(requirement, Same) for requirement in contract.requirements]
    for rows in chain(without_joker.values(), with_joker.values()):
        for chosen in _choices(rows, groups, choose):
            yield _new_fill((contract.id, tuple(map(_cards_of, rows, repeat(chosen), are_equal))))


def _cards_of(row: Served, cards: Mapping[int, list[Card]], is_equal: bool) -> Cards:
    taken = [cards[value].pop() if value else JOKER for value in row]
    if is_equal:
        taken.sort()
    return tuple(taken)


def solutions_of(position: PublicPosition, contract: Contract, counts: int) -> tuple[Solutions, Solutions]:
    """Return the ways to fill a contract without the joker, and the ways with the joker.

    `counts` has the packed counts of the hand.
    """
    joker = position.jokers[position.current_player] > 0
    return solutions(contract.requirements, counts, position.rules.deck.values, joker=joker)


def _choices(rows: Iterable[Served], groups: _Groups, choose: _Choose) -> Iterator[dict[int, list[Card]]]:
    """Yield the choices of cards to spend, grouped by value."""
    needed = numbers_of(rows)
    choices = [choose(*groups[value], count) for value, count in needed.items()]
    for chosen in product(*choices):
        yield dict(zip(needed, map(list, chosen), strict=True))


def _cards_by_cost(scoring: list[Card], plain: list[Card], count: int) -> Iterator[Cards]:
    """Yield one choice of cards for each possible number of bonus cards."""
    for number in range(min(count, len(scoring)), max(0, count - len(plain)) - 1, -1):
        yield (*scoring[:number], *plain[: count - number])


def _all_cards(scoring: list[Card], plain: list[Card], count: int) -> Iterator[Cards]:
    """Yield every choice of cards, beginning with the most bonus cards."""
    return _multisets(tuple(Counter((*scoring, *plain)).items()), count)


# ---------------------------------------------------------------------------------------------------------- new states


def after_legal(state: State, move: Move) -> State:
    """Return the state after a move that is known to be legal."""
    if isinstance(move, Take):
        return _take(state, move)
    return _fill(state, move) if isinstance(move, Fill) else _end(state, move)


def _take(state: State, move: Take) -> State:
    """Return the state after a `Take` (003.6)."""
    seat = state.current_player
    return _altered(
        state,
        phase=Phase.FILL,
        hands=replaced(state.hands, seat, tuple(sorted((*state.hand_to_move, *move.cards)))),
        value_market=without(state.value_market, move.cards),
        known=known_after(state.known, seat, came=move.cards),
    )


def _fill(state: State, move: Fill) -> State:
    """Return the state after a `Fill` (003.14, 003.15)."""
    seat, contract, spent = state.current_player, filled_contract(state, move), move.spent
    bonus = bonus_cards(contract, spent)
    zones = replaced(state.zones, seat, sorted_contracts((*state.zones[seat], contract)))
    return _altered(
        state,
        hands=replaced(state.hands, seat, without(state.hands[seat], spent)),
        contract_market=without(state.contract_market, (contract,)),
        discards=tuple(sorted((*state.discards, *without(spent, bonus)))),
        zones=zones,
        bonus_piles=replaced(state.bonus_piles, seat, tuple(sorted((*state.bonus_piles[seat], *bonus)))),
        jokers=replaced(state.jokers, seat, state.jokers[seat] - move.joker),
        last_turn=_last_turn(state, len(zones[seat]) >= end_trigger(state)),
        known=known_after(state.known, seat, left=spent),
    )


def filled_contract(position: PublicPosition, move: Fill) -> Contract:
    """Return the market contract that a move fills."""
    return next(each for each in position.contract_market if each.id == move.contract)


def bonus_cards(contract: Contract, spent: Cards) -> Cards:
    """Return the spent cards of the bonus color (003.14)."""
    return tuple(card for card in spent if COLOR[card] is contract.bonus)


def _last_turn(state: State, is_last_round: bool) -> int | None:
    """Return the number of the last turn, or None if the end is not triggered (003.24-003.25, B11)."""
    if is_last_round and state.last_turn is None:
        return (state.round + 1) * state.players - 1
    return state.last_turn


def _end(state: State, move: End) -> State:
    """Return the state after an `End` (003.8-003.9, B7-B9)."""
    deck, seat = state.rules.deck, state.current_player
    contracts, hand, pile, discards = state.contract_market, state.hands[seat], state.value_pile, state.discards
    to_contracts = deck.contract_market_size - len(contracts)
    if to_contracts:
        contracts = sorted_contracts((*contracts, *state.contract_pile[:to_contracts]))
    to_market = deck.value_market_size - len(state.value_market)
    to_hand = max(0, deck.min_hand - len(hand))
    # Reshuffle before the player discards, so that the new discards stay in the discard pile.
    if len(pile) < to_market + to_hand:
        pile = (*pile, *shuffled(discards, derive(state.seed, "reshuffle", state.turn)))
        discards = ()
    drawn, pile = pile[:to_market], pile[to_market:]
    drawn_to_hand, pile = pile[:to_hand], pile[to_hand:]
    hand = tuple(sorted((*without(hand, move.discards), *drawn_to_hand)))
    return _altered(
        state,
        current_player=next_seat(state),
        turn=state.turn + 1,
        phase=Phase.TAKE,
        contract_pile=state.contract_pile[to_contracts:],
        contract_market=contracts,
        last_turn=_last_turn(state, not contracts),
        value_pile=pile,
        value_market=tuple(sorted((*state.value_market, *drawn))),
        hands=replaced(state.hands, seat, hand),
        discards=tuple(sorted((*discards, *move.discards))) if move.discards else discards,
        known=known_after(state.known, seat, left=move.discards),
    )


# -------------------------------------------------------------------------------------------------------------- motions


def motions(before: View, move: Move, after: View) -> tuple[Motion, ...]:
    """Return the motions of a legal move, as seen by one seat.

    Args:
        before: The view of the seat before the move.
        move: The move.
        after: The view of the seat after the move.

    Examples:
        >>> from rami.contracts import new_game, observe
        >>> state = new_game(2, seed=1)
        >>> view, taken = observe(state, 1), observe(apply(state, "take 1H"), 1)
        >>> motions(view, Take("1H"), taken)[0].target
        'hand'
    """
    if isinstance(move, Take):
        return face_up(move.cards, "market", "hand")
    return _filled(before, move) if isinstance(move, Fill) else _end_motions(before, move, after)


def _filled(before: View, move: Fill) -> tuple[Motion, ...]:
    contract, spent = filled_contract(before, move), move.spent
    bonus = bonus_cards(contract, spent)
    return (
        *face_up([contract], "contract market", "zone"),
        *face_up([JOKER] * move.joker, "jokers", "box"),
        *face_up(bonus, "hand", "bonus pile"),
        *face_up(without(spent, bonus), "hand", "discards"),
    )


def _end_motions(before: View, move: End, after: View) -> tuple[Motion, ...]:
    """Return the motions of an `End` (003.8, 003.9)."""
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
