"""The playground on a phone: everything in reach of a finger, and dragging."""

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from docs.tests.browser.test_playground import READY, button, middle, names, row, tile
from docs.tests.browser.test_tables import SHORT, opened

RUNS = " ".join(f"{c}{n}-{c}{n + 1}-{c}{n + 2}" for c in "RKBO" for n in (1, 4, 7, 10))
LATE = {
    "rack": "R13 K13 R5 R7 R9 K5 K7 K9 B5 B7 B9 O5 O7 O9",
    "table": f"{RUNS} R1=K1=B1 R2=K2=B2 R3=K3=B3",
    "rules": "hasbro-2007",
    "seed": "1",
}
"""A deal with 19 melds on the table."""


def touch(page: Page, *points: tuple[float, float], hold: int = 0) -> None:
    """Put a finger down, hold it, move it along the points, and lift it."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, *at: tuple[float, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    send("touchStart", points[0])
    page.wait_for_timeout(hold)
    for one, other in itertools.pairwise(points):
        for step in range(1, 6):
            send("touchMove", tuple(a + (b - a) * step / 5 for a, b in zip(one, other, strict=True)))  # type: ignore[arg-type]
            page.wait_for_timeout(20)
    send("touchEnd")


def visible(locator: Locator, height: int = 844) -> bool:
    box = locator.bounding_box()
    return bool(box and box["y"] >= 0 and box["y"] + box["height"] <= height + 1)


def test_rack_and_buttons_stay_on_the_screen_with_nineteen_melds(phone: Page) -> None:
    page = phone
    opened(page, "rummikub", **LATE)
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".rami-row[role=group]")).to_have_count(19)
    shown = page.locator(".rami-foot :is(.rami-tile, .md-button)").all()
    assert len(shown) == 14 + 6
    assert all(map(visible, shown))
    first, second = (row(page, number).bounding_box() for number in (0, 1))
    assert first
    assert second
    assert first["y"] == second["y"]
    row(page, 18).scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 300)")
    assert all(map(visible, shown))
    end, foot = row(page, 18).bounding_box(), page.locator(".rami-foot").bounding_box()
    assert end
    assert foot
    assert end["y"] + end["height"] <= foot["y"]


@pytest.mark.parametrize("game", ["rummikub", *SHORT])
def test_every_target_is_as_large_as_a_finger(phone: Page, game: str) -> None:
    page = phone
    opened(page, game)
    page.locator(".rami-menu summary").tap()
    button(page, "Play the hint").tap()
    page.wait_for_selector(READY)
    targets = page.locator(".rami-board :is(button, select, summary):visible").all()
    small = {}
    for target in targets:
        box = target.bounding_box()
        if box and min(box["width"], box["height"]) < 44 and target.get_attribute("class") != "rami-put":
            small[target.get_attribute("data-key")] = box
    assert len(targets) > 10
    assert {key: box for key, box in small.items() if not str(key).startswith("put")} == {}
    page.locator(".rami-menu summary").tap()


def test_a_finger_plays_a_whole_turn(phone: Page) -> None:
    page = phone
    opened(page, "rummikub", rack="R7 R8 K8 B8 K1 O13", table="R4-R5-R6 K4=B4=O4", rules="hasbro-2007")
    tile(page, "rack", "red 7").tap()
    row(page, 0).locator(".rami-tile").first.tap()
    expect(page.get_by_role("status")).to_contain_text("This can be played.")
    assert names(row(page, 0)) == ["red 4", "red 5", "red 6", "red 7"]
    start = middle(tile(page, "rack", "red 8"))
    touch(page, start, (start[0], start[1] - 20), middle(row(page, 0)))
    expect(row(page, 0).locator(".rami-tile")).to_have_count(5)
    button(page, "Play").tap()
    expect(page.locator(".rami-log li").first).to_contain_text("Ada ")


def test_dragging_scrolls_at_the_edges_of_the_table(phone: Page) -> None:
    page = phone
    opened(page, "rummikub", **LATE)
    page.evaluate("scrollTo(0, 0)")
    foot = page.locator(".rami-foot").bounding_box()
    assert foot
    start, edge = middle(tile(page, "rack", "red 13")), (200.0, foot["y"] - 20)
    touch(page, start, edge, *[edge] * 6)
    down = page.evaluate("scrollY")
    assert down > 50
    page.wait_for_selector(READY)
    opened(page, "rummikub", **LATE)
    page.evaluate("scrollTo(0, 400)")
    said = page.locator(".rami-said").bounding_box()
    assert said
    top = (200.0, said["y"] + said["height"] + 20)
    touch(page, middle(tile(page, "rack", "red 13")), top, *[top] * 6)
    assert page.evaluate("scrollY") < 400


def test_a_finger_on_the_table_scrolls_and_lifts_only_what_it_holds(phone: Page) -> None:
    page = phone
    opened(page, "rummikub", **LATE)
    page.evaluate("scrollTo(0, 0)")
    start = middle(row(page, 4).locator(".rami-tile").first)
    touch(page, start, (start[0], start[1] - 150))
    assert page.evaluate("scrollY") > 50
    opened(page, "rummikub", **LATE)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(500)  # until the page has stopped
    held = middle(row(page, 4).locator(".rami-tile").first)
    touch(page, held, (held[0], held[1] - 20), middle(row(page, 0)), hold=400)
    expect(page.get_by_role("status")).to_contain_text(re.compile("A meld needs at least three tiles"))


def test_no_keys_are_explained_where_there_is_no_keyboard(phone: Page) -> None:
    opened(phone, "rummikub", **LATE)
    expect(phone.locator(".rami-keys")).to_be_hidden()
