"""Editions by name, and rules shown as the nearest edition and what differs from it."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from attrs import AttrsInstance, evolve, fields

from rami.errors import UnknownPreset, WrongType, shown
from rami.pictures.svg_pieces import escaped
from rami.shapes import check_fields

__all__ = ["BaseRules", "Presets", "difference", "rules_name"]


R = TypeVar("R")


class Presets(Mapping[str, R], Generic[R]):
    """The editions of a game by name: a mapping that nobody can change.

    An unknown name raises `UnknownPreset`, a `KeyError` that suggests editions.

    Examples:
        >>> from rami.rummikub import PRESETS
        >>> PRESETS["goliath"].joker_sets
        'free'
        >>> PRESETS["hasbro"]
        Traceback (most recent call last):
        ...
        rami.errors.UnknownPreset: no edition is called 'hasbro'; near to it: 'hasbro-2007'
    """

    __slots__ = ("_rules",)

    def __init__(self, rules: Mapping[str, R]) -> None:
        self._rules = dict(rules)

    def __getitem__(self, name: str) -> R:
        if name in self:
            return self._rules[name]
        near = _near(name, self._rules) if isinstance(name, str) else []
        known = (
            f"near to it: {', '.join(map(repr, near))}" if near else f"there are {', '.join(map(repr, self._rules))}"
        )
        raise UnknownPreset(f"no edition is called {shown(name)}; {known}")

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"<{len(self)} edition{'s' * (len(self) != 1)}: {', '.join(self._rules)}>"


def _near(name: str, known: Mapping[str, object]) -> list[str]:
    """Return names with the same beginning, then those of similar spelling."""
    from difflib import get_close_matches  # noqa: PLC0415  # slow to import, and needed for misspelt names only

    start = name.lower()[:4]
    alike = [each for each in known if start and each.startswith(start)]
    return list(dict.fromkeys([*alike, *get_close_matches(name.lower()[:40], known)]))


def difference(rules: AttrsInstance, presets: Mapping[str, AttrsInstance]) -> tuple[str, dict[str, object]]:
    """Return the nearest edition, and the fields in which rules differ from it.

    Args:
        rules: The rules.
        presets: The editions by name.

    Returns:
        The name of the edition, and the values of the fields that differ.
    """

    def changes(preset: AttrsInstance) -> dict[str, object]:
        values = {each.name: getattr(rules, each.name) for each in fields(type(rules))}
        return {name: value for name, value in values.items() if value != getattr(preset, name)}

    return min(((name, changes(preset)) for name, preset in presets.items()), key=lambda found: len(found[1]))


class BaseRules(AttrsInstance):
    """The common part of the rules of all games: checked fields, changes, and how they are shown."""

    __slots__ = ()
    presets: "ClassVar[Mapping[str, BaseRules]]"
    """The editions by name."""

    def __attrs_post_init__(self) -> None:
        """Check each field alone; a game adds what they say together."""
        check_fields(self)

    def evolve(self, **changes: Any) -> Self:
        """Return the same rules with some fields changed.

        Args:
            changes: The new values by the names of the fields.

        Returns:
            The new rules.

        Raises:
            RulesError: If a field has a value that it cannot have, or the fields do not fit together.
            WrongType: If there is no such field, or its value has another type.

        Examples:
            >>> from rami.rummikub import PRESETS
            >>> PRESETS["goliath"].evolve(jokers=4)
            PRESETS['goliath'].evolve(jokers=4)
        """
        names = [each.name for each in fields(type(self))]
        for name in changes:
            if name not in names:
                near = _near(name, dict.fromkeys(names))
                meant = f"; near to it: {', '.join(near)}" if near else ""
                raise WrongType(f"rules have no field {shown(name)}{meant}")
        return cast("Self", evolve(cast("Any", self), **changes))

    def __repr__(self) -> str:
        name, changed = difference(self, self.presets)
        listed = ", ".join(f"{field}={value!r}" for field, value in changed.items())
        return f"PRESETS[{name!r}]" + (f".evolve({listed})" if changed else "")

    def _repr_html_(self) -> str:
        values = {each.name: shown(getattr(self, each.name)) for each in fields(type(self))}
        rows = "".join(f"<tr><th>{name}</th><td>{escaped(value)}</td></tr>" for name, value in values.items())
        return f"<table><caption>{escaped(repr(self))}</caption>{rows}</table>"


def rules_name(rules: AttrsInstance, presets: Mapping[str, AttrsInstance]) -> str:
    """Return rules in a few words, for the representation of a position.

    Args:
        rules: The rules.
        presets: The editions by name.

    Returns:
        For example `goliath`, `goliath with jokers=4`, or `goliath with 9 changes`.
    """
    name, changed = difference(rules, presets)
    few = 3
    if len(changed) > few:
        return f"{name} with {len(changed)} changes"
    listed = ", ".join(f"{field}={shown(value)}" for field, value in changed.items())
    return f"{name} with {listed}" if changed else name
