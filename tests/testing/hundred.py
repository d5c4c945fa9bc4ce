"""A hundred mistakes planted in Okey, Gin and small games: how many `check_game` finds with default arguments.

python -m tests.testing.hundred --part 10
"""

import argparse
import sys
import time
from collections.abc import Mapping

from examples.okey import okey
from rami import gin
from rami.testing import Breach, check_game
from tests.fourth import GAME as COUNTING
from tests.testing import planted_okey
from tests.testing.planted import AnyGame
from tests.testing.planted_finer import MISTAKES as OTHERS

MOST_SECONDS = 60.0
"""The seconds of work in which a mistake has to be found."""

REASONS: Mapping[str, str] = {
    "the stock is turned when it is short": "the hidden order is as random as before: nobody could tell",
    "a crash without a discard to take": "the left neighbour has always just discarded: it cannot happen",
    "a loser loses too much": "a rule that is another one throughout: the game's own tests of its score find it",
}
"""The mistakes that cannot be found from outside, each with the reason."""


def mistakes() -> dict[str, AnyGame]:
    """Return all mistakes by name, each with the game that makes it."""
    others = {f"{game.name}: {what}": game for what, (game, _) in OTHERS.items() if game.name != "rummy"}
    return {**{f"okey: {what}": game for what, game in planted_okey.MISTAKES.items()}, **others}


def found(game: AnyGame, seed: int = 0) -> tuple[str, float]:
    """Return what `check_game` says of a game, "" for nothing, and the seconds of work it took."""
    start = time.process_time()
    try:
        check_game(game, seeds=(seed, seed + 1))
    except Breach as breach:
        return breach.broken, time.process_time() - start
    return "", time.process_time() - start


def main(arguments: list[str] | None = None) -> int:
    """Try the mistakes and the games without any; return 1 if too few are found, or one too many."""
    parser = argparse.ArgumentParser(prog="python -m tests.testing.hundred", description=__doc__)
    parser.add_argument("--part", type=int, default=1, help="try one mistake of so many (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    options = parser.parse_args(arguments)
    chosen = list(mistakes().items())[:: options.part]
    missed: list[str] = []
    for what, game in chosen:
        broken, seconds = found(game, options.seed)
        _say(f"{seconds:6.1f} s  {what}: {broken[:150] or 'NOT FOUND'}")
        if not broken or seconds > MOST_SECONDS:
            missed.append(f"{what} ({REASONS.get(what.partition(': ')[2], 'nobody knows why')})")
    alarms = [game.name for game in (okey.GAME, gin.GAME, COUNTING) if found(game, options.seed)[0]]
    _say(f"{len(chosen) - len(missed)} of {len(chosen)} found; not: {', '.join(missed)}; false alarms: {alarms}")
    return int(bool(alarms) or len(missed) > len(chosen) // 20)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
