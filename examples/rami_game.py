"""A whole deal of card Rami, or several, played by sensible bots and told move by move.

    python examples/rami_game.py --players 3 --seed 7 --edition rami-51 --deals 3 --lang fr

A bot sees what a player at the table sees. It takes the top discard, or buys it, if its hand gets better by it, lays
what it can, and discards what its hand needs least.
"""

import argparse
import os
import re
import sys
from textwrap import wrap
from typing import Any

from attrs import evolve

from rami import RulesError, rummy
from rami.errors import Language
from rami.record import Record
from rami.rummy import (
    Buy,
    Card,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    Pass,
    Phase,
    ReplaceJoker,
    Rules,
    State,
    TakeDiscard,
    View,
)

NAMES = ("Ada", "Blaise", "Carl", "Dorothea", "Emmy", "Felix")

WIDTH = 80
"""How long a line may be."""

PIECE = re.compile(r"(?<![\w*])(?:(?:[A2-9JQK]|10)[SHDC]|\*)(?![\w*])")
"""A card in a text."""

WORDS: dict[str, Any] = {
    "en": {
        "title": "Card Rami, {0}, {1} players, seed {2}",
        "deal": "Deal {0}: {1} deals, the first discard is {2}",
        "no upcard": "Deal {0}: {1} deals, and turns no card up",
        "left": "({0} left)",
        "out": "went out",
        "wins": "{0} wins: {1}.",
        "win": "{0} win: {1}.",
        "nobody": "Nobody wins: {1}.",
        "table": "Table: {0}",
        "and": " and ",
        "sheet": "The score sheet:",
        "columns": ("deal", "total"),
        "match": "{0} wins the match.",
        "matches": "{0} win the match.",
    },
    "fr": {
        "title": "Rami, {0}, {1} joueurs, germe {2}",
        "deal": "Donne {0} : {1} distribue, la première carte de la défausse est {2}",
        "no upcard": "Donne {0} : {1} distribue, sans retourner de carte",
        "left": "(reste {0})",
        "out": "a tout posé",
        "wins": "{0} gagne : {1}.",
        "win": "{0} gagnent : {1}.",
        "nobody": "Personne ne gagne : {1}.",
        "table": "Table : {0}",
        "and": " et ",
        "sheet": "La feuille de marque :",
        "columns": ("donne", "total"),
        "match": "{0} gagne la partie.",
        "matches": "{0} gagnent la partie.",
    },
}


def choose(view: View) -> Move:
    """The move of the player whose view this is."""
    moves = list(rummy.legal_moves(view))
    if view.phase is Phase.BUY:
        return Buy() if wants_discard(view) else Pass()
    if view.phase is Phase.DRAW:
        if TakeDiscard() in moves and wants_discard(view):
            return TakeDiscard()
        return Pass() if Pass() in moves else DrawStock()
    laying = [move for move in moves if isinstance(move, LayMeld | LayOff | ReplaceJoker)]
    if laying:
        return max(laying, key=lambda move: (isinstance(move, LayMeld), worth(view, move)))
    return min(moves, key=lambda move: cost(view, move))


def wants_discard(view: View) -> bool:
    """Whether the top discard is worth more than an unknown card: it must be laid, or make a meld with the hand."""
    top = view.discard_pile[-1]
    if view.rules.take_discard == "to_lay":
        return True
    before = rummy.deadwood(view.hand, view.rules)
    with_top = (*view.hand, top)
    return min(rummy.deadwood(without(with_top, card), view.rules) for card in view.hand) + 3 < before


def worth(view: View, move: Move) -> int:
    """How much better a hand is after laying something: the points laid less those that melds would have laid."""
    if isinstance(move, LayMeld):
        rest = view.hand
        for card in move.meld.cards:
            rest = without(rest, card)
        return rummy.deadwood(view.hand, view.rules) - rummy.deadwood(rest, view.rules) + move.meld.value
    assert isinstance(move, LayOff | ReplaceJoker)
    return -rummy.deadwood(without(view.hand, move.card), view.rules)


def cost(view: View, move: Move) -> tuple[int, float]:
    """What a discard leaves in the hand, and how many cards near it could still make melds of the rest."""
    assert isinstance(move, Discard)
    rest = without(view.hand, move.card)
    near = sum(closeness(card, other) for index, card in enumerate(rest) for other in rest[:index])
    return rummy.deadwood(rest, view.rules), -near - rummy.hand_value([move.card], view.rules) / 8


def closeness(card: Card, other: Card) -> int:
    """How much two cards promise a meld together."""
    if card.is_joker or other.is_joker:
        return 2
    if card.rank == other.rank:
        return 2 if card.suit != other.suit else 0
    return max(0, 3 - abs(card.rank - other.rank)) if card.suit == other.suit else 0


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    index = hand.index(card)
    return (*hand[:index], *hand[index + 1 :])


def say(text: str = "", indent: str = "") -> None:
    """Print a text, wrapped; cards in colours where the output is a terminal and `NO_COLOR` is not set."""
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False) or [""]:
        print(PIECE.sub(lambda card: rummy.text(card.group(), color=True), line) if color else line)


def play(record: Record[Rules, State, Move, View], lang: Language) -> State:
    """A deal to its end, printed turn by turn, as somebody sees it who looks on; who passes says nothing."""
    words: list[str] = []
    state = record.state
    while not state.is_over:
        move = choose(record.view(state.current_player))
        if not isinstance(move, Pass):
            words.append(rummy.seen(state, move, None).message(lang, name="").strip(" ."))
        seat, turn, record = state.current_player, state.turn, record.play(move)
        state = record.state
        if words and (state.phase is Phase.DRAW or state.is_over):
            left = WORDS[lang]["left"].format(state.hand_sizes[seat])
            say(f"{turn + 1:>4}  {NAMES[seat]:<9} {', '.join(words)}  {left}", " " * 16)
            words = []
    return state


def tell_result(state: State, lang: Language) -> tuple[int, ...]:
    """Print what is left in the hands and who wins; the scores of the deal."""
    words, result = WORDS[lang], rummy.result(state)
    assert result is not None
    for seat, hand in enumerate(state.hands):
        points = f" = {rummy.hand_value(hand, state.rules)}" if hand else ""
        say(f"      {NAMES[seat]:<9} {rummy.format_cards(hand) or words['out']}{points}", " " * 16)
    winners = words["and"].join(NAMES[seat] for seat in result.winners)
    wins = words[("nobody", "wins", "win")[min(2, len(result.winners))]]
    say("      " + wins.format(winners, result.reason.message(lang)))
    say("      " + words["table"].format(state.table), " " * 13)
    return result.scores


def tell_match(sheet: list[tuple[int, ...]], lang: Language) -> None:
    """Print the score sheet of the match."""
    words = WORDS[lang]
    deal, total = words["columns"]
    totals = [sum(column) for column in zip(*sheet, strict=True)]
    print(f"\n{words['sheet']}\n")
    print(f"  {deal:<6}" + "".join(f"{name:>10}" for name in NAMES[: len(totals)]))
    for number, scores in enumerate(sheet, 1):
        print(f"  {number:>4}  " + "".join(f"{score:>10}" for score in scores))
    print(f"  {total:<6}" + "".join(f"{score:>10}" for score in totals))
    best = [NAMES[seat] for seat, points in enumerate(totals) if points == max(totals)]
    print("\n  " + words["match" if len(best) == 1 else "matches"].format(words["and"].join(best)))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play card Rami and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--players", type=int, default=3, help="how many play (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=3, help="how many deals are played (default: %(default)s)")
    parser.add_argument("--edition", choices=sorted(rummy.PRESETS), default="horesca", help="(default: %(default)s)")
    parser.add_argument("--lang", default="en", choices=["en", "fr"], help="the language (default: %(default)s)")
    options = parser.parse_args(arguments)
    lang: Language = options.lang

    try:
        # Bots are patient: without a limit, they could turn the pile over until the last round.
        edition = rummy.PRESETS[options.edition]
        restocks = None if edition.restock == "end" else 2
        rules: Rules = evolve(edition, match_deals=options.deals, max_restocks=restocks)
        deals = [rummy.deal(options.players, rules, seed=options.seed + number) for number in range(options.deals)]
    except RulesError as error:
        parser.error(str(error))
    starter: int | None = None
    sheet: list[tuple[int, ...]] = []
    print(WORDS[lang]["title"].format(options.edition, options.players, options.seed))
    for number, deal in enumerate(deals):
        dealt = deal if starter is None else evolve(deal, starter=starter)
        record = Record(game=rummy.GAME, rules=rules, players=options.players, deal=dealt)
        state = record.state
        print()
        opening = WORDS[lang]["deal" if state.discard_pile else "no upcard"]
        say(opening.format(number + 1, NAMES[state.dealer], *state.discard_pile))
        state = play(record, lang)
        sheet.append(tell_result(state, lang))
        starter = (rummy.next_dealer(state) + 1) % options.players
    tell_match(sheet, lang)


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # who reads on, perhaps `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
