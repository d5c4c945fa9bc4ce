"""Hypothesis strategies for positions, moves, and other values of games."""

from functools import cache, partial
from importlib import import_module
from random import Random
from typing import Any

from hypothesis import strategies as st

from rami.game import Game, game_of
from rami.games import GAMES
from rami.pieces import Piece
from rami.players import Player, quick_player, random_move, random_player
from rami.referee import M, R, S, V
from rami.testing.watched import inside

_SEEDS = st.integers(0, 2**32)

_DEALS = 2
"""Number of deals to play with each edition, to collect sample moves and melds."""

_MELDS = ("Group", "Run", "Table")
"""Names of meld classes in the modules of games."""


@st.composite
def states(
    draw: st.DrawFn,
    game: Game[R, S, M, V],
    *,
    rules: R | None = None,
    players: int | None = None,
    most_moves: int = 40,
) -> S:
    """Generate reachable positions of a game.

    The positions range from the first position to the end of a deal. Hypothesis shrinks them to fewer moves.

    Args:
        draw: Passed by Hypothesis.
        game: The game.
        rules: The rules. By default any preset.
        players: The number of players. By default any number that the rules allow.
        most_moves: The maximum number of moves.

    Returns:
        A strategy for states.

    Examples:
        >>> from hypothesis import find
        >>> from rami import gin
        >>> find(states(gin.GAME), lambda state: state.turn > 0).turn
        1
    """
    editions = [each for each in game.presets.values() if players is None or players in each.player_counts]
    chosen = draw(st.sampled_from(editions)) if rules is None else rules
    number = draw(st.sampled_from(chosen.player_counts)) if players is None else players
    state, random = game.new_game(number, chosen, seed=draw(_SEEDS)), Random(draw(_SEEDS))
    for _ in range(draw(st.integers(0, most_moves))):
        if not state.is_over:
            state = game.apply(state, _any_move(game, state, random))
    return state


def moves(state: Any, game: Game[Any, Any, M, Any] | None = None) -> st.SearchStrategy[M]:
    """Return a strategy for the legal moves in a position.

    If the deal is over, the strategy is empty.

    Args:
        state: The position.
        game: The game of the position. By default the library's game with this type of position.

    Returns:
        A strategy for moves.

    Examples:
        >>> from hypothesis import find
        >>> from rami import contracts
        >>> str(find(moves(contracts.new_game(2, seed=3)), lambda move: True))[:4]
        'take'
    """
    known: Any = game_of(state) if game is None else game
    return st.nothing() if state.is_over else _SEEDS.map(lambda seed: _any_move(known, state, Random(seed)))


def _any_move(game: Game[Any, Any, Any, Any], state: Any, random: Random) -> Any:
    player: Player[Any, Any] = random_player if game in GAMES.values() else partial(random_move, game)
    return player(game.observe(state, state.current_player), random)


# ------------------------------------------------------------------------------------------------ the library's games


def register() -> None:
    """Register strategies for the types of all games.

    `st.from_type` uses the strategies. Hypothesis calls this function.
    """
    # If two games share a class, the first game provides the values.
    first: dict[type, Game] = {}
    for game in GAMES.values():
        for kind in _kinds(game):
            first.setdefault(kind, game)
    for kind, game in first.items():
        st.register_type_strategy(kind, partial(_strategy, game))


def _kinds(game: Game) -> list[type]:
    module = import_module(game.module)
    melds = [getattr(module, name) for name in _MELDS] if hasattr(module, "Table") else []
    return [game.rules, game.state, game.view, game.deals, *game.moves, *melds, type(_pieces(game)[0])]


def _strategy(game: Game, kind: Any) -> st.SearchStrategy[Any]:
    editions = st.sampled_from(list(game.presets.values()))
    if kind is game.rules:
        return editions
    if kind is game.deals:
        return st.builds(partial(_shuffled, game), editions, _SEEDS)
    if kind is game.state:
        return states(game)
    if kind is game.view:
        return states(game).flatmap(
            lambda state: st.sampled_from([game.observe(state, seat) for seat in (*range(state.players), None)])
        )
    if issubclass(kind, Piece):
        return st.sampled_from(sorted(set(_pieces(game))))
    met = _met(game).get(kind)
    return st.sampled_from(met) if met else st.builds(kind)


def _shuffled(game: Game, rules: Any, seed: int) -> Any:
    return game.shuffle(rules.player_counts[0], rules, seed=seed)


def _pieces(game: Game) -> tuple[int, ...]:
    return max((rules.pieces for rules in game.presets.values()), key=len)


@cache
def _met(game: Game) -> dict[type, list[Any]]:
    found: dict[type, dict[Any, None]] = {}
    for number, rules in enumerate(list(game.presets.values()) * _DEALS):
        state, random = game.new_game(rules.player_counts[0], rules, seed=number), Random(number)
        while not state.is_over and state.turn < 40:
            view = game.observe(state, state.current_player)
            player: Player[Any, Any] = quick_player if random.random() < 0.8 else random_player
            move = player(view, random)
            for value in inside((move, getattr(state, "table", None))):
                kind: Any = value.__class__
                found.setdefault(kind, {})[value] = None
            state = game.apply(state, move)
    return {kind: sorted(values, key=lambda value: (len(str(value)), str(value))) for kind, values in found.items()}
