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
    ("horesca", 2, 1): ("83bda1298d582f69", "7f22ed020383ce0f"),
    ("horesca", 6, 2): ("22deca564bded999", "e1c151841750c4a0"),
    ("bicycle", 3, 5): ("590bef4a7430669f", "b0449aa0d15b4ce4"),
    ("kalooki-40", 2, 3): ("36a63ee3c8d16ec2", "262a8e1eaf4b7472"),
    ("scala-40", 4, 3): ("8dc5c47e21c4d496", "852bc8eb0aec9b96"),
    ("remi-51", 3, 3): ("5026ae403c398729", "77d861f0be4f726a"),
    ("remik-30", 2, 3): ("5dc130a86271551f", "7c0faa5c850e76f5"),
    ("contract-rummy", 3, 3): ("65f46bff770a24d3", "d50cfd0d6dcf1adb"),
    ("kaluki-51", 2, 3): ("f84c395b312af5d5", "1a23967c325049dc"),
    ("rummy-50", 2, 3): ("371cd947fef6d4c8", "2a4fd4e7dd528ea7"),
    ("straight-rummy", 2, 3): ("96a5a7d15846c4cf", "af9b0e9cb409d7cf"),
    ("rummy-500", 2, 3): ("ec87918582215dd5", "6b2a9963e2b60fa7"),
    ("romme-40", 5, 3): ("d58309557020f0a1", "4fc178fac316612e"),
    ("rami-51", 3, 7): ("10e4cd39a0ea915e", "e8917513040de810"),
    ("rami-51", 5, 2026): ("9065f9c2928ba6dd", "e179c85947890673"),
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
