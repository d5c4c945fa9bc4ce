"""The table of the card games: a deal against bots, the contents of the page, and the effect of every click."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from attrs import define

import rami
from docs.playground.base import Base
from docs.playground.choices import EXPLAIN, SAID, meant, move_text, open_melds, told
from docs.playground.layout import Layout
from docs.playground.words import WORDS, YOU, spoken
from rami import GAMES, IllegalMove, rummy
from rami.own import MoveEvent


@define
class Table(Base):
    """A deal of a card game between the person, in the first seat, and bots.

    Attributes:
        choices: The moves among which the last click leaves a choice.
    """

    sorts: ClassVar[Sequence[str]] = ("suit", "rank", "melds", "own")

    choices: tuple[Any, ...] = ()

    # ------------------------------------------------------------------------------------------------ the deal

    def clear(self) -> None:
        """Forget the message of the last click."""
        Base.clear(self)
        self.choices = ()

    def game_of(self, wanted: Mapping[str, str]) -> Any:
        """Return the game that an address names."""
        return GAMES[wanted.get("game", "rummy")]

    def rules_of_match(self, name: str) -> Any:
        """Return the rules of each deal of a match."""
        return rummy.MATCHES[name] if name in rummy.MATCHES and self.game is rummy.GAME else self.game.presets[name]

    def told(self, before: Any, event: MoveEvent[Any], lang: str) -> str:
        """Return the sentence of a move for the log."""
        return told(self.game, before, event, self.names(lang), lang)

    def explained(self, state: Any, moves: Sequence[Any]) -> Iterator[str]:
        """Yield the sentences that explain a turn of the person."""
        for step in EXPLAIN[self.game.name](self.game.observe(state, YOU), list(moves)):
            yield spoken(step.message(self.lang), self.game, self.lang)

    # ------------------------------------------------------------------------------------------------------ clicks

    def do(self, target: str, cards: Sequence[str] = ()) -> None:
        """Do what a button means with the chosen cards; where it may mean several moves, ask which."""
        moves = self._different(meant(self._view, target, cards))
        legal = [move for move in moves if not self._wrong(move)]
        if len(legal) == 1:
            self.play(legal[0])
        elif legal:
            self.choices = tuple(legal)
            self.refuse(self._said["which"])
        elif moves:
            raise IllegalMove(self._wrong(moves[0]))
        elif target.startswith("fill"):
            self.refuse(self._said["asks" if cards else "cannot_fill"].format(target.partition(" ")[2]))
        else:
            self.refuse(self._said["choose"])

    def _different(self, moves: Iterator[Any]) -> list[Any]:
        """Return moves as values, of which legal ones with the same effect once."""
        found: dict[object, Any] = {}
        for each in moves:
            move = self.game.parse_move(each) if isinstance(each, str) else each
            effect = move if self._wrong(move) else self.game.apply(self.record.state, move)
            found.setdefault(effect, move)
        return list(found.values())

    def _wrong(self, move: Any) -> tuple[Any, ...]:
        wrong: tuple[Any, ...] = self.game.check(self._view, move)
        return wrong

    def play(self, move: Any) -> None:
        """Make a move of the person, as a value or in notation, and let the bots answer."""
        before = self.record.state
        self.make(move)
        after = self.record.state
        if after.current_player != YOU or _unseen(after) != _unseen(before):
            self.fixed = len(self.record.moves)
        self._bots()

    def undo(self) -> None:
        """Take the last move of the turn back."""
        if len(self.record.moves) > self.fixed:
            self.record = self.record.undo()
            self.log.pop()

    def hint(self) -> None:
        """Say what a good player would do, and light the pieces of it."""
        move = self._best()
        self.said = self.words["advice"].format(move_text(self.game, self._view, move, self.lang))
        self.lit = tuple(self._pieces_of(move))

    def follow(self) -> None:
        """Do what a good player would do."""
        self.play(self._best())

    def _best(self) -> Any:
        return self.best_turn(self.record.state)[0]

    def _pieces_of(self, move: Any) -> Iterator[str]:
        """Yield the keys of the button and the cards that a move needs."""
        verb, _, rest = str(move).partition(" ")
        motions = self.event(self.record.state, move).motions
        meld = getattr(move, "meld", None)
        if verb in ("add", "replace"):
            verb = f"add {open_melds(self._view).index(meld)}"
        yield f"fill {rest.split()[0]}" if verb == "fill" else verb
        alone = [move.card] if getattr(move, "card", None) is not None else None
        for motion in motions:
            if motion.source in ("hand", "market"):
                yield from (f"{motion.source} {card}" for card in alone or motion.pieces)

    # ------------------------------------------------------------------------------------------------- what is shown

    @property
    def _said(self) -> Mapping[str, Any]:
        words: Mapping[str, Any] = SAID[self.lang]["words"]
        return words

    @property
    def _view(self) -> Any:
        return self.record.view(YOU)

    def shown(self) -> dict[str, Any]:
        """Return everything that the page shows."""
        view, base, replays = self.game.observe(self.position, YOU), self.base(), self.step is not None
        over = view.is_over
        yours = not over and not replays and view.current_player == YOU
        return base | {
            "said": self.said or ("" if over or replays else self._phase(view)),
            "ended": [spoken(each, self.game, self.lang) for each in self.ended()] if over and not replays else [],
            "problems": [] if over or replays or self.refused else self.answers(),
            "ready": "",
            **self._table(view, yours=yours),
            "choices": [
                {"move": str(move), "name": move_text(self.game, view, move, self.lang)} for move in self.choices
            ],
            "can": base["can"]
            | {"undo": len(self.record.moves) > self.fixed and yours, "hint": yours, "follow": yours},
        }

    def frame(self) -> dict[str, Any]:
        """Return the shown position after a move of a bot."""
        return self._table(self._view, yours=False) | {"said": self.log[-1][1][self.lang]}

    def _table(self, view: Any, *, yours: bool) -> dict[str, Any]:
        return Layout(self, view, yours).shown()

    def _phase(self, view: Any) -> str:
        phases, key = self._said["phases"], str(view.phase)
        game = self.game.name
        knocks = game == "gin" and key == "play" and any(not self._wrong(f"knock {card}") for card in view.hand)
        asked = phases["knock"] if knocks else phases.get(f"{key}-{game}", phases[key])
        return f"{self._said['your_turn']} {asked}"

    @property
    def words(self) -> Mapping[str, str]:
        """The words of the language, at this table."""
        return {**WORDS[self.lang], **self._said}

    def page(self) -> dict[str, Any]:
        """Return what does not change during a deal: words, editions, and the faces of the cards."""
        page = self.base_page(self.game, SAID[self.lang]["editions"][self.game.name])
        page["words"] = {**self.words, "buttons": SAID[self.lang]["buttons"]}
        if self.game.name == "contracts":
            deck = self.match.next_rules.deck
            page["faces"] |= {each.id: rami.svg(each, theme="light", lang=self.lang) for each in deck.contracts}
            page["sorts"] = [each for each in page["sorts"] if each[0] != "melds"]
        return page


def _unseen(state: Any) -> int:
    """Return how many cards nobody sees: when they become fewer, what was drawn cannot be drawn again."""
    return len(getattr(state, "stock", ()))
