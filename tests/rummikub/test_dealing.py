"""Deals and positions that cannot be are refused, with a word on what is wrong."""

from typing import Any, cast

import pytest
from attrs import evolve

from rami import rummikub
from rami.errors import NotationError, RulesError, WrongType
from rami.game import Deal
from rami.rummikub import DEFAULT, PRESETS, Run, full_set, parse_move, parse_tiles
from rami.rummikub.dealing import _draws_needed, _shared


def test_a_starter_has_a_seat() -> None:
    for starter in (2, -1, True, "0"):
        with pytest.raises(RulesError, match="starter must be a seat from 0 to 1, or None, not"):
            rummikub.deal(2, seed=1, starter=cast("Any", starter))


def test_tiles_drawn_after_the_deal_come_from_the_pool() -> None:
    chiffres = PRESETS["chiffres"]
    dealt = chiffres.tiles[:1]
    with pytest.raises(RulesError, match="the draws have more tiles of a kind than the pool has: R1"):
        rummikub.from_deal(2, chiffres, Deal(chiffres.tiles, draws=(*dealt, *parse_tiles("O5"))))
    assert rummikub.from_deal(2, chiffres, Deal(chiffres.tiles, draws=parse_tiles("O4 O5"))).current_player == 1


def test_the_seed_of_a_deal_is_a_whole_number() -> None:
    with pytest.raises(RulesError, match="seed must be a whole number, not 'x'"):
        rummikub.from_deal(2, DEFAULT, Deal(DEFAULT.tiles, starter=0, seed=cast("Any", "x")))


def test_a_deal_is_expected() -> None:
    with pytest.raises(RulesError, match="deal must be a Deal, not None"):
        rummikub.from_deal(2, DEFAULT, cast("Any", None))


def test_what_a_position_is_made_of() -> None:
    with pytest.raises(RulesError, match="the rack must be tiles, or text, not None"):
        rummikub.set_up(cast("Any", None))
    with pytest.raises(RulesError, match="rules must be a Rules, not 'goliath'"):
        rummikub.set_up("R7", rules=cast("Any", "goliath"))
    for table in (5, [Run.parse("R4-R5-R6")], None):
        with pytest.raises(WrongType, match="table must be a Table, or text, not"):
            rummikub.set_up("R7", cast("Any", table))


def test_a_view_whose_rack_is_not_of_its_size() -> None:
    view = rummikub.set_up("R7 K1")
    with pytest.raises(RulesError, match="the view shows a rack of 2 tiles where it counts 3"):
        rummikub.determinize(evolve(view, rack_sizes=(3, 14), pool_size=89), seed=1)
    with pytest.raises(RulesError, match="the view shows a rack of 2 tiles where it counts 0"):
        rummikub.determinize(evolve(view, player=None), seed=1)


@pytest.mark.parametrize(
    ("text", "position"), [("draw d", 5), ("  play R4-R5-X9 ", 13), ("timeout R4-R5-R6\n K", 18), ("fold", 0)]
)
def test_a_mistake_in_a_move_is_found_where_it_is(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert (caught.value.text, caught.value.position) == (text, position)


def test_tiles_that_run_out_before_one_player_has_the_highest() -> None:
    assert _draws_needed(2, parse_tiles("R5 B5 K5")) == 2
    assert _draws_needed(2, parse_tiles("R5 B5 K5 O5")) == 4
    assert _draws_needed(2, parse_tiles("R5 B5 K5 O4")) == 4


def test_tiles_are_shared_among_racks_as_evenly_as_possible() -> None:
    assert (_shared(7, 3), _shared(6, 3), _shared(2, 3)) == ((3, 2, 2), (2, 2, 2), (1, 1))


@pytest.mark.parametrize("name", ["copies", "jokers"])
def test_a_set_has_at_most_a_hundred_of_a_kind(name: str) -> None:
    most: dict[str, Any] = {"max_number": 1, name: 100}
    more: dict[str, Any] = {"max_number": 1, name: 101}
    assert len(full_set(**most)) > 100
    with pytest.raises(RulesError, match=f"{name} must be a whole number from 0 to 100, not 101"):
        full_set(**more)
