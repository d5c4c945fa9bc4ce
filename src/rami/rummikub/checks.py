"""Whether an arrangement of the table is legal, and what becomes of one that was not finished in time."""

from collections.abc import Iterable, Iterator

from rami.errors import RulesError, Violation
from rami.pieces import without
from rami.rummikub.jokers import joker_violations
from rami.rummikub.legal_melds import meld_violations
from rami.rummikub.melds import Table
from rami.rummikub.moves import Play
from rami.rummikub.opening import opening_violations
from rami.rummikub.rules import Rules
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, Tile
from rami.rummikub.violations import Code
from rami.shapes import typed


def rack_to_move(position: State | View) -> tuple[Tile, ...]:
    """The rack of the player who moves; () in a view that does not show it."""
    if isinstance(position, State):
        return position.racks[position.current_player]
    return position.rack if position.player == position.current_player else ()


@typed
def played_tiles(position: State | View, play: Play) -> tuple[Tile, ...]:
    """The tiles that a play lays from the rack: the new table less the old one.

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
    """What is wrong with the arrangement that a play leaves, for the player who moves.

    The time is linear in the tiles of both tables, unless jokers move or an opening uses the table.

    Args:
        position: The position before the play.
        play: The play.

    Returns:
        Every reason; () if the play is legal. Jokers and the opening are judged once every tile is accounted for.
    """
    new, played = play.table, played_tiles(position, play)
    problems = list(unaccounted(position, new.tiles))
    if not played:
        problems.append(Violation(Code.NOTHING_PLAYED))
    if any(problem.code in (Code.TILE_LOST, Code.JOKER_KEPT, Code.NOT_IN_RACK) for problem in problems):
        return (*problems, *_misfits(position.rules, position.table, new))
    return (*problems, *arrangement_violations(position, new, played))


def arrangement_violations(position: State | View, new: Table, played: tuple[Tile, ...]) -> Iterator[Violation]:
    """What is wrong with a table whose tiles are accounted for: its melds, its jokers, the opening."""
    rules, old = position.rules, position.table
    if (jokers := new.tiles.count(JOKER)) > rules.jokers:  # a view from elsewhere: how they could move has no bound
        raise RulesError(f"there are {jokers} jokers on the table, and {rules.jokers} in the set")
    yield from _misfits(rules, old, new)
    if position.opened[position.current_player]:
        yield from joker_violations(rules, old, new, played)
    else:
        yield from opening_violations(rules, old, new, played)


def unaccounted(position: State | View, arrangement: Iterable[Tile]) -> Iterator[Violation]:
    """What is wrong with where the tiles on the table come from (001.10, 000.17, A18): none lost, none from nowhere.

    Args:
        position: The position before the turn.
        arrangement: Every tile that is now on the table, in melds or loose.
    """
    tiles, old = tuple(arrangement), position.table.tiles
    brought = without(tiles, old)
    lost = without(old, tiles) if len(tiles) < len(old) + len(brought) else ()
    if jokers := [tile for tile in lost if tile == JOKER]:
        yield Violation(Code.JOKER_KEPT, jokers)
    if others := without(lost, jokers):
        yield Violation(Code.TILE_LOST, others)
    if foreign := without(brought, rack_to_move(position)):
        yield Violation(Code.NOT_IN_RACK, sorted(foreign))


def _misfits(rules: Rules, old: Table, new: Table) -> Iterator[Violation]:
    """Melds that the rules do not allow, among those that did not lie there before."""
    known = set(old)
    for meld in new:
        if meld not in known:
            yield from meld_violations(rules, meld)
