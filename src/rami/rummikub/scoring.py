"""The score of a rack, the result of a deal, and how a match goes on."""

from collections.abc import Iterable

from rami.errors import RulesError
from rami.game import EndReason, MatchEnd, MatchWinner, Result
from rami.rummikub.rules import DEFAULT, Rules
from rami.rummikub.state import State
from rami.rummikub.tiles import Tile, tiles_of
from rami.shapes import instance, one_of, typed


def rack_value(rack: str | Iterable[Tile], rules: Rules = DEFAULT) -> int:
    """Return the points that the tiles left on a rack cost at the end of a deal (000.20, 000.21).

    Args:
        rack: The tiles, in notation or as tiles.
        rules: The rules, which say what a joker costs.

    Returns:
        The points.

    Examples:
        >>> from rami.rummikub import parse_tiles
        >>> rack_value(parse_tiles("R7 K13 *"))
        50
    """
    instance("rules", rules, Rules)
    return sum(rules.joker_rack if tile.is_joker else tile.number for tile in tiles_of(rack, "the rack"))


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
    one_of("state", state, (State,))
    if not state.is_over:
        return None
    left = [rack_value(rack, state.rules) for rack in state.racks]
    sizes = state.rack_sizes
    went_out = 0 in sizes
    winners = (sizes.index(0),) if went_out else _blocked_winners(state, left)
    return Result(_scores(state, left, winners), winners, EndReason.WENT_OUT if went_out else EndReason.BLOCKED)


def _blocked_winners(state: State, left: list[int]) -> tuple[int, ...]:
    """000.23, A24: the lowest rack, and what a tie means."""
    lowest = min(left)
    tied = tuple(seat for seat, points in enumerate(left) if points == lowest)
    if len(tied) > 1 and state.rules.blocked_tie == "no_winner":
        return ()
    if state.rules.blocked_tie == "fewest_tiles":
        fewest = min(state.rack_sizes[seat] for seat in tied)
        return tuple(seat for seat in tied if state.rack_sizes[seat] == fewest)
    return tied


def _scores(state: State, left: list[int], winners: tuple[int, ...]) -> tuple[int, ...]:
    """Share among the winners what the others have left over the lowest rack (000.21, 000.23, A25)."""
    if not winners:
        return (0,) * state.players
    lost = [points - min(left) for points in left]
    share, odd = divmod(sum(lost), len(winners))
    scores = [-points if state.rules.losers_negative else 0 for points in lost]
    for seat in winners:
        scores[seat] = share
    after_last_mover = sorted(winners, key=lambda seat: (seat - state.current_player) % state.players)
    for seat in after_last_mover[:odd]:  # odd points go to the winners in turn (A24)
        scores[seat] += 1
    return tuple(scores)


@typed
def next_starter(state: State) -> int | None:
    """Return who starts the next deal of a match (A4).

    Args:
        state: The last position of a deal.

    Returns:
        The seat, for `Deal.starter`; None if the players draw for it.

    Raises:
        RulesError: If the deal is still running.

    Examples:
        >>> from rami.rummikub import Draw, Pass, Rules, apply, new_game
        >>> state = new_game(2, Rules(next_starter="rotate", pass_on_empty="free"), seed=1)
        >>> while not state.is_over:
        ...     state = apply(state, Draw() if state.pool else Pass())
        >>> state.starter, next_starter(state)
        (1, 0)
    """
    ended = result(state)
    if ended is None:
        raise RulesError("the deal is still running: who starts the next one is not decided")
    if state.rules.next_starter == "rotate":
        return (state.starter + 1) % state.players
    if state.rules.next_starter == "winner" and len(ended.winners) == 1:
        return ended.winners[0]
    return None


@typed
def match_end(rules: Rules) -> MatchEnd:
    """Return what ends a match by points (C10).

    Args:
        rules: The rules of the match.

    Returns:
        `Rules.match_end`.

    Examples:
        >>> match_end(Rules())
        'reach'
    """
    return rules.match_end


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
