from itertools import permutations

import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rami.contracts import (
    DEFAULT,
    JOKER,
    Fill,
    Phase,
    Rules,
    Take,
    View,
    apply,
    best_fills,
    check,
    determinize,
    fillings,
    legal_moves,
    new_game,
    observe,
    score_sheet,
    set_up,
)
from tests.contracts import brute, strategies
from tests.effort import examples


@st.composite
def fill_positions(draw: st.DrawFn, most_cards: int = 6) -> View:
    """A hand and a market of contracts, few cards of few values, so that much fits."""
    rules = draw(strategies.rules())
    deck = rules.deck
    hand = draw(st.permutations(deck.cards))[: min(most_cards, deck.max_hand + 3)]
    offered = draw(st.permutations(deck.contracts))[: min(3, deck.contract_market_size)]
    return set_up(hand, contracts=offered, rules=rules, joker=draw(st.booleans()))


@pytest.mark.no_cover
@given(fill_positions())
@settings(max_examples=examples(150), deadline=None)
def test_fillings_are_what_brute_force_finds(view: View) -> None:
    for contract in view.contract_market:
        found = [brute.cost(contract, fill) for fill in fillings(view, contract)]
        assert len(found) == len(set(found))
        assert set(found) == brute.costs(view.rules, contract, view.hand, joker=view.jokers[0] > 0)
        assert list(fillings(view, contract.id.lower())) == list(fillings(view, contract))
        assert [joker for _, joker in found] == sorted(joker for _, joker in found)
        assert all(check(view, fill) == () for fill in fillings(view, contract))


@pytest.mark.no_cover
@given(fill_positions(most_cards=5))
@settings(max_examples=examples(60), deadline=None)
def test_check_says_yes_exactly_to_what_meets_the_requirements(view: View) -> None:
    """Every way to lay cards of the hand, and jokers, into rows of the right sizes."""
    contract = view.contract_market[0]
    sizes = [requirement.size for requirement in contract.requirements]
    assume(contract.size <= 5)
    jokers = view.jokers[0]
    for cards in set(permutations((*view.hand, JOKER, JOKER), contract.size)):
        rest = list(cards)
        rows = [tuple(rest.pop(0) for _ in range(size)) for size in sizes]
        met = all(brute.meets(view.rules, each, row) for each, row in zip(contract.requirements, rows, strict=True))
        legal = met and cards.count(JOKER) <= min(1, jokers)
        # Equal values have no order, so a row may be legal in another order than the one that was tried.
        fill = Fill(contract, rows)
        if legal:
            assert check(view, fill) == ()
        elif fill.cards == tuple(rows):
            assert check(view, fill) != ()


@pytest.mark.no_cover
@given(fill_positions())
@settings(max_examples=examples(80), deadline=None)
def test_best_filling_is_what_brute_force_finds(view: View) -> None:
    plan = best_fills(view)
    state = determinize(view, seed=0)
    assert best_fills(state) == plan
    for fill in plan:
        state = apply(state, fill)
    score = score_sheet(state)[0]
    market, jokers = view.contract_market, view.jokers[0]
    limit = len(market) if view.rules.contract_limit == "none" else view.rules.deck.end_triggers[0]
    best = brute.best_points(view.rules, market, view.hand, jokers=jokers, limit=limit)
    assert score.contracts + score.bonus == best


def test_of_equal_plans_the_one_without_the_joker_and_then_with_fewer_cards_is_chosen() -> None:
    assert [str(fill) for fill in best_fills(set_up("5C 5D 5Y", contracts="C01"))] == ["fill C01 5C=5Y"]
    three = evolve(DEFAULT.deck.by_id["C09"], id="A", points=1)
    rules = Rules(deck=evolve(DEFAULT.deck, contracts=[three, *DEFAULT.deck.contracts]))
    view = set_up("5C 5D 5Y", contracts="A C01", rules=rules, joker=False)
    assert [str(fill) for fill in best_fills(view)] == ["fill C01 5C=5Y"]


def test_a_card_of_another_bonus_colour_is_spared() -> None:
    """C01 wants hearts and C02 clubs, so neither takes the card of the other."""
    view = set_up("5C 5H 6C 6H", contracts="C01 C02", joker=False)
    assert [str(fill) for fill in best_fills(view)] == ["fill C01 5H=5C", "fill C02 6H=6C"]


def test_nothing_is_filled_where_nothing_can_be() -> None:
    assert best_fills(set_up("5C 6C", contracts="C01", joker=False)) == ()
    assert best_fills(set_up("5C 5H", contracts="C01", phase=Phase.TAKE)) == ()
    assert list(fillings(set_up("5C 5H", contracts="C01", phase=Phase.TAKE), "C01")) == []
    assert list(fillings(set_up("5C 5H", contracts="C01"), "C02")) == []
    assert list(fillings(set_up("5C 5H", contracts="C01"), "no such contract")) == []


def test_others_cannot_fill() -> None:
    state = new_game(2, seed=1)
    state = apply(state, Take(state.value_market[:1]))
    for seat in (None, 1):
        view = observe(state, seat)
        assert best_fills(view) == ()
        assert all(not list(fillings(view, contract)) for contract in view.contract_market)
    contract = state.contract_market[0]
    assert list(fillings(state, contract)) == list(fillings(observe(state, 0), contract))


def test_a_hand_of_many_equal_cards_is_judged_at_once() -> None:
    """The number of ways does not grow with the copies of a card."""
    view = set_up("1H 1H 1H 1C 1C 1C 1Y 1Y 1Y 2H 2H 2H 2C", contracts="C22 C19 C26 C31")
    assert len(list(legal_moves(view))) < 400
    assert sum(len(row) for fill in best_fills(view) for row in fill.cards) <= 14


def test_what_cannot_be_filled_is_no_move() -> None:
    """The cards do not meet the contract, or the player has as many contracts as bring about the end (B12)."""
    assert list(map(str, legal_moves(set_up("4H 5D", contracts="C18", joker=False)))) == ["end"]
    view = set_up("4H 4D 5C 7Y", contracts="C18", rules=Rules(contract_limit="end_trigger"))
    assert len(list(legal_moves(view))) == 2
    full = tuple(each for each in view.rules.deck.contracts if each.id != "C18")[:7]
    assert list(map(str, legal_moves(evolve(view, zones=(full, ()))))) == ["end"]
