"""The tests of PettingZoo, and tests of what they do not cover."""

# The library has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingParameterType=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false, reportPossiblyUnboundVariable=false
# pyright: reportAttributeAccessIssue=false
# mypy: disable-error-code="arg-type,union-attr,index,attr-defined,no-untyped-def,no-untyped-call"

import pickle
import warnings
from random import Random

import pytest

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests use what it has deprecated
    from pettingzoo.test import api_test, seed_test

import numpy as np
from attrs import evolve
from pettingzoo.utils.wrappers import BaseWrapper

from rami import RamiError, RulesError, WrongType, gin, rummy
from rami.adapters.pettingzoo import env, raw_env, reward_bounds, rewards
from rami.games import GAMES

EACH_EDITION = pytest.mark.parametrize(
    ("game", "preset"), [pytest.param(game, name, id=name) for game in GAMES.values() for name in game.presets]
)
FIRST = [next(iter(game.presets)) for game in GAMES.values()]
EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def play(made, random, actions):
    """Make random actions until the deal is over. Return the rewards of each agent."""
    total = dict.fromkeys(made.agents, 0.0)
    for _ in range(actions):
        if not made.agents:
            break
        agent = made.agent_selection
        observed, reward, over, cut, _ = made.last()
        total[agent] += reward
        legal = observed["action_mask"].nonzero()[0]
        made.step(None if over or cut else int(legal[int(random.random() * len(legal))]))
    return total


@pytest.mark.slow(but=FIRST)
@EACH_EDITION
def test_the_suite_of_pettingzoo(game, preset) -> None:
    rules = game.presets[preset]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an observation is a dictionary
        api_test(env(game, rules=rules), num_cycles=60)
        seed_test(lambda: env(game, rules=rules), num_cycles=20)


@EACH_EDITION
def test_every_edition_plays_within_its_bounds(game, preset) -> None:
    """Observations of all agents and the common state are within bounds, and each can be pickled and shown."""
    made = env(game, rules=game.presets[preset], render_mode="ansi")
    made.reset(seed=3)
    random = Random(preset)
    for _ in range(25):
        for agent in made.agents:
            assert made.observation_space(agent).contains(made.observe(agent))
        assert made.unwrapped.state_space.contains(made.state())
        play(made, random, 2)
    again = pickle.loads(pickle.dumps(made))
    assert (again.state() == made.state()).all()
    assert made.render() == again.render() == str(game.observe(made.position, None))


@EACH_GAME
def test_an_environment_is_pickled(game) -> None:
    """A copy of an environment continues like the original, before, during and after the deal."""
    made = BaseWrapper(env(game, reward="difference"))
    pickle.loads(pickle.dumps(made)).reset(seed=2)
    made.reset(seed=3)
    play(made, Random(1), 7)
    again = pickle.loads(pickle.dumps(made))

    assert play(made, Random(5), 30) == play(again, Random(5), 30)
    assert made.unwrapped.position == again.unwrapped.position
    last = pickle.loads(pickle.dumps(made))
    assert [last.agents, last.terminations] == [made.agents, made.terminations]
    made.reset()
    last.reset()
    assert made.unwrapped.position == last.unwrapped.position


@pytest.mark.parametrize("reward", ["score", "difference", "win"])
def test_a_deal_is_scored(reward) -> None:
    made = env(gin.GAME, reward=reward)
    made.reset(seed=3)
    total = dict.fromkeys(made.agents, 0.0)
    for agent in made.agent_iter():
        observed, given, over, _, _ = made.last()
        total[agent] += given
        made.step(None if over else int(observed["action_mask"].nonzero()[0][0]))
    result = gin.result(made.position)
    assert result is not None
    low, high = reward_bounds(gin.GAME, gin.Rules(), 2, reward)
    every = tuple(total.values())
    assert every == rewards(result, reward)
    assert all(low <= each <= high for each in every)
    assert reward == "score" or sum(every) == pytest.approx(0)


def test_nobody_is_rewarded_if_nobody_wins() -> None:
    dead = gin.score(["AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "4S 5S QH KH KD 2C 2D 2H 7C 8D"], knocker=None)
    assert rewards(dead, "win") == (0.0, 0.0)
    shared = evolve(dead, scores=(4, 4, 1), winners=(0, 1))
    assert rewards(shared, "score") == (4.0, 4.0, 1.0)
    assert rewards(shared, "win") == (0.25, 0.25, -0.5)
    assert rewards(shared, "difference") == (1.5, 1.5, -3.0)


def illegal(made):
    """Return the first action that the mask forbids."""
    return int((made.observe(made.agent_selection)["action_mask"] == 0).nonzero()[0][0])


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("reward", ["score", "difference", "win"])
@EACH_EDITION
def test_an_illegal_action_ends_the_deal_within_the_bounds(game, preset, reward) -> None:
    """The agent gets the lowest reward of a deal. The others share its loss, or get no points."""
    rules = game.presets[preset]
    for players in {rules.player_counts[0], rules.player_counts[-1]}:
        made = env(game, rules=rules, players=players, reward=reward)
        made.reset(seed=1)
        agent = made.agent_selection
        made.step(illegal(made))
        given = made.rewards
        low, high = reward_bounds(game, rules, players, reward)
        assert given[agent] == low
        assert all(low <= each <= high for each in given.values())
        assert sum(given.values()) == pytest.approx(low if reward == "score" else 0)
        assert all(made.terminations.values())
        assert made.last()[1] == low
        while made.agents:
            made.step(None)
        made.reset()
        assert not any(made.terminations.values())


@pytest.mark.parametrize("make", [env, raw_env], ids=["env", "raw_env"])
def test_an_action_is_a_whole_number(make) -> None:
    made = make(gin.GAME)
    made.reset(seed=1)
    before, legal = made.position, int(made.observe(made.agent_selection)["action_mask"].nonzero()[0][0])
    for wrong in ("3", 1.0, True, np.float64(1), np.bool_(True), [1], np.array([1, 2]), b"1"):
        with pytest.raises(WrongType, match="an action must be a whole number, not "):
            made.step(wrong)
    for wrong in (10_000, -1, None, 10**30):
        with pytest.raises(RamiError, match="action must be a number"):
            made.step(wrong)
    assert made.position == before
    made.step(np.int64(legal))
    assert made.position != before


def test_an_illegal_action_raises_an_error_in_raw_env() -> None:
    made = raw_env(rummy.GAME, players=2)
    made.reset(seed=1)
    before = made.position
    with pytest.raises(RamiError) as refused:
        made.step(made.actions.names.index("discard KD"))
    assert refused.value.reasons == tuple(
        problem.message() for problem in rummy.check(before, rummy.parse_move("discard KD"))
    )
    with pytest.raises(RamiError, match="'run S 1 3' is not possible now"):
        made.step(made.actions.names.index("run S 1 3"))
    with pytest.raises(RamiError, match=r"action must be a number from 0 to .* not None"):
        made.step(None)
    assert made.position == before


def test_nothing_is_asked_before_the_first_deal() -> None:
    made = env(gin.GAME)
    for name in ("agents", "rewards", "agent_selection"):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            getattr(made, name)
    with pytest.raises(AttributeError, match="before reset"):
        made.last()
    for asked in (made.state, made.render, lambda: made.step(0), lambda: made.observe("player_0")):
        with pytest.raises(Exception, match=r"(?i)reset"):
            asked()


def test_a_deal_is_truncated() -> None:
    made = env(rummy.GAME, players=2, max_cycles=9, reward="win")
    made.reset(seed=1)
    assert play(made, Random(1), 9) == {"player_0": 0.0, "player_1": 0.0}
    assert all(made.truncations.values())
    assert not any(made.terminations.values())
    play(made, Random(1), 2)
    assert not made.agents


def test_arguments() -> None:
    with pytest.raises(RulesError, match="render_mode must be"):
        env(rummy.GAME, render_mode="film")
    with pytest.raises(RulesError, match="players must be a whole number from 2 to"):
        env(rummy.GAME, players=1)
    with pytest.raises(RulesError, match="game must be a Game, not 'rummy'"):
        env("rummy")
    with pytest.raises(RulesError, match="reward must be one of score, difference, win"):
        env(rummy.GAME, reward="fame")
    with pytest.raises(RulesError, match="max_cycles must be a whole number of at least 1"):
        env(rummy.GAME, max_cycles=0)
    made = env(rummy.GAME, rules=rummy.PRESETS["bicycle"], players=3)
    made.reset()
    made.reset()
    assert (made.position.rules, made.render(), len(made.agents)) == (rummy.PRESETS["bicycle"], None, 3)
    made.close()
