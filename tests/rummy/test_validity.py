"""Positions that cannot exist."""

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from rami.positions import replaced
from rami.rummy import (
    GAME,
    JOKER,
    PRESETS,
    Card,
    Meld,
    Phase,
    Rules,
    Table,
    determinize,
    new_game,
    observe,
    set_up,
)
from tests.damaged_positions import flaws_after

STATE = new_game(2, seed=1)
VIEW = observe(STATE, STATE.current_player)
OTHER = observe(STATE, 1 - STATE.current_player)
FOREIGN = Card.parse("*")
SEAT, NEXT = STATE.current_player, 1 - STATE.current_player
RUN = Meld("AS-2S-3S")


def known_of(seat: int, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Return the known cards of two hands: these cards for the seat, and none for the other."""
    return replaced(((), ()), seat, tuple(cards))


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (
            {
                "hands": (STATE.hands[0],),
                "melded_in": (None,),
                "laid_in": (None,),
                "known": ((),),
                "current_player": 0,
            },
            "there are 1 players, not 2 to 6",
        ),
        ({"current_player": 2}, "current_player is 2, which is not a seat"),
        ({"turn": -1}, "turn must be from 0 to 1000, not -1"),
        ({"turn": 1001}, "turn must be from 0 to 1000, not 1001"),
        ({"melded_in": ()}, "melded_in has 0 items, but there are 2 players"),
        ({"laid_in": (None,)}, "laid_in has 1 items, but there are 2 players"),
        (
            {"laid_in": tuple(2 if seat == SEAT else None for seat in (0, 1))},
            f"turn 2 for seat {SEAT}, but the current",
        ),
        (
            {"turn": 2, "laid_in": tuple(1 if seat == SEAT else None for seat in (0, 1))},
            f"laid_in has turn 1 for seat {SEAT}, but this is the turn of another seat",
        ),
        (
            {"turn": 2, "melded_in": tuple(0 if seat == SEAT else None for seat in (0, 1))},
            f"laid_in of seat {SEAT} must be a turn up to 0, the value of melded_in, not None",
        ),
        (
            {
                "turn": 2,
                "melded_in": tuple(0 if seat == SEAT else None for seat in (0, 1)),
                "laid_in": tuple(2 if seat == SEAT else None for seat in (0, 1)),
            },
            f"laid_in of seat {SEAT} must be a turn up to 0, the value of melded_in, not 2",
        ),
        ({"taken": STATE.hands[SEAT][0]}, "taken, laid or jokers_owed is set before a card is drawn"),
        ({"laid": (RUN,)}, "taken, laid or jokers_owed is set before a card is drawn"),
        ({"jokers_owed": 1}, "taken, laid or jokers_owed is set before a card is drawn"),
        ({"restocks": 2}, "restocks must be from 0 to 1, not 2"),
        ({"restocks": -1}, "restocks must be from 0 to 1, not -1"),
        ({"restocks": 1, "rules": Rules(restock="end")}, "restocks must be from 0 to 0, not 1"),
        ({"phase": Phase.PLAY, "laid": (RUN,)}, f"laid has melds, but laid_in of seat {SEAT} is None"),
        ({"phase": Phase.PLAY, "laid": (RUN,)}, "laid has 1 melds, but the limit is 0"),
        ({"phase": Phase.PLAY, "laid": (RUN,) * 2, "table": Table((RUN,) * 3)}, "laid has 2 melds, but the limit is 1"),
        (
            {"phase": Phase.PLAY, "laid": (Meld("QS-KS-AS"),), "table": Table((RUN,))},
            "An ace is not allowed at this place in a run: QS KS AS",
        ),
        ({"table": Table.parse("QS-KS-AS")}, "An ace is not allowed at this place in a run: QS KS AS"),
        ({"hands": ((), ())}, "seats with an empty hand, but nobody went out: 0, 1"),
        ({"hands": ((), ()), "phase": Phase.PLAY}, "seats with an empty hand, but nobody went out: 0, 1"),
        (
            {"hands": tuple(() if seat == SEAT else STATE.hands[seat] for seat in (0, 1))},
            f"seats with an empty hand, but nobody went out: {SEAT}",
        ),
        (
            {"hands": tuple(() if seat == NEXT else STATE.hands[seat] for seat in (0, 1)), "phase": Phase.PLAY},
            f"seats with an empty hand, but nobody went out: {NEXT}",
        ),
        ({"hands": (STATE.stock[:26],) * 2}, f"the hand of seat {SEAT} must have 0 to 25 cards, not 26"),
        (
            {"hands": (STATE.stock[:27],) * 2, "phase": Phase.PLAY},
            f"the hand of seat {SEAT} must have 0 to 26 cards, not 27",
        ),
        (
            {"hands": (STATE.stock[:26],) * 2, "phase": Phase.PLAY},
            f"the hand of seat {NEXT} must have 0 to 25 cards, not 26",
        ),
        ({"phase": Phase.PLAY, "taken": STATE.hands[SEAT][0]}, "the card taken is not known to be in the hand"),
        ({"phase": Phase.PLAY, "taken": JOKER}, "the card taken is not known to be in the hand: *"),
        ({"jokers_owed": -1}, "jokers_owed must be a whole number from 0 to "),
        (
            {"phase": Phase.PLAY, "jokers_owed": 1},
            "jokers_owed is 1, but known has only 0 jokers from the table",
        ),
        ({"known": ((),)}, "known has 1 items, but there are 2 players"),
        ({"laid_points": (5, 0)}, "laid_points must be empty unless scoring is 'melded'"),
        ({"known": (STATE.hands[0], STATE.hands[0])}, f"seat 1 is known to hold {STATE.hands[0][0]}"),
        ({"stock": STATE.stock[2:]}, f"cards of the pack are missing: {min(STATE.stock[:2])} {max(STATE.stock[:2])}"),
        ({"stock": (FOREIGN, *STATE.stock)}, "there are more cards of a kind than the pack has: *"),
        ({"stock": (*STATE.stock, STATE.stock[0])}, f"more cards of a kind than the pack has: {STATE.stock[0]}"),
        ({"table": Table((RUN,))}, "there are more cards of a kind than the pack has: AS 2S 3S"),
    ],
)
def test_an_impossible_state_has_its_flaw(change: dict[str, Any], flaw: str) -> None:
    found = flaws_after(GAME, STATE, change)
    assert any(flaw in each for each in found), found


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        ({"player": 2}, "player is 2, which is not a seat"),
        ({"stock_size": -1}, "a size is negative"),
        ({"discard_size": -1}, "a size is negative"),
        ({"hand_sizes": (10, -1)}, "a size is negative"),
        ({"hand": VIEW.hand[1:]}, "the hand has 9 cards, but hand_sizes has 10"),
        ({"player": None}, "the hand has 10 cards, but hand_sizes has 0"),
        ({"discard_pile": ()}, "discard_pile shows 0 cards, not 1"),
        ({"discard_size": 0}, "discard_pile shows 1 cards, not 0"),
        ({"rules": Rules(discard_view="all"), "discard_size": 2}, "discard_pile shows 1 cards, not 2"),
        ({"stock_size": 30}, "40 cards are hidden, not 41"),
        ({"phase": Phase.PLAY, "taken": JOKER}, "the card taken is not known to be in the hand: *"),
    ],
)
def test_an_impossible_view_has_its_flaw(change: dict[str, Any], flaw: str) -> None:
    found = flaws_after(GAME, VIEW, change)
    assert any(flaw in each for each in found), found


@pytest.mark.parametrize(
    ("known", "change", "flaw"),
    [
        ([JOKER] * 2, {"jokers_owed": 3}, "jokers_owed is 3, but known has only 2 jokers from the table"),
        (
            [JOKER],
            {"jokers_owed": 1, "taken": JOKER},
            "jokers_owed is 1, but known has only 0 jokers from the table",
        ),
        ([JOKER], {"jokers_owed": 1}, "there are more cards of a kind than the pack has: *"),
        ([OTHER.hand[0]], {}, f"there are more cards of a kind than the pack has: {OTHER.hand[0]}"),
        (STATE.stock[:11], {}, "11 pieces of seat"),
    ],
)
def test_known_cards_must_be_in_the_hand(known: Sequence[Card], change: dict[str, Any], flaw: str) -> None:
    found = GAME.flaws(evolve(OTHER, phase=Phase.PLAY, known=known_of(SEAT, known), **change))
    assert any(flaw in each for each in found), found
    card = STATE.hands[SEAT][0]
    assert GAME.flaws(evolve(OTHER, phase=Phase.PLAY, taken=card, known=known_of(SEAT, [card]))) == ()


def test_the_hand_of_an_opponent_is_no_longer_than_between_turns() -> None:
    view = set_up("9H", discard="2C", stock_size=5)
    assert (view.hand_sizes, view.discard_size) == ((1, 25), 21)
    assert GAME.flaws(view) == GAME.flaws(determinize(view, seed=1)) == ()


def test_a_joker_taken_and_a_joker_owed_are_two() -> None:
    view = set_up("7D 7H * * KH", "4S-5S-6S", rules=PRESETS["rami-51"])
    view = evolve(view, known=known_of(0, [JOKER, JOKER]))
    assert GAME.flaws(evolve(view, taken=JOKER, jokers_owed=1, rules=Rules(packs=2, jokers=4))) == ()
    assert "jokers_owed is 2, but known has only 1 jokers" in GAME.flaws(evolve(view, taken=JOKER, jokers_owed=2))[0]
