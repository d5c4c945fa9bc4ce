"""Deals that are played in search of what has not happened yet, with every promise asserted on the way."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from functools import partial
from itertools import islice
from random import Random
from time import process_time
from typing import Any

from attrs import evolve, frozen

from rami.codec import to_json
from rami.dealing import derive
from rami.digests import digest
from rami.game import Deal, Game
from rami.games import GAMES
from rami.players import quick_player, random_move
from rami.record import Record
from rami.testing.promises import FEW, LISTED, Promises
from rami.testing.watched import Breach, Watched, fields_in, is_quick_to_list, is_row

STYLES = ("rare", "hoard", "out", "first", "player", "drain", "last", "any")
"""How moves are chosen: the rarest kind, what leaves the stock alone, what empties the hand, the first listed…"""

MOST_MOVES = 800
"""Moves after which any deal but the first is left, and the most of a deal that is kept as a record."""

MOST_LOOKS, LOOKS_IN_DEAL, DAMAGED = 50, 10, 40
"""Positions that are looked at closely, at most, in all and in a deal, beside two ends of each table, and those of them
that are damaged field by field."""

COMPLETE, ALIKE = 300, 8
"""Other positions in which legal moves are compared with candidates, in all and of one shape, at most."""

MANY_STATES, FEW_STATES, SPREADS = 2_400, 300, 8
"""Random states that are counted, of a first position and of others, and how many positions these are at most."""

RARE, COMPARED = 6, 40
"""Positions that list a kind of move, of which each is looked at closely, and compared with candidates, in any deal."""

VARIED, VARIANTS, ENDS = 12, 60, 4
"""Moves of each kind that are tried with other pieces, the pieces of each, and last moves of deals, at most."""

SHORTENING = 3.0
"""Seconds of processor time that the search for fewer moves may take."""


@frozen
class Table:
    """An edition, and the number of its players."""

    name: str
    rules: Any
    players: int


class Checker:
    """Plays deals, and remembers what was met.

    `met` counts what a report names, `_counts` what the checker itself has done.
    """

    def __init__(self, game: Game, player: Any) -> None:
        self.game: Game = game
        self.watched: Watched = Watched(game)
        is_known = any(each.view is game.view for each in GAMES.values())
        best = [self._best] if game.best_turn is not None and game.quick_to_list is None else []
        self.players: list[Any] = [*[quick_player] * is_known, *best] if player is None else [player]
        self.met: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.played: list[Record] = []
        self.deals: int = 0
        self.steps: int = 0
        self._counts: Counter[Any] = Counter()
        self._made: dict[str, list[Any]] = {}
        self._line: list[Any] = []
        self._promises: Promises

    def _best(self, view: Any, _: Random) -> Any:
        return self.watched.best_turn(view)[0]

    def deal(self, table: Table, seed: int, style: str, closely: int) -> None:
        """Play a deal, up to `closely` moves of it with a close look; raise what is wrong with its report."""
        where = f"{self.game.name}, {table.name}, {table.players} players, seed {seed}"
        deal, start = None, None
        self._line = []
        try:
            random = Random(derive(seed, where))
            self._promises = Promises(self.watched, table.players, table.rules.pieces, random, self.met)
            deal, start = self._start(table, seed)
            last = self._play(table, seed, start, style, closely)
            if last is not None and len(self._line) <= MOST_MOVES:
                self.played.append(self._record(table, seed, deal, self._line))
                self._promises.record(self.played[-1], last)
        except Exception as error:
            breach = self._breach(error, where)
            if start is not None and not isinstance(error, TimeoutError):
                breach = self._shortened(breach, start)
            with suppress(Exception):  # this may be the very thing that is broken
                breach.record = to_json(self._record(table, seed, deal, breach.moves), game=self.game)
            raise breach from (None if isinstance(error, Breach) else error)
        self.deals += 1

    def _breach(self, error: Exception, where: str) -> Breach:
        """Return the report of an error: the call that raised it, the position and the moves."""
        broken = error.broken if isinstance(error, Breach) else f"{type(error).__name__}: {error}"
        return Breach(broken, where, self.watched.last, self._promises.position, tuple(self._line))

    def _record(self, table: Table, seed: int, deal: Any, moves: Iterable[Any]) -> Record:
        return Record(game=self.game, rules=table.rules, players=table.players, deal=deal, moves=moves, seed=seed)

    # ------------------------------------------------------------------------------------------------- first position

    def _start(self, table: Table, seed: int) -> tuple[Deal, Any]:
        """Deal, and check the first position."""
        game, promises, players, rules = self.watched, self._promises, table.players, table.rules
        promises.position = None
        deal, state = game.shuffle(players, rules, seed=seed), game.new_game(players, rules, seed=seed)
        promises.position = state
        promises.same("new_game", state, game.new_game(players, rules, seed=seed))
        promises.same("from_deal of deal and new_game", state, game.from_deal(players, rules, deal))
        promises.expect(deal == game.shuffle(players, rules, seed=seed), "deal: not the same twice")
        promises.expect(state.rules == rules and state.turn == 0, "the first position has other rules, or another turn")
        set_of = sorted(rules.pieces)
        promises.expect(sorted(deal.order) == set_of, "the pieces of a deal are not those of the game")
        if not self._counts["start", table]:
            self._check_deals(table, deal, seed)
        self._counts["start", table] += 1
        for seat in range(players):
            named = game.shuffle(players, rules, seed=seed, starter=seat)
            first = game.from_deal(players, rules, named)
            starts = f"seat {first.current_player} starts"
            promises.expect(first.current_player == seat, f"the deal names seat {seat} as the first, and {starts}")
            if seat == self.deals % players:
                deal, state = named, first
        return deal, state

    def _check_deals(self, table: Table, deal: Deal, seed: int) -> None:
        """Check, once for each table, that seeds decide the deal, and which deals are refused."""
        game, expect, players, rules = self.watched, self._promises.expect, table.players, table.rules
        digests = {digest(game.new_game(players, rules, seed=seed + number)) for number in range(12)}
        enough = len(digests) >= (10 if len(deal.order) > 6 else 2)
        expect(enough, f"only {len(digests)} different deals of 12 seeds")
        counts = rules.player_counts
        for number in (0, max(counts) + 1):
            refused = game.refuses("shuffle", number, rules, seed=seed)
            expect(refused, f"a deal for {number} players, and the rules allow {counts}")
        first, *rest = list(deal.order)
        for order in (rest, [*rest, *[piece for piece in rest if piece != first][:1]]):
            refused = game.refuses("from_deal", players, rules, evolve(deal, order=order))
            expect(refused, "from_deal takes a deal with other pieces than the set has")

    # ---------------------------------------------------------------------------------------------------------- moves

    def _play(self, table: Table, seed: int, state: Any, style: str, closely: int) -> Any:
        """Play a deal, and return its last position; None where it is left before its end."""
        game, promises = self.watched, self._promises
        longest = game.longest(table.rules, table.players)
        before, movers = None, set[int]()
        while True:
            number = len(self._line)
            looks = number < closely or number % max(8, number // 16) == 0 or state.is_over
            if looks:
                promises.step(state, before, every_seat=number < closely)
            if closely and (before is None or (number >= 30 and before.turn != state.turn)):
                self._spread(table, state, seed)
            listed = self._examine(table, state, closely=looks and closely > 0)
            if state.is_over:
                break
            promises.expect(number < longest, f"the deal has not ended after {longest} moves")
            if self.deals and number >= MOST_MOVES:
                self.skipped["deals were left after many moves; the first deal was played to its end"] += 1
                return None
            move = self._chosen(style, state, listed)
            self._remember(move)
            if number < closely:
                promises.notation(move)
            before, state = state, game.apply(state, move)
            self._line.append(move)
            movers.add(before.current_player)
        players, result = range(table.players), game.result(state)
        counted = state.turn > 0 or len(movers) < 2 or len(self._line) <= 4 * len(players)
        promises.expect(counted, "turn does not count the turns: it is 0 at the end")
        absent = [seat for seat in players if seat not in movers]
        promises.expect(
            not absent or state.turn < 2 * len(players), f"seats {absent} had no turn in {state.turn} turns"
        )
        if (
            before is not None
            and is_quick_to_list(self.game, before)
            and self.met[result.detail or result.reason] <= ENDS
        ):
            self._try_other_pieces(before, self._line[-1])
        return state

    def _spread(self, table: Table, state: Any, seed: int) -> None:
        """Check that random states are uniform at the start of a first and of a later turn, at a few tables."""
        place = "spread", table, state.turn > 0
        if self._counts["spreads"] < SPREADS and not self._counts[place]:
            self._counts.update([place, "spreads"])
            samples = MANY_STATES if self._counts["spreads"] == 1 else FEW_STATES
            self._promises.uniform(state, None, FEW_STATES, 1_000 * seed)
            self._promises.uniform(state, state.current_player, samples, 1_000 * seed)

    def _remember(self, move: Any) -> None:
        self.met[type(move).__name__] += 1
        self.steps += 1
        kept = self._made.setdefault(type(move).__name__, [])
        kept[:] = [*kept[-15:], move]

    def _chosen(self, style: str, state: Any, listed: list[Any]) -> Any:
        """Return the next move, by the style of the deal."""
        random, seat = self._promises.random, state.current_player
        has_player = style == "player" and self.players  # who errs now and then, to see other deals
        if not listed or (has_player and random.random() < 0.95):
            players = self.players or [partial(random_move, self.game)]
            return players[(self.deals + seat) % len(players)](self.watched.observe(state, seat), random)
        if style in ("first", "last"):
            return listed[0 if style == "first" else -1]
        # Kinds of moves seldom made come first; of the rest, a few by chance.
        seldom = [move for move in listed if self.met[type(move).__name__] < 4] or listed
        some = random.sample(seldom, min(8, len(seldom)))
        if style == "rare" and random.random() >= 0.4:
            return min(some, key=lambda move: self.met[type(move).__name__])
        if style in ("rare", "any", "player"):
            return some[0]
        some = list(dict.fromkeys([*by_kind(some).values(), *some[:3]]))  # one of each kind, and three
        return some[0] if len(some) == 1 else min(some, key=lambda move: self._cost(style, state, move))

    def _cost(self, style: str, state: Any, move: Any) -> tuple[int, bool, float]:
        """Return how far the position after a move is from what a style seeks."""
        after, sizes = self.watched.apply(state, move), Counter[int | None]()
        for row in self._promises.secrets(after):
            sizes[None if row.single else row.seat] += len(row.pieces(after))
        sought = {"hoard": -sizes[None], "drain": sizes[None], "out": sizes[state.current_player]}
        stays = style != "hoard" and after.current_player == state.current_player
        return sought[style], stays, self._promises.random.random()

    # ------------------------------------------------------------------------------------------------------- looking

    def _examine(self, table: Table, state: Any, *, closely: bool) -> list[Any]:
        """Look at a position as closely as it deserves: a new one closely, most others in part; return legal moves."""
        counts = self._counts
        listed = self._listed(state, closely)
        rarity = self._rarity(listed)
        if rarity <= COMPARED:
            listed = self._promises.listed(state)
        elif not closely:
            return listed
        kinds = by_kind(listed)
        untried = [move for name, move in kinds.items() if counts["tried", table, name, state.current_player] < 2]
        self._look(table, state, listed, rarity, untried)
        for move in untried:  # each kind of move is made twice by each seat, whatever the deal goes on with
            counts["tried", table, type(move).__name__, state.current_player] += 1
            self._follow(state, move)
        for name, move in kinds.items() if closely and len(listed) < LISTED else ():
            if self.met[name] < VARIED and counts["varied", name] < VARIED:
                counts["varied", name] += 1
                self._try_other_pieces(state, move)
        return listed

    def _rarity(self, listed: list[Any]) -> int:
        """Return how often the rarest kind of these moves was listed so far."""
        kinds = by_kind(listed)
        self._counts.update(("listed", name) for name in kinds)
        return min((self._counts["listed", name] for name in kinds), default=COMPARED + 1)

    def _look(self, table: Table, state: Any, listed: list[Any], rarity: int, untried: list[Any]) -> None:
        """Look at a position closely, or only compare its moves with candidates; or not, if enough were alike."""
        promises, counts = self._promises, self._counts
        alike = shape(state), tuple(sorted(by_kind(listed)))
        counts[alike] += 1
        is_new = counts[alike] <= 2 and counts["looks"] < MOST_LOOKS and counts["looks", self.deals] < LOOKS_IN_DEAL
        if is_new or rarity <= RARE or (state.is_over and counts["ends", table] < 2):
            counts.update(["looks", ("looks", self.deals), *[("ends", table)] * state.is_over])
            known = [promises.random.choice(each) for each in self._made.values() for _ in range(3)]
            promises.look(state, listed, damage=counts["looks"] < DAMAGED)
            if is_quick_to_list(self.game, state):
                promises.moves(state, listed, [*untried, *known])
        elif listed and (rarity <= COMPARED or (counts["compared"] < COMPLETE and counts[alike] <= ALIKE)):
            counts["compared"] += 1
            promises.complete(state, listed, promises.candidates(state, FEW))

    def _listed(self, state: Any, closely: bool) -> list[Any]:
        if not is_quick_to_list(self.game, state):
            self.skipped["positions in which legal moves are not listed, as listing them is slow"] += 1
            return []
        return self._promises.listed(state) if closely else self.watched.listed(state, 8)

    def _follow(self, state: Any, move: Any) -> None:
        """Look at the position after a move that the deal may not go on with."""
        self.met[type(move).__name__] += 1
        self._promises.step(self.watched.apply(state, move), state)

    def _try_other_pieces(self, state: Any, move: Any) -> None:
        """Try a move with each hidden piece in the place of the one that it names: ends that chance never meets."""
        promises = self._promises
        for changed, other in islice(promises.variants(state, move), VARIANTS):
            promises.position = changed
            promises.move(changed, self.watched.observe(changed, changed.current_player), other)
            if not self.watched.check(changed, other):
                promises.complete(changed, promises.listed(changed), [[other]])
                self._follow(changed, other)

    # ----------------------------------------------------------------------------------------------------- shortening

    def _shortened(self, breach: Breach, start: Any) -> Breach:
        """Return the same breach with as few moves as are found in the time."""
        shortest, end, step = breach, process_time() + SHORTENING, len(breach.moves)
        while step:
            parts = [range(first, first + step) for first in range(0, len(shortest.moves), step)]
            tried = (self._again(shortest, part, start) for part in parts if process_time() < end)
            shorter = next((found for found in tried if found is not None), None)
            step = step // 2 if shorter is None else min(step, len(shorter.moves))
            shortest = shorter or shortest
        return shortest

    def _again(self, breach: Breach, without: range, start: Any) -> Breach | None:
        """Make the moves of a breach without some, look at the last position, and return the same breach if there."""
        state, before, self._line = start, None, []
        try:
            for number, move in enumerate(breach.moves):
                if number not in without and not state.is_over and not self.watched.check(state, move):
                    before, state = state, self.watched.apply(state, move)
                    self._line.append(move)
            self._promises.random = Random(len(self._line))  # so that the same is tried each time
            self._counts.clear()  # as if nothing had been met yet: every promise is looked at
            self._promises.step(state, before)
            self._examine(Table("", start.rules, start.players), state, closely=True)
        except Exception as error:  # the same breach, or another
            found = self._breach(error, breach.where)
            same = _kind(found.broken) == _kind(breach.broken)
            return found if same and len(found.moves) < len(breach.moves) else None
        return None


def by_kind(moves: Iterable[Any]) -> dict[str, Any]:
    """Return the last move of each kind, by the name of its class."""
    return {type(move).__name__: move for move in moves}


def _kind(broken: str) -> str:
    """Return the words of a sentence without what differs from position to position."""
    return " ".join(word for word in broken.partition(":")[0].split() if word.islower() and word.isalpha())


def shape(position: Any) -> tuple[object, ...]:
    """Return what similar positions share: phases, flags, and which rows are short."""
    return tuple(_rough(getattr(position, each.name)) for each in fields_in(position) if each.name != "rules")


def _rough(value: Any) -> object:
    if is_row(value):
        return min(*map(len, filter(is_row, value)), len(value), 3)
    return value if isinstance(value, bool | Enum) else value is None
