"""Limits of processor time, in the main thread of systems that have interval timers; elsewhere there are none.

They count the time that the process works, so a busy machine makes no difference.
"""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

PROBES = 5
"""How often a watchdog looks for progress before it gives up."""


@contextmanager
def watchdog(seconds: float, steps: Callable[[], int]) -> Generator[None]:
    """Raise a `TimeoutError` that names the running call if the number of steps does not change for this time."""
    last_steps, stalled_probes = -1, 0

    def probe(_: int, frame: FrameType | None) -> None:
        nonlocal last_steps, stalled_probes
        now = steps()
        last_steps, stalled_probes = now, stalled_probes + 1 if now == last_steps else 0
        if stalled_probes == PROBES:
            raise TimeoutError(f"a call of {_function_called(frame)} takes longer than {seconds:g} seconds")

    with _interval_timer(probe, seconds / PROBES):
        yield


@contextmanager
def _interval_timer(handler: Callable[[int, FrameType | None], None], seconds: float) -> Generator[None]:
    """Call a handler whenever the process has worked for so long."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, handler)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _function_called(frame: FrameType | None) -> str:
    """Return the name of the outermost function below the frames of the tests."""
    name = "a function"
    while frame is not None and not str(frame.f_globals.get("__name__")).startswith("tests."):
        name, frame = frame.f_code.co_name, frame.f_back
    return name
