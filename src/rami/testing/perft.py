"""What can be counted of any game."""

from itertools import count, takewhile

from rami.errors import RulesError, shown
from rami.game import Game, M, R, S, V


def perft(game: Game[R, S, M, V], state: S, depth: int) -> int:
    """How many sequences of `depth` legal moves there are, those that end the deal earlier among them.

    A number that any change of the rules changes, and that is pinned for that.

    Args:
        game: The game.
        state: The position to start from.
        depth: How many moves.

    Returns:
        The number of sequences of `legal_moves`.

    Raises:
        RulesError: If `depth` is negative.

    Examples:
        >>> from rami import contracts
        >>> state = contracts.new_game(2, seed=3)
        >>> [perft(contracts.GAME, state, depth) for depth in (1, 2, 3)]
        [15, 102, 335]
    """
    if depth < 0:
        raise RulesError(f"depth must be a whole number from 0, not {shown(depth)}")
    if depth == 0 or game.result(state) is not None:
        return 1
    if depth == 1:
        return sum(1 for _ in game.legal_moves(state))
    return sum(perft(game, game.apply(state, move), depth - 1) for move in game.legal_moves(state))


def seats(game: Game[R, S, M, V], rules: R) -> tuple[int, ...]:
    """The numbers of players that a deal can have.

    Args:
        game: The game.
        rules: The rules.

    Returns:
        The numbers in ascending order.

    Raises:
        RulesError: If the game does not say, and there is none of one to eight players.

    Examples:
        >>> from rami import contracts
        >>> seats(contracts.GAME, contracts.DEFAULT)
        (2, 3, 4)
    """
    if game.seats is not None:
        return game.seats(rules)
    fewest = next((number for number in range(1, 9) if _can_deal(game, rules, number)), None)
    if fewest is None:
        raise RulesError(f"no deal of {game.name} for one to eight players")
    return tuple(takewhile(lambda number: _can_deal(game, rules, number), count(fewest)))


def _can_deal(game: Game[R, S, M, V], rules: R, players: int) -> bool:
    try:
        game.deal(players, rules, seed=0)
    except RulesError:
        return False
    return True
