# fmt: off
# ruff: noqa: E501  # a mistake is a line
"""Mistakes that show only in rare positions, in a field that `==` leaves out, or in another process."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve, fields, frozen

from rami import gin
from rami.dealing import shuffled
from rami.game import Deal
from rami.pieces import without
from rami.results import Result
from rami.sentences import Texts
from tests.kit import card_swap_game as own_game
from tests.kit import counting_game as fourth
from tests.kit.planted import (
    FOURTH,
    GIN,
    MISTAKES,
    OWN,
    after,
    ended,
    listing,
    mistake,
    quiet,
    told,
    world,
)

__all__ = ["MISTAKES"]

# ---------------------------------------------------------------------- another process


def listed_by_hash(position: Any) -> Iterator[Any]:
    """Simulate iterating a set, which has another order in each position."""
    return iter(
        sorted(own_game.legal_moves(position), key=lambda move: hash(f"{move} {position.turn} {position.laid_open}"))
    )


mistake("moves in the order of a set", OWN, legal_moves=listed_by_hash)


# ---------------------------------------------------------------------- legal moves


def _late_steps(position: Any) -> Iterator[Any]:
    """With a step too far at the end of the list, late in the deal."""
    yield from fourth.legal_moves(position)
    if 5 < position.count < position.rules.goal and not fourth.check(position, fourth.Count(2)):
        yield fourth.Count(4)


_LATEST: list[Any] = []


def _remembered(state: Any, move: Any) -> Any:
    _LATEST[:] = [move]
    return own_game.apply(state, move)


def _mindful(position: Any) -> Iterator[Any]:
    after_swap = bool(_LATEST) and isinstance(_LATEST[0], own_game.Swap)
    return (move for move in own_game.legal_moves(position) if not (after_swap and str(move) == "swap"))


mistake("a kind of move that is never listed", GIN, **listing(GIN, lambda _, moves: [move for move in moves if not isinstance(move, gin.LayOff)]))
mistake("the last discard is not listed", GIN, **listing(GIN, lambda view, moves: [each for each in moves if str(each) != f"discard {max(view.hand_to_move, default='')}"]))
mistake("no late swap is listed", OWN, **listing(OWN, lambda position, moves: [move for move in moves if str(move) != "swap" or position.turn <= 2]))
mistake("a step too far at the end of the list", FOURTH, legal_moves=_late_steps)
mistake("legal moves that remember", OWN, apply=_remembered, legal_moves=_mindful)


# ---------------------------------------------------------------------- what a game takes


def _without_hand(position: Any, move: Any) -> Any:
    found = gin.check(position, move)
    taken = isinstance(move, gin.Discard) and [each.code for each in found] == [gin.Code.NOT_IN_HAND]
    return () if taken else found


def _discards_anything(state: Any, move: Any) -> Any:
    if gin.check(state, move) and not _without_hand(state, move):
        following = 1 - state.current_player
        pile = (*state.discard_pile, move.card)
        return evolve(
            state, phase=gin.Phase.DRAW, turn=state.turn + 1, current_player=following, discard_pile=pile, taken=None
        )
    return gin.apply(state, move)


def _seat_zero(players: int, rules: Any, deal: Deal) -> Any:
    return evolve(own_game.from_deal(players, rules, deal), current_player=0)


def _fetched(text: str) -> Any:
    return {"swap": own_game.Swap(), "keep": own_game.Keep()}[text]


def _endless(state: Any, move: Any) -> Any:
    while isinstance(move, own_game.Swap) and state.turn > 1:
        pass
    return own_game.apply(state, move)


mistake("a card may be discarded that nobody has", GIN, check=_without_hand, apply=_discards_anything)
mistake("the deal does not say who starts", OWN, from_deal=_seat_zero)
mistake("a text that raises a KeyError", OWN, parse_move=_fetched)
mistake("apply never comes back", OWN, apply=_endless)
mistake("turns are not counted", FOURTH, **after(FOURTH, lambda _, __, new: evolve(new, turn=0)))


# ---------------------------------------------------------------------- flaws and digests


def _no_seats(position: Any) -> Any:
    seat = position.current_player % max(1, position.players)
    return own_game.flaws(evolve(position, current_player=seat) if position.turn else position)


mistake("flaws that overlook a seat", OWN, flaws=_no_seats)


# ---------------------------------------------------------------------- what views, moves and random states tell


def _plain(view: Any) -> dict[str, Any]:
    return {each.name: getattr(view, each.name) for each in fields(own_game.View)}


@frozen(kw_only=True)
class Open(own_game.View):
    """A view that shows all hands, to spectators alone."""

    hands: tuple[tuple[int, ...], ...] = ()


def _open(state: Any, player: int | None) -> Open:
    return Open(**_plain(own_game.observe(state, player)), hands=state.hands if player is None else ())


def _from_open(view: Any, *, seed: int) -> Any:
    state = own_game.determinize(view, seed=seed)
    if view.player is not None:
        return state
    held = [card for hand in view.hands for card in hand]
    stock = without((*state.stock, *(card for hand in state.hands for card in hand)), held)
    return evolve(state, hands=view.hands, stock=shuffled(stock, seed))


def _high_next(_: Any, state: Any, __: int) -> Any:
    """The next card of the stock is the highest."""
    place = state.stock.index(max(state.stock)) if state.stock else 0
    return evolve(state, stock=(*state.stock[place : place + 1], *state.stock[:place], *state.stock[place + 1 :]))


def _told_draw(state: Any, move: Any, _: int | None, event: Any) -> Any:
    card = state.stock[:1] if isinstance(move, gin.DrawStock) else ()
    return evolve(event, words=Texts("gin").phrase("events.draws", card=card[0])) if card else event


mistake("a spectator sees all hands", OWN, observe=_open, view=Open, determinize=_from_open)
mistake("a view with more than == compares", OWN, **quiet(own_game.View, OWN, lambda state, seat: 0 if seat is None else max(map(max, state.hands))))
mistake("determinize knows the next card", GIN, **world(GIN, _high_next))
mistake("seen tells the card that is drawn", GIN, **told(GIN, _told_draw))


# ---------------------------------------------------------------------- the end, and what is written


def _undercut(_: Any, found: Result) -> Result:
    if found.detail is gin.Ending.UNDERCUT:
        raise ZeroDivisionError
    return found




mistake("an undercut that raises", GIN, **ended(GIN, _undercut))
mistake("a detail of another game", GIN, **ended(GIN, lambda _, found: evolve(found, detail="capot")))
