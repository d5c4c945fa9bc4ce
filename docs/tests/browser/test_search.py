"""The search field of a page answers as docs/tests/test_search.py expects."""

import pytest
from playwright.sync_api import BrowserContext, expect


@pytest.mark.parametrize(("question", "page_found"), [("undo", "faq/"), ("from_json", "api/codec/")])
def test_the_search_field_shows_the_page(context: BrowserContext, site: str, question: str, page_found: str) -> None:
    page = context.new_page()
    page.goto(f"{site}/?q={question}")
    expect(page.locator(".md-search-result__link").first).to_have_attribute("href", f"{site}/{page_found}")
    page.close()
