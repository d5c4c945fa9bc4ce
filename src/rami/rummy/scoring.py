"""Results of deals and matches."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rami.cards import JOKER, Card, Cards, cards_of
from rami.cards.legal_melds import value_of
from rami.cards.melds import Meld, Run
from rami.counting import left_by_seat, row_by_seat
from rami.errors import RulesError
from rami.game import MatchEnd
from rami.positions import open_hands, replaced
from rami.results import BasePartReason, EndReason, Part, Result, part_of, settled
from rami.rummy.moves import Laying, LayMeld, meld_after
from rami.rummy.position import State, View
from rami.rummy.rules import MOST_ROUNDS, TEXTS, Rules, hand_value
from rami.shapes import altered, instance, one_of, typed


class PartReason(BasePartReason, texts=TEXTS):
    """A reason why a player scores or loses points.

    Attributes:
        CARDS_LEFT: Cards left in a hand, except jokers (004.10).
        JOKERS_LEFT: Jokers left in the player's own hand, or in the hand of a loser.
        NEVER_MELDED: The fixed value of the hand of a player without first melds (`Rules.unmelded_points`).
        RUMMY_MULTIPLIED: Additional points of the deal if the winner lays the whole hand in one turn (C11).
        RUMMY_BONUS: The bonus of a winner who lays the whole hand in one turn.
        LAID: Cards that the player has laid, if laid cards score (`Rules.scoring`).
    """

    CARDS_LEFT = "cards_left"
    JOKERS_LEFT = "jokers_left"
    NEVER_MELDED = "never_melded"
    RUMMY_MULTIPLIED = "rummy_multiplied"
    RUMMY_BONUS = "rummy_bonus"
    LAID = "laid"


class Left(NamedTuple):
    """Cards that count against a player."""

    reason: PartReason
    points: int
    cards: tuple[Card, ...]


def result(position: State | View) -> Result | None:
    """Return the result of a deal that is over (004.9, 004.10, C7, C11).

    Args:
        position: The position, or any view of it.

    Returns:
        The scores with their parts, and the winners. None while the deal is running.

    Raises:
        RulesError: If a view of a finished deal was made by hand and does not show all hands.

    Examples:
        >>> from rami.rummy import new_game
        >>> result(new_game(2, seed=1)) is None
        True
    """
    one_of("position", position, (State, View))
    if not position.is_over:
        return None
    winner = position.hand_sizes.index(0) if 0 in position.hand_sizes else None
    has_played_all = position.turn >= position.players * MOST_ROUNDS
    hands = zip(open_hands(position), position.has_melded, strict=True)
    return _settled(
        position.rules,
        [_cards_left(hand, position.rules, melded=melded) for hand, melded in hands],
        position.laid_points or (0,) * position.players,
        winner=winner,
        at_once=winner is not None and position.laid_in[winner] == position.turn,
        blocked=EndReason.ROUND_LIMIT if has_played_all else EndReason.BLOCKED,
    )


def score(
    hands: Iterable[Cards],
    *,
    winner: int | None,
    melded: Iterable[bool] | None = None,
    laid_points: Iterable[int] | None = None,
    rules: Rules = Rules(),
) -> Result:
    """Return the scores of a deal that was played with physical cards (004.9, 004.10, C7, C11).

    Args:
        hands: The cards left in each hand, by seat.
        winner: The seat that went out; None if the deal was blocked.
        melded: By seat, whether the winner had laid cards before the last turn, and whether the others had laid their
            first melds. Required if a player went out and the scores depend on this: by `rules.rummy_multiplier`,
            `rules.rummy_bonus` or `rules.unmelded_points`.
        laid_points: The points of the cards that each player has laid, by seat. Required if laid cards score
            (`rules.scoring`).
        rules: The rules of the deal.

    Returns:
        The scores and winners, for a `Match`.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If no deal can end in this way, or an argument that the rules need is not given.
        WrongType: If an argument has another type.

    Examples:
        >>> score(["", "KD 5H", "AS 2S"], winner=0).scores
        (18, 0, 0)
        >>> from rami.rummy import PRESETS
        >>> score(["", "KD 5H", "AS 2S"], winner=0, melded=[False, True, True], rules=PRESETS["bicycle"]).scores
        (36, -30, -6)
    """
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    allowed = range(rules.min_players, rules.max_players + 1)
    left = left_by_seat("hands", hands, cards_of, winner=winner, seats=allowed, every=rules.pieces, of="the pack")
    given_melded = row_by_seat("melded", melded, bool, len(left))
    laid = row_by_seat("laid_points", laid_points, int, len(left))
    _check_given(rules, winner, given_melded, laid)
    had_melded = given_melded or (True,) * len(left)
    return _settled(
        rules,
        [_cards_left(hand, rules, melded=melded) for hand, melded in zip(left, had_melded, strict=True)],
        laid or (0,) * len(left),
        winner=winner,
        at_once=winner is not None and not had_melded[winner],
        blocked=EndReason.BLOCKED,
    )


def _check_given(
    rules: Rules, winner: int | None, melded: tuple[bool, ...] | None, laid: tuple[int, ...] | None
) -> None:
    if laid is None and rules.scoring == "melded":
        raise RulesError("laid_points must be given, because scoring is 'melded'")
    if melded is not None or winner is None:
        return
    if rules.unmelded_points is not None:
        raise RulesError(f"melded must be given, because unmelded_points is {rules.unmelded_points}, not None")
    if rules.rummy_multiplier > 1 or rules.rummy_bonus > 0:
        raise RulesError("melded must be given, because the rules have a rummy_multiplier or a rummy_bonus")


def _cards_left(hand: tuple[Card, ...], rules: Rules, *, melded: bool) -> tuple[Left, ...]:
    """Return the cards that count against a player (004.10)."""
    if hand and not melded and rules.unmelded_points is not None:
        return (Left(PartReason.NEVER_MELDED, rules.unmelded_points, hand),)
    if JOKER not in hand:
        return (Left(PartReason.CARDS_LEFT, value_of(hand, rules), hand),)
    cards = tuple(card for card in hand if card != JOKER)
    jokers = (JOKER,) * (len(hand) - len(cards))
    return (
        Left(PartReason.CARDS_LEFT, value_of(cards, rules), cards),
        Left(PartReason.JOKERS_LEFT, value_of(jokers, rules), jokers),
    )


def _settled(
    rules: Rules,
    left: Sequence[tuple[Left, ...]],
    laid: Sequence[int],
    *,
    winner: int | None,
    at_once: bool,
    blocked: EndReason,
) -> Result:
    """Return the result of a deal.

    Args:
        rules: The rules of the deal.
        left: The cards that count against each player, by seat.
        laid: The points that each player has laid, by seat.
        winner: The seat that went out, or None.
        at_once: Whether the winner laid the whole hand in one turn (C11).
        blocked: The reason if nobody went out.
    """
    reason = blocked if winner is None else EndReason.WENT_OUT
    if rules.scoring == "melded":
        ended = settled(len(left), (), reason, _melded_parts(left, laid))
        best = max(ended.scores)
        return altered(ended, winners=tuple(seat for seat, score in enumerate(ended.scores) if score == best))
    if winner is None:
        return settled(len(left), (), reason, ())
    return settled(len(left), (winner,), reason, _parts(rules, left, winner, at_once=at_once))


def _melded_parts(left: Sequence[tuple[Left, ...]], laid: Sequence[int]) -> Iterator[Part]:
    for seat, (points, rest) in enumerate(zip(laid, left, strict=True)):
        yield part_of(seat, PartReason.LAID, points)
        for reason, lost, cards in rest:
            yield part_of(seat, reason, -lost, cards)


def _parts(rules: Rules, left: Sequence[tuple[Left, ...]], winner: int, *, at_once: bool) -> Iterator[Part]:
    """Yield the parts of the scores (004.10, C11)."""
    more = rules.rummy_multiplier - 1 if at_once else 0
    everything = 0
    for seat, rest in enumerate(left):
        total = sum([points for _, points, _ in rest])
        everything += total
        for reason, points, cards in rest:
            if rules.scoring != "losers":
                yield part_of(winner, reason, points, cards, of=seat)
            if rules.scoring != "winner":
                yield part_of(seat, reason, -points, cards)
        if rules.scoring != "winner":
            yield part_of(seat, PartReason.RUMMY_MULTIPLIED, -more * total)
    if rules.scoring != "losers":
        yield part_of(winner, PartReason.RUMMY_MULTIPLIED, more * everything)
    if at_once:
        yield part_of(winner, PartReason.RUMMY_BONUS, rules.rummy_bonus)


def with_points(state: State, move: Laying) -> tuple[int, ...]:
    """Return the points of the cards that each player has laid after a move.

    If laid cards do not score, return ().
    """
    rules, seat = state.rules, state.current_player
    if rules.scoring != "melded":
        return ()
    gained = _laid_value(rules, move.meld)
    if not isinstance(move, LayMeld):
        longer = meld_after(rules, state.table, move)
        assert longer is not None
        gained = _laid_value(rules, longer) - gained
    before = state.laid_points or (0,) * state.players
    return replaced(before, seat, before[seat] + gained)


def _laid_value(rules: Rules, meld: Meld) -> int:
    has_low_ace = isinstance(meld, Run) and meld.start == 1 and JOKER not in meld.cards[:1]
    return hand_value(meld.cards, rules) - (rules.ace_points - 1) * has_low_ace


@typed
def next_starter(result: Result, starter: int | None, rules: Rules = Rules()) -> int | None:
    """Return the seat that starts the next deal of a match.

    This seat is on the left of the dealer (004.1, 004.5, C9).

    The players deal in turn. If `rules.next_dealer` is `"winner_of_two"` and there are two players, the winner deals.

    Args:
        result: The result of a deal.
        starter: The seat that started this deal; None if it is unknown.
        rules: The rules of the deal.

    Returns:
        The seat, for `Deal.starter`; None if it is unknown.

    Examples:
        >>> next_starter(Result((0, -5, -9), (0,), EndReason.WENT_OUT), 2)
        0
    """
    players = len(result.scores)
    if rules.next_dealer == "winner_of_two" and players == 2 and len(result.winners) == 1:
        return 1 - result.winners[0]
    return None if starter is None else (starter + 1) % players


@typed
def match_end(rules: Rules) -> MatchEnd:
    """Return the rule by which points decide a match (C10).

    Args:
        rules: The rules of the match.

    Returns:
        `Rules.match_end`.

    Examples:
        >>> match_end(Rules())
        'reach'
    """
    return rules.match_end
