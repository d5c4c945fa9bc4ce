"""A move as one seat may know it: what changes on the table, and of a drawn tile only that it was drawn."""

from collections.abc import Iterator

from rami.events import Motion, MoveEvent, face_down, face_up, then
from rami.pictures.model import origins
from rami.pieces import without
from rami.rummikub.melds import Table
from rami.rummikub.moves import Draw, Move, Pass, Play, TimeOut
from rami.rummikub.referee import apply
from rami.rummikub.state import State, View, observe
from rami.rummikub.tiles import TEXTS, Tile
from rami.sentences import Phrase
from rami.shapes import typed


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return a move as a seat may know it: what goes from where to where, and a sentence about it.

    The places are `"rack"`, `"pool"` and `"table"`. The event follows from the views of that seat before and after the
    move, and from nothing else.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat that looks on, 0-based, or None for a spectator.

    Returns:
        The event; a drawn tile is shown only to the player who draws it.

    Raises:
        IllegalMove: If the rules forbid the move.
        RulesError: If there is no such seat.

    Examples:
        >>> from rami.rummikub import Draw, new_game
        >>> state = new_game(2, seed=1)
        >>> print(event(state, Draw(), 0), event(state, Draw(), 1))
        Player 2 draws 1 tile. Player 2 draws O1.
    """
    return _event(observe(state, player), move, observe(apply(state, move), player))


def _event(before: View, move: Move, after: View) -> MoveEvent[Move]:
    seat = before.current_player
    match move:
        case Draw():
            motions = _drawn(before, after, 1, before.rack)
            words = [_draws(motions)]
        case Pass():
            motions, words = (), [TEXTS.phrase("events.passes")]
        case Play():
            motions = tuple(_laid(before.table, after.table))
            words = _plays(without(after.table.tiles, before.table.tiles), motions)
        case _:
            motions, words = _overrun(before, move, after)
    out = None if after.rack_sizes[seat] else TEXTS.phrase("events.goes-out")
    return MoveEvent(seat=seat, player=before.player, move=move, motions=motions, words=then(*words, out))


def _drawn(before: View, after: View, count: int, kept: tuple[Tile, ...]) -> tuple[Motion, ...]:
    """Return the motion of drawn tiles, those beyond the ones kept; only the player who draws them sees them."""
    own = before.player == before.current_player
    return face_down(count, "pool", "rack", without(after.rack, kept) if own else ())


def _laid(old: Table, new: Table) -> Iterator[Motion]:
    """Yield the motions to each meld, from the rack or from another meld."""
    for target, (home, whence) in enumerate(origins([m.tiles for m in old], [m.tiles for m in new])):
        for source in dict.fromkeys(whence):
            tiles = [tile for tile, place in zip(new[target].tiles, whence, strict=True) if place == source]
            if source is None:
                yield from face_up(tiles, "rack", "table", target_meld=target)
            elif source != home:
                yield from face_up(tiles, "table", "table", source_meld=source, target_meld=target)


def _overrun(before: View, move: TimeOut, after: View) -> tuple[tuple[Motion, ...], list[Phrase]]:
    laid = tuple(_laid(before.table, after.table))
    played, taken = without(after.table.tiles, before.table.tiles), without(before.table.tiles, after.table.tiles)
    plays = _plays(played, laid) if played else []
    if played and after.table == move.table and not move.loose:  # finished in time after all
        return laid, plays
    drawn = _drawn(before, after, before.pool_size - after.pool_size, (*without(before.rack, played), *taken))
    words = [TEXTS.phrase("events.timeout"), *plays]
    if taken:
        words.append(TEXTS.phrase("events.takes-back", tiles=taken))
    if drawn:
        words.append(_draws(drawn))
    return (*laid, *face_up(taken, "table", "rack"), *drawn), words


def _draws(motions: tuple[Motion, ...]) -> Phrase:
    [motion] = motions
    if motion.pieces:
        return TEXTS.phrase("events.draws", tiles=motion.pieces)
    return TEXTS.phrase("events.draws-hidden", n=motion.count)


def _plays(played: tuple[Tile, ...], motions: tuple[Motion, ...]) -> list[Phrase]:
    """Return what a player does to the table: lays tiles, and moves others."""
    moved = sum(motion.count for motion in motions if motion.source == "table")
    lays = TEXTS.phrase("events.lays", tiles=played)
    return [lays, TEXTS.phrase("events.moves", n=moved)] if moved else [lays]
