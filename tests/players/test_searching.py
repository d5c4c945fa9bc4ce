"""The player that tries its moves out."""

import pickle
from random import Random

import pytest
from attrs import evolve

from rami import RulesError, contracts, gin, rummikub, rummy
from rami.games import GAMES
from rami.players import (
    Player,
    greedy_player,
    quick_player,
    random_of,
    search_player,
    thoughtful_player,
)
from rami.players.strategies import contracts as for_contracts
from rami.players.strategies import gin as for_gin
from rami.players.strategies import rummikub as for_rummikub
from rami.players.strategies import rummy as for_rummy
from rami.simulate import play, simulate
from tests.fourth import GAME as FOURTH


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_it_plays_every_game(game) -> None:  # type: ignore[no-untyped-def]  # any game
    player, state = search_player(playouts=6), game.new_game(2, seed=2)
    for _ in range(6):
        view = game.observe(state, state.current_player)
        move = player(view, Random(1))
        assert game.check(view, move) == ()
        assert state.turn or player(view, Random(1)) == move
        state = game.apply(state, move)


def test_where_cards_are_laid_off_there_is_nothing_to_search() -> None:
    for seed in range(20):
        state = gin.new_game(2, seed=seed)
        while not state.is_over and state.phase is not gin.Phase.LAY_OFF:
            state = gin.apply(state, quick_player(gin.observe(state, state.current_player), Random(1)))
        if not state.is_over:
            view = gin.observe(state, state.current_player)
            assert search_player(playouts=2)(view, Random(1)) == greedy_player(view, Random(1))
            return
    pytest.fail("nobody knocked with deadwood")


def test_a_game_of_your_own() -> None:
    player = search_player(playouts=8, base=random_of(FOURTH), game=FOURTH)
    assert play(FOURTH, [player, random_of(FOURTH)], seed=1).moves
    assert pickle.loads(pickle.dumps(search_player(playouts=8))) == search_player(playouts=8)


def test_it_goes_out_when_it_can() -> None:
    move = search_player(playouts=10)(rummikub.set_up("R7", "R4-R5-R6"), Random(1))
    assert str(move) == "play R4-R5-R6-R7"


def test_it_knows_what_the_view_says_only() -> None:
    state = rummy.new_game(2, seed=3)
    view = rummy.observe(state, state.current_player)
    other = rummy.observe(rummy.determinize(view, seed=5), state.current_player)
    player = search_player(playouts=30)
    assert player(view, Random(1)) == player(other, Random(1))


def test_more_playouts_are_spent_on_fewer_moves() -> None:
    """The budget is kept, up to one playout for each candidate and round."""
    spent = 0
    choose: Player[rummy.View, rummy.Move] = quick_player

    def counting(view: rummy.View, random: Random) -> rummy.Move:
        nonlocal spent
        spent += view.turn == first.turn + 1 and view.phase is rummy.Phase.DRAW
        return choose(view, random)

    first = rummy.set_up("3S 4S 9D KD 2C 7H 8H", discard="5S")
    search_player(playouts=64, base=counting)(first, Random(1))
    assert 20 <= spent <= 64 + 64


@pytest.mark.parametrize("playouts", [1, 0])
def test_bad_arguments(playouts: int) -> None:
    with pytest.raises(RulesError, match="playouts must be a whole number from 2"):
        search_player(playouts=playouts)


def test_it_says_what_it_is() -> None:
    assert search_player(playouts=50).__name__ == "search_player(50)"
    assert greedy_player.__name__ == "greedy_player"


def advice(view: gin.View, turn: int = 0) -> str:
    """What the incumbent of the search is."""
    return str(for_gin.thoughtful(evolve(view, turn=turn)))


def test_gin_lays_off_what_leaves_the_least() -> None:
    """Of the additions of the defender there is one worth a look."""
    view = gin.set_up(
        "4S 5S KH 2C 2D 8C 8D QC QD KC",
        "AS-2S-3S 6H=6C=6D 9H=9C=9D",
        discard="7D",
        unmatched="4D",
        phase=gin.Phase.LAY_OFF,
    )
    assert view.phase is gin.Phase.LAY_OFF
    assert for_gin.shortlist(view) == [for_gin.greedy(view)]


def test_gin_takes_a_card_for_a_new_meld_and_not_for_a_longer_one() -> None:
    hand = "4S 5S 6S 2H 9H KH 3D JD 8C QC"
    for top, move in (("7S", "draw"), ("KD", "draw"), ("4D", "draw"), ("8H", "draw")):
        assert str(for_gin.greedy(gin.set_up(hand, discard=top, phase=gin.Phase.DRAW))) == move
    pair = "4S 5S 6S 2H 9H KH KD JD 8C QC"
    assert str(for_gin.greedy(gin.set_up(pair, discard="KS", phase=gin.Phase.DRAW))) == "take"


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("AS 2S 3S 4S QS KS 6H 8H JH 9D JD", "discard KS"),
        ("4S 8S 9S 3H 7H 9D AC 3C 5C 8C 9C", "discard 7H"),  # 8S leaves less, and goes with more
        ("8S JS 8H 9H 10H 10D JD 7C 9C 10C JC", "discard 9C"),
        ("9S QS KS 5H 6H 7H QH KH 2D QD 2C", "discard 9S"),
    ],
)
def test_gin_weighs_what_cards_may_become_against_what_they_leave(hand: str, move: str) -> None:
    assert advice(gin.set_up(hand, discard="9S" if "9S" not in hand else "7D", phase=gin.Phase.PLAY)) == move


def test_gin_takes_a_card_with_which_it_can_knock() -> None:
    """The greedy player takes a card for a meld only."""
    hand = "3S 4S 5S 7H 7D 7C 2D 3D 4C KH"
    view = gin.set_up(hand, discard="AC", phase=gin.Phase.DRAW)
    assert (advice(view), str(greedy_player(view, Random(1)))) == ("take", "draw")
    useless = gin.set_up("3S 4S 5S 7H 7D 7C AH AC AD 5C", discard="5D", phase=gin.Phase.DRAW)
    assert (advice(useless), advice(useless, turn=20)) == ("take", "draw")  # only gin is worth a knock now
    assert advice(gin.set_up(hand, discard="QC", phase=gin.Phase.DRAW)) == "draw"


def test_gin_keeps_cards_together() -> None:
    view = gin.set_up("3S 4S 5S KH KD QH QD 9C AC 6D 2H")
    assert advice(view) == "discard 9C"
    assert str(greedy_player(view, Random(1))) in {"discard KH", "discard KD", "discard QH", "discard QD"}


@pytest.mark.parametrize(
    ("hand", "turn", "move"),
    [
        ("3S 4S 5S 7H 7D 7C AD 2D 2C AC KH", 7, "knock KH"),
        ("3S 4S 5S 7H 7D 7C AD 2D 2C AC KH", 8, "discard KH"),
        ("3S 4S 5S 7H 7D 7C 9D 9S 9C 9H KH", 30, "knock KH"),
        ("3S 4S 5S 6S 7H 7D 7C 9D 9S 9C 9H", 30, "knock"),
    ],
)
def test_gin_knocks_at_once_early_and_later_with_gin(hand: str, turn: int, move: str) -> None:
    assert advice(gin.set_up(hand), turn) == move


@pytest.mark.parametrize(("known", "move"), [("KH KD", "discard JH"), ("JS JD", "discard KS"), ("", "discard KS")])
def test_gin_gives_the_opponent_no_meld(known: str, move: str) -> None:
    view = gin.set_up("AS 2S 3S 6H 6D 9C 9D KS JH 4C 8S", discard="2H")
    assert advice(evolve(view, known=((), rummy.parse_cards(known)))) == move


@pytest.mark.parametrize(("top", "move"), [("KH", "draw"), ("7D", "take"), ("8C", "take"), ("AC", "take")])
def test_gin_takes_what_improves_the_hand(top: str, move: str) -> None:
    """A third card for a meld, a neighbour, or a low card for a high one."""
    view = gin.set_up("3S 4S 5S 7H 7C 9C QC QH JD 2D", discard=top, phase=gin.Phase.DRAW)
    assert advice(view) == move


@pytest.mark.slow(but=["9"])
@pytest.mark.parametrize("deal", [1, 3, 7, 8, 9])
def test_rami_collects_what_a_contract_prescribes(deal: int) -> None:
    """Runs of which most cards must be waited for, too: no deal goes on to its last round."""
    rules = rummy.MATCHES["carioca"][deal - 1]
    for summary in simulate(rummy.GAME, [greedy_player, thoughtful_player], rules=rules, seeds=range(2)):
        assert summary.reason == "went_out"
        assert summary.turns < 300


def test_rami_buys_what_a_contract_needs() -> None:
    rules = rummy.PRESETS["continental"]
    hand = "4S 4H 9D 9C KS 2H 6C"
    for top, move in (("4D", rummy.Buy()), ("QD", rummy.Pass())):
        view = rummy.set_up(hand, discard=top, rules=rules, has_melded=False)
        assert for_rummy.greedy(evolve(view, phase=rummy.Phase.BUY, in_turn=1)) == move


def test_rami_takes_what_a_contract_needs() -> None:
    rules = rummy.PRESETS["carioca"]
    hand = "4S 4H 9D 9C KS 2H 6C"
    for top, move in (("4D", rummy.TakeDiscard()), ("QD", rummy.DrawStock())):
        view = rummy.set_up(hand, discard=top, phase=rummy.Phase.DRAW, rules=rules, has_melded=False)
        assert greedy_player(view, Random(1)) == move


def test_rami_breaks_a_meld_where_every_card_is_in_one() -> None:
    laid = evolve(rummy.set_up("7S 8S 9S", "2C-3C-4C"), laid=(rummy.parse_meld("2C-3C-4C"),))
    assert isinstance(greedy_player(laid, Random(1)), rummy.Discard)


def test_rami_gives_away_high_cards_but_feeds_nobody() -> None:
    """What another player could lay off at once is kept, if that costs little."""
    view = rummy.set_up("2C 9D 4H 6S", "10D-JD-QD", has_melded=False)
    assert str(for_rummy.thoughtful(evolve(view, melded_in=(None, None)))) == "discard 9D"
    assert str(for_rummy.thoughtful(evolve(view, melded_in=(None, 0)))) == "discard 6S"


def test_rami_keeps_what_has_chances() -> None:
    """Of two pairs of neighbours, that whose cards are not gone."""
    view = rummy.set_up("5H 6H 5C 6C", "4H=4S=4D 7H=7S=7D", has_melded=False)
    assert str(for_rummy.thoughtful(view)) in {"discard 5H", "discard 6H"}


def test_rami_lays_what_the_greedy_player_lays() -> None:
    view = rummy.set_up("AS 2S 3S 9D KC")
    assert str(for_rummy.thoughtful(view)) == "meld AS-2S-3S"
    assert str(for_rummy.thoughtful(rummy.set_up("AS 2S 3S", has_melded=False))) == "meld AS-2S-3S"


def test_the_contract_game_weighs_what_is_to_come() -> None:
    """A contract of seven points that lacks one card, and a card more, against a point more now."""
    state = contracts.new_game(2, seed=2)
    while state.turn < 9 or state.phase is not contracts.Phase.TAKE:
        state = contracts.apply(state, greedy_player(contracts.observe(state, state.current_player), Random(1)))
    view = contracts.observe(state, state.current_player)
    assert str(greedy_player(view, Random(1))) == "take 6C 6D"
    assert str(for_contracts.thoughtful(view)) == "take 1H 1Y 1Y"


def test_the_contract_game_fills_what_wins_trophies() -> None:
    """Of two contracts that score the same, that whose colour is not won or lost yet."""
    view = contracts.set_up("4H 4C", contracts="C01 C02", joker=False)
    card = view.rules.deck.by_id
    for lost, wanted in (("C05 C09 C13 C17", "C02"), ("C06 C10 C14 C18", "C01")):
        behind = evolve(view, zones=((), tuple(card[name] for name in lost.split())))
        move = for_contracts.thoughtful(behind)
        assert isinstance(move, contracts.Fill)
        assert move.contract == wanted
        assert move in for_contracts.shortlist(behind)


@pytest.mark.parametrize(("table", "dead"), [("KS=KH=KC 9D-10D-JD", "KD"), ("QH=QD=QC 9S-10S-JS", "QS")])
def test_rami_keeps_what_the_next_player_may_want(table: str, dead: str) -> None:
    """Of two cards alone that count the same, that for which there are pairs that nobody has seen."""
    view = evolve(rummy.set_up("2C 6H KD QS", table, has_melded=False), melded_in=(None, None))
    assert str(for_rummy.thoughtful(view)) == f"discard {dead}"


@pytest.mark.parametrize(
    ("rack", "size", "pool", "opened", "move"),
    [
        ("R7 * K2 B9 O12", 4, 40, True, "play R4-R5-R6-R7"),
        ("R9 * K2 B9 O12", 4, 40, True, "draw"),
        ("R9 * K2 B9 O12", 3, 40, True, "play R4-R5-R6 R9=B9=*"),
        ("R9 * K2 B9 O12", 4, 0, True, "play R4-R5-R6 R9=B9=*"),
        ("R9 R11 * K2 B9", 4, 40, False, "draw"),
        ("R9 R10 R11 * K2", 4, 40, False, "play R4-R5-R6 R9-R10-R11"),
        ("R9 R11 * K2 B9", 3, 40, False, "play R4-R5-R6 R9-*-R11"),
        ("R9 B9 *", 4, 40, True, "play R4-R5-R6 R9=B9=*"),
        ("K1 B9", 4, 40, True, "draw"),
    ],
)
def test_rummikub_keeps_jokers_until_the_end_is_near(rack: str, size: int, pool: int, opened: bool, move: str) -> None:
    view = rummikub.set_up(rack, "R4-R5-R6", opened=opened, pool_size=pool)
    sizes = (view.rack_sizes[0], size)
    assert str(for_rummikub.thoughtful(evolve(view, rack_sizes=sizes))) == move


def test_rummikub_lays_a_joker_where_a_player_who_can_play_must() -> None:
    rules = rummikub.Rules(voluntary_draw=False)
    view = rummikub.set_up("R9 * K2 B9 O12", "R4-R5-R6", rules=rules)
    assert isinstance(for_rummikub.thoughtful(view), rummikub.Play)
