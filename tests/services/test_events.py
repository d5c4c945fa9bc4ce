"""A seat sees of a move exactly what is visible from this seat."""

import re
from collections import Counter
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve

import rami
from rami import contracts, gin, rummikub, rummy
from rami.errors import RamiError
from rami.referee import Motion
from rami.rummikub import parse_move
from tests.promises.playing import EACH_GAME, EACH_PRESET, played


def pile_size(state: Any) -> int:
    return len(state.discards if isinstance(state, rummy.State) else state.discard_pile)


def hands(game: ModuleType, state: Any) -> Any:
    return state.racks if game is rummikub else state.hands


@EACH_GAME
def test_a_hidden_piece_is_shown_to_its_owner_alone(game: ModuleType) -> None:
    secret = 0
    for state, move in played(game, game.Rules(), 4, 60, players=3):
        seat = state.current_player
        own, others = (
            game.event(state, move, seat),
            [game.event(state, move, each) for each in (None, (seat + 1) % state.players)],
        )
        after = game.apply(state, move)
        for other in others:
            assert (other.motions, other.words) == (others[0].motions, others[0].words)
            assert [(m.source, m.target, m.count) for m in other.motions] == [
                (m.source, m.target, m.count) for m in own.motions
            ]
        for mine, theirs in zip(own.motions, others[0].motions, strict=True):
            if mine.target in ("hand", "rack"):
                assert len(mine.pieces) == mine.count
                assert not Counter(mine.pieces) - Counter((*hands(game, after)[seat], *getattr(move, "discards", ())))
            secret += mine != theirs
            assert theirs in (mine, Motion(count=mine.count, source=mine.source, target=mine.target))
    assert secret


@pytest.mark.slow(but=["hasbro-2007", "contract-default", "horesca", "scala-40", "gin-classic"])
@EACH_PRESET
def test_motions_agree_with_the_change_of_the_view(game: ModuleType, preset: str) -> None:
    for state, move in played(game, game.PRESETS[preset], 6, 40):
        after, seat = game.apply(state, move), state.current_player
        sight = game.event(state, move, seat)
        flow: Counter[str] = Counter()
        for motion in sight.motions:
            flow[motion.source] -= motion.count
            flow[motion.target] += motion.count
        own = "rack" if game is rummikub else "hand"
        assert flow[own] == len(hands(game, after)[seat]) - len(hands(game, state)[seat])
        if game is rummikub:
            assert flow["pool"] == after.pool_size - state.pool_size
            assert flow["table"] == len(after.table.tiles) - len(state.table.tiles)
        elif game in (rummy, gin):
            assert flow["stock"] == after.stock_size - state.stock_size
            assert flow["discard pile"] == pile_size(after) - pile_size(state)
            assert game is gin or flow["table"] == len(after.table.cards) - len(state.table.cards)
        else:
            assert flow["pile"] == after.value_pile_size - state.value_pile_size
            assert flow["market"] == len(after.value_market) - len(state.value_market)
            assert flow["discards"] == len(after.discards) - len(state.discards)
            assert flow["bonus pile"] == after.bonus_sizes[seat] - state.bonus_sizes[seat]
            assert flow["contract pile"] == after.contract_pile_size - state.contract_pile_size
            assert flow["jokers"] == after.jokers[seat] - state.jokers[seat]
            assert flow["zone"] == len(after.zones[seat]) - len(state.zones[seat])
        if game in (rummikub, rummy):
            for motion in sight.motions:
                for index, table in ((motion.source_meld, state.table), (motion.target_meld, after.table)):
                    pieces = () if index is None else getattr(table[index], "tiles" if game is rummikub else "cards")
                    assert index is None or not Counter(motion.pieces) - Counter(pieces)


def both(sight: Any) -> tuple[str, str]:
    return sight.message(), sight.message("fr")


def rummikub_state(rack: str, table: str, **other: Any) -> rummikub.State:
    return rummikub.determinize(rummikub.set_up(rack, table, **other), seed=1)


def test_a_play_has_a_sentence_and_a_motion_for_each_tile() -> None:
    state = rummikub_state("R7 K7 O7 K1", "R4-R5-R6-R7 B7-B8-B9-B10")
    sight = rummikub.GAME.event(state, parse_move("play R4-R5-R6 R7=B7=O7 B8-B9-B10"), None)
    assert str(sight) == sight.message() == "Player 1 lays O7, and moves 2 tiles on the table."
    assert sight.message("fr") == "Le joueur 1 pose O7, et déplace 2 plaques sur la table."
    told = [(" ".join(map(str, m.pieces)), m.source, m.source_meld, m.target, m.target_meld) for m in sight.motions]
    assert told == [
        ("R7", "table", 0, "table", 1),
        ("B7", "table", 1, "table", 1),
        ("O7", "rack", None, "table", 1),
    ]
    with pytest.raises(RamiError, match="lang must be"):
        sight.message("xx")


def test_a_pass_and_going_out_have_sentences() -> None:
    state = rummikub_state("K1 K5", "R4-R5-R6", pool_size=0)
    assert str(rummikub.GAME.event(state, rummikub.Pass(), 1)) == "Player 1 passes."
    state = rummikub_state("R7", "R4-R5-R6")
    sight = rummikub.GAME.event(state, parse_move("play R4-R5-R6-R7"), 1)
    assert both(sight) == ("Player 1 lays R7, and goes out.", "Le joueur 1 pose R7, et a tout posé.")


@pytest.mark.parametrize(
    ("answer", "words", "ways"),
    [
        ("rack", "Player 1 runs out of time, lays R7, takes back B9, and draws {}.", [("table", "rack")]),
        ("return", "Player 1 runs out of time, lays R7, and draws {}.", []),
        ("restore", "Player 1 runs out of time, and draws {}.", []),
    ],
)
def test_an_overrun_shows_which_tiles_stay(answer: Any, words: str, ways: list[tuple[str, str]]) -> None:
    rules = rummikub.Rules(timeout=answer, penalty_tiles=2)
    state = rummikub_state("R7 K1", "R4-R5-R6 B6-B7-B8-B9", rules=rules)
    move = parse_move("timeout R4-R5-R6-R7 B6-B7-B8 B9")
    sight = rummikub.GAME.event(state, move, 1)
    assert str(sight) == words.format("2 tiles")
    assert [(m.source, m.target) for m in sight.motions] == [
        *([("rack", "table")] * ("R7" in words)),
        *ways,
        ("pool", "rack"),
    ]
    rack = rummikub.apply(state, move).racks[0]
    drawn = rummikub.GAME.event(state, move, 0).motions[-1].pieces
    assert len(drawn) == 2
    assert not Counter(drawn) - Counter[object](rack)


def test_an_overrun_without_effect_moves_no_tile() -> None:
    rules = rummikub.Rules(turn_seconds=60, penalty_tiles=0)
    state = rummikub_state("R7 K1", "R4-R5-R6", rules=rules)
    sight = rummikub.GAME.event(state, parse_move("timeout R4-R5-R6"), 1)
    assert both(sight) == ("Player 1 runs out of time.", "Le joueur 1 a dépassé le temps.")
    assert sight.motions == ()


def test_a_draw_that_renews_the_stock_shows_both_motions() -> None:
    view = rummy.set_up("4S KD QH", discard="5D 6D 7D", phase=rummy.Phase.DRAW, stock_size=0)
    state = rummy.determinize(view, seed=1)
    sight = rummy.GAME.event(state, rummy.DrawStock(), None)
    assert str(sight) == "Player 1 renews the stock, and draws a card."
    assert [(m.source, m.target) for m in sight.motions] == [("discard pile", "stock"), ("stock", "hand")]
    own = rummy.GAME.event(state, rummy.DrawStock(), 0)
    assert (
        own.message("fr")
        == f"Le joueur 1 renouvelle le talon, et pioche {rummy.Card(str(own.motions[1].pieces[0])).written('fr')}."
    )


@pytest.mark.parametrize(
    ("hand", "table", "move", "words", "ways"),
    [
        (
            "5S 7D 7H KH 2C",
            "4S-*-6S",
            "replace 5S 4S-*-6S",
            "takes the joker of 4S-*-6S in exchange for 5S",
            ["table hand", "hand table"],
        ),
        ("7S KD QH", "4S-5S-6S", "add 7S 4S-5S-6S", "adds 7S to 4S-5S-6S", ["hand table"]),
        ("8S 8H 8C KD QH", "4S-5S-6S", "meld 8S=8H=8C", "lays 8S=8H=8C", ["hand table"]),
        ("KD QH", "", "discard QH", "discards QH", ["hand discard pile"]),
        ("QH", "", "discard QH", "discards QH, and goes out", ["hand discard pile"]),
    ],
)
def test_laid_and_discarded_cards_are_visible(hand: str, table: str, move: str, words: str, ways: list[str]) -> None:
    rules = rummy.PRESETS["rami-51"]
    state = rummy.determinize(rummy.set_up(hand, table, discard="5D", rules=rules), seed=1)
    sight = rummy.GAME.event(state, rummy.parse_move(move), None)
    assert str(sight) == f"Player 1 {words}."
    assert [f"{m.source} {m.target}" for m in sight.motions] == ways


def test_an_equal_meld_is_placed_after_the_old_one() -> None:
    view = rummy.set_up("8S 8H 8C KD QH", "8S=8H=8C", discard="5D", rules=rummy.PRESETS["rami-51"])
    sight = rummy.GAME.event(rummy.determinize(view, seed=1), rummy.parse_move("meld 8S=8H=8C"), None)
    assert [motion.target_meld for motion in sight.motions] == [1]


def test_a_fill_moves_the_contract_and_the_end_fills_the_market() -> None:
    view = contracts.set_up("4H 4D 5C 7Y", contracts="C18")
    state = contracts.determinize(view, seed=1)
    sight = contracts.GAME.event(state, contracts.parse_move("fill C18 4H=4D 5C-*-7Y"), None)
    assert both(sight) == ("Player 1 fills C18 with 4H=4D 5C-*-7Y.", "Le joueur 1 remplit C18 avec 4♥=4♦ 5♣-*-7Y.")
    assert [(m.source, m.target, m.count) for m in sight.motions] == [
        ("contract market", "zone", 1),
        ("jokers", "box", 1),
        ("hand", "bonus pile", 1),
        ("hand", "discards", 3),
    ]
    ends = contracts.determinize(contracts.set_up("4H", contracts="C18"), seed=1)
    assert str(contracts.GAME.event(ends, contracts.End(), 1)) == "Player 1 ends the turn, and draws 2 cards."
    names = " ".join(map(str, contracts.GAME.event(ends, contracts.End(), 0).motions[-1].pieces))
    assert str(contracts.GAME.event(ends, contracts.End(), 0)) == f"Player 1 ends the turn, and draws {names}."
    many = contracts.determinize(contracts.set_up("1H 1C 1Y 2H 2C 2Y 3H 3C 3Y 4H 4C", contracts="C18"), seed=1)
    sight = contracts.GAME.event(many, contracts.parse_move("end 1H"), 1)
    assert both(sight) == ("Player 1 discards 1H and ends the turn.", "Le joueur 1 défausse 1♥ et finit le tour.")


def test_an_empty_market_gives_nothing_and_the_discards_become_the_pile() -> None:
    state = evolve(contracts.new_game(2, seed=1), value_market=())
    assert str(contracts.GAME.event(state, contracts.Take(), 1)) == "Player 1 takes nothing."
    taken = contracts.apply(state, contracts.Take())
    short = evolve(taken, value_pile=(), value_market=(), discards=taken.value_pile)
    sight = contracts.GAME.event(short, contracts.End(), None)
    assert [(m.source, m.target, m.count, len(m.pieces)) for m in sight.motions] == [
        ("discards", "pile", 84, 0),
        ("pile", "market", 6, 6),
    ]


def test_a_knock_and_additions_are_visible() -> None:
    state = gin.determinize(gin.set_up("AS 2S 3S 4H 5H 6H 8S 8H 8C 2D KC", discard="7D"), seed=1)
    knock = gin.parse_move("knock KC")
    sight = gin.GAME.event(state, knock, 1)
    assert both(sight) == (
        "Player 1 knocks, discards KC, and has 2 points of deadwood.",
        "Le joueur 1 frappe, défausse R♣, et garde 2 points.",
    )
    assert [(m.source, m.target, m.count, len(m.pieces)) for m in sight.motions] == [
        ("hand", "discard pile", 1, 1),
        ("hand", "table", 10, 10),
    ]
    view = gin.set_up(
        "4S 5S KH 2C 2D 8C 8D QC QD KC",
        "AS-2S-3S 4H-5H-6H 9S=9H=9C",
        unmatched="4D",
        discard="7D",
        phase=gin.Phase.LAY_OFF,
    )
    state = gin.determinize(view, seed=1)
    sight = gin.GAME.event(state, gin.parse_move("add 4S AS-2S-3S"), None)
    assert both(sight) == ("Player 1 adds 4S to AS-2S-3S.", "Le joueur 1 ajoute 4♠ à A♠-2♠-3♠.")
    assert [(m.source, m.target) for m in sight.motions] == [("hand", "table")]
    sight = gin.GAME.event(state, gin.Done(), None)
    assert both(sight) == ("Player 1 finishes laying off.", "Le joueur 1 ne complète plus rien.")
    assert [(m.source, m.target, m.count) for m in sight.motions] == [("hand", "table", 10)]


def test_big_gin_lays_both_hands_open() -> None:
    state = gin.determinize(gin.set_up("AS 2S 3S 4H 5H 6H 8S 8H 8C 8D 7H", discard="7D"), seed=1)
    sight = gin.GAME.event(state, gin.Knock(), None)
    assert str(sight) == "Player 1 knocks, and has 0 points of deadwood."
    assert [(m.source, m.target, m.count) for m in sight.motions] == [
        ("hand", "table", 11),
        ("opponent's hand", "table", 10),
    ]


def test_an_overrun_that_is_a_legal_play_is_seen_as_that_play() -> None:
    state = rummikub.new_game(2, rummikub.PRESETS["ramicube"].evolve(turn_seconds=60), seed=1)
    while (play := rummikub.best_play(state)) is None:
        state = rummikub.apply(state, rummikub.Draw())
    overrun = rummikub.TimeOut(play.table)
    assert rummikub.check(state, overrun) == ()
    for seat in (0, 1, None):
        assert rummikub.GAME.event(state, overrun, seat).motions == rummikub.GAME.event(state, play, seat).motions
        assert rummikub.GAME.event(state, overrun, seat).message() == rummikub.GAME.event(state, play, seat).message()


@pytest.mark.parametrize("game", [rummy, gin, contracts], ids=lambda game: game.__name__)
def test_a_card_is_written_in_one_way_in_a_language(game: ModuleType) -> None:
    notation = re.compile(r"(?<![\w*])(?:10|[1-9AJQK])[SHDC](?!\w)")
    for preset in game.PRESETS.values():
        for state, move in played(game, preset, 3, 25):
            view = game.observe(state, state.current_player)
            steps = " ".join(step.message("fr") for step in game.explain(view, [move]))
            event = game.GAME.event(state, move, state.current_player).message("fr")
            for shown in (steps, event, rami.text(view, lang="fr"), rami.text(move, lang="fr")):
                assert not notation.search(shown), shown
    assert (rummy.Card("KC").written("en"), rummy.Card("KC").written("fr")) == ("KC", "R♣")
