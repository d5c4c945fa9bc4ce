"""The solver against brute force, and its promises."""

from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from attrs import evolve

from rami import rummikub
from rami.errors import RulesError
from rami.pieces import row_text
from rami.rummikub import JOKER, PRESETS, Play, Rules, Table, Tile, set_up
from rami.rummikub.checks import played_tiles
from rami.rummikub.solver.turn import Turn

FREE = Rules(joker_sets="free", joker_reuse="any")


def test_tiles_that_are_not_on_the_rack_cannot_be_laid() -> None:
    view = set_up("R7 R8", "R4-R5-R6", rules=FREE)
    assert rummikub.find_play(view, "R9") is rummikub.find_play(view, ()) is rummikub.find_play(view, "R7 R7") is None
    assert rummikub.best_play(view, including="R7 K9") is None
    assert rummikub.playable(view, "K9") == frozenset()


@pytest.mark.parametrize("table", ["R4-*-R6 K4-*-K6 B4-*-B6", "R4=K4=* R6=K6=* R8=K8=*"])
def test_plays_is_complete_with_many_takeable_jokers(table: str) -> None:
    view = set_up("R5 K5 B5 B4 B6 R9 O13", table, rules=Rules(jokers=4, joker_reuse="any"))
    turn = Turn(view)
    for chosen in ((), Tile.row("R5"), Tile.row("B4 R9")):
        assert turn.further(chosen) == rummikub.playable(view, chosen)
        assert not chosen or turn.lays(chosen) == (rummikub.find_play(view, chosen) is not None)
    assert not turn.lays(Tile.row("O13"))  # its jokers are replaced from the rack


# ---------------------------------------------------------------------------------------------------------- best_play


def best(rack: str, table: str = "", rules: Rules = FREE, **options: Any) -> str | None:
    play = rummikub.best_play(set_up(rack, table, rules=rules), **options)
    return None if play is None else str(play.table)


def test_plays_is_empty_if_no_tile_can_be_laid() -> None:
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


def test_among_equal_plays_it_disturbs_few_melds() -> None:
    """The K4 could also be taken from the group."""
    assert best("K1 K2 K3 R8", "R4=K4=B4=O4 R5-R6-R7") == "R4=K4=B4=O4 R5-R6-R7-R8 K1-K2-K3"


def test_a_weight_may_be_a_fraction_or_negative() -> None:
    rack, table = "R4 K7", "R1-R2-R3 K4-K5-K6"
    assert best(rack, table, maximize=lambda tile: Fraction(-tile.number, 3)) == "R1-R2-R3-R4 K4-K5-K6"
    assert best(rack, table, maximize=lambda tile: 0.1 if tile.number == 7 else -0.1) == "R1-R2-R3 K4-K5-K6-K7"
    assert best(rack, table, maximize=lambda _: 0) == "R1-R2-R3-R4 K4-K5-K6-K7"


def test_a_tile_of_negative_weight_stays_on_the_rack() -> None:
    table = "R5=K5=B5=O5 R6=K6=B6=O6 K10-K11-K12"
    found = best("R7 K13", table, maximize=lambda tile: 1 if tile.number == 7 else -1)
    assert found == "R5-R6-R7 K5=B5=O5 K6=B6=O6 K10-K11-K12"


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
    """Return the best play of a crowded position if a joker has this weight and other tiles have 1."""
    view = set_up(*CROWDED)
    play = rummikub.best_play(view, maximize=lambda tile: weight if tile == JOKER else 1)
    return row_text(played_tiles(view, play)) if play else ""


def test_a_joker_of_negative_weight_is_laid_if_it_gains_more_than_it_costs() -> None:
    assert laid(0) == "R10 R13 R13 K2 B12 O6 O9 O12 O13 *"
    assert laid(-1) == "R10 R13 R13 K2 B12 O6 O9 O12 O13 *"
    assert laid(-50) == "R13 R13 K2 B12 O6 O9 O12 O13"


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
    """Twenty tiles are searched in parts. The later parts do not repeat the plays of the first."""
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
    """With very many sets of tiles, the search is divided, and the best play is still the best of all parts."""
    rack = "R6 R7 R13 K6 K6 K9 K9 K12 B7 B10 B11 O1 O5 O6 O10 O11 O11 O12"
    view = set_up(rack, opened=False)
    assert list(map(str, rummikub.plays(view))) == ["play R6=K6=O6 O10-O11-O12", "play O10-O11-O12"]


# ------------------------------------------------------------------------------------------------------------ order


def test_plays_come_one_by_one() -> None:
    """The first of very many plays is found quickly."""
    view = set_up(Rules(jokers=0).pieces, rules=FREE)
    assert len(list(islice(rummikub.plays(view), 3))) == 3
