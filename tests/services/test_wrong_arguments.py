"""Wrong arguments that once raised errors of Python raise errors of the library."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve

import rami
from rami import RamiError, gin, rummikub, rummy, simulate
from rami.codec import from_json, to_json
from rami.errors import RulesError, WrongType
from rami.players import absent_player, best_player, quick_player, random_player


@pytest.mark.parametrize("player", [random_player, quick_player, best_player, absent_player])
@pytest.mark.parametrize("edition", ["rami-51", "kalooki-40", "scala-40"])
def test_players_refuse_a_view_without_a_legal_move(player: Callable[..., Any], edition: str) -> None:
    view = rummy.set_up("4S 9H KD 2C 7C", rules=rummy.PRESETS[edition], has_melded=False)
    taken = evolve(view, taken=rummy.Card("KD"), known=((rummy.Card("KD"),), *view.known[1:]))
    accepted = from_json(to_json(taken), rummy.View)
    with pytest.raises(RamiError):
        player(accepted, Random(1))


def test_a_theme_may_not_be_a_long_number() -> None:
    theme: Any = -(10**5000)
    with pytest.raises(RamiError, match="theme must be one of 'auto', 'light', 'dark', not a number of"):
        rami.svg(rummikub.set_up("R7"), theme=theme)


def test_names_of_players_are_text() -> None:
    players: Any = {1: random_player, 2: random_player}
    with pytest.raises(WrongType, match="each item of players must be text, not 1"):
        list(simulate.deals(gin.GAME, players, seeds=[1]))


def test_maximize_refuses_a_class() -> None:
    aim: Any = rummikub.State
    with pytest.raises(RulesError, match="maximize must be 'tiles', 'points' or a function of a tile"):
        rummikub.best_play(rummikub.set_up("R7 R8 R9"), maximize=aim)
