"""Moves of the contract game and their notation."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from attrs import field, frozen

from rami.contracts.cards import JOKER, TEXTS, Card, Cards, cards_of
from rami.contracts.requirements import CONTRACT_ID, Contract
from rami.errors import InvalidMeld, NotationError, WrongType, shown
from rami.pieces import is_unordered, joined, separated
from rami.reading import JOINTS, from_json, is_object
from rami.referee import BaseMove, Reader, parts_of, read_move
from rami.shapes import row_of


def _sorted_cards(values: str | Iterable[Card | str]) -> Cards:
    return tuple(sorted(cards_of(values, "cards")))


def _sorted_discards(values: str | Iterable[Card | str]) -> Cards:
    return tuple(sorted(cards_of(values, "discards")))


def joint_of(row: Cards) -> str:
    """Return the sign that joins the cards of a row in notation.

    It is `=` for equal values and `-` for other values.
    """
    return "=" if len({card.value for card in row if card != JOKER}) <= 1 else "-"


_Row = str | Iterable[Card | str] | Mapping[str, object]
"""An argument that can be read as the cards of one requirement.

It is a text, an iterable of cards, or the JSON of a meld.
"""


def _rows(values: str | Iterable[_Row]) -> tuple[Cards, ...]:
    rows: list[Cards] = []
    if is_unordered(values):
        raise WrongType(f"cards must be a sequence of rows of cards, not {shown(values)}")
    given = _written_rows(values) if isinstance(values, str) else row_of("cards", values, object)
    for index, value in enumerate(given):
        row = _row(value, f"cards[{index}]")
        if not row:
            raise InvalidMeld(TEXTS.phrase("notation.empty"))
        rows.append(tuple(sorted(row)) if joint_of(row) == "=" else row)
    return tuple(rows)


def _row(value: object, name: str) -> Cards:
    if is_object(value):
        kind, row = from_json(Card, value, ("run", "same"), name)
        _check_joint(JOINTS[kind], row)
        return row
    if isinstance(value, int):
        raise WrongType(f"each requirement of a Fill needs a row of cards, not {shown(value)}")
    return cards_of(cast("str | Iterable[Card | str]", value), name)


def _contract_id(value: str | Contract) -> str:
    if isinstance(value, Contract):
        return value.id
    if not isinstance(value, str):
        raise WrongType(f"the contract of a Fill must be an id or a Contract, not {shown(value)}")
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
    """A move that takes cards from the market (003.6).

    This is step 1 of a turn. The cards have equal value or equal color.

    Attributes:
        cards: The cards in canonical order, or their notation. They may be empty only if the market is empty (B1).

    Raises:
        NotationError: If a text is not valid notation.
        WrongType: If `cards` is neither cards nor text.

    Examples:
        >>> str(Take("5H 5C"))
        'take 5H 5C'
    """

    verb = "take"
    cards: Cards = field(default=(), converter=_sorted_cards)


@frozen
class Rows:
    """The cards of a `Fill`, for use in a sentence.

    A sentence has them in the notation of its language.
    """

    rows: tuple[Cards, ...]

    def written(self, lang: str) -> str:
        """Return the cards in the notation of a language."""
        return " ".join(joint_of(row).join(card.written(lang) for card in row) for row in self.rows)


@frozen(cache_hash=True, repr=False)
class Fill(_Move):
    """A move that completes a contract of the market (003.7).

    This is step 2 of a turn. A turn may have any number of fills.

    Attributes:
        contract: The id of the contract, such as `"C18"`. A `Contract` is also accepted.
        cards: A row of cards for each requirement, in the order of the contract. Runs are in ascending order, and equal
            values in canonical order. `JOKER` takes the place of the card that the joker token replaces. Each row, or
            all rows together, may be given in notation.

    Raises:
        InvalidMeld: If a row is empty, or `contract` is not an id.
        NotationError: If a text is not valid notation.
        WrongType: If a field has the wrong type.

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
        """True if the joker token replaces a card (003.15)."""
        return any(JOKER in row for row in self.cards)

    @property
    def spent(self) -> Cards:
        """Value cards that leave the hand, in canonical order."""
        return tuple(sorted(card for row in self.cards for card in row if card != JOKER))

    def __str__(self) -> str:
        return f"fill {self.contract} {Rows(self.cards).written('en')}".rstrip()

    def __repr__(self) -> str:
        return f"Fill({self.contract!r}, {Rows(self.cards).written('en')!r})"


@frozen(cache_hash=True, repr=False)
class End(_Move):
    """A move that ends the turn (003.8, 003.9).

    This is step 3 of a turn. The markets and the hand are refilled, or cards are discarded if the hand is too
    large.

    Attributes:
        discards: The discarded cards in canonical order, or their notation.

    Raises:
        NotationError: If a text is not valid notation.
        WrongType: If `discards` is neither cards nor text.

    Examples:
        >>> str(End()), str(End("6C 5H"))
        ('end', 'end 5H 6C')
    """

    verb = "end"
    discards: Cards = field(default=(), converter=_sorted_discards)


Move = Take | Fill | End
"""A move of the contract game."""

MOVES: tuple[type[Move], ...] = (Take, Fill, End)
"""Classes of moves."""


def parse_move(text: str) -> Move:
    """Read a move from its notation.

    This is the inverse of `str(move)`.

    Args:
        text: `take <cards>`, `fill <contract> <cards of each requirement>` or `end <discards>`, in upper or lower case.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move. The error has the position of the mistake.
        InvalidMeld: If a row of cards is empty.
        WrongType: If `text` is not a string.

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
    assert found is not None
    if not CONTRACT_ID.fullmatch(found[0].upper()):
        raise NotationError(TEXTS.phrase("notation.fill"), text, start)
    return Fill(found[0], _written_rows(text, found.end()))


def _written_rows(text: str, start: int = 0) -> list[Cards]:
    # Accept rows of different values here, because `check` reports them as a violation.
    rows: list[Cards] = []
    for joint, row in joined(Card, text, start=start):
        _check_joint(joint, row, text)
        rows.append(row)
    return rows


def _check_joint(joint: str, row: Cards, text: str = "") -> None:
    if joint == "-" and joint_of(row) == "=":
        raise NotationError(TEXTS.phrase("notation.equal", cards=joint.join(map(str, row))), text)


_VERBS: Mapping[str, Reader[Move]] = {
    "take": lambda text, start: Take(separated(Card, text, start=start)),
    "fill": _read_fill,
    "end": lambda text, start: End(separated(Card, text, start=start)),
}
