"""Corners of the solver that no small position shows."""

from attrs import evolve

from rami.rummikub import Table, parse_tiles
from rami.rummikub.rules import DEFAULT
from rami.rummikub.solver.grouping import groupings
from rami.rummikub.solver.lattice import Lattice
from rami.rummikub.solver.laying import disturbed
from rami.rummikub.solver.problem import Design, Problem
from rami.rummikub.solver.scenarios import counts
from rami.rummikub.solver.search import best_path

NOTHING = counts(DEFAULT, ())


def test_designs_do_not_use_more_jokers_than_there_are() -> None:
    designs = (Design(5, None, "TJ", mask=1, taken=1), Design(5, None, "TJ", mask=2, taken=1))
    problem = Problem(
        top=13,
        size=4,
        must=NOTHING,
        free=counts(DEFAULT, parse_tiles("R5 K5")),
        weights=NOTHING,
        held=NOTHING,
        jokers_free=1,
        taken=2,
        designs=designs,
    )
    assert best_path(Lattice(problem)) is None
    path = best_path(Lattice(evolve(problem, jokers_free=2)))
    assert path is not None
    assert {design for choice in path.choices for design in choice.started} == set(designs)


def test_melds_that_share_a_tile_do_not_both_lie_whole() -> None:
    twice = Table.parse("R4-R5-R6 R4-R5-R6")
    assert disturbed(twice, twice) == 0
    assert disturbed(twice, Table.parse("R4-R5-R6-R7 R1-R2-R3-R4")) == 1
    assert disturbed(Table.parse("R4-R5-R6 R5-R6-R7"), Table.parse("R4-R5-R6-R7")) == 1
    assert disturbed(Table.parse("R4-*-R6"), Table.parse("R4-R5-R6")) == 0  # by their natural tiles
    assert disturbed(Table(), twice) == 0


def test_many_tiles_of_a_number_are_split_evenly() -> None:
    *_, most = groupings((5, 5, 5, 5), (0, 0, 0, 0), 0, 4, 2, (0b0111,))
    assert most.counts == (5, 5, 5, 5)
    assert sorted(mask for mask, _, _ in most.groups) == [0b1111] * 5
