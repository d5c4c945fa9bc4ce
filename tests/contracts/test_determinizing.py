from collections import Counter
from itertools import permutations

import pytest
from attrs import evolve

from rami.contracts import (
    GAME,
    Card,
    Color,
    Contract,
    Deck,
    Rules,
    Same,
    Trophy,
    View,
    apply,
    best_turn,
    determinize,
    from_deal,
    new_game,
    observe,
    parse_move,
)
from rami.errors import RulesError
from rami.pieces import without
from rami.record import Record
from tests.quick_or_full import examples

H, C, Y = Color.HEARTS, Color.CLUBS, Color.CHERRIES
HEARTS, HEARTS_2, CLUBS, CHERRIES = (
    Contract(id=name, requirements=[Same(2)], points=1, bonus=color)
    for name, color in (("A", H), ("B", H), ("C", C), ("D", Y))
)
RULES = Rules(
    deck=Deck(
        label="tiny",
        min_value=1,
        max_value=2,
        copies=1,
        colors=[H, C, Y],
        contracts=[HEARTS, HEARTS_2, CLUBS, CHERRIES],
        trophy_tokens=[(Trophy.HEARTS, Trophy.COMBO_2)],
        end_triggers=(2, 2, 2),
        contract_market_size=1,
        value_market_size=1,
        cards_dealt=1,
        min_hand=1,
        max_hand=2,
    )
)


def view_of(zones: list[list[Contract]], bonus_sizes: list[int], hand_sizes: list[int], pile: int) -> View:
    """The view of a spectator, to whom nothing is shown but the market."""
    shown = [contract for zone in zones for contract in zone]
    market = [contract for contract in RULES.deck.contracts if contract not in shown][:1]
    return View(
        rules=RULES,
        current_player=0,
        player=None,
        hand=(),
        hand_sizes=tuple(hand_sizes),
        value_pile_size=pile,
        value_market=(Card(1, H),),
        contract_pile_size=4 - len(shown) - len(market),
        contract_market=market,
        zones=map(tuple, zones),
        bonus_sizes=tuple(bonus_sizes),
        jokers=(1,) * len(zones),
        trophies=(Trophy.HEARTS,),
        known=((),) * len(zones),
    )


def every_fit(view: View) -> set[tuple[object, ...]]:
    """Every way to lay out the five unseen cards that puts cards of the right colors into the bonus piles."""
    unseen = [card for card in RULES.deck.cards if card not in view.value_market]
    found: set[tuple[object, ...]] = set()
    for order in permutations(unseen):
        rest = list(order)
        piles = [tuple(sorted(rest.pop() for _ in range(size))) for size in view.bonus_sizes]
        hands = [tuple(sorted(rest.pop() for _ in range(size))) for size in view.hand_sizes]
        if all(
            card.color in [contract.bonus for contract in zone]
            for pile, zone in zip(piles, view.zones, strict=True)
            for card in pile
        ):
            found.add((tuple(piles), tuple(hands), tuple(rest)))
    return found


@pytest.mark.parametrize(
    "view",
    [
        view_of([[], []], [0, 0], [1, 2], 2),
        view_of([[CLUBS], []], [1, 0], [1, 1], 2),
        view_of([[CLUBS, HEARTS], [CHERRIES]], [2, 1], [0, 1], 1),
        view_of([[CLUBS, CHERRIES], [HEARTS, HEARTS_2]], [2, 0], [1, 0], 2),
        view_of([[CLUBS], [CHERRIES], [HEARTS]], [1, 2, 1], [0, 1, 0], 0),
        view_of([[HEARTS, CLUBS], [HEARTS_2, CHERRIES]], [1, 1], [1, 2], 0),  # both may have the heart
    ],
)
def test_every_arrangement_that_fits_is_equally_likely(view: View) -> None:
    expected = every_fit(view)
    each = examples(120)
    tries = each * len(expected)
    guesses = (determinize(view, seed=seed) for seed in range(tries))
    found = Counter((state.bonus_piles, state.hands, state.value_pile) for state in guesses)
    assert set(found) == expected
    # The sum of the squared errors is `each` per arrangement on average; the seeds are fixed, so this cannot flicker.
    assert sum((count - each) ** 2 for count in found.values()) < each * len(expected) * 1.5


def test_the_piles_of_contracts_are_shuffled_too() -> None:
    view = observe(new_game(2, seed=1), None)
    orders = {determinize(view, seed=seed).contract_pile for seed in range(20)}
    assert len(orders) == 20
    assert {frozenset(order) for order in orders} == {frozenset(new_game(2, seed=1).contract_pile)}
    assert len({determinize(view, seed=seed).seed for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (view_of([[], []], [0, 0], [1, 2], 3), "6 cards are hidden, not 5"),
        (
            evolve(view_of([[], []], [0, 0], [1, 2], 2), contract_pile_size=2),
            "there are 3 contracts, but the deck has 4",
        ),
        (
            evolve(view_of([[], []], [0, 0], [1, 2], 2), value_market=(Card(1, H), Card(1, H)), value_pile_size=1),
            "value_market has 2 cards, but the limit is 1; there are more cards of a kind than the deck has: 1H",
        ),
        (
            view_of([[CLUBS], []], [3, 0], [1, 0], 1),
            "the bonus pile of seat 0 has 3 cards, but its contracts used 2",
        ),
        (
            view_of([[], []], [1, 0], [1, 1], 2),
            "the bonus pile of seat 0 has 1 cards, but its contracts used 0",
        ),
        (view_of([[CLUBS], [HEARTS, HEARTS_2]], [1, 2], [1, 0], 1), "more cards of the bonus colors than are left"),
    ],
)
def test_a_view_that_nothing_fits_is_refused(view: View, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        determinize(view, seed=1)


def test_the_pile_of_one_seat_tells_nothing_of_the_pile_of_another() -> None:
    """Seat 0 may have bonus cards of two colors; one of them is also that of seat 1, whose pile is drawn first."""
    state = from_deal(2, Rules(), GAME.shuffle(2, seed=5, starter=0))
    moves = (
        "take 1C 2C 3C, fill C09 3C=3D=*, end, take 3D 7D 8D, end, take 1H 5H 7H, end, take 5C 6C 7C, "
        "fill C18 7Y=7D 5C-6C-7C, end, take 2H 2Y 2D, fill C02 1H=1C"
    )
    for move in moves.split(", "):
        state = apply(state, parse_move(move))
    view = observe(state, None)
    first = Counter(str(determinize(view, seed=seed).bonus_piles[0][0])[-1] for seed in range(400))
    assert 150 < first["C"] < 230  # 13 of 28 cards: 186


def test_a_bonus_pile_needs_cards_of_its_color() -> None:
    """Player 2 has two bonus cards of the cherries, and all other cherries were discarded."""
    record = Record.start(GAME, 2, seed=3)
    while max(record.state.bonus_sizes) < 2:
        record = record.after(best_turn(record.view(record.state.current_player))[0])
    view = record.view(0)
    visible = (
        *view.discards,
        *view.value_market,
        *view.hand,
        *view.bonus_pile,
        *(card for hand in view.known for card in hand),
    )
    unseen = without(view.rules.pieces, visible)
    cherries = [card for card in unseen if card.color == Color.CHERRIES]
    size = view.value_pile_size - len(cherries)
    wrong = evolve(view, discards=(*view.discards, *cherries), value_pile_size=size)
    with pytest.raises(RulesError, match="bonus piles need more cards of the bonus colors than are left"):
        determinize(wrong, seed=1)
