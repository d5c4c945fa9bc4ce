"""The kit of tests: games without mistakes, reports, what was skipped, and strategies."""

import pickle
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields
from hypothesis import find, given, settings
from hypothesis import strategies as st

from examples.okey import okey
from rami import RulesError, contracts, gin, rummikub, rummy, testing
from rami.codec import from_json
from rami.game import Game
from rami.games import GAMES
from rami.record import Record
from rami.testing import Breach, check_game, checked_deals, moves, perft, states, strategies
from rami.testing import watched as watching
from rami.testing.secrecy import Secrecy
from rami.testing.watched import Candidates, Watched
from tests.effort import examples
from tests.kit import chinchon, fourth, planted_finer, swap
from tests.kit.fourth import GAME as COUNTING
from tests.kit.planted_fresh import TWO
from tests.promises.playing import EACH_EDITION

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


def test_a_whole_game_keeps_its_promises_in_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"MOST_LOOKS": 8, "RARE": 1, "COMPARED": 2, "MANY_STATES": 60, "FEW_STATES": 20}.items():
        monkeypatch.setattr(checked_deals, name, number)
    rules = okey.Rules(most_turns=3)
    found = check_game(okey.GAME, rules=rules, players=2, seeds=[3], moves=1)
    assert found.skipped == ()
    assert {"Draw", "Discard", "not_in_hand", "turns"} <= set(found.made)


def test_what_must_occur() -> None:
    with pytest.raises(Breach, match="never met in 11 deals: Play, big_gin"):
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
    def refusing(players: int, rules: Any = None, *, seed: int) -> Any:
        raise RulesError("not today")

    with pytest.raises(Breach, match=r"swap, short, 2 players, seed \d+: RulesError: not today; in new_game"):
        check_game(evolve(swap.GAME, new_game=refusing))


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
        check_game(evolve(swap.GAME, check=check, from_deal=mute(swap.from_deal), new_game=mute(swap.new_game)))


def test_a_call_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(state: Any, move: Any) -> Any:
        while state.turn:
            pass
        return swap.apply(state, move)

    monkeypatch.setattr(watching, "SECONDS", 0.2)
    with pytest.raises(Breach, match=r"TimeoutError: takes longer than 0\.1 seconds; in apply"):
        check_game(evolve(swap.GAME, apply=endless))


def test_moves_that_are_not_listed() -> None:
    def small_steps(position: Any) -> Any:
        return (move for move in fourth.legal_moves(position) if move.steps < 2)

    few = evolve(COUNTING, legal_moves=small_steps)
    with pytest.raises(Breach, match="is legal, and not listed"):
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
    ("the first deal was played to its end", (checked_deals, "MOST_MOVES", 2), {}),
    ("a limit of time: only the main thread", (threading, "current_thread", Late), {}),
]


@pytest.mark.parametrize(("reason", "patched", "changes"), DID_NOT_RUN, ids=[row[0] for row in DID_NOT_RUN])
def test_what_did_not_run_is_said(reason: str, patched: Any, changes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    if patched is not None:
        monkeypatch.setattr(*patched)
    found = check_game(evolve(COUNTING, **changes), **SMALL)
    assert any(reason in said for said in found.skipped)


def test_answers_of_another_process_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rules = evolve(swap.GAME, new_game=planted_finer.started_by_hash), swap.Rules()
    record = Record(game=game, rules=rules, players=2, deal=game.shuffle(2, rules, seed=1), seed=1)
    wrong, skipped = watching.compare([record])
    assert wrong.startswith("deal: another answer in another process")
    assert skipped == ""
    monkeypatch.setattr(watching, "compare", lambda played: ("it differs", ""))
    with pytest.raises(Breach, match="counting: it differs"):
        check_game(COUNTING, **SMALL)


# -------------------------------------------------------------------------------------------------------- the parts


def test_candidates_are_all_there_are() -> None:
    start = gin.new_game(2, seed=1)
    view = gin.observe(gin.apply(start, "take"), 0)
    [discards] = Candidates(view, start.stock, Random(1)).of([gin.Discard], 99)
    assert {move.card for move in discards} >= set(view.hand)


def low_hands(view: Any, *, seed: int) -> Any:
    """Give the neighbour the lowest hidden card in every third state."""
    state = swap.determinize(view, seed=seed)
    lowest = min((*state.hands[1], *state.stock))
    if seed % 3 or state.hands[1] == (lowest,):
        return state
    stock = tuple(state.hands[1][0] if card == lowest else card for card in state.stock)
    return evolve(state, hands=(state.hands[0], (lowest,)), stock=stock)


def low_end(view: Any, *, seed: int) -> Any:
    """Put the lowest card of the stock at its end in every third state."""
    state = swap.determinize(view, seed=seed)
    lowest = min(state.stock)
    stock = (*(card for card in state.stock if card != lowest), lowest)
    return state if seed % 3 else evolve(state, stock=stock)


@pytest.mark.parametrize(
    ("determinize", "broken"),
    [(swap.determinize, []), (low_hands, ["1 is in the hands of seat 1"]), (low_end, ["1 is last in the stock"])],
)
def test_states_of_one_view_are_equally_likely(determinize: Any, broken: list[str]) -> None:
    said: list[str] = []

    def expect(kept: bool, what: str) -> None:
        if not kept:
            said.append(what)

    game, rules = evolve(swap.GAME, determinize=determinize), swap.Rules(12)
    start = next(
        state for state in (swap.new_game(2, rules, seed=seed) for seed in range(99)) if state.hands[0] != (1,)
    )
    secrecy = Secrecy(Watched(game), frozenset(rules.pieces), frozenset(["hands", "stock"]), Random(1), expect)
    secrecy.uniform(start, 0, 600, 0)
    assert bool(said) == bool(broken)
    assert all(any(part in each for each in said) for part in broken)


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
    over = find(states(swap.GAME, players=3), lambda state: state.is_over)
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
@pytest.mark.slow(but=["gin.state", "Tile", "Rules", "contracts.cards", "contracts.dealing"])
def test_types_have_strategies(kind: type) -> None:
    strategies.register()
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
