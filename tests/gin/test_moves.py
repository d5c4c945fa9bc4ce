"""The notation of moves, positions made by hand, and the cost of listing moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami import IllegalMove, InvalidMeld, NotationError, RamiError, RulesError, WrongType, gin
from rami.gin import (
    Discard,
    Done,
    DrawStock,
    Knock,
    LayOff,
    Move,
    Pass,
    Phase,
    TakeDiscard,
    parse_move,
    set_up,
)
from rami.gin.rules import PACK
from rami.rummy import JOKER, Card, Group, Meld, Run, Table
from tests.gin.showdowns import laid_off

CARDS = st.sampled_from(PACK)
MELDS: st.SearchStrategy[Meld] = st.sampled_from(
    [Run.parse("AS-2S-3S"), Run.parse("9D-10D-JD-QD"), Group.parse("5S=5H=5C"), Group.parse("KS=KH=KD=KC")]
)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.sampled_from([Pass(), DrawStock(), TakeDiscard(), Done(), Knock()]),
    st.builds(Discard, CARDS),
    st.builds(Knock, st.none() | CARDS, st.lists(MELDS, max_size=3)),
    st.builds(LayOff, CARDS, MELDS),
)


@given(MOVES)
def test_a_move_is_read_as_it_is_written(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert parse_move(f"  {str(move).upper()} ") == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A move starts with pass, draw, take, discard, knock, add or done"),
        ("meld AS-2S-3S", "A move starts with pass"),
        ("draw AS", "Nothing may follow 'draw'"),
        ("discard", "'discard' must be followed by a card"),
        ("discard AS 2S", "Name at most one card after 'discard'"),
        ("discard AS 2S-3S-4S", "'discard' must be followed by a card"),
        ("add 4S", "'add' must be followed by a card and a meld"),
        ("add AS-2S-3S", "'add' must be followed by a card and a meld"),
        ("add 4S AS-2S-3S 5S-6S-7S", "'add' must be followed by a card and a meld"),
        ("knock AS-2S-3S KC", "Name at most one card after 'knock' and before the melds"),
        ("knock KC AS-2S=3S", "with '-' or with '='"),
        ("discard 1S", "'1S' is not a card"),
    ],
)
def test_unreadable_moves_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_move(text)


def test_impossible_moves_are_refused() -> None:
    with pytest.raises(WrongType, match="text is expected, not 7"):
        parse_move(7)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(NotationError, match="Gin is played without jokers"):
        Discard(JOKER)
    with pytest.raises(NotationError):
        Knock(JOKER)
    assert LayOff("4S", "AS-2S-3S") == parse_move("add 4S AS-2S-3S")
    assert Knock("KC", "AS-2S-3S") == parse_move("knock KC AS-2S-3S")
    with pytest.raises(WrongType):
        Knock(PACK[0], [7])  # type: ignore[list-item]  # on purpose
    with pytest.raises(InvalidMeld):
        parse_move("knock KC AS-2S-4S")


def test_set_up_makes_a_position_of_any_phase() -> None:
    ten = "AS 2S 3S 5H 5D 5C 9H 10H JH KD"
    assert [str(move) for move in gin.legal_moves(set_up(ten, discard="7D", phase=Phase.OFFER))] == ["take", "pass"]
    assert [str(move) for move in gin.legal_moves(set_up(ten, discard="7D", phase=Phase.STOCK))] == ["draw"]
    assert [str(move) for move in gin.legal_moves(set_up(ten, discard="7D 8D", phase=Phase.DRAW))] == ["draw", "take"]
    melds = "AS-2S-3S 5H=5D=5C 9H-10H-JH"
    view = set_up("4S 5S KH 2C 2D 8C 8D QC QD KC", melds, discard="7D", unmatched="4D", phase=Phase.LAY_OFF)
    assert (view.knocker, view.stock_size) == (1, 31)
    assert [str(move) for move in gin.legal_moves(view)] == ["add 4S AS-2S-3S", "add 5S 5H=5D=5C", "done"]
    assert gin.GAME.flaws(gin.determinize(view, seed=1)) == ()


@pytest.mark.parametrize(
    ("hand", "more", "message"),
    [
        ("AS", {}, r"the hands must have \(11, 10\) cards, not \(1, 10\)"),
        ("AS 2S 3S 5H 5D 5C 9H 10H JH KD", {"phase": Phase.DRAW}, "the discard pile must not be empty"),
        ("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", {"phase": "play"}, "phase must be a Phase, not 'play'"),
        ("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", {"taken": "7D"}, "seat 0 is known to hold 7D"),
        ("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", {"taken": "*"}, "Gin is played without jokers"),
        ("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", {"discard": 7}, "discard must be cards, or text, not 7"),
        (
            "AS 2S 3S 5H 5D 5C 9H 10H JH KD KC",
            {"table": "2C-3C-4C"},
            "nobody has knocked, but a hand is laid open or phase is lay_off",
        ),
        ("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", {"rules": 7}, "rules must be a Rules"),
        ("AS", {"phase": Phase.OVER}, "in phase 'over', the hands must have"),
    ],
)
def test_impossible_positions_are_refused(hand: str, more: dict[str, object], message: str) -> None:
    with pytest.raises(RamiError, match=message):
        set_up(hand, **more)  # type: ignore[arg-type]  # on purpose


def test_a_number_is_refused_as_a_table() -> None:
    with pytest.raises(WrongType, match="a table must be runs and groups, or text, not 7"):
        set_up("AS", 7)  # type: ignore[arg-type]  # on purpose


def test_the_longest_list_of_moves_is_soon_there() -> None:
    """Eleven cards of one suit in order have the most melds. The list has some hundreds of moves."""
    hand = tuple(Card.parse(f"{rank}S") for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J"))
    view = set_up(hand, discard="7D", rules=gin.Rules(knock_limit=100))
    moves = list(gin.legal_moves(view))
    assert 300 < len(moves) < 3000
    assert all(gin.check(view, move) == () for move in moves)
    assert Knock(None, Table.parse("AS-2S-3S 4S-5S-6S 7S-8S-9S-10S-JS")) in moves


def test_the_best_layoffs_take_few_cards() -> None:
    assert laid_off(Table(), "AS 2S") == ()
    assert laid_off(Table("10S-JS-QS"), "KS 9S 8S 2D") == Card.row("8S 9S KS")
    assert laid_off(Table("10S-JS-QS"), "KS 9S 8S 7S") == Card.row("KS")


def test_a_turn_with_an_illegal_move_or_an_unknown_card_is_not_explained() -> None:
    view = gin.observe(gin.apply(gin.apply(gin.new_game(2, seed=1), "pass"), "pass"), 1)
    with pytest.raises(IllegalMove, match="upcard_refused"):
        gin.explain(view, "take")
    with pytest.raises(RulesError, match="the drawn card is hidden"):
        gin.explain(view, ["draw", "discard KD"])
