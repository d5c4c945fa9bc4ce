"""Of all best paths through a lattice, one that leaves most melds of the old table whole.

The search minimises what a state can tell: how many joints between neighbours are undone. Which melds these belong to
depends on the past, so the best paths are gone through once more with the disturbed melds told apart.
"""

from collections.abc import Iterator
from itertools import combinations, product

from rami.rummikub.solver.lattice import Lattice
from rami.rummikub.solver.paths import Choice, Edges, Path, Plan
from rami.rummikub.solver.problem import OldRun

Step = tuple[Choice, tuple[Plan, ...], tuple[int, ...]]
"""What is done at a number: what does not go into runs, how the runs of each colour go on, and the marks of the old
runs that are disturbed here or before."""

_Marks = tuple[int, ...]
"""For each colour, the marks of the disturbed old runs that go on."""

_Steps = dict[int, dict[tuple[int, int, int], None]]
"""From each state, in order: the state after it, the index of the choice, and what is gained but for what is undone."""

_Origins = dict[tuple[int, _Marks], tuple[int, _Marks, Step]]


def fewest_disturbed(lattice: Lattice, path: Path, known: Edges) -> list[Step]:
    """The steps of a path that is as good, but for what it disturbs, and disturbs the fewest melds.

    Args:
        lattice: The lattice.
        path: A best path.
        known: All that the search looked at.

    Returns:
        The steps; no path of the same worth that the search looked at disturbs fewer.
    """
    nodes: dict[int, dict[_Marks, int]] = {0: {(0, 0, 0, 0): 0}}
    trail: list[_Origins] = []
    for number, best in enumerate(_best_steps(lattice, path, known), 1):
        nodes, origins = _go_on(lattice, number, nodes, best)
        trail.append(origins)
    _, state, marks = min((cost, state, marks) for state, costs in nodes.items() for marks, cost in costs.items())
    steps: list[Step] = []
    for origins in reversed(trail):
        state, marks, step = origins[state, marks]
        steps.append(step)
    return steps[::-1]


# ---------------------------------------------------------------------------------------------------- the best paths


def _best_steps(lattice: Lattice, path: Path, known: Edges) -> list[_Steps]:
    """For each number, the steps of best paths."""
    gain, layers = lattice.problem.gain, known.layers
    best = gain(path.worth)
    wanted = {
        state
        for state, worth in layers[-1].items()
        if lattice.is_complete(state) and gain(worth) + lattice.joker_worth(state) == best
    }
    found: list[_Steps] = []
    for number in range(lattice.last, 0, -1):
        before, after = layers[number - 1], layers[number]
        steps: dict[int, dict[tuple[int, int, int], None]] = {}
        for target, state, index, worth in known.edges[number - 1]:
            if target in wanted and gain(worth) == gain(after[target]):
                steps.setdefault(state, {})[target, index, gain(worth) - gain(before[state])] = None
        found.append(steps)
        wanted = set(steps)
    return found[::-1]


# --------------------------------------------------------------------------------------------- what they leave whole


def _go_on(
    lattice: Lattice, number: int, nodes: dict[int, dict[_Marks, int]], steps: _Steps
) -> tuple[dict[int, dict[_Marks, int]], _Origins]:
    """The states after a number, by what is disturbed, with the fewest melds; and how they were reached."""
    reached: dict[int, dict[_Marks, int]] = {}
    origins: _Origins = {}
    crossing = [[run for run in runs if run.first <= number <= run.last] for runs in lattice.problem.old_runs]
    for state, costs in nodes.items():
        for target, index, gained in steps.get(state, ()):
            choice = lattice.choice(number, state, index)
            known = reached.setdefault(target, {})
            for plans, worth in lattice.between(number, state, target, choice):
                if lattice.problem.gain(worth) != gained:
                    continue
                for marks, cost in costs.items():
                    for disturbed, ahead, more in _disturbed(crossing, number, marks, plans):
                        total = cost + more + choice.cost
                        if ahead not in known or total < known[ahead]:
                            known[ahead] = total
                            origins[target, ahead] = state, marks, (choice, plans, disturbed)
    return reached, origins


def _disturbed(
    crossing: list[list[OldRun]], number: int, marks: _Marks, plans: tuple[Plan, ...]
) -> Iterator[tuple[_Marks, _Marks, int]]:
    """The old runs that are disturbed at a number or before, those of them that go on, and how many are new."""
    options = [list(_disturbed_of(*each, number)) for each in zip(crossing, marks, plans, strict=True)]
    for chosen in product(*options):
        disturbed, ahead, new = zip(*chosen, strict=True)
        yield disturbed, ahead, sum(new)


def _disturbed_of(crossing: list[OldRun], marks: int, plan: Plan, number: int) -> Iterator[tuple[int, int, int]]:
    """The same for one colour: the fewest, in every way."""
    if not crossing:
        yield 0, 0, 0
        return
    live = [run for run in crossing if not marks & run.mark]
    losses = (list(combinations(live, count)) for count in range(len(live) + 1))
    whole = ([lost for lost in some if _carried(live, lost, number, plan)] for some in losses)
    for lost in next(filter(None, whole)):  # when all are lost, nothing needs to be carried
        disturbed = [run for run in crossing if run.mark & marks or run in lost]
        ahead = sum(run.mark for run in disturbed if run.last > number)
        yield sum(run.mark for run in disturbed), ahead, len(lost)


def _carried(live: list[OldRun], lost: tuple[OldRun, ...], number: int, plan: Plan) -> bool:
    """Whether old runs but the lost ones can go on whole."""
    runs = [run for run in live if run not in lost]
    if sum(number in run.naturals for run in runs) > plan.naturals:
        return False
    ages = [number - run.first for run in runs]
    ones, twos, longs = plan.going
    spare = longs - sum(age >= 3 for age in ages)
    if spare < 0:
        return False
    spare = twos + spare - ages.count(2)
    return spare >= 0 and ones + spare >= ages.count(1)
