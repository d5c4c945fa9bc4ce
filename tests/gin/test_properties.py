"""Gin against a slow referee."""

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import rami
from rami import gin
from rami.gin import DrawStock, Knock, Phase, Rules, State
from rami.gin.rules import MOST_TURNS, PACK
from rami.gin.scoring import showdown
from rami.rummy import Card, Table
from rami.rummy import deadwood as least_deadwood
from tests.gin.showdowns import knock_discards, laid_off, showdown_with
from tests.oracles import gin as brute
from tests.quick_or_full import examples

SEEDS = st.integers(0, 2**32)
RULES = st.builds(
    Rules,
    knock_limit=st.sampled_from([0, 1, 5, 10, 10, 40]),
    knock_by_upcard=st.booleans(),
    ace_upcard_gin_only=st.booleans(),
    big_gin_bonus=st.sampled_from([None, 31]),
    undercut_on_tie=st.booleans(),
    discard_taken=st.booleans(),
    layoff_on_gin=st.booleans(),
)
MELDS = [
    *(Table.parse(f"{rank}S={rank}H={rank}D={rank}C")[0].cards for rank in ("A", "2", "5", "9", "J", "K")),
    *(tuple(card for card in PACK if card.suit == suit and first <= card.rank < first + 5)
      for suit in dict.fromkeys(card.suit for card in PACK) for first in (1, 3, 6, 9)),
]  # fmt: skip


@st.composite
def rich_hands(draw: st.DrawFn, *sizes: int) -> list[tuple[Card, ...]]:
    """Draw hands with parts of melds, so that knocks and lay-offs occur."""
    order = list(dict.fromkeys(card for part in draw(st.permutations(MELDS)) for card in part))
    order += [card for card in PACK if card not in order]
    hands: list[list[Card]] = [[] for _ in sizes]
    for card in order:
        open_hands = [index for index, size in enumerate(sizes) if len(hands[index]) < size]
        if not open_hands:
            break
        chosen = draw(st.sampled_from([*open_hands, *open_hands, None]))
        if chosen is not None:
            hands[chosen].append(card)
    return [tuple(sorted(hand)) for hand in hands]


def dealt(rules: Rules, seed: int, hands: list[tuple[Card, ...]]) -> State:
    """Return a position with eleven of these cards in seat 0 and ten in seat 1."""
    state = gin.new_game(2, rules, seed=seed)
    rest = list(state.stock + state.discard_pile + state.hands[0] + state.hands[1])
    rest = [card for card in rest if card not in hands[0] and card not in hands[1]]
    return evolve(
        state,
        current_player=0,
        turn=4,
        phase=Phase.PLAY,
        hands=tuple(hands),
        discard_pile=tuple(rest[:1]),
        stock=tuple(rest[1:]),
        upcard=rest[0],
    )


@pytest.mark.no_cover
@settings(max_examples=examples(40), deadline=None)
@given(rich_hands(11), st.integers(0, 40))
def test_the_least_deadwood_is_that_of_brute_force(hands: list[tuple[Card, ...]], limit: int) -> None:
    [hand] = hands
    assert least_deadwood(hand) == brute.deadwood(hand)
    for size in (10, 7):
        assert least_deadwood(hand[:size]) == brute.deadwood(hand[:size])
    fits = [card for card in hand if brute.deadwood([other for other in hand if other != card]) <= limit]
    assert knock_discards(hand, Rules(knock_limit=limit)) == fits


@pytest.mark.no_cover
@settings(max_examples=examples(120), deadline=None)
@given(rich_hands(10, 10), RULES, st.data())
def test_a_showdown_is_that_of_brute_force(hands: list[tuple[Card, ...]], rules: Rules, data: st.DataObject) -> None:
    hand, other = hands
    table = data.draw(st.sampled_from(list(brute.tables(hand))))
    found = showdown_with(Table(table), hand, other, rules)
    assert (found.winner, found.points) == brute.score(hand, table, other, rules)
    assert set(found.knocker.cards) == set(hand)
    assert {*found.defender.cards, *found.laid_off} == set(other)
    best = showdown(hand, other, rules)
    assert best.knocker.deadwood == brute.deadwood(hand)
    left = brute.least_after_laying_off(table, frozenset(other))
    off = laid_off(Table(table), other)
    assert brute.deadwood([card for card in other if card not in off]) == left
    reached = laid_in_some_order(Table(table), off)
    assert reached is not None
    assert set(reached.cards) == {*Table(table).cards, *off}


def laid_in_some_order(table: Table, cards: tuple[Card, ...]) -> Table | None:
    """Return the melds with all these cards laid off, or None if they do not fit in any order."""
    if not cards:
        return table
    for card in cards:
        for index, meld in enumerate(table):
            if (after := brute.longer(meld, card)) is not None:
                rest = (*table[:index], after, *table[index + 1 :])
                found = laid_in_some_order(Table(rest), tuple(other for other in cards if other != card))
                if found is not None:
                    return found
    return None


@pytest.mark.no_cover
@settings(max_examples=examples(60), deadline=None)
@given(rich_hands(11, 10), RULES, SEEDS, st.data())
def test_the_legal_moves_are_those_of_brute_force(
    hands: list[tuple[Card, ...]], rules: Rules, seed: int, data: st.DataObject
) -> None:
    state = dealt(rules, seed, hands)
    taken = data.draw(st.sampled_from([None, hands[0][3]]))
    state = evolve(state, taken=taken)
    listed = list(gin.legal_moves(state))
    assert len(set(listed)) == len(listed)
    assert set(listed) == brute.legal(state)
    knocks = [move for move in listed if isinstance(move, Knock)]
    if not knocks:
        return
    state = gin.apply(state, data.draw(st.sampled_from(knocks)))
    while state.phase is Phase.LAY_OFF:
        assert gin.GAME.flaws(state) == ()
        moves = list(gin.legal_moves(state))
        assert set(moves) == brute.legal(state)
        state = gin.apply(state, data.draw(st.sampled_from(moves)))
    assert gin.GAME.flaws(state) == ()
    assert gin.result(state) is not None


@settings(max_examples=examples(60), deadline=None)
@given(rich_hands(11, 10), RULES, SEEDS)
def test_the_best_that_is_laid_off_scores_as_the_showdown_says(
    hands: list[tuple[Card, ...]], rules: Rules, seed: int
) -> None:
    state = dealt(rules, seed, hands)
    for move in gin.legal_moves(state):
        if isinstance(move, Knock):
            after = gin.apply(state, move)
            kept = [card for card in hands[0] if card != move.card]
            found = showdown_with(move.melds, kept, hands[1], rules) if move.melds else showdown(kept, hands[1], rules)
            ends = [gin.result(last) for last in endings(after)]
            chances = [ended.scores[1] - ended.scores[0] for ended in ends if ended is not None]
            assert max(chances) == (found.points if found.winner == "defender" else -found.points)
            break


def endings(state: State) -> Iterator[State]:
    """Yield every complete way to lay off."""
    if state.is_over:
        yield state
        return
    seen: set[str] = set()
    for move in gin.legal_moves(state):
        after = gin.apply(state, move)
        if (key := rami.digest(after)) not in seen:
            seen.add(key)
            yield from endings(after)


def test_a_deal_in_which_nobody_draws_ends() -> None:
    state = gin.new_game(2, seed=5)
    while not state.is_over:
        moves: list[Any] = [move for move in gin.legal_moves(state) if not isinstance(move, Knock | DrawStock)]
        state = gin.apply(state, moves[0])
    assert state.turn == MOST_TURNS - 1
    ended = gin.result(state)
    assert ended is not None
    assert (ended.reason, ended.detail, ended.winners) == ("round_limit", "dead", ())
    assert gin.GAME.flaws(state) == ()
