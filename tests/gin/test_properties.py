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
from rami.gin.rules import MOST_TURNS
from rami.gin.scoring import showdown
from rami.rummy import Card, Table
from rami.rummy import deadwood as least_deadwood
from tests.gin.drawn_positions import RULES, SEEDS, dealt, hands_with_melds, knocks_with_layoffs, rich_hands
from tests.gin.showdowns import knock_discards, laid_off, showdown_with
from tests.oracles import gin as brute
from tests.quick_or_full import examples


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
@given(rich_hands(11, 10) | hands_with_melds(), RULES, SEEDS, st.data())
def test_the_legal_moves_are_those_of_brute_force(
    hands: list[tuple[Card, ...]], rules: Rules, seed: int, data: st.DataObject
) -> None:
    state = dealt(rules, seed, hands)
    taken = data.draw(st.sampled_from([None, hands[0][3]]))
    state = evolve(state, taken=taken)
    listed = list(gin.legal_moves(state))
    assert len(set(listed)) == len(listed)
    assert set(listed) == brute.legal(state)


@pytest.mark.no_cover
@settings(max_examples=examples(60), deadline=None)
@given(knocks_with_layoffs(), st.data())
def test_the_legal_layoffs_are_those_of_brute_force(position: tuple[State, Knock], data: st.DataObject) -> None:
    state = gin.apply(*position)
    while not state.is_over:
        assert state.phase is Phase.LAY_OFF
        assert gin.GAME.flaws(state) == ()
        moves = list(gin.legal_moves(state))
        assert set(moves) == brute.legal(state)
        state = gin.apply(state, data.draw(st.sampled_from(moves)))
    assert gin.GAME.flaws(state) == ()
    assert gin.result(state) is not None


@settings(max_examples=examples(60), deadline=None)
@given(knocks_with_layoffs())
def test_the_best_layoffs_score_as_the_showdown(position: tuple[State, Knock]) -> None:
    state, knock = position
    hand, other = state.hands
    kept = [card for card in hand if card != knock.card]
    table = knock.melds
    found = showdown_with(table, kept, other, state.rules) if table else showdown(kept, other, state.rules)
    ends = [gin.result(last) for last in endings(gin.apply(state, knock))]
    chances = [ended.scores[1] - ended.scores[0] for ended in ends if ended is not None]
    assert max(chances) == (found.points if found.winner == "defender" else -found.points)


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
