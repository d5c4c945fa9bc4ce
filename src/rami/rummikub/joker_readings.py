"""What the jokers of a meld stand for, and what the meld is worth, under an edition."""

from collections.abc import Iterator
from itertools import combinations

from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import COLORS, JOKER, TILES, Tile

Reading = tuple[Tile, ...]
"""A tile for each joker of a meld, all of them different."""


def readings(rules: Rules, meld: Meld) -> Iterator[Reading]:
    """Every way to say which tiles the jokers of a meld stand for.

    In a run the place of a joker says it (000.20), and after a 10 it is the 1 where the edition lets that follow; where
    jokers may slide, the whole run is read from each place at which its natural tiles leave it room (A9). In a group
    the jokers stand for missing colours, for any of them (000.16).

    Args:
        rules: The rules of the deal.
        meld: The meld.

    Yields:
        The readings, each in ascending order; () alone for a meld without a joker.

    Examples:
        >>> from rami.rummikub import Rules, parse_meld
        >>> list(readings(Rules(), parse_meld("R7=K7=*")))
        [(Tile('B7'),), (Tile('O7'),)]
        >>> list(readings(Rules(joker_positional=False), parse_meld("*-R4-R5")))
        [(Tile('R3'),), (Tile('R6'),)]
    """
    jokers = meld.tiles.count(JOKER)
    if isinstance(meld, Group):
        missing = [tile for color in rules.colors if (tile := Tile(color, meld.number)) not in meld.tiles]
        yield from combinations(missing, jokers)
        return
    naturals = {number for number, tile in enumerate(meld.tiles, meld.start) if tile is not JOKER}
    row, length = TILES[COLORS.index(meld.color)], len(meld.tiles)
    for start in _starts(rules, meld, naturals):
        yield tuple(
            row[1 if rules.one_follows_ten and number == 11 else number]
            for number in range(start, start + length)
            if number not in naturals
        )


def _starts(rules: Rules, run: Run, naturals: set[int]) -> Iterator[int]:
    """The numbers at which a run may begin: its own, or any with the natural tiles in it where jokers may slide."""
    if rules.joker_positional or run.has_one_after_ten:
        yield run.start
        return
    length = len(run.tiles)
    for start in range(max(1, max(naturals) - length + 1), min(naturals) + 1):
        last = start + length - 1
        if last <= rules.max_number or (rules.one_follows_ten and last == 11 and start > 1):
            yield start


def worth(rules: Rules, meld: Meld) -> int:
    """What a meld counts in an opening: the numbers of its tiles, a joker as `joker_in_opening` says (A6).

    Args:
        rules: The rules of the deal.
        meld: The meld.

    Returns:
        The points.

    Examples:
        >>> from rami.rummikub import PRESETS, Rules, parse_meld
        >>> worth(Rules(), parse_meld("R9-R10-*")), worth(PRESETS["ramikubic"], parse_meld("R9-R10-*"))
        (30, 20)
    """
    if rules.joker_in_opening == "zero":
        return sum(tile.number for tile in meld.tiles)
    return meld.value - 10 if isinstance(meld, Run) and ends_on_one(rules, meld) else meld.value


def ends_on_one(rules: Rules, run: Run) -> bool:
    """Whether the last joker of a run stands for the 1 after the 10 (000.7).

    Args:
        rules: The rules of the deal.
        run: The run.

    Returns:
        Whether it does; False where a natural 1 lies there.

    Examples:
        >>> from rami.rummikub import PRESETS, Rules
        >>> ends_on_one(PRESETS["ramikubic"], Run.parse("R9-R10-*")), ends_on_one(Rules(), Run.parse("R9-R10-*"))
        (True, False)
    """
    after_ten = run.start > 1 and run.start + len(run.tiles) == 12
    return rules.one_follows_ten and after_ten and run.tiles[-1] == JOKER
