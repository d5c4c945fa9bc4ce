"""What people type before they have read anything."""

import subprocess
import sys

import pytest
from attrs import evolve

import rami
from rami import IllegalMove, contracts, gin, rummikub, rummy
from rami.errors import WrongType
from rami.games import GAMES
from rami.players import quick_player
from rami.rummikub import Play, Run, Table, Tile
from rami.rummy import Card
from rami.simulate import play


def test_values_are_made_of_text() -> None:
    assert Tile("R7") is Tile.parse("R7")
    assert Run("R4-*-R6") == Run.parse("R4-*-R6")
    assert Table("R4-R5-R6 K8=B8=O8") == Table.parse("K8=B8=O8 R4-R5-R6")
    assert Play("R4-R5-R6").table == Table("R4-R5-R6")


def test_functions_that_take_pieces_take_text() -> None:
    assert rummikub.rack_value("R7 K1") == 8
    assert str(rummikub.arrange("R4 R5 R6")) == "R4-R5-R6"
    assert str(rummikub.arrange(tile for tile in rummikub.parse_tiles("R4 R5 R6"))) == "R4-R5-R6"
    assert rummikub.format_tiles("r7,joker") == "R7 *"
    assert rummy.format_cards("A♠ TS") == "AS 10S"
    assert contracts.format_cards("5♥ 8y") == "5H 8Y"
    assert rummy.hand_value("KD") == 10


def test_ways_to_write_pieces() -> None:
    assert rummikub.parse_tiles("R1,R2") == rummikub.parse_tiles("R1 R2")
    assert (Card("A♠"), Card("TS"), Card("joker"), Card("JS")) == (Card("AS"), Card("10S"), rummy.JOKER, Card("js"))
    assert Tile("joker") is rummikub.JOKER


def test_a_violation_speaks_french_in_capitals_too() -> None:
    (problem,) = rummikub.check(rummikub.set_up("R7 K1"), rummikub.Pass())
    assert problem.message("FR") == problem.message("fr") != problem.message("en")


def test_the_record_of_a_deal_knows_how_it_ended() -> None:
    record = play(gin.GAME, [quick_player] * 2, seed=1)
    result = record.result
    assert result is not None
    assert result == gin.result(rami.record.verify(record).state)
    assert evolve(record, moves=record.moves[:-1]).result is None
    with pytest.raises(IllegalMove):
        assert evolve(record, moves=[gin.Done()]).result


def test_the_services_are_there_after_import_rami() -> None:
    names = (
        "match",
        "record",
        "codec",
        "players",
        "simulate",
        "prose",
        "rummikub",
        "rummy",
        "contracts",
        "gin",
        "GAMES",
    )
    code = f"import rami\nfor name in {names}: print(getattr(rami, name) is not None)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True"] * len(names)


def test_a_tile_is_no_card_and_no_number_to_reckon_with() -> None:
    assert len({Tile("R2"), Card("2S"), contracts.Card("2H")}) == 3
    with pytest.raises(WrongType):
        assert Tile("R2") + 1


def test_whose_turn_it_is_is_told_as_people_count() -> None:
    for game in GAMES:
        state = game.new_game(2, game.presets[next(iter(game.presets))], seed=1)
        waiting = game.observe(state, 1 - state.current_player)
        (problem,) = game.check(waiting, next(game.legal_moves(state)))
        assert problem.code == "not_your_turn"
        assert str(state.current_player + 1) in problem.message("en")
        assert str(state.current_player + 1) in problem.message("fr")


def test_what_keeps_a_joker_out_of_a_meld_is_the_limit() -> None:
    view = rummy.set_up("* 9C 9D", "5S-*-7S", rules=rummy.PRESETS["rami-51"])
    (problem,) = rummy.check(view, rummy.parse_move("add * 5S-*-7S"))
    assert problem.message() == "A meld may hold at most one joker: 5S * 7S *."


def test_what_lacks_after_an_exchange_is_the_last_discard() -> None:
    view = rummy.set_up("6S 9C 9D", "5S-*-7S", rules=rummy.PRESETS["rami-51"])
    (problem,) = rummy.check(view, rummy.parse_move("replace 6S 5S-*-7S"))
    assert problem.message() == "You have to keep a card to discard: the last one may not be laid."
