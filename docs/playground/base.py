"""What the boards of all games share: the match, the log, what was said last, and the order of the person's pieces."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from attrs import define, field

import rami
from docs.playground.order import Order, Sort
from docs.playground.sheet import AnyMatch, address_of, ending, outcome, shown_sheet
from docs.playground.words import LANGUAGES, NAMES, SENTENCES, WORDS, YOU
from rami.own import MoveEvent

MOST_ANSWERS = 6
"""The most moves of the bots that are told beside the table; all of them are in the log."""


@define
class Base:
    """A deal against bots, and the match that it belongs to.

    Attributes:
        lang: The language of the page.
        rules: The name of the edition.
        match: The deals before this one.
        order: The order of the person's pieces.
        log: What happened, the seat and a sentence for each language, the latest last.
        said: What there is to say about the last click.
        refused: Whether the last click was refused.
        wrong: The pieces that the refusal is about.
        lit: What the last hint speaks of.
        drawn: The pieces that the person drew last.
        laid: What the others did in their last turns: the place, the piece, its meld, and the seat.
        sure: What was refused once, since it takes back what the person has arranged.
        asked: The same of the click before.
    """

    sorts: ClassVar[Sequence[str]] = ("suit", "rank", "own")

    lang: str = "en"
    rules: str = ""
    match: AnyMatch = field(default=None)
    order: Order = field(factory=Order)
    log: list[tuple[int, dict[str, str]]] = field(factory=list[tuple[int, dict[str, str]]])
    said: str = ""
    refused: bool = False
    wrong: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    laid: list[tuple[str, str, str, int]] = field(factory=list[tuple[str, str, str, int]])
    sure: str = ""
    asked: str = ""

    # -------------------------------------------------------------------------------------------------- what is done

    def clear(self) -> None:
        """Forget what the last click said."""
        self.said, self.refused, self.lit, self.wrong = "", False, (), ()
        self.sure, self.asked = "", self.sure

    def refuse(self, said: str, pieces: Sequence[Any] = ()) -> None:
        """Say why a click did nothing."""
        self.said, self.refused, self.wrong = said, True, tuple(map(str, pieces))

    def next(self) -> None:
        """Deal again, with the points of this deal on the sheet."""
        self.start(self.lang, self.edition() | address_of(self.after()))

    def start(self, lang: str = "en", address: Mapping[str, str] | None = None) -> None:
        """Start a deal."""
        raise NotImplementedError

    def speak(self, lang: str) -> None:
        """Go on in another language."""
        self.lang = lang

    def sort(self, by: str) -> None:
        """Lay the person's pieces in another order."""
        self.order.by = by

    def shift(self, place: int, to: int) -> None:
        """Move one of the person's pieces to another place."""
        self.order.shift(place, to)

    def link(self) -> None:
        """Say that the link is copied."""
        self.said = self.words["linked"]

    def note(self, event: MoveEvent[Any], table: Sequence[Any], text: dict[str, str]) -> None:
        """Keep what a move did, as the person may know it; `table` has the melds after it."""
        if event.seat == YOU:
            hands = ("hand", "rack")
            sources = ("stock", "discard pile", "pool", "pile")
            drawn = [each for each in event.motions if each.target in hands and each.source in sources]
            self.drawn = tuple(str(piece) for each in drawn for piece in each.pieces)
        elif not self.log or self.log[-1][0] == YOU:
            self.laid = []
        for each in event.motions if event.seat != YOU else ():
            if each.source in ("hand", "rack") and each.target in ("table", "discard pile"):
                meld = "" if each.target_meld is None else str(table[each.target_meld])
                self.laid += [(each.target, str(piece), meld, event.seat) for piece in each.pieces]
        self.log.append((event.seat, text))

    # ------------------------------------------------------------------------------------------------- what is shown

    @property
    def words(self) -> Mapping[str, str]:
        """The words of the language."""
        return WORDS[self.lang]

    @property
    def position(self) -> Any:
        """The position of the deal."""
        raise NotImplementedError

    def edition(self) -> dict[str, str]:
        """Return what an address says of the edition."""
        return {"game": self.match.game.name, "rules": self.rules, "players": str(self.match.players)}

    def after(self) -> AnyMatch:
        """Return the match with this deal, if it is over."""
        return self.match.after(self.position) if self.position.is_over else self.match

    def names(self, lang: str = "") -> list[str]:
        """Return the names of those who play this deal."""
        return [NAMES[lang or self.lang][seat] for seat in self.match.seats]

    def base(self) -> dict[str, Any]:
        """Return what the page shows of every game."""
        done, over = self.after(), self.position.is_over
        last = done.is_over or YOU not in done.seats
        return {
            "refused": self.refused,
            "wrong": list(self.wrong),
            "lit": list(self.lit),
            "over": over,
            "sheet": shown_sheet(done, self.lang),
            "log": [text[self.lang] for _, text in self.log[-40:]],
            "game": self.match.game.name,
            "rules": self.rules,
            "players": self.match.players,
            "order": self.order.by,
            "can": {"next": over and not last, "again": over and last},
        }

    def ended(self) -> str:
        """Return who won the deal, and the match if that is over too."""
        result = self.match.game.result(self.position)
        assert result is not None
        return " ".join(filter(None, (outcome(result, self.names(), self.lang), ending(self.after(), self.lang))))

    def answers(self) -> list[str]:
        """Return what the bots did since the person moved, the latest of it, and what the person drew."""
        since: list[str] = []
        for seat, text in reversed(self.log):
            if seat != YOU or self.drawn:
                since.insert(0, text[self.lang])
            if seat == YOU:
                break
        return [" ".join(since[-MOST_ANSWERS:])] if since else []

    def piece(self, piece: Any) -> dict[str, str]:
        """Return a piece for the page."""
        return {"code": str(piece), "name": piece.name(self.lang)}

    def hand(self, pieces: Sequence[Any], sorts: Mapping[str, Sort]) -> list[dict[str, str]]:
        """Return the person's pieces in their order, and mark those just drawn."""
        drawn, shown = list(self.drawn), []
        for piece in self.order.lay(pieces, sorts):
            note = self.words["drawn"] if str(piece) in drawn else ""
            if note:
                drawn.remove(str(piece))
            shown.append(self.piece(piece) | {"new": note})
        return shown

    def lying(self, pieces: Sequence[Any], place: str, meld: str = "") -> list[dict[str, str]]:
        """Return pieces that lie open, and mark those that the others laid in their last turns."""
        left, shown = list(self.laid), []
        for piece in pieces:
            found = [each for each in left if each[:2] == (place, str(piece)) and each[2] in ("", meld)]
            if found:
                left.remove(found[0])
            note = self.words["laid"].format(self.names()[found[0][3]]) if found else ""
            shown.append(self.piece(piece) | {"new": note})
        return shown

    def base_page(self, game: Any, editions: Mapping[str, str]) -> dict[str, Any]:
        """Return what does not change during a deal of any game: editions, rules in words, and the faces of pieces."""
        rules = game.presets[self.rules]
        paragraphs = rami.prose(self.match.rules, self.lang).split("\n\n")
        return {
            "languages": dict(LANGUAGES),
            "games": dict(SENTENCES[self.lang]["games"]),
            "presets": {name: list(each.player_counts) for name, each in game.presets.items()},
            "editions": dict(editions),
            "prose": [each.split(". ", 1) for each in paragraphs],
            "sorts": [[name, self.words[f"sort_{name}"]] for name in self.sorts],
            "faces": {str(piece): rami.svg(piece, theme="light", lang=self.lang) for piece in sorted({*rules.pieces})},
        }
