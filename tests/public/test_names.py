"""The public names, and a driver that knows a game only by its `Game` value."""

import subprocess
import sys
from importlib import import_module
from inspect import ismodule
from pkgutil import iter_modules

import pytest

import rami
from rami.game import game_of
from rami.games import GAMES

SHARED = (
    "Code GAME Move PRESETS PartReason Rules State View apply best_turn check determinize explain from_deal is_legal "
    "legal_moves new_game observe parse_move result score set_up"
)
NAMES = {
    "rummikub": "Color Tile Tiles JOKER Group Run Meld Table Row Play Draw Pass TimeOut Draft Step arrange best_play "
    "can_play find_play melds_in playable plays possible_melds rack_value",
    "rummy": "Card Cards Suit JOKER Group Run Meld Table Phase MATCHES DrawStock TakeDiscard LayMeld LayOff "
    "ReplaceJoker Discard Buy Pass best_melds deadwood hand_value melds_in possible_melds",
    "gin": "Card Cards Phase Ending MatchScore DrawStock TakeDiscard Pass Discard Knock LayOff Done knocks score_match",
    "contracts": "Card Color JOKER Contract Deck Trophy Phase Run Same Take Fill End Score breakdown fillings",
    "match": "Match",
    "places": "Places",
    "record": "Record Redacted Verification",
    "codec": "from_json json_schema plain structured to_json",
    "players": "LEVELS Player PlayerFailed absent_player best_player careless_player quick_player random_player",
    "simulate": "Comparison DealRow Estimate compare deals play_deal",
    "testing": "Breach Conformance check_game moves perft states",
    "own": "AllHands BaseMove BaseRules HandsPosition Mark MarkRow Motion MoveEvent OneHand Phrase Picture Piece "
    "Presets Range Texts TurnStep ViolationCode alone check_players check_seat deal_unseen derive face_down face_up "
    "first_seat is_to_move kinds known_after miscount moves_of next_seat paragraphs public_fields read read_move "
    "seen_by shuffled step typed typed_fields without",
    "rami": "GAMES Game Deal Result Part EndReason Violation GameRules Position PlayerView RamiError IllegalMove "
    "InvalidMeld NotationError RulesError RecordError TooLarge WrongType UnknownPreset digest svg text prose "
    "__version__ codec contracts gin match places players record rummikub rummy simulate",
}
"""The public names of each game, of each service and of the package."""


@pytest.mark.parametrize("name", NAMES)
def test_a_module_shows_these_names_and_no_others(name: str) -> None:
    module = rami if name == "rami" else import_module(f"rami.{name}")
    shared = SHARED if name in GAMES else ""
    assert sorted(module.__all__) == sorted(f"{shared} {NAMES[name]}".split())
    assert {*dir(module)} - {"testing"} == {*module.__all__}
    assert all(hasattr(module, each) for each in module.__all__)


def test_no_function_bears_the_name_of_a_module_beside_it() -> None:
    for name in NAMES:
        module = rami if name == "rami" else import_module(f"rami.{name}")
        beside = {each.name for each in iter_modules(getattr(module, "__path__", []))}
        assert [each for each in module.__all__ if each in beside and not ismodule(getattr(module, each))] == []


def test_help_needs_no_extra() -> None:
    code = """
import sys
from importlib.abc import MetaPathFinder

class Without(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "hypothesis":
            raise ModuleNotFoundError("No module named 'hypothesis'", name="hypothesis")

import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "hypothesis" else find_spec(name, package)
sys.meta_path.insert(0, Without())
import inspect, pydoc, rami
assert "testing" not in dict(inspect.getmembers(rami))
if not (3, 13) <= sys.version_info < (3, 13, 3):  # There, pydoc rejects any function without a module (CPython 128772).
    assert "rami.rummikub" in pydoc.render_doc("rami.rummikub")
assert "The rules of the rummy family of games" in pydoc.render_doc(rami)
assert rami.testing.check_game
try:
    rami.testing.states
except ImportError as error:
    assert "rami[testing]" in str(error)
else:
    raise AssertionError("testing was loaded")
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_games_are_loaded_when_they_are_asked_for() -> None:
    code = """
import sys, rami
assert {*rami.__all__, "testing"} == set(dir(rami))
assert not any("rami." + game in sys.modules for game in ("contracts", "gin", "rummikub", "rummy"))
assert rami.rummy.GAME.name == "rummy"
assert "rami.rummikub" not in sys.modules
from rami import *
assert contracts.GAME.name == "contracts"
assert match.Match is rami.match.Match
assert "rami.testing" not in sys.modules
assert rami.testing.check_game
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    for name in {*dir(rami)} - {"__version__"}:
        assert rami.__getattr__(name) is getattr(rami, name)
    assert rami.GAMES["rummikub"] is game_of(rami.rummikub.new_game(2, seed=1))
    with pytest.raises(AttributeError, match="module 'rami' has no attribute 'poker'"):
        getattr(rami, "poker")  # noqa: B009  # so that type checkers let it be tried
