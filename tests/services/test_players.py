"""Players make legal moves, depend only on the view, and repeat their moves."""

import pickle
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import RamiError, RulesError, TooLarge, WrongType, contracts, gin, rummikub, rummy
from rami.contracts import Fill, Phase, Take
from rami.game import Game
from rami.games import GAMES
from rami.players import (
    LEVELS,
    Player,
    PlayerFailed,
    absent_player,
    best_player,
    careless_player,
    quick_player,
    random_player,
)
from rami.rummikub import Draw, Pass, Play, Rules, Table, advice
from rami.rummy import Card, Discard, DrawStock, TakeDiscard
from rami.simulate import compare, deals, play_deal
from rami.testing import states
from tests.kit.counting_game import GAME as FOURTH
from tests.quick_or_full import examples

SLOW = ("rummikub-xp6",)
"""Return rules with enough jokers to make the best play slow."""


@pytest.mark.parametrize("player", [random_player, quick_player, best_player, absent_player, LEVELS["easy"]])
@settings(max_examples=examples(15), deadline=None)
@given(data=st.data())
def test_a_player_makes_legal_moves_from_its_view(player: Player[Any, Any], data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([*GAMES.values()]))
    preset = data.draw(st.sampled_from([name for name in game.presets if name not in SLOW]))
    state = data.draw(states(game, rules=game.presets[preset], most_moves=20))
    seed = data.draw(st.integers(0, 99))
    if game.result(state) is not None:
        return
    view = game.observe(state, state.current_player)
    move = player(view, Random(seed))
    assert game.check(state, move) == ()
    assert player(view, Random(seed)) == move


@pytest.mark.parametrize("player", [random_player, quick_player, best_player, absent_player])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_nobody_moves_out_of_turn(player: Player[Any, Any], game: Game[Any, Any, Any, Any]) -> None:
    state = game.new_game(2, seed=1)
    for seat in (None, 1 - state.current_player):
        with pytest.raises(RamiError, match="there is no legal move"):
            player(game.observe(state, seat), Random(1))


def test_a_game_without_players_has_only_a_random_one() -> None:
    state = FOURTH.new_game(2, seed=1)
    view: Any = FOURTH.observe(state, state.current_player)
    assert random_player(view, Random(1)) in FOURTH.legal_moves(view)
    with pytest.raises(RamiError, match="counting has no quick player"):
        quick_player(view, Random(1))
    with pytest.raises(RamiError, match="counting has no absent player"):
        absent_player(view, Random(1))
    with pytest.raises(RamiError, match="counting has no best turn for this view"):
        best_player(view, Random(1))


def test_random_players_try_everything() -> None:
    """The player draws, plays from the rack, extends melds, and takes melds apart."""
    view = rummikub.set_up("R7 O7 B6 K1 K2 K3", "R4-R5-R6 K6-K7-K8-K9")
    moves = {str(random_player(view, Random(seed))) for seed in range(200)}
    assert "draw" in moves
    assert any("R4-R5-R6-R7" in move for move in moves)
    assert any("K1-K2-K3" in move for move in moves)
    view = rummikub.set_up("R6", "R4-R5-R6-R7-R8")
    assert {str(random_player(view, Random(seed))) for seed in range(200)} == {"draw", "play R4-R5-R6 R6-R7-R8"}


def test_a_quick_player_moves_nothing() -> None:
    view = rummikub.set_up("R3 R7 R8 K6 O6 * B1 B2 B3", "R4-R5-R6 R6=B6=O6 K9=B9=*")
    move = quick_player(view, Random(1))
    assert isinstance(move, Play)
    assert str(move) == "play R3-R4-R5-R6 R6=K6=B6=O6 R7-R8-* K9=B9=* B1-B2-B3"


def test_a_quick_player_who_has_not_opened_lays_an_opening() -> None:
    view = rummikub.set_up("R7 R10 R11 R12", "R4-R5-R6", opened=False)
    assert str(quick_player(view, Random(1))) == "play R4-R5-R6 R10-R11-R12"
    assert quick_player(rummikub.set_up("R7 R1 R2 R3", "R4-R5-R6", opened=False), Random(1)) == Draw()


def test_a_player_who_can_play_must_play() -> None:
    """With an empty pool and no tile that fits, the player must rearrange the table (A23)."""
    rules = Rules(pass_on_empty="only_if_stuck")
    view = rummikub.set_up("R6", "R4-R5-R6-R7-R8", rules=rules, pool_size=0)
    for player in (random_player, quick_player, best_player, absent_player):
        assert {player(view, Random(seed)) for seed in range(20)} == {Play(Table.parse("R4-R5-R6 R6-R7-R8"))}
    stuck = rummikub.set_up("R6", "B4-B5-B6", rules=rules, pool_size=0)
    assert {player(stuck, Random(1)) for player in (random_player, quick_player, best_player)} == {Pass()}


def test_nobody_is_held_to_a_play_that_the_solver_does_not_look_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: rummikub.View) -> None:
        raise TooLarge("too large")

    monkeypatch.setattr(advice, "some_play", refused)
    monkeypatch.setattr(advice, "simple_play", lambda _: None)
    assert quick_player(rummikub.set_up("R6", "R4-R5-R6-R7-R8", pool_size=0), Random(1)) == Pass()


def test_in_the_contract_game_a_quick_player_takes_the_most_and_fills_the_first() -> None:
    view = contracts.set_up("4H 4D", "4C 1H 2Y 7C", "C09", phase=Phase.TAKE, joker=False)
    assert isinstance(quick_player(view, Random(1)), Take)
    least = absent_player(view, Random(1))
    assert isinstance(least, Take)
    assert len(least.cards) <= 1
    plain = contracts.set_up("4H 4D", "1H", "C01", joker=False)
    assert isinstance(quick_player(plain, Random(1)), Fill)
    nothing = contracts.set_up("1H 2H 4H 5H 7H 8H 1C 2C 4C 5C 8Y", "", "C15", joker=False)
    for player in (quick_player, absent_player):
        assert str(player(nothing, Random(1))).startswith("end ")


def test_in_card_rami_a_quick_player_lays_all_it_can() -> None:
    assert str(quick_player(rummy.set_up("4S 5S 6S 7S 7H 7D KC 2H 7C"), Random(1))) == "meld 4S-5S-6S"
    rules = rummy.Rules(packs=2, jokers=4, cards_dealt=(13,))
    assert quick_player(rummy.set_up("* KD 2C", rules=rules), Random(1)) == Discard(Card.parse("KD"))
    owed = evolve(rummy.set_up("* 8H 8D KD", rules=rules), jokers_owed=1)
    assert quick_player(owed, Random(1)) == rummy.parse_move("meld 8H=8D=*")


def test_in_card_rami_the_discard_is_taken_if_it_can_be_laid() -> None:
    for discard, taken in (("8C", True), ("4S", True), ("KC", False)):
        view = rummy.set_up("8H 8D KD 2C", "5S-6S-7S", discard=discard, phase=rummy.Phase.DRAW)
        assert quick_player(view, Random(1)) == (TakeDiscard() if taken else DrawStock())
    # It makes a meld that this turn has no room for.
    closed = rummy.Rules(layoff_same_turn=False, opening_points=60, melds_per_turn=None)
    view = rummy.set_up("8H 8D KD 2C", discard="8C", phase=rummy.Phase.DRAW, rules=closed, has_melded=False)
    assert quick_player(view, Random(1)) == DrawStock()
    assert quick_player(evolve(view, rules=evolve(closed, take_from_round=9)), Random(1)) == DrawStock()


def test_in_card_rami_nobody_waits_for_ever() -> None:
    """After many rounds another card goes at every turn, never the joker."""
    rules = rummy.Rules(packs=2, jokers=4, cards_dealt=(13,))
    view = rummy.set_up("9S 9D KH *", rules=rummy.Rules(packs=2, jokers=4, cards_dealt=(13,), melds_per_turn=1))
    full = evolve(view, laid=(rummy.Meld("2C-3C-4C"),), table=rummy.Table.parse("2C-3C-4C"))
    full = evolve(full, rules=evolve(rules, layoff_same_turn=False), melded_in=(2, 1))
    late = [evolve(full, turn=turn, melded_in=(turn, 1)) for turn in range(100, 120, 2)]
    assert {str(quick_player(each, Random(1))) for each in late} == {"discard 9S", "discard 9D", "discard KH"}
    only = evolve(rummy.set_up("* *", rules=rules), turn=100)
    assert quick_player(only, Random(1)) == Discard(rummy.JOKER)


def test_in_card_rami_a_position_without_a_move_raises_an_error() -> None:
    stuck = evolve(rummy.set_up("9H"), taken=Card.parse("9H"))
    for player in (quick_player, absent_player):
        with pytest.raises(RamiError, match="there is no legal move"):
            player(stuck, Random(1))


@pytest.mark.slow(but=["horesca", "rami-51"])
@pytest.mark.parametrize("preset", sorted(rummy.PRESETS))
def test_in_card_rami_deals_between_players_who_try_are_short(preset: str) -> None:
    for player in (best_player, quick_player):
        for seed in range(6):
            state = play_deal(rummy.GAME, [player] * 3, rules=rummy.PRESETS[preset], seed=seed).state
            result = rummy.result(state)
            assert result is not None
            assert result.reason != "round_limit"
            assert state.turn < 300


@pytest.mark.slow(only=["rummikub"])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_best_player_wins(game: Game[Any, Any, Any, Any]) -> None:
    found = compare(deals(game, {"random": random_player, "best": best_player}, seeds=range(4)))
    assert found.wins[1].mean >= 0.75


# --------------------------------------------------------------------------------------------- players who have left


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_player_may_leave_in_the_middle_of_a_turn(game: Game) -> None:
    """The absent player can meet any obligation of a turn, and the deal ends."""
    for seed in range(4):
        states_of = list(play_deal(game, [quick_player] * 2, seed=seed).states())
        for state in states_of[1 :: max(1, len(states_of) // 6)]:
            current = state
            for _ in range(12):
                if current.is_over:
                    break
                view = game.observe(current, current.current_player)
                move = absent_player(view, Random(0))
                assert move == absent_player(view, Random(1))
                current = game.apply(current, move)


def test_an_absent_player_lays_the_cards_that_must_be_laid() -> None:
    rules = rummy.PRESETS["rami-51"]
    view = evolve(rummy.set_up("5S 6S 7S KD 9H", rules=rules), taken=rummy.Card.parse("7S"))
    move = absent_player(view, Random(1))
    assert str(move) == "meld 5S-6S-7S"
    jokers = rummy.set_up("* *", rules=rummy.PRESETS["rami-51"])
    assert str(absent_player(jokers, Random(1))) == "discard *"
    hand = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D")
    assert str(absent_player(hand, Random(1))) == "discard KC"


# -------------------------------------------------------------------------------------------------------------- levels


def test_a_careless_player_makes_a_share_of_random_moves() -> None:
    view = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C", discard="7D")
    best = best_player(view, Random(1))
    for share, low, high in ((0, 0, 0), (0.2, 60, 140), (0.5, 190, 310), (1, 420, 500)):
        player = careless_player(best_player, share)
        careless = sum(player(view, Random(seed)) != best for seed in range(500))
        assert low <= careless <= high
        moves = [player(view, Random(seed)) for seed in range(20)]
        assert moves == [player(view, Random(seed)) for seed in range(20)]


def test_levels_are_sent_to_other_processes() -> None:
    view = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C", discard="7D")
    assert list(LEVELS) == ["easy", "medium", "hard"]
    for player in LEVELS.values():
        copy = pickle.loads(pickle.dumps(player))
        assert copy == player
        assert [copy(view, Random(seed)) for seed in range(9)] == [player(view, Random(seed)) for seed in range(9)]
    assert LEVELS["hard"] is best_player


def test_a_harder_level_wins_more_points() -> None:
    for easier, harder in (("easy", "medium"), ("medium", "hard")):
        players = {name: LEVELS[name] for name in (easier, harder)}
        found = compare(deals(gin.GAME, players, seeds=range(25)))
        assert found.leads[1][0].mean > 3


def test_a_careless_player_of_your_own_game_names_itself_in_errors() -> None:
    def broken(view: Any, random: Random) -> Any:
        raise ValueError("no idea")

    player = careless_player(broken, 0.0)
    with pytest.raises(PlayerFailed, match="careless broken raised ValueError"):
        play_deal(FOURTH, [player, player], seed=1)
    record = play_deal(FOURTH, [careless_player(broken, 1.0)] * 2, seed=1)
    assert record.result is not None


@pytest.mark.parametrize(
    ("player", "share", "error", "message"),
    [
        (best_player, -0.1, RulesError, "share must be a number from 0 to 1, not -0.1"),
        (best_player, 1.1, RulesError, "share must be a number from 0 to 1, not 1.1"),
        (best_player, float("nan"), RulesError, "share must be a number from 0 to 1, not nan"),
        (best_player, True, WrongType, "share must be a number, not True"),
        (best_player, "0.5", WrongType, "share must be a number, not '0.5'"),
        ("best", 0.5, WrongType, "player must be a function, not 'best'"),
    ],
)
def test_a_careless_player_needs_a_player_and_a_share(
    player: Any, share: Any, error: type[RamiError], message: str
) -> None:
    with pytest.raises(error, match=message):
        careless_player(player, share)
