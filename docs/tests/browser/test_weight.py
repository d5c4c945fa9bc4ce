"""Weight of the first pages: every file that a browser fetches, compressed by gzip, as servers send text.

Most of it is the theme and the index of the search.
"""

import gzip

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

LIMIT = 400_000
"""The most bytes of a first page, with its styles and scripts and the index of the search, compressed."""


@pytest.mark.parametrize("home", ["", "fr/"])
def test_a_first_page_is_light(context: BrowserContext, site: str, home: str) -> None:
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  # Playwright marks what it is given
    page.goto(f"{site}/{home}", wait_until="networkidle")
    assert [answer.url for answer in answers if answer.status != 200] == []
    bodies = {answer.url.removeprefix(site): answer.body() for answer in answers}
    sizes = {name: (len(gzip.compress(body)), len(body)) for name, body in bodies.items()}
    assert sum(packed for packed, _ in sizes.values()) < LIMIT, sizes


def test_an_address_with_a_query_searches(context: BrowserContext, site: str) -> None:
    page: Page = context.new_page()
    page.goto(f"{site}/?q=joker")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
