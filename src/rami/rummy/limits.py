"""The limits of the numbers in the rules."""

from collections.abc import Iterable

from rami.errors import RulesError
from rami.shapes import row_of, whole

MIN_PLAYERS = 2
"""The fewest players of a deal (004.1)."""
MOST_PLAYERS = 8
MOST_JOKERS = 12
"""The most jokers of all packs: the search for an opening counts up to fifteen."""
MOST_CARDS = 26
"""The most cards in a hand: one more than `Rules.cards_dealt` can give."""
MOST_DEALT_TO_OPEN = 15
"""The most cards dealt where there is an opening: what a hand can lay at once is then asked at every move."""
MOST_BOUGHT_TO_OPEN = 21
"""The most cards of a hand between turns where there is an opening, bought ones included."""
DRAWN_WITH_BUY = 1
"""The cards of the stock that come with a discard that is bought."""
MOST_ROUNDS = 500
"""The rounds after which a deal ends, whatever the players do (C7)."""


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
