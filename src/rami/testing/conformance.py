"""The promises of a game, asserted at every position of random deals."""

import pickle
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Generic

from attrs import frozen

from rami.codec import from_json, to_json
from rami.errors import IllegalMove, RamiError
from rami.game import Game, M, R, S, V, check_position, check_view
from rami.record import Record, from_text, states, to_text, verify
from rami.testing.counting import seats
from rami.testing.strategies import choose

BREADTH = 1
"""How many of `legal_moves` are tried at each position, besides the move that is made; to list them can take long."""

MOST_MOVES = 20_000
"""After how many moves a deal that has not ended breaks the promise that deals end."""


class Breach(AssertionError):
    """A promise that a game does not keep."""


@frozen
class Conformance:
    """What `check_game` has looked at.

    Attributes:
        deals: How many deals were played to their end.
        moves: How many moves were made.
    """

    deals: int
    moves: int


def check_game(
    game: Game[R, S, M, V],
    *,
    rules: R | None = None,
    players: int | None = None,
    seeds: Iterable[int] = range(2),
    conserved: Callable[[S], object] | None = None,
    listing: Callable[[S], bool] | None = None,
) -> Conformance:
    """Play random deals, and assert at every position what the library promises of a game.

    For whoever writes a game or changes rules. The promises: the same arguments give the same values; nothing is lost
    (`game.flaws`, or `conserved`); `check`, `apply` and `legal_moves` agree, from a state and from a view; a view tells
    nothing more than it shows, and a random state fits it; every deal ends; everything can be written and read again.

    Args:
        game: The game.
        rules: The rules; None for all of its presets.
        players: How many players; None for every number that the rules allow.
        seeds: The deals of each preset and each number of players.
        conserved: What of a position never changes in a deal, such as its sorted pieces; for a game without `flaws`.
        listing: In which positions `legal_moves` is asked for moves, where that can take long; None for everywhere.

    Returns:
        How much was looked at.

    Raises:
        Breach: If a promise is broken; it says which, and in which position.

    Examples:
        >>> from rami import rummikub
        >>> rules = rummikub.Rules(max_number=5, jokers=0, rack_size=4, max_players=2, opening_points=9)
        >>> check_game(rummikub.GAME, rules=rules, seeds=[1]).deals
        1
    """
    chosen = dict(game.presets) if rules is None else {"the rules": rules}
    deals = made = 0
    for seed in seeds:
        for name, each in chosen.items():
            for number in seats(game, each) if players is None else (players,):
                made += _Deal(game, each, f"{name}, {number} players, seed {seed}", conserved, listing).play(
                    number, seed
                )
                deals += 1
    return Conformance(deals, made)


@frozen
class _Deal(Generic[R, S, M, V]):
    """One deal under watch."""

    game: Game[R, S, M, V]
    rules: R
    where: str
    conserved: Callable[[S], object] | None
    listing: Callable[[S], bool] | None

    def play(self, players: int, seed: int) -> int:
        """Play it to its end; returns how many moves that took."""
        game, random = self.game, Random(seed)
        deal = game.deal(players, self.rules, seed=seed)
        state = game.new_game(players, self.rules, seed=seed)
        check_position(state)
        check_view(game.observe(state, None))
        self._same("new_game", state, game.new_game(players, self.rules, seed=seed))
        self._same("from_deal of deal and new_game", state, game.from_deal(players, self.rules, deal))
        kept = None if self.conserved is None else self.conserved(state)
        made: list[M] = []
        while game.result(state) is None:
            self._expect(len(made) < MOST_MOVES, f"the deal has not ended after {MOST_MOVES} moves", state)
            if self.conserved is not None:
                self._expect(self.conserved(state) == kept, "something was lost or added", state)
            self.position(state, players, seed)
            move = choose(game, state, random)
            self.moves(state, [move, *made[-1:]], players)
            state = game.apply(state, move)
            made.append(move)
        self.position(state, players, seed)
        self.moves(state, made[-1:], players)
        self.record(Record(game=game, rules=self.rules, players=players, deal=deal, moves=made, seed=seed), state)
        return len(made)

    def _expect(self, promise: bool, broken: str, state: S) -> None:
        if not promise:
            raise Breach(f"{self.game.name}, {self.where}: {broken}; in {state!r:.2000}")

    def _same(self, what: str, first: S, second: S) -> None:
        self._expect(first == second and hash(first) == hash(second), f"{what}: not the same twice", first)
        self._expect(self.game.digest(first) == self.game.digest(second), f"{what}: equal, but not in digest", first)

    def position(self, state: S, players: int, seed: int) -> None:
        """What holds of every position, and of every view of it."""
        game = self.game
        self._possible(state, state)
        self._same("pickle", state, pickle.loads(pickle.dumps(state)))
        self._round_trip(state, state)
        result = game.result(state)
        if result is not None:
            self._expect(len(result.scores) == players, "there is not a score for each player", state)
            self._expect(set(result.winners) <= set(range(players)), "a winner is no player", state)
            self._round_trip(result, state)
        mover = state.current_player
        for seat in (None, *range(players)):
            view = game.observe(state, seat)
            self._possible(view, state)
            self._round_trip(view, state)
            guess = game.determinize(view, seed=seed)
            self._expect(game.observe(guess, seat) == view, f"a random state does not fit the view of {seat}", state)
            self._possible(guess, state)
            self._same("determinize", guess, game.determinize(view, seed=seed))
            if seat != mover:
                self._expect(not any(True for _ in game.legal_moves(view)), f"seat {seat} may move, too", state)

    def _possible(self, position: S | V, state: S) -> None:
        if self.game.flaws is not None:
            problems = self.game.flaws(position)
            self._expect(not problems, f"a {type(position).__name__} that cannot be: {'; '.join(problems)}", state)

    def _round_trip(self, value: object, state: S) -> None:
        kind = type(value)
        try:
            back: object = from_json(to_json(value, game=self.game), kind, games=[self.game])
        except RamiError as error:
            raise Breach(f"{self.game.name}, {self.where}: no JSON of {value!r:.2000}: {error}") from error
        self._expect(back == value, f"from_json(to_json({kind.__name__})) is another", state)

    def moves(self, state: S, candidates: Iterable[M], players: int) -> None:
        """What holds of every move, legal or not."""
        game = self.game
        mover = state.current_player
        view, before = game.observe(state, mover), game.digest(state)
        listed: list[M] = []
        if self.listing is None or self.listing(state):
            listed = list(islice(game.legal_moves(state), BREADTH))
            self._expect(listed == list(islice(game.legal_moves(view), BREADTH)), "other moves from the view", state)
            self._expect(bool(listed) == (game.result(state) is None), "no legal move, or one after the end", state)
        for move in (*listed, *candidates):
            problems = game.check(state, move)
            self._expect(problems == game.check(view, move), f"{move} is judged otherwise from the view", state)
            self._expect(not (move in listed and problems), f"{move} is listed, and illegal", state)
            self._applied(state, move, bool(problems))
            self._expect(game.digest(state) == before, f"{move} has changed the position", state)
            self._expect(game.parse_move(str(move)) == move, f"{move} is read as another move", state)
            self._round_trip(move, state)
            for problem in problems if game.codes is not None else ():
                self._round_trip(problem, state)
            for seat in range(players):
                if seat != mover:
                    self._expect(bool(game.check(game.observe(state, seat), move)), f"{move} is legal for all", state)

    def _applied(self, state: S, move: M, illegal: bool) -> None:
        game = self.game
        try:
            after = game.apply(state, move)
        except IllegalMove as error:
            self._expect(illegal, f"{move} is legal, and apply raises", state)
            self._expect(error.violations == game.check(state, move), f"{move}: apply has other reasons", state)
        else:
            self._expect(not illegal, f"{move} is illegal, and apply takes it", state)
            self._same(f"apply of {move}", after, game.apply(state, move))

    def record(self, record: Record[R, S, M, V], last: S) -> None:
        """What holds of the record of the deal."""
        *_, replayed = states(record)
        self._same("a record", last, replayed)
        self._expect(verify(record).ok, "a record is not legal", last)
        if self.game.parse_piece is not None:
            self._round_trip(record, last)
            self._expect(from_text(to_text(record), games=[self.game]) == record, "a record is read as another", last)
