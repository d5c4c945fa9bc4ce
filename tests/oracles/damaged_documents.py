"""Documents and texts of moves that were damaged at random. Reading them may raise only errors of the library."""

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from time import process_time
from typing import Any

from rami import codec
from rami.errors import RamiError
from rami.game import Game
from rami.match import Match
from rami.players import quick_player
from rami.record import Record, Redacted
from rami.simulate import play_deal

VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 5, 14, 10**9, 10**40, 1.5),
    *("", "*", "R7", "AS", "R7-R8-R9", [], {}, [[]], ["*"]),
)
"""What a damaged part of a document may become."""

CHARACTERS = '"\\{}[],:-=*0123456789eRKASéx \u0663\x00'
"""What a damaged text may contain."""

MOST_SECONDS = 10.0
"""The documented limit of reading a document. A slower call is a failure."""


def unread(game: Game, number: int, first: int) -> Iterator[str]:
    """Damage a number of documents and texts of a game, and read them. Yield the failures with their seeds."""
    whole, moves = _documents(game), _moves(game)
    for seed in range(first, first + number):
        random = Random(seed)
        if random.random() < 0.3:
            text, kind = _with_other_characters(random.choice(moves), random), None
        else:
            text, kind = random.choice(whole)
            damage = random.choice((_with_other_values, _with_other_values, _with_other_characters))
            text = damage(text, random)
        start = process_time()
        try:
            game.parse_move(text) if kind is None else codec.from_json(text, kind)
        except RamiError:
            pass
        except Exception as error:  # every other error is a failure
            yield f"seed {seed}: {type(error).__name__}: {error}"
        if process_time() - start > MOST_SECONDS:
            yield f"seed {seed}: {process_time() - start:.1f} s"


@lru_cache
def _documents(game: Game) -> list[tuple[str, Any]]:
    """Return documents of every type, from one deal of each edition."""
    found: list[tuple[str, Any]] = []
    for seed, rules in enumerate(game.presets.values()):
        players: list[Any] = [quick_player] * rules.player_counts[-1]
        record: Record[Any, Any, Any, Any] = play_deal(game, players, rules=rules, seed=seed)
        states = list(record.states())
        for state in (states[0], states[len(states) // 2], states[-1]):
            views = [game.observe(state, seat) for seat in (None, 0)]
            found += [(codec.to_json(value), type(value)) for value in (state, *views)]
        found.append((codec.to_json(rules), type(rules)))
        found.append((codec.to_json(record), Record))
        found.append((codec.to_json(record.redact(0)), Redacted))
        found.append((codec.to_json(Match(game=game, rules=rules, players=record.players, deals=3)), Match))
    return found


@lru_cache
def _moves(game: Game) -> list[str]:
    """Return the texts of the moves of some deals."""
    texts: list[str] = []
    for seed, rules in enumerate(islice(game.presets.values(), 4)):
        players: list[Any] = [quick_player] * rules.player_counts[0]
        texts += map(str, play_deal(game, players, rules=rules, seed=seed).moves)
    return texts


def _with_other_values(text: str, random: Random) -> str:
    """Replace, repeat, exchange or delete parts of a JSON document."""
    tree = json.loads(text)
    for _ in range(random.choice((1, 1, 2, 5))):
        if not (places := list(_places(tree))):
            break
        holder, key = random.choice(places)
        match random.randrange(5):
            case 0:
                holder[key] = random.choice(VALUES)
            case 1:
                other, another = random.choice(places)
                holder[key] = json.loads(json.dumps(other[another]))
            case 2 if isinstance(holder[key], list):
                holder[key] = holder[key] * random.choice((2, 3, 400))
            case 3 if isinstance(holder[key], str):
                holder[key] = _with_other_characters(holder[key], random)
            case 4:
                del holder[key]
            case _:
                holder[key] = [holder[key]]
    return json.dumps(tree)


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list or dictionary of a document with each of its keys."""
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from _places(tree[key])


def _with_other_characters(text: str, random: Random) -> str:
    """Replace, repeat or delete parts of a text."""
    for _ in range(random.choice((1, 1, 2, 6))):
        start = random.randrange(len(text) + 1)
        end = start + random.randrange(8)
        part = random.choice(("", text[start:end] * 2, text[start:end] * 300, random.choice(CHARACTERS)))
        text = text[:start] + part + text[end:]
    return text
