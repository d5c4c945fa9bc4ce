"""Checks of one position and its moves."""

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from attrs import define

from rami.codec import from_json, to_json
from rami.errors import IllegalMove
from rami.messages import Pictured
from rami.pictures.svg import svg
from rami.pictures.terminal import text
from rami.positions import replaced
from rami.record import Record
from rami.results import EndReason, Result
from rami.sentences import languages
from rami.testing.candidates import Candidates
from rami.testing.secrecy import Secrecy
from rami.testing.watched import by_kind, difference, fields_in, is_row, seat_name, with_field

LISTED = 200
"""Maximum number of legal moves to list.

Some positions have thousands of legal moves.
"""

MANY, FEW = 1_000, 80
"""Maximum number of candidate moves of each kind.

The first number is for a full check of a position, and the second for other checks.
"""

TRIED = 10
"""Maximum number of moves to try from one list.

A list has the legal moves of a position, or its candidates of one kind.
"""

SENTENCES = 3
"""Number of violations to check for each code."""

GARBLED = 60
"""Number of moves of each kind to check with JSON and with garbled notation."""

FAR = 10**6
"""A number that is too large for any field."""

SHARED = ("players", "current_player", "turn", "is_over", "rules")
"""Attributes that a view shares with its state."""


class Damage(NamedTuple):
    """A change that damages one field of a position.

    Attributes:
        what: A description of the change.
        is_impossible: Whether the changed position cannot exist.
        make: Function that returns the changed position.
    """

    what: str
    is_impossible: bool
    make: Callable[[], Any]


@define(eq=False)
class Promises(Secrecy):
    """Checks of the positions of one deal."""

    def same(self, what: str, one: Any, other: Any) -> None:
        """Check that two values are equal in every field.

        The hashes of the values must be equal, too.
        """
        if (wrong := difference(one, other)) or one != other or hash(one) != hash(other):
            self.expect(False, f"{what}: not the same twice: {wrong or 'by == or hash'}")

    def sound(self, what: str, position: Any) -> None:
        """Check that a position has no flaws."""
        flaws = self.game.flaws(position)
        self.expect(not flaws, f"{what} cannot exist: {'; '.join(flaws)}")

    def round_trip(self, value: Any) -> None:
        """Check that JSON keeps a value unchanged."""
        game = self.game.game
        kind: Any = value.__class__
        text = self.game.call("to_json", to_json, value, game=game)
        back = self.game.call("from_json", from_json, text, kind, games=[game])
        wrong = difference(back, value)
        self.expect(not wrong, f"from_json(to_json({kind.__name__})) is another value: {wrong}")

    # ------------------------------------------------------------------------------------------------- every position

    def step(self, state: Any, before: Any | None, *, every_seat: bool = True) -> None:
        """Run the quick checks of a position that follows the position `before`.

        Also check random states for one view or for all views.
        """
        game = self.game
        self.position = state
        result = game.result(state)
        self.expect((result is not None) == state.is_over, "is_over does not agree with the result")
        self.expect(state.players == self.players, "players is not the number of players")
        self.expect(state.current_player in range(self.players), "current_player is not a seat")
        self.sound("a state", state)
        if before is not None:
            self._follows(before, state)
        chosen = self.random.randrange(self.players)
        for seat in (None, *range(self.players)):
            view = game.observe(state, seat)
            self.expect(view.player == seat, f"the view of {seat_name(seat)} has the player {view.player}")
            if every_seat or seat == chosen:
                self.random_state(view)
        if result is not None:
            self.ended(result, state)

    def _follows(self, before: Any, state: Any) -> None:
        self.expect(state.turn >= before.turn, f"turn goes back from {before.turn} to {state.turn}")
        was, now = getattr(before, "starter", None), getattr(state, "starter", None)
        self.expect(was == now, f"starter was {was}, and is {now} after a move")
        self.expect(not difference(before.rules, state.rules), "the rules have changed")
        self.expect(state != before, "a move changes nothing")

    def random_state(self, view: Any) -> Any:
        """Return a random state that fits the view, and check it."""
        found = self.game.determinize(view, seed=self.random.randrange(2**20))
        wrong = difference(self.game.observe(found, view.player), view)
        self.expect(not wrong, f"a random state does not fit the view of {seat_name(view.player)}: {wrong}")
        self.sound(f"a random state for {seat_name(view.player)}", found)
        return found

    def ended(self, result: Result, state: Any) -> None:
        """Check the result of a deal."""
        scores, winners, endings = result.scores, result.winners, self.game.game.endings
        self.expect(len(scores) == self.players, f"some players have no score, or there are too many scores: {scores}")
        self.expect(all(type(score) is int for score in scores), f"a score is not a whole number: {scores}")
        seats = sorted({*winners} & {*range(self.players)})
        self.expect(list(winners) == seats, f"the winners are not seats in ascending order: {winners}")
        least = min((scores[seat] for seat in winners), default=max(scores))
        better = [seat for seat, score in enumerate(scores) if score > least and seat not in winners]
        self.expect(not better, f"another seat has more points than a winner: {scores}, winners {winners}")
        self.expect(type(result.reason) is EndReason, f"the reason is {result.reason!r}, not an EndReason")
        is_known = endings is None or result.detail in (None, *endings)
        self.expect(is_known, f"the detail {result.detail} is not one of the endings")
        self.met.update(str(each) for each in (result.reason, result.detail) if each)
        self.round_trip(result)
        self.same("result", result, self.game.result(state))
        for seat in (None, *range(self.players)):
            seen = self.game.result(self.game.observe(state, seat))
            self.same(f"result from the view of {seat_name(seat)}", result, seen)
        self.expect(not self.game.listed(state, 1), "a move is listed after the end")
        for starter in (None, *range(self.players)):
            self._next_starter(result, starter, state.rules)

    def _next_starter(self, result: Result, starter: int | None, rules: Any) -> None:
        following = self.game.next_starter(result, starter, rules)
        is_seat = type(following) is int and following in range(self.players)
        self.expect(following is None or is_seat, f"next_starter is {following!r}, which is not a seat")
        self.same("next_starter", following, self.game.next_starter(result, starter, rules))

    # --------------------------------------------------------------------------------------------------- a close look

    def look(self, state: Any, listed: Sequence[Any], *, damage: bool) -> None:
        """Run all checks of a position.

        The checks cover copies, views, texts, pictures, exchanged pieces, events and damaged copies.
        """
        game = self.game
        self.position = state
        self.same("pickle", state, pickle.loads(game.call("pickle.dumps", pickle.dumps, state)))
        self.round_trip(state)
        self._is_shown(state)
        for seat in (None, *range(self.players)):
            self._look_at_view(state, seat)
        some = list(by_kind(listed).values())[:6]
        self.hides(state, some)
        self._events(state, some)
        if damage:
            self._damage(state)
            self._damage(game.observe(state, state.current_player))

    def _look_at_view(self, state: Any, seat: int | None) -> None:
        game, name = self.game, f"the view of {seat_name(seat)}"
        view = game.observe(state, seat)
        self.same(name, view, game.observe(state, seat))
        for attribute in SHARED:
            self.expect(getattr(view, attribute) == getattr(state, attribute), f"{name} has another {attribute}")
        self.sound(name, view)
        self.round_trip(view)
        self._is_shown(view)
        self.same("determinize", game.determinize(view, seed=7), game.determinize(view, seed=7))
        if seat != state.current_player:
            self.expect(not game.listed(view, 1), f"legal moves are listed for {seat_name(seat)}, whose turn it is not")

    def _is_shown(self, position: Any) -> None:
        game, lang = self.game, self.random.choice(languages())
        shows: dict[str, Callable[[Any], str]] = {"str": str, "repr": repr}
        if isinstance(position, Pictured):
            shows["picture"] = partial(self.random.choice((text, svg)), lang=lang)
        for name, show in shows.items():
            self.expect(bool(game.call(name, show, position)), f"{name} returns an empty text for a position")

    def event(self, state: Any, move: Any, seat: int | None) -> Any:
        """Return the event of a move, and check it."""
        event = self.game.event(state, move, seat)
        right = (event.seat, event.player, event.move) == (state.current_player, seat, move)
        self.expect(right, f"the event of {move} is of another seat or move: {event!r:.200}")
        self.says("an event", event.message)
        return event

    def _events(self, state: Any, moves: Sequence[Any]) -> None:
        game = self.game
        for seat in (None, *range(self.players)):
            alike = self.random_state(game.observe(state, seat))
            for move in moves:
                event = self.event(state, move, seat)
                if seat == state.current_player or not game.is_legal(alike, move):
                    continue
                if self.view_difference(game.apply(state, move), game.apply(alike, move), seat):
                    continue
                wrong = difference(event, game.event(alike, move, seat))
                self.expect(not wrong, f"the event of {move} shows {seat_name(seat)} more than its views: {wrong}")

    # --------------------------------------------------------------------------------------------------------- damage

    def _damage(self, position: Any) -> None:
        for damage in (*self._other_fields(position), *self._other_pieces(position)):
            try:
                damaged = damage.make()
            except (ValueError, TypeError):
                # The class may refuse the values.
                continue
            found: Any = self.game.flaws(damaged)
            self.expect(isinstance(found, tuple), "flaws does not return a tuple of sentences")
            self.expect(bool(found) or not damage.is_impossible, f"flaws does not notice that {damage.what}")
            if not found and difference(position, damaged):
                self.expect(damaged != position, f"== does not notice that {damage.what}")
                if type(damaged) is self.game.game.view:
                    self.sound(f"a random state where {damage.what}", self.game.determinize(damaged, seed=7))

    def _other_fields(self, position: Any) -> Iterator[Damage]:
        bounds = {"current_player": range(self.players), "player": range(self.players), "turn": range(FAR + 1)}
        for name in (each.name for each in fields_in(position) if each.init and each.name != "rules"):
            for value in self._other_values(getattr(position, name)):
                is_impossible = type(value) is int and name in bounds and value not in bounds[name]
                yield Damage(f"{name} is {value}", is_impossible, partial(with_field, position, name, value))

    def _other_values(self, value: Any) -> Iterable[Any]:
        if isinstance(value, bool):
            return (not value,)
        if isinstance(value, Enum):
            return tuple(type(value))
        if type(value) is int:
            return (value + 1, value - 1, -1, FAR)
        piece = self.random.choice(self.every)
        if type(value) is type(piece):
            return (None, piece)
        if not is_row(value) or not value:
            return ()
        inner = [(index, item) for index, item in enumerate(value) if is_row(item)]
        changed = [replaced(value, index, item[:-1]) for index, item in inner]
        changed += [replaced(value, index, (*item, piece)) for index, item in inner]
        some = self.random.sample(changed, min(4, len(changed)))
        return ((), value[1:], (*value, value[0]), value[::-1], *some)

    def _other_pieces(self, position: Any) -> Iterator[Damage]:
        for row in self.secrets(position):
            *rest, last = row.pieces(position)
            yield Damage(f"a piece of the {row} is missing", True, partial(row.put, position, rest))
            other = self.random.choice([piece for piece in self.every if piece != last] or [last])
            what = f"{last} has become {other} in the {row}"
            yield Damage(what, other != last, partial(row.put, position, [*rest, other]))

    # ---------------------------------------------------------------------------------------------------------- moves

    def listed(self, state: Any) -> list[Any]:
        """List legal moves, and check the list.

        The moves must be distinct. The list for the player's view must be the same.
        """
        self.position, listed = state, self.game.listed(state, LISTED)
        self.expect(isinstance(self.game.legal_moves(state), Iterator), "legal_moves does not return an iterator")
        self.expect(bool(listed) or state.is_over, "no legal move is listed, but the deal is not over")
        self.expect(len(set(listed)) == len(listed), "a legal move is listed twice")
        again = self.game.listed(self.game.observe(state, state.current_player), LISTED)
        if listed != again:
            self.expect(False, f"legal_moves lists other moves for the view: {difference(tuple(listed), tuple(again))}")
        return listed

    def moves(self, state: Any, listed: Sequence[Any], known: Iterable[Any]) -> None:
        """Check the legality of listed moves, moves of other positions, and candidates."""
        game = self.game
        self.position: Any = state
        view = game.observe(state, state.current_player)
        made = self.candidates(state, MANY)
        tried = [move for some in (*made, listed) for move in self.random.sample(some, min(TRIED, len(some)))]
        others = [game.observe(state, seat) for seat in (None, *range(self.players)) if seat != state.current_player]
        copy = pickle.loads(pickle.dumps(state))
        for move in dict.fromkeys((*tried, *known)):
            self.move(state, view, move)
            self.expect(not difference(state, copy), f"{move} has changed the position itself")
            for other in others:
                problems = game.check(other, move)
                self.expect(bool(problems), f"{move} is legal for {seat_name(other.player)}, whose turn it is not")
                self.violations(problems)
        self.complete(state, listed, made)
        again = game.listed(state, len(listed))
        self.expect(again == list(listed), "legal_moves lists other moves after some moves were tried")
        if not state.is_over:
            self._suggested(state, view)

    def _suggested(self, state: Any, view: Any) -> None:
        """Check the moves that the players of the game choose."""
        game = self.game
        players = {"quick": (view,), "absent": (view,), "random": (view, self.random)}
        for name, arguments in players.items():
            if getattr(game.game, name) is not None:
                self._is_made(state, getattr(game, name)(*arguments), name)
        # Finding the best turn may be slow.
        if game.game.best_turn is not None and self.random.random() < 1 / 4:
            turn = game.best_turn(view)
            self.expect(bool(turn), "best_turn returns no move")
            for move in turn:
                self._is_made(state, move, "best_turn")
                state = game.apply(state, move)

    def _is_made(self, state: Any, move: Any, player: str) -> None:
        self.position = state
        self.expect(not self.game.check(state, move), f"{player} makes {move}, which is illegal")
        self.is_listed(state, move)

    def is_listed(self, state: Any, move: Any) -> bool:
        """Check that a legal move is listed. Return False if there are too many legal moves to list."""
        self.position = state
        listed = self.game.listed(state, LISTED)
        self.complete(state, listed, [[move]])
        return len(listed) < LISTED

    def candidates(self, state: Any, most: int, kinds: Sequence[type] | None = None) -> list[list[Any]]:
        """Return a list of candidate moves for each kind.

        The moves are built from visible values. Each list has at most `most` moves.
        """
        view = self.game.observe(state, state.current_player)
        return Candidates(view, self.every, self.random).of(self.game.game.moves if kinds is None else kinds, most)

    def complete(self, state: Any, listed: Sequence[Any], candidates: Iterable[Iterable[Any]]) -> None:
        """Check that `legal_moves` lists every legal candidate.

        It may list an equivalent move instead.
        """
        known, unlisted = set(listed), self.game.game.unlisted
        all_are_listed = len(listed) < LISTED
        for move in chain.from_iterable(candidates if all_are_listed else ()):
            if type(move) in unlisted or move in known or self.game.check(state, move):
                continue
            after = self.game.apply(state, move)
            is_equal = any(type(each) is type(move) and self.game.apply(state, each) == after for each in listed)
            self.expect(is_equal, f"{move} is legal, but neither this move nor an equal one is listed")

    def move(self, state: Any, view: Any, move: Any) -> None:
        """Check that `check` and `apply` agree on a move.

        They must agree for the state and the view.
        """
        game, problems = self.game, self.game.check(state, move)
        self.expect(problems == game.check(view, move), f"{move} has other violations for the view than for the state")
        self.expect(bool(problems) or not state.is_over, f"{move} is legal after the end")
        self.violations(problems)
        # The notation of an illegal move may not be valid.
        written = move if problems else self.random.choice((move, str(move)))
        is_legal = game.is_legal(self.random.choice((state, view)), written)
        self.expect(is_legal != bool(problems), f"{move}: is_legal and check disagree")
        try:
            after = game.apply(state, move)
        except IllegalMove as error:
            same = bool(problems) and error.violations == problems
            self.expect(same, f"{move}: apply raises other violations than check returns")
        else:
            self.expect(not problems, f"{move} is illegal, but apply accepts it")
            self.same(f"apply of {move}", after, game.apply(state, str(move)))
            self.sound(f"the state after {move}", after)
            self.event(state, move, self.random.choice((None, *range(self.players))))
            self.notation(move)

    def notation(self, move: Any) -> None:
        """Check that notation and JSON keep a move unchanged.

        Garbled notation must be safe.
        """
        text = str(move)
        self.same(f"parse_move of {text!r}", move, self.game.parse_move(text))
        if self.met[type(move).__name__] > GARBLED:
            return
        self.round_trip(move)
        cut, verb = text[: self.random.randrange(len(text))], text.partition(" ")[0]
        for garbled in ("", "?", cut, f"{text} ?", f"{text} {text}", verb, f"{text} -1"):
            # Garbled notation may still be valid.
            self.game.refuses("parse_move", garbled)

    def violations(self, problems: Sequence[Any]) -> None:
        """Check the message and the JSON of each violation.

        Only the first violations of each code are checked.
        """
        codes = self.game.game.codes
        for problem in problems:
            name = str(problem.code)
            self.met[name] += 1
            if self.met[name] <= SENTENCES:
                self.says(name, problem.message)
                self.expect(isinstance(problem.code, codes or str), f"{name} is not one of the codes of the game")
                if codes is not None:
                    self.round_trip(problem)

    def says(self, what: str, message: Callable[[Any], str]) -> None:
        """Check that a message has a sentence in every language."""
        for lang in languages():
            said = self.game.call("message", message, lang)
            self.expect(".." not in said and said.rstrip(" .") != "", f"{what} has no sentence: {said!r}")

    def record(self, record: Record[Any, Any, Any, Any], last: Any) -> None:
        """Check that the record of a deal leads to its last position."""
        self.same("a record", last, record.state)
        self.expect(record.verify().ok, "a record is not legal")
        if self.game.game.parse_piece is not None:
            self.round_trip(record)
