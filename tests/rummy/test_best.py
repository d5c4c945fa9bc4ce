"""The fewest points that a hand can leave."""

from collections import Counter
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami.cards import full_pack
from rami.dealing import shuffled
from rami.errors import NotationError, RulesError
from rami.rummy import JOKER, PRESETS, Card, Rules, Run, Suit, best_melds, deadwood, hand_value
from tests.oracles import rummy as brute
from tests.quick_or_full import examples

switches = st.builds(
    Rules,
    ace=st.sampled_from(["low", "high_or_low", "wrap"]),
    max_jokers_per_meld=st.sampled_from([None, 1, 2, 0, 3]),
    shortest_run=st.sampled_from([3, 3, 4]),
    group_suits=st.sampled_from(["different", "different", "any"]),
    joker_points=st.sampled_from([20, 0, 25]),
    ace_points=st.sampled_from([1, 11]),
    rank_points=st.sampled_from(brute.RANK_POINTS),
)


@st.composite
def hands(draw: st.DrawFn) -> list[Card]:
    """Few suits and ranks, so that cards go together in many ways; two copies of some."""
    ranks = draw(st.sampled_from([range(4, 9), (12, 13, 1, 2, 3), (1, 2, 3, 4, 5, 13), range(1, 14)]))
    suits = list(Suit)[: draw(st.integers(1, 4))]
    pool = [Card(rank, suit) for suit in suits for rank in ranks for _ in range(2)]
    jokers = draw(st.sampled_from([0, 0, 1, 2, 3]))
    most = 8 if jokers < 2 else 6
    cards = draw(st.lists(st.integers(0, len(pool) - 1), unique=True, max_size=min(most, len(pool))))
    return [*(pool[index] for index in cards), *[JOKER] * jokers]


def left_over(hand: list[Card], rules: Rules) -> list[Card]:
    """Return the rest of the hand after the best melds, and check that they are melds of the hand."""
    melds = best_melds(hand, rules)
    used = Counter(card for meld in melds for card in meld.cards)
    assert used <= Counter(hand)
    assert all(brute.allowed(rules, meld) for meld in melds)
    return list((Counter(hand) - used).elements())


@given(hands(), switches)
@settings(max_examples=examples(300), deadline=None)
def test_it_is_as_little_as_brute_force_leaves(hand: list[Card], rules: Rules) -> None:
    rest = left_over(hand, rules)
    assert (sum(brute.points(rules, card) for card in rest), len(rest)) == brute.least(rules, hand)
    assert deadwood(hand, rules) == hand_value(rest, rules)


@given(st.integers(0, 10_000), st.integers(11, 26), st.integers(0, 4), st.integers(1, 2), switches)
@settings(max_examples=examples(60), deadline=None)
def test_larger_hands_too_have_melds_of_their_own_cards(
    seed: int, size: int, jokers: int, packs: int, rules: Rules
) -> None:
    """One more card improves a hand by at most its points, and never costs more than its points."""
    hand = [*shuffled(full_pack(packs=packs), seed)[: size - jokers], *[JOKER] * jokers]
    rest = left_over(hand, rules)
    assert deadwood(hand, rules) == hand_value(rest, rules)
    assert deadwood(rest, rules) == hand_value(rest, rules)  # No further meld is possible
    for card in (hand[0], hand[-1]):
        fewer = list(hand)
        fewer.remove(card)
        assert deadwood(hand, rules) <= deadwood(fewer, rules) + hand_value([card], rules)


@pytest.mark.parametrize(
    ("hand", "melds", "points"),
    [
        ("", "", 0),
        ("KS", "", 10),
        ("3S 4S 5S 5H 5D KD", "5S=5H=5D", 17),
        ("9S 10S JS JH JD 2C", "JS=JH=JD", 21),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "AS-2S-3S-4S-5S-6S-7S-8S-9S-10S-JS-QS-KS", 0),
        ("4S 5S 6S 4S 5S 6S", "4S-5S-6S 4S-5S-6S", 0),
        ("4S 5S 6S 7S 7H 7D", "4S-5S-6S 7S=7H=7D", 0),
        ("3S 4S 5S 6S 6H 6D KS", "3S-4S-5S 6S=6H=6D", 10),
        ("8S 8H 8D 8C * 9H 2H", "8S=8H=8D=8C", 31),
        ("* * *", "", 60),
    ],
)
def test_a_hand_with_one_best_answer_gets_it(hand: str, melds: str, points: int) -> None:
    """Each has one best answer; of two cards that may be left over equally well, the hands have none."""
    rules = evolve(Rules(), max_jokers_per_meld=0)
    assert deadwood(hand, rules) == points
    assert sorted(map(str, best_melds(hand, rules))) == sorted(melds.split())


def test_the_second_search_improves_a_crowded_hand() -> None:
    hand = "AS 2S 6S QS QS 2H 9H 10H AD 4D 9D 9D 10D QD KD AC AC 2C QC KC * * * *"
    assert deadwood(hand, PRESETS["rami-51"]) == 29


def test_a_joker_that_no_meld_has_room_for_is_left() -> None:
    rules = PRESETS["rami-51"]
    assert deadwood("5S 6S 7S * *", rules) == 20
    assert [str(meld) for meld in best_melds("5S 6S 7S * *", rules)] == ["*-5S-6S-7S"]
    assert [str(meld) for meld in best_melds("JS QS KS AS *", rules)] == ["*-JS-QS-KS-AS"]
    assert [str(meld) for meld in best_melds("8S 8H 8D *", rules)] == ["8S=8H=8D=*"]
    assert deadwood("8S 8H 8D 8C *") == 8  # an eight is left rather than the joker
    assert deadwood("9S * * *") == 0


@pytest.mark.parametrize(
    ("hand", "most", "points"),
    [
        ("2S 3S JS KS AH 8H 2D 6D 7D 8D 8D 10D QD KD 2C 7C * * * *", None, 21),  # found at first
        ("AS 2S 2S 8S 6H 8H AD 2D 2D 3D 6D AC AC 2C 3C 3C * * * *", 2, 4),  # found when nothing is left out
    ],
)
def test_the_exact_search_covers_hands_that_the_rough_search_skips(hand: str, most: int | None, points: int) -> None:
    assert deadwood(hand, evolve(PRESETS["rami-51"], max_jokers_per_meld=most)) == points


def test_of_equal_melds_the_first_are_given() -> None:
    """Jokers that count nothing may stay in the hand."""
    melds = best_melds("5C 6C 7C 8C * *", Rules(jokers=2, joker_points=0))
    assert [str(meld) for meld in melds] == ["*-*-5C-6C-7C-8C"]


def test_runs_that_continue_one_another_are_one() -> None:
    assert best_melds("4S 5S 6S 7S 8S 9S") == (Run.parse("4S-5S-6S-7S-8S-9S"),)
    # With one joker in each, they may not become one.
    rules = PRESETS["rami-51"]
    melds = best_melds("4S 6S 7S 9S * *", rules)
    assert (len(melds), deadwood("4S 6S 7S 9S * *", rules)) == (2, 0)


@pytest.mark.parametrize(
    ("hand", "error", "reason"),
    [
        ("5X", NotationError, "is not a card"),
        (["5S", 5], RulesError, r"hand\[1\] must be a card, or text, not 5"),
        (full_pack()[:27], RulesError, "at most 26 cards, not 27"),
        (Card.row("5S 5S 5S 5S"), RulesError, "at most 3 copies of 5S"),
    ],
)
def test_an_invalid_hand_is_refused(hand: Any, error: type[Exception], reason: str) -> None:
    for function in (best_melds, deadwood):
        with pytest.raises(error, match=reason):
            function(hand)
