"""Matches from given results, and deals of them that are played."""

from random import Random
from typing import Any

from attrs import evolve

from rami import rummikub, rummy
from rami.match import Match
from rami.players import absent_player, quick_player
from rami.record import Record
from rami.results import EndReason, Result
from rami.rummikub import PRESETS, Rules

PRESSMAN = (-10, -25, 41, -6)
"""The fourth game of the example of A26."""

Scores = tuple[int, ...]


def played(*games: Scores) -> list[Result]:
    return [Result(game, (game.index(max(game)),), EndReason.WENT_OUT) for game in games]


def rummikub_match(
    *games: Scores, preset: str = "hasbro-2007", deals: int | None = None, points: int | None = None
) -> Match[Rules, rummikub.State, rummikub.Move, rummikub.View]:
    return Match(
        game=rummikub.GAME,
        rules=PRESETS[preset],
        players=len(games[0]) if games else 4,
        deals=deals,
        points=points,
        results=tuple(played(*games)),
    )


def last(state: rummikub.State) -> rummikub.State:
    """Return the end of a deal between players who do the minimum."""
    while not state.is_over:
        state = rummikub.apply(state, absent_player(rummikub.observe(state, state.current_player), Random(0)))
    return state


def play_record(match: Match[Any, Any, Any, Any], seed: int) -> Record[Any, Any, Any, Any]:
    """The record of the next deal of a match."""
    state, moves = match.new_game(seed=seed), []
    starter = None if match.starter is None else match.seats.index(match.starter)
    first = match.game.shuffle(len(match.seats), match.next_rules, seed=seed, starter=starter)
    while not state.is_over:
        moves.append(quick_player(match.game.observe(state, state.current_player), Random(0)))
        state = match.game.apply(state, moves[-1])
    return Record(game=match.game, rules=match.next_rules, players=len(match.seats), deal=first, moves=moves)


def lost(*scores: int) -> Result:
    return Result(scores, (scores.index(0),), EndReason.WENT_OUT)


def rami_match(*results: Result, **changes: Any) -> Match[rummy.Rules, rummy.State, rummy.Move, rummy.View]:
    rules = evolve(rummy.PRESETS["rami-51"], **changes)
    return Match(rummy.GAME, rules, 3, results=results)
