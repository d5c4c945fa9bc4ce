"""Source 001, Rummikub Chiffres: a test for every rule, and for every picture of a table (001-1 to 001-6)."""

from collections.abc import Sequence

import pytest

import rami
from rami import rummikub
from rami.errors import InvalidMeld, RulesError
from rami.pieces import without
from rami.results import EndReason
from rami.rummikub import JOKER, Group, Run, Table, Tile, parse_move, rack_value
from tests.rules.positions import (
    CHIFFRES,
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
)


def test_001_1_104_tiles_two_jokers_and_two_to_four_players() -> None:
    assert len(CHIFFRES.pieces) == 104 + 2
    assert CHIFFRES.pieces.count(JOKER) == 2
    assert rummikub.new_game(4, CHIFFRES, seed=0).players == 4
    for players in (1, 5):
        with pytest.raises(RulesError, match="from 2 to 4"):
            rummikub.new_game(players, CHIFFRES, seed=0)


def test_001_2_each_takes_14_and_the_rest_is_the_pool() -> None:
    state = rummikub.new_game(3, CHIFFRES, seed=1)
    assert state.rack_sizes == (14, 14, 14)
    assert state.pool_size == 106 - 42


def test_001_3_each_then_draws_one_from_the_pool_and_the_highest_starts() -> None:
    state = start(3, "R5 K3 B9", CHIFFRES)
    assert state.rack_sizes == (14, 14, 14)
    assert [play(state, *["draw"] * turns).current_player for turns in range(4)] == [2, 0, 1, 2]  # clockwise
    assert start(3, "* K2 B9", CHIFFRES).current_player == 2  # a joker cannot count
    for seed in range(20):
        deal = rummikub.GAME.shuffle(4, CHIFFRES, seed=seed)
        state = rummikub.from_deal(4, CHIFFRES, deal)
        assert state.racks[3] == tuple(sorted(deal.order[3 * 14 : 4 * 14]))
        drawn = [tile for tiles in state.start_draws for tile in tiles if tile]
        assert without(drawn, state.pool) == ()
    with pytest.raises(RulesError, match="than the pool has: R1"):  # both are on the rack of seat 0
        rummikub.from_deal(2, CHIFFRES, rami.Deal(CHIFFRES.pieces, draws=Tile.row("R1 O5")))


def test_001_4_the_opening_is_worth_30_or_the_player_draws() -> None:
    assert legal(position("R9 R10 R11", "", CHIFFRES, opened=False), "play R9-R10-R11")
    low = position("R2 R3 R4 R5 K5 B5 O5", "", CHIFFRES, opened=False)
    assert codes(low, "play R2-R3-R4-R5 K5=B5=O5") == ["opening_too_low"]
    unwilling = state_of(["R9 R10 R11", "K1"], rules=CHIFFRES, pool="O1 O2", opened=False)
    assert codes(unwilling, "pass") == ["pool_not_empty"]
    assert rack(play(unwilling, "draw")) == "R9 R10 R11 O1"


def test_001_5_after_the_opening_sets_are_made_completed_and_changed() -> None:
    view = position("K1 K2 K3 R7 B4 O4", "R4-R5-R6", CHIFFRES)
    assert lays(view, "R4-R5-R6 K1-K2-K3") == "K1 K2 K3"
    assert lays(view, "R4-R5-R6-R7") == "R7"
    assert lays(view, "R5-R6-R7 R4=B4=O4") == "R7 B4 O4"


def test_001_6_a_1_is_low_and_a_group_has_no_color_twice() -> None:
    assert Run.parse("O1-O2-O3").value == 6
    assert Group.parse("R8=K8=B8=O8").value == 32
    for text in ("O12-O13-O1", "O9-O10-O1", "R8=R8=K8", "O1-O2", "O1-O2-R3"):
        with pytest.raises(InvalidMeld):
            Table.parse(text)


def test_001_7_the_sets_on_the_table_belong_to_everybody() -> None:
    state = state_of(["R7 K1", "R3 K2"], "R4-R5-R6", rules=CHIFFRES)
    assert rack(play(state, "play R4-R5-R6-R7", "play R3-R4-R5-R6-R7"), 1) == "K2"


def test_001_8_a_player_who_places_no_tile_draws_one() -> None:
    state = state_of(["K1", "K2"], "R4-R5-R6", rules=CHIFFRES)
    assert codes(state, "play R4-R5-R6") == ["nothing_played"]
    assert codes(state, "pass") == ["pool_not_empty"]
    after = play(state, "draw")
    assert (after.rack_sizes, after.current_player) == ((2, 1), 1)


def test_001_9_tiles_are_added_moved_and_split_off() -> None:
    assert lays(position("R3 R7", "R4-R5-R6", CHIFFRES), "R3-R4-R5-R6-R7") == "R3 R7"  # add tiles to a run
    assert lays(position("B7", "R7=K7=O7", CHIFFRES), "R7=K7=O7=B7") == "B7"  # add the fourth color
    assert lays(position("B1 B2", "B3=K3=R3=O3", CHIFFRES), "K3=R3=O3 B1-B2-B3") == "B1 B2"  # move
    assert lays(position("R5", "R3-R4-R5-R6-R7", CHIFFRES), "R3-R4-R5 R5-R6-R7") == "R5"  # split
    with pytest.raises(InvalidMeld):  # two tiles would be left
        parse_move("play K3=R3 B1-B2-B3")


def test_001_10_no_tile_goes_back_to_the_rack() -> None:
    [problem] = rummikub.check(position("R7", "R4-R5-R6 K1-K2-K3", CHIFFRES), rummikub.Play(Table.parse("R4-R5-R6-R7")))
    assert (problem.code, problem.rule, problem.pieces) == ("tile_lost", "001.10", Tile.row("K1 K2 K3"))


def test_001_11_the_time_limit_is_a_variant_of_one_minute() -> None:
    assert CHIFFRES.turn_seconds is None
    assert codes(position("R7", "R4-R5-R6", CHIFFRES), "timeout R4-R5-R6 R7") == ["no_time_limit"]
    timed = CHIFFRES.evolve(turn_seconds=60)
    state = state_of(["R7 K9", "B1"], "R4-R5-R6 B8=O8=K8", rules=timed, pool="O1 O2 O3 O4")
    own = play(state, "timeout R4-R5-R6-R7 B8=O8=K8 K9")
    assert (rack(own), own.pool_size, own.current_player) == ("K9 O1 O2 O3", 1, 1)
    assert play(state, "timeout R4-R5-R6-R7 B8 O8 K8 K9") == own  # The state remembers the places of the tiles


def test_001_12_a_joker_of_the_rack_replaces_any_number() -> None:
    view = position("* B12 B13 O12", "", CHIFFRES)
    assert lays(view, "*-B12-B13") == "B12 B13 *"
    assert lays(view, "B12=O12=*") == "B12 O12 *"


def test_001_13_a_joker_is_taken_for_the_exact_tile_of_the_rack_or_of_the_table() -> None:
    assert lays(position("R5 K1 K2", "R4-*-R6", CHIFFRES), "R4-R5-R6 K1-K2-*") == "R5 K1 K2"
    assert lays(position("K1 K2", "R4-*-R6 R5=K5=B5=O5", CHIFFRES), "R4-R5-R6 K5=B5=O5 K1-K2-*") == "K1 K2"
    wrong = position("R2 R3 R7 R8 K1 K2", "R4-*-R6", CHIFFRES)
    assert codes(wrong, "play R2-R3-R4 R6-R7-R8 K1-K2-*") == ["joker_not_replaced"]


def test_001_14_a_taken_joker_goes_into_any_set_in_the_same_turn() -> None:
    view = position("R5 K4 B1 B2", "R4-*-R6 K1-K2-K3", CHIFFRES)
    assert lays(view, "R4-R5-R6 K1-K2-K3 B1-B2-*") == "R5 B1 B2"  # a new one
    assert lays(view, "R4-R5-R6 K1-K2-K3-*") == "R5"  # another one
    assert lays(view, "R4-R5-R6-* K1-K2-K3") == "R5"  # the same
    assert codes(view, "play R4-R5-R6 K1-K2-K3") == ["joker_kept"]  # but not back to the rack


def test_001_15_sets_with_a_joker_may_be_split_or_extended() -> None:
    assert lays(position("R7", "R4-*-R6", CHIFFRES), "R4-*-R6-R7") == "R7"
    assert lays(position("R6", "R4-R5-*-R7-R8", CHIFFRES), "R4-R5-* R6-R7-R8") == "R6"
    assert lays(position("R8", "R2-R3-R4-*-R6-R7", CHIFFRES), "R2-R3-R4 *-R6-R7-R8") == "R8"  # nothing replaces it


def test_001_16_several_tiles_may_follow_a_joker() -> None:
    view = position("R5 R7 K1 K2 O1 O2 O3", "R4-*-R6", CHIFFRES)
    assert lays(view, "R4-R5-R6-R7 K1-K2-* O1-O2-O3") == "R5 R7 K1 K2 O1 O2 O3"


def test_001_17_either_missing_color_replaces_the_joker_of_a_group_of_two() -> None:
    for tile in ("B7", "O7"):
        assert legal(position(f"{tile} K1 K2", "R7=K7=*", CHIFFRES), f"play R7=K7={tile} K1-K2-*")


def test_001_18_a_joker_counts_what_it_replaces_and_30_on_the_rack() -> None:
    assert legal(position("R9 * R11", "", CHIFFRES, opened=False), "play R9-*-R11")
    assert codes(position("R8 * R10", "", CHIFFRES, opened=False), "play R8-*-R10") == ["opening_too_low"]
    assert rack_value(Tile.row("*"), CHIFFRES) == 30


def test_001_19_a_field_decides_on_jokers_before_the_opening() -> None:
    move = "play R4-R5-R6 K9-K10-K11-*"
    assert CHIFFRES.joker_before_opening is False
    for before, when, answer in (
        (False, "after_opening", False),
        (True, "after_opening", True),
        (True, "forbidden", False),
    ):
        view = position(
            "R5 K9 K10 K11",
            "R4-*-R6",
            CHIFFRES,
            opened=False,
            joker_before_opening=before,
            opening_turn_table=when,
        )
        assert legal(view, move) == answer


def test_001_20_the_winner_scores_the_tiles_left_by_the_others() -> None:
    result = ended(state_of(["R7", "K5", "* K2"], "R4-R5-R6", rules=CHIFFRES), "play R4-R5-R6-R7")
    assert (result.scores, result.reason) == ((37, -5, -32), EndReason.WENT_OUT)
    able = state_of(["R7 K1", "K5", "K2"], "R4-R5-R6", pool="", rules=CHIFFRES)
    assert codes(able, "pass") == ["must_play_before_passing"]
    blocked = ended(state_of(["K9", "K5", "O13"], pool="", rules=CHIFFRES), "pass", "pass", "pass")
    assert (blocked.scores, blocked.reason) == ((-4, 12, -8), EndReason.BLOCKED)


def test_001_21_the_highest_total_is_the_grand_winner() -> None:
    assert CHIFFRES.match_winner == "total"
    played = match_of([result_of_line(line, CHIFFRES) for line in SCORE_TABLE[:2]], CHIFFRES)
    assert played.winners == (0,)


def test_001_1_picture_one_tile_to_a_run_and_one_to_a_group() -> None:
    state = state_of(["R7 K10", "B1"], "R4-R5-R6 R10=B10=O10", rules=CHIFFRES)
    result = ended(state, "play R4-R5-R6-R7 R10=B10=O10=K10")
    assert (result.reason, result.winners) == (EndReason.WENT_OUT, (0,))


def test_001_2_picture_two_sets_from_one() -> None:
    view = position("K8 R8 B11", "B8-B9-B10", CHIFFRES)
    assert lays(view, "B9-B10-B11 B8=K8=R8") == "R8 K8 B11"
    with pytest.raises(InvalidMeld):  # as it is printed
        parse_move("play B8-B9-B10-B11 K8")


def test_001_3_picture_divide() -> None:
    assert lays(position("O6", "O4-O5-O6-O7-O8", CHIFFRES), "O4-O5-O6 O6-O7-O8") == "O6"


def test_001_4_picture_good_strategy() -> None:
    view = position("K10 B5", "O5-O6-O7 R5-R6-R7 K5-K6-K7-K8-K9", CHIFFRES)
    after = "O5=R5=K5=B5 O6=R6=K6 O7=R7=K7 K8-K9-K10"
    assert lays(view, after) == "K10 B5"
    assert len(Table.parse(after).tiles) == 13
    literal = position("K5 K6 K7", "O5-O6-O7 R5-R6-R7", CHIFFRES)
    assert lays(literal, "O5=R5=K5 O6=R6=K6 O7=R7=K7") == "K5 K6 K7"


def test_001_5_picture_of_a_joker() -> None:
    view = position("R4 * R6", "", CHIFFRES)  # the picture is lost; its caption is "for example, you can play"
    assert lays(view, "R4-*-R6") == "R4 R6 *"


@pytest.mark.parametrize("line", SCORE_TABLE[:2])
def test_001_6_picture_of_the_scores(line: Sequence[int]) -> None:
    result = result_of_line(line, CHIFFRES)
    assert result.scores == line
    assert result.winners == (line.index(max(line)),)


def test_001_6_picture_of_the_totals() -> None:
    first, second = (result_of_line(line, CHIFFRES) for line in SCORE_TABLE[:2])
    assert (first.winners, second.winners) == ((0,), (2,))
    played = match_of([first, second], CHIFFRES)
    assert (played.totals, played.winners) == ((18, -16, 6, -8), (0,))
