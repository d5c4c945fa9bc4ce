import re
from pathlib import Path

import pytest
from attrs import fields

from rami.rummy import Code, Rules, check, parse_move, set_up
from rami.rummy.violations import rule_in


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_rule(code: Code) -> None:
    switches = {field.name for field in fields(Rules)}
    assert re.fullmatch(r"004\.([1-9]|1[01])|C([1-9]|1[01])", code.rule) or code.rule in switches
    assert code.value == code.name.lower()


def test_every_code_is_met_in_the_rule_tests() -> None:
    tests = Path(__file__).parents[1]
    files = [tests / "rules" / "test_004.py", tests / "test_text_moves.py", *(tests / "rummy").glob("test_*.py")]
    text = "".join(file.read_text("utf-8") for file in files)
    assert [code for code in Code if f'"{code}"' not in text] == []


def test_every_code_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rummy.md").read_text("utf-8")
    assert [
        code
        for code in Code
        if f"| `{code}` | {code.rule} | {code.template('en')} | {code.template('fr')} |" not in page
    ] == []


def test_every_reason_is_given() -> None:
    view = set_up("AS KD", "3S-4S-5S", has_melded=False)
    assert [problem.code for problem in check(view, parse_move("add 9H 6S-7S-8S"))] == [
        "not_in_hand",
        "meld_first",
        "no_such_meld",
    ]
    assert [problem.code for problem in check(view, parse_move("meld QD-KD-AD"))] == ["not_in_hand", "ace_place"]


def test_the_rule_of_an_edition_without_a_source_is_one_to_compare() -> None:
    cited = [
        [rule_in(code, has_source=known) for known in (True, False)] for code in (Code.NOT_IN_HAND, Code.MELD_FIRST)
    ]
    assert cited == [["004.6", "cf. 004.6"], ["004.6", "C2"]]


def test_a_sentence_names_the_cards() -> None:
    (problem,) = check(set_up("AS KD", "3S-4S-5S"), parse_move("add AS 3S-4S-5S"))
    assert problem.message() == "This card cannot be added to this meld: AS."
    assert problem.message("fr") == "Cette carte ne peut pas compléter cette combinaison : AS."
