"""The rows of pieces in a position, what views hide of them, and whether random states are uniform over it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from math import sqrt
from random import Random
from typing import Any

from attrs import define, frozen

from rami.testing.watched import Watched, difference, fields_in, is_row, with_field

NO_PIECES = ("rules", "players", "current_player", "turn", "player")
"""Fields that hold no pieces, even where pieces are plain numbers."""

SWAPS = 10
"""Pairs of pieces of a position that are exchanged."""

CONFIRMED, MOST_CONFIRMING = 5, 1_200
"""Counts far from the expected ones that are checked again, and the states in which an order is, at most."""

TOO_FAR = 5.5
"""Standard errors from the expected count that break a promise: by chance once in 25 million times."""

DECIDED, TRIES = 4.0, 3
"""Standard errors that confirm it among exchanges that are equally likely both ways, and exchanges of each state."""


def seat_name(seat: int | None) -> str:
    """Return what reports call the owner of a view."""
    return "a spectator" if seat is None else f"seat {seat}"


# --------------------------------------------------------------------------------------------------- rows of pieces


@frozen
class Row:
    """The path to a row of pieces in a position, or to a single piece, and the seat that owns it, if any."""

    keys: tuple[str | int, ...]
    seat: int | None = None
    single: bool = False

    @property
    def field(self) -> str:
        """The field of the position."""
        return str(self.keys[0])

    def pieces(self, position: Any) -> tuple[Any, ...]:
        """Return the pieces there."""
        for key in self.keys:
            position = getattr(position, key) if isinstance(key, str) else position[key]
        return (position,) if self.single else position

    def put(self, position: Any, pieces: tuple[Any, ...]) -> Any:
        """Return a position with other pieces there; raise the `ValueError` of a class that refuses it."""
        return _with_value(position, self.keys, (pieces or (None,))[0] if self.single else pieces)

    def __str__(self) -> str:
        return self.field if self.seat is None else f"{self.field} of {seat_name(self.seat)}"


def _with_value(value: Any, keys: tuple[str | int, ...], new: Any) -> Any:
    if not keys:
        return new
    key, rest = keys[0], keys[1:]
    if isinstance(key, str):
        return with_field(value, key, _with_value(getattr(value, key), rest, new))
    return (*value[:key], _with_value(value[key], rest, new), *value[key + 1 :])


def rows(position: Any, pieces: frozenset[Any]) -> list[Row]:
    """Find the rows of pieces in a position; in a row with an item for each player, the items belong to the seats."""
    kinds: set[type] = {type(piece) for piece in pieces}

    def found(value: Any, keys: tuple[str | int, ...], seat: int | None) -> Iterator[Row]:
        if is_row(value):
            by_seat = seat is None and len(value) == position.players
            if value and not by_seat and kinds.issuperset(map(type, value)) and pieces.issuperset(value):
                yield Row(keys, seat)
            else:
                for index, item in enumerate(value):
                    yield from found(item, (*keys, index), index if by_seat else seat)
        elif type(value) in kinds:
            if value in pieces:
                yield Row(keys, seat, single=True)
        else:
            for each in fields_in(value):
                if each.init and (keys or each.name not in NO_PIECES):
                    yield from found(getattr(value, each.name), (*keys, each.name), seat)

    return list(found(position, (), None))


# ---------------------------------------------------------------------------------------------------------- secrecy

Spot = tuple[Row, int]
"""A row of pieces, and an index in it."""


@frozen
class Unknown:
    """What differs between random states of one view: the pieces of each row that it does not tell.

    Attributes:
        lines: The pieces that are not known, for each state.
        places: The indices of a row that may hold them.
    """

    lines: list[tuple[Any, ...]]
    places: tuple[int, ...]


@define(eq=False)
class Secrecy:
    """Exchanges hidden pieces of a position, and counts where each lies in random states."""

    game: Watched
    pieces: frozenset[Any]
    secret: frozenset[str]
    random: Random
    expect: Callable[[bool, str], None]

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

    def _secrets(self, state: Any) -> Counter[Any]:
        hidden = (row for row in rows(state, self.pieces) if row.field in self.secret)
        return Counter(piece for row in hidden for piece in row.pieces(state))

    def variants(self, state: Any, move: Any) -> Iterator[tuple[Any, Any]]:
        """Yield positions with a hidden piece in the place of one that a move names, and the move with that piece."""
        found = [row for row in rows(state, self.pieces) if row.field in self.secret]
        mine = [row for row in found if row.seat == state.current_player]
        hidden = [row for row in found if row not in mine]
        others = {row.pieces(state)[index]: (row, index) for row in hidden for index in range(len(row.pieces(state)))}
        for each in fields_in(move):
            piece = getattr(move, each.name)
            if not each.init or piece not in self.pieces:
                continue
            spots = [(row, row.pieces(state).index(piece)) for row in mine if piece in row.pieces(state)]
            for other, spot in others.items() if spots else ():
                if (changed := self.exchanged(state, spots[0], spot)) is not None:
                    yield changed, with_field(move, each.name, other)

    # -------------------------------------------------------------------------------------------------- random states

    def uniform(self, state: Any, seat: int | None, samples: int, seed: int) -> None:
        """Expect each piece in each hidden row as often as its share says, in many random states.

        What is known of a row shifts such a count, too. So one that is far off is counted again among pairs of states
        that differ in two exchanged pieces and both fit the view: these are equally likely.
        """
        view = self.game.observe(state, seat)
        states = [self.game.determinize(view, seed=seed + number) for number in range(samples)]
        try:
            found = {row: [row.pieces(each) for each in states] for row in rows(state, self.pieces)}
        except (IndexError, AttributeError):  # rows that are elsewhere in other states
            return
        of_one_size = {row: lines for row, lines in found.items() if len(set(map(len, lines))) == 1}
        unknown = {row: _unknown(row, lines) for row, lines in of_one_size.items()}
        loose = {row: each for row, each in unknown.items() if each.lines[0]}
        for row in unknown.keys() - loose.keys():
            wrong = f"determinize: always the same {row}, which the view of {seat_name(seat)} does not show"
            self.expect(not self._is_hidden(state, row, view, list(loose or unknown)), wrong)
        for row, each in loose.items():
            if row.seat is None and not row.single:
                self._expect_any_order(view, row, each, states)
        doubtful = sorted(_far_counts(loose), key=lambda each: -each[0])
        for _, wrong, place, piece in doubtful[:CONFIRMED]:
            uneven = self._is_uneven(view, place, piece, list(loose), states)
            self.expect(not uneven, f"determinize: {wrong}, for {seat_name(seat)}")

    def _expect_any_order(self, view: Any, row: Row, unknown: Unknown, states: Sequence[Any]) -> None:
        """Expect neighbours in a row in either order equally often: each of the first four pairs."""
        for first, places in enumerate(islice(pairwise(unknown.places), 4)):
            unlike = [line for line in unknown.lines if line[first] != line[first + 1]]
            up = sum(line[first] < line[first + 1] for line in unlike)
            if abs(2 * up - len(unlike)) > TOO_FAR * sqrt(len(unlike)):
                self._confirm_order(view, row, places, states)

    def _confirm_order(self, view: Any, row: Row, places: tuple[int, int], states: Sequence[Any]) -> None:
        first, second = places
        fitting = [each for each in states[:MOST_CONFIRMING] if self._fits(view, each, (row, first), (row, second))]
        up = sum(row.pieces(each)[first] < row.pieces(each)[second] for each in fitting)
        even = abs(2 * up - len(fitting)) <= DECIDED * sqrt(len(fitting)) + 1
        what = f"the lower of two neighbours in the {row} comes first {up} times in {len(fitting)}"
        self.expect(even, f"determinize: {what}")

    def _fits(self, view: Any, state: Any, one: Spot, other: Spot) -> bool:
        """Return whether a state still fits the view with two pieces exchanged."""
        swapped = self.exchanged(state, one, other)
        return swapped is not None and not difference(self.game.observe(swapped, view.player), view)

    def _is_uneven(self, view: Any, place: set[Spot], piece: Any, loose: Sequence[Row], states: Sequence[Any]) -> bool:
        """Return whether a piece is in a place more often, or less, than exchanges that fit the view allow."""
        leaving: list[float] = []
        coming: list[float] = []
        for state in states:
            spots = [(row, index) for row in loose for index in range(len(row.pieces(state)))]
            has = {spot for spot in spots if spot[0].pieces(state)[spot[1]] == piece}
            for within, scores in ((True, leaving), (False, coming)):
                mine = [spot for spot in spots if spot in has and (spot in place) is within]
                others = [spot for spot in spots if spot not in has and (spot in place) is not within]
                fitting = 0
                for _ in range(TRIES if mine and others else 0):
                    fitting += self._fits(view, state, self.random.choice(mine), self.random.choice(others))
                scores.append(len(mine) * len(others) * fitting / TRIES)
            if len(leaving) in (40, 120) and _deviation(leaving, coming) < 2:  # what is known decides it
                return False
        return _deviation(leaving, coming) > DECIDED

    def _is_hidden(self, state: Any, row: Row, view: Any, others: Sequence[Row]) -> bool:
        """Return whether the view stays the same with pieces of another row there."""
        for other in others:
            if other.field != row.field and (view.player is None or other.seat != view.player):
                spots = [
                    [(each, self.random.randrange(len(each.pieces(state)))) for each in (row, other)] for _ in "1234"
                ]
                if sum(self._fits(view, state, *pair) for pair in spots) >= 3:
                    return True
        return False


def _deviation(leaving: Sequence[float], coming: Sequence[float]) -> float:
    """Return the standard errors between two sums that are equally likely to be the larger one.

    Heavy scores are rare: their variance is that of as many as either sum says, and of three at least.
    """
    heaviest, rarest = max(*leaving, *coming), max(sum(leaving), sum(coming))
    squares = sum((out - into) ** 2 for out, into in zip(leaving, coming, strict=True))
    variance = max(squares, heaviest * rarest, 3 * heaviest**2)
    return abs(sum(leaving) - sum(coming)) / sqrt(variance) if variance else 0.0


def _unknown(row: Row, lines: list[tuple[Any, ...]]) -> Unknown:
    """Leave out what is the same in all lines: in the row of a seat each piece, in any other each place."""
    if row.seat is None:
        places = tuple(index for index, column in enumerate(zip(*lines, strict=True)) if len(set(column)) > 1)
        return Unknown([tuple(line[index] for index in places) for line in lines], places)
    common = Counter(lines[0])
    for line in set(lines):
        common &= Counter(line)
    return Unknown([tuple((Counter(line) - common).elements()) for line in lines], tuple(range(len(lines[0]))))


def _far_counts(loose: dict[Row, Unknown]) -> Iterator[tuple[float, str, set[Spot], Any]]:
    """Yield the counts of a piece in a row, or at its ends, that are far from its share of the unknown pieces."""
    pool = Counter(piece for each in loose.values() for piece in each.lines[0])
    total = pool.total()
    for row, unknown in loose.items():
        many = len(unknown.lines)
        for name, part in _parts(row, unknown):
            hits: Counter[Any] = Counter()
            for line in unknown.lines:
                hits.update(line[part])
            size = len(unknown.lines[0][part])
            for piece, copies in pool.items():
                share = copies / total
                expected = many * size * share
                variance = expected * (1 - share) * (total - size) / max(1, total - 1)
                errors = abs(hits[piece] - expected) / (sqrt(variance) + 0.2)
                if errors > TOO_FAR:
                    wrong = f"{piece} is{name} in the {row} {hits[piece]} times in {many}, not {expected:.0f}"
                    yield errors, wrong, {(row, index) for index in unknown.places[part]}, piece


def _parts(row: Row, unknown: Unknown) -> Iterator[tuple[str, slice]]:
    """Yield the parts of a row that are counted, by their names: all of it, and the ends of a long one of nobody's."""
    yield "", slice(None)
    if row.seat is None and not row.single and len(unknown.places) >= 8:
        yield " first", slice(0, 1)
        yield " among the first three", slice(0, 3)
        yield " last", slice(-1, None)
        yield " among the last three", slice(-3, None)
