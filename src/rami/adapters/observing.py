"""What a state of OpenSpiel is made of, and what a seat observes of it."""

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
    """What a state is made of: immutable, so that OpenSpiel's deep copies of a state share it.

    Attributes:
        dealt: The pieces dealt so far.
        position: The position once all of them are; None before.
        chosen: The pieces that the player who moves has chosen so far.
        options: What that player can do; never changed once it is there.
        log: What each seat has been told of the moves.
    """

    dealt: tuple[Any, ...] = ()
    position: Any = None
    chosen: tuple[Any, ...] = ()
    options: dict[int, Option] = Factory(dict[int, Option])
    log: tuple[tuple[str, ...], ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Inside":
        return self

    def after(self, game: Game[Any, Any, Any, Any], move: Any) -> "Inside":
        """The same after a move, which every seat is told: what it sees of it where the game says so, else its kind.

        Args:
            game: The game.
            move: The move.
        """
        position, mover = self.position, self.position.current_player

        def told(seat: int) -> str:
            unsaid = str(move) if seat == mover else str(move).split()[0]
            return unsaid if game.seen is None else str(game.seen(position, move, seat))

        log = tuple((*before, told(seat)) for seat, before in enumerate(self.log))
        return evolve(self, position=game.apply(position, move), chosen=(), log=log)

    def chosen_by(self, seat: int) -> tuple[Any, ...]:
        """The pieces that a seat has chosen so far in its turn."""
        return self.chosen if seat == self.position.current_player else ()


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
            self.tensor[:] = self.layout.flat(self.game.observe(position, player), state.inside.chosen_by(player))

    def string_from(self, state: Any, player: int) -> str:
        """What a seat observes, and, where it remembers, what it has seen before."""
        if state.inside.position is None:
            return "dealing"
        view = str(self.game.observe(state.inside.position, player))
        chosen = " ".join(map(str, state.inside.chosen_by(player)))
        return "\n".join([*(state.inside.log[player] if self.remembers else ()), view, *([chosen] if chosen else [])])
