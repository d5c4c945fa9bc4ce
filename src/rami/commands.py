"""The commands of `rami`: rules, solve, simulate, schema."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from math import factorial
from textwrap import wrap
from typing import Any, Final, TypeVar, Union

from rami import contracts, rummikub
from rami.codec import json_schema
from rami.errors import Language, RamiError, Violation, clean
from rami.game import Game, Result
from rami.games import GAMES, game_named
from rami.match import Match
from rami.players import Player, best_player, quick_player, random_move, random_player
from rami.record import Record, Redacted
from rami.rummikub.checks import played_tiles
from rami.sentences import Texts
from rami.shapes import whole
from rami.simulate import DealRow, compare, deals

TEXTS = Texts("commands")
T = TypeVar("T")

WIDTH: Final = 80
"""How long a line may be."""

MOST_NEAR: Final = 4
"""The most names that an error offers."""

MOST_DEALS: Final = 10**6
"""The most deals that are compared."""

PLAYERS: Final[Mapping[str, Player[Any, Any]]] = {
    "best": best_player,
    "quick": quick_player,
    "random": random_player,
}
"""The players that can be named."""

SERVICES: Final[dict[str, Any]] = {"Violation": Violation, "Match": Match, "Record": Record, "Redacted": Redacted}
"""The types of the services that have a schema for each game."""

# The head of the declarations in TypeScript.
HEAD: Final = """\
// The JSON of the Python library rami, as TypeScript. Made from its JSON Schemas.
// Every field is there; of a ViewChange, only those that a move changed.

/** What every document is: the version of the format, what it holds, and the value. */
export interface Document<T extends string, V> {
  rami: 1;
  type: T;
  value: V;
}
"""


def tell(text: str, indent: str = "") -> None:
    """Print a text, wrapped; lines after the first of a paragraph are indented."""
    for line in text.splitlines():
        print(*wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""], sep="\n")


# ------------------------------------------------------------------------------------- games, editions, players by name


def chosen(kind: str, name: str, known: Mapping[str, T], lang: Language) -> T:
    """Return what a name stands for.

    Args:
        kind: What is named: `"game"`, `"edition"`, `"player"`, `"type"` or `"command"`.
        name: The name, in upper or lower case.
        known: What there is, by name.
        lang: The language of the error.

    Raises:
        RamiError: If there is nothing of that name; it says which names are near.
    """
    if name.lower() in known:
        return known[name.lower()]
    raise RamiError(refusal(kind, name, known, lang))


def refusal(kind: str, name: str, known: Iterable[str], lang: Language) -> str:
    """Return the sentence for an unknown name."""
    names = {each.lower(): each for each in known}
    given = name.lower()[:40]
    close = get_close_matches(given, names) + [each for each in names if len(given) > 2 and each.startswith(given[:4])]
    near = tuple(dict.fromkeys(names[each] for each in close))[:MOST_NEAR]
    key = f"errors.{kind}-near" if near else f"errors.{kind}"
    return TEXTS.say(key, lang, name=repr(clean(name[:40])), near=near, known=tuple(known))


def any_game(name: str, lang: Language) -> Game[Any, Any, Any, Any]:
    """Return a game of the library, or of an installed package, by its name."""
    if name.lower() in GAMES:
        return GAMES[name.lower()]
    try:
        return game_named(name)
    except RamiError:
        return chosen("game", name, GAMES, lang)


def players_of(game: Game[Any, Any, Any, Any]) -> Mapping[str, Player[Any, Any]]:
    """Return the players that can be named for a game; a game of another package has the random one."""
    return PLAYERS if game in GAMES.values() else {"random": partial(random_move, game)}


def edition(name: str | None, game: Game[Any, Any, Any, Any], lang: Language) -> tuple[str, Any]:
    """Return the name and rules of an edition of a game; of its first where none is named."""
    name = next(iter(game.presets)) if name is None else name
    return name.lower(), chosen("edition", name, game.presets, lang)


def any_edition(name: str, lang: Language) -> Any:
    """Return the rules of an edition of any game."""
    return chosen("edition", name, {key: rules for game in GAMES.values() for key, rules in game.presets.items()}, lang)


def editions(lang: Language) -> None:
    """Print the editions of each game."""
    print(f"{TEXTS.say('help.editions', lang)}:")
    for name, game in GAMES.items():
        tell(f"  {name}: {', '.join(game.presets)}", "    ")


# --------------------------------------------------------------------------------------------------------- the commands


def simulate(
    game: Game[Any, Any, Any, Any], names: Sequence[str], rules: Any, number: int, seed: int, lang: Language
) -> None:
    """Print the comparison of players over a number of seeds."""
    whole("deals", number, 2, MOST_DEALS)
    players: dict[str, Player[Any, Any]] = {}
    for name in names:
        player = chosen("player", name, players_of(game), lang)
        players[_other(name.lower(), players)] = player
    rows = deals(game, players, rules=rules, seeds=range(seed, seed + number))
    print(compare(_watched(rows, number, factorial(len(players)), lang)).text(lang))


def _other(name: str, taken: Iterable[str]) -> str:
    """Return a name that nobody has yet: a player can play against itself."""
    number = sum(each.split()[0] == name for each in taken)
    return name if number == 0 else f"{name} {number + 1}"


def _watched(rows: Iterable[DealRow], number: int, seatings: int, lang: Language) -> Iterator[DealRow]:
    """Yield the rows; count the seeds on the standard error where it is a terminal."""
    watched = sys.stderr is not None and sys.stderr.isatty()  # it is None where it was closed
    for played, row in enumerate(rows, 1):
        yield row
        if watched and played % seatings == 0:
            done = played // seatings
            told = TEXTS.say("simulate.done", lang, done=done, all=number)
            print("\r" + told, end="\n" if done == number else "", file=sys.stderr, flush=True)


def solve(rack: str, table: str, rules: rummikub.Rules, lang: Language, *, opened: bool, by_points: bool) -> None:
    """Print the best play of a rack on a table."""
    view = rummikub.set_up(rack, table, rules=rules, opened=opened)
    tell(TEXTS.say("solve.rack", lang, rack=view.rack), "  ")
    tell(TEXTS.say("solve.table" if view.table else "solve.empty", lang, table=view.table), "  ")
    play = rummikub.best_play(view, maximize="points" if by_points else "tiles")
    if play is None:
        return tell(TEXTS.say("solve.none", lang))
    laid = played_tiles(view, play)
    points = rummikub.rack_value(laid, rules)
    tell(TEXTS.say("solve.lay", lang, tiles=laid, laid=len(laid), all=len(view.rack), points=points))
    for number, step in enumerate(rummikub.explain(view, play), start=1):
        tell(f"{number:>4}. {step.message(lang)}", " " * 6)
    return tell(TEXTS.say("solve.table", lang, table=play.table), "  ")


# ------------------------------------------------------------------------------------------- schemas, and TypeScript


def declarations() -> str:
    """Return the types of all schemas, a namespace for each game."""
    spaces: dict[str, dict[str, Any]] = {}
    documents: dict[str, list[str]] = {}
    for schema in schemas().values():
        space, _, name = schema["title"].rpartition(".")
        spaces.setdefault(space, {}).update(schema["$defs"])
        value = _typed(schema["properties"]["value"])
        documents.setdefault(space, []).append(f'export type {name}Document = Document<"{schema["title"]}", {value}>;')
    parts = [HEAD]
    for space, known in sorted(spaces.items()):
        lines = [*_declared(known), *documents[space]]
        if space:
            inside = "\n".join(f"  {line}" if line else line for line in "\n".join(lines).split("\n"))
            parts.append(f"export namespace {space} {{\n{inside}\n}}\n")
        else:
            parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _declared(known: Mapping[str, Any]) -> Iterator[str]:
    for name, definition in sorted(known.items()):
        if "description" in definition:
            yield f"/** {definition['description'].replace('*/', '* /')} */"
        if definition.get("required") == []:
            yield f"export type {name} = Partial<{name.removesuffix('Change')}>;"
        elif definition.get("type") == "object":
            yield f"export interface {name} {_typed(definition)}"
        else:
            yield f"export type {name} = {_typed(definition)};"


def _typed(schema: Mapping[str, Any]) -> str:
    """Return a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(_typed, schema["anyOf"]))
    if schema["type"] == "array":
        first = [_typed(each) for each in schema.get("prefixItems", ())]
        others = [f"Array<{_typed(schema['items'])}>"] if "items" in schema else []
        return f"[{', '.join([*first, *('...' + each for each in others)])}]" if first else "".join(others)
    if schema["type"] == "object":
        return _object(schema)
    return "number" if schema["type"] == "integer" else str(schema["type"])


def _object(schema: Mapping[str, Any]) -> str:
    inside = "\n".join(f"{name}: {_typed(field)};" for name, field in schema["properties"].items())
    return "{\n  " + inside.replace("\n", "\n  ") + "\n}"


def types() -> dict[str, tuple[Any, Game | None]]:
    """Return the types that have a schema of their own, each with its game, by their names in documents."""
    found: dict[str, tuple[Any, Game | None]] = {"Result": (Result, None)}
    for game in GAMES.values():
        kinds: dict[str, Any] = {
            "State": game.state,
            "View": game.view,
            "Move": Union[tuple(game.moves)],  # noqa: UP007  # of a tuple
            "Rules": game.rules,
            **{kind.__name__: kind for kind in game.values},
            **SERVICES,
        }
        found |= {f"{game.name}.{name}": (kind, game) for name, kind in kinds.items()}
    return found | {"contracts.Deck": (contracts.Deck, contracts.GAME)}


def schemas() -> dict[str, Any]:
    """Return the schemas by the names of their types."""
    return {name: json.loads(json_schema(kind, game)) for name, (kind, game) in types().items()}


def schema(name: str | None, lang: Language) -> None:
    """Print the schema of a type, or an object of all schemas by the names of their types."""
    found = schemas()
    if name is not None:
        titles = {title.lower(): title for title in found}
        if name.lower() not in titles:
            raise RamiError(refusal("type", name, found, lang))
        found = found[titles[name.lower()]]
    print(json.dumps(found, indent=2))
