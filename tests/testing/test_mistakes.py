"""`check_game` finds what is wrong with a game, and says what it has seen."""

import pickle
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import RamiError, contracts, gin, rummikub, rummy
from rami.players import best_player
from rami.testing import Breach, Conformance, check_game, conformance, exploring
from rami.testing.exploring import Coverage, reservoir
from tests import fourth
from tests.testing import own_game
from tests.testing.planted_finer import MISTAKES


def test_there_are_many_mistakes() -> None:
    assert len(MISTAKES) >= 70
    assert set(MISTAKES) >= LONG | PROCESSES | LATE


LONG = {
    "a deal longer than the longest",
    "a next starter beyond the seats",
    "a next starter that raises",
    "a winner that is no seat",
    "an undercut that raises",
    "determinize sorts later",
}
"""Mistakes that show after many moves, of sorts that others show sooner."""

PROCESSES = {"a digest by hash()", "moves in the order of a set"}
"""Mistakes that show in another process alone."""

LATE = {
    *("a detail of another game", "a kind of move that is never listed", "a move that cannot be read"),
    *("a next starter that changes", "a result that changes", "apply loses a card after a knock"),
    *("apply never comes back", "check crashes out of phase", "flaws after a knock"),
}
"""Mistakes that take half a second and more to find."""


@pytest.mark.slow(only=[*LONG, *PROCESSES, *LATE])
@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=[pytest.mark.no_cover] * (what in LONG)) for what in MISTAKES]
)
def test_a_mistake_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "SECONDS", 2.0)  # seconds, for the one that never comes back
    game, message = MISTAKES[what]
    with pytest.raises(Breach) as caught:
        check_game(game, seeds=range(24), most_moves=8_000)
    assert message in str(caught.value)
    assert game.name in caught.value.where


@pytest.mark.slow
def test_a_game_without_mistakes_has_none() -> None:
    found = check_game(own_game.GAME, must=["Swap", "Keep", "round_limit", "not_your_turn"])
    assert found.deals == 12
    assert set(found.made) >= {"Swap", "Keep", "round_limit", "not_your_turn", "game_over"}
    assert "Swap" not in found.never
    assert set(found.never) <= {"no_stock"}
    assert found.skipped == ()
    assert hash(found) == hash(evolve(found, made={}))


@pytest.mark.slow
@pytest.mark.no_cover
def test_gin_goes_everywhere_with_a_player() -> None:
    must = ["Knock", "LayOff", "Done", "knock"]
    found = check_game(gin.GAME, rules=gin.DEFAULT, player=best_player, seeds=range(6), must=must, most_moves=250)
    assert not {"Pass", "DrawStock", "TakeDiscard", "Discard", "Knock", "LayOff", "Done"} & set(found.never)


def test_what_must_occur() -> None:
    with pytest.raises(Breach, match="never met in 2 deals: Play, big_gin"):
        check_game(fourth.GAME, rules=fourth.Goal(5), players=2, must=["Count", "Play", "big_gin"])


def test_a_limit_of_moves() -> None:
    nothing = check_game(fourth.GAME, most_moves=0)
    assert nothing == Conformance(0, 0, {}, ("Count",), nothing.skipped)
    assert nothing.skipped == tuple(
        f"{preset}, {players} players, seed {seed}"
        for seed in (0, 1)
        for players in (2, 3)
        for preset in ("to-nine", "to-twenty")
    )
    little = check_game(fourth.GAME, most_moves=1)
    assert little.deals == 1
    assert little.skipped == ("to-nine, 2 players, seed 0, after move 1", *nothing.skipped[1:])


@pytest.mark.slow
def test_every_preset_with_every_number_of_players_has_its_share() -> None:
    found = check_game(fourth.GAME, most_moves=30)
    assert found.deals >= 4
    assert not any("seed 0" in each and "after move" not in each for each in found.skipped)
    assert check_game(fourth.GAME).skipped == ()


def test_an_exception_says_where() -> None:
    def raising(view: Any, *, seed: int) -> Any:
        raise ZeroDivisionError("seven")

    with pytest.raises(Breach, match="swap, short, 2 players, seed 0: ZeroDivisionError: seven; in State") as caught:
        check_game(evolve(own_game.GAME, determinize=raising))
    assert isinstance(caught.value.position, own_game.State)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)

    def refusing(players: int, rules: Any = None, *, seed: int) -> Any:
        raise RamiError("not today")

    with pytest.raises(Breach, match=re.escape("swap, short, 2 players, seed 0: RamiError: not today")):
        check_game(evolve(own_game.GAME, new_game=refusing))
    with pytest.raises(Breach, match="swap: ZeroDivisionError"):
        check_game(evolve(own_game.GAME, seats=lambda rules: (1 // 0,)))


def test_what_services_read_comes_first() -> None:
    """A game of sticks, whose positions do not say whose turn it is."""
    sticks: Any = lambda players, rules=None, *, seed: (7,)  # noqa: E731
    game = evolve(fourth.GAME, new_game=sticks)
    with pytest.raises(Breach, match="a position has rules, players, current_player, turn, is_over; tuple has no"):
        check_game(game, rules=fourth.Goal(5))


def test_a_reservoir_gives_each_the_same_chance() -> None:
    random = Random(1)
    seen = [0] * 10
    for _ in range(3000):
        some = reservoir(range(10), 3, random)
        assert len(set(some)) == 3
        for each in some:
            seen[each] += 1
    assert all(750 < times < 1050 for times in seen)
    assert reservoir([], 3, random) == []
    assert reservoir([1, 2], 3, random) == [1, 2]


def test_a_corpus_keeps_moves_of_all_kinds() -> None:
    coverage: Coverage[Any] = Coverage(gin.GAME.moves)
    random = Random(1)
    assert coverage.from_corpus(3, Random(1)) != []
    for card in gin.PACK:
        coverage.made(None, gin.Discard(card), random)
    assert len(coverage.corpus["Discard"]) == 20
    assert {type(move) for move in coverage.from_corpus(200, random)} >= {gin.Discard, gin.Pass, gin.Knock, gin.Done}
    assert Coverage[Any]().from_corpus(3, random) == []


def test_only_so_many_positions_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    first = gin.new_game(2, seed=1)
    second = gin.apply(first, next(gin.legal_moves(first)))
    many, one = Coverage[Any](gin.GAME.moves), Coverage[Any](gin.GAME.moves)
    assert [many.is_new(first), many.is_new(first), many.is_new(second)] == [True, False, True]
    monkeypatch.setattr(exploring, "NEW_SHAPES", 1)
    assert [one.is_new(first), one.is_new(second)] == [True, False]


def test_what_is_listed_in_part() -> None:
    assert contracts.GAME.unlisted == (contracts.Fill,)
    assert rummikub.GAME.unlisted == (rummikub.Play, rummikub.TimeOut)
    assert not rummy.GAME.unlisted
    assert not own_game.GAME.unlisted


def test_moves_that_are_not_listed() -> None:
    def small_steps(position: Any) -> Iterator[fourth.Count]:
        return (move for move in fourth.legal_moves(position) if move.steps < 2)

    def bold(view: fourth.NumberView, random: Random) -> fourth.Count:
        return fourth.Count(view.card or 1)

    some = evolve(fourth.GAME, legal_moves=small_steps)
    with pytest.raises(Breach, match="is legal, and not listed"):
        check_game(some, player=bold)
    assert check_game(some, rules=fourth.Goal(5), player=bold, unlisted=["Count"]).deals == 4
