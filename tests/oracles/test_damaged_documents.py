"""Damaged documents and texts of moves."""

from types import ModuleType

from tests.oracles.damaged_documents import unread
from tests.promises.playing import EACH_GAME
from tests.quick_or_full import examples


@EACH_GAME
def test_damaged_documents_and_moves_raise_only_errors_of_the_library(game: ModuleType) -> None:
    assert list(unread(game.GAME, examples(400), 0)) == []
