"""The turn that the solver plays: what lies there, what may be done with the jokers, and the new table."""

from collections.abc import Iterator

from attrs import evolve, frozen

from rami.pieces import without
from rami.rummikub.checks import play_violations, rack_to_move
from rami.rummikub.melds import Table
from rami.rummikub.moves import Play
from rami.rummikub.rules import Rules
from rami.rummikub.solver.earlier import best_opening
from rami.rummikub.solver.laying import Row, disturbed, meld_of
from rami.rummikub.solver.scenarios import Scenario, rack_only, scenarios
from rami.rummikub.solver.solving import can_solve
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, Tile
from rami.rummikub.violations import Code


@frozen(eq=False)
class Turn:
    """The turn to be solved."""

    position: State | View
    rules: Rules
    table: Table
    rack: tuple[Tile, ...]
    opened: bool

    @classmethod
    def of(cls, position: State | View) -> "Turn":
        """The turn of the player who moves, or of the owner of a view, as if it were that player's turn."""
        if isinstance(position, View) and position.player is not None:
            position = evolve(position, current_player=position.player)
        opened = position.opened[position.current_player]
        return cls(position, position.rules, position.table, rack_to_move(position), opened)

    @property
    def unit(self) -> int:
        """What the weights are multiples of: more than there are melds and joints to disturb."""
        return 1 + len(self.table.tiles)

    def scenarios(self) -> Iterator[Scenario]:
        """Every way to treat the jokers of the table."""
        if self.opened or self.rules.opening_turn_table == "after_opening":
            return scenarios(self.rules, self.table, self.rack)
        return rack_only(self.rules, self.table, self.rack)

    def may_lay(self) -> bool:
        """Whether the rack has an opening at all, where one is due and the table may be used (A5)."""
        if self.opened or self.rules.opening_turn_table == "forbidden":
            return True
        rules = evolve(self.rules, opening_turn_table="forbidden")
        problems = (scenario.problem for scenario in rack_only(rules, self.table, self.rack))
        return any(map(can_solve, problems))

    def allows(self, laid: tuple[Tile, ...]) -> bool:
        """Whether the tiles laid hold the opening, where the turn of the opening may use the table (A5)."""
        if self.opened or self.rules.opening_turn_table == "forbidden":
            return True
        return best_opening(self.rules, laid) >= self.rules.opening_points

    def refuses(self, table: Table, but: Code | None = None) -> bool:
        """Whether the referee refuses a new table, for another reason than a given one."""
        if self.opened and JOKER not in self.table.tiles:
            return False
        return any(problem.code != but for problem in play_violations(self.position, Play(table)))


def table_of(turn: Turn, scenario: Scenario, rows: list[Row]) -> Table:
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
