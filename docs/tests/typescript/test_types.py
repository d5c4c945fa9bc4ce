"""The published types compile, and documents of the library fit them."""

import json
import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from rami import rummikub
from rami.__main__ import declarations
from rami.codec import to_json
from rami.games import GAMES
from rami.places import Places
from rami.players import quick_player
from rami.simulate import play_deal
from tools.typescript import compiler

GUIDE = Path(__file__).parents[2] / "guides" / "existing-game.md"

pytestmark = pytest.mark.skipif(not (which("npm") and which("node")), reason="it needs npm and node")


def compiled(folder: Path, text: str, *, emit: bool = False) -> str:
    """Return the errors of the compiler for a text that imports the types. Write a module only if asked to."""
    (folder / "rami.d.ts").write_text(declarations(), encoding="utf-8")
    (folder / "use.ts").write_text(text, encoding="utf-8")
    options = ["--strict", "--target", "es2022", *([] if emit else ["--noEmit"])]
    command = ["node", str(compiler()), *options, "rami.d.ts", "use.ts"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def documents() -> dict[str, list[str]]:
    """Documents of every kind, in TypeScript: JSON is a part of it."""
    found: dict[str, list[str]] = {}
    for game in GAMES.values():
        record = play_deal(game, [quick_player] * 2, seed=3)
        state = game.new_game(2, seed=3)
        for name, value in (
            ("Record", record),
            ("Redacted", record.redact(0)),
            ("State", state),
            ("View", game.observe(state, 0)),
            ("Rules", next(iter(game.presets.values()))),
        ):
            found.setdefault(f"{game.name}.{name}Document", []).append(to_json(value, game=game))
    return found


def test_documents_of_the_library_fit(tmp_path: Path) -> None:
    names = {name.split(".")[0] for name in documents()}
    lines = [f'import {{ {", ".join(sorted(names))} }} from "./rami";']
    for number, (name, texts) in enumerate(documents().items()):
        lines += [f"const value{number}_{each}: {name} = {text};" for each, text in enumerate(texts)]
    assert compiled(tmp_path, "\n".join(lines)) == ""


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ('rami: 2, type: "gin.Rules", value: "gin"', "'2' is not assignable to type '1'"),
        ('rami: 1, type: "gin.View", value: "gin"', "is not assignable"),
        ('rami: 1, type: "gin.Rules", value: {preset: "bridge"}', "is not assignable"),
        ('rami: 1, type: "gin.Rules", value: {preset: null, knock: 5}', "knock"),
    ],
)
def test_wrong_documents_do_not_compile(tmp_path: Path, wrong: str, why: str) -> None:
    text = f'import {{ gin }} from "./rami";\nconst value: gin.RulesDocument = {{{wrong}}};\n'
    assert why in compiled(tmp_path, text)


def test_the_board_of_the_guide_shows_a_view(tmp_path: Path) -> None:
    [block] = re.findall(r"```ts\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    view = rummikub.set_up("R7 *", "R4-*-R6 K7=B7=O7")
    places = Places.of(view)
    ids = {"table": places.table, "rack": places.hand}
    lines = [
        *block.splitlines(),
        f"const shown: string = board({to_json(view)} as rummikub.ViewDocument, {json.dumps(ids)});",
        "declare const console: { log(text: string): void };",
        "console.log(shown);",
    ]
    assert compiled(tmp_path, "\n".join(lines), emit=True) == ""
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    run = subprocess.run(["node", "use.js"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert '<li class="run"><b id="1" class="red">4</b><b id="2" class="joker">*</b>' in run.stdout
    assert '<b id="5" class="blue">7</b>' in run.stdout
    assert "<p>seat 0 moves</p>" in run.stdout


def test_a_client_knows_every_field_without_a_default_of_its_own(tmp_path: Path) -> None:
    assert "?" not in declarations()
    lines = [
        'import { rummikub } from "./rami";',
        "export function show({ value }: rummikub.ViewDocument): [number | null, number | null, number, number] {",
        "  return [value.rules.turn_seconds, value.rules.opening_points, value.rules.jokers, value.current_player];",
        "}",
        "export function replay({ value }: rummikub.RedactedDocument): rummikub.View[] {",
        "  let view: rummikub.View = value.views[0];",
        "  return value.views.map((change) => (view = { ...view, ...change }));",
        "}",
    ]
    assert compiled(tmp_path, "\n".join(lines)) == ""
