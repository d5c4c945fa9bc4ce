"""The kinds of runs: what decides how an open run may go on.

The *kind* of an open run says whether it has one tile, two, or three and more, and, only where the problem asks for it,
the jokers in it and the old runs that it contains.

Lemma (kinds): two arrangements with open runs of the same kinds can be completed by the same tiles. For whether a run
may be closed or lengthened is decided by its kind, and so is the kind that it has afterwards.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

Part = tuple[int, ...]
"""The kinds of the open runs of one colour, in ascending order."""

LENGTH: Final = 3
"""The bits of a kind for its length; 3 is three and more, 0 is no open run but something to be kept in mind."""
_JOKERS: Final = 2  # where the three bits for the jokers in the run begin
_JOKER_LAST: Final = 1 << 5
_ONLY_JOKERS: Final = 1 << 6
_LOW: Final = 1 << 7  # starts with the 1
NEW: Final = 1 << 8  # a new meld, which taken jokers may go into
PAID: Final = 1 << 9  # holds one
_CLAIMS: Final = 10  # where the two bits for its tiles from the rack begin
_FRONT: Final = 1 << 12  # a joker may be moved from its end to its front
_BACK: Final = 1 << 13  # a joker has to be moved from its front to its end
_ENDED: Final = 1 << 14  # a joker has been moved: nothing may follow
_ALIVE: Final = 15  # where the old runs that it may come to contain begin
_CONTAINED: Final = 35  # where those that it contains begin
_MASK: Final = (1 << 20) - 1
MOST_OLD_RUNS: Final = 20
"""The most old runs of a colour that can be told apart."""

KEPT: Final = 4
"""A 1 kept back for the end of a run (a length of 0, and a mark)."""
KEPT_JOKER: Final = 8
"""A held joker that stands for a 1, kept back for the end of a run."""
KEPT_CLAIMED: Final = 12
"""A 1 from the rack kept back for the end of a new meld, which claims it."""

NATURAL: Final = 0
HELD: Final = 1
WILD: Final = 2
CLAIMED: Final = 3
"""A natural tile from the rack that a new meld claims for itself (A10)."""


class Style(NamedTuple):
    """What a problem asks of all its columns.

    Attributes:
        wild: How many wild jokers there are.
        counted: Whether the jokers of each run are counted.
        most: The most jokers in a meld.
        adjacent: Whether jokers may lie side by side.
        loose: How many wild jokers need not go into new melds.
        taken: How many taken jokers have to go into new melds.
        claims: How many tiles from the rack a new meld needs.
        keen: Whether every free tile is worth laying, and nothing forbids to lengthen a run with it.
        idle: Whether wild jokers may be left over.
        joined: Whether no run need begin where one of three and more tiles ends.
        slides: Whether a run that has two jokers side by side at one end is laid with one of them at the other.
    """

    wild: int = 0
    loose: int = 0
    counted: bool = False
    most: int = 2
    adjacent: bool = True
    taken: int = 0
    claims: int = 0
    keen: bool = False
    idle: bool = False
    joined: bool = False
    slides: bool = False


class Old(NamedTuple):
    """What a column has to know of the old runs, where jokers have to go into new melds, as masks.

    Attributes:
        first: Those whose lowest natural tile has this number.
        here: Those with a natural tile of this number.
        last: Those whose highest natural tile has this number.
        remembered: Those that are remembered of the runs that contain them; no new meld may contain another.
        numbers: The numbers of the natural tiles of each, as masks, where any is remembered.
    """

    first: int = 0
    here: int = 0
    last: int = 0
    remembered: int = 0
    numbers: tuple[int, ...] = ()


class Demand(NamedTuple):
    """What the groups of a number take of a colour.

    Attributes:
        apart: How many natural tiles.
        held: How many held jokers that might as well lie in a run.
        claims: How many of the natural tiles new groups claim as tiles from the rack.
    """

    apart: int = 0
    held: int = 0
    claims: int = 0

    @classmethod
    def of(cls, code: int) -> "Demand":
        """What a code says."""
        return cls(code & 255, code >> 8 & 255, code >> 16)

    @property
    def code(self) -> int:
        """All of it as one number."""
        return self.apart | self.held << 8 | self.claims << 16


class Column(NamedTuple):
    """What decides how the runs of a colour go on at a number, besides the style.

    Attributes:
        must: How many natural tiles must be used.
        tiles: How many there are.
        table: How many of them are not from the rack.
        reach: How many numbers with tiles from the rack a run may still reach, as far as a new meld needs them.
        held_in_runs: The held jokers for runs.
        held: The held jokers for runs or groups.
        next: How many tiles, wild jokers apart, there are at the next number; -1 beyond the last.
        second: The same for the number after that.
        place: 1 at the number 1 and 2 beyond the highest where a 1 may follow that; 3 at the number 1 elsewhere, if
            runs slide; else 0.
        high: Whether a run that starts with a wild joker is looked at.
        old: What is to be known of the old runs.
        demands: What the groups may take, as codes.
    """

    must: int
    tiles: int
    table: int
    reach: int
    held_in_runs: int
    held: int
    next: int
    second: int
    place: int
    high: bool
    old: Old
    demands: tuple[int, ...]


def lengthened(style: Style, column: Column, kind: int, piece: int) -> int:
    """The kind of a run after one more piece; 0 if it may not have it."""
    length, joker = kind & LENGTH, piece in (HELD, WILD)
    if column.place == 2 and (kind & (_LOW | _ONLY_JOKERS | _BACK) or length < 2):
        return 0  # 000.7: a 1 that follows the highest number ends a run of other tiles, which has no 1 already
    if kind & _ENDED:
        return 0
    if not kind & NEW and (piece == CLAIMED or (piece == WILD and not style.loose)):
        return 0
    new = kind & ~(LENGTH | _JOKER_LAST) | min(3, length + 1)
    if not joker:
        new &= ~_ONLY_JOKERS
    elif style.counted:
        if kind >> _JOKERS & 7 >= style.most:
            return 0
        if kind & _JOKER_LAST and not style.adjacent:
            moved = _moved(style, kind)
            if not moved:
                return 0
            new |= moved
        new += (1 << _JOKERS) + (0 if style.adjacent else _JOKER_LAST)
    if kind & NEW:
        claims = _claims(style, column, kind, piece)
        if claims < 0:
            return 0
        new += claims << _CLAIMS
        if piece == WILD:
            new |= PAID
    return _containing(column.old, new, joker) if kind & NEW or column.old.remembered else new


def _claims(style: Style, column: Column, kind: int, piece: int) -> int:
    """How many tiles a new run claims with one more piece; -1 if it should not have it.

    Lemma (reach): a new run that can no longer claim as many tiles from the rack as it needs is not gone on with. And
    where every tile is from the rack, it claims the one that it has: no other meld could claim that.
    """
    missing = style.claims - (kind >> _CLAIMS & 3)
    claims = int(piece == CLAIMED)
    if claims > missing or missing - claims > column.reach:
        return -1
    return -1 if missing and piece == NATURAL and not column.table else claims


def _moved(style: Style, kind: int) -> int:
    """What is to be kept in mind where a joker follows another and they may not lie side by side; 0 if it may not.

    Lemma (slides): where jokers may slide (A9), two at one end of a run stand for these tiles still if one of them lies
    at the other end. So they may lie there if a natural tile ends the run on that side and there is a number beyond.
    """
    if not style.slides:
        return 0
    if kind & _ONLY_JOKERS:
        return 0 if kind & LENGTH > 1 else _BACK
    return _ENDED if kind & _FRONT else 0


def _containing(old: Old, kind: int, joker: bool) -> int:
    """The kind with the old runs brought up to date that it may come to contain, or contains; 0 if it may not."""
    alive = kind >> _ALIVE & _MASK | (old.first if kind & NEW else old.first & old.remembered)
    if joker:
        alive &= ~old.here
    contained = alive & old.last
    if contained & ~old.remembered:
        return 0
    kind &= ~(_MASK << _ALIVE)
    return kind | (alive & ~old.last) << _ALIVE | contained << _CONTAINED


def started(style: Style, column: Column, piece: int, *, new: bool) -> int:
    """The kind of a run that starts with a piece; 0 if none may."""
    kind = NEW if new else 0
    if column.place == 1:
        kind |= _LOW
    if style.counted and piece in (HELD, WILD):
        kind |= _ONLY_JOKERS
    elif style.slides and not column.place:
        kind |= _FRONT
    return lengthened(style, column, kind, piece)


def may_close(style: Style, kind: int, *, last: bool = False) -> bool:
    """Whether a run of a kind is a meld: three tiles, one of them natural, and what a new meld needs.

    Args:
        style: What the problem asks of all its columns.
        kind: The kind.
        last: Whether there is no number beyond.
    """
    if kind & LENGTH != 3 or kind & _ONLY_JOKERS:
        return False
    if kind & _BACK and (last or kind & _JOKER_LAST):
        return False
    return not kind & NEW or bool(kind & PAID and kind >> _CLAIMS & 3 == style.claims)


def remembered(kind: int) -> tuple[int, ...]:
    """What is to be kept in mind of a run that is closed: the old runs that it contains, and whether it is new."""
    contained = kind >> _CONTAINED
    return (contained << _CONTAINED | kind & NEW,) if contained else ()


def are_new(old: Old, closed: Part) -> bool:
    """A10: whether as many old runs are held without the melds that taken jokers went into."""
    others = [kind for kind in closed if not kind & NEW]
    return _most_held(old.numbers, closed, 0) == _most_held(old.numbers, others, 0)


def _most_held(numbers: tuple[int, ...], closed: Sequence[int], index: int) -> int:
    """How many of the old runs from an index on the closed runs can hold, each by tiles of its own.

    A run has each number once: it can hold two old runs that it contains unless they share a number.
    """
    if index == len(numbers):
        return 0
    most = _most_held(numbers, closed, index + 1)
    for place, kind in enumerate(closed):
        if kind >> _CONTAINED >> index & 1:
            apart = sum(1 << other for other, shared in enumerate(numbers) if not shared & numbers[index])
            left = kind & (apart << _CONTAINED)
            most = max(most, 1 + _most_held(numbers, [*closed[:place], left, *closed[place + 1 :]], index + 1))
    return most
