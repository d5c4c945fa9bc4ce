"""A cached answer costs as many steps as computing it, so a call is always refused or always answered."""

from random import Random
from typing import Any

import pytest

from rami import TooLarge, gin, rummikub, rummy
from rami.budget import Budget, remembered
from rami.cards import meld_search
from rami.game import game_of
from rami.players import random_player
from rami.rummikub.solver import graph
from tests.quick_or_full import examples


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


def positions(number: int) -> list[object]:
    """Return views of random positions of the games with a search."""
    found: list[object] = []
    games: tuple[Any, ...] = (rummy.GAME, rummikub.GAME, gin.GAME)
    for seed in range(number):
        game = games[seed % 3]
        rules = list(game.presets.values())[seed // 3 % len(game.presets)]
        state, random = game.new_game(rules.player_counts[0], rules, seed=seed), Random(seed)
        for _ in range(random.randrange(30)):
            if not state.is_over:
                state = game.apply(state, random_player(game.observe(state, state.current_player), random))
        if not state.is_over:
            found.append(game.observe(state, state.current_player))
    return found


def answer(view: object) -> str:
    try:
        game: Any = game_of(view)
        return str(game.best_turn(view))
    except TooLarge as error:
        return f"refused: {error}"


def test_answers_and_refusals_do_not_depend_on_earlier_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    views = positions(examples(1_000))
    monkeypatch.setattr(meld_search, "MOST_STEPS", 6_000)
    monkeypatch.setattr(graph, "MOST_STEPS", 150)
    cold = [answer(view) for view in views]
    warm = [answer(view) for view in views]
    after_others = [answer(view) for view in reversed(views)][::-1]
    assert cold == warm == after_others
    refused = sum(text.startswith("refused") for text in cold)
    assert len(views) // 20 < refused < len(views) * 19 // 20
