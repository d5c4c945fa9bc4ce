"""Sentences about the rules, moves and turns of Gin."""

from collections.abc import Iterable, Iterator

from rami.cards import Card
from rami.errors import IllegalMove, RulesError
from rami.explaining import MoveEvent, TurnStep, moves_of, step, then
from rami.gin.advice import discard_reason
from rami.gin.moves import Discard, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard, parse_move
from rami.gin.position import State, View, knocker_spread, observe
from rami.gin.referee import apply, check, motions
from rami.gin.rules import DEAD_STOCK, HAND, MOST_TURNS, TEXTS, Rules
from rami.gin.scoring import bonuses, of_two, spread
from rami.gin.setup import determinize
from rami.messages import Phrase
from rami.pieces import without
from rami.referee import Motion
from rami.results import Result
from rami.sentences.rules import Choice, Paragraph, Topics, When, paragraphs
from rami.shapes import typed

# ------------------------------------------------------------------------------------------------------------ the rules


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the paragraphs that describe the rules, for `rami.prose`."""
    return paragraphs(TEXTS, rules, _TOPICS, hand=HAND, dead_stock=DEAD_STOCK, most_turns=MOST_TURNS)


def _aim(rules: Rules) -> Phrase:
    return TEXTS.phrase(f"rules.aim.{'few' if _has_undercuts(rules) else 'none'}")


def _ace(rules: Rules) -> Phrase | None:
    asks = _has_upcard_limit(rules) and rules.ace_upcard_gin_only
    return TEXTS.phrase("rules.knocking.ace-gin") if asks else None


def _has_upcard_limit(rules: Rules) -> bool:
    return rules.knock_by_upcard and _has_undercuts(rules)


def _has_undercuts(rules: Rules) -> bool:
    return rules.knock_limit > 0


def _missing(rules: Rules) -> Phrase | None:
    """Return a sentence about published rules that the library does not support."""
    return TEXTS.phrase("rules.missing.oklahoma-gin") if rules.knock_by_upcard else None


def _layoff(rules: Rules) -> Phrase | None:
    if rules.layoff_on_gin:
        return TEXTS.phrase("rules.knocking.layoff-gin")
    return TEXTS.phrase("rules.knocking.layoff") if _has_undercuts(rules) else None


def _difference(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.score.difference") if _has_undercuts(rules) else None


def _undercut(rules: Rules) -> Phrase | None:
    key = f"rules.score.undercut-{str(rules.undercut_on_tie).lower()}"
    return TEXTS.phrase(key) if _has_undercuts(rules) else None


_TOPICS: Topics[Rules] = {
    "aim": [Choice("knock_limit", _aim)],
    "melds": ["melds"],
    "turn": ["deal", "starter", "offer", "turn", "discard_taken"],
    "knocking": [
        "knock",
        "knock_limit",
        When("knock_by_upcard", "knock_limit", _has_upcard_limit),
        Choice("ace_upcard_gin_only knock_by_upcard knock_limit", _ace),
        Choice("layoff_on_gin knock_limit", _layoff),
    ],
    "score": [
        Choice("knock_limit", _difference),
        "gin",
        "gin_bonus",
        "big_gin_bonus",
        Choice("undercut_on_tie knock_limit", _undercut),
        When("undercut_bonus", "knock_limit", _has_undercuts),
        "dead_stock",
    ],
    "match": ["match_points", "game_bonus", "box_bonus", "shutout"],
    "missing": [Choice("knock_by_upcard", _missing)],
}


# --------------------------------------------------------------------------------------------------------------- events


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return an event that shows a move to a player or a spectator.

    The event has the motions of cards and a sentence.

    Places are `"hand"`, `"stock"`, `"discard pile"`, `"table"` for cards laid open, and `"opponent's hand"` for a hand
    revealed at the count. The event depends only on the observer's views before and after the move.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat of the observer, 0-based, or None for a spectator.

    Returns:
        The event. A card drawn from the stock is visible only to the player who draws it.

    Raises:
        IllegalMove: If the move is illegal.
        RulesError: If `player` is not a seat of the position.

    Examples:
        >>> from rami.gin import TakeDiscard, new_game
        >>> print(event(new_game(2, seed=1), TakeDiscard(), None))
        Player 2 takes 3C from the discard pile.
    """
    before, after = observe(state, player), observe(apply(state, move), player)
    moved = motions(before, move, after)
    words = _event_words(move, moved, after)
    return MoveEvent(seat=state.current_player, player=player, move=move, motions=moved, words=words)


def _event_words(move: Move, motions: tuple[Motion, ...], after: View) -> Phrase:
    match move:
        case Pass():
            return TEXTS.phrase("events.passes")
        case DrawStock():
            drawn = motions[0].pieces
            return TEXTS.phrase("events.draws", card=drawn[0]) if drawn else TEXTS.phrase("events.draws-hidden")
        case TakeDiscard():
            return TEXTS.phrase("events.takes", card=motions[0].pieces[0])
        case Discard(card):
            return TEXTS.phrase("events.discards", card=card)
        case Knock(card):
            away = None if card is None else TEXTS.phrase("events.discards", card=card)
            left = TEXTS.phrase("events.is-left", deadwood=knocker_spread(after).deadwood)
            return then(TEXTS.phrase("events.knocks"), away, left)
        case LayOff(card, meld):
            return TEXTS.phrase("events.lays-off", card=card, meld=meld)
        case _:
            return TEXTS.phrase("events.done")


# ------------------------------------------------------------------------------------------------------ turns explained


@typed
def explain(view: View, turn: Move | str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
    """Return the steps of a turn, each with a sentence and a picture.

    A discard of `best_turn` has a reason if a single rule decides it. Such a rule keeps a meld, keeps cards that can
    become a meld, keeps a card that the opponent may want, or delays a knock.

    Args:
        view: The view of the player to move.
        turn: One move or several, for example from `best_turn`. Moves may be given in notation.

    Returns:
        A step for each move.

    Raises:
        IllegalMove: If a move is illegal.
        RulesError: If a move follows a draw from the stock, since the drawn card is hidden.
        NotationError: If a text is not valid notation.
        WrongType: If `view` is not a `View`, or `turn` does not contain moves.

    Examples:
        >>> from rami.gin import best_turn, set_up
        >>> view = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C", discard="7D")
        >>> print(*explain(view, best_turn(view)))
        Discard KD and knock with 7 points of deadwood.
    """
    return tuple(_steps(view, moves_of(turn, parse_move)))


def _steps(view: View, moves: Iterable[Move]) -> Iterator[TurnStep[Move]]:
    last: Move | None = None
    for move in moves:
        if isinstance(last, DrawStock):
            raise RulesError(f"cannot explain {move} after a draw from the stock, because the drawn card is hidden")
        if last is not None:
            view = observe(apply(determinize(view, seed=0), last), view.player)
        if problems := check(view, move):
            raise IllegalMove(problems)
        words, cards = _step_words(view, move)
        yield step(view, move, words, cards)
        last = move


def _step_words(view: View, move: Move) -> tuple[Phrase, tuple[Card, ...]]:
    match move:
        case Pass():
            return TEXTS.phrase("steps.pass", card=view.discard_pile[-1]), view.discard_pile[-1:]
        case DrawStock():
            return TEXTS.phrase("steps.draw"), ()
        case TakeDiscard():
            return TEXTS.phrase("steps.take", card=view.discard_pile[-1]), view.discard_pile[-1:]
        case Discard(card):
            rule, other = discard_reason(view, card) or ("", card)
            return TEXTS.phrase(f"steps.discard-{rule}" if rule else "steps.discard", card=card, other=other), (card,)
        case Knock():
            return _knock_words(view, move)
        case LayOff(card, meld):
            return TEXTS.phrase("steps.add", card=card, meld=meld), (card, *meld.cards)
        case _:
            return TEXTS.phrase("steps.done"), ()


def _knock_words(view: View, move: Knock) -> tuple[Phrase, tuple[Card, ...]]:
    if move.card is None:
        return TEXTS.phrase("steps.big-gin"), view.hand
    left = spread(without(view.hand, (move.card,)), move.melds or None).deadwood
    return TEXTS.phrase("steps.knock" if left else "steps.gin", card=move.card, deadwood=left), (move.card,)


# --------------------------------------------------------------------------------------------------------- score sheets


@typed
def match_bonuses(results: Iterable[Result], rules: Rules) -> tuple[tuple[Phrase, tuple[int, ...]], ...]:
    """Return the bonuses at the end of a match (G18).

    There are bonuses for the game, the boxes and a shutout.

    Args:
        results: The results of all deals. The player with more points wins the match.
        rules: The rules of the match.

    Returns:
        Rows of a score sheet: a name, and the points by seat.

    Raises:
        RulesError: If a result does not have two players.

    Examples:
        >>> from rami.results import EndReason
        >>> results = [Result((0, 30), (1,), EndReason.WENT_OUT), Result((0, 85), (1,), EndReason.WENT_OUT)]
        >>> [(name.say(), points) for name, points in match_bonuses(results, Rules())]
        [('Game', (0, 100)), ('Boxes', (0, 50)), ('Shutout', (0, 265))]
    """
    return tuple((TEXTS.phrase(f"sheet.{name}"), points) for name, points in bonuses(of_two(results), rules))
