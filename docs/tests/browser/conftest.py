"""A browser, and the site in it, built by `mkdocs build` into the folder that SITE names.

CHROMIUM names the browser's executable; without it Playwright's own is taken.
"""

import base64
import gzip
import os
import subprocess
import tarfile
import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from hashlib import sha512
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from typing import ClassVar
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PATIENCE = 120_000
"""Timeout of a page in milliseconds. Test machines are slow."""

ROOT = Path(__file__).parents[3]
AXE_VERSION = "4.14.1"
AXE_INTEGRITY = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
"""The SHA-512 of the package, as npm's registry writes it."""

SITE = Path(os.environ.get("SITE", "site"))


expect.set_options(timeout=PATIENCE)


@cache
def packed(path: Path) -> bytes:
    """A file of the site as servers send it."""
    return gzip.compress(path.read_bytes(), 6)


class Server(SimpleHTTPRequestHandler):
    """A server that compresses the site, as web servers do, and counts the bytes of each file."""

    protocol_version = "HTTP/1.1"
    sent: ClassVar[Counter[str]] = Counter()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name of the base class
        pass

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file() or not urlsplit(self.path).path.endswith(("/", path.name)):
            super().do_GET()  # what is missing, or a folder without its slash
            return
        modified = self.date_time_string(int(path.stat().st_mtime))
        body = b"" if self.headers["If-Modified-Since"] == modified else packed(path)
        self.sent[path.relative_to(self.directory).as_posix()] += len(body)
        self.send_response(200 if body else 304)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Last-Modified", modified)
        self.send_header("Content-Length", str(len(body)))
        if body:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe, an accessibility checker, from npm, verified and kept in `.cache`."""
    path = ROOT / ".cache" / "playground" / f"axe-core-{AXE_VERSION}.tgz"
    if not path.exists():
        if which("npm") is None:
            pytest.skip("there is no npm to fetch axe-core with")
        path.parent.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--silent", "--pack-destination", str(path.parent), f"axe-core@{AXE_VERSION}"]
        if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode:
            pytest.skip("npm did not fetch axe-core")
    assert base64.b64encode(sha512(path.read_bytes()).digest()).decode() == AXE_INTEGRITY
    with tarfile.open(path) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


@pytest.fixture(scope="session")
def context(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """A window that may send requests only to the site."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    yield context
    context.close()
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []


def loaded(context: BrowserContext, site: str) -> Iterator[Page]:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(f"{site}/playground/")
    page.wait_for_selector(".rami-board:not([aria-busy]) .rami-tile")
    yield page
    assert errors == []


@pytest.fixture(scope="session")
def playground(context: BrowserContext, site: str) -> Iterator[Page]:
    """The playground, loaded once: an address with another position starts anew."""
    yield from loaded(context, site)


@pytest.fixture(scope="session")
def phone(browser: Browser, site: str) -> Iterator[Page]:
    """The playground on a phone with a touch screen, loaded once."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield from loaded(context, site)
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A new page."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    page.close()
