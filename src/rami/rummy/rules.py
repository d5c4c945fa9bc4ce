"""The rules of card rummy, their limits, and what a hand is worth by them."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from attrs import field, frozen

from rami.cards import JOKER, Card, Cards, cards_of, full_pack
from rami.cards.faults import Fault
from rami.cards.legal_melds import MeldRules, value_of
from rami.cards.meld_search import Steps, best_of, deadwood_of
from rami.cards.melds import LONGEST, Meld
from rami.errors import RulesError, ViolationCode
from rami.messages import Texts
from rami.presets import BaseRules
from rami.shapes import Range, instance, row_of, typed, whole

TEXTS = Texts("rummy")
"""The names of the sentences of the game."""
MIN_PLAYERS = 2
"""The fewest players of a deal (004.1)."""
MOST_PLAYERS = 8
MOST_CARDS = 26
"""The most cards in a hand: one more than `Rules.cards_dealt` can give."""
_MOST_COPIES = 3
MOST_DEALT_TO_OPEN = 15
"""The most cards dealt where there is an opening: what a hand can lay at once is then asked at every move."""
MOST_BOUGHT_TO_OPEN = 21
"""The most cards of a hand between turns where there is an opening, bought ones included."""
DRAWN_WITH_BUY = 1
"""The cards of the stock that come with a discard that is bought."""
MOST_JOKERS = 12
"""The most jokers of all packs: the search for an opening counts up to fifteen."""
MOST_ROUNDS = 500
"""The rounds after which a deal ends, whatever the players do (C7)."""


class Code(ViolationCode, texts=TEXTS):
    """The kinds of violation in card rummy.

    A rule that source 004 does not have is named by the field of `Rules` that asks for it.
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
    NO_END = "no_end", "C5"


def numbers_dealt(sizes: Iterable[int]) -> tuple[int, ...]:
    """Check how many cards are dealt, for two players and more."""
    row = row_of("cards_dealt", sizes, int)
    if not 1 <= len(row) <= MOST_PLAYERS - 1:
        raise RulesError(
            f"cards_dealt must have 1 to {MOST_PLAYERS - 1} numbers, for two players and more, not {len(row)}"
        )
    for size in row:
        whole("each number of cards_dealt", size, 1, MOST_CARDS - 1)
    return row


def numbers_of_melds(counts: Iterable[int]) -> tuple[int, ...]:
    """Check how many groups and how many runs are prescribed; () for none."""
    row = row_of("opening_melds", counts, int)
    if len(row) not in (0, 2):
        raise RulesError(f"opening_melds must be a number of groups and one of runs, or empty, not {len(row)} numbers")
    for count in row:
        whole("each number of opening_melds", count, 0, 5)
    return row if any(row) else ()


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(BaseRules, MeldRules):
    """Every rule of an edition that is not the same in all of them. The defaults are those of `horesca`.

    Attributes:
        packs: How many packs of 52 cards, 1 to 3 (004.1). No more, since the search for melds counts up to three copies
            of a card.
        jokers: How many jokers there are in all, 0 to 12 (004.1).
        cards_dealt: How many cards each player is dealt (004.2): a number for two players, one for three, and so on,
            so that it also says how many may play. At most 25 cards, or 15 where there is an opening.
        min_players: The fewest players, 2 to 8 (004.1).
        ace: Whether an ace is low only, high only, may be either, or runs may go on from king to ace to two (C1).
        layoff_same_turn: Whether a player may lay off in the turn of the first own meld (C2).
        layoff_needs_own_meld: Whether only a player who has laid a meld may lay off (C2).
        melds_per_turn: How many new melds a turn may lay, 1 to 8; None for any number (C3).
        final_discard: Whether a player who goes out may do so by laying the last card, or must discard it (C4).
        restock: What happens to an exhausted stock when a player wants to draw: the whole discard pile is turned over
            (then it is empty); its top card stays and the rest is shuffled; or the deal ends (C6).
        shortest_run: The fewest cards in a run, 3 to 13 (004.4).
        longest_run: The most cards in a run, 13 to 14: each rank once; or one card more, with an ace at one end and a
            joker for the same ace at the other.
        group_suits: What the suits in a group are: all different, so that it has four cards at most; or any (C8).
        next_dealer: Who deals next: the player on the left, or the winner where two play (C9).
        match_end: What the points of a match do: a player who reaches them ends it; a player who has lost that many
            ends it, and the highest total wins; or such a player is out, and the last one left wins (C10).
        rummy_multiplier: What the score is multiplied by for a player who goes out with the whole hand in one turn,
            nothing laid before, 1 to 100 (C11).
        rummy_bonus: The points that such a player scores besides, 0 to 1000.
        rummy_needs_opening: Whether such a player, too, needs what first melds need; if not, any melds of the whole
            hand will do.
        out_from_round: From which round on a player may go out, 1 to 100 (004.9).
        match_deals: How many deals a match has, 1 to 10000; None where points decide (004.11).
        match_points: The total that ends a match, 1 to 1000000; None where the number of deals decides (004.11).
        take_discard: Whether the top of the discard pile may be taken freely, or only to be laid in the same turn; or
            freely by a player who has laid a meld, or an opening, in an earlier turn, and by others only to be laid.
        take_from_round: From which round on a card may be taken from the discard pile, 1 to 100.
        take_with_one_card: Whether a player with one card may take from the discard pile.
        buying: How often in a deal each player may buy, 0 to 10: a discard that the player whose turn it is leaves is
            offered to the others in turn, as long as they have laid no melds, or no opening.
        opening_points: The points that a player's first melds need, 0 to 200.
        opening_pure_run: Whether one of these melds must be a run without a joker.
        opening_melds: How many groups and how many runs they are, each 0 to 5: these and no others, and after them
            the player lays no more melds in the deal. Empty where any melds will do.
        max_jokers_per_meld: The most jokers in a meld, 0 to 12; None for any number.
        joker_place: Where jokers may lie: anywhere, or anywhere but side by side in a run.
        replace_joker: Whether a joker on the table may be replaced by the card that it stands for.
        joker_reuse: Where a joker that was taken must be laid in the same turn, in a new meld or in any; or whether it
            stays in the hand.
        discard_view: What a view shows of the discard pile: its top card, or all of it.
        take_depth: Whether only the top card of the discard pile may be taken; or any, with all above it, up to a hand
            of 26, if it is not the top one, to be laid in the same turn.
        scoring: Who scores: the winner, what the others have left (004.10); the losers, what they have left, as a loss;
            both; or everybody, what they have laid less what they have left.
        unmelded_points: What the hand of a player counts who has laid no meld, or no opening, 0 to 1000; None for what
            its cards count.
        ace_points: What an ace left in the hand counts, in points, 0 to 1000 (004.10).
        joker_points: What a joker left in the hand counts, in points, 0 to 1000.

    Raises:
        RulesError: If a field has a value that it cannot have, or the fields do not fit together.
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
    ace: Literal["low", "high", "high_or_low", "wrap"] = "low"
    layoff_same_turn: bool = True
    layoff_needs_own_meld: bool = True
    melds_per_turn: Annotated[int, Range(1, 8)] | None = 1
    final_discard: Literal["optional", "required"] = "optional"
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
    ace_points: Annotated[int, Range(0, 1000)] = 1
    joker_points: Annotated[int, Range(0, 1000)] = 20

    def __attrs_post_init__(self) -> None:
        """Check each field alone, then what they say together."""
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
                    f"{players} hands of {size}, a discard and a stock take {needed} cards; "
                    f"packs and jokers make {len(self.pieces)}"
                )

    def _contradictions(self) -> Iterator[tuple[bool, str]]:
        """Yield pairs: whether fields contradict one another, and how to say so."""
        opening, dealt = self.has_opening, max(self.cards_dealt)
        held = dealt + self.buying * (1 + DRAWN_WITH_BUY)  # by a player who buys as often as possible
        most_held = self.most_cards - 1  # between turns
        # No meld makes more: thirteen aces; or a run from the two to the ace, or with the ace at both ends.
        most_points = 11 * LONGEST if self.group_suits == "any" else 95 + (self.longest_run > LONGEST)
        yield (
            opening and not self.layoff_needs_own_meld,
            "with opening_points, opening_pure_run or opening_melds, layoff_needs_own_meld must be True",
        )
        yield (
            self.melds_per_turn == 1 and self.opening_points > most_points,
            f"one meld makes at most {most_points} points: opening_points is {self.opening_points}",
        )
        yield (
            opening and dealt > MOST_DEALT_TO_OPEN,
            f"with an opening at most {MOST_DEALT_TO_OPEN} cards may be dealt, not {dealt}",
        )
        yield held > most_held, f"a hand that buys may have {most_held} cards, and with these buys it has {held}"
        yield (
            self.take_depth == "any" and self.discard_view != "all",
            "with take_depth='any', discard_view must be 'all': players see what they could take",
        )
        yield (
            self.buying > 0 and self.take_depth == "any",
            "with buying, take_depth must be 'top': the top card is what is offered",
        )
        yield (
            not self.rummy_needs_opening and (not opening or self.opening_melds != ()),
            "with rummy_needs_opening=False, opening_points or opening_pure_run is needed, and no opening_melds",
        )
        yield (
            self.longest_run > LONGEST and self.ace != "high_or_low",
            "with longest_run=14, ace must be 'high_or_low': an ace lies at each end",
        )
        yield (
            self.min_players > self.max_players,
            f"min_players is {self.min_players}, above the {self.max_players} for whom there are hands",
        )
        yield from self._contradictions_of_scores()

    def _contradictions_of_scores(self) -> Iterator[tuple[bool, str]]:
        """Yield pairs as `_contradictions` does, of the fields that say who scores, and how a match ends."""
        melded = self.scoring == "melded"
        yield (
            self.scoring == "losers" and self.match_end == "reach",
            "with scoring='losers' nobody gains points: match_end must be 'lowest_at' or 'eliminate', not 'reach'",
        )
        yield (
            self.scoring == "winner" and self.match_end != "reach",
            f"with scoring='winner' nobody loses points: match_end must be 'reach', not {self.match_end!r}",
        )
        yield (
            melded and self.jokers > 0 and self.replace_joker,
            "with scoring='melded' and jokers, replace_joker must be False: who laid a joker keeps it",
        )
        yield (
            melded and (self.rummy_multiplier > 1 or self.rummy_bonus > 0 or self.unmelded_points is not None),
            "with scoring='melded' only cards score: rummy_multiplier must be 1, rummy_bonus 0, unmelded_points None",
        )

    def _check_opening_melds(self) -> None:
        groups, runs = self.opening_melds
        if self.melds_per_turn is not None:
            raise RulesError("with opening_melds, melds_per_turn must be None")
        needed, hand = 3 * groups + self.shortest_run * runs, min(self.cards_dealt) + 1
        if needed > hand:
            raise RulesError(f"opening_melds take {needed} cards, and a hand has {hand}")
        if self.opening_pure_run and not runs:
            raise RulesError("opening_pure_run needs a run among the opening_melds")

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that the rules allow (004.1)."""
        return tuple(range(self.min_players, self.max_players + 1))

    @property
    def pieces(self) -> tuple[Card, ...]:
        """Every card of the packs and the jokers, in canonical order (004.1)."""
        return full_pack(packs=self.packs, jokers=self.jokers)

    @property
    def most_cards(self) -> int:
        """The most cards in a hand while its player moves: 26, or where there is an opening 16, and 22 with buying."""
        if not self.has_opening:
            return MOST_CARDS
        return 1 + (MOST_BOUGHT_TO_OPEN if self.buying else MOST_DEALT_TO_OPEN)

    @property
    def max_players(self) -> int:
        """The most players (004.1)."""
        return len(self.cards_dealt) + 1

    @cached_property
    def has_opening(self) -> bool:
        """Whether a player's first melds must fulfil more than those of later turns."""
        return self.opening_points > 0 or self.opening_pure_run or self.opening_melds != ()


@typed
def longest(rules: Rules, players: int) -> int:
    """Return the most moves that a deal can have (C8).

    Args:
        rules: The rules.
        players: How many players.

    Returns:
        The number.

    Examples:
        >>> longest(Rules(), 6)
        6104
    """
    asked = players if rules.buying else 0  # who is offered the discard before the draw
    return MOST_ROUNDS * players * (2 + asked) + 2 * len(rules.pieces)


def hand_value(hand: Cards, rules: Rules = Rules()) -> int:
    """Return what the cards left in a hand count at the end of a deal (004.10).

    Args:
        hand: The cards.
        rules: The rules, which say what an ace and a joker count.

    Returns:
        The points.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        WrongType: If `hand` is neither text nor cards, or `rules` no `Rules`.

    Examples:
        >>> hand_value("KD AS 7H"), hand_value("QH 5D")
        (18, 15)
    """
    instance("rules", rules, Rules)
    return value_of(cards_of(hand, "hand"), rules)


@typed
def deadwood(hand: Cards, rules: Rules = Rules()) -> int:
    """Return the fewest points that can be left of a hand when melds are laid.

    Args:
        hand: The cards; at most 26.
        rules: The rules, which say where an ace may lie, how many jokers a meld may have, and what cards count.

    Returns:
        The points of the cards left over.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If it has too many cards, or more than three of a kind.
        TooLarge: If it takes too many steps, as with a dozen jokers.

    Examples:
        >>> deadwood("3S 4S 5S 5H 5D KD")
        17
        >>> deadwood("3S 4S 5S 5H 5D KD *")
        10
    """
    return deadwood_of(read_hand(hand), rules, Steps())


@typed
def best_melds(hand: Cards, rules: Rules = Rules()) -> tuple[Meld, ...]:
    """Return the melds of a hand that leave the fewest points; of such, those that leave the fewest cards.

    They are those of the hand, not of a turn: how many melds a turn may lay (one in `horesca`), and what the first
    ones need, is not asked.

    Args:
        hand: The cards; at most 26.
        rules: The rules, which say where an ace may lie, how many jokers a meld may have, and what cards count.

    Returns:
        The melds, runs first.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If it has too many cards, or more than three of a kind.
        TooLarge: If it takes too many steps, as with a dozen jokers.

    Examples:
        >>> [str(meld) for meld in best_melds("3S 4S 5S 5H 5D KD")]
        ['5S=5H=5D']
        >>> [str(meld) for meld in best_melds("3S 4S 5S 5H 5D KD *")]
        ['*-3S-4S', '5S=5H=5D']
    """
    return best_of(read_hand(hand), rules, Steps())


def read_hand(hand: Cards) -> tuple[Card, ...]:
    """Return the cards of a hand that a caller passes, in canonical order; refuse too many, and too many of a kind."""
    cards = cards_of(hand, "hand")
    if len(cards) > MOST_CARDS:
        raise RulesError(f"a hand has at most {MOST_CARDS} cards, not {len(cards)}")
    cards = tuple(sorted(cards))
    for card, fourth in zip(cards, cards[_MOST_COPIES:], strict=False):
        if card == fourth != JOKER:
            raise RulesError(f"there are at most {_MOST_COPIES} cards of a kind: {card}")
    return cards
