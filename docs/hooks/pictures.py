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
the referee says of it, under the `rules` of an edition; `opened: no` is for who has not opened yet, `discard` is the
discard pile. `with` changes fields of the rules (`with: jokers=4, replace_joker=False`), `first` is a move before it in
the same turn. A block with a `row` shows tiles that somebody is laying, and what is wrong with them.
"""

import ast
import re
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import evolve

from rami import contracts, gin, rummikub, rummy
from rami.errors import Language, RamiError, Violation

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
    r"(before|highlight|caption|table|rack|hand|discard|values|contracts|unmatched|joker|taken|pool|rules|with|opened"
    r"|phase|first|row|move): *(.*)"
)
WORDS = {
    "en": {
        "table": "Table",
        "rack": "Rack",
        "hand": "Hand",
        "discard": "Discard pile",
        "values": "Value market",
        "contracts": "Contracts",
        "unmatched": "Left over",
        "move": "Move:",
        "legal": "The move is legal.",
    },
    "fr": {
        "table": "Table",
        "rack": "Chevalet",
        "hand": "Main",
        "discard": "Défausse",
        "values": "Marché de valeurs",
        "contracts": "Contrats",
        "unmatched": "Cartes isolées",
        "move": "Coup :",
        "legal": "Le coup est permis.",
    },
}


def on_page_markdown(markdown: str, page: "Page", **_: object) -> str:
    """Put the pictures into a page, in French on the French pages."""
    return with_pictures(
        markdown, "fr" if page.file.src_uri.endswith(".fr.md") else "en"
    )


def with_pictures(markdown: str, lang: Language) -> str:
    """A page with a figure in the place of every block of notation."""
    return FENCE.sub(
        lambda block: (
            block["indent"] + figure(block["game"], block["body"], lang)
        ),
        markdown,
    )


def figure(game: str, body: str, lang: Language) -> str:
    """The figure of a block, on one line, so that Markdown leaves it as it is."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    found = [FIELD.fullmatch(line) for line in lines]
    fields = {each[1]: each[2] for each in found if each}
    rows = [line for line, each in zip(lines, found, strict=True) if not each]
    try:
        if "row" in fields:
            drawn, caption = unfinished(fields, lang)
        elif "move" in fields:
            drawn, caption = example(game, fields, lang)
        else:
            drawn, caption = (
                [picture(game, row, fields, lang) for row in rows],
                "",
            )
    except RamiError as error:
        raise RamiError(
            f"no picture of this block of {game}: {error}\n{body}"
        ) from error
    told = " ".join(filter(None, [escape(fields.get("caption", "")), caption]))
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
    """The pictures of a move and of what was before it, and what the referee says."""
    module, words = GAMES[game], WORDS[lang]
    view, first = position(game, fields)
    move = module.parse_move(fields["move"])
    drawn = [
        part(words[name], picture(game, shown, {}, lang))
        for name in (
            *("values", "contracts", "table", "unmatched"),
            *("rack", "hand", "discard"),
        )
        if (shown := shown_as(name, fields))
    ]
    for each in (first, move):
        if each is not None and str(each) not in WORDLESS:
            before = {} if game == "contracts" else {"before": view}
            drawn.append(
                part(str(each), str(module.svg(each, lang=lang, **before)))
            )
        elif each is not None:
            drawn.append(
                f"<div><p>{words['move']} <code>{each}</code></p></div>"
            )
    told = sentences(module.check(view, move), lang)
    return drawn, told or words["legal"]


WORDLESS = {"draw", "pass", "take", "end", "done"}
"""Moves of which there is nothing to see."""


def shown_as(name: str, fields: dict[str, str]) -> object:
    """What is drawn of a field: text, or the contracts that it names."""
    if name == "contracts" and name in fields:
        deck = contracts.DEFAULT.deck.by_id
        return [deck[each] for each in fields[name].split()]
    return fields.get(name)


def sentences(problems: tuple[Violation, ...], lang: Language) -> str:
    """What the referee says."""
    return " ".join(
        f"{escape(each.message(lang))} <code>{each.code}</code>"
        for each in problems
    )


def position(game: str, fields: dict[str, str]) -> tuple[Any, Any]:
    """The view in which the move is judged, and the move before it, if there is one."""
    module = GAMES[game]
    rules = module.PRESETS[fields["rules"]] if "rules" in fields else None
    if "with" in fields:
        rules = evolve(rules or module.DEFAULT, **keywords(fields["with"]))
    options: dict[str, Any] = {} if rules is None else {"rules": rules}
    if "opened" in fields:
        options["opened" if game == "rummikub" else "has_melded"] = (
            fields["opened"] == "yes"
        )
    for name in ("discard", "unmatched", "taken", "contracts"):
        if name in fields:
            options[name] = fields[name]
    if "joker" in fields:
        options["joker"] = fields["joker"] == "yes"
    if "pool" in fields:
        options["pool_size"] = int(fields["pool"])
    if "phase" in fields:
        options["phase"] = module.Phase(fields["phase"])
    own = fields.get("rack" if game == "rummikub" else "hand", "")
    lies = fields.get("values" if game == "contracts" else "table", "")
    view = module.set_up(own, lies, **options)
    if "first" not in fields:
        return view, None
    first = module.parse_move(fields["first"])
    state = module.apply(module.determinize(view, seed=1), first)
    return module.observe(state, view.player), first


def keywords(text: str) -> dict[str, Any]:
    """The values in `jokers=4, replace_joker=False`."""
    call = ast.parse(f"f({text})", mode="eval").body
    assert isinstance(call, ast.Call)
    return {
        str(each.arg): ast.literal_eval(each.value) for each in call.keywords
    }


def unfinished(fields: dict[str, str], lang: Language) -> tuple[list[str], str]:
    """A row of Rummikub that is no meld, and why."""
    row = fields["row"]
    view, _ = position("rummikub", {**fields, "rack": row})
    draft = rummikub.Draft.of(view)
    tiles = rummikub.parse_tiles(row)
    draft = draft.move(tiles[0], "rack", "new")
    for tile in tiles[1:]:
        draft = draft.move(tile, "rack", 0)
    drawn = str(rummikub.svg(row, lang=lang))
    return [f"<div>{drawn}</div>"], sentences(draft.problems, lang)


def part(label: str, drawn: str) -> str:
    """A picture with what it shows above it."""
    return f"<div><p>{escape(label)}</p>{drawn}</div>"
