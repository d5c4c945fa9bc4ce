"""What a rack can do on a table: the best play, step by step.

    python examples/solve_rack.py "R7 K1" "R4-R5-R6"
    python examples/solve_rack.py "R10 K10 B10 *" --unopened --rules ramicube
    python examples/solve_rack.py "R7 K1 R3" "R4-R5-R6" --all

Tiles are a letter (Red, blacK, Blue, Orange) and a number, `*` is a joker; the tiles of a run are joined by `-`, those
of a group by `=`, and melds are separated by spaces. Without a rack, it shows an example.
"""

import argparse
import sys
from collections.abc import Sequence

from rami import RamiError, rummikub
from rami.rummikub import Play, View

EXAMPLE_RACK = "B2 B5 K4 K10 K13 O13"
EXAMPLE_TABLE = "O5-O6-O7 R5-R6-R7 K5-K6-K7-K8-K9 B1-*-B3"


def described(view: View, play: Play) -> list[str]:
    """A play: what it lays, how, and the table that it leaves."""
    laid = rummikub.played_tiles(view, play)
    points = rummikub.rack_value(laid, view.rules)
    steps = list(map(str, rummikub.explain(view, play)))
    return [
        f"Lay {rummikub.format_tiles(laid)}: {len(laid)} of {len(view.rack)} tiles, {points} points.",
        *(f"{number:>4}. {step}" for number, step in enumerate(steps, start=1)),
        f"Table: {play.table}",
    ]


def every_play(view: View) -> list[str]:
    """Every set of tiles that can be laid, the largest first."""
    sets = sorted(
        (rummikub.played_tiles(view, play) for play in rummikub.plays(view)), key=lambda laid: (-len(laid), laid)
    )
    return [f"Sets of tiles that can be laid: {len(sets)}", *(f"  {rummikub.format_tiles(laid)}" for laid in sets)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Show the best play of a rack.")
    parser.add_argument("rack", nargs="?", help='the tiles of the rack, for example "R7 K13 *"')
    parser.add_argument("table", nargs="?", default="", help='the melds on the table, for example "R4-R5-R6 K8=B8=O8"')
    parser.add_argument("--rules", default="hasbro-2007", choices=rummikub.PRESETS, help="the edition")
    parser.add_argument("--unopened", action="store_true", help="the player has not laid the opening yet")
    parser.add_argument("--maximize", default="tiles", choices=["tiles", "points"], help="what to lay the most of")
    parser.add_argument("--all", action="store_true", help="also list every set of tiles that can be laid")
    options = parser.parse_args(arguments)

    rack, table = (EXAMPLE_RACK, EXAMPLE_TABLE) if options.rack is None else (options.rack, options.table)
    try:
        view = rummikub.set_up(rack, table, rules=rummikub.PRESETS[options.rules], opened=not options.unopened)
    except RamiError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"Rack: {rummikub.format_tiles(view.rack)}\nTable: {view.table or 'empty'}\n")
    play = rummikub.best_play(view, maximize=options.maximize)
    print("\n".join(described(view, play)) if play else "No tile can be laid.")
    if options.all:
        print("", *every_play(view), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
