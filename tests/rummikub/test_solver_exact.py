"""The solver against brute force: chosen and random positions, in every edition, with every question."""

import random
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest

from rami.rummikub import JOKER, PRESETS, Rules, View, best_play, can_play, check, find_play, playable, plays, set_up
from rami.rummikub.checks import played_tiles
from tests.oracles.rummikub import disturbed
from tests.oracles.rummikub_against_brute import disagreements, position_of, shown
from tests.rummikub.known import CLASSES, KNOWN

HASBRO, RAMICUBE = PRESETS["hasbro-2007"], PRESETS["ramicube"]
XP6, GOLIATH = PRESETS["rummikub-xp6"], PRESETS["goliath"]
FOUR_JOKERS = HASBRO.evolve(jokers=4)
FREE_JOKERS = HASBRO.evolve(joker_sets="free", jokers=4)
TABLE_AFTER_OPENING = HASBRO.evolve(opening_turn_table="after_opening", opening_points=12)
RAMICUBE_4 = RAMICUBE.evolve(jokers=4)
RAMICUBE_WITHOUT_JOKER_IN_OPENING = RAMICUBE_4.evolve(joker_before_opening=False)
RAMICUBE_WITH_ANY_REUSE = RAMICUBE_4.evolve(joker_reuse="any")


class Position(NamedTuple):
    """A position that the solver once refused, or answered wrongly."""

    rules: Rules
    rack: str
    table: str


AFTER_THE_OPENING: dict[str, Position] = {
    # A joker of the table is taken, stays, or moves.
    "joker of a run can be taken": Position(FOUR_JOKERS, "K6 * O6", "R4-*-R6"),
    "joker of a group of four and a joker on the rack": Position(FOUR_JOKERS, "* O5", "K2=B2=O2=* K5-K6-K7-K8"),
    "joker of a group of three": Position(FOUR_JOKERS, "O1 K13 R1 B1", "K1=O1=*"),
    "joker at the start of a run": Position(FOUR_JOKERS, "* B13", "*-B11-B12"),
    "joker that may be used anywhere": Position(FOUR_JOKERS.evolve(joker_reuse="any"), "K2 K8 O2 O8", "K1-*-K3-K4-K5"),
    "joker of a group with a joker on the rack, XP6": Position(XP6, "* K4 R6", "R4=O4=*"),
    "joker at the start of the highest run, XP6": Position(XP6, "K5 O7 O5 O5", "O5-O6-O7 *-R11-R12-R13"),
    "one joker on the table and two on the rack, XP6": Position(XP6, "O8 * * K8", "K8=B8=*"),
    "two jokers in a group and a run, XP6": Position(XP6, "K6 O6 O3", "R6=B6=* O3-O4-*-O6"),
    "joker of a run, with a run of another color and its tiles in red": Position(
        RAMICUBE_4, "R1 R2 R3 B5", "B4-*-B6 K7-K8-K9"
    ),
    "joker of a run, with a red run and red tiles": Position(RAMICUBE_4, "R1 R2 R3 B5", "B4-*-B6 R8-R9-R10"),
    "joker of a run, with a black run and orange tiles": Position(RAMICUBE_4, "O1 O2 O3 B5", "B4-*-B6 K7-K8-K9"),
    "joker of a run, with a red run and orange tiles": Position(RAMICUBE_4, "O1 O2 O3 B5", "B4-*-B6 R8-R9-R10"),
    # Jokers may go anywhere.
    "two free jokers in one run": Position(FREE_JOKERS, "O6 R4", "R4=K4=B4=O4 O3-*-O5-*-O7"),
    "three free jokers at the ends of runs": Position(
        FREE_JOKERS.evolve(max_number=10, max_players=2), "R9 *", "R7-R8-* K8-K9-* B8-B9-*"
    ),
    "two free jokers in a group of three, Goliath": Position(GOLIATH, "O10 B10", "R9-R10-R11 R10=*=* K8=B8=O8"),
    "two free jokers in a group of four, Goliath": Position(GOLIATH, "R10 R8 K5", "R4=K4=*=* R10=K10=B10=O10"),
    "two free jokers in a group, and a run, Goliath": Position(GOLIATH, "B8 R8", "K11-K12-K13 O8=*=*"),
    # A new run ends with the joker, or contains other jokers that stay.
    "new run ends with the joker from the lowest number on": Position(HASBRO, "B9", "B8-*-B10 R1-R2-R3 K3=B3=O3"),
    "run of three jokers and a number": Position(FOUR_JOKERS, "R1 B9", "*-R4-*-* B8-*-B10"),
    # The last wild joker is in the first of four colors, or a run is cut after the joker.
    "last wild joker is in the first color": Position(FREE_JOKERS, "R13", "K8-*-K10-K11-* R11-R12-* R10-R11-R12-R13"),
    "run is cut after the last wild joker": Position(XP6, "R1", "*-K2-K3-* R1-R2-R3-R4-R5 R3-R4-R5-R6-R7 R3-R4-R5"),
    # A new run continues after its joker, or is cut at the place of an old run.
    "new run continues after its joker": Position(GOLIATH, "B5 B7 B9 B13", "B6-B7-B8-B9-B10-B11 *-B10-B11"),
    "new run is cut at the place of an old run": Position(GOLIATH, "R1 R3", "R4-R5-R6 K7=B7=O7=*"),
    # Runs with and without jokers end together with the highest number.
    "runs end with the highest number, Hasbro": Position(HASBRO, "B10", "K10-K11-K12 B11-B12-B13 *-B11-B12-*"),
    "runs with two jokers, Ramicube": Position(RAMICUBE, "R3 R4 R6 R7", "R2-R3-R4-R5 R5-*-*"),
    "runs end with the highest number, Ramicube": Position(RAMICUBE, "K6 K8 B8", "B10-B11-B12-B13 *-K9-*"),
    "joker on the rack and two in a run": Position(RAMICUBE_4, "K11 O8 O9 O10 *", "O8-*-* O10-O11-O12"),
    # Most tiles have the same number. The set has three copies and four jokers.
    "three groups of one number": Position(XP6, "K4 B4 O4 *", "R4=K4=B4=O4 R4=K4=B4=O4 R4=*=*"),
}

WITH_EACH_RAMICUBE = {
    # With a joker in the opening, fewer tiles can be laid after it than without one.
    "joker in the opening and in a group": ("R9 R10 * K2 K3 K5 K6", "R4=K4=B4=*"),
    "joker in the opening and in a run": ("R9 R10 * K2 K3 K5 K6", "R1-R2-*-R4"),
    "two jokers in the opening": ("R11 R12 * * K2 K3 K5 K6", "R4=B4=*"),
    "joker that the opening does not need": ("R9 R10 R11 * B2 B3 K3 K5", "B4-*-B6"),
    "joker in an opening of a group": ("R13 K13 * R1 R2", "R3-R4-*"),
}
THREE_RAMICUBES = {
    "Ramicube": RAMICUBE_4,
    "no joker in the opening": RAMICUBE_WITHOUT_JOKER_IN_OPENING,
    "any reuse": RAMICUBE_WITH_ANY_REUSE,
}
BEFORE_THE_OPENING: dict[str, Position] = {
    **{
        f"{name}, {edition}": Position(rules, rack, table)
        for name, (rack, table) in WITH_EACH_RAMICUBE.items()
        for edition, rules in THREE_RAMICUBES.items()
    },
    # The first outcome of the table's joker finds the sets with the run, and the group reaches the next outcome.
    "joker of the table leads to two outcomes": Position(RAMICUBE, "O5 O11 O12 K5 B5 *", "R4-R5-*"),
    # A6: A meld of the opening is old for its own joker, but not for the jokers of the table.
    "joker of the opening and a group of four": Position(
        RAMICUBE.evolve(jokers=3), "R9 R10 R11 R13 K9 *", "R11=K11=B11=O11 B10-B11-B12"
    ),
    "joker of the opening and two runs of its color": Position(
        RAMICUBE.evolve(jokers=3), "R9 R10 R13 K9 *", "R9-R10-R11 R11-R12-R13"
    ),
    "free joker of the opening may move": Position(
        GOLIATH.evolve(opening_turn_table="after_opening", joker_before_opening=True), "R9 R10 * K2 K3", "K4=B4=O4"
    ),
    # No points are needed, or an opening that uses the table leaves nothing to gain.
    "opening without points": Position(
        Rules(opening_points=0, opening_turn_table="after_opening"), "R9 K10", "R10-R11-R12 R11=K11=O11"
    ),
    "opening with one point": Position(RAMICUBE.evolve(opening_points=1), "B8 B9 O8 O9 *", "R10=K10=B10=O10"),
    "opening of one number with two jokers": Position(TABLE_AFTER_OPENING, "* R13 * O13 K13", ""),
    "opening that could use the table": Position(TABLE_AFTER_OPENING, "O13 O11 O12 O10 B10", "R11=K11=B11=O11"),
    "opening beside a joker in a run": Position(
        HASBRO.evolve(joker_before_opening=True), "R5 R5 K9 K10 K11", "R4-*-R6"
    ),
}


def check_against_brute_force(view: View) -> None:
    """Check that every question about a position has the answer of brute force."""
    assert list(disagreements(view, random.Random(1))) == [], shown(view)


@pytest.mark.parametrize("name", AFTER_THE_OPENING)
def test_answers_after_the_opening_are_those_of_brute_force(name: str) -> None:
    rules, rack, table = AFTER_THE_OPENING[name]
    check_against_brute_force(set_up(rack, table, rules=rules))


@pytest.mark.parametrize("name", BEFORE_THE_OPENING)
def test_answers_before_the_opening_are_those_of_brute_force(name: str) -> None:
    rules, rack, table = BEFORE_THE_OPENING[name]
    check_against_brute_force(set_up(rack, table, rules=rules, opened=False))


@pytest.mark.parametrize("seed", range(0, 96, 8))
def test_answers_in_some_random_positions_are_those_of_brute_force(seed: int) -> None:
    """The seed decides the kind: any tiles, few numbers, a long run, or old runs with two copies of a tile."""
    for each in range(seed, seed + 8):
        view, rng = position_of(each)
        assert list(disagreements(view, rng)) == [], shown(view)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 3_000, 100))
def test_answers_in_many_random_positions_are_those_of_brute_force(seed: int) -> None:
    for each in range(seed, seed + 100):
        view, rng = position_of(each)
        assert list(disagreements(view, rng)) == [], shown(view)


def test_a_joker_is_never_left_out_of_the_table() -> None:
    """The solver once subtracted the loss of a tile from an infinite loss, and the result was below the limit."""
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


EQUAL_TILES = {
    "three groups with a joker": ("R2 K2 K5 O2 O2 O2", "R2=B2=* R2=B2=* K2=B2=* O4-O5-O6"),
    "two groups with two jokers": ("B9 B9 B9 O9 O9 O9", "R9-R10-R11 R9=K9=*=* R9=K9=*=*"),
}
"""Positions in which most tiles have one number, which are too large for brute force."""

QUESTIONS: list[Callable[[View], object]] = [
    best_play,
    can_play,
    playable,
    lambda view: list(plays(view)),
    lambda view: find_play(view, view.rack),
]


@pytest.mark.parametrize(("rack", "table"), EQUAL_TILES.values(), ids=EQUAL_TILES)
def test_many_equal_tiles_on_the_table_are_accepted(rack: str, table: str) -> None:
    view = set_up(rack, table, rules=PRESETS["rummikub-xp6"])
    for ask in QUESTIONS:
        started = time.process_time()
        assert ask(view)
        assert time.process_time() - started < 5


MOST_DISTURBED = 38
"""The number of melds that the best plays of the small known positions change."""


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
