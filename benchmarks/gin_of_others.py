"""Random legal playouts of card Rami and of Gin, and of the gin rummy of RLCard and OpenSpiel, in turns on one machine.

    python -m pip install -e ".[bench-gin]" && python -m benchmarks.gin_of_others

Every playout goes from the shuffle to the result, and chooses uniformly among the legal moves. Engines that are not
installed are left out. Card Rami is another game than gin rummy, with melds laid on the way; what is alike is a hand
from which a card is drawn and discarded. Here every move is checked, and every position is a value of its own.
"""

import argparse
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any

from rami import gin, rummy
from rami.game import Game

Playout = Callable[[int], int]
"""Plays a deal from a seed, and says how many moves it had."""


def rami(game: Game[Any, Any, Any, Any], edition: str) -> Playout:
    rules = game.presets[edition]

    def play(seed: int) -> int:
        random, moves = Random(seed), 0
        state = game.new_game(2, rules, seed=seed)
        while not state.is_over:
            state = game.apply(state, random.choice(list(game.legal_moves(state))))
            moves += 1
        assert game.result(state) is not None
        return moves

    return play


def rlcard() -> Playout:
    """`GinRummyGame` as its environment drives it: the legal actions of the judge, then a step."""
    game: Any = import_module("rlcard.games.gin_rummy.game").GinRummyGame()
    numpy: Any = import_module("numpy")

    def play(seed: int) -> int:
        random, moves = Random(seed), 0
        game.np_random = numpy.random.RandomState(seed)
        game.init_game()
        while not game.is_over():
            game.step(random.choice(game.judge.get_legal_actions()))
            moves += 1
        return moves

    return play


def open_spiel(*, chance: bool) -> Playout:
    """The state as Python drives it. Cards dealt and drawn are chance nodes there, which may count as moves or not."""
    game: Any = import_module("pyspiel").load_game("gin_rummy")

    def play(seed: int) -> int:
        random, moves = Random(seed), 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
                moves += chance
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        state.returns()
        return moves

    return play


ENGINES: dict[str, tuple[str, Callable[[], Playout]]] = {
    "rami, horesca": ("rami", lambda: rami(rummy.GAME, "horesca")),
    "rami, bicycle": ("rami", lambda: rami(rummy.GAME, "bicycle")),
    "rami, rami-51": ("rami", lambda: rami(rummy.GAME, "rami-51")),
    "rami, gin": ("rami", lambda: rami(gin.GAME, "gin")),
    "RLCard, gin rummy": ("rlcard", rlcard),
    "OpenSpiel, gin rummy": ("pyspiel", lambda: open_spiel(chance=False)),
    "OpenSpiel, gin rummy, its chance nodes counted": ("pyspiel", lambda: open_spiel(chance=True)),
}
"""The engines by name: the module that has to be there, and what plays."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare random playouts with two gin rummy engines.")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each plays in a round (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each has its turn (%(default)s)")
    options = parser.parse_args()
    players = {name: make() for name, (module, make) in ENGINES.items() if find_spec(module) is not None}
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in players}
    for turn in range(options.rounds):
        for name, play in players.items():
            play(0)
            deals = moves = 0
            start = process_time()
            while process_time() - start < options.seconds:
                moves += play(1000 * turn + deals)
                deals += 1
            taken = process_time() - start
            rates[name].append((deals / taken, moves / taken))
    lines = ["| engine | deals per second | moves per second |", "|---|---|---|"]
    for name, each in rates.items():
        deals_rate, moves_rate = (median(row) for row in zip(*each, strict=True))
        lines.append(f"| {name} | {deals_rate:,.0f} | {moves_rate:,.0f} |")
    print("\n".join(lines))  # a script


if __name__ == "__main__":
    main()
