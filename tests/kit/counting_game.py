"""A fourth game, as somebody else would write it: the players count up in steps, and who reaches the goal wins.

Each player has a hidden card with the largest step that it may take; the services know the game by `GAME` alone.
"""

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from attrs import evolve, field, frozen

from rami.dealing import derive, shuffled
from rami.errors import IllegalMove, NotationError, RulesError, Violation, ViolationCode
from rami.explaining import MoveEvent
from rami.game import Deal, Game
from rami.results import EndReason, Result
from rami.sentences import Texts

TEXTS = Texts("fourth", Path(__file__).parents[1] / "data" / "text")
print("a game that prints")  # noqa: T201  # as somebody else's may, in the process that answers are compared with, too


class Code(ViolationCode, texts=TEXTS):
    """Kinds of violation."""

    TOO_FAR = "too_far", "1", "steps"
    NOT_YOUR_TURN = "not_your_turn", "2", "seat"


@frozen
class Goal:
    """The rules."""

    goal: int = 9
    steps: tuple[int, int] = (1, 3)

    @property
    def player_counts(self) -> tuple[int, ...]:
        return (2, 3)

    @property
    def pieces(self) -> tuple[int, ...]:
        return (1, 2, 3)


@frozen(kw_only=True)
class Position:
    """The state."""

    rules: Goal
    players: int
    current_player: int
    turn: int = 0
    count: int = 0
    cards: tuple[int, ...] = field(repr=False)

    @property
    def is_over(self) -> bool:
        return self.count >= self.rules.goal


@frozen(kw_only=True)
class NumberView:
    """The view."""

    rules: Goal
    players: int
    current_player: int
    turn: int
    count: int
    player: int | None
    card: int | None

    @property
    def is_over(self) -> bool:
        return self.count >= self.rules.goal


@frozen
class Count:
    """The move."""

    steps: int

    def __str__(self) -> str:
        return f"count {self.steps}"


def shuffle(players: int, rules: Goal = Goal(), *, seed: int, starter: int | None = None) -> Deal:
    if players not in rules.player_counts:
        raise RulesError("two or three play")
    return Deal(shuffled([1, 2, 3], derive(seed, "cards")), starter=starter)


def from_deal(players: int, rules: Goal, deal: Deal) -> Position:
    if sorted(deal.order) != [1, 2, 3]:
        raise RulesError("the cards are 1, 2 and 3")
    return Position(rules=rules, players=players, current_player=deal.starter or 0, cards=deal.order)


def new_game(players: int, rules: Goal = Goal(), *, seed: int) -> Position:
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def check(position: Position | NumberView, move: Count | str) -> tuple[Violation, ...]:
    steps = (parse_move(move) if isinstance(move, str) else move).steps
    if isinstance(position, NumberView):
        if position.player != position.current_player:
            return (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
        most = position.card or 0
    else:
        most = position.cards[position.current_player]
    legal = 1 <= steps <= most and position.count < position.rules.goal
    return () if legal else (Violation(Code.TOO_FAR, numbers=(steps,)),)


def apply(state: Position, move: Count | str) -> Position:
    if problems := check(state, move):
        raise IllegalMove(problems)
    steps = (parse_move(move) if isinstance(move, str) else move).steps
    following = (state.current_player + 1) % state.players
    return evolve(state, current_player=following, turn=state.turn + 1, count=state.count + steps)


def legal_moves(position: Position | NumberView) -> Iterator[Count]:
    return (move for move in map(Count, (1, 2, 3)) if not check(position, move))


def observe(state: Position, player: int | None) -> NumberView:
    return NumberView(
        rules=state.rules,
        players=state.players,
        current_player=state.current_player,
        turn=state.turn,
        count=state.count,
        player=player,
        card=None if player is None else state.cards[player],
    )


def determinize(view: NumberView, *, seed: int) -> Position:
    cards = list(shuffled([card for card in (1, 2, 3) if card != view.card], derive(seed, "guess")))
    if view.player is not None and view.card is not None:
        cards.insert(view.player, view.card)
    return Position(
        rules=view.rules,
        players=view.players,
        current_player=view.current_player,
        turn=view.turn,
        count=view.count,
        cards=tuple(cards),
    )


def result(state: Position | NumberView) -> Result | None:
    if not state.is_over:
        return None
    winner = (state.current_player - 1) % state.players
    return Result(tuple(int(seat == winner) for seat in range(state.players)), (winner,), EndReason.TARGET_REACHED)


def parse_move(text: str) -> Count:
    verb, _, steps = text.partition(" ")
    if verb != "count" or not steps.isdigit():
        raise NotationError("a move is count and a number", text)
    return Count(int(steps))


def is_legal(position: Position | NumberView, move: Count | str) -> bool:
    return not check(position, move)


def event(state: Position, move: Count, player: int | None) -> MoveEvent[Count]:
    words = TEXTS.phrase("events.count", steps=move.steps)
    return MoveEvent(seat=state.current_player, player=player, move=move, words=words)


def flaws(position: Position | NumberView) -> tuple[str, ...]:
    seats = range(position.players) if position.players in position.rules.player_counts else ()
    counted = position.turn <= position.count <= 3 * position.turn
    known = position.current_player in seats and getattr(position, "player", None) in (None, *seats)
    if isinstance(position, Position):
        whole = sorted(position.cards) == [1, 2, 3]
    else:
        whole = position.card in ((None,) if position.player is None else (1, 2, 3))
    return () if counted and known and whole else ("the count, or a seat, cannot be",)


def longest(rules: Goal, players: int) -> int:
    return rules.goal


def parse_piece(text: str) -> int:
    return int(text)


GAME: Game[Goal, Position, Count, NumberView] = Game(
    name="counting",
    rules=Goal,
    state=Position,
    moves=(Count,),
    view=NumberView,
    presets=MappingProxyType({"to-nine": Goal(), "to-twenty": Goal(20)}),
    shuffle=shuffle,
    from_deal=from_deal,
    check=check,
    apply=apply,
    legal_moves=legal_moves,
    observe=observe,
    determinize=determinize,
    result=result,
    parse_move=parse_move,
    parse_piece=parse_piece,
    event=event,
    flaws=flaws,
    longest=longest,
    secret=(),
)
