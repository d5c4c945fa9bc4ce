"""The turn to be solved: whose rack it is, what lies there, and what each tile is worth."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import isfinite, lcm
from operator import itemgetter
from types import MappingProxyType
from typing import Final, Literal

from attrs import field, frozen

from rami.errors import RulesError
from rami.pieces import without
from rami.rummikub.checks import play_violations
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.moves import Play
from rami.rummikub.rules import Rules
from rami.rummikub.solver.problem import PATIENCE, Work
from rami.rummikub.solver.reconstruct import LaidRow
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, NUMBER, Tile
from rami.shapes import altered, row_maker

Aim = Literal["tiles", "points"] | Callable[[Tile], float]
"""What `best_play` maximises."""

MOST_WEIGHT: Final = 10**6
"""The greatest weight of a tile, and the least with a minus."""


@frozen(eq=False)
class Turn:
    """The turn to be solved.

    Attributes:
        position: The position, as if it were the turn of the player who is asked for.
        rack: The tiles that may be laid.
        forced: Those of them that must be.
        weights: What laying a tile of each kind is worth, in multiples of `unit`.
        unit: More than there are melds to disturb, or joints in them to undo.
        work: The steps that the call may still take.
        patience: The melds that may still be tried where arrangements are looked at one by one.
    """

    position: State | View
    rack: tuple[Tile, ...]
    forced: tuple[Tile, ...] = ()
    weights: Mapping[Tile, int] = MappingProxyType({})
    unit: int = 1
    work: Work = field(factory=Work)
    patience: Work = field(factory=lambda: Work(PATIENCE))

    @classmethod
    def of(cls, position: State | View, maximize: Aim = "tiles") -> "Turn":
        """The turn of the player who moves, or of the owner of a view, as if it were that player's turn.

        Args:
            position: The position.
            maximize: What a tile is worth first of all; then come the number of tiles and their value.
        """
        if isinstance(position, View) and position.player not in (None, position.current_player):
            position = altered(position, current_player=position.player)
        rack = position.rack_to_move
        if not position.rules.max_jokers_per_set:
            rack = tuple(tile for tile in rack if tile != JOKER)
        unit = 1 << len(position.table.tiles).bit_length()
        weights = _weights(position.rules, rack, unit, maximize)
        return cls(position, rack, (), weights, unit)

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
    def closed(self) -> bool:
        """Whether the table is none of the player's business in this turn (A5)."""
        return not self.opened and self.rules.opening_turn_table == "forbidden"

    def just(self, rack: Iterable[Tile], forced: Iterable[Tile]) -> "Turn":
        """The turn with another rack, of which some tiles must be laid."""
        return altered(self, rack=tuple(rack), forced=tuple(forced))

    def together(self, opening: Iterable[Meld]) -> "Turn | None":
        """The turn in which the tiles of an opening must be laid too; None if the rack has not got them all."""
        forced = Counter(self.forced) | Counter(tile for meld in opening for tile in meld.tiles)
        return None if forced - Counter(self.rack) else self.just(self.rack, sorted(forced.elements()))

    def alone(self) -> "Turn":
        """The turn in which an opening may not use the table: it may still be laid beside it."""
        if self.closed:
            return self
        rules = altered(self.rules, opening_turn_table="forbidden")
        return altered(self, position=altered(self.position, rules=rules))

    def laid(self, table: Table) -> tuple[Tile, ...]:
        """The tiles of the rack on a new table."""
        return without(table.tiles, self.table.tiles)

    def allows(self, table: Table) -> bool:
        """Whether the referee has nothing against a new table."""
        return not play_violations(self.position, Play(table))

    def loss(self, laid: Iterable[Tile]) -> int:
        """What it loses to lay these tiles: what tiles that are left out are worth, and what those laid cost."""
        rows = tuple(laid)
        left = without(self.rack, rows)
        weigh = self.weights.get
        return sum(max(0, weigh(tile, 0)) for tile in left) + sum(max(0, -weigh(tile, 0)) for tile in rows)


_table = row_maker(Table, ("melds",))


def table_of(rows: Iterable[LaidRow], melds: Iterable[Meld] = ()) -> Table:
    """The table of some rows, and some melds."""
    every = [_meld(*row) for row in rows]
    every += [(meld.tiles, isinstance(meld, Group), meld) for meld in melds]
    every.sort(key=_order)
    return _table((tuple([meld for _, _, meld in every]),))


_order = itemgetter(0, 1)


@lru_cache(maxsize=1 << 13)
def _meld(group: bool, tiles: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], bool, Meld]:  # as a row has it
    """A meld, after what tables sort it by; there are few hundred without a joker, and to make one takes a while."""
    meld = Group(tiles) if group else Run(tiles)
    return meld.tiles, group, meld


def _weights(rules: Rules, rack: tuple[Tile, ...], unit: int, maximize: Aim) -> dict[Tile, int]:
    """The weight of each kind of tile on the rack, as whole numbers that put the aims one after the other."""
    kinds = dict.fromkeys(rack)
    most = 1
    for tile in rack:
        most += NUMBER[tile] or rules.joker_rack
    if maximize == "tiles":
        return {tile: (most + (NUMBER[tile] or rules.joker_rack)) * unit for tile in kinds}
    value = {tile: NUMBER[tile] or rules.joker_rack for tile in kinds}
    if maximize == "points":
        main = {tile: Fraction(value[tile]) for tile in kinds}
    elif callable(maximize):
        main = {tile: _fraction(tile, maximize(tile)) for tile in kinds}
    else:
        raise RulesError(f"maximize must be 'tiles', 'points' or a function of a tile, not {maximize!r}")
    scale = lcm(*(weight.denominator for weight in main.values()))
    most_tiles = (1 + len(rack)) * most
    return {tile: (int(main[tile] * scale) * most_tiles + most + value[tile]) * unit for tile in kinds}


def _fraction(tile: Tile, weight: float) -> Fraction:
    if not isinstance(weight, int | float | Fraction) or (isinstance(weight, float) and not isfinite(weight)):
        raise RulesError(f"the weight of {tile} must be a finite number, not {weight!r}")
    if abs(weight) > MOST_WEIGHT:
        raise RulesError(f"the weight of {tile} must be between -{MOST_WEIGHT} and {MOST_WEIGHT}")
    return Fraction(weight)
