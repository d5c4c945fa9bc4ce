"""`rami schema`: the JSON Schemas of the types that a document may hold."""

import json
from typing import Any, Final, Union

from rami import contracts
from rami.codec import json_schema
from rami.commands.choices import refusal
from rami.errors import Language, RamiError, Violation
from rami.game import Game, Result
from rami.games import GAMES
from rami.match import Match
from rami.record import Record, Redacted

SERVICES: Final[dict[str, Any]] = {"Violation": Violation, "Match": Match, "Record": Record, "Redacted": Redacted}


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
