"""What lies on a table of cards, as the page shows it: seats, piles, melds, contracts and buttons."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from docs.playground.choices import SAID, AnyView, open_melds
from docs.playground.words import NAMES, YOU, spoken
from rami import contracts, gin, rummy
from rami.errors import Language
from rami.record import Record
from rami.sentences import SHARED

BUTTONS: Mapping[str, Sequence[tuple[str, str]]] = {
    "rummy draw": [("pass", "")],
    "rummy buy": [("buy", ""), ("pass", "")],
    "rummy play": [("meld", "hand"), ("discard", "hand")],
    "gin offer": [("pass", "")],
    "gin play": [("discard", "hand"), ("knock", "")],
    "gin lay_off": [("done", "")],
    "contracts take": [("take", "market")],
    "contracts fill": [("end", "")],
}
"""The buttons of each phase, and where cards have to be chosen first; piles, melds and contracts are buttons too."""


@frozen
class Layout:
    """A position of a card game, for the page.

    Attributes:
        record: The deal.
        lang: The language of the page.
        view: What the person may know.
    """

    record: Record[Any, Any, Any, Any]
    lang: Language
    view: AnyView

    def shown(self) -> dict[str, Any]:
        """Return what lies on the table."""
        view = self.view
        yours = not view.is_over and view.current_player == YOU
        return {
            "seats": [self._seat(seat) for seat in range(view.players)],
            "notes": self._notes(),
            "piles": list(self._piles()),
            "rows": list(
                self._rows(
                    can_add=yours and str(view.phase) in ("play", "lay_off")
                )
            ),
            "contracts": [],
            "market": [],
            "market_name": "",
            **self._markets(yours=yours),
            "hand": self._pieces(view.hand),
            "buttons": list(self._buttons()) if yours else [],
        }

    @property
    def _words(self) -> Mapping[str, Any]:
        words: Mapping[str, Any] = SAID[self.lang]["words"]
        return words

    def _can(self, verb: str) -> bool:
        game = self.record.game
        return not game.check(self.view, game.parse_move(verb))

    def _markets(self, *, yours: bool) -> dict[str, Any]:
        """Return the contracts and the cards that can be taken in the contract game."""
        view = self.view
        if not isinstance(view, contracts.View):
            return {}
        name = str(self._words["market"]).format(view.value_pile_size)
        return {
            "contracts": [
                {
                    "key": f"fill {contract.id}",
                    "name": contract.mark.name.say(self.lang),
                    "can": yours and view.phase == "fill",
                }
                for contract in view.contract_market
            ],
            "market": self._pieces(view.value_market),
            "market_name": name,
        }

    def _seat(self, seat: int) -> str:
        words, view = self._words, self.view
        notes = [SHARED.say("nouns.card", self.lang, n=view.hand_sizes[seat])]
        if isinstance(view, rummy.View) and view.has_melded[seat]:
            notes.append(words["opened"])
        if isinstance(view, contracts.View):
            filled = " ".join(contract.id for contract in view.zones[seat])
            notes += [words["filled"].format(filled)] if filled else []
            notes.append(words["bonus"].format(view.bonus_sizes[seat]))
            notes.append(words["jokers"].format(view.jokers[seat]))
        name = NAMES[self.lang][seat]
        return str(words["seat"]).format(name, ", ".join(notes))

    def _notes(self) -> list[str]:
        if not isinstance(self.view, contracts.View) or not self.view.trophies:
            return []
        trophies = [
            trophy.mark.name.say(self.lang) for trophy in self.view.trophies
        ]
        return [self._words["trophies"].format(", ".join(trophies))]

    def _piles(self) -> Iterator[dict[str, Any]]:
        """Yield the stock and the discard pile, each a button."""
        view = self.view
        if isinstance(view, contracts.View):
            return
        pile = view.discard_pile
        stock: tuple[str, str, int, Sequence[Any]]
        stock = ("draw", "stock", view.stock_size, ())
        size = view.discard_size if isinstance(view, rummy.View) else len(pile)
        for key, name, count, top in (stock, ("take", "pile", size, pile[-1:])):
            yield {
                "key": key,
                "name": self._words[name].format(count),
                "pieces": self._pieces(top),
                "count": count,
                "can": self._can(key),
            }

    def _rows(self, *, can_add: bool) -> Iterator[dict[str, Any]]:
        """Yield what lies open beside the piles: melds, hands that are laid open, and the hands at the end."""
        view, words = self.view, self._words
        names = NAMES[self.lang]
        for number, meld in enumerate(open_melds(view)):
            written = spoken(str(meld), self.record.game, self.lang)
            name = words["meld"].format(number + 1, written)
            yield self._row(name, meld.cards, f"add {number}", can=can_add)
        if isinstance(view, gin.View):
            yield from self._spreads(view)
        if view.is_over:
            for seat, hand in enumerate(self.record.state.hands):
                if hand and seat != YOU:
                    yield self._row(words["held"].format(names[seat]), hand)
        if isinstance(view, rummy.View) and view.rules.discard_view == "all":
            yield self._row(words["pile-cards"], view.discard_pile)

    def _spreads(self, view: gin.View) -> Iterator[dict[str, Any]]:
        """Yield the hands that are laid open after a knock."""
        words, names = self._words, NAMES[self.lang]
        for seat, spread in enumerate(view.spreads):
            if spread is None:
                continue
            if seat != view.knocker:
                name = words["of"].format(names[seat])
                yield from (
                    self._row(name, meld.cards) for meld in spread.melds
                )
            name = words["loose"].format(names[seat], spread.deadwood)
            yield self._row(name, spread.unmatched)

    def _row(
        self,
        name: str,
        cards: Sequence[Any],
        key: str = "",
        *,
        can: bool = False,
    ) -> dict[str, Any]:
        return {
            "key": key,
            "name": name,
            "pieces": self._pieces(cards),
            "can": can,
        }

    def _buttons(self) -> Iterator[dict[str, Any]]:
        """Yield the buttons of the phase; those of the discard are there where they are legal."""
        said = SAID[self.lang]["buttons"]
        for verb, needs in BUTTONS.get(
            f"{self.record.game.name} {self.view.phase}", ()
        ):
            if verb in ("pass", "buy") and not self._can(verb):
                continue
            if verb == "take" and self._can(verb):
                yield {"key": verb, "name": said["take-none"], "needs": ""}
            yield {"key": verb, "name": said[verb], "needs": needs}

    def _pieces(self, cards: Sequence[Any]) -> list[dict[str, str]]:
        return [
            {"code": str(card), "name": card.name(self.lang)} for card in cards
        ]
