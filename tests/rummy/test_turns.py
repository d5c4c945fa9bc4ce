"""Turns that can only just come to an end, or not at all."""

from typing import Any

import pytest
from attrs import evolve

from rami.rummy import PRESETS, Card, Phase, Rules, View, check, full_pack, legal_moves, parse_move, set_up
from rami.shuffling import shuffled
from tests.rummy.played import codes

RAMI_51 = PRESETS["rami-51"]


def moves(view: View) -> list[str]:
    return [str(move) for move in legal_moves(view)]


def drawing(hand: str, discard: str, table: str = "", melded: bool = True, **changes: Any) -> View:
    rules = evolve(RAMI_51, **changes)
    return set_up(hand, table, discard=discard, rules=rules, phase=Phase.DRAW, has_melded=melded)


def test_a_card_is_taken_for_a_run_that_has_to_grow_first() -> None:
    assert moves(drawing("7S KH", "8S", "4S-5S-6S")) == ["draw", "take"]
    assert moves(drawing("* KH", "8S", "4S-5S-6S")) == ["draw", "take"]
    assert moves(drawing("9S KH", "8S", "4S-5S-6S")) == ["draw"]


def test_a_card_is_taken_after_an_opening_without_it() -> None:
    """The run 2-3-4 with the joker at its end is no opening; laid without it, it is, and grows."""
    view = drawing("2S 3S 4S KS 4H *", "6S", melded=False, opening_points=0, melds_per_turn=2)
    assert moves(view) == ["draw", "take"]


def test_a_card_is_taken_after_any_meld_that_allows_to_lay_off() -> None:
    rules: dict[str, Any] = {"opening_points": 0, "opening_pure_run": False, "melded": False}
    hand = "3S 7S 8S 9S JS QS"
    assert moves(drawing(hand, "2S", "4S-5S-6S", **rules)) == ["draw", "take"]
    assert moves(drawing(hand, "2S", "4S-5S-6S", layoff_same_turn=False, **rules)) == ["draw"]
    assert moves(drawing(hand, "2S", "4H-5H-6H", **rules)) == ["draw"]


def test_a_card_is_taken_for_the_joker_that_it_replaces_or_that_another_does() -> None:
    assert moves(drawing("7D 7H KH", "5S", "4S-*-6S")) == ["draw", "take"]
    assert moves(drawing("5S 7D KH", "7H", "4S-*-6S")) == ["draw", "take"]
    assert moves(drawing("5S 7D KH", "9H", "4S-*-6S")) == ["draw"]


def test_an_opening_that_would_leave_nothing_to_discard() -> None:
    view = set_up("10S JS QS KS AS", rules=RAMI_51, has_melded=False)
    assert codes(view, "meld 10S-JS-QS-KS-AS") == ["last_card"]
    assert codes(view, "meld JS-QS-KS-AS") == ["opening_too_low"]
    assert moves(view) == [f"discard {card}" for card in ("AS", "10S", "JS", "QS", "KS")]
    free = evolve(RAMI_51, final_discard="optional")
    assert "meld 10S-JS-QS-KS-AS" in moves(set_up("10S JS QS KS AS", rules=free, has_melded=False))


def test_an_opening_whose_points_are_not_those_with_the_run() -> None:
    """Either the kings and queens or a run: together they are too few cards."""
    view = set_up("2S 3S 4S 4H 4D KS KH KD 9C", rules=RAMI_51, has_melded=False)
    assert codes(view, "meld KS=KH=KD") == ["opening_too_low"]
    assert check(view, parse_move("meld KS=KH=KD"))[0].numbers == (51, 39)
    neither = set_up("4S 4H 4D KS KH KD 9C", rules=RAMI_51, has_melded=False)
    assert codes(neither, "meld KS=KH=KD") == ["opening_needs_run", "opening_too_low"]
    enough = set_up("7S 7H 7D KS KH KD 9C", rules=RAMI_51, has_melded=False)
    assert codes(enough, "meld KS=KH=KD") == ["opening_needs_run"]


def test_a_meld_without_the_card_that_was_taken_to_be_laid() -> None:
    rules = evolve(RAMI_51, melds_per_turn=1)
    view = evolve(set_up("2S 3S 4S 7D 8D 9D KH", rules=rules), taken=parse_card("9D"))
    assert moves(view) == ["meld 7D-8D-9D"]
    assert codes(view, "meld 2S-3S-4S") == ["taken_not_laid"]
    assert codes(view, "discard 9D") == ["just_taken", "taken_not_laid"]


def parse_card(text: str) -> Card:
    return Card.parse(text)


def test_the_last_card_but_the_one_just_taken_is_a_joker_exchange_too_many() -> None:
    """Replaced by the card just taken, the joker would be the last card, and has to be laid."""
    rules = Rules(packs=2, jokers=4, joker_reuse="any")
    view = evolve(set_up("5S", "4S-*-6S 8H-9H-10H", rules=rules), taken=parse_card("5S"))
    assert moves(view) == ["replace 5S 4S-*-6S"]
    new_meld = evolve(view, rules=evolve(rules, joker_reuse="new_meld"))
    assert codes(new_meld, "replace 5S 4S-*-6S") == ["joker_needs_new_meld"]


def test_a_card_taken_freely_need_not_be_laid_when_a_joker_is() -> None:
    rules = Rules(packs=2, jokers=4, joker_reuse="any")
    view = evolve(set_up("6H 3D 8D QD 2C", "3S=3C=*", rules=rules), taken=parse_card("6H"))
    assert "replace 3D 3S=3C=*" in moves(view)


@pytest.mark.parametrize("seed", range(4))
def test_hostile_positions_are_judged_in_a_short_time(seed: int) -> None:
    """Large hands, a full table, and a card that can be laid nowhere: what matters is looked at, not all."""
    pack = list(shuffled(full_pack(packs=2), seed))
    table = " ".join(f"{rank}S={rank}H={rank}D" for rank in (2, 3, 4, 5, 6, 7, 8, 10))
    for card in (word for meld in table.split() for word in meld.split("=")):
        pack.remove(parse_card(card))
    hand = " ".join(map(str, [*pack[:11], *[parse_card("*")] * 4]))
    view = drawing(hand, str(pack[30]), table)
    assert moves(view)[0] == "draw"
    unopened = drawing(hand, str(pack[30]), table, melded=False, opening_points=200)
    assert moves(unopened)[0] == "draw"
    assert codes(view, "take") in ([], ["taken_not_laid"])
