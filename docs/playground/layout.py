"""What lies on a table of cards, as the page shows it: seats, piles, melds, contracts and buttons."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from docs.playground.choices import SAID, AnyView, open_melds
from docs.playground.order import Sort
from docs.playground.words import YOU, spoken
from rami import contracts, gin, rummy
from rami.own import Texts

if TYPE_CHECKING:
    from docs.playground.table import Table

BUTTONS: Mapping[str, Sequence[tuple[str, str]]] = {
    "rummy draw": [("pass", "")],
    "rummy buy": [("buy", ""), ("pass", "")],
    "rummy play": [("meld", "hand"), ("discard", "hand")],
    "gin offer": [("pass", "")],
    "gin play": [("discard", "hand"), ("knock", "hand")],
    "gin lay_off": [("done", "")],
    "contracts take": [("take", "market")],
    "contracts fill": [("end", "")],
}
"""The buttons of each phase, and where cards have to be chosen first; piles, melds and contracts are buttons too."""
SHARED = Texts("shared")
MOST_CARDS = 26
"""The most cards of a hand that are searched for melds."""
GIN_CARDS = rummy.Rules(max_jokers_per_meld=0)
"""The melds and points of Gin in the rules of card rummy."""


def _by_rank(cards: Sequence[Any]) -> list[Any]:
    return sorted(cards, key=lambda card: (card.is_joker, getattr(card, "rank", 0) or getattr(card, "value", 0), card))


@frozen
class Layout:
    """A position of a card game, for the page.

    Attributes:
        table: The table.
        view: The person's view.
        yours: Whether the person may move.
    """

    table: "Table"
    view: AnyView
    yours: bool

    def shown(self) -> dict[str, Any]:
        """Return everything on the table."""
        view, yours = self.view, self.yours
        return {
            "seats": [*(self._seat(seat) for seat in range(view.players)), *self._trophies()],
            "piles": list(self._piles()),
            "rows": list(self._rows(can_add=yours and str(view.phase) in ("play", "lay_off"))),
            "contracts": [],
            "market": [],
            "market_name": "",
            **self._markets(yours=yours),
            "hand": self.table.hand(view.hand, self._sorts()),
            "deadwood": self._deadwood(),
            "buttons": list(self._buttons()) if yours else [],
        }

    @property
    def _words(self) -> Mapping[str, Any]:
        words: Mapping[str, Any] = SAID[self.table.lang]["words"]
        return words

    def _can(self, verb: str) -> bool:
        game = self.table.match.game
        return not game.check(self.view, game.parse_move(verb))

    def _card_rules(self) -> rummy.Rules | None:
        """Return the rules of the melds of a hand; None for the contract game, whose hands have none."""
        view = self.view
        if isinstance(view, contracts.View):
            return None
        return view.rules if isinstance(view, rummy.View) else GIN_CARDS

    def _sorts(self) -> dict[str, Sort]:
        rules = self._card_rules()

        def by_melds(cards: Sequence[Any]) -> list[Any]:
            melded = [card for meld in rummy.best_melds(cards, rules) for card in meld.cards] if rules else []
            left = list(cards)
            for card in melded:
                left.remove(card)
            return [*melded, *_by_rank(left)]

        return {"rank": _by_rank, "melds": by_melds if len(self.view.hand) <= MOST_CARDS else _by_rank}

    def _deadwood(self) -> str:
        """Return what is left of a hand of Gin outside its melds; before a discard, after the best one."""
        view = self.view
        if not isinstance(view, gin.View) or view.is_over:
            return ""
        hands: list[Sequence[Any]] = [view.hand]
        if str(view.phase) == "play" and view.current_player == YOU:
            hands = [_without(view.hand, card) for card in {*view.hand}]
        least = min(rummy.deadwood(hand, GIN_CARDS) for hand in hands)
        return str(self._words["deadwood"]).format(least)

    def _markets(self, *, yours: bool) -> dict[str, Any]:
        """Return the contracts and the cards that can be taken in the contract game."""
        view, lang = self.view, self.table.lang
        if not isinstance(view, contracts.View):
            return {}
        return {
            "contracts": [
                {
                    "key": f"fill {contract.id}",
                    "code": contract.id,
                    "name": contract.mark.name.say(lang),
                    "can": yours and view.phase == "fill" and any(contracts.fillings(view, contract.id)),
                }
                for contract in view.contract_market
            ],
            "market": [self.table.piece(card) for card in view.value_market],
            "market_name": str(self._words["market"]).format(view.value_pile_size),
        }

    def _seat(self, seat: int) -> str:
        words, view, lang = self._words, self.view, self.table.lang
        notes = [SHARED.say("nouns.card", lang, n=view.hand_sizes[seat])]
        if isinstance(view, rummy.View) and view.has_melded[seat]:
            notes.append(words["opened"])
        if isinstance(view, contracts.View):
            filled = " ".join(contract.id for contract in view.zones[seat])
            notes += [words["filled"].format(filled)] if filled else []
            notes.append(words["bonus"].format(view.bonus_sizes[seat]))
            notes.append(words["jokers"].format(view.jokers[seat]))
        return str(words["seat"]).format(self.table.names()[seat], ", ".join(notes))

    def _trophies(self) -> list[str]:
        if not isinstance(self.view, contracts.View) or not self.view.trophies:
            return []
        trophies = [trophy.mark.name.say(self.table.lang) for trophy in self.view.trophies]
        return [self._words["trophies"].format(", ".join(trophies))]

    def _piles(self) -> Iterator[dict[str, Any]]:
        """Yield the stock and the discard pile, each a button."""
        view = self.view
        if isinstance(view, contracts.View):
            return
        pile = view.discard_pile
        size = view.discard_size if isinstance(view, rummy.View) else len(pile)
        for key, name, count, top in (("draw", "stock", view.stock_size, ()), ("take", "pile", size, pile[-1:])):
            yield {
                "key": key,
                "name": self._words[name].format(count),
                "pieces": self.table.lying(top, "discard pile"),
                "count": count,
                "can": self.yours and self._can(key),
            }

    def _rows(self, *, can_add: bool) -> Iterator[dict[str, Any]]:
        """Yield what lies open beside the piles: melds, hands that are laid open, and the hands at the end."""
        view, words, names = self.view, self._words, self.table.names()
        for number, meld in enumerate(open_melds(view)):
            written = spoken(str(meld), self.table.match.game, self.table.lang)
            name = words["meld"].format(number + 1, written)
            yield self._row(name, meld.cards, str(meld), key=f"add {number}", can=can_add)
        if isinstance(view, gin.View):
            yield from self._spreads(view)
        if view.is_over:
            for seat, hand in enumerate(self.table.position.hands):
                if hand and seat != YOU:
                    yield self._row(words["held"].format(names[seat]), hand)
        if isinstance(view, rummy.View) and view.rules.discard_view == "all":
            yield self._row(words["pile-cards"], view.discard_pile)

    def _spreads(self, view: gin.View) -> Iterator[dict[str, Any]]:
        """Yield the hands that are laid open after a knock."""
        words, names = self._words, self.table.names()
        for seat, spread in enumerate(view.spreads):
            if spread is None:
                continue
            if seat != view.knocker:
                yield from (self._row(words["of"].format(names[seat]), meld.cards) for meld in spread.melds)
            yield self._row(words["loose"].format(names[seat], spread.deadwood), spread.unmatched)

    def _row(
        self, name: str, cards: Sequence[Any], meld: str = "", *, key: str = "", can: bool = False
    ) -> dict[str, Any]:
        return {"key": key, "name": name, "pieces": self.table.lying(cards, "table", meld), "can": can}

    def _buttons(self) -> Iterator[dict[str, Any]]:
        """Yield the buttons of the phase; some are there only where they are legal."""
        said = SAID[self.table.lang]["buttons"]
        for verb, needs in BUTTONS.get(f"{self.table.match.game.name} {self.view.phase}", ()):
            if verb in ("pass", "buy") and not self._can(verb):
                continue
            if verb == "take" and self._can(verb):
                yield {"key": verb, "name": said["take-none"], "needs": ""}
            button = {"key": verb, "name": said[verb], "needs": needs}
            if verb == "knock":
                button["only"] = [str(card) for card in {*self.view.hand} if self._can(f"knock {card}")]
                if self._can(verb):
                    button["needs"] = ""
                elif not button["only"]:
                    continue
            yield button


def _without(cards: Sequence[Any], card: Any) -> list[Any]:
    left = list(cards)
    left.remove(card)
    return left
