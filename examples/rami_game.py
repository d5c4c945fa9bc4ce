"""A whole deal of card Rami, or several, played by sensible bots and told move by move.

    python examples/rami_game.py --players 3 --seed 7 --edition rami-51 --deals 3

A bot sees what a player at the table sees. It takes the top discard if its hand gets better by it, lays what it can,
and discards what its hand needs least.
"""

import argparse

from attrs import evolve

from rami import rummy
from rami.rummy import (
    Card,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    Phase,
    ReplaceJoker,
    Rules,
    State,
    TakeDiscard,
    View,
)

NAMES = ("Ada", "Blaise", "Carl", "Dorothea", "Emmy", "Felix")


def choose(view: View) -> Move:
    """The move of the player whose view this is."""
    moves = list(rummy.legal_moves(view))
    if view.phase is Phase.DRAW:
        return TakeDiscard() if TakeDiscard() in moves and wants_discard(view) else DrawStock()
    laying = [move for move in moves if isinstance(move, LayMeld | LayOff | ReplaceJoker)]
    if laying:
        return max(laying, key=lambda move: (isinstance(move, LayMeld), worth(view, move)))
    return min(moves, key=lambda move: cost(view, move))


def wants_discard(view: View) -> bool:
    """Whether the top discard is worth more than an unknown card: it must be laid, or make a meld with the hand."""
    top = view.discard_pile[-1]
    if view.rules.take_discard == "to_lay":
        return True
    before = rummy.deadwood(view.hand, view.rules)
    with_top = (*view.hand, top)
    return min(rummy.deadwood(without(with_top, card), view.rules) for card in view.hand) + 3 < before


def worth(view: View, move: Move) -> int:
    """How much better a hand is after laying something: the points laid less those that melds would have laid."""
    if isinstance(move, LayMeld):
        rest = view.hand
        for card in move.meld.cards:
            rest = without(rest, card)
        return rummy.deadwood(view.hand, view.rules) - rummy.deadwood(rest, view.rules) + move.meld.value
    assert isinstance(move, LayOff | ReplaceJoker)
    return -rummy.deadwood(without(view.hand, move.card), view.rules)


def cost(view: View, move: Move) -> tuple[int, float]:
    """What a discard leaves in the hand, and how many cards near it could still make melds of the rest."""
    assert isinstance(move, Discard)
    rest = without(view.hand, move.card)
    near = sum(closeness(card, other) for index, card in enumerate(rest) for other in rest[:index])
    return rummy.deadwood(rest, view.rules), -near - rummy.hand_value([move.card], view.rules) / 8


def closeness(card: Card, other: Card) -> int:
    """How much two cards promise a meld together."""
    if card.is_joker or other.is_joker:
        return 2
    if card.rank == other.rank:
        return 2 if card.suit != other.suit else 0
    return max(0, 3 - abs(card.rank - other.rank)) if card.suit == other.suit else 0


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    index = hand.index(card)
    return (*hand[:index], *hand[index + 1 :])


def told(state: State, move: Move) -> str:
    """A move in words; a card from the stock is not named, for nobody else sees it."""
    if isinstance(move, DrawStock):
        return "draws" if state.stock else "draws from the stock, which is renewed first"
    if isinstance(move, TakeDiscard):
        return f"takes {state.discard_pile[-1]}"
    if isinstance(move, LayMeld):
        return f"lays {move.meld}"
    if isinstance(move, LayOff):
        return f"adds {move.card} to {move.meld}"
    if isinstance(move, ReplaceJoker):
        return f"puts {move.card} for the joker of {move.meld}"
    return f"discards {move.card}"


def play(state: State) -> State:
    """A deal to its end, printed turn by turn."""
    words: list[str] = []
    while not state.is_over:
        move = choose(rummy.observe(state, state.current_player))
        words.append(told(state, move))
        seat, turn, state = state.current_player, state.turn, rummy.apply(state, move)
        if state.phase is Phase.DRAW or state.is_over:
            left = state.hand_sizes[seat]
            print(f"{turn + 1:>4}  {NAMES[seat]:<9} {', '.join(words)}  ({left} left)")
            words = []
    return state


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play card Rami and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--players", type=int, default=3, help="how many play (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=3, help="how many deals are played (default: %(default)s)")
    parser.add_argument("--edition", choices=sorted(rummy.PRESETS), default="horesca", help="(default: %(default)s)")
    options = parser.parse_args(arguments)

    # Bots are patient: without a limit, they could turn the pile over until the last round.
    rules: Rules = evolve(rummy.PRESETS[options.edition], match_deals=options.deals, max_restocks=2)
    totals = [0] * options.players
    starter: int | None = None
    sheet: list[tuple[int, ...]] = []
    print(f"Card Rami, {options.edition}, {options.players} players, seed {options.seed}")
    for number in range(options.deals):
        deal = rummy.deal(options.players, rules, seed=options.seed + number, starter=starter)
        state = rummy.from_deal(options.players, rules, deal)
        print(f"\nDeal {number + 1}: {NAMES[state.dealer]} deals, the first discard is {state.discard_pile[0]}")
        state = play(state)
        result = rummy.result(state)
        assert result is not None
        for seat, hand in enumerate(state.hands):
            points = rummy.hand_value(hand, rules)
            print(f"      {NAMES[seat]:<9} {rummy.format_cards(hand) or 'went out'}" + (f" = {points}" if hand else ""))
        winners = " and ".join(NAMES[seat] for seat in result.winners) or "nobody"
        print(f"      {winners} wins ({result.reason}); melds: {state.table}")
        sheet.append(result.scores)
        totals = [total + score for total, score in zip(totals, result.scores, strict=True)]
        starter = (rummy.next_dealer(state) + 1) % options.players

    print("\nThe score sheet:\n")
    print("  deal  " + "".join(f"{NAMES[seat]:>10}" for seat in range(options.players)))
    for number, scores in enumerate(sheet, 1):
        print(f"  {number:>4}  " + "".join(f"{score:>10}" for score in scores))
    print("  total " + "".join(f"{total:>10}" for total in totals))
    best = [NAMES[seat] for seat, total in enumerate(totals) if total == max(totals)]
    print(f"\n  {' and '.join(best)} {'win' if len(best) > 1 else 'wins'} the match.")


if __name__ == "__main__":
    main()
