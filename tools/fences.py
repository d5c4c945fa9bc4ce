"""Draw fenced blocks of notation when the pages are built, as custom fences of `pymdownx.superfences`.

A block is in the language of a game: `rummikub`, `rummy`, `contracts` or `gin`. Each line is a picture, melds and
pieces in notation, or a field: a word and a colon.

    ```rummikub
    R4-R5-R6-R7
    before: R4-R5-R6
    caption: The red 7 was added.
    ```

`before` is the old table, so that new pieces stand out; `highlight` lists pieces to mark; `lang: fr` makes labels
French. A block with a `move` is an example of the rules: it shows `table`, `rack` (or `hand`), `discard`, `market`,
`contracts` or `unmatched`, then the move, and the referee's answer under the `rules` of an edition with changed fields
(`hasbro-2007 copies=3`). `opened: no` is a player who has not opened; `first` is an earlier move of the same turn.

A block in the language `compare` names a game and becomes a comparison of its editions.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from pymdownx.superfences import SuperFencesException  # type: ignore[import-untyped]

import rami
from rami import contracts, gin, rummikub, rummy
from rami.errors import RamiError
from rami.games import GAMES as ALL
from rami.rule_text import told

GAMES: dict[str, Any] = {"rummikub": rummikub, "rummy": rummy, "contracts": contracts, "gin": gin}
FIELD = re.compile(
    r"(before|highlight|caption|lang|table|rack|hand|market|contracts|unmatched|discard|taken|pool|joker|rules|opened"
    r"|phase|first|move): *(.*)"
)
SHOWN = ("market", "table", "unmatched", "rack", "hand", "discard")
WORDLESS = {"draw", "pass", "take", "end", "done"}
TITLES: dict[str, str] = {
    name: each["title"]
    for name, each in tomllib.loads(
        (Path(__file__).parents[1] / "docs" / "data" / "editions.toml").read_text("utf-8")
    ).items()
}
LABELS = {
    "en": {
        "table": "Table",
        "rack": "Rack",
        "hand": "Hand",
        "market": "Market",
        "contracts": "Contracts",
        "unmatched": "Left over",
        "discard": "Discard pile",
        "move": "Move:",
        "legal": "The move is legal.",
    },
    "fr": {
        "table": "Table",
        "rack": "Chevalet",
        "hand": "Main",
        "market": "Marché",
        "contracts": "Contrats",
        "unmatched": "Reste",
        "discard": "Défausse",
        "move": "Coup :",
        "legal": "Le coup est permis.",
    },
}


def picture(source: str, language: str, *_: object, **__: object) -> str:
    """Return the figure of a block: the format of the fences of the games."""
    try:
        return figure(language, source)
    except (RamiError, KeyError, ValueError) as error:
        raise SuperFencesException(f"no picture of this block of {language}: {error}\n{source}") from error


def figure(game: str, source: str) -> str:
    """Return the figure of a block as HTML on one line."""
    lines = [line.strip() for line in source.splitlines() if line.strip()]
    found = [FIELD.fullmatch(line) for line in lines]
    fields = {each[1]: each[2] for each in found if each}
    lang = fields.get("lang", "en")
    if "move" in fields:
        drawn, caption = example(game, fields, lang)
    else:
        drawn = [_svg(game, line, fields, lang) for line, each in zip(lines, found, strict=True) if not each]
        caption = ""
    text = " ".join(filter(None, [caption, escape(fields.get("caption", ""))]))
    below = f"<figcaption>{text}</figcaption>" if text else ""
    return f'<figure class="rami-figure">{"".join(drawn)}{below}</figure>'


def _svg(game: str, value: str, fields: Mapping[str, str], lang: str) -> str:
    before, lit = (_read(game, fields[name]) if name in fields else None for name in ("before", "highlight"))
    return rami.svg(_read(game, value), before=before, highlight=lit or (), lang=lang)


def _read(game: str, text: str) -> list[Any]:
    """Return the melds and loose pieces of a line."""
    module = GAMES[game]
    piece = module.Tile if game == "rummikub" else module.Card
    meld = rummikub.Meld if game == "rummikub" else rummy.Meld
    return [meld(word) if {*word} & {*"-="} else piece(word) for word in text.split()]


def example(game: str, fields: Mapping[str, str], lang: str) -> tuple[list[str], str]:
    """Return the pictures of a move and of the position before it, and the referee's answer."""
    module, labels = GAMES[game], LABELS[lang]
    view, first = position(game, fields)
    problems = module.check(view, fields["move"])
    try:
        move = module.parse_move(fields["move"])
    except RamiError:  # such melds have no picture
        move = None
    drawn = [_part(labels[name], _svg(game, fields[name], {}, lang)) for name in SHOWN if fields.get(name)]
    if "contracts" in fields:
        drawn.insert(0, _part(labels["contracts"], rami.svg(view.contract_market, lang=lang)))
    for each in (first, move):
        if str(each) in WORDLESS:
            drawn.append(f"<p>{labels['move']} <code>{each}</code></p>")
        elif each is not None:
            drawn.append(_part(str(each), rami.svg(each, before=view, lang=lang)))
    reasons = [f"{escape(each.message(lang))} <code>{each.code}</code>" for each in problems]
    caption = " ".join(reasons) or labels["legal"]
    colon = ":" if lang == "en" else "\N{NO-BREAK SPACE}:"
    return drawn, f"<em>{fields['rules']}</em>{colon} {caption}" if "rules" in fields else caption


def _part(label: str, drawn: str) -> str:
    return f"<div><p>{escape(label)}</p>{drawn}</div>"


def position(game: str, fields: Mapping[str, str]) -> tuple[Any, Any]:
    """Return the view for judging the move, and the earlier move of the turn, if any."""
    module = GAMES[game]
    options: dict[str, Any] = {
        name: fields[name] for name in ("contracts", "discard", "taken", "unmatched") if name in fields
    }
    if "rules" in fields:
        options["rules"] = rules_of(module, fields["rules"])
    if "opened" in fields:
        options["opened" if game == "rummikub" else "has_melded"] = fields["opened"] == "yes"
    if "joker" in fields:
        options["joker"] = fields["joker"] == "yes"
    if "pool" in fields:
        options["pool_size"] = int(fields["pool"])
    if "phase" in fields:
        options["phase"] = module.Phase(fields["phase"])
    own = fields.get("rack" if game == "rummikub" else "hand", "")
    table = fields.get("market" if game == "contracts" else "table", "")
    view = module.set_up(own, table, **options)
    if "first" not in fields:
        return view, None
    first = module.parse_move(fields["first"])
    state = module.apply(module.determinize(view, seed=1), first)
    return module.observe(state, view.player), first


def rules_of(module: Any, text: str) -> Any:
    """Return the rules of an edition with changed fields, from `hasbro-2007 copies=3`."""
    name, *changes = text.split()
    return module.PRESETS[name].evolve(
        **{field: _value(told) for field, _, told in (c.partition("=") for c in changes)}
    )


def _value(text: str) -> Any:
    """Return a field's value: a number, `true`, `null`, a list such as `[2,0]`, or a word."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return tuple(value) if isinstance(value, list) else value


def compare(source: str, *_: object, **__: object) -> str:
    """Return two lists of editions to choose from, and all sentences that differ, for the script beside the page."""
    game = ALL[source.strip()]
    rows: list[dict[str, Any]] = []
    for paragraphs in zip(*map(told, game.presets.values()), strict=True):
        for sentences in zip(*(paragraph.sentences for paragraph in paragraphs), strict=True):
            words = [each.phrase.say("en") if each.phrase else "" for each in sentences]
            if len(set(words)) > 1:
                fields = " ".join(sentences[0].fields)
                rows.append({"topic": paragraphs[0].heading.say("en"), "fields": fields, "words": words})
    names = [TITLES[name] if name in TITLES else str(name) for name in game.presets]
    data = json.dumps({"names": names, "rows": rows, "same": "Nothing differs."}).replace("<", "\\u003c")
    lists = "".join(
        f"<label>{label} <select>{_options(names, chosen)}</select></label>"
        for label, chosen in (("Edition", 0), ("compared with", 1))
    )
    return (
        f'<div class="rami-compare"><form>{lists}</form><div aria-live="polite">{_whole(names, rows)}</div>'
        f'<script type="application/json">{data}</script></div>'
    )


def _options(names: list[str], chosen: int) -> str:
    return "".join(
        f"<option{' selected' if index == chosen else ''}>{escape(name)}</option>" for index, name in enumerate(names)
    )


def _whole(names: list[str], rows: list[dict[str, Any]]) -> str:
    """Return all that differs as a list, for readers without JavaScript."""
    parts = ["<p>All differences:</p>"]
    for row in rows:
        editions: dict[str, list[str]] = {}
        for name, text in zip(names, row["words"], strict=True):
            editions.setdefault(text or "–", []).append(f"<em>{escape(name)}</em>")
        items = "".join(f"<dt>{', '.join(each)}</dt><dd>{escape(text)}</dd>" for text, each in editions.items())
        parts.append(f"<h4>{escape(row['topic'])} <code>{escape(row['fields'])}</code></h4><dl>{items}</dl>")
    return "".join(parts)
