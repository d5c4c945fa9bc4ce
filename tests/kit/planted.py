# fmt: off
# ruff: noqa: E501  # a mistake is a line
"""Mistakes of different kinds, planted in games that have none: `check_game` has to find each of them."""

from collections.abc import Callable
from itertools import count, cycle
from typing import Any

from attrs import evolve, field, fields, frozen

from rami import IllegalMove, Violation, gin, rummikub, rummy
from rami.game import Deal, Game
from rami.results import EndReason, Result
from tests.kit import card_swap_game as own_game
from tests.kit import counting_game as fourth

AnyGame = Game[Any, Any, Any, Any]


def some(game: AnyGame, *names: str) -> AnyGame:
    """Leave out most editions: what is wrong in all of them is found in a few."""
    return evolve(game, presets={name: game.presets[name] for name in names})


FOURTH, OWN, GIN = fourth.GAME, own_game.GAME, gin.GAME
RUMMY = some(rummy.GAME, "horesca", "scala-40", "rummy-500", "continental")

MISTAKES: dict[str, AnyGame] = {}
"""The games with a mistake, by the game and the mistake."""


def mistake(what: str, game: AnyGame, **changes: Any) -> None:
    assert f"{game.name}: {what}" not in MISTAKES
    MISTAKES[f"{game.name}: {what}"] = evolve(game, **changes)


# ---------------------------------------------------------------------- what is spoilt


def after(game: AnyGame, change: Callable[[Any, Any, Any], Any]) -> dict[str, Any]:
    """Spoil the state after a move: the change is given the state, the move and the next state."""
    return {"apply": lambda state, move: change(state, move, game.apply(state, move))}


def seen(game: AnyGame, **changes: Callable[[Any, int | None], Any]) -> dict[str, Any]:
    """Spoil fields of views."""
    return {
        "observe": lambda state, seat: evolve(
            game.observe(state, seat), **{name: change(state, seat) for name, change in changes.items()}
        )
    }


def listing(game: AnyGame, change: Callable[[Any, list[Any]], list[Any]]) -> dict[str, Any]:
    return {"legal_moves": lambda position: iter(change(position, list(game.legal_moves(position))))}


def lacking(game: AnyGame, left_out: Callable[[Any, Any], bool]) -> dict[str, Any]:
    """Leave out legal moves where others are left."""
    return listing(game, lambda position, moves: [move for move in moves if not left_out(position, move)] or moves)


def judged(game: AnyGame, change: Callable[[Any, Any, Any], Any]) -> dict[str, Any]:
    return {"check": lambda position, move: change(position, move, game.check(position, move))}


def world(game: AnyGame, change: Callable[[Any, Any, int], Any]) -> dict[str, Any]:
    """Spoil random states: the change is given the view, the state and the seed."""
    return {"determinize": lambda view, *, seed: change(view, game.determinize(view, seed=seed), seed)}


def ended(game: AnyGame, change: Callable[[Any, Any], Any]) -> dict[str, Any]:
    return {"result": lambda state: (found := game.result(state)) and change(state, found)}


def flaws(game: AnyGame, change: Callable[[Any, tuple[str, ...]], tuple[str, ...]]) -> dict[str, Any]:
    of: Any = game.flaws
    return {"flaws": lambda position: change(position, of(position))}


def told(game: AnyGame, change: Callable[[Any, Any, Any, Any], Any]) -> dict[str, Any]:
    """Spoil events: the change is given the state, the move, the seat and the event."""
    of: Any = game.event
    return {"event": lambda state, move, seat: change(state, move, seat, of(state, move, seat))}


def crash(when: bool) -> Any:
    if when:
        raise KeyError("a table of all that can be")


def quiet(kind: Any, game: AnyGame, secret: Callable[[Any, int | None], object]) -> dict[str, Any]:
    """Add a field to views that neither == nor repr shows."""

    @frozen(kw_only=True, repr=False)
    class Quiet(kind):  # type: ignore[misc]
        extra: str = field(default="", eq=False)

    def observe(state: Any, seat: int | None) -> Any:
        view = game.observe(state, seat)
        return Quiet(**{each.name: getattr(view, each.name) for each in fields(kind)}, extra=str(secret(state, seat)))

    return {"view": Quiet, "observe": observe}


def is_view(position: Any) -> bool:
    return hasattr(position, "player")


# ---------------------------------------------------------------------- the start, the digest


def _other_deal(players: int, rules: Any, deal: Deal) -> Any:
    return rummy.from_deal(players, rules, evolve(deal, order=(*deal.order[1:], deal.order[0])))


mistake("from_deal deals otherwise", RUMMY, from_deal=_other_deal)
mistake("the seed does nothing", GIN, shuffle=lambda players, rules=gin.Rules(), *, seed, starter=None: gin.GAME.shuffle(players, rules, seed=1, starter=starter))


# ---------------------------------------------------------------------- the flaws


def _raising_flaws(position: Any) -> tuple[str, ...]:
    """As with a table of turns that ends."""
    return () if (0, 1, 0, 1)[position.turn] == position.current_player else gin.GAME.flaws(position)


mistake("flaws after a knock", GIN, **flaws(GIN, lambda position, found: found or (("it is crooked",) if position.knocker is not None else ())))
mistake("flaws that raise", GIN, flaws=_raising_flaws)
mistake("flaws that see nothing", RUMMY, flaws=lambda position: ())


# ---------------------------------------------------------------------- the result


mistake("a score too few", FOURTH, **ended(FOURTH, lambda _, found: Result((1,), found.winners, EndReason.BLOCKED)))
mistake("a winner that is no seat", RUMMY, **ended(RUMMY, lambda _, found: evolve(found, winners=(9,))))
mistake("winners twice", OWN, **ended(OWN, lambda _, found: evolve(found, winners=found.winners * 2)))
mistake("a result before the end", GIN, result=lambda state: gin.result(state) or (Result((0, 0), (), EndReason.BLOCKED) if state.turn == 7 else None))
mistake("a next starter beyond the seats", RUMMY, next_starter=lambda result, starter, rules: len(result.scores))
mistake("a next starter that raises", GIN, next_starter=lambda result, *_: {0: 1}[result.winners[0] - 2])


# ---------------------------------------------------------------------- the moves


def _lenient(state: Any, move: Any) -> Any:
    return state if gin.check(state, move) else gin.apply(state, move)


def _stern(state: Any, move: Any) -> Any:
    if isinstance(move, rummy.LayOff):
        raise IllegalMove([Violation(rummy.Code.NO_DISCARD)])
    return rummy.apply(state, move)


def _forgetful(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, stock=new.stock[:-1]) if isinstance(move, gin.LayOff) else new


mistake("apply takes what is illegal", GIN, apply=_lenient)
mistake("apply refuses what is legal", RUMMY, apply=_stern)
mistake("apply loses a card after a knock", GIN, **after(GIN, _forgetful))
mistake("apply goes back a turn", FOURTH, **after(FOURTH, lambda state, _, new: evolve(new, turn=max(0, 3 - state.turn))))
mistake("check goes on after the end", OWN, **judged(OWN, lambda position, _, found: () if position.is_over else found))


# ---------------------------------------------------------------------- the legal moves


def _no_way_on(_: Any, moves: list[Any]) -> list[Any]:
    some = [move for move in moves if not isinstance(move, rummy.DrawStock)]
    return some or (moves if len(moves) > 1 else [])


mistake("moves listed twice", GIN, **listing(GIN, lambda _, moves: moves * 2))
mistake("moves listed without end", FOURTH, legal_moves=lambda position: cycle(list(fourth.legal_moves(position))))
mistake("most discards are not listed", GIN, **listing(GIN, lambda _, moves: moves[:3]))
mistake("an illegal move is listed", FOURTH, **listing(FOURTH, lambda _, moves: [*moves, fourth.Count(4)] if moves else []))
mistake("another order from the view", RUMMY, **listing(RUMMY, lambda position, moves: moves if isinstance(position, rummy.State) else moves[::-1]))
mistake("a position without a move", RUMMY, **listing(RUMMY, _no_way_on))


# ---------------------------------------------------------------------- what is hidden, or told


OWN_SMALL = own_game.Rules(4, 2)


def _never_low(_: Any, state: Any, __: int) -> Any:
    """The stock never begins with the lowest of its cards."""
    turned = (*state.stock[1:], *state.stock[:1]) if state.stock and state.stock[0] == min(state.stock) else state.stock
    return evolve(state, stock=turned)


def _fickle() -> Callable[..., Any]:
    calls = count()
    return lambda view, *, seed: gin.determinize(view, seed=seed + next(calls))


mistake("a view that leaks a card", FOURTH, **seen(FOURTH, card=lambda state, _: state.cards[0]))
mistake("a view that shows the next card", GIN, **seen(GIN, upcard=lambda state, _: (state.stock or (state.upcard,))[0]))
mistake("determinize with a sorted stock", GIN, **world(GIN, lambda _, state, __: evolve(state, stock=tuple(sorted(state.stock)))))
mistake("determinize likes one order", FOURTH, determinize=lambda view, *, seed: fourth.determinize(view, seed=seed if seed % 2 else 1))
mistake("determinize misses an order", OWN, **world(OWN, _never_low), presets={"": OWN_SMALL})
mistake("determinize by chance", GIN, determinize=_fickle())
mistake("determinize forgets the turn", FOURTH, **world(FOURTH, lambda _, state, __: evolve(state, count=0)))


# ---------------------------------------------------------------------- notation, JSON, the end


mistake("a move read as another", FOURTH, parse_move=lambda text: fourth.Count(fourth.parse_move(text).steps % 3 + 1))
mistake("a move that cannot be read", GIN, parse_move=lambda text: gin.parse_move(text) if not text.startswith("add") else gin.parse_move("?"))
mistake("codes of another game", GIN, codes=rummikub.Code)
mistake("a deal longer than the longest", RUMMY, longest=lambda rules, players: 12)
mistake("a view of another seat", RUMMY, observe=lambda state, player: rummy.observe(state, player if player is None else 0))
