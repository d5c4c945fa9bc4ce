"""The board of Rummikub: what the page shows, and what every click does. The page itself knows no rule."""

from collections.abc import Iterable, Mapping
from secrets import randbelow
from typing import Any, Literal

from attrs import define, field

from docs.playground.base import Base
from docs.playground.order import Sort
from docs.playground.sheet import match_of
from docs.playground.words import SENTENCES, WORDS, YOU, mistake
from rami import IllegalMove, RamiError, rummikub
from rami.rummikub import GAME, PRESETS, Draft, Draw, Move, Pass, State, Step, Tile, View

Place = int | Literal["rack", "new"]
FIRST = "hasbro-2007"
SORTS: Mapping[str, Sort] = {
    "rank": lambda tiles: sorted(tiles, key=lambda tile: (tile.is_joker, tile.number, tile)),
}


def move_together(
    draft: Draft, tiles: Iterable[Tile | str], source: Place, target: Place, *, at: int | None = None
) -> Draft:
    """Move tiles one after the other to one row, and put its tiles in order where they make a meld."""
    goal = target
    for tile in tiles:
        rows = len(draft.rows)
        draft = draft.move(tile, source, goal, at=at)
        at = None if at is None else at + 1
        if goal == "new":
            goal = len(draft.rows) - 1
        elif isinstance(goal, int) and isinstance(source, int) and len(draft.rows) < rows and source < goal:
            goal -= 1  # the row that the tile came from is gone
    return draft.sort(goal) if isinstance(goal, int) and draft.rows[goal].meld else draft


@define
class Board(Base):
    """A deal of Rummikub against bots, and the turn that the person is making.

    Attributes:
        state: The deal.
        drafts: The turn so far; the last one is shown, and the one before is the undo.
        begun: The address from which the deal began.
        moves: What the person played since, in notation; the bots answer alike each time.
    """

    rules: str = FIRST
    state: State = field(factory=lambda: rummikub.new_game(2, seed=0))
    drafts: list[Draft] = field(factory=list[Draft])
    begun: dict[str, str] = field(factory=dict[str, str])
    moves: list[str] = field(factory=list[str])

    # -------------------------------------------------------------------------------------------------- what is done

    def start(self, lang: str = "en", address: Mapping[str, str] | None = None) -> None:
        """Start a new deal; or what the address of the page names: a position, a deal, and what was played since."""
        wanted = dict(address or {})
        self.lang, self.rules, self.said = lang, wanted.get("rules", FIRST), ""
        self.moves, self.log, self.drawn, self.laid = [], [], (), []
        try:
            self._deal(wanted)
        except ValueError as error:
            self.rules, wanted = FIRST, {}
            self._deal(wanted)
            self.said = self.words["bad_link"].format(mistake(error, lang))
        self._bots()
        try:
            for move in filter(None, wanted.get("moves", "").split(";")):
                self._play(rummikub.parse_move(move))
        except RamiError as error:
            self.said = self.words["bad_link"].format(mistake(error, lang))

    def _deal(self, wanted: Mapping[str, str]) -> None:
        rules = PRESETS[self.rules]
        seed = int(wanted.get("seed", randbelow(1_000_000)))
        kept = ("rules", "players", "rack", "table", "opened", "sheet", "starter")
        self.begun = {name: wanted[name] for name in kept if name in wanted} | {"seed": str(seed)}
        if "rack" in wanted:
            opened = wanted.get("opened", "1") != "0"
            view = rummikub.set_up(wanted["rack"], wanted.get("table", ""), rules=rules, opened=opened)
            self.state = rummikub.determinize(view, seed=seed)
            self.match = match_of(GAME, rules, self.state.players, {})
        else:
            self.match = match_of(GAME, rules, int(wanted.get("players", rules.player_counts[0])), wanted)
            self.state = self.match.new_game(seed=seed)

    def again(self, rules: str, players: int, game: str = "rummikub") -> None:  # noqa: ARG002  # as at the table
        """Start a new match of an edition, with as many players, or as near to it as the edition allows."""
        rules = rules or FIRST
        nearest = min(PRESETS[rules].player_counts, key=lambda seats: abs(seats - int(players)))
        self.start(self.lang, {"rules": rules, "players": str(nearest)})

    def move(self, tiles: list[str], source: Place, target: Place, at: int | None = None) -> None:
        """Move tiles one after the other; what makes a meld then lies in order."""
        self.drafts.append(move_together(self.drafts[-1], tiles, source, target, at=at))

    def undo(self) -> None:
        """Return to the turn before the last change."""
        self.drafts = self.drafts[: max(1, len(self.drafts) - 1)]

    def reset(self) -> None:
        """Return to the table and the rack as the turn began."""
        self.drafts.append(self.drafts[0])

    def hint(self) -> None:
        """Say what to do next, and light the tiles that it moves."""
        step = self.drafts[-1].hint()
        if isinstance(step, Step):
            self.said, self.lit = step.message(self.lang), tuple(map(str, step.tiles))
        else:
            self.said = self.words[self._nothing_to_lay()]

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
        if isinstance(step, Step):
            self.drafts.append(self.drafts[-1].follow(step))
            self.said = step.message(self.lang)
        elif self.drafts[-1].laid:
            self.done()
        else:
            self._play(Draw() if self._may(Draw()) else Pass())

    def done(self) -> None:
        """Make the play, and let the bots answer."""
        draft = self.drafts[-1]
        if draft.play is None:
            raise IllegalMove(draft.problems)
        self._play(draft.play)

    def draw(self) -> None:
        """Draw, and let the bots answer."""
        self._leave("draw", Draw())

    def pass_(self) -> None:
        """Pass, and let the bots answer."""
        self._leave("pass", Pass())

    def _leave(self, deed: str, move: Move) -> None:
        """Draw or pass; where tiles were moved, only at the second click."""
        if self.drafts[-1].rows == self.drafts[0].rows or self.asked == deed:
            self._play(move)
        else:
            self.sure = deed
            self.refuse(self.words["sure"].format(self.words[deed]))

    def _play(self, move: Move) -> None:
        """Make the person's move, and let the bots answer."""
        self._make(move)
        self.moves.append(str(move))
        self._bots()

    def _make(self, move: Move) -> None:
        before, event = self.state, GAME.event(self.state, move, YOU)
        self.state = rummikub.apply(before, move)
        drawn: list[Any] = [tile for each in event.motions if each.target == "rack" for tile in each.pieces]
        text: dict[str, str] = {}
        for lang, words in WORDS.items():
            name = self.names(lang)[event.seat]
            if drawn:
                text[lang] = words["got"].format(", ".join(tile.name(lang) for tile in drawn))
            elif isinstance(move, Draw):
                text[lang] = words["draws"].format(name)
            elif event.seat == YOU:
                steps = rummikub.explain(before, [move])
                text[lang] = words["has"].format(name, " ".join(step.message(lang) for step in steps))
            else:
                text[lang] = event.message(lang, name=name)
        self.note(event, tuple(self.state.table), text)

    def _bots(self) -> None:
        """Let the bots answer until it is the person's turn again."""
        while not self.state.is_over and self.state.current_player != YOU:
            self._make(bot(rummikub.observe(self.state, self.state.current_player)))
        self.drafts = [Draft(rummikub.observe(self.state, YOU))]

    # ------------------------------------------------------------------------------------------------- what is shown

    @property
    def position(self) -> State:
        """The position of the deal."""
        return self.state

    def shown(self) -> dict[str, Any]:
        """Return all that the page shows."""
        base, draft, over = self.base(), self.drafts[-1], self.state.is_over
        moved = len(self.drafts) > 1
        problems = [problem.message(self.lang) for problem in draft.problems] if moved else self.answers()
        return base | {
            "said": self.ended() if over else self.said or (not moved and self._task()) or "",
            "problems": [] if over or self.refused else problems,
            "ready": self.words["ready"] if draft.play else "",
            "rows": [self._row(number) for number in range(len(draft.rows))],
            "hand": self.hand(draft.rack, SORTS),
            "can": base["can"]
            | {
                "done": not over and moved,
                "draw": not over and self._may(Draw()),
                "pass_": not over and self._may(Pass()),
                "undo": moved,
                "reset": moved,
                "hint": not over,
                "follow": not over,
            },
            "sure": self.sure,
            "seats": [*self._seats(), self.words["pool"].format(self.state.pool_size)],
            "deal": self.begun
            | {"rules": self.rules, "players": str(self.state.players), "moves": ";".join(self.moves)},
            "address": {
                "rules": self.rules,
                "rack": " ".join(map(str, draft.view.rack)),
                "table": str(draft.view.table),
                "opened": str(int(self.state.opened[YOU])),
            },
        }

    def _task(self) -> str:
        """Return what the person has to do in this turn."""
        if not self._may(Draw()) and self._may(Pass()):
            return self.words["turn_pass"]
        points = PRESETS[self.rules].opening_points
        return self.words["turn" if self.state.opened[YOU] or not points else "turn_open"].format(points)

    def _seats(self) -> list[str]:
        seats = zip(self.names(), self.state.rack_sizes, self.state.opened, strict=True)
        return [
            self.words["has"].format(name, size) + (f" ({self.words['opened']})" if opened else "")
            for name, size, opened in seats
        ]

    def page(self) -> dict[str, Any]:
        """Return what does not change while the page is open: its words, the editions, and the faces of the tiles."""
        return self.base_page(GAME, SENTENCES[self.lang]["editions"]) | {"words": dict(self.words)}

    def _row(self, number: int) -> dict[str, Any]:
        row = self.drafts[-1].rows[number]
        problem = row.problem.message(self.lang) if row.problem else ""
        return {
            "tiles": self.lying(row.tiles, "table", str(row.meld)),
            "problem": problem,
            "name": self.words["row"].format(number + 1, problem or self.words["meld"]),
        }


def bot(view: View) -> Move:
    """Return a bot's move, which lays the most tiles; `rami.players` would load every game."""
    play = rummikub.best_play(view)
    return play or next(move for move in (Draw(), Pass()) if not rummikub.check(view, move))
