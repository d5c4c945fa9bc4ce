"""What is asked, as a request, and the problem that the kernel solves for it: tiles to arrange in melds."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import isfinite, lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from attrs import field, frozen

from rami.errors import RulesError, TooLarge, shown
from rami.pieces import without
from rami.positions import replaced
from rami.rummikub.checks import play_violations
from rami.rummikub.melds import Meld, Table
from rami.rummikub.moves import Play
from rami.rummikub.rules import Rules
from rami.rummikub.state import State, View
from rami.rummikub.tiles import NUMBER, Tile
from rami.shapes import altered
from rami.text import SHARED

if TYPE_CHECKING:  # slow to import
    from fractions import Fraction

Counts = tuple[tuple[int, ...], ...]
"""A value for each of the four colours and each number; index 0 is not used."""

NOTHING: Counts = ((0,) * 15,) * 4
"""Counts that are all 0."""

MOST_STEPS: Final = 1_000_000
"""Step budget of a question. A stored state and four run moves are a step each, a set of open runs four."""

MOST_MELDS_TRIED: Final = 10_000
"""Melds that a question may try where arrangements are enumerated one by one."""


class StepBudget:
    """The steps left, counted so that every machine gives up at the same place.

    Attributes:
        left: The steps.
        fixed: Whether they are given by the caller, for all answers together.
    """

    __slots__ = ("fixed", "left")

    def __init__(self, steps: int | None = None) -> None:
        self.fixed: bool = steps is not None
        self.left: int = MOST_STEPS if steps is None else steps

    def spend(self, steps: int) -> None:
        """Take steps; raise TooLarge if there are not as many left."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge(SHARED.phrase("limits.steps", most=MOST_STEPS))

    def reset(self) -> None:
        """Return to the full budget, unless it is fixed: each answer of an iterator gets one of its own."""
        if not self.fixed:
            self.left = MOST_STEPS


class OldRun(NamedTuple):
    """A run of the table at the start of the turn.

    Attributes:
        numbers: The numbers of its natural tiles, ascending; a 1 after the highest number counts as one more than that.
        mark: A bit of its own among the runs of its colour.
    """

    numbers: tuple[int, ...]
    mark: int


@frozen(eq=False)
class Problem:
    """Tiles to arrange in melds.

    A *wild* joker may stand for anything. A *held* joker stays for one tile and is used like that tile. A *taken* joker
    is a wild joker of the table that has to go into a *new* meld (A10). An *idle* joker is a wild one that no meld
    needs; it is added to a meld at the end.

    Attributes:
        top: The highest number.
        group_size: The most tiles in a group: the number of colours.
        required: The natural tiles that must be used.
        available: All natural tiles; those beyond `required` are *free*: they may be used or left out.
        weights: The gain of using a free tile, of any sign.
        cost_of_laying: The cost of using all free tiles whose weight is negative.
        infinite: More than any arrangement can lose.
        keen: Whether no weight is negative.
        held_in_runs: The jokers held for a tile in a run.
        held_in_groups: The jokers held for a tile in a group.
        held: The jokers held for a tile in either.
        wild_required: The wild jokers that must be used.
        wild_free: The further wild jokers that may be used.
        joker_weight: The gain of using a joker of `wild_free`; never negative.
        taken: The jokers of `wild_required` that have to go into new melds.
        old_runs: The runs of the table, by colour.
        old_groups: The natural colours of the groups of the table, as masks, by number.
        estimated: Whether the old runs that are disturbed are estimated, as they are with wild jokers.
        unit: The scale of the weights: more than disturbed melds can cost.
        points: The points that all melds together must reach (000.8).
        idle: Whether wild jokers may be idle. An arrangement may then have no room for them; but if none is found, none
            exists.
        all_subsets: Whether every subset of the free tiles is looked for, not only the best.
        budget: The steps that the call may still take.
    """

    top: int
    group_size: int
    required: Counts
    available: Counts
    weights: Counts = NOTHING
    cost_of_laying: int = 0
    infinite: int = 1 << 60
    keen: bool = True
    held_in_runs: Counts = NOTHING
    held_in_groups: Counts = NOTHING
    held: Counts = NOTHING
    wild_required: int = 0
    wild_free: int = 0
    joker_weight: int = 0
    taken: int = 0
    old_runs: tuple[tuple[OldRun, ...], ...] = ((), (), (), ())
    old_groups: tuple[tuple[int, ...], ...] = ((),) * 15
    estimated: bool = False
    unit: int = 1
    points: int = 0
    idle: bool = False
    all_subsets: bool = False
    budget: StepBudget = field(factory=StepBudget)

    @property
    def wild(self) -> int:
        """The number of wild jokers."""
        return self.wild_required + self.wild_free

    @property
    def marks_old_runs(self) -> bool:
        """Return whether the search knows exactly which old runs are disturbed."""
        return not (self.wild or self.estimated) and any(self.old_runs)

    @property
    def many_jokers(self) -> bool:
        """Return whether there are enough jokers for a run of jokers alone: wild ones, and held ones of its colour."""
        held = zip(self.held_in_runs, self.held, strict=True)
        jokers = self.wild + max([sum(in_runs) + sum(either) for in_runs, either in held])
        return jokers > 2

    def is_twice(self, color: int, run: tuple[int, ...]) -> bool:
        """Return whether each natural tile of an old run is there twice, given their numbers."""
        return all(self.available[color][number] > 1 for number in run)

    def laying_everything(self) -> "Problem":
        """Return the problem of laying every tile."""
        return altered(self, required=self.available)

    def without_jokers(self) -> "Problem":
        """Return the problem without its wild jokers."""
        return altered(self, wild_required=0, wild_free=0, idle=False)

    def without_old_melds(self) -> "Problem":
        """Return the problem in which disturbing melds of the table costs nothing."""
        return altered(self, old_runs=((), (), (), ()), old_groups=((),) * len(self.old_groups))


# ------------------------------------------------------------------------------------------------------------- requests

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
        tidy: Whether the old melds that a table disturbs count.
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
    tidy: bool = True

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
        raise RulesError(f"maximize must be 'tiles', 'points' or a function of a tile, not {shown(maximize)}")
    scale = lcm(*(gain.denominator for gain in gains.values())) * (1 + len(rack)) * most
    return {tile: (int(gain * scale) + most + value[tile]) * unit for tile, gain in gains.items()}


def _fraction(tile: Tile, weight: float) -> "Fraction":
    from fractions import Fraction  # noqa: PLC0415  # likewise

    if not isinstance(weight, int | float | Fraction) or (isinstance(weight, float) and not isfinite(weight)):
        raise RulesError(f"the weight of {tile} must be a finite number, not {shown(weight)}")
    if abs(weight) > MOST_WEIGHT:
        raise RulesError(f"the weight of {tile} must be between -{MOST_WEIGHT} and {MOST_WEIGHT}")
    return Fraction(weight)
