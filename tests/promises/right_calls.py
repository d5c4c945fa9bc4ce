"""Every public function, method and constructor of the games and services, with arguments that it accepts.

A key of the tables is the name of what is called. `call` adds the default values of the other arguments, and `built`
calls the constructor of a value with its fields.
"""

import inspect
from collections.abc import Callable, Mapping
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints

from attrs import fields, has

from rami import codec, contracts, gin, match, players, record, rummikub, rummy, simulate
from rami.adapters import encoding
from rami.game import Game
from rami.pieces import Piece
from rami.rule_text import prose, told


class Call(NamedTuple):
    """A function with arguments that it accepts, and the annotations of the arguments to replace."""

    function: Callable[..., object]
    arguments: Mapping[str, Any]
    annotations: Mapping[str, Any]


def call(function: Callable[..., object], annotations: Mapping[str, Any] | None = None, **arguments: Any) -> Call:
    """Return a call with these arguments, and with the default values of all others.

    If `annotations` is given, only the arguments that it names are replaced.
    """
    parameters = inspect.signature(function).parameters
    optional = {key: each.default for key, each in parameters.items() if each.default is not each.empty}
    given = {**optional, **arguments}
    if annotations is None:
        annotations = annotations_of(function)
    return Call(function, given, {key: annotations[key] for key in given if key in annotations})


def built(value: Any, **changed: Any) -> Call:
    """Return the call of the constructor that makes a value from its fields, with changed annotations."""
    kind = type(value)
    annotations = {**annotations_of(kind), **changed}
    made_from = [each for each in fields(kind) if each.init]
    return Call(
        kind,
        {each.alias: getattr(value, each.name) for each in made_from},
        {each.alias: annotations.get(each.alias, each.type) for each in made_from},
    )


def annotations_of(function: Callable[..., object]) -> dict[str, Any]:
    if not inspect.isclass(function):
        return get_type_hints(function)
    if issubclass(function, Piece) or not has(function):
        return {key: each.annotation for key, each in inspect.signature(function).parameters.items()}
    return get_type_hints(function.__init__)


def finished(game: Game) -> Any:
    """Return the last state of a deal of quick players."""
    state = game.new_game(2, seed=5)
    while not state.is_over:
        state = game.apply(state, players.quick_player(game.observe(state, state.current_player), Random(1)))
    return state


def calls_of_every_game(game: ModuleType) -> dict[str, Call]:
    """Return the calls of the functions and classes that every game has."""
    state = game.new_game(2, seed=1)
    view, move = game.observe(state, state.current_player), next(game.legal_moves(state))
    return {
        "Rules": built(game.Rules()),
        "State": built(state),
        "View": built(view),
        "apply": call(game.apply, state=state, move=move),
        "best_turn": call(game.best_turn, view=view),
        "check": call(game.check, position=view, move=move),
        "determinize": call(game.determinize, view=view, seed=1),
        "from_deal": call(game.from_deal, players=2, rules=game.Rules(), deal=game.GAME.shuffle(2, seed=1)),
        "is_legal": call(game.is_legal, position=view, move=move),
        "legal_moves": call(game.legal_moves, position=view),
        "new_game": call(game.new_game, players=2, seed=1),
        "observe": call(game.observe, state=state, player=0),
        "parse_move": call(game.parse_move, text=str(move)),
        "result": call(game.result, position=view),
    }


# ------------------------------------------------------------------------------------------------------------ Rummikub


TURN = rummikub.set_up("R7 R8 R9 K1", "R4-R5-R6")
DRAFT = rummikub.Draft(TURN).move("R7", "rack", 0)
LAID = rummikub.Play("R4-R5-R6-R7-R8-R9")
STEP = next(iter(rummikub.explain(TURN, LAID)))

RUMMIKUB: dict[str, Call] = {
    **calls_of_every_game(rummikub),
    "Draft": built(DRAFT),
    "Draft.follow": call(DRAFT.follow, step=DRAFT.hint()),
    "Draft.hint": call(DRAFT.hint),
    "Draft.move": call(DRAFT.move, tile="R8", source="rack", target="new"),
    "Draft.reset": call(DRAFT.reset),
    "Draft.rows_of": call(DRAFT.rows_of, problem=next(iter(rummikub.check(TURN, "play R4-R5")))),
    "Draft.sort": call(DRAFT.sort, row=0),
    "Draft.split": call(DRAFT.split, row=0, at=2),
    "Draft.timeout": call(DRAFT.timeout),
    "Draw": call(rummikub.Draw),
    "Group": call(rummikub.Group, tiles=rummikub.Tile.row("R4 K4 B4")),
    "Group.parse": call(rummikub.Group.parse, text="R4=K4=B4"),
    "Meld": call(rummikub.Meld, tiles="R4-R5-R6"),
    "Meld.parse": call(rummikub.Meld.parse, text="R4-R5-R6"),
    "Pass": call(rummikub.Pass),
    "Play": built(LAID),
    "Row": built(DRAFT.rows[0]),
    "Run": call(rummikub.Run, tiles=rummikub.Tile.row("R4 R5 R6")),
    "Run.parse": call(rummikub.Run.parse, text="R4-R5-R6"),
    "Step": built(STEP),
    "Step.message": call(STEP.message),
    "Table": built(rummikub.Table.parse("R4-R5-R6")),
    "Table.parse": call(rummikub.Table.parse, text="R4-R5-R6"),
    "Tile": call(rummikub.Tile, color=rummikub.Color.RED, number=7),
    "TimeOut": built(rummikub.TimeOut("R4-R5-R6", "K1")),
    "arrange": call(rummikub.arrange, tiles="R4 R5 R6"),
    "best_play": call(rummikub.best_play, position=TURN),
    "can_play": call(rummikub.can_play, position=TURN),
    "explain": call(rummikub.explain, position=TURN, play=LAID),
    "find_play": call(rummikub.find_play, position=TURN, tiles="R7"),
    "melds_in": call(rummikub.melds_in, hand="R4 R5 R6"),
    "playable": call(rummikub.playable, position=TURN),
    "plays": call(rummikub.plays, position=TURN),
    "possible_melds": call(rummikub.possible_melds, pieces="R4 R5 R6"),
    "rack_value": call(rummikub.rack_value, rack="R4 R5 R6"),
    "score": call(rummikub.score, racks=["", "R4 R5 R6"], winner=0),
    "set_up": call(rummikub.set_up, rack="R4 R5 R6"),
}


# ---------------------------------------------------------------------------------------------------------- card rummy


FOUR_RUN, JOKER_RUN = rummy.Run("AS-2S-3S"), rummy.Run("AS-2S-*")

RUMMY: dict[str, Call] = {
    **calls_of_every_game(rummy),
    "Buy": call(rummy.Buy),
    "Card": call(rummy.Card, rank=5, suit=rummy.Suit.HEARTS),
    "Discard": built(rummy.Discard("KD")),
    "DrawStock": call(rummy.DrawStock),
    "Group": call(rummy.Group, cards=rummy.Card.row("4S 4H 4D")),
    "Group.parse": call(rummy.Group.parse, text="4S=4H=4D"),
    "LayMeld": built(rummy.LayMeld(FOUR_RUN)),
    "LayOff": built(rummy.LayOff("4S", FOUR_RUN)),
    "Meld": call(rummy.Meld, cards="3S-4S-5S"),
    "Meld.parse": call(rummy.Meld.parse, text="3S-4S-5S"),
    "Pass": call(rummy.Pass),
    "ReplaceJoker": built(rummy.ReplaceJoker("3S", JOKER_RUN)),
    "Run": call(rummy.Run, cards=rummy.Card.row("3S 4S 5S")),
    "Run.parse": call(rummy.Run.parse, text="3S-4S-5S"),
    "Table": built(rummy.Table.parse("3S-4S-5S")),
    "Table.parse": call(rummy.Table.parse, text="3S-4S-5S"),
    "TakeDiscard": built(rummy.TakeDiscard()),
    "best_melds": call(rummy.best_melds, hand="3S 4S 5S"),
    "deadwood": call(rummy.deadwood, hand="3S 4S 5S"),
    "explain": call(rummy.explain, view=rummy.set_up("4S KD"), turn=("discard 4S",)),
    "hand_value": call(rummy.hand_value, hand="3S 4S 5S"),
    "melds_in": call(rummy.melds_in, hand="3S 4S 5S"),
    "possible_melds": call(rummy.possible_melds, pieces="3S 4S 5S"),
    "score": call(rummy.score, hands=["", "3S 4S 5S"], winner=0),
    "set_up": call(rummy.set_up, hand="3S 4S 5S"),
}


# ----------------------------------------------------------------------------------------------------------------- Gin


ELEVEN, GIN_HAND, OTHER_HAND = (
    "AS 2S 3S 4H 4D 4C 7H 7D 7C KC KD",
    "AS 2S 3S 4H 4D 4C 7H 7D 7C KC",
    "2D 3D 5D 6D 8D 9C 10C JC QC KH",
)

GIN: dict[str, Call] = {
    **calls_of_every_game(gin),
    "Card": call(gin.Card, rank=5, suit=rummy.Suit.HEARTS),
    "Discard": built(gin.Discard("KD")),
    "Done": call(gin.Done),
    "DrawStock": call(gin.DrawStock),
    "Knock": built(gin.Knock("KC")),
    "LayOff": built(gin.LayOff("4S", FOUR_RUN)),
    "MatchScore": built(gin.score_match(())),
    "Pass": call(gin.Pass),
    "TakeDiscard": call(gin.TakeDiscard),
    "explain": call(gin.explain, view=gin.set_up(ELEVEN), turn=("discard KD",)),
    "knocks": call(gin.knocks, hand=ELEVEN),
    "score": call(gin.score, hands=[GIN_HAND, OTHER_HAND], knocker=0),
    "score_match": call(gin.score_match, results=()),
    "set_up": call(gin.set_up, hand=ELEVEN, discard="2H"),
}


# ---------------------------------------------------------------------------------------------------- the contract game


WITH_CONTRACT = contracts.set_up("4H 4D 5C 7Y", contracts="C18")
DECK = contracts.Rules().deck
SCORES = contracts.breakdown(contracts.new_game(2, seed=1))

CONTRACTS: dict[str, Call] = {
    **calls_of_every_game(contracts),
    "Card": call(contracts.Card, value=5, color=contracts.Color.HEARTS),
    "Contract": built(DECK.contracts[0]),
    "Deck": built(DECK),
    "End": built(contracts.parse_move("end 5H")),
    "Fill": built(contracts.parse_move("fill C18 4H=4D 5C-6D-7Y")),
    "Run": call(contracts.Run, size=3),
    "Same": call(contracts.Same, size=2),
    "Score": built(SCORES[0]),
    "Take": built(contracts.parse_move("take 5H")),
    "breakdown": call(contracts.breakdown, position=contracts.new_game(2, seed=1)),
    "explain": call(contracts.explain, view=WITH_CONTRACT, turn=("end",)),
    "fillings": call(contracts.fillings, position=WITH_CONTRACT, contract="C18"),
    "score": call(contracts.score, zones=["C01", "C02"], trophies="coeur trefle combo2 combo3", bonus_sizes=[0, 0]),
    "set_up": call(contracts.set_up, hand="4H 4D"),
}

CALLS: dict[ModuleType, dict[str, Call]] = {rummikub: RUMMIKUB, rummy: RUMMY, contracts: CONTRACTS, gin: GIN}
"""The calls of each game."""


# ------------------------------------------------------------------------------------------- services, with Rummikub


EDITION: dict[str, Any] = {"game": rummikub.GAME, "rules": rummikub.Rules(), "players": 2}
MATCH = match.Match(**EDITION)
RECORD = record.Record(**EDITION, deal=rummikub.GAME.shuffle(2, seed=1))
VIEW_AND_RANDOM: dict[str, Any] = {"view": rummikub.set_up("R7 K1"), "random": Random(1)}
VIEWS = rummikub.View | rummy.View | contracts.View | gin.View
SHORT = rummikub.Rules(max_number=5, jokers=0, rack_size=4, max_players=2, opening_points=9)
"""Rules with short deals, because each call is repeated many times."""
NAMED_PLAYERS = {"one": players.quick_player, "other": players.random_player}
ROWS = list(simulate.deals(rummikub.GAME, NAMED_PLAYERS, rules=SHORT, seeds=range(2)))
OF_PLAYER = {"view": VIEWS, "random": Random}
OF_MATCH = {**get_type_hints(match.Match.__init__), "rules": object}
OF_RECORD = {key: kind for key, kind in get_type_hints(record.Record.__init__).items() if key != "first"}

SERVICES: dict[str, Call] = {
    "Match": call(match.Match, OF_MATCH, **EDITION, deals=3, points=100, results=(), starters=(0,)),
    "Match.sheet": call(MATCH.sheet, names=("Ana", "Bo")),
    "Match.new_game": call(MATCH.new_game, seed=1),
    "Match.after": call(MATCH.after, state=finished(rummikub.GAME)),
    "Match.add": call(MATCH.add, result=rummikub.GAME.result(finished(rummikub.GAME))),
    "Record": call(record.Record, OF_RECORD, **EDITION, deal=rummikub.GAME.shuffle(2, seed=1), moves=(), seed=1),
    "Record.start": call(record.Record.start, **EDITION, seed=1),
    "Record.after": call(RECORD.after, move=rummikub.Draw()),
    "Record.redact": call(RECORD.redact, seat=0),
    "Record.view": call(RECORD.view, seat=0),
    "Record.events": call(RECORD.events, seat=0, since=0),
    "Redacted": built(RECORD.redact(0), views=object, moves=object),
    "to_json": call(codec.to_json, {"value": object, "game": Game | None}, value=rummikub.Rules(), game=rummikub.GAME),
    "from_json": call(
        codec.from_json, {"text": str, "type": object}, text=codec.to_json(rummikub.Rules()), type=rummikub.Rules
    ),
    "random_player": call(players.random_player, OF_PLAYER, **VIEW_AND_RANDOM),
    "quick_player": call(players.quick_player, OF_PLAYER, **VIEW_AND_RANDOM),
    "best_player": call(players.best_player, OF_PLAYER, **VIEW_AND_RANDOM),
    "absent_player": call(players.absent_player, OF_PLAYER, **VIEW_AND_RANDOM),
    "LEVELS[easy]": call(players.LEVELS["easy"], OF_PLAYER, **VIEW_AND_RANDOM),
    "LEVELS[medium]": call(players.LEVELS["medium"], OF_PLAYER, **VIEW_AND_RANDOM),
    "play_deal": call(simulate.play_deal, game=rummikub.GAME, players=[players.quick_player] * 2, seed=1),
    "deals": call(simulate.deals, game=rummikub.GAME, players=NAMED_PLAYERS, rules=SHORT, seeds=range(1)),
    "compare": call(simulate.compare, rows=ROWS),
    "DealRow": built(ROWS[0]),
    "encoding.scores": call(encoding.scores, **EDITION),
    "encoding.layout": call(encoding.layout, **EDITION),
    "encoding.seats": call(encoding.seats, **EDITION),
    "encoding.actions": call(encoding.actions, game=rummikub.GAME, rules=rummikub.Rules()),
    "prose": call(prose, {"rules": object, "lang": object}, rules=rummikub.Rules()),
    "told": call(told, {"rules": object, "lang": object}, rules=rummikub.Rules()),
}
"""The calls of the functions and classes that take any game."""
