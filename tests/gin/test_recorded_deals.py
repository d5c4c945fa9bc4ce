"""Deals recorded by other programs, in which the card just taken is discarded, replay with `discard_taken=True`.

The same short deal is written as RLCard, OpenSpiel and Kaggle record deals.
"""

import json

import pytest

from rami import Deal, gin
from rami.cards import RANKS
from rami.gin import Code, Knock, Rules
from rami.record import Record
from rami.rummy import Card

RULES = Rules(discard_taken=True, undercut_on_tie=False, big_gin_bonus=None)
OPEN_SPIEL = [
    *[8, 12, 42, 43, 47, 49, 28, 30, 15, 20],
    *[1, 3, 7, 48, 50, 37, 16, 17, 18, 24],
    *[2, 52, 2, 52, 55, 7, 122, 111, 135, 54, 15, 54, 54],
]
"""The actions: both hands, the upcard, draws (52), discards, a knock (55) with its melds, and a lay-off."""
KAGGLE = json.dumps(
    [
        {"player": 0, "action": "Player: 0 Action: Draw upcard"},
        {"player": 0, "action": "Player: 0 Action: 3s"},
        {"player": 1, "action": "Player: 1 Action: Draw upcard"},
        {"player": 1, "action": "Player: 1 Action: Knock"},
        {"player": 1, "action": "Player: 1 Action: 8s"},
        {"player": 0, "action": "Player: 0 Action: 3c"},
        {"player": 0, "action": "Player: 0 Action: Pass"},
    ]
)
"""The same actions as texts, without melds."""
RLCARD = [6 + 2, 3, 58 + 7]
"""The actions: the first player has eleven cards and discards one (6 to 57). A take is 3, and a knock 58 to 109."""


def open_spiel_card(number: int) -> Card:
    return Card.parse(RANKS[number % 13] + "SCDH"[number // 13])


def rlcard_card(number: int) -> Card:
    return Card.parse(RANKS[number % 13] + "SHDC"[number // 13])


def dealt() -> Deal:
    cards = [open_spiel_card(number) for number in OPEN_SPIEL[:21]]
    return Deal(RULES.order_of([cards[:10], cards[10:20]], cards[20:], starter=0), starter=0)


def of_open_spiel() -> list[str]:
    moves: list[str] = []
    knocked = False
    for action in OPEN_SPIEL[21:-1]:
        if action in (52, 53):
            moves.append("take" if action == 52 else "draw")
        elif action == 55:
            knocked = True
        elif action < 52:
            verb = ("knock" if knocked else "discard") if not any("knock" in move for move in moves) else "add"
            moves.append(f"{verb} {open_spiel_card(action)}" + (" 4C-5C-6C" if verb == "add" else ""))
    return [*moves, "done"]


def of_kaggle() -> list[str]:
    moves: list[str] = []
    for each in json.loads(KAGGLE):
        action = each["action"].split(": ")[-1]
        if action == "Draw upcard":
            moves.append("take")
        elif action == "Knock":
            moves.append("knock")
        elif moves[-1] == "knock":
            moves[-1] = f"knock {action.upper()}"
        elif action == "Pass":
            moves.append("done")
        else:
            moves.append(f"add {action.upper()} 4C-5C-6C" if "knock" in str(moves) else f"discard {action.upper()}")
    return moves


def of_rlcard() -> list[str]:
    # The eleventh card of the first player is the upcard, which the player has taken.
    moves = ["take"]
    for action in RLCARD:
        if action in (2, 3):
            moves.append("draw" if action == 2 else "take")
        else:
            moves.append(f"discard {rlcard_card(action - 6)}" if action < 58 else f"knock {rlcard_card(action - 58)}")
    return moves


@pytest.mark.parametrize("moves", [of_rlcard(), of_open_spiel(), of_kaggle()], ids=["RLCard", "OpenSpiel", "Kaggle"])
def test_a_recorded_deal_replays(moves: list[str]) -> None:
    deal = dealt()
    record = Record(game=gin.GAME, rules=RULES, players=2, deal=deal, moves=tuple(map(gin.parse_move, moves)))
    assert record.verify().ok
    assert moves[:4] == ["take", "discard 3S", "take", "knock 8S"]
    state = record.state
    assert state.knocker == 1
    if state.is_over:
        ended = gin.result(state)
        assert ended is not None
        # OpenSpiel returns -53 and 53.
        assert ended.scores == (0, 53)
    strict = Record(game=gin.GAME, rules=Rules(), players=2, deal=deal, moves=tuple(map(gin.parse_move, moves)))
    found = strict.verify()
    assert [problem.code for problem in found.violations] == [Code.JUST_TAKEN]
    assert isinstance(record.moves[3], Knock)
