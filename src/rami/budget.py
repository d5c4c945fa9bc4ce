"""Step budgets, which limit the work of a call."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from rami.errors import TooLarge
from rami.messages import SHARED


class Budget:
    """Counter that limits the number of steps of a call.

    The limit is a number of steps, not a time, so a call is refused on every machine or on none. Instances compare
    equal, so cache keys ignore budgets.

    Attributes:
        most: The maximum number of steps, for the error message.
        left: The number of steps left.
    """

    __slots__ = ("left", "most")

    def __init__(self, most: int) -> None:
        self.most: int = most
        self.left: int = most

    def spend(self, steps: int) -> None:
        """Subtract steps from the number of steps left.

        Args:
            steps: The number of steps.

        Raises:
            TooLarge: If too few steps are left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooLarge(SHARED.phrase("limits.steps", most=self.most))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Budget)

    def __hash__(self) -> int:
        return 0


F = TypeVar("F", bound=Callable[..., object])


def remembered(maxsize: int) -> Callable[[F], F]:
    """Return a decorator that caches the results of a function.

    The last argument of the function must be a budget. A cached result costs the same number of steps as a new one, so
    the cache does not decide whether a call is refused.

    Args:
        maxsize: The maximum number of results in the cache.
    """

    def decorate(function: F) -> F:
        @lru_cache(maxsize=maxsize)
        def computed(*arguments: Any) -> tuple[object, int]:
            budget: Budget = arguments[-1]
            left = budget.left
            answer = function(*arguments)
            return answer, left - budget.left

        @wraps(function)
        def charged(*arguments: Any) -> object:
            budget: Budget = arguments[-1]
            left = budget.left
            answer, cost = computed(*arguments)
            budget.left = left
            budget.spend(cost)
            return answer

        return cast("F", charged)

    return decorate
