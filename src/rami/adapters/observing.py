"""What a seat observes of a state of OpenSpiel, as its observers write it."""

# The libraries have no types here, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false

from collections.abc import Mapping
from typing import Any

import numpy as np

from rami.adapters.encoding import Layout
from rami.game import Game


class Observer:
    """Writes what a seat observes, as numbers and as text.

    Args:
        game: The game.
        layout: What the numbers are.
        remembers: Whether the text has what the seat has seen before.

    Attributes:
        tensor: The numbers.
        dict: Parts of `tensor`, by the names of the fields.
    """

    game: Game[Any, Any, Any, Any]
    layout: Layout
    remembers: bool
    tensor: Any
    dict: Mapping[str, Any]

    def __init__(self, game: Game[Any, Any, Any, Any], layout: Layout, *, remembers: bool) -> None:
        self.game, self.layout, self.remembers = game, layout, remembers
        self.tensor = np.zeros(layout.size, np.float32)
        fields = zip(layout.fields, layout.starts, strict=True)
        self.dict = {each.name: self.tensor[start : start + each.size] for each, start in fields}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a seat observes into `tensor`."""
        self.tensor.fill(0)
        if (position := state.inside.position) is not None:
            self.tensor[:] = self.layout.flat(self.game.observe(position, player), _chosen(state, player))

    def string_from(self, state: Any, player: int) -> str:
        """What a seat observes, and, where it remembers, what it has seen before."""
        if state.inside.position is None:
            return "dealing"
        view = str(self.game.observe(state.inside.position, player))
        chosen = " ".join(map(str, _chosen(state, player)))
        return "\n".join([*(state.inside.log[player] if self.remembers else ()), view, *([chosen] if chosen else [])])


def _chosen(state: Any, player: int) -> tuple[Any, ...]:
    """The pieces that a seat has chosen so far in its turn."""
    chosen: tuple[Any, ...] = state.inside.chosen
    return chosen if player == state.inside.position.current_player else ()
