"""The referee: `check` and `apply` of a play on tables of 10 to 1,000 tiles; a deal; a whole game."""

from itertools import cycle, islice

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rami import rummikub
from rami.rummikub import Color, Draw, Group, Meld, Pass, Play, Rules, Run, State, Table, Tile


def melds_of(tiles: int) -> list[Meld]:
    """Groups and runs of about as many tiles in all."""
    groups = [Group([Tile(color, number) for color in Color]) for number in (1, 2, 3)]
    runs = [run_of(color, first) for color in Color for first in (4, 9)]
    melds: list[Meld] = []
    source = cycle([*groups, *runs])
    while sum(len(meld.tiles) for meld in melds) < tiles - 2:
        melds.append(next(source))
    return melds


def run_of(color: Color, first: int) -> Meld:
    return Run([Tile(color, number) for number in range(first, first + 5)])


def before_and_move(tiles: int) -> tuple[State, Play]:
    """A position, and a play that lays one tile and rearranges two melds."""
    rules = Rules(copies=max(2, tiles // 20))
    eight = Tile(Color.RED, 8)
    melds = melds_of(tiles)
    longer = Run([*[Tile(Color.RED, n) for n in (5, 6, 7)], eight])
    table = Table([*melds, Run([Tile(Color.RED, n) for n in (5, 6, 7)])])
    left = list(rules.pieces)
    for tile in (*table.tiles, eight):
        left.remove(tile)
    state = State(
        rules=rules,
        current_player=0,
        racks=((eight, left[0]), tuple(left[1:15])),
        pool=tuple(left[15:]),
        table=table,
        opened=(True, True),
        known=((), ()),
    )
    return state, Play(Table([*melds, longer]))


@pytest.mark.parametrize("tiles", [10, 100, 1000])
def test_check(benchmark: BenchmarkFixture, tiles: int) -> None:
    state, move = before_and_move(tiles)
    assert benchmark(rummikub.check, state, move) == ()


@pytest.mark.parametrize("tiles", [10, 100, 1000])
def test_apply(benchmark: BenchmarkFixture, tiles: int) -> None:
    state, move = before_and_move(tiles)
    assert benchmark(rummikub.apply, state, move).turn == 1


def test_check_a_full_table(benchmark: BenchmarkFixture) -> None:
    """All 106 tiles: the last one of the rack ends a run on a table of the others, two jokers among them."""
    runs = [Run([Tile(color, n) for n in range(1, 14)]) for color in list(Color)[1:] for _ in (1, 2)]
    red = "R1-R2-R3-R4-R5-R6-R7-R8-R9-R10-R11-R12"
    others = Table.parse("R1-*-R3-R4-R5-R6-R7 R8-R9-R10-R11-*-R13")
    spare = [Tile(Color.RED, 2), Tile(Color.RED, 12)]
    before = Table([*runs, *others, rummikub.Meld(red)])
    after = Table([*runs, *others, rummikub.Meld(f"{red}-R13")])
    state = State(
        rules=Rules(),
        current_player=0,
        racks=((Tile(Color.RED, 13),), tuple(spare)),
        pool=(),
        table=before,
        opened=(True, True),
        known=((), ()),
    )
    assert len(after.tiles) == 104  # Two more are on the other rack
    assert benchmark(rummikub.check, state, Play(after)) == ()


def test_new_game(benchmark: BenchmarkFixture) -> None:
    assert benchmark(lambda: rummikub.new_game(4, seed=1)).players == 4


def test_a_game_of_draws(benchmark: BenchmarkFixture) -> None:
    rules = Rules(pass_on_empty="free")

    def deal() -> State:
        state = rummikub.new_game(4, rules, seed=1)
        while not state.is_over:
            state = rummikub.apply(state, Draw() if state.pool else Pass())
        return state

    assert benchmark(deal).is_over


def test_the_first_plays_of_a_late_position(benchmark: BenchmarkFixture) -> None:
    view = rummikub.set_up("R7 R8 K1 B5 O9", "R4-R5-R6 K2-K3-K4 B6=O6=K6 O1-O2-O3")
    assert len(benchmark(lambda: list(islice(rummikub.legal_moves(view), 50)))) > 3
