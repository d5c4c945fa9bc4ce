"""The solver against brute force: chosen and random positions, in every edition, with every question."""

import random
import time
from collections.abc import Callable

import pytest

from rami.rummikub import JOKER, PRESETS, Rules, View, best_play, can_play, check, find_play, playable, plays, set_up
from rami.rummikub.checks import played_tiles
from tests.oracles.rummikub import disturbed
from tests.oracles.rummikub_against_brute import disagreements, position_of, shown
from tests.rummikub.known import CLASSES, KNOWN

FOUR = PRESETS["hasbro-2007"].evolve(jokers=4)
LATE = PRESETS["hasbro-2007"].evolve(opening_turn_table="after_opening", opening_points=12)
FREE = PRESETS["hasbro-2007"].evolve(joker_sets="free", jokers=4)
CUBE = PRESETS["ramicube"].evolve(jokers=4)
CUBES = (CUBE, CUBE.evolve(joker_before_opening=False), CUBE.evolve(joker_reuse="any"))
XP6, GOLIATH = PRESETS["rummikub-xp6"], PRESETS["goliath"]

OPENED = [
    # a joker of the table is taken, stays, or moves
    (FOUR, "K6 * O6", "R4-*-R6"),
    (FOUR, "* O5", "K2=B2=O2=* K5-K6-K7-K8"),
    (FOUR, "O1 K13 R1 B1", "K1=O1=*"),
    (FOUR, "* B13", "*-B11-B12"),
    (FOUR.evolve(joker_reuse="any"), "K2 K8 O2 O8", "K1-*-K3-K4-K5"),
    (XP6, "* K4 R6", "R4=O4=*"),
    (XP6, "K5 O7 O5 O5", "O5-O6-O7 *-R11-R12-R13"),
    (XP6, "O8 * * K8", "K8=B8=*"),
    (XP6, "K6 O6 O3", "R6=B6=* O3-O4-*-O6"),
    *((CUBE, rack, f"B4-*-B6 {run}") for rack in ("R1 R2 R3 B5", "O1 O2 O3 B5") for run in ("K7-K8-K9", "R8-R9-R10")),
    # jokers are free
    (FREE, "O6 R4", "R4=K4=B4=O4 O3-*-O5-*-O7"),
    (FREE.evolve(max_number=10, max_players=2), "R9 *", "R7-R8-* K8-K9-* B8-B9-*"),
    (GOLIATH, "O10 B10", "R9-R10-R11 R10=*=* K8=B8=O8"),
    (GOLIATH, "R10 R8 K5", "R4=K4=*=* R10=K10=B10=O10"),
    (GOLIATH, "B8 R8", "K11-K12-K13 O8=*=*"),
    # the joker ends a new run from the lowest number on, or others that stay are in it
    (PRESETS["hasbro-2007"], "B9", "B8-*-B10 R1-R2-R3 K3=B3=O3"),
    (FOUR, "R1 B9", "*-R4-*-* B8-*-B10"),
    # the last wild joker comes into the first of four colors, or a run is cut after it
    (FREE, "R13", "K8-*-K10-K11-* R11-R12-* R10-R11-R12-R13"),
    (XP6, "R1", "*-K2-K3-* R1-R2-R3-R4-R5 R3-R4-R5-R6-R7 R3-R4-R5"),
    # A new run continues after its joker, or is cut at the place of an old run
    (GOLIATH, "B5 B7 B9 B13", "B6-B7-B8-B9-B10-B11 *-B10-B11"),
    (GOLIATH, "R1 R3", "R4-R5-R6 K7=B7=O7=*"),
    # runs with and without jokers that end together with the highest number
    (PRESETS["hasbro-2007"], "B10", "K10-K11-K12 B11-B12-B13 *-B11-B12-*"),
    (PRESETS["ramicube"], "R3 R4 R6 R7", "R2-R3-R4-R5 R5-*-*"),
    (PRESETS["ramicube"], "K6 K8 B8", "B10-B11-B12-B13 *-K9-*"),
    (CUBE, "K11 O8 O9 O10 *", "O8-*-* O10-O11-O12"),
    # three copies and four jokers, most of them of one number
    (XP6, "K4 B4 O4 *", "R4=K4=B4=O4 R4=K4=B4=O4 R4=*=*"),
]
UNOPENED = [
    # what can be laid beside an opening with a joker is less than what could be laid without one
    *((rules, "R9 R10 * K2 K3 K5 K6", "R4=K4=B4=*") for rules in CUBES),
    *((rules, "R9 R10 * K2 K3 K5 K6", "R1-R2-*-R4") for rules in CUBES),
    *((rules, "R11 R12 * * K2 K3 K5 K6", "R4=B4=*") for rules in CUBES),
    *((rules, "R9 R10 R11 * B2 B3 K3 K5", "B4-*-B6") for rules in CUBES),
    *((rules, "R13 K13 * R1 R2", "R3-R4-*") for rules in CUBES),
    # The first outcome of the table's joker finds the sets with the run, and the group reaches the next outcome
    (PRESETS["ramicube"], "O5 O11 O12 K5 B5 *", "R4-R5-*"),
    # A6: a meld of the opening is old for its own joker, though not for the jokers of the table
    (CUBE.evolve(jokers=3), "R9 R10 R11 R13 K9 *", "R11=K11=B11=O11 B10-B11-B12"),
    (CUBE.evolve(jokers=3), "R9 R10 R13 K9 *", "R9-R10-R11 R11-R12-R13"),
    # If jokers are free, a joker of the opening may move to any place
    (GOLIATH.evolve(opening_turn_table="after_opening", joker_before_opening=True), "R9 R10 * K2 K3", "K4=B4=O4"),
    # no points are asked for, and an opening that uses the table leaves nothing to gain
    (Rules(opening_points=0, opening_turn_table="after_opening"), "R9 K10", "R10-R11-R12 R11=K11=O11"),
    (PRESETS["ramicube"].evolve(opening_points=1), "B8 B9 O8 O9 *", "R10=K10=B10=O10"),
    (LATE, "* R13 * O13 K13", ""),
    (LATE, "O13 O11 O12 O10 B10", "R11=K11=B11=O11"),
    (PRESETS["hasbro-2007"].evolve(joker_before_opening=True), "R5 R5 K9 K10 K11", "R4-*-R6"),
]
POSITIONS = [
    set_up(rack, table, rules=rules, opened=opened)
    for opened, rows in ((True, OPENED), (False, UNOPENED))
    for rules, rack, table in rows
]


@pytest.mark.parametrize("view", POSITIONS, ids=range(len(POSITIONS)))
def test_a_position_that_was_once_refused_or_got_wrong(view: View) -> None:
    assert list(disagreements(view, random.Random(1))) == [], shown(view)


@pytest.mark.parametrize("seed", range(0, 96, 8))
def test_some_positions_of_each_sort(seed: int) -> None:
    """The seed decides the kind: any tiles, few numbers, a long run, or old runs with two copies of a tile."""
    for each in range(seed, seed + 8):
        view, rng = position_of(each)
        assert list(disagreements(view, rng)) == [], shown(view)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 3_000, 100))
def test_many_positions_of_each_sort(seed: int) -> None:
    for each in range(seed, seed + 100):
        view, rng = position_of(each)
        assert list(disagreements(view, rng)) == [], shown(view)


def test_a_joker_is_never_left_out_of_the_table() -> None:
    """Once the cost of a tile was subtracted from an infinite loss, which was then below the limit."""
    rules = Rules(
        copies=3, jokers=4, max_players=2, rack_size=1, opening_points=0, joker_reuse="any", joker_sets="free"
    )
    view = set_up("R13 K9 O10", "K13=B13=O13=*", rules=rules)
    assert best_play(view, maximize=lambda tile: tile.number - 12) is None


@pytest.mark.slow(but=["joker", "endgame"])
@pytest.mark.parametrize("kind", CLASSES)
def test_the_optima_of_other_programs_are_reached(kind: str) -> None:
    """`maximize="points"` counts a joker as 30, as the optima do."""
    for known in KNOWN:
        if known.kind == kind:
            view = known.view()
            best = best_play(view)
            assert (len(played_tiles(view, best)) if best else 0) == known.most_tiles, known
            richest = best_play(view, maximize="points")
            worth = sum(30 if tile is JOKER else tile.number for tile in played_tiles(view, richest)) if richest else 0
            assert worth == known.most_points, known


EQUAL_TILES = [
    ("R2 K2 K5 O2 O2 O2", "R2=B2=* R2=B2=* K2=B2=* O4-O5-O6"),
    ("B9 B9 B9 O9 O9 O9", "R9-R10-R11 R9=K9=*=* R9=K9=*=*"),
]
"""Three copies and four jokers, most of them of one number: more than brute force can try."""

QUESTIONS: list[Callable[[View], object]] = [
    best_play,
    can_play,
    playable,
    lambda view: list(plays(view)),
    lambda view: find_play(view, view.rack),
]


@pytest.mark.parametrize(("rack", "table"), EQUAL_TILES)
def test_many_equal_tiles_on_the_table_are_accepted(rack: str, table: str) -> None:
    view = set_up(rack, table, rules=PRESETS["rummikub-xp6"])
    for ask in QUESTIONS:
        started = time.process_time()
        assert ask(view)
        assert time.process_time() - started < 5


MOST_DISTURBED = 38
"""On the small known positions the optima must be reached again."""


def test_few_melds_are_disturbed() -> None:
    total = 0
    for known in KNOWN:
        if known.kind in {"small", "endgame"}:
            view = known.view()
            play = best_play(view)
            if play is not None:
                assert check(view, play) == ()
                total += disturbed(view.table, play.table)
    assert total <= MOST_DISTURBED
