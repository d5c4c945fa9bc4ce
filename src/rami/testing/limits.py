"""A limit of time for a block of work, where the system has one."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Interrupt what takes longer: in the main thread of a system with such timers; elsewhere there is no limit.

    It is the time that the process works: how busy the machine is makes no difference.

    Args:
        seconds: How long it may work.

    Raises:
        TimeoutError: If it takes longer.
    """
    if not hasattr(signal, "setitimer"):  # pragma: no cover  # Windows
        yield
        return

    def interrupt(_: int, __: FrameType | None) -> None:
        raise TimeoutError(f"longer than {seconds} seconds")

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
