"""Check whether a play is legal.

The checks concern the tiles and jokers of the play, and the opening. The module also settles turns that ran out of
time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Final

from attrs import evolve

from rami.errors import InvalidMeld, RulesError, Violation
from rami.pieces import without
from rami.rummikub.jokers import Reading, Rearrangement, joker_violations, line_of, readings, takes_joker
from rami.rummikub.melds import SHORTEST, Group, Meld, Run, Table, meld_violations, melds_from
from rami.rummikub.moves import Change, Play, TimeOut
from rami.rummikub.position import State, View, has_opened
from rami.rummikub.rules import Code, Rules
from rami.rummikub.tiles import COLOR_INDEX, COLORS, JOKER, NUMBER, Tile
from rami.shapes import typed

MOST_OPENING_STEPS: Final = 20_000
"""Maximum number of steps in the search for an opening.

A step tries one combination of melds. At the limit, the search returns the best opening found so far.

The editions whose openings may use the table require 30 points. Without jokers, melds worth less than 30 points can
leave at most 12,410 different sets of tiles, so the search never reaches the limit. With jokers, the hardest racks
found take 700 steps.
"""


def opening_violations(rules: Rules, change: Change) -> Iterator[Violation]:
    """Yield the violations of an opening.

    They include violations of the joker rules.

    The points must come from complete melds of rack tiles. If `opening_turn_table` is `"forbidden"`, these are the
    melds added to the table. If it is `"after_opening"`, the player may rearrange the table after the opening, so the
    melds of the opening need not be on the final table. It is enough if the played tiles can make such melds, and if
    the jokers can move from these melds to their final melds (A6).
    """
    if rules.opening_turn_table == "forbidden":
        yield from joker_violations(rules, change)
        yield from _on_closed_table(rules, change)
    else:
        yield from _on_open_table(rules, change)


def points_due(rules: Rules) -> int:
    """Return the minimum number of points for an opening.

    If any meld is enough, the minimum is 1.
    """
    return rules.opening_points or 1


def _on_closed_table(rules: Rules, change: Change) -> Iterator[Violation]:
    """Yield the violations of an opening that may not use the table (A5)."""
    added = change.added
    if change.removed:
        yield Violation(Code.OPENING_CHANGES_TABLE, sorted(tile for meld in change.removed for tile in meld.tiles))
        if not rules.joker_before_opening and takes_joker(rules, change):
            yield Violation(Code.JOKER_BEFORE_OPENING, _jokered(change.old))
        added = tuple(meld for meld in added if not without(meld.tiles, change.brought))
    points, needed = sum(meld.value for meld in added), points_due(rules)
    if change.brought and points < needed:
        tiles = sorted(tile for meld in added for tile in meld.tiles)
        yield Violation(Code.OPENING_TOO_LOW, tiles, (points, needed))


def _on_open_table(rules: Rules, change: Change) -> Iterator[Violation]:
    """Yield the violations of an opening in a turn that may use the table (A6)."""
    turn = Rearrangement.of_turn(rules, change)
    search = _Openings(turn)
    if rules.joker_before_opening:
        problems = [*turn.violations()]
    else:
        problems = [Violation(Code.JOKER_BEFORE_OPENING, _jokered(change.old))] if turn.takes_joker() else []
    yield from problems
    points = search.without_jokers(search.naturals, search.needed) if problems else search.best()
    if change.brought and points < search.needed:
        yield Violation(Code.OPENING_TOO_LOW, change.brought, (points, search.needed))


def _jokered(table: Table) -> list[Tile]:
    return sorted(tile for meld in table.joker_melds for tile in meld.tiles)


class _Openings:
    # Try openings without jokers first, because they never restrict the rest of the turn.

    def __init__(self, turn: Rearrangement) -> None:
        played = turn.change.brought
        self.rules, self.turn = turn.rules, turn
        self.needed = points_due(turn.rules)
        self.naturals = tuple(sorted((tile for tile in played if tile != JOKER), key=_by_number))
        self.jokers = played.count(JOKER)
        self.steps = MOST_OPENING_STEPS
        self.known: dict[tuple[Tile, ...], int] = {}

    def best(self) -> int:
        """Return the points of the best opening.

        The search may stop at the first opening with enough points.
        """
        most = self.without_jokers(self.naturals, self.needed)
        if most >= self.needed or not self.jokers:
            return most
        melds = sorted(self._joker_melds(), key=lambda meld: -meld.value)
        return self._most_points(melds, (), self.naturals, self.jokers, most)

    def _joker_melds(self) -> Iterator[Meld]:
        there = set(self.naturals)
        for lowest in sorted(there):
            for meld in melds_from(self.rules, lowest, there, self.jokers):
                if JOKER in meld.tiles and self._can_continue((meld,)):
                    yield meld

    def _can_continue(self, opening: Sequence[Meld]) -> bool:
        """Return whether the turn can be legal after the given opening (A10-A14)."""
        self.steps -= 1
        turn = self.turn.with_opening(opening)
        return turn.is_legal() if self.rules.joker_before_opening else not turn.takes_joker()

    def _most_points(
        self, melds: Sequence[Meld], chosen: tuple[Meld, ...], naturals: tuple[Tile, ...], jokers: int, best: int
    ) -> int:
        laid = sum(meld.value for meld in chosen)
        with_naturals = laid + self.without_jokers(naturals, self.needed - laid)
        best = max(best, with_naturals)
        unused = (*naturals, *[JOKER] * jokers)
        for index, meld in enumerate(melds):
            # No later meld has a higher value, so `highest` is an upper bound.
            highest = with_naturals + jokers * meld.value
            if highest <= best or best >= self.needed or self.steps < 0:
                break
            self.steps -= 1
            if without(meld.tiles, unused):
                continue
            opening = (*chosen, meld)
            # `_joker_melds` has already checked each meld on its own.
            if chosen and not self._can_continue(opening):
                continue
            rest = without(naturals, meld.tiles)
            best = self._most_points(melds[index:], opening, rest, jokers - meld.tiles.count(JOKER), best)
        return best

    def without_jokers(self, naturals: tuple[Tile, ...], target: int) -> int:
        """Return the maximum number of points of melds that contain no joker.

        The search may stop at the first melds with enough points.
        """
        if not naturals or target <= 0:
            return 0
        if naturals not in self.known:
            self.steps -= 1
            most = 0
            for points, rest in self._uses_of_lowest(naturals):
                most = max(most, points + self.without_jokers(rest, target - points))
                # Do not cache `most`, because it may be less than the maximum.
                if most >= target:
                    return most
            self.known[naturals] = most
        return self.known[naturals]

    def _uses_of_lowest(self, naturals: tuple[Tile, ...]) -> Iterator[tuple[int, tuple[Tile, ...]]]:
        if self.steps >= 0:
            for meld in melds_from(self.rules, naturals[0], set(naturals), 0):
                # Skip longer runs, because they can be split into melds with the same total value.
                if len(meld.tiles) < 2 * SHORTEST:
                    yield meld.value, without(naturals, meld.tiles)
        yield 0, naturals[1:]


def _by_number(tile: Tile) -> int:
    return NUMBER[tile] * len(COLORS) + COLOR_INDEX[tile]


@typed
def played_tiles(position: State | View, play: Play) -> tuple[Tile, ...]:
    """Return the tiles that a play lays from the rack.

    These are the tiles of the new table that are not on the old one.

    Args:
        position: The position before the play.
        play: The play.

    Returns:
        The tiles in canonical order.

    Examples:
        >>> from rami.rummikub import parse_move, set_up
        >>> played_tiles(set_up("R7 K1", "R4-R5-R6"), parse_move("play R4-R5-R6-R7"))
        (Tile('R7'),)
    """
    return without(play.table.tiles, position.table.tiles)


def play_violations(position: State | View, play: Play) -> tuple[Violation, ...]:
    """Return all violations of a play.

    Jokers and the opening are only checked if no tile of the table is missing and all other tiles are from the rack.
    The time is linear in the number of tiles of both tables, unless jokers move or an opening uses the table.
    """
    change = Change.between(position.table, play.table)
    problems = list(unaccounted(position, change))
    all_there = not problems
    if not change.brought:
        problems.append(Violation(Code.NOTHING_PLAYED))
    problems += arrangement_violations(position, change) if all_there else _added_meld_violations(position, change)
    return with_rows(problems, change)


def with_rows(problems: Iterable[Violation], change: Change) -> tuple[Violation, ...]:
    """Return the violations, each with the new melds that cause it.

    An opening with too few points concerns all new melds. A joker that is not replaced concerns the new melds with a
    joker. Any other violation concerns the new melds that contain one of its tiles.
    """
    return tuple(
        evolve(problem, rows=[meld.tiles for meld in change.added if _concerns(problem, meld)])
        if problem.code not in _OF_THE_TURN and not problem.rows
        else problem
        for problem in problems
    )


def _concerns(problem: Violation, meld: Meld) -> bool:
    if problem.code == Code.OPENING_TOO_LOW:
        return True
    pieces = {JOKER} if problem.code == Code.JOKER_NOT_REPLACED else {*problem.pieces}
    return not pieces.isdisjoint(meld.tiles)


_OF_THE_TURN: Final = frozenset([Code.NOTHING_PLAYED, Code.TILE_LOST, Code.JOKER_KEPT, Code.NO_TIME_LIMIT])


def arrangement_violations(position: State | View, change: Change) -> Iterator[Violation]:
    """Yield the violations of the rules of melds, jokers and openings.

    The function does not check whether tiles are missing or come from the rack.
    """
    rules = position.rules
    # A view from a document may have many jokers, which would make the search very slow.
    if (jokers := change.new.tiles.count(JOKER)) > rules.jokers:
        raise RulesError(f"the table has {jokers} jokers, but the set has only {rules.jokers}")
    yield from _added_meld_violations(position, change)
    if has_opened(position, position.current_player):
        yield from joker_violations(rules, change)
    else:
        yield from opening_violations(rules, change)


def unaccounted(position: State | View, change: Change) -> Iterator[Violation]:
    """Yield violations if tiles of the table are missing, or if new tiles are not from the rack.

    See 001.10, 000.17 and A18.
    """
    if jokers := [tile for tile in change.lost if tile == JOKER]:
        yield Violation(Code.JOKER_KEPT, jokers)
    if others := without(change.lost, jokers):
        yield Violation(Code.TILE_LOST, others)
    if foreign := without(change.brought, position.hand_to_move):
        yield Violation(Code.NOT_IN_RACK, sorted(foreign))


def _added_meld_violations(position: State | View, change: Change) -> Iterator[Violation]:
    for meld in change.added:
        for problem in meld_violations(position.rules, meld):
            yield evolve(problem, rows=(meld.tiles,))


def is_in_time(state: State, move: TimeOut) -> bool:
    """Return whether a player has completed a legal play when the time is up.

    If so, no penalty applies.
    """
    return not move.loose and _is_legal(state, move.table)


def settled(state: State, move: TimeOut) -> Table:
    """Return the table after a turn that ran out of time.

    Missing tiles go to the rack (000.12, 001.11, 002.12).
    """
    answer = state.rules.timeout
    if answer == "restore":
        return state.table
    change = Change.between(state.table, move.table, move.loose)
    table = _with_loose_tiles_returned(change) if answer == "return" else move.table
    missing = without(state.table.tiles, table.tiles)
    stays = JOKER not in missing if answer == "rack" else not missing
    return table if stays and _is_legal(state, table) else _old_table_with_new_melds(state, change)


def _is_legal(state: State, table: Table) -> bool:
    """Return whether a play that makes this table is legal (A5-A14, A17)."""
    change = Change.between(state.table, table)
    return bool(change.brought) and not any(arrangement_violations(state, change))


def _old_table_with_new_melds(state: State, change: Change) -> Table:
    rack, melds = Counter(state.hand_to_move), list(state.table)
    for meld in change.added:
        if not Counter(meld.tiles) - rack:
            rack -= Counter(meld.tiles)
            melds.append(meld)
    table = Table(melds)
    return table if _is_legal(state, table) else state.table


def _with_loose_tiles_returned(change: Change) -> Table:
    melds, laid_again, loose = list(change.added), list[Meld](), Counter(change.loose)
    missing = Counter(without(change.old.tiles, change.new.tiles))
    for old in change.removed:
        for rest in (*(meld for meld in melds if line_of(meld) == line_of(old)), None):
            lacks = Counter(without(old.tiles, rest.tiles if rest else ()))
            nothing_missing, not_all_loose = not (lacks & missing), bool(lacks - loose)
            if nothing_missing or not_all_loose:
                continue
            if not rest:
                laid_again.append(old)
            elif joined := _joined(rest, old, tuple(lacks.elements())):
                melds = list(Table((*without(melds, [rest]), joined)))
            else:
                continue
            missing, loose = missing - lacks, loose - lacks
            break
    return Table((*without(change.old.melds, change.removed), *melds, *laid_again))


def _joined(meld: Meld, old: Meld, tiles: tuple[Tile, ...]) -> Meld | None:
    with suppress(InvalidMeld):
        for reading in readings(old):
            for stood_for in combinations(reading, tiles.count(JOKER)):
                add = _added_to_run if isinstance(meld, Run) else _added_to_group
                if joined := add(meld, tiles, stood_for):
                    return joined
    return None


def _added_to_run(run: Meld, tiles: tuple[Tile, ...], stood_for: Reading) -> Meld | None:
    assert isinstance(run, Run)
    by_number = dict(enumerate(run.tiles, run.start))
    by_number |= {tile.number: tile for tile in tiles if tile != JOKER}
    by_number |= {tile.number: JOKER for tile in stood_for}
    length = len(run.tiles) + len(tiles)
    if len(by_number) == length == max(by_number) - min(by_number) + 1:
        return Run(by_number[number] for number in sorted(by_number))
    return None


def _added_to_group(group: Meld, tiles: tuple[Tile, ...], stood_for: Reading) -> Meld | None:
    joined = Group((*group.tiles, *tiles))
    return joined if any(set(stood_for).issubset(reading) for reading in readings(joined)) else None
