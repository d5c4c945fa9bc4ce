"""The playground in a real browser: a turn by mouse, by finger and by keyboard; reasons; bots; offline; accessible.

python -m mkdocs build && python -m tools.playground site
SITE=site CHROMIUM=/usr/bin/chromium python -m pytest docs/tests/browser
"""

import json
import re
from itertools import count
from time import monotonic
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from docs.tests.browser.conftest import PATIENCE

POSITION = {"rack": "R7 R8 K8 B8 K1 O13", "table": "R4-R5-R6 K4=B4=O4"}
SEEDS = count()


def opened(page: Page, **address: str) -> None:
    """Start from a position, by the address."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("document.querySelector('.rami-board').replaceChildren()")
    page.evaluate("hash => { location.hash = hash }", urlencode(POSITION | {"seed": str(next(SEEDS))} | address))
    page.wait_for_selector(".rami-board:not([aria-busy]) .rami-tile")


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


def test_a_turn_by_mouse(playground: Page) -> None:
    page = playground
    opened(page)
    drag(page, tile(page, "rack", "red 7"), *middle(tile(page, "table", "red 6")))
    expect(said(page)).to_have_text("This can be played.")
    assert names(row(page, 0)) == ["red 4", "red 5", "red 6", "red 7"]
    drag(page, tile(page, "rack", "red 8"), *middle(page.locator(".rami-new")))
    expect(said(page)).to_contain_text("A meld has at least three tiles: R8.")
    button(page, "Undo").click()
    expect(page.locator(".rami-rack .rami-tile")).to_have_count(5)
    tile(page, "rack", "red 8").click()
    tile(page, "rack", "black 8").click()
    tile(page, "rack", "blue 8").click()
    button(page, "New row").click()
    expect(page.locator(".rami-row .rami-tile")).to_have_count(10)
    assert names(row(page, 2)) == ["red 8", "black 8", "blue 8"]
    button(page, "Play").click()
    expect(page.locator(".rami-log li").last).to_contain_text("You: Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7.")
    expect(page.locator(".rami-log li").first).to_contain_text("Ada:")
    expect(button(page, "Undo")).to_be_disabled()


def test_a_turn_by_keyboard(playground: Page) -> None:
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
    expect(page.locator(".rami-log li").first).to_contain_text("Ada:")


def test_a_turn_by_finger_on_a_phone(playground: Page) -> None:
    page = playground
    opened(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    tile(page, "rack", "red 7").tap()
    row(page, 0).get_by_role("button", name="Put here").tap()
    expect(said(page)).to_have_text("This can be played.")
    touch = page.context.new_cdp_session(page)
    tile(page, "rack", "red 8").scroll_into_view_if_needed()
    start, end = middle(tile(page, "rack", "red 8")), middle(page.locator(".rami-row").first)
    for kind, point in (("touchStart", start), ("touchMove", (start[0], start[1] - 20)), ("touchMove", end)):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1]}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(row(page, 0).locator(".rami-tile")).to_have_count(5)


def test_an_illegal_turn_is_refused_with_its_reason(playground: Page) -> None:
    page = playground
    opened(page)
    tile(page, "table", "red 5").click()
    button(page, "New row").click()
    expect(row(page, 0)).to_contain_text("A meld has at least three tiles: R4 R6.")
    button(page, "Play").click()
    expect(said(page)).to_contain_text("A meld has at least three tiles: R4 R6. A meld has at least three tiles: R5.")
    button(page, "Start the turn again").click()
    tile(page, "table", "red 5").click()
    expect(page.locator(".rami-rack .rami-put")).to_have_text("Back to the rack")
    page.locator(".rami-rack .rami-put").click()
    expect(said(page)).to_contain_text("A tile that was on the table is missing from it: R5.")


def test_an_opening_that_is_too_low_is_refused_in_french(playground: Page) -> None:
    page = playground
    opened(page, rack="R1 R2 R3 K9", table="", opened="0", lang="fr")
    for name in ("1 rouge", "2 rouge", "3 rouge"):
        tile(page, "rack", name).click()
    button(page, "Nouvelle rangée").click()
    button(page, "Jouer").click()
    expect(said(page)).to_contain_text("Votre combinaison de démarrage vaut 6 points, il en faut 30.")
    assert page.locator(".rami-board").get_attribute("lang") == "fr"


def test_hints_lead_to_the_best_play(playground: Page) -> None:
    page = playground
    opened(page)
    button(page, "Hint").click()
    expect(said(page)).to_contain_text("Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7.")
    for _ in range(2):
        button(page, "Do it").click()
        page.wait_for_selector(".rami-board:not([aria-busy])")
    expect(page.locator(".rami-rack .rami-tile")).to_have_count(2)
    button(page, "Hint").click()
    expect(said(page)).to_contain_text("Nothing better can be laid.")


def test_any_edition_and_a_new_game(playground: Page) -> None:
    page = playground
    opened(page)
    page.get_by_label("Edition", exact=True).select_option("rummikub-xp6")
    expect(page.locator(".rami-seats")).to_contain_text("Dorothea: ")  # it is for five or six
    page.get_by_label("Players", exact=True).select_option("6")
    expect(page.locator(".rami-seats")).to_contain_text("Emmy: ")
    button(page, "Draw").click()
    expect(page.locator(".rami-log li").last).not_to_have_text("")
    button(page, "Link to this position").click()
    assert "rules=rummikub-xp6" in page.url


def test_the_language_changes_and_the_game_goes_on(playground: Page) -> None:
    page = playground
    opened(page)
    tile(page, "table", "red 5").click()
    button(page, "New row").click()
    expect(said(page)).to_contain_text("A meld has at least three tiles")
    page.get_by_label("Language", exact=True).select_option("fr")
    expect(said(page)).to_contain_text("Une combinaison compte au moins trois plaques : R4 R6.")
    expect(button(page, "Recommencer le tour")).to_be_enabled()
    page.get_by_label("Langue", exact=True).select_option("en")
    expect(button(page, "Start the turn again")).to_be_enabled()


def test_a_stranger_is_refused_a_move_within_a_minute(browser: Browser, site: str) -> None:
    """From the home page, with nothing installed and nothing loaded, to the reason why an own move is illegal."""
    page = browser.new_context().new_page()  # a window of its own: nothing is in its cache
    page.set_default_timeout(PATIENCE)
    start = monotonic()
    page.goto(site)
    page.get_by_role("link", name="Play in your browser").click()
    page.locator(".rami-rack .rami-tile").first.click()
    button(page, "New row").click()
    button(page, "Play").click()
    expect(said(page)).to_contain_text(re.compile("A meld (has at least three tiles|needs a tile that is not a joker)"))
    took = monotonic() - start
    page.context.close()
    assert took < 60, f"{took:.0f} seconds"


def test_an_address_that_names_no_position_says_so(playground: Page) -> None:
    page = playground
    opened(page, rack="R7 R77")
    expect(said(page)).to_contain_text("The address names no position: 'R77' is not a tile")


def test_it_goes_on_with_the_network_cut(playground: Page) -> None:
    page = playground
    opened(page)
    page.context.set_offline(True)
    button(page, "Hint").click()
    expect(said(page)).to_contain_text("Add R7")
    button(page, "Do it").click()
    button(page, "Play").click()
    expect(page.locator(".rami-log li").first).to_contain_text("Ada:")
    page.context.set_offline(False)


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing(playground: Page, axe: str, scheme: str) -> None:
    page = playground
    opened(page)
    page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    tile(page, "table", "red 5").click()
    button(page, "New row").click()
    expect(row(page, 0)).to_contain_text("A meld has")
    tile(page, "rack", "red 7").click()
    page.evaluate(axe)
    found = page.evaluate("axe.run('.rami-board')")
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]] == []


def test_the_code_of_the_tutorial_runs(page: Page, site: str) -> None:
    page.goto(f"{site}/tutorial/")
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


def test_what_is_missing_is_said(page: Page, site: str) -> None:
    page.route("**/runtime/sizes.json", lambda route: route.fulfill(status=404))
    page.goto(f"{site}/playground/")
    expect(page.get_by_role("alert")).to_have_text("This build of the site has no Python for the browser.")


def test_the_weight_is_known_before_it_is_loaded(site: str, page: Page) -> None:
    sizes = json.loads(page.request.get(f"{site}/playground/runtime/sizes.json").text())
    assert sum(sizes.values()) < 17_000_000
