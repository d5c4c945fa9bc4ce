"""`rami play`: a deal of any game between a person and bots."""

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from rami import rummikub
from rami.commands.rummikub_turn import Turn, typed_in_a_turn
from rami.commands.screen import WIDTH, in_color, tell
from rami.commands.words import TEXTS, command_of, has_playing_cards, near, read, spoken, write
from rami.errors import IllegalMove, Language, NotationError, RamiError, Refusal
from rami.game import Game
from rami.players import BaselinePlayer
from rami.record import Record, to_text
from rami.text import SHARED

MOST_SHOWN = 20
"""How many legal moves are listed."""
YOU = 0


class Quit(Exception):
    """The person has had enough."""


class Session:
    """A deal between a person, who has the first seat, and bots."""

    def __init__(self, record: Record[Any, Any, Any, Any], bot: BaselinePlayer, lang: Language) -> None:
        self.record: Record[Any, Any, Any, Any] = record
        self.game: Game[Any, Any, Any, Any] = record.game
        self.bot: Any = bot  # of whatever game it is
        self.lang: Language = lang
        self.random: Random = Random(record.seed)
        self.shown: object = None  # the position that was last shown
        self.fixed: int = 0  # the number of moves that can no longer be undone

    def run(self) -> None:
        """Play until the deal is over, or the person quits."""
        while not self.record.state.is_over:
            if self.record.state.current_player != YOU:
                self.make(self.move_of_bot())
            elif self.game is rummikub.GAME:
                self.rummikub_turn()
            else:
                self.card_turn()
        self.score()

    # ------------------------------------------------------------------------------------------------------- the table

    def say(self, key: str, **values: object) -> None:
        """Print a sentence."""
        tell(TEXTS.say(f"play.{key}", self.lang, **values), "  ")

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        return TEXTS.say("play.you", self.lang) if seat == YOU else SHARED.say("sheet.player", self.lang, seat=seat)

    def show(self) -> None:
        """Print the position as the person sees it."""
        self.shown = self.record.state
        print("\n" + self.game_text(self.record.view(YOU)))

    def game_text(self, value: object) -> str:
        """Return a value of the game for the terminal."""
        assert self.game.text is not None  # every game of the library has it
        return self.game.text(value, color=in_color(), width=WIDTH, lang=self.lang)

    def spoken(self, text: str) -> str:
        """Return a sentence of the game with its cards in the language of the person."""
        return spoken(text, self.game, self.lang)

    def move_of_bot(self) -> Any:
        """Return the move that the bot makes for whoever is to move."""
        return self.bot(self.record.view(self.record.state.current_player), self.random)

    def make(self, played: Any) -> None:
        """Make a move, or that of a text, and tell it."""
        before, seat = self.record.state, self.record.state.current_player
        self.record = self.record.play(played)
        after, name, move = self.record.state, self.name(seat), self.record.moves[-1]
        if after.current_player != seat or _hidden(after) != _hidden(before):
            self.fixed = len(self.record.moves)
        if isinstance(move, rummikub.Play):
            self.say("lays", name=name)
            for step in rummikub.explain(before, move):
                tell(f"  {step.message(self.lang)}", "    ")
        else:
            assert self.game.seen is not None  # likewise
            tell(self.spoken(self.game.seen(before, move, YOU).message(self.lang, name=name)), "    ")

    def ask(self) -> tuple[str, str]:
        """Return what the person types, the command and the line in notation; do what is the same in every game."""
        while True:
            line = input(TEXTS.say("play.prompt", self.lang)).strip() or "help"
            command, line = command_of(line.split()[0], self.lang), read(line, self.game, self.lang)
            if command == "quit":
                raise Quit
            if command == "help":
                self.help()
            elif command == "moves":
                self.list_moves()
            else:
                return command, line

    def help(self) -> None:
        """Print what can be typed."""
        for word in ("hint", "bot", "moves", "undo", "quit"):
            self.tell_typed(TEXTS.say(f"words.{word}", self.lang), word)
        self.say("help")
        if has_playing_cards(self.game):
            self.say("help-cards")
        if self.game is rummikub.GAME:
            self.say("help-rummikub")
            for typed, key in typed_in_a_turn(self.lang):
                self.tell_typed(typed, key)

    def tell_typed(self, typed: str, key: str) -> None:
        """Print what may be typed, and what it does."""
        print(f"{typed:<16} {TEXTS.say(f'typed.{key}', self.lang)}")

    def list_moves(self) -> None:
        """Print some of the legal moves."""
        moves = list(islice(self.game.legal_moves(self.record.state), MOST_SHOWN + 1))
        self.say("moves")
        for move in moves[:MOST_SHOWN]:
            tell(f"  {write(move, self.game, self.lang)}", "    ")
        if len(moves) > MOST_SHOWN:
            self.say("more")

    def refuse(self, error: RamiError, line: str) -> None:
        """Say why something cannot be done."""
        if isinstance(error, Refusal) and error.violations:
            for problem in error.violations:
                tell(self.spoken(f"{problem.message(self.lang)} [{problem.rule}]"), "  ")
            return
        word = line.split(maxsplit=1)[0]
        meant = () if command_of(word, self.lang) else near(word, self.lang)
        if isinstance(error, NotationError) and meant:
            self.say("near", word=word, near=meant)
        elif isinstance(error, Refusal):
            self.say("unclear", entry=error.message(self.lang))
        else:
            self.say("not-there", entry=line)

    # ------------------------------------------------------------------------------------------------------- the turns

    def card_turn(self) -> None:
        """Ask for one move of any game but Rummikub, and make it."""
        if self.record.state is not self.shown:
            self.show()
        command, line = self.ask()
        if command == "hint":
            self.say("try", move=write(self.move_of_bot(), self.game, self.lang))
        elif command == "undo" and len(self.record.moves) > self.fixed:
            self.record = self.record.undo()
            self.say("undone")
        elif command == "undo":
            self.say("no-undo")
        else:
            try:
                self.make(self.move_of_bot() if command == "bot" else line)
            except RamiError as error:
                self.refuse(error, line)

    def rummikub_turn(self) -> None:
        """Ask for steps until they make a move, and make it."""
        turn = Turn(self.record.view(YOU), self.lang)
        self.show()
        move = None
        while move is None:
            command, line = self.ask()
            draft = turn.draft
            if command == "hint":
                tell(turn.hint(), "  ")
            elif command == "bot":
                move = self.move_of_bot()
            elif command == "undo":
                self.say("undone" if turn.undo() else "no-undo")
            else:
                try:
                    move = turn.enter(command, line)
                    if move is not None and (problems := self.game.check(self.record.state, move)):
                        move = None
                        raise IllegalMove(problems)
                except RamiError as error:
                    self.refuse(error, line)
            if turn.draft is not draft:
                turn.show()
        self.make(move)

    # --------------------------------------------------------------------------------------------------------- the end

    def score(self) -> None:
        """Print the end of the deal."""
        result = self.record.result
        assert result is not None  # the deal is over
        self.show()
        self.say("over", reason=result.reason.message(self.lang))
        for seat, points in enumerate(result.scores):
            self.say("wins" if seat in result.winners else "score", name=self.name(seat), points=points)

    def save(self, path: Path) -> None:
        """Write the record to a file."""
        if not self.record.moves:
            return self.say("not-saved")
        path.write_text(to_text(self.record), encoding="utf-8")
        return self.say("saved", file=path, n=len(self.record.moves))


def _hidden(state: Any) -> int:
    """Return how many pieces nobody sees: when they become fewer, something was seen that cannot be undone."""
    return len(getattr(state, "pool", getattr(state, "stock", ())))
