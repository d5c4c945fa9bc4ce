"""The solver against brute force, and what it promises."""

import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from rami import rummikub
from rami.errors import RulesError
from rami.pieces import row_text, without
from rami.rummikub import JOKER, PRESETS, Play, Rules, Table, Tile, View, set_up
from rami.rummikub.checks import played_tiles
from rami.rummikub.solver.api import some_play
from rami.rummikub.solver.turn import Turn
from tests.oracles.rummikub_tables import Laid, disturbed, legal_tables
from tests.rummikub.small import positions, settled, shown

MANY = settings(deadline=None)
"""Four hundred positions; with `--hypothesis-profile=deep` a hundred times as many."""

FREE = Rules(joker_sets="free", joker_reuse="any")


def value(rules: Rules, laid: Laid) -> int:
    return sum(rules.joker_rack if tile == JOKER else tile.number for tile in laid)


def assert_best(
    position: View, play: Play | None, legal: dict[Laid, set[Table]], weigh: Callable[[Laid], float]
) -> None:
    """The play is legal, and as good as any: by weight, tiles, value, and how little it disturbs."""
    if play is None:
        assert not legal
        return

    def rank(laid: Laid) -> tuple[float, int, int]:
        return weigh(laid), len(laid), value(position.rules, laid)

    laid = played_tiles(position, play)
    assert play.table in legal[laid]
    best = max(map(rank, legal))
    assert rank(laid) == best
    if JOKER not in (*position.rack, *position.table.tiles):
        rivals = [table for tiles in legal if rank(tiles) == best for table in legal[tiles]]
        least = min(disturbed(position.table, table) for table in rivals)
        assert disturbed(position.table, play.table) == least


@MANY
@given(positions(), st.lists(st.integers(-6, 8), min_size=8, max_size=8))
def test_it_agrees_with_brute_force(position: View, weights: list[int]) -> None:
    note(shown(position))
    assume(settled(position))
    legal = legal_tables(position)

    found = list(rummikub.plays(position))
    assert all(play.table in legal[played_tiles(position, play)] for play in found)
    assert sorted(played_tiles(position, play) for play in found) == sorted(legal)
    assert rummikub.can_play(position) == bool(legal)
    some = some_play(position)
    assert some.table in legal[played_tiles(position, some)] if some else not legal

    def weight(tile: Tile) -> float:
        return weights[int(tile) % 8] / 4

    assert_best(position, rummikub.best_play(position), legal, len)
    points = rummikub.best_play(position, maximize="points")
    assert_best(position, points, legal, lambda laid: value(position.rules, laid))
    weighted = rummikub.best_play(position, maximize=weight)
    assert_best(position, weighted, legal, lambda laid: sum(map(weight, laid)))


@settings(deadline=None)
@given(positions(), st.data())
def test_the_questions_of_programs_agree_with_brute_force(position: View, data: st.DataObject) -> None:
    note(shown(position))
    legal = legal_tables(position)
    tiles = tuple(tile for tile in position.rack if data.draw(st.booleans()))
    play = rummikub.find_play(position, tiles)
    assert (play is None) == (tuple(sorted(tiles)) not in legal)
    assert play is None or play.table in legal[tuple(sorted(tiles))]
    turn = Turn(position)
    if tiles:
        some = turn.play(tiles)
        assert turn.lays(tiles) == (some is not None) == (play is not None)
        assert some is None or some.table in legal[tuple(sorted(tiles))]

    wanted = tiles[:2]
    holding = {laid: tables for laid, tables in legal.items() if not without(wanted, laid)}
    further = {tile for laid in holding for tile in without(laid, wanted)}
    assert rummikub.playable(position, wanted) == further
    assert turn.further(wanted) == further
    assert_best(position, rummikub.best_play(position, including=wanted), holding, len)


def test_tiles_that_are_not_on_the_rack_cannot_be_laid() -> None:
    view = set_up("R7 R8", "R4-R5-R6", rules=FREE)
    assert rummikub.find_play(view, "R9") is rummikub.find_play(view, ()) is rummikub.find_play(view, "R7 R7") is None
    assert rummikub.best_play(view, including="R7 K9") is None
    assert rummikub.playable(view, "K9") == frozenset()
    assert not Turn(view).lays(Tile.row("K9"))
    assert not Turn(view).further(Tile.row("K9"))


@pytest.mark.parametrize("table", ["R4-*-R6 K4-*-K6 B4-*-B6", "R4=K4=* R6=K6=* R8=K8=*"])
def test_a_turn_has_every_play_where_many_jokers_may_be_taken(table: str) -> None:
    view = set_up("R5 K5 B5 B4 B6 R9 O13", table, rules=Rules(jokers=4, joker_reuse="any"))
    turn = Turn(view)
    for chosen in ((), Tile.row("R5"), Tile.row("B4 R9")):
        assert turn.further(chosen) == rummikub.playable(view, chosen)
        assert not chosen or turn.lays(chosen) == (rummikub.find_play(view, chosen) is not None)
    assert not turn.lays(Tile.row("O13"))  # its jokers are replaced from the rack


@settings(deadline=None)
@given(positions())
def test_arrange_finds_a_table_wherever_there_is_one(position: View) -> None:
    tiles = (*position.rack, *position.table.tiles)
    legal = legal_tables(set_up(tiles, rules=position.rules)).get(tuple(sorted(tiles)), set())
    note(row_text(tiles))
    table = rummikub.arrange(tiles, rules=position.rules)
    assert (table in legal) if legal else table is None


# ---------------------------------------------------------------------------------------------------------- best_play


def best(rack: str, table: str = "", rules: Rules = FREE, **options: Any) -> str | None:
    play = rummikub.best_play(set_up(rack, table, rules=rules), **options)
    return None if play is None else str(play.table)


def test_no_play_where_no_tile_can_be_laid() -> None:
    assert best("R1 K3 B5", "O7-O8-O9") is None
    assert best("", "O7-O8-O9") is None


def test_it_lays_most_tiles_or_most_points() -> None:
    rack = "R1 R2 R4 K12 K13 *"
    assert best(rack) == "R1-R2-*-R4"
    assert best(rack, maximize="points") == "*-K12-K13"


def test_among_most_tiles_it_lays_the_highest_value() -> None:
    assert best("R1 R2 R13 K13 *") == "R13=K13=*"


def test_among_most_points_it_lays_most_tiles() -> None:
    rules = Rules(joker_rack=0)
    assert best("R1 R2 R3 *", rules=rules, maximize="points") == "R1-R2-R3-*"


def test_among_equal_plays_it_disturbs_the_fewest_melds() -> None:
    """The K4 could as well be taken from the group."""
    assert best("K1 K2 K3 R8", "R4=K4=B4=O4 R5-R6-R7") == "R4=K4=B4=O4 R5-R6-R7-R8 K1-K2-K3"


def test_a_weight_may_be_a_fraction_or_negative() -> None:
    rack, table = "R4 K7", "R1-R2-R3 K4-K5-K6"
    assert best(rack, table, maximize=lambda tile: Fraction(-tile.number, 3)) == "R1-R2-R3-R4 K4-K5-K6"
    assert best(rack, table, maximize=lambda tile: 0.1 if tile.number == 7 else -0.1) == "R1-R2-R3 K4-K5-K6-K7"
    assert best(rack, table, maximize=lambda _: 0) == "R1-R2-R3-R4 K4-K5-K6-K7"


def test_a_tile_of_negative_weight_stays_where_melds_are_disturbed() -> None:
    table = "R5=K5=B5=O5 R6=K6=B6=O6 K10-K11-K12"
    found = best("R7 K13", table, maximize=lambda tile: 1 if tile.number == 7 else -1)
    assert found == "R5-R6-R7 K5=B5=O5 K6=B6=O6 K10-K11-K12"


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), "7", None])
def test_a_weight_is_a_finite_number(weight: object) -> None:
    with pytest.raises(RulesError, match="the weight of R7 must be a finite number, not"):
        best("R7", "R4-R5-R6", maximize=lambda _: weight)


@pytest.mark.parametrize("weight", [10**6 + 1, -(10**6) - 1, 1e300, Fraction(10**7, 3), 10**400])
def test_a_weight_is_at_most_a_million(weight: float) -> None:
    with pytest.raises(RulesError, match="the weight of R7 must be between -1000000 and 1000000"):
        best("R7", "R4-R5-R6", maximize=lambda _: weight)
    assert best("R7", "R4-R5-R6", maximize=lambda _: 10**6) == "R4-R5-R6-R7"


CROWDED = (
    "R10 R13 R13 K2 B12 O6 O9 O12 O13 *",
    (
        "R1=K1=B1=O1 R1=K1=O1 R2=K2=B2 R2=B2=O2 R3=K3=B3 R3=K3=O3 R4-R5-R6-R7 R4-R5-R6-R7-R8 R10=B10=O10 "
        "K5-K6-K7-K8-K9 K7=B7=O7 K8-K9-K10-K11 K12=B12=O12 K13=B13=O13=* B3-B4-B5-B6 B4-B5-B6-B7-B8-B9 "
        "O3-O4-O5-O6-O7-O8-O9-O10"
    ),
)


def laid(weight: float) -> str:
    """Return what is laid in a crowded position where a joker has this weight and any other tile 1."""
    view = set_up(*CROWDED)
    play = rummikub.best_play(view, maximize=lambda tile: weight if tile == JOKER else 1)
    return row_text(played_tiles(view, play)) if play else ""


def test_a_joker_of_negative_weight_is_laid_where_it_brings_more_than_it_costs() -> None:
    assert laid(0) == "R10 R13 R13 K2 B12 O6 O9 O12 O13 *"
    assert laid(-1) == "R10 R13 R13 K2 B12 O6 O9 O12 O13 *"
    assert laid(-50) == "R13 R13 K2 B12 O6 O9 O12 O13"


@pytest.mark.parametrize("aim", ["Tiles", "", None, 7])
def test_what_is_maximised_is_tiles_points_or_a_function(aim: object) -> None:
    with pytest.raises(RulesError, match=r"maximize must be (one of )?'tiles', 'points' or a function"):
        best("R7", "R4-R5-R6", maximize=aim)


def test_the_owner_of_a_view_is_answered_while_waiting() -> None:
    """A hint while another player moves; a spectator has no rack."""
    state = rummikub.determinize(set_up("R7", "R4-R5-R6"), seed=0)
    waiting = evolve(state, current_player=1)
    for position, seat, number in ((state, 0, 1), (waiting, 0, 1), (state, None, 0)):
        view = rummikub.observe(position, seat)
        assert len(list(rummikub.plays(view))) == number
        assert rummikub.can_play(view) == bool(number)
        assert (rummikub.best_play(view) is None) == (not number)
        assert (rummikub.find_play(view, "R7") is None) == (not number)
        assert rummikub.playable(view) == frozenset(Tile.row("R7")[:number])
    assert list(rummikub.legal_moves(rummikub.observe(waiting, 0))) == []


def test_a_large_rack_has_each_set_once() -> None:
    """Twenty tiles are looked at in parts; what one of them has found, the later ones do not find again."""
    rules = PRESETS["ramicube"].evolve(copies=1, rack_size=6)
    view = set_up("R1 R3 R10 R13 K4 K7 K8 K9 K11 B1 B2 B3 B5 B7 B9 B11 O2 O5 O8 O9", rules=rules, opened=False)
    assert list(map(str, rummikub.plays(view))) == ["play K9=B9=O9 B1-B2-B3", "play K7-K8-K9 B1-B2-B3"]


def test_nobody_has_plays_when_the_deal_is_over() -> None:
    state = rummikub.determinize(set_up("R7", "R4-R5-R6"), seed=0)
    over = rummikub.apply(state, Play(Table.parse("R4-R5-R6-R7")))
    assert over.is_over
    assert list(rummikub.plays(over)) == []
    assert not rummikub.can_play(over)
    assert rummikub.best_play(over) is None


# ---------------------------------------------------------------------------------------------------------- arrange


def test_arrange_uses_all_tiles() -> None:
    table = rummikub.arrange(Tile.row("R4 R5 R6 R6 R7 R8 *"))
    assert table is not None
    assert table.tiles == Tile.row("R4 R5 R6 R6 R7 R8 *")
    assert rummikub.arrange(Tile.row("R4 R5 R7")) is None
    assert rummikub.arrange(Tile.row("* *")) is None
    assert rummikub.arrange(()) == Table()


def test_arrange_refuses_tiles_that_do_not_exist() -> None:
    with pytest.raises(RulesError, match="more tiles of a kind than the set has: R4"):
        rummikub.arrange(Tile.row("R4 R4 R4"))
    with pytest.raises(RulesError, match="K11"):
        rummikub.arrange(Tile.row("K11"), rules=Rules(max_number=10, max_players=2))


def test_arrange_can_lay_the_whole_set() -> None:
    table = rummikub.arrange(Rules().pieces)
    assert table is not None
    assert table.tiles == Rules().pieces


def test_a_rack_that_is_taken_apart_lacks_no_play() -> None:
    """So many sets of tiles that they are looked for in parts: the best play is told apart from those of a part."""
    rack = "R6 R7 R13 K6 K6 K9 K9 K12 B7 B10 B11 O1 O5 O6 O10 O11 O11 O12"
    view = set_up(rack, opened=False)
    assert list(map(str, rummikub.plays(view))) == ["play R6=K6=O6 O10-O11-O12", "play O10-O11-O12"]


# ------------------------------------------------------------------------------------------------------------ order


SCRIPT = """
from itertools import islice
from typing import Any
from rami import rummikub
for rules in rummikub.PRESETS.values():
    view = rummikub.set_up("R1 R2 R3 R4 K3 K4 B4 B5 O5 *", "R5-*-R7 K7=B7=O7 O1-O2-O3-O4", rules=rules)
    print(*rummikub.plays(view), rummikub.best_play(view), sep="\\n")
"""


@pytest.mark.slow
def test_plays_have_the_same_order_in_every_process() -> None:
    def run(hash_seed: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        return subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        ).stdout

    first = run("1")
    assert first.count("play ") > 1000
    assert run("2") == first


def test_plays_come_one_by_one() -> None:
    """The first of very many is there at once."""
    view = set_up(Rules(jokers=0).pieces, rules=FREE)
    assert len(list(islice(rummikub.plays(view), 3))) == 3
