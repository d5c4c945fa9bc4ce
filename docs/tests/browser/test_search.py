"""The words of users lead to the page that answers them, and other projects can link to every public name."""

import zlib
from importlib import import_module

import pytest
from playwright.sync_api import BrowserContext, expect

from docs.tests.browser.conftest import SITE

MODULES = (
    "",
    "rummikub",
    "rummy",
    "gin",
    "contracts",
    "record",
    "match",
    "codec",
    "players",
    "simulate",
    "testing",
    "own",
)
QUESTIONS = {
    "install": "install/",
    "who starts": "faq/#who-starts",
    "has someone won": "faq/#has-someone-won",
    "undo": "faq/#how-do-i-undo-a-move",
    "websocket": "guides/server/",
    "gymnasium": "guides/environments/",
    "jupyter": "faq/#does-it-work-in-jupyter",
    "which tile is the joker": "faq/#which-tile-is-the-joker",
    "discard pile reshuffled": "faq/#when-is-the-discard-pile-reshuffled",
    "illegal move": "faq/#why-is-a-move-illegal",
    "hint": "guides/hints/",
    "replay": "guides/records/",
    "json": "json/",
    "typescript": "json/#schemas-and-types",
    "house rules": "guides/house-rules/",
    "license": "install/#license",
}
"""Searches of users, and the beginning of an address that must be among the first three results."""


def test_the_inventory_has_every_public_name() -> None:
    """Other projects link to them by `objects.inv`."""
    data = (SITE / "objects.inv").read_bytes()
    body = zlib.decompress(data[data.index(b"zlib") :].split(b"\n", 1)[1]).decode()
    known = {line.split(" ", 1)[0] for line in body.splitlines()}
    missing = []
    for name in MODULES:
        module = import_module(f"rami.{name}".rstrip("."))
        names = [f"{module.__name__}.{each}" for each in module.__all__ if not each.startswith("__")]
        missing += [each for each in names if each not in known]
    assert missing == []


@pytest.mark.parametrize(("question", "address"), QUESTIONS.items())
def test_a_search_finds_the_page_among_the_first_three(
    context: BrowserContext, site: str, question: str, address: str
) -> None:
    page = context.new_page()
    page.goto(f"{site}/?q={question}")
    results = page.locator(".md-search-result__link")
    expect(results.first).to_be_visible()
    page.wait_for_timeout(300)
    links = [str(link.get_attribute("href")).removeprefix(f"{site}/") for link in results.all()[:12]]
    found = [link.partition("?")[0] + ("#" + link.partition("#")[2] if "#" in link else "") for link in links]
    pages: list[str] = []
    for link in found:
        home = link.partition("#")[0]
        if home not in pages:
            pages.append(home)
    page.close()
    assert address.partition("#")[0] in pages[:3], found
