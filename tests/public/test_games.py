"""The types that a `Game` declares, and the requirements on its positions."""

import pickle
from functools import partial
from importlib import metadata
from typing import Any

import pytest

import rami
from rami import RamiError, contracts, rummikub
from rami.__main__ import any_game, players_of
from rami.codec import from_json, to_json
from rami.digests import digest
from rami.game import Deal, game_of
from rami.games import GAMES, game_named
from rami.players import random_move
from rami.record import Record
from rami.referee import check_position, check_view
from rami.simulate import play_deal
from tests.kit.counting_game import GAME as FOURTH


def test_a_game_knows_its_types() -> None:
    game = rummikub.GAME
    assert (game.rules, game.state, game.view, game.deals) == (rummikub.Rules, rummikub.State, rummikub.View, Deal)
    assert game.moves == (rummikub.Draw, rummikub.Pass, rummikub.Play, rummikub.TimeOut)
    assert issubclass(contracts.GAME.deals, rami.Deal)
    assert pickle.loads(pickle.dumps(FOURTH)) == FOURTH


def test_game_of_returns_the_game_of_a_position() -> None:
    for game in GAMES.values():
        state = game.new_game(2, seed=1)
        assert game_of(state) is game_of(game.observe(state, None)) is game
    assert game_of(FOURTH.new_game(2, seed=1)) is FOURTH
    with pytest.raises(RamiError, match="a value of a game, such as rules, is expected, not Deal"):
        game_of(Deal(()))


@pytest.mark.parametrize("game", [*GAMES.values(), FOURTH], ids=lambda game: game.name)
def test_positions_and_views_have_the_fields_of_the_services(game: Any) -> None:
    state = game.new_game(2, seed=1)
    check_position(state)
    check_view(game.observe(state, 0))
    with pytest.raises(RamiError, match=r"a view must have rules, .*, player; .* has no player"):
        check_view(state)


def test_a_digest_ignores_fields_with_their_default() -> None:
    assert digest(Deal((1,))) == digest(Deal((1,), starter=None, seed=0)) != digest(Deal((1,), seed=1))
    assert digest((True,)) != digest((1,))


def offer(monkeypatch: pytest.MonkeyPatch, value: str) -> list[str]:
    """Install a fake package that offers a game. Return the names of the entry points that are looked up."""
    asked: list[str] = []

    def entry_points(*, group: str, name: str) -> list[metadata.EntryPoint]:
        asked.append(name)
        return [metadata.EntryPoint(name, value, group)] if (group, name) == ("rami.games", "counting") else []

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    return asked


def test_a_game_of_another_package_is_loaded_when_its_name_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = offer(monkeypatch, "tests.kit.counting_game:GAME")
    assert game_named("gin") is GAMES["gin"]
    assert asked == []
    assert game_named("counting") is FOURTH
    assert any_game("counting", "en") is FOURTH
    assert any_game("GIN", "en") is GAMES["gin"]
    assert list(players_of(FOURTH)) == ["random"]
    assert "best" in players_of(GAMES["rummikub"])
    assert len(GAMES) == 4
    with pytest.raises(RamiError, match="no game is called 'whist'"):
        game_named("whist")
    with pytest.raises(RamiError, match="whist"):
        any_game("whist", "en")


def test_no_document_loads_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = offer(monkeypatch, "tests.kit.counting_game:GAME")
    record = to_json(play_deal(FOURTH, [partial(random_move, FOURTH)] * 2, seed=1))
    with pytest.raises(RamiError):
        from_json(record, Record)
    with pytest.raises(RamiError):
        from_json(to_json(FOURTH.new_game(2, seed=1), game=FOURTH), FOURTH.state)
    assert asked == []


def test_an_entry_point_must_be_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "tests.kit.counting_game:shuffle")
    with pytest.raises(RamiError, match="the entry point of the game 'counting' must be a Game"):
        game_named("counting")
