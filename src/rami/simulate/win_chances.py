"""The chances of each seat to win, by playouts from what one seat may know."""

from concurrent.futures import Executor
from random import Random
from statistics import fmean
from typing import Generic

from attrs import frozen

from rami.game import Game, M, R, S, V
from rami.games import game_of
from rami.players import Player
from rami.players.playouts import play_on
from rami.shapes import typed, whole
from rami.shuffling import derive
from rami.simulate.deals import AHEAD, CHUNK, check_picklable, chunks, spread
from rami.simulate.estimates import Estimate, mean_of, share_of


@frozen
class Chances:
    """The share of wins of each seat from a position, as far as one seat can know.

    Attributes:
        playouts: The number of playouts.
        wins: The share of playouts that each seat won, 0 to 1; a win that is shared counts in part.
        points: The score of each seat, in points a deal.
    """

    playouts: int
    wins: tuple[Estimate, ...]
    points: tuple[Estimate, ...]

    def __str__(self) -> str:
        return "\n".join(
            f"seat {seat}: {100 * wins.mean:.0f} % ({100 * wins.low:.0f} to {100 * wins.high:.0f}), {points} points"
            for seat, (wins, points) in enumerate(zip(self.wins, self.points, strict=True), 1)
        )


@typed
def chances(
    view: V,
    base: Player[V, M],
    *,
    playouts: int,
    seed: int,
    game: Game[R, S, M, V] | None = None,
    executor: Executor | None = None,
) -> Chances:
    """Estimate the chances of each seat to win from here, and its score.

    Each playout draws a full position that fits the view (`determinize`), every one as likely as another, and lets the
    same player play all seats to the end. So the answer holds where all play like `base`, and nobody draws conclusions
    from what the others did before.

    Args:
        view: The view of a player, or of a spectator.
        base: The player who plays on for every seat.
        playouts: The number of playouts, 2 to a million. A share of one half is known to ± 10 % after 100, to
            ± 3 % after 1,000.
        seed: The seed of the playouts.
        game: The game; None for the game of the library that the view belongs to.
        executor: Where the playouts run; None for here. The figures are the same.

    Returns:
        The chances of every seat, with intervals.

    Raises:
        RulesError: If `playouts` is out of range, or `seed` is not a whole number.
        PlayerFailed: If the player raises an error.
        RamiError: If the view belongs to no game of the library, and none is given.

    Examples:
        >>> from rami import rummy
        >>> from rami.players import quick_player
        >>> found = chances(rummy.set_up("AS", "4S-5S-6S"), quick_player, playouts=20, seed=1)
        >>> found.wins[0].mean
        1.0
    """
    whole("playouts", playouts, 2, 10**6)
    job = _Job(game_of(view) if game is None else game, view, base)
    seeds = [derive(seed, "chances", number) for number in range(playouts)]
    if executor is None:
        outcomes = list(map(job.outcome, seeds))
    else:
        check_picklable(executor, job.game, base)
        outcomes = list(spread(executor, job.outcomes, chunks(seeds, CHUNK), AHEAD))
    wins, points = zip(*outcomes, strict=True)
    return Chances(
        playouts,
        tuple(share_of(fmean(shares) * playouts, playouts) for shares in zip(*wins, strict=True)),
        tuple(mean_of(scores) for scores in zip(*points, strict=True)),
    )


@frozen
class _Job(Generic[R, S, M, V]):
    """The task of every worker, as a value that can be sent."""

    game: Game[R, S, M, V]
    view: V
    base: Player[V, M]

    def outcome(self, seed: int) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """Return the share of the win of each seat, and its score, in one playout."""
        state = self.game.determinize(self.view, seed=derive(seed, "world"))
        last = play_on(self.game, state, self.base, Random(derive(seed, "luck")))
        result = self.game.result(last)
        assert result is not None  # the deal is over
        return result.shares, result.scores

    def outcomes(self, seeds: tuple[int, ...]) -> list[tuple[tuple[float, ...], tuple[int, ...]]]:
        return [self.outcome(seed) for seed in seeds]
