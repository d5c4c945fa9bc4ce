"""Pictures of moves without a position."""

from typing import Any

import pytest

import rami
from rami import gin, rummikub, rummy
from rami.game import Game
from rami.pictures.svg import Svg

SHOWN: list[tuple[Game[Any, Any, Any, Any], str, str, str]] = [
    (rummikub.GAME, "pass", "Pass", "Passer"),
    (rummikub.GAME, "timeout R1-R2-R3 K5", "Loose tiles", "Plaques isolées"),
    (rummy.GAME, "take", "Take the top discard", "Prendre la carte de la défausse"),
    (rummy.GAME, "take 3", "Take the top 3 discards", "Prendre les 3 cartes du dessus de la défausse"),
    (gin.GAME, "discard KD", "Discard", "Défausser"),
]


@pytest.mark.parametrize(("game", "written", "english", "french"), SHOWN, ids=[written for _, written, *_ in SHOWN])
def test_a_move_without_a_position_has_a_text_and_a_picture(
    game: Game[Any, Any, Any, Any], written: str, english: str, french: str
) -> None:
    move = game.parse_move(written)
    assert english in rami.text(move)
    assert french in rami.text(move, lang="fr")
    drawn = rami.svg(move)
    assert isinstance(drawn, Svg)
    assert "<title>" in drawn


def test_a_draw_shows_one_card_face_down() -> None:
    [row] = gin.parse_move("draw").picture.rows
    assert [mark.up for mark in row.marks] == [False]
