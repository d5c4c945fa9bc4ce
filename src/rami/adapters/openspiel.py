"""Any game as an OpenSpiel game (`pip install rami[openspiel]`).

Chance is explicit: the first actions of a state deal the pieces one by one, each kind as likely as there are pieces of
it left. All later shuffles follow from the deal, so a state is its history of actions, and OpenSpiel can write and read
it.
"""

# The library below has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportInvalidTypeArguments=false

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
from attrs import evolve

from rami.adapters.encoding import Actions, Layout, Option, actions, layout, seats
from rami.errors import RulesError
from rami.game import Deal, Game, digest
from rami.shuffling import derive

MOST_ACTIONS = 100_000
"""How many actions of players OpenSpiel is told a deal can have, where the game does not say how long it can last."""


def game(game: Game[Any, Any, Any, Any], *, rules: Any = None, players: int | None = None) -> "SpielGame":
    """An OpenSpiel game.

    Args:
        game: The game.
        rules: The rules; None for the first of the game's presets.
        players: How many play; None for the fewest that the rules allow.

    Returns:
        The game. It is registered with OpenSpiel under a name that its rules decide, so that its states can be written
        and read in every process that has made the same game.

    Raises:
        RulesError: If the game does not say which pieces it is played with.
    """
    chosen = next(iter(game.presets.values())) if rules is None else rules
    places = seats(game, chosen, players)

    class Registered(SpielGame):  # a class of its own: OpenSpiel keeps what it registers beyond the end of Python
        def __init__(self, _: object = None) -> None:
            super().__init__(game, chosen, places)

    made = Registered()
    if made.kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(made.kind, Registered)
    return made


def _made(rami_game: Game[Any, Any, Any, Any], rules: Any, players: int) -> "SpielGame":
    return game(rami_game, rules=rules, players=players)


class SpielGame(pyspiel.Game):
    """A game and its rules, as OpenSpiel sees them."""

    def __init__(self, rami_game: Game[Any, Any, Any, Any], rules: Any, players: int) -> None:
        self.rami, self.rules, self.players = rami_game, rules, players
        if rami_game.pieces is None:
            raise RulesError(f"{rami_game.name} does not say which pieces it is played with")
        self.pieces: tuple[Any, ...] = tuple(sorted(rami_game.pieces(rules)))
        self.kinds = sorted(set(self.pieces))
        self.layout: Layout = layout(rami_game, rules, players)
        self.actions: Actions = actions(rami_game, rules)
        self.kind: Any = pyspiel.GameType(
            short_name=f"rami_{rami_game.name}_{players}_{digest(rules)[:8]}",
            long_name=rami_game.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=players,
            min_num_players=players,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=max(len(self.actions.names), len(self.kinds)),
            max_chance_outcomes=len(self.kinds),
            num_players=players,
            min_utility=-1e6,
            max_utility=1e6,
            utility_sum=None,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(self.kind, info, {})

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.rami, self.rules, self.players)

    def new_initial_state(self) -> "SpielState":
        """A state in which nothing is dealt yet."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":  # noqa: ARG002
        """What writes an observation of a state."""
        return Observer(self, remembers=iig_obs_type is not None and iig_obs_type.perfect_recall)

    def deal(self, dealt: tuple[Any, ...]) -> Deal:
        """The deal of pieces in this order: the first seat starts, and whatever else chance decides follows from it."""
        numbers = [self.kinds.index(piece) for piece in dealt]
        rest = self.rami.deal(self.players, self.rules, seed=derive(0, *numbers), starter=0)
        return evolve(rest, order=dealt)

    def told(self, position: Any, move: Any, seat: int) -> str:
        """What a seat is told of a move: what it sees of it where the game says so, else its kind."""
        if self.rami.seen is not None:
            return str(self.rami.seen(position, move, seat))
        return str(move) if seat == position.current_player else str(move).split()[0]


class _Inside:
    """What a state is made of. The values are immutable: OpenSpiel's deep copies of a state share them."""

    def __init__(self, spiel: SpielGame) -> None:
        self.spiel = spiel
        self.dealt: tuple[Any, ...] = ()
        self.position: Any = None
        self.chosen: tuple[Any, ...] = ()
        self.options: dict[int, Option] = {}
        self.log: tuple[tuple[str, ...], ...] = ((),) * spiel.players

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Inside":
        copy = _Inside(self.spiel)
        copy.__dict__.update(self.__dict__)
        return copy


class SpielState(pyspiel.State):
    """A state of a deal, its dealing included."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.inside = _Inside(game)

    def current_player(self) -> int:
        """Whose turn it is: a seat, chance while the pieces are dealt, or nobody when the deal is over."""
        position = self.inside.position
        if position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.is_over else int(position.current_player)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # whose turn it is, the state knows
        return sorted(self.inside.options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of pieces that may come next, each as likely as there are pieces of it left."""
        left = Counter(self.inside.spiel.pieces)
        left.subtract(self.inside.dealt)
        total = sum(left.values())
        return [(number, left[kind] / total) for number, kind in enumerate(self.inside.spiel.kinds) if left[kind]]

    def _apply_action(self, action: int) -> None:
        inside, spiel = self.inside, self.inside.spiel
        if inside.position is None:
            inside.dealt = (*inside.dealt, spiel.kinds[action])
            if len(inside.dealt) == len(spiel.pieces):
                inside.position = spiel.rami.from_deal(spiel.players, spiel.rules, spiel.deal(inside.dealt))
                self._look()
            return
        option = inside.options[action]
        if isinstance(option, tuple):
            inside.chosen = option
        else:
            inside.chosen = ()
            inside.log = tuple(
                (*told, spiel.told(inside.position, option, seat)) for seat, told in enumerate(inside.log)
            )
            inside.position = spiel.rami.apply(inside.position, option)
        self._look()

    def _look(self) -> None:
        """Find what the player who moves can do."""
        inside, rami = self.inside, self.inside.spiel.rami
        over = inside.position.is_over
        view = None if over else rami.observe(inside.position, inside.position.current_player)
        inside.options = {} if over else self.inside.spiel.actions.options(view, inside.chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.inside.spiel.kinds[action]}"
        return self.inside.spiel.actions.names[action]

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        position = self.inside.position
        return position is not None and bool(position.is_over)

    def returns(self) -> list[float]:
        """What each seat scores, in points; 0 while the deal runs."""
        position = self.inside.position
        result = None if position is None else self.inside.spiel.rami.result(position)
        return [0.0] * self.inside.spiel.players if result is None else [float(score) for score in result.scores]

    def resample_from_infostate(self, player_id: int, probability_sampler: Any = None) -> "SpielState":
        """A state that this seat cannot tell from this one: what is hidden is dealt anew, all ways being as likely.

        Its history stays that of this state, so it can be played on, and not be written and read.

        Args:
            player_id: The seat.
            probability_sampler: Returns a number from 0 to 1; what decides the new deal.
        """
        chance = (probability_sampler or Random().random)()
        copy = self.clone()
        view = self.inside.spiel.rami.observe(self.inside.position, player_id)
        copy.inside.position = self.inside.spiel.rami.determinize(view, seed=int(chance * 2**53))
        return copy

    def __str__(self) -> str:
        return " ".join(map(str, self.inside.dealt)) if self.inside.position is None else str(self.inside.position)


class Observer:
    """Writes what a seat observes, as numbers and as text."""

    def __init__(self, game: SpielGame, *, remembers: bool) -> None:
        self.spiel, self.remembers = game, remembers
        self.tensor: Any = np.zeros(game.layout.size, np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for each in game.layout.fields:
            self.dict[each.name] = self.tensor[start : start + each.size]
            start += each.size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat observes into `tensor`."""
        self.tensor.fill(0)
        if state.inside.position is not None:
            self.tensor[:] = self.spiel.layout.flat(self.spiel.rami.observe(state.inside.position, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat observes, and, where it remembers, what it has seen before."""
        if state.inside.position is None:
            return "dealing"
        view = str(self.spiel.rami.observe(state.inside.position, player))
        return "\n".join([*state.inside.log[player], view]) if self.remembers else view
