"""Decks, rules, editions and violations of the contract game."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import Annotated, Final

from attrs import field, frozen

from rami.contracts.cards import COLORS, HIGHEST, TEXTS, Card, Cards, Color
from rami.contracts.requirements import Contract, Contracts, Requirement, Run, Same, can_be_met, pack
from rami.errors import RulesError, ViolationCode, shown
from rami.messages import Marked
from rami.pieces import without
from rami.presets import BaseRules
from rami.shapes import Range, check_fields, row_of, typed, whole

MIN_PLAYERS = 2
"""Minimum number of players (003.24)."""

MAX_PLAYERS = 4
"""Maximum number of players (003.24)."""

LONGEST_LABEL = 200
"""Maximum length of the label of a deck."""

MOST_TAKEN = 3
"""Maximum number of cards taken from the market in a turn (003.6)."""

MOST_ROUNDS = 100
"""Maximum number of rounds in a game."""


class Code(ViolationCode, texts=TEXTS):
    """Violation codes of the contract game."""

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


class Trophy(Marked, StrEnum):
    """A face of a trophy token, which shows a color or the size of a combo.

    The value is the name of the face in JSON.

    Attributes:
        HEARTS: The most hearts in the scoring zone (003.17).
        CLUBS: The most clubs in the scoring zone (003.17).
        CHERRIES: The most cherries in the scoring zone (003.17).
        DIAMONDS: The most diamonds in the scoring zone (003.17).
        COMBO_2: The most combos of two in the scoring zone (003.17).
        COMBO_3: The most combos of three in the scoring zone (003.17).
        COMBO_4: The most combos of four in the scoring zone (003.17).
        COMBO_5: The most combos of five in the scoring zone (003.17).
    """

    HEARTS = "coeur"
    CLUBS = "trefle"
    CHERRIES = "cerise"
    DIAMONDS = "diamant"
    COMBO_2 = "combo2"
    COMBO_3 = "combo3"
    COMBO_4 = "combo4"
    COMBO_5 = "combo5"

    @cached_property
    def color(self) -> Color | None:
        """The color that the trophy rewards, or None if it rewards combos."""
        return Color.__members__.get(self.name)

    @cached_property
    def combo(self) -> int | None:
        """The size of the combos that the trophy rewards, or None if it rewards a color."""
        return None if self.color else int(self.name[-1])

    def symbols(self, contract: Contract) -> int:
        """Return how many symbols of a contract count for this trophy.

        See 003.18 and 003.19.

        A contract has a symbol for its bonus color, and a combo symbol for each requirement. The size of the combo is
        the number of cards in the requirement.

        Args:
            contract: A contract in a scoring zone.

        Returns:
            0 or 1 for a color; for a combo, the number of requirements of that size.

        Examples:
            >>> from rami.contracts import Run, Same
            >>> contract = Contract(id="C27", requirements=(Same(3), Run(3)), points=5, bonus=Color.CHERRIES)
            >>> Trophy.COMBO_3.symbols(contract), Trophy.CHERRIES.symbols(contract), Trophy.HEARTS.symbols(contract)
            (2, 1, 0)
        """
        if self.color:
            return int(contract.bonus is self.color)
        return sum(requirement.size == self.combo for requirement in contract.requirements)


def _colors(values: Iterable[Color]) -> tuple[Color, ...]:
    row = row_of("colors", values, Color)
    if not row or len(set(row)) < len(row):
        raise RulesError("colors must be one to four different colors")
    return tuple(sorted(row, key=COLORS.index))


def _tokens(values: Iterable[Iterable[Trophy]]) -> tuple[tuple[Trophy, Trophy], ...]:
    tokens = [row_of("a trophy token", token, Trophy) for token in row_of("trophy_tokens", values, object)]
    for faces in tokens:
        if len(faces) != 2:
            raise RulesError(f"a trophy token must have 2 faces, not {len(faces)}")
    whole("the number of trophy tokens", len(tokens), 0, 16)
    return tuple((one, other) for one, other in tokens)


def _contracts(values: Iterable[Contract]) -> Contracts:
    row = row_of("contracts", values, Contract)
    whole("the number of contracts", len(row), 1, 200)
    ids = [contract.id for contract in row]
    if repeated := without(ids, set(ids)):
        raise RulesError(f"two contracts have the id {repeated[0]}")
    return row


def _triggers(values: Iterable[int]) -> tuple[int, ...]:
    row = row_of("end_triggers", values, int)
    whole("the number of end_triggers", len(row), 1, MAX_PLAYERS - MIN_PLAYERS + 1)
    return tuple(whole("an end trigger", trigger, 1, 200) for trigger in row)


def _check_label(label: str) -> None:
    # Every view contains the label, so limit the length of the label.
    if not 1 <= len(label) <= LONGEST_LABEL:
        raise RulesError(f"label must have 1 to {LONGEST_LABEL} characters, not {len(label)}")
    if not label.isprintable():
        raise RulesError(f"label must have printable characters only, not {shown(label)}")


@frozen(kw_only=True, cache_hash=True, repr=False)
class Deck:
    """The cards, tokens and printed numbers of an edition.

    The published card list is lost, so users can define their own deck. Defaults are the numbers given in the rules. A
    deck is checked when it is created, so every `Deck` can be played.

    Attributes:
        label: A label for people, with 1 to 200 printable characters.
        min_value: The lowest card value, from 1 to 20.
        max_value: The highest card value, from 1 to 20.
        copies: Number of copies of each value card, from 1 to 20.
        colors: The colors in use, 1 to 4, in canonical order.
        contracts: The contract cards, 1 to 200, with different ids.
        trophy_tokens: The two faces of each trophy token, at most 16 tokens (003.16).
        trophy_points: Points for a trophy (B13).
        jokers_per_player: Number of joker tokens of each player (003.3, B5).
        end_triggers: Number of contracts that a player must fill to trigger the end, for 2, 3 and 4 players, from 1 to
            200 each (003.24). A deck with fewer items supports fewer players.
        contract_market_size: Number of contracts in the market (003.2).
        value_market_size: Number of value cards in the market (003.2).
        cards_dealt: Number of value cards dealt to each player (003.1, B18).
        min_hand: Minimum hand size at the end of a turn, if the pile has enough cards (003.9).
        max_hand: Maximum hand size at the end of a turn (003.9).

    Raises:
        RulesError: If a value is out of range, a contract cannot be filled, or the deck has too few cards for the
            maximum number of players.

    Examples:
        >>> from rami.contracts import Rules
        >>> deck = Rules().deck
        >>> deck.label
        'Default deck of rami: invented, not the published card list'
        >>> len(deck.cards), str(deck.by_id["C18"])
        (96, 'C18: 2 equal cards + run of 3, 3 points, bonus C')
    """

    label: str
    min_value: Annotated[int, Range(1, HIGHEST)]
    max_value: Annotated[int, Range(1, HIGHEST)]
    copies: Annotated[int, Range(1, 20)]
    colors: tuple[Color, ...] = field(default=COLORS, converter=_colors)
    contracts: Contracts = field(converter=_contracts, repr=False)
    trophy_tokens: tuple[tuple[Trophy, Trophy], ...] = field(converter=_tokens, repr=False)
    trophy_points: Annotated[int, Range(0, 1000)] = 3
    jokers_per_player: Annotated[int, Range(0, 3)] = 1
    end_triggers: tuple[int, ...] = field(default=(7, 6, 5), converter=_triggers)
    contract_market_size: Annotated[int, Range(1, 8)] = 4
    value_market_size: Annotated[int, Range(1, 12)] = 6
    cards_dealt: Annotated[int, Range(0, 15)] = 3
    min_hand: Annotated[int, Range(0, 15)] = 3
    max_hand: Annotated[int, Range(1, 15)] = 10

    def __attrs_post_init__(self) -> None:
        check_fields(self)
        _check_label(self.label)
        for low, high in (("min_value", "max_value"), ("min_hand", "max_hand"), ("cards_dealt", "max_hand")):
            lowest, highest = getattr(self, low), getattr(self, high)
            if lowest > highest:
                raise RulesError(f"{low} is {lowest}, but {high} is only {highest}")
        for contract in self.contracts:
            self._check_contract(contract)
        for face in chain.from_iterable(self.trophy_tokens):
            if face.color and face.color not in self.colors:
                raise RulesError(f"a trophy rewards {face}, but the deck has no such color")
        self._check_numbers()

    def _check_contract(self, contract: Contract) -> None:
        if contract.bonus not in self.colors:
            raise RulesError(f"the bonus color of {contract.id} is {contract.bonus}, but the deck has no such color")
        if contract.size > self.max_hand + MOST_TAKEN:
            raise RulesError(
                f"{contract.id} cannot be filled: it needs {contract.size} cards, but a player can hold at most "
                f"{self.max_hand + MOST_TAKEN}"
            )
        counts = pack([card.value for card in self.cards], self.max_value)
        if not can_be_met(contract.requirements, counts, self.values):
            asked = " + ".join(map(str, contract.requirements))
            copies = self.copies * len(self.colors)
            raise RulesError(
                f"{contract.id} cannot be filled: it needs {asked}, but the deck has only {copies} cards of each value "
                f"from {self.min_value} to {self.max_value}"
            )

    def _check_numbers(self) -> None:
        hand = max(self.cards_dealt, self.min_hand)
        needed = self.max_players * hand + self.value_market_size
        if len(self.cards) < needed:
            raise RulesError(
                f"too few value cards: {self.max_players} hands of {hand} and a market of "
                f"{self.value_market_size} need {needed}, but the deck has {len(self.cards)}"
            )
        uses = {"the market": self.contract_market_size, "the end of a game": max(self.end_triggers)}
        for use, needed in uses.items():
            if len(self.contracts) < needed:
                raise RulesError(f"too few contracts: {use} needs {needed}, but the deck has {len(self.contracts)}")

    def __repr__(self) -> str:
        return f"<Deck {shown(self.label)}: {len(self.contracts)} contracts, {len(self.cards)} value cards>"

    @property
    def max_players(self) -> int:
        """Maximum number of players."""
        return MIN_PLAYERS + len(self.end_triggers) - 1

    @cached_property
    def values(self) -> range:
        """Card values, in ascending order."""
        return range(self.min_value, self.max_value + 1)

    @cached_property
    def cards(self) -> Cards:
        """All value cards, in canonical order."""
        return tuple(Card(value, color) for color in self.colors for value in self.values for _ in range(self.copies))

    @cached_property
    def by_id(self) -> Mapping[str, Contract]:
        """Contracts by id."""
        return MappingProxyType({contract.id: contract for contract in self.contracts})


_CONTRACTS: Final[tuple[tuple[tuple[int, *tuple[Requirement, ...]], ...], ...]] = (
    ((1, Same(2)),) * 4,
    ((3, Same(2, 1)), (3, Same(2, 3)), (3, Same(2, 6)), (3, Same(2, 8))),
    ((2, Same(3)),) * 4,
    ((2, Run(3)),) * 4,
    ((3, Run(4)), (3, Same(2), Run(3)), (3, Same(2), Same(2)), (3, Run(4))),
    ((4, Same(3), Same(2)), (4, Same(2), Same(2), Same(2)), (4, Same(4)), (4, Same(3), Same(2))),
    ((5, Run(3), Run(3)), (5, Same(3), Same(3)), (5, Same(3), Run(3)), (5, Same(2), Run(4))),
    ((5, Run(5)), (5, Run(5)), (5, Same(2), Same(2), Run(3)), (5, Same(4), Same(2))),
    ((7, Same(5)), (6, Same(4), Run(3)), (6, Same(3), Run(4)), (6, Same(2), Run(5))),
)
"""Points and requirements of the contracts C01 to C36.

There is a column for each bonus color.
"""

DEFAULT_DECK: Final = Deck(
    label="Default deck of rami: invented, not the published card list",
    min_value=1,
    max_value=8,
    copies=3,
    contracts=[
        Contract(id=f"C{4 * row + column + 1:02}", requirements=requirements, points=points, bonus=COLORS[column])
        for row, contracts in enumerate(_CONTRACTS)
        for column, (points, *requirements) in enumerate(contracts)
    ],
    trophy_tokens=[
        (Trophy.HEARTS, Trophy.COMBO_2),
        (Trophy.CLUBS, Trophy.COMBO_3),
        (Trophy.CHERRIES, Trophy.COMBO_4),
        (Trophy.DIAMONDS, Trophy.COMBO_5),
    ],
)


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(BaseRules):
    """The rules of an edition.

    Editions differ only in their deck.

    Attributes:
        deck: The deck with all printed numbers (B3, B5, B13, B18).

    Raises:
        WrongType: If `deck` is not a `Deck`.

    Examples:
        >>> Rules(deck=DEFAULT_DECK) == Rules()
        True
    """

    deck: Deck = DEFAULT_DECK

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Supported numbers of players (003.24)."""
        return tuple(range(MIN_PLAYERS, self.deck.max_players + 1))

    @property
    def pieces(self) -> Cards:
        """Value cards of the deck, in canonical order."""
        return self.deck.cards


@typed
def longest(rules: Rules, players: int) -> int:
    """Return the maximum number of moves in a game.

    Args:
        rules: The rules of the game.
        players: Number of players.

    Returns:
        The maximum number of moves.

    Examples:
        >>> longest(Rules(), 4)
        836
    """
    return 2 * MOST_ROUNDS * players + len(rules.deck.contracts)


PRESETS: Final = Rules.named({"contract-default": Rules()})
"""The editions by name.

An edition never changes. A corrected edition gets a new name.
"""
