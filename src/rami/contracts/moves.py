"""The moves of the contract game: their notation, what is wrong with one, and the takes and fills that there are."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from attrs import field, frozen

from rami.contracts.cards import COLOR, HIGHEST, JOKER, TEXTS, VALUE, Card, Cards, cards_of
from rami.contracts.position import Phase, PublicPosition
from rami.contracts.requirements import (
    CONTRACT_ID,
    Contract,
    Requirement,
    Same,
    Served,
    rows_for,
)
from rami.contracts.rules import MOST_TAKEN, Rules
from rami.errors import InvalidMeld, NotationError, Violation, ViolationCode, WrongType, shown
from rami.pictures import Picture, Row
from rami.pieces import joined, separated, without
from rami.referee import BaseMove, Reader, parts_of, read_move
from rami.shapes import row_of


class Code(ViolationCode, texts=TEXTS):
    """The kinds of violation in the contract game."""

    GAME_OVER = "game_over", "003.25"
    NOT_YOUR_TURN = "not_your_turn", "003.4", "seat"
    TAKE_FIRST = "take_first", "003.6"
    ALREADY_TAKEN = "already_taken", "003.6"
    NOT_IN_MARKET = "not_in_market", "003.6"
    TOO_MANY_TAKEN = "too_many_taken", "003.6", "limit", "taken"
    NOTHING_IN_COMMON = "nothing_in_common", "003.6"
    TOO_FEW_TAKEN = "too_few_taken", "B1"
    NO_SUCH_CONTRACT = "no_such_contract", "003.7"
    REQUIREMENT_COUNT = "requirement_count", "003.10", "requirements", "rows"
    NOT_EQUAL = "not_equal", "003.11", "requirement", "size"
    NOT_IMPOSED = "not_imposed", "003.11", "requirement", "size", "value"
    NOT_A_RUN = "not_a_run", "003.11", "requirement", "size", "lowest", "highest"
    CARD_NOT_IN_HAND = "card_not_in_hand", "B4"
    NO_JOKER = "no_joker", "003.15"
    ONE_JOKER = "one_joker", "003.15", "jokers"
    WRONG_DISCARDS = "wrong_discards", "003.9", "limit", "held", "excess", "discarded"
    DISCARD_NOT_IN_HAND = "discard_not_in_hand", "003.9"


def _sorted_cards(values: str | Iterable[Card]) -> Cards:
    return tuple(sorted(cards_of(values, "a move")))


def _joint(row: Cards) -> str:
    """Return what joins the cards of a row in notation: `=` if they have one value, else `-`."""
    return "=" if len({card.value for card in row if card != JOKER}) <= 1 else "-"


def _rows(values: str | Iterable[str | Iterable[Card]]) -> tuple[Cards, ...]:
    rows: list[Cards] = []
    given = _written_rows(values) if isinstance(values, str) else row_of("the cards of a Fill", values, object)
    for value in given:
        if isinstance(value, int):
            raise WrongType(f"a Fill has a row of cards for each requirement, not {shown(value)}")
        row = cards_of(cast("str | Iterable[Card]", value), "a row of a Fill")
        if not row:
            raise InvalidMeld(TEXTS.phrase("notation.empty"))
        rows.append(tuple(sorted(row)) if _joint(row) == "=" else row)
    return tuple(rows)


def _contract_id(value: str | Contract) -> str:
    if isinstance(value, Contract):
        return value.id
    if not isinstance(value, str):
        raise WrongType(f"a Fill names a contract by its id, not {shown(value)}")
    if not CONTRACT_ID.fullmatch(value.upper()):
        raise InvalidMeld(TEXTS.phrase("notation.id", id=value[:20]))
    return value.upper()


class _Move(BaseMove):
    __slots__ = ()
    texts = TEXTS

    def __repr__(self) -> str:
        return f"{type(self).__name__}({' '.join(map(str, parts_of(self)))!r})"


@frozen(cache_hash=True, repr=False)
class Take(_Move):
    """Take cards from the market that share their value or their colour: step 1 of a turn (003.6).

    Attributes:
        cards: The cards, in canonical order; none only where the market is empty or the rules allow it (B1). They may
            be given as text.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If `cards` is neither cards nor text.

    Examples:
        >>> str(Take("5H 5C"))
        'take 5H 5C'
    """

    verb = "take"
    cards: Cards = field(default=(), converter=_sorted_cards)


@frozen
class Rows:
    """The cards of a fill, for a sentence."""

    rows: tuple[Cards, ...]

    def written(self, lang: str) -> str:
        """Return the cards as a sentence has them."""
        return " ".join(_joint(row).join(card.written(lang) for card in row) for row in self.rows)


@frozen(cache_hash=True, repr=False)
class Fill(_Move):
    """Complete a contract of the market: step 2 of a turn, as often as the player can and wants (003.7).

    Attributes:
        contract: The id of the contract, such as `"C18"`; a `Contract` may be given.
        cards: For each requirement of the contract, in its order, the cards that serve it: a run in its order, equal
            values in canonical order; `JOKER` in the place of the card that the joker token replaces. All of it, or
            each row, may be given as text.

    Raises:
        InvalidMeld: If a row has no card, or `contract` is not an id.
        NotationError: If a text cannot be read.
        WrongType: If a field is neither text nor what it asks for.

    Examples:
        >>> fill = Fill("C18", "4H=4D 5C-*-7Y")
        >>> str(fill), fill.joker
        ('fill C18 4H=4D 5C-*-7Y', True)
    """

    verb = "fill"
    contract: str = field(converter=_contract_id)
    cards: tuple[Cards, ...] = field(converter=_rows)

    @property
    def joker(self) -> bool:
        """Whether the joker token replaces a card (003.15)."""
        return any(JOKER in row for row in self.cards)

    @property
    def spent(self) -> Cards:
        """The value cards that leave the hand, in canonical order."""
        return tuple(sorted(card for row in self.cards for card in row if card != JOKER))

    @property
    def picture(self) -> Picture:
        """The cards for each requirement in a row of their own, for `svg` and `text`."""
        label = Row(label=TEXTS.phrase("moves.fill.label", contract=self.contract))
        rows = [Row(marks=[card.mark for card in row], joint=_joint(row)) for row in self.cards]
        return Picture(TEXTS.phrase("moves.fill.title"), (label, *rows))

    def __str__(self) -> str:
        return f"fill {self.contract} {Rows(self.cards).written('en')}".rstrip()

    def __repr__(self) -> str:
        return f"Fill({self.contract!r}, {Rows(self.cards).written('en')!r})"


@frozen(cache_hash=True, repr=False)
class End(_Move):
    """End the turn: step 3, in which the markets are filled up and the hand is checked (003.8, 003.9).

    Attributes:
        discards: The cards to discard from a hand that is too large, in canonical order; may be given as text.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If `discards` is neither cards nor text.

    Examples:
        >>> str(End()), str(End("6C 5H"))
        ('end', 'end 5H 6C')
    """

    verb = "end"
    discards: Cards = field(default=(), converter=_sorted_cards)

    @property
    def picture(self) -> Picture:
        """The cards that are discarded, for `svg` and `text`."""
        label = TEXTS.phrase("moves.end.label-discards" if self.discards else "moves.end.label")
        row = Row(label=label, marks=[card.mark for card in self.discards])
        return Picture(TEXTS.phrase("moves.end.title"), (row,))


Move = Take | Fill | End
"""A move: one step of a turn."""

MOVES: tuple[type[Move], ...] = (Take, Fill, End)
"""The classes of moves."""


def parse_move(text: str) -> Move:
    """Read a move from its notation: the inverse of `str(move)`.

    Args:
        text: `take <cards>`, `fill <contract> <cards of each requirement>` or `end <discards>`, in upper or lower case.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move; it says where.
        InvalidMeld: If a contract is filled with no card at all for a requirement.
        WrongType: If it is not text.

    Examples:
        >>> parse_move("take 5H 5C")
        Take('5H 5C')
        >>> parse_move("fill c18 4h=4d 5c-*-7y").contract
        'C18'
    """
    return read_move(text, _VERBS)


_ID = re.compile(r"[^\s,]*")


def _read_fill(text: str, start: int) -> Fill:
    found = _ID.match(text, start)
    assert found is not None  # it may be empty
    if not CONTRACT_ID.fullmatch(found[0].upper()):
        raise NotationError(TEXTS.phrase("notation.fill"), text, start)
    return Fill(found[0], _written_rows(text, found.end()))


def _written_rows(text: str, start: int = 0) -> list[Cards]:
    """Read rows of cards. A row joined by `=` may have other values: what is wrong with it, the contract decides."""
    rows: list[Cards] = []
    for joint, row in joined(Card, text, start=start):
        if joint == "-" and _joint(row) == "=":
            raise NotationError(TEXTS.phrase("notation.equal", cards=joint.join(map(str, row))), text)
        rows.append(row)
    return rows


_VERBS: Mapping[str, Reader[Move]] = {
    "take": lambda text, start: Take(separated(Card, text, start=start)),
    "fill": _read_fill,
    "end": lambda text, start: End(separated(Card, text, start=start)),
}


# ------------------------------------------------------------------------------------------------------- violations


def move_violations(position: PublicPosition, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with a move: the steps of a turn are taken in order (003.6)."""
    if isinstance(move, Take):
        if position.phase is not Phase.TAKE:
            yield Violation(Code.ALREADY_TAKEN)
        yield from _take_violations(position, move.cards)
        return
    if position.phase is Phase.TAKE:
        yield Violation(Code.TAKE_FIRST)
    yield from _fill_violations(position, move) if isinstance(move, Fill) else _end_violations(position, move)


def _take_violations(position: PublicPosition, taken: Cards) -> Iterator[Violation]:
    """003.6, B1: cards of the market that share a feature, at most three, and none only where there are none."""
    if missing := without(taken, position.value_market):
        yield Violation(Code.NOT_IN_MARKET, missing)
    if len(taken) > MOST_TAKEN:
        yield Violation(Code.TOO_MANY_TAKEN, numbers=(MOST_TAKEN, len(taken)))
    if len({VALUE[card] for card in taken}) > 1 and len({COLOR[card] for card in taken}) > 1:
        yield Violation(Code.NOTHING_IN_COMMON, taken)
    if position.value_market and not taken:
        yield Violation(Code.TOO_FEW_TAKEN)


def _fill_violations(position: PublicPosition, move: Fill) -> Iterator[Violation]:
    """003.7, 003.10 to 003.15, B4 to B6: a contract of the market, met by cards of the hand and one joker at most."""
    contract = market_contract(position, move.contract)
    if contract is None:
        yield Violation(Code.NO_SUCH_CONTRACT)
    else:
        yield from _unmet(position.rules, contract.requirements, move.cards)
    if foreign := without(move.spent, position.hand_to_move):
        yield Violation(Code.CARD_NOT_IN_HAND, foreign)
    jokers = sum(row.count(JOKER) for row in move.cards)
    if jokers > 1:
        yield Violation(Code.ONE_JOKER, numbers=(jokers,))
    if jokers and not position.jokers[position.current_player]:
        yield Violation(Code.NO_JOKER)


def market_contract(position: PublicPosition, contract: str) -> Contract | None:
    """Return the contract of the market with an id, if there is one."""
    return next((each for each in position.contract_market if each.id == contract), None)


def _unmet(rules: Rules, asked: Sequence[Requirement], rows: Sequence[Cards]) -> Iterator[Violation]:
    """Yield the requirements that are not met (003.10, 003.11), a joker standing for any one card (003.15)."""
    if len(asked) != len(rows):
        yield Violation(Code.REQUIREMENT_COUNT, numbers=(len(asked), len(rows)))
    values = rules.deck.values
    for number, (requirement, row) in enumerate(zip(asked, rows, strict=False), start=1):
        if not isinstance(requirement, Same):
            if not _meets(row, rows_for(requirement, values)):
                yield Violation(Code.NOT_A_RUN, row, (number, requirement.size, values[0], values[-1]))
        elif not _meets(row, rows_for(requirement, _ANY_VALUE)):
            imposed = () if requirement.value is None else (requirement.value,)
            code = Code.NOT_IMPOSED if imposed else Code.NOT_EQUAL
            yield Violation(code, row, (number, requirement.size, *imposed))


_ANY_VALUE = range(1, HIGHEST + 1)


def _meets(row: Cards, wanted: Iterable[Served]) -> bool:
    """Return whether cards have the values of one of the rows that are wanted."""
    return any(
        len(row) == len(each) and all(VALUE[card] in (0, value) for card, value in zip(row, each, strict=True))
        for each in wanted
    )


def _end_violations(position: PublicPosition, move: End) -> Iterator[Violation]:
    """003.9: exactly the cards above the limit are discarded."""
    hand, most = position.hand_to_move, position.rules.deck.max_hand
    excess = max(0, len(hand) - most)
    if len(move.discards) != excess:
        yield Violation(Code.WRONG_DISCARDS, numbers=(most, len(hand), excess, len(move.discards)))
    if foreign := without(move.discards, hand):
        yield Violation(Code.DISCARD_NOT_IN_HAND, foreign)
