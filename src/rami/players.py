"""Players for every game: opponents to compare a bot with, fast enough for a million deals."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast, overload

from attrs import evolve

from rami import rummikub, rummy
from rami.cards.meld_search import promise
from rami.dealing import derive, shuffled
from rami.errors import RamiError, TooLarge, shown
from rami.game import Game, game_of
from rami.pieces import without
from rami.positions import replaced
from rami.referee import M, PlayerView, R, S, V
from rami.rummikub import JOKER, Color, Draw, Group, Meld, Move, Play, Run, Table, Tile, View, best_play, check
from rami.rummikub.advice import draw_or_pass
from rami.rummikub.solver.api import some_play
from rami.rummikub.tiles import HIGHEST, NUMBER
from rami.rummy.advice import is_needed, makes_a_meld, needs_plan
from rami.shapes import altered, one_of, typed

if TYPE_CHECKING:  # for the types of moves: players know games only through `Game`
    from rami import contracts, gin

__all__ = [
    "Player",
    "PlayerFailed",
    "absent_player",
    "best_player",
    "quick_player",
    "random_player",
]


def __dir__() -> list[str]:
    return __all__


Player = Callable[[V, Random], M]
"""A player: a function from a view, and a source of chance of its own, to a move. It depends on nothing else."""


class PlayerFailed(RamiError):
    """A player raised an error instead of returning a move."""


def ask(player: Player[V, M], view: V, random: Random) -> M:
    """Return the move of a player; raise PlayerFailed, with its name, whatever it raises."""
    try:
        return player(view, random)
    except (Exception, SystemExit) as error:
        raise PlayerFailed(f"{name_of(player)} raised {shown(error)}") from error


def name_of(player: object) -> str:
    """Return the name of a player; for a partial application, that of the function."""
    while isinstance(player, partial):
        player = cast("partial[object]", player).func
    return str(getattr(player, "__name__", type(player).__name__))


class GamePlayer(Protocol):
    """A player of every game: from a view of one, a move of that game."""

    @property
    def __name__(self) -> str:
        """The name of the player."""
        ...

    @overload
    def __call__(self, view: "rummikub.View", random: Random, /) -> "rummikub.Move": ...
    @overload
    def __call__(self, view: "contracts.View", random: Random, /) -> "contracts.Move": ...
    @overload
    def __call__(self, view: "rummy.View", random: Random, /) -> "rummy.Move": ...
    @overload
    def __call__(self, view: "gin.View", random: Random, /) -> "gin.Move": ...
    @overload
    def __call__(self, view: PlayerView, random: Random, /) -> object: ...


def _of_every_game(player: Callable[[Any, Random], Any]) -> GamePlayer:
    """Return the function itself, with its type."""
    return player


MOST_CHOICES = 32
"""Number of legal moves from which a random player chooses."""


def _game_to_move(view: PlayerView) -> Game:
    """Return the game of a view; raise an error if its owner is not to move."""
    game = game_of(view)
    one_of("view", view, (game.view,))
    if view.player != view.current_player or view.is_over:
        raise RamiError("there is no legal move: the deal is over, or it is not this player's turn")
    return game


def _bot(game: Game, name: Literal["quick", "absent", "random"]) -> Callable[..., Any] | None:
    """Return a bot of a game; None if the game has none."""
    return getattr(game, name) or _NOT_MOVED.get((game.name, name))


def _move_of(name: Literal["quick", "absent"], view: PlayerView) -> Any:
    game = _game_to_move(view)
    bot = _bot(game, name)
    if bot is None:
        raise RamiError(f"{game.name} has no {name} player: its Game has no field {name}")
    return bot(view)


@_of_every_game
@typed
def random_player(view: Any, random: Random) -> Any:
    """Return a random legal move.

    Each of the first 32 of `legal_moves` is equally likely. In Rummikub, where listing the plays can take seconds, the
    player lays a random part of its rack, or draws.

    Args:
        view: The view of the player to move.
        random: The player's source of chance.

    Returns:
        The move.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> view = rummikub.set_up("R1 K5 B9")
        >>> random_player(view, Random(1))
        Draw()
    """
    game = _game_to_move(view)
    bot = _bot(game, "random")
    return random_move(game, view, random) if bot is None else bot(view, random)


def random_move(game: Game[R, S, M, V], view: V, random: Random) -> M:
    """Return one of the first legal moves of any game; `partial(random_move, game)` is a player of it."""
    moves = list(islice(game.legal_moves(view), MOST_CHOICES))
    return moves[int(random.random() * len(moves))]  # the one method whose sequence Python promises to keep


@_of_every_game
@typed
def quick_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """Return a sensible move in a fraction of the time of `best_player`; the same for the same view.

    In Rummikub it lays the best new melds of its rack and extends the melds of the table without rearranging them. In
    the contract game it fills the first contract it can, and takes as many cards as it may. In card rummy it lays the
    first meld or addition it can, and discards the highest card that goes with no other; likewise in Gin, where it
    knocks as soon as it can.

    Args:
        view: The view of the player to move.
        random: Not used.

    Returns:
        The move.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> print(quick_player(rummikub.set_up("R7 R8 K8 B8 K4", "R4-R5-R6"), Random(1)))
        play R4-R5-R6-R7 R8=K8=B8
    """
    return _move_of("quick", view)


@_of_every_game
@typed
def best_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """Return the first move of the game's `best_turn`; the same for the same view.

    Args:
        view: The view of the player to move.
        random: Not used.

    Returns:
        The move.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> print(best_player(rummikub.set_up("R7 R8 K1", "R4-R5-R6"), Random(1)))
        play R4-R5-R6-R7-R8
    """
    game = _game_to_move(view)
    turn = () if game.best_turn is None else game.best_turn(view)
    if not turn:
        raise RamiError(f"{game.name} has no best turn for this view")
    return turn[0]


@_of_every_game
@typed
def absent_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """Return the least that a player may do, for the seat of one who has left: the deal ends and is scored as any.

    In Rummikub it draws or passes, and plays only where the rules forbid both. In card rummy and Gin it draws from the
    stock and discards the last card of the hand, a joker last of all; it lays nothing and never knocks. In the contract
    game it takes as few cards as it may, and fills no contract. It first completes what a turn already begun owes, such
    as laying the card that was taken for it.

    Args:
        view: The view of the player to move.
        random: Not used.

    Returns:
        The move; the same for the same view.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> print(absent_player(rummikub.set_up("R4 R5 R6"), Random(1)))
        draw
        >>> print(absent_player(rummy.set_up("AS 2S 3S KD"), Random(1)))
        discard KD
    """
    return _move_of("absent", view)


# ------------------------------------------------------------------ the bots of two games that are not in `advice` yet

# ---------------------------------------------------------------------------------------------------------- card rummy

_PATIENCE = 30
"""Rounds after which a player gives up waiting for the cards that it wants: others may hold them for ever."""

_Laying = rummy.LayMeld | rummy.LayOff | rummy.ReplaceJoker


def quick_rummy(view: rummy.View) -> rummy.Move:
    """Lay what can be laid; else discard the card that promises the least, of equal ones the highest."""
    if view.phase is rummy.Phase.BUY:
        needed = is_needed(view) if needs_plan(view) else makes_a_meld(view)
        return rummy.Buy() if needed else rummy.Pass()
    if view.phase is rummy.Phase.DRAW:
        return rummy.TakeDiscard() if _can_lay_top(view) else _draw(view)
    laying, discards = _plays(view)
    if laying:
        return laying[0]
    if view.turn // view.players < _PATIENCE:
        return min(discards, key=lambda move: promise(view.hand, move.card, view.rules))
    # Not in a fixed order, or all players might go round in a circle with a stock that nobody shuffles.
    no_jokers = [move for move in discards if move.card != rummy.JOKER] or discards
    return no_jokers[derive(view.turn, "discard") % len(no_jokers)]


def absent_rummy(view: rummy.View) -> rummy.Move:
    """Draw from the stock, lay what the turn already owes, and discard the last card."""
    if view.phase is rummy.Phase.BUY:
        return rummy.Pass()
    if view.phase is rummy.Phase.DRAW:
        return _draw(view)
    laying, discards = _plays(view)
    if not discards:
        return laying[0]
    return next((move for move in reversed(discards) if move.card != rummy.JOKER), discards[0])


def _draw(view: rummy.View) -> rummy.Move:
    """Return the draw, or what leaves the discard to the others before it."""
    return next(move for move in rummy.legal_moves(view) if isinstance(move, rummy.DrawStock | rummy.Pass))


def _plays(view: rummy.View) -> tuple[list[_Laying], list[rummy.Discard]]:
    """Return the moves that lay cards, and the discards."""
    moves = list(rummy.legal_moves(view))
    if not moves:
        raise RamiError("there is no legal move: this position cannot be reached")
    laying = [move for move in moves if isinstance(move, _Laying)]
    return laying, [move for move in moves if isinstance(move, rummy.Discard)]


def _can_lay_top(view: rummy.View) -> bool:
    """Return whether the top discard may be taken, and could be laid at once."""
    if rummy.TakeDiscard() not in rummy.legal_moves(view):
        return False
    top = view.discard_pile[-1]
    after = evolve(view, phase=rummy.Phase.PLAY, hand=tuple(sorted((*view.hand, top))), taken=top)
    return any(
        top in (move.meld.cards if isinstance(move, rummy.LayMeld) else (move.card,))
        for move in rummy.legal_moves(after)
        if isinstance(move, _Laying)
    )


# -------------------------------------------------------------------------------------------------------- Rummikub


def quick_rummikub(view: View) -> Move:
    """Lay the best melds from the rack, then whatever fits on a meld as it lies."""
    return simple_play(view) or absent_rummikub(view)


def absent_rummikub(view: View) -> Move:
    """Draw or pass; play only where the rules forbid both."""
    move = draw_or_pass(view)
    if move == Draw() or view.rules.pass_on_empty == "free":
        return move
    try:
        return simple_play(view) or some_play(view) or move
    except TooLarge:  # nobody is held to find a play then
        return move


_MOST_REARRANGED = 8
"""Number of rack tiles up to which a random player rearranges the table: with one joker in sight it is quick."""


def random_rummikub(view: View, random: Random) -> Move:
    """Lay a random part of the rack, or nothing: there can be thousands of plays, so listing them takes too long.

    Each tile is considered three times out of four. One turn in eight a few of them may rearrange the table.
    """
    some = tuple(tile for tile in view.rack if random.random() < 3 / 4)
    rearrange, idle = random.random() < 1 / 8, random.random() < 1 / 4
    if rearrange and (*view.table.tiles, *some).count(JOKER) <= 1:
        play = some_play(_with_rack(view, shuffled(some, int(random.random() * 2**53))[:_MOST_REARRANGED]))
    else:
        play = simple_play(_with_rack(view, some))
    return absent_rummikub(view) if idle or play is None else play


def _with_rack(view: View, rack: tuple[Tile, ...]) -> View:
    return altered(view, rack=rack, rack_sizes=replaced(view.rack_sizes, view.current_player, len(rack)))


def simple_play(view: View) -> Play | None:
    """Return a play that moves nothing on the table, if one is found."""
    alone = best_play(altered(view, table=Table()))
    new = alone.table.melds if alone else ()
    melds = longer = (*view.table, *new)
    if view.opened[view.current_player]:
        longer = _lengthened(melds, without(view.rack, [tile for meld in new for tile in meld.tiles]))
    candidates = (longer, melds) if longer != melds else (melds,)
    plays = (Play(Table(each)) for each in candidates if each != view.table.melds)
    return next((play for play in plays if not check(view, play)), None)


def _lengthened(melds: Sequence[Meld], rack: Sequence[Tile]) -> tuple[Meld, ...]:
    """Try each tile once, the highest first: add it to a meld that takes it then. Jokers are kept for later."""
    grown = list(melds)
    fitting = [_fitting(meld) for meld in grown]
    wanted = set[Tile]().union(*fitting)  # what some meld takes, or took before it grew
    for tile in sorted([tile for tile in rack if tile is not JOKER], key=NUMBER.__getitem__, reverse=True):
        if tile not in wanted:  # so it is with most tiles, and a look at every meld takes long
            continue
        place = next((place for place, some in enumerate(fitting) if tile in some), None)
        if place is not None:
            grown[place] = _with_tile(grown[place], tile)
            fitting[place] = _fitting(grown[place])
            wanted.update(fitting[place])
    return tuple(grown)


@lru_cache(maxsize=1 << 10)
def _fitting(meld: Meld) -> frozenset[Tile]:
    """Return the tiles that lengthen a meld as it lies."""
    if isinstance(meld, Group):
        every = [Tile(color, meld.number) for color in Color] if len(meld) < 4 else ()
        return frozenset(every).difference(meld.tiles)
    assert isinstance(meld, Run)
    start, last = meld.start, meld.start + len(meld) - 1
    beyond = [start - 1] if start > 1 else []
    if last < HIGHEST:
        beyond.append(last + 1)
    return frozenset(Tile(meld.color, number) for number in beyond)


def _with_tile(meld: Meld, tile: Tile) -> Meld:
    if isinstance(meld, Group):
        return Group((*meld.tiles, tile))
    assert isinstance(meld, Run)
    return Run((tile, *meld.tiles) if tile.number < meld.start else (*meld.tiles, tile))


_NOT_MOVED: Mapping[tuple[str, str], Callable[..., Any]] = {
    ("rummikub", "quick"): quick_rummikub,
    ("rummikub", "absent"): absent_rummikub,
    ("rummikub", "random"): random_rummikub,
    ("rummy", "quick"): quick_rummy,
    ("rummy", "absent"): absent_rummy,
}
