"""A Rummikub of nine tiles is solved through OpenSpiel, by counterfactual regret minimization."""

# The library has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingParameterType=false
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

pytest.importorskip("pyspiel")

from attrs import evolve, frozen

from rami import rummikub
from rami.adapters import openspiel


def tiny() -> Any:
    """Return a game of nine tiles: the numbers 1 to 3 of one color, three times."""
    rules = rummikub.DEFAULT.evolve(
        colors=rummikub.Rules().colors[:1],
        max_number=3,
        copies=3,
        jokers=0,
        max_players=2,
        rack_size=3,
        opening_points=0,
    )
    game = openspiel.game(rummikub.GAME, rules=rules, utility="win", actions="menu")
    find, found = game.actions.find, dict[Any, dict[int, Any]]()

    def options(view: Any, _: object) -> dict[int, Any]:
        """Return the options of a view, found once: the same racks and tables come again and again."""
        known = view.player, view.rack, view.table, view.opened, view.pool_size > 0
        if known not in found:
            found[known] = find(view, ())
        return found[known]

    game.actions = evolve(game.actions, find=options)
    return game


@frozen(eq=False)
class Node:
    """A state, read once. It has odds where chance decides, `known` where a player does, and a value at the end."""

    mover: int
    known: str
    odds: tuple[float, ...]
    children: tuple["Node", ...]
    value: float


def read_deals(state) -> Node:
    """Read the whole game; the order in which a rack is dealt makes no difference."""
    odds, deals = defaultdict[Any, float](float), dict[Any, Any]()

    def deal(state, chance: float) -> None:
        if state.inside.position is None:
            for kind, each in state.chance_outcomes():
                deal(state.child(kind), chance * each)
        else:
            odds[state.inside.position.racks] += chance
            deals[state.inside.position.racks] = state

    deal(state, 1.0)
    return Node(-1, "", tuple(odds.values()), tuple(map(read, deals.values())), 0)


def read(state) -> Node:
    """Read the tree below a state; actions that lead to the same position are one."""
    mover = state.current_player()
    if state.is_terminal():
        return Node(mover, "", (), (), state.returns()[0])
    if state.is_chance_node():
        kinds, odds = zip(*state.chance_outcomes(), strict=True)
        return Node(mover, "", odds, tuple(read(state.child(kind)) for kind in kinds), 0)
    after = {(child.inside.position, child.inside.draw): child for child in map(state.child, state.legal_actions())}
    return Node(mover, state.information_state_string(mover), (), tuple(map(read, after.values())), 0)


def shares(numbers: list[float]) -> list[float]:
    """Return numbers as shares of their sum; equal shares where it is zero."""
    total = sum(numbers)
    return [each / total if total else 1 / len(numbers) for each in numbers]


class Solver:
    """Counterfactual regret minimization, with regrets that are never negative and later strategies counting more."""

    def __init__(self, root: Node) -> None:
        self.root, self.rounds = root, 0
        self.regrets: dict[str, list[float]] = {}
        self.weights: dict[str, list[float]] = {}

    def improve(self) -> None:
        """Play the whole tree once."""
        self.rounds += 1
        self._regret(self.root, [1.0, 1.0], 1.0)

    def _regret(self, node: Node, reach: list[float], chance: float) -> float:
        """Return the value of a node for the first seat; note the regrets of both below it."""
        if not node.children:
            return node.value
        if node.odds:
            pairs = zip(node.odds, node.children, strict=True)
            return sum(odds * self._regret(child, reach, chance * odds) for odds, child in pairs)
        own, weight = reach[node.mover], chance * reach[1 - node.mover] * (1 - 2 * node.mover)
        regrets = self.regrets.setdefault(node.known, [0.0] * len(node.children))
        strategy, values = shares(regrets), list[float]()
        for odds, child in zip(strategy, node.children, strict=True):
            after = list(reach)
            after[node.mover] = own * odds
            values.append(self._regret(child, after, chance))
        value = sum(odds * each for odds, each in zip(strategy, values, strict=True))
        weights = self.weights.setdefault(node.known, [0.0] * len(node.children))
        for place, each in enumerate(values):
            regrets[place] = max(0.0, regrets[place] + weight * (each - value))
            weights[place] += self.rounds * own * strategy[place]
        return value

    def exploitability(self) -> float:
        """Return what best responses to the mean strategies gain, on average of both seats."""
        return sum(self._best_response(seat) for seat in range(2)) / 2

    def _best_response(self, seat: int) -> float:
        """Return the value for a seat that knows the mean strategy of the other."""
        groups: dict[str, list[tuple[Node, float]]] = {}

        def gather(node: Node, reach: float) -> None:
            if node.mover == seat:
                groups.setdefault(node.known, []).append((node, reach))
            odds = self._odds(node) if node.mover != seat else (1.0,) * len(node.children)
            for each, child in zip(odds, node.children, strict=True):
                gather(child, reach * each)

        @cache
        def best(known: str) -> int:
            states, count = groups[known], len(groups[known][0][0].children)
            return max(range(count), key=lambda at: sum(reach * value(node.children[at]) for node, reach in states))

        @cache
        def value(node: Node) -> float:
            if not node.children:
                return node.value * (1 - 2 * seat)
            if node.mover == seat:
                return value(node.children[best(node.known)])
            return sum(each * value(child) for each, child in zip(self._odds(node), node.children, strict=True))

        gather(self.root, 1.0)
        return value(self.root)

    def _odds(self, node: Node) -> Sequence[float]:
        return node.odds or (shares(self.weights[node.known]) if node.children else ())


def test_a_rummikub_of_nine_tiles_is_solved() -> None:
    """A best response gains less than a deal in a thousand."""
    solver = Solver(read_deals(tiny().new_initial_state()))
    solver.improve()
    assert solver.exploitability() > 0.02
    for _ in range(30):
        solver.improve()
    assert solver.exploitability() < 0.001
