"""A whole game of Rummikub, played by the solver and told turn by turn.

    python examples/rummikub_game.py --seed 7 --rules goliath --players 3

Every player lays as many tiles as the rules allow, and draws when there is nothing to lay.
"""

import argparse

from rami import rummikub
from rami.rummikub import Draw, Move, Pass, Play, State, Table

NAMES = ("Ada", "Blaise", "Carl", "Dorothea", "Emmy", "Felix")


def choose(state: State) -> Move:
    """The move of the player whose turn it is: everything is decided by what that player can see."""
    view = rummikub.observe(state, state.current_player)
    play = rummikub.best_play(view)
    if play is not None:
        return play
    return Draw() if view.pool_size else Pass()


def opening_lines(state: State) -> list[str]:
    """Who drew what to decide who starts."""
    lines = [
        "Draw for the start: "
        + ", ".join(f"{NAMES[seat]} {tile}" for seat, tile in enumerate(drawn) if tile is not None)
        for drawn in state.start_draws
    ]
    return [*lines, f"{NAMES[state.current_player]} starts. The pool has {state.pool_size} tiles."]


def new_melds(before: Table, after: Table) -> list[str]:
    """The melds of a table that were not on the one before."""
    left = list(before)
    lines: list[str] = []
    for meld in after:
        if meld in left:
            left.remove(meld)
        else:
            lines.append(str(meld))
    return lines


def turn_lines(state: State, move: Move, after: State) -> list[str]:
    """One turn: who, what was done, and what the table gained by it."""
    seat = state.current_player
    head = f"{state.turn + 1:>3}  {NAMES[seat]:<9}"
    left = f"({after.rack_sizes[seat]} on the rack, {after.pool_size} in the pool)"
    if not isinstance(move, Play):
        return [f"{head} {'passes' if isinstance(move, Pass) else 'draws a tile'}  {left}"]
    tiles = rummikub.format_tiles(rummikub.played_tiles(state, move))
    verb = "lays" if state.opened[seat] else "opens with"
    changed = "   ".join(new_melds(state.table, move.table))
    return [f"{head} {verb} {tiles}  {left}", f"{'':15}{changed}"]


def score_lines(state: State) -> list[str]:
    """The score sheet."""
    result = rummikub.result(state)
    assert result is not None
    out = result.reason is rummikub.EndReason.WENT_OUT
    lines = ["", f"{'Somebody went out.' if out else 'Nobody can play any more.'} The score sheet:", ""]
    for seat, rack in enumerate(state.racks):
        mark = "wins" if seat in result.winners else ""
        tiles = rummikub.format_tiles(rack) or "(empty)"
        value = rummikub.rack_value(rack, state.rules)
        lines.append(f"  {NAMES[seat]:<9} {result.scores[seat]:>+5}  {mark:<5} rack {value:>3}: {tiles}")
    return lines


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play a game of Rummikub and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, help="how many play (default: %(default)s)")
    parser.add_argument("--rules", default="hasbro-2007", choices=rummikub.PRESETS, help="the edition")
    options = parser.parse_args(arguments)

    state = rummikub.new_game(options.players, rummikub.PRESETS[options.rules], seed=options.seed)
    print(f"Rummikub, {options.players} players, rules {options.rules}, seed {options.seed}\n")
    print("\n".join(opening_lines(state)), end="\n\n")
    while not state.is_over:
        move = choose(state)
        after = rummikub.apply(state, move)
        print("\n".join(turn_lines(state, move, after)))
        state = after
    print("\n".join(score_lines(state)))


if __name__ == "__main__":
    main()
