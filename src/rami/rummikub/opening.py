"""The opening: the first play of a player, from the own rack (000.8, A5-A7)."""

from collections.abc import Iterator, Sequence
from itertools import product

from rami.errors import Violation
from rami.pieces import without
from rami.rummikub.jokers import places, takes_joker
from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Meld, Table
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import JOKER, Tile
from rami.rummikub.violations import Code


def opening_violations(rules: Rules, old: Table, new: Table, played: tuple[Tile, ...]) -> tuple[Violation, ...]:
    """What is wrong with a play as an opening.

    The points must come from complete melds of rack tiles alone. Where `opening_turn_table` is `"after_opening"`, the
    rest of the turn is free, and those melds need not lie on the table at the end of it: it is enough that the tiles
    played make them.

    Args:
        rules: The rules of the deal.
        old: The table before the play.
        new: The table after it.
        played: The tiles that came from the rack, in canonical order.

    Returns:
        Every reason; () if there is none.
    """
    if rules.opening_turn_table == "forbidden":
        return _closed_table(rules, old, new)
    points = best_opening(rules, played)
    if points < rules.opening_points and rules.joker_before_opening:
        points = max(best_opening(rules, tiles) for tiles in _with_exchanged_jokers(rules, old, played))
    if points >= rules.opening_points:
        return ()
    problems = [Violation(Code.OPENING_TOO_LOW, played, (points, rules.opening_points))]
    if not rules.joker_before_opening and takes_joker(rules, old, new):
        problems.append(Violation(Code.JOKER_BEFORE_OPENING, _jokered(old)))
    return tuple(problems)


def _closed_table(rules: Rules, old: Table, new: Table) -> tuple[Violation, ...]:
    """A5: every meld of the table stays as it is, but for jokers exchanged in place where A14 allows that."""
    added, changed = _difference(new, old), _difference(old, new)
    ways = _less_exchanges(added, changed) if rules.joker_before_opening else [(added, changed)]
    return min((tuple(_faults(rules, old, new, *way)) for way in ways), key=len)


def _faults(
    rules: Rules, old: Table, new: Table, added: Sequence[Meld], changed: Sequence[Meld]
) -> Iterator[Violation]:
    """What is wrong with an opening that adds these melds to the table and changes those."""
    if changed:
        yield Violation(Code.OPENING_CHANGES_TABLE, sorted(tile for meld in changed for tile in meld.tiles))
        if not rules.joker_before_opening and takes_joker(rules, old, new):
            yield Violation(Code.JOKER_BEFORE_OPENING, _jokered(old))
        taken = without(new.tiles, old.tiles)
        added = [meld for meld in added if not without(meld.tiles, taken)]
    jokers = [JOKER for meld in added for tile in meld.tiles if tile == JOKER]
    if jokers and rules.joker_in_opening == "forbidden":
        yield Violation(Code.OPENING_USES_JOKER, jokers)
    points = sum(_worth(rules, meld) for meld in added)
    if points < rules.opening_points:
        tiles = sorted(tile for meld in added for tile in meld.tiles)
        yield Violation(Code.OPENING_TOO_LOW, tiles, (points, rules.opening_points))


def _jokered(table: Table) -> list[Tile]:
    return sorted(tile for meld in table.joker_melds for tile in meld.tiles)


def _difference(table: Table, other: Table) -> list[Meld]:
    """The melds of a table that another one has not, identical melds counted."""
    counts: dict[Meld, int] = {}
    for meld in other:
        counts[meld] = counts.get(meld, 0) + 1
    left: list[Meld] = []
    for meld in table:
        if counts.get(meld):
            counts[meld] -= 1
        else:
            left.append(meld)
    return left


def _less_exchanges(added: list[Meld], changed: list[Meld]) -> Iterator[tuple[list[Meld], list[Meld]]]:
    """The new and the changed melds less those that differ by jokers exchanged in place, paired in every way (A14)."""
    old = next((meld for meld in changed if JOKER in meld.tiles), None)
    if old is None:
        yield added, changed
        return
    others = _less(changed, old)
    for new in dict.fromkeys(meld for meld in added if _is_exchange(old, meld)):
        yield from _less_exchanges(_less(added, new), others)
    for left, still in _less_exchanges(added, others):
        yield left, [old, *still]


def _less(melds: list[Meld], meld: Meld) -> list[Meld]:
    left = list(melds)
    left.remove(meld)
    return left


def _is_exchange(old: Meld, new: Meld) -> bool:
    if type(old) is not type(new) or len(old.tiles) != len(new.tiles):
        return False
    kept = set(old.tiles) - {JOKER} <= set(new.tiles)
    return kept and old.tiles.count(JOKER) > new.tiles.count(JOKER) and old.value == new.value


def _worth(rules: Rules, meld: Meld) -> int:
    """A6: what a meld counts for the opening."""
    if rules.joker_in_opening == "zero":
        return sum(tile.number for tile in meld.tiles)
    return meld.value


def _with_exchanged_jokers(rules: Rules, old: Table, played: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
    """A14: the tiles played, with some of them exchanged for the jokers on the table that they replace."""
    options = [(None, *sorted(place.stands_for & set(played))) for place in places(rules, old)]
    for choice in product(*options):
        given = [tile for tile in choice if tile is not None]
        left = without(played, given)
        if len(left) + len(given) == len(played):
            yield tuple(sorted([*left, *[JOKER] * len(given)]))


def best_opening(rules: Rules, tiles: Sequence[Tile]) -> int:
    """The most points that complete melds made of these tiles alone are worth as an opening (000.8, A6).

    The search ends as soon as the points suffice; tiles that miss them make few melds, so that it is short then too.

    Args:
        rules: The rules of the deal.
        tiles: The tiles.

    Returns:
        The points of the best melds, or of the first ones found that suffice.

    Examples:
        >>> from rami.rummikub import Rules, parse_tiles
        >>> best_opening(Rules(), parse_tiles("R4 R5 R6 K1 B1 O1 O9"))
        18
    """
    jokers = 0 if rules.joker_in_opening == "forbidden" else sum(tile == JOKER for tile in tiles)
    naturals = tuple(sorted(tile for tile in tiles if tile != JOKER))
    return _Search(rules).best(naturals, jokers, rules.opening_points)


class _Search:
    """Tries, for the lowest tile left, every meld that it can be the lowest tile of, and leaving it out."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[tuple[tuple[Tile, ...], int], int] = {}

    def best(self, naturals: tuple[Tile, ...], jokers: int, target: int) -> int:
        """The points to be had from these tiles; the exact figure wherever they miss the target."""
        if not naturals:
            return 0
        key = naturals, jokers
        if key not in self.known:
            most = 0
            for meld in melds_from(self.rules, naturals[0], set(naturals), jokers):
                points = _worth(self.rules, meld)
                left = without(naturals, meld.tiles)
                most = max(most, points + self.best(left, jokers - meld.tiles.count(JOKER), target - points))
                if most >= target:
                    return most
            most = max(most, self.best(naturals[1:], jokers, target))
            if most >= target:
                return most
            self.known[key] = most
        return self.known[key]
