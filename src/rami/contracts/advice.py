"""Players of the contract game.

They are `best_fills`, `best_turn` and two simpler players.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from math import tanh

from attrs import evolve, field, frozen

from rami.contracts.cards import JOKER, Card, Color
from rami.contracts.moves import Fill, Move, Take
from rami.contracts.position import Phase, PublicPosition, State, View
from rami.contracts.referee import bonus_cards, can_fill, counts_of, ends, legal_moves, solutions_of, takes
from rami.contracts.requirements import MOST_POINTS, Contract, Served, Solutions, count_of, guards_of, numbers_of, pack
from rami.errors import TooLarge
from rami.messages import SHARED
from rami.pieces import without
from rami.positions import check_to_move, replaced
from rami.shapes import typed

MOST_LOOKED_AT = 100_000
"""Maximum number of solutions to try.

The default deck needs a few hundred.
"""


@typed
def best_fills(position: State | View) -> tuple[Fill, ...]:
    """Return the fills of this turn that score the most points.

    The points include bonus cards (003.13, 003.14).

    The result is optimal, but ignores trophies, which are decided at the end of the game. Ties are broken by the fewest
    jokers, then by the fewest cards.

    Args:
        position: A state, or the view of the player to move.

    Returns:
        The fills in the order in which to make them; () if no fill is legal or none scores.

    Raises:
        TooLarge: If the search would try more than 100,000 ways to fill a contract. This takes many cards, several
            jokers, and contracts with small requirements.

    Examples:
        >>> from rami.contracts import set_up
        >>> view = set_up("5H 5C 5D 6H 7H", contracts="C01 C14", joker=False)
        >>> [str(fill) for fill in best_fills(view)]
        ['fill C01 5H=5D', 'fill C14 5C-6H-7H']
    """
    if not can_fill(position):
        return ()
    hand, deck = position.hand_to_move, position.rules.deck
    bonus = tuple(pack((card.value for card in hand if card.color is color), deck.max_value) for color in deck.colors)
    plan = _Search(position).best(0, counts_of(position), bonus, position.jokers[position.current_player])
    return _with_cards(plan, hand)


# -------------------------------------------------------------------------------------------------------------- search


@frozen
class _Filling:
    rows: tuple[Served, ...]
    spent: int
    numbers: Mapping[int, int]
    joker: int


@frozen(order=True)
class _Plan:
    """Fills for the rest of a turn.

    The better of two plans is the greater one.
    """

    points: int = 0
    jokers_saved: int = 0
    cards_saved: int = 0
    fills: tuple[tuple[Contract, tuple[Served, ...]], ...] = field(default=(), order=False)


def _fillings_of(counts: int, found: Iterable[Solutions]) -> list[_Filling]:
    return [
        _Filling(rows, counts - left, numbers_of(rows), joker)
        for joker, solutions in enumerate(found)
        for left, rows in solutions.items()
    ]


class _Search:
    def __init__(self, position: PublicPosition) -> None:
        counts, deck = counts_of(position), position.rules.deck
        self.market = position.contract_market
        self.colors = [deck.colors.index(contract.bonus) for contract in self.market]
        self.fillings = [_fillings_of(counts, solutions_of(position, contract, counts)) for contract in self.market]
        self.guards = guards_of(deck.max_value)
        self.tried = 0
        self.best = cache(self._best_plan)

    def _best_plan(self, number: int, counts: int, bonus: tuple[int, ...], jokers: int) -> _Plan:
        if number == len(self.market):
            return _Plan()
        contract, color, fillings = self.market[number], self.colors[number], self.fillings[number]
        self.tried += len(fillings)
        if self.tried > MOST_LOOKED_AT:
            raise TooLarge(SHARED.phrase("limits.ways", most=MOST_LOOKED_AT))
        # Ignore bonus colors that no later contract has, so that more calls share a memo key.
        later_colors = self.colors[number + 1 :]
        later_bonus = tuple(values if each in later_colors else 0 for each, values in enumerate(bonus))
        best = self.best(number + 1, counts, later_bonus, jokers)
        for filling in fillings:
            left = counts - filling.spent
            if filling.joker > jokers or left & self.guards != self.guards:
                continue
            scoring = {value: min(most, count_of(bonus[color], value)) for value, most in filling.numbers.items()}
            bonus_left = later_bonus
            if later_bonus[color]:
                used = sum(cards << 8 * value for value, cards in scoring.items())
                bonus_left = replaced(later_bonus, color, later_bonus[color] - used)
            rest = self.best(number + 1, left, bonus_left, jokers - filling.joker)
            plan = _Plan(
                rest.points + contract.points + sum(scoring.values()),
                rest.jokers_saved - filling.joker,
                rest.cards_saved - sum(filling.numbers.values()),
                ((contract, filling.rows), *rest.fills),
            )
            best = max(best, plan)
        return best


# --------------------------------------------------------------------------------------------------------------- cards


def _with_cards(plan: _Plan, hand: Sequence[Card]) -> tuple[Fill, ...]:
    left = list(hand)
    served = [(contract, rows, [[JOKER] * len(row) for row in rows]) for contract, rows in plan.fills]
    for contract, rows, cards in served:
        _serve(rows, cards, left, contract.bonus)
    for _, rows, cards in served:
        _serve(rows, cards, left)
    return tuple(Fill(contract.id, cards) for contract, _, cards in served)


def _serve(rows: Sequence[Served], cards: Sequence[list[Card]], left: list[Card], color: Color | None = None) -> None:
    for row, card_row in zip(rows, cards, strict=True):
        for place, value in enumerate(row):
            fitting = (card for card in left if card.value == value and (color is None or card.color is color))
            if card_row[place] == JOKER and (card := next(fitting, None)):
                card_row[place] = card
                left.remove(card)


_JOKER_VALUE = 3
"""Minimum number of points that a joker must gain before the last turn.

In the last turn, there is no minimum.
"""
_FUTURE_WEIGHT = 0.3
"""Estimated points of each card that stays in the hand.

Each point of a contract that lacks only one card has the same weight.
"""
_SURE_LEAD = 1.5
"""A player with a lead of this number of symbols will probably win the trophy."""


@typed
def best_turn(view: View) -> tuple[Move, ...]:
    """Return the moves that a good player would make in the rest of the turn.

    The filled contracts are optimal for the hand: no others score more points, including estimated trophy points. The
    rest is heuristic. Before the last turn, the player spends a joker only for three or more printed points. Cards are
    taken and kept for the contracts that they fill now, and for contracts that lack one card.

    Args:
        view: The view of the player to move.

    Returns:
        The moves of the rest of the turn; () if the game is over or it is not the player's turn.

    Raises:
        WrongType: If `view` is not a `View`.

    Examples:
        >>> from rami.contracts import Phase, set_up
        >>> view = set_up("5C 7Y", "4H 4D 6H", "C18", phase=Phase.TAKE)
        >>> [str(move) for move in best_turn(view)]
        ['take 4H 6H', 'fill C18 4H=* 5C-6H-7Y', 'end']
    """
    return tuple(turn_moves(view))


def turn_moves(view: View) -> Iterator[Move]:
    """Yield the moves of `best_turn` one at a time."""
    if view.is_over or view.player != view.current_player:
        return
    valued = with_trophies(view)
    if view.phase is Phase.TAKE:
        take = max(takes(view.value_market), key=lambda move: hand_points(valued, (*view.hand, *move.cards)))
        yield take
        valued = with_hand(valued, (*view.hand, *take.cards))
    for fill in chosen_fills(valued):
        yield fill
        valued = _after_fill(valued, fill)
    yield max(ends(valued), key=lambda move: hand_points(valued, without(valued.hand, move.discards)))


def keeps_joker(view: View, move: Move) -> bool:
    """Return whether `move` is the best turn and saves a joker that could fill a contract."""
    return best_turn(view) == (move,) and bool(best_fills(with_trophies(view)))


def _after_fill(view: View, fill: Fill) -> View:
    market = [contract for contract in view.contract_market if contract.id != fill.contract]
    jokers = view.jokers[view.current_player] - fill.joker
    return with_hand(evolve(view, contract_market=market), without(view.hand, fill.spent), jokers)


def with_trophies(view: View) -> View:
    """Return the view with estimated trophy points added to the points of each contract."""
    market = [
        evolve(contract, points=min(MOST_POINTS, contract.points + _trophy_points(view, contract)))
        for contract in view.contract_market
    ]
    return evolve(view, contract_market=market)


def _trophy_points(view: View, contract: Contract) -> int:
    # A symbol gains less if the player is far ahead or far behind.
    gains: list[float] = []
    for trophy in view.trophies:
        symbols = [sum(map(trophy.symbols, zone)) for zone in view.zones]
        lead = symbols.pop(view.current_player) - max(symbols)
        gains.append(tanh((lead + trophy.symbols(contract)) / _SURE_LEAD) - tanh(lead / _SURE_LEAD))
    return round(view.rules.deck.trophy_points * sum(gains))


def with_hand(view: View, hand: Sequence[Card], jokers: int | None = None) -> View:
    """Return the view with the given hand, in `Phase.FILL`."""
    own = view.jokers if jokers is None else replaced(view.jokers, view.current_player, jokers)
    return evolve(view, phase=Phase.FILL, hand=hand, jokers=own)


def fill_points(market: Iterable[Contract], plan: Sequence[Fill]) -> int:
    """Return the points of several fills, including the points of bonus cards.

    `market` must contain the filled contracts.
    """
    pairs = ((card, fill) for fill in plan for card in market if card.id == fill.contract)
    return sum(card.points + len(bonus_cards(card, fill.spent)) for card, fill in pairs)


def chosen_fills(view: View) -> Sequence[Fill]:
    """Return the best fills of a player who saves jokers.

    The player uses a joker only in the last turn or for a large gain.
    """
    best = best_fills(view)
    if not any(fill.joker for fill in best):
        return best
    thrifty = best_fills(with_hand(view, view.hand, jokers=0))
    printed = view.rules.deck.contracts
    gain = fill_points(printed, best) - fill_points(printed, thrifty)
    last = view.last_turn is not None and view.turn + view.players > view.last_turn
    return best if gain >= _JOKER_VALUE or last else thrifty


def hand_points(view: View, hand: Sequence[Card]) -> float:
    """Return the estimated value of a hand, in points."""
    rich = with_hand(view, hand, jokers=len(view.contract_market))
    lacking_one = fill_points(view.contract_market, best_fills(rich))
    plan = chosen_fills(with_hand(view, hand))
    left = len(hand) - sum(len(fill.spent) for fill in plan)
    return fill_points(view.contract_market, plan) + _FUTURE_WEIGHT * (lacking_one + left)


# ---------------------------------------------------------------------------------------------------- simpler players


def quick(view: View) -> Move:
    """Fill the first contract that can be filled.

    If there is none, take the most cards, or end the turn.
    """
    check_to_move(view, View)
    moves = legal_moves(view)
    if view.phase is Phase.FILL:
        # The first legal move ends the turn, and the next moves are fills.
        first, *more = islice(moves, 2)
        return more[0] if more and isinstance(more[0], Fill) else first
    return max((move for move in moves if isinstance(move, Take)), key=lambda move: len(move.cards))


def absent(view: View) -> Move:
    """Take as few cards as possible, and never fill a contract."""
    check_to_move(view, View)
    # The first legal move takes the fewest cards or ends the turn.
    return next(legal_moves(view))
