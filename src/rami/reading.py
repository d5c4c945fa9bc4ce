"""Conversion of arguments to melds.

An argument is a meld, its notation, its JSON, or its pieces in order.
"""

from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeGuard, TypeVar, cast

from attrs import evolve

from rami.errors import InvalidMeld, NotationError, Violation, WrongType, shown
from rami.pieces import BaseMeld, Piece, first_word, is_unordered, joined, made, row_of_pieces, row_text

P = TypeVar("P", bound=Piece)
B = TypeVar("B", bound=BaseMeld[Any])

JOINTS: Final[Mapping[str, str]] = {"run": "-", "group": "=", "same": "="}
"""The sign between the pieces in the notation of a meld, by the kind of the meld."""


class MeldType(type):
    """Metaclass of `Meld`. A call of `Meld` returns a run or a group.

    `Meld` must define `_read`. The constructors of its subclasses are not changed.
    """

    # Hide this method from type checkers, so that they use the constructor of each class.
    if not TYPE_CHECKING:  # pragma: no branch

        def __call__(cls, *given, **named):
            """Read a meld."""
            if "_read" in cls.__dict__:
                return cls._read(*given, **named)
            return super().__call__(*given, **named)

        @property
        def __signature__(cls):
            """Signature of the constructor, for `help`."""
            whole = signature(cls._read if "_read" in cls.__dict__ else cls.__init__, eval_str=True)
            parameters = [each for name, each in whole.parameters.items() if name != "self"]
            return whole.replace(parameters=parameters)


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Return whether a value is a JSON object."""
    # `isinstance` with an abstract class is slow, and tuples are frequent.
    return type(value) is not tuple and isinstance(value, Mapping)


def from_json(kind: type[P], value: Mapping[str, object], kinds: Iterable[str], name: str) -> tuple[str, tuple[P, ...]]:
    """Return the kind and the pieces of a meld from a JSON object.

    The object has the keys `kind` and `pieces`.

    Args:
        kind: The class of the pieces.
        value: The object.
        kinds: The kinds of melds in the game, for example `"run"`.
        name: The name of the argument in errors.

    Raises:
        WrongType: If the object has other keys.
        NotationError: If the kind is unknown, or a piece cannot be read.
    """
    if value.keys() != {"kind", "pieces"}:
        raise WrongType(f"{name} must be a row, or an object with kind and pieces, not {shown(value)}")
    wanted = tuple(kinds)
    found = next((each for each in wanted if each == value["kind"]), None)
    if found is None:
        error = NotationError if isinstance(value["kind"], str) else WrongType
        raise error(f"{name}.kind must be {' or '.join(map(repr, wanted))}, not {shown(value['kind'])}")
    return found, row_of_pieces(kind, cast("str | Iterable[int | str]", value["pieces"]), f"{name}.pieces")


def read_meld(
    value: B | str | Iterable[object] | Mapping[str, object],
    kind: type[P],
    makers: Mapping[str, Callable[[tuple[P, ...]], B]],
    parse: Callable[[str], B],
    name: str = "meld",
) -> B:
    """Convert an argument to a meld.

    Pieces without a kind may be a run in the given order, or a group.

    Args:
        value: The meld, its notation, its JSON or its pieces.
        kind: The class of the pieces.
        makers: The class of a meld, by the sign between its pieces.
        parse: A parser of the notation.
        name: The name of the argument in errors.

    Raises:
        InvalidMeld: If the pieces are not a meld.
        NotationError: If a text cannot be read, or the pieces are both a run and a group.
        WrongType: If the value has another type.
    """
    if isinstance(value, str):
        return parse(value)
    if isinstance(value, BaseMeld):
        meld = cast("B", value)
        if type(next(iter(meld.pieces))) is kind:
            return meld
        raise WrongType(f"{name} must be a meld of {kind.noun}s, not {shown(meld)}")
    if is_object(value):
        found, row = from_json(kind, value, ("run", "group"), name)
        return made(makers[JOINTS[found]], row)
    if not isinstance(value, Iterable) or is_unordered(value):
        raise WrongType(f"{name} must be a meld, its pieces, or text, not {shown(value)}")
    return _meld_of_row(row_of_pieces(kind, cast("Iterable[Any]", value), name), makers, name)


def _meld_of_row(row: tuple[P, ...], makers: Mapping[str, Callable[[tuple[P, ...]], B]], name: str) -> B:
    found: list[B] = []
    problems: list[InvalidMeld] = []
    for maker in makers.values():
        try:
            found.append(made(maker, row))
        except InvalidMeld as error:
            problems.append(error)
    if len(found) > 1:
        forms = " or ".join(joint.join(map(str, row)) for joint in makers)
        raise NotationError(f"{name}: {row_text(row)} may be a run or a group; write {forms}")
    if not found:
        run, group = problems
        raise run if group.violations[0].code in ("different_numbers", "different_ranks") else group
    return found[0]


def as_sent(problems: tuple[Violation, ...], kind: type[P], move: object) -> tuple[Violation, ...]:
    """Return the violations of a move, with their rows in the order of the move's text.

    Args:
        problems: The violations. Rows of groups are in canonical order.
        kind: The class of the pieces.
        move: The move. If it is not text, the violations are returned unchanged.
    """
    if not isinstance(move, str) or not any(problem.rows for problem in problems):
        return problems
    try:
        sent: dict[tuple[int, ...], tuple[int, ...]] = {
            tuple(sorted(row)): row for _, row in joined(kind, move, start=first_word(move)[1])
        }
    except NotationError:
        return problems
    return tuple(evolve(each, rows=[sent.get(tuple(sorted(row)), row) for row in each.rows]) for each in problems)


def table_melds(
    melds: str | Iterable[object],
    kind: type[B],
    parse: Callable[[str], Iterable[B]],
    read: Callable[[Any, str], B],
    name: str = "melds",
) -> tuple[B, ...]:
    """Convert an argument to melds in canonical order.

    Args:
        melds: A text, or an iterable of texts and other values for `read_meld`.
        kind: The class of the melds.
        parse: A parser of the notation of melds.
        read: A reader of one meld. Its second argument is the name of the meld in errors.
        name: The name of the argument in errors.

    Raises:
        InvalidMeld: If pieces are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If the value has another type.
    """
    if isinstance(melds, str):
        found = [*parse(melds)]
    elif type(melds) not in (tuple, list) and (not isinstance(melds, Iterable) or is_unordered(melds)):
        raise WrongType(f"a table must be runs and groups, or text, not {shown(melds)}")
    else:
        found = list[B]()
        for index, meld in enumerate(melds):
            if isinstance(meld, kind):
                found.append(meld)
            elif isinstance(meld, str):
                found += parse(meld)
            else:
                found.append(read(meld, f"{name}[{index}]"))
    return tuple(sorted(found, key=attrgetter("pieces", "joint")))
