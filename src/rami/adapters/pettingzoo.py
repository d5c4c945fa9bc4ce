"""Any game as a PettingZoo environment (`pip install rami[pettingzoo]`)."""

# The library below has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false
# pyright: reportInvalidTypeArguments=false, reportIndexIssue=false

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from rami.adapters.encoding import Actions, Layout, Option, actions, layout, seats
from rami.errors import RulesError
from rami.game import Game
from rami.shapes import typed

if TYPE_CHECKING:  # types for what is used of a class without types

    class AECEnv:
        """The environment of PettingZoo."""

        _cumulative_rewards: dict[str, float]

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            """Return observation, reward, termination, truncation and info of the agent to move."""
            ...

        def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
            """Yield the agents in the order in which they act."""
            ...

        def _was_dead_step(self, action: int | None) -> None: ...
        def _clear_rewards(self) -> None: ...
        def _accumulate_rewards(self) -> None: ...

else:
    from pettingzoo import AECEnv

MODES = ("human", "ansi", "svg")
"""How a table can be shown: text that is printed, text, or a picture."""


@typed
def env(
    game: Game[Any, Any, Any, Any],
    *,
    rules: Any = None,
    players: int | None = None,
    render_mode: str | None = None,
) -> "RamiEnv":
    """Make an environment in which agents take turns.

    An observation is a dictionary of `observation`, the numbers of `rami.adapters.encoding.layout`, and `action_mask`,
    1 for every legal action. A reward is what the deal scores, in points, and comes with its last move. An action that
    the mask forbids changes nothing: the same agent is asked again, and `infos` has the reasons.

    Args:
        game: The game.
        rules: The rules; None for the first of the game's presets.
        players: How many play; None for the fewest that the rules allow.
        render_mode: `"human"` to print text, `"ansi"` to return it, `"svg"` for a picture, None for nothing.

    Returns:
        The environment, for one deal at a time. No stepping of many deals at once is offered.

    Raises:
        RulesError: If `render_mode` is another one, or the rules do not allow so many players.
    """
    return RamiEnv(game, next(iter(game.presets.values())) if rules is None else rules, players, render_mode)


class RamiEnv(AECEnv):
    """One deal after another of a game, by the rules of PettingZoo's agent-environment cycle."""

    game: Game[Any, Any, Any, Any]
    rules: Any
    layout: Layout
    actions: Actions
    metadata: dict[str, Any]
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, Any]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    state_: Any

    def __init__(
        self, game: Game[Any, Any, Any, Any], rules: Any, players: int | None, render_mode: str | None
    ) -> None:
        if render_mode not in (None, *MODES):
            raise RulesError(f"render_mode must be one of {', '.join(MODES)}, or None, not {render_mode!r}")
        super().__init__()
        places = seats(game, rules, players)
        self.metadata = {"name": f"rami_{game.name}_v1", "render_modes": list(MODES), "is_parallelizable": False}
        self.render_mode = render_mode
        self.game, self.rules = game, rules
        self.layout, self.actions = layout(game, rules, places), actions(game, rules)
        self.possible_agents = [f"player_{seat}" for seat in range(places)]
        low, high = (np.frombuffer(row, np.int32) for row in self.layout.bounds)
        box = spaces.Box(low, high, dtype=np.int32)
        mask = spaces.Box(0, 1, (len(self.actions.names),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.actions.names)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal anew.

        Args:
            seed: What decides this deal and the following ones; None to go on from the last seed, or from chance.
            options: Not used.
        """
        if seed is not None or not hasattr(self, "_chance"):
            self._chance = np.random.default_rng(seed)
        self.state_ = self.game.new_game(len(self.possible_agents), self.rules, seed=int(self._chance.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._look()

    def _look(self, chosen: tuple[Any, ...] = ()) -> None:
        """Find the agent to move, its view and its options."""
        seat = self.state_.current_player
        self.agent_selection = self.possible_agents[seat]
        self._view, self._chosen = self.game.observe(self.state_, seat), chosen
        self._options: dict[int, Option] = {} if self.state_.is_over else self.actions.options(self._view, chosen)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent, with nothing that its seat may not know."""
        mask = bytearray(len(self.actions.names))
        if agent == self.agent_selection:
            row = self.layout.flat(self._view, self._chosen)
            for number in self._options:
                mask[number] = 1
        else:
            row = self.layout.flat(self.game.observe(self.state_, self.possible_agents.index(agent)))
        return {"observation": np.frombuffer(row, np.int32), "action_mask": np.frombuffer(mask, np.int8)}

    def step(self, action: int | None) -> None:
        """Do an action of the agent whose turn it is.

        Args:
            action: Its number; None for an agent whose deal is over.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        option = self._options.get(int(action)) if action is not None else None
        if option is None:
            self.infos[agent] = {"illegal": action, "reasons": self.actions.reasons(self.game, self.state_, action)}
        elif isinstance(option, tuple):
            self._look(option)
        else:
            self.state_ = self.game.apply(self.state_, option)
            self._look()
        if self.state_.is_over and (result := self.game.result(self.state_)) is not None:
            self.rewards = {one: float(score) for one, score in zip(self.possible_agents, result.scores, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as everybody sees it: text or a picture, by `render_mode`."""
        if self.render_mode is None:
            return None
        view = self.game.observe(self.state_, None)
        if self.render_mode == "svg" and self.game.svg is not None:
            return str(self.game.svg(view))
        if self.render_mode != "human":
            return str(view)
        sys.stdout.write(f"{view}\n")
        return None

    def close(self) -> None:
        """Do nothing: nothing is held open."""
