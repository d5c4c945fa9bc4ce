"""Play a deal of any game against a bot in the terminal.

$ python examples/play.py gin --seed 4
Gin, turn 1, the upcard is offered
> Player 1 (you): 10 cards
  3♠ 10♠ Q♠ A♥ 5♥ 7♥ K♥ A♦ 9♦ 10♦
...
"""

import argparse
import os
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any, TypeAlias

from rami import codec, contracts, gin, rummikub, rummy
from rami.players import LEVELS
from rami.record import Record

Deal: TypeAlias = Record[Any, Any, Any, Any]
GAMES: dict[str, Any] = {"rummikub": rummikub, "rummy": rummy, "gin": gin, "contracts": contracts}
YOU = 0
LETTERS = str.maketrans("♠♥♦♣•", "SHDC'")
HELP = "Type hint (what a good player would do), best (do it), moves (20 legal moves at most), quit, or a move:"
MOVES = {
    "rummikub": "draw, pass, R4 R5 R6 (lay these tiles wherever they fit), play R4-R5-R6 K1=B1=O1 (the new table)",
    "rummy": "draw, take, meld AS-2S-3S, add 4S AS-2S-3S, replace 5S 4S-*-6S, discard KD, buy, pass",
    "gin": "draw, take, pass, discard KD, knock KC, add 4S AS-2S-3S, done",
    "contracts": "take 4H 6H, fill C18 4H=* 5C-6H-7Y, end, end 5H",
}


def say(text: str) -> None:
    """Print a text. Replace suit signs by letters if the output encoding does not have them."""
    encoding = sys.stdout.encoding
    if text.encode(encoding, "ignore").decode(encoding) != text:
        text = text.translate(LETTERS).encode(encoding, "replace").decode(encoding)
    for line in text.split("\n"):
        print(fill(line, 80, subsequent_indent="    ", break_on_hyphens=False))


def after_move(deal: Deal, move: Any) -> Deal:
    """Make a move and print its event."""
    longer = deal.after(move)
    say(str(longer.events(YOU, since=len(deal.moves))[0]))
    return longer


def after_input(deal: Deal, line: str) -> Deal:
    """Execute a line of input."""
    game, view, word = GAMES[deal.game.name], deal.view(YOU), line.partition(" ")[0].lower()
    if word == "quit":
        raise EOFError
    if word == "best":
        return after_move(deal, game.best_turn(view)[0])
    if word == "hint":
        say("\n".join(map(str, game.explain(view, game.best_turn(view)))))
    elif word == "moves":
        say("\n".join(map(str, islice(game.legal_moves(view), 20))))
    elif word in {"", "help"}:
        say(f"{HELP} {MOVES[deal.game.name]}")
    elif game is rummikub and word not in {"draw", "pass", "play"}:
        if play := rummikub.find_play(view, line):
            return after_move(deal, play)
        say("No legal play lays just these tiles.")
    else:
        return after_move(deal, line)
    return deal


def after_turn(deal: Deal, level: str, random: Random) -> Deal:
    """Make one move of the bot, or ask the person for one."""
    seat = deal.state.current_player
    if seat != YOU:
        return after_move(deal, LEVELS[level](deal.view(seat), random))
    say(f"\n{deal.view(YOU)}")
    longer = deal
    while longer is deal:
        try:
            longer = after_input(deal, input("> ").strip())
        except ValueError as error:
            # This is a RamiError, or a line that cannot be decoded.
            say(str(error))
    return longer


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a deal of any game against a bot in the terminal.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--rules", metavar="EDITION", help="the edition (default: the first of the game)")
    parser.add_argument("--level", choices=LEVELS, default="hard", help="the level of the bot (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=Random().getrandbits(32), help="the seed of the deal")
    parser.add_argument("--save", type=Path, metavar="FILE", help="file for the record of the deal, as JSON")
    options = parser.parse_args()
    game = GAMES[options.game]
    try:
        deal = Record.start(game.GAME, 2, game.PRESETS[options.rules] if options.rules else None, seed=options.seed)
        file = options.save and options.save.open("w", encoding="utf-8")
    except (OSError, ValueError) as error:
        parser.error(str(error))
    random = Random(options.seed)
    try:
        with suppress(EOFError, KeyboardInterrupt):
            while not deal.state.is_over:
                deal = after_turn(deal, options.level, random)
            say(f"\n{deal.state}\n{game.result(deal.state)}")
        print(flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if file:
        with file:
            file.write(codec.to_json(deal))


if __name__ == "__main__":
    main()
