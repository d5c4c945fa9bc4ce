"""The solver and an integer programme on the same positions, side by side; and the memory that the solver takes.

    python -m tests.benchmarks.compare

A user asks once: so each position is asked once first, in shuffled order, in one process. Then it is asked again, when
all tables are there. The last figure is the first call of a fresh process. Without the extra `bench`, the columns of
the integer programme are empty.
"""

import argparse
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from statistics import median
from time import process_time

from rami import rummikub
from rami.rummikub import PRESETS, View
from tests.rummikub.known import CLASSES, KNOWN

LIMIT = 200
"""The most memory that a call may take, in MB."""

FIRST_CALL = """
from time import process_time
from tests.rummikub.known import KNOWN
from rami import rummikub
view = KNOWN[{index}].view()
rummikub.best_play
start = process_time()
rummikub.best_play(view)
print((process_time() - start) * 1000)
"""


def milliseconds(solve: Callable[[View], object], view: View) -> float:
    """Return the processor time of one call."""
    start = process_time()
    solve(view)
    return (process_time() - start) * 1000


def megabytes(solve: Callable[[View], object], views: Sequence[View]) -> float:
    """Return the most memory that a position takes."""
    most = 0
    for view in views:
        tracemalloc.start()
        solve(view)
        most = max(most, tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return most / 2**20


def by_integer_programme() -> Callable[[View], object] | None:
    if find_spec("highspy") is None:
        return None
    from tests.benchmarks import milp  # noqa: PLC0415  # only where HiGHS is

    return lambda view: milp.most(view, lambda _: 1)


def every_play(view: View) -> object:
    return list(rummikub.plays(view))


Times = dict[str, list[float]]
"""Milliseconds by class of position."""


def compare(seed: int) -> Iterator[str]:
    """Yield tables of `best_play`, asked once and asked again, and the first call of a process."""
    programme = by_integer_programme()
    order = list(KNOWN)
    random.Random(seed).shuffle(order)
    milliseconds(rummikub.best_play, order[-1].view())  # whatever a process does once
    theirs: Times = {kind: [] for kind in CLASSES}
    for title in ("asked once", "asked again"):
        ours: Times = {kind: [] for kind in CLASSES}
        for known in order:
            ours[known.kind].append(milliseconds(rummikub.best_play, known.view()))
            if programme and title == "asked once":
                theirs[known.kind].append(milliseconds(programme, known.view()))
        yield f"| {title} | positions | median | worst | HiGHS median | HiGHS worst | medians | worsts |"
        yield "|---|---|---|---|---|---|---|---|"
        for kind in CLASSES:
            yield f"| {' | '.join(row(kind, ours[kind], theirs[kind]))} |"
        yield ""
    yield f"The first call of a process: {median(first_call(index) for index in range(0, 70, 10)):.1f} ms"


def row(kind: str, ours: Sequence[float], theirs: Sequence[float]) -> list[str]:
    """Return the cells of a class: medians and worsts of both, in milliseconds, and the ratios."""
    cells = [kind, f"{len(ours)}", f"{median(ours):.2f}", f"{max(ours):.1f}"]
    if theirs:
        cells += [f"{median(theirs):.2f}", f"{max(theirs):.1f}"]
        cells += [f"1/{median(theirs) / median(ours):.1f}", f"1/{max(theirs) / max(ours):.1f}"]
    return cells


def first_call(index: int) -> float:
    """Return the milliseconds of the first call in a fresh process."""
    script = FIRST_CALL.format(index=index)
    return float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)


def count() -> Iterator[str]:
    """Yield the table of every play of 14 tiles on 40, in milliseconds."""
    yield "| every play, 14 tiles on 40 | positions | median | worst |"
    yield "|---|---|---|---|"
    for edition in ("hasbro-2007", "chiffres", "goliath"):
        names = ("plain-40-", "joker-40-")
        views = [known.view(PRESETS[edition]) for known in KNOWN if known.name.startswith(names)]
        ours = [milliseconds(every_play, view) for view in views]
        yield f"| {edition} | {len(views)} | {median(ours):.1f} | {max(ours):.1f} |"


def weigh() -> Iterator[str]:
    """Yield the table of the most memory that any call takes, in MB, hostile positions among them."""
    views = [known.view() for known in KNOWN]
    everything = rummikub.set_up(rummikub.full_set())
    calls: list[tuple[str, Callable[[View], object], list[View]]] = [
        ("best_play", rummikub.best_play, views),
        ("can_play", rummikub.can_play, views),
        ("plays of up to 14 tiles", every_play, [view for view in views if len(view.rack) <= 14]),
        ("best_play of all 106 tiles", rummikub.best_play, [everything]),
    ]
    yield "| call | most memory, MB |"
    yield "|---|---|"
    for name, solve, given in calls:
        most = megabytes(solve, given)
        yield f"| {name} | {most:.1f}{' (TOO MUCH)' if most > LIMIT else ''} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the solver with an integer programme.")
    parser.add_argument("--seed", type=int, default=1, help="the order of the positions (default: %(default)s)")
    seed = parser.parse_args().seed
    for lines in (compare(seed), count(), weigh()):
        for line in lines:
            print(line, flush=True)  # noqa: T201  # a script
        print()  # noqa: T201


if __name__ == "__main__":
    main()
