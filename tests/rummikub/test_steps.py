"""The steps of a play: what they say, and that they lead from the old table to the new one."""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from rami.errors import IllegalMove, RamiError
from rami.rummikub import (
    JOKER,
    PRESETS,
    Group,
    Meld,
    Play,
    Rules,
    Run,
    Step,
    StepKind,
    Table,
    Tile,
    View,
    determinize,
    explain,
    observe,
    set_up,
)
from tests.rummikub.brute import legal_tables
from tests.rummikub.small import positions, shown

CHIFFRES = PRESETS["chiffres"]
FREE = Rules(joker_sets="free", joker_reuse="any")


def sentences(rack: str, table: str, new: str, rules: Rules = CHIFFRES) -> list[str]:
    return list(map(str, explain(set_up(rack, table, rules=rules), parse_play(new))))


def parse_play(table: str) -> Play:
    return Play(Table.parse(table))


def tiles_of(rows: Iterable[Meld | tuple[Tile, ...]]) -> Counter[Tile]:
    return Counter(tile for row in rows for tile in (row if isinstance(row, tuple) else row.tiles))


def replay(position: View, steps: Iterable[Step]) -> tuple[Counter[Meld | tuple[Tile, ...]], Counter[Tile]]:
    """The rows and the rack after the steps; each has its tiles accounted for and changes something."""
    rows, rack = Counter[Meld | tuple[Tile, ...]](position.table), Counter(position.rack)
    for step in steps:
        before, after, brought = Counter(step.before), Counter(step.after), Counter(step.from_rack)
        assert before <= rows
        assert before != after
        assert tiles_of(step.before) + brought == tiles_of(step.after)
        assert brought <= Counter(step.tiles) <= tiles_of(step.after)
        assert brought <= rack
        rows, rack = rows - before + after, rack - brought
    return rows, rack


@settings(deadline=None)
@given(positions(), st.data())
def test_steps_lead_to_the_table_of_the_play(position: View, data: st.DataObject) -> None:
    note(shown(position))
    legal = legal_tables(position)
    assume(legal)
    laid = data.draw(st.sampled_from(sorted(legal)))
    play = Play(data.draw(st.sampled_from(sorted(legal[laid], key=str))))
    steps = explain(position, play)
    note("\n".join(map(str, steps)))
    assert replay(position, steps) == (Counter(play.table), Counter(position.rack) - Counter(laid))
    changed = Counter(position.table) - Counter(play.table)
    assert len(steps) <= len(laid) + tiles_of(changed.elements()).total()
    assert explain(determinize(position, seed=0), play) == steps


def test_000_a_adding_to_melds() -> None:
    assert sentences("B3 B8", "B4-B5-B6 R8=K8=O8", "B3-B4-B5-B6 R8=K8=B8=O8") == [
        "Add B8 from the rack to R8=K8=O8: R8=K8=B8=O8.",
        "Add B3 from the rack to B4-B5-B6: B3-B4-B5-B6.",
    ]


def test_000_b_taking_the_fourth_tile() -> None:
    assert sentences("B3 B5 B6", "R4=K4=B4=O4", "R4=K4=O4 B3-B4-B5-B6") == [
        "Lay B3 B5 B6 from the rack.",
        "Move B4 from R4=K4=B4=O4 to B3 B5 B6: R4=K4=O4 and B3-B4-B5-B6.",
    ]


def test_000_c_splitting_a_run() -> None:
    assert sentences("R6", "R4-R5-R6-R7-R8", "R4-R5-R6 R6-R7-R8") == [
        "Split R4-R5-R6-R7-R8 into R4-R5-R6 and R7 R8.",
        "Add R6 from the rack to R7 R8: R6-R7-R8.",
    ]


def test_000_d_combining() -> None:
    assert sentences("B1", "O1-O2-O3-O4 R1=K1=B1=O1", "O2-O3-O4 K1=B1=O1 R1=B1=O1") == [
        "Split R1=K1=B1=O1 into R1=B1=O1 and K1.",
        "Move O1 from O1-O2-O3-O4 to K1: O2-O3-O4 and K1 O1.",
        "Add B1 from the rack to K1 O1: K1=B1=O1.",
    ]


def test_joining_two_runs() -> None:
    assert sentences("R4 R9", "R1-R2-R3 R5-R6-R7-R8", "R1-R2-R3-R4-R5-R6-R7-R8-R9") == [
        "Join R1-R2-R3 to R5-R6-R7-R8: R1 R2 R3 R5 R6 R7 R8.",
        "Add R4 R9 from the rack to R1 R2 R3 R5 R6 R7 R8: R1-R2-R3-R4-R5-R6-R7-R8-R9.",
    ]


def test_000_15_replacing_a_joker_from_the_rack() -> None:
    assert sentences("R5 K8 B8", "R4-*-R6", "R4-R5-R6 K8=B8=*") == [
        "Put R5 from the rack in the place of the joker of R4-*-R6: R4-R5-R6 and *.",
        "Add K8 B8 from the rack to *: K8=B8=*.",
    ]


def test_000_15_replacing_a_joker_from_the_table() -> None:
    assert sentences("K8 B8", "R4-*-R6 R5=K5=B5=O5", "R4-R5-R6 K5=B5=O5 K8=B8=*") == [
        "Put R5 of R5=K5=B5=O5 in the place of the joker of R4-*-R6: R4-R5-R6 and *.",
        "Add K8 B8 from the rack to *: K8=B8=*.",
    ]


def test_000_16_replacing_the_joker_of_a_group() -> None:
    assert sentences("O8", "K8=B8=* R1-R2-R3", "K8=B8=O8 R1-R2-R3-*") == [
        "Put O8 from the rack in the place of the joker of K8=B8=*: K8=B8=O8 and *.",
        "Join * to R1-R2-R3: R1-R2-R3-*.",
    ]


def test_a_joker_that_goes_to_the_other_end_of_its_run() -> None:
    assert sentences("R4", "*-R5-R6", "R4-R5-R6-*") == [
        "Put R4 from the rack in the place of the joker of *-R5-R6: R4-R5-R6 and *.",
        "Join * to R4-R5-R6: R4-R5-R6-*.",
    ]


def test_jokers_replaced_by_all_tiles_of_a_meld() -> None:
    table, new = "R1-*-R3 K1-*-K3 B1-*-B3 R2=K2=B2", "R1-R2-R3 K1-K2-K3 B1-B2-B3 R8=O8=*=* K9=B9=*"
    assert sentences("R8 O8 K9 B9", table, new, PRESETS["rummikub-xp6"]) == [
        "Put R2 of R2=K2=B2 in the place of the joker of R1-*-R3: R1-R2-R3 and *.",
        "Put K2 of K2 B2 in the place of the joker of K1-*-K3: K1-K2-K3 and *.",
        "Put B2 of B2 in the place of the joker of B1-*-B3: B1-B2-B3 and *.",
        "Join * to *: * *.",
        "Add R8 O8 from the rack to * *: R8=O8=*=*.",
        "Add K9 B9 from the rack to *: K9=B9=*.",
    ]


def test_a_joker_set_free() -> None:
    table, new = "R1-R2-R3 R4-*-R6 R7-R8-R9 K8=B8=O8", "R1-R2-R3-R4 R6-R7-R8-R9 K8=B8=O8=* K1-K2-K3"
    assert sentences("K1 K2 K3", table, new, FREE) == [
        "Move R4 from R4-*-R6 to R1-R2-R3: * R6 and R1-R2-R3-R4.",
        "Move R6 from * R6 to R7-R8-R9: * and R6-R7-R8-R9.",
        "Lay K1-K2-K3 from the rack.",
        "Join * to K8=B8=O8: K8=B8=O8=*.",
    ]


def test_a_joker_that_moves_within_its_meld() -> None:
    assert sentences("R8", "*-R5-R6", "R5-R6-*-R8", FREE) == [
        "Move * within *-R5-R6: R5-R6-*.",
        "Add R8 from the rack to R5-R6-*: R5-R6-*-R8.",
    ]


def test_a_group_that_becomes_a_run() -> None:
    assert sentences("K1 K2 K3", "R7=*=*", "R7-*-* K1-K2-K3", FREE) == [
        "Lay K1-K2-K3 from the rack.",
        "Move * * within R7=*=*: R7-*-*.",
    ]


def test_melds_that_stay_are_not_mentioned() -> None:
    assert sentences("R1", "R1-R2-R3 R2-R3-R4 K8=B8=*", "R1-R2-R3 R1-R2-R3-R4 K8=B8=*") == [
        "Add R1 from the rack to R2-R3-R4: R1-R2-R3-R4."
    ]


def test_a_step_says_what_it_does() -> None:
    view = set_up("R5 K8 B8", "R4-*-R6")
    replace, add = explain(view, parse_play("R4-R5-R6 K8=B8=*"))
    assert replace.kind is StepKind.REPLACE
    assert replace.tiles == (Tile.parse("R5"), JOKER)
    assert replace.from_rack == (Tile.parse("R5"),)
    assert replace.before == (Run.parse("R4-*-R6"),)
    assert replace.after == (Run.parse("R4-R5-R6"), (JOKER,))
    assert add.kind is StepKind.ADD
    assert add.before == ((JOKER,),)
    assert add.after == (Group.parse("K8=B8=*"),)


def test_steps_speak_french() -> None:
    steps = explain(set_up("R5 K8 B8", "R4-*-R6"), parse_play("R4-R5-R6 K8=B8=*"))
    assert [step.message("fr") for step in steps] == [
        "Mettre R5 du chevalet à la place du joker de R4-*-R6 : R4-R5-R6 et *.",
        "Ajouter K8 B8 du chevalet à * : K8=B8=*.",
    ]


def test_steps_speak_no_other_language() -> None:
    [step] = explain(set_up("R7", "R4-R5-R6"), parse_play("R4-R5-R6-R7"))
    with pytest.raises(RamiError, match="lang must be 'en' or 'fr', not 'de'"):
        step.message("de")  # type: ignore[arg-type]  # as a caller without a type checker might


def test_an_illegal_play_is_not_explained() -> None:
    with pytest.raises(IllegalMove, match="K1"):
        explain(set_up("R7", "R4-R5-R6"), parse_play("R4-R5-R6 K1-K2-K3"))


def test_a_play_is_explained_to_the_player_who_moves_only() -> None:
    state = determinize(set_up("R7", "R4-R5-R6"), seed=0)
    play = parse_play("R4-R5-R6-R7")
    assert explain(observe(state, 0), play) == explain(state, play)
    with pytest.raises(IllegalMove, match="player 1"):
        explain(observe(state, 1), play)
