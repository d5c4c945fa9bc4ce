"""The search field of a page answers as docs/tests/test_search.py expects."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect


@pytest.mark.parametrize(("question", "page_found"), [("undo", "faq/"), ("from_json", "api/codec/")])
def test_the_search_field_shows_the_page(context: BrowserContext, site: str, question: str, page_found: str) -> None:
    page = context.new_page()
    page.goto(f"{site}/?q={question}")
    # The address ends with the words to highlight.
    address = re.compile(rf"^{re.escape(f'{site}/{page_found}')}\?h=")
    expect(page.locator(".md-search-result__link").first).to_have_attribute("href", address)
    page.close()
