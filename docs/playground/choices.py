"""The moves that a person means at a table of cards: from a button and the chosen cards; and what they are called."""

from collections.abc import Iterator, Sequence
from typing import Any

from docs.playground.words import SENTENCES, YOU, sentences
from rami.commands.words import spoken
from rami.contracts import Fill, fillings
from rami.errors import Language
from rami.game import Game
from rami.rummy import Group, Rules, Run
from rami.rummy.cards import JOKER, Card, cards_of
from rami.rummy.legal_melds import melds_in
from rami.rummy.melds import LONGEST

SAID = {lang: sentences(lang, "table") for lang in SENTENCES}
MOST_TAKEN = 25
"""The most cards of the discard pile that one move takes."""


def meant(view: Any, target: str, cards: Sequence[str]) -> Iterator[Any]:
    """Yield the moves that a button means with the chosen cards, as values or in notation; legal or not.

    Raises:
        InvalidMeld: If the cards can be no meld.
    """
    verb, _, place = target.partition(" ")
    if verb == "meld" and not cards:
        return
    if verb == "meld":
        yield from _melds(
            view.rules, cards_of(" ".join(cards), "the chosen cards")
        )
    elif verb == "add":
        meld = open_melds(view)[int(place)]
        for card in cards:
            yield f"add {card} {meld}"
            if hasattr(view, "table"):
                yield from (
                    f"add {card} {meld} front",
                    f"replace {card} {meld}",
                )
    elif verb == "fill":
        yield from _fills(view, place, sorted(cards))
    elif verb == "take" and hasattr(view, "table"):
        for count in range(1, min(MOST_TAKEN, view.discard_size) + 1):
            yield f"take {count}"
    elif verb in ("discard", "knock"):
        loose = [""] if verb == "knock" else []
        yield from (f"{verb} {card}" for card in cards or loose)
    else:
        yield f"{verb} {' '.join(cards)}" if hasattr(view, "zones") else verb


def open_melds(view: Any) -> Sequence[Any]:
    """Return the melds to which a card may be added."""
    if hasattr(view, "table"):
        return tuple(view.table)
    spread = view.knocker is not None and view.spreads[view.knocker]
    return tuple(spread.melds) if spread else ()


def _melds(rules: Rules, cards: Sequence[Card]) -> Iterator[str]:
    """Yield the melds of exactly these cards, wherever their jokers lie; the first that would be one by any rules."""
    hand = tuple(sorted(cards))
    free = rules.evolve(
        ace="wrap",
        group_suits="any",
        shortest_run=3,
        longest_run=LONGEST,
        max_jokers_per_meld=None,
        joker_place="any",
        joker_majority=True,
    )
    for permitted in (rules, free):
        melds = dict.fromkeys(melds_in(permitted, hand))
        whole = [meld for meld in melds if len(meld) == len(hand)]
        if whole:
            yield from (f"meld {meld}" for meld in whole)
            return
    ranks = {card.rank for card in hand if card != JOKER}
    yield f"meld {Group(hand) if len(ranks) < 2 else Run(hand)}"


def _fills(view: Any, contract: str, cards: list[str]) -> Iterator[Fill]:
    """Yield the fills of a contract that spend all the chosen cards, or cards of the same value for them."""
    for fill in fillings(view, contract):
        spent = sorted(map(str, fill.spent))
        if not cards or spent == cards:
            yield fill
        elif sorted(card[:-1] for card in spent) == sorted(
            card[:-1] for card in cards
        ):
            yield _with(fill, cards)


def _with(fill: Fill, cards: list[str]) -> Fill:
    """Return a fill with other cards of the same values."""
    left = list(cards)

    def swapped(card: Any) -> str:
        if str(card) == "*":
            return "*"
        return left.pop(
            next(
                i for i, each in enumerate(left) if each[:-1] == str(card)[:-1]
            )
        )

    rows = [" ".join(swapped(card) for card in row) for row in fill.cards]
    return Fill(fill.contract, rows)


def move_text(
    game: Game[Any, Any, Any, Any],
    state: Any,
    move: Any,
    lang: Language,
    *,
    is_done: bool = False,
) -> str:
    """Return what a move of the person is called; one that is done tells the cards that it drew too."""
    said = SAID[lang]
    verb, _, rest = str(move).partition(" ")
    assert game.seen is not None  # every game of the library has it
    came = [
        str(card)
        for motion in game.seen(state, move, YOU).motions
        if motion.target == "hand"
        for card in motion.pieces
    ]
    drawn, values, key = " ".join(came), rest.split(" ", 1), verb
    if verb == "draw" and is_done:
        key, values = "draw-seen", [drawn]
    elif verb == "take":
        key = (
            "take"
            if game.name != "contracts"
            else "take-market"
            if drawn
            else "take-none"
        )
        values = [drawn]
    elif verb == "add" and rest.endswith(" front"):
        key, values = "add-front", rest.removesuffix(" front").split(" ", 1)
    elif verb == "knock":
        key = "knock" if rest else "knock-all"
    elif verb == "end":
        key, values = "end-discards" if rest else "end", [rest]
    text = said["moves"][key].format(*values)
    if verb == "end" and is_done and drawn:
        text = said["words"]["and_draw"].format(text, drawn)
    return spoken(text, game, lang)
