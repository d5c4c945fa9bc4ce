"""The exact solver of Rummikub: what a player can lay, and what is best.

A *case* turns the rules of jokers into a *problem*: tiles that must lie, tiles that may, and what each of these is
worth (`cases`). What is best is found as the path on which least is *lost*, which is the worth of what is left on the
rack.

The numbers are gone through from the lowest to the highest. What decides how a run may go on is its *kind* (`kinds`):
it has one tile, two, or three and more. The kinds of the open runs of a colour are its *part*; at each number a *way*
leads from part to part (`ways`, kept in `columns`, followed from the lowest number on in `layers`), and a *choice* says
which groups there are (`groups`). A part before a number, with the least that is lost from it on, is a *cell*
(`cells`), and a *state* is a cell of each colour with the jokers left.

*Theorem* (`search`): what can follow depends on what came before only through the state; so the best path to each state
is all that has to be kept. What a state must still lose at least is the sum of what its cells lose; the search goes on
from the state with the least, so that the first path that ends is the best.

Nothing is left out without a lemma, beside the code that does it: relaxation, cases, pairs and looser in `cases`, touch
in `touch`, openings in `openings`, as if opened in `best`, frozen in `frozen`, kinds, slides and reach in `kinds`,
finish and useful in `ways`, keen, joined, idle, twice and marks in `layers`, charges in `groups`, bound in `cells`,
room in `search`, spare in `words`, opening and worth in `answers`. Where a case is stricter than the rules,
its looser one (`cases`) says whether arrangements have to be looked at one by one (`singly`).

What is *not* exact is the last tie-break, how few old melds are disturbed: it is where there is no joker on the table
or the rack, no more than two tiles of a kind, no 1 that may follow the highest number, and no more than `FINE` states
gone on from; else it is an estimate.
"""

from rami.rummikub.solver.api import arrange, best_play, can_play, layable, play_of, plays

__all__ = ["arrange", "best_play", "can_play", "layable", "play_of", "plays"]
