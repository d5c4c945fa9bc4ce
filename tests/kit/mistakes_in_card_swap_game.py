"""Mistakes in the card swap game of the tests."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve, fields, frozen

from rami.dealing import shuffled
from rami.game import Deal
from rami.pieces import without
from tests.kit import card_swap_game as swap
from tests.kit.planting import (
    SWAP,
    hidden_field,
    listed_moves,
    mistake,
    plant,
    random_state,
    result,
    violations,
)


@mistake(SWAP, result)
def winners_twice(state: Any, found: Any) -> Any:
    return evolve(found, winners=found.winners * 2)


@mistake(SWAP, violations)
def check_goes_on_after_the_end(position: Any, move: Any, found: Any) -> Any:
    if position.is_over:
        return ()
    return found


FEW_CARDS = swap.Rules(4, 2)


@mistake(SWAP, random_state, presets={"": FEW_CARDS})
def determinize_misses_an_order(view: Any, state: Any, seed: int) -> Any:
    """Never begin the stock with its lowest card."""
    turned = (*state.stock[1:], *state.stock[:1]) if state.stock and state.stock[0] == min(state.stock) else state.stock
    return evolve(state, stock=turned)


@mistake(SWAP, "legal_moves")
def moves_in_the_order_of_a_set(position: Any) -> Iterator[Any]:
    """Simulate iterating a set, which has another order in each position."""
    return iter(
        sorted(swap.legal_moves(position), key=lambda move: hash(f"{move} {position.turn} {position.laid_open}"))
    )


@mistake(SWAP, listed_moves)
def no_late_swap_is_listed(position: Any, moves: Any) -> Any:
    return [move for move in moves if str(move) != "swap" or position.turn <= 2]


_LAST_MOVE: list[Any] = []


def _remembering_apply(state: Any, move: Any) -> Any:
    _LAST_MOVE[:] = [move]
    return swap.apply(state, move)


def _legal_moves_after(position: Any) -> Iterator[Any]:
    after_swap = bool(_LAST_MOVE) and isinstance(_LAST_MOVE[0], swap.Swap)
    return (move for move in swap.legal_moves(position) if not (after_swap and str(move) == "swap"))


plant(SWAP, "legal moves that remember", apply=_remembering_apply, legal_moves=_legal_moves_after)


@mistake(SWAP, "from_deal")
def the_deal_does_not_say_who_starts(players: int, rules: Any, deal: Deal) -> Any:
    return evolve(swap.from_deal(players, rules, deal), current_player=0)


@mistake(SWAP, "parse_move")
def a_text_that_raises_an_error(text: str) -> Any:
    return {"swap": swap.Swap(), "keep": swap.Keep()}[text]


@mistake(SWAP, "apply")
def apply_never_comes_back(state: Any, move: Any) -> Any:
    while isinstance(move, swap.Swap) and state.turn > 1:
        pass
    return swap.apply(state, move)


@mistake(SWAP, "flaws")
def flaws_that_overlook_a_seat(position: Any) -> Any:
    seat = position.current_player % max(1, position.players)
    return swap.flaws(evolve(position, current_player=seat) if position.turn else position)


def _plain(view: Any) -> dict[str, Any]:
    return {each.name: getattr(view, each.name) for each in fields(swap.View)}


@frozen(kw_only=True)
class Open(swap.View):
    """A view that shows all hands, to spectators alone."""

    hands: tuple[tuple[int, ...], ...] = ()


def _open(state: Any, player: int | None) -> Open:
    return Open(**_plain(swap.observe(state, player)), hands=state.hands if player is None else ())


def _from_open(view: Any, *, seed: int) -> Any:
    state = swap.determinize(view, seed=seed)
    if view.player is not None:
        return state
    held = [card for hand in view.hands for card in hand]
    stock = without((*state.stock, *(card for hand in state.hands for card in hand)), held)
    return evolve(state, hands=view.hands, stock=shuffled(stock, seed))


plant(SWAP, "a spectator sees all hands", observe=_open, view=Open, determinize=_from_open)


@mistake(SWAP, hidden_field)
def a_view_with_more_than_equality_compares(state: Any, seat: Any) -> Any:
    if seat is None:
        return 0
    return max(map(max, state.hands))
