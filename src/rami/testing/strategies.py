"""Strategies for Hypothesis: pieces, racks and hands, positions that can be reached, and legal moves in them."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar, cast

from hypothesis import strategies as st

from rami import rummikub, rummy
from rami.game import Game, M, R, S, V
from rami.games import GAMES, game_of
from rami.players import random_player
from rami.players.players import random_move
from rami.testing.perft import seats

T = TypeVar("T")

_SEEDS = st.integers(0, 2**32)


def tiles(rules: rummikub.Rules = rummikub.DEFAULT) -> st.SearchStrategy[rummikub.Tile]:
    """Tiles of Rummikub.

    Args:
        rules: The rules, which say what tiles there are.

    Returns:
        A strategy for the kinds of tiles, the joker last.

    Examples:
        >>> tiles()
        sampled_from([Tile('R1'), ...])
    """
    return st.sampled_from(sorted(set(rules.tiles)))


def racks(
    rules: rummikub.Rules = rummikub.DEFAULT, *, min_size: int = 0, max_size: int = 20
) -> st.SearchStrategy[tuple[rummikub.Tile, ...]]:
    """Racks of Rummikub: tiles in canonical order, no more of a kind than the set has.

    Args:
        rules: The rules, which say what tiles there are.
        min_size: The fewest tiles.
        max_size: The most tiles.

    Returns:
        A strategy for racks.

    Examples:
        >>> from hypothesis import find
        >>> find(racks(min_size=2), lambda rack: True)
        (Tile('R1'), Tile('R1'))
    """
    return _some(rules.tiles, min_size, max_size)


def cards(rules: rummy.Rules = rummy.DEFAULT) -> st.SearchStrategy[rummy.Card]:
    """Playing cards of card Rami.

    Args:
        rules: The rules, which say what cards there are.

    Returns:
        A strategy for the kinds of cards, the joker last, if there is one.

    Examples:
        >>> cards()
        sampled_from([Card('AS'), ...])
    """
    return st.sampled_from(sorted(set(rules.cards)))


def hands(
    rules: rummy.Rules = rummy.DEFAULT, *, min_size: int = 0, max_size: int = 14
) -> st.SearchStrategy[tuple[rummy.Card, ...]]:
    """Hands of card Rami: cards in canonical order, no more of a kind than the packs have.

    Args:
        rules: The rules, which say what cards there are.
        min_size: The fewest cards.
        max_size: The most cards.

    Returns:
        A strategy for hands.

    Examples:
        >>> from hypothesis import find
        >>> find(hands(min_size=2), lambda hand: True)
        (Card('AS'), Card('2S'))
    """
    return _some(rules.cards, min_size, max_size)


def _some(pieces: Sequence[T], fewest: int, most: int) -> st.SearchStrategy[tuple[T, ...]]:
    """Some of the pieces, in their order."""
    places = st.lists(st.integers(0, len(pieces) - 1), unique=True, min_size=fewest, max_size=most)
    return places.map(lambda some: tuple(pieces[place] for place in sorted(some)))


def states(
    game: Game[R, S, M, V], *, rules: R | None = None, players: int | None = None, most_moves: int = 40
) -> st.SearchStrategy[S]:
    """Positions of a game that legal moves lead to, from the first position to the end of the deal.

    Args:
        game: The game, of the library or your own.
        rules: The rules; None for any of the presets for that number of players.
        players: How many players; None for any number.
        most_moves: After how many moves, at most.

    Returns:
        A strategy for positions.

    Examples:
        >>> from hypothesis import given
        >>> from rami import contracts
        >>> @given(states(contracts.GAME, players=2))
        ... def test_there_are_two_players(state):
        ...     assert state.players == 2
    """
    editions = [each for each in game.presets.values() if players is None or players in seats(game, each)]

    @st.composite
    def drawn(draw: st.DrawFn) -> S:
        chosen = draw(st.sampled_from(editions)) if rules is None else rules
        number = draw(st.sampled_from(seats(game, chosen))) if players is None else players
        state = game.new_game(number, chosen, seed=draw(_SEEDS))
        random = Random(draw(_SEEDS))
        for _ in range(draw(st.integers(0, most_moves))):
            if game.result(state) is not None:
                break
            state = game.apply(state, choose(game, state, random))
        return state

    return drawn()


def moves(state: S, game: Game[Any, S, M, Any] | None = None) -> st.SearchStrategy[M]:
    """Legal moves in a position.

    Args:
        state: The position.
        game: The game, where it is none of the library.

    Returns:
        A strategy for moves; for none, if the deal is over.

    Examples:
        >>> from hypothesis import find
        >>> from rami import contracts
        >>> str(find(moves(contracts.new_game(2, seed=1)), lambda move: True))
        'take ...'
    """
    known: Game[Any, S, M, Any] = game_of(state) if game is None else game
    if known.result(state) is not None:
        return st.nothing()

    def chosen(seed: int) -> M:
        return choose(known, state, Random(seed))

    return st.builds(chosen, _SEEDS)


def choose(game: Game[R, S, M, V], state: S, random: Random) -> M:
    """A legal move at random, from what the player who moves can see.

    Args:
        game: The game.
        state: The position; the deal is running.
        random: The source of chance.

    Returns:
        The move.
    """
    view = game.observe(state, state.current_player)
    return cast("M", random_player(view, random)) if game in GAMES else random_move(game, view, random)
