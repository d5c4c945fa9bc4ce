"""Prepare the changelog for a release.

python -m tools.changelog release 1.2.0    moves the unreleased entries to version 1.2.0, with the date of today
python -m tools.changelog check 1.2.0      fails if there are unreleased entries, or 1.2.0 has no entries or no date
python -m tools.changelog show 1.2.0       prints the entries of 1.2.0, for the release page
"""

import argparse
import re
import sys
from datetime import date
from pathlib import Path

from tools.home import urls

ROOT = Path(__file__).parents[1]
UNRELEASED = "Unreleased"
HEADING = re.compile(r"^## \[(?P<name>[^]]+)\](?: - (?P<date>.*))?$", re.MULTILINE)
LINKS = re.compile(r"^\[[^]]+\]: ", re.MULTILINE)


def sections(text: str) -> dict[str, tuple[str, str]]:
    """Return the date and the text of each version, in the order of the file. A missing date is an empty string."""
    body = text[: links.start()] if (links := LINKS.search(text)) else text
    found = list(HEADING.finditer(body))
    ends = [each.start() for each in found[1:]] + [len(body)]
    parts = [body[each.end() : end].strip() for each, end in zip(found, ends, strict=True)]
    return {each["name"]: (each["date"] or "", part) for each, part in zip(found, parts, strict=True)}


def problems(text: str, version: str) -> list[str]:
    """Return the reasons why the version cannot be released."""
    told = sections(text)
    found = []
    if told.get(UNRELEASED, ("", ""))[1]:
        found.append(f"CHANGELOG.md has entries under {UNRELEASED}: python -m tools.changelog release {version}")
    if version not in told:
        return [*found, f"CHANGELOG.md has no section [{version}]"]
    dated, body = told[version]
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", dated):
        found.append(f"CHANGELOG.md has no date for {version}")
    if not body:
        found.append(f"CHANGELOG.md has no entries for {version}")
    return found


def released(text: str, version: str, day: str, source: str) -> str:
    """Return the changelog with the unreleased section renamed to the version and the date.

    Raises:
        ValueError: If there are no unreleased entries, or the version exists already.
    """
    told = sections(text)
    if version in told:
        raise ValueError(f"CHANGELOG.md already has a section [{version}]")
    if not told.get(UNRELEASED, ("", ""))[1]:
        raise ValueError(f"CHANGELOG.md has no entries under {UNRELEASED}")
    text = text.replace(f"## [{UNRELEASED}]\n", f"## [{UNRELEASED}]\n\n## [{version}] - {day}\n")
    body = text[: links.start()] if (links := LINKS.search(text)) else text
    versions = [name for name in sections(text) if name != UNRELEASED]
    links_now = [f"[{UNRELEASED}]: {source}/compare/v{version}...HEAD"]
    links_now += [f"[{name}]: {source}/releases/tag/v{name}" for name in versions]
    return body.rstrip() + "\n\n" + "\n".join(links_now) + "\n"


def main() -> None:
    """Run the command of the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["release", "check", "show"])
    parser.add_argument("version")
    asked = parser.parse_args()
    path = ROOT / "CHANGELOG.md"
    text = path.read_text(encoding="utf-8")
    if asked.command == "release":
        try:
            now = released(text, asked.version, date.today().isoformat(), urls(ROOT)["Source"])
        except ValueError as error:
            sys.exit(str(error))
        path.write_text(now, encoding="utf-8", newline="\n")
    elif found := problems(text, asked.version):
        sys.exit("\n".join(found))
    elif asked.command == "show":
        print(sections(text)[asked.version][1])


if __name__ == "__main__":
    main()
