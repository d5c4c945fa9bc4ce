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
    ("horesca", 2, 1): ("c00beed748a4dad4", "a544ff0f14a797e1"),
    ("horesca", 6, 2): ("7c824d7fdc295cc0", "a52d60c410b99219"),
    ("bicycle", 3, 5): ("1706d1600bff70f1", "b56015cd80609860"),
    ("kalooki-40", 2, 3): ("e5c99c715c47e5e4", "c9634d38ef537f78"),
    ("scala-40", 4, 3): ("ceda530fc8c4b567", "3ec5f325a79d69a9"),
    ("remi-51", 3, 3): ("f37e1c393c9cd2eb", "9b10c5e7436d0b86"),
    ("remik-30", 2, 3): ("03769ca129d6eebd", "13639b6b5f6e5b13"),
    ("contract-rummy", 3, 3): ("c90d2920585e7abe", "149d53504700544c"),
    ("kaluki-51", 2, 3): ("a5bb46f2102de8f4", "101a312894f00f45"),
    ("rummy-50", 2, 3): ("7869022bd8b12914", "9a87ba853d3148f8"),
    ("straight-rummy", 2, 3): ("87d852e7968f2e84", "1886d09a8a0da580"),
    ("rummy-500", 2, 3): ("96c4521ad098cafc", "33bea06d73a2e0e5"),
    ("romme-40", 5, 3): ("62ca3f15f6163e72", "2cf0054b1144261e"),
    ("rami-51", 3, 7): ("0ef7799966224ced", "ade635a17912c210"),
    ("rami-51", 5, 2026): ("436515b136f256ab", "93d7f9b51f729a3b"),
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
