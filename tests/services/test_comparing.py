"""Comparisons of players on the same deals, and their intervals."""

from collections.abc import Sequence
from random import Random
from statistics import stdev
from typing import Any

import pytest
from attrs import evolve

from rami import RulesError, WrongType, contracts, rummy
from rami.players import quick_player, random_player
from rami.simulate import Comparison, DealRow, Estimate, compare, deals

T_TABLE = {
    1: 12.7062047,
    2: 4.3026527,
    3: 3.1824463,
    4: 2.7764451,
    5: 2.5705818,
    9: 2.2621572,
    14: 2.1447867,
    19: 2.0930241,
    29: 2.0452296,
    79: 1.9904502,
    100: 1.9839715,
    101: 1.9837310,
    120: 1.9799304,
    1000: 1.9623391,
}
"""Quantiles of Student's t distribution for 95 % on both sides, by degrees of freedom."""


def rows_of(*seeds: tuple[tuple[int, int], tuple[int, int]]) -> list[DealRow]:
    """Return rows of two players: for each seed, the scores of the first and of the second in both seatings."""
    return [
        DealRow(
            game="a game",
            edition="an edition",
            version="1.0",
            seed=seed,
            seating=number,
            players=("one", "other")[:: -1 if number else 1],
            scores=scores[:: -1 if number else 1],
            winners=tuple(seat for seat in range(2) if scores[:: -1 if number else 1][seat] == max(scores)),
            turns=9,
        )
        for seed, seatings in enumerate(seeds)
        for number, scores in enumerate(seatings)
    ]


def test_the_deals_of_one_seed_count_as_one() -> None:
    found = compare(rows_of(((10, 0), (10, 0)), ((0, 10), (0, 10)), ((10, 0), (0, 10))))
    assert [each.mean for each in found.points] == [5, 5]
    assert found.points[0].error == pytest.approx(stdev([10, 0, 5]) / 3**0.5)
    assert [row[0].mean for row in found.seatings] == [pytest.approx(20 / 3), pytest.approx(10 / 3)]
    assert found.wins[0].mean == 0.5


def test_the_order_of_the_rows_and_a_row_twice_make_no_difference() -> None:
    rows = rows_of(((3, 4), (5, 6)), ((7, 1), (9, 9)), ((2, 2), (0, 8)))
    found = compare(rows)
    assert compare([*rows[::-1], *rows[:3]]) == found
    assert compare([*rows, evolve(rows[0], seed=9)]) == found, "the other seating of seed 9 is not there"
    assert compare(iter(rows)) == found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "another"}, "all rows must have the same game, not 'a game' and 'another'"),
        ({"edition": "another"}, "all rows must have the same edition, not 'an edition' and 'another'"),
        ({"version": "1.1"}, "all rows must have the same version, not '1.0' and '1.1'"),
        ({"players": ("one", "third")}, "all rows must have the same players, not one, other and one, third"),
        ({"players": ("other", "one")}, "seating 0 of one, other is not other, one"),
        ({"scores": (99, 0)}, "two rows of seed 0 and seating 0 differ"),
    ],
)
def test_rows_that_do_not_belong_together_are_refused_by_name(change: dict[str, Any], message: str) -> None:
    rows = rows_of(((3, 4), (5, 6)), ((7, 1), (9, 9)))
    with pytest.raises(RulesError, match=message):
        compare([rows[0], evolve(rows[0], **change), *rows])


def test_fewer_than_two_seeds_say_nothing() -> None:
    rows = rows_of(((3, 4), (5, 6)), ((7, 1), (9, 9)))
    for few, number in ((rows[:0], 0), (rows[:1], 0), (rows[:3], 1)):
        with pytest.raises(RulesError, match=f"at least two seeds need rows of all seatings, not {number}"):
            compare(few)
    wrong: list[Any] = [[None], ["row"], [rows]]
    for each in wrong:
        with pytest.raises(WrongType):
            compare(each)


def test_a_player_cannot_be_told_from_itself() -> None:
    found = compare(deals(rummy.GAME, {"one": quick_player, "other": quick_player}, seeds=range(5)))
    assert found.leads[0][1] == Estimate(0.0, 0.0, 0.0, 0.0)
    assert [each.mean for each in found.wins] == [0.5, 0.5]
    assert found.wins[0].low < 0.3


def test_a_comparison_fits_on_a_terminal() -> None:
    players = {"a_player_with_a_name_that_is_rather_too_long_for_one_line": quick_player, "plain": random_player}
    found = compare(deals(contracts.GAME, players, seeds=range(2)))
    lines = str(found).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[2].startswith("a_player_with_a_name_th…  ")
    assert lines[3].startswith("plain  ")
    assert lines[4].startswith("lead of a_player_with_a_name_th… over plain: ")


def test_a_comparison_prints_as_a_table() -> None:
    some = Estimate(0.5, 0.05, 0.4, 0.6)
    points = Estimate(-3.25, 1.0, -5.21, -1.29)
    pair = (points, points)
    found = Comparison(
        "gin", "gin-classic", "1.0", ("one", "another"), 30, (some, some), pair, (pair, pair), (pair, pair)
    )
    assert str(found).splitlines() == [
        "30 deals, each played in 2 seatings (95 % confidence intervals)",
        "player                    wins     points per deal",
        "one         50.0 % (40.0–60.0)        -3.25 ± 1.96",
        "another     50.0 % (40.0–60.0)        -3.25 ± 1.96",
        "lead of one over another: -3.25 ± 1.96",
    ]
    changes: list[Any] = [{"players": ("a",)}, {"players": ("a", "\n")}, {"wins": (some,)}, {"seatings": (pair,)}]
    for change in changes:
        with pytest.raises(RulesError):
            evolve(found, **change)


def mean_of(values: Sequence[int]) -> Estimate:
    """Return the statistics of a player with these points."""
    return compare(rows_of(*(((value, 0), (value, 0)) for value in values))).points[0]


@pytest.mark.parametrize("freedom", T_TABLE)
def test_a_mean_has_the_interval_of_student(freedom: int) -> None:
    found = mean_of([5, *[0] * freedom])
    assert (found.high - found.mean) / found.error == pytest.approx(T_TABLE[freedom], abs=1e-7)


@pytest.mark.parametrize(
    ("won", "low", "high"),
    [(0, 0, 0.2775), (10, 0.7225, 1), (5, 0.2366, 0.7634), (1, 0.0179, 0.4042)],
)
def test_a_share_of_ten_seeds_has_the_interval_of_wilson(won: int, low: float, high: float) -> None:
    """The winner of one deal of a seed wins the other too, so ten seeds are ten observations."""
    seeds = [((1, 0), (1, 0))] * won + [((0, 1), (0, 1))] * (10 - won)
    found = compare(rows_of(*seeds)).wins[0]
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-4)


@pytest.mark.parametrize("number", [5, 20, 80])
def test_intervals_have_the_promised_coverage(number: int) -> None:
    random, held, won = Random(number), 0, 0
    for _ in range(400):
        chances = [random.choice([0.6, 0.8]) for _ in range(number)]  # a deal favors both seats of a player alike
        outcomes = [tuple((20, 10) if random.random() < each else (0, 10) for _ in range(2)) for each in chances]
        found = compare(rows_of(*((one, other) for one, other in outcomes)))
        held += found.points[0].low <= 14 <= found.points[0].high
        won += found.wins[0].low <= 0.7 <= found.wins[0].high
    assert held >= 360
    assert won >= 372
