"""The chance in a deal: the pieces that a move draws unseen."""

from collections.abc import Callable
from typing import Any, Final

from attrs import frozen

from rami.shapes import altered

Row = tuple[int, ...]
Pieces = tuple[Row, Row]
"""The pieces of a stock, and those that are shuffled into the next one: they are drawn after it."""


def _nothing(before: Any, move: Any, after: Any) -> Row | None:  # noqa: ARG001
    return ()


@frozen
class Stock:
    """The stock of a game, in no order that anybody knows.

    Attributes:
        name: The field of a state that holds it.
        renewal: Returns the pieces that a move shuffled into a new stock, from the states around it; None where the
            stock has an order that all have seen.
        renew: Returns the fields of a state, apart from the stock, once these pieces are in it.
    """

    name: str
    renewal: Callable[[Any, Any, Any], Row | None] = _nothing
    renew: Callable[[Any], dict[str, Any]] = lambda _: {}

    def drawn(self, before: Any, move: Any, after: Any) -> tuple[Pieces, int]:
        """Return the pieces of which a move draws some, and how many it draws."""
        stock: Row = getattr(before, self.name)
        left: Row = getattr(after, self.name)
        if stock is left:
            return ((), ()), 0
        renewal = self.renewal(before, move, after)
        if renewal is None:
            return ((), ()), 0
        return (stock, renewal), len(stock) + len(renewal) - len(left)

    def placed(self, state: Any, pieces: Pieces, first: Row) -> Any:
        """Return a state in which some pieces are drawn first; those after them lie in canonical order."""
        rest = [*pieces[0], *pieces[1]]
        for piece in first:
            rest.remove(piece)
        fields = {self.name: (*first, *sorted(rest))}
        return altered(state, **fields, **(self.renew(state) if pieces[1] else {}))


def _rummy_renewal(before: Any, _: Any, after: Any) -> Row | None:
    """Return the discards that were shuffled; a pile that was turned over has an order that all have seen."""
    if not after.restocks:
        return ()
    if before.rules.restock != "shuffle_keep_top":
        return None
    return () if after.restocks == before.restocks else before.discards[:-1]


def _rummy_renew(state: Any) -> dict[str, Any]:
    return {"discards": state.discards[-1:], "restocks": state.restocks + 1}


def _contracts_renewal(before: Any, move: Any, after: Any) -> Row:
    """Return the discards that were shuffled below the pile."""
    kept = len(after.discards) - len(move.discards)
    return before.discards if kept < len(before.discards) else ()


RUMMIKUB: Final = Stock("pool")
GIN: Final = Stock("stock")
RUMMY: Final = Stock("stock", _rummy_renewal, _rummy_renew)
CONTRACTS: Final = Stock("value_pile", _contracts_renewal, lambda _: {"discards": ()})
