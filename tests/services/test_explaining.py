"""A turn in steps: a sentence for each move, and the position with highlighted pieces."""

from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import IllegalMove, NotationError, RulesError, WrongType, contracts, gin, rummikub, rummy
from rami.pictures import Picture
from rami.players import random_player
from tests.quick_or_full import examples

EDITIONS = [(game, name) for game in (gin, rummy, contracts) for name in game.PRESETS]
BUYING = evolve(rummy.PRESETS["continental"], buying=1)


def unlit(picture: Picture) -> Picture:
    rows = [evolve(row, marks=[evolve(mark, lit="") for mark in row.marks]) for row in picture.rows]
    return evolve(picture, rows=rows)


@pytest.mark.slow(but=["horesca", "gin-classic", "contract-default"])  # each edition
@pytest.mark.parametrize(("game", "name"), EDITIONS, ids=lambda value: getattr(value, "__name__", value))
@settings(max_examples=examples(5), deadline=None)
@given(seed=st.integers(0, 10**6), before=st.integers(0, 30))
def test_a_step_shows_only_the_position(game: Any, name: str, seed: int, before: int) -> None:
    rules, random = game.PRESETS[name], Random(seed)
    state = game.new_game(rules.player_counts[0], rules, seed=seed)
    for _ in range(before):
        if not state.is_over:
            state = game.apply(state, random_player(game.observe(state, state.current_player), random))
    if state.is_over:
        return
    seat = state.current_player
    turn = game.best_turn(game.observe(state, seat))
    steps = game.explain(game.observe(state, seat), turn)
    assert tuple(step.move for step in steps) == turn
    hidden = False
    for step in steps:
        view = game.observe(state, seat)
        if hidden:  # The card below a taken card is unknown when the turn is planned
            view = evolve(view, discard_pile=())
        hidden |= isinstance(step.move, rummy.TakeDiscard) and rules.discard_view == "top"
        assert unlit(step.position) == unlit(view.picture)
        lit = {evolve(mark, lit="") for row in step.picture.rows for mark in row.marks if mark.lit}
        assert lit == {piece.mark for piece in step.pieces}
        assert step.message("fr") != str(step) == step.picture.rows[0].label.say("en")
        state = game.apply(state, step.move)


def test_a_turn_is_explained_after_the_top_of_a_covered_pile_is_taken() -> None:
    rules, draw = rummy.PRESETS["kalooki-40"], rummy.Phase.DRAW
    view = rummy.set_up("7S 7H JS 2C", "10S-JS-QS", discard="7D", stock_size=30, phase=draw, rules=rules)
    turn = ("take", "meld 7S=7H=7D", "discard JS")
    assert tuple(str(step.move) for step in rummy.explain(view, turn)) == turn


@pytest.mark.parametrize(
    ("view", "turn", "sentences"),
    [
        (
            rummy.set_up("4S 8H 8D 8C KD", "5S-6S-7S", discard="KS"),
            "meld 8H=8D=8C; add 4S 5S-6S-7S; discard KD",
            "Lay 8H=8D=8C.; Add 4S to 5S-6S-7S.; Discard KD and go out.",
        ),
        (
            rummy.set_up("5S 8D KD", "4S-*-6S", rules=rummy.PRESETS["scala-40"]),
            "replace 5S 4S-*-6S",
            "Put 5S in the place of the joker of 4S-*-6S, and take the joker.",
        ),
        (
            rummy.set_up("* 8H KD", "5S-6S-7S", rules=rummy.PRESETS["scala-40"]),
            "add * 5S-6S-7S front",
            "Put * at the start of 5S-6S-7S.",
        ),
        (rummy.set_up("4S 8H KD", discard="KS", phase=rummy.Phase.DRAW), "draw", "Draw a card from the stock."),
        (
            rummy.set_up("4S 8H KD", discard="KS", phase=rummy.Phase.DRAW),
            "take; discard 4S",
            "Take KS from the discard pile.; Discard 4S.",
        ),
        (
            gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD QD", discard="7D"),
            "knock QD",
            "Discard QD and knock, with deadwood of 10.",
        ),
        (
            gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH QH KD", discard="7D"),
            "knock KD",
            "Discard KD and knock with gin: every other card is in a meld.",
        ),
        (
            gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH QH KH", discard="7D"),
            "knock",
            "Knock with big gin: every card is in a meld.",
        ),
        (
            gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD", discard="7D", phase=gin.Phase.DRAW),
            "take; discard KD",
            "Take 7D from the discard pile.; Discard KD.",
        ),
        (
            gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD", discard="7D", phase=gin.Phase.OFFER),
            "pass",
            "Refuse 7D.",
        ),
        (
            gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD", discard="7D", phase=gin.Phase.DRAW),
            "draw",
            "Draw a card from the stock.",
        ),
        (
            gin.set_up(
                "4S 2H 3D 5H 6D 5C 9H 10H QH KD", "AS-2S-3S 7C=7D=7H 8S=8H=8C", unmatched="AC", phase=gin.Phase.LAY_OFF
            ),
            "add 4S AS-2S-3S; done",
            "Add 4S to AS-2S-3S.; Finish laying off.",
        ),
        (
            contracts.set_up("4H 4D 5C 6C 7Y", contracts="C18"),
            "fill C18 4H=4D 5C-6C-7Y; end",
            "Fill C18 with 4H=4D 5C-6C-7Y.; End the turn.",
        ),
        (
            contracts.set_up("4H 4D", "5C 5H 6Y", contracts="C18", phase=contracts.Phase.TAKE),
            "take 5C 5H",
            "Take 5H 5C.",
        ),
        (contracts.set_up("4H 4D", contracts="C18", phase=contracts.Phase.TAKE), "take", "Take nothing."),
        (rummikub.set_up("R7 K1", "R4-R5-R6"), "play R4-R5-R6-R7", "Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7."),
        (rummikub.set_up("R8 K1", "R4-R5-R6"), "draw", "Draw a tile."),
        (rummikub.set_up("R8 K1", "R4-R5-R6", pool_size=0), "pass", "Pass."),
    ],
    ids=str,
)
def test_a_sentence_for_each_move(view: Any, turn: str, sentences: str) -> None:
    game = {rummy.View: rummy, gin.View: gin, contracts.View: contracts, rummikub.View: rummikub}[type(view)]
    steps = game.explain(view, turn.split("; "))
    assert [step.message() for step in steps] == [f"{each}" for each in sentences.split("; ")]


def test_an_offer() -> None:
    state = rummy.new_game(3, BUYING, seed=1)
    view = rummy.observe(state, state.current_player)
    (card,) = view.discard_pile
    assert rummy.explain(view, "pass")[0].message() == f"Leave {card} to the other players."
    state = rummy.apply(state, "pass")
    view = rummy.observe(state, state.current_player)
    assert [str(*rummy.explain(view, each)) for each in ("pass", "buy")] == [f"Do not buy {card}.", f"Buy {card}."]


def test_a_turn_that_cannot_be_is_refused() -> None:
    view = rummy.set_up("4S 8H KD", discard="KS", phase=rummy.Phase.DRAW)
    assert rummy.explain(view, ()) == ()
    assert rummy.explain(view, "draw") == rummy.explain(view, [rummy.DrawStock()])
    with pytest.raises(RulesError, match="cannot explain discard 4S: it follows draw, and the drawn card is hidden"):
        rummy.explain(view, ["draw", "discard 4S"])
    with pytest.raises(IllegalMove):
        rummy.explain(view, ["discard 4S"])
    with pytest.raises(IllegalMove, match="not_your_turn"):
        rummy.explain(view, ["take", "discard 4S", "draw"])
    with pytest.raises(NotationError):
        rummy.explain(view, ["drow"])
    for game, wrong in ((rummy, view), (gin, gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C"))):
        with pytest.raises(WrongType):
            game.explain(wrong, rummikub.Draw())
        with pytest.raises(WrongType):
            game.explain("view", ())
