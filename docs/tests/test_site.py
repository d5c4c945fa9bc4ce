"""Links of committed pages and of the built site lead somewhere, and the site has every public name."""

import re
import subprocess
import zlib
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from docs.tests.test_reference import NAMES

ROOT = Path(__file__).parents[2]


@cache
def committed() -> frozenset[Path]:
    """Return the files that a fresh checkout has."""
    try:
        found = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a checkout")
    return frozenset(ROOT / name for name in found.stdout.split("\0") if name)


def test_links_of_committed_pages_lead_to_committed_files() -> None:
    dead: dict[str, list[str]] = {}
    links = 0
    for page in sorted(path for path in committed() if path.suffix == ".md" and path.exists()):
        text = re.sub(
            r"^( *)```.*?^\1```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
        )
        for link in re.findall(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)", text):
            path = unquote(urlsplit(link).path)
            if urlsplit(link).scheme or not path:
                continue
            links += 1
            target = (page.parent / path).resolve()
            if target not in committed() and not any(each.is_relative_to(target) for each in committed()):
                dead.setdefault(page.relative_to(ROOT).as_posix(), []).append(link)
    assert dead == {}
    assert links > 250


@cache
def anchors(path: Path) -> set[str]:
    """Return the anchors of a page of the site."""
    found = re.findall(r'\b(?:id|name)="([^"]*)"', path.read_text(encoding="utf-8"))
    return set(map(unescape, found))


def broken(page: Path, site: Path) -> list[str]:
    """Return the links of a page that lead nowhere in the site, files and anchors alike."""
    address = f"/{page.relative_to(site).as_posix()}"
    found: list[str] = []
    for link in set(re.findall(r'(?:href|src)="?([^"\s>]+)', page.read_text(encoding="utf-8"))):
        parts = urlsplit(urljoin(address, unescape(link)))
        if parts.scheme or parts.netloc:
            continue
        target = site / unquote(parts.path).lstrip("/")
        target = target / "index.html" if target.is_dir() else target
        anchor = unquote(parts.fragment)
        if not target.is_file() or (anchor and not anchor.startswith("rack=") and anchor not in anchors(target)):
            found.append(link)
    return found


def test_links_and_anchors_of_the_site_lead_somewhere(built_site: Path) -> None:
    pages = [path for path in built_site.rglob("*.html") if path.name != "404.html"]
    assert len(pages) > 70
    assert {str(page): links for page in pages if (links := broken(page, built_site))} == {}


def test_other_projects_can_link_to_every_public_name(built_site: Path) -> None:
    data = (built_site / "objects.inv").read_bytes()
    body = zlib.decompress(data[data.index(b"zlib") :].split(b"\n", 1)[1]).decode()
    known = {line.split(" ", 1)[0] for line in body.splitlines()}
    assert [name for name in NAMES if name not in known and not name.endswith("__version__")] == []
