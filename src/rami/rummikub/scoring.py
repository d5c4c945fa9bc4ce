"""What a deal of Rummikub scores, and how a match is won."""

from collections.abc import Iterable, Sequence

from rami.counting import left_by_seat, row_by_seat, split
from rami.errors import RulesError
from rami.game import EndReason, MatchWinner, Result
from rami.rummikub.position import State
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import Tile, Tiles, tiles_of
from rami.shapes import check_seat, instance, typed


def rack_value(rack: Tiles, rules: Rules = Rules()) -> int:
    """Return the points that the tiles left on a rack cost at the end of a deal (000.20, 000.21).

    Args:
        rack: The tiles.
        rules: The rules, which say what a joker costs.

    Returns:
        The points.

    Examples:
        >>> from rami.rummikub import Tile
        >>> rack_value(Tile.row("R7 K13 *"))
        50
    """
    instance("rules", rules, Rules)
    return sum(rules.joker_rack if tile.is_joker else tile.number for tile in tiles_of(rack, "rack"))


@typed
def result(state: State) -> Result | None:
    """Return how a deal ended (000.21, 000.23, 002.13).

    Args:
        state: The position.

    Returns:
        The scores and winners, or None while the deal runs.

    Examples:
        >>> from rami.rummikub import new_game
        >>> result(new_game(2, seed=1)) is None
        True
    """
    if not state.is_over:
        return None
    winner = state.rack_sizes.index(0) if 0 in state.rack_sizes else None
    return _settled(state.racks, winner, (state.current_player - 1) % state.players, state.rules)


def score(
    racks: Iterable[Tiles],
    *,
    winner: int | None,
    opened: Iterable[bool] | None = None,
    last: int | None = None,
    rules: Rules = Rules(),
) -> Result:
    """Return what the players of a real deal score (000.21, 000.23, A24, A25).

    Args:
        racks: The tiles left on each rack, by seat.
        winner: The seat that went out; None if nobody could go on.
        opened: Which players have opened, by seat; None if nobody noted it. No score depends on it, but nobody goes out
            without having opened.
        last: The seat that moved last; it matters only where several players win, and points do not divide evenly.
        rules: The rules of the deal.

    Returns:
        The scores and winners, for a `Match`.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If no deal can end so, or `last` is needed and not given.
        WrongType: If an argument has another type.

    Examples:
        >>> score(["", "R7 K13", "B5 *"], winner=0).scores
        (55, -20, -35)
        >>> score(["R7 K13", "B5"], winner=None).winners
        (1,)
    """
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    allowed = range(rules.min_players, rules.max_players + 1)
    left = left_by_seat("racks", racks, tiles_of, winner=winner, seats=allowed, every=rules.pieces, of="the set")
    have_opened = row_by_seat("opened", opened, bool, len(left))
    must_open = rules.opening_points is not None
    if must_open and have_opened is not None and winner is not None and not have_opened[winner]:
        raise RulesError(f"winner is {winner}, and has not opened")
    return _settled(left, winner, check_seat("last", last, len(left)), rules)


def _settled(racks: Sequence[Sequence[Tile]], winner: int | None, last: int | None, rules: Rules) -> Result:
    """Split among the winners what the others have left over the lowest rack (000.21, 000.23, A24, A25)."""
    left = [rack_value(rack, rules) for rack in racks]
    lost = [points - min(left) for points in left]
    lowest = tuple(seat for seat, points in enumerate(lost) if not points)
    winners = lowest if winner is None else (winner,)
    won = split(sum(lost), winners, len(left), last)
    scores = tuple(won.get(seat, -points if rules.losers_negative else 0) for seat, points in enumerate(lost))
    return Result(scores, winners, EndReason.BLOCKED if winner is None else EndReason.WENT_OUT)


@typed
def match_winner(rules: Rules) -> MatchWinner:
    """Return how a match is won (A26).

    Args:
        rules: The rules.

    Returns:
        `"total"` for the most points, `"games_then_total"` for the most deals won, and then points.

    Examples:
        >>> match_winner(Rules(match_winner="games_then_total"))
        'games_then_total'
    """
    return rules.match_winner
