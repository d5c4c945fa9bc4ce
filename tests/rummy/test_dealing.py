from typing import Any

import pytest
from attrs import evolve

from rami.errors import RulesError, WrongType
from rami.game import Deal
from rami.rummy import (
    GAME,
    JOKER,
    PRESETS,
    Card,
    Phase,
    Rules,
    State,
    Table,
    apply,
    determinize,
    from_deal,
    observe,
    parse_move,
    set_up,
)

ORDER = Rules().pieces


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (None, "deal must be a Deal, not None"),
        (Deal(ORDER), "starter must be the seat after the dealer, not None"),
        (Deal(ORDER, starter=2), "starter must be a seat from 0 to 1, or None, not 2"),
        (Deal(ORDER, draws=ORDER[:1], starter=0), "nobody draws to decide who starts"),
        (Deal(ORDER[1:], starter=0), "cards of the pack are missing: AS"),
        (Deal((*ORDER, JOKER), starter=0), r"the deal has more cards of a kind than the pack has: \*"),
        (Deal(range(52), starter=0), r"order\[0\] must be a card, or text, not 0"),
    ],
)
def test_an_impossible_order_of_a_deal_is_refused(wrong: Any, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        from_deal(2, Rules(), wrong)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"hand": ""}, "hand must have 1 to 26 cards, not 0"),
        ({"hand": ORDER[:27]}, "hand must have 1 to 26 cards, not 27"),
        ({"hand": ORDER[:26], "phase": Phase.DRAW}, "hand must have 1 to 25 cards, not 26"),
        ({"hand": "5S *"}, r"more cards of a kind than the pack has: \*"),
        ({"hand": "5S", "table": "4S-5S-6S"}, "more cards of a kind than the pack has: 5S"),
        ({"hand": "5S", "discard": "5S"}, "more cards of a kind than the pack has: 5S"),
        ({"hand": "5S", "table": "QD-KD-AD"}, "table has an illegal meld: An ace is not allowed at this place"),
        ({"hand": "5S", "phase": "play"}, "phase must be a Phase"),
        ({"hand": "5S", "stock_size": 51}, "stock_size must be a whole number from 26 to 50"),
        ({"hand": "5S", "stock_size": -1}, "stock_size must be a whole number from 26 to 50"),
        ({"hand": "5S", "stock_size": True}, "stock_size must be a whole number from 26 to 50"),
        ({"hand": "5S", "rules": None}, "rules must be a Rules"),
        ({"hand": 5}, "hand must be cards, or text, not 5"),
        ({"hand": [5]}, r"hand\[0\] must be a card, or text, not 5"),
        ({"hand": "AS", "discard": ORDER[1:]}, "hand, table and discard have too many cards"),
        ({"hand": "AS", "others": ()}, "others must have the hand sizes of 1 to 5 opponents, not of 0"),
        ({"hand": "AS", "others": (1,) * 6}, "others must have the hand sizes of 1 to 5 opponents, not of 6"),
        ({"hand": "AS", "others": (3, -1)}, r"others\[1\] must be a whole number of at least 0, not -1"),
        ({"hand": "AS", "others": (3, 0)}, "seats with an empty hand, but nobody went out: 2"),
        ({"hand": "AS", "others": (60,)}, "others have 60 pieces, but only 51 are hidden"),
        ({"hand": "AS", "others": (3,), "stock_size": 47}, "stock_size must be 48, not 47"),
        ({"hand": "AS", "others": (3,), "stock_size": -1}, "stock_size must be a whole number from 0 to 51, or None"),
        ({"hand": "AS", "others": "3"}, "others must be a row, not '3'"),
        ({"hand": "AS", "has_melded": 1}, "has_melded must be True or False, or one of them for each seat, not 1"),
        ({"hand": "AS", "has_melded": (True,)}, "has_melded must have 2 values, one for each seat, not 1"),
    ],
)
def test_an_impossible_position_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        set_up(**arguments)


def test_set_up_fills_what_is_not_given() -> None:
    with pytest.raises(WrongType, match="a table must be runs and groups, or text, not 5"):
        set_up("5S", 5)  # type: ignore[arg-type]  # wrong on purpose
    view = set_up("9H 5S", Table.parse("4D-5D-6D"), discard="2C 3C", phase=Phase.DRAW, stock_size=5, has_melded=False)
    assert (view.hand, view.hand_sizes, view.stock_size) == (Card.row("5S 9H"), (2, 25), 5)
    assert (view.discard_pile, view.discard_size) == (Card.row("3C"), 2 + 15)
    assert (view.has_melded, view.starter, view.dealer, view.turn) == ((False, False), 0, 1, 2)
    whole = set_up("9H", discard="2C 3C", rules=Rules(discard_view="all"))
    assert whole.discard_pile == Card.row("2C 3C")
    few = set_up("KC", discard=ORDER[:30])
    assert (few.hand_sizes, few.stock_size) == ((1, 10), 11)
    scarce = set_up("KC", discard=ORDER[:46])
    assert (scarce.hand_sizes, scarce.stock_size) == ((1, 5), 0)


def test_set_up_takes_the_hands_and_melds_of_opponents() -> None:
    view = set_up("9H 5S", "4D-5D-6D", discard="2C", others=(3, 9), has_melded=[True, False, True])
    assert (view.hand_sizes, view.stock_size, view.discard_size) == ((2, 3, 9), 34, 1)
    assert (view.has_melded, view.melded_in, view.turn) == ((True, False, True), (0, None, 2), 3)
    assert set_up("9H 5S", "4D-5D-6D", discard="2C", others=[3, 9], stock_size=34).stock_size == 34
    assert observe(determinize(view, seed=1), 0) == view


def test_melds_that_score_need_their_points() -> None:
    rules = PRESETS["rummy-500"]
    view = set_up("9H 5S", "4D-5D-6D", discard="2C", rules=rules)
    assert view.laid_points == (0,) * view.players
    reason = "laid_points must have the points that each seat has laid, because scoring is 'melded'"
    assert GAME.flaws(evolve(view, laid_points=())) == (reason,)
    assert GAME.flaws(evolve(view, table="", laid_points=(), stock_size=view.stock_size + 3)) == ()


# ------------------------------------------------------------------------------------------------------- determinizing


def test_a_card_just_taken_is_known_to_be_in_the_hand() -> None:
    state = taken_by_seat_0()
    for player in (1, None):
        view = observe(state, player)
        hands = {determinize(view, seed=seed).hands[0] for seed in range(20)}
        assert all(state.taken in hand for hand in hands)
        assert len(hands) == 20


def taken_by_seat_0() -> State:
    start = from_deal(2, Rules(), Deal(ORDER, starter=0))
    return apply(start, parse_move("take"))


def test_a_joker_just_taken_is_known_to_be_in_the_hand() -> None:
    rules = PRESETS["rami-51"]
    view = set_up("7D 7H * KH", "4S-5S-6S", rules=rules)
    state = evolve(determinize(view, seed=1), jokers_owed=1, known=["*", ""])
    for seed in range(5):
        assert JOKER in determinize(observe(state, 1), seed=seed).hands[0]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"stock_size": 5}, "15 cards are hidden, not 48"),
        ({"hand": ()}, "the hand has 0 cards, but hand_sizes has 3"),
        ({"hand": Card.row("5S 5S 6S")}, "there are more cards of a kind than the pack has: 5S"),
        ({"current_player": 1, "taken": JOKER, "known": ((), (JOKER,))}, "the pack has: \\*"),
        ({"discard_size": 0, "stock_size": 39}, "discard_pile shows 1 cards, not 0"),
        (
            {"current_player": 1, "hand_sizes": (3, 0), "stock_size": 47, "taken": Card.parse("2C")},
            "the card taken is not known",
        ),
    ],
)
def test_determinize_refuses_an_impossible_view(changes: dict[str, Any], reason: str) -> None:
    view = set_up("5S 6S 7S", discard="9H")
    with pytest.raises(RulesError, match=reason):
        determinize(evolve(view, **changes), seed=1)
    with pytest.raises(RulesError, match="seed must be a whole number"):
        determinize(view, seed=None)  # type: ignore[arg-type]  # wrong on purpose
