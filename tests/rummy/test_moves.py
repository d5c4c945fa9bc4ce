from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami.errors import InvalidMeld, NotationError, WrongType
from rami.rummy import (
    JOKER,
    PRESETS,
    Card,
    Discard,
    LayMeld,
    LayOff,
    ReplaceJoker,
    Run,
    check,
    legal_moves,
    parse_move,
    set_up,
)

RUN = Run.parse("4S-5S-6S")


@pytest.mark.parametrize(
    "text",
    [
        "draw",
        "take",
        "meld AS-2S-3S",
        "meld 8S=8H=*",
        "add 4S AS-2S-3S",
        "add * 4S-5S-6S",
        "add * 4S-5S-6S front",
        "replace 5S 4S-*-6S",
        "discard 10H",
        "discard *",
    ],
)
def test_reading_and_writing(text: str) -> None:
    move = parse_move(text)
    assert str(move) == text
    assert parse_move(f"  {text.upper()}  ") == parse_move(text.replace(" ", "   ").lower()) == move
    assert hash(parse_move(text)) == hash(move)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "A move starts with"),
        ("fold", 0, "A move starts with"),
        ("draw 5H", 5, "Nothing follows 'draw'"),
        ("take  5H", 6, "Nothing follows 'take'"),
        ("meld", 4, "One meld is expected"),
        ("meld 4S", 5, "One meld is expected"),
        ("meld 4S-5S-6S 7S", 5, "One meld is expected"),
        ("meld 4S-5S-X", 11, "'X' is not a card"),
        ("discard", 7, "is not a card"),
        ("discard 5H 6H", 8, "is not a card"),
        ("add 4S", 4, "'add' is followed by a card and a meld"),
        ("replace", 7, "'replace' is followed by a card and a meld"),
        ("add X AS-2S-3S", 4, "'X' is not a card"),
        ("add 4S AS-2S-3S-", 16, "After '-' a card is missing"),
        ("add 4S AS-2S-3S back", 16, "'back' is not a card"),
        ("add 4S front", 4, "'add' is followed by a card and a meld"),
        ("replace 5S 4S-*-6S front", 19, "'front' is not a card"),
    ],
)
def test_text_that_is_no_move(text: str, position: int, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as caught:
        parse_move(text)
    assert caught.value.position == position


def test_what_moves_are_made_of() -> None:
    wrong: Any
    for wrong in (5, ["5H"], None):
        with pytest.raises(WrongType, match="the card of a move must be a card, or text"):
            Discard(wrong)
        with pytest.raises(WrongType, match="the card of a move must be a card, or text"):
            LayOff(wrong, RUN)
        with pytest.raises(WrongType, match="the meld of a move must be a Run or a Group"):
            LayMeld(wrong)
        with pytest.raises(WrongType, match="the meld of a move must be a Run or a Group"):
            ReplaceJoker(JOKER, wrong)
    with pytest.raises(WrongType, match="text is expected"):
        parse_move(5)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InvalidMeld, match="follow one another"):
        parse_move("meld 4S-5S-7S")


@given(st.text(max_size=30) | st.text("drawtkemlpcsAS234567-=* ", max_size=30))
def test_any_text_is_a_move_or_an_error_of_ours(text: str) -> None:
    try:
        move = parse_move(text)
    except (NotationError, InvalidMeld):
        return
    assert parse_move(str(move)) == move


def test_a_card_that_fits_at_both_ends_goes_to_the_end_unless_said_otherwise() -> None:
    rules = PRESETS["rami-51"]
    view = set_up("* 9H 9C", "4S-5S-6S", rules=rules)
    assert [str(move) for move in legal_moves(view)][:2] == ["add * 4S-5S-6S", "add * 4S-5S-6S front"]
    both = set_up("AS 9H 9C", "2S-3S-4S-5S-6S-7S-8S-9S-10S-JS-QS-KS", rules=rules)
    assert [str(move) for move in legal_moves(both)][:2] == [f"add AS {both.table}", f"add AS {both.table} front"]
    low = set_up("AS 9H 9C", str(both.table))
    assert str(next(legal_moves(low))) == f"add AS {both.table}"


def test_front_may_be_said_where_the_start_is_the_only_place() -> None:
    view = set_up("3S 7S 8H 9C", "4S-5S-6S 8S=8D=8C")
    assert check(view, LayOff(Card.parse("3S"), RUN, front=True)) == ()
    assert [problem.code for problem in check(view, LayOff(Card.parse("7S"), RUN, front=True))] == ["does_not_fit"]
    group = view.table[1]
    assert [problem.code for problem in check(view, LayOff(Card.parse("8H"), group, front=True))] == ["does_not_fit"]


def test_a_run_of_thirteen_takes_no_more() -> None:
    full = "AS-2S-3S-4S-5S-6S-7S-8S-9S-10S-JS-QS-KS"
    view = set_up("AS * 9H 9C", full, rules=PRESETS["rami-51"])
    for move, code in ((f"add AS {full}", "does_not_fit"), (f"add * {full}", "run_too_long")):
        assert [problem.code for problem in check(view, parse_move(move))] == [code]
