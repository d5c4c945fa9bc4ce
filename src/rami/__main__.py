"""The command line program `rami`.

The commands are rules, solve, simulate and schema. `python -m rami` runs the program, too.
"""

import json
import os
import sys
from argparse import ArgumentParser, HelpFormatter, Namespace
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from math import factorial
from textwrap import indent, wrap
from typing import Any, Final, NoReturn, TypeVar, Union

from rami import __version__, contracts, rummikub, rummy
from rami.codec import json_schema
from rami.errors import Language, RamiError, Violation, clean
from rami.game import Game
from rami.games import GAMES, game_named
from rami.match import Match
from rami.players import LEVELS, Player, best_player, quick_player, random_move, random_player
from rami.record import Record, Redacted
from rami.results import BaseEnding, EndReason, Result
from rami.rule_text import prose
from rami.rummikub.checks import played_tiles
from rami.sentences import Texts, language, languages
from rami.shapes import near_names, whole
from rami.simulate import DealRow, compare, deals, play_deal

TEXTS = Texts("commands")
T = TypeVar("T")

WIDTH: Final = 80
"""Maximum width of a line."""

MOST_NEAR: Final = 4
"""Maximum number of similar names that an error suggests."""

MOST_DEALS: Final = 10**6
"""Maximum number of deals to compare."""

PLAYERS: Final[Mapping[str, Player[Any, Any]]] = {
    "best": best_player,
    "quick": quick_player,
    "random": random_player,
    **LEVELS,
}
"""Players by name."""

SERVICES: Final[dict[str, Any]] = {
    "Result": Result,
    "Violation": Violation,
    "Match": Match,
    "Record": Record,
    "Redacted": Redacted,
}
"""Types that have a separate schema for each game."""

# Comment at the start of the TypeScript declarations.
HEAD: Final = """\
// TypeScript types for the JSON of the Python library rami. Generated from its JSON Schemas.
// All fields are required, except in a ViewChange, which has only the fields that changed.

/** A document: the format version, the type name and the value. */
export interface Document<T extends string, V> {
  rami: 1;
  type: T;
  value: V;
}
"""


def print_wrapped(text: str, indent: str = "") -> None:
    """Print a text and wrap its lines.

    Continuation lines start with `indent`.
    """
    for line in text.splitlines():
        print(*wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""], sep="\n")


# ------------------------------------------------------------------------------------- games, editions, players by name


def chosen(kind: str, name: str, known: Mapping[str, T], lang: Language) -> T:
    """Return the value that has the given name, or raise an error.

    Args:
        kind: The kind of name: `"game"`, `"edition"`, `"player"`, `"type"` or `"command"`.
        name: The name, in upper or lower case.
        known: The known values by name.
        lang: The language of the error.

    Raises:
        RamiError: If the name is unknown. The message suggests similar names.
    """
    in_lower_case = {each.lower(): value for each, value in known.items()}
    if name.lower() in in_lower_case:
        return in_lower_case[name.lower()]
    raise RamiError(refusal(kind, name, known, lang))


def refusal(kind: str, name: str, known: Iterable[str], lang: Language) -> str:
    """Return the error message for an unknown name."""
    names = {each.lower(): each for each in known}
    near = tuple(names[each] for each in near_names(name, names)[:MOST_NEAR])
    key = f"errors.{kind}-near" if near else f"errors.{kind}"
    return TEXTS.say(key, lang, name=repr(clean(name[:40])), near=near, known=tuple(known))


def any_game(name: str, lang: Language) -> Game[Any, Any, Any, Any]:
    """Return a game of the library or of an installed package."""
    if name.lower() in GAMES:
        return GAMES[name.lower()]
    try:
        return game_named(name)
    except RamiError:
        return chosen("game", name, GAMES, lang)


def players_of(game: Game[Any, Any, Any, Any]) -> Mapping[str, Player[Any, Any]]:
    """Return the players of a game, by name.

    Games from other packages have only the random player.
    """
    return PLAYERS if game in GAMES.values() else {"random": partial(random_move, game)}


def edition(name: str | None, game: Game[Any, Any, Any, Any], lang: Language) -> Any:
    """Return the rules of an edition.

    By default, this is the first edition of the game.
    """
    return chosen("edition", next(iter(game.presets)) if name is None else name, game.presets, lang)


def editions(lang: Language, *names: str) -> None:
    """Print the names of the editions of each game.

    Without `names`, print them for all games.
    """
    print(f"{TEXTS.say('help.editions', lang)}:")
    for name in names or GAMES:
        print_wrapped(f"  {name}: {', '.join(GAMES[name].presets)}", "    ")


# --------------------------------------------------------------------------------------------------------- the commands


def _rules(options: Namespace, lang: Language) -> None:
    known = {name: rules for game in GAMES.values() for name, rules in game.presets.items()}
    if options.edition is None:
        editions(lang)
    elif options.edition.lower() in {*GAMES} - {*known}:
        editions(lang, options.edition.lower())
    else:
        match = rummy.MATCHES.get(options.edition.lower())
        print_wrapped(prose(match or chosen("edition", options.edition, known, lang), lang))


def _simulate(options: Namespace, lang: Language) -> None:
    game, seed, number = any_game(options.game, lang), options.seed, options.deals
    rules = edition(options.rules, game, lang)
    name = next(each for each, preset in game.presets.items() if preset is rules)
    whole("deals", number, 2, MOST_DEALS)
    players: dict[str, Player[Any, Any]] = {}
    for each in options.players:
        player = chosen("player", each, players_of(game), lang)
        players[_unused_name(each.lower(), players)] = player
    rows = deals(game, players, rules=rules, seeds=range(seed, seed + number))
    endings = Counter[str]()
    table = compare(_with_progress(rows, number, factorial(len(players)), lang, endings)).text(lang)
    last_seed = seed + number - 1
    setting = {"edition": name, "version": __version__, "first": seed, "last": last_seed}
    print_wrapped(TEXTS.say("simulate.setting", lang, game=game.name, **setting))
    print(table)
    _print_endings(endings, game, lang)
    last = play_deal(game, tuple(players.values()), rules=rules, seed=last_seed).result
    assert last is not None
    print(TEXTS.say("simulate.last", lang, seed=last_seed))
    print_wrapped(last.message(lang, players), "  ")


def _print_endings(endings: Counter[str], game: Game, lang: Language) -> None:
    words = {str(each): each for each in (*EndReason, *(game.endings or ())) if isinstance(each, BaseEnding)}
    print(TEXTS.say("simulate.ends", lang))
    for name, count in endings.most_common():
        share = f"{100 * count / endings.total():5.1f}"
        ending = words[name].message(lang) if name in words else name
        print(TEXTS.say("simulate.end", lang, share=share, ending=ending))


def _unused_name(name: str, taken: Iterable[str]) -> str:
    number = sum(each.split()[0] == name for each in taken)
    return name if number == 0 else f"{name} {number + 1}"


def _with_progress(
    rows: Iterable[DealRow], number: int, seatings: int, lang: Language, endings: Counter[str]
) -> Iterator[DealRow]:
    # `sys.stderr` is None if it was closed.
    watched = sys.stderr is not None and sys.stderr.isatty()
    for played, row in enumerate(rows, 1):
        endings[row.ending] += 1
        yield row
        if watched and played % seatings == 0:
            done = played // seatings
            told = TEXTS.say("simulate.done", lang, done=done, all=number)
            print("\r" + told, end="\n" if done == number else "", file=sys.stderr, flush=True)


def _solve(options: Namespace, lang: Language) -> None:
    rules = edition(options.rules, rummikub.GAME, lang)
    tiles = [word for word in options.table if not {*word} & {*"-= "}]
    if tiles or len(options.table) > 1:
        melds = [word for word in options.table if word not in tiles]
        parts = filter(None, (" ".join([options.rack, *tiles]), " ".join(melds)))
        raise RamiError(TEXTS.say("errors.quotes", lang, command=" ".join(f'"{part}"' for part in parts)))
    view = rummikub.set_up(options.rack, *options.table, rules=rules, opened=not options.unopened)
    print_wrapped(TEXTS.say("solve.rack", lang, rack=view.rack), "  ")
    print_wrapped(TEXTS.say("solve.table" if view.table else "solve.empty", lang, table=view.table), "  ")
    play = rummikub.best_play(view, maximize="points" if options.points else "tiles")
    if play is None:
        print_wrapped(TEXTS.say("solve.none", lang))
        return
    laid = played_tiles(view, play)
    points = rummikub.rack_value(laid, rules)
    print_wrapped(TEXTS.say("solve.lay", lang, tiles=laid, laid=len(laid), all=len(view.rack), points=points))
    for number, step in enumerate(rummikub.explain(view, play), start=1):
        print_wrapped(f"{number:>4}. {step.message(lang)}", " " * 6)
    print_wrapped(TEXTS.say("solve.table", lang, table=play.table), "  ")


# ------------------------------------------------------------------------------------------- schemas, and TypeScript


def declarations() -> str:
    """Return the TypeScript declarations of all schemas.

    Each game has a namespace.
    """
    definitions: dict[str, dict[str, Any]] = defaultdict(dict)
    documents: dict[str, list[str]] = defaultdict(list)
    for title, schema in schemas().items():
        namespace, _, name = title.rpartition(".")
        definitions[namespace] |= schema["$defs"]
        value = _typed(schema["properties"]["value"])
        documents[namespace].append(f'export type {name}Document = Document<"{title}", {value}>;')
    parts = [HEAD]
    for namespace, known in sorted(definitions.items()):
        text = "\n".join([*_declared(known), *documents[namespace]])
        parts.append(f"export namespace {namespace} {_braced(text)}\n" if namespace else f"{text}\n")
    return "\n".join(parts)


def _braced(text: str) -> str:
    return f"{{\n{indent(text, '  ')}\n}}"


def _declared(known: Mapping[str, Any]) -> Iterator[str]:
    for name, definition in sorted(known.items()):
        if "description" in definition:
            yield f"/** {definition['description'].replace('*/', '* /')} */"
        # The document may hold only changed fields, so no field is required.
        if definition.get("required") == []:
            yield f"export type {name} = Partial<{name.removesuffix('Change')}>;"
        elif definition.get("type") == "object":
            yield f"export interface {name} {_typed(definition)}"
        else:
            yield f"export type {name} = {_typed(definition)};"


def _typed(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(_typed, schema["anyOf"]))
    if schema["type"] == "array":
        return _array(schema)
    if schema["type"] == "object":
        return _braced("\n".join(f"{name}: {_typed(field)};" for name, field in schema["properties"].items()))
    return "number" if schema["type"] == "integer" else str(schema["type"])


def _array(schema: Mapping[str, Any]) -> str:
    items = [_typed(each) for each in schema.get("prefixItems", ())]
    if "items" in schema:
        others = f"Array<{_typed(schema['items'])}>"
        if not items:
            return others
        items.append(f"...{others}")
    return f"[{', '.join(items)}]"


def types() -> dict[str, tuple[Any, Game | None]]:
    """Return each type that has a schema, and its game, by the name of the type."""
    found: dict[str, tuple[Any, Game | None]] = {"Result": (Result, None)}
    for game in GAMES.values():
        kinds: dict[str, Any] = {
            "State": game.state,
            "View": game.view,
            "Move": Union[tuple(game.moves)],  # noqa: UP007  # a tuple
            "Rules": game.rules,
            **{kind.__name__: kind for kind in game.values},
            **SERVICES,
        }
        found |= {f"{game.name}.{name}": (kind, game) for name, kind in kinds.items()}
    return found | {"contracts.Deck": (contracts.Deck, contracts.GAME)}


def schemas() -> dict[str, Any]:
    """Return the schema of each type, by the name of the type."""
    return {name: json.loads(json_schema(kind, game)) for name, (kind, game) in types().items()}


def _schema(options: Namespace, lang: Language) -> None:
    if options.typescript:
        print(declarations(), end="")
        return
    found = schemas()
    if options.type is not None:
        found = chosen("type", options.type, found, lang)
    print(json.dumps(found, indent=2))


# ------------------------------------------------------------------------------------------------- the command line


class Parser(ArgumentParser):
    """A parser that prints each error in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise the error, which `main` prints."""
        raise RamiError(message)

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse hides write errors, for example if the disk is full.
        print(message, end="", file=file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code.

    The code is 2 after an error, and 130 after Ctrl-C. An error is printed in one line.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # The terminal may not be able to print all letters of the language.
            stream.reconfigure(errors="replace")
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        # `sys.stdout` is None if it was closed.
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        _discard_output()
        return 130
    except BrokenPipeError:
        # A program such as `head` may close the pipe early.
        _discard_output()
        return 0
    except OSError as error:
        # The disk may be full.
        _discard_output()
        return _fail(error.strerror or str(error))


def _run(given: Sequence[str]) -> int:
    # Errors are in English until the language is known.
    lang = "en"
    try:
        lang = _language(given)
        parser = _parser(lang)
        if given and not given[0].startswith("-") and given[0] not in COMMANDS:
            raise RamiError(refusal("command", given[0], COMMANDS, lang))
        options = parser.parse_args(given)
        if options.command is None:
            parser.print_help()
            print()
            editions(lang)
        else:
            COMMANDS[options.command](options, lang)
    except RamiError as error:
        return _fail(error.message(lang))
    except SystemExit:
        # argparse exits after it has printed the help or the version.
        return 0
    return 0


def _fail(message: str) -> int:
    if sys.stderr is not None:
        # A failure to write to standard error cannot be reported.
        with suppress(OSError):
            print(f"rami: {clean(message)}", file=sys.stderr)
    return 2


def _discard_output() -> None:
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language(given: Sequence[str]) -> str:
    parser = Parser(add_help=False)
    parser.add_argument("--lang", nargs="?", default="en")
    return language(parser.parse_known_args(given)[0].lang or "en")


def _help(lang: str, key: str, /, **values: object) -> str:
    return TEXTS.say(f"help.{key}", lang, **values).replace("%", "%%")


def _formatter(lang: str) -> type[HelpFormatter]:
    headings = {"positional arguments": _help(lang, "arguments"), "options": _help(lang, "options")}

    class Formatter(HelpFormatter):
        def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, f"{_help(lang, 'usage')} " if prefix is None else prefix)

        def start_section(self, heading: str | None) -> None:
            super().start_section(heading and headings.get(heading, heading))

    return Formatter


def _parser(lang: str) -> ArgumentParser:
    about, formatter = partial(_help, lang), _formatter(lang)
    parser = Parser(prog="rami", description=about("program"), formatter_class=formatter, add_help=False)
    named = parser.add_subparsers(dest="command", metavar="|".join(COMMANDS))
    solve, rules, simulate, schema = commands = [
        named.add_parser(name, help=about(name), description=about(name), formatter_class=formatter, add_help=False)
        for name in COMMANDS
    ]
    for each in (parser, *commands):
        each.add_argument("-h", "--help", action="help", help=about("help"))
    parser.add_argument("--version", action="version", version=f"rami {__version__}", help=about("version"))
    solve.add_argument("rack", help=about("rack"))
    solve.add_argument("table", nargs="*", help=about("table"))
    solve.add_argument("--unopened", action="store_true", help=about("unopened"))
    solve.add_argument("--points", action="store_true", help=about("points"))
    example = next(iter(rummikub.GAME.presets))
    rules.add_argument("edition", nargs="?", help=about("edition-asked", first=example))
    form = schema.add_mutually_exclusive_group()
    form.add_argument("type", nargs="?", help=about("type", first="rummikub.View"))
    form.add_argument("--typescript", action="store_true", help=about("typescript"))
    simulate.add_argument("game", help=about("game-asked", games=tuple(GAMES)))
    simulate.add_argument("players", nargs="+", metavar="player", help=about("seats", players=tuple(PLAYERS)))
    simulate.add_argument("--deals", type=int, default=100, metavar="N", help=about("deals"))
    simulate.add_argument("--seed", type=int, default=1, metavar="N", help=about("first-seed"))
    for each in (solve, simulate):
        each.add_argument("--rules", metavar="EDITION", help=about("edition"))
    for each in commands:
        each.add_argument("--lang", default="en", help=about("lang", languages=languages()))
    return parser


COMMANDS: dict[str, Callable[[Namespace, str], None]] = {
    "solve": _solve,
    "rules": _rules,
    "simulate": _simulate,
    "schema": _schema,
}

if __name__ == "__main__":
    sys.exit(main())
