"""Stable ids of the pieces that one seat sees, for screens, where equal pieces must be told apart."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Generic, TypeVar, cast

from attrs import field, frozen

from rami.errors import RulesError, WrongType, shown
from rami.pieces import Piece, is_unordered, row_text
from rami.positions import OneHand
from rami.shapes import instance

__all__ = ["Places"]

P = TypeVar("P", bound=Piece)
Q = TypeVar("Q", bound=Piece)

Ids = tuple[str, ...]
Pieces = tuple[Piece, ...]
Slots = list[str | None]
"""The ids of a row. None stands for a piece that has no id yet."""
Free = dict[Piece, list[str]]
"""Ids by piece that may be given again."""

MOST_PREFIX: Final = 40
"""Maximum length of a prefix."""


@frozen(kw_only=True)
class Places(Generic[P]):
    """Ids of all pieces that one seat, or a spectator, sees. `of` gives the first ids, and `after` keeps them.

    A piece that stays visible keeps its id, wherever it moves. A piece that becomes visible gets a new one, and
    face-down pieces have none. Ids depend only on the views of the seat, so they reveal nothing: keep one `Places` for
    each seat, and one for spectators. It has no JSON. After a restart, use another prefix.

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
    kinds: dict[str, P] = field(hash=False)
    _prefix: str = field(alias="_prefix", repr=False)
    # The number of ids given so far, the number of covered discards, and the number of times that these were shuffled.
    _given: int = field(default=0, alias="_given", repr=False)
    _covered: int = field(default=0, alias="_covered", repr=False)
    _restocks: int = field(default=0, alias="_restocks", repr=False)

    @staticmethod
    def of(view: OneHand[Q], prefix: str = "") -> "Places[Q]":
        """Give an id to each visible piece of a view.

        Args:
            view: The view of a player or a spectator, of Rummikub or card rummy.
            prefix: The beginning of all ids, at most 40 characters. After a restart, use another one, so that an old id
                does not name another piece.

        Raises:
            WrongType: If `view` is not a view, or its game has no table. A card of Gin is its own id.
            RulesError: If the prefix is too long.

        Examples:
            >>> from rami import rummy
            >>> Places.of(rummy.set_up("6S KD", "3S-4S-5S", discard="9H"), prefix="a").discard_pile
            ('a-6',)
        """
        if len(instance("prefix", prefix, str)) > MOST_PREFIX:
            raise RulesError(f"prefix must have at most {MOST_PREFIX} characters, not {len(prefix)}")
        _check_view(view)
        # The separator keeps apart the ids of prefixes such as "" and "1".
        before, hands = prefix and f"{prefix}-", ((),) * view.players
        empty = Places[Q](player=view.player, hands=hands, table=(), discard_pile=(), kinds={}, _prefix=before)
        return empty.after(view)

    @property
    def hand(self) -> Ids:
        """Ids of the player's own hand. () for a spectator."""
        return () if self.player is None else self.hands[self.player]

    def rows(self, rows: Iterable[Iterable[str]]) -> tuple[tuple[P, ...], ...]:
        """Return rows of ids as rows of pieces, for example for a `Draft`.

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
        """Return the ids in another view of the same seat: the next one, or any later or earlier one.

        Equal melds keep their ids first, then melds that have the most pieces in common.

        Args:
            view: The view.
            rows: The table as the player laid it, as rows of ids in any order. None if another player moved, or to
                match the melds.

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
        hands: list[Pieces] = [*_hands(view)]
        pile: Pieces = getattr(view, "discard_pile", ())
        covered, restocks = getattr(view, "discard_size", len(pile)) - len(pile), getattr(view, "restocks", 0)
        # Each place keeps its ids first. Pieces that changed their place then get the ids that are left.
        free: Free = {}
        laid: set[str] = set()
        if rows is None:
            table = self._matched(melds, free)
        else:
            checked = self._checked(rows)
            laid = {each for row in checked for each in row}
            table = self._as_laid(melds, checked)
            self._release(free, [each for row in self.table for each in row if each not in laid])
        slots = [*table]
        for old, new in zip(self.hands, hands, strict=True):
            own: Free = {}
            self._release(own, [each for each in old if each not in laid])
            slots.append(_taken(own, new))
            self._release(free, [each for ids in own.values() for each in ids])
        slots.append(self._pile(pile, covered, restocks, laid, free))
        return self._filled(view, slots, [*melds, *hands, pile], free, covered, restocks)

    def _filled(
        self, view: OneHand[P], slots: list[Slots], pieces: list[Pieces], free: Free, covered: int, restocks: int
    ) -> "Places[P]":
        """Return the ids with all empty slots filled."""
        given, kinds = self._given, dict[str, Any]()
        found: list[Ids] = []
        for row, kept in zip(pieces, slots, strict=True):
            if None in kept:
                _take(free, row, kept)
                for index, each in enumerate(kept):
                    if each is None:
                        given += 1
                        kept[index] = f"{self._prefix}{given}"
            ids = cast("list[str]", kept)
            kinds.update(zip(ids, row, strict=True))
            found.append(tuple(ids))
        melds = len(found) - 1 - view.players
        return Places(
            player=self.player,
            hands=tuple(found[melds:-1]),
            table=tuple(found[:melds]),
            discard_pile=found[-1],
            kinds=kinds,
            _prefix=self._prefix,
            _given=given,
            _covered=covered,
            _restocks=restocks,
        )

    def _pieces(self, ids: Ids) -> tuple[P, ...]:
        return tuple(map(self.kinds.__getitem__, ids))

    def _release(self, free: Free, ids: Iterable[str]) -> None:
        for each in ids:
            free.setdefault(self.kinds[each], []).append(each)

    def _matched(self, melds: list[Pieces], free: Free) -> list[Slots]:
        """Return the ids that stay on the table, and release the others."""
        old: dict[Pieces, list[Ids]] = {}
        for ids in self.table:
            old.setdefault(self._pieces(ids), []).append(ids)
        found: list[Slots] = []
        changed: list[int] = []
        for index, pieces in enumerate(melds):
            if same := old.get(pieces):
                found.append([*same.pop(0)])
            else:
                found.append([None] * len(pieces))
                changed.append(index)
        left: list[tuple[Pieces, Free]] = []
        for pieces, rows in old.items():
            for ids in rows:
                left.append((pieces, {}))
                self._release(left[-1][1], ids)
        pairs = [
            (-_common(before, melds[index]), index, number)
            for index in changed
            for number, (before, _) in enumerate(left)
        ]
        for common, index, number in sorted(pairs):
            if common:
                _take(left[number][1], melds[index], found[index])
        for _, rest in left:
            self._release(free, [each for ids in rest.values() for each in ids])
        return found

    def _as_laid(self, melds: list[Pieces], rows: list[Ids]) -> list[Slots]:
        """Return the ids of the melds from rows of ids."""
        left = [(index, self._pieces(row)) for index, row in enumerate(rows)]
        found: list[Slots] = [[] for _ in melds]
        # A row in another order may be another meld, so rows in the order of their melds come first.
        for order in (tuple[Piece, ...], sorted):
            for number, meld in enumerate(melds):
                same = next((each for each in left if order(each[1]) == order(meld)), None)
                if same is not None and not found[number]:
                    left.remove(same)
                    own: Free = {}
                    self._release(own, rows[same[0]])
                    found[number] = _taken(own, meld)
        if left:
            index, pieces = left[0]
            raise RulesError(f"rows[{index}] is not a meld of the table: {row_text(pieces)}")
        if [] in found:
            raise RulesError(f"rows must be the whole table, but {row_text(melds[found.index([])])} is missing")
        return found

    def _pile(self, pile: Pieces, covered: int, restocks: int, laid: set[str], free: Free) -> Slots:
        """Return the ids of the discards that stay, and release those of cards that left the pile."""
        found: Slots = [None] * len(pile)
        for place, each in enumerate(self.discard_pile, self._covered):
            index = place - covered
            is_same = restocks == self._restocks
            if is_same and 0 <= index < len(pile) and pile[index] == self.kinds[each] and each not in laid:
                found[index] = each
            elif each not in laid and not (is_same and index < 0):
                # A card below the visible ones stays in the pile, face down.
                self._release(free, [each])
        return found


def _check_view(view: object) -> None:
    has_table = hasattr(view, "table")
    if not isinstance(view, OneHand):
        raise WrongType(f"view must be a View, not {shown(view)}")
    if not has_table:
        raise WrongType("view must be of a game with melds on the table: in other games a card is its own id")


def _hands(view: OneHand[Any]) -> Iterator[Pieces]:
    """Yield the visible pieces of each hand. At the end of a deal, these are all."""
    known = getattr(view, "known", ()) if view.is_over else ()
    for seat, hand in enumerate(view.seen_hands):
        yield hand if hand is not None else known[seat] if known else ()


def _row(values: Iterable[Any], name: str) -> tuple[Any, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable) or is_unordered(values):
        raise WrongType(f"{name} must be a row of ids, not {shown(values)}")
    return tuple(values)


def _common(one: Pieces, other: Pieces) -> int:
    """Return the number of pieces in common."""
    return sum(min(one.count(piece), other.count(piece)) for piece in {*one})


def _taken(free: Free, pieces: Pieces) -> Slots:
    found: Slots = [None] * len(pieces)
    _take(free, pieces, found)
    return found


def _take(free: Free, pieces: Pieces, slots: Slots) -> None:
    """Fill empty slots with free ids of their pieces."""
    for index, piece in enumerate(pieces):
        if slots[index] is None and (ids := free.get(piece)):
            slots[index] = ids.pop(0)


def __dir__() -> list[str]:
    return __all__
