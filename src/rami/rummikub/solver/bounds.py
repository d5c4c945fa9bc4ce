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
from operator import add, attrgetter
from typing import Final, NamedTuple

from rami.rummikub.solver.groups import Choices
from rami.rummikub.solver.runs import NOTHING, Option, Row, RunMove, Runs, Supply

Losses = tuple[int, ...]
"""The least losses from here on, by the wild jokers that may be used."""


class Transition(NamedTuple):
    """A move of a colour: its loss, the least with what follows, the jokers from here on, those used and paid."""

    lost: int
    low: int
    needs: int
    used: int
    paid: int
    after: "ColorState"
    unlaid: int
    move: RunMove


class Ways(NamedTuple):
    """The transitions with a demand, those that need the fewest jokers first; the least `low` and `needs` of them."""

    low: int
    needs: int
    transitions: list[Transition]


NO_WAYS: Final = Ways(0, 0, [])
_needs = attrgetter("needs")
Moves = tuple[tuple[RunMove, ...], ...]


class ColorState:
    """Open runs of a colour before a number.

    Attributes:
        least: The least losses.
        needs: The fewest wild jokers with which they can be finished.
        paid: The most jokers in new runs.
    """

    __slots__ = ("_column", "_moves", "_transitions", "least", "needs", "paid")

    def __init__(self, least: Losses, needs: int, paid: int, column: "Column | None" = None, moves: Moves = ()) -> None:
        self.least: Losses = least
        self.needs: int = needs
        self.paid: int = paid
        self._column: Column | None = column
        self._moves: Moves = moves
        self._transitions: dict[int, Ways] | None = None

    def before(self, price: int) -> "ColorState":
        """Return the state before a number at which there is nothing."""
        state = ColorState(tuple([lost + price for lost in self.least]), self.needs, self.paid)
        only = Transition(0, self.least[-1], self.needs, 0, 0, self, 0, NOTHING)
        state._transitions = {0: Ways(only.low, only.needs, [only])}
        return state

    @property
    def transitions(self) -> dict[int, Ways]:
        """The transitions by demand, those that need the fewest jokers first; most states are never asked for them."""
        if self._transitions is None:
            self._transitions = self._column.transitions(self._moves) if self._column else {}
        return self._transitions


class Cell(NamedTuple):
    """The moves of a colour at a number, the loss of leaving a tile out, and the old runs that come from before."""

    row: Row
    supply: Supply
    weight: int
    crossing: int


class Scale(NamedTuple):
    """The wild jokers of a graph, the price of each, and more than any arrangement can lose."""

    wild: int
    joker: int
    infinite: int


class Column:
    """A colour at a number: what its moves cost, and the states after it.

    Attributes:
        wild: The wild jokers of the problem.
        infinite: More than any arrangement can lose.
        crossing: How many old runs come from the number before, where it is estimated which are disturbed.
        weight: The loss of leaving a tile out.
        options: What becomes of the other tiles, by the number of tiles in runs.
        joker: The price of a wild joker.
        costs: Likewise, with the cost in a bound in place of the tiles left out.
        unit: The factor of these costs.
        after: The states after it by open runs.
    """

    __slots__ = ("after", "costs", "crossing", "infinite", "joker", "options", "unit", "weight", "wild")

    def __init__(self, scale: Scale, cell: Cell, after: "ColorStates", prices: Mapping[int, int]) -> None:
        self.wild: int
        self.joker: int
        self.infinite: int
        self.wild, self.joker, self.infinite = scale
        self.weight: int = cell.weight
        self.crossing: int = cell.crossing
        self.options: tuple[tuple[Option, ...], ...] = cell.supply.options
        # without prices the third value of an option, its tiles left out, only has to be multiplied by their weight
        self.costs: Sequence[Sequence[tuple[int, int, int]]] = self.options
        self.unit: int = cell.weight
        if prices:
            self.unit = 1
            self.costs = [
                [(demand, charge, unlaid * cell.weight + prices.get(demand, 0)) for demand, charge, unlaid in options]
                for options in self.options
            ]
        self.after: ColorStates = after

    def states_before(self, row: Row) -> "ColorStates":
        """Return the states before the number, given their moves: for each number of jokers, the least loss.

        Each move goes on to a state after the number, which has its own least losses; the jokers that the move and the
        groups take come on top of those. A state that cannot be finished with the wild jokers is left out.
        """
        wild, after, crossing, joker, unit = self.wild, self.after, self.crossing, self.joker, self.unit
        states: ColorStates = {}
        for runs, moves in row:
            losses = [self.infinite] * (wild + 1)  # by the wild jokers that may be used
            fewest_jokers, most_paid = wild + 1, 0
            for costs, same_count in zip(self.costs, moves, strict=True):
                for open_after, _, used, paid, broken, going, whole in same_count:
                    there = after.get(open_after)
                    if there is None:
                        continue
                    needs, least = there.needs, there.least
                    # an estimate: of the old runs that cross, so many have no run that goes on
                    lost = used * joker + (broken + crossing - going if crossing > going else broken)
                    for _, charge, cost in costs:
                        takes, loss_here = used + charge, lost + cost * unit
                        for jokers in range(takes + needs, wild + 1):
                            loss = loss_here + least[jokers - takes]
                            if loss < losses[jokers]:  # noqa: PLR1730  # quicker
                                losses[jokers] = loss
                        if takes + needs < fewest_jokers:  # noqa: PLR1730  # likewise
                            fewest_jokers = takes + needs
                        if whole:  # the later options leave a tile out, and beside this move none is
                            break
                    if paid + there.paid > most_paid:  # noqa: PLR1730  # likewise
                        most_paid = paid + there.paid
            if fewest_jokers <= wild:
                states[runs] = ColorState(tuple(losses), fewest_jokers, most_paid, self, moves)
        return states

    def transitions(self, moves: Moves) -> dict[int, Ways]:
        """Return the transitions of a state by demand, those that need the fewest jokers first.

        They are the moves that `states_before` looked at, each with each option for the other tiles.
        """
        wild, after, crossing, weight, joker = self.wild, self.after, self.crossing, self.weight, self.joker
        found: dict[int, list[Transition]] = {}
        lows: dict[int, int] = {}  # the least `low` of each demand
        for options, same_count in zip(self.options, moves, strict=True):
            for move in same_count:
                open_after, _, used, paid, broken, going, whole = move
                there = after.get(open_after)
                if there is None:
                    continue
                needs = used + there.needs
                # the estimate of `states_before`, here without the price of the jokers
                lost = broken + crossing - going if crossing > going else broken
                for demand, charge, unlaid in options:
                    if needs + charge <= wild:
                        lost_here = lost + unlaid * weight
                        low = lost_here + used * joker + there.least[-1]  # with all jokers
                        transition = Transition(lost_here, low, needs, used, paid, there, unlaid, move)
                        if demand in found:
                            found[demand].append(transition)
                            lows[demand] = min(lows[demand], low)
                        else:
                            found[demand], lows[demand] = [transition], low
                    if whole:  # likewise no tile is left out beside it
                        break
        if wild:
            for ways in found.values():
                ways.sort(key=_needs)
        return {demand: Ways(lows[demand], ways[0].needs, ways) for demand, ways in found.items()}


ColorStates = dict[Runs, ColorState]


def together(first: Losses, second: Losses) -> Losses:
    """Return the least losses of two parts together, by the wild jokers that they share."""
    return tuple([min(map(add, first, second[jokers::-1])) for jokers in range(len(first))])


def least_of(states: tuple[ColorState, ...], jokers: int) -> int:
    """Return the least loss of four colours together, which share some wild jokers."""
    lost, rows = 0, list[Losses]()
    for state in states:
        least = state.least
        if least[0] == least[jokers]:
            lost += least[0]
        else:
            rows.append(least)
    while len(rows) > 2:
        rows.append(together(rows.pop(), rows.pop()))
    if not rows:
        return lost
    return lost + (rows[0][jokers] if len(rows) == 1 else min(map(add, rows[0], rows[1][jokers::-1])))


class State(NamedTuple):
    """The open runs of each colour before a number, the wild jokers left, and those in new melds as far as needed."""

    red: ColorState
    black: ColorState
    blue: ColorState
    orange: ColorState
    jokers: int
    paid: int


# --------------------------------------------------------------------------------------------------------------- prices


SWEEPS: Final = 3
"""The sweeps for each price of a joker that is tried, and three times as many with the best. With 2 and 6, hard
questions take 6.0 and 5.5 s in place of 6.0, slow ones 1.2 in place of 1.1 (`docs/solver-internals.md` says which)."""
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
"""After so many steps a search looks for better prices; the next time after four times as many. With 3,000 and 12,000,
hard questions take 6.0 s as well, and slow ones 1.1 and 1.6 s in place of 1.1."""


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
    _, best = max([_swept(layers, Prices(each, prices.demands), SWEEPS) for each in tried], key=lambda found: found[0])
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
    for runs, moves in cell.row:
        for options, some in zip(cell.supply.options, moves, strict=True):
            for onto, _, used, _, broken, going, whole in some:
                lost = broken + used * joker + max(0, cell.crossing - going)
                for demand, _, unlaid in options[: 1 if whole else None]:
                    key, total = (runs, onto, demand), lost + unlaid * cell.weight
                    found[key] = min(total, found.get(key, total))
    return [_Link(*key, lost) for key, lost in found.items()]


def _swept(layers: Layers, prices: Prices, sweeps: int) -> tuple[int, Prices]:
    """Return the bound after some sweeps, and its prices.

    A sweep goes up through the numbers: at each, `behind` has the least losses before it, at the new prices, and
    `ahead` those after it, at the prices of the sweep before.
    """
    links = [[_links(cell, prices.joker) for cell in row] for row in layers.cells]
    prices_at = [
        [_known(prices, (color, number), here) for number, here in zip(layers.numbers, row, strict=True)]
        for color, row in enumerate(links)
    ]
    behind: list[_Losses] = []
    for _ in range(sweeps):
        ahead = [_ahead(*each) for each in zip(links, prices_at, strict=True)]
        behind = [{(): 0} for _ in links]
        for place, choices in enumerate(layers.choices):
            here, own_prices = [row[place] for row in links], [row[place] for row in prices_at]
            least = [_least(here[color], behind[color], ahead[color][place + 1]) for color in range(4)]
            _share(choices, prices.joker, own_prices, least)  # sets the prices in place, in `prices_at` too
            behind = [_past(*each) for each in zip(here, own_prices, behind, strict=True)]
    demands = {
        (color, number): found
        for color, row in enumerate(prices_at)
        for number, found in zip(layers.numbers, row, strict=True)
    }
    bound = sum([losses[()] for losses in behind]) - prices.joker * layers.wild  # no path pays for more than these
    return bound, Prices(prices.joker, demands)


def _known(prices: Prices, key: tuple[int, int], links: Iterable[_Link]) -> dict[int, int]:
    """Return the prices to begin with: those known of a colour at a number, else 0."""
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
    """Set the prices at a number: with its own price, a colour loses a fourth of the best choice that has its demand.

    The rows have a colour each, and values by demand: the prices to set, and the least losses without a price.
    """
    totals: list[dict[int, int]] = [{}, {}, {}, {}]  # of each colour, what the best choice with a demand loses in all
    for (demand0, demand1, demand2, demand3), wild, _, broken, _ in choices.every:
        try:
            total = (
                least[0][demand0] + least[1][demand1] + least[2][demand2] + least[3][demand3] + broken + wild * joker
            )
        except KeyError:  # a colour cannot give so many tiles
            continue
        for best, demand in zip(totals, (demand0, demand1, demand2, demand3), strict=True):
            if best.get(demand, total) >= total:
                best[demand] = total
    for price, best, own in zip(prices, totals, least, strict=True):
        for demand in price:
            if demand in best:
                price[demand] = best[demand] // 4 - own[demand]
            else:  # no choice takes so many: the colour shall not; or it cannot give them: no choice shall
                price[demand] = _OUT_OF_REACH if demand in own else -_OUT_OF_REACH
