"""What `check_game` does where a game says less than others, or refuses more."""

import importlib
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import count
from random import Random
from threading import Thread
from time import process_time
from typing import Any, Literal

import pytest
from attrs import evolve, field, frozen

import rami.testing
import rami.testing.secrecy
from examples import own_game
from rami import RulesError, contracts, rummikub, rummy
from rami.game import Deal, Game, Result, digest
from rami.testing import Breach, check_game, checked_deal, conformance, exploring, perft
from rami.testing.candidate_moves import CandidateMoves
from rami.testing.exploring import Aim, Coverage
from rami.testing.mutations import Mutations
from rami.testing.other_process import PlayedDeal, difference
from rami.testing.piece_paths import differing, piece_paths, same_value, with_pieces
from rami.testing.secrecy import Secrecy, _rank_deviation
from rami.testing.time_limits import watchdog
from tests import fourth
from tests.contracts.test_determinizing import RULES as SIX_CARDS
from tests.fourth import GAME as FOURTH
from tests.fourth import Goal, Position


def kept(promise: bool, broken: str) -> None:
    assert promise, broken


def test_presets_may_seat_different_numbers() -> None:
    def numbers(rules: Goal) -> tuple[int, ...]:
        return (2, 3) if rules.goal < 10 else (2,)

    def deal(players: int, rules: Goal = Goal(), *, seed: int, starter: int | None = None) -> Deal:  # noqa: B008
        if players not in numbers(rules):
            raise RulesError("no such number of players")
        return fourth.deal(players, rules, seed=seed, starter=starter)

    game = evolve(FOURTH, seats=numbers, deal=deal)
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
        if self.count < 0 or self.turn < 0 or sorted(self.cards) != [1, 2, 3]:
            raise RulesError("no such position")


def no_seat(position: Any) -> tuple[str, ...]:
    seats = {position.current_player, getattr(position, "player", None) or 0}
    return () if seats <= set(range(position.players)) else ("no such seat",)


def strict(state: Position) -> Strict:
    return Strict(
        rules=state.rules,
        players=state.players,
        current_player=state.current_player,
        turn=state.turn,
        count=state.count,
        cards=state.cards,
    )


@pytest.mark.slow
def test_a_position_may_refuse_what_cannot_be() -> None:
    game = evolve(
        FOURTH,
        state=Strict,
        new_game=lambda players, rules=fourth.Goal(), *, seed: strict(fourth.new_game(players, rules, seed=seed)),  # noqa: B008
        from_deal=lambda players, rules, deal: strict(fourth.from_deal(players, rules, deal)),
        determinize=lambda view, *, seed: strict(fourth.determinize(view, seed=seed)),
        flaws=no_seat,
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
    hidden: Secrecy[Any, Any, Any, Any] = Secrecy(own_game.GAME, frozenset(range(1, 5)), Random(1), kept)
    hidden.exchanges(state)
    assert len(hidden.fitting_states(state, None)) == 12
    assert [case.stock for case in hidden.fitting_states(state, 0)] == [(1, 3), (1, 4), (3, 4)]


def test_what_is_doubtful_may_be_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rami.testing.secrecy, "DOUBTFUL", -1.0)
    asked: list[bool] = []
    state = own_game.new_game(2, own_game.Rules(9), seed=1)
    hidden: Secrecy[Any, Any, Any, Any] = Secrecy(
        own_game.GAME, frozenset(range(1, 10)), Random(1), lambda holds, _: asked.append(holds)
    )
    hidden.spread(state, 0, 1)
    assert all(asked)
    assert len(asked) > 8


def test_cases_are_all_positions_that_give_a_view() -> None:
    state = own_game.from_deal(2, own_game.Rules(4, 2), Deal((3, 1, 4, 2), starter=0))
    hidden: Secrecy[Any, Any, Any, Any] = Secrecy(own_game.GAME, frozenset(range(1, 6)), Random(1), kept)
    found = hidden.fitting_states(state, 1)
    assert sorted((case.hands[0], case.stock) for case in found) == [
        ((2,), (3, 4)),
        ((2,), (4, 3)),
        ((3,), (2, 4)),
        ((3,), (4, 2)),
        ((4,), (2, 3)),
        ((4,), (3, 2)),
    ]
    assert len(hidden.fitting_states(state, None)) == 24
    longer = own_game.from_deal(2, own_game.Rules(5, 2), Deal((3, 1, 4, 2, 5), starter=0))
    assert hidden.fitting_states(longer, None) == []
    twins = evolve(state, stock=(2, 2))
    assert hidden.fitting_states(twins, 1) == []


START = contracts.new_game(2, SIX_CARDS, seed=1)
RUMMY_500 = rummy.PRESETS["rummy-500"]

WITH_SEEDS: dict[str, tuple[Game[Any, Any, Any, Any], Any, str]] = {
    "rummy": (
        rummy.GAME,
        evolve(
            rummy.new_game(2, RUMMY_500, seed=1),
            hands=(RUMMY_500.cards[:1], RUMMY_500.cards[1:2]),
            stock=RUMMY_500.cards[2:4],
            discards=RUMMY_500.cards[4:],
        ),
        "stock",
    ),
    "contracts": (
        contracts.GAME,
        evolve(START, value_pile=START.value_pile[1:], discards=START.value_pile[:1]),
        "value_pile",
    ),
}
"""Games in which more is hidden than pieces, such as the seed of later shuffles; where the rest of them lies."""


@pytest.mark.parametrize("name", WITH_SEEDS)
def test_random_states_are_counted_by_where_the_pieces_lie(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rami.testing.secrecy, "EACH", 50)
    game, state, row = WITH_SEEDS[name]
    pieces = frozenset((*state.hands[0], *state.hands[1], *getattr(state, row)))
    hidden: Secrecy[Any, Any, Any, Any] = Secrecy(game, pieces, Random(1), kept)
    assert len(hidden.fitting_states(state, 1)) == 6
    hidden.spread(state, 1, 0)

    def in_order(view: Any, *, seed: int) -> Any:
        guess = game.determinize(view, seed=seed)
        return evolve(guess, **{row: tuple(sorted(getattr(guess, row)))})

    with pytest.raises(AssertionError, match="times of 300 one of 6 positions that all fit"):
        evolve(hidden, game=evolve(game, determinize=in_order)).spread(state, 1, 0)


@pytest.mark.parametrize(
    ("rows", "hidden", "errors"),
    [
        ([(1,), ()], [[(1,), ()], [(2,), (1, 2)]], 1),  # an empty row says nothing
        ([(1, 2)], [[(1, 2)]], 0),  # nor does a row that is all there is
        ([], [[]], 0),
        ([(1,)] * 60, [[(1,)] * 60, [(2, 3)] * 60], 9.49),
        ([(1,), (2,), (3,)] * 20, [[(1,), (2,), (3,)] * 20, [(2, 3), (1, 3), (1, 2)] * 20], 0),
    ],
)
def test_pieces_of_any_rank(rows: Sequence[Any], hidden: Sequence[Any], errors: float) -> None:
    assert _rank_deviation(rows, hidden) == pytest.approx(errors, abs=0.01)


@frozen(kw_only=True)
class Held:
    """What a player has."""

    hand: tuple[int, ...]
    _secret: int | None = field(default=None, alias="secret")


@frozen(kw_only=True)
class Nested:
    """A position that keeps the pieces of each player in a value of its own."""

    players: int = 2
    turn: int = 7
    seats: tuple[Held, ...]
    buried: tuple[int | None, ...] = (None, 5)
    market: tuple[int, ...] = (1, 2, 3)
    rows: tuple[tuple[int, ...], ...] = ((), (7, 8, 9), ())
    score: tuple[int, ...] = (90, 90)


def test_a_place_is_read_and_changed() -> None:
    state = Nested(seats=(Held(hand=(4,), secret=6), Held(hand=())))
    found = {path.keys: path for path in piece_paths(state, frozenset(range(1, 10)))}
    assert {keys: (path.seat, path.pieces(state)) for keys, path in found.items()} == {
        ("seats", 0, "hand"): (0, (4,)),
        ("seats", 0, "_secret"): (0, (6,)),
        ("buried", 1): (1, (5,)),
        ("market",): (None, (1, 2, 3)),
        ("rows", 1): (None, (7, 8, 9)),
    }
    hand, secret, buried = found["seats", 0, "hand"], found["seats", 0, "_secret"], found["buried", 1]
    assert (str(hand), str(found[("market",)])) == ("seats of seat 0", "market")
    changed = with_pieces(state, {hand: [1, 2], secret: [], buried: [3], found["rows", 1]: ()})
    assert changed == Nested(seats=(Held(hand=(1, 2)), Held(hand=())), buried=(None, 3), rows=((), (), ()))
    assert list(piece_paths((4, 5), frozenset({4}))) == []


def test_a_view_holds_also_what_it_does_not_compare() -> None:
    @frozen
    class Note:
        text: str = field(eq=False)

    assert Note("a") == Note("b")
    assert not same_value((1, Note("a")), (1, Note("b")))
    assert same_value((1, Note("a")), (1, Note("a")))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match=re.escape('pip install "rami[testing]"')):
        importlib.reload(rami.testing)


def played(listing: Any = own_game.legal_moves, **changes: Any) -> PlayedDeal[Any, Any, Any, Any]:
    game = evolve(own_game.GAME, **changes)
    rules = own_game.Rules()
    moves = (own_game.Swap(), own_game.Keep())
    return PlayedDeal(game, rules, 2, own_game.deal(2, rules, seed=1), moves, listing)


def raising_there(state: own_game.State) -> str:
    if os.environ.get("ELSEWHERE"):
        raise KeyError("seven")
    return digest(state)


class Foreign:
    """What no other process can read."""

    def __call__(self, state: object) -> bool:
        return True

    def __reduce__(self) -> Any:
        return os.chdir, ("/no/such/folder",)


def test_the_same_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some seconds, for five processes: nothing else notices what depends on hashes."""
    assert difference([played()]) == difference([]) == ""
    assert [len(moves) for _, moves in played(listing=lambda state: state.turn).trace()] == [0, 2, 2]
    assert difference([played(digest=lambda state: digest(state)[:9])]) == ""  # a lambda cannot be sent
    assert difference([played(listing=Foreign())]) == ""
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    monkeypatch.setenv("ELSEWHERE", "yes")
    there = played(digest=raising_there)
    assert difference([there]).startswith("in another process: KeyError")

    def refused(*_: object, **__: object) -> Any:
        raise OSError

    monkeypatch.setattr("subprocess.run", refused)
    assert difference([played()]) == ""


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (lambda digest, moves: (digest, moves[::-1]), "legal_moves: another order"),
        (lambda digest, moves: (digest[::-1], moves), "digest: another in another process"),
        (lambda digest, moves: (digest, moves), ""),
    ],
)
def test_what_differs_in_another_process_is_named(change: Any, broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    there = pickle.dumps([[change(*position) for position in played().trace()]])
    monkeypatch.setattr("subprocess.run", lambda *_, **__: subprocess.CompletedProcess((), 0, there))
    assert difference([played()]).startswith(broken)
    assert bool(difference([played()])) == bool(broken)


def test_what_another_process_finds_is_a_breach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "difference", lambda _: "digest: another in another process")
    with pytest.raises(Breach, match="digest: another in another process"):
        check_game(FOURTH, rules=Goal(3), players=2, seeds=[])


def spin(position: object) -> Iterator[fourth.Count]:
    while position:
        pass
    return iter(())


def test_a_call_that_never_comes_back_is_named() -> None:
    expected = re.escape("a call of spin takes longer than 0.05 seconds")
    with pytest.raises(TimeoutError, match=expected), watchdog(0.05, lambda: 1):
        perft(evolve(FOURTH, legal_moves=spin), FOURTH.new_game(2, seed=1), 1)


def test_while_steps_are_made_no_call_is_too_long() -> None:
    steps = count()
    started = process_time()
    with watchdog(0.02, lambda: next(steps)):
        while process_time() - started < 0.06:
            pass
    assert next(steps) > 3


class Ending(StrEnum):
    """How a deal ends, in words of the game's own."""

    KNOCK = "knock"
    NEVER = "never"


def knocked(state: Position) -> Result | None:
    ended = fourth.result(state)
    return ended and evolve(ended, detail=Ending.KNOCK)


def test_ends_may_have_a_word_of_their_own() -> None:
    """And a game without texts of its pieces has no text of its records."""
    game = evolve(FOURTH, result=knocked, endings=Ending, parse_piece=None)
    found = check_game(game, rules=Goal(3), players=2, seeds=[1])
    assert found.made["knock"] == found.made["target_reached"] > 1
    assert found.never == ("never",)


def test_only_so_many_rare_positions_are_examined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "RARE", 1)
    coverage = Coverage[Any]()
    first = own_game.GAME.new_game(2, own_game.Rules(4), seed=1)
    assert [coverage.is_rare(state) for state in (first, evolve(first, stock=()))] == [True, False]


@pytest.mark.parametrize(("starter", "natural"), [(0, True), (7, True), (-1, False), (True, False), (1.0, False)])
def test_seats_are_whole_numbers_from_0(starter: object, natural: bool) -> None:
    assert exploring.is_natural(starter) is natural


def test_values_of_two_classes_may_be_the_same() -> None:
    assert same_value((1, 2.0), (1.0, 2))
    assert not same_value(1, (1,))


@pytest.mark.slow
def test_in_a_thread_there_is_no_limit_of_work() -> None:
    found: list[Any] = []
    thread = Thread(target=lambda: found.append(check_game(FOURTH, rules=Goal(3), players=2, seeds=[1])))
    thread.start()
    thread.join()
    assert found[0].deals == 1


def test_a_position_that_cannot_be_written_is_named() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise KeyError

    assert str(Breach("broken", "here", Mute())) == "here: broken; in a Mute whose repr raises KeyError"


@frozen(kw_only=True)
class Seated(own_game.State):
    """A position that refuses a seat that is none."""

    def __attrs_post_init__(self) -> None:
        if self.current_player not in range(len(self.hands)):
            raise RulesError("no such seat")


def test_a_class_may_notice_what_flaws_would() -> None:
    state = Seated(rules=own_game.Rules(4), current_player=0, hands=((2,), (4,)), stock=(1, 3))
    damage: Mutations[Any, Any, Any, Any] = Mutations(own_game.GAME, (1, 2, 3, 4), Random(1), kept)
    damage.fields(state)
    damage.pieces(state)
    alike: Mutations[Any, Any, Any, Any] = Mutations(
        evolve(own_game.GAME, flaws=lambda _: ("",)), (1, 1), Random(1), kept
    )
    alike.pieces(evolve(state, hands=((1,), (1,)), stock=()))


@pytest.mark.slow
def test_the_first_pieces_of_a_deal_may_be_alike() -> None:
    first, second = rummikub.deal(2, seed=82).order[:2]
    assert first == second
    check_game(rummikub.GAME, seeds=[82], most_moves=1)


@frozen
class Unnamed:
    """A move of which nobody knows the type of a field."""

    what: "Nowhere"  # type: ignore[name-defined]  # noqa: F821  # this is what is tried


@frozen
class Listed:
    """A move with a field that nothing can be made for."""

    what: list[int]


@frozen
class Chosen:
    """A move with a field that holds one of two words."""

    what: Literal["one", "two"]


@frozen
class Pair:
    """A move with a field of two numbers."""

    what: tuple[int, int]


@frozen
class Several:
    """A move with a field of any number of numbers."""

    what: tuple[int, ...]


def test_moves_are_made_up_where_the_types_of_their_fields_are_known() -> None:
    candidates = CandidateMoves[Any]((), Random(1))
    assert candidates.combined((1, 2), Unnamed, 3) == []
    assert candidates.combined((1, 2), Listed, 3) == []
    assert candidates.combined((1, 2), Chosen, 3) == []
    made = candidates.combined((1, 2), Pair, 3)
    assert len(made) == 3
    assert all(len(move.what) == 2 for move in made)
    assert {len(move.what) for move in candidates.combined((1, 2), Several, 60)} == {0, 1, 2, 3}


def test_a_field_that_a_position_has_not_is_not_damaged() -> None:
    asked: list[str] = []
    damage = Mutations(own_game.GAME, (), Random(1), lambda _, broken: asked.append(broken))
    damage._noticed(own_game.GAME.new_game(2, own_game.Rules(4), seed=1), "nothing", -1, "which cannot be")
    assert asked == []


def test_a_position_need_not_hold_the_whole_set() -> None:
    asked: list[tuple[bool, str]] = []
    state = own_game.GAME.new_game(2, own_game.Rules(4), seed=1)
    for game in (own_game.GAME, evolve(own_game.GAME, flaws=lambda _: ())):
        damage = Mutations(game, (1, 2, 3, 4, 5), Random(1), lambda *what: asked.append(what))
        damage.pieces(state)
    assert asked == [(holds, "flaws does not notice a missing piece") for holds in (True, False)]


def test_a_row_may_be_too_short_for_a_path() -> None:
    state = Nested(seats=(Held(hand=(4,), secret=6), Held(hand=())))
    (hand, *_) = piece_paths(state, frozenset({4}))
    with pytest.raises(ValueError, match="the class has other rows"):
        with_pieces(evolve(state, seats=()), {hand: (5,)})


def test_values_of_two_classes_differ_as_a_whole() -> None:
    assert differing(1, (2,)) == "1 and (2,)"


@frozen(kw_only=True)
class Shown(own_game.State):
    """A position that says openly where a card is."""

    shown: int | None = None


def test_a_piece_that_is_shown_is_no_secret() -> None:
    state = Shown(rules=own_game.Rules(4), current_player=0, hands=((2,), (4,)), stock=(1, 3), shown=2)
    asked: list[str] = []
    for seed in range(10):
        random = Random(seed)
        pieces = frozenset(range(1, 5))
        hidden = Secrecy(own_game.GAME, pieces, random, lambda _, broken: asked.append(broken))
        hidden.exchanges(state)
    assert asked


def test_a_deal_with_an_aim_is_left_after_so_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked_deal, "STEERED", 1)
    monkeypatch.setattr(conformance, "_aims", lambda *_: [(Aim.USE_STOCK, False)])
    assert check_game(FOURTH, rules=Goal(9), players=2, seeds=[1]).deals == 1
