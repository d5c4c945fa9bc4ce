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
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from concurrent.futures import TimeoutError as TooLate
from itertools import islice
from random import Random
from types import TracebackType
from typing import IO, Any, Generic, Self, cast

from rami.codec import to_json
from rami.errors import RamiError, RulesError
from rami.game import Game, M, R, S, V

PROTOCOL = "rami-player/1"
"""The name of the protocol; another number would mean that old programs no longer understand."""

MOST_MOVES = 100
"""How many legal moves a question lists, at most: in Rummikub there may be thousands."""

LONGEST_ANSWER = 1 << 20
"""How many characters an answer may have."""


class PlayerFailed(RamiError):
    """A program that gave no legal move: it was too slow, it ended, or its answer was none."""


class ProcessPlayer(Generic[R, S, M, V]):
    """A `Player` that asks another program. Close it, or use it in a `with` statement, to end the program.

    A program that failed is ended, and started again for the next move.

    Args:
        game: The game that it plays.
        command: The program and its arguments.
        seconds: How long it may think about a move.
        otherwise: The player who moves instead when the program fails; None to raise `PlayerFailed`.

    Attributes:
        failures: Why the program failed, each time that it did.

    Raises:
        RulesError: If the command is empty, or `seconds` is not above 0.

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
        if isinstance(command, str) or not command:
            raise RulesError(f"command must be a program and its arguments as a list, not {command!r}")
        if not seconds > 0:
            raise RulesError(f"seconds must be above 0, not {seconds!r}")
        self.failures: list[str] = []
        self._command = list(command)
        self._game = game
        self._seconds = seconds
        self._otherwise = otherwise
        self._process: subprocess.Popen[str] | None = None
        self._reader = ThreadPoolExecutor(1)

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
        try:
            return self._asked(view, int(random.random() * 2**32))
        except PlayerFailed as failed:
            self.close()
            self.failures.append(str(failed))
            if self._otherwise is None:
                raise
            return self._otherwise(view, random)

    def close(self) -> None:
        """End the program, if it runs."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        self._reader.shutdown()

    def _asked(self, view: V, luck: int) -> M:
        """The program's move; raises PlayerFailed if there is none that is legal."""
        game = self._game
        answer = self._answer(json.dumps(_question(game, view, luck)))
        try:
            data = json.loads(answer)
            move = game.parse_move(data["move"])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise PlayerFailed(f"the answer is no move: {answer.strip()[:80]!r} ({error})") from None
        if problems := game.check(view, move):
            raise PlayerFailed(f"{move} is illegal: {problems[0].message()}")
        return move

    def _answer(self, question: str) -> str:
        """The line with which the program answers a line."""
        process = self._running()
        waiting: Future[str] = self._reader.submit(_exchange, process, question)
        try:
            answer = waiting.result(self._seconds)
        except TooLate:
            process.kill()  # which ends the wait for its answer too
            wait([waiting])
            raise PlayerFailed(f"no answer within {self._seconds:g} seconds") from None
        except (OSError, ValueError) as error:
            raise PlayerFailed(f"the program ended, or wrote no text: {error}") from None
        if not answer.endswith("\n"):
            raise PlayerFailed("the program ended without an answer, or its answer is too long")
        return answer

    def _running(self) -> "subprocess.Popen[str]":
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
                )
            except OSError as error:
                raise PlayerFailed(f"the program cannot be started: {error}") from None
        return self._process


def _question(game: Game[Any, Any, Any, V], view: V, luck: int) -> dict[str, Any]:
    moves = [str(move) for move in islice(game.legal_moves(view), MOST_MOVES + 1)]
    return {
        "protocol": PROTOCOL,
        "game": game.name,
        "view": json.loads(to_json(view, game=game)),
        "moves": moves[:MOST_MOVES],
        "complete": len(moves) <= MOST_MOVES,
        "luck": luck,
    }


def _exchange(process: "subprocess.Popen[str]", question: str) -> str:
    stdin, stdout = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
    stdin.write(question + "\n")
    stdin.flush()
    return stdout.readline(LONGEST_ANSWER)
