"""A second game from outside, with 40 Spanish cards: draw and discard until a hand of seven can close."""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

from attrs import evolve, field, frozen

from rami import Deal, EndReason, Game, IllegalMove, Result, RulesError, Violation
from rami.own import (
    AllHands,
    BaseMove,
    BaseRules,
    HandsPosition,
    Mark,
    MarkRow,
    MoveEvent,
    OneHand,
    Picture,
    Piece,
    Range,
    Texts,
    ViolationCode,
    alone,
    check_players,
    check_seat,
    derive,
    face_down,
    face_up,
    first_seat,
    is_to_move,
    kinds,
    miscount,
    next_seat,
    paragraphs,
    public_fields,
    read,
    read_move,
    seen_by,
    shuffled,
    typed,
    typed_fields,
    without,
)

TEXTS = Texts("chinchon", Path(__file__).parents[1] / "data" / "text")
HAND, FIRST = 7, 2048
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)


class Card(Piece):
    """A card, `Card("7O")`: a number and the letter of its suit."""

    __slots__ = ()
    noun = "card"
    wanted = TEXTS.phrase("cards.wanted")

    @property
    def place(self) -> tuple[int, int]:
        """The index of the suit, and of the number in it."""
        return divmod(int(self) - FIRST, 16)

    @property
    def mark(self) -> Mark:
        suit, rank = self.place
        name = TEXTS.phrase(f"cards.{'oceb'[suit]}", number=NUMBERS[rank])
        return Mark(name=name, word=str(self), text=str(NUMBERS[rank]), shape="card")


CARDS = kinds(Card, {FIRST + 16 * s + n: f"{NUMBERS[n]}{'OCEB'[s]}" for s in range(4) for n in range(10)}, {})
PACK = tuple(CARDS.values())
Cards = tuple[Card, ...]


@frozen(kw_only=True, repr=False)
class Rules(BaseRules):
    """How much may be left over to close, and how many turns a deal has."""

    limit: Annotated[int, Range(0, 20)] = 5
    most_turns: Annotated[int, Range(10, 1_000)] = 60

    @property
    def player_counts(self) -> tuple[int, ...]:
        return (2, 3, 4)

    @property
    def pieces(self) -> Cards:
        return PACK


PRESETS = Rules.named({"chinchon": Rules(), "strict": Rules(limit=0)})


class Code(ViolationCode, texts=TEXTS):
    GAME_OVER = "game_over", "5"
    NOT_YOUR_TURN = "not_your_turn", "2", "seat"
    NOT_NOW = "not_now", "2"
    NOTHING_THERE = "nothing_there", "2"
    NOT_IN_HAND = "not_in_hand", "3"
    TOO_MUCH_LEFT = "too_much_left", "4", "left"


class Ending(StrEnum):
    CLOSED = "closed"
    NO_CARDS = "no_cards"


# ------------------------------------------------------------------------------------------------------------ positions


@frozen(kw_only=True, init=False, eq=False)
class Public(HandsPosition[Card]):
    """The public fields: the discards, with the last on top, and the hands that are shown at the end."""

    by_seat = ("known",)
    by_seat_or_empty = ("opened",)
    rules: Rules
    current_player: int
    turn: int = 0
    drawn: bool = False
    over: bool = False
    discards: Cards
    known: tuple[Cards, ...]
    opened: tuple[Cards, ...] = ()

    @property
    @abstractmethod
    def stock_size(self) -> int: ...

    @property
    def is_over(self) -> bool:
        return self.over

    @property
    def picture(self) -> Picture:
        title = TEXTS.phrase("pictures.title", turn=self.turn + 1)
        hands = self.opened or self.seen_hands
        rows = [
            MarkRow(
                label=TEXTS.phrase("pictures.hand", seat=seat), marks=[card.mark for card in hand or self.known[seat]]
            )
            for seat, hand in enumerate(hands)
        ]
        top = MarkRow(label=TEXTS.phrase("pictures.discards"), marks=[card.mark for card in self.discards[-1:]])
        return Picture(title, [MarkRow(label=title), *rows, top])


@frozen(kw_only=True, field_transformer=typed_fields)
class State(AllHands[Card], Public):
    hands: tuple[Cards, ...] = field(repr=False)
    stock: Cards = field(repr=False)

    @property
    def stock_size(self) -> int:
        return len(self.stock)


@frozen(kw_only=True, field_transformer=typed_fields)
class View(OneHand[Card], Public):
    player: int | None
    hand: Cards
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    stock_size: int  # pyright: ignore[reportIncompatibleMethodOverride]


@typed
def observe(state: State, player: int | None) -> View:
    check_seat("player", player, state.players)
    return seen_by(Public, state, View, player=player, hand=() if player is None else state.hands[player])


# ---------------------------------------------------------------------------------------------------------------- moves


class _Move(BaseMove):
    __slots__ = ()
    texts = TEXTS


@frozen
class Draw(_Move):
    verb = "draw"


@frozen
class Take(_Move):
    verb = "take"


@frozen(field_transformer=typed_fields)
class Discard(_Move):
    verb = "discard"
    card: Card = field(converter=Card)


@frozen(field_transformer=typed_fields)
class Close(_Move):
    verb = "close"
    card: Card = field(converter=Card)


Move = Draw | Take | Discard | Close
MOVES: tuple[type[Move], ...] = (Draw, Take, Discard, Close)
READERS: dict[str, Callable[[str, int], Move]] = {
    "draw": alone(Draw()),
    "take": alone(Take()),
    "discard": lambda text, start: Discard(text[start:]),
    "close": lambda text, start: Close(text[start:]),
}


def parse_move(text: str) -> Move:
    return read_move(text, READERS)


def left_over(hand: Cards) -> int:
    """Return the least that cards outside of melds count: each its number."""
    melds = [some for size in (3, 4, 5, 6, 7) for some in combinations(sorted(hand), size) if _is_meld(some)]
    rest = [sum(NUMBERS[card.place[1]] for card in hand)]
    return min(rest + [left_over(without(hand, meld)) for meld in melds])


def _is_meld(cards: Cards) -> bool:
    suits, ranks = zip(*(card.place for card in cards), strict=True)
    if len(set(ranks)) == 1:
        return True
    return len(set(suits)) == 1 and max(ranks) - min(ranks) == len(ranks) - 1


# -------------------------------------------------------------------------------------------------------------- referee


def longest(rules: Rules, players: int) -> int:
    return 2 * rules.most_turns


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    check_players(players, rules, Rules)
    order = shuffled(PACK, derive(seed, "deal"))
    return Deal(order, starter=first_seat(players, starter, seed), seed=derive(seed, "later"))


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    if players not in rules.player_counts or deal.starter is None:
        raise RulesError("two to four play, and one of them starts")
    cards = tuple(card for card in deal.order if isinstance(card, Card))
    if problem := miscount(cards, PACK, "the pack", hidden=len(deal.order) - len(cards)):
        raise RulesError(problem)
    hands = tuple(tuple(sorted(cards[HAND * seat : HAND * (seat + 1)])) for seat in range(players))
    top, stock = cards[HAND * players : HAND * players + 1], cards[HAND * players + 1 :]
    known: tuple[Cards, ...] = ((),) * players
    return State(rules=rules, current_player=deal.starter, discards=top, known=known, hands=hands, stock=stock)


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
    return iter(()) if position.is_over or not is_to_move(position) else _listed(position)


def _judged(position: State | View, move: Move | str) -> tuple[Move | None, tuple[Violation, ...]]:
    """Return a legal move; or None, and what is wrong with it."""
    known, problems = read(move, MOVES, parse_move, Code)
    if position.is_over:
        problems = (Violation(Code.GAME_OVER),)
    elif not is_to_move(position):
        problems = (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
    elif known is not None:
        problems = _violations(position, known)
    return (None if problems else known), problems


def _violations(position: State | View, move: Move) -> tuple[Violation, ...]:
    if isinstance(move, Draw | Take) == position.drawn:
        return (Violation(Code.NOT_NOW),)
    if isinstance(move, Draw | Take):
        there = position.stock_size if isinstance(move, Draw) else len(position.discards)
        return () if there else (Violation(Code.NOTHING_THERE),)
    if move.card not in position.hand_to_move:
        return (Violation(Code.NOT_IN_HAND, pieces=(move.card,)),)
    left = left_over(without(position.hand_to_move, [move.card])) if isinstance(move, Close) else 0
    return () if left <= position.rules.limit else (Violation(Code.TOO_MUCH_LEFT, numbers=(left,)),)


def _listed(position: State | View) -> Iterator[Move]:
    hand = position.hand_to_move
    moves: tuple[Move, ...] = (Draw(), Take(), *map(Discard, hand), *map(Close, hand))
    return (move for move in moves if not _violations(position, move))


def _after(state: State, move: Move) -> State:
    seat = state.current_player
    hands, known = list(state.hands), list(state.known)
    if isinstance(move, Draw | Take):
        from_pile = isinstance(move, Take)
        came = state.discards[-1:] if from_pile else state.stock[:1]
        hands[seat] = tuple(sorted((*hands[seat], *came)))
        known[seat] = tuple(sorted((*known[seat], *came))) if from_pile else known[seat]
        discards, stock = (state.discards[:-1], state.stock) if from_pile else (state.discards, state.stock[1:])
        return evolve(state, drawn=True, hands=tuple(hands), known=tuple(known), discards=discards, stock=stock)
    hands[seat], known[seat] = without(hands[seat], [move.card]), without(known[seat], [move.card])
    left = evolve(state, hands=tuple(hands), known=tuple(known), discards=(*state.discards, move.card), drawn=False)
    if isinstance(move, Close) or not state.stock or state.turn + 1 == state.rules.most_turns:
        nothing: tuple[Cards, ...] = ((),) * state.players
        closed = isinstance(move, Close)
        return evolve(
            left,
            over=True,
            opened=left.hands if closed else (),
            hands=nothing if closed else left.hands,
            known=nothing if closed else left.known,
        )
    return evolve(left, turn=state.turn + 1, current_player=next_seat(state))


def result(position: State | View) -> Result | None:
    if not position.is_over:
        return None
    if not position.opened:
        return Result((0,) * position.players, (), EndReason.BLOCKED, Ending.NO_CARDS)
    left = [left_over(hand) for hand in position.opened]
    winners = tuple(seat for seat, number in enumerate(left) if number == min(left))
    return Result(tuple(-number for number in left), winners, EndReason.WENT_OUT, Ending.CLOSED)


def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    if isinstance(move, Draw):
        own = state.stock[:1] if player == state.current_player else ()
        motions, words = face_down(1, "stock", "hand", own), TEXTS.phrase("events.draws")
    elif isinstance(move, Take):
        top = state.discards[-1]
        motions, words = face_up([top], "discards", "hand"), TEXTS.phrase("events.takes", card=top)
    else:
        motions, words = face_up([move.card], "hand", "discards"), TEXTS.phrase(f"events.{move.verb}", card=move.card)
    return MoveEvent(seat=state.current_player, player=player, move=move, motions=motions, words=words)


def determinize(view: View, *, seed: int) -> State:
    if problems := flaws(view):
        raise RulesError(problems[0])
    held = [view.hand if seat == view.player else view.known[seat] for seat in range(view.players)]
    seen_cards = [*view.discards, *(card for hand in (*held, *view.opened) for card in hand)]
    hidden, hands = iter(shuffled(without(PACK, seen_cards), seed)), list[Cards]()
    for row, size in zip(held, view.hand_sizes, strict=True):
        hands.append(tuple(sorted((*row, *(next(hidden) for _ in range(size - len(row)))))))
    return State(**public_fields(Public, view), hands=tuple(hands), stock=tuple(hidden))


def flaws(position: State | View) -> tuple[str, ...]:
    if position.players not in position.rules.player_counts or not 0 <= position.turn < position.rules.most_turns:
        return ("the players or the turn cannot be",)
    if position.over and position.drawn:
        return ("a card was drawn, and the deal is over",)
    seat = position.current_player
    sizes = tuple(
        0 if position.opened else HAND + (position.drawn and seat == each) for each in range(position.players)
    )
    if position.hand_sizes != sizes or any(len(hand) != HAND for hand in position.opened):
        return ("a hand has not as many cards as it should",)
    if bool(position.opened) and (not position.over or left_over(position.opened[seat]) > position.rules.limit):
        return ("hands are open that nobody could close",)
    ends = position.opened or not position.stock_size or position.turn + 1 == position.rules.most_turns
    if (position.over and not ends) or not (position.discards or position.drawn):
        return ("the deal cannot be over, or the discards cannot be empty",)
    cards = [*position.discards, *(card for hand in position.opened for card in hand)]
    for hand, known, size in zip(position.seen_hands, position.known, position.hand_sizes, strict=True):
        if len(known) > size or (hand is not None and (len(hand) != size or without(known, hand))):
            return ("a card that was taken or drawn is not in the hand",)
        cards += known if hand is None else hand
    hidden = sum(position.hand_sizes) + position.stock_size + len(position.discards) + HAND * len(position.opened)
    problem = miscount([*cards, *getattr(position, "stock", ())], PACK, "the pack", hidden=None)
    if problem or hidden != len(PACK):
        return (problem or "cards are missing",)
    return ()


def told(rules: Rules) -> Any:
    topics = {"play": ["deal", "turn", "limit"], "end": ["most_turns", "score"]}
    return paragraphs(TEXTS, rules, topics, hand=HAND)


def best_turn(view: View) -> tuple[Move, ...]:
    """Close as soon as possible; else discard what leaves the least."""
    moves = sorted(legal_moves(view), key=lambda move: isinstance(move, Take))
    closing = [move for move in moves if isinstance(move, Close)]
    discards = [move for move in moves if isinstance(move, Discard)]
    if discards and not closing:
        return (min(discards, key=lambda move: left_over(without(view.hand, [move.card]))),)
    return tuple((closing or moves)[:1])


GAME: Game[Rules, State, Move, View] = Game(
    name="chinchon",
    module=__name__,
    rules=Rules,
    state=State,
    view=View,
    moves=MOVES,
    codes=Code,
    endings=Ending,
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
    parse_piece=Card,
    flaws=flaws,
    longest=longest,
    event=event,
    told=told,
    best_turn=best_turn,
)
