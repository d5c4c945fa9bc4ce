"""Makes a wheel lean: without comments, without the docstrings of what is not public, the others without their margin.

Only those read them who change the source, and they have it whole: from the repository, or from the source archive.

Hatchling runs `LeanWheel` (see `[tool.hatch.build.targets.wheel.hooks.custom]` in pyproject.toml). The lines of a
module keep their numbers, so that a traceback points into the source as it was written.
"""

import ast
import base64
import hashlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path, PurePosixPath
from tokenize import COMMENT, generate_tokens
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

Definition = ast.ClassDef | ast.FunctionDef


def exported(source: str) -> frozenset[str] | None:
    """The names in a module's `__all__`, or None where it has none."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return None


def private(node: ast.AST, public: frozenset[str] | None) -> Iterator[Definition]:
    """Yield each function and class that is not public by its name, by that of what it stands in, or as no export."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            if hidden(child.name, public):
                yield from (inner for inner in ast.walk(child) if isinstance(inner, Definition))
            elif isinstance(child, ast.ClassDef):
                yield from private(child, None)


def lean(source: str, public: frozenset[str] | None) -> str:
    """Return a module without comments, and with blank lines in the place of the docstrings of what is not public.

    The others lose their margin, which `inspect.getdoc` takes away anyway, and Python itself from 3.13 on.

    Args:
        source: the text of the module.
        public: the names that its package exports, or None where every name without an underscore is public.
    """
    lines = source.splitlines(keepends=True)
    module = ast.parse(source)
    told = [
        definition.body[0]
        for definition in private(module, public)
        if len(definition.body) > 1 and ast.get_docstring(definition, clean=False) is not None
    ]
    if public is not None and ast.get_docstring(module, clean=False) is not None:
        told.append(module.body[0])  # what a package exports is imported from there
    for definition in ast.walk(module):
        if isinstance(definition, Definition) and ast.get_docstring(definition, clean=False) is not None:
            text = definition.body[0]
            for row in range(text.lineno, text.end_lineno or 0):
                lines[row] = lines[row].removeprefix(" " * text.col_offset)
    for text in (*told, *told_of_constants(module)):
        assert text.end_lineno is not None
        lines[text.lineno - 1 : text.end_lineno] = ["\n"] * (text.end_lineno - text.lineno + 1)
    return without_comments("".join(lines))


def without_comments(source: str) -> str:
    """Return a module without its comments, but for what type checkers read of them."""
    lines = source.splitlines(keepends=True)
    for token in generate_tokens(iter(lines).__next__):
        if token.type == COMMENT:
            row, column = token.start
            read = token.string.split("  #")[0] if token.string.startswith(("# type:", "# pyright:")) else ""
            lines[row - 1] = f"{lines[row - 1][:column]}{read}".rstrip() + "\n"
    return "".join(lines)


def told_of_constants(module: ast.Module) -> Iterator[ast.stmt]:
    """Yield the texts below the constants of a module and of its classes; no program ever sees them."""
    for place in ast.walk(module):
        for constant, text in pairwise(place.body if isinstance(place, ast.Module | ast.ClassDef) else ()):
            told = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            if told and isinstance(constant, ast.Assign | ast.AnnAssign):
                yield text


def hidden(name: str, public: frozenset[str] | None) -> bool:
    """Whether a name is not public."""
    return name.startswith("_") or (public is not None and name not in public)


def repack(wheel: Path) -> None:
    """Write a wheel anew with lean modules, and its list of hashes with it."""
    with ZipFile(wheel) as archive:
        infos = archive.infolist()
        files = {info.filename: archive.read(info) for info in infos}
    packages = {str(PurePosixPath(name).parent): data.decode() for name, data in files.items() if is_package(name)}
    for name, data in files.items():
        path = PurePosixPath(name).parent if is_package(name) else PurePosixPath(name)
        if is_package(name) and len(path.parts) < 3:
            files[name] = without_comments(data.decode()).encode()
        elif name.endswith(".py"):
            inner = len(path.parts) > 2 and path.name != "__main__.py"  # a command shows its docstring
            public = exported(packages.get(str(path.parent), "")) if inner else None
            files[name] = lean(data.decode(), public).encode()
    [record] = [name for name in files if name.endswith(".dist-info/RECORD")]
    files[record] = "".join(f"{name},{digest(data)}\n" for name, data in files.items() if name != record).encode()
    files[record] += f"{record},,\n".encode()
    with ZipFile(wheel, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for info in infos:
            archive.writestr(info, files[info.filename], compresslevel=9)


def is_package(name: str) -> bool:
    """Whether a file says what a package exports."""
    return PurePosixPath(name).name == "__init__.py"


def digest(data: bytes) -> str:
    """The hash and the size of a file, as RECORD has them."""
    value = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"sha256={value},{len(data)}"


class LeanWheel(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is a configuration, of which none is needed
    """Repacks each wheel that is not editable."""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Repack a wheel once it is written."""
        if version == "standard":
            repack(Path(artifact_path))
