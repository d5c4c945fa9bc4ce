"""Complete what the reference reads from the source: an extension of griffe.

Griffe reads code without running it. So this extension adds the constructors that attrs makes and the sentences
of violation codes, and replaces the expression of a constant by its value.
"""

import inspect
import sys
from enum import Enum
from importlib import import_module
from typing import Any, get_args

import attrs
import griffe

from rami.errors import ViolationCode


class Values(griffe.Extension):
    """The extension."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Complete all modules of a package."""
        for name in pkg.modules:
            import_module(f"{pkg.path}.{name}")
        _complete(pkg)


def _complete(module: griffe.Module) -> None:
    # An adapter is not loaded, since its library may be missing.
    loaded = sys.modules.get(module.path)
    for name, member in module.members.items():
        if isinstance(member, griffe.Module):
            _complete(member)
        elif module.exports is not None and not member.is_alias and not member.is_exported:
            member.docstring = None  # The reference shows only names with a description.
        elif isinstance(member, griffe.Class):
            _complete_class(member, getattr(loaded, name, None))
        elif isinstance(member, griffe.Attribute) and hasattr(loaded, name):
            value = getattr(loaded, name)
            # An alias shows the types that it stands for, and a value with an address in memory shows its source.
            if not get_args(value) and " at 0x" not in repr(value):
                member.value = repr(value)
                if str(member.annotation) == "Final":
                    member.annotation = None


def _complete_class(found: griffe.Class, kind: object) -> None:
    if not isinstance(kind, type):
        return
    if issubclass(kind, Enum):
        for member in kind:
            # The page shows annotations beside the descriptions of attributes.
            shown = found.members[member.name]
            if isinstance(shown, griffe.Attribute):
                shown.annotation = repr(member.value)
        if issubclass(kind, ViolationCode) and found.docstring and len(kind):
            rows = [f"    {code.name}: {code.template()} ({code.rule})" for code in kind]
            found.docstring.value += "\n".join(["\n\nAttributes:", *rows])
    elif attrs.has(kind) and "__init__" not in found.members:
        names = {each.alias or each.name: each.name for each in attrs.fields(kind)}
        row = [griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)]
        for name, each in inspect.signature(kind).parameters.items():
            annotation = found[names[name]].annotation if name in names and names[name] in found.all_members else None
            default = None if each.default is each.empty else _default(each.default)
            parameter_kind = griffe.ParameterKind[each.kind.name.lower()]
            row.append(griffe.Parameter(name, annotation=annotation, kind=parameter_kind, default=default))
        made = griffe.Function("__init__", parameters=griffe.Parameters(*row), parent=found)
        found.set_member("__init__", made)


def _default(value: object) -> str:
    if value is attrs.NOTHING or inspect.isfunction(value):  # The default is made by a factory, or has no short form.
        return "..."
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)
