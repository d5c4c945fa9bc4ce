"""Results of deals, with scores, winners and sentences."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from attrs import evolve, field, frozen

from rami.counting import row_by_seat
from rami.errors import MOST_NAMED, Language, RamiError, RulesError, check_word, person, shown
from rami.messages import SHARED, Phrase, Texts
from rami.pieces import Piece, as_row
from rami.shapes import check_seat, row_maker, row_of, typed_fields, whole

MOST_SEATS: Final = 100
"""Maximum number of seats in a result. All games have fewer players."""


class Worded(StrEnum):
    """Enum whose members have a sentence, such as the endings of a game.

    A game from another package may use any `StrEnum` with a property `texts` instead.
    """

    texts: Texts

    def __init_subclass__(cls, *, texts: Texts) -> None:
        super().__init_subclass__()
        cls.texts = texts


class BaseEnding(Worded, texts=SHARED):
    """A way in which a deal can end.

    `EndReason` and the `Ending` of a game are subclasses.

    The sentence of a member has the key `ends.<value>`.
    """

    def message(self, lang: Language = "en") -> str:
        """Return the reason as a clause without a full stop.

        Args:
            lang: The language.

        Raises:
            RamiError: If the language does not exist.

        Examples:
            >>> from rami.gin import Ending
            >>> Ending.UNDERCUT.message(), EndReason.BLOCKED.message("fr")
            ('the knocker was undercut', 'personne ne peut continuer')
        """
        return self.texts.say(f"ends.{self}", lang)


class EndReason(BaseEnding, texts=SHARED):
    """Why a deal ended.

    Attributes:
        WENT_OUT: A player got rid of the last piece.
        BLOCKED: No player was able or willing to continue.
        TARGET_REACHED: A player reached the target of the game, and the last turns were played.
        ROUND_LIMIT: The maximum number of rounds was played.
    """

    WENT_OUT = "went_out"
    BLOCKED = "blocked"
    TARGET_REACHED = "target_reached"
    ROUND_LIMIT = "round_limit"


class BasePartReason(Worded, texts=SHARED):
    """A reason why a seat scores points.

    The `PartReason` of a game is a subclass.

    The sentence of a member has the key `parts.<value>`, or `parts.<value>-of` if there is one and another seat pays. A
    sentence can contain `{points}`, which is never negative, `{pieces}`, `{of}`, `{name}` and the count `{n}`, which
    also selects the plural form.
    """

    def named(self, name: str) -> "str | Phrase":
        """Return the name of a part, as used in sentences.

        Override this method if names are translated.

        Args:
            name: `Part.name`.
        """
        return name


@frozen(field_transformer=typed_fields)
class Part:
    """A part of a score, with its reason.

    Attributes:
        seat: The seat that scores.
        reason: The reason, a member of the `PartReason` of the game.
        points: The points. Negative for lost points.
        pieces: The pieces that count, such as the tiles left on a rack.
        of: The seat that pays the points, or None.
        name: The name of what counts if it is not a piece, such as the id of a contract. "" for none.
        count: The number of things that count if they are not pieces, such as the symbols for a trophy.

    Raises:
        RulesError: If a seat is not from 0 to 99 or pays itself, `name` is too long or not printable, or `count` is
            negative.

    Examples:
        >>> from rami import rummikub
        >>> ended = rummikub.score(["", "K13 O5"], winner=0)
        >>> [part.message() for part in ended.parts]
        ['from Player 2: K13 O5 (18)', 'tiles left: K13 O5 (18)']
    """

    seat: int
    reason: StrEnum
    points: int
    pieces: tuple[Piece | int, ...] = field(default=(), converter=as_row)
    of: int | None = None
    name: str = field(default="", kw_only=True)
    count: int = field(default=0, kw_only=True)

    def __attrs_post_init__(self) -> None:
        whole("seat", self.seat, 0, MOST_SEATS - 1)
        if check_seat("of", self.of, MOST_SEATS) == self.seat:
            raise RulesError(f"of must not be {self.seat}: the seat that scores cannot pay")
        check_word("the name of a part", self.name)
        whole("count", self.count, 0)

    def message(self, lang: Language = "en", names: Iterable[str] | None = None) -> str:
        """Return the part as a phrase without a full stop.

        Args:
            lang: The language.
            names: The names of the players, by seat. By default, players are numbered from 1.

        Raises:
            RamiError: If the language does not exist.
            RulesError: If the seat that pays has no name.
            WrongType: If `names` are not strings.
        """
        called = None if names is None else row_of("names", names, str)
        if called is not None and (self.of or 0) >= len(called):
            raise RulesError(f"names must have a name for seat {self.of or 0}")
        texts = _texts(self.reason)
        if texts is None:
            raise RamiError(f"{type(self.reason).__name__} must have a property `texts` with sentences for the parts")
        key = f"parts.{self.reason}"
        if self.of is not None and texts.has(f"{key}-of", lang):
            key += "-of"
        return texts.say(
            key,
            lang,
            n=self.count or len(self.pieces),
            points=abs(self.points),
            pieces=(*self.pieces[:MOST_NAMED], "…") if len(self.pieces) > MOST_NAMED else self.pieces,
            name=self.reason.named(self.name) if isinstance(self.reason, BasePartReason) else self.name,
            of="" if self.of is None else _player(self.of, lang, called),
        )


def _texts(word: object) -> Texts | None:
    texts: object = getattr(word, "texts", None)
    return texts if isinstance(texts, Texts) else None


def _player(seat: int, lang: Language, names: tuple[str, ...] | None) -> str:
    return person(names[seat]) if names is not None else SHARED.say("sheet.player", lang, seat=seat)


@frozen(field_transformer=typed_fields)
class Result:
    """The result of a deal.

    It has the scores, the winners and the reasons. `str` and notebooks show the message in English.

    Attributes:
        scores: The score of each player in points, by seat.
        winners: The seats that won, in ascending order. Empty if nobody won.
        reason: The reason why the deal ended.
        detail: The ending, if the game has more endings than `EndReason`, such as a `gin.Ending`. Otherwise None.
        parts: The parts of the scores, with their reasons. The parts of a seat add up to its score, and no part has 0
            points. A result that was entered by hand may have no parts.

    Raises:
        RulesError: If there are more than 100 seats, the winners are not seats in ascending order, the parts do not add
            up to the scores, or the detail is too long or not printable.

    Examples:
        >>> from rami import gin
        >>> hands = ["AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "6S 7S 8S 6C 7C 8C QS QC QD AC"]
        >>> print(gin.score(hands, knocker=0).message(names=["Ada", "Bo"]))
        Bo wins: the knocker was undercut.
        Ada: 0
        Bo: +28, difference: 3; undercut: 25
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: EndReason
    detail: str | None = None
    parts: tuple[Part, ...] = ()

    def __attrs_post_init__(self) -> None:
        players = len(self.scores)
        if players > MOST_SEATS:
            raise RulesError(f"a result has at most {MOST_SEATS} scores, not {players}")
        if self.winners != tuple(sorted({*self.winners} & {*range(players)})):
            raise RulesError(
                f"winners must be seats from 0 to {players - 1} in ascending order, not {shown(self.winners)}"
            )
        if self.detail is not None:
            check_word("the detail of a result", self.detail)
        if self.parts:
            self._check_parts()

    def _check_parts(self) -> None:
        sums = [0] * len(self.scores)
        for part in self.parts:
            if max(part.seat, part.of or 0) >= len(sums):
                raise RulesError(f"a part has the seat {max(part.seat, part.of or 0)}, which has no score")
            sums[part.seat] += part.points
        for seat, (points, score) in enumerate(zip(sums, self.scores, strict=True)):
            if points != score:
                raise RulesError(f"the parts of seat {seat} add up to {shown(points)}, not to its score {shown(score)}")

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of the win for each seat.

        It is 1 for the only winner, and equal parts for several winners.
        """
        won, winners = 1 / max(1, len(self.winners)), {*self.winners}
        return tuple(won if seat in winners else 0.0 for seat in range(len(self.scores)))

    def message(self, lang: Language = "en", names: Iterable[str] | None = None) -> str:
        """Return the result in words.

        The text names the winners and how they won, then the score of each player with its parts.

        Args:
            lang: The language.
            names: The names of the players, by seat. Names are cut after 40 characters. By default, players are
                numbered from 1.

        Returns:
            The lines: the first one, and a line for each player if anybody scores.

        Raises:
            RamiError: If the language does not exist.
            RulesError: If the number of names is wrong.
            WrongType: If `names` are not strings.
        """
        called = row_by_seat("names", names, str, len(self.scores))
        texts = _texts(self.detail)
        ending = self.reason.message(lang) if texts is None else texts.say(f"ends.{self.detail}", lang)
        winners = tuple(_player(seat, lang, called) for seat in self.winners)
        key = "results.winners" if winners else "results.nobody"
        lines = [SHARED.say(key, lang, n=len(winners), winners=winners, ending=ending)]
        if any(self.scores):
            lines += [self._line(seat, lang, called) for seat in range(len(self.scores))]
        return "\n".join(lines)

    def _line(self, seat: int, lang: Language, names: tuple[str, ...] | None) -> str:
        parts = tuple(part.message(lang, names) for part in self.parts if part.seat == seat)
        score = self.scores[seat]
        return SHARED.say(
            "results.parts" if parts else "results.score",
            lang,
            player=_player(seat, lang, names),
            score=f"{score:+}" if score else "0",
            parts=parts,
        )

    def __str__(self) -> str:
        return self.message()

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415  # slow to import, and only notebooks need it

        return "<br>".join(map(escape, self.message().splitlines()))


_make_part: Final = row_maker(Part, ("seat", "reason", "points", "pieces", "of", "name", "count"))
_make_result: Final = row_maker(Result, ("scores", "winners", "reason", "detail", "parts"))


def part_of(
    seat: int,
    reason: BasePartReason,
    points: int,
    pieces: tuple[Piece | int, ...] = (),
    of: int | None = None,
    *,
    name: str = "",
    count: int = 0,
) -> Part:
    """Return a `Part` without checks, for the games of the library."""
    return _make_part((seat, reason, points, pieces, of, name, count))


def settled(
    players: int, winners: tuple[int, ...], reason: EndReason, parts: Iterable[Part], detail: str | None = None
) -> Result:
    """Return a result whose scores are the sums of its parts, without checks.

    Args:
        players: The number of players.
        winners: The seats that won, in ascending order.
        reason: The reason why the deal ended.
        parts: The parts. Parts of 0 points are left out.
        detail: The ending, if the game has more endings than `EndReason`.
    """
    kept = tuple([part for part in parts if part.points])
    scores = [0] * players
    for part in kept:
        scores[part.seat] += part.points
    return _make_result((tuple(scores), winners, reason, detail, kept))


def reseated(result: Result, seats: Sequence[int], players: int) -> Result:
    """Return a result with new seat numbers, after a player has left.

    Args:
        result: The result.
        seats: The new number of each seat.
        players: The new number of seats. Seats without a player score 0.
    """
    scores = [0] * players
    for seat, score in zip(seats, result.scores, strict=True):
        scores[seat] = score
    parts = [
        evolve(part, seat=seats[part.seat], of=None if part.of is None else seats[part.of]) for part in result.parts
    ]
    winners = tuple(sorted(seats[seat] for seat in result.winners))
    return evolve(result, scores=tuple(scores), winners=winners, parts=tuple(parts))
