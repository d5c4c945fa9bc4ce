"""All games in a real browser: whole deals by mouse, by finger and by keyboard; reasons, undo, reload; accessible.

python -m mkdocs build && python -m tools.playground site
SITE=site CHROMIUM=/usr/bin/chromium python -m pytest docs/tests/browser
"""

import re
from collections.abc import Callable
from itertools import count
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from docs.tests.browser.test_playground import button, drag, middle, said

SHORT = {
    "rummy": {"seed": "7"},
    "gin": {"seed": "20"},
    "contracts": {"seed": "7", "players": "4"},
}
"""A short deal of each game, for a person who takes every hint."""
TIMES = count()
READY = ".rami-board:not([aria-busy]) .rami-help"


def opened(page: Page, game: str, *, scheme: str = "default", **address: str) -> None:
    """Start the short deal of a game, or another."""
    page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    page.evaluate("document.querySelector('.rami-board').replaceChildren()")
    wanted = SHORT.get(game, {"rules": "goliath", "seed": "5"}) | {"game": game, "time": str(next(TIMES))} | address
    page.evaluate("hash => { location.hash = hash }", urlencode(wanted))
    page.wait_for_selector(READY)


def pressed(page: Page, target: Locator) -> None:
    """Reach a button by Tab and the arrows, and press it."""
    key = target.get_attribute("data-key")
    assert key
    group = key.rpartition(" ")[0]
    for _ in range(200):
        here = page.evaluate("document.activeElement.dataset.key ?? ''")
        if here == key:
            break
        page.keyboard.press("ArrowRight" if group in ("hand", "market") and here.startswith(f"{group} ") else "Tab")
    assert page.evaluate("document.activeElement.dataset.key") == key
    page.keyboard.press("Enter")


WAYS: dict[str, Callable[[Page, Locator], None]] = {
    "mouse": lambda _, target: target.click(),
    "finger": lambda _, target: target.tap(),
    "keyboard": pressed,
}


def take_a_hint(page: Page, press: Callable[[Page, Locator], None]) -> None:
    """Do by hand what a hint says: choose the cards that it lights, and press the button that it lights."""
    press(page, button(page, "Hint"))
    expect(page.locator(".rami-lit").first).to_be_attached()
    cards = page.locator("button.rami-tile.rami-lit")
    keys = [card.get_attribute("data-key") for card in cards.all()]
    for key in keys:
        press(page, page.locator(f"[data-key='{key}']"))
        expect(page.locator(f"[data-key='{key}']")).to_have_attribute("aria-pressed", "true")
    before = page.url
    press(page, page.locator("button.rami-lit:not(.rami-tile)"))
    page.wait_for_selector(READY)
    choices = page.locator(".rami-said button")
    if choices.count():
        press(page, choices.first)
    page.wait_for_url(lambda url: url != before)
    page.wait_for_selector(READY)


def is_over(page: Page) -> bool:
    return page.locator("[data-key='next'], [data-key='again']").count() > 0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", SHORT)
def test_hints_play_a_deal_to_its_end(playground: Page, phone: Page, game: str, way: str) -> None:
    page = phone if way == "finger" else playground
    opened(page, game)
    while not is_over(page):
        take_a_hint(page, WAYS[way])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(said(page)).to_be_in_viewport()
    expect(said(page)).to_contain_text("You: ")
    expect(page.locator(".rami-sheet tr")).to_have_count(3)
    WAYS[way](page, button(page, "Next deal"))
    page.wait_for_selector(READY)
    expect(button(page, "Hint")).to_be_enabled()
    expect(page.locator(".rami-sheet")).to_contain_text("Deal 1")


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_deal_of_rummikub(playground: Page, phone: Page, way: str) -> None:
    page = phone if way == "finger" else playground
    opened(page, "rummikub")
    while not is_over(page):
        WAYS[way](page, button(page, "Play the hint"))
        page.wait_for_selector(READY)
        expect(said(page)).to_be_in_viewport()
    expect(said(page)).to_contain_text("You win: somebody went out.")
    expect(page.locator(".rami-sheet tr")).to_have_count(3)


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("game", ["rummikub", *SHORT])
def test_every_button_can_be_read_under_the_mouse_and_with_the_focus(
    playground: Page, axe: str, game: str, scheme: str
) -> None:
    page = playground
    opened(page, game, scheme=scheme)
    page.add_style_tag(content="* { transition: none !important; }")
    page.evaluate(axe)
    button(page, "Play the hint").click()
    page.wait_for_selector(READY)
    wrong = {}
    page.evaluate("document.querySelector('.rami-menu').open = true")
    keys = page.eval_on_selector_all(
        ".rami-board button:not(:disabled, .rami-tile)", "found => found.map((each) => each.dataset.key)"
    )
    assert len(keys) >= 6
    for key in keys:
        shown = page.locator(f"[data-key='{key}']")
        for state, enter in (("hover", shown.hover), ("focus", shown.focus)):
            enter()
            asked = "key => axe.run(`[data-key='${key}']`, { runOnly: ['color-contrast'] })"
            if found := page.evaluate(asked, key)["violations"]:
                wrong[key, state] = [node["failureSummary"] for node in found[0]["nodes"]]
    page.evaluate("document.querySelector('.rami-menu').open = false")
    assert wrong == {}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("scheme", "is_phone"), [("default", False), ("slate", True)])
@pytest.mark.parametrize("game", SHORT)
def test_axe_finds_nothing_in_any_state(
    playground: Page, phone: Page, axe: str, game: str, scheme: str, is_phone: bool, lang: str
) -> None:
    """The first position, cards chosen, a hint, what a hint does, a refusal, and the end."""
    page = phone if is_phone else playground
    opened(page, game, scheme=scheme, lang=lang)
    page.add_style_tag(content="* { transition: none !important; }")
    page.evaluate(axe)
    hint, follow = ("Hint", "Play the hint") if lang == "en" else ("Indice", "Jouer l'indice")
    states = {}

    def look(state: str) -> None:
        page.wait_for_selector(READY)
        found = page.evaluate("axe.run('.rami-board')")["violations"]
        if found:
            states[state] = [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    look("start")
    button(page, hint).click()
    look("hint")
    for _ in range(3):
        button(page, follow).click()
        page.wait_for_selector(READY)
    page.locator(".rami-own .rami-tile").first.click()
    look("chosen")
    while not is_over(page):
        button(page, follow).click()
        page.wait_for_selector(READY)
    look("end")
    assert states == {}


def test_from_game_to_game(playground: Page) -> None:
    page = playground
    opened(page, "gin")
    page.locator("summary[data-key='menu']").click()
    page.get_by_label("Game", exact=True).select_option("rummy")
    page.wait_for_selector(READY)
    page.get_by_label("Edition", exact=True).select_option("rami-51")
    expect(page).to_have_url(re.compile("rules=rami-51"))
    expect(page.locator(".rami-own .rami-tile")).to_have_count(13)
    page.get_by_label("Language", exact=True).select_option("fr")
    expect(button(page, "Indice")).to_be_enabled()
    page.get_by_label("Jeu", exact=True).select_option("rummikub")
    expect(page.locator(".rami-rack .rami-tile")).to_have_count(14)
    page.locator("summary[data-key='menu']").click()


def test_a_card_is_dragged_to_the_discard_pile(playground: Page) -> None:
    page = playground
    opened(page, "rummy", seed="3")
    page.get_by_role("button", name="Draw: Stock").click()
    expect(page.locator(".rami-own .rami-tile")).to_have_count(11)
    drag(page, page.locator(".rami-own .rami-tile").first, *middle(page.get_by_role("button", name="Take: Discard")))
    expect(page.locator(".rami-own .rami-tile")).to_have_count(10)
    expect(page.locator(".rami-log")).to_contain_text("You discard A♠.")
