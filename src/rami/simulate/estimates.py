"""Estimates from independent deals, with their intervals."""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist, fmean, stdev

from attrs import frozen

Z = NormalDist().inv_cdf(0.975)
"""The standard errors that a 95 % interval reaches to either side."""


@frozen
class Estimate:
    """A mean over independent deals, with its 95 % interval.

    The interval of a mean is Student's, for values that are about normal; that of a share is Wilson's.

    Attributes:
        mean: The mean.
        error: The standard error of the mean, in the same unit.
        low: The lower end of the 95 % interval.
        high: Its upper end.

    Examples:
        >>> print(mean_of([1, 2, 3, 4]))
        2.50 ± 2.05
    """

    mean: float
    error: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {(self.high - self.low) / 2:.2f}"


def mean_of(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values.

    Args:
        values: At least two values.

    Returns:
        Their mean and its interval.
    """
    mean, error = fmean(values), stdev(values) / sqrt(len(values))
    reach = student(len(values) - 1) * error
    return Estimate(mean, error, mean - reach, mean + reach)


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
