"""Rewards of a deal that has ended, for programs that learn."""

from typing import Any, Literal, get_args

from rami.adapters.encoding import scores
from rami.errors import RulesError, shown
from rami.game import Game, Result
from rami.shapes import typed

Reward = Literal["score", "difference", "win"]
"""The reward: the points; the points less the mean of the others'; or 1 for a win, in a sum of zero."""


@typed
def rewards(result: Result, reward: Reward = "score") -> tuple[float, ...]:
    """Return the reward of each seat for a deal.

    Args:
        result: How the deal ended.
        reward: `"score"` for the points. `"difference"` for the points less the mean of the others': between two
            players, the difference. `"win"` for 1 to the only winner, and an equal part of -1 to each other player;
            winners who share have part of it, and nobody has anything where nobody wins. The last two sum to zero.

    Returns:
        A number for each seat.

    Raises:
        RulesError: If there is no such reward.

    Examples:
        >>> from rami import gin
        >>> ended = gin.score(["AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "4S 5S QH KH KD 2C 2D 2H 7C 8D"], knocker=0)
        >>> rewards(ended), rewards(ended, "difference"), rewards(ended, "win")
        ((21.0, 0.0), (21.0, -21.0), (1.0, -1.0))
    """
    check_reward(reward)
    if reward == "score":
        return tuple(map(float, result.scores))
    points = result.shares if reward == "win" else result.scores
    others, total = len(points) - 1, sum(points)
    return tuple((each * len(points) - total) / others for each in points)


@typed
def reward_bounds(
    game: Game[Any, Any, Any, Any], rules: Any, players: int, reward: Reward = "score"
) -> tuple[float, float]:
    """Return the least and the most that a seat can have for a deal.

    Args:
        game: The game.
        rules: The rules.
        players: The number of players.
        reward: Which reward it is.

    Returns:
        Bounds that no deal passes; few deals come near them. A million for the scores of a game of your own.

    Raises:
        RulesError: If there is no such reward, or the rules do not allow so many players.
        WrongType: If the rules are not those of the game.

    Examples:
        >>> from rami import gin
        >>> reward_bounds(gin.GAME, gin.Rules(), 2), reward_bounds(gin.GAME, gin.Rules(), 2, "difference")
        ((0.0, 131.0), (-131.0, 131.0))
    """
    check_reward(reward)
    low, high = map(float, scores(game, rules, players))
    if reward == "win":
        return -1 / (players - 1), 1.0
    return (low, high) if reward == "score" else (low - high, high - low)


def forfeit(game: Game[Any, Any, Any, Any], rules: Any, players: int, seat: int, reward: Reward) -> tuple[float, ...]:
    """Return the reward of each seat where one ends the deal by an illegal action: the least for it.

    The others share what it loses, unless the reward is the points, of which they have none.
    """
    least = reward_bounds(game, rules, players, reward)[0]
    others = 0.0 if reward == "score" else -least / (players - 1)
    return tuple(least if each == seat else others for each in range(players))


def check_reward(reward: Reward) -> None:
    """Raise `RulesError` unless there is such a reward."""
    if reward not in get_args(Reward):
        raise RulesError(f"reward must be one of {', '.join(get_args(Reward))}, not {shown(reward)}")
