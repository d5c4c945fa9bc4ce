"""Results as rows of a table, for CSV files and data frames."""

from collections.abc import Iterable, Iterator
from itertools import permutations

from rami.game import Result
from rami.shapes import instance, typed
from rami.simulate.comparing import Comparison
from rami.simulate.deals import Summary

Row = dict[str, str | int | float]
"""A row of a table: the values by the names of the columns."""


@typed
def rows(found: Comparison | Iterable[Summary]) -> Iterator[Row]:
    """Return a row for each seat of each deal.

    The columns are `seed`, `seat`, `starter`, `score`, `won` (the share of the win, 0 to 1), `reason`, `moves` and
    `turns`; in a comparison also `deal`, `seating` (which of the orders of the players, from 0) and `player`.

    Args:
        found: A comparison, or summaries of deals.

    Returns:
        The rows, in the order in which the deals were played: for `csv.DictWriter`, `pandas.DataFrame` and the like.

    Raises:
        WrongType: If `found` is neither a comparison nor summaries.

    Examples:
        >>> from rami import contracts
        >>> from rami.players import quick_player, random_player
        >>> from rami.simulate import compare
        >>> found = compare(contracts.GAME, [quick_player, random_player], deals=2, seed=1)
        >>> table = list(rows(found))
        >>> len(table), table[0]["player"], table[0]["score"]
        (8, 'quick_player', 27)
    """
    if isinstance(found, Comparison):
        return _compared(found)
    return (row for summary in found for row in _seats(instance("a summary", summary, Summary)))


def _compared(found: Comparison) -> Iterator[Row]:
    orders = list(permutations(found.players))
    for deal, summaries in enumerate(found.summaries):
        for seating, (order, summary) in enumerate(zip(orders, summaries, strict=True)):
            for player, row in zip(order, _seats(summary), strict=True):
                yield {"deal": deal, "seating": seating, "player": player, **row}


def _seats(summary: Summary) -> Iterator[Row]:
    shares = Result(summary.scores, summary.winners, summary.reason).shares
    for seat, (score, won) in enumerate(zip(summary.scores, shares, strict=True)):
        yield {
            "seed": summary.seed,
            "seat": seat,
            "starter": summary.starter,
            "score": score,
            "won": won,
            "reason": str(summary.reason),
            "moves": summary.moves,
            "turns": summary.turns,
        }
