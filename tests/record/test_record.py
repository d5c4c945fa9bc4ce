"""Records: replay, verification, what a player may see of one, and the corpus."""

import json
import pickle
from itertools import islice
from typing import Any, cast

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import IllegalMove, RamiError, RecordError, RulesError, WrongType, contracts, rummikub, rummy
from rami.codec import from_json, to_json
from rami.contracts.dealing import Deal as ContractDeal
from rami.game import Deal
from rami.games import GAMES
from rami.players import quick_player, random_player
from rami.record import Record, Redacted, redact, verify
from rami.rummikub import Pass, Play, Table
from rami.simulate import play
from tests.effort import examples
from tests.record import corpus

RUMMIKUB = play(rummikub.GAME, [quick_player] * 3, seed=5)
CONTRACTS = play(contracts.GAME, [random_player] * 3, seed=5)
RUMMY = play(rummy.GAME, [quick_player] * 3, seed=5)
RECORDS = [RUMMIKUB, CONTRACTS, RUMMY]
seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("line", corpus.lines(), ids=lambda line: "-".join(corpus.edition(line)))
def test_the_corpus_ends_as_it_did(line: dict[str, Any]) -> None:
    record = corpus.record(line)
    assert verify(record).ok
    assert record.result is not None
    assert list(record.result.scores) == line["scores"]
    assert corpus.record({"record": json.loads(to_json(record))}) == record


def test_the_corpus_has_every_edition() -> None:
    found = [corpus.edition(line) for line in corpus.lines()]
    assert sorted(found) == sorted((game.name, preset) for game in GAMES.values() for preset in game.presets)


def test_a_record_outlives_the_shuffle() -> None:
    """The deal alone decides: a seed that would shuffle otherwise changes nothing."""
    other = evolve(RUMMIKUB, seed=6)
    assert list(other.states()) == list(RUMMIKUB.states())
    assert from_json(to_json(other), Record).seed == 6


def test_states_are_worked_out_one_by_one() -> None:
    record = evolve(RUMMIKUB, moves=(RUMMIKUB.moves[0], Pass()))
    replay = record.states()
    assert len(list(islice(replay, 2))) == 2
    with pytest.raises(IllegalMove, match=r"The pool still has \d+ tiles") as caught:
        next(replay)
    assert caught.value.number == 2
    assert caught.value.violations == verify(record).violations != ()


def test_verify_keeps_what_is_legal() -> None:
    moves = list(RUMMIKUB.moves)
    moves[7] = Play(Table.parse("R1-R2-R3"))
    found = verify(evolve(RUMMIKUB, moves=moves))
    assert not found.ok
    assert found.legal.moves == RUMMIKUB.moves[:7]
    assert found.illegal == moves[7]
    assert found.violations == rummikub.check(found.state, moves[7]) != ()
    *_, last = found.legal.states()
    assert last == found.state
    assert verify(found.legal).ok
    assert repr(found.state) not in repr(found)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game.name)
def test_a_redacted_record_shows_what_the_player_saw(record: Record) -> None:
    for player in (None, 0, 2):
        seen = redact(record, player)
        assert list(seen.views) == [record.game.observe(state, player) for state in record.states()]
        assert seen.moves == record.moves
        *_, last = record.states()
        assert seen.result == record.game.result(last)
    assert redact(evolve(record, moves=()), 0).result is None
    assert "views" not in repr(redact(record, 0))
    with pytest.raises(RulesError, match="player must be a seat"):
        redact(record, 3)


@settings(max_examples=examples(15), deadline=None)
@given(seeds, st.sampled_from([None, 0, 1]))
def test_what_is_hidden_changes_nothing_in_a_redacted_record(seed: int, player: int | None) -> None:
    """The moves that player saw lead to the same from any other deal that could have been."""
    record = play(contracts.GAME, [random_player] * 2, seed=seed)
    first = record.game.from_deal(2, record.rules, record.deal)
    other = contracts.determinize(contracts.observe(first, player), seed=seed)
    assert isinstance(record.deal, ContractDeal)
    swapped = evolve(
        record,
        moves=(),
        seed=None,
        deal=ContractDeal(
            [*(card for hand in other.hands for card in hand), *other.value_market, *other.value_pile],
            contracts=[each.id for each in (*other.contract_market, *other.contract_pile)],
            trophies=record.deal.trophies,
            seed=seed,
        ),
    )
    assert redact(swapped, player) == redact(evolve(record, moves=()), player)


def test_nothing_hidden_is_in_the_json_of_a_redacted_record() -> None:
    """Of the tiles that player 0 never saw there is no trace."""
    opening = evolve(RUMMIKUB, moves=RUMMIKUB.moves[:1])
    shown = to_json(redact(opening, 0))
    last = list(opening.states())[-1]
    seen = {*last.racks[0], *last.table.tiles, *(tile for row in last.start_draws for tile in row if tile)}
    unseen = {tile for tile in last.rules.pieces if tile not in seen}
    assert len(unseen) > 20
    assert [str(tile) for tile in unseen if f'"{tile}"' in shown or f"{tile}-" in shown] == []


def test_a_redacted_record_says_what_a_view_lacks() -> None:
    seen, no_view = redact(RUMMIKUB, 1), cast("Any", ())
    with pytest.raises(RamiError, match=r"a view has rules, players, .*; tuple has no rules"):
        evolve(seen, views=(*seen.views[:-1], no_view))


def test_a_redacted_record_is_of_one_deal() -> None:
    seen = redact(RUMMIKUB, 1)
    with pytest.raises(RecordError, match=r"\d+ moves are seen in \d+ views, not 1"):
        evolve(seen, views=seen.views[:1])
    with pytest.raises(RecordError, match="view 0 is not of this player"):
        evolve(seen, player=0)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game.name)
def test_a_record_is_a_value(record: Record) -> None:
    copy = pickle.loads(pickle.dumps(record))
    assert copy == record
    assert hash(copy) == hash(record)
    assert from_json(to_json(record), Record) == record
    assert isinstance(redact(record, 0), Redacted)


@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        ({"game": 1}, WrongType, "game must be a Game, not 1"),
        ({"rules": "hasbro-2007"}, WrongType, "rules must be the Rules of rummikub, not 'hasbro-2007'"),
        ({"moves": [contracts.End()]}, WrongType, "move 1 is no move of rummikub: End"),
        ({"seed": "5"}, WrongType, "seed must be a whole number, or None, not '5'"),
        ({"deal": Deal(())}, RulesError, "tiles of the set are missing"),
        ({"players": 5}, RulesError, "players must be a whole number from 2 to 4"),
    ],
)
def test_what_cannot_be_a_record(change: dict[str, object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        evolve(RUMMIKUB, **change)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("field", ["game", "rules", "players", "player", "views", "moves", "result"])
@pytest.mark.parametrize("wrong", ["text", 1.5, object()], ids=["text", "a fraction", "an object"])
def test_a_redacted_record_refuses_what_is_of_another_type(field: str, wrong: object) -> None:
    deal = rummikub.GAME.shuffle(2, seed=1)
    record = Record(game=rummikub.GAME, rules=rummikub.Rules(), players=2, deal=deal, moves=[rummikub.Draw()])
    changes: dict[str, Any] = {field: wrong}
    with pytest.raises(WrongType, match=field.removesuffix("s")):
        evolve(redact(record, 0), **changes)
