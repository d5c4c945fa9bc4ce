"""Any game as an OpenSpiel game (`pip install rami[openspiel]`).

Chance is explicit: the first actions of a state deal the pieces one by one, each kind as likely as it has pieces left.
All later shuffles follow from the deal, so a state is its history of actions, and OpenSpiel can write and read it.
"""

# The library below has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportInvalidTypeArguments=false

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Self

import pyspiel
from attrs import evolve

from rami.adapters.encoding import Actions, Layout, actions, layout, seats
from rami.adapters.observing import Inside, Observer
from rami.errors import RulesError
from rami.game import Game, digest
from rami.shapes import typed
from rami.shuffling import derive

if TYPE_CHECKING:  # types for what is used of classes without types

    class _Game:
        def __init__(self, kind: object, info: object, parameters: dict[str, Any]) -> None: ...

    class _State:
        def __init__(self, game: _Game) -> None: ...
        def clone(self) -> Self: ...

else:
    _Game, _State = pyspiel.Game, pyspiel.State


@typed
def game(game: Game[Any, Any, Any, Any], *, rules: Any = None, players: int | None = None) -> "SpielGame":
    """Make an OpenSpiel game.

    Args:
        game: The game.
        rules: The rules; None for the first of the game's presets.
        players: The number of players; None for the fewest that the rules allow.

    Returns:
        The game, under a name that its rules decide: every process that has made the same game can read its states.

    Raises:
        RulesError: If the game does not say its pieces, or the rules do not allow so many players.
    """
    rules = next(iter(game.presets.values())) if rules is None else rules
    return _made(game, rules, seats(game, rules, players))


def _made(rami: Game[Any, Any, Any, Any], rules: Any, players: int) -> "SpielGame":
    class Registered(SpielGame):  # a class of its own: OpenSpiel keeps what it registers beyond the end of Python
        def __init__(self, _: object = None) -> None:
            super().__init__(rami, rules, players)

    made = Registered()
    if made.kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(made.kind, Registered)
    return made


class SpielGame(_Game):
    """A game and its rules, as OpenSpiel sees them."""

    kind: Any
    rami: Game[Any, Any, Any, Any]
    rules: Any
    players: int
    layout: Layout
    actions: Actions

    def __init__(self, rami: Game[Any, Any, Any, Any], rules: Any, players: int) -> None:
        if rami.pieces is None:
            raise RulesError(f"{rami.name} does not say which pieces it is played with")
        self.rami, self.rules, self.players = rami, rules, players
        self.pieces: tuple[int, ...] = tuple(rami.pieces(rules))
        self.kinds: list[int] = sorted(set(self.pieces))
        self.layout, self.actions = layout(rami, rules, players), actions(rami, rules)
        self.kind = pyspiel.GameType(
            short_name=f"rami_{rami.name}_{players}_{digest(rules)[:8]}",
            long_name=rami.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            **dict.fromkeys(("min_num_players", "max_num_players"), players),
            **{f"provides_{what}_string": True for what in ("information_state", "observation")},
            **{f"provides_{what}_tensor": True for what in ("information_state", "observation")},
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=max(len(self.actions.names), len(self.kinds)),
            max_chance_outcomes=len(self.kinds),
            num_players=players,
            min_utility=-1e6,
            max_utility=1e6,
            utility_sum=None,
            max_game_length=100_000,  # what OpenSpiel is told: it reserves nothing by it
        )
        super().__init__(self.kind, info, {})

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.rami, self.rules, self.players)

    def new_initial_state(self) -> "SpielState":
        """Return a state in which nothing is dealt yet."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        """Return what writes the observations of states."""
        return Observer(self.rami, self.layout, remembers=iig_obs_type is not None and iig_obs_type.perfect_recall)

    def dealt(self, order: tuple[Any, ...]) -> Any:
        """Return the position after the deal: the first seat starts, and all later chance follows from the deal."""
        deal = self.rami.deal(self.players, self.rules, seed=derive(0, *map(self.kinds.index, order)), starter=0)
        return self.rami.from_deal(self.players, self.rules, evolve(deal, order=order))


class SpielState(_State):
    """A state of a deal, its dealing included."""

    spiel: SpielGame
    inside: Inside

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.spiel, self.inside = game, Inside(log=((),) * game.players)

    def current_player(self) -> int:
        """Return whose turn it is: a seat, chance while the pieces are dealt, or nobody when the deal is over."""
        if self.inside.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.inside.position.current_player)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # whose turn it is, the state knows
        return sorted(self.inside.options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds of pieces that may come next, each as likely as it has pieces left."""
        left = Counter(self.spiel.pieces) - Counter(self.inside.dealt)
        return [(number, left[kind] / left.total()) for number, kind in enumerate(self.spiel.kinds) if left[kind]]

    def _apply_action(self, action: int) -> None:
        inside, spiel = self.inside, self.spiel
        if inside.position is None:
            order = (*inside.dealt, spiel.kinds[action])
            position = spiel.dealt(order) if len(order) == len(spiel.pieces) else None
            inside = evolve(inside, dealt=order, position=position)
        elif isinstance(option := inside.options[action], tuple):
            inside = evolve(inside, chosen=option)
        else:
            inside = inside.after(spiel.rami, option)
        self._now(inside)

    def _now(self, inside: Inside) -> None:
        """Replace the content, with the options of the player who moves."""
        position, spiel = inside.position, self.spiel
        view = None if position is None else spiel.rami.observe(position, position.current_player)
        options = {} if view is None or view.is_over else spiel.actions.options(view, inside.chosen)
        self.inside = evolve(inside, options=options)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {self.spiel.kinds[action]}" if player < 0 else self.spiel.actions.names[action]

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self.inside.position is not None and bool(self.inside.position.is_over)

    def returns(self) -> list[float]:
        """Return the score of each seat, in points; 0 while the deal runs."""
        result = self.spiel.rami.result(self.inside.position) if self.is_terminal() else None
        return [0.0] * self.spiel.players if result is None else [float(score) for score in result.scores]

    def resample_from_infostate(self, player_id: int, probability_sampler: Any = None) -> "SpielState":
        """Return a random state that this seat cannot tell from this one: what is hidden is dealt anew.

        Its history stays that of this state, so it can be played on, and not be written and read. A player whose choice
        of pieces was hidden chooses again.

        Args:
            player_id: The seat.
            probability_sampler: Returns a number from 0 to 1, which decides the new deal.
        """
        copy, rami, inside = self.clone(), self.spiel.rami, self.inside
        seed = int((probability_sampler or Random().random)() * 2**53)
        position = rami.determinize(rami.observe(inside.position, player_id), seed=seed)
        chosen = inside.chosen if player_id == position.current_player else ()
        copy._now(evolve(inside, position=position, chosen=chosen))
        return copy

    def __str__(self) -> str:
        return " ".join(map(str, self.inside.dealt)) if self.inside.position is None else str(self.inside.position)
