import contextlib
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import rami.contracts
from rami.contracts import DEFAULT, Color, Contract, Deck, Run, Same, Trophy
from rami.errors import RamiError, RecordError, RulesError
from tests.contracts import strategies
from tests.effort import examples

DECK = DEFAULT.deck


def contract(*requirements: Same | Run, name: str = "X1", points: int = 1, bonus: Color = Color.HEARTS) -> Contract:
    return Contract(id=name, requirements=requirements, points=points, bonus=bonus)


def test_the_default_deck_is_the_published_proposal() -> None:
    assert DECK.label == "Default deck of rami: invented, not the published card list"
    assert (DECK.min_value, DECK.max_value, DECK.copies, len(DECK.cards)) == (1, 8, 3, 96)
    assert DECK.colors == tuple(Color)
    assert len(DECK.contracts) == 36
    points = {color: sum(each.points for each in DECK.contracts if each.bonus is color) for color in Color}
    assert list(points.values()) == [32, 31, 31, 31]
    assert [sum(each.bonus is color for each in DECK.contracts) for color in Color] == [9, 9, 9, 9]
    combos = [sum(trophy.symbols(each) for each in DECK.contracts) for trophy in Trophy if trophy.combo]
    assert combos == [21, 20, 7, 4]
    assert [(str(one), str(two)) for one, two in DECK.trophy_tokens] == [
        ("coeur", "combo2"),
        ("trefle", "combo3"),
        ("cerise", "combo4"),
        ("diamant", "combo5"),
    ]
    assert (DECK.trophy_points, DECK.jokers_per_player, DECK.end_triggers) == (3, 1, (7, 6, 5))
    assert (DECK.contract_market_size, DECK.value_market_size, DECK.min_hand, DECK.max_hand) == (4, 6, 3, 10)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("C04", "C04: 2 equal, 1 point, bonus D"),
        ("C08", "C08: 2 of value 8, 3 points, bonus D"),
        ("C31", "C31: 2 equal + 2 equal + run of 3, 5 points, bonus Y"),
        ("C33", "C33: 5 equal, 7 points, bonus H"),
        ("C36", "C36: 2 equal + run of 5, 6 points, bonus D"),
    ],
)
def test_contracts_of_the_default_deck(name: str, text: str) -> None:
    assert str(DECK.by_id[name]) == text


def test_the_packaged_document_is_the_deck_as_it_writes_itself() -> None:
    document = Path(rami.contracts.__file__).with_name("default_deck.json").read_text("utf-8")
    assert document == DECK.to_json()


@given(strategies.decks())
@settings(deadline=None)
def test_json_is_read_back(deck: Deck) -> None:
    again = Deck.from_json(deck.to_json())
    assert again == deck
    assert hash(again) == hash(deck)
    assert len(deck.by_id) == len(deck.contracts)
    copy = pickle.loads(pickle.dumps(deck))
    assert copy == deck
    assert copy.cards == deck.cards


@pytest.mark.slow
@given(strategies.decks(), st.data())
@settings(deadline=None, max_examples=examples(60))
def test_a_damaged_document_is_refused_or_read_never_anything_else(deck: Deck, data: st.DataObject) -> None:
    text = deck.to_json()
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    with contextlib.suppress(RamiError):
        Deck.from_json(damaged)


def test_what_the_rules_name_need_not_be_written() -> None:
    document = json.loads(DECK.to_json())
    for key in ("trophy_points", "jokers_per_player", "end_triggers", "markets", "hand"):
        del document[key]
    assert Deck.from_json(json.dumps(document)) == DECK


def test_fewer_players_are_written_as_fewer_triggers() -> None:
    deck = evolve(DECK, end_triggers=(4, 3))
    assert deck.max_players == 3
    assert json.loads(deck.to_json())["end_triggers"] == {"2": 4, "3": 3}
    assert Deck.from_json(deck.to_json()) == deck


@pytest.mark.parametrize("text", ["", "{", "nan", "[" * 100_000, "9" * 10_000])
def test_what_is_not_json_is_refused(text: Any) -> None:
    with pytest.raises(RecordError, match="a deck is a JSON document") as caught:
        Deck.from_json(text)
    assert caught.value.message("fr") == "Ce texte ne se lit pas : ce n'est pas un jeu de cartes."


def damage(change: Callable[[dict[str, Any]], object]) -> str:
    document = json.loads(DECK.to_json())
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.clear(), "the deck has no 'label'"),
        (lambda d: d.pop("contracts"), "the deck has no 'contracts'"),
        (lambda d: d.update(colours=[]), "the deck has 'colours', which a deck does not know"),
        (lambda d: d.update(label=7), "label must be text, not 7"),
        (lambda d: d.update(values=[]), r"values must be a JSON object, not \[\]"),
        (lambda d: d["values"].pop("min"), "values has no 'min'"),
        (lambda d: d["values"].update(min="1"), "min_value must be a whole number from 1 to 20, not '1'"),
        (lambda d: d["values"].update(min=9), "min_value is 9, above max_value, which is 8"),
        (lambda d: d["values"].update(max=8.0), "max_value must be a whole number from 1 to 20, not 8.0"),
        (lambda d: d["values"].update(copies=0), "copies must be a whole number from 1 to 20, not 0"),
        (lambda d: d["values"].update(colours="coeur"), "values.colours must be a JSON array, not 'coeur'"),
        (
            lambda d: d["values"].update(colours=["coeur", "bleu"]),
            "values.colours: 'bleu' is unknown; known are coeur, t",
        ),
        (lambda d: d["values"].update(colours=[[]]), r"values.colours: \[\] is unknown"),
        (lambda d: d["values"].update(colours=["coeur", "coeur"]), "one to four different colours"),
        (lambda d: d["values"].update(colours=[]), "one to four different colours"),
        (
            lambda d: d["values"].update(colours=["coeur", "trefle", "cerise"]),
            "bonus colour of C04 is D, which is not in",
        ),
        (lambda d: d.update(trophy_points=-1), "trophy_points must be a whole number from 0 to 1000, not -1"),
        (lambda d: d.update(jokers_per_player=True), "jokers_per_player must be a whole number from 0 to 3, not True"),
        (lambda d: d.update(end_triggers=5), "end_triggers must be a JSON object, not 5"),
        (lambda d: d.update(end_triggers={"2": 7, "4": 5}), "a number for 4 players and none for 3"),
        (lambda d: d.update(end_triggers={"3": 7}), "end_triggers has no '2'"),
        (lambda d: d["end_triggers"].update({"5": 4}), "end_triggers has '5', which a deck does not know"),
        (lambda d: d.update(end_triggers={"2": 0}), "an end trigger must be a whole number from 1 to 200, not 0"),
        (lambda d: d.update(end_triggers={"2": 37}), "too few contracts: the end takes 37; the deck has 36"),
        (lambda d: d.update(end_triggers={"2": None}), "end_triggers must be made of int, not None"),
        (lambda d: d.update(markets={"contracts": 4}), "markets has no 'values'"),
        (
            lambda d: d["markets"].update(contracts=11),
            "contract_market_size must be a whole number from 1 to 8, not 11",
        ),
        (lambda d: d["markets"].update(values=0), "value_market_size must be a whole number from 1 to 12, not 0"),
        (lambda d: d["hand"].update(min=11), "min_hand is 11, above max_hand, which is 10"),
        (lambda d: d["hand"].update(max=31), "max_hand must be a whole number from 1 to 15, not 31"),
        (lambda d: d.update(trophy_tokens={}), "trophy_tokens must be a JSON array"),
        (lambda d: d["trophy_tokens"].append(["coeur"]), "a trophy token has two faces, not 1"),
        (lambda d: d["trophy_tokens"].append("coeur"), r"trophy_tokens\[4\] must be a JSON array, not 'coeur'"),
        (lambda d: d["trophy_tokens"][1].append("combo9"), r"trophy_tokens\[1\]: 'combo9' is unknown"),
        (lambda d: d.update(trophy_tokens=[["combo2", "combo3"]] * 17), "number of trophy tokens must be .* 0 to 16"),
        (lambda d: d.update(contracts=[]), "the number of contracts must be a whole number from 1 to 200, not 0"),
        (
            lambda d: d.update(contracts=d["contracts"][:3], end_triggers={"2": 3}),
            "too few contracts: the market holds 4",
        ),
        (lambda d: d["contracts"].append(d["contracts"][0]), "two contracts have the id C01"),
        (lambda d: d["contracts"].append("C37"), r"contracts\[36\] must be a JSON object, not 'C37'"),
        (lambda d: d["contracts"][2].pop("points"), r"contracts\[2\] has no 'points'"),
        (lambda d: d["contracts"][2].update(points="3"), r"contracts\[2\]: points of C03 must be a whole number"),
        (
            lambda d: d["contracts"][2].update(id="c03"),
            r"contracts\[2\]: the id of a contract is a capital letter .* 'c03'",
        ),
        (lambda d: d["contracts"][2].update(id="C-3"), r"contracts\[2\]: the id of a contract"),
        (lambda d: d["contracts"][2].update(id=3), r"contracts\[2\]: the id of a contract"),
        (
            lambda d: d["contracts"][2].update(bonus="rouge"),
            r"contracts\[2\].bonus: 'rouge' is unknown; known are coeur",
        ),
        (lambda d: d["contracts"][2].update(bonus="combo2"), r"contracts\[2\].bonus: 'combo2' is unknown"),
        (
            lambda d: d["contracts"][2].update(requirements=[]),
            r"contracts\[2\]: the number of requirements .* 1 to 5, not 0",
        ),
        (lambda d: d["contracts"][2].update(requirements=7), r"contracts\[2\].requirements must be a JSON array"),
        (
            lambda d: d["contracts"][17]["requirements"][1].update(kind="flush"),
            r"contracts\[17\].requirements\[1\].kind must be 'same' or 'run', not 'flush'",
        ),
        (
            lambda d: d["contracts"][17]["requirements"][1].update(value=3),
            r"contracts\[17\].requirements\[1\]: a run has no imposed value",
        ),
        (
            lambda d: d["contracts"][17]["requirements"][1].update(size=2),
            r"contracts\[17\].requirements\[1\]: size of a run must be a whole number from 3 to 20, not 2",
        ),
        (
            lambda d: d["contracts"][17]["requirements"][0].update(size=0),
            r"contracts\[17\].requirements\[0\]: size of a requirement must be a whole number from 1 to 20, not 0",
        ),
        (
            lambda d: d["contracts"][17]["requirements"][0].update(value=21),
            r"contracts\[17\].requirements\[0\]: imposed value must be a whole number from 1 to 20, not 21",
        ),
        (
            lambda d: d["contracts"][17]["requirements"][0].update(value=9),
            "C18 cannot be filled: 2 of value 9 . run of 3 is not to be had from 12 cards each of the values 1 to 8",
        ),
        (
            lambda d: d["contracts"][0]["requirements"][0].update(size=13),
            "C01 cannot be filled: 13 equal is not to be had",
        ),
        (
            lambda d: d["contracts"][0]["requirements"][0].update(size=14),
            "C01 cannot be filled: it asks for 14 cards, and",
        ),
        (
            lambda d: d["contracts"][16]["requirements"][0].update(size=9),
            "C17 cannot be filled: run of 9 is not to be had",
        ),
    ],
)
def test_a_document_that_is_no_deck_is_refused_with_the_place(
    change: Callable[[dict[str, Any]], object], message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        Deck.from_json(damage(change))


def test_a_deck_has_cards_for_all_its_players() -> None:
    one = Deck(
        label="small",
        min_value=1,
        max_value=6,
        copies=1,
        colors=[Color.HEARTS, Color.CLUBS],
        contracts=[contract(Same(2))],
        trophy_tokens=[],
        end_triggers=(1,),
        contract_market_size=1,
    )
    assert len(one.cards) == 12
    with pytest.raises(
        RulesError, match="too few value cards: 2 hands of 3 and a market of 7 take 13; the deck has 12"
    ):
        evolve(one, value_market_size=7)


def test_whether_a_contract_can_be_filled_depends_on_all_requirements_together() -> None:
    small = evolve(DECK, copies=1, contracts=[contract(Same(4)), *DECK.contracts[:9]], end_triggers=(3,))
    evolve(small, contracts=[contract(Same(4, 2), Same(4, 3), Same(4)), *DECK.contracts[:9]])
    with pytest.raises(RulesError, match=r"X1 cannot be filled: 4 of value 2 \+ 1 of value 2 is not"):
        evolve(small, contracts=[contract(Same(4, 2), Same(1, 2)), *DECK.contracts[:9]])
    with pytest.raises(RulesError, match="X1 cannot be filled"):
        evolve(small, contracts=[contract(Same(4, 3), Run(7)), *DECK.contracts[:9]])
    evolve(small, contracts=[contract(Same(4, 8), Run(7)), *DECK.contracts[:9]])


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("colors", Color.HEARTS, "colors must be a row, not <Color.HEARTS"),
        ("colors", 7, "colors must be a row, not 7"),
        ("colors", ["H"], "colors must be made of Color, not 'H'"),
        ("contracts", ["C01"], "contracts must be made of Contract, not 'C01'"),
        ("trophy_tokens", [("coeur", "combo2")], "a trophy token must be made of Trophy, not 'coeur'"),
        ("trophy_tokens", [7], "a trophy token must be a row, not 7"),
        ("end_triggers", [], "number of end_triggers must be a whole number from 1 to 3, not 0"),
        ("end_triggers", [9] * 4, "number of end_triggers must be a whole number from 1 to 3, not 4"),
        ("end_triggers", ["7"], "end_triggers must be made of int, not '7'"),
    ],
)
def test_a_field_of_a_deck_that_cannot_be_is_refused(field: str, value: object, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        evolve(DECK, **{field: value})  # type: ignore[arg-type]  # wrong on purpose


def test_a_trophy_of_a_colour_that_is_not_there_is_refused() -> None:
    hearts = [each for each in DECK.contracts if each.bonus is Color.HEARTS and each.id != "C33"]
    with pytest.raises(RulesError, match="a trophy rewards trefle, a colour that is not in the deck"):
        evolve(DECK, colors=[Color.HEARTS], contracts=hearts)


def test_colours_have_one_order() -> None:
    assert evolve(DECK, colors=reversed(Color)) == DECK


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: contract("pair"), "a requirement is a Same or a Run, not 'pair'"),  # type: ignore[arg-type]
        (lambda: Contract(id="X", requirements=Same(2), points=1, bonus=Color.HEARTS), "must be a row, not Same"),  # type: ignore[arg-type]
        (lambda: contract(Same(2), bonus="coeur"), "bonus colour of X1 must be a Color, not 'coeur'"),  # type: ignore[arg-type]
        (lambda: contract(Same(2), points=-1), "points of X1 must be a whole number from 0 to 1000, not -1"),
        (
            lambda: contract(*[Same(1)] * 6),
            "number of requirements of a contract must be a whole number from 1 to 5, not 6",
        ),
        (lambda: Same(2, 0), "imposed value must be a whole number from 1 to 20, not 0"),
    ],
)
def test_a_contract_that_cannot_be_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        make()


def test_a_contract_that_nobody_could_fill_is_found_out_in_bounded_time() -> None:
    """The search does not try every way to arrange five requirements over twenty values."""
    asked = [Same(2), Same(2), Same(2), Same(2), Same(3, 20)]
    deck = evolve(
        DECK,
        max_value=20,
        copies=1,
        colors=[Color.HEARTS],
        min_hand=0,
        trophy_tokens=(),
        end_triggers=(1,),
        contract_market_size=1,
        contracts=[contract(Same(1))],
    )
    with pytest.raises(RulesError, match="X1 cannot be filled"):
        evolve(deck, contracts=[contract(*asked)])


def test_a_document_that_is_too_long_is_not_read() -> None:
    text = DECK.to_json()
    assert Deck.from_json(text + " " * (1_000_000 - len(text))) == DECK
    with pytest.raises(RecordError, match="a deck has at most 1000000 characters, not 1000001"):
        Deck.from_json(text + " " * (1_000_001 - len(text)))


@pytest.mark.parametrize(("field", "name"), [('"label": "twice"', "label"), ('"hand": {"min": 1, "min": 2}', "min")])
def test_a_field_that_is_there_twice_is_refused(field: str, name: str) -> None:
    with pytest.raises(RecordError, match=f"'{name}' is there twice in an object of the deck"):
        Deck.from_json(DECK.to_json().replace("{", "{" + field + ", ", 1))
