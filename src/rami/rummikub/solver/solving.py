"""The best arrangement of a problem, as melds."""

from attrs import frozen

from rami.rummikub.solver.keeping import fewest_disturbed
from rami.rummikub.solver.lattice import Lattice
from rami.rummikub.solver.laying import Laying, Row
from rami.rummikub.solver.paths import Path
from rami.rummikub.solver.plain import PlainLattice, is_plain
from rami.rummikub.solver.problem import Problem
from rami.rummikub.solver.search import best_path


@frozen(eq=False)
class Solved:
    """The best arrangement of a problem.

    Attributes:
        path: The path through the lattice.
        laying: What lays the tiles of such paths.
        rows: The melds.
        undone: How many joints between neighbours in old melds are undone at least.
    """

    path: Path
    laying: Laying
    rows: list[Row]
    undone: int

    @classmethod
    def of(cls, lattice: Lattice, path: Path) -> "Solved | None":
        """The arrangement along a path; None if there is no room for the idle jokers."""
        laying, undone = Laying(lattice), lattice.problem.gain(path.worth) - path.worth
        rows = _least_disturbing(laying, path) if undone > 1 else None
        if rows is None:
            rows = laying.rows(path)
        return None if rows is None else cls(path, laying, rows, undone)

    def least_disturbing(self) -> list[Row] | None:
        """The melds of an arrangement as good that disturbs the fewest old melds.

        Returns:
            The melds; None if `rows` has them already, if the search saw too much to remember, or if there is no room
            for the idle jokers.
        """
        return None if self.undone > 1 else _least_disturbing(self.laying, self.path)


def _least_disturbing(laying: Laying, path: Path) -> list[Row] | None:
    if path.known is None:
        return None
    return laying.rows_of(fewest_disturbed(laying.lattice, path, path.known))


def solve(problem: Problem, above: int | None = None) -> Solved | None:
    """The best arrangement of a problem.

    Where that is of use, first the idle jokers are left out: those that no meld needs, and that go anywhere in the end.
    Only if there is no room for them, they take part in the search.

    Args:
        problem: The problem.
        above: Only arrangements worth more than this count.

    Returns:
        The arrangement; None if there is none.
    """
    if is_plain(problem) and problem.jokers_must + problem.jokers_free and problem.joker_weight >= 0:
        lattice: Lattice = PlainLattice(problem, spare=True)
        path = best_path(lattice, above)
        if path is None:
            return None
        if (solved := Solved.of(lattice, path)) is not None:
            return solved
    lattice = whole(problem)
    path = best_path(lattice, above)
    return Solved.of(lattice, path) if path else None


def can_solve(problem: Problem) -> bool:
    """Whether there is an arrangement."""
    return best_path(whole(problem)) is not None


def whole(problem: Problem) -> Lattice:
    """The lattice of a problem that leaves nothing out."""
    return PlainLattice(problem) if is_plain(problem) else Lattice(problem)
