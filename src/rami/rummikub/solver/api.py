"""The questions that programs ask of the solver."""

from collections.abc import Iterator

from rami.counting import check_count
from rami.errors import TooLarge
from rami.pieces import without
from rami.rummikub.melds import Table, melds_from
from rami.rummikub.moves import Play
from rami.rummikub.position import State, View
from rami.rummikub.rules import Rules
from rami.rummikub.solver.all_plays import every_table
from rami.rummikub.solver.best import arranged, best_table
from rami.rummikub.solver.branches import tile_counts
from rami.rummikub.solver.derive import extended, fitting_tiles
from rami.rummikub.solver.graph import INFINITE, Problem
from rami.rummikub.solver.request import Aim, Request, has_opening, request_for
from rami.rummikub.tiles import COLORS, JOKER, Tile, Tiles, tiles_of
from rami.shapes import altered, instance, typed, whole


def arrange(tiles: Tiles, *, rules: Rules = Rules()) -> Table | None:
    """Return all of these tiles as melds.

    Args:
        tiles: The tiles, in any order.
        rules: The rules, for the melds that they allow.

    Returns:
        A table with exactly these tiles; None if there is none.

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
    laid = tiles_of(tiles, "tiles")
    check_count(laid, instance("rules", rules, Rules).pieces, "the set", hidden=None)
    counts, none = tile_counts(rules.max_number, laid), tile_counts(rules.max_number, ())
    problem = Problem(
        top=rules.max_number,
        size=len(COLORS),
        required=counts,
        available=counts,
        weights=none,
        staying_in_runs=none,
        staying_in_groups=none,
        must=laid.count(JOKER),
        # Adding unplaced jokers at the end is faster.
        unplaced=True,
    )
    found = arranged(problem, limit=INFINITE, floor=0)
    # The melds have no room for these jokers, so the search places each of them.
    if found and found.table is None:
        found = arranged(altered(problem, unplaced=False), limit=INFINITE, floor=0)
    return found.table if found else None


@typed
def best_play(
    position: State | View,
    *,
    maximize: Aim = "tiles",
    including: Tiles = (),
    budget: int | None = None,
) -> Play | None:
    """Return an optimal legal play for the player who moves, or for the owner of a view.

    Among the plays that are best by `maximize`, the most tiles count, then the highest value (numbers at face value, a
    joker at `Rules.joker_rack`). Among equal plays, the answer disturbs few melds of the old table, but not always the
    fewest. A meld is disturbed if its natural tiles are not together in one meld of the new table. Equal positions have
    equal answers.

    Args:
        position: A position, or a view, to answer for its owner.
        maximize: `"tiles"` for the number of tiles laid, `"points"` for their value, or a function that gives the
            weight of a tile. The sum over the tiles laid is maximized, even if it is negative.
        including: Tiles of the rack to be included in the play.
        budget: The steps that the call may take. The answer is then the best play found within them.

    Returns:
        The play; None if no tile can be laid, if the tiles of `including` cannot, or if none was found within `budget`.

    Raises:
        RulesError: If `maximize` has another value, if it gives a weight outside -1,000,000 to 1,000,000, or if
            `budget` is negative.
        TooLarge: If the call needs more steps than its limit, and no `budget` is given.

    Examples:
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 R8 K8 B8", "R4-R5-R6")
        >>> print(best_play(view))
        play R4-R5-R6-R7 R8=K8=B8
        >>> print(best_play(view, maximize=lambda tile: -1, including="R8"))
        play R4-R5-R6-R7-R8
    """
    wanted = tiles_of(including, "including")
    request = request_for(position, maximize, including=wanted, budget=_steps(budget))
    if position.is_over or not request.rack or without(wanted, request.rack):
        return None
    try:
        table = best_table(request)
    except TooLarge:
        if budget is None:
            raise
        table = request.budget_best.table
    return Play(table) if table else None


def _steps(budget: int | None) -> int | None:
    """Check a budget of the caller."""
    return None if budget is None else whole("budget", budget, 0)


@typed
def find_play(position: State | View, tiles: Tiles) -> Play | None:
    """Return a legal play that lays exactly these tiles of the rack.

    Args:
        position: A position, or a view, to answer for its owner.
        tiles: The tiles, in any order.

    Returns:
        A play that disturbs few melds of the table; None if no legal play lays exactly these tiles.

    Examples:
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 R8 K1", "R4-R5-R6")
        >>> print(find_play(view, "R7")), print(find_play(view, "R8"))
        play R4-R5-R6-R7
        None
        (None, None)
    """
    request, laid = request_for(position), tuple(sorted(tiles_of(tiles, "tiles")))
    if position.is_over or not laid or without(laid, request.rack):
        return None
    table = None if request.opening_due else extended(request, request.table, laid)
    table = table or best_table(request.restricted(laid, laid))
    return Play(table) if table else None


@typed
def playable(position: State | View, tiles: Tiles = ()) -> frozenset[Tile]:
    """Return the other tiles of the rack that some legal play lays together with these.

    Args:
        position: A position, or a view, to answer for its owner.
        tiles: Tiles of the rack to be included in the play.

    Returns:
        The kinds of tiles: one more tile of each kind can be laid.

    Examples:
        >>> from rami.pieces import row_text
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 R8 K1", "R4-R5-R6")
        >>> row_text(sorted(playable(view))), playable(view, "R8")
        ('R7 R8', frozenset({Tile('R7')}))
    """
    wanted, found = tiles_of(tiles, "tiles"), set[Tile]()
    request = request_for(position)
    if position.is_over or without(wanted, request.rack):
        return frozenset()
    known = [] if wanted or request.opening_due else [position.table]
    for tile in sorted(set(without(request.rack, wanted))):
        if tile not in found:
            table = next(filter(None, (extended(request, each, [tile]) for each in known)), None)
            table = table or best_table(request.restricted(request.rack, (*wanted, tile)))
            if table is not None:
                known.append(table)
                found |= set(without(request.laid(table), wanted))
    return frozenset(found)


@typed
def can_play(position: State | View) -> bool:
    """Return whether the player who moves, or the owner of a view, has a legal play (000.23, A15, A23).

    Args:
        position: A position, or a view, to answer for its owner.

    Returns:
        Whether there is a legal play.

    Examples:
        >>> from rami.rummikub import set_up
        >>> can_play(set_up("R7 K1", "R4-R5-R6")), can_play(set_up("R8 K1", "R4-R5-R6"))
        (True, False)
    """
    request = request_for(position)
    if position.is_over or not request.rack:
        return False
    # An opening can always be laid beside the table, and without one no play is legal.
    if request.opening_due:
        return has_opening(request.rules, request.rack, request.budget)
    return _lays_beside(request) or best_table(request, enough=True) is not None


def _lays_beside(request: Request) -> bool:
    """Return whether a tile lengthens an old meld or the rack holds a meld: all other melds stay."""
    rules, rack = request.rules, set(request.rack)
    old = () if request.table_closed else request.table
    if any(not rack.isdisjoint(fitting_tiles(meld, rules.max_number)) for meld in old):
        return True
    naturals, jokers = rack - {JOKER}, request.rack.count(JOKER)
    return any(next(melds_from(rules, tile, naturals, jokers), None) for tile in naturals)


def some_play(position: State | View) -> Play | None:
    """Return a legal play, which is faster than the best one.

    Args:
        position: A position, or a view, to answer for its owner.

    Returns:
        The play; None if no tile can be laid.
    """
    request = request_for(position)
    table = None if position.is_over or not request.rack else best_table(request, enough=True)
    return Play(table) if table else None


@typed
def plays(position: State | View, *, budget: int | None = None) -> Iterator[Play]:
    """Yield one legal play for every set of rack tiles that the player who moves, or the owner of a view, can lay.

    Other arrangements of the same tiles are legal as well. Every later player may rearrange the table, so one play for
    each set is usually enough.

    Args:
        position: A position, or a view, to answer for its owner.
        budget: The steps that all plays together may take. The plays found within them are yielded.

    Yields:
        Legal plays, one for each multiset of tiles laid: the best one, then the others in a fixed order.

    Raises:
        TooLarge: If the next play needs more steps than the limit of a call, and no `budget` is given.

    Examples:
        >>> from rami.rummikub import set_up
        >>> for play in plays(set_up("R7 R8 K1", "R4-R5-R6")):
        ...     print(play)
        play R4-R5-R6-R7-R8
        play R4-R5-R6-R7
    """
    request = request_for(position, budget=_steps(budget))
    try:
        if not position.is_over and request.rack:
            for table in every_table(request):
                yield Play(table)
                # Each play has the steps of a call.
                request.budget.reset()
    except TooLarge:
        if budget is None:
            raise
