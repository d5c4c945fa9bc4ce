"""The result of a deal, the starter of the next one, and the score of a match."""

from collections.abc import Iterable

from attrs import frozen

from rami.counting import rows_of
from rami.errors import RulesError
from rami.game import EndReason, Result
from rami.gin.rules import GAME_BONUS, HAND, MOST_TURNS, PLAYERS, TEXTS, Rules
from rami.gin.showdown import Ending, Showdown, check_once, read_hand, scored, showdown
from rami.gin.state import Spread, State
from rami.rummy import Card
from rami.sentences import Phrase
from rami.shapes import check_seat, one_of, row_of, typed, typed_fields


def result(state: State) -> Result | None:
    """Return how a deal ended (G13 to G17).

    Args:
        state: The position.

    Returns:
        The scores, the winner, and as `detail` an `Ending`; None while the deal runs.

    Examples:
        >>> from rami.gin import new_game
        >>> result(new_game(2, seed=1)) is None
        True
    """
    one_of("state", state, (State,))
    if not state.is_over:
        return None
    knocker = state.knocker
    if knocker is None:
        limit = state.turn + 1 >= MOST_TURNS
        return Result((0, 0), (), EndReason.ROUND_LIMIT if limit else EndReason.BLOCKED, Ending.DEAD)
    laid, other = (state.spreads[seat] or Spread() for seat in (knocker, 1 - knocker))
    return _settled(scored(laid, other, state.rules), knocker)


@typed
def score(hands: Iterable[str | Iterable[Card]], *, knocker: int | None, rules: Rules = Rules()) -> Result:
    """Return what the players of a real deal score, each with the best melds, and the best cards laid off (G12 to G17).

    It does not check the limit of the knock, which may depend on the upcard.

    Args:
        hands: The two hands, by seat, in notation or as cards: ten cards each, the knocker's without the discard; of
            eleven cards, all of them in melds, it is big gin.
        knocker: The seat that knocked; None for a dead deal, in which nobody did.
        rules: The rules of the deal.

    Returns:
        The scores, the winner, and as `detail` an `Ending`, for a `Match`.

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
        raise RulesError(f"hands must be those of {PLAYERS} players, not of {len(row)}")
    first, second = row
    check_seat("knocker", knocker, PLAYERS)
    if knocker is None:
        check_once((*read_hand("hand 0", first, HAND), *read_hand("hand 1", second, HAND)))
        return Result((0, 0), (), EndReason.BLOCKED, Ending.DEAD)
    own, other = (second, first) if knocker else (first, second)
    return _settled(showdown(own, other, rules), knocker)


def _settled(found: Showdown, knocker: int) -> Result:
    winner = knocker if found.winner == "knocker" else 1 - knocker
    scores = tuple(found.points if seat == winner else 0 for seat in range(PLAYERS))
    return Result(scores, (winner,), EndReason.WENT_OUT, found.detail)


@typed
def next_starter(result: Result, starter: int | None, rules: Rules = Rules()) -> int | None:  # noqa: ARG001
    """Return who starts the next deal of a match.

    It is the winner, since the loser deals; after a dead deal the same player deals again (G2).

    Args:
        result: The result of a deal.
        starter: The seat that started it; None if that is not known.
        rules: The rules of the deal.

    Returns:
        The seat, for `Deal.starter`; None if it is not known.

    Examples:
        >>> next_starter(Result((0, 30), (1,), EndReason.WENT_OUT), 0)
        1
    """
    return result.winners[0] if result.winners else starter


@frozen(field_transformer=typed_fields)
class MatchScore:
    """The score of a match.

    Attributes:
        totals: The points of each player, by seat; once the match is over, with all bonuses.
        winner: The seat that has won the match; None while it runs.
        points: The points of the deals alone, by seat.
        boxes: How many deals each player has won, by seat.
        shutout: Whether the match is over, and the loser has no point.
    """

    totals: tuple[int, ...]
    winner: int | None
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    shutout: bool


@typed
def score_match(results: Iterable[Result], rules: Rules = Rules()) -> MatchScore:
    """Return the score of a match, with the bonuses for the game, the boxes and a shutout (G18).

    The match is over when a player has `rules.match_points` in the deals alone. That player wins, and scores the game
    bonus; each player scores the box bonus for every deal won. If the loser has no point, the winner's total is
    doubled, or has the bonus for a shutout added.

    Args:
        results: The results of the deals in their order, `Match.results` for example.
        rules: The rules of the match.

    Returns:
        The totals, and the winner.

    Raises:
        RulesError: If a result is not one of two players, or comes after the end.

    Examples:
        >>> from rami.game import EndReason
        >>> deals = [(0, 30), (25, 0), (30, 0), (0, 85)]
        >>> results = [Result(scores, (scores.index(max(scores)),), EndReason.WENT_OUT) for scores in deals]
        >>> score_match(results).totals, score_match(results[:3]).totals
        ((105, 265), (55, 30))
    """
    row, points, boxes = _of_two(results), [0] * PLAYERS, [0] * PLAYERS
    for number, ended in enumerate(row):
        if max(points) >= rules.match_points:
            raise RulesError(f"the match is over after {number} deals, and there are more results")
        for seat in range(PLAYERS):
            points[seat] += ended.scores[seat]
            boxes[seat] += seat in ended.winners
    if max(points) < rules.match_points:
        return MatchScore(tuple(points), None, tuple(points), tuple(boxes), False)
    rows = [bonuses for _, bonuses in match_bonuses(row, rules)]
    totals = tuple(map(sum, zip(points, *rows, strict=True)))
    winner = points.index(max(points))
    return MatchScore(totals, winner, tuple(points), tuple(boxes), not points[1 - winner])


@typed
def match_bonuses(results: Iterable[Result], rules: Rules) -> tuple[tuple[Phrase, tuple[int, ...]], ...]:
    """Return the bonuses at the end of a match: for the game, the boxes and a shutout (G18).

    Args:
        results: The results of all deals; the player with the most points wins the match.
        rules: The rules of the match.

    Returns:
        Rows of a score sheet: the name, and the points of each player, by seat.

    Raises:
        RulesError: If a result is not one of two players.

    Examples:
        >>> results = [Result((0, 30), (1,), EndReason.WENT_OUT), Result((0, 85), (1,), EndReason.WENT_OUT)]
        >>> [(name.say(), points) for name, points in match_bonuses(results, Rules())]
        [('Game', (0, 100)), ('Boxes', (0, 50)), ('Shutout', (0, 265))]
    """
    ended = _of_two(results)
    points = [sum(each.scores[seat] for each in ended) for seat in range(PLAYERS)]
    boxes = [rules.box_bonus * sum(seat in each.winners for each in ended) for seat in range(PLAYERS)]
    winner = points.index(max(points))
    game = [GAME_BONUS * (seat == winner) for seat in range(PLAYERS)]
    rows = [("game", game), ("boxes", boxes)]
    total = points[winner] + boxes[winner] + GAME_BONUS
    bonus = total if rules.shutout == "double" else rules.shutout
    if bonus and not points[1 - winner]:
        rows.append(("shutout", [bonus * (seat == winner) for seat in range(PLAYERS)]))
    return tuple((TEXTS.phrase(f"sheet.{name}"), tuple(row)) for name, row in rows)


def _of_two(results: Iterable[Result]) -> tuple[Result, ...]:
    """Check that the results are those of two players."""
    row = row_of("results", results, Result)
    for each in row:
        if len(each.scores) != PLAYERS:
            raise RulesError(f"the results are those of {PLAYERS} players, not of {len(each.scores)}")
    return row
