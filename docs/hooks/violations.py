"""Writes the pages of the violations, a section for each: sentence, rule, cause, cure, and a picture.

A block in the language `violations` names a game, and becomes its sections. Sentences and rules are those of the
library; causes and cures are in `text/<language>/<game>.toml`, examples, or the numbers of a sentence without pieces,
in `violations/<game>.toml`. Where a page names a violation as code, the name becomes a link to its section.
"""

import re
import tomllib
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import fields

from rami.errors import Language, Violation, ViolationCode
from rami.games import GAMES
from rami.text import Texts

if TYPE_CHECKING:
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

BY_NAME = {game.name: game for game in GAMES}
HERE = Path(__file__).parent
BLOCK = re.compile(
    rf"^```violations\n(?P<game>{'|'.join(BY_NAME)})\n```$", re.MULTILINE
)
PAGES = Texts("pages", HERE / "text")
HOMES = (
    ("rummikub", ("rummikub", "solver")),
    ("contracts", ("contract",)),
    ("gin", ("gin",)),
    ("rummy", ("rummy", "card-rami", "rami-aux-cartes")),
)
"""The game of a page or of a heading, by what is in its name."""
CODE = re.compile(r"<code>([a-z_]+)</code>")
PARTS = re.compile(
    r"(<pre\b.*?</pre>|<a\b.*?</a>|<h[1-6]\b.*?</h[1-6]>|<figcaption>)",
    re.DOTALL,
)


def codes(game: str) -> dict[str, ViolationCode]:
    """Return the violations of a game, by name."""
    kind = BY_NAME[game].codes
    assert kind is not None  # a game whose referee gives reasons
    return {str(code.value): code for code in kind}


def given(game: str) -> dict[str, dict[str, Any]]:
    """Return what is given for violations, by name: an `example`, or `numbers`."""
    text = (HERE / "violations" / f"{game}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def examples(game: str) -> dict[str, str]:
    """Return the example of each violation that has one, by name."""
    return {
        name: each["example"].strip()
        for name, each in given(game).items()
        if "example" in each
    }


def on_page_markdown(markdown: str, page: "Page", **_: object) -> str:
    """Put the sections into a page, in French on the French pages."""
    lang: Language = "fr" if page.file.src_uri.endswith(".fr.md") else "en"
    return BLOCK.sub(lambda block: sections(block["game"], lang), markdown)


def sections(game: str, lang: Language) -> str:
    """Return the violations of a game as Markdown, in the order of the code."""
    known = given(game)
    return "\n\n".join(
        section(game, code, known.get(name, {}), lang)
        for name, code in codes(game).items()
    )


def section(
    game: str, code: ViolationCode, known: dict[str, Any], lang: Language
) -> str:
    """Return one violation, with a picture where pieces lie."""
    name, texts = str(code.value), Texts(game, HERE / "text")
    reasons = {
        "rule": rule(game, code.rule, lang),
        "cause": texts.say(f"{name}.cause", lang),
        "cure": texts.say(f"{name}.cure", lang),
    }
    example = str(known.get("example", "")).strip()
    if example:
        quote = f"```{game}\nquote: {name}\n{example}\n```"
    else:
        said = Violation(code, numbers=known.get("numbers", ()))
        quote = f"> {escape(said.message(lang))}"
    return "\n\n".join(
        [
            f"## `{name}` {{ #{name} }}",
            quote,
            *(
                f"**{PAGES.say(f'violations.{each}', lang)}.** {text}"
                for each, text in reasons.items()
            ),
            *([f"```{game}\n{example}\n```"] if example else []),
        ]
    )


def rule(game: str, name: str, lang: Language) -> str:
    """Return the identifier of a rule, which becomes a link as everywhere; or the field of `Rules` that sets it."""
    if name not in {field.name for field in fields(BY_NAME[game].rules)}:
        return name
    way = "en:" if lang == "fr" else "../"
    return f"[`{name}`]({way}api/{game}-rules.md#rami.{game}.Rules.{name})"


def on_env(env: object, files: "Files", **_: object) -> object:
    """Make the names of violations links, once all pages are there."""
    for file in files.documentation_pages():
        if file.page is not None:
            up = "../" * file.page.url.count("/")
            lang = "fr/" if file.src_uri.endswith(".fr.md") else ""
            file.page.content = linked(
                file.page.content or "", file.src_uri, f"{up}{lang}"
            )
    return env


def game_of(name: str) -> str | None:
    """Return the game of a page or a heading, as far as its name says."""
    return next(
        (game for game, words in HOMES if any(w in name for w in words)), None
    )


def homes() -> dict[str, set[str]]:
    """Return the games that have a violation of each name."""
    found: dict[str, set[str]] = {}
    for game in BY_NAME:
        for name in codes(game):
            found.setdefault(name, set()).add(game)
    return found


def linked(html: str, uri: str, up: str) -> str:
    """Return a page with links from the names of violations to their sections.

    A name that several games have is a link where the page, or the heading that it stands under, says which game it is.
    One that a field of `Rules` has too is a link only where violations are the subject.
    """
    known = homes()
    doubtful = {
        field.name for game in BY_NAME.values() for field in fields(game.rules)
    }
    subject = uri.startswith("violations")
    game = game_of(uri)
    parts: list[str] = []
    spoken = False  # whether what follows is what the referee says

    def link(match: re.Match[str]) -> str:
        name = match[1]
        games = known.get(name, set())
        home = game if game in games else min(games) if len(games) == 1 else ""
        if not home or (name in doubtful and not subject and not spoken):
            return match[0]
        return f'<a class="rami-rule" href="{up}violations/{home}/#{name}">{match[0]}</a>'

    for part in PARTS.split(html):
        if part == "<figcaption>":
            spoken = True
        elif PARTS.fullmatch(part):
            heading = re.match(r'<h2 id="([^"]*)"', part)
            if heading and not game_of(uri):
                game = game_of(heading[1])
        else:
            before, end, after = part.partition("</figcaption>")
            first = CODE.sub(link, before)
            spoken = spoken and not end
            parts.append(first + end + CODE.sub(link, after))
            continue
        parts.append(part)
    return "".join(parts)
