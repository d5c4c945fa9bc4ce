"""From the best path to the melds that it stands for."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import cast

from rami.rummikub.solver.astar import Node, left_over
from rami.rummikub.solver.bounds import Graph, Transition
from rami.rummikub.solver.groups import Choice
from rami.rummikub.solver.problem import NOTHING, OldRun, Problem
from rami.rummikub.solver.run_moves import Way
from rami.rummikub.solver.run_state import HELD, LENGTH, WILD
from rami.rummikub.tiles import JOKER, TILES, Tile

LaidRow = tuple[bool, tuple[Tile, ...]]
"""A meld as its tiles, after whether it is a group."""

Step = tuple[Way, int]
"""What becomes of the runs of a colour at a number, and the marks of the old runs that are disturbed."""


class _OpenRun:
    """A run that is being laid: its kind, its tiles, and the old run that lies in it."""

    __slots__ = ("carried", "kind", "tiles")

    def __init__(self, kind: int, tile: Tile) -> None:
        self.kind = kind
        self.tiles = [tile]
        self.carried: OldRun | None = None


def rows_of(graph: Graph, end: Node) -> list[LaidRow] | None:
    """The melds of a path.

    Args:
        graph: The cells of the problem.
        end: The last node of the path.

    Returns:
        The melds; None if wild jokers that the path leaves over have no place in them.
    """
    problem = graph.problem
    path: list[Node] = []
    node: Node | None = end
    while node is not None:
        path.append(node)
        node = cast("Node | None", node[6])
    path = path[-2::-1]
    rows: list[LaidRow] = []
    for number, every, node in zip(graph.numbers, graph.choices, path, strict=True):
        choice = every[node[7]]
        if choice[7]:
            rows += groups_of(number, choice)
    rows += runs_of(graph, 0, [node[8] for node in path])
    rows += runs_of(graph, 1, [node[9] for node in path])
    rows += runs_of(graph, 2, [node[10] for node in path])
    rows += runs_of(graph, 3, [node[11] for node in path])
    left = left_over(graph, end)
    return with_idle(problem, rows, left) if problem.idle and left else rows


def runs_of(graph: Graph, color: int, moves: Sequence[Transition]) -> list[LaidRow]:
    """The runs of a colour on a path.

    Args:
        graph: The cells of the problem.
        color: The index of the colour.
        moves: Its moves, one for each of `graph.numbers`.

    Returns:
        The runs.
    """
    problem = graph.problem
    held = problem.held_in_runs is not NOTHING or problem.held is not NOTHING
    if not (held or problem.one_follows or problem.taken or problem.counted):
        return _plain_runs(graph, color, moves)
    rows: list[LaidRow] = []
    open_runs: list[_OpenRun] = []
    every = graph.tables.ways
    for number, move in zip(graph.numbers, moves, strict=True):
        rows += go_on(problem, color, number, (every[move[2]], move[3]), open_runs)
    rows += [(False, tuple(run.tiles)) for run in open_runs]
    return [(False, slid(tiles)) for _, tiles in rows] if problem.slides else rows


def slid(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """A run with one of two jokers that lie side by side at one end moved to the other (A9)."""
    if tiles[-1] == tiles[-2] == JOKER:
        return (JOKER, *tiles[:-1])
    return (*tiles[1:], JOKER) if tiles[0] == tiles[1] == JOKER else tiles


def _plain_runs(graph: Graph, color: int, moves: Sequence[Transition]) -> list[LaidRow]:
    """The runs of a colour where any joker may go into any run: then a way says all by how many runs go on.

    A run that carries an old one goes on before one that does not.
    """
    rows: list[LaidRow] = []
    runs: list[_PlainRun] = []
    olds: dict[int, list[OldRun]] = {}
    for old in graph.problem.old_runs[color]:
        olds.setdefault(old.numbers[0], []).append(old)
    before = 0
    every = graph.tables.ways
    for number, move in zip(graph.numbers, moves, strict=True):
        way, gone = every[move[2]], move[3]
        count = way.naturals + way.wild
        if runs and (not count or number != before + 1):
            rows += [(False, tuple(tiles)) for tiles, _ in runs]
            runs.clear()
        if count:
            _lengthen(runs, TILES[color][number], number, (way, gone), rows)
            begun = olds.get(number)
            if begun:
                _begin(runs, begun, gone)
        before = number
    return rows + [(False, tuple(tiles)) for tiles, _ in runs]


def _lengthen(runs: list["_PlainRun"], tile: Tile, number: int, move: Step, rows: list[LaidRow]) -> None:
    """Lengthen the runs of a colour, close those that do not go on, and start new ones."""
    way, gone = move
    longs = way.lengthened[2]
    carrying: list[_PlainRun] = []
    others: list[_PlainRun] = []
    for run in runs:
        tiles, old = run
        if old is None or old.numbers[-1] < number or old.mark & gone:
            others.append((tiles, None))
        else:
            carrying.append(run)
    runs.clear()
    for run in carrying + others:
        tiles = run[0]
        if len(tiles) > 2:
            if not longs:
                rows.append((False, tuple(tiles)))
                continue
            longs -= 1
        runs.append(run)
    runs += [([], None) for _ in range(way.naturals + way.wild - len(runs))]
    if way.wild:  # for a run that has none yet, but not for one that carries an old run with a tile here, or is new
        runs.sort(key=lambda run: (not run[0], _carries(run, number), run[0].count(JOKER)))
        for run in runs[: way.wild]:
            run[0].append(JOKER)
    for run in runs[way.wild :]:
        run[0].append(tile)


def _carries(run: "_PlainRun", number: int) -> bool:
    """Whether a run carries an old one that has a natural tile of a number."""
    return run[1] is not None and number in run[1].numbers


def _begin(runs: list["_PlainRun"], begun: list[OldRun], gone: int) -> None:
    """Let runs carry the old runs that begin here and lie whole, the shortest runs first."""
    whole = [old for old in begun if not old.mark & gone]
    if len(runs) > 1:
        runs.sort(key=_length)
    for place, (tiles, old) in enumerate(runs):
        if whole and old is None and tiles[-1] is not JOKER:
            runs[place] = (tiles, whole.pop())


def _length(run: "_PlainRun") -> int:
    return len(run[0])


_PlainRun = tuple[list[Tile], OldRun | None]
"""The tiles of a run that is being laid, and the old run that lies in it."""


def groups_of(number: int, choice: Choice) -> Iterator[LaidRow]:
    """The groups of a number."""
    for group in choice[7]:
        naturals = [TILES[color][number] for color in range(4) if group.naturals >> color & 1]
        yield True, (*naturals, *[JOKER] * (group.held.bit_count() + group.wild))


def go_on(problem: Problem, color: int, number: int, move: Step, runs: list[_OpenRun]) -> Iterator[LaidRow]:
    """Lay what a move gives to the runs of a colour, and yield the runs that it closes."""
    way, gone = move
    natural = TILES[color][number if number <= problem.top else 1]
    old = [run for run in problem.old_runs[color] if not run.mark & gone]
    going: list[_OpenRun] = []
    waiting = list(runs)
    # A run that carries an old one goes on before one that does not, and has a natural tile where the old one has.
    for step in sorted(way.steps, key=lambda step: step.piece in (WILD, HELD)):
        if not step.after & LENGTH:
            continue  # kept back for the end of a run
        tile = JOKER if step.piece in (HELD, WILD) else natural
        if not step.before:
            going.append(_OpenRun(step.after, tile))
            continue
        fitting = [run for run in waiting if run.kind == step.before]
        run = min(fitting, key=lambda run: _rank(run, number, natural=tile != JOKER))
        waiting.remove(run)
        run.kind = step.after
        run.tiles.append(tile)
        going.append(run)
    for run in waiting:
        yield False, tuple(run.tiles)
    _carry(number, natural, old, going)
    surplus = _surplus(going, way.part, number)
    for run in surplus:
        going.remove(run)
        yield False, tuple(run.tiles)
    runs[:] = going


def _rank(run: _OpenRun, number: int, *, natural: bool) -> int:
    """Which run is the first to have a tile."""
    if run.carried is None or run.carried.numbers[-1] < number:
        return 1
    return 0 if natural == (number in run.carried.numbers) else 2


def _carry(number: int, natural: Tile, old: list[OldRun], going: list[_OpenRun]) -> None:
    """Let runs carry the old runs that begin at a number and lie whole."""
    for run in going:
        if run.carried is not None and run.carried.numbers[-1] < number:
            run.carried = None
    begun = [run for run in old if run.numbers[0] == number]
    for run in sorted(going, key=lambda run: len(run.tiles)):
        if begun and run.carried is None and run.tiles[-1] == natural:
            run.carried = begun.pop()


def _surplus(going: list[_OpenRun], part: tuple[int, ...], number: int) -> list[_OpenRun]:
    """The runs that a way closes after it has lengthened them."""
    left = list(part)
    surplus: list[_OpenRun] = []
    for run in sorted(going, key=lambda run: run.carried is None or run.carried.numbers[-1] == number):
        if run.kind in left:
            left.remove(run.kind)
        else:
            surplus.append(run)
    return surplus


# ----------------------------------------------------------------------------------------------------------------- idle


def with_idle(problem: Problem, rows: list[LaidRow], count: int) -> list[LaidRow] | None:
    """The melds with some more jokers, where there is room; None if there is none."""
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
    group, tiles = row
    if tiles.count(JOKER) >= problem.most_jokers:
        return None
    if group:
        return (True, (*tiles, JOKER)) if len(tiles) < problem.size else None
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
