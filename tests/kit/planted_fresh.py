# fmt: off
# ruff: noqa: E501  # a mistake is a line
"""Mistakes in five games that were planted before the kit was written: at first sight it found some, now it finds most."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from examples.okey import okey
from rami import IllegalMove, NotationError, Violation, gin, rummikub, rummy
from rami.dealing import derive, shuffled
from rami.game import Deal
from rami.pieces import without
from rami.results import EndReason
from tests.kit import card_swap_game as swap
from tests.kit.planted import (
    MISTAKES,
    RUMMY,
    AnyGame,
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
    some,
    told,
    world,
)

_BEFORE = frozenset(MISTAKES)

OKEY, GIN = okey.GAME, gin.GAME
TILES = some(rummikub.GAME, "hasbro-2007", "chiffres", "goliath", "rummikub-xp6")
TWO: AnyGame = evolve(swap.GAME, name="two ranks", presets={"two ranks": swap.TWO_RANKS})
"""A game in which half of the cards are ones, and half twos."""


def swapped(state: Any, name: str, first: int, second: int) -> Any:
    row = list(getattr(state, name))
    row[first], row[second] = row[second], row[first]
    return evolve(state, **{name: tuple(row)})


# ------------------------------------------------------------------------------------------------------------ Okey

mistake("pairs are not listed", OKEY, **lacking(OKEY, lambda position, move: isinstance(move, okey.Finish) and not okey.is_in_melds(without(position.hand_to_move, [move.tile]), position.indicator)))
mistake("a view may always finish", OKEY, **judged(OKEY, lambda position, move, found: () if is_view(position) and [each.code for each in found] == [okey.Code.NOT_FINISHED] else found))
mistake("who finishes is the next one", OKEY, **after(OKEY, lambda state, move, new: evolve(new, current_player=(state.current_player + 1) % state.players) if new.shown else new))
mistake("a known tile may lie in the stock", OKEY, **world(OKEY, lambda view, state, seed: _known_to_stock(view, state)))
mistake("determinize has four worlds", OKEY, determinize=lambda view, *, seed: OKEY.determinize(view, seed=seed % 4))
mistake("a view rounds the stock", OKEY, **seen(OKEY, stock_size=lambda state, seat: len(state.stock) // 2 * 2))
mistake("finish is read as discard", OKEY, parse_move=lambda text: OKEY.parse_move(text.replace("finish", "discard")))
mistake("the event of a take raises for spectators", OKEY, **told(OKEY, lambda state, move, seat, event: crash(seat is None and isinstance(move, okey.Take)) or event))
mistake("flaws overlook what is missing", OKEY, **flaws(OKEY, lambda position, found: tuple(each for each in found if "missing" not in each and "left" not in each)))
mistake("a take changes the state itself", OKEY, **after(OKEY, lambda state, move, new: _aged(state, isinstance(move, okey.Take)) or new))
mistake("the next starter is a truth", OKEY, next_starter=lambda result, starter, rules: not starter)
mistake("a spectator may move", OKEY, legal_moves=lambda position: OKEY.legal_moves(evolve(position, player=position.current_player)) if is_view(position) and position.player is None and position.phase == "take" else OKEY.legal_moves(position))


def _aged(state: Any, when: bool) -> Any:
    if when:
        object.__setattr__(state, "turn", state.turn + 1)


def _known_to_stock(view: Any, state: Any) -> Any:
    for seat, known in enumerate(state.known):
        if known and state.stock and seat != view.player:
            hand = tuple(sorted((*without(state.hands[seat], known[:1]), state.stock[0])))
            hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
            return evolve(state, hands=hands, stock=(known[0], *state.stock[1:]))
    return state


# ------------------------------------------------------------------------------------------------------------- Gin


def _too_late(state: Any, move: Any) -> Any:
    new = gin.apply(state, move)
    if new.phase == "lay_off" and state.phase != "lay_off" and len(new.stock) < 4:
        raise KeyError(len(new.stock))
    return new


def _taken_back(position: Any, move: Any, found: Any) -> Any:
    own = isinstance(move, gin.Discard) and move.card == position.taken and move.card in position.hand_to_move
    return () if own and len(found) == 1 else found


mistake("big gin is not listed", GIN, **lacking(GIN, lambda position, move: isinstance(move, gin.Knock) and move.card is None))
mistake("one card at a time is laid off", GIN, **listing(GIN, lambda position, moves: [*[move for move in moves if isinstance(move, gin.LayOff)][:1], *[move for move in moves if not isinstance(move, gin.LayOff)]]))
mistake("what was taken may be discarded", GIN, **judged(GIN, _taken_back))
mistake("an undercut wins for the knocker", GIN, **ended(GIN, lambda state, found: evolve(found, winners=(state.knocker,)) if found.detail == "undercut" else found))
mistake("the next card is seen near the end", GIN, **seen(GIN, upcard=lambda state, seat: state.stock[0] if 0 < len(state.stock) < 10 else state.upcard))
mistake("determinize prefers an order", GIN, **world(GIN, lambda view, state, seed: swapped(state, "stock", 0, 1) if len(state.stock) > 1 and seed % 3 == 0 and state.stock[0] > state.stock[1] else state))
mistake("determinize forgets what is known later", GIN, **world(GIN, lambda view, state, seed: evolve(state, known=((), ())) if view.turn > 6 else state))
mistake("melds of a knock are not read", GIN, parse_move=lambda text: gin.Knock(found.card) if isinstance(found := gin.parse_move(text), gin.Knock) and found.card else found)
mistake("flaws only count cards", GIN, **flaws(GIN, lambda position, found: tuple(each for each in found if "missing" in each or "hidden" in each)))
mistake("a knock near the end of the stock raises", GIN, apply=_too_late)
mistake("a sentence without its number", GIN, **judged(GIN, lambda position, move, found: tuple(evolve(each, numbers=()) if each.code is gin.Code.TOO_MUCH_DEADWOOD else each for each in found)))
mistake("a view offers no laying off", GIN, **listing(GIN, lambda position, moves: [move for move in moves if not (is_view(position) and isinstance(move, gin.LayOff))]))
mistake("seat 1 sees the hand of seat 0 after a knock", GIN, **seen(GIN, hand=lambda state, seat: () if seat is None else state.hands[0] if seat == 1 and state.knocker == 1 else state.hands[seat]))

# ------------------------------------------------------------------------------------------------------- card rummy


def _loses_one(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, stock=new.stock[:-1]) if new.restocks > state.restocks else new


def _stays_in_hand(state: Any, move: Any, new: Any) -> Any:
    if not (isinstance(move, rummy.LayMeld) and "*" in str(move)):
        return new
    seat = state.current_player
    hand = tuple(sorted((*new.hands[seat], rummy.JOKER)))
    return evolve(new, hands=(*new.hands[:seat], hand, *new.hands[seat + 1 :]))


def _misread_addition(text: str) -> Any:
    if text.lower().startswith("add "):
        raise NotationError("a move begins with a verb", text)
    return rummy.parse_move(text)


def _unasked(players: int, rules: Any = rummy.Rules(), *, seed: int, starter: int | None = None) -> Any:
    return RUMMY.shuffle(players, rules, seed=seed)


mistake("a renewed stock loses a card", RUMMY, **after(RUMMY, _loses_one))
mistake("jokers are never replaced", RUMMY, **lacking(RUMMY, lambda position, move: isinstance(move, rummy.ReplaceJoker)))
mistake("seat 2 cannot take", RUMMY, **lacking(RUMMY, lambda position, move: position.current_player == 2 and isinstance(move, rummy.TakeDiscard)))
mistake("a state forbids a second addition", RUMMY, **judged(RUMMY, lambda position, move, found: found if is_view(position) or not isinstance(move, rummy.LayOff) or len(position.table) < 2 else (*found, Violation(rummy.Code.NO_DISCARD))))
mistake("a joker that is laid stays in the hand", RUMMY, **after(RUMMY, _stays_in_hand))
mistake("winners in falling order", RUMMY, **ended(RUMMY, lambda state, found: evolve(found, winners=(*found.winners, *found.winners)) if found.reason is EndReason.WENT_OUT else found))
mistake("an event tells the drawn card", RUMMY, **told(RUMMY, lambda state, move, seat, event: RUMMY.event(state, move, state.current_player) if isinstance(move, rummy.DrawStock) and state.turn > 3 else event))
mistake("a starter that is named does not start", RUMMY, shuffle=_unasked)
mistake("no next starter without a winner", RUMMY, next_starter=lambda result, starter, rules: crash(not result.winners) or rummy.GAME.next_starter(result, starter, rules))
mistake("the stock is known from below", RUMMY, **world(RUMMY, lambda view, state, seed: evolve(state, stock=(*sorted(state.stock[:3]), *state.stock[3:]))))
mistake("high cards stay in the stock", RUMMY, **world(RUMMY, lambda view, state, seed: _highest_below(view, state)))
mistake("an addition is read as a meld", RUMMY, parse_move=_misread_addition)
mistake("turns of a table raise", RUMMY, legal_moves=lambda position: crash(len(position.table) > 3) or RUMMY.legal_moves(position))


def _highest_below(view: Any, state: Any) -> Any:
    seat = next((seat for seat in range(state.players) if seat != view.player and not view.known[seat]), None)
    if seat is None or not state.stock or not state.hands[seat] or state.hands[seat][-1] <= state.stock[-1]:
        return state
    hand = tuple(sorted((*state.hands[seat][:-1], state.stock[-1])))
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return evolve(state, hands=hands, stock=(*state.stock[:-1], state.hands[seat][-1]))


# -------------------------------------------------------------------------------------------------------- Rummikub


def _pass_any_time(position: Any, moves: list[Any]) -> list[Any]:
    return [*moves, rummikub.Pass()] if moves and not is_view(position) and position.turn > 5 else moves


def _lays_what_is_not_there(position: Any, move: Any, found: Any) -> Any:
    return tuple(each for each in found if each.code != "not_in_rack") if is_view(position) else found


def _shorter(text: str) -> Any:
    found = TILES.parse_move(text)
    return rummikub.Play(" ".join(map(str, found.table.melds[:-1]))) if isinstance(found, rummikub.Play) and len(found.table) > 1 else found


def _refused(state: Any, move: Any) -> Any:
    if isinstance(move, rummikub.Play) and len(state.table) > 2:
        raise IllegalMove(TILES.check(state, rummikub.Pass()) or TILES.check(state, rummikub.Draw()))
    return TILES.apply(state, move)


mistake("two tiles leave the pool", TILES, **after(TILES, lambda state, move, new: evolve(new, pool=new.pool[1:]) if len(new.pool) == 20 else new))
mistake("passing is listed", TILES, **listing(TILES, _pass_any_time))
mistake("a view may lay what is not there", TILES, **judged(TILES, _lays_what_is_not_there))
mistake("the pool begins with its lowest tile", TILES, **world(TILES, lambda view, state, seed: evolve(state, pool=(*sorted(state.pool[:2]), *state.pool[2:]))))
mistake("seat 1 sees another rack", TILES, **seen(TILES, rack=lambda state, seat: () if seat is None else state.racks[0 if seat == 1 else seat]))
mistake("a play is read without its last meld", TILES, parse_move=_shorter)
mistake("who goes out does not win", TILES, **ended(TILES, lambda state, found: evolve(found, winners=tuple(seat for seat in range(state.players) if seat not in found.winners)) if found.reason is EndReason.WENT_OUT else found))
mistake("flaws overlook jokers", TILES, **flaws(TILES, lambda position, found: tuple(each for each in found if not each.endswith("*"))))
mistake("eight deals", TILES, shuffle=lambda players, rules=rummikub.Rules(), *, seed, starter=None: TILES.shuffle(players, rules, seed=seed % 8))
mistake("a second table is refused", TILES, apply=_refused)
mistake("the rack of who has few tiles is seen", TILES, **quiet(rummikub.View, TILES, lambda state, seat: [rack for rack in state.racks if len(rack) < 12]))
mistake("a round has no draws", TILES, from_deal=lambda players, rules, deal: evolve(TILES.from_deal(players, rules, deal), start_draws=()))


# ------------------------------------------------------------------------------------------------------- two ranks


def _biased(view: Any, state: Any, seed: int) -> Any:
    """One time in ten a hidden two becomes a one."""
    for seat, hand in enumerate(state.hands):
        if seat != view.player and seed % 10 == 0 and hand == (2,) and 1 in state.stock:
            place = state.stock.index(1)
            stock = (*state.stock[:place], 2, *state.stock[place + 1 :])
            return evolve(state, hands=(*state.hands[:seat], (1,), *state.hands[seat + 1 :]), stock=stock)
    return state


def _twos_up(view: Any, state: Any, seed: int) -> Any:
    place = next((place for place, card in enumerate(state.stock) if card == 2), 0)
    return swapped(state, "stock", 0, place) if state.stock and seed % 5 == 0 else state


def _one_of_each(position: Any, found: tuple[str, ...]) -> tuple[str, ...]:
    """A missing copy is not missed, as long as there is another."""
    return () if not is_view(position) and found and {*position.stock, *position.laid_open, *sum(position.hands, ())} == {1, 2} else found


def _twice(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, stock=(*new.stock, *state.hands[state.current_player])) if str(move) == "swap" and state.turn > 2 else new


def _scores(state: Any, found: Any) -> Any:
    return evolve(found, scores=tuple(score * (seat + 1) for seat, score in enumerate(found.scores)), winners=found.winners[:1])


def _stops(position: Any) -> Iterator[Any]:
    for move in TWO.legal_moves(position):
        crash(position.stock_size == 1)
        yield move


def _from_sorted(players: int, rules: Any, deal: Deal) -> Any:
    return TWO.from_deal(players, rules, evolve(deal, order=tuple(sorted(deal.order))))


mistake("hidden cards are low", TWO, **world(TWO, _biased))
mistake("a two is drawn more often", TWO, **world(TWO, _twos_up))
mistake("a view shows the next card to all", TWO, **seen(TWO, laid_open=lambda state, seat: (*state.laid_open, *state.stock[:1])))
mistake("a quiet count of twos", TWO, **quiet(swap.View, TWO, lambda state, seat: seat is not None and state.stock.count(2)))
mistake("players know who has the same card", TWO, **quiet(swap.View, TWO, lambda state, seat: [hand == state.hands[seat or 0] for hand in state.hands] if seat is not None else None))
mistake("a missing copy is not missed", TWO, **flaws(TWO, _one_of_each))
mistake("a tie has one winner", TWO, **ended(TWO, _scores))
mistake("a laid card comes back", TWO, **after(TWO, _twice))
mistake("the last card of the stock raises", TWO, legal_moves=_stops)
mistake("a card is read as another", TWO, parse_piece=lambda text: 1)
mistake("every deal is sorted", TWO, from_deal=_from_sorted)
mistake("the order is not hidden", TWO, **world(TWO, lambda view, state, seed: evolve(state, stock=tuple(sorted(state.stock)) if seed % 2 else shuffled(state.stock, derive(seed, "again")))))

PLANTED = tuple(name for name in MISTAKES if name not in _BEFORE)
"""The names of these mistakes."""
