"""A play as steps that a person can follow, tile by tile, from the old table to the new one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from types import MappingProxyType
from typing import Final

from attrs import Factory, define, frozen

from rami.errors import IllegalMove, InvalidMeld, Language, RamiError
from rami.pieces import without
from rami.rummikub.checks import played_tiles
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.moves import Play
from rami.rummikub.referee import check
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, Tile, format_tiles

Row = Meld | tuple[Tile, ...]
"""Tiles that lie together: a meld, or, in the middle of a turn, tiles that are none yet or no more."""


class StepKind(StrEnum):
    """What a person does in a step."""

    ADD = "add"
    """Tiles from the rack go to a row, or begin one."""
    TAKE = "take"
    """Tiles go from a row to another row."""
    SPLIT = "split"
    """A row becomes two."""
    JOIN = "join"
    """Two rows become one."""
    REPLACE = "replace"
    """A tile takes the place of a joker, which then lies on its own."""
    SHIFT = "shift"
    """Jokers change their place in their row."""


@frozen
class Step:
    """One step of a play: some rows of the table become others, maybe with tiles from the rack.

    The tiles of `before` and those from the rack are together the tiles of `after`. A row that is not a meld is a tuple
    of tiles.

    Attributes:
        kind: What is done.
        tiles: The tiles that are moved; of a replacement, the tile and the joker.
        before: The rows that change, as they are.
        after: What becomes of them.

    Examples:
        >>> from rami.rummikub import parse_move, set_up
        >>> view = set_up("R6", "R4-R5-R6-R7-R8")
        >>> split, add = explain(view, parse_move("play R4-R5-R6 R6-R7-R8"))
        >>> split.before, split.after
        ((Run('R4-R5-R6-R7-R8'),), (Run('R4-R5-R6'), (Tile('R7'), Tile('R8'))))
        >>> add.message("fr")
        'Ajouter R6 du chevalet à R7 R8 : R6-R7-R8.'
    """

    kind: StepKind
    tiles: tuple[Tile, ...]
    before: tuple[Row, ...]
    after: tuple[Row, ...]

    @property
    def from_rack(self) -> tuple[Tile, ...]:
        """The tiles that come from the rack in this step."""
        return without(chain.from_iterable(map(_tiles, self.after)), chain.from_iterable(map(_tiles, self.before)))

    def message(self, lang: Language = "en") -> str:
        """The step as a sentence that a user interface can show as it is.

        Args:
            lang: `"en"` for English, `"fr"` for French.

        Returns:
            One sentence, with the rows in notation: melds joined, the tiles of other rows separated by spaces.

        Raises:
            RamiError: If `lang` is another language.
        """
        if lang not in ("en", "fr"):
            raise RamiError(f"lang must be 'en' or 'fr', not {lang!r}")
        english, french = _SENTENCES[self.kind, len(self.before)]
        rows = [*map(_text, self.before), *map(_text, self.after)]
        return (english if lang == "en" else french).format(*rows, tile=self.tiles[0], tiles=format_tiles(self.tiles))

    def __str__(self) -> str:
        return self.message()


_SENTENCES: Final[Mapping[tuple[StepKind, int], tuple[str, str]]] = MappingProxyType(
    {
        (StepKind.ADD, 0): ("Lay {0} from the rack.", "Poser {0} du chevalet."),
        (StepKind.ADD, 1): ("Add {tiles} from the rack to {0}: {1}.", "Ajouter {tiles} du chevalet à {0} : {1}."),
        (StepKind.TAKE, 2): (
            "Move {tiles} from {0} to {1}: {2} and {3}.",
            "Déplacer {tiles} de {0} vers {1} : {2} et {3}.",
        ),
        (StepKind.SPLIT, 1): ("Split {0} into {1} and {2}.", "Diviser {0} en {1} et {2}."),
        (StepKind.JOIN, 2): ("Join {1} to {0}: {2}.", "Joindre {1} à {0} : {2}."),
        (StepKind.REPLACE, 1): (
            "Put {tile} from the rack in the place of the joker of {0}: {1} and {2}.",
            "Mettre {tile} du chevalet à la place du joker de {0} : {1} et {2}.",
        ),
        (StepKind.REPLACE, 2): (
            "Put {tile} of {1} in the place of the joker of {0}: {2} and {3}.",
            "Mettre {tile} de {1} à la place du joker de {0} : {2} et {3}.",
        ),
        (StepKind.SHIFT, 1): ("Move {tiles} within {0}: {1}.", "Déplacer {tiles} dans {0} : {1}."),
    }
)
"""The sentences in English and French, by the kind of a step and the number of rows before it."""


def explain(position: State | View, play: Play) -> tuple[Step, ...]:
    """A play as the steps by which a person carries it out.

    A meld that is the same before and after is left alone. Of the others, each new one is built on the old one that it
    has most tiles in common with, where that one is not yet built on, and tiles that go the same way go together. This
    makes few steps, not always the fewest; never more than there are tiles in the melds that the play makes or changes.

    Args:
        position: The position before the play, or the view of the player who moves.
        play: The play.

    Returns:
        The steps in order; after the last one the table is `play.table`.

    Raises:
        IllegalMove: If the rules forbid the play.

    Examples:
        >>> from rami.rummikub import parse_move, set_up
        >>> view = set_up("R5 K8 B8", "R4-*-R6")
        >>> for step in explain(view, parse_move("play R4-R5-R6 K8=B8=*")):
        ...     print(step)
        Put R5 from the rack in the place of the joker of R4-*-R6: R4-R5-R6 and *.
        Add K8 B8 from the rack to *: K8=B8=*.
    """
    if problems := check(position, play):
        raise IllegalMove(problems)
    old, new = _less(position.table, play.table), _less(play.table, position.table)
    played = played_tiles(position, play)
    steps = _Workbench(old, new, played, _pieces(old, new, played)).steps()
    return tuple(step for step in steps if Counter(step.before) != Counter(step.after))


def _less(table: Table, other: Table) -> tuple[Meld, ...]:
    """The melds of a table that another one has not, identical melds counted."""
    return tuple((Counter(table.melds) - Counter(other.melds)).elements())


def _tiles(row: Row) -> tuple[Tile, ...]:
    return row if isinstance(row, tuple) else row.tiles


def _text(row: Row) -> str:
    return format_tiles(row) if isinstance(row, tuple) else str(row)


# ------------------------------------------------------------------------------------------------------------- pieces

_Token = tuple[int, int]
"""One tile: the number of the row where it lies at first, and its place there."""


@define(eq=False)
class _Piece:
    """Tiles that go together.

    Attributes:
        source: The number of the row where they lie: of an old meld, or of the rack, which comes after the old melds.
        target: The number of the new meld that they go to.
        spots: The place of each in the new meld.
    """

    source: int
    target: int
    spots: dict[_Token, int]


def _pieces(old: Sequence[Meld], new: Sequence[Meld], played: Sequence[Tile]) -> Iterator[_Piece]:
    """Which tiles go where: as many as can go the same way, again and again.

    At first jokers in runs go with their row only to where they stand for the same tile.
    """
    rows: list[Meld | None] = [*old, None]
    left = [dict(enumerate(meld.tiles)) for meld in old] + [dict(enumerate(played))]
    gaps = [dict(enumerate(meld.tiles)) for meld in new]
    built_on: set[int] = set()
    begun: set[int] = set()

    def merit(way: tuple[int, int]) -> tuple[int, bool, bool]:
        source, target = way
        is_table = source < len(old)
        return len(common[way]), is_table and source not in built_on and target not in begun, is_table

    for strict in (True, False):
        ways = [(source, target) for source in range(len(rows)) for target in range(len(new))]
        common = {(s, t): _common(rows[s], left[s], new[t], gaps[t], strict=strict) for s, t in ways}
        while pairs := common[best := max(ways, key=merit)]:
            source, target = best
            yield _Piece(source, target, {(source, place): spot for place, spot in pairs})
            if merit(best)[1]:
                built_on.add(source)
                begun.add(target)
            for place, spot in pairs:
                del left[source][place], gaps[target][spot]
            for s, t in ways:
                if s == source or t == target:
                    common[s, t] = _common(rows[s], left[s], new[t], gaps[t], strict=strict)


def _common(
    row: Meld | None, left: Mapping[int, Tile], meld: Meld, gaps: Mapping[int, Tile], *, strict: bool
) -> list[tuple[int, int]]:
    """The tiles that can go from a row, or from the rack (None), to the gaps of a new meld: their places there."""
    free = dict(gaps)
    pairs: list[tuple[int, int]] = []
    for place, tile in left.items():
        for spot, wanted in free.items():
            if tile == wanted and not (strict and tile == JOKER and row and not _stays(row, place, meld, spot)):
                pairs.append((place, spot))
                del free[spot]
                break
    return pairs


def _stays(old: Meld, place: int, new: Meld, spot: int) -> bool:
    both_runs = isinstance(old, Run) and isinstance(new, Run)
    return not both_runs or old.stands_for[place] == new.stands_for[spot]


# ---------------------------------------------------------------------------------------------------------- workbench


@define(eq=False)
class _Line:
    """A row of the table while the play is carried out.

    Attributes:
        tokens: Its tiles in order.
        kind: What it looks like.
        target: The new meld that is built on it; None if there is none.
    """

    tokens: list[_Token]
    kind: type[Run] | type[Group] | None = None
    target: int | None = None


@define(eq=False)
class _Workbench:
    """Carries the pieces from row to row.

    Attributes:
        old: The old melds that change.
        new: What becomes of them.
        played: The tiles from the rack.
        pieces: What goes where.
        lines: The rows: of the old melds, the rack, and those that are begun.
        at: The row in which each new meld is built, as far as it is begun.
        goals: The new meld that each tile goes to, and its place there.
        pending: The pieces that are still to go.
    """

    old: Sequence[Meld]
    new: Sequence[Meld]
    played: Sequence[Tile]
    pieces: Iterable[_Piece]
    lines: list[_Line] = Factory(list["_Line"])
    at: dict[int, int] = Factory(dict[int, int])
    goals: dict[_Token, tuple[int, int]] = Factory(dict[_Token, tuple[int, int]])
    pending: list[_Piece] = Factory(list[_Piece])

    def steps(self) -> Iterator[Step]:
        """The steps, in an order in which tiles leave a row before others come to it, where that is possible."""
        self._set_out()
        yield from self._replacements()
        while self.pending:
            piece = next(filter(self._is_ready, self.pending), self.pending[0])
            self.pending.remove(piece)
            yield self._carried(piece)
        for target, number in sorted(self.at.items()):
            if self._row(number) != self.new[target]:
                yield self._shifted(number, (JOKER,) * self.new[target].tiles.count(JOKER))

    def _set_out(self) -> None:
        """Lay out the old melds and the rack, and find what each new meld is built on."""
        for number, meld in enumerate(self.old):
            self.lines.append(_Line([(number, place) for place in range(len(meld.tiles))], type(meld)))
        rack = len(self.old)
        self.lines.append(_Line([(rack, place) for place in range(len(self.played))]))
        for piece in self.pieces:
            self.goals |= {token: (piece.target, spot) for token, spot in piece.spots.items()}
            line = self.lines[piece.source]
            if piece.source != rack and line.target is None and piece.target not in self.at:
                line.target, self.at[piece.target] = piece.target, piece.source
            else:
                self.pending.append(piece)

    def _order(self, piece: _Piece) -> tuple[int, bool, int, bool]:
        """By new meld; one that is begun gets tiles of the table first, others their largest part."""
        is_rack = piece.source == len(self.old)
        return piece.target, is_rack and piece.target in self.at, -len(piece.spots), is_rack

    def _is_ready(self, piece: _Piece) -> bool:
        """Whether no tiles have to leave the row that a piece goes to."""
        number = self.at.get(piece.target)
        return not any(other is not piece and other.source == number for other in self.pending)

    def _replacements(self) -> Iterator[Step]:
        """The jokers that leave a meld in which another tile takes their place."""
        leaving = [(token, piece) for piece in self.pending for token in piece.spots if self._tile(token) == JOKER]
        for joker, piece in leaving:
            taken_over = self._successor(joker)
            if taken_over is not None:
                tile, origin = taken_over
                spot = piece.spots.pop(joker)
                del origin.spots[tile]
                yield self._replaced(joker, tile, origin.source)
                self._set_aside(joker, _Piece(len(self.lines), piece.target, {joker: spot}))
        self.pending = sorted((piece for piece in self.pending if piece.spots), key=self._order)

    def _successor(self, joker: _Token) -> tuple[_Token, _Piece] | None:
        """A tile that comes to the row of a joker for one that it stands for, from the rack if one does."""
        number, place = joker
        if number == len(self.old):
            return None
        old, target = self.old[number], self.lines[number].target
        if target is None or type(old) is not type(self.new[target]):
            return None
        coming = [piece for piece in self.pending if piece.target == target and piece.source != number]
        for piece in sorted(coming, key=lambda piece: -piece.source):
            for token in piece.spots:
                if self._tile(token) in old.stands_for[place]:
                    return token, piece
        return None

    def _replaced(self, joker: _Token, tile: _Token, source: int) -> Step:
        line, origin = self.lines[joker[0]], self.lines[source]
        numbers = [joker[0]] if source == len(self.old) else [joker[0], source]
        before = tuple(map(self._row, numbers))
        line.tokens[line.tokens.index(joker)] = tile
        origin.tokens.remove(tile)
        after = [self._row(number) for number in numbers if self.lines[number].tokens]
        return Step(StepKind.REPLACE, (self._tile(tile), JOKER), before, (after[0], (JOKER,), *after[1:]))

    def _set_aside(self, joker: _Token, piece: _Piece) -> None:
        """Begin a row with a joker: that of its new meld, where that is not yet begun."""
        line = _Line([joker])
        self.lines.append(line)
        if piece.target in self.at:
            self.pending.append(piece)
        else:
            line.target, self.at[piece.target] = piece.target, piece.source

    def _carried(self, piece: _Piece) -> Step:
        """One piece goes to its new meld."""
        goal = self.at.get(piece.target)
        tokens = sorted(piece.spots, key=lambda token: piece.spots[token])
        moved = tuple(map(self._tile, tokens))
        if goal is not None and goal == piece.source:
            return self._shifted(goal, moved)
        is_rack = piece.source == len(self.old)
        from_rows, to_rows = ([] if is_rack else [piece.source]), ([] if goal is None else [goal])
        before = tuple(map(self._row, from_rows)), tuple(map(self._row, to_rows))
        source = self.lines[piece.source]
        source.tokens = [token for token in source.tokens if token not in piece.spots]
        if goal is None:
            goal = self.at[piece.target] = len(self.lines)
            self.lines.append(_Line([], target=piece.target))
        self.lines[goal].tokens += tokens
        self._straighten(goal)
        left = [self._row(number) for number in from_rows if self.lines[number].tokens]
        after = (*left, self._row(goal))
        if is_rack:
            return Step(StepKind.ADD, moved, before[1], after)
        if not to_rows:
            return Step(StepKind.SPLIT, moved, before[0], after)
        if left:
            return Step(StepKind.TAKE, moved, (*before[0], *before[1]), after)
        return Step(StepKind.JOIN, moved, (*before[1], *before[0]), after)

    def _shifted(self, number: int, moved: tuple[Tile, ...]) -> Step:
        before = self._row(number)
        self._straighten(number)
        return Step(StepKind.SHIFT, moved, (before,), (self._row(number),))

    def _straighten(self, number: int) -> None:
        """Put a row in the order of the new meld that is built on it, what has yet to leave it at the end."""
        line = self.lines[number]
        assert line.target is not None
        target = line.target
        line.kind = type(self.new[target])
        line.tokens.sort(key=lambda token: (self.goals[token][0] != target, self.goals[token][1], token))

    def _row(self, number: int) -> Row:
        line = self.lines[number]
        tiles = tuple(map(self._tile, line.tokens))
        try:
            return line.kind(tiles) if line.kind else tiles
        except InvalidMeld:
            return tiles

    def _tile(self, token: _Token) -> Tile:
        number, place = token
        return self.played[place] if number == len(self.old) else self.old[number].tiles[place]
