"""What the first pages weigh, as a server sends them: compressed, and without what is loaded only when it is used."""

import gzip

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

LIMIT = 300_000
"""The most bytes of a first page, with its styles and scripts."""


@pytest.mark.parametrize("home", ["", "fr/"])
def test_a_first_page_is_light(context: BrowserContext, site: str, home: str) -> None:
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  # Playwright marks what it is given
    page.goto(f"{site}/{home}", wait_until="networkidle")
    assert [answer.url for answer in answers if answer.status != 200] == []
    sizes = {answer.url.removeprefix(site): len(gzip.compress(answer.body())) for answer in answers}
    assert sum(sizes.values()) < LIMIT, sizes


def test_the_index_of_the_search_is_loaded_when_somebody_searches(context: BrowserContext, site: str) -> None:
    page: Page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/", wait_until="networkidle")
    assert not any(url.endswith("search_index.json") for url in asked)
    page.keyboard.press("s")
    page.keyboard.type("joker")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    assert any(url.endswith("search_index.json") for url in asked)


def test_an_address_with_a_query_searches(context: BrowserContext, site: str) -> None:
    page: Page = context.new_page()
    page.goto(f"{site}/?q=joker")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
