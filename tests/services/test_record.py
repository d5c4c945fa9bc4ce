"""Records: replay, verification, redaction, and the corpus."""

import json
from itertools import islice
from random import Random
from typing import Any, cast

import pytest
from attrs import evolve, fields
from hypothesis import strategies as st

from rami import IllegalMove, RamiError, RecordError, RulesError, WrongType, contracts, gin, rummikub, rummy
from rami.codec import from_json, to_json
from rami.game import Game
from rami.games import GAMES
from rami.players import absent_player, quick_player, random_player
from rami.record import Record, Redacted
from rami.rummikub import Pass, Play, Table
from rami.simulate import play_deal
from tests.services import corpus

RUMMIKUB = play_deal(rummikub.GAME, [quick_player] * 3, seed=5)
CONTRACTS = play_deal(contracts.GAME, [random_player] * 3, seed=5)
RUMMY = play_deal(rummy.GAME, [quick_player] * 3, seed=5)
RECORDS = [RUMMIKUB, CONTRACTS, RUMMY]
seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("line", corpus.lines(), ids=lambda line: "-".join(corpus.edition(line)))
def test_the_corpus_ends_as_it_did(line: dict[str, Any]) -> None:
    record = corpus.record(line)
    assert record.verify().ok
    assert record.result is not None
    assert list(record.result.scores) == line["scores"]
    assert corpus.record({"record": json.loads(to_json(record))}) == record


def test_the_corpus_has_every_edition() -> None:
    found = [corpus.edition(line) for line in corpus.lines()]
    assert sorted(found) == sorted((game.name, preset) for game in GAMES.values() for preset in game.presets)


def test_a_record_outlives_the_shuffle() -> None:
    """The deal alone decides, so a seed with another shuffle changes nothing."""
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
    assert caught.value.violations == record.verify().violations != ()


def test_verify_returns_the_legal_part() -> None:
    moves = list(RUMMIKUB.moves)
    moves[7] = Play(Table.parse("R1-R2-R3"))
    found = evolve(RUMMIKUB, moves=moves).verify()
    assert not found.ok
    assert found.legal.moves == RUMMIKUB.moves[:7]
    assert found.illegal == moves[7]
    assert found.violations == rummikub.check(found.state, moves[7]) != ()
    *_, last = found.legal.states()
    assert last == found.state
    assert found.legal.verify().ok
    assert repr(found.state) not in repr(found)
    assert "deal=" not in repr(RUMMIKUB)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game.name)
def test_a_redacted_record_shows_what_the_player_saw(record: Record) -> None:
    for player in (None, 0, 2):
        seen = record.redact(player)
        assert list(seen.views) == [record.game.observe(state, player) for state in record.states()]
        assert seen.moves == record.moves
        *_, last = record.states()
        assert seen.result == record.game.result(last)
    assert evolve(record, moves=()).redact(0).result is None
    assert "views" not in repr(record.redact(0))
    with pytest.raises(RulesError, match="player must be a seat"):
        record.redact(3)


def test_nothing_hidden_is_in_the_json_of_a_redacted_record() -> None:
    """The document does not contain tiles that player 0 never saw."""
    opening = evolve(RUMMIKUB, moves=RUMMIKUB.moves[:1])
    shown = to_json(opening.redact(0))
    last = list(opening.states())[-1]
    seen = {*last.racks[0], *last.table.tiles, *(tile for row in last.start_draws for tile in row if tile)}
    unseen = {tile for tile in last.rules.pieces if tile not in seen}
    assert len(unseen) > 20
    assert [str(tile) for tile in unseen if f'"{tile}"' in shown or f"{tile}-" in shown] == []


def test_a_redacted_record_names_a_missing_field_of_a_view() -> None:
    seen, no_view = RUMMIKUB.redact(1), cast("Any", ())
    with pytest.raises(RamiError, match=r"a view must have rules, players, .*; tuple has no rules"):
        evolve(seen, views=(*seen.views[:-1], no_view))


def test_a_redacted_record_is_of_one_deal() -> None:
    seen = RUMMIKUB.redact(1)
    with pytest.raises(RecordError, match=r"\d+ moves need \d+ views, not 1"):
        evolve(seen, views=seen.views[:1])
    with pytest.raises(RecordError, match="view 0 belongs to another player"):
        evolve(seen, player=0)


def take_and_keep(view: Any, random: Random) -> Any:
    """Take from the discard pile and never meld, so that all players know many cards and views become long."""
    moves = list(rummy.legal_moves(view))
    kinds = (rummy.TakeDiscard, rummy.Buy, rummy.Discard, rummy.DrawStock, rummy.Pass)
    wanted = next((kind for kind in kinds if any(isinstance(move, kind) for move in moves)), object)
    return random.choice([move for move in moves if isinstance(move, wanted)])


EDITIONS = [(game, name) for game in GAMES.values() for name in game.presets]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), EDITIONS, ids=lambda each: str(getattr(each, "name", each)))
def test_the_longest_deals_of_every_edition_come_back_from_json(game: Game[Any, Any, Any, Any], name: str) -> None:
    rules = game.presets[name]
    long: Any = take_and_keep
    for player in (absent_player, *[long] * (game.name == "rummy")):
        record = play_deal(game, [player] * rules.player_counts[-1], rules=rules, seed=1)
        assert from_json(to_json(record), Record) == record
        for seat in (0, None):
            seen = record.redact(seat)
            assert from_json(to_json(seen), Redacted) == seen


def hostile(count: int, **changes: Any) -> str:
    """Return a redacted record with this number and kind of changes."""
    document = json.loads(to_json(Record.start(rummikub.GAME, 2, seed=1).redact(None)))
    value = document["value"]
    value["views"] += [changes or {"turn": 2 * (number % 400)} for number in range(count)]
    value["moves"] = ["draw"] * count
    return json.dumps(document)


def test_positions_that_follow_each_other_are_read_within_bounds() -> None:
    document = hostile(450).replace('"table": []', f'"table": "{" " * 90_000}"')
    with pytest.raises(RecordError, match=r"value\.views\[\d+\]: the positions have more than 40000000 characters"):
        from_json(document, Redacted)
    with pytest.raises(RecordError, match="characters, more than 4000000"):
        from_json(hostile(0) + " " * 4_000_000, Redacted)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": "1"}, r"\$\.value\.views\[1\]\.turn: a whole number is expected"),
        ({"hats": 1}, r'\$\.value\.views\[1\]: unknown: "hats"'),
        ({"pool_size": 3}, r"\$\.value\.views\[1\]: this View cannot exist"),
        ({"player": 1}, r"\$\.value\.views\[1\]: this View cannot exist"),
    ],
)
def test_an_impossible_change_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        from_json(hostile(1, **changes), Redacted)


def test_a_redacted_record_writes_the_first_view_and_the_changes() -> None:
    first, *changes = json.loads(to_json(evolve(RUMMIKUB, moves=RUMMIKUB.moves[:2]).redact(0)))["value"]["views"]
    assert first.keys() == {"is_over", "result", *(each.name for each in fields(rummikub.View))}
    for change in changes:
        assert {"current_player", "turn"} <= change.keys() < first.keys() - {"rules"}


def test_a_record_names_the_game_whose_rules_it_needs() -> None:
    for rules in (rummy.Rules(), 3):
        wrong: Any = rules
        with pytest.raises(WrongType, match=r"^rules must be the Rules of gin, not "):
            Record(game=gin.GAME, rules=wrong, players=2, deal=gin.GAME.shuffle(2, seed=1))
