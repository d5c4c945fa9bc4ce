"""What views hide, and whether random states are uniform over it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

from rami.digests import digest
from rami.testing.watched import Row, Watched, difference, rows

SWAPS = 10
"""Pairs of pieces of a position that are exchanged."""

CONFIRMED, MOST_CONFIRMING = 5, 1_200
"""Counts far from the expected ones that are checked again, and the states in which an order is, at most."""

TOO_FAR = 5.5
"""Standard errors from the expected count that break a promise: by chance once in 25 million times."""

DECIDED, TRIES = 4.0, 3
"""Standard errors that confirm it among exchanges that are equally likely both ways, and exchanges of each state."""

Spot = tuple[Row, int]
"""A row of pieces, and an index in it."""

Lines = dict[Row, list[tuple[Any, ...]]]
"""The pieces of each row in each of many random states."""

Expect = Callable[[bool, str], None]
"""Raises a breach with a sentence unless a promise is kept."""


def seat_name(seat: int | None) -> str:
    """Return what reports call the owner of a view."""
    return "a spectator" if seat is None else f"seat {seat}"


class Secrecy:
    """Exchanges hidden pieces of a position, and counts where each lies in random states."""

    pieces: frozenset[Any]

    def __init__(
        self, game: Watched, pieces: Sequence[Any], secret: frozenset[str], random: Random, expect: Expect
    ) -> None:
        self.game = game
        self.pieces = frozenset(pieces)
        self.secret = secret
        self.random = random
        self.expect = expect

    # ------------------------------------------------------------------------------------------------------ exchanges

    def exchanged(self, state: Any, one: Spot, other: Spot) -> Any | None:
        """Exchange two pieces, and sort hands that were sorted; return None for a position that cannot be."""
        found = {row: list(row.pieces(state)) for row, _ in (one, other)}
        ordered = [row for row, line in found.items() if row.seat is not None and line == sorted(line)]
        (row, index), (row_2, index_2) = one, other
        if found[row][index] == found[row_2][index_2]:
            return None
        found[row][index], found[row_2][index_2] = found[row_2][index_2], found[row][index]
        for each in ordered:
            found[each].sort()
        try:
            for each, line in found.items():
                state = each.put(state, tuple(line))
            return None if self.game.flaws(state) else state
        except (ValueError, TypeError, IndexError):  # what the class refuses
            return None

    def hides(self, state: Any, moves: Sequence[Any]) -> None:
        """Expect only the owners to notice that two hidden pieces are exchanged, now and after a move."""
        found = rows(state, self.pieces)
        secret = [row for row in found if row.field in self.secret]
        for number in range(SWAPS if found else 0):
            pair = [self.random.choice(secret if number % 3 and secret else found) for _ in range(2)]
            spots = [self._any_spot(row, state) for row in pair]
            other = self.exchanged(state, *spots)
            if other is None or not difference(state, other):
                continue
            names = f"the {pair[0]}" if pair[0] == pair[1] else f"the {pair[0]} or the {pair[1]}"
            self.expect(other != state, f"two positions with other pieces in {names} are equal")
            same_digest = digest(other) == digest(state)
            self.expect(not same_digest, f"digest: the same for two positions with other pieces in {names}")
            owners = {row.seat for row in pair} - {None}
            strangers = [seat for seat in (None, *range(state.players)) if seat is None or seat not in owners]
            shown = {seat: self._view_difference(state, other, seat) for seat in strangers}
            if {row.field for row in pair} <= self.secret:
                if not any(self._is_open(state, found, spot) for spot in spots):
                    for seat, wrong in shown.items():
                        self.expect(not wrong, f"the view of {seat_name(seat)} shows a piece of {names}: {wrong}")
                    self._stays_hidden(state, other, [seat for seat in strangers if seat is not None], moves)
            elif owners and not any(row.single and row.seat is None for row in pair):
                for seat, wrong in shown.items():
                    more, less = ("a spectator", seat_name(seat)) if shown[None] else (seat_name(seat), "a spectator")
                    alike = bool(wrong) == bool(shown[None])
                    self.expect(alike, f"the view of {more} shows a piece of {names}, and that of {less} does not")

    def _any_spot(self, row: Row, state: Any) -> Spot:
        size = len(row.pieces(state))
        return row, self.random.choice((0, size - 1, self.random.randrange(size)))

    def _view_difference(self, state: Any, other: Any, seat: int | None) -> str:
        return difference(self.game.observe(state, seat), self.game.observe(other, seat))

    def _is_open(self, state: Any, found: Sequence[Row], spot: Spot) -> bool:
        """Return whether the position says openly that a piece lies there, such as one that was taken in public."""
        piece = spot[0].pieces(state)[spot[1]]
        public = [row for row in found if row.field not in self.secret and (row.single or row.seat is not None)]
        return any(row.seat in (spot[0].seat, None) and piece in row.pieces(state) for row in public)

    def _stays_hidden(self, state: Any, other: Any, seats: Sequence[int], moves: Sequence[Any]) -> None:
        """Expect a move, and the position after it, to look alike to others unless a piece has become public."""
        game = self.game
        for move in moves:
            if game.check(other, move):
                continue
            after = game.apply(state, move), game.apply(other, move)
            still = self._secrets(after[0]) == self._secrets(state)
            for seat in seats:
                wrong = self._view_difference(*after, seat)
                shows = still and bool(wrong) and seat != state.current_player
                who = f"the view of {seat_name(seat)}"
                self.expect(not shows, f"after {move}, {who} shows a piece that is still secret: {wrong}")
                if not wrong:
                    wrong = difference(game.event(state, move, seat), game.event(other, move, seat))
                    self.expect(not wrong, f"the event of {move} tells {seat_name(seat)} more than its views: {wrong}")

    def _secrets(self, state: Any) -> Counter[Any]:
        hidden = (row for row in rows(state, self.pieces) if row.field in self.secret)
        return Counter(piece for row in hidden for piece in row.pieces(state))

    # -------------------------------------------------------------------------------------------------- random states

    def uniform(self, state: Any, seat: int | None, samples: int, seed: int) -> None:
        """Expect each piece in each hidden row as often as its share says, in many random states.

        What is known of a row shifts such a count, too. So one that is far off is counted again among pairs of states
        that differ in two exchanged pieces and both fit the view: these are equally likely.
        """
        view = self.game.observe(state, seat)
        states = [self.game.determinize(view, seed=seed + number) for number in range(samples)]
        try:
            found: Lines = {row: [row.pieces(each) for each in states] for row in rows(state, self.pieces)}
        except (IndexError, AttributeError):  # rows that are elsewhere in other states
            return
        found = {row: lines for row, lines in found.items() if len(set(map(len, lines))) == 1}
        common = {row: _common(lines) for row, lines in found.items()}
        loose: Lines = {row: lines for row, lines in found.items() if len(lines[0]) > common[row].total()}
        for row in found.keys() - loose.keys():
            wrong = f"determinize: always the same {row}, which the view of {seat_name(seat)} does not show"
            self.expect(not self._is_hidden(state, row, seat, list(loose) or list(found)), wrong)
        for row, lines in loose.items():
            if row.seat is None and not row.single:
                self._expect_any_order(view, row, lines, states)
        doubtful = sorted(_far_counts(loose, common), key=lambda each: -each[0])
        for _, wrong, row, part, piece in doubtful[:CONFIRMED]:
            uneven = self._is_uneven(view, (row, part), piece, list(loose), states)
            self.expect(not uneven, f"determinize: {wrong}, for {seat_name(seat)}")

    def _expect_any_order(self, view: Any, row: Row, lines: Sequence[tuple[Any, ...]], states: Sequence[Any]) -> None:
        """Expect neighbours in a row in either order equally often: each of the first four pairs, and all of them."""
        for first in range(min(4, len(lines[0]) - 1)):
            unlike = [line for line in lines if line[first] != line[first + 1]]
            up = sum(line[first] < line[first + 1] for line in unlike)
            if abs(2 * up - len(unlike)) > TOO_FAR * sqrt(len(unlike)):
                self._confirm_order(view, row, first, states)
        signs = [(b > a) - (b < a) for line in lines[:200] if len(line) > 2 for a, b in pairwise(line)]
        if abs(sum(signs)) > 2 * TOO_FAR * sqrt(sum(map(abs, signs)) + 1):
            for first in range(min(12, len(lines[0]) - 1)):
                self._confirm_order(view, row, first, states)

    def _confirm_order(self, view: Any, row: Row, first: int, states: Sequence[Any]) -> None:
        fitting = [each for each in states[:MOST_CONFIRMING] if self._fits(view, each, (row, first), (row, first + 1))]
        up = sum(row.pieces(each)[first] < row.pieces(each)[first + 1] for each in fitting)
        even = abs(2 * up - len(fitting)) <= DECIDED * sqrt(len(fitting)) + 1
        what = f"the lower of two neighbours in the {row} comes first {up} times in {len(fitting)}"
        self.expect(even, f"determinize: {what}")

    def _fits(self, view: Any, state: Any, one: Spot, other: Spot) -> bool:
        """Return whether a state still fits the view with two pieces exchanged."""
        swapped = self.exchanged(state, one, other)
        return swapped is not None and not difference(self.game.observe(swapped, view.player), view)

    def _is_uneven(
        self, view: Any, place: tuple[Row, slice], piece: Any, loose: Sequence[Row], states: Sequence[Any]
    ) -> bool:
        """Return whether a piece is in a place more often, or less, than exchanges that fit the view allow."""
        scores: list[float] = []
        heaviest = 0.0
        for state in states:
            spots = [(row, index) for row in loose for index in range(len(row.pieces(state)))]
            here = {(place[0], index) for index in range(len(place[0].pieces(state)))[place[1]]}
            has = {spot for spot in spots if spot[0].pieces(state)[spot[1]] == piece}
            score = 0.0
            for within, sign in ((True, 1), (False, -1)):
                mine = [spot for spot in spots if spot in has and (spot in here) is within]
                others = [spot for spot in spots if spot not in has and (spot in here) is not within]
                weight = len(mine) * len(others) / TRIES
                heaviest = max(heaviest, weight)
                choose = self.random.choice
                pairs = [(choose(mine), choose(others)) for _ in range(TRIES)] if weight else []
                score += sign * weight * sum(self._fits(view, state, *pair) for pair in pairs)
            scores.append(score)
            if len(scores) in (40, 120) and _deviation(scores, heaviest) < 2:  # what is known decides it
                return False
        return _deviation(scores, heaviest) > DECIDED

    def _is_hidden(self, state: Any, row: Row, seat: int | None, others: Sequence[Row]) -> bool:
        """Return whether the view stays the same with pieces of another row there."""
        view = self.game.observe(state, seat)
        for other in others:
            if other.field != row.field and (seat is None or other.seat != seat):
                pairs = [
                    [(each, self.random.randrange(len(each.pieces(state)))) for each in (row, other)] for _ in "1234"
                ]
                if sum(self._fits(view, state, *pair) for pair in pairs) >= 3:
                    return True
        return False


def _deviation(scores: Sequence[float], heaviest: float) -> float:
    """Return the standard errors of a mean from 0, with a chance for heavy scores so rare that none was met."""
    many = len(scores)
    mean = sum(scores) / many
    variance = max(sum((score - mean) ** 2 for score in scores) / many, heaviest**2 * 3 / many)
    return abs(mean) * sqrt(many) / sqrt(variance) if variance else 0.0


def _common(lines: Sequence[tuple[Any, ...]]) -> Counter[Any]:
    """Return the pieces that are in all lines: those are known to lie there."""
    common = Counter(lines[0])
    for line in set(lines):
        common &= Counter(line)
    return common


def _far_counts(loose: Lines, common: dict[Row, Counter[Any]]) -> Iterator[tuple[float, str, Row, slice, Any]]:
    """Yield the counts of a piece in a row, or at its ends, that are far from its share of the hidden pieces."""
    every: Counter[Any] = Counter()
    hidden: Counter[Any] = Counter()
    for row, lines in loose.items():
        every.update(lines[0])
        hidden.update(Counter(lines[0]) - common[row])
    for row, lines in loose.items():
        many = len(lines)
        for name, part in _parts(row, lines[0]):
            known, pool = (Counter[Any](), every) if name else (common[row], hidden)
            hits: Counter[Any] = Counter()
            for line in lines:
                hits.update(line[part])
            size, total = len(lines[0][part]) - known.total(), pool.total()
            for piece, copies in pool.items():
                number, share = hits[piece] - many * known[piece], copies / total
                variance = many * size * share * (1 - share) * (total - size) / max(1, total - 1)
                errors = abs(number - many * size * share) / (sqrt(variance) + 0.2)
                if errors > TOO_FAR:
                    expected = f"not {many * size * share:.0f}"
                    yield (
                        errors,
                        f"{piece} is{name} in the {row} {number} times in {many}, {expected}",
                        row,
                        part,
                        piece,
                    )


def _parts(row: Row, line: tuple[Any, ...]) -> Iterator[tuple[str, slice]]:
    """Yield the parts of a row that are counted, by their names: all of it, and the ends of a long one of nobody's."""
    yield "", slice(None)
    if row.seat is None and not row.single and len(line) >= 8:
        yield " first", slice(0, 1)
        yield " among the first three", slice(0, 3)
        yield " last", slice(-1, None)
        yield " among the last three", slice(-3, None)
