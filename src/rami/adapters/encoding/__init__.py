"""Views as numbers and moves as numbers, for programs that learn: one layout and one set of actions for each game.

What an observation holds is data: `Layout.fields` says the name, the place and the range of every number. An action is
a whole number; `Actions.names` says what each means, and `Actions.options` which of them are legal and what they do.
Both are made of a view alone, so no observation and no mask can tell what a seat may not know.
"""

from rami.adapters.encoding.actions import SLOTS, Actions, Option
from rami.adapters.encoding.fields import Field
from rami.adapters.encoding.games import actions, layout, scores, seats
from rami.adapters.encoding.layouts import VERSION, Layout

__all__ = [
    "SLOTS",
    "VERSION",
    "Actions",
    "Field",
    "Layout",
    "Option",
    "actions",
    "layout",
    "scores",
    "seats",
]
