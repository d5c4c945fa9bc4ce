"""The record of a deal."""

from collections.abc import Iterable
from typing import Generic, cast

from attrs import field, frozen

from rami.errors import WrongType, shown
from rami.game import Deal, Game, M, R, Result, S, V
from rami.shapes import instance, row_of, whole


def row_of_moves(moves: Iterable[M]) -> tuple[M, ...]:
    """The moves of a record as a tuple; the record itself asks whether they are moves of its game."""
    return row_of("moves", moves, cast("type[M]", object))


@frozen(kw_only=True)
class Record(Generic[R, S, M, V]):
    """One deal: everything that chance decided, and every move. Whether the moves are legal, `verify` says.

    The deal is there in full, so a record outlives any change of the shuffle, and one from a real table can be entered;
    the seed is only a note.

    Attributes:
        game: The game.
        rules: The rules of the deal.
        players: How many players there are.
        deal: The order of the pieces, and whatever else chance decided.
        moves: The moves in the order in which they were made.
        seed: The seed that the deal was shuffled from, if it is known.

    Raises:
        WrongType: If a field has a value of another type.
        RulesError: If there is no such deal under these rules.

    Examples:
        >>> from rami import rummikub
        >>> deal = rummikub.deal(2, seed=1)
        >>> record = Record(game=rummikub.GAME, rules=rummikub.DEFAULT, players=2, deal=deal, moves=[rummikub.Draw()])
        >>> len(record.moves), record.seed
        (1, None)
    """

    game: Game[R, S, M, V]
    rules: R
    players: int
    deal: Deal
    moves: tuple[M, ...] = field(default=(), converter=row_of_moves)
    seed: int | None = None

    def __attrs_post_init__(self) -> None:
        """Check the types, and that the deal can be dealt."""
        instance("game", self.game, Game)
        instance("rules", self.rules, self.game.rules, f"the Rules of {self.game.name}")
        for number, move in enumerate(self.moves, start=1):
            if not isinstance(move, self.game.moves):
                raise WrongType(f"move {number} is no move of {self.game.name}: {shown(move)}")
        if self.seed is not None:
            whole("seed", self.seed, none=True)
        self.game.from_deal(self.players, self.rules, self.deal)

    @property
    def result(self) -> Result | None:
        """How the deal ended, worked out from the moves; None where they stop before its end.

        Raises:
            IllegalMove: If a move is illegal; `verify` says which.
        """
        state = self.game.from_deal(self.players, self.rules, self.deal)
        for move in self.moves:
            state = self.game.apply(state, move)
        return self.game.result(state)
