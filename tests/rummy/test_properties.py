"""What holds in every position of every edition, and under rules drawn at random."""

import copy
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import rami
from rami import Deal, digest
from rami.errors import IllegalMove
from rami.rummy import (
    GAME,
    JOKER,
    PRESETS,
    Card,
    Discard,
    DrawStock,
    Group,
    LayMeld,
    LayOff,
    Meld,
    Move,
    Phase,
    ReplaceJoker,
    Rules,
    Run,
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
from rami.rummy.cards import full_pack
from rami.rummy.legal_melds import meld_violations
from rami.shuffling import shuffled
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


def hidden_differently(state: State, player: int | None, seed: int) -> State:
    """The same for a player who may know no more: everything that is hidden from that player shuffled."""
    top = 0 if state.rules.discard_view == "all" else len(state.discards) - 1
    known: list[Counter[Card]] = [
        Counter(hand if seat == player else state.known[seat]) for seat, hand in enumerate(state.hands)
    ]
    loose = [card for hand, own in zip(state.hands, known, strict=True) for card in (Counter(hand) - own).elements()]
    cards = iter(shuffled([*loose, *state.stock, *state.discards[: max(0, top)]], seed))
    hands = tuple(
        (*own.elements(), *(next(cards) for _ in range(len(hand) - own.total())))
        for hand, own in zip(state.hands, known, strict=True)
    )
    under = tuple(next(cards) for _ in range(max(0, top)))
    pile = (*under, *state.discards[max(0, top) :])
    return evolve(state, hands=hands, stock=tuple(cards), discards=pile, seed=state.seed + 1)


class Play(RuleBasedStateMachine):
    """Deals of every edition, and with rules drawn at random, and everything that has to hold after every move."""

    state: State

    @initialize(state=strategies.preset_games() | strategies.starts(hand=8))
    def start(self, state: State) -> None:
        self.state = state
        self.moves = 0

    @precondition(lambda self: not self.state.is_over)
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

    @rule(seed=strategies.seeds, data=st.data())
    def look(self, seed: int, data: st.DataObject) -> None:
        """Nobody sees what is hidden, and what is not seen can be made up."""
        player = data.draw(st.none() | st.integers(0, self.state.players - 1))
        view = observe(self.state, player)
        assert observe(hidden_differently(self.state, player, seed), player) == view
        for name in (
            "players",
            "starter",
            "dealer",
            "is_over",
            "has_melded",
            "stock_size",
            "discard_size",
            "hand_sizes",
        ):
            assert getattr(view, name) == getattr(self.state, name)
        guess = determinize(view, seed=seed)
        assert observe(guess, player) == view
        assert_sound(guess)
        if player != self.state.current_player:
            assert list(legal_moves(view)) == []

    @rule()
    def copy(self) -> None:
        again: State = pickle.loads(pickle.dumps(self.state))
        assert again == self.state == copy.deepcopy(self.state)
        assert hash(again) == hash(self.state)
        assert digest(again) == digest(self.state)

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


@given(strategies.positions(), strategies.positions(), st.integers(0, 999))
@settings(max_examples=examples(40), deadline=None)
def test_check_and_apply_agree_on_the_moves_of_another_position(here: State, there: State, choice: int) -> None:
    moves = list(legal_moves(there)) or [DrawStock()]
    assert_agreement(here, moves[choice % len(moves)])


cards = st.sampled_from(sorted({*full_pack(), JOKER}))


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    rank, jokers = draw(st.integers(1, 13)), draw(st.sets(st.integers(0, 3)))
    if draw(st.booleans()):
        row = [Card(rank, suit) for suit in draw(st.permutations(sorted({c.suit for c in full_pack() if c.suit})))]
        return Group(
            card if i not in jokers or i == 2 else JOKER for i, card in enumerate(row[: draw(st.integers(3, 4))])
        )
    suit = draw(st.sampled_from(sorted({c.suit for c in full_pack() if c.suit})))
    run = [Card((rank + i - 1) % 13 + 1, suit) for i in range(draw(st.integers(3, 6)))]
    return Run(card if i not in jokers or i == 2 else JOKER for i, card in enumerate(run))


moves = (
    st.sampled_from([DrawStock(), TakeDiscard()])
    | st.builds(LayMeld, melds())
    | st.builds(LayOff, cards, melds(), front=st.booleans())
    | st.builds(ReplaceJoker, cards, melds())
    | st.builds(Discard, cards)
)


@given(strategies.positions(), moves)
@settings(max_examples=examples(60), deadline=None)
def test_check_and_apply_agree_on_any_move(state: State, move: Move) -> None:
    assert parse_move(str(move)) == move
    assert_agreement(state, move)


@given(strategies.positions(), cards, st.integers(0, 9), st.booleans())
@settings(max_examples=examples(40), deadline=None)
def test_check_and_apply_agree_on_what_is_done_to_the_table(state: State, card: Card, index: int, front: bool) -> None:
    if state.table.melds:
        meld = state.table[index % len(state.table)]
        assert_agreement(state, LayOff(card, meld, front=front))
        assert_agreement(state, ReplaceJoker(card, meld))


def assert_agreement(state: State, move: Move) -> None:
    problems = check(state, move)
    assert check(observe(state, state.current_player), move) == problems
    for problem in problems:
        assert "{" not in problem.message() + problem.message("fr")
    if problems:
        with pytest.raises(IllegalMove) as caught:
            apply(state, move)
        assert caught.value.violations == problems
    else:
        assert_sound(apply(state, move))
    for seat in range(state.players):
        if seat != state.current_player and not state.is_over:
            assert [problem.code for problem in check(observe(state, seat), move)] == ["not_your_turn"]


@given(strategies.starts(hand=7), strategies.seeds)
@settings(max_examples=examples(20), deadline=None)
def test_every_deal_ends_within_the_documented_bound(state: State, seed: int) -> None:
    random, moves = Random(seed), 0
    while not state.is_over:
        state = apply(state, random.choice(list(legal_moves(state))))
        moves += 1
        assert moves <= bound(state)
    assert result(state) is not None


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


@pytest.mark.slow
def test_the_game_value_drives_the_game_as_any_other() -> None:
    for name, rules in GAME.presets.items():
        state = GAME.from_deal(3, rules, GAME.shuffle(3, rules, seed=5))
        assert state == GAME.new_game(3, rules, seed=5), name
        while (ended := GAME.result(state)) is None:
            view = GAME.observe(state, state.current_player)
            move = next(GAME.legal_moves(view))
            assert GAME.check(view, move) == ()
            assert GAME.observe(GAME.determinize(view, seed=1), view.player) == view
            state = GAME.apply(state, GAME.parse_move(str(move)))
        assert len(ended.scores) == 3
        assert len(rami.digest(state)) == 64
