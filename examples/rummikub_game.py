"""A whole game of Rummikub, played by the solver and told turn by turn.

    python examples/rummikub_game.py
    python examples/rummikub_game.py --seed 7 --rules goliath --players 3 --lang fr

Every player lays as many tiles as the rules allow, and draws when there is nothing to lay. Tiles are written as the
library writes them: a letter (Red, blacK, Blue, Orange) and a number, `*` for a joker, `-` in runs and `=` in groups.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from rami import RulesError, rummikub
from rami.errors import Language
from rami.record import start
from rami.rummikub import Draw, EndReason, Move, Pass, Play, State

NAMES = ("Ada", "Blaise", "Carl", "Dorothea", "Emmy", "Felix")

WIDTH = 80
"""How long a line may be."""

PIECE = re.compile(r"(?<![\w*])(?:[RKBO]1?\d|\*)(?![\w*])")
"""A tile in a text."""

WORDS: dict[str, Any] = {
    "en": {
        "title": "Rummikub, {0} players, rules {1}, seed {2}",
        "draw": "Draw for the start: {0}.",
        "again": "The highest draw again: {0}.",
        "starts": "{0} starts. Each has {1} tiles, the pool {2}.",
        "left": "{0} on the rack, {1} in the pool",
        "draws": "draws {0}",
        "passes": "passes",
        "lays": "lays",
        "opens": "OPENS with",
        "table": "Table",
        "out": "{0} has laid the last tile.",
        "blocked": "The pool is empty and everybody has passed: the lowest rack wins.",
        "sheet": ("Score sheet", "points", "rack", "tiles left"),
        "wins": "wins",
    },
    "fr": {
        "title": "Rummikub, {0} joueurs, règles {1}, germe {2}",
        "draw": "Tirage pour commencer : {0}.",
        "again": "Les plus hauts tirent encore : {0}.",
        "starts": "{0} commence. Chacun a {1} plaques, la pioche {2}.",
        "left": "{0} sur le chevalet, {1} dans la pioche",
        "draws": "pioche {0}",
        "passes": "passe",
        "lays": "pose",
        "opens": "OUVRE avec",
        "table": "Table",
        "out": "{0} a posé la dernière plaque.",
        "blocked": "La pioche est vide et tous ont passé : le plus petit chevalet gagne.",
        "sheet": ("Marque", "points", "chevalet", "plaques restantes"),
        "wins": "gagne",
    },
}


def choose(state: State) -> Move:
    """The move of the player whose turn it is: everything is decided by what that player can see."""
    view = rummikub.observe(state, state.current_player)
    best = rummikub.best_play(view, maximize="tiles")
    if best is not None:
        return best
    return Draw() if view.pool_size else Pass()


def start_lines(state: State, lang: Language = "en") -> Iterator[str]:
    """Who drew what to decide who starts, round by round, and what was dealt."""
    words = WORDS[lang]
    for number, drawn in enumerate(state.start_draws):
        tiles = ", ".join(f"{NAMES[seat]} {tile}" for seat, tile in enumerate(drawn) if tile is not None)
        yield words["again" if number else "draw"].format(tiles)
    yield words["starts"].format(NAMES[state.current_player], state.rules.rack_size, state.pool_size)


def turn_lines(state: State, move: Move, after: State, lang: Language = "en") -> Iterator[str]:
    """One turn: who, the tiles, how many are left, and, where the table changed, the steps and the new table."""
    words, seat = WORDS[lang], state.current_player
    head = f"{state.turn + 1:>3}  {NAMES[seat]:<9}"
    left = words["left"].format(after.rack_sizes[seat], after.pool_size)
    if not isinstance(move, Play):
        told = words["draws"].format(state.pool[0]) if isinstance(move, Draw) else words["passes"]
        yield f"{head} {told:<10} {left}"
        return
    tiles = rummikub.format_tiles(rummikub.played_tiles(state, move))
    yield from wrapped(f"{words['lays' if state.opened[seat] else 'opens']} {tiles}", f"{head} ", " " * 15)
    for number, step in enumerate(rummikub.explain(state, move), start=1):
        yield from wrapped(step.message(lang), f"{number:>8}. ", " " * 10)
    yield from wrapped("  ".join(map(str, move.table)), f"     {words['table']}  ", " " * 12)
    yield f"     {left}"


def wrapped(text: str, first: str, others: str) -> Iterator[str]:
    """A text on lines that are not too long, and that break between melds and words only."""
    yield from wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_on_hyphens=False,
        break_long_words=False,
    )


def score_lines(state: State, lang: Language = "en") -> Iterator[str]:
    """The score sheet."""
    words, result = WORDS[lang], rummikub.result(state)
    assert result is not None
    if result.reason is EndReason.WENT_OUT:
        yield words["out"].format(NAMES[result.winners[0]])
    else:
        yield words["blocked"]
    yield ""
    title, points, value, tiles = words["sheet"]
    yield f"{title:<11} {points:>6} {value:>12}  {tiles}"
    for seat, rack in enumerate(state.racks):
        mark = words["wins"] if seat in result.winners else ""
        left = f"{rummikub.rack_value(rack, state.rules):>5}  "
        head = f"  {NAMES[seat]:<9} {result.scores[seat]:>+6}  {mark:<5} {left}"
        yield from wrapped(rummikub.format_tiles(rack) or "-", head, " " * len(head))


def say(lines: Iterator[str]) -> None:
    """Print lines; tiles in their colours where the output is a terminal and `NO_COLOR` is not set."""
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in lines:
        print(PIECE.sub(lambda tile: rummikub.text(tile.group(), color=True), line) if color else line)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play a game of Rummikub and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, help="how many play (default: %(default)s)")
    parser.add_argument("--rules", default="hasbro-2007", choices=rummikub.PRESETS, help="the edition")
    parser.add_argument("--lang", default="en", choices=["en", "fr"], help="the language (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        record = start(rummikub.GAME, options.players, rummikub.PRESETS[options.rules], seed=options.seed)
    except RulesError as error:
        parser.error(str(error))

    lang: Language = options.lang
    print(WORDS[lang]["title"].format(options.players, options.rules, options.seed), end="\n\n")
    say(start_lines(record.state, lang))
    laid = True
    while not record.state.is_over:
        before, move = record.state, choose(record.state)
        record = record.play(move)
        if laid or isinstance(move, Play):
            print()
        say(turn_lines(before, move, record.state, lang))
        laid = isinstance(move, Play)
    print()
    say(score_lines(record.state, lang))


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # who reads on, perhaps `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
