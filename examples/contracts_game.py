"""A whole contract game, played by greedy bots and told turn by turn.

    python examples/contracts_game.py --seed 7 --players 3 --deck examples/small_deck.json --lang fr

Every player takes the cards that score the most at once, and keeps the joker for a contract that is worth it.
"""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from attrs import evolve

from rami import RamiError, contracts
from rami.contracts import Card, End, Fill, Move, Phase, Rules, State, Take, View
from rami.errors import Language
from rami.record import Record, start

NAMES = ("Ada", "Blaise", "Carl", "Dorothea")

WIDTH = 80
"""How long a line may be."""

PIECE = re.compile(r"(?<![\w*])(?:(?:1?\d|20)[HCYD]|\*)(?![\w*])")
"""A card in a text."""

WORDS: dict[str, Any] = {
    "en": {
        "title": "The contract game, {0} players, seed {1}",
        "deck": "Deck: {0}",
        "trophies": "Trophies: {0}",
        "turn": "{0:>3}  {1}, round {2}",
        "values": "values",
        "contract": "contract",
        "empty": "(empty)",
        "kept": "cards kept: {0}, contracts so far: {1}",
        "over": "The game is over ({0}). The score sheet:",
        "columns": ("contracts", "bonus", "trophies", "total"),
        "wins": "wins",
        "trophy": "Trophy {0}: {1}",
        "nobody": "nobody",
    },
    "fr": {
        "title": "Jeu de contrats, {0} joueurs, germe {1}",
        "deck": "Cartes : {0}",
        "trophies": "Trophées : {0}",
        "turn": "{0:>3}  {1}, tour de table {2}",
        "values": "valeurs",
        "contract": "contrat",
        "empty": "(vide)",
        "kept": "cartes gardées : {0}, contrats remplis : {1}",
        "over": "La partie est terminée ({0}). La feuille de marque :",
        "columns": ("contrats", "bonus", "trophées", "total"),
        "wins": "gagne",
        "trophy": "Trophée {0} : {1}",
        "nobody": "personne",
    },
}

JOKER_IS_WORTH = 3
"""The fewest points for which the joker token is given away before the last turn."""


def choose(state: State) -> Move:
    """The move of the player whose turn it is: everything is decided by what that player can see."""
    view = contracts.observe(state, state.current_player)
    if view.phase is Phase.FILL:
        plan = filling(view)
        if plan:
            return plan[0]
    # What is left to choose is which cards to take, or which to discard: those after which the hand is best.
    moves = [move for move in contracts.legal_moves(view) if not isinstance(move, Fill)]
    return max(moves, key=lambda move: outlook(view, move))


def with_hand(view: View, hand: Sequence[Card], jokers: int | None = None) -> View:
    """The same position with another hand, ready to fill contracts: what a player thinks about."""
    seat = view.current_player
    own = view.jokers[seat] if jokers is None else jokers
    return evolve(view, phase=Phase.FILL, hand=hand, jokers=(*view.jokers[:seat], own, *view.jokers[seat + 1 :]))


def points(view: View, plan: Sequence[Fill]) -> int:
    """What contracts score at once, with their bonus cards."""
    cards = view.rules.deck.by_id
    filled = [(cards[fill.contract], fill) for fill in plan]
    return sum(card.points + sum(c.color is card.bonus for c in fill.spent) for card, fill in filled)


def filling(view: View) -> Sequence[Fill]:
    """The contracts to fill: the best with the joker, if it is worth it or this is the last turn."""
    best = contracts.best_fills(view)
    thrifty = contracts.best_fills(with_hand(view, view.hand, jokers=0))
    gain = points(view, best) - points(view, thrifty)
    last = view.last_turn is not None and view.turn + view.players > view.last_turn
    return best if gain >= JOKER_IS_WORTH or (last and gain > 0) else thrifty


def outlook(view: View, move: Move) -> tuple[int, int, int]:
    """What a hand is good for after a move: points now, points of what lacks one card, and its size."""
    if isinstance(move, Take):
        hand = (*view.hand, *move.cards)
    else:
        assert isinstance(move, End)
        hand = tuple(view.hand)
        for card in move.discards:
            hand = (*hand[: hand.index(card)], *hand[hand.index(card) + 1 :])
    now = with_hand(view, hand)
    lacking_one = with_hand(view, hand, jokers=len(view.contract_market))
    return points(view, filling(now)), points(view, contracts.best_fills(lacking_one)), len(hand)


def say(text: str = "", indent: str = "") -> None:
    """Print a text, wrapped; cards in colours where the output is a terminal and `NO_COLOR` is not set."""
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]:
        print(PIECE.sub(lambda card: contracts.text(card.group(), color=True), line) if color else line)


def tell_market(state: State, lang: Language) -> None:
    """Print what lies on the table at the start of a turn."""
    words = WORDS[lang]
    say(words["turn"].format(state.turn + 1, NAMES[state.current_player], state.round + 1))
    say(f"     {words['values']:<10} {contracts.format_cards(state.value_market) or words['empty']}")
    for contract in state.contract_market:
        say(f"     {words['contract']:<10} {contracts.text(contract, lang=lang)}", " " * 16)


def tell_score(state: State, lang: Language) -> None:
    """Print the score sheet, with the trophies."""
    words, result = WORDS[lang], contracts.result(state)
    assert result is not None
    say()
    say(words["over"].format(result.reason.message(lang)))
    say()
    names = words["columns"]
    print(f"  {'':<9} {names[0]:>9} {names[1]:>6} {names[2]:>9} {names[3]:>6}")
    for seat, score in enumerate(contracts.score_sheet(state)):
        mark = words["wins"] if seat in result.winners else ""
        columns = f"{score.contracts:>9} {score.bonus:>6} {score.trophy_points:>9} {score.total:>6}"
        print(f"  {NAMES[seat]:<9} {columns}  {mark}".rstrip())
    say()
    for trophy in state.trophies:
        holder = contracts.trophy_holder(trophy, state.zones)
        name = trophy.mark.name.say(lang)
        say("  " + words["trophy"].format(name, words["nobody"] if holder is None else NAMES[holder]))


def game_of(options: argparse.Namespace) -> Record[Rules, State, Move, View]:
    """The game that was asked for; as many players as the deck allows, where no number was."""
    deck = contracts.Deck.from_json(options.deck.read_text("utf-8")) if options.deck else contracts.DEFAULT.deck
    players = deck.max_players if options.players is None else options.players
    return start(contracts.GAME, players, Rules(deck=deck), seed=options.seed)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play a contract game and print it.")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the shuffles (default: %(default)s)")
    parser.add_argument("--players", type=int, help="how many play (default: as many as can)")
    parser.add_argument("--deck", type=Path, help="a deck as JSON (default: the one of the library)")
    parser.add_argument("--lang", default="en", choices=["en", "fr"], help="the language (default: %(default)s)")
    options = parser.parse_args(arguments)
    lang: Language = options.lang
    try:
        record = game_of(options)
    except OSError as error:
        parser.error(f"--deck {options.deck}: {error.strerror}")
    except (UnicodeDecodeError, RamiError) as error:
        parser.error(str(error))

    words, state = WORDS[lang], record.state
    say(words["title"].format(state.players, options.seed))
    say(words["deck"].format(state.rules.deck.label))
    say(words["trophies"].format(", ".join(trophy.mark.name.say(lang) for trophy in state.trophies)))
    while not state.is_over:
        if state.phase is Phase.TAKE:
            say()
            tell_market(state, lang)
        move = choose(state)
        told = contracts.seen(state, move, None).message(lang, name="").strip(" .")
        say(f"     {told}", " " * 7)
        seat, record = state.current_player, record.play(move)
        state = record.state
        if isinstance(move, End):
            say("     " + words["kept"].format(state.hand_sizes[seat], len(state.zones[seat])))
    tell_score(state, lang)


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # who reads on, perhaps `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
