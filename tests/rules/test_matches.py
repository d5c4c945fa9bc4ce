"""The rules of matches and scores of all games: the next starter, the end of a match, and the winner."""

from functools import partial
from random import Random

import pytest
from attrs import evolve

from rami import RulesError, gin, rummikub, rummy
from rami.match import Match
from rami.players import quick_player
from rami.results import EndReason, Result
from rami.rummikub import Rules
from tests.rules.positions import SCORE_TABLE as TABLE
from tests.rules.positions import state_of
from tests.services.matches import PRESSMAN, last, lost, play_record, played, rami_match, rummikub_match


@pytest.mark.parametrize("preset", ["hasbro-2007", "pressman"])
def test_A26_the_example_of_pressman_gives_its_totals(preset: str) -> None:
    match = rummikub_match(*TABLE, PRESSMAN, preset=preset, deals=4)
    assert match.totals == (-24, -54, 45, 33)
    assert match.deals_won == (1, 0, 2, 1)
    assert match.winners == (2,)


def test_A26_deals_won_and_points_may_have_different_winners() -> None:
    """Two small victories against a large one; and a tie in deals that the points decide."""
    games = [(5, -5), (5, -5), (-40, 40)]
    assert rummikub_match(*games, deals=3).winners == (1,)
    assert rummikub_match(*games, deals=3, preset="pressman").winners == (0,)
    assert rummikub_match(*games[1:], deals=2, preset="pressman").winners == (1,)
    assert rummikub_match(*TABLE, preset="pressman").standing == ((3,), (2,), (0,), (1,))


def test_A4_each_deal_draws_anew_for_the_start() -> None:
    match = Match(game=rummikub.GAME, rules=Rules(), players=3, deals=2, starters=[1])
    state = last(match.new_game(seed=4))
    assert state.starter == 1
    match = match.after(state)
    result = rummikub.result(state)
    assert result is not None
    assert match.results == (result,)
    assert match.starter is None
    match = match.after(last(match.new_game(seed=5)))
    assert match.is_over
    assert match.totals == tuple(map(sum, zip(*(result.scores for result in match.results), strict=True)))
    with pytest.raises(RulesError, match="the match is over"):
        match.new_game(seed=6)
    with pytest.raises(RulesError, match="the match is over"):
        match.after(state)


@pytest.mark.parametrize("preset", ["horesca", "bicycle"])
def test_C9_the_edition_decides_who_starts_the_next_deal_of_card_rami(preset: str) -> None:
    """The player on the left of the dealer; the dealer is the next player or, where two play, the winner (bicycle)."""
    rules = evolve(rummy.PRESETS[preset], match_deals=6)
    match = Match(rummy.GAME, rules)
    seen: set[tuple[int, int | None]] = set()
    while not match.is_over:
        *_, last = play_record(match, seed=len(match.results)).states()
        assert match.starter in (None, last.starter)
        match = match.after(last)
        assert match.starter == rummy.GAME.next_starter(match.results[-1], last.starter, rules)
        [winner] = match.results[-1].winners
        seen.add((winner, match.starter))
        if preset == "horesca":
            assert match.starter == 1 - last.starter
        else:
            assert match.starter == 1 - winner
    assert len(match.results) == 6
    assert len(seen) > 1


def test_004_11_a_match_ends_when_a_player_has_the_points() -> None:
    """It ends with the deal after which a player has them, and the highest total wins."""
    rules = evolve(rummy.Rules(), match_points=100)
    match = Match(rummy.GAME, rules, 3)
    while not match.is_over:
        assert max(match.totals) < 100
        *_, last = play_record(match, seed=len(match.results)).states()
        match = match.after(last)
    assert max(match.totals) >= 100
    assert match.winners == (match.totals.index(max(match.totals)),)
    shared = evolve(match, results=(Result((50, 50, 0), (0, 1), EndReason.BLOCKED),) * 2)
    assert shared.winners == (0, 1)


def test_C10_a_match_of_losses_ends_when_somebody_has_lost_the_points() -> None:
    match = rami_match(lost(0, -400, -90), lost(-30, -599, 0))
    assert not match.is_over
    assert match.winners == ()
    match = rami_match(lost(0, -400, -90), lost(-30, -600, 0))
    assert match.is_over
    assert match.winners == (0,)
    assert match.standing == ((0,), (2,), (1,))
    with pytest.raises(RulesError, match="over after 2 deals, but there are 3 results"):
        rami_match(*match.results, lost(0, 0, -1))


def test_C10_a_total_reached_does_not_end_a_match_of_losses() -> None:
    assert not rami_match(*played((0, 2000, 0))).is_over


def test_C10_a_player_over_the_limit_is_out_and_the_last_one_wins() -> None:
    match = rami_match(lost(0, -1000, -90), match_end="eliminate")
    assert not match.is_over
    assert match.seats == (0, 2)
    assert match.standing == ((0,), (2,), (1,))
    state = match.new_game(seed=1)
    assert state.players == 2
    record = play_record(match, seed=1)
    *_, last = record.states()
    match = match.after(last)
    assert match.results[1].scores[1] == 0
    scored = rummy.result(last)
    assert scored is not None
    assert (match.results[1].scores[0], match.results[1].scores[2]) == scored.scores
    assert match.results[1].winners == tuple({0: 0, 1: 2}[seat] for seat in scored.winners)
    assert match.starter in (0, 2)
    over = rami_match(lost(0, -1000, -90), lost(-2000, 0, -10), match_end="eliminate")
    assert over.is_over
    assert over.winners == (2,)
    assert over.standing == ((2,), (0,), (1,))
    with pytest.raises(RulesError, match="the match is over: no further deal is allowed"):
        over.after(last)


def test_C10_all_players_may_be_out_in_the_same_deal() -> None:
    match = rami_match(lost(-1000, -1400, 0), match_end="eliminate")
    assert match.is_over
    assert match.winners == (2,)
    assert match.standing == ((2,), (0,), (1,))
    both = rami_match(lost(-10, -1400, 0), Result((-1000, 0, -1200), (), EndReason.BLOCKED), match_end="eliminate")
    assert both.is_over
    assert both.seats == ()
    assert both.winners == (0,)
    assert both.standing == ((0,), (2,), (1,))


def test_C10_eliminated_or_not_without_points_everybody_plays_on() -> None:
    match = rami_match(lost(0, -9999, -90), match_end="eliminate", match_points=None)
    assert match.seats == (0, 1, 2)
    assert not match.is_over


def test_C10_the_next_player_starts_if_the_starter_is_out() -> None:
    """Seat 1 would start, and goes out in this deal: seat 2 starts."""
    rules = rummy.Rules(match_end="eliminate", scoring="losers")
    match = Match(game=rummy.GAME, rules=rules, players=3, points=40, starters=[0])
    found = False
    for seed in range(40):
        state = match.new_game(seed=seed)
        while not state.is_over:
            state = rummy.apply(state, quick_player(rummy.observe(state, state.current_player), Random(seed)))
        following = match.after(state)
        out = set(range(3)) - set(following.seats)
        assert following.starter == (None if following.is_over else 2 if 1 in out else 1), (out, following)
        found = found or (1 in out and not following.is_over)
    assert found


def test_G18_the_sheet_of_gin_has_the_game_the_boxes_and_the_shutout() -> None:
    match = Match(gin.GAME, results=played((30, 0), (80, 0)))
    assert match.winners == (0,)
    assert match.totals == gin.score_match(match.results).totals == (520, 0)
    assert match.sheet(["Ada", "Bo"]).splitlines() == [
        "          Ada  Bo",
        "Deal 1     30   0",
        "Deal 2     80   0",
        "Game      100   0",
        "Boxes      50   0",
        "Shutout   260   0",
        "Total     520   0",
        "         wins",
    ]
    running = evolve(match, results=match.results[:1])
    assert (running.totals, len(str(running).splitlines())) == ((30, 0), 3)
    agreed = Match(gin.GAME, deals=1, results=match.results[:1])
    assert (agreed.winners, agreed.totals) == ((0,), (30, 0))


def test_G18_the_player_who_reaches_the_points_wins_whatever_the_boxes() -> None:
    results = [*played(*[(0, 1)] * 9), *played((110, 0))]
    match = Match(gin.GAME, results=results)
    assert match.winners == (0,)
    assert match.totals == (110 + 100 + 25, 9 + 225)
    assert "Shutout" not in str(match)


def test_A24_the_last_mover_is_the_seat_before_the_one_to_move() -> None:
    for seat, scores in enumerate([(1, 0, -1), (0, 1, -1), (1, 0, -1)]):
        state = evolve(state_of(["R1", "B1", "R2"], "", pool=""), current_player=seat, passes=3)
        assert (result := rummikub.result(state)) is not None
        assert (result.scores, result.winners) == (scores, (0, 1))


def test_A24_odd_points_go_to_the_winners_in_turn_from_the_first_after_the_last_mover() -> None:
    score = partial(rummikub.score, ["R5", "B5", "K10 K2"], winner=None)
    assert score(last=0).scores == (3, 4, -7)
    assert score(last=1).scores == (4, 3, -7)
    with pytest.raises(RulesError, match="7 points cannot be split evenly among 2 winners, so the argument last is"):
        score()
    assert rummikub.score(["R5", "B5", "K10 K1"], winner=None).scores == (3, 3, -6)


def test_C11_a_winner_without_earlier_melds_scores_more() -> None:
    rules = rummy.PRESETS["bicycle"]
    hands = ["", "KD 5H"]
    assert rummy.score(hands, winner=0, melded=[True, False], rules=rules).scores == (15, -15)
    assert rummy.score(hands, winner=0, melded=[False, False], rules=rules).scores == (30, -30)


def test_004_10_arguments_that_decide_a_score_are_required() -> None:
    hands = ["", "KD 5H", "AS 2S *"]
    rami_51 = rummy.PRESETS["rami-51"]
    with pytest.raises(RulesError, match="melded must be given, because unmelded_points is 100, not None"):
        rummy.score(hands, winner=0, rules=rami_51)
    assert rummy.score(hands, winner=0, melded=[True, True, False], rules=rami_51).scores == (0, -15, -100)
    assert rummy.score(["KD", *hands[1:]], winner=None, rules=rami_51).scores == (0, 0, 0)
    for rules in (rummy.Rules(rummy_multiplier=2, jokers=2), rummy.Rules(rummy_bonus=5, jokers=2)):
        with pytest.raises(
            RulesError, match="melded must be given, because the rules have a rummy_multiplier or a rummy_bonus"
        ):
            rummy.score(hands, winner=0, rules=rules)
    with pytest.raises(RulesError, match="laid_points must be given, because scoring is 'melded'"):
        rummy.score(["", "KD"], winner=0, rules=rummy.PRESETS["rummy-500"])
    assert rummy.score(hands, winner=0, rules=rummy.Rules(jokers=2)).scores == (38, 0, 0)


def test_C7_a_blocked_deal_scores_nothing() -> None:
    assert rummy.score(["KD", "5H"], winner=None) == Result((0, 0), (), EndReason.BLOCKED)
