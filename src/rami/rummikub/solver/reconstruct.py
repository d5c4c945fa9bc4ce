"""The melds of a path."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import cast

from rami.rummikub.solver.astar import Node, left_over
from rami.rummikub.solver.bounds import Graph, Transition
from rami.rummikub.solver.groups import GroupChoice
from rami.rummikub.solver.move_cache import NO_MOVE
from rami.rummikub.solver.problem import NOTHING, OldRun, Problem
from rami.rummikub.solver.run_moves import RunMove
from rami.rummikub.solver.run_state import HELD, LENGTH, WILD, OpenRuns
from rami.rummikub.tiles import JOKER, TILES, Tile

LaidRow = tuple[bool, tuple[Tile, ...]]
"""A meld as its tiles, after whether it is a group."""


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
        yield True, (*naturals, *[JOKER] * (group.held.bit_count() + group.wild))


def runs_of(graph: Graph, color: int, transitions: Sequence[Transition]) -> list[LaidRow]:
    """Return the runs of a colour, given its transition at each of `graph.numbers`."""
    problem, moves = graph.problem, graph.cache.moves
    held = problem.held_in_runs is not NOTHING or problem.held is not NOTHING
    if not (held or problem.one_follows or problem.taken or problem.counts_jokers):
        return _AlikeRuns(graph, color).laid(transitions)
    runs = _StateRuns(problem, color)
    rows: list[LaidRow] = []
    for number, (_, _, move, gone, _, _, _) in zip(graph.numbers, transitions, strict=True):
        rows += runs.play(number, moves[move], gone)
    rows += runs.closed()
    return [(False, slid(tiles)) for _, tiles in rows] if problem.slides else rows


def slid(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return a run with one of two jokers side by side at one end moved to the other end (A9)."""
    if tiles[-1] == tiles[-2] == JOKER:
        return (JOKER, *tiles[:-1])
    return (*tiles[1:], JOKER) if tiles[0] == tiles[1] == JOKER else tiles


class _OpenRun:
    """A run that is being laid: its tiles, the old run that lies in it, and its state where states matter."""

    __slots__ = ("carried", "state", "tiles")

    def __init__(self, tiles: list[Tile], state: int = 0) -> None:
        self.tiles = tiles
        self.carried: OldRun | None = None
        self.state = state

    def carries(self, number: int) -> bool:
        """Return whether the old run in it has a natural tile of a number."""
        return self.carried is not None and number in self.carried.numbers

    def row(self) -> LaidRow:
        """Return the run as a row."""
        return False, tuple(self.tiles)


class _AlikeRuns:
    """The open runs of a colour where only their lengths matter: a move says how many of each length go on.

    A run that carries an old one goes on before one that does not.
    """

    def __init__(self, graph: Graph, color: int) -> None:
        self.graph = graph
        self.row = TILES[color]
        self.runs: list[_OpenRun] = []
        self.rows: list[LaidRow] = []
        self.olds: dict[int, list[OldRun]] = {}
        for old in graph.problem.old_runs[color]:
            self.olds.setdefault(old.numbers[0], []).append(old)

    def laid(self, transitions: Sequence[Transition]) -> list[LaidRow]:
        """Return the runs of all moves."""
        before = 0
        moves, olds = self.graph.cache.moves, self.olds
        for number, (_, _, index, gone, _, _, _) in zip(self.graph.numbers, transitions, strict=True):
            if index == NO_MOVE or number != before + 1:
                self._close()
            if index == NO_MOVE:
                continue
            move = moves[index]
            if move.steps:
                before = number
                self._lengthen(number, move, gone)
                if number in olds:
                    self._carry([old for old in olds[number] if not old.mark & gone])
        self._close()
        return self.rows

    def _close(self) -> None:
        """Close all runs."""
        if self.runs:
            self.rows += [run.row() for run in self.runs]
            self.runs = []

    def _lengthen(self, number: int, move: RunMove, gone: int) -> None:
        """Extend the runs that go on, close the others, and start new ones."""
        _, _, longs = move.extended
        carrying: list[_OpenRun] = []
        others: list[_OpenRun] = []
        for run in self.runs:
            old = run.carried
            if old is not None and (old.numbers[-1] < number or old.mark & gone):
                run.carried = old = None
            (others if old is None else carrying).append(run)
        going: list[_OpenRun] = []
        for run in carrying + others:
            if len(run.tiles) > 2:
                if not longs:
                    self.rows.append(run.row())
                    continue
                longs -= 1
            going.append(run)
        going += [_OpenRun([]) for _ in range(len(move.steps) - len(going))]
        wild = move.wild
        if wild:  # for a run that has none yet, but not for one that carries an old tile here, or is new
            going.sort(key=lambda run: (not run.tiles, run.carries(number), run.tiles.count(JOKER)))
        tile = self.row[number]
        for place, run in enumerate(going):
            run.tiles.append(JOKER if place < wild else tile)
        self.runs = going

    def _carry(self, whole: list[OldRun]) -> None:
        """Let runs carry old runs that begin here and lie whole, the shortest runs first."""
        self.runs.sort(key=_length)
        for run in self.runs:
            if whole and run.carried is None and run.tiles[-1] is not JOKER:
                run.carried = whole.pop()


def _length(run: _OpenRun) -> int:
    return len(run.tiles)


class _StateRuns:
    """The open runs of a colour where their states matter: a move says how each state goes on."""

    def __init__(self, problem: Problem, color: int) -> None:
        self.problem = problem
        self.color = color
        self.runs: list[_OpenRun] = []

    def closed(self) -> list[LaidRow]:
        """Return the runs that are still open."""
        return [run.row() for run in self.runs]

    def play(self, number: int, move: RunMove, gone: int) -> Iterator[LaidRow]:
        """Make a move, and yield the runs that it closes."""
        natural = TILES[self.color][number if number <= self.problem.top else 1]
        going: list[_OpenRun] = []
        waiting = list(self.runs)
        # A run that carries an old one goes on before one that does not, with a natural tile where the old one has it.
        for step in sorted(move.steps, key=lambda step: step.piece in (WILD, HELD)):
            if not step.after & LENGTH:
                continue  # kept back for the end of a run
            tile = JOKER if step.piece in (HELD, WILD) else natural
            if not step.before:
                going.append(_OpenRun([tile], step.after))
                continue
            fitting = [run for run in waiting if run.state == step.before]
            run = min(fitting, key=lambda run: _rank(run, number, natural=tile != JOKER))
            waiting.remove(run)
            run.state = step.after
            run.tiles.append(tile)
            going.append(run)
        yield from (run.row() for run in waiting)
        self._carry(number, natural, gone, going)
        surplus = _surplus(going, move.after, number)
        yield from (run.row() for run in surplus)
        self.runs = [run for run in going if run not in surplus]

    def _carry(self, number: int, natural: Tile, gone: int, going: list[_OpenRun]) -> None:
        """Let runs carry the old runs that begin at a number and lie whole."""
        for run in going:
            if run.carried is not None and run.carried.numbers[-1] < number:
                run.carried = None
        begun = [run for run in self.problem.old_runs[self.color] if run.numbers[0] == number and not run.mark & gone]
        for run in sorted(going, key=_length):
            if begun and run.carried is None and run.tiles[-1] == natural:
                run.carried = begun.pop()


def _rank(run: _OpenRun, number: int, *, natural: bool) -> int:
    """Return the rank of a run among those that may get a tile."""
    if run.carried is None or run.carried.numbers[-1] < number:
        return 1
    return 0 if natural == (number in run.carried.numbers) else 2


def _surplus(going: list[_OpenRun], after: OpenRuns, number: int) -> list[_OpenRun]:
    """Return the runs that a move closes after it has extended them."""
    left = list(after)
    surplus: list[_OpenRun] = []
    for run in sorted(going, key=lambda run: run.carried is None or run.carried.numbers[-1] == number):
        if run.state in left:
            left.remove(run.state)
        else:
            surplus.append(run)
    return surplus


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
    group, tiles = row
    if tiles.count(JOKER) >= problem.most_jokers:
        return None
    if group:
        return (True, (*tiles, JOKER)) if len(tiles) < problem.group_size else None
    index, anchor = next((i, tile) for i, tile in enumerate(tiles) if tile != JOKER)
    start = anchor.number - index
    end = start + len(tiles) - 1
    longer: list[tuple[Tile, ...]] = []
    if end < problem.top:
        longer.append((*tiles, JOKER))
    if start > 1 + (end > problem.top):  # a run that ends with the 1 after the highest number has no 1 before
        longer.append((JOKER, *tiles))
    for each in longer:
        if problem.adjacent or (JOKER, JOKER) not in pairwise(each):
            return False, each
    return None
