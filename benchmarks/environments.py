"""Steps a second through PettingZoo, beside the gin rummy of RLCard on the same machine.

    python -m pip install -e ".[pettingzoo,bench-gin]" && python -m benchmarks.environments

Every step observes, chooses uniformly among the legal actions, and acts. Each round has its turn of each row; the
figures are medians over rounds, and of processor time, so that other programs do not count.
"""

# The libraries have no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

import argparse
import sys
import warnings
from random import Random
from statistics import median
from time import process_time
from typing import Any

STEPS = {"rummikub": 1_000, "contracts": 5_000, "rummy": 5_000, "gin": 5_000}
"""The minimum number of steps of a round of a game."""


def of_rlcard() -> Any:
    """Return a function that plays a deal of RLCard and returns its steps."""
    import rlcard  # noqa: PLC0415  # an extra

    made: Any = rlcard.make("gin-rummy", config={"seed": 1})

    def play(seed: int) -> int:
        random, steps = Random(seed), 0
        state, _ = made.reset()
        while not made.is_over():
            state, _ = made.step(random.choice(list(state["legal_actions"])))
            steps += 1
        made.get_payoffs()
        return steps

    return play


def of_game(name: str) -> Any:
    """Return a function that plays a deal of a game and returns its steps."""
    from rami.adapters.pettingzoo import env  # noqa: PLC0415  # an extra
    from rami.games import game_named  # noqa: PLC0415

    made = env(game_named(name))

    def play(seed: int) -> int:
        random, steps = Random(seed), 0
        made.reset(seed=seed)
        while True:
            observed, _, over, _, _ = made.last()
            if over:
                return steps
            legal = observed["action_mask"].nonzero()[0]
            made.step(int(legal[int(random.random() * len(legal))]))
            steps += 1

    return play


def rate(play: Any, first: int, steps: int) -> float:
    """Return the steps per second over deals with at least this many steps."""
    done, seed, start = 0, first, process_time()
    while done < steps:
        done += play(seed)
        seed += 1
    return done / (process_time() - start)


def main() -> None:
    """Print the table."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description="Steps a second through PettingZoo, beside RLCard.")
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    rows = {"RLCard, gin-rummy": (of_rlcard(), 5_000)}
    rows |= {name: (of_game(name), steps) for name, steps in STEPS.items()}
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for number in range(rounds):
        for name, (play, steps) in rows.items():
            rates[name].append(rate(play, 1000 * number, steps))
    for name, each in rates.items():
        speed = median(each)
        beside = speed / median(rates["RLCard, gin-rummy"])
        sys.stdout.write(f"{name:20} {speed:8,.0f} steps a second  {beside:6.3f} times RLCard\n")


if __name__ == "__main__":
    main()
