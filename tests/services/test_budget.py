"""A cached answer costs as many steps as computing it, so a call is always refused or always answered."""

import gc
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from rami import RamiError, TooLarge, codec, rummikub, rummy
from rami.budget import Budget, remembered
from rami.cards import meld_search
from rami.game import Game
from rami.games import GAMES
from rami.players import absent_player, quick_player, random_player
from rami.rummikub.solver import graph


def test_a_budget_is_spent() -> None:
    budget = Budget(5)
    budget.spend(5)
    assert (budget.left, budget.most) == (0, 5)
    with pytest.raises(TooLarge, match="The calculation needs more than 5 steps"):
        budget.spend(1)


def test_budgets_are_equal_so_that_cache_keys_ignore_them() -> None:
    assert Budget(5) == Budget(6)
    assert hash(Budget(5)) == hash(Budget(6))
    assert Budget(5) != 5


def test_a_cached_answer_costs_as_much_as_computing_it() -> None:
    computed: list[int] = []

    @remembered(maxsize=4)
    def squared(number: int, budget: Budget) -> int:
        """Square a number."""
        computed.append(number)
        budget.spend(3)
        return number * number

    first, second, small = Budget(9), Budget(9), Budget(2)
    assert (squared(7, first), squared(7, second), computed) == (49, 49, [7])
    assert (first.left, second.left) == (6, 6)
    with pytest.raises(TooLarge, match="more than 2 steps"):
        squared(7, small)
    assert squared.__doc__ == "Square a number."


def test_a_refused_call_is_computed_again() -> None:
    @remembered(maxsize=4)
    def slow(budget: Budget) -> str:
        budget.spend(3)
        return "answer"

    for _ in range(2):
        with pytest.raises(TooLarge):
            slow(Budget(2))
    assert slow(Budget(3)) == "answer"


CROWDED = rummy.set_up(
    "3S 4S 5S 6S 7S 8S AH 4H 5H 6H 7H 9H 10H AD 5D 6D 8D KD 3C 6C QC * * * *",
    rules=rummy.PRESETS["bicycle"].evolve(jokers=12, melds_per_turn=2, max_jokers_per_meld=1, joker_place="apart"),
)


@pytest.mark.slow
def test_a_refused_turn_is_refused_again() -> None:
    for _ in range(2):
        with pytest.raises(TooLarge):
            rummy.best_turn(CROWDED)


def test_the_search_for_a_draw_does_not_hide_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rummy.PRESETS["rummy-500"]
    view = rummy.set_up(
        "4S 5S 6S 7S 8S 9S AH 4H 5H 6H", rules=rules, discard="7H 9D", has_melded=True, phase=rummy.Phase.DRAW
    )
    assert rummy.best_turn(view)
    monkeypatch.setattr(meld_search, "MOST_STEPS", 500)
    with pytest.raises(TooLarge):
        rummy.best_turn(view)


# --------------------------------------------------------------------------------------------- cold, warm, after others


def views_of_every_edition(number: int) -> Iterator[tuple[Game, str]]:
    """Yield games with documents of views of the player to move, after up to thirty moves."""
    editions = [(game, rules) for game in GAMES.values() for rules in game.presets.values()]
    for seed in range(number):
        game, rules = editions[seed % len(editions)]
        state, random = game.new_game(rules.player_counts[0], rules, seed=seed), Random(seed)
        for _ in range(random.randrange(30)):
            if not state.is_over:
                state = game.apply(state, random_player(game.observe(state, state.current_player), random))
        yield game, codec.to_json(game.observe(state, state.current_player))


QUESTIONS: tuple[Callable[[Game, Any], object], ...] = (
    lambda game, view: [*islice(game.legal_moves(view), 10)],
    lambda game, view: game.best_turn and game.best_turn(view),
    lambda _, view: quick_player(view, Random(1)),
    lambda _, view: absent_player(view, Random(1)),
    lambda game, view: [game.check(view, move) for move in islice(game.legal_moves(view), 3)],
    lambda _, view: isinstance(view, rummikub.View) and rummikub.can_play(view),
    lambda _, view: isinstance(view, rummikub.View) and sorted(rummikub.playable(view)),
)


def answers(game: Game, document: str, questions: Iterable[Callable[[Game, Any], object]]) -> list[str]:
    """Return the answers about a view, or the errors that refuse them."""
    found: list[str] = []
    for question in questions:
        view: Any = codec.from_json(document, game.view)
        try:
            found.append(repr(question(game, view)))
        except RamiError as error:
            found.append(f"{type(error).__name__}: {error}")
    return found


LRU_CACHE = type(lru_cache(len))


def clear_caches() -> None:
    """Clear every `lru_cache` of the library."""
    for function in gc.get_objects():
        if isinstance(function, LRU_CACHE) and function.__module__.startswith("rami."):
            function.cache_clear()


@pytest.mark.no_cover
@pytest.mark.parametrize("number", [60, pytest.param(1_000, marks=pytest.mark.slow)])
def test_answers_and_refusals_do_not_depend_on_earlier_calls(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    views = [*views_of_every_edition(number)]
    monkeypatch.setattr(meld_search, "MOST_STEPS", 6_000)
    monkeypatch.setattr(graph, "MOST_STEPS", 150)
    after_others = [answers(game, text, QUESTIONS[::-1])[::-1] for game, text in reversed(views)][::-1]
    refused = 0
    for (game, text), expected in zip(views, after_others, strict=True):
        clear_caches()
        cold = answers(game, text, QUESTIONS)
        warm = answers(game, text, QUESTIONS)
        assert cold == warm == expected, text
        refused += any(text.startswith("TooLarge") for text in cold)
    assert number // 20 < refused < number * 19 // 20
