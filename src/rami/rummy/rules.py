"""The rules of card rummy, their limits, and the value of hands."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from attrs import field, frozen

from rami.cards import JOKER, SUITS, Card, Cards, cards_of, full_pack
from rami.cards.faults import Fault
from rami.cards.legal_melds import RANK_POINTS, MeldRules, value_of
from rami.cards.meld_search import best_of, deadwood_of, new_budget
from rami.cards.melds import LONGEST, Meld
from rami.errors import RulesError, ViolationCode
from rami.messages import Texts
from rami.presets import BaseRules
from rami.shapes import Range, instance, row_of, typed, whole

TEXTS = Texts("rummy")
"""The messages of card rummy."""
MIN_PLAYERS = 2
"""The minimum number of players (004.1)."""
MOST_PLAYERS = 8
MOST_CARDS = 26
"""The maximum size of a hand.

The maximum is 25 dealt cards (`Rules.cards_dealt`) and a drawn card.
"""
_MOST_COPIES = 3
MOST_DEALT_TO_OPEN = 15
"""The maximum number of dealt cards if first melds must meet conditions.

Every move then needs a search.
"""
MOST_BOUGHT_TO_OPEN = 21
"""The maximum number of cards in a hand between turns, with bought cards, if first melds must meet conditions."""
DRAWN_WITH_BUY = 1
"""The number of stock cards that a player gets with a bought discard."""
MOST_JOKERS = 12
"""The maximum number of jokers.

The search for an opening cannot count more than 15 jokers.
"""
MOST_ROUNDS = 500
"""The number of rounds after which every deal ends (C7)."""


class Code(ViolationCode, texts=TEXTS):
    """The violation codes of card rummy.

    The rule of a code is an identifier of source 004 or a clarification such as C5. If source 004 has no such rule, the
    rule of the code is the name of a field of `Rules`.
    """

    GAME_OVER = "game_over", "004.9"
    NOT_YOUR_TURN = "not_your_turn", "004.5", "seat"
    DRAW_FIRST = "draw_first", "004.6"
    ALREADY_DRAWN = "already_drawn", "004.6"
    NO_DISCARD = "no_discard", "004.6"
    TAKE_TOO_EARLY = "take_too_early", "take_from_round", "round"
    TAKE_WITH_ONE_CARD = "take_with_one_card", "take_with_one_card"
    TAKE_TOP_ONLY = "take_top_only", "take_depth"
    TAKE_TOO_MANY = "take_too_many", "take_depth", "count", "most"
    OFFER_OPEN = "offer_open", "buying"
    OFFER_OVER = "offer_over", "buying"
    ANSWER_FIRST = "answer_first", "buying"
    NOT_IN_HAND = "not_in_hand", "004.6"
    TOO_FEW_CARDS = Fault.TOO_FEW_CARDS, "004.4"
    TOO_MANY_CARDS = Fault.TOO_MANY_CARDS, "004.4"
    ONLY_JOKERS = Fault.ONLY_JOKERS, "004.4"
    DIFFERENT_RANKS = Fault.DIFFERENT_RANKS, "004.4"
    DIFFERENT_SUITS = Fault.DIFFERENT_SUITS, "004.4"
    NOT_CONSECUTIVE = Fault.NOT_CONSECUTIVE, "004.4"
    MELD_LIMIT = "meld_limit", "C3", "limit"
    ACE_PLACE = Fault.ACE_PLACE, "C1"
    RUN_TOO_SHORT = Fault.RUN_TOO_SHORT, "shortest_run"
    RUN_TOO_LONG = Fault.RUN_TOO_LONG, "longest_run"
    GROUP_SUITS = Fault.GROUP_SUITS, "C8"
    TOO_MANY_JOKERS = Fault.TOO_MANY_JOKERS, "max_jokers_per_meld"
    JOKER_PLACE = Fault.JOKER_PLACE, "joker_place"
    OPENING_TOO_LOW = "opening_too_low", "opening_points", "needed", "best"
    OPENING_NEEDS_RUN = "opening_needs_run", "opening_pure_run"
    OPENING_MELDS = "opening_melds", "opening_melds", "groups", "runs"
    MELD_FIRST = "meld_first", "C2"
    MELD_IN_EARLIER_TURN = "meld_in_earlier_turn", "C2"
    NO_SUCH_MELD = "no_such_meld", "004.6"
    DOES_NOT_FIT = "does_not_fit", "004.4"
    JOKER_STAYS = "joker_stays", "replace_joker"
    NOT_THE_JOKER = "not_the_joker", "replace_joker"
    JUST_TAKEN = "just_taken", "C5"
    TAKEN_NOT_LAID = "taken_not_laid", "take_discard"
    JOKER_NOT_LAID = "joker_not_laid", "joker_reuse"
    JOKER_NEEDS_NEW_MELD = "joker_needs_new_meld", "joker_reuse"
    OUT_TOO_EARLY = "out_too_early", "out_from_round", "round"
    LAST_CARD = "last_card", "C4"
    LAST_DISCARD = "last_discard", "C4"
    NO_END = "no_end", "C5"


def numbers_dealt(sizes: Iterable[int]) -> tuple[int, ...]:
    """Convert and check the value of `Rules.cards_dealt`."""
    row = row_of("cards_dealt", sizes, int)
    if not 1 <= len(row) <= MOST_PLAYERS - 1:
        raise RulesError(
            f"cards_dealt must have 1 to {MOST_PLAYERS - 1} numbers, the first for two players, not {len(row)}"
        )
    for size in row:
        whole("each number of cards_dealt", size, 1, MOST_CARDS - 1)
    return row


def numbers_of_melds(counts: Iterable[int]) -> tuple[int, ...]:
    """Convert and check the value of `Rules.opening_melds`.

    If both numbers are 0, return ().
    """
    row = row_of("opening_melds", counts, int)
    if len(row) not in (0, 2):
        raise RulesError(f"opening_melds must have 2 numbers or none, not {len(row)}: the numbers of groups and runs")
    for count in row:
        whole("each number of opening_melds", count, 0, 5)
    return row if any(row) else ()


def points_of_ranks(points: Iterable[int]) -> tuple[int, ...]:
    """Convert and check the value of `Rules.rank_points`."""
    row = row_of("rank_points", points, int)
    if len(row) != len(RANK_POINTS):
        raise RulesError(
            f"rank_points must have {len(RANK_POINTS)} numbers, one for each rank from two to king, not {len(row)}"
        )
    for number in row:
        whole("each number of rank_points", number, 0, 1000)
    return row


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(BaseRules, MeldRules):
    """The rules that differ between editions.

    The defaults are the rules of `horesca`.

    Attributes:
        packs: The number of packs of 52 cards, 1 to 3 (004.1). The search for melds counts up to three copies of a
            card.
        jokers: The total number of jokers, 0 to 12 (004.1).
        cards_dealt: The number of cards dealt to each player (004.2): the first number is for two players, the second
            for three, and so on. Its length limits the number of players. At most 25 cards, or 15 if first melds have
            conditions.
        min_players: The minimum number of players, 2 to 8 (004.1).
        starter_extra_card: Whether the starter is dealt one more card instead of a card that starts the discard pile.
            The first turn has no draw (C12).
        ace: Place of aces in runs: `low` (before the two), `high` (after the king), `high_or_low`, or `wrap`, which
            allows a run from king to ace to two (C1).
        layoff_same_turn: Whether players may lay off in the turn of their first meld (C2).
        layoff_needs_own_meld: Whether players must have laid a meld before they lay off (C2).
        melds_per_turn: The maximum number of new melds in a turn, 1 to 8; None for no limit (C3).
        final_discard: Whether a player goes out with a discard: `required`; `optional` if the last card may also be
            laid; or `forbidden`, if all cards must be laid (C4).
        restock: Effect of a draw from an empty stock: `flip` turns the whole discard pile over; `shuffle_keep_top`
            shuffles all but its top card; `end` means that the deal ends (C6).
        shortest_run: The minimum number of cards in a run, 3 to 13 (004.4).
        longest_run: The maximum number of cards in a run: 13, with each rank once; or 14, with an ace at one end and a
            joker for the same ace at the other end.
        group_suits: The suits in a group: `different`, which limits groups to four cards, or `any` (C8).
        next_dealer: The next dealer: `rotate` for the player on the left, or `winner_of_two` for the winner if there
            are two players (C9).
        match_end: Effect of `match_points`: with `reach`, a player with that total ends the match; with `lowest_at`, a
            player who has lost that many points ends it, and the highest total wins; with `eliminate`, such a player
            is out, and the last remaining player wins (C10).
        rummy_multiplier: The factor for the score of a player who lays the whole hand in one turn and has laid nothing
            before, 1 to 100 (C11).
        rummy_bonus: The additional points of a player who lays the whole hand in one turn and has laid nothing before,
            0 to 1000.
        rummy_needs_opening: Whether melds of the whole hand in one turn must meet the conditions of first melds.
        out_from_round: The earliest round for going out, 1 to 100 (004.9).
        match_deals: The number of deals in a match, 1 to 10000; None if points decide (004.11).
        match_points: The total that ends a match, 1 to 1000000; None if the number of deals decides (004.11).
        take_discard: Condition for taking the top card of the discard pile: `free`; `to_lay`, if the player must lay
            the card in the same turn; or `opened`, which means `free` for players with first melds in an earlier turn
            and `to_lay` for others.
        take_from_round: The earliest round for taking from the discard pile, 1 to 100.
        take_with_one_card: Whether a player with one card may take from the discard pile.
        discard_taken: Whether the card just taken from the discard pile may be discarded (C5).
        buying: The number of discards that each player may buy in a deal, 0 to 10. A player who does not want the
            discard offers it in turn to the others who have not laid their first melds.
        opening_points: The minimum points of a player's first melds, 0 to 200.
        opening_pure_run: Whether one of the first melds must be a run without a joker.
        opening_melds: The exact numbers of groups and runs in the first melds, each 0 to 5. The player lays no more
            melds in the deal. Empty if first melds are free.
        max_jokers_per_meld: The maximum number of jokers in a meld, 0 to 12; None for no limit.
        joker_place: Place of jokers in runs: `any`, or `apart` if two jokers may not be side by side.
        replace_joker: Whether a joker on the table may be replaced by the card that it stands for.
        joker_reuse: Use of a joker taken from the table: it must be laid in the same turn, in a `new_meld` or in `any`
            meld; or `hand`, if the player may keep it.
        discard_view: The visible part of the discard pile: `top` for its top card, or `all`.
        take_depth: The cards of the discard pile that may be taken: only the `top` card, or `any` card with all cards
            above it, up to a hand of 26. A card below the top must be laid in the same turn.
        scoring: Scores at the end of a deal: `winner` gains the points left in the other hands (004.10); `losers` lose
            the points left in their hands; `both`; or `melded`, which gives all players the points that they have
            laid less the points left.
        unmelded_points: The points of the hand of a player without first melds, 0 to 1000; None to count its cards.
        rank_points: The points of the ranks from 2 to king, twelve numbers from 0 to 1000 (C13). They count in first
            melds, laid melds, and hands.
        ace_points: The points of an ace left in the hand, 0 to 1000 (004.10). In first melds an ace counts 1 before
            the two, and 11 elsewhere.
        joker_points: The points of a joker left in the hand, 0 to 1000. In first melds a joker counts as the card that
            it stands for.

    Raises:
        RulesError: If a field has an invalid value, or fields contradict each other.
        WrongType: If a field has a value of another type.

    Examples:
        >>> Rules(ace="high_or_low").ace
        'high_or_low'
        >>> Rules(restock="never")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: restock must be one of 'flip', 'shuffle_keep_top', 'end', not 'never'
    """

    one_by_one: ClassVar[bool] = True

    packs: Annotated[int, Range(1, 3)] = 1
    jokers: Annotated[int, Range(0, MOST_JOKERS)] = 0
    cards_dealt: tuple[int, ...] = field(default=(10, 7, 7, 6, 6), converter=numbers_dealt)
    min_players: Annotated[int, Range(2, MOST_PLAYERS)] = MIN_PLAYERS
    starter_extra_card: bool = False
    ace: Literal["low", "high", "high_or_low", "wrap"] = "low"
    layoff_same_turn: bool = True
    layoff_needs_own_meld: bool = True
    melds_per_turn: Annotated[int, Range(1, 8)] | None = 1
    final_discard: Literal["optional", "required", "forbidden"] = "optional"
    restock: Literal["flip", "shuffle_keep_top", "end"] = "flip"
    shortest_run: Annotated[int, Range(3, 13)] = 3
    longest_run: Annotated[int, Range(13, 14)] = 13
    group_suits: Literal["different", "any"] = "different"
    next_dealer: Literal["rotate", "winner_of_two"] = "rotate"
    match_end: Literal["reach", "lowest_at", "eliminate"] = "reach"
    rummy_multiplier: Annotated[int, Range(1, 100)] = 1
    rummy_bonus: Annotated[int, Range(0, 1000)] = 0
    rummy_needs_opening: bool = True
    out_from_round: Annotated[int, Range(1, 100)] = 1
    match_deals: Annotated[int, Range(1, 10_000)] | None = None
    match_points: Annotated[int, Range(1, 1_000_000)] | None = None
    take_discard: Literal["free", "to_lay", "opened"] = "free"
    take_from_round: Annotated[int, Range(1, 100)] = 1
    take_with_one_card: bool = True
    discard_taken: bool = False
    buying: Annotated[int, Range(0, 10)] = 0
    opening_points: Annotated[int, Range(0, 200)] = 0
    opening_pure_run: bool = False
    opening_melds: tuple[int, ...] = field(default=(), converter=numbers_of_melds)
    max_jokers_per_meld: Annotated[int, Range(0, MOST_JOKERS)] | None = None
    joker_place: Literal["any", "apart"] = "any"
    replace_joker: bool = True
    joker_reuse: Literal["new_meld", "any", "hand"] = "new_meld"
    discard_view: Literal["top", "all"] = "top"
    take_depth: Literal["top", "any"] = "top"
    scoring: Literal["winner", "losers", "both", "melded"] = "winner"
    unmelded_points: Annotated[int, Range(0, 1000)] | None = None
    rank_points: tuple[int, ...] = field(default=RANK_POINTS, converter=points_of_ranks)
    ace_points: Annotated[int, Range(0, 1000)] = 1
    joker_points: Annotated[int, Range(0, 1000)] = 20

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        for is_contradiction, problem in self._contradictions():
            if is_contradiction:
                raise RulesError(problem)
        if self.opening_melds:
            self._check_opening_melds()
        for players, size in enumerate(self.cards_dealt, MIN_PLAYERS):
            needed = players * size + 2
            if players >= self.min_players and needed > len(self.pieces):
                raise RulesError(
                    f"a deal of {size} cards to each of {players} players needs {needed} cards, including a discard "
                    f"and a stock card, but there are only {len(self.pieces)} cards"
                )

    def _contradictions(self) -> Iterator[tuple[bool, str]]:
        opening, dealt = self.has_opening, max(self.cards_dealt)
        held = dealt + self.buying * (1 + DRAWN_WITH_BUY)
        most_held = self.most_cards - 1
        # The best meld is a group, a run from two to ace, or a run with an ace at both ends.
        of_group = max(11, *self.rank_points) * (LONGEST if self.group_suits == "any" else len(SUITS))
        most_points = max(of_group, sum(self.rank_points) + 11 + (self.longest_run > LONGEST))
        yield (
            opening and not self.layoff_needs_own_meld,
            "if opening_points, opening_pure_run or opening_melds is set, layoff_needs_own_meld must be True",
        )
        yield (
            self.melds_per_turn == 1 and self.opening_points > most_points,
            f"if melds_per_turn is 1, opening_points must be at most {most_points}, not {self.opening_points}",
        )
        yield (
            opening and dealt > MOST_DEALT_TO_OPEN,
            f"if first melds must meet conditions, at most {MOST_DEALT_TO_OPEN} cards may be dealt, not {dealt}",
        )
        yield held > most_held, f"buying lets a hand grow to {held} cards, but the limit is {most_held}"
        yield (
            self.take_depth == "any" and self.discard_view != "all",
            "if take_depth is 'any', discard_view must be 'all': players must see the cards that they may take",
        )
        yield (
            self.buying > 0 and self.take_depth == "any",
            "if buying is allowed, take_depth must be 'top': only the top card is offered",
        )
        yield (
            not self.rummy_needs_opening and self.opening_melds != (),
            "if opening_melds is set, rummy_needs_opening must be True",
        )
        yield (
            self.longest_run > LONGEST and self.ace != "high_or_low",
            "if longest_run is 14, ace must be 'high_or_low': a run of 14 cards has an ace at each end",
        )
        yield (
            self.min_players > self.max_players,
            f"min_players is {self.min_players}, but cards_dealt allows only {self.max_players} players",
        )
        yield from self._contradictions_of_scores()

    def _contradictions_of_scores(self) -> Iterator[tuple[bool, str]]:
        melded = self.scoring == "melded"
        yield (
            self.scoring == "losers" and self.match_end == "reach",
            "if scoring is 'losers', match_end must be 'lowest_at' or 'eliminate', not 'reach': nobody gains points",
        )
        yield (
            self.scoring == "winner" and self.match_end != "reach",
            f"if scoring is 'winner', match_end must be 'reach', not {self.match_end!r}: nobody loses points",
        )
        yield (
            melded and self.jokers > 0 and self.replace_joker,
            "if scoring is 'melded' and jokers is not 0, replace_joker must be False: jokers score for their players",
        )
        yield (
            melded and (self.rummy_multiplier > 1 or self.rummy_bonus > 0 or self.unmelded_points is not None),
            (
                "if scoring is 'melded', unmelded_points must be None, rummy_multiplier must be 1, "
                "and rummy_bonus must be 0"
            ),
        )

    def _check_opening_melds(self) -> None:
        groups, runs = self.opening_melds
        if self.melds_per_turn is not None:
            raise RulesError("if opening_melds is set, melds_per_turn must be None")
        needed, hand = 3 * groups + self.shortest_run * runs, min(self.cards_dealt) + 1
        if needed > hand:
            raise RulesError(f"the melds of opening_melds need {needed} cards, but a hand has only {hand} cards")
        if self.opening_pure_run and not runs:
            raise RulesError("if opening_pure_run is True, opening_melds must include a run")

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The allowed numbers of players (004.1)."""
        return tuple(range(self.min_players, self.max_players + 1))

    @property
    def pieces(self) -> tuple[Card, ...]:
        """All cards of the packs and all jokers, in canonical order (004.1)."""
        return full_pack(packs=self.packs, jokers=self.jokers)

    @property
    def most_cards(self) -> int:
        """The maximum number of cards in the hand of the current player.

        The maximum is 26. If first melds must meet conditions, it is 16, or 22 with buying.
        """
        if not self.has_opening:
            return MOST_CARDS
        return 1 + (MOST_BOUGHT_TO_OPEN if self.buying else MOST_DEALT_TO_OPEN)

    @property
    def max_players(self) -> int:
        """The maximum number of players (004.1)."""
        return len(self.cards_dealt) + 1

    @cached_property
    def has_opening(self) -> bool:
        """True if a player's first melds must meet conditions."""
        return self.opening_points > 0 or self.opening_pure_run or self.opening_melds != ()


@typed
def longest(rules: Rules, players: int) -> int:
    """Return the maximum number of moves in a deal (C7).

    Args:
        rules: The rules.
        players: The number of players.

    Returns:
        The number of moves.

    Examples:
        >>> longest(Rules(), 6)
        6104
    """
    asked = players if rules.buying else 0
    return MOST_ROUNDS * players * (2 + asked) + 2 * len(rules.pieces)


def hand_value(hand: Cards, rules: Rules = Rules()) -> int:
    """Return the points of a hand at the end of a deal (004.10).

    Args:
        hand: The cards.
        rules: The rules, which set the points of aces and jokers.

    Returns:
        The points.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        WrongType: If `hand` is neither text nor cards, or `rules` is not a `Rules`.

    Examples:
        >>> hand_value("KD AS 7H"), hand_value("QH 5D")
        (18, 15)
    """
    instance("rules", rules, Rules)
    return value_of(cards_of(hand, "hand"), rules)


@typed
def deadwood(hand: Cards, rules: Rules = Rules()) -> int:
    """Return the deadwood of a hand.

    Deadwood is the fewest points that can be left after melds are laid.

    Args:
        hand: The cards; at most 26.
        rules: The rules, which define legal melds and the points of cards.

    Returns:
        The points of the cards in no meld.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If the hand has too many cards or more than three copies of a card.
        TooLarge: If the search takes too many steps, for example with 12 jokers.

    Examples:
        >>> deadwood("3S 4S 5S 5H 5D KD")
        17
        >>> deadwood("3S 4S 5S 5H 5D KD *")
        10
    """
    return deadwood_of(read_hand(hand), rules, new_budget())


@typed
def best_melds(hand: Cards, rules: Rules = Rules()) -> tuple[Meld, ...]:
    """Return the melds of a hand that leave the fewest points.

    Ties are broken by the fewest cards left.

    The limit on melds in a turn (one in `horesca`) and the conditions of first melds are ignored.

    Args:
        hand: The cards; at most 26.
        rules: The rules, which define legal melds and the points of cards.

    Returns:
        The melds, runs first.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If the hand has too many cards or more than three copies of a card.
        TooLarge: If the search takes too many steps, for example with 12 jokers.

    Examples:
        >>> [str(meld) for meld in best_melds("3S 4S 5S 5H 5D KD")]
        ['5S=5H=5D']
        >>> [str(meld) for meld in best_melds("3S 4S 5S 5H 5D KD *")]
        ['*-3S-4S', '5S=5H=5D']
    """
    return best_of(read_hand(hand), rules, new_budget())


def read_hand(hand: Cards) -> tuple[Card, ...]:
    """Convert an argument to a sorted hand.

    Raise `RulesError` if there are too many cards or too many copies of a card.
    """
    cards = cards_of(hand, "hand")
    if len(cards) > MOST_CARDS:
        raise RulesError(f"hand must have at most {MOST_CARDS} cards, not {len(cards)}")
    cards = tuple(sorted(cards))
    for card, fourth in zip(cards, cards[_MOST_COPIES:], strict=False):
        if card == fourth != JOKER:
            raise RulesError(f"hand must have at most {_MOST_COPIES} copies of {card}")
    return cards
