"""Numbers of observations for known positions."""

from attrs import evolve

from rami import rummikub, rummy
from rami.adapters.encoding import layout


def test_first_melds_are_encoded_as_none_current_or_earlier() -> None:
    view = rummy.observe(rummy.new_game(3, seed=1), 0)
    view = evolve(view, current_player=0, turn=6, melded_in=(None, 6, 4), laid_in=(6, 6, 4))
    named = layout(rummy.GAME, view.rules, 3).named(view)
    assert named["melded"] == (0, 1, 2)
    assert named["laid_before"] == (1, 1, 2)


def test_a_row_of_melds_shows_each_kind_its_pieces_and_the_place_of_jokers() -> None:
    view = rummikub.set_up("K1", "R1-R2-R3 R4=B4=*")
    found = layout(rummikub.GAME, view.rules, view.players)
    places = {
        label: number
        for number, label in enumerate(next(each for each in found.fields if each.name == "rack").labels, 3)
    }
    melds = found.named(view)["melds"]
    rows = [["R1", "R2", "R3"], [str(tile) for tile in view.table.melds[1].tiles]]
    assert melds[:8] == (1, *(places[tile] for tile in rows[0]), 2, *(places[tile] for tile in rows[1]))
    assert not any(melds[8:])
