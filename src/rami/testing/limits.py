"""A limit of time for a block of work, where the system has one."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Interrupt what takes longer: in the main thread of a system with `SIGALRM`; elsewhere there is no limit.

    Args:
        seconds: How long it may take.

    Raises:
        TimeoutError: If it takes longer.
    """
    if not hasattr(signal, "setitimer"):  # pragma: no cover  # Windows
        yield
        return

    def interrupt(_: int, __: FrameType | None) -> None:
        raise TimeoutError(f"longer than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
