"""States as the rules make them, in half of the time that the constructor takes."""

from collections.abc import Callable
from typing import cast

from attrs import fields

from rami.rummy.cards import Card
from rami.rummy.melds import Meld, Table
from rami.rummy.rules import Rules
from rami.rummy.state import FirstTurns, Phase, State


def _setter(name: str) -> Callable[[State, object], None]:
    return cast("Callable[[State, object], None]", State.__dict__[name].__set__)


_SETTERS = tuple(_setter(attribute.name) for attribute in fields(State))
_rules, _current_player, _turn, _phase, _hands, _stock, _discard_pile, _table = _SETTERS[:8]
_taken, _laid, _jokers_owed, _melded_in, _laid_in, _restocks, _seed, _deep, _laid_points = _SETTERS[8:]
_new = cast("Callable[[type[State]], State]", object.__new__)


def made(  # noqa: PLR0913, PLR0917  # all fields of a state, in their order
    rules: Rules,
    current_player: int,
    turn: int,
    phase: Phase,
    hands: tuple[tuple[Card, ...], ...],
    stock: tuple[Card, ...],
    discard_pile: tuple[Card, ...],
    table: Table,
    taken: Card | None,
    laid: tuple[Meld, ...],
    jokers_owed: int,
    melded_in: FirstTurns,
    laid_in: FirstTurns,
    restocks: int,
    seed: int,
    deep: bool,
    laid_points: tuple[int, ...],
) -> State:
    """A state as the constructor makes it, in half of the time: the hands are sorted already, the rest are tuples.

    Each move makes a state, and the attribute setter of a frozen class is the slowest part of it.
    """
    state = _new(State)
    _rules(state, rules)
    _current_player(state, current_player)
    _turn(state, turn)
    _phase(state, phase)
    _hands(state, hands)
    _stock(state, stock)
    _discard_pile(state, discard_pile)
    _table(state, table)
    _taken(state, taken)
    _laid(state, laid)
    _jokers_owed(state, jokers_owed)
    _melded_in(state, melded_in)
    _laid_in(state, laid_in)
    _restocks(state, restocks)
    _seed(state, seed)
    _deep(state, deep)
    _laid_points(state, laid_points)
    return state
