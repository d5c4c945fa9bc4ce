"""Checks of values by their type annotations.

`describe` converts an annotation to a `Shape`. Checks, JSON formats, schemas and sample values for tests are all built
from shapes.
"""

from rami.shapes.arguments import typed, typed_fields
from rami.shapes.making import altered, alterer, filled, row_maker
from rami.shapes.values import (
    MOST_DIGITS,
    Form,
    Range,
    Shape,
    called,
    check_fields,
    check_seat,
    describe,
    fields_of,
    instance,
    is_whole,
    near_names,
    one_of,
    row_of,
    wanted,
    whole,
)

__all__ = [
    "MOST_DIGITS",
    "Form",
    "Range",
    "Shape",
    "altered",
    "alterer",
    "called",
    "check_fields",
    "check_seat",
    "describe",
    "fields_of",
    "filled",
    "instance",
    "is_whole",
    "near_names",
    "one_of",
    "row_maker",
    "row_of",
    "typed",
    "typed_fields",
    "wanted",
    "whole",
]
