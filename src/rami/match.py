"""Matches: several deals of one game with their totals, the next starter, the end and the winners."""

from collections.abc import Iterable, Sequence
from operator import add
from typing import Generic, cast

from attrs import evolve, field, frozen

from rami.errors import Language, RulesError, WrongType, shown
from rami.game import Deal, Game, M, MatchEnd, MatchWinner, R, Result, S, V
from rami.pictures.svg_pieces import escaped
from rami.scoring import row_by_seat
from rami.sentences import SHARED
from rami.shapes import check_seat, instance, row_of, typed, whole

__all__ = ["Match", "after", "deal", "score_sheet", "start"]


def _results(values: Iterable[Result]) -> tuple[Result, ...]:
    return row_of("results", values, Result)


def _rules(rules: R | Iterable[R]) -> R | tuple[R, ...]:
    return tuple(cast("Iterable[R]", rules)) if isinstance(rules, list) else cast("R | tuple[R, ...]", rules)


@frozen(kw_only=True)
class Match(Generic[R, S, M, V]):
    """Deals of one game between the same players, with their results so far.

    A match ends after a number of deals or when the points end it, whichever comes first; with neither it is open. The
    edition says what the points do (`match_end`, C10): a total that reaches them ends the match ("reach"); a loss that
    reaches them ends it ("lowest_at"); or a player who has lost that many is out, and the others play on until one is
    left ("eliminate").

    Attributes:
        game: The game.
        rules: The rules of every deal; or a row of rules, one for each deal.
        players: The number of players.
        deals: The number of deals after which the match is over; None for no limit (004.11).
        points: The points that end it, 1 or more; None for no limit (004.11). A loss reaches them when the total
            is that far below zero.
        results: The results of the deals so far, each with a score for every seat.
        starter: The seat that starts the next deal; None if the deal decides it (A4, C9).

    Raises:
        RulesError: If a field has a value that it cannot have, a result comes after the end, or one contradicts
            itself: a player who did not win has more points than a winner.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami import EndReason, rummikub
        >>> from rami.game import Result
        >>> games = [(24, -5, -16, -3), (-6, -11, 22, -5)]
        >>> results = [Result(game, (game.index(max(game)),), EndReason.WENT_OUT) for game in games]
        >>> match = Match(game=rummikub.GAME, rules=rummikub.Rules(), players=4, deals=2, results=results)
        >>> match.totals, match.standing, match.winners
        ((18, -16, 6, -8), ((0,), (2,), (3,), (1,)), (0,))
    """

    game: Game[R, S, M, V]
    rules: R | tuple[R, ...] = field(converter=_rules)
    players: int
    deals: int | None = None
    points: int | None = None
    results: tuple[Result, ...] = field(default=(), converter=_results)
    starter: int | None = None

    def __attrs_post_init__(self) -> None:
        """Check each field alone, then what they say together."""
        instance("game", self.game, Game)
        self._check_rules()
        self._check_players()
        for name, value in (("deals", self.deals), ("points", self.points)):
            if value is not None:
                whole(name, value, 1, none=True)
        if isinstance(self.rules, tuple) and self.deals is not None and self.deals > len(self._each_rules):
            raise RulesError(f"there are rules of {len(self._each_rules)} deals, fewer than deals says")
        check_seat("starter", self.starter, self.players)
        self._check_results()

    def _check_rules(self) -> None:
        for rules in self._each_rules:
            instance("rules", rules, self.game.rules, f"the Rules of {self.game.name}")
        if not self._each_rules:
            raise RulesError("rules must be the Rules of one deal or more")
        if len({(self._end_by(rules), self._won_by(rules)) for rules in self._each_rules}) > 1:
            raise RulesError("the rules of the deals must agree on how the match ends and is won")

    def _check_players(self) -> None:
        whole("players", self.players, 1)
        for rules in self._each_rules:
            allowed = rules.player_counts
            if self.players not in allowed:
                raise RulesError(
                    f"players must be a whole number from {allowed[0]} to {allowed[-1]}, not {shown(self.players)}"
                )

    def _check_results(self) -> None:
        for number, result in enumerate(self.results):
            if len(result.scores) != self.players:
                raise RulesError(f"result {number + 1} has {len(result.scores)} scores, not {self.players}")
            if not set(result.winners) <= set(range(self.players)):
                raise RulesError(f"result {number + 1} has winners that are no seats: {shown(result.winners)}")
            if sorted(set(result.winners)) != list(result.winners):
                raise RulesError(f"the winners of result {number + 1} are not in ascending order: {result.winners}")
        over = self._deals_to_the_end()
        if over is not None and over < len(self.results):
            raise RulesError(f"the match is over after {over} deals, and there are {len(self.results)} results")
        out = self._out()
        for number, result in enumerate(self.results):
            self._check_scores(number, result, [gone is None or gone > number for gone in out])

    def _check_scores(self, number: int, result: Result, playing: list[bool]) -> None:
        """Check that nobody who played this deal, and did not win it, has more points than a winner."""
        least = min((result.scores[seat] for seat in result.winners), default=None)
        for seat, score in enumerate(result.scores):
            if least is not None and score > least and seat not in result.winners and playing[seat]:
                raise RulesError(
                    f"result {number + 1} contradicts itself: seat {seat} scores {score}, more than the {least} of a "
                    "winner; points that are lost are negative"
                )

    @property
    def _each_rules(self) -> tuple[R, ...]:
        rules: object = self.rules
        return cast("tuple[R, ...]", rules if isinstance(rules, tuple) else (rules,))

    def _end_by(self, rules: R) -> MatchEnd:
        return "reach" if self.game.match_end is None else self.game.match_end(rules)

    def _won_by(self, rules: R) -> MatchWinner:
        return "total" if self.game.match_winner is None else self.game.match_winner(rules)

    def _most_deals(self) -> int | None:
        """Return the greatest number of deals; None if there is no limit."""
        if self.deals is not None:
            return self.deals
        return len(self._each_rules) if isinstance(self.rules, tuple) else None

    def _running_totals(self) -> list[tuple[int, ...]]:
        """Return the totals after 0, 1, 2… deals."""
        found = [(0,) * self.players]
        for result in self.results:
            found.append(tuple(map(add, found[-1], result.scores)))
        return found

    def _deals_to_the_end(self) -> int | None:
        """Return the number of deals after which the match was over; None if it is not."""
        out, last, by = self._out(), self._most_deals(), self._end_by(self._each_rules[0])
        for number, totals in enumerate(self._running_totals()):
            left = sum(gone is None or gone > number for gone in out)
            if number == last or self._points_end(by, totals, left):
                return number
        return None

    def _points_end(self, by: MatchEnd, totals: tuple[int, ...], left: int) -> bool:
        if self.points is None:
            return False
        if by == "eliminate":
            return left <= 1
        return max(totals) >= self.points if by == "reach" else min(totals) <= -self.points

    def _out(self) -> list[int | None]:
        """Return the number of deals after which each player was out; None for a player who is in."""
        if self.points is None or self._end_by(self._each_rules[0]) != "eliminate":
            return [None] * self.players
        lost, running = -self.points, self._running_totals()
        return [
            next((number for number, totals in enumerate(running) if totals[seat] <= lost), None)
            for seat in range(self.players)
        ]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that play the next deal, in ascending order: all but those that are out."""
        return tuple(seat for seat, gone in enumerate(self._out()) if gone is None)

    @property
    def next_rules(self) -> R:
        """The rules of the next deal; after the end of a match, those of its last."""
        return self._each_rules[min(len(self.results), len(self._each_rules) - 1)]

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each player, by seat (000.22)."""
        return self._running_totals()[-1]

    @property
    def deals_won(self) -> tuple[int, ...]:
        """The number of deals that each player has won, by seat; a shared win counts for each winner."""
        return tuple(sum(seat in result.winners for result in self.results) for seat in range(self.players))

    @property
    def standing(self) -> tuple[tuple[int, ...], ...]:
        """The seats by place, from the first to the last; seats that tie share a place (000.22, A26).

        Where players can be out (C10), players who are in come first, then the ones who went out later.
        """
        ranks = self._ranks()
        return tuple(
            tuple(seat for seat, rank in enumerate(ranks) if rank == place)
            for place in sorted(set(ranks), reverse=True)
        )

    def _ranks(self) -> list[tuple[int, int, int]]:
        """Return the rank of each seat: how long it stayed in, deals won where they count, the total (A26, C10)."""
        by_deals = self._won_by(self._each_rules[0]) == "games_then_total"
        won = self.deals_won if by_deals else (0,) * self.players
        stayed = [len(self.results) + 1 if gone is None else gone for gone in self._out()]
        return list(zip(stayed, won, self.totals, strict=True))

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._deals_to_the_end() is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match (000.22, 001.21, A26, C10); () while it runs."""
        return self.standing[0] if self.is_over else ()

    def __str__(self) -> str:
        return score_sheet(self)

    def _repr_html_(self) -> str:
        """Return the score sheet as a table, for a notebook."""
        head, *rows = _cells(self, None, "en")
        lines = [f"<tr>{''.join(f'<th>{escaped(cell)}</th>' for cell in head)}</tr>"]
        lines += [
            f"<tr><th>{escaped(label)}</th>{''.join(f'<td>{escaped(cell)}</td>' for cell in cells)}</tr>"
            for label, *cells in rows
        ]
        return f"<table>{''.join(lines)}</table>"


@typed
def score_sheet(match: Match[R, S, M, V], *, names: Iterable[str] | None = None, lang: Language = "en") -> str:
    """Return the score sheet of a match: a line for each deal, the totals, and who has won.

    Args:
        match: The match.
        names: What the players are called, by seat; None for their numbers, counted from 1.
        lang: The language.

    Returns:
        The lines, with the scores below each other; `str(match)` is the sheet in English.

    Raises:
        RamiError: If there is no such language.
        RulesError: If there are too few or too many names.

    Examples:
        >>> from rami import rummikub
        >>> results = [rummikub.score(["", "R7 K5"], winner=0), rummikub.score(["R13", ""], winner=1)]
        >>> match = Match(game=rummikub.GAME, rules=rummikub.Rules(), players=2, deals=2, results=results)
        >>> print(score_sheet(match, names=["Ana", "Bo"]))
                Ana    Bo
        Deal 1   12   -12
        Deal 2  -13    13
        Total    -1     1
                     wins
    """
    called = row_by_seat("names", names, str, match.players)
    rows = _cells(match, called, lang)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([label.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))])
        for label, *cells in rows
    ]
    return "\n".join(line.rstrip() for line in lines)


def _cells(match: Match[R, S, M, V], names: Sequence[str] | None, lang: Language) -> list[list[str]]:
    """Return the cells of a score sheet, row by row."""
    seats = range(match.players)
    rows = [["", *(names or (SHARED.say("sheet.player", lang, seat=seat) for seat in seats))]]
    for number, result in enumerate(match.results, start=1):
        rows.append([SHARED.say("sheet.deal", lang, number=number), *map(str, result.scores)])
    rows.append([SHARED.say("sheet.total", lang), *map(str, match.totals)])
    if match.winners:
        wins = SHARED.say("sheet.winner", lang)
        rows.append(["", *(wins if seat in match.winners else "" for seat in seats)])
    return rows


@typed
def deal(match: Match[R, S, M, V], *, seed: int) -> Deal:
    """Shuffle the next deal of a match.

    Args:
        match: The match.
        seed: Any whole number.

    Returns:
        The deal, for `match.game.from_deal`, with its starter, for the players of `match.seats`.

    Raises:
        RulesError: If the match is over, or `seed` is not a whole number.

    Examples:
        >>> from rami import rummikub
        >>> match = Match(game=rummikub.GAME, rules=rummikub.Rules(), players=2, starter=1)
        >>> deal(match, seed=1).starter
        1
    """
    if match.is_over:
        raise RulesError("the match is over: there is no next deal")
    starter = None if match.starter is None else match.seats.index(match.starter)
    return match.game.shuffle(len(match.seats), match.next_rules, seed=seed, starter=starter)


@typed
def start(match: Match[R, S, M, V], *, seed: int) -> S:
    """Shuffle and deal the next deal of a match.

    Args:
        match: The match.
        seed: Any whole number.

    Returns:
        The first position.

    Raises:
        RulesError: If the match is over, or `seed` is not a whole number.

    Examples:
        >>> from rami import rummikub
        >>> match = Match(game=rummikub.GAME, rules=rummikub.Rules(), players=2)
        >>> start(match, seed=1) == rummikub.new_game(2, seed=1)
        True
    """
    return match.game.from_deal(len(match.seats), match.next_rules, deal(match, seed=seed))


@typed
def after(match: Match[R, S, M, V], state: S) -> Match[R, S, M, V]:
    """Return the match after a deal: with its result, and the starter of the next deal (A4, C9).

    The seats of the deal are those of `match.seats`; a player who is out scores nothing. If the next starter is out,
    the next player in starts. Do not add a deal that does not count because the players deal again.

    Args:
        match: The match.
        state: The last position of the deal.

    Returns:
        The match with the result added.

    Raises:
        RulesError: If the deal is still running or was played by other rules, or the match was over before it.

    Examples:
        >>> from rami import gin
        >>> match = Match(game=gin.GAME, rules=gin.Rules(), players=2, deals=3, starter=0)
        >>> state = start(match, seed=1)
        >>> while not state.is_over:
        ...     state = gin.apply(state, next(gin.legal_moves(state)))
        >>> match = after(match, state)
        >>> len(match.results), match.starter == gin.GAME.next_starter(state), match.is_over
        (1, True, False)
    """
    game = match.game
    if not isinstance(state, game.state):
        raise WrongType(f"a State of {game.name} is expected, not {shown(state)}")
    if match.is_over:
        raise RulesError("the match is over: no deal comes after it")
    seats = match.seats
    if state.rules != match.next_rules or state.players != len(seats):
        raise RulesError("the deal was played by other rules, or by more or fewer players, than the match says")
    result = game.result(state)
    if result is None:
        raise RulesError("the deal is still running: it has no result yet")
    scores = [0] * match.players
    for seat, score in zip(seats, result.scores, strict=True):
        scores[seat] = score
    winners = tuple(seats[place] for place in result.winners)
    added = evolve(match, results=(*match.results, evolve(result, scores=tuple(scores), winners=winners)), starter=None)
    place = game.next_starter(state)
    if place is None or not added.seats:
        return added
    behind = [(seats[place] + step) % match.players for step in range(match.players)]
    return evolve(added, starter=next(seat for seat in behind if seat in added.seats))
