"""Several deals of one game: totals, who starts next, when it is over, and who wins."""

from typing import Generic, Literal

from attrs import evolve, field, frozen

from rami.errors import RulesError
from rami.game import Deal, Game, M, R, Result, S, V
from rami.validation import is_whole


def _results(values: tuple[Result, ...]) -> tuple[Result, ...]:
    row = tuple(values)
    for value in row:
        if not isinstance(value, Result):
            raise RulesError(f"results is made of Result, not {value!r:.80}")
    return row


@frozen(kw_only=True)
class Match(Generic[R, S, M, V]):
    """Deals of one game between the same players, and what has come of them so far.

    A match goes on for a number of deals, or until a player has so many points, whichever comes first; if neither is
    given, until the players stop.

    Attributes:
        game: The game.
        rules: The rules of every deal.
        players: How many players there are.
        deals: After how many deals the match is over; None for no limit (004.11).
        points: With how many points of a player it is over; None for no limit (004.11).
        results: The results of the deals so far.
        starter: The seat that starts the next deal; None if the deal decides it (A4, C9).

    Raises:
        RulesError: If a field has a value that it cannot have, or a result comes after the end.

    Examples:
        >>> from rami import EndReason, rummikub
        >>> from rami.game import Result
        >>> games = [(24, -5, -16, -3), (-6, -11, 22, -5)]
        >>> results = [Result(game, (game.index(max(game)),), EndReason.WENT_OUT) for game in games]
        >>> match = Match(game=rummikub.GAME, rules=rummikub.DEFAULT, players=4, deals=2, results=results)
        >>> match.totals, match.standing, match.winners
        ((18, -16, 6, -8), ((0,), (2,), (3,), (1,)), (0,))
    """

    game: Game[R, S, M, V]
    rules: R
    players: int
    deals: int | None = None
    points: int | None = None
    results: tuple[Result, ...] = field(default=(), converter=_results)
    starter: int | None = None

    def __attrs_post_init__(self) -> None:
        """Check each field alone, then what they say together."""
        if not isinstance(self.game, Game):
            raise RulesError(f"game must be a Game, not {self.game!r:.80}")
        if not isinstance(self.rules, self.game.rules):
            raise RulesError(f"rules must be the Rules of {self.game.name}, not {self.rules!r:.80}")
        if not is_whole(self.players) or self.players < 1:
            raise RulesError(f"players must be a whole number from 1, not {self.players!r}")
        for name, value in (("deals", self.deals), ("points", self.points)):
            if value is not None and (not is_whole(value) or value < 1):
                raise RulesError(f"{name} must be a whole number from 1, or None, not {value!r}")
        if self.starter is not None and not (is_whole(self.starter) and self.starter in range(self.players)):
            raise RulesError(f"starter must be a seat from 0 to {self.players - 1}, or None, not {self.starter!r}")
        self._check_results()

    def _check_results(self) -> None:
        totals = [0] * self.players
        for number, result in enumerate(self.results):
            if self._ends(number, totals):
                raise RulesError(f"the match is over after {number} deals, and there are {len(self.results)} results")
            if len(result.scores) != self.players:
                raise RulesError(f"result {number + 1} has {len(result.scores)} scores, not {self.players}")
            if not set(result.winners) <= set(range(self.players)):
                raise RulesError(f"result {number + 1} has winners that are no seats: {result.winners}")
            totals = [total + score for total, score in zip(totals, result.scores, strict=True)]

    def _ends(self, deals: int, totals: list[int]) -> bool:
        return deals == self.deals or (self.points is not None and max(totals) >= self.points)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all deals so far, by seat (000.22)."""
        return tuple(sum(result.scores[seat] for result in self.results) for seat in range(self.players))

    @property
    def deals_won(self) -> tuple[int, ...]:
        """How many deals each player has won, by seat; one that several won counts for each of them."""
        return tuple(sum(seat in result.winners for result in self.results) for seat in range(self.players))

    @property
    def standing(self) -> tuple[tuple[int, ...], ...]:
        """The seats from the first place to the last, those that tie together (000.22, A26)."""
        ranks = self._ranks()
        return tuple(
            tuple(seat for seat, rank in enumerate(ranks) if rank == place)
            for place in sorted(set(ranks), reverse=True)
        )

    def _ranks(self) -> list[tuple[int, int]]:
        """What counts for the place of each seat, and then what decides a tie (A26)."""
        by: Literal["total", "games_then_total"] = "total"
        if self.game.match_winner is not None:
            by = self.game.match_winner(self.rules)
        won = self.deals_won if by == "games_then_total" else (0,) * self.players
        return list(zip(won, self.totals, strict=True))

    @property
    def is_over(self) -> bool:
        """Whether the last deal was played."""
        return self._ends(len(self.results), list(self.totals))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match (000.22, 001.21, A26); () while it runs."""
        return self.standing[0] if self.is_over else ()


def deal(match: Match[R, S, M, V], *, seed: int) -> Deal:
    """Shuffle the next deal of a match, started by the player whose turn it is to start.

    Args:
        match: The match.
        seed: Any whole number.

    Returns:
        The deal, for `match.game.from_deal`.

    Raises:
        RulesError: If the match is over, or `seed` is not a whole number.

    Examples:
        >>> from rami import rummikub
        >>> match = Match(game=rummikub.GAME, rules=rummikub.DEFAULT, players=2, starter=1)
        >>> deal(match, seed=1).starter
        1
    """
    if match.is_over:
        raise RulesError("the match is over: there is no next deal")
    return match.game.deal(match.players, match.rules, seed=seed, starter=match.starter)


def start(match: Match[R, S, M, V], *, seed: int) -> S:
    """The first position of the next deal of a match.

    Args:
        match: The match.
        seed: Any whole number.

    Returns:
        The position.

    Raises:
        RulesError: If the match is over, or `seed` is not a whole number.

    Examples:
        >>> from rami import rummikub
        >>> match = Match(game=rummikub.GAME, rules=rummikub.DEFAULT, players=2)
        >>> start(match, seed=1) == rummikub.new_game(2, seed=1)
        True
    """
    return match.game.from_deal(match.players, match.rules, deal(match, seed=seed))


def after(match: Match[R, S, M, V], state: S) -> Match[R, S, M, V]:
    """The match after a deal: its result is added, and the edition says who starts the next one (A4, C9).

    A deal that does not count, because the players deal again, is simply not added.

    Args:
        match: The match.
        state: The last position of the deal.

    Returns:
        The match with one result more.

    Raises:
        RulesError: If the deal is still running or was played by other rules, or the match was over before it.

    Examples:
        >>> from rami import rummikub
        >>> rules = rummikub.Rules(next_starter="rotate")
        >>> match = Match(game=rummikub.GAME, rules=rules, players=2, deals=3, starter=0)
        >>> state = start(match, seed=1)
        >>> while not state.is_over:
        ...     state = rummikub.apply(state, rummikub.Draw() if state.pool else rummikub.Pass())
        >>> match = after(match, state)
        >>> len(match.results), match.starter, match.is_over
        (1, 1, False)
    """
    game = match.game
    if not isinstance(state, game.state):
        raise RulesError(f"a State of {game.name} is expected, not {state!r:.80}")
    if state.rules != match.rules:
        raise RulesError("the deal was played by other rules than those of the match")
    result = game.result(state)
    if result is None:
        raise RulesError("the deal is still running: it has no result yet")
    starter = None if game.next_starter is None else game.next_starter(state)
    return evolve(match, results=(*match.results, result), starter=starter)
