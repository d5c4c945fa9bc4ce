"""A turn in steps: a sentence for each move, its reason, and the position with highlighted pieces."""

from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import IllegalMove, NotationError, RulesError, TooLarge, WrongType, contracts, gin, rummikub, rummy
from rami.pictures import Picture
from rami.players import random_player
from rami.sentences import languages
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
            "Discard QD and knock with 10 points of deadwood.",
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
def test_each_move_of_a_turn_has_its_sentence(view: Any, turn: str, sentences: str) -> None:
    game = {rummy.View: rummy, gin.View: gin, contracts.View: contracts, rummikub.View: rummikub}[type(view)]
    steps = game.explain(view, turn.split("; "))
    assert [step.message() for step in steps] == [f"{each}" for each in sentences.split("; ")]


def test_an_offered_card_is_named_if_it_is_left_or_bought() -> None:
    state = rummy.new_game(3, BUYING, seed=1)
    view = rummy.observe(state, state.current_player)
    (card,) = view.discard_pile
    assert rummy.explain(view, "pass")[0].message() == f"Leave {card} to the other players."
    state = rummy.apply(state, "pass")
    view = rummy.observe(state, state.current_player)
    assert [str(*rummy.explain(view, each)) for each in ("pass", "buy")] == [f"Do not buy {card}.", f"Buy {card}."]


def test_explain_refuses_a_turn_after_a_hidden_card() -> None:
    view = rummy.set_up("4S 8H KD", discard="KS", phase=rummy.Phase.DRAW)
    assert rummy.explain(view, ()) == ()
    assert rummy.explain(view, "draw") == rummy.explain(view, [rummy.DrawStock()])
    with pytest.raises(RulesError, match="cannot explain discard 4S after draw, because the drawn card is hidden"):
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


# ------------------------------------------------------------------------------------------------------------- reasons

GIN_MELDS = "AS 2S 3S 5H 5D 5C 9H 10H JH"
LATE = evolve(gin.set_up(f"{GIN_MELDS} 4C JC", discard="7D"), turn=14)
RAMI_51 = rummy.PRESETS["rami-51"]
ONLY_OTHERS_MELDED = evolve(
    rummy.set_up("9S 4H 6H 10H 5C JC", "9H=9D=9C", discard="3S", rules=RAMI_51), melded_in=(None, 1)
)


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (rummikub.set_up("R9 B9 K1 *", "R4-R5-R6"), "Draw a tile: the joker is worth more later."),
        (rummikub.set_up("R9 K1 * *", "R4-R5-R6"), "Draw a tile: the jokers are worth more later."),
        (
            rummikub.set_up("R13 B13 K1 *", "R4-R5-R6", opened=False),
            "Draw a tile: the joker is worth more than an early opening.",
        ),
        (
            rummikub.set_up("R13 K1 * *", "R4-R5-R6", opened=False),
            "Draw a tile: the jokers are worth more than an early opening.",
        ),
        (rummikub.set_up("R9 K1 *", "R4-R5-R6", opened=False), "Draw a tile."),
        (rummikub.set_up("R9 B8 K1", "R4-R5-R6"), "Draw a tile."),
        (LATE, "Discard JC: a knock this late would often be undercut."),
        (
            gin.set_up("7S 8S AH 4H 9H JH 3D AC 2C 8C 10C", discard="JS"),
            "Discard JH: the opponent may want 10C.",
        ),
        (
            gin.set_up("6S 2H 4H JH 6D JD QD KD 5C 9C JC", discard="9S"),
            "Discard JH: JC can still become part of a meld.",
        ),
        (
            gin.set_up("AS 6S 7S 10S 3H 6D 9D 10D AC 7C 10C", discard="5H"),
            "Discard 9D: 10S belongs to a meld.",
        ),
        (gin.set_up("AS 2S 3S 5H 5D 5C 9H 8H 4D KD 7C", discard="7D KS"), "Discard KD."),
        (
            rummy.set_up("5S 6H 3D JD KD 9C JC", "3S-4S-5S", rules=rummy.PRESETS["scala-40"], has_melded=False),
            "Discard 5S: the next player may want 6H.",
        ),
        (ONLY_OTHERS_MELDED, "Discard 10H: another player could lay off 9S."),
        (
            rummy.set_up("AH 2H 3H 5D 5C 7C 9C", rules=rummy.PRESETS["scala-40"], has_melded=False),
            "Discard 9C: AH belongs to a meld.",
        ),
        (
            rummy.set_up("KS 2H 4H 9H AD 3D QD 8C JC", rules=rummy.PRESETS["continental"], has_melded=False),
            "Discard KS: AD is needed for the first melds.",
        ),
        (
            contracts.set_up("7C 3Y 5D", contracts="C02 C22 C24"),
            "End the turn: the joker is worth more later.",
        ),
        (
            contracts.set_up("1H 1C 4H 4C 7H 7C 2Y 2H 8H 8C 5Y", contracts="C16"),
            "Discard 1H and end the turn: the joker is worth more later.",
        ),
        (contracts.set_up("7C 3Y 5D", contracts="C22 C24", joker=False), "End the turn."),
    ],
    ids=str,
)
def test_a_reason_for_the_turn_of_a_good_player(view: Any, sentence: str) -> None:
    game = {rummy.View: rummy, gin.View: gin, contracts.View: contracts, rummikub.View: rummikub}[type(view)]
    (step,) = game.explain(view, game.best_turn(view))
    assert step.message() == sentence
    translated = {step.message(lang) for lang in languages()}
    assert len(translated) == len(languages())
    assert len({":" in text for text in translated}) == 1


@pytest.mark.parametrize(
    ("view", "move", "sentence"),
    [
        (rummikub.set_up("R9 B9 R7 *", "R4-R5-R6"), "draw", "Draw a tile."),
        (gin.set_up("7S 8S AH 4H 9H JH 3D AC 2C 8C 10C", discard="JS"), "discard 10C", "Discard 10C."),
        (ONLY_OTHERS_MELDED, "discard JC", "Discard JC."),
        (contracts.set_up("4H 4D 3C", contracts="C01"), "end", "End the turn."),
    ],
    ids=str,
)
def test_no_reason_for_a_turn_of_another_player(view: Any, move: str, sentence: str) -> None:
    game = {rummy.View: rummy, gin.View: gin, contracts.View: contracts, rummikub.View: rummikub}[type(view)]
    assert [str(step) for step in game.explain(view, move)] == [sentence]


def test_a_draw_is_explained_from_a_state_and_for_a_waiting_player() -> None:
    state = rummikub.determinize(rummikub.set_up("R9 B9 K1 *", "R4-R5-R6"), seed=1)
    assert str(*rummikub.explain(state, "draw")) == "Draw a tile: the joker is worth more later."
    waiting = evolve(rummikub.observe(state, 0), current_player=1)
    assert str(*rummikub.explain(waiting, "draw")) == "Draw a tile: the joker is worth more later."


@pytest.mark.parametrize(
    ("function", "view", "sentence"),
    [
        ("rami.rummikub.words.keeps_joker", rummikub.set_up("R9 B9 K1 *", "R4-R5-R6"), "Draw a tile."),
        ("rami.rummy.words.discard_reason", ONLY_OTHERS_MELDED, "Discard 10H."),
        ("rami.contracts.words.keeps_joker", contracts.set_up("7C 3Y 5D", contracts="C02"), "End the turn."),
    ],
)
def test_no_reason_if_the_search_for_it_is_too_large(
    function: str, view: Any, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise TooLarge("too large")

    game = {rummy.View: rummy, contracts.View: contracts, rummikub.View: rummikub}[type(view)]
    turn = game.best_turn(view)
    monkeypatch.setattr(function, refused)
    assert [str(step) for step in game.explain(view, turn)] == [sentence]


@pytest.mark.parametrize("name", ["gin-classic", "rami-51", "continental"])
def test_each_reason_names_a_card_of_the_hand(name: str) -> None:
    game: Any = gin if name in gin.PRESETS else rummy
    state, reasons = game.new_game(2, game.PRESETS[name], seed=3), set()
    while not state.is_over:
        view = game.observe(state, state.current_player)
        move = game.best_turn(view)[0]
        (step,) = game.explain(view, move)
        if step.words.key.startswith("steps.discard-") and step.words.key != "steps.discard-last":
            reasons.add(step.words.key)
            other = dict(step.words.values)["other"]
            assert other in view.hand
            assert (other == move.card) == (step.words.key == "steps.discard-wait")
            if step.words.key == "steps.discard-meld":
                rules = view.rules if game is rummy else rummy.Rules()
                assert other in [card for meld in rummy.best_melds(view.hand, rules) for card in meld.cards]
        state = game.apply(state, move)
    assert reasons
