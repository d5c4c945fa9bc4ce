"""Gin against OpenSpiel's `gin_rummy`: legal draws, discards and knocks, lay-offs and scores of random deals.

    python -m pip install open_spiel
    python -m tests.oracles.openspiel_gin --deals 10000

OpenSpiel allows the discard of the card just taken, and lets the knocker win a tie, so the rules have
`discard_taken=True, undercut_on_tie=False`. It has no big gin. Its known differences are counted apart. It does not
list some lay-offs, and lists others on melds that they do not fit (G12). It misses a rare knock (G9). Its deals end in
another way at a stock of two cards and after repeated takes (G16).
"""

import argparse
import random
import sys
from collections import Counter
from typing import Any

from rami import gin
from rami.gin import Discard, Done, Knock, LayOff, Phase
from rami.gin.position import knocker_spread
from rami.gin.scoring import spread
from rami.players import quick_player
from rami.rummy import Card, Suit
from tests.oracles.gin import deadwood

RULES = gin.Rules(discard_taken=True, undercut_on_tie=False, big_gin_bonus=None)
SUITS = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
"""The suits in the order of OpenSpiel."""
CARDS = [Card(rank, suit) for suit in SUITS for rank in range(1, 14)]
TAKE, DRAW, PASS, KNOCK = 52, 53, 54, 55


class Difference(Exception):
    """The two programs disagree."""


def number(card: Card) -> int:
    """Return OpenSpiel's action for a card."""
    return CARDS.index(card)


def melds_of(theirs: Any) -> dict[frozenset[Card], int]:
    """Return the actions of OpenSpiel that lay a meld, by its cards."""
    found: dict[frozenset[Card], int] = {}
    for action in theirs.legal_actions():
        if action > KNOCK:
            text = theirs.action_to_string(theirs.current_player(), action).split()[-1]
            cards = (Card.parse(text[at : at + 2].upper()) for at in range(0, len(text), 2))
            found[frozenset(cards)] = action
    return found


def lay(theirs: Any, hand: Any) -> None:
    """Lay the melds of a hand in OpenSpiel, then pass."""
    for meld in hand.melds:
        cards = meld.cards
        # OpenSpiel has runs of at most five cards.
        while cards:
            size = len(cards) if len(cards) <= 5 else 3
            theirs.apply_action(melds_of(theirs)[frozenset(cards[:size])])
            cards = cards[size:]
    theirs.apply_action(PASS)


def expect(name: str, ours: set[int], theirs: Any) -> None:
    """Compare the actions of both programs."""
    listed = set(theirs.legal_actions())
    if ours != listed:
        raise Difference(f"{name}: ours {sorted(ours - listed)}, theirs {sorted(listed - ours)} in\n{theirs}")


def compare(game: Any, seed: int, counts: Counter[str]) -> None:
    """Play a deal in both programs, and count what was compared."""
    rng = random.Random(seed)
    state = gin.new_game(2, RULES, seed=seed)
    theirs = game.new_initial_state()
    first = state.current_player
    for card in (*state.hands[first], *state.hands[1 - first], *state.discard_pile):
        theirs.apply_action(number(card))
    while not state.is_over:
        if theirs.is_terminal():
            counts["ended earlier (G16)"] += 1
            return
        view, moves = gin.observe(state, state.current_player), list(gin.legal_moves(state))
        move: Any = quick_player(view, rng) if rng.random() < 0.8 else rng.choice(moves)
        if state.phase is Phase.PLAY:
            move = end_turn(state, moves, move, theirs, counts)
        elif state.phase is Phase.LAY_OFF:
            move = lay_off(state, moves, move, theirs, counts)
        else:
            draw(state, moves, move, theirs)
        state = gin.apply(state, move)
    if state.knocker is None:
        counts["dead deals (G16)"] += 1
    else:
        count_points(state, first, theirs, counts)


def draw(state: gin.State, moves: list[Any], move: Any, theirs: Any) -> None:
    """Compare the draws, and draw."""
    named = {"take": TAKE, "draw": DRAW, "pass": PASS}
    expect("draws", {named[str(each)] for each in moves}, theirs)
    theirs.apply_action(named[str(move)])
    if theirs.is_chance_node():
        theirs.apply_action(number(state.stock[0]))


def end_turn(state: gin.State, moves: list[Any], move: Any, theirs: Any, counts: Counter[str]) -> Any:
    """Compare the discards and knocks, and return the move made in both programs."""
    knocks = {number(each.card) for each in moves if isinstance(each, Knock) and each.card is not None}
    discards = {number(each.card) for each in moves if isinstance(each, Discard)}
    counts["positions with discards"] += 1
    if knocks and KNOCK not in theirs.legal_actions():
        # OpenSpiel takes the discard from one of the best choices of melds for eleven cards.
        least = min(deadwood([each for each in state.hand_to_move if each != CARDS[card]]) for card in knocks)
        assert least <= RULES.knock_limit
        counts["knocks that OpenSpiel does not list (G9)"] += 1
        knocks = set()
        move = Discard(state.hand_to_move[-1])
    expect("discards", discards | ({KNOCK} if knocks else set()), theirs)
    if isinstance(move, Knock):
        theirs.apply_action(KNOCK)
        counts["positions with knocks"] += 1
        expect("knocks", knocks, theirs)
    assert move.card is not None  # big gin is not played
    theirs.apply_action(number(move.card))
    if isinstance(move, Knock):
        kept = [card for card in state.hand_to_move if card != move.card]
        lay(theirs, spread(kept, move.melds or None))
    return move


def lay_off(state: gin.State, moves: list[Any], move: Any, theirs: Any, counts: Counter[str]) -> Any:
    """Compare the extra cards, and return the move made in both programs."""
    ours = {number(each.card) for each in moves if isinstance(each, LayOff)} | {PASS}
    listed = set(theirs.legal_actions())
    laid = set(knocker_spread(state).cards)
    for extra in listed - ours:
        # OpenSpiel does not record whether a card was laid off on a group or on a run.
        if not any(abs(extra - number(card)) == 1 for card in laid):
            raise Difference(f"lay-offs: theirs {extra} in\n{theirs}")
        counts["lay-offs that only OpenSpiel lists (G12)"] += 1
    counts["positions with lay-offs"] += 1
    if ours - listed:
        counts["lay-offs that OpenSpiel does not list (G12)"] += 1
        move = Done()
    theirs.apply_action(number(move.card) if isinstance(move, LayOff) else PASS)
    return move


def count_points(state: gin.State, first: int, theirs: Any, counts: Counter[str]) -> None:
    """Lay the melds of the defender, and compare the scores."""
    result, knocker = gin.result(state), state.knocker
    assert result is not None
    assert knocker is not None
    if not theirs.is_terminal():
        other = state.spreads[1 - knocker]
        assert other is not None
        lay(theirs, other)
    gained = result.scores[first] - result.scores[1 - first]
    counts["scores"] += 1
    counts[f"scores of {result.detail}"] += 1
    if [gained, -gained] != theirs.returns():
        raise Difference(f"scores: ours {gained}, theirs {theirs.returns()} in\n{theirs}")


def main() -> int:
    """Compare deals, and print how much was compared."""
    import pyspiel  # type: ignore[import-not-found]  # noqa: PLC0415  # not among the dependencies of the tests

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="how many deals (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first deal; the others follow")
    options = parser.parse_args()
    counts, game = Counter[str](), pyspiel.load_game("gin_rummy")
    for seed in range(options.seed, options.seed + options.deals):
        try:
            compare(game, seed, counts)
        except Difference as problem:
            counts["different"] += 1
            sys.stdout.write(f"seed {seed}: {problem}\n")
    sys.stdout.write(f"{options.deals} deals, {counts.pop('different', 0)} different\n")
    for name, times in sorted(counts.items()):
        sys.stdout.write(f"  {name}: {times}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
