"""Many deals between baseline players: who wins how often, by how much, and how long a deal lasts.

    python examples/tournament.py
    python examples/tournament.py --game rummikub --preset goliath --players greedy quick quick --deals 200 --workers 2
    python examples/tournament.py --game rummy --preset rami-51 --lang fr
    python examples/tournament.py --deals 20000 --dask                       # on a cluster of this machine's processors
    python examples/tournament.py --deals 1000000 --dask tcp://scheduler:8786 # on a cluster of yours

The players change seats from deal to deal, so that nobody gains by the first turn. The figures after ± are half the
width of a 95 % confidence interval. The same arguments print the same table, wherever the deals are played.
"""

import argparse
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from math import sqrt
from statistics import fmean, pvariance
from typing import Any, TypeVar

from rami import games
from rami.errors import Language
from rami.players import greedy_player, quick_player, random_player
from rami.simulate import Summary, simulate

GAMES: dict[str, Any] = {game.name: game for game in games.GAMES}
PLAYERS: dict[str, Any] = {"random": random_player, "quick": quick_player, "greedy": greedy_player}
T = TypeVar("T")

WORDS = {
    "en": {
        "title": "{0} deals of {1}, {2}",
        "player": "player",
        "wins": "wins, %",
        "score": "mean score",
        "lasts": "A deal lasts {0:.1f} ± {1:.1f} turns, {2:.1f} ± {3:.1f} moves.",
        "ends": "Ends: {0}.",
    },
    "fr": {
        "title": "{0} donnes de {1}, {2}",
        "player": "joueur",
        "wins": "gains, %",
        "score": "marque moyenne",
        "lasts": "Une donne dure {0:.1f} ± {1:.1f} tours, {2:.1f} ± {3:.1f} coups.",
        "ends": "Fins : {0}.",
    },
}

CHUNK = 4
"""How many deals a worker gets at a time."""


@contextmanager
def where(workers: int, dask: str | None) -> Generator[Executor | None]:
    """Where the deals are played: here, in processes, or on a cluster."""
    if dask is not None:
        try:
            from distributed import Client  # noqa: PLC0415  # an extra
        except ImportError:
            sys.exit('--dask needs Dask: python -m pip install "rami[dask]"')

        connect: Any = Client  # it has no types
        with connect(dask or None, dashboard_address=":0", set_as_default=False) as client:
            yield client.get_executor(pure=False)
    elif workers > 1:
        with ProcessPoolExecutor(workers) as processes:
            yield processes
    else:
        yield None


def shown(deals: Iterator[T], total: int) -> Iterator[T]:
    """The deals, with a bar of progress for a person who watches."""
    for number, deal in enumerate(deals, start=1):
        if sys.stderr.isatty():
            print(f"\r[{'#' * (40 * number // total):<40}] {number}/{total}", end="", file=sys.stderr)
        yield deal
    if sys.stderr.isatty():
        print(file=sys.stderr)


def played(options: argparse.Namespace, executor: Executor | None) -> Iterator[tuple[int, Summary]]:
    """Every deal, with how far the players have moved on around the table."""
    game = GAMES[options.game]
    rules = game.presets[options.preset] if options.preset else next(iter(game.presets.values()))
    seats = [PLAYERS[name] for name in options.players]
    runs = []
    for shift in range(len(seats)):
        # The same seeds for every seating: the luck of the deal is shared out.
        seeds = range(options.seed, options.seed + (options.deals - shift + len(seats) - 1) // len(seats))
        seated = seats[shift:] + seats[:shift]
        runs.append(simulate(game, seated, rules=rules, seeds=seeds, executor=executor, chunk=CHUNK))
    for shift, run in islice(cycle(enumerate(runs)), options.deals):
        yield shift, next(run)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % confidence interval."""
    return fmean(values), 1.96 * sqrt(pvariance(values) / len(values))


def told(names: Sequence[str], deals: Sequence[tuple[int, Summary]], lang: Language = "en") -> list[str]:
    """The table, and the plot of how often each player wins."""
    count, words = len(names), WORDS[lang]
    lines = ["", f"  {words['player']:<12} {words['wins']:>14} {words['score']:>16}"]
    plot = ["", f"  {words['wins']:<12}0        20        40        60        80       100"]
    for player, name in enumerate(names):
        seat = [(player - shift) % count for shift, _ in deals]
        wins = [100 * (own in summary.winners) for own, (_, summary) in zip(seat, deals, strict=True)]
        scores = [summary.scores[own] for own, (_, summary) in zip(seat, deals, strict=True)]
        (won, won_by), (score, score_by) = interval(wins), interval(scores)
        lines.append(f"  {player + 1} {name:<10} {won:>7.1f} ± {won_by:>4.1f} {score:>9.1f} ± {score_by:>4.1f}")
        low, high = round(max(0, won - won_by) / 2), round(min(100, won + won_by) / 2)
        row = "".join("|" if at == round(won / 2) else "-" if low <= at <= high else " " for at in range(51))
        plot.append(f"  {player + 1} {name:<10}{row}".rstrip())
    moves, turns = (interval([getattr(summary, each) for _, summary in deals]) for each in ("moves", "turns"))
    reasons = [summary.reason for _, summary in deals]
    ends = ", ".join(f"{reason.message(lang)} ({reasons.count(reason)})" for reason in sorted(set(reasons)))
    lines += ["", "  " + words["lasts"].format(*turns, *moves), "  " + words["ends"].format(ends)]
    return lines + plot


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play many deals between baseline players.")
    parser.add_argument("--game", choices=sorted(GAMES), default="contracts", help="(default: %(default)s)")
    parser.add_argument("--preset", help="the edition (default: the first of the game)")
    parser.add_argument("--players", nargs="+", choices=sorted(PLAYERS), default=["greedy", "quick", "random"])
    parser.add_argument("--deals", type=int, default=60, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play (default: %(default)s)")
    parser.add_argument(
        "--dask", nargs="?", const="", metavar="ADDRESS", help="play on a Dask cluster; one of this machine if none"
    )
    parser.add_argument("--lang", choices=["en", "fr"], default="en", help="the language (default: %(default)s)")
    options = parser.parse_args(arguments)
    lang: Language = options.lang
    if options.preset and options.preset not in GAMES[options.game].presets:
        parser.error(f"{options.game} has the presets {', '.join(GAMES[options.game].presets)}")
    if options.workers < 1:
        parser.error("--workers must be 1 or more")
    if options.deals < 1:
        parser.error("--deals must be 1 or more")

    preset = options.preset or next(iter(GAMES[options.game].presets))
    print(WORDS[lang]["title"].format(options.deals, options.game, preset))
    with where(options.workers, options.dask) as executor:
        deals = list(shown(played(options, executor), options.deals))
    print("\n".join(told(options.players, deals, lang)))


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # who reads on, perhaps `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
