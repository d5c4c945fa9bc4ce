"""After a deal: replay, files, levels, a match, the clock, the animation, and a visit offline."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from docs.tests.browser.conftest import PATIENCE
from docs.tests.browser.test_playground import READY as TILES
from docs.tests.browser.test_playground import button, said
from docs.tests.browser.test_tables import READY, is_over, opened

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


def finish(page: Page) -> None:
    """Play the hints until the deal is over."""
    while not is_over(page):
        button(page, "Play the hint").click()
        page.wait_for_selector(READY)


def press(page: Page, name: str) -> None:
    button(page, name).click()
    page.wait_for_selector(READY)


@pytest.mark.parametrize("game", ["rummikub", "gin"])
def test_the_end_shows_points_hands_and_a_replay(playground: Page, game: str) -> None:
    page = playground
    opened(page, game)
    finish(page)
    expect(said(page)).to_contain_text(re.compile("You win: |Ada wins: "))
    hand = "Ada held at the end" if game == "rummikub" else "Ada: "
    expect(page.get_by_role("group", name=hand).first).to_be_visible()
    page.get_by_text("Points of Deal 1").click()
    expect(page.locator(".rami-parts")).to_contain_text("Ada: ")
    press(page, "Replay")
    step = page.locator(".rami-step")
    expect(step).to_have_text(re.compile("^Move 0 of "))
    for number in range(1, 4):
        press(page, "Forward")
        expect(step).to_have_text(re.compile(f"^Move {number} of "))
    press(page, "Back")
    expect(step).to_have_text(re.compile("^Move 2 of "))
    press(page, "First move")
    while not page.get_by_text("That is the best turn.").count():
        press(page, "Forward")
    expect(said(page)).to_contain_text("Your turn. You")
    press(page, "End the replay")
    expect(button(page, "Next deal")).to_be_enabled()


def test_a_whole_deal_in_french_by_finger(phone: Page) -> None:
    page = phone
    opened(page, "gin", lang="fr")
    while not is_over(page):
        button(page, "Jouer l'indice").tap()
        page.wait_for_selector(READY)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(said(page)).to_contain_text(re.compile("Vous gagnez : |Ada gagne : "))
    button(page, "Revoir la manche").tap()
    expect(page.locator(".rami-step")).to_have_text(re.compile("^Coup 0 sur "))
    button(page, "Quitter").tap()
    page.wait_for_selector(READY)


def test_a_deal_is_saved_and_loaded(playground: Page, tmp_path: Path) -> None:
    page = playground
    opened(page, "gin")
    press(page, "Play the hint")
    hand = page.locator(".rami-own .rami-tile").evaluate_all("found => found.map((each) => each.ariaLabel)")
    page.locator("summary[data-key='menu']").click()
    with page.expect_download() as download:
        button(page, "Save the deal").click()
    path = tmp_path / "deal.json"
    download.value.save_as(path)
    assert json.loads(path.read_text(encoding="utf-8"))["type"] == "gin.Record"
    opened(page, "rummy")
    page.get_by_label("Load a deal").set_input_files(path)
    expect(page.locator("summary[data-key='menu']")).to_contain_text("Gin")
    page.wait_for_selector(READY)
    assert page.locator(".rami-own .rami-tile").evaluate_all("found => found.map((each) => each.ariaLabel)") == hand
    page.locator("summary[data-key='menu']").click()


def test_a_match_of_gin_has_a_winner(playground: Page) -> None:
    page = playground
    opened(page, "gin", sheet="90,80/0", starter="0")
    while not page.locator("[data-key='again']").count():
        finish(page)
        if page.locator("[data-key='next']").count():
            press(page, "Next deal")
    expect(page.locator(".rami-sheet")).to_contain_text("winner")
    expect(said(page)).to_contain_text("the match.")


def test_the_level_is_remembered(playground: Page) -> None:
    page = playground
    opened(page, "gin")
    page.locator("summary[data-key='menu']").click()
    page.get_by_label("Opponents").select_option("easy")
    page.wait_for_selector(READY)
    page.reload()
    page.wait_for_selector(TILES)
    page.locator("summary[data-key='menu']").click()
    expect(page.get_by_label("Opponents")).to_have_value("easy")
    page.get_by_label("Opponents").select_option("hard")
    page.locator("summary[data-key='menu']").click()


def test_the_clock_shows_the_time_warns_and_ends_the_turn(playground: Page) -> None:
    page = playground
    opened(page, "rummikub", rules="hasbro-2007", rack="R7 K1", table="R4-R5-R6")
    expect(page.locator(".rami-clock")).to_have_count(0)
    page.locator("summary[data-key='menu']").click()
    page.get_by_label("Clock").check()
    expect(page.locator(".rami-clock")).to_have_text(re.compile(r"^(60|5\d) s left$"))
    page.evaluate("Date.now = ((now) => () => now() + 52_000)(Date.now)")
    expect(page.locator(".rami-hurry")).to_have_text(re.compile(r"^Only \d+ seconds left\.$"))
    expect(page.locator(".rami-log")).to_contain_text("Your time is up.")
    page.get_by_label("Clock").uncheck()
    page.reload()
    page.wait_for_selector(TILES)


def test_the_moves_of_the_bots_are_animated_and_can_be_skipped(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/playground/#game=rummikub&rules=hasbro-2007&players=4&seed=3")
    page.wait_for_selector(TILES)
    button(page, "Draw").click()
    expect(page.get_by_text("Click or press a key to skip.")).to_be_visible()
    assert page.locator(".rami-board").evaluate("board => board.inert")
    page.keyboard.press("Escape")
    page.wait_for_selector(TILES)
    expect(page.get_by_text("Click or press a key to skip.")).to_have_count(0)
    context.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_table_has_room(browser: Browser, site: str, size: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, is_mobile=size == "phone")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/playground/#rules=rummikub-xp6&players=6&seed=3")
    page.wait_for_selector(TILES)
    table = page.locator(".rami-table").first.bounding_box()
    foot = page.locator(".rami-foot").bounding_box()
    assert table
    assert foot
    assert foot["y"] + foot["height"] <= height + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == "desktop":
        assert table["y"] <= 200
        assert table["height"] >= 420
    context.close()


def test_the_rack_is_within_twelve_stops_of_the_tab_key(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/playground/")
    page.wait_for_selector(TILES)
    stops = 0
    while not page.evaluate("Boolean(document.activeElement.closest('.rami-own'))"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops <= 12
    context.close()


def test_a_second_visit_needs_no_network(browser: Browser, site: str) -> None:
    context: BrowserContext = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/playground/")
    page.wait_for_selector(TILES)
    page.wait_for_function(
        "navigator.serviceWorker.ready.then(() => caches.open('rami')).then((cache) => cache.keys())"
        ".then((keys) => keys.some(({ url }) => url.includes('python.zip')))"
    )
    page.goto("about:blank")
    context.set_offline(True)
    page.goto(f"{site}/playground/#game=gin&seed=20")
    page.wait_for_selector(TILES)
    button(page, "Hint").click()
    expect(said(page)).to_contain_text("Hint: ")
    context.close()
