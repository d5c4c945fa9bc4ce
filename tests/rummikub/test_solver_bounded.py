"""The solver does little work in positions that once took minutes, and its work is always bounded."""

import time
from itertools import islice

import pytest

from rami import RamiError, TooLarge
from rami.rummikub import (
    PRESETS,
    Rules,
    Tile,
    View,
    best_play,
    can_play,
    check,
    find_play,
    legal_moves,
    playable,
    plays,
    set_up,
)
from rami.rummikub.checks import played_tiles
from rami.rummikub.solver import all_plays, graph
from rami.rummikub.solver.graph import MOST_STEPS
from tests.rummikub.slow import HARDEST, SLOW, SLOWEST, TEN

MOST_SECONDS = 10.0
"""Far more seconds than any call takes. Regressions took minutes."""


def timed(call: object) -> None:
    started = time.process_time()
    call()  # type: ignore[operator]  # without arguments
    assert time.process_time() - started < MOST_SECONDS


@pytest.mark.slow(only=["ramicube-small", "ramicube-crowded", "ten", "late", "xp6"])
@pytest.mark.parametrize("name", SLOW)
def test_a_position_that_was_slow(name: str) -> None:
    view = SLOW[name]
    play = best_play(view)
    assert (play is not None) == can_play(view)

    def look() -> None:
        moves = list(islice(legal_moves(view), 40))
        assert len(set(moves)) == len(moves)
        for move in moves:
            assert check(view, move) == ()

    timed(look)


@pytest.mark.slow(only=["4"])
@pytest.mark.parametrize("copies", [4, 6, 10])
def test_the_whole_set_as_one_rack_ends_soon(copies: int) -> None:
    """Every question built on `best_play` answers or raises TooLarge."""
    rules = Rules(copies=copies, max_players=2)
    view = set_up(rules.pieces, rules=rules)
    for ask in (best_play, can_play, lambda view: next(iter(plays(view)), None)):

        def asked(ask: object = ask) -> None:
            try:
                ask(view)  # type: ignore[operator]  # a question of a position
            except TooLarge as error:
                assert "more than" in str(error)  # noqa: PT017  # it need not be raised

        timed(asked)


@pytest.mark.parametrize(("copies", "points"), [(2, 1000), (4, 1000), (2, 200), (4, 200)])
def test_an_opening_of_many_tiles_ends_soon(copies: int, points: int) -> None:
    """The choices of melds are too many to search, or the tiles are too few for any meld."""
    rules = Rules(opening_turn_table="after_opening", opening_points=points, copies=copies)
    view = set_up(rules.pieces[:60], opened=False, rules=rules)

    def asked() -> None:
        try:
            assert best_play(view) is None or points < 1000
        except TooLarge as error:
            assert points < 1000, error  # noqa: PT017  # it need not be raised

    timed(asked)
    assert can_play(view) == (points < 1000)


def test_a_call_has_a_number_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    view = set_up("R1 R2 R3 R4 K4 B4 K5 B5 O5 *", "R5-R6-R7 K6-K7-K8")
    found = len(list(plays(view)))
    monkeypatch.setattr(graph, "MOST_STEPS", 0)
    for ask in (
        best_play,
        playable,
        lambda view: find_play(view, "R1 R2 R3"),
        lambda view: list(plays(view)),
    ):
        with pytest.raises(TooLarge, match="more than 0 steps"):
            ask(view)
    monkeypatch.setattr(graph, "MOST_STEPS", 2000)
    assert len(list(plays(view))) == found


def test_plays_are_equal_whichever_search_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    view = set_up("R1 R2 R3 R4 K4 B4 K5 B5 O5", "R5-*-R7 K6-K7-K8")
    found = {played_tiles(view, play) for play in plays(view)}
    for name in ("LEAST", "EACH", "SLOW"):
        monkeypatch.setattr(all_plays, name, 0)
    assert {played_tiles(view, play) for play in plays(view)} == found
    # The passes take more steps, but no search of a block does.
    monkeypatch.setattr(all_plays, "MOST_STEPS", 400)
    assert {played_tiles(view, play) for play in plays(view)} == found


def test_can_play_needs_no_search_if_a_tile_can_be_laid_without_moving_a_meld(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_STEPS", 0)
    for rack, table in [
        ("R4", "R5-R6-R7"),
        ("R8", "R5-R6-R7"),
        ("R9", "R5-*-R7-*"),
        ("O5", "R5=K5=B5"),
        ("*", "R5=K5=B5"),
        ("*", "R11-R12-R13"),
        ("B1 B2 *", ""),
    ]:
        assert can_play(set_up(rack, table))
    for rack, table in [("R13", "R1-R2-R3"), ("R5", "R5=K5=*"), ("*", "R1=K1=B1=O1"), ("R5", "R5=K5=*=*")]:
        with pytest.raises(TooLarge):
            can_play(set_up(rack, table))


def test_plays_are_derived_from_smaller_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most sets follow from the table of a smaller one by a tile at the end of a meld."""
    spent: list[int] = []
    spend = graph.StepBudget.spend

    def counted(budget: graph.StepBudget, steps: int) -> None:
        spent.append(steps)
        spend(budget, steps)

    monkeypatch.setattr(graph.StepBudget, "spend", counted)
    view = SLOWEST["rummikub-xp6-all"]
    assert len({played_tiles(view, play) for play in plays(view)}) == 95
    assert sum(spent) < 350_000
    spent.clear()
    assert set(playable(view)) == set(view.rack)
    assert find_play(view, "R6 O4") is not None


@pytest.mark.slow
def test_many_sets_of_open_runs_take_steps_before_any_state_is_stored() -> None:
    """Six jokers on the table, four copies: the open runs of a color alone took minutes, and hardly any steps."""
    melds = (
        "*-K5-K6 *-O5-O6 B6-B7-B8-B9 B7-B8-B9-* B3-*-B5-B6 R5-R6-*-R8 K5-*-K7-K8 "
        "R6-R7-R8-R9 K7-K8-K9 B7-B8-B9 B4-B5-B6 K3-K4-K5-K6 B1-B2-B3 O3-O4-O5-O6"
    )
    rules = TEN.evolve(copies=4, jokers=6)
    view = set_up("B3 B1 O6 K1 O6 R2 R9 K4 R6 R4 R2 K7 B9 B3", melds, rules=rules)
    timed(lambda: best_play(view, budget=40_000))


OPEN = PRESETS["ramicube"]


def test_an_unopened_player_can_play_only_with_an_opening() -> None:
    rules = PRESETS["ramicube"]
    unopened: list[tuple[str, Rules, bool]] = [
        ("R9 R10 R11 K7", rules, True),
        ("R1 R2 R3 K7", rules, False),
        ("K7", rules.evolve(opening_points=0), False),
        ("R1 R2 R3 K7", rules.evolve(opening_points=0), True),
        ("K7", rules.evolve(opening_points=None), True),
    ]
    for rack, edition, expected in unopened:
        assert can_play(set_up(rack, "K4-K5-K6", rules=edition, opened=False)) is expected
    view: View = set_up("R9 R10 R11 K7", "K4-K5-K6", rules=rules, opened=False)
    play = best_play(view)
    assert play is not None
    assert Tile("K7") in play.table.tiles


def test_a_budget_returns_the_best_play_so_far() -> None:
    """With more steps the play is as good or better, and with enough it is the best."""
    view = SLOW["ten"]
    best = best_play(view)
    assert best is not None
    assert best_play(view, budget=0) is None
    assert best_play(view, budget=MOST_STEPS) == best
    laid = [len(played_tiles(view, play)) if (play := best_play(view, budget=10**n)) else 0 for n in range(7)]
    assert laid == sorted(laid)
    assert laid[-1] == len(played_tiles(view, best))


@pytest.mark.slow(only=["ramicube"])
@pytest.mark.parametrize("name", ["ramicube", "ten", "ramicube-small"])
def test_the_plays_found_within_a_budget_are_legal(name: str) -> None:
    view = SLOW[name]
    found = [list(plays(view, budget=steps)) for steps in (0, 3_000, 100_000)]
    assert found[0] == []
    assert len(found[1]) <= len(found[2])
    assert all(check(view, play) == () for play in found[2])
    play = best_play(view, including=view.rack[:1], budget=40_000)
    assert play is None or view.rack[0] in played_tiles(view, play)


def test_a_turn_with_an_opening_on_a_crowded_table_takes_few_steps() -> None:
    view = SLOWEST["ramicube"]
    play = best_play(view, budget=40_000)
    assert play is not None
    assert len(played_tiles(view, play)) == 22


def test_hundreds_of_openings_with_a_joker_take_few_steps() -> None:
    """Taking the joker of the table never loses less, so no such branch is needed."""
    rack = "R1 R2 R3 R4 R8 R10 R12 K1 K2 K3 K4 K8 K13 K13 B2 B5 B6 B12 B13 O2 O2 O3 O5 O7 O7 O8 O10 O10 O11 *"
    table = "R1=K1=O1 R5=K5=B5 R10=K10=B10 R11-R12-R13 R11=K11=B11 R13=B13=O13 K5-K6-K7-K8 K10-K11-K12 B9=O9=*"
    view = set_up(rack, table, rules=PRESETS["ramicube"], opened=False)
    play = best_play(view, budget=40_000)
    assert play is not None
    assert len(played_tiles(view, play)) == 24


def test_a_joker_that_cannot_be_moved_is_found_out_before_openings_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the lemma *strict first* this takes more than a million steps."""
    rack = "R1 R1 R4 R6 R10 R12 K1 K2 K3 K4 K10 K10 K12 K13 B1 B4 B5 B7 B7 B12 O1 O2 O5 O5 O7 O8 *"
    table = (
        "R2=K2=B2 R3=B3=O3 R4-R5-*-R7 R7-R8-R9 R9=B9=O9 R11=K11=B11 R11=K11=B11 R13=K13=B13=O13 K1=B1=O1 K5-K6-K7-K8 "
        "B5-B6-*-B8 O6-O7-O8-O9-O10"
    )
    view = set_up(rack, table, rules=PRESETS["ramicube"].evolve(jokers=4), opened=False)
    monkeypatch.setattr(graph, "MOST_STEPS", 100_000)
    play = best_play(view)
    assert play is not None
    assert played_tiles(view, play) == view.rack
    assert best_play(view, maximize="points") is not None


@pytest.mark.parametrize(
    ("rack", "rules"),
    [
        (
            "R2 R3 R4 R4 R5 R6 R6 R7 * *",
            Rules(max_number=10, opening_turn_table="after_opening", joker_sets="free", joker_rack=1000, max_players=2),
        ),
        (
            "R1 R2 R3 K1 K2 K3 B1 B3 O1 O2 O3 * * *",
            Rules(max_number=3, copies=1, jokers=3, max_players=2, rack_size=1, opening_points=20, joker_rack=10),
        ),
    ],
)
def test_a_small_rack_is_opened_though_every_tile_costs_something(
    rack: str, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are hundreds of openings with jokers: those whose tiles cost more than the best play are not solved."""
    view = set_up(rack, rules=rules, opened=False)
    monkeypatch.setattr(graph, "MOST_STEPS", 100_000)
    play = best_play(view, maximize=lambda tile: -tile.number)
    assert play is not None
    cheapest = min(sum(tile.number for tile in played_tiles(view, each)) for each in plays(view))
    assert sum(tile.number for tile in played_tiles(view, play)) == cheapest


@pytest.mark.parametrize(("name", "tiles"), [("rummikub-xp6-full", 10), ("rummikub-xp6-end", 3)])
def test_a_table_of_a_hundred_tiles_takes_few_steps(name: str, tiles: int) -> None:
    """All tiles can be laid. This once took a million steps to find."""
    view = SLOW[name]
    play = best_play(view, budget=100_000)
    assert play is not None
    assert len(played_tiles(view, play)) == len(view.rack) == tiles


def test_weights_of_both_signs_take_few_steps() -> None:
    """With three takeable jokers and half of the rack unplayable, this once took three times as many steps."""
    weights = {"R9": 42, "K1": 13, "K3": -2, "K4": 32, "K7": -4, "K8": 46, "K13": -30, "B1": 7, "B2": -22, "B9": 45}
    weights |= {"B12": 9, "O2": 50, "O6": 33}
    table = (
        "R1-R2-R3 R3-R4-*-R6 R5=K5=B5=O5 R6=K6=O6 R7-R8-R9 R7=K7=B7 R10=K10=O10 R11-R12-R13 R12=K12=* K8=B8=O8 "
        "K8=B8=O8 B4-B5-B6-B7 O4-O5-O6 O11-O12-O13 *-K12-K13"
    )
    view = set_up("R9 K1 K3 K4 K4 K7 K8 K13 B1 B2 B9 B9 B12 O2 O6", table, rules=PRESETS["rummikub-xp6"])
    play = best_play(view, maximize=lambda tile: weights[str(tile)], budget=200_000)
    assert play is not None
    assert check(view, play) == ()
    assert sum(weights[str(tile)] for tile in played_tiles(view, play)) == 187
    assert find_play(view, played_tiles(view, play)) is not None


@pytest.mark.slow
@pytest.mark.parametrize("view", HARDEST)
def test_a_whole_rack_with_a_joker_is_laid_within_a_budget(view: View) -> None:
    """These positions were once refused after a million steps."""
    play = best_play(view, budget=300_000)
    assert play is not None
    assert len(played_tiles(view, play)) == len(view.rack)


@pytest.mark.slow
def test_the_first_plays_of_a_large_rack_differ_and_lay_something() -> None:
    rack = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 K1 K2 K3"
    view = set_up(rack, "B1-B2-B3", opened=True)
    found = [played_tiles(view, play) for play in islice(plays(view), 400)]
    assert len(set(found)) == 400
    assert () not in found


def test_the_first_hundred_plays_of_a_large_rack_take_few_steps() -> None:
    rack = "R3 R3 R4 R5 R7 R10 R12 K1 K3 K4 K6 K9 K10 K10 K13 B1 B2 B3 B3 B4 B8 B11 B13 O1 O2 O3 O5 O6 O9 O10 *"
    view = set_up(rack, rules=PRESETS["goliath"], opened=False)
    assert len(list(plays(view, budget=6_000))) > 100


def test_all_plays_of_a_rack_of_thirty_are_found() -> None:
    """Between two of them there are hundreds of thousands of steps: nearly all that could open is known."""
    rack = "R2 R4 R7 R9 K2 K4 K5 K6 K8 K9 K11 K13 B1 B2 B2 B3 B3 B5 B6 B13 B13 O1 O3 O3 O5 O6 O7 O8 O10 O11"
    view = set_up(rack, "R2=K2=O2 R8-*-R10-R11", rules=PRESETS["ramicube"], opened=False)
    assert len({played_tiles(view, play) for play in plays(view)}) == 5891


@pytest.mark.parametrize("budget", [-1, 0.5, "many"])
def test_a_budget_is_a_whole_number(budget: object) -> None:
    view = set_up("R7", "R4-R5-R6")
    with pytest.raises(RamiError, match="budget"):
        best_play(view, budget=budget)  # type: ignore[arg-type]
    with pytest.raises(RamiError, match="budget"):
        list(plays(view, budget=budget))  # type: ignore[arg-type]


@pytest.mark.slow(but=["100"])
@pytest.mark.parametrize("count", [100, 300])
def test_a_rack_of_many_openings_with_a_joker_is_no_refusal(count: int) -> None:
    """Each question about a set has its own steps, whatever the number of unanswered questions before."""
    view = set_up(
        "R2 R2 R4 R5 R7 R12 R13 K1 K5 K6 K8 K9 K12 K12 B1 B1 B3 B4 B5 B8 B10 O6 O7 O13 *",
        "R3-*-R5 R6-R7-R8 R10-R11-R12 R13=K13=B13=O13 K2-K3-K4-K5 K4=B4=O4",
        rules=PRESETS["ramicube"],
        opened=False,
    )
    moves = list(islice(legal_moves(view), count))
    assert len(set(moves)) == count
    assert all(check(view, move) == () for move in moves)


def test_a_large_rack_has_the_plays_of_its_layable_tiles() -> None:
    table, layable = "R4-R5-R6 K1-K2-K3", "R7 R8 K4 R1"
    stuck = "B2 B5 B9 B12 O3 O6 O10 O13 K7 K9 K11 R11"
    large = {played_tiles(view, play) for view in [set_up(f"{layable} {stuck}", table)] for play in plays(view)}
    small = {played_tiles(view, play) for view in [set_up(layable, table)] for play in plays(view)}
    assert large == small != set()
