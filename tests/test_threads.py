"""Threads share all functions and caches: deals played in several at once come out as in one alone.

A Python without the global lock finds the most: python3.13t -m pytest --slow tests/test_threads.py
"""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random
from threading import Barrier

import pytest

from rami import codec, rummikub
from rami.errors import TooLarge
from rami.game import Game
from rami.games import GAMES
from rami.players import quick_player
from rami.rummikub.solver import groups, runs

THREADS = 4
TURNS = 40
QUICK = ("hasbro-2007", "rummikub-xp6", "rami-51", "gin-classic", "contract-default")


def deal(game: Game, preset: str) -> list[str]:
    """Return what is said of a deal on its way: its views as JSON, legal moves, best plays."""
    rules, random, said = game.presets[preset], Random(1), list[str]()
    state = game.new_game(rules.player_counts[-1], rules, seed=1)
    for number in range(TURNS):
        view = game.observe(state, state.current_player)
        if number % 10 == 3:
            said.append(codec.to_json(view))
            assert codec.from_json(said[-1], type(view)) == view
        if number % 10 == 5:
            said.append(repr(list(islice(game.legal_moves(view), 10))))
        if number % 10 == 7 and isinstance(view, rummikub.View):
            try:
                said.append(repr(rummikub.best_play(view, budget=2_000)))
            except TooLarge as error:
                said.append(str(error))
        state = game.apply(state, quick_player(view, random))
        if state.is_over:
            break
    return [*said, codec.to_json(state)]


def at_once(call: Callable[[], list[str]]) -> list[list[str]]:
    """Return what comes of a call in several threads that begin at the same moment and change places often."""
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


PRESETS = [pytest.param(game, name, id=name) for game in GAMES.values() for name in game.presets]


@pytest.mark.slow(but=QUICK)
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_deal_is_the_same_in_every_thread(game: Game, preset: str) -> None:
    for cached in (groups.choices, runs.layer):
        cached.cache_clear()  # so that the threads fill them
    together = at_once(lambda: deal(game, preset))
    assert together == [deal(game, preset)] * THREADS
