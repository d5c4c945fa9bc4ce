"""Turns fenced blocks of notation into pictures when the pages are built, so that nobody draws by hand.

A block is in the language of a game, `rummikub`, `rummy`, `contracts` or `gin`. Each line is a picture: melds and
pieces in notation; or a line says more, after a word and a colon:

    ```rummikub
    R4-R5-R6-R7
    before: R4-R5-R6
    caption: The red 7 was added.
    ```

`before` is what lay there, so that what is new stands out; `highlight` are pieces that stand out. A block with a
`move` is an example of the rules: its `table` and its `rack` (or `hand`) are drawn, then the move, and below it what
the referee says of it, under the `rules` of an edition, with fields that differ: `hasbro-2007 copies=3`. `opened: no`
is for who has not opened yet, `discard` is the discard pile, `market` and `contracts` are what the contract game
offers, `unmatched` is what lies open beside the melds of a knock, and `first` is a move before this one in the same
turn. A `row` is tiles that lie together in the middle of a turn of Rummikub, with the reason why they are no meld.
Where `quote` names a violation, its sentence is quoted and nothing is drawn.
"""

import json
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rami import contracts, gin, rummikub, rummy
from rami.errors import (
    InvalidMeld,
    InvalidPiece,
    Language,
    RamiError,
    Violation,
)
from rami.text import Texts

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

GAMES: dict[str, Any] = {
    "rummikub": rummikub,
    "rummy": rummy,
    "contracts": contracts,
    "gin": gin,
}
FENCE = re.compile(
    rf"^(?P<indent> *)```(?P<game>{'|'.join(GAMES)})\n(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
FIELD = re.compile(
    r"(before|highlight|caption|table|rack|hand|market|contracts|unmatched|discard|taken|pool|joker|rules|opened|phase"
    r"|first|move|row|quote): *(.*)"
)
PAGES = Texts("pages", Path(__file__).parent / "text")


def on_page_markdown(markdown: str, page: "Page", **_: object) -> str:
    """Put the pictures into a page, in French on the French pages."""
    return with_pictures(
        markdown, "fr" if page.file.src_uri.endswith(".fr.md") else "en"
    )


def with_pictures(markdown: str, lang: Language) -> str:
    """Return a page with a figure in the place of every block of notation."""
    return FENCE.sub(
        lambda block: (
            block["indent"] + figure(block["game"], block["body"], lang)
        ),
        markdown,
    )


def figure(game: str, body: str, lang: Language) -> str:
    """Return the figure of a block, on one line, so that Markdown leaves it as it is."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    found = [FIELD.fullmatch(line) for line in lines]
    fields = {each[1]: each[2] for each in found if each}
    rows = [line for line, each in zip(lines, found, strict=True) if not each]
    try:
        if "quote" in fields:
            return quoted(game, fields, lang)
        if "move" in fields:
            drawn, caption = example(game, fields, lang)
        elif "row" in fields:
            drawn, caption = row_of(fields, lang)
        else:
            drawn, caption = (
                [picture(game, row, fields, lang) for row in rows],
                "",
            )
    except RamiError as error:
        raise RamiError(
            f"no picture of this block of {game}: {error}\n{body}"
        ) from error
    told = " ".join(filter(None, [caption, escape(fields.get("caption", ""))]))
    below = f"<figcaption>{told}</figcaption>" if told else ""
    return f'<figure class="rami-figure">{"".join(drawn)}{below}</figure>'


def picture(
    game: str, value: object, fields: dict[str, str], lang: Language
) -> str:
    """One picture of a figure."""
    more = {"before": fields["before"]} if "before" in fields else {}
    return str(
        GAMES[game].svg(
            value, highlight=fields.get("highlight", ""), lang=lang, **more
        )
    )


def example(
    game: str, fields: dict[str, str], lang: Language
) -> tuple[list[str], str]:
    """Return the pictures of a move and of the position before it, and the referee's answer."""
    module = GAMES[game]
    view, first = position(game, fields)
    problems = module.check(view, fields["move"])
    try:
        move = module.parse_move(fields["move"])
    except (InvalidMeld, InvalidPiece):
        move = None  # melds that do not exist have no picture
    names = ("market", "table", "unmatched", "rack", "hand", "discard")
    drawn = [
        part(
            PAGES.say(f"figures.{name}", lang),
            picture(game, fields[name], {}, lang),
        )
        for name in names
        if fields.get(name)
    ]
    if "contracts" in fields:
        offered = module.svg(view.contract_market, lang=lang)
        drawn.insert(0, part(PAGES.say("figures.contracts", lang), offered))
    for each in (first, move):
        if str(each) in WORDLESS:
            label = PAGES.say("figures.move", lang)
            drawn.append(f"<p>{label} <code>{each}</code></p>")
        elif each is not None:
            after = str(module.svg(each, before=view, lang=lang))
            drawn.append(part(str(each), after))
    sentences = said(problems, lang) or PAGES.say("figures.legal", lang)
    if "rules" not in fields:
        return drawn, sentences
    rules = f"<em>{fields['rules']}</em>"
    return drawn, PAGES.say(
        "figures.under", lang, rules=rules, problems=sentences
    )


WORDLESS = {"draw", "pass", "take", "end", "done"}
"""Moves of which there is nothing to see."""


def position(game: str, fields: dict[str, str]) -> tuple[Any, Any]:
    """Return the view in which the move is judged, and the move before it, if there is one."""
    module = GAMES[game]
    options: dict[str, Any] = {
        name: fields[name]
        for name in ("contracts", "discard", "taken", "unmatched")
        if name in fields
    }
    if "rules" in fields:
        options["rules"] = rules_of(module, fields["rules"])
    if "opened" in fields:
        options["opened" if game == "rummikub" else "has_melded"] = (
            fields["opened"] == "yes"
        )
    if "joker" in fields:
        options["joker"] = fields["joker"] == "yes"
    if "pool" in fields:
        options["pool_size"] = int(fields["pool"])
    if "phase" in fields:
        options["phase"] = module.Phase(fields["phase"])
    own = fields.get("rack" if game == "rummikub" else "hand", "")
    lies = fields.get("market" if game == "contracts" else "table", "")
    view = module.set_up(own, lies, **options)
    if "first" not in fields:
        return view, None
    first = module.parse_move(fields["first"])
    state = module.apply(module.determinize(view, seed=1), first)
    return module.observe(state, view.player), first


def rules_of(module: Any, told: str) -> Any:
    """Return the rules of an edition, with fields that differ."""
    name, *changes = told.split()
    fields = dict(change.split("=") for change in changes)
    return module.PRESETS[name].evolve(
        **{field: value_of(text) for field, text in fields.items()}
    )


def value_of(text: str) -> Any:
    """Return the value of a field: a number, `true`, `null`, a list such as `[2,0]`, or a word."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return tuple(value) if isinstance(value, list) else value


def quoted(game: str, fields: dict[str, str], lang: Language) -> str:
    """Return the sentence of a violation, as the referee says it of the example."""
    if "row" in fields:
        problems = problems_of_row(fields)
    else:
        view, _ = position(game, fields)
        problems = GAMES[game].check(view, fields["move"])
    named = (each for each in problems if each.code == fields["quote"])
    return (
        f"<blockquote><p>{escape(next(named).message(lang))}</p></blockquote>"
    )


def row_of(fields: dict[str, str], lang: Language) -> tuple[list[str], str]:
    """Return the picture of a row in the middle of a turn, and why it is no meld."""
    drawn = [picture("rummikub", fields["row"], fields, lang)]
    return drawn, said(problems_of_row(fields), lang)


def problems_of_row(fields: dict[str, str]) -> list[Violation]:
    """Return why a row in the middle of a turn is no meld."""
    rules = rules_of(rummikub, fields.get("rules", "hasbro-2007"))
    row = rummikub.Draft.of(rummikub.set_up(fields["row"], rules=rules))
    for number, tile in enumerate(row.rack):
        row = row.move(tile, "rack", 0 if number else "new")
    return [each for each in row.problems if each.pieces]


def said(problems: Iterable[Violation], lang: Language) -> str:
    """Return the sentences and the codes of violations."""
    return " ".join(
        f"{escape(each.message(lang))} <code>{each.code}</code>"
        for each in problems
    )


def part(label: str, drawn: str) -> str:
    """Return a picture below its label."""
    return f"<div><p>{escape(label)}</p>{drawn}</div>"
