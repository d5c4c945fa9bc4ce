"""A record as the running deal: moves are played and undone, and the remembered position is no part of the value."""

import copy
import pickle
from itertools import islice
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import IllegalMove, RecordError, RulesError, WrongType, contracts, gin, rummikub
from rami.codec import from_json, to_json
from rami.errors import Violation
from rami.game import Game
from rami.games import GAMES
from rami.players import quick_player
from rami.record import Record, start
from tests.fourth import GAME as FOURTH

AnyRecord = Record[Any, Any, Any, Any]


def played(game: Game[Any, Any, Any, Any], seed: int, most: int) -> AnyRecord:
    """A deal of two players who play up to so many moves."""
    record, random = start(game, 2, seed=seed), Random(seed)
    while len(record.moves) < most and record.result is None:
        record = record.play(quick_player(record.view(record.state.current_player), random))
    return record


records = st.builds(played, st.sampled_from([*GAMES.values()]), st.integers(0, 2**32), st.integers(0, 30))


def read(record: AnyRecord) -> AnyRecord:
    """The same record without a remembered position."""
    back: AnyRecord = from_json(to_json(record), Record)
    return back


@settings(max_examples=20, deadline=None)
@given(records)
def test_the_position_is_that_of_a_replay(record: AnyRecord) -> None:
    game = record.game
    state = game.from_deal(2, record.rules, record.deal)
    positions = [state, *((state := game.apply(state, move)) for move in record.moves)]
    assert record.state == read(record).state == positions[-1]
    assert list(record.states()) == positions
    assert record.result == game.result(positions[-1])
    for seat in (None, 0, 1):
        assert record.view(seat) == game.observe(positions[-1], seat)
        assert game.event is not None
        told = [game.event(before, move, seat) for before, move in zip(positions, record.moves, strict=False)]
        assert list(record.events(seat)) == told


@settings(max_examples=20, deadline=None)
@given(records)
def test_the_remembered_position_is_no_part_of_the_value(record: AnyRecord) -> None:
    without = read(record)
    assert record == without
    assert hash(record) == hash(without)
    assert repr(record) == repr(without)
    assert to_json(record) == to_json(without)
    size = len(pickle.dumps(without))
    assert without.state == record.state
    assert len(pickle.dumps(without)) == size
    for other in (pickle.loads(pickle.dumps(record)), copy.copy(record), from_json(to_json(record), Record)):
        assert other == record
        assert other.state == record.state


@settings(max_examples=20, deadline=None)
@given(records, st.integers(1, 3))
def test_moves_are_undone(record: AnyRecord, count: int) -> None:
    for _ in range(min(count, len(record.moves))):
        before, last = record.undo(), record.moves[-1]
        assert before.moves == record.moves[:-1]
        assert before.play(last) == record
        assert before.play(last).state == record.state
        record = before


def test_there_is_nothing_to_undo_before_the_first_move() -> None:
    with pytest.raises(RecordError, match="there is no move to undo") as caught:
        start(gin.GAME, 2, seed=1).undo()
    assert caught.value.message("fr") == "Il n'y a aucun coup à reprendre."


def counting(counts: list[gin.Move]) -> Game[gin.Rules, gin.State, gin.Move, gin.View]:
    """Gin, which counts how often a move is applied."""

    def apply(state: gin.State, move: gin.Move | str) -> gin.State:
        counts.append(gin.parse_move(move) if isinstance(move, str) else move)
        return gin.apply(state, move)

    return evolve(gin.GAME, apply=apply)


def test_a_move_costs_one_apply() -> None:
    counts: list[gin.Move] = []
    record = start(counting(counts), 2, seed=5)
    random = Random(5)
    for number in range(1, 13):
        record = record.play(quick_player(record.view(record.state.current_player), random))
        assert (record.result, len(counts)) == (None, number)


def test_a_record_that_was_read_is_replayed_once() -> None:
    counts: list[gin.Move] = []
    record: AnyRecord = evolve(played(gin.GAME, 7, 12), game=counting(counts))
    assert record.state == record.state
    assert record.view(0) == record.view(0)
    assert len(counts) == 12
    assert record.undo().state != record.state
    assert len(counts) == 12 + 11


def test_the_error_of_an_illegal_move_has_its_number() -> None:
    good = played(rummikub.GAME, 3, 6)
    wrong = evolve(good, moves=(*good.moves[:4], rummikub.Play("R1-R2-R3"), *good.moves[5:]))
    violations = rummikub.check(evolve(good, moves=good.moves[:4]).state, rummikub.Play("R1-R2-R3"))
    for ask in (lambda: wrong.state, lambda: wrong.result, lambda: wrong.view(0), lambda: list(wrong.events(None))):
        with pytest.raises(IllegalMove, match=r"^move 5: ") as caught:
            ask()
        assert (caught.value.number, caught.value.violations) == (5, violations)
        assert pickle.loads(pickle.dumps(caught.value)).number == 5
    assert len(list(islice(wrong.states(), 5))) == 5
    assert len(list(islice(wrong.events(0), 4))) == 4


def test_an_illegal_move_is_not_played() -> None:
    record = start(rummikub.GAME, 2, seed=1)
    with pytest.raises(IllegalMove) as caught:
        record.play(rummikub.Pass())
    assert caught.value.number is None
    assert isinstance(caught.value.violations[0], Violation)
    with pytest.raises(WrongType):
        record.play(contracts.End())  # type: ignore[arg-type]  # on purpose
    assert record == start(rummikub.GAME, 2, seed=1)


def test_a_deal_starts_by_rules() -> None:
    rules = gin.PRESETS["straight-gin"]
    assert start(gin.GAME, 2, rules, seed=4).state == gin.new_game(2, rules, seed=4)
    assert start(gin.GAME, 2, seed=4).rules == gin.Rules()
    wrong: Any = rummikub.Rules()
    with pytest.raises(WrongType, match="rules must be the Rules of gin"):
        start(gin.GAME, 2, wrong, seed=4)
    with pytest.raises(RulesError, match="players must be"):
        start(gin.GAME, 3, seed=4)


def test_events_are_of_a_seat() -> None:
    record = start(FOURTH, 2, seed=1)
    with pytest.raises(RulesError, match="seat must be a seat from 0 to 1"):
        record.events(2)
