"""A player that looks ahead: guesses at what is hidden, each played on by a simpler player."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Generic, cast, overload

from attrs import define, field, frozen

from rami.game import Game, M, R, S, V
from rami.games import game_of
from rami.players import for_contracts, for_gin, for_rummikub, for_rummy
from rami.players.baseline import BaselinePlayer, Player, quick_player
from rami.players.playouts import played_on
from rami.shapes import typed, whole
from rami.shuffling import derive

MOST_MOVES = 24
"""How many legal moves, at most, a search looks at, where the game has no shortlist of its own."""
FEWEST = 12
"""How many playouts there are at least for each move that is looked at: of fewer even the error cannot be told."""
SURE = 3
"""By how many standard errors another move must have done better: the best of many figures is too high."""


@frozen
class _Way:
    """How a game is searched.

    Attributes:
        incumbent: A move by rules of thumb, which another has to beat.
        shortlist: The moves worth a look in a view, the most promising first.
        standing: What a position that is not played to the end is worth to each seat, in points.
        turns: How many turns a playout lasts; None to the end.
    """

    incumbent: Callable[[Any], Any] | None = None
    shortlist: Callable[[Any], Sequence[Any]] | None = None
    standing: Callable[[Any], Sequence[float]] | None = None
    turns: int | None = None


_WAYS: Mapping[str, _Way] = {
    "rummikub": _Way(for_rummikub.thoughtful, for_rummikub.shortlist, for_rummikub.standing, turns=8),
    "rummy": _Way(for_rummy.thoughtful, for_rummy.shortlist, for_rummy.standing, turns=8),
    "contracts": _Way(for_contracts.thoughtful, for_contracts.shortlist, for_contracts.standing, turns=4),
    "gin": _Way(for_gin.thoughtful, for_gin.shortlist, turns=None),
}
_ANY = _Way()


@overload
def search_player(  # type: ignore[overload-overlap]  # a player of every game is one of each of them too
    *, playouts: int = 100, base: BaselinePlayer = quick_player, game: None = None
) -> BaselinePlayer: ...
@overload
def search_player(*, playouts: int = 100, base: Player[V, M], game: Game[R, S, M, V] | None = None) -> Player[V, M]: ...
@typed
def search_player(
    *,
    playouts: int = 100,
    base: Player[Any, Any] = quick_player,
    game: Game[Any, Any, Any, Any] | None = None,
) -> Any:
    """A player that tries moves out on guesses at what is hidden.

    Every guess is a full position that fits the view, and every candidate is played on from the same guesses with the
    same chance, so that luck strikes all of them alike. One candidate, the incumbent, is what rules of thumb advise
    that look further ahead than those of `greedy_player`; in a game of your own, the first legal move. After each round
    the weaker half of the others is dropped, and whatever did not do better than the incumbent. The one that is left is
    chosen only if it did better by more than three times the error of the figure.

    Args:
        playouts: How many playouts a move may cost in all, 2 to a million: the budget is in work, never in seconds.
        base: The player who plays on, in every seat.
        game: The game; None for the game of the library that a view belongs to.

    Returns:
        The player. It can be pickled if `base` and `game` can.

    Raises:
        RulesError: If `playouts` is out of range.

    Examples:
        >>> from rami import rummy
        >>> player = search_player(playouts=20)
        >>> print(player(rummy.set_up("AS 2S 3S 9D", discard="5S"), Random(1)))
        meld AS-2S-3S
    """
    whole("playouts", playouts, 2, 10**6)
    return SearchPlayer(playouts, base, game)


@frozen
class SearchPlayer(Generic[V, M]):
    """What `search_player` makes: a player as a value.

    Attributes:
        playouts: How many playouts a move may cost.
        base: The player who plays on.
        game: The game, where it is not one of the library's.
    """

    playouts: int
    base: Player[V, M]
    game: Game[Any, Any, M, V] | None = None

    @property
    def __name__(self) -> str:
        return f"search_player({self.playouts})"

    def __call__(self, view: V, random: Random) -> M:
        """Choose a move.

        Args:
            view: What the player sees.
            random: The player's source of chance.

        Returns:
            The move.
        """
        game: Game[Any, Any, M, V] = game_of(view) if self.game is None else self.game
        way = _WAYS.get(game.name, _ANY) if self.game is None else _ANY
        moves: list[M] = list(way.shortlist(view) if way.shortlist else islice(game.legal_moves(view), MOST_MOVES))
        if way.incumbent is not None:
            moves = list(dict.fromkeys([way.incumbent(view), *moves]))
        moves = moves[: max(2, self.playouts // FEWEST)]
        if len(moves) == 1:
            return moves[0]
        seed = int(random.random() * 2**53)  # the one method whose sequence Python promises to keep
        return cast("M", _Trial(game, way, view, self.base, seed).best(moves, self.playouts))


@define
class _Trial:
    """Moves of one view, tried on the same guesses."""

    game: Game[Any, Any, Any, Any]
    way: _Way
    view: Any
    base: Player[Any, Any]
    seed: int
    guesses: list[Any] = field(factory=list[Any])
    found: dict[Any, list[float]] = field(factory=dict[Any, list[float]])

    def best(self, moves: Sequence[Any], playouts: int) -> Any:
        """The move that did best, the first one in doubt."""
        incumbent, rivals = moves[0], list(moves[1:])
        rounds = ceil(log2(len(moves)))
        gains: dict[Any, list[float]] = {}
        for _ in range(rounds):
            each = max(1, playouts // (rounds * (1 + len(rivals))))
            for move in (incumbent, *rivals):
                self.try_out(move, each)
            for move in rivals:
                gains[move] = [one - other for one, other in zip(self.found[move], self.found[incumbent], strict=True)]
            ahead = sorted((move for move in rivals if fmean(gains[move]) > 0), key=lambda move: -fmean(gains[move]))
            rivals = ahead[: max(1, len(rivals) // 2)]
            if not rivals:
                return incumbent
        found = gains[rivals[0]]
        sure = len(found) > 1 and fmean(found) > SURE * stdev(found) / sqrt(len(found))
        return rivals[0] if sure else incumbent

    def try_out(self, move: Any, times: int) -> None:
        """Play a move on from further guesses."""
        values = self.found.setdefault(move, [])
        for number in range(len(values), len(values) + times):
            if number == len(self.guesses):
                self.guesses.append(self.game.determinize(self.view, seed=derive(self.seed, "guess", number)))
            after = self.game.apply(self.guesses[number], move)
            luck = Random(derive(self.seed, "luck", number))
            values.append(self.worth(played_on(self.game, after, self.base, luck, turns=self.way.turns)))

    def worth(self, state: Any) -> float:
        """What a position is worth to the player, beyond what it is worth to the others in the mean."""
        result = self.game.result(state)
        if result is not None:
            points = list(map(float, result.scores))
        else:
            assert self.way.standing is not None  # or it would have been played to the end
            points = list(map(float, self.way.standing(state)))
        seat: int = self.view.player
        own = points[seat]
        return own - (sum(points) - own) / (len(points) - 1)
