"""All players of the library against each other, in every game: `python -m tests.benchmarks.players FOLDER`.

Each pair plays the same deals from both seats. What is done is kept in the folder after every block of deals, so that
the same command goes on from there; with more `--deals`, to more of them.

    python -m tests.benchmarks.players table                              # the table of the docs
    python -m tests.benchmarks.players table --games gin --pairs search:greedy --deals 300
"""

import argparse
import pickle
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from rami.game import Game
from rami.games import GAMES
from rami.players import greedy_player, quick_player, random_player, search_player, thoughtful_player
from rami.simulate import Comparison, Estimate, compare

BLOCK = 10
"""How many deals are played before they are kept."""


class Timed:
    """A player, with the processor time of each of its moves."""

    def __init__(self, name: str, player: Callable[[Any, Random], Any]) -> None:
        self.__name__ = name
        self.player = player
        self.seconds: list[float] = []

    def __call__(self, view: Any, random: Random) -> Any:
        start = process_time()
        move = self.player(view, random)
        self.seconds.append(process_time() - start)
        return move


def interval(gain: Estimate) -> str:
    """Return the points a deal as a table has them, with their interval."""
    return f"{gain.mean:+.1f} ({gain.low:+.1f} to {gain.high:+.1f})".replace("-", "\N{MINUS SIGN}")


def row(game: Game, players: list[Timed], deals: int, seed: int, path: Path) -> str:
    """Play what is missing of a pair, and return its row."""
    found: Comparison | None = None
    one, other = players
    if path.exists():
        found, one.seconds = pickle.loads(path.read_bytes())
    while found is None or found.deals < deals:
        done = 0 if found is None else found.deals
        found = compare(game, players, deals=min(deals, done + BLOCK), seed=seed, resume=found)
        path.write_bytes(pickle.dumps((found, one.seconds)))
        sys.stderr.write(f"{path.stem}: {found.deals}/{deals}\n")
    gain, wins = found.differences[0].points, found.wins[0]
    pair = f"`{one.__name__}` over `{other.__name__}`"
    cost = f"{1000 * median(one.seconds):.1f} ms"
    return f"| {game.name} | {pair} | {found.deals} | {interval(gain)} | {100 * wins.mean:.0f} % | {cost} |"


def main() -> None:
    """Print the table."""
    games = {game.name: game for game in GAMES}
    every = [":".join(pair) for pair in combinations(("search", "thoughtful", "greedy", "quick", "random"), 2)]
    parser = argparse.ArgumentParser(description="All players against each other.")
    parser.add_argument("folder", type=Path, help="where the deals are kept")
    parser.add_argument("--games", nargs="+", choices=games, default=list(games))
    parser.add_argument("--pairs", nargs="+", choices=every, default=every)
    parser.add_argument("--deals", type=int, default=100, help="how many deals, each from both seats")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the deals")
    parser.add_argument("--playouts", type=int, default=24, help="what a move of `search` may cost")
    options = parser.parse_args()
    players: dict[str, Callable[[Any, Random], Any]] = {
        "random": random_player,
        "quick": quick_player,
        "greedy": greedy_player,
        "thoughtful": thoughtful_player,
        "search": search_player(playouts=options.playouts),
    }
    options.folder.mkdir(parents=True, exist_ok=True)
    sys.stdout.write(
        "| game | players | deals | points a deal | wins | a move of the first |\n|---|---|---|---|---|---|\n"
    )
    for game in options.games:
        for pair in options.pairs:
            seated = [Timed(name, players[name]) for name in pair.split(":")]
            path = options.folder / f"{game}-{pair.replace(':', '-')}-{options.seed}.pickle"
            sys.stdout.write(row(games[game], seated, options.deals, options.seed, path) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
