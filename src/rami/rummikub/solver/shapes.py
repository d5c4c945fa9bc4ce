"""Open runs where jokers are counted, and how they grow."""

from functools import lru_cache

Shape = tuple[int, int, bool, bool]
"""An open run, where jokers are counted: its length (3 for more), its jokers, whether the last tile is one, and whether
it has no natural tile yet."""


@lru_cache(maxsize=20_000)
def grown_runs(
    open_runs: tuple[Shape, ...], naturals: int, jokers: int, most_jokers: int, adjacent: bool
) -> tuple[tuple[tuple[Shape, ...], tuple[tuple[Shape, str], ...]], ...]:
    """Every way in which open runs take natural tiles and jokers, or end, or new ones start; one for each outcome."""
    found: dict[tuple[Shape, ...], tuple[tuple[Shape, str], ...]] = {}

    def give(
        index: int, naturals: int, jokers: int, grown: tuple[Shape, ...], given: tuple[tuple[Shape, str], ...]
    ) -> None:
        if index == len(open_runs):
            started = [(1, 0, False, False)] * naturals + [(1, 1, not adjacent, True)] * jokers
            if not jokers or most_jokers:
                found.setdefault(tuple(sorted((*grown, *started))), given)
            return
        run = open_runs[index]
        length, inside, last, bare = run
        if length == 3 and not bare:
            give(index + 1, naturals, jokers, grown, (*given, (run, "")))
        if naturals:
            longer = min(3, length + 1), inside, False, False
            give(index + 1, naturals - 1, jokers, (*grown, longer), (*given, (run, "N")))
        if jokers and inside < most_jokers and not last:
            longer = min(3, length + 1), inside + 1, not adjacent, bare
            give(index + 1, naturals, jokers - 1, (*grown, longer), (*given, (run, "J")))

    give(0, naturals, jokers, (), ())
    return tuple(found.items())
