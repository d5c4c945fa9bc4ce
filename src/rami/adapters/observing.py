"""The content of a state of OpenSpiel, and its observations."""

# The libraries have no types here, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false
# pyright: reportAttributeAccessIssue=false

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from attrs import Factory, evolve, frozen

from rami.adapters.encoding import Layout, Option
from rami.errors import RulesError
from rami.game import Game


@frozen
class Draw:
    """A move that draws pieces which chance has still to decide.

    Attributes:
        move: The move.
        pieces: The pieces of the stock, and those of the next stock, if the move needs it.
        count: The number of pieces that it draws.
        drawn: Those decided so far.
    """

    move: Any
    pieces: tuple[tuple[int, ...], tuple[int, ...]]
    count: int
    drawn: tuple[int, ...] = ()

    @property
    def source(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The pieces of which one comes next, and those of them already drawn."""
        stock, renewal = self.pieces
        left = len(self.drawn) < len(stock)
        return (stock, self.drawn) if left else (renewal, self.drawn[len(stock) :])


@frozen
class Inside:
    """The content of a state: immutable, so that OpenSpiel's deep copies of a state share it.

    Attributes:
        dealt: The pieces dealt so far, where the deal is not complete.
        position: The position once it is; None before.
        chosen: The pieces that the player who moves has chosen so far.
        options: What that player can do; never changed once it is there.
        log: What happened so far as each seat knows it, and last as a spectator does; with the own actions of a seat.
        draw: The move that waits for chance, if one does.
    """

    dealt: tuple[Any, ...] = ()
    position: Any = None
    chosen: tuple[Any, ...] = ()
    options: dict[int, Option] = Factory(dict[int, Option])
    log: tuple[tuple[str, ...], ...] = ()
    draw: Draw | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "Inside":
        return self

    def choosing(self, chosen: tuple[Any, ...], name: str) -> "Inside":
        """Return the content after a player has chosen one more piece, which the player alone remembers."""
        mover = self.position.current_player
        log = tuple((*before, name) if seat == mover else before for seat, before in enumerate(self.log))
        return evolve(self, chosen=chosen, log=log)

    def after(self, game: Game[Any, Any, Any, Any], position: Any, move: Any) -> "Inside":
        """Return the content after a move, logged for each seat: the event, or the verb in a game without events.

        Args:
            game: The game.
            position: The position before the move, what it draws decided.
            move: The move.
        """
        mover = position.current_player

        def entry(seat: int | None) -> str:
            if game.seen is not None:
                return str(game.seen(position, move, seat))
            return str(move) if seat == mover else str(move).split()[0]

        seats = (*range(position.players), None)
        log = tuple((*before, entry(seat)) for seat, before in zip(seats, self.log, strict=True))
        return evolve(self, position=game.apply(position, move), chosen=(), log=log, draw=None)

    def chosen_by(self, seat: int | None) -> tuple[Any, ...]:
        """Return the pieces that a seat has chosen so far in its turn."""
        return self.chosen if seat == self.position.current_player else ()


class Observer:
    """Writes what a seat, or everybody, knows of states.

    With perfect recall it has text alone: the log and the view. No tensor has all that was seen.

    Args:
        game: The game.
        layout: The layout of the numbers.
        kind: Which information it has, as OpenSpiel says it; None for what a seat sees now.

    Attributes:
        tensor: The numbers; None with perfect recall.
        dict: Parts of `tensor`, by the names of the fields.

    Raises:
        RulesError: If it is to have the hands of all seats, or no public information.
    """

    game: Game[Any, Any, Any, Any]
    layout: Layout
    remembers: bool
    is_public: bool
    tensor: Any
    dict: Mapping[str, Any]

    def __init__(self, game: Game[Any, Any, Any, Any], layout: Layout, kind: Any) -> None:
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER if kind is None else kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS or (kind is not None and not kind.public_info):
            raise RulesError("an observer has what is public, alone or with what one seat sees")
        self.is_public = private == pyspiel.PrivateInfoType.NONE
        self.game, self.layout, self.remembers = game, layout, kind is not None and kind.perfect_recall
        self.tensor = None if self.remembers else np.zeros(layout.size, np.float32)
        fields = () if self.remembers else zip(layout.fields, layout.starts, strict=True)
        self.dict = {each.name: self.tensor[start : start + each.size] for each, start in fields}

    def set_from(self, state: Any, player: int) -> None:
        """Write the observation of a seat into `tensor`."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if (position := state.inside.position) is not None:
            seat = None if self.is_public else player
            self.tensor[:] = self.layout.flat(self.game.observe(position, seat), state.inside.chosen_by(seat))

    def string_from(self, state: Any, player: int) -> str:
        """Return the observation of a seat as text, after the log if it remembers."""
        inside = state.inside
        if inside.position is None:
            return "dealing"
        seat = None if self.is_public else player
        view = str(self.game.observe(inside.position, seat))
        chosen = " ".join(map(str, inside.chosen_by(seat)))
        log = inside.log[-1 if seat is None else seat] if self.remembers else ()
        return "\n".join([*log, view, *([chosen] if chosen else [])])
