"""Statistics of deals, and comparisons of players."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations
from math import cos, factorial, lcm, pi, sin, sqrt, tan
from statistics import NormalDist

from attrs import define, field, frozen

from rami.errors import Language, RulesError, clean, shown
from rami.sentences import SHARED
from rami.shapes import instance, typed, typed_fields
from rami.simulate.playing import MOST_PLAYERS, DealRow, check_names

Z = NormalDist().inv_cdf(0.975)
"""Half-width of a 95 % interval of the normal distribution, in standard errors.
"""


@frozen(field_transformer=typed_fields)
class Estimate:
    """A mean with a 95 % interval.

    The seeds are independent.

    Means have Student's interval, which assumes nearly normal values. Shares have Wilson's.

    Attributes:
        mean: The mean.
        error: The standard error of the mean, in the same unit.
        low: The lower end of the interval.
        high: The upper end of the interval.

    Examples:
        >>> print(Estimate(2.5, 1.0, 0.5, 4.5))
        2.50 ± 2.00
    """

    mean: float
    error: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {(self.high - self.low) / 2:.2f}"


@define(eq=False)
class Sums:
    """Sums for computing a mean and its standard error.

    The sums are whole numbers, so the order of the values does not matter.
    """

    number: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Add a number."""
        self.number += 1
        self.total += value
        self.squares += value * value

    def mean(self, scale: int = 1) -> Estimate:
        """Return the mean of the numbers with Student's 95 % interval.

        The numbers are divided by `scale`.
        """
        number = self.number
        spread = number * self.squares - self.total**2
        mean, error = self.total / (number * scale), sqrt(spread / (number - 1)) / (number * scale)
        reach = student(number - 1) * error
        return Estimate(mean, error, mean - reach, mean + reach)

    def share(self, scale: int, deals: int) -> Estimate:
        """Return the mean as a share from 0 to 1, with Wilson's 95 % interval.

        The interval is for an effective number of deals.

        With this number, independent deals would have the same spread (Korn and Graubard 1998). It is at least the
        number of seeds and at most the number of deals.

        Args:
            scale: The number that corresponds to a share of 1.
            deals: The number of deals per seed.
        """
        found, seeds = self.mean(scale), self.number
        share, error = found.mean, found.error * student(seeds - 1) / Z
        number = min(max(seeds, share * (1 - share) / error**2), seeds * deals) if error else seeds
        middle = (share + Z**2 / (2 * number)) / (1 + Z**2 / number)
        reach = Z * sqrt(share * (1 - share) / number + (Z / (2 * number)) ** 2) / (1 + Z**2 / number)
        return Estimate(share, found.error, max(0.0, middle - reach), min(1.0, middle + reach))


MOST_EXACT = 100
"""Maximum degrees of freedom for the exact formula of Student's t distribution.

For larger numbers, an approximation is as accurate.
"""


@cache
def student(freedom: int) -> float:
    """Return the half-width of Student's 95 % interval, in standard errors.

    Args:
        freedom: The degrees of freedom, at least 1. This is the number of values minus 1.

    Examples:
        >>> round(student(4), 3), round(student(1000), 3)
        (2.776, 1.962)
    """
    if freedom > MOST_EXACT:
        # Abramowitz and Stegun, 26.7.5.
        terms = (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
        return Z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
    low, high = 0.0, pi / 2
    # After 60 bisections, the angle has the precision of a float.
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_probability(middle, freedom) < 0.95 else (low, middle)
    return sqrt(freedom) * tan(low)


def _student_probability(angle: float, freedom: int) -> float:
    """Return the probability of |t| <= sqrt(freedom) * tan(angle)."""
    # Abramowitz and Stegun, 26.7.3 and 26.7.4.
    odd = freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


LONGEST_NAME = 24
"""Maximum length of a player's name in the table.

Lines then fit on a terminal of 80 columns.
"""

WIN = lcm(*range(1, MOST_PLAYERS + 1))
"""The whole number that stands for one win.

It is divisible by any number of winners, so shares of a win are whole numbers.
"""


@frozen(field_transformer=typed_fields)
class Comparison:
    """A comparison of players by the results of many deals.

    Each estimate is a mean over seeds. The value of a seed is the mean over all seatings. Every player plays every hand
    of a seed, so good hands favor no player. All deals of one seed count as one observation.

    Attributes:
        game: The name of the game.
        edition: The name of the edition, as in the rows.
        version: The version of the library, as in the rows.
        players: The names of the players.
        seeds: The number of seeds.
        wins: The share of deals won by each player, from 0 to 1. Winners share a win equally.
        points: The mean score of each player per deal.
        leads: The mean lead of each player over each other player, in points per deal. `leads[0][1]` is the lead of the
            first over the second.
        seatings: The mean score of each player per deal, for each seating in the order of `itertools.permutations`.

    Raises:
        RulesError: If the number of estimates does not match the number of players.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import quick_player, random_player
        >>> from rami.simulate import deals
        >>> players = {"quick": quick_player, "random": random_player}
        >>> found = compare(deals(contracts.GAME, players, seeds=range(3)))
        >>> found.players, found.seeds, found.leads[0][1].mean > 0
        (('quick', 'random'), 3, True)
    """

    game: str
    edition: str
    version: str
    players: tuple[str, ...]
    seeds: int
    wins: tuple[Estimate, ...]
    points: tuple[Estimate, ...]
    leads: tuple[tuple[Estimate, ...], ...] = field(repr=False)
    seatings: tuple[tuple[Estimate, ...], ...] = field(repr=False)

    def __attrs_post_init__(self) -> None:
        check_names(self.players)
        players = len(self.players)
        figures = (self.wins, self.points, self.leads, *self.leads, *self.seatings)
        if {len(each) for each in figures} != {players} or len(self.seatings) != factorial(players):
            raise RulesError(
                f"a comparison of {players} players needs {players} estimates, and {factorial(players)} seatings"
            )

    def text(self, lang: Language = "en") -> str:
        """Return a table for a terminal.

        Below the table, a line for each pair of players has the lead of the first over the second.

        Args:
            lang: The language.

        Returns:
            The lines. `str` returns them in English.

        Raises:
            RulesError: If the language does not exist.

        Examples:
            >>> from rami import contracts
            >>> from rami.players import quick_player, random_player
            >>> from rami.simulate import deals
            >>> players = {"quick": quick_player, "random": random_player}
            >>> compare(deals(contracts.GAME, players, seeds=range(3))).text("fr").splitlines()[0]
            '3 donnes, chacune jouée avec 2 placements (intervalles de confiance à 95 %)'
        """

        def say(key: str, **values: object) -> str:
            return SHARED.say(f"comparison.{key}", lang, **values)

        names = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in self.players]
        width = max(map(len, (*names, say("player"))))
        lines = [
            say("title", deals=self.seeds, seatings=len(self.seatings)),
            f"{say('player'):{width}}  {say('wins'):>21}  {say('points'):>18}",
        ]
        for name, wins, points in zip(names, self.wins, self.points, strict=True):
            share = f"{100 * wins.mean:.1f} % ({100 * wins.low:.1f}–{100 * wins.high:.1f})"
            lines.append(f"{name:{width}}  {share:>21}  {points!s:>18}")
        lines += [
            say("lead", first=names[one], second=names[other], points=str(self.leads[one][other]))
            for one, other in combinations(range(len(names)), 2)
        ]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


@typed
def compare(rows: Iterable[DealRow]) -> Comparison:
    """Compare the players of simulated deals.

    All deals of one seed count as one observation. Intervals over seeds are Student's for points and Wilson's for wins.
    Duplicate rows count once. A seed counts only if it has a row of every seating.

    Args:
        rows: Rows of `deals` from at least two seeds, in any order.

    Returns:
        The comparison.

    Raises:
        RulesError: If the rows differ in game, rules, players or version of the library, if two rows of the same deal
            differ, or if fewer than two seeds have every seating.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import quick_player, random_player
        >>> from rami.simulate import deals
        >>> players = {"quick": quick_player, "random": random_player}
        >>> print(compare(deals(contracts.GAME, players, seeds=range(3))))
        3 deals, each played in 2 seatings (95 % confidence intervals)
        ...
    """
    first: DealRow | None = None
    tally: _Tally | None = None
    for row in rows:
        instance("a row", row, DealRow)
        if first is None or tally is None:
            first, tally = row, _Tally(row)
        _check_same(first, row)
        tally.add(row)
    if first is None or tally is None or len(tally.done) < 2:
        raise RulesError(f"at least two seeds need rows of all seatings, not {0 if tally is None else len(tally.done)}")
    return tally.comparison(first)


def _check_same(first: DealRow, row: DealRow) -> None:
    for what in ("game", "edition", "version"):
        one, other = getattr(first, what), getattr(row, what)
        if one != other:
            raise RulesError(f"all rows must have the same {what}, not {shown(clean(one))} and {shown(clean(other))}")
    if set(first.players) != set(row.players):
        one, other = (", ".join(each.players) for each in (first, row))
        raise RulesError(f"all rows must have the same players, not {one} and {other}")


class _Tally:
    def __init__(self, row: DealRow) -> None:
        players = len(row.players)
        self.orders = list(permutations(range(players)))
        names = dict(zip(self.orders[row.seating], row.players, strict=True))
        self.names = tuple(names[player] for player in range(players))
        self.waiting: dict[int, dict[int, DealRow]] = {}
        self.done: set[int] = set()
        self.wins, self.points = ([Sums() for _ in range(players)] for _ in range(2))
        self.leads = [[Sums() for _ in range(players)] for _ in range(players)]
        self.seatings = [[Sums() for _ in range(players)] for _ in self.orders]

    def add(self, row: DealRow) -> None:
        """Add a row.

        A seed is counted when its rows of all seatings have been added.
        """
        if row.players != tuple(self.names[player] for player in self.orders[row.seating]):
            raise RulesError(f"seating {row.seating} of {', '.join(self.names)} is not {', '.join(row.players)}")
        if row.seed in self.done:
            return
        found = self.waiting.setdefault(row.seed, {})
        if found.setdefault(row.seating, row) != row:
            raise RulesError(f"two rows of seed {shown(row.seed)} and seating {row.seating} differ")
        if len(found) == len(self.orders):
            self._count([found[number] for number in range(len(self.orders))])
            del self.waiting[row.seed]
            self.done.add(row.seed)

    def _count(self, rows: Sequence[DealRow]) -> None:
        won, scored = Counter[int](), Counter[int]()
        for order, row, sums in zip(self.orders, rows, self.seatings, strict=True):
            for seat, player in enumerate(order):
                score = row.scores[seat]
                scored[player] += score
                sums[player].add(score)
                if seat in row.winners:
                    won[player] += WIN // len(row.winners)
        for player, score in scored.items():
            self.wins[player].add(won[player])
            self.points[player].add(score)
            for other, theirs in scored.items():
                self.leads[player][other].add(score - theirs)

    def comparison(self, row: DealRow) -> Comparison:
        """Return the comparison.

        The given row has the game, the edition and the version.
        """
        seatings = len(self.orders)
        return Comparison(
            game=row.game,
            edition=row.edition,
            version=row.version,
            players=self.names,
            seeds=len(self.done),
            wins=tuple(sums.share(WIN * seatings, seatings) for sums in self.wins),
            points=tuple(sums.mean(seatings) for sums in self.points),
            leads=tuple(tuple(sums.mean(seatings) for sums in each) for each in self.leads),
            seatings=tuple(tuple(sums.mean() for sums in each) for each in self.seatings),
        )
