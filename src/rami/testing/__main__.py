"""The promises of all games, asserted over a number of moves; or inputs of every sort for every public function.

python -m rami.testing --moves 1000000 --workers 4
python -m rami.testing --fuzz 100000

Both go on after a failure, print the seeds, and end with a failure of their own if there was one.
"""

import argparse
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, islice
from typing import Any, TypeVar

from rami.game import Game
from rami.games import GAMES
from rami.testing.conformance import check_game
from rami.testing.exploring import known_player
from rami.testing.fuzzing import Found, fuzz
from rami.testing.invariants import Breach
from rami.testing.limits import each_call, watched
from rami.testing.perft import seats

AHEAD = 4
"""How many pieces of work for each worker are given out before the first is back."""

AT_ONCE = 1_000
"""How many inputs are one piece of work."""
TOLD = 5
"""How many failures of a kind are told, of each function."""

J = TypeVar("J")
T = TypeVar("T")

Job = tuple[str, str, int, int]
"""A deal to play: the game, the preset, the players, the seed."""


def main(arguments: list[str] | None = None) -> int:
    """Play deals of all presets in turn, or try inputs, until there were as many as were asked for.

    Args:
        arguments: What stands on the command line; None for that.

    Returns:
        1 if a promise was broken, else 0.
    """
    parser = argparse.ArgumentParser(prog="python -m rami.testing", description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000_000, help="how many moves (default: %(default)s)")
    parser.add_argument("--fuzz", type=int, help="instead, how many inputs for the public functions")
    parser.add_argument("--game", choices=[game.name for game in GAMES], help="one game only")
    parser.add_argument("--preset", help="one preset only")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=10, help="the most for a call (default: %(default)s)")
    options = parser.parse_args(arguments)
    if options.fuzz is not None:
        return _fuzzed(options.fuzz, options.seed, options.game, options.workers)
    chosen = [
        (game, name)
        for game in GAMES
        for name in game.presets
        if options.game in (None, game.name) and options.preset in (None, name)
    ]
    if not chosen:
        parser.error(f"there is no preset {options.preset}")
    return _played(_jobs(chosen, options.seed), options.moves, options.workers, options.seconds)


def _jobs(chosen: list[tuple[Game[Any, Any, Any, Any], str]], first: int) -> Iterator[Job]:
    """The deals in their order: all presets in turn, and all numbers of players."""
    for seed in count(first):  # pragma: no branch  # it never ends
        for game, name in chosen:
            numbers = seats(game, game.presets[name])
            yield game.name, name, numbers[seed % len(numbers)], seed


def _one(job: Job, seconds: int) -> tuple[int, str]:
    """A deal under watch: how many moves it had, and what is broken."""
    name, preset, players, seed = job
    game = watched(next(each for each in GAMES if each.name == name), seconds)
    player = known_player(game)
    if player is not None:
        player = each_call(player, seconds, "a move of the player")
    try:
        found = check_game(game, rules=game.presets[preset], players=players, seeds=[seed], player=player)
    except Breach as broken:
        return 1, f"{preset}, {broken}"
    return found.moves, ""


def _played(jobs: Iterator[Job], moves: int, workers: int, seconds: int) -> int:
    made = deals = broken = 0
    for job, (number, failure) in _spread(partial(_one, seconds=seconds), jobs, workers):  # pragma: no branch
        made, deals, broken = made + number, deals + 1, broken + bool(failure)
        if failure:
            _say(f"BROKEN: {failure}")
        name, preset, players, seed = job
        _say(f"{made:>9} moves, {deals} deals: {name} {preset}, {players} players, seed {seed}")
        if made >= moves:
            break
    _say(f"{broken} of {deals} deals broke a promise." if broken else "Every promise was kept.")
    return int(bool(broken))


def _spread(work: Callable[[J], T], jobs: Iterator[J], workers: int) -> Iterator[tuple[J, T]]:
    """The pieces of work and what came of them, in their order."""
    if workers == 1:
        for job in jobs:
            yield job, work(job)
        return
    with ProcessPoolExecutor(workers) as executor:
        waiting = deque((job, executor.submit(work, job)) for job in islice(jobs, AHEAD * workers))
        try:
            while waiting:
                job, future = waiting.popleft()
                yield job, future.result()
                waiting.extend((following, executor.submit(work, following)) for following in islice(jobs, 1))
        finally:
            executor.shutdown(wait=True, cancel_futures=True)


def _fuzzed(inputs: int, first: int, game: str | None, workers: int) -> int:
    jobs = ((game, seed, min(AT_ONCE, first + inputs - seed)) for seed in range(first, first + inputs, AT_ONCE))
    told: Counter[tuple[str, str]] = Counter()
    for _, found in _spread(_tried, jobs, workers):
        for each in found:
            kind = each.call.split("(")[0], each.error.split(":")[0]
            told[kind] += 1
            if told[kind] <= TOLD:
                _say(f"BROKEN: seed {each.seed}: {each.call}: {each.error}")
    failures = told.total()
    _say(f"{inputs} inputs from seed {first}: {failures or 'no'} failures.")
    return int(bool(failures))


def _tried(job: tuple[str | None, int, int]) -> list[Found]:
    """The failures of some inputs."""
    game, seed, inputs = job
    found: list[Found] = []
    fuzz(inputs, seed=seed, game=game, tell=found.append)
    return found


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
