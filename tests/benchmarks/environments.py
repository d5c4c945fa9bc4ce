"""Steps a second through PettingZoo, beside the gin rummy environment of RLCard in turns on the same machine.

    python -m pip install -e ".[pettingzoo,bench-gin]" && python -m tests.benchmarks.environments

Every step observes, chooses uniformly among the actions that the mask allows, and acts. RLCard may be in a Python of
its own, given by `--rlcard`; where it is not installed it is left out. The figures are medians over rounds, and of
processor time, so that other programs do not count.
"""

import argparse
import subprocess
import sys
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any

Deal = Callable[[int], int]
"""Plays a deal from a seed, and says how many steps it had."""

RLCARD = """
import random, sys, time
import rlcard
env, chance = rlcard.make("gin-rummy", config={"seed": int(sys.argv[1])}), random.Random(1)
start, steps = time.process_time(), 0
while steps < 20000:
    state, _ = env.reset()
    while not env.is_over():
        state, _ = env.step(chance.choice(list(state["legal_actions"])))
        steps += 1
    env.get_payoffs()
print(steps / (time.process_time() - start))
"""


def deals_of(name: str) -> Deal:
    """Deals of a game of the library, played at random through its environment."""
    from rami.adapters.pettingzoo import env  # noqa: PLC0415  # an extra
    from rami.games import GAMES  # noqa: PLC0415

    made = env(next(game for game in GAMES if game.name == name))

    def play(seed: int) -> int:
        random, steps = Random(seed), 0
        made.reset(seed=seed)
        while True:
            observed, _, over, _, _ = made.last()
            if over:
                return steps
            legal = observed["action_mask"].nonzero()[0]
            made.step(legal[int(random.random() * len(legal))])
            steps += 1

    return play


def rate(play: Deal, first: int, steps: int) -> float:
    """Steps a second over deals with so many steps at least."""
    done, seed, start = 0, first, process_time()
    while done < steps:
        done += play(seed)
        seed += 1
    return done / (process_time() - start)


def rlcard(python: str, seed: int) -> float:
    """Steps a second of RLCard, in a process of its own."""
    done = subprocess.run([python, "-c", RLCARD, str(seed)], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def main() -> None:
    """Print the table."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description="Steps a second through PettingZoo.")
    parser.add_argument("--games", nargs="+", default=["rummikub", "rummy", "gin", "contracts"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=10_000, help="how many steps a round has")
    parser.add_argument("--rlcard", default=sys.executable, help="a Python that has RLCard")
    options = parser.parse_args()
    found: dict[str, list[float]] = {}
    games: dict[str, Any] = {name: deals_of(name) for name in options.games}
    has_rlcard = options.rlcard != sys.executable or find_spec("rlcard") is not None
    for number in range(options.rounds):
        if has_rlcard:
            found.setdefault("RLCard, gin-rummy", []).append(rlcard(options.rlcard, number))
        for name, play in games.items():
            steps = options.steps // (10 if name == "rummikub" else 1)
            found.setdefault(f"rami, {name}", []).append(rate(play, 1000 * number, steps))
    base = median(found["RLCard, gin-rummy"]) if has_rlcard else None
    for name, rates in found.items():
        beside = f"  {median(rates) / base:5.2f} times RLCard" if base else ""
        sys.stdout.write(f"{name:20} {median(rates):8,.0f} steps a second{beside}\n")


if __name__ == "__main__":
    main()
