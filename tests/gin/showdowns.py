"""Knocks, additions and scores of Gin by brute force."""

from collections.abc import Sequence

from rami.gin import Knock, Rules, legal_moves, set_up
from rami.gin.scoring import Showdown, layoffs_to_make, limit_of, scored, spread
from rami.pieces import without
from rami.rummy import Card, Table

ELEVEN = "AS 2S 3S 5H 5D 5C 9H 10H JH 4D QC"


def knock_limit(upcard: str, rules: Rules) -> int:
    return limit_of(set_up(ELEVEN, upcard=upcard, rules=rules))


def knock_discards(hand: str | Sequence[Card], rules: Rules = Rules()) -> list[Card | None]:
    knocks = [move for move in legal_moves(set_up(hand, rules=rules)) if isinstance(move, Knock)]
    return [move.card for move in knocks if move.card is not None and not move.melds]


def laid_off(melds: Table, hand: str | Sequence[Card]) -> tuple[Card, ...]:
    cards = Card.row(hand) if isinstance(hand, str) else hand
    return tuple(sorted(move.card for move in layoffs_to_make(melds, tuple(sorted(cards)))))


def showdown_with(table: Table, hand: Sequence[Card], other: Sequence[Card], rules: Rules) -> Showdown:
    laid = spread(hand, table)
    off = laid_off(laid.melds, other) if laid.unmatched else ()
    return scored(laid, spread(without(other, off)), rules, off)
