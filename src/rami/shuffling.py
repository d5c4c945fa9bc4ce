"""Seeded shuffles that are the same on every machine and in every Python version.

`random.Random.random` is the only method whose sequence CPython promises to keep for a seed, so the shuffle is our own
Fisher–Yates on top of it, and seeds are spread by SHA-256 (`Random(-1)` and `Random(1)` would be one sequence).
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from rami.shapes import whole

if TYPE_CHECKING:
    from random import Random


T = TypeVar("T")


@cache
def _generator() -> "type[Random]":
    from random import Random  # noqa: PLC0415  # slow to import, and not needed before the first deal

    return Random


@cache
def _digest() -> Callable[[bytes], bytes]:
    from hashlib import sha256  # noqa: PLC0415  # likewise

    return lambda text: sha256(text).digest()


def derive(seed: int, *labels: str | int) -> int:
    """Return a new seed from a seed and labels, independent of the seeds with other labels.

    Args:
        seed: Any whole number.
        labels: What the new seed is for, such as `"pool", turn`.

    Returns:
        A number of 0 .. 2**63 - 1.

    Raises:
        WrongType: If `seed` is not a whole number.

    Examples:
        >>> derive(7, "deal") == derive(7, "deal"), derive(7, "deal") == derive(7, "draw")
        (True, False)
    """
    if type(seed) is not int:
        whole("seed", seed)
    # Hexadecimal: decimal text of a huge number costs quadratic time, and CPython refuses it.
    text = "/".join([hex(seed), *map(str, labels)])
    return int.from_bytes(_digest()(text.encode())[:8]) >> 1


def shuffled(items: Iterable[T], seed: int) -> tuple[T, ...]:
    """Return the items in a random order, which depends on them and the seed alone.

    Args:
        items: What to shuffle.
        seed: Any whole number.

    Returns:
        The same items in another order.

    Raises:
        WrongType: If `seed` is not a whole number.

    Examples:
        >>> shuffled("ABCDEF", seed=1)
        ('F', 'E', 'B', 'D', 'C', 'A')
    """
    order = list(items)
    random = _generator()(derive(seed, "shuffle")).random
    for last in range(len(order) - 1, 0, -1):
        chosen = int(random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
