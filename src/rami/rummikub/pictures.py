"""Pictures of Rummikub."""

from collections.abc import Iterator
from functools import cache, partial

from attrs import evolve

from rami.messages import Phrase
from rami.pictures import (
    TABLE,
    Ink,
    Light,
    Mark,
    MarkRow,
    Picture,
    count,
    counted,
    hand_rows,
    listed,
    mark,
    move_picture,
    picture,
    pile_row,
)
from rami.pieces import without
from rami.rummikub import steps
from rami.rummikub.draft import Draft
from rami.rummikub.melds import Run
from rami.rummikub.moves import Draw, Play, TimeOut
from rami.rummikub.position import PublicPosition
from rami.rummikub.rows import Row as TileRow
from rami.rummikub.tiles import TEXTS, Color, Tile

_LOOKS: dict[Color, tuple[Ink, str]] = {
    Color.RED: ("red", "circle"),
    Color.BLACK: ("black", "square"),
    Color.BLUE: ("blue", "triangle"),
    Color.ORANGE: ("orange", "lozenge"),
}
"""The ink and the sign of each color."""


@mark.register
@cache
def _(tile: Tile) -> Mark:
    if tile.color is None:
        return Mark(name=TEXTS.phrase("tiles.joker"), word="*", sign="joker", shape="tile")
    ink, sign = _LOOKS[tile.color]
    name = TEXTS.phrase("tiles.tile", color=TEXTS.phrase(f"colors.{tile.color}"), number=tile.number)
    return Mark(name=name, word=str(tile), text=str(tile.number), sign=sign, ink=ink, shape="tile")


@picture.register
def _(move: Draw) -> Picture:
    return move_picture(move, back="tile")


@picture.register
def _(move: Play) -> Picture:
    return Picture(TEXTS.phrase("moves.play.title"), move.table.picture.rows)


@picture.register
def _(move: TimeOut) -> Picture:
    loose = MarkRow(label=TEXTS.phrase("moves.timeout.label"), marks=[tile.mark for tile in move.loose], zone=TABLE)
    title = TEXTS.phrase("moves.timeout.title")
    return Picture(title, (*move.table.picture.rows, *([loose] if move.loose else [])))


@picture.register
def _(position: PublicPosition) -> Picture:
    over = TEXTS.phrase("pictures.over") if position.is_over else None
    title = listed(TEXTS.phrase("pictures.turn", turn=position.turn + 1), over)
    first, *others = position.table.picture.rows
    table = evolve(first, label=TEXTS.phrase("pictures.table")) if position.table else first
    pool = pile_row(TEXTS.phrase("pictures.pool"), position.pool_size, "tile")
    racks = hand_rows(position, position.seen_hands, position.rack_sizes, "tile", partial(_notes, position))
    return Picture(title, [MarkRow(label=title), table, *others, *racks, pool])


def _notes(position: PublicPosition, seat: int) -> Iterator[Phrase]:
    if not position.opened[seat] and position.rules.opening_points is not None:
        yield TEXTS.phrase("pictures.not-opened")


@picture.register
def _(row: TileRow) -> Picture:
    joint = " " if row.meld is None else "-" if isinstance(row.meld, Run) else "="
    marks = [tile.mark for tile in row.tiles]
    return Picture(TEXTS.phrase("pictures.row", row=str(row)), (MarkRow(marks=marks, joint=joint, zone=TABLE),))


@picture.register
def _(step: steps.Step) -> Picture:
    title = steps.sentence_of(step)
    laid, moved = list(step.from_rack), list(without(step.tiles, step.from_rack))
    rows = [shown for row in step.after for shown in row.picture.rows]
    if step.meld:
        made = [evolve(tile.mark, lit=_taken(tile, laid, moved)) for tile in step.after[0].tiles]
        rows[0] = evolve(rows[0], marks=made)
    else:
        back = [evolve(tile.mark, lit="laid") for tile in step.to_rack]
        rows.append(MarkRow(label=TEXTS.phrase("pictures.rack"), marks=back))
    return Picture(title, (MarkRow(label=title), *rows))


def _taken(tile: Tile, laid: list[Tile], moved: list[Tile]) -> Light:
    if tile in laid:
        laid.remove(tile)
        return "laid"
    if tile in moved:
        moved.remove(tile)
        return "moved"
    return ""


@picture.register
def _(draft: Draft) -> Picture:
    table = [row for each in draft.rows for row in each.picture.rows]
    rack = MarkRow(
        label=counted(TEXTS.phrase("pictures.rack"), count(len(draft.rack), "tile")),
        marks=[tile.mark for tile in draft.rack],
        zone=f"rack {draft.view.player}",
    )
    return Picture(TEXTS.phrase("pictures.draft"), [*table, rack])
