"""The cells of the notebook run, print what they show, and end with values that draw themselves."""

import ast
import json
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from tests.examples.programs import EXAMPLES


def test_the_cells_of_the_notebook_print_what_they_show() -> None:
    notebook = json.loads((EXAMPLES / "quickstart.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    pictures = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        body = ast.parse("".join(cell["source"])).body
        shown = {each["output_type"]: each for each in cell["outputs"]}
        last = body.pop() if "execute_result" in shown else None
        with redirect_stdout(StringIO()) as printed:
            exec(compile(ast.Module(body, []), "cell", "exec"), names)
        assert printed.getvalue() == "".join(shown.get("stream", {}).get("text", ""))
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            data = shown["execute_result"]["data"]
            assert value._repr_svg_() == "".join(data["image/svg+xml"])
            assert repr(value) == "".join(data["text/plain"])
            pictures += 1
    assert pictures == 3
