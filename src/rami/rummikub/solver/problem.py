"""What is to be arranged, and the steps that this may take."""

from typing import Final, NamedTuple

from attrs import field, frozen

from rami.errors import TooLarge
from rami.rummikub.tiles import Tile
from rami.text import SHARED

Tiles = tuple[Tile, ...]
LaidMeld = tuple[bool, Tiles]
"""Whether it is a group, and its tiles."""
Home = tuple[bool, Tile]
"""Whether a joker stood in a group, and for what tile."""
Counts = tuple[tuple[int, ...], ...]
"""A value for each colour and number; index 0 is not used, and three zeros follow the highest."""

INFINITE: Final = 1 << 4000
"""More than any weights can make."""
MOST_STEPS: Final = 1_000_000


class StepBudget:
    """The steps left: stored states, and 64 ways of joining the moves of four colours, are a step each."""

    __slots__ = ("fixed", "left")

    def __init__(self, steps: int | None = None) -> None:
        self.fixed = steps is not None
        self.left = MOST_STEPS if steps is None else steps

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooLarge(SHARED.phrase("limits.steps", most=MOST_STEPS))

    def reset(self) -> None:
        if not self.fixed:
            self.left = MOST_STEPS


class OldRunsOfColor(NamedTuple):
    """Where the old runs of a colour lie.

    Attributes:
        crossing: Of each number, how many old runs reach it from the one before: for an estimate.
        spans: Of each number, how much further the old runs reach that start there.
        reaches: Of each number, whether an old run reaches from there to the next.
        overlap: Whether any overlap.
    """

    crossing: tuple[int, ...]
    spans: tuple[tuple[int, ...], ...]
    reaches: tuple[bool, ...]
    overlap: bool


@frozen(eq=False)
class Problem:
    """Tiles to arrange in melds.

    Attributes:
        top: The highest number.
        size: The most tiles in a group.
        required: The natural tiles that must be used.
        available: All natural tiles.
        weights: The loss of leaving a tile out (less than 0 where laying it costs something).
        in_runs: The jokers that stay for a tile in a run.
        in_groups: The jokers that stay for a tile in a group.
        due: The wild jokers that must be used.
        spare: The further wild jokers that may be used.
        joker_weight: The loss of leaving one of these out.
        idle: Whether wild jokers may be left over, to be added at the end.
        taken: The wild jokers that must go into new melds.
        patterns: Of each colour and number, the committed runs that may start (see `new_melds`).
        old_groups: Of each number, the old groups as masks of colours.
        old_runs: The old runs of each colour, where few old melds are to be disturbed.
        homes: Where idle jokers may stay, as a hint.
        old: The natural tiles of the old melds, as a hint where idle jokers are new.
        every_subset: Whether all subsets of the free tiles are looked for.
        infinite: More than any arrangement can lose.
        budget: The steps left.
    """

    top: int
    size: int
    required: Counts
    available: Counts
    weights: Counts
    in_runs: Counts
    in_groups: Counts
    due: int = 0
    spare: int = 0
    joker_weight: int = 0
    idle: bool = False
    taken: int = 0
    patterns: tuple[tuple[tuple[int, ...], ...], ...] = ()
    old_groups: tuple[tuple[int, ...], ...] = ()
    old_runs: tuple[OldRunsOfColor, ...] = ()
    homes: tuple[Home, ...] = ()
    old: frozenset[LaidMeld] = frozenset()
    every_subset: bool = False
    infinite: int = 1 << 62
    budget: StepBudget = field(factory=StepBudget)

    @property
    def exact(self) -> bool:
        """Whether old runs are followed through; else those disturbed are only estimated, for jokers make many states."""
        return bool(self.old_runs) and not self.wild

    @property
    def wild(self) -> int:
        return self.due + self.spare
