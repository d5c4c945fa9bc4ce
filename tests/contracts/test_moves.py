import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami import contracts
from rami.contracts import JOKER, Card, Color, End, Fill, Move, Rules, Take, parse_move
from rami.errors import IllegalMove, InvalidMeld, NotationError, RamiError, WrongType

cards = st.builds(Card, st.integers(1, 20), st.sampled_from(Color)) | st.just(JOKER)
ids = st.from_regex("[A-Z][A-Z0-9]{0,11}", fullmatch=True)
moves: st.SearchStrategy[Move] = (
    st.builds(Take, st.lists(cards))
    | st.builds(End, st.lists(cards))
    | st.builds(Fill, ids, st.lists(st.lists(cards, min_size=1)))
)


@given(moves)
def test_notation_is_read_back(move: Move) -> None:
    text = str(move)
    assert parse_move(text) == move
    assert str(parse_move("  " + text.lower().replace(" ", " \t") + " \n")) == text
    assert parse_move(text.replace("-", " - ").replace("=", "= ")) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take 5H 5C", Take([Card(5, Color.HEARTS), Card(5, Color.CLUBS)])),
        ("take", Take()),
        ("fill C18 4H=4D 5C-*-7Y", Fill("C18", [Card.row("4H 4D"), Card.row("5C * 7Y")])),
        ("fill C01 4H=*", Fill("C01", [Card.row("* 4H")])),
        ("fill C18", Fill("C18", [])),
        ("fill X 4H *", Fill("X", [Card.row("4H"), [JOKER]])),
        ("end", End()),
        ("end 5H 6C", End(Card.row("6C 5H"))),
    ],
)
def test_notation_of_a_move_is_read_and_printed(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text


def test_a_contract_may_be_given_for_its_id() -> None:
    assert Fill(Rules().deck.by_id["C01"], [Card.row("4H 4D")]) == Fill("c01", [Card.row("4D 4H")])


def test_a_run_keeps_its_order_and_equal_values_have_none() -> None:
    assert Fill("C14", [Card.row("7H 8H 1C")]) != Fill("C14", [Card.row("1C 7H 8H")])
    assert Fill("C09", [Card.row("7D * 7H")]) == Fill("C09", [Card.row("7H 7D *")])


def test_a_fill_has_its_cards_and_its_joker() -> None:
    fill = Fill("C18", [Card.row("4H 4D"), Card.row("5C * 7Y")])
    assert fill.joker
    assert fill.spent == Card.row("4H 5C 7Y 4D")
    assert not Fill("C01", [Card.row("4H 4D")]).joker


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("", "A move starts with take, fill or end", 0),
        ("draw", "A move starts with take, fill or end", 0),
        ("take 5H 5X", "'5X' is not a card", 8),
        ("  take 5H-5C", "'5H-5C' is not a card", 7),
        ("end 5H 6", "'6' is not a card", 7),
        ("fill", "'fill' must be followed by the id of a contract", 4),
        ("fill 5H=5C", "'fill' must be followed by the id of a contract", 5),
        ("fill C18 4H=4D 5C-6", "'6' is not a card", 18),
        ("fill C18 =4H", "Expected a card before '='", 9),
        ("fill C18 4H==4D", "Expected a card before '='", 12),
        ("fill C18 4H=4D=", "Expected a card after '='", 15),
        ("fill C18 4H=4D-5H", "Join the pieces of a row with '-' or with '=', not with both", 14),
        ("fill C18 4H-4D", "Cards of equal value are joined by '=': 4H-4D", 0),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, reason: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert str(caught.value).startswith(reason)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("contract", "rows", "message"),
    [
        ("C18", Card.row("4H 4D"), r"each requirement of a Fill needs a row of cards, not Card\(\'4H\'\)"),
        ("C18", [[]], "Each requirement needs at least one card"),
        ("C18", [["4H", 4]], r"cards\[0\]\[1\] must be a card, or text, not 4"),
        ("", [], "'' is not the id of a contract"),
        ("C 18", [], "'C 18' is not the id of a contract"),
        (18, [], "the contract of a Fill must be an id or a Contract, not 18"),
    ],
)
def test_a_fill_is_made_of_rows_of_cards(contract: str, rows: list[list[Card]], message: str) -> None:
    with pytest.raises(RamiError, match=message) as caught:
        Fill(contract, rows)
    assert isinstance(caught.value, WrongType | InvalidMeld)


def test_a_turn_with_an_illegal_move_is_not_explained() -> None:
    state = contracts.new_game(2, seed=1)
    with pytest.raises(IllegalMove, match="take_first"):
        contracts.explain(contracts.observe(state, state.current_player), "end")
