"""Players against each other on the same deals, and how sure the figures are."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import permutations
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rami import RulesError, WrongType, contracts, rummikub, rummy
from rami.players import Player, best_player, quick_player, random_player
from rami.shuffling import derive
from rami.simulate import Comparison, Difference, Estimate, compare, rows, simulate
from rami.simulate.estimates import mean_of, student


@pytest.mark.slow
@pytest.mark.no_cover
def test_every_seating_of_the_same_deals() -> None:
    players = [quick_player, random_player, best_player]
    found = compare(contracts.GAME, players, deals=3, seed=4)
    assert (found.deals, found.seatings) == (3, 6)
    seeds = [derive(4, "compare", number) for number in range(3)]
    scored: list[list[float]] = [[0.0] * 3 for _ in seeds]
    won: list[list[float]] = [[0.0] * 3 for _ in seeds]
    for seating in permutations(range(3)):
        for deal, summary in enumerate(simulate(contracts.GAME, [players[one] for one in seating], seeds=seeds)):
            for seat, player in enumerate(seating):
                scored[deal][player] += summary.scores[seat] / 6
                won[deal][player] += (seat in summary.winners) / len(summary.winners) / 6
    for player in range(3):
        assert found.points[player].mean == pytest.approx(fmean(row[player] for row in scored))
        assert found.wins[player].mean == pytest.approx(fmean(row[player] for row in won))
    assert [(each.first, each.second) for each in found.differences] == [(0, 1), (0, 2), (1, 2)]
    gains = [row[0] - row[2] for row in scored]
    assert found.differences[1].points.mean == pytest.approx(fmean(gains))
    assert found.differences[1].points.error == pytest.approx(stdev(gains) / 3**0.5)


def test_a_player_cannot_be_told_from_itself() -> None:
    found = compare(rummy.GAME, [quick_player, quick_player], deals=5, seed=1)
    assert found.differences[0].points == Estimate(0.0, 0.0, 0.0, 0.0)
    assert [each.mean for each in found.wins] == [0.5, 0.5]


def test_a_comparison_fits_on_a_terminal() -> None:
    def a_player_with_a_name_that_is_rather_too_long_for_one_line(
        view: contracts.View, random: Random
    ) -> contracts.Move:
        return quick_player(view, random)

    def plain(view: contracts.View, random: Random) -> contracts.Move:
        return random_player(view, random)

    players: list[Player[contracts.View, contracts.Move]] = [
        a_player_with_a_name_that_is_rather_too_long_for_one_line,
        partial(partial(plain)),
    ]
    found = compare(contracts.GAME, players, deals=2, seed=1)
    lines = str(found).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[2].startswith("a_player_with_a_name_th…  ")
    assert lines[3].startswith("plain  ")
    assert lines[4].startswith("a_player_with_a_name_th… over plain: ")


def test_the_executor_makes_no_difference_and_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    players = [quick_player, random_player]
    here = compare(rummy.GAME, players, deals=4, seed=2, progress=lambda done, all_: told.append((done, all_)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    with ThreadPoolExecutor(2) as threads:
        assert compare(rummy.GAME, players, deals=4, seed=2, executor=threads) == here
    assert compare(rummy.GAME, players, deals=4, seed=3) != here


def test_the_rules_are_passed_on() -> None:
    seen: set[rummy.Rules] = set()
    choose: Player[rummy.View, rummy.Move] = quick_player

    def watching(view: rummy.View, random: Random) -> rummy.Move:
        seen.add(view.rules)
        return choose(view, random)

    compare(rummy.GAME, [watching, watching], rules=rummy.PRESETS["bicycle"], deals=2, seed=2)
    assert seen == {rummy.PRESETS["bicycle"]}


@pytest.mark.parametrize(
    ("players", "deals", "message"),
    [
        (2, 1, "deals must be a whole number from 2 to 1000000, not 1"),
        (2, True, "deals must be a whole number, not True"),
        (2, "9", "deals must be a whole number, not '9'"),
        (1, 2, "two players are needed to compare them, not 1"),
        (5, 2, "players must be a number from 2 to 4, not 5"),
        (12, 2, "players must be a number from 2 to 4, not 12"),
    ],
)
def test_bad_arguments(players: int, deals: int, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        compare(rummikub.GAME, [quick_player] * players, deals=deals, seed=1)


def test_a_comparison_that_cannot_be_is_refused() -> None:
    found = compare(contracts.GAME, [quick_player, random_player], deals=2, seed=4)
    changes: list[Any] = [
        {"players": ("quick_player",)},
        {"players": ("a",) * 12},
        {"wins": found.wins[:1]},
        {"differences": (evolve(found.differences[0], second=2),)},
        {"summaries": (found.summaries[0], found.summaries[1][:1])},
        {"summaries": ((evolve(found.summaries[0][0], scores=(1, 2, 3)),) * 2,)},
    ]
    for change in changes:
        with pytest.raises(RulesError, match=r"compared|a comparison of 2 players"):
            evolve(found, **change)
    wrong_types: list[Any] = [{"summaries": ((1, 2),)}, {"players": "ab"}, {"deals": 10**5000}]
    for change in wrong_types:
        with pytest.raises(WrongType):
            evolve(found, **change)


def test_results_are_rows_of_a_table() -> None:
    players = [quick_player, random_player, best_player]
    found = compare(contracts.GAME, players, deals=2, seed=4)
    table = list(rows(found))
    assert len(table) == 2 * 6 * 3
    for place, player in enumerate(found.players):
        own = [row for row in table if row["player"] == player]
        assert found.points[place].mean == pytest.approx(fmean(float(row["score"]) for row in own))
        assert found.wins[place].mean == pytest.approx(fmean(float(row["won"]) for row in own))
    assert [(row["deal"], row["seating"], row["seat"]) for row in table[16:20]] == [
        (0, 5, 1),
        (0, 5, 2),
        (1, 0, 0),
        (1, 0, 1),
    ]
    [summary] = simulate(contracts.GAME, players[:2], seeds=[7])
    assert list(rows([summary])) == [
        {
            "seed": 7,
            "seat": seat,
            "starter": summary.starter,
            "score": summary.scores[seat],
            "won": float(summary.winners == (seat,)),
            "reason": str(summary.reason),
            "moves": summary.moves,
            "turns": summary.turns,
        }
        for seat in range(2)
    ]


def test_it_prints_well() -> None:
    some = Estimate(0.5, 0.05, 0.4, 0.6)
    points = Estimate(-3.25, 1.0, -5.21, -1.29)
    printed = str(Comparison(("one", "another"), 30, 2, (some, some), (points, points), (Difference(0, 1, points),)))
    assert printed.splitlines() == [
        "30 deals in 2 seatings each; ± is half of the 95 % interval",
        "player              wins       points a deal",
        "one        50.0 % ± 10.0        -3.25 ± 1.96",
        "another    50.0 % ± 10.0        -3.25 ± 1.96",
        "one over another: -3.25 ± 1.96",
    ]


@given(st.lists(st.integers(-300, 300), min_size=2, max_size=40))
def test_a_mean_lies_in_its_interval(values: Sequence[int]) -> None:
    found = mean_of(values)
    assert found.low <= found.mean <= found.high
    assert found.error == pytest.approx(stdev(values) / len(values) ** 0.5)


@pytest.mark.parametrize(
    ("freedom", "reach"),
    [
        (1, 12.7062047),
        (2, 4.3026527),
        (3, 3.1824463),
        (4, 2.7764451),
        (5, 2.5705818),
        (9, 2.2621572),
        (14, 2.1447867),
        (19, 2.0930241),
        (29, 2.0452296),
        (79, 1.9904502),
        (100, 1.9839715),
        (101, 1.9837310),
        (120, 1.9799304),
        (1000, 1.9623391),
    ],
)
def test_a_mean_has_the_interval_of_student(freedom: int, reach: float) -> None:
    """The table of the t distribution, for 95 % on both sides."""
    assert student(freedom) == pytest.approx(reach, abs=1e-7)


@pytest.mark.parametrize("number", [5, 10, 20, 80])
def test_intervals_of_a_mean_hold_what_they_promise(number: int) -> None:
    random, held = Random(number), 0
    for _ in range(1000):
        found = mean_of([random.gauss(3, 2) for _ in range(number)])
        held += found.low <= 3 <= found.high
    assert 930 <= held <= 970
