"""The jokers of a meld: the tiles they stand for, and the conditions for taking one (A6, A9, A11-A13).

The referee and the solver ask the same functions. Which melds are new for a taken joker (A10) is in `held_melds`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import COLORS, JOKER, TILES, Tile

Reading = tuple[Tile, ...]
"""A tile for each joker of a meld, all of them different."""


def readings(rules: Rules, meld: Meld) -> Iterator[Reading]:
    """Yield every choice of tiles that the jokers of a meld can stand for, each in ascending order.

    In a run the place of a joker decides (000.20); after a 10 it is the 1 where the edition lets that follow. Where
    jokers may slide, the run is read from each start that leaves its natural tiles room (A9). In a group the jokers
    stand for any of the missing colours (000.16).

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
    """Yield the numbers at which a run may begin: its own, or where jokers may slide, any that fits its naturals."""
    if rules.joker_positional or run.has_one_after_ten:
        yield run.start
        return
    length = len(run.tiles)
    for start in range(max(1, max(naturals) - length + 1), min(naturals) + 1):
        last = start + length - 1
        if last <= rules.max_number or (rules.one_follows_ten and last == 11 and start > 1):
            yield start


def worth(rules: Rules, meld: Meld) -> int:
    """Return the points of a meld in an opening: its numbers, a joker as `joker_in_opening` says (A6).

    Examples:
        >>> from rami.rummikub import PRESETS, Rules, parse_meld
        >>> worth(Rules(), parse_meld("R9-R10-*")), worth(PRESETS["ramikubic"], parse_meld("R9-R10-*"))
        (30, 20)
    """
    if rules.joker_in_opening == "zero":
        return sum(tile.number for tile in meld.tiles)
    return meld.value - 10 if isinstance(meld, Run) and ends_on_one(rules, meld) else meld.value


def ends_on_one(rules: Rules, run: Run) -> bool:
    """Return whether the last joker of a run stands for the 1 after the 10 (000.7).

    Examples:
        >>> from rami.rummikub import PRESETS, Rules
        >>> ends_on_one(PRESETS["ramikubic"], Run.parse("R9-R10-*")), ends_on_one(Rules(), Run.parse("R9-R10-*"))
        (True, False)
    """
    after_ten = run.start > 1 and run.start + len(run.tiles) == 12
    return rules.one_follows_ten and after_ten and run.tiles[-1] == JOKER


class JokerOutcome(NamedTuple):
    """The outcome of a joker of the table, or of the opening: it stays, or it is taken (A12).

    Attributes:
        stays: The tile that it keeps standing for; None if it is taken.
        sort: The sort of meld that it stays in; None for either, or if it is taken.
        needs: The natural tiles that replace a taken joker (000.15, A13).
    """

    stays: Tile | None
    sort: type[Run] | type[Group] | None = None
    needs: Reading = ()


TAKEN_FREELY = JokerOutcome(None)
"""A joker that is taken without a replacement."""


def joker_outcomes(rules: Rules, meld: Meld, tile: Tile) -> tuple[JokerOutcome, JokerOutcome]:
    """Return the two outcomes of a joker that stood for a tile in a meld: that it stays, and that it is taken.

    Examples:
        >>> from rami.rummikub import Rules, parse_meld
        >>> joker_outcomes(Rules(joker_group3="both"), parse_meld("R7=K7=*"), Tile("B7"))[1].needs
        (Tile('B7'), Tile('O7'))
    """
    if rules.joker_sets == "free":
        return JokerOutcome(tile), TAKEN_FREELY
    needs: Reading = (tile,)
    is_pair = isinstance(meld, Group) and len(meld.tiles) == 3 and meld.tiles.count(JOKER) == 1
    if is_pair and rules.joker_group3 == "both":
        needs = tuple(missing for (missing,) in readings(rules, meld))
    return JokerOutcome(tile, type(meld)), JokerOutcome(None, needs=needs)


def replacements_due(rules: Rules, needs: Iterable[Tile], lying: Collection[Tile]) -> Counter[Tile]:
    """Return the replacements of taken jokers that have to come from the rack (A11).

    Where they may come from anywhere, one tile may serve several jokers, one after the other.

    Examples:
        >>> from rami.rummikub import Rules, parse_tiles
        >>> needs, table = parse_tiles("R5 R5 K8"), parse_tiles("K8 B8 O8")
        >>> replacements_due(Rules(), needs, table) == {Tile("R5"): 1}
        True
        >>> replacements_due(Rules(joker_replacement_from="rack"), needs, table) == {Tile("R5"): 2, Tile("K8"): 1}
        True
    """
    if rules.joker_replacement_from == "rack":
        return Counter(needs)
    return Counter(set(needs).difference(lying))
