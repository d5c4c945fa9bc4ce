"""Makes a wheel lean: it leaves out the docstrings of what is not public, which only those read who change the source.

Hatchling runs `LeanWheel` (see `[tool.hatch.build.targets.wheel.hooks.custom]` in pyproject.toml). The lines of a
module keep their numbers, so that a traceback points into the source as it was written.
"""

import ast
import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
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
            if child.name.startswith("_") or (public is not None and child.name not in public):
                yield from (inner for inner in ast.walk(child) if isinstance(inner, Definition))
            elif isinstance(child, ast.ClassDef):
                yield from private(child, None)


def lean(source: str, public: frozenset[str] | None) -> str:
    """Return a module with blank lines in the place of the docstrings of what is not public.

    Args:
        source: the text of the module.
        public: the names that its package exports, or None where every name without an underscore is public.
    """
    lines = source.splitlines(keepends=True)
    for definition in private(ast.parse(source), public):
        first, *more = definition.body
        if more and ast.get_docstring(definition, clean=False) is not None:
            assert first.end_lineno is not None
            lines[first.lineno - 1 : first.end_lineno] = ["\n"] * (first.end_lineno - first.lineno + 1)
    return "".join(lines)


def repack(wheel: Path) -> None:
    """Write a wheel anew with lean modules, and its list of hashes with it."""
    with ZipFile(wheel) as archive:
        infos = archive.infolist()
        files = {info.filename: archive.read(info) for info in infos}
    packages = {str(PurePosixPath(name).parent): data.decode() for name, data in files.items() if is_package(name)}
    for name, data in files.items():
        if name.endswith(".py") and not is_package(name):
            public = exported(packages.get(str(PurePosixPath(name).parent), ""))
            files[name] = lean(data.decode(), public if name.count("/") > 1 else None).encode()
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
