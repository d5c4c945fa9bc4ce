"""Step 2 of a turn: whether cards fill a contract, and in which ways a hand can."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from rami.contracts.cards import JOKER, Card
from rami.contracts.moves import CardRow, Fill
from rami.contracts.requirements import Contract, Requirement, Same
from rami.contracts.rules import Rules
from rami.contracts.spending import Row, spendings, stock_of
from rami.contracts.state import Phase, State, View
from rami.contracts.violations import Code
from rami.errors import Violation
from rami.pieces import without
from rami.shapes import typed


def fill_violations(position: State | View, move: Fill) -> Iterator[Violation]:
    """What is wrong with the cards that a player fills a contract with (003.7, 003.10 to 003.15, B4 to B6, B12).

    Args:
        position: The position before the move.
        move: The move.

    Yields:
        Every reason, in terms of the requirement that is not met.
    """
    if _at_limit(position):
        yield Violation(Code.CONTRACT_LIMIT, numbers=(len(position.zones[position.current_player]),))
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
    """The contract of the market with an id; None if there is none."""
    return next((each for each in position.contract_market if each.id == contract), None)


def contracts_left(position: State | View) -> int:
    """How many contracts of the market the player who moves may still fill (B12)."""
    on_offer = len(position.contract_market)
    if position.rules.contract_limit == "none":
        return on_offer
    return max(0, min(on_offer, end_trigger(position) - len(position.zones[position.current_player])))


def _at_limit(position: State | View) -> bool:
    filled = len(position.zones[position.current_player])
    return position.rules.contract_limit == "end_trigger" and filled >= end_trigger(position)


def can_fill(position: State | View) -> bool:
    """Whether this is the position, or the view of the player who moves, in which contracts may be filled."""
    shown = isinstance(position, State) or position.player == position.current_player
    return shown and not position.is_over and position.phase is Phase.FILL and contracts_left(position) > 0


def end_trigger(position: State | View) -> int:
    """How many contracts of one player bring about the end (003.24)."""
    return position.rules.deck.end_triggers[position.players - 2]


def _unmet(rules: Rules, contract: Contract, move: Fill) -> Iterator[Violation]:
    """The requirements that are not met (003.10, 003.11)."""
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
    """Whether cards meet a requirement, a joker standing for any one card (003.11, 003.15)."""
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
    if rules.run_wrap:
        return len(row) <= count and all((value - start - place) % count == 0 for place, value in natural)
    in_range = lowest <= start and start + len(row) <= lowest + count
    return in_range and all(value == start + place for place, value in natural)


@typed
def fillings(position: State | View, contract: Contract | str) -> Iterator[Fill]:
    """Every way to fill a contract of the market now that differs in what it costs.

    Two ways are alike if they spend the same values, as often of the bonus colour each, and both or neither use the
    joker; of ways that are alike, the one with the first cards in canonical order is given.

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
    if found is None or not can_fill(position):
        return
    hand = position.hand_to_move
    deck = position.rules.deck
    ways = spendings(
        found.requirements,
        stock_of((card.value for card in hand), deck.max_value),
        deck.values,
        wrap=position.rules.run_wrap,
        joker=bool(position.jokers[position.current_player]),
    )
    of_bonus: dict[int, list[Card]] = {value: [] for value in deck.values}
    others: dict[int, list[Card]] = {value: [] for value in deck.values}
    for card in hand:
        (of_bonus if card.color is found.bonus else others)[card.value].append(card)
    for rows in (rows for way in ways for rows in way.values()):
        for chosen in _choices(rows, of_bonus, others):
            yield Fill(found.id, _serve(rows, chosen))


def _choices(
    rows: Sequence[Row], of_bonus: Mapping[int, Sequence[Card]], others: Mapping[int, Sequence[Card]]
) -> Iterator[dict[int, list[Card]]]:
    """The cards of each value that serve rows of values, for every number of them that has the bonus colour."""
    needed: dict[int, int] = {}
    for value in (value for row in rows for value in row if value):
        needed[value] = needed.get(value, 0) + 1
    numbers = [
        range(min(count, len(of_bonus[value])), max(0, count - len(others[value])) - 1, -1)
        for value, count in needed.items()
    ]
    for bonus in product(*numbers):
        yield {
            value: [*of_bonus[value][:number], *others[value][: count - number]]
            for (value, count), number in zip(needed.items(), bonus, strict=True)
        }


def _serve(rows: Sequence[Row], cards: Mapping[int, list[Card]]) -> list[CardRow]:
    """Rows of values as rows of cards, those of each value being used up from the end."""
    return [tuple(cards[value].pop() if value else JOKER for value in row) for row in rows]
