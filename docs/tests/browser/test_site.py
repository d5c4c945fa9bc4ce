"""The built site: every kind of page fits on a screen and on a phone, and axe finds nothing.

python -m mkdocs build && python -m tools.playground site
SITE=site CHROMIUM=/usr/bin/chromium python -m pytest docs/tests/browser
"""

import pytest
from playwright.sync_api import Page, expect

KINDS = [
    "",
    "install",
    "tutorial",
    "playground",
    "faq",
    "guides/server",
    "guides/hints",
    "concepts",
    "games/gin",
    "rules",
    "rules/editions",
    "rules/compare",
    "rules/hasbro-2007",
    "editions/rami-51",
    "questions/rummikub",
    "violations/rummikub",
    "glossary",
    "errors",
    "versions",
    "changelog",
    "api",
    "api/rummikub",
    "fr",
    "fr/rules",
    "fr/contracts",
]
"""One page of each kind."""
WIDER = """() => {
    const wider = [...document.querySelectorAll(".md-typeset :is(table, .md-typeset__scrollwrap)")]
        .filter((table) => table.scrollWidth > table.clientWidth + 1)
        .map((table) => table.innerText.slice(0, 40));
    const page = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
    return innerWidth > 1000 ? [...wider, ...page] : page;  // on a phone tables scroll
}"""


@pytest.mark.parametrize("width", [1440, 390])
def test_every_kind_of_page_fits(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    wider = {}
    for kind in KINDS:
        page.goto(f"{site}/{kind}/", wait_until="domcontentloaded")
        expect(page.locator("article").first).to_be_attached()
        if found := page.evaluate(WIDER):
            wider[kind] = found
    assert wider == {}
    assert missing == []


STILL = "* { transition: none !important; }"
"""Turn off color transitions, so that colors can be compared."""


def test_axe_finds_nothing_on_any_kind_of_page(page: Page, site: str, axe: str) -> None:
    """Names, focus and all else that axe knows of, and contrast in the light and in the dark.

    Unique names of landmarks are not checked, because the theme makes a landmark for each block of code.
    """
    found = {}
    options: dict[str, object] = {"resultTypes": ["violations"], "rules": {"landmark-unique": {"enabled": False}}}
    contrast = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}
    for kind in KINDS:
        page.goto(f"{site}/{kind}/", wait_until="domcontentloaded")
        page.add_style_tag(content=STILL)
        page.evaluate(axe)
        for scheme, asked in (("default", options), ("slate", contrast)):
            page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
            for each in page.evaluate("asked => axe.run({ exclude: [['svg']] }, asked)", asked)["violations"]:
                found[kind, scheme, each["id"]] = [node["html"][:200] for node in each["nodes"][:3]]
    assert found == {}
