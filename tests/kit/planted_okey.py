# fmt: off
# ruff: noqa: E501  # a mistake is a line
"""Mistakes planted in Okey, the example of a game from outside: leaks, ownership, counts, scores, ends, rare states."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from attrs import evolve

from examples.okey import okey
from examples.okey.okey.hands import okey_of
from rami.results import EndReason, Result
from tests.kit import planted


def mistake(what: str, **changes: Any) -> None:
    planted.mistake(what, okey.GAME, **changes)


def _apply(change: Callable[[Any, Any, Any], Any]) -> dict[str, Any]:
    return planted.after(okey.GAME, change)


def _result(change: Callable[[Any, Result], Any]) -> dict[str, Any]:
    return planted.ended(okey.GAME, change)


def _view(**changes: Callable[[Any, int | None], Any]) -> dict[str, Any]:
    return planted.seen(okey.GAME, **changes)


def _quiet(extra: Callable[[Any, int | None], object]) -> dict[str, Any]:
    return planted.quiet(okey.View, okey.GAME, extra)


def _listing(change: Callable[[list[Any]], list[Any]]) -> dict[str, Any]:
    return planted.listing(okey.GAME, lambda _, moves: change(moves))


# ---------------------------------------------------------------------- leaks and ownership


def _remembering_draws(state: Any, move: Any, after: Any) -> Any:
    if str(move) != "draw":
        return after
    seat = state.current_player
    known = (*after.known[seat], state.stock[0])
    return evolve(after, known=(*after.known[:seat], known, *after.known[seat + 1 :]))


mistake("all hands are known to everybody", **_view(known=lambda state, player: state.hands))
mistake("the hand to move is known to everybody", **_view(known=lambda state, player: tuple(hand if seat == state.current_player else state.known[seat] for seat, hand in enumerate(state.hands))))
mistake("players see the next tile", **_view(shown=lambda state, player: state.stock[:1]))
mistake("a view shows another's hand", **_view(hand=lambda state, player: state.hands[0]))
mistake("a spectator has a hand", **_view(hand=lambda state, player: state.hands[player or 0]))
mistake("a drawn tile is known to all", **_apply(_remembering_draws))
mistake("a quiet field has the stock", **_quiet(lambda state, player: state.stock[:1]))
mistake("a quiet field says whether a neighbor has an okey", **_quiet(lambda state, player: player and okey.GAME.result(state) is None and state.hands[player - 1][:1]))
mistake("an event shows the drawn tile to all", event=lambda state, move, seat: okey.GAME.event(state, move, state.current_player))
mistake("sizes of a view are turned", **_view(hand_sizes=lambda state, player: state.hand_sizes[::-1]))
mistake("the stock of a view is one short", **_view(stock_size=lambda state, player: len(state.stock) - 1))
mistake("a view has another turn", **_view(turn=lambda state, player: state.turn + 1))


# ---------------------------------------------------------------------- order and counts


def _lost_tile(state: Any, move: Any, after: Any) -> Any:
    return evolve(after, stock=after.stock[1:]) if str(move) == "take" else after


def _kept_known(state: Any, move: Any, after: Any) -> Any:
    return evolve(after, known=state.known) if str(move).startswith("discard") else after


mistake("taking loses a tile of the stock", **_apply(_lost_tile))
mistake("what is discarded stays known", **_apply(_kept_known))
mistake("the stock is turned when it is short", **_apply(lambda _, __, after: evolve(after, stock=after.stock[::-1]) if len(after.stock) == 9 and after.phase == "take" else after), flaws=okey.GAME.flaws)
mistake("the turn goes to the left", **_apply(lambda state, move, after: (evolve(after, current_player=state.left_neighbor) if after.current_player != state.current_player else after)))
mistake("one seat is left out", **_apply(lambda state, move, after: (evolve(after, current_player=0) if after.players == 3 and after.current_player == 2 and not after.is_over else after)))
mistake("the rules change", **_apply(lambda _, __, after: evolve(after, rules=okey.Rules(points=3))))


# ---------------------------------------------------------------------- scores and ends


_OVER: Any = "over"


mistake("the winner loses", **_result(lambda _, ended: evolve(ended, scores=tuple(-each for each in ended.scores))))
mistake("scores are fractions", **_result(lambda _, ended: evolve(ended, scores=tuple(each / 2 for each in ended.scores))))  # type: ignore[misc]
mistake("a reason that is a text", **_result(lambda _, ended: evolve(ended, reason=_OVER)))
mistake("a result that never comes", result=lambda state: None)
mistake("a result too early", result=lambda state: (okey.GAME.result(state) or (Result((0,) * state.players, (), EndReason.BLOCKED) if state.turn == 9 else None)))
mistake("no end of turns", **_apply(lambda state, move, after: evolve(after, phase="take") if after.is_over and after.stock and not after.shown else after))
mistake("a next starter that is no seat", next_starter=lambda result, starter, rules: len(result.scores))


# ---------------------------------------------------------------------- notation, chance, crashes in rare states


def _crash(when: Callable[[Any], bool]) -> Callable[[Any], Any]:
    def legal_moves(position: Any) -> Iterator[Any]:
        if not position.is_over and when(position):
            raise IndexError("tuple index out of range")
        return okey.GAME.legal_moves(position)

    return legal_moves


_CALLS = count()

mistake("a crash with an empty stock", legal_moves=_crash(lambda position: not position.stock_size))
mistake("a crash with one tile in the stock", legal_moves=_crash(lambda position: position.stock_size == 1))
mistake("a crash without a discard to take", legal_moves=_crash(lambda position: position.phase == "take" and position.turn > position.players and not position.discards[position.left_neighbor]))
mistake("a crash when four play", legal_moves=_crash(lambda position: position.players == 4 and position.turn > 4))
mistake("a crash without pairs", legal_moves=_crash(lambda position: not position.rules.seven_pairs and position.turn > 2))
mistake("takes are not listed", **_listing(lambda moves: [each for each in moves if str(each) != "take"] or moves))
mistake("an illegal move is listed", **_listing(lambda moves: [*moves, okey.Discard("*")] if moves else moves))
mistake("moves are listed by chance", **_listing(lambda moves: moves[:: 1 - 2 * (next(_CALLS) % 2)]))
mistake("a text raises a KeyError", parse_move=lambda text: {"draw": okey.Draw()}[text])
mistake("the seed does nothing", shuffle=lambda players, rules=okey.Rules(), *, seed, starter=None: okey.GAME.shuffle(players, rules, seed=7, starter=starter))
mistake("deals by chance", shuffle=lambda players, rules=okey.Rules(), *, seed, starter=None: okey.GAME.shuffle(players, rules, seed=seed + next(_CALLS), starter=starter))
mistake("determinize by chance", determinize=lambda view, *, seed: okey.GAME.determinize(view, seed=next(_CALLS)))
mistake("determinize forgets what is known", determinize=lambda view, *, seed: evolve(okey.GAME.determinize(view, seed=seed), known=((),) * view.players))



def _okey_last(view: Any, *, seed: int) -> Any:
    """Move an okey from the start of the stock to its end, in one position of four players."""
    state = okey.GAME.determinize(view, seed=seed)
    is_moved = (view.players, view.turn) == (4, 0) and state.stock[0] == okey_of(state.indicator)
    return evolve(state, stock=(*state.stock[1:], state.stock[0])) if is_moved else state


mistake("the okey is never next in one position", determinize=_okey_last)

# What `check_game` cannot know: a rule of the game that is consistently another. Tests of the game's own rules find it.
mistake("a loser loses too much", **_result(lambda _, ended: evolve(ended, scores=tuple(2 * score for score in ended.scores))))
