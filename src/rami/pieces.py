"""What the games do alike with their pieces: read them from notation, and take some away."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from rami.errors import NotationError

T = TypeVar("T")

At = Callable[[str, str, int], T]
"""Reads the piece that a word names, given the whole text and where in it the word starts, for the error."""

_WORD = re.compile(r"\S+")
_TOKEN = re.compile(r"[-=]|[^\s=-]+")


def named(kinds: Mapping[str, T], word: str, text: str, position: int, *, wanted: str) -> T:
    """The piece that a word of a longer text names.

    Args:
        kinds: The pieces by their names, in upper case.
        word: The word.
        text: The whole text, for the error.
        position: Where the word starts in it.
        wanted: What the word is not if it names none, for the error.

    Returns:
        The piece.

    Raises:
        NotationError: If the word names no piece.

    Examples:
        >>> named({"A": 1}, "a", "b a", 2, wanted="a letter")
        1
        >>> named({"A": 1}, "b", "b a", 0, wanted="a letter")
        Traceback (most recent call last):
        ...
        rami.errors.NotationError: 'b' is not a letter (position 0, in 'b a')
    """
    piece = kinds.get(word.upper())
    if piece is None:
        shown = word if len(word) <= 12 else word[:12] + "…"
        raise NotationError(f"{shown!r} is not {wanted}", text, position)
    return piece


def separated(text: str, at: At[T]) -> tuple[T, ...]:
    """The pieces of a text in which spaces part them, in the order written.

    Args:
        text: The text; may be empty.
        at: Reads a piece.

    Returns:
        The pieces.

    Raises:
        NotationError: If the text is none, or a word is not a piece.

    Examples:
        >>> separated("1  2", lambda word, text, position: int(word))
        (1, 2)
    """
    _check(text)
    return tuple(at(word.group(), text, word.start()) for word in _WORD.finditer(text))


def joined(
    text: str, at: At[T], *, piece: str, row: str = "a meld is", start: int = 0
) -> Iterator[tuple[str, tuple[T, ...]]]:
    """The pieces of a text that are joined together by `-` or by `=`.

    Args:
        text: The text.
        at: Reads a piece.
        piece: What a piece is called, for the error.
        row: What pieces that are joined are called, with its verb, for the error.
        start: Where in the text to begin.

    Yields:
        The joint, "" for a piece alone, and the pieces, in the order written.

    Raises:
        NotationError: If the text is none, a word is not a piece, or the joints are mixed up.

    Examples:
        >>> list(joined("1-2 3", lambda word, text, position: int(word), piece="number"))
        [('-', (1, 2)), ('', (3,))]
    """
    _check(text)
    found: list[T] = []
    joint = pending = ""
    for token in _TOKEN.finditer(text, start):
        word, position = token.group(), token.start()
        if word in "-=":
            if not found or pending:
                raise NotationError(f"a {piece} is expected before {word!r}", text, position)
            if joint and joint != word:
                raise NotationError(f"{row} joined by '-' or by '=', not by both", text, position)
            joint = pending = word
            continue
        one = at(word, text, position)
        if found and not pending:
            yield joint, tuple(found)
            found, joint = [], ""
        found.append(one)
        pending = ""
    if pending:
        raise NotationError(f"a {piece} is expected after {pending!r}", text, len(text))
    if found:
        yield joint, tuple(found)


def _check(text: object) -> None:
    if not isinstance(text, str):
        raise NotationError(f"text is expected, not {type(text).__name__}", repr(text))


def without(pieces: Iterable[T], removed: Iterable[T]) -> tuple[T, ...]:
    """Pieces less other pieces, each removed as often as it is named; what is not there is passed over.

    Args:
        pieces: The pieces to keep from.
        removed: The pieces to take away.

    Returns:
        What is left, in the order of `pieces`.

    Examples:
        >>> without((1, 1, 2), (1, 5))
        (1, 2)
    """
    gone: dict[T, int] = {}
    for piece in removed:
        gone[piece] = gone.get(piece, 0) + 1
    left: list[T] = []
    for piece in pieces:
        if gone.get(piece):
            gone[piece] -= 1
        else:
            left.append(piece)
    return tuple(left)
