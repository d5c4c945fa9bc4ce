"""Programs of the page for existing games: a server with ids, a migration, and a room for any game."""

from pathlib import Path
from typing import Any

import pytest

from docs.tests.guides import code
from examples.okey import okey
from rami import RulesError, rummikub
from rami.game import Game
from rami.games import GAMES
from rami.players import random_player
from rami.record import Record

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "existing-game.md"


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """The names that the page defines."""
    names: dict[str, Any] = {}
    exec(code(PAGE.read_text(encoding="utf-8")), names)  # the code of our own page
    return names


def test_a_server_marks_the_wrong_row_by_its_ids(page: dict[str, Any]) -> None:
    state = rummikub.determinize(rummikub.set_up("R7 R7 K7 O7", "R4-R5-R6"), seed=1)
    server = page["Server"](Record.from_state(rummikub.GAME, state))
    [meld], [one, other, orange, black] = server.places[0].table, server.places[0].hand
    [problem] = server.drop(0, [[*meld, one, other]])
    assert problem["rows"] == (0,)
    assert server.drop(0, [[*meld, one], [black, orange, other]]) == []
    assert {*server.places[0].table} == {(*meld, one), (other, orange, black)}
    assert server.places[0].hand == ()
    for seat, places in server.places.items():
        assert [each.removeprefix(f"run-1-{seat}-") for each in places.table[0][:3]] == ["1", "2", "3"]
        assert all(each.startswith(f"run-1-{seat}-") for each in places.kinds)


def test_a_game_from_a_database_is_played_on(page: dict[str, Any]) -> None:
    lines = page["lines"]
    game = page["moved_over"](lines, to_move=1, turn=6, opened=[True, False])
    assert (game.state.rack_sizes, game.state.pool_size, str(game.state.table)) == ((9, 14), 80, "R4-R5-R6")
    assert game.after("draw").verify().ok
    with pytest.raises(RulesError, match="tiles of the set are missing: O13 O13"):
        page["moved_over"]([each for each in lines if each[0] != "O13"], to_move=1, turn=6, opened=[True, False])


@pytest.mark.parametrize("game", [*GAMES.values(), okey.GAME], ids=lambda game: game.name)
def test_a_room_works_with_any_game(page: dict[str, Any], game: Game) -> None:
    room = page["Room"](Record.start(game, 2, seed=3))
    seat = room.deal.state.current_player
    assert room.hear(1 - seat, str(next(iter(game.legal_moves(room.deal.view(seat)))))) != []
    assert room.hear(seat, str(next(iter(game.legal_moves(room.deal.view(seat)))))) == []
    room.run({0: random_player, 1: random_player})
    assert room.deal.state.is_over
    told = page["replay"](room.deal, None)
    assert len(told) == len(room.deal.moves)
    assert all(told)


def test_a_position_of_another_game_is_played_on_in_okey() -> None:
    record = Record.start(okey.GAME, 2, seed=1)
    for _ in range(6):
        record = record.after(next(iter(okey.GAME.legal_moves(record.state))))
    entered = Record.from_state(okey.GAME, record.state)
    assert entered.after(next(iter(okey.GAME.legal_moves(entered.state)))).verify().ok
