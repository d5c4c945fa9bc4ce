"""Editions by name, and rules shown by the edition that they are or come near to."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

from attrs import AttrsInstance, evolve, fields

from rami.errors import UnknownPreset, WrongType, shown

R = TypeVar("R")
A = TypeVar("A", bound=AttrsInstance)


class Presets(Mapping[str, R], Generic[R]):
    """The editions of a game by name: a mapping that nobody can change.

    An unknown name is an `UnknownPreset`, a `KeyError` that names the editions that may be meant.

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
    """The names that begin alike, then those that are spelled alike."""
    from difflib import get_close_matches  # noqa: PLC0415  # only who mistypes a name waits for it

    start = name.lower()[:4]
    alike = [each for each in known if start and each.startswith(start)]
    return list(dict.fromkeys([*alike, *get_close_matches(name.lower()[:40], known)]))


def evolved(rules: A, changes: Mapping[str, object]) -> A:
    """Rules with some fields changed.

    Args:
        rules: The rules.
        changes: The new values by the names of the fields.

    Returns:
        The new rules.

    Raises:
        WrongType: If there is no such field.
        RulesError: If a field has a value that it cannot have, or the fields do not fit together.
    """
    names = [each.name for each in fields(type(rules))]
    for name in changes:
        if name not in names:
            near = _near(name, dict.fromkeys(names))
            meant = f"; near to it: {', '.join(near)}" if near else ""
            raise WrongType(f"rules have no field {shown(name)}{meant}")
    return cast("A", evolve(cast("Any", rules), **cast("Mapping[str, Any]", changes)))


def difference(rules: AttrsInstance, presets: Mapping[str, AttrsInstance]) -> tuple[str, dict[str, object]]:
    """The edition that rules are, or come nearest to, and what is different there.

    Args:
        rules: The rules.
        presets: The editions by name.

    Returns:
        The name, and the fields that have another value with the values.
    """
    found: tuple[str, dict[str, object]] | None = None
    for name, preset in presets.items():
        changed = {
            each.name: getattr(rules, each.name)
            for each in fields(type(rules))
            if getattr(rules, each.name) != getattr(preset, each.name)
        }
        if found is None or len(changed) < len(found[1]):
            found = name, changed
    assert found is not None  # every game has an edition
    return found


def rules_repr(rules: AttrsInstance, presets: Mapping[str, AttrsInstance]) -> str:
    """Rules as Python text that makes them again: an edition, and what is different.

    Args:
        rules: The rules.
        presets: The editions by name.

    Returns:
        For example `PRESETS['goliath'].evolve(jokers=4)`.
    """
    name, changed = difference(rules, presets)
    listed = ", ".join(f"{field}={value!r}" for field, value in changed.items())
    return f"PRESETS[{name!r}]" + (f".evolve({listed})" if changed else "")


def rules_name(rules: AttrsInstance, presets: Mapping[str, AttrsInstance]) -> str:
    """Rules in a few words, for the representation of a position.

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
    return (
        f"{name} with {', '.join(f'{field}={shown(value)}' for field, value in changed.items())}" if changed else name
    )


def view_of(player: int | None) -> str:
    """What the view of a seat is called, for `position_repr`.

    Args:
        player: The seat, 0-based; None for a spectator.

    Examples:
        >>> view_of(0), view_of(None)
        ('View of seat 0', 'View of a spectator')
    """
    return "View of a spectator" if player is None else f"View of seat {player}"


def position_repr(kind: str, rules: AttrsInstance, presets: Mapping[str, AttrsInstance], **facts: object) -> str:
    """A position for a prompt or a log: the edition, and a few facts that everybody may know; at most 300 characters.

    Args:
        kind: What it is: "State", or "View of seat 0".
        rules: The rules.
        presets: The editions by name.
        facts: What to say, by name; a row is written with blanks between its items, and what is empty is left out.

    Returns:
        The text, in angle brackets, for it cannot be pasted.

    Examples:
        >>> from rami.rummikub import DEFAULT, PRESETS
        >>> position_repr("State", DEFAULT, PRESETS, turn=3, racks=(14, 12), table="")
        '<State, hasbro-2007: turn 3; racks 14 12>'
    """
    listed: list[str] = []
    for name, value in facts.items():
        text = " ".join(map(str, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else str(value)
        if text:
            listed.append(
                f"{name.replace('_', ' ')} {text if len(text) <= _LONGEST_FACT else text[:_LONGEST_FACT] + '…'}"
            )
    whole = f"<{kind}, {rules_name(rules, presets)}: {'; '.join(listed)}>"
    return whole if len(whole) <= _LONGEST else whole[: _LONGEST - 2] + "…>"


_LONGEST, _LONGEST_FACT = 300, 80
