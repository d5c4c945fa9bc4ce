import re
from pathlib import Path

import pytest

from rami.contracts import Code, check, parse_move, set_up
from rami.pieces import MOST_NOTATION


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_rule(code: Code) -> None:
    assert re.fullmatch(r"003\.([1-9]|1\d|2[0-6])|B([1-9]|1[0-8])", code.rule)
    assert code.value == code.name.lower()


def test_every_code_is_met_in_the_rule_tests() -> None:
    folder = Path(__file__).parent
    text = "".join(
        path.read_text("utf-8") for path in (folder.parent / "rules" / "test_003.py", folder / "test_taking.py")
    )
    assert [code for code in Code if f'"{code}"' not in text] == []


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        (
            "fill C18 4H=5C 5C-6H-7Y",
            "Requirement 1 asks for 2 cards of equal value: 4H 5C.",
            "L'exigence 1 demande 2 cartes de valeur identique : 4H 5C.",
        ),
        (
            "fill C05 4H=4D",
            "Requirement 1 asks for 2 cards of the value 1: 4H 4D.",
            "L'exigence 1 demande 2 cartes de valeur 1 : 4H 4D.",
        ),
    ],
)
def test_the_sentence_names_the_requirement_that_is_not_met(move: str, english: str, french: str) -> None:
    view = set_up("4H 4D 5C", contracts="C18 C05")
    text = move.replace("4H=5C", "4H-5C")
    problem = check(view, parse_move(text))[0]
    assert problem.message() == english
    assert problem.message("fr") == french


def test_a_hostile_move_gets_a_short_answer() -> None:
    view = set_up("4H 4D 5C", contracts="C18")
    for text in ("fill C18 " + "1H=" * 33_000 + "1H", "fill C18 " + "1H " * 33_000, "end " + "1H " * 33_000):
        assert 99_000 < len(text) <= MOST_NOTATION
        problems = check(view, parse_move(text))
        assert problems
        assert all(len(problem.message()) < 250 for problem in problems)
