"""How the tiles of one number split into groups."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from attrs import frozen

Masks = tuple[int, ...]
"""Colours as bit masks: bit 0 is the first colour."""

_MOST_TILES = 12  # more at one number are split in one way only, without regard to the old groups


@frozen(eq=False)
class Grouping:
    """One choice of what goes into groups at one number.

    Attributes:
        counts: How many natural tiles of each colour.
        held: How many jokers that keep their place as a tile of each colour.
        jokers: How many other jokers.
        groups: The colours (natural tiles and held jokers), the held jokers among them, and the other jokers, of each
            group.
        disturbed: How many groups of the old table do not lie within one of these groups.
    """

    counts: tuple[int, ...]
    held: tuple[int, ...]
    jokers: int
    groups: tuple[tuple[int, int, int], ...]
    disturbed: int


@lru_cache(maxsize=4096)
def groupings(
    naturals: tuple[int, ...], held: tuple[int, ...], jokers: int, size: int, most_jokers: int, old: Masks
) -> tuple[Grouping, ...]:
    """Every choice of what goes into groups at one number, each split so as to disturb the fewest old groups.

    Args:
        naturals: How many natural tiles of each colour there are.
        held: How many jokers there are that keep their place as a tile of each colour.
        jokers: How many other jokers there are.
        size: The number of colours in play: the most tiles of a group.
        most_jokers: The most jokers in a group.
        old: The natural colours of each group of the old table at this number.

    Returns:
        The choices, the empty one first.
    """
    found: list[Grouping] = []
    for kept in product(*(range(count + 1) for count in held)):
        for counts in product(*(range(count + 1) for count in naturals)):
            for floating in range(jokers + 1):
                total = tuple(map(sum, zip(counts, kept, strict=True)))
                if _number_of_groups(total, floating, size) is None:
                    continue
                split = _split(total, kept, floating, size, most_jokers, old)
                if split is not None:
                    found.append(Grouping(counts, kept, floating, *split))
    return tuple(found)


def _number_of_groups(counts: Sequence[int], jokers: int, size: int) -> int | None:
    """The fewest groups that so many tiles of each colour and jokers can make; None if they cannot be grouped."""
    tiles = sum(counts)
    if not tiles:
        return None if jokers else 0
    fewest = max(*counts, -(-(tiles + jokers) // size))
    return fewest if fewest <= tiles and 3 * fewest <= tiles + jokers else None


def _split(
    counts: tuple[int, ...], held: tuple[int, ...], jokers: int, size: int, most_jokers: int, old: Masks
) -> tuple[tuple[tuple[int, int, int], ...], int] | None:
    """The split into groups that disturbs the fewest old ones; None if the jokers allow none."""
    if not old and not any(held) and jokers <= min(2, most_jokers):
        return tuple((mask, 0, extra) for mask, extra in _even_split(counts, jokers, size)), 0
    if sum(counts) > _MOST_TILES:
        splits: Iterator[tuple[tuple[int, int], ...]] = iter([tuple(_even_split(counts, jokers, size))])
    else:
        splits = _splits(counts, jokers, size, most_jokers)
    best: tuple[tuple[tuple[int, int, int], ...], int] | None = None
    for groups in splits:
        whole = _hold(groups, held, most_jokers)
        if whole is None:
            continue
        disturbed = len(old) - _kept(old, tuple(mask & ~stay for mask, stay, _ in whole))
        if best is None or disturbed < best[1]:
            best = whole, disturbed
        if not disturbed:
            break
    return best


def _even_split(counts: Sequence[int], jokers: int, size: int) -> list[tuple[int, int]]:
    """Groups of sizes as equal as can be: dealing the colours out in turn puts none twice into a group."""
    number = _number_of_groups(counts, jokers, size) or 0
    masks = [0] * number
    turn = 0
    for color, count in enumerate(counts):
        for _ in range(count):
            masks[turn % number] |= 1 << color
            turn += 1
    extra = [0] * number
    for _ in range(jokers):
        smallest = min(range(number), key=lambda i: masks[i].bit_count() + extra[i])
        extra[smallest] += 1
    return list(zip(masks, extra, strict=True))


def _splits(
    counts: tuple[int, ...], jokers: int, size: int, most_jokers: int, last: int = 1 << 8
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every split into groups, as the colours and the jokers of each; equal ones once."""
    if not any(counts):
        if not jokers:
            yield ()
        return
    first = next(color for color, count in enumerate(counts) if count)
    for mask in range(1 << len(counts)):
        if not mask >> first & 1 or mask & ((1 << first) - 1) or (mask > last and last & -last == 1 << first):
            continue
        if any(mask >> color & 1 and not count for color, count in enumerate(counts)):
            continue
        left = tuple(count - (mask >> color & 1) for color, count in enumerate(counts))
        colors = mask.bit_count()
        for extra in range(max(0, 3 - colors), min(jokers, most_jokers, size - colors) + 1):
            for rest in _splits(left, jokers - extra, size, most_jokers, mask):
                yield ((mask, extra), *rest)


def _hold(
    groups: tuple[tuple[int, int], ...], held: tuple[int, ...], most_jokers: int
) -> tuple[tuple[int, int, int], ...] | None:
    """Which tiles are held jokers, so that no group has too many jokers or nothing else; None if impossible."""
    if not any(held):
        fits = all(extra <= most_jokers for _, extra in groups)
        return tuple((mask, 0, extra) for mask, extra in groups) if fits else None
    color = next(color for color, count in enumerate(held) if count)
    for chosen in combinations([i for i, (mask, _) in enumerate(groups) if mask >> color & 1], held[color]):
        lighter = tuple((m & ~(1 << color), e + 1) if i in chosen else (m, e) for i, (m, e) in enumerate(groups))
        rest = (
            _hold(lighter, (*held[:color], 0, *held[color + 1 :]), most_jokers) if all(m for m, _ in lighter) else None
        )
        if rest is not None:
            stays = [(1 << color) if i in chosen else 0 for i in range(len(groups))]
            return tuple((m | s, h | s, e - (s > 0)) for (m, h, e), s in zip(rest, stays, strict=True))
    return None


def _kept(old: Masks, new: Masks) -> int:
    """The most old groups that can lie, without sharing a tile, within the new ones."""
    if not old:
        return 0
    first, *rest = old
    best = _kept(tuple(rest), new)
    for i, mask in enumerate(new):
        if first & mask == first and new.index(mask) == i:
            best = max(best, 1 + _kept(tuple(rest), (*new[:i], mask & ~first, *new[i + 1 :])))
    return best
