"""`python -m rami.testing --moves 1000000`: the promises of all games, asserted over so many random moves."""

import argparse
import sys
from itertools import count

from rami.game import Game
from rami.games import GAMES
from rami.testing.conformance import check_game
from rami.testing.counting import seats


def main(arguments: list[str] | None = None) -> None:
    """Play deals of all presets in turn, until so many moves were made; stop at the first broken promise."""
    parser = argparse.ArgumentParser(prog="python -m rami.testing", description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000_000, help="how many moves (default: %(default)s)")
    parser.add_argument("--game", choices=[game.name for game in GAMES], help="one game only")
    parser.add_argument("--preset", help="one preset only")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    options = parser.parse_args(arguments)
    chosen: list[tuple[Game, str]] = [
        (game, name)
        for game in GAMES
        for name in game.presets
        if options.game in (None, game.name) and options.preset in (None, name)
    ]
    if not chosen:
        parser.error(f"there is no preset {options.preset}")
    deals = made = 0
    turns = ((seed, game, name) for seed in count(options.seed) for game, name in chosen)
    while made < options.moves:
        seed, game, name = next(turns)
        players = _players(game, name, seed)
        found = check_game(game, rules=game.presets[name], players=players, seeds=[seed])
        deals, made = deals + found.deals, made + found.moves
        sys.stdout.write(f"{made:>9} moves, {deals} deals: {game.name} {name}, {players} players, seed {seed}\n")
        sys.stdout.flush()
    sys.stdout.write("Every promise was kept.\n")


def _players(game: Game, preset: str, seed: int) -> int:
    """How many play: all numbers take their turns."""
    numbers = seats(game, game.presets[preset])
    return numbers[seed % len(numbers)]


if __name__ == "__main__":
    main()
