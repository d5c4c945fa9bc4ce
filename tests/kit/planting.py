"""Plant a mistake in a game that has none, so that `check_game` has to find it.

`@mistake(game, part)` replaces a part of a game. The name of the decorated function is the name of the mistake. The
part is the name of a field of `Game`, which the function replaces, or one of the functions below. These functions call
the game first, and the decorated function changes its answer.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import evolve, field, fields, frozen

from examples.okey import okey
from rami import gin, rummikub, rummy
from rami.game import Game
from rami.own import face_up
from tests.kit import card_swap_game as swap
from tests.kit import counting_game as counting

AnyGame = Game[Any, Any, Any, Any]
Part = Callable[[AnyGame, Callable[..., Any]], dict[str, Any]]
"""Takes a game and the decorated function, and returns the changed fields of the game."""

F = TypeVar("F", bound=Callable[..., Any])


def with_presets(game: AnyGame, *names: str) -> AnyGame:
    """Return the game with some of its editions, because a mistake in all of them is found in a few."""
    return evolve(game, presets={name: game.presets[name] for name in names})


COUNTING, SWAP, GIN, OKEY = counting.GAME, swap.GAME, gin.GAME, okey.GAME
TWO_RANKS: AnyGame = evolve(SWAP, name="two ranks", presets={"two ranks": swap.TWO_RANKS})
"""A game in which half of the cards are ones, and half are twos."""
RUMMY = with_presets(rummy.GAME, "horesca", "scala-40", "rummy-500", "continental")
RUMMIKUB = with_presets(rummikub.GAME, "hasbro-2007", "chiffres", "goliath", "rummikub-xp6")

MISTAKES: dict[str, AnyGame] = {}
"""The games with a mistake, by the names of the game and of the mistake."""


def plant(game: AnyGame, name: str, **changes: Any) -> None:
    """Add a game with changed fields to `MISTAKES`."""
    title = f"{game.name}: {name}"
    assert title not in MISTAKES
    MISTAKES[title] = evolve(game, **changes)


def mistake(game: AnyGame, part: str | Part, **changes: Any) -> Callable[[F], F]:
    """Return a decorator that plants a mistake with the name of the decorated function."""

    def decorate(function: F) -> F:
        spoiled = {part: function} if isinstance(part, str) else part(game, function)
        plant(game, function.__name__.replace("_", " "), **spoiled, **changes)
        return function

    return decorate


# --------------------------------------------------------------------------------------------------------------- parts


def next_state(game: AnyGame, change: Callable[..., Any]) -> dict[str, Any]:
    """Change the state after a move: `change(state, move, new)`."""
    return {"apply": lambda state, move: change(state, move, game.apply(state, move))}


def view_field(name: str) -> Part:
    """Return a part that replaces a field of views: `value(state, seat)`."""

    def part(game: AnyGame, value: Callable[..., Any]) -> dict[str, Any]:
        return {"observe": lambda state, seat: evolve(game.observe(state, seat), **{name: value(state, seat)})}

    return part


def listed_moves(game: AnyGame, change: Callable[..., Any]) -> dict[str, Any]:
    """Change the list of legal moves: `change(position, moves)`."""
    return {"legal_moves": lambda position: iter(change(position, list(game.legal_moves(position))))}


def unlisted_moves(game: AnyGame, is_left_out: Callable[..., Any]) -> dict[str, Any]:
    """Leave out legal moves if at least one is left: `is_left_out(position, move)`."""

    def some_moves(position: Any, moves: list[Any]) -> list[Any]:
        return [move for move in moves if not is_left_out(position, move)] or moves

    return listed_moves(game, some_moves)


def crash_of_legal_moves(game: AnyGame, when: Callable[..., bool]) -> dict[str, Any]:
    """Raise an error instead of listing the legal moves of some positions: `when(position)`."""

    def legal_moves(position: Any) -> Any:
        if not position.is_over and when(position):
            raise IndexError("tuple index out of range")
        return game.legal_moves(position)

    return {"legal_moves": legal_moves}


def violations(game: AnyGame, change: Callable[..., Any]) -> dict[str, Any]:
    """Change the result of `check`: `change(position, move, found)`."""
    return {"check": lambda position, move: change(position, move, game.check(position, move))}


def random_state(game: AnyGame, change: Callable[..., Any]) -> dict[str, Any]:
    """Change the result of `determinize`: `change(view, state, seed)`."""
    return {"determinize": lambda view, *, seed: change(view, game.determinize(view, seed=seed), seed)}


def result(game: AnyGame, change: Callable[..., Any]) -> dict[str, Any]:
    """Change the result of a finished deal: `change(state, found)`."""
    return {"result": lambda state: (found := game.result(state)) and change(state, found)}


def flaws(game: AnyGame, change: Callable[..., Any]) -> dict[str, Any]:
    """Change the flaws of a position: `change(position, found)`."""
    find_flaws: Any = game.flaws
    return {"flaws": lambda position: change(position, find_flaws(position))}


def event(game: AnyGame, change: Callable[..., Any]) -> dict[str, Any]:
    """Change the event of a move: `change(state, move, seat, event)`."""
    event_of: Any = game.event
    return {"event": lambda state, move, seat: change(state, move, seat, event_of(state, move, seat))}


def event_of_the_mover(game: AnyGame, when: Callable[..., bool]) -> dict[str, Any]:
    """Show every seat the event that only the mover may see: `when(state, move, seat)`."""

    def leaked(state: Any, move: Any, seat: Any, found: Any) -> Any:
        event_of: Any = game.event
        return evolve(event_of(state, move, state.current_player), player=seat) if when(state, move, seat) else found

    return event(game, leaked)


def event_that_shows_the_hand(game: AnyGame, kind: type) -> dict[str, Any]:
    """Show the hand of the mover in the events of one class of moves."""

    def leaked(state: Any, move: Any, seat: Any, found: Any) -> Any:
        if not isinstance(move, kind):
            return found
        hand = state.hands[state.current_player]
        return evolve(found, motions=(*found.motions, *face_up(hand, "hand", "table")))

    return event(game, leaked)


def flaws_without_known_pieces(game: AnyGame) -> dict[str, Any]:
    """Overlook known pieces that cannot be in the hand."""
    find_flaws: Any = game.flaws

    def overlooked(position: Any, found: Any) -> Any:
        return found and find_flaws(evolve(position, known=((),) * len(position.known)))

    return flaws(game, overlooked)


def hidden_field(game: AnyGame, secret: Callable[..., object]) -> dict[str, Any]:
    """Add a field to views that neither `==` nor `repr` shows: `secret(state, seat)`."""
    kind: Any = game.view

    @frozen(kw_only=True, repr=False)
    class ViewWithSecret(kind):  # type: ignore[misc]
        extra: str = field(default="", eq=False)

    def observe(state: Any, seat: int | None) -> Any:
        return rebuilt(ViewWithSecret, game.observe(state, seat), extra=str(secret(state, seat)))

    return {"view": ViewWithSecret, "observe": observe}


def picture_that_raises(game: AnyGame, when: Callable[..., bool]) -> dict[str, Any]:
    """Raise an error instead of drawing some views: `when(view)`."""
    kind: Any = game.view

    class ViewWithoutPicture(kind):  # type: ignore[misc]
        @property
        def picture(self) -> Any:
            raise_if(when(self))
            return super().picture

    return {
        "view": ViewWithoutPicture,
        "observe": lambda state, seat: rebuilt(ViewWithoutPicture, game.observe(state, seat)),
    }


# ------------------------------------------------------------------------------------------------------------- helpers


def raise_if(condition: object) -> None:
    """Raise an error of the kind that a forgotten case raises."""
    if condition:
        raise KeyError("a forgotten case")


def is_view(position: Any) -> bool:
    return hasattr(position, "player")


def rebuilt(kind: Any, value: Any, **more: Any) -> Any:
    """Return a value as an instance of another class with the same fields."""
    return kind(**{each.name: getattr(value, each.name) for each in fields(type(value)) if each.init}, **more)


def from_seat(row: tuple[Any, ...], seat: int | None) -> tuple[Any, ...]:
    """Return the items of a row, starting with this seat."""
    return (*row[seat or 0 :], *row[: seat or 0])


def swapped(state: Any, name: str, first: int, second: int) -> Any:
    """Return a state with two items of a row in each other's place."""
    row = list(getattr(state, name))
    row[first], row[second] = row[second], row[first]
    return evolve(state, **{name: tuple(row)})
