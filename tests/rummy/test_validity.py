"""Positions that cannot exist."""

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

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
"""A state before the first draw. Seat 1 has the first turn."""
VIEW = observe(STATE, 1)
VIEW_OF_OTHER = observe(STATE, 0)
HANDS, STOCK = STATE.hands, STATE.stock
RUN, HIGH_ACE = Meld("AS-2S-3S"), Meld("QS-KS-AS")

IMPOSSIBLE_STATES: dict[str, tuple[dict[str, Any], str]] = {
    "one player": (
        {"hands": (HANDS[0],), "melded_in": (None,), "laid_in": (None,), "known": ((),), "current_player": 0},
        "there are 1 players, not 2 to 6",
    ),
    "mover without a seat": ({"current_player": 2}, "current_player is 2, which is not a seat"),
    "turn too low": ({"turn": -1}, "turn must be from 0 to 1000, not -1"),
    "turn too high": ({"turn": 1001}, "turn must be from 0 to 1000, not 1001"),
    "melded_in without seats": ({"melded_in": ()}, "melded_in has 0 items, but there are 2 players"),
    "laid_in with one seat": ({"laid_in": (None,)}, "laid_in has 1 items, but there are 2 players"),
    "laid in a later turn": ({"laid_in": (None, 2)}, "laid_in has turn 2 for seat 1, but the current turn is 0"),
    "laid in the turn of another seat": (
        {"turn": 2, "laid_in": (None, 1)},
        "laid_in has turn 1 for seat 1, but this is the turn of another seat",
    ),
    "melded but never laid": (
        {"turn": 2, "melded_in": (None, 0)},
        "laid_in of seat 1 must be a turn up to 0, the value of melded_in, not None",
    ),
    "melded before the first cards were laid": (
        {"turn": 2, "melded_in": (None, 0), "laid_in": (None, 2)},
        "laid_in of seat 1 must be a turn up to 0, the value of melded_in, not 2",
    ),
    "taken before the draw": ({"taken": HANDS[1][0]}, "taken, laid or jokers_owed is set before a card is drawn"),
    "laid before the draw": ({"laid": (RUN,)}, "taken, laid or jokers_owed is set before a card is drawn"),
    "joker owed before the draw": ({"jokers_owed": 1}, "taken, laid or jokers_owed is set before a card is drawn"),
    "two restocks in one turn": ({"restocks": 2}, "restocks must be from 0 to 1, not 2"),
    "negative restocks": ({"restocks": -1}, "restocks must be from 0 to 1, not -1"),
    "restock if the deal ends instead": (
        {"restocks": 1, "rules": Rules(restock="end")},
        "restocks must be from 0 to 0, not 1",
    ),
    "laid melds of a player who has laid nothing": (
        {"phase": Phase.PLAY, "laid": (RUN,)},
        "laid has melds, but laid_in of seat 1 is None",
    ),
    "an opening of a player without one": (
        {"phase": Phase.PLAY, "laid": (RUN,), "laid_in": (None, 0)},
        "laid has an opening, but melded_in of seat 1 is None",
    ),
    "laid melds that are not on the table": (
        {"phase": Phase.PLAY, "laid": (RUN,)},
        "laid has 1 melds, but the limit is 0",
    ),
    "more laid melds than a turn allows": (
        {"phase": Phase.PLAY, "laid": (RUN, RUN), "table": Table((RUN, RUN, RUN))},
        "laid has 2 melds, but the limit is 1",
    ),
    "illegal laid meld": (
        {"phase": Phase.PLAY, "laid": (HIGH_ACE,), "table": Table((RUN,))},
        "An ace is not allowed at this place in a run: QS KS AS.",
    ),
    "illegal meld on the table": (
        {"table": Table((HIGH_ACE,))},
        "An ace is not allowed at this place in a run: QS KS AS.",
    ),
    "two empty hands": ({"hands": ((), ())}, "seats with an empty hand, but nobody went out: 0, 1"),
    "two empty hands after the draw": (
        {"hands": ((), ()), "phase": Phase.PLAY},
        "seats with an empty hand, but nobody went out: 0, 1",
    ),
    "empty hand of the mover": (
        {"hands": (HANDS[0], ())},
        "seats with an empty hand, but nobody went out: 1",
    ),
    "empty hand of the other after the draw": (
        {"hands": ((), HANDS[1]), "phase": Phase.PLAY},
        "seats with an empty hand, but nobody went out: 0",
    ),
    "too many cards before the draw": (
        {"hands": (STOCK[:26], STOCK[:26])},
        "the hand of seat 1 must have 0 to 25 cards, not 26",
    ),
    "too many cards after the draw": (
        {"hands": (STOCK[:27], STOCK[:27]), "phase": Phase.PLAY},
        "the hand of seat 1 must have 0 to 26 cards, not 27",
    ),
    "too many cards of the other after the draw": (
        {"hands": (STOCK[:26], STOCK[:26]), "phase": Phase.PLAY},
        "the hand of seat 0 must have 0 to 25 cards, not 26",
    ),
    "taken card that is not known": (
        {"phase": Phase.PLAY, "taken": HANDS[1][0]},
        "the card taken is not known to be in the hand: 4S",
    ),
    "taken joker that is not in the hand": (
        {"phase": Phase.PLAY, "taken": JOKER},
        "the card taken is not known to be in the hand: *",
    ),
    "negative number of owed jokers": ({"jokers_owed": -1}, "jokers_owed must be a whole number from 0 to 12, not -1"),
    "owed joker that is not known": (
        {"phase": Phase.PLAY, "jokers_owed": 1},
        "jokers_owed is 1, but known has only 0 jokers from the table",
    ),
    "known cards of one seat": ({"known": ((),)}, "known has 1 items, but there are 2 players"),
    "known cards that the hand does not have": (
        {"known": ((), HANDS[0])},
        "seat 1 is known to hold AS, but its hand has too few",
    ),
    "laid points that do not score": ({"laid_points": (5, 0)}, "laid_points must be empty unless scoring is 'melded'"),
    "missing cards": ({"stock": STOCK[2:]}, "cards of the pack are missing: 7S 6C"),
    "card that the pack does not have": (
        {"stock": (JOKER, *STOCK)},
        "there are more cards of a kind than the pack has: *",
    ),
    "card in the stock twice": (
        {"stock": (*STOCK, STOCK[0])},
        "there are more cards of a kind than the pack has: 6C",
    ),
    "cards in the stock and on the table": (
        {"table": Table((RUN,))},
        "there are more cards of a kind than the pack has: AS 2S 3S",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE_STATES)
def test_an_impossible_state_has_its_flaw(name: str) -> None:
    change, flaw = IMPOSSIBLE_STATES[name]
    assert flaw in flaws_after(GAME, STATE, change)


IMPOSSIBLE_VIEWS: dict[str, tuple[dict[str, Any], str]] = {
    "player without a seat": ({"player": 2}, "player is 2, which is not a seat"),
    "negative stock": ({"stock_size": -1}, "a size is negative"),
    "negative discard pile": ({"discard_size": -1}, "a size is negative"),
    "negative hand": ({"hand_sizes": (10, -1)}, "a size is negative"),
    "hand with another size": ({"hand": VIEW.hand[1:]}, "the hand has 9 cards, but hand_sizes has 10"),
    "hand of a spectator": ({"player": None}, "the hand has 10 cards, but hand_sizes has 0"),
    "hidden top of the discard pile": ({"discard_pile": ()}, "discard_pile shows 0 cards, not 1"),
    "top of an empty discard pile": ({"discard_size": 0}, "discard_pile shows 1 cards, not 0"),
    "hidden cards of an open discard pile": (
        {"rules": Rules(discard_view="all"), "discard_size": 2},
        "discard_pile shows 1 cards, not 2",
    ),
    "too few hidden cards": ({"stock_size": 30}, "40 cards are hidden, not 41"),
    "taken joker that is not in the hand": (
        {"phase": Phase.PLAY, "taken": JOKER},
        "the card taken is not known to be in the hand: *",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE_VIEWS)
def test_an_impossible_view_has_its_flaw(name: str) -> None:
    change, flaw = IMPOSSIBLE_VIEWS[name]
    assert flaw in flaws_after(GAME, VIEW, change)


@pytest.mark.parametrize(
    ("known", "change", "flaw"),
    [
        (
            [JOKER, JOKER],
            {"jokers_owed": 3},
            "jokers_owed is 3, but known has only 2 jokers from the table",
        ),
        (
            [JOKER],
            {"jokers_owed": 1, "taken": JOKER},
            "jokers_owed is 1, but known has only 0 jokers from the table",
        ),
        ([JOKER], {"jokers_owed": 1}, "there are more cards of a kind than the pack has: *"),
        (["AS"], {}, "there are more cards of a kind than the pack has: AS"),
        (STOCK[:11], {}, "11 pieces of seat 1 are known, but its hand has 10"),
    ],
)
def test_known_cards_must_be_in_the_hand(known: Sequence[Card | str], change: dict[str, Any], flaw: str) -> None:
    assert VIEW_OF_OTHER.hand[0] == Card("AS")
    known_cards = ((), tuple(Card(card) if isinstance(card, str) else card for card in known))
    assert flaw in GAME.flaws(evolve(VIEW_OF_OTHER, phase=Phase.PLAY, known=known_cards, **change))


def test_a_taken_card_is_known_to_be_in_the_hand() -> None:
    card = HANDS[1][0]
    assert GAME.flaws(evolve(VIEW_OF_OTHER, phase=Phase.PLAY, taken=card, known=((), (card,)))) == ()


def test_the_hand_of_an_opponent_is_no_longer_than_between_turns() -> None:
    view = set_up("9H", discard="2C", stock_size=5)
    assert (view.hand_sizes, view.discard_size) == ((1, 25), 21)
    assert GAME.flaws(view) == GAME.flaws(determinize(view, seed=1)) == ()


def test_a_joker_taken_and_a_joker_owed_are_two() -> None:
    view = set_up("7D 7H * * KH", "4S-5S-6S", rules=PRESETS["rami-51"])
    view = evolve(view, known=((JOKER, JOKER), ()))
    assert GAME.flaws(evolve(view, taken=JOKER, jokers_owed=1, rules=Rules(packs=2, jokers=4))) == ()
    first, *_ = GAME.flaws(evolve(view, taken=JOKER, jokers_owed=2))
    assert first == "jokers_owed is 2, but known has only 1 jokers from the table"
