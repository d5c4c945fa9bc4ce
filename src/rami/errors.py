"""Errors of the library, and reasons why a move is illegal.

Every error is a `RamiError` and a `ValueError`. A `WrongType` is also a `TypeError`, and an `UnknownPreset` is also a
`KeyError`.
"""

import reprlib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import partial
from typing import Final, Self

from attrs import field, frozen

from rami.messages import Phrase, Texts

Language = str
"""The name of a language, such as `"en"` or `"fr"`.

`rami.sentences.languages` lists all names.
"""


def clean(text: str) -> str:
    r"""Return a text with its unprintable characters replaced.

    Unprintable characters are control characters, direction marks and lone surrogates.

    Args:
        text: Any text.

    Examples:
        >>> clean("one\x1b[2Jtwo")
        'one�[2Jtwo'
    """
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def person(name: str) -> str:
    r"""Return the name of a person for display.

    It has at most 40 characters, and unprintable ones are replaced.

    Args:
        name: Any text.

    Examples:
        >>> person("Ada\x1b[2J"), len(person("A" * 1000))
        ('Ada�[2J', 41)
    """
    most = 40
    return clean(name if len(name) <= most else name[:most] + "…")


def check_word(what: str, text: str) -> None:
    """Check that a word has at most 100 characters and can be printed."""
    if len(text) > 100 or not text.isprintable():
        raise RulesError(f"{what} must be at most 100 printable characters, not {shown(text)}")


class RamiError(ValueError):
    """Base class of the errors that this library raises on purpose.

    Messages are safe to encode and print, even if they quote text from a client.

    Args:
        reasons: Violations or sentences. Plain strings are in English.

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
        """The reasons for the error."""
        return self.args

    @property
    def violations(self) -> "tuple[Violation, ...]":
        """The reasons that are violations of rules."""
        return tuple(reason for reason in self.reasons if isinstance(reason, Violation))

    def message(self, lang: Language = "en") -> str:
        """Return the reasons as sentences for a user interface.

        Args:
            lang: The language, in upper or lower case. Errors for programmers are in English only.
        """
        return clean(" ".join(_said(reason, lang) for reason in self.reasons))

    def __str__(self) -> str:
        return self.message()


def _said(reason: "str | Phrase | Violation", lang: str) -> str:
    if isinstance(reason, str):
        return reason
    return reason.message(lang) if isinstance(reason, Violation) else reason.say(lang)


class TooLarge(RamiError):
    """The request exceeds a documented limit.

    Limits count work, not time, so a call that raises this error does so on every machine.

    Examples:
        >>> from rami import rummikub, svg
        >>> svg((rummikub.Tile("R1"),) * 10_001)
        Traceback (most recent call last):
        ...
        rami.errors.TooLarge: A picture may have at most 10000 pieces, but this one has 10001.
    """


class InvalidMeld(RamiError):
    """The tiles or cards do not form a valid meld or table.

    Examples:
        >>> from rami import rummikub
        >>> rummikub.Meld("R4-R5-R7")
        Traceback (most recent call last):
        ...
        rami.errors.InvalidMeld: The numbers of a run must be consecutive: R4 R5 R7.
    """


class RulesError(RamiError):
    """The rules, the number of players or the position cannot exist.

    Examples:
        >>> from rami import gin
        >>> gin.Rules(knock_limit=101)
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: knock_limit must be a whole number from 0 to 100, not 101
    """


class WrongType(RulesError, TypeError):
    """An argument has the wrong type.

    Examples are None for a tile, or a view for a state.

    It is also a `RulesError`, so code that reads rules or a deck needs to catch only that.

    Examples:
        >>> from rami import gin
        >>> gin.check(None, "draw")
        Traceback (most recent call last):
        ...
        rami.errors.WrongType: position must be a State or a View, not None
    """


class UnknownPreset(RulesError, KeyError):
    """No preset has the given name.

    Examples:
        >>> from rami import gin
        >>> gin.PRESETS["oklahoma"]
        Traceback (most recent call last):
        ...
        rami.errors.UnknownPreset: no edition is called 'oklahoma'; did you mean 'oklahoma-gin'?
    """


class RecordError(RamiError):
    """A record or a document cannot be read.

    Args:
        reason: The fault and its place in the document, for programmers.
        reasons: The faults of the value itself, for players. If there are such reasons, `message` returns only them.

    Examples:
        >>> from rami import gin
        >>> from rami.codec import from_json
        >>> from_json("{}", gin.Rules)
        Traceback (most recent call last):
        ...
        rami.errors.RecordError: $: an object with the keys rami, type and value is expected
    """

    def __init__(self, reason: str | Phrase, reasons: "Iterable[Phrase | Violation]" = ()) -> None:
        super().__init__(reason, *reasons)

    @property
    def reasons(self) -> "tuple[str | Phrase | Violation, ...]":
        """The reasons for the error.

        They are the faults of the value. If there are none, the reason is the fault of the document.
        """
        return self.args[1:] or self.args

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.args[0], self.args[1:])

    def __str__(self) -> str:
        return clean(_said(self.args[0], "en"))


class _Short(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 2
        self.maxstring = self.maxother = self.maxlong = 60
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdict = 4

    def repr_int(self, x: int, level: int) -> str:  # noqa: ARG002  # reprlib defines the signature
        """Return a number as text.

        If it has more than 200 bits, return only its size.
        """
        return repr(x) if x.bit_length() <= 200 else f"a number of {x.bit_length()} bits"

    def repr_instance(self, x: object, level: int) -> str:  # noqa: ARG002
        """Return the start of the representation of a value.

        If `repr` fails, return the type.
        """
        try:
            text = repr(x)
        except Exception:
            # The `__repr__` of any class may be called here, and it may raise any exception.
            return f"a {type(x).__name__}"
        return text if len(text) <= self.maxother else text[: self.maxother] + "…"


_SHORT = _Short()


def shown(value: object) -> str:
    """Return a short representation of a value for error messages.

    The function never raises an error.

    Each part has about 60 characters.

    Args:
        value: Any value.

    Examples:
        >>> shown("R7"), shown(10**5000), shown("R" * 1000)
        ("'R7'", 'a number of 16610 bits', "'RRRRRRRRRRRRRRRRRRRRRRRRRRR...RRRRRRRRRRRRRRRRRRRRRRRRRRRR'")
    """
    return _SHORT.repr(value)


class NotationError(RamiError):
    """The text is not valid notation.

    It may also name a piece that does not exist, such as a red 14.

    Attributes:
        text: The given text, or "" if there is none.
        position: The index of the mistake in `text`.
        where: The part of the argument that contains the text, such as `"rack[0]"`, or "" for the whole argument.

    Examples:
        >>> from rami import rummikub
        >>> try:
        ...     rummikub.parse_move("play R4-R5-R66")
        ... except NotationError as error:
        ...     print(error.position, error.message())
        11 'R66' is not a tile: a color (R, K, B or O) and a number (1 to 13), or * for a joker.
    """

    def __init__(
        self, reason: "str | Phrase | Violation", text: str = "", position: int = 0, *, where: str = ""
    ) -> None:
        super().__init__(reason)
        self.text: str = text
        self.position: int = position
        self.where: str = where

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


# Larger numbers are not printed, since CPython refuses to print more than 4300 digits.
MOST_BITS: Final = 1_328
MOST_NAMED: Final = 14
"""Maximum number of pieces that a message names.

A malicious move may have thousands.
"""


class ViolationCode(StrEnum):
    """A kind of violation.

    Each game defines a subclass with its members.

    A member has a value, a rule, and the names of its numbers. The value is also the key of its sentence in the table
    `violations` of the class's texts. A member for a fault of pieces or melds is made from the code of this fault, and
    has the same sentence: `TOO_FEW_CARDS = Fault.TOO_FEW_CARDS, "G3"`. A sentence refers to the pieces as `{pieces}`,
    and to the numbers by their names. The number named `n` selects the plural form. Without such a number, the number
    of pieces selects it.

    Attributes:
        rule: The identifier of the broken rule, for example `"000.18"`. If `check` returned the violation, it is the
            identifier in the current edition.
        names: The names of the numbers in the sentence.

    Examples:
        >>> from rami.sentences import Texts
        >>> class Code(ViolationCode, texts=Texts("gin")):
        ...     TOO_MUCH_DEADWOOD = "too_much_deadwood", "G9", "deadwood", "limit"
        >>> print(Violation(Code.TOO_MUCH_DEADWOOD, numbers=[12, 10]).message())
        You may knock with at most 10 points of deadwood, but you would have 12.
    """

    rule: str
    names: tuple[str, ...]
    texts: Texts

    def __init_subclass__(cls, *, texts: Texts) -> None:
        super().__init_subclass__()
        cls.texts = texts

    def __new__(cls, value: "str | ViolationCode", rule: str, *names: str) -> Self:
        """Create a member."""
        member = str.__new__(cls, value)
        member._value_ = str(value)
        member.rule = rule
        member.names = names
        if isinstance(value, ViolationCode):
            member.names, member.texts = value.names, value.texts
        return member

    @classmethod
    def own(cls, faults: "Iterable[Violation]") -> "Iterator[Violation]":
        """Convert faults of pieces or melds to violations of a game.

        Args:
            faults: The faults, with the codes of the pieces.
        """
        for fault in faults:
            code = cls(fault.code.value)  # type: ignore[call-arg]  # looks up a member
            yield Violation(code, fault.pieces, fault.numbers, rows=fault.rows)

    def sentence(self, lang: str, pieces: tuple[int, ...], numbers: tuple[int, ...]) -> str:
        """Return a sentence that describes a violation.

        Args:
            lang: The language.
            pieces: The pieces in the sentence. It names at most 14 of them.
            numbers: The numbers in the sentence, in the order of `names`.
        """
        values: dict[str, object] = {"n": len(pieces), **dict(zip(self.names, numbers, strict=True))}
        return self.texts.say(f"violations.{self}", lang, pieces=_listed(pieces), **values)

    def template(self, lang: str = "en") -> str:
        """Return the sentence with placeholders for its values.

        Use it for a list of all violations.

        Args:
            lang: The language.

        Examples:
            >>> from rami.gin import Code
            >>> Code.TOO_MUCH_DEADWOOD.template()
            'You may knock with at most {limit} points of deadwood, but you would have {deadwood}.'
        """
        places = {name: f"{{{name}}}" for name in ("pieces", *self.names)}
        return self.texts.say(f"violations.{self}", lang, **places)


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    if not isinstance(values, Iterable):
        raise WrongType(f"the pieces and numbers of a violation must be iterables, not {shown(values)}")
    row = tuple(values)
    for value in row:
        if not isinstance(value, int) or value.bit_length() > MOST_BITS:
            raise WrongType(f"a violation may contain only pieces and numbers, not {shown(value)}")
    return row


def _rows(values: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    if not isinstance(values, Iterable):
        raise WrongType(f"the rows of a violation must be pieces, not {shown(values)}")
    return tuple(map(_numbers, values))


@frozen
class Violation:
    """One reason why a move is illegal.

    A violation has data for programs and a sentence for people.

    Attributes:
        code: The kind of violation.
        pieces: The tiles or cards concerned, in canonical order. May be empty.
        numbers: The numbers in the sentence, such as points laid and points needed.
        rule: The identifier of the broken rule in the current edition, such as `"002.11"`. If that edition has no
            source text, it refers to an open question, such as `"A15"`, or to the rule of another edition, such as
            `"cf. 000.8"`. The default is the rule of the code.
        rows: The rows of the move that the violation concerns, as they were sent. Empty if it does not concern a meld.

    Examples:
        >>> from rami import gin
        >>> [problem] = gin.check(gin.new_game(2, seed=1), "draw")
        >>> problem.code, problem.rule
        (<Code.UPCARD_OFFERED: 'upcard_offered'>, 'G5')
        >>> problem.message("fr")
        'La première carte retournée est proposée : prenez-la ou passez.'
    """

    code: ViolationCode
    pieces: tuple[int, ...] = field(default=(), converter=_numbers)
    numbers: tuple[int, ...] = field(default=(), converter=_numbers)
    rule: str = field(default="", kw_only=True)
    rows: tuple[tuple[int, ...], ...] = field(default=(), converter=_rows, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.code, ViolationCode):
            raise WrongType(f"the code of a violation must be a ViolationCode, not {shown(self.code)}")
        if len(self.numbers) != (quoted := len(self.code.names)):
            raise RamiError(f"{self.code} needs {quoted} number{'s' * (quoted != 1)}, not {len(self.numbers)}")
        if not isinstance(self.rule, str):
            raise WrongType(f"the rule of a violation must be a string, not {shown(self.rule)}")
        check_word("the rule of a violation", self.rule)
        if not self.rule:
            object.__setattr__(self, "rule", self.code.rule)

    def message(self, lang: str = "en") -> str:
        """Return the reason as a sentence for a user interface.

        Args:
            lang: The language, in upper or lower case.

        Raises:
            RamiError: If the language does not exist.
            WrongType: If `lang` is not a string.

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
    """The rules forbid this move in this position.

    Attributes:
        number: The number of the move in its record, from 1. None if the move is not in a record.

    Examples:
        >>> from rami import gin
        >>> try:
        ...     gin.apply(gin.new_game(2, seed=1), "draw")
        ... except IllegalMove as error:
        ...     print(error.violations[0].code, error.number)
        upcard_offered None
    """

    def __init__(self, violations: Iterable[Violation], *, number: int | None = None) -> None:
        super().__init__(*violations)
        self.number: int | None = number

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), number=self.number), (self.violations,)

    def __str__(self) -> str:
        reasons = clean("; ".join(str(violation) for violation in self.violations))
        return reasons if self.number is None else f"move {self.number}: {reasons}"
