"""Records: one deal from the first piece to the last move, to play, replay, check, keep and show to a player."""

from rami.record.record import Record, Verification
from rami.record.redacted import Redacted

__all__ = ["Record", "Redacted", "Verification"]


def __dir__() -> list[str]:
    return __all__
