"""`Game.of` gathers a game from its module; `Dealing` makes what a random starter needs."""

import pickle
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import fields, frozen

from rami import gin, rummikub, rummy
from rami.dealing import Dealing
from rami.errors import RamiError, RulesError, WrongType
from rami.game import Game
from rami.games import GAMES

MODULES = {game.name: __import__(f"rami.{game.name}", fromlist=["*"]) for game in GAMES.values()}


def bare(**names: object) -> ModuleType:
    module = ModuleType("outside.bare")
    needed = {each.name for each in fields(Game)} - {"name", "parse_piece"}
    homes = {"Rules", "State", "View", "PRESETS", *needed}
    vars(module).update({name: getattr(gin, name) for name in homes if hasattr(gin, name)}, MOVES=gin.GAME.moves)
    vars(module).update({name: getattr(gin.GAME, name) for name in ("shuffle", "event", "flaws", "longest")})
    vars(module).update(names)
    return module


def test_what_a_module_leaves_out() -> None:
    game: Game[Any, Any, Any, Any] = Game.of(bare())
    assert (game.name, game.codes, game.parse_piece) == ("bare", None, None)
    assert Game.of(bare(), name="other", parse_piece=int).parse_piece is int
    lacking = bare()
    for name in ("Rules", "MOVES", "check"):
        del vars(lacking)[name]
    with pytest.raises(RamiError, match=r"the module of the game bare lacks Rules, MOVES, check$"):
        Game.of(lacking)
    with pytest.raises(RamiError, match="the state of bare must be a class"):
        Game.of(bare(State=5))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"colour": 1, "copies": 2}, "a game has no field colour, copies"),
        ({"name": "\x1b[2J"}, "the name of a game must be at most 100 characters that can be shown"),
        ({"name": 7}, "the name of a game must be text, not 7"),
        ({"check": 7}, "the check of bare must be a function, not 7"),
        ({"flaws": ()}, r"the flaws of bare must be a function, not \(\)"),
        ({"values": 7}, "the moves of a game must be classes, not 7"),
        ({"unlisted": (7,)}, "the unlisted of bare must be a class, not 7"),
        ({"presets": {}}, "the presets of bare must be Rules by name, one at least, not {}"),
        ({"presets": {"one": 7}}, "the presets of bare must be Rules by name, one at least"),
        ({"presets": [gin.Rules()]}, "the presets of bare must be Rules by name, one at least"),
        ({"secret": 7}, "secret must be a row, not 7"),
        ({"secret": ("hands", 7)}, "secret must be made of str, not 7"),
    ],
)
def test_what_is_no_game(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RamiError, match=message):
        Game.of(bare(), **given)


def test_a_game_is_gathered_from_a_module() -> None:
    nothing: Any = None
    with pytest.raises(WrongType, match="module must be a module, not None"):
        Game.of(nothing)


@frozen
class Odd:
    """Rules for two or four, not for three."""

    player_counts: tuple[int, ...] = (2, 4)
    pieces: tuple[int, ...] = (1, 2, 3)


def test_dealing() -> None:
    dealing = Dealing(rummy.Rules(), rummy.from_deal)
    assert dealing.shuffle(3, seed=4) == rummy.GAME.shuffle(3, seed=4)
    assert dealing.shuffle(3, rummy.PRESETS["rami-51"], seed=4, starter=1).starter == 1
    odd = Dealing(Odd(), lambda *_: rummy.new_game(2, seed=1))
    with pytest.raises(RulesError, match="players must be 2 or 4, not 3"):
        odd.new_game(3, seed=1)
    with pytest.raises(RulesError, match="players must be a whole number from 2 to 4, not 5"):
        odd.shuffle(5, seed=1)
    wrong: Any = "rami-51"
    with pytest.raises(WrongType, match=r"an edition is PRESETS\[name\]"):
        odd.shuffle(2, wrong, seed=1)
    assert pickle.loads(pickle.dumps(dealing)).new_game(2, seed=3) == rummy.new_game(2, seed=3)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_rules_show_in_a_notebook(game: Game) -> None:
    rules = next(iter(game.presets.values()))
    page: Any = ElementTree.fromstring(rules._repr_html_())
    assert page.find("caption").text == repr(rules)
    named = {row.find("th").text: row.find("td").text for row in page.findall("tr")}
    assert list(named) == [each.name for each in fields(type(rules))]


def test_the_full_set_is_made_once() -> None:
    assert rummikub.Rules().pieces is rummikub.Rules(copies=2).pieces
