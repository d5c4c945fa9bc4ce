"""Tests for those who build on the library: the promises of a game, counts of moves, and strategies for Hypothesis.

`states` and `moves` need Hypothesis: `python -m pip install "rami[testing]"`. With it, `st.from_type` finds strategies
for the values of the games of the library.
"""

from typing import TYPE_CHECKING

from rami.testing.conformance import Conformance, check_game, perft
from rami.testing.watched import Breach

if TYPE_CHECKING:
    from rami.testing.strategies import moves, states

__all__ = [
    "Breach",
    "Conformance",
    "check_game",
    "moves",
    "perft",
    "states",
]


def __getattr__(name: str) -> object:
    """Load the strategies when one is first asked for."""
    if name not in ("moves", "states"):
        raise AttributeError(f"module 'rami.testing' has no attribute {name!r}")
    try:
        import hypothesis as _  # noqa: F401, PLC0415  # to name what is missing first
    except ImportError:
        raise ImportError('the strategies need Hypothesis: python -m pip install "rami[testing]"') from None
    from rami.testing import strategies  # noqa: PLC0415  # without Hypothesis there are none

    return getattr(strategies, name)


def __dir__() -> list[str]:
    """Return what can be loaded: `help(rami.testing)` does not ask for Hypothesis."""
    from importlib.util import find_spec  # noqa: PLC0415  # rarely needed

    return __all__ if find_spec("hypothesis") else [name for name in __all__ if name not in ("moves", "states")]
