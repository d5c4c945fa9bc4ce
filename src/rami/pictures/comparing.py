"""Two pictures compared: the marks that are new or come from elsewhere stand out."""

from collections.abc import Collection

from attrs import evolve

from rami.pictures import TABLE, Light, Mark, MarkRow, Picture
from rami.referee import RowOrigin, origins


def lit(picture: Picture, marks: Collection[Mark]) -> Picture:
    """Highlight every mark that looks like one of these.

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
    """Highlight in the new picture whatever is not in the old one.

    On the table, what was elsewhere on the table is *moved*, and what was not there is *laid*; see `origins`. In any
    other zone that both pictures show, what is there more often than before is *laid*.

    Args:
        old: The picture of what was before.
        new: The picture to compare with it.

    Returns:
        The new picture with its marks lit.
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
    """Return a row with its marks lit by where they come from."""
    home, sources = origin
    pairs = zip(row.marks, sources, strict=True)
    return evolve(row, marks=[evolve(mark, lit=_light(source, home)) for mark, source in pairs])


def _light(source: int | None, home: int | None) -> Light:
    """Return how a mark from one old row, if any, stands out in the row that continues another."""
    if source is None:
        return "laid"
    return "" if source == home else "moved"
