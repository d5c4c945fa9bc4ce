"""The solver in the turn of an opening that may use the table, where an opening has a joker; and rare corners."""

import random
from typing import Any

import pytest

from rami.rummikub import PRESETS, Rules, View, best_play, layable, play_of, played_tiles, plays, set_up
from rami.rummikub.solver import all_plays, best, forward, groups, openings, request
from rami.rummikub.solver.cases import Case
from rami.rummikub.solver.jokers import table_outcomes
from rami.rummikub.solver.request import request_for
from tests.rummikub.against_brute import disagreements, position, shown

RACKS = [
    ("R9 R10 * K2 K3 K5 K6", "R4=K4=B4=*"),
    ("R9 R10 * K2 K3 K5 K6", "R1-R2-*-R4"),
    ("R11 R12 * * K2 K3 K5 K6", "R4=B4=*"),
    ("R9 R10 R11 * B2 B3 K3 K5", "B4-*-B6"),
    ("R13 K13 * R1 R2", "R3-R4-*"),
]
"""What can be laid beside an opening is less than what could be laid without one."""


@pytest.mark.parametrize("changes", [{}, {"joker_before_opening": False}, {"joker_reuse": "any"}])
@pytest.mark.parametrize(("rack", "table"), RACKS)
def test_an_opening_with_a_joker(rack: str, table: str, changes: dict[str, Any]) -> None:
    view = set_up(rack, table, rules=PRESETS["ramicube"].evolve(jokers=4, **changes), opened=False)
    assert list(disagreements(view, random.Random(1))) == []


@pytest.mark.parametrize(("rack", "table"), RACKS[:2])
def test_as_much_is_laid_where_nothing_is_looked_for_beside_openings(
    rack: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = set_up(rack, table, rules=PRESETS["ramicube"].evolve(jokers=4), opened=False)
    monkeypatch.setattr(best, "_beside_openings", lambda *_: iter(()))
    assert list(disagreements(view, random.Random(1))) == []


@pytest.mark.parametrize(
    ("seed", "limits"),
    [(10, {"MOST": 0}), (23, {"MOST": 0}), (18, {"FEW": 0, "ASKED": 0}), (0, {"FEW": 0, "ASKED": 1 << 20})],
)
def test_the_same_sets_are_found_without_openings_first_and_with_few_passes(
    seed: int, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = position(random.Random(seed))
    before = sorted(played_tiles(view, play) for play in plays(view))
    for name, value in {"MOST_QUICK": 0, **limits}.items():
        monkeypatch.setattr(all_plays, name, value)
    assert sorted(played_tiles(view, play) for play in plays(view)) == before


def test_the_same_sets_are_found_where_passes_are_given_up_between_two_openings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = set_up(*RACKS[2], rules=PRESETS["ramicube"].evolve(jokers=4), opened=False)
    before = sorted(played_tiles(view, play) for play in plays(view))
    monkeypatch.setattr(all_plays, "MOST_QUICK", 0)
    monkeypatch.setattr(all_plays, "MOST", 10_000)
    assert sorted(played_tiles(view, play) for play in plays(view)) == before


def test_an_opening_is_left_out_once_all_its_sets_are_known() -> None:
    """The first outcome of the table's joker finds the sets with the run, and the group goes on to the next outcome."""
    view = set_up("O5 O11 O12 K5 B5 *", "R4-R5-*", rules=PRESETS["ramicube"], opened=False)
    assert list(disagreements(view, random.Random(1))) == []


def test_an_opening_with_a_joker_where_jokers_are_free() -> None:
    """Then a joker of the opening may go on to any place, with no replacement."""
    rules = PRESETS["goliath"].evolve(opening_turn_table="after_opening", joker_before_opening=True)
    view = set_up("R9 R10 * K2 K3", "K4=B4=O4", rules=rules, opened=False)
    assert list(disagreements(view, random.Random(1))) == []


@pytest.mark.parametrize("rack", ["R3 R5 R8 R10 K2 K5 K8 K11 B1 B6 B10 B13 O2", "R1 R2 R3 R4 R9 K1 K4 B4 B9 O1 O4 O7"])
def test_the_table_is_left_alone_where_the_rack_has_no_opening(rack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = "R6-R7-R8-R9 R11=B11=O11 K6-K7-*-K9-K10 B5-B6-*-B8-B9 O4-O5-O6-O7-O8 O10-O11-O12 R12=K12=B12=O12 B1-B2-B3"
    view = set_up(rack, table, rules=PRESETS["ramicube"], opened=False)
    monkeypatch.setattr(request, "MOST_STEPS", 500)
    assert best_play(view) is play_of(view, rack) is None
    assert list(plays(view)) == []
    assert layable(view) == frozenset()


def test_no_opening_is_looked_at_once_the_best_has_no_more_to_gain() -> None:
    rack = "R6 K7 O10 K7 K6 K4 R1 R5 O3 R11 B6 O8 * K1 R8 B1 K12"
    view = set_up(rack, "R4=B4=*", rules=PRESETS["ramicube"], opened=False)
    best_of_all = best_play(view)
    assert best_of_all is not None
    assert len(played_tiles(view, best_of_all)) == max(len(played_tiles(view, play)) for play in plays(view))


def test_no_opening_is_looked_at_once_no_case_can_win(monkeypatch: pytest.MonkeyPatch) -> None:
    view = set_up("R10 R11 R12 B10 B11 B12 O1", "K1-K2-K3", rules=PRESETS["ramicube"], opened=False)
    turn = request_for(view)
    table = best.best_table(turn)
    assert table is not None
    loss = turn.loss(turn.laid(table))
    looked_at: list[Case] = []

    def counted(case: Case, limit: int) -> best.Found | None:
        looked_at.append(case)
        return solve(case, limit)

    solve = best.solve
    monkeypatch.setattr(best, "solve", counted)
    found = best._best_with_openings(turn, [best._Waiting(loss, next(table_outcomes(turn)))], None, best.INFINITE)
    assert found is not None
    assert (found.loss, found.table) == (loss, table)
    assert (len(looked_at), len(list(openings.openings(turn.rules, turn.rack, turn.budget)))) == (1, 2)


def test_an_opening_is_laid_though_more_could_be_laid_without_one() -> None:
    view = set_up("R9 R10 * K2 K3 K5 K6", rules=PRESETS["ramicube"], opened=False)
    assert str(best_play(view)) == "play R9-R10-*"


@pytest.mark.parametrize("table", ["B4-*-B6 K7-K8-K9", "B4-*-B6 R8-R9-R10"])
@pytest.mark.parametrize("rack", ["R1 R2 R3 B5", "O1 O2 O3 B5"])
def test_a_taken_joker_goes_into_a_new_meld(rack: str, table: str) -> None:
    view = set_up(rack, table, rules=PRESETS["ramicube"])
    assert list(disagreements(view, random.Random(1))) == []


SEEDS = [7, 12, 18, 64, 97, 135, 214, 260, 271, 386, 449, 556, 579, 1066, 1492]
"""Positions that reach what few do: openings that are waited for, new melds with old runs, claims, no points."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rare_corner(seed: int) -> None:
    rng = random.Random(seed)
    view = position(rng)
    assert list(disagreements(view, rng)) == [], shown(view)


def test_a_joker_that_is_not_worth_laying() -> None:
    """Where jokers are free but cost something, each is left where it may be."""
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


def laid(view: View) -> list[str]:
    return [str(play) for play in plays(view)]


@pytest.mark.skipif(not str(forward.__file__).endswith(".py"), reason="compiled code keeps its constants to itself")
def test_caches_are_emptied_when_they_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [set_up("R1 R2 R3 K3 B3 *", table, rules=PRESETS["ramicube"]) for table in ("", "R4-R5-*", "K4=B4=*")]
    before = [laid(view) for view in views]
    for module, name in [(forward, "_CACHES"), (groups, "_KNOWN")]:
        monkeypatch.setattr(module, name, {})
        monkeypatch.setattr(module, "_MOST_KEPT", 1)
    assert [laid(view) for view in views] == before
    assert len(forward._CACHES) == len(groups._KNOWN) == 1


@pytest.mark.skipif(not str(forward.__file__).endswith(".py"), reason="compiled code keeps its constants to itself")
def test_caches_of_all_rules_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in [(forward, "_CACHES"), (groups, "_KNOWN")]:
        monkeypatch.setattr(module, name, {})
        monkeypatch.setattr(module, "_MOST_KEPT", 200)
    for rules in PRESETS.values():
        laid(set_up("R1 R2 R3 K3 B3 *", "R4-R5-*", rules=rules))
        kept = [cache.kept for cache in forward._CACHES.values()]
        assert sum(kept[:-2]) < 200  # the last two grew after that was asked, in the two searches for these rules
        for cache in forward._CACHES.values():
            moves = [found.onward for supply in cache.supplies.values() for found in supply.known.values()]
            assert cache.kept >= sum(map(len, moves))
        assert sum(1 + len(known) for known in list(groups._KNOWN.values())[:-1]) < 200


def test_sets_that_have_an_opening() -> None:
    """The bits are those of the sets of tiles: R9, R10, R11 and K1, in this order."""
    rack = set_up("R9 R10 R11 K1 *", rules=PRESETS["ramicube"]).rack
    free = {tile: openings.FreeTile(1 << place, 1) for place, tile in enumerate(rack[:4])}
    natural, with_joker = openings.subsets_with_opening(PRESETS["ramicube"], rack, free)
    assert [word for word in range(16) if natural >> word & 1] == [0b0111, 0b1111]
    assert [word for word in range(16) if with_joker >> word & 1] == [3, 5, 6, 7, 11, 13, 14, 15]


def test_an_opening_of_no_points_needs_no_meld_of_the_rack() -> None:
    rules = Rules(opening_points=0, opening_turn_table="after_opening")
    view = set_up("R9 K10", "R10-R11-R12 R11=K11=O11", rules=rules, opened=False)
    assert best_play(view) is not None
    assert list(disagreements(view, random.Random(1))) == []
