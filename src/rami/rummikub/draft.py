"""A turn under construction: the table while a person moves tile by tile."""

from collections.abc import Iterable
from itertools import chain
from typing import Literal

from attrs import evolve, field, frozen

from rami.counting import MOST_NAMED
from rami.errors import IllegalMove, RamiError, RulesError, Violation, shown
from rami.messages import Pictured
from rami.pieces import one_piece, row_text, without
from rami.rummikub.checks import played_tiles
from rami.rummikub.melds import Meld, Table
from rami.rummikub.moves import Play, TimeOut
from rami.rummikub.position import View
from rami.rummikub.referee import check
from rami.rummikub.rules import Code, cited
from rami.rummikub.scoring import rack_value
from rami.rummikub.solver import best_play
from rami.rummikub.steps import Row, Step, read_row
from rami.rummikub.tiles import Tile
from rami.rummikub.workbench import steps_to
from rami.shapes import instance, row_of, typed, typed_fields

Place = int | Literal["rack", "new"]
"""The place of a tile: the index of a row, `"rack"`, or `"new"` for a row that it begins."""


def _view(value: View) -> View:
    instance("view", value, View, "a View", hint="see observe")
    if value.player is None:
        raise RamiError("a draft is made of the view of a player; a spectator has no rack")
    return value


def _rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    return row_of("the rows of a draft", rows, Row)


def _read(given: tuple[Row, ...], view: View) -> tuple[Row, ...]:
    """Read the rows by the rules of the deal, with every tile of the table and of the rack accounted for."""
    laid = tuple(tile for row in given for tile in row.tiles)
    if lost := without(view.table.tiles, laid):
        raise RulesError(f"the rows of a draft have every tile of the table; these are missing: {_some(lost)}")
    if foreign := without(without(laid, view.table.tiles), view.rack):
        raise RulesError(
            f"the rows of a draft have tiles that are neither on the table nor in the rack: {_some(foreign)}"
        )
    known = frozenset(view.table)
    return tuple(read_row(row.tiles, view.rules, known=known, as_meld=row.meld) for row in given)


def _some(tiles: tuple[Tile, ...]) -> str:
    return row_text(tiles[:MOST_NAMED])


@frozen(cache_hash=True, field_transformer=typed_fields)
class Draft(Pictured):
    """The workbench of a turn: the rows on the table, which need not be melds yet, and what is left of the rack.

    Every method gives another draft and leaves this one as it is, so the draft before is the undo. Tiles of a kind are
    as good as each other. Tiles of the table never go to the rack (001.10); those that were laid may go back (A18). The
    owner of a view who waits for the turn may prepare it: then `play` is None until the turn has come.

    Attributes:
        view: What the player sees, as the turn begins.
        rows: The rows on the table in the order in which they lie, each with the meld that its tiles make in any order,
            or the reason why they make none.

    Raises:
        RamiError: If `view` is not the view of a player, or `rows` are not rows.
        RulesError: If the rows lack a tile of the table, or have one that is neither there nor in the rack.

    Examples:
        >>> from rami.rummikub import set_up
        >>> draft = Draft.of(set_up("R7 K1", "R4-R5-R6"))
        >>> draft = draft.move("R7", "rack", 0)
        >>> draft.rows, draft.rack
        ((Row.of('R4-R5-R6-R7'),), (Tile('K1'),))
        >>> print(draft.play)
        play R4-R5-R6-R7
        >>> draft = draft.move("R5", 0, "new")
        >>> [problem.message() for problem in draft.problems]
        ['The numbers of a run must be consecutive: R4 R6 R7.', ...]
        >>> draft.play is None
        True
    """

    view: View = field(converter=_view)
    rows: tuple[Row, ...] = field(converter=_rows)

    def __attrs_post_init__(self) -> None:
        """Read the rows by the rules, so that whatever is in a document, they are what their tiles make."""
        object.__setattr__(self, "rows", _read(self.rows, self.view))

    @classmethod
    @typed
    def of(cls, view: View) -> "Draft":
        """Return the draft of a turn in which nothing is moved yet.

        Args:
            view: The view of the player whose turn it is, or will be.

        Returns:
            The draft; its rows are the melds of the table.

        Raises:
            RamiError: If `view` is not a view, or that of a spectator.
        """
        return cls(view, tuple(map(Row.of, view.table)))

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
    def problems(self) -> tuple[Violation, ...]:
        """Everything that is wrong with the turn as it stands: each row that is no meld, else what `check` says."""
        unfinished = tuple(row.problem for row in self.rows if row.problem is not None)
        if not unfinished:
            return check(self.view, Play(self._table))
        problems = unfinished if self.laid else (*unfinished, Violation(Code.NOTHING_PLAYED))
        return cited(problems, self.view.rules)

    @property
    def play(self) -> Play | None:
        """The play that the rows make, if it is legal now; None if it is not."""
        return None if self.problems else Play(self._table)

    @property
    def _table(self) -> Table:
        return Table(row.meld for row in self.rows if row.meld is not None)

    def timeout(self) -> TimeOut:
        """Return the move if the time ran out now (000.12): the melds, and all other tiles loose.

        Returns:
            The move, for `apply`.

        Examples:
            >>> from rami.rummikub import set_up
            >>> print(Draft.of(set_up("R7 K1", "R4-R5-R6")).move("K1", "rack", "new").timeout())
            timeout R4-R5-R6 K1
        """
        return TimeOut(self._table, tuple(tile for row in self.rows if row.meld is None for tile in row.tiles))

    def hint(self) -> Step | None:
        """Return the next step towards the best play (`best_play`) from the rows as they lie; `follow` carries it out.

        What the best play does not need goes back to the rack first; then each step makes one of its melds and leaves
        those that are there alone. So its melds that are not there become fewer with every step, and after at most as
        many steps as it has melds, and one, the draft is that play. Where nothing can be laid, the steps lead back to
        the table as it was.

        Returns:
            The step; None if the draft is as good as the best play: it lays as many tiles, of the same value.

        Raises:
            TooLarge: If the solver refuses the position, or too many melds change (`explain`).

        Examples:
            >>> from rami.rummikub import set_up
            >>> draft = Draft.of(set_up("R7 R8 K8 B8", "R4-R5-R6"))
            >>> while step := draft.hint():
            ...     print(step)
            ...     draft = draft.follow(step)
            Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7.
            Lay R8=K8=B8 from the rack.
            >>> print(draft.play)
            play R4-R5-R6-R7 R8=K8=B8
        """
        assert self.view.player is not None  # `_view` has seen to it
        view = evolve(self.view, current_player=self.view.player)  # as though it were its owner's turn
        best = best_play(view)
        if best and evolve(self, view=view).play and self._worth(self.laid) == self._worth(played_tiles(view, best)):
            return None
        table = best.table if best else view.table
        return next(steps_to(table, self.rows, view.rules, frozenset(view.table)), None)

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
            >>> draft = Draft.of(set_up("R3 K1", "R4-R5-R6-R7"))
            >>> draft.move("R3", "rack", 0, at=0).rows
            (Row.of('R3-R4-R5-R6-R7'),)
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
            >>> Draft.of(set_up("K1", "R3-R4-R5-R6-R7-R8")).split(0, 3).rows
            (Row.of('R3-R4-R5'), Row.of('R6-R7-R8'))
        """
        index = self._index("row", row)
        tiles = self.rows[index].tiles
        if at not in range(1, len(tiles)):
            raise RamiError(
                f"at must be a whole number from 1 to {len(tiles) - 1}, to split {len(tiles)} tiles, not {shown(at)}"
            )
        return self._with(index, (Row(tiles[:at]), Row(tiles[at:])))

    @typed
    def sort(self, row: int, meld: Meld | str | None = None) -> "Draft":
        """Lay the tiles of a row in order, as `Row.sorted` has them, or as a given meld.

        Only a row of jokers and one other tile needs the meld: it may be a run or a group.

        Args:
            row: The index of the row.
            meld: The meld that its tiles make, or its notation.

        Returns:
            The draft with the row in order.

        Raises:
            RamiError: If there is no such row.
            NotationError: If a text is not a meld.
            InvalidMeld: If it is not made of the tiles of the row.
            WrongType: If an argument has another type.

        Examples:
            >>> from rami.rummikub import set_up
            >>> draft = Draft.of(set_up("R7 * *")).move("R7", "rack", "new").move("*", "rack", 0).move("*", "rack", 0)
            >>> draft.rows[0].meld, draft.sort(0, "R7=*=*").rows[0].meld
            (Run('R7-*-*'), Group('R7=*=*'))
        """
        index = self._index("row", row)
        lies = self.rows[index]
        wanted = Meld(meld) if isinstance(meld, str) else meld
        if wanted is not None:
            lies = Row(lies.tiles, wanted)
        return self._with(index, (Row(lies.sorted, lies.meld),))

    @typed
    def follow(self, step: Step) -> "Draft":
        """Carry out a step: of `hint`, or of `explain` from the table as the turn began.

        Args:
            step: The step.

        Returns:
            The draft after it; the meld that is made lies where the row lay that it is made from, or after the others.

        Raises:
            RamiError: If it is not a step, or the rows that it starts from do not lie there.
            RulesError: If its tiles are not on the rack.
        """
        made = () if step.meld is None else (Row.of(step.meld),)
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
        return evolve(self, rows=(*rows, *(() if step.onto else made)))

    def reset(self) -> "Draft":
        """Start the turn again.

        Returns:
            The draft in which nothing is moved.
        """
        return Draft.of(self.view)

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
