"""The same arguments give the same deal: in every thread, and in a process with another hash seed.

A Python without the global lock finds the most: python3.13t -m pytest --slow tests/promises/test_the_same_again.py
"""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Barrier
from typing import Any

import pytest

import rami
from rami import codec, rummikub
from rami.errors import TooLarge
from rami.game import Game
from rami.games import GAMES
from tests.promises.playing import EACH_EDITION, deal

THREADS = 4
QUICK = ("hasbro-2007", "rummikub-xp6", "rami-51", "gin-classic", "contract-default")


def told(game: Game, rules: Any) -> list[str]:
    """Return views as JSON, legal moves and best plays during a deal."""
    said = list[str]()
    for number, state in enumerate(deal(game, rules, 2, most=40)):
        view = game.observe(state, state.current_player)
        if number % 10 == 3:
            said.append(codec.to_json(view))
        if number % 10 == 5:
            said.append(repr(list(islice(game.legal_moves(view), 10))))
        if number % 10 == 7 and isinstance(view, rummikub.View):
            try:
                said.append(repr(rummikub.best_play(view, budget=2_000)))
            except TooLarge as error:
                said.append(str(error))
    return said


def at_once(call: Callable[[], list[str]]) -> list[list[str]]:
    """Return the results of a call in several threads that start together and switch often."""
    barrier, interval = Barrier(THREADS), sys.getswitchinterval()

    def begin(_: int) -> list[str]:
        barrier.wait()
        return call()

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as executor:
            return list(executor.map(begin, range(THREADS)))
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.slow(but=QUICK)
@EACH_EDITION
def test_a_deal_is_the_same_in_every_thread(game: Game, rules: Any) -> None:
    together = at_once(lambda: told(game, rules))
    assert together == [told(game, rules)] * THREADS


@EACH_EDITION
def test_a_deal_begins_the_same_again(game: Game, rules: Any) -> None:
    players = rules.player_counts[-1]
    state = game.new_game(players, rules, seed=5)
    assert state == game.new_game(players, rules, seed=5) != game.new_game(players, rules, seed=6)
    assert state == game.from_deal(players, rules, game.shuffle(players, rules, seed=5))


def fingerprints() -> str:
    """Return the digests of a deal of every edition after fifteen moves."""
    lines = list[str]()
    for game in GAMES.values():
        for name, rules in game.presets.items():
            *_, state = deal(game, rules, 8, most=16)
            lines.append(f"{name} {rami.digest(state)}")
    return "\n".join(lines)


@pytest.mark.slow
def test_nothing_depends_on_the_hash_seed() -> None:
    code = "from tests.promises.test_the_same_again import fingerprints; print(fingerprints())"
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert said == {fingerprints() + "\n"}
