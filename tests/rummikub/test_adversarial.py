"""Plays that a hostile caller would send: refused with reasons, and nothing is changed."""

import pytest

from rami import rummikub
from rami.errors import IllegalMove
from rami.rummikub import JOKER, PRESETS, Code, Group, Meld, Play, Rules, Run, Table, parse_move, parse_tiles
from tests.rules.positions import codes, legal, position, state_of

TABLE = "R4-R5-R6 K8=B8=O8"


def test_a_foreign_tile() -> None:
    [problem] = rummikub.check(position("R7", TABLE), parse_move(f"play {TABLE} K1-K2-K3"))
    assert problem.code is Code.NOT_IN_RACK
    assert problem.pieces == parse_tiles("K1 K2 K3")


def test_a_doubled_tile() -> None:
    assert codes(position("R7", TABLE), "play R4-R5-R6-R7 R5-R6-R7 K8=B8=O8") == ["not_in_rack"]
    assert codes(position("R7", TABLE), "play R4-R5-R6 R4-R5-R6 K8=B8=O8") == ["not_in_rack"]


def test_a_lost_tile() -> None:
    [problem] = rummikub.check(position("R7", TABLE), parse_move("play R5-R6-R7 K8=B8=O8"))
    assert problem.code is Code.TILE_LOST
    assert problem.pieces == parse_tiles("R4")


def test_two_jokers_swapped() -> None:
    table = "R4-*-R6 K8=B8=*"
    assert legal(position("R7", table), "play R4-*-R6-R7 K8=B8=*")  # which joker is which, nobody can tell
    both = position("R5 R7", table)
    assert codes(both, "play R4-R5-R6-R7 K8=B8=*=*") == ["joker_not_in_new_meld"]


def test_an_empty_table() -> None:
    assert set(codes(position("R7", TABLE), "play")) == {"tile_lost", "nothing_played"}
    assert codes(position("R7", ""), "play") == ["nothing_played"]


def test_ten_thousand_melds() -> None:
    state = state_of(["R7", "K1"], TABLE)
    melds: list[Meld] = [Run.parse("R7-R8-R9"), Group.parse("R1=K1=B1"), Group([*parse_tiles("R2"), JOKER, JOKER])]
    move = Play(Table([*Table.parse(TABLE), *melds * 3_334]))
    problems = rummikub.check(state, move)
    assert {problem.code for problem in problems} == {Code.NOT_IN_RACK}
    assert len(str(problems[0])) < 200  # a message stays readable
    with pytest.raises(IllegalMove):
        rummikub.apply(state, move)


def test_many_faults_are_all_told() -> None:
    view = position("R10 *", "R4-*-R6", PRESETS["ramikubic"], opened=False, max_jokers_per_set=1)
    found = codes(view, "play R4-*-R6 R10-*-*")
    assert "not_in_rack" in found
    assert "too_many_jokers" in found


def test_another_seat_and_a_finished_deal() -> None:
    state = state_of(["R7", "K1"], TABLE)
    other = rummikub.observe(state, 1)
    spectator = rummikub.observe(state, None)
    for view in (other, spectator):
        [problem] = rummikub.check(view, parse_move("draw"))
        assert (problem.code, problem.numbers) == (Code.NOT_YOUR_TURN, (0,))
        assert list(rummikub.plays(view)) == []
        assert rummikub.best_play(view) is None
    over = rummikub.apply(state, parse_move("play R4-R5-R6-R7 K8=B8=O8"))
    assert codes(over, "draw") == ["game_over"]
    assert rummikub.best_play(over) is None
    assert list(rummikub.plays(over)) == []
    assert not rummikub.can_play(over)


def test_melds_of_another_set() -> None:
    three = Rules(colors=(rummikub.Color.RED, rummikub.Color.BLACK, rummikub.Color.BLUE), copies=3)
    assert codes(position("R7 K7 B7 *", "", three), "play R7=K7=B7=*") == ["no_such_tile"]
    assert codes(position("R8 R9 *", "", PRESETS["ramikubic"], opened=True), "play R8-R9-*") == []
    assert codes(position("R9 R10 * R8", "", PRESETS["ramikubic"]), "play R8-R9-R10-*") == []  # the 1 after the 10
    ten = Rules(max_number=10, max_players=2)
    assert codes(position("R9 R10 * R8", "", ten), "play R8-R9-R10-*") == ["no_such_tile"]


def test_jokers_of_frozen_groups_and_runs() -> None:
    frozen = PRESETS["hasbro-2007"]
    view = position("O7 R9 R10", "R7=K7=* R8-R9-*-R11", frozen, joker_sets="frozen")
    assert legal(view, "play R7=K7=O7=* R8-R9-*-R11")
    assert legal(view, "play R7=K7=* R8-R9-*-R11 R9-R10-*") is False
    run_for_group = position("R7 B7 O7 K1", "R7-*-R9", joker_sets="frozen")
    assert not legal(run_for_group, "play R7=B7=O7=* R7-R8-R9")
