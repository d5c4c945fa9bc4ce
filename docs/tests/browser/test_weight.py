"""What the first pages weigh, without what is loaded only when it is used.

That is every file that a browser fetches for them: compressed by gzip, as servers send text, and as it lies on disk,
which is what a server without compression sends. Of that most is the style and the script of the theme.
"""

import gzip

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

LIMIT = 300_000
"""The most bytes of a first page, with its styles and scripts, compressed."""
LIMIT_AS_IT_LIES = 460_000


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
    assert sum(plain for _, plain in sizes.values()) < LIMIT_AS_IT_LIES, sizes


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


@pytest.mark.parametrize(("home", "word"), [("", "joker"), ("fr/", "pioche")])
def test_a_search_finds_pages_of_the_language(context: BrowserContext, site: str, home: str, word: str) -> None:
    page: Page = context.new_page()
    page.goto(f"{site}/{home}?q={word}")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    links = page.locator(".md-search-result__link").all()
    assert {str(link.get_attribute("href")).startswith(f"{site}/fr/") for link in links} == {home == "fr/"}
