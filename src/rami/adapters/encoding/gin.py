"""Gin as numbers."""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

from rami import gin, rummy
from rami.adapters.encoding.actions import Actions, named
from rami.adapters.encoding.fields import Field, by_seat, cards_of, counts, counts_by_seat, number, phase
from rami.gin.rules import HAND, PACK
from rami.gin.state import Spread


def fields(rules: gin.Rules, players: int) -> tuple[Field, ...]:  # noqa: ARG001  # the pack is always the same
    """Return the fields of an observation."""
    kinds = PACK

    def laid(kind: type[Any]) -> Callable[[gin.View], Iterable[int]]:
        return lambda view: [card for each in spreads(view) for card in cards_of(kind, each.melds.melds)]

    def left(view: gin.View) -> Iterable[int]:
        return [card for each in spreads(view) for card in each.unmatched]

    def spreads(view: gin.View) -> Iterable[Spread]:
        return () if view.knocker is None else (each for each in view.spreads if each)

    return (
        counts("hand", kinds, 1),
        counts("top_discard", kinds, 1, lambda view: view.discard_pile[-1:]),
        counts("discards", kinds, 1, attrgetter("discard_pile")),
        counts("upcard", kinds, 1, lambda view: () if view.upcard is None else (view.upcard,)),
        counts("taken", kinds, 1, lambda view: () if view.taken is None else (view.taken,)),
        counts("runs", kinds, 1, laid(rummy.Run)),
        counts("groups", kinds, 1, laid(rummy.Group)),
        counts("unmatched", kinds, 1, left),
        counts_by_seat("known", players, kinds, 1),
        by_seat("hand_sizes", players, HAND + 1),
        by_seat("knocked", players, 1, lambda view: [seat == view.knocker for seat in range(players)]),
        phase(list(gin.Phase)),
        number("stock", len(kinds), attrgetter("stock_size")),
    )


def _name_of(move: gin.Move) -> str:
    """Return the name of a move: knocks of one name differ only in their melds."""
    match move:
        case gin.Knock(None):
            return "knock"
        case gin.Knock(card):
            return f"knock {card}"
        case gin.LayOff(card):
            return f"add {card}"
        case _:
            return str(move)


def _names(rules: gin.Rules) -> Iterator[str]:
    yield from ("pass", "draw", "take", "done")
    yield from (f"{verb} {card}" for verb in ("discard", "knock", "add") for card in PACK)
    if rules.big_gin_bonus is not None:
        yield "knock"


def actions(rules: gin.Rules) -> Actions:
    """Return an action for each move, knocks by their discard alone."""
    return named(
        _names(rules),
        _name_of,
        gin.legal_moves,
        hides="with which melds a player knocks, where not with the best, and which of two melds a card is laid off on",
        discard=gin.Discard,
        cards=PACK,
    )
