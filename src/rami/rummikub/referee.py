"""The referee of Rummikub.

It checks moves, applies them, lists the legal ones, and shows which tiles move.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from attrs import field, frozen

from rami.errors import IllegalMove, TooLarge, Violation
from rami.pieces import without
from rami.positions import is_to_move, known_after, next_seat, replaced
from rami.reading import as_sent
from rami.referee import Motion, face_down, face_up, origins, read
from rami.rummikub.checks import is_in_time, play_violations, settled, unaccounted, with_rows
from rami.rummikub.melds import Table
from rami.rummikub.moves import DRAW, MOVES, PASS, Change, Draw, Move, Pass, Play, TimeOut, parse_move
from rami.rummikub.position import State, View, has_opened
from rami.rummikub.rules import Code, Rules, cited
from rami.rummikub.solver import can_play, plays
from rami.rummikub.tiles import Tile
from rami.shapes import altered, instance, one_of


# The decorator `typed` would nearly double the time for a draw.
def check(position: State | View, move: Move | str) -> tuple[Violation, ...]:
    """Return all violations of a move.

    Args:
        position: The state, or the view of the player to move.
        move: The move, or its notation.

    Returns:
        The violations. Empty if the move is legal. From the view of another player, every move is `not_your_turn`.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 K1", "R4-R5-R6")
        >>> check(view, "play R4-R5-R6-R7")
        ()
        >>> [str(problem) for problem in check(view, "pass")]
        ['The pool still has 87 tiles: draw one. [pool_not_empty, rule 000.13]']
    """
    one_of("position", position, (State, View))
    return _move_or_violations(position, move)[1]


def is_legal(position: State | View, move: Move | str) -> bool:
    """Return whether a move is legal.

    Args:
        position: The state, or the view of the player to move.
        move: The move, or its notation. Do not use `"draw" in legal_moves(state)`, which is always False.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 K1", "R4-R5-R6")
        >>> is_legal(view, "draw"), is_legal(view, "pass")
        (True, False)
    """
    return not check(position, move)


def apply(state: State, move: Move | str) -> State:
    """Return the state after a move.

    Args:
        state: The state.
        move: The move of the player whose turn it is, or its notation.

    Returns:
        The next state. The given state is unchanged.

    Raises:
        IllegalMove: If the rules forbid the move. Its `violations` are the same as from `check`.
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> from rami.rummikub import new_game
        >>> state = new_game(2, seed=1)
        >>> apply(state, "draw").pool_size - state.pool_size
        -1
    """
    instance("state", state, State)
    legal, problems = _move_or_violations(state, move)
    if legal is None:
        raise IllegalMove(problems)
    return after_legal(state, legal)


def legal_moves(position: State | View) -> Iterator[Move]:
    """Yield the legal moves of the player to move.

    The order is fixed, and moves are computed one at a time. Each set of rack tiles that can be laid has one play.
    Other arrangements of the same tiles are legal as well, and `check` accepts them.

    Args:
        position: The state, or the view of the player to move. Any other view has no legal moves.

    Yields:
        The plays, then `Draw` or `Pass`. There is at least one move until the deal ends.

    Raises:
        WrongType: If `position` has another type.

    Examples:
        >>> from rami.rummikub import set_up
        >>> [str(move) for move in legal_moves(set_up("R7 K1", "R4-R5-R6"))]
        ['play R4-R5-R6-R7', 'draw']
    """
    one_of("position", position, (State, View))
    return iter(()) if position.is_over or not is_to_move(position) else _listed(position)


def quick_to_list(state: State) -> bool:
    """Return whether `legal_moves` takes little time.

    With two jokers or many tiles, the search for the first play can take seconds.
    """
    tiles = [*state.racks[state.current_player], *state.table.tiles]
    return len(tiles) <= 40 and sum(tile.is_joker for tile in tiles) <= 1


def _move_or_violations(position: State | View, move: Move | str) -> tuple[Move | None, tuple[Violation, ...]]:
    known, problems = read(move, MOVES, parse_move, Code)
    if position.is_over:
        problems = (Violation(Code.GAME_OVER),)
    elif not is_to_move(position):
        problems = (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
    elif known is not None:
        problems = tuple(_violations(position, known))
    return (None, cited(as_sent(problems, Tile, move), position.rules)) if problems else (known, ())


# -------------------------------------------------------------------------------------------- violations of a move


def _violations(position: State | View, move: Move) -> Iterable[Violation]:
    match move:
        case Draw():
            return () if position.pool_size else (Violation(Code.POOL_EMPTY),)
        case Pass():
            return _pass_violations(position)
        case Play():
            return play_violations(position, move)
        case _:
            return _time_out_violations(position, move)


def _pass_violations(position: State | View) -> Iterator[Violation]:
    """Yield the violations of a pass (000.23, A23)."""
    if position.pool_size:
        yield Violation(Code.POOL_NOT_EMPTY, numbers=(position.pool_size,))
    elif position.rules.pass_on_empty == "only_if_stuck" and _can_play(position):
        yield Violation(Code.MUST_PLAY_BEFORE_PASSING)


@frozen
class _Question:
    """A cache key for the answer of `can_play`.

    The other fields determine the answer, so `position` is not compared.
    """

    rules: Rules
    rack: tuple[Tile, ...]
    table: Table
    opened: bool
    position: State | View = field(eq=False)


def _can_play(position: State | View) -> bool:
    """Return whether a play exists, or False if the position is too large for the solver."""
    opened = has_opened(position, position.current_player)
    return _answer(_Question(position.rules, position.hand_to_move, position.table, opened, position))


# Without this cache, 90,000 turns that run out of time with an empty pool would take half an hour.
@lru_cache(maxsize=64)
def _answer(question: _Question) -> bool:
    try:
        return can_play(question.position)
    except TooLarge:
        return False


def _time_out_violations(position: State | View, move: TimeOut) -> tuple[Violation, ...]:
    """Return the violations of a `TimeOut` (A18, A19)."""
    change = Change.between(position.table, move.table, move.loose)
    limit = [Violation(Code.NO_TIME_LIMIT)] if position.rules.turn_seconds is None else []
    return with_rows([*limit, *unaccounted(position, change)], change)


# ----------------------------------------------------------------------------------------------- the state after a move


def after_legal(state: State, move: Move) -> State:
    """Return the state after a move that is known to be legal."""
    match move:
        case Draw():
            return _state_after_turn(state, state.table, drawn=1)
        case Pass():
            return _state_after_turn(state, state.table, passes=state.passes + 1)
        case Play():
            return _state_after_turn(state, move.table)
        case _:
            return _time_out(state, move)


def _state_after_turn(
    state: State, table: Table, *, drawn: int = 0, back: tuple[Tile, ...] = (), passes: int = 0
) -> State:
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
        # Remove each tile in `back` before adding it, so that it is not known twice.
        known=known_after(state.known, seat, left=(*laid, *back), came=(*back, *taken)),
    )


def _time_out(state: State, move: TimeOut) -> State:
    """Return the state after a `TimeOut` (000.12, A20, A21, A23)."""
    if is_in_time(state, move):
        return _state_after_turn(state, move.table)
    table = settled(state, move)
    laid = Change.between(state.table, move.table, move.loose).brought
    laid_to_stay = Change.between(state.table, table).brought
    counts_as_pass = table == state.table and is_legal(state, PASS)
    return _state_after_turn(
        state,
        table,
        drawn=state.rules.penalty_tiles,
        back=without(laid, laid_to_stay),
        passes=state.passes + 1 if counts_as_pass else 0,
    )


# ------------------------------------------------------------------------------------------------------ the legal moves


def _listed(position: State | View) -> Iterator[Move]:
    yield from plays(position)
    yield from (move for move in (DRAW, PASS) if is_legal(position, move))


# ------------------------------------------------------------------------------------------------- motions by seat


def motions(before: View, after: View) -> tuple[Motion, ...]:
    """Return the motions of tiles as one seat sees them.

    Drawn tiles are shown only to the player who draws.

    Args:
        before: The view of a seat before a move.
        after: The view of the same seat after the move.

    Returns:
        The motions in order: to the melds, from the table to the rack, and from the pool to the rack.
    """
    change = Change.between(before.table, after.table)
    drawn: tuple[Tile, ...] = ()
    if before.player == before.current_player:
        drawn = without(after.rack, (*without(before.rack, change.brought), *change.lost))
    return (
        *_meld_motions(before.table, after.table),
        *face_up(change.lost, "table", "rack"),
        *face_down(before.pool_size - after.pool_size, "pool", "rack", drawn),
    )


def _meld_motions(old: Table, new: Table) -> Iterator[Motion]:
    # Finding origins is slow, so skip turns that do not change the table.
    if new == old:
        return
    for target, (home, whence) in enumerate(origins([m.tiles for m in old], [m.tiles for m in new])):
        for origin in dict.fromkeys(whence):
            tiles = [tile for tile, place in zip(new[target].tiles, whence, strict=True) if place == origin]
            if origin is None:
                yield from face_up(tiles, "rack", "table", target_meld=target)
            elif origin != home:
                yield from face_up(tiles, "table", "table", source_meld=origin, target_meld=target)
