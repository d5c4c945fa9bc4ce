"""Steps a second through PettingZoo and OpenSpiel, beside the gin rummy environment of RLCard on the same machine.

    python -m pip install -e ".[adapters,bench-gin]" && python -m tests.benchmarks.environments

Every step observes, chooses uniformly among the legal actions, and acts. In OpenSpiel the pieces that chance deals and
draws count as no steps, though their time does. Each round has its turn of each row; the figures are medians over
rounds, and of processor time, so that other programs do not count. RLCard may be in a Python of its own, given by
`--rlcard`; where it is not installed it is left out.
"""

import argparse
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any

Deal = Callable[[int], int]
"""Plays a deal from a seed, and returns the number of its steps."""

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


def through_pettingzoo(name: str, actions: str = "exact") -> Deal:
    """Return random deals through `env`."""
    from rami.adapters.pettingzoo import env  # noqa: PLC0415  # an extra
    from rami.games import GAMES  # noqa: PLC0415

    made = env(next(game for game in GAMES if game.name == name), actions=actions)

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


def through_openspiel(name: str) -> Deal:
    """Return random deals through a game of OpenSpiel."""
    from rami.adapters import openspiel  # noqa: PLC0415  # an extra
    from rami.games import GAMES  # noqa: PLC0415

    made: Any = openspiel.game(next(game for game in GAMES if game.name == name))

    def play(seed: int) -> int:
        random, steps = Random(seed), 0
        state = made.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                kinds, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(kinds, odds)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        state.returns()
        return steps

    return play


ROWS: dict[str, tuple[Callable[[], Deal], int]] = {
    "card Rami": (partial(through_pettingzoo, "rummy"), 10_000),
    "Gin": (partial(through_pettingzoo, "gin"), 10_000),
    "contracts": (partial(through_pettingzoo, "contracts"), 10_000),
    "Rummikub, exact": (partial(through_pettingzoo, "rummikub"), 1_000),
    "Rummikub, menu": (partial(through_pettingzoo, "rummikub", "menu"), 1_000),
    "Rummikub, free": (partial(through_pettingzoo, "rummikub", "free"), 3_000),
    "OpenSpiel, card Rami": (partial(through_openspiel, "rummy"), 5_000),
    "OpenSpiel, Gin": (partial(through_openspiel, "gin"), 5_000),
}
"""The rows of the table: what plays, and how many steps a round has at least."""


def rate(play: Deal, first: int, steps: int) -> float:
    """Return the steps a second over deals with so many steps at least."""
    done, seed, start = 0, first, process_time()
    while done < steps:
        done += play(seed)
        seed += 1
    return done / (process_time() - start)


def rlcard(python: str, seed: int) -> float:
    """Return the steps a second of RLCard, in a process of its own."""
    done = subprocess.run([python, "-c", RLCARD, str(seed)], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def main() -> None:
    """Print the table."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description="Steps a second through PettingZoo and OpenSpiel.")
    parser.add_argument("--rows", nargs="+", default=list(ROWS), choices=list(ROWS), metavar="ROW")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rlcard", default=sys.executable, help="a Python that has RLCard")
    options = parser.parse_args()
    found: dict[str, list[float]] = {}
    rows = {name: (ROWS[name][0](), ROWS[name][1]) for name in options.rows}
    has_rlcard = options.rlcard != sys.executable or find_spec("rlcard") is not None
    for number in range(options.rounds):
        if has_rlcard:
            found.setdefault("RLCard, gin-rummy", []).append(rlcard(options.rlcard, number))
        for name, (play, steps) in rows.items():
            found.setdefault(name, []).append(rate(play, 1000 * number, steps))
    base = median(found["RLCard, gin-rummy"]) if has_rlcard else None
    for name, rates in found.items():
        beside = f"  {median(rates) / base:6.3f} times RLCard" if base else ""
        sys.stdout.write(f"{name:22} {median(rates):8,.0f} steps a second{beside}\n")


if __name__ == "__main__":
    main()
