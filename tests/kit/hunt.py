"""Planted mistakes, and what `check_game` says of each with default arguments.

python -m tests.kit.hunt --part 10
"""

import argparse
import sys
import time

from rami.testing import Breach, check_game
from tests.kit import planted, planted_finer, planted_fresh, planted_okey
from tests.kit.planted import AnyGame

MISTAKES = planted.MISTAKES
"""All mistakes by name, each with the game that makes it."""


__all__ = ["MISTAKES", "found", "planted_finer", "planted_fresh", "planted_okey"]


def found(game: AnyGame, seed: int = 0) -> tuple[str, float]:
    """Return what `check_game` says of a game, "" for nothing, and the seconds of processor time it took."""
    start = time.process_time()
    try:
        check_game(game, seeds=(seed, seed + 1))
    except Breach as breach:
        return str(breach), time.process_time() - start
    return "", time.process_time() - start


def main(arguments: list[str] | None = None) -> int:
    """Try the mistakes; return 1 if more than one in twenty is not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.hunt", description=__doc__)
    parser.add_argument("--part", type=int, default=1, help="try one mistake of so many (default: all)")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first of them")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--only", default="", help="a part of the names")
    options = parser.parse_args(arguments)
    chosen = [name for name in list(MISTAKES)[options.first :: options.part] if options.only in name]
    missed: list[str] = []
    for name in chosen:
        said, seconds = found(MISTAKES[name], options.seed)
        sys.stdout.write(f"{seconds:6.1f} s  {name}: {said[:160] or 'NOT FOUND'}\n")
        sys.stdout.flush()
        if not said:
            missed.append(name)
    sys.stdout.write(f"{len(chosen) - len(missed)} of {len(chosen)} found; not: {', '.join(missed)}\n")
    return int(len(missed) > len(chosen) // 20)


if __name__ == "__main__":
    sys.exit(main())
