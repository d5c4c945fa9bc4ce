"""Records: replay, verification, what a player may see of one, the text form, and the corpus."""

import pickle
from itertools import islice
from typing import Any, cast

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import RamiError, RecordError, RulesError, WrongType, contracts, rummikub, rummy
from rami.codec import MOST_CHARACTERS, to_json
from rami.game import Deal
from rami.games import GAMES
from rami.players import quick_player, random_player
from rami.record import Record, Redacted, from_text, redact, states, to_text, verify
from rami.rummikub import Draw, Pass, Play, Rules, Table
from rami.simulate import play
from tests.effort import examples
from tests.record.corpus import digests, last_digest, names, text

RUMMIKUB = play(rummikub.GAME, [quick_player] * 3, seed=5)
CONTRACTS = play(contracts.GAME, [random_player] * 3, seed=5)
RUMMY = play(rummy.GAME, [quick_player] * 3, seed=5)
RECORDS = [RUMMIKUB, CONTRACTS, RUMMY]
seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("name", names())
def test_the_corpus_ends_as_it_did(name: str) -> None:
    assert last_digest(name) == digests()[name]
    assert to_text(from_text(text(name))) == text(name)
    assert verify(from_text(text(name))).ok


def test_the_corpus_has_every_preset() -> None:
    wanted = [f"{game.name}-{name}" for game in GAMES for name in game.presets]
    assert sorted(wanted) == names() == sorted(digests())


def test_a_record_outlives_the_shuffle() -> None:
    """The deal alone decides: a seed that would shuffle otherwise changes nothing."""
    other = evolve(RUMMIKUB, seed=6)
    assert list(states(other)) == list(states(RUMMIKUB))
    assert from_text(to_text(other)).seed == 6


def test_states_are_worked_out_one_by_one() -> None:
    record = evolve(RUMMIKUB, moves=(RUMMIKUB.moves[0], Pass()))
    replay = states(record)
    assert len(list(islice(replay, 2))) == 2
    with pytest.raises(RecordError, match=r"move 2 is illegal, 'pass': The pool still has \d+ tiles"):
        next(replay)
    with pytest.raises(RecordError) as caught:
        list(states(record))
    assert caught.value.violations == verify(record).violations != ()


def test_verify_keeps_what_is_legal() -> None:
    moves = list(RUMMIKUB.moves)
    moves[7] = Play(Table.parse("R1-R2-R3"))
    found = verify(evolve(RUMMIKUB, moves=moves))
    assert not found.ok
    assert found.legal.moves == RUMMIKUB.moves[:7]
    assert found.illegal == moves[7]
    assert found.violations == rummikub.check(found.state, moves[7]) != ()
    *_, last = states(found.legal)
    assert last == found.state
    assert verify(found.legal).ok
    assert repr(found.state) not in repr(found)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game.name)
def test_a_redacted_record_shows_what_the_player_saw(record: Record) -> None:
    for player in (None, 0, 2):
        seen = redact(record, player)
        assert list(seen.views) == [record.game.observe(state, player) for state in states(record)]
        assert seen.moves == record.moves
        *_, last = states(record)
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
    assert isinstance(record.deal, contracts.Deal)
    swapped = evolve(
        record,
        moves=(),
        seed=None,
        deal=contracts.Deal(
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
    last = list(states(opening))[-1]
    seen = {*last.racks[0], *last.table.tiles, *(tile for row in last.start_draws for tile in row if tile)}
    unseen = {tile for tile in last.rules.tiles if tile not in seen}
    assert len(unseen) > 20
    assert [str(tile) for tile in unseen if f'"{tile}"' in shown or f"{tile}-" in shown] == []
    assert str(opening.deal.seed) not in shown


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
    assert from_text(to_text(record)) == record
    assert isinstance(redact(record, 0), Redacted)


@settings(max_examples=examples(25), deadline=None)
@given(seeds, st.sampled_from(sorted(rummikub.PRESETS)), st.none() | st.integers(0, 1))
def test_the_text_form_goes_both_ways(seed: int, name: str, starter: int | None) -> None:
    rules = rummikub.PRESETS[name]
    players = rules.min_players
    deal = rummikub.deal(players, rules, seed=seed, starter=starter)
    record = Record(game=rummikub.GAME, rules=rules, players=players, deal=deal, moves=[Draw()] * (seed % 4), seed=seed)
    assert from_text(to_text(record)) == record


def test_a_real_table_can_be_entered() -> None:
    rules = Rules(opening_points=50, copies=1, max_players=2)
    order = " ".join(map(str, rules.tiles))
    written = f"""
rami record 1
# a game on a rainy day

game: rummikub
rules: {{"base": "hasbro-2007", "opening_points": 50, "copies": 1, "max_players": 2}}
players: 2
order: {order[:60].rsplit(" ", 1)[0]}
  {order[len(order[:60].rsplit(" ", 1)[0]) :]}
starter: 1
moves:
  DRAW
  play r1-r2-r3-r4-r5-r6-r7-r8-r9-r10-r11
"""
    record = from_text(written)
    assert record == Record(
        game=rummikub.GAME,
        rules=rules,
        players=2,
        deal=Deal(rules.tiles, starter=1),
        moves=[Draw(), rummikub.parse_move("play R1-R2-R3-R4-R5-R6-R7-R8-R9-R10-R11")],
    )
    assert verify(record).ok
    assert '"opening_points": 50' in to_text(record)
    assert "starter: 1" in to_text(record)


GOOD = to_text(evolve(RUMMIKUB, moves=(Draw(),)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rami record 1", "rami record 2", "line 1: a record starts with 'rami record 1'"),
        (GOOD, "", "line 1: a record starts"),
        ("game: rummikub", "game: chess", "game: one of rummikub, contracts, rummy, gin is expected, not 'chess'"),
        ("game: rummikub\n", "", "game: one of rummikub, contracts, rummy, gin is expected, not ''"),
        ("hasbro-2007", "hasbro", r"record\.rules: one of hasbro-2007, .* is expected, not \"hasbro\""),
        ("hasbro-2007", "{", "rules: '{' cannot be read"),
        ("hasbro-2007", '{"base": "goliath", "base": "junior"}', "rules: .* a name is there twice"),
        ("hasbro-2007", '{"base": "goliath", "copies": 0}', r"record\.rules: copies must be a whole number"),
        ("rules: hasbro-2007\n", "", "there is no rules"),
        ("players: 3", "players: many", "players: 'many' cannot be read"),
        ("players: 3", "players: 9", r"record: players must be a whole number from 2 to 4, not 9"),
        ("seed: 5", "seed: 5.5", r"seed: '5.5' cannot be read: a document has whole numbers only"),
        ("moves:\n", "moves:\n  fly\n", r"record\.moves\[0\]: A move starts with draw, pass, play, timeout or illegal"),
        ("moves:\n", "moves:\n  play R1-R3\n", r"record\.moves\[0\]: A meld has at least three tiles"),
        ("order:\n", "order: X9\n", r"record\.deal\.order: 'X9' is not a tile"),
        ("order:\n", "order: R1\n", "record: the deal has more tiles of a kind than the set has: R1"),
        ("order:\n", "order:\n[", r"line \d+: a name and a colon are expected, not '\[ "),
        ("game: rummikub", "  what\ngame: rummikub", "line 2: a name is expected before 'what'"),
        ("game: rummikub", "game: rummikub\ngame: rummikub", "line 3: 'game' is there twice"),
        ("game: rummikub", "game: rummikub\ndealer: 1", "unknown: 'dealer'"),
        ("moves:\n", "x" * MOST_CHARACTERS, r"the record has \d+ characters, more than"),
    ],
)
def test_what_is_no_record(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(RecordError, match=message) as caught:
        from_text(GOOD.replace(old, new, 1))
    assert caught.value.message("fr") != caught.value.message() != ""


def test_a_long_name_is_cut_where_a_person_reads_it() -> None:
    with pytest.raises(RecordError) as caught:
        from_text(GOOD.replace("game: rummikub", f"game: rummikub\n{'x' * 21}: 1", 1))
    assert f"'{'x' * 20}'" in caught.value.message()


def test_a_record_may_have_so_many_characters_and_no_more() -> None:
    comment = "#" * (MOST_CHARACTERS - len(GOOD) - 1) + "\n"
    assert from_text(GOOD + comment) == from_text(GOOD)
    with pytest.raises(RecordError, match="characters, more than"):
        from_text(GOOD + "#" + comment)


@pytest.mark.parametrize("games", [rummy.Group("QS=QH=QD"), ("gin",), 3])
def test_a_record_is_read_for_games_alone(games: object) -> None:
    with pytest.raises(WrongType, match="games must be"):
        from_text(to_text(RUMMY), games=cast("Any", games))


def test_what_is_not_even_text() -> None:
    with pytest.raises(WrongType, match="text must be text, not b"):
        from_text(GOOD.encode())  # type: ignore[call-overload]


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
    deal = rummikub.deal(2, seed=1)
    record = Record(game=rummikub.GAME, rules=rummikub.DEFAULT, players=2, deal=deal, moves=[rummikub.Draw()])
    changes: dict[str, Any] = {field: wrong}
    with pytest.raises(WrongType, match=field.removesuffix("s")):
        evolve(redact(record, 0), **changes)
