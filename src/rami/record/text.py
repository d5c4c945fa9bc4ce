"""The text form of records, which people can read, write and compare line by line."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, cast, overload

from attrs import AttrsInstance, fields

from rami.codec import MOST_CHARACTERS, plain, structured
from rami.codec.documents import loaded
from rami.errors import RecordError
from rami.game import Game, M, PlayerView, Position, R, S, V
from rami.games import GAMES
from rami.record.record import Record
from rami.shapes import row_of, typed
from rami.text import SHARED, Phrase

VERSION: Final = 1
"""The version of the text form. A reader refuses any other."""

AnyRecord = Record[AttrsInstance, Position, object, PlayerView]
"""A record of a game of the library, whichever it is."""

_WIDTH = 100
_FIRST_LINE = f"rami record {VERSION}"
_HEADINGS = ("game", "rules", "players", "seed", "moves")
_NO_RECORD = (SHARED.phrase("documents.record"),)


@typed
def to_text(record: Record[R, S, M, V]) -> str:
    """Write a record as text: the deal, and then a move to a line.

    Args:
        record: The record.

    Returns:
        The text, which `from_text` reads.

    Examples:
        >>> from rami import rummikub
        >>> deal = rummikub.deal(2, seed=1)
        >>> record = Record(game=rummikub.GAME, rules=rummikub.DEFAULT, players=2, deal=deal, moves=[rummikub.Draw()])
        >>> print(to_text(record))
        rami record 1
        game: rummikub
        rules: hasbro-2007
        players: 2
        order:
          B13 O12 O9 ...
        moves:
          draw
        <BLANKLINE>
    """
    data = plain(record, record.game)
    lines = [_FIRST_LINE, f"game: {record.game.name}"]
    lines += [f"rules: {_as_line(data['rules'])}", f"players: {record.players}"]
    if record.seed is not None:
        lines.append(f"seed: {record.seed}")
    for name, value in data["deal"].items():
        lines += _deal_lines(_heading(name), value)
    lines += ["moves:", *(f"  {move}" for move in data.get("moves", ()))]
    return "\n".join(lines) + "\n"


def _heading(name: str) -> str:
    """Return the name of a field of the deal in the text: the seed of the deal is not the seed of the record."""
    return f"{name} of the deal" if name in _HEADINGS else name


def _as_line(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _deal_lines(name: str, value: Any) -> Iterator[str]:
    if not isinstance(value, list | tuple):
        yield f"{name}: {json.dumps(value)}"
        return
    yield f"{name}:"
    line = " "
    for text in map(_as_line, cast("Iterable[object]", value)):
        if len(line) + len(text) >= _WIDTH:
            yield line
            line = " "
        line += f" {text}"
    yield line


@overload
def from_text(text: str) -> AnyRecord: ...
@overload
def from_text(text: str, *, games: Iterable[Game[R, S, M, V]]) -> Record[R, S, M, V]: ...
@typed
def from_text(text: str, *, games: Iterable[Game[Any, Any, Any, Any]] = GAMES) -> Record[Any, Any, Any, Any]:
    """Read a record from its text form.

    Empty lines and lines that start with `#` are skipped. The values of a name may continue on indented lines.

    Args:
        text: The text.
        games: The games that the record may be of; by default those of the library.

    Returns:
        The record.

    Raises:
        RecordError: If the text is no record; it names the line or the field.
        WrongType: If `games` has something else than games.

    Examples:
        >>> from rami import rummikub
        >>> record = Record(game=rummikub.GAME, rules=rummikub.DEFAULT, players=2, deal=rummikub.deal(2, seed=1))
        >>> from_text(to_text(record)) == record
        True
    """
    sections = _sections(text)
    known = {game.name: game for game in row_of("games", games, Game)}
    name = " ".join(sections.get("game", []))
    if name not in known:
        raise RecordError(f"game: one of {', '.join(known)} is expected, not {name!r:.60}", _wrong("game"))
    game = known[name]
    data: dict[str, Any] = {"game": name, "seed": None, "deal": _deal(sections, game)}
    for heading in ("rules", "players", "moves"):
        if heading not in sections:
            raise RecordError(f"there is no {heading}", _wrong(heading))
    rules = " ".join(sections["rules"])
    data["rules"] = _loaded("rules", rules) if rules.startswith("{") else rules
    data["players"] = _loaded("players", " ".join(sections["players"]))
    data["moves"] = sections["moves"]
    if "seed" in sections:
        data["seed"] = _loaded("seed", " ".join(sections["seed"]))
    return structured(data, Record, game, path="record")


def _wrong(name: str) -> tuple[Phrase, ...]:
    """Return what to tell a player about a field that is missing or wrong."""
    return (SHARED.phrase("documents.field", name=name[:20]),)


def _in_line(number: int, reason: str) -> RecordError:
    return RecordError(f"line {number}: {reason}", [SHARED.phrase("documents.line", line=number)])


def _sections(text: str) -> dict[str, list[str]]:
    """Return the lines of each name."""
    if len(text) > MOST_CHARACTERS:
        raise RecordError(f"the record has {len(text)} characters, more than {MOST_CHARACTERS}", _NO_RECORD)
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip() and line[0] != "#"]
    if not lines or lines[0][1].rstrip() != _FIRST_LINE:
        raise RecordError(f"line 1: a record starts with {_FIRST_LINE!r}", _NO_RECORD)
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for number, line in lines[1:]:
        if line[0].isspace():
            if not sections:
                raise _in_line(number, f"a name is expected before {line.strip()!r:.60}")
            current.append(line.strip())
            continue
        name, colon, rest = line.partition(":")
        if not colon:
            raise _in_line(number, f"a name and a colon are expected, not {line!r:.60}")
        if name in sections:
            raise _in_line(number, f"{name!r:.60} is there twice")
        current = sections[name] = [rest.strip()] if rest.strip() else []
    return sections


def _deal(sections: dict[str, list[str]], game: Game) -> dict[str, Any]:
    """Return the fields of the deal that the text has, as plain data."""
    sample = game.deals(order=())
    names = {_heading(each.name): each.name for each in fields(game.deals)}
    if unknown := sorted(sections.keys() - names.keys() - set(_HEADINGS)):
        raise RecordError(f"unknown: {', '.join(map(repr, unknown))[:200]}", _wrong(unknown[0]))
    data: dict[str, Any] = {}
    for heading in names.keys() & sections.keys():
        name, joined = names[heading], " ".join(sections[heading])
        data[name] = joined.split() if isinstance(getattr(sample, name), tuple) else _loaded(heading, joined)
    return data


def _loaded(name: str, text: str) -> Any:
    try:
        return loaded(text)
    except RecordError as error:
        raise RecordError(f"{name}: {text!r:.60} cannot be read: {error}", _wrong(name)) from None
