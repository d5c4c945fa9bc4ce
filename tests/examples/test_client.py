"""The page of the example server in a real browser: two players, a spectator, and a server that is killed."""

import os
from collections.abc import Generator
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.examples.programs import EXAMPLES
from tests.examples.servers import Server, running

pytest.importorskip("websockets")
playwright: Any = pytest.importorskip("playwright.sync_api")

CHROMIUM = os.environ.get("CHROMIUM") or which("chromium")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="there is no browser")]


@pytest.fixture
def server(tmp_path: Path) -> Generator[Server]:
    with running(tmp_path) as running_server:
        yield running_server


@pytest.fixture
def browser() -> Generator[Any]:
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def opened(browser: Any, server: Server, game: str, errors: list[str]) -> list[Any]:
    """Open a room for two. Return the pages of the seats, the seat to move, and the page of a spectator."""

    def at(address: str) -> Any:
        page = browser.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    first = at(f"{(EXAMPLES / 'client.html').as_uri()}#server={server.url}")
    first.wait_for_timeout(500)
    first.select_option("#game", game)
    first.get_by_role("button", name="Open a room").click()
    first.wait_for_selector("#links a")
    one, other, spectator = [at(link) for link in first.locator("#links a").evaluate_all("all => all.map(a => a.href)")]
    for page in (one, other, spectator):
        page.wait_for_selector(".row")
    return [one, other, spectator] if turn(one) == "Your turn" else [other, one, spectator]


def turn(page: Any) -> str:
    return str(page.locator("#turn").inner_text())


def send(page: Any, move: str, said: str) -> None:
    """Type a move, and wait for its line in the log or its refusal."""
    page.fill("#text", move)
    page.get_by_role("button", name="Send").click()
    page.wait_for_function("said => document.body.innerText.includes(said)", arg=said)


def test_a_turn_is_arranged_by_clicks_and_refused_with_its_reason(browser: Any, server: Server) -> None:
    errors: list[str] = []
    mover, other, spectator = opened(browser, server, "rummikub", errors)
    for _ in range(2):
        mover.locator(".row").first.locator("button").first.click()
        mover.locator(".row").nth(1).locator("button").last.click()
    assert mover.locator("#text").input_value().startswith("play ")
    mover.get_by_role("button", name="Send").click()
    mover.wait_for_function("document.getElementById('said').textContent")
    send(mover, "draw", "draws")
    for page in (other, spectator):
        page.wait_for_function("document.getElementById('log').textContent.includes('draws 1 tile.')")
    assert turn(other) == "Your turn"
    assert spectator.locator("#move").is_hidden()
    assert not errors


def test_the_page_connects_again_to_a_server_that_was_killed(browser: Any, server: Server) -> None:
    errors: list[str] = []
    mover, other, _ = opened(browser, server, "gin", errors)
    send(mover, "pass", "refuses the upcard")
    send(mover, "undo", "refuses the upcard")
    server.kill()
    server.start()
    mover.wait_for_timeout(3000)
    send(mover, "pass", "refuses the upcard")
    send(other, "pass", "refuses the upcard")
    (record,) = server.records().values()
    assert [str(move) for move in record.moves] == ["pass", "pass"]
    assert not errors
