"""The content of a state of OpenSpiel, and its observations."""

# The libraries have no types here, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false
# pyright: reportAttributeAccessIssue=false

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel
from attrs import Factory, frozen

from rami.adapters.encoding import Layout, Option
from rami.errors import RulesError
from rami.game import Game
from rami.shapes import alterer


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


@frozen(eq=False)
class Event:
    """A move, or the choice of a piece: linked to the event before it, and written when somebody asks.

    Attributes:
        before: The event before it; None for the first.
        position: The position before the move.
        move: The move; for the choice of a piece, the name of the action.
        texts: The texts written so far, by seat.
    """

    before: "Event | None"
    position: Any
    move: Any
    texts: dict[int | None, str] = Factory(dict[int | None, str])

    def log(self, game: Game[Any, Any, Any, Any], seat: int | None) -> list[str]:
        """Return all events up to this one as a seat, or a spectator, knows them."""
        lines: list[str] = []
        event: Event | None = self
        while event is not None:
            if seat not in event.texts:
                event.texts[seat] = event.text(game, seat)
            if text := event.texts[seat]:
                lines.append(text)
            event = event.before
        return lines[::-1]

    def text(self, game: Game[Any, Any, Any, Any], seat: int | None) -> str:
        """Return the event as a seat knows it: the verb of a move in a game that has no events, "" for a choice."""
        is_own = seat == self.position.current_player
        if isinstance(self.move, str):
            return self.move if is_own else ""
        if game.seen is not None:
            return str(game.seen(self.position, self.move, seat))
        return str(self.move) if is_own else str(self.move).split()[0]


@frozen
class Inside:
    """The content of a state: immutable, so that OpenSpiel's deep copies of a state share it.

    Attributes:
        spiel: The game of OpenSpiel.
        dealt: The pieces dealt so far, where the deal is not complete.
        position: The position once it is; None before.
        chosen: The pieces that the player who moves has chosen so far.
        last: The last event; None before the first.
        draw: The move that waits for chance, if one does.
    """

    spiel: Any
    dealt: tuple[Any, ...] = ()
    position: Any = None
    chosen: tuple[Any, ...] = ()
    last: Event | None = None
    draw: Draw | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "Inside":
        return self

    @cached_property
    def view(self) -> Any:
        """The view of the player who moves."""
        return self.spiel.rami.observe(self.position, self.position.current_player)

    @cached_property
    def options(self) -> dict[int, Option]:
        """What that player can do; never changed once it is there."""
        options: dict[int, Option] = self.spiel.actions.options(self.view, self.chosen)
        return options

    def choosing(self, chosen: tuple[Any, ...], name: str) -> "Inside":
        """Return the content after a player has chosen one more piece, which the player alone remembers."""
        return _altered(self, chosen=chosen, last=Event(self.last, self.position, name))

    def after(self, before: Any, move: Any, position: Any) -> "Inside":
        """Return the content after a move, from the positions around it."""
        return _altered(self, position=position, chosen=(), last=Event(self.last, before, move), draw=None)

    def seen(self, seat: int | None) -> tuple[Any, tuple[Any, ...]]:
        """Return the view of a seat, or a spectator, and the pieces that it has chosen so far in its turn."""
        if seat != self.position.current_player:
            return self.spiel.rami.observe(self.position, seat), ()
        return self.view, self.chosen


_altered = alterer(Inside)


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
        if state.inside.position is None:
            self.tensor.fill(0)
        else:
            view, chosen = state.inside.seen(None if self.is_public else player)
            self.tensor[:] = self.layout.flat(view, chosen)

    def string_from(self, state: Any, player: int) -> str:
        """Return the observation of a seat as text, after the log if it remembers."""
        inside = state.inside
        if inside.position is None:
            return "dealing"
        seat = None if self.is_public else player
        view, chosen = inside.seen(seat)
        log = inside.last.log(self.game, seat) if self.remembers and inside.last else []
        return "\n".join([*log, str(view), *([" ".join(map(str, chosen))] if chosen else [])])
