"""Melds: runs, groups, and tables of them. Whatever exists here is valid."""

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
"""The fewest cards in a meld."""
LONGEST = len(RANKS)
"""The most cards in a run with each rank once."""
ACE_HIGH = len(RANKS) + 1
"""The place of an ace that follows the king."""


MeldJson = Mapping[str, object]
"""The JSON of a meld: an object of `kind`, `"run"` or `"group"`, and `pieces`."""


def _cards_of_meld(cards: Cards | MeldJson, kind: str) -> tuple[Card, ...]:
    """Check what every meld needs: at least three cards, one of them not a joker."""
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
    """Return whether a run has no ace at both ends: of fourteen cards one end has to be a joker, and one an ace."""
    return len(row) <= LONGEST or (row[0] == JOKER) is not (row[-1] == JOKER)


def _suit_and_start(row: tuple[Card, ...]) -> tuple[int, int]:
    """Return the index of the suit, and the rank at which the run starts."""
    index, anchor = next((i, card) for i, card in enumerate(row) if card != JOKER)
    return SUIT_INDEX[anchor], (RANK[anchor] - 1 - index) % len(RANKS) + 1


def kind_at(suit: int, place: int) -> Card:
    """Return the card of a suit at a place of the circle of ranks: 1 is the ace, 13 the king, 14 the ace again."""
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
    """A run or a group. `Meld("4S-*-6S")` reads either, as do its cards and its JSON; `Run` and `Group` read their own.

    Attributes:
        cards: The cards in order.
        value: The points of the cards, a joker counting as the card that it stands for.
        stands_for: For the position of each joker, the cards that it may stand for.

    Raises:
        NotationError: If a text cannot be read, or cards without joints are both a run and a group.
        InvalidMeld: If the cards are not a meld.
        WrongType: If something else is given.

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
            """Read a run or a group."""
            ...

    @staticmethod
    def _read(cards: "MeldLike" = "") -> "Meld":
        return meld_of(cards, "cards")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a meld of this sort from its notation.

        Args:
            text: For example `"4S-*-6S"` for a run, `"8S=8H=*"` for a group.

        Raises:
            NotationError: If the text is not one meld.
            InvalidMeld: If the cards are not a meld of this sort.
        """
        return one_meld(cls, Table.parse(text).melds, text, TEXTS)

    @property
    def pieces(self) -> tuple[Card, ...]:
        """The cards in order: `cards`, by the name that it has in every game."""
        return self.cards


@frozen(cache_hash=True, repr=False)
class Run(Meld):
    """Three or more cards of one suit in the order of the ranks.

    Made of cards in their order, or of text.

    A joker stands for the card at its place. An ace may follow the king, and a two that ace; the rules of a game may
    forbid it. A run has each rank once. One from the ace to the king may have a fourteenth card if the ace at one of
    its ends is a joker.

    Attributes:
        cards: The cards in order.

    Raises:
        InvalidMeld: If the cards, in this order, are not a run.
        NotationError: If a text cannot be read.
        WrongType: If something else than cards or text is given.

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
        """The rank of the first card, 1 to 13, or that of the card for which a joker stands there."""
        return _suit_and_start(self.cards)[1]

    @property
    def end(self) -> int:
        """The place of the last card, counted on from the first: 14 is an ace after the king, 15 a two after that."""
        return self.start + len(self.cards) - 1

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The cards in order, each joker as the card that it stands for."""
        suit, start = _suit_and_start(self.cards)
        return tuple(kind_at(suit, start + index) for index in range(len(self.cards)))

    @cached_property
    def value(self) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]  # a cached property for a property
        """The points: court cards 10, an ace 1 at the start and 11 after the king, a joker as what it stands for."""
        places = range(self.start, self.end + 1)
        return sum([11 if place == ACE_HIGH else min((place - 1) % LONGEST + 1, 10) for place in places])

    @property
    def stands_for(self) -> Mapping[int, tuple[Card, ...]]:
        """For the position of each joker, the one card that it stands for."""
        kinds = self.kinds
        return MappingProxyType({i: (kinds[i],) for i, card in enumerate(self.cards) if card == JOKER})


@frozen(cache_hash=True, repr=False)
class Group(Meld):
    """Three or more cards of one rank.

    Made of cards, or of text. The rules of a game may ask for different suits, which makes four cards the most.

    Attributes:
        cards: The cards in canonical order, jokers last.

    Raises:
        InvalidMeld: If the cards are not a group.
        NotationError: If a text cannot be read.
        WrongType: If something else than cards or text is given.

    Examples:
        >>> group = Group("8H=*=8S")
        >>> str(group), group.value, group.stands_for[2]
        ('8S=8H=*', 24, (Card('8D'), Card('8C')))
    """

    cards: tuple[Card, ...] = field(converter=_group_cards)

    joint: ClassVar[str] = "="

    @property
    def rank(self) -> int:
        """The rank that the cards share."""
        return self.cards[0].rank

    @cached_property
    def value(self) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The points: court cards 10, aces 11, a joker as what it stands for."""
        return (11 if self.rank == 1 else min(self.rank, 10)) * len(self.cards)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards of the rank that are not there, in canonical order."""
        return without(self.of_rank, self.cards)

    @property
    def of_rank(self) -> tuple[Card, ...]:
        """The card of each suit that has the rank of the group, in canonical order."""
        return tuple(kind_at(suit, self.rank) for suit in range(len(SUITS)))

    @property
    def differs(self) -> bool:
        """Whether its suits are all different, and it has no more cards than there are suits."""
        naturals = [card for card in self.cards if card != JOKER]
        return len(self.cards) <= len(SUITS) and len(set(naturals)) == len(naturals)

    @property
    def stands_for(self) -> Mapping[int, tuple[Card, ...]]:
        """For the position of each joker, the cards of the missing suits; of any, if suits are not all different."""
        missing = self.missing if self.differs else self.of_rank
        return MappingProxyType({i: missing for i, card in enumerate(self.cards) if card == JOKER})


MAKERS: Mapping[str, Callable[[tuple[Card, ...]], Meld]] = {"-": Run, "=": Group}
"""The melds by what joins their cards."""


MeldLike = Meld | Cards | MeldJson
"""A meld that a caller passes: the meld, its notation, its JSON, or its cards in order."""

Melds = str | Iterable[MeldLike]
"""Melds that a caller passes: a table, a text, or an iterable of melds in any form."""


def meld_of(meld: MeldLike, name: str = "meld") -> Meld:
    """Return a meld that a caller passes; `name` is the argument, for errors."""
    return read_meld(meld, Card, MAKERS, Meld.parse, name)


def _canonical_melds(melds: Melds) -> tuple[Meld, ...]:
    return table_melds(melds, Meld, Table.parse, meld_of)


@frozen(cache_hash=True, repr=False)
class Table(MeldTable[Meld]):
    """The melds on the table, of all players: anybody may add to any of them.

    Made of melds, or of text. A table has no order: equal melds make equal tables.

    Attributes:
        melds: The melds in canonical order.

    Raises:
        InvalidMeld: If cards that are joined together in a text are not a meld, or a card is alone.
        NotationError: If a text cannot be read.
        WrongType: If something else than melds or text is given.

    Examples:
        >>> table = Table("8S=8H=8C 4S-5S-6S")
        >>> str(table), len(table), len(table.cards)
        ('4S-5S-6S 8S=8H=8C', 2, 6)
    """

    melds: tuple[Meld, ...] = field(default=(), converter=_canonical_melds)

    @classmethod
    def parse(cls, text: str) -> "Table":
        """Read a table from its notation, the melds separated by spaces.

        Args:
            text: For example `"8S=8H=8C 4S-5S-6S"`; may be empty.

        Returns:
            The table.

        Raises:
            NotationError: If a word is not a card, the joints are mixed up, or the cards of a meld are not joined.
            InvalidMeld: If cards joined together are not a meld, or one or two are alone.
        """
        melds, loose = read_melds(Card, text, MAKERS)
        if len(loose) >= SHORTEST:
            raise NotationError(TEXTS.phrase("notation.loose", pieces=tuple(loose[:LONGEST])), text)
        if loose:
            raise InvalidMeld(Violation(Fault.TOO_FEW_CARDS, loose, rows=(loose,)))
        return cls(melds)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the table, in canonical order."""
        return tuple(sorted(chain.from_iterable(meld.cards for meld in self.melds)))
