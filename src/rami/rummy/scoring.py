"""The result of a deal, who deals next, and how a match is won."""

from collections.abc import Iterable, Sequence

from rami.cards import JOKER, Card, Cards, cards_of
from rami.cards.melds import Meld, Run
from rami.counting import left_by_seat, row_by_seat
from rami.errors import RulesError
from rami.game import EndReason, MatchEnd, Result
from rami.positions import replaced
from rami.rummy.moves import Laying, LayMeld, meld_after
from rami.rummy.position import State
from rami.rummy.rules import MOST_ROUNDS, Rules, hand_value
from rami.shapes import instance, typed


@typed
def result(state: State) -> Result | None:
    """Return how a deal ended (004.9, 004.10, C7, C11).

    Args:
        state: The position.

    Returns:
        The scores and winners, or None while the deal runs.

    Examples:
        >>> from rami.rummy import new_game
        >>> result(new_game(2, seed=1)) is None
        True
    """
    if not state.is_over:
        return None
    winner = state.hand_sizes.index(0) if 0 in state.hand_sizes else None
    has_played_all = state.turn >= state.players * MOST_ROUNDS
    hands = zip(state.hands, state.has_melded, strict=True)
    return _scored(
        state.rules,
        [_points(hand, state.rules, melded=melded) for hand, melded in hands],
        state.laid_points or (0,) * state.players,
        winner=winner,
        at_once=winner is not None and state.laid_in[winner] == state.turn,
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
    """Return what the players of a real deal score (004.9, 004.10, C7, C11).

    Args:
        hands: The cards left in each hand, by seat.
        winner: The seat that went out; None if the deal was blocked.
        melded: By seat, whether the winner had laid cards before the last turn, and the others their first melds. It
            must be given where somebody went out and `rules.rummy_multiplier` or `rules.rummy_bonus` rewards a winner
            who had not, or `rules.unmelded_points` is what the hand of another counts.
        laid_points: What the cards count that each player has laid, by seat. It must be given where that scores
            (`rules.scoring`).
        rules: The rules of the deal.

    Returns:
        The scores and winners, for a `Match`.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If no deal can end so, or an argument that the rules need is not given.
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
    had_melded = given_melded or (True,) * len(left)  # it is not given where it makes no difference
    return _scored(
        rules,
        [_points(hand, rules, melded=melded) for hand, melded in zip(left, had_melded, strict=True)],
        laid or (0,) * len(left),
        winner=winner,
        at_once=winner is not None and not had_melded[winner],
        blocked=EndReason.BLOCKED,
    )


def _check_given(
    rules: Rules, winner: int | None, melded: tuple[bool, ...] | None, laid: tuple[int, ...] | None
) -> None:
    """Refuse a score that depends on what was not given."""
    if laid is None and rules.scoring == "melded":
        raise RulesError("by these rules the cards score that were laid: laid_points must say what they count")
    # Where nobody goes out, it makes no difference: all score 0, or by "melded", which has no such rules.
    if melded is not None or winner is None:
        return
    if rules.unmelded_points is not None:
        raise RulesError(
            f"by these rules the hand of a player who has not laid the first melds counts {rules.unmelded_points}: "
            "melded must say who had laid them"
        )
    if rules.rummy_multiplier > 1 or rules.rummy_bonus > 0:
        raise RulesError(
            "by these rules a winner who lays the whole hand in one turn scores more: "
            "melded must say who had laid cards"
        )


def _points(hand: tuple[Card, ...], rules: Rules, *, melded: bool) -> int:
    """Return what a hand counts; that of a player without first melds may have a fixed value (004.10)."""
    if hand and not melded and rules.unmelded_points is not None:
        return rules.unmelded_points
    return hand_value(hand, rules)


def _scored(
    rules: Rules, left: Sequence[int], laid: Sequence[int], *, winner: int | None, at_once: bool, blocked: EndReason
) -> Result:
    """Return the result of a deal from the points that each player has left and has laid.

    `at_once` says that the winner laid the whole hand in one turn (C11); `blocked` is the reason of a deal in which
    nobody went out.
    """
    reason = blocked if winner is None else EndReason.WENT_OUT
    if rules.scoring == "melded":
        scores = tuple(gained - lost for gained, lost in zip(laid, left, strict=True))
        return Result(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)), reason)
    if winner is None:
        return Result((0,) * len(left), (), reason)
    factor, bonus = (rules.rummy_multiplier, rules.rummy_bonus) if at_once else (1, 0)
    gain = bonus if rules.scoring == "losers" else bonus + factor * sum(left)
    losses = tuple(0 if rules.scoring == "winner" else -factor * points for points in left)
    return Result(replaced(losses, winner, gain), (winner,), reason)


def with_points(state: State, move: Laying) -> tuple[int, ...]:
    """Return the points of the cards that each player has laid, after a move; () where they do not score."""
    rules, seat = state.rules, state.current_player
    if rules.scoring != "melded":
        return ()
    gained = _laid_value(rules, move.meld)
    if not isinstance(move, LayMeld):
        longer = meld_after(rules, state.table, move)
        assert longer is not None  # check saw to it
        gained = _laid_value(rules, longer) - gained
    before = state.laid_points or (0,) * state.players
    return replaced(before, seat, before[seat] + gained)


def _laid_value(rules: Rules, meld: Meld) -> int:
    """Return what the cards of a meld count for those who lay them: as in the hand, but 1 for an ace before a two."""
    has_low_ace = isinstance(meld, Run) and meld.start == 1 and JOKER not in meld.cards[:1]
    return hand_value(meld.cards, rules) - (rules.ace_points - 1) * has_low_ace


@typed
def next_starter(result: Result, starter: int | None, rules: Rules = Rules()) -> int | None:
    """Return who starts the next deal of a match: the seat on the left of its dealer (004.1, 004.5, C9).

    The players deal in turn; under `next_dealer="winner_of_two"` the winner deals where two play.

    Args:
        result: The result of a deal.
        starter: The seat that started it; None if that is not known.
        rules: The rules of the deal.

    Returns:
        The seat, for `Deal.starter`; None if it is not known.

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
    """Return what the points of a match do (C10).

    Args:
        rules: The rules of the match.

    Returns:
        `Rules.match_end`.

    Examples:
        >>> match_end(Rules())
        'reach'
    """
    return rules.match_end
