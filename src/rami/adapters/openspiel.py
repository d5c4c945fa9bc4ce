"""Any game as an OpenSpiel game (`pip install rami[openspiel]`).

Chance is explicit: the first actions of a state deal the hands piece by piece, and a move that draws waits for chance
to say which piece, each kind as likely as it has pieces left. What else chance decides follows from the pieces dealt:
the contracts and trophies of the contract game. So a state is its history of actions, which OpenSpiel writes and reads.
"""

# The library below has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportInvalidTypeArguments=false

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Self

import pyspiel

from rami.adapters.encoding import Actions, Layout, actions, layout, moves, seats
from rami.adapters.encoding.games import after, stock
from rami.adapters.encoding.stocks import Stock
from rami.adapters.observing import Draw, Inside, Observer
from rami.adapters.rewards import Reward, reward_bounds, rewards
from rami.errors import Refusal, RulesError
from rami.game import Game, digest
from rami.shapes import altered, typed
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
def game(
    game: Game[Any, Any, Any, Any],
    *,
    rules: Any = None,
    players: int | None = None,
    utility: Reward = "score",
    actions: str = "exact",
) -> "SpielGame":
    """Make an OpenSpiel game.

    Args:
        game: The game.
        rules: The rules; None for the first of the game's presets.
        players: The number of players; None for the fewest that the rules allow.
        utility: What the returns are, as in `rami.adapters.rewards`; with `"difference"` and `"win"` they sum to zero.
        actions: How a play of Rummikub is chosen, as in `rami.adapters.encoding.actions`.

    Returns:
        The game, under a name that its rules decide: every process that has made the same game can read its states.

    Raises:
        RulesError: If the game does not say its pieces, or an argument is none of these.

    Examples:
        >>> from rami import gin
        >>> knock = game(gin.GAME, utility="difference")
        >>> knock.min_utility(), knock.max_utility(), knock.utility_sum()
        (-131.0, 131.0, 0.0)
    """
    rules = next(iter(game.presets.values())) if rules is None else rules
    return _made(game, rules, seats(game, rules, players), utility, actions)


def _made(rami: Game[Any, Any, Any, Any], rules: Any, players: int, utility: Reward, choice: str) -> "SpielGame":
    class Registered(SpielGame):  # a class of its own: OpenSpiel keeps what it registers beyond the end of Python
        def __init__(self, _: object = None) -> None:
            super().__init__(rami, rules, players, utility, choice)

    made = Registered()
    if made.kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(made.kind, Registered)
    return made


_CHANCE, _NOBODY = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class SpielGame(_Game):
    """A game and its rules, as OpenSpiel sees them."""

    kind: Any
    rami: Game[Any, Any, Any, Any]
    rules: Any
    players: int
    utility: Reward
    choice: str
    pieces: tuple[int, ...]
    kinds: list[int]
    numbers: dict[int, int]
    layout: Layout
    actions: Actions
    stock: Stock | None
    after: Callable[[Any, Any], Any]
    hands: int

    def __init__(self, rami: Game[Any, Any, Any, Any], rules: Any, players: int, utility: Reward, choice: str) -> None:
        if rami.pieces is None:
            raise RulesError(f"{rami.name} does not say which pieces it is played with")
        self.rami, self.rules, self.players, self.utility, self.choice = rami, rules, players, utility, choice
        least, most = reward_bounds(rami, rules, players, utility)
        self.pieces = tuple(sorted(rami.pieces(rules)))
        self.kinds = sorted(set(self.pieces))
        self.numbers = {kind: number for number, kind in enumerate(self.kinds)}
        self.layout, self.actions, self.stock = layout(rami, rules, players), actions(rami, rules, choice), stock(rami)
        self.after = after(rami)
        hidden = () if self.stock is None else getattr(self.dealt(self.pieces), self.stock.name)
        self.hands = len(self.pieces) - len(hidden)  # the number of pieces that chance deals
        is_zero_sum = utility != "score"
        sums = pyspiel.GameType.Utility
        self.kind = pyspiel.GameType(
            short_name=f"rami_{rami.name}_{players}_{digest((rules, utility, choice))[:8]}",
            long_name=rami.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=sums.ZERO_SUM if is_zero_sum else sums.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            **dict.fromkeys(("min_num_players", "max_num_players"), players),
            provides_information_state_string=True,
            provides_information_state_tensor=False,  # an observation forgets: no row of numbers has all that was seen
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=max(len(self.actions.names), len(self.kinds)),
            max_chance_outcomes=len(self.kinds),
            num_players=players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=moves(rami, rules, players) * self.actions.steps,
        )
        super().__init__(self.kind, info, {})

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.rami, self.rules, self.players, self.utility, self.choice)

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielGame":  # states are copied deeply, and never change it
        return self

    def new_initial_state(self) -> "SpielState":
        """Return a state in which nothing is dealt yet."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the pieces that are dealt and drawn: a move draws no more than there are."""
        return self.hands + moves(self.rami, self.rules, self.players) * (1 if self.stock else 0) * len(self.pieces)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        """Return what writes the observations of states."""
        return Observer(self.rami, self.layout, iig_obs_type)

    def dealt(self, order: tuple[Any, ...]) -> Any:
        """Return the position after the deal: the first seat starts, and the pieces left are in canonical order."""
        rest = sorted((Counter(self.pieces) - Counter(order)).elements())
        deal = self.rami.deal(self.players, self.rules, seed=derive(0, *map(self.kinds.index, order)), starter=0)
        return self.rami.from_deal(self.players, self.rules, altered(deal, order=(*order, *rest)))


class SpielState(_State):
    """A state of a deal, its dealing included."""

    spiel: SpielGame
    inside: Inside
    mover: int

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.spiel, self.inside, self.mover = game, Inside(game), _CHANCE

    def current_player(self) -> int:
        """Return whose turn it is: a seat, chance while pieces are dealt or drawn, or nobody when the deal is over."""
        return self.mover

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # whose turn it is, the state knows
        return sorted(self.inside.options)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions: as OpenSpiel's own method, which takes a list through C++ and back.

        Args:
            player: The seat; None for the player who moves.
        """
        if self.mover == _CHANCE:
            return [number for number, _ in self.chance_outcomes()]
        return sorted(self.inside.options) if self.mover != _NOBODY and player in (None, self.mover) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds of pieces that may come next, each as likely as it has pieces left."""
        pieces, gone = self._source()
        left, total = Counter(sorted(pieces)), len(pieces) - len(gone)
        for piece in gone:
            left[piece] -= 1
        numbers = self.spiel.numbers
        return [(numbers[kind], count / total) for kind, count in left.items() if count]

    def _source(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the pieces of which one comes next, and those of them already gone."""
        draw = self.inside.draw
        return (self.spiel.pieces, self.inside.dealt) if draw is None else draw.source

    def _apply_action(self, action: int) -> None:
        inside, spiel = self.inside, self.spiel
        if self.mover == _CHANCE:
            kind = spiel.kinds[action] if 0 <= action < len(spiel.kinds) else None
            pieces, gone = self._source()
            if kind is None or pieces.count(kind) == gone.count(kind):
                raise RulesError(f"no piece of kind {action} can come now")
            inside = self._chance(kind)
        elif action not in inside.options:
            raise Refusal(*spiel.actions.reasons(spiel.rami, inside.position, action))
        elif isinstance(option := inside.options[action], tuple):
            inside = inside.choosing(option, spiel.actions.names[action])
        else:
            inside = self._moved(option() if callable(option) else option)
        self._now(inside)

    def _chance(self, piece: Any) -> Inside:
        """Return the content once chance has dealt or drawn a piece."""
        inside, spiel = self.inside, self.spiel
        if inside.draw is None:
            order = (*inside.dealt, piece)
            return altered(inside, dealt=order, position=spiel.dealt(order) if len(order) == spiel.hands else None)
        draw = altered(inside.draw, drawn=(*inside.draw.drawn, piece))
        if len(draw.drawn) < draw.count:
            return altered(inside, draw=draw)
        assert spiel.stock is not None  # it was drawn from
        before = spiel.stock.placed(inside.position, draw.pieces, draw.drawn)
        return inside.after(before, draw.move, spiel.after(before, draw.move))

    def _moved(self, move: Any) -> Inside:
        """Return the content after a move, or with the move that waits for what it draws."""
        inside, spiel = self.inside, self.spiel
        after = spiel.after(inside.position, move)
        if spiel.stock is not None:
            pieces, count = spiel.stock.drawn(inside.position, move, after)
            if count:
                return altered(inside, draw=Draw(move, pieces, count))
        return inside.after(inside.position, move, after)

    def _now(self, inside: Inside) -> None:
        """Replace the content."""
        self.inside, position = inside, inside.position
        if position is None or inside.draw is not None:
            self.mover = _CHANCE
        else:
            self.mover = _NOBODY if position.is_over else position.current_player

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return the observation of a seat: as OpenSpiel's own method, which makes a state more at each call.

        Args:
            player: The seat; None for the player who moves.
        """
        layout, row = self.spiel.layout, [0.0] * self.spiel.layout.size
        if self.inside.position is not None:
            layout.add(*self.inside.seen(self.mover if player is None else player), row)
        return row

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {self.spiel.kinds[action]}" if player < 0 else self.spiel.actions.names[action]

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self.mover == _NOBODY

    def returns(self) -> list[float]:
        """Return the reward of each seat, as `utility` says; 0 while the deal runs."""
        result = self.spiel.rami.result(self.inside.position) if self.is_terminal() else None
        return [0.0] * self.spiel.players if result is None else list(rewards(result, self.spiel.utility))

    def resample_from_infostate(self, player_id: int, probability_sampler: Any = None) -> "SpielState":
        """Return a random state that this seat cannot tell from this one: what is hidden is dealt anew.

        Its history stays that of this state, so it can be played on, and not be written and read. A player whose choice
        of pieces was hidden chooses again, and so does one whose move waits for chance.

        Args:
            player_id: The seat.
            probability_sampler: Returns a number from 0 to 1, which decides the new deal.
        """
        copy, rami, inside = self.clone(), self.spiel.rami, self.inside
        seed = int((probability_sampler or Random().random)() * 2**53)
        position = rami.determinize(rami.observe(inside.position, player_id), seed=seed)
        chosen = inside.chosen if player_id == position.current_player else ()
        copy._now(altered(inside, position=position, chosen=chosen, draw=None))
        return copy

    def __str__(self) -> str:
        return " ".join(map(str, self.inside.dealt)) if self.inside.position is None else str(self.inside.position)
