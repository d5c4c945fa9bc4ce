"""What games and positions are for the rest of the library, and the referee that they share."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, cast

from attrs import field, fields, frozen

from rami.errors import InvalidMeld, NotationError, RamiError, TooLarge, Violation, ViolationCode
from rami.messages import SHARED, Pictured, Texts
from rami.pieces import MeldTable, first_word
from rami.shapes import one_of


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


# ------------------------------------------------------------------------------------------------ notation of moves


class BaseMove(Pictured):
    """A move of one verb; a class of attrs adds the parts that follow it as fields.

    The words of a picture are sentences of the game: `moves.<verb>.title` for its title, and `moves.<verb>.label` for
    the row of the pieces, if there is one.
    """

    __slots__ = ()

    verb: ClassVar[str]
    """The word with which the notation begins."""
    texts: ClassVar[Texts]
    """The sentences of the game."""
    back: ClassVar[str | None] = None
    """The face-down piece that the move takes."""

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, parts_of(self))])


def parts_of(move: BaseMove) -> list[object]:
    """Return the values of the fields of a move, the pieces and melds of a row one by one, without None."""
    kind: Any = type(move)
    parts: list[object] = []
    for name in _field_names(kind):
        value: object = getattr(move, name)
        if isinstance(value, _ROWS):
            parts += cast("Iterable[object]", value)
        elif value is not None:
            parts.append(value)
    return parts


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


_ROWS = (tuple, MeldTable)


Reader = Callable[[str, int], M]
"""A reader of the parts of a move: it is given the whole text, and where the parts start."""


def alone(move: M) -> Reader[M]:
    """Return the reader of a move that is nothing but its verb.

    Args:
        move: The move.
    """

    def read(text: str, start: int) -> M:
        check_nothing(text, start)
        return move

    return read


def check_nothing(text: str, start: int) -> None:
    """Refuse what follows a verb that stands alone."""
    if text[start:].strip():
        raise NotationError(SHARED.phrase("notation.nothing", verb=first_word(text)[0]), text, start)


def unknown_verb(text: str, verbs: str) -> NotationError:
    """Return the error for a text that begins with none of the verbs of a game, which are parted by blanks."""
    return NotationError(SHARED.phrase("notation.verb", verbs=tuple(verbs.split())), text)


def read_move(text: str, verbs: Mapping[str, Reader[M]]) -> M:
    """Read a move from its notation.

    Args:
        text: The notation.
        verbs: The readers of the moves, by their verbs.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move; it says where.
        WrongType: If it is not text.

    Examples:
        >>> read_move(" Pass ", {"draw": alone(1), "pass": alone(2)})
        2
    """
    verb, start = first_word(text)
    if verb not in verbs:
        raise NotationError(SHARED.phrase("notation.verb", verbs=tuple(verbs)), text)
    return verbs[verb](text, start)


# ------------------------------------------------------------------------------------------------ pieces on the move


@frozen(kw_only=True)
class Motion:
    """Pieces that go from one place to another together, for a screen to move them.

    Attributes:
        pieces: The pieces, in the library's order; () where they lie face down for this seat.
        count: How many pieces go, shown or hidden.
        source: The place that they come from, in the words of the game, such as `"pool"`. A rack or a hand is that of
            the player who moves.
        target: The place that they go to.
        source_meld: The index of the meld that they come from, on the table before the move; None elsewhere.
        target_meld: The index of the meld that they go to, on the table after the move; None elsewhere.
        revealed: Whether the pieces are shown here, and the player who moves did not know them before the move.
    """

    pieces: tuple[object, ...] = field(default=(), converter=tuple[object, ...])
    count: int
    source: str
    target: str
    source_meld: int | None = None
    target_meld: int | None = None
    revealed: bool = False


def face_up(
    pieces: Iterable[object], source: str, target: str, *, revealed: bool = False, **melds: int | None
) -> tuple[Motion, ...]:
    """Return a motion of pieces that everybody sees; none where there are no pieces.

    Args:
        pieces: The pieces.
        source: Where they come from.
        target: Where they go to.
        revealed: Whether the player who moves did not know them before.
        melds: `source_meld` and `target_meld`, as `Motion` has them.
    """
    row = tuple(pieces)
    if not row:
        return ()
    return (Motion(pieces=row, count=len(row), source=source, target=target, revealed=revealed, **melds),)


def face_down(count: int, source: str, target: str, pieces: Iterable[object] = ()) -> tuple[Motion, ...]:
    """Return a motion of pieces that lie face down, but perhaps not for their owner; none where there are no pieces.

    Args:
        count: How many go.
        source: Where they come from.
        target: Where they go to.
        pieces: The pieces, for a seat that may know them.
    """
    row = tuple(pieces)
    return (Motion(pieces=row, count=count, source=source, target=target, revealed=bool(row)),) if count else ()


MOST_CHANGED: Final = 200
"""The most rows that may differ between two tables that are compared."""

RowOrigin = tuple[int | None, tuple[int | None, ...]]
"""The index of the old row that a new row continues, and of the one from which each thing in it comes; or None."""


def origins(old: Sequence[Sequence[object]], new: Sequence[Sequence[object]]) -> tuple[RowOrigin, ...]:
    """Return where the things in each row have come from.

    Equal things cannot be told apart. A row that is still there has stayed; each of the other old rows continues as the
    new row that has most in common with it, the largest share first. Whatever else a new row has comes from the rest of
    the old rows, as far as they have it.

    Args:
        old: The rows before.
        new: The rows after.

    Returns:
        For each new row, the index of the old row that it continues, or None, and for each thing in it the index of the
        old row from which it comes, or None where it was in none.

    Raises:
        TooLarge: If more than 200 of the old rows, or of the new ones, have changed.

    Examples:
        >>> origins(["abc", "xyz"], ["bc", "xyza!"])
        ((0, (0, 0)), (1, (1, 1, 1, 0, None)))
    """
    homes = _homes(old, new)
    left = [list(row) for row in old]
    sources: list[list[int | None]] = [[None] * len(row) for row in new]
    for target, home in enumerate(homes):
        if home is not None:
            _take(home, left[home], new[target], sources[target])
    for source, things in enumerate(left):
        if things:
            for row, found in zip(new, sources, strict=True):
                _take(source, things, row, found)
    return tuple(zip(homes, map(tuple, sources), strict=True))


def _take(source: int, left: list[object], row: Sequence[object], found: list[int | None]) -> None:
    """Take what is left of an old row for the things of a new one whose source is not found yet."""
    for place, thing in enumerate(row):
        if found[place] is None and thing in left:
            left.remove(thing)
            found[place] = source


def _homes(old: Sequence[Sequence[object]], new: Sequence[Sequence[object]]) -> list[int | None]:
    """Return the index of the old row that each new one continues, or None: each old row continues once at most."""
    unused: dict[tuple[object, ...], list[int]] = {}
    for source, row in enumerate(old):
        unused.setdefault(tuple(row), []).append(source)
    equal = (unused.get(tuple(row)) for row in new)
    homes = [sources.pop(0) if sources else None for sources in equal]  # which leaves the other old rows in `unused`
    changed_old = sorted(chain.from_iterable(unused.values()))
    changed_new = [target for target, home in enumerate(homes) if home is None]
    most = max(len(changed_old), len(changed_new))
    if most > MOST_CHANGED:
        raise TooLarge(SHARED.phrase("limits.rows", most=MOST_CHANGED, rows=most))
    shares = {(source, target): _shared(old[source], new[target]) for source in changed_old for target in changed_new}
    for source, target in sorted(shares, key=lambda pair: -shares[pair]):
        if shares[source, target] and homes[target] is None and source not in homes:
            homes[target] = source
    return homes


def _shared(one: Sequence[object], other: Sequence[object]) -> int:
    """Return how many things two rows have in common, equal copies counted."""
    return (Counter(one) & Counter(other)).total()


# ------------------------------------------------------------------------------------------ what is asked of every move


def read(
    move: M | str, kinds: tuple[type[M], ...], parse: Callable[[str], M], codes: type[ViolationCode]
) -> tuple[M | None, tuple[Violation, ...]]:
    """Return a move that may be given as text; or None, and what is wrong with the pieces and melds of the text.

    Args:
        move: The move, or its notation.
        kinds: The classes of moves.
        parse: Reads a move.
        codes: The kinds of violation of the game.

    Raises:
        NotationError: If a text is no move.
        WrongType: If it is neither a move nor text.
    """
    if not isinstance(move, str):
        if type(move) not in kinds:
            one_of("move", move, (*kinds, str))
        return move, ()
    try:
        return parse(move), ()
    except (InvalidMeld, NotationError) as error:
        if not error.violations:
            raise
        return None, tuple(codes.own(error.violations))
