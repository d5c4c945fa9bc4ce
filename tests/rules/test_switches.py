"""The open questions of the tile games, A1 to A27: a test for every one, and for every answer."""

import re
from typing import Any

import pytest
from attrs import evolve

import rami
from rami import rummikub
from rami.errors import IllegalMove, InvalidMeld, RulesError, Violation
from rami.pieces import row_text
from rami.rummikub import JOKER, PRESETS, Group, Rules, Run, Table, Tile, parse_move, rack_value
from rami.rummikub.checks import played_tiles
from rami.rummikub.rules import cited
from tests.rules.positions import (
    CHIFFRES,
    GOLIATH,
    HASBRO,
    RAMICUBE,
    codes,
    ended,
    lays,
    legal,
    play,
    position,
    rack,
    rack_worth,
    start,
    state_of,
    tiles_of,
)

# --------------------------------------------------------------------------------------------------- the set, the start


def test_A1_copies_and_jokers_decide_the_size_of_the_set() -> None:
    none = Rules(copies=1, jokers=0, max_players=3)
    assert len(none.pieces) == 52
    assert JOKER not in none.pieces
    assert rummikub.new_game(6, PRESETS["rummikub-xp6"], seed=1).pool_size == 160 - 6 * 14


def test_A2_tied_players_draw_again_and_a_joker_counts_nothing() -> None:
    state = start(3, "R9 K3 B9 R4 K12")
    assert state.start_draws == (Tile.row("R9 K3 B9"), (*Tile.row("R4"), None, *Tile.row("K12")))
    assert state.current_player == 2
    assert start(2, "R9 K9 O3 B3 O1 B7").current_player == 1
    assert start(2, "* * R1 K2").current_player == 1  # nobody has a number: both draw again
    for undecided in ("R9 K9", "* *", "R9 K9 R3 K3"):
        with pytest.raises(RulesError, match="must draw"):
            start(2, undecided)


def test_A3_the_draw_comes_before_the_deal_or_after_it() -> None:
    assert legal(start(2, "R9 K13", start_draw="after_deal"), "draw")
    order = HASBRO.pieces  # the first tiles go to the racks: both 1s of red to the first
    deal = rami.Deal(order, draws=Tile.row("R1 R2"))
    assert rummikub.from_deal(2, HASBRO, deal).current_player == 1
    with pytest.raises(RulesError, match="the draws have more tiles of a kind than the pool has"):
        rummikub.from_deal(2, evolve(HASBRO, start_draw="after_deal"), deal)


def test_A3_the_tiles_drawn_go_back() -> None:
    for when in ("before_deal", "after_deal"):
        state = start(2, "R9 K13", start_draw=when)
        assert state.rack_sizes == (14, 14)
        assert state.pool[-2:] == Tile.row("R9 K13")
        state = rummikub.new_game(3, evolve(HASBRO, start_draw=when), seed=1)
        assert tuple(tiles_of(state.pool, *state.racks)) == HASBRO.pieces


def test_A4_each_deal_draws_for_its_start_or_the_caller_names_it() -> None:
    assert rummikub.GAME.next_starter(rummikub.score(["", "R7"], winner=0), 0, HASBRO) is None
    assert {rummikub.new_game(3, seed=seed).current_player for seed in range(20)} == {0, 1, 2}
    for seat in range(3):
        deal = rummikub.GAME.shuffle(3, seed=1, starter=seat)
        assert deal.draws == ()
        assert rummikub.from_deal(3, HASBRO, deal).current_player == seat


# ---------------------------------------------------------------------------------------------------------- the opening


def test_A5_whether_the_turn_of_the_opening_may_use_the_table() -> None:
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


def test_A6_a_joker_in_the_opening_counts_as_the_tile_that_it_stands_for() -> None:
    for table in ("forbidden", "after_opening"):
        changes: dict[str, Any] = {"opened": False, "opening_turn_table": table}
        assert legal(position("R9 * R11", **changes), "play R9-*-R11")  # 30
        assert codes(position("R8 * R10", **changes), "play R8-*-R10") == ["opening_too_low"]  # 27
        assert legal(position("R10 * *", **changes), "play R10=*=*")
        assert codes(position("R10 * *", **changes), "play *-*-R10") == ["opening_too_low"]


def opening(rack_of: str, table: str, move: str, **changes: Any) -> list[str]:
    """Return the violations of an opening if the same turn may use the table."""
    rules: dict[str, Any] = {"opening_turn_table": "after_opening", "joker_before_opening": True}
    return codes(position(rack_of, table, opened=False, **rules | changes), f"play {move}")


def test_A6_a_joker_keeps_the_tile_that_it_counts_as() -> None:
    assert opening("R9 R10 *", "", "R9-R10-*") == []
    assert opening("R9 R10 *", "", "*-R9-R10") == ["opening_too_low"]  # 27
    replaced = "R9-R10-R11 K11=B11=O11 K1-K2-*"
    assert opening("R9 R10 K1 K2 *", "R11=K11=B11=O11", replaced) == []  # a real 11 replaces it
    assert opening("R9 R10 *", "R11=K11=B11=O11 K1-K2-K3", "R9-R10-R11 K11=B11=O11 K1-K2-K3-*") == ["opening_too_low"]
    into_old = opening("R9 R10 *", "R11=K11=B11=O11 K1-K2-K3", "R9-R10-R11 K11=B11=O11 K1-K2-K3-*", joker_reuse="any")
    assert into_old == []


def test_A6_a_joker_of_the_opening_keeps_its_tile() -> None:
    assert opening("B7 B8 * * R10 O1 O2 O3", "", "*-*-R10 *-B7-B8 O1-O2-O3") != []
    assert opening("B7 B8 * R10 O1 O2 O3", "", "*-B7-B8 O1-O2-O3", opening_points=28) == ["opening_too_low"]
    tables = "O10=K10=B10 O11=K11=B11", "O10=K10=B10=R10 O11=K11=B11=R11 K1-K2-*"
    assert opening("R10 R11 * K1 K2", *tables) == ["opening_too_low"]  # no 12, nor another 9
    assert opening("R10 R11 * K1 K2", f"{tables[0]} R9-R10-R11", f"{tables[1]} R9-R10-R11") == []  # a 9 for it


def test_A6_a_meld_of_the_opening_is_new_for_every_joker_but_its_own() -> None:
    assert opening("R5 K10 K11 K12", "R4-*-R6", "R4-R5-R6 K10-K11-K12-*") == []
    assert opening("R9 R10 *", "R11=K11=B11=O11", "R9-R10-R11-* K11=B11=O11") == ["opening_too_low"]
    assert opening("R9 R10 *", "R11=K11=B11=O11", "R9-R10-R11-* K11=B11=O11", joker_reuse="any") == []


def test_A7_an_opening_needs_opening_points() -> None:
    fifty = position("R11 R12 R13 K4 B4 O4 K5 B5 O5", opened=False, opening_points=50)
    assert codes(fifty, "play R11-R12-R13 K4=B4=O4") == ["opening_too_low"]  # 48
    assert legal(fifty, "play R11-R12-R13 K5=B5=O5")
    assert legal(position("R1 R2 R3", opened=False, opening_points=0), "play R1-R2-R3")


# --------------------------------------------------------------------------------------------------------------- jokers


@pytest.mark.parametrize("name", PRESETS)
def test_A8_a_set_may_have_any_number_of_jokers_in_any_order(name: str) -> None:
    rules = evolve(PRESETS[name], jokers=4)
    for meld in (
        "R4-*-*",
        "R4-*-*-*",
        "*-*-R5-*-*-R8",
        "*-R4-*-*-R7-*",
        "*-*-*-*-R5",
        "R2=*=*",
        "R2=K2=*=*",
        "R2=*=*=*",
    ):
        view = position(meld.replace("-", " ").replace("=", " "), "", rules)
        assert lays(view, meld) == row_text(view.rack)
        best = rummikub.best_play(view)
        assert best is not None
        assert played_tiles(view, best) == view.rack
        assert view.rack in [played_tiles(view, play) for play in rummikub.plays(view)]


def test_A8_a_set_needs_a_natural_tile() -> None:
    assert Group.parse("R10=*=*").value == 30
    assert Run.parse("*-*-R10").value == 27
    assert legal(position("R10 * *", opened=False), "play R10=*=*")
    assert codes(position("R10 * *", opened=False), "play *-*-R10") == ["opening_too_low"]
    assert Group.parse("R7=B7=*=*").value == 28
    for text in ("*=*=*", "*-*-*", "R7=B7=K7=O7=*"):
        with pytest.raises(InvalidMeld):
            Table.parse(text)


def test_A9_a_joker_does_not_extend_a_run_beyond_its_numbers() -> None:
    assert Run.parse("*-R12-R13").value == 36
    for text in ("R12-R13-*", "*-R1-R2"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)
    assert codes(position("R9 R10 *", "", Rules(max_number=10, max_players=2)), "play R9-R10-*") == ["no_such_tile"]


def test_A9_a_joker_of_a_run_stands_for_the_tile_at_its_place() -> None:
    view = position("R3 R6 K1 K2", "R4-R5-*")
    assert codes(view, "play R3-R4-R5 K1-K2-*") == ["joker_not_replaced"]  # it is the 6
    assert legal(view, "play R4-R5-R6 K1-K2-*")


def test_A10_joker_reuse_decides_where_a_taken_joker_goes() -> None:
    rack_of, table = "R5 B3 B8 B9", "R4-*-R6 K1-K2-K3 O3=R3=B3=K3"
    into_an_old_set = "play R4-R5-R6 K1-K2-K3-* O3=R3=B3=K3"
    with_tiles_of_the_table = "play R4-R5-R6 K1-K2-K3 R3=B3=K3 O3=B3=*"
    with_tiles_of_the_rack = "play R4-R5-R6 K1-K2-K3 O3=R3=B3=K3 B8-B9-*"
    answers = {
        "any": [[], [], []],
        "new": [["joker_not_in_new_meld"], [], []],
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


def test_A10_another_set_may_hold_the_old_one() -> None:
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
    assert legal(lost, "play B4-B5-B6 R1-R2-R3-* R4-R5-R6")  # It lost a tile, so the rest of it is new


def test_A11_the_replacement_comes_from_the_rack_or_the_table() -> None:
    assert legal(position("K1 K2", "R4-*-R6 R5=K5=B5=O5"), "play R4-R5-R6 K5=B5=O5 K1-K2-*")
    assert legal(position("R5 K1 K2", "R4-*-R6"), "play R4-R5-R6 K1-K2-*")


def test_A11_one_tile_may_serve_several_jokers() -> None:
    view = position("R5 K1 K2 B1 B2", "R4-*-R6 R3-R4-*", Rules(jokers=4))
    assert legal(view, "play R4-R5-R6 R3-R4-* K1-K2-*")
    assert lays(position("R5 R2 K1 K2 B1 B2", "R4-*-R6 R3-R4-*"), "R2-R3-R4 R4-R5-R6 K1-K2-* B1-B2-*")


def test_A12_a_joker_keeps_its_tile_under_identity_kept() -> None:
    rack_of, table = "R2 R3 R7 R8 K1 K2", "R4-*-R6"
    away = "play R2-R3-R4 R6-R7-R8 K1-K2-*"
    assert codes(position(rack_of, table, joker_sets="identity_kept"), away) == ["joker_not_replaced"]
    assert legal(position(rack_of, table, joker_sets="free"), away)


@pytest.mark.parametrize(
    ("rack_of", "table", "after", "refused"),
    [
        ("R5", "R3-R4-*-R6-R7", "R3-R4-R5 *-R6-R7", []),  # it stays
        ("R2 R3 R7", "*-R5-R6", "R2-R3-* R5-R6-R7", []),
        ("R5", "R4-*-R6 K5=B5=O5", "R4-R5-R6 K5=B5=O5=*", ["new"]),  # taken into an old set
        ("O8", "K8=B8=* R5-R6-R7", "K8=B8=O8 R5-R6-R7-*", ["new"]),
        ("R2", "R3-R4-R5-* K6=B6=O6", "R2-R3-R4-R5 K6=B6=O6=*", ["any", "new"]),  # nothing replaces it
    ],
)
def test_A12_a_joker_stays_only_for_a_tile_that_it_stood_for(
    rack_of: str, table: str, after: str, refused: list[str]
) -> None:
    for reuse in ("any", "new"):
        assert legal(position(rack_of, table, joker_reuse=reuse), f"play {after}") == (reuse not in refused)


@pytest.mark.parametrize(
    ("sets", "stays", "to_group", "taken"),
    [("identity_kept", True, False, False), ("free", True, True, True)],
)
def test_A12_joker_sets_decides_whether_a_joker_stays(sets: str, stays: bool, to_group: bool, taken: bool) -> None:
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


def test_A12_a_change_possible_in_two_turns_is_legal_in_one() -> None:
    """The 8 replaces the joker and then moves, in two turns or in one."""
    first = position("O8 K1 K2 O9 O10", "K8=B8=* R8-R9-R10-R11")
    assert legal(first, "play K8=B8=R8 O8-O9-O10 R9-R10-R11 K1-K2-*")


def test_A12_a_set_with_a_joker_may_be_taken_apart() -> None:
    table = "R4-R5-*-R7-R8-R9"
    for answer in ("identity_kept", "free"):
        assert legal(position("R10", table, joker_sets=answer), "play R4-R5-* R7-R8-R9-R10")
        assert legal(position("R10", table, joker_sets=answer), "play R4-R5-*-R7-R8-R9-R10")


def test_A12_any_joker_may_leave_its_meld_in_goliath() -> None:
    view = position("R3 B3", "K1-K2-* R1=B1=O1 R2=B2=O2", GOLIATH)
    assert lays(view, "R1=B1=O1=K1 R2=B2=O2=K2 R3=B3=*") == "R3 B3"
    assert set(codes(view, "play R1=B1=O1=K1 R2=B2=O2=K2")) == {"nothing_played", "joker_kept"}  # it is used that turn
    for rules in (HASBRO, CHIFFRES, RAMICUBE):
        kept = position("R4 B4", "K1-K2-* R1=B1=O1 R2=B2=O2", rules)
        assert codes(kept, "play R1=B1=O1=K1 R2=B2=O2=K2 R4=B4=*") == ["joker_not_replaced"]


def test_A13_one_of_two_missing_colors_replaces_the_joker() -> None:
    view = position("B7 O7 K1 K2", "R7=K7=*")
    for replaced in ("R7=K7=B7", "R7=K7=O7", "R7=K7=B7=O7"):
        assert legal(view, f"play {replaced} K1-K2-*")


def test_A14_joker_before_opening_allows_a_joker_after_the_opening_melds() -> None:
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


def test_A15_a_player_who_could_play_may_draw() -> None:
    assert legal(position("R7", "R4-R5-R6"), "draw")
    assert legal(position("R9 R10 R11", opened=False), "draw")  # 000.10


def test_A16_a_draw_ends_the_turn() -> None:
    drawn = play(state_of(["K1", "K2"], "R4-R5-R6", pool="R7 B1"), "draw")
    assert (drawn.current_player, rack(drawn)) == (1, "R7 K1")


def test_A17_a_play_lays_at_least_one_tile() -> None:
    [problem] = rummikub.check(position("K1", "R1-R2-R3-R4-R5-R6"), parse_move("play R1-R2-R3 R4-R5-R6"))
    assert (problem.code, problem.rule) == ("nothing_played", "000.13")


def test_A18_tiles_do_not_go_back_to_the_rack() -> None:
    assert set(codes(position("R7", "R1-R2-R3-R4"), "play R1-R2-R3")) == {"tile_lost", "nothing_played"}
    assert codes(position("R7 R8 R9", "R4-R5-R6"), "play R7-R8-R9") == ["tile_lost"]
    state = state_of(["R7 R8 K1", "K2"], "R4-R5-R6")
    assert rack(play(state, "play R4-R5-R6-R7")) == "R8 K1"  # own tiles that are not left on the table stay on the rack


def test_A19_a_timeout_needs_a_time_limit() -> None:
    assert codes(position("K1", turn_seconds=None), "timeout") == ["no_time_limit"]
    assert legal(position("K1", turn_seconds=30), "timeout")
    assert all(
        parse_move("timeout") not in rummikub.legal_moves(position("K1", rules=rules)) for rules in PRESETS.values()
    )


# ----------------------------------------------------------------------------------------------------- the time is over


def overrun(
    table: str, rack_of: str, arrangement: str, *, pool: str = "O11 O12 O13 B13", **changes: Any
) -> tuple[str, str]:
    """Return the table and the rack after an overrun without a penalty."""
    state = state_of([rack_of, "B1"], table, pool=pool, penalty_tiles=0, turn_seconds=60, **changes)
    after = play(state, f"timeout {arrangement}")
    assert after.pool == state.pool
    assert tiles_of(after.table.tiles, after.racks[0]) == tiles_of(state.table.tiles, state.racks[0])
    return str(after.table), rack(after)


R1_TO_R7 = "R1-R2-R3-R4-R5-R6-R7"
R3_TO_R8 = "R3-R4-R5-R6-R7-R8"
TWO_RED_FOURS = "R4-R5-R6-R7 R4=K4=B4=O4"
TWO_GROUPS = "R6=K6=B6 K6=B6=O6"


@pytest.mark.parametrize(
    ("table", "rack_of", "arrangement", "left", "keeps"),
    [
        ("R4-R5-R6 K8=B8=O8", "R7 K1 K9", "R4-R5-R6-R7 B8 O8 K8 K9", "R4-R5-R6-R7 K8=B8=O8", "K1 K9"),
        ("R4-*-R6", "R5 K1 K2 K3 B9", "R4-R5-R6 K1-K2-K3 * B9", "R4-*-R6 K1-K2-K3", "R5 B9"),
        ("R4-R5-R6", "R4 K4 B4", "R4=K4=B4 R4 R5 R6", "R4-R5-R6 R4=K4=B4", ""),
        (R1_TO_R7, "R8", "R1-R2-R3 R5-R6-R7-R8 R4", R1_TO_R7, "R8"),
        (R3_TO_R8, "K8 B8", "R4-R5-R6 R8=K8=B8 R3 R7", R3_TO_R8, "K8 B8"),
        ("R4-R5-R6 R7=K7=B7", "R3", "R3-R4-R5-R6-R7 K7 B7", "R4-R5-R6 R7=K7=B7", "R3"),
        (TWO_RED_FOURS, "K1 K2 K3", "R4-R5-R6 B4=K4=O4 K1-K2-K3 R7 R4", f"{TWO_RED_FOURS} K1-K2-K3", ""),
        (
            "R4-*-R6 K8=B8=*",
            "R5 O8 K1 K3",
            "R4-R5-R6 K8=B8=O8 K1-*-K3 *",
            "R4-R5-R6 K1-*-K3 K8=B8=O8=*",
            "",
        ),
        (TWO_RED_FOURS, "R3 K1 K2 K3", "R3-R4-R5-R6 B4=K4=O4 K1-K2-K3 R7 R4", f"R3-{TWO_RED_FOURS} K1-K2-K3", ""),
        (
            f"{TWO_GROUPS} O2-O3-O4-O5 O7-O8-O9",
            "O6",
            "O2-O3-O4-O5-O6-O7-O8-O9 R6 K6 K6 B6 B6 O6",
            f"{TWO_GROUPS} O2-O3-O4-O5-O6-O7-O8-O9",
            "",
        ),
        ("R4-R5-R6", "R4 R7 K1", "R4-R5-R6-R7 R4", "R4-R5-R6-R7", "R4 K1"),
    ],
    ids=[str(number) for number in range(1, 12)],
)
def test_A20_loose_tiles_return_as_the_answers_say(
    table: str, rack_of: str, arrangement: str, left: str, keeps: str
) -> None:
    for rules in (HASBRO, CHIFFRES.evolve(turn_seconds=60)):
        assert overrun(table, rack_of, arrangement, rules=rules) == (left, keeps)


def test_A20_restore_leaves_table_and_rack_as_they_were() -> None:
    for rules in (HASBRO, GOLIATH):
        assert overrun("R4-R5-R6", "R7 K9", "R4-R5-R6-R7 K9", rules=rules, timeout="restore") == ("R4-R5-R6", "R7 K9")


def test_A20_under_rack_loose_tiles_of_the_table_go_to_the_rack() -> None:
    rules = RAMICUBE.evolve(turn_seconds=60, timeout="rack")
    first = overrun("R4-R5-R6 B8=O8=K8", "R7 K1 K9", "R4-R5-R6-R7 B8 O8 K8 K9", rules=rules)
    assert first == ("R4-R5-R6-R7", "K1 K8 K9 B8 O8")
    nothing_laid = overrun("R5=K5=B5=O5", "K1", "R5=K5=O5 B5", rules=rules)
    assert nothing_laid == ("R5=K5=B5=O5", "K1")


def test_A20_under_rack_a_loose_joker_of_the_table_lays_the_old_table_again() -> None:
    laid = overrun("R4-*-R6 B8=O8=K8", "R5 K1 K2 K3", "R4-R5-R6 K1-K2-K3 * B8 O8 K8", timeout="rack")
    assert laid == ("R4-*-R6 K1-K2-K3 K8=B8=O8", "R5")


@pytest.mark.parametrize(
    ("arrangement", "left"),
    [
        ("R4-R5-R6-R7 K8=R8=B8 O8", "R4-R5-R6-R7 R8=K8=B8=O8"),  # to the group that it came from
        ("R7=K7=O7 K8=B8=O8 R4 R5 R6", "R4-R5-R6 R7=K7=O7 K8=B8=O8"),  # a meld that is loose whole is laid again
        ("R5-R6-R7 K8=B8=O8 R4", "R4-R5-R6-R7 K8=B8=O8"),  # to the run that it came from
        ("R6-R7-R8 K8=B8=O8 R4 R5", "R4-R5-R6-R7-R8 K8=B8=O8"),
        ("R6=K6=O6 K8=B8=O8 R4 R5", "R4-R5-R6 K8=B8=O8"),  # The rest of the run is in a group
        ("R4-R5-R6 K8-K9-K10 B8 O8", "R4-R5-R6 K8=B8=O8"),
    ],
)
def test_A20_loose_tiles_return_to_the_melds_that_they_came_from(arrangement: str, left: str) -> None:
    rack_of = "R7 R8 K6 K7 K9 K10 O6 O7"
    assert overrun("R4-R5-R6 K8=B8=O8", rack_of, arrangement)[0] == left


@pytest.mark.parametrize(
    ("table", "rack_of", "arrangement", "left"),
    [
        ("R4-R5-*-R7", "K1 K2 K3", "R5-*-R7 K1-K2-K3 R4", "R4-R5-*-R7 K1-K2-K3"),
        ("*-R5-R6-R7", "K1 K2 K3", "R5-R6-R7 K1-K2-K3 *", "*-R5-R6-R7 K1-K2-K3"),
        ("*-R5-R6-R7", "R4 K1 K2 K3", "R4-R5-R6-R7 K1-K2-K3 *", "*-R5-R6-R7 K1-K2-K3"),  # not as the 8
        ("R3-*-*-R6", "K1 K2 K3", "K1-K2-K3 * * R3 R6", "R3-*-*-R6 K1-K2-K3"),
        ("R7=K7=*", "B7 K1 K2 K3", "R7=K7=B7 K1-K2-K3 *", "R7=K7=B7=* K1-K2-K3"),
        ("R7=K7=*", "B7 O7 K1 K2 K3", "R7=K7=B7=O7 K1-K2-K3 *", "R7=K7=* K1-K2-K3"),
    ],
)
def test_A20_a_joker_returns_only_to_a_tile_that_it_stood_for(
    table: str, rack_of: str, arrangement: str, left: str
) -> None:
    assert overrun(table, rack_of, arrangement)[0] == str(Table.parse(left))


def test_A20_an_unchanged_old_meld_takes_no_tile() -> None:
    assert overrun("R4-R5-R6 R4-R5-R6", "R7", "R4-R5-R6 R5-R6-R7 R4")[0] == "R4-R5-R6 R4-R5-R6-R7"
    beside = overrun("R4-R5-R6 R4=K4=B4", "O4 K1 K2 K3", "R4-R5-R6 K4=B4=O4 K1-K2-K3 R4")[0]
    assert beside == "R4-R5-R6 R4=K4=B4=O4 K1-K2-K3"


def test_A20_the_rack_lays_new_melds_one_after_the_other() -> None:
    """A joker was taken without its replacement. The rack has one of the two red 5s on the table."""
    table, arrangement = "R3-R4-R5 K7-*-K9", "R5=K5=B5 R5-R6-R7 K1-K2-* R3 R4 K7 K9"
    assert overrun(table, "R5 R6 R7 K5 B5 K1 K2", arrangement) == ("R3-R4-R5 R5-R6-R7 K7-*-K9", "K1 K2 K5 B5")


@pytest.mark.parametrize("answer", ["return", "rack"])
@pytest.mark.parametrize("opened", [False, True])
def test_A20_new_melds_stay_only_as_a_legal_opening(answer: str, opened: bool) -> None:
    low = overrun("O1-O2-O3", "R7 R8 R9 K1", "R7-R8-R9 O1-O2-O3 K1", opened=opened, timeout=answer)
    assert low[0] == ("R7-R8-R9 O1-O2-O3" if opened else "O1-O2-O3")  # 24 points
    state = state_of(["R10 R11 R12 K1", "B1"], "O1-O2-O3", pool="B2 B3 B4", opened=opened, timeout=answer)
    kept = play(state, "timeout R10-R11-R12 O1-O2-O3 K1")
    assert (str(kept.table), rack(kept), kept.opened[0]) == ("R10-R11-R12 O1-O2-O3", "K1 B2 B3 B4", True)


@pytest.mark.parametrize("answer", ["return", "rack", "restore"])
def test_A20_an_illegal_arrangement_does_not_stay(answer: str) -> None:
    taken = overrun("R4-*-R6", "R2 R3 R7 R8 K1 K2", "R2-R3-R4 R6-R7-R8 K1-K2-*", timeout=answer)
    assert taken == ("R4-*-R6", "R2 R3 R7 R8 K1 K2")  # a joker was taken, and nothing replaces it
    for arrangement in ("R1-R2-R3 R4-R5-R6", "R1-R2-R3 R4-R5-R6 K9"):
        assert overrun("R1-R2-R3-R4-R5-R6", "K9", arrangement, timeout=answer) == ("R1-R2-R3-R4-R5-R6", "K9")  # A17


def test_A20_an_overrun_draws_penalty_tiles() -> None:
    for penalty in (0, 1, 3):
        assert play(state_of(["K1", "K2"], penalty_tiles=penalty), "timeout").rack_sizes == (1 + penalty, 1)


def test_A20_a_complete_legal_arrangement_is_a_play() -> None:
    for rules in (HASBRO, RAMICUBE, GOLIATH):
        state = state_of(["R7 K9", "B1"], "R4-R5-R6", pool="O1 O2 O3", rules=rules, turn_seconds=60)
        assert play(state, "timeout R4-R5-R6-R7") == play(state, "play R4-R5-R6-R7")
        last = state_of(["R7", "B1"], "R4-R5-R6", pool="O1 O2 O3", rules=rules, turn_seconds=60)
        assert ended(last, "timeout R4-R5-R6-R7").winners == (0,)  # it goes out
        nothing = play(state, "timeout R4-R5-R6")
        assert (str(nothing.table), rack(nothing)) == ("R4-R5-R6", "R7 K9 O1 O2 O3")  # An empty play does not count


def test_A20_an_overrun_of_a_thousand_tiles_is_settled_soon() -> None:
    rules = HASBRO.evolve(copies=40, max_players=2)
    table = " ".join(["R3-R4-R5-R6-R7 B8=O8=K8"] * 38)
    state = state_of(["R2 R8 K1", "B1"], table, rules=rules)
    arrangement = " ".join(["R4-R5-R6 R3 R7 B8 O8 K8"] * 38)
    assert play(state, f"timeout {arrangement} K1").table == state.table


def test_A20_all_players_see_the_tiles_of_an_overrun() -> None:
    """The rack lays a meld of tiles that its owner had not shown in this turn; one of them was known before."""
    state = state_of(["R5 R6 R7 K1", "B1"], "R4-R5-R6-R7 K4-*-K6", pool="O1 O2 O3 O4")
    state = evolve(state, known=(Tile.row("R5"), ()))
    after = rummikub.apply(state, rummikub.TimeOut(Table("R5-R6-R7"), "R4 K4 * K6"))
    assert (str(after.table), rack(after)) == ("R4-R5-R6-R7 R5-R6-R7 K4-*-K6", "K1 O1 O2 O3")
    assert after.known == ((), ())
    for seat, drawn in ((0, "O1 O2 O3"), (1, "3 tiles"), (None, "3 tiles")):
        told = str(rummikub.GAME.event(state, rummikub.TimeOut(Table("R5-R6-R7"), "R4 K4 * K6"), seat))
        assert told == f"Player 1 runs out of time, lays R5 R6 R7, and draws {drawn}."
        assert rummikub.observe(after, seat).table == after.table


def test_A20_a_player_whose_rack_is_empty_after_an_overrun_has_gone_out() -> None:
    state = state_of(["R4 K4 B4", "B1"], "R4-R5-R6", pool="")
    assert ended(state, "timeout R4=K4=B4 R4 R5 R6").winners == (0,)
    drawn = play(state_of(["R4 K4 B4", "B1"], "R4-R5-R6", pool="O9"), "timeout R4=K4=B4 R4 R5 R6")
    assert (rack(drawn), drawn.is_over) == ("O9", False)


def test_A21_fewer_tiles_in_the_pool_than_the_penalty() -> None:
    after = play(state_of(["K1", "K2"], pool="O1 O2"), "timeout")
    assert (after.rack_sizes, after.pool_size) == ((3, 1), 0)
    assert play(state_of(["K1", "K2"], pool=""), "timeout").rack_sizes == (1, 1)  # it costs nothing


def test_A22_an_illegal_table_is_refused() -> None:
    state = state_of(["R7 K9", "B1"], "R4-R5-R6")
    assert codes(state, "play R4-R5-R6") == ["nothing_played"]
    with pytest.raises(IllegalMove, match="nothing_played"):
        play(state, "play R4-R5-R6")


def test_A23_an_overrun_is_a_pass_if_a_pass_is_legal() -> None:
    """An overrun of a player who can play is not a pass (L1)."""
    state = state_of(["R7 K1", "K13 B13 O9"], "R4-R5-R6", pool="", current_player=1)
    passed = play(state, "pass")
    assert (passed.passes, codes(passed, "pass")) == (1, ["must_play_before_passing"])
    ran_out = play(passed, "timeout R4-R5-R6")
    assert (ran_out.passes, ran_out.is_over, ran_out.current_player) == (0, False, 1)
    stuck = state_of(["R9 K1", "K13 B13 O9"], "R4-R5-R6", pool="", current_player=1)
    assert ended(stuck, "pass", "timeout R4-R5-R6").scores == (25, -25)
    free = evolve(passed, rules=evolve(passed.rules, pass_on_empty="free"))
    assert ended(free, "timeout R4-R5-R6").scores == (27, -27)


def test_A23_an_overrun_that_changes_something_is_no_pass() -> None:
    laid = play(state_of(["R7 K1", "K2"], "R4-R5-R6", pool=""), "timeout R4-R5-R6-R7 K1")
    assert (laid.passes, str(laid.table)) == (0, "R4-R5-R6-R7")
    drawn = play(state_of(["R9 K1", "K2"], "R4-R5-R6", pool="O1"), "timeout R4-R5-R6")
    assert (drawn.passes, rack(drawn)) == (0, "R9 K1 O1")


# -------------------------------------------------------------------------------------------------------------- the end


def test_A23_the_edition_decides_whether_a_player_may_pass() -> None:
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


def test_A23_the_deal_continues_after_the_last_tile_is_drawn() -> None:
    state = play(state_of(["K1", "K2"], pool="O9"), "draw")
    assert not state.is_over
    assert play(state, "pass", "pass").is_over


def test_A24_the_lowest_rack_wins_the_differences() -> None:
    racks = [rack_worth(points, color) for points, color in zip((10, 25, 12, 40), "RKBO", strict=True)]
    result = ended(state_of(racks, pool="", pass_on_empty="free"), "pass", "pass", "pass", "pass")
    assert (result.scores, result.winners) == ((47, -15, -2, -30), (0,))


def test_A24_tied_lowest_racks_share_the_points() -> None:
    racks = ["R10", "B4 B6", "K13", "O12"]  # 3 and 2 above the lowest

    def tie(first: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        state = state_of(racks, pool="", current_player=first)
        result = ended(state, "pass", "pass", "pass", "pass")
        return result.scores, result.winners

    # the odd point goes to the first tied player after the last mover, the one who passed first
    assert tie(first=0) == ((3, 2, -3, -2), (0, 1))
    assert tie(first=1) == ((2, 3, -3, -2), (0, 1))
    assert tie(first=2) == ((3, 2, -3, -2), (0, 1))


def test_A24_two_odd_points_go_to_two_players() -> None:
    state = state_of(["R10", "B10", "O10", "K12"], pool="", current_player=1)
    assert ended(state, "pass", "pass", "pass", "pass").scores == (0, 1, 1, -2)


def test_A25_losers_negative_and_joker_rack_decide_the_scores() -> None:
    state = state_of(["R7", "* K1"], "R4-R5-R6")
    costs = [(True, 30), (True, 25), (False, 50)]
    scores = []
    for negative, joker in costs:
        rules = evolve(state.rules, losers_negative=negative, joker_rack=joker)
        scores.append(ended(evolve(state, rules=rules), "play R4-R5-R6-R7").scores)
    assert scores == [(31, -31), (26, -26), (51, 0)]
    assert rack_value(Tile.row("*"), Rules(joker_rack=50)) == 50
    blocked = state_of(["K9", "K5"], pool="", losers_negative=False)
    assert ended(blocked, "pass", "pass").scores == (0, 4)


def test_A27_never_two_equal_tiles_in_a_set() -> None:
    for text in ("R7=K7=R7", "R7=K7=B7=R7"):
        with pytest.raises(InvalidMeld):
            Group.parse(text)
    for text in ("R7-R7-R8", "R6-R7-R7-R8"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)


# ----------------------------------------------------------------------------------------------------- what is cited


@pytest.mark.parametrize(
    ("rules", "drawing", "laying"),
    [
        (HASBRO, "000.13", ["000.17"]),
        (CHIFFRES, "001.8", []),
        (CHIFFRES.evolve(turn_seconds=60), "001.8", []),
        (RAMICUBE, "002.9", ["002.11"]),
        (RAMICUBE.evolve(turn_seconds=60, timeout="rack"), "002.9", ["002.11"]),
        (PRESETS["pressman"], "cf. 000.13", ["A10"]),
    ],
    ids=str,
)
def test_a_violation_cites_the_edition_that_is_played(rules: Rules, drawing: str, laying: list[str]) -> None:
    view = position("R5 K7", "R4-*-R6 K1-K2-K3", rules)
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
