"""The record of a deal."""

from collections.abc import Iterable
from typing import Generic

from attrs import field, frozen

from rami.errors import RecordError, shown
from rami.game import Deal, Game, M, R, S, V
from rami.validation import is_whole


def _row(moves: Iterable[M]) -> tuple[M, ...]:
    if not isinstance(moves, Iterable):
        raise RecordError(f"moves must be a row of moves, not {shown(moves)}")
    return tuple(moves)


@frozen(kw_only=True)
class Record(Generic[R, S, M, V]):
    """One deal: everything that chance decided, and every move. Whether the moves are legal, `verify` says.

    The deal is there in full, so a record outlives any change of the shuffle, and one from a real table can be entered;
    the seed is no more than a note.

    Attributes:
        game: The game.
        rules: The rules of the deal.
        players: How many players there are.
        deal: The order of the pieces, and whatever else chance decided.
        moves: The moves in the order in which they were made.
        seed: The seed that the deal was shuffled from, if it is known.

    Raises:
        RecordError: If a field has a value of another type.
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
    moves: tuple[M, ...] = field(default=(), converter=_row)
    seed: int | None = None

    def __attrs_post_init__(self) -> None:
        """Check the types, and that the deal can be dealt."""
        if not isinstance(self.game, Game):
            raise RecordError(f"game must be a Game, not {shown(self.game)}")
        if not isinstance(self.rules, self.game.rules):
            raise RecordError(f"rules must be the Rules of {self.game.name}, not {shown(self.rules)}")
        for number, move in enumerate(self.moves, start=1):
            if not isinstance(move, self.game.moves):
                raise RecordError(f"move {number} is no move of {self.game.name}: {shown(move)}")
        if self.seed is not None and not is_whole(self.seed):
            raise RecordError(f"seed must be a whole number, or None, not {shown(self.seed)}")
        self.game.from_deal(self.players, self.rules, self.deal)
