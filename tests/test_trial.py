"""Situations decided, and deals scored, from the rules in words alone: the referee and the score sheet agree."""

from typing import Any

import pytest

from rami import rummikub, rummy
from rami.prose import prose
from rami.rummy import Phase

TILES: list[tuple[str, str, str, str, bool, str]] = [
    # the edition, the rack, the table, the move, whether it is legal, and the words that say so
    ("hasbro-2007", "R8 R9 R10 K4", "", "play R8-R9-R10", True, "After the opening a player lays one tile"),
    ("hasbro-2007", "R5", "R4-*-R6 K1-K2-K3", "play R4-R5-R6 K1-K2-K3-*", False, "in a new meld; an old meld"),
    ("chiffres", "R5", "R4-*-R6 K1-K2-K3", "play R4-R5-R6 K1-K2-K3-*", True, "in any meld"),
    ("hasbro-2007", "R6", "R4-R5-*-R7-R8", "play R4-R5-* R6-R7-R8", True, "may be added to and split"),
    ("pagat-sabra", "R7", "R4-*-R6", "play R4-*-R6-R7", True, "tiles may be added to the meld"),
    (
        "goliath",
        "R3 B3",
        "K1-K2-* R1=B1=O1 R2=B2=O2",
        "play R1=B1=O1=K1 R2=B2=O2=K2 R3=B3=*",
        True,
        "nothing has to replace it",
    ),
    ("ramikubic", "R9 R10 R1", "", "play R9-R10-R1", True, "may also end a run after the 10"),
    ("pressman-1980", "O8 K4 K5", "R8=K8=*", "play R8=K8=O8 K4-K5-*", False, "only both missing colours"),
    ("strict-fr", "R4 * * R7", "", "play R4-*-*-R7", False, "may not lie side by side"),
    ("junior", "R4 * * R7", "", "play R4-*-*-R7", False, "A meld has at most 1 joker"),
    ("hasbro-2007", "R7", "R4-R5-R6", "pass", False, "draws one from the pool"),
]
CARDS: list[tuple[str, str, str, str, bool, str]] = [
    ("horesca", "QS KS AS 9D", "", "meld QS-KS-AS", False, "an ace lies before the two only"),
    ("rummy-500", "QS KS AS 9D", "", "meld QS-KS-AS", True, "or after the king"),
    ("horesca", "5D KH", "2D-3D-4D", "add 5D 2D-3D-4D", False, "Only a player who has laid a meld"),
    ("bicycle", "5D KH", "2D-3D-4D", "add 5D 2D-3D-4D", True, "Even a player who has laid no meld"),
    ("scala-40", "KS KH KD QS QH QD 2C 3C", "", "meld KS=KH=KD", True, "40 points or more in all"),
    ("scala-40", "2S 2H 2D 4C 9C 7D", "", "meld 2S=2H=2D", False, "40 points or more in all"),
    ("scala-40", "* * 9D 4C", "", "meld *-*-9D", False, "A meld has at most 1 joker"),
    ("contract-rummy", "4S 4S 4H 9C", "", "meld 4S=4S=4H", False, "first lays 2 groups, all in one turn"),
]


@pytest.mark.parametrize(("edition", "rack", "table", "move", "legal", "words"), TILES)
def test_the_words_decide_a_play(edition: str, rack: str, table: str, move: str, legal: bool, words: str) -> None:
    rules = rummikub.PRESETS[edition]
    assert words in prose(rules)
    assert (rummikub.check(rummikub.set_up(rack, table, rules=rules), move) == ()) == legal


@pytest.mark.parametrize(("edition", "hand", "table", "move", "legal", "words"), CARDS)
def test_the_words_decide_what_is_laid(edition: str, hand: str, table: str, move: str, legal: bool, words: str) -> None:
    rules = rummy.PRESETS[edition]
    assert words in prose(rules)
    assert (rummy.check(rummy.set_up(hand, table, rules=rules, has_melded=False), move) == ()) == legal


@pytest.mark.parametrize(("discard", "legal"), [("7S 2D 9H", True), ("6S 2D 9H", False)])
def test_the_words_decide_what_is_taken(discard: str, legal: bool) -> None:
    rules = rummy.PRESETS["rummy-500"]
    assert "together with all that lie above it" in prose(rules)
    view = rummy.set_up("7H 7C KD", discard=discard, rules=rules, phase=Phase.DRAW)
    assert (rummy.check(view, "take 3") == ()) == legal


@pytest.mark.parametrize(
    ("game", "edition", "hands", "winner", "scores"),
    [
        (rummikub, "hasbro-2007", ["", "K5 *", "K2"], 0, (37, -35, -2)),
        (rummikub, "ramicube", ["", "K5 *", "K2"], 0, (37, 0, 0)),
        (rummikub, "goliath", ["R9", "K5", "K2 K3"], None, (-4, 2, 2)),
        (rummikub, "mso", ["R9", "K5 *"], None, (46, -46)),
        (rummy, "horesca", ["", "KD AS 7H", "QH 5D"], 0, (33, 0, 0)),
        (rummy, "rami-51", ["", "KD AS *", "QH 5D"], 0, (0, -41, -15)),
    ],
)
def test_the_words_score_a_deal(game: Any, edition: str, hands: list[str], winner: int | None, scores: object) -> None:
    assert game.score(hands, winner=winner, rules=game.PRESETS[edition]).scores == scores


def test_the_words_say_that_losers_pay_twice_too() -> None:
    rules = rummy.PRESETS["bicycle"]
    assert "All points of a deal that a player wins by going out with the whole hand" in prose(rules)
    found = rummy.score(["", "KD AS", "QH 5D"], winner=0, melded=[False, True, True], rules=rules)
    assert found.scores == (52, -22, -30)
