"""Shows each field of a class in the reference on its own: with an anchor, its type and its default.

The docstring of a class describes its fields under "Attributes:". This extension of griffe, which reads the code for
the reference, gives each description to its field.
"""

from importlib import import_module
from typing import Any

import griffe
from attrs import fields_dict
from attrs.exceptions import NotAnAttrsClassError


class Fields(griffe.Extension):
    """Moves the descriptions of fields from the docstring of a class to the fields."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Go through all classes of a package, once they are known."""
        seen = set[int]()
        self._visit(pkg, seen)

    def _visit(
        self, scope: griffe.Module | griffe.Class, seen: set[int]
    ) -> None:
        for member in scope.members.values():
            if isinstance(member, griffe.Class):
                _describe(member)
            if (
                isinstance(member, griffe.Module | griffe.Class)
                and id(member) not in seen
            ):
                seen.add(id(member))
                self._visit(member, seen)


def _describe(owner: griffe.Class) -> None:
    if owner.docstring is None:
        return
    sections = owner.docstring.parse("google")
    for section in sections:
        if not isinstance(section, griffe.DocstringSectionAttributes):
            continue
        fields = {
            told.name: owner.members.get(told.name) for told in section.value
        }
        for told in section.value:
            field = fields[told.name]
            if isinstance(field, griffe.Attribute) and field.docstring is None:
                field.docstring = griffe.Docstring(
                    told.description,
                    parent=field,
                    lineno=owner.docstring.lineno,
                )
                field.value = _default(field)
        section.value = [
            told
            for told in section.value
            if not isinstance(fields[told.name], griffe.Attribute)
        ]
    # What griffe has parsed once it shows; a section without entries is not shown.
    owner.docstring.__dict__["parsed"] = [
        section
        for section in sections
        if not isinstance(section, griffe.DocstringSectionAttributes)
        or section.value
    ]


def _default(field: griffe.Attribute) -> str | griffe.Expr | None:
    """Return the default of a field: its value, where that is short to write; else the code of it."""
    owner = field.parent
    assert owner is not None
    try:
        default = fields_dict(
            getattr(import_module(owner.module.path), owner.name)
        )[field.name].default
    except (
        ImportError,
        AttributeError,
        KeyError,
        NotAnAttrsClassError,
    ):  # no class of attrs, or without its library
        return field.value
    if default is None or isinstance(default, bool | int | str):
        return repr(default)
    given = (
        field.value.arguments
        if isinstance(field.value, griffe.ExprCall)
        else []
    )
    named = {
        each.name: each.value
        for each in given
        if isinstance(each, griffe.ExprKeyword)
    }
    return named.get("default") if given else field.value
