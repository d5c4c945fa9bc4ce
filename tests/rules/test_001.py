"""Source 001, Rummikub Chiffres: a test for every rule and every example."""

import pytest

from rami import rummikub
from rami.errors import InvalidMeld
from rami.game import EndReason
from rami.rummikub import PRESETS, Group, Run, Table, parse_move, parse_tiles
from tests.rules.positions import CHIFFRES, codes, legal, play, position, rack_worth, start, state_of


def test_001_1_the_set_and_two_to_four_players() -> None:
    assert len(CHIFFRES.tiles) == 106
    assert CHIFFRES.tiles.count(rummikub.JOKER) == 2
    assert CHIFFRES.max_players == 4


def test_001_2_each_takes_14() -> None:
    state = rummikub.new_game(3, CHIFFRES, seed=1)
    assert state.rack_sizes == (14, 14, 14)
    assert state.pool_size == 106 - 42


def test_001_3_each_then_draws_one_from_the_pool_to_decide_who_starts() -> None:
    order = list(CHIFFRES.tiles)
    deal = rummikub.deal(3, CHIFFRES, seed=5)
    pool = list(deal.order[3 * 14 :])
    for tile in deal.draws:
        assert rummikub.Tile.parse(str(tile)) in pool  # drawn from the pool, after the deal, and gone back to it
    state = rummikub.from_deal(3, CHIFFRES, deal)
    drawn = state.start_draws[0]
    numbers = [tile.number if tile else 0 for tile in drawn]
    assert state.current_player in [seat for seat in range(3) if numbers[seat] == max(numbers)]
    assert sorted(deal.order) == sorted(order)
    assert start(3, "* K2 B9", CHIFFRES).current_player == 2  # a joker cannot count


def test_001_4_the_opening_is_worth_30_and_who_does_not_open_draws() -> None:
    assert legal(position("R9 R10 R11", "", CHIFFRES, opened=False), "play R9-R10-R11")
    assert codes(position("R8 R9 R10", "", CHIFFRES, opened=False), "play R8-R9-R10") == ["opening_too_low"]
    unwilling = position("R9 R10 R11", "", CHIFFRES, opened=False)
    assert legal(unwilling, "draw")
    assert codes(unwilling, "pass") == ["pool_not_empty"]


def test_001_5_after_the_opening_sets_are_made_completed_and_changed() -> None:
    view = position("K1 K2 K3 R7 B4 O4", "R4-R5-R6", CHIFFRES)
    assert legal(view, "play R4-R5-R6 K1-K2-K3")
    assert legal(view, "play R4-R5-R6-R7")
    assert legal(view, "play R5-R6-R7 R4=B4=O4")


def test_001_6_runs_and_groups() -> None:
    assert Run.parse("O1-O2-O3").value == 6
    assert Group.parse("R8=K8=B8=O8").value == 32
    for text in ("O12-O13-O1", "R8=R8=K8"):
        with pytest.raises(InvalidMeld):
            Table.parse(text)


def test_001_7_the_sets_on_the_table_belong_to_everybody() -> None:
    state = state_of(["R7 K1", "R3 K2"], "R4-R5-R6", rules=CHIFFRES)
    assert play(state, "play R4-R5-R6-R7", "play R3-R4-R5-R6-R7").racks[1] == parse_tiles("K2")


def test_001_8_who_places_no_tile_draws_one() -> None:
    state = state_of(["K1", "K2"], "R4-R5-R6", rules=CHIFFRES)
    assert play(state, "draw").rack_sizes == (2, 1)
    assert play(state, "draw").current_player == 1


def test_001_9_manipulations() -> None:
    assert legal(position("B7", "R7=K7=O7", CHIFFRES), "play R7=K7=O7=B7")
    assert legal(position("B1 B2", "B3=K3=R3=O3", CHIFFRES), "play K3=R3=O3 B1-B2-B3")
    assert legal(position("R5", "R3-R4-R5-R6-R7", CHIFFRES), "play R3-R4-R5 R5-R6-R7")
    with pytest.raises(InvalidMeld):
        parse_move("play K3=R3 B1-B2-B3")


def test_001_10_no_tile_goes_back_to_the_rack() -> None:
    assert codes(position("R7", "R4-R5-R6 K1-K2-K3", CHIFFRES), "play R4-R5-R6-R7") == ["tile_lost"]


def test_001_11_the_time_limit_is_a_variant() -> None:
    assert CHIFFRES.turn_seconds is None
    assert codes(position("R7", "R4-R5-R6", CHIFFRES), "timeout R4-R5-R6 R7") == ["no_time_limit"]
    timed = PRESETS["chiffres-timed"]
    assert timed.turn_seconds == 60
    state = state_of(["R7 K9", "B1"], "R4-R5-R6 B8=O8=K8", rules=timed, pool="O1 O2 O3 O4")
    after = play(state, "timeout R4-R5-R6-R7 B8 O8 K8 K9")
    assert after.table == Table.parse("R4-R5-R6-R7")
    assert after.rack_sizes[0] == 1 + 3
    assert sorted([*after.racks[0], *after.pool]) == sorted(parse_tiles("K9 B8 O8 K8 O1 O2 O3 O4"))


def test_001_12_a_joker_of_the_rack_replaces_any_tile() -> None:
    assert legal(position("* B12 B13", "", CHIFFRES), "play *-B12-B13")
    assert legal(position("* B12 O12", "", CHIFFRES), "play B12=O12=*")


def test_001_13_a_joker_is_taken_for_the_exact_tile() -> None:
    assert legal(position("R5 K1 K2", "R4-*-R6", CHIFFRES), "play R4-R5-R6 K1-K2-*")
    assert legal(position("K1 K2", "R4-*-R6 R5=K5=B5=O5", CHIFFRES), "play R4-R5-R6 K5=B5=O5 K1-K2-*")
    wrong = position("R2 R3 R7 R8 K1 K2", "R4-*-R6", CHIFFRES)
    assert codes(wrong, "play R2-R3-R4 R6-R7-R8 K1-K2-*") == ["joker_not_replaced"]


def test_001_14_a_joker_that_is_taken_goes_into_any_set() -> None:
    view = position("R5 K4", "R4-*-R6 K1-K2-K3", CHIFFRES)
    assert legal(view, "play R4-R5-R6 K1-K2-K3-*")
    assert codes(view, "play R4-R5-R6 K1-K2-K3") == ["tile_lost"]  # not to the rack


def test_001_15_sets_with_a_joker_may_be_split_or_extended() -> None:
    assert legal(position("R7", "R4-*-R6", CHIFFRES), "play R4-*-R6-R7")
    assert legal(position("R6", "R4-R5-*-R7-R8", CHIFFRES), "play R4-R5-* R6-R7-R8")


def test_001_16_several_tiles_may_follow_a_joker() -> None:
    view = position("R5 R7 K1 K2 O1 O2 O3", "R4-*-R6", CHIFFRES)
    assert legal(view, "play R4-R5-R6-R7 K1-K2-* O1-O2-O3")


def test_001_17_either_missing_colour_replaces_the_joker_of_a_group_of_two() -> None:
    for tile in ("B7", "O7"):
        assert legal(position(f"{tile} K1 K2", "R7=K7=*", CHIFFRES), f"play R7=K7={tile} K1-K2-*")


def test_001_18_the_value_of_a_joker() -> None:
    assert legal(position("R9 * R11", "", CHIFFRES, opened=False), "play R9-*-R11")
    assert rummikub.rack_value(parse_tiles("*"), CHIFFRES) == 30


def test_001_19_silent_on_jokers_before_the_opening_so_the_switch_decides() -> None:
    move = "play R4-R5-R6 K11-K12-*"
    assert CHIFFRES.joker_before_opening is False
    assert not legal(position("R5 K11 K12", "R4-*-R6", CHIFFRES, opened=False), move)
    allowed = position("R5 K11 K12", "R4-*-R6", CHIFFRES, opened=False, joker_before_opening=True)
    assert legal(allowed, move)


def test_001_20_the_score() -> None:
    out = rummikub.result(play(state_of(["R7", "K5", "* K2"], "R4-R5-R6", rules=CHIFFRES), "play R4-R5-R6-R7"))
    assert out is not None
    assert out.scores == (37, -5, -32)
    blocked = rummikub.result(play(state_of(["K9", "K5"], pool="", rules=CHIFFRES), "pass", "pass"))
    assert blocked is not None
    assert (blocked.scores, blocked.reason) == ((-4, 4), EndReason.BLOCKED)


def test_001_21_the_highest_total_is_the_grand_winner() -> None:
    assert CHIFFRES.match_winner == "total"


def test_001_1_table_picture_both_tiles_and_out() -> None:
    state = state_of(["R7 K10", "B1"], "R4-R5-R6 R10=B10=O10", rules=CHIFFRES)
    over = play(state, "play R4-R5-R6-R7 R10=B10=O10=K10")
    assert over.racks[0] == ()
    assert over.is_over


def test_001_2_table_picture_two_sets_from_one() -> None:
    view = position("K8 R8 B11", "B8-B9-B10", CHIFFRES)
    assert legal(view, "play B9-B10-B11 B8=K8=R8")
    with pytest.raises(InvalidMeld):
        parse_move("play B8-B9-B10-B11 K8")


def test_001_3_table_picture_divide() -> None:
    assert legal(position("O6", "O4-O5-O6-O7-O8", CHIFFRES), "play O4-O5-O6 O6-O7-O8")


def test_001_4_table_picture_good_strategy() -> None:
    view = position("K10 B5", "O5-O6-O7 R5-R6-R7 K5-K6-K7-K8-K9", CHIFFRES)
    after = "play O5=R5=K5=B5 O6=R6=K6 O7=R7=K7 K8-K9-K10"
    assert legal(view, after)
    assert len(Table.parse(after.removeprefix("play ")).tiles) == 13
    literal = position("K5 K6 K7", "O5-O6-O7 R5-R6-R7", CHIFFRES)
    assert legal(literal, "play O5=R5=K5 O6=R6=K6 O7=R7=K7")


def test_001_5_joker_picture() -> None:
    view = position("B6 K3 K4", "B5-*-B7", CHIFFRES)  # the picture is lost; its caption is rule 001.13
    assert legal(view, "play B5-B6-B7 K3-K4-*")


@pytest.mark.parametrize("line", [(24, -5, -16, -3), (-6, -11, 22, -5)])
def test_001_6_scores(line: tuple[int, ...]) -> None:
    racks = [rack_worth(-points, color) if points < 0 else "" for points, color in zip(line, "RKBO", strict=True)]
    result = rummikub.result(state_of(racks, rules=CHIFFRES))
    assert result is not None
    assert result.scores == line
    assert result.winners == (line.index(max(line)),)
