"""All players of the library against each other, in every game: `python -m tests.benchmarks.players`.

Each pair of players plays the same deals from both seats. What `search_player` may spend is set by the time that a move
took it in a trial on this machine: processor time, so that other programs do not decide who is the better player.

    python -m tests.benchmarks.players                                    # the table of the docs
    python -m tests.benchmarks.players --games gin --pairs search:greedy --deals 100
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from time import process_time
from typing import Any

from rami.game import Game
from rami.games import GAMES
from rami.players import greedy_player, quick_player, random_player, search_player, thoughtful_player
from rami.simulate import compare, play

FEW = {"random": 60}
"""How many deals are enough where the difference is plain."""


class Timed:
    """A player, with the time that its moves take."""

    def __init__(self, player: Callable[[Any, Random], Any]) -> None:
        self.player = player
        self.seconds = 0.0
        self.moves = 0

    def __call__(self, view: Any, random: Random) -> Any:
        start = process_time()
        move = self.player(view, random)
        self.seconds += process_time() - start
        self.moves += 1
        return move

    @property
    def mean(self) -> float:
        return self.seconds / max(1, self.moves)


def affordable(game: Game, seconds: float) -> int:
    """How many playouts a move may cost to take so long in the mean: found in a trial."""
    playouts = 40
    for seed in range(2):
        timed = Timed(search_player(playouts=playouts))
        play(game, [timed, greedy_player], seed=seed)
        playouts = max(2, min(10**5, round(playouts * seconds / timed.mean)))
    return playouts


def rows(game: Game, pairs: list[tuple[str, str]], deals: int, playouts: int) -> Iterator[str]:
    """The row of each pair."""
    players: dict[str, Callable[[Any, Random], Any]] = {
        "random": random_player,
        "quick": quick_player,
        "greedy": greedy_player,
        "thoughtful": thoughtful_player,
        "search": search_player(playouts=playouts),
    }
    for one, other in pairs:
        timed = [Timed(players[name]) for name in (one, other)]
        count = min(deals, *(FEW.get(name, deals) for name in (one, other)))
        found = compare(game, timed, deals=count, seed=1, progress=shown)
        gain, wins = found.differences[0].points, found.wins[0]
        points = f"{gain.mean:+.1f} ({gain.low:+.1f} to {gain.high:+.1f})"
        cost = f"{1000 * timed[0].mean:.1f} ms" + (f", {playouts} playouts" if one == "search" else "")
        yield f"| {game.name} | `{one}` over `{other}` | {count} | {points} | {100 * wins.mean:.0f} % | {cost} |"


def shown(done: int, total: int) -> None:
    """How far it is, for a person who waits."""
    sys.stderr.write(f"\r{done}/{total} " + ("\n" if done == total else ""))


def main() -> None:
    """Print the table."""
    games = {game.name: game for game in GAMES}
    every = [":".join(pair) for pair in combinations(("search", "thoughtful", "greedy", "quick", "random"), 2)]
    parser = argparse.ArgumentParser(description="All players against each other.")
    parser.add_argument("--games", nargs="+", choices=games, default=list(games))
    parser.add_argument("--pairs", nargs="+", choices=every, default=every)
    parser.add_argument("--deals", type=int, default=100, help="how many deals, each from both seats")
    parser.add_argument("--seconds", type=float, default=0.2, help="what a move may cost search_player in the mean")
    parser.add_argument("--playouts", type=int, help="its budget itself, as found in an earlier trial")
    options = parser.parse_args()
    sys.stdout.write(
        "| game | players | deals | points a deal | wins | a move of the first |\n|---|---|---|---|---|---|\n"
    )
    pairs = [tuple(pair.split(":")) for pair in options.pairs]
    for name in options.games:
        playouts = options.playouts or (affordable(games[name], options.seconds) if "search" in str(pairs) else 2)
        for row in rows(games[name], pairs, options.deals, playouts):
            sys.stdout.write(row + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
