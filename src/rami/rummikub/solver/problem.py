"""What is to be arranged and what it costs to leave tiles out: the problem that the kernel solves."""

from typing import Final

from attrs import field, frozen

from rami.errors import TooLarge
from rami.shapes import altered

Counts = tuple[tuple[int, ...], ...]
"""For each of the four colours, a value for each number; index 0 is not used."""

NOTHING: Counts = ((0,) * 15,) * 4
"""Counts that are all 0."""


MOST_STEPS: Final = 1_000_000
"""The most steps of a call: a partial arrangement that is kept, four moves of a colour, an opening that is tried."""


PATIENCE: Final = 10_000
"""How many melds of a call may be tried where arrangements are looked at one by one."""


class Work:
    """The steps that a call may still take; counted, so that every machine gives up at the same place."""

    __slots__ = ("left",)

    def __init__(self, steps: int | None = None) -> None:
        self.left: int = MOST_STEPS if steps is None else steps

    def spend(self, steps: int) -> None:
        """Take some steps.

        Raises:
            TooLarge: If there are not as many left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooLarge(f"the position takes more than {MOST_STEPS} steps")

    def renew(self) -> None:
        """Begin again: for what is told one by one, the steps are those of each."""
        self.left = MOST_STEPS


@frozen(eq=False)
class OldRun:
    """A run of the table as it lay at the start of the turn.

    Attributes:
        numbers: The numbers of its natural tiles, in ascending order; a 1 that follows the highest number counts as one
            more than that.
        mark: A bit of its own among the runs of its colour.
    """

    numbers: tuple[int, ...]
    mark: int

    @property
    def solid(self) -> bool:
        """Whether no joker lies between its natural tiles."""
        return self.numbers[-1] - self.numbers[0] + 1 == len(self.numbers)


@frozen(eq=False)
class Problem:
    """Tiles to be arranged in melds.

    A *wild* joker may stand for anything. A *held* one is a joker of the table that stays: it stands for one tile, and
    is used as that tile would be. A *taken* one is a wild joker of the table that has to go into a *new* meld (A10).

    Attributes:
        top: The highest number.
        size: How many colours are in play, and so the most tiles in a group.
        must: The natural tiles that must be used.
        tiles: All natural tiles: the others may be used or left out.
        demanded: How many of the tiles of `must` come from the rack.
        weights: What using a tile that may be left out is worth; of any sign.
        cost_of_laying: What it costs to use all tiles whose weight is negative.
        infinite: Far more than can be lost.
        keen: Whether no weight is negative.
        held_in_runs: The jokers that stand for a tile in a run.
        held_in_groups: The jokers that stand for a tile in a group.
        held: The jokers that stand for a tile in either.
        wild_must: How many wild jokers must be used.
        wild_free: How many more may be used.
        joker_weight: What using a joker of `wild_free` is worth; never negative.
        taken: How many of `wild_must` have to go into new melds.
        rack_tiles: How many natural tiles from the rack a new meld needs, none for two melds (A10): 0 or 2.
        most_jokers: The most jokers in a meld (A8).
        adjacent: Whether jokers may lie side by side in a run (A8).
        slides: Whether jokers that may not lie side by side may slide to the other end of a run (A9).
        one_follows: Whether a 1 may end a run after the highest number (000.7).
        old_runs: The runs that lay there, by colour.
        old_groups: The natural colours of the groups that lay there, as masks, by number.
        unit: What the weights are multiples of: more than can be lost by disturbing old melds.
        points: The points that all melds together must reach (000.8).
        joker_points: Whether a joker counts for these points (A6).
        idle: Whether wild jokers may be left out of the melds at no cost, to be added at the end where there is room.
            What is found then may have to be refused; what is not found does not exist.
        every: Whether every way to lay free tiles is looked for, not only the best.
        work: The steps that the call may still take.
    """

    top: int
    size: int
    must: Counts
    tiles: Counts
    demanded: Counts = NOTHING
    weights: Counts = NOTHING
    cost_of_laying: int = 0
    infinite: int = 1 << 60
    keen: bool = True
    held_in_runs: Counts = NOTHING
    held_in_groups: Counts = NOTHING
    held: Counts = NOTHING
    wild_must: int = 0
    wild_free: int = 0
    joker_weight: int = 0
    taken: int = 0
    rack_tiles: int = 0
    most_jokers: int = 2
    adjacent: bool = True
    slides: bool = False
    one_follows: bool = False
    old_runs: tuple[tuple[OldRun, ...], ...] = ((), (), (), ())
    old_groups: tuple[tuple[int, ...], ...] = ((),) * 15
    unit: int = 1
    points: int = 0
    joker_points: bool = True
    idle: bool = False
    every: bool = False
    work: Work = field(factory=Work)

    @property
    def wild(self) -> int:
        """How many wild jokers there are."""
        return self.wild_must + self.wild_free

    @property
    def counted(self) -> bool:
        """Whether the jokers could make a meld that is not allowed, so that those of each run are counted."""
        jokers = self.wild
        for held in (self.held_in_runs, self.held_in_groups, self.held):
            if held is not NOTHING:
                jokers += sum(map(sum, held))
        return jokers > min(2, self.most_jokers) or (jokers > 1 and (self.one_follows or not self.adjacent))

    def with_all_laid(self) -> "Problem":
        """The problem in which every natural tile must be used."""
        laid = zip(self.demanded, self.tiles, self.must, strict=True) if self.taken else ()
        demanded = tuple(tuple(a + b - c for a, b, c in zip(*rows, strict=False)) for rows in laid)
        return altered(self, must=self.tiles, demanded=demanded or self.demanded)

    def without_jokers(self) -> "Problem":
        """The problem without its wild jokers."""
        return altered(self, wild_must=0, wild_free=0, idle=False)

    @property
    def last(self) -> int:
        """The last number gone through: one more than the highest where a 1 may follow it."""
        return self.top + self.one_follows
