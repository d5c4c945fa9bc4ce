"""A deal in which players move, err and overrun the time."""

import pickle
from itertools import islice

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rami import rummikub
from rami.errors import IllegalMove, InvalidMeld
from rami.rummikub import PRESETS, Draw, Pass, Play, Rules, State, Table, TimeOut
from tests.effort import examples

presets = st.sampled_from(sorted(PRESETS))
seeds = st.integers(0, 2**64)


def new_game(players: int, rules: Rules, *, seed: int) -> State:
    """A deal of so many players, or of as many as the edition allows."""
    return rummikub.new_game(max(rules.min_players, min(players, rules.max_players)), rules, seed=seed)


def all_tiles(state: State) -> list[rummikub.Tile]:
    return sorted([*state.pool, *state.table.tiles, *(tile for rack in state.racks for tile in rack)])


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
