"""The points that tiles are worth as an opening."""

from rami.rummikub import PRESETS, Rules, parse_tiles
from rami.rummikub.opening import best_opening
from tests.rules.positions import codes, position


def test_melds_that_the_rules_do_not_allow_do_not_count() -> None:
    assert best_opening(Rules(), parse_tiles("R10 * *")) >= 30
    assert best_opening(Rules(max_jokers_per_set=1), parse_tiles("R10 * *")) == 0


def test_a_1_after_the_10_counts_as_a_1() -> None:
    assert best_opening(PRESETS["ramikubic"], parse_tiles("R9 R10 R1")) == 20
    assert best_opening(PRESETS["ramikubic"], parse_tiles("R9 * R1")) == 20
    assert best_opening(Rules(), parse_tiles("R9 R10 R1")) == 0


def test_one_tile_is_exchanged_for_one_joker_only() -> None:
    view = position(
        "R5 K1 K2", "R4-*-R6 R4-*-R6", opened=False, joker_before_opening=True, opening_turn_table="after_opening"
    )
    assert codes(view, "play R4-R5-R6 R4-*-R6 K1-K2-*") == ["opening_too_low"]
