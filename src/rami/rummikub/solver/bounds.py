"""What four colours alone lose, and the prices with which they lose nearly as much as all together.

Lemma (bound): with groups free to take any tiles, for the jokers that they are charged, each colour alone loses no more
than in any arrangement. The sum of the four, the wild jokers shared as is best, is the bound of a state.
Lemma (prices): let a colour pay a price for the tiles that groups take from it, and for each wild joker in its runs;
let a choice of groups pay that back, less the price of its own jokers: its *rest*. Then a path costs what it loses, and
the price of the jokers that it uses. So the least of the colours, with the least rests, is a bound at any prices.

A sweep goes through the numbers. At each it sets the prices with which every colour loses a fourth of what the best
choice with the same tiles loses. So the least rest is 0 and the bound never falls.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import add
from typing import Final, NamedTuple

from attrs import define, field

from rami.rummikub.solver.groups import Choices
from rami.rummikub.solver.runs import NOTHING, Row, Runs, Use

Losses = tuple[int, ...]
"""The least losses from here on, by the wild jokers that may be used."""


Transition = tuple[int, int, int, "ColorState", Use]
"""A move of a colour: the least loss with what follows, its own loss, the wild jokers needed from here on, the state
after it, and how it uses the tiles."""
Ways = tuple[int, int, list[Transition]]
"""The least loss with a demand, the fewest wild jokers, and the transitions."""
FourWays = tuple[Ways, Ways, Ways, Ways]
"""Those of each colour."""
Uses = tuple[Use, ...]
_NO_WAYS: Final[Mapping[int, Ways]] = {}


@define(eq=False)
class ColorState:
    """Open runs of a colour before a number.

    Attributes:
        least: The least losses.
        needs: The fewest wild jokers with which they can be finished.
        paid: The most jokers in new runs.
        ways: The ways to go on by demand, once they were asked for: most states never are.
    """

    least: Losses
    needs: int
    paid: int
    _column: "Column | None" = None
    _uses: Uses = ()
    ways: Mapping[int, Ways] = field(default=_NO_WAYS, init=False)

    def before(self, price: int) -> "ColorState":
        """Return the state before a number at which there is nothing."""
        low, needs = self.least[-1], self.needs
        state = ColorState(tuple([lost + price for lost in self.least]), needs, self.paid)
        state.ways = {0: (low, needs, [(low, 0, needs, self, NOTHING)])}
        return state

    def find_ways(self) -> Mapping[int, Ways]:
        """Find the ways to go on."""
        self.ways = self._column.ways(self._uses) if self._column else _NO_WAYS
        return self.ways


ColorStates = dict[Runs, ColorState]


class Cell(NamedTuple):
    """What a colour may do at a number.

    Attributes:
        row: The ways to use its tiles, from all open runs.
        charges: The wild jokers that groups are charged, by demand.
        weight: The loss of leaving a tile out.
    """

    row: Row
    charges: Mapping[int, int]
    weight: int


class Scale(NamedTuple):
    """The wild jokers of a graph, the price of each, and more than any arrangement can lose."""

    wild: int
    joker: int
    infinite: int


class Column(NamedTuple):
    """A colour at a number, and the states after it."""

    scale: Scale
    cell: Cell
    after: ColorStates

    def states_before(self, prices: Mapping[int, int]) -> ColorStates:
        """Return the states before the number, given the prices of the tiles in groups.

        Each use goes on to a state after the number, which has its own least losses; the jokers that runs and groups
        take here come on top of those. A state that cannot be finished with the wild jokers is left out. The jokers of
        groups cost nothing here: their price is in that of the tiles, or in the rest of the choice. Of the jokers paid
        into new runs, the most is kept.
        """
        (wild, joker, infinite), (row, charges, weight), after = self
        states: ColorStates = {}
        price = prices.get
        for runs, uses in row:
            losses = [infinite] * (wild + 1)  # by the wild jokers that may be used
            # Until a use can be finished, the fewest are more than there are.
            fewest, most_paid = wild + 1, 0
            # A use: tiles for groups and left out, jokers in runs and those of them in new runs, old runs disturbed.
            for open_after, demand, unlaid, in_runs, in_new, broken, _ in uses:
                follows = after.get(open_after)
                if follows is None:
                    continue
                loss, least, used = broken + unlaid * weight + price(demand, 0), follows.least, 0
                if wild:
                    used = in_runs + charges[demand]
                    if used + follows.needs > wild:
                        continue
                    loss += in_runs * joker
                    if in_new + follows.paid > most_paid:  # noqa: PLR1730  # quicker
                        most_paid = in_new + follows.paid
                    # With fewer than all wild jokers; with all of them, or none where there are none, see below.
                    for jokers in range(used + follows.needs, wild):
                        total = loss + least[jokers - used]
                        if total < losses[jokers]:  # noqa: PLR1730  # likewise
                            losses[jokers] = total
                total = loss + least[wild - used]
                if total < losses[wild]:  # noqa: PLR1730  # likewise
                    losses[wild] = total
                if used + follows.needs < fewest:  # noqa: PLR1730  # likewise
                    fewest = used + follows.needs
            if fewest <= wild:
                states[runs] = ColorState(tuple(losses), fewest, most_paid, self, uses)
        return states

    def ways(self, uses: Uses) -> dict[int, Ways]:
        """Return the ways to go on by demand, without the prices of the tiles in groups, which a choice pays back."""
        (wild, joker, _), (_, charges, weight), after = self
        found: dict[int, Ways] = {}
        for use in uses:
            open_after, demand, unlaid, in_runs, _, broken, _ = use
            follows = after.get(open_after)
            if follows is None or in_runs + charges[demand] + follows.needs > wild:
                continue
            # Without the charges: a choice of groups has jokers of its own.
            needs = in_runs + follows.needs
            lost = broken + unlaid * weight
            # A bound at the prices, as if all jokers were still left.
            low = lost + in_runs * joker + follows.least[-1]
            transition = low, lost, needs, follows, use
            if demand in found:
                least_low, least_needs, transitions = found[demand]
                transitions.append(transition)
                found[demand] = min(low, least_low), min(needs, least_needs), transitions
            else:
                found[demand] = low, needs, [transition]
        return found


def together(first: Losses, second: Losses) -> Losses:
    """Return the least losses of two parts together, by the wild jokers that they share."""
    # of two jokers, the second part has 2, 1 and 0 where the first has 0, 1 and 2
    return tuple([min(map(add, first, second[jokers::-1])) for jokers in range(len(first))])


def least_of(states: Iterable[ColorState], jokers: int) -> int:
    """Return the least loss of four colours together, which share some wild jokers."""
    lost, parts = 0, list[Losses]()  # of the colours that jokers help
    for state in states:
        least = state.least
        if least[0] == least[jokers]:  # as more jokers never lose more, none helps
            lost += least[0]
        else:
            parts.append(least)
    while len(parts) > 2:
        parts.append(together(parts.pop(), parts.pop()))
    if len(parts) == 2:
        first, second = parts
        lost += min(map(add, first, second[jokers::-1]))  # as in `together`, for these jokers alone
    else:
        for least in parts:  # one at most
            lost += least[jokers]
    return lost


State = tuple[ColorState, ColorState, ColorState, ColorState, int, int]
"""The open runs of each colour before a number, the wild jokers left, and those in new melds as far as needed."""


# --------------------------------------------------------------------------------------------------------------- prices


SWEEPS: Final = 3
"""The sweeps for each price of a joker that is tried, and three times as many with the best. With 2 and 6, hard and
slow questions take as long (`docs/solver-internals.md` says which they are)."""
NO_PRICES: Final[Mapping[int, int]] = {}
_OUT_OF_REACH: Final = 1 << 200

Demands = dict[tuple[int, int], dict[int, int]]


class Prices(NamedTuple):
    """The price of a wild joker, and by colour and number those of the tiles that groups take."""

    joker: int
    demands: Demands

    def least_rest(self, number: int, choices: Choices) -> int:
        """Return the least rest of the choices of a number."""
        rows = [self.demands.get((color, number), NO_PRICES) for color in range(4)]
        red, black, blue, orange = [row.get for row in rows]
        return min(
            [
                broken + wild * self.joker - red(demand0, 0) - black(demand1, 0) - blue(demand2, 0) - orange(demand3, 0)
                for (demand0, demand1, demand2, demand3), wild, _, broken, _ in choices.every
            ],
            default=0,  # no choice, and so no path
        )


PATIENCE: Final = 6_000
"""After so many steps a search looks for better prices; the next time after four times as many. With 3,000, hard and
slow questions take as long; with 12,000, slow ones 1.0 s in place of 0.7."""


class PriceBook:
    """The prices of a request, which its branches share: those in use, those on trial, and the steps until better."""

    def __init__(self) -> None:
        self.used: Prices = Prices(0, {})
        self.trial: Prices = self.used
        self.patience: int = PATIENCE


class Layers(NamedTuple):
    """The cells of four colours and the choices at each number, with the wild jokers."""

    cells: Sequence[Sequence[Cell | None]]
    choices: Sequence[Choices]
    numbers: Sequence[int]
    wild: int


def better_prices(layers: Layers, prices: Prices, weight: int) -> Prices:
    """Return better prices, given some and the usual weight of a tile."""
    joker = prices.joker or weight * 2 // 3
    tried = [joker * 2 // 3, joker, joker * 3 // 2] if layers.wild else [0]
    _, best = max((_swept(layers, Prices(each, prices.demands), SWEEPS) for each in tried), key=lambda found: found[0])
    return _swept(layers, best, 3 * SWEEPS)[1]


class _Link(NamedTuple):
    """A way of a colour past a number: the open runs before and after it, the tiles for groups, and the loss."""

    before: Runs
    after: Runs
    demand: int
    lost: int


_Losses = dict[Runs, int]
_Links = list[_Link]


def _links(cell: Cell | None, joker: int) -> _Links:
    """Return the ways past a number, a wild joker at its price."""
    if cell is None:
        return [_Link((), (), 0, 0)]
    found: dict[tuple[Runs, Runs, int], int] = {}
    for runs, uses in cell.row:
        for after, demand, unlaid, wild, _, broken, _ in uses:
            key, lost = (runs, after, demand), broken + wild * joker + unlaid * cell.weight
            found[key] = min(lost, found.get(key, lost))
    return [_Link(*key, lost) for key, lost in found.items()]


def _swept(layers: Layers, prices: Prices, sweeps: int) -> tuple[int, Prices]:
    """Return the bound after some sweeps, and its prices."""
    links = [[_links(cell, prices.joker) for cell in row] for row in layers.cells]  # by colour, then by number
    prices_at = [
        [_known(prices, (color, number), links_here) for number, links_here in zip(layers.numbers, row, strict=True)]
        for color, row in enumerate(links)
    ]
    cost = 0
    for _ in range(sweeps):  # each sets `prices_at` anew, and the cost is that at the new prices
        cost = _sweep(layers.choices, prices.joker, links, prices_at)
    demands = {
        (color, number): found
        for color, row in enumerate(prices_at)
        for number, found in zip(layers.numbers, row, strict=True)
    }
    # A path costs what it loses and the price of the jokers that it uses, which are no more than these.
    bound = cost - prices.joker * layers.wild
    return bound, Prices(prices.joker, demands)


def _sweep(
    choices: Sequence[Choices], joker: int, links: list[list[_Links]], prices: list[list[dict[int, int]]]
) -> int:
    """Set the prices of each colour at each number, upwards; return the least losses of the colours in all, with them.

    At each number, the least losses before it are those at the new prices, and those after it at the prices that the
    sweep before has left.
    """
    after = [_ahead(*each) for each in zip(links, prices, strict=True)]
    before: list[_Losses] = [{(): 0} for _ in links]
    for place, choices_here in enumerate(choices):
        links_here, prices_here = [row[place] for row in links], [row[place] for row in prices]
        after_here = [row[place + 1] for row in after]
        least = [_least(*each) for each in zip(links_here, before, after_here, strict=True)]
        _share(choices_here, joker, prices_here, least)  # which changes `prices`
        before = [_past(*each) for each in zip(links_here, prices_here, before, strict=True)]
    return sum(losses[()] for losses in before)


def _known(prices: Prices, key: tuple[int, int], links: Iterable[_Link]) -> dict[int, int]:
    """Return the prices to begin with: those known of a colour at a number, but 0 where none is, or none can be."""
    known = prices.demands.get(key, NO_PRICES)
    found = {link.demand: known.get(link.demand, 0) for link in links}
    return {demand: price if abs(price) < _OUT_OF_REACH else 0 for demand, price in found.items()}


def _ahead(links: Sequence[_Links], prices: Sequence[dict[int, int]]) -> list[_Losses]:
    """Return the least losses of a colour from each number on."""
    rows: list[_Losses] = [{(): 0}]
    for some, price in zip(reversed(links), reversed(prices), strict=True):
        after, found = rows[-1], _Losses()
        for runs, onto, demand, lost in some:
            if onto in after:
                total = lost + price[demand] + after[onto]
                if found.get(runs, total) >= total:
                    found[runs] = total
        rows.append(found)
    return rows[::-1]


def _past(links: _Links, price: dict[int, int], before: _Losses) -> _Losses:
    """Return the least losses of a colour before the next number."""
    found = _Losses()
    for runs, onto, demand, lost in links:
        total = before[runs] + lost + price[demand]
        if found.get(onto, total) >= total:
            found[onto] = total
    return found


def _least(links: _Links, before: _Losses, after: _Losses) -> dict[int, int]:
    """Return the least loss of a colour with each demand at a number, without its price."""
    found: dict[int, int] = {}
    for runs, onto, demand, lost in links:
        if onto in after:
            total = before[runs] + lost + after[onto]
            if found.get(demand, total) >= total:
                found[demand] = total
    return found


def _share(choices: Choices, joker: int, prices: list[dict[int, int]], least: list[dict[int, int]]) -> None:
    """Set the prices at a number: with its price, each colour loses a fourth of the best choice with the same demand.

    The rows have a colour each, and values by demand: the prices to set, and the least losses without a price.
    """
    least_in_all: list[dict[int, int]] = [{}, {}, {}, {}]  # of each colour, of the choices with each demand
    red, black, blue, orange = least
    for demands, wild, _, broken, _ in choices.every:
        demand0, demand1, demand2, demand3 = demands
        if demand0 in red and demand1 in black and demand2 in blue and demand3 in orange:
            total = red[demand0] + black[demand1] + blue[demand2] + orange[demand3] + broken + wild * joker
            for totals, demand in zip(least_in_all, demands, strict=True):
                if totals.get(demand, total) >= total:
                    totals[demand] = total
    for price, totals, own in zip(prices, least_in_all, least, strict=True):
        for demand in price:
            if demand in totals:
                price[demand] = totals[demand] // 4 - own[demand]
            else:
                # No choice goes with it: for the colour, which pays it, the price is too high. Or the colour cannot
                # give so many: for choices, which pay it back, the price is too low.
                price[demand] = _OUT_OF_REACH if demand in own else -_OUT_OF_REACH
