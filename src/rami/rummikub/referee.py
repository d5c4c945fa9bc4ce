"""The referee of Rummikub: checks, moves made, and what each seat sees of them."""

from collections.abc import Iterator

from rami.counting import known_after
from rami.errors import TooLarge, Violation
from rami.explaining import MoveEvent, then
from rami.pictures import origins
from rami.pieces import without
from rami.positions import next_seat, replaced
from rami.referee import Apply, Check, IsLegal, LegalMoves, Motion, Referee, face_down, face_up
from rami.rummikub.checks import is_in_time, play_violations, settled, unaccounted
from rami.rummikub.melds import Table
from rami.rummikub.moves import MOVES, Change, Draw, Move, Pass, Play, TimeOut, parse_move
from rami.rummikub.position import State, View, observe
from rami.rummikub.rules import Code, cite
from rami.rummikub.solver import can_play, plays
from rami.rummikub.tiles import TEXTS, Tile
from rami.sentences import Phrase
from rami.shapes import altered, typed


def _violations(position: State | View, move: Move) -> Iterator[Violation]:
    match move:
        case Draw():  # 000.9, 000.13, 000.23, A15
            if not position.pool_size:
                yield Violation(Code.POOL_EMPTY)
        case Pass():  # 000.23, A23
            if position.pool_size:
                yield Violation(Code.POOL_NOT_EMPTY, numbers=(position.pool_size,))
            elif position.rules.pass_on_empty == "only_if_stuck" and _can_play(position):
                yield Violation(Code.MUST_PLAY_BEFORE_PASSING)
        case Play():
            yield from play_violations(position, move)
        case _:  # A19: a time limit; and every tile accounted for
            if position.rules.turn_seconds is None:
                yield Violation(Code.NO_TIME_LIMIT)
            yield from unaccounted(position, Change.between(position.table, move.table, move.loose))


def _can_play(position: State | View) -> bool:
    """Return whether a play is known to exist; where the solver refuses the position, nobody is held to find one."""
    try:
        return can_play(position)
    except TooLarge:
        return False


def _moved(state: State, table: Table, *, drawn: int = 0, back: tuple[Tile, ...] = (), passes: int = 0) -> State:
    """Return the state after a turn that leaves a table and draws tiles; those in `back` were laid and taken back."""
    change = Change.between(state.table, table)
    laid, taken, seat, pool = change.brought, change.lost, state.current_player, state.pool
    rack = (*without(state.hand_to_move, laid), *taken, *pool[:drawn])
    return altered(
        state,
        current_player=next_seat(state),
        turn=state.turn + 1,
        racks=replaced(state.racks, seat, tuple(sorted(rack))),
        pool=pool[drawn:],
        table=table,
        opened=replaced(state.opened, seat, own=True) if laid else state.opened,
        passes=passes,
        # All have seen the tiles in `back`. They count as left and come, so that one known before is known once.
        known=known_after(state.known, seat, left=(*laid, *back), came=(*back, *taken)),
    )


def _time_out(state: State, move: TimeOut) -> State:
    """000.12, A20, A21, A23: make a play; or settle the table, and draw the penalty tiles, as many as there are."""
    if is_in_time(state, move):
        return _moved(state, move.table)
    table = settled(state, move)
    laid = Change.between(state.table, move.table, move.loose).brought
    laid_to_stay = Change.between(state.table, table).brought
    # Where the player might have passed, an overrun that changes nothing is a pass.
    counts_as_pass = table == state.table and not check(state, Pass())
    return _moved(
        state,
        table,
        drawn=state.rules.penalty_tiles,
        back=without(laid, laid_to_stay),  # settling took them back
        passes=state.passes + 1 if counts_as_pass else 0,
    )


def quick_to_list(state: State) -> bool:
    """Tell whether `legal_moves` is quick: with more jokers or tiles in sight, the first play can take seconds."""
    tiles = [*state.racks[state.current_player], *state.table.tiles]
    return len(tiles) <= 40 and sum(tile.is_joker for tile in tiles) <= 1


def after_legal(state: State, move: Move) -> State:
    """Return the state after a legal move."""
    match move:
        case Draw():
            return _moved(state, state.table, drawn=1)
        case Pass():
            return _moved(state, state.table, passes=state.passes + 1)
        case Play():
            return _moved(state, move.table)
        case _:
            return _time_out(state, move)


def _listed(position: State | View) -> Iterator[Move]:
    """Yield every legal move of the player who moves, in a fixed order: plays, then `Draw` or `Pass`."""
    yield from plays(position)
    yield from (move for move in (Draw(), Pass()) if not check(position, move))


REFEREE: Referee[State, View, Move] = Referee(
    State, View, MOVES, parse_move, Code, violations=_violations, after=after_legal, listed=_listed, cite=cite
)
check: Check[State, View, Move] = REFEREE.check
"""Return every violation of a move, () if it is legal: [`Referee.check`][rami.own.Referee.check]."""
is_legal: IsLegal[State, View, Move] = REFEREE.is_legal
"""Return whether a move is legal: [`Referee.is_legal`][rami.own.Referee.is_legal]."""
apply: Apply[State, Move] = REFEREE.apply
"""Return the state after a move, or raise `IllegalMove`: [`Referee.apply`][rami.own.Referee.apply]."""
legal_moves: LegalMoves[State, View, Move] = REFEREE.legal_moves
"""Yield every legal move, lazily and in a fixed order: [`Referee.legal_moves`][rami.own.Referee.legal_moves]."""


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
        for origin in dict.fromkeys(whence):
            tiles = [tile for tile, place in zip(new[target].tiles, whence, strict=True) if place == origin]
            if origin is None:
                yield from face_up(tiles, "rack", "table", target_meld=target)
            elif origin != home:
                yield from face_up(tiles, "table", "table", source_meld=origin, target_meld=target)


def _overrun(before: View, move: TimeOut, after: View) -> tuple[tuple[Motion, ...], list[Phrase]]:
    """Return what a turn that ran out of time does: lays tiles, takes others back to the rack, and draws a penalty."""
    change = Change.between(before.table, after.table)
    played, taken = change.brought, change.lost
    laid = tuple(_laid(before.table, after.table))
    plays = _plays(played, laid) if played else []
    # A play that was finished in time.
    if played and after.table == move.table and not move.loose:
        return laid, plays
    kept = (*without(before.rack, played), *taken)
    drawn = _drawn(before, after, before.pool_size - after.pool_size, kept)
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
