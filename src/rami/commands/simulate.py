"""`rami simulate`: players against each other on the same deals."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from math import factorial
from typing import Any

from rami.commands.choices import TEXTS, chosen, players_of
from rami.errors import Language
from rami.game import Game
from rami.players import Player
from rami.shapes import whole
from rami.simulate import DealRow, compare, deals

MOST_DEALS = 10**6


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
