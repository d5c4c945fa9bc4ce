"""The test kit: strategies, counts, and a conformance suite that finds what is broken."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from attrs import evolve
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from rami import IllegalMove, RulesError, Violation, contracts, rummikub, rummy
from rami.game import EndReason, Game, Result
from rami.games import GAMES
from rami.rummikub import PRESETS, Rules, Tile
from rami.testing import Breach, cards, check_game, hands, moves, perft, racks, seats, states, tiles
from tests import effort, fourth
from tests.effort import examples
from tests.fourth import GAME as FOURTH
from tests.fourth import Count, Goal, NumberView, Position
from tests.soak import main

# ---------------------------------------------------------------------------------------------------------- strategies


@given(tiles(), racks(max_size=30), st.sampled_from(sorted(PRESETS)))
def test_tiles_and_racks_are_of_the_set(tile: Tile, rack: tuple[Tile, ...], name: str) -> None:
    assert tile in rummikub.DEFAULT.tiles
    assert list(rack) == sorted(rack)
    assert not Counter(rack) - Counter(rummikub.DEFAULT.tiles)


@given(racks(Rules(max_number=10), min_size=3, max_size=5))
def test_racks_keep_their_size(rack: tuple[Tile, ...]) -> None:
    assert 3 <= len(rack) <= 5
    assert all(tile.number <= 10 for tile in rack)


@given(cards(), hands(max_size=26), st.sampled_from(sorted(rummy.PRESETS)), st.data())
def test_cards_and_hands_are_of_the_packs(
    card: rummy.Card, hand: tuple[rummy.Card, ...], name: str, data: st.DataObject
) -> None:
    assert card in rummy.DEFAULT.cards
    assert list(hand) == sorted(hand)
    assert not Counter(hand) - Counter(rummy.DEFAULT.cards)
    rules = rummy.PRESETS[name]
    some = data.draw(hands(rules, min_size=3, max_size=5))
    assert 3 <= len(some) <= 5
    assert not Counter((*some,)) - Counter(rules.cards)
    assert data.draw(cards(rules)) in rules.cards


@settings(max_examples=examples(15), deadline=None)
@given(st.data())
def test_states_and_moves_go_together(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    state = data.draw(states(game, players=2, most_moves=15))
    assert state.players == 2
    assert game.flaws is not None
    assert game.flaws(state) == ()
    if game.result(state) is None:
        assert game.check(state, data.draw(moves(state))) == ()


@given(states(rummikub.GAME, players=6, most_moves=0))
def test_states_are_of_the_editions_for_so_many_players(state: rummikub.State) -> None:
    assert state.players == 6
    assert state.rules.max_players == 6


@given(states(FOURTH, most_moves=12))
def test_states_of_another_game(state: Position) -> None:
    assert state.rules in FOURTH.presets.values()
    assert state.count < state.rules.goal + 3


def test_strategies_reach_the_end_and_the_start() -> None:
    over = find(states(FOURTH, rules=Goal(4)), lambda state: FOURTH.result(state) is not None)
    with pytest.raises(Unsatisfiable):
        find(moves(over, FOURTH), lambda move: True)
    start = find(states(FOURTH), lambda state: True)
    assert find(moves(start, FOURTH), lambda move: True) == Count(1)


# --------------------------------------------------------------------------------------------------------------- perft

PERFT: dict[str, list[int]] = {
    "hasbro-2007": [1, 5, 5, 11, 17, 42],
    "chiffres": [5, 5, 12, 48, 81],
    "chiffres-timed": [5, 5, 12, 48],
    "ramicube": [1, 5, 5, 11, 29],
    "ramicube-timed": [1, 5, 5, 11],
    "goliath": [1, 5, 5, 11, 17],
    "pressman": [1, 5, 5, 11, 17],
    "rummikub-xp6": [1, 12, 12],
    "contract-default": [15, 102, 335, 3269],
    "horesca": [2, 23, 57, 477, 1249, 10868, 30951],
    "bicycle": [2, 23, 57, 477, 1249, 10868, 31171],
    "rami-51": [1, 13, 13, 169, 178, 2228],
    "kalooki-40": [1, 16, 28, 485],
    "scala-40": [2, 21, 27, 281],
    "romme-40": [2, 60, 313, 6563],
    "contract-rummy": [2, 21, 42, 445],
    "rummy-500": [2, 29, 76, 895],
    "continental": [2, 9, 16, 78, 142, 686],
    "gin": [2, 12, 31, 241, 652, 5069, 13700],
    "gin-classic": [2, 12, 31, 241, 652, 5069, 13700],
    "straight-gin": [2, 12, 31, 241, 652, 5061, 13692],
    "oklahoma-gin": [2, 12, 31, 241, 652, 5061, 13692],
}
"""The number of sequences of moves from the first position of the fewest players, seed 3, per preset."""


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in game.presets])
def test_perft_is_what_it_was(game: Game[Any, Any, Any, Any], name: str) -> None:
    state = game.new_game(seats(game, game.presets[name])[0], game.presets[name], seed=3)
    expected = [count for count in PERFT[name] if effort.full or count < 1000]
    assert [perft(game, state, depth) for depth in range(1, len(expected) + 1)] == expected


def test_perft_counts_sequences() -> None:
    """To five, in steps of at most 2 and at most 3: counted by hand."""
    state = fourth.from_deal(2, Goal(5), evolve(FOURTH.deal(2, seed=1), order=(2, 3, 1)))
    assert [perft(FOURTH, state, depth) for depth in range(5)] == [1, 2, 6, 11, 19]
    with pytest.raises(RulesError, match="depth must be a whole number from 0"):
        perft(FOURTH, state, -1)


def test_seats() -> None:
    assert seats(rummikub.GAME, PRESETS["rummikub-xp6"]) == (5, 6)
    assert seats(FOURTH, Goal()) == (2, 3)

    def deal(players: int, rules: Goal = Goal(), *, seed: int, starter: int | None = None) -> Any:  # noqa: B008
        raise RulesError("nobody plays this")

    with pytest.raises(RulesError, match="no deal of counting for one to eight players"):
        seats(evolve(FOURTH, deal=deal), Goal())


# --------------------------------------------------------------------------------------------------------- conformance


@pytest.mark.slow
@pytest.mark.no_cover
def test_our_games_keep_their_promises() -> None:
    assert check_game(contracts.GAME, players=2, seeds=[5]).deals == 1
    assert check_game(rummy.GAME, rules=rummy.DEFAULT, players=4, seeds=[2]).deals == 1
    small = Rules(max_number=6, jokers=2, rack_size=7, max_players=2, opening_points=12)
    found = check_game(rummikub.GAME, rules=small, seeds=[5], listing=lambda state: state.turn % 2 == 0)
    assert found.deals == 1
    assert found.moves > 10


@pytest.mark.slow
def test_a_fourth_game_keeps_its_promises() -> None:
    found = check_game(FOURTH, conserved=lambda state: state.cards)
    assert (found.deals, found.made["Count"] > 80, found.never) == (8, True, ())
    assert check_game(evolve(FOURTH, parse_piece=None), rules=Goal(7), players=3, seeds=[1]).deals == 1
    assert check_game(evolve(FOURTH, codes=fourth.Code), rules=Goal(7), players=2, seeds=[1]).deals == 1


def no_new_deal(calls: list[int]) -> Any:
    def new_game(players: int, rules: Goal = Goal(), *, seed: int) -> Position:  # noqa: B008
        calls.append(seed)
        return fourth.new_game(players, rules, seed=len(calls))

    return new_game


def short_scores(state: Position) -> Result | None:
    ended = fourth.result(state)
    return ended and Result((1,), ended.winners, EndReason.BLOCKED)


def odd_winner(state: Position) -> Result | None:
    ended = fourth.result(state)
    return ended and evolve(ended, winners=(9,))


def forgetful(state: Position, move: Count) -> Position:
    after = fourth.apply(state, move)
    return evolve(after, cards=after.cards[::-1])


def lenient(state: Position, move: Count) -> Position:
    if fourth.check(state, move):
        return state
    return fourth.apply(state, move)


def stern(state: Position, move: Count) -> Position:
    if move.steps == 1 and state.count % 2:
        raise IllegalMove([Violation(fourth.Code.TOO_FAR, numbers=(1,))])
    return fourth.apply(state, move)


def other_reasons(state: Position, move: Count) -> Position:
    if fourth.check(state, move):
        raise IllegalMove([Violation(fourth.Code.TOO_FAR, numbers=(77,))])
    return fourth.apply(state, move)


def leaky(state: Position, player: int | None) -> NumberView:
    return evolve(fourth.observe(state, player), card=state.cards[0])


def blind_check(position: Position | NumberView, move: Count) -> Any:
    if isinstance(position, NumberView):
        position = evolve(position, player=position.current_player, card=position.card or 3)
    return fourth.check(position, move)


def narrow_check(position: Position | NumberView, move: Count) -> Any:
    problems = fourth.check(position, move)
    return problems or (isinstance(position, NumberView) and move.steps == 2 and fourth.check(position, Count(9))) or ()


def generous(position: Position | NumberView) -> Iterator[Count]:
    if isinstance(position, Position) or position.player == position.current_player:
        yield Count(4)
    yield from fourth.legal_moves(position)


def any_time(position: Position | NumberView) -> Iterator[Count]:
    if isinstance(position, NumberView):
        yield from fourth.legal_moves(evolve(position, player=position.current_player, card=1))
    else:
        yield from fourth.legal_moves(position)


def endless_moves(position: Position | NumberView) -> Iterator[Count]:
    found = list(fourth.legal_moves(position))
    mine = isinstance(position, Position) or position.player == position.current_player
    yield from found or ([Count(1)] if mine else [])


def other_order(position: Position | NumberView) -> Iterator[Count]:
    found = list(fourth.legal_moves(position))
    yield from found if isinstance(position, Position) else found[::-1]


def wild(view: NumberView, *, seed: int) -> Position:
    return evolve(fourth.determinize(view, seed=seed), count=0)


def fickle(calls: list[int]) -> Any:
    def determinize(view: NumberView, *, seed: int) -> Position:
        calls.append(seed)
        return fourth.determinize(view, seed=len(calls))

    return determinize


def misread(text: str) -> Count:
    return Count(fourth.parse_move(text).steps % 3 + 1)


def always_flawed(position: Position | NumberView) -> tuple[str, ...]:
    seats = range(position.players)
    wrong = position.current_player not in seats or position.turn < 0
    if isinstance(position, Position):
        wrong = wrong or sorted(position.cards) != [1, 2, 3]
    else:
        wrong = wrong or position.player not in (None, *seats)
    return ("it is crooked",) if wrong or position.count > 3 else ()


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"new_game": no_new_deal([])}, "new_game: not the same twice"),
    ({"digest": lambda state: str(id(state))}, "equal, but not in digest"),
    ({"flaws": always_flawed}, "a Position that cannot be: it is crooked"),
    ({"result": short_scores}, "there is not a score for each player"),
    ({"result": odd_winner}, "a winner is no player"),
    ({"apply": forgetful}, "something was lost or added"),
    ({"apply": lenient}, "is illegal, and apply takes it"),
    ({"apply": stern}, "is legal, and apply raises"),
    ({"apply": other_reasons}, "apply has other reasons"),
    ({"observe": leaky}, "a random state does not fit the view"),
    ({"check": blind_check}, "is legal for a spectator, whose turn it is not"),
    ({"check": narrow_check}, "is judged otherwise from the view"),
    ({"legal_moves": generous}, "count 4 is listed, and illegal"),
    ({"legal_moves": any_time}, "may move, too"),
    ({"legal_moves": endless_moves}, "count 1 is listed after the end"),
    ({"legal_moves": other_order}, "other moves from the view"),
    ({"determinize": wild}, "a random state does not fit the view"),
    ({"determinize": fickle([])}, "determinize: not the same twice"),
    ({"parse_move": misread}, "is read as another move"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_broken_promise_is_found(change: dict[str, Any], message: str) -> None:
    game = evolve(FOURTH, **change)
    for name in ("parse_move", "observe"):
        getattr(game, name).__annotations__.setdefault("return", getattr(FOURTH, name).__annotations__["return"])
    with pytest.raises(Breach, match=message):
        check_game(game, rules=Goal(9), seeds=range(4), conserved=lambda state: state.cards)


def test_a_game_that_breaks_no_promise() -> None:
    assert check_game(FOURTH, rules=Goal(9), seeds=range(2), conserved=lambda state: state.cards).deals == 4


def test_a_deal_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rami.testing.checked_deal.MOST_MOVES", 5)
    with pytest.raises(Breach, match="has not ended after 5 moves"):
        check_game(FOURTH, rules=Goal(20))


def test_a_deal_may_have_as_many_moves_as_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    """With steps of 1 a deal has five moves; those that are steered are too long as well."""
    monkeypatch.setattr("rami.testing.checked_deal.CheckedDeal._steer", lambda *_: None)
    rules = Goal(5, (1, 1))
    assert check_game(evolve(FOURTH, longest=lambda *_: 5), rules=rules, players=2, seeds=range(1), most_moves=1).deals
    with pytest.raises(Breach, match="the deal has not ended after 4 moves"):
        check_game(evolve(FOURTH, longest=lambda *_: 4), rules=rules, players=2, seeds=range(1))


def test_what_has_no_json_is_found() -> None:
    with pytest.raises(Breach, match="none of the game's codes"):
        check_game(evolve(FOURTH, codes=rummikub.Code), rules=Goal(4), seeds=range(3))


def test_positions_that_take_long_are_known() -> None:
    assert contracts.GAME.quick_to_list is None
    quick_to_list = rummikub.GAME.quick_to_list
    assert quick_to_list is not None
    state = rummikub.new_game(2, seed=1)
    assert quick_to_list(state)
    rules = state.rules
    jokers = tuple(tile for tile in rules.tiles if tile.is_joker)
    assert not quick_to_list(evolve(state, racks=(jokers, jokers)))


@pytest.mark.slow
def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["promises", "--many", "1", "--game", "rummikub", "--preset", "goliath"])
    assert " 0 failures, 1 jobs from seed 0, " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["deals", "--preset", "no-such"])
    assert "there is no preset no-such" in capsys.readouterr().err
    run = [sys.executable, "-m", "tests.soak", "deals", "--many", "1", "--preset", "goliath"]
    assert " 0 failures, " in subprocess.run(run, capture_output=True, text=True, check=True).stdout


def test_the_first_states_are_few() -> None:
    assert len(list(islice(contracts.legal_moves(contracts.new_game(2, seed=3)), 99))) == 15
