"""The promises of a game, asserted along deals that look for what has not happened yet."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import zip_longest
from random import Random
from types import MappingProxyType
from typing import Any, Generic

from attrs import field, frozen

from rami import rummikub
from rami.errors import RulesError
from rami.game import Deal, EndReason, Game, M, R, S, V, check_position, check_view
from rami.players import Player
from rami.record import Record
from rami.shuffling import derive
from rami.testing.counting import seats
from rami.testing.exploring import LISTED, Explorer, Tally, kind, known_player, listed_in_part, soon_listed
from rami.testing.promises import TRIED, Breach, Watch

MOST_MOVES = 20_000
"""After how many moves a deal that has not ended breaks the promise that deals end; `Game.longest` may say fewer."""

CLOSELY = 6
"""How many positions at the start of a deal are looked at closely; later one in 24, and what is new."""

LEADS = 400
"""How many moves are made without a look, to find positions in which a kind of move is possible that was never made."""


@frozen
class Conformance:
    """What `check_game` has looked at.

    Attributes:
        deals: How many deals were played to their end.
        moves: How many moves were made.
        made: How often it met each kind of move (the name of its class), code of a violation, end and detail.
        never: What it never met, of the kinds of moves, the codes and the ends that the game says it has.
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
    for name, each, number, seed in _deals(game, chosen, players, seeds):
        where = f"{game.name}, {name}, {number} players, seed {seed}"
        if made < most_moves:
            made += _Deal(game, each, where, tally, player, conserved, partly, listing).play(number, seed, deals)
            deals += 1
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
    names += [str(reason) for reason in EndReason]
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

    def play(self, players: int, seed: int, turn: int) -> int:
        """Play it to its end, the first, the second …; returns how many moves that took."""
        latest: list[S] = []
        try:
            return self._played(players, seed, turn, latest)
        except Breach:
            raise
        except Exception as error:
            position = latest[-1] if latest else None
            raise Breach(f"{type(error).__name__}: {error}", self.where, position) from error

    def _played(self, players: int, seed: int, turn: int, latest: list[S]) -> int:
        game, random = self.game, Random(derive(seed, self.where))
        deal = game.deal(players, self.rules, seed=seed)
        state = game.new_game(players, self.rules, seed=seed)
        latest.append(state)
        pieces = frozenset(deal.order if game.pieces is None else game.pieces(self.rules))
        watch = Watch(game, self.where, players, seed, pieces, self.tally, random, self.conserved, self.unlisted)
        self._start(watch, deal, state)
        deal = self._started(deal, players, seed, turn)
        state = game.from_deal(players, self.rules, deal)
        player = known_player(game) if self.player is None else self.player
        explorer = Explorer(game, self.tally, random, None if turn % 2 else player)
        most = MOST_MOVES if game.longest is None else game.longest(self.rules, players)
        made: list[M] = []
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
        self.tally.ended(_result(game, state))
        watch.record(Record(game=game, rules=self.rules, players=players, deal=deal, moves=made, seed=seed), state)
        return len(made)

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
        others = {game.digest(game.new_game(players, self.rules, seed=seed + 1 + number)) for number in range(3)}
        watch.expect(others != {game.digest(state)}, "new_game: the same for every seed, or its digest", state)

    def _looked_at(self, watch: Watch[R, S, M, V], state: S, number: int, last: list[M]) -> list[M]:
        """Legal moves of a position, after as close a look at it as its place in the deal deserves."""
        over = self.game.result(state) is not None
        if not self.listing(state):
            watch.moves(state, [], last, complete=False)
            return []
        close = number < CLOSELY or number % (4 * CLOSELY) == 0 or over
        listed = watch.listed(state, LISTED if close else LISTED // 4)
        new = [move for move in listed if not self.tally.seen[kind(move)]]
        if close or new:
            watch.position(state)
            watch.secrets(state, spread=False)
        if close and (number % 4 == 0 or new or over):
            watch.damaged(state)
        tried = self.tally.others(TRIED if close else 2, watch.random)
        some = listed[:TRIED] if close else new[:2]
        watch.moves(state, listed, (*some, *tried, *last), complete=len(listed) < LISTED // 4)
        for move in listed[:TRIED] if close else ():
            watch.notation(state, move)
            self.tally.remember(move, watch.random)
        return listed

    def _look_ahead(self, watch: Watch[R, S, M, V], explorer: Explorer[R, S, M, V], state: S) -> None:
        """Make moves that were never made, in positions that random play leads to."""
        if isinstance(state, rummikub.State):
            return
        for lead in explorer.leads(state, LEADS):
            listed = watch.listed(lead)
            new = [move for move in listed if not self.tally.seen[kind(move)]]
            watch.cheap(lead, None)
            watch.position(lead)
            watch.secrets(lead, spread=False)
            tried = (*new[:TRIED], *self.tally.others(TRIED, watch.random))
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
            tried = (*listed[:TRIED], *self.tally.others(TRIED, watch.random))
            watch.moves(state, listed, tried, complete=len(listed) < LISTED)
            if not listed:
                self.tally.ended(_result(self.game, state))
                return
            move = explorer.move(state, listed)


def _result(game: Game[Any, S, Any, Any], state: S) -> Any:
    return game.result(state)
