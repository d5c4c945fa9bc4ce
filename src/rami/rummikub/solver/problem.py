"""What is to be arranged, and what it is worth: the problem that the solver searches, free of the rules of jokers."""

from attrs import frozen

Counts = tuple[tuple[int, ...], ...]
"""For each colour, a value for each number (index 0 is not used)."""


@frozen(cache_hash=True)
class OldRun:
    """A run of the old table.

    Attributes:
        first: The number of its first natural tile.
        last: The number of its last natural tile.
        naturals: The numbers of its natural tiles.
        mark: A bit of its own among the runs of its colour that it overlaps.
    """

    first: int
    last: int
    naturals: frozenset[int]
    mark: int


@frozen
class Design:
    """A meld laid out in advance, for a joker that must go into a new one.

    Attributes:
        first: The lowest number.
        color: The colour of a run; None for a group.
        text: For each place of a run, and for each joker of a group, `T` for a joker that was taken, `J` for another
            one, `H` for a held one; `N` for a natural tile.
        mask: The natural colours of a group.
        stays: The colours that held jokers of a group keep.
        taken: How much of `Problem.taken` it settles.
    """

    first: int
    color: int | None
    text: str
    mask: int = 0
    stays: int = 0
    taken: int = 0

    @property
    def last(self) -> int:
        """The highest number."""
        return self.first if self.color is None else self.first + len(self.text) - 1

    def takes(self, number: int) -> tuple[list[int], list[int], int]:
        """What it takes at a number: natural tiles and held jokers of each colour, and other jokers."""
        if self.color is None:
            colors = range(4)
            naturals, stays = [self.mask >> c & 1 for c in colors], [self.stays >> c & 1 for c in colors]
            return naturals, stays, self.text.count("J")
        place = self.text[number - self.first]
        return (
            [int(place == "N" and c == self.color) for c in range(4)],
            [int(place == "H" and c == self.color) for c in range(4)],
            int(place == "J"),
        )

    def points(self, number: int, *, jokers: bool) -> int:
        """How many of its tiles at a number count."""
        text = self.text + "N" * self.mask.bit_count() if self.color is None else self.text[number - self.first]
        return len(text) if jokers else text.count("N")


@frozen
class Problem:
    """What is to be arranged, and what it is worth.

    Attributes:
        top: The highest number.
        size: How many colours are in play.
        must: The natural tiles that must be used.
        free: The natural tiles that may be used.
        weights: What it is worth to use a tile of `free`.
        joker_weight: What it is worth to use a joker of `jokers_free`.
        held: Jokers that keep their place as a natural tile would.
        jokers_must: How many jokers must be used, besides those held or taken.
        jokers_free: How many jokers may be used.
        taken: What the designs chosen must settle in all: how many jokers must go into them.
        designs: The melds that those may go into.
        old_runs: The runs of the old table of each colour; undoing a joint between two neighbours costs 1.
        old_groups: The natural colours of the groups of the old table at each number; disturbing one costs 1.
        most_jokers: The most jokers in a meld.
        adjacent: Whether jokers may lie side by side in a run.
        one_follows: Whether a 1 may end a run after the highest number.
        unit: What the weights are multiples of: more than all these costs together.
        points: The points that all melds together must reach.
        joker_points: Whether jokers count for these points.
        every: Whether ways of different worth are all kept, for `words`; else only the best is.
    """

    top: int
    size: int
    must: Counts
    free: Counts
    weights: Counts
    held: Counts
    joker_weight: int = 0
    jokers_must: int = 0
    jokers_free: int = 0
    taken: int = 0
    designs: tuple[Design, ...] = ()
    old_runs: tuple[tuple[OldRun, ...], ...] = ((), (), (), ())
    old_groups: tuple[tuple[int, ...], ...] = ((),) * 15
    most_jokers: int = 2
    adjacent: bool = True
    one_follows: bool = False
    unit: int = 1
    points: int = 0
    joker_points: bool = True
    every: bool = False

    def gain(self, worth: int) -> int:
        """What a worth is but for the costs of disturbing."""
        return worth + -worth % self.unit

    def counts_jokers(self, jokers: int) -> bool:
        """Whether so many jokers could make a meld that is not allowed, so that those of each meld are counted."""
        return jokers > min(2, self.most_jokers) or (jokers > 1 and (self.one_follows or not self.adjacent))
