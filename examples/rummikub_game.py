"""A whole game of Rummikub, played by the solver and told turn by turn.

    python examples/rummikub_game.py
    python examples/rummikub_game.py --seed 7 --rules goliath --players 3

Every player lays as many tiles as the rules allow, and draws when there is nothing to lay. Tiles are written as the
library writes them: a letter (Red, blacK, Blue, Orange) and a number, `*` for a joker, `-` in runs and `=` in groups.
"""

import argparse
from collections.abc import Iterator, Sequence
from textwrap import wrap

from rami import RulesError, rummikub
from rami.rummikub import Draw, EndReason, Move, Pass, Play, State

NAMES = ("Ada", "Blaise", "Carl", "Dorothea", "Emmy", "Felix")

WIDTH = 110
"""How long a line may be."""


def choose(state: State) -> Move:
    """The move of the player whose turn it is: everything is decided by what that player can see."""
    view = rummikub.observe(state, state.current_player)
    best = rummikub.best_play(view, maximize="tiles")
    if best is not None:
        return best
    return Draw() if view.pool_size else Pass()


def start_lines(state: State) -> Iterator[str]:
    """Who drew what to decide who starts, round by round, and what was dealt."""
    for number, drawn in enumerate(state.start_draws):
        tiles = ", ".join(f"{NAMES[seat]} {tile}" for seat, tile in enumerate(drawn) if tile is not None)
        yield f"{'The highest draw again' if number else 'Draw for the start'}: {tiles}."
    yield f"{NAMES[state.current_player]} starts. Each has {state.rules.rack_size} tiles, the pool {state.pool_size}."


def turn_lines(state: State, move: Move, after: State) -> Iterator[str]:
    """One turn: who, the tiles, how many are left, and, where the table changed, the steps and the new table."""
    seat = state.current_player
    head = f"{state.turn + 1:>3}  {NAMES[seat]:<9}"
    left = f"{after.rack_sizes[seat]} on the rack, {after.pool_size} in the pool"
    if not isinstance(move, Play):
        yield f"{head} {f'draws {state.pool[0]}' if isinstance(move, Draw) else 'passes':<10} {left}"
        return
    tiles = rummikub.format_tiles(rummikub.played_tiles(state, move))
    yield f"{head} {'lays' if state.opened[seat] else 'OPENS with'} {tiles}"
    for number, step in enumerate(rummikub.explain(state, move), start=1):
        yield from wrapped(str(step), f"{number:>8}. ", " " * 10)
    yield from wrapped("  ".join(map(str, move.table)), "     Table  ", " " * 12)
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


def score_lines(state: State) -> Iterator[str]:
    """The score sheet."""
    result = rummikub.result(state)
    assert result is not None
    if result.reason is EndReason.WENT_OUT:
        yield f"{NAMES[result.winners[0]]} has laid the last tile."
    else:
        yield "The pool is empty and everybody has passed: the lowest rack wins."
    yield ""
    yield f"{'Score sheet':<11} {'points':>6} {'rack':>11}  tiles left"
    for seat, rack in enumerate(state.racks):
        mark = "wins" if seat in result.winners else ""
        left = f"{rummikub.rack_value(rack, state.rules):>5}  {rummikub.format_tiles(rack) or '-'}"
        yield f"  {NAMES[seat]:<9} {result.scores[seat]:>+6}  {mark:<4} {left}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play a game of Rummikub and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, help="how many play (default: %(default)s)")
    parser.add_argument("--rules", default="hasbro-2007", choices=rummikub.PRESETS, help="the edition")
    options = parser.parse_args(arguments)
    try:
        state = rummikub.new_game(options.players, rummikub.PRESETS[options.rules], seed=options.seed)
    except RulesError as error:
        parser.error(str(error))

    print(f"Rummikub, {options.players} players, rules {options.rules}, seed {options.seed}\n")
    print(*start_lines(state), sep="\n")
    laid = True
    while not state.is_over:
        move = choose(state)
        after = rummikub.apply(state, move)
        if laid or isinstance(move, Play):
            print()
        print(*turn_lines(state, move, after), sep="\n")
        state, laid = after, isinstance(move, Play)
    print()
    print(*score_lines(state), sep="\n")


if __name__ == "__main__":
    main()
