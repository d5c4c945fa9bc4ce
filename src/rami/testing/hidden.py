"""What views may not tell, and what random states have to leave open: where a position keeps its pieces."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any, Generic, cast

from attrs import evolve, fields, frozen, has

from rami.game import Game, M, R, S, V

GUESSES = 24
"""How many random states of a view are compared."""

SWAPS = 6
"""How many pairs of pieces of a position are exchanged."""

CASES = 24
"""Up to how many positions that fit a view each is counted."""

EACH = 100
"""How many random states are made for each of them."""

TOO_FAR = 6.0
"""How many standard errors from what is expected break a promise: by chance once in five hundred million times."""

Expect = Callable[[bool, str], None]
"""Says of a promise whether it is kept, and what is broken if not."""


@frozen
class Place:
    """Where a position keeps a row of pieces.

    Attributes:
        field: The name of the field.
        seat: Whose pieces these are, where the field has a row for each player; None for one row.
    """

    field: str
    seat: int | None = None

    def of(self, state: object) -> tuple[Any, ...]:
        """The pieces."""
        row: tuple[Any, ...] = getattr(state, self.field)
        return row if self.seat is None else row[self.seat]


def put(state: Any, rows: Mapping[Place, Sequence[Any]]) -> Any:
    """A position with other pieces in some places, all of them at once.

    Args:
        state: The position.
        rows: What lies in each place then.
    """
    changes: dict[str, Any] = {}
    for place, pieces in rows.items():
        row: Any = tuple(pieces)
        if place.seat is not None:
            all_rows = changes.get(place.field, getattr(state, place.field))
            row = (*all_rows[: place.seat], row, *all_rows[place.seat + 1 :])
        changes[place.field] = row
    return evolve(state, **changes)


_Spot = tuple[Place, int]
"""Where a piece is: the place, and the index in it."""


def places(state: Any, pieces: frozenset[Any]) -> Iterator[Place]:
    """Where a position keeps pieces: the fields that are rows of them, or a row of them for each player.

    Args:
        state: The position.
        pieces: All kinds of pieces.

    Yields:
        The places that are not empty.
    """
    known = cast("Any", type(cast("object", state)))
    for name in [each.name for each in fields(known) if each.init] if has(known) else []:
        value = getattr(state, name)
        if not isinstance(value, tuple) or not value:
            continue
        row = tuple(cast("Any", value))
        if all(_is_piece(item, pieces) for item in row):
            yield Place(name)
        elif len(row) == state.players and all(isinstance(item, tuple) for item in row):
            for seat, items in enumerate(row):
                if items and all(_is_piece(item, pieces) for item in items):
                    yield Place(name, seat)


def _is_piece(item: object, pieces: frozenset[Any]) -> bool:
    return type(item) in {type(piece) for piece in pieces} and item in pieces


@frozen
class Secrets(Generic[R, S, M, V]):
    """What is hidden in a position of a game.

    Attributes:
        game: The game.
        pieces: All kinds of pieces.
        random: The source of chance.
        expect: Says whether a promise is kept.
    """

    game: Game[R, S, M, V]
    pieces: frozenset[Any]
    random: Random
    expect: Expect

    def exchanged(self, state: S) -> None:
        """Positions that differ in two hidden pieces: other digests, and no view that tells another's hand."""
        found = list(places(state, self.pieces))
        rows, hands = [each for each in found if each.seat is None], [each for each in found if each.seat is not None]
        pairs = [(hand, row) for hand in hands for row in rows]
        for _ in range(SWAPS if pairs else 0):
            hand, row = pairs[int(self.random.random() * len(pairs))]
            other = self._swapped(state, hand, row)
            if other is None or self._views(other, None) != self._views(state, None):
                continue
            differs = self.game.digest(other) != self.game.digest(state)
            self.expect(differs, f"digest: the same with another piece in the {hand.field} of {hand.seat}")
            for seat in range(state.players):
                if seat != hand.seat:
                    same = self._views(other, seat) == self._views(state, seat)
                    self.expect(same, f"the view of seat {seat} tells a piece of the {hand.field} of seat {hand.seat}")

    def _views(self, state: S, seat: int | None) -> V:
        return self.game.observe(state, seat)

    def _swapped(self, state: S, first: Place, second: Place) -> S | None:
        """The position with any piece of each place in the other; None if it cannot be."""
        here, there = (int(self.random.random() * len(place.of(state))) for place in (first, second))
        return self._exchanged(state, (first, here), (second, there))

    def _exchanged(self, state: S, first: _Spot, second: _Spot) -> S | None:
        """The position with two pieces in each other's places, hands in order as before; None if it cannot be."""
        (place, here), (other, there) = first, second
        rows = {each: list(each.of(state)) for each in (place, other)}
        one, two = rows[place][here], rows[other][there]
        if one == two:
            return None
        in_order = [hand for hand, row in rows.items() if hand.seat is not None and row == sorted(row)]
        rows[place][here], rows[other][there] = two, one
        for hand in in_order:
            rows[hand].sort()
        try:
            changed: S = put(state, rows)
            possible = self.game.flaws is None or not self.game.flaws(changed)
        except ValueError:  # a position that its own class refuses
            return None
        return changed if possible else None

    def cases(self, state: S, seat: int | None) -> list[S]:
        """Every position that gives a seat the same view; none if there are many, or two pieces alike.

        They are found by exchanging two pieces, and again two.

        Args:
            state: One of them.
            seat: The seat; None for a spectator.
        """
        view, found, looked_at = self.game.observe(state, seat), [state], 0
        spots = [(place, index) for place in places(state, self.pieces) for index in range(len(place.of(state)))]
        if len({place.of(state)[index] for place, index in spots}) < len(spots):
            return []
        while looked_at < len(found) <= CASES:
            for first, second in combinations(spots, 2):
                other = self._exchanged(found[looked_at], first, second)
                if other is not None and other not in found and self.game.observe(other, seat) == view:
                    found.append(other)
                    if len(found) > CASES:
                        return []
            looked_at += 1
        return found

    def spread(self, state: S, seat: int | None, seed: int) -> None:
        """Random states are spread over the hidden orders: rows lie in any order, and hands are of any pieces."""
        view = self.game.observe(state, seat)
        guesses = [self.game.determinize(view, seed=1000 * seed + number) for number in range(GUESSES)]
        for guess in guesses:
            self.expect(self.game.observe(guess, seat) == view, f"a random state does not fit the view of {seat}")
        self._even(view, self.cases(state, seat))
        rows = {place: [place.of(guess) for guess in guesses] for place in places(state, self.pieces)}
        for place, found in rows.items():
            if len(set(found)) == 1 and self._is_hidden(state, place, seat):
                told = f"determinize: always the same {place.field}, which the view of {seat} does not show"
                self.expect(False, told)
        varying = {place: found for place, found in rows.items() if len(set(found)) > 1}
        for place, found in rows.items():
            if seat is None and place.seat is None and any(row != place.of(state) for row in found):
                self.expect(self._in_any_order(found), f"determinize: the {place.field} does not lie in any order")
            if place.seat is not None and place in varying:
                told = f"determinize: the {place.field} of seat {place.seat} is not of any of the hidden pieces"
                self.expect(_of_any_pieces(found, list(varying.values())), told)

    def _even(self, view: V, cases: Sequence[S]) -> None:
        """Where few positions fit a view, each is as likely as any other."""
        guesses = Counter(self.game.determinize(view, seed=number) for number in range(EACH * len(cases)))
        for case in cases:
            far = abs(guesses[case] - EACH) > TOO_FAR * sqrt(EACH * (1 - 1 / len(cases)))
            told = f"determinize: {guesses[case]} times of {guesses.total()} one of {len(cases)} positions that all fit"
            self.expect(not far, told)

    def _is_hidden(self, state: S, place: Place, seat: int | None) -> bool:
        """Whether this view is the same with some other piece there, and others could be there."""
        for other in places(state, self.pieces):
            if other.field == place.field or other.seat == seat is not None:
                continue
            hits = 0
            for _ in range(SWAPS):
                swapped = self._swapped(state, place, other)
                hits += swapped is not None and self._views(swapped, seat) == self._views(state, seat)
            if hits >= SWAPS // 2:
                return True
        return False

    def _in_any_order(self, rows: Sequence[tuple[Any, ...]]) -> bool:
        """Whether a higher piece comes before a lower one about as often as after it."""
        up = total = 0
        for row in rows:
            for _ in range(2 if len(row) > 1 else 0):
                first = int(self.random.random() * (len(row) - 1))
                second = first + 1 + int(self.random.random() * (len(row) - first - 1))
                total += row[first] != row[second]
                up += row[first] < row[second]
        return abs(up - total / 2) <= TOO_FAR * sqrt(total) / 2


def _of_any_pieces(rows: Sequence[tuple[Any, ...]], hidden: Sequence[Sequence[tuple[Any, ...]]]) -> bool:
    """Whether the pieces of a place rank about as those of all hidden places do."""
    deviation = variance = 0.0
    for number, row in enumerate(rows):
        everything = [int(piece) for each in hidden for piece in each[number]]
        mean = sum(everything) / len(everything)
        spread = sum((piece - mean) ** 2 for piece in everything) / len(everything)
        if len(everything) > len(row) > 0:
            deviation += sum(map(int, row)) / len(row) - mean
            variance += spread / len(row) * (len(everything) - len(row)) / (len(everything) - 1)
    return abs(deviation) <= TOO_FAR * sqrt(variance) or not variance
