"""Every sentence of every game in both languages, with the counts 0, 1 and 2."""

from pathlib import Path

import pytest

from rami.errors import RamiError, Violation, ViolationCode
from rami.games import GAMES
from rami.sentences import Texts

CODES = [code for game in GAMES.values() for code in game.codes or ()]


@pytest.mark.parametrize("code", CODES, ids=lambda code: f"{type(code).__module__.split('.')[1]}-{code}")
def test_a_sentence_has_the_same_numbers_in_both_languages(code: ViolationCode) -> None:
    assert code.template("en") != code.template("fr")
    numbers = range(90, 90 + len(code.names))
    for lang in ("en", "fr"):
        text = Violation(code, (), numbers).message("fr" if lang == "fr" else "en")
        for number in numbers:
            assert str(number) in text or str(number + 1) in text


@pytest.mark.parametrize("code", CODES, ids=lambda code: f"{type(code).__module__.split('.')[1]}-{code}")
def test_a_violation_has_the_numbers_that_its_sentence_quotes(code: ViolationCode) -> None:
    with pytest.raises(RamiError, match=rf"{code} needs {len(code.names)} numbers?, not {len(code.names) + 1}"):
        Violation(code, numbers=range(len(code.names) + 1))


class Code(ViolationCode, texts=Texts("sentences", Path(__file__).parents[2] / "tests" / "data" / "text")):
    SEAT = "seat", "A1", "seat"
    TILES = "tiles", "A2"
    FEW = "few", "A3", "n", "tiles"
    ENGLISH = "english", "A4", "tiles"


@pytest.mark.parametrize(
    ("problem", "english", "french"),
    [
        (Violation(Code.SEAT, numbers=[0]), "Player 1 is to move.", "C'est au joueur 1 de jouer."),
        (Violation(Code.TILES, [3]), "This tile: 3.", "Cette plaque : 3."),
        (Violation(Code.TILES, [3, 4]), "These tiles: 3 4.", "Ces plaques : 3 4."),
        (Violation(Code.TILES), "These tiles: .", "Cette plaque : ."),
        (Violation(Code.FEW, numbers=[0, 5]), "No joker of 5.", "Aucun joker sur 5."),
        (Violation(Code.FEW, numbers=[1, 5]), "One joker of 5.", "Un joker sur 5."),
        (Violation(Code.FEW, numbers=[2, 5]), "2 jokers of 5.", "2 jokers sur 5."),
        (Violation(Code.ENGLISH, numbers=[0]), "0 tiles.", "0 tiles."),
        (Violation(Code.ENGLISH, numbers=[1]), "1 tile.", "1 tile."),
    ],
)
def test_a_sentence_is_filled_with_pieces_and_numbers(problem: Violation, english: str, french: str) -> None:
    assert problem.message() == english
    assert str(problem) == f"{english} [{problem.code}, rule {problem.rule}]"
    assert problem.message("fr") == french
