"""Fields of the editions: places of jokers, lengths of runs, and ways to go out."""

from typing import Any

import pytest
from attrs import evolve

from rami import Deal
from rami.rummy import (
    MATCHES,
    PRESETS,
    Phase,
    Rules,
    Run,
    best_melds,
    deadwood,
    from_deal,
    legal_moves,
    result,
    set_up,
)
from tests.rules.positions import codes, play
from tests.rules.positions import ended as outcome

KINGS = "AS-2S-3S-4S-5S-6S-7S-8S-9S-10S-JS-QS-KS"
JOKERS = Rules(packs=2, jokers=4, ace="high_or_low", melds_per_turn=None)


# ------------------------------------------------------------------------------------------------------ aces and runs


def test_a_high_ace_follows_the_king_only() -> None:
    rules = evolve(JOKERS, ace="high")
    view = set_up("AS 2S 3S 4S QS KS * 9C", rules=rules)
    assert codes(view, "meld AS-2S-3S") == ["ace_place"]
    assert codes(view, "meld *-2S-3S") == ["ace_place"]
    assert codes(view, "meld 2S-3S-4S") == codes(view, "meld QS-KS-AS") == []
    assert codes(set_up("AS 9C", "2S-3S-4S", rules=rules), "add AS 2S-3S-4S") == ["ace_place"]
    assert codes(set_up("AS 9C", "JS-QS-KS", rules=rules), "add AS JS-QS-KS") == []
    assert deadwood("AS 2S 3S", rules) == 6
    assert deadwood("AS QS KS", rules) == 0
    assert PRESETS["kalooki-40"].ace == "high"


def test_a_second_ace_that_would_be_a_joker_too_many_is_not_listed() -> None:
    inner = KINGS.replace("5S", "*")
    for most, listed in ((None, True), (2, True), (1, False)):
        rules = evolve(JOKERS, longest_run=14, max_jokers_per_meld=most)
        view = set_up("* 9C", inner, rules=rules)
        assert (f"add * {inner}" in map(str, legal_moves(view))) == listed
        assert codes(view, f"add * {inner}") == ([] if listed else ["too_many_jokers"])


def test_a_run_of_thirteen_may_get_a_second_ace_if_one_is_a_joker() -> None:
    rules = evolve(JOKERS, longest_run=14)
    view = set_up("AS * 9C", KINGS, rules=rules)
    assert codes(view, f"add * {KINGS}") == []
    assert codes(view, f"add AS {KINGS}") == ["does_not_fit"]
    full = play(view, f"add * {KINGS}")
    assert str(full.table) == f"{KINGS}-*"
    assert codes(full, f"replace AS {KINGS}-*") == ["not_the_joker"]
    high = KINGS[3:] + "-AS"
    assert codes(set_up("* 9C", high, rules=rules), f"add * {high}") == []
    first = "*" + KINGS[2:]
    assert codes(set_up("AS 9C", first, rules=rules), f"add AS {first}") == []
    assert codes(set_up("* AS 9C", first, rules=rules), f"add * {first}") == ["does_not_fit"]
    last = f"{KINGS[3:]}-*"
    assert codes(set_up("AS 9C", last, rules=rules), f"add AS {last}") == []
    whole = f"{KINGS}-*"
    assert codes(set_up("AS 9C", whole, rules=rules), f"add AS {whole}") == ["does_not_fit"]
    low = Run(whole)
    assert (low.value, low.start, low.end, len(low)) == (1 + 54 + 30 + 11, 1, 14, 14)
    hand = " ".join((*KINGS.split("-"), "*", "9C"))
    assert f"meld {whole}" in [str(move) for move in legal_moves(set_up(hand, rules=rules))]
    assert codes(set_up(hand, rules=JOKERS), f"meld {whole}") == ["run_too_long"]
    inner = whole.replace("5S", "*")
    several = set_up("5S 9C", inner, rules=rules)
    assert codes(several, f"replace 5S {inner}") == ["joker_needs_new_meld"]


# ------------------------------------------------------------------------------------------------------------- jokers


def test_jokers_may_not_be_adjacent() -> None:
    rules = evolve(JOKERS, joker_place="apart")
    view = set_up("5S 6S 8S * * 9C", rules=rules)
    assert codes(view, "meld 5S-*-*-8S") == ["joker_place"]
    assert codes(view, "meld *-5S-*") == []
    assert codes(set_up("8S 8H * * 9C", rules=rules), "meld 8S=*=*") == []
    one_end = set_up("* 9C", "3S-4S-*", rules=rules)
    assert next(str(move) for move in legal_moves(one_end)) == "add * 3S-4S-*"
    assert str(play(one_end, "add * 3S-4S-*").table) == "*-3S-4S-*"
    no_end = set_up("* 9C", "*-4S-*", rules=rules)
    assert codes(no_end, "add * *-4S-*") == ["joker_place"]
    assert best_melds("5S 8S * *", rules) == (Run("*-8S-*"),)


def test_a_run_may_have_more_jokers_than_cards() -> None:
    """Cut in two, one part would be all jokers."""
    joker_run = evolve(JOKERS, opening_points=57, jokers=8)
    assert codes(set_up("KS * * * * * 2C", rules=joker_run, has_melded=False), "meld *-*-*-*-KS-*") == []


# ---------------------------------------------------------------------------------------------------------- going out


SCALA = PRESETS["scala-40"]


def test_the_whole_hand_needs_no_forty_points() -> None:
    view = set_up("2S 3S 4S 5D 5H 5C 9C", rules=SCALA, has_melded=False)
    assert codes(view, "meld 2S-3S-4S") == []
    after = play(view, "meld 2S-3S-4S", "meld 5H=5D=5C")
    assert codes(after, "discard 9C") == []
    out = play(after, "discard 9C")
    assert out.is_over
    ended = result(out)
    assert ended is not None
    assert ended.winners == (0,)
    assert codes(set_up("2S 3S 4S 5D 5H 5C 9C 10D", rules=SCALA, has_melded=False), "meld 2S-3S-4S") == [
        "opening_too_low"
    ]
    strict = evolve(SCALA, rummy_needs_opening=True)
    assert codes(evolve(view, rules=strict), "meld 2S-3S-4S") == ["opening_too_low"]
    pure = evolve(SCALA, opening_points=0, opening_pure_run=True)
    assert codes(set_up("5S 5H 5D 9C", rules=pure, has_melded=False), "meld 5S=5H=5D") == []


def test_a_discard_is_taken_for_the_whole_hand() -> None:
    view = set_up("2S 3S 5D 5H 5C 9C", discard="4S", rules=SCALA, phase=Phase.DRAW, has_melded=False)
    assert codes(view, "take") == []
    after = play(view, "take")
    assert sorted(map(str, legal_moves(after))) == ["meld 2S-3S-4S", "meld 5H=5D=5C"]
    spare = set_up("2S 3S 4S 5D 5H 5C", discard="9C", rules=SCALA, phase=Phase.DRAW, has_melded=False)
    assert codes(spare, "take") == ["taken_not_laid"]


def test_nobody_goes_out_in_the_first_round() -> None:
    rules = evolve(SCALA, cards_dealt=(3,), out_from_round=2)
    order = [*["JS", "9H", "QS", "9D", "KS", "2C"], "4H", "8C"]
    cards = [next(card for card in rules.pieces if str(card) == name) for name in order]
    rest = list(rules.pieces)
    for card in cards:
        rest.remove(card)
    start = from_deal(2, rules, Deal((*cards, *rest), starter=0))
    drawn = play(start, "draw")
    assert codes(drawn, "meld JS-QS-KS") == ["out_too_early"]
    assert (
        codes(
            play(from_deal(2, evolve(rules, out_from_round=1), Deal((*cards, *rest), starter=0)), "draw"),
            "meld JS-QS-KS",
        )
        == []
    )
    later = play(drawn, "discard 8C", "draw", "discard 2C", "draw")
    assert codes(later, "meld JS-QS-KS") == []
    alone = evolve(drawn, hands=(drawn.hands[0][:1], (*drawn.hands[1], *drawn.hands[0][1:])))
    assert codes(alone, f"discard {alone.hands[0][0]}") == ["out_too_early"]
    assert list(legal_moves(alone)) == []


def test_an_unlaid_joker_is_reported_even_if_nobody_may_go_out() -> None:
    rules = PRESETS["romme-40"].evolve(joker_reuse="new_meld", out_from_round=100)
    assert codes(set_up("5S KD 9C", "4S-*-6S", rules=rules), "replace 5S 4S-*-6S") == ["joker_needs_new_meld"]


@pytest.mark.parametrize(
    ("scoring", "match_end", "scores"),
    [
        ("winner", "reach", (110, 0)),
        ("losers", "lowest_at", (10, -100)),
        ("both", "lowest_at", (110, -100)),
    ],
)
def test_unmelded_points_replace_the_points_of_a_hand(scoring: Any, match_end: Any, scores: tuple[int, int]) -> None:
    rules = Rules(scoring=scoring, match_end=match_end, unmelded_points=100, rummy_bonus=10, melds_per_turn=None)
    view = set_up("3S 4S 5S 9C", rules=rules, has_melded=False)
    ended = outcome(view, "meld 3S-4S-5S", "discard 9C")
    assert ended.scores == scores
    later = outcome(set_up("9C", rules=rules), "discard 9C")
    assert later.scores[0] - later.scores[1] < 200
    assert 10 not in later.scores


# --------------------------------------------------------------------------------------------------------- the deals


def test_each_deal_of_a_contract_rummy_has_its_contract() -> None:
    seven = [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)]
    assert [rules.opening_melds for rules in MATCHES["continental"]] == seven
    assert [rules.cards_dealt[0] for rules in MATCHES["continental"]] == [7, 8, 9, 10, 11, 12, 13]
    for name, match in MATCHES.items():
        assert match[0] == PRESETS[name]
        assert len(match) == PRESETS[name].match_deals
