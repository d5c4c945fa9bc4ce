"""The board of Rummikub: the contents of the page, and the effect of every click. The page itself has no rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from attrs import define, field

from docs.playground.base import Base
from docs.playground.order import Sort
from docs.playground.words import SENTENCES, YOU, named
from rami import IllegalMove, rummikub
from rami.own import MoveEvent
from rami.rummikub import GAME, PRESETS, Draft, Draw, Move, Pass, State, Step, Tile, TimeOut

Place = int | Literal["rack", "new"]
FIRST = "hasbro-2007"
SORTS: Mapping[str, Sort] = {
    "rank": lambda tiles: sorted(tiles, key=lambda tile: (tile.is_joker, tile.number, tile)),
}


def move_together(
    draft: Draft, tiles: Iterable[Tile | str], source: Place, target: Place, *, at: int | None = None
) -> Draft:
    """Move tiles one after the other to one row, and sort the row if it is a meld."""
    goal = target
    for tile in tiles:
        rows = len(draft.rows)
        draft = draft.move(tile, source, goal, at=at)
        at = None if at is None else at + 1
        if goal == "new":
            goal = len(draft.rows) - 1
        elif isinstance(goal, int) and isinstance(source, int) and len(draft.rows) < rows and source < goal:
            goal -= 1  # The row that the tile came from no longer exists.
    return draft.sort(goal) if isinstance(goal, int) and draft.rows[goal].meld else draft


@define
class Board(Base):
    """A deal of Rummikub against bots, and the turn that the person is making.

    Attributes:
        drafts: The turn so far. The last draft is shown, and undo removes it.
    """

    drafts: list[Draft] = field(factory=list[Draft])

    # ------------------------------------------------------------------------------------------------ the deal

    def game_of(self, wanted: Mapping[str, str]) -> Any:  # noqa: ARG002  # the other board has several games
        """Return the game of this board."""
        return GAME

    def position_of(self, wanted: Mapping[str, str], seed: int) -> Any:
        """Return the state of a position that an address describes: a rack and melds, or a view in JSON."""
        if "rack" not in wanted:
            return super().position_of(wanted, seed)
        rules = PRESETS[wanted.get("rules", FIRST)]
        opened = wanted.get("opened", "1") != "0"
        view = rummikub.set_up(wanted["rack"], wanted.get("table", ""), rules=rules, opened=opened)
        return rummikub.determinize(view, seed=seed)

    def renew(self) -> None:
        """Begin a turn from the shown position."""
        self.drafts = [Draft(rummikub.observe(self.position, YOU))]

    def told(self, before: State, event: MoveEvent[Any], lang: str) -> str:  # noqa: ARG002  # the other board needs it
        """Return the sentence of a move for the log."""
        words, move = SENTENCES[lang]["words"], event.move
        if event.seat != YOU:
            return event.message(lang, name=self.names(lang)[event.seat])
        drawn: list[Any] = [tile for each in event.motions if each.target == "rack" for tile in each.pieces]
        laid = [str(tile) for each in event.motions if each.source == "rack" for tile in each.pieces]
        told: list[str] = []
        if isinstance(move, TimeOut):
            told.append(words["time_is_up"])
        if laid:
            told.append(words["you_lay"].format(" ".join(laid)))
        if drawn:
            told.append(words["got"].format(", ".join(tile.name(lang) for tile in drawn)))
        return " ".join(told) or words["you_pass"]

    def explained(self, state: State, moves: Sequence[Move]) -> Iterator[str]:
        """Yield the sentences that explain a turn of the person."""
        for step in rummikub.explain(rummikub.observe(state, YOU), moves):
            yield step.message(self.lang)

    # ------------------------------------------------------------------------------------------------------ clicks

    def move(self, tiles: list[str], source: Place, target: Place, at: int | None = None) -> None:
        """Move tiles one after the other. A meld is then sorted."""
        self.drafts.append(move_together(self.drafts[-1], tiles, source, target, at=at))

    def undo(self) -> None:
        """Return to the turn before the last change."""
        self.drafts = self.drafts[: max(1, len(self.drafts) - 1)]

    def reset(self) -> None:
        """Return to the table and the rack at the start of the turn."""
        self.drafts.append(self.drafts[0])

    def hint(self) -> None:
        """Show what a good player would do next, and mark the tiles."""
        step = self.drafts[-1].hint()
        if isinstance(step, Step):
            said, self.lit = step.message(self.lang), tuple(map(str, step.tiles))
        elif step is None:
            said = self.words["as_good"]
        else:
            said = " ".join(self.explained(self.record.state, [step]))
        self.said = self.words["advice"].format(said)

    def _may(self, move: Move) -> bool:
        return not rummikub.check(self.record.state, move)

    def follow(self) -> None:
        """Carry out the hint."""
        step = self.drafts[-1].hint()
        if isinstance(step, Step):
            self.drafts.append(self.drafts[-1].follow(step))
            self.said = step.message(self.lang)
        elif step is None:
            self.done()
        else:
            self.play(step)

    def done(self) -> None:
        """Make the play, and let the bots answer."""
        draft = self.drafts[-1]
        if draft.play is None:
            raise IllegalMove(draft.problems)
        self.play(draft.play)

    def draw(self) -> None:
        """Draw, and let the bots answer."""
        self._leave("draw", Draw())

    def pass_(self) -> None:
        """Pass, and let the bots answer."""
        self._leave("pass", Pass())

    def time_out(self) -> None:
        """End the turn because the time is up, and let the bots answer."""
        self.play(self.drafts[-1].timeout())

    def _leave(self, deed: str, move: Move) -> None:
        """Draw or pass. If tiles were moved, a second click is needed."""
        if self.drafts[-1].rows == self.drafts[0].rows or self.asked == deed:
            self.play(move)
        else:
            self.sure = deed
            self.refuse(self.words["sure"].format(self.words[deed]))

    # ------------------------------------------------------------------------------------------------ what is shown

    def place(self) -> dict[str, str]:
        """Return the address of the rack and the melds."""
        view = self.drafts[-1].view
        position = {
            "rack": " ".join(map(str, view.rack)),
            "table": str(view.table),
            "opened": str(int(view.opened[YOU])),
        }
        return {"game": "rummikub", "rules": self.rules} | position

    def shown(self) -> dict[str, Any]:
        """Return everything that the page shows."""
        base, draft, state = self.base(), self.drafts[-1], self.position
        over, replays = state.is_over, self.step is not None
        plays, moved = not over and not replays, len(self.drafts) > 1
        problems = [problem.message(self.lang) for problem in draft.problems] if moved else self.answers()
        said = self.said or (not moved and plays and self._task()) or ""
        return base | {
            "said": "" if replays or (over and not self.said) else said,
            "ended": self.ended() if over and not replays else [],
            "problems": [] if not plays or self.refused else problems,
            "ready": self.words["ready"] if draft.play and plays else "",
            **self._table(),
            "can": base["can"]
            | {
                "done": plays and moved,
                "draw": plays and self._may(Draw()),
                "pass_": plays and self._may(Pass()),
                "undo": moved,
                "reset": moved,
                "hint": plays,
                "follow": plays,
            },
        }

    def frame(self) -> dict[str, Any]:
        """Return the shown position after a move of a bot."""
        return self._table() | {"said": self.log[-1][1][self.lang]}

    def _table(self) -> dict[str, Any]:
        draft, state = self.drafts[-1], self.position
        return {
            "rows": [self._row(number) for number in range(len(draft.rows))],
            "racks": self._racks(state),
            "hand": self.hand(draft.rack, SORTS),
            "seats": [*self._seats(state), self.words["pool"].format(state.pool_size)],
        }

    def _racks(self, state: State) -> list[dict[str, Any]]:
        """Return the racks of the others, which are open when the deal is over."""
        if not state.is_over:
            return []
        return [
            {"name": self.words["held"].format(name), "tiles": [self.piece(tile) for tile in rack]}
            for seat, (name, rack) in enumerate(zip(self.names(), state.racks, strict=True))
            if seat != YOU and rack
        ]

    def _task(self) -> str:
        """Return what the person can do in this turn."""
        state = self.record.state
        if not self._may(Draw()) and self._may(Pass()):
            return self.words["turn_pass"]
        points = state.rules.opening_points
        return self.words["turn" if state.opened[YOU] or not points else "turn_open"].format(points)

    def _seats(self, state: State) -> list[str]:
        seats = zip(self.names(), state.rack_sizes, state.opened, strict=True)
        return [
            self.words["has"].format(name, size) + (f" ({self.words['opened']})" if opened else "")
            for name, size, opened in seats
        ]

    def page(self) -> dict[str, Any]:
        """Return the parts of the page that stay the same: words, editions, and the faces of the tiles."""
        return self.base_page(GAME, SENTENCES[self.lang]["editions"]) | {"words": dict(self.words)}

    def _row(self, number: int) -> dict[str, Any]:
        row = self.drafts[-1].rows[number]
        problem = row.problem.message(self.lang) if row.problem else ""
        return {
            "tiles": self.lying(row.tiles, "table", str(row.meld)),
            "problem": problem,
            "name": self.words["row"].format(number + 1, named(problem, self.lang) or self.words["meld"]),
        }
