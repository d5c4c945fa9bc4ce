"""A `Game` checks its fields, and derives `new_game` and `is_legal`."""

from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import NOTHING, fields, frozen

from rami import gin, rummikub, rummy
from rami.dealing import check_players
from rami.errors import RamiError, RulesError, WrongType
from rami.game import Game
from rami.games import GAMES

REQUIRED = {each.name for each in fields(Game) if each.default is NOTHING}


def bare(**given: Any) -> Game:
    """Return Gin with the required fields only, and the given ones."""
    values: dict[str, Any] = {name: getattr(gin.GAME, name) for name in REQUIRED} | {"name": "bare"}
    return Game(**(values | given))


def test_a_game_needs_eighteen_fields() -> None:
    assert len(REQUIRED) == 18
    game = bare()
    assert (game.name, game.codes, game.parse_piece) == ("bare", None, None)
    assert game.new_game(2, seed=1) == gin.new_game(2, seed=1)
    with pytest.raises(RamiError, match="the state of bare must be a class"):
        bare(state=5)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "\x1b[2J"}, "the name of a game must be at most 100 printable characters"),
        ({"name": 7}, "the name of a game must be text, not 7"),
        ({"check": 7}, "the check of bare must be a function, not 7"),
        ({"flaws": ()}, r"the flaws of bare must be a function, not \(\)"),
        ({"values": 7}, "the moves of a game must be classes, not 7"),
        ({"unlisted": (7,)}, "the unlisted of bare must be a class, not 7"),
        ({"presets": {}}, "the presets of bare must map one or more names to Rules, not {}"),
        ({"presets": {"one": 7}}, "the presets of bare must map one or more names to Rules"),
        ({"presets": [gin.Rules()]}, "the presets of bare must map one or more names to Rules"),
        ({"secret": 7}, "secret must be a row, not 7"),
        ({"secret": ("hands", 7)}, "each item of secret must be text, not 7"),
    ],
)
def test_an_invalid_game_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RamiError, match=message):
        bare(**given)


@frozen
class Odd:
    """Rules for two or four, not for three."""

    player_counts: tuple[int, ...] = (2, 4)
    pieces: tuple[int, ...] = (1, 2, 3)


def test_the_number_of_players_must_fit_the_rules() -> None:
    check_players(2, Odd(), Odd)
    with pytest.raises(RulesError, match="players must be 2 or 4, not 3"):
        check_players(3, Odd(), Odd)
    with pytest.raises(RulesError, match="players must be a whole number from 2 to 4, not 5"):
        check_players(5, Odd(), Odd)
    wrong: Any = "rami-51"
    with pytest.raises(WrongType, match=r"an edition is PRESETS\[name\]"):
        rummy.GAME.shuffle(2, wrong, seed=1)


def test_a_starter_that_is_given_starts() -> None:
    assert rummy.GAME.shuffle(3, rummy.PRESETS["rami-51"], seed=4, starter=1).starter == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_rules_show_in_a_notebook(game: Game) -> None:
    rules = next(iter(game.presets.values()))
    page: Any = ElementTree.fromstring(rules._repr_html_())
    assert page.find("caption").text == repr(rules)
    named = {row.find("th").text: row.find("td").text for row in page.findall("tr")}
    assert list(named) == [each.name for each in fields(type(rules))]


def test_the_full_set_is_made_once() -> None:
    assert rummikub.Rules().pieces is rummikub.Rules(copies=2).pieces
