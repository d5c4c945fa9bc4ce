"""Play Gin between a player of rami and a bot of OpenSpiel, each deal from both seats.

    python -m pip install -e . open_spiel && python -m benchmarks.openspiel_gin best --deals 500

The bot is `make_simple_gin_rummy_bot`. It decides in a state of OpenSpiel that follows the same cards. rami deals and
scores, and both players lay off their best cards. There is no big gin, which OpenSpiel does not have.
"""

# The library has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false
# mypy: disable-error-code="no-untyped-def,no-untyped-call,import-not-found"

import argparse
import sys
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from attrs import evolve

from rami import Result, gin
from rami.dealing import derive
from rami.pieces import without
from rami.players import LEVELS, best_player, quick_player

RULES = gin.Rules(big_gin_bonus=None)
PLAYERS: dict[str, Any] = {"best": best_player, "quick": quick_player, **LEVELS}
SUITS, RANKS = "SCDH", "A23456789TJQK"
UPCARD, STOCK, PASS, KNOCK = 52, 53, 54, 55
"""Actions of OpenSpiel. A lower number is a discard."""


def action_of(card: gin.Card) -> int:
    rank, suit = str(card)[:-1], str(card)[-1]
    return SUITS.index(suit) * len(RANKS) + RANKS.index(rank.replace("10", "T"))


def card_of(action: int) -> gin.Card:
    suit, rank = divmod(action, len(RANKS))
    return gin.Card(RANKS[rank].replace("T", "10") + SUITS[suit])


def move_of(action: int) -> gin.Move:
    others: dict[int, gin.Move] = {UPCARD: gin.TakeDiscard(), STOCK: gin.DrawStock(), PASS: gin.Pass()}
    return others[action] if action in others else gin.Discard(card_of(action))


def play(player: Any, seat: int, seed: int) -> Result:
    """Play a deal with the player in one seat. Seat 0 starts."""
    import pyspiel  # noqa: PLC0415  # need not be installed

    game = pyspiel.load_game("gin_rummy")
    bot = pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), 1 - seat)
    state = gin.from_deal(2, RULES, evolve(gin.GAME.shuffle(2, RULES, seed=seed), starter=0))
    other, random = game.new_initial_state(), Random(derive(seed, "player", seat))
    cards = [*state.hands[0], *state.hands[1], *state.discard_pile, *state.stock]
    while not state.is_over:
        while other.is_chance_node():
            other.apply_action(action_of(cards.pop(0)))
        actor = state.current_player
        if actor == seat:
            move = player(gin.observe(state, seat), random)
        else:
            action = bot.step(other)
            if action == KNOCK:
                other.apply_action(KNOCK)
                move = gin.Knock(card_of(bot.step(other)))
            else:
                move = move_of(action)
        if isinstance(move, gin.Knock):
            # OpenSpiel allows a knock that discards the card just taken, so it is not applied here.
            away = () if move.card is None else (move.card,)
            hands = [without(hand, away if each == actor else ()) for each, hand in enumerate(state.hands)]
            return gin.score(hands, knocker=actor, rules=RULES)
        state = gin.apply(state, move)
        simple = {gin.TakeDiscard: UPCARD, gin.DrawStock: STOCK, gin.Pass: PASS}
        other.apply_action(action_of(move.card) if isinstance(move, gin.Discard) else simple[type(move)])
    ended = gin.result(state)
    assert ended is not None
    return ended


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.openspiel_gin", description=__doc__)
    parser.add_argument("player", choices=PLAYERS)
    parser.add_argument("--deals", type=int, default=200, help="deals, each from both seats (default: %(default)s)")
    options = parser.parse_args()
    leads, wins = list[float](), 0
    for seed in range(1, options.deals + 1):
        results = [play(PLAYERS[options.player], seat, seed) for seat in (0, 1)]
        leads.append(mean(result.scores[seat] - result.scores[1 - seat] for seat, result in enumerate(results)))
        wins += sum(seat in result.winners for seat, result in enumerate(results))
    error = 1.96 * stdev(leads) / sqrt(len(leads))
    share = wins / len(leads) / 2
    print(f"{options.player}: {mean(leads):+.2f} ± {error:.2f} points a deal, {share:.0%} of the deals won")
    return 0


if __name__ == "__main__":
    sys.exit(main())
