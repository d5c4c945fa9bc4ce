"""A `State` made by name from what another program stores: texts, lists and the JSON of melds."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import RamiError, contracts, gin, rummikub, rummy
from rami.codec import plain
from rami.game import Game
from rami.games import GAMES
from rami.players import quick_player
from tests.quick_or_full import examples


def later(game: Game, seed: int, most: int = 60) -> Any:
    """A position in the middle of a deal."""
    state, random = game.new_game(2, seed=seed), Random(seed)
    for _ in range(random.randrange(most)):
        after = game.apply(state, quick_player(game.observe(state, state.current_player), random))
        if after.is_over:
            break
        state = after
    return state


def stored(game: Game, state: Any) -> dict[str, Any]:
    """The fields of a position as a database has them, except for rules, phases, contracts and trophies."""
    values: Mapping[str, Any] = plain(state, game)
    typed = {"rules", "phase", "contract_market", "zones", "trophies", "contract_pile", "spreads"}
    return {name: getattr(state, name) if name in typed else value for name, value in values.items()}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_state_takes_pieces_from_anything(game: Game) -> None:
    for seed in range(examples(20)):
        state = later(game, seed)
        assert game.state(**stored(game, state)) == state


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_text_and_iterators_are_rows_too(game: Game) -> None:
    state = later(game, 1)
    hands = "racks" if game.name == "rummikub" else "hands"
    pile = {"rummikub": "pool", "contracts": "value_pile"}.get(game.name, "stock")
    values = stored(game, state)
    values |= {hands: (" ".join(row) for row in values[hands]), pile: " ".join(values[pile])}
    assert game.state(**values) == state


def test_fields_that_other_programs_lack_have_defaults() -> None:
    state = rummikub.State(rules=rummikub.Rules(), current_player=0, racks=["R1", "K1"], pool="", opened=[True, True])
    assert (state.known, state.start_draws, state.table) == (((), ()), (), rummikub.Table())
    cards = rummy.State(
        rules=rummy.Rules(), current_player=0, hands=["AS", "2S"], stock="", melded_in=[2, None], seed=1
    )
    assert (cards.known, cards.laid_in, cards.laid, cards.discards) == (((), ()), (2, None), (), ())
    assert evolve(cards, laid="4S-5S-6S", taken="AS", known=["AS", ""]).laid == (rummy.Run("4S-5S-6S"),)
    assert evolve(cards, laid=[{"kind": "run", "pieces": ["4S", "5S", "6S"]}]).laid == (rummy.Run("4S-5S-6S"),)
    dealt = gin.State(
        rules=gin.Rules(), current_player=0, phase=gin.Phase.PLAY, discard_pile="", hands=["AS", "2S"], stock=""
    )
    assert (dealt.known, dealt.upcard, dealt.taken) == (((), ()), None, None)
    spreads = evolve(dealt, spreads=[(["AS-2S-3S"], ["KD"]), None]).spreads
    assert (str(spreads[0] and spreads[0].melds), spreads[1]) == ("AS-2S-3S", None)
    first = contracts.new_game(2, seed=1)
    assert evolve(first, known=()) == first


def test_later_shuffles_need_a_seed() -> None:
    """With a default, anybody could compute the order of the next stock."""
    with pytest.raises(TypeError, match="seed"):
        rummy.State(rules=rummy.Rules(), current_player=0, hands=["AS", "2S"], stock="", melded_in=[None, None])  # type: ignore[call-arg]  # wrong on purpose  # pyright: ignore[reportCallIssue]
    values = {name: getattr(contracts.new_game(2, seed=1), name) for name in contracts.State.__annotations__}
    del values["seed"]
    with pytest.raises(TypeError, match="seed"):
        contracts.State(**values)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"racks": "R1 K1"}, "racks must have a row for each seat, not 'R1 K1'"),
        ({"racks": 5}, "racks must have a row for each seat, not 5"),
        ({"racks": {"R1"}}, "racks must have a row for each seat, not {'R1'}"),
        ({"racks": ["R1", ["K1", 5]]}, r"racks\[1\]\[1\] must be a tile, or text, not 5"),
        ({"pool": {"R1": 2}}, "pool must be tiles, or text, not {'R1': 2}"),
        ({"known": ["R1", "K14"]}, "'K14' is not a tile"),
        ({"known": ["R1"]}, "known has 1 items, but there are 2 players"),
        ({"opened": True}, "opened must be a tuple whose items are each True or False, not True"),
        ({"opened": [1, 0]}, "opened must be a tuple whose items are each True or False, not"),
        ({"start_draws": [["R1", 5]]}, "each of start_draws must be a tile, or text, not 5"),
    ],
)
def test_errors_name_the_part(changes: dict[str, Any], reason: str) -> None:
    values: dict[str, Any] = {"racks": ["R1", "K1"], "pool": "", "opened": [True, True]}
    with pytest.raises(RamiError, match=reason):
        rummikub.State(rules=rummikub.Rules(), current_player=0, **values | changes)
