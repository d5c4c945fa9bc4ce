"""Speed of card rummy. `python -m pytest benchmarks/test_rummy.py --benchmark-only`"""

from collections.abc import Callable
from itertools import cycle
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rami.cards import full_pack
from rami.dealing import shuffled
from rami.rummy import (
    JOKER,
    PRESETS,
    Card,
    Rules,
    State,
    apply,
    best_melds,
    deadwood,
    determinize,
    legal_moves,
    new_game,
    observe,
)


def hands(size: int, jokers: int, *, packs: int = 2) -> list[tuple[Card, ...]]:
    pack = full_pack(packs=packs)
    return [(*shuffled(pack, seed)[: size - jokers], *[JOKER] * jokers) for seed in range(200)]


def over(benchmark: BenchmarkFixture, cards: list[tuple[Card, ...]], edition: str) -> None:
    """Run one round for each hand, so the median is over hands."""
    left, rules = iter(cards), PRESETS[edition]
    best_melds(cards[0], rules)
    pedantic: Callable[..., object] = benchmark.pedantic
    pedantic(best_melds, setup=lambda: ((next(left), rules), {}), rounds=len(cards))


def test_best_meld_of_ten_cards(benchmark: BenchmarkFixture) -> None:
    over(benchmark, hands(10, 0, packs=1), "horesca")


@pytest.mark.parametrize("edition", ["horesca", "rami-51"])
def test_best_meld_of_fourteen_cards_with_a_joker(benchmark: BenchmarkFixture, edition: str) -> None:
    over(benchmark, hands(14, 1), edition)


@pytest.mark.parametrize("edition", ["horesca", "rami-51"])
def test_best_meld_of_26_cards_with_four_jokers(benchmark: BenchmarkFixture, edition: str) -> None:
    over(benchmark, hands(26, 4), edition)


def test_deadwood_of_ten_cards(benchmark: BenchmarkFixture) -> None:
    each = cycle(hands(10, 0, packs=1))
    benchmark(lambda: deadwood(next(each)))


def playout(edition: str, players: int, seed: int) -> State:
    state, random = new_game(players, PRESETS[edition], seed=seed), Random(seed)
    while not state.is_over:
        state = apply(state, random.choice(list(legal_moves(state))))
    return state


@pytest.mark.parametrize("edition", sorted(PRESETS))
def test_random_playout(benchmark: BenchmarkFixture, edition: str) -> None:
    seeds = cycle(range(100))
    assert benchmark(lambda: playout(edition, PRESETS[edition].min_players, next(seeds))).is_over


def middle() -> State:
    state, random = new_game(4, Rules(), seed=3), Random(3)
    while len(state.table) < 4 or state.phase == "draw":
        state = apply(state, random.choice(list(legal_moves(state))))
    return state


def test_legal_moves(benchmark: BenchmarkFixture) -> None:
    state = middle()
    assert benchmark(lambda: list(legal_moves(state)))


def test_apply_of_a_discard(benchmark: BenchmarkFixture) -> None:
    state = middle()
    assert benchmark(apply, state, list(legal_moves(state))[-1]).turn == state.turn + 1


def test_determinize(benchmark: BenchmarkFixture) -> None:
    view = observe(middle(), 0)
    assert observe(benchmark(determinize, view, seed=1), 0) == view
