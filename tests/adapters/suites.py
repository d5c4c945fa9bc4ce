"""PettingZoo's and OpenSpiel's own tests of every preset of every game: `python -m tests.adapters.suites`.

CI runs one preset of each game. This takes long, above all in Rummikub, whose plays are chosen in each of the ways.

    python -m pip install -e ".[adapters]" && python -m tests.adapters.suites --games gin rummikub --actions exact menu
"""

# The libraries have no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportArgumentType=false
# mypy: disable-error-code="no-untyped-call"

import argparse
import pickle
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import Any

import pyspiel
from pettingzoo.test import api_test, render_test, seed_test

from rami import rummikub
from rami.adapters import openspiel
from rami.adapters.encoding import CHOICES
from rami.adapters.pettingzoo import env
from rami.game import Game
from rami.games import GAMES


def cases(options: argparse.Namespace) -> Iterator[tuple[Game[Any, Any, Any, Any], str, str]]:
    """Yield each game, edition and way to choose a play that the options ask for."""
    for game in GAMES:
        for name in game.presets:
            if game.name not in options.games or name in options.without:
                continue
            if options.presets and name not in options.presets:
                continue
            for actions in CHOICES if game is rummikub.GAME else CHOICES[:1]:
                if actions in options.actions:
                    yield game, name, actions


def run(game: Game[Any, Any, Any, Any], rules: Any, actions: str, cycles: int) -> tuple[float, float]:
    """Run both suites, and return how long each took."""
    start = perf_counter()
    make = partial(env, game, rules=rules, actions=actions)
    api_test(make(), num_cycles=cycles)
    seed_test(make, num_cycles=cycles // 4)
    render_test(lambda render_mode: make(render_mode=render_mode), {"svg": lambda drawn: "<svg" in drawn})
    pickle.loads(pickle.dumps(make())).reset(seed=1)
    middle = perf_counter()
    made = openspiel.game(game, rules=rules, actions=actions)
    pyspiel.random_sim_test(made, num_sims=1, serialize=False, verbose=False)
    return middle - start, perf_counter() - middle


def main() -> None:
    """Run the suites, and print how long each took."""
    parser = argparse.ArgumentParser(description="The suites of PettingZoo and OpenSpiel.")
    names = [game.name for game in GAMES]
    parser.add_argument("--games", nargs="+", choices=names, default=names)
    parser.add_argument("--presets", nargs="+", help="the editions; all of them if none are named")
    parser.add_argument("--without", nargs="+", default=[], help="editions that are left out")
    parser.add_argument("--actions", nargs="+", choices=CHOICES, default=CHOICES, help="the ways to choose a play")
    parser.add_argument("--cycles", type=int, default=100, help="how many steps api_test plays")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    for game, name, actions in cases(options):
        zoo, spiel = run(game, game.presets[name], actions, options.cycles)
        sys.stdout.write(f"{game.name} {name}, {actions}: passed (PettingZoo {zoo:.0f} s, OpenSpiel {spiel:.0f} s)\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
