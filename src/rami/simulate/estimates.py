"""Estimates from independent deals, with their intervals."""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from attrs import frozen

Z = NormalDist().inv_cdf(0.975)
"""The standard errors that a 95 % interval reaches to either side."""


@frozen
class Estimate:
    """A mean over independent deals, with its 95 % interval.

    The intervals are those of the normal distribution: with fewer than about thirty deals they are too narrow.

    Attributes:
        mean: The mean.
        error: The standard error of the mean, in the same unit.
        low: The lower end of the 95 % interval.
        high: Its upper end.

    Examples:
        >>> print(mean_of([1, 2, 3, 4]))
        2.50 ± 1.27
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
    return Estimate(mean, error, mean - Z * error, mean + Z * error)


def share_of(count: float, tries: int) -> Estimate:
    """Return the share of tries that succeeded, with Wilson's interval, which is sound near 0 and 1 too.

    Args:
        count: The number of successes; a win that is shared counts in part.
        tries: The number of tries, at least one.

    Returns:
        The share, 0 to 1.

    Examples:
        >>> share = share_of(0, 20)
        >>> share.mean, round(share.low, 2), round(share.high, 2)
        (0.0, 0.0, 0.16)
    """
    share = count / tries
    middle = (share + Z * Z / (2 * tries)) / (1 + Z * Z / tries)
    reach = Z * sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries)) / (1 + Z * Z / tries)
    error = sqrt(share * (1 - share) / tries)
    return Estimate(share, error, max(0.0, middle - reach), min(1.0, middle + reach))
