"""PettingZoo's own tests, and what it does not look at."""

# The library has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingParameterType=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false, reportPossiblyUnboundVariable=false
# mypy: disable-error-code="arg-type,union-attr,index,attr-defined,no-untyped-def,no-untyped-call"

import warnings

import pytest

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests use what it has deprecated
    from pettingzoo.test import api_test, render_test, seed_test

from rami import RulesError, gin, rummikub, rummy
from rami.adapters.pettingzoo import env
from rami.games import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_suite_of_pettingzoo(game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an observation is a dictionary
        api_test(env(game), num_cycles=100)
        seed_test(lambda: env(game), num_cycles=30)
        render_test(lambda render_mode: env(game, render_mode=render_mode), {"svg": lambda drawn: "<svg" in drawn})


def test_a_deal_is_scored() -> None:
    made = env(gin.GAME)
    made.reset(seed=3)
    total = dict.fromkeys(made.agents, 0.0)
    for agent in made.agent_iter():
        observed, reward, over, _, _ = made.last()
        total[agent] += reward
        made.step(None if over else int(observed["action_mask"].nonzero()[0][0]))
    result = gin.result(made.state_)
    assert result is not None
    assert tuple(total.values()) == result.scores


def test_what_is_illegal_changes_nothing_and_says_why() -> None:
    made = env(rummy.GAME, players=2)
    made.reset(seed=1)
    agent, before = made.agent_selection, made.state_
    made.step(made.actions.names.index("discard KD"))
    assert (made.agent_selection, made.state_) == (agent, before)
    assert made.infos[agent]["reasons"] == [
        problem.message() for problem in rummy.check(before, rummy.parse_move("discard KD"))
    ]
    made.step(10_000)
    assert "there is no action 10000" in made.infos[agent]["reasons"][0]
    made.step(made.actions.names.index("run S 1 3"))
    assert made.infos[agent]["reasons"] == ["'run S 1 3' is not possible now"]
    made.step(made.actions.names.index("draw"))
    assert made.infos[agent] == {}


def test_only_who_moves_has_actions() -> None:
    made = env(rummikub.GAME)
    made.reset(seed=1)
    for agent in made.agents:
        assert made.observe(agent)["action_mask"].any() == (agent == made.agent_selection)
    assert made.observation_space(agent).contains(made.observe(agent))
    assert made.action_space(agent).n == 56


def test_arguments() -> None:
    with pytest.raises(RulesError, match="render_mode must be"):
        env(rummy.GAME, render_mode="film")
    with pytest.raises(RulesError, match="players must be a whole number from 2 to"):
        env(rummy.GAME, players=1)
    with pytest.raises(RulesError, match="game must be a Game, not 'rummy'"):
        env("rummy")
    made = env(rummy.GAME, rules=rummy.PRESETS["bicycle"], players=3)
    made.reset()
    made.reset()
    assert (made.state_.rules, made.render(), len(made.agents)) == (rummy.PRESETS["bicycle"], None, 3)
    made.close()
