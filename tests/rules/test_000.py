"""Source 000, Rummikub (Hasbro 2007): a test for every rule and every example."""

from collections import Counter
from collections.abc import Sequence

import pytest

from rami import rummikub
from rami.errors import InvalidMeld, RulesError
from rami.results import EndReason
from rami.rummikub import JOKER, Color, Group, Rules, Run, Table, Tile, parse_move, rack_value
from tests.rules.positions import (
    HASBRO,
    SCORE_TABLE,
    codes,
    ended,
    lays,
    legal,
    match_of,
    play,
    position,
    rack,
    result_of_line,
    start,
    state_of,
    tiles_of,
)


def test_000_1_two_to_four_players() -> None:
    for players in (2, 3, 4):
        assert rummikub.new_game(players, HASBRO, seed=0).players == players
    for players in (1, 5):
        with pytest.raises(RulesError, match="from 2 to 4"):
            rummikub.new_game(players, HASBRO, seed=0)


def test_000_2_two_tiles_of_every_number_and_color_and_two_jokers() -> None:
    tiles = HASBRO.pieces
    assert len(tiles) == 106
    assert tiles.count(JOKER) == 2
    for color in Color:
        for number in range(1, 14):
            assert tiles.count(Tile(color, number)) == 2


def test_000_3_the_highest_number_starts_a_joker_does_not_count_and_play_is_clockwise() -> None:
    assert start(4, "R5 K13 B2 O12").current_player == 1
    assert start(3, "* K2 B9").current_player == 2
    assert start(2, "* K1").current_player == 1
    state = start(4, "R5 K3 B2 O12")
    assert state.start_draws == (Tile.row("R5 K3 B2 O12"),)
    seats = [state.current_player]
    for _ in range(4):
        state = play(state, "draw")
        seats.append(state.current_player)
    assert seats == [3, 0, 1, 2, 3]


def test_000_3_the_highest_draw_starts_every_new_game() -> None:
    deals = [rummikub.GAME.shuffle(4, HASBRO, seed=seed) for seed in range(5)]
    assert any(Counter(deal.draws) - Counter(deal.order[4 * 14 :]) for deal in deals)  # they were drawn before the deal
    for seed in range(20):
        state = rummikub.new_game(4, HASBRO, seed=seed)
        numbers = [drawn.number if drawn else 0 for drawn in state.start_draws[-1]]
        assert numbers.count(max(numbers)) == 1
        assert state.current_player == numbers.index(max(numbers))


def test_000_4_the_tiles_drawn_go_back_and_each_takes_14() -> None:
    state = start(4, "R5 K13 B2 O12")
    assert state.rack_sizes == (14, 14, 14, 14)
    assert state.pool_size == 106 - 4 * 14
    assert tuple(tiles_of(state.pool, *state.racks)) == HASBRO.pieces
    deals = [rummikub.GAME.shuffle(4, HASBRO, seed=seed) for seed in range(5)]
    assert all(deal.order[: len(deal.draws)] != deal.draws for deal in deals)  # they are mixed again
    assert all(tuple(sorted(deal.order)) == HASBRO.pieces for deal in deals)


def test_000_5_a_group_has_three_or_four_colors_of_one_number() -> None:
    assert Group.parse("K7=R7=B7=O7").value == 28
    assert Group.parse("K7=R7=B7").value == 21
    for text in ("K7=R7", "K7=R7=B8", "K7=R7=R7", "K7=R7=B7=O7=K7"):
        with pytest.raises(InvalidMeld):
            Group.parse(text)


def test_000_6_a_run_has_three_or_more_consecutive_numbers_in_one_color() -> None:
    assert Run.parse("B3-B4-B5-B6").value == 18
    assert Run.parse("B3-B4-B5").value == 12
    for text in ("B3-B4", "B3-B4-B6", "B3-B4-R5", "B3-B3-B4", "B5-B4-B3"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)


def test_000_7_1_is_followed_by_2_and_never_follows_13() -> None:
    assert Run.parse("R1-R2-R3").value == 6
    for text in ("R12-R13-R1", "R13-R1-R2", "R12-R13-*-R2", "R9-R10-R1"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)


def test_000_8_the_first_play_is_worth_30() -> None:
    assert lays(position("R9 R10 R11 K1", opened=False), "R9-R10-R11") == "R9 R10 R11"
    assert lays(position("R4 R5 R6 K5 B5 O5", opened=False), "R4-R5-R6 K5=B5=O5") == "R4 R5 R6 K5 B5 O5"
    view = position("R2 R3 R4 R5 K5 B5 O5", opened=False)
    [problem] = rummikub.check(view, parse_move("play R2-R3-R4-R5 K5=B5=O5"))
    assert (problem.code, problem.rule, problem.numbers) == ("opening_too_low", "000.8", (29, 30))
    assert play(state_of(["R9 R10 R11 K1", "K2"], opened=False), "play R9-R10-R11").opened == (True, False)
    assert legal(position("R2 R3 R4"), "play R2-R3-R4")  # and later plays are worth what they may
    adding = position("R7 R9 R10 R11", "R4-R5-R6", opened=False)  # the first turn leaves the table alone
    assert codes(adding, "play R4-R5-R6-R7 R9-R10-R11") == ["opening_changes_table"]


def test_000_9_a_player_who_cannot_open_draws_one_turn_after_turn() -> None:
    state = state_of(["R9 R10", "K1"], pool="R1 O1 R11 O2", opened=False)
    drawn = play(state, "draw")
    assert (rack(drawn, 0), drawn.pool_size, drawn.current_player) == ("R1 R9 R10", 3, 1)
    again = play(drawn, "draw", "draw")
    assert rack(again, 0) == "R1 R9 R10 R11"
    assert not any(again.opened)
    assert play(again, "draw", "play R9-R10-R11").opened == (True, False)


def test_000_10_a_player_who_can_open_but_will_not_draws_one() -> None:
    state = state_of(["R9 R10 R11", "K1"], pool="O1 O2", opened=False)
    after = play(state, "draw")
    assert (rack(after, 0), after.current_player) == ("R9 R10 R11 O1", 1)
    assert codes(state, "pass") == ["pool_not_empty"]


def test_000_11_a_turn_may_rebuild_the_table_but_every_set_keeps_three_tiles() -> None:
    view = position("K4 B4", "R1-R2-R3-R4 K7=B7=O7")
    assert lays(view, "R1-R2-R3 R4=K4=B4 K7=B7=O7") == "K4 B4"
    for text in ("play R1-R2 R3-R4", "play R1-R2-R3 R4 K7=B7=O7", "play R1-R2-R3-R4 K7=B7 O7"):
        with pytest.raises(InvalidMeld):
            parse_move(text)


def test_000_12_when_the_minute_is_over_loose_tiles_come_back_and_three_are_drawn() -> None:
    assert HASBRO.turn_seconds == 60
    state = state_of(["R7 K1 K9", "B1"], "R4-R5-R6 B8=O8=K8", pool="O1 O2 O3 O4 O5")
    after = play(state, "timeout R4-R5-R6-R7 B8=O8=K8 K9")
    assert after.table == Table.parse("R4-R5-R6-R7 B8=O8=K8")
    assert (rack(after), after.pool_size, after.current_player) == ("K1 K9 O1 O2 O3", 2, 1)


def test_000_12_tiles_of_the_table_return_to_their_places() -> None:
    state = state_of(["R7 K1 K9", "B1"], "R4-R5-R6 B8=O8=K8", pool="O1 O2 O3 O4 O5")
    after = play(state, "timeout R4-R5-R6-R7 B8 O8 K8")
    assert after.table == Table.parse("R4-R5-R6-R7 B8=O8=K8")
    assert (rack(after), after.pool_size) == ("K1 K9 O1 O2 O3", 2)


def test_000_13_a_player_who_plays_no_tile_draws_one() -> None:
    view = position("K1", "R4-R5-R6")
    assert codes(view, "play R4-R5-R6") == ["nothing_played"]
    assert codes(view, "pass") == ["pool_not_empty"]
    assert legal(view, "draw")


def test_000_14_a_joker_from_the_rack_is_any_tile() -> None:
    view = position("* R4 R5 R7 K9 B9")
    for table in ("R4-R5-*", "*-R4-R5", "R5-*-R7", "K9=B9=*"):
        assert "*" in lays(view, table)


def test_000_15_a_joker_is_taken_by_the_tile_that_it_stands_for() -> None:
    from_rack = position("R5 K1 K2", "R4-*-R6")
    assert lays(from_rack, "R4-R5-R6 K1-K2-*") == "R5 K1 K2"
    from_table = position("K1 K2", "R4-*-R6 R5=K5=B5=O5")
    assert lays(from_table, "R4-R5-R6 K5=B5=O5 K1-K2-*") == "K1 K2"
    wrong_number = position("R3 R2 K1 K2 B6 O6", "R4-*-R6")
    assert codes(wrong_number, "play R2-R3-R4 R6=B6=O6 K1-K2-*") == ["joker_not_replaced"]
    wrong_color = position("K5 B5 O5 K1 K2 K4 B4 O6 B6", "R4-*-R6")
    assert codes(wrong_color, "play R4=K4=B4 K5=B5=O5 R6=B6=O6 K1-K2-*") == ["joker_not_replaced"]


def test_000_16_either_missing_color_replaces_the_joker_of_a_group_of_two() -> None:
    for tile in ("B7", "O7"):
        assert legal(position(f"{tile} K1 K2", "R7=K7=*"), f"play R7=K7={tile} K1-K2-*")
    other = position("R8 R9 K8 K9 K1 K2", "R7=K7=*")
    assert codes(other, "play R7-R8-R9 K7-K8-K9 K1-K2-*") == ["joker_not_replaced"]


def test_000_17_a_taken_joker_goes_into_a_new_set_in_the_same_turn() -> None:
    view = position("R5 K4 B1 B2", "R4-*-R6 K1-K2-K3")
    assert legal(view, "play R4-R5-R6 K1-K2-K3 B1-B2-*")
    assert codes(view, "play R4-R5-R6 K1-K2-K3-*") == ["joker_not_in_new_meld"]
    assert codes(view, "play R4-R5-R6-* K1-K2-K3") == ["joker_not_in_new_meld"]
    assert codes(view, "play R4-R5-R6 K1-K2-K3") == ["joker_kept"]  # never to the rack


def test_000_18_no_joker_is_taken_before_the_opening() -> None:
    view = position("R5 K11 K12 K13 B1 B2", "R4-*-R6", opened=False)
    [problem, *_] = [
        problem
        for problem in rummikub.check(view, parse_move("play R4-R5-R6 K11-K12-K13 B1-B2-*"))
        if problem.code == "joker_before_opening"
    ]
    assert problem.rule == "000.18"
    assert legal(view, "play R4-*-R6 K11-K12-K13")
    assert legal(position("R5 K11 K12 K13 B1 B2", "R4-*-R6"), "play R4-R5-R6 K11-K12-K13 B1-B2-*")


def test_000_19_a_set_with_a_joker_may_be_split_or_extended() -> None:
    assert lays(position("R7 R3", "R4-*-R6"), "R3-R4-*-R6-R7") == "R3 R7"
    assert lays(position("O7", "R7=K7=*"), "R7=K7=O7=*") == "O7"
    assert lays(position("R6", "R4-R5-*-R7-R8"), "R4-R5-* R6-R7-R8") == "R6"
    assert lays(position("R8", "R2-R3-R4-*-R6-R7"), "R2-R3-R4 *-R6-R7-R8") == "R8"  # nothing replaces the joker


def test_000_20_a_joker_counts_what_it_replaces_and_30_on_the_rack() -> None:
    assert Run.parse("R9-*-R11").value == 30
    assert Group.parse("R12=K12=*").value == 36
    assert legal(position("R9 * R11", opened=False), "play R9-*-R11")
    assert codes(position("R8 * R10", opened=False), "play R8-*-R10") == ["opening_too_low"]
    assert rack_value(Tile.row("* R7"), HASBRO) == 37


def test_000_21_the_deal_ends_with_the_last_tile_and_sums_to_zero() -> None:
    state = state_of(["R7", "K1 K2", "* B3", "O13"], "R4-R5-R6")
    result = ended(state, "play R4-R5-R6-R7")
    assert (result.reason, result.winners) == (EndReason.WENT_OUT, (0,))
    assert result.scores == (3 + 33 + 13, -3, -33, -13)
    over = play(state, "play R4-R5-R6-R7")
    assert codes(over, "draw") == ["game_over"]
    assert list(rummikub.legal_moves(over)) == []


def test_000_22_the_highest_total_wins_the_match() -> None:
    assert HASBRO.match_winner == "total"
    played = match_of([result_of_line(line) for line in SCORE_TABLE])
    assert played.winners == (3,)  # D, who won a game as A and C did


def test_000_23_with_an_empty_pool_the_players_try_in_turn_and_somebody_may_go_out() -> None:
    state = state_of(["R7 K1", "K2", "R8"], "R4-R5-R6", pool="")
    assert codes(state, "draw") == ["pool_empty"]
    assert codes(state, "pass") == ["must_play_before_passing"]
    result = ended(state, "play R4-R5-R6-R7", "pass", "play R4-R5-R6-R7-R8")
    assert (result.reason, result.winners, result.scores) == (EndReason.WENT_OUT, (2,), (-1, -2, 3))


def test_000_23_the_lowest_rack_wins_the_differences_if_nobody_can_play() -> None:
    state = state_of(["K13 K12", "R10", "B12"], pool="")
    passed = play(state, "pass", "pass")
    assert rummikub.result(passed) is None
    result = ended(passed, "pass")
    assert (result.reason, result.winners, result.scores) == (EndReason.BLOCKED, (1,), (-15, 17, -2))
    tied = ended(state_of(["K4 K6", "R10", "B12"], pool=""), "pass", "pass", "pass")
    assert (tied.winners, tied.scores) == ((0, 1), (1, 1, -2))


def test_000_23_a_play_lets_everybody_try_again() -> None:
    state = state_of(["R9", "K2", "R7 K1"], "R4-R5-R6", pool="")
    again = play(state, "pass", "pass", "play R4-R5-R6-R7", "pass", "pass")
    assert rummikub.result(again) is None
    assert ended(again, "pass").winners == (2,)


def test_000_a_add() -> None:
    assert lays(position("B3 B8", "B4-B5-B6 R8=K8=O8"), "B3-B4-B5-B6 R8=K8=O8=B8") == "B3 B8"


def test_000_b_take_the_fourth_tile() -> None:
    assert lays(position("B3 B5 B6", "B4=R4=K4=O4"), "R4=K4=O4 B3-B4-B5-B6") == "B3 B5 B6"


def test_000_c_divide() -> None:
    assert lays(position("R6", "R4-R5-R6-R7-R8"), "R4-R5-R6 R6-R7-R8") == "R6"


def test_000_d_combine() -> None:
    assert lays(position("B1", "O1-O2-O3-O4 R1=K1=B1=O1"), "O2-O3-O4 K1=B1=O1 B1=O1=R1") == "B1"


def test_000_e_two_sets_from_one() -> None:
    assert lays(position("B11 R8 K8", "B8-B9-B10"), "B9-B10-B11 B8=R8=K8") == "R8 K8 B11"


def test_000_f_build() -> None:
    view = position("K10 B5", "O5-O6-O7 R5-R6-R7 K5-K6-K7-K8-K9")
    assert lays(view, "O5=R5=K5=B5 O6=R6=K6 O7=R7=K7 K8-K9-K10") == "K10 B5"


@pytest.mark.parametrize("line", SCORE_TABLE)
def test_000_g_a_line_of_the_score_table(line: Sequence[int]) -> None:
    result = result_of_line(line)
    assert result.scores == line
    assert result.winners == (line.index(max(line)),)
    assert sum(line) == 0


def test_000_g_the_totals_of_the_score_table() -> None:
    played = match_of([result_of_line(line) for line in SCORE_TABLE])
    assert (played.totals, played.winners) == ((-14, -29, 4, 39), (3,))
    assert played.standing == ((3,), (2,), (0,), (1,))


def test_the_default_rules_are_these() -> None:
    assert Rules() == HASBRO
