"""What holds for every edition: conservation, agreement, no leak, determinism, termination, round trips."""

import os
import pickle
import subprocess
import sys
from itertools import islice
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rami import rummikub
from rami.digests import digest
from rami.errors import IllegalMove, InvalidMeld
from rami.pieces import row_text
from rami.players import random_player
from rami.rummikub import PRESETS, Draw, Move, Pass, Play, Rules, State, Table, TimeOut, parse_move
from tests.effort import examples

presets = st.sampled_from(sorted(PRESETS))
seeds = st.integers(0, 2**64)


def new_game(players: int, rules: Rules, *, seed: int) -> State:
    """A deal of so many players, or of as many as the edition allows."""
    return rummikub.new_game(max(rules.min_players, min(players, rules.max_players)), rules, seed=seed)


def all_tiles(state: State) -> list[rummikub.Tile]:
    return sorted([*state.pool, *state.table.tiles, *(tile for rack in state.racks for tile in rack)])


def some_move(state: State, random: Random) -> Move:
    """A legal move, most often one of the first few."""
    passive = [move for move in (Draw(), Pass()) if not rummikub.check(state, move)]
    if passive and len(state.table.tiles) > 20 and state.rules.jokers > 2:
        return passive[0]
    return random.choice([*islice(rummikub.legal_moves(state), 5), *passive])


def playout(state: State, random: Random, turns: int) -> list[State]:
    states = [state]
    while len(states) <= turns and not state.is_over:
        state = rummikub.apply(state, some_move(state, random))
        states.append(state)
    return states


@settings(max_examples=examples(20), deadline=None)
@given(presets, seeds, st.integers(2, 4), st.integers(0, 15))
def test_tiles_are_conserved_and_views_agree(name: str, seed: int, players: int, turns: int) -> None:
    rules = PRESETS[name]
    state = playout(new_game(players, rules, seed=seed), Random(seed), turns)[-1]
    assert tuple(all_tiles(state)) == rules.pieces
    view = rummikub.observe(state, state.current_player)
    moves = list(islice(rummikub.legal_moves(state), 10))
    assert moves == list(islice(rummikub.legal_moves(view), 10))
    assert bool(moves) == (not state.is_over)
    for move in [*moves, Draw(), Pass(), TimeOut(state.table), Play(state.table)]:
        problems = rummikub.check(state, move)
        assert problems == rummikub.check(view, move)
        if problems:
            with pytest.raises(IllegalMove) as caught:
                rummikub.apply(state, move)
            assert caught.value.violations == problems
        else:
            after = rummikub.apply(state, move)
            assert tuple(all_tiles(after)) == rules.pieces
    assert all(not rummikub.check(state, move) for move in moves)
    other = rummikub.observe(state, (state.current_player + 1) % state.players)
    assert list(rummikub.legal_moves(other)) == []


@settings(max_examples=examples(20), deadline=None)
@given(presets, seeds, st.integers(0, 20), st.sampled_from([0, 1, 2, None]))
def test_views_hide_what_they_must(name: str, seed: int, turns: int, player: int | None) -> None:
    state = playout(new_game(3, PRESETS[name], seed=seed), Random(seed), turns)[-1]
    player = None if player is None else min(player, state.players - 1)
    view = rummikub.observe(state, player)
    another = rummikub.determinize(view, seed=seed + 1)
    assert rummikub.observe(another, player) == view
    assert tuple(all_tiles(another)) == state.rules.pieces
    shuffled_pool = evolve(state, pool=tuple(reversed(state.pool)))
    assert rummikub.observe(shuffled_pool, player) == view
    assert rummikub.determinize(view, seed=seed + 1) == another
    shown = repr(view)
    assert "pool=" not in shown
    assert view.rack == (() if player is None else state.racks[player])


def test_a_state_does_not_show_what_is_hidden() -> None:
    shown = repr(rummikub.new_game(2, seed=1))
    assert "racks=" not in shown
    assert "pool=" not in shown


@settings(max_examples=examples(15), deadline=None)
@given(presets, seeds, st.integers(0, 20))
def test_values_are_values(name: str, seed: int, turns: int) -> None:
    state = playout(new_game(2, PRESETS[name], seed=seed), Random(seed), turns)[-1]
    for value in (state, rummikub.observe(state, 0), state.table, state.rules, *islice(rummikub.legal_moves(state), 3)):
        copy = pickle.loads(pickle.dumps(value))
        assert copy == value
        assert hash(copy) == hash(value)
        assert digest(copy) == digest(value)
    for move in islice(rummikub.legal_moves(state), 5):
        assert parse_move(str(move)) == move
        assert parse_move(f"  {str(move).lower()} ") == move
    assert Table.parse(str(state.table)) == state.table
    assert new_game(2, PRESETS[name], seed=seed) == new_game(2, PRESETS[name], seed=seed)


def fingerprint() -> str:
    """What two deals of every edition come to after 20 turns."""
    parts: list[str] = []
    for name in sorted(PRESETS):
        state = playout(new_game(3, PRESETS[name], seed=7), Random(7), 20)[-1]
        parts.append(f"{name} {digest(state)[:16]}")
    return "\n".join(parts)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_deal_forever() -> None:
    state = rummikub.new_game(4, seed=2026)
    assert row_text(state.racks[0]) == "R8 R10 R11 K3 K9 K9 K11 K13 B1 B2 B6 O1 O4 O6"
    assert digest(state) == "574732b344431b162dd6d853f56b193ae3f6989e120da46cd85f3507d2a98366"
    assert fingerprint().splitlines() == PINNED


PINNED = [
    "chiffres f6327e7cb84a8af8",
    "chiffres-timed 66aa1f5cf2925dbc",
    "goliath 092a2666357af8ae",
    "hasbro-2007 36c6748113bdc9eb",
    "pressman e0788e7864fa285a",
    "ramicube 0e06e8fb5cc7bfb3",
    "ramicube-timed 6f2a25c7f85a5c07",
    "rummikub-xp6 9da03d71189652c5",
]
"""The editions after twenty turns; a change here breaks the records that people have kept."""


@pytest.mark.slow
def test_nothing_depends_on_the_hash_seed() -> None:
    code = "from tests.rummikub.test_properties import fingerprint; print(fingerprint())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_deal_ends(name: str) -> None:
    """A deal of n tiles and p players in which the clock is kept has at most n (p + 2) + p turns.

    A tile is drawn once and laid once, so at most 2 n turns draw or lay; the others pass, fewer than p in a row.
    """
    rules = PRESETS[name]
    # Two players know long deals, so one edition does for them.
    for players in {rules.max_players, *([rules.min_players] if rules == rummikub.Rules() else [])}:
        random, states = Random(players + 1), [new_game(players, rules, seed=players)]
        while not states[-1].is_over:
            view = rummikub.observe(states[-1], states[-1].current_player)
            states.append(rummikub.apply(states[-1], random_player(view, random)))
        assert len(states) - 1 <= len(rules.pieces) * (players + 2) + players
        result = rummikub.result(states[-1])
        assert result is not None
        if rules.losers_negative:
            assert sum(result.scores) == 0
        assert all(rummikub.result(state) is None for state in states[:-1])
        assert list(rummikub.legal_moves(states[-1])) == []


class Deals(RuleBasedStateMachine):
    """A deal in which players move, err and overrun the time in any order."""

    @initialize(name=presets, seed=seeds, players=st.integers(2, 4))
    def start(self, name: str, seed: int, players: int) -> None:
        self.state = new_game(players, PRESETS[name], seed=seed)

    @property
    def running(self) -> bool:
        return not self.state.is_over

    @precondition(lambda self: self.running)
    @rule(number=st.integers(0, 20))
    def play(self, number: int) -> None:
        moves = list(islice(rummikub.legal_moves(self.state), number + 1))
        self.state = rummikub.apply(self.state, moves[-1])

    @precondition(lambda self: self.running)
    @rule()
    def draw_or_pass(self) -> None:
        for move in (Draw(), Pass()):
            if not rummikub.check(self.state, move):
                self.state = rummikub.apply(self.state, move)
                return

    @precondition(lambda self: self.running)
    @rule(loose=st.integers(0, 3), own=st.integers(0, 3))
    def run_out_of_time(self, loose: int, own: int) -> None:
        """A few melds of the table lie in pieces, and a few tiles of the rack among them."""
        before = self.state
        broken = [tile for meld in before.table[:loose] for tile in meld.tiles]
        rack = before.racks[before.current_player][:own]
        move = TimeOut(Table(before.table[loose:]), (*broken, *rack))
        if rummikub.check(before, move):
            assert before.rules.turn_seconds is None
            return
        self.state = rummikub.apply(before, move)
        assert self.state.current_player != before.current_player

    @rule(data=st.data())
    def err(self, data: st.DataObject) -> None:
        """A wrong move changes nothing."""
        tiles = data.draw(st.lists(st.sampled_from(self.state.rules.pieces), min_size=3, max_size=4))
        kind = data.draw(st.sampled_from([rummikub.Run, rummikub.Group]))
        try:
            meld = kind(tiles)
        except InvalidMeld:
            return
        move = Play(Table([*self.state.table, meld]))
        kept = pickle.dumps(self.state)
        if rummikub.check(self.state, move):
            with pytest.raises(IllegalMove):
                rummikub.apply(self.state, move)
        assert pickle.dumps(self.state) == kept

    @invariant()
    def keeps_its_promises(self) -> None:
        if not hasattr(self, "state"):
            return
        state = self.state
        assert tuple(all_tiles(state)) == state.rules.pieces
        assert state.is_over == (rummikub.result(state) is not None)
        assert all(rack == tuple(sorted(rack)) for rack in state.racks)
        view = rummikub.observe(state, state.current_player)
        assert (view.players, view.turn, view.starter, view.is_over) == (
            state.players,
            state.turn,
            state.starter,
            state.is_over,
        )
        assert view.rack_sizes == state.rack_sizes
        assert view.pool_size == state.pool_size


TestDeals = Deals.TestCase
TestDeals.settings = settings(max_examples=examples(15), stateful_step_count=20, deadline=None)
