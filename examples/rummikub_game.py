"""Play a deal of Rummikub with four players, and print every turn and the scores.

$ python examples/rummikub_game.py
 1. Dorothea draws O1.
 2. Ada draws K8.
 3. Blaise lays R9 R10 R11 R12 K12 O12.
      Lay R9-R10-R11 from the rack.
      Lay R12=K12=O12 from the rack.
...
Blaise wins: somebody went out.
Ada: -65, tiles left: R5 K9 K11 K13 K13 O1 O13 (65)
...
"""

from textwrap import fill

from rami import rummikub

NAMES = ("Ada", "Blaise", "Carl", "Dorothea")


def main() -> None:
    state = rummikub.new_game(len(NAMES), seed=2026)
    while not state.is_over:
        seat = state.current_player
        (move,) = rummikub.best_turn(rummikub.observe(state, seat))
        print(f"{state.turn + 1:>2}. {rummikub.GAME.event(state, move, seat).message(name=NAMES[seat])}")
        for step in rummikub.explain(state, move) if isinstance(move, rummikub.Play) else ():
            print(fill(str(step), 80, initial_indent=" " * 6, subsequent_indent=" " * 8, break_on_hyphens=False))
        state = rummikub.apply(state, move)
    result = rummikub.result(state)
    assert result is not None
    for line in result.message(names=NAMES).splitlines():
        print(fill(line, 80, subsequent_indent="    ", break_on_hyphens=False))


if __name__ == "__main__":
    main()
