"""The command line: `python -m rami solve`, `rules` and `simulate`."""

import os
import sys
from argparse import ArgumentParser, HelpFormatter, Namespace
from collections.abc import Callable, Sequence
from typing import Any

from rami.commands.choices import GAME_NAMES, PLAYERS, any_edition, any_game, chosen, edition, players_of, refusal
from rami.commands.screen import tell
from rami.errors import RamiError
from rami.sentences import Texts, language, languages

TEXTS = Texts("commands")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code, 2 for arguments that cannot be."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    lang = "en"
    try:
        lang = _language(given)
        parser = _parser(lang)
        if given and not given[0].startswith("-") and given[0] not in COMMANDS:
            parser.error(refusal("command", given[0], COMMANDS, lang))
        options = parser.parse_args(given)
        COMMANDS[options.command](options, lang)
        sys.stdout.flush()
    except RamiError as error:
        print(f"rami: {error.message(lang) if isinstance(error, RamiError) else error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # a reader such as `head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _language(given: Sequence[str]) -> str:
    """Return the language that is asked for, before anything is said."""
    parser = ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--lang", default="en")
    return language(parser.parse_known_args(given)[0].lang)


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

    games, players = tuple(GAME_NAMES), tuple(PLAYERS)
    parser = ArgumentParser(prog="rami", description=about("program"), formatter_class=Formatter, add_help=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="|".join(COMMANDS))
    each = {
        name: commands.add_parser(
            name, help=about(name), description=about(name), formatter_class=Formatter, add_help=False
        )
        for name in COMMANDS
    }
    for command in (parser, *each.values()):
        command.add_argument("-h", "--help", action="help", help=about("help"))
    each["solve"].add_argument("rack", help=about("rack"))
    each["solve"].add_argument("table", nargs="?", default="", help=about("table"))
    first = next(iter(GAME_NAMES[games[0]].presets))
    each["rules"].add_argument("edition", help=about("edition-asked", first=first))
    each["simulate"].add_argument("game", help=about("game-asked", games=games))
    each["simulate"].add_argument("players", nargs="+", metavar="player", help=about("seats", players=players))
    each["simulate"].add_argument("--deals", type=int, default=100, metavar="N", help=about("deals"))
    each["simulate"].add_argument("--seed", type=int, default=1, metavar="N", help=about("first-seed"))
    for name, command in each.items():
        if name != "rules":
            command.add_argument("--rules", metavar="EDITION", help=about("edition"))
        command.add_argument("--lang", default="en", help=about("lang", languages=languages()))
    return parser


def _solve(options: Namespace, lang: str) -> None:
    from rami import rummikub  # noqa: PLC0415
    from rami.commands.solve import solve  # noqa: PLC0415

    _, rules = edition(options.rules, GAME_NAMES[rummikub.GAME.name], lang)
    solve(options.rack, options.table, rules, lang)


def _rules(options: Namespace, lang: str) -> None:
    from rami.rule_text import prose  # noqa: PLC0415

    tell(prose(any_edition(options.edition, lang), lang))


def _simulate(options: Namespace, lang: str) -> None:
    from rami.simulate import compare  # noqa: PLC0415

    game = any_game(options.game, lang)
    _, rules = edition(options.rules, game, lang)
    players: list[Any] = [chosen("player", name, players_of(game), lang) for name in options.players]

    def progress(done: int, most: int) -> None:
        end = "\n" if done == most else ""
        print("\r" + TEXTS.say("simulate.done", lang, done=done, all=most), end=end, file=sys.stderr, flush=True)

    found = compare(game, players, rules=rules, deals=options.deals, seed=options.seed, progress=progress)
    print(found.text(lang))


COMMANDS: dict[str, Callable[[Namespace, str], None]] = {
    "solve": _solve,
    "rules": _rules,
    "simulate": _simulate,
}

if __name__ == "__main__":
    sys.exit(main())
