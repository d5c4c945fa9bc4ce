"""Whether a turn may leave the table as it does: where the tiles come from, its melds, its jokers, the opening."""

from collections.abc import Iterator

from rami.errors import RulesError, Violation
from rami.pieces import without
from rami.rummikub.legal_melds import meld_violations
from rami.rummikub.moves import Change, Play
from rami.rummikub.opening import opening_violations
from rami.rummikub.rearrangement import joker_violations
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, Tile
from rami.rummikub.violations import Code
from rami.shapes import typed


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
    rest = arrangement_violations(position, change) if all_there else _misfits(position, change)
    return (*problems, *rest)


def arrangement_violations(position: State | View, change: Change) -> Iterator[Violation]:
    """Yield what is wrong with a table whose tiles are accounted for: its melds, its jokers, the opening."""
    rules = position.rules
    if (jokers := change.new.tiles.count(JOKER)) > rules.jokers:  # of a view from elsewhere; the search has no bound
        raise RulesError(f"there are {jokers} jokers on the table, and {rules.jokers} in the set")
    yield from _misfits(position, change)
    if position.opened[position.current_player]:
        yield from joker_violations(rules, change)
    else:
        yield from opening_violations(rules, change)


def unaccounted(position: State | View, change: Change) -> Iterator[Violation]:
    """Yield what is wrong with where tiles come from (001.10, 000.17, A18): none lost, none but the rack's brought."""
    if jokers := [tile for tile in change.lost if tile == JOKER]:
        yield Violation(Code.JOKER_KEPT, jokers)
    if others := without(change.lost, jokers):
        yield Violation(Code.TILE_LOST, others)
    if foreign := without(change.brought, position.rack_to_move):
        yield Violation(Code.NOT_IN_RACK, sorted(foreign))


def _misfits(position: State | View, change: Change) -> Iterator[Violation]:
    """Yield the violations of melds that the rules do not allow, among those added."""
    for meld in change.added:
        yield from meld_violations(position.rules, meld)
