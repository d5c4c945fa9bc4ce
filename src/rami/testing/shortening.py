"""Play a breach again with fewer moves, so that its report leads to the fault."""

import traceback
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import Any

from rami.game import Game, M, R, S, V
from rami.testing.invariants import Breach

SECONDS = 3.0
"""How many seconds of work the search for fewer moves may take."""

LONGEST = 400
"""A deal of more moves is not played again."""

LOOKS = 3
"""How often a position is examined, each time with other random numbers."""

Look = Callable[[S, S | None, Sequence[M], int], None]
"""Examines a position: the position, the one before, the moves so far, a seed."""


def shortened(breach: Breach, error: Exception, game: Game[R, S, M, V], start: S, look: Look[S, M]) -> Breach:
    """Return the breach with the fewest moves that lead to the same one in the time; itself if none is found."""
    site, moves = _site(error), breach.moves
    if len(moves) > LONGEST:
        return breach
    end = process_time() + SECONDS
    best: Breach | None = None
    for length in _lengths(len(moves)):
        best = best or _again(moves[:length], site, breach, game, start, look, end)
    step = len(best.moves) // 2 if best is not None else 0
    while best is not None and step and process_time() < end:
        for first in range(0, len(best.moves), step):
            fewer = (*best.moves[:first], *best.moves[first + step :])
            found = _again(fewer, site, breach, game, start, look, end)
            if found is not None and len(found.moves) < len(best.moves):
                best = found
                break
        else:
            step //= 2
    return breach if best is None else best


def _lengths(longest: int) -> Iterator[int]:
    """Yield how many of the moves are tried: few at first, and all of them at last."""
    length = 0
    while length < longest:
        yield length
        length = 2 * length + 1
    yield longest


def _again(
    moves: Sequence[Any], site: object, breach: Breach, game: Game[R, S, M, V], start: S, look: Look[S, M], end: float
) -> Breach | None:
    """Make those of the moves that are legal, examine the last position, and return the same breach if it is there."""
    state, before = start, None
    made: list[Any] = []
    try:
        for move in moves:
            if not game.check(state, move):
                made.append(move)
                before, state = state, game.apply(state, move)
        for number in range(LOOKS):
            if process_time() > end:
                break
            look(state, before, made, number)
    except Exception as error:
        if _site(error) != site:
            return None
        broken = error.broken if isinstance(error, Breach) else breach.broken
        position = error.position if isinstance(error, Breach) else state
        return Breach(broken, breach.where, position, tuple(made))
    return None


def _site(error: Exception) -> object:
    """Return what two errors of the same fault share: the place of the broken promise, or where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    if not isinstance(error, Breach):
        return type(error), frames[-1].filename, frames[-1].lineno
    places = [(frame.filename, frame.lineno) for frame in frames if frame.name not in ("expect", "<lambda>")]
    return places[-1]
