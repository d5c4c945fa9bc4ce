"""Games, editions and players by name; an unknown name is an error that says which are near."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from rami.errors import Language, RamiError, clean
from rami.game import Game
from rami.games import GAMES, game_named
from rami.players import Player, best_player, quick_player, random_player
from rami.players.players import random_move
from rami.sentences import Texts

TEXTS = Texts("commands")
T = TypeVar("T")

PLAYERS: Final[Mapping[str, Player[Any, Any]]] = {
    "best": best_player,
    "quick": quick_player,
    "random": random_player,
}
"""The players that can be named."""


MOST_NEAR: Final = 4
"""The most names that an error offers."""


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
    from difflib import get_close_matches  # noqa: PLC0415  # slow to import, and needed for misspelt names only

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
