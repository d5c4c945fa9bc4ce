"""Records: one deal from the first piece to the last move, to play, replay, check, keep and show to a player."""

from rami.record.record import Record, start
from rami.record.replay import Redacted, Verification, redact, verify

__all__ = [
    "Record",
    "Redacted",
    "Verification",
    "redact",
    "start",
    "verify",
]
