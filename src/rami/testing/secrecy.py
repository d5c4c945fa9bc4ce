"""Checks that views reveal nothing hidden, and that random states are spread evenly over what is hidden."""

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
from rami.testing.exploring import LISTED, pick, reservoir
from rami.testing.piece_paths import PiecePath, differing, init_fields, piece_paths, same_value, with_pieces

SAMPLES = 24
"""How many random states of a view are compared."""

DOUBTFUL = 3.0
"""From how many standard errors on a larger sample decides."""

LARGER = 16
"""How many times as large it is."""

TOO_FAR = 6.0
"""How many standard errors from the expected value break a promise: by chance once in five hundred million times."""

SWAPS = 8
"""How many pairs of pieces of a position are exchanged."""

OBSERVED = 4
"""How many moves of a position are observed by the other seats."""

FEW_STATES = 24
"""Up to how many states that fit a view each is counted."""

EACH = 100
"""How many random states are made for each of them."""

SORTED = 5
"""A row of so many pieces in ascending order is a sorted row, not a shuffled one."""

Expect = Callable[[bool, str], None]
"""Takes a condition, and what is broken where it is false."""

_Spot = tuple[PiecePath, int]
"""The path to a row, and an index in it."""


class _Question(Enum):
    """The two pieces that are compared."""

    ANY_PIECE = "one of a row, and one of another row"
    ANY_ORDER = "two of a row"
    FIRST = "the first of a row, and a later one"
    LAST = "the last of a row, and an earlier one"


def secret_fields(game: Game[Any, Any, Any, Any]) -> frozenset[str]:
    """Return the fields of a state that nobody but the owner may know."""
    if game.secret is not None:
        return frozenset(game.secret)
    return frozenset(each.name for each in init_fields(game.state) if not each.repr)


def seat_name(seat: int | None) -> str:
    """Return a seat, or the spectator, as a sentence names it."""
    return "a spectator" if seat is None else f"seat {seat}"


@frozen
class Secrecy(Generic[R, S, M, V]):
    """Exchanges hidden pieces, and compares random states."""

    game: Game[R, S, M, V]
    pieces: frozenset[Any]
    random: Random
    expect: Expect

    # ------------------------------------------------------------------------------------------------------ exchanges

    def exchanges(self, state: S) -> None:
        """Expect positions that differ in two pieces to have other digests, and views to hide the pieces of others."""
        found = list(piece_paths(state, self.pieces))
        secret = secret_fields(self.game)
        owned = [path for path in found if path.seat is not None] or found
        hidden = [path for path in found if path.name in secret] or found
        moves = self._few_moves(state)
        for number in range(SWAPS if found else 0):
            one = pick((owned, hidden)[number % 2], self.random)
            other = pick((found, hidden)[number // 2 % 2], self.random)
            spots = ((one, self._end_or_any_index(one, state)), (other, self._end_or_any_index(other, state)))
            changed = self._exchange(state, *spots)
            if changed is None or (one.name == other.name and changed == state):  # a row that is sorted
                continue
            self.expect(changed != state, f"two positions with other pieces in {one} and {other} are equal")
            differs = self.game.digest(changed) != self.game.digest(state)
            self.expect(differs, f"digest: the same for two positions with other pieces in {one} and {other}")
            tried = moves if number % 4 < 2 else []
            if {one.name, other.name} <= secret:
                if not any(self._is_known(state, spot, found, secret) for spot in spots):
                    self._secrets_stay(state, changed, spots, tried)
            else:
                self._views_hide(state, changed, (one, other), tried)

    def _few_moves(self, state: S) -> list[M]:
        """Return a few legal moves, of as many kinds as there are."""
        listed = list(islice(self.game.legal_moves(state), LISTED))
        kinds = {type(move): move for move in listed}
        return [*kinds.values(), *reservoir(listed, OBSERVED, self.random)][: 2 * OBSERVED]

    def _is_known(self, state: S, spot: _Spot, found: Sequence[PiecePath], secret: frozenset[str]) -> bool:
        """Tell whether the state itself says openly that a piece is there, such as one that was taken in public."""
        path, index = spot
        piece = path.pieces(state)[index]
        public = [each for each in found if each.name not in secret and (each.is_single or each.seat is not None)]
        return any(each.seat in (path.seat, None) and piece in each.pieces(state) for each in public)

    def _secrets_stay(self, state: S, other: S, spots: tuple[_Spot, _Spot], moves: Sequence[M]) -> None:
        """Expect nobody but the owners to notice that two secret pieces are exchanged, now and after a move."""
        owners = {path.seat for path, _ in spots if path.seat is not None}
        (one, _), (another, _) = spots
        hidden = f"the {one}" if one == another else f"the {one} or the {another}"
        strangers = [seat for seat in (None, *range(state.players)) if seat is None or seat not in owners]
        for seat in strangers:
            views = self.game.observe(state, seat), self.game.observe(other, seat)
            wrong = f"the view of {seat_name(seat)} tells a piece of {hidden}, which Game.secret keeps from it"
            same = same_value(*views)
            self.expect(same, wrong if same else f"{wrong}: with two pieces exchanged {differing(*views)}")
            if seat is not None:
                self._moves_hide(state, other, seat, moves)
        pieces = Counter([path.pieces(state)[index] for path, index in spots])
        for move in moves:
            if not self.game.check(other, move):
                after = self.game.apply(state, move), self.game.apply(other, move)
                for seat in strangers:
                    if seat != state.current_player:
                        self._drawn_pieces_stay(state, move, after, seat, pieces)

    def _drawn_pieces_stay(
        self, state: S, move: M, after: tuple[S, S], seat: int | None, pieces: Mapping[Any, int]
    ) -> None:
        """Expect a move to make a secret piece public only if it leaves the secret fields."""
        views = self.game.observe(after[0], seat), self.game.observe(after[1], seat)
        if same_value(*views) or self._secret_pieces(after[0]) != self._secret_pieces(state):
            return
        shown, other = (Counter(_all_pieces(view, self.pieces)) for view in views)
        told = set(shown - other) | set(other - shown)
        wrong = f"after {move}, the view of {seat_name(seat)} tells a piece that is still secret"
        self.expect(not (told and told <= set(pieces)), f"{wrong}: {differing(*views)}")

    def _secret_pieces(self, state: S) -> Counter[Any]:
        secret = secret_fields(self.game)
        return Counter(
            piece for path in piece_paths(state, self.pieces) if path.name in secret for piece in path.pieces(state)
        )

    def _views_hide(self, state: S, other: S, pair: tuple[PiecePath, PiecePath], moves: Sequence[M]) -> None:
        """Expect a seat that owns neither of two exchanged pieces to see what a spectator sees of them: nothing or all.

        Where nobody owns either, or one is a single piece of nobody's, a player may have looked at it.
        """
        owners = {path.seat for path in pair}
        public = not self._same_view(state, other, None)
        hidden = ", or of ".join(
            dict.fromkeys(f"the {path}" for path in sorted(pair, key=lambda each: each.seat is None))
        )
        if owners == {None} or any(path.is_single and path.seat is None for path in pair):
            return
        for seat in range(state.players):
            if seat in owners:
                continue
            revealed = not self._same_view(state, other, seat)
            self.expect(public or not revealed, f"the view of seat {seat} tells a piece of {hidden}")
            self.expect(revealed or not public, f"a spectator is told a piece of {hidden}, and seat {seat} is not")
            if not revealed:
                self._moves_hide(state, other, seat, moves)

    def _moves_hide(self, state: S, other: S, seat: int, moves: Sequence[M]) -> None:
        """Expect a move that leads two positions to the same views to be seen alike."""
        seen = self.game.seen
        if seen is None:
            return
        for move in moves:
            if not self.game.check(other, move):
                after = self.game.apply(state, move), self.game.apply(other, move)
                if self._same_view(*after, seat):
                    same = seen(state, move, seat) == seen(other, move, seat)
                    self.expect(same, f"seen: {move} tells seat {seat} what its views do not")

    def _same_view(self, state: S, other: S, seat: int | None) -> bool:
        return same_value(self.game.observe(state, seat), self.game.observe(other, seat))

    def _end_or_any_index(self, path: PiecePath, state: S) -> int:
        """Return the first index of a row, often the next piece to be drawn, the last or any."""
        return pick((0, len(path.pieces(state)) - 1, self._any_index(path, state)), self.random)

    def _any_index(self, path: PiecePath, state: S) -> int:
        return int(self.random.random() * len(path.pieces(state)))

    def _exchange(self, state: S, first: _Spot, second: _Spot) -> S | None:
        """Exchange two pieces, and sort hands that were sorted; return None if that position cannot be."""
        (path, index), (other_path, other_index) = first, second
        rows = {each: list(each.pieces(state)) for each in (path, other_path)}
        piece, other_piece = rows[path][index], rows[other_path][other_index]
        if piece == other_piece:
            return None
        sorted_hands = [each for each, row in rows.items() if each.seat is not None and row == sorted(row)]
        rows[path][index], rows[other_path][other_index] = other_piece, piece
        for each in sorted_hands:
            rows[each].sort()
        try:
            changed: S = with_pieces(state, rows)
            possible = self.game.flaws is None or not self.game.flaws(changed)
        except ValueError:  # a position that its own class refuses
            return None
        return changed if possible else None

    # -------------------------------------------------------------------------------------------------- random states

    def fitting_states(self, state: S, seat: int | None) -> list[S]:
        """Return every state with the same view, found by exchanging pairs; none if there are many, or equal pieces."""
        view, found, expanded = self.game.observe(state, seat), [state], 0
        spots = [(path, index) for path in piece_paths(state, self.pieces) for index in range(len(path.pieces(state)))]
        if len({path.pieces(state)[index] for path, index in spots}) < len(spots):
            return []
        while expanded < len(found) <= FEW_STATES:
            for first, second in combinations(spots, 2):
                other = self._exchange(found[expanded], first, second)
                if other is not None and other not in found and same_value(self.game.observe(other, seat), view):
                    found.append(other)
                    if len(found) > FEW_STATES:
                        return []
            expanded += 1
        return found

    def spread(self, state: S, seat: int | None, seed: int) -> None:
        """Expect random states to be spread over what is hidden: each row in any order, each piece in any row."""
        view = self.game.observe(state, seat)
        samples = self._samples(view, range(seed, seed + SAMPLES))
        paths = list(piece_paths(state, self.pieces))
        self._equally_likely(view, self.fitting_states(state, seat), paths)
        rows = {path: [path.pieces(sample) for sample in samples] for path in paths}
        varying = {path: _without_common(found) for path, found in rows.items() if len(set(found)) > 1}
        for path in rows:
            wrong = f"determinize: always the same {path}, which the view of {seat_name(seat)} does not show"
            self.expect(path in varying or not self._is_hidden(state, path, seat), wrong)
        doubtful = [
            (path, question)
            for path in varying
            for question in _Question
            if self._deviation(state, path, question, varying) > DOUBTFUL
        ]
        if doubtful:
            samples = self._samples(view, range(seed, seed + LARGER * SAMPLES))
            for path, question in doubtful:
                any_piece = question is _Question.ANY_PIECE
                wrong = (
                    "does not get every hidden piece equally often"
                    if any_piece
                    else "does not have every order equally often"
                )
                far = self._exchangeable_deviation(samples, view, path, question, list(varying)) > TOO_FAR
                self.expect(not far, f"determinize: the {path} {wrong}")

    def _samples(self, view: V, seeds: range) -> list[S]:
        """Return random states, each of which fits the view."""
        samples = [self.game.determinize(view, seed=number) for number in seeds]
        for sample in samples:
            self.fits(sample, view)
        return samples

    def fits(self, sample: S, view: V) -> None:
        """Expect a random state to give its view back, in the fields too that `==` leaves out."""
        again = self.game.observe(sample, view.player)
        same = same_value(again, view)
        wrong = f"a random state does not fit the view of {seat_name(view.player)}"
        self.expect(same, wrong if same else f"{wrong}: {differing(again, view)}")

    def _deviation(
        self,
        state: S,
        path: PiecePath,
        question: _Question,
        varying: Mapping[PiecePath, Sequence[tuple[Any, ...]]],
    ) -> float:
        """Return the standard errors of a row from the expected value; what a view reveals can be the reason."""
        found, row = varying[path], path.pieces(state)
        if question is _Question.ANY_PIECE:
            return _rank_deviation(found, list(varying.values()))
        if path.seat is not None or (len(row) >= SORTED and list(row) == sorted(row)):
            return 0
        if question is _Question.ANY_ORDER:
            return self._order_deviation(found)
        long = [each for each in found if len(each) > 1]
        return _rank_deviation([each[:1] if question is _Question.FIRST else each[-1:] for each in long], [long])

    def _exchangeable_deviation(
        self, samples: Sequence[S], view: V, path: PiecePath, question: _Question, varying: list[PiecePath]
    ) -> float:
        """Return the standard errors from an even chance that the lower of two pieces lies first.

        Only pieces count that the view allows to lie the other way round, so that no knowledge is the reason.
        """
        up = total = 0
        for sample in samples:
            other = path
            if question is _Question.ANY_PIECE:
                other = pick([each for each in varying if each != path] or [path], self.random)
            first, last = self._any_index(path, sample), self._any_index(other, sample)
            if other == path:
                first, last = min(first, last), max(first, last)
                first = 0 if question is _Question.FIRST else first
                last = len(path.pieces(sample)) - 1 if question is _Question.LAST else last
            swapped = self._exchange(sample, (path, first), (other, last))
            if swapped is not None and swapped != sample and same_value(self.game.observe(swapped, view.player), view):
                total += 1
                up += path.pieces(sample)[first] < other.pieces(sample)[last]
        return abs(2 * up - total) / sqrt(total) if total else 0

    def _equally_likely(self, view: V, states: Sequence[S], paths: Sequence[PiecePath]) -> None:
        """Expect the pieces of each of the few states that fit a view as often as those of any other.

        What is hidden besides pieces, such as the seed of later shuffles, differs between random states.
        """

        def rows(state: S) -> tuple[tuple[Any, ...], ...]:
            return tuple(path.pieces(state) for path in paths)

        samples = (self.game.determinize(view, seed=number) for number in range(EACH * len(states)))
        counts = Counter(map(rows, samples))
        for state in states:
            number = counts[rows(state)]
            far = abs(number - EACH) > TOO_FAR * sqrt(EACH * (1 - 1 / len(states)))
            wrong = f"determinize: {number} times of {counts.total()} one of {len(states)} positions that all fit"
            self.expect(not far, wrong)

    def _is_hidden(self, state: S, path: PiecePath, seat: int | None) -> bool:
        """Tell whether the view stays the same with pieces of another row there."""
        for other in piece_paths(state, self.pieces):
            if other.name == path.name or other.seat == seat is not None:
                continue
            hits = 0
            for _ in range(SWAPS):
                spots = ((path, self._any_index(path, state)), (other, self._any_index(other, state)))
                swapped = self._exchange(state, *spots)
                hits += swapped is not None and self._same_view(swapped, state, seat)
            if hits >= SWAPS // 2:
                return True
        return False

    def _order_deviation(self, rows: Sequence[tuple[Any, ...]]) -> float:
        """Return the standard errors from an even chance that the lower of two pieces of a row lies first."""
        up = total = 0
        for row in rows:
            for _ in range(2 if len(row) > 1 else 0):
                first = int(self.random.random() * (len(row) - 1))
                second = first + 1 + int(self.random.random() * (len(row) - first - 1))
                total += row[first] != row[second]
                up += row[first] < row[second]
        return abs(up - total / 2) / (sqrt(total) / 2) if total else 0


def _all_pieces(view: Any, pieces: frozenset[Any]) -> list[Any]:
    return [piece for path in piece_paths(view, pieces) for piece in path.pieces(view)]


def _without_common(rows: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Remove the pieces that all rows share: those are known to lie there."""
    common = Counter(rows[0])
    for row in rows:
        common &= Counter(row)
    return [without(row, common.elements()) for row in rows]


def _rank_deviation(rows: Sequence[tuple[Any, ...]], hidden: Sequence[Sequence[tuple[Any, ...]]]) -> float:
    """Return the standard errors between the ranks of the pieces in a row and in all hidden rows."""
    deviation = variance = 0.0
    for number, row in enumerate(rows):
        everything = [int(piece) for each in hidden for piece in each[number]]
        mean = sum(everything) / max(1, len(everything))
        spread = sum((piece - mean) ** 2 for piece in everything) / max(1, len(everything))
        if len(everything) > len(row) > 0:
            deviation += sum(map(int, row)) / len(row) - mean
            variance += spread / len(row) * (len(everything) - len(row)) / (len(everything) - 1)
    return abs(deviation) / sqrt(variance) if variance else 0
