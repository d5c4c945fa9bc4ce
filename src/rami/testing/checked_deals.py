"""Deals that are played in search of what has not happened yet, with every promise asserted on the way."""

from collections import Counter
from collections.abc import Collection, Sequence
from enum import Enum
from functools import partial
from itertools import chain, islice
from math import factorial, prod
from random import Random
from time import process_time
from typing import Any

from attrs import evolve, frozen

from rami.codec import to_json
from rami.dealing import derive
from rami.digests import digest
from rami.errors import RulesError
from rami.game import Deal, Game
from rami.games import GAMES
from rami.players import quick_player, random_move
from rami.record import Record
from rami.referee import check_position, check_view
from rami.testing.promises import FEW, LISTED, Promises
from rami.testing.secrecy import rows
from rami.testing.watched import Breach, Candidates, Watched, fields_in, is_quick_to_list, is_row

STYLES = ("rare", "hoard", "out", "first", "player", "drain", "last", "any")
"""How moves are chosen: the rarest kind, what leaves the stock alone, what empties the hand, the first listed…"""

ENDLESS_STYLES, MOST_MOVES, MANY_MOVES = ("hoard", "first"), 2_000, 500
"""The styles that may go on for very long, which play one table; the moves after which their deals are left; and those
after which others are, in a game whose deals may have more moves than that."""

LATE = 500
"""Moves of a deal after which hardly any position is looked at."""

MOST_LOOKS, LOOKS_IN_DEAL, DAMAGED = 50, 10, 40
"""Positions that are looked at closely, at most, in all and in a deal, beside two ends of each table, and those of them
that are damaged field by field."""

COMPLETE, ALIKE = 300, 8
"""Other positions in which legal moves are compared with candidates, in all and of one shape, at most."""

MANY_STATES, FEW_STATES, SPREADS = 2_400, 300, 8
"""Random states that are counted, of a first position and of others, and how many positions these are at most."""

RARE, COMPARED = 6, 40
"""Positions that list a kind of move, of which each is looked at closely, and compared with candidates, in any deal."""

VARIED, VARIANTS = 12, 60
"""Moves of each kind that are tried with other pieces, and the pieces of each, at most."""

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
        self._knows_quick = any(each.view is game.view for each in GAMES.values())
        self._blind = quick_player if self._knows_quick else partial(random_move, game)
        if player is None and game.best_turn is not None:
            player = self._best if game.quick_to_list is None else quick_player
        self.player: Any = player
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
            every = table.rules.pieces or self.watched.shuffle(table.players, table.rules, seed=seed).order
            random = Random(derive(seed, where))
            self._promises = Promises(self.watched, table.players, tuple(every), random, self.met)
            deal, start = self._start(table, seed)
            self._play(table, seed, deal, start, style, closely)
        except Exception as error:
            breach = self._breach(error, where)
            if start is not None and not isinstance(error, TimeoutError):
                breach = self._shortened(breach, start)
            if deal is not None:
                breach.record = self._record_of(table, deal, breach.moves)
            raise breach from (None if isinstance(error, Breach) else error)
        self.deals += 1

    def _breach(self, error: Exception, where: str) -> Breach:
        """Return the report of an error: the call that raised it, the position and the moves."""
        moves = tuple(self._line)
        if isinstance(error, Breach):
            return Breach(error.broken, where, self.watched.last, error.position, moves)
        call = self.watched.last if self.watched.raised in (error, error.__cause__) else ""
        return Breach(f"{type(error).__name__}: {error}", where, call, self._promises.position, moves)

    def _record_of(self, table: Table, deal: Deal, moves: tuple[Any, ...]) -> str:
        try:
            record = Record(game=self.game, rules=table.rules, players=table.players, deal=deal, moves=moves)
            return to_json(record, game=self.game)
        except Exception:  # this may be the very thing that is broken
            return ""

    # ------------------------------------------------------------------------------------------------- first position

    def _start(self, table: Table, seed: int) -> tuple[Deal, Any]:
        """Deal, and check the first position."""
        game, promises, players, rules = self.watched, self._promises, table.players, table.rules
        promises.position = None
        deal, state = game.shuffle(players, rules, seed=seed), game.new_game(players, rules, seed=seed)
        check_position(state)
        check_view(game.observe(state, None))
        promises.position = state
        promises.same("new_game", state, game.new_game(players, rules, seed=seed))
        promises.same("from_deal of deal and new_game", state, game.from_deal(players, rules, deal))
        promises.expect(deal == game.shuffle(players, rules, seed=seed), "deal: not the same twice")
        promises.expect(state.rules == rules and state.turn == 0, "the first position has other rules, or another turn")
        if (set_of := sorted(rules.pieces)) and deal.order:
            promises.expect(sorted(deal.order) == set_of, "the pieces of a deal are not those of the game")
        if not self._counts["start", table]:
            self._check_deals(table, deal, seed)
        self._counts["start", table] += 1
        for seat in range(players):
            try:
                named = game.shuffle(players, rules, seed=seed, starter=seat)
            except RulesError:  # the deal itself decides who starts
                break
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
        orders = factorial(len(deal.order)) // prod(map(factorial, Counter(deal.order).values()))
        enough = len(digests) >= (10 if orders > 200 else 2)
        expect(enough, f"only {len(digests)} different deals of 12 seeds")
        counts = rules.player_counts
        for number in (0, max(counts) + 1):
            refused = game.refuses("shuffle", number, rules, seed=seed)
            expect(refused, f"a deal for {number} players, and the rules allow {counts}")
        if len(deal.order) > 1:
            first, *rest = deal.order
            other = next((piece for piece in rest if piece != first), first)
            for order in (rest, [*rest, other] if other != first else rest):
                refused = game.refuses("from_deal", players, rules, evolve(deal, order=order))
                expect(refused, "from_deal takes a deal with other pieces than the set has")

    # ---------------------------------------------------------------------------------------------------------- moves

    def _play(self, table: Table, seed: int, deal: Deal, state: Any, style: str, closely: int) -> None:
        game, promises = self.watched, self._promises
        longest = game.longest(table.rules, table.players)
        most_moves = MOST_MOVES if style in ENDLESS_STYLES or longest <= MOST_MOVES else MANY_MOVES
        before, movers = None, set[int]()
        while True:
            number = len(self._line)
            quick = number >= closely
            looks = not quick or number % (8 if number < LATE else 40) == 0 or state.is_over
            if looks:
                promises.step(state, before, every_seat=not quick)
            if closely and (before is None or (number >= 30 and before.turn != state.turn)):
                self._spread(table, state, seed)
            listed = self._examine(table, state, looks=looks, quick=quick, closely=closely > 0)
            if state.is_over:
                break
            promises.expect(number < longest, f"the deal has not ended after {longest} moves")
            if self.deals and number >= most_moves:
                self.skipped["deals were left after many moves; the first deal was played to its end"] += 1
                return
            move = self._chosen(style, state, listed)
            self._remember(move)
            if not quick:
                promises.notation(move)
            before, state = state, game.apply(state, move)
            self._line.append(move)
            movers.add(before.current_player)
        self._check_turns(table, state, movers)
        ending = self._meet_end(state)
        self._counts["ending", ending] += 1
        if before is not None and is_quick_to_list(self.game, before) and self._counts["ending", ending] <= 4:
            self._try_other_pieces(before, self._line[-1])
        if len(self._line) <= 600:
            line = tuple(self._line)
            record = Record(game=self.game, rules=table.rules, players=table.players, deal=deal, moves=line, seed=seed)
            promises.record(record, state)
            self.played.append(record)

    def _spread(self, table: Table, state: Any, seed: int) -> None:
        """Check that random states are uniform at the start of a first and of a later turn, at a few tables."""
        place = "spread", table, state.turn > 0
        if self._counts["spreads"] < SPREADS and not self._counts[place]:
            self._counts.update([place, "spreads"])
            secrecy, samples = self._promises.secrecy, MANY_STATES if self._counts["spreads"] == 1 else FEW_STATES
            secrecy.uniform(state, None, FEW_STATES, 1_000 * seed)
            secrecy.uniform(state, state.current_player, samples, 1_000 * seed)

    def _check_turns(self, table: Table, state: Any, movers: Collection[int]) -> None:
        expect, players = self._promises.expect, table.players
        counted = state.turn > 0 or len(movers) < 2 or len(self._line) <= 4 * players
        expect(counted, "turn does not count the turns: it is 0 at the end")
        absent = {*range(players)} - {*movers}
        expect(not absent or state.turn < 2 * players, f"seats {absent} had no turn in {state.turn} turns")

    def _remember(self, move: Any) -> None:
        name = type(move).__name__
        self.met[name] += 1
        self.steps += 1
        self._counts["made", name] += 1
        kept = self._made.setdefault(name, [])
        kept[:] = [*kept[-15:], move]

    def _meet_end(self, state: Any) -> str | None:
        """Count the reason and the detail of an end, and return the detail."""
        result = self.watched.result(state)
        self.met.update(str(each) for each in (result.reason, result.detail) if each)
        return result.detail  # type: ignore[no-any-return]

    def _chosen(self, style: str, state: Any, listed: list[Any]) -> Any:
        """Return the next move, by the style of the deal."""
        random = self._promises.random
        if not listed or (style == "player" and self.player is not None and random.random() < 0.95):
            other = not listed or (self._knows_quick and (self.deals + state.current_player) % 2 == 0)
            player: Any = self._blind if other or self.player is None else self.player
            return player(self.watched.observe(state, state.current_player), random)
        if style in ("first", "last"):
            return listed[0 if style == "first" else -1]
        new = [move for move in listed if self._counts["made", type(move).__name__] < 4]
        some = random.sample(new or listed, min(8, len(new or listed)))
        if style in ("any", "player") or (style == "rare" and random.random() < 0.4):
            return some[0]
        if style == "rare":
            return min(some, key=lambda move: self.met[type(move).__name__])
        kinds = {type(move).__name__: move for move in some}
        some = list(dict.fromkeys([*kinds.values(), *some[:3]]))
        return some[0] if len(some) == 1 else min(some, key=lambda move: self._cost(style, state, move))

    def _cost(self, style: str, state: Any, move: Any) -> tuple[int, bool, float]:
        """Return how far the position after a move is from what a style seeks."""
        after, promises = self.watched.apply(state, move), self._promises
        found = [row for row in rows(after, frozenset(promises.every)) if not row.single]
        stock = sum(len(row.pieces(after)) for row in found if row.seat is None and row.field in promises.secret)
        own = sum(len(row.pieces(after)) for row in found if row.seat == state.current_player)
        stays = style != "hoard" and after.current_player == state.current_player
        return {"hoard": -stock, "drain": stock, "out": own}[style], stays, promises.random.random()

    # ------------------------------------------------------------------------------------------------------- looking

    def _examine(self, table: Table, state: Any, *, looks: bool, quick: bool, closely: bool) -> list[Any]:
        """Look at a position as closely as it deserves: a new one closely, most others in part; return legal moves."""
        promises = self._promises
        listed = self._listed(state, looks and closely)
        kinds = {type(move).__name__: move for move in listed}
        self._counts.update(("listed", name) for name in kinds)
        rarity = min((self._counts["listed", name] for name in kinds), default=COMPARED + 1)
        if rarity <= COMPARED:
            listed = promises.listed(state)
            kinds = {type(move).__name__: move for move in listed}
        elif not (closely and looks):
            return listed
        key = shape(state), tuple(sorted(kinds))
        self._counts[key] += 1
        few = self._counts["looks"] < MOST_LOOKS and self._counts["looks", self.deals] < LOOKS_IN_DEAL
        untried = [move for name, move in kinds.items() if self._counts["tried", table, name, state.current_player] < 2]
        if (few and self._counts[key] <= 2) or rarity <= RARE or (state.is_over and self._counts["ends", table] < 2):
            self._look(table, state, listed, untried)
        elif 0 < len(listed) < LISTED and (
            rarity <= COMPARED or (self._counts["compared"] < COMPLETE and self._counts[key] <= ALIKE)
        ):
            self._counts["compared"] += 1
            view = self.watched.observe(state, state.current_player)
            made = Candidates(view, promises.every, promises.random).of(self.game.moves, FEW)
            promises.complete(state, listed, chain.from_iterable(made))
        for move in untried:
            self._counts["tried", table, type(move).__name__, state.current_player] += 1
            self._follow(state, move)
        for name, move in kinds.items() if not quick and len(listed) < LISTED else ():
            if self.met[name] < VARIED and self._counts["varied", name] < VARIED:
                self._counts["varied", name] += 1
                self._try_other_pieces(state, move)
        return listed

    def _listed(self, state: Any, closely: bool) -> list[Any]:
        if not is_quick_to_list(self.game, state):
            self.skipped["positions in which legal moves are not listed, as listing them is slow"] += 1
            return []
        return self._promises.listed(state) if closely else self.watched.listed(state, 8)

    def _look(self, table: Table, state: Any, listed: list[Any], untried: Sequence[Any]) -> None:
        promises = self._promises
        self._counts.update(["looks", ("looks", self.deals), *[("ends", table)] * state.is_over])
        known = [promises.random.choice(each) for each in self._made.values() for _ in range(3)]
        promises.look(state, listed, damage=self._counts["looks"] < DAMAGED)
        if is_quick_to_list(self.game, state):
            promises.moves(state, listed, [*untried, *known], complete=len(listed) < LISTED)

    def _follow(self, state: Any, move: Any) -> None:
        """Look at the position after a move that the deal may not go on with."""
        after = self.watched.apply(state, move)
        self._promises.step(after, state)
        self.met[type(move).__name__] += 1
        if after.is_over:
            self._meet_end(after)

    def _try_other_pieces(self, state: Any, move: Any) -> None:
        """Try a move with each hidden piece in the place of the one that it names: ends that chance never meets."""
        promises = self._promises
        for changed, other in islice(promises.secrecy.variants(state, move), VARIANTS):
            promises.position = changed
            promises.move(changed, self.watched.observe(changed, changed.current_player), other)
            if not self.watched.check(changed, other):
                promises.complete(changed, promises.listed(changed), [other])
                self._follow(changed, other)

    # ----------------------------------------------------------------------------------------------------- shortening

    def _shortened(self, breach: Breach, start: Any) -> Breach:
        """Return the same breach with as few moves as are found in the time."""
        end, step = process_time() + SHORTENING, len(breach.moves) if len(breach.moves) <= 400 else 0
        while step and process_time() < end:
            first = 0
            while first < len(breach.moves) and process_time() < end:
                shorter = self._again((*breach.moves[:first], *breach.moves[first + step :]), start, breach)
                breach, first = (breach, first + step) if shorter is None else (shorter, first)
            step //= 2
        return breach

    def _again(self, moves: Sequence[Any], start: Any, breach: Breach) -> Breach | None:
        """Make those of the moves that are legal, look at the last position, and return the same breach if there."""
        state, before, self._line = start, None, []
        try:
            for move in moves:
                if not state.is_over and not self.watched.check(state, move):
                    before, state = state, self.watched.apply(state, move)
                    self._line.append(move)
            self._promises.random = self._promises.secrecy.random = Random(len(self._line))
            self._counts.clear()
            self._promises.step(state, before)
            self._examine(Table("", start.rules, start.players), state, looks=True, quick=False, closely=True)
        except Exception as error:  # the same breach, or another
            found = self._breach(error, breach.where)
            same = _kind(found.broken) == _kind(breach.broken)
            return found if same and len(found.moves) < len(breach.moves) else None
        return None


def _kind(broken: str) -> str:
    """Return the words of a sentence without what differs from position to position."""
    return " ".join(word for word in broken.partition(":")[0].split() if word.islower() and word.isalpha())


def shape(position: Any) -> tuple[object, ...]:
    """Return what similar positions share: phases, flags, and which rows are short."""
    return tuple(_rough(getattr(position, each.name)) for each in fields_in(position) if each.name != "rules")


def _rough(value: Any) -> object:
    if value is None or isinstance(value, bool | Enum):
        return value
    if is_row(value):
        inner = [len(item) for item in value if is_row(item)]
        return min(*inner, 3) if inner else min(len(value), 4)
    return None
