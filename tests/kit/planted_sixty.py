# fmt: off
# ruff: noqa: E501  # a mistake is a line
"""Mistakes in five games as their authors make them, planted before the kit was tuned to find them."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from attrs import evolve, field, fields, frozen

from examples.okey import okey
from examples.okey.okey.hands import okey_of
from examples.okey.okey.tiles import JOKER, TEXTS
from rami import RulesError, gin, rummikub, rummy
from rami.own import face_up
from rami.pieces import without
from tests.kit import card_swap_game as swap
from tests.kit.planted import (
    MISTAKES,
    RUMMY,
    after,
    crash,
    ended,
    flaws,
    is_view,
    judged,
    lacking,
    listing,
    mistake,
    quiet,
    seen,
    told,
    world,
)
from tests.kit.planted_fresh import GIN, OKEY, TILES, TWO, swapped

_BEFORE = frozenset(MISTAKES)
_CALLS = count()
OKEY_RULES = okey.Rules()


def remade(kind: Any, value: Any, **more: Any) -> Any:
    return kind(**{each.name: getattr(value, each.name) for each in fields(type(value)) if each.init}, **more)


def turned(row: tuple[Any, ...], seat: int | None) -> tuple[Any, ...]:
    """Return the items of a row, starting with this seat."""
    return (*row[seat or 0 :], *row[: seat or 0])


def drawn_crooked(game: Any, when: Callable[[Any], bool]) -> dict[str, Any]:
    """Make the picture of a view raise."""

    class Crooked(game.view):  # type: ignore[misc]
        @property
        def picture(self) -> Any:
            return crash(when(self)) or super().picture

    return {"view": Crooked, "observe": lambda state, seat: remade(Crooked, game.observe(state, seat))}


def no_known(game: Any) -> dict[str, Any]:
    """Overlook pieces that are known, and cannot be."""
    return flaws(game, lambda position, found: found and game.flaws(evolve(position, known=((),) * len(position.known))))


def owners(game: Any, when: Callable[[Any, Any, Any], bool]) -> dict[str, Any]:
    """Show every seat what only the owner may know."""
    return told(game, lambda state, move, seat, event: evolve(game.event(state, move, state.current_player), player=seat) if when(state, move, seat) else event)


def shows_hand(game: Any, kind: Any) -> dict[str, Any]:
    return told(game, lambda state, move, seat, event: evolve(event, motions=(*event.motions, *face_up(state.hands[state.current_player], "hand", "table"))) if isinstance(move, kind) else event)


# ------------------------------------------------------------------------------------------------------------ Okey


def _no_okey(view: Any, state: Any) -> Any:
    wild = okey_of(view.indicator)
    for seat, hand in enumerate(state.hands):
        if seat != view.player and wild in hand and wild not in view.known[seat] and state.stock[:1] not in ((), (wild,)):
            hands = (*state.hands[:seat], (*without(hand, [wild]), state.stock[0]), *state.hands[seat + 1 :])
            state = evolve(state, hands=hands, stock=(*state.stock[1:], wild))
    return state


def _known_copy(state: Any, move: Any, new: Any) -> Any:
    seat = state.current_player
    if str(move) != "draw" or state.stock[0] not in state.known[seat]:
        return new
    return evolve(new, known=(*new.known[:seat], (*new.known[seat], state.stock[0]), *new.known[seat + 1 :]))


def _no_second_turn(state: Any, move: Any, new: Any) -> Any:
    if not isinstance(move, okey.Finish):
        return new
    seat = state.current_player
    return evolve(new, discards=(*new.discards[:seat], new.discards[seat][-1:], *new.discards[seat + 1 :]))


def _counted(state: Any, move: Any) -> Any:
    if OKEY.check(state, move):
        object.__setattr__(state, "turn", state.turn + 1)
    return OKEY.apply(state, move)


def _first_joker(players: int, rules: Any, deal: Any) -> Any:
    return crash(deal.order[0] == JOKER) or OKEY.from_deal(players, rules, deal)


mistake("who has a false joker may finish", OKEY, **judged(OKEY, lambda position, move, found: () if [each.code for each in found] == ["not_finished"] and JOKER in position.hand_to_move else found))
mistake("a false joker turned first raises", OKEY, from_deal=_first_joker)
mistake("the event of pairs raises", OKEY, **told(OKEY, lambda state, move, seat, event: crash(isinstance(move, okey.Finish) and getattr(OKEY.result(OKEY.apply(state, move)), "detail", "") == "pairs") or event))
mistake("known tiles begin with one's own", OKEY, **seen(OKEY, known=lambda state, seat: turned(state.known, seat)))
mistake("the okey is never discarded", OKEY, **lacking(OKEY, lambda position, move: isinstance(move, okey.Discard) and move.tile == okey_of(position.indicator)))
mistake("no neighbor has the okey", OKEY, **world(OKEY, lambda view, state, seed: _no_okey(view, state)))
mistake("an empty stock has no result", OKEY, **ended(OKEY, lambda state, found: found if state.stock or state.shown else None))
mistake("the last turn does not end the deal", OKEY, **after(OKEY, lambda state, move, new: evolve(new, phase=okey.Phase.TAKE) if new.is_over and new.stock and not new.shown else new), presets={"brief": okey.Rules(most_turns=6)})
mistake("the words of a take lack the tile", OKEY, **told(OKEY, lambda state, move, seat, event: evolve(event, words=TEXTS.phrase("events.takes")) if isinstance(move, okey.Take) else event))
mistake("spectators are shown no finished hand", OKEY, **seen(OKEY, shown=lambda state, seat: () if seat is None else state.shown))
mistake("a drawn copy of a known tile is known", OKEY, **after(OKEY, _known_copy))
mistake("a finish clears the discards", OKEY, **after(OKEY, _no_second_turn))
mistake("a false joker is read as a one", OKEY, parse_move=lambda text: okey.Discard("R1") if text.lower() == "discard *" else OKEY.parse_move(text))
mistake("an empty text raises", OKEY, parse_move=lambda text: OKEY.parse_move(text) if text.split()[0] else None)
mistake("a refused move is counted", OKEY, apply=_counted)

# ------------------------------------------------------------------------------------------------------------- Gin


def _stays(state: Any, move: Any, new: Any) -> Any:
    if not isinstance(move, gin.LayOff) or len(new.hands[state.current_player]) < 3:
        return new
    return evolve(new, hands=state.hands)


def _one_suit(state: Any) -> Any:
    suit = state.stock[0].suit if state.stock else None
    place = next((place for place, card in enumerate(state.stock) if place and card.suit is suit), 0)
    return swapped(state, "stock", 1, place) if place else state


def lay_offs_by_hash(position: Any) -> Iterator[Any]:
    moves = list(gin.legal_moves(position))
    return iter(sorted(moves, key=lambda move: hash(str(move))) if position.phase == "lay_off" else moves)


def world_by_hash(view: Any, *, seed: int) -> Any:
    return gin.determinize(view, seed=seed + hash(str(view)) % 2)


mistake("big gin cannot be made", GIN, apply=lambda state, move: gin.apply(state, gin.DrawStock() if isinstance(move, gin.Knock) and move.card is None else move))
mistake("a card that is laid off stays in the hand", GIN, **after(GIN, _stays))
mistake("spectators see the hand that lays off", GIN, **seen(GIN, hand=lambda state, seat: state.hands[seat] if seat is not None else () if state.knocker is None else state.hands[1 - state.knocker]))
mistake("a quiet field counts the other hand", GIN, **quiet(gin.View, GIN, lambda state, seat: seat is not None and sum(map(int, state.hands[1 - seat])) % 2))
mistake("the second player cannot refuse", GIN, **lacking(GIN, lambda position, move: position.turn == 1 and isinstance(move, gin.Pass)))
mistake("two cards of a suit lie together", GIN, **world(GIN, lambda view, state, seed: _one_suit(state)))
mistake("done is read as pass", GIN, parse_move=lambda text: gin.Pass() if text == "done" else gin.parse_move(text))
mistake("flaws overlook what is known", GIN, **no_known(GIN))
mistake("melds of others' cards raise", GIN, **judged(GIN, lambda position, move, found: crash(isinstance(move, gin.Knock) and bool(without(move.melds.cards, position.hand_to_move))) or found))
mistake("the event of a lay-off shows the hand", GIN, **shows_hand(GIN, gin.LayOff))
mistake("the end has a move", GIN, **listing(GIN, lambda position, moves: [gin.Done()] if position.is_over else moves))
mistake("lay-offs in the order of a set", GIN, legal_moves=lay_offs_by_hash)
mistake("determinize by the hash of a text", GIN, determinize=world_by_hash)
mistake("the picture of a short stock raises", GIN, **drawn_crooked(GIN, lambda view: view.stock_size < 6))
mistake("the best turn of a lay-off is empty", GIN, best_turn=lambda view: () if view.phase == "lay_off" else gin.best_turn(view))

# ------------------------------------------------------------------------------------------------------- card rummy


def _other_stock(state: Any, move: Any, new: Any) -> Any:
    place = next(_CALLS) % 3
    return evolve(new, stock=(*new.stock[place:], *new.stock[:place])) if new.restocks > state.restocks else new


def _asked_again(state: Any, move: Any, new: Any) -> Any:
    again = isinstance(move, rummy.Pass) and state.phase == new.phase == "buy"
    return evolve(new, current_player=state.current_player) if again else new


def _rules_error(state: Any, move: Any) -> Any:
    if isinstance(move, rummy.ReplaceJoker) and rummy.check(state, move):
        raise RulesError("no joker is there")
    return rummy.apply(state, move)


def _no_front(text: str) -> Any:
    found = rummy.parse_move(text)
    return evolve(found, front=False) if isinstance(found, rummy.LayOff) else found


mistake("a renewed stock has another order each time", RUMMY, **after(RUMMY, _other_stock))
mistake("a buy loses a card", RUMMY, **after(RUMMY, lambda state, move, new: evolve(new, stock=new.stock[:-1]) if isinstance(move, rummy.Buy) else new))
mistake("a view offers no deep take", RUMMY, **lacking(RUMMY, lambda position, move: is_view(position) and isinstance(move, rummy.TakeDiscard) and move.count > 1))
mistake("a deep take leaves a copy", RUMMY, **after(RUMMY, lambda state, move, new: evolve(new, discards=(*new.discards, state.discards[-1])) if isinstance(move, rummy.TakeDiscard) and move.count > 1 else new))
mistake("a view counts what is laid twice", RUMMY, **seen(RUMMY, laid_points=lambda state, seat: tuple(2 * each for each in state.laid_points)))
mistake("a view shows the whole discard pile", RUMMY, **seen(RUMMY, discard_pile=lambda state, seat: state.discards))
mistake("an addition to no meld raises", RUMMY, **judged(RUMMY, lambda position, move, found: crash(isinstance(move, rummy.LayOff) and move.meld not in position.table.melds) or found))
mistake("a joker that is not there is another error", RUMMY, apply=_rules_error)
mistake("jokers are added twice", RUMMY, **listing(RUMMY, lambda position, moves: [*moves, *(move for move in moves if isinstance(move, rummy.LayOff) and move.card == rummy.JOKER)]))
mistake("the front of a meld is not read", RUMMY, parse_move=_no_front)
mistake("a ten is read as an ace", RUMMY, parse_piece=lambda text: rummy.Card.parse(text.replace("10", "A")))
mistake("the discards below the top are in order", RUMMY, **world(RUMMY, lambda view, state, seed: evolve(state, discards=(*sorted(state.discards[:-1]), *state.discards[-1:])) if state.rules.discard_view == "top" else state))
mistake("an event tells the card that comes with a buy", RUMMY, **owners(RUMMY, lambda state, move, seat: isinstance(move, rummy.Buy)))
mistake("a view has the seed of later shuffles", RUMMY, **quiet(rummy.View, RUMMY, lambda state, seat: state.seed))
mistake("a blocked deal raises", RUMMY, **ended(RUMMY, lambda state, found: crash(found.reason == "blocked") or found))
mistake("who passes is asked again", RUMMY, **after(RUMMY, _asked_again))

# -------------------------------------------------------------------------------------------------------- Rummikub


def _large_is_high(view: Any, state: Any) -> Any:
    others = [seat for seat in range(state.players) if seat != view.player and not state.known[seat] and state.racks[seat]]
    if len(others) < 2:
        return state
    small, large = sorted(others[:2], key=lambda seat: len(state.racks[seat]))
    first, second = state.racks[small], state.racks[large]
    if len(first) == len(second) or first[-1] <= second[-1]:
        return state
    racks = {small: (*first[:-1], second[-1]), large: (*second[:-1], first[-1])}
    return evolve(state, racks=tuple(racks.get(seat, rack) for seat, rack in enumerate(state.racks)))


mistake("anybody may end a turn by the clock", TILES, **judged(TILES, lambda position, move, found: () if is_view(position) and isinstance(move, rummikub.TimeOut) and [each.code for each in found] == ["not_your_turn"] else found))
mistake("a time-out loses a tile", TILES, **after(TILES, lambda state, move, new: evolve(new, pool=new.pool[:-1]) if isinstance(move, rummikub.TimeOut) else new))
mistake("the last tile of the pool raises", TILES, apply=lambda state, move: crash(len(state.pool) == 1 and str(move) == "draw") or TILES.apply(state, move))
mistake("passes are not counted", TILES, **after(TILES, lambda state, move, new: evolve(new, passes=0) if str(move) == "pass" and not new.is_over else new))
mistake("who has opened begins with oneself", TILES, **seen(TILES, opened=lambda state, seat: turned(state.opened, seat)))
mistake("jokers in a text raise", TILES, parse_move=lambda text: crash("*" in text) or TILES.parse_move(text))
mistake("the picture of a joker raises", TILES, **drawn_crooked(TILES, lambda view: "*" in str(view.table)))
mistake("large racks have high tiles", TILES, **world(TILES, lambda view, state, seed: _large_is_high(view, state)))
mistake("four scores do not cancel", TILES, **ended(TILES, lambda state, found: evolve(found, scores=(found.scores[0] - 1, *found.scores[1:])) if state.players == 4 else found))
mistake("flaws overlook known tiles", TILES, **no_known(TILES))
mistake("an empty table raises", TILES, **judged(TILES, lambda position, move, found: crash(isinstance(move, rummikub.Play) and not move.table.melds) or found))
mistake("a quiet field has the end of the pool", TILES, **quiet(rummikub.View, TILES, lambda state, seat: state.pool[-1:]))
mistake("spectators are told what is drawn", TILES, **owners(TILES, lambda state, move, seat: seat is None and isinstance(move, rummikub.Draw)))
mistake("the best turn before the opening raises", TILES, best_turn=lambda view: crash(view.player is not None and not view.opened[view.player]) or rummikub.best_turn(view))
mistake("deals of two are longer than the longest", TILES, longest=lambda rules, players: 20 if players == 2 else TILES.longest(rules, players))

# ------------------------------------------------------------------------------------------------------- two ranks


@frozen(kw_only=True)
class Noted(swap.State):
    """A state with a note that JSON does not have."""

    note: int = field(init=False, default=0, eq=False)


class ById(swap.State):
    """A state whose hash is its place in memory."""

    def __hash__(self) -> int:
        return id(self)


@frozen(kw_only=True)
class Unpickled(swap.State):
    """A state that keeps a function."""

    memo: Any = field(default=lambda: 0, eq=False, repr=False)


def other_state(kind: Any) -> dict[str, Any]:
    return {
        "state": kind,
        "from_deal": lambda players, rules, deal: remade(kind, TWO.from_deal(players, rules, deal)),
        "determinize": lambda view, *, seed: remade(kind, TWO.determinize(view, seed=seed)),
    }


def _noting(state: Any, move: Any) -> Any:
    new = evolve(state, **{each.name: getattr(TWO.apply(state, move), each.name) for each in fields(swap.State)})
    object.__setattr__(new, "note", state.note + (str(move) == "keep"))
    return new


def _never_mine(view: Any, state: Any) -> Any:
    for seat, hand in enumerate(state.hands):
        place = next((place for place, card in enumerate(state.stock) if (card,) != view.hand), None)
        if seat != view.player and hand == view.hand and place is not None:
            hands = (*state.hands[:seat], (state.stock[place],), *state.hands[seat + 1 :])
            state = evolve(state, hands=hands, stock=(*state.stock[:place], hand[0], *state.stock[place + 1 :]))
    return state


def _copied(players: int, rules: Any, deal: Any) -> Any:
    state = TWO.from_deal(players, rules, deal)
    return evolve(state, stock=(*state.stock[:-1], 1)) if len(set(state.hands)) == 1 else state


mistake("nobody has the card that I have", TWO, **world(TWO, lambda view, state, seed: _never_mine(view, state)))
mistake("the last card is a one more often", TWO, **world(TWO, lambda view, state, seed: swapped(state, "stock", -1, state.stock.index(1)) if seed % 6 == 0 and 1 in state.stock else state))
mistake("the event of a keep shows the card", TWO, **shows_hand(TWO, swap.Keep))
mistake("the size of the stock tells a two", TWO, **seen(TWO, stock_size=lambda state, seat: len(state.stock) - (state.stock[:1] == (2,))))
mistake("equal states have other hashes", TWO, **other_state(ById))
mistake("a note that JSON has not decides the moves", TWO, **other_state(Noted), apply=_noting, legal_moves=lambda position: (move for move in TWO.legal_moves(position) if str(move) != "swap" or getattr(position, "note", 0) < 3))
mistake("a state keeps a function", TWO, **other_state(Unpickled))
mistake("a view has a list", TWO, **seen(TWO, laid_open=lambda state, seat: list(state.laid_open)))
mistake("winners in falling order", TWO, **ended(TWO, lambda state, found: evolve(found, winners=found.winners[::-1])))
mistake("the legal moves are a list", TWO, legal_moves=lambda position: list(TWO.legal_moves(position)))
mistake("the last swap is no turn", TWO, **after(TWO, lambda state, move, new: evolve(new, turn=state.turn) if len(state.stock) == 1 and str(move) == "swap" else new))
mistake("a copy too many where all have the same", TWO, from_deal=_copied)

PLANTED = tuple(name for name in MISTAKES if name not in _BEFORE)
"""The names of these mistakes."""
