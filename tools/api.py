"""Store the public API as text, with one line for each name, so that a review shows which names a change affects.

python -m tools.api            writes tests/public/api.txt
python -m tools.api --check    fails if the file differs from the source, and prints the lines that differ

A public name is in `__all__` of a module that has a page in the reference, or is a member of a public class. The lines
have parameters, types and defaults, but no descriptions. Griffe reads them from the source: install the extra `docs`.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import griffe

ROOT = Path(__file__).parents[1]
STORED = ROOT / "tests" / "public" / "api.txt"


def read(package: griffe.Module) -> Iterator[str]:
    """Yield the lines of all public modules."""
    shown: dict[str, str] = {}
    for page in sorted((ROOT / "docs" / "api").glob("*.md")):
        for path in re.findall(r"^::: (\S+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            module = package if path == "rami" else package[path.removeprefix("rami.")]
            for name in sorted(str(each) for each in module.exports or module.members):
                if not name.startswith("_"):
                    yield from name_lines(f"{path}.{name}", _target(module[name]), shown)


def name_lines(path: str, found: griffe.Object, shown: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a name. If a class has several public paths, only the first path has its members."""
    if isinstance(found, griffe.Module):
        yield f"module {path}"
    elif not isinstance(found, griffe.Class):
        yield from member_lines(path, found)
    elif (first := shown.setdefault(found.path, path)) != path:
        yield f"class {path} = {first}"
    else:
        yield from class_lines(path, found)


def class_lines(path: str, found: griffe.Class) -> Iterator[str]:
    """Yield the lines of a class, its constructor and its members. Inherited members are included."""
    bases = ", ".join(str(base) for base in found.bases)
    yield f"class {path}({bases})" if bases else f"class {path}"
    members = {name: _target(member) for name, member in sorted(found.all_members.items())}
    defaults: dict[str, str] = {}
    made = members.get("__init__")
    if isinstance(made, griffe.Function):
        yield _constructor(made, members, defaults).signature(name=f"{path}.__init__", return_type=False)
    for name, member in members.items():
        is_field = isinstance(member, griffe.Attribute) and "instance-attribute" in member.labels and member.annotation
        if not name.startswith("_") and (member.docstring or is_field):
            default = f" = {defaults[name]}" if name in defaults else ""
            for line in member_lines(f"{path}.{name}", member):
                yield line + default


def _constructor(made: griffe.Function, members: dict[str, griffe.Object], defaults: dict[str, str]) -> griffe.Function:
    """Return the constructor without the types and defaults of fields, since the lines of the fields have them."""
    row: list[griffe.Parameter] = []
    for each in made.parameters:
        field = members.get(each.name)
        if isinstance(field, griffe.Attribute) and str(field.annotation) == str(each.annotation):
            row.append(griffe.Parameter(each.name, kind=each.kind))
            if each.default is not None:
                defaults[each.name] = str(each.default)
        else:
            row.append(each)
    return griffe.Function(made.name, parameters=griffe.Parameters(*row), parent=made.parent)


def member_lines(path: str, found: griffe.Object) -> Iterator[str]:
    """Yield the line of an attribute, or the lines of a function: one line for each overload."""
    if isinstance(found, griffe.Function):
        label = "".join(f"{each} " for each in ("classmethod", "staticmethod") if each in found.labels)
        for each in found.overloads or [found]:
            yield label + each.signature(name=path)
    elif isinstance(found, griffe.Attribute):
        label = "property " if "property" in found.labels else ""
        yield f"{label}{path}: {found.annotation}" if found.annotation else f"{path} = {found.value}"


def _target(member: griffe.Object | griffe.Alias) -> griffe.Object:
    return member.final_target if isinstance(member, griffe.Alias) else member


def main() -> None:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    extensions = griffe.load_extensions("tools.reference")
    package = griffe.load("rami", search_paths=[ROOT / "src"], extensions=extensions, resolve_aliases=True)
    assert isinstance(package, griffe.Module)
    now = list(read(package))
    if not parser.parse_args().check:
        STORED.write_text("\n".join(now) + "\n", encoding="utf-8", newline="\n")
        return
    stored = STORED.read_text(encoding="utf-8").splitlines()
    changes = [line for line in unified_diff(stored, now, n=0) if re.match(r"[-+](?![-+])", line)]
    if changes:
        name = STORED.relative_to(ROOT).as_posix()
        print(f"The public API differs from {name} (- in the file, + in the source):", *changes, sep="\n")
        sys.exit("If the change is intended, run `python -m tools.api`, and describe the change in CHANGELOG.md.")


if __name__ == "__main__":
    main()
