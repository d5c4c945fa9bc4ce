"""The questions on which editions differ, A1 to A27: a test for every one, and for every answer that `Rules` offers."""

from typing import get_args, get_type_hints

import pytest

from rami import rummikub
from rami.errors import InvalidMeld, RulesError
from rami.rummikub import PRESETS, Group, Rules, Run, Table, parse_tiles
from tests.rules.positions import CHIFFRES, GOLIATH, HASBRO, RAMICUBE, codes, legal, play, position, start, state_of

MELD_TAKEN = "play R4-R5-R6 K1-K2-*"


def test_A1_copies_and_jokers() -> None:
    assert len(Rules(copies=3, jokers=4, max_players=6).tiles) == 160
    assert len(Rules(copies=1, jokers=0, max_players=2).tiles) == 52
    xp6 = PRESETS["rummikub-xp6"]
    assert (len(xp6.tiles), xp6.max_players, xp6.tiles.count(rummikub.JOKER)) == (160, 6, 4)


def test_A2_who_ties_draws_again() -> None:
    assert HASBRO.start_tie == "redraw"
    assert start(2, "R9 K9 O3 B7").current_player == 1
    assert start(2, "* * R1 K2").current_player == 1  # a joker does not count: both draw again
    with pytest.raises(RulesError, match="draw again"):
        start(2, "R9 K9")


def test_A3_the_draw_before_or_after_the_deal_and_where_its_tiles_go() -> None:
    assert HASBRO.start_draw == RAMICUBE.start_draw == "before_deal"
    assert CHIFFRES.start_draw == "after_deal"
    assert {rules.start_tile_returns for rules in PRESETS.values()} == {True}
    for when, size in (("before_deal", 14), ("after_deal", 15)):
        state = start(2, "R9 K13", start_draw=when, start_tile_returns=False)
        assert state.rack_sizes == (size, size)
        assert parse_tiles("R9")[0] in state.racks[0]
        assert parse_tiles("K13")[0] in state.racks[1]
        assert state.pool_size == 106 - 2 * size


def test_A4_who_starts_the_next_deal() -> None:
    over = {}
    for answer in ("redraw", "rotate", "winner"):
        state = state_of(["R7", "K1", "K2"], "R4-R5-R6", next_starter=answer, current_player=0)
        over[answer] = rummikub.next_starter(play(state, "play R4-R5-R6-R7"))
    assert over == {"redraw": None, "rotate": 1, "winner": 0}
    nobody = state_of(["R7", "K7"], pool="", next_starter="winner", blocked_tie="no_winner")
    assert rummikub.next_starter(play(nobody, "pass", "pass")) is None


def test_A5_whether_the_turn_of_the_opening_may_use_the_table() -> None:
    assert {name for name, rules in PRESETS.items() if rules.opening_turn_table == "after_opening"} == {
        "ramicube",
        "ramicube-timed",
    }
    move = "play R10-R11-R12 K1-K2-K3-K4"
    assert codes(position("R10 R11 R12 K4", "K1-K2-K3", opened=False), move) == ["opening_changes_table"]
    assert legal(position("R10 R11 R12 K4", "K1-K2-K3", opened=False, opening_turn_table="after_opening"), move)
    from_table = position("R10 R11", "R12=K12=B12=O12", opened=False, opening_turn_table="after_opening")
    assert codes(from_table, "play R10-R11-R12 K12=B12=O12") == ["opening_too_low"]  # own tiles alone


def test_A6_a_joker_in_the_opening() -> None:
    move = "play R9-*-R11"
    assert legal(position("R9 * R11", opened=False), move)
    assert codes(position("R9 * R11", opened=False, joker_in_opening="zero"), move) == ["opening_too_low"]
    assert legal(position("R9 * R11 R12", opened=False, joker_in_opening="zero"), "play R9-*-R11-R12")
    assert codes(position("R9 * R11", opened=False, joker_in_opening="forbidden"), move) == ["opening_uses_joker"]


def test_A7_the_points_of_the_opening() -> None:
    assert {rules.opening_points for rules in PRESETS.values()} == {30, 20}
    assert PRESETS["ramikubic"].opening_points == 20
    assert codes(position("R9 R10 R11", opened=False, opening_points=50), "play R9-R10-R11") == ["opening_too_low"]


def test_A8_two_jokers_in_a_set_and_side_by_side() -> None:
    assert legal(position("R4 * *"), "play R4-*-*")
    assert codes(position("R4 * *", max_jokers_per_set=1), "play R4-*-*") == ["too_many_jokers"]
    assert codes(position("R4 * * R7", adjacent_jokers=False), "play R4-*-*-R7") == ["adjacent_jokers"]
    assert legal(position("R4 * R6 *", adjacent_jokers=False), "play R4-*-R6-*")
    assert legal(position("R4 K4 * *", adjacent_jokers=False), "play R4=K4=*=*")


def test_A9_a_joker_at_the_end_of_a_run() -> None:
    assert Run.parse("*-R12-R13").value == 36
    for text in ("R12-R13-*", "*-R1-R2"):
        with pytest.raises(InvalidMeld):
            Run.parse(text)
    move = "play R3-R4-R5 K1-K2-*"
    positional = position("R3 K1 K2", "R4-R5-*")
    assert codes(positional, move) == ["joker_not_replaced"]  # the joker is the 6
    assert legal(position("R3 K1 K2", "R4-R5-*", joker_positional=False), move)  # or the 3


def test_A10_where_a_joker_that_was_taken_may_go() -> None:
    into_old = "play R4-R5-R6 K1-K2-K3-*"
    new_from_table = "play R4-R5-R6 K1-K2-* O3=B3=K3"
    new_from_rack = "play R4-R5-R6 K1-K2-K3 B8-B9-*"
    rack, table = "R5 B3 B8 B9", "R4-*-R6 K1-K2-K3"
    assert legal(position(rack, table, joker_reuse="any"), into_old)
    assert codes(position(rack, table, joker_reuse="new"), into_old) == ["joker_not_in_new_meld"]
    assert legal(position("R5 B8 B9", table, joker_reuse="new_rack"), new_from_rack)
    split = position("R5 O3 B3", "R4-*-R6 K1-K2-K3", joker_reuse="new")
    assert legal(split, new_from_table)
    split = position("R5 O3 B3", "R4-*-R6 K1-K2-K3", joker_reuse="new_rack")
    assert codes(split, new_from_table) == ["joker_needs_rack_tiles"]


def test_A11_where_the_replacement_comes_from() -> None:
    move, table = "play R4-R5-R6 K5=B5=O5 K1-K2-*", "R4-*-R6 R5=K5=B5=O5"
    assert legal(position("K1 K2", table), move)
    assert codes(position("K1 K2", table, joker_replacement_from="rack"), move) == ["joker_not_replaced_from_rack"]
    assert legal(position("R5 K1 K2", "R4-*-R6", joker_replacement_from="rack"), MELD_TAKEN)


def test_A12_sets_with_a_joker() -> None:
    away = "play R2-R3-R4 R6-R7-R8 K1-K2-*"
    rack = "R2 R3 R7 R8 K1 K2"
    assert codes(position(rack, "R4-*-R6"), away) == ["joker_not_replaced"]
    assert legal(position(rack, "R4-*-R6", joker_sets="free"), away)
    split, table = "play R4-R5-* R7-R8-R9-R10", "R4-R5-*-R7-R8-R9"
    assert legal(position("R10", table), split)
    assert codes(position("R10", table, joker_sets="frozen"), split) == ["joker_set_frozen"]
    assert legal(position("R10", table, joker_sets="frozen"), "play R4-R5-*-R7-R8-R9-R10")
    assert legal(position("R5 K1 K2", "R4-*-R6", joker_sets="frozen"), MELD_TAKEN)


def test_A12_goliath_vector() -> None:
    view = position("R3 B3", "K1-K2-* R1=B1=O1 R2=B2=O2", GOLIATH)
    assert legal(view, "play R1=B1=O1=K1 R2=B2=O2=K2 R3=B3=*")
    assert set(codes(view, "play R1=B1=O1=K1 R2=B2=O2=K2")) == {"nothing_played", "tile_lost"}  # used that turn


def test_A13_one_or_both_missing_colours() -> None:
    assert legal(position("B7 K1 K2", "R7=K7=*"), "play R7=K7=B7 K1-K2-*")
    both = position("B7 O7 K1 K2", "R7=K7=*", joker_group3="both")
    assert codes(both, "play R7=K7=B7 K1-K2-*") == ["joker_needs_both"]
    assert legal(both, "play R7=K7=B7=O7 K1-K2-*")


def test_A14_a_joker_before_the_opening() -> None:
    assert {rules.joker_before_opening for rules in PRESETS.values()} == {False}
    move = "play R4-R5-R6 K9-K10-K11-*"
    view = position("R5 K9 K10 K11", "R4-*-R6", opened=False)
    assert "joker_before_opening" in codes(view, move)
    assert legal(position("R5 K9 K10 K11", "R4-*-R6", opened=False, joker_before_opening=True), move)


def test_A15_drawing_although_able_to_play() -> None:
    assert legal(position("R7", "R4-R5-R6"), "draw")
    strict = position("R7", "R4-R5-R6", voluntary_draw=False)
    assert codes(strict, "draw") == ["must_play_before_drawing"]
    assert legal(position("R9", "R4-R5-R6", voluntary_draw=False), "draw")
    assert legal(position("R9 R10 R11", opened=False, voluntary_draw=False), "draw")  # 000.10


def test_A16_playing_the_tile_just_drawn() -> None:
    state = state_of(["K1", "K2"], "R4-R5-R6", pool="R7 B1")
    assert play(state, "draw").current_player == 1
    state = state_of(["K1", "K2"], "R4-R5-R6", pool="R7 B1", play_after_draw=True)
    drawn = play(state, "draw")
    assert (drawn.current_player, drawn.has_drawn) == (0, True)
    assert codes(drawn, "draw") == ["already_drawn"]
    assert play(drawn, "play R4-R5-R6-R7").current_player == 1
    passed = play(drawn, "pass")
    assert (passed.current_player, passed.has_drawn, passed.passes) == (1, False, 0)


def test_A17_a_play_lays_at_least_one_tile() -> None:
    assert codes(position("K1", "R1-R2-R3-R4-R5-R6"), "play R1-R2-R3 R4-R5-R6") == ["nothing_played"]


def test_A18_tiles_do_not_go_back_to_the_rack() -> None:
    assert set(codes(position("R7", "R1-R2-R3-R4"), "play R1-R2-R3")) == {"tile_lost", "nothing_played"}


def test_A19_time_limits() -> None:
    limits = {name: rules.turn_seconds for name, rules in PRESETS.items()}
    assert limits == {
        "hasbro-2007": 60,
        "chiffres": None,
        "chiffres-timed": 60,
        "ramicube": None,
        "ramicube-timed": 60,
        "goliath": 60,
        "pressman": 120,
        "rummikub-xp6": 60,
        "ramikubic": None,
    }
    assert codes(position("K1", turn_seconds=None), "timeout") == ["no_time_limit"]


def test_A20_what_stays_when_the_time_is_up() -> None:
    racks, table, pool = ["R7 K9", "B1"], "R4-R5-R6 B8=O8=K8", "O1 O2 O3 O4"
    overrun = "timeout R4-R5-R6-R7 B8 O8 K8 K9"
    to_pool = play(state_of(racks, table, pool=pool), overrun)
    assert to_pool.table == Table.parse("R4-R5-R6-R7")
    assert (to_pool.rack_sizes[0], to_pool.pool_size) == (1 + 3, 4 + 3 - 3)
    to_rack = play(state_of(racks, table, pool=pool, loose_table_tiles="rack"), overrun)
    assert to_rack.racks[0] == tuple(sorted(parse_tiles("K9 B8 O8 K8 O1 O2 O3")))
    for state in (
        state_of(racks, table, pool=pool, loose_table_tiles="restore"),
        state_of(racks, table, pool=pool, timeout="rollback"),
    ):
        back = play(state, overrun)
        assert back.table == Table.parse(table)
        assert back.racks[0] == tuple(sorted(parse_tiles("R7 K9 O1 O2 O3")))
    kept = play(state_of(racks, table, pool=pool, loose_table_tiles="restore"), "timeout R4-R5-R6-R7 B8=O8=K8 K9")
    assert kept.table == Table.parse("R4-R5-R6-R7 B8=O8=K8")  # no tile of the table is loose
    unopened = play(state_of(["R7 R8 R9", "B1"], pool=pool, opened=False), "timeout R7-R8-R9")
    assert unopened.table == Table()  # less than 30 would stay
    assert not unopened.opened[0]


def test_A20_the_penalty() -> None:
    assert {name: rules.penalty_tiles for name, rules in PRESETS.items() if rules.penalty_tiles != 3} == {"pressman": 1}
    assert play(state_of(["K1", "K2"], penalty_tiles=1), "timeout").rack_sizes == (2, 1)


def test_A21_fewer_tiles_in_the_pool_than_the_penalty() -> None:
    assert HASBRO.penalty_short == "take_available"
    after = play(state_of(["K1", "K2"], pool="O1 O2"), "timeout")
    assert (after.rack_sizes, after.pool_size) == ((3, 1), 0)
    assert play(state_of(["K1", "K2"], pool=""), "timeout").rack_sizes == (1, 1)


def test_A22_an_illegal_table_is_refused_or_costs_the_penalty() -> None:
    state = state_of(["R7 K9", "B1"], "R4-R5-R6", turn_seconds=None)
    assert not legal(state, "play R4-R5-R6")
    assert codes(state, "timeout R4-R5-R6 K9") == ["no_time_limit"]
    penalised = state_of(["R7 K9", "B1"], "R4-R5-R6", turn_seconds=None, illegal_move="penalty")
    assert play(penalised, "timeout R4-R5-R6 K9").rack_sizes[0] == 2 + 3


def test_A23_passing_with_an_empty_pool() -> None:
    assert codes(position("R7", "R4-R5-R6"), "pass") == ["pool_not_empty"]
    able = state_of(["R7 K1", "K2"], "R4-R5-R6", pool="")
    assert legal(able, "pass")
    able = state_of(["R7 K1", "K2"], "R4-R5-R6", pool="", pass_on_empty="only_if_stuck")
    assert codes(able, "pass") == ["must_play_before_passing"]
    stuck = state_of(["R9 K1", "K2"], "R4-R5-R6", pool="", pass_on_empty="only_if_stuck")
    assert legal(stuck, "pass")
    assert play(stuck, "pass", "pass").is_over


def test_A23_the_round_goes_on_after_the_last_tile_is_drawn() -> None:
    state = play(state_of(["K1", "K2"], pool="O9"), "draw")
    assert not state.is_over
    assert play(state, "pass", "pass").is_over


def test_A24_a_blocked_deal_without_a_tie() -> None:
    racks = ["R10", "R13 R12", "B12", "K13 K13 K12 K2"]
    over = play(state_of(racks, pool=""), "pass", "pass", "pass", "pass")
    result = rummikub.result(over)
    assert result is not None
    assert result.scores == (47, -15, -2, -30)


def test_A24_a_blocked_deal_with_a_tie() -> None:
    racks = ["R10", "B4 B6", "K13", "O12"]
    results = {}
    for answer in ("split", "no_winner", "fewest_tiles"):
        over = play(state_of(racks, pool="", blocked_tie=answer, current_player=1), "pass", "pass", "pass", "pass")
        result = rummikub.result(over)
        assert result is not None
        results[answer] = result.scores, result.winners
    # 3 + 2 points: the odd one goes to the first tied player after the last mover, which was seat 0
    assert results["split"] == ((2, 3, -3, -2), (0, 1))
    assert results["no_winner"] == ((0, 0, 0, 0), ())
    assert results["fewest_tiles"] == ((5, 0, -3, -2), (0,))


def test_A25_what_losers_and_jokers_cost() -> None:
    assert {name for name, rules in PRESETS.items() if not rules.losers_negative} == {"ramicube", "ramicube-timed"}
    assert {name: rules.joker_rack for name, rules in PRESETS.items() if rules.joker_rack != 30} == {"ramikubic": 50}
    over = play(state_of(["R7", "* K1"], "R4-R5-R6", joker_rack=50, losers_negative=False), "play R4-R5-R6-R7")
    result = rummikub.result(over)
    assert result is not None
    assert result.scores == (51, 0)


def test_A26_how_a_match_is_won() -> None:
    assert {name for name, rules in PRESETS.items() if rules.match_winner == "games_then_total"} == {"pressman"}
    assert get_args(get_type_hints(Rules)["match_winner"]) == ("total", "games_then_total")


def test_A27_never_two_equal_tiles_in_a_set() -> None:
    with pytest.raises(InvalidMeld):
        Group.parse("R7=K7=R7")
    with pytest.raises(InvalidMeld):
        Run.parse("R7-R7-R8")


def test_one_follows_ten_in_ramikubic() -> None:
    rules = PRESETS["ramikubic"]
    assert (rules.max_number, len(rules.tiles)) == (10, 84)
    assert legal(position("R8 R9 R10 R1", "", rules), "play R8-R9-R10-R1")
    assert Run.parse("R8-R9-R10-R1").value == 28
    assert codes(position("R10 R9 *", "", rules), "play R9-R10-*") == ["no_such_tile"]
    with pytest.raises(RulesError, match="one_follows_ten"):
        Rules(one_follows_ten=True)


def test_goliath_and_pressman_as_their_manuals_have_them() -> None:
    assert (GOLIATH.timeout, GOLIATH.loose_table_tiles, GOLIATH.joker_sets) == ("rollback", "restore", "free")
    assert GOLIATH.opening_turn_table == "forbidden"
    assert PRESETS["pressman"].turn_seconds == 120
