"""The best play as an integer programme, solved by HiGHS: what the solver is measured against.

For positions with free jokers, at most two in all, so that every meld has a natural tile. The unknowns: how often each
run of three to five tiles and each group lies on the table (longer runs are made of such), how many of each tile come
from the rack, and for which tiles jokers stand.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import accumulate, chain, combinations
from typing import Any

from rami.rummikub import JOKER, Color, Rules, Tile, View

highspy: Any = import_module("highspy")  # of the extra `bench`, which type checkers do without

KINDS = Rules(copies=1, jokers=0).pieces
ROW = {tile: row for row, tile in enumerate(KINDS)} | {JOKER: len(KINDS)}


def _melds() -> Iterator[tuple[Tile, ...]]:
    for color in Color:
        for length in (3, 4, 5):
            for first in range(1, 15 - length):
                yield tuple(Tile(color, number) for number in range(first, first + length))
    for number in range(1, 14):
        for colors in chain(combinations(Color, 3), combinations(Color, 4)):
            yield tuple(Tile(color, number) for color in colors)


MELDS = tuple(_melds())


def _model() -> Any:
    """The programme but for the position: a row for each kind of tile and one for the jokers.

    Tiles in melds - tiles from the rack - jokers in their place = tiles of the table;
    jokers in their places - jokers from the rack = jokers of the table.
    """
    columns = [[(ROW[tile], 1.0) for tile in meld] for meld in MELDS]
    columns += [[(row, -1.0)] for row in range(len(KINDS) + 1)]
    columns += [[(row, -1.0), (ROW[JOKER], 1.0)] for row in range(len(KINDS))]
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(columns), len(KINDS) + 1
    model.sense_ = highspy.ObjSense.kMaximize
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = list(accumulate(map(len, columns), initial=0))
    model.a_matrix_.index_ = [row for column in columns for row, _ in column]
    model.a_matrix_.value_ = [value for column in columns for _, value in column]
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(columns)
    model.col_lower_ = [0.0] * len(columns)
    return model


_MODEL = _model()


def most(position: View, weigh: Callable[[Tile], float]) -> float:
    """The highest weight of the rack tiles that one play can lay; 0 if none can be laid."""
    rack, table = Counter(position.rack), Counter(position.table.tiles)
    jokers = rack[JOKER] + table[JOKER]
    kinds = (*KINDS, JOKER)
    _MODEL.col_cost_ = [0.0] * len(MELDS) + [float(weigh(tile)) for tile in kinds] + [0.0] * len(KINDS)
    _MODEL.col_upper_ = [4.0] * len(MELDS) + [float(rack[tile]) for tile in kinds] + [float(jokers)] * len(KINDS)
    _MODEL.row_lower_ = _MODEL.row_upper_ = [float(table[tile]) for tile in kinds]
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.passModel(_MODEL)
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return float(solver.getObjectiveValue())
