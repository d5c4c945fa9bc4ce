"""Takes and fills, compared with slow versions that try everything."""

from itertools import combinations, islice, permutations

import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rami.contracts import (
    JOKER,
    End,
    Fill,
    Phase,
    Rules,
    Take,
    View,
    apply,
    check,
    determinize,
    fillings,
    legal_moves,
    set_up,
)
from rami.contracts.advice import best_fills
from rami.contracts.scoring import breakdown
from tests.contracts import strategies
from tests.oracles import contracts as brute
from tests.quick_or_full import examples


@st.composite
def fill_positions(draw: st.DrawFn, most_cards: int = 6) -> View:
    """Draw a hand and a market of few cards and few values, so that many contracts fit."""
    rules = draw(strategies.rules)
    deck = rules.deck
    hand = draw(st.permutations(deck.cards))[: min(most_cards, deck.max_hand + 3)]
    offered = draw(st.permutations(deck.contracts))[: min(3, deck.contract_market_size)]
    return set_up(hand, contracts=offered, rules=rules, joker=draw(st.booleans()))


@given(strategies.rules, st.data())
@settings(max_examples=examples(80), deadline=None)
def test_takes_are_those_of_brute_force(rules: Rules, data: st.DataObject) -> None:
    deck = rules.deck
    market = data.draw(st.permutations(deck.cards))[: data.draw(st.integers(0, deck.value_market_size))]
    view = set_up("", market, rules=rules, phase=Phase.TAKE)
    moves = list(legal_moves(view))
    found = [move.cards for move in moves if isinstance(move, Take)]
    assert len(found) == len(set(found)) == len(moves)
    assert set(found) == brute.takes(view.value_market)
    for size in range(5):
        for cards in set(combinations(view.value_market, size)):
            assert (check(view, Take(cards)) == ()) == (Take(cards).cards in found)


def test_equal_cards_may_have_the_highest_value_there_is() -> None:
    rules = Rules(deck=evolve(Rules().deck, max_value=20))
    assert check(set_up("20H 20C", contracts="C04", rules=rules), "fill C04 20H=20C") == ()


@pytest.mark.no_cover
@given(fill_positions())
@settings(max_examples=examples(150), deadline=None)
def test_fillings_are_those_of_brute_force(view: View) -> None:
    for contract in view.contract_market:
        found = [brute.cost(contract, fill) for fill in fillings(view, contract)]
        assert len(found) == len(set(found))
        assert set(found) == brute.costs(view.rules, contract, view.hand, joker=view.jokers[0] > 0)
        assert all(check(view, fill) == () for fill in fillings(view, contract))


@pytest.mark.no_cover
@given(fill_positions())
@settings(max_examples=examples(100), deadline=None)
def test_every_set_of_cards_that_fills_a_contract_is_listed_once(view: View) -> None:
    first, *others = legal_moves(view)
    listed = [move for move in others if isinstance(move, Fill)]
    assert isinstance(first, End)
    assert others[: len(listed)] == listed
    assert all(isinstance(move, End) for move in others[len(listed) :])
    assert all(check(view, fill) == () for fill in listed)
    spent = [(fill.contract, tuple(sorted(fill.spent)), fill.joker) for fill in listed]
    assert len(spent) == len(set(spent))
    assert set(spent) == {
        (contract.id, tuple(sorted(fill.spent)), fill.joker)
        for contract in view.contract_market
        for rows in brute.concrete_fills(view.rules, contract, view.hand, joker=view.jokers[0] > 0)
        for fill in [Fill(contract, rows)]
    }


def test_a_player_may_keep_another_color_for_another_contract() -> None:
    view = set_up("4H 4D 4Y", contracts="C02 C04", joker=False)
    assert [str(move) for move in legal_moves(view)] == [
        "end",
        *(f"fill C02 {pair}" for pair in ("4H=4Y", "4H=4D", "4Y=4D")),
        *(f"fill C04 {pair}" for pair in ("4H=4D", "4Y=4D", "4H=4Y")),
    ]
    assert [str(fill) for fill in fillings(view, "C02")] == ["fill C02 4H=4Y"]


def test_the_first_of_many_moves_come_without_the_others() -> None:
    """In the largest hands, the contracts have thousands of fills."""
    deck = evolve(Rules().deck, max_hand=15)
    hand = "4H 4H 4C 4C 4Y 4D 5H 5H 5C 5C 5Y 5D 6H 6H 6C 6C 6Y 6D"
    view = set_up(hand, contracts="C31 C22", rules=Rules(deck=deck))
    moves = list(islice(legal_moves(view), 128))
    assert [type(move) for move in moves] == [End, *[Fill] * 127]
    assert len(set(moves)) == 128


@pytest.mark.no_cover
@given(fill_positions(most_cards=5))
@settings(max_examples=examples(60), deadline=None)
def test_a_fill_is_legal_exactly_if_it_meets_the_requirements(view: View) -> None:
    """Every choice of cards of the hand, and jokers, in rows of the right sizes."""
    contract, jokers = view.contract_market[0], view.jokers[0]
    assume(contract.size <= 5)
    for cards in set(permutations((*view.hand, JOKER, JOKER), contract.size)):
        rest = list(cards)
        rows = tuple(tuple(rest.pop(0) for _ in range(each.size)) for each in contract.requirements)
        met = all(brute.meets(view.rules, each, row) for each, row in zip(contract.requirements, rows, strict=True))
        legal = met and cards.count(JOKER) <= min(1, jokers)
        fill = Fill(contract, rows)
        if legal or fill.cards == rows:  # equal values have no order: a row may be legal in another one
            assert (check(view, fill) == ()) == legal


@pytest.mark.no_cover
@given(fill_positions())
@settings(max_examples=examples(80), deadline=None)
def test_the_best_fills_are_worth_what_brute_force_finds(view: View) -> None:
    state = determinize(view, seed=0)
    for fill in best_fills(view):
        state = apply(state, fill)
    score = breakdown(state)[0]
    best = brute.best_points(view.rules, view.contract_market, view.hand, jokers=view.jokers[0])
    assert score.contracts + score.bonus == best
