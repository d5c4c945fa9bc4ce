"""Mutations of positions and of notation, which `flaws`, the digest and the parser of moves have to notice."""

from collections.abc import Iterable, Iterator
from enum import Enum
from random import Random
from typing import Any, Generic, cast

from attrs import field, frozen

from rami.errors import RamiError, shown
from rami.game import Game, M, R, S, V
from rami.testing.exploring import pick
from rami.testing.piece_paths import Holding, PiecePath, init_fields, piece_paths, with_fields, with_pieces
from rami.testing.secrecy import Expect

FAR = 10**6
"""A number that is no seat, no turn and no size."""


@frozen
class Mutations(Generic[R, S, M, V]):
    """Mutates positions and notation, and expects the game to notice."""

    game: Game[R, S, M, V]
    every: tuple[Any, ...]
    random: Random
    expect: Expect
    holding: Holding = field(factory=Holding)

    def fields(self, state: S) -> None:
        """Expect `flaws` to answer for every mutated field, and each possible mutant to have its own digest."""
        flaws = self.game.flaws
        if flaws is None or not init_fields(state):
            return
        own = self.game.digest(state)
        for name, mutant in self._mutants(state):
            found: object = flaws(mutant)
            self.expect(isinstance(found, tuple), "flaws gives no row of sentences")
            if not found and mutant != state:
                self.expect(self.game.digest(mutant) != own, f"digest: the same for positions with another {name}")
        view = self.game.observe(state, state.current_player)
        for _, mutant in self._mutants(view):
            self.expect(isinstance(flaws(mutant), tuple), "flaws gives no row of sentences")
        for position, name in ((state, "current_player"), (view, "current_player"), (view, "player")):
            for seat in (-1, state.players, FAR):
                self._noticed(position, name, seat, "which is no seat")
        self._noticed(state, "turn", -1, "which cannot be")

    def _mutants(self, position: Any) -> Iterator[tuple[str, Any]]:
        """Yield positions with one field changed, unless the class itself refuses them."""
        for each in init_fields(position):
            if each.name != "rules":
                for value in self._other_values(getattr(position, each.name)):
                    try:
                        yield each.name, with_fields(position, {each.name: value})
                    except (ValueError, TypeError):
                        continue

    def _other_values(self, value: object) -> Iterable[object]:
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
        if name not in {each.name for each in init_fields(position)}:
            return
        try:
            noticed = bool(self.game.flaws(with_fields(position, {name: value})))
        except (ValueError, TypeError):  # the class itself refuses it
            return
        self.expect(noticed, f"flaws does not notice that {name} is {value}, {why}")

    def pieces(self, state: S) -> None:
        """Expect `flaws` to notice a missing piece, and one that has become another.

        Where a position accounts for the whole set, that holds of every row; else of one at least.
        """
        if self.game.flaws is None:
            return
        found = list(piece_paths(state, frozenset(self.every)))
        names = self.holding.fields(found, state, self.every)
        counted = [path for path in found if path.name in names]
        if not counted:
            noticed = [self._has_flaws(state, path, path.pieces(state)[:-1]) for path in found]
            self.expect(not noticed or any(noticed), "flaws does not notice a missing piece")
            return
        for path in counted:
            row = path.pieces(state)
            noticed_missing = self._has_flaws(state, path, row[:-1])
            self.expect(noticed_missing, f"flaws does not notice a missing piece of the {path}")
            others = [piece for piece in self.every if piece != row[-1]]
            if others:
                noticed_other = self._has_flaws(state, path, (*row[:-1], pick(others, self.random)))
                self.expect(noticed_other, f"flaws does not notice that a piece of the {path} has become another")

    def _has_flaws(self, state: S, path: PiecePath, pieces: tuple[Any, ...]) -> bool:
        """Tell whether `flaws`, or the class itself, objects to other pieces at a path."""
        assert self.game.flaws is not None
        try:
            return bool(self.game.flaws(with_pieces(state, {path: pieces})))
        except (ValueError, TypeError):
            return True

    def notation(self, text: str) -> None:
        """Expect texts made from that of a move to be read, or refused with an error of the library."""
        cut = int(self.random.random() * len(text))
        for other in ("", "?", text[:cut], f"{text} ?", f"{text} {text}", text.partition(" ")[0], f"{text} -1"):
            try:
                self.game.parse_move(other)
            except RamiError:
                continue
            except Exception as error:  # whatever a foreign parser raises
                wrong = f"parse_move of {shown(other)} raises {type(error).__name__}, which is no NotationError"
                self.expect(False, f"{wrong}: {error}")
