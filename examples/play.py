"""Play against bots in the terminal: any game, any edition, in English or French.

    python examples/play.py
    python examples/play.py --game rummy --rules rami-51 --players 3 --lang fr

You are player 1. Type `help` for what can be typed. Every move is judged by the referee of the library, and the deal
is saved as a record that `rami.record` replays.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from secrets import randbelow
from textwrap import wrap
from typing import Any, NoReturn

from rami import RamiError, games, rummikub
from rami.errors import IllegalMove, InvalidMeld, Language, NotationError
from rami.players import greedy_player, quick_player
from rami.record import Record, to_text
from rami.rummikub import Draft

WIDTH = 80
"""How long a line may be."""
MOST_SHOWN = 20
"""How many legal moves are listed."""
GAMES: dict[str, Any] = {game.name: game for game in games.GAMES}
YOU = 0

SAID = {
    "en": {
        "title": "{0}, {1} players, rules {2}, seed {3}. You are player 1; type `help` for help.",
        "player": "Player {0}",
        "you": "Player 1 (you)",
        "lays": "{0} plays:",
        "prompt": "Your move> ",
        "row": "{0:>3}  {1}  {2}",
        "rack": "rack {0}",
        "unclear": "I do not understand: {0}",
        "no_undo": "There is nothing in this turn that can be undone.",
        "undone": "Undone.",
        "try": "Try: {0}",
        "as_good": "Nothing better can be laid: type `done`.",
        "no_play": "Nothing can be laid: type `draw` or `pass`.",
        "unfinished": "Not yet:",
        "moves": "You may, for example:",
        "more": "… and more.",
        "not_saved": "No move was made, and nothing is saved.",
        "saved": "The deal is saved in {0}; {1} moves.",
        "over": "The deal is over.",
        "score": "{0:<18} {1:>+5} points {2}",
        "wins": "wins",
        "help": """hint        what a good player would do
bot         let the bot make your move
moves       some of the moves that are legal
undo        take back what you did in this turn
quit        stop, and save the deal
Anything else is a move as the library writes it: draw, discard KD, meld AS-2S-3S, ...""",
        "help_rummikub": """In Rummikub you move tiles, and say `done` when the table is as it should be:
R4 R5 R6    lays these tiles of your rack as a new row
R7 > 2      adds R7 from the rack to row 2
3: K7 > 2   moves K7 from row 3 to row 2
3: K7       moves it to a row of its own; 3: K7 > rack takes it back
split 3 2   makes two rows of row 3, the first with 2 tiles
reset       puts everything back        draw, pass        if you lay nothing""",
    },
    "fr": {
        "title": "{0}, {1} joueurs, règles {2}, graine {3}. Vous êtes le joueur 1 ; tapez `aide`.",
        "player": "Joueur {0}",
        "you": "Joueur 1 (vous)",
        "lays": "{0} joue :",
        "prompt": "À vous> ",
        "row": "{0:>3}  {1}  {2}",
        "rack": "chevalet {0}",
        "unclear": "Je ne comprends pas : {0}",
        "no_undo": "Il n'y a rien dans ce tour qui puisse être annulé.",
        "undone": "Annulé.",
        "try": "Essayez : {0}",
        "as_good": "On ne peut pas mieux poser : tapez `fini`.",
        "no_play": "Rien à poser : tapez `piocher` ou `passer`.",
        "unfinished": "Pas encore :",
        "moves": "Vous pouvez, par exemple :",
        "more": "… et d'autres encore.",
        "not_saved": "Aucun coup n'a été joué, rien n'est enregistré.",
        "saved": "La partie est enregistrée dans {0} ; {1} coups.",
        "over": "La partie est terminée.",
        "score": "{0:<18} {1:>+5} points {2}",
        "wins": "gagne",
        "help": """indice      ce que ferait un bon joueur
robot       laisser le robot jouer à votre place
coups       quelques coups permis
annuler     reprendre ce que vous avez fait pendant ce tour
quitter     arrêter, et enregistrer la partie
Le reste est un coup, écrit comme la bibliothèque l'écrit : draw, discard KD, meld AS-2S-3S, ...""",
        "help_rummikub": """Au Rummikub on déplace les plaques, et on dit `fini` quand la table est prête :
R4 R5 R6    pose ces plaques du chevalet : une nouvelle rangée
R7 > 2      ajoute R7 du chevalet à la rangée 2
3: K7 > 2   déplace K7 de la rangée 3 à la rangée 2
3: K7       la met à part ; 3: K7 > chevalet la reprend
couper 3 2  fait deux rangées de la rangée 3, la première de 2 plaques
tout        remet tout en place         piocher, passer   si l'on ne pose rien""",
    },
}
"""What is said, in each language."""

COMMANDS = {
    word: word for word in ["hint", "bot", "moves", "undo", "quit", "help", "done", "reset", "draw", "pass", "split"]
} | {
    "indice": "hint",
    "robot": "bot",
    "coups": "moves",
    "annuler": "undo",
    "quitter": "quit",
    "aide": "help",
    "?": "help",
    "fini": "done",
    "tout": "reset",
    "piocher": "draw",
    "passer": "pass",
    "couper": "split",
}
"""What may be typed in either language, and what it means."""

TILES = re.compile(r"(?:(?P<source>\d+)\s*:\s*)?(?P<tiles>[^>:]+?)\s*(?:>\s*(?P<target>\w+))?\s*")
"""Tiles that are moved in Rummikub: from a row, and to another."""


class Quit(Exception):
    """The person has had enough."""


class Session:
    """A deal between a person and bots."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.game = GAMES[options.game]
        self.lang: Language = options.lang
        self.say = SAID[options.lang]
        self.bot: Callable[[Any, Random], Any] = {"greedy": greedy_player, "quick": quick_player}[options.bots]
        self.random = Random(options.seed)
        self.seed: int = options.seed
        self.rules = self.game.presets[options.rules] if options.rules else next(iter(self.game.presets.values()))
        self.deal = self.game.deal(options.players, self.rules, seed=options.seed)
        self.state = self.game.from_deal(options.players, self.rules, self.deal)
        self.shown: Any = None  # the position that was last shown
        self.moves: list[Any] = []
        self.before: list[tuple[Any, int]] = []  # positions of this turn that can be taken back, with the moves so far
        self.color = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    # ------------------------------------------------------------------------------------------------------- the table

    def tell(self, text: str, indent: str = "") -> None:
        for line in text.splitlines():
            print(*wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""], sep="\n")

    def name(self, seat: int) -> str:
        """What a seat is called, as the table has it."""
        return self.say["you"] if seat == YOU else self.say["player"].format(seat + 1)

    def show(self) -> None:
        self.shown = self.state
        view = self.game.observe(self.state, YOU)
        print("\n" + self.game.text(view, color=self.color, width=WIDTH, lang=self.lang))

    def run(self) -> None:
        while self.game.result(self.state) is None:
            if self.state.current_player != YOU:
                self.make(self.bot(self.game.observe(self.state, self.state.current_player), self.random))
            elif self.game.name == "rummikub":
                self.rummikub_turn()
            else:
                self.card_turn()

    def make(self, move: Any) -> None:
        """Make a move, tell it, and remember what can be taken back."""
        state, seat = self.state, self.state.current_player
        after = self.game.apply(state, move)
        self.before.append((state, len(self.moves)))
        if after.current_player != seat or hidden(after) != hidden(state):
            self.before = []
        self.state = after
        self.moves.append(move)
        name = self.name(seat)
        if isinstance(move, rummikub.Play):
            self.tell(self.say["lays"].format(name))
            for step in rummikub.explain(state, move):
                self.tell(f"  {step.message(self.lang)}", "    ")
        else:
            self.tell(self.game.seen(state, move, YOU).message(self.lang, name=name), "    ")

    def ask(self) -> tuple[str, str]:
        """What the person types: the command, or "", and the whole line. What every game understands is done here."""
        while True:
            line = input(self.say["prompt"]).strip()
            command = COMMANDS.get(line.split()[0].lower(), "") if line else "help"
            if command == "quit":
                raise Quit
            if command == "help":
                self.tell(self.say["help"])
                if self.game.name == "rummikub":
                    self.tell(self.say["help_rummikub"])
            elif command == "moves":
                moves = list(islice(self.game.legal_moves(self.state), MOST_SHOWN + 1))
                self.tell(self.say["moves"])
                for move in moves[:MOST_SHOWN]:
                    self.tell(f"  {move}", "    ")
                if len(moves) > MOST_SHOWN:
                    self.tell(self.say["more"])
            else:
                return command, line

    def refuse(self, error: RamiError) -> None:
        """Say why something cannot be done, in the language of the person where the referee speaks it."""
        if isinstance(error, IllegalMove):
            for problem in error.violations:
                self.tell(f"{problem.message(self.lang)} [{problem.rule}]", "  ")
        else:
            self.tell(self.say["unclear"].format(self.mistake(error)), "  ")

    def mistake(self, error: RamiError) -> str:
        """What is wrong with an entry: as the library says it in English, in short in French."""
        if self.lang == "en":
            return str(error)
        if isinstance(error, NotationError):
            word = error.text[error.position :].split()[:1]
            return f"« {word[0][:12]} »" if word else "il manque quelque chose à la fin."
        return "ce n'est pas une combinaison." if isinstance(error, InvalidMeld) else "ce n'est pas possible ici."

    # ------------------------------------------------------------------------------------------------------- the turns

    def card_turn(self) -> None:
        if self.state is not self.shown:
            self.show()
        command, line = self.ask()
        best = None
        if command in ("hint", "bot"):
            best = self.bot(self.game.observe(self.state, YOU), self.random)
        if command == "hint":
            self.tell(self.say["try"].format(best))
        elif command == "undo" and not self.before:
            self.tell(self.say["no_undo"])
        elif command == "undo":
            self.state, count = self.before.pop()
            del self.moves[count:]
            self.tell(self.say["undone"])
        else:
            try:
                self.make(best or self.game.parse_move(command or line))
            except RamiError as error:
                self.refuse(error)

    def rummikub_turn(self) -> None:
        drafts = [Draft.of(rummikub.observe(self.state, YOU))]
        self.show()
        while True:
            command, line = self.ask()
            draft = drafts[-1]
            try:
                move = self.rummikub_move(command, line, drafts)
                if move is not None:
                    return self.make(move)
            except RamiError as error:
                self.refuse(error)
            if drafts[-1] is not draft:
                self.show_draft(drafts[-1])

    def rummikub_move(self, command: str, line: str, drafts: list[Draft]) -> Any:
        """What one line does to the turn: the move that ends it, or None while it goes on."""
        draft = drafts[-1]
        match command:
            case "hint":
                step = draft.hint()
                done = self.say["as_good" if draft.laid else "no_play"]
                self.tell(self.say["try"].format(step.message(self.lang)) if step else done, "  ")
            case "bot":
                return self.bot(draft.view, self.random)
            case "undo" if len(drafts) == 1:
                self.tell(self.say["no_undo"])
            case "undo":
                drafts.pop()
                self.tell(self.say["undone"])
            case "reset":
                drafts.append(draft.reset())
            case "split":
                row, at = re.findall(r"\d+", line + " 0 0")[:2]
                drafts.append(draft.split(int(row) - 1, int(at)))
            case "done":
                return draft.play or refused(draft)
            case "draw" | "pass":
                return rummikub.parse_move(command)
            case _ if line.lower().startswith(("play ", "timeout ")):
                return rummikub.parse_move(line)
            case _:
                drafts.append(moved(draft, line))
        return None

    def show_draft(self, draft: Draft) -> None:
        """The rows with their numbers and what is wrong with them, and the rack."""
        for number, row in enumerate(draft.rows, start=1):
            shown = self.game.text(row.meld or row.tiles, color=self.color, width=WIDTH - 5, lang=self.lang)
            self.tell_row(number, shown, "" if row.problem is None else "?")
        rack = self.game.text(draft.rack, color=self.color, width=WIDTH - 12, lang=self.lang) if draft.rack else "-"
        print(self.say["rack"].format(rack.replace("\n", "\n     ")))
        for problem in draft.problems:
            self.tell(f"  {self.say['unfinished']} {problem.message(self.lang)}", "    ")

    def tell_row(self, number: int, shown: str, mark: str) -> None:
        print(self.say["row"].format(number, mark or " ", shown.replace("\n", "\n        ")))

    # --------------------------------------------------------------------------------------------------------- the end

    def score(self) -> None:
        result = self.game.result(self.state)
        self.show()
        print(self.say["over"])
        for seat, points in enumerate(result.scores):
            name = self.name(seat)
            wins = self.say["wins"] if seat in result.winners else ""
            print(self.say["score"].format(name, points, wins).rstrip())

    def save(self, path: Path) -> None:
        if not self.moves:
            print(self.say["not_saved"])
            return
        record: Record[Any, Any, Any, Any] = Record(
            game=self.game,
            rules=self.rules,
            players=self.state.players,
            deal=self.deal,
            moves=tuple(self.moves),
            seed=self.seed,
        )
        path.write_text(to_text(record), encoding="utf-8")
        print(self.say["saved"].format(path, len(self.moves)))


def refused(draft: Draft) -> NoReturn:
    raise IllegalMove(draft.problems)


def hidden(state: Any) -> int:
    """How many pieces nobody sees: when they become fewer, something was seen that cannot be taken back."""
    return len(getattr(state, "pool", getattr(state, "stock", ())))


def moved(draft: Draft, line: str) -> Draft:
    """The draft after some tiles are moved, as typed: `R7 > 2`, `3: K7`; what makes a meld then lies in order."""
    found = TILES.fullmatch(line)
    tiles = rummikub.parse_tiles(found["tiles"] if found else line)
    source: Any = int(found["source"]) - 1 if found and found["source"] else "rack"
    target: Any = {"rack": "rack", "chevalet": "rack"}.get((found["target"] or "").lower(), "new") if found else "new"
    if found and (found["target"] or "").isdecimal():
        target = int(found["target"]) - 1
    for tile in tiles:
        rows = len(draft.rows)
        draft = draft.move(tile, source, target)
        if target == "new":
            target = len(draft.rows) - 1
        elif target != "rack" and len(draft.rows) < rows and source != "rack" and source < target:
            target -= 1  # the row that the tile came from is gone
    return draft.sort(target) if target != "rack" and draft.rows[target].meld else draft


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play against bots in the terminal.")
    parser.add_argument("--game", choices=list(GAMES), default="rummikub")
    parser.add_argument("--rules", help="the edition (default: the first of the game)")
    parser.add_argument("--players", type=int, default=2, help="how many play, you among them (default: %(default)s)")
    parser.add_argument("--bots", choices=["greedy", "quick"], default="greedy", help="how well they play")
    parser.add_argument("--seed", type=int, default=None, help="what decides the shuffles (default: chance)")
    parser.add_argument("--lang", choices=["en", "fr"], default="en")
    parser.add_argument("--save", type=Path, help="where the record goes (default: GAME-SEED.txt)")
    options = parser.parse_args(arguments)
    options.seed = randbelow(1_000_000) if options.seed is None else options.seed
    presets = GAMES[options.game].presets
    if options.rules is not None and options.rules not in presets:
        parser.error(f"--rules of {options.game}: {', '.join(presets)}")
    try:
        session = Session(options)
    except RamiError as error:
        parser.error(str(error))
    name = options.rules or next(iter(presets))
    title = str(session.game.text(session.state, lang=options.lang)).split(",")[0]
    session.tell(session.say["title"].format(title, options.players, name, options.seed))
    try:
        session.run()
        session.score()
    except (Quit, EOFError, KeyboardInterrupt):
        print()
    session.save(options.save or Path(f"{options.game}-{options.seed}.txt"))


def quietly(run: Callable[[], None]) -> None:
    """Run, and end without a word when nobody reads what is printed any longer."""
    try:
        run()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    quietly(main)
