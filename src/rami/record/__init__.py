"""Records: one deal from the first piece to the last move, to replay, to check, to keep and to show to a player."""

from rami.record.replay import Redacted, Verification, redact, states, verify
from rami.record.text import VERSION, from_text, to_text
from rami.record.values import Record

__all__ = [
    "VERSION",
    "Record",
    "Redacted",
    "Verification",
    "from_text",
    "redact",
    "states",
    "to_text",
    "verify",
]
