"""Protocols for rules and positions, and functions for the referee of any game."""

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
    """Protocol for the rules of a game.

    Modules that work with any game use only these attributes of rules.

    Examples:
        >>> from rami import gin
        >>> rules: GameRules = gin.Rules()
        >>> rules.player_counts, len(rules.pieces)
        ((2,), 52)
    """

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that the rules allow, in ascending order."""
        ...

    @property
    def pieces(self) -> tuple[int, ...]:
        """All pieces of the set, including copies, in canonical order."""
        ...


class Position(Protocol):
    """Protocol for states and views.

    Modules that work with any game use only these attributes. They may be fields or properties. A class does not need
    to inherit from this one.

    Examples:
        >>> from rami import gin
        >>> position: Position = gin.new_game(2, seed=1)
        >>> position.players, position.turn, position.is_over
        (2, 0, False)
    """

    @property
    def rules(self) -> object:
        """The rules of the deal."""
        ...

    @property
    def players(self) -> int:
        """The number of players."""
        ...

    @property
    def current_player(self) -> int:
        """The seat that moves next, counted from 0."""
        ...

    @property
    def turn(self) -> int:
        """The number of turns before this one."""
        ...

    @property
    def is_over(self) -> bool:
        """True if the deal has ended."""
        ...


class PlayerView(Position, Protocol):
    """Protocol for views.

    Modules that work with any game use only these attributes of views.

    Examples:
        >>> from rami import gin
        >>> view: PlayerView = gin.observe(gin.new_game(2, seed=1), None)
        >>> view.player is None
        True
    """

    @property
    def player(self) -> int | None:
        """The seat that has this view.

        Seats are counted from 0. A spectator has None.
        """
        ...


if TYPE_CHECKING:
    # The defaults of these type variables allow the annotation `Game` without parameters.
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
        RamiError: If attributes are missing. The message lists them.

    Examples:
        >>> from rami.game import Deal
        >>> check_position(Deal(()))
        Traceback (most recent call last):
        ...
        rami.errors.RamiError: a position must have rules, players, ...; Deal has no rules, players, ...
    """
    _check_attributes(position, "position", _POSITION)


def check_view(view: object) -> None:
    """Check that a view has the attributes of a `PlayerView`.

    Args:
        view: The view.

    Raises:
        RamiError: If attributes are missing. The message lists them.
    """
    _check_attributes(view, "view", _VIEW)


def _check_attributes(value: object, what: str, names: tuple[str, ...]) -> None:
    if missing := [name for name in names if not hasattr(value, name)]:
        raise RamiError(f"a {what} must have {', '.join(names)}; {type(value).__name__} has no {', '.join(missing)}")


# ------------------------------------------------------------------------------------------------ notation of moves


class BaseMove(Pictured):
    """Base class of moves.

    The notation of a move starts with its verb. The values of its attrs fields follow.

    The game needs a sentence `moves.<verb>.title` for the title of the move's picture. If the picture has a row of
    pieces, its label is the sentence `moves.<verb>.label`.

    Attributes:
        verb: The first word of the notation.
        texts: The sentences of the game.
        back: Shape of the face-down piece that the move takes, or None.

    Examples:
        >>> from rami.gin import Discard
        >>> issubclass(Discard, BaseMove), Discard.verb, str(Discard("KD"))
        (True, 'discard', 'discard KD')
    """

    __slots__ = ()

    verb: ClassVar[str]
    texts: ClassVar[Texts]
    back: ClassVar[str | None] = None

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, parts_of(self))])


def parts_of(move: BaseMove) -> list[object]:
    """Return the values of the fields of a move, without None.

    Tuples and tables are flattened.
    """
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
"""Function that parses the arguments of a move.

Its parameters are the whole text and the index where the arguments of the move start.
"""


def alone(move: M) -> Reader[M]:
    """Return a parser for a move that has no arguments.

    The notation of the move is only the verb.

    Args:
        move: The move.

    Examples:
        >>> alone("draw")("draw", 4)
        'draw'
    """

    def read(text: str, start: int) -> M:
        check_nothing(text, start)
        return move

    return read


def check_nothing(text: str, start: int) -> None:
    """Check that nothing follows the verb."""
    if text[start:].strip():
        raise NotationError(SHARED.phrase("notation.nothing", verb=first_word(text)[0]), text, start)


def unknown_verb(text: str, verbs: str) -> NotationError:
    """Return the error for an unknown verb.

    `verbs` is a space-separated list of the known verbs.
    """
    return NotationError(SHARED.phrase("notation.verb", verbs=tuple(verbs.split())), text)


def read_move(text: str, verbs: Mapping[str, Reader[M]]) -> M:
    """Parse the notation of a move.

    Args:
        text: The notation.
        verbs: The readers of the moves, by verb.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move. Its `position` is the place of the mistake.
        WrongType: If `text` is not a string.

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
    """Pieces that move together, for animations.

    Attributes:
        pieces: The pieces in canonical order, or () if this seat may not see them.
        count: The number of pieces, visible or hidden.
        source: The place where they were, in the game's terms, such as `"pool"`. A rack or hand belongs to the
            player who moves.
        target: The place where they are now.
        source_meld: The index of their old meld in the table before the move, or None if they were not in a meld.
        target_meld: The index of their new meld in the table after the move, or None if they are not in a meld.
        revealed: Whether the pieces are visible, and the player who moves did not know them before the move.

    Examples:
        >>> from rami import rummikub
        >>> event = rummikub.GAME.event(rummikub.new_game(2, seed=1), rummikub.Draw(), None)
        >>> [motion] = event.motions
        >>> motion.pieces, motion.count, motion.source, motion.target
        ((), 1, 'pool', 'rack')
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
    """Return a motion of face-up pieces, in a tuple.

    If there are no pieces, return ().

    Args:
        pieces: The pieces.
        source: The place where they were.
        target: The place where they are now.
        revealed: Whether the player who moves did not know the pieces before the move.
        melds: The fields `source_meld` and `target_meld` of the `Motion`.

    Examples:
        >>> from rami.rummikub import Tile
        >>> [motion] = face_up([Tile("R7")], "rack", "table", target_meld=0)
        >>> motion.pieces, motion.count, motion.target_meld
        ((Tile('R7'),), 1, 0)
    """
    row = tuple(pieces)
    if not row:
        return ()
    return (Motion(pieces=row, count=len(row), source=source, target=target, revealed=revealed, **melds),)


def face_down(count: int, source: str, target: str, pieces: Iterable[object] = ()) -> tuple[Motion, ...]:
    """Return a motion of face-down pieces, in a tuple.

    If there are no pieces, return ().

    Args:
        count: The number of pieces.
        source: The place where they were.
        target: The place where they are now.
        pieces: The pieces, if this seat may see them.

    Examples:
        >>> [motion] = face_down(3, "pool", "rack")
        >>> motion.pieces, motion.count, motion.revealed
        ((), 3, False)
    """
    row = tuple(pieces)
    return (Motion(pieces=row, count=count, source=source, target=target, revealed=bool(row)),) if count else ()


MOST_CHANGED: Final = 200
"""Maximum number of rows that may differ between two tables."""

RowOrigin = tuple[int | None, tuple[int | None, ...]]
"""The index of the matching old row, for a new row and for each of its items.

If there is no old row, the index is None.
"""


def origins(old: Sequence[Sequence[object]], new: Sequence[Sequence[object]]) -> tuple[RowOrigin, ...]:
    """Match each new row, and each of its items, with an old row.

    Equal items cannot be distinguished. An unchanged row has stayed in place. Every other old row continues as the new
    row that has the most items in common with it. If several rows compete, the pair with the most common items wins.
    All other items of the new rows are matched with the remaining items of the old rows.

    Args:
        old: The rows before.
        new: The rows after.

    Returns:
        A pair for each new row. The first value is the index of the old row that it continues, or None. The second
        value has the index of the old row of each item, or None if the item was in no row.

    Raises:
        TooLarge: If more than 200 old rows or more than 200 new rows have changed.

    Examples:
        >>> origins(["abc", "xyz"], ["bc", "xyza!"])
        ((0, (0, 0)), (1, (1, 1, 1, 0, None)))
    """
    homes = _continued_rows(old, new)
    left = [list(row) for row in old]
    sources: list[list[int | None]] = [[None] * len(row) for row in new]
    for target, home in enumerate(homes):
        if home is not None:
            _match_leftovers(home, left[home], new[target], sources[target])
    for source, things in enumerate(left):
        if things:
            for row, found in zip(new, sources, strict=True):
                _match_leftovers(source, things, row, found)
    return tuple(zip(homes, map(tuple, sources), strict=True))


def _match_leftovers(source: int, left: list[object], row: Sequence[object], found: list[int | None]) -> None:
    for place, thing in enumerate(row):
        if found[place] is None and thing in left:
            left.remove(thing)
            found[place] = source


def _continued_rows(old: Sequence[Sequence[object]], new: Sequence[Sequence[object]]) -> list[int | None]:
    unused: dict[tuple[object, ...], list[int]] = {}
    for source, row in enumerate(old):
        unused.setdefault(tuple(row), []).append(source)
    equal = (unused.get(tuple(row)) for row in new)
    homes = [sources.pop(0) if sources else None for sources in equal]
    changed_old = sorted(chain.from_iterable(unused.values()))
    changed_new = [target for target, home in enumerate(homes) if home is None]
    most = max(len(changed_old), len(changed_new))
    if most > MOST_CHANGED:
        raise TooLarge(SHARED.phrase("limits.rows", most=MOST_CHANGED, rows=most))
    shares = {(source, target): _common(old[source], new[target]) for source in changed_old for target in changed_new}
    for source, target in sorted(shares, key=lambda pair: -shares[pair]):
        if shares[source, target] and homes[target] is None and source not in homes:
            homes[target] = source
    return homes


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    return (Counter(one) & Counter(other)).total()


# ------------------------------------------------------------------------------------------ reading a move for a check


def read(
    move: M | str, kinds: tuple[type[M], ...], parse: Callable[[str], M], codes: type[ViolationCode]
) -> tuple[M | None, tuple[Violation, ...]]:
    """Convert an argument to a move.

    The argument is a move or its notation.

    Args:
        move: The move, or its notation.
        kinds: The classes of moves.
        parse: The parser of moves.
        codes: The violation codes of the game.

    Returns:
        The move, without violations. If the text has illegal pieces or melds, None and the violations.

    Raises:
        NotationError: If the text is not a move.
        WrongType: If `move` is neither a move nor a string.

    Examples:
        >>> from rami.gin import Code, Discard, parse_move
        >>> read("discard KD", (Discard,), parse_move, Code)
        (Discard(card=Card('KD')), ())
        >>> read("discard *", (Discard,), parse_move, Code)[1][0].code
        <Code.NO_JOKER: 'no_joker'>
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
