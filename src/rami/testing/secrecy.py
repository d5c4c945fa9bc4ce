"""Checks that views hide what they must, and that random states are uniformly distributed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from math import sqrt
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

from attrs import define, field, frozen

from rami.testing.watched import Breach, RowPath, Watched, difference, fields_in, rows, seat_name, with_field

SWAPS = 10
"""Number of pairs of pieces to exchange in each position."""

CONFIRMED = 5
"""Maximum number of suspicious counts that are checked a second time."""

MOST_CONFIRMING = 1_200
"""Maximum number of new states for the second check of an order that looks wrong."""

TOO_FAR = 5.5
"""Deviation in standard errors from which a count is suspicious. By chance, this occurs once in 25 million counts."""

DECIDED = 4.0
"""Deviation in standard errors that confirms a suspicion in the second check."""

TRIES = 3
"""Number of random exchanges that are tried in each state."""


class Spot(NamedTuple):
    """A position in a row of pieces."""

    row: RowPath
    at: int


@frozen
class Unknown:
    """Parts of a row that differ between random states of the same view.

    Attributes:
        lines: The varying pieces in each state.
        places: The indexes that may hold them.
    """

    lines: list[tuple[Any, ...]]
    places: tuple[int, ...]


class FarCount(NamedTuple):
    """A count far from its expected value.

    Attributes:
        errors: The deviation in standard errors.
        wrong: A description of the deviation.
        place: The spots that were counted.
        piece: The piece that was counted.
    """

    errors: float
    wrong: str
    place: set[Spot]
    piece: Any


@define(eq=False)
class Secrecy:
    """Checks of hidden information, based on exchanged pieces and random states.

    Attributes:
        game: The game.
        players: The number of players.
        every: All pieces of the game.
        random: The random generator.
        met: Counts of what occurred so far.
        pieces: The kinds of pieces.
        secret: The fields of a state that only their owners may see.
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
        """Return the rows of a state that only their owners may see."""
        return [row for row in rows(state, self.pieces) if row.field in self.secret]

    def exchanged(self, state: Any, one: Spot, other: Spot) -> Any | None:
        """Return a state with two pieces exchanged, or None if the result is the same state or is invalid.

        Sorted hands stay sorted.
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
            # The class refuses the values.
            return None

    def hides(self, state: Any, moves: Sequence[Any]) -> None:
        """Check that exchanging two hidden pieces changes the state, but only the views of their owners."""
        found = rows(state, self.pieces)
        secret = [row for row in found if row.field in self.secret]
        for number in range(SWAPS if found else 0):
            # Two thirds of the exchanges involve a secret row.
            choices = secret if secret and number % 3 else found
            one, other = self.random.choice(choices), self.random.choice(choices)
            spots = [self._any_spot(row, state) for row in (one, other)]
            changed = self.exchanged(state, *spots)
            # An exchange within a sorted hand changes nothing.
            if changed is None or not difference(state, changed):
                continue
            names = f"the {one}" if one == other else f"the {one} or the {other}"
            self.expect(changed != state, f"two positions with other pieces in {names} are equal")
            both_secret = {one.field, other.field} <= self.secret
            if not both_secret or any(self._is_open(state, found, spot) for spot in spots):
                # Skip the exchange if another seat can see one of the pieces.
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
        """Return the difference between two states as seen by a seat, or ""."""
        return difference(self.game.observe(state, seat), self.game.observe(other, seat))

    def _is_open(self, state: Any, found: Sequence[RowPath], spot: Spot) -> bool:
        """Return whether a seat that does not own the row can see the piece, for example because the deal is over."""
        if state.is_over and spot.row.seat is not None:
            return True
        piece, owners = spot.row.pieces(state)[spot.at], (spot.row.seat, None)
        public = [row for row in found if row.field not in self.secret and (row.single or row.seat is not None)]
        return any(row.seat in owners and piece in row.pieces(state) for row in public)

    def _stays_hidden(self, state: Any, other: Any, seats: Sequence[int], moves: Sequence[Any]) -> None:
        """Check that two states that look alike to a seat still look alike after a move of another seat."""
        watching = [seat for seat in seats if seat != state.current_player]
        for move in moves:
            if self.game.check(other, move):
                continue
            after, other_after = self.game.apply(state, move), self.game.apply(other, move)
            # A move may show a piece, and the end of the deal may show all hands.
            if after.is_over or self._secret_pieces(after) != self._secret_pieces(state):
                continue
            for seat in watching:
                wrong = self.view_difference(after, other_after, seat)
                who = f"after {move}, the view of {seat_name(seat)}"
                self.expect(not wrong, f"{who} shows a piece that is still secret: {wrong}")

    def _secret_pieces(self, state: Any) -> Counter[Any]:
        return Counter(piece for row in self.secrets(state) for piece in row.pieces(state))

    def variants(self, state: Any, move: Any) -> Iterator[tuple[Any, Any]]:
        """Exchange a piece that a move names with a hidden piece, in the position and in the move.

        Yield each such position.
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
        """Check that each piece is in each hidden row as often as expected, in many random states.

        Known pieces can shift such a count. A suspicious count is therefore checked again with pairs of states that
        differ in two exchanged pieces. If both states fit the view, they must be equally likely.
        """
        view = self.game.observe(state, seat)
        states = [self.game.determinize(view, seed=seed + number) for number in range(samples)]
        found = {row: [row.pieces(each) for each in states] for row in rows(state, self.pieces)}
        # Rows of varying length are not counted.
        unknown = {row: _unknown(row, lines) for row, lines in found.items() if len(set(map(len, lines))) == 1}
        varying = {row: each for row, each in unknown.items() if each.lines[0]}
        # Pieces are exchanged with these rows.
        partners = list(varying or unknown)
        for row, each in unknown.items():
            if row not in varying:
                # A row that the view shows may be the same in all states. In that case, changing its pieces changes the
                # view.
                wrong = f"determinize: always the same {row}, which the view of {seat_name(seat)} does not show"
                self.expect(not self._is_hidden(state, row, view, partners), wrong)
            elif row.seat is None and not row.single:
                self._expect_any_order(view, row, each, states)
        doubtful = sorted(_far_counts(varying), key=attrgetter("errors"), reverse=True)
        for count in doubtful[:CONFIRMED]:
            uneven = self._is_uneven(view, count.place, count.piece, list(varying), states)
            self.expect(not uneven, f"determinize: {count.wrong}, for {seat_name(seat)}")

    def _expect_any_order(self, view: Any, row: RowPath, unknown: Unknown, states: Sequence[Any]) -> None:
        """Check that both orders of neighbors are equally likely."""
        for number, (place, next_place) in enumerate(islice(pairwise(unknown.places), 4)):
            if _is_even([line[number : number + 2] for line in unknown.lines], TOO_FAR):
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
        """Return whether a piece is in a place too often or too rarely."""
        # Estimate how many exchanges that fit the view move the piece out of the place, and how many move it in. Each
        # exchange leads to an equally likely state and can be reversed, so the two sums must be equal on average.
        leaving: list[float] = []
        coming: list[float] = []
        for state in states:
            spots = [Spot(row, index) for row in varying for index in range(len(row.pieces(state)))]
            with_piece = {spot for spot in spots if spot.row.pieces(state)[spot.at] == piece}
            inside = [spot for spot in spots if spot in place]
            outside = [spot for spot in spots if spot not in place]
            for estimates, source, target in ((leaving, inside, outside), (coming, outside, inside)):
                holding = [spot for spot in source if spot in with_piece]
                lacking = [spot for spot in target if spot not in with_piece]
                estimates.append(self._exchanges(view, state, holding, lacking))
        return _deviation(leaving, coming) > DECIDED

    def _exchanges(self, view: Any, state: Any, holding: Sequence[Spot], lacking: Sequence[Spot]) -> float:
        """Estimate how many exchanges between two lists of spots fit the view."""
        if not holding or not lacking:
            return 0.0
        choice = self.random.choice
        fitting = sum(self._fits(view, state, choice(holding), choice(lacking)) for _ in range(TRIES))
        return len(holding) * len(lacking) * fitting / TRIES

    def _is_hidden(self, state: Any, row: RowPath, view: Any, others: Sequence[RowPath]) -> bool:
        """Return whether most exchanges of pieces with other rows leave the view unchanged."""
        strange = [
            each for each in others if each.field != row.field and (view.player is None or each.seat != view.player)
        ]
        pairs = [(self._any_spot(row, state), self._any_spot(each, state)) for each in strange for _ in range(TRIES)]
        return 2 * sum(self._fits(view, state, *pair) for pair in pairs) > len(pairs)


def _is_even(pairs: Sequence[Sequence[Any]], errors: float) -> bool:
    """Return whether the lower piece comes first in about half of the pairs."""
    unlike = [one < two for one, two in pairs if one != two]
    return bool(abs(2 * sum(unlike) - len(unlike)) <= errors * sqrt(len(unlike)) + 1)


def _deviation(leaving: Sequence[float], coming: Sequence[float]) -> float:
    """Return the difference between two sums in standard errors, if either is equally likely to be larger."""
    # Large values are rare, so assume at least the variance that a few of the largest values would cause.
    heaviest, rarest = max(*leaving, *coming), max(sum(leaving), sum(coming))
    squares = sum((out - into) ** 2 for out, into in zip(leaving, coming, strict=True))
    variance = max(squares, heaviest * rarest, 3 * heaviest**2)
    return abs(sum(leaving) - sum(coming)) / sqrt(variance) if variance else 0.0


def _unknown(row: RowPath, lines: list[tuple[Any, ...]]) -> Unknown:
    """Return the pieces of a hand, or the indexes of a pile, that differ between random states."""
    if row.seat is None:
        places = tuple(index for index, column in enumerate(zip(*lines, strict=True)) if len(set(column)) > 1)
        return Unknown([tuple(line[index] for index in places) for line in lines], places)
    common = Counter(lines[0])
    for line in set(lines):
        common &= Counter(line)
    return Unknown([tuple((Counter(line) - common).elements()) for line in lines], tuple(range(len(lines[0]))))


def _far_counts(varying: dict[RowPath, Unknown]) -> Iterator[FarCount]:
    """Yield each count that is far from its expected value."""
    # The unknown pieces are the same in all states.
    pool = Counter(piece for each in varying.values() for piece in each.lines[0])
    for row, unknown in varying.items():
        for where, part in _parts(row, unknown):
            hits = Counter(piece for line in unknown.lines for piece in line[part])
            samples, size = len(unknown.lines), len(unknown.lines[0][part])
            place = {Spot(row, index) for index in unknown.places[part]}
            for piece, copies in pool.items():
                expected, deviation = _expected(samples, size, copies, pool.total())
                # The constant keeps a single hit of a rare piece from being suspicious.
                errors = abs(hits[piece] - expected) / (deviation + 0.2)
                if errors > TOO_FAR:
                    wrong = f"{piece} is{where} in the {row} {hits[piece]} times in {samples}, not {expected:.0f}"
                    yield FarCount(errors, wrong, place, piece)


def _expected(samples: int, size: int, copies: int, total: int) -> tuple[float, float]:
    """Return the mean and standard deviation of the number of times that a piece is drawn.

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
    """Split a row into the parts that are counted separately, each with its name."""
    yield "", slice(None)
    if row.seat is None and not row.single and len(unknown.places) >= 8:
        yield " first", slice(0, 1)
        yield " among the first three", slice(0, 3)
        yield " last", slice(-1, None)
        yield " among the last three", slice(-3, None)
