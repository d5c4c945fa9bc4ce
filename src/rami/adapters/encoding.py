"""Views as numbers and moves as numbers, for programs that learn: one layout and one set of actions for each game.

What an observation holds is data: `Layout.fields` says the name, the place and the range of every number. An action is
a whole number; `Actions.names` says what each means, and `Actions.options` which of them are legal and what they do.
Both are made of a view alone, so no observation and no mask can tell what a seat may not know.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, Final

from attrs import Factory, field, frozen

from rami import rummikub, rummy
from rami.game import Game

VERSION: Final = 1
"""The version of every layout and set of actions; it moves when one of them changes its meaning."""

SLOTS = 64
"""How many legal moves a game without a vocabulary of its own offers; later ones in `legal_moves` cannot be chosen."""

Option = Any
"""What an action does: a move to make, or the pieces chosen so far in a turn that goes on."""


@frozen
class Field:
    """A row of numbers in an observation.

    Attributes:
        name: What they are.
        size: How many there are.
        low: The least that each can be.
        high: The most.
        read: Takes them from a view.
    """

    name: str
    size: int
    low: int
    high: int
    read: Callable[[Any], Sequence[int]] = field(repr=False, eq=False)


@frozen
class Layout:
    """What an observation holds, in order.

    Attributes:
        version: The version of the layout.
        fields: The rows of numbers.

    Examples:
        >>> view = rummikub.set_up("R7 K1", "R4-R5-R6")
        >>> found = layout(rummikub.GAME, view.rules, view.players)
        >>> found.size, found.named(view)["pool"]
        (114, (87,))
    """

    version: int
    fields: tuple[Field, ...]

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(each.size for each in self.fields)

    def named(self, view: Any) -> dict[str, tuple[int, ...]]:
        """The observation as rows by name.

        Args:
            view: What a seat knows.

        Returns:
            The numbers of each row.
        """
        return {each.name: tuple(map(int, each.read(view))) for each in self.fields}

    def flat(self, view: Any) -> tuple[int, ...]:
        """The observation as one row of numbers, the fields one after the other.

        Args:
            view: What a seat knows.

        Returns:
            `size` numbers.
        """
        return tuple(number for each in self.fields for number in map(int, each.read(view)))


def layout(game: Game[Any, Any, Any, Any], rules: Any, players: int) -> Layout:
    """How the views of a game are written as numbers.

    Seats are counted from the one that looks: the first number of a row by seats is its own.

    Args:
        game: The game. One without a layout of its own has only whose turn it is, and which.
        rules: The rules of the deal.
        players: How many play.

    Returns:
        The layout.

    Examples:
        >>> [each.name for each in layout(rummikub.GAME, rummikub.DEFAULT, 2).fields]
        ['to_move', 'turn', 'rack', 'table', 'rack_sizes', 'opened', 'pool']
    """
    own = _FIELDS[game.name](rules, players) if game.name in _FIELDS else ()
    to_move = Field(
        "to_move", players, 0, 1, lambda view: _by_seat(view, [s == view.current_player for s in range(players)])
    )
    return Layout(VERSION, (to_move, Field("turn", 1, 0, 1_000_000, lambda view: [view.turn]), *own))


def _by_seat(view: Any, row: Sequence[int]) -> Sequence[int]:
    """A row by seats, from the one that looks."""
    first = view.player or 0
    return [*row[first:], *row[:first]]


def _seats(name: str, players: int, high: int, read: Callable[[Any], Sequence[int]]) -> Field:
    return Field(name, players, 0, high, lambda view: _by_seat(view, read(view)))


def _counts(name: str, kinds: Sequence[int], most: int, read: Callable[[Any], Iterable[int]]) -> Field:
    """How many of each kind of piece lie somewhere."""
    places = {kind: place for place, kind in enumerate(kinds)}

    def counted(view: Any) -> list[int]:
        counts = [0] * len(kinds)
        for piece in read(view):
            counts[places[piece]] += 1
        return counts

    return Field(name, len(kinds), 0, most, counted)


def _rummikub_fields(rules: rummikub.Rules, players: int) -> tuple[Field, ...]:
    kinds = sorted(set(rules.tiles))
    most = max(rules.copies, rules.jokers)
    return (
        _counts("rack", kinds, most, lambda view: view.rack),
        _counts("table", kinds, most, lambda view: view.table.tiles),
        _seats("rack_sizes", players, len(rules.tiles), lambda view: view.rack_sizes),
        _seats("opened", players, 1, lambda view: view.opened),
        Field("pool", 1, 0, len(rules.tiles), lambda view: [view.pool_size]),
    )


def _rummy_fields(rules: rummy.Rules, players: int) -> tuple[Field, ...]:
    kinds = sorted(set(rules.cards))
    most = max(rules.packs, rules.jokers)
    return (
        _counts("hand", kinds, most, lambda view: view.hand),
        _counts("table", kinds, most, lambda view: view.table.cards),
        _counts("top_discard", kinds, 1, lambda view: view.discard_pile[-1:]),
        _counts("discards", kinds, most, lambda view: view.discard_pile),
        _seats("hand_sizes", players, len(rules.cards), lambda view: view.hand_sizes),
        Field("to_play", 1, 0, 1, lambda view: [view.phase is rummy.Phase.PLAY]),
        Field("stock", 1, 0, len(rules.cards), lambda view: [view.stock_size]),
    )


_FIELDS: Mapping[str, Callable[[Any, int], tuple[Field, ...]]] = {
    "rummikub": _rummikub_fields,
    "rummy": _rummy_fields,
}


# ------------------------------------------------------------------------------------------------------------- actions


def _numbers(of: "Actions") -> Mapping[str, int]:
    return {name: number for number, name in enumerate(of.names)}


@frozen
class Actions:
    """The actions of a game: a fixed list, of which some are legal at a time.

    Attributes:
        version: The version of the list.
        names: What each action means, by its number.
        hides: What cannot be chosen with these actions; "" where every legal move can.
        numbers: The number of each name.
        find: Finds what can be done from a view with the pieces chosen so far: what each name does.
    """

    version: int
    names: tuple[str, ...]
    hides: str
    find: Callable[[Any, tuple[Any, ...]], Mapping[str, Option]] = field(repr=False, eq=False)
    numbers: Mapping[str, int] = field(init=False, repr=False, eq=False, default=Factory(_numbers, takes_self=True))

    def options(self, view: Any, chosen: tuple[Any, ...] = ()) -> dict[int, Option]:
        """What a seat can do.

        Args:
            view: What the seat knows.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            For each legal action what it does: a move to make, or a tuple, the pieces chosen then. Nothing if it is not
            the seat's turn.
        """
        return {self.numbers[name]: option for name, option in self.find(view, chosen).items() if name in self.numbers}


def actions(game: Game[Any, Any, Any, Any], rules: Any) -> Actions:
    """The actions of a game.

    In Rummikub a play is chosen tile by tile: an action adds a tile that some legal play lays together with those
    chosen before, and `commit` makes the play. In card Rami an action is a move, with what it hides said in `hides`.
    Any other game has slots: the first legal moves, by their place in `legal_moves`.

    Args:
        game: The game.
        rules: The rules of the deal.

    Returns:
        The actions.

    Examples:
        >>> rack = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
        >>> tiles = actions(rummikub.GAME, rack.rules)
        >>> len(tiles.names), [tiles.names[number] for number in tiles.options(rack)]
        (56, ['R7', 'R8', 'draw'])
    """
    if game.name == "rummikub":
        kinds = sorted(set(rules.tiles))
        return Actions(VERSION, (*map(str, kinds), "commit", "draw", "pass"), "", _tile_by_tile)
    if game.name in _WORDS:
        words, word_of, hides = _WORDS[game.name]
        return Actions(VERSION, tuple(words(rules)), hides, _FirstOf(game.legal_moves, word_of))
    names = tuple(f"move {number}" for number in range(SLOTS))
    return Actions(VERSION, names, f"legal moves after the first {SLOTS}", _Slots(game.legal_moves))


def _tile_by_tile(view: rummikub.View, chosen: tuple[Any, ...]) -> dict[str, Option]:
    if view.is_over or view.player != view.current_player:
        return {}
    found: dict[str, Option] = {str(tile): (*chosen, tile) for tile in sorted(rummikub.layable(view, chosen))}
    if chosen:
        play = rummikub.play_of(view, chosen)
        return found if play is None else {**found, "commit": play}
    ways: dict[str, rummikub.Move] = {"draw": rummikub.Draw(), "pass": rummikub.Pass()}
    return {**found, **{name: move for name, move in ways.items() if not rummikub.check(view, move)}}


@frozen
class _FirstOf:
    """The first legal move of each name."""

    legal_moves: Callable[[Any], Iterator[Any]]
    word_of: Callable[[Any], str]

    def __call__(self, view: Any, _: tuple[Any, ...]) -> dict[str, Option]:
        found: dict[str, Option] = {}
        for move in self.legal_moves(view):
            found.setdefault(self.word_of(move), move)
        return found


@frozen
class _Slots:
    """Legal moves by their places."""

    legal_moves: Callable[[Any], Iterator[Any]]

    def __call__(self, view: Any, _: tuple[Any, ...]) -> dict[str, Option]:
        return {f"move {place}": move for place, move in enumerate(islice(self.legal_moves(view), SLOTS))}


def _rummy_word(move: rummy.Move) -> str:
    """The name of a move of card Rami: moves of one name differ only in which of several melds or jokers they use."""
    match move:
        case rummy.LayMeld(rummy.Run() as run):
            return f"run {run.kinds[0].suit} {run.start} {len(run.cards)}"
        case rummy.LayMeld(rummy.Group() as group):
            suits = "".join(sorted(card.suit or "" for card in group.cards))
            return f"group {group.rank} {suits}{'*' if rummy.JOKER in group.cards else ''}"
        case rummy.LayOff(card):
            return f"add {card}"
        case rummy.ReplaceJoker(card):
            return f"replace {card}"
        case _:
            return str(move)


def _rummy_words(rules: rummy.Rules) -> Iterator[str]:
    kinds = sorted(set(rules.cards))
    suits = sorted({str(card.suit) for card in kinds if card.suit})
    yield from ("draw", "take")
    yield from (f"{verb} {card}" for verb in ("discard", "add", "replace") for card in kinds)
    last = {"low": 13, "high_or_low": 14, "wrap": 25}[rules.ace]
    for suit in suits:
        for start in range(1, 14):
            yield from (f"run {suit} {start} {length}" for length in range(3, min(13, last - start + 1) + 1))
    rows = ["".join(row) for size in range(1, len(suits) + 1) for row in combinations(suits, size)]
    for rank in range(1, 14):
        yield from (f"group {rank} {row}" for row in rows if len(row) > 2)
        yield from (f"group {rank} {row}*" for row in rows)


_WORDS: Mapping[str, tuple[Callable[[Any], Iterable[str]], Callable[[Any], str], str]] = {
    "rummy": (
        _rummy_words,
        _rummy_word,
        "which meld a card is added to, which joker is replaced, and which cards of a meld jokers stand for",
    ),
}


def seats(game: Game[Any, Any, Any, Any], rules: Any, players: int | None) -> int:
    """How many play in an environment.

    Args:
        game: The game.
        rules: The rules.
        players: A number; None for the fewest that the rules allow, two where the game does not say.
    """
    if players is not None:
        return players
    return min(game.seats(rules)) if game.seats is not None else 2
