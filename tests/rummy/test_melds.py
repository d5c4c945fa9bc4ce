import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rami.cards import full_pack
from rami.cards.legal_melds import cards_that_may_meld, holds_pure_run, melds_in
from rami.errors import InvalidMeld, NotationError, WrongType
from rami.rummy import JOKER, Card, Group, Meld, Rules, Run, Suit, Table
from tests.oracles import rummy as brute


def test_a_run_has_its_suit_ends_value_and_the_cards_of_its_jokers() -> None:
    run = Run.parse("10s-*-qs-ks")
    assert (run.suit, run.start, run.end, run.value) == (Suit.SPADES, 10, 13, 40)
    assert run.kinds == Card.row("10S JS QS KS")
    assert run.stands_for == {1: Card.row("JS")}
    assert repr(run) == "Run('10S-*-QS-KS')"
    assert (Run.parse("*-AS-2S").start, Run.parse("*-AS-2S").end) == (13, 15)
    assert (Run.parse("*-*-AS").start, Run.parse("AS-*-*").start) == (12, 1)


def test_a_group_has_its_rank_value_and_missing_cards() -> None:
    group = Group.parse("*=KC=ks")
    assert (group.rank, group.value, group.missing) == (13, 30, Card.row("KH KD"))
    assert group.stands_for == {2: Card.row("KH KD")}
    assert repr(group) == "Group('KS=KC=*')"


@pytest.mark.parametrize(
    ("make", "cards", "reason"),
    [
        (Run, "* * *", "not a joker"),
        (Run, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "at most thirteen cards"),
        (Run, "* 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS *", "at most thirteen cards"),
        (Run, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS *", "at most thirteen cards"),
        (Run, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS * *", "at most thirteen cards"),
        (Group, "AS " * 14, "at most thirteen cards"),
        (Group, "5S 6H 5D", "the same rank"),
        (Run, "5S 5H 5D", "the same suit"),
        (Run, "5S * 6S", "must be consecutive"),
    ],
)
def test_invalid_melds_are_refused(make: Callable[[Any], Meld], cards: str, reason: str) -> None:
    with pytest.raises(InvalidMeld, match=reason):
        make(Card.row(cards))


def test_a_meld_is_made_of_cards() -> None:
    with pytest.raises(WrongType, match=r"cards\[0\] must be a card, or text, not 5"):
        Run([5, 6, 7])  # type: ignore[list-item]  # wrong on purpose
    with pytest.raises(WrongType, match=r"melds\[0\] must be a meld, its pieces, or text, not 5"):
        Table([5])  # type: ignore[list-item]  # wrong on purpose
    with pytest.raises(InvalidMeld, match="joined by '-'"):
        Run.parse("5S=5H=5D")
    with pytest.raises(InvalidMeld, match="joined by '='"):
        Group.parse("5S-6S-7S")


def test_a_table_is_sorted_and_read_back() -> None:
    table = Table.parse("8S=8H=8C  4s-5s-6s 4S-5S-6S")
    assert str(table) == "4S-5S-6S 4S-5S-6S 8S=8H=8C"
    assert table == Table.parse(str(table)) == pickle.loads(pickle.dumps(table))
    assert (len(table), table[0], table[1:]) == (3, Run.parse("4S-5S-6S"), tuple(table)[1:])
    assert (repr(table), len(table.cards)) == (f"Table('{table}')", 9)
    assert Table.parse("") == Table()
    # A run and a group of the same cards cannot be; of different cards, the cards decide.
    assert str(Table.parse("5S=*=* 5S-*-*")) == "5S-*-* 5S=*=*"


@pytest.mark.parametrize(
    ("text", "position"),
    [("-4S-5S", 0), ("4S--5S", 3), ("4S-5S-", 6), ("4S-5S=6S", 5), ("4S-5S-X", 6), ("=", 0)],
)
def test_an_unreadable_table_raises_an_error_with_the_position(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        Table.parse(text)
    assert caught.value.position == position


def test_a_meld_needs_text_of_exactly_one_meld() -> None:
    with pytest.raises(NotationError, match="Expected one meld here, but found 2"):
        Meld("4S-5S-6S 7S-8S-9S")
    with pytest.raises(WrongType, match="cards must be a meld, its pieces, or text, not None"):
        Meld(None)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InvalidMeld, match="at least three cards: 4S"):
        Table.parse("4S 5S-6S-7S")
    with pytest.raises(NotationError, match=r"Join 4S 5S 6S with .* \(as in 4S-5S-6S\)"):
        Table.parse("4S 5S 6S")


pool = st.sampled_from(
    [*Card.row("AS 2S 3S 4S QS KS AH 2H KH QH AD KD AC * *"), *Card.row("5S 6S 5H 5D 5C 4H 4D 6H 7H")]
)


@given(
    st.lists(pool, max_size=6),
    st.sampled_from(["low", "high_or_low", "wrap"]),
    st.sampled_from([None, 0, 1, 2]),
    st.sampled_from([3, 3, 4, 5]),
    st.sampled_from(["different", "different", "any"]),
)
@example(list(Card.row("KS AS 2S 3S")), "wrap", None, 4, "different")
@settings(deadline=None)
def test_the_melds_of_a_hand_are_those_that_brute_force_finds(
    cards: list[Card], ace: Any, most: int | None, shortest: int, suits: Any
) -> None:
    rules = Rules(packs=2, jokers=4, ace=ace, max_jokers_per_meld=most, shortest_run=shortest, group_suits=suits)
    hand = tuple(sorted(cards))
    found = list(melds_in(rules, hand))
    assert len(set(found)) == len(found)
    assert set(found) == brute.melds(rules, hand) == brute.melds_in_any_order(rules, hand)
    plain = any(isinstance(meld, Run) and JOKER not in meld.cards for meld in found)
    assert holds_pure_run(rules, hand) == plain
    lying = {card for meld in found for card in meld.cards}
    assert lying <= set(cards_that_may_meld(rules, hand)) <= set(hand)
    if JOKER not in hand and shortest == 3 and suits == "different":
        assert set(cards_that_may_meld(rules, hand)) == lying


def test_melds_in_finds_each_meld_of_a_pack_once() -> None:
    """A suit has 66 runs with a low ace and 11 more that end with it. A rank has 5 groups. No run has 14 cards."""
    pack = full_pack()
    for rules, runs in ((Rules(), 66), (Rules(ace="high_or_low"), 66 + 11), (Rules(ace="wrap"), 13 * 11)):
        found = list(melds_in(rules, pack))
        assert len(set(found)) == len(found) == 4 * runs + 13 * 5
        assert max(len(meld.cards) for meld in found) == 13
