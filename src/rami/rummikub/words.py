"""Sentences of Rummikub.

They describe the rules, moves as each seat sees them, and the steps of a play.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import overload

from attrs import evolve

from rami.errors import IllegalMove, RulesError, TooLarge
from rami.explaining import MoveEvent, TurnStep, moves_of, then
from rami.messages import Phrase
from rami.pieces import without
from rami.presets import nearest
from rami.referee import Motion
from rami.rummikub.advice import keeps_joker
from rami.rummikub.moves import MOVES, Draw, Move, Pass, Play, TimeOut, parse_move
from rami.rummikub.position import State, View, has_opened, observe
from rami.rummikub.referee import apply, check, motions
from rami.rummikub.rows import Row
from rami.rummikub.rules import PRESETS, Rules
from rami.rummikub.steps import Step
from rami.rummikub.tiles import JOKER, TEXTS
from rami.rummikub.workbench import steps_to
from rami.sentences.rules import Choice, Paragraph, Topics, When, paragraphs
from rami.shapes import one_of, typed

# ------------------------------------------------------------------------------------------------------------ the rules


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the paragraphs of the rules for `rami.prose`."""
    return paragraphs(TEXTS, rules, _TOPICS)


def _players(rules: Rules) -> Phrase:
    low, high = rules.min_players, rules.max_players
    form = "one" if low == high else "two" if high == low + 1 else "range"
    return TEXTS.phrase(f"rules.aim.players-{form}", low=low, high=high)


def _clockwise(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.start.clockwise") if rules.max_players > 2 else None


def _rack_size(rules: Rules, start_draw: str) -> Phrase | None:
    """Return the sentence about the deal if the rules have the given `start_draw`."""
    phrase = TEXTS.phrase("rules.start.rack_size", rack_size=rules.rack_size)
    return phrase if rules.start_draw == start_draw else None


def _several_jokers(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.melds.several_jokers") if rules.jokers > 1 else None


def _has_jokers(rules: Rules) -> bool:
    return rules.jokers > 0


def _has_opening(rules: Rules) -> bool:
    return rules.opening_points is not None


_CHOSEN = {
    "hasbro-2007": "opening_turn_table",
    "chiffres": "opening_turn_table joker_before_opening",
    "ramicube": "joker_reuse pass_on_empty joker_rack losers_negative match_winner",
}
"""The fields on which the leaflet of an edition is silent or unclear (A5, A10, A14, A23, A25, A26)."""


def _ours(field: str, others: str = "", holds: Callable[[Rules], bool] = lambda _: True) -> Choice[Rules]:
    """Return a remark if the library, not the leaflet, chose the value of a field."""

    def phrase(rules: Rules) -> Phrase | None:
        name, changed = nearest(rules, PRESETS)
        is_ours = field in _CHOSEN.get(name, "").split() and field not in changed
        return TEXTS.phrase("rules.match.ours") if is_ours and holds(rules) else None

    return Choice(f"{field} {others}", phrase)


def _opening_joker(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.opening.joker") if _has_jokers(rules) and rules.opening_points else None


def _has_early_jokers(rules: Rules) -> bool:
    can = rules.opening_turn_table == "after_opening" or not rules.joker_before_opening
    return can and _has_jokers(rules) and _has_opening(rules)


def _turn(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.turn.turn" if _has_opening(rules) else "rules.turn.turn-no_opening")


def _count(rules: Rules) -> Phrase:
    if not rules.jokers:
        return TEXTS.phrase("rules.score.count-tiles")
    return TEXTS.phrase("rules.score.count-joker", joker_rack=rules.joker_rack)


def _has_limit(rules: Rules) -> bool:
    return bool(rules.turn_seconds)


def _has_replacements(rules: Rules) -> bool:
    return rules.joker_sets != "free" and _has_jokers(rules)


def _replacement(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.jokers.joker_replacement") if _has_replacements(rules) else None


_TOPICS: Topics[Rules] = {
    "aim": ["aim", Choice("min_players max_players", _players)],
    "tiles": ["max_number", "copies", "jokers"],
    "start": [
        Choice("rack_size start_draw", lambda rules: _rack_size(rules, "after_deal")),
        "start_draw",
        "start_tile",
        Choice("rack_size start_draw", lambda rules: _rack_size(rules, "before_deal")),
        Choice("max_players", _clockwise),
    ],
    "melds": [
        "melds",
        Choice("max_number", lambda rules: TEXTS.phrase("rules.melds.run_end", max_number=rules.max_number)),
        Choice("jokers", _several_jokers),
    ],
    "opening": [
        "opening_points",
        Choice("opening_points jokers", _opening_joker),
        When("opening_turn_table", "opening_points", _has_opening),
        _ours("opening_turn_table", "opening_points", _has_opening),
        When("joker_before_opening", "opening_points opening_turn_table jokers", _has_early_jokers),
        _ours("joker_before_opening", "opening_points opening_turn_table jokers", _has_early_jokers),
    ],
    "turn": [Choice("opening_points", _turn), "draw", "pass_on_empty", _ours("pass_on_empty")],
    "jokers": [
        When("joker_sets", "jokers", _has_jokers),
        Choice("joker_sets jokers", _replacement),
        When("joker_reuse", "jokers", _has_jokers),
        _ours("joker_reuse", "jokers", _has_jokers),
    ],
    "time": [
        "turn_seconds",
        When("timeout", "turn_seconds", _has_limit),
        When("penalty_tiles", "turn_seconds", _has_limit),
    ],
    "score": [
        "end",
        Choice("joker_rack jokers", _count),
        _ours("joker_rack", "jokers", _has_jokers),
        "losers_negative",
        "blocked",
        _ours("losers_negative"),
    ],
    "match": ["starter", "match_winner", "match_end", _ours("match_winner")],
}


# ---------------------------------------------------------------------------------------------- moves as seats see them


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return the event of a move, as seen by a player or a spectator.

    The event has the motions of the tiles and a sentence.

    The places are `"rack"`, `"pool"` and `"table"`. The event depends only on the observer's views before and after
    the move.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The observing seat, 0-based, or None for a spectator.

    Returns:
        The event. It shows a drawn tile only to the player who draws it.

    Raises:
        IllegalMove: If the rules forbid the move.
        RulesError: If the seat does not exist.

    Examples:
        >>> from rami.rummikub import Draw, new_game
        >>> state = new_game(2, seed=1)
        >>> print(event(state, Draw(), 0), event(state, Draw(), 1))
        Player 2 draws 1 tile. Player 2 draws O1.
    """
    before, after = observe(state, player), observe(apply(state, move), player)
    moving = motions(before, after)
    words = then(*_said(before, move, after, moving))
    return MoveEvent(seat=before.current_player, player=player, move=move, motions=moving, words=words)


def _said(before: View, move: Move, after: View, moving: tuple[Motion, ...]) -> Iterator[Phrase]:
    laid = without(after.table.tiles, before.table.tiles)
    if isinstance(move, TimeOut):
        is_play_in_time = laid and after.table == move.table and not move.loose
        if not is_play_in_time:
            yield TEXTS.phrase("events.timeout")
    elif isinstance(move, Pass):
        yield TEXTS.phrase("events.passes")
    if laid:
        yield TEXTS.phrase("events.lays", tiles=laid)
        if moved := sum(each.count for each in moving if each.source == each.target == "table"):
            yield TEXTS.phrase("events.moves", n=moved)
    for motion in moving:
        if motion.target != "rack":
            continue
        if motion.source == "table":
            yield TEXTS.phrase("events.takes-back", tiles=motion.pieces)
        elif motion.pieces:
            yield TEXTS.phrase("events.draws", tiles=motion.pieces)
        else:
            yield TEXTS.phrase("events.draws-hidden", n=motion.count)
    if not after.rack_sizes[before.current_player]:
        yield TEXTS.phrase("events.goes-out")


# ------------------------------------------------------------------------------------------------------ plays explained


@overload
def explain(position: State | View, play: Play) -> tuple[Step, ...]: ...
@overload
def explain(position: State | View, play: Move | str | Iterable[Move | str]) -> tuple[Step | TurnStep[Move], ...]: ...
@typed
def explain(position: State | View, play: Move | str | Iterable[Move | str]) -> tuple[Step | TurnStep[Move], ...]:
    """Return the steps that explain a play.

    Each step makes one meld of the new table.

    A meld needs no step if it is unchanged, or if it is complete after other melds have taken tiles from its row.
    The other melds are made from rows of the table so that the fewest tiles move in total.

    A step may leave *unfinished* rows, which become melds in later steps. The order of the steps minimizes the maximum
    number of unfinished rows, and jokers are only taken after they are replaced. The order is optimal for up to six new
    melds. For more, the search stops after a few thousand tries. Usually, at most one row is unfinished. Some plays
    need more: making `R7=K7=O7` from `R5-R6-R7`, `K7-K8-K9-K10` and `O5-O6-O7` leaves two rows of two tiles.

    If `best_turn` draws to save a joker for later, the step for a draw gives this reason.

    Args:
        position: The position before the play, or the view of a player. The player may be waiting for the turn.
        play: The play, or a turn from `best_turn`. A move that lays nothing is one step. Moves may be text.

    Returns:
        The steps in order. They lead to `play.table`.

    Raises:
        IllegalMove: If the rules forbid the play. In a view, the turn of its owner is assumed.
        RulesError: If there are two or more moves.
        NotationError: If a text cannot be read.
        TooLarge: If more than 64 melds of the table change, or become more than 64 others.

    Examples:
        >>> from rami.rummikub import best_turn, parse_move, set_up
        >>> view = set_up("R5 K8 B8", "R4-*-R6")
        >>> for step in explain(view, parse_move("play R4-R5-R6 K8=B8=*")):
        ...     print(step)
        Put R5 from the rack in the place of the joker of R4-*-R6: R4-R5-R6.
        Add K8 B8 from the rack to *: K8=B8=*.
        >>> view = set_up("R9 B9 K1 *", "R4-R5-R6")
        >>> print(*explain(view, best_turn(view)))
        Draw a tile: the joker is worth more later.
    """
    if isinstance(position, View) and position.player is not None:
        position = evolve(position, current_player=position.player)
    steps: list[Step | TurnStep[Move]] = []
    turn: list[Move] = moves_of(play, parse_move)
    for move in turn:
        one_of("move", move, MOVES)
    if len(turn) > 1:
        raise RulesError(f"a turn of Rummikub must be one move, not {len(turn)}")
    for move in turn:
        if problems := check(position, move):
            raise IllegalMove(problems)
        if isinstance(move, Play):
            steps += steps_to(move.table, map(Row, position.table), position.rules, frozenset(position.table))
        else:
            words = _drawing(position) if isinstance(move, Draw) else TEXTS.phrase(f"steps.{move.verb}")
            steps.append(TurnStep(move, (), words, position.picture))
    return tuple(steps)


def _drawing(position: State | View) -> Phrase:
    """Return the sentence for a draw.

    If `best_turn` draws to save a joker, the sentence gives this reason.
    """
    view = position if isinstance(position, View) else observe(position, position.current_player)
    with suppress(TooLarge):
        if keeps_joker(view):
            key = "draw-joker" if has_opened(view, view.current_player) else "draw-opening"
            return TEXTS.phrase(f"steps.{key}", n=view.rack.count(JOKER))
    return TEXTS.phrase("steps.draw")
