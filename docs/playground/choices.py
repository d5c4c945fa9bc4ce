"""The moves that a person means at a table of cards: from a button and the chosen cards; and what they are called."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from docs.playground.words import (
    SENTENCES,
    WORDS,
    YOU,
    sentences,
    spoken,
)
from rami import Game, contracts, gin, rummy
from rami.cards.legal_melds import melds_in
from rami.contracts import Fill, fillings
from rami.own import MoveEvent, TurnStep
from rami.rummy import JOKER, Card, Group, Rules, Run

AnyGame = Game[Any, Any, Any, Any]
AnyView = rummy.View | gin.View | contracts.View
SAID = {lang: sentences(lang, "table") for lang in SENTENCES}
EXPLAIN: Mapping[str, Callable[..., tuple[TurnStep[Any], ...]]] = {
    "rummy": rummy.explain,
    "gin": gin.explain,
    "contracts": contracts.explain,
}
HIDDEN = ("stock", "pile")
"""Where a card that is drawn comes from, unseen."""
MOST_TAKEN = 25
"""The most cards of the discard pile that one move takes."""


def meant(view: AnyView, target: str, cards: Sequence[str]) -> Iterator[Any]:
    """Yield the moves that a button means with the chosen cards, as values or in notation; legal or not.

    Raises:
        InvalidMeld: If the cards can be no meld.
    """
    verb, _, place = target.partition(" ")
    match view:
        case rummy.View():
            yield from _in_rummy(view, verb, place, cards)
        case gin.View():
            yield from _in_gin(view, verb, place, cards)
        case contracts.View() if verb == "fill":
            yield from _fills(view, place, sorted(cards))
        case contracts.View():
            yield f"{verb} {' '.join(cards)}"


def _in_rummy(view: rummy.View, verb: str, place: str, cards: Sequence[str]) -> Iterator[str]:
    match verb:
        case "meld":
            yield from _melds(view.rules, [Card(card) for card in cards]) if cards else ()
        case "add":
            meld = view.table[int(place)]
            for card in cards:
                yield f"add {card} {meld}"
                yield f"add {card} {meld} front"
                yield f"replace {card} {meld}"
        case "take":
            for count in range(1, min(MOST_TAKEN, view.discard_size) + 1):
                yield f"take {count}"
        case "discard":
            yield from (f"discard {card}" for card in cards)
        case _:
            yield verb


def _in_gin(view: gin.View, verb: str, place: str, cards: Sequence[str]) -> Iterator[str]:
    match verb:
        case "add":
            meld = open_melds(view)[int(place)]
            yield from (f"add {card} {meld}" for card in cards)
        case "discard" | "knock" if cards:
            yield from (f"{verb} {card}" for card in cards)
        case "discard":
            return
        case _:
            yield verb


def open_melds(view: AnyView) -> Sequence[Any]:
    """Return the melds to which a card may be added."""
    match view:
        case rummy.View():
            return tuple(view.table)
        case gin.View() if view.knocker is not None:
            spread = view.spreads[view.knocker]
            return tuple(spread.melds) if spread else ()
        case _:
            return ()


def _melds(rules: Rules, cards: Sequence[Card]) -> Iterator[str]:
    """Yield the melds of exactly these cards, wherever their jokers lie; the first that would be one by any rules."""
    hand = tuple(sorted(cards))
    free = rules.evolve(
        ace="wrap",
        group_suits="any",
        shortest_run=3,
        longest_run=13,
        max_jokers_per_meld=None,
        joker_place="any",
    )
    for permitted in (rules, free):
        melds = dict.fromkeys(melds_in(permitted, hand))
        whole = [meld for meld in melds if len(meld) == len(hand)]
        if whole:
            yield from (f"meld {meld}" for meld in whole)
            return
    ranks = {card.rank for card in hand if card != JOKER}
    yield f"meld {Group(hand) if len(ranks) < 2 else Run(hand)}"


def _fills(view: contracts.View, contract: str, cards: list[str]) -> Iterator[Fill]:
    """Yield the fills of a contract that spend all the chosen cards, or cards of the same value for them."""
    for fill in fillings(view, contract):
        spent = sorted(map(str, fill.spent))
        if not cards or spent == cards:
            yield fill
        elif sorted(card[:-1] for card in spent) == sorted(card[:-1] for card in cards):
            yield _with(fill, cards)


def _with(fill: Fill, cards: list[str]) -> Fill:
    """Return a fill with other cards of the same values."""
    left = list(cards)

    def swapped(card: Any) -> str:
        if str(card) == "*":
            return "*"
        return left.pop(next(i for i, each in enumerate(left) if each[:-1] == str(card)[:-1]))

    rows = [" ".join(swapped(card) for card in row) for row in fill.cards]
    return Fill(fill.contract, rows)


def move_text(game: AnyGame, view: AnyView, move: Any, lang: str) -> str:
    """Return the name of a move of the person, as the library explains it."""
    (step,) = EXPLAIN[game.name](view, [move])
    return spoken(step.message(lang), game, lang)


def told(game: AnyGame, before: Any, event: MoveEvent[Any], names: Sequence[str], lang: str) -> str:
    """Return the sentence of a move for the log, with the cards that the person drew."""
    if event.seat != YOU:
        return spoken(event.message(lang, name=names[event.seat]), game, lang)
    drawn: list[Any] = [
        piece for each in event.motions if each.source in HIDDEN and each.target == "hand" for piece in each.pieces
    ]
    sentences: list[str] = []
    if not drawn or event.motions[0].target != "hand":
        sentences.append(spoken(_own(before, event.move, lang), game, lang))
    if drawn:
        sentences.append(WORDS[lang]["got"].format(", ".join(card.name(lang) for card in drawn)))
    return " ".join(sentences)


def _own(before: Any, move: Any, lang: str) -> str:
    """Return the sentence of a move of the person, such as "You discard KS."."""
    said: Mapping[str, str] = SAID[lang]["you"]
    kind = type(move).__name__
    match move:
        case rummy.TakeDiscard():
            cards = " ".join(map(str, before.discard_pile[-move.count :]))
        case gin.TakeDiscard() | rummy.Buy():
            cards = str(before.discard_pile[-1])
        case contracts.Take():
            cards = " ".join(map(str, move.cards))
            kind += "" if cards else "None"
        case contracts.Fill():
            cards = " ".join("-".join(map(str, row)) for row in move.cards)
            return said[kind].format(move.contract, cards)
        case gin.Knock() if move.card is None:
            return said["BigGin"]
        case _:
            cards = str(getattr(move, "card", "") or "")
    return said[kind].format(cards, getattr(move, "meld", ""))
