"""What holds in every position of every edition, and under rules drawn at random."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rami import Deal, digest
from rami.dealing import shuffled
from rami.rummy import (
    JOKER,
    PRESETS,
    Card,
    Discard,
    DrawStock,
    LayMeld,
    Phase,
    Rules,
    State,
    TakeDiscard,
    apply,
    check,
    determinize,
    from_deal,
    hand_value,
    legal_moves,
    new_game,
    observe,
    parse_move,
    result,
)
from rami.rummy.legal_melds import meld_violations
from tests.effort import examples
from tests.oracles import rummy as brute
from tests.rummy import strategies


def all_cards(state: State) -> Counter[Card]:
    places = [*state.hands, state.stock, state.discards, state.table.cards]
    return Counter(card for place in places for card in place)


def assert_sound(state: State) -> None:
    """Every card is somewhere, once; what was taken is in the hand; what lies on the table may lie there."""
    assert all_cards(state) == Counter(state.rules.pieces)
    assert all(hand == tuple(sorted(hand)) for hand in state.hands)
    assert state == evolve(state)  # what the rules make is what the constructor makes
    own = state.hands[state.current_player]
    assert state.taken is None or state.taken in own
    assert own.count(JOKER) >= state.jokers_owed >= 0
    if state.phase is Phase.DRAW:
        assert (state.taken, state.laid, state.jokers_owed) == (None, (), 0)
    assert not any(problem for meld in state.table for problem in meld_violations(state.rules, meld))
    for melded, laid in zip(state.melded_in, state.laid_in, strict=True):
        assert melded is None or (laid is not None and laid <= melded <= state.turn)
    assert bool(state.table.melds) == any(turn is not None for turn in state.laid_in)


def left_of(state: State, seat: int) -> int:
    """What a seat has left, in points: its cards, or what a player without first melds has in any case."""
    flat, hand = state.rules.unmelded_points, state.hands[seat]
    return flat if hand and flat is not None and state.melded_in[seat] is None else hand_value(hand, state.rules)


def assert_scored(state: State) -> None:
    """004.10: the winner gets what the others have left, and they lose it where the rules say so."""
    ended = result(state)
    assert (ended is not None) == state.is_over
    if ended is None:
        return
    left = [left_of(state, seat) for seat in range(state.players)]
    if state.rules.scoring == "melded":
        laid = [score + lost for score, lost in zip(ended.scores, left, strict=True)]
        low = sum(card.rank == 1 for card in state.table.cards) * (state.rules.ace_points - 1)
        assert (
            hand_value(state.table.cards, state.rules) - low <= sum(laid) <= hand_value(state.table.cards, state.rules)
        )
        assert ended.winners == tuple(seat for seat, score in enumerate(ended.scores) if score == max(ended.scores))
        return
    bonus = 0
    if ended.reason == "went_out":
        (winner,) = ended.winners
        assert not state.hands[winner]
        at_once = state.laid_in[winner] == state.turn
        factor = state.rules.rummy_multiplier if at_once else 1
        bonus = state.rules.rummy_bonus if at_once else 0
        lost = [factor * points for points in left]
    else:
        assert (ended.scores, ended.winners) == ((0,) * state.players, ())
        return
    if state.rules.scoring == "both":
        assert sum(ended.scores) == bonus
    gained = sum(ended.scores[seat] for seat in ended.winners)
    assert gained == bonus + (0 if state.rules.scoring == "losers" else sum(lost))
    losers = [seat for seat in range(state.players) if seat not in ended.winners]
    assert [ended.scores[seat] for seat in losers] == [
        0 if state.rules.scoring == "winner" else -lost[seat] for seat in losers
    ]


def bound(state: State) -> int:
    """The documented bound on the moves of a deal."""
    return 2 * state.players * strategies.ROUNDS + 2 * len(state.rules.pieces)


class Play(RuleBasedStateMachine):
    """Deals of every edition, and with rules drawn at random, and everything that has to hold after every move."""

    state: State

    @initialize(state=strategies.preset_games() | strategies.starts(hand=8))
    def start(self, state: State) -> None:
        self.state = state
        self.moves = 0

    @rule(seed=strategies.seeds, moves=st.sampled_from([30, 10, 3, 1]), eager=st.booleans())
    def play(self, seed: int, moves: int, eager: bool) -> None:
        random = Random(seed)
        for _ in range(moves):
            if not self.state.is_over:
                self.move(random, eager)

    def move(self, random: Random, eager: bool) -> None:
        before = self.state
        printed = digest(before)
        moves = list(legal_moves(before))
        assert moves
        assert len(set(moves)) == len(moves)
        own = observe(before, before.current_player)
        assert list(legal_moves(own)) == moves
        for move in moves:
            assert check(before, move) == check(own, move) == ()
            assert parse_move(str(move)) == move
        laying = [move for move in moves if not isinstance(move, Discard | DrawStock)]
        self.state = apply(before, random.choice(laying if laying and eager else moves))
        self.moves += 1
        assert digest(before) == printed
        self.holds()

    @invariant()
    def holds(self) -> None:
        assert_sound(self.state)
        assert_scored(self.state)
        assert self.moves <= bound(self.state)
        if self.state.is_over:
            assert list(legal_moves(self.state)) == []


TestPlay = pytest.mark.no_cover(Play.TestCase)
TestPlay.settings = settings(max_examples=examples(6), stateful_step_count=10, deadline=None)


@given(strategies.positions(hand=5))
@settings(max_examples=examples(40), deadline=None)
def test_legal_moves_are_those_that_brute_force_finds(state: State) -> None:
    taken = len(state.discards) if state.rules.take_depth == "any" and state.phase is Phase.DRAW else 1
    if state.is_over or len(state.hands[state.current_player]) + taken > 7:  # what brute force can bear
        return
    moves = list(legal_moves(state))
    assert len(set(moves)) == len(moves)
    assert set(moves) == brute.legal_moves(state)


RICH = Rules(packs=2, jokers=8, cards_dealt=(5,), ace="high_or_low", melds_per_turn=None, max_jokers_per_meld=2)
CHANGES: list[dict[str, Any]] = [
    {},
    {"ace": "wrap", "joker_reuse": "any"},
    {"opening_points": 18, "opening_pure_run": True, "take_discard": "to_lay"},
    {"final_discard": "required", "joker_reuse": "any", "melds_per_turn": 1},
    {"layoff_same_turn": False, "take_discard": "to_lay"},
]


@pytest.mark.slow(only=["take_discard"])
@pytest.mark.parametrize("changes", CHANGES, ids=lambda changes: " ".join(changes) or "none")
def test_legal_moves_where_much_can_be_laid(changes: dict[str, Any]) -> None:
    """One suit and eight jokers, so that jokers are laid, added and replaced in many ways."""
    rules, seen = evolve(RICH, **changes), Counter[type]()
    for seed in range(5):
        random = Random(seed)
        order = shuffled(rules.pieces, seed)
        wanted = [card for card in order if card.is_joker or card.suit == "S"]
        state = from_deal(2, rules, Deal((*wanted, *rest(order)), starter=0))
        for _ in range(30):
            if state.is_over:
                break
            moves = list(legal_moves(state))
            if len(state.hands[state.current_player]) <= 6:
                assert set(moves) == brute.legal_moves(state)
                seen.update(map(type, moves))
            state = apply(state, random.choice(moves))
    assert seen.keys() >= {DrawStock, TakeDiscard, LayMeld, Discard}


def rest(order: tuple[Card, ...]) -> list[Card]:
    return [card for card in order if not card.is_joker and card.suit != "S"]


@pytest.mark.parametrize("name", ["horesca", "bicycle"])
def test_a_deal_in_which_nobody_ever_lays_ends_too(name: str) -> None:
    """By rounds, whether the stock is renewed again and again or never needed."""
    for kind in (DrawStock, TakeDiscard):
        state, moves = new_game(2, PRESETS[name], seed=1), 0
        while not state.is_over:
            legal = [move for move in legal_moves(state) if isinstance(move, kind | Discard)]
            state, moves = apply(state, legal[moves % len(legal)]), moves + 1
            assert moves <= bound(state)
        ended = result(state)
        assert ended is not None
        assert ended.reason == "round_limit"
        assert (state.restocks > 20) == (kind is DrawStock)


def test_a_turn_seen_by_others_can_end_however_it_is_determinized() -> None:
    """A card taken to be laid is in a hand that can lay it: most hands at random could not."""
    rules, taken = PRESETS["rami-51"], 0
    for seed in range(12):
        state, random = new_game(2, rules, seed=seed), Random(seed)
        while not state.is_over and state.turn < 60:
            legal = list(legal_moves(state))
            state = apply(state, random.choice([move for move in legal if not isinstance(move, Discard)] or legal))
            if state.taken is not None and state.phase is Phase.PLAY and not state.is_over:
                taken += 1
                for player in (1 - state.current_player, None):
                    view = observe(state, player)
                    guess = determinize(view, seed=seed)
                    assert any(legal_moves(guess))
                    assert observe(guess, player) == view
    assert taken
