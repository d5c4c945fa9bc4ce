"""The kit of tests: games without mistakes, reports, what was skipped, and strategies."""

import pickle
import subprocess
import sys
import threading
import tomllib
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields
from hypothesis import find, given, settings
from hypothesis import strategies as st

from examples.okey import okey
from rami import RulesError, contracts, gin, rummikub, rummy, testing
from rami.codec import from_json
from rami.game import Deal, Game
from rami.games import GAMES
from rami.record import Record
from rami.testing import Breach, check_game, moves, perft, states
from tests.kit import all_mistakes, chinchon, planted
from tests.kit import card_swap_game as swap
from tests.kit import counting_game as fourth
from tests.kit.counting_game import GAME as COUNTING
from tests.kit.planted_fresh import TWO
from tests.promises.playing import EACH_EDITION
from tests.quick_or_full import examples

FOREIGN: dict[str, Game] = {
    "okey": okey.GAME,
    "chinchon": chinchon.GAME,
    "swap": swap.GAME,
    "two ranks": TWO,
    "counting": COUNTING,
}


# ---------------------------------------------------------------------------------------------- games without mistakes


@pytest.mark.slow(but=["swap"])
@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_game_keeps_its_promises(name: str) -> None:
    found = check_game(FOREIGN[name], moves=100 if name == "swap" else 2_500)
    assert found.deals > 8
    assert not any("process" in reason for reason in found.skipped)
    assert hash(found) == hash(evolve(found, made={}))


@pytest.mark.slow
@pytest.mark.no_cover
@EACH_EDITION
def test_an_edition_keeps_its_promises(game: Game, rules: Any) -> None:
    found = check_game(game, rules=rules)
    assert found.moves >= 2_500
    assert not any("process" in reason for reason in found.skipped)


@pytest.mark.slow(but=["Knock"])
@pytest.mark.parametrize(("game", "kind"), [(contracts.GAME, "Fill"), (gin.GAME, "Knock"), (rummy.GAME, "LayOff")])
def test_a_game_without_mistakes_is_soon_through(game: Game, kind: str) -> None:
    rules: Any = next(iter(game.presets.values()))
    assert check_game(game, rules=rules, players=2, seeds=[1], moves=1).made[kind] > 9


def test_what_must_occur() -> None:
    with pytest.raises(Breach, match="never occurred in 11 deals: Play, big_gin"):
        check_game(COUNTING, rules=fourth.Goal(5), players=2, must=["Count", "Play", "big_gin"], moves=1)


# ------------------------------------------------------------------------------------------------------------- reports


def crash(position: Any, move: Any) -> Any:
    if isinstance(move, swap.Swap) and position.turn == 2:
        raise ZeroDivisionError("seven")
    return swap.check(position, move)


def test_a_breach_names_the_call_the_moves_and_a_record() -> None:
    with pytest.raises(Breach) as caught:
        check_game(evolve(swap.GAME, check=crash))
    breach = caught.value
    assert breach.broken == "ZeroDivisionError: seven"
    assert breach.call.startswith("check(")
    assert breach.call.endswith("swap)")
    assert len(breach.moves) == 2
    assert isinstance(breach.__cause__, ZeroDivisionError)
    record = from_json(breach.record, Record, games=[swap.GAME])
    assert record.state == breach.position
    for part in (breach.where, breach.call, "after 2 moves", breach.record):
        assert part in str(breach)
    assert str(pickle.loads(pickle.dumps(breach))) == str(breach)


def test_an_error_before_the_first_position() -> None:
    def refusing(players: int, rules: Any, deal: Any) -> Any:
        raise RulesError("not today")

    with pytest.raises(Breach, match=r"swap, short, 2 players, seed \d+: RulesError: not today; in new_game"):
        check_game(evolve(swap.GAME, from_deal=refusing))


class Mute(swap.State):
    """A state that cannot be written."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


def mute(function: Any) -> Any:
    def muted(*arguments: Any, **named: Any) -> Any:
        state = function(*arguments, **named)
        return Mute(**{each.name: getattr(state, each.name) for each in fields(swap.State)})

    return muted


def test_a_position_that_cannot_be_written() -> None:
    def check(position: Any, move: Any) -> Any:
        raise KeyError(position.turn)

    with pytest.raises(Breach, match="a Mute whose repr raises ZeroDivisionError"):
        check_game(evolve(swap.GAME, check=check, from_deal=mute(swap.from_deal)))


def test_a_call_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    all_mistakes.hurry(monkeypatch.setattr)
    with pytest.raises(Breach, match=r"TimeoutError: the call takes longer than 15 seconds; in apply"):
        check_game(planted.MISTAKES["swap: apply never comes back"])


def test_moves_that_are_not_listed() -> None:
    def small_steps(position: Any) -> Any:
        return (move for move in fourth.legal_moves(position) if move.steps < 2)

    few = evolve(COUNTING, legal_moves=small_steps)
    with pytest.raises(Breach, match="is legal, but neither this move"):
        check_game(few)
    found = check_game(evolve(few, unlisted=[fourth.Count]), moves=1)
    assert "that every legal move is listed: Count are listed in part" in found.skipped


# ------------------------------------------------------------------------------------------------- what did not run


class Late:
    """A thread that is not the main one."""


SMALL: Any = {"rules": fourth.Goal(5), "moves": 1}
DID_NOT_RUN: list[tuple[str, tuple[Any, str, Any] | None, dict[str, Any]]] = [
    ("another process: the game cannot be pickled", None, {"flaws": lambda position: (*COUNTING.flaws(position),)}),
    ("in which legal moves are not listed", None, {"quick_to_list": lambda state: state.turn < 2}),
    ("another process:", (sys, "executable", "/bin/false"), {}),
    ("the time limit of calls: it needs the main thread", (threading, "current_thread", Late), {}),
    ("the JSON of records: the game has no parse_piece", None, {"parse_piece": None}),
]


@pytest.mark.parametrize(("reason", "patched", "changes"), DID_NOT_RUN, ids=[row[0] for row in DID_NOT_RUN])
def test_what_did_not_run_is_said(reason: str, patched: Any, changes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    if patched is not None:
        monkeypatch.setattr(*patched)
    found = check_game(evolve(COUNTING, **changes), **SMALL)
    assert any(reason in said for said in found.skipped)


@pytest.mark.parametrize(("goal", "left"), [(2_000, True), (150, False)])
def test_long_deals_are_left(goal: int, left: bool) -> None:
    found = check_game(COUNTING, rules=fourth.Goal(goal), players=2, seeds=[], moves=1)
    assert any("the first deal was played to its end" in said for said in found.skipped) is left
    with pytest.raises(RulesError, match="the rules do not allow 9 players"):
        check_game(COUNTING, players=9)


def test_answers_of_another_process_are_compared() -> None:
    with pytest.raises(Breach, match="legal_moves: the result differs in another process"):
        check_game(planted.MISTAKES["swap: moves in the order of a set"], rules=swap.Rules(), players=2, moves=1)


# ------------------------------------------------------------------------------------------------------- random states


def low_hands(view: Any, *, seed: int) -> Any:
    """Give the neighbor the lowest hidden card in every third state."""
    state = swap.determinize(view, seed=seed)
    seat = 0 if view.player else 1
    lowest = min((*state.hands[seat], *state.stock))
    if seed % 3 or view.is_over or state.hands[seat] == (lowest,):
        return state
    stock = tuple(state.hands[seat][0] if card == lowest else card for card in state.stock)
    return evolve(state, hands=(*state.hands[:seat], (lowest,), *state.hands[seat + 1 :]), stock=stock)


def low_end(view: Any, *, seed: int) -> Any:
    """Put the lowest card of the stock at its end in every third state."""
    state = swap.determinize(view, seed=seed)
    lowest = min(state.stock)
    stock = (*(card for card in state.stock if card != lowest), lowest)
    return state if seed % 3 else evolve(state, stock=stock)


def one_world(view: Any, *, seed: int) -> Any:
    return swap.determinize(view, seed=1)


@pytest.mark.parametrize(
    ("determinize", "broken"),
    [(low_hands, "1 is in the hands of seat"), (low_end, "1 is last in the stock"), (one_world, "always the same")],
)
def test_states_of_one_view_are_equally_likely(determinize: Any, broken: str) -> None:
    with pytest.raises(Breach, match=broken):
        check_game(evolve(swap.GAME, determinize=determinize), rules=swap.Rules(12, 1), players=2)


def test_sequences_of_moves_are_counted() -> None:
    with pytest.raises(RulesError):
        perft(COUNTING, COUNTING.new_game(2, seed=1), -1)
    assert perft(COUNTING, COUNTING.new_game(2, seed=1), 20) == 33


# ---------------------------------------------------------------------------------------------------------- strategies


@settings(max_examples=examples(20), deadline=None)
@given(st.data())
def test_states_and_moves_go_together(data: st.DataObject) -> None:
    games: list[Game] = [*GAMES.values(), swap.GAME]
    game = data.draw(st.sampled_from(games))
    state = data.draw(states(game, most_moves=5))
    if not state.is_over:
        game.apply(state, data.draw(moves(state, game)))


def test_states_of_given_rules_and_players() -> None:
    state = find(states(gin.GAME, rules=gin.GAME.presets["straight-gin"], players=2), lambda state: state.turn > 0)
    assert (state.rules, state.turn) == (gin.GAME.presets["straight-gin"], 1)
    over = find(states(swap.GAME, players=3, most_moves=999), lambda state: state.is_over)
    assert moves(over, swap.GAME).is_empty


@pytest.mark.parametrize(
    "kind",
    [
        *(game.view for game in GAMES.values()),
        *(rummikub.Tile, rummikub.Rules, rummikub.Play, rummikub.TimeOut, rummy.Run, gin.Knock),
        *(contracts.Card, contracts.Fill, contracts.GAME.deals, gin.State),
    ],
    ids=lambda kind: f"{kind.__module__}.{kind.__name__}",
)
@pytest.mark.slow(but=["gin.position", "Tile", "Rules", "contracts.cards", "contracts.setup", "Knock"])
def test_types_have_strategies(kind: type) -> None:
    for each in entry_points(group="hypothesis", name="rami"):
        each.load()()
    assert isinstance(find(st.from_type(kind), lambda value: True), kind)


def test_hypothesis_finds_the_strategies() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["hypothesis"] == {"rami": "rami.testing.strategies:register"}


def test_the_kit_needs_no_hypothesis(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys; sys.modules['hypothesis'] = None\nimport rami.testing as kit\nassert kit.check_game\nkit.states"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "rami[testing]" in done.stderr
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match="the strategies need Hypothesis"):
        _ = testing.states
    with pytest.raises(AttributeError):
        _ = testing.missing


def test_a_shuffle_that_depends_on_earlier_calls_is_noticed() -> None:
    calls = count()

    def shuffle(players: int, rules: gin.Rules = gin.Rules(), *, seed: int, starter: int | None = None) -> Deal:
        return gin.GAME.shuffle(players, rules, seed=seed + next(calls), starter=starter)

    with pytest.raises(Breach, match="new_game: not the same twice"):
        check_game(evolve(gin.GAME, shuffle=shuffle))


def test_neighbors_in_a_fixed_order_are_noticed() -> None:
    def determinize(view: gin.View, *, seed: int) -> gin.State:
        state = gin.determinize(view, seed=seed)
        return evolve(state, stock=(*sorted(state.stock[:2]), *state.stock[2:]))

    with pytest.raises(Breach, match="the lower of two neighbors in the stock comes first 300 times in 300"):
        check_game(evolve(gin.GAME, determinize=determinize))


@pytest.mark.parametrize("name", ["contracts", "rummy"])
def test_a_short_check_of_a_game_with_large_hands_passes(name: str) -> None:
    """It drops suspicions of random states, and varies the last moves of deals illegally."""
    report = check_game(GAMES[name], seeds=[1], moves=1)
    assert report.moves >= 1
