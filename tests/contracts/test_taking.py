from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from rami.contracts import Card, Phase, Rules, Take, check, legal_moves, set_up
from tests.contracts import brute, strategies
from tests.effort import examples


@given(strategies.rules(), st.data())
@settings(max_examples=examples(80), deadline=None)
def test_takes_are_what_brute_force_finds(rules: Rules, data: st.DataObject) -> None:
    deck = rules.deck
    market = data.draw(st.permutations(deck.cards))[: data.draw(st.integers(0, deck.value_market_size))]
    view = set_up("", market, rules=rules, phase=Phase.TAKE)
    moves = list(legal_moves(view))
    found = [move.cards for move in moves if isinstance(move, Take)]
    assert len(found) == len(set(found)) == len(moves)
    assert set(found) == brute.takes(rules, view.value_market)
    for size in range(5):
        for cards in set(combinations(view.value_market, size)):
            assert (check(view, Take(cards)) == ()) == (Take(cards).cards in found)


def test_take_all_names_the_cards_that_are_left() -> None:
    view = set_up("", "5H 5C 7H 8H", rules=Rules(take_all=True), phase=Phase.TAKE)
    [problem] = check(view, Take([Card.parse("7H"), Card.parse("8H")]))
    assert problem.code == "must_take_all"
    assert problem.pieces == (Card.parse("5H"),)
