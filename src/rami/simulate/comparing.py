"""Players against each other: every seating of the same deals, to cancel the luck of the deal."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import combinations, permutations
from math import factorial

from attrs import field, frozen

from rami.errors import Language, RulesError
from rami.game import Game, M, R, Result, S, V
from rami.players import Player
from rami.players.player import name_of
from rami.sentences import SHARED
from rami.shapes import typed, typed_fields, whole
from rami.shuffling import derive
from rami.simulate.deals import Summary, rules_of, simulate
from rami.simulate.estimates import Estimate, mean_of

Progress = Callable[[int, int], object]
"""A function of the number of deals done, and of the number of all deals."""

MOST_DEALS = 10**6
"""The number of deals of a comparison, at most."""

LONGEST_NAME = 24
"""The characters shown of the name of a player: a line fits on a terminal of 80 columns."""

MOST_PLAYERS = 8
"""The number of players that can be compared, at most: eight have 40,320 seatings."""


@frozen(field_transformer=typed_fields)
class Difference:
    """The lead of one player over another, in points a deal.

    Attributes:
        first: The place of the one among the players compared.
        second: The place of the other.
        points: The score of the first less that of the second, in points a deal.
    """

    first: int
    second: int
    points: Estimate


@frozen(field_transformer=typed_fields)
class Comparison:
    """The results of players against each other.

    Each figure is a mean over deals, of the mean over all seatings of the deal: players differ in how they play, not in
    what they were dealt.

    Attributes:
        players: The names of the players.
        deals: The number of different deals.
        seatings: The number of times that each deal was played: once for every order of the players.
        wins: The share of deals that each player won, 0 to 1; a win that is shared counts in part.
        points: The score of each player a deal.
        differences: The lead of each player over each later one.
        summaries: The outcome of each deal, a row for each deal with a summary for each seating: for `rows`.

    Raises:
        RulesError: If it has not the same players everywhere, or not every seating of a deal.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import quick_player, random_player
        >>> found = compare(contracts.GAME, [quick_player, random_player], deals=3, seed=1)
        >>> found.players, found.seatings, found.differences[0].points.mean > 0
        (('quick_player', 'random_player'), 2, True)
    """

    players: tuple[str, ...]
    deals: int
    seatings: int
    wins: tuple[Estimate, ...]
    points: tuple[Estimate, ...]
    differences: tuple[Difference, ...]
    summaries: tuple[tuple[Summary, ...], ...] = field(default=(), repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse figures of other players, and deals without all their seatings: nothing can be said of these."""
        players = len(self.players)
        if not 2 <= players <= MOST_PLAYERS:
            raise RulesError(f"2 to {MOST_PLAYERS} players are compared, not {players}")
        places = {place for each in self.differences for place in (each.first, each.second)}
        if not (len(self.wins) == len(self.points) == players and places.issubset(range(players))):
            raise RulesError(f"a comparison of {players} players has figures for each, and differences of two of them")
        seatings = {len(row) for row in self.summaries}
        scored = {len(summary.scores) for row in self.summaries for summary in row}
        if not (seatings <= {factorial(players)} and scored <= {players}):
            raise RulesError(f"a deal compared has a summary for each seating of its {players} players")

    def text(self, lang: Language = "en") -> str:
        """Return the comparison as a table for a terminal, and below it the lead of each player over each later one.

        Args:
            lang: The language of its words.

        Returns:
            The lines; `str` gives them in English.

        Raises:
            RulesError: If there is no such language.

        Examples:
            >>> from rami import contracts
            >>> from rami.players import quick_player, random_player
            >>> compare(contracts.GAME, [quick_player, random_player], deals=3, seed=1).text("fr").splitlines()[0]
            "3 donnes, chacune à 2 placements ; ± est la moitié de l'intervalle à 95 %"
        """

        def say(key: str, **values: object) -> str:
            return SHARED.say(f"comparison.{key}", lang, **values)

        names = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in self.players]
        wide = max(map(len, (*names, say("player"))))
        lines = [
            say("title", deals=self.deals, seatings=self.seatings),
            f"{say('player'):{wide}}  {say('wins'):>15}  {say('points'):>18}",
        ]
        for name, wins, points in zip(names, self.wins, self.points, strict=True):
            share = f"{100 * wins.mean:.1f} % ± {50 * (wins.high - wins.low):.1f}"
            lines.append(f"{name:{wide}}  {share:>15}  {points!s:>18}")
        lines += [
            say("lead", first=names[one.first], second=names[one.second], points=str(one.points))
            for one in self.differences
        ]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


@typed
def compare(  # all but two are keywords
    game: Game[R, S, M, V],
    players: Sequence[Player[V, M]],
    *,
    rules: R | None = None,
    deals: int,
    seed: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Let players play the same deals in every seating.

    The luck of the deal is much larger than the difference of two good players: only the same deal from every seat
    shows it in reasonable time. The work is `deals` times the number of seatings: 2 for two players, 6 for three, 24
    for four.

    Args:
        game: The game.
        players: The players, one for each seat, in any order; 2 to 8.
        rules: The rules of the deals; None for the first of the game's presets.
        deals: The number of different deals, 2 to a million.
        seed: The seed of the deals. The same seed gives the same deals, whoever plays.
        executor: Where the deals are played; None for here. The figures are the same.
        progress: Called after each deal with the number of deals done, and the number of all deals.

    Returns:
        The comparison.

    Raises:
        IllegalMove: If a player makes an illegal move.
        PlayerFailed: If a player raises an error.
        RulesError: If an argument is out of range, or the rules do not allow so many players.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import quick_player, random_player
        >>> print(compare(contracts.GAME, [quick_player, random_player], deals=3, seed=1))
        3 deals in 2 seatings each; ± is half of the 95 % interval
        ...
    """
    whole("deals", deals, 2, MOST_DEALS)
    _check_seats(game, rules, len(players))
    seatings = list(permutations(range(len(players))))
    played = zip(
        *(
            simulate(
                game,
                [players[one] for one in seating],
                rules=rules,
                seeds=(derive(seed, "compare", number) for number in range(deals)),
                executor=executor,
            )
            for seating in seatings
        ),
        strict=True,
    )
    done: list[tuple[Summary, ...]] = []
    for row in played:
        done.append(row)
        if progress is not None:
            progress(len(done), deals)
    figures = [_figures(seatings, row) for row in done]
    wins, points = zip(*figures, strict=True)
    return Comparison(
        players=tuple(map(name_of, players)),
        deals=deals,
        seatings=len(seatings),
        wins=tuple(map(mean_of, zip(*wins, strict=True))),
        points=tuple(map(mean_of, zip(*points, strict=True))),
        differences=tuple(
            Difference(one, other, mean_of([scored[one] - scored[other] for scored in points]))
            for one, other in combinations(range(len(players)), 2)
        ),
        summaries=tuple(done),
    )


_Figures = tuple[tuple[float, ...], tuple[float, ...]]
"""The shares of wins and the points of each player in one deal."""


def _figures(seatings: Sequence[Sequence[int]], row: Sequence[Summary]) -> _Figures:
    shares = [Result(each.scores, each.winners, each.reason).shares for each in row]
    return _by_player(seatings, shares), _by_player(seatings, [summary.scores for summary in row])


def _check_seats(game: Game[R, S, M, V], rules: R | None, players: int) -> None:
    """Refuse what would fail only after all seatings were listed, of which there are more than any memory holds."""
    if players < 2:
        raise RulesError(f"two players are needed to compare them, not {players}")
    allowed = rules_of(game, rules).player_counts
    if allowed and players not in allowed:
        raise RulesError(f"players must be a number from {allowed[0]} to {allowed[-1]}, not {players}")
    if players > MOST_PLAYERS:
        raise RulesError(f"at most {MOST_PLAYERS} players can be compared, not {players}")


def _by_player(seatings: Sequence[Sequence[int]], by_seat: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the mean of each player over the seatings, from the figures of each seat."""
    totals = [0.0] * len(by_seat[0])
    for seating, figures in zip(seatings, by_seat, strict=True):
        for player, figure in zip(seating, figures, strict=True):
            totals[player] += figure
    return tuple(total / len(seatings) for total in totals)
