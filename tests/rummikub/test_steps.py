"""The steps of a play: their sentences, and the way from the old table to the new one."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pytest
from attrs import evolve
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from rami import svg, text
from rami.codec import from_json, to_json
from rami.errors import IllegalMove, RulesError, TooLarge
from rami.pieces import without
from rami.rummikub import (
    JOKER,
    PRESETS,
    Group,
    Meld,
    Play,
    Rules,
    Run,
    Step,
    Table,
    Tile,
    View,
    determinize,
    explain,
    observe,
    set_up,
)
from rami.rummikub.rows import Row
from rami.rummikub.steps import Origin
from tests.oracles.rummikub import legal_tables
from tests.oracles.rummikub_against_brute import positions, shown

CHIFFRES = PRESETS["chiffres"]
FREE = Rules(joker_sets="free", joker_reuse="any")


def sentences(rack: str, table: str, new: str, rules: Rules = CHIFFRES) -> list[str]:
    return list(map(str, explain(set_up(rack, table, rules=rules), parse_play(new))))


def parse_play(table: str) -> Play:
    return Play(Table.parse(table))


def tiles_of(rows: Iterable[Row]) -> Counter[Tile]:
    return Counter(tile for row in rows for tile in row.tiles)


def replay(position: View, steps: Iterable[Step]) -> tuple[Counter[Meld | None], Counter[Tile]]:
    """Return the melds and the rack after the steps. Each step keeps all tiles and makes one meld."""
    rows, rack = [Row(meld) for meld in position.table], Counter(position.rack)
    for step in steps:
        for row in step.before:
            assert row in rows
            rows.remove(row)
        assert step.meld is not None
        assert step.after[0] == Row(step.meld)
        assert step.meld not in [row.meld for row in step.before]
        assert tiles_of(step.before) + Counter(step.from_rack) == tiles_of(step.after)
        assert Counter(step.tiles) <= Counter(step.meld.tiles)
        assert Counter(step.from_rack) <= rack
        rows += step.after
        rack -= Counter(step.from_rack)
    return Counter(row.meld for row in rows), rack


def moved_at_least(old: Sequence[Meld], new: Sequence[Meld]) -> int:
    """Return the fewest tiles that move if each new meld starts from a different old meld, or from none."""

    def stay(row: Meld, meld: Meld) -> int:
        naturals = len((set(row.tiles) & set(meld.tiles)) - {JOKER})
        if type(row) is not type(meld):
            return naturals
        if isinstance(row, Group):
            return naturals + min(row.tiles.count(JOKER), meld.tiles.count(JOKER))
        return naturals + len(set(row.stands_for.values()) & set(meld.stands_for.values()))

    def most(rows: Sequence[Meld], melds: Sequence[Meld]) -> int:
        if not rows or not melds:
            return 0
        row, *others = rows
        ways = [stay(row, meld) + most(others, without(melds, [meld])) for meld in melds]
        return max(most(others, melds), *ways)

    total = sum(len(meld.tiles) for meld in new)
    return total - most(old, new)


@pytest.mark.no_cover
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
    old, new = (without(a, b) for a, b in ((position.table, play.table), (play.table, position.table)))
    assert len(steps) <= len(new)
    shifted = sum(step.tiles == () for step in steps)  # jokers that only change their place
    assert sum(len(step.tiles) for step in steps) + shifted <= moved_at_least(old, new)
    assert explain(determinize(position, seed=0), play) == steps


def test_a_meld_of_tiles_of_three_others() -> None:
    table = "R5-R6-R7 K5-K6-K7-K8-K9-K10 O5-O6-O7"
    assert sentences("R4 O4 K4", table, "R4-R5-R6 K4-K5-K6 K8-K9-K10 O4-O5-O6 R7=K7=O7") == [
        "Make K4-K5-K6: K5 K6 from K5-K6-K7-K8-K9-K10, K4 from the rack.",
        "Make R4-R5-R6: R5 R6 from R5-R6-R7, R4 from the rack.",
        "Add K7 from K7-K8-K9-K10 and O7 from O5-O6-O7 to R7: R7=K7=O7.",
        "Add O4 from the rack to O5 O6: O4-O5-O6.",
    ]


def test_a_joker_that_goes_to_the_other_end_of_its_run() -> None:
    assert sentences("R4", "*-R5-R6", "R4-R5-R6-*") == ["Add R4 from the rack to *-R5-R6: R4-R5-R6-*."]


def test_jokers_replaced_by_all_tiles_of_a_meld() -> None:
    table, new = "R1-*-R3 K1-*-K3 B1-*-B3 R2=K2=B2", "R1-R2-R3 K1-K2-K3 B1-B2-B3 R8=O8=*=* K9=B9=*"
    assert sentences("R8 O8 K9 B9", table, new, PRESETS["rummikub-xp6"]) == [
        "Put B2 from R2=K2=B2 in the place of the joker of B1-*-B3: B1-B2-B3.",
        "Add K9 B9 from the rack to *: K9=B9=*.",
        "Put R2 from R2 K2 in the place of the joker of R1-*-R3: R1-R2-R3.",
        "Put K2 in the place of the joker of K1-*-K3: K1-K2-K3.",
        "Add * and R8 O8 from the rack to *: R8=O8=*=*.",
    ]


def test_a_joker_set_free() -> None:
    table, new = "R1-R2-R3 R4-*-R6 R7-R8-R9 K8=B8=O8", "R1-R2-R3-R4 R6-R7-R8-R9 K8=B8=O8=* K1-K2-K3"
    assert sentences("K1 K2 K3", table, new, FREE) == [
        "Lay K1-K2-K3 from the rack.",
        "Add R4 from R4-*-R6 to R1-R2-R3: R1-R2-R3-R4.",
        "Add R6 from * R6 to R7-R8-R9: R6-R7-R8-R9.",
        "Add * to K8=B8=O8: K8=B8=O8=*.",
    ]


def test_a_joker_that_moves_within_its_meld() -> None:
    assert sentences("R8", "*-R5-R6", "R5-R6-*-R8", FREE) == ["Add R8 from the rack to *-R5-R6: R5-R6-*-R8."]
    made, _ = sentences("R7 K8 B8", "*-R5-R6", "R5-R6-R7 K8=B8=*", FREE)
    assert made == "Make R5-R6-R7: R5 R6 from *-R5-R6, R7 from the rack."


def test_a_group_that_becomes_a_run() -> None:
    assert sentences("K1 K2 K3", "R7=*=*", "R7-*-* K1-K2-K3", FREE) == [
        "Move * * within R7=*=*: R7-*-*.",
        "Lay K1-K2-K3 from the rack.",
    ]


def test_a_step_has_a_sentence() -> None:
    view = set_up("R5 K8 B8", "R4-*-R6")
    replace, add = explain(view, parse_play("R4-R5-R6 K8=B8=*"))
    assert replace.meld == Run.parse("R4-R5-R6")
    assert replace.onto == Row("R4-*-R6")
    assert replace.origins == (Origin((Tile.parse("R5"),)),)
    assert replace.tiles == replace.from_rack == (Tile.parse("R5"),)
    assert replace.to_rack == ()
    assert replace.before == (Row("R4-*-R6"),)
    assert replace.after == (Row("R4-R5-R6"), replace.after[1])
    assert replace.after[1].tiles == (JOKER,)
    assert add.before == replace.after[1:]
    assert add.after == (Row(Group.parse("K8=B8=*")),)


def test_a_row_in_json_can_be_read_back() -> None:
    """Tiles alone are not enough: a row has no fixed order, and a row of jokers may be a run or a group."""
    for row in (Row("R6 R4 R5", Run("R4-R5-R6")), Row("R7 * *", Group("R7=*=*")), Row("R4 R6"), Row("R4-*-R6")):
        assert from_json(to_json(row), Row) == row
        assert eval(repr(row)) == row
    assert from_json('{"rami": 1, "type": "rummikub.Row", "value": {"tiles": ["R4"]}}', Row) == Row("R4")


R456, R789 = Row("R4-R5-R6"), Row("R7-R8-R9")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Origin(()), "an origin must have at least one tile"),
        (lambda: Origin((Tile("R7"), Tile("R7")), R789), "the row R7-R8-R9 lacks these tiles: R7"),
        (lambda: Step(Run("R7-R8-R9"), None, (), (R789,)), "the tiles of the step do not make R7-R8-R9"),
        (lambda: Step(Run("R7-R8-R9"), R456, (), (R789,)), "the tiles of the step do not make R7-R8-R9"),
        (lambda: Step(R456.meld, None, (Origin((Tile("K1"),), None),), (R456,)), "do not make R4-R5-R6"),
        (lambda: Step(R456.meld, R456, (), (R456, R456)), "the rows after a step must be"),
        (lambda: Step(R456.meld, None, (Origin(R456.tiles),), ()), "the rows after a step must be"),
        (lambda: Step(R456.meld, None, (Origin(R456.tiles),), (Row("R4 R5 R6"),)), "the rows after a step must be"),
        (lambda: Step(None, R456, (), (R456,)), "must return tiles from rows to the rack"),
        (lambda: Step(None, None, (Origin((Tile("R7"),)),), ()), "must return tiles from rows to the rack"),
        (lambda: Step(None, None, (Origin((Tile("R7"),), R789),), ()), "the rows after a step must be"),
    ],
)
def test_a_step_that_cannot_be_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        make()


def test_steps_speak_french() -> None:
    table, new = "R4-*-R6 R5-R6-R7-R8", "R4-R5-R6 K8=B8=* R5-R6-R7 R8-R9-R10 O1-O2-O3"
    steps = explain(set_up("R5 K8 B8 R9 R10 O1 O2 O3", table), parse_play(new))
    assert [step.message("fr") for step in steps] == [
        "Former R8-R9-R10 : R8 de R5-R6-R7-R8, R9 R10 du chevalet.",
        "Poser O1-O2-O3 du chevalet.",
        "Mettre R5 du chevalet à la place du joker de R4-*-R6 : R4-R5-R6.",
        "Ajouter K8 B8 du chevalet à * : K8=B8=*.",
    ]


def test_an_illegal_play_is_not_explained() -> None:
    with pytest.raises(IllegalMove, match="K1"):
        explain(set_up("R7", "R4-R5-R6"), parse_play("R4-R5-R6 K1-K2-K3"))


def test_a_play_is_explained_to_a_waiting_player_too() -> None:
    state = determinize(set_up("R7", "R4-R5-R6"), seed=0)
    waiting = evolve(state, current_player=1, turn=1)
    play = parse_play("R4-R5-R6-R7")
    assert explain(observe(waiting, 0), play) == explain(state, play)
    with pytest.raises(IllegalMove, match="player 2"):
        explain(observe(waiting, None), play)


def test_a_change_that_is_too_large_is_refused() -> None:
    rules = Rules(copies=100, jokers=0)
    old, new = "R1-R2-R3-R4 R5-R6-R7-R8 ", "R1-R2-R3 R5-R6-R7 R4=K4=B4 R8=K8=B8 "
    steps = explain(set_up("K4 B4 K8 B8 " * 16, old * 16, rules=rules), parse_play(new * 16))
    assert Counter(step.meld for step in steps) == dict.fromkeys(Table.parse("R4=K4=B4 R8=K8=B8"), 16)
    with pytest.raises(TooLarge, match="At most 64 rows may change, but 68 rows change"):
        explain(set_up("K4 B4 K8 B8 " * 17, old * 17, rules=rules), parse_play(new * 17))


def test_an_unchanged_rest_of_a_row_is_not_a_step() -> None:
    """The remaining jokers and the 6 are already a group."""
    rules = Rules(joker_sets="free", joker_reuse="any")
    steps = sentences("R2 K1 K2", "R1-R2-R3-R4 *-R3-*-R5-R6", "R1-R2-R3 R2-R3-R4-R5 R6=*=*", rules)
    assert len(steps) == 1


def most_unfinished(rows: Sequence[Meld], steps: Iterable[Step]) -> int:
    """Return the largest number of rows that are not melds at the same time."""
    lying, worst = Counter[Row](map(Row, rows)), 0
    for step in steps:
        lying = lying - Counter(step.before) + Counter(step.after)
        worst = max(worst, sum(times for row, times in lying.items() if row.meld is None))
    return worst


def test_steps_are_ordered_to_leave_only_one_row_unfinished() -> None:
    view = set_up("R4 O4", "R5-R6-R7 O5-O6-O7 K7-K8-K9-K10", rules=CHIFFRES)
    steps = explain(view, parse_play("R4-R5-R6 O4-O5-O6 R7=K7=O7 K8-K9-K10"))
    assert most_unfinished(tuple(view.table), steps) == 1


def test_steps_leave_two_rows_unfinished_only_if_necessary() -> None:
    view = set_up("R2 R3 O2 O3 K2 K3", "R4-R5-R6 O4-O5-O6 K4-K5-K6", rules=CHIFFRES)
    play = parse_play("R4=O4=K4 R5=O5=K5 R6=O6=K6 R2=O2=K2 R3=O3=K3")
    assert most_unfinished(tuple(view.table), explain(view, play)) == 3


def test_a_table_of_many_melds_is_put_in_order_soon() -> None:
    """The search for a better order exceeds its limit, and the first order is used."""
    rules = Rules(copies=100, jokers=0)
    view = set_up("R4 O4 " * 16, "R5-R6-R7 O5-O6-O7 K7-K8-K9-K10 " * 16, rules=rules)
    steps = explain(view, parse_play("R4-R5-R6 O4-O5-O6 R7=K7=O7 K8-K9-K10 " * 16))
    assert most_unfinished(tuple(view.table), steps) >= 1
    assert len(steps) <= 64


def test_a_step_has_a_picture() -> None:
    step = explain(set_up("R6", "R4-R5-R6-R7-R8"), parse_play("R4-R5-R6 R6-R7-R8"))[0]
    assert text(step) == "Make R6-R7-R8: R7 R8 from R4-R5-R6-R7-R8, R6 from the rack.\n  [R6]-(R7)-(R8)  R4-R5-R6"
    assert "Former R6-R7-R8" in svg(step, lang="fr")
    assert step._repr_svg_() == svg(step)
    with pytest.raises(RulesError, match="must return tiles from rows"):
        Step(None, None, (), ())
    back = Step(None, None, (Origin((Tile("R7"),), Row("R7 R8")),), (Row("R8"),))
    assert text(back) == "Take R7 from R7 R8 back to the rack.\n  R8\nRack\n  [R7]"
    [added] = explain(set_up("R7", "R4-R5-R6"), parse_play("R4-R5-R6-R7"))
    assert text(added) == "Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7.\n  R4-R5-R6-[R7]"


def test_the_rest_of_a_row_that_a_new_meld_continues_stays_on_the_table() -> None:
    view = set_up("K1 K3 B4 O2 O4", "R1=K1=B1=O1 R2=K2=B2 R3=K3=B3=O3", rules=CHIFFRES)
    steps = explain(view, parse_play("R1-R2-R3 K1-K2-K3 K1=B1=O1 B2-B3-B4 O2-O3-O4"))
    split = [step for step in steps if step.onto and step.meld and without(step.onto.tiles, step.meld.tiles)]
    assert len(split) == 2
    for step in split:
        assert tiles_of(step.after) == tiles_of(step.before) + Counter(step.from_rack)
