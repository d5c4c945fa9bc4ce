"""PettingZoo environments for all games (`pip install rami[pettingzoo]`)."""

# PettingZoo has no type annotations, so some checks of pyright must be off in this file.
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false
# pyright: reportInvalidTypeArguments=false, reportIndexIssue=false

from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from gymnasium import spaces

from rami.adapters.arrays import VERSION, Actions, Layout, Option, Rewriter
from rami.adapters.encoding import actions, after, layout, scores, seats
from rami.errors import RamiError, RulesError, WrongType, shown
from rami.game import Game, rules_of
from rami.results import Result
from rami.shapes import typed, whole

# PettingZoo has no type annotations, so declare the methods that this module uses.
if TYPE_CHECKING:

    class AECEnv:
        """The environment class of PettingZoo."""

        _cumulative_rewards: dict[str, float]

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            """Return the observation, reward, termination, truncation and info of the current agent."""
            ...

        def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
            """Yield the agent that acts next, until the deal is over."""
            ...

        def _was_dead_step(self, action: int | None) -> None: ...
        def _accumulate_rewards(self) -> None: ...

else:
    from pettingzoo import AECEnv

from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import BaseWrapper, OrderEnforcingWrapper

__all__ = ["env", "raw_env"]

MODES = ("ansi",)
"""Supported render modes."""

Reward = Literal["score", "difference", "win"]
"""Kind of reward.

It is the score, the score minus the mean score of the others, or 1 for the winner of the deal.
"""


@typed
def env(
    game: Game[Any, Any, Any, Any],
    *,
    rules: Any = None,
    players: int | None = None,
    render_mode: str | None = None,
    reward: Reward = "score",
    max_cycles: int | None = None,
) -> "RamiEnv":
    """Create an environment with the usual wrappers of PettingZoo.

    An observation is a dictionary with two arrays. `observation` has the numbers that `rami.adapters.encoding.layout`
    describes, and `action_mask` has 1 for every legal action. Rewards are given after the last move of a deal. An
    illegal action ends the deal: the agent gets the lowest possible reward, and the others share its loss (0 each if
    the reward is `"score"`). Calls before the first `reset` raise an error. The environment can be pickled, and
    `unwrapped` is the environment of `raw_env`.

    Args:
        game: The game.
        rules: The rules. By default the first of the game's presets.
        players: The number of players. By default the fewest that the rules allow.
        render_mode: One of `MODES`, or None for no output.
        reward: The kind of reward. `"score"` is the score of the deal. `"difference"` is the score minus the mean score
            of the others. `"win"` gives 1 to the winner and shares -1 equally among the losers; tied winners get
            less. The last two sum to zero.
        max_cycles: The number of actions after which a deal is truncated, without rewards. None for no limit.

    Returns:
        The environment, which plays one deal at a time. The wrappers give access to all attributes of `RamiEnv`.

    Raises:
        RulesError: If an argument has an invalid value, or the rules do not allow this number of players.

    Examples:
        >>> from rami import gin
        >>> table = env(gin.GAME, reward="win")
        >>> table.reset(seed=1)
        >>> table.agent_selection, table.last()[0]["observation"].shape
        ('player_0', (534,))
    """
    raw = raw_env(
        game,
        rules=rules,
        players=players,
        render_mode=render_mode,
        reward=reward,
        max_cycles=max_cycles,
    )
    return _InOrder(_EndAtIllegal(raw))


@typed
def raw_env(
    game: Game[Any, Any, Any, Any],
    *,
    rules: Any = None,
    players: int | None = None,
    render_mode: str | None = None,
    reward: Reward = "score",
    max_cycles: int | None = None,
) -> "RamiEnv":
    """Create an environment without the wrappers of `env`.

    Args:
        game: The game.
        rules: The rules.
        players: The number of players.
        render_mode: One of `MODES`, or None.
        reward: The kind of reward.
        max_cycles: The number of actions after which a deal is truncated.

    Returns:
        The environment. It raises an error with the reasons if an action is illegal.

    Raises:
        RulesError: As for `env`.
    """
    if render_mode not in (None, *MODES):
        raise RulesError(f"render_mode must be None or one of {', '.join(MODES)}, not {shown(render_mode)}")
    if reward not in get_args(Reward):
        raise RulesError(f"reward must be one of {', '.join(get_args(Reward))}, not {shown(reward)}")
    chosen = rules_of(game, rules)
    made = RamiEnv(game, chosen, seats(game, chosen, players))
    made.render_mode, made.reward = render_mode, reward
    made.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
    return made


class RamiEnv(AECEnv):
    """A PettingZoo environment that plays one deal after another.

    It has PettingZoo's AEC API.

    Attributes:
        game: The game.
        rules: The rules.
        layout: The layout of observations.
        actions: The actions.
        position: The current position.
        state_space: The space of `state()`.
    """

    game: Game[Any, Any, Any, Any]
    rules: Any
    layout: Layout
    actions: Actions
    position: Any
    state_space: Any
    metadata: dict[str, Any]
    render_mode: str | None
    reward: Reward
    max_cycles: int | None
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, Any]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    _chance: Any

    def __init__(self, game: Game[Any, Any, Any, Any], rules: Any, players: int) -> None:
        super().__init__()
        self.metadata = {
            "name": f"rami_{game.name}_v{VERSION}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
        }
        self.game, self.rules, self._chance = game, rules, None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._encode()
        low, high = (np.frombuffer(row, np.int32) for row in self.layout.bounds)
        box = spaces.Box(low, high, dtype=np.int32)
        mask = spaces.Box(0, 1, (len(self.actions.names),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.actions.names)) for agent in self.possible_agents}
        self.state_space = spaces.Box(np.tile(low, players), np.tile(high, players), dtype=np.int32)

    def _encode(self) -> None:
        self.layout = layout(self.game, self.rules, len(self.possible_agents))
        self.actions = actions(self.game, self.rules)
        self._after = after(self.game)
        self._rewriters = [Rewriter(self.layout) for _ in self.possible_agents]

    def __getstate__(self) -> dict[str, Any]:
        # Functions cannot be pickled, so `__setstate__` creates them again.
        made = ("layout", "actions", "_after", "_rewriters", "_view", "_options")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._encode()
        if self._chance is not None:
            # After a deal, any agent may be selected, so restore the selection.
            agent = self.agent_selection
            self._look(self._chosen)
            self.agent_selection = agent

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new deal.

        Args:
            seed: Seed of this deal and the following deals. By default, the random generator of the last deal is used
                again, or a new generator with a random seed.
            options: Not used.
        """
        if seed is not None or self._chance is None:
            self._chance = np.random.default_rng(seed)
        self.position = self.game.new_game(
            len(self.possible_agents), self.rules, seed=int(self._chance.integers(2**62))
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._cycles = 0
        self._look()

    def _look(self, chosen: tuple[Any, ...] = ()) -> None:
        seat = self.position.current_player
        self.agent_selection = self.possible_agents[seat]
        self._view, self._chosen = self.game.observe(self.position, seat), chosen
        self._options: dict[int, Option] = self.actions.options(self._view, chosen)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent.

        It contains only what the agent's seat may know.
        """
        mask = bytearray(len(self.actions.names))
        seat = self.possible_agents.index(agent)
        if seat == self.position.current_player:
            row = self._rewriters[seat].flat(self._view, self._chosen)
            for number in self._options:
                mask[number] = 1
        else:
            row = self._rewriters[seat].flat(self.game.observe(self.position, seat))
        return {"observation": np.frombuffer(row, np.int32), "action_mask": np.frombuffer(mask, np.int8)}

    def state(self) -> Any:
        """Return the observations of all agents in one array.

        A centralized critic can use it, for example.
        """
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    def is_legal(self, action: int | None) -> bool:
        """Return whether the action mask allows an action for the current agent.

        Raises:
            WrongType: If the action is not a whole number.
        """
        return _number(action) in self._options

    def step(self, action: int | None) -> None:
        """Take an action for the current agent.

        Args:
            action: The number of the action, or None if the agent's deal is over.

        Raises:
            RamiError: If the action is illegal. The message has the reasons.
            WrongType: If the action is not a whole number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = _number(action)
        if number not in self._options:
            raise RamiError(*self.actions.reasons(self.game, self.position, number))
        option = self._options[number]
        self._cycles += 1
        if isinstance(option, tuple):
            self._look(option)
        else:
            self.position = self._after(self.position, option() if callable(option) else option)
            self._look()
        if self.position.is_over and (result := self.game.result(self.position)) is not None:
            self._end(rewards(result, self.reward))
        elif self._cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def forfeit(self) -> None:
        """End the deal with the lowest possible reward for the current agent.

        The others share the lost amount equally, or get 0 each if the reward is `"score"`.
        """
        players, seat = len(self.possible_agents), self.position.current_player
        least = reward_bounds(self.game, self.rules, players, self.reward)[0]
        others = 0.0 if self.reward == "score" else -least / (players - 1)
        self._end(least if each == seat else others for each in range(players))

    def _end(self, given: Iterable[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, given, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Return the public part of the position as text.

        Without a `render_mode`, return None.
        """
        return None if self.render_mode is None else str(self.game.observe(self.position, None))


def rewards(result: Result, reward: Reward) -> tuple[float, ...]:
    """Return the reward of each seat for a deal."""
    if reward == "score":
        return tuple(map(float, result.scores))
    points = result.shares if reward == "win" else result.scores
    others, total = len(points) - 1, sum(points)
    return tuple((each * len(points) - total) / others for each in points)


def reward_bounds(game: Game[Any, Any, Any, Any], rules: Any, players: int, reward: Reward) -> tuple[float, float]:
    """Return the lowest and the highest possible reward of a player in a deal.

    Actual rewards rarely come close to these bounds.
    """
    low, high = map(float, scores(game, rules, players))
    if reward == "win":
        return -1 / (players - 1), 1.0
    return (low, high) if reward == "score" else (low - high, high - low)


def _number(action: Any) -> int | None:
    if type(action) is int or action is None:
        return action
    try:
        if not isinstance(action, bool):
            return index(action)
    except TypeError:
        pass
    raise WrongType(f"an action must be a whole number, not {shown(action)}")


class _EndAtIllegal(BaseWrapper):
    """A wrapper that ends the deal after an illegal action."""

    def step(self, action: int | None) -> None:
        raw = self.env
        agent = raw.agent_selection
        is_over = raw.terminations[agent] or raw.truncations[agent]
        if is_over or raw.is_legal(action) or _number(action) not in range(len(raw.actions.names)):
            raw.step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            raw.forfeit()


class _InOrder(OrderEnforcingWrapper):
    """A wrapper that checks the order of calls. It is faster than PettingZoo's own wrapper."""

    def last(self, observe: bool = True) -> Any:
        return self.env.env.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: int | None) -> None:
        if self._has_reset and self.env.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)
