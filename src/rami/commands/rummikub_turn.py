"""A turn of Rummikub at the prompt: tiles are moved between the rack and rows until the table is as it should be."""

import re
from typing import Literal, NoReturn

from rami import rummikub
from rami.commands.screen import WIDTH, in_color, tell
from rami.commands.words import TEXTS, command_of
from rami.errors import IllegalMove, Language
from rami.rummikub import Draft, Draw, Move, Pass
from rami.rummikub.draft import move_together

_TILES = re.compile(r"(?:(?P<source>\d+)\s*:\s*)?(?P<tiles>[^>:]+?)\s*(?:>\s*(?P<target>\w+))?\s*")
"""Tiles that are moved: from a row, and to another."""


class Turn:
    """The drafts of a turn, the last one current."""

    def __init__(self, view: rummikub.View, lang: Language) -> None:
        self.drafts: list[Draft] = [Draft.of(view)]
        self.lang: Language = lang

    @property
    def draft(self) -> Draft:
        """The draft as it is now."""
        return self.drafts[-1]

    def undo(self) -> bool:
        """Take back the last step; return whether there was one."""
        if len(self.drafts) > 1:
            self.drafts.pop()
            return True
        return False

    def hint(self) -> str:
        """Return what to do next, in words."""
        step = self.draft.hint()
        if step:
            return TEXTS.say("play.try", self.lang, move=step.message(self.lang))
        if self.draft.laid:
            return TEXTS.say("play.as-good", self.lang)
        legal = (move for move in (Draw(), Pass()) if not rummikub.check(self.drafts[0].view, move))
        return TEXTS.say("play.no-play", self.lang, move=TEXTS.say(f"words.{next(legal)}", self.lang))

    def enter(self, command: str, line: str) -> Move | None:
        """Do what a line says; return the move that ends the turn, or None while it goes on."""
        draft = self.draft
        match command:
            case "reset":
                self.drafts.append(draft.reset())
            case "split":
                row, at = (*map(int, re.findall(r"\d+", line)), 0, 0)[:2]
                self.drafts.append(draft.split(row - 1, at))
            case "done":
                return draft.play or _refuse(draft)
            case "draw" | "pass" | "play" | "timeout":
                return rummikub.parse_move(line)
            case _:
                self.drafts.append(self._moved(line))
        return None

    def _moved(self, line: str) -> Draft:
        """Return the draft after tiles are moved, as typed: `R7 > 2`, `3: K7`; a meld is put in order."""
        found = _TILES.fullmatch(line)
        tiles = rummikub.parse_tiles(found["tiles"] if found else line)
        typed = (found["target"] or "") if found else ""
        source: Literal["rack"] | int = int(found["source"]) - 1 if found and found["source"] else "rack"
        target: Literal["rack", "new"] | int = "rack" if command_of(typed, self.lang) == "rack" else "new"
        if typed.isdecimal():
            target = int(typed) - 1
        return move_together(self.draft, tiles, source, target)

    def show(self) -> None:
        """Print the rows with their numbers, what is wrong with them, and the rack."""
        color, lang = in_color(), self.lang
        for number, row in enumerate(self.draft.rows, start=1):
            shown = rummikub.text(row.meld or row.tiles, color=color, width=WIDTH - 8, lang=lang)
            mark = " " if row.problem is None else "?"
            print(f"{number:>3}  {mark}  " + shown.replace("\n", "\n        "))
        rack = rummikub.text(self.draft.rack, color=color, width=WIDTH - 12, lang=lang) if self.draft.rack else "-"
        print(TEXTS.say("play.rack", lang, tiles=rack.replace("\n", "\n     ")))
        for problem in self.draft.problems:
            tell("  " + TEXTS.say("play.unfinished", lang, problem=problem.message(lang)), "    ")


def typed_in_a_turn(lang: Language) -> list[tuple[str, str]]:
    """Return examples of what can be typed in a turn, each with the key of what it does."""
    words = {word: TEXTS.say(f"words.{word}", lang) for word in ("rack", "split", "reset", "done", "draw", "pass")}
    return [
        ("R4 R5 R6", "moved-lay"),
        ("R7 > 2", "moved-add"),
        ("3: K7 > 2", "moved-on"),
        ("3: K7", "moved-apart"),
        (f"3: K7 > {words['rack']}", "moved-back"),
        (f"{words['split']} 3 2", "split"),
        *((words[word], word) for word in ("reset", "done", "draw", "pass")),
    ]


def _refuse(draft: Draft) -> NoReturn:
    raise IllegalMove(draft.problems)
