"""The exact solver: every set of tiles that a rack can lay, and the best play."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import isfinite, lcm
from typing import Literal

from attrs import evolve, frozen

from rami.errors import RulesError
from rami.pieces import without
from rami.rummikub.melds import Table
from rami.rummikub.moves import Play
from rami.rummikub.rules import DEFAULT, Rules
from rami.rummikub.solver.laying import disturbed, meld_of
from rami.rummikub.solver.problem import Counts
from rami.rummikub.solver.scenarios import Scenario, counts, rack_only, scenarios
from rami.rummikub.solver.solving import can_solve, solve, whole
from rami.rummikub.solver.turns import Turn, table_of
from rami.rummikub.solver.words import words
from rami.rummikub.state import State, View
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, Tile, tiles_of
from rami.rummikub.violations import Code
from rami.validation import check_count, instance

Aim = Literal["tiles", "points"] | Callable[[Tile], float]
"""What `best_play` maximises."""


def arrange(tiles: str | Iterable[Tile], *, rules: Rules = DEFAULT) -> Table | None:
    """All of these tiles as melds.

    Args:
        tiles: The tiles, in any order, in notation or as tiles.
        rules: The rules, for the melds that they allow.

    Returns:
        A table of just these tiles; None if there is none.

    Raises:
        RulesError: If there are more tiles of a kind than the set has.
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> print(arrange("R4 R5 R6 R7 K7 B7 *"))
        R4-R5-R6-R7 K7=B7=*
        >>> arrange("R4 R5 R7 K7 B7") is None
        True
    """
    row = tiles_of(tiles, "tiles")
    check_count(row, instance("rules", rules, Rules).tiles, "the set", hidden=None)
    problem = next(scenarios(rules, Table(), row)).problem
    everything = evolve(
        problem,
        must=problem.free,
        free=problem.must,
        jokers_must=row.count(JOKER),
        jokers_free=0,
    )
    solved = solve(everything)
    return Table(map(meld_of, solved.rows)) if solved else None


def best_play(position: State | View, *, maximize: Aim = "tiles", including: Iterable[Tile] | str = ()) -> Play | None:
    """An optimal legal play for the player who moves, or for the owner of a view.

    Among the plays that are best by `maximize`, those with the most tiles count, then those with the highest value
    (numbers at face value, a joker at `Rules.joker_rack`), then those that disturb the fewest melds of the old table.
    A meld is disturbed if its natural tiles do not lie together in one meld of the new table. That last number is the
    least there is where no joker is on the table or the rack, no more than two tiles of a kind exist, and no more than
    sixty partial arrangements have to be kept side by side; otherwise it is that of the best arrangement that the
    search comes upon, by the joints between neighbours that are undone. What is left to choose then is settled by a
    fixed order, so that equal positions have equal answers.

    Args:
        position: A position, or a view, whose owner is asked for.
        maximize: `"tiles"` for the number of tiles laid, `"points"` for their value, or a function that gives the
            weight of a tile: the sum over the tiles laid is maximised, even if it is negative.
        including: Tiles of the rack that the play must lay.

    Returns:
        The play; None if no tile can be laid, or not those of `including`.

    Raises:
        RulesError: If `maximize` is none of these, or gives a weight that is not a finite number.

    Examples:
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 R8 K8 B8", "R4-R5-R6")
        >>> print(best_play(view))
        play R4-R5-R6-R7 R8=K8=B8
        >>> print(best_play(view, maximize=lambda tile: -1, including="R8"))
        play R4-R5-R6-R7-R8
    """
    turn, wanted = Turn.of(position), tiles_of(including, "including")
    weigh = _weights(turn, maximize)
    if position.is_over or without(wanted, turn.rack):
        return None
    best: _Found | None = None
    if wanted:
        ways = [wanted]
    else:
        ways = [()] if all(weight > 0 for weight in weigh.values()) else [(tile,) for tile in sorted(set(turn.rack))]
    for forced in ways:
        best = _best(turn, weigh, forced, best)
    return Play(best.table) if best else None


def play_of(position: State | View, tiles: Iterable[Tile] | str) -> Play | None:
    """A legal play that lays just these tiles of the rack.

    Args:
        position: A position, or a view, whose owner is asked for.
        tiles: The tiles, in any order.

    Returns:
        The play that disturbs few melds of the table; None if no legal play lays these tiles and no others.

    Examples:
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 R8 K1", "R4-R5-R6")
        >>> print(play_of(view, "R7")), print(play_of(view, "R8"))
        play R4-R5-R6-R7
        None
        (None, None)
    """
    turn, laid = Turn.of(position), tuple(sorted(tiles_of(tiles, "tiles")))
    if position.is_over or not laid or without(laid, turn.rack):
        return None
    turn = evolve(turn, rack=laid)
    best = _best(turn, _weights(turn, "tiles"), laid, None)
    return Play(best.table) if best else None


def layable(position: State | View, tiles: Iterable[Tile] | str = ()) -> frozenset[Tile]:
    """Which further tiles of the rack some legal play lays together with these.

    Args:
        position: A position, or a view, whose owner is asked for.
        tiles: Tiles of the rack that are to be laid as well.

    Returns:
        Each kind of tile of which one more can be laid.

    Examples:
        >>> from rami.rummikub import format_tiles, set_up
        >>> view = set_up("R7 R8 K1", "R4-R5-R6")
        >>> format_tiles(sorted(layable(view))), layable(view, "R8")
        ('R7 R8', frozenset({Tile('R7')}))
    """
    wanted, found = tiles_of(tiles, "tiles"), set[Tile]()
    for tile in sorted(set(without(Turn.of(position).rack, wanted))):
        if tile not in found and (play := best_play(position, including=(*wanted, tile))):
            found |= set(without(without(play.table.tiles, position.table.tiles), wanted))
    return frozenset(found)


def can_play(position: State | View) -> bool:
    """Whether the player who moves, or the owner of a view, can lay any tile (000.23, A15, A23).

    Args:
        position: A position, or a view, whose owner is asked for.

    Returns:
        Whether there is a legal play.

    Examples:
        >>> from rami.rummikub import set_up
        >>> can_play(set_up("R7 K1", "R4-R5-R6")), can_play(set_up("R8 K1", "R4-R5-R6"))
        (True, False)
    """
    return best_play(position) is not None


def plays(position: State | View) -> Iterator[Play]:
    """Every set of rack tiles that the player who moves, or the owner of a view, can legally lay: one play for each.

    How the other tiles are arranged is open to every later player, so these are all plays that differ.

    Args:
        position: A position, or a view, whose owner is asked for.

    Yields:
        Legal plays in a fixed order, one for each distinct multiset of tiles laid.

    Examples:
        >>> from rami.rummikub import set_up
        >>> for play in plays(set_up("R7 R8 K1", "R4-R5-R6")):
        ...     print(play)
        play R4-R5-R6-R7
        play R4-R5-R6-R7-R8
    """
    turn = Turn.of(position)
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
            if turn.refuses(table):
                left.add(laid)
            else:
                seen.add(laid)
                yield play
        hard.append((scenario, left))
    for scenario, left in hard:
        if asked := left - seen:
            for laid, table in _laid(turn, scenario, frozenset(asked)):
                if laid in asked and laid not in seen and not turn.refuses(table):
                    seen.add(laid)
                    yield Play(table)


@frozen(eq=False)
class _Found:
    """A play that was found.

    Attributes:
        worth: What it is worth, less the melds that it disturbs.
        table: The new table.
    """

    worth: int
    table: Table


# -------------------------------------------------------------------------------------------------------------- best


def _weights(turn: Turn, maximize: Aim) -> dict[Tile, int]:
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
    unit = turn.unit
    return {tile: (int(main[tile] * scale) * most_tiles + most_value + value[tile]) * unit for tile in kinds}


def _fraction(tile: Tile, weight: float) -> Fraction:
    if not isinstance(weight, int | float | Fraction) or not isfinite(weight):
        raise RulesError(f"the weight of {tile} must be a finite number, not {weight!r}")
    return Fraction(weight)


def _best(turn: Turn, weigh: dict[Tile, int], forced: tuple[Tile, ...], best: _Found | None) -> _Found | None:
    """The best play with given tiles of the rack, if it is better than the best so far."""
    free = _best_of(turn, weigh, forced, None)
    if free is None or (best and free.worth <= best.worth):
        return best
    if not turn.refuses(free.table):
        return free
    for opening in _openings(turn):
        needed = tuple((Counter(opening) | Counter(forced)).elements())
        found = _best_of(turn, weigh, needed, best)
        best = found if found and not turn.refuses(found.table) else best
    return best


def _best_of(turn: Turn, weigh: dict[Tile, int], forced: tuple[Tile, ...], best: _Found | None) -> _Found | None:
    """The best of all scenarios with given tiles of the rack, if it is better than the best so far, else that."""
    weights, joker_weight = _kind_weights(turn.rules, weigh), weigh.get(JOKER, 0)
    for given in turn.scenarios():
        scenario = _forced(given, forced)
        if scenario is None:
            continue
        problem = evolve(scenario.problem, weights=weights, joker_weight=joker_weight, unit=turn.unit)
        weighed = evolve(scenario, problem=problem)
        base = sum(weigh[tile] for tile in scenario.forced)
        least = best.worth if best else None if forced else 0  # at least one tile is laid
        found = _found(turn, weighed.relaxed(), base, least)
        if found and turn.refuses(found.table, but=Code.OPENING_TOO_LOW):
            found = _found(turn, weighed, base, least) if scenario.taken else None
            found = None if found and turn.refuses(found.table, but=Code.OPENING_TOO_LOW) else found
        if found and (best is None or found.worth > best.worth):
            best = found
    return best


def _found(turn: Turn, scenario: Scenario, base: int, least: int | None) -> _Found | None:
    """The best play of a scenario, if it may be worth more than a given one.

    The search counts the joints that are undone. Where that leaves open how few melds must be disturbed, the best paths
    are gone through once more.
    """
    if least is not None and least % turn.unit:  # as much may do, with fewer melds disturbed
        least -= least % turn.unit
    solved = solve(scenario.problem, None if least is None else least - base)
    if solved is None:
        return None
    table = table_of(turn, scenario, solved.rows)
    cost = disturbed(turn.table, table)
    if cost > solved.undone and (rows := solved.least_disturbing()) is not None:
        other = table_of(turn, scenario, rows)
        cost, table = min((cost, table), (disturbed(turn.table, other), other), key=lambda each: each[0])
    return _Found(solved.path.worth + solved.undone + base - cost, table)


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
            must[ROW[tile]][NUMBER[tile]] += count
            free[ROW[tile]][NUMBER[tile]] -= count
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


def _openings(turn: Turn) -> Iterator[tuple[Tile, ...]]:
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


def _laid(
    turn: Turn, scenario: Scenario, asked: frozenset[tuple[Tile, ...]] = frozenset()
) -> Iterator[tuple[tuple[Tile, ...], Table]]:
    """Every set of rack tiles that a scenario lets one lay, with a table; if some are asked for, at least those."""
    places: dict[Tile, int] = {}
    place = 1
    for color, row in enumerate(scenario.problem.free):
        for number, count in enumerate(row):
            if count:
                places[Tile(COLORS[color], number)] = place
                place *= count + 1
    if place > _MOST_WORDS:
        for part in _parted(turn.rules, scenario, next(iter(places))):
            yield from _laid(turn, part, asked)
        return
    spelled = evolve(
        scenario.problem,
        weights=_kind_weights(turn.rules, places),
        old_runs=((), (), (), ()),
        old_groups=((),) * len(scenario.problem.old_groups),
        every=True,
    )
    for word, jokers, rows in words(whole(spelled), _beginnings(scenario, places, asked) if asked else ()):
        laid = tuple(sorted((*scenario.forced, *_spelled(word, jokers, places))))
        yield laid, table_of(turn, scenario, rows)


def _parted(rules: Rules, scenario: Scenario, tile: Tile) -> Iterator[Scenario]:
    """The scenario by how often a tile of the rack is laid, where it can be."""
    color, number = ROW[tile], NUMBER[tile]
    for count in range(scenario.problem.free[color][number] + 1):
        part = _forced(scenario, (*scenario.forced, *[tile] * count))
        assert part is not None
        free = [list(row) for row in part.problem.free]
        free[color][number] = 0
        part = evolve(part, problem=evolve(part.problem, free=tuple(map(tuple, free))))
        if can_solve(evolve(part.problem, weights=counts(rules, ()))):
            yield part


def _beginnings(scenario: Scenario, places: dict[Tile, int], asked: frozenset[tuple[Tile, ...]]) -> tuple[int, ...]:
    """For each number, the sets of tiles up to it that are parts of those asked for, as `words` wants them."""
    masks = [0] * (scenario.problem.top + 1)
    for laid in asked:
        free = Counter(laid) - Counter(scenario.forced)
        for number in range(1, len(masks)):
            masks[number] |= 1 << sum(place * free[tile] for tile, place in places.items() if tile.number <= number)
    return tuple(masks)


def _spelled(word: int, jokers: int, places: dict[Tile, int]) -> Iterator[Tile]:
    """The tiles of the rack whose places a number is the sum of, and free jokers."""
    for tile, place in reversed(places.items()):
        count, word = divmod(word, place)
        yield from [tile] * count
    yield from [JOKER] * jokers


# ------------------------------------------------------------------------------------------------------------ tables
