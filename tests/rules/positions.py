"""Short words for the rule tests: positions by hand, and what the referee says of a move."""

from typing import Any

from attrs import evolve

from rami import rummikub
from rami.game import Deal
from rami.rummikub import PRESETS, Rules, State, View, parse_move

HASBRO = PRESETS["hasbro-2007"]
CHIFFRES = PRESETS["chiffres"]
RAMICUBE = PRESETS["ramicube"]
GOLIATH = PRESETS["goliath"]


def position(rack: str, table: str = "", rules: Rules = HASBRO, *, opened: bool = True, **changes: Any) -> View:
    """The view of a player with this rack, under rules with these changes."""
    return rummikub.set_up(rack, table, rules=evolve(rules, **changes), opened=opened)


def codes(view: View | State, move: str) -> list[str]:
    """The codes of what is wrong with a move."""
    return [str(violation.code) for violation in rummikub.check(view, parse_move(move))]


def legal(view: View | State, move: str) -> bool:
    return not rummikub.check(view, parse_move(move))


def state_of(
    racks: list[str],
    table: str = "",
    *,
    pool: str | None = None,
    rules: Rules = HASBRO,
    current_player: int = 0,
    opened: bool = True,
    **changes: Any,
) -> State:
    """A full position with these racks; the pool is all that is left, or what is given."""
    hands = tuple(rummikub.parse_tiles(rack) for rack in racks)
    melds = rummikub.Table.parse(table)
    edition = evolve(rules, **changes)
    seen = [*melds.tiles, *(tile for hand in hands for tile in hand)]
    left = list(edition.tiles)
    for tile in seen:
        left.remove(tile)
    return State(
        rules=edition,
        current_player=current_player,
        racks=hands,
        pool=tuple(left) if pool is None else rummikub.parse_tiles(pool),
        table=melds,
        opened=(opened,) * len(hands),
    )


def play(state: State, *moves: str) -> State:
    """The position after these moves."""
    for move in moves:
        state = rummikub.apply(state, parse_move(move))
    return state


def start(players: int, draws: str, rules: Rules = HASBRO, **changes: Any) -> State:
    """The first position of a deal in which these tiles were drawn for the start."""
    edition = evolve(rules, **changes)
    tiles = rummikub.parse_tiles(draws)
    order = list(edition.tiles)
    if not edition.start_tile_returns:
        for tile in tiles:
            order.remove(tile)
    return rummikub.from_deal(players, edition, Deal(tuple(order), draws=tiles))


def rack_worth(points: int, color: str) -> str:
    """Tiles of one colour that sum to these points."""
    names: list[str] = []
    for number in [*range(13, 0, -1), *range(13, 0, -1)]:
        if points >= number:
            names.append(f"{color}{number}")
            points -= number
    return " ".join(names)
