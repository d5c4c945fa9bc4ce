"""Arguments of a wrong type raise WrongType, for every public name of every game and service.

A call that succeeds is repeated with each argument replaced by each of the values below. If the annotation does not
allow the value, the call must raise a `RamiError` that is also a `TypeError`. If the annotation allows it, the call may
raise only a `RamiError`.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import pytest
from attrs import asdict, fields, has

from rami import codec, contracts, gin, match, players, record, rummikub, rummy, simulate
from rami.adapters import encoding
from rami.contracts import breakdown
from rami.errors import RamiError
from rami.game import Game
from rami.games import GAMES
from rami.gin.scoring import showdown
from rami.pieces import Piece
from rami.rule_text import prose, told
from tests.oracles.long_runs import public_functions
from tests.oracles.odd_calls import fuzz
from tests.promises.playing import EACH_GAME
from tests.quick_or_full import examples

MODULES = tuple(import_module(f"rami.{game.name}") for game in GAMES.values())


class Call(NamedTuple):
    """A call that succeeds, and what each of its arguments may be."""

    name: str
    function: Callable[..., object]
    arguments: Mapping[str, object]
    kinds: Mapping[str, Any]


ABC = {"R": "Rules", "S": "State", "M": "Move", "V": "View"}
"""The type variables of the services, which are called with Rummikub."""


def fits(value: object, kind: Any) -> bool:
    """Return whether a value matches an annotation. A bool is not a number, and neither is a piece."""
    if isinstance(kind, TypeVar):
        kind = getattr(rummikub, ABC[kind.__name__[0]])
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(fits(value, each) for each in args)
    if origin is get_origin(Callable[[], None]):
        return callable(value)
    if origin in (tuple, Iterable, Sequence):
        return isinstance(value, origin) and not isinstance(value, str) and all(fits(each, args[0]) for each in value)
    if kind in (int, bool):
        return type(value) is kind
    plain: Any = {None: NoneType, Any: object}.get(kind, origin or kind)
    return isinstance(value, str if origin is Literal else plain)  # another text is no wrong type


# ------------------------------------------------------------------------------------------------------- what is right


class Samples(NamedTuple):
    """Values of a game that its functions can be called with."""

    state: Any
    view: Any
    over: Any
    moves: tuple[object, ...]
    others: tuple[object, ...]


def last(game: Game) -> Any:
    state = game.new_game(2, seed=5)
    while not state.is_over:
        state = game.apply(state, players.quick_player(game.observe(state, state.current_player), Random(1)))
    return state


MORE: dict[str, tuple[Any, ...]] = {
    "rummikub": (
        rummikub.set_up("R7 R8 R9 K1", "R4-R5-R6"),
        rummikub.Draft(rummikub.set_up("R7 R8 R9 K1", "R4-R5-R6")).move("R7", "rack", 0),
        rummikub.explain(rummikub.set_up("R7 R8 R9 K1", "R4-R5-R6"), rummikub.Play("R4-R5-R6-R7-R8-R9")),
        tuple(map(rummikub.parse_move, ("draw", "pass", "play R4-R5-R6", "timeout R4-R5-R6 K1"))),
        rummikub.Group("R4=K4=B4"),
    ),
    "contracts": (
        tuple(map(contracts.parse_move, ("take 5H", "fill C18 4H=4D 5C-6D-7Y", "end 5H"))),
        breakdown(contracts.new_game(2, seed=1)),
    ),
    "rummy": (
        tuple(
            map(
                rummy.parse_move,
                (
                    "draw",
                    "take",
                    "pass",
                    "buy",
                    "meld AS-2S-3S",
                    "meld 4S=4H=4D",
                    "add 4S AS-2S-3S",
                    "replace 3S AS-2S-*",
                    "discard KD",
                ),
            )
        ),
    ),
    "gin": (
        tuple(map(gin.parse_move, ("pass", "draw", "take", "discard KD", "knock KC", "add 4S AS-2S-3S", "done"))),
        showdown("AS 2S 3S 4H 4D 4C 7H 7D 7C KC", "2D 3D 5D 6D 8D 9C 10C JC QC KH"),
        gin.score_match(()),
    ),
}


@cache
def samples(name: str) -> Samples:
    game = next(game for game in GAMES.values() if game.name == name)
    state = game.new_game(2, seed=1)
    moves = tuple(islice(game.legal_moves(state), 1))
    view = game.observe(state, state.current_player)
    over = last(game)
    deal = game.shuffle(2, seed=1)
    outside = game.check(game.observe(state, None), moves[0])
    rules = next(iter(game.presets.values()))
    return Samples(state, view, over, moves, (rules, deal, game.result(over), outside, *MORE[name]))


def parts(value: Any) -> Iterator[Any]:
    """A value, and all that it is made of."""
    yield value
    inside = [getattr(value, each.name) for each in fields(type(value))] if has(type(value)) else value
    if isinstance(inside, tuple | list) and not isinstance(value, str):
        for each in inside:
            yield from parts(each)


@cache
def instances(name: str) -> dict[type, object]:
    found: dict[type, object] = {}
    for value in parts(tuple(samples(name))):
        found.setdefault(type(value), value)
    return found


BY_NAME: dict[str, object] = {"players": 2, "seed": 1, "player": 0, "text": "draw", "type": int}
"""Default arguments by name."""

R456, S345 = "R4 R5 R6", "3S 4S 5S"
ARGUMENTS: dict[str, dict[str, Any]] = {
    "rummikub.Tile": {"color": rummikub.Color.RED, "number": 7},
    "rummikub.Tile.parse": {"text": "R7"},
    "rummikub.Meld": {"tiles": "R4-R5-R6"},
    "rummikub.Meld.parse": {"text": "R4-R5-R6"},
    "rummikub.Run.parse": {"text": "R4-R5-R6"},
    "rummikub.Group.parse": {"text": "R4=K4=B4"},
    "rummikub.Table.parse": {"text": "R4-R5-R6"},
    "rummikub.Tile.row": {"text": R456},
    "rummikub.arrange": {"tiles": R456},
    "rummikub.find_play": {"tiles": "R7"},
    "rummikub.rack_value": {"rack": R456},
    "rummikub.score": {"racks": ["", R456], "winner": 0},
    "rummikub.set_up": {"rack": R456},
    "rummikub.melds_in": {"hand": R456},
    "rummikub.possible_melds": {"pieces": R456},
    "rummikub.explain": {"position": MORE["rummikub"][0], "play": rummikub.Play("R4-R5-R6-R7-R8-R9")},
    "rummikub.Draft.move": {"tile": "R8", "source": "rack", "target": "new"},
    "rummikub.Draft.split": {"row": 0, "at": 2},
    "rummikub.Draft.sort": {"row": 0},
    "rummikub.Draft.follow": {"step": MORE["rummikub"][1].hint()},
    "contracts.Card": {"value": 5, "color": contracts.Color.HEARTS},
    "contracts.fillings": {"position": contracts.set_up("4H 4D 5C 7Y", contracts="C18"), "contract": "C18"},
    "contracts.Card.row": {"text": "4H 4D"},
    "contracts.parse_move": {"text": "take 4H"},
    "contracts.score": {"zones": ["C01", "C02"], "trophies": "coeur trefle combo2 combo3", "bonus_sizes": [0, 0]},
    "contracts.set_up": {"hand": "4H 4D"},
    "gin.Card": {"rank": 5, "suit": rummy.Suit.HEARTS},
    "rummy.Card": {"rank": 5, "suit": rummy.Suit.HEARTS},
    "rummy.Meld": {"cards": "3S-4S-5S"},
    "rummy.Meld.parse": {"text": "3S-4S-5S"},
    "rummy.Run.parse": {"text": "3S-4S-5S"},
    "rummy.Group.parse": {"text": "4S=4H=4D"},
    "rummy.Table.parse": {"text": "3S-4S-5S"},
    "rummy.best_melds": {"hand": S345},
    "rummy.deadwood": {"hand": S345},
    "rummy.hand_value": {"hand": S345},
    "rummy.melds_in": {"hand": S345},
    "rummy.possible_melds": {"pieces": S345},
    "gin.knocks": {"hand": "AS 2S 3S 4H 4D 4C 7H 7D 7C KC KD"},
    "rummy.Card.row": {"text": S345},
    "rummy.score": {"hands": ["", S345], "winner": 0},
    "rummy.set_up": {"hand": S345},
    "gin.explain": {"view": gin.set_up("AS 2S 3S 4H 4D 4C 7H 7D 7C KC KD"), "turn": ("discard KD",)},
    "rummy.explain": {"view": rummy.set_up("4S KD"), "turn": ("discard 4S",)},
    "contracts.explain": {"view": contracts.set_up("4H 4D 5C 7Y", contracts="C18"), "turn": ("end",)},
    "gin.score": {
        "hands": ["AS 2S 3S 4H 4D 4C 7H 7D 7C KC", "2D 3D 5D 6D 8D 9C 10C JC QC KH"],
        "knocker": 0,
    },
    "gin.score_match": {"results": ()},
    "gin.match_bonuses": {"results": ()},
    "gin.set_up": {"hand": "AS 2S 3S 4H 4D 4C 7H 7D 7C KC KD", "discard": "2H"},
}


def given(name: str, parameters: Mapping[str, inspect.Parameter], kinds: Mapping[str, Any]) -> dict[str, object]:
    """An argument for each parameter."""
    game, _, function = name.partition(".")
    known = ARGUMENTS.get(name, {})
    if "next_" in function:
        known = {"state": samples(game).over}
    made: dict[str, object] = {}
    for key, parameter in parameters.items():
        if key in known:
            made[key] = known[key]
        elif parameter.default is not parameter.empty:
            made[key] = parameter.default
        elif key in BY_NAME:
            made[key] = BY_NAME[key]
        else:
            s = samples(game)
            pool = (s.moves[0], s.view, s.state, *instances(game).values())
            made[key] = next((value for value in pool if fits(value, kinds[key])), None)
    return made


def calls(module: Any) -> Iterator[Call]:
    name = module.__name__.removeprefix("rami.")
    for public in module.__all__:
        value = getattr(module, public)
        if inspect.isfunction(value):
            yield called(f"{name}.{public}", value)
        elif inspect.isclass(value) and not issubclass(value, Enum | Game):
            yield made(name, value)
            for method, function in vars(value).items():
                if method.startswith("_") or not (inspect.isfunction(function) or isinstance(function, classmethod)):
                    continue
                bound = getattr(instances(name)[value] if inspect.isfunction(function) else value, method)
                yield called(f"{name}.{public}.{method}", bound)


def called(name: str, function: Callable[..., object]) -> Call:
    kinds = get_type_hints(function)
    parameters = {
        key: each for key, each in inspect.signature(function).parameters.items() if each.kind is not each.VAR_KEYWORD
    }
    return Call(name, function, given(name, parameters, kinds), {key: kinds[key] for key in parameters})


def made(game: str, kind: type) -> Call:
    """The constructor of a class."""
    name = f"{game}.{kind.__name__}"
    if issubclass(kind, Piece) or not has(kind):
        parameters = dict(inspect.signature(kind).parameters)
        kinds = {key: each.annotation for key, each in parameters.items()}
        return Call(name, kind, given(name, parameters, kinds), kinds)
    value = instances(game)[kind]
    hints = get_type_hints(kind.__init__)
    init = [each for each in fields(kind) if each.init]
    taken = {each.alias: hints.get(each.alias, each.type) for each in init}
    return Call(name, kind, {each.alias: getattr(value, each.name) for each in init}, taken)


VIEWS = rummikub.View | rummy.View | contracts.View | gin.View
RULES: dict[str, Any] = {"game": rummikub.GAME, "rules": rummikub.Rules(), "players": 2}
MATCH = match.Match(**RULES)
MATCH_KINDS = {**get_type_hints(match.Match.__init__), "rules": object}  # None is the first edition, too
RECORD = record.Record(**RULES, deal=rummikub.GAME.shuffle(2, seed=1))
SEEN_FIELDS = {each.name: getattr(RECORD.redact(0), each.name) for each in fields(record.Redacted)}
MOVING = {"view": rummikub.set_up("R7 K1"), "random": Random(1)}
SEATS = [players.quick_player] * 2
NAMED = {"one": players.quick_player, "other": players.random_player}
SHORT = rummikub.Rules(max_number=5, jokers=0, rack_size=4, max_players=2, opening_points=9)
"""The rules of deals that are played many times."""

ROWS = list(simulate.deals(rummikub.GAME, NAMED, rules=SHORT, seeds=range(2)))

SERVICES: list[tuple[Callable[..., object], dict[str, Any], dict[str, Any]]] = [
    (match.Match, {**RULES, "deals": 3, "points": 100, "results": (), "starters": (0,)}, MATCH_KINDS),
    (MATCH.sheet, {"names": ("Ana", "Bo"), "lang": "en"}, {}),
    (MATCH.new_game, {"seed": 1}, {}),
    (MATCH.after, {"state": last(rummikub.GAME)}, {}),
    (MATCH.add, {"result": rummikub.GAME.result(last(rummikub.GAME))}, {}),
    (record.Record, {**RULES, "deal": rummikub.GAME.shuffle(2, seed=1), "moves": (), "seed": 1}, {}),
    (record.Record.start, {"game": rummikub.GAME, "players": 2, "rules": rummikub.Rules(), "seed": 1}, {}),
    (RECORD.after, {"move": rummikub.Draw()}, {}),
    (RECORD.redact, {"seat": 0}, {}),
    (RECORD.view, {"seat": 0}, {}),
    (record.Redacted, SEEN_FIELDS, {**get_type_hints(record.Redacted.__init__), "views": object, "moves": object}),
    (RECORD.events, {"seat": 0, "since": 0}, {}),
    (codec.to_json, {"value": rummikub.Rules(), "game": rummikub.GAME}, {"value": object, "game": Game | None}),
    (codec.from_json, {"text": codec.to_json(rummikub.Rules()), "type": rummikub.Rules}, {"text": str, "type": object}),
    *[
        (player, MOVING, {"view": VIEWS, "random": Random})
        for player in (players.random_player, players.quick_player, *players.LEVELS.values(), players.absent_player)
    ],
    (simulate.play_deal, {"game": rummikub.GAME, "players": SEATS, "rules": rummikub.Rules(), "seed": 1}, {}),
    (simulate.deals, {"game": rummikub.GAME, "players": NAMED, "rules": SHORT, "seeds": range(1)}, {}),
    (simulate.compare, {"rows": ROWS}, {}),
    (simulate.DealRow, asdict(ROWS[0]), {}),
    *[(function, RULES, {}) for function in (encoding.scores, encoding.layout, encoding.seats)],
    (encoding.actions, {"game": rummikub.GAME, "rules": rummikub.Rules()}, {}),
    *[(function, {"rules": rummikub.Rules()}, {"rules": object}) for function in (prose, told)],
]


def of_service(function: Callable[..., object], arguments: dict[str, Any], kinds: dict[str, Any]) -> Call:
    """A call of a service, with values of Rummikub."""
    name = f"rummikub, {function.__module__.removeprefix('rami.')}.{function.__name__}"
    hints = kinds or get_type_hints(function.__init__ if inspect.isclass(function) else function)
    return Call(name, function, arguments, {key: hints[key] for key in arguments})


CALLS = [
    *(call for module in MODULES for call in calls(module)),
    *(of_service(*service) for service in SERVICES),
]


def wrong(name: str) -> list[object]:
    """Values of every type, some of them of another game's."""
    other = samples("rummy" if name.startswith("rummikub") else "rummikub")
    plain = [None, True, 7, 1.5, "?!", b"R7", (), [None], ["?!"], {"a": 1}, object(), Random, len]
    return [*plain, other.state, other.view, *other.moves, *other.others[:3], rummikub.JOKER, rummy.JOKER]


def consumed(function: Callable[..., object], arguments: Mapping[str, object]) -> None:
    value = function(**arguments)
    if isinstance(value, Iterator):
        for _ in islice(value, 50):
            pass


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_wrong_types(call: Call) -> None:
    consumed(call.function, call.arguments)
    for key, kind in call.kinds.items():
        for value in wrong(call.name):
            arguments = {**call.arguments, key: value}
            if not fits(value, kind):
                with pytest.raises(RamiError) as caught:
                    consumed(call.function, arguments)
                assert isinstance(caught.value, TypeError), (key, value)
            elif not callable(value):  # what a caller's function raises is the caller's
                with suppress(RamiError):
                    consumed(call.function, arguments)


@EACH_GAME
def test_odd_calls(game: ModuleType) -> None:
    """Everything that a game and its services have, with values and texts of every sort."""
    others = [each for each in GAMES.values() if each is not game.GAME]
    assert list(fuzz(game.GAME, examples(1600), 0, public_functions(game.GAME.name), others)) == []
