"""Play deals with rare situations, and check them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from itertools import chain, islice
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
from rami.results import Result
from rami.testing.candidates import arguments_of
from rami.testing.promises import FEW, LISTED, Promises
from rami.testing.watched import Breach, Watched, by_kind, fields_in, is_quick_to_list, is_row

STYLES = ("rare", "hoard", "out", "first", "player", "drain", "last", "any")
"""Styles of choosing moves.

In this order, they are: rare kinds first, saving the stock, emptying the hand, the first listed move, a good player,
emptying the stock, the last listed move, and a random move.
"""

MOST_MOVES = 800
"""Maximum number of moves of a deal.

The first deal may be longer, but then its record is not checked.
"""

MOST_LOOKS, LOOKS_IN_DEAL = 50, 10
"""Maximum number of full checks of positions, in total and in one deal.

The ends of deals and positions with rare moves are checked even beyond the limits.
"""

DAMAGED = 40
"""Number of full checks that also test damaged copies of the position.

Each copy has one damaged field.
"""

COMPLETE, ALIKE = 300, 8
"""Maximum number of positions whose moves are compared with candidates.

These positions get no full check. The first limit is for all positions, and the second for similar positions.
"""

MANY_STATES, FEW_STATES = 1_200, 300
"""Numbers of random states to test, for a view of a player and for a view of a spectator."""

SPREADS = 8
"""Maximum number of positions whose random states are tested."""

RARE, COMPARED = 6, 40
"""Limits for checking positions that have a rare kind of move.

Until a kind was listed `RARE` times, positions with it get a full check. Until it was listed `COMPARED` times, the
legal moves of these positions are compared with candidates.
"""

SEARCHED, SLOWLY_LISTED = 40, 3
"""Limits for checking a kind of move that was never listed.

The first number limits the positions to search for legal moves of the kind. The second number limits the searches that
need a slow list of all legal moves.
"""

ASKED = 20
"""Maximum number of player moves of each kind to look for in the list of legal moves."""

VARIED, VARIANTS = 12, 60
"""Limits for trying a legal move again with other pieces.

The first number is for the moves of each kind, and the second for the variants of each move.
"""

ENDS = 4
"""Number of deals whose last move is tried again with other pieces.

The number is for each ending.
"""

SHORTENING = 3.0
"""Maximum processor time for shortening an error report, in seconds.

The program searches for a shorter sequence of moves that leads to the breach.
"""


@frozen
class Setting:
    """An edition and a number of players."""

    name: str
    rules: Any
    players: int


class Checker:
    """Plays deals and records what occurred.

    `met` counts what is reported, `skipped` counts what was not checked, and `_counts` guides the search.
    """

    def __init__(self, game: Game, player: Any) -> None:
        self.game: Game = game
        self.watched: Watched = Watched(game)
        self.players: list[Any] = self._good_players() if player is None else [player]
        self.met: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.played: list[Record] = []
        self.deals: int = 0
        self.steps: int = 0
        self._counts: Counter[Any] = Counter()
        self._made: dict[str, list[Any]] = {}
        self._line: list[Any] = []
        self._promises: Promises
        self._complete: list[type] = [kind for kind in game.moves if kind not in game.unlisted]

    def _good_players(self) -> list[Any]:
        found: list[Any] = []
        if any(each.view is self.game.view for each in GAMES.values()):
            found.append(quick_player)
        # `best_turn` is slow if listing moves is slow.
        if self.game.best_turn is not None and self.game.quick_to_list is None:
            found.append(self._best)
        return found

    def _best(self, view: Any, _: Random) -> Any:
        return self.watched.best_turn(view)[0]

    def deal(self, table: Setting, seed: int, style: str, close_moves: int) -> None:
        """Play a deal, and check its positions and moves.

        The first `close_moves` positions get more checks. Raise a `Breach` for any failure.
        """
        where = f"{self.game.name}, {table.name}, {table.players} players, seed {seed}"
        deal, start = None, None
        self._line = []
        try:
            random = Random(derive(seed, where))
            self._promises = Promises(self.watched, table.players, table.rules.pieces, random, self.met)
            deal, start = self._start(table, seed)
            last = self._play(table, seed, start, style, close_moves)
            if last is not None and len(self._line) <= MOST_MOVES:
                record = self._record(table, seed, deal, self._line)
                self.played.append(record)
                self._promises.record(record, last)
        except Exception as error:
            breach = self._breach(error, where)
            if start is not None and not isinstance(error, TimeoutError):
                breach = self._shortened(breach, start)
            with suppress(Exception):
                breach.record = to_json(self._record(table, seed, deal, breach.moves), game=self.game)
            raise breach from (None if isinstance(error, Breach) else error)
        self.deals += 1

    def _breach(self, error: Exception, where: str) -> Breach:
        broken = error.broken if isinstance(error, Breach) else f"{type(error).__name__}: {error}"
        return Breach(broken, where, self.watched.last, self._promises.position, tuple(self._line))

    def _record(self, table: Setting, seed: int, deal: Any, moves: Iterable[Any]) -> Record:
        return Record(game=self.game, rules=table.rules, players=table.players, deal=deal, moves=moves, seed=seed)

    # ------------------------------------------------------------------------------------------------- first position

    def _start(self, table: Setting, seed: int) -> tuple[Deal, Any]:
        game, promises, players, rules = self.watched, self._promises, table.players, table.rules
        deal, state = game.shuffle(players, rules, seed=seed), game.new_game(players, rules, seed=seed)
        promises.position = state
        promises.same("new_game", state, game.new_game(players, rules, seed=seed))
        promises.same("from_deal of deal and new_game", state, game.from_deal(players, rules, deal))
        promises.expect(deal == game.shuffle(players, rules, seed=seed), "deal: not the same twice")
        promises.expect(state.rules == rules and state.turn == 0, "the first position has other rules, or another turn")
        pieces_are_all = sorted(deal.order) == sorted(rules.pieces)
        promises.expect(pieces_are_all, "the pieces of a deal are not those of the game")
        self._counts["start", table] += 1
        if self._counts["start", table] == 1:
            self._check_deals(table, deal, seed)
        by_starter = [game.shuffle(players, rules, seed=seed, starter=seat) for seat in range(players)]
        states = [game.from_deal(players, rules, each) for each in by_starter]
        for seat, first in enumerate(states):
            starts, promises.position = first.current_player, first
            promises.expect(starts == seat, f"the deal names seat {seat} as the first, but seat {starts} starts")
        starter = self.deals % players
        return by_starter[starter], states[starter]

    def _check_deals(self, table: Setting, deal: Deal, seed: int) -> None:
        game, expect, players, rules = self.watched, self._promises.expect, table.players, table.rules
        different = len({digest(game.new_game(players, rules, seed=seed + number)) for number in range(12)})
        # Few pieces have few orders, so two seeds may give the same deal.
        least = 10 if len(deal.order) > 6 else 2
        expect(different >= least, f"12 seeds give only {different} different deals")
        allowed = rules.player_counts
        for number in (0, max(allowed) + 1):
            refused = game.refuses("shuffle", number, rules, seed=seed)
            expect(refused, f"shuffle accepts {number} players, but the rules allow {allowed}")
        first, *rest = list(deal.order)
        others = [piece for piece in rest if piece != first]
        for order in (rest, [*rest, *others[:1]]):
            refused = game.refuses("from_deal", players, rules, evolve(deal, order=order))
            expect(refused, "from_deal accepts a deal with other pieces than the set has")

    # ---------------------------------------------------------------------------------------------------------- moves

    def _play(self, table: Setting, seed: int, state: Any, style: str, close_moves: int) -> Any:
        game, promises = self.watched, self._promises
        longest = game.longest(table.rules, table.players)
        before: Any = None
        movers = set[int]()
        while True:
            made = len(self._line)
            is_close = made < close_moves
            is_checked = is_close or made % (8 if made < 256 else 16) == 0 or state.is_over
            if is_checked:
                promises.step(state, before, every_seat=is_close)
            begins_turn = made == 0 or (made >= 30 and before.turn != state.turn)
            if close_moves and begins_turn:
                self._check_distribution(table, state, seed)
            listed = self._examine(table, state, in_full=is_checked and close_moves > 0)
            if state.is_over:
                break
            promises.expect(made < longest, f"the deal has not ended after {longest} moves")
            if self.deals and made >= MOST_MOVES:
                self.skipped["deals were left after many moves; the first deal was played to its end"] += 1
                return None
            move = self._chosen(style, state, listed)
            self._remember(move)
            if is_close:
                promises.notation(move)
            before, state = state, game.apply(state, move)
            self._line.append(move)
            movers.add(before.current_player)
        self._check_turns(state, movers)
        self._vary_last_move(before, game.result(state))
        return state

    def _check_turns(self, state: Any, movers: set[int]) -> None:
        may_be_one_turn = len(movers) < 2 or len(self._line) <= 4 * state.players
        self._promises.expect(state.turn > 0 or may_be_one_turn, "turn does not count the turns: it is 0 at the end")
        absent = [seat for seat in range(state.players) if seat not in movers]
        is_short = state.turn < 2 * state.players
        self._promises.expect(is_short or not absent, f"seats {absent} had no turn in {state.turn} turns")

    def _vary_last_move(self, before: Any, result: Result) -> None:
        seldom = self.met[result.detail or result.reason] <= ENDS
        if seldom and before is not None and is_quick_to_list(self.game, before):
            self._try_other_pieces(before, self._line[-1])

    def _check_distribution(self, table: Setting, state: Any, seed: int) -> None:
        start = "spread", table, state.turn > 0
        if self._counts["spreads"] == SPREADS or self._counts[start]:
            return
        self._counts.update([start, "spreads"])
        self._promises.uniform(state, None, FEW_STATES, 10_000 * seed)
        self._promises.uniform(state, state.current_player, MANY_STATES, 10_000 * seed)

    def _remember(self, move: Any) -> None:
        self.met[type(move).__name__] += 1
        self.steps += 1
        kept = self._made.setdefault(type(move).__name__, [])
        kept[:] = [*kept[-15:], move]

    def _chosen(self, style: str, state: Any, listed: list[Any]) -> Any:
        promises, random = self._promises, self._promises.random
        promises.position = state
        is_listed = bool(listed) or not is_quick_to_list(self.game, state)
        promises.expect(is_listed, "no legal move is listed, but the deal is not over")
        if not listed or (style == "player" and self.players and random.random() < 0.95):
            return self._asked(state)
        if style == "first":
            return listed[0]
        if style == "last":
            return listed[-1]
        seldom = [move for move in listed if self.met[type(move).__name__] < 4] or listed
        some = random.sample(seldom, min(8, len(seldom)))
        if style in ("hoard", "drain", "out"):
            return self._choose_move(style, state, some)
        if style == "rare" and random.random() >= 0.4:
            return min(some, key=lambda move: self.met[type(move).__name__])
        return some[0]

    def _asked(self, state: Any) -> Any:
        players = self.players or [partial(random_move, self.game)]
        seat = state.current_player
        move = players[(self.deals + seat) % len(players)](self.watched.observe(state, seat), self._promises.random)
        asked = "asked", type(move).__name__
        if type(move) in self._complete and self._counts[asked] < ASKED and is_quick_to_list(self.game, state):
            self._counts[asked] += 1
            self._promises.is_listed(state, move)
        return move

    def _choose_move(self, style: str, state: Any, moves: list[Any]) -> Any:
        tried = list(dict.fromkeys([*by_kind(moves).values(), *moves[:3]]))
        if len(tried) == 1:
            return tried[0]
        return min(tried, key=lambda move: self._cost(style, state, move))

    def _cost(self, style: str, state: Any, move: Any) -> tuple[int, bool, float]:
        after, mover = self.watched.apply(state, move), state.current_player
        sizes = Counter[int | None]()
        for row in self._promises.secrets(after):
            sizes[None if row.single else row.seat] += len(row.pieces(after))
        size = {"hoard": -sizes[None], "drain": sizes[None], "out": sizes[mover]}[style]
        stays = style != "hoard" and after.current_player == mover
        return size, stays, self._promises.random.random()

    # ------------------------------------------------------------------------------------------------------- looking

    def _examine(self, table: Setting, state: Any, *, in_full: bool) -> list[Any]:
        listed = self._listed(state, in_full)
        times_listed = self._times_listed(listed)
        self._search_never_listed(state, in_full)
        if not in_full:
            if times_listed > COMPARED:
                return listed
            listed = self._promises.listed(state)
        kinds, seat = by_kind(listed), state.current_player
        untried = [move for name, move in kinds.items() if self._counts["tried", table, name, seat] < 2]
        self._look(table, state, listed, times_listed, untried)
        for move in untried:
            self._counts["tried", table, type(move).__name__, seat] += 1
            self._follow(state, move)
        if in_full and len(listed) < LISTED:
            self._vary(state, kinds)
        return listed

    def _search_never_listed(self, state: Any, in_full: bool) -> None:
        """Check the kinds of moves that were never listed.

        A legal move of such a kind must be listed.
        """
        counts = self._counts
        never = [kind for kind in self._complete if not counts["listed", kind.__name__]]
        if state.is_over or not never:
            return
        # Moves without fields are quick to try in every position.
        moves = [kind() for kind in never if not arguments_of(kind)]
        kinds = [kind for kind in never if in_full and arguments_of(kind) and counts["searched", kind] < SEARCHED]
        if kinds:
            counts.update(("searched", kind) for kind in kinds)
            moves += chain.from_iterable(self._promises.candidates(state, FEW, kinds))
        for move in moves:
            slowly = "slowly", type(move).__name__
            is_quick = is_quick_to_list(self.game, state)
            if (is_quick or counts[slowly] < SLOWLY_LISTED) and not self.watched.check(state, move):
                counts[slowly] += not is_quick
                counts["listed", type(move).__name__] += self._promises.is_listed(state, move)

    def _vary(self, state: Any, kinds: dict[str, Any]) -> None:
        for name, move in kinds.items():
            if self.met[name] < VARIED and self._counts["varied", name] < VARIED:
                self._counts["varied", name] += 1
                self._try_other_pieces(state, move)

    def _times_listed(self, listed: list[Any]) -> int:
        kinds = by_kind(listed)
        self._counts.update(("listed", name) for name in kinds)
        return min((self._counts["listed", name] for name in kinds), default=COMPARED + 1)

    def _look(self, table: Setting, state: Any, listed: list[Any], times_listed: int, untried: list[Any]) -> None:
        promises, counts = self._promises, self._counts
        alike = shape(state), tuple(sorted(by_kind(listed)))
        counts[alike] += 1
        may_look = counts["looks"] < MOST_LOOKS and counts["looks", self.deals] < LOOKS_IN_DEAL
        is_new = may_look and counts[alike] <= 2
        is_end = state.is_over and counts["ends", table] < 2
        if is_new or is_end or times_listed <= RARE:
            counts.update(["looks", ("looks", self.deals)])
            counts["ends", table] += state.is_over
            self._look_closely(state, listed, untried)
        elif listed and (times_listed <= COMPARED or (counts["compared"] < COMPLETE and counts[alike] <= ALIKE)):
            counts["compared"] += 1
            promises.complete(state, listed, promises.candidates(state, FEW))

    def _look_closely(self, state: Any, listed: list[Any], untried: list[Any]) -> None:
        promises = self._promises
        made_elsewhere = [promises.random.choice(moves) for moves in self._made.values() for _ in range(3)]
        promises.look(state, listed, damage=self._counts["looks"] <= DAMAGED)
        if is_quick_to_list(self.game, state):
            promises.moves(state, listed, [*untried, *made_elsewhere])

    def _listed(self, state: Any, in_full: bool) -> list[Any]:
        if not is_quick_to_list(self.game, state):
            self.skipped["positions in which legal moves are not listed, as listing them is slow"] += 1
            return []
        return self._promises.listed(state) if in_full else self.watched.listed(state, 8)

    def _follow(self, state: Any, move: Any) -> None:
        self.met[type(move).__name__] += 1
        self._promises.step(self.watched.apply(state, move), state)

    def _try_other_pieces(self, state: Any, move: Any) -> None:
        promises = self._promises
        for changed, other in islice(promises.variants(state, move), VARIANTS):
            promises.position = changed
            promises.move(changed, self.watched.observe(changed, changed.current_player), other)
            if not self.watched.check(changed, other):
                promises.complete(changed, promises.listed(changed), [[other]])
                self._follow(changed, other)

    # ----------------------------------------------------------------------------------------------------- shortening

    def _shortened(self, breach: Breach, start: Any) -> Breach:
        end = process_time() + SHORTENING
        size = len(breach.moves)
        while size:
            line = breach.moves
            shorter = (line[:first] + line[first + size :] for first in range(0, len(line), size))
            again = (self._replay_shorter(breach, moves, start) for moves in shorter if process_time() < end)
            found = next((each for each in again if each is not None), None)
            if found is None:
                size //= 2
            else:
                breach, size = found, min(size, len(found.moves))
        return breach

    def _replay_shorter(self, breach: Breach, moves: Sequence[Any], start: Any) -> Breach | None:
        state, before, self._line = start, None, []
        try:
            for move in moves:
                # A move may be illegal now, because an earlier move was removed.
                if not state.is_over and not self.watched.check(state, move):
                    before, state = state, self.watched.apply(state, move)
                    self._line.append(move)
            # Each attempt must make the same checks, so reset the counts and the generator.
            self._promises.random = Random(len(self._line))
            self._counts.clear()
            self.met.clear()
            self._promises.step(state, before)
            self._examine(Setting("any", start.rules, start.players), state, in_full=True)
        except Exception as error:
            found = self._breach(error, breach.where)
            is_same = _without_numbers(found.broken) == _without_numbers(breach.broken)
            return found if is_same and len(found.moves) < len(breach.moves) else None
        return None


def _without_numbers(broken: str) -> str:
    return " ".join(word for word in broken.partition(":")[0].split() if word.islower() and word.isalpha())


def shape(position: Any) -> tuple[object, ...]:
    """Return a rough description of a position.

    Similar positions have the same description. It contains phases, flags, and the lengths of short rows.
    """
    return tuple(_describe_field(getattr(position, each.name)) for each in fields_in(position) if each.name != "rules")


def _describe_field(value: Any) -> object:
    if is_row(value):
        return min(*map(len, filter(is_row, value)), len(value), 3)
    return value if isinstance(value, bool | Enum) else value is None
