"""Cases from the test suites of other implementations of Gin (tests/data/gin.jsonl)."""

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rami import EndReason, InvalidMeld, Result, gin
from rami.cards import legal_melds
from rami.cards.melds import Table
from rami.gin import PRESETS, Code, Discard, Knock, LayOff, Phase, Rules, set_up
from rami.gin.rules import CARDS as GIN_CARDS
from rami.gin.scoring import showdown
from rami.rummy import Card, Group, Meld, Run, deadwood
from tests.gin.showdowns import knock_discards, knock_limit, laid_off, showdown_with

LINES = (Path(__file__).parents[1] / "data" / "gin.jsonl").read_text(encoding="utf-8").splitlines()
CASES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
RULES: dict[str, Rules] = {
    "modern": PRESETS["gin"],
    "classic": PRESETS["gin-classic"],
    "oklahoma, ace=1": Rules(knock_by_upcard=True),
    "oklahoma, ace=gin only": PRESETS["oklahoma-gin"],
    "oklahoma, ace upcard, gin only": PRESETS["oklahoma-gin"],
}


def cards(names: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, names))


def melds(rows: list[list[str]]) -> list[Meld]:
    return [Group(row) if row[0].rank == row[1].rank else Run(row) for row in map(cards, rows)]


def find_deadwood(given: dict[str, Any]) -> int:
    hand = cards(given["hand"])
    if "discard_one" not in given:
        return deadwood(hand)
    return min(deadwood([other for other in hand if other != card]) for card in hand)


def find_knock_score(given: dict[str, Any]) -> dict[str, Any]:
    rules, hands = RULES[given["rules"]], (cards(given["knocker"]), cards(given["defender"]))
    if "knocker_melds" in given:
        found = showdown_with(Table(melds(given["knocker_melds"])), *hands, rules)
    else:
        found = showdown(*hands, rules)
        assert sorted(map(str, found.laid_off)) == sorted(given["lay_off"])
    return {"winner": found.winner, "points": found.points}


def find_discard(given: dict[str, Any]) -> str:
    view = set_up(cards(given["hand"]), discard="KD", taken=given["taken"])
    card = Card.parse(given["discard"])
    for move in (Discard(card), Knock(card)):
        assert [problem.code for problem in gin.check(view, move)] == [Code.JUST_TAKEN]
    return "illegal: just taken"


def find_lay_off(given: dict[str, Any]) -> str:
    table = Table(melds(given["melds"]))
    card = Card.parse(given["card"])
    rest = [each for each in gin.Rules().pieces if each not in (*table.cards, card)]
    view = set_up((card, *rest[:9]), table, unmatched=rest[-1:], discard=rest[10:12], phase=Phase.LAY_OFF)
    return "illegal" if gin.check(view, LayOff(card, melds(given["melds"])[given["to"]])) else "legal"


def find_match(given: dict[str, Any]) -> dict[str, Any]:
    rules, seats = RULES[given["rules"].split(":")[0]], "AB"
    bonus = {"knock": 0, "dead": 0, "gin": rules.gin_bonus, "undercut": rules.undercut_bonus}
    results: list[Result] = []
    for winner, ending, margin in given["hands"]:
        points = margin + bonus[ending] if winner in seats else 0
        scores = tuple(points if seat == winner else 0 for seat in seats)
        won = tuple(place for place, seat in enumerate(seats) if seat == winner)
        results.append(Result(scores, won, EndReason.WENT_OUT, ending))
    assert [gin.score_match(results[:count], rules).winner for count in range(len(results))] == [None] * len(results)
    found = gin.score_match(results, rules)
    assert found.winner is not None
    return {"totals": dict(zip(seats, found.totals, strict=True)), "winner": seats[found.winner]}


def find_meld(given: dict[str, Any]) -> str:
    for kind in (Run, Group):
        try:
            meld = kind(cards(given["cards"]))
        except InvalidMeld:
            continue
        return "invalid" if any(legal_melds.meld_faults(GIN_CARDS, meld)) else "valid"
    return "invalid"


def find_meld_count(given: dict[str, Any]) -> int:
    found = legal_melds.melds_in(GIN_CARDS, tuple(sorted(cards(given["cards"]))))
    return sum(len(meld.cards) <= given["longest"] for meld in found)


def find_big_gin(given: dict[str, Any]) -> bool:
    return Knock() in gin.legal_moves(set_up(cards(given["hand"]), discard="9D"))


def find_best_lay_off(given: dict[str, Any]) -> int:
    hand = cards(given["hand"])
    off = laid_off(Table(melds(given["melds"])), hand)
    return deadwood([card for card in hand if card not in off])


def find_knock_limit(given: dict[str, Any]) -> int:
    return knock_limit(given["upcard"], RULES[given["rules"]])


def find_knock_discards(given: dict[str, Any]) -> list[str]:
    rules = evolve(PRESETS["gin"], knock_limit=given["limit"])
    assert deadwood(cards(given["hand"])) > 0
    return [str(card) for card in knock_discards(cards(given["hand"]), rules)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}: {case['note'] or case['source']}")
def test_the_cases_of_other_implementations_agree(case: dict[str, Any]) -> None:
    assert globals()[f"find_{case['kind']}"](case["input"]) == case["expected"]


def test_nine_small_deals_do_not_end_a_match() -> None:
    results = [Result((10, 0), (0,), EndReason.WENT_OUT, "knock")] * 9
    assert gin.score_match(results).winner is None
    assert gin.score_match([*results, results[0]]).totals == ((100 + 250 + 100) * 2, 0)
