"""The promises of a game, asserted of one position and of the moves in it."""

import pickle
from collections.abc import Callable, Collection, Iterable
from itertools import islice, zip_longest
from random import Random
from typing import Any, Generic, cast

from attrs import field, frozen

from rami.codec import from_json, to_json
from rami.errors import IllegalMove, RamiError, Violation
from rami.game import EndReason, Game, M, R, Result, S, V
from rami.record import Record, verify
from rami.testing.candidate_moves import CandidateMoves
from rami.testing.exploring import LISTED, Coverage, is_natural, kind, reservoir
from rami.testing.mutations import Mutations
from rami.testing.piece_paths import differing, same_value
from rami.testing.secrecy import Secrecy, seat_name
from rami.text import languages

TRIED = 8
"""How many moves of each origin are tried in a position."""


class Breach(AssertionError):
    """A promise that a game does not keep.

    Attributes:
        broken: A sentence that says what is broken.
        where: The deal: its rules, players and seed.
        position: The position; None where there was none yet.
        moves: The moves that lead to the position, as few as were found.
        record: The record of these moves, as JSON; "" for a game whose pieces have no notation.
    """

    def __init__(
        self,
        broken: str,
        where: str = "",
        position: object = None,
        moves: tuple[Any, ...] = (),
        record: str = "",
    ) -> None:
        super().__init__(broken, where, position, moves, record)
        self.broken = broken
        self.where = where
        self.position = position
        self.moves = moves
        self.record = record

    def __str__(self) -> str:
        after = (
            f"; after {len(self.moves)} move{'s' * (len(self.moves) != 1)}: {', '.join(map(str, self.moves)):.1000}"
            if self.moves
            else ""
        )
        return f"{self.where}: {self.broken}{after}" + (
            "" if self.position is None else f"; in {_shortened(self.position)}"
        )


def _shortened(position: object) -> str:
    try:
        return f"{position!r:.2000}"
    except Exception as error:  # whatever a foreign `__repr__` raises
        return f"a {type(position).__name__} whose repr raises {type(error).__name__}"


@frozen
class Invariants(Generic[R, S, M, V]):
    """The invariants of one deal, asserted with what `coverage` has met so far."""

    game: Game[R, S, M, V]
    where: str
    players: int
    seed: int
    every: tuple[Any, ...]
    coverage: Coverage[M]
    random: Random
    conserved: Callable[[S], object] | None
    unlisted: Collection[str]
    pieces: frozenset[Any] = field(init=False)
    candidate_moves: CandidateMoves[M] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Collect the kinds of pieces once."""
        object.__setattr__(self, "pieces", frozenset(self.every))
        object.__setattr__(self, "candidate_moves", CandidateMoves(sorted(self.pieces), self.random))

    def expect(self, promise: bool, broken: str, state: S | None = None) -> None:
        """Raise a `Breach` if a promise is not kept."""
        self.coverage.steps += 1
        if not promise:
            raise Breach(broken, self.where, state, tuple(self.coverage.line))

    def same(self, what: str, first: S, second: S) -> None:
        """Expect two states to be equal, with the same hash and digest."""
        equal = first == second and hash(first) == hash(second)
        wrong = f"{what}: not the same twice"
        self.expect(equal, wrong if equal else f"{wrong}: {differing(first, second)}", first)
        self.expect(self.game.digest(first) == self.game.digest(second), f"{what}: equal, but not in digest", first)

    # ------------------------------------------------------------------------------------------------- every position

    def every_position(self, state: S, before: S | None) -> None:
        """Check a position quickly, and that it follows from the one before."""
        result = self.game.result(state)
        self.expect((result is not None) == state.is_over, "is_over does not say whether there is a result", state)
        self.expect(state.players == self.players, "players is not how many play", state)
        self.expect(0 <= state.current_player < self.players, "current_player is no seat", state)
        if before is not None:
            backwards = f"turn goes back from {before.turn} to {state.turn}"
            self.expect(state.turn >= before.turn, backwards, state)
            starters = getattr(before, "starter", None), getattr(state, "starter", None)
            self.expect(
                starters[0] == starters[1], f"starter was {starters[0]}, and is {starters[1]} after a move", state
            )
            self.expect(state.rules == before.rules, "the rules have changed", state)
            changed = state != before and self.game.digest(state) != self.game.digest(before)
            self.expect(changed, "a move that changes nothing, or not the digest", state)
        self.no_flaws(state, state)
        if result is not None:
            self.result(result, state)

    def result(self, result: Result, state: S) -> None:
        """Check a result."""
        scores = cast("tuple[Any, ...]", result.scores)
        self.expect(len(scores) == self.players, f"there is not a score for each player: {len(scores)} scores", state)
        whole = all(isinstance(score, int) and not isinstance(score, bool) for score in scores)
        self.expect(whole, f"a score is no whole number: {scores}", state)
        endings = [str(each) for each in self.game.endings or ()]
        known = not endings or result.detail is None or result.detail in endings
        self.expect(known, f"the detail of a result is {result.detail}, which is none of the game's endings", state)
        winners = result.winners
        self.expect(set(winners) <= set(range(self.players)), "a winner is no player", state)
        in_order = list(winners) == sorted(set(winners))
        self.expect(in_order, f"the winners are not in order, each once: {winners}", state)
        lowest = min((scores[seat] for seat in winners), default=max(scores))
        ahead = [seat for seat in range(self.players) if seat not in winners and scores[seat] > lowest]
        self.expect(not ahead, f"seat {ahead[:1]} scores more than a winner: {scores}, winners {winners}", state)
        self.expect(isinstance(result.reason, EndReason), f"the reason is {result.reason!r}, no EndReason", state)
        self.round_trip(result, state)
        self.expect(result == self.game.result(state), "result: not the same twice", state)
        if self.game.next_starter is not None:
            starter = self.game.next_starter(state)
            self.expect(starter == self.game.next_starter(state), "next_starter: not the same twice", state)
            seat = starter is None or (is_natural(starter) and starter < self.players)
            self.expect(seat, f"next_starter is {starter!r}, which is no seat", state)

    def no_flaws(self, position: S | V, state: S) -> None:
        """Expect a position to have no flaws."""
        if self.game.flaws is not None:
            problems = self.game.flaws(position)
            self.expect(not problems, f"a {type(position).__name__} that cannot be: {'; '.join(problems)}", state)

    def round_trip(self, value: object, state: S) -> None:
        """Expect a value to come back from its JSON."""
        known: Any = type(value)
        try:
            back: object = from_json(to_json(value, game=self.game), known, games=[self.game])
        except RamiError as error:
            raise Breach(f"no JSON of {value!r:.2000}: {error}", self.where, state) from error
        same = same_value(back, value)
        wrong = f"from_json(to_json({known.__name__})) is another"
        self.expect(same, wrong if same else f"{wrong}: {differing(value, back)}", state)

    # ----------------------------------------------------------------------------------------------- close positions

    def close_position(self, state: S) -> None:
        """Check a position, every view of it and a random state of each."""
        game = self.game
        self.same("pickle", state, pickle.loads(pickle.dumps(state)))
        self.round_trip(state, state)
        for seat in (None, *range(self.players)):
            view = game.observe(state, seat)
            name, again = f"the view of {seat_name(seat)}", game.observe(state, seat)
            same = view == again and same_value(view, again)
            wrong = f"{name} is another when it is asked for again"
            self.expect(same, wrong if same else f"{wrong}: {differing(view, again)}", state)
            self.expect(view.player == seat, f"{name} says that it is of {view.player}", state)
            for attribute in ("players", "current_player", "turn", "is_over", "rules", "starter"):
                seen, true = getattr(view, attribute, None), getattr(state, attribute, None)
                same = seen == true or (attribute == "starter" and seen is None)
                self.expect(same, "" if same else f"{name} has {attribute} {seen!r}, the state {true!r}", state)
            self.no_flaws(view, state)
            self.round_trip(view, state)
            guess = game.determinize(view, seed=self.seed)
            self._secrecy(state).fits(guess, view)
            self.no_flaws(guess, state)
            self.same("determinize", guess, game.determinize(view, seed=self.seed))
            other = game.digest(guess) != game.digest(state)
            wrong = "digest: the same for two positions that differ"
            alike = other or guess == state
            self.expect(alike, wrong if alike else f"{wrong}: {differing(guess, state)}", state)
            if seat != state.current_player:
                self.expect(
                    not any(True for _ in game.legal_moves(view)),
                    f"legal moves are listed for {seat_name(seat)}, and it is not the turn of that view: "
                    "others may move, too",
                    state,
                )

    def secrecy(self, state: S, *, spread: bool) -> None:
        """Check what views hide, and on request how random states are spread."""
        secrecy = self._secrecy(state)
        secrecy.exchanges(state)
        for seat in (None, *range(self.players)) if spread else ():
            secrecy.spread(state, seat, 1000 * self.seed)

    def _secrecy(self, state: S) -> Secrecy[R, S, M, V]:
        return Secrecy(self.game, self.pieces, self.random, lambda kept, broken: self.expect(kept, broken, state))

    def mutants(self, state: S) -> None:
        """Check what `flaws` and the digest make of mutated copies."""
        mutations = self._mutations(state)
        mutations.fields(state)
        mutations.pieces(state)

    def _mutations(self, state: S) -> Mutations[R, S, M, V]:
        holding = self.coverage.holding
        return Mutations(
            self.game, self.every, self.random, lambda kept, broken: self.expect(kept, broken, state), holding
        )

    def text(self, state: S) -> None:
        """Expect a position and its views to be written for a person."""
        for position in (state, *(self.game.observe(state, seat) for seat in (None, *range(self.players)))):
            self.expect(bool(str(position)) and bool(repr(position)), "a position is written as nothing", state)
            if self.game.text is not None:
                self.expect(bool(self.game.text(position)), "text: nothing is written", state)

    # --------------------------------------------------------------------------------------------------------- moves

    def listed(self, state: S, most: int = LISTED) -> list[M]:
        """List up to so many legal moves, and expect each once, and the same from the view."""
        game = self.game
        listed = list(islice(game.legal_moves(state), most))
        over = game.result(state) is not None
        self.expect(not (over and listed), f"{listed[:1] and listed[0]} is listed after the end", state)
        self.expect(over or bool(listed), "no legal move is listed, and the deal is not over", state)
        self.expect(len(set(listed)) == len(listed), "a legal move is listed twice", state)
        again = list(islice(game.legal_moves(game.observe(state, state.current_player)), most))
        self.expect(listed == again, f"other moves from the view: {_both(listed, again)}", state)
        return listed

    def moves(self, state: S, listed: list[M], tried: Iterable[M], *, complete: bool) -> None:
        """Check moves, legal or not, against the list of legal ones, which may be complete or not."""
        game = self.game
        view, copy = game.observe(state, state.current_player), pickle.loads(pickle.dumps(state))
        others = [game.observe(state, seat) for seat in (None, *range(self.players)) if seat != state.current_player]
        for move in dict.fromkeys(tried):
            problems = game.check(state, move)
            seen = game.check(view, move)
            judged = f"{move} is judged otherwise from the view: {_codes(problems)} and {_codes(seen)}"
            self.expect(problems == seen, judged, state)
            self.expect(not (move in listed and problems), f"{move} is listed, and illegal", state)
            legal_at_end = not problems and state.is_over
            self.expect(not legal_at_end, f"{move} is legal after the end", state)
            self._applied(state, move, problems)
            self.expect(same_value(state, copy), f"{move} has changed the position itself", state)
            if complete and not problems and move not in listed and kind(move) not in self.unlisted:
                alike = any(self._leads_to(state, other, move) for other in listed)
                self.expect(alike, f"{move} is legal, and not listed, nor is a move to the same position", state)
            self.violations(problems, state)
            for other in others:
                out_of_turn = game.check(other, move)
                self.expect(
                    bool(out_of_turn), f"{move} is legal for {seat_name(other.player)}, whose turn it is not", state
                )
                self.violations(out_of_turn, state)
        again = list(islice(game.legal_moves(state), len(listed)))
        self.expect(again == listed, "legal_moves: others after some moves were tried", state)

    def _leads_to(self, state: S, move: M, other: M) -> bool:
        """Tell whether two legal moves of a kind lead to the same position."""
        apply = self.game.apply
        return kind(move) == kind(other) and apply(state, move) == apply(state, other)

    def candidates(self, state: S, listed: list[M], count: int) -> list[M]:
        """Return moves to try: listed ones, moves of other positions, variants, and combinations of visible values."""
        view = self.game.observe(state, state.current_player)
        combined = [
            move
            for each in self.game.moves
            if count == TRIED or not self.coverage.seen[each.__name__]
            for move in self.candidate_moves.combined(view, each, 2 * count)
        ]
        known = self.coverage.from_corpus(count, self.random)
        variants = self.candidate_moves.variants(view, [*listed, *known], count)
        return [*reservoir(listed, count, self.random), *known, *variants, *combined]

    def notation(self, state: S, move: M) -> None:
        """Expect a move to come back from its text and its JSON."""
        read = self.game.parse_move(str(move))
        self.expect(read == move, f"{move} is read as another move: {move!r} and {read!r}", state)
        self.expect(hash(move) == hash(self.game.parse_move(str(move))), f"{move} has two hashes", state)
        self.round_trip(move, state)
        self._mutations(state).notation(str(move))

    def violations(self, problems: tuple[Violation, ...], state: S) -> None:
        """Check the sentences and the JSON of violations."""
        for problem in problems:
            name = str(problem.code)
            if not self.coverage.seen[name]:
                for lang in languages():
                    self.expect(bool(problem.message(lang)), f"{name} has no sentence in {lang!r}", state)
                if self.game.codes is not None:
                    self.expect(isinstance(problem.code, self.game.codes), f"{name} is none of the game's codes", state)
                    self.round_trip(problem, state)
            self.coverage.seen[name] += 1

    def _applied(self, state: S, move: M, problems: tuple[Violation, ...]) -> None:
        game = self.game
        try:
            after = game.apply(state, move)
        except IllegalMove as error:
            self.expect(bool(problems), f"{move} is legal, and apply raises: {error}", state)
            other = f"{move}: apply has other reasons than check: {_codes(error.violations)} and {_codes(problems)}"
            self.expect(error.violations == problems, other, state)
        else:
            self.expect(not problems, f"{move} is illegal, and apply takes it: {_codes(problems)}", state)
            self.same(f"apply of {move}", after, game.apply(state, move))
            self.no_flaws(after, state)
            if self.conserved is not None:
                kept = self.conserved(after) == self.conserved(state)
                self.expect(kept, "something was lost or added", state)

    def record(self, record: Record[R, S, M, V], last: S) -> None:
        """Check the record of a deal against its last position."""
        *_, replayed = record.states()
        self.same("a record", last, replayed)
        self.expect(verify(record).ok, "a record is not legal", last)
        if self.game.parse_piece is not None:
            self.round_trip(record, last)


def _codes(problems: tuple[Violation, ...]) -> str:
    return ", ".join(str(each.code) for each in problems) or "no violation"


def _both(listed: list[Any], again: list[Any]) -> str:
    """Return the first moves in which two lists differ."""
    pairs = zip_longest(listed, again, fillvalue="nothing")
    return next((f"{one} and {other}" for one, other in pairs if one != other), "none")
