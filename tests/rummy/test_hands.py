"""All melds of a hand, and the melds of given cards."""

from random import Random

import pytest

from rami.cards import full_pack
from rami.errors import RulesError
from rami.rummy import PRESETS, Rules, melds_in, possible_melds


@pytest.mark.parametrize("edition", PRESETS)
def test_possible_melds_are_the_melds_of_these_cards_that_use_all(edition: str) -> None:
    rules, asked = PRESETS[edition], 0
    for seed in range(12):
        random = Random(seed)
        hand = random.sample(full_pack(packs=2, jokers=4), 12)
        for meld in melds_in(hand, rules):
            cards = random.sample(meld.cards, len(meld))
            found = possible_melds(cards, rules)
            assert len({*found}) == len(found)
            assert {*found} == {each for each in melds_in(cards, rules) if len(each) == len(cards)}
            asked += 1
    assert asked > 20


def test_the_given_order_comes_first_and_then_the_points() -> None:
    rules = Rules(ace="high_or_low")
    assert [str(meld) for meld in possible_melds("* 4S 5S", rules)] == ["*-4S-5S", "4S-5S-*"]
    assert [str(meld) for meld in possible_melds("5S * 4S", rules)] == ["4S-5S-*", "*-4S-5S"]
    assert [str(meld) for meld in possible_melds("4S * *", rules)] == ["4S-*-*", "4S=*=*", "*-4S-*", "*-*-4S"]


def test_an_ace_at_both_ends_may_be_either() -> None:
    hand = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS *"
    found = {str(meld) for meld in possible_melds(hand, Rules(ace="high_or_low", longest_run=14))}
    assert len(found) == 2
    assert {text[0] for text in found} == {"A", "*"}


def test_cards_without_a_meld_give_none() -> None:
    for cards in ("", "AS", "* * *", "AS 2H 4S", "AS 3S 6S", "AS " * 15):
        assert possible_melds(cards) == ()
    with pytest.raises(RulesError, match="at most 26 cards"):
        melds_in(full_pack()[:27])
