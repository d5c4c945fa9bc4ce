"""Checks of a play: its tiles, its jokers, the opening, and a turn that ran out of time."""

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
"""Maximum number of steps. A step tries one combination of melds. At the limit, the best opening so far counts.

The editions whose openings may use the table need 30 points. Melds without jokers worth less than 30 points can leave
at most 12,410 different sets of tiles, so a search without jokers never reaches the limit. With jokers, the hardest
racks found take 700 steps.
"""


def opening_violations(rules: Rules, change: Change) -> Iterator[Violation]:
    """Yield the violations of a play that must be an opening, including violations by its jokers.

    The points must come from complete melds of rack tiles. If `opening_turn_table` is `"forbidden"`, these are the
    melds added to the table. If it is `"after_opening"`, the player may rearrange the table after the opening, so its
    melds need not be on the final table. The played tiles must make such melds, and the jokers must be able to reach
    their final melds from there (A6).
    """
    if rules.opening_turn_table == "forbidden":
        yield from joker_violations(rules, change)
        yield from _on_closed_table(rules, change)
    else:
        yield from _on_open_table(rules, change)


def points_due(rules: Rules) -> int:
    """Return the minimum points of an opening, or 1 if any meld is enough."""
    return rules.opening_points or 1


def _on_closed_table(rules: Rules, change: Change) -> Iterator[Violation]:
    """Yield the violations of an opening that must not change the table. All added melds form the opening (A5)."""
    added = change.added
    if change.removed:
        yield Violation(Code.OPENING_CHANGES_TABLE, sorted(tile for meld in change.removed for tile in meld.tiles))
        if not rules.joker_before_opening and takes_joker(rules, change):
            yield Violation(Code.JOKER_BEFORE_OPENING, _jokered(change.old))
        added = tuple(meld for meld in added if not without(meld.tiles, change.brought))
    points, needed = sum(meld.value for meld in added), points_due(rules)
    if points < needed:
        tiles = sorted(tile for meld in added for tile in meld.tiles)
        yield Violation(Code.OPENING_TOO_LOW, tiles, (points, needed))


def _on_open_table(rules: Rules, change: Change) -> Iterator[Violation]:
    """Yield the violations of an opening after which the same turn may rearrange the table (A6)."""
    turn = Rearrangement.of_turn(rules, change)
    search = _Openings(turn)
    if rules.joker_before_opening:
        problems = [*turn.violations()]
    else:
        problems = [Violation(Code.JOKER_BEFORE_OPENING, _jokered(change.old))] if turn.takes_joker() else []
    yield from problems
    points = search.without_jokers(search.naturals, search.needed) if problems else search.best()
    if points < search.needed:
        yield Violation(Code.OPENING_TOO_LOW, change.brought, (points, search.needed))


def _jokered(table: Table) -> list[Tile]:
    return sorted(tile for meld in table.joker_melds for tile in meld.tiles)


class _Openings:
    """A search for the opening with the most points. The search stops when an opening has enough points."""

    # Openings without jokers are tried first, because such openings never restrict the rest of the turn.
    # For other openings, melds with jokers are chosen one by one, and the other natural tiles make the best melds.

    def __init__(self, turn: Rearrangement) -> None:
        played = turn.change.brought
        self.rules, self.turn = turn.rules, turn
        self.needed = points_due(turn.rules)
        self.naturals = tuple(sorted((tile for tile in played if tile != JOKER), key=_by_number))
        self.jokers = played.count(JOKER)
        self.steps = MOST_OPENING_STEPS
        self.known: dict[tuple[Tile, ...], int] = {}

    def best(self) -> int:
        """Return the points of the best opening, or of the first opening with enough points."""
        most = self.without_jokers(self.naturals, self.needed)
        if most >= self.needed or not self.jokers:
            return most
        melds = sorted(self._joker_melds(), key=lambda meld: -meld.value)
        return self._with_jokers(melds, (), self.naturals, self.jokers, most)

    def _joker_melds(self) -> Iterator[Meld]:
        there = set(self.naturals)
        for lowest in sorted(there):
            for meld in melds_from(self.rules, lowest, there, self.jokers):
                if JOKER in meld.tiles and self._can_continue((meld,)):
                    yield meld

    def _can_continue(self, opening: Sequence[Meld]) -> bool:
        """Return whether the jokers of the table and of this opening can reach their final melds (A10-A14)."""
        self.steps -= 1
        turn = self.turn.with_opening(opening)
        return turn.is_legal() if self.rules.joker_before_opening else not turn.takes_joker()

    def _with_jokers(
        self, melds: Sequence[Meld], chosen: tuple[Meld, ...], naturals: tuple[Tile, ...], jokers: int, best: int
    ) -> int:
        """Return the most points of an opening that contains the chosen melds, or `best` if `best` is higher."""
        # `melds` has the possible next melds with jokers, highest value first. `naturals` and `jokers` are unused.
        laid = sum(meld.value for meld in chosen)
        with_naturals = laid + self.without_jokers(naturals, self.needed - laid)
        best = max(best, with_naturals)
        unused = (*naturals, *[JOKER] * jokers)
        for index, meld in enumerate(melds):
            # This is an upper bound: at most `jokers` more melds fit, and no later meld has a higher value.
            highest = with_naturals + jokers * meld.value
            if highest <= best or best >= self.needed or self.steps < 0:
                break
            self.steps -= 1
            if without(meld.tiles, unused):
                continue
            opening = (*chosen, meld)
            # Openings with a single meld need no check, because `_joker_melds` has checked each meld.
            if chosen and not self._can_continue(opening):
                continue
            rest = without(naturals, meld.tiles)
            best = self._with_jokers(melds[index:], opening, rest, jokers - meld.tiles.count(JOKER), best)
        return best

    def without_jokers(self, naturals: tuple[Tile, ...], target: int) -> int:
        """Return the points of the best melds of natural tiles, or of the first melds with enough points."""
        if not naturals or target <= 0:
            return 0
        if naturals not in self.known:
            self.steps -= 1
            most = 0
            for points, rest in self._uses_of_lowest(naturals):
                most = max(most, points + self.without_jokers(rest, target - points))
                # Return without caching the value, which is enough but may not be the maximum.
                if most >= target:
                    return most
            self.known[naturals] = most
        return self.known[naturals]

    def _uses_of_lowest(self, naturals: tuple[Tile, ...]) -> Iterator[tuple[int, tuple[Tile, ...]]]:
        """Yield each way to use the lowest tile, in a meld or not at all, as the points and the remaining tiles."""
        if self.steps >= 0:
            for meld in melds_from(self.rules, naturals[0], set(naturals), 0):
                # A longer run is not needed, because it can be split into two melds with the same total points.
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

    Jokers and the opening are only checked if all tiles are accounted for. The time is linear in the number of tiles of
    both tables, unless jokers move or an opening uses the table.
    """
    change = Change.between(position.table, play.table)
    problems = list(unaccounted(position, change))
    all_there = not problems
    if not change.brought:
        problems.append(Violation(Code.NOTHING_PLAYED))
    problems += arrangement_violations(position, change) if all_there else _misfits(position, change)
    return with_rows(problems, change)


def with_rows(problems: Iterable[Violation], change: Change) -> tuple[Violation, ...]:
    """Return the violations, each with the new melds that the violation concerns.

    A low opening concerns all new melds. A joker without its replacement concerns the melds with a joker. Any other
    violation concerns the melds that contain one of its tiles.
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
    """Yield the violations of melds, jokers and the opening. Missing or additional tiles are not checked."""
    rules = position.rules
    # A view from a document may have any number of jokers, and many jokers would make the search very slow.
    if (jokers := change.new.tiles.count(JOKER)) > rules.jokers:
        raise RulesError(f"the table has {jokers} jokers, but the set has only {rules.jokers}")
    yield from _misfits(position, change)
    if has_opened(position, position.current_player):
        yield from joker_violations(rules, change)
    else:
        yield from opening_violations(rules, change)


def unaccounted(position: State | View, change: Change) -> Iterator[Violation]:
    """Yield violations if tiles of the table are missing or added tiles are not from the rack (001.10, 000.17, A18)."""
    if jokers := [tile for tile in change.lost if tile == JOKER]:
        yield Violation(Code.JOKER_KEPT, jokers)
    if others := without(change.lost, jokers):
        yield Violation(Code.TILE_LOST, others)
    if foreign := without(change.brought, position.hand_to_move):
        yield Violation(Code.NOT_IN_RACK, sorted(foreign))


def _misfits(position: State | View, change: Change) -> Iterator[Violation]:
    """Check each added meld on its own, and yield the violations."""
    for meld in change.added:
        for problem in meld_violations(position.rules, meld):
            yield evolve(problem, rows=(meld.tiles,))


def is_in_time(state: State, move: TimeOut) -> bool:
    """Return whether the table is a legal play when the time runs out. If so, no penalty applies."""
    return not move.loose and _is_legal(state, move.table)


def settled(state: State, move: TimeOut) -> Table:
    """Return the table after a turn that ran out of time (000.12, 001.11, 002.12). Missing tiles go to the rack."""
    answer = state.rules.timeout
    if answer == "restore":
        return state.table
    change = Change.between(state.table, move.table, move.loose)
    table = _returned(change) if answer == "return" else move.table
    missing = without(state.table.tiles, table.tiles)
    stays = JOKER not in missing if answer == "rack" else not missing
    return table if stays and _is_legal(state, table) else _old_table_with_new_melds(state, change)


def _is_legal(state: State, table: Table) -> bool:
    """Return whether the change to this table is a legal play if missing tiles are ignored (A5-A14, A17)."""
    change = Change.between(state.table, table)
    return bool(change.brought) and not any(arrangement_violations(state, change))


def _old_table_with_new_melds(state: State, change: Change) -> Table:
    """Return the old table and the new melds that the rack alone can form. If this is illegal, return the old table."""
    rack, melds = Counter(state.hand_to_move), list(state.table)
    for meld in change.added:
        if not Counter(meld.tiles) - rack:
            rack -= Counter(meld.tiles)
            melds.append(meld)
    table = Table(melds)
    return table if _is_legal(state, table) else state.table


def _returned(change: Change) -> Table:
    """Return the table after each loose tile of the old table has returned to its meld."""
    # The tiles of an old meld are added to a final meld of the same color or number, or make the old meld again.
    melds, laid_again, loose = list(change.added), list[Meld](), Counter(change.loose)
    missing = Counter(without(change.old.tiles, change.new.tiles))
    for old in change.removed:
        # None stands for making the old meld again from loose tiles, which is tried last.
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
    """Return a meld extended by tiles of an old meld, whose jokers keep their tiles; None if impossible."""
    # An InvalidMeld ends the loop, because other readings of the jokers cannot make the tile fit.
    with suppress(InvalidMeld):
        for reading in readings(old):
            # If only some of the old jokers return, any of the tiles that they stood for is possible.
            for stood_for in combinations(reading, tiles.count(JOKER)):
                add = _added_to_run if isinstance(meld, Run) else _added_to_group
                if joined := add(meld, tiles, stood_for):
                    return joined
    return None


def _added_to_run(run: Meld, tiles: tuple[Tile, ...], stood_for: Reading) -> Meld | None:
    """Return a run extended by tiles, with jokers at their old numbers; None if the tiles are not a run."""
    assert isinstance(run, Run)
    by_number = dict(enumerate(run.tiles, run.start))
    by_number |= {tile.number: tile for tile in tiles if tile != JOKER}
    by_number |= {tile.number: JOKER for tile in stood_for}
    length = len(run.tiles) + len(tiles)
    # The tiles are a run if no number occurs twice and no number is missing.
    if len(by_number) == length == max(by_number) - min(by_number) + 1:
        return Run(by_number[number] for number in sorted(by_number))
    return None


def _added_to_group(group: Meld, tiles: tuple[Tile, ...], stood_for: Reading) -> Meld | None:
    joined = Group((*group.tiles, *tiles))
    return joined if any(set(stood_for).issubset(reading) for reading in readings(joined)) else None
