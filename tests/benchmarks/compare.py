"""The solver and an integer programme on the same positions, side by side; and the memory that the solver takes.

    python -m tests.benchmarks.compare

Without the extra `bench`, the columns of the integer programme are empty.
"""

import argparse
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


def milliseconds(solve: Callable[[View], object], views: Sequence[View], repeat: int) -> list[float]:
    """The processor time that each position takes, the best of some attempts."""

    def once(view: View) -> float:
        start = process_time()
        solve(view)
        return (process_time() - start) * 1000

    once(views[0])
    return [min(once(view) for _ in range(repeat)) for view in views]


def megabytes(solve: Callable[[View], object], views: Sequence[View]) -> float:
    """The most memory that a position takes."""
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


def compare(repeat: int) -> Iterator[str]:
    """Most tiles, class by class: median and worst of both, in milliseconds, and the ratios."""
    programme = by_integer_programme()
    yield "| class | positions | median | worst | HiGHS median | HiGHS worst | ratio of medians | ratio of worsts |"
    yield "|---|---|---|---|---|---|---|---|"
    for kind in CLASSES:
        views = [known.view() for known in KNOWN if known.kind == kind]
        ours = milliseconds(rummikub.best_play, views, repeat)
        cells = [kind, f"{len(views)}", f"{median(ours):.2f}", f"{max(ours):.1f}"]
        if programme:
            theirs = milliseconds(programme, views, repeat)
            cells += [f"{median(theirs):.2f}", f"{max(theirs):.1f}"]
            cells += [f"1/{median(theirs) / median(ours):.1f}", f"1/{max(theirs) / max(ours):.1f}"]
        yield f"| {' | '.join(cells)} |"


def count(repeat: int) -> Iterator[str]:
    """Every play of 14 tiles on 40, in milliseconds."""
    yield "| every play, 14 tiles on 40 | positions | median | worst |"
    yield "|---|---|---|---|"
    for edition in ("hasbro-2007", "chiffres", "goliath"):
        names = ("plain-40-", "joker-40-")
        views = [known.view(PRESETS[edition]) for known in KNOWN if known.name.startswith(names)]
        ours = milliseconds(every_play, views, repeat)
        yield f"| {edition} | {len(views)} | {median(ours):.1f} | {max(ours):.1f} |"


def weigh() -> Iterator[str]:
    """The most memory that any call takes, in MB, hostile positions among them."""
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
    parser.add_argument("--repeat", type=int, default=3, help="how often each is timed (default: %(default)s)")
    repeat = parser.parse_args().repeat
    for lines in (compare(repeat), count(repeat), weigh()):
        for line in lines:
            print(line, flush=True)  # noqa: T201  # a script
        print()  # noqa: T201


if __name__ == "__main__":
    main()
