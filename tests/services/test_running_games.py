"""A running game of another program: its position becomes a record, and everything works from there on."""

import json
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import RecordError, RulesError, WrongType, contracts, gin, rummikub, rummy
from rami.codec import from_json, to_json
from rami.game import Game
from rami.games import GAMES
from rami.match import Match
from rami.players import quick_player
from rami.record import Record, Redacted
from tests.public.test_states_by_name import later, stored
from tests.quick_or_full import examples

AnyRecord = Record[Any, Any, Any, Any]


def to_the_end(record: AnyRecord, seed: int) -> AnyRecord:
    random = Random(seed)
    while record.result is None:
        record = record.after(quick_player(record.view(record.state.current_player), random))
    return record


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_running_game_is_entered_and_played_to_the_end(game: Game) -> None:
    for seed in range(examples(50)):
        state = later(game, seed)
        first: AnyRecord = Record.from_state(game, game.state(**stored(game, state)))
        assert (first.state, first.deal, first.moves) == (state, None, ())
        record = to_the_end(first, seed)
        assert record.verify().ok
        back = from_json(to_json(record), Record)
        assert (back, back.state, back.result) == (record, record.state, record.result)
        assert list(back.states()) == list(record.states())
        for player in (None, 0, 1):
            redacted = record.redact(player)
            assert redacted.views[0] == game.observe(state, player)
            assert from_json(to_json(redacted), Redacted) == redacted


def test_undo_stops_at_the_first_position() -> None:
    state = later(gin.GAME, 3)
    record = Record.from_state(gin.GAME, state)
    assert not record.can_undo
    after = record.after(next(gin.legal_moves(state)))
    assert after.undo() == record
    assert after.undo().state == state
    with pytest.raises(RecordError, match="the record has no move to undo"):
        record.undo()


def test_a_match_counts_the_deal() -> None:
    state = later(rummikub.GAME, 4)
    assert state.turn > 0
    record = to_the_end(Record.from_state(rummikub.GAME, state), 1)
    match = Match(rummikub.GAME).after(record.state)
    assert (match.results, match.starters) == ((record.result,), (state.starter,))


def test_a_document_has_the_first_position_and_nothing_of_the_deal() -> None:
    record = Record.from_state(rummikub.GAME, rummikub.new_game(2, seed=1)).after("draw")
    value = json.loads(to_json(record))["value"]
    assert (value["deal"], value["seed"], value["moves"]) == (None, None, ["draw"])
    assert value["first"]["turn"] == 0
    old = json.loads(to_json(Record.start(rummikub.GAME, 2, seed=1)))
    assert old["value"].pop("first") is None
    assert from_json(json.dumps(old), Record) == Record.start(rummikub.GAME, 2, seed=1)


def test_what_a_redacted_record_and_a_repr_hide() -> None:
    state = evolve(later(rummy.GAME, 2), seed=123456789)
    record = Record.from_state(rummy.GAME, state).after(next(rummy.legal_moves(state)))
    assert "123456789" in to_json(record)
    assert "123456789" not in to_json(record.redact(0))
    assert repr(record) == "Record(game=Game(name='rummy'), rules=PRESETS['horesca'], players=2, moves=<1>)"


def test_an_impossible_position_is_refused_with_every_flaw() -> None:
    state = rummikub.new_game(2, seed=1)
    wrong = evolve(state, pool=state.pool[1:], passes=9)
    with pytest.raises(RulesError) as caught:
        Record.from_state(rummikub.GAME, wrong)
    assert str(caught.value) == f"this State cannot exist: {'; '.join(rummikub.GAME.flaws(wrong))}"
    assert len(rummikub.GAME.flaws(wrong)) == 2
    document = to_json(Record.from_state(rummikub.GAME, state)).replace('"passes": 0', '"passes": 9')
    with pytest.raises(RecordError, match=r"\$\.value\.first: this State cannot exist: passes must be from 0 to 2"):
        from_json(document, Record)


def test_a_record_begins_with_one_thing() -> None:
    state, deal = gin.new_game(2, seed=1), gin.GAME.shuffle(2, seed=1)
    whole: dict[str, Any] = {"game": gin.GAME, "rules": gin.Rules(), "players": 2, "first": state}
    assert Record(**whole) == Record.from_state(gin.GAME, state)
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"deal": deal}, "a record must have either a deal or a first position"),
        ({"first": None}, "a record must have either a deal or a first position"),
        ({"seed": 1}, "must have its rules and players, and no seed"),
        ({"players": 3}, "must have its rules and players, and no seed"),
        ({"rules": gin.Rules(gin_bonus=1)}, "must have its rules and players, and no seed"),
        ({"first": rummy.new_game(2, seed=1)}, "first must be a State of gin, not"),
    )
    for changes, reason in wrong:
        with pytest.raises((RecordError, WrongType), match=reason):
            Record(**whole | changes)
    with pytest.raises(WrongType, match="state must be a State of gin, not"):
        Record.from_state(gin.GAME, contracts.new_game(2, seed=1))  # type: ignore[misc]  # wrong on purpose
    with pytest.raises(WrongType, match="state must be a State of gin, not"):
        Record.from_state(gin.GAME, gin.observe(state, 0))  # type: ignore[misc]
    del whole["first"]
    assert Record(**whole, deal=deal).state == state
