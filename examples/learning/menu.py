"""Learn which play of the menu to take in Rummikub, against `random_player`, with NumPy alone.

    python -m pip install rami numpy
    python examples/learning/menu.py --seed 1

Each option of the menu is five numbers, and the same five weights say how good an option is. After each batch of deals
the options of the deals that brought more points than the mean become likelier, as in `learn.py`. Each deal is played
from both seats, so that the luck of the deal counts for little.
"""

# NumPy need not be installed where this is checked:
# pyright: basic, reportMissingImports=false

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from rami import rummikub
from rami.adapters.encoding import actions
from rami.players import random_player

DEALS, BATCH, RATE = 200, 20, 0.5
"""The deals from which it learns, those of a batch, and how far the weights move after it."""

NUMBERS = ("tiles", "points", "jokers", "broken", "draw")
"""What is known of an option: what it lays, the melds of the table that it breaks, and whether it lays nothing."""

MENU = actions(rummikub.GAME, rummikub.DEFAULT, "menu")


def moves(view: rummikub.View) -> list[Any]:
    """Return the moves of the menu."""
    return [option() if callable(option) else option for option in MENU.options(view).values()]


def numbers(view: rummikub.View, move: rummikub.Move) -> list[float]:
    """Return what is known of an option, each about 1 at most."""
    if not isinstance(move, rummikub.Play):
        return [0, 0, 0, 0, 1]
    tiles = rummikub.played_tiles(view, move)
    points = sum(tile.number for tile in tiles)
    jokers = sum(tile.is_joker for tile in tiles)
    broken = sum(meld not in move.table for meld in view.table)
    return [len(tiles) / 10, points / 50, jokers, broken / 5, 0]


class Learner:
    """A policy: the weights of the numbers of an option."""

    def __init__(self, seed: int) -> None:
        self.chance, self.random = np.random.default_rng(seed), Random(seed)
        self.weights = np.zeros(len(NUMBERS))

    def choose(self, view: rummikub.View) -> tuple[rummikub.Move, Any]:
        """Return a move, and what would favour it."""
        options = moves(view)
        known = np.array([numbers(view, move) for move in options])
        liking = known @ self.weights
        odds = np.exp(liking - liking.max())
        odds /= odds.sum()
        chosen = self.chance.choice(len(options), p=odds)
        return options[chosen], known[chosen] - odds @ known

    def deal(self, seed: int, seat: int) -> tuple[int, Any]:
        """Play a deal; return the points gained on the random player, and what would favour the moves."""
        state, favoured = rummikub.new_game(2, seed=seed), np.zeros(len(NUMBERS))
        while not state.is_over:
            view = rummikub.observe(state, state.current_player)
            if view.player == seat:
                move, more = self.choose(view)
                favoured += more
            else:
                move = random_player(view, self.random)
            state = rummikub.apply(state, move)
        result = rummikub.result(state)
        assert result is not None  # the deal is over
        return result.scores[seat] - result.scores[1 - seat], favoured

    def play(self, deals: int) -> tuple[Any, Any]:
        """Play deals from both seats; return the points gained in each, and what would favour its moves."""
        seeds = self.chance.integers(2**31, size=deals // 2)
        played = [self.deal(int(seed), seat) for seed in seeds for seat in (0, 1)]
        return np.array([gained for gained, _ in played]), np.array([favoured for _, favoured in played])

    def learn(self, deals: int) -> Iterator[float]:
        """Learn from so many deals; yield the mean of the points gained after each batch."""
        for _ in range(deals // BATCH):
            gained, favoured = self.play(BATCH)
            gradient = (gained - gained.mean()) @ favoured
            self.weights += RATE * gradient / max(1e-9, np.linalg.norm(gradient))
            yield float(gained.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn which play of the menu to take in Rummikub.")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    learner, say = Learner(options.seed), sys.stdout.write

    def show(when: str) -> None:
        gained, _ = learner.play(100)
        say(f"{when}: {(gained > 0).sum()} of 100 deals won, {gained.mean():+.0f} points a deal\n")

    show("before")
    for number, gained in enumerate(learner.learn(options.deals), 1):
        say(f"{number * BATCH:5} deals: {gained:+.0f} points a deal\n")
        sys.stdout.flush()
    say(", ".join(f"{name} {weight:+.2f}" for name, weight in zip(NUMBERS, learner.weights, strict=True)) + "\n")
    show("after")


if __name__ == "__main__":
    main()
