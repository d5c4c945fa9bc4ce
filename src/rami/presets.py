"""Base class of rules, and named editions."""

from collections.abc import Iterable, Iterator, Mapping
from inspect import getdoc
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast

from attrs import NOTHING, AttrsInstance, evolve, fields

from rami.errors import RamiError, RulesError, UnknownPreset, WrongType, shown
from rami.pieces import Piece, row_of_pieces, without
from rami.shapes import check_fields, fields_of, near_names, row_of, wanted, whole

T = TypeVar("T")


class Presets(Mapping[str, T], Generic[T]):
    """A read-only mapping from names to editions.

    An unknown name raises `UnknownPreset`, a `KeyError` that suggests similar names.

    Examples:
        >>> from rami.rummikub import PRESETS
        >>> PRESETS["goliath"].joker_sets
        'free'
        >>> PRESETS["hasbro"]
        Traceback (most recent call last):
        ...
        rami.errors.UnknownPreset: no edition is called 'hasbro'; did you mean 'hasbro-2007'?
    """

    __slots__ = ("_editions",)

    def __init__(self, editions: Mapping[str, T]) -> None:
        self._editions = dict(editions)

    def __getitem__(self, name: str) -> T:
        if name in self:
            return self._editions[name]
        near = near_names(name, self) if isinstance(name, str) else ()
        known = f"did you mean {' or '.join(map(repr, near))}?" if near else f"there are {', '.join(map(repr, self))}"
        raise UnknownPreset(f"no edition is called {shown(name)}; {known}")

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._editions

    def __iter__(self) -> Iterator[str]:
        return iter(self._editions)

    def __len__(self) -> int:
        return len(self._editions)

    def __repr__(self) -> str:
        return f"<{len(self)} edition{'s' * (len(self) != 1)}: {', '.join(self)}>"


class BaseRules(AttrsInstance):
    """Base class of the rules of all games.

    Its fields are checked, and its repr is short.

    The rules of a game are a frozen attrs class with keyword-only fields and `repr=False`. Each field has an annotation
    with its range, such as `opening_points: Annotated[int, Range(0, 1000)] = 30`, and a line under "Attributes:" in
    the docstring, with the identifier of its rule. `PRESETS = Rules.named({...})` then names the editions.

    Attributes:
        presets: The editions by name, as passed to `named`.
        one_by_one: Whether pieces are dealt one at a time, beginning with the starter. Otherwise each hand is dealt as
            a whole.

    Examples:
        >>> from typing import Annotated
        >>> from attrs import frozen
        >>> from rami.shapes import Range
        >>> @frozen(kw_only=True, repr=False)
        ... class Rules(BaseRules):
        ...     hand_size: Annotated[int, Range(1, 20)] = 10
        >>> Rules(hand_size=7)
        Rules(hand_size=7)
        >>> Rules(hand_size=21)
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: hand_size must be a whole number from 1 to 20, not 21
    """

    __slots__ = ()
    presets: "ClassVar[Mapping[str, BaseRules]]" = MappingProxyType({})
    one_by_one: ClassVar[bool] = False

    @classmethod
    def named(cls, editions: Mapping[str, Self]) -> Presets[Self]:
        """Name the editions.

        The repr of rules uses these names.

        Args:
            editions: The rules by name. The first is the default edition.

        Returns:
            The editions, as a read-only mapping.

        Raises:
            RamiError: If the class has named editions already.
        """
        if "presets" in vars(cls):
            raise RamiError(f"{cls.__qualname__} already has named editions")
        cls.presets = presets = Presets(editions)
        return presets

    def __attrs_post_init__(self) -> None:
        check_fields(self)

    def evolve(self, **changes: object) -> Self:
        """Return a copy of the rules with some fields changed.

        Args:
            changes: The new values, by name of the field.

        Returns:
            The new rules.

        Raises:
            RulesError: If a value is not allowed, or the fields contradict each other.
            WrongType: If a field does not exist, or its value has the wrong type.

        Examples:
            >>> from rami.rummikub import PRESETS
            >>> PRESETS["goliath"].evolve(jokers=4)
            PRESETS['goliath'].evolve(jokers=4)
        """
        names = [each.name for each in fields(type(self))]
        for name in changes:
            if name not in names:
                near = near_names(name, names)
                meant = f"; did you mean {' or '.join(near)}?" if near else ""
                raise WrongType(f"rules have no field {shown(name)}{meant}")
        return cast("Self", evolve(cast("Any", self), **changes))

    def order_of(
        self, hands: Iterable[str | Iterable[Piece | str]], then: str | Iterable[Piece | str] = (), *, starter: int = 0
    ) -> tuple[Piece, ...]:
        """Return the order of the pieces that reproduces a deal from a real table.

        Use the order as an argument of `Deal`. It has the hands, the pieces of `then`, and all other pieces of the set.

        Args:
            hands: The pieces dealt to each seat, as text or as pieces.
            then: The pieces after the hands, in order, such as the first discard and the drawn pieces.
            starter: The seat that starts.

        Raises:
            NotationError: If a text cannot be read.
            RulesError: If the hands differ in size, or the set has fewer pieces of a kind.

        Examples:
            >>> from rami import Deal, gin
            >>> hands = ["AS 2S 3S 4S 5S 6S 7S 8S 9S 10S", "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H"]
            >>> deal = Deal(gin.Rules().order_of(hands, "KD", starter=1), starter=1)
            >>> str(gin.from_deal(2, gin.Rules(), deal).upcard)
            'KD'
        """
        every: tuple[Piece, ...] = getattr(self, "pieces")  # noqa: B009  # defined by all subclasses
        kind = type(every[0])
        given = cast("tuple[str | Iterable[Piece | str], ...]", row_of("hands", hands, object))
        dealt = [row_of_pieces(kind, hand, f"hands[{seat}]") for seat, hand in enumerate(given)]
        after = row_of_pieces(kind, then, "then")
        whole("starter", starter, 0, max(0, len(dealt) - 1))
        if len({len(hand) for hand in dealt}) > 1:
            raise RulesError(f"all hands must have the same size, not {', '.join(str(len(hand)) for hand in dealt)}")
        rows: Iterable[tuple[Piece, ...]] = dealt
        if self.one_by_one:
            rows = zip(*dealt[starter:], *dealt[:starter], strict=True)
        seen = (*chain.from_iterable(rows), *after)
        if extra := without(seen, every):
            raise RulesError(f"there are more {extra[0].noun}s of a kind than the set has: {extra[0]}")
        return (*seen, *without(every, seen))

    def __repr__(self) -> str:
        if not self.presets:
            return f"{type(self).__name__}({_listed(_values(self))})"
        name, changed = nearest(self, self.presets)
        return f"PRESETS[{name!r}]" + (f".evolve({_listed(changed)})" if changed else "")

    def _repr_html_(self) -> str:
        from rami.pictures.svg import escaped  # noqa: PLC0415  # only needed in notebooks

        cells = (
            (line.name, shown(getattr(self, line.name)), line.allowed, line.meaning) for line in field_lines(type(self))
        )
        rows = "".join(
            f"<tr><th>{name}</th>{''.join(f'<td>{escaped(cell)}</td>' for cell in others)}</tr>"
            for name, *others in cells
        )
        return f"<table><caption>{escaped(repr(self))}</caption>{rows}</table>"


class FieldLine(NamedTuple):
    """A line in a table of rules.

    Attributes:
        name: The name of the field.
        allowed: A description of its allowed values.
        default: The default as code, or "" if the field has none.
        meaning: The description of the field in the docstring of the class.
    """

    name: str
    allowed: str
    default: str
    meaning: str


def field_lines(rules: type[AttrsInstance]) -> tuple[FieldLine, ...]:
    """Return a table of the fields of rules.

    Args:
        rules: The class of the rules.

    Returns:
        A line for each field, in order.

    Examples:
        >>> from rami.gin import Rules
        >>> line = field_lines(Rules)[0]
        >>> line.name, line.allowed, line.default, line.meaning
        ('knock_limit', 'a whole number from 0 to 100', '10', 'Maximum deadwood for a knock (G9).')
    """
    meanings, shapes = _meanings(rules), fields_of(rules)
    return tuple(
        FieldLine(
            each.name,
            wanted(shapes[each.name]),
            "" if each.default is NOTHING else repr(each.default),
            meanings.get(each.name, ""),
        )
        for each in fields(rules)
    )


def _meanings(rules: type) -> Mapping[str, str]:
    _, _, section = (getdoc(rules) or "").partition("\nAttributes:\n")
    found: dict[str, str] = {}
    name = ""
    for line in section.splitlines():
        if not line.strip():
            break
        if line.startswith("     "):
            found[name] += f" {line.strip()}"
        else:
            name, _, found[name] = line.strip().partition(": ")
    return found


def _values(rules: AttrsInstance) -> dict[str, object]:
    return {each.name: getattr(rules, each.name) for each in fields(type(rules))}


def _listed(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in values.items())


def nearest(rules: AttrsInstance, presets: Mapping[str, AttrsInstance]) -> tuple[str, dict[str, object]]:
    """Return the name of the most similar edition, and the fields that differ from it."""

    def changes(preset: AttrsInstance) -> dict[str, object]:
        return {name: value for name, value in _values(rules).items() if value != getattr(preset, name)}

    return min(((name, changes(preset)) for name, preset in presets.items()), key=lambda found: len(found[1]))


def rules_name(rules: AttrsInstance, presets: Mapping[str, AttrsInstance]) -> str:
    """Return a short description of rules.

    It is for the repr of a position.

    Args:
        rules: The rules.
        presets: The editions by name.

    Returns:
        The description, such as `goliath`, `goliath with jokers=4`, or `goliath with 9 changes`.
    """
    name, changed = nearest(rules, presets)
    few = 3
    if len(changed) > few:
        return f"{name} with {len(changed)} changes"
    listed = ", ".join(f"{field}={shown(value)}" for field, value in changed.items())
    return f"{name} with {listed}" if changed else name
