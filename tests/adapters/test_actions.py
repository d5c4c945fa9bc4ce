"""Encoded moves: every legal move has an action that does what its name says."""

from random import Random

import pytest

from rami import gin, rummikub, rummy
from rami.adapters.arrays import Actions, Layout
from rami.adapters.encoding import actions, after, layout, seats
from rami.game import Game
from rami.players import quick_player
from tests.adapters.encoded_deals import ALL_GAMES, encoded_deal, named_moves
from tests.kit.counting_game import GAME as COUNTING_GAME


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_a_legal_move_leads_to_the_same_position_with_and_without_a_check(game: Game) -> None:
    for state, _, options in encoded_deal(game, 9, 60):
        for move in options.values():
            if type(move) in game.moves:
                assert after(game)(state, move) == game.apply(state, move)


@pytest.mark.parametrize("game", [rummy.GAME, gin.GAME], ids=lambda game: game.name)
def test_every_move_has_a_word(game: Game) -> None:
    """Every legal move of any edition has an action that does what its name says."""
    for preset, rules in game.presets.items():
        vocabulary = actions(game, rules)
        assert len(set(vocabulary.names)) == len(vocabulary.names)
        state = game.new_game(seats(game, rules, None), rules, seed=4)
        random = Random(preset)
        for _ in range(80):
            if state.is_over:
                break
            moves = list(game.legal_moves(state))
            options = vocabulary.options(game.observe(state, state.current_player))
            assert set(options.values()) <= set(moves)
            said = {vocabulary.names[number]: move for number, move in options.items()}
            assert all(
                str(move).startswith(name.split()[0].replace("run", "meld").replace("group", "meld"))
                for name, move in said.items()
            )
            assert {str(move).split()[0] for move in moves} == {str(move).split()[0] for move in options.values()}
            state = game.apply(state, moves[int(random.random() * len(moves))])


def test_a_knock_is_made_with_the_best_melds() -> None:
    moves = named_moves(gin.GAME, gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D"))
    assert moves["knock KD"] == gin.Knock(rummy.Card("KD"))
    assert moves["discard AS"] == gin.Discard(rummy.Card("AS"))


def test_big_gin_is_a_knock_without_a_card() -> None:
    view = gin.set_up("AS 2S 3S 4S 5H 5D 5C 9H 10H JH QH", discard="7D")
    assert named_moves(gin.GAME, view)["knock"] == gin.Knock()


def test_cards_are_laid_off_one_at_a_time() -> None:
    cards_laid_off = 0
    for seed in range(30):
        state = gin.new_game(2, seed=seed)
        while not state.is_over:
            view = gin.observe(state, state.current_player)
            if state.phase is gin.Phase.LAY_OFF:
                moves = named_moves(gin.GAME, view)
                assert moves.pop("done") == gin.Done()
                assert all(str(move).startswith(name) for name, move in moves.items())
                cards_laid_off += len(moves)
            state = gin.apply(state, quick_player(view, Random(1)))
        assert not any(layout(gin.GAME, state.rules, 2).named(gin.observe(state, 0))["to_move"])
    assert cards_laid_off


def test_a_game_without_a_vocabulary_has_slots() -> None:
    rules = next(iter(COUNTING_GAME.presets.values()))
    vocabulary = actions(COUNTING_GAME, rules)
    assert vocabulary.names[0] == "move 0"
    assert len(vocabulary.names) == 128
    assert isinstance(vocabulary, Actions)
    found = layout(COUNTING_GAME, rules, 2)
    assert isinstance(found, Layout)
    assert [each.name for each in found.fields] == ["to_move", "turn"]
    assert seats(COUNTING_GAME, rules, 3) == 3


def test_why_an_action_cannot_be_done() -> None:
    state = rummy.new_game(2, seed=1)
    view, vocabulary = rummy.observe(state, state.current_player), actions(rummy.GAME, state.rules)
    discard = next(number for number, name in enumerate(vocabulary.names) if name.startswith("discard"))
    for number in (None, -1, len(vocabulary.names)):
        assert vocabulary.reasons(rummy.GAME, view, number) == [
            f"action must be a number from 0 to {len(vocabulary.names) - 1}, not {number}"
        ]
    assert "a number of 16610 bits" in vocabulary.reasons(rummy.GAME, view, 10**5000)[0]
    move = rummy.parse_move(vocabulary.names[discard])
    assert vocabulary.reasons(rummy.GAME, view, discard) == [each.message() for each in rummy.check(view, move)]
    tiles = actions(rummikub.GAME, rummikub.Rules())
    waiting = rummikub.set_up("R1 R2")
    number = next(number for number, name in enumerate(tiles.names) if name == "R7")
    assert tiles.reasons(rummikub.GAME, waiting, number) == ["'R7' is not possible now"]
