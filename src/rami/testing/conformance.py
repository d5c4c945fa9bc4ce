"""The promises of a game, asserted along deals that look for what has not happened yet."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import zip_longest
from random import Random
from types import MappingProxyType
from typing import Any, Generic

from attrs import evolve, field, frozen

from rami import rummikub
from rami.errors import RamiError, RulesError
from rami.game import Deal, EndReason, Game, M, R, S, V, check_position, check_view
from rami.players import Player
from rami.record import Record
from rami.shuffling import derive
from rami.testing.exploring import (
    LISTED,
    Explorer,
    Tally,
    kind,
    known_player,
    listed_in_part,
    reservoir,
    soon_listed,
)
from rami.testing.invariants import TRIED, Breach, Watch
from rami.testing.limits import going_on
from rami.testing.other_process import Played, differs
from rami.testing.perft import seats

MOST_MOVES = 20_000
"""After how many moves a deal that has not ended breaks the promise that deals end; `Game.longest` may say fewer."""

CLOSELY = 6
"""How many positions at the start of a deal are looked at closely; later one in 24, and what is new."""

SPREAD = 8
"""In how many positions that look like none before many random states are compared."""

CALL = 30.0
"""How many seconds a call may work."""

AGAIN = 3
"""How many deals are played again in a process with other hashes."""

LEADS = 400
"""How many moves are made without a look, to find positions in which a kind of move is possible that was never made."""


@frozen
class Conformance:
    """What `check_game` has looked at.

    Attributes:
        deals: How many deals were played to their end.
        moves: How many moves were made.
        made: How often it met each kind of move (the name of its class), code of a violation, end and detail.
        never: What it never met, of the kinds of moves, the codes, the ends and the details that the game says it has.
    """

    deals: int
    moves: int
    made: Mapping[str, int] = field(factory=lambda: MappingProxyType(dict[str, int]()), hash=False)
    never: tuple[str, ...] = ()


def check_game(  # noqa: PLR0913  # what to play, how, and what to look at
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
    listing: Callable[[S], bool] = soon_listed,
) -> Conformance:
    """Play deals, and assert at every position what the library promises of a game.

    For whoever writes a game or changes rules. The promises: the same arguments give the same values; nothing is lost
    (`game.flaws`, or `conserved`); `check`, `apply` and `legal_moves` agree, from a state and from a view, on moves of
    this and of other positions; a view tells nothing of another's hand, and random states fit it and are spread over
    what is hidden; positions that differ have other digests; every deal ends; everything can be written and read again.
    Any exception is a `Breach`, too.

    The moves are chosen for being rare, and now and then at random; `player` makes half of them. Random deals without a
    look lead to kinds of moves that were never made. What is met is counted in `Conformance.made`.

    Args:
        game: The game.
        rules: The rules; None for all of its presets.
        players: How many players; None for every number that the rules allow.
        seeds: The deals of each preset and each number of players.
        player: A player that plays well enough to get everywhere; None for none.
        must: What has to occur, by the names of `Conformance.made`: `("Knock", "undercut")`.
        most_moves: After how many moves no further deal is begun.
        conserved: What of a position never changes in a deal, such as its sorted pieces; for a game without `flaws`.
        unlisted: The kinds of moves of which `legal_moves` lists only some, by the names of their classes.
        listing: In which positions `legal_moves` is asked for moves; everywhere but in Rummikub, where that can take
            long.

    Returns:
        How much was looked at, what was met and what was not.

    Raises:
        Breach: If a promise is broken; it says which, in which deal and position.

    Examples:
        >>> from rami import rummikub
        >>> rules = rummikub.Rules(max_number=5, jokers=0, rack_size=4, max_players=2, opening_points=9)
        >>> found = check_game(rummikub.GAME, rules=rules, seeds=[1], must=["Draw", "Play"])
        >>> found.deals, found.made["Draw"] > 5, "joker_set_frozen" in found.never
        (1, True, True)
    """
    chosen = dict(game.presets) if rules is None else {"the rules": rules}
    tally: Tally[M] = Tally(game.moves)
    partly = (*unlisted, *listed_in_part(game))
    deals = made = 0
    played: list[Played[R, S, M, V]] = []
    for name, each, number, seed in _deals(game, chosen, players, seeds):
        where = f"{game.name}, {name}, {number} players, seed {seed}"
        if made < most_moves:
            deal = _Deal(game, each, where, tally, player, conserved, partly, listing)
            with going_on(CALL, lambda: tally.steps):
                played.append(deal.play(number, seed, deals))
            made += len(played[-1].moves)
            deals += 1
    if told := differs(played[:AGAIN]):
        raise Breach(told, game.name)
    missing = [name for name in must if not tally.seen[name]]
    if missing:
        raise Breach(f"never met in {deals} deals: {', '.join(missing)}", game.name)
    return Conformance(deals, made, MappingProxyType(dict(tally.seen)), _never(game, tally))


def _deals(
    game: Game[R, S, M, V], chosen: Mapping[str, R], players: int | None, seeds: Iterable[int]
) -> Iterator[tuple[str, R, int, int]]:
    """The deals to play: all rules with the fewest players first, so that a limit of moves leaves none of them out."""
    try:
        numbers = {name: seats(game, rules) if players is None else (players,) for name, rules in chosen.items()}
    except Exception as error:
        raise Breach(f"{type(error).__name__}: {error}", game.name) from error
    for seed in seeds:
        for row in zip_longest(*numbers.values()):
            for (name, rules), number in zip(chosen.items(), row, strict=True):
                if number is not None:
                    yield name, rules, number, seed


def _never(game: Game[Any, Any, Any, Any], tally: Tally[Any]) -> tuple[str, ...]:
    names = [each.__name__ for each in game.moves]
    names += [str(code) for code in game.codes or ()]
    names += [str(reason) for reason in (*EndReason, *(game.endings or ()))]
    return tuple(name for name in names if not tally.seen[name])


@frozen
class _Deal(Generic[R, S, M, V]):
    """One deal, and what is asserted along it."""

    game: Game[R, S, M, V]
    rules: R
    where: str
    tally: Tally[M]
    player: Player[V, M] | None
    conserved: Callable[[S], object] | None
    unlisted: Collection[str]
    listing: Callable[[S], bool]

    def play(self, players: int, seed: int, turn: int) -> Played[R, S, M, V]:
        """Play it to its end, the first, the second …."""
        latest: list[S] = []
        try:
            return self._played(players, seed, turn, latest)
        except Breach:
            raise
        except Exception as error:
            position = latest[-1] if latest else None
            raise Breach(f"{type(error).__name__}: {error}", self.where, position) from error

    def _played(self, players: int, seed: int, turn: int, latest: list[S]) -> Played[R, S, M, V]:
        game, random = self.game, Random(derive(seed, self.where))
        deal = game.deal(players, self.rules, seed=seed)
        state = game.new_game(players, self.rules, seed=seed)
        latest.append(state)
        every = tuple(deal.order if game.pieces is None else game.pieces(self.rules))
        watch = Watch(game, self.where, players, seed, every, self.tally, random, self.conserved, self.unlisted)
        self._start(watch, deal, state)
        deal = self._started(deal, players, seed, turn)
        state = game.from_deal(players, self.rules, deal)
        player = known_player(game) if self.player is None else self.player
        explorer = Explorer(game, self.tally, random, None if turn % 2 else player)
        most = MOST_MOVES if game.longest is None else game.longest(self.rules, players)
        made: list[M] = []
        moved: set[int] = set()
        before: S | None = None
        watch.secrets(state, spread=turn < CLOSELY)
        self._look_ahead(watch, explorer, state)
        while True:
            watch.cheap(state, before)
            listed = self._looked_at(watch, state, len(made), made[-1:])
            if game.result(state) is not None:
                break
            watch.expect(len(made) < most, f"the deal has not ended after {most} moves", state)
            move = explorer.move(state, listed)
            watch.notation(state, move)
            self.tally.made(state, move, random)
            before, state = state, game.apply(state, move)
            latest[:] = [state]
            made.append(move)
            moved.add(before.current_player)
        watch.expect(state.turn > 0 or len(moved) < 2, "turn does not count the turns: it is 0 at the end", state)
        self.tally.ended(_result(game, state))
        watch.record(Record(game=game, rules=self.rules, players=players, deal=deal, moves=made, seed=seed), state)
        return Played(game, self.rules, players, deal, tuple(made), self.listing)

    def _started(self, deal: Deal, players: int, seed: int, turn: int) -> Deal:
        """The deal with each seat as the first in its turn, where the seat that starts can be said."""
        try:
            return self.game.deal(players, self.rules, seed=seed, starter=turn % players)
        except RulesError:
            return deal

    def _start(self, watch: Watch[R, S, M, V], deal: Deal, state: S) -> None:
        """What holds of a deal before its first move."""
        game, players, seed = self.game, watch.players, watch.seed
        check_position(state)
        check_view(game.observe(state, None))
        watch.same("new_game", state, game.new_game(players, self.rules, seed=seed))
        watch.expect(deal == game.deal(players, self.rules, seed=seed), "deal: not the same twice", state)
        watch.same("from_deal of deal and new_game", state, game.from_deal(players, self.rules, deal))
        watch.expect(state.rules == self.rules, "the rules of the first position are others", state)
        if game.pieces is not None:
            all_there = sorted(deal.order) == sorted(game.pieces(self.rules))
            watch.expect(all_there or len(deal.order) == 0, "the pieces of a deal are not those of the game", state)
        self._dealt(watch, deal, state)
        others = {game.digest(game.new_game(players, self.rules, seed=seed + 1 + number)) for number in range(3)}
        watch.expect(others != {game.digest(state)}, "new_game: the same for every seed, or its digest", state)

    def _dealt(self, watch: Watch[R, S, M, V], deal: Deal, state: S) -> None:
        """What a deal keeps to: the numbers of players, the seat that starts, and the pieces of the set."""
        game, players = self.game, watch.players
        numbers = seats(game, self.rules)
        for number in (0, max(numbers) + 1):
            refused = _refuses(partial(game.deal, number, self.rules, seed=watch.seed))
            watch.expect(refused, f"a deal for {number} players, and seats says {numbers}", state)
        for seat in range(players):
            try:
                named = game.deal(players, self.rules, seed=watch.seed, starter=seat)
            except RulesError:
                break
            first = game.from_deal(players, self.rules, named).current_player
            watch.expect(first == seat, f"the deal names seat {seat} as the first, and seat {first} starts", state)
        if game.flaws is not None and len(deal.order) > 1:
            twice = [piece for piece in deal.order if piece != deal.order[0]][:1]
            for order in (deal.order[1:], *((*deal.order[1:], piece) for piece in twice)):
                wrong = evolve(deal, order=order)
                refused = _refuses(partial(game.from_deal, players, self.rules, wrong))
                watch.expect(refused, "from_deal takes a deal with other pieces than the set has", state)

    def _looked_at(self, watch: Watch[R, S, M, V], state: S, number: int, last: list[M]) -> list[M]:
        """Legal moves of a position, after as close a look at it as its place in the deal deserves."""
        over = self.game.result(state) is not None
        if not self.listing(state):
            watch.moves(state, [], last, complete=False)
            return []
        new_sight = self.tally.is_new(state)
        close = number < CLOSELY or number % (4 * CLOSELY) == 0 or over or new_sight
        listed = watch.listed(state)
        new = [move for move in listed if not self.tally.seen[kind(move)]]
        if close or new:
            watch.position(state)
            watch.secrets(state, spread=new_sight and len(self.tally.sights) < SPREAD)
        if close and (number % 4 == 0 or new or over or new_sight):
            watch.damaged(state)
            watch.written(state)
        tried = watch.tried(state, listed, TRIED if close else 2)
        watch.moves(state, listed, (*new[:2], *tried, *last), complete=len(listed) < LISTED)
        for move in reservoir(listed, TRIED, watch.random) if close else ():
            watch.notation(state, move)
            self.tally.remember(move, watch.random)
        return listed

    def _look_ahead(self, watch: Watch[R, S, M, V], explorer: Explorer[R, S, M, V], state: S) -> None:
        """Look at rare moves in positions that play without a look leads to, and make those that were never made."""
        if isinstance(state, rummikub.State):
            return
        for lead in explorer.leads(state, LEADS):
            watch.cheap(lead, None)
            listed = watch.listed(lead)
            if not listed:
                self._ended(watch, lead)
                continue
            new = [move for move in listed if not self.tally.seen[kind(move)]]
            watch.position(lead)
            watch.secrets(lead, spread=False)
            tried = (*new[:TRIED], *watch.tried(lead, listed, TRIED))
            watch.moves(lead, listed, tried, complete=len(listed) < LISTED)
            for move in new[:1]:
                self._followed(watch, explorer, lead, move)

    def _followed(self, watch: Watch[R, S, M, V], explorer: Explorer[R, S, M, V], state: S, move: M) -> None:
        """A move that was never made, and what follows it, looked at closely for a while."""
        for _ in range(CLOSELY):
            watch.notation(state, move)
            self.tally.made(state, move, watch.random)
            before, state = state, self.game.apply(state, move)
            watch.cheap(state, before)
            listed = watch.listed(state)
            watch.position(state)
            watch.damaged(state)
            watch.moves(state, listed, watch.tried(state, listed, TRIED), complete=len(listed) < LISTED)
            if not listed:
                self._ended(watch, state)
                return
            move = explorer.move(state, listed)

    def _ended(self, watch: Watch[R, S, M, V], state: S) -> None:
        """The end of a deal that was played without a look."""
        result = _result(self.game, state)
        if not self.tally.seen[str(result.detail)] or not self.tally.seen[str(result.reason)]:
            watch.position(state)
            watch.written(state)
        self.tally.ended(result)


def _refuses(call: Callable[[], object]) -> bool:
    """Whether a call is refused with an error of the library."""
    try:
        call()
    except RamiError:
        return True
    return False


def _result(game: Game[Any, S, Any, Any], state: S) -> Any:
    return game.result(state)
