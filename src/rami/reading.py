"""Melds from what a caller passes: a meld, its notation, its JSON, or its pieces in order."""

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
"""The joint of each kind of meld in JSON."""


class MeldType(type):
    """The class of the class `Meld` of a game: `Meld(value)` returns a run or a group.

    `Meld` defines `_read`; its subclasses are made as always.
    """

    if not TYPE_CHECKING:  # pragma: no branch  # a checker reads the constructor of each class

        def __call__(cls, *given, **named):
            """Return a run or a group for `Meld`, an instance for its subclasses."""
            if "_read" in cls.__dict__:
                return cls._read(*given, **named)
            return super().__call__(*given, **named)

        @property
        def __signature__(cls):
            """The parameters of the constructor, for `help`."""
            whole = signature(cls._read if "_read" in cls.__dict__ else cls.__init__, eval_str=True)
            parameters = [each for name, each in whole.parameters.items() if name != "self"]
            return whole.replace(parameters=parameters)


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Return whether a value is an object of JSON."""
    return type(value) is not tuple and isinstance(value, Mapping)  # tuples are frequent, and the test is slow


def from_json(kind: type[P], value: Mapping[str, object], kinds: Iterable[str], name: str) -> tuple[str, tuple[P, ...]]:
    """Return the kind and the pieces of the JSON of a meld: an object of `kind` and `pieces`.

    Args:
        kind: The class of the pieces.
        value: The object.
        kinds: The kinds of meld of the game, such as `"run"`.
        name: The argument, for the error.

    Raises:
        WrongType: If the object has other fields.
        NotationError: If the kind is unknown, or a piece cannot be read.
    """
    if value.keys() != {"kind", "pieces"}:
        raise WrongType(f"{name} must be a row, or an object of kind and pieces, not {shown(value)}")
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
    """Return a meld that a caller passes.

    Pieces without a kind are a run in their order, or a group.

    Args:
        value: The meld, its notation, its JSON or its pieces.
        kind: The class of the pieces.
        makers: The makers of melds by their joints.
        parse: Reads the notation.
        name: The argument, for errors.

    Raises:
        InvalidMeld: If the pieces are no meld.
        NotationError: If a text cannot be read, or the pieces are both a run and a group.
        WrongType: If it is anything else.
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
    return _of_row(row_of_pieces(kind, cast("Iterable[Any]", value), name), makers, name)


def _of_row(row: tuple[P, ...], makers: Mapping[str, Callable[[tuple[P, ...]], B]], name: str) -> B:
    """Return the only meld of pieces in this order."""
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
        # Pieces of different numbers or ranks are no attempt at a group.
        run, group = problems
        raise run if group.violations[0].code in ("different_numbers", "different_ranks") else group
    return found[0]


def as_sent(problems: tuple[Violation, ...], kind: type[P], move: object) -> tuple[Violation, ...]:
    """Return the violations of a move with their rows in the order of its text.

    Args:
        problems: The violations; their rows are in canonical order if they are groups.
        kind: The class of the pieces.
        move: The move; a value that is no text changes nothing.
    """
    if not isinstance(move, str) or not any(problem.rows for problem in problems):
        return problems
    try:
        sent: dict[tuple[int, ...], tuple[int, ...]] = {
            tuple(sorted(row)): row for _, row in joined(kind, move, start=first_word(move)[1])
        }
    except NotationError:  # other words are among the pieces
        return problems
    return tuple(evolve(each, rows=[sent.get(tuple(sorted(row)), row) for row in each.rows]) for each in problems)


def table_melds(
    melds: str | Iterable[object],
    kind: type[B],
    parse: Callable[[str], Iterable[B]],
    read: Callable[[Any, str], B],
    name: str = "melds",
) -> tuple[B, ...]:
    """Return the melds of a table that a caller passes, in canonical order.

    Args:
        melds: A text, or an iterable of texts and of what `read_meld` reads.
        kind: The class of the melds.
        parse: Reads the notation of melds.
        read: Reads a meld; its second argument is its name, for errors.
        name: The argument, for errors.

    Raises:
        InvalidMeld: If pieces are no meld.
        NotationError: If a text cannot be read.
        WrongType: If it is anything else.
    """
    if isinstance(melds, str):
        found = [*parse(melds)]
    elif not isinstance(melds, Iterable) or is_unordered(melds):
        raise WrongType(f"a table is made of runs and groups, or text, not {shown(melds)}")
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
