"""The table of the card games: a deal against bots, what lies there, and what every click does."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from secrets import randbelow
from typing import Any, ClassVar

from attrs import define, field

import rami
from docs.playground.base import Base
from docs.playground.choices import SAID, AnyGame, meant, move_text, open_melds, told
from docs.playground.layout import Layout
from docs.playground.sheet import address_of, match_of
from docs.playground.words import NAMES, WORDS, YOU, mistake
from rami import GAMES, IllegalMove, rummy
from rami.players import best_player
from rami.record import Record


@define
class Table(Base):
    """A deal of a card game between the person, in the first seat, and bots.

    Attributes:
        game: The game.
        record: This deal.
        fixed: The number of moves that cannot be undone, since something hidden was seen after them.
        choices: The moves among which the last click leaves a choice.
    """

    sorts: ClassVar[Sequence[str]] = ("suit", "rank", "melds", "own")

    game: AnyGame = field(factory=lambda: GAMES["rummy"])
    record: Record[Any, Any, Any, Any] = field(default=None)
    fixed: int = 0
    choices: tuple[Any, ...] = ()

    # -------------------------------------------------------------------------------------------------- what is done

    def clear(self) -> None:
        """Forget what the last click said."""
        Base.clear(self)
        self.choices = ()

    def start(self, lang: str = "en", address: Mapping[str, str] | None = None) -> None:
        """Start a deal, or go on with the one that the address of the page names."""
        wanted = dict(address or {})
        self.lang = lang
        self.game = GAMES[wanted.get("game", "rummy")]
        try:
            self._begin(wanted)
            for move in filter(None, wanted.get("moves", "").split(";")):
                self._make(self.game.parse_move(move))
        except ValueError as error:
            self.said = WORDS[lang]["bad_link"].format(mistake(error, lang))
            if not self.rules:
                self._begin({})
        self._bots()
        self.fixed = len(self.record.moves)

    def _begin(self, wanted: Mapping[str, str]) -> None:
        self.rules = ""
        name = wanted.get("rules") or next(iter(self.game.presets))
        rules = self.game.presets[name]
        players = min(rules.player_counts, key=lambda seats: abs(seats - int(wanted.get("players", 2))))
        each = rummy.MATCHES[name] if name in rummy.MATCHES and self.game.name == "rummy" else rules
        self.match = match_of(self.game, each, players, wanted)
        self._deal(int(wanted.get("seed", randbelow(1_000_000))))
        self.rules = name

    def _deal(self, seed: int) -> None:
        match, seats = self.match, self.match.seats
        starter = None if match.starter is None else seats.index(match.starter)
        deal = self.game.shuffle(len(seats), match.next_rules, seed=seed, starter=starter)
        self.record = Record(game=self.game, rules=match.next_rules, players=len(seats), deal=deal, seed=seed)
        self.log, self.fixed, self.drawn, self.laid = [], 0, (), []

    def again(self, game: str, rules: str = "", players: int = 2) -> None:
        """Start a new match of an edition, with as many players, or as near to it as the edition allows."""
        self.start(self.lang, {"game": game, "rules": rules, "players": str(players)})

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
        return self.game.check(self._view, move)

    def play(self, move: Any) -> None:
        """Make a move of the person, as a value or in notation, and let the bots answer."""
        before = self.record.state
        self._make(move)
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
        self.said = self._said["advice"].format(move_text(self.game, self._view, move, self.lang))
        self.lit = tuple(self._pieces_of(move))

    def follow(self) -> None:
        """Do what a good player would do."""
        self.play(self._best())

    def _best(self) -> Any:
        assert self.game.best_turn is not None  # every game of the library has it
        return self.game.best_turn(self._view)[0]

    def _pieces_of(self, move: Any) -> Iterator[str]:
        """Yield the keys of the button and the cards that a move needs."""
        verb, _, rest = str(move).partition(" ")
        motions = self._event(self.record.state, move).motions
        meld = getattr(move, "meld", None)
        if verb in ("add", "replace"):
            verb = f"add {open_melds(self._view).index(meld)}"
        yield f"fill {rest.split()[0]}" if verb == "fill" else verb
        alone = [move.card] if getattr(move, "card", None) is not None else None
        for motion in motions:
            if motion.source in ("hand", "market"):
                yield from (f"{motion.source} {card}" for card in alone or motion.pieces)

    def _event(self, before: Any, move: Any) -> Any:
        assert self.game.event is not None  # every game of the library has it
        return self.game.event(before, move, YOU)

    def _make(self, move: Any) -> None:
        before = self.record.state
        self.record = self.record.after(move)
        event = self._event(before, self.record.moves[-1])
        text = told(self.game, before, event, {lang: self.names(lang) for lang in NAMES})
        self.note(event, getattr(self.record.state, "table", ()), text)

    def _bots(self) -> None:
        """Let the bots move until it is the person's turn again."""
        while not (state := self.record.state).is_over and state.current_player != YOU:
            self._make(best_player(self.record.view(state.current_player), Random(0)))
            self.fixed = len(self.record.moves)

    # ------------------------------------------------------------------------------------------------- what is shown

    @property
    def position(self) -> Any:
        """The position of the deal."""
        return self.record.state

    @property
    def _said(self) -> Mapping[str, Any]:
        words: Mapping[str, Any] = SAID[self.lang]["words"]
        return words

    @property
    def _view(self) -> Any:
        return self.record.view(YOU)

    def shown(self) -> dict[str, Any]:
        """Return all that the page shows."""
        view, base, over = self._view, self.base(), self.record.result is not None
        yours = not over and view.current_player == YOU
        deal = {"seed": str(self.record.seed), "moves": ";".join(map(str, self.record.moves))}
        address = self.edition() | address_of(self.match) | deal
        return base | {
            "said": self.ended() if over else self.said or self._phase(view),
            "problems": [] if over or self.refused else self.answers(),
            "ready": "",
            **Layout(self, view).shown(),
            "choices": [
                {"move": str(move), "name": move_text(self.game, view, move, self.lang)} for move in self.choices
            ],
            "can": base["can"]
            | {"undo": len(self.record.moves) > self.fixed and not over, "hint": yours, "follow": yours},
            "deal": address,
            "address": address,
        }

    def _phase(self, view: Any) -> str:
        phases, key = self._said["phases"], str(view.phase)
        asked = phases.get(f"{key}-{self.game.name}", phases[key])
        return f"{self._said['your_turn']} {asked}"

    @property
    def words(self) -> Mapping[str, str]:
        """The words of the language, at this table."""
        return {**WORDS[self.lang], **self._said}

    def page(self) -> dict[str, Any]:
        """Return what does not change during a deal: words, editions, and the faces of the cards."""
        page = self.base_page(self.game, SAID[self.lang]["editions"][self.game.name])
        legend = self._said.get(f"legend-{self.game.name}", self._said["legend"])
        page["words"] = {**self.words, "legend": legend, "buttons": SAID[self.lang]["buttons"]}
        if self.game.name == "contracts":
            deck = self.match.next_rules.deck
            page["faces"] |= {each.id: rami.svg(each, theme="light", lang=self.lang) for each in deck.contracts}
            page["sorts"] = [each for each in page["sorts"] if each[0] != "melds"]
        return page


def _unseen(state: Any) -> int:
    """Return how many cards nobody sees: when they become fewer, what was drawn cannot be drawn again."""
    return len(getattr(state, "stock", ()))
