"""Invariants of every position of every edition, and of random rules."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings

from rami import Deal
from rami.dealing import shuffled
from rami.rummy import (
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
    determinize,
    from_deal,
    legal_moves,
    new_game,
    observe,
    result,
)
from tests.oracles import rummy as brute
from tests.quick_or_full import examples
from tests.rummy import strategies


def bound(state: State) -> int:
    """The documented bound on the moves of a deal."""
    return 2 * state.players * strategies.ROUNDS + 2 * len(state.rules.pieces)


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
    {"joker_place": "apart", "joker_reuse": "any"},
    {"opening_points": 18, "opening_pure_run": True, "take_discard": "to_lay"},
    {"final_discard": "required", "joker_reuse": "any", "melds_per_turn": 1},
    {"layoff_same_turn": False, "take_discard": "to_lay"},
]


@pytest.mark.slow(only=["take_discard"])
@pytest.mark.parametrize("changes", CHANGES, ids=lambda changes: " ".join(changes) or "none")
def test_legal_moves_are_complete_with_many_jokers(changes: dict[str, Any]) -> None:
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
    """Most random hands could not lay the taken card, so it is in a hand that can."""
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
