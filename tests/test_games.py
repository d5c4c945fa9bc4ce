"""What a `Game` value says about its own types."""

from typing import Any

import pytest
from attrs import evolve

from rami import RamiError, contracts, rummikub, rummy
from rami.game import Deal
from rami.games import GAMES, game_of, members, types_of
from tests.fourth import GAME as FOURTH
from tests.fourth import Count, Goal, NumberView, Position


def test_the_types_of_the_games() -> None:
    found = types_of(rummikub.GAME)
    assert (found.rules, found.state, found.view, found.deal) == (
        rummikub.Rules,
        rummikub.State,
        rummikub.View,
        Deal,
    )
    assert found.moves == (rummikub.Draw, rummikub.Pass, rummikub.Play, rummikub.TimeOut)
    assert types_of(contracts.GAME).deal is contracts.Deal
    cards = types_of(rummy.GAME)
    assert (cards.rules, cards.state, cards.view, cards.deal) == (rummy.Rules, rummy.State, rummy.View, Deal)
    assert len(cards.moves) == 6
    fourth = types_of(FOURTH)
    assert (fourth.rules, fourth.state, fourth.moves, fourth.view) == (Goal, Position, (Count,), NumberView)


def test_the_game_of_a_position() -> None:
    for game in GAMES:
        state = game.new_game(2, seed=1)
        assert game_of(state) is game_of(game.observe(state, None)) is game
    with pytest.raises(RamiError, match="a Position is no position of rummikub, contracts, rummy"):
        game_of(FOURTH.new_game(2, seed=1))


def test_functions_without_types_are_found() -> None:
    def observe(state, player):  # type: ignore[no-untyped-def]  # on purpose
        return FOURTH.observe(state, player)

    with pytest.raises(RamiError, match="the functions of counting have to say their types"):
        types_of(evolve(FOURTH, observe=observe))


def test_types_that_are_no_classes_are_found() -> None:
    def observe(state: Position, player: int | None) -> Any:
        return FOURTH.observe(state, player)

    game = evolve(FOURTH, observe=observe)
    observe.__annotations__["return"] = NumberView | None
    with pytest.raises(RamiError, match="the type of the view of counting is to be a class, not"):
        types_of(game)
    observe.__annotations__["return"] = "Nowhere"
    with pytest.raises(RamiError, match="the annotations of counting cannot be read: name 'Nowhere'"):
        types_of(evolve(game, name="counting"))
    with pytest.raises(RamiError, match="a class is expected, not 7"):
        list(members(7))
