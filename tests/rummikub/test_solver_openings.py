"""The solver in an opening turn that may use the table, openings with a joker, and rare cases."""

import random

import pytest

from rami.rummikub import PRESETS, Rules, best_play, find_play, playable, plays, set_up
from rami.rummikub.checks import played_tiles
from rami.rummikub.solver import all_plays, graph
from tests.oracles.rummikub_against_brute import disagreements, position, shown


@pytest.mark.parametrize("seed", [10, 18, 23, 64])
def test_the_same_sets_are_found_without_the_first_passes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    view = position(random.Random(seed))
    before = sorted(played_tiles(view, play) for play in plays(view))
    monkeypatch.setattr(all_plays, "LEAST", 0)
    monkeypatch.setattr(all_plays, "EACH", 0)
    assert sorted(played_tiles(view, play) for play in plays(view)) == before


def test_the_same_sets_are_found_without_passes_between_two_openings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = set_up("R11 R12 * * K2 K3 K5 K6", "R4=B4=*", rules=PRESETS["ramicube"].evolve(jokers=4), opened=False)
    before = sorted(played_tiles(view, play) for play in plays(view))
    monkeypatch.setattr(all_plays, "LEAST", 1_000)
    monkeypatch.setattr(all_plays, "EACH", 0)
    assert sorted(played_tiles(view, play) for play in plays(view)) == before


@pytest.mark.parametrize("rack", ["R3 R5 R8 R10 K2 K5 K8 K11 B1 B6 B10 B13 O2", "R1 R2 R3 R4 R9 K1 K4 B4 B9 O1 O4 O7"])
def test_the_table_stays_unchanged_if_the_rack_has_no_opening(rack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = "R6-R7-R8-R9 R11=B11=O11 K6-K7-*-K9-K10 B5-B6-*-B8-B9 O4-O5-O6-O7-O8 O10-O11-O12 R12=K12=B12=O12 B1-B2-B3"
    view = set_up(rack, table, rules=PRESETS["ramicube"], opened=False)
    monkeypatch.setattr(graph, "MOST_STEPS", 500)
    assert best_play(view) is find_play(view, rack) is None
    assert list(plays(view)) == []
    assert playable(view) == frozenset()


def test_best_play_with_an_opening_lays_the_most_tiles() -> None:
    rack = "R6 K7 O10 K7 K6 K4 R1 R5 O3 R11 B6 O8 * K1 R8 B1 K12"
    view = set_up(rack, "R4=B4=*", rules=PRESETS["ramicube"], opened=False)
    best_of_all = best_play(view)
    assert best_of_all is not None
    assert len(played_tiles(view, best_of_all)) == max(len(played_tiles(view, play)) for play in plays(view))


def test_an_opening_is_laid_though_more_could_be_laid_without_one() -> None:
    view = set_up("R9 R10 * K2 K3 K5 K6", rules=PRESETS["ramicube"], opened=False)
    assert str(best_play(view)) == "play R9-R10-*"


SEEDS = [7, 12, 18, 64, 97, 135, 214, 260, 271, 386, 449, 556, 579, 1066, 1492]
"""Positions for rare branches: delayed openings, new melds with old runs, claims, no points."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rare_corner(seed: int) -> None:
    rng = random.Random(seed)
    view = position(rng)
    assert list(disagreements(view, rng)) == [], shown(view)


def test_a_joker_that_is_not_worth_laying() -> None:
    """If free jokers have a cost, each stays where it may stay."""
    rules = PRESETS["chiffres"].evolve(joker_sets="free", jokers=4)
    view = set_up("R4 K9 *", "R5-R6-* B1=K1=O1", rules=rules)
    play = best_play(view, maximize=lambda tile: -5 if tile.is_joker else 1)
    assert play is not None
    assert play.table.tiles.count(view.rack[-1]) == 1


def test_more_tiles_of_a_number_than_are_put_into_groups_in_every_way() -> None:
    rules = Rules(copies=4, jokers=6, max_players=2)
    view = set_up("R7 R7 R7 R7 K7 K7 K7 K7" + 6 * " *", rules=rules)
    play = best_play(view)
    assert play is not None
    assert len(played_tiles(view, play)) == 14


def test_the_smallest_opening_may_be_extended() -> None:
    """The smallest opening, K6-K7-K8, may be extended by K5."""
    rules = Rules(opening_points=20, joker_reuse="any", jokers=4)
    view = set_up("K5 K6 K7 K8 K9", "B5-B6-* *-R8-R9", rules=rules, opened=False)
    weights = {"K5": 1.25, "K6": 0, "K7": 0.5, "K8": -0.5, "K9": -0.25}
    play = best_play(view, maximize=lambda tile: weights[str(tile)])
    assert str(play) == "play K5-K6-K7-K8 B5-B6-* *-R8-R9"
