"""Checks that hidden pieces stay hidden.

Views must not show hidden pieces, and random states must be uniformly distributed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
from math import sqrt
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

from attrs import define, field, frozen

from rami.testing.watched import Breach, RowPath, Watched, difference, fields_in, rows, seat_name, with_field

SWAPS = 10
"""Number of pairs of pieces to exchange in each position."""

CONFIRMED = 5
"""Maximum number of suspicious counts to check again for each view."""

MORE_STATES = 3
"""Number of new states in the second check, for each state in the first check."""

MOST_CONFIRMING = 1_200
"""Maximum number of states to confirm a suspicious order of two neighbors.

The order looked wrong in the first check.
"""

SUSPICIOUS = 3.5
"""Number of standard errors above which a count is suspicious.

By chance, one count in 2,000 is suspicious, so a view has one such count or none. In 1,200 states, a piece that is
never in one of 80 places is suspicious.
"""

TOO_FAR = 4.5
"""Number of standard errors above which a count is suspicious in the second check.

By chance, this happens to one count in 150,000.
"""

UNEVEN = 5.5
"""Number of standard errors above which the order of two neighbors is suspicious.

By chance, this happens once in 25 million cases.
"""

DECIDED = 4.0
"""Number of standard errors above which the last check confirms a suspicion."""

BATCH, EVEN = 600, 0.8
"""The size of a batch, and a limit in standard errors.

After each `BATCH` states, a suspicion is dropped if the deviation is below `EVEN` standard errors. This is true for
half of the harmless counts. A piece that is never in one of 80 places deviates by 2.6 standard errors.
"""

TRIES = 3
"""Number of exchanges to try between two rows."""


_BOTH = (False, True)


class Spot(NamedTuple):
    """A position in a row of pieces."""

    row: RowPath
    at: int


@frozen
class Unknown:
    """Parts of a row that differ between random states of one view.

    Attributes:
        lines: The varying pieces in each state.
        places: The indexes that may hold them.
    """

    lines: list[tuple[Any, ...]]
    places: tuple[int, ...]


class FarCount(NamedTuple):
    """A count far from its expected value.

    Attributes:
        row: The row of the counted places.
        part: The name of the counted part of the row.
        piece: The piece that was counted.
        place: The spots that were counted.
        errors: The deviation in standard errors.
        wrong: A description of the deviation.
    """

    row: RowPath
    part: str
    piece: Any
    place: set[Spot]
    errors: float
    wrong: str


@define(eq=False)
class Secrecy:
    """Checks that hidden pieces stay hidden.

    The checks use exchanged pieces and random states.

    Attributes:
        game: The game.
        players: The number of players.
        every: All pieces of the game.
        random: The random generator.
        met: Counts of what occurred so far.
        pieces: The kinds of pieces.
        secret: The fields of a state with pieces that only their owners may see.
        position: The position to report.
    """

    game: Watched
    players: int
    every: tuple[Any, ...]
    random: Random
    met: Counter[str]
    pieces: frozenset[Any] = field(init=False)
    secret: frozenset[str] = field(init=False)
    position: Any = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        game = self.game.game
        hidden = (each.name for each in fields_in(game.state) if not each.repr)
        self.secret = frozenset(hidden if game.secret is None else game.secret)
        self.pieces = frozenset(self.every)

    def expect(self, promise: bool, broken: str) -> None:
        """Raise a `Breach` unless `promise` is true."""
        if not promise:
            raise Breach(broken, position=self.position)

    def secrets(self, state: Any) -> list[RowPath]:
        """Return the rows that only their owners may see."""
        return [row for row in rows(state, self.pieces) if row.field in self.secret]

    def exchanged(self, state: Any, one: Spot, other: Spot) -> Any | None:
        """Return a state with two pieces exchanged.

        Sorted hands stay sorted. Return None if the result is the same state or is invalid.
        """
        lines = {spot.row: list(spot.row.pieces(state)) for spot in (one, other)}
        sorted_hands = [row for row, line in lines.items() if row.seat is not None and line == sorted(line)]
        piece, other_piece = lines[one.row][one.at], lines[other.row][other.at]
        if piece == other_piece:
            return None
        lines[one.row][one.at], lines[other.row][other.at] = other_piece, piece
        try:
            for row, line in lines.items():
                state = row.put(state, sorted(line) if row in sorted_hands else line)
            return None if self.game.flaws(state) else state
        except (ValueError, TypeError, IndexError):
            # The class may refuse the values.
            return None

    def hides(self, state: Any, moves: Sequence[Any]) -> None:
        """Check that other players cannot see an exchange of hidden pieces.

        The exchange must change the state. It may change only the views of the players who hold the pieces.
        """
        found = rows(state, self.pieces)
        secret = [row for row in found if row.field in self.secret]
        for number in range(SWAPS if found else 0):
            choices = secret if secret and number % 3 else found
            one, other = self.random.choice(choices), self.random.choice(choices)
            spots = [self._any_spot(row, state) for row in (one, other)]
            changed = self.exchanged(state, *spots)
            if changed is None or not difference(state, changed):
                continue
            names = f"the {one}" if one == other else f"the {one} or the {other}"
            self.expect(changed != state, f"two positions with other pieces in {names} are equal")
            both_secret = {one.field, other.field} <= self.secret
            if not both_secret or any(self._is_open(state, found, spot) for spot in spots):
                continue
            strangers = [seat for seat in range(state.players) if seat not in (one.seat, other.seat)]
            for seat in (None, *strangers):
                wrong = self.view_difference(state, changed, seat)
                self.expect(not wrong, f"the view of {seat_name(seat)} shows a piece of {names}: {wrong}")
            self._stays_hidden(state, changed, strangers, moves)

    def _any_spot(self, row: RowPath, state: Any) -> Spot:
        size = len(row.pieces(state))
        return Spot(row, self.random.choice((0, size - 1, self.random.randrange(size))))

    def view_difference(self, state: Any, other: Any, seat: int | None) -> str:
        """Return a description of the difference between a seat's views of two states.

        If the views are equal, return "".
        """
        return difference(self.game.observe(state, seat), self.game.observe(other, seat))

    def _is_open(self, state: Any, found: Sequence[RowPath], spot: Spot) -> bool:
        if state.is_over and spot.row.seat is not None:
            return True
        piece, owners = spot.row.pieces(state)[spot.at], (spot.row.seat, None)
        public = [row for row in found if row.field not in self.secret and (row.single or row.seat is not None)]
        return any(row.seat in owners and piece in row.pieces(state) for row in public)

    def _stays_hidden(self, state: Any, other: Any, seats: Sequence[int], moves: Sequence[Any]) -> None:
        watching = [seat for seat in seats if seat != state.current_player]
        for move in moves:
            if self.game.check(other, move):
                continue
            after, other_after = self.game.apply(state, move), self.game.apply(other, move)
            if after.is_over or self._secret_pieces(after) != self._secret_pieces(state):
                continue
            for seat in watching:
                wrong = self.view_difference(after, other_after, seat)
                who = f"after {move}, the view of {seat_name(seat)}"
                self.expect(not wrong, f"{who} shows a piece that is still secret: {wrong}")

    def _secret_pieces(self, state: Any) -> Counter[Any]:
        return Counter(piece for row in self.secrets(state) for piece in row.pieces(state))

    def variants(self, state: Any, move: Any) -> Iterator[tuple[Any, Any]]:
        """Yield pairs of a changed position and a changed move.

        In both of them, a piece of the move is exchanged with a hidden piece that the player does not hold.
        """
        mine: dict[Any, Spot] = {}
        others: dict[Any, Spot] = {}
        for row in self.secrets(state):
            spots = mine if row.seat == state.current_player else others
            spots.update((piece, Spot(row, index)) for index, piece in enumerate(row.pieces(state)))
        for name in (each.name for each in fields_in(move) if each.init and getattr(move, each.name) in mine):
            for piece, spot in others.items():
                changed = self.exchanged(state, mine[getattr(move, name)], spot)
                if changed is not None:
                    yield changed, with_field(move, name, piece)

    # -------------------------------------------------------------------------------------------------- random states

    def uniform(self, state: Any, seat: int | None, samples: int, seed: int) -> None:
        """Check that random states have the expected frequencies.

        Each piece must be in each hidden row as often as expected.

        Known pieces can change the expected count. A suspicious count is therefore checked again with pairs of states
        that differ in two exchanged pieces. If both states fit the view, they must be equally likely.
        """
        view = self.game.observe(state, seat)
        states = self._random_states(view, samples, seed)
        unknown = self._unknown_parts(state, states)
        varying = {row: each for row, each in unknown.items() if each.lines[0]}
        partners = list(varying or unknown)
        for row, each in unknown.items():
            if row not in varying:
                # A row that the view shows may be the same in all states.
                wrong = f"determinize: always the same {row}, which the view of {seat_name(seat)} does not show"
                self.expect(not self._is_hidden(state, row, view, partners), wrong)
            elif row.seat is None and not row.single:
                self._expect_any_order(view, row, each, states)
        suspicious = sorted(_far_counts(varying, SUSPICIOUS), key=attrgetter("errors"), reverse=True)[:CONFIRMED]
        if suspicious:
            self._count_again(state, view, suspicious, states, seed + samples)

    def _random_states(self, view: Any, number: int, seed: int) -> list[Any]:
        return [self.game.determinize(view, seed=seed + index) for index in range(number)]

    def _unknown_parts(self, state: Any, states: Sequence[Any]) -> dict[RowPath, Unknown]:
        found = {row: [row.pieces(each) for each in states] for row in rows(state, self.pieces)}
        # Rows of varying length are not counted.
        return {row: _unknown(row, lines) for row, lines in found.items() if len(set(map(len, lines))) == 1}

    def _count_again(
        self, state: Any, view: Any, suspicious: Sequence[FarCount], states: Sequence[Any], seed: int
    ) -> None:
        """Check suspicious counts again in new random states."""
        new_states = self._random_states(view, MORE_STATES * len(states), seed)
        # Some places vary only in the first states, so find the varying places in all states.
        unknown = self._unknown_parts(state, [*states, *new_states])
        varying = {row: Unknown(each.lines[len(states) :], each.places) for row, each in unknown.items()}
        varying = {row: each for row, each in varying.items() if each.lines[0]}
        keys = {(each.row, each.part, each.piece) for each in suspicious}
        for count in _far_counts(varying, TOO_FAR):
            if (count.row, count.part, count.piece) in keys:
                uneven = self._is_uneven(view, count.place, count.piece, list(varying), new_states)
                self.expect(not uneven, f"determinize: {count.wrong}, for {seat_name(view.player)}")

    def _expect_any_order(self, view: Any, row: RowPath, unknown: Unknown, states: Sequence[Any]) -> None:
        for number, (place, next_place) in enumerate(islice(pairwise(unknown.places), 4)):
            if _is_even([line[number : number + 2] for line in unknown.lines], UNEVEN):
                continue
            one, other = Spot(row, place), Spot(row, next_place)
            fitting = [each for each in states[:MOST_CONFIRMING] if self._fits(view, each, one, other)]
            pairs = [(line[place], line[next_place]) for line in map(row.pieces, fitting)]
            up = f"{sum(one < two for one, two in pairs)} times in {len(pairs)}"
            what = f"determinize: the lower of two neighbors in the {row} comes first {up}"
            self.expect(_is_even(pairs, DECIDED), what)

    def _fits(self, view: Any, state: Any, one: Spot, other: Spot) -> bool:
        swapped = self.exchanged(state, one, other)
        return swapped is not None and not difference(self.game.observe(swapped, view.player), view)

    def _is_uneven(
        self, view: Any, place: set[Spot], piece: Any, varying: Sequence[RowPath], states: Sequence[Any]
    ) -> bool:
        # Every exchange can be reversed, so a piece must leave a place as often as it comes there.
        leaving: list[float] = []
        coming: list[float] = []
        # Only rows of constant length are counted.
        spots = [Spot(row, index) for row in varying for index in range(len(row.pieces(states[0])))]
        are_inside = [spot in place for spot in spots]
        for number, state in enumerate(states):
            if number and number % BATCH == 0 and _deviation(leaving, coming) < EVEN:
                return False
            pieces = chain.from_iterable(row.pieces(state) for row in varying)
            found: dict[tuple[bool, bool], list[Spot]] = {(inside, held): [] for inside in _BOTH for held in _BOTH}
            for spot, inside, held in zip(spots, are_inside, pieces, strict=True):
                found[inside, held == piece].append(spot)
            leaving.append(self._exchanges(view, state, found[True, True], found[False, False]))
            coming.append(self._exchanges(view, state, found[False, True], found[True, False]))
        return _deviation(leaving, coming) > DECIDED

    def _exchanges(self, view: Any, state: Any, holding: Sequence[Spot], lacking: Sequence[Spot]) -> int:
        """Estimate how many exchanges between two lists of spots leave the view unchanged."""
        if not holding or not lacking:
            return 0
        choice = self.random.choice
        return len(holding) * len(lacking) * self._fits(view, state, choice(holding), choice(lacking))

    def _is_hidden(self, state: Any, row: RowPath, view: Any, others: Sequence[RowPath]) -> bool:
        strange = [
            each for each in others if each.field != row.field and (view.player is None or each.seat != view.player)
        ]
        pairs = [(self._any_spot(row, state), self._any_spot(each, state)) for each in strange for _ in range(TRIES)]
        return 2 * sum(self._fits(view, state, *pair) for pair in pairs) > len(pairs)


def _is_even(pairs: Sequence[Sequence[Any]], errors: float) -> bool:
    unlike = [one < two for one, two in pairs if one != two]
    return bool(abs(2 * sum(unlike) - len(unlike)) <= errors * sqrt(len(unlike)) + 1)


def _deviation(leaving: Sequence[float], coming: Sequence[float]) -> float:
    # Large values are rare, so assume a minimum for the variance.
    heaviest, rarest = max(*leaving, *coming), max(sum(leaving), sum(coming))
    squares = sum((out - into) ** 2 for out, into in zip(leaving, coming, strict=True))
    variance = max(squares, heaviest * rarest, 3 * heaviest**2)
    return abs(sum(leaving) - sum(coming)) / sqrt(variance) if variance else 0.0


def _unknown(row: RowPath, lines: list[tuple[Any, ...]]) -> Unknown:
    if row.seat is None:
        places = tuple(index for index, column in enumerate(zip(*lines, strict=True)) if len(set(column)) > 1)
        return Unknown([tuple(line[index] for index in places) for line in lines], places)
    common = Counter(lines[0])
    for line in set(lines):
        common &= Counter(line)
    return Unknown([tuple((Counter(line) - common).elements()) for line in lines], tuple(range(len(lines[0]))))


def _far_counts(varying: dict[RowPath, Unknown], least: float) -> Iterator[FarCount]:
    """Yield each count that deviates by more than `least` standard errors."""
    # The unknown pieces are the same in all states.
    pool = Counter(piece for each in varying.values() for piece in each.lines[0])
    for row, unknown in varying.items():
        for part, indexes in _parts(row, unknown):
            hits = Counter(piece for line in unknown.lines for piece in line[indexes])
            samples, size = len(unknown.lines), len(unknown.lines[0][indexes])
            place = {Spot(row, index) for index in unknown.places[indexes]}
            for piece, copies in pool.items():
                expected, deviation = _expected(samples, size, copies, pool.total())
                # Add 0.2, so that a single rare piece does not look suspicious.
                errors = abs(hits[piece] - expected) / (deviation + 0.2)
                if errors > least:
                    wrong = f"{piece} is{part} in the {row} {hits[piece]} times in {samples}, not {expected:.0f}"
                    yield FarCount(row, part, piece, place, errors, wrong)


def _expected(samples: int, size: int, copies: int, total: int) -> tuple[float, float]:
    """Return the expected mean and standard deviation of a count.

    Args:
        samples: The number of samples, each drawn from all pieces.
        size: The number of pieces drawn in a sample, without replacement.
        copies: The number of copies of the piece.
        total: The number of all pieces.
    """
    mean = samples * size * copies / total
    variance = mean * (1 - copies / total) * (total - size) / max(1, total - 1)
    return mean, sqrt(variance)


def _parts(row: RowPath, unknown: Unknown) -> Iterator[tuple[str, slice]]:
    yield "", slice(None)
    if row.seat is None and not row.single and len(unknown.places) >= 8:
        yield " first", slice(0, 1)
        yield " among the first three", slice(0, 3)
        yield " last", slice(-1, None)
        yield " among the last three", slice(-3, None)
