"""Rows as a screen has them: their melds, their problems, and the move that they make."""

import json
from collections import Counter
from itertools import combinations
from random import Random
from typing import Any, cast

import pytest
from attrs import evolve

from rami import prose
from rami.codec import from_json, plain, to_json
from rami.errors import NotationError, RulesError, WrongType
from rami.rummikub import (
    GAME,
    JOKER,
    PRESETS,
    Draft,
    Group,
    Meld,
    Play,
    Row,
    Rules,
    Run,
    Step,
    Table,
    Tile,
    best_play,
    check,
    legal_moves,
    melds_in,
    new_game,
    observe,
    possible_melds,
    score,
    set_up,
)

FREE = Rules(joker_sets="free", joker_reuse="any")
VIEW = set_up("R7 K1 *", "R4-R5-R6 K7-K8-K9")


def melds(draft: Draft) -> list[str]:
    return [str(row.meld) for row in draft.rows]


def test_rows_come_in_any_form() -> None:
    rows: list[Any] = [
        ["R4", "R5", Tile("R6"), "R7"],
        Tile.row("K7 K8 K9"),
    ]
    assert str(Draft(VIEW, rows).play) == "play R4-R5-R6-R7 K7-K8-K9"
    assert str(Draft(VIEW, ["R4 R5 R6 R7", Meld("K7-K8-K9")]).play) == "play R4-R5-R6-R7 K7-K8-K9"
    message = json.loads('{"rows": [["R4", "R5", "R6", "R7"], {"kind": "run", "pieces": ["K7", "K8", "K9"]}]}')
    assert str(Draft(VIEW, message["rows"]).play) == "play R4-R5-R6-R7 K7-K8-K9"
    assert Draft(VIEW, VIEW.table) == Draft(VIEW) == Draft(VIEW, plain(VIEW, GAME)["table"])


def test_tiles_of_the_rack_that_are_in_no_row_stay_there() -> None:
    draft = Draft(VIEW, ["R4 R5 R6 R7", "K7 K8 K9"])
    assert draft.rack == Tile.row("K1 *")
    assert draft.laid == Tile.row("R7")
    assert draft.missing == ()


def test_tiles_of_the_table_in_no_row_are_a_problem_and_no_error() -> None:
    draft = Draft(VIEW, ["R4 R5 R6 R7"])
    assert draft.missing == Tile.row("K7 K8 K9")
    assert [str(problem.code) for problem in draft.problems] == ["tile_lost"]
    assert draft.play is None
    assert str(draft.timeout()) == "timeout R4-R5-R6-R7 K7 K8 K9"
    with pytest.raises(RulesError, match="no row has these tiles of the table: K7 K8 K9"):
        draft.hint()
    unfinished = Draft(VIEW, ["R4 R5 R6", "K7 K8"])
    assert [str(problem.code) for problem in unfinished.problems] == ["too_few_tiles", "nothing_played", "tile_lost"]
    joker = Draft(set_up("K1", "R4-*-R6"), ["R4 R6"])
    assert [str(problem.code) for problem in joker.problems] == ["too_few_tiles", "nothing_played", "joker_kept"]


def test_a_tile_that_is_nowhere_is_an_error_that_names_it() -> None:
    with pytest.raises(RulesError, match="neither on the table nor on the rack: R13"):
        Draft(VIEW, ["R4 R5 R6", "R13 K1"])


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        (["R4 R5 R6", ""], NotationError, r"rows\[1\]: a row must have at least one tile"),
        (["R4 R5 R6", []], NotationError, r"rows\[1\]: a row must have at least one tile"),
        (
            ["R4-R5-R6 K7-K8-K9"],
            NotationError,
            r"rows\[0\]: a row must be one meld or tiles separated by spaces, not 2 melds",
        ),
        (["R4-R5-"], NotationError, "R4-R5-"),
        ("R4-R5-R6", WrongType, "rows must be a sequence of rows"),
        ({"kind": "run"}, WrongType, "rows must be a sequence of rows"),
        ([{"tiles": ["R4"]}], WrongType, r"rows\[0\] must be a row, or an object with kind and pieces"),
        ([7], WrongType, r"rows\[0\]"),
    ],
)
def test_invalid_rows_are_refused(rows: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Draft(VIEW, rows)


def test_each_row_has_a_meld_or_a_problem() -> None:
    first, second = Draft(VIEW, ["R4 R5 R6", "K7 K8 K9 R7"]).rows
    assert (first.meld, first.problem) == (Run("R4-R5-R6"), None)
    assert second.meld is None
    assert second.problem is not None
    assert second.problem.message() == "These tiles are neither a group nor a run: K7 K8 K9 R7."
    assert second.problem.rows == (Tile.row("K7 K8 K9 R7"),)


# ------------------------------------------------------------------------------------------------------ claim and wish


@pytest.mark.parametrize(
    ("row", "meld"),
    [
        ("R5 * R4", "R4-R5-*"),
        ("* R4 R5", "*-R4-R5"),
        ("R4 R5 *", "R4-R5-*"),
        ("R6 R4 R5", "R4-R5-R6"),
        ("R13 R12 *", "*-R12-R13"),
        ("R7 * *", "R7-*-*"),
        ("R13 * *", "R13=*=*"),
        ("* R7 *", "R7=*=*"),
    ],
)
def test_a_wish_is_read_in_the_given_order_and_then_as_the_best_meld(row: str, meld: str) -> None:
    view = set_up(Tile.row(row), rules=FREE)
    assert Draft(view, [row]).rows[0].meld == Meld(meld) == possible_melds(row)[0]


def test_a_wish_is_read_as_the_meld_of_the_old_table_before_one_of_more_points() -> None:
    view = set_up("K1", "*-R4-R5 K7-K8-K9")
    assert melds(Draft(view, ["R5 * R4", "K7 K8 K9"])) == ["*-R4-R5", "K7-K8-K9"]


def test_a_claim_is_that_meld_until_its_tiles_change() -> None:
    view = set_up("R4 R5 *", rules=FREE)
    for claim in ("*-R4-R5", Meld("*-R4-R5"), {"kind": "run", "pieces": ["*", "R4", "R5"]}):
        draft = Draft(view, [claim])
        assert draft.rows[0].claim == "run"
        assert melds(draft) == melds(Draft(view, draft.rows)) == ["*-R4-R5"]
    view = set_up("R4 R5 * R6", rules=FREE)
    draft = Draft(view, ["*-R4-R5"]).move("R6", "rack", 0)
    assert (draft.rows[0].claim, melds(draft)) == (None, ["*-R4-R5-R6"])
    back = draft.move("R6", 0, "rack").move("*", 0, "rack").move("*", "rack", 0)
    assert melds(back) == ["R4-R5-*"]


def test_a_claim_that_is_no_meld_is_a_problem() -> None:
    view = set_up("R4 R6 R5 K1")
    draft = Draft(view, ["R4-R6-R5"])
    assert [str(problem.code) for problem in draft.problems] == ["not_consecutive"]
    assert draft.rows_of(draft.problems[0]) == (0,)
    assert Draft(view, ["R4 R6 R5"]).play == Play("R4-R5-R6")
    group = Draft(set_up("R7 * *", rules=FREE), [{"kind": "group", "pieces": ["R7", "*", "*"]}])
    assert group.rows[0].meld == Group("R7=*=*")
    assert group.rows[0].claim == "group"


def test_a_sorted_row_is_a_claim() -> None:
    view = set_up("R7 * *", rules=FREE)
    draft = Draft(view, ["R7 * *"])
    assert draft.rows[0].claim is None
    assert draft.sort(0).rows[0].claim == "run"
    assert melds(draft.sort(0, "R7=*=*")) == ["R7=*=*"]
    assert draft.sort(0, {"kind": "group", "pieces": "R7 * *"}).rows[0].claim == "group"
    broken = Draft(set_up("R4 R6 R9"), ["R9-R4-R6"]).sort(0)
    assert (str(broken.rows[0]), broken.rows[0].claim) == ("R4 R6 R9", "run")


def test_a_reading_that_makes_the_play_legal_is_found() -> None:
    """With identity kept, the joker of the table may not become another tile."""
    view = set_up("R7", "R4-*-R6")
    draft = Draft(view, ["* R4 R6 R7"])
    assert draft.play == Play("R4-*-R6-R7")
    # By points alone, the joker would be the 8.
    view = set_up("R5 K1", "*-R6-R7")
    assert check(view, "play R5-R6-R7-*") != ()
    assert [str(each) for each in possible_melds("R6 * R7 R5")] == ["R5-R6-R7-*", "*-R5-R6-R7"]
    draft = Draft(view, ["R6 * R7 R5"])
    assert draft.problems  # neither is legal
    assert melds(draft) == ["R5-R6-R7-*"]


def test_a_reading_does_not_stick_to_the_row_in_the_next_draft() -> None:
    view = set_up("R3 K6", "*-R6-R7 K3-K4-K5")
    first = Draft(view, ["R6 * R7", "K3 K4 K5"])
    assert melds(first)[0] == "*-R6-R7"
    again = Draft(evolve(view, table=Table("R6-R7-* K3-K4-K5")), first.rows)
    assert melds(again)[0] == "R6-R7-*"


def test_the_first_readings_stay_if_no_play_is_legal() -> None:
    low = Draft(set_up("R1 R2 *", opened=False), ["R1 * R2"])
    assert melds(low) == ["R1-R2-*"]
    assert [str(problem.code) for problem in low.problems] == ["opening_too_low"]


def test_clients_that_sort_jokers_last_have_every_legal_play_accepted() -> None:
    """Rows of random plays in canonical order are judged like the plays."""
    random, asked = Random(7), 0
    for seed in range(40):
        rules = random.choice([PRESETS["hasbro-2007"], PRESETS["goliath"], PRESETS["ramicube"], FREE])
        view = evolve(observe(new_game(2, rules, seed=seed), 0), opened=(True, True), current_player=0)
        rack = tuple(sorted((*view.rack[: 14 - rules.jokers], *[JOKER] * rules.jokers)))
        view = set_up(rack, rules=rules)
        play = best_play(view)
        if play is None:
            continue
        asked += 1
        draft = Draft(view, [sorted(meld.tiles) for meld in play.table])
        assert draft.problems == ()
        assert draft.laid == play.table.tiles
    assert asked > 20


def test_hint_and_follow_work_on_wishes() -> None:
    view = set_up("R7 R8 K8 B8 *", "R4-R5-R6", rules=FREE)
    draft = Draft(view, ["R6 R5 R4", "* B8"])
    steps = 0
    while isinstance(step := draft.hint(), Step):
        draft, steps = draft.follow(step), steps + 1
        assert steps < 6
    best = best_play(view)
    assert best is not None
    assert draft.play is not None
    assert len(draft.laid) == len(best.table.tiles) - 3


def test_hints_end_whatever_the_wishes_are() -> None:
    random = Random(3)
    for _ in range(60):
        view = set_up("R7 R8 K8 B8 * *"[: random.choice([11, 13, 15])], "R4-R5-R6 K3-K4-K5", rules=FREE)
        tiles = [*view.table.tiles, *random.sample(view.rack, random.randint(0, len(view.rack)))]
        random.shuffle(tiles)
        cuts = sorted(random.sample(range(1, len(tiles)), 2))
        draft = Draft(view, [tiles[: cuts[0]], tiles[cuts[0] : cuts[1]], tiles[cuts[1] :]])
        for _ in range(len(view.rack) + len(view.table) + 3):
            step = draft.hint()
            if not isinstance(step, Step):
                break
            draft = draft.follow(step)
        assert draft.hint() is None
        assert draft.play is not None


def test_a_draft_of_a_waiting_player_reads_rows_as_if_it_were_the_turn() -> None:
    view = evolve(set_up("R7", "R4-*-R6"), current_player=1)
    draft = Draft(view, ["* R4 R6 R7"])
    assert melds(draft) == ["R4-*-R6-R7"]
    assert [str(problem.code) for problem in draft.problems] == ["not_your_turn"]


def test_rows_of_returns_all_equal_rows() -> None:
    view = set_up("R1 R1 R2 R2 K9 K9")
    draft = Draft(view, ["R1 R2", "R2 R1", "K9 K9"])
    assert [draft.rows_of(problem) for problem in draft.problems] == [(0, 1), (0, 1), (2,)]
    assert Draft(view, ["R1 R2"]).rows_of(draft.problems[2]) == ()
    with pytest.raises(WrongType, match="problem must be a Violation"):
        draft.rows_of(cast("Any", 0))


def test_a_claim_survives_json_and_is_not_compared() -> None:
    draft = Draft(VIEW, ["R4-R5-R6", "K7 K8 K9"])
    again = from_json(to_json(draft), Draft)
    assert again == draft
    assert [row.claim for row in again.rows] == ["run", None]
    assert Row("R4-R5-R6") == Row("R4 R5 R6", Run("R4-R5-R6"))
    with pytest.raises(RulesError, match="claim must be 'run', 'group' or None, not 'set'"):
        Row("R4 R5", claim=cast("Any", "set"))
    assert (repr(Row("R4=K4=B4")), repr(Row("R4-R6-R5"))) == ("Row('R4=K4=B4')", "Row('R4-R6-R5')")


# ------------------------------------------------------------------------------------------------------ melds of tiles


@pytest.mark.parametrize("rules", [Rules(), Rules(max_number=10, jokers=4)], ids=["13", "10"])
def test_the_melds_of_tiles_are_those_that_brute_force_finds(rules: Rules) -> None:
    random = Random(5)
    for _ in range(60):
        hand = random.sample([*rules.pieces, *[JOKER] * 3], 9)
        found = Counter(melds_in(hand, rules))
        assert set(found.values()) <= {1}
        expected: set[Meld] = set()
        for size in (3, 4, 5):
            for chosen in combinations(hand, size):
                expected |= {*possible_melds(chosen, rules)}
        assert {meld for meld in found if len(meld) <= 5} == expected
    assert possible_melds("R9 R10 *", Rules(max_number=10, jokers=4)) == (Run("*-R9-R10"),)


def test_possible_melds_of_no_meld_are_none() -> None:
    for tiles in ("", "R4", "* * *", "R4 R6 K5", "R4 R4 R5", "R7 R7 K7", "R7 K7 B7 O7 *"):
        assert possible_melds(tiles) == ()


# ---------------------------------------------------------------------------------------------------------- no opening


def test_without_an_opening_everybody_counts_as_opened() -> None:
    rules = Rules(opening_points=None)
    assert new_game(2, rules, seed=1).opened == (True, True)
    view = set_up("R7 K1", "R4-R5-R6", rules=rules, opened=False)
    assert view.opened == (True, True)
    assert check(view, "play R4-R5-R6-R7") == ()
    assert "play R4-R5-R6-R7" in map(str, legal_moves(view))
    assert best_play(view) == Play("R4-R5-R6-R7")
    taken = set_up("R5 K8 B8", "R4-*-R6", rules=rules)
    assert check(taken, "play R4-R5-R6 K8=B8=*") == ()
    never = evolve(view, opened=(False, False))
    assert check(never, "play R4-R5-R6-R7") == ()
    assert GAME.flaws(never) == ("seat 0 has not opened, but the rules require no opening",)
    assert from_json(to_json(rules), Rules) == rules


def test_prose_mentions_a_missing_opening_in_every_language() -> None:
    rules = Rules(opening_points=None)
    told = {lang: prose(rules, lang=lang) for lang in ("en", "fr", "de", "es")}
    assert "No opening is needed" in told["en"]
    assert "After the opening" not in told["en"]
    assert len({*told.values()}) == 4


def test_a_game_without_an_opening_ignores_who_opened() -> None:
    rules = Rules(opening_points=None)
    assert score(["", "R7"], winner=0, opened=[False, False], rules=rules).scores == (7, -7)


@pytest.mark.parametrize("table", ["forbidden", "after_opening"])
def test_an_opening_of_0_points_is_one_complete_meld_of_the_rack(table: Any) -> None:
    rules = Rules(opening_points=0, opening_turn_table=table)
    view = set_up("R7 K1 B1 O1", "R4-R5-R6", rules=rules, opened=False)
    codes = [str(problem.code) for problem in check(view, "play R4-R5-R6-R7")]
    assert codes == ["opening_changes_table", "opening_too_low"][table == "after_opening" :]
    assert check(view, "play R4-R5-R6 K1=B1=O1") == ()
    both = check(view, "play R4-R5-R6-R7 K1=B1=O1")
    assert (both == ()) is (table == "after_opening")
    assert {str(move) for move in legal_moves(view)} >= {"play R4-R5-R6 K1=B1=O1", "draw"}
    assert "play R4-R5-R6-R7" not in map(str, legal_moves(view))
    assert best_play(set_up("R7 K1", "R4-R5-R6", rules=rules, opened=False)) is None
