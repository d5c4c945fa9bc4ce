"""The same arguments give the same game: on every machine, in every process, forever."""

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from rami.contracts import (
    Color,
    Contract,
    Deck,
    Rules,
    Run,
    Same,
    State,
    Trophy,
    apply,
    digest,
    legal_moves,
    new_game,
)

TINY = Rules(
    deck=Deck(
        label="tiny",
        min_value=1,
        max_value=3,
        copies=1,
        colors=[Color.HEARTS, Color.CLUBS],
        contracts=[
            Contract(id="A", requirements=[Same(2)], points=1, bonus=Color.HEARTS),
            Contract(id="B", requirements=[Run(3)], points=3, bonus=Color.CLUBS),
            Contract(id="D", requirements=[Same(1, 2), Same(1)], points=2, bonus=Color.CLUBS),
        ],
        trophy_tokens=[(Trophy.HEARTS, Trophy.COMBO_2)],
        end_triggers=(2,),
        contract_market_size=2,
        value_market_size=2,
        min_hand=1,
        max_hand=2,
    ),
    cards_dealt=1,
    max_rounds=3,
)
HOUSE = evolve(TINY, flush_market=True, value_exhausted="short", take_all=True, min_take=0)

PLAYED = {
    (2, 1): ("f9aa7021ca43afc7", "a669f4b838a18c98"),
    (3, 7): ("dfd2b7bf9b68142f", "4924524f44f00031"),
    (4, 2026): ("0054a0536ee785f2", "2284e116a667aa48"),
}


def played(players: int, seed: int) -> tuple[str, str]:
    """The digests of a first position, and of the one after sixty moves of a fixed choice."""
    start = state = new_game(players, seed=seed)
    for step in range(60):
        moves = list(legal_moves(state))
        state = apply(state, moves[step * 7 % len(moves)])
    return digest(start)[:16], digest(state)[:16]


@pytest.mark.parametrize(("players", "seed"), PLAYED)
def test_games_are_what_they_were(players: int, seed: int) -> None:
    assert played(players, seed) == PLAYED[players, seed]


@pytest.mark.slow
def test_games_do_not_depend_on_the_process() -> None:
    code = "from tests.contracts.test_determinism import played; print(*played(2, 1))"
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        assert tuple(run.stdout.split()) == PLAYED[2, 1]


def count(state: State, depth: int) -> int:
    """The number of sequences of moves of a length, or up to the end of the game."""
    if not depth or state.is_over:
        return 1
    return sum(count(apply(state, move), depth - 1) for move in legal_moves(state))


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        (TINY, [2, 8, 11, 41, 121, 305, 1017]),
        (HOUSE, [3, 10, 17, 64, 178, 587, 1743]),
    ],
)
def test_the_number_of_games_is_what_it_was(rules: Rules, counts: list[int]) -> None:
    state = new_game(2, rules, seed=3)
    assert [count(state, depth) for depth in range(1, 8)] == counts


def test_the_number_of_games_with_the_default_deck_is_what_it_was() -> None:
    state = new_game(2, seed=3)
    assert [count(state, depth) for depth in (1, 2, 3)] == [15, 102, 335]
