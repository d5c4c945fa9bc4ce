"""The slow, obvious versions of what the contract game computes cleverly."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

from rami.contracts import JOKER, Card, Contract, End, Fill, Phase, Rules, Same, State, Take
from rami.contracts.requirements import Requirement

Cost = tuple[tuple[tuple[int, bool], ...], bool]
"""Cost of a filling: for each card its value and whether it has the bonus color; and whether the joker is used."""


def meets(rules: Rules, requirement: Requirement, row: tuple[Card, ...]) -> bool:
    """Whether a row of cards, in its order, meets a requirement, by trying every value for the joker."""
    if JOKER in row:
        at = row.index(JOKER)
        colors = rules.deck.colors
        return any(
            meets(rules, requirement, (*row[:at], Card(value, colors[0]), *row[at + 1 :]))
            for value in rules.deck.values
        )
    values = [card.value for card in row]
    if len(values) != requirement.size:
        return False
    if isinstance(requirement, Same):
        return len(set(values)) == 1 and requirement.value in (None, values[0])
    line = list(rules.deck.values)
    return values in [line[start : start + len(values)] for start in range(len(line) - len(values) + 1)]


def concrete_fills(
    rules: Rules, contract: Contract, hand: tuple[Card, ...], *, joker: bool
) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to serve a contract with cards of a hand, all orders and copies alike tried."""

    def serve(at: int, left: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], ...]]:
        if at == len(contract.requirements):
            yield ()
            return
        requirement = contract.requirements[at]
        for row in dict.fromkeys(permutations(left, requirement.size)):
            if row.count(JOKER) <= 1 and meets(rules, requirement, row):
                rest = list(left)
                for card in row:
                    rest.remove(card)
                yield from ((row, *others) for others in serve(at + 1, tuple(rest)))

    yield from serve(0, (*hand, JOKER) if joker else hand)


def cost(contract: Contract, fill: Fill) -> Cost:
    return tuple(sorted((card.value, card.color is contract.bonus) for card in fill.spent)), fill.joker


def fills(rules: Rules, contract: Contract, hand: tuple[Card, ...], *, joker: bool) -> set[Cost]:
    """Return the cost of every filling of a contract, for a hand of any size (003.11)."""
    start = Counter((card.value, card.color is contract.bonus) for card in hand)
    reached = {(frozenset(start.items()), False)}
    for requirement in contract.requirements:
        line = list(rules.deck.values)
        if isinstance(requirement, Same):
            rows = [[value] * requirement.size for value in line if requirement.value in (None, value)]
        else:
            rows = [line[first : first + requirement.size] for first in range(len(line) - requirement.size + 1)]
        reached = {
            after for left, used in reached for row in rows for after in _served(Counter(dict(left)), row, joker, used)
        }
    return {(tuple(sorted((start - Counter(dict(left))).elements())), used) for left, used in reached}


def _served(
    left: Counter[tuple[int, bool]], row: list[int], joker: bool, used: bool
) -> Iterator[tuple[frozenset[tuple[tuple[int, bool], int]], bool]]:
    """Yield the possible rests of a hand without cards of these values. The joker can replace one card (003.15)."""
    if not row:
        yield frozenset((+left).items()), used
        return
    for kind in ((row[0], True), (row[0], False)):
        if left[kind]:
            yield from _served(left - Counter([kind]), row[1:], joker, used)
    if joker and not used:
        yield from _served(left, row[1:], joker, True)


def legal(state: State) -> set[object]:
    """The legal moves, each by its rule; of fills that cost the same, the cost."""
    hand = state.hands[state.current_player]
    if state.phase is Phase.TAKE:
        return set(map(Take, takes(state.value_market)))
    joker = state.jokers[state.current_player] > 0
    found: set[object] = {
        (contract.id, each)
        for contract in state.contract_market
        for each in fills(state.rules, contract, hand, joker=joker)
    }
    return found | set(map(End, combinations(hand, max(0, len(hand) - state.rules.deck.max_hand))))


def costs(rules: Rules, contract: Contract, hand: tuple[Card, ...], *, joker: bool) -> set[Cost]:
    found = concrete_fills(rules, contract, hand, joker=joker)
    return {cost(contract, Fill(contract, rows)) for rows in found}


def best_points(rules: Rules, market: tuple[Contract, ...], hand: tuple[Card, ...], *, jokers: int) -> int:
    """The most points that any set of contracts makes, every choice of cards tried."""
    if not market:
        return 0
    contract, *others = market
    rest = tuple(others)
    best = best_points(rules, rest, hand, jokers=jokers)
    spent = {
        (fill.spent, fill.joker)
        for rows in concrete_fills(rules, contract, hand, joker=jokers > 0)
        for fill in [Fill(contract, rows)]
    }
    for cards, joker in spent:
        left = tuple((Counter(hand) - Counter(cards)).elements())
        points = contract.points + sum(card.color is contract.bonus for card in cards)
        best = max(best, points + best_points(rules, rest, left, jokers=jokers - joker))
    return best


def takes(market: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """Every multiset of cards that may be taken, by the words of 003.6 and B1."""
    alike = {
        tuple(sorted(choice))
        for size in (1, 2, 3)
        for choice in combinations(market, size)
        if len({card.value for card in choice}) == 1 or len({card.color for card in choice}) == 1
    }
    return alike or {()}
