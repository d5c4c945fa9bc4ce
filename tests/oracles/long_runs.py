"""Long runs over every edition and number of players; each goes on after a failure and says its seed.

python -m tests.oracles.long_runs promises 1000000   moves of `check_game`
python -m tests.oracles.long_runs calls 100000       public names with arguments of every sort
python -m tests.oracles.long_runs rules 10000        twenty moves under rules that nobody plays

`--first` is the first seed: a run that was stopped goes on from the last one that it said.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from importlib import import_module
from inspect import isclass, isfunction
from itertools import count, islice
from random import Random
from typing import Any

from attrs import evolve, fields

from rami.errors import RamiError
from rami.game import Game
from rami.games import GAMES
from rami.testing import Breach, check_game
from tests.oracles.odd_calls import fuzz
from tests.time_limits import watchdog

PLAYING = 60.0
"""The most CPU seconds of twenty moves under odd rules: the limits of the solver count steps."""

SOLVER = {"best_play", "find_play", "plays", "can_play", "arrange", "playable", "explain", "legal_moves", "Draft"}
"""Names of Rummikub that solve a table: their time is the subject of the solver's own tests."""

Found = Iterator[tuple[int, int, str]]
"""For each piece of work its seed, how much it was, and what was wrong."""


def promises(first: int) -> Found:
    """Play deals with every promise asserted."""
    for seed in count(first):
        for game in GAMES.values():
            for name, rules in game.presets.items():
                players = rules.player_counts[seed % len(rules.player_counts)]
                try:
                    yield seed, check_game(game, rules=rules, players=players, seeds=[seed], moves=500).moves, ""
                except Breach as broken:
                    yield seed, 1, f"{name}, {players} players: {broken}"


def calls(first: int) -> Found:
    """Call what is public with arguments of every sort."""
    for seed in count(first):
        for game in GAMES.values():
            others = [each for each in GAMES.values() if each is not game]
            yield seed, 100, "; ".join(fuzz(game, 100, seed * 100, public_functions(game.name), others))


def public_functions(game: str) -> dict[str, Callable[..., object]]:
    """Return the public functions and classes of a game and of the services that keep values, without the solver's."""
    found: dict[str, Callable[..., object]] = {}
    for module in map(import_module, (f"rami.{game}", "rami.codec", "rami.match", "rami.record")):
        for name in sorted(set(module.__all__) - SOLVER):
            value = getattr(module, name)
            if isfunction(value) or (isclass(value) and not issubclass(value, Enum)):
                found[f"{module.__name__}.{name}"] = value
    return found


def rules(first: int) -> Found:
    """Make rules that nobody plays, and play twenty moves by them; no piece may get lost."""
    for seed in count(first):
        for game in GAMES.values():
            chosen = odd_rules(game, Random(seed))
            try:
                with watchdog(PLAYING, lambda: 0):
                    twenty_moves(game, chosen, seed)
            except RamiError:
                yield seed, 1, ""
            except Exception as error:  # whatever else it is, it is a failure
                yield seed, 1, f"{chosen!r:.300}: {type(error).__name__}: {error}"
            else:
                yield seed, 1, ""


def odd_rules(game: Game, random: Random) -> Any:
    """Return rules with up to four fields of other editions, of neighbouring numbers, or of the wrong type."""
    editions = list(game.presets.values())
    chosen = random.choice(editions)
    names = [each.name for each in fields(game.rules) if each.init]
    for _ in range(random.randint(1, 4)):
        name = random.choice(names)
        value = getattr(random.choice(editions), name)
        near = [value + 1, value - 1, 0, 99] if type(value) is int else []
        with suppress(RamiError):
            chosen = evolve(chosen, **{name: random.choice([value, value, *near, None, 2, 10**6, "free", ()])})
    return chosen


def twenty_moves(game: Game, chosen: Any, seed: int) -> None:
    """Play twenty moves of a deal, each a random one of the first five."""
    random = Random(seed)
    state = game.new_game(random.choice(chosen.player_counts), chosen, seed=seed)
    for _ in range(20):
        assert game.flaws(state) == ()
        if state.is_over:
            assert game.result(state) is not None
            return
        moves = list(islice(game.legal_moves(state), 5))
        assert moves, "no legal move, and the deal is not over"
        state = game.apply(state, random.choice(moves))


def main() -> int:
    """Run until so much is done; return 1 if anything was wrong."""
    work = {"promises": promises, "calls": calls, "rules": rules}
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.long_runs", description=__doc__)
    parser.add_argument("work", choices=list(work))
    parser.add_argument("many", type=int, help="how many moves, calls or rules")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    options = parser.parse_args()
    done = failures = 0
    seed = options.first
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
