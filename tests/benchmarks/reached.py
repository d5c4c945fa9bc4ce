"""What a call costs in positions that games of every edition reach: `python -m tests.benchmarks.reached`.

Games are played by players of the library, drawn at random for each seat. In positions of these games each question is
asked once; its answers are judged by the referee, and the time is that of the processor. Whatever goes wrong is printed
with the position.

    python -m tests.benchmarks.reached --n 10000                 # the table of the docs
    python -m tests.benchmarks.reached --n 500 --presets ramicube goliath
    python -m tests.benchmarks.reached --n 300 --memory          # the most memory of a call instead, far slower
"""

import argparse
import statistics
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from random import Random
from time import process_time
from typing import Any

from rami import rummikub
from rami.players import greedy_player, quick_player, random_player
from rami.rummikub import PRESETS, Rules, State, View, format_tiles, observe

PLAYERS = (greedy_player, greedy_player, quick_player, random_player)
"""The players, from whom one is drawn for each seat."""

QUESTIONS: dict[str, Callable[[View], object]] = {
    "first legal move": lambda view: next(rummikub.legal_moves(view)),
    "best_play": rummikub.best_play,
    "a hundred moves": lambda view: list(islice(rummikub.legal_moves(view), 100)),
    "greedy move": lambda view: greedy_player(view, Random(0)),
}


def positions(rules: Rules, seed: int) -> Iterator[View]:
    """The views of those who move in one game, where they may lay tiles."""
    rng = Random(seed)
    state: State = rummikub.new_game(rng.randint(rules.min_players, rules.max_players), rules, seed=seed)
    seats = [rng.choice(PLAYERS) for _ in range(state.players)]
    while not state.is_over:
        view = observe(state, state.current_player)
        yield view
        state = rummikub.apply(state, seats[state.current_player](view, rng))


def faults(view: View, answers: dict[str, Any]) -> Iterator[str]:
    """What the referee has against the answers."""
    best, moves = answers["best_play"], answers["a hundred moves"]
    for move in [*moves, answers["first legal move"], answers["greedy move"], *([best] if best else [])]:
        for violation in rummikub.check(view, move):
            yield f"{move}: {violation}"
    if (best is None) == any(isinstance(move, rummikub.Play) for move in moves):
        yield f"best_play: {best}, though the first legal move is {moves[0]}"


def ask(view: View, *, memory: bool) -> tuple[dict[str, Any], dict[str, float]]:
    """The answers, and what each of them took: seconds, or megabytes."""
    answers: dict[str, Any] = {}
    costs: dict[str, float] = {}
    for name, question in QUESTIONS.items():
        if memory:
            tracemalloc.start()
        start = process_time()
        answers[name] = question(view)
        costs[name] = process_time() - start
        if memory:
            costs[name] = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
    return answers, costs


def measured(name: str, number: int, every: int, *, memory: bool) -> dict[str, list[float]]:
    """What each question costs in some positions of an edition, one of so many that its games reach."""
    costs: dict[str, list[float]] = {question: [] for question in QUESTIONS}
    reached = (view for seed in count() for view in positions(PRESETS[name], seed))
    for view in islice(islice(reached, 0, None, every), number):
        try:
            answers, took = ask(view, memory=memory)
            wrong = list(faults(view, answers))
        except Exception as error:  # whatever it is, the position is wanted
            wrong, took = [repr(error)], {}
        if wrong:
            rack, opened = format_tiles(view.rack), view.opened[view.current_player]
            print(f"{name}: rack {rack!r}, table {str(view.table)!r}, opened {opened}", *wrong, sep="\n  ", flush=True)  # noqa: T201
        for question, cost in took.items():
            costs[question].append(cost)
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description="Ask the solver in positions that games reach.")
    parser.add_argument("--n", type=int, default=1000, help="how many positions (default: %(default)s)")
    parser.add_argument(
        "--every", type=int, default=3, help="one of so many positions of a game (default: %(default)s)"
    )
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--memory", action="store_true", help="measure megabytes instead of milliseconds")
    arguments = parser.parse_args()
    scale, unit = (1, "MB") if arguments.memory else (1000, "ms")
    print(f"{unit}, median / worst", *QUESTIONS, "positions", sep=" | ")  # noqa: T201  # a script
    share = dict.fromkeys(arguments.presets, 0)
    for name in islice(cycle(arguments.presets), arguments.n):
        share[name] += 1
    for name, number in share.items():
        costs = measured(name, number, arguments.every, memory=arguments.memory)
        cells = [f"{statistics.median(c) * scale:.1f} / {max(c) * scale:.0f}" for c in costs.values() if c]
        print(name, *cells, number, sep=" | ", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
