"""A match of Gin to 100 points, played by sensible bots and told deal by deal.

    python examples/gin_game.py --seed 7 --edition oklahoma-gin --lang fr

A bot sees what a player at the table sees. It takes the top discard if that makes a meld, discards what leaves the
least deadwood, knocks as soon as it may, and lays off what is best laid off.
"""

import argparse
import os
import re
import sys
from random import Random
from textwrap import wrap
from typing import Any

from rami import gin
from rami.errors import Language
from rami.gin import Knock, LayOff, Move, Rules, State, View
from rami.match import Match, after, deal
from rami.players import greedy_player
from rami.record import Record

NAMES = ("Ada", "Blaise")

WIDTH = 80
"""How long a line may be."""

PIECE = re.compile(r"(?<!\w)(?:[A2-9JQK]|10)[SHDC](?!\w)")
"""A card in a text."""

WORDS: dict[str, Any] = {
    "en": {
        "title": "Gin, {0}, seed {1}",
        "deal": "Deal {0}: {1} starts, the upcard is {2}",
        "turn": "turn {0}: {1}",
        "result": "{0}, points: {1}; in all {2} to {3}",
        "details": {"knock": "Knock", "gin": "Gin", "big_gin": "Big gin", "undercut": "Undercut", "dead": "Dead"},
        "won": "Deals won: {0} to {1}",
        "shutout": ", a shutout",
        "points": "{0} points, with all bonuses {1}",
        "wins": "{0} wins the match.",
    },
    "fr": {
        "title": "Gin, {0}, germe {1}",
        "deal": "Donne {0} : {1} commence, la retourne est {2}",
        "turn": "tour {0} : {1}",
        "result": "{0}, points : {1} ; en tout {2} à {3}",
        "details": {"knock": "Frappe", "gin": "Gin", "big_gin": "Grand gin", "undercut": "Sous-coupe", "dead": "Nulle"},
        "won": "Donnes gagnées : {0} à {1}",
        "shutout": ", capot",
        "points": "{0} points, avec toutes les primes {1}",
        "wins": "{0} gagne la partie.",
    },
}


def say(text: str = "", indent: str = "") -> None:
    """Print a text, wrapped; cards in colours where the output is a terminal and `NO_COLOR` is not set."""
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]:
        print(PIECE.sub(lambda card: gin.text(card.group(), color=True), line) if color else line)


def play(record: Record[Rules, State, Move, View], lang: Language) -> Record[Rules, State, Move, View]:
    """A deal to its end, printed from the knock on."""
    while not record.state.is_over:
        state = record.state
        move = greedy_player(record.view(state.current_player), Random(0))
        if isinstance(move, Knock | LayOff):
            told = gin.seen(state, move, None).message(lang, name=NAMES[state.current_player])
            say("  " + WORDS[lang]["turn"].format(state.turn + 1, told), " " * 4)
        record = record.play(move)
    return record


def tell_result(match: Match[Any, Any, Any, Any], state: State, lang: Language) -> None:
    """Print the hands that were laid open, and the score."""
    words, result = WORDS[lang], match.results[-1]
    for name, laid in zip(NAMES, state.spreads, strict=True):
        if laid is not None:
            say(f"    {name:<7} {laid.melds}  | {' '.join(map(str, laid.unmatched))} = {laid.deadwood}", " " * 12)
    points = max(result.scores)
    say("  " + words["result"].format(words["details"][result.detail], points, *match.totals))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play a match of Gin and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--edition", choices=sorted(gin.PRESETS), default="gin", help="(default: %(default)s)")
    parser.add_argument("--lang", default="en", choices=["en", "fr"], help="the language (default: %(default)s)")
    options = parser.parse_args(arguments)
    lang: Language = options.lang
    words = WORDS[lang]

    rules = gin.PRESETS[options.edition]
    match = Match(game=gin.GAME, rules=rules, players=2, points=rules.match_points)
    say(words["title"].format(options.edition, options.seed))
    while not match.is_over:
        dealt = deal(match, seed=options.seed + len(match.results))
        record = Record(game=gin.GAME, rules=rules, players=2, deal=dealt)
        say()
        say(words["deal"].format(len(match.results) + 1, NAMES[record.state.starter], record.state.upcard))
        record = play(record, lang)
        match = after(match, record.state)
        tell_result(match, record.state, lang)

    score = gin.score_match(match.results, rules)
    say()
    say(words["won"].format(*score.boxes) + (words["shutout"] if score.shutout else ""))
    for seat, name in enumerate(NAMES):
        say(f"  {name:<7} " + words["points"].format(f"{score.points[seat]:>4}", f"{score.totals[seat]:>4}"))
    say("  " + words["wins"].format(NAMES[match.winners[0]]))


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # who reads on, perhaps `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
