"""The changelog at a release.

python -m tools.changelog release 1.2.0    before the tag: what is unreleased becomes 1.2.0, dated today
python -m tools.changelog check 1.2.0      fails while anything is unreleased, or 1.2.0 is missing or has no date
python -m tools.changelog show 1.2.0       prints what changed in 1.2.0: the text of the release page
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
    """The date and the text of each version, as they follow each other; the date is empty where there is none."""
    body = text[: links.start()] if (links := LINKS.search(text)) else text
    found = list(HEADING.finditer(body))
    ends = [each.start() for each in found[1:]] + [len(body)]
    parts = [body[each.end() : end].strip() for each, end in zip(found, ends, strict=True)]
    return {each["name"]: (each["date"] or "", part) for each, part in zip(found, parts, strict=True)}


def problems(text: str, version: str) -> list[str]:
    """Why the version cannot be released, sentence by sentence."""
    told = sections(text)
    found = []
    if told.get(UNRELEASED, ("", ""))[1]:
        found.append(f"CHANGELOG.md has entries under {UNRELEASED}: python -m tools.changelog release {version}")
    if version not in told:
        return [*found, f"CHANGELOG.md has no section [{version}]"]
    dated, body = told[version]
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", dated):
        found.append(f"CHANGELOG.md does not say when {version} was released")
    if not body:
        found.append(f"CHANGELOG.md says nothing of {version}")
    return found


def released(text: str, version: str, day: str, source: str) -> str:
    """Return the changelog with the unreleased section renamed to the version and the date.

    Raises:
        ValueError: nothing is unreleased, or the version is there already.
    """
    told = sections(text)
    if version in told:
        raise ValueError(f"CHANGELOG.md has a section [{version}] already")
    if not told.get(UNRELEASED, ("", ""))[1]:
        raise ValueError(f"CHANGELOG.md has nothing under {UNRELEASED}")
    text = text.replace(f"## [{UNRELEASED}]\n", f"## [{UNRELEASED}]\n\n## [{version}] - {day}\n")
    body = text[: links.start()] if (links := LINKS.search(text)) else text
    versions = [name for name in sections(text) if name != UNRELEASED]
    links_now = [f"[{UNRELEASED}]: {source}/compare/v{version}...HEAD"]
    links_now += [f"[{name}]: {source}/releases/tag/v{name}" for name in versions]
    return body.rstrip() + "\n\n" + "\n".join(links_now) + "\n"


def main() -> None:
    """Do what the arguments say."""
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
