from collections import Counter
from typing import Any

import pytest
from attrs import evolve

import rami
from rami.contracts import (
    Card,
    Color,
    Contract,
    Phase,
    Rules,
    Same,
    Trophy,
    determinize,
    from_deal,
    new_game,
    observe,
    set_up,
)
from rami.contracts.setup import Deal
from rami.errors import RulesError

DECK = Rules().deck
FACES = [token[0] for token in DECK.trophy_tokens]


def a_deal(**changes: Any) -> Deal:
    return evolve(Deal(DECK.cards, contracts=DECK.by_id, trophies=FACES), **changes)


def test_a_deal_goes_seat_by_seat_then_to_the_market_then_to_the_pile() -> None:
    state = from_deal(3, Rules(), a_deal(starter=2))
    order = DECK.cards
    assert state.hands == (order[:3], order[3:6], order[6:9])
    assert state.value_market == order[9:15]
    assert state.value_pile == order[15:]
    assert [each.id for each in state.contract_market] == ["C01", "C02", "C03", "C04"]
    assert [each.id for each in state.contract_pile][:2] == ["C05", "C06"]
    assert (state.current_player, state.starter, state.jokers) == (2, 2, (1, 1, 1))
    assert state.trophies == tuple(FACES)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"order": DECK.cards[1:]}, "cards of the deck are missing: 1H"),
        ({"order": (*DECK.cards, Card(1, Color.HEARTS))}, "the deal has more cards of a kind than the deck has: 1H"),
        ({"order": range(96)}, r"order\[0\] must be a card, or text, not 0"),
        ({"draws": DECK.cards[:1]}, "draws must be empty: the contract game has no draw for the start"),
        ({"contracts": list(DECK.by_id)[1:]}, "contracts of the deck are missing from the deal: C01"),
        ({"contracts": [*DECK.by_id, "C36"]}, "the deck has the contract C36 only once"),
        ({"contracts": [*DECK.by_id, "C37"]}, "the deck has no contract 'C37'"),
        ({"trophies": FACES[1:]}, "trophies must have 4 faces, not 3"),
        ({"trophies": reversed(FACES)}, "a trophy token has the faces coeur and combo2, not diamant"),
        ({"starter": 2}, "starter must be a seat from 0 to 1, or None, not 2"),
    ],
)
def test_an_impossible_deal_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        from_deal(2, Rules(), a_deal(**changes))


def test_the_deal_of_another_game_is_refused() -> None:
    with pytest.raises(RulesError, match=r"deal must be a contracts.Deal, not Deal\(order="):
        from_deal(2, Rules(), rami.Deal(DECK.cards))


def test_each_side_of_a_token_comes_up_about_as_often() -> None:
    shown = Counter(face for seed in range(400) for face in new_game(2, seed=seed).trophies)
    assert set(shown) == set(Trophy)
    assert all(150 < count < 250 for count in shown.values())


def test_rounds_are_counted_for_all() -> None:
    state = evolve(new_game(3, seed=1), turn=7)
    assert state.round == observe(state, 0).round == observe(state, None).round == 2


def test_set_up_fills_what_is_not_given() -> None:
    view = set_up("4H 4D 5C", "1H 2H", "c18 C01")
    assert view == set_up(Card.row("5C 4D 4H"), Card.row("2H 1H"), ["C01", DECK.by_id["C18"]])
    assert view.phase is Phase.FILL
    assert (view.hand_sizes, view.value_pile_size, view.contract_pile_size) == ((3, 3), 88, 34)
    assert (view.player, view.current_player, view.jokers) == (0, 0, (1, 1))
    assert set_up("", joker=False).jokers == (0, 1)
    assert set_up("", phase=Phase.TAKE).phase is Phase.TAKE
    assert observe(determinize(view, seed=3), 0) == view


def test_a_position_by_hand_may_use_all_cards() -> None:
    rules = Rules(deck=evolve(tiny(), cards_dealt=0))
    cards = rules.deck.cards
    view = set_up(cards[:6], cards[6:10], rules=rules)
    assert (view.hand_sizes, view.value_pile_size) == ((6, 0), 2)
    assert observe(determinize(view, seed=3), 0) == view


def tiny() -> Any:
    return evolve(
        DECK,
        max_value=3,
        copies=1,
        contracts=[Contract(id="A", requirements=[Same(2)], points=1, bonus=Color.HEARTS)],
        end_triggers=(1,),
        contract_market_size=1,
        value_market_size=4,
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hand": "9H"}, "there are more cards of a kind than the deck has: 9H"),
        ({"hand": "1H 1H 1H", "values": "1H"}, "there are more cards of a kind than the deck has: 1H"),
        ({"hand": "*"}, r"there are more cards of a kind than the deck has: \*"),
        ({"hand": "1H 1C 1Y 1D " * 3 + "2H 2C"}, "the hand of seat 0 must have 0 to 13 cards, not 14"),
        (
            {"hand": "1H 1C 1Y 1D " * 2 + "2H 2C 2Y", "phase": Phase.TAKE},
            "the hand of seat 0 must have 0 to 10 cards, not 11",
        ),
        ({"hand": "", "values": "1H 2H 3H 4H 5H 6H 7H"}, "value_market has 7 cards, but the limit is 6"),
        ({"hand": "", "contracts": "C01 C02 C03 C04 C05"}, "contract_market has 5 cards, but the limit is 4"),
        ({"hand": "", "contracts": "C01 C01"}, "the deck has the contract C01 only once"),
        ({"hand": "", "contracts": "C99"}, "the deck has no contract 'C99'"),
        ({"hand": "", "contracts": [evolve(DECK.by_id["C01"], points=9)]}, "the deck has no contract Contract"),
        ({"hand": "", "contracts": [7]}, "each of contracts must be a Contract or text, not 7"),
        ({"hand": [5]}, r"hand\[0\] must be a card, or text, not 5"),
        ({"hand": "", "values": ["5H", None]}, r"values\[1\] must be a card, or text, not None"),
    ],
)
def test_set_up_refuses_an_impossible_position(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        set_up(**given)
