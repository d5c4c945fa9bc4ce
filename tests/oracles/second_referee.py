"""A second referee, written from the rules alone, against that of the library: the complete legal moves of whole deals.

    python -m tests.oracles.second_referee --moves 100000 --seed 1
    python -m tests.oracles.second_referee rummy gin --moves 1000

Deals are played in all editions, each with every number of players, and at every move the two sets are compared. The
second referees are `rummikub`, `rummy`, `contracts` and `gin` beside this file: they try everything, and share only
values with the library. A position that takes one of them too long is left out and counted apart. Rummikub is played by
the rules of every edition with sets so small that all tables can be tried, and with the whole set while that is so.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rami import contracts, gin, rummikub, rummy
from rami.pieces import without
from rami.players import quick_player
from tests.oracles import contracts as contracts_oracle
from tests.oracles import gin as gin_oracle
from tests.oracles import rummikub as rummikub_oracle
from tests.oracles import rummy as rummy_oracle

MOST_MOVES = 150
"""The moves of a deal that are compared: what follows is more of the same."""

MOST_WITH_THE_WHOLE_SET = 8
"""Positions with the whole set of Rummikub. Each takes a third of a second."""


def rummikub_rules() -> Iterator[Any]:
    """Every edition, with a small set for each way to make it small, and with its own."""
    for rules in rummikub.PRESETS.values():
        for highest, copies, jokers, rack, points in (
            (4, 1, 1, 3, 6),
            (5, 1, 2, 4, 12),
            (4, 1, 3, 3, 9),
            (3, 2, 2, 4, 9),
        ):
            yield rules.evolve(
                max_number=highest,
                copies=max(copies, rules.copies - 1),
                jokers=jokers,
                rack_size=min(rack, 18 // rules.max_players),
                opening_points=points,
            )
        yield rules


def rummikub_moves(state: Any) -> tuple[set[object], set[object]]:
    """The legal moves by both referees; of plays that lay the same tiles, the tiles."""
    found = rummikub_oracle.legal(state)
    listed: set[object] = set()
    for move in rummikub.legal_moves(state):
        if isinstance(move, rummikub.Play):
            laid = without(move.table.tiles, state.table.tiles)
            assert laid not in listed
            assert move.table in found.get(laid, ()), move
            listed.add(laid)
        else:
            listed.add(move)
    tables = sorted((table for key in found if isinstance(key, tuple) for table in found[key]), key=str)
    for table in random.Random(len(tables)).sample(tables, min(5, len(tables))):
        assert rummikub.is_legal(state, rummikub.Play(table)), table
    return listed, set(found)


def rummy_rules() -> Iterator[Any]:
    """Every edition, and every deal of a match with contracts."""
    yield from rummy.PRESETS.values()
    for deals in rummy.MATCHES.values():
        yield from deals[1:]


def rummy_moves(state: Any) -> tuple[set[object], set[object]]:
    """The legal moves by both referees."""
    return set(rummy.legal_moves(state)), set(rummy_oracle.legal_moves(state, 3000))


def contracts_moves(state: Any) -> tuple[set[object], set[object]]:
    """The legal moves by both referees; of fills that cost the same, the cost."""
    listed: set[object] = set()
    for move in contracts.legal_moves(state):
        if not isinstance(move, contracts.Fill):
            listed.add(move)
            continue
        contract = state.rules.deck.by_id[move.contract]
        for requirement, row in zip(contract.requirements, move.cards, strict=True):
            assert contracts_oracle.meets(state.rules, requirement, row), move
        key = move.contract, contracts_oracle.cost(contract, move)
        assert key not in listed
        listed.add(key)
    return listed, contracts_oracle.legal(state)


def gin_moves(state: Any) -> tuple[set[object], set[object]]:
    """The legal moves by both referees."""
    return set(gin.legal_moves(state)), set(gin_oracle.legal(state))


Both = Callable[[Any], tuple[set[object], set[object]]]
GAMES: dict[str, tuple[Any, Callable[[], Iterator[Any]], Both]] = {
    "rummikub": (rummikub.GAME, rummikub_rules, rummikub_moves),
    "rummy": (rummy.GAME, rummy_rules, rummy_moves),
    "contracts": (contracts.GAME, lambda: iter(contracts.PRESETS.values()), contracts_moves),
    "gin": (gin.GAME, lambda: iter(gin.PRESETS.values()), gin_moves),
}


def compared(name: str, seed: int, most: int) -> Iterator[str | bool]:
    """Yield, for up to so many positions, what differs in it, "" for nothing, or False where it takes too long."""
    game, editions, both = GAMES[name]
    settings = [(rules, players) for rules in editions() for players in rules.player_counts]
    done = 0
    while done < most:
        rng = random.Random(seed)
        rules, players = settings[seed % len(settings)]
        state, eager, skipped = game.new_game(players, rules, seed=seed), rng.random(), 0
        whole = name == "rummikub" and len(rules.pieces) > 100
        for _ in range(MOST_WITH_THE_WHOLE_SET if whole else MOST_MOVES):
            if state.is_over or done >= most or skipped > 3:
                break
            try:
                ours, theirs = both(state)
            except TimeoutError:
                skipped += 1
                yield False
            else:
                done, skipped = done + 1, 0
                yield "" if ours == theirs else f"{name}, seed {seed}: {ours ^ theirs} in {state!r}"
            state = game.apply(state, next_move(game, state, rng, eager))
        seed += 1


def next_move(game: Any, state: Any, rng: random.Random, eager: float) -> Any:
    """A move of a player that wants to win, or one at random."""
    if rng.random() < eager:
        return quick_player(game.observe(state, state.current_player), rng)
    moves: list[Any] = []
    for move in game.legal_moves(state):
        moves.append(move)
        if len(moves) == 200:
            break
    return rng.choice(moves)


def main() -> int:
    """Compare, and print for each game how many moves were compared, and how many differ."""
    parser = argparse.ArgumentParser(description="Compare the legal moves of both referees at every move of deals.")
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="the games (default: all)")
    parser.add_argument("--moves", type=int, default=1000, help="how many moves of each game (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first deal; the others follow")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop a game after this time")
    options = parser.parse_args()
    different = 0
    for name in options.games or GAMES:
        counts, begun = Counter[str](), time.process_time()
        for said in compared(name, options.seed, options.moves):
            counts["left out" if said is False else "different" if said else "same"] += 1
            if said:
                sys.stdout.write(f"{said}\n")
            if time.process_time() - begun > options.seconds:
                break
        different += counts["different"]
        moves = counts["same"] + counts["different"]
        sys.stdout.write(f"{name}: {moves} moves, {counts['different']} different, {counts['left out']} left out\n")
        sys.stdout.flush()
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
