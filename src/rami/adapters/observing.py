"""The content of a state of OpenSpiel, and its observations."""

# The libraries have no types here, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false

from collections.abc import Mapping
from typing import Any

import numpy as np
from attrs import Factory, evolve, frozen

from rami.adapters.encoding import Layout, Option
from rami.game import Game


@frozen
class Inside:
    """The content of a state: immutable, so that OpenSpiel's deep copies of a state share it.

    Attributes:
        dealt: The pieces dealt so far.
        position: The position once all of them are; None before.
        chosen: The pieces that the player who moves has chosen so far.
        options: What that player can do; never changed once it is there.
        log: The moves so far, as each seat knows them.
    """

    dealt: tuple[Any, ...] = ()
    position: Any = None
    chosen: tuple[Any, ...] = ()
    options: dict[int, Option] = Factory(dict[int, Option])
    log: tuple[tuple[str, ...], ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Inside":
        return self

    def after(self, game: Game[Any, Any, Any, Any], move: Any) -> "Inside":
        """Return the content after a move, logged for each seat: the event, or the verb in a game without events."""
        position, mover = self.position, self.position.current_player

        def entry(seat: int) -> str:
            if game.seen is not None:
                return str(game.seen(position, move, seat))
            return str(move) if seat == mover else str(move).split()[0]

        log = tuple((*before, entry(seat)) for seat, before in enumerate(self.log))
        return evolve(self, position=game.apply(position, move), chosen=(), log=log)

    def chosen_by(self, seat: int) -> tuple[Any, ...]:
        """Return the pieces that a seat has chosen so far in its turn."""
        return self.chosen if seat == self.position.current_player else ()


class Observer:
    """Writes the observations of a seat, as numbers and as text.

    Args:
        game: The game.
        layout: The layout of the numbers.
        remembers: Whether the text begins with the log.

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
        """Write the observation of a seat into `tensor`."""
        self.tensor.fill(0)
        if (position := state.inside.position) is not None:
            self.tensor[:] = self.layout.flat(self.game.observe(position, player), state.inside.chosen_by(player))

    def string_from(self, state: Any, player: int) -> str:
        """Return the observation of a seat as text, after the log if it remembers."""
        if state.inside.position is None:
            return "dealing"
        view = str(self.game.observe(state.inside.position, player))
        chosen = " ".join(map(str, state.inside.chosen_by(player)))
        return "\n".join([*(state.inside.log[player] if self.remembers else ()), view, *([chosen] if chosen else [])])
