"""What the hooks of the site do to a page."""

import re
from pathlib import Path

import pytest

from docs.hooks.identifiers import HOMES, anchored, language, linked
from docs.hooks.tables import on_page_content

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
