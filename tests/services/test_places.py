"""Ids of pieces on a screen: they stay with their pieces, and they follow from the views of one seat alone."""

import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import RulesError, WrongType, contracts, gin, rummikub, rummy
from rami.game import Game
from rami.places import Places
from rami.players import quick_player
from tests.quick_or_full import examples

SEATS = (0, 1, None)
GAMES: dict[str, tuple[Game, Any]] = {
    "rummikub": (rummikub.GAME, rummikub.PRESETS["hasbro-2007"]),
    "rummy": (rummy.GAME, rummy.PRESETS["horesca"]),
    "two packs": (rummy.GAME, rummy.PRESETS["rami-51"]),
    "open pile": (rummy.GAME, rummy.PRESETS["rummy-500"]),
}
AnyPlaces = Places[Any]


def deals(game: Game, rules: Any, moves: int) -> Iterator[list[Any]]:
    """The positions of deals with so many moves in all."""
    seed = 0
    while moves > 0:
        state, random = game.new_game(2, rules, seed=seed), Random(seed)
        states = [state]
        while not state.is_over and moves > 0:
            state = game.apply(state, quick_player(game.observe(state, state.current_player), random))
            states.append(state)
            moves -= 1
        yield states
        seed += 1


def check_places(places: AnyPlaces, view: Any) -> None:
    """Check that each visible piece has one id, in its place."""
    assert places.player == view.player
    assert [tuple(places.kinds[each] for each in row) for row in places.table] == [meld.pieces for meld in view.table]
    assert tuple(places.kinds[each] for each in places.hand) == view.hand
    assert tuple(places.kinds[each] for each in places.discard_pile) == getattr(view, "discard_pile", ())
    for seat, row in enumerate(places.hands):
        if view.is_over:
            assert len(row) == view.hand_sizes[seat]
        elif seat != view.player:
            assert row == ()
    ids = [each for row in (*places.table, *places.hands, places.discard_pile) for each in row]
    assert len(ids) == len({*ids})
    assert {*ids} == places.kinds.keys()


@pytest.mark.parametrize("name", GAMES)
def test_visible_pieces_keep_their_ids_and_no_id_names_two_pieces(name: str) -> None:
    game, rules = GAMES[name]
    for states in deals(game, rules, examples(2500)):
        for seat in SEATS:
            names: dict[str, Any] = {}
            before = game.observe(states[0], seat)
            places: AnyPlaces = Places.of(before)
            check_places(places, before)
            for state in states[1:]:
                view = game.observe(state, seat)
                after = places.after(view)
                check_places(after, view)
                stayed = (Counter(places.kinds.values()) & Counter(after.kinds.values())).total()
                kept = len(places.kinds.keys() & after.kinds.keys())
                # A card that covers the top one may be equal to it, or an open hand may have an equal one.
                covers = name == "two packs" and view.discard_size > before.discard_size
                assert kept == stayed or (covers and kept == stayed - 1)
                assert all(names.setdefault(each, piece) is piece for each, piece in after.kinds.items())
                places, before = after, view


@pytest.mark.parametrize("name", GAMES)
def test_ids_follow_from_views_alone(name: str) -> None:
    """Hidden pieces are exchanged before each move, and undone and skipped moves change nothing of that."""
    game, rules = GAMES[name]
    for states in deals(game, rules, examples(200)):
        for seat in SEATS:
            random, places = Random(1), Places.of(game.observe(states[0], seat))
            other = places
            for number in range(len(states)):
                view = game.observe(states[random.randrange(number + 1) if number % 5 == 0 else number], seat)
                places = places.after(view)
                other = other.after(game.observe(game.determinize(view, seed=number), seat))
                assert other == places
                check_places(places, view)


def of(view: Any) -> AnyPlaces:
    return Places.of(view)


def test_another_view_of_the_same_position_changes_nothing() -> None:
    view = rummikub.set_up("R7 R7 *", "R4-R5-R6 K4=B4=O4")
    places = of(view)
    assert places.after(view) == places
    assert places.hand == ("7", "8", "9")
    assert places.table == (("1", "2", "3"), ("4", "5", "6"))
    assert (places.hands, places.discard_pile) == ((places.hand, ()), ())
    assert hash(places) == hash(pickle.loads(pickle.dumps(places)))
    assert pickle.loads(pickle.dumps(places)) == places


def test_a_joker_keeps_its_id_whatever_it_stands_for() -> None:
    places = of(rummikub.set_up("R5 K1 K2", "R4-*-R6 R7=*=O7"))
    first, second = places.table[0][1], places.table[1][2]
    after = places.after(rummikub.set_up("R1", "R4-R5-R6 K1-K2-* R7=*=O7"))
    assert (after.table[2][2], after.table[1][2]) == (first, second)
    view = rummikub.set_up("R1", "R4-R5-R6-* K1-K2-K3-* R7=B7=O7")
    moved = after.after(view)
    jokers = {each for each, tile in moved.kinds.items() if tile == rummikub.JOKER}
    assert jokers == {first, second}
    assert moved.table[2][3] == first


def test_equal_melds_keep_their_ids_then_those_with_most_in_common() -> None:
    places = of(rummikub.set_up("R8", "R5-R6-R7 R5-R6-R7 O7=K7=B7"))
    one, two, group = places.table
    after = places.after(rummikub.set_up("", "R5-R6-R7 R5-R6-R7-R8 O7=K7=B7", pool_size=60))
    assert after.table == (one, (*two, *places.hand), group)
    places = of(rummikub.set_up("", "R5-R6-R7 K1-K2-K3-K4-K5", pool_size=60))
    short, long = places.table
    after = places.after(rummikub.set_up("", "R5-R6-R7 K1-K2-K3 K3-K4-K5", pool_size=60))
    assert after.table[0] == short
    assert after.table[1] == long[:3]
    assert after.table[2][1:] == long[3:]
    assert after.table[2][0] not in places.kinds


def test_rows_are_the_table_as_the_player_laid_it() -> None:
    places = of(rummikub.set_up("R7 R7 K7 O7", "R4-R5-R6"))
    own, [old] = places.hand, places.table
    rows = [[own[3], own[1], own[2]], [*old, own[0]]]
    assert [" ".join(map(str, row)) for row in places.rows(rows)] == ["O7 R7 K7", "R4 R5 R6 R7"]
    after = places.after(rummikub.set_up("", "R4-R5-R6-R7 R7=K7=O7", pool_size=60), rows)
    assert after.table == ((*old, own[0]), (own[1], own[2], own[3]))
    swapped = places.after(rummikub.set_up("R7 K7 O7", "R4-R5-R6-R7"), [(each for each in (own[1], *old))])
    assert (swapped.table, swapped.hand) == (((*old, own[1]),), (own[0], own[2], own[3]))


def test_rows_that_read_alike_stay_apart() -> None:
    places = of(rummikub.set_up("R5 R5 R6 R6 * *"))
    r5, other_r5, r6, other_r6, joker, other_joker = places.hand
    rows = [[r5, r6, joker], [other_r6, other_joker, other_r5]]
    after = places.after(rummikub.set_up("", "R5-R6-* *-R5-R6", pool_size=60), rows)
    assert sorted(after.table) == sorted([(r5, r6, joker), (other_joker, other_r5, other_r6)])


@pytest.mark.parametrize(
    ("rows", "error", "reason"),
    [
        ([["1", "2", "3"]], RulesError, r"rows\[0\] is not a meld of the table: R4 R5 R6"),
        ([["1", "2", "3", "4"], ["5"]], RulesError, r"rows\[1\] is not a meld of the table: R7"),
        ([], RulesError, "rows must be the whole table, but R4 R5 R6 R7 is missing"),
        ([["1", "2", "3", "t4"]], RulesError, r"rows\[0\]: no visible piece has the id 't4'"),
        ([["1"], ["2", "1"]], RulesError, r"rows\[1\]: the id '1' appears twice"),
        ([["1", 5]], RulesError, r"rows\[0\]: no visible piece has the id 5"),
        ([["1", []]], RulesError, r"rows\[0\]: no visible piece has the id \[\]"),
        (["123"], WrongType, r"rows\[0\] must be a row of ids, not '123'"),
        ("123", WrongType, "rows must be a row of ids, not '123'"),
        (5, WrongType, "rows must be a row of ids, not 5"),
        ([{"1"}], WrongType, r"rows\[0\] must be a row of ids, not {'1'}"),
    ],
)
def test_rows_that_differ_from_the_table_are_refused(rows: Any, error: type[Exception], reason: str) -> None:
    places = of(rummikub.set_up("R7 R7", "R4-R5-R6"))
    with pytest.raises(error, match=reason):
        places.after(rummikub.set_up("R7", "R4-R5-R6-R7"), rows)


def test_a_piece_that_is_hidden_again_loses_its_id() -> None:
    state = rummikub.new_game(2, seed=1)
    seat = state.current_player
    first = of(rummikub.observe(state, seat))
    drawn = first.after(rummikub.observe(rummikub.apply(state, "draw"), seat))
    [new] = drawn.kinds.keys() - first.kinds.keys()
    undone = drawn.after(rummikub.observe(state, seat))
    assert undone.kinds == first.kinds
    again = undone.after(rummikub.observe(rummikub.apply(state, "draw"), seat))
    assert new not in again.kinds


def test_a_discard_goes_to_the_pile_and_back() -> None:
    view = rummy.set_up("6S KD", "3S-4S-5S", discard="9H")
    places = of(view)
    [top], (six, king) = places.discard_pile, places.hand
    after = places.after(evolve(view, hand="6S", hand_sizes=(1, 10), discard_pile="KD", discard_size=2, turn=3))
    assert (after.discard_pile, after.hand, top in after.kinds) == ((king,), (six,), False)
    assert after.after(view).hand == (six, king)


def test_a_card_that_covers_an_equal_one_is_another_card() -> None:
    view = rummy.set_up("6S KD", discard="9H", rules=rummy.PRESETS["rami-51"])
    places = of(view)
    covered = places.after(evolve(view, discard_pile="9H", discard_size=2))
    assert covered.discard_pile[0] not in places.kinds
    shuffled = places.after(evolve(view, discard_pile="9H", discard_size=1, restocks=1))
    assert shuffled.discard_pile == places.discard_pile
    drawn = evolve(view, hand="6S 9H KD", hand_sizes=(3, 13), discard_pile="9H", discard_size=2)
    assert places.discard_pile[0] not in places.after(drawn).kinds


def test_a_card_of_the_pile_may_be_laid_at_once() -> None:
    view = rummy.set_up("7H 8H KD", discard="9H")
    places = of(view)
    rows = [[places.hand[0], places.hand[1], places.discard_pile[0]]]
    laid = evolve(view, hand="KD", hand_sizes=(1, 10), discard_pile="", discard_size=0, table="7H-8H-9H")
    assert places.after(laid, rows).table == (tuple(rows[0]),)


def test_a_prefix_keeps_ids_of_two_runs_of_a_program_apart() -> None:
    view = rummikub.set_up("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 K1")
    found = [Places.of(view, prefix).kinds.keys() for prefix in ("", "1", "1-1", "a")]
    assert len({*found[0], *found[1], *found[2], *found[3]}) == 48
    assert all(each.startswith("a") for each in found[3])
    with pytest.raises(WrongType, match="prefix must be text, not 7"):
        Places.of(view, 7)  # type: ignore[arg-type]  # wrong on purpose


def test_a_view_of_another_seat_or_game_is_refused() -> None:
    state = rummikub.new_game(2, seed=1)
    places = of(rummikub.observe(state, 0))
    for other in (
        rummikub.observe(state, 1),
        rummikub.observe(state, None),
        rummikub.observe(rummikub.new_game(3, seed=1), 0),
    ):
        with pytest.raises(RulesError, match="view must belong to seat 0 of 2, not to seat"):
            places.after(other)
    for view in (gin.observe(gin.new_game(2, seed=1), 0), contracts.observe(contracts.new_game(2, seed=1), 0)):
        with pytest.raises(WrongType, match="view must be of a game with melds on the table"):
            of(view)
    for wrong in (state, None, "R7"):
        with pytest.raises(WrongType, match="view must be a View, not"):
            of(wrong)
        with pytest.raises(WrongType, match="view must be a View, not"):
            places.after(wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_places_built_by_hand_give_no_id_twice() -> None:
    state = rummikub.determinize(rummikub.set_up("R7 K1", "R4-R5-R6"), seed=1)
    places = Places.of(rummikub.observe(state, 0))
    built = Places(
        player=places.player,
        hands=places.hands,
        table=places.table,
        discard_pile=places.discard_pile,
        kinds=places.kinds,
    )
    after = built.after(rummikub.observe(rummikub.apply(state, "draw"), 0))
    assert after.hand == ("4", "5", "6")
    assert after.table == places.table


def test_an_equal_tile_of_the_rack_cannot_stand_in_for_a_tile_of_the_table() -> None:
    state = rummikub.determinize(rummikub.set_up("R5 R7", "R4-R5-R6"), seed=1)
    places = Places.of(rummikub.observe(state, 0))
    after = rummikub.observe(rummikub.apply(state, "play R4-R5-R6-R7"), 0)
    with pytest.raises(RulesError, match="rows must have the id '2' of the table, not the id of an equal piece"):
        places.after(after, [["1", "4", "3", "5"]])
    assert places.after(after, [["1", "2", "3", "5"]]).hand == ("4",)
