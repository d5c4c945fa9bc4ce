"""What is wrong with a move: tiles, jokers, the opening, a turn whose time is up."""

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
"""Step limit of a judgement: one step is one choice of melds. Beyond it, no better opening is searched.

The melds chosen at any moment are worth less than the opening needs. In the editions whose openings may use the table
that is 30 points, and there are at most 12,410 ways in which melds without jokers worth less can leave tiles that are
not decided yet: the search ends. With jokers the hardest racks that a search for them has found take 700 steps.
"""


def opening_violations(rules: Rules, change: Change) -> Iterator[Violation]:
    """Yield what is wrong with a play as an opening, its jokers included.

    The points must come from complete melds of rack tiles alone. Where `opening_turn_table` is `"forbidden"`, these are
    the melds added to the table. Where it is `"after_opening"`, the rest of the turn goes on from the table with them
    on it, so that they need not lie there in the end: it is enough that the tiles played make such melds, from which
    the jokers could come to where they lie (A6).
    """
    if rules.opening_turn_table == "forbidden":
        yield from joker_violations(rules, change)
        yield from _on_closed_table(rules, change)
    else:
        yield from _on_open_table(rules, change)


def points_due(rules: Rules) -> int:
    """Return the fewest points of an opening: 1 if any meld will do."""
    return rules.opening_points or 1


def _on_closed_table(rules: Rules, change: Change) -> Iterator[Violation]:
    """A5: every meld of the table stays as it is, and all that is added is the opening."""
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
    """A6: an opening from which the turn could go on to where it ended."""
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
    """The search for the melds of an opening that are worth most, up to the points needed.

    An opening without jokers asks nothing of the rest of the turn; so it comes first, and only its points count. In
    another, the melds with jokers are chosen one by one, and the rest is again worth the most that it can be.
    """

    def __init__(self, turn: Rearrangement) -> None:
        played = turn.change.brought
        self.rules, self.turn = turn.rules, turn
        self.needed = points_due(turn.rules)
        self.naturals = tuple(sorted((tile for tile in played if tile != JOKER), key=_by_number))
        self.jokers = played.count(JOKER)
        self.steps = MOST_OPENING_STEPS
        self.known: dict[tuple[Tile, ...], int] = {}

    def best(self) -> int:
        """Return the points of the best opening, or of the first one found that suffices."""
        most = self.without_jokers(self.naturals, self.needed)
        if most >= self.needed or not self.jokers:
            return most
        melds = sorted(self._joker_melds(), key=lambda meld: -meld.value)
        return self._with_jokers(melds, (), self.naturals, self.jokers, most)

    def _joker_melds(self) -> Iterator[Meld]:
        there = set(self.naturals)
        for lowest in sorted(there):
            for meld in melds_from(self.rules, lowest, there, self.jokers):
                if JOKER in meld.tiles and self._goes_on_from((meld,)):
                    yield meld

    def _goes_on_from(self, opening: Sequence[Meld]) -> bool:
        """Return whether the jokers of the table and of these melds may come to where they lie (A10-A14)."""
        self.steps -= 1
        turn = self.turn.with_opening(opening)
        return turn.is_legal() if self.rules.joker_before_opening else not turn.takes_joker()

    def _with_jokers(
        self, melds: Sequence[Meld], chosen: tuple[Meld, ...], naturals: tuple[Tile, ...], jokers: int, best: int
    ) -> int:
        """Return the most points with the chosen melds, any more of `melds`, and natural tiles; at least `best`.

        `melds` have jokers and come by their value, the highest first; `naturals` and `jokers` are not used so far.
        """
        laid = sum(meld.value for meld in chosen)
        with_naturals = laid + self.without_jokers(naturals, self.needed - laid)
        best = max(best, with_naturals)
        unused = (*naturals, *[JOKER] * jokers)
        for index, meld in enumerate(melds):
            # At most `jokers` more melds with jokers fit, each worth this one or less; natural tiles add no more.
            highest = with_naturals + jokers * meld.value
            if highest <= best or best >= self.needed or self.steps < 0:
                break
            self.steps -= 1
            if without(meld.tiles, unused):
                continue
            opening = (*chosen, meld)
            # With a single meld it goes on: `_joker_melds` has tried that.
            if chosen and not self._goes_on_from(opening):
                continue
            rest = without(naturals, meld.tiles)
            best = self._with_jokers(melds[index:], opening, rest, jokers - meld.tiles.count(JOKER), best)
        return best

    def without_jokers(self, naturals: tuple[Tile, ...], target: int) -> int:
        """Return the points of the best melds of natural tiles, or of the first that suffice."""
        if not naturals or target <= 0:
            return 0
        if naturals not in self.known:
            self.steps -= 1
            most = 0
            for points, rest in self._uses_of_lowest(naturals):
                most = max(most, points + self.without_jokers(rest, target - points))
                if most >= target:  # others may be worth more: this is not known to be the best
                    return most
            self.known[naturals] = most
        return self.known[naturals]

    def _uses_of_lowest(self, naturals: tuple[Tile, ...]) -> Iterator[tuple[int, tuple[Tile, ...]]]:
        """Yield the points of each meld of which the first tile is the lowest, or of none, and the other tiles."""
        if self.steps >= 0:
            for meld in melds_from(self.rules, naturals[0], set(naturals), 0):
                if len(meld.tiles) < 2 * SHORTEST:  # a longer one is worth as much cut in two
                    yield meld.value, without(naturals, meld.tiles)
        yield 0, naturals[1:]


def _by_number(tile: Tile) -> int:
    return NUMBER[tile] * len(COLORS) + COLOR_INDEX[tile]


@typed
def played_tiles(position: State | View, play: Play) -> tuple[Tile, ...]:
    """Return the tiles that a play lays from the rack: the new table less the old one.

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
    """Return every reason why the player who moves may not leave the table of a play.

    Jokers and the opening are judged once every tile is accounted for. The time is linear in the tiles of both tables,
    unless jokers move or an opening uses the table.
    """
    change = Change.between(position.table, play.table)
    problems = list(unaccounted(position, change))
    all_there = not problems
    if not change.brought:
        problems.append(Violation(Code.NOTHING_PLAYED))
    problems += arrangement_violations(position, change) if all_there else _misfits(position, change)
    return with_rows(problems, change)


def with_rows(problems: Iterable[Violation], change: Change) -> tuple[Violation, ...]:
    """Return violations with the melds that they concern, of those that changed.

    An opening concerns the new melds, a joker without its replacement the melds with a joker; any other violation
    concerns the melds that contain one of its tiles.
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
    """Yield what is wrong with a table whose tiles are accounted for: its melds, its jokers, the opening."""
    rules = position.rules
    if (jokers := change.new.tiles.count(JOKER)) > rules.jokers:  # of a view from elsewhere; the search has no bound
        raise RulesError(f"there are {jokers} jokers on the table, and {rules.jokers} in the set")
    yield from _misfits(position, change)
    if has_opened(position, position.current_player):
        yield from joker_violations(rules, change)
    else:
        yield from opening_violations(rules, change)


def unaccounted(position: State | View, change: Change) -> Iterator[Violation]:
    """Yield what is wrong with where tiles come from (001.10, 000.17, A18): none lost, none but the rack's brought."""
    if jokers := [tile for tile in change.lost if tile == JOKER]:
        yield Violation(Code.JOKER_KEPT, jokers)
    if others := without(change.lost, jokers):
        yield Violation(Code.TILE_LOST, others)
    if foreign := without(change.brought, position.hand_to_move):
        yield Violation(Code.NOT_IN_RACK, sorted(foreign))


def _misfits(position: State | View, change: Change) -> Iterator[Violation]:
    """Yield the violations of melds that the rules do not allow, among those added."""
    for meld in change.added:
        for problem in meld_violations(position.rules, meld):
            yield evolve(problem, rows=(meld.tiles,))


def is_in_time(state: State, move: TimeOut) -> bool:
    """Return whether an arrangement is a legal play, and so no overrun."""
    return not move.loose and _is_legal(state, move.table)


def settled(state: State, move: TimeOut) -> Table:
    """Return the table that an overrun leaves (000.12, 001.11, 002.12); tiles that it lacks go to the rack."""
    answer = state.rules.timeout
    if answer == "restore":
        return state.table
    change = Change.between(state.table, move.table, move.loose)
    table = _returned(change) if answer == "return" else move.table
    missing = without(state.table.tiles, table.tiles)
    stays = JOKER not in missing if answer == "rack" else not missing
    return table if stays and _is_legal(state, table) else _old_table_with_new_melds(state, change)


def _is_legal(state: State, table: Table) -> bool:
    """Return whether a play may leave this table, apart from tiles that it lacks (A5-A14, A17)."""
    change = Change.between(state.table, table)
    return bool(change.brought) and not any(arrangement_violations(state, change))


def _old_table_with_new_melds(state: State, change: Change) -> Table:
    """Return the old table with the new melds that the rack holds beside it, or alone if that is no legal play."""
    rack, melds = Counter(state.hand_to_move), list(state.table)
    for meld in change.added:
        if not Counter(meld.tiles) - rack:
            rack -= Counter(meld.tiles)
            melds.append(meld)
    table = Table(melds)
    return table if _is_legal(state, table) else state.table


def _returned(change: Change) -> Table:
    """Return the table after the old melds that changed took back loose tiles, one after the other.

    Each takes them back into a meld of its line, such as the rest of it, or else lies again beside those.
    """
    melds, laid_again, loose = list(change.added), list[Meld](), Counter(change.loose)
    missing = Counter(without(change.old.tiles, change.new.tiles))
    for old in change.removed:
        # The last resort is None: the old meld lies again, all of it from loose tiles.
        for rest in (*(meld for meld in melds if line_of(meld) == line_of(old)), None):
            lacks = Counter(without(old.tiles, rest.tiles if rest else ()))
            if not (lacks & missing) or lacks - loose:  # nothing is missing there, or not all of it is loose
                continue
            if not rest:
                laid_again.append(old)
            elif joined := _joined(rest, old, tuple(lacks.elements())):
                melds = list(Table((*without(melds, [rest]), joined)))
            else:  # no meld is made of these: the next one may take the tiles
                continue
            missing, loose = missing - lacks, loose - lacks
            break
    return Table((*without(change.old.melds, change.removed), *melds, *laid_again))


def _joined(meld: Meld, old: Meld, tiles: tuple[Tile, ...]) -> Meld | None:
    """Return a meld with tiles of an old one added, the jokers where they stood in that; None if it is no meld."""
    with suppress(InvalidMeld):  # a wrong tile is wrong whatever the jokers stand for
        for reading in readings(old):
            # Where only some of the old jokers come back, it may be any of them.
            for stood_for in combinations(reading, tiles.count(JOKER)):
                add = _added_to_run if isinstance(meld, Run) else _added_to_group
                if joined := add(meld, tiles, stood_for):
                    return joined
    return None


def _added_to_run(run: Meld, tiles: tuple[Tile, ...], stood_for: Reading) -> Meld | None:
    """Return a run with tiles added, the jokers at the numbers that they stood for; None if that is no run."""
    assert isinstance(run, Run)
    by_number = dict(enumerate(run.tiles, run.start))
    by_number |= {tile.number: tile for tile in tiles if tile != JOKER}
    by_number |= {tile.number: JOKER for tile in stood_for}
    length = len(run.tiles) + len(tiles)
    if len(by_number) == length == max(by_number) - min(by_number) + 1:  # no number is there twice, and none missing
        return Run(by_number[number] for number in sorted(by_number))
    return None


def _added_to_group(group: Meld, tiles: tuple[Tile, ...], stood_for: Reading) -> Meld | None:
    joined = Group((*group.tiles, *tiles))
    return joined if any(set(stood_for).issubset(reading) for reading in readings(joined)) else None
