"""A small game: each player has one hidden card, and may swap it for the next of the stock; two ranks are enough."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from types import MappingProxyType

from attrs import evolve, field, frozen

from rami.dealing import derive, shuffled
from rami.errors import IllegalMove, NotationError, RulesError, Violation, ViolationCode
from rami.explaining import MoveEvent
from rami.game import Deal, Game
from rami.messages import Texts
from rami.pieces import without
from rami.referee import read
from rami.results import EndReason, Result
from rami.shapes import typed


@frozen
class Rules:
    """How many cards, how many rounds, and how many ranks the cards have; None for a rank each."""

    cards: int = 9
    rounds: int = 2
    ranks: int | None = None

    def __attrs_post_init__(self) -> None:
        if not (4 <= self.cards <= 99 and 1 <= self.rounds <= 9):
            raise RulesError("4 to 99 cards and 1 to 9 rounds")

    @property
    def player_counts(self) -> tuple[int, ...]:
        return tuple(range(2, min(self.cards, 5)))

    @property
    def pieces(self) -> tuple[int, ...]:
        ranks = self.ranks or self.cards
        return tuple(sorted(number % ranks + 1 for number in range(self.cards)))


PRESETS = MappingProxyType({"short": Rules(), "long": Rules(20, 5)})
TWO_RANKS = Rules(12, 3, 2)


@frozen(kw_only=True)
class State:
    """A whole position, with all that is hidden."""

    rules: Rules
    current_player: int
    turn: int = 0
    hands: tuple[tuple[int, ...], ...] = field(repr=False)
    stock: tuple[int, ...] = field(repr=False)
    laid_open: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def stock_size(self) -> int:
        return len(self.stock)

    @property
    def is_over(self) -> bool:
        return self.turn == self.players * self.rules.rounds


@frozen(kw_only=True)
class View:
    """The view of one player or of a spectator."""

    rules: Rules
    players: int
    current_player: int
    turn: int
    player: int | None
    hand: tuple[int, ...]
    stock_size: int
    laid_open: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...] = ()

    @property
    def is_over(self) -> bool:
        return self.turn == self.players * self.rules.rounds


@frozen
class Swap:
    """Lay the card open, and take the next one."""

    def __str__(self) -> str:
        return "swap"


@frozen
class Keep:
    """Keep the card."""

    def __str__(self) -> str:
        return "keep"


Move = Swap | Keep
MOVES: tuple[type[Move], ...] = (Swap, Keep)


TEXTS = Texts("swap", Path(__file__).parents[1] / "data" / "text")


class Code(ViolationCode, texts=TEXTS):
    """Kinds of violation: code, rule, and the names of the numbers in the sentence."""

    NOT_YOUR_TURN = "not_your_turn", "1", "seat"
    GAME_OVER = "game_over", "3"
    NO_STOCK = "no_stock", "2"


def parse_move(text: str) -> Move:
    words = text.lower().split()
    if words not in (["swap"], ["keep"]):
        raise NotationError("a move is swap or keep", text)
    return Swap() if words == ["swap"] else Keep()


def longest(rules: Rules, players: int) -> int:
    return players * rules.rounds


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    if players not in rules.player_counts:
        raise RulesError(f"players must be one of {rules.player_counts}, not {players!r}")
    first = derive(seed, "starter") % players if starter is None else starter
    return Deal(shuffled(rules.pieces, derive(seed, "cards")), starter=first)


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    if deal.starter is None or sorted(deal.order) != list(rules.pieces):
        raise RulesError("the deal has other cards than the rules, or nobody starts")
    hands, stock = tuple((card,) for card in deal.order[:players]), deal.order[players:]
    return State(rules=rules, current_player=deal.starter, hands=hands, stock=stock)


@typed
def check(position: State | View, move: Move | str) -> tuple[Violation, ...]:
    """Return everything that is wrong with a move, or its notation."""
    return _judged(position, move)[1]


@typed
def apply(state: State, move: Move | str) -> State:
    """Return the state after a move; raise IllegalMove if the rules forbid it."""
    legal, problems = _judged(state, move)
    if legal is None:
        raise IllegalMove(problems)
    return _after(state, legal)


@typed
def legal_moves(position: State | View) -> Iterator[Move]:
    """Yield every legal move of the player who moves; none from the view of another player."""
    return iter(()) if position.is_over or not _is_to_move(position) else _listed(position)


def _judged(position: State | View, move: Move | str) -> tuple[Move | None, tuple[Violation, ...]]:
    """Return a legal move; or None, and what is wrong with it."""
    known, problems = read(move, MOVES, parse_move, Code)
    if position.is_over:
        problems = (Violation(Code.GAME_OVER),)
    elif not _is_to_move(position):
        problems = (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
    elif known is not None:
        problems = tuple(wrong(position, known))
    return (None if problems else known), problems


def _is_to_move(position: State | View) -> bool:
    return isinstance(position, State) or position.player == position.current_player


def wrong(position: State | View, move: Move) -> Iterator[Violation]:
    if isinstance(move, Swap) and not position.stock_size:
        yield Violation(Code.NO_STOCK)


def _listed(position: State | View) -> Iterator[Move]:
    return (move for move in (Swap(), Keep()) if not any(wrong(position, move)))


def _after(state: State, move: Move) -> State:
    seat, hands = state.current_player, state.hands
    following = evolve(state, current_player=(seat + 1) % state.players, turn=state.turn + 1)
    if isinstance(move, Keep):
        return following
    held = (*hands[:seat], state.stock[:1], *hands[seat + 1 :])
    laid_open = (*state.laid_open, *hands[seat])
    return evolve(following, hands=held, stock=state.stock[1:], laid_open=laid_open)


def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    words = TEXTS.phrase(f"events.{move}")
    return MoveEvent(seat=state.current_player, player=player, move=move, words=words)


def result(position: State | View) -> Result | None:
    if not position.is_over:
        return None
    hands = position.hands if isinstance(position, State) else position.shown
    winners = tuple(seat for seat, hand in enumerate(hands) if hand == max(hands))
    scores = tuple(int(seat in winners) for seat in range(position.players))
    return Result(scores, winners, EndReason.ROUND_LIMIT)


def observe(state: State, player: int | None) -> View:
    return View(
        rules=state.rules,
        players=state.players,
        current_player=state.current_player,
        turn=state.turn,
        player=player,
        hand=() if player is None else state.hands[player],
        stock_size=state.stock_size,
        laid_open=state.laid_open,
        shown=state.hands if state.is_over else (),
    )


def determinize(view: View, *, seed: int) -> State:
    seen = view.shown or (view.hand,)
    unseen = without(view.rules.pieces, (*chain(*seen), *view.laid_open))
    hidden = iter(shuffled(unseen, derive(seed, "hidden")))
    own = [seat == view.player for seat in range(view.players)]
    hands = view.shown or tuple(view.hand if mine else (next(hidden),) for mine in own)
    return State(
        rules=view.rules,
        current_player=view.current_player,
        turn=view.turn,
        hands=hands,
        stock=tuple(hidden),
        laid_open=view.laid_open,
    )


def flaws(position: State | View) -> tuple[str, ...]:
    numbers, mover = position.rules.player_counts, position.current_player
    if position.players not in numbers or mover not in range(position.players):
        return ("there are too few or too many players, or the one to move is none",)
    if position.turn not in range(position.players * position.rules.rounds + 1):
        return (f"turn is {position.turn}, after the last round",)
    cards, hidden = list(position.laid_open), 0
    if isinstance(position, State):
        cards += [*position.stock, *(card for hand in position.hands for card in hand)]
        held = all(len(hand) == 1 for hand in position.hands)
    else:
        seen = position.shown or (position.hand,)
        cards += chain(*seen)
        hidden = position.players - sum(map(len, seen)) + position.stock_size
        if position.is_over != bool(position.shown) or any(len(hand) != 1 for hand in position.shown):
            return ("the hands are shown too early, or not at the end",)
        if position.shown and position.player is not None and position.player in range(position.players):
            own = position.shown[position.player] if len(position.shown) == position.players else ()
            if own != position.hand:
                return ("the own hand is another",)
        held = len(position.hand) == (position.player is not None) and position.stock_size >= 0
        held = held and position.player in (None, *range(position.players))
    once = not Counter(cards) - Counter(position.rules.pieces)
    if not held or not once or len(cards) + hidden != position.rules.cards:
        return ("a card is missing, or there twice",)
    return ()


GAME: Game[Rules, State, Move, View] = Game(
    name="swap",
    module=__name__,
    rules=Rules,
    state=State,
    view=View,
    moves=MOVES,
    codes=Code,
    presets=PRESETS,
    shuffle=shuffle,
    from_deal=from_deal,
    check=check,
    apply=apply,
    legal_moves=legal_moves,
    observe=observe,
    determinize=determinize,
    result=result,
    parse_move=parse_move,
    parse_piece=int,
    flaws=flaws,
    longest=longest,
    event=event,
)


def careful(view: View, random: Random) -> Move:  # a player may take chances
    """Swaps a card that is below the middle."""
    low = sum(view.hand) * 2 <= view.rules.cards
    return Swap() if low and view.stock_size else Keep()
