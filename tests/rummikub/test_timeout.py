"""What an overrun leaves (A20): the answers to the doubtful cases, and the slow second referee."""

from typing import Any

import pytest

from rami.rummikub import PRESETS, Table, TimeOut
from rami.rummikub.timeout import settle
from tests.rules.positions import HASBRO, play, position, rack, state_of
from tests.rummikub.overruns import difference, overruns

POOL = "O11 O12 O13 B13"


def left(table: str, rack_of: str, arrangement: str, **changes: Any) -> tuple[Table, str]:
    """The table and the rack after an overrun without a penalty."""
    state = state_of([rack_of, "B1"], table, pool=POOL, penalty_tiles=0, **changes)
    after = play(state, f"timeout {arrangement}")
    if after.rules.loose_table_tiles != "pool":
        assert after.pool == state.pool
    return after.table, rack(after)


R1_TO_R7 = "R1-R2-R3-R4-R5-R6-R7"
R3_TO_R8 = "R3-R4-R5-R6-R7-R8"


@pytest.mark.parametrize(
    ("table", "rack_of", "arrangement", "stays", "keeps"),
    [
        ("R4-*-R6", "R5 K1 K2 K3 B9", "R4-R5-R6 K1-K2-K3 * B9", "R4-*-R6 K1-K2-K3", "R5 B9"),
        ("R4-R5-R6", "R4 K4 B4", "R4=K4=B4 R4 R5 R6", "R4-R5-R6 R4=K4=B4", ""),
        (R1_TO_R7, "R8", "R1-R2-R3 R5-R6-R7-R8 R4", R1_TO_R7, "R8"),
        (R3_TO_R8, "K8 B8", "R4-R5-R6 R8=K8=B8 R3 R7", R3_TO_R8, "K8 B8"),
        ("R4-R5-R6 R7=K7=B7", "R3", "R3-R4-R5-R6-R7 K7 B7", "R4-R5-R6 R7=K7=B7", "R3"),
        (
            "R4-R5-R6-R7 B4=K4=O4=R4",
            "K1 K2 K3",
            "R4-R5-R6 B4=K4=O4 K1-K2-K3 R7 R4",
            "R4-R5-R6-R7 R4=K4=B4=O4 K1-K2-K3",
            "",
        ),
        (
            "R4-*-R6 K8=B8=*",
            "R5 O8 K1 K3",
            "R4-R5-R6 K8=B8=O8 K1-*-K3 *",
            "R4-*-R6 K8=B8=O8 K1-*-K3",
            "R5",
        ),
        ("R4-R5-R6 B8=O8=K8", "R7 K1 K9", "R4-R5-R6-R7 B8 O8 K8 K9", "R4-R5-R6-R7 B8=O8=K8", "K1 K9"),
    ],
)
def test_a20_loose_tiles_go_back_and_only_what_must_is_undone(
    table: str, rack_of: str, arrangement: str, stays: str, keeps: str
) -> None:
    for name in ("hasbro-2007", "chiffres-timed"):
        assert left(table, rack_of, arrangement, rules=PRESETS[name]) == (Table.parse(stays), keeps)


@pytest.mark.parametrize(
    ("table", "rack_of", "arrangement", "stays", "keeps"),
    [
        # A joker goes back only for the tile that it stood for.
        ("R4-R5-*-R7", "K1 K2 K3", "R5-*-R7 K1-K2-K3 R4", "R4-R5-*-R7 K1-K2-K3", ""),
        ("*-R5-R6-R7", "K1 K2 K3", "R5-R6-R7 K1-K2-K3 *", "*-R5-R6-R7 K1-K2-K3", ""),
        ("*-R5-R6-R7", "R4 K1 K2 K3", "R4-R5-R6-R7 K1-K2-K3 *", "*-R5-R6-R7 K1-K2-K3", "R4"),
        ("R7=K7=*", "B7 O7 K1 K2 K3", "R7=K7=B7 K1-K2-K3 *", "R7=K7=B7=* K1-K2-K3", "O7"),
        ("R7=K7=*", "B7 O7 K1 K2 K3", "R7=K7=B7=O7 K1-K2-K3 *", "R7=K7=* K1-K2-K3", "B7 O7"),
        # Two melds of one host; what is put back first is taken apart with it.
        ("R4-R5-R6 R7-R8-R9", "K1 K2 K3", "R5-R6-R7-R8 K1-K2-K3 R4 R9", "R4-R5-R6-R7-R8-R9 K1-K2-K3", ""),
        ("R4-R5-R6 R7-R8-R9", "R10 K1 K2 K3", "R6-R7-R8-R9-R10 K1-K2-K3 R4 R5", "R4-R5-R6-R7-R8-R9-R10 K1-K2-K3", ""),
        (
            "R3-R4-R5 R6-R7-R8 B5=K5=O5",
            "R9 R5 K1 K2 K3",
            "R4-R5-R6-R7-R8-R9 R5=K5=O5 K1-K2-K3 R3 B5",
            "R3-R4-R5-R6-R7-R8-R9 R5=B5=K5=O5 K1-K2-K3",
            "",
        ),
        # A host of two melds that lay over each other: the one with more tiles there claims those of both.
        ("R4-R5-R6-R7 R6-R7-R8", "K1 K2 K3", "R4-R5-R6-R7-R8 K1-K2-K3 R6 R7", "R4-R5-R6-R7 R6-R7-R8 K1-K2-K3", ""),
        # A meld that loses a tile is undone, even where the rest would be one.
        (
            "R4-R5-R6 R7=K7=B7",
            "R3 K1 K2 K3",
            "R3-R4-R5-R6-R7 K1-K2-K3 K7 B7",
            "R4-R5-R6 R7=K7=B7 K1-K2-K3",
            "R3",
        ),
        ("R7=K7=B7", "R4 R5 R6 R8 K1 K2 K3", "R4-R5-R6-R7-R8 K1-K2-K3 K7 B7", "R7=K7=B7 K1-K2-K3", "R4 R5 R6 R8"),
        # A meld that lies there unchanged, or longer, has its own tiles: what is like them is another's.
        ("R4-R5-R6 R6-R7-R8", "R3 R4 R5", "R4-R5-R6 R3-R4-R5-R6-R7 R8", "R4-R5-R6 R3-R4-R5-R6-R7-R8", ""),
        (
            "R4-R5-R6 R4=K4=B4",
            "O4 K1 K2 K3",
            "R4-R5-R6 K4=B4=O4 K1-K2-K3 R4",
            "R4-R5-R6 R4=K4=B4=O4 K1-K2-K3",
            "",
        ),
        ("R4-R5-R6", "R7 R4", "R4-R5-R6-R7 R4", "R4-R5-R6-R7", "R4"),
        ("*-R5-R6", "* R7 K1 K2 K3", "*-R5-R6-R7 K1-K2-K3 *", "*-R5-R6-R7 K1-K2-K3", "*"),
        # The meld with more tiles in a host comes first, whichever is named first.
        (
            "R4-R5-R6 R6-R7-R8-R9-R10",
            "K6 B6",
            "R4-R5-R6-R7-R8-R9 R6=K6=B6 R10",
            "R4-R5-R6-R7-R8-R9-R10 R6=K6=B6",
            "",
        ),
    ],
)
def test_a20_what_goes_back_where(table: str, rack_of: str, arrangement: str, stays: str, keeps: str) -> None:
    assert left(table, rack_of, arrangement) == (Table.parse(stays), keeps)


def test_a20_two_melds_of_one_host_have_their_jokers_at_its_ends() -> None:
    """The joker in the host is that of the longer meld; that of the shorter one stood for the R3, if it may slide."""
    arrangement, stays = "R4-R5-*-R7-R8-R9 K1-K2-K3 *", "R4-R5-*-R7-R8-R9-* K1-K2-K3"
    kept = left("R4-R5-* *-R7-R8-R9", "K1 K2 K3", arrangement, joker_positional=False)
    assert kept == (Table.parse(stays), "")


def test_a20_a_one_goes_back_behind_the_ten_that_it_followed() -> None:
    rules = PRESETS["hasbro-2007"].evolve(max_number=10, one_follows_ten=True)
    lie = "R8-R9-R10-R1 K1-K2-K3"
    assert left("R8-R9-R10-R1", "K1 K2 K3", "R8-R9-R10 K1-K2-K3 R1", rules=rules) == (Table.parse(lie), "")
    lie = "R7-R8-R9-R10-R1 K1-K2-K3"
    assert left("R8-R9-R10-R1", "R7 K1 K2 K3", "R7-R8-R9-R10 K1-K2-K3 R1", rules=rules) == (Table.parse(lie), "")
    lie = "R7-R8-R9-R10 K1-K2-K3"
    assert left("R7-R8-R9-R10", "K1 K2 K3", "R8-R9-R10 K1-K2-K3 R7", rules=rules) == (Table.parse(lie), "")


def test_a20_a_meld_takes_back_only_what_the_rules_let_it_have() -> None:
    """With its own joker it would have two: the joker of the rack stands in the way."""
    for most, stays, keeps in ((2, "*-R5-R6-R7-*", ""), (1, "*-R5-R6-R7", "*")):
        kept = left("*-R5-R6-R7", "* K1 K2 K3", "R5-R6-R7-* K1-K2-K3 *", max_jokers_per_set=most)
        assert kept == (Table.parse(f"{stays} K1-K2-K3"), keeps)


@pytest.mark.parametrize("where", ["pool", "rack"])
def test_a20_a_loose_joker_draws_its_meld_back_and_the_others_go_where_the_rules_say(where: str) -> None:
    table, arrangement = "R4-*-R6 B8=O8=K8", "R4-R5-R6 K1-K2-K3 * B8 O8 K8"
    stays, keeps = left(table, "R5 K1 K2 K3", arrangement, loose_table_tiles=where)
    assert stays == Table.parse("R4-*-R6 K1-K2-K3")
    assert keeps == ("R5" if where == "pool" else "R5 K8 B8 O8")


@pytest.mark.parametrize("where", ["pool", "rack"])
def test_a20_of_equal_tiles_those_in_melds_are_the_tables_where_the_table_forgets(where: str) -> None:
    stays, keeps = left("R4-R5-R6", "R4 K4 B4 K9", "R4=K4=B4 R4 R5 R6", loose_table_tiles=where)
    assert stays == Table.parse("R4=K4=B4")  # the red 4 there is the table's, the loose one is the player's
    assert keeps == ("R4 K9" if where == "pool" else "R4 R5 R6 K9")


def test_a20_whatever_is_left_has_to_be_legal() -> None:
    """The joker that went to another meld is replaced by no tile."""
    replaced = left("R4-*-R6 B8=O8=K8", "R5 K1 K2", "R4-R5-R6 K1-K2-* B8 O8 K8")
    assert replaced == (Table.parse("R4-R5-R6 K1-K2-* B8=O8=K8"), "")
    not_replaced = left("R3-R4-*-R6 B8=O8=K8", "R7 K1 K2", "K1-K2-* R3 R4 R6 B8=O8=K8")
    assert not_replaced == (Table.parse("R3-R4-*-R6 B8=O8=K8"), "R7 K1 K2")


def test_a20_an_unopened_player_keeps_what_opens() -> None:
    state = state_of(["R9 R10 R11 K1", "B1"], "B4-B5-B6", pool=POOL, opened=False)
    after = play(state, "timeout R9-R10-R11 B4 B5 B6 K1")
    assert (after.table, after.opened[0]) == (Table.parse("R9-R10-R11 B4-B5-B6"), True)
    assert HASBRO.loose_table_tiles == "return"


def test_000_12_a_play_that_is_finished_when_the_bell_rings_costs_nothing() -> None:
    view = position("R7 K9", "R4-R5-R6")
    finished = settle(view, TimeOut("R4-R5-R6-R7"))
    assert (finished.is_play, finished.penalty) == (True, 0)
    for arrangement in (TimeOut("R4-R5-R6"), TimeOut("R4-R5-R6-R7", "K9")):
        unfinished = settle(view, arrangement)
        assert (unfinished.is_play, unfinished.penalty) == (False, HASBRO.penalty_tiles)


def test_000_12_a_meld_that_does_not_open_goes_back() -> None:
    """A5: it lies whole, and is worth too little."""
    back = settle(position("R4 R5 R6 K9", opened=False), TimeOut("R4-R5-R6"))
    assert (back.is_play, back.table, back.played) == (False, Table(), ())


@pytest.mark.slow
def test_a20_the_referees_agree() -> None:
    """On random overruns, 150 of them in deals that are played at random and greedily.

    More of them, in a minute: `python -m tests.rummikub.overruns --n 500`.
    """
    moves = list(overruns(1, 190))
    assert [found for view, move in moves if (found := difference(view, move))] == []
    assert sum(len(move.loose) > 0 for _, move in moves) > 110


def test_a20_an_overrun_of_a_thousand_tiles_is_settled_soon() -> None:
    rules = HASBRO.evolve(copies=40, max_players=2)
    table = " ".join(["R3-R4-R5-R6-R7 B8=O8=K8"] * 38)
    state = state_of(["R2 R8 K1", "B1"], table, rules=rules)
    arrangement = " ".join(["R4-R5-R6 R3 R7 B8 O8 K8"] * 38)
    after = play(state, f"timeout {arrangement} K1")
    assert after.table == state.table
