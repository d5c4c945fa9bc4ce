"""Mutants: copies of a module, each with one small change."""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}

EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")


@dataclass(frozen=True)
class Mutant:
    """A module with one change.

    Attributes:
        line: The line of the change.
        code: That line, as it was.
        change: The change, for a person.
        source: The changed module.
    """

    line: int
    code: str
    change: str
    source: str

    @property
    def becomes(self) -> str:
        """The line as it is after the change."""
        return self.source.splitlines()[self.line - 1].strip()


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    lines = source.splitlines()
    for node in _nodes(ast.parse(source)):
        for new in _changes(node):
            before, after = ast.unparse(node), new if isinstance(new, str) else ast.unparse(new)
            yield Mutant(
                node.lineno, lines[node.lineno - 1].strip(), f"{before} -> {after}", _replaced(source, node, after)
            )


def equivalent(path: Path, mutant: Mutant) -> bool:
    """Tell whether the list of equivalent mutants has a mutant of a module."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    entries = listed.get(path.resolve().as_posix().rpartition("/src/")[2], [])
    names = {mutant.change, mutant.becomes}
    return any(each["code"] == mutant.code and not names.isdisjoint(each["changes"]) for each in entries)


def _nodes(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield what can be changed, without annotations, and without formatted strings, whose parts have no positions."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                if isinstance(child, ast.expr | ast.stmt):
                    yield child
                yield from _nodes(child)


def _changes(node: ast.expr | ast.stmt) -> Iterator[ast.expr | str]:
    match node:
        case ast.Compare(left, ops, comparators):
            for index, operator in enumerate(ops):
                new = [*ops[:index], COMPARISONS[type(operator)](), *ops[index + 1 :]]
                yield ast.Compare(left, new, comparators)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.And() if isinstance(operator, ast.Or) else ast.Or(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Name(name) if name in FUNCTIONS:
            yield FUNCTIONS[name]
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr(ast.Call()):
            yield "pass"
        case _:
            pass


def _replaced(source: str, node: ast.expr | ast.stmt, text: str) -> str:
    """Replace the text of a node, whose columns count bytes; every line stays where it is."""
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    padding = "\n" * (node.end_lineno - node.lineno)
    new = text + padding if isinstance(node, ast.stmt) else f"({text}{padding})"
    whole = b"".join(lines)
    return (whole[:start] + new.encode() + whole[end:]).decode()
