"""Long runs over every edition and number of players. A run prints the seed of each failure and continues.

python -m tests.oracles.long_runs promises 1000000   moves of `check_game`
python -m tests.oracles.long_runs calls 100000       public names with arguments of every sort
python -m tests.oracles.long_runs plays 100000       random plays, judged by both referees of Rummikub
python -m tests.oracles.long_runs overruns 10000     random overruns, compared with a slow version of A20
python -m tests.oracles.long_runs results 100000     deals whose parts add up to the scores
python -m tests.oracles.long_runs documents 100000   damaged JSON and damaged texts of moves

`--first` is the first seed. To resume a run, pass the last seed that it printed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from importlib import import_module
from inspect import isclass, isfunction
from itertools import count

from rami.errors import RamiError
from rami.games import GAMES
from rami.testing import Breach, check_game
from tests.oracles.damaged_documents import unread
from tests.oracles.odd_calls import fuzz
from tests.oracles.rummikub_overruns import difference
from tests.oracles.rummikub_overruns import overruns as random_overruns
from tests.oracles.rummikub_plays import differences
from tests.promises.playing import deal, odd_rules, sums_of_parts

SOLVER = {"best_play", "find_play", "plays", "can_play", "arrange", "playable", "explain", "legal_moves", "Draft"}
"""Names of Rummikub that use the solver. The tests of the solver measure their time."""

Found = Iterator[tuple[int, int, str]]
"""For each piece of work its seed, its amount, and its failures."""


def promises(first: int) -> Found:
    """Play deals with every promise asserted."""
    for seed in count(first):
        for game in GAMES.values():
            for name, edition in game.presets.items():
                rules = odd_rules(game, edition, seed)
                players = rules.player_counts[seed % len(rules.player_counts)]
                try:
                    yield seed, check_game(game, rules=rules, players=players, seeds=[seed], moves=500).moves, ""
                except Breach as broken:
                    yield seed, 1, f"{name}, {players} players: {broken}"


def results(first: int) -> Found:
    """Play deals to their end and add up the parts of their results."""
    for seed in count(first):
        for game in GAMES.values():
            for name, edition in game.presets.items():
                try:
                    *_, last = deal(game, edition, seed)
                    result = game.result(last)
                    assert result is not None
                    shown = {game.result(game.observe(last, seat)) for seat in (None, *range(last.players))}
                    is_right = sums_of_parts(result) == result.scores and shown == {result}
                    yield seed, 1, "" if is_right else f"{name}: {result!r}"
                except RamiError as error:
                    yield seed, 1, f"{name}: {error!r}"


def plays(first: int) -> Found:
    """Ask both referees about random plays."""
    for seed in count(first):
        yield seed, 1000, "; ".join(list(differences(seed, 1000))[:-1])


def overruns(first: int) -> Found:
    """Settle random overruns under every answer."""
    for seed in count(first):
        for under, move in random_overruns(seed, 100):
            yield seed, 1, difference(under, move) or ""


def calls(first: int) -> Found:
    """Call public names with arguments of every sort."""
    for seed in count(first):
        for game in GAMES.values():
            others = [each for each in GAMES.values() if each is not game]
            yield seed, 100, "; ".join(fuzz(game, 100, seed * 100, public_functions(game.name), others))


def documents(first: int) -> Found:
    """Read damaged documents as values, and damaged texts as moves."""
    for seed in count(first):
        for game in GAMES.values():
            yield seed, 100, "; ".join(unread(game, 100, seed * 100))


def public_functions(game: str) -> dict[str, Callable[..., object]]:
    """Return the public functions and classes of a game and of its services, without the solver."""
    found: dict[str, Callable[..., object]] = {}
    for module in map(import_module, (f"rami.{game}", "rami.codec", "rami.match", "rami.record")):
        for name in sorted(set(module.__all__) - SOLVER):
            value = getattr(module, name)
            if isfunction(value) or (isclass(value) and not issubclass(value, Enum)):
                found[f"{module.__name__}.{name}"] = value
    return found


def main() -> int:
    """Run until a given amount is done. Return 1 if anything failed."""
    work = {
        "promises": promises,
        "plays": plays,
        "overruns": overruns,
        "calls": calls,
        "results": results,
        "documents": documents,
    }
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.long_runs", description=__doc__)
    parser.add_argument("work", choices=list(work))
    parser.add_argument("many", type=int, help="how many moves, calls or plays")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    options = parser.parse_args()
    done = failures = 0
    seed = options.first
    # Ctrl-C ends a run early, with its summary.
    with suppress(KeyboardInterrupt):
        for seed, number, wrong in work[options.work](options.first):
            done += number
            if wrong:
                failures += 1
                print(f"seed {seed}: {wrong}", flush=True)
            if done >= options.many:
                break
    print(f"{options.work}: {done}, up to seed {seed}; {failures} failures")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
