"""The errors of the library and the reasons why a move is illegal.

Every error is a `RamiError`, and a `ValueError`, as callers of a rules library expect. A `WrongType` is also a
`TypeError`, and an `UnknownPreset` a `KeyError`.
"""

import reprlib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import partial
from typing import Final, Self

from attrs import field, frozen

from rami.messages import Phrase, Texts

Language = str
"""The name of a language, such as `"en"` or `"fr"`; `rami.sentences.languages` lists those that exist."""


def clean(text: str) -> str:
    r"""Replace what cannot be printed: control characters, changes of direction, lone surrogates.

    Args:
        text: Any text.

    Examples:
        >>> clean("one\x1b[2Jtwo")
        'one�[2Jtwo'
    """
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def person(name: str) -> str:
    r"""Return the name of a person as it may be printed: without control characters, and cut after 40 characters.

    Args:
        name: Any text.

    Examples:
        >>> person("Ada\x1b[2J"), len(person("A" * 1000))
        ('Ada�[2J', 41)
    """
    most = 40
    return clean(name if len(name) <= most else name[:most] + "…")


def check_word(what: str, text: str) -> None:
    """Refuse a word that is too long to be shown as it is, or cannot be printed."""
    if len(text) > 100 or not text.isprintable():
        raise RulesError(f"{what} must be at most 100 characters that can be shown, not {shown(text)}")


class RamiError(ValueError):
    """The root of all errors that this library raises on purpose.

    Its message is safe to encode and to print, whatever text of a sender it quotes.

    Args:
        reasons: Violations, or sentences; plain text is English.

    Examples:
        >>> from rami import rummikub
        >>> try:
        ...     rummikub.parse_move("play R4-R5-R7")
        ... except RamiError as error:
        ...     print(error.message("fr"))
        Les nombres d'une suite doivent se suivre, sans répétition : R4 R5 R7.
    """

    def __init__(self, *reasons: "str | Phrase | Violation") -> None:
        super().__init__(*reasons)

    @property
    def reasons(self) -> "tuple[str | Phrase | Violation, ...]":
        """The reasons, at least one."""
        return self.args

    @property
    def violations(self) -> "tuple[Violation, ...]":
        """The reasons that are violations."""
        return tuple(reason for reason in self.reasons if isinstance(reason, Violation))

    def message(self, lang: Language = "en") -> str:
        """Return the reasons as sentences that a user interface can show as they are.

        Args:
            lang: The language, in upper or lower case; what is only for programmers is English.
        """
        return clean(" ".join(_said(reason, lang) for reason in self.reasons))

    def __str__(self) -> str:
        return self.message()


def _said(reason: "str | Phrase | Violation", lang: str) -> str:
    if isinstance(reason, str):
        return reason
    return reason.message(lang) if isinstance(reason, Violation) else reason.say(lang)


class TooLarge(RamiError):
    """Work beyond a documented limit, refused before it begins.

    Limits count work, never time: the same call is refused on every machine, or on none.
    """


class InvalidMeld(RamiError):
    """Tiles or cards that do not make the meld or table they were given as."""


class RulesError(RamiError):
    """Rules, a number of players, or a position that cannot exist."""


class WrongType(RulesError, TypeError):
    """An argument of the wrong type: None for a tile, a view for a state.

    It is a `RulesError` too, so that a reader of rules or of a deck has one error to catch.
    """


class UnknownPreset(RulesError, KeyError):
    """Raised if no preset has this name."""


class RecordError(RamiError):
    """A record or a document that cannot be read.

    Args:
        reason: What is wrong, and where, for a programmer.
        reasons: What is wrong with what was read, for a player; the message has these alone.
    """

    def __init__(self, reason: str | Phrase, reasons: "Iterable[Phrase | Violation]" = ()) -> None:
        super().__init__(reason, *reasons)

    @property
    def reasons(self) -> "tuple[str | Phrase | Violation, ...]":
        """The fault of the value that was read; of the document where none could be read."""
        return self.args[1:] or self.args

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.args[0], self.args[1:])

    def __str__(self) -> str:
        return clean(_said(self.args[0], "en"))


class _Short(reprlib.Repr):
    """A short representation of any value."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 2
        self.maxstring = self.maxother = self.maxlong = 60
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdict = 4

    def repr_int(self, x: int, level: int) -> str:  # noqa: ARG002  # the signature is given
        """Return the number, or its length: CPython refuses to write more than 4300 digits."""
        return repr(x) if x.bit_length() <= 200 else f"a number of {x.bit_length()} bits"

    def repr_instance(self, x: object, level: int) -> str:  # noqa: ARG002  # likewise
        """Return the start of the object's own representation, or its type where that fails."""
        try:
            text = repr(x)
        except Exception:  # whatever a foreign `__repr__` raises
            return f"a {type(x).__name__}"
        return text if len(text) <= self.maxother else text[: self.maxother] + "…"


_SHORT = _Short()


def shown(value: object) -> str:
    """Return a value as the message of an error shows it: about 60 characters of each part; it never fails.

    Args:
        value: Any value.

    Examples:
        >>> shown("R7"), shown(10**5000), shown("R" * 1000)
        ("'R7'", 'a number of 16610 bits', "'RRRRRRRRRRRRRRRRRRRRRRRRRRR...RRRRRRRRRRRRRRRRRRRRRRRRRRRR'")
    """
    return _SHORT.repr(value)


class NotationError(RamiError):
    """Text that is not in the library's notation, or names a piece that does not exist, such as a red 14.

    Attributes:
        text: The text that was given; "" where none was.
        position: Where in `text` the mistake is, 0-based.
        where: The item of an argument that the text is, such as `"rack[0]"`; "" for a text that is the whole argument.
    """

    def __init__(
        self, reason: "str | Phrase | Violation", text: str = "", position: int = 0, *, where: str = ""
    ) -> None:
        super().__init__(reason)
        self.text = text
        self.position = position
        self.where = where

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), where=self.where), (*self.args, self.text, self.position)

    def __str__(self) -> str:
        if self.where:
            return clean(f"{self.where}: {self.message()}")
        if not self.text:
            return self.message()
        start = max(0, self.position - 20)
        near = self.text[start : self.position + 20]
        return clean(f"{self.message().rstrip('.')} (position {self.position}, in {near!r})")


MOST_BITS: Final = 1_328  # fewer than 400 digits: Python refuses to write 4300
MOST_NAMED: Final = 14
"""The most pieces that a message names: a hostile move or document may have thousands."""


class ViolationCode(StrEnum):
    """A kind of violation; each game has its own subclass with the members.

    A member is its value, its rule, and the names of its numbers. Its sentence has its value as key in the table
    `violations` of the texts of the class. A member for a fault of the pieces is made of the member that the pieces
    have for it, and says the same: `TOO_FEW_CARDS = Fault.TOO_FEW_CARDS, "G3"`. A sentence names the pieces as
    `{pieces}`, and the numbers by their names. Its plural forms go by the number that is called `n`, or else by the
    pieces.

    Attributes:
        rule: The identifier of the rule that is broken, for example `"000.18"`. A violation that `check` returns
            has that of the edition that is played.
        names: What the sentence calls the numbers of the violation.

    Examples:
        >>> from rami.sentences import Texts
        >>> class Code(ViolationCode, texts=Texts("gin")):
        ...     TOO_MUCH_DEADWOOD = "too_much_deadwood", "G9", "deadwood", "limit"
        >>> print(Violation(Code.TOO_MUCH_DEADWOOD, numbers=[12, 10]).message())
        Your deadwood would be 12; to knock, it may be at most 10.
    """

    rule: str
    names: tuple[str, ...]
    texts: Texts

    def __init_subclass__(cls, *, texts: Texts) -> None:
        """Keep the texts of the game for all members."""
        super().__init_subclass__()
        cls.texts = texts

    def __new__(cls, value: "str | ViolationCode", rule: str, *names: str) -> Self:
        """Make a member of its value, rule identifier and the names of its numbers."""
        member = str.__new__(cls, value)
        member._value_ = str(value)
        member.rule = rule
        member.names = names
        if isinstance(value, ViolationCode):
            member.names, member.texts = value.names, value.texts
        return member

    @classmethod
    def own(cls, faults: "Iterable[Violation]") -> "Iterator[Violation]":
        """Yield what pieces or melds have found wrong, with the codes that a game has for it.

        Args:
            faults: What is wrong, with the codes of the pieces.
        """
        for fault in faults:
            code = cls(fault.code.value)  # type: ignore[call-arg]  # by value
            yield Violation(code, fault.pieces, fault.numbers, rows=fault.rows)

    def sentence(self, lang: str, pieces: tuple[int, ...], numbers: tuple[int, ...]) -> str:
        """Return the sentence about some pieces, of which it names 14 at most, and numbers."""
        values: dict[str, object] = {"n": len(pieces), **dict(zip(self.names, numbers, strict=True))}
        return self.texts.say(f"violations.{self}", lang, pieces=_listed(pieces), **values)

    def template(self, lang: str = "en") -> str:
        """Return the sentence for many, with its places instead of pieces and numbers, for lists of all violations.

        Args:
            lang: The language.

        Examples:
            >>> from rami.gin import Code
            >>> Code.TOO_MUCH_DEADWOOD.template()
            'Your deadwood would be {deadwood}; to knock, it may be at most {limit}.'
        """
        places = {name: f"{{{name}}}" for name in ("pieces", *self.names)}
        return self.texts.say(f"violations.{self}", lang, **places)


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    if not isinstance(values, Iterable):
        raise WrongType(f"a violation has a row of pieces or numbers, not {shown(values)}")
    row = tuple(values)
    for value in row:
        if not isinstance(value, int) or value.bit_length() > MOST_BITS:
            raise WrongType(f"a violation has pieces or numbers, not {shown(value)}")
    return row


def _rows(values: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    if not isinstance(values, Iterable):
        raise WrongType(f"a violation has rows of pieces, not {shown(values)}")
    return tuple(map(_numbers, values))


@frozen
class Violation:
    """One reason why a move is illegal: data for programs, a sentence for people.

    Attributes:
        code: What kind of violation it is.
        pieces: The tiles or cards concerned, in the library's order; may be empty.
        numbers: The numbers that the sentence quotes, such as points laid and points needed.
        rule: The identifier of the rule that is broken in the edition that is played, such as `"002.11"`. Where an
            edition has no source text, it is that of an open question, such as `"A15"`, or `"cf. 000.8"`: as the
            sentence of another edition says. If it is not given, it is that of the code.
        rows: The rows of the move that the violation concerns, each as it was sent; () if it concerns no meld.
    """

    code: ViolationCode
    pieces: tuple[int, ...] = field(default=(), converter=_numbers)
    numbers: tuple[int, ...] = field(default=(), converter=_numbers)
    rule: str = field(default="", kw_only=True)
    rows: tuple[tuple[int, ...], ...] = field(default=(), converter=_rows, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Check that the sentence has the numbers that it quotes."""
        if not isinstance(self.code, ViolationCode):
            raise WrongType(f"the code of a violation must be a ViolationCode, not {shown(self.code)}")
        if len(self.numbers) != (quoted := len(self.code.names)):
            raise RamiError(f"{self.code} quotes {quoted} number{'s' * (quoted != 1)}, not {len(self.numbers)}")
        if not isinstance(self.rule, str):
            raise WrongType(f"the rule of a violation must be a text, not {shown(self.rule)}")
        check_word("the rule of a violation", self.rule)
        if not self.rule:
            object.__setattr__(self, "rule", self.code.rule)

    def message(self, lang: str = "en") -> str:
        """Return the reason as a sentence that a user interface can show as it is.

        Args:
            lang: The language, in upper or lower case.

        Raises:
            RamiError: If there is no such language.
            WrongType: If `lang` is not text.

        Examples:
            >>> from rami import rummikub
            >>> view = rummikub.set_up("R1 K2", pool_size=0)
            >>> [problem] = rummikub.check(view, rummikub.Draw())
            >>> problem.message()
            'The pool is empty: play tiles, or pass.'
            >>> problem.message("fr")
            'La pioche est vide : posez des plaques ou passez.'
        """
        return self.code.sentence(lang, self.pieces, self.numbers)

    def __str__(self) -> str:
        return f"{self.message()} [{self.code}{self.rule and f', rule {self.rule}'}]"


def _listed(pieces: tuple[int, ...]) -> tuple[object, ...]:
    return (*pieces[:MOST_NAMED], "…") if len(pieces) > MOST_NAMED else pieces


class IllegalMove(RamiError):
    """A move that the rules forbid in this position.

    Attributes:
        number: The number of the move in its record, from 1; None for a move that is not in a record.
    """

    def __init__(self, violations: Iterable[Violation], *, number: int | None = None) -> None:
        super().__init__(*violations)
        self.number = number

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), number=self.number), (self.violations,)

    def __str__(self) -> str:
        reasons = clean("; ".join(str(violation) for violation in self.violations))
        return reasons if self.number is None else f"move {self.number}: {reasons}"
