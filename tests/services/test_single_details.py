"""Details of results, events and texts that only a test of the very detail notices."""

from random import Random

import pytest
from attrs import evolve

import rami
from rami import contracts, gin, rummikub, rummy
from rami.adapters.encoding import actions, layout
from rami.players import quick_player

RUMMY = rummy.PRESETS


def test_a_hand_that_cannot_open_is_discarded_from() -> None:
    view = rummy.set_up("4S 4H", rules=RUMMY["continental"], has_melded=False)
    assert rummy.best_turn(view) == (rummy.Discard("4S"),)


def test_a_joker_in_a_run_scores_as_its_card() -> None:
    rules = RUMMY["rummy-500"].evolve(jokers=2)
    state = rummy.new_game(2, rules, seed=1)
    while state.phase is not rummy.Phase.PLAY:
        state = rummy.apply(state, "draw")
    cards = rummy.Card.row("AS 3S *")
    others = [card for card in rules.pieces if card not in cards or card == rummy.JOKER]
    others.remove(rummy.JOKER)
    hands: list[tuple[rummy.Card, ...]] = []
    for seat, hand in enumerate(state.hands):
        kept = cards if seat == state.current_player else ()
        hands.append(tuple(sorted((*kept, *(others.pop() for _ in hand[len(kept) :])))))
    discards = tuple(others.pop() for _ in state.discards)
    state = evolve(state, hands=tuple(hands), discards=discards, stock=tuple(others), taken=None, known=((), ()))
    assert not rummy.GAME.flaws(state)
    after = rummy.apply(state, "meld AS-*-3S")
    assert sorted(after.laid_points) == [0, 24]


@pytest.mark.parametrize(
    ("edition", "last"),
    [
        ("rami-51", "Here, both are needed."),
        ("horesca", "highest total wins."),
        ("bicycle", "highest total wins."),
    ],
)
def test_the_rules_of_a_match_end_with_its_winner(edition: str, last: str) -> None:
    assert str(rami.prose(RUMMY[edition])).endswith(last)


def test_pictures_for_terminals_have_colors_on_request() -> None:
    view = rummikub.set_up("R7")
    assert "\x1b[" in rami.text(view, color=True)
    assert "\x1b[" not in rami.text(view)


def test_the_end_of_a_turn_reveals_a_card_that_was_hidden() -> None:
    state, random = contracts.new_game(2, seed=1), Random(1)
    filled = False
    while not (filled and contracts.is_legal(state, "end")):
        move = quick_player(contracts.observe(state, state.current_player), random)
        filled = isinstance(move, contracts.Fill)
        state = contracts.apply(state, move)
    event = contracts.GAME.event(state, contracts.End(()), 0)
    assert event.motions[0].revealed


def test_a_take_is_explained_by_the_top_card() -> None:
    state = gin.new_game(2, seed=1)
    while len(state.discard_pile) < 2:
        state = gin.apply(state, next(gin.legal_moves(state)))
    while state.phase is not gin.Phase.DRAW:
        state = gin.apply(state, next(gin.legal_moves(state)))
    view = gin.observe(state, state.current_player)
    assert gin.explain(view, "take")[0].pieces == state.discard_pile[-1:]


def test_the_repr_of_a_state_names_each_public_fact() -> None:
    assert repr(contracts.new_game(2, seed=1)) == (
        "<State, contract-default: turn 0; seat to move 0; phase take; first player 0; hands 3 3; pile 84; "
        "market 1H 2H 5H 8H 7C 1D; contracts C09 C11 C15 C18; filled 0 0>"
    )


def test_a_knock_without_a_card_needs_a_bonus_for_big_gin() -> None:
    rules = gin.PRESETS["gin-classic"]
    assert rules.big_gin_bonus is None
    assert "knock" not in actions(gin.GAME, rules).names
    assert "knock" in actions(gin.GAME, evolve(rules, big_gin_bonus=31)).names


def test_one_card_at_most_is_on_top_of_the_discard_pile() -> None:
    found = {each.name: each for each in layout(rummy.GAME, RUMMY["rami-51"], 2).fields}
    assert found["top_discard"].high == 1
