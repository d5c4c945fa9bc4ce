"""What holds in every position of every deck."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rami import digest
from rami.contracts import (
    Card,
    Fill,
    Phase,
    State,
    apply,
    check,
    legal_moves,
    new_game,
    observe,
    parse_move,
    result,
)
from rami.contracts.best_turns import best_fills
from rami.contracts.rules import MOST_ROUNDS
from rami.contracts.scoring import breakdown
from tests.contracts import strategies
from tests.effort import examples


def all_cards(state: State) -> Counter[Card]:
    places = [*state.hands, state.value_pile, state.value_market, state.discards, *state.bonus_piles]
    return Counter(card for place in places for card in place)


def assert_conserved(state: State) -> None:
    """Every value card, contract, joker token and trophy is somewhere, once."""
    deck = state.rules.deck
    assert all_cards(state) == Counter(deck.cards)
    contracts = [*state.contract_pile, *state.contract_market, *(each for zone in state.zones for each in zone)]
    assert sorted(each.id for each in contracts) == sorted(each.id for each in deck.contracts)
    assert all(0 <= left <= deck.jokers_per_player for left in state.jokers)
    assert len(state.trophies) == len(deck.trophy_tokens)
    assert all(face in token for face, token in zip(state.trophies, deck.trophy_tokens, strict=True))


def assert_limits(state: State) -> None:
    """What a turn may leave behind (003.8, 003.9), and what bonus piles are made of (003.14)."""
    deck = state.rules.deck
    own = state.current_player
    for seat, hand in enumerate(state.hands):
        assert len(hand) <= deck.max_hand + (3 if seat == own and state.phase is Phase.FILL else 0)
    if state.phase is Phase.TAKE:
        assert len(state.contract_market) == deck.contract_market_size or not state.contract_pile
        enough = len(state.value_market) == deck.value_market_size
        if state.turn:
            enough = enough and len(state.hands[own - 1]) >= deck.min_hand
        if not enough:  # then nothing was left but what the last turn discarded at its end
            assert not state.value_pile
            assert len(state.discards) <= 3
    for zone, pile in zip(state.zones, state.bonus_piles, strict=True):
        for color, number in Counter(card.color for card in pile).items():
            assert number <= sum(contract.size for contract in zone if contract.bonus is color)


def assert_points(state: State) -> None:
    """Every point is a contract's, a bonus card's or a trophy's."""
    deck, sheet = state.rules.deck, breakdown(state)
    completed = [contract for zone in state.zones for contract in zone]
    assert sum(score.contracts for score in sheet) == sum(contract.points for contract in completed)
    assert sum(score.bonus for score in sheet) == sum(map(len, state.bonus_piles))
    held = Counter(trophy for score in sheet for trophy in score.trophies)
    assert held <= Counter(state.trophies)
    assert sum(score.trophy_points for score in sheet) == held.total() * deck.trophy_points
    for seat in (None, *range(state.players)):
        assert breakdown(observe(state, seat)) == sheet
    ended = result(state)
    assert (ended is not None) == state.is_over
    if ended is not None:
        assert ended.scores == tuple(score.total for score in sheet)
        assert ended.winners
        assert all(ended.scores[seat] == max(ended.scores) for seat in ended.winners)


class Play(RuleBasedStateMachine):
    """Games with decks and rules drawn at random, and everything that has to hold after every move."""

    state: State

    @initialize(state=strategies.games())
    def start(self, state: State) -> None:
        self.state = state
        self.moves = 0

    @rule(seed=strategies.seeds, moves=st.sampled_from([20, 7, 2, 1]))
    def play(self, seed: int, moves: int) -> None:
        random = Random(seed)
        for _ in range(moves):
            if not self.state.is_over:
                self.move(random)
                self.holds()

    def move(self, random: Random) -> None:
        before, printed = self.state, digest(self.state)
        moves = list(legal_moves(before))
        assert moves
        assert len(set(moves)) == len(moves)
        own = observe(before, before.current_player)
        assert list(legal_moves(own)) == moves
        for move in moves:
            assert check(before, move) == check(own, move) == ()
            assert parse_move(str(move)) == move
        self.state = apply(before, random.choice(moves))
        self.moves += 1
        assert digest(before) == printed

    @precondition(lambda self: not self.state.is_over)
    @rule()
    def fill(self) -> None:
        """Random play fills seldom what is worth most."""
        for move in best_fills(self.state):
            self.state = apply(self.state, move)
            self.moves += 1

    @invariant()
    def holds(self) -> None:
        assert_conserved(self.state)
        assert_limits(self.state)
        assert_points(self.state)
        bound = 2 * self.state.players * MOST_ROUNDS + len(self.state.rules.deck.contracts)
        assert self.moves <= bound
        if self.state.is_over:
            assert list(legal_moves(self.state)) == []


TestPlay = pytest.mark.no_cover(Play.TestCase)
TestPlay.settings = settings(max_examples=examples(100), stateful_step_count=12, deadline=None)


@given(strategies.games(), strategies.seeds)
@settings(max_examples=examples(40), deadline=None)
def test_what_holds_also_holds_where_all_fill_what_they_can(state: State, seed: int) -> None:
    random = Random(seed)
    while not state.is_over:
        filling = best_fills(state)
        state = apply(state, filling[0] if filling else random.choice(list(legal_moves(state))))
        assert_conserved(state)
        assert_limits(state)
        assert_points(state)


@given(strategies.games())
@settings(max_examples=examples(25), deadline=None)
def test_a_game_in_which_nobody_fills_a_contract_lasts_as_long_as_the_rules_allow(state: State) -> None:
    moves = 0
    while not state.is_over:
        state = apply(state, next(move for move in legal_moves(state) if not isinstance(move, Fill)))
        moves += 1
    assert moves == 2 * state.players * MOST_ROUNDS
    ended = result(state)
    assert ended is not None
    assert ended.reason == "round_limit"


@given(st.integers(2, 4), strategies.seeds)
@settings(max_examples=examples(15), deadline=None)
def test_random_play_with_the_default_deck_reaches_the_end_trigger(players: int, seed: int) -> None:
    state, random = new_game(players, seed=seed), Random(seed)
    while not state.is_over:
        state = apply(state, random.choice(list(legal_moves(state))))
    assert_conserved(state)
    ended = result(state)
    assert ended is not None
    assert ended.reason == "target_reached"
