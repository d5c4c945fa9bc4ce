"""Sentences of the contract game."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from rami.contracts.advice import keeps_joker
from rami.contracts.cards import TEXTS, color_name
from rami.contracts.moves import End, Fill, Move, Rows, Take, parse_move
from rami.contracts.position import State, View, observe
from rami.contracts.referee import apply, check, filled_contract, motions
from rami.contracts.rules import MIN_PLAYERS, MOST_ROUNDS, Rules
from rami.contracts.setup import determinize
from rami.errors import IllegalMove, TooLarge
from rami.explaining import MoveEvent, TurnStep, moves_of, step, then
from rami.messages import Marked, Phrase
from rami.referee import Motion
from rami.sentences.rules import Choice, Paragraph, Topics, paragraphs
from rami.shapes import typed


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return the event of a move, as seen by a player or a spectator.

    The event has the motions of the cards and a sentence.

    Places of value cards are `"hand"`, `"market"`, `"pile"`, `"discards"` and `"bonus pile"`. Places of contracts are
    `"contract market"`, `"contract pile"` and `"zone"`. A joker token moves from `"jokers"` to the `"box"`. The event
    depends only on the observer's views before and after the move.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat of the observer, 0-based, or None for a spectator.

    Returns:
        The event. Cards drawn from the pile to a hand are visible only to the owner of the hand.

    Raises:
        IllegalMove: If the move is illegal.
        RulesError: If `player` is not a seat of the position.

    Examples:
        >>> from rami.contracts import Take, new_game
        >>> state = new_game(2, seed=1)
        >>> print(event(state, Take(state.value_market[:1]), None))
        Player 1 takes 1H.
    """
    before, after = observe(state, player), observe(apply(state, move), player)
    moved = motions(before, move, after)
    drawn = [_draws(motion) for motion in moved if (motion.source, motion.target) == ("pile", "hand")]
    words = then(_words("events", move), *drawn)
    return MoveEvent(seat=state.current_player, player=player, move=move, motions=moved, words=words)


def _words(mood: str, move: Move) -> Phrase:
    match move:
        case Take(cards):
            return TEXTS.phrase(f"{mood}.take" if cards else f"{mood}.take-nothing", cards=cards)
        case Fill(contract, rows):
            return TEXTS.phrase(f"{mood}.fill", contract=contract, cards=Rows(rows))
        case _:
            return TEXTS.phrase(f"{mood}.discard" if move.discards else f"{mood}.end", cards=move.discards)


def _draws(motion: Motion) -> Phrase:
    if motion.pieces:
        return TEXTS.phrase("events.draws", cards=motion.pieces)
    return TEXTS.phrase("events.draws-hidden", number=motion.count)


@typed
def explain(view: View, turn: Move | str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
    """Return the steps of a turn, each with a sentence and a picture.

    If `best_turn` saves a joker that could fill a contract now, the step that ends the turn gives this reason.

    Args:
        view: The view of the player to move.
        turn: One move or several, for example from `best_turn`. Moves may be given in notation.

    Returns:
        A step for each move.

    Raises:
        IllegalMove: If a move is illegal.
        NotationError: If a text is not valid notation.
        WrongType: If `view` is not a `View`, or `turn` does not contain moves.

    Examples:
        >>> from rami.contracts import best_turn, set_up
        >>> view = set_up("4H 4D 5C 6C 7Y", contracts="C18")
        >>> for step in explain(view, best_turn(view)):
        ...     print(step)
        Fill C18 with 4H=4D 5C-6C-7Y.
        End the turn.
    """
    return tuple(_steps(view, moves_of(turn, parse_move)))


def _steps(view: View, moves: Iterable[Move]) -> Iterator[TurnStep[Move]]:
    last: Move | None = None
    for move in moves:
        if last is not None:
            view = observe(apply(determinize(view, seed=0), last), view.player)
        if problems := check(view, move):
            raise IllegalMove(problems)
        words, pieces = _step_words(view, move)
        yield step(view, move, words, pieces)
        last = move


def _step_words(view: View, move: Move) -> tuple[Phrase, tuple[Marked, ...]]:
    pieces: tuple[Marked, ...]
    match move:
        case Take(cards):
            pieces = cards
        case Fill():
            pieces = (filled_contract(view, move), *move.spent)
        case _:
            pieces = move.discards
    return _ending(view, move) if isinstance(move, End) else _words("steps", move), pieces


def _ending(view: View, move: End) -> Phrase:
    """Return the sentence for the end of a turn.

    If `best_turn` ends the turn to save a joker, the sentence gives this reason.
    """
    with suppress(TooLarge):
        if keeps_joker(view, move):
            return TEXTS.phrase("steps.discard-joker" if move.discards else "steps.end-joker", cards=move.discards)
    return _words("steps", move)


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the paragraphs of the rules for `rami.prose`."""
    return paragraphs(TEXTS, rules, _TOPICS, most_rounds=MOST_ROUNDS)


def _deck_sentence(key: str, numbers: str = "", *, needs: str = "contracts") -> Choice[Rules]:
    def phrase(rules: Rules) -> Phrase | None:
        deck = rules.deck
        values = {name: getattr(deck, name) for name in numbers.split()}
        return TEXTS.phrase(f"rules.{key}", **values) if getattr(deck, needs) else None

    return Choice("deck", phrase)


def _deck_words(rules: Rules) -> Phrase:
    deck = rules.deck
    points = [contract.points for contract in deck.contracts]
    return TEXTS.phrase(
        "rules.aim.deck",
        cards=len(deck.cards),
        min_value=deck.min_value,
        max_value=deck.max_value,
        copies=deck.copies,
        colors=tuple(map(color_name, deck.colors)),
        contracts=len(deck.contracts),
        lowest=min(points),
        highest=max(points),
    )


def _tokens_words(rules: Rules) -> Phrase | None:
    tokens = tuple(
        TEXTS.phrase("rules.aim.token", faces=tuple(each.mark.name for each in token))
        for token in rules.deck.trophy_tokens
    )
    return TEXTS.phrase("rules.aim.tokens", tokens=tokens) if tokens else None


def _triggers_words(rules: Rules) -> Phrase:
    triggers = tuple(
        TEXTS.phrase("rules.end.trigger", contracts=contracts, players=players)
        for players, contracts in enumerate(rules.deck.end_triggers, MIN_PLAYERS)
    )
    return TEXTS.phrase("rules.end.triggers", triggers=triggers)


def _contracts_words(rules: Rules) -> Phrase:
    listed = tuple(
        TEXTS.phrase(
            "rules.contracts.contract",
            id=contract.id,
            asked=tuple(requirement.words for requirement in contract.requirements),
            points=contract.points,
            color=color_name(contract.bonus),
        )
        for contract in rules.deck.contracts
    )
    return TEXTS.phrase("rules.contracts.list", contracts=listed)


_TOPICS: Topics[Rules] = {
    "aim": [
        "points",
        _deck_sentence("aim.players", "max_players"),
        Choice("deck", _deck_words),
        _deck_sentence("aim.markets", "contract_market_size value_market_size jokers_per_player"),
        Choice("deck", _tokens_words),
        _deck_sentence("aim.cards_dealt", "cards_dealt"),
        "starter",
    ],
    "take": ["take"],
    "fill": ["fill", "bonus", _deck_sentence("fill.joker", needs="jokers_per_player"), "more"],
    "refill": [_deck_sentence("refill.hand", "min_hand max_hand"), "refill"],
    "end": [Choice("deck", _triggers_words), "end"],
    "score": [
        "points",
        _deck_sentence("score.trophies", "trophy_points", needs="trophy_tokens"),
        _deck_sentence("score.trophy", needs="trophy_tokens"),
        "left",
    ],
    "contracts": [Choice("deck", _contracts_words)],
}
