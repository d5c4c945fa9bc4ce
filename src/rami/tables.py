"""What the tables of all games have in common: melds that can be counted, gone through and picked out."""

from collections.abc import Iterator
from typing import Generic, TypeVar, overload

from rami.pictures.model import Picture, Row
from rami.pictures.svg import Pictured

T = TypeVar("T", bound=Pictured)


class MeldTable(Pictured, Generic[T]):
    """Melds on a table; a class of attrs adds the field `melds`."""

    __slots__ = ()

    melds: tuple[T, ...]

    @property
    def picture(self) -> Picture:
        """The table as a row of marks for each meld, for `svg` and `text`."""
        rows = [row for meld in self.melds for row in meld.picture.rows]
        return Picture(("table", "table"), rows or (Row(label=("The table is empty", "La table est vide")),))

    def __len__(self) -> int:
        return len(self.melds)

    def __iter__(self) -> Iterator[T]:
        return iter(self.melds)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self.melds[index]

    def __str__(self) -> str:
        return " ".join(map(str, self.melds))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"
