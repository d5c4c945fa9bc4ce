"""Source 002, Ramicube: a test for every rule and every example."""

import pytest

from rami import rummikub
from rami.errors import InvalidMeld
from rami.rummikub import PRESETS, Group, Run, Table, parse_move, parse_tiles
from tests.rules.positions import RAMICUBE, codes, legal, play, position, start, state_of


def test_002_1_the_set() -> None:
    assert len(RAMICUBE.tiles) == 106
    assert RAMICUBE.max_players == 4


def test_002_2_everything_that_is_not_dealt_is_the_pool() -> None:
    assert rummikub.new_game(2, RAMICUBE, seed=3).pool_size == 106 - 28


def test_002_3_each_draws_one_and_it_goes_back() -> None:
    state = start(4, "R5 K13 B2 O12", RAMICUBE)
    assert state.current_player == 1
    assert state.rack_sizes == (14, 14, 14, 14)
    assert sum(state.rack_sizes) + state.pool_size == 106


def test_002_4_a_run_ends_at_13() -> None:
    assert Run.parse("R8-R9-R10").value == 27
    assert Run.parse("-".join(f"O{n}" for n in range(1, 14))).value == 91
    with pytest.raises(InvalidMeld):
        Run.parse("R12-R13-R1")


def test_002_5_a_group_has_at_most_four_colours_each_once() -> None:
    assert Group.parse("O13=R13=B13").value == 39
    with pytest.raises(InvalidMeld):
        Group.parse("O13=R13=O13")


def test_002_6_the_opening() -> None:
    assert legal(position("R4 R5 R6 K5 B5 O5", "", RAMICUBE, opened=False), "play R4-R5-R6 K5=B5=O5")
    low = position("R8 R9 R10", "", RAMICUBE, opened=False)
    assert codes(low, "play R8-R9-R10") == ["opening_too_low"]
    assert legal(low, "draw")


def test_002_7_jokers_are_allowed_in_the_opening() -> None:
    assert legal(position("R9 * R11", "", RAMICUBE, opened=False), "play R9-*-R11")
    assert codes(position("R7 * R9", "", RAMICUBE, opened=False), "play R7-*-R9") == ["opening_too_low"]


def test_002_8_the_table_may_be_used_right_after_the_opening() -> None:
    view = position("R10 R11 R12 K4", "K1-K2-K3", RAMICUBE, opened=False)
    assert legal(view, "play R10-R11-R12 K1-K2-K3-K4")
    onto_itself = position("R10 R11 R12 K10 B10", "", RAMICUBE, opened=False)
    assert legal(onto_itself, "play R10-R11-R12")
    assert codes(position("R4 K4", "R1-R2-R3", RAMICUBE, opened=False), "play R1-R2-R3-R4") == ["opening_too_low"]


def test_002_9_a_player_may_draw_although_able_to_play() -> None:
    view = position("R7 R8 R9", "R4-R5-R6", RAMICUBE)
    assert legal(view, "play R4-R5-R6 R7-R8-R9")
    assert legal(view, "draw")


def test_002_10_the_table_belongs_to_all() -> None:
    state = state_of(["R7 K1", "R3 K2"], "R4-R5-R6", rules=RAMICUBE)
    assert play(state, "play R4-R5-R6-R7", "play R3-R4-R5-R6-R7").table == Table.parse("R3-R4-R5-R6-R7")


def test_002_11_a_joker_is_exchanged_and_replayed_at_once() -> None:
    view = position("R5 K1 K2", "R4-*-R6", RAMICUBE)
    assert legal(view, "play R4-R5-R6 K1-K2-*")
    assert codes(view, "play R4-R5-R6") == ["tile_lost"]


def test_002_12_the_time_limit_is_optional_and_complete_sets_stay() -> None:
    assert RAMICUBE.turn_seconds is None
    timed = PRESETS["ramicube-timed"]
    assert timed.turn_seconds == 60
    state = state_of(["R7 K9", "B1"], "R4-R5-R6 B8=O8=K8", rules=timed, pool="O1 O2 O3 O4")
    after = play(state, "timeout R4-R5-R6-R7 B8 O8 K8 K9")
    assert after.table == Table.parse("R4-R5-R6-R7")
    assert after.racks[0] == tuple(sorted(parse_tiles("K9 B8 O8 K8 O1 O2 O3")))  # all loose tiles, and three
    assert after.pool == parse_tiles("O4")


def test_002_13_only_the_winner_scores() -> None:
    over = play(state_of(["R7", "K1 K2", "* B3"], "R4-R5-R6", rules=RAMICUBE), "play R4-R5-R6-R7")
    result = rummikub.result(over)
    assert result is not None
    assert result.scores == (3 + 33, 0, 0)


def test_002_a_construct() -> None:
    assert legal(position("B3", "B4-B5-B6", RAMICUBE), "play B3-B4-B5-B6")
    assert legal(position("B8", "R8=K8=O8", RAMICUBE), "play R8=K8=O8=B8")


def test_002_b_combine() -> None:
    assert legal(position("B11 K8 O8", "B8-B9-B10", RAMICUBE), "play B9-B10-B11 B8=K8=O8")


def test_002_c_divide() -> None:
    assert legal(position("R6", "R4-R5-R6-R7-R8", RAMICUBE), "play R4-R5-R6 R6-R7-R8")


def test_002_d_with_the_misprint() -> None:
    table = "O5-O6-O7 R5-R6-R7 K5-K6-K7-K8-K9"
    with_5 = "play O5=R5=K5=B5 O6=R6=K6 O7=R7=K7 K8-K9-K10"
    with_6 = "play O5=R5=K5 O6=R6=K6=B6 O7=R7=K7 K8-K9-K10"
    assert legal(position("K10 B5", table, RAMICUBE), with_5)
    assert legal(position("K10 B6", table, RAMICUBE), with_6)
    assert codes(position("K10 B6", table, RAMICUBE), with_5) == ["not_in_rack"]
    assert parse_move(with_5) != parse_move(with_6)
