"""The best turn of every game is legal to its end, and as good as by brute force."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import codec, contracts, gin, rummikub, rummy
from rami.games import GAMES
from rami.gin.position import Spread
from rami.players import random_player
from rami.rummy.advice import best_discard
from tests.oracles import gin as brute
from tests.promises.playing import EACH_EDITION
from tests.quick_or_full import examples


def positions(game: Any, rules: Any, seed: int, most: int) -> Iterator[Any]:
    """Yield the positions of a deal before each move of a random player."""
    state = game.new_game(rules.player_counts[0], rules, seed=seed)
    random = Random(seed)
    for _ in range(most):
        if state.is_over:
            return
        yield state
        state = game.apply(state, random_player(game.observe(state, state.current_player), random))


@pytest.mark.slow(but=["horesca", "oklahoma", "goliath", "kaluki"])  # each edition, in deals of sixty moves
@EACH_EDITION
@settings(max_examples=examples(5), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_best_turn_is_legal_to_its_end(game: Any, rules: Any, seed: int) -> None:
    most = 8 if game is rummikub.GAME else 60
    for state in positions(game, rules, seed, most):
        seat = state.current_player
        turn = game.best_turn(game.observe(state, seat))
        assert turn
        after = state
        for move in turn:
            assert not after.is_over
            assert after.current_player == seat
            assert game.check(after, move) == ()
            after = game.apply(after, move)
        assert (
            after.is_over
            or after.current_player != seat
            or isinstance(turn[-1], (rummy.DrawStock, gin.DrawStock, rummikub.Draw))
        ), f"the turn goes on after {turn[-1]}"
        others = [*range(seat), *range(seat + 1, state.players), None]
        assert all(game.best_turn(game.observe(state, other)) == () for other in others)


def test_best_turn_after_the_end_is_refused() -> None:
    for game in GAMES.values():
        *_, last = positions(game, next(iter(game.presets.values())), 3, 10**6)
        state = last
        while not state.is_over:
            state = game.apply(state, random_player(game.observe(state, state.current_player), Random(1)))
        assert game.best_turn is not None
        assert all(game.best_turn(game.observe(state, seat)) == () for seat in (*range(state.players), None))


# ------------------------------------------------------------------------------------------------------------ Rummikub


def in_rummikub(rack: str, table: str = "", **changes: Any) -> str:
    view = rummikub.set_up(rack, table)
    (move,) = rummikub.best_turn(evolve(view, **changes))
    return str(move)


def test_jokers_are_kept_for_later() -> None:
    assert in_rummikub("R9 B9 K1 *") == "draw"
    assert in_rummikub("R9 B9 K1 * O7", "O4-O5-O6") == "play O4-O5-O6-O7"


@pytest.mark.parametrize("sizes", [(4, 4), (4, 3)])
def test_jokers_are_spent_when_another_player_is_about_to_go_out(sizes: tuple[int, int]) -> None:
    pool = rummikub.set_up("R9 B9 K1 *").pool_size + 14 - sizes[1]
    move = in_rummikub("R9 B9 K1 *", rack_sizes=sizes, pool_size=pool)
    assert move == ("draw" if sizes[1] == 4 else "play R9=B9=*")


def test_jokers_are_spent_when_the_pool_is_empty() -> None:
    view = rummikub.set_up("R9 B9 K1 *")
    sizes = (4, view.rack_sizes[1] + view.pool_size)
    assert in_rummikub("R9 B9 K1 *", rack_sizes=sizes, pool_size=0) == "play R9=B9=*"


# ----------------------------------------------------------------------------------------------------------- card rummy


Left = tuple[bool, bool, int, int]
"""Whether the deal continues, whether the first melds are missing, the deadwood, and the points left."""


def left_in(state: rummy.State, seat: int) -> Left:
    hand, rules, is_open = state.hands[seat], state.rules, state.has_melded[seat]
    if not hand[1:]:
        return False, False, 0, 0
    points = rummy.hand_value(hand, rules)
    no_more_melds = is_open and rules.opening_melds != ()
    closed = rules.has_opening and not is_open
    return True, closed, points if no_more_melds else rummy.deadwood(hand, rules), points


def least_left(state: rummy.State) -> Left:
    """Return the least that can be left before the discard, by trying every move."""
    seat = state.current_player

    @cache
    def least(state: rummy.State) -> Left:
        hand = state.hands[seat]
        if not hand:
            return left_in(state, seat)
        found = [(True, True, 10**6, 10**6)]
        for move in rummy.legal_moves(state):
            is_end = isinstance(move, rummy.Discard)
            found.append(left_in(state, seat) if is_end else least(rummy.apply(state, move)))
        return min(found)

    return least(state)


@pytest.mark.slow(but=["horesca", "rami-51"])  # It tries every way to lay cards
@pytest.mark.parametrize("name", rummy.PRESETS)
@settings(max_examples=examples(10), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_no_laying_of_card_rami_leaves_less(name: str, seed: int) -> None:
    rules = rummy.PRESETS[name].evolve(cards_dealt=(7,) * len(rummy.PRESETS[name].cards_dealt), max_jokers_per_meld=1)
    for state in positions(rummy.GAME, rules, seed, 80):
        if state.phase is rummy.Phase.PLAY:
            seat, after = state.current_player, state
            for move in rummy.best_turn(rummy.observe(state, seat)):
                if isinstance(move, rummy.Discard):
                    break
                after = rummy.apply(after, move)
            assert left_in(after, seat) == least_left(state)


def test_best_turn_without_a_legal_move_is_refused() -> None:
    """No play leads to this position, but JSON can describe it: the rest of an opening is not in the hand."""
    [laid] = table = rummy.Table.parse("JS-QS-KS")
    view = rummy.set_up("5S 3H 9H", table, rules=rummy.PRESETS["rami-51"], has_melded=False)
    begun = evolve(view, laid=(laid,), laid_in=(view.turn, None))
    stuck = codec.from_json(codec.to_json(begun), rummy.View)
    assert [*rummy.legal_moves(stuck)] == []
    assert rummy.best_turn(stuck) == ()


def test_a_turn_of_card_rami_that_takes_the_discard() -> None:
    view = rummy.set_up("4S 5S KD 9H", "7D-8D-9D", discard="6S", phase=rummy.Phase.DRAW)
    assert [str(move) for move in rummy.best_turn(view)] == ["take", "meld 4S-5S-6S", "discard KD"]
    view = rummy.set_up("4S 5S KD 9H", "7D-8D-9D", discard="2C", phase=rummy.Phase.DRAW)
    assert rummy.best_turn(view) == (rummy.DrawStock(),)


def test_a_turn_of_card_rami_that_lays_every_card() -> None:
    rules = rummy.PRESETS["bicycle"]
    view = rummy.set_up("4S 5S 6S", rules=rules)
    assert [str(move) for move in rummy.best_turn(view)] == ["meld 4S-5S-6S"]
    view = rummy.set_up("AS AH AD KD", rules=rummy.Rules(ace_points=0))  # it leaves as many points without the meld
    assert [str(move) for move in rummy.best_turn(view)] == ["meld AS=AH=AD", "discard KD"]


def test_a_contract_is_laid_as_soon_as_possible() -> None:
    """Later melds would lay more of these cards, but after a contract there are none."""
    view = rummy.set_up("2H AD 8D 8D 8C QD * *", rules=rummy.PRESETS["continental"], has_melded=False)
    *laid, _ = rummy.best_turn(view)
    assert sum(isinstance(move, rummy.LayMeld) for move in laid) == 2


@pytest.mark.parametrize(
    ("phase", "top", "moves"),
    [
        (rummy.Phase.DRAW, "8C", ["take", "discard JC"]),
        (rummy.Phase.DRAW, "3C", ["draw"]),
        (rummy.Phase.PLAY, "3C", ["discard JC"]),
    ],
)
def test_cards_that_a_contract_needs_are_taken_and_kept(phase: rummy.Phase, top: str, moves: list[str]) -> None:
    rules = rummy.PRESETS["continental"].evolve(buying=0, final_discard="optional")
    view = rummy.set_up("8D 8H 4S 4H JC", discard=top, rules=rules, phase=phase, has_melded=False)
    assert [str(move) for move in rummy.best_turn(view)] == moves


def test_a_joker_of_the_table_goes_into_a_new_meld() -> None:
    view = rummy.set_up("5S 8H 8D KD", "4S-*-6S", rules=rummy.PRESETS["rami-51"].evolve(joker_reuse="new_meld"))
    assert [str(move) for move in rummy.best_turn(view)] == ["replace 5S 4S-*-6S", "meld 8H=8D=*", "discard KD"]


def test_two_melds_may_be_illegal_in_one_turn() -> None:
    view = rummy.set_up("4S 5S 6S KD KH KC 2C", has_melded=False)
    laid = [str(move) for move in rummy.best_turn(view)]
    assert laid == ["meld KH=KD=KC", "discard 2C"]


def test_useful_cards_of_the_next_player_matter_less_near_the_end() -> None:
    view = rummy.set_up("2C QS 10D QD QC 6S JC 4H")
    discards = [rummy.Discard(card) for card in view.hand]
    for cards, discarded in ((2, "10D"), (13, "6S")):
        seen = evolve(view, hand_sizes=(8, cards), stock_size=view.stock_size + view.hand_sizes[1] - cards)
        assert best_discard(seen, discards) == rummy.Discard(rummy.Card.parse(discarded))


# ----------------------------------------------------------------------------------------------------------------- Gin


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_no_laying_off_in_gin_leaves_less(seed: int) -> None:
    for state in positions(gin.GAME, gin.Rules(), seed, 200):
        if state.phase is gin.Phase.LAY_OFF:
            seat, after = state.current_player, state
            *layoffs, done = gin.best_turn(gin.observe(state, seat))
            for move in layoffs:
                after = gin.apply(after, move)
            knocker = state.spreads[1 - seat]
            assert done == gin.Done()
            assert knocker is not None
            least = brute.least_after_laying_off(tuple(knocker.melds), frozenset(state.hands[seat]))
            assert rummy.deadwood(after.hands[seat]) == least
            return


def test_gin_takes_a_useful_card_and_knocks_with_big_gin() -> None:
    state = gin.new_game(2, seed=1)
    turn = gin.best_turn(gin.observe(state, state.current_player))
    assert [str(move) for move in turn] == ["take", "discard KH"]
    rules = gin.PRESETS["gin-classic"].evolve(big_gin_bonus=31)
    view = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH QH KH", rules=rules, discard="7D")
    assert gin.best_turn(view) == (gin.Knock(),)


def test_eleven_melded_cards_are_gin_without_big_gin_in_the_rules() -> None:
    view = gin.set_up("AS 2S 3S 4S 5H 5D 5C 9H 10H JH QH", rules=gin.PRESETS["gin-classic"], discard="7D")
    assert gin.best_turn(view) == (gin.Knock(rummy.Card.parse("QH")),)


def test_a_knock_is_put_off_late_in_a_deal_of_gin() -> None:
    view = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH 4D KC", discard="7D")
    [early], [late] = (gin.best_turn(evolve(view, turn=turn)) for turn in (11, 12))
    assert (str(early), str(late)) == ("knock KC", "discard KC")


def test_two_cards_are_laid_off_one_on_the_other() -> None:
    cards: Any = {"hands": ((), rummy.Card.row("4S 5S QH KD")), "stock": rummy.Card.row("9C 8C 6C")}
    knocked = Spread(rummy.Table.parse("AS-2S-3S"), rummy.Card.row("AD"))
    state = gin.State(
        upcard=None,
        rules=gin.Rules(),
        current_player=1,
        turn=5,
        phase=gin.Phase.LAY_OFF,
        knocker=0,
        spreads=(knocked, None),
        **cards,
    )
    turn = [str(move) for move in gin.best_turn(gin.observe(state, 1))]
    assert turn == ["add 4S AS-2S-3S", "add 5S AS-2S-3S-4S", "done"]


# ---------------------------------------------------------------------------------------------------- the contract game


def test_the_joker_token_is_not_spent_on_a_point() -> None:
    view = contracts.set_up("5H", "5C 6C", "C01", phase=contracts.Phase.TAKE)
    assert [str(move) for move in contracts.best_turn(view)] == ["take 5C 6C", "fill C01 5H=5C", "end"]
    assert [str(move) for move in contracts.best_turn(contracts.set_up("5H", contracts="C01"))] == ["end"]


def test_the_joker_token_is_spent_in_the_last_turn() -> None:
    view = evolve(contracts.set_up("5H", contracts="C01"), last_turn=0)
    assert [str(move) for move in contracts.best_turn(view)] == ["fill C01 5H=*", "end"]


def test_the_joker_token_is_spent_once() -> None:
    view = evolve(contracts.set_up("5H 7C", contracts="C01 C04"), last_turn=0)
    first, *rest = map(str, contracts.best_turn(view))
    assert "*" in first
    assert rest == ["end"]
