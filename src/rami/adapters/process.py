"""A player that is another program: one line of JSON in, one line of JSON out.

The program is started once and asked for one move after another. Each question is a line on its standard input:

    {"protocol": "rami-player/1", "game": "rummy", "view": {…}, "moves": ["draw", "take"], "complete": true, "luck": 7}

`view` is the JSON of the view; `moves` are the first legal moves in notation, all of them where `complete` is true;
`luck` is a whole number below 2**32, for a program that leaves something to chance. The answer is a line on its
standard output:

    {"move": "draw"}

This is the one module of the library that looks at a clock.
"""

import json
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Any, Generic, Self, cast

from rami.adapters.programs import Program
from rami.codec import to_json
from rami.errors import RamiError, RulesError, shown
from rami.game import Game, M, R, S, V
from rami.players.strategy import PlayerFailed as PlayerFailed  # noqa: PLC0414  # one of the names of this module
from rami.shapes import instance

PROTOCOL = "rami-player/1"
"""The name of the protocol; another number would mean that old programs no longer understand."""

MOST_MOVES = 100
"""The number of legal moves that a question lists, at most: in Rummikub there may be thousands."""

MOST_SECONDS = 86_400
"""The longest time for a move, in seconds: a day."""


class ProcessPlayer(Generic[R, S, M, V]):
    """A `Player` that asks another program. Close it, or use it in a `with` statement, to end the program.

    A program that failed is ended, and started again for the next move. It is ended with its whole process group; on
    Linux, with whatever else it started and left behind. On Windows that is untried.

    Args:
        game: The game that it plays.
        command: The program and its arguments.
        seconds: The time for a move, at most a day. It includes that for writing the question.
        otherwise: The player who moves instead when the program fails; None to raise `PlayerFailed`.

    Attributes:
        failures: Why the program failed, each time that it did.

    Raises:
        RulesError: If the command is no row of texts, or `seconds` is out of range.

    Examples:
        >>> import sys
        >>> from rami import rummy
        >>> code = 'import json; question = json.loads(input()); print(json.dumps({"move": question["moves"][0]}))'
        >>> view = rummy.set_up("3S 4S 9D KD", discard="5S", phase=rummy.Phase.DRAW)
        >>> with ProcessPlayer(rummy.GAME, [sys.executable, "-c", code]) as player:
        ...     print(player(view, Random(1)))
        draw
    """

    def __init__(
        self,
        game: Game[R, S, M, V],
        command: Sequence[str],
        *,
        seconds: float = 5.0,
        otherwise: Callable[[V, Random], M] | None = None,
    ) -> None:
        _check_command(command)
        if type(seconds) not in (int, float) or not seconds > 0:
            raise RulesError(f"seconds must be above 0, not {shown(seconds)}")
        if seconds > MOST_SECONDS:
            raise RulesError(f"seconds must be at most {MOST_SECONDS}, not {shown(seconds)}")
        self.failures: list[str] = []
        self._command = list(command)
        self._game = instance("game", game, Game)
        self._seconds = seconds
        self._otherwise = otherwise
        self._program: Program | None = None
        self._lock = Lock()

    def __call__(self, view: V, random: Random) -> M:
        """Ask the program for a move.

        Args:
            view: What the player sees.
            random: The player's source of chance.

        Returns:
            The move; it is legal.

        Raises:
            PlayerFailed: If the program fails, and there is no player for that case.
        """
        luck = int(random.random() * 2**32)
        with self._lock:
            try:
                return self._ask(view, luck)
            except PlayerFailed as failed:
                self.close()
                self.failures.append(str(failed))
                if self._otherwise is None:
                    raise
        return self._otherwise(view, random)

    def close(self) -> None:
        """End the program, and whatever it started, if it runs."""
        program, self._program = self._program, None
        if program is not None:
            program.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, view: V, luck: int) -> M:
        """Return the program's move; raise PlayerFailed unless it is legal."""
        game, deadline = self._game, monotonic() + self._seconds
        question = _question(game, view, luck)
        if self._program is None:
            self._program = Program(self._command)
        answer = self._program.ask(question, deadline - monotonic())
        if answer is None:
            raise PlayerFailed(f"no answer within {self._seconds:g} seconds")
        try:
            move: M = game.parse_move(json.loads(answer)["move"])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise PlayerFailed(f"the answer is no move: {answer.strip()[:80]!r} ({error})") from None
        if problems := game.check(view, move):
            raise PlayerFailed(f"{move} is illegal: {problems[0].message()}")
        return move


def _check_command(command: object) -> None:
    words = _words(command)
    if not words or not all(isinstance(word, str) and "\0" not in word for word in words):
        raise RulesError(f"command must be a program and its arguments as a list of texts, not {shown(command)}")


def _words(command: object) -> Sequence[object]:
    is_row = isinstance(command, Sequence) and not isinstance(command, str | bytes)
    return cast("Sequence[object]", command) if is_row else ()


def _question(game: Game[Any, Any, Any, V], view: V, luck: int) -> str:
    try:
        moves = [str(move) for move in islice(game.legal_moves(view), MOST_MOVES + 1)]
    except RamiError as error:
        raise PlayerFailed(f"the legal moves cannot be listed: {error}") from error
    return json.dumps(
        {
            "protocol": PROTOCOL,
            "game": game.name,
            "view": json.loads(to_json(view, game=game)),
            "moves": moves[:MOST_MOVES],
            "complete": len(moves) <= MOST_MOVES,
            "luck": luck,
        }
    )
