"""What a seat sees of a move: the table change, and of a drawn tile only that it was drawn."""

from collections.abc import Iterator

from rami.events import Motion, MoveEvent, face_down, face_up, then
from rami.pictures.model import TILE_WORDS, Words, numbered, origins
from rami.pieces import without
from rami.rummikub.melds import Table
from rami.rummikub.moves import Draw, Move, Pass, Play, TimeOut
from rami.rummikub.referee import apply
from rami.rummikub.state import State, View, observe
from rami.rummikub.tiles import Tile, format_tiles
from rami.rummikub.timeout import Settlement, settle
from rami.shapes import typed


@typed
def seen(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """A move as a seat may know it: what goes from where to where, and a sentence about it.

    The places are `"rack"`, `"pool"` and `"table"`. What is told follows from the views of that seat before and after
    the move, and from nothing else.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat that looks on, 0-based, or None for a spectator.

    Returns:
        The move as it is seen; a tile that is drawn is shown to who draws it.

    Raises:
        IllegalMove: If the rules forbid the move.
        RulesError: If there is no such seat.

    Examples:
        >>> from rami.rummikub import Draw, new_game
        >>> state = new_game(2, seed=1)
        >>> print(seen(state, Draw(), 0), seen(state, Draw(), 1))
        Player 2 draws 1 tile. Player 2 draws O1.
    """
    return _told(observe(state, player), move, observe(apply(state, move), player))


def _told(before: View, move: Move, after: View) -> MoveEvent[Move]:
    seat = before.current_player
    match move:
        case Draw():
            motions = _drawn(before, after, 1, before.rack)
            told = [_draws(motions)]
        case Pass():
            motions, told = (), [("passes", "passe")]
        case Play():
            motions = tuple(_laid(before.table, after.table))
            told = _plays(without(after.table.tiles, before.table.tiles), motions)
        case _:
            motions, told = _overrun(before, move, after)
    over = ("goes out", "a tout posé") if not after.rack_sizes[seat] else None
    return MoveEvent(seat=seat, player=before.player, move=move, motions=motions, words=then(*told, over))


def _drawn(before: View, after: View, count: int, kept: tuple[Tile, ...]) -> tuple[Motion, ...]:
    """Tiles from the pool, which only the player who draws them sees: those beyond the ones kept."""
    own = before.player == before.current_player
    return face_down(count, "pool", "rack", without(after.rack, kept) if own else ())


def _laid(old: Table, new: Table) -> Iterator[Motion]:
    """What comes to each meld, from the rack or from another meld."""
    for target, (home, whence) in enumerate(origins([m.tiles for m in old], [m.tiles for m in new])):
        for source in dict.fromkeys(whence):
            tiles = [tile for tile, place in zip(new[target].tiles, whence, strict=True) if place == source]
            if source is None:
                yield from face_up(tiles, "rack", "table", target_meld=target)
            elif source != home:
                yield from face_up(tiles, "table", "table", source_meld=source, target_meld=target)


def _overrun(before: View, move: TimeOut, after: View) -> tuple[tuple[Motion, ...], list[Words]]:
    left: Settlement = settle(before, move)
    if left.is_play:
        laid = tuple(_laid(before.table, left.table))
        return laid, _plays(left.played, laid)
    penalty = before.pool_size + len(left.to_pool) - after.pool_size
    kept = (*without(before.rack, left.played), *left.to_rack)
    drawn = _drawn(before, after, penalty, kept)
    laid = tuple(_laid(before.table, left.table))
    back = face_up(left.to_rack, "table", "rack"), face_up(left.to_pool, "table", "pool")
    late, wrong = ("runs out of time", "a dépassé le temps"), ("leaves an illegal table", "laisse une table incorrecte")
    told = [wrong if move.in_time else late]
    told += _plays(left.played, laid) if left.played else []
    if left.to_rack:
        told.append((f"takes back {format_tiles(left.to_rack)}", f"reprend {format_tiles(left.to_rack)}"))
    if left.to_pool:
        told.append(
            (f"puts {format_tiles(left.to_pool)} into the pool", f"remet {format_tiles(left.to_pool)} dans la pioche")
        )
    if drawn:
        told.append(_draws(drawn))
    return (*laid, *back[0], *back[1], *drawn), told


def _draws(motions: tuple[Motion, ...]) -> Words:
    [motion] = motions
    if motion.pieces:
        names = " ".join(map(str, motion.pieces))
        return f"draws {names}", f"pioche {names}"
    number = numbered(motion.count, *TILE_WORDS)
    return f"draws {number[0]}", f"pioche {number[1]}"


def _plays(played: tuple[Tile, ...], motions: tuple[Motion, ...]) -> list[Words]:
    """What a player does to the table; the tiles of all melds together, in canonical order."""
    moved = sum(motion.count for motion in motions if motion.source == "table")
    told = [(f"lays {format_tiles(played)}", f"pose {format_tiles(played)}")]
    if moved:
        number = numbered(moved, *TILE_WORDS)
        told.append((f"moves {number[0]} on the table", f"déplace {number[1]} sur la table"))
    return told
