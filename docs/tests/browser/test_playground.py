"""The playground in a real browser: a turn by mouse and by keyboard; reasons; bots; offline; accessible.

python -m mkdocs build && python -m tools.playground site
SITE=site CHROMIUM=/usr/bin/chromium python -m pytest docs/tests/browser
"""

import re
from itertools import count
from time import monotonic
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from docs.tests.browser.conftest import PATIENCE

POSITION = {"rack": "R7 R8 K8 B8 K1 O13", "table": "R4-R5-R6 K4=B4=O4"}
SEEDS = count()
READY = ".rami-board:not([aria-busy]) .rami-tile"


def opened(page: Page, **address: str) -> None:
    """Start from a position, by the address."""
    page.evaluate("document.querySelector('.rami-board').replaceChildren()")
    page.evaluate("hash => { location.hash = hash }", urlencode(POSITION | {"seed": str(next(SEEDS))} | address))
    page.wait_for_selector(READY)


def tile(page: Page, where: str, name: str) -> Locator:
    return page.locator(f".rami-{where} .rami-tile[aria-label='{name}']").first


def row(page: Page, number: int) -> Locator:
    return page.locator(".rami-row[data-target]").nth(number)


def names(row: Locator) -> list[str]:
    return [tile.get_attribute("aria-label") or "" for tile in row.locator(".rami-tile").all()]


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def said(page: Page) -> Locator:
    return page.get_by_role("status").first


def drag(page: Page, tile: Locator, x: float, y: float) -> None:
    box = tile.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x - 30, y, steps=4)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_mouse_plays_a_whole_turn(playground: Page) -> None:
    page = playground
    opened(page)
    drag(page, tile(page, "rack", "red 7"), *middle(tile(page, "table", "red 6")))
    expect(said(page)).to_have_text("This can be played.")
    assert names(row(page, 0)) == ["red 4", "red 5", "red 6", "red 7"]
    drag(page, tile(page, "rack", "red 8"), *middle(page.locator(".rami-new")))
    expect(said(page)).to_contain_text("A meld needs at least three tiles: 8.")
    expect(said(page).get_by_role("img", name="red 8")).to_be_visible()
    button(page, "Undo").click()
    expect(page.locator(".rami-rack .rami-tile")).to_have_count(5)
    tile(page, "rack", "red 8").click()
    tile(page, "rack", "black 8").click()
    tile(page, "rack", "blue 8").click()
    button(page, "New row").click()
    expect(page.locator(".rami-row .rami-tile")).to_have_count(10)
    assert names(row(page, 2)) == ["red 8", "black 8", "blue 8"]
    button(page, "Play").click()
    expect(page.locator(".rami-log li").last).to_contain_text("You lay ")
    expect(page.locator(".rami-log li").last.get_by_role("img", name="red 7")).to_be_visible()
    expect(page.locator(".rami-log li").first).to_contain_text("Ada ")
    expect(button(page, "Undo")).to_be_disabled()


def test_a_keyboard_plays_a_whole_turn(playground: Page) -> None:
    page = playground
    opened(page)
    tile(page, "rack", "black 8").focus()
    page.keyboard.press("ArrowLeft")
    expect(tile(page, "rack", "black 1")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(tile(page, "rack", "red 7")).to_be_focused()
    page.keyboard.press("Enter")
    expect(tile(page, "rack", "red 7")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(tile(page, "rack", "red 7")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Put here: Row 1: a meld").focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text("This can be played.")
    button(page, "Play").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rami-log li").first).to_contain_text("Ada ")


def test_the_link_is_copied_and_the_address_stays(playground: Page) -> None:
    page = playground
    opened(page)
    button(page, "Draw").click()
    expect(page.locator(".rami-log li").last).to_contain_text("You draw: ")
    hand, address = names(page.locator(".rami-rack")), page.url
    page.locator("summary[data-key='menu']").click()
    button(page, "Copy a link to this position").click()
    expect(said(page)).to_contain_text("The link to this position is copied.")
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('table='))")
    button(page, "Copy the link").click()
    expect(said(page)).to_contain_text("The link is copied.")
    assert page.url == address
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "moves=" in copied
    page.locator("summary[data-key='menu']").click()
    page.goto("about:blank")
    page.goto(copied)
    page.wait_for_selector(READY)
    assert names(page.locator(".rami-rack")) == hand


def test_a_stranger_is_refused_a_move_within_a_minute(browser: Browser, site: str) -> None:
    """From the home page, with nothing installed and nothing loaded, to the reason why an own move is illegal."""
    page = browser.new_context().new_page()  # A separate window with an empty cache
    page.set_default_timeout(PATIENCE)
    start = monotonic()
    page.goto(site)
    page.get_by_role("link", name="Play in your browser").click()
    page.locator(".rami-rack .rami-tile").first.click()
    button(page, "New row").click()
    button(page, "Play").click()
    expect(said(page)).to_contain_text(re.compile("A meld needs at least (three tiles|one tile that is not a joker)"))
    took = monotonic() - start
    page.context.close()
    assert took < 60, f"{took:.0f} seconds"


def test_it_goes_on_with_the_network_cut(playground: Page) -> None:
    page = playground
    opened(page)
    page.context.set_offline(True)
    button(page, "Hint").click()
    expect(said(page)).to_contain_text("Hint: Add 7")
    button(page, "Play the hint").click()
    button(page, "Play").click()
    expect(page.locator(".rami-log li").first).to_contain_text("Ada ")
    page.context.set_offline(False)


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing(playground: Page, axe: str, scheme: str) -> None:
    page = playground
    opened(page)
    page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    tile(page, "table", "red 5").click()
    button(page, "New row").click()
    expect(row(page, 0)).to_contain_text("A meld needs")
    tile(page, "rack", "red 7").click()
    page.evaluate(axe)
    found = page.evaluate("axe.run('.rami-board')")
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]] == []


@pytest.mark.parametrize("tutorial", ["tutorial", "tutorial-cards"])
def test_the_code_of_a_tutorial_runs(page: Page, site: str, tutorial: str) -> None:
    page.goto(f"{site}/{tutorial}/")
    run = page.locator(".rami-run")
    blocks = run.count()
    assert blocks > 5
    run.nth(blocks - 1).click()
    expect(page.locator(".rami-output")).to_have_count(blocks)
    expect(page.locator(".rami-output").last).not_to_contain_text("…")
    wrong = page.locator(".rami-wrong").all_inner_texts()
    assert wrong == []
    shown = page.locator(".language-python + .language-text").first.inner_text()
    assert page.locator(".rami-output").first.inner_text().strip() == shown.strip()


def test_a_site_without_python_says_so(browser: Browser, site: str) -> None:
    page = browser.new_context().new_page()  # without the service worker of an earlier visit
    page.set_default_timeout(PATIENCE)
    page.route("**/runtime/contents.json", lambda route: route.fulfill(status=404))
    page.goto(f"{site}/playground/")
    expect(page.get_by_role("alert")).to_have_text("This build of the site has no Python for the browser.")
    page.context.close()


def test_a_refusal_keeps_the_choice_and_lights_what_is_wrong(playground: Page) -> None:
    page = playground
    opened(page)
    tile(page, "rack", "black 1").click()
    button(page, "New row").click()
    tile(page, "rack", "red 8").click()
    tile(page, "rack", "red 7").click()
    button(page, "Draw").click()
    expect(said(page)).to_contain_text("Press Draw again to do it.")
    expect(page.locator(".rami-rack [aria-pressed='true']")).to_have_count(2)
    expect(page.locator("[data-key='draw']")).to_have_class(re.compile("rami-lit"))
    button(page, "Draw").click()
    expect(page.locator(".rami-rack .rami-tile")).to_have_count(7)
    expect(page.locator(".rami-rack .rami-fresh")).to_have_attribute("title", "just drawn")
    expect(said(page)).to_contain_text("You draw: ")


def test_one_piece_of_a_row_is_a_stop_of_the_tab_key(playground: Page) -> None:
    page = playground
    opened(page)

    def stops() -> list[int]:
        groups = page.locator("[data-target]:has(button.rami-tile)").all()
        return [group.locator("button.rami-tile[tabindex='0']").count() for group in groups]

    assert stops() == [1, 1, 1]
    rack = page.locator(".rami-rack button.rami-tile")
    rack.first.focus()
    page.keyboard.press("ArrowRight")
    expect(rack.nth(1)).to_be_focused()
    assert stops() == [1, 1, 1]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # round to the last
    expect(rack.last).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".rami-row").first.locator("button.rami-tile").last).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.rami-rack button.rami-tile')") is False


def test_tiles_of_the_rack_are_moved_by_hand_and_sorted(playground: Page) -> None:
    page = playground
    opened(page)
    rack = page.locator(".rami-rack")
    assert names(rack) == ["red 7", "red 8", "black 1", "black 8", "blue 8", "orange 13"]
    tile(page, "rack", "black 1").focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect(tile(page, "rack", "black 1")).to_be_focused()
    assert names(rack)[:3] == ["red 7", "black 1", "red 8"]
    drag(page, tile(page, "rack", "orange 13"), *middle(tile(page, "rack", "red 7")))
    page.wait_for_selector(READY)
    expect(page.get_by_label("Order", exact=True)).to_have_value("own")
    assert {*names(rack)[:2]} == {"red 7", "orange 13"}
    page.get_by_label("Order", exact=True).select_option("rank")
    expect(rack.locator(".rami-tile").first).to_have_attribute("aria-label", "black 1")
    page.get_by_label("Order", exact=True).select_option("suit")


def test_the_rules_lie_beside_the_board(playground: Page) -> None:
    page = playground
    opened(page)
    page.get_by_text("The rules of this edition").click()
    rules = page.locator(".rami-rules")
    expect(rules).to_contain_text("Be the first to lay all the tiles of your rack")
    box, table = rules.bounding_box(), page.locator(".rami-table").bounding_box()
    assert box
    assert table
    assert box["x"] >= table["x"] + table["width"]
    page.get_by_text("The rules of this edition").click()


def test_what_cannot_be_pressed_is_readable_under_the_mouse(playground: Page) -> None:
    page = playground
    opened(page)
    idle = button(page, "Undo")
    expect(idle).to_be_disabled()
    for scheme in ("default", "slate"):
        page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
        idle.hover(force=True)
        assert idle.evaluate(CONTRAST) >= 4.5
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'default')")


CONTRAST = """button => {
    const light = (color) => {
        const [r, g, b] = color.match(/[\\d.]+/g).map(Number)
            .map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const own = getComputedStyle(button);
    const ground = getComputedStyle(button.closest(".rami-foot")).backgroundColor;
    const [one, other] = [light(own.color), light(ground)].sort((a, b) => b - a);
    return Number(own.opacity) * (one + 0.05) / (other + 0.05);
}"""
