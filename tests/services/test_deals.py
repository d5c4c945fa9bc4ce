"""Thousands of deals: the same for every executor, in order, lazy, and with a bounded number under way."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count, islice, permutations
from random import Random
from typing import Any

import pytest
from attrs import asdict, evolve

from rami import IllegalMove, RulesError, WrongType, __version__, contracts, rummikub
from rami.contracts import End, View
from rami.players import Player, PlayerFailed, quick_player, random_move, random_player
from rami.simulate import DealRow, deals, play_deal
from tests.kit.counting_game import GAME as FOURTH

PLAYERS = {"one": random_player, "other": quick_player}


class Inline(Executor):
    """An executor that works when the result is requested, and counts waiting calls."""

    def __init__(self) -> None:
        self.waiting: list[Lazy] = []
        self.submitted = self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future = Lazy(self, lambda: fn(*args, **kwargs))
        self.waiting.append(future)
        self.submitted += 1
        self.most = max(self.most, len(self.waiting))
        return future


class Lazy(Future[Any]):
    def __init__(self, executor: Inline, work: Callable[[], Any]) -> None:
        super().__init__()
        self.executor, self.work = executor, work

    def result(self, timeout: float | None = None) -> Any:
        self.executor.waiting.remove(self)
        return self.work()


def test_a_row_of_every_seating_of_each_seed() -> None:
    players = {"one": random_player, "two": quick_player, "three": random_player}
    found = deals(contracts.GAME, players, seeds=[7, 5])
    orders = list(permutations(players))
    for seed in (7, 5):
        for number, order in enumerate(orders):
            record = play_deal(contracts.GAME, [players[name] for name in order], seed=seed)
            result = contracts.result(record.state)
            assert result is not None
            assert next(found) == DealRow(
                game="contracts",
                edition="contract-default",
                version=__version__,
                seed=seed,
                seating=number,
                players=order,
                scores=result.scores,
                winners=result.winners,
                turns=record.state.turn,
            )
    assert next(found, None) is None


def test_the_default_rules_are_the_first_preset() -> None:
    assert play_deal(rummikub.GAME, [quick_player] * 2, seed=1).rules == rummikub.Rules()
    goliath = rummikub.PRESETS["goliath"]
    assert play_deal(rummikub.GAME, [quick_player] * 2, rules=goliath, seed=1).rules == goliath
    assert next(deals(rummikub.GAME, PLAYERS, rules=goliath, seeds=[1])).edition == "goliath"
    small = goliath.evolve(rack_size=9)
    assert next(deals(rummikub.GAME, PLAYERS, rules=small, seeds=[1])).edition == repr(small)


def test_random_numbers_of_a_player_do_not_depend_on_others() -> None:
    """A player's random numbers do not depend on the other players."""
    seen: list[list[float]] = []

    def wasteful(view: View, random: Random) -> contracts.Move:
        assert all(random.random() < 1 for _ in range(10))
        return next(contracts.legal_moves(view))

    def first(view: View, random: Random) -> contracts.Move:
        return next(contracts.legal_moves(view))

    def watching(view: View, random: Random) -> contracts.Move:
        seen[-1].append(random.random())
        return next(contracts.legal_moves(view))

    for other in (wasteful, first):
        seen.append([])
        play_deal(contracts.GAME, [other, watching], seed=4)
    assert seen[0] == seen[1]
    assert len(set(seen[0])) == len(seen[0])


def test_the_executor_makes_no_difference() -> None:
    seeds = [5, 3, 3, 99]
    here = list(deals(contracts.GAME, PLAYERS, seeds=seeds))
    assert [row.seed for row in here[::2]] == seeds
    with ThreadPoolExecutor(3) as threads:
        for executor in (threads, Inline()):
            assert list(deals(contracts.GAME, PLAYERS, seeds=seeds, executor=executor)) == here


def test_processes_make_no_difference() -> None:
    own = partial(random_move, FOURTH)
    tables: list[tuple[Any, Mapping[str, Any]]] = [(contracts.GAME, PLAYERS), (FOURTH, {"one": own, "other": own})]
    with ProcessPoolExecutor(2) as processes:
        for game, players in tables:
            found = list(deals(game, players, seeds=range(6), executor=processes))
            assert found == list(deals(game, players, seeds=range(6)))


def test_seeds_may_be_endless_and_little_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rami.simulate.playing.AHEAD", 6)
    executor, taken = Inline(), 0

    def seeds() -> Iterator[int]:
        nonlocal taken
        for seed in count():
            taken += 1
            yield seed

    found = deals(contracts.GAME, PLAYERS, seeds=seeds(), executor=executor)
    assert executor.submitted == taken == 0
    assert [(row.seed, row.seating) for row in islice(found, 8)] == [divmod(number, 2) for number in range(8)]
    assert executor.most == 6
    assert taken == 7
    assert next(deals(contracts.GAME, PLAYERS, seeds=count())).seed == 0
    assert isinstance(found, Iterator)
    found.close()  # type: ignore[attr-defined]  # a generator, though the type does not say so
    assert len(executor.waiting) == 6
    assert all(future.cancelled() for future in executor.waiting)


def wrong_in_the_end(view: View, random: Random) -> contracts.Move:
    """End a later turn early in some deals, which is illegal."""
    return End() if view.turn > 8 and random.random() < 0.2 else random_player(view, random)


def test_an_illegal_move_is_an_error_in_its_place() -> None:
    with pytest.raises(IllegalMove):
        play_deal(contracts.GAME, [wrong_in_the_end] * 2, seed=1)
    for executor in (None, Inline()):
        found = deals(contracts.GAME, PLAYERS, seeds=[1, 2, "three"], executor=executor)  # type: ignore[list-item]  # wrong on purpose
        assert [row.seed for row in islice(found, 4)] == [1, 1, 2, 2]
        with pytest.raises(RulesError, match="seed must be a whole number"):
            next(found)


def stopping(view: View, random: Random) -> contracts.Move:
    raise StopIteration


def exiting(view: View, random: Random) -> contracts.Move:
    sys.exit("enough")


@pytest.mark.parametrize(("player", "error"), [(stopping, "StopIteration()"), (exiting, "SystemExit('enough')")])
def test_a_player_that_raises_is_named_by_every_executor(player: Player[View, contracts.Move], error: str) -> None:
    message = re.escape(f"{player.__name__} raised {error}")
    for each in (player, partial(player)):
        with pytest.raises(PlayerFailed, match=message):
            play_deal(contracts.GAME, [random_player, each], seed=1)
    with ThreadPoolExecutor(1) as threads, ProcessPoolExecutor(1) as processes:
        for executor in (None, Inline(), threads, processes):
            found = deals(contracts.GAME, {"one": random_player, "other": player}, seeds=[8], executor=executor)
            with pytest.raises(PlayerFailed, match=message) as caught:
                list(found)
            assert caught.value.__notes__ == ["in seating 0 of seed 8"]


def test_a_player_with_an_illegal_move_is_named_with_the_move() -> None:
    def ending(view: View, random: Random) -> contracts.Move:
        return contracts.End()

    with pytest.raises(IllegalMove) as caught:
        list(deals(contracts.GAME, {"one": ending, "other": random_player}, seeds=[8]))
    assert caught.value.__notes__ == [
        "ending in seat 0 returned End('')",
        "in seating 0 of seed 8",
    ]


def test_the_rows_before_a_failure_are_kept() -> None:
    for executor in (None, Inline()):
        views = 0

        def careless(view: View, random: Random) -> contracts.Move:
            nonlocal views
            views += 1
            assert views < 150
            return quick_player(view, random)

        players: dict[str, Player[View, contracts.Move]] = {"one": random_player, "other": careless}
        kept: list[DealRow] = []
        with pytest.raises(PlayerFailed, match="careless raised AssertionError"):
            kept.extend(deals(contracts.GAME, players, seeds=count(), executor=executor))
        assert 2 < len(kept) < 20
        assert kept == list(islice(deals(contracts.GAME, PLAYERS, seeds=count()), len(kept)))


def test_an_unpicklable_player_raises_an_error_with_advice() -> None:
    def inside(view: View, random: Random) -> contracts.Move:
        return random_player(view, random)

    players: dict[str, Player[View, contracts.Move]] = {"one": random_player, "other": inside}
    message = r"inside cannot be sent .* def at the top of a module"
    with ProcessPoolExecutor(1) as processes, pytest.raises(RulesError, match=message):
        deals(contracts.GAME, players, seeds=[1], executor=processes)
    with ThreadPoolExecutor(1) as threads:
        assert len(list(deals(contracts.GAME, players, seeds=[1], executor=threads))) == 2


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (1, "the number of players must be from 2 to 8, not 1"),
        (5, "players must be a whole number from 2 to 4, not 5"),
        (12, "the number of players must be from 2 to 8, not 12"),
    ],
)
def test_nobody_plays_with_too_many_or_alone(number: int, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        deals(rummikub.GAME, {str(each): quick_player for each in range(number)}, seeds=[1])
    with pytest.raises(RulesError, match="players must be"):
        play_deal(contracts.GAME, [random_player], seed=1)


def test_a_name_can_be_shown() -> None:
    for name in ("x" * 101, "\x1b[1m"):
        with pytest.raises(RulesError, match="the name of a player must be at most 100 printable characters"):
            deals(contracts.GAME, {"one": quick_player, name: quick_player}, seeds=[1])


def test_rows_are_lines_of_json() -> None:
    for row in deals(contracts.GAME, PLAYERS, seeds=[1]):
        line = json.dumps(asdict(row))
        assert len(line) < 250
        assert DealRow(**json.loads(line)) == row


def test_an_impossible_row_is_refused() -> None:
    row = next(deals(contracts.GAME, PLAYERS, seeds=[1]))
    changes: list[Any] = [
        {"players": ("one",)},
        {"players": ("one", "one")},
        {"players": ("one", "\n")},
        {"scores": (1, 2, 3)},
        {"scores": (1, 10**10)},
        {"winners": (2,)},
        {"winners": (1, 1)},
        {"seating": 2},
        {"seating": -1},
    ]
    for change in changes:
        with pytest.raises(RulesError):
            evolve(row, **change)
    wrong_types: list[Any] = [{"players": "ab"}, {"scores": (1.0, 2.0)}, {"seed": "1"}, {"winners": 1}]
    for change in wrong_types:
        with pytest.raises(WrongType):
            evolve(row, **change)
