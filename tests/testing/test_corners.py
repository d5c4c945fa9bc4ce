"""What `check_game` does where a game says less than others, or refuses more."""

import importlib
import re
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen

import rami.testing
from examples import own_game
from rami import RulesError
from rami.game import Deal
from rami.testing import Breach, check_game
from rami.testing.hidden import Place, Secrets, _of_any_pieces, put
from tests import fourth
from tests.fourth import GAME as FOURTH
from tests.fourth import Goal, Position


def kept(promise: bool, broken: str) -> None:
    assert promise, broken


def test_presets_may_seat_different_numbers() -> None:
    game = evolve(FOURTH, seats=lambda rules: (2, 3) if rules.goal < 10 else (2,))
    assert check_game(game, seeds=[1]).deals == 3
    assert check_game(game, seeds=[]).deals == 0


def test_a_game_may_choose_who_starts() -> None:
    def deal(players: int, rules: Goal = Goal(), *, seed: int, starter: int | None = None) -> Deal:  # noqa: B008
        if starter is not None:
            raise RulesError("the cards say who starts")
        return fourth.deal(players, rules, seed=seed)

    assert check_game(evolve(FOURTH, deal=deal), rules=Goal(5), players=2).deals == 2


def test_moves_need_not_be_listed() -> None:
    assert check_game(FOURTH, rules=Goal(5), players=2, listing=lambda state: False).moves > 4


def test_what_has_no_json_at_all_is_found() -> None:
    with pytest.raises(Breach, match="no JSON of"):
        check_game(evolve(FOURTH, moves=()), rules=Goal(4))


@frozen(kw_only=True)
class Strict(Position):
    """A position that refuses what cannot be."""

    def __attrs_post_init__(self) -> None:
        if self.count < 0 or sorted(self.cards) != [1, 2, 3]:
            raise RulesError("no such position")


def strict(state: Position) -> Strict:
    return Strict(
        rules=state.rules,
        players=state.players,
        current_player=state.current_player,
        turn=state.turn,
        count=state.count,
        cards=state.cards,
    )


def test_a_position_may_refuse_what_cannot_be() -> None:
    game = evolve(
        FOURTH,
        state=Strict,
        new_game=lambda players, rules=fourth.Goal(), *, seed: strict(fourth.new_game(players, rules, seed=seed)),  # noqa: B008
        from_deal=lambda players, rules, deal: strict(fourth.from_deal(players, rules, deal)),
        determinize=lambda view, *, seed: strict(fourth.determinize(view, seed=seed)),
        flaws=lambda position: (),
    )
    with pytest.raises(RulesError):
        evolve(strict(fourth.new_game(2, seed=1)), count=-1)
    assert check_game(game, rules=Goal(5), players=2).deals == 2


def test_a_game_without_flaws_may_still_refuse_an_exchange() -> None:
    """Cards may not be exchanged where the lowest lies first."""

    @frozen(kw_only=True)
    class Ordered(own_game.State):
        def __attrs_post_init__(self) -> None:
            if self.stock and self.stock[0] != min(self.stock):
                raise RulesError("the lowest card lies first")

    state = Ordered(rules=own_game.Rules(4), current_player=0, hands=((2,), (4,)), stock=(1, 3))
    hidden: Secrets[Any, Any, Any, Any] = Secrets(own_game.GAME, frozenset(range(1, 5)), Random(1), kept)
    hidden.exchanged(state)
    assert len(hidden.cases(state, None)) == 12
    assert [case.stock for case in hidden.cases(state, 0)] == [(1, 3), (1, 4), (3, 4)]


def test_cases_are_all_positions_that_give_a_view() -> None:
    state = own_game.from_deal(2, own_game.Rules(4, 2), Deal((3, 1, 4, 2), starter=0))
    hidden: Secrets[Any, Any, Any, Any] = Secrets(own_game.GAME, frozenset(range(1, 6)), Random(1), kept)
    found = hidden.cases(state, 1)
    assert sorted((case.hands[0], case.stock) for case in found) == [
        ((2,), (3, 4)),
        ((2,), (4, 3)),
        ((3,), (2, 4)),
        ((3,), (4, 2)),
        ((4,), (2, 3)),
        ((4,), (3, 2)),
    ]
    assert len(hidden.cases(state, None)) == 24
    longer = own_game.from_deal(2, own_game.Rules(5, 2), Deal((3, 1, 4, 2, 5), starter=0))
    assert hidden.cases(longer, None) == []
    twins = evolve(state, stock=(2, 2))
    assert hidden.cases(twins, 1) == []


@pytest.mark.parametrize(
    ("rows", "hidden", "even"),
    [
        ([(1,), ()], [[(1,), ()], [(2,), (1, 2)]], True),  # an empty row says nothing
        ([(1, 2)], [[(1, 2)]], True),  # nor does a row that is all there is
        ([(1,)] * 60, [[(1,)] * 60, [(2, 3)] * 60], False),
        ([(1,), (2,), (3,)] * 20, [[(1,), (2,), (3,)] * 20, [(2, 3), (1, 3), (1, 2)] * 20], True),
    ],
)
def test_pieces_of_any_rank(rows: Sequence[Any], hidden: Sequence[Any], even: bool) -> None:
    assert _of_any_pieces(rows, hidden) is even


def test_a_place_is_read_and_changed() -> None:
    state = own_game.from_deal(2, own_game.Rules(4, 2), Deal((3, 1, 4, 2), starter=0))
    hand = Place("hands", 1)
    assert hand.of(state) == (1,)
    assert put(state, {hand: [2], Place("hands", 0): [4], Place("stock"): ()}).hands == ((4,), (2,))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match=re.escape('pip install "rami[testing]"')):
        importlib.reload(rami.testing)
