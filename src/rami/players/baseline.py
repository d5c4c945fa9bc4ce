"""The players that play any game of the library by rules of thumb."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any, Generic

from attrs import frozen

from rami.errors import RamiError
from rami.game import Game, M, R, S, V
from rami.games import game_of
from rami.players.library import STRATEGIES, BaselinePlayer
from rami.players.strategy import Player
from rami.shapes import one_of, typed

MOST_CHOICES = 32
"""The number of legal moves, at most, from which a random player chooses."""

_NO_MOVE = "there is no legal move: the deal is over, or it is not this player's turn"


def _of_every_game(player: Callable[[Any, Random], Any]) -> BaselinePlayer:
    """Return the function itself, with its type."""
    return player


def _game_to_move(view: Any) -> Game:
    """Return the game of a view; raise an error if its owner is not to move."""
    game = game_of(view)
    one_of("view", view, (game.view,))
    if view.player != view.current_player or view.is_over:
        raise RamiError(_NO_MOVE)
    return game


@_of_every_game
@typed
def random_player(view: Any, random: Random) -> Any:
    """Return a legal move at random.

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
    game = _game_to_move(view)
    choose = STRATEGIES[game.name].random
    return _random_move(game, view, random) if choose is None else choose(view, random)


@typed
def random_of(game: Game[R, S, M, V]) -> Player[V, M]:
    """Make a player like `random_player` for a game of your own.

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
def quick_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """Return a sensible move in a fraction of the time of `greedy_player`; the same for the same view.

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
    return STRATEGIES[_game_to_move(view).name].quick(view)


@_of_every_game
@typed
def best_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """Return a move by rules of thumb that look further ahead than `greedy_player`; the same for the same view.

    In Rummikub it keeps jokers until the end is near. In the contract game it fills contracts for the trophies too, and
    weighs points to come against points now. In card Rami it discards high cards sooner, and none that another player
    could use. In Gin it keeps cards together, takes a card that improves the hand more than a draw would, gives the
    opponent no melds, and knocks early or with gin.

    Args:
        view: What the player sees.
        random: Not used.

    Returns:
        The move.

    Raises:
        RamiError: If the view is of another game, or it is not this player's turn.

    Examples:
        >>> from rami import rummikub
        >>> view = rummikub.set_up("R9 * K2 B9 O12", "R4-R5-R6")
        >>> greedy_player(view, Random(1)) == best_player(view, Random(1))
        False
    """
    game = _game_to_move(view)
    assert game.best_turn is not None  # every game of the library has it
    return game.best_turn(view)[0]


@_of_every_game
@typed
def absent_player(view: Any, random: Random) -> Any:  # noqa: ARG001  # a Player takes both
    """Return the least that a player may do, for the seat of one who has left: the deal ends and is scored as any.

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
    return STRATEGIES[_game_to_move(view).name].absent(view)


@typed
def absent_of(game: Game[R, S, M, V]) -> Player[V, M]:
    """Make a player like `absent_player` for a game of your own: it makes the first of `legal_moves`.

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
