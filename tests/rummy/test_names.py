"""The public names of the game."""

import pytest

from rami import rummy

NAMES = (
    "GAME PRESETS DEFAULT new_game deal from_deal check apply legal_moves observe determinize result parse_move digest "
    "set_up Phase DrawStock TakeDiscard LayMeld LayOff Discard ReplaceJoker Run Group Card Suit Table Rules State View "
    "best_melds deadwood next_dealer parse_cards parse_meld format_cards full_pack hand_value JOKER Deal Code "
    "flaws next_starter match_winner"
)


@pytest.mark.parametrize("name", NAMES.split())
def test_the_names_of_the_game(name: str) -> None:
    assert name in rummy.__all__
    assert hasattr(rummy, name)


def test_the_list_of_names_is_complete() -> None:
    assert len(set(rummy.__all__)) == len(rummy.__all__)
    assert all(hasattr(rummy, name) for name in rummy.__all__)
    assert rummy.GAME.name == "rummy"
    assert rummy.GAME.presets is rummy.PRESETS
