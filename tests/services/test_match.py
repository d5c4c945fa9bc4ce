"""Matches: invalid arguments, the end, and score sheets."""

import json
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import RulesError, WrongType, contracts, gin, rummikub, rummy
from rami.codec import from_json, to_json
from rami.match import Match
from rami.players import quick_player
from rami.results import EndReason, Result
from rami.rummikub import PRESETS
from tests.kit import counting_game as fourth
from tests.rules.positions import SCORE_TABLE as TABLE
from tests.services.matches import last, lost, played, rummikub_match


def test_a_tie_is_shared() -> None:
    match = rummikub_match((10, -10, 0), (-10, 10, 0), deals=2)
    assert match.standing == ((0, 1, 2),)
    assert match.winners == (0, 1, 2)
    assert rummikub_match((10, 10, -20), deals=1).standing == ((0, 1), (2,))


def test_a_match_by_points_ends_when_somebody_has_them() -> None:
    assert not rummikub_match(*TABLE, points=48).is_over
    match = rummikub_match(*TABLE, points=39, deals=5)
    assert match.is_over
    assert match.winners == (3,)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "rummikub"}, "game must be a Game, not 'rummikub'"),
        ({"rules": contracts.Rules()}, "rules must be the Rules of rummikub"),
        ({"players": 0}, "players must be a whole number of at least 1, not 0"),
        ({"players": 9}, "players must be a whole number from 2 to 4, not 9"),
        ({"players": 10**8}, "players must be a whole number from 2 to 4, not 100000000"),
        ({"players": 10**5000}, "players must be a whole number of at least 1, not a number of 16610 bits"),
        ({"rules": ()}, "rules must contain the Rules of at least one deal"),
        ({"rules": (PRESETS["goliath"], 7)}, "rules must be the Rules of rummikub, not 7"),
        ({"rules": (PRESETS["goliath"], PRESETS["pressman"])}, "must have the same rules for the end and the winner"),
        ({"rules": (PRESETS["goliath"],) * 2, "deals": 3}, "deals must be at most 2, the number of rules, not 3"),
        (
            {"rules": (PRESETS["goliath"],) * 2, "results": played(*TABLE)},
            "over after 2 deals, but there are 3 results",
        ),
        ({"results": 5}, "results must be a row, not 5"),
        ({"players": True}, "players must be a whole number of at least 1, not True"),
        ({"deals": 0}, "deals must be a whole number of at least 1, or None, not 0"),
        ({"points": "many"}, "points must be a whole number of at least 1, or None, not 'many'"),
        ({"starters": [0, 4]}, "each of starters must be a seat from 0 to 3, or None, not 4"),
        ({"starters": 4}, "starters must be a row, not 4"),
        ({"results": [7]}, "each item of results must be a Result, not 7"),
        ({"results": played((1, -1))}, "result 1 has 2 scores, not 4"),
        ({"results": played(*TABLE), "deals": 2}, "over after 2 deals, but there are 3 results"),
        ({"results": played(*TABLE), "points": 24}, "over after 1 deals, but there are 3 results"),
    ],
)
def test_an_invalid_match_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        evolve(rummikub_match(), **change)


def test_an_invalid_result_is_not_added() -> None:
    match = rummikub_match()
    state = match.new_game(seed=1)
    with pytest.raises(RulesError, match="the deal is still running"):
        match.after(state)
    with pytest.raises(RulesError, match="a State of rummikub is expected"):
        match.after("state")  # type: ignore[arg-type]  # no State
    with pytest.raises(RulesError, match="the deal must have the rules and the number of players"):
        match.after(last(rummikub.new_game(4, PRESETS["goliath"], seed=1)))


def test_each_deal_may_have_its_rules() -> None:
    rules = (PRESETS["goliath"], PRESETS["hasbro-2007"])
    match = Match(game=rummikub.GAME, rules=rules, players=2)
    assert match.next_rules == rules[0]
    match = match.after(last(match.new_game(seed=1)))
    assert match.next_rules == match.new_game(seed=2).rules == rules[1]
    with pytest.raises(RulesError, match="the deal must have the rules and the number of players"):
        match.after(last(rummikub.new_game(2, rules[0], seed=1)))
    match = match.after(last(match.new_game(seed=2)))
    assert match.is_over
    assert match.next_rules == rules[1]
    assert Match(game=rummikub.GAME, rules=list(rules), players=2).rules == rules
    text = to_json(match)
    assert [each["preset"] for each in json.loads(text)["value"]["rules"]] == ["goliath", "hasbro-2007"]
    assert from_json(text, Match) == match


# ------------------------------------------------------------------------------- the end by the rules, typed-in deals


def test_a_match_ends_by_its_rules_without_being_told() -> None:
    rami = Match(rummy.GAME, rummy.PRESETS["rami-51"], 3)
    assert not rami.add(lost(0, -999, -5)).is_over
    assert rami.add(lost(0, -1000, -5)).winners == (0,)
    deals = evolve(rummy.Rules(), match_deals=2)
    assert Match(rummy.GAME, deals, results=played((9, 0), (0, 9))).is_over
    assert Match(rummy.GAME, deals, deals=3, results=played((9, 0), (0, 9))).is_over is False
    assert Match(rummy.GAME, rummy.MATCHES["continental"], 3).rules == rummy.MATCHES["continental"]
    assert Match(rummikub.GAME).rules == PRESETS["hasbro-2007"]
    assert Match(rummikub.GAME, None, 3).players == 3  # type: ignore[arg-type]  # as if it were left out


def test_deals_of_a_real_table_are_added() -> None:
    match = Match(rummikub.GAME, players=3, deals=2).add(rummikub.score(["", "R7 K5", "O1"], winner=0))
    assert (match.totals, match.is_over) == ((13, -12, -1), False)
    match = match.add(rummikub.score(["K2", "", "O1"], winner=1))
    assert match.winners == (0,)
    with pytest.raises(RulesError, match="the match is over: no further deal is allowed"):
        match.add(match.results[0])
    with pytest.raises(WrongType, match="result must be a Result"):
        match.add("13 -12 -1")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(RulesError, match="result 1 has 2 scores, not 3"):
        Match(rummikub.GAME, players=3).add(played((1, -1))[0])


def test_the_next_starter_follows_from_the_results() -> None:
    rotating = Match(rummy.GAME, players=3, starters=[2])
    for starter in (2, 0, 1, 2):
        assert rotating.starter == starter
        rotating = rotating.add(Result((5, 0, 0), (0,), EndReason.WENT_OUT))
    assert evolve(rotating, results=rotating.results[:1]).starter == 0
    assert evolve(rotating, results=(), starters=()).starter is None
    assert Match(rummy.GAME, players=3).add(rotating.results[0]).starter is None
    state = evolve(fourth.new_game(2, fourth.Goal(5), seed=1), count=5)  # This state does not have a starter
    assert Match(fourth.GAME, fourth.Goal(5), starters=[1]).after(state).starters == (1,)
    named = evolve(rotating, starters=[2, None, 0])
    assert [evolve(named, results=named.results[:count]).starter for count in range(5)] == [2, 0, 0, 1, 2]
    winning = Match(gin.GAME).add(Result((0, 30), (1,), EndReason.WENT_OUT))
    assert winning.starter == 1
    assert winning.add(Result((0, 0), (), EndReason.BLOCKED)).starter == 1
    assert evolve(winning, results=played((30, 0))).starter == 0


@pytest.mark.parametrize("agreed", [[1], [1, 1, 0]])
def test_the_next_starter_after_a_deal_is_the_same_from_its_result(agreed: list[int]) -> None:
    match = Match(gin.GAME, starters=agreed)
    state = match.new_game(seed=3)
    while not state.is_over:
        state = gin.apply(state, quick_player(gin.observe(state, state.current_player), Random(3)))
    result = gin.result(state)
    assert result is not None
    assert match.after(state) == match.add(result)
    assert state.starter == 1


def test_names_of_people_are_cleaned_and_cut() -> None:
    sheet = rummikub_match((5, -5)).sheet(["Ana\x1b[2J\n", "B" * 10_000])
    assert "\x1b" not in sheet
    assert len(sheet.splitlines()) == 3
    assert max(map(len, sheet.splitlines())) < 70
    with pytest.raises(WrongType):
        rummikub_match((5, -5)).sheet([1, 2])  # type: ignore[list-item]  # wrong on purpose


# -------------------------------------------------------------------------------------------------------- score sheets


def test_a_match_prints_as_a_score_sheet() -> None:
    assert str(rummikub_match(*TABLE, deals=3)).splitlines() == [
        "        Player 1  Player 2  Player 3  Player 4",
        "Deal 1        24        -5       -16        -3",
        "Deal 2        -6       -11        22        -5",
        "Deal 3       -32       -13        -2        47",
        "Total        -14       -29         4        39",
        "                                          wins",
    ]
    assert str(rummikub_match((5, -5))).splitlines()[-1] == "Total          5        -5"


def test_a_score_sheet_has_names_and_a_language() -> None:
    match = rummikub_match((5, -5), deals=1)
    sheet = match.sheet(names=["Ana", "Bo"], lang="fr")
    assert sheet.split() == ["Ana", "Bo", "Donne", "1", "5", "-5", "Total", "5", "-5", "gagne"]
    assert "Joueur 2" in match.sheet(lang="fr")
    with pytest.raises(RulesError, match="names must have 2 values, one for each seat, not 1"):
        match.sheet(names=["Ana"])


def test_a_notebook_shows_a_score_sheet() -> None:
    table = rummikub_match((5, -5))._repr_html_()
    assert table.startswith("<table><tr><th></th><th>Player 1</th><th>Player 2</th></tr>")
    assert table.endswith("<tr><th>Total</th><td>5</td><td>-5</td></tr></table>")


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (
            [Result((0, 28, 26), (0,), EndReason.WENT_OUT)],
            "in result 1, seat 1 has 28 points, but a winner has only 0",
        ),
        ([Result((0, 0, 5), (0, 2), EndReason.BLOCKED), Result((9, 0, 5), (2,), EndReason.BLOCKED)], "result 2"),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(results: list[Result], message: str) -> None:
    rules = rummy.PRESETS["rami-51"]
    with pytest.raises(RulesError, match=message):
        Match(game=rummy.GAME, rules=rules, players=3, results=results)


def test_a_player_who_is_out_may_have_more_than_a_winner() -> None:
    """An eliminated player scores 0, and the winner of a later deal may also have lost points."""
    rules = rummy.PRESETS["rummy-500"].evolve(match_end="eliminate")
    results = [Result((-40, 0, 10), (2,), EndReason.BLOCKED), Result((0, -5, -3), (2,), EndReason.BLOCKED)]
    match = Match(game=rummy.GAME, rules=rules, players=3, points=30, results=results)
    assert match.seats == (1, 2)
    with pytest.raises(RulesError, match="result 3 has points for seat 0, which is out"):
        match.add(Result((5, 0, 0), (0,), EndReason.BLOCKED))
    nobody = Result((5, 0, 0), (), EndReason.BLOCKED)
    assert Match(game=rummy.GAME, rules=rules, players=3, results=[nobody]).totals == (5, 0, 0)
