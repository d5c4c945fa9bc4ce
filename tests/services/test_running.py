"""Records of running deals: moves, undo, and equality regardless of the cached position."""

import copy
import pickle
from itertools import islice
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import IllegalMove, RecordError, RulesError, WrongType, contracts, gin, rummikub, rummy
from rami.codec import from_json, to_json
from rami.game import Game
from rami.games import GAMES
from rami.players import quick_player
from rami.record import Record
from tests.kit.counting_game import GAME as FOURTH

AnyRecord = Record[Any, Any, Any, Any]


def played(game: Game[Any, Any, Any, Any], seed: int, most: int) -> AnyRecord:
    """Return a deal of two players with at most this many moves."""
    record, random = Record.start(game, 2, seed=seed), Random(seed)
    while len(record.moves) < most and record.result is None:
        record = record.after(quick_player(record.view(record.state.current_player), random))
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
    state = next(read(record).states())
    positions = [state, *((state := game.apply(state, move)) for move in record.moves)]
    assert record.state == read(record).state == positions[-1]
    assert list(record.states()) == positions
    assert record.result == game.result(positions[-1])
    for seat in (None, 0, 1):
        assert record.view(seat) == game.observe(positions[-1], seat)
        assert game.event is not None
        told = [game.event(before, move, seat) for before, move in zip(positions, record.moves, strict=False)]
        assert record.events(seat) == tuple(told)
        for since in (0, 1, len(told) // 2, len(told), len(told) + 1):
            assert record.events(seat, since) == tuple(told[since:])


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
        assert before.after(last) == record
        assert before.after(last).state == record.state
        record = before


def test_undo_before_the_first_move_is_refused() -> None:
    with pytest.raises(RecordError, match="the record has no move to undo") as caught:
        Record.start(gin.GAME, 2, seed=1).undo()
    assert caught.value.message("fr") == "Il n'y a rien à reprendre."


def counting(counts: list[gin.Move]) -> Game[gin.Rules, gin.State, gin.Move, gin.View]:
    """Gin with a counter of `apply` calls."""

    def apply(state: gin.State, move: gin.Move | str) -> gin.State:
        counts.append(gin.parse_move(move) if isinstance(move, str) else move)
        return gin.apply(state, move)

    return evolve(gin.GAME, apply=apply)


def test_a_move_costs_one_apply() -> None:
    counts: list[gin.Move] = []
    record = Record.start(counting(counts), 2, seed=5)
    random = Random(5)
    for number in range(1, 13):
        record = record.after(quick_player(record.view(record.state.current_player), random))
        assert (record.result, len(counts)) == (None, number)


def test_a_record_that_was_read_is_replayed_once() -> None:
    counts: list[gin.Move] = []
    record: AnyRecord = evolve(played(gin.GAME, 7, 12), game=counting(counts))
    assert record.state == record.state
    assert record.view(0) == record.view(0)
    assert len(counts) == 12
    assert record.undo().state != record.state
    assert len(counts) == 12


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


def test_events_are_of_a_seat() -> None:
    record = Record.start(FOURTH, 2, seed=1)
    with pytest.raises(RulesError, match="seat must be a seat from 0 to 1"):
        record.events(2)
    with pytest.raises(RulesError, match="since must be a whole number of at least 0, not -1"):
        record.events(0, since=-1)


def test_an_event_costs_one_move_however_long_the_deal() -> None:
    counts: list[gin.Move] = []
    game = counting(counts)
    record = evolve(played(gin.GAME, 5, 12), game=game)
    assert record.can_undo in (True, False)
    replayed = len(counts)
    for since in range(len(record.moves) + 1):
        assert len(record.events(0, since)) == len(record.moves) - since
    assert record.after(next(gin.legal_moves(record.state))).moves
    assert len(counts) == replayed + 1


# ------------------------------------------------------------------------------------------------------- taking back


def undoable(record: AnyRecord, *moves: str) -> list[bool]:
    """Return for each of some moves whether it can be undone."""
    found: list[bool] = []
    for move in moves:
        record = record.after(move)
        found.append(record.can_undo)
    return found


def test_a_move_that_shows_nothing_hidden_may_be_taken_back() -> None:
    assert not Record.start(gin.GAME, 2, seed=1).can_undo
    assert undoable(Record.start(gin.GAME, 2, seed=1), "pass", "pass", "draw") == [True, True, False]
    taken = Record.start(gin.GAME, 2, seed=1).after("take")
    assert undoable(taken, f"discard {taken.view(1).hand[0]}") == [True]
    assert undoable(Record.start(rummikub.GAME, 2, seed=1), "draw") == [False]
    assert undoable(Record.start(rummy.GAME, 2, seed=1), "draw", "discard 6C") == [False, True]


def test_a_play_of_rummikub_may_be_taken_back_and_an_overrun_with_drawn_tiles_not() -> None:
    record: AnyRecord = Record.start(rummikub.GAME, 2, seed=1)
    random = Random(1)
    while not isinstance((record.moves or (None,))[-1], rummikub.Play):
        record = record.after(quick_player(record.view(record.state.current_player), random))
    assert record.can_undo
    assert not record.after(rummikub.TimeOut(record.state.table)).can_undo


def test_a_move_that_shows_a_hidden_piece_cannot_be_undone() -> None:
    """The end of a turn of the contract game fills the markets; a gin opens the hand of the opponent."""
    record: AnyRecord = Record.start(contracts.GAME, 2, seed=1)
    record = record.after(contracts.Take(record.state.value_market[:2]))
    assert record.can_undo
    assert not record.after("end").can_undo
    gin_record = next(
        record
        for record in (whole_deal(seed) for seed in range(60))
        if record.result and record.result.detail == gin.Ending.GIN
    )
    assert not gin_record.can_undo


def whole_deal(seed: int) -> AnyRecord:
    return played(gin.GAME, seed, 500)


def test_the_name_of_a_player_is_cleaned_and_cut() -> None:
    [event] = Record.start(gin.GAME, 2, seed=1).after("pass").events(0)
    assert (
        event.message(name="Ada\x1b[2J\u202e")
        == "Ada\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER} refuses the upcard."
    )
    assert len(event.message("fr", name="A" * 10**6)) < 100
    with pytest.raises(WrongType, match="name must be"):
        event.message(name=7)  # type: ignore[arg-type]  # wrong on purpose
