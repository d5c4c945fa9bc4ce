"""The encodings of the games of the library, and of any other."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from rami import contracts, gin, rummikub, rummy
from rami.adapters.encoding.actions import Actions, slots
from rami.adapters.encoding.contracts import fields as contracts_fields
from rami.adapters.encoding.fields import Field, number, to_move
from rami.adapters.encoding.gin import actions as gin_actions
from rami.adapters.encoding.gin import fields as gin_fields
from rami.adapters.encoding.layouts import VERSION, Layout
from rami.adapters.encoding.rummikub import actions as rummikub_actions
from rami.adapters.encoding.rummikub import fields as rummikub_fields
from rami.adapters.encoding.rummy import actions as rummy_actions
from rami.adapters.encoding.rummy import fields as rummy_fields
from rami.game import Game
from rami.shapes import whole


@frozen
class Encoding:
    """The encoding of one game.

    Attributes:
        fields: Returns the fields of an observation, from the rules and the number of players.
        actions: Returns the actions under the rules.
    """

    fields: Callable[[Any, int], tuple[Field, ...]]
    actions: Callable[[Any], Actions]


_ENCODINGS: Mapping[str, Encoding] = {
    rummikub.GAME.name: Encoding(rummikub_fields, rummikub_actions),
    contracts.GAME.name: Encoding(contracts_fields, lambda _: slots(contracts.legal_moves)),
    rummy.GAME.name: Encoding(rummy_fields, rummy_actions),
    gin.GAME.name: Encoding(gin_fields, gin_actions),
}


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

    Examples:
        >>> [each.name for each in layout(rummikub.GAME, rummikub.DEFAULT, 2).fields][2:]
        ['rack', 'chosen', 'runs', 'groups', 'known', 'rack_sizes', 'opened', 'has_drawn', 'pool', 'passes']
    """
    encoding = _ENCODINGS.get(game.name)
    own = () if encoding is None else encoding.fields(rules, players)
    return Layout(VERSION, (to_move(players), number("turn", 2**31 - 1, lambda view: view.turn), *own))


def seats(game: Game[Any, Any, Any, Any], rules: Any, players: int | None) -> int:
    """Return the number of players of an environment.

    Args:
        game: The game.
        rules: The rules.
        players: A number; None for the fewest that the rules allow, two where the game does not say.

    Returns:
        The number.

    Raises:
        RulesError: If the rules do not allow so many, or so few.
    """
    allowed = None if game.seats is None else game.seats(rules)
    if players is None:
        return 2 if allowed is None else allowed[0]
    return players if allowed is None else whole("players", players, allowed[0], allowed[-1])


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

    Examples:
        >>> rack = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
        >>> tiles = actions(rummikub.GAME, rack.rules)
        >>> len(tiles.names), [tiles.names[number] for number in tiles.options(rack)]
        (56, ['R7', 'R8', 'draw'])
    """
    encoding = _ENCODINGS.get(game.name)
    return slots(game.legal_moves) if encoding is None else encoding.actions(rules)
