"""The promises of a game, asserted along deals that look for what has not happened yet."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import zip_longest
from random import Random
from types import MappingProxyType
from typing import Any, Generic

from attrs import evolve, field, frozen

from rami.errors import RamiError, RulesError
from rami.game import Deal, EndReason, Game, M, R, Result, S, V, check_position, check_view
from rami.players import Player
from rami.record import Record
from rami.shuffling import derive
from rami.testing.exploring import LISTED, OFFERS, Coverage, Explorer, kind, reservoir, sensible_player
from rami.testing.invariants import TRIED, Breach, Invariants
from rami.testing.other_process import PlayedDeal, difference
from rami.testing.perft import seats
from rami.testing.time_limits import watchdog

MOST_MOVES = 20_000
"""After how many moves a running deal breaks the promise that deals end; `Game.longest` may say fewer."""

CLOSE = 6
"""How many positions at the start of a deal are examined closely; later one in 24, and those with a new shape."""

SPREAD = 8
"""In how many positions with a new shape many random states are compared."""

SECONDS = 30.0
"""How many seconds a call may work."""

REPLAYED = 3
"""How many deals are replayed in a process with other hashes."""

AHEAD = 400
"""How many moves are made without checks, in search of positions that offer a kind of move never made."""


@frozen
class Conformance:
    """What `check_game` has examined.

    Attributes:
        deals: How many deals were played to their end.
        moves: How many moves were made.
        made: How often it met each kind of move (the name of its class), code of a violation, end and detail.
        never: What it never met, of the kinds of moves, the codes, the ends and the details that the game declares.
    """

    deals: int
    moves: int
    made: Mapping[str, int] = field(factory=lambda: MappingProxyType(dict[str, int]()), hash=False)
    never: tuple[str, ...] = ()


def check_game(  # noqa: PLR0913  # what to play, how, and what to look for
    game: Game[R, S, M, V],
    *,
    rules: R | None = None,
    players: int | None = None,
    seeds: Iterable[int] = range(2),
    player: Player[V, M] | None = None,
    must: Collection[str] = (),
    most_moves: int = 1_000,
    conserved: Callable[[S], object] | None = None,
    unlisted: Collection[str] = (),
    listing: Callable[[S], bool] | None = None,
) -> Conformance:
    """Play deals, and assert at every position what the library promises of a game.

    For whoever writes a game or changes rules. The promises: the same arguments give the same values; no piece is lost
    (`game.flaws`, or `conserved`); `check`, `apply` and `legal_moves` agree, from a state and from a view, on moves of
    this and of other positions; a view hides the hands of others, and random states fit it and are spread over what is
    hidden; positions that differ have other digests; every deal ends; everything can be written and read again.
    Any exception is a `Breach`, too.

    Rare moves are preferred, with random ones between them; `player` makes half of the moves. Random deals without
    checks lead to kinds of moves that were never made. `Conformance.made` counts what was met.

    Args:
        game: The game.
        rules: The rules; None for all of its presets.
        players: How many players; None for every number that the rules allow.
        seeds: The deals of each preset and each number of players.
        player: A player that plays well enough to get everywhere; None for none.
        must: What has to be met, by the names in `Conformance.made`: `("Knock", "undercut")`.
        most_moves: After how many moves no further deal is begun.
        conserved: Returns what never changes in a deal, such as all pieces sorted; for a game without `flaws`.
        unlisted: The kinds of moves that `legal_moves` lists only in part, by the names of their classes, beside those
            of `game.unlisted`.
        listing: Tells in which positions `legal_moves` is called; None for `game.quick_to_list`.

    Returns:
        How much was played, what was met and what was not.

    Raises:
        Breach: If a promise is broken; it says which, in which deal and position.

    Examples:
        >>> from rami import rummikub
        >>> rules = rummikub.Rules(max_number=5, jokers=0, rack_size=4, max_players=2, opening_points=9)
        >>> found = check_game(rummikub.GAME, rules=rules, seeds=[1], must=["Draw", "Play"])
        >>> found.deals, found.made["Draw"] > 5, "joker_set_frozen" in found.never
        (1, True, True)
    """
    presets = dict(game.presets) if rules is None else {"the rules": rules}
    coverage: Coverage[M] = Coverage(game.moves)
    quick = listing or game.quick_to_list or _always
    partly = (*unlisted, *(each.__name__ for each in game.unlisted))
    deals = made = 0
    played: list[PlayedDeal[R, S, M, V]] = []
    for name, each, number, seed in _deals(game, presets, players, seeds):
        where = f"{game.name}, {name}, {number} players, seed {seed}"
        if made < most_moves:
            deal = _CheckedDeal(game, each, where, coverage, player, conserved, partly, quick)
            with watchdog(SECONDS, lambda: coverage.steps):
                played.append(deal.play(number, seed, deals))
            made += len(played[-1].moves)
            deals += 1
    if wrong := difference(played[:REPLAYED]):
        raise Breach(wrong, game.name)
    missing = [name for name in must if not coverage.seen[name]]
    if missing:
        raise Breach(f"never met in {deals} deals: {', '.join(missing)}", game.name)
    return Conformance(deals, made, MappingProxyType(dict(coverage.seen)), _never(game, coverage))


def _always(state: object) -> bool:  # noqa: ARG001  # it answers for every position
    return True


def _deals(
    game: Game[R, S, M, V], presets: Mapping[str, R], players: int | None, seeds: Iterable[int]
) -> Iterator[tuple[str, R, int, int]]:
    """Yield the deals to play, all rules with the fewest players first: a limit of moves leaves none of them out."""
    try:
        numbers = {name: seats(game, rules) if players is None else (players,) for name, rules in presets.items()}
    except Exception as error:
        raise Breach(f"{type(error).__name__}: {error}", game.name) from error
    for seed in seeds:
        for row in zip_longest(*numbers.values()):
            for (name, rules), number in zip(presets.items(), row, strict=True):
                if number is not None:
                    yield name, rules, number, seed


def _never(game: Game[Any, Any, Any, Any], coverage: Coverage[Any]) -> tuple[str, ...]:
    names = [each.__name__ for each in game.moves]
    names += [str(code) for code in game.codes or ()]
    names += [str(reason) for reason in (*EndReason, *(game.endings or ()))]
    return tuple(name for name in names if not coverage.seen[name])


@frozen
class _CheckedDeal(Generic[R, S, M, V]):
    """One deal, and how it is played."""

    game: Game[R, S, M, V]
    rules: R
    where: str
    coverage: Coverage[M]
    player: Player[V, M] | None
    conserved: Callable[[S], object] | None
    unlisted: Collection[str]
    listing: Callable[[S], bool]

    def play(self, players: int, seed: int, number: int) -> PlayedDeal[R, S, M, V]:
        """Play it to its end, with every check; `number` counts the deals."""
        latest: list[S] = []
        try:
            return self._played(players, seed, number, latest)
        except Breach:
            raise
        except Exception as error:
            position = latest[-1] if latest else None
            raise Breach(f"{type(error).__name__}: {error}", self.where, position) from error

    def _played(self, players: int, seed: int, number: int, latest: list[S]) -> PlayedDeal[R, S, M, V]:
        game, random = self.game, Random(derive(seed, self.where))
        deal = game.deal(players, self.rules, seed=seed)
        state = game.new_game(players, self.rules, seed=seed)
        latest.append(state)
        every = tuple(deal.order if game.pieces is None else game.pieces(self.rules))
        invariants = Invariants(
            game, self.where, players, seed, every, self.coverage, random, self.conserved, self.unlisted
        )
        self._check_first_position(invariants, deal, state)
        deal = self._deal_with_starter(deal, players, seed, number % players)
        state = game.from_deal(players, self.rules, deal)
        player = sensible_player(game) if self.player is None else self.player
        explorer = Explorer(game, self.coverage, random, None if number % 2 else player)
        most = MOST_MOVES if game.longest is None else game.longest(self.rules, players)
        made: list[M] = []
        moved: set[int] = set()
        before: S | None = None
        invariants.secrecy(state, spread=number < CLOSE)
        self._look_ahead(invariants, explorer, state, OFFERS + number)
        while True:
            invariants.every_position(state, before)
            listed = self._examine(invariants, state, len(made), made[-1:])
            if game.result(state) is not None:
                break
            invariants.expect(len(made) < most, f"the deal has not ended after {most} moves", state)
            move = explorer.move(state, listed)
            invariants.notation(state, move)
            self.coverage.made(state, move, random)
            before, state = state, game.apply(state, move)
            latest[:] = [state]
            made.append(move)
            moved.add(before.current_player)
        invariants.expect(state.turn > 0 or len(moved) < 2, "turn does not count the turns: it is 0 at the end", state)
        self.coverage.ended(self._result(state))
        invariants.record(Record(game=game, rules=self.rules, players=players, deal=deal, moves=made, seed=seed), state)
        return PlayedDeal(game, self.rules, players, deal, tuple(made), self.listing)

    def _deal_with_starter(self, deal: Deal, players: int, seed: int, starter: int) -> Deal:
        """Deal again with a given seat as the first, where the game allows that."""
        try:
            return self.game.deal(players, self.rules, seed=seed, starter=starter)
        except RulesError:
            return deal

    def _check_first_position(self, invariants: Invariants[R, S, M, V], deal: Deal, state: S) -> None:
        game, players, seed = self.game, invariants.players, invariants.seed
        check_position(state)
        check_view(game.observe(state, None))
        invariants.same("new_game", state, game.new_game(players, self.rules, seed=seed))
        invariants.expect(deal == game.deal(players, self.rules, seed=seed), "deal: not the same twice", state)
        invariants.same("from_deal of deal and new_game", state, game.from_deal(players, self.rules, deal))
        invariants.expect(state.rules == self.rules, "the rules of the first position are others", state)
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
        game, players = self.game, invariants.players
        numbers = seats(game, self.rules)
        for number in (0, max(numbers) + 1):
            refused = _refuses(partial(game.deal, number, self.rules, seed=invariants.seed))
            invariants.expect(refused, f"a deal for {number} players, and seats says {numbers}", state)
        for seat in range(players):
            try:
                named = game.deal(players, self.rules, seed=invariants.seed, starter=seat)
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
            refused = _refuses(partial(self.game.from_deal, invariants.players, self.rules, evolve(deal, order=order)))
            invariants.expect(refused, "from_deal takes a deal with other pieces than the set has", state)

    def _examine(self, invariants: Invariants[R, S, M, V], state: S, number: int, last: list[M]) -> list[M]:
        """Check a position as closely as its number and its shape deserve, and return legal moves."""
        over = self.game.result(state) is not None
        if not self.listing(state):
            invariants.moves(state, [], last, complete=False)
            return []
        new_shape = self.coverage.is_new(state)
        close = number < CLOSE or number % (4 * CLOSE) == 0 or over or new_shape
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

    def _look_ahead(
        self, invariants: Invariants[R, S, M, V], explorer: Explorer[R, S, M, V], state: S, offers: int
    ) -> None:
        """Examine rare moves in positions reached without checks, and make those that were never made."""
        if self.game.quick_to_list is not None:
            return
        for position in explorer.rare_positions(state, AHEAD, offers):
            invariants.every_position(position, None)
            listed = invariants.listed(position)
            if not listed:
                self._check_end(invariants, position)
                continue
            new = [move for move in listed if not self.coverage.seen[kind(move)]]
            invariants.close_position(position)
            invariants.secrecy(position, spread=False)
            candidates = (*new[:TRIED], *invariants.candidates(position, listed, TRIED))
            invariants.moves(position, listed, candidates, complete=len(listed) < LISTED)
            for move in new[:1]:
                self._follow(invariants, explorer, position, move)

    def _follow(self, invariants: Invariants[R, S, M, V], explorer: Explorer[R, S, M, V], state: S, move: M) -> None:
        """Make a move that was never made, and examine what follows for a while."""
        for _ in range(CLOSE):
            invariants.notation(state, move)
            self.coverage.made(state, move, invariants.random)
            before, state = state, self.game.apply(state, move)
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


def _refuses(call: Callable[[], object]) -> bool:
    """Tell whether a call raises an error of the library."""
    try:
        call()
    except RamiError:
        return True
    return False
