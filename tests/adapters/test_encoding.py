"""Views and moves as numbers: in range, without leaks, and with every action doing what it says."""

from random import Random

import pytest

from rami import rummikub, rummy
from rami.adapters.encoding import Actions, Layout, actions, layout, seats
from rami.game import Game
from rami.games import GAMES
from tests.fourth import GAME as FOURTH

ALL = (*GAMES, FOURTH)


def played(game: Game, seed: int, moves: int):  # type: ignore[no-untyped-def]  # any game
    """Positions of a deal in which every action is chosen at random, with what could be done."""
    rules = next(iter(game.presets.values()))
    ways, random = actions(game, rules), Random(seed)
    state, chosen = game.new_game(seats(game, rules, None), rules, seed=seed), ()
    for _ in range(moves):
        if state.is_over:
            return
        view = game.observe(state, state.current_player)
        options = ways.options(view, chosen)
        assert options, "an action is always there"
        yield state, chosen, options
        option = options[sorted(options)[int(random.random() * len(options))]]
        if isinstance(option, tuple):
            chosen = option
        else:
            assert game.check(state, option) == ()
            state, chosen = game.apply(state, option), ()


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_numbers_are_in_their_ranges(game) -> None:  # type: ignore[no-untyped-def]
    for seed in range(2):
        for state, _, _ in played(game, seed, 60):
            for seat in (None, *range(state.players)):
                view = game.observe(state, seat)
                found = layout(game, state.rules, state.players)
                named = found.named(view)
                assert [*named] == [each.name for each in found.fields]
                assert sum(named.values(), ()) == found.flat(view)
                assert len(found.flat(view)) == found.size
                for each in found.fields:
                    assert len(named[each.name]) == each.size
                    assert all(each.low <= number <= each.high for number in named[each.name]), each.name


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_no_leak(game) -> None:  # type: ignore[no-untyped-def]
    """Positions that a seat cannot tell apart are the same numbers, and allow it the same actions."""
    for state, chosen, options in played(game, 3, 25):
        view = game.observe(state, state.current_player)
        other = game.observe(game.determinize(view, seed=state.turn), state.current_player)
        found = layout(game, state.rules, state.players)
        assert found.flat(other) == found.flat(view)
        assert actions(game, state.rules).options(other, chosen) == options
        for seat in range(state.players):
            if seat != state.current_player:
                assert actions(game, state.rules).options(game.observe(state, seat)) == {}


def test_every_play_can_be_reached_tile_by_tile() -> None:
    view = rummikub.set_up("R7 R8 K8 B8 *", "R4-R5-R6")
    ways = actions(rummikub.GAME, view.rules)
    wanted = {tuple(sorted(rummikub.played_tiles(view, play))) for play in rummikub.plays(view)}
    reached: set[tuple[rummikub.Tile, ...]] = set()
    todo, seen = [()], {()}
    while todo:
        chosen = todo.pop()
        for number, option in ways.options(view, chosen).items():
            if ways.names[number] == "commit":
                assert tuple(sorted(rummikub.played_tiles(view, option))) == tuple(sorted(chosen))
                reached.add(tuple(sorted(chosen)))
            elif isinstance(option, tuple) and tuple(sorted(option)) not in seen:
                seen.add(tuple(sorted(option)))
                todo.append(option)
    assert reached == wanted


def test_the_names_of_card_rami_are_all_there() -> None:
    """No legal move is without an action, in any edition."""
    for preset, rules in rummy.PRESETS.items():
        ways = actions(rummy.GAME, rules)
        assert len(set(ways.names)) == len(ways.names)
        state = rummy.new_game(2, rules, seed=4)
        random = Random(preset)
        for _ in range(80):
            if state.is_over:
                break
            moves = list(rummy.legal_moves(state))
            words = ways.find(rummy.observe(state, state.current_player), ())
            assert set(words) <= set(ways.names)
            assert set(words.values()) <= set(moves)
            state = rummy.apply(state, moves[int(random.random() * len(moves))])


def test_a_game_without_a_vocabulary_has_slots() -> None:
    ways = actions(FOURTH, None)
    assert ways.names[0] == "move 0"
    assert ways.hides == "legal moves after the first 64"
    assert isinstance(ways, Actions)
    found = layout(FOURTH, None, 2)
    assert isinstance(found, Layout)
    assert [each.name for each in found.fields] == ["to_move", "turn"]
    assert seats(FOURTH, None, 3) == 3
