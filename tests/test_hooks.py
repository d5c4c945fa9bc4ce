"""What the hooks of the site do to a page."""

import re
from pathlib import Path

import pytest
from attrs import fields

from docs.hooks import editions, notebooks, pictures, references, violations
from docs.hooks.identifiers import HOMES, anchored, language, linked
from docs.hooks.tables import on_page_content
from rami import rummy
from rami.errors import Language
from rami.text import Texts, languages

IDENTIFIERS = (Path(__file__).parent / "rules" / "identifiers.txt").read_text(encoding="utf-8")
ADDRESSES = {
    "000.18": "editions/hasbro-2007/#000.18",
    "A12": "rules/#A12",
    "B5": "rules/#B5",
    "fr/A12": "fr/regles/#A12",
}


def link(html: str, lang: str = "") -> str:
    return "".join(linked(html, "page.md", lang, ADDRESSES, "../"))


def test_every_identifier_has_a_page_that_tells_it() -> None:
    names = re.findall(r"^(?:00\d\.\d+|[ABCG]\d+)(?= )", IDENTIFIERS, re.MULTILINE)
    assert len(names) > 150
    for name in names:
        home = HOMES[name.split(".")[0] if "." in name else name[0]]
        text = (Path("docs") / home).read_text(encoding="utf-8")
        assert re.search(rf"^\| ([\w., ]+, )?{re.escape(name)}(, [\w., ]+)? \|", text, re.MULTILINE), name


def test_a_rule_gets_an_anchor_where_it_is_told_and_once() -> None:
    row = '<tr>\n<td data-label="rule">A12, A13</td>\n<td>not A12</td>\n</tr>\n'
    html, found = anchored(row + row, "rules.md")
    assert found == ["A12", "A13"]
    assert html.count('<a class="rami-rule" id="A12" href="#A12">A12</a>') == 1
    assert anchored("<p><strong>000-a</strong> Add.</p>", "editions/hasbro-2007.md")[1] == ["000-a"]
    assert anchored(row, "gin.md") == (row + "", [])


def test_a_rule_is_a_link_where_it_is_named() -> None:
    assert link("<p>By 000.18, or (A12).</p>") == (
        '<p>By <a class="rami-rule" href="../editions/hasbro-2007/#000.18">000.18</a>, '
        'or (<a class="rami-rule" href="../rules/#A12">A12</a>).</p>'
    )
    assert 'href="../fr/regles/#A12"' in link("<p>A12</p>", "fr/")
    assert 'href="../rules/#B5"' in link("<p>B5</p>", "fr/")  # where there is no French page of it


@pytest.mark.parametrize(
    "html",
    [
        "<code>A12</code>",
        "<pre><code>B5 A12</code></pre>",
        "<svg><title>B5</title></svg>",
        "<h2>A12</h2>",
        "B5-B6",
        "v0.000.18",
    ],
)
def test_what_is_no_name_of_a_rule_stays(html: str) -> None:
    assert link(html) == html


def test_a_french_page_is_known_by_its_name() -> None:
    assert language("editions/chiffres.fr.md") == ("fr/", "editions/chiffres.md")
    assert language("rules.md") == ("", "rules.md")


def test_an_unknown_rule_is_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    assert link("<p>A99</p>") == "<p>A99</p>"
    assert caplog.messages == ["page.md: no rule is called A99"]


def test_a_table_of_many_columns_names_them_in_every_cell() -> None:
    def table(*names: str) -> str:
        head, row = ("".join(f"<{tag}>{name}</{tag}>" for name in names) for tag in ("th", "td"))
        return f"<table><thead><tr>{head}</tr></thead><tbody><tr>{row}</tr></tbody></table>"

    assert on_page_content(table("a", "b")) == table("a", "b")
    html = on_page_content(table("a", "b", "<code>c</code>", "d"))
    assert "<table data-stacked>" in html
    assert '<td data-label="c"><code>c</code></td>' in html
    assert html.count("data-label") == 4


VIOLATIONS = [(game, name) for game in violations.BY_NAME for name in violations.codes(game)]


@pytest.mark.parametrize("game", violations.BY_NAME)
def test_every_violation_has_a_page_with_its_cause_and_its_cure(game: str) -> None:
    for lang in languages(Path("docs/hooks/text")):
        texts = Texts(game, Path("docs/hooks/text"))
        for name in violations.codes(game):
            assert texts.has(f"{name}.cause", lang)
            assert texts.say(f"{name}.cause", lang).endswith("."), name
            assert texts.say(f"{name}.cure", lang).endswith("."), name
    for ending in (".md", ".fr.md"):
        text = (Path("docs/violations") / f"{game}{ending}").read_text(encoding="utf-8")
        assert f"```violations\n{game}\n```" in text


WITHOUT_PIECES = frozenset(
    [
        "game_over",
        "not_your_turn",
        "pool_empty",
        "pool_not_empty",
        "already_drawn",
        "answer_first",
        "no_time_limit",
        "no_penalty",
    ]
)


@pytest.mark.parametrize(("game", "name"), VIOLATIONS)
def test_the_example_of_a_violation_is_refused_for_it(game: str, name: str) -> None:
    example = violations.examples(game).get(name)
    if example is None:
        assert name in WITHOUT_PIECES
        return
    for lang in ("en", "fr"):
        drawn = pictures.figure(game, example, lang)
        assert "<svg" in drawn
        caption = drawn.split("<figcaption>")[1]
        assert f"<code>{name}</code>" in caption
        quote = pictures.figure(game, f"quote: {name}\n{example}", lang)
        sentence = quote.removeprefix("<blockquote><p>").removesuffix("</p></blockquote>")
        assert sentence in caption
        assert not re.search(r"[<{]", sentence)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", violations.BY_NAME)
def test_no_sentence_of_a_violation_is_a_template(game: str, lang: Language) -> None:
    quotes = re.findall(r"^> .*", violations.sections(game, lang), re.MULTILINE)
    assert quotes
    assert [quote for quote in quotes if "{" in quote] == []


def test_a_section_has_the_sentence_and_the_rule_in_both_languages() -> None:
    english, french = (violations.sections("rummy", lang) for lang in ("en", "fr"))
    assert "## `game_over` { #game_over }\n\n> The deal is over" in english
    assert "> It is not your turn: player 2 is to move." in english
    assert "**Rule.** 004.6" in english
    assert "> La donne est terminée" in french
    assert "**Règle.** [`take_depth`](en:api/rummy-rules.md#rami.rummy.Rules.take_depth)" in french


@pytest.mark.parametrize(
    ("html", "uri", "home"),
    [
        ("<p><code>tile_lost</code></p>", "tutorial.md", "rummikub/#tile_lost"),
        ("<p><code>game_over</code></p>", "gin.md", "gin/#game_over"),
        ('<h2 id="gin">Gin</h2><td><code>game_over</code></td>', "violations.md", "gin/#game_over"),
        ("<figcaption>No. <code>opening_melds</code></figcaption>", "rummy.md", "rummy/#opening_melds"),
        ("<td><code>opening_melds</code></td>", "violations/rummy.md", "rummy/#opening_melds"),
        ("<p><code>game_over</code></p>", "tutorial.md", None),  # of which game?
        ("<p><code>opening_melds</code></p>", "rummy.md", None),  # a field, too
        ("<figcaption>No.</figcaption><p><code>opening_melds</code></p>", "rummy.md", None),
        ("<pre><code>tile_lost</code></pre>", "tutorial.md", None),
        ('<h2 id="tile_lost"><code>tile_lost</code></h2>', "violations/rummikub.md", None),
        ("<p><code>tiles</code></p>", "tutorial.md", None),
    ],
)
def test_a_violation_is_a_link_where_it_is_named(html: str, uri: str, home: str | None) -> None:
    found = re.findall(
        r'<a class="rami-rule" href="\.\./violations/([^"]*)"><code>', violations.linked(html, uri, "../")
    )
    assert found == ([] if home is None else [home])


def test_the_differences_of_an_edition_are_told_in_words() -> None:
    table = editions.with_editions("```differences\nrummy rami-51\n```", "fr").splitlines()
    assert table[0] == "| champ | ici | `horesca` | en mots |"
    [row] = [row for row in table if row.startswith("| `opening_pure_run` | `True` | `False` |")]
    assert row.endswith("La première pose doit comprendre une suite sans joker. |")
    default, rules = rummy.PRESETS["horesca"], rummy.PRESETS["rami-51"]
    names = [field.name for field in fields(rummy.Rules)]
    differing = [name for name in names if getattr(rules, name) != getattr(default, name)]
    assert [line.split("`")[1] for line in table[2:]] == differing


@pytest.mark.parametrize("path", sorted(Path("docs/notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_code_of_a_notebook_has_lines_of_80_columns(path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", notebooks.page(path), re.MULTILINE | re.DOTALL)
    assert blocks
    assert [line for block in blocks for line in block.splitlines() if len(line) > 80] == []


def test_public_names_in_tables_lead_to_their_entries() -> None:
    table = references.linked("| `Card`, `no_such_name` |\n\n`Card`", "rami.rummy")
    assert table == "| [`Card`][rami.rummy.Card], `no_such_name` |\n\n`Card`"
