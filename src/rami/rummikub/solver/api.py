"""The questions that programs ask of the solver."""

from collections.abc import Iterable, Iterator

from rami.counting import check_count
from rami.errors import TooLarge
from rami.pieces import without
from rami.rummikub.melds import Group, Meld, Table
from rami.rummikub.moves import Play
from rami.rummikub.rules import Rules
from rami.rummikub.solver.all_plays import every_table
from rami.rummikub.solver.best import arranged, best_table
from rami.rummikub.solver.branches import tile_counts
from rami.rummikub.solver.graph import INFINITE, Problem
from rami.rummikub.solver.request import Aim, Request, request_for
from rami.rummikub.state import State, View
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, Tile, tiles_of
from rami.shapes import altered, instance, typed, whole


def arrange(tiles: str | Iterable[Tile], *, rules: Rules = Rules()) -> Table | None:
    """Return all of these tiles as melds.

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
    check_count(row, instance("rules", rules, Rules).pieces, "the set", hidden=None)
    return _table_of_all(rules, row)


def _table_of_all(rules: Rules, tiles: tuple[Tile, ...]) -> Table | None:
    """Return all of some tiles as melds; None if that cannot be."""
    there = tile_counts(rules.max_number, [tile for tile in tiles if tile is not JOKER])
    none = tile_counts(rules.max_number, ())
    problem = Problem(
        top=rules.max_number,
        size=len(COLORS),
        required=there,
        available=there,
        weights=none,
        in_runs=none,
        in_groups=none,
        due=tiles.count(JOKER),
        idle=True,
    )
    found = arranged(problem, INFINITE, 0)
    if found and found.table is None:  # no room for the jokers that are added at the end
        found = arranged(altered(problem, idle=False), INFINITE, 0)
    return found.table if found else None


@typed
def best_play(
    position: State | View,
    *,
    maximize: Aim = "tiles",
    including: Iterable[Tile] | str = (),
    budget: int | None = None,
) -> Play | None:
    """Return an optimal legal play for the player who moves, or for the owner of a view.

    Among the plays that are best by `maximize`, those with the most tiles count, then those with the highest value
    (numbers at face value, a joker at `Rules.joker_rack`), then those that disturb the fewest melds of the old table.
    A meld is disturbed if its natural tiles do not lie together in one meld of the new table. That last number is the
    least there is where no joker is on the table or the rack, no more than two tiles of a kind exist, and the search
    does not grow large; else it is an estimate. What is left to choose then is settled by a fixed order: equal
    positions have equal answers.

    Args:
        position: A position, or a view, whose owner is asked for.
        maximize: `"tiles"` for the number of tiles laid, `"points"` for their value, or a function that gives the
            weight of a tile: the sum over the tiles laid is maximised, even if it is negative.
        including: Tiles of the rack that the play must lay.
        budget: The steps that the call may take: the play is then the best that was found within them.

    Returns:
        The play; None if no tile can be laid, or not those of `including`, or none was found within `budget`.

    Raises:
        RulesError: If `maximize` is none of these, or gives a weight outside -1,000,000 to 1,000,000, or
            if `budget` is negative.
        TooLarge: If it would take more steps than the solver takes in a call, and there is no `budget`.

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
    if not request.table.melds and not _may_meld(request):
        return None
    try:
        table = _best(request)
    except TooLarge:
        if budget is None:
            raise
        table = request.incumbent.table
    return Play(table) if table else None


def _steps(budget: int | None) -> int | None:
    """Check a budget of the caller."""
    return None if budget is None else whole("budget", budget, 0)


def _best(request: Request) -> Table | None:
    """Return the best table; None at once where the rack has no opening, for then no case has one."""
    return best_table(request) if may_open(request) else None


def may_open(request: Request) -> bool:
    """Return whether an opening that is due might be laid.

    Lemma (opening): an opening is melds of the rack alone. Where the turn may go on with the table, it is a legal play
    by itself, beside the table; so a rack that has none has no play, whatever becomes of the jokers of the table.
    """
    if request.opened or request.table_closed or not request.rules.opening_points:
        return True
    if not _may_meld(request):
        return False
    return best_table(request.beside_the_table().restricted(request.rack, ()), enough=True) is not None


def _may_meld(request: Request) -> bool:
    """Return whether a rack may have a meld: a joker, three colours of a number, or three numbers of a colour."""
    mine = number_masks(request.rack)
    return JOKER in request.rack or _has_meld(mine)


def _has_meld(rows: list[int]) -> bool:
    """Return whether three colours have the same number, or one has three numbers in a row."""
    first, second, third, fourth = rows
    groups = first & second & (third | fourth) | third & fourth & (first | second)
    return groups > 0 or any(row & row >> 1 & row >> 2 for row in rows)


@typed
def find_play(position: State | View, tiles: Iterable[Tile] | str) -> Play | None:
    """Return a legal play that lays just these tiles of the rack.

    Args:
        position: A position, or a view, whose owner is asked for.
        tiles: The tiles, in any order.

    Returns:
        The play that disturbs few melds of the table; None if no legal play lays these tiles and no others.

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
    table = _best(request.restricted(laid, laid))
    return Play(table) if table else None


@typed
def playable(position: State | View, tiles: Iterable[Tile] | str = ()) -> frozenset[Tile]:
    """Return the further tiles of the rack that some legal play lays together with these.

    Args:
        position: A position, or a view, whose owner is asked for.
        tiles: Tiles of the rack that are to be laid as well.

    Returns:
        Each kind of tile of which one more can be laid.

    Examples:
        >>> from rami.pieces import row_text
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 R8 K1", "R4-R5-R6")
        >>> row_text(sorted(playable(view))), playable(view, "R8")
        ('R7 R8', frozenset({Tile('R7')}))
    """
    wanted, found = tiles_of(tiles, "tiles"), set[Tile]()
    request = request_for(position)
    if position.is_over or without(wanted, request.rack) or not may_open(request):
        return frozenset()
    for tile in sorted(set(without(request.rack, wanted))):
        if tile not in found:
            table = best_table(request.restricted(request.rack, (*wanted, tile)))
            if table is not None:
                found |= set(without(request.laid(table), wanted))
    return frozenset(found)


@typed
def can_play(position: State | View) -> bool:
    """Return whether the player who moves, or the owner of a view, can lay any tile (000.23, A15, A23).

    Args:
        position: A position, or a view, whose owner is asked for.

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
    return (request.opened and fits_as_it_lies(request)) or best_table(request, enough=True) is not None


def some_play(position: State | View) -> Play | None:
    """Return a legal play that is sooner found than the best.

    Args:
        position: A position, or a view, whose owner is asked for.

    Returns:
        The play; None if no tile can be laid.
    """
    request = request_for(position)
    table = None if position.is_over or not request.rack else best_table(request, enough=True)
    return Play(table) if table else None


@typed
def plays(position: State | View, *, budget: int | None = None) -> Iterator[Play]:
    """Yield one legal play for every set of rack tiles that the player who moves, or the owner of a view, can lay.

    How the other tiles are arranged is open to every later player, so these are all plays that differ.

    Args:
        position: A position, or a view, whose owner is asked for.
        budget: The steps that all plays together may take: those found within them are yielded.

    Yields:
        Legal plays, one for each distinct multiset of tiles laid: the best one, then the others in a fixed order.

    Raises:
        TooLarge: If the next play would take more steps than the solver takes, and there is no `budget`.

    Examples:
        >>> from rami.rummikub import set_up
        >>> for play in plays(set_up("R7 R8 K1", "R4-R5-R6")):
        ...     print(play)
        play R4-R5-R6-R7-R8
        play R4-R5-R6-R7
    """
    request = request_for(position, budget=_steps(budget))
    try:
        if not position.is_over and request.rack and may_open(request):
            yield from map(Play, every_table(request))
    except TooLarge:
        if budget is None:
            raise


# -------------------------------------------------------------------------------------------------------- quick answers


def fits_as_it_lies(request: Request) -> bool:
    """Return whether an opened rack has three tiles that are a meld, or one that fits a meld without a joker.

    Then it can be laid, for nothing else moves; the jokers of the table stay where they are.
    """
    mine = number_masks(request.rack)
    return _has_meld(mine) or any(_fits(mine, meld, request) for meld in request.table if JOKER not in meld.tiles)


def _fits(mine: list[int], meld: Meld, request: Request) -> bool:
    """Return whether a number of a rack fits a meld as it lies."""
    tiles, last = meld.tiles, request.rules.max_number
    number = NUMBER[tiles[0]]
    if isinstance(meld, Group):
        there = {ROW[tile] for tile in tiles}
        missing = (row for color, row in enumerate(mine) if color not in there)
        return len(tiles) < len(COLORS) and any(row >> number & 1 for row in missing)
    end = number + len(tiles)
    fitting = 1 << number - 1 | (1 << end if end <= last else 0)
    return bool(mine[ROW[tiles[0]]] & fitting & ~1)


def number_masks(tiles: Iterable[Tile]) -> list[int]:
    """Return the numbers of some tiles in each colour, as bits; jokers apart."""
    rows = [0, 0, 0, 0]
    for tile in tiles:
        if tile is not JOKER:
            rows[ROW[tile]] |= 1 << NUMBER[tile]
    return rows
