"""Long runs of the promises of all games, or of inputs of every sort for every public function.

python -m tests.soak --moves 1000000 --workers 4
python -m tests.soak --fuzz 100000

Both go on after a failure, print the seeds, and end with a failure of their own if there was one.
"""

import argparse
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from importlib import import_module
from inspect import isclass, isfunction
from itertools import count, cycle, islice
from typing import Any, TypeVar, cast

from rami.game import Game
from rami.games import GAMES
from rami.testing import Breach, Failure, check_game, fuzz, seats

QUEUED = 4
"""How many pieces of work are queued for each worker."""

AT_ONCE = 1_000
"""How many inputs are one piece of work."""

PRINTED = 5
"""How many failures of a kind are printed for each function."""

SOLVER = ("best_play", "play_of", "plays", "can_play", "arrange", "layable", "explain", "steps", "legal_moves", "Draft")
"""Names of Rummikub that solve a table: their time is the subject of the solver's own tests."""

J = TypeVar("J")
T = TypeVar("T")

Job = tuple[str, str, int, int]
"""A deal to play: the game, the preset, the players, the seed."""


def main(arguments: list[str] | None = None) -> int:
    """Play deals of all presets in turn, or try inputs; return 1 if a promise was broken, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000_000, help="how many moves (default: %(default)s)")
    parser.add_argument("--fuzz", type=int, help="instead, how many inputs for the public functions")
    parser.add_argument("--game", choices=[game.name for game in GAMES], help="one game only")
    parser.add_argument("--preset", help="one preset only")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes (default: %(default)s)")
    options = parser.parse_args(arguments)
    games = [game for game in GAMES if options.game in (None, game.name)]
    if options.fuzz is not None:
        return _fuzz([game.name for game in games], options.fuzz, options.seed, options.workers)
    chosen = [(game, name) for game in games for name in game.presets if options.preset in (None, name)]
    if not chosen:
        parser.error(f"there is no preset {options.preset}")
    return _play(_deals(chosen, options.seed), options.moves, options.workers)


def _deals(chosen: list[tuple[Game, str]], first: int) -> Iterator[Job]:
    """Yield deals without end: all presets in turn, and all numbers of players."""
    for seed in count(first):
        for game, name in chosen:
            numbers = seats(game, game.presets[name])
            yield game.name, name, numbers[seed % len(numbers)], seed


def _check(job: Job) -> tuple[int, str]:
    """Play a deal; return how many moves it had, and what is broken."""
    name, preset, players, seed = job
    game = _game(name)
    try:
        found = check_game(game, rules=game.presets[preset], players=players, seeds=[seed])
    except Breach as broken:
        return 1, f"{preset}, {broken}"
    return found.moves, ""


def _game(name: str) -> Game:
    return next(game for game in GAMES if game.name == name)


def _play(deals: Iterator[Job], moves: int, workers: int) -> int:
    made = played = broken = 0
    for job, (number, failure) in _in_processes(_check, deals, workers):
        made, played, broken = made + number, played + 1, broken + bool(failure)
        if failure:
            _say(f"BROKEN: {failure}")
        name, preset, players, seed = job
        _say(f"{made:>9} moves, {played} deals: {name} {preset}, {players} players, seed {seed}")
        if made >= moves:
            break
    _say(f"{broken} of {played} deals broke a promise." if broken else "Every promise was kept.")
    return int(bool(broken))


def _in_processes(work: Callable[[J], T], jobs: Iterator[J], workers: int) -> Iterator[tuple[J, T]]:
    """Yield the jobs with their results, in order."""
    if workers == 1:
        for job in jobs:
            yield job, work(job)
        return
    with ProcessPoolExecutor(workers) as executor:
        queue = deque((job, executor.submit(work, job)) for job in islice(jobs, QUEUED * workers))
        try:
            while queue:
                job, future = queue.popleft()
                yield job, future.result()
                queue.extend((following, executor.submit(work, following)) for following in islice(jobs, 1))
        finally:
            executor.shutdown(wait=True, cancel_futures=True)


def _fuzz(games: list[str], inputs: int, first: int, workers: int) -> int:
    seeds = range(first, first + inputs, AT_ONCE)
    jobs = ((name, seed, min(AT_ONCE, first + inputs - seed)) for name, seed in zip(cycle(games), seeds, strict=False))
    failures: Counter[tuple[str, str]] = Counter()
    for (name, _, _), found in _in_processes(_try_inputs, jobs, workers):
        for each in found:
            kind = each.call.split("(")[0], each.error.split(":")[0]
            failures[kind] += 1
            if failures[kind] <= PRINTED:
                _say(f"BROKEN: {name}, seed {each.seed}: {each.call}: {each.error}")
    _say(f"{inputs} inputs from seed {first}: {failures.total() or 'no'} failures.")
    return int(bool(failures))


def _try_inputs(job: tuple[str, int, int]) -> tuple[Failure, ...]:
    name, seed, inputs = job
    others = [game for game in GAMES if game.name != name]
    return fuzz(_game(name), inputs, seed=seed, functions=public_functions(name), others=others)


def public_functions(game: str) -> dict[str, Callable[..., object]]:
    """Return the public functions and classes of a game and of the services that keep values, without the solver's."""
    found: dict[str, Callable[..., object]] = {}
    for module in map(import_module, (f"rami.{game}", "rami.codec", "rami.match", "rami.record")):
        short = module.__name__.removeprefix("rami.")
        for name in getattr(module, "__all__", None) or sorted(vars(module)):
            value = getattr(module, name)
            defined_in = getattr(value, "__module__", None) or ""
            if not defined_in.startswith(module.__name__) or name in SOLVER or name.startswith("_"):
                continue
            if isclass(value) and issubclass(value, Enum):  # what Python itself makes
                continue
            if isfunction(value) or isclass(value):
                found[f"{short}.{name}"] = value
            if isclass(value) and hasattr(value, "parse"):
                found[f"{short}.{name}.parse"] = cast("Any", value).parse
    return found


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
