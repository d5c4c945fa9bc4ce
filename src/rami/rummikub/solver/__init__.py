"""The exact solver of Rummikub: the plays of a rack, and the best of them.

`docs/solver.md` tells how it works, with a position traced from the request to the table. In short: a *request*
(`request`) has *cases*, one for each outcome of the table's jokers (`jokers`, `cases`), and each case is a *problem*.
Its *numbers* are visited in ascending order. The *open runs* of a colour (`run_rules`) go on by *moves* (`run_moves`,
kept and followed by `forward`), and a *choice* says which groups there are (`groups`). A *cell* is the open runs of a
colour with the least that is lost from there on (`bounds`), and a *state* is a cell of each colour with the jokers
left. The search (`astar`) finds the path that loses least, and `reconstruct` its melds; one pass (`subset_pass`) finds
every subset of tiles that can be laid. `tie_break` says which melds of the old table are disturbed.

Nothing is left out without a lemma, beside the code that does it; the tests take each away and compare.
"""

from rami.rummikub.solver.api import arrange, best_play, can_play, layable, play_of, plays

__all__ = ["arrange", "best_play", "can_play", "layable", "play_of", "plays"]
