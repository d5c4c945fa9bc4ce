"""Knocking and the showdown: melds, deadwood, lay-offs."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Literal

from attrs import frozen

from rami.errors import NotationError, RulesError, Violation
from rami.gin.moves import Code, LayOff
from rami.gin.rules import CARDS, HAND, Rules
from rami.gin.state import Spread, State, View
from rami.pieces import without
from rami.rummy import JOKER, Card, Meld, Table, best_melds, deadwood, hand_value
from rami.rummy.cards import cards_of
from rami.rummy.legal_melds import cards_that_may_meld, melds_in, table_moves
from rami.rummy.rules import card_values
from rami.shapes import typed_fields


def limit_of(position: State | View) -> int:
    """Return the most deadwood with which a player may knock in a deal (G9, G10)."""
    rules, upcard = position.rules, position.upcard
    if upcard is None or not rules.knock_by_upcard:
        return rules.knock_limit
    if upcard.rank == 1 and rules.ace_upcard_gin_only:
        return 0
    return min(rules.knock_limit, card_values(CARDS)[upcard])


def least_possible(hand: tuple[Card, ...]) -> int:
    """Return the points of the cards that fit in no meld: a lower bound of the deadwood that is quick to find."""
    values = card_values(CARDS)
    return sum([values[card] for card in hand]) - sum([values[card] for card in cards_that_may_meld(CARDS, hand)])


def spread(hand: Sequence[Card], melds: Table | None = None) -> Spread:
    """Return a hand laid open, with these melds, or those that leave the least deadwood."""
    laid = Table(best_melds(hand, CARDS)) if melds is None else melds
    return Spread(laid, without(hand, laid.cards))


def arrangements(hand: tuple[Card, ...], limit: int) -> Iterator[Table]:
    """Yield every choice of melds, at least one, that leaves no more deadwood than a limit, in a fixed order."""
    if least_possible(hand) > limit:
        return
    melds = list(melds_in(CARDS, hand))
    values = [hand_value(meld.cards, CARDS) for meld in melds]

    def chosen(start: int, picked: tuple[Meld, ...], used: frozenset[Card], left: int) -> Iterator[Table]:
        if picked and left <= limit:
            yield Table(picked)
        for index in range(start, len(melds)):
            if used.isdisjoint(melds[index].cards):
                more = used.union(melds[index].cards)
                yield from chosen(index + 1, (*picked, melds[index]), more, left - values[index])

    yield from chosen(0, (), frozenset(), hand_value(hand, CARDS))


def read_hand(name: str, hand: str | Iterable[Card], *sizes: int) -> tuple[Card, ...]:
    """Return the cards of a hand that a caller passes, sorted; refuse any size but these, and copies."""
    cards = pack_cards(hand, name)
    if sizes and len(cards) not in sizes:
        raise RulesError(f"{name} must have {' or '.join(map(str, sizes))} cards, not {len(cards)}")
    check_once(cards)
    return tuple(sorted(cards))


def pack_cards(cards: str | Iterable[Card], name: str) -> tuple[Card, ...]:
    """Return the cards that a caller passes, in their order; refuse jokers, which the pack does not have."""
    row = cards_of(cards, name)
    if JOKER in row:
        raise NotationError(Violation(Code.NO_JOKER, (JOKER,)))
    return row


def check_once(cards: Sequence[Card]) -> None:
    """Refuse a card that is there twice: the pack has each once (G1)."""
    if twice := without(cards, dict.fromkeys(cards)):
        raise RulesError(f"the pack has these cards only once: {' '.join(map(str, twice[:14]))}")


class Ending(StrEnum):
    """The kind of the end of a deal; the `detail` of a `Result`."""

    KNOCK = "knock"
    """The knocker had less deadwood (G13)."""
    GIN = "gin"
    """The knocker had none (G14)."""
    BIG_GIN = "big_gin"
    """The knocker had none, with eleven cards (G14)."""
    UNDERCUT = "undercut"
    """The other player had no more than the knocker (G15)."""
    DEAD = "dead"
    """Nobody knocked (G16)."""


@frozen(field_transformer=typed_fields)
class Showdown:
    """The score of two hands.

    Attributes:
        winner: The player who scores.
        points: The points of the winner, with bonuses.
        detail: How the deal ended.
        knocker: The hand of the knocker laid open, without what was laid off on it.
        defender: The hand of the other player laid open, without what it has laid off.
        laid_off: The cards that the defender laid off, in canonical order.
    """

    winner: Literal["knocker", "defender"]
    points: int
    detail: Ending
    knocker: Spread
    defender: Spread
    laid_off: tuple[Card, ...] = ()

    @property
    def knocker_deadwood(self) -> int:
        """The points of the unmatched cards of the knocker."""
        return self.knocker.deadwood

    @property
    def defender_deadwood(self) -> int:
        """The points of the unmatched cards of the defender, after laying off."""
        return self.defender.deadwood


def showdown(hand: str | Iterable[Card], other: str | Iterable[Card], rules: Rules = Rules()) -> Showdown:
    """Return what a knock scores when the opponent lays off the best cards (G12 to G15).

    The limit of the knock, which may depend on the upcard, is not checked. Eleven cards are big gin.
    """
    own, others = read_hand("hand", hand, HAND, HAND + 1), read_hand("other", other, HAND)
    check_once((*own, *others))
    laid = spread(own)
    if len(own) > HAND and (rules.big_gin_bonus is None or laid.unmatched):
        raise RulesError("eleven cards are big gin only where there is big gin, and where all of them are in melds")
    moves = layoffs_to_make(laid.melds, others) if laid.unmatched else ()
    off = tuple(sorted(move.card for move in moves))
    return scored(laid, spread(without(others, off)), rules, off)


def scored(knocker: Spread, defender: Spread, rules: Rules, laid_off: tuple[Card, ...] = ()) -> Showdown:
    """Return what two open hands score (G13 to G15)."""
    difference = defender.deadwood - knocker.deadwood
    if not knocker.unmatched:
        big = len(knocker.melds.cards) > HAND
        bonus, ending = (rules.big_gin_bonus or 0, Ending.BIG_GIN) if big else (rules.gin_bonus, Ending.GIN)
        return Showdown("knocker", difference + bonus, ending, knocker, defender, laid_off)
    if difference <= 0:
        points = rules.undercut_bonus - difference
        return Showdown("defender", points, Ending.UNDERCUT, knocker, defender, laid_off)
    return Showdown("knocker", difference, Ending.KNOCK, knocker, defender, laid_off)


# ---------------------------------------------------------------------------------------------------------- laying off


def layoffs(melds: Table, hand: Iterable[Card]) -> Iterator[LayOff]:
    """Yield the move for every card of a hand that fits on a meld, in a fixed order (G12)."""
    known = table_moves(CARDS, melds).layoffs
    return (LayOff(card, layoff.meld) for card in hand for layoff, _ in known.get(card, ()))


def lay_off(melds: Table, move: LayOff) -> Table:
    """Return melds after a card is laid off on one of them, where it fits (G12)."""
    [longer] = [longer for layoff, longer in table_moves(CARDS, melds).layoffs[move.card] if layoff.meld == move.meld]
    return Table((*without(melds, (move.meld,)), longer))


def layoffs_to_make(melds: Table, hand: tuple[Card, ...]) -> tuple[LayOff, ...]:
    """Return the lay-offs after which a hand has the least deadwood, in the order in which they fit."""
    choices: dict[tuple[Card, ...], tuple[LayOff, ...]] = {}
    frontier: list[tuple[Table, tuple[LayOff, ...]]] = [(melds, ())]
    reached = {melds}
    for table, moves in frontier:
        off = tuple(sorted(move.card for move in moves))
        choices.setdefault(off, moves)
        for move in layoffs(table, without(hand, off)):
            if (following := lay_off(table, move)) not in reached:
                reached.add(following)
                frontier.append((following, (*moves, move)))
    return choices[min(choices, key=lambda off: (deadwood(without(hand, off), CARDS), len(off), off))]
