"""Who wins from here."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from rami import RulesError, rummikub, rummy
from rami.players import quick_player, random_of, random_player
from rami.simulate import chances
from tests.fourth import GAME as FOURTH


def test_who_goes_out_at_once_wins() -> None:
    found = chances(rummikub.set_up("R7", "R4-R5-R6"), quick_player, playouts=10, seed=1)
    assert found.wins[0].mean == 1
    assert found.wins[0].low < 1  # ten playouts prove nothing
    assert found.points[0].mean > 0 > found.points[1].mean
    assert str(found).startswith("seat 1: 100 % (")


@pytest.mark.slow
def test_the_same_whatever_the_executor_and_other_with_another_seed() -> None:
    view = rummy.observe(rummy.new_game(3, seed=4), 1)
    here = chances(view, random_player, playouts=20, seed=1)
    with ThreadPoolExecutor(2) as threads:
        assert chances(view, random_player, playouts=20, seed=1, executor=threads) == here
    assert chances(view, random_player, playouts=20, seed=2) != here
    assert sum(share.mean for share in here.wins) <= 1 + 1e-9


def test_a_seat_is_told_what_it_may_know_only() -> None:
    """Positions that a seat cannot tell apart have the same chances."""
    state = rummy.new_game(2, seed=3)
    view = rummy.observe(state, 0)
    other = rummy.determinize(view, seed=99)
    assert other != state
    assert chances(rummy.observe(other, 0), quick_player, playouts=5, seed=1) == chances(
        view, quick_player, playouts=5, seed=1
    )


def test_a_game_of_your_own() -> None:
    state = FOURTH.new_game(2, seed=1)
    found = chances(FOURTH.observe(state, 0), random_of(FOURTH), playouts=8, seed=1, game=FOURTH)
    assert found.playouts == 8


def test_threads_make_no_difference() -> None:
    view, player = FOURTH.observe(FOURTH.new_game(2, seed=1), 0), random_of(FOURTH)
    here = chances(view, player, playouts=8, seed=1, game=FOURTH)
    with ThreadPoolExecutor(2) as threads:
        assert chances(view, player, playouts=8, seed=1, game=FOURTH, executor=threads) == here


@pytest.mark.parametrize("playouts", [1, 0])
def test_bad_arguments(playouts: int) -> None:
    with pytest.raises(RulesError, match="playouts must be a whole number from 2"):
        chances(rummikub.set_up("R7"), quick_player, playouts=playouts, seed=1)
