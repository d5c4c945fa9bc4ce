"""`score` of a real deal agrees with the referee."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import RulesError, contracts, gin, rummikub, rummy
from rami.game import Game
from rami.players import best_player, quick_player
from rami.record import Record
from rami.results import EndReason, Result
from rami.simulate import play_deal
from tests.quick_or_full import examples

Deals = Record[Any, Any, Any, Any]


def of_rummikub(record: Deals) -> Result:
    state = record.state
    winner = state.rack_sizes.index(0) if 0 in state.rack_sizes else None
    racks = [" ".join(map(str, rack)) for rack in state.racks]
    return rummikub.score(racks, winner=winner, last=(state.current_player - 1) % state.players, rules=state.rules)


def of_rummy(record: Deals) -> Result:
    state = record.state
    winner = state.hand_sizes.index(0) if 0 in state.hand_sizes else None
    melded = [turn not in (None, state.turn) for turn in state.laid_in]
    return rummy.score(
        [" ".join(map(str, hand)) for hand in state.hands],
        winner=winner,
        melded=melded,
        laid_points=state.laid_points or (0,) * state.players,
        rules=state.rules,
    )


def of_gin(record: Deals) -> Result:
    """From the hands at the knock."""
    knocked = next((state for state in record.states() if state.knocker is not None), record.state)
    spreads = [(*spread.melds.cards, *spread.unmatched) if spread else () for spread in knocked.spreads]
    hands = [" ".join(map(str, sorted(spread or hand))) for spread, hand in zip(spreads, knocked.hands, strict=True)]
    return gin.score(hands, knocker=knocked.knocker, rules=knocked.rules)


def of_contracts(record: Deals) -> Result:
    state = record.state
    return contracts.score(
        [" ".join(contract.id for contract in zone) for zone in state.zones],
        " ".join(state.trophies),
        bonus_sizes=state.bonus_sizes,
        rules=state.rules,
    )


SCORED: Mapping[Game, Callable[[Deals], Result]] = {
    rummikub.GAME: of_rummikub,
    rummy.GAME: of_rummy,
    gin.GAME: of_gin,
    contracts.GAME: of_contracts,
}
EDITIONS = [(game, name) for game in SCORED for name in game.presets]


@pytest.mark.slow(but=["goliath", "romme-40", "rummy-500", "gin-classic", "contract-default"])
@pytest.mark.parametrize(("game", "name"), EDITIONS, ids=lambda each: getattr(each, "name", each))
@settings(max_examples=examples(5), deadline=None)
@given(seed=st.integers(0, 10_000), most=st.booleans())
def test_the_referee_and_the_score_agree(game: Game, name: str, seed: int, most: bool) -> None:
    rules = game.presets[name]
    seats = rules.player_counts
    player = best_player if game is gin.GAME else quick_player  # in Gin the best cards are laid off
    record = play_deal(game, [player] * (seats[-1] if most else seats[0]), rules=rules, seed=seed)
    scored, result = SCORED[game](record), record.result
    assert result is not None
    reason = EndReason.BLOCKED if result.reason is EndReason.ROUND_LIMIT else result.reason
    assert scored == evolve(result, reason=reason)


# -------------------------------------------------------------------------------------------------- blocked and refused


def test_a_player_without_an_opening_pays_the_tiles_left() -> None:
    score = partial(rummikub.score, ["", "R5"], winner=0)
    assert score(opened=[True, False]) == score(opened=[True, True]) == score()
    assert rummikub.score(["R4", "R5"], winner=None, opened=[False, False]).scores == (1, -1)


def test_laid_cards_score_under_melded_scoring() -> None:
    rules = rummy.PRESETS["rummy-500"]
    ended = rummy.score(["", "KD"], winner=0, laid_points=[15, 40], rules=rules)
    assert (ended.scores, ended.winners, ended.reason) == ((15, 30), (1,), EndReason.WENT_OUT)


def test_a_dead_deal_of_gin_scores_nothing() -> None:
    hands = ["AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "4S 5S QH KH KD 2C 2D 2H 7C 8D"]
    assert gin.score(hands, knocker=None) == Result((0, 0), (), EndReason.BLOCKED, gin.Ending.DEAD)
    assert gin.score(hands, knocker=0).scores == (21, 0)
    assert gin.score(hands[::-1], knocker=1).scores == (0, 21)


FACES = "coeur trefle combo2 combo3"
HAND = "AS 2S 3S 5H 5D 5C 9H 10H JH 4D"


@pytest.mark.parametrize(
    ("score", "message"),
    [
        (partial(rummikub.score, ["R1", "R2"], winner=0), "winner is 0, but this seat has R1 left"),
        (partial(rummikub.score, ["", "R2"], winner=None), "seat 0 has nothing left: winner must be 0, not None"),
        (partial(rummikub.score, ["", ""], winner=0), "seat 1 has nothing left: winner must be 1, not 0"),
        (partial(rummikub.score, ["", "R1 R1 R1"], winner=0), "more tiles of a kind than the set has: R1"),
        (partial(rummikub.score, [""], winner=0), "2 to 4 players can play, not 1"),
        (partial(rummikub.score, ["", "R1"], winner=2), "winner must be a seat from 0 to 1, or None, not 2"),
        (partial(rummikub.score, ["R2", "R1"], winner=None, last=5), "last must be a seat from 0 to 1"),
        (partial(rummikub.score, ["", "R1"], winner=0, opened=[True]), "opened must have 2 values, one for each seat"),
        (partial(rummikub.score, ["", "R1"], winner=0, opened=[False, True]), "winner is seat 0, which has not opened"),
        (partial(rummy.score, ["", "KD"], winner=0, melded=[True]), "melded must have 2 values, one for each seat"),
        (partial(rummy.score, ["", "KD KD"], winner=0), "more cards of a kind than the pack has: KD"),
        (
            partial(rummy.score, ["", "KD"], winner=0, rules=rummy.PRESETS["rummy-500"]),
            "laid_points must be given",
        ),
        (partial(gin.score, [HAND], knocker=0), "there must be 2 hands, not 1"),
        (partial(gin.score, [HAND, HAND], knocker=None), "only once"),
        (partial(gin.score, [HAND, "KS"], knocker=None), "hands[1] must have 10 cards, not 1"),
        (partial(contracts.score, ["C01", "C01"], FACES), "the deck has the contract C01 only once"),
        (partial(contracts.score, ["C01", "C99"], FACES), "the deck has no contract 'C99'"),
        (partial(contracts.score, ["C01"], FACES), "the number of zones must be a whole number from 2 to 4, not 1"),
        (partial(contracts.score, ["C01", ""], FACES), "bonus_sizes must be given"),
        (partial(contracts.score, ["C01", ""], "coeur"), "the deck has 4 trophies, not 1"),
        (partial(contracts.score, ["C01", ""], FACES, bonus_sizes=[-1, 0]), "each of bonus_sizes must be"),
        (
            partial(contracts.score, ["C01", ""], "coeur heart"),
            "the deck has no trophy 'heart'; its trophies are cerise, coeur",
        ),
    ],
    ids=lambda each: each if isinstance(each, str) else each.func.__module__.split(".")[1],
)
def test_ends_that_no_deal_has_are_refused(score: Callable[[], Result], message: str) -> None:
    with pytest.raises(RulesError, match=re.escape(message)):
        score()
