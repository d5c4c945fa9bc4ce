"""What views may not tell, and what random states have to leave open."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from itertools import combinations, islice
from math import sqrt
from random import Random
from typing import Any, Generic

from attrs import frozen

from rami.game import Game, M, R, S, V
from rami.pieces import without
from rami.testing.exploring import pick
from rami.testing.piece_paths import Place, places, put, whole

GUESSES = 24
"""How many random states of a view are compared."""

DOUBTFUL = 3.0
"""From how many standard errors on more of them are made."""

MORE = 16
"""How many times as many."""

TOO_FAR = 6.0
"""How many standard errors from what is expected break a promise: by chance once in five hundred million times."""

SWAPS = 8
"""How many pairs of pieces of a position are exchanged."""

SEEN = 4
"""How many moves of a position are looked on by the others."""

CASES = 24
"""Up to how many positions that fit a view each is counted."""

EACH = 100
"""How many random states are made for each of them."""

SORTED = 5
"""A row of so many pieces that lies in their order has no order of its own."""

Expect = Callable[[bool, str], None]
"""Says of a promise whether it is kept, and what is broken if not."""


class _Which(Enum):
    """Of which pieces of a place it is asked whether any could be there."""

    ANY = "a piece of it, and one of another place"
    ORDER = "two pieces of a row"
    FIRST = "the first piece of a row, and a later one"
    LAST = "the last piece of a row, and an earlier one"


_Spot = tuple[Place, int]
"""Where a piece is: the place, and the index in it."""


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

    # ------------------------------------------------------------------------------------------------------ exchanges

    def exchanged(self, state: S) -> None:
        """Positions that differ in two pieces: other digests, and no view that tells what is another's."""
        found = list(places(state, self.pieces))
        owned = [place for place in found if place.seat is not None] or found
        for number in range(SWAPS if found else 0):
            one = pick((owned, found)[number % 2], self.random)
            other = pick(found, self.random)
            spots = ((one, self._end_or_any(one, state)), (other, self._end_or_any(other, state)))
            changed = self._exchanged(state, *spots)
            if changed is None or (one.name == other.name and changed == state):  # a row that is sorted
                continue
            self.expect(changed != state, f"two positions with other pieces in {one} and {other} are equal")
            differs = self.game.digest(changed) != self.game.digest(state)
            self.expect(differs, f"digest: the same for two positions with other pieces in {one} and {other}")
            self._views_tell_no_more(state, changed, (one, other))

    def _views_tell_no_more(self, state: S, other: S, pair: tuple[Place, Place]) -> None:
        """Who owns neither of two pieces that were exchanged sees of it what a spectator sees: nothing, or all.

        Where both are nobody's, or a single one is, a player may have looked at it.
        """
        owners = {place.seat for place in pair}
        public = not self._alike(state, other, None)
        hidden = ", or of ".join(
            dict.fromkeys(f"the {place}" for place in sorted(pair, key=lambda each: each.seat is None))
        )
        if owners == {None} or any(place.is_single and place.seat is None for place in pair):
            return
        for seat in range(state.players):
            if seat in owners:
                continue
            told = not self._alike(state, other, seat)
            self.expect(public or not told, f"the view of seat {seat} tells a piece of {hidden}")
            self.expect(told or not public, f"a spectator is told a piece of {hidden}, and seat {seat} is not")
            if not told and self.game.seen is not None:
                self._moves_tell_no_more(state, other, seat)

    def _moves_tell_no_more(self, state: S, other: S, seat: int) -> None:
        """A move that leads two positions to the same views is seen alike."""
        assert self.game.seen is not None
        for move in islice(self.game.legal_moves(state), SEEN):
            if not self.game.check(other, move):
                after = self.game.apply(state, move), self.game.apply(other, move)
                if self._alike(*after, seat):
                    same = self.game.seen(state, move, seat) == self.game.seen(other, move, seat)
                    self.expect(same, f"seen: {move} tells seat {seat} what its views do not")

    def _alike(self, state: S, other: S, seat: int | None) -> bool:
        """Whether two positions give a seat the same view, with all that it holds."""
        return bool(whole(self.game.observe(state, seat)) == whole(self.game.observe(other, seat)))

    def _end_or_any(self, place: Place, state: S) -> int:
        """An index of a row: the first one, which is often the next to be drawn, the last or any."""
        return pick((0, len(place.of(state)) - 1, self._index(place, state)), self.random)

    def _index(self, place: Place, state: S) -> int:
        return int(self.random.random() * len(place.of(state)))

    def _exchanged(self, state: S, first: _Spot, second: _Spot) -> S | None:
        """The position with two pieces in each other's places, hands in order as before; None if it cannot be."""
        (place, here), (other, there) = first, second
        rows = {each: list(each.of(state)) for each in (place, other)}
        one, two = rows[place][here], rows[other][there]
        if one == two:
            return None
        in_order = [each for each, row in rows.items() if each.seat is not None and row == sorted(row)]
        rows[place][here], rows[other][there] = two, one
        for each in in_order:
            rows[each].sort()
        try:
            changed: S = put(state, rows)
            possible = self.game.flaws is None or not self.game.flaws(changed)
        except ValueError:  # a position that its own class refuses
            return None
        return changed if possible else None

    # -------------------------------------------------------------------------------------------------- random states

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
        """Random states are spread over what is hidden: rows lie in any order, and places have any pieces.

        Args:
            state: The position.
            seat: Whose view it is; None for a spectator's.
            seed: The first seed of the random states.
        """
        view = self.game.observe(state, seat)
        guesses = self._guesses(view, range(seed, seed + GUESSES))
        self._even(view, self.cases(state, seat))
        rows = {place: [place.of(guess) for guess in guesses] for place in places(state, self.pieces)}
        varying = {place: _unknown(found) for place, found in rows.items() if len(set(found)) > 1}
        for place in rows:
            told = f"determinize: always the same {place}, which the view of {seat} does not show"
            self.expect(place in varying or not self._is_hidden(state, place, seat), told)
        doubtful = [
            (place, which)
            for place in varying
            for which in _Which
            if self._error(state, place, which, varying) > DOUBTFUL
        ]
        if doubtful:
            guesses = self._guesses(view, range(seed, seed + MORE * GUESSES))
            for place, which in doubtful:
                told = "is not of any of the hidden pieces" if which is _Which.ANY else "does not lie in any order"
                far = self._exchangeable(guesses, view, place, which, list(varying)) > TOO_FAR
                self.expect(not far, f"determinize: the {place} {told}")

    def _guesses(self, view: V, seeds: range) -> list[S]:
        """Random states, each of which fits the view."""
        guesses = [self.game.determinize(view, seed=number) for number in seeds]
        for guess in guesses:
            fits = self.game.observe(guess, view.player) == view
            self.expect(fits, f"a random state does not fit the view of {view.player}")
        return guesses

    def _error(
        self, state: S, place: Place, which: "_Which", varying: Mapping[Place, Sequence[tuple[Any, ...]]]
    ) -> float:
        """How far a place is from what may be expected, in standard errors; what a view tells can be the reason."""
        found, row = varying[place], place.of(state)
        if which is _Which.ANY:
            return _any_pieces(found, list(varying.values()))
        if place.seat is not None or (len(row) >= SORTED and list(row) == sorted(row)):
            return 0
        if which is _Which.ORDER:
            return self._any_order(found)
        long = [each for each in found if len(each) > 1]
        return _any_pieces([each[:1] if which is _Which.FIRST else each[-1:] for each in long], [long])

    def _exchangeable(
        self, guesses: Sequence[S], view: V, place: Place, which: "_Which", varying: list[Place]
    ) -> float:
        """How far it is from an even chance which of two pieces lies where, in standard errors.

        Only pieces count that could as well lie the other way round: then nothing that a view tells is the reason.
        """
        up = total = 0
        for guess in guesses:
            other = place
            if which is _Which.ANY:
                other = pick([each for each in varying if each != place] or [place], self.random)
            first, last = self._index(place, guess), self._index(other, guess)
            if other == place:
                first, last = min(first, last), max(first, last)
                first = 0 if which is _Which.FIRST else first
                last = len(place.of(guess)) - 1 if which is _Which.LAST else last
            swapped = self._exchanged(guess, (place, first), (other, last))
            if swapped is not None and swapped != guess and self.game.observe(swapped, view.player) == view:
                total += 1
                up += place.of(guess)[first] < other.of(guess)[last]
        return abs(2 * up - total) / sqrt(total) if total else 0

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
            if other.name == place.name or other.seat == seat is not None:
                continue
            hits = 0
            for _ in range(SWAPS):
                spots = ((place, self._index(place, state)), (other, self._index(other, state)))
                swapped = self._exchanged(state, *spots)
                hits += swapped is not None and self._alike(swapped, state, seat)
            if hits >= SWAPS // 2:
                return True
        return False

    def _any_order(self, rows: Sequence[tuple[Any, ...]]) -> float:
        """How far it is from an even chance that a higher piece comes before a lower one, in standard errors."""
        up = total = 0
        for row in rows:
            for _ in range(2 if len(row) > 1 else 0):
                first = int(self.random.random() * (len(row) - 1))
                second = first + 1 + int(self.random.random() * (len(row) - first - 1))
                total += row[first] != row[second]
                up += row[first] < row[second]
        return abs(up - total / 2) / (sqrt(total) / 2) if total else 0


def _unknown(rows: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Rows without the pieces that all of them have: those are known to lie there."""
    common = Counter(rows[0])
    for row in rows:
        common &= Counter(row)
    return [without(row, common.elements()) for row in rows]


def _any_pieces(rows: Sequence[tuple[Any, ...]], hidden: Sequence[Sequence[tuple[Any, ...]]]) -> float:
    """How far the pieces of a place rank from those of all hidden places, in standard errors."""
    deviation = variance = 0.0
    for number, row in enumerate(rows):
        everything = [int(piece) for each in hidden for piece in each[number]]
        mean = sum(everything) / max(1, len(everything))
        spread = sum((piece - mean) ** 2 for piece in everything) / max(1, len(everything))
        if len(everything) > len(row) > 0:
            deviation += sum(map(int, row)) / len(row) - mean
            variance += spread / len(row) * (len(everything) - len(row)) / (len(everything) - 1)
    return abs(deviation) / sqrt(variance) if variance else 0
