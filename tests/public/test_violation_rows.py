"""The rows of a move that a violation concerns: as they were sent, for each code that concerns a meld."""

import tomllib
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rami import contracts, gin, rummikub, rummy
from rami.codec import from_json, to_json
from rami.errors import InvalidMeld, Violation

PAGES = Path(__file__).parents[2] / "docs" / "data" / "violations"
GAMES: dict[str, ModuleType] = {"Rummikub": rummikub, "Card rummy": rummy, "Gin": gin, "The contract game": contracts}

TABLE = rummikub.set_up("R7 K1 K2 B8 K8 R5 R3 * O2", "R4-R5-R6 O4-*-O6 K9=B9=R9")
CLOSED = rummikub.set_up("K8 B8 O8 R7 O5", "R4-R5-R6 O4-*-O6", opened=False)
OLD = "O4-*-O6 K9=B9=R9"
CARDS = rummy.set_up("4S 5S 6S 8H 8D 8C KD *", "9H=9S=9C 2C-*-4C", rules=rummy.Rules(jokers=4))
KNOCK = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D")
LAY_OFF = gin.set_up(
    "2C 3C 4D 6D 7D 9S 10D JC QC KC",
    "4S-5S-6S 8H=8D=8C",
    discard="KS",
    unmatched="AS AH AD 2H",
    phase=gin.Phase.LAY_OFF,
)
FILL = contracts.set_up("4H 4D 5C 7Y 8H", contracts="C18", joker=False)


def cards(**rules: Any) -> rummy.View:
    given = rummy.Rules(jokers=4, **rules)
    return rummy.set_up("4S 5S 6S 7S 8H 8D 8C KD * *", "9H=9S=9C", rules=given, has_melded=False)


CASES: list[tuple[str, Any, str, dict[str, list[str]]]] = [
    ("Rummikub", TABLE, f"play R4-R5-R6-R7 K1-K2-K3 {OLD}", {"not_in_rack": ["K1 K2 K3"]}),
    ("Rummikub", TABLE, f"play R6-R5-R4 {OLD}", {"not_consecutive": ["R6 R5 R4"]}),
    ("Rummikub", TABLE, f"play R4-R5-R6 R5-K5 {OLD}", {"too_few_tiles": ["R5 K5"]}),
    ("Rummikub", TABLE, f"play R4-R5-R6 *-*-* {OLD}", {"only_jokers": ["* * *"]}),
    ("Rummikub", TABLE, f"play R4-R5-R6 R5=K6=B7 {OLD}", {"different_numbers": ["R5 K6 B7"]}),
    ("Rummikub", TABLE, f"play R4-R5-R6 K8=B8=K8 {OLD}", {"color_twice": ["K8 B8 K8"]}),
    ("Rummikub", TABLE, f"play R4-R5-R6 K1-B2-K3 {OLD}", {"different_colors": ["K1 B2 K3"]}),
    ("Rummikub", TABLE, f"play R4-R5-R6 K12-K13-* {OLD}", {"no_such_tile": ["K12 K13 *"]}),
    ("Rummikub", TABLE, "play R4-R5-R6 O4-O5-O6 K9=B9=R9 *=K8=B8", {"not_in_rack": ["O4 O5 O6"]}),
    ("Rummikub", TABLE, f"play R4-R5-R6 {OLD}", {"nothing_played": []}),
    ("Rummikub", TABLE, "play R4-R5-R6-R7", {"joker_kept": [], "tile_lost": []}),
    (
        "Rummikub",
        rummikub.set_up("O7 K1", "O4-*-O6 O1-O2-O3"),
        "play O1-O2-O3-O4 O6-O7-*",
        {"joker_not_replaced": ["O6 O7 *"]},
    ),
    (
        "Rummikub",
        rummikub.set_up("R5", "R4-*-R6 K1-K2-K3"),
        "play R4-R5-R6 K1-K2-K3-*",
        {"joker_not_in_new_meld": ["K1 K2 K3 *"]},
    ),
    ("Rummikub", CLOSED, "play O8=B8=K8 R4-R5-R6 O4-*-O6", {"opening_too_low": ["O8 B8 K8"]}),
    (
        "Rummikub",
        CLOSED,
        "play R4-R5-R6-R7 O8=B8=K8 O4-*-O6",
        {"opening_changes_table": ["R4 R5 R6 R7"], "opening_too_low": ["R4 R5 R6 R7", "O8 B8 K8"]},
    ),
    (
        "Rummikub",
        CLOSED,
        "play R4-R5-R6 O4-O5-O6 O8=K8=*",
        {
            "joker_before_opening": ["O4 O5 O6", "O8 K8 *"],
            "opening_changes_table": ["O4 O5 O6", "O8 K8 *"],
            "opening_too_low": ["O4 O5 O6", "O8 K8 *"],
        },
    ),
    ("Card rummy", CARDS, "meld 8D=8H=9C", {"different_ranks": ["8D 8H 9C"]}),
    ("Card rummy", CARDS, "meld 8D=8S=8C", {"not_in_hand": ["8D 8S 8C"]}),
    ("Card rummy", CARDS, "meld 4S-5H-6S", {"different_suits": ["4S 5H 6S"]}),
    ("Card rummy", CARDS, "meld 4S-6S-5S", {"not_consecutive": ["4S 6S 5S"]}),
    ("Card rummy", CARDS, "meld 4S-5S", {"too_few_cards": ["4S 5S"]}),
    ("Card rummy", CARDS, "meld *=*=*", {"only_jokers": ["* * *"]}),
    ("Card rummy", CARDS, f"meld {'='.join(['8D'] * 14)}", {"too_many_cards": [" ".join(["8D"] * 14)]}),
    ("Card rummy", CARDS, "meld KD-*-*", {"ace_place": ["KD * *"], "not_in_hand": ["KD * *"]}),
    ("Card rummy", cards(shortest_run=4), "meld 4S-5S-6S", {"run_too_short": ["4S 5S 6S"]}),
    ("Card rummy", CARDS, "meld 8D=8D=8C", {"group_suits": ["8D 8D 8C"], "not_in_hand": ["8D 8D 8C"]}),
    ("Card rummy", cards(max_jokers_per_meld=1), "meld 4S-*-*", {"too_many_jokers": ["4S * *"]}),
    ("Card rummy", cards(joker_place="apart"), "meld 4S-*-*", {"joker_place": ["4S * *"]}),
    (
        "Card rummy",
        cards(opening_points=50, rummy_needs_opening=True),
        "meld 4S-5S-6S",
        {"opening_too_low": ["4S 5S 6S"]},
    ),
    ("Card rummy", CARDS, "add KD 9H=9S=9C", {"does_not_fit": ["9H 9S 9C"]}),
    ("Card rummy", CARDS, "add 8H 3S-4S-5S", {"no_such_meld": ["3S 4S 5S"]}),
    ("Gin", KNOCK, "knock KC AS-2S-3S 5H=5S=5C", {"not_in_hand": ["5H 5S 5C"]}),
    ("Gin", KNOCK, "knock KC AS-3S-2S", {"not_consecutive": ["AS 3S 2S"]}),
    ("Gin", KNOCK, "knock KC AS-2H-3S", {"different_suits": ["AS 2H 3S"]}),
    ("Gin", KNOCK, "knock KC 5H=5D=6C", {"different_ranks": ["5H 5D 6C"]}),
    ("Gin", KNOCK, "knock KC 5H=5D", {"too_few_cards": ["5H 5D"]}),
    ("Gin", KNOCK, "knock AS", {"too_much_deadwood": []}),
    ("Gin", LAY_OFF, "add 2C 4S-5S-6S", {"does_not_fit": ["4S 5S 6S"]}),
    ("Gin", LAY_OFF, "add 2C 5S-6S-7S", {"no_such_meld": ["5S 6S 7S"]}),
    (
        "The contract game",
        FILL,
        "fill C18 4D=4H=5C 5C-6D-7Y",
        {"not_equal": ["4D 4H 5C"], "card_not_in_hand": ["4D 4H 5C", "5C 6D 7Y"]},
    ),
    ("The contract game", FILL, "fill C18 4D=4H 5C-7Y-8H", {"not_a_run": ["5C 7Y 8H"]}),
    (
        "The contract game",
        FILL,
        "fill C18 4D=* 5C-*-7Y",
        {"one_joker": ["4D *", "5C * 7Y"], "no_joker": ["4D *", "5C * 7Y"]},
    ),
]


def rows(problem: Violation) -> list[str]:
    return [" ".join(map(str, row)) for row in problem.rows]


@pytest.mark.parametrize(
    ("game", "view", "move", "expected"), CASES, ids=lambda each: each if isinstance(each, str) else ""
)
def test_the_rows_that_a_violation_concerns(game: str, view: Any, move: str, expected: dict[str, list[str]]) -> None:
    found = {str(problem.code): sorted(rows(problem)) for problem in GAMES[game].check(view, move)}
    assert {code: found[code] for code in expected} == {code: sorted(row) for code, row in expected.items()}


def listed(game: str) -> set[str]:
    """Return the codes that have rows by their page."""
    data = (PAGES / f"{GAMES[game].GAME.name}.toml").read_text(encoding="utf-8")
    return {code for code, each in tomllib.loads(data).items() if each.get("rows")}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_marks_the_codes_with_rows(game: str) -> None:
    codes = {str(code) for code in GAMES[game].Code}
    assert listed(game) <= codes
    with_rows = defaultdict[str, bool](bool)
    for each, _, _, expected in CASES:
        if each == game:
            for code, row in expected.items():
                with_rows[code] |= bool(row)
    assert {code for code, some in with_rows.items() if some} <= listed(game)
    assert not {code for code, some in with_rows.items() if not some} & listed(game)


def test_rows_are_in_the_json_of_a_violation() -> None:
    [problem] = rummikub.check(TABLE, f"play R6-R5-R4 {OLD}")
    text = to_json(problem)
    assert '"rows": [["R6", "R5", "R4"]]' in text
    assert from_json(text, Violation) == problem
    assert from_json(text.replace('"rows": [["R6", "R5", "R4"]], ', ""), Violation).rows == ()


def test_an_invalid_meld_has_its_row() -> None:
    with pytest.raises(InvalidMeld) as caught:
        rummikub.Meld("O8=B8=K9")
    assert rows(caught.value.violations[0]) == ["O8 B8 K9"]
