"""Corners of the referee that no rule of the book names."""

from typing import Any, cast

import pytest

from rami import rummikub
from rami.errors import RamiError
from rami.rummikub import Color, Rules, Table, parse_tiles
from tests.rules.positions import codes, legal, play, position, state_of

THREE_COLORS = Rules(colors=(Color.RED, Color.BLACK, Color.BLUE), copies=3)


def test_a_joker_stands_for_no_colour_that_is_not_in_play() -> None:
    both = position("B7 K1 K2", "R7=K7=*", THREE_COLORS, joker_group3="both")
    assert legal(both, "play R7=K7=B7 K1-K2-*")  # blue is the only colour that is missing
    taken = position("K8 K9 R1 R2", "R7=K7=* B7-B8-B9-B10", THREE_COLORS, joker_replacement_from="rack")
    assert codes(taken, "play R7=B7=* K7-K8-K9 B8-B9-B10") == ["joker_not_replaced_from_rack"]


def test_an_overrun_without_a_tile_played_is_a_pass_when_the_pool_is_empty() -> None:
    state = state_of(["R12", "K12"], "R1-R2-R3-R4-R5-R6", pool="")
    rearranged = play(state, "timeout R1-R2-R3 R4-R5-R6")
    assert rearranged.table == state.table  # a table that is only rearranged goes back (A17)
    assert rearranged.passes == 1
    assert play(rearranged, "timeout R1-R2-R3-R4-R5-R6").is_over
    played = state_of(["R7 K1", "K12"], "R4-R5-R6", pool="")
    assert play(played, "timeout R4-R5-R6-R7").passes == 0
    drawing = state_of(["R12", "K12"], "R4-R5-R6", pool="O1")
    assert play(drawing, "timeout R4-R5-R6").passes == 0


@pytest.mark.parametrize("wrong", [b"draw", None, 7, Table(), rummikub.Draw])
def test_a_move_is_expected(wrong: Any) -> None:
    state = rummikub.new_game(2, seed=1)
    for judge in (rummikub.check, rummikub.apply):
        with pytest.raises(RamiError, match="move must be a Draw, a Pass, a Play, a TimeOut or text, not"):
            judge(state, wrong)


def test_a_state_is_expected() -> None:
    view = rummikub.observe(rummikub.new_game(2, seed=1), 0)
    with pytest.raises(RamiError, match="state must be a State, not"):
        rummikub.apply(cast("Any", view), rummikub.Draw())


def test_the_meld_of_the_highest_value_in_a_set_with_fewer_numbers() -> None:
    row = parse_tiles("R9 R10 *")
    assert str(rummikub.read_meld(row)) == "R9-R10-*"
    assert str(rummikub.read_meld(row, max_number=10)) == "*-R9-R10"
    with pytest.raises(RamiError, match="neither a group nor a run"):
        rummikub.read_meld(parse_tiles("R9 R10 R11"), max_number=10)
