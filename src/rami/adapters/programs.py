"""A program that answers a line with a line: started, asked against a deadline, and ended with whatever it started."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Thread
from time import sleep
from typing import IO, Any, cast
from weakref import finalize

from rami.players.strategy import PlayerFailed

LONGEST_ANSWER = 1 << 20
"""The number of bytes of an answer, at most."""

_COOKIE = "RAMI_PLAYER"
"""The variable in the environment of a program, inherited by whatever it starts, by which that is found again."""


class Program:
    """A running program.

    Args:
        command: The program and its arguments.

    Raises:
        PlayerFailed: If it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        cookie = token_hex(16)
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # so that its process group has no process of ours
                env=os.environ | {_COOKIE: cookie},
            )
        except (OSError, ValueError) as error:
            raise PlayerFailed(f"the program cannot be started: {error}") from None
        self._stdin, self._stdout = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
        self._asking: Thread | None = None
        self._ended = False
        # It is killed at the latest at the end of this Python.
        self._kill = finalize(self, _kill, process, cookie, _confine(process))

    def ask(self, question: str, seconds: float) -> str | None:
        """Return the line with which the program answers a line; None if it takes too long.

        A thread waits for the program: what still holds the pipes after it was killed keeps nobody else waiting.
        """
        answers = SimpleQueue[bytes | OSError]()
        self._asking = Thread(target=self._exchange, args=(question, answers), daemon=True)
        self._asking.start()
        try:
            answer = answers.get(timeout=max(0.0, seconds))
        except Empty:
            return None
        if isinstance(answer, OSError):
            raise PlayerFailed(f"the program ended: {answer}")
        if not answer.endswith(b"\n"):
            raise PlayerFailed("the program ended without an answer, or its answer is too long")
        try:
            return answer.decode()
        except UnicodeDecodeError as error:
            raise PlayerFailed(f"the program wrote no text: {error}") from None

    def end(self) -> None:
        """Kill the program and whatever it started, and read nothing more of it."""
        self._ended = True
        self._kill()
        if self._asking is not None:
            self._asking.join(timeout=1)
        if self._asking is None or not self._asking.is_alive():  # else a process that escaped still holds a pipe
            self._close_pipes()

    def _exchange(self, question: str, answers: "SimpleQueue[bytes | OSError]") -> None:
        """Write the question and read the answer, for as long as that takes."""
        try:
            self._stdin.write(question.encode() + b"\n")
            self._stdin.flush()
            answers.put(self._stdout.readline(LONGEST_ANSWER))
        except OSError as error:
            answers.put(error)
        if self._ended:
            self._close_pipes()

    def _close_pipes(self) -> None:
        for pipe in (self._stdin, self._stdout):
            with suppress(OSError):  # a question that was not read to its end
                pipe.close()


def _confine(process: "subprocess.Popen[bytes]") -> int | None:
    """Put a program and whatever it starts into a job object, on Windows; untried."""
    if sys.platform == "win32":  # pragma: no cover  # untried
        kernel = _kernel()
        job: int = kernel.CreateJobObjectW(None, None)
        kernel.AssignProcessToJobObject(job, int(process._handle))
        return job
    return None


def _kernel() -> Any:  # pragma: no cover  # untried
    """Return the functions of Windows for jobs, which take and return handles."""
    import ctypes  # noqa: PLC0415  # needed on Windows alone

    kernel = cast("Any", ctypes).WinDLL("kernel32")
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    kernel.AssignProcessToJobObject.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    kernel.TerminateJobObject.argtypes = (ctypes.c_void_p, ctypes.c_uint)
    return kernel


def _kill(process: "subprocess.Popen[bytes]", cookie: str, job: int | None) -> None:
    """Kill a program that was not reaped yet, its process group or job, and whatever left the group."""
    if sys.platform == "win32":  # pragma: no cover  # untried
        _kernel().TerminateJobObject(job, 1)
    else:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        for _ in range(_ROUNDS):
            for number in _started_by(cookie):
                with suppress(OSError):
                    os.kill(number, signal.SIGKILL)
            sleep(0.002)
    process.kill()
    process.wait()


_ROUNDS = 3
"""The times that processes are looked for: one that is just starting shows no environment for a moment."""


def _started_by(cookie: str) -> list[int]:
    """Return the processes with a cookie in their environment; none on systems without `/proc`."""
    wanted, found = f"{_COOKIE}={cookie}".encode(), list[int]()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended, or is somebody else's
            if wanted in path.read_bytes():
                found.append(int(path.parent.name))
    return found
