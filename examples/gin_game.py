"""A match of Gin to 100 points, played by sensible bots and told deal by deal.

    python examples/gin_game.py --seed 7 --edition oklahoma-gin

A bot sees what a player at the table sees. It takes the top discard if that makes a meld, discards what leaves the
least deadwood, knocks as soon as it may, and lays off what is best laid off.
"""

import argparse
from random import Random

from rami import gin
from rami.gin import Knock, LayOff, State
from rami.match import Match, after, start
from rami.players import greedy_player

NAMES = ("Ada", "Blaise")


def play(state: State) -> State:
    """A deal to its end, printed from the knock on."""
    while not state.is_over:
        move = greedy_player(gin.observe(state, state.current_player), Random(0))
        if isinstance(move, Knock | LayOff):
            print(f"  turn {state.turn + 1}: {NAMES[state.current_player]} {told(move)}")
        state = gin.apply(state, move)
    return state


def told(move: Knock | LayOff) -> str:
    if isinstance(move, LayOff):
        return f"lays off {move.card} on {move.meld}"
    return "knocks with all eleven cards" if move.card is None else f"knocks, and discards {move.card}"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play a match of Gin and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--edition", choices=sorted(gin.PRESETS), default="gin", help="(default: %(default)s)")
    options = parser.parse_args(arguments)

    rules = gin.PRESETS[options.edition]
    match = Match(game=gin.GAME, rules=rules, players=2, points=rules.match_points)
    print(f"Gin, {options.edition}, seed {options.seed}")
    while not match.is_over:
        state = start(match, seed=options.seed + len(match.results))
        print(f"\nDeal {len(match.results) + 1}: {NAMES[state.starter]} starts, the upcard is {state.upcard}")
        state = play(state)
        for name, laid in zip(NAMES, state.spreads, strict=True):
            if laid is not None:
                print(f"    {name:<7} {laid.melds}  | {' '.join(map(str, laid.unmatched))} = {laid.deadwood}")
        match = after(match, state)
        result = match.results[-1]
        print(f"  {result.detail}: {max(result.scores)} points; in all {match.totals[0]} to {match.totals[1]}")

    score = gin.score_match(match.results, rules)
    print(f"\nDeals won: {score.boxes[0]} to {score.boxes[1]}{', a shutout' if score.shutout else ''}")
    for seat, name in enumerate(NAMES):
        print(f"  {name:<7} {score.points[seat]:>4} points, with all bonuses {score.totals[seat]:>4}")
    print(f"  {NAMES[match.winners[0]]} wins the match.")


if __name__ == "__main__":
    main()
