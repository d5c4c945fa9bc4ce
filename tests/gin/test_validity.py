"""Error messages for impossible positions."""

from typing import Any

import pytest
from attrs import evolve

from rami import RulesError, gin
from rami.gin import GAME, Phase, Rules, State, apply, new_game, observe, parse_move
from rami.gin.position import Spread
from rami.gin.rules import PACK
from rami.rummy import Card, Group, Meld, Run, Table
from tests.damaged_positions import flaws_after
from tests.rules.positions import play
from tests.rules.test_gin import position

FIRST = new_game(2, seed=1)
DRAWN = play(FIRST, "take")
KNOCKED = play(position("AS 2S 3S 5H 5D 5C 9H 10H JH 4D KC", "4S QH 6C 6D 7C 7D 8D 8H QC QD"), "knock KC")
ENDED = play(KNOCKED, "add 4S AS-2S-3S", "done")
DEAD = play(position("KC", stock="QD QH"), "discard KC")


def test_possible_positions_are_accepted() -> None:
    for state in (FIRST, DRAWN, KNOCKED, ENDED, DEAD, play(FIRST, "pass"), play(FIRST, "pass", "pass")):
        assert GAME.flaws(state) == ()
        for seat in (None, 0, 1):
            assert GAME.flaws(observe(state, seat)) == ()


FLAWED: list[tuple[State, dict[str, Any], str]] = [
    (FIRST, {"hands": ((), (), ()), "spreads": (None,) * 3, "known": ((),) * 3}, "there are 3 players, not 2"),
    (FIRST, {"spreads": ()}, "spreads has 0 items, but there are 2 players"),
    (FIRST, {"current_player": 2}, "current_player is 2, which is not a seat"),
    (FIRST, {"turn": 1001}, "turn must be from 0 to 1000, not 1001"),
    (FIRST, {"turn": -1}, "turn must be from 0 to 1000, not -1"),
    (FIRST, {"knocker": 5}, "knocker is 5, which is not a seat"),
    (FIRST, {"turn": 2}, "turn is 2, but phase offer occurs only in turns 0 and 1"),
    (FIRST, {"phase": Phase.STOCK}, "turn is 0, but phase stock occurs only in turn 2"),
    (FIRST, {"stock": FIRST.stock[1:]}, "the stock has 30 cards before the first draw, not 31"),
    (FIRST, {"phase": Phase.PLAY}, "in phase 'play', the hands must have (10, 11) cards, not (10, 10)"),
    (FIRST, {"discard_pile": ()}, "the discard pile must not be empty"),
    (FIRST, {"taken": PACK[0]}, "taken is set, but phase is offer, not play"),
    (
        FIRST,
        {"upcard": None, "rules": gin.PRESETS["oklahoma-gin"]},
        "upcard must not be None, because knock_by_upcard is True",
    ),
    (FIRST, {"spreads": (Spread(), None)}, "nobody has knocked, but a hand is laid open or phase is lay_off"),
    (FIRST, {"phase": Phase.LAY_OFF}, "nobody has knocked, but a hand is laid open or phase is lay_off"),
    (FIRST, {"phase": Phase.OVER, "turn": 998}, "phase is over, but nobody has knocked and the deal is not dead"),
    (FIRST, {"knocker": 0}, "the hands laid open do not fit phase offer"),
    (DRAWN, {"taken": DRAWN.hand_to_move[0]}, "the card taken is not known to be in the hand"),
    (DRAWN, {"known": ((),)}, "known has 1 items, but there are 2 players"),
    (DRAWN, {"known": (PACK, ())}, "52 pieces of seat 0 are known, but its hand has"),
    (DRAWN, {"known": ((DRAWN.stock[0],), ())}, f"seat 0 is known to hold {DRAWN.stock[0]}, but its hand has too few"),
    (DRAWN, {"stock": DRAWN.stock[:1]}, "the stock has 1 cards, but phase play needs at least 2"),
    (KNOCKED, {"phase": Phase.OVER}, "the hands laid open do not fit phase over"),
    (KNOCKED, {"current_player": 0}, "phase is lay_off, but the knocker has gin or is the player to move"),
    (KNOCKED, {"rules": Rules(knock_limit=3)}, "the deadwood of the knocker is 4, but the limit is 3"),
    (KNOCKED, {"hands": (Card.row("AS"), KNOCKED.hands[1])}, "a player who has laid the hand open still holds cards"),
    (KNOCKED, {"hands": ((), KNOCKED.hands[1][1:])}, "the knocker cannot have 10 cards and the opponent 9"),
    (KNOCKED, {"spreads": (Spread(Table.parse("QH-KH-AH"), ()), None)}, "An ace is not allowed at this place in a run"),
    (
        ENDED,
        {"spreads": (ENDED.spreads[0], Spread(Table.parse("QH-KH-AH"), ()))},
        "An ace is not allowed at this place",
    ),
    (ENDED, {"hands": ((), Card.row("AS"))}, "a player who has laid the hand open still holds cards"),
    (FIRST, {"stock": (*FIRST.stock[1:], FIRST.stock[1])}, "there are more cards of a kind than the pack has"),
    (DEAD, {"stock": DEAD.stock[:1]}, "cards of the pack are missing"),
]


@pytest.mark.parametrize(("state", "change", "message"), FLAWED, ids=[message for _, _, message in FLAWED])
def test_an_impossible_state_is_refused(state: State, change: dict[str, Any], message: str) -> None:
    assert any(message in flaw for flaw in flaws_after(GAME, state, change))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"player": 2}, "player is 2, which is not a seat"),
        ({"stock_size": -1}, "a size is negative"),
        ({"hand": ()}, "the hand has 0 cards, but hand_sizes has 10"),
        ({"player": None}, "the hand has 10 cards"),
        ({"stock_size": 30}, "the stock has 30 cards before the first draw"),
        ({"hand_sizes": (10, 9)}, "the hands must have (10, 10) cards, not (10, 9)"),
        ({"hand": (PACK[0],) * 10}, "there are more cards of a kind than the pack has"),
    ],
)
def test_an_impossible_view_is_refused(change: dict[str, Any], message: str) -> None:
    assert any(message in flaw for flaw in flaws_after(GAME, observe(FIRST, 0), change))
    with pytest.raises(RulesError):
        gin.determinize(evolve(observe(FIRST, 0), **change), seed=1)


def test_an_impossible_position_still_answers() -> None:
    assert apply(KNOCKED, parse_move("done")).is_over
    assert list(gin.legal_moves(evolve(KNOCKED, spreads=(None, None)))) == [gin.Done()]
    assert gin.check(evolve(KNOCKED, knocker=None), parse_move("add 4S AS-2S-3S"))


def test_a_card_may_be_taken_only_from_a_pile_that_has_one() -> None:
    with pytest.raises(RulesError, match="the discard pile must not be empty in phase 'offer'"):
        evolve(new_game(2, seed=1), discard_pile=())


@pytest.mark.parametrize(
    ("meld", "message"),
    [
        (Group("5H=5H=5H"), "A group may have each suit only once"),
        (Run("4S-*-6S"), "A meld may not have a joker"),
        (Run("QS-KS-AS-2S"), "An ace is not allowed at this place in a run"),
    ],
)
def test_a_meld_of_another_game_is_a_flaw(meld: Meld, message: str) -> None:
    spreads = tuple(spread and Spread(Table([meld])) for spread in KNOCKED.spreads)
    assert any(message in flaw for flaw in gin.GAME.flaws(evolve(KNOCKED, spreads=spreads)))
