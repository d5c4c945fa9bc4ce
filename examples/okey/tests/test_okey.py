"""Tests of Okey: finished hands, scores, and the checks for any game."""

import pytest
from attrs import evolve
from okey import GAME, PRESETS, Code, Draw, Finish, Phase, Rules, State, is_in_melds, is_seven_pairs, sensible
from okey.tiles import SET, Tile

from rami import EndReason, IllegalMove, Result
from rami.own import without
from rami.simulate import play_deal
from rami.testing import check_game

INDICATOR = Tile("R4")
"""The red 5 is the okey, and `*` stands for the red 5."""


@pytest.mark.parametrize(
    ("hand", "finished"),
    [
        ("R1 R2 R3 K1 K2 K3 B9 O9 K9 O9 O10 O11 O12 O13", True),
        ("R1 R2 R3 K1 K2 K3 B9 O9 K9 O1 O10 O11 O12 O13", True),
        ("R1 R2 R3 K1 K2 K3 B9 O9 K9 O1 O2 O11 O12 O13", False),
        ("R1 R2 R3 K1 K2 K3 B9 O9 R5 O9 O10 O11 O12 O13", True),
        ("R1 R2 R3 K1 K2 K3 B9 O9 R5 O3 O10 O11 O12 O13", False),
        ("R3 R4 * K1 K2 K3 B9 O9 R9 K9 O10 O11 O12 O13", True),
        ("R3 R4 * K1 K2 K3 B9 O9 R9 R9 O10 O11 O12 O13", False),
    ],
)
def test_finished_hands(hand: str, finished: bool) -> None:
    assert is_in_melds(Tile.row(hand), INDICATOR) is finished


def test_seven_pairs() -> None:
    assert is_seven_pairs(Tile.row("R1 R1 K2 K2 B3 B3 O4 O4 R6 R6 R7 R7 R8 R5"), INDICATOR)
    assert not is_seven_pairs(Tile.row("R1 R1 K2 K2 B3 B3 O4 O4 R6 R6 R7 R7 R8 R9"), INDICATOR)


def with_hand(text: str, rules: Rules = PRESETS["okey"]) -> State:
    """Return a state where the current player has these fifteen tiles."""
    start = evolve(GAME.new_game(2, rules, seed=1), indicator=INDICATOR)
    hand = Tile.row(text)
    rest = without(SET, [*hand, INDICATOR])
    hands = [rest[:14], rest[:14]]
    hands[start.current_player] = hand
    return evolve(start, hands=hands, stock=rest[14:])


@pytest.mark.parametrize(
    ("hand", "tile", "lost"),
    [
        ("R1 R2 R3 K1 K2 K3 B9 O9 K9 O9 O10 O11 O12 O13 B1", "B1", 2),
        ("R1 R2 R3 K1 K2 K3 B9 O9 K9 O9 O10 O11 O12 O13 R5", "R5", 4),
        ("R1 R1 K2 K2 B3 B3 O4 O4 R6 R6 R7 R7 B8 B8 B1", "B1", 4),
        ("R1 R1 K2 K2 B3 B3 O4 O4 R6 R6 R7 R7 B8 B8 R5", "R5", 8),
    ],
)
def test_losses_double_for_okeys_and_pairs(hand: str, tile: str, lost: int) -> None:
    state = with_hand(hand)
    assert GAME.flaws(state) == ()
    after = GAME.apply(state, Finish(tile))
    ended = GAME.result(after)
    assert isinstance(ended, Result)
    assert ended.winners == (state.current_player,)
    assert sorted(ended.scores) == [-lost, 0]
    assert ended.reason is EndReason.WENT_OUT


def test_seven_pairs_may_be_forbidden() -> None:
    state = with_hand("R1 R1 K2 K2 B3 B3 O4 O4 R6 R6 R7 R7 B8 B8 B1", PRESETS["without-pairs"])
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, Finish("B1"))
    assert [problem.code for problem in caught.value.violations] == [Code.NOT_FINISHED]


def test_empty_stock_forbids_drawing() -> None:
    state = evolve(GAME.new_game(2, seed=1), phase=Phase.TAKE)
    assert [problem.code for problem in GAME.check(evolve(state, stock=()), Draw())] == [Code.STOCK_EMPTY]


def test_sensible_player_finishes_deals() -> None:
    records = [play_deal(GAME, [sensible] * 3, seed=seed) for seed in range(3)]
    assert all(record.verify().ok for record in records)


def test_okey_passes_check_game() -> None:
    must = ["Finish", "Take", "Draw", "no_tiles"]
    found = check_game(GAME, rules=PRESETS["okey"], players=3, must=must, moves=150)
    assert found.skipped == ()
