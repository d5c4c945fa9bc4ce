"""Two programs written from the pages alone: a grid that is judged after each drag, and a solver of heaps."""

import json
from random import Random

from rami import RamiError, rummikub


class Grid:
    """A board of numbered tiles: the program keeps ids and places, the library judges."""

    def __init__(self, view: rummikub.View) -> None:
        self.view = view
        tiles = [*map(str, view.rack), *(str(tile) for meld in view.table for tile in meld)]
        self.tiles = dict(enumerate(tiles))
        ids = iter(self.tiles)
        self.rack = [next(ids) for _ in view.rack]
        self.rows = [[next(ids) for _ in meld] for meld in view.table]

    def drag(self, tile: int, row: int) -> dict[str, object]:
        """Move a tile to the end of a row, or of a new one, and return the answer for the screen."""
        for place in (self.rack, *self.rows):
            if tile in place:
                place.remove(tile)
        self.rows = [*self.rows, []] if row >= len(self.rows) else self.rows
        self.rows[row].append(tile)
        return self.judged()

    def judged(self) -> dict[str, object]:
        shown = [row for row in self.rows if row]
        draft = rummikub.Draft(self.view, [[self.tiles[tile] for tile in row] for row in shown])
        red = {row for problem in draft.problems for row in draft.rows_of(problem)}
        return {
            "move": None if draft.play is None else str(draft.play),
            "red": [shown[index] for index in sorted(red)],
            "why": [problem.message() for problem in draft.problems],
        }


def test_a_grid_is_judged_after_each_drag() -> None:
    grid = Grid(rummikub.set_up("R7 K8 B8 O8", "R4-R5-R6 K5-K6-K7"))
    assert grid.judged()["move"] is None
    assert grid.drag(1, 1) == {"move": "play R4-R5-R6 K5-K6-K7-K8", "red": [], "why": []}
    answer = grid.drag(2, 0)
    assert (answer["move"], answer["red"]) == (None, [[4, 5, 6, 2]])
    assert answer["why"] == ["These tiles are neither a group nor a run: R4 R5 R6 B8."]
    grid.drag(2, 2)
    grid.drag(3, 2)
    assert grid.judged()["red"] == [[2, 3]]
    answer = grid.drag(1, 2)
    assert answer["move"] == "play R4-R5-R6 K5-K6-K7 K8=B8=O8"
    assert grid.drag(0, 0)["move"] == "play R4-R5-R6-R7 K5-K6-K7 K8=B8=O8"
    assert json.loads(json.dumps(answer)) == answer


def solved(heap: list[str], rack: list[str]) -> list[list[str]] | None:
    """Return rows of all tiles of a heap and of as many of a rack as fit, or None."""
    position = rummikub.set_up([*heap, *rack])
    play = rummikub.best_play(position, including=heap)
    return None if play is None else [[str(tile) for tile in meld] for meld in play.table]


def test_a_heap_of_tiles_is_put_in_order() -> None:
    assert solved(["R4", "K7", "R6", "R5", "B7", "O7"], ["R7", "K1"]) == [["R4", "R5", "R6", "R7"], ["K7", "B7", "O7"]]
    assert solved(["R4", "K9"], ["R7", "K1"]) is None
    random, solvable = Random(1), 0
    for _ in range(40):
        heap = [str(tile) for tile in random.sample(rummikub.Rules().pieces, 20)]
        table = rummikub.arrange(heap)
        rows = solved(heap, [])
        assert (table is None) == (rows is None)
        solvable += rows is not None
    for _ in range(20):  # a heap of melds can always be put in order
        melds = random.sample([*rummikub.melds_in("R1 R2 R3 R4 R5 R6 K4 B4 O4 K9 B9 O9 *")], 1)
        heap = [str(tile) for meld in melds for tile in meld]
        random.shuffle(heap)
        assert solved(heap, []) is not None
    assert solvable < 40


def test_a_foreign_tile_is_reported() -> None:
    view = rummikub.set_up("R7", "R4-R5-R6")
    try:
        rummikub.Draft(view, [["R4", "R5", "R6"], ["O13"]])
    except RamiError as error:
        assert "O13" in str(error)  # noqa: PT017  # as a program handles it
    else:
        raise AssertionError
