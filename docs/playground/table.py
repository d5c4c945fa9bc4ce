"""The table of the card games: a deal against bots, what lies there, and what every click does."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from secrets import randbelow
from typing import Any

from attrs import define, field

import rami
from docs.playground.choices import (
    SAID,
    AnyGame,
    meant,
    move_text,
    open_melds,
    told,
)
from docs.playground.layout import Layout
from docs.playground.sheet import (
    address_of,
    match_of,
    outcome,
    shown_sheet,
)
from docs.playground.words import (
    LANGUAGES,
    SENTENCES,
    WORDS,
    YOU,
    mistake,
)
from rami.errors import IllegalMove, Language
from rami.games import GAMES
from rami.match import Match
from rami.players import best_player
from rami.record import Record
from rami.referee import GameRules

MOST_ANSWERS = 6
"""The most moves of the bots that are told beside the table; all of them are in the log."""
GAME_OF: Mapping[str, Any] = {game.name: game for game in GAMES.values()}


@define
class Table:
    """A deal of a card game between the person, in the first seat, and bots.

    Attributes:
        lang: The language of the page.
        game: The game.
        rules: The name of the edition.
        match: The deals before this one.
        record: This deal.
        log: What happened, the seat and a sentence for each language, the latest last.
        fixed: The number of moves that cannot be undone, since something hidden was seen after them.
        said: What there is to say about the last click.
        lit: The keys of what the last hint speaks of.
        choices: The moves among which the last click leaves a choice.
    """

    lang: Language = "en"
    game: AnyGame = field(factory=lambda: GAME_OF["rummy"])
    rules: str = ""
    match: Match[Any, Any, Any, Any] = field(default=None)
    record: Record[Any, Any, Any, Any] = field(default=None)
    log: list[tuple[int, dict[Language, str]]] = field(
        factory=list[tuple[int, dict[Language, str]]]
    )
    fixed: int = 0
    said: str = ""
    lit: tuple[str, ...] = ()
    choices: tuple[Any, ...] = ()

    # -------------------------------------------------------------------------------------------------- what is done

    def clear(self) -> None:
        """Forget what the last click said."""
        self.said, self.lit, self.choices = "", (), ()

    def start(
        self, lang: Language = "en", address: Mapping[str, str] | None = None
    ) -> None:
        """Start a deal, or go on with the one that the address of the page names."""
        wanted = dict(address or {})
        self.lang = lang
        self.game = GAME_OF[wanted.get("game", "rummy")]
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
        allowed = self._seats(name)
        players = min(
            allowed,
            key=lambda seats: abs(seats - int(wanted.get("players", 2))),
        )
        self.match = match_of(self.game, rules, players, wanted)
        self._deal(int(wanted.get("seed", randbelow(1_000_000))))
        self.rules = name

    def _deal(self, seed: int) -> None:
        self.record = Record(
            game=self.game,
            rules=self.match.next_rules,
            players=self.match.players,
            deal=self.game.shuffle(
                self.match.players,
                self.match.next_rules,
                seed=seed,
                starter=self.match.starter,
            ),
            seed=seed,
        )
        self.log, self.fixed = [], 0

    def _seats(self, name: str) -> tuple[int, ...]:
        rules: GameRules = self.game.presets[name]
        return rules.player_counts

    def again(self, game: str, rules: str = "", players: int = 2) -> None:
        """Start a new match of an edition, with as many players, or as near to it as the edition allows."""
        wanted = {"game": game, "rules": rules, "players": str(players)}
        self.start(self.lang, wanted)

    def next(self) -> None:
        """Deal again, with the points of this deal on the sheet."""
        done = self.match.after(self.record.state)
        self.start(self.lang, self._edition() | address_of(done))

    def speak(self, lang: Language) -> None:
        """Go on in another language."""
        self.lang = lang

    def do(self, target: str, cards: Sequence[str] = ()) -> None:
        """Do what a button means with the chosen cards; where it may mean several moves, ask which."""
        moves = self._different(meant(self._view, target, cards))
        legal = [move for move in moves if not self._wrong(move)]
        if len(legal) == 1:
            self.play(legal[0])
        elif legal:
            self.choices = tuple(legal)
            self.said = self._words["which"]
        elif moves:
            raise IllegalMove(self._wrong(moves[0]))
        elif target.startswith("fill"):
            self.said = self._words["asks" if cards else "cannot_fill"].format(
                target.partition(" ")[2]
            )
        else:
            self.said = self._words["choose"]

    def _different(self, moves: Iterator[Any]) -> list[Any]:
        """Return moves as values, of which legal ones with the same effect once."""
        found: dict[object, Any] = {}
        for each in moves:
            move = self.game.parse_move(each) if isinstance(each, str) else each
            effect = (
                move
                if self._wrong(move)
                else self.game.apply(self.record.state, move)
            )
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
        self.said = self._words["advice"].format(
            move_text(self.game, self._view, move, self.lang)
        )
        self.lit = tuple(self._pieces_of(move))

    def follow(self) -> None:
        """Do what a good player would do."""
        self.play(self._best())

    def _best(self) -> Any:
        assert (
            self.game.best_turn is not None
        )  # every game of the library has it
        return self.game.best_turn(self._view)[0]

    def _pieces_of(self, move: Any) -> Iterator[str]:
        """Yield the keys of the button and the cards that a move needs."""
        verb, _, rest = str(move).partition(" ")
        motions = self.game.event(self.record.state, move, YOU).motions
        meld = getattr(move, "meld", None)
        if verb in ("add", "replace"):
            verb = f"add {open_melds(self._view).index(meld)}"
        yield f"fill {rest.split()[0]}" if verb == "fill" else verb
        alone = [move.card] if getattr(move, "card", None) is not None else None
        for motion in motions:
            if motion.source in ("hand", "market"):
                yield from (
                    f"{motion.source} {card}" for card in alone or motion.pieces
                )

    def _make(self, move: Any) -> None:
        before = self.record.state
        seat: int = before.current_player
        self.record = self.record.after(move)
        text = told(self.game, before, self.record.moves[-1])
        self.log.append((seat, text))

    def _bots(self) -> None:
        """Let the bots move until it is the person's turn again."""
        while (
            not (state := self.record.state).is_over
            and state.current_player != YOU
        ):
            view = self.record.view(state.current_player)
            self._make(best_player(view, Random(0)))
            self.fixed = len(self.record.moves)

    # ------------------------------------------------------------------------------------------------- what is shown

    @property
    def _words(self) -> Mapping[str, Any]:
        words: Mapping[str, Any] = SAID[self.lang]["words"]
        return words

    @property
    def _view(self) -> Any:
        return self.record.view(YOU)

    def shown(self) -> dict[str, Any]:
        """Return all that the page shows."""
        view, over = self._view, self.record.result
        may_undo = len(self.record.moves) > self.fixed
        yours = over is None and view.current_player == YOU
        return {
            "said": outcome(over, self.lang)
            if over
            else self.said or self._phase(view),
            "problems": [] if over else [*self._answers()],
            "ready": "",
            **Layout(self.record, self.lang, view).shown(),
            "choices": [
                {
                    "move": str(move),
                    "name": move_text(self.game, view, move, self.lang),
                }
                for move in self.choices
            ],
            "lit": list(self.lit),
            "can": {
                "undo": may_undo and not over,
                "hint": yours,
                "follow": yours,
                "next": over is not None,
            },
            "sheet": self._sheet(),
            "log": [text[self.lang] for _, text in self.log[-40:]],
            "game": self.game.name,
            "rules": self.rules,
            "players": view.players,
            "deal": self._address(),
        }

    def _answers(self) -> list[str]:
        """Return what the bots did since the person moved, the latest of it."""
        since: list[str] = []
        for seat, text in reversed(self.log):
            if seat == YOU:
                break
            since.insert(0, text[self.lang])
        return [" ".join(since[-MOST_ANSWERS:])] if since else []

    def _edition(self) -> dict[str, str]:
        players = str(self.match.players)
        return {
            "game": self.game.name,
            "rules": self.rules,
            "players": players,
        }

    def _address(self) -> dict[str, str]:
        deal = {
            "seed": str(self.record.seed),
            "moves": ";".join(map(str, self.record.moves)),
        }
        return self._edition() | address_of(self.match) | deal

    def _sheet(self) -> list[list[str]]:
        over = self.record.result
        done = self.match.after(self.record.state) if over else self.match
        return shown_sheet(done, self.lang)

    def _phase(self, view: Any) -> str:
        phases, key = self._words["phases"], str(view.phase)
        asked = phases.get(f"{key}-{self.game.name}", phases[key])
        return f"{self._words['your_turn']} {asked}"

    def page(self) -> dict[str, Any]:
        """Return what does not change during a deal: words, editions, and the faces of the cards."""
        rules = self.game.presets[self.rules]
        kinds = {str(piece): piece for piece in rules.pieces}
        legend = (
            "legend-contracts" if self.game.name == "contracts" else "legend"
        )
        return {
            "words": {
                **WORDS[self.lang],
                **self._words,
                "legend": self._words[legend],
                "buttons": SAID[self.lang]["buttons"],
            },
            "languages": dict(LANGUAGES),
            "games": SENTENCES[self.lang]["games"],
            "presets": {
                name: list(self._seats(name)) for name in self.game.presets
            },
            "editions": SAID[self.lang]["editions"][self.game.name],
            "faces": {
                code: rami.svg(piece, theme="light", lang=self.lang)
                for code, piece in kinds.items()
            },
        }


def _unseen(state: Any) -> int:
    """Return how many cards nobody sees: when they become fewer, what was drawn cannot be drawn again."""
    return len(getattr(state, "stock", ()))
