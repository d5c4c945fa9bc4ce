"""Compare two pictures, and highlight new and moved marks."""

from collections.abc import Collection

from attrs import evolve

from rami.pictures import TABLE, Light, Mark, MarkRow, Picture
from rami.referee import RowOrigin, origins


def lit(picture: Picture, marks: Collection[Mark]) -> Picture:
    """Return a copy of a picture with the given marks highlighted.

    Args:
        picture: The picture.
        marks: The marks to look for.
    """
    rows = [
        evolve(row, marks=[evolve(each, lit="laid") if each in marks else each for each in row.marks])
        for row in picture.rows
    ]
    return evolve(picture, rows=rows)


def compared(old: Picture, new: Picture) -> Picture:
    """Return a copy of a picture with new and moved marks highlighted.

    The picture is compared with an earlier picture.

    On the table, a mark is *moved* if it came from another row of the table, and *laid* if it came from elsewhere. The
    function `origins` decides this. In other zones that both pictures have, additional marks are *laid*.

    Args:
        old: The picture before the change.
        new: The picture after the change.

    Returns:
        The new picture with highlighted marks.
    """
    table = [row.marks for row in old.rows if row.zone == TABLE]
    table_origins = iter(origins(table, [row.marks for row in new.rows if row.zone == TABLE]))
    zones = {row.zone: row.marks for row in old.rows if row.zone}
    rows: list[MarkRow] = []
    for row in new.rows:
        if row.zone == TABLE:
            rows.append(_lit_by(row, next(table_origins)))
        elif row.zone in zones:
            [origin] = origins([zones[row.zone]], [row.marks])
            rows.append(_lit_by(row, origin))
        else:
            rows.append(row)
    return evolve(new, rows=rows)


def _lit_by(row: MarkRow, origin: RowOrigin) -> MarkRow:
    home, sources = origin
    pairs = zip(row.marks, sources, strict=True)
    return evolve(row, marks=[evolve(mark, lit=_light(source, home)) for mark, source in pairs])


def _light(source: int | None, home: int | None) -> Light:
    if source is None:
        return "laid"
    return "" if source == home else "moved"
