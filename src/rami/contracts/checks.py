"""What is wrong with taking, filling and ending."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product, repeat

from rami.contracts.cards import COLOR, JOKER, VALUE, Card
from rami.contracts.deck import MOST_TAKEN
from rami.contracts.moves import CardRow, Code, End, Fill, Move, Take
from rami.contracts.requirements import Contract, Requirement, Same, Served, pack, solutions
from rami.contracts.rules import Rules
from rami.contracts.state import Phase, State, View
from rami.errors import Violation
from rami.pieces import without
from rami.shapes import row_maker, typed

_new_take = row_maker(Take, ("cards",))


@lru_cache(maxsize=2**12)  # moves are values: those of all markets of the default deck fit in
def _take(cards: tuple[Card, ...]) -> Take:
    return _new_take((cards,))


def take_violations(position: State | View, move: Take) -> Iterator[Violation]:
    """Yield every reason why a take is illegal (003.6, B1)."""
    market, taken = position.value_market, move.cards
    if missing := without(taken, market):
        yield Violation(Code.NOT_IN_MARKET, missing)
    if len(taken) > MOST_TAKEN:
        yield Violation(Code.TOO_MANY_TAKEN, numbers=(MOST_TAKEN, len(taken)))
    if taken and not _go_together(taken):
        yield Violation(Code.NOTHING_IN_COMMON, taken)
    if market and not taken:
        yield Violation(Code.TOO_FEW_TAKEN)


def takes(position: State | View) -> Iterator[Take]:
    """Yield every legal take, each multiset once, those with fewer cards first."""
    if not position.value_market:
        yield _take(())
    features = _features(position.value_market)
    for size in range(1, MOST_TAKEN + 1):
        for cards in sorted({cards for group in features for cards in combinations(group, size)}):
            yield _take(cards)


def _go_together(cards: Sequence[Card]) -> bool:
    """Return whether cards share their value or their colour."""
    return len({VALUE[card] for card in cards}) == 1 or len({COLOR[card] for card in cards}) == 1


@lru_cache(maxsize=2**10)  # asked of each market for the moves, and again for the one that is made
def _features(market: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of the market that share a feature: those of each value, and those of each colour."""
    groups: dict[object, list[Card]] = {}
    for card in market:
        groups.setdefault(VALUE[card], []).append(card)
        groups.setdefault(COLOR[card], []).append(card)
    return tuple(map(tuple, groups.values()))


_fill = row_maker(Fill, ("contract", "cards"))


def fill_violations(position: State | View, move: Fill) -> Iterator[Violation]:
    """Yield every reason why a fill is illegal (003.7, 003.10 to 003.15, B4 to B6)."""
    contract = market_contract(position, move.contract)
    if contract is None:
        yield Violation(Code.NO_SUCH_CONTRACT)
    else:
        yield from _unmet(position.rules, contract, move)
    if foreign := without(move.spent, position.hand_to_move):
        yield Violation(Code.CARD_NOT_IN_HAND, foreign)
    jokers = sum(row.count(JOKER) for row in move.cards)
    if jokers > 1:
        yield Violation(Code.ONE_JOKER, numbers=(jokers,))
    if jokers and not position.jokers[position.current_player]:
        yield Violation(Code.NO_JOKER)


def market_contract(position: State | View, contract: str) -> Contract | None:
    """Return the contract of the market with an id, if there is one."""
    return next((each for each in position.contract_market if each.id == contract), None)


def can_fill(position: State | View) -> bool:
    """Return whether contracts may be filled now, by the player whose view this is."""
    shown = isinstance(position, State) or position.player == position.current_player
    return shown and not position.is_over and position.phase is Phase.FILL


def end_trigger(position: State | View) -> int:
    """Return how many contracts of one player bring about the end (003.24)."""
    return position.rules.deck.end_triggers[position.players - 2]


def _unmet(rules: Rules, contract: Contract, move: Fill) -> Iterator[Violation]:
    """Yield the requirements that are not met (003.10, 003.11)."""
    asked = contract.requirements
    if len(asked) != len(move.cards):
        yield Violation(Code.REQUIREMENT_COUNT, numbers=(len(asked), len(move.cards)))
    for number, (requirement, row) in enumerate(zip(asked, move.cards, strict=False), start=1):
        if not _meets(rules, requirement, row):
            yield _unmet_requirement(rules, number, requirement, row)


def _unmet_requirement(rules: Rules, number: int, requirement: Requirement, row: CardRow) -> Violation:
    if not isinstance(requirement, Same):
        bounds = rules.deck.min_value, rules.deck.max_value
        return Violation(Code.NOT_A_RUN, row, (number, requirement.size, *bounds))
    if requirement.value is None:
        return Violation(Code.NOT_EQUAL, row, (number, requirement.size))
    return Violation(Code.NOT_IMPOSED, row, (number, requirement.size, requirement.value))


def _meets(rules: Rules, requirement: Requirement, row: CardRow) -> bool:
    """Return whether cards meet a requirement, a joker standing for any one card (003.11, 003.15)."""
    if len(row) != requirement.size:
        return False
    natural = [(place, card.value) for place, card in enumerate(row) if card != JOKER]
    if not natural:
        return True
    if isinstance(requirement, Same):
        wanted = natural[0][1] if requirement.value is None else requirement.value
        return all(value == wanted for _, value in natural)
    lowest, count = rules.deck.min_value, len(rules.deck.values)
    start = natural[0][1] - natural[0][0]
    in_range = lowest <= start and start + len(row) <= lowest + count
    return in_range and all(value == start + place for place, value in natural)


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
        yield from _fillings(position, found, _counts(position))


def all_fillings(position: State | View) -> Iterator[Fill]:
    """Yield every fill of each contract of the market, as `fillings` does, in step 2 of the player who moves."""
    counts = _counts(position)
    for contract in position.contract_market:
        yield from _fillings(position, contract, counts)


def _counts(position: State | View) -> int:
    """Return the values of the hand as counts."""
    return pack([VALUE[card] for card in position.hand_to_move], position.rules.deck.max_value)


def _fillings(position: State | View, contract: Contract, counts: int) -> Iterator[Fill]:
    without_joker, with_joker = solutions_of(position, contract, counts)
    if not without_joker and not with_joker:
        return
    of_bonus: defaultdict[int, CardRow] = defaultdict(tuple)
    others: defaultdict[int, CardRow] = defaultdict(tuple)
    bonus = contract.bonus
    for card in position.hand_to_move:
        (of_bonus if COLOR[card] is bonus else others)[VALUE[card]] += (card,)
    are_equal = [isinstance(requirement, Same) for requirement in contract.requirements]
    for rows in (*without_joker.values(), *with_joker.values()):
        for cards in _choices(rows, of_bonus, others):
            yield _fill((contract.id, tuple(map(_cards_of, rows, repeat(cards), are_equal))))


def _cards_of(row: Served, cards: Mapping[int, list[Card]], is_equal: bool) -> CardRow:
    """Take the cards for a row, the last ones first, and equal ones in canonical order, as a `Fill` has them."""
    taken = [cards[value].pop() if value else JOKER for value in row]
    if is_equal:
        taken.sort()
    return tuple(taken)


def solutions_of(
    position: State | View, contract: Contract, counts: int
) -> tuple[Mapping[int, tuple[Served, ...]], Mapping[int, tuple[Served, ...]]]:
    """Return the values of the hand, given as counts, that meet a contract, by the counts left: as `solutions` does."""
    deck = position.rules.deck
    return solutions(
        contract.requirements,
        counts,
        deck.values,
        joker=bool(position.jokers[position.current_player]),
    )


def _choices(
    rows: Sequence[Served], of_bonus: Mapping[int, CardRow], others: Mapping[int, CardRow]
) -> Iterator[dict[int, list[Card]]]:
    """Yield the cards of each value that serve rows, for every number of them that has the bonus colour."""
    needed: dict[int, int] = {}
    for row in rows:
        for value in row:
            if value:
                needed[value] = needed.get(value, 0) + 1
    choices: list[list[CardRow]] = []
    for value, count in needed.items():
        scoring, plain = of_bonus[value], others[value]
        if not scoring or not plain:
            choices.append([(scoring or plain)[:count]])
            continue
        numbers = range(min(count, len(scoring)), max(0, count - len(plain)) - 1, -1)
        choices.append([scoring[:number] + plain[: count - number] for number in numbers])
    for chosen in product(*choices):
        yield dict(zip(needed, map(list, chosen), strict=True))


def move_violations(position: State | View, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with a move: the steps of a turn are taken in order (003.6)."""
    if isinstance(move, Take):
        if position.phase is not Phase.TAKE:
            yield Violation(Code.ALREADY_TAKEN)
        yield from take_violations(position, move)
        return
    if position.phase is Phase.TAKE:
        yield Violation(Code.TAKE_FIRST)
    yield from fill_violations(position, move) if isinstance(move, Fill) else _end_violations(position, move)


def _end_violations(position: State | View, move: End) -> Iterator[Violation]:
    """003.9: exactly the cards above the limit are discarded."""
    hand, most = position.hand_to_move, position.rules.deck.max_hand
    excess = max(0, len(hand) - most)
    if len(move.discards) != excess:
        yield Violation(Code.WRONG_DISCARDS, numbers=(most, len(hand), excess, len(move.discards)))
    if foreign := without(move.discards, hand):
        yield Violation(Code.DISCARD_NOT_IN_HAND, foreign)
