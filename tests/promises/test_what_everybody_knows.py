"""What everybody knows of a hand, against a slow reckoning from what a spectator sees of each move."""

from collections import Counter
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve

from rami import RulesError, contracts, gin, rummikub, rummy
from rami.pieces import row_text, without
from rami.players import quick_player
from rami.rummy import JOKER
from tests.promises.playing import EACH_PRESET

HELD = ("hand", "rack")
ONE_EACH = pytest.mark.slow(but=["chiffres", "rami-51", "contract-default", "oklahoma-gin"])


def random_move(game: ModuleType, state: Any, random: Random) -> Any:
    """A legal move; in Rummikub the time often runs out, with melds taken apart and tiles of the rack on the table."""
    if game is not rummikub:
        legal = list(islice(game.legal_moves(state), 40))
        openly = [move for move in legal if str(move).split()[0] in ("take", "replace", "meld", "add", "fill")]
        return random.choice(openly if openly and random.random() < 0.6 else legal)
    if random.random() < 0.7:
        return quick_player(rummikub.observe(state, state.current_player), random)
    melds = [meld for meld in state.table if random.random() < 0.6]
    loose = without(state.table.tiles, rummikub.Table(melds).tiles)
    shown = random.sample(state.hand_to_move, min(len(state.hand_to_move), random.randrange(4)))
    return rummikub.TimeOut(rummikub.Table(melds), (*loose, *shown))


def reckoned(known: list[list[Any]], state: Any, event: Any) -> None:
    """Move along what a spectator knows, piece by piece."""
    mine, others = known[event.seat], known[1 - event.seat]
    if isinstance(event.move, rummikub.TimeOut):  # all that lay on the table at the bell was seen
        shown = without((*event.move.table.tiles, *event.move.loose), state.table.tiles)
        for tile in shown:
            if tile in mine:
                mine.remove(tile)
        mine += shown
    for motion in event.motions:
        for piece in motion.pieces:
            if motion.source in HELD and piece in mine:
                mine.remove(piece)
            if motion.source == "opponent's hand" and piece in others:
                others.remove(piece)
            if motion.target in HELD:
                mine.append(piece)


@ONE_EACH
@EACH_PRESET
def test_what_everybody_knows_is_what_they_saw(game: ModuleType, preset: str) -> None:
    rules, random = game.PRESETS[preset], Random(preset)
    if game is rummikub:
        rules = evolve(rules, turn_seconds=60)
    seen_known = 0
    for seed in range(4):
        if game is rummikub:
            rules = evolve(rules, timeout=("rack", "restore", "return")[seed % 3])
        players = rules.player_counts[0]
        state = game.new_game(players, rules, seed=seed)
        known: list[list[Any]] = [[] for _ in range(players)]
        for _ in range(60):
            if state.is_over:
                break
            event = game.event(state, random_move(game, state, random), None)
            reckoned(known, state, event)
            state = game.apply(state, event.move)
            if owed := getattr(state, "jokers_owed", 0):  # of those in the hand, so many are yet to be laid
                mine = known[state.current_player]
                mine += [JOKER] * (owed - mine.count(JOKER))
            assert list(state.known) == [tuple(sorted(row)) for row in known]
            shown = state.hands if state.is_over else state.known
            assert game.observe(state, None).known == game.observe(state, 0).known == shown
            seen_known += any(known)
        assert game.flaws(state) == ()
    assert seen_known


@ONE_EACH
@EACH_PRESET
def test_random_states_have_what_is_known_in_the_hands(game: ModuleType, preset: str) -> None:
    rules, random = game.PRESETS[preset], Random(preset)
    state = game.new_game(rules.player_counts[0], rules, seed=3)
    for number in range(30):
        if state.is_over:
            break
        state = game.apply(state, random_move(game, state, random) if game is not rummikub else _quick(state, random))
        for seat in (None, 0, 1):
            view = game.observe(state, seat)
            assert game.flaws(view) == ()
            guess = game.determinize(view, seed=number)
            assert game.flaws(guess) == ()
            assert game.observe(guess, seat) == view
            hands = guess.racks if game is rummikub else guess.hands
            assert all(Counter(row) <= Counter(hand) for row, hand in zip(state.known, hands, strict=True))


def _quick(state: Any, random: Random) -> Any:
    return quick_player(rummikub.observe(state, state.current_player), random)


@pytest.mark.parametrize(
    ("answer", "known"),
    [("rack", "R5 R6 R7 K1"), ("restore", "K1 B8 B9 B10"), ("return", "K1")],
)
def test_the_bell_gives_tiles_back_that_all_have_seen(answer: Any, known: str) -> None:
    rules = evolve(rummikub.Rules(), timeout=answer)
    view = rummikub.set_up("K1 B8 B9 B10", "R5-R6-R7", rules=rules)
    state = rummikub.determinize(view, seed=1)
    after = rummikub.apply(state, rummikub.parse_move("timeout B8-B9-B10 R5 R6 R7 K1"))
    assert row_text(after.known[0]) == known


@pytest.mark.parametrize("game", [gin, rummy, contracts, rummikub], ids=lambda game: game.__name__)
def test_nobody_is_known_to_have_what_is_not_there(game: ModuleType) -> None:
    state = game.new_game(2, seed=1)
    hands = state.racks if game is rummikub else state.hands
    view = game.observe(state, 0)
    for known, why in (
        ((hands[1], ()), "seat 0 is known to hold"),
        (((), hands[1] * 2), "pieces of seat 1 are known, but its hand has"),
    ):
        assert why in game.flaws(evolve(view, known=known))[0]
        with pytest.raises(RulesError, match=why):
            game.determinize(evolve(view, known=known), seed=1)
    assert game.flaws(evolve(view, known=((), hands[1]))) == ()


def test_what_an_opponent_is_known_to_hold_can_be_set_up() -> None:
    assert rummy.set_up("AS 2S", known="KD QD").known == ((), tuple(rummy.Card.row("QD KD")))
    assert contracts.set_up("1H", known="5H 5C 5D 5Y").hand_sizes == (1, 4)
    assert gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D", known="QD").known[1] == (
        rummy.Card.parse("QD"),
    )
    with pytest.raises(RulesError, match="known has 2 cards, but the hand of the next player has only 1"):
        rummy.set_up("AS 2S", known="KD QD", stock_size=49)


def test_a_joker_that_is_owed_stays_known_when_another_is_added() -> None:
    for reuse, known, owed in (("new_meld", "*", 1), ("any", "", 0)):  # in any meld it may be the one that was taken
        rules = rummy.PRESETS["rami-51"].evolve(joker_reuse=reuse)
        view = evolve(rummy.set_up("5S * 7D 7H QD", "4S-*-6S 9H-10H-JH", rules=rules), phase=rummy.Phase.PLAY)
        state = rummy.apply(rummy.determinize(view, seed=1), "replace 5S 4S-*-6S")
        assert (row_text(state.known[0]), state.jokers_owed) == ("*", 1)
        state = rummy.apply(state, "add * 9H-10H-JH")
        assert (row_text(state.known[0]), state.jokers_owed) == (known, owed)
