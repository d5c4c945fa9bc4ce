"""Deals that are played in search of what has not happened yet, with every promise asserted on the way."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import partial
from itertools import islice
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
from rami.testing.candidates import FEW, Candidates
from rami.testing.other_process import PlayedDeal
from rami.testing.promises import LISTED, Promises
from rami.testing.watched import Breach, Watched, rows, shape

STYLES = ("rare", "hoard", "out", "first", "player", "drain", "last", "any")
"""How moves are chosen: the rarest kind, what leaves the stock alone, what empties the hand, the first listed…"""

ENDLESS_STYLES, MOST_MOVES, MANY_MOVES = ("hoard", "first"), 2_000, 1_000
"""The styles that may go on for very long, which play one table, and the moves after which their deals, and those of
the other styles, are left."""

LATE = 500
"""Moves of a deal after which hardly any position is looked at."""

MOST_LOOKS, LOOKS_IN_DEAL = 72, 15
"""Positions that are looked at closely, at most, in all and in a deal, beside two ends of each table."""

DAMAGED = 50
"""Positions that are damaged field by field, at most."""

COMPLETE, ALIKE = 400, 8
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
    """Plays deals, and remembers what was met."""

    game: Game[Any, Any, Any, Any]
    watched: Watched
    listing: Callable[[Any], bool]
    unlisted: frozenset[str]
    deals: int
    steps: int

    def __init__(
        self, game: Game, player: Any, conserved: Any, unlisted: Collection[str], listing: Callable[[Any], bool]
    ) -> None:
        self.game, self.watched, self.listing = game, Watched(game), listing
        self._conserved, self.unlisted = conserved, frozenset(unlisted)
        self._knows_quick = any(each.view is game.view for each in GAMES.values())
        self._blind = quick_player if self._knows_quick else partial(random_move, game)
        if player is None and game.best_turn is not None:
            player = self._best if game.quick_to_list is None else quick_player
        self._player = player
        self.met: Counter[str] = Counter()
        self.played: list[PlayedDeal] = []
        self.skipped: Counter[str] = Counter()
        self.deals = self.steps = 0
        self._counts: Counter[Any] = Counter()
        self._made: dict[str, list[Any]] = {}
        self._looks = self._compared = self._spreads = 0
        self._line: list[Any] = []
        self._promises: Promises

    @property
    def has_player(self) -> bool:
        """Whether there is a player that plays well."""
        return self._player is not None

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
            self._promises = Promises(
                self.watched, table.players, tuple(every), random, self._conserved, self.unlisted, self.met
            )
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
            game, rules, players = self.game, table.rules, table.players
            return to_json(Record(game=game, rules=rules, players=players, deal=deal, moves=moves), game=game)
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
        before, movers = None, set[int]()
        while True:
            number = len(self._line)
            quick = number >= closely
            looks = not quick or number % (8 if number < LATE else 40) == 0 or state.is_over
            if looks:
                promises.step(state, before, every_seat=not quick)
            if closely and (before is None or (number >= 30 and before.turn != state.turn)):
                self._spread(table, state, seed)
            listed = self._listed(state, closely=closely > 0 and looks)
            rarity = self._rarity(listed)
            if rarity <= COMPARED:
                listed = promises.listed(state)
            if rarity <= COMPARED or (closely and looks):
                self._examine(table, state, listed, quick=quick, rarity=rarity)
            if state.is_over:
                break
            promises.expect(number < longest, f"the deal has not ended after {longest} moves")
            if self.deals and number >= (MOST_MOVES if style in ENDLESS_STYLES else MANY_MOVES):
                self.skipped["deals were left after many moves; the first deal was played to its end"] += 1
                return
            move = self._chosen(style, state, listed)
            self._remember(move)
            if not quick:
                promises.notation(move)
            before, state = state, game.apply(state, move)
            self._line.append(move)
            self.steps += 1
            movers.add(before.current_player)
        self._check_turns(table, state, movers)
        self._meet_end(state)
        ending = "ending", getattr(game.result(state), "detail", None)
        self._counts[ending] += 1
        if before is not None and self.listing(before) and self._counts[ending] <= 4:
            self._try_other_pieces(before, self._line[-1])
        if len(self._line) <= 600:
            line = tuple(self._line)
            record = Record(game=self.game, rules=table.rules, players=table.players, deal=deal, moves=line, seed=seed)
            promises.record(record, state)
            self.played.append(PlayedDeal(self.game, table.rules, table.players, seed, deal, line, self.listing))

    def _listed(self, state: Any, *, closely: bool) -> list[Any]:
        if not self.listing(state):
            self.skipped["positions in which legal moves are not listed, as listing them is slow"] += 1
            return []
        return self._promises.listed(state) if closely else self.watched.listed(state, 8)

    def _spread(self, table: Table, state: Any, seed: int) -> None:
        """Check that random states are uniform at the start of a first and of a later turn, at a few tables."""
        place = "spread", table, state.turn > 0
        if self._spreads < SPREADS and not self._counts[place]:
            self._spreads += 1
            self._counts[place] += 1
            secrecy, samples = self._promises.secrecy, MANY_STATES if self._spreads == 1 else FEW_STATES
            secrecy.uniform(state, None, FEW_STATES, 1_000 * seed)
            secrecy.uniform(state, state.current_player, samples, 1_000 * seed)

    def _rarity(self, listed: list[Any]) -> int:
        """Return in how many positions the rarest kind of these moves was listed."""
        kinds = {type(move).__name__ for move in listed}
        for kind in kinds:
            self._counts["listed", kind] += 1
        return min((self._counts["listed", kind] for kind in kinds), default=COMPARED + 1)

    def _check_turns(self, table: Table, state: Any, movers: Collection[int]) -> None:
        expect, players = self._promises.expect, table.players
        counted = state.turn > 0 or len(movers) < 2 or len(self._line) <= 4 * players
        expect(counted, "turn does not count the turns: it is 0 at the end")
        absent = set(range(players)) - set(movers)
        expect(not absent or state.turn < 2 * players, f"seats {absent} had no turn in {state.turn} turns")

    def _remember(self, move: Any) -> None:
        name = type(move).__name__
        self.met[name] += 1
        self._counts["made", type(move)] += 1
        kept = self._made.setdefault(name, [])
        kept[:] = [*kept[-15:], move]

    def _meet_end(self, state: Any) -> None:
        result = self.watched.result(state)
        self.met.update([str(result.reason), *([] if result.detail is None else [str(result.detail)])])

    def _chosen(self, style: str, state: Any, listed: list[Any]) -> Any:
        """Return the next move, by the style of the deal."""
        random = self._promises.random
        if not listed or (style == "player" and self._player is not None and random.random() < 0.95):
            other = not listed or (self._knows_quick and (self.deals + state.current_player) % 2 == 0)
            player: Any = self._blind if other or self._player is None else self._player
            return player(self.watched.observe(state, state.current_player), random)
        if style in ("first", "last"):
            return listed[0 if style == "first" else -1]
        new = [move for move in listed if self._counts["made", type(move)] < 4]
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

    def _examine(self, table: Table, state: Any, listed: list[Any], *, quick: bool, rarity: int) -> None:
        """Look at a position as closely as it deserves: a new one closely, most others in part."""
        promises, kinds = self._promises, {type(move).__name__: move for move in listed}
        key = shape(state), tuple(sorted(kinds))
        self._counts[key] += 1
        new = self._counts[key] <= 2 and self._looks < MOST_LOOKS and self._counts["looks", self.deals] < LOOKS_IN_DEAL
        untried = [move for name, move in kinds.items() if self._counts["tried", table, name, state.current_player] < 2]
        if new or rarity <= RARE or (state.is_over and self._counts["ends", table] < 2):
            self._looks += 1
            self._counts["looks", self.deals] += 1
            self._counts["ends", table] += state.is_over
            known = [promises.random.choice(each) for each in self._made.values() for _ in range(3)]
            promises.look(state, listed, damage=self._looks < DAMAGED)
            if self.listing(state):
                promises.moves(state, listed, [*untried, *known], complete=len(listed) < LISTED)
        elif 0 < len(listed) < LISTED and (
            rarity <= COMPARED or (self._compared < COMPLETE and self._counts[key] <= ALIKE)
        ):
            self._compared += 1
            view = self.watched.observe(state, state.current_player)
            whole = [kind for kind in self.game.moves if kind.__name__ not in promises.unlisted]
            made = Candidates(view, promises.every, promises.random).of(whole, FEW)
            promises.complete(state, listed, (move for moves in made for move in moves))
        for move in untried:
            self._counts["tried", table, type(move).__name__, state.current_player] += 1
            self._follow(state, move)
        if quick or len(listed) >= LISTED:
            return
        for name, move in kinds.items():
            if self.met[name] < VARIED and self._counts["varied", name] < VARIED:
                self._counts["varied", name] += 1
                self._try_other_pieces(state, move)

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
        for changed, other in islice(promises.variants(state, move), VARIANTS):
            promises.position = changed
            promises.move(changed, self.watched.observe(changed, changed.current_player), other)
            if not self.watched.check(changed, other):
                promises.complete(changed, promises.listed(changed), [other])
                self._follow(changed, other)

    # ----------------------------------------------------------------------------------------------------- shortening

    def _shortened(self, breach: Breach, start: Any) -> Breach:
        """Return the same breach with as few moves as are found in the time."""
        end, best, step = process_time() + SHORTENING, breach, max(1, len(breach.moves) // 2)
        while best.moves and step and len(best.moves) <= 400 and process_time() < end:
            found = None
            for first in range(0, len(best.moves), step):
                found = self._again((*best.moves[:first], *best.moves[first + step :]), start, best)
                if found is not None or process_time() > end:
                    break
            else:
                step //= 2
            best = best if found is None else found
            step = min(step, max(1, len(best.moves) // 2))
        return best

    def _again(self, moves: Iterable[Any], start: Any, breach: Breach) -> Breach | None:
        """Make those of the moves that are legal, look at the last position, and return the same breach if there."""
        state, before, self._line = start, None, []
        table = Table("", start.rules, start.players)
        try:
            for move in moves:
                if not state.is_over and not self.watched.check(state, move):
                    before, state = state, self.watched.apply(state, move)
                    self._line.append(move)
            self._promises.random = self._promises.secrecy.random = Random(len(self._line))
            self._counts.clear()
            self._promises.step(state, before)
            self._examine(table, state, self._listed(state, closely=True), quick=False, rarity=1)
        except Exception as error:  # the same breach, or another
            found = self._breach(error, breach.where)
            same = _kind(found.broken) == _kind(breach.broken)
            return found if same and len(found.moves) < len(breach.moves) else None
        return None


def _kind(broken: str) -> str:
    """Return the words of a sentence without what differs from position to position."""
    return " ".join(word for word in broken.partition(":")[0].split() if word.islower() and word.isalpha())
