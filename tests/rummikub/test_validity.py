"""Positions that cannot exist."""

from typing import Any

import pytest

from rami.rummikub import GAME, JOKER, Rules, Table, Tile, new_game, observe, set_up
from tests.damaged_positions import flaws_after

STATE = new_game(2, seed=1)
VIEW = observe(STATE, 0)


def test_every_position_of_the_game_is_valid() -> None:
    for seed in range(5):
        state = new_game(4, seed=seed)
        assert GAME.flaws(state) == ()
        assert all(GAME.flaws(observe(state, seat)) == () for seat in (None, 0, 1, 2, 3))
    assert GAME.flaws(set_up("R1 R2", "R4-R5-R6")) == ()
    assert GAME.flaws(set_up(STATE.rules.pieces)) == ()


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (
            {"racks": (STATE.racks[0],), "opened": (True,), "known": ((),), "current_player": 0},
            "there are 1 players, not 2 to 4",
        ),
        ({"current_player": 2}, "current_player is 2, which is not a seat"),
        ({"turn": -1}, "turn must be at least 0, not -1"),
        ({"opened": (True,)}, "opened has 1 items, but there are 2 players"),
        ({"passes": 3}, "passes must be from 0 to 2, not 3"),
        ({"start_draws": ((None,),)}, "a round of start_draws has 1 seats, not 2"),
        (
            {"start_draws": (Tile.row("R1 R2"),) * 54},
            "start_draws has 54 rounds, but the set has too few tiles",
        ),
        ({"start_draws": (Tile.row("R1 R1 R1"),)}, "start_draws has more tiles of a kind than the set has: R1"),
        ({"pool": STATE.pool[3:]}, "tiles of the set are missing: R7 B13 O1"),
        ({"pool": (JOKER, *STATE.pool)}, "there are more tiles of a kind than the set has: *"),
        ({"table": Table.parse("R1-R2-R3")}, "there are more tiles of a kind than the set has: R1 R2 R3"),
        (
            {"rules": Rules(max_number=10, max_players=2), "table": Table.parse("R9-R10-*")},
            "This meld needs a tile that is not in the set",
        ),
    ],
)
def test_a_state_that_cannot_exist(change: dict[str, Any], flaw: str) -> None:
    found = flaws_after(GAME, STATE, change)
    assert any(each.startswith(flaw[:30]) for each in found), found


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        ({"player": 2}, "player is 2, which is not a seat"),
        ({"pool_size": -1}, "a size is negative"),
        ({"rack_sizes": (14, -14)}, "a size is negative"),
        ({"rack": VIEW.rack[1:]}, "the rack has 13 tiles, but its size in rack_sizes is 14"),
        ({"pool_size": 77}, "91 tiles are hidden, not 92"),
        ({"player": None}, "the rack has 14 tiles, but its size in rack_sizes is 0"),
    ],
)
def test_a_view_that_cannot_exist(change: dict[str, Any], flaw: str) -> None:
    assert flaw in flaws_after(GAME, VIEW, change)
