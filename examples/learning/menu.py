"""Learn which play of the menu to take in Rummikub, against `greedy_player`, with NumPy alone.

    python -m pip install rami numpy
    python examples/learning/menu.py --seed 1

Each option of the menu is five numbers, and the same five weights say how good an option is. After each batch of deals
the options of the deals that brought more points than the mean become likelier, as in `learn.py`. Each deal is played
from both seats and counts as one, so that the luck of the deal counts for little. `--rival` names another player.
"""

# NumPy need not be installed where this is checked:
# pyright: basic, reportMissingImports=false

import argparse
import sys
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np

from rami import rummikub
from rami.adapters.encoding import actions
from rami.players import Player, greedy_player, random_player

DEALS, BATCH, TEST, RATE = 320, 40, 200, 0.5
"""The deals from which it learns, those of a batch, those of the test, and how far the weights move after a batch."""

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


RIVALS: Mapping[str, Player[Any, Any]] = {"greedy": greedy_player, "random": random_player}
"""The players to learn against: one that always lays the most tiles, and one that lays any."""


class Learner:
    """A policy: the weights of the numbers of an option."""

    def __init__(self, seed: int, rival: Player[Any, Any] = greedy_player) -> None:
        self.chance, self.random, self.rival = np.random.default_rng(seed), Random(seed), rival
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
        """Play a deal; return the points gained on the rival, and what would favour the moves."""
        state, favoured = rummikub.new_game(2, seed=seed), np.zeros(len(NUMBERS))
        while not state.is_over:
            view = rummikub.observe(state, state.current_player)
            if view.player == seat:
                move, more = self.choose(view)
                favoured += more
            else:
                move = self.rival(view, self.random)
            state = rummikub.apply(state, move)
        result = rummikub.result(state)
        assert result is not None  # the deal is over
        return result.scores[seat] - result.scores[1 - seat], favoured

    def play(self, deals: int) -> tuple[Any, Any]:
        """Play deals, each from both seats; return the points gained from either, and what would favour the moves."""
        seeds = self.chance.integers(2**31, size=deals // 2)
        played = [[self.deal(int(seed), seat) for seat in (0, 1)] for seed in seeds]
        gained = np.array([[points for points, _ in pair] for pair in played])
        return gained, np.array([sum(favoured for _, favoured in pair) for pair in played])

    def learn(self, deals: int) -> Iterator[float]:
        """Learn from so many deals; yield the mean of the points gained after each batch."""
        for _ in range(deals // BATCH):
            gained, favoured = self.play(BATCH)
            pairs = gained.mean(axis=1)
            gradient = (pairs - pairs.mean()) @ favoured
            self.weights += RATE * gradient / max(1e-9, np.linalg.norm(gradient))
            yield float(pairs.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn which play of the menu to take in Rummikub.")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rival", choices=RIVALS, default="greedy")
    options = parser.parse_args()
    learner, say = Learner(options.seed, RIVALS[options.rival]), sys.stdout.write

    def show(when: str) -> None:
        gained, _ = learner.play(TEST)
        pairs = gained.mean(axis=1)
        within = 1.96 * pairs.std(ddof=1) / len(pairs) ** 0.5
        won = (gained > 0).sum()
        say(f"{when}: {won} of {gained.size} deals won, {pairs.mean():+.1f} ± {within:.1f} points a deal\n")

    show("before")
    for number, gained in enumerate(learner.learn(options.deals), 1):
        say(f"{number * BATCH:5} deals: {gained:+.0f} points a deal\n")
        sys.stdout.flush()
    say(", ".join(f"{name} {weight:+.2f}" for name, weight in zip(NUMBERS, learner.weights, strict=True)) + "\n")
    show("after")


if __name__ == "__main__":
    main()
