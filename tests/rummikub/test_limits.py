"""A hostile client cannot keep the referee busy."""

import time
from collections import Counter
from collections.abc import Sequence

import pytest
from attrs import evolve

from rami.errors import RulesError, TooLarge
from rami.rummikub import GAME, JOKER, Color, Group, Meld, Play, Rules, Run, Table, Tile, View, check, new_game, referee
from rami.rummikub import checks as opening
from rami.rummikub import jokers as held_melds
from tests.rules.positions import codes, legal, position

MOST_SECONDS = 4.0
"""The maximum seconds of a call, on a slow machine too."""


def problems(rules: Rules, old: Sequence[Meld], new: Sequence[Meld], *, opened: bool = True) -> list[str]:
    """Return the violations of a play with all new tiles of a table. The check must be quick."""
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


def test_a_joker_of_a_meld_that_no_set_has() -> None:
    """Only a view from outside the library can have such a table."""
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
    monkeypatch.setattr(held_melds, "MOST_HELD_STEPS", 0)
    assert codes(view, move) == ["joker_not_in_new_meld"]
    unopened = position("R9 R10 R11 K9 *", "", Rules(opening_turn_table="after_opening"), opened=False)
    # One step for each meld with one joker, and one for the choice of them.
    monkeypatch.setattr(opening, "MOST_OPENING_STEPS", 4)
    assert legal(unopened, "play R9-R10-*")
    monkeypatch.setattr(opening, "MOST_OPENING_STEPS", 0)
    assert codes(unopened, "play R9-R10-*") == ["opening_too_low"]
    assert codes(unopened, "play R9-R10-R11") == ["opening_too_low"]


def test_a_position_with_more_jokers_than_the_set() -> None:
    old = [run("R4-*-R6")] * 8
    with pytest.raises(RulesError, match="the table has 8 jokers, but the set has only 2"):
        problems(Rules(), old, [*old, run("R1-R2-R3")])


def test_the_whole_set_laid_at_once() -> None:
    runs = [Run([Tile(color, n) for n in range(1, 14)]) for color in Color for _ in range(2)]
    assert problems(Rules(), [], runs) == []


def test_check_never_raises_that_a_position_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player may pass if the solver cannot decide whether a play exists."""
    empty = evolve(position("R7 K1", "R4-R5-R6"), pool_size=0, rack_sizes=(2, 104 - 3))
    assert codes(empty, "pass") == ["must_play_before_passing"]

    def refused(_: object) -> bool:
        raise TooLarge("too many")

    monkeypatch.setattr(referee, "can_play", refused)
    # The answer for the first position is cached.
    other = evolve(position("R8 K1", "R5-R6-R7"), pool_size=0, rack_sizes=(2, 104 - 3))
    assert codes(other, "pass") == []


def test_moves_are_quick_to_list_with_one_joker_and_forty_tiles() -> None:
    assert GAME.quick_to_list is not None
    for jokers, tiles, is_quick in ((1, 40, True), (2, 40, False), (1, 41, False)):
        state = new_game(2, seed=1)
        numbered = [tile for tile in state.rules.pieces if not tile.is_joker]
        rack = (*[JOKER] * jokers, *numbered[: tiles - jokers])
        assert GAME.quick_to_list(evolve(state, current_player=0, racks=(rack, ()))) is is_quick
