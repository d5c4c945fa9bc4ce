"""OpenSpiel's own test, its search, and what it does not look at."""

# The library has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingParameterType=false
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportOptionalSubscript=false, reportPossiblyUnboundVariable=false
# mypy: disable-error-code="arg-type,union-attr,index,attr-defined,no-untyped-def,no-untyped-call"

import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy as np  # noqa: E402
from attrs import evolve  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from rami import Refusal, RulesError, contracts, gin, rummikub, rummy  # noqa: E402
from rami.adapters import openspiel  # noqa: E402
from rami.games import GAMES  # noqa: E402
from tests.fourth import GAME as FOURTH  # noqa: E402
from tests.gin.against_openspiel import compare  # noqa: E402


def drawn(state, chance):
    """The state once chance has decided what waits for it."""
    while state.is_chance_node():
        kinds, odds = zip(*state.chance_outcomes(), strict=True)
        assert sum(odds) == pytest.approx(1)
        state.apply_action(chance.choices(kinds, odds)[0])
    return state


def dealt(game):
    """A state in which the pieces are dealt."""
    return drawn(game.new_initial_state(), random.Random(1))


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
        drawn(state, random.Random(1)).apply_action(bot.step(state))
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
        drawn(state, random.Random(1))
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
    drawn(state, random.Random(1))
    told = [state.information_state_string(seat) for seat in range(2)]
    assert told[first].splitlines()[0] != ""
    assert len(told[0]) > len(state.observation_string(0))


def test_a_game_that_does_not_say_what_is_seen_of_a_move() -> None:
    """A seat remembers its own moves, and of the others their kinds."""
    state = dealt(openspiel.game(evolve(rummy.GAME, seen=None)))
    first = state.current_player()
    state.apply_action(state.string_to_action("draw"))
    drawn(state, random.Random(1))
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


def test_legal_actions_are_those_that_openspiel_asks_for() -> None:
    """The short way gives the same as the method of pyspiel, of each seat, while cards are dealt, and at the end."""
    state, chance = openspiel.game(gin.GAME).new_initial_state(), random.Random(1)
    seats: list[tuple[int, ...]] = [(), (0,), (1,)]
    while not state.is_terminal():
        assert all(state.legal_actions(*seat) == pyspiel.State.legal_actions(state, *seat) for seat in seats)
        state.apply_action(chance.choice(state.legal_actions()))
    assert all(state.legal_actions(*seat) == pyspiel.State.legal_actions(state, *seat) == [] for seat in seats)


def test_a_copy_shares_its_game() -> None:
    state = dealt(openspiel.game(gin.GAME))
    copy = state.clone()
    assert copy.spiel is state.spiel
    assert copy.observation_tensor() == state.observation_tensor(state.current_player())
    assert copy.observation_tensor() != copy.observation_tensor(1 - state.current_player())


def test_a_game_has_to_say_its_pieces() -> None:
    with pytest.raises(RulesError, match="does not say which pieces"):
        openspiel.game(FOURTH)
    with pytest.raises(RulesError, match="players must be a whole number from 2 to 4, not 9"):
        openspiel.game(rummikub.GAME, players=9)


def test_gin_is_that_of_openspiel_but_for_what_is_known() -> None:
    """A sample: `python -m tests.gin.against_openspiel` plays more."""
    theirs = pyspiel.load_game("gin_rummy")
    assert sum(compare(theirs, seed)[1] for seed in range(12)) > 500


def reached(game, seed, actions):
    """A state after some actions at random."""
    state, chance = dealt(game), random.Random(seed)
    for _ in range(actions):
        if drawn(state, chance).is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return drawn(state, chance)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_leak(game) -> None:
    """What a seat cannot tell apart is the same to it, and what everybody sees is the same to all."""
    made = openspiel.game(game, actions="free" if game is rummikub.GAME else "exact")
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    for seed in range(3):
        state = reached(made, seed, 25)
        for seat in range(2):
            other = state.resample_from_infostate(seat, lambda: 0.25)
            for what in ("information_state_string", "observation_string", "observation_tensor"):
                assert getattr(other, what)(seat) == getattr(state, what)(seat)
            seen = [make_observation(made, public) for _ in range(2)]
            for observer, each in zip(seen, (state, other), strict=True):
                observer.set_from(each, 1 - seat)
            assert (seen[0].tensor == seen[1].tensor).all()
            assert seen[0].string_from(state, 0) == seen[0].string_from(other, 1)


def test_a_public_observer_shows_no_hand() -> None:
    state = dealt(openspiel.game(gin.GAME))
    public = make_observation(
        state.get_game(), pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.tensor is None
    public.set_from(state, 0)
    assert public.string_from(state, 0) == str(gin.observe(state.inside.position, None))
    state.apply_action(state.string_to_action("pass"))
    assert public.string_from(state, 0).startswith("Player 1 refuses the upcard.\n")
    for kind in (
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
        pyspiel.IIGObservationType(public_info=False, perfect_recall=False),
    ):
        with pytest.raises(RulesError, match="an observer has what is public"):
            make_observation(state.get_game(), kind)


def test_a_draw_is_a_node_of_chance() -> None:
    """Nobody can see it coming: each kind is as likely as it has pieces unseen, and the hidden order is canonical."""
    state = dealt(openspiel.game(rummy.GAME))
    position = state.inside.position
    assert list(position.stock) == sorted(position.stock)
    first = state.current_player()
    state.apply_action(state.string_to_action("draw"))
    assert state.is_chance_node()
    assert state.inside.position == position
    kinds = [state.get_game().kinds[kind] for kind, _ in state.chance_outcomes()]
    assert kinds == sorted(set(position.stock))
    last = state.chance_outcomes()[-1][0]
    state.apply_action(last)
    assert kinds[-1] in state.inside.position.hands[first]
    assert state.current_player() == first
    assert not state.is_chance_node()


@pytest.mark.parametrize("restock", ["shuffle_keep_top", "flip"])
def test_a_stock_that_is_renewed(restock) -> None:
    """The discards that were shuffled come by chance; those turned over in the order that all have seen."""
    rules = rummy.DEFAULT.evolve(restock=restock, max_restocks=3)
    state, chance = dealt(openspiel.game(rummy.GAME, rules=rules)), random.Random(1)
    before = None
    while not state.inside.position.restocks:
        before = state.clone()
        names = [state.action_to_string(action) for action in state.legal_actions()]
        name = "draw" if "draw" in names else next(name for name in names if name.startswith("discard"))
        state.apply_action(state.string_to_action(name))
        if not before.inside.position.stock and name == "draw":
            assert state.is_chance_node() == (restock == "shuffle_keep_top")
            pile = before.inside.position.discards
            if restock == "flip":
                assert state.inside.position.stock == pile[1:]
            else:
                assert {state.get_game().kinds[kind] for kind, _ in state.chance_outcomes()} == set(pile[:-1])
        drawn(state, chance)
    assert before is not None
    assert len(state.inside.position.stock) == len(before.inside.position.discards) - 1 - (restock != "flip")
    for _ in range(4):
        names = [state.action_to_string(action) for action in state.legal_actions()]
        state.apply_action(state.string_to_action("draw" if "draw" in names else names[-1]))
        assert state.is_chance_node() == ("draw" in names and restock != "flip")
        drawn(state, chance)


def test_the_market_is_refilled_by_chance() -> None:
    """Also beyond the end of the pile: its own cards come first, then the discards."""
    state, chance, beyond = dealt(openspiel.game(contracts.GAME)), random.Random(2), 0
    while not state.is_terminal() and beyond < 2:
        state.apply_action(state.legal_actions()[-1])
        if state.is_chance_node():
            pile = state.inside.position.value_pile
            needed = state.inside.draw.count
            for number in range(needed):
                source = pile if number < len(pile) else state.inside.position.discards
                kinds = {state.get_game().kinds[kind] for kind, _ in state.chance_outcomes()}
                assert kinds <= set(source)
                beyond += number >= len(pile)
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            assert not state.is_chance_node()


@pytest.mark.parametrize("utility", ["score", "difference", "win"])
def test_utilities_are_within_their_bounds(utility) -> None:
    made = openspiel.game(gin.GAME, utility=utility)
    state = reached(made, 4, 400)
    assert state.is_terminal()
    assert all(made.min_utility() <= each <= made.max_utility() for each in state.returns())
    if utility != "score":
        assert made.utility_sum() == sum(state.returns()) == 0
    assert made.max_game_length() == 2011
    assert made.max_chance_nodes_in_history() > made.hands == 21


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_edition_is_played(game) -> None:
    for rules in game.presets.values():
        made = openspiel.game(game, rules=rules, utility="win", actions="free" if game is rummikub.GAME else "exact")
        again = pickle.loads(pickle.dumps(made))
        assert again.get_type().short_name == made.get_type().short_name
        assert reached(made, 1, 12).history() == reached(again, 1, 12).history()


def test_what_is_illegal_is_an_error_of_ours() -> None:
    state = openspiel.game(rummy.GAME).new_initial_state()
    with pytest.raises(RulesError, match="no piece of kind 700 can come now"):
        state.apply_action(700)
    state = dealt(openspiel.game(rummy.GAME))
    with pytest.raises(Refusal, match="A turn begins with a card"):
        state.apply_action(state.get_game().actions.names.index("discard KD"))


def test_own_actions_are_remembered_in_their_order() -> None:
    """Two ways to choose the same tiles are two information states of the seat, and the same to the other."""
    first = dealt(openspiel.game(rummikub.GAME, actions="free"))
    second, seat = first.clone(), first.current_player()
    one, other = first.legal_actions()[:2]
    for state, order in ((first, (one, other)), (second, (other, one))):
        for action in order:
            state.apply_action(action)
    assert first.information_state_string(seat) != second.information_state_string(seat)
    assert first.information_state_string(1 - seat) == second.information_state_string(1 - seat)


def test_a_game_of_ones_own_deals_its_whole_deck_first() -> None:
    """Nothing says where it draws: so no later move waits for chance."""
    made = openspiel.game(evolve(gin.GAME, name="mine"))
    state = reached(made, 1, 20)
    assert made.hands == 52
    assert sum(player == pyspiel.PlayerId.CHANCE for player in (each.player for each in state.full_history())) == 52
    assert (made.max_game_length(), made.min_utility()) == (2011, -1_000_000)


def test_the_page_is_played() -> None:
    """Its code, with fewer simulations and the start of a deal in the search."""
    page = (Path(__file__).parents[2] / "docs" / "guides" / "environments.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    found = dict[str, Any]()
    short = code.replace("max_simulations=50", "max_simulations=2")
    exec(short.replace("while not state.is_terminal():", "for _ in range(30):"), found)
    assert not found["table"].agents
    assert found["state"].move_number() == 30
