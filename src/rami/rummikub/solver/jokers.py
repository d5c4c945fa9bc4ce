"""What may become of the jokers of the table: each stays in a meld or is taken (A9-A14)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from rami.rummikub.jokers import TAKEN_FREELY, JokerOutcome, joker_outcomes, readings, replacements_due
from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.solver.openings import Opening
from rami.rummikub.solver.request import Request
from rami.rummikub.tiles import JOKER, Tile

MeldOutcome = tuple[JokerOutcome, ...]
"""What becomes of each joker of one meld."""


class TableOutcome(NamedTuple):
    """What becomes of the jokers of every meld, and the tiles of the rack that must replace those taken (A11)."""

    melds: tuple[MeldOutcome, ...]
    demanded: Counter[Tile]

    @property
    def taken(self) -> int:
        """The number of jokers that are taken."""
        return sum([joker.stays is None for meld in self.melds for joker in meld])


def jokers_are_free(request: Request) -> bool:
    """Return whether the jokers of the table may go anywhere."""
    return request.rules.joker_sets == "free" and _may_take(request) and request.rules.joker_reuse == "any"


def _may_take(request: Request) -> bool:
    """Return whether jokers may be taken in this turn."""
    return request.opened or request.rules.joker_before_opening


def table_outcomes(request: Request) -> Iterator[TableOutcome]:
    """Yield what may become of the jokers of the table, those outcomes first in which most of them stay.

    Lemma (cases): each joker that lay there either stays or is taken (A12), and a meld has one reading for all its
    jokers. Whoever takes a joker lays its replacement (A11), or that lies there already, for a natural tile of the
    table never leaves it. So a legal table is an arrangement of one of these cases.
    """
    melds = [_meld_outcomes(request, meld) for meld in request.table if JOKER in meld.tiles]
    yield from _distinct(request, product(*melds))


def outcomes_with(request: Request, outcome: TableOutcome, opening: Opening) -> Iterator[TableOutcome]:
    """Yield an outcome with what may become of the jokers of an opening: they are treated like the table's (A6)."""
    melds = [_meld_outcomes(request, meld) for meld in opening if JOKER in meld.tiles]
    if melds:
        yield from _distinct(request, ((*outcome.melds, *more) for more in product(*melds)))
    else:
        yield outcome


def _distinct(request: Request, every: Iterable[tuple[MeldOutcome, ...]]) -> list[TableOutcome]:
    """Return the outcomes that differ in what stays or in what they demand, if the rack has that."""
    found: dict[tuple[object, ...], TableOutcome] = {}
    for melds in every:
        needs = (tile for meld in melds for joker in meld for tile in joker.needs)
        demanded = replacements_due(needs, request.table.tiles)
        if not demanded - Counter(request.rack):
            staying = [joker for meld in melds for joker in meld if joker.stays]
            effect = [(joker.stays, joker.sort is Run, joker.sort is Group) for joker in staying]
            key = (*sorted(effect), *sorted(demanded.elements()))
            found.setdefault(key, TableOutcome(melds, demanded))
    return sorted(found.values(), key=lambda outcome: (outcome.taken, outcome.demanded.total()))


def _meld_outcomes(request: Request, meld: Meld) -> list[MeldOutcome]:
    """Return what may become of the jokers of a meld, whatever becomes of the others (A11, A12)."""
    if jokers_are_free(request):
        return [(TAKEN_FREELY,) * meld.tiles.count(JOKER)]
    outcomes: dict[MeldOutcome, None] = {}
    for reading in readings(meld):
        options = [joker_outcomes(request.rules, meld, tile)[: 2 if _may_take(request) else 1] for tile in reading]
        outcomes |= dict.fromkeys(product(*options))
    return list(outcomes)
