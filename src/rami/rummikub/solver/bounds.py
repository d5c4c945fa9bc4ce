"""What four colours alone lose at least.

Lemma (bound): with groups free to take any tiles, for the jokers that they are charged, each colour alone loses no more
than in any arrangement. The sum of the four, the wild jokers shared as is best, is the bound of a state.
"""

from collections.abc import Iterable, Mapping
from operator import add
from typing import Final, NamedTuple

from attrs import define, field

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

    def before(self) -> "ColorState":
        """Return the state before a number at which there is nothing."""
        low, needs = self.least[-1], self.needs
        state = ColorState(self.least, needs, self.paid)
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
        wild: The wild jokers of the graph.
        infinite: More than any arrangement can lose.
    """

    row: Row
    charges: Mapping[int, int]
    weight: int
    wild: int
    infinite: int


class Column(NamedTuple):
    """A colour at a number, and the states after it."""

    cell: Cell
    after: ColorStates

    def states_before(self) -> ColorStates:
        """Return the states before the number.

        Each use goes on to a state after the number, which has its own least losses; the jokers that runs and groups
        take here come on top of those. A state that cannot be finished with the wild jokers is left out. Of the jokers
        paid into new runs, the most is kept.
        """
        (row, charges, weight, wild, infinite), after = self
        states: ColorStates = {}
        for runs, uses in row:
            losses = [infinite] * (wild + 1)  # by the wild jokers that may be used
            # Until a use can be finished, the fewest are more than there are.
            fewest, most_paid = wild + 1, 0
            # A use: tiles for groups and left out, jokers in runs and those of them in new runs, old runs disturbed.
            for open_after, demand, unlaid, in_runs, in_new, broken, _ in uses:
                follows = after.get(open_after)
                if follows is None:
                    continue
                loss, least, used = broken + unlaid * weight, follows.least, 0
                if wild:
                    used = in_runs + charges[demand]
                    if used + follows.needs > wild:
                        continue
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
        """Return the ways to go on by demand."""
        (_, charges, weight, wild, _), after = self
        found: dict[int, Ways] = {}
        for use in uses:
            open_after, demand, unlaid, in_runs, _, broken, _ = use
            follows = after.get(open_after)
            if follows is None or in_runs + charges[demand] + follows.needs > wild:
                continue
            # Without the charges: a choice of groups has jokers of its own.
            needs = in_runs + follows.needs
            lost = broken + unlaid * weight
            # a bound, as if all jokers were still left
            low = lost + follows.least[-1]
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
