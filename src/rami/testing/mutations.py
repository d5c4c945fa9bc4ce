"""Positions and texts that are damaged: what a game has to say of them."""

from collections.abc import Iterable, Iterator
from enum import Enum
from random import Random
from typing import Any, Generic, cast

from attrs import frozen

from rami.errors import RamiError, shown
from rami.game import Game, M, R, S, V
from rami.testing.exploring import pick
from rami.testing.piece_paths import Place, parts, places, put, with_fields
from rami.testing.secrecy import Expect

FAR = 10**6
"""A number that is no seat, no turn and no size."""


@frozen
class Damage(Generic[R, S, M, V]):
    """What a game says of positions that cannot be, of positions that differ in one field, and of texts.

    Attributes:
        game: The game.
        every: All pieces of the set.
        random: The source of chance.
        expect: Says whether a promise is kept.
    """

    game: Game[R, S, M, V]
    every: tuple[Any, ...]
    random: Random
    expect: Expect

    def fields(self, state: S) -> None:
        """`flaws` answers whatever a field holds, and a position that can be has a digest of its own."""
        flaws = self.game.flaws
        if flaws is None or not parts(state):
            return
        own = self.game.digest(state)
        for name, copy in self._copies(state):
            found: object = flaws(copy)
            self.expect(isinstance(found, tuple), "flaws gives no row of sentences")
            if not found and copy != state:
                self.expect(self.game.digest(copy) != own, f"digest: the same for positions with another {name}")
        view = self.game.observe(state, state.current_player)
        for _, copy in self._copies(view):
            self.expect(isinstance(flaws(copy), tuple), "flaws gives no row of sentences")
        for position, name in ((state, "current_player"), (view, "current_player"), (view, "player")):
            for seat in (-1, state.players, FAR):
                self._noticed(position, name, seat, "which is no seat")
        self._noticed(state, "turn", -1, "which cannot be")

    def _copies(self, position: Any) -> Iterator[tuple[str, Any]]:
        """Positions in which one field is another; not those that the class itself refuses."""
        for each in parts(position):
            if each.name != "rules":
                for value in self._others(getattr(position, each.name)):
                    try:
                        yield each.name, with_fields(position, {each.name: value})
                    except (ValueError, TypeError):
                        continue

    def _others(self, value: object) -> Iterable[object]:
        """Other values of the same type."""
        if isinstance(value, bool):
            return (not value,)
        if isinstance(value, Enum):
            return tuple(type(value))
        if type(value) is int:
            return (value + 1, value - 1, -1, FAR)
        if self.every and type(value) is type(self.every[0]):
            return (None, pick(self.every, self.random))
        if isinstance(value, tuple) and value:
            row = cast("tuple[object, ...]", value)
            return ((), row[1:], (*row, row[0]), row[::-1])
        return ()

    def _noticed(self, position: Any, name: str, value: int, why: str) -> None:
        assert self.game.flaws is not None
        if name not in {each.name for each in parts(position)}:
            return
        try:
            noticed = bool(self.game.flaws(with_fields(position, {name: value})))
        except (ValueError, TypeError):  # the class itself refuses it
            return
        self.expect(noticed, f"flaws does not notice that {name} is {value}, {why}")

    def pieces(self, state: S) -> None:
        """`flaws` notices a piece that is missing, and one that has become another.

        Where a position accounts for the whole set, that is so of every place; else of one at the least.
        """
        if self.game.flaws is None:
            return
        found = list(places(state, frozenset(self.every)))
        counted = next(
            (some for some in (found, [each for each in found if not each.is_single]) if self._all(state, some)), None
        )
        if counted is None:
            noticed = [self._has_flaws(state, place, place.of(state)[:-1]) for place in found]
            self.expect(not noticed or any(noticed), "flaws does not notice a missing piece")
            return
        for place in counted:
            row = place.of(state)
            self.expect(
                self._has_flaws(state, place, row[:-1]), f"flaws does not notice a missing piece of the {place}"
            )
            others = [piece for piece in self.every if piece != row[-1]]
            if others:
                other = pick(others, self.random)
                seen = self._has_flaws(state, place, (*row[:-1], other))
                self.expect(seen, f"flaws does not notice that a piece of the {place} has become another")

    def _all(self, state: S, some: Iterable[Place]) -> bool:
        return sorted(piece for place in some for piece in place.of(state)) == sorted(self.every)

    def _has_flaws(self, state: S, place: Place, pieces: tuple[Any, ...]) -> bool:
        """Whether `flaws`, or the class itself, has something against a position with other pieces in a place."""
        assert self.game.flaws is not None
        try:
            return bool(self.game.flaws(put(state, {place: pieces})))
        except (ValueError, TypeError):
            return True

    def notation(self, text: str) -> None:
        """A text that is no move is refused with an error of the library, whatever it is."""
        cut = int(self.random.random() * len(text))
        for other in ("", "?", text[:cut], f"{text} ?", f"{text} {text}", text.partition(" ")[0], f"{text} -1"):
            try:
                self.game.parse_move(other)
            except RamiError:
                continue
            except Exception as error:  # whatever a foreign parser raises
                told = f"parse_move of {shown(other)} raises {type(error).__name__}, which is no NotationError"
                self.expect(False, f"{told}: {error}")
