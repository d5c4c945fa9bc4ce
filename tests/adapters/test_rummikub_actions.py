"""Actions of Rummikub: a play is chosen tile by tile, and then committed."""

from random import Random
from typing import Any

import pytest

from rami import rummikub
from rami.adapters.encoding import actions
from rami.players import random_player
from rami.rummikub.checks import played_tiles
from rami.rummikub.solver import graph
from tests.adapters.encoded_deals import move_of, moves_of
from tests.quick_or_full import examples


def test_every_play_can_be_reached_tile_by_tile() -> None:
    view = rummikub.set_up("R7 R8 K8 B8 *", "R4-R5-R6")
    vocabulary = actions(rummikub.GAME, view.rules)
    wanted = {tuple(sorted(played_tiles(view, play))) for play in rummikub.plays(view)}
    reached: set[tuple[rummikub.Tile, ...]] = set()
    todo, seen = [()], {()}
    while todo:
        chosen = todo.pop()
        for number, option in vocabulary.options(view, chosen).items():
            if vocabulary.names[number] == "commit":
                assert tuple(sorted(played_tiles(view, move_of(option)))) == tuple(sorted(chosen))
                reached.add(tuple(sorted(chosen)))
            elif isinstance(option, tuple) and tuple(sorted(option)) not in seen:
                seen.add(tuple(sorted(option)))
                todo.append(option)
    assert reached == wanted


def committed(view: rummikub.View, chosen: str) -> Any:
    """Return the move of the action `commit` after some tiles are chosen."""
    vocabulary = actions(rummikub.GAME, view.rules)
    return move_of(vocabulary.options(view, rummikub.Tile.row(chosen))[vocabulary.names.index("commit")])


@pytest.mark.parametrize("most_steps", [0, 40, 600])
def test_no_deal_ends_because_a_position_is_too_large(most_steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_STEPS", most_steps)
    rules = rummikub.Rules()
    vocabulary, random = actions(rummikub.GAME, rules), Random(most_steps)
    state: Any = rummikub.new_game(2, rules, seed=4)
    chosen: tuple[rummikub.Tile, ...] = ()
    for _ in range(60):
        options = vocabulary.options(rummikub.observe(state, state.current_player), chosen)
        option = options[random.choice(sorted(options))]
        if isinstance(option, tuple):
            chosen = option
        else:
            state, chosen = rummikub.apply(state, move_of(option)), ()


def test_a_move_without_the_chosen_tiles_is_made_if_they_are_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(graph, "MOST_STEPS", 0)
    assert committed(rummikub.set_up("R7 R8 K1", "R4-R5-R6"), "K1") == rummikub.Draw()


def test_the_chosen_tiles_are_laid_if_a_play_is_found_late(monkeypatch: pytest.MonkeyPatch) -> None:
    view = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
    vocabulary = actions(rummikub.GAME, view.rules)
    with monkeypatch.context() as hard:
        hard.setattr(graph, "MOST_STEPS", 0)
        (commit,) = vocabulary.options(view, rummikub.Tile.row("R7 R8")).values()
    assert str(move_of(commit)) == "play R4-R5-R6-R7-R8"


def test_unplayable_tiles_become_the_best_play_if_the_player_must_play() -> None:
    view = rummikub.set_up("R7 R8 K1", "R4-R5-R6", pool_size=0)
    assert committed(view, "K1") == rummikub.best_play(view)


def test_a_known_play_is_made_if_the_search_would_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    view = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
    vocabulary = actions(rummikub.GAME, view.rules)
    options = vocabulary.options(view, rummikub.Tile.row("R7"))
    monkeypatch.setattr(graph, "MOST_STEPS", 0)
    assert str(move_of(options[vocabulary.names.index("commit")])) == "play R4-R5-R6-R7"


SOME_PRESETS = ("hasbro-2007", "ramicube", "chiffres", "goliath", "rummikub-xp6")


@pytest.mark.slow(but=("ramicube", "hasbro-2007"))
@pytest.mark.parametrize("preset", SOME_PRESETS)
def test_the_tiles_offered_are_those_of_some_legal_play(preset: str) -> None:
    """Asking for each tile and asking for all chosen tiles give the same answers."""
    rules, random = rummikub.PRESETS[preset], Random(preset)
    vocabulary, asked = actions(rummikub.GAME, rules), 0
    for seed in range(6):
        state: Any = rummikub.new_game(rules.min_players, rules, seed=seed)
        chosen: tuple[rummikub.Tile, ...] = ()
        while not state.is_over and asked < examples(200):
            view = rummikub.observe(state, state.current_player)
            options = vocabulary.options(view, chosen)
            if chosen or random.random() < 1 / 8:
                asked += 1
                offered = {option[-1] for option in options.values() if isinstance(option, tuple)}
                assert offered == rummikub.playable(view, chosen)
                may_commit = bool(chosen) and rummikub.find_play(view, chosen) is not None
                assert (vocabulary.names.index("commit") in options) == may_commit
            option = options[random.choice(sorted(options))]
            if isinstance(option, tuple):
                chosen = option
            else:
                state, chosen = rummikub.apply(state, move_of(option)), ()
    assert asked


def test_offered_tiles_are_complete_with_many_takeable_jokers() -> None:
    rules = rummikub.Rules(jokers=4, joker_reuse="any")
    view = rummikub.set_up("R5 K5 B5 R9 O13", "R4-*-R6 K4-*-K6 B4-*-B6", rules=rules)
    for chosen in ((), rummikub.Tile.row("R5"), rummikub.Tile.row("R5 R9")):
        options = actions(rummikub.GAME, rules).options(view, chosen).values()
        assert {option[-1] for option in options if isinstance(option, tuple)} == rummikub.playable(view, chosen)


def test_the_cache_of_a_turn_changes_no_answer() -> None:
    """The actions and plays are the same, whether or not earlier turns were asked for."""
    vocabulary = actions(rummikub.GAME, rummikub.Rules())
    state, random, kept = rummikub.new_game(2, seed=8), Random(8), set[rummikub.Table]()
    for _ in range(40):
        view = rummikub.observe(state, state.current_player)
        options = vocabulary.options(view)
        assert options == actions(rummikub.GAME, view.rules).options(view)
        lays = [option for option in options.values() if isinstance(option, tuple)]
        for chosen in lays[:1]:
            afresh = actions(rummikub.GAME, view.rules).options(view, chosen)
            assert moves_of(vocabulary.options(view, chosen)) == moves_of(afresh)
        move = (
            random_player(view, random)
            if random.random() < 0.4 or rummikub.check(view, rummikub.Draw())
            else rummikub.Draw()
        )
        kept.add(view.table)
        state = rummikub.apply(state, move)
    assert 2 < len(kept) < 20  # so most turns began with the table of the turn before
