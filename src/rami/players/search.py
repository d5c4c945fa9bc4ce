"""A player that looks ahead: it plays candidate moves on from guesses at what is hidden."""

from collections.abc import Sequence
from itertools import islice
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Generic, cast, overload

from attrs import define, field, frozen

from rami.game import Game, M, R, S, V
from rami.games import game_of
from rami.players.baseline import quick_player
from rami.players.library import STRATEGIES, BaselinePlayer
from rami.players.playouts import play_on
from rami.players.strategy import Player, Strategy
from rami.shapes import typed, whole
from rami.shuffling import derive

MOST_MOVES = 24
"""The number of candidates, at most, in a game without a shortlist."""
FEWEST_PLAYOUTS = 12
"""The number of playouts, at least, of each candidate: with fewer even the error is not known."""
PRIOR = 3 * sqrt(FEWEST_PLAYOUTS)
"""How much a candidate is taken to have trailed before its first playout, in standard deviations of what it gains.

With the fewest playouts it must lead by three standard errors, as the best of many figures is too high by chance; with
more of them by less.
"""


@overload
def search_player(*, playouts: int = 100, base: BaselinePlayer = quick_player, game: None = None) -> BaselinePlayer: ...
@overload
def search_player(*, playouts: int = 100, base: Player[V, M], game: Game[R, S, M, V] | None = None) -> Player[V, M]: ...
@typed
def search_player(
    *,
    playouts: int = 100,
    base: Player[Any, Any] = quick_player,
    game: Game[Any, Any, Any, Any] | None = None,
) -> Any:
    """Make a player that tries moves out on guesses at what is hidden.

    Every guess is a full position that fits the view, and every candidate is played on from the same guesses with the
    same chance, so that luck strikes all of them alike. One candidate, the incumbent, is the move of
    `thoughtful_player`; in a game of your own, the first legal move. After each round the weaker half of the others is
    dropped, and whatever did not do better than the incumbent (sequential halving). The one that is left is chosen only
    if what it gained in all outweighs a prior in favour of the rules of thumb.

    In the games of the library no gain over `thoughtful_player`, which is much faster, has been shown: it is for games
    of your own, and for experiments.

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
    """The player that `search_player` makes, as a value.

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
        strategy = STRATEGIES[game.name] if self.game is None else None
        moves: list[M] = _candidates(game, strategy, view)[: max(2, self.playouts // FEWEST_PLAYOUTS)]
        if len(moves) == 1:
            return moves[0]
        seed = int(random.random() * 2**53)  # the one method whose sequence Python promises to keep
        return cast("M", _Trial(game, strategy, view, self.base, seed).best(moves, self.playouts))


def _candidates(game: Game[Any, Any, M, V], strategy: Strategy[Any, M, V] | None, view: V) -> list[M]:
    """Return the moves to try out, the incumbent first."""
    if strategy is None:
        return list(islice(game.legal_moves(view), MOST_MOVES))
    moves: list[M] = [strategy.thoughtful(view), *strategy.shortlist(view)]
    return list(dict.fromkeys(moves))


@define
class _Trial:
    """Moves of one view, tried out on the same guesses."""

    game: Game[Any, Any, Any, Any]
    strategy: Strategy[Any, Any, Any] | None
    view: Any
    base: Player[Any, Any]
    seed: int
    guesses: list[Any] = field(factory=list[Any])
    outcomes: dict[Any, list[float]] = field(factory=dict[Any, list[float]])

    def best(self, moves: Sequence[Any], playouts: int) -> Any:
        """Return the move that did best; the first one in doubt."""
        incumbent, rivals = moves[0], list(moves[1:])
        rounds = ceil(log2(len(moves)))
        gains: dict[Any, list[float]] = {}
        for _ in range(rounds):
            each = max(1, playouts // (rounds * (1 + len(rivals))))
            for move in (incumbent, *rivals):
                self.try_out(move, each)
            for move in rivals:
                pairs = zip(self.outcomes[move], self.outcomes[incumbent], strict=True)
                gains[move] = [one - other for one, other in pairs]
            ahead = sorted((move for move in rivals if fmean(gains[move]) > 0), key=lambda move: -fmean(gains[move]))
            rivals = ahead[: max(1, len(rivals) // 2)]
            if not rivals:
                return incumbent
        winner, gained = rivals[0], gains[rivals[0]]
        sure = len(gained) > 1 and sum(gained) > PRIOR * stdev(gained)
        return winner if sure else incumbent

    def try_out(self, move: Any, times: int) -> None:
        """Play a move on from the next guesses."""
        outcomes = self.outcomes.setdefault(move, [])
        turns = None if self.strategy is None else self.strategy.playout_turns
        for number in range(len(outcomes), len(outcomes) + times):
            if number == len(self.guesses):
                self.guesses.append(self.game.determinize(self.view, seed=derive(self.seed, "guess", number)))
            after = self.game.apply(self.guesses[number], move)
            luck = Random(derive(self.seed, "luck", number))
            outcomes.append(self.lead(play_on(self.game, after, self.base, luck, turns=turns)))

    def lead(self, state: Any) -> float:
        """Return the value of a position to the player, less its mean value to the others."""
        result = self.game.result(state)
        if result is not None:
            points = list(map(float, result.scores))
        else:  # a playout that stopped early, so there is a way to evaluate where it stopped
            assert self.strategy is not None
            assert self.strategy.evaluate is not None
            points = list(map(float, self.strategy.evaluate(state)))
        seat: int = self.view.player
        own = points[seat]
        return own - (sum(points) - own) / (len(points) - 1)
