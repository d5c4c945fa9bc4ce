"""One deal with every check: its first position, its moves, its end, and deals from its start that steer elsewhere."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import islice, pairwise
from random import Random
from typing import Any, Generic

from attrs import define, evolve, field

from rami.codec import to_json
from rami.errors import RamiError, RulesError
from rami.game import Deal, Game, M, R, Result, S, V, check_position, check_view
from rami.players import Player
from rami.record import Record
from rami.shuffling import derive
from rami.testing import shortening
from rami.testing.exploring import (
    LISTED,
    OFFERS,
    Aim,
    Coverage,
    Explorer,
    aimed,
    kind,
    reservoir,
    sensible_player,
)
from rami.testing.invariants import TRIED, Breach, Invariants
from rami.testing.other_process import PlayedDeal
from rami.testing.perft import seats
from rami.testing.secrecy import secret_fields

MOST_MOVES = 20_000
"""After how many moves a running deal breaks the promise that deals end; `Game.longest` may say fewer."""

CLOSE = 6
"""How many positions at the start of a deal are examined closely; later one in 24, and those with a new shape."""

SPREAD = 8
"""In how many positions with a new shape many random states are compared."""

STEERED = 400
"""How many moves a deal that steers to rare positions has, unless it is to show that deals end."""


@define
class CheckedDeal(Generic[R, S, M, V]):
    """One deal, and how it is played.

    Attributes:
        number: How many deals were played before.
        closely: How many moves are examined closely; the rest is played quickly.
        aims: The aims of further deals from the same start, each with whether it has to come to an end.
        ahead: How many moves are made without checks, in search of positions that offer a kind of move never made.
    """

    game: Game[R, S, M, V]
    rules: R
    players: int
    seed: int
    where: str
    coverage: Coverage[M]
    player: Player[V, M] | None
    conserved: Callable[[S], object] | None
    unlisted: Collection[str]
    listing: Callable[[S], bool]
    number: int
    closely: int
    aims: Sequence[tuple[Aim, bool]]
    ahead: int
    _deal: Deal | None = field(default=None, init=False)
    _start: S | None = field(default=None, init=False)
    _latest: S | None = field(default=None, init=False)

    def play(self) -> PlayedDeal[R, S, M, V]:
        """Play it to its end; a `Breach` has the fewest moves that were found to lead to it."""
        try:
            return self._played()
        except Exception as error:
            breach = error if isinstance(error, Breach) else self._breach(error, self._latest)
            if self._start is not None and not isinstance(error, TimeoutError):
                shorter = shortening.shortened(breach, error, self.game, self._start, self._fresh_look)
                breach = self._with_record(shorter)
            raise breach from (None if isinstance(error, Breach) else error)

    def _breach(self, error: Exception, position: S | None) -> Breach:
        return Breach(f"{type(error).__name__}: {error}", self.where, position, tuple(self.coverage.line))

    def _with_record(self, breach: Breach) -> Breach:
        """Add the record of the moves, where the game has a notation for its pieces and the moves can be written."""
        try:
            text = to_json(self._record(breach.moves)) if self.game.parse_piece is not None else ""
        except Exception:  # what is broken may be just that
            text = ""
        return Breach(breach.broken, breach.where, breach.position, breach.moves, text)

    def _record(self, moves: Sequence[M]) -> Record[R, S, M, V]:
        assert self._deal is not None
        return Record(
            game=self.game, rules=self.rules, players=self.players, deal=self._deal, moves=moves, seed=self.seed
        )

    def _invariants(self, coverage: Coverage[M], random: Random, deal: Deal) -> Invariants[R, S, M, V]:
        game = self.game
        every = tuple(deal.order if game.pieces is None else game.pieces(self.rules))
        return Invariants(
            game, self.where, self.players, self.seed, every, coverage, random, self.conserved, self.unlisted
        )

    def _played(self) -> PlayedDeal[R, S, M, V]:
        game, players, random = self.game, self.players, Random(derive(self.seed, self.where))
        self.coverage.line = []
        deal = game.deal(players, self.rules, seed=self.seed)
        state = self._latest = game.new_game(players, self.rules, seed=self.seed)
        invariants = self._invariants(self.coverage, random, deal)
        self._check_first_position(invariants, deal, state)
        self._deal = self._deal_with_starter(deal)
        state = self._start = self._latest = game.from_deal(players, self.rules, self._deal)
        player = sensible_player(game) if self.player is None else self.player
        explorer = Explorer(game, self.coverage, random, None if self.number % 2 else player)
        invariants.secrecy(state, spread=self.number < CLOSE)
        self._look_ahead(invariants, explorer, state)
        for aim, has_to_end in self.aims:
            self._steer(invariants, explorer, state, aim, has_to_end)
        return self._play_on(invariants, explorer, state)

    def _play_on(
        self, invariants: Invariants[R, S, M, V], explorer: Explorer[R, S, M, V], state: S
    ) -> PlayedDeal[R, S, M, V]:
        """Play from the start to the end, the first moves closely."""
        game, most = self.game, self._most_moves()
        made: list[M] = []
        movers: list[int] = []
        before: S | None = None
        self.coverage.line = made
        while True:
            over = game.result(state) is not None
            if over or len(made) < self.closely or len(made) % CLOSE == 0:
                invariants.every_position(state, before)
            if over or len(made) < self.closely:
                listed = self._examine(invariants, state, len(made), made[-1:])
            else:
                listed = list(islice(game.legal_moves(state), LISTED)) if self.listing(state) else []
            if over:
                break
            invariants.expect(len(made) < most, f"the deal has not ended after {most} moves", state)
            move = explorer.move(state, listed)
            if len(made) < self.closely:
                invariants.notation(state, move)
            self.coverage.made(state, move, invariants.random)
            before, state = state, game.apply(state, move)
            self._latest = state
            made.append(move)
            movers.append(before.current_player)
        self._check_turns(invariants, state, movers)
        self.coverage.ended(self._result(state))
        record = self._record(made)
        invariants.record(record, state)
        return PlayedDeal(game, self.rules, self.players, record.deal, tuple(made), self.listing)

    def _check_turns(self, invariants: Invariants[R, S, M, V], state: S, movers: Sequence[int]) -> None:
        """Expect turns to be counted, and each seat to have had one where there were enough."""
        changes = sum(seat != following for seat, following in pairwise(movers))  # within a turn others may buy
        uncounted = state.turn == 0 and changes >= 2 * self.players
        invariants.expect(not uncounted, "turn does not count the turns: it is 0 at the end", state)
        never = sorted(set(range(self.players)).difference(movers))
        enough = state.turn >= 2 * self.players
        invariants.expect(not (enough and never), f"seats {never} had no turn in {state.turn} turns", state)

    def _most_moves(self) -> int:
        return MOST_MOVES if self.game.longest is None else self.game.longest(self.rules, self.players)

    def _deal_with_starter(self, deal: Deal) -> Deal:
        """Deal again with a given seat as the first, where the game allows that."""
        try:
            return self.game.deal(self.players, self.rules, seed=self.seed, starter=self.number % self.players)
        except RulesError:
            return deal

    # ------------------------------------------------------------------------------------------------ first position

    def _check_first_position(self, invariants: Invariants[R, S, M, V], deal: Deal, state: S) -> None:
        game, players, seed = self.game, self.players, self.seed
        check_position(state)
        check_view(game.observe(state, None))
        invariants.same("new_game", state, game.new_game(players, self.rules, seed=seed))
        invariants.expect(deal == game.deal(players, self.rules, seed=seed), "deal: not the same twice", state)
        invariants.same("from_deal of deal and new_game", state, game.from_deal(players, self.rules, deal))
        invariants.expect(state.rules == self.rules, "the rules of the first position are others", state)
        invariants.expect(state.turn == 0, f"the first position has turn {state.turn}, not 0", state)
        if game.pieces is not None:
            all_there = sorted(deal.order) == sorted(game.pieces(self.rules))
            invariants.expect(
                all_there or len(deal.order) == 0, "the pieces of a deal are not those of the game", state
            )
        self._check_seats_and_starter(invariants, state)
        self._check_wrong_deals(invariants, deal, state)
        others = {game.digest(game.new_game(players, self.rules, seed=seed + 1 + number)) for number in range(3)}
        invariants.expect(others != {game.digest(state)}, "new_game: the same for every seed, or its digest", state)

    def _check_seats_and_starter(self, invariants: Invariants[R, S, M, V], state: S) -> None:
        game, players = self.game, self.players
        numbers = seats(game, self.rules)
        for number in (0, max(numbers) + 1):
            refused = _refuses(partial(game.deal, number, self.rules, seed=self.seed))
            invariants.expect(refused, f"a deal for {number} players, and seats says {numbers}", state)
        for seat in range(players):
            try:
                named = game.deal(players, self.rules, seed=self.seed, starter=seat)
            except RulesError:
                break
            first = game.from_deal(players, self.rules, named).current_player
            wrong = f"the deal names seat {seat} as the first, and seat {first} starts"
            invariants.expect(first == seat, wrong, state)

    def _check_wrong_deals(self, invariants: Invariants[R, S, M, V], deal: Deal, state: S) -> None:
        """Expect deals with a missing piece, or with one of them twice, to be refused."""
        if self.game.flaws is None or len(deal.order) < 2:
            return
        other = [piece for piece in deal.order if piece != deal.order[0]][:1]
        for order in (deal.order[1:], *((*deal.order[1:], piece) for piece in other)):
            refused = _refuses(partial(self.game.from_deal, self.players, self.rules, evolve(deal, order=order)))
            invariants.expect(refused, "from_deal takes a deal with other pieces than the set has", state)

    # ------------------------------------------------------------------------------------------------ later positions

    def _examine(self, invariants: Invariants[R, S, M, V], state: S, number: int, last: list[M]) -> list[M]:
        """Check a position as closely as its number and its shape deserve, and return legal moves."""
        over = self.game.result(state) is not None
        if not self.listing(state):
            invariants.moves(state, [], last, complete=False)
            return []
        new_shape = self.coverage.is_new(state)
        first = CLOSE if self.number < CLOSE else 2
        close = number < first or number % (4 * CLOSE) == 0 or over or new_shape
        listed = invariants.listed(state)
        new = [move for move in listed if not self.coverage.seen[kind(move)]]
        if close or new:
            invariants.close_position(state)
            invariants.secrecy(state, spread=new_shape and len(self.coverage.position_shapes) < SPREAD)
        if close and (number % 4 == 0 or new or over or new_shape):
            invariants.mutants(state)
            invariants.text(state)
        candidates = invariants.candidates(state, listed, TRIED if close else 2)
        invariants.moves(state, listed, (*new[:2], *candidates, *last), complete=len(listed) < LISTED)
        for move in reservoir(listed, TRIED, invariants.random) if close else ():
            invariants.notation(state, move)
            self.coverage.remember(move, invariants.random)
        return listed

    def _fresh_look(self, state: S, before: S | None, last: Sequence[M], number: int) -> None:
        """Examine a position as closely as can be, whatever was met so far: to see a breach again."""
        assert self._deal is not None
        coverage: Coverage[M] = Coverage(self.game.moves)
        coverage.line = list(last)
        invariants = self._invariants(coverage, Random(number), self._deal)
        invariants.every_position(state, before)
        self._examine(invariants, state, 0, list(last[-1:]))

    def _look_ahead(self, invariants: Invariants[R, S, M, V], explorer: Explorer[R, S, M, V], state: S) -> None:
        """Examine rare moves in positions reached without checks, and make those that were never made."""
        if self.game.quick_to_list is not None:
            return
        for position in explorer.rare_positions(state, self.ahead, OFFERS + min(self.number, OFFERS)):
            self._latest = position
            invariants.every_position(position, None)
            listed = invariants.listed(position)
            if not listed:
                self._check_end(invariants, position)
                continue
            new = [move for move in listed if not self.coverage.seen[kind(move)]]
            self._look_closely(invariants, position, listed, new)
            for move in new[:1]:
                self._follow(invariants, explorer, position, move)

    def _look_closely(self, invariants: Invariants[R, S, M, V], state: S, listed: list[M], new: list[M]) -> None:
        invariants.close_position(state)
        invariants.secrecy(state, spread=False)
        candidates = (*new[:TRIED], *invariants.candidates(state, listed, TRIED))
        invariants.moves(state, listed, candidates, complete=len(listed) < LISTED)

    def _follow(self, invariants: Invariants[R, S, M, V], explorer: Explorer[R, S, M, V], state: S, move: M) -> None:
        """Make a move that was never made, and examine what follows for a while."""
        for _ in range(CLOSE):
            invariants.notation(state, move)
            self.coverage.made(state, move, invariants.random)
            before, state = state, self.game.apply(state, move)
            self._latest = state
            self.coverage.line.append(move)
            invariants.every_position(state, before)
            listed = invariants.listed(state)
            invariants.close_position(state)
            invariants.mutants(state)
            candidates = invariants.candidates(state, listed, TRIED)
            invariants.moves(state, listed, candidates, complete=len(listed) < LISTED)
            if not listed:
                self._check_end(invariants, state)
                return
            move = explorer.move(state, listed)

    def _steer(
        self,
        invariants: Invariants[R, S, M, V],
        explorer: Explorer[R, S, M, V],
        state: S,
        aim: Aim,
        has_to_end: bool,
    ) -> None:
        """Play on from the start with an aim, and examine positions with few pieces somewhere, and the end."""
        hidden = secret_fields(self.game)
        most = self._most_moves() if has_to_end else min(STEERED, self._most_moves())
        before: S | None = None
        self.coverage.line = []
        while self.game.result(state) is None:
            number = len(self.coverage.line)
            if number == most:
                invariants.expect(not has_to_end, f"{aim.value} has not ended after {most} moves", state)
                return
            self.coverage.steps += 1
            rare = self.coverage.is_rare(state)
            if rare or number % (4 * CLOSE) == 0:
                invariants.every_position(state, before)
            listed = list(islice(self.game.legal_moves(state), LISTED)) if self.listing(state) else []
            if rare and listed:
                self._look_closely(invariants, state, listed, [])
                invariants.mutants(state)
            move = (
                aimed(self.game, state, listed, aim, hidden, invariants.random)
                if listed
                else explorer.move(state, listed)
            )
            before, state = state, self.game.apply(state, move)
            self._latest = state
            self.coverage.line.append(move)
        invariants.every_position(state, before)
        invariants.listed(state)
        self._check_end(invariants, state)

    def _check_end(self, invariants: Invariants[R, S, M, V], state: S) -> None:
        """Examine the end of a deal played without checks, where it is one never met."""
        result = self._result(state)
        if not self.coverage.seen[str(result.detail)] or not self.coverage.seen[str(result.reason)]:
            invariants.close_position(state)
            invariants.text(state)
        self.coverage.ended(result)

    def _result(self, state: S) -> Result:
        result = self.game.result(state)
        assert result is not None
        return result


def _refuses(call: Callable[[], Any]) -> bool:
    """Tell whether a call raises an error of the library."""
    try:
        call()
    except RamiError:
        return True
    return False
