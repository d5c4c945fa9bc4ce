"""OpenSpiel's own test, its search, and what it does not look at."""

# The library has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingParameterType=false
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportOptionalSubscript=false, reportPossiblyUnboundVariable=false
# mypy: disable-error-code="arg-type,union-attr,index,attr-defined,no-untyped-def,no-untyped-call"

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy as np  # noqa: E402
from attrs import evolve  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

from rami import RulesError, gin, rummikub, rummy  # noqa: E402
from rami.adapters import openspiel  # noqa: E402
from rami.games import GAMES  # noqa: E402
from tests.fourth import GAME as FOURTH  # noqa: E402
from tests.gin.against_openspiel import compare  # noqa: E402


def dealt(game):
    """A state in which the pieces are dealt."""
    state, chance = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        kinds, odds = zip(*state.chance_outcomes(), strict=True)
        assert sum(odds) == pytest.approx(1)
        state.apply_action(chance.choices(kinds, odds)[0])
    return state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_suite_of_openspiel(game) -> None:
    pyspiel.random_sim_test(openspiel.game(game), num_sims=1, serialize=False, verbose=False)


def test_states_are_written_and_read() -> None:
    pyspiel.random_sim_test(openspiel.game(gin.GAME), num_sims=1, serialize=True, verbose=False)


def test_its_search_plays() -> None:
    game = openspiel.game(rummy.GAME, players=2)
    state = dealt(game)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    for _ in range(3):
        state.apply_action(bot.step(state))
    assert state.inside.position.turn > 0


@pytest.mark.parametrize("game", [rummy.GAME, gin.GAME], ids=lambda game: game.name)
def test_what_a_seat_cannot_tell_apart(game) -> None:
    state = dealt(openspiel.game(game))
    other = state.resample_from_infostate(0, lambda: 0.25)
    assert other.inside.position != state.inside.position
    for written in ("information_state_string", "observation_string"):
        assert getattr(other, written)(0) == getattr(state, written)(0)
        assert getattr(other, written)(1) != getattr(state, written)(1)
    assert other.observation_tensor(0) == state.observation_tensor(0)
    if state.current_player() != 0:
        other = state.resample_from_infostate(1, lambda: 0.25)
    assert state.legal_actions() == other.legal_actions()


def test_what_another_seat_has_chosen_is_hidden() -> None:
    """A play tile by tile: the others know nothing of it before it is made."""
    state = dealt(openspiel.game(rummikub.GAME))
    chosen = [action for action in state.legal_actions() if state.action_to_string(action) not in ("draw", "pass")]
    while not chosen:
        state.apply_action(state.string_to_action("draw"))
        chosen = [action for action in state.legal_actions() if state.action_to_string(action) not in ("draw", "pass")]
    seat = state.current_player()
    before = [state.observation_string(each) for each in range(2)]
    tensors = [state.observation_tensor(each) for each in range(2)]
    tile = state.action_to_string(chosen[0])
    state.apply_action(chosen[0])
    assert state.observation_string(1 - seat) == before[1 - seat]
    assert state.observation_tensor(1 - seat) == tensors[1 - seat]
    assert state.observation_string(seat) == f"{before[seat]}\n{tile}"
    assert state.observation_tensor(seat) != tensors[seat]
    assert state.resample_from_infostate(seat).legal_actions() == state.legal_actions()
    again = state.resample_from_infostate(1 - seat)
    assert again.inside.chosen == ()
    view = rummikub.observe(again.inside.position, seat)
    assert again.legal_actions() == sorted(again.spiel.actions.options(view))


def test_a_seat_remembers_what_it_saw() -> None:
    state = dealt(openspiel.game(rummy.GAME))
    first = state.current_player()
    state.apply_action(state.string_to_action("draw"))
    told = [state.information_state_string(seat) for seat in range(2)]
    assert told[first].splitlines()[0] != ""
    assert len(told[0]) > len(state.observation_string(0))


def test_a_game_that_does_not_say_what_is_seen_of_a_move() -> None:
    """A seat remembers its own moves, and of the others their kinds."""
    state = dealt(openspiel.game(evolve(rummy.GAME, seen=None)))
    first = state.current_player()
    state.apply_action(state.string_to_action("draw"))
    card = state.inside.position.hands[first][0]
    state.apply_action(state.string_to_action(f"discard {card}"))
    assert state.information_state_string(first).startswith(f"draw\ndiscard {card}\n")
    assert state.information_state_string(1 - first).startswith("draw\ndiscard\n")


def test_before_the_deal() -> None:
    state = openspiel.game(rummy.GAME).new_initial_state()
    assert str(state) == ""
    assert state.observation_string(0) == "dealing"
    assert not any(state.observation_tensor(0))
    assert state.returns() == [0.0, 0.0]
    state.apply_action(5)
    assert str(state) == state.action_to_string(pyspiel.PlayerId.CHANCE, 5).removeprefix("deal ")


def test_a_game_has_to_say_its_pieces() -> None:
    with pytest.raises(RulesError, match="does not say which pieces"):
        openspiel.game(FOURTH)
    with pytest.raises(RulesError, match="players must be a whole number from 2 to 4, not 9"):
        openspiel.game(rummikub.GAME, players=9)


def test_gin_is_that_of_openspiel_but_for_what_is_known() -> None:
    """A sample: `python -m tests.gin.against_openspiel` plays more."""
    theirs = pyspiel.load_game("gin_rummy")
    assert sum(compare(theirs, seed)[1] for seed in range(12)) > 500
