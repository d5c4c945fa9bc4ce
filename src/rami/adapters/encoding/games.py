"""The encodings of the games of the library, and of any other."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import frozen

from rami import contracts, gin, rummikub, rummy
from rami.adapters.encoding.actions import Actions, slots
from rami.adapters.encoding.contracts import fields as contracts_fields
from rami.adapters.encoding.fields import Field, number, to_move
from rami.adapters.encoding.gin import actions as gin_actions
from rami.adapters.encoding.gin import fields as gin_fields
from rami.adapters.encoding.layouts import VERSION, Layout
from rami.adapters.encoding.limits import UNKNOWN, Bounds, contracts_scores, gin_scores, rummikub_scores, rummy_scores
from rami.adapters.encoding.rummikub import actions as rummikub_actions
from rami.adapters.encoding.rummikub import fields as rummikub_fields
from rami.adapters.encoding.rummy import actions as rummy_actions
from rami.adapters.encoding.rummy import fields as rummy_fields
from rami.contracts.referee import after_legal as contracts_after
from rami.game import Game
from rami.gin.referee import after_legal as gin_after
from rami.rummy.referee import after_legal as rummy_after
from rami.shapes import instance, typed, whole

MOST_TURNS: Final = 200
"""The highest turn that an observation tells from later ones."""


@frozen
class Encoding:
    """The encoding of one game.

    Attributes:
        fields: Returns the fields of an observation, from the rules and the number of players.
        actions: Returns the actions under the rules.
        scores: Returns the least and the most that a player can score.
        after: Returns the position after a legal move.
    """

    fields: Callable[[Any, int], tuple[Field, ...]]
    actions: Callable[[Any], Actions]
    scores: Callable[[Any, int], Bounds]
    after: Callable[[Any, Any], Any]


_ENCODINGS: Mapping[str, Encoding] = {
    rummikub.GAME.name: Encoding(rummikub_fields, rummikub_actions, rummikub_scores, rummikub.apply),
    contracts.GAME.name: Encoding(
        contracts_fields, lambda _: slots(contracts.legal_moves), contracts_scores, contracts_after
    ),
    rummy.GAME.name: Encoding(rummy_fields, rummy_actions, rummy_scores, rummy_after),
    gin.GAME.name: Encoding(gin_fields, gin_actions, gin_scores, gin_after),
}


def _encoding(game: Game[Any, Any, Any, Any], rules: Any, players: int | None = None) -> Encoding | None:
    """Return the encoding of a game of the library; raise where the game has no such rules, or not so many players."""
    seats(game, rules, players)
    return _ENCODINGS.get(game.name)


@typed
def scores(game: Game[Any, Any, Any, Any], rules: Any, players: int) -> tuple[int, int]:
    """Return bounds on the score of a player in a deal.

    Args:
        game: The game.
        rules: The rules.
        players: The number of players.

    Returns:
        The least and the most; a million points for a game that is not of the library.

    Raises:
        RulesError: If the rules do not allow so many players, or so few.
        WrongType: If they are not those of the game.

    Examples:
        >>> scores(gin.GAME, gin.Rules(), 2)
        (0, 131)
    """
    encoding = _encoding(game, rules, players)
    return UNKNOWN if encoding is None else encoding.scores(rules, players)


@typed
def layout(game: Game[Any, Any, Any, Any], rules: Any, players: int) -> Layout:
    """Return how the views of a game are written as numbers.

    Seats are counted from the one that looks: the first number of a field by seats is its own. A spectator, who has no
    seat, counts from the first. The rules are not among the numbers.

    Args:
        game: The game. One that is not of the library has only whose turn it is, and which.
        rules: The rules of the deal.
        players: The number of players.

    Returns:
        The layout.

    Raises:
        RulesError: If the rules do not allow so many players, or so few.
        WrongType: If they are not those of the game.

    Examples:
        >>> [each.name for each in layout(rummikub.GAME, rummikub.Rules(), 2).fields][2:]
        ['rack', 'chosen', 'runs', 'groups', 'melds', 'known', 'rack_sizes', 'opened', 'pool', 'passes']
    """
    encoding = _encoding(game, rules, players)
    own = () if encoding is None else encoding.fields(rules, players)
    return Layout(VERSION, (to_move(players), number("turn", MOST_TURNS, lambda view: view.turn), *own))


@typed
def seats(game: Game[Any, Any, Any, Any], rules: Any, players: int | None) -> int:
    """Return the number of players of an environment.

    Args:
        game: The game.
        rules: The rules.
        players: A number; None for the fewest that the rules allow.

    Returns:
        The number.

    Raises:
        RulesError: If the rules do not allow so many, or so few.
        WrongType: If they are not those of the game.
    """
    instance("rules", rules, game.rules)
    allowed = rules.player_counts
    return allowed[0] if players is None else whole("players", players, allowed[0], allowed[-1])


def after(game: Game[Any, Any, Any, Any]) -> Callable[[Any, Any], Any]:
    """Return the function from a position and one of its legal moves to the next position.

    It saves the check of a move that `legal_moves` has just listed. Rummikub and games that are not of the library
    check moves all the same.

    Args:
        game: The game.

    Examples:
        >>> start = gin.new_game(2, seed=1)
        >>> after(gin.GAME)(start, gin.Pass()) == gin.apply(start, gin.Pass())
        True
    """
    encoding = _ENCODINGS.get(game.name)
    return game.apply if encoding is None else encoding.after


@typed
def actions(game: Game[Any, Any, Any, Any], rules: Any) -> Actions:
    """Return the actions of a game.

    In Rummikub a play is chosen tile by tile: an action adds a tile that some legal play lays together with those
    chosen before, and `commit` makes the play. In card Rami and Gin an action is a move; `hides` says where one stands
    for several. Any other game, the contract game among them, has slots: the first 128 legal moves, by their place in
    `legal_moves`.

    Args:
        game: The game.
        rules: The rules of the deal.

    Returns:
        The actions.

    Raises:
        WrongType: If the rules are not those of the game.

    Examples:
        >>> rack = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
        >>> tiles = actions(rummikub.GAME, rack.rules)
        >>> len(tiles.names), [tiles.names[number] for number in tiles.options(rack)]
        (56, ['R7', 'R8', 'draw'])
    """
    encoding = _encoding(game, rules)
    return slots(game.legal_moves) if encoding is None else encoding.actions(rules)
