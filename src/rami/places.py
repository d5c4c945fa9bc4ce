"""Ids of the pieces that a player sees.

A user interface needs ids to distinguish equal pieces. A piece keeps its id as long as it is visible.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Generic, TypeVar, cast

from attrs import Factory, field, frozen

from rami.errors import RulesError, WrongType, shown
from rami.pieces import Piece, is_unordered, row_text
from rami.positions import OneHand
from rami.shapes import alterer, instance

__all__ = ["Places"]

P = TypeVar("P", bound=Piece)
Q = TypeVar("Q", bound=Piece)

Ids = tuple[str, ...]
Pieces = tuple[Piece, ...]
_Slots = list[str | None]
"""The ids of a row of pieces. None stands for a piece that has no id yet."""
_Free = dict[Piece, list[str]]
"""The ids that are no longer in use, by piece."""


@frozen(kw_only=True)
class Places(Generic[P]):
    """The ids of all pieces that a player or a spectator sees.

    `Places.of` gives each visible piece an id, and `after` keeps the ids in the next view.

    A piece that stays visible keeps its id, wherever it moves. A piece that becomes visible gets a new id, and
    face-down pieces have no id. Ids depend only on the views of the seat, so they reveal nothing. Keep one `Places`
    for each seat, and one for spectators. Ids are not stored. After a restart, begin with another prefix.

    Attributes:
        player: The seat, or None for a spectator.
        hands: The ids of each visible hand, by seat, in the order of the hand. () for a hidden hand. All hands are
            visible after the end of a deal.
        table: The ids of each meld, in the order of the melds of the view.
        discard_pile: The ids of the visible discards, top card last. () in a game without discards.
        kinds: The piece of each id.

    Examples:
        >>> from rami import rummikub
        >>> view = rummikub.set_up("R7 R7 *", "R4-R5-R6")
        >>> places = Places.of(view)
        >>> places.hand, places.table
        (('4', '5', '6'), (('1', '2', '3'),))
        >>> rows = [["1", "2", "3", "5"]]
        >>> rummikub.Draft(view, places.rows(rows)).play
        Play('R4-R5-R6-R7')
    """

    player: int | None
    hands: tuple[Ids, ...]
    table: tuple[Ids, ...]
    discard_pile: Ids
    kinds: Mapping[str, P] = field(hash=False)
    _prefix: str = field(default="", init=False, repr=False)
    # The highest number in an id.
    _given: int = field(default=Factory(lambda self: _highest(self.kinds), takes_self=True), init=False, repr=False)
    # The number of discards that are covered by other cards.
    _covered: int = field(default=0, init=False, repr=False)
    # The number of times that the stock was renewed from the discards.
    _restocks: int = field(default=0, init=False, repr=False)

    @staticmethod
    def of(view: OneHand[Q], prefix: str = "") -> "Places[Q]":
        """Give an id to each visible piece of a view.

        Args:
            view: The view of a player or a spectator, of Rummikub or card rummy.
            prefix: The beginning of all ids. After a restart, use another prefix, so that no old id is given to
                another piece.

        Raises:
            WrongType: If `view` is not a view, or its game has no table. In Gin, use the cards themselves as ids.

        Examples:
            >>> from rami import rummy
            >>> Places.of(rummy.set_up("6S KD", "3S-4S-5S", discard="9H"), prefix="a").discard_pile
            ('a-6',)
        """
        instance("prefix", prefix, str)
        _check_view(view)
        # Without a hyphen, an id could have the same text as an id with another prefix.
        empty = Places[Q](player=view.player, hands=((),) * view.players, table=(), discard_pile=(), kinds={})
        return _altered(empty, _prefix=prefix and f"{prefix}-").after(view)

    @property
    def hand(self) -> Ids:
        """The ids of the player's own hand. A spectator has ()."""
        return () if self.player is None else self.hands[self.player]

    def rows(self, rows: Iterable[Iterable[str]]) -> tuple[tuple[P, ...], ...]:
        """Convert rows of ids to rows of pieces, for example for a `Draft`.

        Args:
            rows: The ids of each row.

        Raises:
            RulesError: If an id is unknown, or appears twice.
            WrongType: If `rows` are not rows of strings.

        Examples:
            >>> from rami import rummikub
            >>> places = Places.of(rummikub.set_up("R7 *", "R4-R5-R6"))
            >>> places.rows([["4", "5"]])
            ((Tile('R7'), Tile('*')),)
        """
        return tuple(map(self._pieces, self._checked(rows)))

    def _checked(self, rows: Iterable[Iterable[str]]) -> list[Ids]:
        found = [_row(row, f"rows[{index}]") for index, row in enumerate(_row(rows, "rows"))]
        seen: set[str] = set()
        for index, row in enumerate(found):
            for each in row:
                if not isinstance(each, str) or each not in self.kinds:
                    raise RulesError(f"rows[{index}]: no visible piece has the id {shown(each)}")
                if each in seen:
                    raise RulesError(f"rows[{index}]: the id {shown(each)} appears twice")
                seen.add(each)
        return found

    def after(self, view: OneHand[P], rows: Iterable[Iterable[str]] | None = None) -> "Places[P]":
        """Return the ids for another view of the same seat.

        This is usually the next view, but it may be any later or earlier view.

        Melds that did not change keep their ids. Other melds keep ids of the old melds that share the most pieces with
        them.

        Args:
            view: The view.
            rows: The new table as the player arranged it, as rows of ids in any order. None if another player moved,
                or to match the new melds with the old ones.

        Raises:
            RulesError: If the view belongs to another seat, the rows are not the table of the view, or an id is unknown
                or appears twice.
            WrongType: If an argument has another type.

        Examples:
            >>> from rami import rummikub
            >>> state = rummikub.determinize(rummikub.set_up("R7 R7 *", "R4-R5-R6"), seed=1)
            >>> places = Places.of(rummikub.observe(state, 0))
            >>> state = rummikub.apply(state, "play R4-R5-R6-R7")
            >>> places.after(rummikub.observe(state, 0), [["1", "2", "3", "5"]]).hand
            ('4', '6')
        """
        _check_view(view)
        if (view.player, view.players) != (self.player, len(self.hands)):
            raise RulesError(f"view must belong to seat {self.player} of {len(self.hands)}, not to seat {view.player}")
        melds: list[Pieces] = [meld.pieces for meld in getattr(view, "table")]  # noqa: B009  # most views have one
        hands, pile = [*_hands(view)], cast("Pieces", getattr(view, "discard_pile", ()))
        covered, restocks = getattr(view, "discard_size", len(pile)) - len(pile), getattr(view, "restocks", 0)
        # First, pieces that stay in their place keep their ids. Then, the free ids go to pieces that moved.
        free: _Free = {}
        laid = None if rows is None else self._checked(rows)
        used = {*chain(*laid or ())}
        slots = self._matched(melds, free) if laid is None else self._as_laid(melds, laid, free)
        for ids, hand in zip(self.hands, hands, strict=True):
            slots.append(self._kept([each for each in ids if each not in used], hand, free))
        slots.append([None] * len(pile))
        for place, each in enumerate(self.discard_pile, self._covered - covered):
            is_known = restocks == self._restocks and each not in used
            if is_known and 0 <= place < len(pile) and pile[place] == self.kinds[each]:
                slots[-1][place] = each
            elif each not in used and not (is_known and place < 0):
                # Release the id, unless the card is still in the pile but covered.
                self._release([each], free)
        given, kinds = self._given, dict[str, Any]()
        for row, pieces in zip(slots, [*melds, *hands, pile], strict=True):
            _take(free, pieces, row)
            while None in row:
                given += 1
                row[row.index(None)] = f"{self._prefix}{given}"
            kinds.update(zip(cast("list[str]", row), pieces, strict=True))
        found = cast("list[Ids]", [*map(tuple, slots)])
        return _altered(
            self,
            hands=tuple(found[len(melds) : -1]),
            table=tuple(found[: len(melds)]),
            discard_pile=found[-1],
            kinds=kinds,
            _given=given,
            _covered=covered,
            _restocks=restocks,
        )

    def _pieces(self, ids: Ids) -> tuple[P, ...]:
        return tuple(map(self.kinds.__getitem__, ids))

    def _release(self, ids: Iterable[str], free: _Free) -> _Free:
        for each in ids:
            free.setdefault(self.kinds[each], []).append(each)
        return free

    def _kept(self, ids: Iterable[str], pieces: Pieces, free: _Free) -> _Slots:
        """Return the ids that stay in a row, and release the other ids of the row."""
        own, slots = self._release(ids, {}), cast("_Slots", [None] * len(pieces))
        _take(own, pieces, slots)
        self._release(chain(*own.values()), free)
        return slots

    def _matched(self, melds: list[Pieces], free: _Free) -> list[_Slots]:
        """Return the ids that stay on the table, and release the other ids of the table."""
        old: dict[Pieces, list[Ids]] = {}
        for ids in self.table:
            old.setdefault(self._pieces(ids), []).append(ids)
        slots: list[_Slots] = [[*old[pieces].pop(0)] if old.get(pieces) else [None] * len(pieces) for pieces in melds]
        changed = [index for index, row in enumerate(slots) if None in row]
        left = [(pieces, self._release(ids, {})) for pieces, rows in old.items() for ids in rows]
        pairs = [(-_common(left[one][0], melds[other]), other, one) for other in changed for one in range(len(left))]
        for _, other, one in sorted(pairs):
            _take(left[one][1], melds[other], slots[other])
        for _, rest in left:
            self._release(chain(*rest.values()), free)
        return slots

    def _as_laid(self, melds: list[Pieces], rows: list[Ids], free: _Free) -> list[_Slots]:
        """Return the ids of the melds in the arrangement of the player.

        Release the other ids of the table.
        """
        left = [(index, self._pieces(row)) for index, row in enumerate(rows)]
        slots: list[_Slots] = [[] for _ in melds]
        # First, match rows that have the order of a meld. Then, match rows in any order.
        for order in (tuple[Piece, ...], sorted):
            for number, meld in enumerate(melds):
                same = next((each for each in left if order(each[1]) == order(meld)), None)
                if same is not None and not slots[number]:
                    left.remove(same)
                    slots[number] = self._kept(rows[same[0]], meld, free)
        if left:
            raise RulesError(f"rows[{left[0][0]}] is not a meld of the table: {row_text(left[0][1])}")
        if [] in slots:
            raise RulesError(f"rows must be the whole table, but {row_text(melds[slots.index([])])} is missing")
        used = {*chain(*rows)}
        missing = [each for each in chain(*self.table) if each not in used]
        from_hand = {self.kinds[each] for each in self.hand if each in used}
        replaced = next((each for each in missing if self.kinds[each] in from_hand), None)
        if replaced is not None:
            raise RulesError(f"rows must have the id {shown(replaced)} of the table, not the id of an equal piece")
        self._release(missing, free)
        return slots


_altered: Callable[..., Places[Any]] = alterer(Places)


def _highest(ids: Iterable[str]) -> int:
    return max((int(each) for each in ids if each.isdecimal()), default=0)


def _check_view(view: object) -> None:
    has_table = hasattr(view, "table")
    if not isinstance(view, OneHand):
        raise WrongType(f"view must be a View, not {shown(view)}")
    if not has_table:
        raise WrongType("view must be of a game with melds on the table; in other games, use the cards as ids")


def _hands(view: OneHand[Any]) -> Iterator[Pieces]:
    """Yield the visible pieces of each hand.

    When the deal is over, all hands are visible.
    """
    known = getattr(view, "known", ()) if view.is_over else ()
    for seat, hand in enumerate(view.seen_hands):
        yield hand if hand is not None else known[seat] if known else ()


def _row(values: Iterable[Any], name: str) -> tuple[Any, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable) or is_unordered(values):
        raise WrongType(f"{name} must be a row of ids, not {shown(values)}")
    return tuple(values)


def _common(one: Pieces, other: Pieces) -> int:
    """Return the number of pieces that two melds have in common."""
    return sum(min(one.count(piece), other.count(piece)) for piece in {*one})


def _take(free: _Free, pieces: Pieces, slots: _Slots) -> None:
    """Give free ids to pieces that have no id."""
    if None in slots:
        for index, piece in enumerate(pieces):
            if slots[index] is None and (ids := free.get(piece)):
                slots[index] = ids.pop(0)


def __dir__() -> list[str]:
    return __all__
