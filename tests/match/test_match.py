"""Matches: the score tables of the sources, who starts next, the end, and the winners of each edition."""

import pickle
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import RulesError, contracts, rummikub, rummy
from rami.game import EndReason, Result
from rami.match import Match, after, deal, start
from rami.players import quick_player
from rami.record import Record, states
from rami.rummikub import PRESETS, Draw, Pass, Rules

TABLE = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)]
"""The games of the score table 000-g; its first two lines are that of 001-6."""

PRESSMAN = (-10, -25, 41, -6)
"""The fourth game of the example of A26."""

Scores = tuple[int, ...]


def played(*games: Scores) -> list[Result]:
    return [Result(game, (game.index(max(game)),), EndReason.WENT_OUT) for game in games]


def rummikub_match(
    *games: Scores, preset: str = "hasbro-2007", deals: int | None = None, points: int | None = None
) -> Match[Rules, rummikub.State, rummikub.Move, rummikub.View]:
    return Match(
        game=rummikub.GAME,
        rules=PRESETS[preset],
        players=len(games[0]) if games else 4,
        deals=deals,
        points=points,
        results=tuple(played(*games)),
    )


def last(state: rummikub.State) -> rummikub.State:
    """The end of a deal in which everybody draws and then passes."""
    while not state.is_over:
        state = rummikub.apply(state, Draw() if state.pool else Pass())
    return state


def test_000_g_score_table() -> None:
    match = rummikub_match(*TABLE, deals=3)
    assert match.totals == (-14, -29, 4, 39)
    assert match.standing == ((3,), (2,), (0,), (1,))
    assert match.is_over
    assert match.winners == (3,)
    assert all(sum(result.scores) == 0 for result in match.results)


def test_001_6_score_table() -> None:
    match = rummikub_match(*TABLE[:2], preset="chiffres", deals=2)
    assert match.totals == (18, -16, 6, -8)
    assert [result.winners for result in match.results] == [(0,), (2,)]
    assert match.winners == (0,)


@pytest.mark.parametrize("preset", ["hasbro-2007", "pressman"])
def test_A26_the_example_of_pressman(preset: str) -> None:
    match = rummikub_match(*TABLE, PRESSMAN, preset=preset, deals=4)
    assert match.totals == (-24, -54, 45, 33)
    assert match.deals_won == (1, 0, 2, 1)
    assert match.winners == (2,)


def test_A26_the_methods_differ() -> None:
    """Two small victories against a large one; and a tie in deals that the points decide."""
    games = [(5, -5), (5, -5), (-40, 40)]
    assert rummikub_match(*games, deals=3).winners == (1,)
    assert rummikub_match(*games, deals=3, preset="pressman").winners == (0,)
    assert rummikub_match(*games[1:], deals=2, preset="pressman").winners == (1,)
    assert rummikub_match(*TABLE, preset="pressman").standing == ((3,), (2,), (0,), (1,))


def test_a_tie_is_shared() -> None:
    match = rummikub_match((10, -10, 0), (-10, 10, 0), deals=2)
    assert match.standing == ((0, 1, 2),)
    assert match.winners == (0, 1, 2)
    assert rummikub_match((10, 10, -20), deals=1).standing == ((0, 1), (2,))


def test_a_match_without_an_end_has_no_winner() -> None:
    match = rummikub_match(*TABLE)
    assert not match.is_over
    assert match.winners == ()
    assert rummikub_match().standing == ((0, 1, 2, 3),)


def test_a_match_by_points_ends_when_somebody_has_them() -> None:
    assert not rummikub_match(*TABLE, points=48).is_over
    match = rummikub_match(*TABLE, points=39, deals=5)
    assert match.is_over
    assert match.winners == (3,)


@pytest.mark.parametrize("choice", ["redraw", "rotate", "winner"])
def test_A4_who_starts_the_next_deal(choice: str) -> None:
    rules = Rules(next_starter=choice)  # type: ignore[arg-type]  # one of its values
    match = Match(game=rummikub.GAME, rules=rules, players=3, deals=2, starter=1)
    state = last(start(match, seed=4))
    assert state.starter == 1
    match = after(match, state)
    result = rummikub.result(state)
    assert result is not None
    assert match.results == (result,)
    assert match.starter == {"redraw": None, "rotate": 2, "winner": result.winners[0]}[choice]
    if match.starter is not None:
        assert start(match, seed=5).starter == match.starter
    match = after(match, last(start(match, seed=5)))
    assert match.is_over
    assert match.totals == tuple(map(sum, zip(*(result.scores for result in match.results), strict=True)))
    with pytest.raises(RulesError, match="the match is over"):
        start(match, seed=6)
    with pytest.raises(RulesError, match="over after 2 deals, and there are 3 results"):
        after(match, state)


def test_a_match_of_the_contract_game() -> None:
    match = Match(game=contracts.GAME, rules=contracts.DEFAULT, players=2, points=60, starter=1)
    random = Random(1)
    while not match.is_over:
        state = start(match, seed=len(match.results))
        while not state.is_over:
            state = contracts.apply(state, random.choice(list(contracts.legal_moves(state))))
        match = after(match, state)
        assert match.starter is None
    assert max(match.totals) >= 60
    assert match.winners == (match.totals.index(max(match.totals)),)
    assert deal(evolve(match, points=None), seed=1).starter is None


@pytest.mark.parametrize("preset", ["horesca", "bicycle"])
def test_C9_who_starts_the_next_deal_of_card_rami(preset: str) -> None:
    """The player on the left of the dealer; the dealer is the next player or, where two play, the winner (bicycle)."""
    rules = evolve(rummy.PRESETS[preset], match_deals=6)
    match = Match(game=rummy.GAME, rules=rules, players=2, deals=rules.match_deals, points=rules.match_points)
    seen: set[tuple[int, int | None]] = set()
    while not match.is_over:
        *_, last = states(play_record(match, seed=len(match.results)))
        assert match.starter in (None, last.starter)
        match = after(match, last)
        assert match.starter == rummy.next_starter(last) == (rummy.next_dealer(last) + 1) % 2
        [winner] = match.results[-1].winners
        seen.add((winner, match.starter))
        if preset == "horesca":
            assert match.starter == 1 - last.starter
        else:
            assert match.starter == 1 - winner
    assert len(match.results) == 6
    assert len(seen) > 1


def play_record(match: Match[Any, Any, Any, Any], seed: int) -> Record[Any, Any, Any, Any]:
    """The record of the next deal of a match."""
    state, moves = start(match, seed=seed), []
    first = deal(match, seed=seed)
    while not state.is_over:
        moves.append(quick_player(match.game.observe(state, state.current_player), Random(0)))
        state = match.game.apply(state, moves[-1])
    return Record(game=match.game, rules=match.rules, players=match.players, deal=first, moves=moves)


def test_004_11_C10_a_match_of_card_rami_by_points() -> None:
    """It ends with the deal after which a player has them, and the highest total wins."""
    rules = evolve(rummy.DEFAULT, match_points=100)
    match = Match(game=rummy.GAME, rules=rules, players=3, deals=rules.match_deals, points=rules.match_points)
    while not match.is_over:
        assert max(match.totals) < 100
        *_, last = states(play_record(match, seed=len(match.results)))
        match = after(match, last)
    assert max(match.totals) >= 100
    assert match.winners == (match.totals.index(max(match.totals)),)
    shared = evolve(match, results=(Result((50, 50, 0), (0, 1), EndReason.BLOCKED),) * 2)
    assert shared.winners == (0, 1)


def test_a_match_is_a_value() -> None:
    match = rummikub_match(*TABLE, deals=3)
    copy = pickle.loads(pickle.dumps(match))
    assert copy == match
    assert hash(copy) == hash(match)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "rummikub"}, "game must be a Game, not 'rummikub'"),
        ({"rules": contracts.DEFAULT}, "rules must be the Rules of rummikub"),
        ({"players": 0}, "players must be a whole number from 1, not 0"),
        ({"players": True}, "players must be a whole number from 1, not True"),
        ({"deals": 0}, "deals must be a whole number from 1, or None, not 0"),
        ({"points": "many"}, "points must be a whole number from 1, or None, not 'many'"),
        ({"starter": 4}, "starter must be a seat from 0 to 3, or None, not 4"),
        ({"results": [7]}, "results is made of Result, not 7"),
        ({"results": played((1, -1))}, "result 1 has 2 scores, not 4"),
        ({"results": [Result((0, 0, 0, 0), (4,), EndReason.BLOCKED)]}, r"result 1 has winners that are no seats: \(4,"),
        ({"results": played(*TABLE), "deals": 2}, "over after 2 deals, and there are 3 results"),
        ({"results": played(*TABLE), "points": 24}, "over after 1 deals, and there are 3 results"),
    ],
)
def test_what_is_no_match(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        evolve(rummikub_match(), **change)


def test_what_cannot_be_added() -> None:
    match = rummikub_match()
    state = start(match, seed=1)
    with pytest.raises(RulesError, match="the deal is still running"):
        after(match, state)
    with pytest.raises(RulesError, match="a State of rummikub is expected"):
        after(match, "state")  # type: ignore[misc]  # no State
    with pytest.raises(RulesError, match="played by other rules"):
        after(match, last(rummikub.new_game(4, PRESETS["goliath"], seed=1)))
