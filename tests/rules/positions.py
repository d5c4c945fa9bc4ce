"""Short helpers for the rule tests: verdicts of the referees, and positions of Rummikub."""

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import evolve

from rami import rummikub
from rami.game import Deal, game_of
from rami.match import Match
from rami.pieces import row_text
from rami.results import Result
from rami.rummikub import PRESETS, Rules, State, Tile, View, parse_move
from rami.rummikub.checks import played_tiles

HASBRO = PRESETS["hasbro-2007"]
CHIFFRES = PRESETS["chiffres"]
RAMICUBE = PRESETS["ramicube"]
GOLIATH = PRESETS["goliath"]

SCORE_TABLE = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)]
"""The printed score table of sources 000 and 001, game by game (000-g, 001-6)."""


def position(rack: str, table: str = "", rules: Rules = HASBRO, *, opened: bool = True, **changes: Any) -> View:
    """Return the view of a player with this rack, under rules with these changes."""
    return rummikub.set_up(rack, table, rules=evolve(rules, **changes), opened=opened)


def codes(where: Any, move: Any) -> list[str]:
    """Return the codes of the violations of a move, or of its text, in any game."""
    return [str(violation.code) for violation in game_of(where).check(where, move)]


def legal(where: Any, move: Any) -> bool:
    return game_of(where).is_legal(where, move)


def listed(where: Any) -> list[str]:
    """The legal moves in words."""
    return [str(move) for move in game_of(where).legal_moves(where)]


def lays(view: View, table: str) -> str:
    """Return the rack tiles that a play with this table lays. The play must be legal."""
    play = parse_move(f"play {table}")
    assert isinstance(play, rummikub.Play)
    assert rummikub.check(view, play) == ()
    return row_text(played_tiles(view, play))


def state_of(
    racks: Sequence[str],
    table: str = "",
    *,
    pool: str | None = None,
    rules: Rules = HASBRO,
    current_player: int = 0,
    opened: bool = True,
    **changes: Any,
) -> State:
    """Return a full position with these racks. The pool has the given tiles, or all others."""
    hands = tuple(Tile.row(rack) for rack in racks)
    melds = rummikub.Table.parse(table)
    edition = evolve(rules, **changes)
    left = list(edition.pieces)
    for tile in (*melds.tiles, *(tile for hand in hands for tile in hand)):
        left.remove(tile)
    return State(
        rules=edition,
        current_player=current_player,
        racks=hands,
        pool=tuple(left) if pool is None else Tile.row(pool),
        table=melds,
        opened=(opened,) * len(hands),
        known=((),) * len(hands),
    )


def play(where: Any, *moves: str) -> Any:
    """Return the position after these moves. A view is first completed to a state."""
    game = game_of(where)
    state = game.determinize(where, seed=1) if isinstance(where, game.view) else where
    for move in moves:
        state = game.apply(state, move)
    return state


def ended(where: Any, *moves: str) -> Result:
    """How the deal ended with these moves."""
    state = play(where, *moves)
    result = game_of(state).result(state)
    assert result is not None
    return result


def rack(state: State, seat: int = 0) -> str:
    """A rack in notation."""
    return row_text(state.racks[seat])


def tiles_of(*texts: str | Iterable[Tile]) -> list[Tile]:
    """All these tiles, sorted."""
    return sorted(tile for text in texts for tile in (Tile.row(text) if isinstance(text, str) else text))


def start(players: int, draws: str, rules: Rules = HASBRO, **changes: Any) -> State:
    """Return the first position of a deal. These tiles were drawn for the start and are last in the pool."""
    edition = evolve(rules, **changes)
    drawn = Tile.row(draws)
    order = list(edition.pieces)
    for tile in drawn:
        order.remove(tile)
    order += drawn
    return rummikub.from_deal(players, edition, Deal(tuple(order), draws=drawn))


def rack_worth(points: int, color: str) -> str:
    """Tiles of one color that sum to these points."""
    names: list[str] = []
    for number in [*range(13, 0, -1), *range(13, 0, -1)]:
        if points >= number:
            names.append(f"{color}{number}")
            points -= number
    assert points == 0
    return " ".join(names)


def result_of_line(line: Sequence[int], rules: Rules = HASBRO) -> Result:
    """Return the result of a deal with these losses, as a line of a score table has them."""
    return ended(state_of([rack_worth(max(0, -n), color) for n, color in zip(line, "RKBO", strict=True)], rules=rules))


def match_of(results: Sequence[Result], rules: Rules = HASBRO) -> Match[Rules, State, rummikub.Move, View]:
    """Return a match of these results."""
    seats = len(results[0].scores)
    return Match(game=rummikub.GAME, rules=rules, players=seats, deals=len(results), results=results)
