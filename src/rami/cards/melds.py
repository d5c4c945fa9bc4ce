"""Runs, groups, and tables of melds. Every instance is valid."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Self

from attrs import field, frozen

from rami.cards.faults import TEXTS, Fault
from rami.cards.pack import CIRCLES, JOKER, RANK, RANKS, SUIT_INDEX, SUITS, Card, Cards, Suit, cards_of
from rami.errors import InvalidMeld, NotationError, Violation
from rami.pieces import BaseMeld, MeldTable, one_meld, read_melds, without
from rami.reading import MeldType, from_json, is_object, read_meld, table_melds

SHORTEST = 3
"""The minimum number of cards in a meld."""
LONGEST = len(RANKS)
"""Maximum length of a run without repeated ranks."""
ACE_HIGH = len(RANKS) + 1
"""The place number of an ace that follows the king in a run."""


MeldJson = Mapping[str, object]
"""The JSON object of a meld.

It has the keys `kind` (`"run"` or `"group"`) and `pieces`.
"""


def _cards_of_meld(cards: Cards | MeldJson, kind: str) -> tuple[Card, ...]:
    row = from_json(Card, cards, (kind,), "cards")[1] if is_object(cards) else cards_of(cards, "cards")
    if len(row) < SHORTEST:
        raise InvalidMeld(Violation(Fault.TOO_FEW_CARDS, row))
    if len(row) > LONGEST + 1:
        raise InvalidMeld(Violation(Fault.TOO_MANY_CARDS, row))
    if all(card == JOKER for card in row):
        raise InvalidMeld(Violation(Fault.ONLY_JOKERS, row))
    return row


def _run_cards(cards: Cards | MeldJson) -> tuple[Card, ...]:
    if isinstance(cards, str):
        return Run.parse(cards).cards
    row = _cards_of_meld(cards, "run")
    suit, start = _suit_and_start(row)
    for index, card in enumerate(row):
        if card not in (JOKER, kind_at(suit, start + index)):
            code = Fault.NOT_CONSECUTIVE if SUIT_INDEX[card] == suit else Fault.DIFFERENT_SUITS
            raise InvalidMeld(Violation(code, row))
    if not has_each_rank_once(row) or (len(row) > LONGEST and start > 1):
        raise InvalidMeld(Violation(Fault.TOO_MANY_CARDS, row))
    return row


def has_each_rank_once(row: tuple[Card, ...]) -> bool:
    """Return whether each rank occurs at most once in a run.

    A run of 14 cards is also accepted if exactly one of its ends is a joker.
    """
    return len(row) <= LONGEST or (row[0] == JOKER) is not (row[-1] == JOKER)


def _suit_and_start(row: tuple[Card, ...]) -> tuple[int, int]:
    index, anchor = next((i, card) for i, card in enumerate(row) if card != JOKER)
    return SUIT_INDEX[anchor], (RANK[anchor] - 1 - index) % len(RANKS) + 1


def kind_at(suit: int, place: int) -> Card:
    """Return the card of a suit at a place in a run.

    Place 1 is the ace, 13 the king, 14 the ace again, 15 the two, and so on.
    """
    return CIRCLES[suit][place % len(RANKS)]


def _group_cards(cards: Cards | MeldJson) -> tuple[Card, ...]:
    if isinstance(cards, str):
        return Group.parse(cards).cards
    row = tuple(sorted(_cards_of_meld(cards, "group")))
    if len(row) > LONGEST:
        raise InvalidMeld(Violation(Fault.TOO_MANY_CARDS, row))
    naturals = [card for card in row if card != JOKER]
    if len({card.rank for card in naturals}) > 1:
        raise InvalidMeld(Violation(Fault.DIFFERENT_RANKS, row))
    return row


class Meld(BaseMeld[Card], metaclass=MeldType):
    """A run or a group.

    `Meld` reads text, cards or JSON of either kind. `Run` and `Group` read only their own kind.

    Attributes:
        cards: The cards in order.
        value: The points of the cards. A joker counts as the card that it stands for.
        stands_for: The cards that each joker may stand for, by the index of the joker.

    Raises:
        NotationError: If a text cannot be read, or unjoined cards can be a run and a group.
        InvalidMeld: If the cards are not a meld.
        WrongType: If the argument has another type.

    Examples:
        >>> Meld("4S-*-6S"), Meld("8h = 8s = *")
        (Run('4S-*-6S'), Group('8S=8H=*'))
        >>> Meld(["4S", "5S", "6S"]), Meld({"kind": "group", "pieces": ["8S", "*", "*"]})
        (Run('4S-5S-6S'), Group('8S=*=*'))
    """

    __slots__ = ()
    texts = TEXTS

    cards: tuple[Card, ...]

    if TYPE_CHECKING:

        def __new__(cls, cards: "MeldLike" = ...) -> "Meld":
            """Read a meld."""
            ...

    @staticmethod
    def _read(cards: "MeldLike" = "") -> "Meld":
        return meld_of(cards, "cards")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a meld of this class from its notation.

        Args:
            text: For example `"4S-*-6S"` for a run, `"8S=8H=*"` for a group.

        Raises:
            NotationError: If the text is not one meld.
            InvalidMeld: If the cards are not a meld of this class.
        """
        return one_meld(cls, Table.parse(text).melds, text, TEXTS)

    @property
    def pieces(self) -> tuple[Card, ...]:
        """The cards in order.

        All games use this name, and `cards` is an alias.
        """
        return self.cards


@frozen(cache_hash=True, repr=False)
class Run(Meld):
    """Three or more consecutive cards of one suit.

    A joker stands for the card at its place. An ace may follow the king, and a two may follow that ace, unless the
    rules of a game forbid it. A run has each rank once. A run from ace to king may have a fourteenth card if a joker
    stands for the ace at one end.

    Attributes:
        cards: The cards in order.

    Raises:
        InvalidMeld: If the cards, in this order, are not a run.
        NotationError: If a text cannot be read.
        WrongType: If the argument has another type.

    Examples:
        >>> run = Run("4S-*-6S")
        >>> run.value, run.stands_for[1], len(run), "4S" in run
        (15, (Card('5S'),), 3, True)
    """

    cards: tuple[Card, ...] = field(converter=_run_cards)

    joint: ClassVar[str] = "-"

    @property
    def suit(self) -> Suit:
        """The suit of the run."""
        return SUITS[_suit_and_start(self.cards)[0]]

    @cached_property
    def start(self) -> int:
        """The rank of the first card, from 1 to 13.

        A joker has the rank of the card that it stands for.
        """
        return _suit_and_start(self.cards)[1]

    @property
    def end(self) -> int:
        """The place number of the last card, which may be greater than 13.

        An ace after the king has the number 14, a two after this ace has 15, and so on.
        """
        return self.start + len(self.cards) - 1

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The cards in order, with each joker replaced by the card that it stands for."""
        suit, start = _suit_and_start(self.cards)
        return tuple(kind_at(suit, start + index) for index in range(len(self.cards)))

    @cached_property
    def value(self) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]  # a cached property for a property
        """The points of the run.

        A court card counts 10. An ace counts 1 at the start and 11 after the king.

        A joker counts as the card that it stands for.
        """
        places = range(self.start, self.end + 1)
        return sum([11 if place == ACE_HIGH else min((place - 1) % LONGEST + 1, 10) for place in places])

    @property
    def stands_for(self) -> Mapping[int, tuple[Card, ...]]:
        """The card that each joker stands for. The keys are the indexes of the jokers."""
        kinds = self.kinds
        return MappingProxyType({i: (kinds[i],) for i, card in enumerate(self.cards) if card == JOKER})


@frozen(cache_hash=True, repr=False)
class Group(Meld):
    """Three or more cards of one rank.

    The rules of a game may require different suits, which limits groups to four cards.

    Attributes:
        cards: The cards in canonical order, jokers last.

    Raises:
        InvalidMeld: If the cards are not a group.
        NotationError: If a text cannot be read.
        WrongType: If the argument has another type.

    Examples:
        >>> group = Group("8H=*=8S")
        >>> str(group), group.value, group.stands_for[2]
        ('8S=8H=*', 24, (Card('8D'), Card('8C')))
    """

    cards: tuple[Card, ...] = field(converter=_group_cards)

    joint: ClassVar[str] = "="

    @property
    def rank(self) -> int:
        """The rank of all cards of the group."""
        return self.cards[0].rank

    @cached_property
    def value(self) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The points of the group.

        A court card counts 10 and an ace 11. A joker counts as the card that it stands for.
        """
        return (11 if self.rank == 1 else min(self.rank, 10)) * len(self.cards)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards of this rank that are not in the group, in canonical order."""
        return without(self.of_rank, self.cards)

    @property
    def of_rank(self) -> tuple[Card, ...]:
        """The four cards of this rank, in canonical order."""
        return tuple(kind_at(suit, self.rank) for suit in range(len(SUITS)))

    @property
    def differs(self) -> bool:
        """True if the suits of the group are different.

        The group must then have at most four cards, including jokers.
        """
        naturals = [card for card in self.cards if card != JOKER]
        return len(self.cards) <= len(SUITS) and len(set(naturals)) == len(naturals)

    @property
    def stands_for(self) -> Mapping[int, tuple[Card, ...]]:
        """The cards that each joker may stand for. The keys are the indexes of the jokers.

        The cards have the missing suits, or any suit if the suits are not all different.
        """
        missing = self.missing if self.differs else self.of_rank
        return MappingProxyType({i: missing for i, card in enumerate(self.cards) if card == JOKER})


MAKERS: Mapping[str, Callable[[tuple[Card, ...]], Meld]] = {"-": Run, "=": Group}
"""Map from the sign between the cards, `-` or `=`, to the class of the meld."""


MeldLike = Meld | Cards | MeldJson
"""An argument that can be read as a meld.

It is a `Meld`, its notation, its JSON, or its cards in order.
"""

Melds = str | Iterable[MeldLike]
"""An argument that can be read as several melds.

It is a `Table`, a text, or an iterable of `MeldLike`.
"""


def meld_of(meld: MeldLike, name: str = "meld") -> Meld:
    """Convert an argument to a meld.

    Error messages use `name` as the name of the argument.
    """
    return read_meld(meld, Card, MAKERS, Meld.parse, name)


def _canonical_melds(melds: Melds) -> tuple[Meld, ...]:
    return table_melds(melds, Meld, Table.parse, meld_of)


@frozen(cache_hash=True, repr=False)
class Table(MeldTable[Meld]):
    """The melds of all players on the table.

    Tables with the same melds are equal, in whatever order the melds are given.

    Attributes:
        melds: The melds in canonical order.

    Raises:
        InvalidMeld: If joined cards in a text are not a meld, or a card is not part of a meld.
        NotationError: If a text cannot be read.
        WrongType: If the argument has another type.

    Examples:
        >>> table = Table("8S=8H=8C 4S-5S-6S")
        >>> str(table), len(table), len(table.cards)
        ('4S-5S-6S 8S=8H=8C', 2, 6)
    """

    melds: tuple[Meld, ...] = field(default=(), converter=_canonical_melds)

    @classmethod
    def parse(cls, text: str) -> "Table":
        """Read a table from its notation.

        Args:
            text: The melds, separated by spaces, such as `"8S=8H=8C 4S-5S-6S"`; may be empty.

        Returns:
            The table.

        Raises:
            NotationError: If a word is not a card, a meld mixes both joining signs, or three or more cards are not
                joined.
            InvalidMeld: If joined cards are not a meld, or one or two cards are not joined to others.
        """
        melds, loose = read_melds(Card, text, MAKERS)
        if len(loose) >= SHORTEST:
            raise NotationError(TEXTS.phrase("notation.loose", pieces=tuple(loose[:LONGEST])), text)
        if loose:
            raise InvalidMeld(Violation(Fault.TOO_FEW_CARDS, loose, rows=(loose,)))
        return cls(melds)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the melds, in canonical order."""
        return tuple(sorted(chain.from_iterable(meld.cards for meld in self.melds)))
