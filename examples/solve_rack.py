"""What a rack can do on a table: the best play, step by step.

    python examples/solve_rack.py "R7 K1" "R4-R5-R6"
    python examples/solve_rack.py "R10 K10 B10 *" --unopened --rules ramicube
    python examples/solve_rack.py "R7 K1 R3" "R4-R5-R6" --all --lang fr

Tiles are a letter (Red, blacK, Blue, Orange) and a number, `*` is a joker; the tiles of a run are joined by `-`, those
of a group by `=`, and melds are separated by spaces. Without a rack, it shows an example.
"""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from textwrap import wrap

from rami import RamiError, rummikub
from rami.errors import Language
from rami.rummikub import Play, View

EXAMPLE_RACK = "B2 B5 K4 K10 K13 O13"
EXAMPLE_TABLE = "O5-O6-O7 R5-R6-R7 K5-K6-K7-K8-K9 B1-*-B3"


WIDTH = 80
"""How long a line may be."""

PIECE = re.compile(r"(?<![\w*])(?:[RKBO]1?\d|\*)(?![\w*])")
"""A tile in a text."""

WORDS = {
    "en": {
        "rack": "Rack: {0}",
        "table": "Table: {0}",
        "empty": "empty",
        "lay": "Lay {0}: {1} of {2} tiles, {3} points.",
        "none": "No tile can be laid.",
        "sets": "Sets of tiles that can be laid: {0}",
    },
    "fr": {
        "rack": "Chevalet : {0}",
        "table": "Table : {0}",
        "empty": "vide",
        "lay": "Poser {0} : {1} plaques sur {2}, {3} points.",
        "none": "On ne peut rien poser.",
        "sets": "Ensembles de plaques qu'on peut poser : {0}",
    },
}


def say(text: str, indent: str = "") -> None:
    """Print a text, wrapped; tiles in colours where the output is a terminal and `NO_COLOR` is not set."""
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False) or [""]:
        print(PIECE.sub(lambda tile: rummikub.text(tile.group(), color=True), line) if color else line)


def described(view: View, play: Play, lang: Language) -> list[str]:
    """A play: what it lays, how, and the table that it leaves."""
    words, laid = WORDS[lang], rummikub.played_tiles(view, play)
    points = rummikub.rack_value(laid, view.rules)
    steps = [step.message(lang) for step in rummikub.explain(view, play)]
    return [
        words["lay"].format(rummikub.format_tiles(laid), len(laid), len(view.rack), points),
        *(f"{number:>4}. {step}" for number, step in enumerate(steps, start=1)),
        words["table"].format(play.table),
    ]


def every_play(view: View, lang: Language) -> list[str]:
    """Every set of tiles that can be laid, the largest first."""
    sets = sorted(
        (rummikub.played_tiles(view, play) for play in rummikub.plays(view)), key=lambda laid: (-len(laid), laid)
    )
    return [WORDS[lang]["sets"].format(len(sets)), *(f"  {rummikub.format_tiles(laid)}" for laid in sets)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Show the best play of a rack.")
    parser.add_argument("rack", nargs="?", help='the tiles of the rack, for example "R7 K13 *"')
    parser.add_argument("table", nargs="?", default="", help='the melds on the table, for example "R4-R5-R6 K8=B8=O8"')
    parser.add_argument("--rules", default="hasbro-2007", choices=rummikub.PRESETS, help="the edition")
    parser.add_argument("--unopened", action="store_true", help="the player has not laid the opening yet")
    parser.add_argument("--maximize", default="tiles", choices=["tiles", "points"], help="what to lay the most of")
    parser.add_argument("--all", action="store_true", help="also list every set of tiles that can be laid")
    parser.add_argument("--lang", default="en", choices=["en", "fr"], help="the language (default: %(default)s)")
    options = parser.parse_args(arguments)
    lang: Language = options.lang

    rack, table = (EXAMPLE_RACK, EXAMPLE_TABLE) if options.rack is None else (options.rack, options.table)
    try:
        view = rummikub.set_up(rack, table, rules=rummikub.PRESETS[options.rules], opened=not options.unopened)
    except RamiError as error:
        print(error, file=sys.stderr)
        return 2
    words = WORDS[lang]
    say(words["rack"].format(rummikub.format_tiles(view.rack)), "  ")
    say(words["table"].format(view.table or words["empty"]), "  ")
    say("")
    play = rummikub.best_play(view, maximize=options.maximize)
    for line in described(view, play, lang) if play else [words["none"]]:
        say(line, " " * 6)
    for line in ["", *every_play(view, lang)] if options.all else []:
        say(line)
    return 0


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # who reads on, perhaps `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        sys.exit(code)
