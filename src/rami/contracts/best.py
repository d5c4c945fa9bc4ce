"""The contracts of the market that are worth the most together, for the hand as it is."""

from collections.abc import Sequence
from functools import cache

from attrs import frozen

from rami.contracts.cards import JOKER, Card
from rami.contracts.filling import can_fill, contracts_left
from rami.contracts.moves import Fill
from rami.contracts.requirements import Contract
from rami.contracts.spending import Row, fits, number_of, spendings, stock_of
from rami.contracts.state import State, View
from rami.errors import TooLarge
from rami.shapes import typed

MOST_LOOKED_AT = 100_000
"""How many ways to fill a contract, each after what was filled before it, are looked at. The default deck needs some
hundreds."""


@frozen
class _Way:
    """One way to fill a contract, as far as values go.

    Attributes:
        rows: The values for each requirement.
        spent: What it spends of the stock.
        counts: How many cards of each value that is.
        joker: Whether it uses the joker: 0 or 1.
    """

    rows: tuple[Row, ...]
    spent: int
    counts: tuple[tuple[int, int], ...]
    joker: int


@frozen
class _Plan:
    """Contracts to fill together.

    Attributes:
        rank: What makes one plan better than another: more points, then fewer jokers, then fewer cards.
        fills: Each contract, with the values for its requirements.
    """

    rank: tuple[int, int, int] = (0, 0, 0)
    fills: tuple[tuple[Contract, tuple[Row, ...]], ...] = ()


@typed
def best_fills(position: State | View) -> tuple[Fill, ...]:
    """The contracts to fill in this turn that score the most points together, with their bonus cards (003.13, 003.14).

    The answer is exact. Trophies are not counted, since they are decided at the end of the game. Of equal plans, one
    with the fewest jokers is chosen, and of those one with the fewest cards.

    Args:
        position: A position, or the view of the player who moves.

    Returns:
        Moves that are legal one after the other; () if none is legal, or none scores.

    Raises:
        TooLarge: If more than 100,000 ways to fill a contract, each after what was filled before it, would have to be
            looked at: with many cards, several jokers, and a market of contracts that ask for little.

    Examples:
        >>> from rami.contracts import set_up
        >>> view = set_up("5H 5C 5D 6H 7H", contracts="C01 C14", joker=False)
        >>> [str(fill) for fill in best_fills(view)]
        ['fill C01 5H=5D', 'fill C14 5C-6H-7H']
    """
    if not can_fill(position):
        return ()
    hand, deck = position.hand_to_move, position.rules.deck
    stock = stock_of((card.value for card in hand), deck.max_value)
    free = tuple(stock_of((c.value for c in hand if c.color is color), deck.max_value) for color in deck.colors)
    offers = [(contract, _ways(position, contract, stock)) for contract in position.contract_market]
    groups = [deck.colors.index(contract.bonus) for contract, _ in offers]
    # The most that the contracts from each one on can add.
    most = [0]
    for contract, ways in reversed(offers):
        most.insert(0, most[0] + (contract.points + contract.size if ways else 0))

    looked_at = 0

    @cache
    def best(at: int, stock: int, free: tuple[int, ...], jokers: int, limit: int) -> _Plan:
        """The best plan for the contracts from one of them on.

        It is enough to count. Of the cards of one value that a plan spends, as many score for a bonus colour as are
        wanted for it and have it, whatever the other contracts want: what they want in all is there, so exchanging
        cards between them settles the rest. `free` is what could still score, by colour.
        """
        if at == len(offers) or not limit:
            return _Plan()
        nonlocal looked_at
        contract, ways = offers[at]
        looked_at += len(ways)
        if looked_at > MOST_LOOKED_AT:
            raise TooLarge(f"more than {MOST_LOOKED_AT} ways to fill contracts would have to be looked at")
        group = groups[at]
        later = [each if index in groups[at + 1 :] else 0 for index, each in enumerate(free)]
        found = best(at + 1, stock, tuple(later), jokers, limit)
        for way in ways:
            if way.joker > jokers or not fits(stock, way.spent, deck.max_value):
                continue
            scored = {value: min(count, number_of(free[group], value)) for value, count in way.counts}
            points = contract.points + sum(scored.values())
            if points + most[at + 1] < found.rank[0]:
                continue
            if later[group]:
                later[group] = free[group] - sum(count << 8 * value for value, count in scored.items())
            rest = best(at + 1, stock - way.spent, tuple(later), jokers - way.joker, limit - 1)
            rank = (
                points + rest.rank[0],
                rest.rank[1] - way.joker,
                rest.rank[2] - sum(count for _, count in way.counts),
            )
            if rank > found.rank:
                found = _Plan(rank, ((contract, way.rows), *rest.fills))
        return found

    plan = best(0, stock, free, position.jokers[position.current_player], contracts_left(position))
    return _served(plan, hand)


def _ways(position: State | View, contract: Contract, stock: int) -> tuple[_Way, ...]:
    """The ways to fill a contract from a whole hand."""
    deck = position.rules.deck
    found = spendings(
        contract.requirements,
        stock,
        deck.values,
        wrap=position.rules.run_wrap,
        joker=bool(position.jokers[position.current_player]),
    )
    ways: list[_Way] = []
    for joker, left_and_rows in enumerate(found):
        for left, rows in left_and_rows.items():
            values = [value for row in rows for value in row if value]
            counts = tuple((value, values.count(value)) for value in dict.fromkeys(values))
            ways.append(_Way(rows, stock - left, counts, joker))
    return tuple(ways)


def _served(plan: _Plan, hand: Sequence[Card]) -> tuple[Fill, ...]:
    """A plan with cards: first those that score, wherever they do, then whatever is left."""
    left = list(hand)
    served: dict[tuple[int, int, int], Card] = {}
    places = [
        (contract, value, (number, index, place))
        for number, (contract, rows) in enumerate(plan.fills)
        for index, row in enumerate(rows)
        for place, value in enumerate(row)
    ]
    for scoring in (True, False):
        for contract, value, where in places:
            fitting = (c for c in left if c.value == value and (c.color is contract.bonus or not scoring))
            if value and where not in served and (card := next(fitting, None)) is not None:
                served[where] = card
                left.remove(card)
    return tuple(
        Fill(contract.id, [[served.get((n, i, p), JOKER) for p in range(len(row))] for i, row in enumerate(rows)])
        for n, (contract, rows) in enumerate(plan.fills)
    )
