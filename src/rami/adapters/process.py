"""A player that is another program: one line of JSON in, one line of JSON out.

The program is started once and asked for one move after another. Each question is a line on its standard input:

    {"protocol": "rami-player/1", "game": "rummy", "rules": {…}, "view": {…}, "moves": ["draw", "take"],
     "complete": true, "luck": 7, "deal": 1, "since": […], "result": null}

`rules` has the value of every field of the rules, and `view` is the JSON of the view; `moves` are the first legal moves
in notation, all of them where `complete` is true; `luck` is a whole number below 2**32, for a program that leaves
something to chance; `since` has the moves of all seats since the last question of that `deal`, as this seat may know
them. The answer is a line on its standard output:

    {"move": "draw"}

At the end of a deal that `rami.simulate` plays comes a line with the `result`, and without moves. Any line answers it.

This is the one module of the library that looks at a clock.
"""

import json
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Any, Generic, Self, cast, get_type_hints

from attrs import define, field, fields, frozen

from rami.adapters.programs import Program
from rami.codec import plain, to_json
from rami.codec.types import format_of
from rami.errors import RamiError, RulesError, shown
from rami.events import MoveEvent
from rami.game import Game, M, R, Result, S, V
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
    Linux, with whatever else it started and left behind, unless that has another environment. On Windows that is
    untried. A program has the rights of whoever runs it: run a stranger's in a container.

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
        self._deals = 0

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
        return self.choose(view, random, _Deal())

    def for_deal(self) -> "SeatedProgram[V, M]":
        """Return the player for one deal, whose questions say what happened since the one before."""
        with self._lock:
            self._deals += 1
            return SeatedProgram(self, _Deal(self._deals))

    def choose(self, view: V, random: Random, deal: "_Deal") -> M:
        """Ask the program for a move of a deal."""
        luck = int(random.random() * 2**32)
        with self._lock:
            try:
                return self._ask(view, luck, deal)
            except PlayerFailed as failed:
                self._failed(failed)
                if self._otherwise is None:
                    raise
        return self._otherwise(view, random)

    def tell_end(self, view: V, result: Result, deal: "_Deal") -> None:
        """Tell the program how a deal ended; one that does not answer is ended, and the deal is over all the same."""
        with self._lock:
            try:
                self._exchange({**_facts(self._game, view, deal), "result": plain(result, self._game)}, self._seconds)
            except PlayerFailed as failed:
                self._failed(failed)

    def _failed(self, failed: PlayerFailed) -> None:
        self.close()
        self.failures.append(str(failed))

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

    def _exchange(self, question: dict[str, Any], seconds: float) -> str:
        """Return the line with which the program answers; raise PlayerFailed if there is none in time."""
        if self._program is None:
            self._program = Program(self._command)
        answer = self._program.ask(json.dumps(question), seconds)
        if answer is None:
            raise PlayerFailed(f"no answer within {self._seconds:g} seconds")
        return answer

    def _ask(self, view: V, luck: int, deal: "_Deal") -> M:
        """Return the program's move; raise PlayerFailed unless it is legal."""
        game, deadline = self._game, monotonic() + self._seconds
        question = {**_facts(game, view, deal), **_choices(game, view), "luck": luck}
        deal.since.clear()
        answer = self._exchange(question, deadline - monotonic())
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


@frozen
class _Deal:
    """The number of a deal, None outside of one, and what happened in it since the last question."""

    number: int | None = None
    since: list[MoveEvent[Any]] = field(factory=list[MoveEvent[Any]])


@define
class SeatedProgram(Generic[V, M]):
    """A program as the player of one seat in one deal.

    Attributes:
        program: The player that asks the program.
        deal: What happened in the deal since the last question.
    """

    program: ProcessPlayer[Any, Any, M, V]
    deal: _Deal

    @property
    def __name__(self) -> str:
        return type(self.program).__name__

    def __call__(self, view: V, random: Random, /) -> M:
        """Ask the program for a move.

        Args:
            view: What the player sees.
            random: The player's source of chance.
        """
        return self.program.choose(view, random, self.deal)

    def watch(self, event: MoveEvent[Any], /) -> None:
        """Keep a move for the next question.

        Args:
            event: The move, as this seat may know it.
        """
        self.deal.since.append(event)

    def end(self, view: V, result: Result, /) -> None:
        """Tell the program how the deal ended.

        Args:
            view: What the player sees at the end.
            result: Who won, and the scores.
        """
        self.program.tell_end(view, result, self.deal)


def _facts(game: Game[Any, Any, Any, Any], view: Any, deal: _Deal) -> dict[str, Any]:
    """Return what every question says; the answers of programs to come do not depend on the order."""
    return {
        "protocol": PROTOCOL,
        "game": game.name,
        "rules": _rule_values(game, view.rules),
        "view": json.loads(to_json(view, game=game)),
        "moves": [],
        "complete": True,
        "luck": 0,
        "deal": deal.number,
        "since": list(map(_event, deal.since)),
        "result": None,
    }


def _choices(game: Game[Any, Any, Any, V], view: V) -> dict[str, Any]:
    try:
        moves = [str(move) for move in islice(game.legal_moves(view), MOST_MOVES + 1)]
    except RamiError as error:
        raise PlayerFailed(f"the legal moves cannot be listed: {error}") from error
    return {"moves": moves[:MOST_MOVES], "complete": len(moves) <= MOST_MOVES}


def _rule_values(game: Game[Any, Any, Any, Any], rules: Any) -> dict[str, Any]:
    """Return the value of every field of the rules, those with their defaults among them."""
    kind = cast("Any", type(rules))
    hints, names = get_type_hints(kind), [each.name for each in fields(kind)]
    return {name: format_of(hints[name], game).write(getattr(rules, name)) for name in names}


def _event(event: MoveEvent[Any]) -> dict[str, Any]:
    """Return a move as its seat may know it: who made it, and which pieces went where."""
    motions = [
        {
            "pieces": [str(getattr(piece, "id", piece)) for piece in motion.pieces],
            "count": motion.count,
            "source": motion.source,
            "target": motion.target,
        }
        for motion in event.motions
    ]
    return {"seat": event.seat, "move": str(event.move), "motions": motions}
