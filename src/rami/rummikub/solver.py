"""The exact solver: every set of tiles that a rack can lay, and the best play."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isfinite, lcm
from typing import Literal

from attrs import evolve, frozen

from rami.errors import RulesError
from rami.rummikub.judging import play_violations, rack_to_move
from rami.rummikub.lattice import Counts, Lattice, Path
from rami.rummikub.laying import Laying, Row, disturbed, meld_of
from rami.rummikub.melds import Table
from rami.rummikub.moves import Play
from rami.rummikub.opening import opening_violations
from rami.rummikub.rules import DEFAULT, Rules
from rami.rummikub.scenarios import Scenario, counts, rack_only, scenarios
from rami.rummikub.search import best_path
from rami.rummikub.state import State, View
from rami.rummikub.tiles import COLORS, JOKER, Tile, format_tiles, without
from rami.rummikub.words import words

Aim = Literal["tiles", "points"] | Callable[[Tile], float]
"""What `best_play` maximises."""


def arrange(tiles: tuple[Tile, ...], *, rules: Rules = DEFAULT) -> Table | None:
    """All of these tiles as melds.

    Args:
        tiles: The tiles, in any order.
        rules: The rules, for the melds that they allow.

    Returns:
        A table of just these tiles; None if there is none.

    Raises:
        RulesError: If there are not so many tiles of a kind in the set.

    Examples:
        >>> from rami.rummikub import parse_tiles
        >>> print(arrange(parse_tiles("R4 R5 R6 R7 K7 B7 *")))
        R4-R5-R6-R7 K7=B7=*
        >>> arrange(parse_tiles("R4 R5 R7 K7 B7")) is None
        True
    """
    if extra := without(tiles, rules.tiles):
        raise RulesError(f"there are not so many tiles of a kind in the set: {format_tiles(extra)}")
    problem = next(scenarios(rules, Table(), tuple(tiles))).problem
    everything = evolve(
        problem,
        must=problem.free,
        free=problem.must,
        jokers_must=tiles.count(JOKER),
        jokers_free=0,
    )
    lattice = Lattice(everything)
    path = best_path(lattice)
    return Table(map(meld_of, Laying(lattice).rows(path))) if path else None


def best_play(position: State | View, *, maximize: Aim = "tiles") -> Play | None:
    """An optimal legal play for the player who moves.

    Among the plays that are best by `maximize`, those with the most tiles count, then those with the highest value
    (numbers at face value, a joker at `Rules.joker_rack`), then those that disturb the fewest melds of the old table.
    A meld is disturbed if its natural tiles do not lie together in one meld of the new table. That last number is the
    least there is where no joker is on the table or the rack; with jokers, and in positions that take more than about a
    thousand states to search, it is that of the best arrangement that the search comes upon. What is left to choose
    then is settled by a fixed order, so that equal positions have equal answers.

    Args:
        position: A position, or the view of the player who moves.
        maximize: `"tiles"` for the number of tiles laid, `"points"` for their value, or a function that gives the
            weight of a tile: the sum over the tiles laid is maximised, even if it is negative.

    Returns:
        The play; None if no tile can be laid.

    Raises:
        RulesError: If `maximize` is none of these, or gives a weight that is not a finite number.

    Examples:
        >>> from rami.rummikub import set_up
        >>> print(best_play(set_up("R7 R8 K8 B8", "R4-R5-R6")))
        play R4-R5-R6-R7 R8=K8=B8
    """
    if position.is_over:
        return None
    turn = _Turn.of(position)
    weigh = _weights(turn, maximize)
    best: _Found | None = None
    for forced in (
        [()] if all(weight > 0 for weight in weigh.values()) else [(tile,) for tile in sorted(set(turn.rack))]
    ):
        best = _best(turn, weigh, forced, best)
    return Play(best.table) if best else None


def can_play(position: State | View) -> bool:
    """Whether the player who moves can lay any tile (000.23, A15, A23).

    Args:
        position: A position, or the view of the player who moves.

    Returns:
        Whether there is a legal play.

    Examples:
        >>> from rami.rummikub import set_up
        >>> can_play(set_up("R7 K1", "R4-R5-R6")), can_play(set_up("R8 K1", "R4-R5-R6"))
        (True, False)
    """
    return best_play(position) is not None


def plays(position: State | View) -> Iterator[Play]:
    """Every set of rack tiles that the player who moves can legally lay, as one legal play for each.

    How the other tiles are arranged is open to every later player, so these are all plays that differ.

    Args:
        position: A position, or the view of the player who moves.

    Yields:
        Legal plays in a fixed order, one for each distinct multiset of tiles laid.

    Examples:
        >>> from rami.rummikub import set_up
        >>> for play in plays(set_up("R7 R8 K1", "R4-R5-R6")):
        ...     print(play)
        play R4-R5-R6-R7
        play R4-R5-R6-R7-R8
    """
    turn = _Turn.of(position)
    if position.is_over or not turn.may_lay():
        return
    seen: set[tuple[Tile, ...]] = {()}
    hard: list[tuple[Scenario, set[tuple[Tile, ...]]]] = []
    for scenario in turn.scenarios():
        left: set[tuple[Tile, ...]] = set()
        for laid, table in _laid(turn, scenario.relaxed()):
            if laid in seen or not turn.allows(laid):
                continue
            play = Play(table)
            if scenario.taken and play_violations(position, play):
                left.add(laid)
            else:
                seen.add(laid)
                yield play
        hard.append((scenario, left))
    for scenario, left in hard:
        if left - seen:
            for laid, table in _laid(turn, scenario):
                if laid in left and laid not in seen:
                    seen.add(laid)
                    yield Play(table)


@frozen(eq=False)
class _Turn:
    """The turn to be solved."""

    position: State | View
    rules: Rules
    table: Table
    rack: tuple[Tile, ...]
    opened: bool

    @classmethod
    def of(cls, position: State | View) -> "_Turn":
        opened = position.opened[position.current_player]
        return cls(position, position.rules, position.table, rack_to_move(position), opened)

    def scenarios(self) -> Iterator[Scenario]:
        if self.opened or self.rules.opening_turn_table == "after_opening":
            return scenarios(self.rules, self.table, self.rack)
        return rack_only(self.rules, self.table, self.rack)

    def may_lay(self) -> bool:
        """Whether the rack has an opening at all, where one is due and the table may be used (A5)."""
        if self.opened or self.rules.opening_turn_table == "forbidden":
            return True
        rules = evolve(self.rules, opening_turn_table="forbidden")
        problems = (scenario.problem for scenario in rack_only(rules, self.table, self.rack))
        return any(best_path(Lattice(problem)) for problem in problems)

    def allows(self, laid: tuple[Tile, ...]) -> bool:
        """Whether the tiles laid hold the opening, where the turn of the opening may use the table (A5)."""
        if self.opened or self.rules.opening_turn_table == "forbidden":
            return True
        return not opening_violations(self.rules, self.table, self.table, laid)


@frozen(eq=False)
class _Found:
    worth: int
    table: Table


# -------------------------------------------------------------------------------------------------------------- best


def _weights(turn: _Turn, maximize: Aim) -> dict[Tile, int]:
    """The weight of each kind of tile on the rack, as whole numbers that put the aims one after the other."""
    kinds = sorted(set(turn.rack))
    value = {tile: turn.rules.joker_rack if tile == JOKER else tile.number for tile in kinds}
    if maximize == "tiles":
        main = dict.fromkeys(kinds, Fraction(1))
    elif maximize == "points":
        main = {tile: Fraction(value[tile]) for tile in kinds}
    elif callable(maximize):
        main = {tile: _fraction(tile, maximize(tile)) for tile in kinds}
    else:
        raise RulesError(f"maximize must be 'tiles', 'points' or a function of a tile, not {maximize!r}")
    scale = lcm(*(weight.denominator for weight in main.values()))
    most_value = 1 + sum(value[tile] for tile in turn.rack)
    most_tiles = (1 + len(turn.rack)) * most_value
    unit = 1 + len(turn.table)
    return {tile: (int(main[tile] * scale) * most_tiles + most_value + value[tile]) * unit for tile in kinds}


def _fraction(tile: Tile, weight: float) -> Fraction:
    if not isinstance(weight, int | float | Fraction) or not isfinite(weight):
        raise RulesError(f"the weight of {tile} must be a finite number, not {weight!r}")
    return Fraction(weight)


def _best(turn: _Turn, weigh: dict[Tile, int], forced: tuple[Tile, ...], best: _Found | None) -> _Found | None:
    """The best play with given tiles of the rack, if it is better than the best so far."""
    free = _best_of(turn, weigh, forced, None)
    if free is None or (best and free.worth <= best.worth):
        return best
    if turn.allows(_laid_by(turn, free.table)):
        return free
    for opening in _openings(turn):
        needed = tuple((Counter(opening) | Counter(forced)).elements())
        best = _best_of(turn, weigh, needed, best)
    return best


def _best_of(turn: _Turn, weigh: dict[Tile, int], forced: tuple[Tile, ...], best: _Found | None) -> _Found | None:
    """The best of all scenarios with given tiles of the rack, if it is better than the best so far, else that."""
    weights, joker_weight = _kind_weights(turn.rules, weigh), weigh.get(JOKER, 0)
    for given in turn.scenarios():
        scenario = _forced(given, forced)
        if scenario is None:
            continue
        base = sum(weigh[tile] for tile in scenario.forced)
        least = best.worth if best else None if forced else 0  # at least one tile is laid
        above = None if least is None else least - base
        weighed = evolve(scenario, problem=evolve(scenario.problem, weights=weights, joker_weight=joker_weight))
        found = _found(turn, weighed.relaxed(), base, above)
        if found and scenario.taken and play_violations(turn.position, Play(found.table)):
            found = _found(turn, weighed, base, above)
        best = found or best
    return best


def _found(turn: _Turn, scenario: Scenario, base: int, above: int | None) -> _Found | None:
    lattice = Lattice(scenario.problem)
    path = best_path(lattice, above)
    return _Found(path.worth + base, _table(turn, scenario, Laying(lattice).rows(path))) if path else None


def _kind_weights(rules: Rules, weigh: dict[Tile, int]) -> Counts:
    return tuple(
        tuple(weigh.get(Tile(color, number), 0) if number else 0 for number in range(rules.max_number + 1))
        for color in COLORS
    )


def _forced(scenario: Scenario, tiles: tuple[Tile, ...]) -> Scenario | None:
    """The scenario with the use of given tiles of the rack demanded; None if it has them no more."""
    missing = Counter(tiles) - Counter(scenario.forced)
    if not missing:
        return scenario
    problem = scenario.problem
    must, free = [list(row) for row in problem.must], [list(row) for row in problem.free]
    for tile, count in missing.items():
        if tile != JOKER:
            must[tile >> 4][tile & 15] += count
            free[tile >> 4][tile & 15] -= count
    left = problem.jokers_free - missing[JOKER]
    if left < 0 or min(map(min, free)) < 0:
        return None
    changed = evolve(
        problem,
        must=tuple(map(tuple, must)),
        free=tuple(map(tuple, free)),
        jokers_must=problem.jokers_must + missing[JOKER],
        jokers_free=left,
    )
    return evolve(scenario, problem=changed, forced=(*scenario.forced, *missing.elements()))


def _openings(turn: _Turn) -> Iterator[tuple[Tile, ...]]:
    """Sets of rack tiles that suffice for the opening, such that every sufficient set holds one of them."""
    rules = evolve(turn.rules, opening_turn_table="forbidden")
    smallest: list[Counter[Tile]] = []
    found = [laid for scenario in rack_only(rules, turn.table, turn.rack) for laid, _ in _laid(turn, scenario)]
    for laid in sorted(set(found), key=lambda tiles: (len(tiles), tiles)):
        kinds = Counter(laid)
        if not any(not small - kinds for small in smallest):
            smallest.append(kinds)
            yield laid


# ------------------------------------------------------------------------------------------------------------- words


_MOST_WORDS = 1 << 14
"""Racks that make more sets of tiles than this are taken apart."""


def _laid(turn: _Turn, scenario: Scenario) -> Iterator[tuple[tuple[Tile, ...], Table]]:
    """Every set of rack tiles that a scenario lets one lay, with a table."""
    places: dict[Tile, int] = {}
    place = 1
    for color, row in enumerate(scenario.problem.free):
        for number, count in enumerate(row):
            if count:
                places[Tile(COLORS[color], number)] = place
                place *= count + 1
    if place > _MOST_WORDS:
        for part in _parted(turn.rules, scenario, next(iter(places))):
            yield from _laid(turn, part)
        return
    spelled = evolve(
        scenario.problem,
        weights=_kind_weights(turn.rules, places),
        old_runs=((), (), (), ()),
        old_groups=((),) * len(scenario.problem.old_groups),
        every=True,
    )
    lattice = Lattice(spelled)
    laying = Laying(lattice)
    for path in words(lattice):
        laid = tuple(sorted((*scenario.forced, *_spelled(path, places))))
        yield laid, _table(turn, scenario, laying.rows(path))


def _parted(rules: Rules, scenario: Scenario, tile: Tile) -> Iterator[Scenario]:
    """The scenario by how often a tile of the rack is laid, where it can be."""
    color, number = tile >> 4, tile & 15
    for count in range(scenario.problem.free[color][number] + 1):
        part = _forced(scenario, (*scenario.forced, *[tile] * count))
        assert part is not None
        free = [list(row) for row in part.problem.free]
        free[color][number] = 0
        part = evolve(part, problem=evolve(part.problem, free=tuple(map(tuple, free))))
        if best_path(Lattice(evolve(part.problem, weights=counts(rules, ())))):
            yield part


def _spelled(path: Path, places: dict[Tile, int]) -> Iterator[Tile]:
    """The tiles of the rack that a path uses: the digits of its worth."""
    code = path.worth
    for tile, place in reversed(places.items()):
        count, code = divmod(code, place)
        yield from [tile] * count
    yield from [JOKER] * path.jokers


# ------------------------------------------------------------------------------------------------------------ tables


def _laid_by(turn: _Turn, table: Table) -> tuple[Tile, ...]:
    return without(table.tiles, turn.table.tiles)


def _table(turn: _Turn, scenario: Scenario, rows: list[Row]) -> Table:
    """The table of these rows, with the jokers that stay put back in the place of the tiles that they stand for."""
    if not scenario.held:
        return Table(map(meld_of, (*scenario.fixed, *rows)))
    tables = (Table(map(meld_of, (*scenario.fixed, *choice))) for choice in _held_back(rows, scenario.held))
    return min(tables, key=lambda table: disturbed(turn.table, table))


def _held_back(rows: list[Row], held: tuple[Tile, ...]) -> Iterator[list[Row]]:
    """Every way to put jokers in the places of the tiles that they stand for."""
    if not held:
        yield rows
        return
    tile, *others = held
    for index, (_, tiles) in enumerate(rows):
        if tile in tiles:
            changed = [*rows[:index], _with_joker(rows[index], tile), *rows[index + 1 :]]
            yield from _held_back(changed, tuple(others))


def _with_joker(row: Row, tile: Tile) -> Row:
    is_group, tiles = row
    if is_group:
        return True, tuple(sorted([*without(tiles, [tile]), JOKER]))
    index = tiles.index(tile)
    return False, (*tiles[:index], JOKER, *tiles[index + 1 :])
