"""Does a test that is listed under a sentence notice when what decides the sentence is broken?

    python -m tests.rules.traceability            every sentence
    python -m tests.rules.traceability 000 C      the sentences whose names begin so

Each field that decides a sentence of a source takes each of its other values in the preset of that source, in place, so
that the tests see it as the edition. Each function that decides a sentence is broken once, by a change of its source
that stands in `breaks.toml`. Then a test that the page of traceability lists under the sentence must fail. What no test
can notice is listed there with its reason. It exits with 1 where anything else is not noticed.
"""

import importlib.abc
import importlib.util
import inspect
import os
import pickle
import sys
import tomllib
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DATA: dict[str, Any] = tomllib.loads((HERE / "breaks.toml").read_text(encoding="utf-8"))
PRESETS = {
    "000": ["hasbro-2007"],
    "001": ["chiffres", "chiffres-timed"],
    "002": ["ramicube", "ramicube-timed"],
    "A": ["hasbro-2007"],
    "003": ["contract-default"],
    "B": ["contract-default"],
    "004": ["horesca"],
    "C": ["horesca"],
    "G": ["gin"],
}
"""The presets that the sentences of each source are about."""


@dataclass(frozen=True)
class Sentence:
    """A sentence with what decides it, and its tests by module and name."""

    name: str
    source: str
    game: str
    fields: tuple[str, ...]
    functions: tuple[str, ...]
    tests: tuple[tuple[str, str], ...]


def sentences() -> list[Sentence]:
    """Return the sentences that the page of traceability has."""
    from docs.hooks.traceability import gathered  # noqa: PLC0415  # it imports rami, which is to be broken first

    return [
        Sentence(
            rule.name,
            rule.source,
            rule.game,
            rule.fields,
            rule.functions,
            tuple((file.removesuffix(".py"), name) for file, name in rule.tests),
        )
        for rule in gathered(ROOT)[0]
    ]


# ------------------------------------------------------------------------------------------------------ running tests


def forked(task: Callable[[], Any]) -> Any:
    """Return what a task returns in a process of its own, in which it may break anything."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        with os.fdopen(writing, "wb") as pipe:
            try:
                answer = task()
            except BaseException as error:  # it is shown by the parent
                answer = f"{type(error).__name__}: {error}"
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pickle.load(pipe)  # of our own child
    os.waitpid(child, 0)
    return answer


def notices(tests: Sequence[tuple[str, str]]) -> bool:
    """Return whether one of the tests fails."""
    return any(_fails(module, name) for module, name in tests)


def _fails(module: str, name: str) -> bool:
    try:
        test = getattr(importlib.import_module(f"tests.rules.{module}"), name)
        for arguments in _cases(test):
            test(**arguments)
    except (Exception, pytest.fail.Exception):  # whatever a test raises
        return True
    return False


def _cases(test: Any) -> Iterator[dict[str, Any]]:
    """Yield the arguments of a test, as its marks have them."""
    rows: list[list[dict[str, Any]]] = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name != "parametrize":
            continue
        names, values = mark.args[:2]
        split = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
        rows.append([dict(zip(split, value if len(split) > 1 else (value,), strict=True)) for value in values])
    for row in product(*rows):
        yield {name: value for part in row for name, value in part.items()}


# ------------------------------------------------------------------------------------------------------------ flipping


def others(rules: Any, name: str) -> list[Any]:
    """Return the other values of a field: all choices, the next numbers, and None where it may be."""
    given = DATA["values"].get(name)
    kind = inspect.get_annotations(type(rules), eval_str=True)[name]
    now = getattr(rules, name)
    parts = get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    found: list[Any] = [tuple(each) if isinstance(each, list) else each for each in given or ()]
    for part in parts:
        if get_origin(part) is Literal:
            found += get_args(part)
        elif part is bool:
            found += [True, False]
        elif part is int:
            found += [now - 1, now + 1] if isinstance(now, int) else [1]
        elif part is type(None):
            found.append(None)
    return [value for value in dict.fromkeys(found) if value != now or type(value) is not type(now)]


def flip(rules: Any, flipped: Any) -> None:
    """Turn rules into others in place, with what is kept with them."""
    for kind in type(rules).__mro__:
        for slot in getattr(kind, "__slots__", ()):
            if slot in ("__weakref__", "__dict__"):
                continue
            if hasattr(type(rules), slot) and slot in _kept(flipped):
                object.__setattr__(rules, slot, getattr(flipped, slot))


def _kept(rules: Any) -> set[str]:
    return {slot for kind in type(rules).__mro__ for slot in getattr(kind, "__slots__", ())}


def flips(chosen: Sequence[Sentence]) -> Iterator[str]:
    """Yield each field of a sentence whose other value no test of the sentence notices."""
    import attrs  # noqa: PLC0415

    from rami import RulesError  # noqa: PLC0415

    for each in chosen:
        for field in each.fields:
            owner, name = field.split(".")
            game = importlib.import_module(f"rami.{each.game}")
            rules = game.PRESETS[PRESETS[each.source][0]]
            part = rules if owner == "Rules" else rules.deck
            for value in others(part, name):
                label = f"{each.name} {name}={value!r}"
                if f"{each.name} {name}" in DATA["unnoticed"] or label in DATA["unnoticed"]:
                    continue

                def task(each: Sentence = each, name: str = name, value: Any = value, owner: str = owner) -> object:
                    for preset in PRESETS[each.source]:
                        one = importlib.import_module(f"rami.{each.game}").PRESETS[preset]
                        try:
                            if owner == "Rules":
                                new = attrs.evolve(one, **{name: value})
                            else:
                                new = attrs.evolve(one, deck=attrs.evolve(one.deck, **{name: value}))
                        except RulesError:
                            return None
                        flip(one, new)
                    _rehash()
                    return notices(each.tests)

                found = forked(task)
                if found is not None and found is not True:
                    yield label if found is False else f"{label}: {found}"


def _rehash() -> None:
    """Find the presets by their new hashes."""
    from rami.rummikub import rules  # noqa: PLC0415

    found: Any = rules
    found._SOURCES = dict(list(found._SOURCES.items()))


# ------------------------------------------------------------------------------------------------------------ breaking


class Breaker(importlib.abc.MetaPathFinder):
    """What imports one module with a changed source."""

    def __init__(self, module: str, old: str, new: str) -> None:
        self.module, self.old, self.new = module, old, new

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:  # noqa: ARG002  # as it is called
        """Return the spec of the module, with a loader that changes its source."""
        if name != self.module:
            return None
        file = ROOT / "src" / Path(*name.split(".")).with_suffix(".py")
        source = file.read_text(encoding="utf-8")
        if source.count(self.old) != 1:
            raise RuntimeError(f"{name} has {self.old!r} {source.count(self.old)} times")
        changed = compile(source.replace(self.old, self.new), str(file), "exec")

        class Loader(importlib.abc.Loader):
            def exec_module(self, module: types.ModuleType) -> None:
                exec(changed, module.__dict__)  # our own source

        return importlib.util.spec_from_loader(name, Loader(), origin=str(file))


def breaks(chosen: Sequence[Sentence]) -> Iterator[str]:
    """Yield each sentence that a function decides, and none of whose tests notices that it is broken."""
    broken: set[str] = set()
    for each in DATA["break"]:
        concerned = [sentence for sentence in chosen if sentence.name in each["rules"].split()]
        broken |= {sentence.name for sentence in concerned}
        if not concerned:
            continue

        def task(each: Any = each, concerned: Any = concerned) -> dict[str, bool]:
            sys.meta_path.insert(0, Breaker(each["module"], each["old"], each["new"]))
            importlib.import_module(each["module"])
            return {sentence.name: notices(sentence.tests) for sentence in concerned}

        found = forked(task)
        if isinstance(found, str):
            yield f"{each['module']}: {each['what']}: {found}"
            continue
        for name, noticed in found.items():
            if not noticed:
                yield f"{name}: {each['what']}"
    for sentence in chosen:
        if sentence.functions and sentence.name not in broken and sentence.name not in DATA["unnoticed"]:
            yield f"{sentence.name}: {', '.join(sentence.functions)} is never broken"


def main(prefixes: Sequence[str]) -> int:
    """Print what is not noticed, and return 1 if there is anything."""
    every: list[Sentence] = forked(sentences)
    chosen = [each for each in every if not prefixes or each.name.startswith(tuple(prefixes))]
    found = [*breaks(chosen), *forked(lambda: list(flips(chosen)))]
    shown = "\n".join(found) or f"{len(chosen)} sentences: each break and each flip is noticed"
    print(shown)  # noqa: T201  # a program talks to a person
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
