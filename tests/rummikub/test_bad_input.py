"""Wrong input raises a RamiError that names the wrong part, and no other exception."""

from typing import Any, cast

import pytest
from attrs import evolve

from rami import rummikub
from rami.errors import InvalidMeld, NotationError, RulesError, WrongType
from rami.game import Deal
from rami.rummikub import JOKER, Color, Group, Play, Rules, Run, Table, Tile, TimeOut, parse_move


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("R7 R14", 3, "'R14' is not a tile"),
        ("R4-R5-R6 X", 9, "'X' is not a tile"),
        ("-R5-R6", 0, "Expected a tile before '-'"),
        ("R4--R6", 3, "Expected a tile before '-'"),
        ("R4-R5=R6", 5, "with '-' or with '=', not with both"),
        ("R4-R5-", 6, "Expected a tile after '-'"),
    ],
)
def test_notation_errors_say_where(text: str, position: int, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as caught:
        Table.parse(text)
    assert (caught.value.position, caught.value.text) == (position, text)
    assert f"(position {position}" in str(caught.value)


def test_a_long_text_is_shown_in_part() -> None:
    with pytest.raises(NotationError) as caught:
        Tile.row("R1 " * 30_000 + "X")
    assert caught.value.position == 90_000
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["R4 R5", ""])
def test_one_tile_is_expected(text: str) -> None:
    with pytest.raises(NotationError, match="Expected a tile here, but found"):
        Tile.parse(text)


def test_moves_are_spelled_as_they_are() -> None:
    for text in ("", "fold", "5 draw"):
        with pytest.raises(NotationError, match="A move starts with draw, pass, play or timeout"):
            parse_move(text)
    with pytest.raises(NotationError, match="Nothing may follow 'draw'") as caught:
        parse_move("draw  R7")
    assert caught.value.position == 6


@pytest.mark.parametrize("number", [0, 14, -1])
def test_numbers_of_tiles(number: int) -> None:
    with pytest.raises(NotationError, match="the number of a tile must be a whole number from 1 to 13"):
        Tile(Color.RED, number)


def test_tiles_of_melds() -> None:
    with pytest.raises(WrongType, match=r"tiles\[0\] must be a tile, or text, not 4"):
        Run(cast("Any", [4, 5, 6]))
    with pytest.raises(InvalidMeld, match="one tile that is not a joker"):
        Group([JOKER] * 3)
    with pytest.raises(InvalidMeld, match="needs a tile that is not in the set"):
        Run([JOKER] * 10_000)
    with pytest.raises(WrongType, match=r"melds\[0\] must be a meld, its pieces, or text, not 4"):
        Table(cast("Any", [4]))
    assert Table(["R4-R5-R6", Group("K8=B8=O8")]) == Table("K8=B8=O8 R4-R5-R6")
    with pytest.raises(InvalidMeld, match="A meld needs at least three tiles: R4"):
        Table.parse("R4")
    with pytest.raises(NotationError, match=r"Join R4 R5 R6 with .* \(as in R4-R5-R6\)"):
        Table.parse("R4 R5 R6")
    with pytest.raises(InvalidMeld, match="The tiles of a run are joined by '-'"):
        Run.parse("R4=K4=B4")
    with pytest.raises(InvalidMeld, match="The tiles of a group are joined by '='"):
        Group.parse("R4-R5-R6")


def test_tiles_of_moves() -> None:
    with pytest.raises(WrongType, match="a table must be runs and groups, or text, not 4"):
        Play(cast("Any", 4))
    assert Play(["R4-R5-R6"]) == Play("R4-R5-R6")
    with pytest.raises(WrongType, match=r"loose\[1\] must be a tile, or text, not 4"):
        TimeOut(Table(), cast("Any", ("R4", 4)))


def test_rules_fit_together() -> None:
    with pytest.raises(RulesError, match="too few tiles: 4 players need 60 for racks of 14 and the draw"):
        Rules(copies=1, jokers=0)
    assert len(Rules(max_players=2, rack_size=52).pieces) == 2 * (52 + 1)  # just enough


def test_impossible_deals_are_refused() -> None:
    tiles = Rules().pieces
    r9, k9, b3 = Tile.row("R9 K9 B3")
    with pytest.raises(RulesError, match="tiles of the set are missing: R1"):
        rummikub.from_deal(2, Rules(), Deal(tiles[1:], starter=0))
    with pytest.raises(RulesError, match="more tiles of a kind than the set has: R1"):
        rummikub.from_deal(2, Rules(), Deal((*tiles, tiles[0]), starter=0))
    with pytest.raises(RulesError, match="the draws have more tiles of a kind than the set has: R9"):
        rummikub.from_deal(3, Rules(), Deal(tiles, draws=(r9, r9, r9)))
    with pytest.raises(RulesError, match=r"order\[0\] must be a tile, or text, not 17"):
        rummikub.from_deal(2, Rules(), Deal((17,), starter=0))
    with pytest.raises(RulesError, match="starter must be a seat from 0 to 1"):
        rummikub.from_deal(2, Rules(), Deal(tiles, starter=2))
    with pytest.raises(RulesError, match="starter is seat 1, but the draws choose seat 0"):
        rummikub.from_deal(2, Rules(), Deal(tiles, draws=(r9, b3), starter=1))
    with pytest.raises(RulesError, match="starter is seat 2, but the draws choose seat 0 or 1"):
        rummikub.from_deal(3, Rules(), Deal(tiles, draws=(r9, k9, b3), starter=2))
    with pytest.raises(RulesError, match="the draws end during a round"):
        rummikub.from_deal(2, Rules(), Deal(tiles, draws=(r9, k9, b3)))
    with pytest.raises(RulesError, match="the starting seat is decided before these draws: K9"):
        rummikub.from_deal(2, Rules(), Deal(tiles, draws=(r9, b3, k9)))
    with pytest.raises(RulesError, match="the draws do not decide"):
        rummikub.from_deal(2, Rules(), Deal(tiles))
    assert rummikub.from_deal(2, Rules(), Deal(tiles, draws=(r9, k9), starter=1)).current_player == 1


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(RulesError, match="more tiles of a kind than the set has: R7"):
        rummikub.set_up("R7 R7", "R5-R6-R7")
    with pytest.raises(RulesError, match="This meld needs a tile that is not in the set"):
        rummikub.set_up("R7", "R9-R10-*", rules=Rules(max_number=10, max_players=2))
    for size in (-1, 200, True, 1.5):
        with pytest.raises(RulesError, match="pool_size must be a whole number from 0 to 102"):
            rummikub.set_up("R7", "R4-R5-R6", pool_size=cast("Any", size))
    with pytest.raises(RulesError, match=r"rack\[0\] must be a tile, or text, not 7"):
        rummikub.set_up(cast("Any", [7]))
    everything = rummikub.set_up(Rules().pieces)
    assert everything.rack_sizes == (106,)
    with pytest.raises(RulesError, match="a full position needs 2 players, not 1"):
        rummikub.determinize(rummikub.set_up("R7 R8 K8", "R4-R5-R6", pool_size=100), seed=1)


def test_opponents_of_a_running_game() -> None:
    view = rummikub.set_up("R7 K1", "R4-R5-R6", others=(3, 9), opened=[True, False, True])
    assert (view.rack_sizes, view.pool_size, view.opened) == ((2, 3, 9), 89, (True, False, True))
    assert rummikub.observe(rummikub.determinize(view, seed=1), 0) == view
    assert rummikub.set_up("R7 K1", "R4-R5-R6", others=[3, 9], pool_size=89).rack_sizes == (2, 3, 9)
    for wrong, reason in (
        ({"others": ()}, "others must have the hand sizes of 1 to 3 opponents, not of 0"),
        ({"others": (1, 1, 1, 1)}, "others must have the hand sizes of 1 to 3 opponents, not of 4"),
        ({"others": (3, -1)}, r"others\[1\] must be a whole number of at least 0, not -1"),
        ({"others": 3}, "others must be a row, not 3"),
        ({"others": (100, 2)}, "others have 102 pieces, but only 101 are hidden"),
        ({"others": (3, 9), "pool_size": 88}, "pool_size must be 89, not 88"),
        ({"others": (3, 9), "pool_size": True}, "pool_size must be a whole number from 0 to 101, or None, not True"),
        ({"others": (3, 9), "opened": (True, True)}, "opened must have 3 values, one for each seat, not 2"),
        ({"opened": "yes"}, "opened must be a row, not 'yes'"),
        ({"opened": {True}}, "opened must be True or False, or one of them for each seat, not {True}"),
    ):
        with pytest.raises(RulesError, match=reason):
            rummikub.set_up("R7 K1", "R4-R5-R6", **cast("Any", wrong))
    with pytest.raises(RulesError) as caught:
        rummikub.set_up("R7 R7 R7", "R9-R10-*", rules=Rules(max_number=10, max_players=2, jokers=0))
    assert "; " in str(caught.value)


def test_all_have_opened_if_there_is_no_opening() -> None:
    rules = Rules(opening_points=None)
    assert rummikub.set_up("R7", others=(3, 9), opened=False, rules=rules).opened == (True, True, True)


def test_short_racks_of_opponents_change_the_advice() -> None:
    rack = "K9 B9 * R1 R13 K1 B3 O5 O11 K6"
    long, short = (rummikub.set_up(rack, others=(size, 9), opened=True) for size in (14, 1))
    assert rummikub.best_turn(long) != rummikub.best_turn(short)


def test_a_view_that_fits_no_position() -> None:
    view = rummikub.set_up("R7 K1")
    with pytest.raises(RulesError, match="100 tiles are hidden, not 104"):
        rummikub.determinize(evolve(view, pool_size=86), seed=1)
    with pytest.raises(RulesError, match="the rack has 1 tiles, but its size in rack_sizes is 2"):
        rummikub.determinize(evolve(view, rack=view.rack[1:]), seed=1)


def test_invalid_arguments_of_the_solver_are_refused() -> None:
    view = rummikub.set_up("R7 R8 R9")
    with pytest.raises(RulesError, match="maximize must be 'tiles', 'points' or a function"):
        rummikub.best_play(view, maximize=cast("Any", "fun"))
    for weight in (float("nan"), float("inf"), "7", None):
        with pytest.raises(RulesError, match="the weight of R7 must be a finite number"):
            rummikub.best_play(view, maximize=cast("Any", lambda _, weight=weight: weight))
    long, huge = "x" * 10**6, [10**5000]  # one is too long to be quoted whole, of the other there is no `repr`
    for aim in (long, lambda _: long, lambda _: huge):
        with pytest.raises(RulesError) as caught:
            rummikub.best_play(view, maximize=cast("Any", aim))
        assert len(str(caught.value)) < 200
    with pytest.raises(RulesError, match="more tiles of a kind than the set has: R7"):
        rummikub.arrange(Tile.row("R7 R7 R7"))
