"""Scores of deals and the rule for matches."""

from collections.abc import Iterable, Iterator, Sequence

from rami.counting import left_by_seat, row_by_seat, split
from rami.errors import RulesError
from rami.game import MatchWinner
from rami.positions import open_hands
from rami.results import BasePartReason, EndReason, Part, Result, part_of, settled
from rami.rummikub.position import State, View
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import TEXTS, Tile, Tiles, tiles_of
from rami.shapes import check_seat, instance, one_of, typed


class PartReason(BasePartReason, texts=TEXTS):
    """A reason why a player scores or loses points.

    Attributes:
        TILES_LEFT: Points for the tiles left on the player's own rack, or on the rack of a loser (000.21).
        LOWEST_RACK: In a blocked deal, the points of the lowest rack, or the points by which a loser's rack exceeds it
            (000.23).
        SHARE: In a blocked deal with several winners, the points that one winner gets (A24).
    """

    TILES_LEFT = "tiles_left"
    LOWEST_RACK = "lowest_rack"
    SHARE = "share"


def rack_value(rack: Tiles, rules: Rules = Rules()) -> int:
    """Return the points of the tiles left on a rack (000.20, 000.21).

    Args:
        rack: The tiles.
        rules: The rules, which define the points of a joker.

    Returns:
        The points.

    Examples:
        >>> from rami.rummikub import Tile
        >>> rack_value(Tile.row("R7 K13 *"))
        50
    """
    instance("rules", rules, Rules)
    return sum(rules.joker_rack if tile.is_joker else tile.number for tile in tiles_of(rack, "rack"))


def result(position: State | View) -> Result | None:
    """Return the result of a deal that is over (000.21, 000.23, 002.13).

    Args:
        position: The position, or any view of it.

    Returns:
        The scores with their parts, and the winners. None while the deal is running.

    Raises:
        RulesError: If a view of a finished deal was made by hand and does not show all racks.

    Examples:
        >>> from rami.rummikub import new_game
        >>> result(new_game(2, seed=1)) is None
        True
    """
    one_of("position", position, (State, View))
    if not position.is_over:
        return None
    winner = position.rack_sizes.index(0) if 0 in position.rack_sizes else None
    last = (position.current_player - 1) % position.players
    return _settled(open_hands(position), winner, last, position.rules)


def score(
    racks: Iterable[Tiles],
    *,
    winner: int | None,
    opened: Iterable[bool] | None = None,
    last: int | None = None,
    rules: Rules = Rules(),
) -> Result:
    """Return the scores of a deal that was played with real tiles.

    See 000.21, 000.23, A24 and A25.

    Args:
        racks: The tiles left on each rack, by seat.
        winner: The seat that went out; None if the deal was blocked.
        opened: Whether each player has opened, by seat; None if unknown. The scores do not depend on this, but the
            winner must have opened.
        last: The seat that moved last. Needed only if several players win and the points do not divide evenly.
        rules: The rules of the deal.

    Returns:
        The scores and winners, for a `Match`.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If no deal can end in this way, or `last` is needed and not given.
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
        raise RulesError(f"winner is seat {winner}, which has not opened")
    return _settled(left, winner, check_seat("last", last, len(left)), rules)


def _settled(racks: Sequence[tuple[Tile, ...]], winner: int | None, last: int | None, rules: Rules) -> Result:
    left = [rack_value(rack, rules) for rack in racks]
    winners = tuple(seat for seat, points in enumerate(left) if points == min(left)) if winner is None else (winner,)
    reason = EndReason.BLOCKED if winner is None else EndReason.WENT_OUT
    return settled(len(racks), winners, reason, _parts(racks, left, winners, last, rules))


def _parts(
    racks: Sequence[tuple[Tile, ...]], left: Sequence[int], winners: tuple[int, ...], last: int | None, rules: Rules
) -> Iterator[Part]:
    """Yield the parts of the scores (000.21, 000.23, A24, A25)."""
    lowest, (first, *others) = min(left), winners
    losers = [seat for seat in range(len(racks)) if seat not in winners]
    if others:
        won = split(sum(left) - lowest * len(left), winners, len(left), last)
        for seat in winners:
            yield part_of(seat, PartReason.SHARE, won[seat])
    else:
        reason = PartReason.LOWEST_RACK if lowest else PartReason.TILES_LEFT
        for seat in losers:
            yield part_of(first, reason, left[seat] - lowest, racks[seat], of=seat)
    if rules.losers_negative:
        for seat in losers:
            yield part_of(seat, PartReason.TILES_LEFT, -left[seat], racks[seat])
            yield part_of(seat, PartReason.LOWEST_RACK, lowest)


@typed
def match_winner(rules: Rules) -> MatchWinner:
    """Return the rule for winning a match (A26).

    Args:
        rules: The rules.

    Returns:
        `"total"` for the most points, `"games_then_total"` for the most deals won, and then points.

    Examples:
        >>> match_winner(Rules(match_winner="games_then_total"))
        'games_then_total'
    """
    return rules.match_winner
