"""Means and shares over independent seeds, with their intervals."""

from functools import cache
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist

from attrs import frozen

from rami.shapes import typed_fields

Z = NormalDist().inv_cdf(0.975)
"""The standard errors that a 95 % interval reaches to either side."""


@frozen(field_transformer=typed_fields)
class Estimate:
    """A mean over independent seeds, with its 95 % interval.

    The interval of a mean is Student's, for values that are about normal; that of a share is Wilson's.

    Attributes:
        mean: The mean.
        error: The standard error of the mean, in the same unit.
        low: The lower end of the 95 % interval.
        high: Its upper end.

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


class Sums:
    """Running sums of whole numbers: exact, in whatever order they come."""

    def __init__(self) -> None:
        self.number: int = 0
        self.total: int = 0
        self.squares: int = 0

    def add(self, value: int) -> None:
        """Add a number."""
        self.number += 1
        self.total += value
        self.squares += value * value

    def mean(self, scale: int = 1) -> Estimate:
        """Return the mean of the numbers, each divided by a scale, with Student's interval."""
        number = self.number
        spread = number * self.squares - self.total**2
        mean, error = self.total / (number * scale), sqrt(spread / (number - 1)) / (number * scale)
        reach = student(number - 1) * error
        return Estimate(mean, error, mean - reach, mean + reach)

    def share(self, scale: int, deals: int) -> Estimate:
        """Return the mean as a share, with Wilson's interval.

        The interval is that of as many independent deals as have the same spread (Korn and Graubard 1998): at least one
        a seed, and at most all.

        Args:
            scale: The number that stands for 1.
            deals: The number of deals of a seed.
        """
        found, seeds = self.mean(scale), self.number
        share, error = found.mean, found.error * student(seeds - 1) / Z
        number = min(max(seeds, share * (1 - share) / error**2), seeds * deals) if error else seeds
        middle = (share + Z**2 / (2 * number)) / (1 + Z**2 / number)
        reach = Z * sqrt(share * (1 - share) / number + (Z / (2 * number)) ** 2) / (1 + Z**2 / number)
        return Estimate(share, found.error, max(0.0, middle - reach), min(1.0, middle + reach))


MOST_EXACT = 100
"""The most degrees of freedom for which Student's distribution is summed; beyond, an expansion is as exact."""


@cache
def student(freedom: int) -> float:
    """Return how many standard errors a 95 % interval reaches, by Student's t distribution.

    Args:
        freedom: The degrees of freedom, at least 1: one less than there are values.

    Examples:
        >>> round(student(4), 3), round(student(1000), 3)
        (2.776, 1.962)
    """
    if freedom > MOST_EXACT:  # Abramowitz and Stegun, 26.7.5
        terms = (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
        return Z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
    low, high = 0.0, pi / 2
    for _ in range(60):  # halves an angle 60 times, down to the last bit of a float
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return sqrt(freedom) * tan(low)


def _within(angle: float, freedom: int) -> float:
    """Return the probability that |t| is at most the tangent of an angle, times the root of the degrees of freedom.

    Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    odd = freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
