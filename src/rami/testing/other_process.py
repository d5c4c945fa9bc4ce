"""The same deals in another process, in which texts have other hashes: what depends on the order of a set differs."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from rami.digests import digest
from rami.game import Deal, Game

MOST_MOVES = 60
"""Moves of a deal that are replayed, at most."""

_CHILD = """
import pickle, sys
sys.path[:], played = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps([each.trace() for each in pickle.loads(played)]))
"""


@frozen
class PlayedDeal:
    """A deal that was played; `listing` says where legal moves are listed."""

    game: Game
    rules: Any
    players: int
    seed: int
    deal: Deal
    moves: tuple[Any, ...]
    listing: Callable[[Any], bool]

    def trace(self) -> list[tuple[str, str]]:
        """Replay the deal, and return what the functions of the game answer, each with its name."""
        game = self.game
        state = game.from_deal(self.players, self.rules, self.deal)
        found = [("deal", digest(game.new_game(self.players, self.rules, seed=self.seed)))]
        for number, move in enumerate((*self.moves[:MOST_MOVES], None)):
            listed = islice(game.legal_moves(state), 40) if self.listing(state) else ()
            found += [("digest", digest(state)), ("legal_moves", " ".join(map(str, listed)))]
            if number % 8 == 0:
                view = game.observe(state, state.current_player)
                found.append(("determinize", digest(game.determinize(view, seed=number))))
            if move is not None:
                found += [("event", game.event(state, move, None).message())]
                state = game.apply(state, move)
        return found


def compare(played: Sequence[PlayedDeal]) -> tuple[str, str]:
    """Return the first difference from another process, or "", and why nothing was compared, or ""."""
    try:
        pickled = pickle.dumps((sys.path, pickle.dumps(list(played))))
    except Exception as error:  # whatever a foreign class raises
        return "", f"another process: the game cannot be pickled: {error}"
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    child = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=pickled,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=False,
    )
    if child.returncode:
        last = child.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return "", f"another process: {' '.join(last)}"
    traces: list[list[tuple[str, str]]] = pickle.loads(child.stdout)
    for each, others in zip(played, traces, strict=True):
        for (name, here), (_, there) in zip(each.trace(), others, strict=True):
            if here != there:
                answers = f"{here:.200} and {there:.200}"
                return f"{name}: another answer in another process, where texts have other hashes: {answers}", ""
    return "", ""
