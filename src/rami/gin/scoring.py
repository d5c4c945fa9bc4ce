"""Open hands, lay-offs and scores of Gin."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from attrs import frozen

from rami.cards import JOKER, Card, Cards, cards_of
from rami.cards.legal_melds import card_values, cards_that_may_meld, longer_melds, melds_in, value_of
from rami.cards.meld_search import best_of, deadwood_of, new_budget
from rami.cards.melds import Meld, Table
from rami.counting import rows_of
from rami.errors import MOST_NAMED, NotationError, RulesError, Violation
from rami.gin.moves import LayOff
from rami.gin.position import Spread, State, View
from rami.gin.rules import CARDS, HAND, MOST_TURNS, PLAYERS, TEXTS, Code, Rules
from rami.pieces import without
from rami.results import BaseEnding, BasePartReason, EndReason, Result, part_of, settled
from rami.shapes import check_seat, one_of, row_of, typed, typed_fields


def limit_of(position: State | View) -> int:
    """Return the maximum deadwood for a knock (G9, G10)."""
    return limit_with(position.rules, position.upcard)


def limit_with(rules: Rules, upcard: Card | None) -> int:
    """Return the maximum deadwood for a knock under the given rules (G9, G10).

    `upcard` is the first upcard of the deal, or None.
    """
    if upcard is None or not rules.knock_by_upcard:
        return rules.knock_limit
    if upcard.rank == 1 and rules.ace_upcard_gin_only:
        return 0
    return min(rules.knock_limit, card_values(CARDS)[upcard])


def best_melds(hand: Iterable[Card]) -> tuple[Meld, ...]:
    """Return the melds of a hand that leave the least deadwood."""
    return best_of(tuple(sorted(hand)), CARDS, new_budget())


def deadwood(hand: Iterable[Card]) -> int:
    """Return the least deadwood of a hand."""
    return deadwood_of(tuple(sorted(hand)), CARDS, new_budget())


def least_possible(hand: tuple[Card, ...]) -> int:
    """Return the points of the cards that fit in no meld.

    These points are a quick lower bound of the deadwood.
    """
    return value_of(hand, CARDS) - value_of(cards_that_may_meld(CARDS, hand), CARDS)


def spread(hand: Sequence[Card], melds: Table | None = None) -> Spread:
    """Return an open hand with the given melds.

    Without melds, the hand has the melds that leave the least deadwood.
    """
    laid = Table(best_melds(hand)) if melds is None else melds
    return Spread(laid, without(hand, laid.cards))


def arrangements(hand: tuple[Card, ...], limit: int) -> Iterator[Table]:
    """Yield the sets of melds that leave at most `limit` points of deadwood.

    Each set has one or more melds. The order is fixed.
    """
    if least_possible(hand) > limit:
        return
    melds = list(melds_in(CARDS, hand))
    values = [value_of(meld.cards, CARDS) for meld in melds]

    def with_more(first: int, chosen: tuple[Meld, ...], used: frozenset[Card], left: int) -> Iterator[Table]:
        """Yield the sets that contain the melds of `chosen`.

        The other melds have the index `first` or a higher index. `left` is the deadwood after the melds of `chosen`.
        """
        if chosen and left <= limit:
            yield Table(chosen)
        for index in range(first, len(melds)):
            meld = melds[index]
            if used.isdisjoint(meld.cards):
                yield from with_more(index + 1, (*chosen, meld), used.union(meld.cards), left - values[index])

    yield from with_more(0, (), frozenset(), value_of(hand, CARDS))


def read_hand(name: str, hand: Cards, *sizes: int) -> tuple[Card, ...]:
    """Convert an argument to a sorted hand.

    Raise `RulesError` if the hand has a wrong size or a card occurs twice.
    """
    cards = pack_cards(hand, name)
    if sizes and len(cards) not in sizes:
        raise RulesError(f"{name} must have {' or '.join(map(str, sizes))} cards, not {len(cards)}")
    check_once(cards)
    return tuple(sorted(cards))


def pack_cards(cards: Cards, name: str) -> tuple[Card, ...]:
    """Convert an argument to a tuple of cards.

    Raise `NotationError` for a joker, because the pack has no jokers.
    """
    row = cards_of(cards, name)
    if JOKER in row:
        raise NotationError(Violation(Code.NO_JOKER, (JOKER,)))
    return row


def check_once(cards: Sequence[Card]) -> None:
    """Raise `RulesError` if a card occurs twice (G1)."""
    if twice := without(cards, dict.fromkeys(cards)):
        raise RulesError(f"the pack has these cards only once: {' '.join(map(str, twice[:MOST_NAMED]))}")


class Ending(BaseEnding, texts=TEXTS):
    """The way in which a deal ended. It is the `detail` of a `Result`.

    Attributes:
        KNOCK: The knocker had less deadwood than the opponent, or equal deadwood if a tie does not count as an
            undercut (G13, G15).
        GIN: The knocker had no deadwood (G14).
        BIG_GIN: The knocker had eleven cards and no deadwood (G14).
        UNDERCUT: The opponent had at most as much deadwood as the knocker (G15).
        DEAD: Nobody knocked (G16).
    """

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big_gin"
    UNDERCUT = "undercut"
    DEAD = "dead"


class PartReason(BasePartReason, texts=TEXTS):
    """A reason why the winner of a deal scores points.

    Attributes:
        DIFFERENCE: The difference in deadwood (G13).
        GIN: The bonus for gin (G14).
        BIG_GIN: The bonus for big gin (G14).
        UNDERCUT: The bonus for an undercut (G15).
    """

    DIFFERENCE = "difference"
    GIN = "gin"
    BIG_GIN = "big_gin"
    UNDERCUT = "undercut"


class Showdown(NamedTuple):
    """The outcome of a knock.

    Attributes:
        winner: The player who scores.
        detail: The ending of the deal.
        difference: The difference in deadwood.
        bonus: The bonus of the winner.
        knocker: The open hand of the knocker, without the cards that the defender laid off.
        defender: The open hand of the other player, without the cards that were laid off.
        laid_off: The cards that the defender laid off, in canonical order.
    """

    winner: Literal["knocker", "defender"]
    detail: Ending
    difference: int
    bonus: int
    knocker: Spread
    defender: Spread
    laid_off: tuple[Card, ...] = ()

    @property
    def points(self) -> int:
        """The points that the winner scores."""
        return self.difference + self.bonus


def showdown(hand: Cards, other: Cards, rules: Rules = Rules()) -> Showdown:
    """Return the outcome of a knock (G12 to G15).

    The opponent lays off the best cards.

    The limit of the knock, which may depend on the upcard, is not checked. Eleven cards are big gin.
    """
    own, others = read_hand("hand", hand, HAND, HAND + 1), read_hand("other", other, HAND)
    check_once((*own, *others))
    laid = spread(own)
    if len(own) > HAND and (rules.big_gin_bonus is None or laid.unmatched):
        raise RulesError("a knock with eleven cards must be a big gin that the rules allow, with all cards in melds")
    moves = layoffs_to_make(laid.melds, others) if laid.unmatched or rules.layoff_on_gin else ()
    off = tuple(sorted(move.card for move in moves))
    return scored(laid, spread(without(others, off)), rules, off)


def scored(knocker: Spread, defender: Spread, rules: Rules, laid_off: tuple[Card, ...] = ()) -> Showdown:
    """Return the outcome of a knock after both hands are laid open (G13 to G15)."""
    difference = defender.deadwood - knocker.deadwood
    if knocker.unmatched:
        is_undercut = difference < 0 or (difference == 0 and rules.undercut_on_tie)
        ending = Ending.UNDERCUT if is_undercut else Ending.KNOCK
    else:
        # With the cards laid off, the two hands have 21 cards after big gin, and 20 cards after gin.
        cards = len(knocker.cards) + len(defender.cards) + len(laid_off)
        ending = Ending.BIG_GIN if cards > PLAYERS * HAND else Ending.GIN
    winner: Literal["knocker", "defender"] = "defender" if ending is Ending.UNDERCUT else "knocker"
    return Showdown(winner, ending, abs(difference), _bonus(ending, rules), knocker, defender, laid_off)


def _bonus(ending: Ending, rules: Rules) -> int:
    """Return the bonus of the winner for the ending of a deal (G14, G15)."""
    if ending is Ending.GIN:
        return rules.gin_bonus
    if ending is Ending.BIG_GIN:
        return rules.big_gin_bonus or 0
    return rules.undercut_bonus if ending is Ending.UNDERCUT else 0


# ---------------------------------------------------------------------------------------------------------- laying off


def layoffs(melds: Table, hand: Iterable[Card]) -> Iterator[LayOff]:
    """Yield the possible lay-offs of a hand (G12).

    There is one lay-off for each card and each meld that the card fits. The order is fixed.
    """
    fitting = [(card, meld) for meld in dict.fromkeys(melds) for card, _ in longer_melds(CARDS, meld)]
    return (LayOff(card, meld) for card in hand for fits, meld in fitting if fits == card)


def lay_off(melds: Table, move: LayOff) -> Table:
    """Return the melds after a legal lay-off (G12)."""
    longer = dict(longer_melds(CARDS, move.meld))[move.card]
    return Table((*without(melds, (move.meld,)), longer))


def layoffs_to_make(melds: Table, hand: tuple[Card, ...]) -> tuple[LayOff, ...]:
    """Return the lay-offs that leave the least deadwood.

    The lay-offs are legal in this order.
    """
    choices: dict[tuple[Card, ...], tuple[LayOff, ...]] = {}
    frontier: list[tuple[Table, tuple[LayOff, ...]]] = [(melds, ())]
    reached = {melds}
    # The loop appends tables to `frontier` and then also visits them.
    for table, moves in frontier:
        off = tuple(sorted(move.card for move in moves))
        choices.setdefault(off, moves)
        for move in layoffs(table, without(hand, off)):
            if (following := lay_off(table, move)) not in reached:
                reached.add(following)
                frontier.append((following, (*moves, move)))
    return choices[min(choices, key=lambda off: (deadwood(without(hand, off)), len(off), off))]


# ---------------------------------------------------------------------------------------------------- deals and matches


def result(position: State | View) -> Result | None:
    """Return the result of a deal that is over (G13 to G17).

    Args:
        position: The position, or any view of it.

    Returns:
        The scores with their parts, the winner, and an `Ending` as `detail`. None while the deal is running.

    Examples:
        >>> from rami.gin import new_game
        >>> result(new_game(2, seed=1)) is None
        True
    """
    one_of("position", position, (State, View))
    if not position.is_over:
        return None
    knocker = position.knocker
    if knocker is None:
        limit = position.turn + 1 >= MOST_TURNS
        return settled(PLAYERS, (), EndReason.ROUND_LIMIT if limit else EndReason.BLOCKED, (), Ending.DEAD)
    laid, other = (position.spreads[seat] or Spread() for seat in (knocker, 1 - knocker))
    return _settled(scored(laid, other, position.rules), knocker)


@typed
def score(hands: Iterable[Cards], *, knocker: int | None, rules: Rules = Rules()) -> Result:
    """Return the scores of a deal that was played with physical cards (G12 to G17).

    Both hands use the melds that leave the least deadwood, and the knocker's opponent lays off the best cards. The
    limit of the knock is not checked, because it may depend on the upcard.

    Args:
        hands: The two hands, by seat, with ten cards each. The knocker's hand is given without the discard. A knocker
            with eleven cards, which must all be in melds, has big gin.
        knocker: The seat that knocked; None for a dead deal, in which nobody knocked.
        rules: The rules of the deal.

    Returns:
        The scores with their parts, the winner, and an `Ending` as `detail`, for a `Match`.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If the hands cannot exist.
        WrongType: If an argument has another type.

    Examples:
        >>> hands = ["AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "4S 5S QH KH KD 2C 2D 2H 7C 8D"]
        >>> ended = score(hands, knocker=0)
        >>> ended.scores, ended.detail
        ((21, 0), <Ending.KNOCK: 'knock'>)
    """
    row = rows_of("hands", hands)
    if len(row) != PLAYERS:
        raise RulesError(f"there must be {PLAYERS} hands, not {len(row)}")
    first, second = row
    check_seat("knocker", knocker, PLAYERS)
    if knocker is None:
        check_once((*read_hand("hands[0]", first, HAND), *read_hand("hands[1]", second, HAND)))
        return settled(PLAYERS, (), EndReason.BLOCKED, (), Ending.DEAD)
    own, other = (second, first) if knocker else (first, second)
    return _settled(showdown(own, other, rules), knocker)


def _settled(found: Showdown, knocker: int) -> Result:
    winner = knocker if found.winner == "knocker" else 1 - knocker
    parts = [part_of(winner, PartReason.DIFFERENCE, found.difference)]
    if found.detail is not Ending.KNOCK:
        parts.append(part_of(winner, PartReason(found.detail.value), found.bonus))
    return settled(PLAYERS, (winner,), EndReason.WENT_OUT, parts, found.detail)


@typed
def next_starter(result: Result, starter: int | None, rules: Rules = Rules()) -> int | None:  # noqa: ARG001
    """Return the seat that starts the next deal of a match.

    The winner starts, because the loser deals. After a dead deal, the same player deals again (G2).

    Args:
        result: The result of a deal.
        starter: The seat that started this deal; None if it is unknown.
        rules: The rules of the deal.

    Returns:
        The seat, for `Deal.starter`; None if it is unknown.

    Examples:
        >>> next_starter(Result((0, 30), (1,), EndReason.WENT_OUT), 0)
        1
    """
    return result.winners[0] if result.winners else starter


@frozen(field_transformer=typed_fields)
class MatchScore:
    """The score of a match.

    Attributes:
        totals: The points of each player, by seat. If the match is over, the points include all bonuses.
        winner: The seat that has won the match; None while the match is running.
        points: The points of the deals alone, by seat.
        boxes: The number of deals that each player has won, by seat.
        shutout: Whether the match is over and the loser has no points.

    Examples:
        >>> from rami.results import EndReason
        >>> result = Result((30, 0), (0,), EndReason.WENT_OUT)
        >>> score = score_match([result] * 4)
        >>> score.totals, score.winner, score.points, score.boxes, score.shutout
        ((640, 0), 0, (120, 0), (4, 0), True)
    """

    totals: tuple[int, ...]
    winner: int | None
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    shutout: bool


@typed
def score_match(results: Iterable[Result], rules: Rules = Rules()) -> MatchScore:
    """Return the score of a match, including its bonuses (G18).

    There are bonuses for the game, the boxes and a shutout.

    The match is over when a player has `rules.match_points` in the deals alone. That player wins and scores the game
    bonus. Each player scores the box bonus for every deal won. If the loser has no points, the shutout either doubles
    the winner's total or adds a bonus to it.

    Args:
        results: The results of the deals in the order of play, for example `Match.results`.
        rules: The rules of the match.

    Returns:
        The totals, and the winner.

    Raises:
        RulesError: If a result does not have two players, or follows the end of the match.

    Examples:
        >>> from rami.results import EndReason
        >>> deals = [(0, 30), (25, 0), (30, 0), (0, 85)]
        >>> results = [Result(scores, (scores.index(max(scores)),), EndReason.WENT_OUT) for scores in deals]
        >>> score_match(results).totals, score_match(results[:3]).totals
        ((105, 265), (55, 30))
    """
    row, points, boxes = of_two(results), [0] * PLAYERS, [0] * PLAYERS
    for number, ended in enumerate(row):
        if max(points) >= rules.match_points:
            raise RulesError(f"the match is over after {number} deals, but there are more results")
        for seat in range(PLAYERS):
            points[seat] += ended.scores[seat]
            boxes[seat] += seat in ended.winners
    if max(points) < rules.match_points:
        return MatchScore(tuple(points), None, tuple(points), tuple(boxes), False)
    added = [by_seat for _, by_seat in bonuses(row, rules)]
    totals = tuple(map(sum, zip(points, *added, strict=True)))
    winner = points.index(max(points))
    return MatchScore(totals, winner, tuple(points), tuple(boxes), not points[1 - winner])


def bonuses(results: tuple[Result, ...], rules: Rules) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the bonuses at the end of a match (G18).

    Each bonus has a name and a value for each seat. There are bonuses for the game, the boxes and a shutout.
    """
    points = [sum(each.scores[seat] for each in results) for seat in range(PLAYERS)]
    boxes = [rules.box_bonus * sum(seat in each.winners for each in results) for seat in range(PLAYERS)]
    winner = points.index(max(points))
    game = [rules.game_bonus * (seat == winner) for seat in range(PLAYERS)]
    rows = [("game", game), ("boxes", boxes)]
    total = points[winner] + boxes[winner] + rules.game_bonus
    bonus = total if rules.shutout == "double" else rules.shutout
    if bonus and not points[1 - winner]:
        rows.append(("shutout", [bonus * (seat == winner) for seat in range(PLAYERS)]))
    return tuple((name, tuple(row)) for name, row in rows)


def of_two(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return the results as a tuple.

    Raise `RulesError` if a result does not have two players.
    """
    row = row_of("results", results, Result)
    for each in row:
        if len(each.scores) != PLAYERS:
            raise RulesError(f"each result must have {PLAYERS} players, not {len(each.scores)}")
    return row
