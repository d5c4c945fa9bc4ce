"""The attributes of positions and the functions of a game that the services call, as protocols."""

from typing import TYPE_CHECKING, Any, Protocol

from rami.errors import RamiError


class GameRules(Protocol):
    """The attributes of all rules that the services read."""

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that the rules allow, in ascending order."""
        ...

    @property
    def pieces(self) -> tuple[int, ...]:
        """All pieces of the set, in canonical order, identical ones as often as there are copies."""
        ...


class Position(Protocol):
    """The attributes of every position, state or view, that the services read.

    A class may have them as fields or as properties; there is nothing to inherit.
    """

    @property
    def rules(self) -> object:
        """The rules of the deal."""
        ...

    @property
    def players(self) -> int:
        """How many players there are."""
        ...

    @property
    def current_player(self) -> int:
        """The seat that moves next, 0-based."""
        ...

    @property
    def turn(self) -> int:
        """How many turns were played before this one."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        ...


class PlayerView(Position, Protocol):
    """The attributes of every view that the services read."""

    @property
    def player(self) -> int | None:
        """The seat whose view this is, 0-based; None for a spectator."""
        ...


if TYPE_CHECKING:  # the defaults, so that `Game` alone is a game of any kind; Python has them from 3.13 on
    from typing_extensions import TypeVar

    R = TypeVar("R", bound=GameRules, default=Any)
    S = TypeVar("S", bound=Position, default=Any)
    M = TypeVar("M", default=Any)
    V = TypeVar("V", bound=PlayerView, default=Any)
else:
    from typing import TypeVar

    R = TypeVar("R", bound=GameRules)
    S = TypeVar("S", bound=Position)
    M = TypeVar("M")
    V = TypeVar("V", bound=PlayerView)


_POSITION = ("rules", "players", "current_player", "turn", "is_over")
_VIEW = (*_POSITION, "player")


def check_position(position: object) -> None:
    """Check that a state has the attributes of a `Position`.

    Args:
        position: The state.

    Raises:
        RamiError: If it lacks an attribute; it says which.

    Examples:
        >>> from rami.game import Deal
        >>> check_position(Deal(()))
        Traceback (most recent call last):
        ...
        rami.errors.RamiError: a position has rules, players, ...; Deal has no rules, players, ...
    """
    _check_attributes(position, "position", _POSITION)


def check_view(view: object) -> None:
    """Check that a view has the attributes of a `PlayerView`.

    Args:
        view: The view.

    Raises:
        RamiError: If it lacks an attribute; it says which.
    """
    _check_attributes(view, "view", _VIEW)


def _check_attributes(value: object, what: str, names: tuple[str, ...]) -> None:
    if missing := [name for name in names if not hasattr(value, name)]:
        raise RamiError(f"a {what} has {', '.join(names)}; {type(value).__name__} has no {', '.join(missing)}")
