import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings

from rami.codec import from_json, to_json
from rami.contracts import Color, Contract, Deck, Rules, Run, Same, Trophy
from rami.errors import RecordError, RulesError
from tests.contracts import strategies

DECK = Rules().deck


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
    assert DECK.cards_dealt == 3


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("C04", "C04: 2 equal cards, 1 point, bonus D"),
        ("C08", "C08: 2 cards of value 8, 3 points, bonus D"),
        ("C31", "C31: 2 equal cards + 2 equal cards + run of 3, 5 points, bonus Y"),
        ("C33", "C33: 5 equal cards, 7 points, bonus H"),
        ("C36", "C36: 2 equal cards + run of 5, 6 points, bonus D"),
    ],
)
def test_a_contract_of_the_default_deck_is_printed_in_words(name: str, text: str) -> None:
    assert str(DECK.by_id[name]) == text


@given(strategies.decks)
@settings(deadline=None)
def test_json_is_read_back(deck: Deck) -> None:
    again = from_json(to_json(deck), Deck)
    assert again == deck
    assert hash(again) == hash(deck)
    assert len(deck.by_id) == len(deck.contracts)
    copy = pickle.loads(pickle.dumps(deck))
    assert copy == deck
    assert copy.cards == deck.cards


def test_numbers_that_the_rule_book_names_need_not_be_written() -> None:
    document = json.loads(to_json(DECK))
    needed = {"label", "min_value", "max_value", "copies", "contracts", "trophy_tokens"}
    document["value"] = {name: value for name, value in document["value"].items() if name in needed}
    assert from_json(json.dumps(document), Deck) == DECK


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.pop("label"), r"\$.value: missing: label"),
        (lambda d: d.update(colours=[]), r'\$.value: unknown: "colours"; did you mean colors'),
        (lambda d: d.update(min_value=9), r"\$.value: min_value is 9, but max_value is only 8"),
        (
            lambda d: d.update(trophy_points=-1),
            r"\$.value: trophy_points must be a whole number from 0 to 1000, not -1",
        ),
        (lambda d: d["trophy_tokens"][1].append("coeur"), r"\$.value.trophy_tokens\[1\]: an array of 2 is expected"),
        (lambda d: d["contracts"].append("C37"), r"\$.value.contracts\[36\]: "),
        (lambda d: d["contracts"][2].pop("points"), r"\$.value.contracts\[2\]: missing: points"),
        (
            lambda d: d["contracts"][2].update(points=-1),
            r"\$.value.contracts\[2\]: points of C03 must be a whole number",
        ),
        (lambda d: d["contracts"][2].update(bonus="rouge"), r"\$.value.contracts\[2\].bonus: one of H, C, Y, D is"),
        (
            lambda d: d["contracts"][17]["requirements"][1].update(kind="flush"),
            r"\$.value.contracts\[17\].requirements\[1\].kind: one of same, run is expected",
        ),
        (
            lambda d: d["contracts"][17]["requirements"][1].update(size=2),
            r"\$.value.contracts\[17\].requirements\[1\]: size of a run must be a whole number from 3 to 20, not 2",
        ),
    ],
)
def test_a_document_that_is_no_deck_is_refused_with_the_place(
    change: Callable[[dict[str, Any]], object], message: str
) -> None:
    document = json.loads(to_json(DECK))
    change(document["value"])
    with pytest.raises(RecordError, match=message):
        from_json(json.dumps(document), Deck)


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
        RulesError, match="too few value cards: 2 hands of 3 and a market of 7 need 13, but the deck has 12"
    ):
        evolve(one, value_market_size=7)
    assert evolve(one, cards_dealt=5, value_market_size=2).cards_dealt == 5
    assert evolve(DECK, cards_dealt=10, min_hand=10).min_hand == DECK.max_hand
    with pytest.raises(RulesError, match="too few value cards: 2 hands of 6 and a market of 6 need 18"):
        evolve(one, cards_dealt=6)


@pytest.mark.parametrize(
    ("requirements", "message"),
    [
        (
            [Same(2, 9), Run(3)],
            r"X1 cannot be filled: it needs 2 cards of value 9 \+ run of 3, but the deck has",
        ),
        ([Same(13)], "X1 cannot be filled: it needs 13 equal cards, but"),
        ([Same(14)], "X1 cannot be filled: it needs 14 cards, but a player can hold at most 13"),
        ([Run(9)], "it needs run of 9, but the deck has only 12 cards of each value from 1 to 8"),
    ],
)
def test_a_contract_that_cannot_be_filled_is_refused(requirements: list[Same | Run], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        evolve(DECK, contracts=[*DECK.contracts, contract(*requirements)])


def test_whether_a_contract_can_be_filled_depends_on_all_requirements_together() -> None:
    small = evolve(DECK, copies=1, contracts=[contract(Same(4)), *DECK.contracts[:9]], end_triggers=(3,))
    evolve(small, contracts=[contract(Same(4, 2), Same(4, 3), Same(4)), *DECK.contracts[:9]])
    with pytest.raises(RulesError, match=r"X1 cannot be filled: it needs 4 cards of value 2 \+ 1 card of value 2, but"):
        evolve(small, contracts=[contract(Same(4, 2), Same(1, 2)), *DECK.contracts[:9]])
    with pytest.raises(RulesError, match="X1 cannot be filled"):
        evolve(small, contracts=[contract(Same(4, 3), Run(7)), *DECK.contracts[:9]])
    evolve(small, contracts=[contract(Same(4, 8), Run(7)), *DECK.contracts[:9]])


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("label", 7, "label must be text, not 7"),
        ("label", "", "label must have 1 to 200 characters, not 0"),
        ("label", "x" * 201, "label must have 1 to 200 characters, not 201"),
        ("label", "a\nb", "label must have printable characters only"),
        ("min_value", "1", "min_value must be a whole number from 1 to 20, not '1'"),
        ("max_value", 8.0, "max_value must be a whole number from 1 to 20, not 8.0"),
        ("copies", 0, "copies must be a whole number from 1 to 20, not 0"),
        ("jokers_per_player", True, "jokers_per_player must be a whole number from 0 to 3, not True"),
        ("contract_market_size", 11, "contract_market_size must be a whole number from 1 to 8, not 11"),
        ("value_market_size", 0, "value_market_size must be a whole number from 1 to 12, not 0"),
        ("cards_dealt", -1, "cards_dealt must be a whole number from 0 to 15, not -1"),
        ("cards_dealt", 11, "cards_dealt is 11, but max_hand is only 10"),
        ("min_hand", 11, "min_hand is 11, but max_hand is only 10"),
        ("max_hand", 31, "max_hand must be a whole number from 1 to 15, not 31"),
        ("colors", [Color.HEARTS, Color.HEARTS], "one to four different colors"),
        ("colors", [], "one to four different colors"),
        ("colors", list(Color)[:3], "the bonus color of C04 is D, but the deck has no such color"),
        ("end_triggers", [0], "an end trigger must be a whole number from 1 to 200, not 0"),
        ("end_triggers", [37, 6, 5], "too few contracts: the end of a game needs 37, but the deck has 36"),
        ("contracts", [], "the number of contracts must be a whole number from 1 to 200, not 0"),
        ("contracts", DECK.contracts[:3], "too few contracts: the market needs 4, but the deck has 3"),
        ("contracts", [*DECK.contracts, DECK.contracts[0]], "two contracts have the id C01"),
        ("trophy_tokens", [(Trophy.HEARTS,)], "a trophy token must have 2 faces, not 1"),
        ("trophy_tokens", [(Trophy.COMBO_2, Trophy.COMBO_3)] * 17, "number of trophy tokens must be .* 0 to 16"),
        ("colors", Color.HEARTS, "colors must be a row, not <Color.HEARTS"),
        ("colors", 7, "colors must be a row, not 7"),
        ("colors", ["H"], "each item of colors must be a Color, not 'H'"),
        ("contracts", ["C01"], "each item of contracts must be a Contract, not 'C01'"),
        ("trophy_tokens", [("coeur", "combo2")], "each item of a trophy token must be a Trophy, not 'coeur'"),
        ("trophy_tokens", [7], "a trophy token must be a row, not 7"),
        ("end_triggers", [], "number of end_triggers must be a whole number from 1 to 3, not 0"),
        ("end_triggers", [9] * 4, "number of end_triggers must be a whole number from 1 to 3, not 4"),
        ("end_triggers", ["7"], "each item of end_triggers must be a whole number, not '7'"),
    ],
)
def test_a_deck_refuses_an_impossible_field(field: str, value: object, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        evolve(DECK, **{field: value})  # type: ignore[arg-type]  # wrong on purpose


def test_a_trophy_of_an_unknown_color_is_refused() -> None:
    hearts = [each for each in DECK.contracts if each.bonus is Color.HEARTS and each.id != "C33"]
    with pytest.raises(RulesError, match="a trophy rewards trefle, but the deck has no such color"):
        evolve(DECK, colors=[Color.HEARTS], contracts=hearts)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: contract("pair"), "a requirement must be a Same or a Run, not 'pair'"),  # type: ignore[arg-type]
        (lambda: Contract(id="X", requirements=Same(2), points=1, bonus=Color.HEARTS), "must be a row, not Same"),  # type: ignore[arg-type]
        (lambda: contract(Same(2), bonus="coeur"), "bonus color of X1 must be a Color, not 'coeur'"),  # type: ignore[arg-type]
        (lambda: contract(Same(2), points=-1), "points of X1 must be a whole number"),
        (
            lambda: contract(*[Same(1)] * 6),
            "number of requirements of a contract must be a whole number from 1 to 5, not 6",
        ),
        (contract, "number of requirements of a contract must be a whole number from 1 to 5, not 0"),
        (lambda: contract(Same(2), name="c03"), "the id of a contract must be a capital letter .* 'c03'"),
        (lambda: contract(Same(2), name="C-3"), "the id of a contract"),
        (lambda: contract(Same(2), name=3), "the id of a contract"),  # type: ignore[arg-type]
        (lambda: Same(0), "size of a requirement must be a whole number from 1 to 20, not 0"),
        (lambda: Same(2, 0), "imposed value must be a whole number from 1 to 20, not 0"),
        (lambda: Same(2, 21), "imposed value must be a whole number from 1 to 20, not 21"),
    ],
)
def test_an_impossible_contract_is_refused(make: Callable[[], object], message: str) -> None:
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
