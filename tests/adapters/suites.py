"""PettingZoo's and OpenSpiel's own tests of every preset of every game: `python -m tests.adapters.suites`.

CI runs one preset of each game. This takes long, above all in Rummikub.

    python -m pip install -e ".[adapters]" && python -m tests.adapters.suites --games gin rummy
"""

# The libraries have no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportArgumentType=false
# mypy: disable-error-code="no-untyped-call"

import argparse
import sys
import warnings
from time import perf_counter

import pyspiel
from pettingzoo.test import api_test, render_test, seed_test

from rami.adapters import openspiel
from rami.adapters.pettingzoo import env
from rami.games import GAMES


def main() -> None:
    """Run the suites, and say how long each took."""
    parser = argparse.ArgumentParser(description="The suites of PettingZoo and OpenSpiel.")
    parser.add_argument("--games", nargs="+", choices=[game.name for game in GAMES])
    parser.add_argument("--presets", nargs="+", help="the editions; all of them if none are named")
    parser.add_argument("--without", nargs="+", default=[], help="editions that are left out")
    parser.add_argument("--cycles", type=int, default=100, help="how many steps api_test plays")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    for game in GAMES:
        if options.games and game.name not in options.games:
            continue
        for name, rules in game.presets.items():
            if name in options.without or (options.presets and name not in options.presets):
                continue
            start = perf_counter()
            api_test(env(game, rules=rules), num_cycles=options.cycles)
            seed_test(lambda game=game, rules=rules: env(game, rules=rules), num_cycles=options.cycles // 4)
            render_test(
                lambda render_mode, game=game, rules=rules: env(game, rules=rules, render_mode=render_mode),
                {"svg": lambda drawn: "<svg" in drawn},
            )
            middle = perf_counter()
            pyspiel.random_sim_test(openspiel.game(game, rules=rules), num_sims=1, serialize=False, verbose=False)
            took = f"PettingZoo {middle - start:.0f} s, OpenSpiel {perf_counter() - middle:.0f} s"
            sys.stdout.write(f"{game.name} {name}: passed ({took})\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
