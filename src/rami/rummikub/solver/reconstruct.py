"""The melds of a path."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, cast

from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.solver.astar import Node, left_over
from rami.rummikub.solver.bounds import Graph, Transition
from rami.rummikub.solver.forward import NO_MOVE
from rami.rummikub.solver.groups import GroupChoice
from rami.rummikub.solver.request import OldRun, Problem
from rami.rummikub.solver.run_moves import RunMove, RunStep
from rami.rummikub.solver.run_rules import HELD, WILD, OpenRuns
from rami.rummikub.tiles import JOKER, TILES, Tile
from rami.shapes import row_maker


class LaidRow(NamedTuple):
    """A meld as its tiles, after whether it is a group."""

    is_group: bool
    tiles: tuple[Tile, ...]


def rows_of(graph: Graph, end: Node) -> list[LaidRow] | None:
    """Return the melds of the path to a last node; None if idle jokers have no place in them."""
    rows: list[LaidRow] = []
    played: list[tuple[Transition, ...]] = []
    node = end
    for number, choices in zip(reversed(graph.numbers), reversed(graph.choices), strict=True):
        _, _, _, _, _, _, before, index, transitions = node
        played.append(transitions)
        if choices[index].groups:
            rows += groups_of(number, choices[index])
        node = cast("Node", before)
    for color, of_color in enumerate(zip(*reversed(played), strict=True)):
        rows += runs_of(graph, color, of_color)
    left = left_over(graph, end)
    return with_idle(graph.problem, rows, left) if graph.problem.idle and left else rows


def groups_of(number: int, choice: GroupChoice) -> Iterator[LaidRow]:
    """Yield the groups of a number."""
    for group in choice.groups:
        naturals = sorted(
            [TILES[color][number] for place, color in enumerate(choice.colors) if group.naturals >> place & 1]
        )
        yield LaidRow(True, (*naturals, *[JOKER] * (group.held.bit_count() + group.wild)))


class _OpenRun:
    """A run that is being laid: its tiles, its state, and the old run that lies whole in it so far."""

    __slots__ = ("carried", "state", "tiles")

    def __init__(self) -> None:
        self.tiles: list[Tile] = []
        self.state: int = 0
        self.carried: OldRun | None = None

    def row(self) -> LaidRow:
        """Return the run as a row."""
        return LaidRow(False, tuple(self.tiles))


def runs_of(graph: Graph, color: int, transitions: Sequence[Transition]) -> list[LaidRow]:
    """Return the runs of a colour, given its transition at each of `graph.numbers`."""
    rows: list[LaidRow] = []
    runs: list[_OpenRun] = []
    moves = graph.cache.moves
    olds: dict[int, list[OldRun]] = {}
    for old in graph.problem.old_runs[color]:
        olds.setdefault(old.numbers[0], []).append(old)
    for number, (_, _, index, gone, _, _, _) in zip(graph.numbers, transitions, strict=True):
        if index == NO_MOVE and not runs:
            continue
        move = moves[index]
        for run in runs:
            if run.carried is not None and (run.carried.numbers[-1] < number or run.carried.mark & gone):
                run.carried = None
        going = _extended(runs, move, TILES[color][number], number)
        rows += [run.row() for run in runs if run not in going]
        if number in olds:
            _carry([old for old in olds[number] if not old.mark & gone], going)
        runs = going
        if len(going) != len(move.after):
            runs = _left_open(going, move.after, number)
            rows += [run.row() for run in going if run not in runs]
    return rows + [run.row() for run in runs]


def _extended(runs: list[_OpenRun], move: RunMove, natural: Tile, number: int) -> list[_OpenRun]:
    """Return the runs that a move extends and starts.

    A run that carries an old one goes on before one that does not, with a natural tile where the old one has it.
    """
    waiting = list(runs)
    going: list[_OpenRun] = []
    steps = move.steps
    if move.wild or move.held:
        steps = tuple(sorted(steps, key=_is_joker))
    for step in steps:
        run = _OpenRun()
        if step.before:
            fitting = [run for run in waiting if run.state == step.before]
            run = fitting[0] if len(fitting) == 1 else min(fitting, key=_rank(number, natural=not _is_joker(step)))
            waiting.remove(run)
        run.state = step.after
        run.tiles.append(JOKER if _is_joker(step) else natural)
        going.append(run)
    return going


def _is_joker(step: RunStep) -> bool:
    return step.piece in (WILD, HELD)


def _rank(number: int, *, natural: bool) -> Callable[[_OpenRun], int]:
    """Return the rank of a run among those that may get a tile."""

    def rank(run: _OpenRun) -> int:
        if run.carried is None:
            return 1
        return 0 if natural == (number in run.carried.numbers) else 2

    return rank


def _carry(begun: list[OldRun], going: list[_OpenRun]) -> None:
    """Let runs carry the old runs that begin here and lie whole, the shortest runs first."""
    for run in sorted(going, key=lambda run: len(run.tiles)):
        if begun and run.carried is None and run.tiles[-1] is not JOKER:
            run.carried = begun.pop()


def _left_open(going: list[_OpenRun], after: OpenRuns, number: int) -> list[_OpenRun]:
    """Return the runs that a move leaves open after it has extended them, those that carry an old one on first."""
    left = list(after)
    still: list[_OpenRun] = []
    for run in sorted(going, key=lambda run: run.carried is None or run.carried.numbers[-1] == number):
        if run.state in left:
            left.remove(run.state)
            still.append(run)
    return still


# ---------------------------------------------------------------------------------------------------------- idle jokers


def with_idle(problem: Problem, rows: list[LaidRow], count: int) -> list[LaidRow] | None:
    """Return the melds with some more jokers; None if there is no room for them."""
    rows = list(rows)
    for _ in range(count):
        for place, row in enumerate(rows):
            longer = _with_joker(problem, row)
            if longer is not None:
                rows[place] = longer
                break
        else:
            return None
    return rows


def _with_joker(problem: Problem, row: LaidRow) -> LaidRow | None:
    """Return a meld with one more joker; None if there is no room for it."""
    tiles = row.tiles
    if row.is_group:
        return LaidRow(True, (*tiles, JOKER)) if len(tiles) < problem.group_size else None
    index, anchor = next((i, tile) for i, tile in enumerate(tiles) if tile != JOKER)
    start = anchor.number - index
    end = start + len(tiles) - 1
    if end < problem.top:
        return LaidRow(False, (*tiles, JOKER))
    return LaidRow(False, (JOKER, *tiles)) if start > 1 else None


# --------------------------------------------------------------------------------------------------------------- tables

_table = row_maker(Table, ("melds",))
_order = itemgetter(0, 1)


def table_of(rows: Iterable[LaidRow], melds: Iterable[Meld] = ()) -> Table:
    """Return the table of some rows and melds."""
    every = [_meld(*row) for row in rows]
    every += [(meld.tiles, isinstance(meld, Group), meld) for meld in melds]
    every.sort(key=_order)
    return _table((tuple([meld for _, _, meld in every]),))


@lru_cache(maxsize=1 << 13)
def _meld(group: bool, tiles: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], bool, Meld]:  # as a row has it
    """Return a meld after its sort key; cached, for there are few, and making one takes a while."""
    meld = Group(tiles) if group else Run(tiles)
    return meld.tiles, group, meld
