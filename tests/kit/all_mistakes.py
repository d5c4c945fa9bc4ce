"""Planted mistakes, and the verdict of `check_game` on each with default arguments.

python -m tests.kit.all_mistakes --only gin
"""

import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from rami.testing import Breach, check_game
from tests.kit import planted_fresh, planted_in_rare_positions, planted_okey, planted_sixty
from tests.kit.planted import MISTAKES, AnyGame

__all__ = ["MISTAKES", "SETS", "found", "missed", "planted_in_rare_positions", "planted_okey"]

SETS: Mapping[str, tuple[str, ...]] = {
    "small games, Gin, Okey": tuple(
        name
        for name in MISTAKES
        if name not in (*planted_fresh.PLANTED, *planted_sixty.PLANTED) and not name.startswith("rummy")
    ),
    "card rummy": tuple(
        name
        for name in MISTAKES
        if name not in (*planted_fresh.PLANTED, *planted_sixty.PLANTED) and name.startswith("rummy")
    ),
    "five games": planted_fresh.PLANTED,
    "sixty more": planted_sixty.PLANTED,
}
"""Names of the mistakes, by set."""


def hurry(patch: Callable[[object, str, object], object]) -> None:
    """Let the limit of time of a call pass fast, for the mistake that never comes back."""
    timer = signal.setitimer
    patch(signal, "setitimer", lambda which, first, again=0.0: timer(which, first / 40, again / 40))


def found(game: AnyGame) -> tuple[str, float]:
    """Return the breach that `check_game` finds in a game, or "", and the processor time in seconds."""
    start, said = time.process_time(), ""
    try:
        check_game(game)
    except Breach as breach:
        said = str(breach)
    return said, time.process_time() - start


def missed(names: Iterable[str]) -> list[str]:
    """Return the mistakes that are not found, and print what is said of the others."""
    not_found: list[str] = []
    for name in names:
        said, seconds = found(MISTAKES[name])
        sys.stdout.write(f"{seconds:6.1f} s  {name}: {said[:160].partition(chr(10))[0] or 'NOT FOUND'}\n")
        sys.stdout.flush()
        if not said:
            not_found.append(name)
    return not_found


def main() -> None:
    """Try the mistakes."""
    parser = ArgumentParser(prog="python -m tests.kit.all_mistakes", description=__doc__)
    parser.add_argument("--part", type=int, default=1, help="try one mistake of so many (default: all)")
    parser.add_argument("--only", default="", help="a part of the names")
    options = parser.parse_args()
    hurry(setattr)
    for title, names in SETS.items():
        chosen = [name for name in islice(names, 0, None, options.part) if options.only in name]
        not_found = missed(chosen)
        sys.stdout.write(f"{title}: {len(chosen) - len(not_found)} of {len(chosen)} found; not: {not_found}\n")


if __name__ == "__main__":
    main()
