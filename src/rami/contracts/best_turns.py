"""The best turn: which cards to take, which contracts to fill, and what to discard."""

from collections.abc import Iterable, Iterator, Sequence
from math import tanh

from attrs import evolve

from rami.contracts.best import best_fills
from rami.contracts.cards import Card
from rami.contracts.moves import End, Fill, Move, Take
from rami.contracts.referee import legal_moves
from rami.contracts.requirements import MOST_POINTS, Contract
from rami.contracts.state import Phase, View
from rami.contracts.trophies import Trophy
from rami.pieces import without
from rami.positions import replaced
from rami.shapes import instance

_JOKER_VALUE = 3
"""The fewest printed points for which a joker token is spent before the last turn."""
_FUTURE_WEIGHT = 0.3
"""The value of a point of a contract that lacks one card, and of a card kept, in points."""
_SURE_LEAD = 1.5
"""The lead in symbols that makes a trophy nearly sure."""


def best_turn(view: View) -> tuple[Move, ...]:
    """Return the turn that a good player would make.

    The contracts filled are exact: no others are worth more points, each with its part of the trophies. By a rule of
    thumb, the joker token is spent before the last turn only for three printed points or more, and the cards taken and
    kept are worth what they fill now, and a part of what they would fill with one more card for each contract.

    Args:
        view: The view of the player who moves.

    Returns:
        The moves to the end of the turn; () if the game is over or it is another player's turn.

    Raises:
        WrongType: If `view` is no `View`.

    Examples:
        >>> from rami.contracts import Phase, set_up
        >>> view = set_up("5C 7Y", "4H 4D 6H", "C18", phase=Phase.TAKE)
        >>> [str(move) for move in best_turn(view)]
        ['take 4H 6H', 'fill C18 4H=* 5C-6H-7Y', 'end']
    """
    return tuple(turn_moves(view))


def turn_moves(view: View) -> Iterator[Move]:
    """Yield the moves of the best turn one by one, each found when it is asked for."""
    instance("view", view, View)
    if view.is_over or view.player != view.current_player:
        return
    valued = with_trophies(view)
    if view.phase is Phase.TAKE:
        takes = [move for move in legal_moves(view) if isinstance(move, Take)]
        take = max(takes, key=lambda move: hand_points(valued, (*view.hand, *move.cards)))
        yield take
        market = without(view.value_market, take.cards)
        valued = with_hand(evolve(valued, value_market=market), (*view.hand, *take.cards))
    for fill in chosen_fills(valued):
        yield fill
        valued = _after_fill(valued, fill)
    ends = [move for move in legal_moves(valued) if isinstance(move, End)]
    yield max(ends, key=lambda move: hand_points(valued, without(valued.hand, move.discards)))


def _after_fill(view: View, fill: Fill) -> View:
    market = [contract for contract in view.contract_market if contract.id != fill.contract]
    jokers = view.jokers[view.current_player] - fill.joker
    return with_hand(evolve(view, contract_market=market), without(view.hand, fill.spent), jokers)


def with_trophies(view: View) -> View:
    """Return the position with the value for the trophies, in whole points, added to each contract.

    A player who leads by some symbols is nearly sure of a trophy: symbols count most while it is even.
    """
    seat, worth = view.current_player, view.rules.deck.trophy_points
    leads: dict[Trophy, int] = {}
    for trophy in view.trophies:
        symbols = [sum(map(trophy.symbols, zone)) for zone in view.zones]
        leads[trophy] = symbols.pop(seat) - max(symbols)

    def valued(contract: Contract) -> Contract:
        gains = [
            tanh((lead + trophy.symbols(contract)) / _SURE_LEAD) - tanh(lead / _SURE_LEAD)
            for trophy, lead in leads.items()
        ]
        return evolve(contract, points=min(MOST_POINTS, contract.points + round(worth * sum(gains))))

    return evolve(view, contract_market=map(valued, view.contract_market))


def with_hand(view: View, hand: Sequence[Card], jokers: int | None = None) -> View:
    """Return the position with another hand, ready to fill contracts."""
    seat = view.current_player
    own = view.jokers[seat] if jokers is None else jokers
    sizes = replaced(view.hand_sizes, seat, len(hand))
    return evolve(view, phase=Phase.FILL, hand=hand, hand_sizes=sizes, jokers=replaced(view.jokers, seat, own))


def fill_points(market: Iterable[Contract], plan: Sequence[Fill]) -> int:
    """Return the points of some fills, by contracts that include theirs, with their bonus cards."""
    offered = {card.id: card for card in market}
    filled = [(offered[fill.contract], fill) for fill in plan]
    return sum(card.points + sum(spent.color is card.bonus for spent in fill.spent) for card, fill in filled)


def chosen_fills(view: View) -> Sequence[Fill]:
    """Return the best fills, with the joker only if it gains enough or this is the last turn."""
    best = best_fills(view)
    if not any(fill.joker for fill in best):
        return best
    thrifty = best_fills(with_hand(view, view.hand, jokers=0))
    printed = view.rules.deck.contracts
    gain = fill_points(printed, best) - fill_points(printed, thrifty)
    last = view.last_turn is not None and view.turn + view.players > view.last_turn
    return best if gain >= _JOKER_VALUE or last else thrifty


def hand_points(view: View, hand: Sequence[Card]) -> float:
    """Return the value of a hand, in points."""
    plan = chosen_fills(with_hand(view, hand))
    left = len(hand) - sum(len(fill.spent) for fill in plan)
    return fill_points(view.contract_market, plan) + _FUTURE_WEIGHT * (points_lacking_one(view, hand) + left)


def points_lacking_one(view: View, hand: Sequence[Card]) -> int:
    """Return the points of the contracts that a hand could fill with one more card for each."""
    rich = with_hand(view, hand, jokers=len(view.contract_market))
    return fill_points(rich.contract_market, best_fills(rich))
