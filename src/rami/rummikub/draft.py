"""A turn under construction: the table while a person moves tile by tile."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, islice, product
from typing import Any, Final, Literal, cast

from attrs import evolve, field, frozen

from rami.counting import MOST_NAMED
from rami.errors import IllegalMove, RamiError, RulesError, Violation, WrongType, shown
from rami.messages import Pictured
from rami.pieces import is_unordered, one_piece, row_text, without
from rami.rummikub.checks import played_tiles, unaccounted
from rami.rummikub.melds import Meld, MeldLike, Table, meld_of
from rami.rummikub.moves import Change, Play, TimeOut
from rami.rummikub.position import View
from rami.rummikub.referee import check
from rami.rummikub.rows import Row, new_row, readings, row_of
from rami.rummikub.rules import Code, cited
from rami.rummikub.scoring import rack_value
from rami.rummikub.solver import best_play
from rami.rummikub.steps import Step
from rami.rummikub.tiles import Tile
from rami.rummikub.workbench import steps_to
from rami.shapes import altered, instance, typed, typed_fields

Place = int | Literal["rack", "new"]
"""The place of a tile: the index of a row, `"rack"`, or `"new"` for a row that it begins."""


def _view(value: View) -> View:
    instance("view", value, View, "a View", hint="see observe")
    if value.player is None:
        raise RamiError("a draft is made of the view of a player; a spectator has no rack")
    return value


MOST_READINGS: Final = 64
"""The most combinations of readings that are tried: with six jokers there are no more."""


def _rows(rows: Iterable[Row | MeldLike]) -> tuple[Row, ...]:
    if not isinstance(rows, Iterable) or isinstance(rows, str) or is_unordered(rows):
        raise WrongType(f"rows must be a row of rows, not {shown(rows)}")
    return tuple(row_of(row, f"rows[{index}]") for index, row in enumerate(rows))


def _check_tiles(rows: tuple[Row, ...], view: View) -> None:
    """Refuse tiles that are neither on the table nor on the rack."""
    laid = [tile for row in rows for tile in row.tiles]
    if foreign := without(laid, (*view.table.tiles, *view.rack)):
        raise RulesError(f"the rows have tiles that are neither on the table nor on the rack: {_some(foreign)}")


def _own_turn(view: View) -> View:
    """Return a view as if it were its owner's turn."""
    assert view.player is not None  # `_view` has checked it
    return view if view.player == view.current_player else altered(view, current_player=view.player)


def _some(tiles: tuple[Tile, ...]) -> str:
    return row_text(tiles[:MOST_NAMED])


@frozen(init=False, field_transformer=typed_fields)
class Draft(Pictured):
    """A turn under construction: the rows on the table, which need not be melds yet, and the rest of the rack.

    Every method returns another draft and leaves this one as it is, so the draft before is the undo. Tiles of a kind
    are interchangeable. Tiles of the table never go to the rack (001.10); those that were laid may go back (A18). The
    owner of a view who waits for the turn may prepare it: then `play` is None until the turn has come.

    A row is given as tiles, as text, as a `Meld` or as the JSON of a meld. A row with joints, a `Meld` and its JSON
    claim to be that meld, until the tiles of the row change. Any other row is a wish: it is read as a meld that its
    tiles make, in the given order first, then as a meld of the table, then as the one of most points. If the play of
    these readings is illegal, the others are tried. A reading belongs to its draft; `Draft(view, draft.rows)` keeps
    claims, and reads wishes anew. Tiles of the rack that are in no row stay on the rack.

    Attributes:
        view: What the player sees as the turn begins.
        rows: The rows on the table in their order, each with the meld that it is read as, or with its problem.

    Raises:
        RamiError: If `view` is not the view of a player.
        RulesError: If a row has a tile that is neither on the table nor on the rack.
        NotationError: If a row is empty or cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 K1", "R4-R5-R6")
        >>> draft = Draft(view, [["R4", "R5", "R6", "R7"]])
        >>> print(draft.play)
        play R4-R5-R6-R7
        >>> draft = Draft(view).move("R7", "rack", 0)
        >>> draft.rows[0].meld, draft.rack
        (Run('R4-R5-R6-R7'), (Tile('K1'),))
        >>> draft = draft.move("R5", 0, "new")
        >>> [problem.message() for problem in draft.problems]
        ['The numbers of a run must be consecutive: R4 R6 R7.', ...]
        >>> draft.rows_of(draft.problems[0]), draft.play is None
        ((0,), True)
    """

    view: View = field(converter=_view)
    rows: tuple[Row, ...] = field(converter=_rows)
    _found: tuple[Violation, ...] | None = field(default=None, init=False, eq=False, repr=False)

    def __init__(self, view: View, rows: Iterable[Row | MeldLike] | None = None) -> None:
        """Read the rows; None for the melds of the table."""
        cast("Any", self).__attrs_init__(view, _view(view).table if rows is None else rows)

    def __attrs_post_init__(self) -> None:
        """Read the rows by the rules."""
        rows, view = self.rows, self.view
        _check_tiles(rows, view)
        known = frozenset(view.table)
        found = [readings(row, view.rules, known) for row in rows]
        chosen: Sequence[Meld | None] = [melds[0] if melds else None for melds, _ in found]
        if any(len(melds) > 1 for melds, _ in found) and all(chosen) and not self.missing:
            chosen = self._legal([melds for melds, _ in found])
        problems = [problem for _, problem in found]
        read = zip((row.tiles for row in rows), chosen, problems, (row.claim for row in rows), strict=True)
        object.__setattr__(self, "rows", tuple(map(new_row, read)))

    def _legal(self, choices: Sequence[tuple[Meld, ...]]) -> Sequence[Meld]:
        """Return the first readings that make a legal play, or the first of all, and keep what is wrong with them."""
        own = _own_turn(self.view)
        first: Sequence[Meld] = [melds[0] for melds in choices]
        problems: tuple[Violation, ...] = ()
        for number, melds in enumerate(islice(product(*choices), MOST_READINGS)):
            wrong = check(own, Play(melds))
            if not wrong:
                first, problems = melds, ()
                break
            if not number:
                problems = wrong
        if own is self.view:
            object.__setattr__(self, "_found", problems)
        return first

    # ------------------------------------------------------------------------------------------------------- questions

    @property
    def laid(self) -> tuple[Tile, ...]:
        """The tiles of the rack that are on the table, in canonical order."""
        return tuple(sorted(without((tile for row in self.rows for tile in row.tiles), self.view.table.tiles)))

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The rest of the rack, in canonical order."""
        return without(self.view.rack, self.laid)

    @property
    def missing(self) -> tuple[Tile, ...]:
        """The tiles of the table that are in no row, in canonical order."""
        return without(self.view.table.tiles, [tile for row in self.rows for tile in row.tiles])

    @property
    def problems(self) -> tuple[Violation, ...]:
        """Everything that is wrong with the turn now: each row that is no meld, otherwise the violations of `check`."""
        if self._found is None:
            object.__setattr__(self, "_found", self._problems())
        assert self._found is not None
        return self._found

    def _problems(self) -> tuple[Violation, ...]:
        unfinished = [row.problem for row in self.rows if row.problem is not None]
        if not unfinished:
            return check(self.view, Play(self._table))
        if not self.laid:
            unfinished.append(Violation(Code.NOTHING_PLAYED))
        loose = [tile for row in self.rows if row.meld is None for tile in row.tiles]
        unfinished += unaccounted(_own_turn(self.view), Change.between(self.view.table, self._table, tuple(loose)))
        return cited(unfinished, self.view.rules)

    def rows_of(self, problem: Violation) -> tuple[int, ...]:
        """Return the indices of the rows that a problem concerns, to mark them on a screen.

        Args:
            problem: One of `problems`, or a violation of the play that a server returned.

        Returns:
            The indices in ascending order, equal rows alike; () if the problem concerns no row.

        Examples:
            >>> from rami.rummikub import set_up
            >>> draft = Draft(set_up("R7 K1", "R4-R5-R6"), ["R4 R5 R6", "K1 R7"])
            >>> [draft.rows_of(problem) for problem in draft.problems]
            [(1,)]
        """
        rows = {tuple(sorted(row)) for row in instance("problem", problem, Violation).rows}
        return tuple(index for index, row in enumerate(self.rows) if tuple(sorted(row.tiles)) in rows)

    @property
    def play(self) -> Play | None:
        """The play that the rows make, if it is legal now; None if it is not."""
        return None if self.problems else Play(self._table)

    @property
    def _table(self) -> Table:
        return Table([row.meld for row in self.rows if row.meld is not None])

    def timeout(self) -> TimeOut:
        """Return the move if the time ran out now (000.12): the melds, and all other tiles loose.

        Returns:
            The move, for `apply`.

        Examples:
            >>> from rami.rummikub import set_up
            >>> print(Draft(set_up("R7 K1", "R4-R5-R6")).move("K1", "rack", "new").timeout())
            timeout R4-R5-R6 K1
        """
        loose = [tile for row in self.rows if row.meld is None for tile in row.tiles]
        return TimeOut(self._table, (*loose, *self.missing))

    def hint(self) -> Step | None:
        """Return the next step towards the best play (`best_play`) from the rows as they lie; `follow` carries it out.

        What the best play does not need goes back to the rack first; then each step makes one of its melds and leaves
        those that are there alone. So its melds that are not there become fewer with every step, and after at most as
        many steps as it has melds, and one, the draft is that play. Where nothing can be laid, the steps lead back to
        the table as it was.

        Returns:
            The step; None if the draft is as good as the best play: it lays as many tiles, of the same value.

        Raises:
            RulesError: If a tile of the table is missing.
            TooLarge: If the solver refuses the position, or too many melds change (`explain`).

        Examples:
            >>> from rami.rummikub import set_up
            >>> draft = Draft(set_up("R7 R8 K8 B8", "R4-R5-R6"))
            >>> while step := draft.hint():
            ...     print(step)
            ...     draft = draft.follow(step)
            Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7.
            Lay R8=K8=B8 from the rack.
            >>> print(draft.play)
            play R4-R5-R6-R7 R8=K8=B8
        """
        if self.missing:
            raise RulesError(f"no row has these tiles of the table: {_some(self.missing)}")
        view = _own_turn(self.view)
        best = best_play(view)
        if best and Draft(view, self.rows).play and self._worth(self.laid) == self._worth(played_tiles(view, best)):
            return None
        table = best.table if best else view.table
        known = frozenset(view.table)
        return next(steps_to(table, self._read_as(table, known), view.rules, known), None)

    def _read_as(self, table: Table, known: Set[Meld]) -> Iterator[Row]:
        """Yield the rows, each read as a meld of a table if it can be."""
        left = Counter(table)
        for row in self.rows:
            melds = readings(row, self.view.rules, known)[0]
            meld = next((each for each in melds if left[each]), row.meld)
            if meld is not None:
                left[meld] -= 1
            yield new_row((row.tiles, meld, row.problem, row.claim))

    def _worth(self, tiles: tuple[Tile, ...]) -> tuple[int, int]:
        return len(tiles), rack_value(tiles, self.view.rules)

    # ----------------------------------------------------------------------------------------------------------- moves

    @typed
    def move(self, tile: Tile | str, source: Place, target: Place, *, at: int | None = None) -> "Draft":
        """Move one tile.

        A row that has lost its last tile is gone. Out of the middle of a run a tile leaves a row with a hole, which
        `split` makes two of.

        Args:
            tile: The tile, or its notation.
            source: `"rack"`, or the index of the row where it lies; of several of the kind the last one is taken.
            target: The index of the row that it goes to, as it is before the move, or `"new"` for a row of its own
                after the others, or `"rack"`, if it came from there in this turn.
            at: Before which of the other tiles of the row it goes, 0-based; None for the end.

        Returns:
            The draft with the tile moved.

        Raises:
            RamiError: If there is no such row or place, or the tile is not there.
            NotationError: If a text is not a tile.
            IllegalMove: If a tile of the table would go to the rack (001.10).

        Examples:
            >>> from rami.rummikub import set_up
            >>> draft = Draft(set_up("R3 K1", "R4-R5-R6-R7"))
            >>> [row.meld for row in draft.move("R3", "rack", 0, at=0).rows]
            [Run('R3-R4-R5-R6-R7')]
            >>> draft.move("R4", 0, "rack")
            Traceback (most recent call last):
            ...
            rami.errors.IllegalMove: A tile that must stay on the table is missing: R4. [tile_lost, rule A18]
        """
        piece = one_piece(Tile, tile, "tile")
        changed: dict[int, tuple[Tile, ...]] = {}  # the new tiles of each row that changes
        if source != "rack":
            home = self._index("source", source, "rack")
            changed[home] = _less_one(self.rows[home].tiles, piece, f"in row {home}")
        elif target == "rack":
            raise RamiError(f"{piece} goes from the rack to a row, not to the rack")
        else:
            _less_one(self.rack, piece, "on the rack")  # which refuses a tile that is not there
        # The row `goal` gets the tile, among the `others` that lie there; a new one comes after the last.
        goal, others = len(self.rows), tuple[Tile, ...]()
        if target not in ("rack", "new"):
            goal = self._index("target", target, "rack", "new")
            others = changed.get(goal, self.rows[goal].tiles)  # without the tile, if it comes from this row
        place = len(others) if at is None else at
        if place not in range(len(others) + 1):
            raise RamiError(f"at must be a whole number from 0 to {len(others)}, or None, not {shown(at)}")
        if target != "rack":
            changed[goal] = (*others[:place], piece, *others[place:])
        elif piece not in self.laid:
            raise IllegalMove(cited([Violation(Code.TILE_LOST, (piece,))], self.view.rules))
        rows: dict[int, Row | None] = dict(enumerate(self.rows))
        rows |= {index: Row(tiles) if tiles else None for index, tiles in changed.items()}  # a new row comes last
        return evolve(self, rows=tuple(filter(None, rows.values())))

    @typed
    def split(self, row: int, at: int) -> "Draft":
        """Make two rows of one.

        Args:
            row: The index of the row.
            at: How many of its tiles stay; the others are the next row. From 1 to one less than it has.

        Returns:
            The draft with one more row.

        Raises:
            RamiError: If there is no such row or place.

        Examples:
            >>> from rami.rummikub import set_up
            >>> Draft(set_up("K1", "R3-R4-R5-R6-R7-R8")).split(0, 3).rows
            (Row('R3 R4 R5', Run('R3-R4-R5')), Row('R6 R7 R8', Run('R6-R7-R8')))
        """
        index = self._index("row", row)
        tiles = self.rows[index].tiles
        if at not in range(1, len(tiles)):
            raise RamiError(
                f"at must be a whole number from 1 to {len(tiles) - 1}, to split {len(tiles)} tiles, not {shown(at)}"
            )
        return self._with(index, (Row(tiles[:at]), Row(tiles[at:])))

    @typed
    def sort(self, row: int, meld: MeldLike | None = None) -> "Draft":
        """Put the tiles of a row in order, as `Row.sorted` has them, or as a given meld; the row then claims to be it.

        Args:
            row: The index of the row.
            meld: The meld that its tiles make, in any form; None for the one that the row is read as.

        Returns:
            The draft with the row in order.

        Raises:
            RamiError: If there is no such row.
            NotationError: If a text is not a meld.
            InvalidMeld: If it is not made of the tiles of the row.
            WrongType: If an argument has another type.

        Examples:
            >>> from rami.rummikub import set_up
            >>> draft = Draft(set_up("R7 * *")).move("R7", "rack", "new").move("*", "rack", 0).move("*", "rack", 0)
            >>> draft.rows[0].meld, draft.sort(0, "R7=*=*").rows[0].meld
            (Run('R7-*-*'), Group('R7=*=*'))
        """
        index = self._index("row", row)
        found = self.rows[index]
        if meld is not None:
            found = Row(found.tiles, meld_of(meld))
        ordered = Row(found.sorted, claim=found.claim) if found.meld is None else Row(found.meld)
        return self._with(index, (ordered,))

    @typed
    def follow(self, step: Step) -> "Draft":
        """Carry out a step: of `hint`, or of `explain` from the table as the turn began.

        Args:
            step: The step.

        Returns:
            The draft after it; the meld that is made lies where the row lay that it is made from, or after the others.

        Raises:
            RamiError: If it is not a step, or the rows that it starts from do not lie there.
            RulesError: If its tiles are not on the rack, or tiles of the table would go there.
        """
        made = () if step.meld is None else (Row(step.meld),)
        # The rows that change, each with how many of its tiles go into the meld, and the meld, where that comes to lie.
        changes: list[tuple[Row, int, tuple[Row, ...]]] = [
            (origin.row, len(origin.tiles), ()) for origin in step.origins if origin.row
        ]
        if step.onto and step.meld:
            # Those tiles of the meld that do not move are of the row that it grows on.
            changes.insert(0, (step.onto, len(step.meld.tiles) - len(step.tiles), made))
        # What is left of these rows, in the same order; of a row that is used up there is nothing.
        rests = iter(step.after[len(made) :])
        replaced: dict[int, tuple[Row, ...]] = {}
        for row, used, made_here in changes:
            index = next((i for i, lies in enumerate(self.rows) if i not in replaced and lies.tiles == row.tiles), None)
            if index is None:
                raise RamiError(f"the step starts from the row {row}, which does not lie there")
            replaced[index] = made_here if used == len(row.tiles) else (*made_here, next(rests))
        rows = chain.from_iterable(replaced.get(index, (row,)) for index, row in enumerate(self.rows))
        after = Draft(self.view, (*rows, *(() if step.onto else made)))
        if lost := without(after.missing, self.missing):
            raise RulesError(f"tiles of the table do not go to the rack: {_some(lost)}")
        return after

    def reset(self) -> "Draft":
        """Start the turn again.

        Returns:
            The draft in which nothing is moved.
        """
        return Draft(self.view)

    def _index(self, name: str, place: int | str, *others: str) -> int:
        if isinstance(place, int) and place in range(len(self.rows)):
            return place
        wanted = " or ".join([*map(repr, others), f"the index of one of the {len(self.rows)} rows"])
        raise RamiError(f"{name} must be {wanted}, not {shown(place)}")

    def _with(self, index: int, rows: tuple[Row, ...]) -> "Draft":
        return evolve(self, rows=(*self.rows[:index], *rows, *self.rows[index + 1 :]))


def _less_one(tiles: tuple[Tile, ...], tile: Tile, where: str) -> tuple[Tile, ...]:
    """Return tiles without the last one of a kind."""
    if tile not in tiles:
        raise RamiError(f"there is no {tile} {where}")
    return without(tiles[::-1], [tile])[::-1]
