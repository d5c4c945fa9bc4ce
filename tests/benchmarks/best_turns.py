"""The best turn against the greedy player, in points a deal: `python -m tests.benchmarks.best_turns`.

They play the same deals in every seating, as few as the edition allows. The advised turn is played to its end.

    python -m tests.benchmarks.best_turns rummy:horesca gin:gin --deals 400
"""

import argparse
import sys
from random import Random
from typing import Any

from rami.game import Game
from rami.games import GAMES
from rami.players import greedy_player
from rami.simulate import compare
from rami.testing.perft import player_counts as seats
from tests.benchmarks.players import interval


class Advised:
    """A player that makes each turn as `best_turn` says at its beginning."""

    def __init__(self, game: Game[Any, Any, Any, Any]) -> None:
        self.game = game
        self.rest: list[Any] = []

    def for_deal(self) -> "Advised":
        return Advised(self.game)

    def __call__(self, view: Any, _: Random) -> Any:
        assert self.game.best_turn is not None
        if not self.rest:
            self.rest = list(self.game.best_turn(view))
        return self.rest.pop(0)

    def watch(self, event: object) -> None:
        """What the others do between two turns changes no turn that has begun."""

    def end(self, view: object, result: object) -> None:
        """Nothing is left to do."""


def main() -> None:
    """Print a row of the table for each edition."""
    games = {game.name: game for game in GAMES}
    every = [f"{game.name}:{name}" for game in GAMES for name in game.presets]
    parser = argparse.ArgumentParser(description="The best turn against the greedy player.")
    parser.add_argument("editions", nargs="*", default=[], metavar="GAME:EDITION", help="all, if none is named")
    parser.add_argument("--deals", type=int, default=300, help="how many deals, each from both seats")
    options = parser.parse_args()
    for edition in options.editions or every:
        name, _, preset = edition.partition(":")
        game = games[name]
        rules = game.presets[preset]
        players: list[Any] = [Advised(game), *[greedy_player] * (seats(game, rules)[0] - 1)]
        found = compare(game, players, rules=rules, deals=options.deals, seed=1)
        gain = found.differences[0].points
        wins = f"{100 * found.wins[0].mean:.0f} %"
        sys.stdout.write(f"| {name} | `{preset}` | {options.deals} | {interval(gain)} | {wins} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
