"""The board of Rummikub: what the page shows, and what every click does. The page itself knows no rule."""

from collections.abc import Iterable, Mapping
from secrets import randbelow
from typing import Any

from attrs import define, field

import rami
from docs.playground.sheet import (
    AnyMatch,
    address_of,
    match_of,
    outcome,
    shown_sheet,
)
from docs.playground.words import (
    LANGUAGES,
    NAMES,
    SENTENCES,
    WORDS,
    YOU,
    mistake,
)
from rami import rummikub
from rami.errors import IllegalMove, Language, RamiError
from rami.pieces import row_text
from rami.rummikub import (
    GAME,
    PRESETS,
    Draft,
    Draw,
    Move,
    Pass,
    State,
    Tile,
    View,
)
from rami.rummikub.draft import Place
from rami.rummikub.steps import Row


def move_together(
    draft: Draft,
    tiles: Iterable[Tile | str],
    source: Place,
    target: Place,
    *,
    at: int | None = None,
) -> Draft:
    """Move tiles one after the other to one row, and put its tiles in order where they make a meld."""
    goal = target
    for tile in tiles:
        rows = len(draft.rows)
        draft = draft.move(tile, source, goal, at=at)
        at = None if at is None else at + 1
        if goal == "new":
            goal = len(draft.rows) - 1
        elif (
            isinstance(goal, int)
            and isinstance(source, int)
            and len(draft.rows) < rows
            and source < goal
        ):
            goal -= 1  # the row that the tile came from is gone
    return (
        draft.sort(goal)
        if isinstance(goal, int) and draft.rows[goal].meld
        else draft
    )


@define
class Board:
    """A deal against bots, and the turn that the person is making.

    Attributes:
        lang: The language of the page.
        rules: The name of the edition.
        state: The deal.
        match: The deals before this one.
        drafts: The turn so far; the last one is shown, and the one before is the undo.
        log: What happened in each language, the latest last.
        said: What there is to say about the last click.
        lit: The tiles that the last hint moves.
        by_number: Whether the rack lies by number.
        begun: The address from which the deal began.
        moves: What the person played since, in notation; the bots answer alike each time.
    """

    lang: Language = "en"
    rules: str = "hasbro-2007"
    state: State = field(factory=lambda: rummikub.new_game(2, seed=0))
    match: AnyMatch = field(
        factory=lambda: match_of(GAME, PRESETS["hasbro-2007"], 2, {})
    )
    drafts: list[Draft] = field(factory=list[Draft])
    log: list[dict[Language, str]] = field(factory=list[dict[Language, str]])
    said: str = ""
    lit: tuple[Tile, ...] = ()
    by_number: bool = False
    begun: dict[str, str] = field(factory=dict[str, str])
    moves: list[str] = field(factory=list[str])

    # -------------------------------------------------------------------------------------------------- what is done

    def clear(self) -> None:
        """Forget what the last click said."""
        self.said, self.lit = "", ()

    def start(
        self, lang: Language = "en", address: Mapping[str, str] | None = None
    ) -> None:
        """Start a new deal; or what the address of the page names: a position, a deal, and what was played since."""
        wanted = dict(address or {})
        self.moves = []
        self.lang, self.rules, self.log, self.said = (
            lang,
            wanted.get("rules", self.rules),
            [],
            "",
        )
        try:
            self._deal(wanted)
        except ValueError as error:
            self.rules, wanted = "hasbro-2007", {}
            self._deal(wanted)
            self.said = self._words["bad_link"].format(mistake(error, lang))
        self._bots()
        try:
            for move in filter(None, wanted.get("moves", "").split(";")):
                self._play(rummikub.parse_move(move))
        except RamiError as error:
            self.said = self._words["bad_link"].format(mistake(error, lang))

    def _deal(self, wanted: Mapping[str, str]) -> None:
        rules = PRESETS[self.rules]
        seed = int(wanted.get("seed", randbelow(1_000_000)))
        kept = [
            "rules",
            "players",
            "rack",
            "table",
            "opened",
            "sheet",
            "starter",
        ]
        self.begun = {name: wanted[name] for name in kept if name in wanted}
        self.begun["seed"] = str(seed)
        if "rack" in wanted:
            opened = wanted.get("opened", "1") != "0"
            view = rummikub.set_up(
                wanted["rack"],
                wanted.get("table", ""),
                rules=rules,
                opened=opened,
            )
            self.state = rummikub.determinize(view, seed=seed)
            self.match = match_of(GAME, rules, self.state.players, {})
        else:
            players = int(wanted.get("players", rules.player_counts[0]))
            self.match = match_of(GAME, rules, players, wanted)
            self.state = self.match.new_game(seed=seed)

    def again(self, rules: str, players: int, game: str = "rummikub") -> None:  # noqa: ARG002  # as at the table
        """Start a new deal of an edition, with as many players, or as near to it as the edition allows."""
        rules = rules or "hasbro-2007"
        nearest = min(
            PRESETS[rules].player_counts,
            key=lambda seats: abs(seats - int(players)),
        )
        self.start(self.lang, {"rules": rules, "players": str(nearest)})

    def next(self) -> None:
        """Deal again, with the points of this deal on the sheet."""
        done = self.match.after(self.state)
        edition = {"rules": self.rules, "players": str(self.state.players)}
        self.start(self.lang, edition | address_of(done))

    def speak(self, lang: Language) -> None:
        """Go on in another language."""
        self.lang = lang

    def move(
        self,
        tiles: list[str],
        source: Place,
        target: Place,
        at: int | None = None,
    ) -> None:
        """Move tiles one after the other; what makes a meld then lies in order."""
        draft = self.drafts[-1]
        self._go_on(move_together(draft, tiles, source, target, at=at))

    def undo(self) -> None:
        """Return to the turn before the last change."""
        self.drafts = self.drafts[: max(1, len(self.drafts) - 1)]

    def reset(self) -> None:
        """Return to the table and the rack as the turn began."""
        self._go_on(self.drafts[0])

    def hint(self) -> None:
        """Say what to do next, and light the tiles that it moves."""
        step = self.drafts[-1].hint()
        if step:
            self.said = step.message(self.lang)
            self.lit = step.tiles
        else:
            self.said = self._words[self._nothing_to_lay()]

    def _nothing_to_lay(self) -> str:
        """Return the key of what there is to say when nothing more can be laid."""
        if self.drafts[-1].laid:
            return "as_good"
        return "no_play" if self._may(Draw()) else "no_draw"

    def _may(self, move: Move) -> bool:
        return not rummikub.check(self.state, move)

    def follow(self) -> None:
        """Do what the hint says."""
        step = self.drafts[-1].hint()
        if step:
            self._go_on(self.drafts[-1].follow(step))
            self.said = step.message(self.lang)
        elif self.drafts[-1].laid:
            self.done()
        else:
            self._play(Draw() if self._may(Draw()) else Pass())

    def order(self) -> None:
        """Lay the rack by number, or again by colour."""
        self.by_number = not self.by_number

    def link(self) -> None:
        """Say that the page has put the position into its address."""
        self.said = self._words["linked"]

    def done(self) -> None:
        """Make the play, and let the bots answer."""
        draft = self.drafts[-1]
        if draft.play is None:
            raise IllegalMove(draft.problems)
        self._play(draft.play)

    def draw(self) -> None:
        """Draw, and let the bots answer."""
        self._play(Draw())

    def pass_(self) -> None:
        """Pass, and let the bots answer."""
        self._play(Pass())

    def _play(self, move: Move) -> None:
        """Make the person's move, and let the bots answer."""
        self._make(move)
        self.moves.append(str(move))
        self._bots()

    def _go_on(self, draft: Draft) -> None:
        self.drafts.append(draft)

    def _make(self, move: Move) -> None:
        seat = self.state.current_player
        self.log.append(
            {
                lang: words["has"].format(
                    NAMES[lang][seat], self._told(move, lang)
                )
                for lang, words in WORDS.items()
            }
        )
        self.state = rummikub.apply(self.state, move)

    def _told(self, move: Move, lang: Language) -> str:
        """Return what a player did, as the person may know it."""
        steps = rummikub.explain(self.state, [move])
        told = [step.message(lang) for step in steps]
        if isinstance(move, Draw) and self.state.current_player == YOU:
            motions = rummikub.GAME.event(self.state, move, YOU).motions
            tiles = [str(tile) for each in motions for tile in each.pieces]
            told.append(WORDS[lang]["got"].format(" ".join(tiles)))
        return " ".join(told)

    def _bots(self) -> None:
        """Let the bots answer until it is the person's turn again."""
        while not self.state.is_over and self.state.current_player != YOU:
            view = rummikub.observe(self.state, self.state.current_player)
            self._make(bot(view))
        self.drafts = [Draft.of(rummikub.observe(self.state, YOU))]

    # ------------------------------------------------------------------------------------------------- what is shown

    @property
    def _words(self) -> Mapping[str, str]:
        return WORDS[self.lang]

    def shown(self) -> dict[str, Any]:
        """All that the page shows."""
        draft = self.drafts[-1]
        over = rummikub.result(self.state)
        names = NAMES[self.lang]
        rack = (
            sorted(
                draft.rack, key=lambda tile: (tile.is_joker, tile.number, tile)
            )
            if self.by_number
            else draft.rack
        )
        told = outcome(over, self.lang) if over else self.said
        problems = (
            []
            if over
            else [problem.message(self.lang) for problem in draft.problems]
        )
        return {
            "said": told,
            "rows": [
                self._row(number, row) for number, row in enumerate(draft.rows)
            ],
            "rack": [self._tile(tile) for tile in rack],
            "lit": [str(tile) for tile in self.lit],
            "problems": problems if len(self.drafts) > 1 else [],
            "ready": self._words["ready"] if draft.play else "",
            "can": {
                "done": not over and len(self.drafts) > 1,
                "draw": not over and self._may(Draw()),
                "pass_": not over and self._may(Pass()),
                "undo": len(self.drafts) > 1,
                "reset": len(self.drafts) > 1,
                "hint": not over,
                "follow": not over,
                "next": bool(over),
            },
            "seats": [
                self._words["has"].format(names[seat], size)
                + (f" ({self._words['opened']})" if opened else "")
                for seat, (size, opened) in enumerate(
                    zip(self.state.rack_sizes, self.state.opened, strict=True)
                )
            ],
            "sheet": shown_sheet(
                self.match.after(self.state) if over else self.match,
                self.lang,
            ),
            "pool": self._words["pool"].format(self.state.pool_size),
            "log": [told[self.lang] for told in self.log[-30:]],
            "game": "rummikub",
            "rules": self.rules,
            "players": self.state.players,
            "deal": self.begun
            | {
                "rules": self.rules,
                "players": str(self.state.players),
                "moves": ";".join(self.moves),
            },
            "address": {
                "rules": self.rules,
                "rack": row_text(draft.view.rack),
                "table": str(draft.view.table),
                "opened": str(int(self.state.opened[YOU])),
            },
        }

    def page(self) -> dict[str, Any]:
        """Return what does not change while the page is open: its words, the editions, and the faces of the tiles."""
        kinds = sorted(
            {tile for rules in PRESETS.values() for tile in rules.pieces}
        )
        return {
            "words": dict(self._words),
            "languages": dict(LANGUAGES),
            "games": dict(SENTENCES[self.lang]["games"]),
            "presets": {
                name: rules.player_counts for name, rules in PRESETS.items()
            },
            "editions": dict(SENTENCES[self.lang]["editions"]),
            "faces": {
                str(tile): rami.svg(tile, theme="light", lang=self.lang)
                for tile in kinds
            },
        }

    def _tile(self, tile: Tile) -> dict[str, str]:
        return {"code": str(tile), "name": tile.name(self.lang)}

    def _row(self, number: int, row: Row) -> dict[str, Any]:
        problem = row.problem.message(self.lang) if row.problem else ""
        return {
            "tiles": [self._tile(tile) for tile in row.tiles],
            "problem": problem,
            "name": self._words["row"].format(
                number + 1, problem or self._words["meld"]
            ),
        }


def bot(view: View) -> Move:
    """Return a bot's move, which lays the most tiles; `rami.players` would load every game."""
    play = rummikub.best_play(view)
    return play or next(
        move for move in (Draw(), Pass()) if not rummikub.check(view, move)
    )
