"""JSON: round trips, schemas, the path to a fault, bounds, and hidden fields of views."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Literal, TypeVar, assert_type, cast

import pytest
from attrs import evolve, fields
from attrs import frozen as attrs_frozen
from jsonschema import Draft202012Validator

import rami
from rami import RamiError, RecordError, Result, RulesError, Violation, WrongType, contracts, gin, rummikub, rummy
from rami.codec import MOST_CHARACTERS, from_json, json_schema, plain, structured, to_json
from rami.digests import digest
from rami.game import Deal, Game
from rami.games import GAMES
from rami.match import Match
from rami.record import Record
from rami.results import EndReason, Part
from rami.rummikub import PRESETS, Draw, Pass, Play, Rules, State
from rami.rummy import Discard
from rami.shapes import altered
from tests.kit.counting_game import GAME as FOURTH
from tests.kit.counting_game import Count, Goal, NumberView, Position
from tests.services import frozen
from tests.services.documents import read
from tests.services.schemas import name, schemas, types
from tests.services.values import values

STATE = rummikub.new_game(2, seed=1)
assert STATE.current_player == 1


def edited(value: object, **changes: Any) -> str:
    """The document of a value with other fields."""
    document = json.loads(to_json(value))
    document["value"].update(changes)
    return json.dumps(document)


def test_every_value_comes_back() -> None:
    for value, kind in values():
        text = to_json(value)
        assert from_json(text, kind) == value
        assert "\n" not in text
        assert to_json(from_json(text, kind)) == text


def test_a_document_has_pieces_as_text_and_all_fields_of_rules() -> None:
    view = rummikub.set_up("R7 *", "R4-R5-R6")
    document = json.loads(to_json(view))
    assert (document["rami"], document["type"]) == (1, "rummikub.View")
    assert document["value"]["table"] == [{"kind": "run", "pieces": ["R4", "R5", "R6"]}]
    assert document["value"]["rack"] == ["R7", "*"]
    rules = document["value"]["rules"]
    assert list(rules) == ["preset", *(each.name for each in fields(Rules))]
    assert (rules["preset"], rules["turn_seconds"], rules["jokers"]) == ("hasbro-2007", 60, 2)
    nearly = evolve(PRESETS["pressman"], copies=3)
    assert plain(nearly, rummikub.GAME) == {**plain(PRESETS["pressman"]), "preset": None, "copies": 3}
    blocked = {"scores": [1], "winners": [], "reason": "blocked", "detail": None, "parts": []}
    assert plain(Result((1,), (), rami.EndReason.BLOCKED)) == blocked


def test_a_violation_is_written_in_the_requested_language() -> None:
    [problem] = rummikub.check(rummikub.set_up("R1 K2", pool_size=0), Draw())
    value = json.loads(to_json(problem))["value"]
    assert value["message"] == problem.message("en")
    assert json.loads(to_json(problem, lang="FR"))["value"]["message"] == problem.message("fr")
    with pytest.raises(RamiError, match="lang must be"):
        to_json(problem, lang="xx")
    assert value["rule"] == "000.23"


# ------------------------------------------------------------------------------------------------------------- schemas


@pytest.mark.slow
def test_schemas_accept_exactly_the_written_documents() -> None:
    validators = {title: Draft202012Validator(json.loads(schema)) for title, schema in schemas().items()}
    for validator in validators.values():
        Draft202012Validator.check_schema(validator.schema)
    seen: set[str] = set()
    for value, _ in values():
        document = json.loads(to_json(value))
        validator = validators[document["type"]]
        seen.add(document["type"])
        assert list(validator.iter_errors(document)) == []
        assert not validator.is_valid({**document, "rami": 2})
        assert not validator.is_valid({**document, "value": 7})
        if isinstance(document["value"], dict):
            assert not validator.is_valid({**document, "value": {**document["value"], "extra": 1}})
            first = next(iter(document["value"]))
            assert not validator.is_valid(
                {**document, "value": {k: v for k, v in document["value"].items() if k != first}}
            )
    assert seen == validators.keys() == {name(kind, game) for kind, game in types()}


# -------------------------------------------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (edited(STATE, turn="1"), r'\$\.value\.turn: a whole number is expected, not "1"'),
        (edited(STATE, turn=1.5), "only whole numbers are allowed, not 1.5"),
        (edited(STATE, turn=-1), r"\$\.value: this State cannot exist: turn must be at least 0, not -1"),
        (edited(STATE, opened=[0, False]), r"\$\.value\.opened\[0\]: true or false is expected, not 0"),
        (edited(STATE, opened="no"), r'\$\.value\.opened: an array is expected, not "no"'),
        (edited(STATE, opened=[False]), "opened has 1 items, but there are 2 players"),
        (edited(STATE, racks=[["R1"], ["R0"]]), r"\$\.value\.racks\[1\]\[0\]: 'R0' is not a tile"),
        (edited(STATE, racks=[["R1"], [7]]), r"\$\.value\.racks\[1\]\[0\]: a string in notation is expected, not 7"),
        (edited(STATE, pool=[]), "this State cannot exist: tiles of the set are missing: R1"),
        (edited(STATE, racks=[["R1"], ["R2"]]), "there are more tiles of a kind than the set has: R1 R2"),
        (edited(STATE, racks=[]), "there are 0 players"),
        (edited(STATE, table="R1-R2"), r"\$\.value\.table: A meld needs at least three tiles"),
        (edited(STATE, rules="hasbro"), r"\$\.value\.rules: one of hasbro-2007, .* is expected"),
        (edited(STATE, rules=None), r"\$\.value\.rules: an object is expected, not null"),
        (edited(STATE, rules={"preset": 7}), r"\$\.value\.rules\.preset: one of .* is expected, not 7"),
        (edited(STATE, rules={"preset": "goliath", "copies": "2"}), r"\$\.value\.rules\.copies: a whole number"),
        (edited(STATE, rules={"preset": "goliath", "copies": 999}), r"\$\.value\.rules: copies must be a whole number"),
        (edited(STATE, rules={"preset": "goliath", "timeout": 3}), r'rules\.timeout: one of "'),
        (edited(STATE, rules={"preset": "goliath", "hats": 3}), r'\$\.value\.rules: unknown: "hats"'),
        (edited(STATE, hats=3), r'\$\.value: unknown: "hats"'),
        (to_json(STATE).replace('"current_player": 1, ', ""), r"\$\.value: missing: current_player"),
        (to_json(STATE).replace('"current_player": 1', '"turn": 0, "turn": 0'), "duplicate key in a JSON object"),
        (
            to_json(STATE).replace('"current_player": 1', f'"turn": {"9" * 401}'),
            "a number has 401 digits, but at most 400 are allowed",
        ),
        (to_json(STATE).replace('"current_player": 1', f'"turn": -{"9" * 400}'), "duplicate key"),  # 400 are read
        (to_json(STATE).replace('"current_player": 1', '"turn": NaN'), "only whole numbers are allowed, not NaN"),
        (to_json(STATE).replace('"rami": 1', '"rami": 2'), r"\$\.rami: format 2 is not supported, only format 1"),
        (to_json(STATE).replace('"rami": 1', '"rami": true'), r"\$\.rami: format true is not supported"),
        (to_json(contracts.new_game(2, seed=1)), r'\$\.type: rummikub\.State is expected, not "contracts\.State"'),
        (to_json(STATE).replace("rummikub.State", "State"), r'\$\.type: rummikub\.State is expected, not "State"'),
        ('{"rami": 1, "type": 3, "value": 1}', r"\$\.type: rummikub\.State is expected, not 3"),
        ("{", "invalid JSON: "),
        ("[]", r"\$: an object with the keys rami, type and value is expected"),
        ("[" * 100_000, "invalid JSON: "),
        (" " * (MOST_CHARACTERS + 1), "characters, more than"),
    ],
)
def test_an_error_names_the_path_to_the_fault(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        from_json(text, State)


def test_a_union_of_types_with_and_without_json_is_refused() -> None:
    assert structured("R4=K4=B4", cast("Any", rummikub.Run | rummikub.Group)) == rummikub.Group("R4=K4=B4")
    with pytest.raises(RecordError, match=r"no JSON format for <class 'rami.rummikub.tiles.Tile'> \| <class"):
        structured("R7", cast("Any", rummikub.Tile | Result), rummikub.GAME)


@pytest.mark.parametrize("text", ["\ud800", "\x1b[2J", "x" * 101], ids=ascii)
def test_a_text_in_a_document_is_short_and_can_be_shown(text: str) -> None:
    [problem] = rummikub.check(rummikub.set_up("R1 K2", pool_size=0), Draw())
    with pytest.raises(RecordError, match=r"the rule of a violation must be at most 100 printable characters"):
        from_json(edited(problem, rule=text), Violation)
    result = Result((0, 0), (), EndReason.BLOCKED, "x" * 100)
    with pytest.raises(RecordError, match=r"the detail of a result must be at most 100 printable characters"):
        from_json(edited(result, detail=text), Result)
    assert from_json(to_json(result), Result) == result


def faults() -> Iterator[tuple[str, Any, str]]:
    view = contracts.new_game(2, seed=1)
    [problem] = rummikub.check(rummikub.set_up("R1 K2", pool_size=0), Draw())
    market = json.loads(to_json(view))["value"]["contract_market"]
    asked = market[0]["requirements"]
    yield (
        edited(view, contract_market=[{**market[0], "requirements": [{**asked[0], "kind": "pair"}]}]),
        None,
        (r'contract_market\[0\]\.requirements\[0\]\.kind: one of same, run is expected, not "pair"'),
    )
    yield edited(view, contract_market=[{**market[0], "requirements": [7]}]), None, r"an object is expected, not 7"
    yield edited(view, contract_market=[market[0]] * 4), None, "a contract appears more than once"
    yield edited(problem, code="no"), Violation, r'\$\.value\.code: rummikub has no violation with the code "no"'
    yield edited(problem, rule=23), Violation, r"\$\.value\.rule: a string is expected, not 23"
    yield edited(problem, message={}), Violation, r"\$\.value\.message: a string is expected, not an object"
    yield edited(problem, numbers=[None]), Violation, r"\$\.value\.numbers\[0\]: a whole number is expected, not null"
    yield edited(problem, pieces="R1"), Violation, r"\$\.value\.pieces: an array is expected"
    match = Match(game=rummikub.GAME, rules=PRESETS["goliath"], players=2)
    yield edited(match, game="contracts"), Match, r'\$\.value\.game: the game rummikub is expected, not "contracts"'
    yield edited(match, deals=0), Match, r"\$\.value: deals must be a whole number of at least 1"
    card_rami = rummy.new_game(2, seed=1)
    yield (
        edited(card_rami, laid=["AS-2S-3S", "AS=2S=3S"]),
        rummy.State,
        r"\$\.value\.laid\[1\]: The cards of a group must have the same rank: AS 2S 3S\.$",
    )
    yield edited(card_rami, laid=[7]), rummy.State, r"\.laid\[0\]: an object is expected, not 7$"
    yield edited(card_rami, taken="1S"), rummy.State, r"\$\.value\.taken: '1S' is not a card"
    yield edited(card_rami, phase="end"), rummy.State, r"\$\.value\.phase: one of draw, buy, play is expected"
    yield edited(card_rami, stock=[]), rummy.State, r"\$\.value: this State cannot exist: cards of the pack are missing"
    deck = contracts.Rules().deck
    yield edited(deck, copies="3"), contracts.Deck, r"\$\.value\.copies: a whole number is expected"
    yield to_json(Draw()).replace("draw", "fly"), rummikub.Move, r"\$\.value: A move starts with draw"
    yield to_json(Draw()), Play, r'\$\.value: a Play is expected, not "draw"'
    yield to_json(Draw()), Pass | Play, r'\$\.value: a Pass or Play is expected, not "draw"'


@pytest.mark.parametrize(("text", "kind", "message"), list(faults()))
def test_an_error_names_the_path_in_any_type(text: str, kind: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        from_json(text, contracts.State if kind is None else kind)


def test_invalid_rules_have_a_message_in_every_language() -> None:
    with pytest.raises(RecordError) as caught:
        from_json(edited(STATE, table="R1-R2"), State)
    assert caught.value.message("fr") == "Il faut au moins trois plaques dans une combinaison : R1 R2."
    with pytest.raises(RecordError) as caught:
        from_json(edited(STATE, turn="1"), State)
    assert caught.value.message("fr").endswith("$.value.turn.")


def test_an_error_is_short_however_long_the_fault() -> None:
    with pytest.raises(RecordError) as caught:
        from_json(edited(STATE, table="R1-" * 100_000), State)
    assert len(str(caught.value)) < 600
    with pytest.raises(RecordError) as caught:
        from_json(edited(STATE, turn="x" * 100_000), State)
    assert len(str(caught.value)) < 200


def test_documents_with_faults_are_refused_or_harmless() -> None:
    accepted = list(read(4000))
    assert 100 < len(accepted) < 2000


def test_values_without_json_are_refused() -> None:
    for value in (7, object(), Deal(())), "text":
        with pytest.raises(RecordError, match="no JSON format for"):
            to_json(value)
    with pytest.raises(RamiError, match="no JSON format for int"):
        from_json(to_json(STATE), int)
    with pytest.raises(RamiError, match="a class is expected, not 7"):
        from_json(to_json(STATE), 7)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------ a fourth game


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_value_is_not_written_for_another_game(game: Game[Any, Any, Any, Any]) -> None:
    deal, rules = game.shuffle(2, seed=1), next(iter(game.presets.values()))
    for other in GAMES.values():
        if other is not game:
            with pytest.raises(RecordError, match=rf"no JSON format for Rules: a rami\.{other.name}"):
                plain(Match(game=game, rules=rules, players=2), other)
        if game is not contracts.GAME and other is contracts.GAME:
            with pytest.raises(RecordError, match=r"a rami\.contracts\.setup\.Deal is expected"):
                plain(deal, other)


def test_a_game_of_another_package_has_json() -> None:
    state = FOURTH.new_game(2, seed=3)
    games = [FOURTH]
    for value in (state, FOURTH.observe(state, 0), Count(2)):
        kind: Any = type(value)
        assert from_json(to_json(value, game=FOURTH), kind, games=games) == value
        assert Draft202012Validator(json.loads(json_schema(kind, FOURTH))).is_valid(
            json.loads(to_json(value, game=FOURTH))
        )
    assert to_json(state) == to_json(state, game=FOURTH)
    with pytest.raises(RamiError, match="no JSON format for Position: the games have no such type"):
        from_json(to_json(state, game=FOURTH), Position)
    other = to_json(evolve(state, rules=Goal(5, steps=(1, 2))), game=FOURTH)
    assert json.loads(other)["value"]["rules"] == {"preset": None, "goal": 5, "steps": [1, 2]}
    assert from_json(other, Position, games=games).rules.steps == (1, 2)
    with pytest.raises(RecordError, match=r"\$\.value\.rules\.steps: an array of 2 is expected, not an array"):
        from_json(other.replace("[1, 2]", "[1, 2, 3]"), Position, games=games)
    match = Match(game=FOURTH, rules=FOURTH.presets["to-nine"], players=2)
    assert from_json(to_json(match), Match, games=games) == match
    assert from_json(to_json(match), Match, games=[rummikub.GAME, FOURTH]) == match
    assert isinstance(FOURTH.observe(state, 1), NumberView)


def test_a_missing_game_argument_is_requested() -> None:
    silent = evolve(FOURTH, parse_piece=None)
    record = Record(game=silent, rules=silent.presets["to-nine"], players=2, deal=silent.shuffle(2, seed=1))
    with pytest.raises(RecordError, match="its Game has no `parse_piece`"):
        from_json(to_json(record), Record, games=[silent])
    with pytest.raises(RecordError, match="its Game has no `codes`"):
        json_schema(Violation, FOURTH)


def test_a_schema_of_a_float_is_refused() -> None:
    @attrs_frozen
    class Odd:
        weight: float

    game: Any = evolve(FOURTH, view=Odd)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(RecordError, match="no JSON format for <class 'float'>"):
        json_schema(Odd, game)


@pytest.mark.parametrize("kinds", [rummikub.Draw | gin.Knock, rummikub.State | rummikub.View, gin.View])
def test_types_of_another_game_and_unions_of_others_than_moves_have_no_schema(kinds: Any) -> None:
    with pytest.raises(RecordError, match="it does not belong to rummikub"):
        json_schema(kinds, rummikub.GAME)
    with pytest.raises(RecordError, match="without a game"):
        json_schema(kinds)


@pytest.mark.parametrize(
    "annotation",
    [
        float,
        Callable[[int], int],
        Sequence[int],
        int | Draw,
        tuple[int, ...] | tuple[str],
        set[int],
        Result | EndReason,
        "State",
        Any,
    ],
    ids=str,
)
def test_a_type_without_a_json_format_is_refused(annotation: Any) -> None:
    with pytest.raises(RecordError, match="no JSON format for "):
        structured(1, annotation)


Limit = int | Literal["none", "half"]


@attrs_frozen
class Choices:
    """Fields of one of several types."""

    limit: Limit = 3
    sizes: int | tuple[int, ...] = ()
    pair: tuple[int, Limit | None] = (1, None)


@pytest.mark.parametrize("value", [Choices(), Choices("half", 5, (2, "none")), Choices(7, (1, 2), (3, 4))])
def test_a_field_of_several_types_is_written_and_checked(value: Choices) -> None:
    game: Any = evolve(FOURTH, values=[Choices])
    text = to_json(value, game=game)
    assert from_json(text, Choices, games=[game]) == value
    assert Draft202012Validator(json.loads(json_schema(Choices, game))).is_valid(json.loads(text))
    for wrong in ({"limit": "all"}, {"limit": True}, {"sizes": "1"}, {"sizes": ["1"]}, {"pair": [1]}):
        with pytest.raises(RecordError, match=rf"\$\.value\.{next(iter(wrong))}.* expected"):
            from_json(json.dumps({**json.loads(text), "value": wrong}), Choices, games=[game])
    with pytest.raises(RecordError, match="more than 400 digits"):
        to_json(Choices(10**400), game=game)


def test_plain_data_from_anywhere_is_bounded() -> None:
    with pytest.raises(RecordError, match="a number has more than 400 digits"):
        structured({"jokers": 10**400}, Rules)
    with pytest.raises(RulesError, match="path must be at most 100 printable characters"):
        structured("no edition", Rules, path="$" * 101)
    with pytest.raises(RulesError, match="path must be at most 100 printable characters"):
        structured("no edition", Rules, path="\x1b[2J")
    with pytest.raises(RecordError, match=r"^message\.rules: one of hasbro-2007"):
        structured("no edition", Rules, path="message.rules")
    with pytest.raises(WrongType, match="path must be"):
        structured("goliath", Rules, path=7)  # type: ignore[arg-type]  # wrong on purpose


def test_plain_rules_may_be_an_edition_with_changes() -> None:
    rules = Rules(opening_points=50, joker_sets="free", turn_seconds=None)
    data = plain(rules, rummikub.GAME)
    assert structured(data, Rules, rummikub.GAME) == structured(data, Rules) == rules
    assert structured({"preset": None}, Rules) == structured({}, Rules) == Rules()
    goliath = PRESETS["goliath"]
    for shorter in ("goliath", {"preset": "goliath"}, {"preset": "goliath", "copies": goliath.copies}):
        assert structured(shorter, Rules) == goliath
    assert structured({"preset": "goliath", "copies": 3}, Rules) == evolve(goliath, copies=3)


# ------------------------------------------------------------------------------- what is left out, and what passes by


def test_every_field_is_written_and_one_with_a_default_may_be_missing() -> None:
    document = json.loads(to_json(STATE))
    assert list(document["value"]) == [each.name for each in fields(State)]
    for missing in ("turn", "passes", "start_draws", "rules"):
        del document["value"][missing]
    with pytest.raises(RecordError, match="missing: rules"):
        from_json(json.dumps(document), State)
    document["value"]["rules"] = "hasbro-2007"
    assert from_json(json.dumps(document), State) == evolve(STATE, start_draws=())


class Alarm(BaseException):
    """An error in the middle of a call, like a timeout of a server."""


@pytest.mark.parametrize("error", [MemoryError, TimeoutError, Alarm, ZeroDivisionError])
def test_unrelated_errors_are_not_converted(error: type[BaseException]) -> None:
    def parse_piece(text: str) -> int:
        raise error(text)

    game = evolve(FOURTH, parse_piece=parse_piece)
    record = Record(game=game, rules=Goal(), players=2, deal=game.shuffle(2, seed=1))
    with pytest.raises(error):
        from_json(to_json(record), Record, games=[game])


@pytest.mark.parametrize("error", [TypeError, ValueError, RecursionError])
def test_errors_caused_by_the_document_are_converted(error: type[Exception]) -> None:
    def parse_move(text: str) -> Count:
        raise error(text)

    game = evolve(FOURTH, parse_move=parse_move)
    with pytest.raises(RecordError, match=rf"\$\.value: impossible value \({error.__name__}: count 1\)"):
        from_json(to_json(Count(1), game=game), Count, games=[game])


def test_numbers_of_more_than_400_digits_are_refused() -> None:
    state = rummy.new_game(2, seed=1)
    with pytest.raises(WrongType, match="seed must be a whole number, not a number of 16610 bits"):
        evolve(state, seed=10**5000)
    huge = altered(state, seed=10**5000)  # made without checks
    with pytest.raises(RecordError, match="a number has more than 400 digits"):
        to_json(huge)
    assert from_json(to_json(evolve(state, seed=10**400 - 1)), rummy.State).seed == 10**400 - 1
    with pytest.raises(RecordError, match="more than 400 digits"):
        to_json(altered(state, seed=-(10**400)))
    assert digest(huge) == digest(altered(state, seed=10**5000)) != digest(altered(state, seed=10**5000 + 1))


# ------------------------------------------------------------------------------------- types that two games have


def test_a_type_of_two_games_is_written_for_one_of_them() -> None:
    """A game that plays with the moves and pieces of another."""
    game: Any = evolve(rummy.GAME, name="patience")
    view = rummy.set_up("6S KD")
    for value in (view, Discard(view.hand[0]), rummy.Rules(packs=2)):
        kind: Any = type(value)
        for own in (rummy.GAME, game):
            text = to_json(value, game=own)
            assert json.loads(text)["type"].startswith(own.name)
            assert from_json(text, kind, games=[rummy.GAME, game]) == value
    problem = rummy.check(view, rummy.DrawStock())[0]
    assert json.loads(to_json(problem, game=game))["type"] == "patience.Violation"
    with pytest.raises(RecordError, match="no JSON format for View: it does not belong to contracts"):
        to_json(view, game=contracts.GAME)
    match = Match(game=rummy.GAME, rules=rummy.Rules(), players=2)
    assert to_json(match) == to_json(match, game=rummy.GAME)
    with pytest.raises(RecordError, match="no JSON format for Match: it does not belong to patience"):
        to_json(match, game=game)


# ---------------------------------------------------------------------------------------------------- types of types


@attrs_frozen
class Tree:
    """A part of itself."""

    leaf: int
    branches: tuple["Tree", ...] = ()


def test_a_class_may_be_a_part_of_itself() -> None:
    game: Any = evolve(FOURTH, view=Tree, flaws=lambda _: ())  # type: ignore[arg-type]  # no view, but a class of some game
    tree = Tree(1, (Tree(2, (Tree(3),)), Tree(4)))
    assert from_json(to_json(tree, game=game), Tree, games=[game]) == tree
    assert Draft202012Validator(json.loads(json_schema(Tree, game))).is_valid(json.loads(to_json(tree, game=game)))
    with pytest.raises(RecordError, match=r"\$\.value\.branches\[1\]\.leaf: a whole number is expected"):
        from_json(to_json(tree, game=game).replace("4", '"4"'), Tree, games=[game])


T = TypeVar("T")


@attrs_frozen
class Boxed(Generic[T]):
    """Of a type that no game knows."""

    inside: T


def test_an_unbound_type_variable_has_no_json() -> None:
    game: Any = evolve(FOURTH, view=Boxed)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="no JSON format for ~T"):
        to_json(Boxed(1), game=game)
    with pytest.raises(RecordError, match="no JSON format for ~T"):
        json_schema(Boxed, game)


def test_type_checkers_infer_the_type_of_from_json() -> None:
    assert_type(from_json(to_json(Draw()), rummikub.Move), Draw | Pass | Play | rummikub.TimeOut)
    assert_type(from_json(to_json(STATE), State), State)


# ------------------------------------------------------------------------------------------------- for later versions


FROZEN = frozen.documents()


def test_every_type_has_a_frozen_document() -> None:
    assert FROZEN.keys() == frozen.candidates().keys() == schemas().keys()


def still_said(old: Any, new: Any) -> bool:
    """Return whether a document has everything of an older one. It may have further fields."""
    match old:
        case dict():
            return all(key in new and still_said(value, new[key]) for key, value in old.items())
        case list():
            return len(old) == len(new) and all(map(still_said, old, new))
        case _:
            return type(old) is type(new) and bool(old == new)


@pytest.mark.parametrize("title", FROZEN)
def test_a_frozen_document_is_read_and_written_as_it_was(title: str) -> None:
    _, kind = frozen.candidates()[title]
    value = from_json(FROZEN[title], kind)
    if kind is not Violation:  # whose sentences may become better
        assert still_said(json.loads(FROZEN[title]), json.loads(to_json(value)))


def test_a_violation_may_have_another_message() -> None:
    [problem] = rummikub.check(rummikub.set_up("R1 K2", pool_size=0), Draw())
    assert from_json(edited(problem, message="Non."), Violation) == problem
    assert from_json(edited(problem, rule="002.9"), Violation) == evolve(problem, rule="002.9")


def test_a_type_shared_by_two_games_is_written_for_each() -> None:
    card = rummy.Card("AS")
    assert to_json(card) == '{"rami": 1, "type": "rummy.Card", "value": "AS"}'
    assert to_json(card, game=gin.GAME) == '{"rami": 1, "type": "gin.Card", "value": "AS"}'
    assert from_json(to_json(card), rummy.Card) is card


def test_melds_and_tables_are_read_from_objects_and_from_notation() -> None:
    view = rummikub.set_up("R7 *", "R4-R5-R6 K1=*=R1")
    data = plain(view, rummikub.GAME)
    melds = [{"kind": "group", "pieces": ["R1", "K1", "*"]}, {"kind": "run", "pieces": ["R4", "R5", "R6"]}]
    assert data["table"] == melds
    for table in (melds, "R4-R5-R6 K1=*=R1", ["R4-R5-R6", melds[0]], ["R4 - R5 -" + " " * 60 + "R6", melds[0]]):
        assert structured({**data, "table": table}, rummikub.View, rummikub.GAME) == view


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([{"kind": "same", "pieces": ["R4"]}], r"table\[0\]\.kind: one of"),
        ([{"kind": "run", "pieces": ["R4", "X", "R6"]}], r"table\[0\]\.pieces\[1\]: 'X' is not a tile"),
        ([{"kind": "run", "pieces": ["R4", "R6", "R7"]}], r"table\[0\]: .*R4 R6 R7"),
        ([{"kind": "run", "pieces": ["R4"] * 61}], r"table\[0\]: "),
        ([{"kind": "run"}], r"table\[0\]: missing: pieces"),
        ([["R4", "R5", "R6"]], r"table\[0\]: an object is expected"),
    ],
)
def test_an_invalid_table_in_json_is_refused(table: object, message: str) -> None:
    data = plain(rummikub.set_up("R7"), rummikub.GAME)
    with pytest.raises(RecordError, match=message):
        structured({**data, "table": table}, rummikub.View, rummikub.GAME)


def test_a_part_of_a_result_has_no_json_alone() -> None:
    with pytest.raises(RecordError, match="no JSON format"):
        to_json(Part(seat=0, reason=gin.PartReason.DIFFERENCE, points=3))
