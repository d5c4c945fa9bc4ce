"""Every view that `from_json` accepts can be played, determinized, or refused with the reason."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from random import Random
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve, fields

from rami import RamiError, RulesError, codec, rummikub, rummy
from rami.game import Game
from rami.games import GAMES
from rami.players import absent_player, best_player, quick_player, random_player
from tests.promises.playing import deal

ALWAYS_KEPT = ("rules", "player", "current_player")


def mixed_views(game: Game, rules: Any, seed: int) -> Iterator[Any]:
    """Yield accepted views of a deal in which some fields have the values of another view."""
    random = Random(seed)
    views = [game.observe(state, state.current_player) for state in deal(game, rules, seed, most=30)]
    names = [each.name for each in fields(game.view) if each.name not in ALWAYS_KEPT]
    for view in views:
        for _ in range(4):
            other = random.choice(views)
            chosen = random.sample(names, random.choice([1, 1, 2, 3]))
            with suppress(RamiError):
                mixed = evolve(view, **{name: getattr(other, name) for name in chosen})
                yield codec.from_json(codec.to_json(mixed), game.view)


def check_players(game: Game, view: Any) -> None:
    """Check that each player makes a legal move, or says that there is none."""
    has_move = next(iter(game.legal_moves(view)), None) is not None
    for player in (random_player, quick_player, best_player, absent_player):
        if has_move:
            assert game.check(view, player(view, Random(1))) == ()
        else:
            with pytest.raises(RamiError, match="there is no legal move: the position cannot occur in play"):
                player(view, Random(1))


def check_random_state(game: Game, view: Any, seed: int) -> bool:
    """Check that a random state of a view is accepted and fits the view. Return False if `determinize` refuses."""
    try:
        state = game.determinize(view, seed=seed)
    except RulesError:
        return False
    assert codec.from_json(codec.to_json(state), game.state) == state
    # A view of a finished deal that was made by hand may hide hands, which a view of the state shows.
    assert game.observe(state, view.player) == view or state.is_over
    return True


@pytest.mark.no_cover
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 6), marks=pytest.mark.slow)], ids=["few", "many"])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_accepted_views_can_be_played_and_determinized(game: Game, seeds: range) -> None:
    played = determinized = 0
    for rules in game.presets.values():
        for seed in seeds:
            for view in mixed_views(game, rules, seed):
                determinized += check_random_state(game, view, seed)
                if not view.is_over:
                    check_players(game, view)
                    played += 1
    assert played > 20
    assert determinized > 20


def view_without_a_legal_move() -> rummy.View:
    """Return a view in which a player has begun an opening that the hand cannot complete."""
    [laid] = table = rummy.Table.parse("JS-QS-KS")
    view = rummy.set_up("5S 3H 9H", table, rules=rummy.PRESETS["rami-51"], has_melded=False)
    begun = evolve(view, laid=(laid,), laid_in=(view.turn, None))
    return codec.from_json(codec.to_json(begun), rummy.View)


def test_a_view_without_a_legal_move_is_refused_by_every_player() -> None:
    view = view_without_a_legal_move()
    assert [*rummy.legal_moves(view)] == []
    assert rummy.best_turn(view) == ()
    check_players(rummy.GAME, view)


def test_a_view_whose_player_has_laid_an_opening_but_has_none_is_refused() -> None:
    view = rummy.set_up("QS QD QC KH 6S", "7S=7H=7D", rules=rummy.PRESETS["bicycle"], has_melded=False)
    begun = evolve(view, laid=view.table.melds, laid_in=(view.turn, None))
    with pytest.raises(RamiError, match="laid has an opening, but melded_in of seat 0 is None"):
        codec.from_json(codec.to_json(begun), rummy.View)


def test_a_view_with_too_few_seats_is_not_determinized() -> None:
    view = rummikub.set_up("R7 R8 K8", "R4-R5-R6", pool_size=100)
    with pytest.raises(RulesError, match="a full position needs 2 players, not 1"):
        rummikub.determinize(view, seed=1)


@pytest.mark.parametrize("game", [rummikub, rummy])
def test_a_view_of_a_finished_deal_without_all_hands_has_no_result(game: ModuleType) -> None:
    ends = (list(deal(game.GAME, game.Rules(), seed))[-1] for seed in count(0, 2))
    view = next(view for view in (game.observe(state, None) for state in ends) if any(view.known))
    hidden = evolve(view, known=((),) * view.players)
    read = codec.from_json(codec.to_json(hidden), game.View)
    with pytest.raises(RulesError, match="the deal is over, but the view does not show all hands"):
        game.result(read)
