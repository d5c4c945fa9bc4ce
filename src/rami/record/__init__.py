"""Records: one deal from the first piece to the last move, to play, replay, check, keep and show to a player."""

from rami.record.record import Record, start
from rami.record.replay import Redacted, Verification, redact, states, verify
from rami.record.text import VERSION, from_text, to_text

__all__ = [
    "VERSION",
    "Record",
    "Redacted",
    "Verification",
    "from_text",
    "redact",
    "start",
    "states",
    "to_text",
    "verify",
]
