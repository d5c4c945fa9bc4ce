"""The questions on which editions differ, A1 to A27: a test for every one, every answer, and what each edition says."""

import re
from typing import Any

import pytest
from attrs import evolve

from rami import rummikub
from rami.errors import InvalidMeld, RulesError, Violation
from rami.rummikub import JOKER, PRESETS, Group, Rules, Run, Table, parse_move, parse_tiles, rack_value
from rami.rummikub.referee import cited
from tests.rules.positions import (
    CHIFFRES,
    GOLIATH,
    HASBRO,
    RAMICUBE,
    SCORE_TABLE,
    codes,
    editions,
    ended,
    lays,
    legal,
    play,
    position,
    rack,
    rack_worth,
    result_of_line,
    start,
    state_of,
    tiles_of,
    totals,
)

PRESSMANS = ["pressman", "pressman-osgamers"]
GOLIATH_FAMILY = ["goliath", *PRESSMANS, "rummikub-xp6"]
RAMICUBES = ["ramicube", "ramicube-timed"]
PAGATS = ["pagat-sabra", "pressman-1980", "spear-1988"]
ROLLBACK = [*GOLIATH_FAMILY, *PAGATS]
CHIFFRES_BOTH = ["chiffres", "chiffres-timed"]
OTHERS: list[str] = []
"""Stands for all editions that are not named, in `says`."""


def says(field: str, answers: dict[Any, list[str]]) -> bool:
    """Whether the editions give these answers; one answer may be that of all `OTHERS`."""
    named = [name for names in answers.values() for name in names]
    expected = {
        answer: sorted(names or (name for name in PRESETS if name not in named)) for answer, names in answers.items()
    }
    return {answer: sorted(names) for answer, names in editions(field).items()} == expected


# --------------------------------------------------------------------------------------------------- the set, the start


def test_A1_copies_and_jokers() -> None:
    assert says("copies", {1: ["junior"], 2: OTHERS, 3: ["rummikub-xp6"]})
    assert says("jokers", {2: OTHERS, 4: ["rummikub-xp6", "ramikubic", "junior"]})
    assert {name: len(rules.tiles) for name, rules in PRESETS.items() if len(rules.tiles) != 106} == {
        "rummikub-xp6": 160,
        "ramikubic": 84,
        "junior": 44,
    }
    none = Rules(copies=1, jokers=0, max_players=3)
    assert len(none.tiles) == 52
    assert JOKER not in none.tiles
    assert rummikub.new_game(6, PRESETS["rummikub-xp6"], seed=1).pool_size == 160 - 6 * 14


def test_A2_who_ties_draws_again_and_a_joker_counts_nothing() -> None:
    assert says("start_tie", {"redraw": OTHERS})
    state = start(3, "R9 K3 B9 R4 K12")
    assert state.start_draws == (parse_tiles("R9 K3 B9"), (*parse_tiles("R4"), None, *parse_tiles("K12")))
    assert state.current_player == 2
    assert start(2, "R9 K9 O3 B3 O1 B7").current_player == 1
    assert start(2, "* * R1 K2").current_player == 1  # nobody has a number: both draw again
    for undecided in ("R9 K9", "* *", "R9 K9 R3 K3"):
        with pytest.raises(RulesError, match="draw again"):
            start(2, undecided)


def test_A3_the_draw_comes_before_the_deal_or_after_it() -> None:
    assert says("start_draw", {"before_deal": OTHERS, "after_deal": CHIFFRES_BOTH})
    assert legal(start(2, "R9 K13", start_draw="after_deal"), "draw")
    order = HASBRO.tiles  # the first tiles go to the racks: both 1s of red to the first
    deal = rummikub.Deal(order, draws=parse_tiles("R1 R2"))
    assert rummikub.from_deal(2, HASBRO, deal).current_player == 1
    with pytest.raises(RulesError, match="the draws have more tiles of a kind than the pool has"):
        rummikub.from_deal(2, evolve(HASBRO, start_draw="after_deal"), deal)


def test_A3_the_tiles_drawn_go_back_or_are_kept() -> None:
    assert says("start_tile_returns", {True: OTHERS})
    for when, size in (("before_deal", 14), ("after_deal", 15)):
        kept = start(2, "R9 K13", start_draw=when, start_tile_returns=False)
        assert kept.rack_sizes == (size, size)
        assert "R9" in rack(kept, 0).split()
        assert "K13" in rack(kept, 1).split()
        assert kept.pool_size == 106 - 2 * size
        back = start(2, "R9 K13", start_draw=when, start_tile_returns=True)
        assert back.rack_sizes == (14, 14)
        assert back.pool[-2:] == parse_tiles("R9 K13")
        for rules in (kept.rules, back.rules):
            state = rummikub.new_game(3, rules, seed=1)
            assert tuple(tiles_of(state.pool, *state.racks)) == HASBRO.tiles


def test_A4_who_starts_the_next_deal() -> None:
    assert says("next_starter", {"redraw": OTHERS})
    starters: dict[str, int | None] = {}
    for answer in ("redraw", "rotate", "winner"):
        state = state_of(["K1", "K2", "R7"], "R4-R5-R6", next_starter=answer, current_player=2)
        starters[answer] = rummikub.next_starter(play(state, "play R4-R5-R6-R7"))
    assert starters == {"redraw": None, "rotate": 0, "winner": 2}  # seat 2 had the first turn, and won
    tied = play(state_of(["R7", "K7"], pool="", next_starter="winner"), "pass", "pass")
    assert rummikub.next_starter(tied) is None  # two winners, or none, draw for it
    nobody = play(state_of(["R7", "K7"], pool="", next_starter="winner", blocked_tie="no_winner"), "pass", "pass")
    assert rummikub.next_starter(nobody) is None


# ---------------------------------------------------------------------------------------------------------- the opening


def test_A5_whether_the_turn_of_the_opening_may_use_the_table() -> None:
    assert says("opening_turn_table", {"forbidden": OTHERS, "after_opening": [*RAMICUBES, *PAGATS]})
    rack_of, table = "R10 R11 R12 K4 R2 R3", "K1-K2-K3 R1=B1=O1=K1"
    closed = position(rack_of, table, opened=False)
    free = position(rack_of, table, opened=False, opening_turn_table="after_opening")
    extended = "R10-R11-R12 K1-K2-K3-K4 R1=B1=O1=K1"
    rebuilt = "R10-R11-R12 K1-K2-K3 B1=O1=K1 R1-R2-R3"
    for after in (extended, rebuilt):
        assert codes(closed, f"play {after}") == ["opening_changes_table"]
        assert lays(free, after)
    for view in (closed, free):
        assert legal(view, "play R10-R11-R12 K1-K2-K3 R1=B1=O1=K1")


@pytest.mark.parametrize("answer", ["forbidden", "after_opening"])
def test_A5_the_points_come_from_sets_of_the_rack_alone(answer: str) -> None:
    view = position("R10 R11 K4", "R12=K12=B12=O12 K1-K2-K3", opened=False, opening_turn_table=answer)
    assert "opening_too_low" in codes(view, "play R10-R11-R12 K12=B12=O12 K1-K2-K3")
    assert "opening_too_low" in codes(view, "play R12=K12=B12=O12 K1-K2-K3-K4")


def test_A6_a_joker_in_the_opening() -> None:
    assert says("joker_in_opening", {"value": OTHERS, "forbidden": ["strict-fr"]})
    for table in ("forbidden", "after_opening"):
        changes: dict[str, Any] = {"opened": False, "opening_turn_table": table}
        move, more = "play R9-*-R11", "play R9-*-R11-R12"
        assert legal(position("R9 * R11", joker_in_opening="value", **changes), move)
        assert codes(position("R9 * R11", joker_in_opening="zero", **changes), move) == ["opening_too_low"]
        assert legal(position("R9 * R11 R12", joker_in_opening="zero", **changes), more)  # 9 + 11 + 12
        assert not legal(position("R9 * R11 R12", joker_in_opening="forbidden", **changes), more)
    closed = position("R9 * R11", opened=False, joker_in_opening="forbidden")
    assert codes(closed, "play R9-*-R11") == ["opening_uses_joker"]
    beside = position("R9 R10 R11 * K1 K2", opened=False, joker_in_opening="forbidden")
    assert codes(beside, "play R9-R10-R11 K1-K2-*") == ["opening_uses_joker"]
    later = evolve(beside, rules=evolve(beside.rules, opening_turn_table="after_opening"))
    assert legal(later, "play R9-R10-R11 K1-K2-*")  # the opening is laid without it


def opening(rack_of: str, table: str, move: str, **changes: Any) -> list[str]:
    """What is wrong with an opening where the turn goes on from the table with the opening on it."""
    rules: dict[str, Any] = {"opening_turn_table": "after_opening", "joker_before_opening": True}
    return codes(position(rack_of, table, opened=False, **rules | changes), f"play {move}")


def test_A6_a_joker_lies_as_what_it_counts() -> None:
    assert opening("R9 R10 *", "", "R9-R10-*") == []
    assert opening("R9 R10 *", "", "*-R9-R10") == ["opening_too_low"]  # 27
    assert opening("R9 R10 *", "", "*-R9-R10", joker_positional=False) == []  # it may slide
    replaced = "R9-R10-R11 K11=B11=O11 K1-K2-*"
    assert opening("R9 R10 K1 K2 *", "R11=K11=B11=O11", replaced) == []  # a real 11 replaces it
    assert opening("R9 R10 *", "R11=K11=B11=O11 K1-K2-K3", "R9-R10-R11 K11=B11=O11 K1-K2-K3-*") == ["opening_too_low"]
    into_old = opening("R9 R10 *", "R11=K11=B11=O11 K1-K2-K3", "R9-R10-R11 K11=B11=O11 K1-K2-K3-*", joker_reuse="any")
    assert into_old == []


def test_A6_a_joker_of_the_opening_does_not_change_what_it_stands_for() -> None:
    assert opening("B7 B8 * * R10 O1 O2 O3", "", "*-*-R10 *-B7-B8 O1-O2-O3") != []
    assert opening("B7 B8 * R10 O1 O2 O3", "", "*-B7-B8 O1-O2-O3", opening_points=28) == ["opening_too_low"]
    tables = "O10=K10=B10 O11=K11=B11", "O10=K10=B10=R10 O11=K11=B11=R11 K1-K2-*"
    assert opening("R10 R11 * K1 K2", *tables) == ["opening_too_low"]  # no 12, nor another 9
    assert opening("R10 R11 * K1 K2", f"{tables[0]} R9-R10-R11", f"{tables[1]} R9-R10-R11") == []  # a 9 for it


def test_A6_a_meld_of_the_opening_is_new_for_every_joker_but_its_own() -> None:
    assert opening("R5 K10 K11 K12", "R4-*-R6", "R4-R5-R6 K10-K11-K12-*") == []
    assert opening("R9 R10 *", "R11=K11=B11=O11", "R9-R10-R11-* K11=B11=O11") == ["opening_too_low"]
    assert opening("R9 R10 *", "R11=K11=B11=O11", "R9-R10-R11-* K11=B11=O11", joker_reuse="any") == []


def test_A7_the_points_of_the_opening() -> None:
    assert says("opening_points", {0: ["junior"], 20: ["ramikubic"], 30: OTHERS, 50: ["sabra-50"]})
    fifty = position("R11 R12 R13 K4 B4 O4 K5 B5 O5", opened=False, opening_points=50)
    assert codes(fifty, "play R11-R12-R13 K4=B4=O4") == ["opening_too_low"]  # 48
    assert legal(fifty, "play R11-R12-R13 K5=B5=O5")
    assert legal(position("R1 R2 R3", opened=False, opening_points=0), "play R1-R2-R3")
    assert legal(position("R6 R7 R8", "", PRESETS["ramikubic"], opened=False), "play R6-R7-R8")
    assert not legal(position("R5 R6 R7", "", PRESETS["ramikubic"], opened=False), "play R5-R6-R7")


# --------------------------------------------------------------------------------------------------------------- jokers


def test_A8_how_many_jokers_in_a_set() -> None:
    assert says("max_jokers_per_set", {1: ["junior"], 2: OTHERS})
    assert legal(position("R4 * *"), "play R4-*-*")
    assert codes(position("R4 * *", max_jokers_per_set=1), "play R4-*-*") == ["too_many_jokers"]
    assert codes(position("R4 K4 *", max_jokers_per_set=0), "play R4=K4=*") == ["too_many_jokers"]
    three = position("R4 * * *", "", PRESETS["rummikub-xp6"])
    assert codes(three, "play R4-*-*-*") == ["too_many_jokers"]
    assert legal(position("R4 * * *", "", PRESETS["rummikub-xp6"], max_jokers_per_set=3), "play R4-*-*-*")


def test_A8_jokers_side_by_side() -> None:
    assert says("adjacent_jokers", {True: OTHERS, False: ["strict-fr"]})
    assert legal(position("R4 * * R7"), "play R4-*-*-R7")
    strict = position("R4 * * R6 R7 K4", adjacent_jokers=False)
    assert codes(strict, "play R4-*-*-R7") == ["adjacent_jokers"]
    assert legal(strict, "play R4-*-R6-*")
    assert legal(strict, "play R4=K4=*=*")  # in a group nothing is side by side


def test_A8_a_set_needs_a_tile_and_says_what_it_is() -> None:
    assert Group.parse("R10=*=*").value == 30
    assert Run.parse("*-*-R10").value == 27
    assert legal(position("R10 * *", opened=False), "play R10=*=*")
    assert codes(position("R10 * *", opened=False), "play *-*-R10") == ["opening_too_low"]
    assert Group.parse("R7=B7=*=*").value == 28
    for text in ("*=*=*", "*-*-*", "R7=B7=K7=O7=*"):
        with pytest.raises(InvalidMeld):
            Table.parse(text)


def test_A9_a_joker_at_the_end_of_a_run() -> None:
    assert Run.parse("*-R12-R13").value == 36
    for text in ("R12-R13-*", "*-R1-R2"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)
    assert codes(position("R9 R10 *", "", Rules(max_number=10, max_players=2)), "play R9-R10-*") == ["no_such_tile"]
    assert legal(position("R9 R10 *", "", PRESETS["ramikubic"]), "play R9-R10-*")  # it is the 1 that follows the 10


def test_A9_whether_a_joker_at_an_end_may_as_well_lie_at_the_other() -> None:
    assert says("joker_positional", {True: OTHERS})
    taken_by_3, table = "play R3-R4-R5 K1-K2-*", "R4-R5-*"
    assert codes(position("R3 K1 K2", table), taken_by_3) == ["joker_not_replaced"]  # the joker is the 6
    assert legal(position("R3 K1 K2", table, joker_positional=False), taken_by_3)  # or the 3
    assert legal(position("R6 K1 K2", table, joker_positional=False), "play R4-R5-R6 K1-K2-*")
    inside = position("R2 R3 R7 R8 K1 K2", "R4-*-R6", joker_positional=False)
    assert codes(inside, "play R2-R3-R4 R6-R7-R8 K1-K2-*") == ["joker_not_replaced"]  # it is the 5 all the same


def test_A10_where_a_joker_that_was_taken_may_go() -> None:
    anywhere = [*CHIFFRES_BOTH, "pagat-sabra", "pressman-1980", "junior"]
    assert says("joker_reuse", {"new": OTHERS, "any": anywhere, "new_rack": ["spear-1988"]})
    rack_of, table = "R5 B3 B8 B9", "R4-*-R6 K1-K2-K3 O3=R3=B3=K3"
    into_an_old_set = "play R4-R5-R6 K1-K2-K3-* O3=R3=B3=K3"
    with_tiles_of_the_table = "play R4-R5-R6 K1-K2-K3 R3=B3=K3 O3=B3=*"
    with_tiles_of_the_rack = "play R4-R5-R6 K1-K2-K3 O3=R3=B3=K3 B8-B9-*"
    answers = {
        "any": [[], [], []],
        "new": [["joker_not_in_new_meld"], [], []],
        "new_rack": [["joker_not_in_new_meld", "joker_needs_rack_tiles"], ["joker_needs_rack_tiles"], []],
    }
    for answer, faults in answers.items():
        view = position(rack_of, table, joker_reuse=answer)
        moves = (into_an_old_set, with_tiles_of_the_table, with_tiles_of_the_rack)
        assert [codes(view, move) for move in moves] == faults


def test_A10_a_set_is_new_if_it_holds_no_set_that_lay_there() -> None:
    view = position("R5 K4 K5", "R4-*-R6 K1-K2-K3", joker_reuse="new")
    assert codes(view, "play R4-R5-R6-* K1-K2-K3-K4") == ["joker_not_in_new_meld"]
    split = position("R5 K4 B1 O1", "R4-*-R6 K1-K2-K3", joker_reuse="new")
    assert legal(split, "play R4-R5-R6 K2-K3-K4-* K1=B1=O1")


def test_A10_an_old_set_may_lie_elsewhere() -> None:
    table = "B4-*-B6 R4-R5-R6"
    assert legal(position("B5 R4 R5 R6", table), "play B4-B5-B6 R4-R5-R6 *-R4-R5-R6")
    assert codes(position("B5", table), "play B4-B5-B6 R4-R5-R6-*") == ["joker_not_in_new_meld"]


def test_A10_old_sets_are_counted_with_tiles_of_their_own() -> None:
    two = "R1-R2-R3 R4-R5-R6 B4-*-B6"
    joined = "B4-B5-B6 R1-R2-R3-R4-R5-R6 R6-R7-*"
    assert legal(position("B5 R6 R7", two), f"play {joined}")  # one run holds both
    assert not legal(position("B5", two), "play B4-B5-B6 R1-R2-R3-R4-R5-R6-*")
    assert legal(position("B5 R2 R3", "R1-R2-R3-R4 B4-*-B6"), "play B4-B5-B6 R1-R2-R3-R4 R2-R3-*")
    lost = position("B5 R5 R6", "R1-R2-R3-R4 B4-*-B6")
    assert legal(lost, "play B4-B5-B6 R1-R2-R3-* R4-R5-R6")  # it lost a tile, so what is left of it is new


def test_A10_two_natural_tiles_from_the_rack() -> None:
    rules = Rules(jokers=4, joker_reuse="new_rack")
    table = "R4-*-R6 B4-*-B6"
    assert codes(position("R5 K1 *", "R4-*-R6", rules), "play R4-R5-R6 K1-*-*") == ["joker_needs_rack_tiles"]
    assert legal(position("R5 B5 K1 K2", table, rules), "play R4-R5-R6 B4-B5-B6 K1-K2-*-*")
    shared = position("R5 B5 K8 R9", f"{table} K8=B8=O8=R8", rules)
    assert not legal(shared, "play R4-R5-R6 B4-B5-B6 K8=B8=O8 K8=*=* R8-R9-R10")


def test_A11_where_the_replacement_comes_from() -> None:
    assert says("joker_replacement_from", {"any": OTHERS})
    from_table, table = "play R4-R5-R6 K5=B5=O5 K1-K2-*", "R4-*-R6 R5=K5=B5=O5"
    assert legal(position("K1 K2", table), from_table)
    assert codes(position("K1 K2", table, joker_replacement_from="rack"), from_table) == [
        "joker_not_replaced_from_rack"
    ]
    from_rack = position("R5 K1 K2", "R4-*-R6", joker_replacement_from="rack")
    assert legal(from_rack, "play R4-R5-R6 K1-K2-*")


def test_A12_whether_a_joker_keeps_what_it_stands_for() -> None:
    assert says("joker_sets", {"identity_kept": OTHERS, "free": GOLIATH_FAMILY, "frozen": PAGATS})
    rack_of, table = "R2 R3 R7 R8 K1 K2", "R4-*-R6"
    away = "play R2-R3-R4 R6-R7-R8 K1-K2-*"
    assert codes(position(rack_of, table, joker_sets="identity_kept"), away) == ["joker_not_replaced"]
    assert codes(position(rack_of, table, joker_sets="frozen"), away) == ["joker_not_replaced"]
    assert legal(position(rack_of, table, joker_sets="free"), away)


@pytest.mark.parametrize(
    ("rack_of", "table", "after", "refused"),
    [
        ("R5", "R3-R4-*-R6-R7", "R3-R4-R5 *-R6-R7", []),  # it stays
        ("R2 R3 R7", "*-R5-R6", "R2-R3-* R5-R6-R7", []),
        ("R5", "R4-*-R6 K5=B5=O5", "R4-R5-R6 K5=B5=O5=*", ["new", "new_rack"]),  # taken into an old set
        ("O8", "K8=B8=* R5-R6-R7", "K8=B8=O8 R5-R6-R7-*", ["new", "new_rack"]),
        ("R2", "R3-R4-R5-* K6=B6=O6", "R2-R3-R4-R5 K6=B6=O6=*", ["any", "new", "new_rack"]),  # nothing replaces it
    ],
)
def test_A12_when_a_joker_stays(rack_of: str, table: str, after: str, refused: list[str]) -> None:
    for reuse in ("any", "new", "new_rack"):
        assert legal(position(rack_of, table, joker_reuse=reuse), f"play {after}") == (reuse not in refused)


@pytest.mark.parametrize(
    ("sets", "stays", "to_group", "taken"),
    [("identity_kept", True, False, False), ("free", True, True, True), ("frozen", False, False, False)],
)
def test_A12_the_table_of_joker_sets(sets: str, stays: bool, to_group: bool, taken: bool) -> None:
    view = position("R8", "R3-R4-*-R6-R7", joker_sets=sets)
    assert legal(view, "play R3-R4-* R6-R7-R8") == stays  # the same tile and sort, without its whole set
    view = position("R7", "R4-*-R6 K5=B5=O5", joker_sets=sets, joker_reuse="new")
    assert codes(view, "play R4-*-R6-R7 K5=B5=O5") == []
    view = position("R7 R8 R3 R2", "R4-*-R6 K5=B5=O5", joker_sets=sets)
    assert legal(view, "play R2-R3-R4 R6-R7-R8 K5=B5=O5=*") == to_group  # the same tile in another sort of set
    view = position("R7 R8 R3 R2 K1 K2", "R4-*-R6", joker_sets=sets)
    assert legal(view, "play R2-R3-R4 R6-R7-R8 K1-K2-*") == taken  # a new set, and nothing replaces it


def test_A12_jokers_of_one_set_stand_for_different_tiles() -> None:
    rules = Rules(jokers=3)
    view = position("R7 K7 B3 B4", "R7=K7=*=*", rules)
    assert not legal(view, "play R7=K7=* R7=K7=* B3-B4-*")
    assert legal(position("R7 K7 B3 B4 B7", "R7=K7=*=*", rules), "play R7=K7=B7 R7=K7=* B3-B4-*")


def test_A12_what_two_turns_could_reach_is_legal_in_one() -> None:
    """The 8 replaces the joker, and goes on from there: in two turns, or in one."""
    first = position("O8 K1 K2 O9 O10", "K8=B8=* R8-R9-R10-R11")
    assert legal(first, "play K8=B8=R8 O8-O9-O10 R9-R10-R11 K1-K2-*")


def test_A12_whether_a_set_with_a_joker_may_be_taken_apart() -> None:
    table = "R4-R5-*-R7-R8-R9"
    split, added = "play R4-R5-* R7-R8-R9-R10", "play R4-R5-*-R7-R8-R9-R10"
    for answer in ("identity_kept", "free"):
        assert legal(position("R10", table, joker_sets=answer), split)
    frozen = position("R10", table, joker_sets="frozen")
    assert codes(frozen, split) == ["joker_set_frozen"]
    assert legal(frozen, added)
    replaced = position("R6 K1 K2", table, joker_sets="frozen")
    assert legal(replaced, "play R4-R5-R6 R7-R8-R9 K1-K2-*")  # once it is replaced, the set is as any other


def test_A12_goliath_vector() -> None:
    view = position("R3 B3", "K1-K2-* R1=B1=O1 R2=B2=O2", GOLIATH)
    assert lays(view, "R1=B1=O1=K1 R2=B2=O2=K2 R3=B3=*") == "R3 B3"
    assert set(codes(view, "play R1=B1=O1=K1 R2=B2=O2=K2")) == {"nothing_played", "joker_kept"}  # it is used that turn
    for rules in (HASBRO, CHIFFRES, RAMICUBE):
        kept = position("R4 B4", "K1-K2-* R1=B1=O1 R2=B2=O2", rules)
        assert codes(kept, "play R1=B1=O1=K1 R2=B2=O2=K2 R4=B4=*") == ["joker_not_replaced"]


def test_A13_one_or_both_missing_colours() -> None:
    assert says("joker_group3", {"either": OTHERS, "both": ["pressman-1980"]})
    one, both = "play R7=K7=B7 K1-K2-*", "play R7=K7=B7=O7 K1-K2-*"
    view = position("B7 O7 K1 K2", "R7=K7=*", joker_group3="either")
    assert legal(view, one)
    assert legal(view, both)
    strict = position("B7 O7 K1 K2", "R7=K7=*", joker_group3="both")
    assert codes(strict, one) == ["joker_needs_both"]
    assert legal(strict, both)
    assert legal(position("O7 K1 K2", "R7=K7=B7=*", joker_group3="both"), both)  # one colour alone is missing


def test_A14_a_joker_before_the_opening() -> None:
    assert says("joker_before_opening", {False: OTHERS, True: RAMICUBES})
    move, rack_of, table = "play R4-R5-R6 K9-K10-K11-*", "R5 K9 K10 K11", "R4-*-R6"

    def found(move: str, *, when: str, before: bool, rack: str = rack_of) -> list[str]:
        view = position(rack, table, opened=False, opening_turn_table=when, joker_before_opening=before)
        return codes(view, move)

    assert found(move, when="after_opening", before=True) == []  # K9 K10 K11 is the opening; then the joker is free
    assert found(move, when="after_opening", before=False) == ["joker_before_opening"]
    no_part_of_it = "play R4-R5-R6 K10-K11-*"
    assert found(no_part_of_it, when="after_opening", before=True, rack="R5 K10 K11") == ["opening_too_low"]
    closed = ["opening_changes_table", "joker_before_opening", "opening_too_low"]
    assert found(no_part_of_it, when="forbidden", before=False, rack="R5 K10 K11") == closed
    assert found(move, when="forbidden", before=True) == ["opening_changes_table", "opening_too_low"]
    assert found(move, when="forbidden", before=False) == closed


def test_A14_a_joker_laid_in_the_opening_is_one_of_the_table() -> None:
    rack_of, table = "R9 R10 K1 K2 *", "R11=K11=B11=O11"
    move = "play R9-R10-R11 K11=B11=O11 K1-K2-*"
    taken: dict[str, Any] = {"opened": False, "opening_turn_table": "after_opening"}
    assert legal(position(rack_of, table, joker_before_opening=True, **taken), move)
    assert codes(position(rack_of, table, joker_before_opening=False, **taken), move) == ["opening_too_low"]


# ------------------------------------------------------------------------------------------------------------- the turn


def test_A15_drawing_although_able_to_play() -> None:
    assert says("voluntary_draw", {True: OTHERS})
    assert legal(position("R7", "R4-R5-R6"), "draw")
    assert codes(position("R7", "R4-R5-R6", voluntary_draw=False), "draw") == ["must_play_before_drawing"]
    assert legal(position("R9", "R4-R5-R6", voluntary_draw=False), "draw")
    assert legal(position("R9 R10 R11", opened=False, voluntary_draw=False), "draw")  # 000.10


def test_A16_playing_the_tile_just_drawn() -> None:
    assert says("play_after_draw", {False: OTHERS})
    racks, table, pool = ["K1", "K2"], "R4-R5-R6", "R7 B1"
    assert play(state_of(racks, table, pool=pool), "draw").current_player == 1
    drawn = play(state_of(racks, table, pool=pool, play_after_draw=True), "draw")
    assert (drawn.current_player, drawn.has_drawn, rack(drawn)) == (0, True, "R7 K1")
    assert codes(drawn, "draw") == ["already_drawn"]
    played = play(drawn, "play R4-R5-R6-R7")
    assert (played.current_player, played.has_drawn) == (1, False)
    passed = play(drawn, "pass")
    assert (passed.current_player, passed.has_drawn, passed.passes) == (1, False, 0)
    assert codes(passed, "pass") == ["pool_not_empty"]


def test_A17_a_play_lays_at_least_one_tile() -> None:
    [problem] = rummikub.check(position("K1", "R1-R2-R3-R4-R5-R6"), parse_move("play R1-R2-R3 R4-R5-R6"))
    assert (problem.code, problem.rule) == ("nothing_played", "000.13")


def test_A18_tiles_do_not_go_back_to_the_rack() -> None:
    assert set(codes(position("R7", "R1-R2-R3-R4"), "play R1-R2-R3")) == {"tile_lost", "nothing_played"}
    assert codes(position("R7 R8 R9", "R4-R5-R6"), "play R7-R8-R9") == ["tile_lost"]
    state = state_of(["R7 R8 K1", "K2"], "R4-R5-R6")
    assert rack(play(state, "play R4-R5-R6-R7")) == "R8 K1"  # own tiles that are not left on the table stay on the rack


def test_A19_time_limits() -> None:
    untimed = ["chiffres", "ramicube", "ramikubic", "sabra-50", "mso", "junior", "strict-fr"]
    assert says("turn_seconds", {60: OTHERS, None: untimed, 120: ["pressman-osgamers", *PAGATS]})
    assert codes(position("K1", turn_seconds=None), "timeout") == ["no_time_limit"]
    assert legal(position("K1", turn_seconds=30), "timeout")
    assert all(
        parse_move("timeout") not in rummikub.legal_moves(position("K1", rules=rules)) for rules in PRESETS.values()
    )


# ----------------------------------------------------------------------------------------------------- the time is over

OVERRUN = "timeout R4-R5-R6-R7 B8 O8 K8 K9"


def overrun(move: str = OVERRUN, *, opened: bool = True, **changes: Any) -> rummikub.State:
    """What becomes of a table on which R7 was laid and a group lies in pieces, K9 of the rack among them."""
    state = state_of(["R7 K9", "B1"], "R4-R5-R6 B8=O8=K8", pool="O1 O2 O3 O4", opened=opened, **changes)
    return play(state, move)


def test_A20_what_stays_when_the_time_is_up() -> None:
    assert says("timeout", {"keep_legal": OTHERS, "rollback": ROLLBACK})
    kept = overrun(timeout="keep_legal")
    assert kept.table == Table.parse("R4-R5-R6-R7 B8=O8=K8")
    own = "timeout R4-R5-R6-R7 B8=O8=K8 K9"
    assert overrun(own, timeout="keep_legal").table == Table.parse("R4-R5-R6-R7 B8=O8=K8")
    for move in (OVERRUN, own):
        back = overrun(move, timeout="rollback")
        assert (back.table, rack(back)) == (Table.parse("R4-R5-R6 B8=O8=K8"), "R7 K9 O1 O2 O3")


def test_A20_where_loose_tiles_of_the_table_go() -> None:
    says_restore = {"return": OTHERS, "rack": ["ramicube-timed"], "restore": ROLLBACK}
    assert says("loose_table_tiles", says_restore)
    to_pool = overrun(loose_table_tiles="pool")
    assert (to_pool.rack_sizes[0], to_pool.pool_size) == (1 + 3, 4 + 3 - 3)
    assert tiles_of(to_pool.racks[0], to_pool.pool) == tiles_of("K9 B8 O8 K8 O1 O2 O3 O4")
    to_rack = overrun(loose_table_tiles="rack")
    assert (rack(to_rack), to_rack.pool_size) == ("K8 K9 B8 O1 O2 O3 O8", 1)
    restored = overrun(loose_table_tiles="restore")
    assert (restored.table, rack(restored)) == (Table.parse("R4-R5-R6 B8=O8=K8"), "R7 K9 O1 O2 O3")
    none_loose = overrun("timeout R4-R5-R6-R7 B8=O8=K8 K9", loose_table_tiles="restore")
    assert none_loose.table == Table.parse("R4-R5-R6-R7 B8=O8=K8")


def test_A20_tiles_that_their_set_no_longer_takes_put_all_back() -> None:
    """The joker of the rack lies where the 7 was."""
    state = state_of(["* K13", "B1"], "R3-R4-R5-R6-R7", pool="O1 O2 O3", loose_table_tiles="return")
    after = play(state, "timeout R4-R5-R6-* R3 R7")
    assert (after.table, rack(after)) == (Table.parse("R3-R4-R5-R6-R7"), "K13 O1 O2 O3 *")
    taken = play(state, "timeout R4-R5-R6-R7-* R3 K13")
    assert (taken.table, rack(taken)) == (Table.parse("R3-R4-R5-R6-R7-*"), "K13 O1 O2 O3")


def test_A20_the_pool_is_mixed_when_it_gets_tiles_back() -> None:
    tiles = tuple(tile for tile in HASBRO.tiles if tile.number > 9 or tile == JOKER)
    pool = rummikub.format_tiles(tiles)
    state = state_of(["R7 K9", "B1"], "R4-R5-R6 B8=O8=K8", pool=pool, loose_table_tiles="pool")
    after = play(state, "timeout R4-R5-R6-R7 B8 O8 K8")
    left = [tile for tile in after.pool if tile in tiles]
    assert left != sorted(left)
    assert after.pool[-3:] != parse_tiles("B8 O8 K8")
    untouched = play(state, "timeout R4-R5-R6 B8=O8=K8")
    assert untouched.pool == tiles[3:]


@pytest.mark.parametrize("opened", [False, True])
def test_A20_the_opening_check_still_applies(opened: bool) -> None:
    low = state_of(["R7 R8 R9 K1", "B1"], "O1-O2-O3", pool="B2 B3 B4", opened=opened)
    after = play(low, "timeout R7-R8-R9 O1-O2-O3 K1")
    assert after.table == Table.parse("R7-R8-R9 O1-O2-O3" if opened else "O1-O2-O3")  # 24 points
    assert after.opened[0] == opened
    enough = state_of(["R10 R11 R12 K1", "B1"], "O1-O2-O3", pool="B2 B3 B4", opened=opened)
    kept = play(enough, "timeout R10-R11-R12 O1-O2-O3 K1")
    assert (kept.table, rack(kept)) == (Table.parse("R10-R11-R12 O1-O2-O3"), "K1 B2 B3 B4")
    assert kept.opened[0]


def test_A20_what_could_not_be_played_does_not_stay() -> None:
    state = state_of(["R2 R3 R7 R8 K1 K2", "B1"], "R4-*-R6", pool="O1 O2 O3")
    after = play(state, "timeout R2-R3-R4 R6-R7-R8 K1-K2-*")  # a joker taken without its replacement
    assert (after.table, rack(after)) == (Table.parse("R4-*-R6"), "R2 R3 R7 R8 K1 K2 O1 O2 O3")


def test_A20_the_penalty() -> None:
    assert says("penalty_tiles", {3: OTHERS, 1: ["pressman-osgamers"]})
    for penalty in (0, 1, 3):
        assert play(state_of(["K1", "K2"], penalty_tiles=penalty), "timeout").rack_sizes == (1 + penalty, 1)


def test_A21_fewer_tiles_in_the_pool_than_the_penalty() -> None:
    assert says("penalty_short", {"take_available": OTHERS})
    after = play(state_of(["K1", "K2"], pool="O1 O2"), "timeout")
    assert (after.rack_sizes, after.pool_size) == ((3, 1), 0)
    assert play(state_of(["K1", "K2"], pool=""), "timeout").rack_sizes == (1, 1)


def test_A20_a_complete_legal_arrangement_is_a_play() -> None:
    for rules in (HASBRO, RAMICUBE, GOLIATH):
        state = state_of(["R7 K9", "B1"], "R4-R5-R6", pool="O1 O2 O3", rules=rules, turn_seconds=60)
        assert play(state, "timeout R4-R5-R6-R7") == play(state, "play R4-R5-R6-R7")
        last = state_of(["R7", "B1"], "R4-R5-R6", pool="O1 O2 O3", rules=rules, turn_seconds=60)
        assert ended(last, "timeout R4-R5-R6-R7").winners == (0,)  # it goes out
        nothing = play(state, "timeout R4-R5-R6")
        assert (nothing.table, rack(nothing)) == (Table.parse("R4-R5-R6"), "R7 K9 O1 O2 O3")  # but nothing is no play


def test_A20_what_is_only_moved_goes_back() -> None:
    state = state_of(["K9", "B1"], "R1-R2-R3-R4-R5-R6", pool="O1 O2 O3")
    for move in ("timeout R1-R2-R3 R4-R5-R6", "timeout R1-R2-R3 R4-R5-R6 K9"):
        after = play(state, move)
        assert (after.table, rack(after)) == (state.table, "K9 O1 O2 O3")  # A17: no tile was laid


def test_A20_a_loose_joker_of_the_table_puts_everything_back() -> None:
    for where in ("pool", "rack", "return", "restore"):
        state = state_of(["R5 R7 *", "B1"], "R4-*-R6 B8=O8=K8", pool="O1 O2 O3", loose_table_tiles=where)
        after = play(state, "timeout R4-R5-R6-R7 B8=O8=K8 *")
        if where != "restore":
            assert (after.table, rack(after)) == (state.table, "R5 R7 O1 O2 O3 *")
        own = play(state, "timeout R4-*-R6-R7 B8=O8=K8 *")  # the joker of the rack is the player's own
        assert (own.table, rack(own)) == (Table.parse("R4-*-R6-R7 B8=O8=K8"), "R5 O1 O2 O3 *")


@pytest.mark.parametrize(
    ("arrangement", "table"),
    [
        ("R4-R5-R6-R7 B8=K8=R8 O8", "R4-R5-R6-R7 R8=B8=K8=O8"),  # to the group it came from
        ("R7=K7=O7 B8=O8=K8 R4 R5 R6", "R7=K7=O7 R4-R5-R6 B8=O8=K8"),  # a meld that is loose whole is laid again
        ("R7=K7=O7 B8=O8=K8=R8 R4-R5-R6", "R7=K7=O7 B8=O8=K8=R8 R4-R5-R6"),
        ("R5-R6-R7 B8=O8=K8 R4", "R4-R5-R6-R7 B8=O8=K8"),  # to the run it came from
        ("R6-R7-R8 B8=O8=K8 R4 R5", "R4-R5-R6-R7-R8 B8=O8=K8"),
        ("R7=K7=O7 R4-R5-R6 B8 O8 K8", "R7=K7=O7 R4-R5-R6 B8=O8=K8"),
        ("R6=K6=O6 B8=O8=K8 R4 R5", None),  # the rest of its run lies in another sort of meld
        ("R4-R5-R6 K8-K9-K10 B8 O8", None),
    ],
)
def test_A20_loose_tiles_go_back_to_where_they_came_from(arrangement: str, table: str | None) -> None:
    rack_of = "R7 K7 O7 R8 K6 O6 K9 K10"
    state = state_of([rack_of, "B1"], "R4-R5-R6 B8=O8=K8", pool="O1 O2 O3", loose_table_tiles="return")
    after = play(state, f"timeout {arrangement} K9" if "K9" not in arrangement else f"timeout {arrangement}")
    if table is None:
        assert (after.table, rack(after)) == (state.table, rack(play(state, "timeout R4-R5-R6 B8=O8=K8")))
    else:
        assert after.table == Table.parse(table)
        assert after.pool_size == 0
    assert tiles_of(*after.racks, after.pool, after.table.tiles) == tiles_of(
        *state.racks, state.pool, state.table.tiles
    )


def test_A22_an_illegal_table_is_refused_or_costs_the_penalty() -> None:
    assert says("illegal_move", {"reject": OTHERS})
    assert says("illegal_penalty_tiles", {3: OTHERS})
    racks, table = ["R7 K9", "B1"], "R4-R5-R6"
    refused = state_of(racks, table, turn_seconds=None, illegal_move="reject")
    assert not legal(refused, "play R4-R5-R6")
    assert codes(refused, "timeout R4-R5-R6 K9") == ["no_time_limit"]
    assert codes(refused, "illegal R4-R5-R6 K9") == ["no_penalty"]
    penalised = state_of(racks, table, turn_seconds=None, illegal_move="penalty", illegal_penalty_tiles=2)
    assert not legal(penalised, "play R4-R5-R6")
    assert codes(penalised, "timeout R4-R5-R6 K9") == ["no_time_limit"]
    assert play(penalised, "illegal R4-R5-R6 K9").rack_sizes[0] == 2 + 2
    both = evolve(penalised, rules=evolve(penalised.rules, turn_seconds=60, penalty_tiles=1))
    assert play(both, "illegal R4-R5-R6 K9").rack_sizes[0] == 2 + 2
    assert play(both, "timeout R4-R5-R6 K9").rack_sizes[0] == 2 + 1


# -------------------------------------------------------------------------------------------------------------- the end


def test_A23_passing_with_an_empty_pool() -> None:
    assert says("pass_on_empty", {"only_if_stuck": OTHERS, "free": [*RAMICUBES, "ramikubic"]})
    assert codes(position("R7", "R4-R5-R6"), "pass") == ["pool_not_empty"]
    able, stuck, table = ["R7 K1", "K2"], ["R9 K1", "K2"], "R4-R5-R6"
    assert legal(state_of(able, table, pool="", pass_on_empty="free"), "pass")
    obliged = state_of(able, table, pool="", pass_on_empty="only_if_stuck")
    assert codes(obliged, "pass") == ["must_play_before_passing"]
    assert legal(state_of(stuck, table, pool="", pass_on_empty="only_if_stuck"), "pass")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_A23_the_deal_is_blocked_after_a_pass_of_every_player(players: int) -> None:
    state = state_of(["K1", "K2", "K3", "K4"][:players], "R4-R5-R6", pool="")
    for _ in range(players):
        assert not state.is_over
        state = play(state, "pass")
    assert state.is_over


def test_A23_the_deal_goes_on_after_the_last_tile_is_drawn() -> None:
    state = play(state_of(["K1", "K2"], pool="O9"), "draw")
    assert not state.is_over
    assert play(state, "pass", "pass").is_over


def test_A24_a_blocked_deal_without_a_tie() -> None:
    racks = [rack_worth(points, color) for points, color in zip((10, 25, 12, 40), "RKBO", strict=True)]
    for answer in ("split", "no_winner", "fewest_tiles"):
        state = state_of(racks, pool="", blocked_tie=answer, pass_on_empty="free")
        result = ended(state, "pass", "pass", "pass", "pass")
        assert (result.scores, result.winners) == ((47, -15, -2, -30), (0,))


def test_A24_a_blocked_deal_with_a_tie() -> None:
    assert says("blocked_tie", {"split": OTHERS})
    racks = ["R10", "B4 B6", "K13", "O12"]  # 3 and 2 above the lowest

    def tie(answer: str, first: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        state = state_of(racks, pool="", blocked_tie=answer, current_player=first)
        result = ended(state, "pass", "pass", "pass", "pass")
        return result.scores, result.winners

    # the odd point goes to the first tied player after the last mover, the one who passed first
    assert tie("split", first=0) == ((3, 2, -3, -2), (0, 1))
    assert tie("split", first=1) == ((2, 3, -3, -2), (0, 1))
    assert tie("split", first=2) == ((3, 2, -3, -2), (0, 1))
    assert tie("no_winner", first=0) == ((0, 0, 0, 0), ())
    assert tie("fewest_tiles", first=1) == ((5, 0, -3, -2), (0,))
    equal = state_of(["R10", "B10", "K13"], pool="", blocked_tie="fewest_tiles")
    assert ended(equal, "pass", "pass", "pass").scores == (2, 1, -3)  # as many tiles too: they split


def test_A24_two_odd_points_go_to_two_players() -> None:
    state = state_of(["R10", "B10", "O10", "K12"], pool="", current_player=1)
    assert ended(state, "pass", "pass", "pass", "pass").scores == (0, 1, 1, -2)


def test_A25_what_losers_and_jokers_cost() -> None:
    assert says("losers_negative", {True: OTHERS, False: RAMICUBES})
    assert says("joker_rack", {30: OTHERS, 50: ["ramikubic", "mso"]})
    state = state_of(["R7", "* K1"], "R4-R5-R6")
    costs = [(True, 30), (True, 25), (False, 50)]
    scores = []
    for negative, joker in costs:
        rules = evolve(state.rules, losers_negative=negative, joker_rack=joker)
        scores.append(ended(evolve(state, rules=rules), "play R4-R5-R6-R7").scores)
    assert scores == [(31, -31), (26, -26), (51, 0)]
    assert rack_value(parse_tiles("*"), PRESETS["ramikubic"]) == 50
    blocked = state_of(["K9", "K5"], pool="", losers_negative=False)
    assert ended(blocked, "pass", "pass").scores == (0, 4)


def test_A26_how_a_match_is_won() -> None:
    assert says("match_winner", {"total": OTHERS, "games_then_total": PRESSMANS})
    results = [result_of_line(line, PRESETS["pressman"]) for line in (*SCORE_TABLE, (-10, -25, 41, -6))]
    points = totals(results)
    games = tuple(sum(seat in result.winners for result in results) for seat in range(4))
    assert points == (-24, -54, 45, 33)
    assert games == (1, 0, 2, 1)
    assert points.index(max(points)) == games.index(max(games)) == 2  # C wins by either answer


def test_A27_never_two_equal_tiles_in_a_set() -> None:
    for text in ("R7=K7=R7", "R7=K7=B7=R7"):
        with pytest.raises(InvalidMeld):
            Group.parse(text)
    for text in ("R7-R7-R8", "R6-R7-R7-R8"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)


# ----------------------------------------------------------------------------------------------------- what is cited


@pytest.mark.parametrize(
    ("edition", "drawing", "laying"),
    [
        ("hasbro-2007", "000.13", ["000.17"]),
        ("chiffres", "001.8", []),
        ("ramicube-timed", "002.9", ["002.11"]),
        ("pressman", "cf. 000.13", ["A10"]),
    ],
)
def test_a_violation_cites_the_edition_that_is_played(edition: str, drawing: str, laying: list[str]) -> None:
    view = position("R5 K7", "R4-*-R6 K1-K2-K3", PRESETS[edition])
    assert [problem.rule for problem in rummikub.check(view, parse_move("pass"))] == [drawing]
    play = parse_move("play R4-R5-R6 K1-K2-K3-*")
    assert [problem.rule for problem in rummikub.check(view, play)] == laying


@pytest.mark.parametrize("edition", PRESETS)
def test_no_edition_cites_the_leaflet_of_another(edition: str) -> None:
    text = {"hasbro": "000", "chiffres": "001", "ramicube": "002"}.get(edition.split("-", maxsplit=1)[0])
    for code in rummikub.Code:
        assert re.match(rf"A\d+$|{text}\.\d+$" if text else r"A\d+$|cf\. 000\.\d+$", _cited(code, edition)), code


def _cited(code: rummikub.Code, edition: str) -> str:
    [problem] = cited([Violation(code, numbers=(0,) * len(code.names))], PRESETS[edition])
    return problem.rule
