"""Speed of the contract game. `python -m pytest benchmarks/test_contracts.py --benchmark-only`"""

from itertools import cycle
from random import Random

from pytest_benchmark.fixture import BenchmarkFixture

from rami.contracts import End, Rules, State, View, apply, determinize, legal_moves, new_game, observe, set_up
from rami.contracts.advice import best_fills
from rami.dealing import shuffled


def views(cards: int, count: int = 200) -> list[View]:
    """Random hands, each with a random market of four contracts."""
    deck = Rules().deck
    return [
        set_up(shuffled(deck.cards, seed)[:cards], contracts=shuffled(deck.contracts, seed)[:4])
        for seed in range(count)
    ]


def playout(state: State, seed: int) -> State:
    random = Random(seed)
    while not state.is_over:
        state = apply(state, random.choice(list(legal_moves(state))))
    return state


def middle() -> State:
    """A position in the middle of a game of four, with contracts and bonus cards of all players."""
    state, random = new_game(4, seed=3), Random(3)
    while not all(state.bonus_sizes):
        state = apply(state, random.choice(list(legal_moves(state))))
    return state


def test_legal_moves_of_thirteen_cards(benchmark: BenchmarkFixture) -> None:
    hands = cycle(views(13))
    assert benchmark(lambda: list(legal_moves(next(hands))))


def test_best_filling_of_thirteen_cards(benchmark: BenchmarkFixture) -> None:
    hands = cycle(views(13))
    benchmark(lambda: best_fills(next(hands)))


def test_apply_of_an_end(benchmark: BenchmarkFixture) -> None:
    state = new_game(4, seed=1)
    state = apply(state, next(legal_moves(state)))
    end = next(move for move in legal_moves(state) if isinstance(move, End))
    assert benchmark(apply, state, end).turn == 1


def test_determinize(benchmark: BenchmarkFixture) -> None:
    view = observe(middle(), 0)
    assert observe(benchmark(determinize, view, seed=1), 0) == view


def test_random_playout_of_four_players(benchmark: BenchmarkFixture) -> None:
    seeds = cycle(range(100))

    def play() -> State:
        seed = next(seeds)
        return playout(new_game(4, seed=seed), seed)

    assert benchmark(play).is_over
