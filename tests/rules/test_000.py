"""Source 000, Rummikub (Hasbro 2007): a test for every rule and every example."""

import pytest

from rami import rummikub
from rami.errors import InvalidMeld, RulesError
from rami.game import EndReason
from rami.rummikub import DEFAULT, Group, Run, Table, TimeOut, parse_move, parse_tiles
from tests.rules.positions import HASBRO, codes, legal, play, position, rack_worth, start, state_of


def test_000_1_two_to_four_players() -> None:
    for players in (2, 3, 4):
        assert rummikub.new_game(players, seed=0).players == players
    for players in (1, 5):
        with pytest.raises(RulesError, match="from 2 to 4"):
            rummikub.new_game(players, seed=0)


def test_000_2_a_set_of_106_tiles() -> None:
    tiles = HASBRO.tiles
    assert len(tiles) == 106
    assert tiles.count(rummikub.JOKER) == 2
    for color in rummikub.Color:
        for number in range(1, 14):
            assert tiles.count(rummikub.Tile(color, number)) == 2


def test_000_3_the_highest_number_drawn_starts_and_a_joker_does_not_count() -> None:
    assert start(4, "R5 K13 B2 O12").current_player == 1
    assert start(3, "* K2 B9").current_player == 2
    assert start(3, "R9 K3 B9 R4 K12").current_player == 2  # seats 0 and 2 tie and draw again
    state = start(3, "R9 K3 B9 R4 K12")
    assert state.start_draws == (parse_tiles("R9 K3 B9"), (parse_tiles("R4")[0], None, parse_tiles("K12")[0]))
    assert play(state, "draw").current_player == 0  # clockwise, from the last seat to the first


def test_000_4_the_tiles_drawn_go_back_and_each_takes_14() -> None:
    state = start(4, "R5 K13 B2 O12")
    assert state.rack_sizes == (14, 14, 14, 14)
    assert state.pool_size == 106 - 4 * 14
    everything = sorted([*state.pool, *(tile for rack in state.racks for tile in rack)])
    assert tuple(everything) == HASBRO.tiles


def test_000_5_a_group_has_three_or_four_colours_of_one_number() -> None:
    assert Group.parse("K7=R7=B7=O7").value == 28
    assert Group.parse("K7=R7=B7").value == 21
    for text in ("K7=R7", "K7=R7=B8", "K7=R7=R7", "K7=R7=B7=O7=K7"):
        with pytest.raises(InvalidMeld):
            Group.parse(text)


def test_000_6_a_run_has_three_or_more_consecutive_numbers_in_one_colour() -> None:
    assert Run.parse("B3-B4-B5-B6").value == 18
    for text in ("B3-B4", "B3-B4-B6", "B3-B4-R5", "B3-B3-B4", "B5-B4-B3"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)


def test_000_7_one_is_low_only() -> None:
    assert Run.parse("R1-R2-R3").value == 6
    with pytest.raises(InvalidMeld):
        Run.parse("R12-R13-R1")
    with pytest.raises(InvalidMeld):
        Run.parse("R13-R1-R2")
    assert codes(position("R9 R10 R1"), "play R9-R10-R1") == ["one_after_ten"]


def test_000_8_the_first_play_is_worth_30() -> None:
    assert legal(position("R9 R10 R11", opened=False), "play R9-R10-R11")
    assert legal(position("R4 R5 R6 K5 B5 O5", opened=False), "play R4-R5-R6 K5=B5=O5")
    assert codes(position("R8 R9 R10 K1", opened=False), "play R8-R9-R10") == ["opening_too_low"]
    [problem] = rummikub.check(position("R8 R9 R10", opened=False), parse_move("play R8-R9-R10"))
    assert problem.numbers == (27, 30)


def test_000_9_a_player_who_cannot_open_draws_one() -> None:
    state = state_of(["R8 R9 R10", "K1"], opened=False)
    after = play(state, "draw")
    assert after.rack_sizes == (4, 1)
    assert after.pool == state.pool[1:]
    assert after.current_player == 1
    assert not after.opened[0]


def test_000_10_a_player_who_can_open_but_will_not_draws_one() -> None:
    view = position("R9 R10 R11", opened=False)
    assert legal(view, "draw")
    assert codes(view, "pass") == ["pool_not_empty"]


def test_000_11_a_turn_may_rebuild_the_table_but_every_set_keeps_three_tiles() -> None:
    view = position("K3", "R1-R2-R3-R4 B3=O3=K3=R3")
    assert legal(view, "play R1-R2-R3 R4-*-* B3=O3=K3=R3") is False
    view = position("K4 B4", "R1-R2-R3-R4")
    assert legal(view, "play R1-R2-R3 R4=K4=B4")
    with pytest.raises(InvalidMeld):
        parse_move("play R1-R2 R3-R4")


def test_000_12_when_the_minute_is_over_loose_tiles_come_back_and_three_are_drawn() -> None:
    assert HASBRO.turn_seconds == 60
    state = state_of(["R7 K1 K9", "B1"], "R4-R5-R6 B8=O8=K8", pool="O1 O2 O3 O4 O5")
    after = play(state, "timeout R4-R5-R6-R7 B8=O8=K8 K9")
    assert after.table == Table.parse("R4-R5-R6-R7 B8=O8=K8")
    assert after.racks[0] == parse_tiles("K1 K9 O1 O2 O3")
    assert after.pool_size == 2
    forgotten = play(state, "timeout R4-R5-R6-R7 B8 O8 K8")
    assert forgotten.table == Table.parse("R4-R5-R6-R7")
    assert forgotten.pool_size == 5 + 3 - 3
    assert sorted([*forgotten.pool, *forgotten.racks[0]]) == sorted(parse_tiles("K1 K9 B8 O8 K8 O1 O2 O3 O4 O5"))


def test_000_13_a_player_who_plays_no_tile_draws_one() -> None:
    view = position("K1", "R4-R5-R6")
    assert codes(view, "play R4-R5-R6") == ["nothing_played"]
    assert codes(view, "pass") == ["pool_not_empty"]
    assert legal(view, "draw")


def test_000_14_a_joker_from_the_rack_is_any_tile() -> None:
    view = position("* R4 R5 K9 B9")
    for table in ("R4-R5-*", "*-R4-R5", "K9=B9=*"):
        assert legal(view, f"play {table}")
    assert legal(position("* R4 R6"), "play R4-*-R6")


def test_000_15_a_joker_is_taken_by_the_tile_that_it_stands_for() -> None:
    from_rack = position("R5 K1 K2", "R4-*-R6")
    assert legal(from_rack, "play R4-R5-R6 K1-K2-*")
    from_table = position("K1 K2", "R4-*-R6 R5=K5=B5=O5")
    assert legal(from_table, "play R4-R5-R6 K5=B5=O5 K1-K2-*")
    assert codes(position("R7 R8 K1 K2", "R4-*-R6"), "play R6-R7-R8 K1-K2-* R4-R5-R6") == ["not_in_rack"]
    unreplaced = position("R7 R3 R2 R8 K1 K2", "R4-*-R6")
    assert codes(unreplaced, "play R2-R3-R4 R6-R7-R8 K1-K2-*") == ["joker_not_replaced"]


def test_000_16_either_missing_colour_replaces_the_joker_of_a_group_of_two() -> None:
    for tile in ("B7", "O7"):
        view = position(f"{tile} K1 K2", "R7=K7=*")
        assert legal(view, f"play R7=K7={tile} K1-K2-*")


def test_000_17_a_joker_that_is_taken_goes_into_a_new_set() -> None:
    view = position("R5 K4", "R4-*-R6 K1-K2-K3")
    assert codes(view, "play R4-R5-R6 K1-K2-K3-*") == ["joker_not_in_new_meld"]
    assert codes(position("R5", "R4-*-R6"), "play R4-R5-R6") == ["tile_lost"]  # never to the rack
    assert legal(position("R5 K1 K2", "R4-*-R6"), "play R4-R5-R6 K1-K2-*")


def test_000_18_no_joker_is_taken_before_the_opening() -> None:
    view = position("R5 K11 K12 K13 B1 B2", "R4-*-R6", opened=False)
    assert "joker_before_opening" in codes(view, "play R4-R5-R6 K11-K12-K13 B1-B2-*")
    assert legal(view, "play R4-*-R6 K11-K12-K13")


def test_000_19_a_set_with_a_joker_may_be_split_or_extended() -> None:
    assert legal(position("R7", "R4-*-R6"), "play R4-*-R6-R7")
    assert legal(position("R6", "R4-R5-*-R7-R8"), "play R4-R5-* R6-R7-R8")
    assert legal(position("O7", "R7=K7=*"), "play R7=K7=O7=*")


def test_000_20_a_joker_counts_what_it_replaces_and_30_on_the_rack() -> None:
    assert Run.parse("R9-*-R11").value == 30
    assert Group.parse("R12=K12=*").value == 36
    assert legal(position("R9 * R11", opened=False), "play R9-*-R11")
    assert rummikub.rack_value(parse_tiles("* R7"), HASBRO) == 37


def test_000_21_the_deal_ends_with_the_last_tile_and_sums_to_zero() -> None:
    state = state_of(["R7", "K1 K2", "* B3", "O13"], "R4-R5-R6")
    over = play(state, "play R4-R5-R6-R7")
    result = rummikub.result(over)
    assert result is not None
    assert result.reason is EndReason.WENT_OUT
    assert result.winners == (0,)
    assert result.scores == (3 + 33 + 13, -3, -33, -13)
    assert codes(over, "draw") == ["game_over"]


def test_000_22_the_highest_total_wins_the_match() -> None:
    assert HASBRO.match_winner == "total"


def test_000_23_with_an_empty_pool_the_lowest_rack_wins_when_nobody_plays() -> None:
    state = state_of(["R10", "K13 K12", "B12", "O13 O13 O13 R1"][:3], pool="")
    assert codes(state, "draw") == ["pool_empty"]
    passed = play(state, "pass", "pass")
    assert rummikub.result(passed) is None
    over = play(passed, "pass")
    result = rummikub.result(over)
    assert result is not None
    assert result.reason is EndReason.BLOCKED
    assert result.scores == (17, -15, -2)
    goes_out = state_of(["R7 K1", "K2", "K3"], "R4-R5-R6", pool="")
    again = play(goes_out, "play R4-R5-R6-R7", "pass", "pass")
    assert rummikub.result(again) is None  # the count of passes starts anew with every play
    assert again.passes == 2


def test_000_a_add() -> None:
    view = position("B3 B8", "B4-B5-B6 R8=K8=O8")
    assert legal(view, "play B3-B4-B5-B6 R8=K8=O8=B8")


def test_000_b_take_the_fourth_tile() -> None:
    assert legal(position("B3 B5 B6", "B4=R4=K4=O4"), "play R4=K4=O4 B3-B4-B5-B6")


def test_000_c_divide() -> None:
    assert legal(position("R6", "R4-R5-R6-R7-R8"), "play R4-R5-R6 R6-R7-R8")


def test_000_d_combine() -> None:
    view = position("B1", "O1-O2-O3-O4 R1=K1=B1=O1")
    assert legal(view, "play O2-O3-O4 K1=B1=O1 B1=O1=R1")


def test_000_e_two_sets_from_one() -> None:
    assert legal(position("B11 R8 K8", "B8-B9-B10"), "play B9-B10-B11 B8=R8=K8")


def test_000_f_build() -> None:
    view = position("K10 B5", "O5-O6-O7 R5-R6-R7 K5-K6-K7-K8-K9")
    assert legal(view, "play O5=R5=K5=B5 O6=R6=K6 O7=R7=K7 K8-K9-K10")


@pytest.mark.parametrize(
    "line",
    [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)],
)
def test_000_g_score_table(line: tuple[int, ...]) -> None:
    racks = [rack_worth(-points, color) if points < 0 else "" for points, color in zip(line, "RKBO", strict=True)]
    result = rummikub.result(state_of(racks))
    assert result is not None
    assert result.scores == line
    assert sum(line) == 0


def test_000_default_rules_are_these() -> None:
    assert DEFAULT == HASBRO
    assert isinstance(parse_move("timeout"), TimeOut)
