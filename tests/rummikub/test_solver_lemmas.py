"""What the solver leaves out, taken in again: by its lemmas, what is best stays as good."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product

import pytest

from rami import rummikub
from rami.rummikub import JOKER, PRESETS, Color, Rules, Tile, View, played_tiles, set_up
from rami.rummikub.jokers import worth
from rami.rummikub.legal_melds import melds_from
from rami.rummikub.solver import (
    all_plays,
    api,
    astar,
    best,
    bounds,
    cases,
    forward,
    groups,
    jokers,
    request,
    run_moves,
    run_rules,
    subset_pass,
    tie_break,
)
from rami.rummikub.solver.jokers import table_outcomes
from rami.rummikub.solver.openings import Opening, openings
from rami.rummikub.solver.request import Request, StepBudget, request_for
from tests.rummikub.against_brute import disagreements, position, position_of, shown, value
from tests.rummikub.brute import disturbed, legal_tables
from tests.rummikub.test_solver_openings import RACKS

SEEDS = [*range(24), 214, 271, 386, 449, 1159, 1866]
"""The last ones are openings that may use the table, frozen sets, and runs that are there twice."""

CROSSING = [
    ("R6 R7 K5 B5", "R1-R2-R3-R4-R5 R3-R4-R5-R6 R7-R8-R9 K4-K5-K6"),
    ("R4 R8 R5", "R2-R3-R4-R5-R6-R7 R6-R7-R8-R9 R10-R11-R12"),
    ("K7 R3 R9", "R4-R5-R6-R7-R8 R6-R7-R8 K7=B7=O7 R10-R11-R12-R13"),
    ("R5 R6 R7", "R3-R4-R5-R6-R7-R8 R1-R2-R3-R4 R8-R9-R10-R11"),
]
"""Runs of a colour that lie side by side, without a joker."""

MANY = ("R1 R4 R5 R8 R9 K6 K8 K10 K12 B2 B4 B8 B10 O3 O5 O13", "R6-R7-* K9-K10-K11")
"""A rack whose sets of tiles are too many for one pass, with a tile that is in none of them."""

LOW = ["R1 R2 R3 R4 K4 B4 O4 R8", "R8 K8 B8 K4 K5", "R9 R10 R11 K4", "R9 R10 R12"]
"""Racks with openings of 18, 24 and 30 points, and none, which the table could use."""

STRICT = ("B7 B8 B9 O3 *", "B2-B3-B4 *-O4-*")
STRICT_RULES = PRESETS["pagat-sabra"].evolve(joker_reuse="new", joker_before_opening=True, jokers=4, opening_points=12)
"""A joker of the opening and one of the table are taken, and go to melds that are new for different old ones."""

Undo = Callable[[pytest.MonkeyPatch], None]


def without_opening(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(api, "_may_open", lambda _: True)


def without_all_laid(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(best, "CROWDED", 1000)


def with_all_without_jokers(patch: pytest.MonkeyPatch) -> None:
    """It is tried everywhere to lay everything without the jokers."""
    patch.setattr(best, "CROWDED", 0)
    patch.setattr(best, "DENSE", 0)


def with_estimates(patch: pytest.MonkeyPatch) -> None:
    """Which old runs are disturbed is estimated everywhere."""
    patch.setattr(best, "FINE", 1)


def with_comparisons(patch: pytest.MonkeyPatch) -> None:
    """States that another outdoes are left out from the first on, but where marks tell old runs apart."""
    patch.setattr(astar, "FINE_ESTIMATED", -1)
    patch.setattr(subset_pass, "FEW_STATES", 0)


def with_compared_estimates(patch: pytest.MonkeyPatch) -> None:
    """The same without marks."""
    with_estimates(patch)
    with_comparisons(patch)


def without_charges(patch: pytest.MonkeyPatch) -> None:
    """No colour is charged for the wild jokers of groups."""
    patch.setattr(groups, "_KNOWN", {})
    patch.setattr(groups, "charges", lambda _: ({}, {}, {}, {}))


def without_permutations(patch: pytest.MonkeyPatch) -> None:
    """The choices of each number are worked out for its own colours."""
    patch.setattr(groups, "_KNOWN", {})
    patch.setattr(bounds, "find_choices", lambda rules, _, supply: groups.number_choices(rules, supply))


def with_rules(patch: pytest.MonkeyPatch, **changes: bool) -> None:
    given = forward.run_rules
    patch.setattr(bounds, "run_rules", lambda problem: given(problem)._replace(**changes))


def without_keen(patch: pytest.MonkeyPatch) -> None:
    with_rules(patch, keen=False)


def without_joined(patch: pytest.MonkeyPatch) -> None:
    with_rules(patch, joined=False)


def without_idle(patch: pytest.MonkeyPatch) -> None:
    with_rules(patch, idle=False)


def without_tables(patch: pytest.MonkeyPatch) -> None:
    """What is kept from call to call is worked out anew."""
    patch.setattr(forward, "_CACHES", {})
    for name in ("_moves", "_drafts"):
        patch.setattr(run_moves, name, lru_cache(getattr(run_moves, name).__wrapped__))


def without_finish(patch: pytest.MonkeyPatch) -> None:
    without_tables(patch)
    patch.setattr(run_moves, "_can_be_finished", lambda *_: True)


def without_ample(patch: pytest.MonkeyPatch) -> None:
    """Moves are drafted anew for each number of tiles ahead."""
    without_tables(patch)
    patch.setattr(run_moves, "AMPLE", 0)


def without_useful(patch: pytest.MonkeyPatch) -> None:
    """All stay open while there is anything to come."""
    without_tables(patch)
    useful = run_moves._useful  # what is taken away
    patch.setattr(run_moves, "_useful", lambda supply, *rest: 99 if supply.next > 0 else useful(supply, *rest))


def without_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(request.Problem, "is_twice", lambda *_: True)


def without_frozen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(jokers, "MOST_REACH", 20)


def every_opening(rules: Rules, rack: tuple[Tile, ...], _: StepBudget) -> Iterator[Opening]:
    """Every choice of melds that reaches the points, with what is over as it comes."""

    def from_here(naturals: Counter[Tile], jokers: int, points: int, lowest: Tile) -> Iterator[Opening]:
        for tile in sorted(tile for tile, count in naturals.items() if count and tile >= lowest):
            for meld in melds_from(rules, tile, {each for each, count in naturals.items() if count}, jokers):
                total = points + worth(rules, meld)
                if total >= rules.opening_points:
                    yield (meld,)
                    continue
                left = naturals - Counter(each for each in meld.tiles if each != JOKER)
                for others in from_here(left, jokers - meld.tiles.count(JOKER), total, tile):
                    yield (meld, *others)

    naturals = Counter(tile for tile in rack if tile != JOKER)
    jokers = 0 if rules.joker_in_opening == "forbidden" else rack.count(JOKER)
    yield from from_here(naturals, jokers, 0, min(naturals, default=JOKER))


def without_openings(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(best, "openings", every_opening)
    patch.setattr(all_plays, "openings", every_opening)


def without_as_if_opened(patch: pytest.MonkeyPatch) -> None:
    """Every opening is looked at in every case."""

    def with_openings(request: Request, _: object, found: best.Found | None, limit: int) -> best.Found | None:
        for opening in openings(request.rules, request.rack, request.budget):
            forced = request.forcing(opening)
            for outcome in table_outcomes(request) if forced else ():
                assert forced is not None
                for each in jokers.outcomes_with(forced, outcome, opening):
                    more = best.best_of_outcome(forced, each, limit, opening)
                    if more is not None and more.table is not None:
                        found, limit = more, more.loss
        return found

    patch.setattr(best, "_best_with_openings", with_openings)


def without_relaxation(patch: pytest.MonkeyPatch) -> None:
    """Every case is looked at, to the last."""
    given = best._best  # what is taken away

    def in_every_case(request: Request, limit: int, *, enough: bool) -> best.Found | None:
        if request.table_closed:
            return given(request, limit, enough=enough)
        return best.best_of_outcomes(request, table_outcomes(request), limit, -request.unit, enough=False)

    patch.setattr(best, "_best", in_every_case)


def without_marks(patch: pytest.MonkeyPatch) -> None:
    """Any old runs may be said to be disturbed, not only as few as have to be."""

    def every_whole(
        old: tuple[tie_break.OldRunAt, ...], marks: int, extended: tuple[int, int, int], naturals: int
    ) -> tuple[tuple[int, int, int], ...]:
        whole_yet = [run for run in old if not marks & run.mark]
        found: list[tuple[int, int, int]] = []
        for count in range(len(whole_yet) + 1):
            for lost in combinations(whole_yet, count):
                carried = [run for run in whole_yet if run not in lost]
                if not carried or tie_break._carried(carried, extended, naturals):
                    gone = sum(run.mark for run in old if run.mark & marks or run in lost)
                    found.append((gone, sum(run.mark for run in old if run.mark & gone and not run.ends), count))
        return tuple(found)

    without_tables(patch)
    patch.setattr(forward, "kept_whole", every_whole)


def without_looser(patch: pytest.MonkeyPatch) -> None:
    """Arrangements are looked at one by one wherever a case is stricter than the rules."""
    patch.setattr(cases, "_looser", lambda case, *_: case.loosened())


def without_kinds(patch: pytest.MonkeyPatch) -> None:
    """Longer runs of different lengths are of different kinds, where no joker has to go into a new meld."""
    without_tables(patch)
    extended, tag = run_rules.extended, 1 << 60

    def told_apart(rules: run_rules.RunRules, supply: run_rules.Supply, state: int, piece: int) -> int:
        after = extended(rules, supply, state % tag, piece)
        return after + (state // tag + 1) * tag if after and not rules.taken else after

    patch.setattr(run_rules, "extended", told_apart)
    patch.setattr(run_moves, "extended", told_apart)


def without_remembered(patch: pytest.MonkeyPatch) -> None:
    """All old runs of a colour are remembered, wherever one is."""
    without_tables(patch)
    given = run_rules._remembered
    patch.setattr(run_rules, "_remembered", lambda old, *rest: (1 << len(old)) - 1 if given(old, *rest) else 0)


def without_reach(patch: pytest.MonkeyPatch) -> None:
    """A new run may claim a tile or not, and is gone on with whatever tiles from the rack there are ahead."""
    without_tables(patch)

    def as_new_run(rules: run_rules.RunRules, _: run_rules.Supply, state: int, piece: int, after: int) -> int:
        claimed = int(piece == run_rules.CLAIMED)
        if (state >> run_rules._CLAIMS & 3) + claimed > rules.claims:
            return 0
        return after + (claimed << run_rules._CLAIMS) | (run_rules.PAID if piece == run_rules.WILD else 0)

    patch.setattr(run_rules, "_as_new_run", as_new_run)


def without_pairs(patch: pytest.MonkeyPatch) -> None:
    """A new meld is looked for, whatever tiles there are on the rack."""
    patch.setattr(cases, "_may_be_new", lambda _: True)


def without_payable(patch: pytest.MonkeyPatch) -> None:
    """Taken jokers are waited for until no wild joker is left."""
    patch.setattr(bounds.Graph, "can_pay", lambda *_: True)


LEMMAS: list[Undo] = [
    without_kinds,
    without_pairs,
    without_payable,
    without_reach,
    without_remembered,
    without_relaxation,
    without_as_if_opened,
    without_marks,
    without_looser,
    without_idle,
    without_finish,
    without_ample,
    without_useful,
    without_twice,
    without_frozen,
    without_openings,
    without_opening,
    without_all_laid,
    with_all_without_jokers,
    with_estimates,
    with_comparisons,
    with_compared_estimates,
    without_charges,
    without_permutations,
    without_keen,
    without_joined,
]


def rank(view: View) -> tuple[int, int, int] | None:
    """How many tiles are laid, what they are worth, and, where that is exact, how many melds are disturbed."""
    play = rummikub.best_play(view)
    if play is None:
        return None
    laid = played_tiles(view, play)
    exact = JOKER not in (*view.rack, *view.table.tiles)
    return len(laid), value(view.rules, laid), disturbed(view.table, play.table) if exact else 0


@pytest.mark.slow(but=["frozen", "pairs"])
@pytest.mark.parametrize("undo", LEMMAS, ids=lambda undo: undo.__name__)
def test_what_is_best_is_as_good_without_a_lemma(undo: Undo, monkeypatch: pytest.MonkeyPatch) -> None:
    views = [position(random.Random(seed)) for seed in SEEDS]
    views += [set_up(*each, rules=PRESETS["pagat-sabra"].evolve(jokers=4), opened=False) for each in RACKS]
    views += [set_up(each, "K1-K2-K3 R7-*-R9", rules=PRESETS["ramicube"], opened=False) for each in LOW]
    views += [set_up(*each) for each in CROSSING] + [set_up(*STRICT, rules=STRICT_RULES, opened=False)]
    # Without kinds the runs that go on are chosen by states that say more than lengths, which melds lie whole by.
    compared = 2 if undo in (without_kinds, with_estimates, with_compared_estimates) else 3
    before = [(rank(view) or ())[:compared] for view in views]
    with monkeypatch.context() as patch:
        undo(patch)
        assert [(rank(view) or ())[:compared] for view in views] == before


def asking(steps: int) -> Undo:
    """Sets are asked for one by one as soon as passes have taken some steps."""

    def undo(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(all_plays, "MOST", steps)

    undo.__name__ = f"asking_after_{steps}"
    return undo


def minding(few: int, steps: int) -> Undo:
    """A pass looks for doubtful sets after a few that are none, and takes no more than some steps for each."""

    def undo(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(all_plays, "FEW", few)
        patch.setattr(all_plays, "ASKED", steps)

    undo.__name__ = f"minding_{few}_in_{steps}"
    return undo


SETS: list[Undo] = [
    without_kinds,
    without_pairs,
    without_payable,
    without_reach,
    with_comparisons,
    asking(0),
    asking(3_000),
    minding(0, 1 << 20),
    minding(0, 0),
    minding(1000, 0),
]


def check_every_set_is_found(view: View, undo: Undo, monkeypatch: pytest.MonkeyPatch) -> None:
    every_set = sorted(played_tiles(view, play) for play in rummikub.plays(view))
    with monkeypatch.context() as patch:
        undo(patch)
        found = list(rummikub.plays(view))
    assert sorted(played_tiles(view, play) for play in found) == every_set, shown(view)
    assert not any(rummikub.check(view, play) for play in found), shown(view)


@pytest.mark.parametrize("undo", SETS, ids=lambda undo: undo.__name__)
def test_every_set_of_a_rack_is_found_without_a_lemma_and_with_fewer_passes(
    undo: Undo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once asked for one by one, where a case has sets that cannot be laid."""
    check_every_set_is_found(position(random.Random(0)), undo, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("undo", SETS, ids=lambda undo: undo.__name__)
def test_every_set_is_found_without_a_lemma_and_with_fewer_passes(undo: Undo, monkeypatch: pytest.MonkeyPatch) -> None:
    views = [position(random.Random(seed)) for seed in SEEDS[::2]] + [set_up(*each) for each in (CROSSING[0], MANY)]
    for view in [*views, set_up(*STRICT, rules=STRICT_RULES, opened=False)]:
        check_every_set_is_found(view, undo, monkeypatch)


@pytest.mark.parametrize("seed", range(2000, 2012))
def test_arrangements_one_by_one_are_as_good(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rami.rummikub.solver.request.MOST_MELDS_TRIED", 1 << 40)
    view = position(random.Random(seed))
    request = request_for(view)
    table = tie_break.best_of_all_arrangements(request, request.loss(()))
    play = rummikub.best_play(view)
    assert (table is None) == (play is None), shown(view)
    if table is not None and play is not None:
        assert request.loss(request.laid(table)) == request.loss(played_tiles(view, play)), shown(view)


def test_a_case_that_is_stricter_than_the_rules_misses_no_play() -> None:
    view = set_up(*STRICT, rules=STRICT_RULES, opened=False)
    assert list(disagreements(view, random.Random(1))) == []


def test_arrangements_that_no_case_finds_are_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(
        colors=(Color.RED, Color.BLACK, Color.BLUE),
        jokers=4,
        opening_points=0,
        opening_turn_table="after_opening",
        joker_sets="frozen",
        joker_reuse="new",
        joker_before_opening=True,
    )
    view = set_up("K12 K12", "R10=B10=* K11-*-K13 *-K11-*", rules=rules, opened=False)
    assert len(list(rummikub.plays(view))) == 1
    monkeypatch.setattr("rami.rummikub.solver.request.MOST_MELDS_TRIED", 0)
    assert list(rummikub.plays(view)) == []


def test_many_pieces_of_a_number_are_arranged_for_their_own_numbers_ahead() -> None:
    tiles = "R5 R5 R5 R6 R6 R6 R7 R7 R7 * * * *"
    table = rummikub.arrange(tiles, rules=Rules(copies=3, jokers=4))
    assert table is not None
    assert sorted(table.tiles) == sorted(rummikub.parse_tiles(tiles))


def test_a_new_meld_claims_no_tile_of_the_table_as_one_from_the_rack() -> None:
    """The joker of the table goes into a new meld with two tiles from the rack; a K3 lies there too."""
    rules = PRESETS["rummikub-xp6"].evolve(joker_reuse="new_rack")
    view = set_up("R7 K3 K4 K5", "R5-R6-* K1-K2-K3", rules=rules)
    play = rummikub.best_play(view)
    assert play is not None
    assert played_tiles(view, play) == view.rack


def test_the_bound_is_no_more_than_what_is_lost() -> None:
    for seed in SEEDS:
        request = request_for(position(random.Random(seed)))
        case, _ = cases.relaxation(request)
        graph = bounds.Graph(case.problem)
        end = astar.best_path(graph, case.problem.infinite)
        assert end is None or graph.least <= astar.lost_by(end)


def test_a_hint_with_a_joker_disturbs_no_meld_where_none_has_to_be() -> None:
    view = set_up("B5 O3 O5 *", "B3-B4-B5-B6 O4-O5-*")
    play = rummikub.best_play(view)
    assert play is not None
    assert disturbed(view.table, play.table) == 0


@pytest.mark.slow(but=["0"])
@pytest.mark.parametrize("start", [0, 25, 50, 75, 100])
def test_where_there_are_jokers_too_hardly_ever_fewer_melds_can_be_disturbed(start: int) -> None:
    views = [position(random.Random(seed)) for seed in range(start, start + 25)]
    beaten = 0
    for view in views:
        play = rummikub.best_play(view)
        if play is not None:
            rivals = legal_tables(view)[played_tiles(view, play)]
            beaten += disturbed(view.table, play.table) > min(disturbed(view.table, table) for table in rivals)
    assert beaten == 0


def test_a_table_is_left_as_it_is_where_the_search_for_a_tidier_one_is_cut_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = position(random.Random(41))
    tidy = rummikub.best_play(view)
    monkeypatch.setattr(tie_break, "MOST_MELDS_TO_TIDY", 0)
    play = rummikub.best_play(view)
    assert play is not None
    assert tidy is not None
    assert sorted(played_tiles(view, play)) == sorted(played_tiles(view, tidy))
    assert play != tidy


def test_some_of_these_positions_have_three_jokers_and_more() -> None:
    views = [position(random.Random(seed)) for seed in range(300)]
    assert sum(view.table.tiles.count(JOKER) > 2 for view in views) > 20


@pytest.mark.parametrize("seed", range(1000, 1040))
def test_the_solver_agrees_with_brute_force(seed: int) -> None:
    """A sample of `python -m tests.rummikub.against_brute`."""
    view, rng = position_of(seed)
    assert list(disagreements(view, rng)) == [], shown(view)


@pytest.mark.parametrize("seed", range(2000, 2040))
def test_plays_are_as_good_where_few_jokers_are_taken_first(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "MOST_RELAXED", 0)
    view, rng = position_of(seed, {"joker_sets": "free", "joker_reuse": "new"})
    assert list(disagreements(view, rng)) == [], shown(view)


@pytest.mark.parametrize("seed", range(3000, 3040))
def test_plays_are_as_good_where_all_states_are_compared(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with_comparisons(monkeypatch)
    view, rng = position_of(seed)
    assert list(disagreements(view, rng)) == [], shown(view)


@pytest.mark.parametrize("seed", [5100490, 5200022])
def test_a_run_that_contains_an_old_one_with_its_1_at_the_other_end_is_not_new(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, rng = position_of(seed)
    with_comparisons(monkeypatch)
    assert list(disagreements(view, rng)) == [], shown(view)


RUNS = [tuple(sorted(some)) for count in range(4) for some in combinations_with_replacement((1, 2, 3), count)]
"""The lengths of up to three open runs."""


def completed(open_runs: tuple[int, ...], more: tuple[int, ...]) -> bool:
    """Return whether open runs can go on over some numbers with so many tiles at each, all of them laid."""
    if not more:
        return all(length == 3 for length in open_runs)
    tiles, *rest = more
    for going in {some for count in range(len(open_runs) + 1) for some in combinations(open_runs, count)}:
        closed = Counter(open_runs) - Counter(going)
        if len(going) <= tiles and set(closed) <= {3}:
            after = [min(3, length + 1) for length in going] + [1] * (tiles - len(going))
            if completed(tuple(sorted(after)), tuple(rest)):
                return True
    return False


def test_open_runs_that_outdo_others_are_completed_by_whatever_completes_those() -> None:
    rules = run_rules.RunRules()
    futures = [more for count in range(4) for more in product(range(4), repeat=count)]
    completions = {runs: {more for more in futures if completed(runs, more)} for runs in RUNS}
    for runs, others in product(RUNS, repeat=2):
        if run_rules.outdo(rules, runs, others):
            assert completions[runs] >= completions[others]
            assert run_rules.strength(runs) >= run_rules.strength(others)
    assert run_rules.outdo(rules, (2, 3, 3), (1, 3))
    assert not run_rules.outdo(rules, (1, 3), (2,))
