"""Rare cases: turns that cannot end, full runs, and the text forms of values."""

import pytest
from attrs import evolve

from rami.errors import RulesError
from rami.pieces import without
from rami.rummy import (
    Card,
    Phase,
    Rules,
    Run,
    Table,
    View,
    check,
    determinize,
    new_game,
    observe,
    parse_move,
    set_up,
)


def test_a_turn_that_no_hand_can_end_raises_an_error() -> None:
    """The player who moves has to lay the king of clubs with one more card, and the unseen cards make no meld."""
    rules = Rules(take_discard="to_lay")
    unseen = Card.row("2S 5H 9D")
    taken = Card.row("KC")
    table = Table("3S-4S-5S-6S-7S-8S-9S-10S-JS-QS-KS 2C-3C-4C-5C-6C-7C-8C-9C-10C-JC AS=AH=AD")
    laid = [card for meld in table for card in meld.cards]
    own = without(rules.pieces, (*unseen, *taken, *laid))
    start = observe(new_game(2, rules, seed=1), 1)
    view = evolve(
        start,
        current_player=0,
        turn=4 + start.current_player,
        phase=Phase.PLAY,
        table=table,
        melded_in=(start.current_player, 1 - start.current_player),
        laid_in=(start.current_player, 1 - start.current_player),
        known=(taken, ()),
        hand=own,
        hand_sizes=(2, len(own)),
        stock_size=2,
        discard_pile=(),
        discard_size=0,
        taken=taken[0],
    )
    with pytest.raises(RulesError, match="no hand was found that allows the current turn to end"):
        determinize(view, seed=1)


def test_a_card_that_a_long_run_has_already_is_not_added_to_it() -> None:
    """Two packs, and a run of twelve cards that its king could close: the second 5 has no place in it."""
    rules = Rules(packs=2, ace="wrap", take_discard="to_lay", melds_per_turn=None)
    run = Run(Card.row("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS"))
    view = set_up("KS 2H 9C", Table((run,)), discard="5S", rules=rules, phase=Phase.DRAW)
    assert [str(problem.code) for problem in check(view, parse_move("take"))] == ["taken_not_laid"]


def test_the_view_of_a_spectator_has_no_hand_to_move() -> None:
    view = observe(new_game(2, seed=1), None)
    assert isinstance(view, View)
    assert view.hand_to_move == ()
    assert repr(view).startswith("<View of a spectator, horesca: ")
    assert str(view).startswith("Rami, turn 1")
