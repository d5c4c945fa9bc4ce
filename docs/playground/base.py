"""The parts that the boards of all games share: the deal and its match, bots, replay, log, and the person's pieces."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from secrets import randbelow
from typing import Any, ClassVar

from attrs import define, evolve, field

import rami
from docs.playground.order import Order, Sort
from docs.playground.sheet import AnyMatch, address_of, ending, match_of, outcome, parts_of_deals, shown_sheet
from docs.playground.words import LANGUAGES, NAMES, SENTENCES, WORDS, YOU, mistake
from rami.own import MoveEvent
from rami.players import LEVELS, Player
from rami.record import Record

MOST_ANSWERS = 6
"""Maximum number of bot moves beside the table. The log has all moves."""
AnyRecord = Record[Any, Any, Any, Any]


@define
class Base:
    """A deal against bots, and the match that it belongs to.

    Attributes:
        lang: The language of the page.
        level: The name of the level of the bots.
        game: The game.
        rules: The name of the edition.
        match: The deals before this one.
        record: This deal.
        begun: The address of the first position of the deal.
        fixed: The number of moves that can no longer be undone.
        order: The order of the person's pieces.
        log: The moves so far: the seat, and a sentence in each language.
        frames: The positions after each move of the bots since the person moved, for the animation.
        brought: Whether a link or a file brought moves, so that the deal can be replayed before its end.
        step: In a replay, the number of moves before the shown position. Otherwise None.
        said: The message about the last click.
        refused: Whether the last click was refused.
        wrong: The pieces that the refusal is about.
        lit: The pieces and buttons of the last hint.
        drawn: The pieces that the person drew last.
        laid: The pieces that the others laid in their last turns: the place, the piece, its meld, and the seat.
        sure: The name of a click that has to be repeated, because it returns arranged pieces.
        asked: The value of `sure` before the current click.
    """

    sorts: ClassVar[Sequence[str]] = ("suit", "rank", "own")

    lang: str = "en"
    level: str = "hard"
    game: Any = None
    rules: str = ""
    match: AnyMatch = field(default=None)
    record: AnyRecord = field(default=None)
    begun: dict[str, str] = field(factory=dict[str, str])
    fixed: int = 0
    order: Order = field(factory=Order)
    log: list[tuple[int, dict[str, str]]] = field(factory=list[tuple[int, dict[str, str]]])
    frames: list[dict[str, Any]] = field(factory=list[dict[str, Any]])
    brought: bool = False
    step: int | None = None
    said: str = ""
    refused: bool = False
    wrong: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    laid: list[tuple[str, str, str, int]] = field(factory=list[tuple[str, str, str, int]])
    sure: str = ""
    asked: str = ""

    # ------------------------------------------------------------------------------------------------ the deal

    def start(self, lang: str = "en", address: Mapping[str, str] | None = None, level: str = "") -> None:
        """Start a deal, or continue the deal that the address of the page describes."""
        wanted = dict(address or {})
        self.lang, self.level, self.step = lang, level if level in LEVELS else self.level, None
        self.rules, self.brought = "", bool(wanted.get("moves"))
        try:
            self._begin(wanted)
            for move in filter(None, wanted.get("moves", "").split(";")):
                self.make(self.game.parse_move(move))
        except ValueError as error:
            self.said = self.words["bad_link"].format(mistake(error, lang))
            if not self.rules:
                self._begin({})
        self._bots()
        self.fixed = len(self.record.moves)

    def _begin(self, wanted: Mapping[str, str]) -> None:
        """Set up the first position that an address describes."""
        game = self.game = self.game_of(wanted)
        seed = int(wanted.get("seed", randbelow(1_000_000)))
        if position := self.position_of(wanted, seed):
            self.match = match_of(game, position.rules, position.players, {})
            self.record = Record.from_state(game, position)
            kept: Sequence[str] = ("rack", "table", "opened", "position")
        else:
            name = wanted.get("rules") or next(iter(game.presets))
            players = game.presets[name].player_counts
            wished = int(wanted.get("players", players[0]))
            nearest = min(players, key=lambda seats: abs(seats - wished))
            self.match = match_of(game, self.rules_of_match(name), nearest, wanted)
            self._deal(seed)
            kept = ("sheet", "starter")
        self.rules = wanted.get("rules") or next(iter(game.presets))
        self.begun = {name: wanted[name] for name in kept if name in wanted} | {"seed": str(seed)}
        self._forget()

    def _deal(self, seed: int) -> None:
        match, seats = self.match, self.match.seats
        starter = None if match.starter is None else seats.index(match.starter)
        deal = match.game.shuffle(len(seats), match.next_rules, seed=seed, starter=starter)
        self.record = Record(game=match.game, rules=match.next_rules, players=len(seats), deal=deal, seed=seed)

    def _forget(self) -> None:
        self.log, self.frames, self.drawn, self.laid, self.fixed = [], [], (), [], 0

    def game_of(self, wanted: Mapping[str, str]) -> Any:
        """Return the game that an address names."""
        raise NotImplementedError

    def position_of(self, wanted: Mapping[str, str], seed: int) -> Any:
        """Return the state of a position that an address describes, or None if the address describes a deal."""
        if text := wanted.get("position"):
            from rami.codec import from_json  # noqa: PLC0415  # it imports every game, which most visitors do not need

            return self.game.determinize(from_json(text, self.game.view), seed=seed)
        return None

    def rules_of_match(self, name: str) -> Any:
        """Return the rules of each deal of a match."""
        return self.game.presets[name]

    def again(self, game: str = "", rules: str = "", players: int = 2) -> None:
        """Start a new match of an edition, with a possible number of players."""
        named = {"game": game} if game else {}
        self.start(self.lang, named | {"rules": rules, "players": str(players)})

    def next(self) -> None:
        """Deal again, and add the points of this deal to the sheet."""
        done = self.after()
        self.start(self.lang, self.edition() | address_of(done))
        self.match = done  # The address has the points of the deals without their parts.

    def make(self, move: Any) -> None:
        """Make a move, and log it."""
        before = self.record.state
        self.record = self.record.after(move)
        event = self.event(before, self.record.moves[-1])
        texts = {lang: self.told(before, event, lang) for lang in WORDS}
        self._note(event, getattr(self.record.state, "table", ()), texts)

    def play(self, move: Any) -> None:
        """Make a move of the person, and let the bots answer."""
        self.make(move)
        self._bots()

    def _bots(self) -> None:
        """Let the bots move until the person has to move."""
        player: Player[Any, Any] = LEVELS[self.level]
        self.frames = []
        while not (state := self.record.state).is_over and state.current_player != YOU:
            random = Random(f"{self.begun['seed']} {len(self.record.moves)}")
            self.make(player(self.record.view(state.current_player), random))
            self.fixed = len(self.record.moves)
            self.renew()
            if not self.record.state.is_over:
                self.frames.append(self.frame())
        self.renew()

    def renew(self) -> None:
        """Prepare the position for the person."""

    def event(self, before: Any, move: Any) -> MoveEvent[Any]:
        """Return a move as the person sees it."""
        event = self.game.event
        assert event is not None  # every game of the library has events
        seen: MoveEvent[Any] = event(before, move, YOU)
        return seen

    def told(self, before: Any, event: MoveEvent[Any], lang: str) -> str:
        """Return the sentence of a move for the log."""
        raise NotImplementedError

    def _note(self, event: MoveEvent[Any], table: Sequence[Any], texts: dict[str, str]) -> None:
        """Log a move, and remember the pieces to mark. `table` has the melds after the move."""
        if event.seat == YOU:
            hands = ("hand", "rack")
            sources = ("stock", "discard pile", "pool", "pile")
            drawn = [each for each in event.motions if each.target in hands and each.source in sources]
            self.drawn = tuple(str(piece) for each in drawn for piece in each.pieces)
        elif not self.log or self.log[-1][0] == YOU:
            self.laid = []
        for each in event.motions if event.seat != YOU else ():
            if each.source in ("hand", "rack") and each.target in ("table", "discard pile"):
                meld = "" if each.target_meld is None else str(table[each.target_meld])
                self.laid += [(each.target, str(piece), meld, event.seat) for piece in each.pieces]
        self.log.append((event.seat, texts))

    # ------------------------------------------------------------------------------------------------------ clicks

    def clear(self) -> None:
        """Forget the message of the last click."""
        self.said, self.refused, self.lit, self.wrong, self.frames = "", False, (), (), []
        self.sure, self.asked = "", self.sure

    def refuse(self, said: str, pieces: Sequence[Any] = ()) -> None:
        """Show why a click had no effect."""
        self.said, self.refused, self.wrong = said, True, tuple(map(str, pieces))

    def speak(self, lang: str) -> None:
        """Switch to another language."""
        self.lang = lang

    def set_level(self, level: str) -> None:
        """Change the level of the bots."""
        self.level = level if level in LEVELS else self.level

    def sort(self, by: str) -> None:
        """Sort the person's pieces in another way."""
        self.order.by = by

    def shift(self, place: int, to: int) -> None:
        """Move one of the person's pieces to another place."""
        self.order.shift(place, to)

    def link(self) -> None:
        """Show that the link was copied."""
        self.said = self.words["linked"]

    def link_position(self) -> None:
        """Show that the link to the position was copied."""
        self.said = self.words["linked_position"]

    def save(self) -> None:
        """Show that the deal was saved."""
        self.said = self.words["saved"]

    def saved(self) -> str:
        """Return the record of the deal in JSON."""
        from rami.codec import to_json  # noqa: PLC0415  # it imports every game, which most visitors do not need

        return to_json(self.record)

    def load(self, text: str) -> None:
        """Continue the deal of a record in JSON. A finished deal is replayed."""
        from rami.codec import from_json  # noqa: PLC0415  # it imports every game, which most visitors do not need

        record = from_json(text, Record)
        self._begin({"game": record.game.name, "seed": "0"})
        self.rules = next((name for name, each in record.game.presets.items() if each == record.rules), self.rules)
        self.match = match_of(record.game, record.rules, record.players, {})
        self.record = evolve(record, moves=())
        self._forget()
        for move in record.moves:
            self.make(move)
        self.record, self.brought, self.step = record, True, None
        self._bots()
        self.fixed = len(self.record.moves)
        if self.record.state.is_over:
            self.replay(0)

    # ------------------------------------------------------------------------------------------------------ replay

    def replay(self, to: int | None = None) -> None:
        """Show the position after some moves of the deal, or the current position if `to` is None."""
        moves = len(self.record.moves)
        self.step = None if to is None else max(0, min(int(to), moves))
        self.renew()

    def _replayed(self) -> dict[str, Any]:
        """Return the number of the shown step, the last move, the person's next move and a better one."""
        if self.step is None:
            return {}
        state, lang = self.position, self.lang
        yours = best = ""
        if not state.is_over and state.current_player == YOU and self.step < len(self.record.moves):
            turn, better = self._turn(self.step), self.best_turn(state)
            logged = self.log[self.step : self.step + len(turn)]
            yours = self.words["you_did"].format(" ".join(text[lang] for _, text in logged))
            told = " ".join(self.explained(state, better))
            is_best = turn[: len(better)] == list(better)
            best = self.words["as_best"] if is_best else self.words["best_is"].format(told)
        last = self.log[self.step - 1][1][lang] if self.step else ""
        return {"step": self.step, "of": len(self.record.moves), "last": last, "yours": yours, "best": best}

    def _turn(self, step: int) -> list[Any]:
        """Return the moves that the person made from a step on, until the next player's turn."""
        moves: list[Any] = []
        for (seat, _), move in zip(self.log[step:], self.record.moves[step:], strict=True):
            if seat != YOU:
                break
            moves.append(move)
        return moves

    def best_turn(self, state: Any) -> Sequence[Any]:
        """Return the turn of a good player in the person's seat."""
        game = self.game
        assert game.best_turn is not None  # every game of the library has it
        moves: Sequence[Any] = game.best_turn(game.observe(state, YOU))
        return moves

    def explained(self, state: Any, moves: Sequence[Any]) -> Iterator[str]:
        """Yield the sentences that explain a turn of the person."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ what is shown

    @property
    def words(self) -> Mapping[str, str]:
        """The words of the language."""
        return WORDS[self.lang]

    @property
    def position(self) -> Any:
        """The shown position: of the deal, or of a step of the replay."""
        if self.step is None:
            return self.record.state
        return tuple(self.record.states())[self.step]

    def frame(self) -> dict[str, Any]:
        """Return the shown position after a move of a bot."""
        raise NotImplementedError

    def edition(self) -> dict[str, str]:
        """Return the game, the edition and the number of players for an address."""
        return {"game": self.game.name, "rules": self.rules, "players": str(self.match.players)}

    def address(self) -> dict[str, str]:
        """Return the address that leads back to this deal and its moves."""
        moves = ";".join(map(str, self.record.moves))
        return self.edition() | self.begun | ({"moves": moves} if moves else {})

    def place(self) -> dict[str, str]:
        """Return the address of the shown position alone."""
        from rami.codec import to_json  # noqa: PLC0415  # it imports every game, which most visitors do not need

        view = self.game.observe(self.position, YOU)
        return self.edition() | {"position": to_json(view)}

    def after(self) -> AnyMatch:
        """Return the match, with this deal if it is over."""
        return self.match.after(self.record.state) if self.record.state.is_over else self.match

    def names(self, lang: str = "") -> list[str]:
        """Return the names of the players of this deal."""
        return [NAMES[lang or self.lang][seat] for seat in self.match.seats]

    def base(self) -> dict[str, Any]:
        """Return the parts of the page that all games share."""
        done, over = self.after(), self.record.state.is_over
        last, replays = done.is_over or YOU not in done.seats, self.step is not None
        return {
            "refused": self.refused,
            "wrong": list(self.wrong),
            "lit": list(self.lit),
            "over": over,
            "replay": self._replayed(),
            "frames": list(self.frames),
            "turn": len(self.record.moves),
            "clock": self._clock(),
            "level": self.level,
            "sheet": shown_sheet(done, self.lang),
            "parts": parts_of_deals(done, self.lang),
            "log": [text[self.lang] for _, text in self.log[-40:]],
            "game": self.game.name,
            "rules": self.rules,
            "players": self.match.players,
            "order": self.order.by,
            "deal": self.address(),
            "sure": self.sure,
            "can": {
                "next": over and not last and not replays,
                "again": over and last and not replays,
                "replay": over or self.brought,
            },
        }

    def _clock(self) -> int:
        """Return the number of seconds that the person has for this turn, or 0."""
        state = self.record.state
        yours = not state.is_over and self.step is None and state.current_player == YOU
        return (getattr(self.match.next_rules, "turn_seconds", None) or 0) if yours else 0

    def ended(self) -> list[str]:
        """Return how the deal ended and each player's points, and who won the match if it is over too."""
        result = self.game.result(self.record.state)
        assert result is not None
        points = result.message(self.lang, self.names()).splitlines()[1:]
        return [*filter(None, (outcome(result, self.names(), self.lang), ending(self.after(), self.lang))), *points]

    def answers(self) -> list[str]:
        """Return the last moves of the bots since the person moved, and what the person drew."""
        since: list[str] = []
        for seat, text in reversed(self.log):
            if seat != YOU or self.drawn:
                since.insert(0, text[self.lang])
            if seat == YOU:
                break
        return [" ".join(since[-MOST_ANSWERS:])] if since else []

    def piece(self, piece: Any) -> dict[str, str]:
        """Return a piece for the page."""
        return {"code": str(piece), "name": piece.name(self.lang)}

    def hand(self, pieces: Sequence[Any], sorts: Mapping[str, Sort]) -> list[dict[str, str]]:
        """Return the person's pieces in their order, and mark the pieces just drawn."""
        drawn, shown = list(self.drawn) if self.step is None else [], []
        for piece in self.order.lay(pieces, sorts):
            note = self.words["drawn"] if str(piece) in drawn else ""
            if note:
                drawn.remove(str(piece))
            shown.append(self.piece(piece) | {"new": note})
        return shown

    def lying(self, pieces: Sequence[Any], place: str, meld: str = "") -> list[dict[str, str]]:
        """Return visible pieces, and mark the pieces that the others laid in their last turns."""
        left, shown = list(self.laid) if self.step is None else [], []
        for piece in pieces:
            found = [each for each in left if each[:2] == (place, str(piece)) and each[2] in ("", meld)]
            if found:
                left.remove(found[0])
            note = self.words["laid"].format(self.names()[found[0][3]]) if found else ""
            shown.append(self.piece(piece) | {"new": note})
        return shown

    def base_page(self, game: Any, editions: Mapping[str, str]) -> dict[str, Any]:
        """Return the parts of the page that stay the same during a deal: editions, rules in words, and faces."""
        rules = game.presets[self.rules]
        paragraphs = rami.prose(self.match.rules, self.lang).split("\n\n")
        return {
            "languages": dict(LANGUAGES),
            "games": dict(SENTENCES[self.lang]["games"]),
            "levels": [[name, self.words[f"level_{name}"]] for name in LEVELS],
            "presets": {name: list(each.player_counts) for name, each in game.presets.items()},
            "editions": dict(editions),
            "prose": [each.split(". ", 1) for each in paragraphs],
            "sorts": [[name, self.words[f"sort_{name}"]] for name in self.sorts],
            "faces": {str(piece): rami.svg(piece, theme="light", lang=self.lang) for piece in sorted({*rules.pieces})},
            "names": {str(piece): piece.name(self.lang) for piece in sorted({*rules.pieces})},
        }
