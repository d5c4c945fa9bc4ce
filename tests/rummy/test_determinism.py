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
    ("horesca", 2, 1): ("ef37f1f5674e3a40", "53c472b8053ea9c9"),
    ("horesca", 6, 2): ("5f13228a25919251", "a614931e372f1591"),
    ("bicycle", 3, 5): ("eaabb533298fb4a2", "e542270244299ccb"),
    ("kalooki-40", 2, 3): ("c4513d87cae110ef", "95173adef27782a7"),
    ("scala-40", 4, 3): ("f252497805442172", "c37197ad1442a368"),
    ("remi-51", 3, 3): ("0915719ef582ed5c", "f19b694c44504632"),
    ("remik-30", 2, 3): ("3003904e167c40b1", "627f8208c95ae9e7"),
    ("contract-rummy", 3, 3): ("b3272554b6c3aa03", "aab77945f9d6582b"),
    ("kaluki-51", 2, 3): ("2d7bb3083f11793d", "7716492404293496"),
    ("rummy-50", 2, 3): ("2aa4cdb7a4d9a2ba", "6abd930b5abef8b4"),
    ("straight-rummy", 2, 3): ("9ad84fee0a004dcd", "e83f7aa252fae5a2"),
    ("rummy-500", 2, 3): ("b68fc320ef3fb2a5", "0d8369416b78da65"),
    ("romme-40", 5, 3): ("0f7a85c918c611e8", "d601ce690471dc64"),
    ("rami-51", 3, 7): ("c220f568a76e2517", "441d8d48605a1900"),
    ("rami-51", 5, 2026): ("44946b40c1124e24", "a38ed42dfdef7b29"),
    ("continental", 2, 3): ("a55d318e8bc733ec", "fcce31651544c87c"),
    ("carioca", 2, 3): ("6bba4d913bdf2289", "d46632b1f330f2bb"),
    ("liverpool", 3, 3): ("004e838d72fd8b36", "26f72f43440ed803"),
    ("remik-51", 2, 3): ("ea7e0db254189e03", "6174feac5b087daa"),
    ("rami-71", 2, 3): ("8aeaf7d296b82ac9", "7a3dd884f16bc6d0"),
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
