"""Pieces, melds and tables, and the notation of all games.

The pieces of different games have different numbers, so a tile never equals a card: Rummikub uses 1 to 127, card rummy
128 to 255 and the contract game 256 to 511. Use higher numbers for a game of your own.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NoReturn, Self, TypeVar, cast, overload

from attrs import evolve

from rami.errors import InvalidMeld, Language, NotationError, Violation, WrongType, shown
from rami.messages import SHARED, Marked, Phrase, Pictured, Texts

P = TypeVar("P", bound="Piece")
Q = TypeVar("Q", bound=Pictured)
T = TypeVar("T")

MOST_NOTATION: Final = 100_000
"""Maximum length of a notation.

The largest set fits, and parsing takes at most a quarter of a second.
"""

_WORD = re.compile(r"[^\s,]+")
_TOKEN = re.compile(r"[-=]|[^\s,=-]+")
_VERB = re.compile(r"\s*(\S*)\s*")
# This character after a suit sign requests a colored sign.
_COLORED = "\N{VARIATION SELECTOR-16}"


class Piece(int, Pictured, Marked):
    """A tile or a card.

    It is an `int`, so sorting, comparing and hashing are fast.

    There is one object for each kind of piece, so copies of a piece are the same object. Arithmetic on pieces raises
    `WrongType`. `json.dumps` and `%d` treat a piece as a number: use `str(piece)` or `rami.codec.to_json` instead.

    A game with its own pieces defines a subclass with a property `mark`, and calls `kinds` once. Then `Coin("C5")`
    parses the notation of a piece, in upper or lower case, and `Coin(coin)` returns the piece itself. The class can
    therefore be used as a converter of fields.

    Attributes:
        noun: The noun for a piece in messages: "tile".
        wanted: The expected notation, for the error about an invalid word.
        names: The notation of each piece, by number.
        spellings: The pieces by all their spellings, in upper case.

    Raises:
        NotationError: If the text is not one piece.
        WrongType: If the argument is not text.

    Examples:
        >>> from rami.pictures import Mark
        >>> class Coin(Piece):
        ...     __slots__ = ()
        ...     noun = "coin"
        ...     @property
        ...     def mark(self) -> Mark:
        ...         return Mark(name=SHARED.phrase("pictures.player", seat=int(self)), word=str(self), shape="token")
        >>> _ = kinds(Coin, {1001: "C1", 1002: "C2"}, {"ONE": 1001})
        >>> Coin("c1") is Coin("one"), sorted([Coin("C2"), Coin("C1")])
        (True, [Coin('C1'), Coin('C2')])
    """

    __slots__ = ()

    noun: ClassVar[str] = "piece"
    wanted: ClassVar[str | Phrase] = "a piece"
    names: ClassVar[Mapping[int, str]] = {}
    spellings: ClassVar[Mapping[str, "Piece"]] = {}

    def __new__(cls, piece: "str | Self", /) -> Self:
        """Return the piece."""
        return piece if isinstance(piece, cls) else cls.parse(cast("str", piece))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the notation of a piece.

        Args:
            text: The notation, in upper or lower case.

        Raises:
            NotationError: If the text is not one piece.
            WrongType: If `text` is not a string.
        """
        row = separated(cls, text)
        if len(row) != 1:
            raise NotationError(SHARED.phrase("notation.one", a=_a(cls), count=len(row)), text)
        return row[0]

    @classmethod
    def row(cls, text: str) -> tuple[Self, ...]:
        """Parse pieces separated by spaces or commas.

        Args:
            text: The notation, in upper or lower case. It may be empty.

        Raises:
            NotationError: If a word is not a piece. The message has its position.
            WrongType: If `text` is not a string.

        Examples:
            >>> from rami.rummikub import Tile
            >>> Tile.row("r7, K13, joker")
            (Tile('R7'), Tile('K13'), Tile('*'))
            >>> Tile.row("R7 R14")
            Traceback (most recent call last):
            ...
            rami.errors.NotationError: 'R14' is not a tile: ... (position 3, in 'R7 R14')
        """
        return separated(cls, text)

    @classmethod
    def _checked_number(cls, part: str, number: object, highest: int) -> int:
        wanted = f"the {part} of a {cls.noun} must be a whole number from 1 to {highest}, not {shown(number)}"
        if type(number) is not int:
            raise WrongType(wanted)
        if not 1 <= number <= highest:
            raise NotationError(wanted)
        return number

    def name(self, lang: Language = "en") -> str:
        """Return the name of the piece in natural language.

        Args:
            lang: The language.

        Raises:
            RamiError: If the language does not exist.

        Examples:
            >>> from rami.rummikub import Tile
            >>> Tile("R7").name(), Tile("R7").name("fr"), Tile("*").name()
            ('red 7', '7 rouge', 'joker')
        """
        return self.mark.name.say(lang)

    def written(self, lang: str) -> str:
        """Return the notation of the piece as sentences show it.

        In languages other than English, a suit is shown as a sign, as in `R♣`.

        Args:
            lang: The language.
        """
        return str(self) if lang == "en" else self.mark.spoken(lang).word

    def __str__(self) -> str:
        return self.names[self]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.names[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(self.names[self], spec)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return type(self), (self.names[self],)


def _no_number(self: Piece, *_: object) -> NoReturn:
    raise WrongType(f"a {self.noun} does not support arithmetic: {self}")


_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow")
_BINARY = (*_ARITHMETIC, "lshift", "rshift", "and", "or", "xor")
for _operation in (*_BINARY, *(f"r{each}" for each in _BINARY), "neg", "pos", "invert"):
    setattr(Piece, f"__{_operation}__", _no_number)


def kinds(kind: type[P], names: Mapping[int, str], spellings: Mapping[str, int]) -> dict[int, P]:
    """Create the pieces of a game.

    Call this once for each class.

    Args:
        kind: The class.
        names: The notation of each piece by its number, in upper case.
        spellings: The numbers of pieces by other spellings, in upper case.

    Returns:
        The pieces by number.

    Examples:
        >>> class Domino(Piece):
        ...     noun = "domino"
        >>> pieces = kinds(Domino, {1_024: "0-0", 1_025: "0-1"}, {"1-0": 1_025})
        >>> pieces[1_025], Domino.parse("1-0")
        (Domino('0-1'), Domino('0-1'))
    """
    made = {code: int.__new__(kind, code) for code in names}
    named = {name: made[code] for code, name in names.items()}
    kind.names = names
    kind.spellings = named | {other: made[code] for other, code in spellings.items()}
    return made


def by_number(pieces: Mapping[int, P], value: Callable[[P], T], other: T) -> tuple[T, ...]:
    """Return a lookup table for pieces.

    The index is the number of a piece. An item is `value(piece)`, or `other` if no piece has this number.
    """
    return tuple(value(pieces[code]) if code in pieces else other for code in range(max(pieces) + 1))


def _a(kind: type[Piece]) -> object:
    key = f"notation.a-{kind.noun}"
    return SHARED.phrase(key) if SHARED.has(key) else f"a {kind.noun}"


def _checked(text: object) -> str:
    if not isinstance(text, str):
        raise WrongType(f"text is expected, not {shown(text)}")
    if len(text) > MOST_NOTATION:
        raise NotationError(SHARED.phrase("notation.long", most=MOST_NOTATION), text)
    return text


def piece_at(kind: type[P], word: str, text: str, position: int) -> P:
    """Return the piece with the given spelling.

    `text` and `position` are for the error message.
    """
    spellings = kind.spellings
    piece = spellings.get(word) or spellings.get(word.upper().replace(_COLORED, ""))
    if piece is None:
        short = word if len(word) <= 12 else word[:12] + "…"
        raise NotationError(SHARED.phrase("notation.word", word=short, wanted=kind.wanted), text, position)
    return cast("P", piece)


def separated(kind: type[P], text: str, *, start: int = 0) -> tuple[P, ...]:
    """Parse the pieces in a text from the index `start` on.

    The pieces are separated by spaces or commas.
    """
    found = list(map(kind.spellings.get, _checked(text)[start:].replace(",", " ").split()))
    if None not in found:
        return cast("tuple[P, ...]", tuple(found))
    # At least one word is in lower case or invalid, so parse word by word.
    words = _WORD.finditer(text, start)
    return tuple(piece_at(kind, word.group(), text, word.start()) for word in words)


def joined(kind: type[P], text: str, *, start: int = 0) -> Iterator[tuple[str, tuple[P, ...]]]:
    """Yield each row of joined pieces, with the sign that joins them.

    The sign is `-` or `=`. For a single piece, it is "".
    """
    found: list[P] = []
    joint = ""
    is_open = False
    for token in _TOKEN.finditer(_checked(text), start):
        word, position = token.group(), token.start()
        if word in "-=":
            if not found or is_open:
                raise NotationError(SHARED.phrase("notation.before", a=_a(kind), joint=word), text, position)
            if joint and joint != word:
                raise NotationError(SHARED.phrase("notation.joints"), text, position)
            joint, is_open = word, True
            continue
        piece = piece_at(kind, word, text, position)
        if found and not is_open:
            yield joint, tuple(found)
            found, joint = [], ""
        found.append(piece)
        is_open = False
    if is_open:
        raise NotationError(SHARED.phrase("notation.after", a=_a(kind), joint=joint), text, len(text))
    if found:
        yield joint, tuple(found)


def read_melds(
    kind: type[P], text: str, makers: Mapping[str, Callable[[tuple[P, ...]], T]], *, start: int = 0
) -> tuple[list[T], list[P]]:
    """Parse melds and loose pieces, both in the order of the text."""
    words = _checked(text)[start:].replace(",", " ").split()
    melds: list[T] = []
    loose: list[P] = []
    if all(len(word) <= MOST_CACHED for word in words):
        by_joint = tuple(makers.items())
        for word in words:
            found = _parse_word(cast("Any", kind), by_joint, word)
            if found is None:
                break
            if type(found) is kind:
                loose.append(found)
            else:
                melds.append(cast("T", found))
        else:
            return melds, loose
        melds, loose = [], []
    # Parse all other texts token by token, so that errors have a position.
    reasons: list[str | Phrase | Violation] = []
    for joint, row in joined(kind, text, start=start):
        if not joint:
            loose += row
            continue
        try:
            melds.append(made(makers[joint], row))
        except InvalidMeld as error:
            reasons += error.reasons
    if reasons:
        raise InvalidMeld(*reasons)
    return melds, loose


MOST_CACHED: Final = 60
"""Maximum length of a cached word.

The longest meld, a run of thirteen tiles, has 47 characters.
"""


# Consecutive texts mostly contain the same melds, so cache the melds.
@lru_cache(maxsize=2**13)
def _parse_word(kind: type[P], makers: tuple[tuple[str, Callable[[tuple[P, ...]], T]], ...], word: str) -> T | P | None:
    spellings = cast("Mapping[str, P]", kind.spellings)
    try:
        for joint, maker in makers:
            if joint in word:
                return maker(tuple([spellings[each] for each in word.split(joint)]))
        return spellings[word]
    except (InvalidMeld, KeyError):
        return None


def made(maker: Callable[[tuple[P, ...]], T], row: tuple[P, ...]) -> T:
    """Return the meld that consists of the given pieces.

    If the pieces are not a meld, they are the row of each violation.
    """
    try:
        return maker(row)
    except InvalidMeld as error:
        reasons = [evolve(each, rows=(row,)) if isinstance(each, Violation) else each for each in error.reasons]
        raise InvalidMeld(*reasons) from None


def one_meld(kind: type[T], melds: Sequence[object], text: str, texts: Texts) -> T:
    """Return the only meld in a text, or raise an error.

    `texts` has the sentences for the errors.
    """
    if len(melds) != 1:
        raise NotationError(SHARED.phrase("notation.one-meld", count=len(melds)), text)
    if not isinstance(meld := melds[0], kind):
        raise InvalidMeld(texts.phrase(f"notation.{kind.__name__.lower()}", meld=meld))
    return meld


def first_word(text: str) -> tuple[str, int]:
    """Return the verb of a move in lower case.

    The second value is the index where the arguments start.
    """
    found = _VERB.match(_checked(text))
    assert found is not None
    return found[1].lower(), found.end()


def is_unordered(value: object) -> bool:
    """Return whether a value is a set or a mapping.

    These are refused, because their items have no order.
    """
    return isinstance(value, Mapping | Set)


def row_of_pieces(kind: type[P], pieces: str | Iterable[int | str], name: str) -> tuple[P, ...]:
    """Convert an argument to a row of pieces.

    The argument is a text, or an iterable of pieces and of texts with one piece each.

    Sets and mappings are refused, because they have no order or lose copies.
    """
    if isinstance(pieces, str):
        return separated(kind, pieces)
    if type(pieces) not in (tuple, list) and (not isinstance(pieces, Iterable) or is_unordered(pieces)):
        raise WrongType(f"{name} must be {kind.noun}s, or text, not {shown(pieces)}")
    row: tuple[object, ...] = tuple(pieces)
    if not {kind}.issuperset(map(type, row)):
        row = tuple(_piece_of_item(kind, item, name, index) for index, item in enumerate(row))
    return cast("tuple[P, ...]", row)


def _piece_of_item(kind: type[P], item: object, name: str, index: int) -> P:
    if type(item) is kind:
        return item
    if not isinstance(item, str):
        raise WrongType(f"{name}[{index}] must be a {kind.noun}, or text, not {shown(item)}")
    try:
        return cast("P", kind.spellings.get(item)) or kind.parse(item)
    except NotationError as error:
        [reason] = error.reasons
        raise NotationError(reason, item, error.position, where=f"{name}[{index}]") from None


def sorted_rows(rows: Iterable[T], read: Callable[[T, str], tuple[P, ...]], name: str) -> tuple[tuple[P, ...], ...]:
    """Return rows of pieces by seat, each in canonical order.

    `read` converts one row. Its second argument is the name of the row, for errors.
    """
    if type(rows) not in (tuple, list) and (
        isinstance(rows, str) or not isinstance(rows, Iterable) or is_unordered(rows)
    ):
        raise WrongType(f"{name} must have a row for each seat, not {shown(rows)}")
    return tuple(tuple(sorted(read(row, f"{name}[{seat}]"))) for seat, row in enumerate(rows))


def as_row(pieces: "Iterable[Piece | int]") -> "tuple[Piece | int, ...]":
    """Return pieces or numbers as a tuple, in the given order."""
    return tuple(pieces)


def row_text(pieces: Iterable[Piece]) -> str:
    """Return the notation of pieces, with spaces between them."""
    return " ".join(map(str, pieces))


def one_piece(kind: type[P], piece: str | P, name: str) -> P:
    """Convert an argument to a piece."""
    if type(piece) is kind:
        return piece
    if isinstance(piece, str):
        return kind.parse(piece)
    raise WrongType(f"{name} must be a {kind.noun}, or text, not {shown(piece)}")


class BaseMeld(Pictured, Generic[P]):
    """A meld of any game.

    It is a sequence of its pieces.
    """

    __slots__ = ()

    joint: ClassVar[str]
    """The sign between the pieces in the notation."""
    texts: ClassVar[Texts]
    """The sentences of the game.

    `pictures.run` and `pictures.group` are the titles of pictures.
    """

    @property
    @abstractmethod
    def pieces(self) -> tuple[P, ...]:
        """The pieces, in order."""

    if TYPE_CHECKING:

        @property
        def value(self) -> int:
            """The total value of the pieces.

            A joker has the value of the piece that it stands for.
            """
            ...

        @property
        def stands_for(self) -> Mapping[int, tuple[P, ...]]:
            """The pieces that each joker may stand for, by the index of the joker."""
            ...

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[P]:
        return iter(self.pieces)

    def __contains__(self, piece: object) -> bool:
        row = self.pieces
        if isinstance(piece, str):
            return type(row[0]).parse(piece) in row
        return isinstance(piece, Piece) and piece in row

    @overload
    def __getitem__(self, index: int) -> P: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[P, ...]: ...
    def __getitem__(self, index: int | slice) -> P | tuple[P, ...]:
        return self.pieces[index]

    def written(self, lang: str) -> str:
        """Return the text for the meld in a sentence.

        Args:
            lang: The language.
        """
        return self.joint.join(piece.written(lang) for piece in self.pieces)

    def __str__(self) -> str:
        row = self.pieces
        return self.joint.join(map(row[0].names.__getitem__, row))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class MeldTable(Pictured, Generic[Q]):
    """The melds on a table, in order.

    A subclass defines the attrs field `melds`.
    """

    __slots__ = ()

    melds: tuple[Q, ...]

    def __len__(self) -> int:
        return len(self.melds)

    def __iter__(self) -> Iterator[Q]:
        return iter(self.melds)

    @overload
    def __getitem__(self, index: int) -> Q: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Q, ...]: ...
    def __getitem__(self, index: int | slice) -> Q | tuple[Q, ...]:
        return self.melds[index]

    def __str__(self) -> str:
        return " ".join(map(str, self.melds))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


def without(pieces: Iterable[T], removed: Iterable[T]) -> tuple[T, ...]:
    """Return the pieces in their order, without the removed ones.

    Each item of `removed` removes one copy. Items that do not occur among the pieces are ignored.

    Args:
        pieces: The pieces.
        removed: The pieces to remove.

    Examples:
        >>> without((1, 1, 2), (1, 5))
        (1, 2)
    """
    if not pieces or pieces is removed:
        return ()
    gone: dict[T, int] = {}
    for piece in removed:
        gone[piece] = gone.get(piece, 0) + 1
    if not gone:
        return tuple(pieces)
    left: list[T] = []
    for piece in pieces:
        if gone.get(piece):
            gone[piece] -= 1
        else:
            left.append(piece)
    return tuple(left)
