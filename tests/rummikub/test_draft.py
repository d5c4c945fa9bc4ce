"""Drafts keep all tiles, every play can be reached, and hints lead to the best turn."""

import pickle
from collections import Counter
from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import given, note, settings
from hypothesis import strategies as st

from rami import svg, text
from rami.codec import from_json, to_json
from rami.errors import IllegalMove, InvalidMeld, NotationError, RamiError, RulesError
from rami.rummikub import (
    GAME,
    JOKER,
    PRESETS,
    Code,
    Draft,
    Draw,
    Group,
    Meld,
    Pass,
    Play,
    Rules,
    Run,
    Step,
    Table,
    Tile,
    View,
    apply,
    best_turn,
    check,
    determinize,
    explain,
    observe,
    parse_move,
    set_up,
)
from rami.rummikub.checks import played_tiles
from rami.rummikub.draft import Place
from rami.rummikub.rows import Row, read_row
from rami.rummikub.steps import Origin
from tests.oracles.rummikub_against_brute import positions, shown

XP6 = PRESETS["rummikub-xp6"]
TEN = Rules(max_number=10, jokers=4)


def tiles_of(draft: Draft) -> Counter[Tile]:
    return Counter(tile for row in draft.rows for tile in row.tiles) + Counter(draft.rack)


def moved(draft: Draft, data: st.DataObject) -> Draft:
    """Return the draft after any one action of a person."""
    kind = data.draw(st.sampled_from(["move", "move", "move", "split", "sort", "reset"]))
    places: list[Place] = ["rack", "new", *range(len(draft.rows))]
    row = data.draw(st.integers(0, max(0, len(draft.rows) - 1)))
    if kind == "move":
        source = data.draw(st.sampled_from(places))
        tiles = draft.rack if source in ("rack", "new") else draft.rows[int(source)].tiles
        at = data.draw(st.none() | st.integers(0, 4))
        return draft.move(
            data.draw(st.sampled_from(tiles or (JOKER,))), source, data.draw(st.sampled_from(places)), at=at
        )
    if kind == "split":
        return draft.split(row, data.draw(st.integers(1, 3)))
    return draft.sort(row) if kind == "sort" else draft.reset()


def disarranged(position: View, data: st.DataObject) -> Draft:
    draft = Draft(position)
    for _ in range(data.draw(st.sampled_from([6, 0, 1, 3, 12]))):
        try:
            draft = moved(draft, data)
        except RamiError:
            continue
    note(f"{shown(position)}; rows {draft.rows}")
    return draft


@pytest.mark.slow
@settings(deadline=None)
@given(positions(), st.data())
def test_a_draft_keeps_all_tiles_and_reports_true_problems(position: View, data: st.DataObject) -> None:
    draft = disarranged(position, data)
    assert tiles_of(draft) == Counter(position.table.tiles) + Counter(position.rack)
    assert Counter(draft.laid) + Counter(draft.rack) == Counter(position.rack)
    assert all((row.meld is None) != (row.problem is None) for row in draft.rows)
    assert all(sorted(row.sorted) == sorted(row.tiles) for row in draft.rows)
    if all(row.meld for row in draft.rows):
        play = Play(Table(row.meld for row in draft.rows if row.meld))
        assert draft.problems == check(position, play)
        assert draft.play == (None if draft.problems else play)
    else:
        assert draft.problems
        assert draft.play is None
    timed = evolve(position, rules=evolve(position.rules, turn_seconds=60))
    assert check(timed, draft.timeout()) == ()
    assert draft.reset() == Draft(position)
    assert Draft(position, tuple(Row(row.tiles, row.meld) for row in draft.rows)) == draft
    assert from_json(to_json(draft), Draft) == draft
    assert pickle.loads(pickle.dumps(draft)) == draft


@settings(deadline=None)
@given(positions(), st.data())
def test_hints_lead_to_the_best_turn(position: View, data: st.DataObject) -> None:
    draft = disarranged(position, data)
    (move,) = best_turn(position)
    table = move.table if isinstance(move, Play) else position.table
    for missing in range(len(table) + 1, -2, -1):
        before = Counter(table) - Counter(row.meld for row in draft.rows if row.meld)
        step = draft.hint()
        if not isinstance(step, Step):
            break
        note(str(step))
        assert missing >= 0
        draft = draft.follow(step)
        assert step.to_rack or Counter(table) - Counter(row.meld for row in draft.rows if row.meld) < before
    if isinstance(move, Play):
        assert draft.hint() is None
        assert draft.play is not None
        assert draft.laid == played_tiles(position, move)
    else:
        assert draft.hint() == move
        assert draft.rack == position.rack
        # Jokers may be in another order, in which a row can be read as another meld.
        assert sorted(sorted(row.tiles) for row in draft.rows) == sorted(sorted(meld.tiles) for meld in position.table)


def test_a_row_of_a_joker_may_be_a_group_or_a_run() -> None:
    view = set_up("K1", "R7=*=* R7-*-*", rules=evolve(XP6, joker_sets="free"))
    draft = Draft(view)
    assert [row.meld for row in draft.rows] == list(view.table)
    assert Draft(view, (Row("R7 * *"), Row("* * R7"))).rows[0].meld == Run.parse("R7-*-*")


@pytest.mark.parametrize(
    ("row", "rules", "meld"),
    [
        ("R6 R4 R5", XP6, "R4-R5-R6"),
        ("R6 * R4", XP6, "R4-*-R6"),
        ("* R4 R5", XP6, "*-R4-R5"),  # In the given order
        ("R4 R5 *", XP6, "R4-R5-*"),
        ("R5 * R4", XP6, "R4-R5-*"),  # the highest value
        ("R13 * R12", XP6, "*-R12-R13"),
        ("* R12 R13 *", XP6, "*-*-R12-R13"),
        ("R12 * *", XP6, "R12=*=*"),
        ("R11 * *", XP6, "R11-*-*"),
        ("O8 R8 *", XP6, "R8=O8=*"),
        ("R4 * R5 *", XP6, "R4-R5-*-*"),
        ("* * R5 *", XP6, "R5=*=*=*"),  # In the given order, a run is worth 18 and a group 20
        ("R2 * * * *", XP6, "R2-*-*-*-*"),
        ("* * * R12 *", XP6, "*-*-*-R12-*"),
        ("R9 R8 * *", TEN, "*-R8-R9-*"),
        (" ".join(f"R{n}" for n in range(13, 0, -1)), XP6, "-".join(f"R{n}" for n in range(1, 14))),
    ],
)
def test_a_row_counts_in_any_order(row: str, rules: Rules, meld: str) -> None:
    found = read_row(Tile.row(row), rules)
    assert str(found.meld) == meld
    assert found.problem is None
    assert found.sorted == Table.parse(meld)[0].tiles
    assert found.tiles == Tile.row(row)


@pytest.mark.parametrize(
    ("row", "rules", "code"),
    [
        ("R4", XP6, Code.TOO_FEW_TILES),
        ("R4 R5", XP6, Code.TOO_FEW_TILES),
        ("* *", XP6, Code.TOO_FEW_TILES),
        ("* * *", XP6, Code.ONLY_JOKERS),
        ("R4 R4 K4", XP6, Code.COLOR_TWICE),
        ("R4 R4 *", XP6, Code.COLOR_TWICE),
        ("R4 K4 B4 O4 *", XP6, Code.NO_SUCH_TILE),
        ("R4 R4 B4 O4 *", XP6, Code.COLOR_TWICE),
        ("R4 R5 R7", XP6, Code.NOT_CONSECUTIVE),
        ("R4 R5 R5 R6", XP6, Code.NOT_CONSECUTIVE),
        ("R12 R13 R1", XP6, Code.NOT_CONSECUTIVE),
        ("R1 " * 20 + "R2", XP6, Code.NOT_CONSECUTIVE),
        ("R4 K5 B6", XP6, Code.NOT_A_MELD),
        ("R4 K4 R5", XP6, Code.NOT_A_MELD),
        ("R9 R10 R1", XP6, Code.NOT_CONSECUTIVE),
        ("* * * *", XP6, Code.ONLY_JOKERS),
        ("R9 R10 R11", TEN, Code.NO_SUCH_TILE),
    ],
)
def test_a_row_that_is_not_a_meld_has_a_problem(row: str, rules: Rules, code: Code) -> None:
    found = read_row(Tile.row(row), rules)
    assert found.meld is None
    assert found.problem is not None
    assert found.problem.code is code
    assert Counter(found.problem.pieces) == Counter(Tile.row(row))
    assert found.sorted == tuple(sorted(Tile.row(row)))


def test_unchanged_melds_are_not_judged_again() -> None:
    view = evolve(set_up("R7", "R4-R5-R6", rules=TEN), table=Table.parse("R4-R5-R6 R9-*-*"))
    draft = Draft(view).move("R7", "rack", 0)
    assert str(draft.play) == "play R4-R5-R6-R7 R9-*-*"
    assert draft.rows[1].problem is None


def test_a_tile_moves_to_the_requested_place() -> None:
    draft = Draft(set_up("R3 R7 *", "R4-R5-R6 K4-K5-K6-K7"))
    assert str(draft.move("R7", "rack", 0).rows[0]) == "R4-R5-R6-R7"
    assert str(draft.move("R3", "rack", 0, at=0).rows[0]) == "R3-R4-R5-R6"
    assert str(draft.move("R3", "rack", 0, at=2).rows[0]) == "R4 R5 R3 R6"
    assert str(draft.move("R4", 0, 0).rows[0]) == "R5 R6 R4"
    assert str(draft.move("R6", 0, 0, at=0).rows[0]) == "R6 R4 R5"
    assert str(draft.move("k5", 1, 0, at=3).rows[0]) == "R4 R5 R6 K5"
    assert list(map(str, draft.move("R5", 0, "new").rows)) == ["R4 R6", "K4-K5-K6-K7", "R5"]
    assert list(map(str, draft.move("R3", "rack", "new", at=0).rows)) == ["R4-R5-R6", "K4-K5-K6-K7", "R3"]
    assert list(map(str, draft.split(1, 2).rows)) == ["R4-R5-R6", "K4 K5", "K6 K7"]
    emptied = draft.move("R3", "rack", "new").move("R3", 2, 0)
    assert list(map(str, emptied.rows)) == ["R4 R5 R6 R3", "K4-K5-K6-K7"]
    assert str(emptied.sort(0).rows[0]) == "R3-R4-R5-R6"
    assert emptied.move("R3", 0, "rack") == draft
    assert str(draft.move("K4", 1, 0).sort(0).rows[0]) == "R4 R5 R6 K4"


def test_tiles_of_a_kind_are_as_good_as_each_other() -> None:
    draft = Draft(set_up("R7 K7 B7", "R7-R8-R9-R10"))
    lent = draft.move("R7", 0, "new").move("R7", "rack", 0, at=0)
    assert lent.rack == Tile.row("K7 B7")
    assert lent.move("R7", 0, "rack").rack == lent.move("R7", 1, "rack").rack == draft.rack
    with pytest.raises(IllegalMove, match="R7"):
        lent.move("R7", 0, "rack").move("R7", 1, "rack")
    twice = Draft(set_up("R5 R6", "*-R3-*", rules=evolve(XP6, joker_sets="free"))).move("*", 0, "new")
    assert str(twice.rows[0]) == "* R3"


def test_a_row_with_a_hole_is_split() -> None:
    draft = Draft(set_up("B7 O7", "K4-K5-K6-K7-K8-K9-K10")).move("K7", 0, "new")
    assert draft.rows[0].meld is None
    assert [row.meld is None for row in draft.split(0, 3).rows] == [False, False, True]
    done = draft.split(0, 3).move("B7", "rack", 2).move("O7", "rack", 2)
    assert done.play == parse_move("play K4-K5-K6 K8-K9-K10 K7=B7=O7")


@pytest.mark.parametrize("edition", ["hasbro-2007", "ramicube"])
def test_a_turn_without_tiles_of_the_rack_is_no_opening(edition: str) -> None:
    for table in ("", "R4-R5-R6"):
        draft = Draft(set_up("R9 R10 K1", table, rules=PRESETS[edition], opened=False))
        assert [problem.code for problem in draft.problems] == [Code.NOTHING_PLAYED]


def test_problems_are_those_of_the_rows_or_of_the_play() -> None:
    draft = Draft(set_up("R9 R10 R11 K1", opened=False))
    assert [problem.code for problem in draft.problems] == [Code.NOTHING_PLAYED]
    lone = draft.move("K1", "rack", "new")
    assert [problem.code for problem in lone.problems] == [Code.TOO_FEW_TILES]
    broken = Draft(set_up("K1", "R4-R5-R6")).move("R5", 0, "new")
    assert [problem.code for problem in broken.problems] == [
        Code.TOO_FEW_TILES,
        Code.TOO_FEW_TILES,
        Code.NOTHING_PLAYED,
    ]


def test_a_waiting_player_may_prepare_the_turn() -> None:
    state = determinize(set_up("R7 K1", "R4-R5-R6"), seed=0)
    view = observe(evolve(state, current_player=1, turn=1), 0)
    draft = Draft(view)
    step = draft.hint()
    assert isinstance(step, Step)
    assert str(step) == "Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7."
    ready = draft.follow(step)
    assert ready.hint() is None
    assert [problem.code for problem in ready.problems] == [Code.NOT_YOUR_TURN]
    assert ready.play is None


def test_a_hint_takes_back_tiles_that_the_best_play_does_not_use() -> None:
    draft = Draft(set_up("R7 K1 K5 B9", "R4-R5-R6")).move("K1", "rack", 0).move("K5", "rack", "new")
    step = draft.hint()
    assert isinstance(step, Step)
    assert str(step) == "Take K1 from R4 R5 R6 K1 and K5 back to the rack."
    assert step.message("fr") == "Reprendre sur le chevalet : K1 de R4 R5 R6 K1, K5."
    assert step.to_rack == step.tiles == Tile.row("K1 K5")
    assert str(draft.follow(step).hint()) == "Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7."


@pytest.mark.parametrize(
    ("rack", "pool", "move"),
    [("K1 K5", 10, Draw()), ("K1 K5", 0, Pass()), ("R9 B9 K1 *", 10, Draw())],
)
def test_hints_lead_back_to_a_turn_that_lays_nothing(rack: str, pool: int, move: Draw | Pass) -> None:
    view = set_up(rack, "R4-R5-R6", pool_size=pool)
    draft = Draft(view).move("K1", "rack", "new").move("R5", 0, "new")
    while isinstance(step := draft.hint(), Step):
        draft = draft.follow(step)
    assert draft == Draft(view)
    assert step == move


def test_a_legal_play_with_other_tiles_leads_to_the_best_turn() -> None:
    draft = Draft(set_up("R9 B9 K1 *", "R4-R5-R6"), ["R4 R5 R6", "R9 B9 *"])
    assert draft.play is not None
    step = draft.hint()
    assert isinstance(step, Step)
    assert str(step) == "Take R9=B9=* back to the rack."
    assert draft.follow(step).hint() == Draw()
    with pytest.raises(RamiError, match="step must be a Step"):
        draft.follow(Draw())  # type: ignore[arg-type]


def test_a_deal_that_is_over_needs_no_hint() -> None:
    view = observe(apply(determinize(set_up("R7", "R4-R5-R6"), seed=1), "play R4-R5-R6-R7"), 0)
    assert view.is_over
    assert Draft(view).hint() is None


def test_a_meld_may_be_made_of_the_tiles_that_another_row_had() -> None:
    view = set_up("K1", "*-K11-K12 *-*-K13", rules=evolve(XP6, jokers=4), opened=False)
    rows = Row("*"), Row("K11 K12"), Row("* * K13", Group("K13=*=*"))
    step = Step(Run("*-*-K13"), rows[0], (Origin(Tile.row("* K13"), rows[2]),), (Row("*-*-K13"), Row("*")))
    assert [str(row) for row in Draft(view, rows).follow(step).rows] == ["*-*-K13", "K11 K12", "*"]


def test_a_play_with_the_tiles_of_the_best_turn_needs_no_hint() -> None:
    draft = Draft(set_up("R4 R5 R6 R7 R8 R9")).move("R4", "rack", "new")
    for tile in Tile.row("R5 R6 R7 R8 R9"):
        draft = draft.move(tile, "rack", 0)
    assert draft.hint() is None
    assert draft.split(0, 3).hint() is None
    assert draft.split(0, 2).hint() is not None


def test_errors_name_the_wrong_argument() -> None:
    laid = Run("R4-R5-R6")
    draft = Draft(set_up("R7 K1", "R4-R5-R6"))
    cases: list[tuple[Callable[[], object], type[RamiError], str]] = [
        (lambda: draft.move("R8", "rack", 0), RamiError, "R8 is not on the rack"),
        (lambda: draft.move("R8", 0, "new"), RamiError, "R8 is not in row 0"),
        (lambda: draft.move("R8", "new", 0), RamiError, "source must be 'rack' or the index of one of the 1 rows"),
        (lambda: draft.move("R7", "rack", 1), RamiError, "target must be 'rack' or 'new' or the index of one of the 1"),
        (
            lambda: draft.move("R7", "rack", "rack"),
            RamiError,
            "R7 comes from the rack, so target must be a row or 'new', not 'rack'",
        ),
        (lambda: draft.move("R7", "rack", 0, at=4), RamiError, "at must be a whole number from 0 to 3, or None, not 4"),
        (lambda: draft.move("R7", "rack", "new", at=1), RamiError, "at must be a whole number from 0 to 0"),
        (lambda: draft.move("R5", 0, "rack"), IllegalMove, "tile_lost"),
        (lambda: draft.move("R77", "rack", 0), NotationError, "'R77' is not a tile"),
        (lambda: draft.split(0, 3), RamiError, "at must be a whole number from 1 to 2 for a row of 3 tiles, not 3"),
        (lambda: draft.split(0, 10**300), RamiError, "at must be a whole number from 1 to 2"),
        (lambda: draft.split(0, 10**5000), RamiError, "at must be a whole number, not a number of 16610 bits"),
        (lambda: draft.move("R7", "rack", 10**5000), RamiError, "target must be"),
        (lambda: draft.sort(0, "R7-R8-R9"), InvalidMeld, "is not made of the tiles R4 R5 R6"),
        (lambda: draft.sort(1), RamiError, "row must be the index of one of the 1 rows, not 1"),
        (lambda: Draft(observe(determinize(draft.view, seed=1), None)), RamiError, "not of a spectator"),
        (
            lambda: Draft(draft.view, (*draft.rows, Row("R7 R7"))),
            RulesError,
            "neither on the table nor on the rack: R7",
        ),
        (lambda: Row(()), NotationError, "a row must have at least one tile"),
        (
            lambda: Row(laid.tiles, laid, draft.move("R5", 0, "new").rows[0].problem),
            InvalidMeld,
            "problem must be None",
        ),
        (lambda: Row("R4-R5-R6 K1"), NotationError, "a row must be one meld or tiles separated by spaces, not 2 melds"),
    ]
    for call, error, message in cases:
        with pytest.raises(error, match=message):
            call()


def test_steps_that_do_not_fit_are_refused() -> None:
    draft = Draft(set_up("R7 K1", "R4-R5-R6"))
    meld: Meld = Group.parse("R9=K9=B9")
    elsewhere = Step(meld, None, (Origin(meld.tiles, Row(meld)),), (Row(meld),))
    with pytest.raises(RamiError, match="the step starts from the row R9=K9=B9, which is not in the draft"):
        draft.follow(elsewhere)
    with pytest.raises(RulesError, match="neither on the table nor on the rack"):
        draft.follow(Step(meld, None, (Origin(meld.tiles),), (Row(meld),)))
    with pytest.raises(RulesError, match="tiles of the table must not go to the rack: R4"):
        draft.follow(Step(None, None, (Origin(Tile.row("R4"), draft.rows[0]),), (Row("R5 R6"),)))


def test_the_rest_of_a_row_keeps_its_place() -> None:
    """The row that goes whole to a meld leaves nothing, though the step names it first."""
    draft = Draft(set_up("R9 K1", "R5-R6-R7-R8 B4-B5-B6")).move("R9", "rack", "new")
    run, _, nine = draft.rows
    meld = Run("R7-R8-R9")
    origins = (Origin(Tile.row("R9"), nine), Origin(Tile.row("R7 R8"), run))
    after = draft.follow(Step(meld, None, origins, (Row(meld), Row("R5 R6"))))
    assert [str(row) for row in after.rows] == ["R5 R6", "B4-B5-B6", "R7-R8-R9"]


@pytest.mark.parametrize("meld", ["R2=*=*", "R2=*=*=*", "*-*-R5", "*-*-*-*-R5", "R2-*-*-*", "*-R4-*-*-R7"])
def test_a_meld_of_many_jokers_is_read_explained_and_drawn(meld: str) -> None:
    view = set_up(meld.replace("-", " ").replace("=", " "), rules=XP6)
    play = Play(Table.parse(meld))
    assert Table.parse(str(play.table)) == play.table
    assert [step.message() for step in explain(view, play)] == [f"Lay {play.table} from the rack."]
    assert str(play.table) in text(play.table)
    assert svg(play.table).count("<g ") > 0
    draft = Draft(view)
    for tile in play.table[0].tiles:
        draft = draft.move(tile, "rack", 0 if draft.rows else "new")
    assert str(draft.sort(0, play.table[0]).play) == f"play {meld}"
    assert draft.rack == ()
    taken = determinize(view, seed=1)
    assert GAME.flaws(apply(taken, play)) == ()


def test_wishes_are_read_before_the_turn_of_the_player_too() -> None:
    later = evolve(set_up("R7 *", "R4-R5-R6"), current_player=1)
    assert [str(row.meld) for row in Draft(later, ["R4 R5 R6 *"]).rows] == ["R4-R5-R6-*"]


def test_a_row_with_two_readings_is_read_as_the_legal_one() -> None:
    draft = Draft(set_up("R9 R10 * K1", opened=False), [["*", "R9", "R10"]])
    assert (draft.problems, str(draft.play)) == ((), "play R9-R10-*")
