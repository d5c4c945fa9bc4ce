"""The command line: `rami`, or `python -m rami`."""

import os
import sys
from argparse import ArgumentParser, HelpFormatter, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, NoReturn

from rami import __version__, rummikub, rummy
from rami.commands import (
    PLAYERS,
    TEXTS,
    any_edition,
    any_game,
    declarations,
    edition,
    editions,
    refusal,
    schema,
    simulate,
    solve,
    tell,
)
from rami.errors import RamiError, clean
from rami.games import GAMES
from rami.rule_text import prose
from rami.sentences import language, languages


class Parser(ArgumentParser):
    """A parser whose errors are one line, like the other errors of the command."""

    def error(self, message: str) -> NoReturn:
        """Raise the error, for `main` to print."""
        raise RamiError(message)

    def _print_message(self, message: str, file: Any = None) -> None:
        print(message, end="", file=file)  # where argparse itself says nothing of a full disk


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code: 2 for an error, which is one line, and 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack the letters of a language
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        if sys.stdout is not None:  # it is None where it was closed
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        _discard_output()
        return 130
    except BrokenPipeError:  # a reader such as `head` has read enough
        _discard_output()
        return 0
    except OSError as error:  # a full disk
        _discard_output()
        return _fail(error.strerror or str(error))


def _run(given: Sequence[str]) -> int:
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
    except SystemExit as end:  # the help and the version end so
        return int(end.code or 0)
    return 0


def _fail(message: str) -> int:
    if sys.stderr is not None:
        print(f"rami: {clean(message)}", file=sys.stderr)
    return 2


def _discard_output() -> None:
    """Let what is still to be written, as at the end of the interpreter, go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language(given: Sequence[str]) -> str:
    """Return the language that is asked for, before anything is said."""
    parser = Parser(add_help=False)
    parser.add_argument("--lang", nargs="?", default="en")
    return language(parser.parse_known_args(given)[0].lang or "en")


def _parser(lang: str) -> ArgumentParser:
    def about(key: str, **values: object) -> str:
        return TEXTS.say(f"help.{key}", lang, **values).replace("%", "%%")

    class Formatter(HelpFormatter):
        """The help, with the headings of argparse in the language."""

        def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, f"{about('usage')} " if prefix is None else prefix)

        def start_section(self, heading: str | None) -> None:
            headings = {"positional arguments": "arguments", "options": "options"}
            super().start_section(about(headings[heading]) if heading in headings else heading)

    games, players = tuple(GAMES), tuple(PLAYERS)
    parser = Parser(prog="rami", description=about("program"), formatter_class=Formatter, add_help=False)
    commands = parser.add_subparsers(dest="command", metavar="|".join(COMMANDS))
    each = {
        name: commands.add_parser(
            name, help=about(name), description=about(name), formatter_class=Formatter, add_help=False
        )
        for name in COMMANDS
    }
    for command in (parser, *each.values()):
        command.add_argument("-h", "--help", action="help", help=about("help"))
    parser.add_argument("--version", action="version", version=f"rami {__version__}", help=about("version"))
    each["solve"].add_argument("rack", help=about("rack"))
    each["solve"].add_argument("table", nargs="?", default="", help=about("table"))
    each["solve"].add_argument("--unopened", action="store_true", help=about("unopened"))
    each["solve"].add_argument("--points", action="store_true", help=about("points"))
    first = next(iter(GAMES[games[0]].presets))
    each["rules"].add_argument("edition", nargs="?", help=about("edition-asked", first=first))
    one = each["schema"].add_mutually_exclusive_group()
    one.add_argument("type", nargs="?", help=about("type", first="rummikub.View"))
    one.add_argument("--typescript", action="store_true", help=about("typescript"))
    each["simulate"].add_argument("game", help=about("game-asked", games=games))
    each["simulate"].add_argument("players", nargs="+", metavar="player", help=about("seats", players=players))
    each["simulate"].add_argument("--deals", type=int, default=100, metavar="N", help=about("deals"))
    each["simulate"].add_argument("--seed", type=int, default=1, metavar="N", help=about("first-seed"))
    for name, command in each.items():
        if name in ("solve", "simulate"):
            command.add_argument("--rules", metavar="EDITION", help=about("edition"))
        command.add_argument("--lang", default="en", help=about("lang", languages=languages()))
    return parser


def _solve(options: Namespace, lang: str) -> None:
    _, rules = edition(options.rules, rummikub.GAME, lang)
    solve(options.rack, options.table, rules, lang, opened=not options.unopened, by_points=options.points)


def _rules(options: Namespace, lang: str) -> None:
    if options.edition is None:
        editions(lang)
    else:
        tell(prose(rummy.MATCHES.get(options.edition.lower()) or any_edition(options.edition, lang), lang))


def _simulate(options: Namespace, lang: str) -> None:
    game = any_game(options.game, lang)
    _, rules = edition(options.rules, game, lang)
    simulate(game, options.players, rules, options.deals, options.seed, lang)


def _schema(options: Namespace, lang: str) -> None:
    if options.typescript:
        print(declarations(), end="")
    else:
        schema(options.type, lang)


COMMANDS: dict[str, Callable[[Namespace, str], None]] = {
    "solve": _solve,
    "rules": _rules,
    "simulate": _simulate,
    "schema": _schema,
}

if __name__ == "__main__":
    sys.exit(main())
