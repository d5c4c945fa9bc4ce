"""Planted mistakes, and the verdict of `check_game` on each with default arguments.

python -m tests.kit.all_mistakes --only gin
"""

import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from itertools import islice

from rami.testing import Breach, check_game
from tests.kit import (
    mistakes_in_card_rummy,
    mistakes_in_card_swap_game,
    mistakes_in_counting_game,
    mistakes_in_gin,
    mistakes_in_okey,
    mistakes_in_rummikub,
    mistakes_in_two_ranks,
)
from tests.kit.planting import MISTAKES, AnyGame

__all__ = ["MISTAKES", "MODULES", "NOT_FOUND", "found", "missed", "shorten_time_limit"]

MODULES = (
    mistakes_in_counting_game,
    mistakes_in_card_swap_game,
    mistakes_in_two_ranks,
    mistakes_in_gin,
    mistakes_in_okey,
    mistakes_in_card_rummy,
    mistakes_in_rummikub,
)
"""The modules that plant the mistakes."""


NOT_FOUND = (
    # No deal of the kit has a hand of seven pairs.
    "okey: pairs are not listed",
    "okey: the event of pairs raises",
    # Few deals have a draw of a tile that is known already: 40 seeds show the mistake.
    "okey: a drawn copy of a known tile is known",
    # No deal of the kit has a pass of Rummikub.
    "rummikub: passes are not counted",
    # The kit counts the pieces at each place, but not the pairs of pieces at two places.
    "gin: the top cards of the stock have one suit",
)
"""The mistakes that `check_game` does not find."""


def shorten_time_limit(patch: Callable[[object, str, object], object]) -> None:
    """Shorten the time limit of calls, for the mistake that never returns."""
    timer = signal.setitimer
    patch(signal, "setitimer", lambda which, first, again=0.0: timer(which, first / 40, again / 40))


def found(game: AnyGame) -> tuple[str, float]:
    """Return the breach that `check_game` finds in a game, or "", and the processor time in seconds."""
    start, message = time.process_time(), ""
    try:
        check_game(game)
    except Breach as breach:
        message = str(breach)
    return message, time.process_time() - start


def missed(names: Iterable[str]) -> list[str]:
    """Return the mistakes that are not found, and print the breach of each of the others."""
    not_found: list[str] = []
    for name in names:
        message, seconds = found(MISTAKES[name])
        sys.stdout.write(f"{seconds:6.1f} s  {name}: {message[:160].partition(chr(10))[0] or 'NOT FOUND'}\n")
        sys.stdout.flush()
        if not message:
            not_found.append(name)
    return not_found


def main() -> None:
    """Try the mistakes."""
    parser = ArgumentParser(prog="python -m tests.kit.all_mistakes", description=__doc__)
    parser.add_argument("--part", type=int, default=1, help="try one mistake in so many (default: every mistake)")
    parser.add_argument("--only", default="", help="a part of the names")
    options = parser.parse_args()
    shorten_time_limit(setattr)
    chosen = [name for name in islice(MISTAKES, 0, None, options.part) if options.only in name]
    not_found = missed(chosen)
    sys.stdout.write(f"{len(chosen) - len(not_found)} of {len(chosen)} found; not found: {not_found}\n")
    if unexpected := [name for name in not_found if name not in NOT_FOUND]:
        sys.exit(f"no longer found: {unexpected}")


if __name__ == "__main__":
    main()
