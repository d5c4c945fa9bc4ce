"""A value of every type that has JSON, from real deals."""

from functools import cache
from itertools import islice
from typing import Any

from attrs import evolve

from rami import Result, Violation, contracts, gin, rummikub, rummy
from rami.match import Match
from rami.players import best_player, quick_player, random_player
from rami.record import Record, Redacted
from rami.results import EndReason
from rami.rummikub import PRESETS
from rami.simulate import play_deal


@cache
def records() -> tuple[Record[Any, Any, Any, Any], ...]:
    return (
        play_deal(rummikub.GAME, [quick_player] * 4, seed=3),
        play_deal(rummikub.GAME, [random_player] * 5, rules=evolve(PRESETS["rummikub-xp6"], rack_size=9), seed=3),
        play_deal(contracts.GAME, [random_player] * 3, seed=3),
        play_deal(rummy.GAME, [quick_player] * 3, seed=3),
        play_deal(rummy.GAME, [quick_player] * 2, rules=rummy.PRESETS["rami-51"], seed=3),
        play_deal(rummy.GAME, [random_player] * 2, rules=evolve(rummy.PRESETS["bicycle"], jokers=4, packs=2), seed=3),
        play_deal(gin.GAME, [quick_player] * 2, seed=3),
        play_deal(gin.GAME, [best_player] * 2, rules=gin.PRESETS["oklahoma-gin"], seed=4),
    )


MODULES = {"rummikub": rummikub, "contracts": contracts, "rummy": rummy, "gin": gin}


def middle_of_turns(record: Record[Any, Any, Any, Any]) -> list[Any]:
    """Of card rummy, positions within a turn: with a card just taken, and with a meld just laid."""
    if record.game is not rummy.GAME:
        return []
    found = list(record.states())
    wanted = (lambda state: state.taken is not None, lambda state: state.laid)
    return [state for want in wanted for state in found if want(state)][:: max(1, len(found) // 8)]


@cache
def values() -> tuple[tuple[Any, Any], ...]:
    """Values, each with the type that reads it."""
    found: list[tuple[Any, Any]] = [(Result((3, -3), (0,), EndReason.WENT_OUT), Result)]
    for record in records():
        module: Any = MODULES[record.game.name]
        first, *_, last = islice(record.states(), 40)
        for state in (first, last, *middle_of_turns(record)):
            found.append((state, module.State))
            found += [(module.observe(state, seat), module.View) for seat in (None, 0, 1)]
        found += [(move, module.Move) for move in record.moves[:12]]
        result = record.game.result(list(record.states())[-1])
        assert result is not None
        found.append((result, Result))
        match = Match(record.game, record.rules, record.players, results=[result], deals=3)
        found += [(match, Match), (record, Record), (evolve(record, moves=record.moves[:5]).redact(0), Redacted)]
        found += [(record.rules, module.Rules), (evolve(match, points=900, starters=[1]), Match)]
        found += [(problem, Violation) for problem in module.check(first, record.moves[-1])]
    draft = rummikub.Draft(rummikub.set_up("R7 R8 *", "R4-R5-R6 K1-*-K3")).move("R5", 0, "new")
    found += [(draft, rummikub.Draft), (draft.move("R8", "rack", 0).move("*", "rack", 1), rummikub.Draft)]
    hints = draft.hint(), draft.move("R8", "rack", 0).hint()
    found += [(step, rummikub.Step) for step in hints if isinstance(step, rummikub.Step)]
    found.append((contracts.Rules().deck, contracts.Deck))
    found.append((contracts.Rules(deck=evolve(contracts.Rules().deck, trophy_points=4)), contracts.Rules))
    return tuple(found)
