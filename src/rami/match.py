"""Matches of several deals."""

from collections.abc import Iterable, Iterator
from operator import add
from typing import Any, Generic, cast

from attrs import evolve, field, frozen

from rami.counting import row_by_seat
from rami.dealing import check_players
from rami.errors import Language, RulesError, WrongType, person, shown
from rami.game import Game, MatchEnd, MatchWinner
from rami.pictures.svg import escaped
from rami.referee import M, R, S, V
from rami.results import Result, reseated
from rami.sentences import SHARED, Phrase
from rami.shapes import check_seat, instance, row_of, whole

__all__ = ["Match"]


def _results(values: Iterable[Result]) -> tuple[Result, ...]:
    return row_of("results", values, Result)


def _starters(values: Iterable[int | None]) -> tuple[int | None, ...]:
    return row_of("starters", values, cast("type[int | None]", object))


def _rules(rules: R | Iterable[R]) -> R | tuple[R, ...]:
    return tuple(cast("Iterable[R]", rules)) if isinstance(rules, list) else cast("R | tuple[R, ...]", rules)


@frozen
class Match(Generic[R, S, M, V]):
    """A match of several deals between the same players, with the results so far.

    A match ends after a number of deals or when the points end it, whichever comes first. The rules contain the limits
    (`match_deals`, `match_points`), unless the players agree on others. Without a limit, the match has no end. The
    edition decides how points end the match (`match_end`, C10). With "reach", a total that reaches the limit ends it.
    With "lowest_at", a loss that reaches the limit ends it. With "eliminate", a player whose loss reaches the limit is
    out, and the others play on until one is left.

    Attributes:
        game: The game.
        rules: The rules of every deal, or a list of the rules of each deal, such as `rummy.MATCHES["continental"]`. The
            default is the first edition of the game.
        players: The number of players.
        results: The results of the deals so far, each with a score for every seat.
        deals: The number of deals, if the players agree on it. None for the number in the rules (004.11). The bonuses
            of Gin (G18) come only if a total reaches the points.
        points: The points that end the match, 1 or more, if the players agree on them. None for the points in the rules
            (004.11).
        starters: The seats that start the deals, from the first deal on. None for an unknown starter. Later starters
            follow from the rules (A4, C9, G2).

    Raises:
        RulesError: If the value of a field is not allowed, a result comes after the end, or a result contradicts
            itself: a player who did not win has more points than a winner.
        WrongType: If a field has the wrong type.

    Examples:
        >>> from rami import gin
        >>> match = Match(gin.GAME)
        >>> while not match.is_over:
        ...     state = match.new_game(seed=len(match.results))
        ...     while not state.is_over:
        ...         state = gin.apply(state, gin.best_turn(gin.observe(state, state.current_player))[0])
        ...     match = match.after(state)
        >>> max(match.totals) >= 100, match.winners
        (True, (0,))
    """

    game: Game[R, S, M, V]
    rules: R | tuple[R, ...] = field(default=cast("Any", None), converter=_rules)
    players: int = 2
    results: tuple[Result, ...] = field(default=(), converter=_results, kw_only=True)
    deals: int | None = field(default=None, kw_only=True)
    points: int | None = field(default=None, kw_only=True)
    starters: tuple[int | None, ...] = field(default=(), converter=_starters, kw_only=True)

    def __attrs_post_init__(self) -> None:
        instance("game", self.game, Game)
        if cast("object", self.rules) is None:
            object.__setattr__(self, "rules", next(iter(self.game.presets.values())))
        self._check_rules()
        self._check_players()
        for name, value in (("deals", self.deals), ("points", self.points)):
            if value is not None:
                whole(name, value, 1, none=True)
        if isinstance(self.rules, tuple) and self.deals is not None and self.deals > len(self._each_rules):
            raise RulesError(f"deals must be at most {len(self._each_rules)}, the number of rules, not {self.deals}")
        for seat in self.starters:
            check_seat("each of starters", seat, self.players)
        self._check_results()

    def _check_rules(self) -> None:
        for rules in self._each_rules:
            instance("rules", rules, self.game.rules, f"the Rules of {self.game.name}")
        if not self._each_rules:
            raise RulesError("rules must contain the Rules of at least one deal")
        if len({(self._end_by(rules), self._won_by(rules)) for rules in self._each_rules}) > 1:
            raise RulesError("all deals must have the same rules for the end and the winner of the match")

    def _check_players(self) -> None:
        whole("players", self.players, 1)
        for rules in self._each_rules:
            check_players(self.players, rules, type(rules))

    def _check_results(self) -> None:
        for number, result in enumerate(self.results, start=1):
            if len(result.scores) != self.players:
                raise RulesError(f"result {number} has {len(result.scores)} scores, not {self.players}")
        over = self._deals_to_the_end()
        if over is not None and over < len(self.results):
            raise RulesError(f"the match is over after {over} deals, but there are {len(self.results)} results")
        # Skip the seats of the next deal, because it has no result yet.
        for number, (result, seats) in enumerate(zip(self.results, self._seats_by_deal(), strict=False), start=1):
            self._check_scores(number, result, seats)

    def _check_scores(self, number: int, result: Result, seats: list[int]) -> None:
        for seat in range(self.players):
            if seat not in seats and result.scores[seat]:
                raise RulesError(f"result {number} has points for seat {seat}, which is out")
        least = min((result.scores[seat] for seat in result.winners), default=None)
        for seat in seats:
            if least is not None and result.scores[seat] > least and seat not in result.winners:
                raise RulesError(
                    f"in result {number}, seat {seat} has {result.scores[seat]} points, but a winner "
                    f"has only {least}; lost points must be negative"
                )

    @property
    def _each_rules(self) -> tuple[R, ...]:
        rules: object = self.rules
        return cast("tuple[R, ...]", rules if isinstance(rules, tuple) else (rules,))

    def _end_by(self, rules: R) -> MatchEnd:
        return "reach" if self.game.match_end is None else self.game.match_end(rules)

    def _won_by(self, rules: R) -> MatchWinner:
        return "total" if self.game.match_winner is None else self.game.match_winner(rules)

    def _deal_limit(self) -> int | None:
        if self.deals is not None:
            return self.deals
        if isinstance(self.rules, tuple):
            return len(self._each_rules)
        return cast("int | None", getattr(self.rules, "match_deals", None))

    @property
    def _point_limit(self) -> int | None:
        if self.points is not None:
            return self.points
        return cast("int | None", getattr(self._each_rules[0], "match_points", None))

    def _running_totals(self) -> list[tuple[int, ...]]:
        found = [(0,) * self.players]
        for result in self.results:
            found.append(tuple(map(add, found[-1], result.scores)))
        return found

    def _deals_to_the_end(self) -> int | None:
        last = self._deal_limit()
        for number, (totals, seats) in enumerate(zip(self._running_totals(), self._seats_by_deal(), strict=True)):
            if number == last or self._points_end(totals, len(seats)):
                return number
        return None

    def _points_end(self, totals: tuple[int, ...], left: int) -> bool:
        limit, by = self._point_limit, self._end_by(self._each_rules[0])
        if limit is None:
            return False
        if by == "eliminate":
            return left <= 1
        return max(totals) >= limit if by == "reach" else min(totals) <= -limit

    def _out(self) -> list[int | None]:
        limit = self._point_limit
        if limit is None or self._end_by(self._each_rules[0]) != "eliminate":
            return [None] * self.players
        running = self._running_totals()
        return [
            next((number for number, totals in enumerate(running) if totals[seat] <= -limit), None)
            for seat in range(self.players)
        ]

    def _seats_by_deal(self) -> list[list[int]]:
        out = list(enumerate(self._out()))
        return [[seat for seat, gone in out if gone is None or gone > deal] for deal in range(len(self.results) + 1)]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in the next deal, in ascending order.

        Players who are out of the match are not included.
        """
        return tuple(self._seats_by_deal()[-1])

    @property
    def starter(self) -> int | None:
        """The seat that starts the next deal.

        It is None if that deal begins with a draw for the start, or if all players are out (A4, C9, G2).
        """
        seats = self._seats_by_deal()
        starter: int | None = None
        # Each starter depends on the previous one, so begin with the first deal.
        for deal in range(len(seats)):
            before = starter
            starter = self.starters[deal] if deal < len(self.starters) else None
            if starter is None and deal > 0:
                starter = self._starter_after(deal - 1, before, seats[deal - 1], seats[deal])
        return starter

    def _starter_after(self, deal: int, starter: int | None, seats: list[int], following: list[int]) -> int | None:
        result = self.results[deal]
        as_played = evolve(
            result,
            scores=tuple(result.scores[seat] for seat in seats),
            winners=tuple(seats.index(seat) for seat in result.winners if seat in seats),
            parts=(),
        )
        started = seats.index(starter) if starter in seats else None
        rules = self._each_rules[min(deal, len(self._each_rules) - 1)]
        player = self.game.next_starter(as_played, started, rules)
        if player is None:
            return None
        in_turn = ((seats[player] + step) % self.players for step in range(self.players))
        return next((seat for seat in in_turn if seat in following), None)

    @property
    def next_rules(self) -> R:
        """The rules of the next deal.

        After the end of a match, they are the rules of its last deal.
        """
        return self._each_rules[min(len(self.results), len(self._each_rules) - 1)]

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each player, by seat (000.22).

        If points ended the match, its bonuses are included (G18). A match that ends after a number of deals has
        bonuses only if a total has reached the points of the rules.
        """
        bonuses = [points for _, points in self._bonuses()]
        return tuple(map(sum, zip(self._running_totals()[-1], *bonuses, strict=True)))

    def _bonuses(self) -> tuple[tuple[Phrase, tuple[int, ...]], ...]:
        bonuses = self.game.match_bonuses
        if bonuses is None or not self._points_end(self._running_totals()[-1], len(self.seats)):
            return ()
        return bonuses(self.results, self.next_rules)

    @property
    def deals_won(self) -> tuple[int, ...]:
        """The number of deals won by each player, by seat.

        If several players win a deal, it counts for each of them.
        """
        return tuple(sum(seat in result.winners for result in self.results) for seat in range(self.players))

    @property
    def standing(self) -> tuple[tuple[int, ...], ...]:
        """The seats by rank, with the best first (000.22, A26).

        Seats that tie share a rank.

        If players can be out (C10), those who are still in come first, and the first to go out comes last.
        """
        ranks = self._ranks()
        return tuple(
            tuple(seat for seat, rank in enumerate(ranks) if rank == place)
            for place in sorted(set(ranks), reverse=True)
        )

    def _ranks(self) -> list[tuple[int, int, int]]:
        """Return the key that ranks each seat (A26, C10)."""
        by_deals = self._won_by(self._each_rules[0]) == "games_then_total"
        won = self.deals_won if by_deals else (0,) * self.players
        stayed = [len(self.results) + 1 if gone is None else gone for gone in self._out()]
        return list(zip(stayed, won, self._running_totals()[-1], strict=True))

    @property
    def is_over(self) -> bool:
        """True if the match is over."""
        return self._deals_to_the_end() is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match.

        The tuple is empty while the match is running (000.22, 001.21, A26, C10, G18).
        """
        return self.standing[0] if self.is_over else ()

    def _check_running(self) -> None:
        if self.is_over:
            raise RulesError("the match is over: no further deal is allowed")

    def new_game(self, *, seed: int) -> S:
        """Return the first position of the next deal.

        `seats` are the players, and `starter` is the seat that starts.

        Args:
            seed: Any whole number.

        Raises:
            RulesError: If the match is over.
            WrongType: If `seed` is not a whole number.

        Examples:
            >>> from rami import rummikub
            >>> Match(rummikub.GAME, starters=[1]).new_game(seed=1).starter
            1
        """
        self._check_running()
        starter = None if self.starter is None else self.seats.index(self.starter)
        deal = self.game.shuffle(len(self.seats), self.next_rules, seed=seed, starter=starter)
        return self.game.from_deal(len(self.seats), self.next_rules, deal)

    def add(self, result: Result) -> "Match[R, S, M, V]":
        """Return the match with one more result.

        The result may come from a real table.

        Args:
            result: The result, with a score for every seat. A player who is out must score 0.

        Raises:
            RulesError: If the match is over, or the result does not fit its players.
            WrongType: If `result` is not a `Result`.

        Examples:
            >>> from rami import rummikub
            >>> match = Match(rummikub.GAME, deals=1).add(rummikub.score(["", "R7 K5"], winner=0))
            >>> match.totals, match.winners
            ((12, -12), (0,))
        """
        instance("result", result, Result)
        self._check_running()
        return evolve(self, results=(*self.results, result))

    def after(self, state: S) -> "Match[R, S, M, V]":
        """Return the match with a finished deal added.

        The deal provides its result and its starter.

        The players of the deal are in `seats`. A player who is out scores 0. If a deal does not count and the players
        deal again, do not add it.

        Args:
            state: The last position of the deal.

        Raises:
            RulesError: If the deal is still running or does not have the rules or players of the match, or if the
                match is over.
            WrongType: If `state` is not a state of the game.

        Examples:
            >>> from rami import gin
            >>> match = Match(gin.GAME, starters=[0])
            >>> state = match.new_game(seed=1)
            >>> while not state.is_over:
            ...     state = gin.apply(state, next(gin.legal_moves(state)))
            >>> match = match.after(state)
            >>> len(match.results), match.starter, match.is_over
            (1, 0, False)
        """
        game, seats = self.game, self.seats
        if not isinstance(state, game.state):
            raise WrongType(f"a State of {game.name} is expected, not {shown(state)}")
        self._check_running()
        if state.rules != self.next_rules or state.players != len(seats):
            raise RulesError("the deal must have the rules and the number of players of the match")
        result = game.result(state)
        if result is None:
            raise RulesError("the deal is still running and has no result")
        started: int | None = getattr(state, "starter", None)
        starter = self.starter if started is None else seats[started]
        deal = len(self.results)
        # Add None for each earlier deal with an unknown starter.
        before = (*self.starters, *[None] * deal)[:deal]
        added = self.add(reseated(result, seats, self.players))
        return evolve(added, starters=(*before, starter, *self.starters[deal + 1 :]))

    def sheet(self, names: Iterable[str] | None = None, lang: Language = "en") -> str:
        """Return the score sheet.

        It has a line for each deal, then bonuses, totals and winners, then the results in words.

        Results without parts, such as those entered by hand, are not put into words.

        Args:
            names: The names of the players, by seat. Names are cut after 40 characters. By default the players are
                numbered from 1.
            lang: The language.

        Returns:
            The lines, with aligned columns. `str(match)` is the sheet in English.

        Raises:
            RamiError: If the language does not exist.
            RulesError: If the number of names is wrong.

        Examples:
            >>> from rami import rummikub
            >>> results = [rummikub.score(["", "R7 K5"], winner=0), rummikub.score(["R13", ""], winner=1)]
            >>> print(Match(rummikub.GAME, results=results, deals=2).sheet(["Ana", "Bo"]))
                    Ana    Bo
            Deal 1   12   -12
            Deal 2  -13    13
            Total    -1     1
                         wins
            <BLANKLINE>
            Deal 1: Ana wins: somebody went out.
              Ana: +12, from Bo: R7 K5 (12)
              Bo: -12, tiles left: R7 K5 (12)
            Deal 2: Bo wins: somebody went out.
              Ana: -13, tile left: R13 (13)
              Bo: +13, from Ana: R13 (13)
        """
        called = row_by_seat("names", names, str, self.players)
        rows = self._cells(called, lang)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join([
                label.ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)),
            ])
            for label, *cells in rows
        ]  # fmt: skip
        told = list(self._result_lines(called, lang))
        return "\n".join([*(line.rstrip() for line in lines), *([""] if told else []), *told])

    def _result_lines(self, names: tuple[str, ...] | None = None, lang: Language = "en") -> Iterator[str]:
        for number, result in enumerate(self.results, start=1):
            if result.parts:
                first, *lines = result.message(lang, names).splitlines()
                yield SHARED.say("sheet.result", lang, number=number, result=first)
                yield from (f"  {line}" for line in lines)

    def _cells(self, names: tuple[str, ...] | None = None, lang: Language = "en") -> list[list[str]]:
        seats = range(self.players)
        head = map(person, names) if names else (SHARED.say("sheet.player", lang, seat=seat) for seat in seats)
        rows = [["", *head]]
        for number, result in enumerate(self.results, start=1):
            rows.append([SHARED.say("sheet.deal", lang, number=number), *map(str, result.scores)])
        rows += [[name.say(lang), *map(str, points)] for name, points in self._bonuses()]
        rows.append([SHARED.say("sheet.total", lang), *map(str, self.totals)])
        if self.winners:
            wins = SHARED.say("sheet.winner", lang)
            rows.append(["", *(wins if seat in self.winners else "" for seat in seats)])
        return rows

    def __str__(self) -> str:
        return self.sheet()

    def _repr_html_(self) -> str:
        head, *rows = self._cells()
        lines = [f"<tr>{''.join(f'<th>{escaped(cell)}</th>' for cell in head)}</tr>"]
        lines += [
            f"<tr><th>{escaped(label)}</th>{''.join(f'<td>{escaped(cell)}</td>' for cell in cells)}</tr>"
            for label, *cells in rows
        ]
        told = "<br>".join(map(escaped, self._result_lines()))
        return f"<table>{''.join(lines)}</table>" + (f"<p>{told}</p>" if told else "")


def __dir__() -> list[str]:
    return __all__
