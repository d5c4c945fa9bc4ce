"""A whole contract game, played by greedy bots and told turn by turn.

    python examples/contracts_game.py --seed 7 --players 3 --deck examples/small_deck.json

Every player takes the cards that score the most at once, and keeps the joker for a contract that is worth it.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from rami import contracts
from rami.contracts import Card, End, Fill, Move, Phase, Rules, State, Take, View

NAMES = ("Ada", "Blaise", "Carl", "Dorothea")

JOKER_IS_WORTH = 3
"""The fewest points for which the joker token is given away before the last turn."""


def choose(state: State) -> Move:
    """The move of the player whose turn it is: everything is decided by what that player can see."""
    view = contracts.observe(state, state.current_player)
    if view.phase is Phase.FILL:
        plan = filling(view)
        if plan:
            return plan[0]
    # What is left to choose is which cards to take, or which to discard: those after which the hand is best.
    moves = [move for move in contracts.legal_moves(view) if not isinstance(move, Fill)]
    return max(moves, key=lambda move: outlook(view, move))


def with_hand(view: View, hand: Sequence[Card], jokers: int | None = None) -> View:
    """The same position with another hand, ready to fill contracts: what a player thinks about."""
    seat = view.current_player
    own = view.jokers[seat] if jokers is None else jokers
    return evolve(view, phase=Phase.FILL, hand=hand, jokers=(*view.jokers[:seat], own, *view.jokers[seat + 1 :]))


def points(view: View, plan: Sequence[Fill]) -> int:
    """What contracts score at once, with their bonus cards."""
    cards = view.rules.deck.by_id
    filled = [(cards[fill.contract], fill) for fill in plan]
    return sum(card.points + sum(c.color is card.bonus for c in fill.spent) for card, fill in filled)


def filling(view: View) -> Sequence[Fill]:
    """The contracts to fill: the best with the joker, if it is worth it or this is the last turn."""
    best = contracts.best_filling(view)
    thrifty = contracts.best_filling(with_hand(view, view.hand, jokers=0))
    gain = points(view, best) - points(view, thrifty)
    last = view.last_turn is not None and view.turn + view.players > view.last_turn
    return best if gain >= JOKER_IS_WORTH or (last and gain > 0) else thrifty


def outlook(view: View, move: Move) -> tuple[int, int, int]:
    """What a hand is good for after a move: points now, points of what lacks one card, and its size."""
    if isinstance(move, Take):
        hand = (*view.hand, *move.cards)
    else:
        assert isinstance(move, End)
        hand = tuple(view.hand)
        for card in move.discards:
            hand = (*hand[: hand.index(card)], *hand[hand.index(card) + 1 :])
    now = with_hand(view, hand)
    lacking_one = with_hand(view, hand, jokers=len(view.contract_market))
    return points(view, filling(now)), points(view, contracts.best_filling(lacking_one)), len(hand)


def market_lines(state: State) -> list[str]:
    """What lies on the table at the start of a turn."""
    values = contracts.format_cards(state.value_market) or "(empty)"
    return [f"     values     {values}", *(f"     contract   {contract}" for contract in state.contract_market)]


def told(state: State, move: Move) -> str:
    """A move in words."""
    if isinstance(move, Take):
        return f"takes {contracts.format_cards(move.cards) or 'nothing'}"
    if isinstance(move, Fill):
        bonus = sum(card.color is state.rules.deck.by_id[move.contract].bonus for card in move.spent)
        cards = " ".join(str(move).split()[2:])
        return f"fills {move.contract} with {cards}" + (f", {bonus} of the bonus colour" if bonus else "")
    return f"discards {contracts.format_cards(move.discards)}" if move.discards else ""


def score_lines(state: State) -> list[str]:
    """The score sheet, with the trophies."""
    result = contracts.result(state)
    assert result is not None
    lines = ["", f"The game is over ({result.reason}). The score sheet:", ""]
    lines.append(f"  {'':<9} contracts  bonus  trophies  total")
    for seat, score in enumerate(contracts.score_sheet(state)):
        mark = "wins" if seat in result.winners else ""
        columns = f"{score.contracts:>9} {score.bonus:>6} {score.trophy_points:>9} {score.total:>6}"
        lines.append(f"  {NAMES[seat]:<9} {columns}  {mark}".rstrip())
    lines.append("")
    for trophy in state.trophies:
        holder = contracts.trophy_holder(trophy, state.zones)
        lines.append(f"  Trophy {trophy.name.lower()}: {'nobody' if holder is None else NAMES[holder]}")
    return lines


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play a contract game and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, help="how many play (default: %(default)s)")
    parser.add_argument("--deck", type=Path, help="a deck as JSON (default: the one of the library)")
    options = parser.parse_args(arguments)

    deck = contracts.Deck.from_json(options.deck.read_text("utf-8")) if options.deck else contracts.DEFAULT.deck
    state = contracts.new_game(options.players, Rules(deck=deck), seed=options.seed)
    print(f"The contract game, {options.players} players, seed {options.seed}")
    print(f"Deck: {deck.label}")
    print("Trophies: " + ", ".join(trophy.name.lower() for trophy in state.trophies))
    while not state.is_over:
        if state.phase is Phase.TAKE:
            print(f"\n{state.turn + 1:>3}  {NAMES[state.current_player]}, round {state.round + 1}")
            print("\n".join(market_lines(state)))
        move = choose(state)
        words = told(state, move)
        if words:
            print(f"     {words}")
        seat, state = state.current_player, contracts.apply(state, move)
        if isinstance(move, End):
            print(f"     cards kept: {state.hand_sizes[seat]}, contracts so far: {len(state.zones[seat])}")
    print("\n".join(score_lines(state)))


if __name__ == "__main__":
    main()
