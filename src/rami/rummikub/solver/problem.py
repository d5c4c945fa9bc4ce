"""The problem that the kernel solves: tiles to arrange in melds, and the cost of leaving tiles out."""

from typing import Final, NamedTuple

from attrs import field, frozen

from rami.errors import TooLarge
from rami.shapes import altered
from rami.text import SHARED

Counts = tuple[tuple[int, ...], ...]
"""A value for each of the four colours and each number; index 0 is not used."""

NOTHING: Counts = ((0,) * 15,) * 4
"""Counts that are all 0."""

MOST_STEPS: Final = 1_000_000
"""Step budget of a question: one step is one stored state, four run moves or one opening."""

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
        required_from_rack: The tiles of `required` that come from the rack.
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
        rack_tiles: The natural tiles from the rack that a new meld needs, none shared (A10): 0 or 2.
        most_jokers: The most jokers in a meld (A8).
        adjacent: Whether jokers may lie side by side in a run (A8).
        one_follows: Whether a 1 may end a run after the highest number (000.7).
        old_runs: The runs of the table, by colour.
        old_groups: The natural colours of the groups of the table, as masks, by number.
        unit: The scale of the weights: more than disturbed melds can cost.
        points: The points that all melds together must reach (000.8).
        joker_points: Whether a joker counts for these points (A6).
        idle: Whether wild jokers may be idle. An arrangement may then have no room for them; but if none is found, none
            exists.
        all_subsets: Whether every subset of the free tiles is looked for, not only the best.
        budget: The steps that the call may still take.
    """

    top: int
    group_size: int
    required: Counts
    available: Counts
    required_from_rack: Counts = NOTHING
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
    rack_tiles: int = 0
    most_jokers: int = 2
    adjacent: bool = True
    one_follows: bool = False
    old_runs: tuple[tuple[OldRun, ...], ...] = ((), (), (), ())
    old_groups: tuple[tuple[int, ...], ...] = ((),) * 15
    unit: int = 1
    points: int = 0
    joker_points: bool = True
    idle: bool = False
    all_subsets: bool = False
    budget: StepBudget = field(factory=StepBudget)

    @property
    def wild(self) -> int:
        """The number of wild jokers."""
        return self.wild_required + self.wild_free

    @property
    def last(self) -> int:
        """The last number of a run: one more than the highest where a 1 may follow it."""
        return self.top + self.one_follows

    @property
    def counts_jokers(self) -> bool:
        """Whether there are enough jokers for an illegal meld, so that those of each run have to be counted."""
        jokers = self.wild
        for held in (self.held_in_runs, self.held_in_groups, self.held):
            if held is not NOTHING:
                jokers += sum(map(sum, held))
        return jokers > min(2, self.most_jokers) or (jokers > 1 and (self.one_follows or not self.adjacent))

    def laying_everything(self) -> "Problem":
        """Return the problem in which every natural tile must be used."""
        laid = zip(self.required_from_rack, self.available, self.required, strict=True) if self.taken else ()
        from_rack = tuple(tuple(a + b - c for a, b, c in zip(*rows, strict=False)) for rows in laid)
        return altered(self, required=self.available, required_from_rack=from_rack or self.required_from_rack)

    def without_jokers(self) -> "Problem":
        """Return the problem without its wild jokers."""
        return altered(self, wild_required=0, wild_free=0, idle=False)

    def without_old_melds(self) -> "Problem":
        """Return the problem in which disturbing melds of the table costs nothing."""
        return altered(self, old_runs=((), (), (), ()), old_groups=((),) * len(self.old_groups))
