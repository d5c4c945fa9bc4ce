"""An unfinished turn of a player who moves tile by tile."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, islice, product
from typing import Any, Final, Literal, cast

from attrs import evolve, field, frozen

from rami.counting import MOST_NAMED
from rami.errors import IllegalMove, RamiError, RulesError, Violation, WrongType, shown
from rami.messages import Pictured
from rami.pieces import is_unordered, one_piece, row_text, without
from rami.rummikub.advice import best_turn
from rami.rummikub.checks import played_tiles, unaccounted
from rami.rummikub.melds import Meld, MeldLike, Table, meld_of
from rami.rummikub.moves import Change, Draw, Pass, Play, TimeOut
from rami.rummikub.position import View
from rami.rummikub.referee import check
from rami.rummikub.rows import Row, new_row, readings, row_of
from rami.rummikub.rules import Code, cited
from rami.rummikub.steps import Step
from rami.rummikub.tiles import Tile
from rami.rummikub.workbench import steps_to
from rami.shapes import altered, instance, typed, typed_fields

Place = int | Literal["rack", "new"]
"""The place of a tile: the index of a row, `"rack"`, or `"new"` for a new row."""


def _view(value: View) -> View:
    instance("view", value, View, "a View", hint="see observe")
    if value.player is None:
        raise RamiError("view must be the view of a player, not of a spectator")
    return value


MOST_READINGS: Final = 64
"""Maximum number of ways to read the rows of a draft as melds.

Rows with six jokers can be read in at most 64 ways.
"""


def _rows(rows: Iterable[Row | MeldLike]) -> tuple[Row, ...]:
    if not isinstance(rows, Iterable) or isinstance(rows, str) or is_unordered(rows):
        raise WrongType(f"rows must be a sequence of rows, not {shown(rows)}")
    return tuple(row_of(row, f"rows[{index}]") for index, row in enumerate(rows))


def _check_tiles(rows: tuple[Row, ...], view: View) -> None:
    laid = [tile for row in rows for tile in row.tiles]
    if foreign := without(laid, (*view.table.tiles, *view.rack)):
        raise RulesError(f"the rows have tiles that are neither on the table nor on the rack: {_some(foreign)}")


def _own_turn(view: View) -> View:
    assert view.player is not None
    return view if view.player == view.current_player else altered(view, current_player=view.player)


def _some(tiles: tuple[Tile, ...]) -> str:
    return row_text(tiles[:MOST_NAMED])


@frozen(init=False, field_transformer=typed_fields)
class Draft(Pictured):
    """An unfinished turn, with rows of tiles and a rack.

    The rows are on the table. A row need not be a meld yet.

    A draft is immutable: every method returns a new draft. To undo a move, use the previous draft. Copies of a tile are
    interchangeable. Tiles of the table never go to the rack (001.10). Tiles laid in this turn may go back (A18). A
    player may prepare a turn before it begins. Until it begins, `play` is None.

    A row can be tiles, text, a `Meld` or the JSON of a meld. A text with joints, a `Meld` and JSON *claim* one meld.
    The claim ends when the tiles of the row change. A row without a claim may be read as any meld of its tiles. Melds
    in the given order are preferred, then melds of the table, then melds with the most points. If the preferred melds
    are not a legal play, other melds are tried. `Draft(view, draft.rows)` keeps the claims and reads the other rows
    again. Rack tiles that are in no row stay on the rack.

    Attributes:
        view: The view of the player at the start of the turn.
        rows: The rows on the table in order, each with its meld or its problem.

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
        cast("Any", self).__attrs_init__(view, _view(view).table if rows is None else rows)

    def __attrs_post_init__(self) -> None:
        rows, view = self.rows, self.view
        _check_tiles(rows, view)
        known = frozenset(view.table)
        found = [readings(row, view.rules, known) for row in rows]
        chosen: Sequence[Meld | None] = [melds[0] if melds else None for melds, _ in found]
        if any(len(melds) > 1 for melds, _ in found) and all(chosen) and not self.missing:
            chosen = self._first_legal_readings([melds for melds, _ in found])
        problems = [problem for _, problem in found]
        read = zip((row.tiles for row in rows), chosen, problems, (row.claim for row in rows), strict=True)
        object.__setattr__(self, "rows", tuple(map(new_row, read)))

    def _first_legal_readings(self, choices: Sequence[tuple[Meld, ...]]) -> Sequence[Meld]:
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
        """The tiles that came from the rack, in canonical order."""
        return tuple(sorted(without((tile for row in self.rows for tile in row.tiles), self.view.table.tiles)))

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The tiles on the rack, in canonical order."""
        return without(self.view.rack, self.laid)

    @property
    def missing(self) -> tuple[Tile, ...]:
        """The tiles of the table that are in no row, in canonical order."""
        return without(self.view.table.tiles, [tile for row in self.rows for tile in row.tiles])

    @property
    def problems(self) -> tuple[Violation, ...]:
        """The violations of the turn.

        If all rows are melds, they are the result of `check`. Otherwise, they include the problem of each row that is
        not a meld.
        """
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
        """Return the indexes of the rows that have a given problem.

        A screen can mark these rows.

        Args:
            problem: One of `problems`, or a violation that a server returned for the play.

        Returns:
            The indices in ascending order, including all equal rows. Empty if the problem concerns no row.

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
        """The play that makes these rows, or None if the play is illegal."""
        return None if self.problems else Play(self._table)

    @property
    def _table(self) -> Table:
        return Table([row.meld for row in self.rows if row.meld is not None])

    def timeout(self) -> TimeOut:
        """Return the move that ends the turn when the time is up (000.12).

        The move has the melds of the draft, and all other tiles of the table as loose tiles.

        Returns:
            The move, for `apply`.

        Examples:
            >>> from rami.rummikub import set_up
            >>> print(Draft(set_up("R7 K1", "R4-R5-R6")).move("K1", "rack", "new").timeout())
            timeout R4-R5-R6 K1
        """
        loose = [tile for row in self.rows if row.meld is None for tile in row.tiles]
        return TimeOut(self._table, (*loose, *self.missing))

    def hint(self) -> Step | Draw | Pass | None:
        """Return the next step toward the turn that `best_turn` suggests.

        The first step may return tiles to the rack that the turn does not need. Each other step makes one meld of the
        turn and keeps the melds already made. A turn that makes n melds takes at most n + 1 steps. If the turn is a
        draw or a pass, the steps lead back to the table at the start of the turn, and the last hint is the move.

        Returns:
            A step, for `follow`; or a draw or a pass, for `apply`. None if the draft is a legal play that lays the
            tiles of `best_turn`, or if the deal is over.

        Raises:
            RulesError: If a tile of the table is missing.
            TooLarge: If the position is too large for the solver, or too many melds change (see `explain`).

        Examples:
            >>> from rami.rummikub import Step, set_up
            >>> draft = Draft(set_up("R7 R8 K8 B8", "R4-R5-R6"))
            >>> while isinstance(step := draft.hint(), Step):
            ...     print(step)
            ...     draft = draft.follow(step)
            Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7.
            Lay R8=K8=B8 from the rack.
            >>> print(draft.play)
            play R4-R5-R6-R7 R8=K8=B8
            >>> Draft(set_up("R9 B9 K1 *", "R4-R5-R6")).hint()
            Draw()
        """
        if self.missing:
            raise RulesError(f"no row has these tiles of the table: {_some(self.missing)}")
        view = _own_turn(self.view)
        if view.is_over:
            return None
        (move,) = best_turn(view)
        table = move.table if isinstance(move, Play) else view.table
        if isinstance(move, Play) and self.laid == played_tiles(view, move) and Draft(view, self.rows).play:
            return None
        known = frozenset(view.table)
        step = next(steps_to(table, self._read_as_known_melds(table, known), view.rules, known), None)
        return step if step or not isinstance(move, Draw | Pass) else move

    def _read_as_known_melds(self, table: Table, known: Set[Meld]) -> Iterator[Row]:
        left = Counter(table)
        for row in self.rows:
            melds = readings(row, self.view.rules, known)[0]
            meld = next((each for each in melds if left[each]), row.meld)
            if meld is not None:
                left[meld] -= 1
            yield new_row((row.tiles, meld, row.problem, row.claim))

    # ----------------------------------------------------------------------------------------------------------- moves

    @typed
    def move(self, tile: Tile | str, source: Place, target: Place, *, at: int | None = None) -> "Draft":
        """Move one tile.

        A row without tiles is removed. A tile taken from the middle of a run leaves a gap. `split` can then divide the
        row.

        Args:
            tile: The tile, or its notation.
            source: `"rack"`, or the index of the row with the tile. If the row has several copies, the last one moves.
            target: The index of the new row of the tile, counted before the move. `"new"` adds a row at the end.
                `"rack"` returns a tile that was laid in this turn.
            at: The number of tiles that come before it in the row, or None for the end of the row.

        Returns:
            The draft with the tile moved.

        Raises:
            RamiError: If the row or place does not exist, or the tile is not at `source`.
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
        changed: dict[int, tuple[Tile, ...]] = {}
        if source != "rack":
            home = self._index("source", source, "rack")
            changed[home] = _without_tile(self.rows[home].tiles, piece, f"in row {home}")
        elif target == "rack":
            raise RamiError(f"{piece} comes from the rack, so target must be a row or 'new', not 'rack'")
        else:
            # `_without_tile` raises an error if the tile is not on the rack.
            _without_tile(self.rack, piece, "on the rack")
        goal, others = len(self.rows), tuple[Tile, ...]()
        if target not in ("rack", "new"):
            goal = self._index("target", target, "rack", "new")
            others = changed.get(goal, self.rows[goal].tiles)
        place = len(others) if at is None else at
        if place not in range(len(others) + 1):
            raise RamiError(f"at must be a whole number from 0 to {len(others)}, or None, not {shown(at)}")
        if target != "rack":
            changed[goal] = (*others[:place], piece, *others[place:])
        elif piece not in self.laid:
            raise IllegalMove(cited([Violation(Code.TILE_LOST, (piece,))], self.view.rules))
        rows: dict[int, Row | None] = dict(enumerate(self.rows))
        rows |= {index: Row(tiles) if tiles else None for index, tiles in changed.items()}
        return evolve(self, rows=tuple(filter(None, rows.values())))

    @typed
    def split(self, row: int, at: int) -> "Draft":
        """Split a row into two.

        Args:
            row: The index of the row.
            at: The number of tiles in the first part, at least 1 and less than the number of tiles of the row.

        Returns:
            The draft with one more row.

        Raises:
            RamiError: If the row does not exist, or `at` is out of range.

        Examples:
            >>> from rami.rummikub import set_up
            >>> Draft(set_up("K1", "R3-R4-R5-R6-R7-R8")).split(0, 3).rows
            (Row('R3 R4 R5', Run('R3-R4-R5')), Row('R6 R7 R8', Run('R6-R7-R8')))
        """
        index = self._index("row", row)
        tiles = self.rows[index].tiles
        if at not in range(1, len(tiles)):
            raise RamiError(
                f"at must be a whole number from 1 to {len(tiles) - 1} for a row of {len(tiles)} tiles, not {shown(at)}"
            )
        return self._with(index, (Row(tiles[:at]), Row(tiles[at:])))

    @typed
    def sort(self, row: int, meld: MeldLike | None = None) -> "Draft":
        """Sort the tiles of a row.

        The tiles take the order of the given meld, and the row then claims to be this meld. If no meld is given, they
        take the order of `Row.sorted`.

        Args:
            row: The index of the row.
            meld: A meld of the tiles of the row, in any form. None means the current meld of the row.

        Returns:
            The draft with the sorted row.

        Raises:
            RamiError: If the row does not exist.
            NotationError: If a text is not a meld.
            InvalidMeld: If the meld is not made of the tiles of the row.
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
        """Return the draft after a step.

        The step comes from `hint`, or from `explain` for the table at the start of the turn.

        Args:
            step: The step.

        Returns:
            The draft after the step. The new meld replaces the row that it extends, or is added at the end.

        Raises:
            RamiError: If `step` is not a `Step` (a draw, for example), or the draft does not have the rows of the step.
            RulesError: If rack tiles of the step are not on the rack, or tiles of the table would go to the rack.
        """
        made = () if step.meld is None else (Row(step.meld),)
        changes: list[tuple[Row, int, tuple[Row, ...]]] = [
            (origin.row, len(origin.tiles), ()) for origin in step.origins if origin.row
        ]
        if step.onto and step.meld:
            changes.insert(0, (step.onto, len(step.meld.tiles) - len(step.tiles), made))
        rests = iter(step.after[len(made) :])
        replaced: dict[int, tuple[Row, ...]] = {}
        for row, used, made_here in changes:
            index = next((i for i, lies in enumerate(self.rows) if i not in replaced and lies.tiles == row.tiles), None)
            if index is None:
                raise RamiError(f"the step starts from the row {row}, which is not in the draft")
            replaced[index] = made_here if used == len(row.tiles) else (*made_here, next(rests))
        rows = chain.from_iterable(replaced.get(index, (row,)) for index, row in enumerate(self.rows))
        after = Draft(self.view, (*rows, *(() if step.onto else made)))
        if lost := without(after.missing, self.missing):
            raise RulesError(f"tiles of the table must not go to the rack: {_some(lost)}")
        return after

    def reset(self) -> "Draft":
        """Return the draft at the start of the turn.

        Returns:
            The draft without any moves.
        """
        return Draft(self.view)

    def _index(self, name: str, place: int | str, *others: str) -> int:
        if isinstance(place, int) and place in range(len(self.rows)):
            return place
        wanted = " or ".join([*map(repr, others), f"the index of one of the {len(self.rows)} rows"])
        raise RamiError(f"{name} must be {wanted}, not {shown(place)}")

    def _with(self, index: int, rows: tuple[Row, ...]) -> "Draft":
        return evolve(self, rows=(*self.rows[:index], *rows, *self.rows[index + 1 :]))


def _without_tile(tiles: tuple[Tile, ...], tile: Tile, where: str) -> tuple[Tile, ...]:
    if tile not in tiles:
        raise RamiError(f"{tile} is not {where}")
    return without(tiles[::-1], [tile])[::-1]
