"""The players that play any game of the library."""

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Any, Generic, Protocol, overload

from attrs import frozen

from rami import contracts, gin, rummikub, rummy
from rami.errors import RamiError
from rami.game import Game, M, R, S, V
from rami.games import game_of
from rami.players import for_contracts, for_gin, for_rummikub, for_rummy
from rami.shapes import one_of, typed

Player = Callable[[V, Random], M]
"""A player: from what it sees, and its own source of chance, a move. The same in both, and the same move comes out."""


class BaselinePlayer(Protocol):
    """A player of every game of the library: from a view of one of them, a move of that game."""

    @property
    def __name__(self) -> str:
        """What the player is called."""
        ...

    @overload
    def __call__(self, view: rummikub.View, random: Random, /) -> rummikub.Move: ...
    @overload
    def __call__(self, view: contracts.View, random: Random, /) -> contracts.Move: ...
    @overload
    def __call__(self, view: rummy.View, random: Random, /) -> rummy.Move: ...
    @overload
    def __call__(self, view: gin.View, random: Random, /) -> gin.Move: ...


def _of_every_game(player: Callable[[Any, Random], Any]) -> BaselinePlayer:
    """The function itself, with its type."""
    return player


MOST_CHOICES = 32
"""How many legal moves, at most, a random player chooses from."""

_OF: Mapping[str, Any] = {
    "rummikub": for_rummikub,
    "contracts": for_contracts,
    "rummy": for_rummy,
    "gin": for_gin,
}
"""How each game is played: the functions `greedy`, `quick` and `absent`, from a view to a move."""

_NO_MOVE = "there is no legal move: the deal is over, or it is not this player's turn"


@_of_every_game
@typed
def random_player(view: Any, random: Random) -> Any:
    """A legal move at random.

    Each of the first 32 of `legal_moves` is equally likely; but in Rummikub, where to list them can take seconds, the
    player lays some of the tiles that it could, or draws. `random_of` makes a random player for any other game.

    Args:
        view: What the player sees.
        random: The player's source of chance.

    Returns:
        The move.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub
        >>> view = rummikub.set_up("R1 K5 B9")
        >>> random_player(view, Random(1))
        Draw()
    """
    game = game_of(view)
    one_of("view", view, (game.view,))
    if game.name != "rummikub":
        return _random_move(game, view, random)
    _check_turn(view)
    return for_rummikub.at_random(view, random)


@typed
def random_of(game: Game[R, S, M, V]) -> Player[V, M]:
    """A player like `random_player`, for a game of your own.

    Args:
        game: The game.

    Returns:
        The player. It can be pickled if the game can.

    Examples:
        >>> from rami import contracts
        >>> player = random_of(contracts.GAME)
        >>> str(player(contracts.set_up("1H"), Random(1)))
        'end'
    """
    return _RandomOf(game)


@frozen
class _RandomOf(Generic[R, S, M, V]):
    """A callable that can be sent to another process."""

    game: Game[R, S, M, V]

    def __call__(self, view: V, random: Random) -> M:
        return _random_move(self.game, view, random)


def _random_move(game: Game[R, S, M, V], view: V, random: Random) -> M:
    moves = list(islice(game.legal_moves(view), MOST_CHOICES))
    if not moves:
        raise RamiError(_NO_MOVE)
    return moves[int(random.random() * len(moves))]  # the one method whose sequence Python promises to keep


@_of_every_game
@typed
def greedy_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """The move that gains the most at once; the same for the same view.

    In Rummikub the play with the most tiles (`best_play`), else a draw. In the contract game the contracts that score
    the most, and the cards after which the hand is best. In card Rami the melds and additions that lower the deadwood
    (`rummy.deadwood`) the most, and away with the card with the fewest chances of a meld, high ones the sooner the
    nearer another player is to going out; after thirty rounds, another discard at every turn, so that deals end. In
    Gin the discard that leaves the least deadwood, a knock as soon as there may be one, and the best that can be laid
    off.

    Args:
        view: What the player sees.
        random: Not used.

    Returns:
        The move.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub
        >>> print(greedy_player(rummikub.set_up("R7 R8 K8 B8", "R4-R5-R6"), Random(1)))
        play R4-R5-R6-R7 R8=K8=B8
    """
    return _chosen("greedy", view)


@_of_every_game
@typed
def quick_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """A sensible move in a fraction of the time of `greedy_player`; the same for the same view.

    In Rummikub the best new melds from the rack and whatever fits on the melds of the table as they lie: it rearranges
    nothing. In the contract game it fills what it can, and takes as many cards as it may. In card Rami it lays the
    first meld or addition that it can, and discards the highest card that goes with no other; likewise in Gin, with a
    knock as soon as that discard allows it.

    Args:
        view: What the player sees.
        random: Not used.

    Returns:
        The move.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub
        >>> print(quick_player(rummikub.set_up("R7 R8 K8 B8 K4", "R4-R5-R6"), Random(1)))
        play R4-R5-R6-R7 R8=K8=B8
    """
    return _chosen("quick", view)


def _chosen(player: str, view: Any) -> Any:
    game = game_of(view)
    one_of("view", view, (game.view,))
    _check_turn(view)
    return getattr(_OF[game.name], player)(view)


def _check_turn(view: Any) -> None:
    if view.player != view.current_player or view.is_over:
        raise RamiError(_NO_MOVE)


@_of_every_game
@typed
def absent_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """The least that a player may do, for the seat of one who has left: the deal goes on and is scored as any other.

    In Rummikub a draw, or a pass; a play only where the rules forbid both. In card Rami and Gin a card of the stock,
    and the last card of the hand away again, a joker last of all; nothing is laid, and nobody knocks. In the contract
    game as few cards as may be taken, and no contract. What a turn that was already begun owes is done first, such as
    laying the card that was taken for it. `absent_of` makes such a player for any other game.

    Args:
        view: What the player sees.
        random: Not used.

    Returns:
        The move; the same for the same view.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub, rummy
        >>> print(absent_player(rummikub.set_up("R4 R5 R6"), Random(1)))
        draw
        >>> print(absent_player(rummy.set_up("AS 2S 3S KD"), Random(1)))
        discard KD
    """
    return _chosen("absent", view)


@typed
def absent_of(game: Game[R, S, M, V]) -> Player[V, M]:
    """A player like `absent_player`, for a game of your own: it makes the first of `legal_moves`.

    So list first what changes least, such as a draw before a meld.

    Args:
        game: The game.

    Returns:
        The player. It can be pickled if the game can.

    Examples:
        >>> from rami import contracts
        >>> str(absent_of(contracts.GAME)(contracts.set_up("1H"), Random(1)))
        'end'
    """
    return _AbsentOf(game)


@frozen
class _AbsentOf(Generic[R, S, M, V]):
    """A callable that can be sent to another process."""

    game: Game[R, S, M, V]

    def __call__(self, view: V, _: Random) -> M:
        move = next(iter(self.game.legal_moves(view)), None)
        if move is None:
            raise RamiError(_NO_MOVE)
        return move
