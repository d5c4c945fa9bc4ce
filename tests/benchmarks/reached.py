"""What a call costs in positions that games of every edition reach: `python -m tests.benchmarks.reached`.

Games are played by players of the library, drawn at random for each seat. In positions of these games each question is
asked once; its answers are judged by the referee, and the time is that of the processor. Whatever goes wrong is printed
with the position.

    python -m tests.benchmarks.reached --n 10000                 # the table of the docs
    python -m tests.benchmarks.reached --n 500 --presets ramicube goliath
    python -m tests.benchmarks.reached --n 300 --memory          # the most memory of a call instead, far slower
    python -m tests.benchmarks.reached --n 2500 --start 5000 --weightings 20   # `best_play` by random weights alone
"""

import argparse
import statistics
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from time import process_time
from typing import Any

from rami import rummikub
from rami.players import greedy_player, quick_player, random_player
from rami.rummikub import PRESETS, Rules, State, View, format_tiles, observe

PLAYERS = (greedy_player, greedy_player, quick_player, random_player)
"""The players, from whom one is drawn for each seat."""

SLOW = 1.0
"""Seconds that no call is to take: such positions are printed."""

QUESTIONS: dict[str, Callable[[View], object]] = {
    "first legal move": lambda view: next(rummikub.legal_moves(view)),
    "best_play": rummikub.best_play,
    "a hundred moves": lambda view: list(islice(rummikub.legal_moves(view), 100)),
    "greedy move": lambda view: greedy_player(view, Random(0)),
}


def weigh(view: View, rng: Random) -> object:
    """Return the best play by whole weights from -50 to 50, drawn for each kind of tile."""
    weights = {tile: rng.randint(-50, 50) for tile in sorted(set(view.rack))}
    return rummikub.best_play(view, maximize=weights.__getitem__)


def weighed(view: View, number: int) -> tuple[dict[str, Any], dict[str, float]]:
    """The costs of the best plays by some random weightings: the median and the worst."""
    rng, seconds = Random(str(view)), []
    for _ in range(number):
        start = process_time()
        weigh(view, rng)
        seconds.append(process_time() - start)
    return {}, {"weighed, median": statistics.median(seconds), "weighed, worst": max(seconds)}


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


def measured(name: str, start: int, number: int, arguments: argparse.Namespace) -> dict[str, list[float]]:
    """What each question costs in some positions of an edition, one of so many that its games reach."""
    costs: dict[str, list[float]] = {}
    reached = (view for seed in count() for view in positions(PRESETS[name], seed))
    for view in islice(islice(reached, 0, None, arguments.every), start, start + number):
        wrong: list[str] = []
        try:
            if arguments.weightings:
                _, took = weighed(view, arguments.weightings)
            else:
                answers, took = ask(view, memory=arguments.memory)
                wrong = list(faults(view, answers))
        except Exception as error:  # whatever it is, the position is wanted
            wrong, took = [repr(error)], {}
        if not arguments.memory:
            wrong += [f"{question}: {cost:.1f} s" for question, cost in took.items() if cost > SLOW]
        if wrong:
            rack, opened = format_tiles(view.rack), view.opened[view.current_player]
            print(f"{name}: rack {rack!r}, table {str(view.table)!r}, opened {opened}", *wrong, sep="\n  ", flush=True)  # noqa: T201
        for question, cost in took.items():
            costs.setdefault(question, []).append(cost)
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description="Ask the solver in positions that games reach.")
    parser.add_argument("--n", type=int, default=1000, help="how many positions (default: %(default)s)")
    parser.add_argument(
        "--every", type=int, default=3, help="one of so many positions of a game (default: %(default)s)"
    )
    parser.add_argument("--start", type=int, default=0, help="how many positions to pass over, to go on from there")
    parser.add_argument("--weightings", type=int, default=0, help="ask `best_play` alone, by so many random weightings")
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--memory", action="store_true", help="measure megabytes instead of milliseconds")
    arguments = parser.parse_args()
    scale, unit = (1, "MB") if arguments.memory else (1000, "ms")
    questions = ["weighed, median", "weighed, worst"] if arguments.weightings else list(QUESTIONS)
    print(f"{unit}, median / worst", *questions, "positions", sep=" | ")  # noqa: T201  # a script
    presets = list(arguments.presets)
    for index, name in enumerate(presets):
        start, end = (
            len(range(index, some, len(presets))) for some in (arguments.start, arguments.start + arguments.n)
        )
        number = end - start
        costs = measured(name, start, number, arguments)
        cells = [f"{statistics.median(c) * scale:.1f} / {max(c) * scale:.0f}" for c in costs.values() if c]
        print(name, *cells, number, sep=" | ", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
