"""The same arguments give the same deal: on every machine, in every process, forever."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rami.pieces import without
from rami.rummy import PRESETS, Deal, Rules, State, apply, digest, from_deal, legal_moves, new_game, parse_cards

PLAYED = {
    ("horesca", 2, 1): ("e468f6ce94bafa1b", "4b58bc4766c0b5d1"),
    ("horesca", 6, 2): ("171dfb37e6b0d010", "218d09419ee39edc"),
    ("bicycle", 3, 5): ("2ce4d1d0c712c226", "a06ba8476aa37875"),
    ("kalooki-40", 2, 3): ("fc91679a6b5c3e40", "77c5f16b413c55f9"),
    ("scala-40", 4, 3): ("985423e4b5363278", "5bca53d354540207"),
    ("remi-51", 3, 3): ("c290e02e30fb00a9", "4e2c39faf01343e4"),
    ("remik-30", 2, 3): ("d8a967b8a68fd255", "c663ee598a01c7a1"),
    ("contract-rummy", 3, 3): ("cf8874bee8f065d2", "1aae0400b593b60e"),
    ("kaluki-51", 2, 3): ("f75e634ea485f999", "13dac3980f3c2e78"),
    ("rummy-50", 2, 3): ("8e94f9ab7d76a679", "648ff849081264b8"),
    ("straight-rummy", 2, 3): ("30c5bcc24bdad042", "5fd099d06d5a9128"),
    ("rummy-500", 2, 3): ("3007a6399ce3b94e", "4c3fce3fb7bffab4"),
    ("romme-40", 5, 3): ("b609b840c08d9ef4", "f02314f2a0adfcab"),
    ("rami-51", 3, 7): ("3bf53249fa89bb9e", "92b6b7ad71899fa3"),
    ("rami-51", 5, 2026): ("865c9fd58873b0ce", "7cbb01e9c97fe9de"),
}
"""The digests of a first position, and of the one after sixty moves; a change breaks the records that people kept."""


def played(name: str, players: int, seed: int) -> tuple[str, str]:
    """The digests of a first position, and of the one after sixty moves of a fixed choice."""
    start = state = new_game(players, PRESETS[name], seed=seed)
    for step in range(60):
        moves = list(legal_moves(state))
        if moves:
            state = apply(state, moves[step * 7 % len(moves)])
    return digest(start)[:16], digest(state)[:16]


@pytest.mark.parametrize(("name", "players", "seed"), PLAYED)
def test_deals_are_what_they_were(name: str, players: int, seed: int) -> None:
    assert played(name, players, seed) == PLAYED[name, players, seed]


def test_every_edition_is_pinned() -> None:
    assert {name for name, _, _ in PLAYED} == set(PRESETS)


@pytest.mark.slow
def test_deals_do_not_depend_on_the_process() -> None:
    code = "from tests.rummy.test_determinism import played; print(*played('rami-51', 3, 7))"
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        assert tuple(run.stdout.split()) == PLAYED["rami-51", 3, 7]


def count(state: State, depth: int) -> int:
    """The number of sequences of moves of a length, or up to the end of the deal."""
    if not depth or state.is_over:
        return 1
    return sum(count(apply(state, move), depth - 1) for move in legal_moves(state))


HOUSE = {"restock": "flip_new_upcard", "melds_per_turn": None, "final_discard": "required"}


@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({}, [2, 16, 34, 146, 345, 1239, 2699]),
        (
            {"restock": "flip_new_upcard", "melds_per_turn": None, "final_discard": "required"},
            [2, 15, 31, 139, 338, 1226, 2667],
        ),
    ],
)
def test_the_number_of_deals_is_what_it_was(changes: dict[str, Any], counts: list[int]) -> None:
    """Hands of four cards with a run in each: melds, additions and going out within two turns."""
    rules = Rules(cards_dealt=(4,), **changes)
    dealt = parse_cards("AS 7S 2S 8S 3S 9S 5S KH 4S 6S")
    state = from_deal(2, rules, Deal((*dealt, *without(rules.cards, dealt)), starter=0))
    assert [count(state, depth) for depth in range(1, 8)] == counts
