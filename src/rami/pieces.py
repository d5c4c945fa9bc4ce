"""Base classes of pieces, melds and tables, and parsers for their notation.

The pieces of different games have different numbers, so a tile never equals a card: Rummikub uses 1 to 127, card rummy
128 to 255 and the contract game 256 to 511. Use higher numbers for a game of your own.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NoReturn, Self, TypeVar, cast, overload

from rami.errors import InvalidMeld, Language, NotationError, WrongType, shown
from rami.messages import SHARED, Marked, Phrase, Pictured, Texts

P = TypeVar("P", bound="Piece")
Q = TypeVar("Q", bound=Pictured)
B = TypeVar("B", bound="BaseMeld[Any]")
T = TypeVar("T")

MOST_NOTATION: Final = 100_000
"""Maximum length of a notation. The largest set fits, and parsing takes at most a quarter of a second."""

_WORD = re.compile(r"[^\s,]+")
_TOKEN = re.compile(r"[-=]|[^\s,=-]+")
_VERB = re.compile(r"\s*(\S*)\s*")
# This selector requests a colored suit sign.
_COLORED = "\N{VARIATION SELECTOR-16}"


class Piece(int, Pictured, Marked):
    """A tile or a card. It is an `int`, so sorting, comparing and hashing are fast.

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
        """Return the object of this kind."""
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
        """Check a part of a piece, such as its rank."""
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
        """Return the piece for use in a sentence: in notation in English, or else as in pictures, such as `R♣`."""
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
    """Create the pieces of a game. Call this once for each class.

    Args:
        kind: The class.
        names: The notation of each piece by its number, in upper case.
        spellings: The numbers of pieces by other spellings, in upper case.
    """
    made = {code: int.__new__(kind, code) for code in names}
    named = {name: made[code] for code, name in names.items()}
    kind.names = names
    kind.spellings = named | {other: made[code] for other, code in spellings.items()}
    return made


def by_number(pieces: Mapping[int, P], value: Callable[[P], T], other: T) -> tuple[T, ...]:
    """Return a lookup table: `value` of each piece at the index of its number, and `other` at all other indexes."""
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
    """Return the piece with the given spelling. `text` and `position` are for the error."""
    spellings = kind.spellings
    piece = spellings.get(word) or spellings.get(word.upper().replace(_COLORED, ""))
    if piece is None:
        short = word if len(word) <= 12 else word[:12] + "…"
        raise NotationError(SHARED.phrase("notation.word", word=short, wanted=kind.wanted), text, position)
    return cast("P", piece)


def separated(kind: type[P], text: str, *, start: int = 0) -> tuple[P, ...]:
    """Parse pieces separated by spaces or commas, from index `start` on."""
    words = _WORD.finditer(_checked(text), start)
    return tuple(piece_at(kind, word.group(), text, word.start()) for word in words)


def joined(kind: type[P], text: str, *, start: int = 0) -> Iterator[tuple[str, tuple[P, ...]]]:
    """Yield rows of pieces joined by `-` or `=`, each with its joint. The joint of a single piece is ""."""
    found: list[P] = []
    joint = ""
    # After a joint, a piece has to follow.
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
            # A space separates this piece from the pieces before.
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
    """Parse melds and loose pieces."""
    melds: list[T] = []
    loose: list[P] = []
    reasons: list[Any] = []
    for joint, row in joined(kind, text, start=start):
        if not joint:
            loose += row
            continue
        try:
            melds.append(makers[joint](row))
        except InvalidMeld as error:
            reasons += error.reasons
    if reasons:
        raise InvalidMeld(*reasons)
    return melds, loose


def one_meld(kind: type[T], melds: Sequence[object], text: str, texts: Texts) -> T:
    """Return the only meld of a text, if it is of the given class. `texts` has the errors for other melds."""
    if len(melds) != 1:
        raise NotationError(SHARED.phrase("notation.one-meld", count=len(melds)), text)
    if not isinstance(meld := melds[0], kind):
        raise InvalidMeld(texts.phrase(f"notation.{kind.__name__.lower()}", meld=meld))
    return meld


def first_word(text: str) -> tuple[str, int]:
    """Return the verb of a move in lower case, and the index in its notation after the verb."""
    found = _VERB.match(_checked(text))
    # The pattern also matches an empty text.
    assert found is not None
    return found[1].lower(), found.end()


def row_of_pieces(kind: type[P], pieces: str | Iterable[int], name: str) -> tuple[P, ...]:
    """Return an argument of pieces as a tuple."""
    if isinstance(pieces, str):
        return separated(kind, pieces)
    # Testing for a tuple first is faster.
    if not isinstance(pieces, (tuple, Iterable)):
        raise WrongType(f"{name} must be {kind.noun}s, or text, not {shown(pieces)}")
    row = tuple(pieces)
    if not {kind}.issuperset(map(type, row)):
        wrong = next(piece for piece in row if type(piece) is not kind)
        raise WrongType(f"{name} must be made of {kind.noun}s, not {shown(wrong)}")
    return cast("tuple[P, ...]", row)


def row_text(pieces: Iterable[Piece]) -> str:
    """Return the notation of pieces, separated by spaces."""
    return " ".join(map(str, pieces))


def one_piece(kind: type[P], piece: str | P, name: str) -> P:
    """Return an argument of one piece as a piece."""
    if type(piece) is kind:
        return piece
    if isinstance(piece, str):
        return kind.parse(piece)
    raise WrongType(f"{name} must be a {kind.noun}, or text, not {shown(piece)}")


class BaseMeld(Pictured, Generic[P]):
    """A meld of any game: a sequence of its pieces."""

    __slots__ = ()

    joint: ClassVar[str]
    """Separator of the pieces in notation."""
    texts: ClassVar[Texts]
    """Texts of the game. `pictures.run` and `pictures.group` are the titles of pictures."""

    @property
    @abstractmethod
    def pieces(self) -> tuple[P, ...]:
        """Pieces, in order."""

    # Runs and groups implement these.
    if TYPE_CHECKING:

        @property
        def value(self) -> int:
            """Total value of the pieces. A joker counts as the piece that it stands for."""
            ...

        @property
        def stands_for(self) -> Mapping[int, tuple[P, ...]]:
            """Pieces that each joker may stand for, by its position in the meld."""
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
        """Return the pieces for use in a sentence."""
        return self.joint.join(piece.written(lang) for piece in self.pieces)

    def __str__(self) -> str:
        row = self.pieces
        return self.joint.join(map(row[0].names.__getitem__, row))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class MeldTable(Pictured, Generic[Q]):
    """Melds on a table, in order. A subclass defines the attrs field `melds`."""

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


def melds_of(melds: str | Iterable[B | str], kind: type[B], parse: Callable[[str], Iterable[B]]) -> tuple[B, ...]:
    """Return melds in canonical order. Each may be given as a meld or as text."""
    if not isinstance(melds, Iterable):
        raise WrongType(f"a table is made of runs and groups, or text, not {shown(melds)}")
    found: list[B] = []
    for meld in [melds] if isinstance(melds, str) else melds:
        if isinstance(meld, str):
            found += parse(meld)
        elif isinstance(meld, kind):
            found.append(meld)
        else:
            raise WrongType(f"a table is made of runs and groups, not {shown(meld)}")
    return tuple(sorted(found, key=attrgetter("pieces", "joint")))


def without(pieces: Iterable[T], removed: Iterable[T]) -> tuple[T, ...]:
    """Return pieces without one copy for each removed piece. Keep the order, and ignore pieces that are missing.

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
