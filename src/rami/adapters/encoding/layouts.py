"""What an observation holds, in order."""

from array import array
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any, Final

from attrs import Factory, field, frozen

from rami import contracts, gin, rummikub, rummy
from rami.game import Game
from rami.gin.rules import HAND, PACK
from rami.shapes import whole

VERSION: Final = 2
"""The version of every layout and set of actions; it moves when one of them changes its meaning."""

Row = MutableSequence[int]
Write = Callable[[Any, Row, int], None]
"""Writes the numbers of a field that are not 0: the view, the row, and where in the row the field starts."""


@frozen
class Field:
    """A stretch of numbers in an observation.

    Attributes:
        name: What they are.
        size: How many there are.
        low: The least that each can be.
        high: The most.
        labels: What each number stands for, such as a card; () where the name says it, or they are counted by seats.
    """

    name: str
    size: int
    low: int
    high: int
    labels: tuple[str, ...] = ()
    write: Write = field(repr=False, eq=False, kw_only=True)


CHOSEN: Final = "chosen"
"""The field of the pieces chosen so far."""


def _starts(of: "Layout") -> tuple[int, ...]:
    sizes = [each.size for each in of.fields]
    return tuple(sum(sizes[:place]) for place in range(len(sizes)))


def _writers(of: "Layout") -> tuple[tuple[Write, int], ...]:
    return tuple((each.write, start) for each, start in zip(of.fields, of.starts, strict=True) if each.name != CHOSEN)


def _chosen(of: "Layout") -> tuple[Write, int] | None:
    pairs = zip(of.fields, of.starts, strict=True)
    return next(((each.write, start) for each, start in pairs if each.name == CHOSEN), None)


@frozen
class Layout:
    """What an observation holds, in order.

    Attributes:
        version: The version of the layout.
        fields: The stretches of numbers.
        starts: The place at which each field starts.
        size: How many numbers an observation has.

    Examples:
        >>> view = rummikub.set_up("R7 K1", "R4-R5-R6")
        >>> found = layout(rummikub.GAME, view.rules, view.players)
        >>> found.size, found.named(view)["pool"]
        (222, (87,))
    """

    version: int
    fields: tuple[Field, ...]
    starts: tuple[int, ...] = field(init=False, repr=False, default=Factory(_starts, takes_self=True))
    size: int = field(init=False, default=Factory(lambda of: sum(each.size for each in of.fields), takes_self=True))
    _writers: tuple[tuple[Write, int], ...] = field(
        init=False, repr=False, eq=False, default=Factory(_writers, takes_self=True)
    )
    _chosen: tuple[Write, int] | None = field(
        init=False, repr=False, eq=False, default=Factory(_chosen, takes_self=True)
    )

    @property
    def bounds(self) -> "tuple[array[int], array[int]]":
        """The least and the most that each number of an observation can be: two rows as `flat` makes them."""
        low = [each.low for each in self.fields for _ in range(each.size)]
        high = [each.high for each in self.fields for _ in range(each.size)]
        return array("i", low), array("i", high)

    def named(self, view: Any, chosen: Sequence[int] = ()) -> dict[str, tuple[int, ...]]:
        """The observation by names.

        Args:
            view: What a seat knows.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            The numbers of each field.
        """
        row = self.flat(view, chosen)
        return {
            each.name: tuple(row[start : start + each.size])
            for each, start in zip(self.fields, self.starts, strict=True)
        }

    def flat(self, view: Any, chosen: Sequence[int] = ()) -> "array[int]":
        """The observation as one row of numbers, the fields one after the other.

        Args:
            view: What a seat knows.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            `size` numbers of 32 bits: `numpy.frombuffer(row, "i")` reads them without a copy.
        """
        row = array("i", bytes(4 * self.size))
        for write, start in self._writers:
            write(view, row, start)
        if self._chosen is not None:
            write, start = self._chosen
            write(chosen, row, start)
        return row


def layout(game: Game[Any, Any, Any, Any], rules: Any, players: int) -> Layout:
    """How the views of a game are written as numbers.

    Seats are counted from the one that looks: the first number of a field by seats is its own. A spectator, who has no
    seat, counts from the first. The rules are not among the numbers.

    Args:
        game: The game. One that is not of the library has only whose turn it is, and which.
        rules: The rules of the deal.
        players: How many play.

    Returns:
        The layout.

    Examples:
        >>> [each.name for each in layout(rummikub.GAME, rummikub.DEFAULT, 2).fields][2:]
        ['rack', 'chosen', 'runs', 'groups', 'rack_sizes', 'opened', 'has_drawn', 'pool', 'passes']
    """
    own = _FIELDS[game.name](rules, players) if game.name in _FIELDS else ()
    everywhere = (_to_move(players), _one("turn", 2**31 - 1, lambda view: view.turn))
    return Layout(VERSION, (*everywhere, *own))


def seats(game: Game[Any, Any, Any, Any], rules: Any, players: int | None) -> int:
    """How many play in an environment.

    Args:
        game: The game.
        rules: The rules.
        players: A number; None for the fewest that the rules allow, two where the game does not say.

    Returns:
        The number.

    Raises:
        RulesError: If the rules do not allow so many, or so few.
    """
    allowed = None if game.seats is None else game.seats(rules)
    if players is None:
        return 2 if allowed is None else allowed[0]
    return players if allowed is None else whole("players", players, allowed[0], allowed[-1])


# ------------------------------------------------------------------------------------------------------ kinds of fields


def _to_move(players: int) -> Field:
    def write(view: Any, row: Row, start: int) -> None:
        if not view.is_over:
            row[start + (view.current_player - (view.player or 0)) % players] = 1

    return Field("to_move", players, 0, 1, write=write)


def _one(name: str, high: int, read: Callable[[Any], int], low: int = 0) -> Field:
    """A single number."""

    def write(view: Any, row: Row, start: int) -> None:
        row[start] = read(view)

    return Field(name, 1, low, high, write=write)


def _seats(name: str, players: int, high: int, read: Callable[[Any], Sequence[int]], low: int = 0) -> Field:
    """A number for each seat, from the one that looks."""

    def write(view: Any, row: Row, start: int) -> None:
        first = view.player or 0
        for seat, number in enumerate(read(view)):
            row[start + (seat - first) % players] = number

    return Field(name, players, low, high, write=write)


def _counts(name: str, kinds: Sequence[Any], most: int, read: Callable[[Any], Iterable[Any]]) -> Field:
    """How many of each kind lie somewhere."""
    places = {kind: place for place, kind in enumerate(kinds)}

    def write(view: Any, row: Row, start: int) -> None:
        for piece in read(view):
            row[start + places[piece]] += 1

    return Field(name, len(kinds), 0, most, tuple(map(str, kinds)), write=write)


def _of_seats(
    name: str, players: int, kinds: Sequence[Any], most: int, read: Callable[[Any], Sequence[Iterable[Any]]]
) -> Field:
    """How many of each kind of piece lie before each seat, one seat after the other."""
    places = {kind: place for place, kind in enumerate(kinds)}

    def write(view: Any, row: Row, start: int) -> None:
        first = view.player or 0
        for seat, pieces in enumerate(read(view)):
            for piece in pieces:
                row[start + (seat - first) % players * len(kinds) + places[piece]] += 1

    return Field(name, players * len(kinds), 0, most, tuple(map(str, kinds)) * players, write=write)


def _cards_of(melds: Iterable[Any], kind: type[Any]) -> Iterable[int]:
    return [card for meld in melds if isinstance(meld, kind) for card in meld.cards]


# -------------------------------------------------------------------------------------------------------- of the games


def _rummikub_fields(rules: rummikub.Rules, players: int) -> tuple[Field, ...]:
    kinds = sorted(set(rules.tiles))
    most, all_tiles = max(rules.copies, rules.jokers), len(rules.tiles)

    def on_table(kind: type[Any]) -> Callable[[rummikub.View], Iterable[int]]:
        return lambda view: (tile for meld in view.table if isinstance(meld, kind) for tile in meld.tiles)

    return (
        _counts("rack", kinds, most, lambda view: view.rack),
        _counts(CHOSEN, kinds, most, lambda chosen: chosen),
        _counts("runs", kinds, most, on_table(rummikub.Run)),
        _counts("groups", kinds, most, on_table(rummikub.Group)),
        _seats("rack_sizes", players, all_tiles, lambda view: view.rack_sizes),
        _seats("opened", players, 1, lambda view: view.opened),
        _one("has_drawn", 1, lambda view: view.has_drawn),
        _one("pool", all_tiles, lambda view: view.pool_size),
        _one("passes", players, lambda view: view.passes),
    )


def _rummy_fields(rules: rummy.Rules, players: int) -> tuple[Field, ...]:
    kinds = sorted(set(rules.cards))
    most, all_cards = max(rules.packs, rules.jokers), len(rules.cards)
    return (
        _counts("hand", kinds, most, lambda view: view.hand),
        _counts("runs", kinds, most, lambda view: _cards_of(view.table.melds, rummy.Run)),
        _counts("groups", kinds, most, lambda view: _cards_of(view.table.melds, rummy.Group)),
        _counts("top_discard", kinds, 1, lambda view: view.discard_pile[-1:]),
        _counts("discards", kinds, most, lambda view: view.discard_pile),
        _counts("taken", kinds, 1, lambda view: () if view.taken is None else (view.taken,)),
        _seats("hand_sizes", players, all_cards, lambda view: view.hand_sizes),
        _seats("has_melded", players, 1, lambda view: view.has_melded),
        _one("to_play", 1, lambda view: view.phase is rummy.Phase.PLAY),
        _one("jokers_owed", max(1, rules.jokers), lambda view: view.jokers_owed),
        _one("stock", all_cards, lambda view: view.stock_size),
        _one("discard_size", all_cards, lambda view: view.discard_size),
        _one("restocks", 2**31 - 1, lambda view: view.restocks),
    )


def _gin_fields(rules: gin.Rules, players: int) -> tuple[Field, ...]:  # noqa: ARG001  # the pack is always the same
    kinds = PACK

    def laid(kind: type[Any]) -> Callable[[gin.View], Iterable[int]]:
        return lambda view: [card for each in spreads(view) for card in _cards_of(each.melds.melds, kind)]

    def left(view: gin.View) -> Iterable[int]:
        return [card for each in spreads(view) for card in each.unmatched]

    def spreads(view: gin.View) -> Iterable[gin.Spread]:
        return () if view.knocker is None else (each for each in view.spreads if each)

    return (
        _counts("hand", kinds, 1, lambda view: view.hand),
        _counts("top_discard", kinds, 1, lambda view: view.discard_pile[-1:]),
        _counts("discards", kinds, 1, lambda view: view.discard_pile),
        _counts("upcard", kinds, 1, lambda view: () if view.upcard is None else (view.upcard,)),
        _counts("taken", kinds, 1, lambda view: () if view.taken is None else (view.taken,)),
        _counts("runs", kinds, 1, laid(rummy.Run)),
        _counts("groups", kinds, 1, laid(rummy.Group)),
        _counts("unmatched", kinds, 1, left),
        _seats("hand_sizes", players, HAND + 1, lambda view: view.hand_sizes),
        _seats("knocked", players, 1, lambda view: [seat == view.knocker for seat in range(players)]),
        _phase(list(gin.Phase)),
        _one("stock", len(kinds), lambda view: view.stock_size),
    )


def _phase(phases: Sequence[Any]) -> Field:
    """Which phase of the turn it is: a 1 in its place."""

    def write(view: Any, row: Row, start: int) -> None:
        row[start + phases.index(view.phase)] = 1

    return Field("phase", len(phases), 0, 1, tuple(map(str, phases)), write=write)


def _contracts_fields(rules: contracts.Rules, players: int) -> tuple[Field, ...]:
    deck = rules.deck
    kinds, names = sorted(set(deck.cards)), [contract.id for contract in deck.contracts]
    faces = sorted({face for token in deck.trophy_tokens for face in token}, key=str)
    all_cards = len(deck.cards)

    def ids(row: Iterable[contracts.Contract]) -> list[str]:
        return [contract.id for contract in row]

    return (
        _counts("hand", kinds, deck.copies, lambda view: view.hand),
        _counts("value_market", kinds, deck.copies, lambda view: view.value_market),
        _counts("discards", kinds, deck.copies, lambda view: view.discards),
        _counts("bonus_pile", kinds, deck.copies, lambda view: view.bonus_pile),
        _of_seats("contract_market", 1, names, 1, lambda view: [ids(view.contract_market)]),
        _of_seats("zones", players, names, 1, lambda view: list(map(ids, view.zones))),
        _counts("trophies", faces, len(deck.trophy_tokens), lambda view: view.trophies),
        _seats("hand_sizes", players, all_cards, lambda view: view.hand_sizes),
        _seats("bonus_sizes", players, all_cards, lambda view: view.bonus_sizes),
        _seats("jokers", players, max(1, deck.jokers_per_player), lambda view: view.jokers),
        _phase(list(contracts.Phase)),
        _one("value_pile", all_cards, lambda view: view.value_pile_size),
        _one("contract_pile", len(names), lambda view: view.contract_pile_size),
        _one(
            "last_turn",
            2**31 - 1,
            lambda view: -1 if view.last_turn is None else max(0, view.last_turn - view.turn),
            -1,
        ),
    )


_FIELDS: Mapping[str, Callable[[Any, int], tuple[Field, ...]]] = {
    "rummikub": _rummikub_fields,
    "rummy": _rummy_fields,
    "gin": _gin_fields,
    "contracts": _contracts_fields,
}
