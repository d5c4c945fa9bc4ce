"""Replay in another process, in which strings have other hashes: whatever depends on their order differs there."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Generic

from attrs import frozen

from rami.game import Deal, Game, M, R, S, V

LISTED = 40
"""How many legal moves of a position are compared."""

MOST_POSITIONS = 60
"""How many positions of a deal are compared."""

_CHILD = """
import pickle, sys
sys.path[:], pickled = pickle.load(sys.stdin.buffer)
try:
    played = pickle.loads(pickled)
except Exception:  # what this process cannot import
    sys.exit(3)
try:
    found = [each.trace() for each in played]
except Exception as error:
    found = f"{type(error).__name__}: {error}"
pickle.dump(found, sys.stdout.buffer)
"""


@frozen
class PlayedDeal(Generic[R, S, M, V]):
    """A deal that was played, and in which of its positions legal moves are listed."""

    game: Game[R, S, M, V]
    rules: R
    players: int
    deal: Deal
    moves: tuple[M, ...]
    listing: Callable[[S], bool]

    def trace(self) -> list[tuple[str, tuple[str, ...]]]:
        """Replay the deal, and return the digest and the legal moves of each position."""
        game = self.game
        state = game.from_deal(self.players, self.rules, self.deal)
        found = [self._position(state)]
        for move in self.moves[:MOST_POSITIONS]:
            state = game.apply(state, move)
            found.append(self._position(state))
        return found

    def _position(self, state: S) -> tuple[str, tuple[str, ...]]:
        listed = islice(self.game.legal_moves(state), LISTED) if self.listing(state) else ()
        return self.game.digest(state), tuple(map(str, listed))


def difference(played: Sequence[PlayedDeal[Any, Any, Any, Any]]) -> str:
    """Say in a sentence what differs in a process with other hashes; "" for nothing.

    A game that no other process can import, such as one made of lambdas or in the script that runs, is not compared;
    nor is any game where no process can be started.
    """
    try:
        pickled = pickle.dumps((sys.path, pickle.dumps(tuple(played))))
    except Exception:  # a function without a name
        return ""
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    try:
        child = subprocess.run(
            [sys.executable, "-c", _CHILD], input=pickled, capture_output=True, env=environment, check=False
        )
    except OSError:  # a system without processes
        return ""
    if child.returncode:
        return ""
    there: Any = pickle.loads(child.stdout)
    if isinstance(there, str):
        return f"in another process: {there}"
    for each, others in zip(played, there, strict=True):
        for (digest, moves), (other_digest, other_moves) in zip(each.trace(), others, strict=True):
            if moves != other_moves:
                return "legal_moves: another order in another process, where texts have other hashes"
            if digest != other_digest:
                return "digest: another in another process, where texts have other hashes"
    return ""
