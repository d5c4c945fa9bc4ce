"""What a hostile client can make the referee do: little, and never for long."""

import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from attrs import evolve

from rami.errors import RulesError, TooLarge
from rami.rummikub import JOKER, PRESETS, Color, Group, Meld, Play, Rules, Run, Table, Tile, View, check, referee
from rami.rummikub import checks as opening
from rami.rummikub import jokers as held_melds
from rami.rummikub.jokers import Rearrangement
from rami.rummikub.moves import Change
from tests.rules.positions import codes, legal, position

MOST_SECONDS = 4.0
"""The most that a call may take, on a slow machine too."""


def problems(rules: Rules, old: Sequence[Meld], new: Sequence[Meld], *, opened: bool = True) -> list[str]:
    """What is wrong with a play that lays all that the new table has more; it has to be said in time."""
    before, after = Table(old), Table(new)
    rack = tuple((Counter(after.tiles) - Counter(before.tiles)).elements())
    view = View(
        rules=rules,
        current_player=0,
        player=0,
        rack=rack,
        rack_sizes=(len(rack), 1),
        pool_size=5,
        table=before,
        opened=(opened, True),
        known=((), ()),
    )
    started = time.process_time()
    found = [str(problem.code) for problem in check(view, Play(after))]
    assert time.process_time() - started < MOST_SECONDS
    return found


def run(text: str) -> Run:
    meld = Meld(text)
    assert isinstance(meld, Run)
    return meld


OPEN = Rules(
    opening_turn_table="after_opening",
    opening_points=100,
    joker_before_opening=True,
    joker_reuse="new",
    jokers=6,
    copies=8,
    max_players=2,
)


def test_an_opening_of_sixty_tiles() -> None:
    low = [Group([Tile(color, number) for color in Color]) for number in (1, 2, 3) for _ in range(2)]
    wide = [Group([Tile(color, number), JOKER, JOKER]) for color, number in zip(Color, (5, 6, 7), strict=False)]
    assert problems(OPEN, [], [*low, *wide], opened=False) == []
    assert problems(OPEN.evolve(opening_points=1000), [], [*low, *wide], opened=False) == ["opening_too_low"]
    one = [Group([Tile(color, 1) for color in Color if color != left]) for left in Color for _ in range(2)]
    assert problems(OPEN, [], [*one, *wide], opened=False) == ["opening_too_low"]


@pytest.mark.parametrize("sets", ["identity_kept", "free"])
@pytest.mark.parametrize("opened", [True, False])
def test_six_jokers_that_move(sets: str, opened: bool) -> None:
    rules = Rules(
        joker_sets=sets,  # type: ignore[arg-type]  # a parameter of the test
        opening_turn_table="after_opening",
        opening_points=1000,
        joker_before_opening=True,
        jokers=6,
        copies=8,
        max_players=2,
    )
    old = [run("R4-R5-*")] * 6
    new = [*[run("R4-R5-R6")] * 6, *[run("K4-K5-*")] * 6]
    assert problems(rules, old, new, opened=opened) == ([] if opened else ["opening_too_low"])


def test_six_jokers_of_groups_that_may_all_be_each_other() -> None:
    pairs = [(a, b) for a in Color for b in Color if a < b]
    old = [Group([Tile(a, 7), Tile(b, 7), JOKER]) for a, b in pairs]
    new = [Group([Tile(a, 7), Tile(b, 7), JOKER]) for a, b in pairs[:-1]]
    third = next(color for color in Color if color not in pairs[-1])
    new.append(Group([*(Tile(color, 7) for color in (*pairs[-1], third)), JOKER]))
    assert problems(OPEN, old, new) == []


@pytest.mark.parametrize("copies", [2, 4, 20, 60])
def test_many_copies_that_are_laid_anew(copies: int) -> None:
    def pieces(*lengths: int) -> list[Meld]:
        starts = [1 + sum(lengths[:place]) for place in range(len(lengths))]
        numbers = [range(start, start + length) for start, length in zip(starts, lengths, strict=True)]
        return [Run([Tile(Color.RED, number) for number in row]) for row in numbers]

    cuts = [(3, 3, 7), (3, 4, 6), (4, 3, 6), (5, 3, 5), (3, 7, 3), (6, 7), (13,), (4, 5, 4), (3, 3, 3, 4)]
    old = [meld for copy in range(copies - 1) for meld in pieces(*cuts[copy % len(cuts)])]
    new = [meld for copy in range(copies - 1) for meld in pieces(*cuts[(copy * 4 + 3) % len(cuts)])]
    joker = Run([*(Tile(Color.RED, number) for number in range(1, 13)), JOKER])
    rules = Rules(copies=copies, max_players=2)
    found = problems(rules, [*old, run("B4-*-B6")], [*new, run("B4-B5-B6"), joker])
    assert "joker_not_replaced" not in found


def test_a_joker_of_a_meld_that_no_set_has() -> None:
    """Only a view from elsewhere can have such a table."""
    rules = Rules(max_number=10, max_players=2)
    long = [Tile(Color.RED, number) for number in range(1, 11)]
    assert problems(rules, [Run([*long, JOKER])], [Run(long), run("K1-K2-*")]) == ["joker_not_replaced"]


def test_a_table_of_a_thousand_tiles() -> None:
    groups: list[Meld] = [Group([Tile(color, number) for color in Color]) for number in range(1, 13) for _ in range(20)]
    old, new = [*groups, run("B4-*-B6")], [*groups, run("B4-B5-B6"), run("O11-*-O13")]
    assert problems(Rules(copies=25, max_players=2), old, new) == []


def test_a_search_that_would_take_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    view = position("B5 R4 R5 R6 R7", "B4-*-B6 R4-R5-R6 R5-R6-R7", Rules(copies=3))
    move = "play B4-B5-B6 R4-R5-R6-R7 R5-R6-R7 *-R4-R5-R6"
    assert legal(view, move)
    monkeypatch.setattr(held_melds, "MOST_STEPS", 0)
    assert codes(view, move) == ["joker_not_in_new_meld"]
    unopened = position("R9 R10 R11 K9 *", "", Rules(opening_turn_table="after_opening"), opened=False)
    assert legal(unopened, "play R9-R10-*")
    monkeypatch.setattr(opening, "MOST_STEPS", 0)
    assert codes(unopened, "play R9-R10-*") == ["opening_too_low"]
    assert codes(unopened, "play R9-R10-R11") == ["opening_too_low"]


def left_undecided(number: int, color: int, *, copies: int, needed: int) -> int:
    """In how many ways melds worth less than an opening needs can take tiles from one tile on, by number and colour.

    They begin at that tile or before it, and a run has five tiles at most.
    """
    runs = [
        (sum(range(start, start + length)), [(at, row) for at in range(start, start + length)])
        for row in range(4)
        for length in (3, 4, 5)
        for start in range(1, 15 - length)
        if (start, row) <= (number, color) and start + length > number
    ]
    groups = [
        (size * number, [(number, row) for row in rows])
        for size in (3, 4)
        for rows in combinations(range(4), size)
        if rows[0] <= color
    ]
    cheapest: dict[tuple[tuple[int, int], ...], int] = {}
    for points, tiles in (*runs, *groups):
        taken = tuple(tile for tile in tiles if tile >= (number, color))
        cheapest[taken] = min(points, cheapest.get(taken, needed))
    known: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    waiting: list[tuple[tuple[int, int], ...]] = [()]
    while waiting:
        before = waiting.pop()
        for taken, points in cheapest.items():
            after = tuple(sorted((*before, *taken)))
            worth = known[before] + points
            if worth < known.get(after, needed) and max(Counter(after).values(), default=0) <= copies:
                known[after] = worth
                waiting.append(after)
    return len(known)


def test_no_search_for_an_opening_of_natural_tiles_is_given_up_in_any_edition() -> None:
    for rules in PRESETS.values():
        if rules.opening_turn_table == "after_opening":
            assert (rules.max_number, rules.copies, rules.opening_points) == (13, 2, 30)
    most = sum(2 * left_undecided(number, color, copies=2, needed=30) for number in range(1, 14) for color in range(4))
    assert most == 12_410
    assert most < opening.MOST_STEPS


HARD = """R1 R2 R2 R3 R4 R5 R5 R7 R7 R8 R10 R10 R12 R12 K1 K1 K2 K2 K4 K4 K6 K9 K9 K13 B1 B3 B3 B4 B4 B6 B6 B7 B7 B9 B9
B10 B10 B12 B13 O1 O1 O3 O5 O5 O8 O11 O11 * *"""
"""Of many racks that were tried, the one with the longest search."""


def test_the_longest_search_found_is_far_from_being_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, tiles = PRESETS["ramicube"], Tile.row(HARD)
    change = Change(Table(), Table(), (), tiles, ())
    search = opening._Openings(rules, Rearrangement.of_turn(rules, change), tiles)
    monkeypatch.setattr(search, "_goes_on_from", bool)  # wherever its jokers lie in the end
    assert search.best() >= 20
    assert opening.MOST_STEPS - search.steps < opening.MOST_STEPS / 10


def test_a_position_with_more_jokers_than_the_set() -> None:
    old = [run("R4-*-R6")] * 8
    with pytest.raises(RulesError, match="there are 8 jokers on the table, and 2 in the set"):
        problems(Rules(), old, [*old, run("R1-R2-R3")])


def test_the_whole_set_laid_at_once() -> None:
    runs = [Run([Tile(color, n) for n in range(1, 14)]) for color in Color for _ in range(2)]
    assert problems(Rules(), [], runs) == []


def test_check_never_raises_that_a_position_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player of whom nobody can tell whether there is a play may pass."""
    empty = evolve(position("R7 K1", "R4-R5-R6"), pool_size=0, rack_sizes=(2, 104 - 3))
    assert codes(empty, "pass") == ["must_play_before_passing"]

    def refused(_: object) -> bool:
        raise TooLarge("too many")

    monkeypatch.setattr(referee, "can_play", refused)
    assert codes(empty, "pass") == []
