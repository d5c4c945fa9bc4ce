"""Bounds of the scores of a deal."""

from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import contracts, rummy
from rami.adapters.encoding import contracts_scores, scores, seats
from rami.game import Game
from rami.players import quick_player
from tests.adapters.encoded_deals import ALL_GAMES
from tests.kit.counting_game import GAME as COUNTING_GAME


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_scores_are_within_their_bounds(game: Game) -> None:
    for number, rules in enumerate(list(game.presets.values())[:2]):
        state = game.new_game(seats(game, rules, None), rules, seed=number)
        random = Random(number)
        while not state.is_over:
            state = game.apply(state, quick_or_random(game, state, random))
        result = game.result(state)
        assert result is not None
        low, high = scores(game, rules, state.players)
        assert all(low <= each <= high for each in result.scores)


def quick_or_random(game: Game, state: Any, random: Random) -> Any:
    """Return a move of a short deal: the first legal one if no player of the library knows the game."""
    if game is COUNTING_GAME:
        return next(game.legal_moves(state))
    return quick_player(game.observe(state, state.current_player), random)


def test_the_bounds_of_scores_of_the_contract_game() -> None:
    low, high = contracts_scores(contracts.Rules(), 2)
    deck = contracts.Rules().deck
    more = evolve(deck, trophy_points=deck.trophy_points + 1)
    assert contracts_scores(contracts.Rules().evolve(deck=more), 2) == (low, high + len(deck.trophy_tokens))


@pytest.mark.parametrize("scoring", ["winner", "losers", "both", "melded"])
def test_the_bounds_of_card_rami_follow_what_scores(scoring: Any) -> None:
    ends: Any = "lowest_at" if scoring == "losers" else "reach"
    low, high = scores(rummy.GAME, rummy.Rules().evolve(scoring=scoring, match_end=ends), 2)
    assert (low < 0, high > 0) == (scoring != "winner", scoring != "losers")
