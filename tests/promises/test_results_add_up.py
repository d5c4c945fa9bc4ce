"""The parts of a result add up to its scores, and every view of a finished deal shows all hands."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import Part, Result, gin, rummikub
from rami.game import Game
from rami.sentences import languages
from tests.promises.playing import EACH_EDITION, deal, sums_of_parts
from tests.quick_or_full import examples


@EACH_EDITION
@settings(max_examples=examples(8), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_parts_add_up_to_the_scores(game: Game, rules: Any, seed: int) -> None:
    *_, last = deal(game, rules, seed)
    result = game.result(last)
    assert result is not None
    assert sums_of_parts(result) == result.scores
    assert all(part.points for part in result.parts)
    assert all(type(part.reason) is game.part_reasons for part in result.parts)
    checked = Result(result.scores, result.winners, result.reason, result.detail, tuple(map(again, result.parts)))
    assert checked == result
    for lang in languages():
        message = result.message(lang)
        assert len(message.splitlines()) == (1 + len(result.scores) if any(result.scores) else 1)


def again(part: Part) -> Part:
    return Part(part.seat, part.reason, part.points, part.pieces, part.of, name=part.name, count=part.count)


@EACH_EDITION
@settings(max_examples=examples(4), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_view_of_a_finished_deal_shows_all_hands_and_the_result(game: Game, rules: Any, seed: int) -> None:
    *_, last = deal(game, rules, seed)
    for seat in (None, *range(last.players)):
        view = game.observe(last, seat)
        assert view.known == last.hands
        assert game.result(view) == game.result(last)
        assert game.flaws(view) == ()
        assert game.observe(game.determinize(view, seed=seed), seat) == view


@EACH_EDITION
@settings(max_examples=examples(4), deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_no_view_of_a_running_deal_shows_a_hidden_piece(game: Game, rules: Any, seed: int, data: Any) -> None:
    """Exchange the hidden pieces of two hands: only at the end does a third seat see a difference."""
    states = list(deal(game, rules, seed))
    state = data.draw(st.sampled_from(states))
    for position in (state, states[-1]):
        for seat in (None, *range(position.players)):
            view = game.observe(position, seat)
            other = game.determinize(view, seed=seed + 1)
            assert game.observe(other, seat) == view
            hidden = [each for each in range(position.players) if each != seat]
            same = all(other.hands[each] == position.hands[each] for each in hidden)
            assert same or not position.is_over
            assert (game.result(view) is None) == (not position.is_over)


def test_hidden_hands_differ_before_the_end() -> None:
    """The test above distinguishes hidden hands from open ones."""
    games: Any = (gin.GAME, rummikub.GAME)
    for game in games:
        state = game.new_game(2, seed=1)
        view = game.observe(state, None)
        assert game.determinize(view, seed=2).hands != state.hands
        assert view.known == ((), ())


@pytest.mark.parametrize("seed", range(3))
def test_a_spectator_sees_the_racks_of_the_losers(seed: int) -> None:
    *_, last = deal(rummikub.GAME, rummikub.Rules(), 2 * seed)
    assert last.is_over
    assert rummikub.observe(last, None).known == last.racks
