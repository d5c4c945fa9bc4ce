"""Players for every game.

Use them as opponents to test a bot. They are fast enough for a million deals.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, cast, overload

from attrs import frozen

from rami.errors import RamiError, RulesError, WrongType, shown
from rami.game import Game, game_of
from rami.referee import M, PlayerView, R, S, V
from rami.shapes import one_of, typed

if TYPE_CHECKING:
    # Import the games only for types, so that this module stays independent of the games.
    from rami import contracts, gin, rummikub, rummy

__all__ = [
    "LEVELS",
    "Player",
    "PlayerFailed",
    "absent_player",
    "best_player",
    "careless_player",
    "quick_player",
    "random_player",
]


def __dir__() -> list[str]:
    return __all__


Player = Callable[[V, Random], M]
"""The type of a player function.

A player takes a view and its own random generator, and returns a move. It depends on nothing else.
"""


class PlayerFailed(RamiError):
    """A player raised an error instead of returning a move.

    Examples:
        >>> from rami import gin
        >>> from rami.simulate import play_deal
        >>> def broken(view, random):
        ...     raise ValueError("no idea")
        >>> play_deal(gin.GAME, (broken, broken), seed=1)
        Traceback (most recent call last):
        ...
        rami.players.PlayerFailed: broken raised ValueError('no idea')
    """


def ask(player: Player[V, M], view: V, random: Random) -> M:
    """Return the move of a player.

    If the player raises an error, raise `PlayerFailed` with its name.
    """
    try:
        return player(view, random)
    except (Exception, SystemExit) as error:
        raise PlayerFailed(f"{name_of(player)} raised {shown(error)}") from error


def name_of(player: object) -> str:
    """Return the name of a player.

    A `partial` has the name of its function.
    """
    while isinstance(player, partial):
        player = cast("partial[object]", player).func
    return str(getattr(player, "__name__", type(player).__name__))


class GamePlayer(Protocol):
    """A player function for every game.

    It takes a view of a game and returns a move of that game.
    """

    @property
    def __name__(self) -> str: ...

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
    return player


MOST_CHOICES = 32
"""Maximum number of moves that a random player considers."""


def _game_to_move(view: PlayerView) -> Game:
    game = game_of(view)
    one_of("view", view, (game.view,))
    if view.player != view.current_player or view.is_over:
        raise RamiError("there is no legal move: the deal is over, or it is not this player's turn")
    return game


@_of_every_game
@typed
def random_player(view: Any, random: Random) -> Any:
    """Return a random legal move.

    Each of the first 32 legal moves is equally likely. In Rummikub, listing all plays can take seconds, so
    the player lays a random part of its rack, or draws.

    Args:
        view: The view of the player to move.
        random: The player's random generator.

    Returns:
        The move.

    Raises:
        RamiError: If `view` is not a view of a game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub
        >>> view = rummikub.set_up("R1 K5 B9")
        >>> random_player(view, Random(1))
        Draw()
    """
    game = _game_to_move(view)
    return random_move(game, view, random) if game.random is None else game.random(view, random)


def random_move(game: Game[R, S, M, V], view: V, random: Random) -> M:
    """Return a random move from the first legal moves of a game.

    `partial(random_move, game)` is a player.
    """
    moves = list(islice(game.legal_moves(view), MOST_CHOICES))
    if not moves:
        raise RamiError("there is no legal move: the position cannot occur in play")
    # Python guarantees reproducible numbers only for `random()`.
    return moves[int(random.random() * len(moves))]


@_of_every_game
@typed
def quick_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """Return a sensible move quickly.

    It takes a fraction of the time of `best_player`. Equal views give the same move.

    In Rummikub, it lays the best new melds of its rack and extends the melds on the table without rearranging them. In
    the contract game, it fills the first contract it can, and takes as many cards as it may. In card rummy, it lays the
    first meld or addition it can, and discards the highest card that does not combine with another. In Gin, it discards
    in the same way and knocks as soon as it can.

    Args:
        view: The view of the player to move.
        random: Not used.

    Returns:
        The move.

    Raises:
        RamiError: If `view` is not a view of a game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub
        >>> print(quick_player(rummikub.set_up("R7 R8 K8 B8 K4", "R4-R5-R6"), Random(1)))
        play R4-R5-R6-R7 R8=K8=B8
    """
    game = _game_to_move(view)
    if game.quick is None:
        raise RamiError(f"{game.name} has no quick player: the field `quick` of its Game is None")
    return game.quick(view)


@_of_every_game
@typed
def best_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """Return the first move of a good turn.

    The turn comes from the game's `best_turn`. Equal views give the same move.

    Args:
        view: The view of the player to move.
        random: Not used.

    Returns:
        The move.

    Raises:
        RamiError: If `view` is not a view of a game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub
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
    """Return a move for a player who has left the game.

    The deal can then end and be scored as usual.

    In Rummikub, it draws or passes, and plays only if the rules forbid both. In card rummy and Gin, it draws from the
    stock and discards the last card of the hand, but a joker only if it has nothing else. It lays nothing and never
    knocks. In the contract game, it takes as few cards as it may, and fills no contract. If the player left during a
    turn, it first meets the obligations of that turn, such as laying the card that was taken.

    Args:
        view: The view of the player to move.
        random: Not used.

    Returns:
        The move. Equal views give the same move.

    Raises:
        RamiError: If `view` is not a view of a game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub, rummy
        >>> print(absent_player(rummikub.set_up("R4 R5 R6"), Random(1)))
        draw
        >>> print(absent_player(rummy.set_up("AS 2S 3S KD"), Random(1)))
        discard KD
    """
    game = _game_to_move(view)
    if game.absent is None:
        raise RamiError(f"{game.name} has no absent player: the field `absent` of its Game is None")
    return game.absent(view)


C = TypeVar("C", bound=Callable[..., object])


@frozen
class _Careless(Generic[C]):
    """A player that can be pickled, unlike a nested function."""

    player: C
    share: float

    @property
    def __name__(self) -> str:
        return f"careless {name_of(self.player)}"

    @typed
    def __call__(self, view: Any, random: Random) -> object:
        chosen = random_player if random.random() < self.share else self.player
        return cast("Player[Any, object]", chosen)(view, random)


def careless_player(player: C, share: float) -> C:
    """Return a player that replaces some of its moves by random legal moves.

    Use it to make levels of difficulty.

    Args:
        player: The player whose moves are replaced.
        share: The share of random moves, from 0 to 1.

    Returns:
        The new player, for the same views. It can be pickled if `player` can be pickled.

    Raises:
        RulesError: If `share` is not from 0 to 1.
        WrongType: If `player` is not a function, or `share` is not a number.

    Examples:
        >>> from rami import gin
        >>> view = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C", discard="7D")
        >>> careless = careless_player(best_player, 0.5)
        >>> [str(careless(view, Random(seed))) for seed in (2, 3)]
        ['knock KD', 'discard KD']
    """
    if not callable(player):
        raise WrongType(f"player must be a function, not {shown(player)}")
    if isinstance(share, bool) or not isinstance(share, int | float):
        raise WrongType(f"share must be a number, not {shown(share)}")
    # A test with `not` also refuses NaN.
    if not 0 <= share <= 1:
        raise RulesError(f"share must be a number from 0 to 1, not {shown(share)}")
    careless: Any = _Careless(player, share)
    return cast("C", careless)


LEVELS: Final[Mapping[str, GamePlayer]] = MappingProxyType(
    {
        "easy": careless_player(best_player, 0.5),
        "medium": careless_player(best_player, 0.2),
        "hard": best_player,
    }
)
"""Computer opponents by level of difficulty.

In 400 deals of each card game against `best_player`, easy won 8 to 12 % and medium 28 to 32 %.
"""
