"""Long runs of every edition, in parts that can be resumed.

python -m tests.soak promises --many 1000000 --state promises.json
python -m tests.soak deals --many 10000000 --state deals.json --workers 2
python -m tests.soak inputs --many 1000000 --state inputs.json

`promises` counts moves of `check_game`. `deals`
counts moves of quick players: no piece may be lost, a state and its view have to agree, no move may take long, and each
deal has to end. `inputs` counts calls of public functions with inputs of every sort, rules that nobody plays, and
positions that cannot be. All go on after a failure, say its seed, and end with a failure of their own.

A run with the same `--state` goes on where the last one stopped; `--minutes` stops it in time.
"""

import argparse
import json
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from importlib import import_module
from inspect import isclass, isfunction
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar, cast

from attrs import asdict, define

from rami.game import Game
from rami.games import GAMES
from rami.players import absent_player, quick_player, random_player
from rami.testing import Breach, check_game
from tests.fuzz import fuzz
from tests.hostile import try_position, try_rules
from tests.time_limits import watchdog

QUEUED = 4
"""How many pieces of work are queued for each worker."""

CHECKED = 500
"""About so many moves are one piece of work with promises."""

FEW = 8
"""Among so many listed moves a quick player chooses, where listing is quick."""

CONSERVED = 10
"""After so many moves of a quick deal its pieces are counted again."""

IDLE = 3 / 4
"""The share of turns in a quick deal in which nothing is looked for, where that takes the solver."""

MOST_MOVES = 20_000
"""After so many moves a deal has not ended."""

LONG = 10.0
"""How many seconds a quick move may take."""

CALLS, POSITIONS, RULES = 1_000, 20, 10
"""How many inputs of each sort are one piece of work."""

PRINTED = 20
"""After so many failures they are only counted."""

SOLVER = (
    "best_play",
    "find_play",
    "plays",
    "can_play",
    "arrange",
    "playable",
    "explain",
    "steps",
    "legal_moves",
    "Draft",
)
"""Names of Rummikub that solve a table: their time is the subject of the solver's own tests."""

T = TypeVar("T")


class Job(NamedTuple):
    """A piece of work: a deal, or inputs for a game."""

    game: str
    preset: str
    seed: int


class Found(NamedTuple):
    """What a piece of work has done: how many moves or inputs, and what was wrong."""

    number: int
    wrong: tuple[str, ...] = ()


@define
class Progress:
    """How far a run has come; a file holds it between its parts."""

    mode: str
    first: int
    jobs: int = 0
    number: int = 0
    wrong: int = 0
    seconds: float = 0

    def say(self, what: str) -> None:
        """Print a line of figures."""
        speed = self.number / max(self.seconds, 0.001)
        _say(
            f"{self.mode}: {self.number} {what}, {self.wrong} failures, {self.jobs} jobs from seed {self.first}, "
            f"{self.seconds:.0f} s, {speed:.0f}/s"
        )


# ------------------------------------------------------------------------------------------------------------ the work


def keep_promises(job: Job) -> Found:
    """Play deals of an edition with every promise asserted."""
    game = _game(job.game)
    try:
        found = check_game(game, rules=game.presets[job.preset], players=_players(job), seeds=[job.seed], moves=CHECKED)
    except Breach as broken:
        return Found(1, (str(broken),))
    return Found(found.moves)


def play_quickly(job: Job) -> Found:
    """Play a deal of quick players: nothing is lost, a state and its view agree, no move takes long, and it ends."""
    made = 0
    try:
        with watchdog(LONG, lambda: made):
            for made in _quick_moves(_game(job.game), job):  # noqa: B007  # how far it came
                pass
    except Exception as error:  # whatever it is, it is a failure
        return Found(made, (f"{_where(job)}, move {made + 1}: {type(error).__name__}: {error}",))
    return Found(made)


def _quick_moves(game: Game, job: Job) -> Iterator[int]:
    """Play a deal, and yield the number of each move."""
    rules, random = game.presets[job.preset], Random(job.seed)
    players = [_any_player(game), quick_player] * 6
    state = game.new_game(_players(job), rules, seed=job.seed)
    first = random.randrange(2)  # seats of both kinds meet
    for number in count(1):
        view = game.observe(state, state.current_player)
        idle = game.quick_to_list is not None and random.random() < IDLE
        move = (absent_player if idle else players[first + state.current_player])(view, random)
        assert game.check(view, move) == (), f"{move} is illegal from the view"
        state = game.apply(state, move)
        yield number
        result = game.result(state)
        assert (result is not None) == state.is_over
        if number % CONSERVED == 0 or state.is_over:
            assert game.flaws is None or game.flaws(state) == (), game.flaws(state)
        if result is not None:
            assert len(result.scores) == state.players
            assert game.observe(state, 0).is_over
            return
        assert number < MOST_MOVES, "the deal has not ended"


def _any_player(game: Game) -> Callable[[Any, Random], Any]:
    """Return a player of any moves that looks at few of them."""
    if game.quick_to_list is not None:
        return random_player
    return lambda view, random: random.choice(list(islice(game.legal_moves(view), FEW)))


def try_inputs(job: Job) -> Found:
    """Pass inputs of every sort to what is public, from as many seeds on as there are calls."""
    game = _game(job.game)
    others = [each for each in GAMES.values() if each is not game]
    failed = fuzz(game, CALLS, job.seed * CALLS, public_functions(game.name), others)
    wrong = [f"{job.game}, {each}" for each in failed]
    number = CALLS
    for times, sort in ((POSITIONS, try_position), (RULES, try_rules)):
        for seed in range(job.seed * times, (job.seed + 1) * times):
            number += 1
            wrong += [f"{job.game}, {sort.__name__}, seed {seed}: {what}: {error}" for what, error in sort(game, seed)]
    return Found(number, tuple(wrong))


def _game(name: str) -> Game:
    return next(game for game in GAMES.values() if game.name == name)


def _players(job: Job) -> int:
    game = _game(job.game)
    numbers: tuple[int, ...] = game.presets[job.preset].player_counts
    return numbers[job.seed % len(numbers)]


def _where(job: Job) -> str:
    return f"{job.game} {job.preset}, {_players(job)} players, seed {job.seed}"


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


# ------------------------------------------------------------------------------------------------------------ the runs


WORK: dict[str, tuple[Callable[[Job], Found], str]] = {
    "promises": (keep_promises, "moves"),
    "deals": (play_quickly, "moves"),
    "inputs": (try_inputs, "inputs"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run until so much is done; return 1 if anything was wrong, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("mode", choices=list(WORK))
    parser.add_argument("--many", type=int, default=100_000, help="how many moves or inputs (default: %(default)s)")
    parser.add_argument("--state", type=Path, help="a file with what is done, to go on from")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--game", choices=[game.name for game in GAMES.values()], help="one game only")
    parser.add_argument("--preset", help="one preset only")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes (default: %(default)s)")
    options = parser.parse_args(arguments)
    games = [game for game in GAMES.values() if options.game in (None, game.name)]
    chosen = [(game, name) for game in games for name in game.presets if options.preset in (None, name)]
    if not chosen:
        parser.error(f"there is no preset {options.preset}")
    if options.mode == "inputs":
        chosen = [(game, "") for game in games]
    progress = Progress(options.mode, options.seed)
    if options.state is not None and options.state.exists():
        progress = Progress(**json.loads(options.state.read_text(encoding="utf-8")))
        if (progress.mode, progress.first) != (options.mode, options.seed):
            parser.error(f"{options.state} is of {progress.mode}, from seed {progress.first}")
    _run(progress, chosen, options)
    progress.say(WORK[options.mode][1])
    return int(bool(progress.wrong))


def _run(progress: Progress, chosen: list[tuple[Game, str]], options: argparse.Namespace) -> None:
    """Do jobs, each after the other, until so much is done or the time is over."""
    work, _ = WORK[progress.mode]
    jobs = (Job(game.name, name, seed) for seed in count(progress.first) for game, name in chosen)
    started, before = time.monotonic(), progress.seconds
    for job, found in _in_processes(work, islice(jobs, progress.jobs, None), options.workers):
        progress.jobs += 1
        progress.number += found.number
        progress.wrong += len(found.wrong)
        progress.seconds = round(before + time.monotonic() - started, 3)
        if found.wrong and progress.wrong - len(found.wrong) < PRINTED:
            for wrong in found.wrong[:PRINTED]:
                _say(f"BROKEN: {wrong}")
            _say(f"again: --game {job.game}{f' --preset {job.preset}' * bool(job.preset)} --seed {job.seed} --many 1")
        if options.state is not None:
            options.state.write_text(json.dumps(asdict(progress)), encoding="utf-8")
        if progress.number >= options.many or time.monotonic() - started > 60 * options.minutes:
            break


def _in_processes(work: Callable[[Job], T], jobs: Iterator[Job], workers: int) -> Iterator[tuple[Job, T]]:
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


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
