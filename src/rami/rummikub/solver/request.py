"""The request: whose rack is to be played, what lies on the table, and what each tile is worth."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import isfinite, lcm
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from attrs import field, frozen

from rami.errors import RulesError
from rami.pieces import without
from rami.positions import replaced
from rami.rummikub.checks import play_violations
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.moves import Play
from rami.rummikub.rules import Rules
from rami.rummikub.solver.problem import MOST_MELDS_TRIED, StepBudget
from rami.rummikub.solver.reconstruct import LaidRow
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, NUMBER, Tile
from rami.shapes import altered, row_maker

if TYPE_CHECKING:  # slow to import
    from fractions import Fraction

Aim = Literal["tiles", "points"] | Callable[[Tile], float]
"""What `best_play` maximises."""

MOST_WEIGHT: Final = 10**6
"""The greatest weight of a tile, and the least with a minus."""


class Incumbent:
    """The best legal table so far, and the gain of its tiles."""

    __slots__ = ("gain", "table")

    def __init__(self) -> None:
        self.table: Table | None = None
        self.gain: int = 0

    def note(self, table: Table, gain: int) -> None:
        """Keep a table if it is the best so far."""
        if self.table is None or gain > self.gain:
            self.table, self.gain = table, gain


@frozen(eq=False)
class Request:
    """A question about a turn.

    Attributes:
        position: The position, as if it were the turn of the player who is asked for.
        rack: The tiles that may be laid.
        forced: Those of them that must be laid.
        weights: The gain of laying a tile of each kind, in multiples of `unit`.
        unit: More than there are melds to disturb, or joints in them to undo.
        budget: The steps that the call may still take.
        melds_to_try: The melds that it may still try where arrangements are enumerated one by one.
        including: The tiles that every play must lay, whatever else is forced in a part of the request.
        incumbent: The best legal table that the referee accepted.
    """

    position: State | View
    rack: tuple[Tile, ...]
    forced: tuple[Tile, ...] = ()
    weights: Mapping[Tile, int] = MappingProxyType({})
    unit: int = 1
    budget: StepBudget = field(factory=StepBudget)
    melds_to_try: StepBudget = field(factory=lambda: StepBudget(MOST_MELDS_TRIED))
    including: tuple[Tile, ...] = ()
    incumbent: Incumbent = field(factory=Incumbent)

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.position.rules

    @property
    def table(self) -> Table:
        """The table at the start of the turn."""
        return self.position.table

    @property
    def opened(self) -> bool:
        """Whether the player has laid the opening in an earlier turn."""
        return self.position.opened[self.position.current_player]

    @property
    def table_closed(self) -> bool:
        """Whether the player may not use the table in this turn (A5)."""
        return not self.opened and self.rules.opening_turn_table == "forbidden"

    def restricted(self, rack: Iterable[Tile], forced: Iterable[Tile]) -> "Request":
        """Return the request with another rack and forced tiles."""
        return altered(self, rack=tuple(rack), forced=tuple(forced))

    def forcing(self, opening: Iterable[Meld]) -> "Request | None":
        """Return the request in which the tiles of an opening must be laid too; None if the rack lacks any."""
        forced = Counter(self.forced) | Counter(tile for meld in opening for tile in meld.tiles)
        return None if forced - Counter(self.rack) else self.restricted(self.rack, sorted(forced.elements()))

    def after(self, opening: Iterable[Meld]) -> "Request":
        """Return the request for the other tiles of the rack, after an opening that is not touched again."""
        laid = tuple(tile for meld in opening for tile in meld.tiles)
        opened = replaced(self.position.opened, self.position.current_player, own=True)
        rack, forced = without(self.rack, laid), without(self.forced, laid)
        return altered(self, position=altered(self.position, opened=opened), rack=rack, forced=forced)

    def beside_the_table(self) -> "Request":
        """Return the request in which the opening may not use the table."""
        if self.table_closed:
            return self
        rules = altered(self.rules, opening_turn_table="forbidden")
        return altered(self, position=altered(self.position, rules=rules))

    def laid(self, table: Table) -> tuple[Tile, ...]:
        """Return the tiles of the rack on a new table."""
        return without(table.tiles, self.table.tiles)

    def allows(self, table: Table) -> bool:
        """Return whether the referee accepts a new table; with a budget of the caller, note it as an incumbent."""
        if play_violations(self.position, Play(table)):
            return False
        laid = self.laid(table) if self.budget.fixed else ()
        if self.budget.fixed and not without(self.including, laid):
            self.incumbent.note(table, sum([self.weights[tile] for tile in laid]))
        return True

    def loss(self, laid: Iterable[Tile]) -> int:
        """Return the loss of laying just these tiles: the gains left out, and the costs of those laid."""
        rows = tuple(laid)
        left = without(self.rack, rows)
        weigh = self.weights.get
        return sum(max(0, weigh(tile, 0)) for tile in left) + sum(max(0, -weigh(tile, 0)) for tile in rows)


def request_for(
    position: State | View, maximize: Aim = "tiles", *, including: Iterable[Tile] = (), budget: int | None = None
) -> Request:
    """Return the request of the player who moves, or of the owner of a view, as if it were that player's turn.

    Args:
        position: The position.
        maximize: What a tile is worth first of all; then come the number of tiles and their value.
        including: The tiles that must be laid.
        budget: The steps that the call may take; None for the usual ones.
    """
    if isinstance(position, View) and position.player not in (None, position.current_player):
        position = altered(position, current_player=position.player)
    rack = position.rack_to_move
    if not position.rules.max_jokers_per_set:
        rack = tuple(tile for tile in rack if tile != JOKER)
    unit = 1 << len(position.table.tiles).bit_length()
    weights = _weights(position.rules, rack, unit, maximize)
    tiles = tuple(including)
    return Request(position, rack, tiles, weights, unit, StepBudget(budget), including=tiles)


def _weights(rules: Rules, rack: tuple[Tile, ...], unit: int, maximize: Aim) -> dict[Tile, int]:
    """Return the weight of each kind of tile, as whole numbers that rank the aims one after the other."""
    value = {tile: NUMBER[tile] or rules.joker_rack for tile in rack}
    most = 1
    for tile in rack:
        most += value[tile]
    if maximize == "tiles":
        return {tile: (most + points) * unit for tile, points in value.items()}
    if maximize == "points":
        gains: Mapping[Tile, int | Fraction] = value
    elif callable(maximize):
        gains = {tile: _fraction(tile, maximize(tile)) for tile in value}
    else:
        raise RulesError(f"maximize must be 'tiles', 'points' or a function of a tile, not {maximize!r}")
    scale = lcm(*(gain.denominator for gain in gains.values())) * (1 + len(rack)) * most
    return {tile: (int(gain * scale) + most + value[tile]) * unit for tile, gain in gains.items()}


def _fraction(tile: Tile, weight: float) -> "Fraction":
    from fractions import Fraction  # noqa: PLC0415  # likewise

    if not isinstance(weight, int | float | Fraction) or (isinstance(weight, float) and not isfinite(weight)):
        raise RulesError(f"the weight of {tile} must be a finite number, not {weight!r}")
    if abs(weight) > MOST_WEIGHT:
        raise RulesError(f"the weight of {tile} must be between -{MOST_WEIGHT} and {MOST_WEIGHT}")
    return Fraction(weight)


_table = row_maker(Table, ("melds",))
_order = itemgetter(0, 1)


def table_of(rows: Iterable[LaidRow], melds: Iterable[Meld] = ()) -> Table:
    """Return the table of some rows and melds."""
    every = [_meld(*row) for row in rows]
    every += [(meld.tiles, isinstance(meld, Group), meld) for meld in melds]
    every.sort(key=_order)
    return _table((tuple([meld for _, _, meld in every]),))


@lru_cache(maxsize=1 << 13)
def _meld(group: bool, tiles: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], bool, Meld]:  # as a row has it
    """Return a meld after its sort key; cached, for there are few, and making one takes a while."""
    meld = Group(tiles) if group else Run(tiles)
    return meld.tiles, group, meld
