"""The result of a deal, who deals next, and how a match is won."""

from rami.errors import RulesError
from rami.game import EndReason, MatchEnd, MatchWinner, Result
from rami.rummy.card_points import hand_value
from rami.rummy.melds import LONGEST, Run
from rami.rummy.moves import LayMeld, LayOff, ReplaceJoker
from rami.rummy.rules import Rules
from rami.rummy.state import State
from rami.shapes import one_of, typed


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
    one_of("state", state, (State,))
    if not state.is_over:
        return None
    rules = state.rules
    left = [hand_value(hand, rules) for hand in state.hands]
    if rules.scoring == "melded":
        return _melded(state, left)
    if not all(state.hands):
        winner = state.hand_sizes.index(0)
        factor = rules.rummy_multiplier if state.laid_in[winner] == state.turn else 1
        return Result(_scores(state, [factor * points for points in left], (winner,)), (winner,), EndReason.WENT_OUT)
    reason = EndReason.ROUND_LIMIT if state.turn >= state.players * rules.max_rounds else EndReason.BLOCKED
    if rules.blocked_hand == "void":
        return Result((0,) * state.players, (), reason)
    winners = tuple(seat for seat, points in enumerate(left) if points == min(left))
    return Result(_scores(state, [points - min(left) for points in left], winners), winners, reason)


def _melded(state: State, left: list[int]) -> Result:
    """Return the result where everybody scores what was laid less what is left; the most wins the deal."""
    out = not all(state.hands)
    late = state.turn >= state.players * state.rules.max_rounds
    reason = EndReason.WENT_OUT if out else EndReason.ROUND_LIMIT if late else EndReason.BLOCKED
    laid = state.laid_points or (0,) * state.players
    scores = tuple(points - lost for points, lost in zip(laid, left, strict=True))
    return Result(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)), reason)


def with_points(state: State, move: LayMeld | LayOff | ReplaceJoker) -> tuple[int, ...]:
    """Return the points of the cards that each player has laid, after a move; () where they do not score.

    A card counts as in the hand, but an ace before a two counts 1.
    """
    if state.rules.scoring != "melded":
        return ()
    cards, meld = (move.meld.cards if isinstance(move, LayMeld) else (move.card,)), move.meld
    gained = hand_value(cards, state.rules)
    if isinstance(meld, Run) and any(card.rank == 1 for card in cards):
        front = isinstance(move, LayOff) and (move.front or meld.end < LONGEST)
        if meld.start == 1 or (meld.start == 2 and front):
            gained -= state.rules.ace_points - 1
    before = state.laid_points or (0,) * state.players
    seat = state.current_player
    return (*before[:seat], before[seat] + gained, *before[seat + 1 :])


def _scores(state: State, lost: list[int], winners: tuple[int, ...]) -> tuple[int, ...]:
    """004.10: the winner is credited with what the others have left; they lose it, where the rules say so.

    Winners of a blocked deal share it; odd points go to them in turn, from the first after the last mover.
    """
    scoring = state.rules.scoring
    scores = [0 if scoring == "winner" else -points for points in lost]
    if scoring != "losers":
        share, odd = divmod(sum(lost), len(winners))
        in_turn = sorted(winners, key=lambda seat: (seat - state.current_player) % state.players)
        for place, seat in enumerate(in_turn):
            scores[seat] = share + (place < odd)
    return tuple(scores)


@typed
def next_dealer(state: State) -> int:
    """Return who deals next in a match (004.1, C9).

    Args:
        state: The last position of a deal.

    Returns:
        The seat. The one on its left starts: it is the `starter` for `deal`.

    Raises:
        RulesError: If the deal is still running.

    Examples:
        >>> from rami.rummy import Rules, apply, legal_moves, new_game
        >>> state = new_game(3, Rules(max_rounds=1), seed=1)
        >>> while not state.is_over:
        ...     state = apply(state, list(legal_moves(state))[-1])
        >>> state.dealer, next_dealer(state)
        (0, 1)
    """
    ended = result(state)
    if ended is None:
        raise RulesError("the deal is still running: who deals next is not decided")
    if state.rules.next_dealer == "winner_of_two" and state.players == 2 and len(ended.winners) == 1:
        return ended.winners[0]
    return (state.dealer + 1) % state.players


@typed
def next_starter(state: State) -> int:
    """Return who starts the next deal of a match: the seat on the left of `next_dealer` (004.5, C9).

    Args:
        state: The last position of a deal.

    Returns:
        The seat, for `Deal.starter`.

    Raises:
        RulesError: If the deal is still running.

    Examples:
        >>> from rami.rummy import Rules, apply, legal_moves, new_game
        >>> state = new_game(3, Rules(max_rounds=1), seed=1)
        >>> while not state.is_over:
        ...     state = apply(state, list(legal_moves(state))[-1])
        >>> state.starter, next_starter(state)
        (1, 2)
    """
    return (next_dealer(state) + 1) % state.players


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


@typed
def match_winner(rules: Rules) -> MatchWinner:
    """Return how a match is won (004.11, C10).

    Args:
        rules: The rules.

    Returns:
        `"total"`: by the most points.

    Examples:
        >>> match_winner(Rules())
        'total'
    """
    known: dict[str, MatchWinner] = {"highest_total": "total"}
    return known[rules.match_tie]
