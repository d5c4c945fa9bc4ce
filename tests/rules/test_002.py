"""Source 002, Ramicube: a test for every rule and every example."""

from collections import Counter

import pytest

from rami import rummikub
from rami.errors import InvalidMeld, RulesError
from rami.results import EndReason
from rami.rummikub import JOKER, Color, Group, Run, Table, Tile, parse_move, rack_value
from tests.rules.positions import (
    HASBRO,
    RAMICUBE,
    codes,
    ended,
    lays,
    legal,
    play,
    position,
    rack,
    start,
    state_of,
    tiles_of,
)

MANIPULATED = "O5-O6-O7 R5-R6-R7 K5-K6-K7-K8-K9"


def test_002_1_106_tiles_for_up_to_four_players() -> None:
    assert len(RAMICUBE.pieces) == 104 + 2
    assert RAMICUBE.pieces.count(JOKER) == 2
    assert {tile.color for tile in RAMICUBE.pieces if tile != JOKER} == set(Color)
    assert {tile.number for tile in RAMICUBE.pieces if tile != JOKER} == set(range(1, 14))
    assert rummikub.new_game(4, RAMICUBE, seed=0).players == 4  # there are four racks
    with pytest.raises(RulesError, match="from 2 to 4"):
        rummikub.new_game(5, RAMICUBE, seed=0)


def test_002_2_everything_that_is_not_dealt_is_the_pool() -> None:
    state = rummikub.new_game(2, RAMICUBE, seed=3)
    assert state.pool_size == 106 - 28
    assert tuple(tiles_of(state.pool, *state.racks)) == RAMICUBE.pieces


def test_002_3_each_draws_one_the_highest_starts_and_it_goes_back() -> None:
    state = start(4, "R5 K13 B2 O12", RAMICUBE)
    assert [play(state, *["draw"] * turns).current_player for turns in range(4)] == [1, 2, 3, 0]
    assert state.rack_sizes == (14, 14, 14, 14)
    assert tuple(tiles_of(state.pool, *state.racks)) == RAMICUBE.pieces
    deals = [rummikub.GAME.shuffle(4, RAMICUBE, seed=seed) for seed in range(5)]
    assert all(tuple(sorted(deal.order)) == RAMICUBE.pieces for deal in deals)
    assert any(Counter(deal.draws) - Counter(deal.order[4 * 14 :]) for deal in deals)  # they were drawn before the deal


def test_002_4_a_run_has_three_tiles_or_more_and_ends_at_13() -> None:
    assert Run.parse("R8-R9-R10").value == 27
    assert Run.parse("-".join(f"O{n}" for n in range(1, 14))).value == 91
    for text in ("R8-R9", "R12-R13-R1", "R10-R9-R8", "R8-R9-B10"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)


def test_002_5_a_group_has_three_or_four_colors_each_once() -> None:
    assert Group.parse("O13=R13=B13").value == 39
    assert Group.parse("O13=R13=B13=K13").value == 52
    for text in ("O13=R13", "O13=R13=O13", "O13=R13=B13=K13=O13", "O13=R13=B12"):
        with pytest.raises(InvalidMeld):
            Group.parse(text)


def test_002_6_the_opening_is_worth_30_or_the_player_draws() -> None:
    assert lays(position("R4 R5 R6 K5 B5 O5", "", RAMICUBE, opened=False), "R4-R5-R6 K5=B5=O5") == "R4 R5 R6 K5 B5 O5"
    low = position("R2 R3 R4 R5 K5 B5 O5", "", RAMICUBE, opened=False)
    assert codes(low, "play R2-R3-R4-R5 K5=B5=O5") == ["opening_too_low"]
    state = state_of(["R8 R9 R10", "K1"], pool="O1 O2", rules=RAMICUBE, opened=False)
    after = play(state, "draw")
    assert (rack(after), after.current_player, after.opened) == ("R8 R9 R10 O1", 1, (False, False))


def test_002_7_a_joker_is_any_tile_in_the_opening_too() -> None:
    assert legal(position("R9 * R11", "", RAMICUBE, opened=False), "play R9-*-R11")
    assert legal(position("R10 K10 *", "", RAMICUBE, opened=False), "play R10=K10=*")
    assert codes(position("R7 * R9", "", RAMICUBE, opened=False), "play R7-*-R9") == ["opening_too_low"]
    assert lays(position("* *  O3", "", RAMICUBE), "O3-*-*") == "O3 * *"


def test_002_8_the_table_may_be_used_right_after_the_opening_or_later() -> None:
    view = position("R10 R11 R12 K4", "K1-K2-K3", RAMICUBE, opened=False)
    assert lays(view, "R10-R11-R12 K1-K2-K3-K4") == "R10 R11 R12 K4"
    assert lays(view, "R10-R11-R12 K1-K2-K3") == "R10 R11 R12"
    later = play(
        state_of(["R10 R11 R12 K4", "K1"], "K1-K2-K3", rules=RAMICUBE, opened=False), "play R10-R11-R12 K1-K2-K3"
    )
    assert rack(play(later, "draw", "play R10-R11-R12 K1-K2-K3-K4")) == ""
    own = position("R10 R11 R12", "R9=K9=B9=O9", RAMICUBE, opened=False)
    assert lays(own, "R9-R10-R11-R12 K9=B9=O9") == "R10 R11 R12"  # the table completes the opening run
    first = position("R4 K4", "R1-R2-R3", RAMICUBE, opened=False)
    assert codes(first, "play R1-R2-R3-R4") == ["opening_too_low"]


def test_002_9_new_sets_are_laid_or_a_tile_is_drawn_although_one_could_play() -> None:
    state = state_of(["R7 R8 R9", "K1"], "R4-R5-R6", rules=RAMICUBE)
    assert play(state, "play R4-R5-R6 R7-R8-R9").racks[0] == ()
    after = play(state, "draw")
    assert (after.rack_sizes[0], after.current_player) == (4, 1)
    assert legal(state_of(["R7 K1", "K2"], "R4-R5-R6", rules=RAMICUBE, pool=""), "pass")  # "ne peut pas ou ne veut pas"


def test_002_10_the_table_belongs_to_all() -> None:
    state = state_of(["R7 K1", "R3 K2"], "R4-R5-R6", rules=RAMICUBE)
    after = play(state, "play R4-R5-R6-R7", "play R3-R4-R5-R6-R7")
    assert after.table == Table.parse("R3-R4-R5-R6-R7")


def test_002_11_an_exchanged_joker_goes_into_a_new_set_in_the_same_turn() -> None:
    state = state_of(["R4 * R6 K9", "R5 K1 K2 K4"], "K11-K12-K13", rules=RAMICUBE)
    laid = play(state, "play R4-*-R6 K11-K12-K13")
    assert legal(laid, "play R4-R5-R6 K1-K2-* K11-K12-K13")
    assert legal(laid, "play R4-R5-R6 K2-*-K4 K11-K12-K13")  # it is what the new set needs
    assert codes(laid, "play R4-R5-R6 K11-K12-K13") == ["joker_kept"]  # not to the rack
    assert codes(laid, "play R4-R5-R6 *-K11-K12-K13") == ["joker_not_in_new_meld"]
    assert codes(laid, "play R4-*-R6 K2-*-K4 K11-K12-K13") == ["not_in_rack"]
    opening = position("R5 K1 K2 B10 B11 B12 O1", "R4-*-R6", RAMICUBE, opened=False)
    assert legal(opening, "play R4-R5-R6 K1-K2-* B10-B11-B12")  # any player: after the opening in the same turn too


def test_002_12_the_time_limit_is_optional_and_all_loose_tiles_go_to_the_rack() -> None:
    assert RAMICUBE.turn_seconds is None
    assert codes(position("R7", "R4-R5-R6", RAMICUBE), "timeout R4-R5-R6 R7") == ["no_time_limit"]
    timed = RAMICUBE.evolve(turn_seconds=60, timeout="rack")
    state = state_of(["R7 K9", "B1"], "R4-R5-R6 B8=O8=K8", rules=timed, pool="O1 O2 O3 O4")
    after = play(state, "timeout R4-R5-R6-R7 B8 O8 K8 K9")
    assert after.table == Table.parse("R4-R5-R6-R7")
    assert tiles_of(after.racks[0]) == tiles_of("K9", "B8 O8 K8", "O1 O2 O3")
    assert (after.pool, after.current_player) == (Tile.row("O4"), 1)


def test_002_13_only_the_winner_scores_the_tiles_left() -> None:
    result = ended(state_of(["R7", "K1 K2", "* B3"], "R4-R5-R6", rules=RAMICUBE), "play R4-R5-R6-R7")
    assert (result.scores, result.reason) == ((3 + 33, 0, 0), EndReason.WENT_OUT)
    assert rack_value(Tile.row("K1 K13"), RAMICUBE) == 14


def test_002_a_construct() -> None:
    assert lays(position("B3", "B4-B5-B6", RAMICUBE), "B3-B4-B5-B6") == "B3"
    assert lays(position("B8", "R8=K8=O8", RAMICUBE), "R8=K8=O8=B8") == "B8"


def test_002_b_combine() -> None:
    assert lays(position("B11 K8 O8", "B8-B9-B10", RAMICUBE), "B9-B10-B11 B8=K8=O8") == "K8 B11 O8"


def test_002_c_divide() -> None:
    assert lays(position("R6", "R4-R5-R6-R7-R8", RAMICUBE), "R4-R5-R6 R6-R7-R8") == "R6"


def test_002_d_with_a_blue_5() -> None:
    after = "O5=R5=K5=B5 O6=R6=K6 O7=R7=K7 K8-K9-K10"
    assert lays(position("K10 B5", MANIPULATED, RAMICUBE), after) == "K10 B5"
    assert lays(position("K10 B5", MANIPULATED, HASBRO), after) == "K10 B5"


def test_002_d_with_a_blue_6() -> None:
    after = "O5=R5=K5 O6=R6=K6=B6 O7=R7=K7 K8-K9-K10"
    assert lays(position("K10 B6", MANIPULATED, RAMICUBE), after) == "K10 B6"


def test_002_d_as_it_is_printed() -> None:
    after = parse_move("play O5=R5=K5=B5 O6=R6=K6 O7=R7=K7 K8-K9-K10")
    [problem] = rummikub.check(position("K10 B6", MANIPULATED, RAMICUBE), after)
    assert (problem.code, problem.pieces) == ("not_in_rack", Tile.row("B5"))
