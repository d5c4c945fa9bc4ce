"""Types of values: arguments, fields and constructors that check them, and values made without checks."""

from rami.shapes.arguments import typed, typed_fields
from rami.shapes.making import altered, completed, maker, row_maker
from rami.shapes.values import (
    called,
    check_count,
    check_fields,
    check_seat,
    instance,
    is_whole,
    miscount,
    one_of,
    row_of,
    whole,
)

__all__ = [
    "altered",
    "called",
    "check_count",
    "check_fields",
    "check_seat",
    "completed",
    "instance",
    "is_whole",
    "maker",
    "miscount",
    "one_of",
    "row_maker",
    "row_of",
    "typed",
    "typed_fields",
    "whole",
]
