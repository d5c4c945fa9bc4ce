"""The score sheet of the deals that were played one after the other, on the page and in its address."""

from collections.abc import Mapping, Sequence
from typing import Any

from docs.playground.words import NAMES, WORDS, YOU
from rami.errors import Language
from rami.game import EndReason, Game, Result
from rami.match import Match

AnyMatch = Match[Any, Any, Any, Any]


def outcome(result: Result, lang: Language) -> str:
    """Return who won a deal, and what each player scores."""
    names = NAMES[lang]
    points = ", ".join(
        f"{names[seat]} {score:+}" for seat, score in enumerate(result.scores)
    )
    key = "won" if result.winners else "nobody"
    if YOU in result.winners:
        key = "won_too" if result.winners[1:] else "won_you"
    winners = ", ".join(names[seat] for seat in result.winners)
    return WORDS[lang][key].format(winners, points)


def shown_sheet(match: AnyMatch, lang: Language) -> list[list[str]]:
    """Return the cells of the sheet: the names, a row for each deal, and the totals; none before the first deal."""
    if not match.results:
        return []
    words = WORDS[lang]
    deals = [
        [words["deal"].format(number), *map(str, result.scores)]
        for number, result in enumerate(match.results, start=1)
    ]
    names = NAMES[lang][: match.players]
    return [["", *names], *deals, [words["total"], *map(str, match.totals)]]


def match_of(
    game: Game[Any, Any, Any, Any],
    rules: Any,
    players: int,
    address: Mapping[str, str],
) -> AnyMatch:
    """Return the match that an address tells of: the deals before this one, and who starts it."""
    results = _read_results(address.get("sheet", ""))
    starter = address.get("starter", "")
    named = int(starter) if starter else None
    return Match(
        game,
        rules,
        players,
        results=results,
        starters=(*[None] * len(results), named),
    )


def address_of(match: AnyMatch) -> dict[str, str]:
    """Return what an address tells of a match: scores and winners, such as `12,-12/0`, and the starter.

    Of a match that is over, or goes on with fewer players, nothing: the next deal starts another.
    """
    if len(match.seats) < match.players or match.is_over:
        return {}
    sheet = ";".join(
        f"{','.join(map(str, each.scores))}/{','.join(map(str, each.winners))}"
        for each in match.results
    )
    starter = "" if match.starter is None else str(match.starter)
    told = {"sheet": sheet, "starter": starter}
    return {name: value for name, value in told.items() if value}


def _read_results(text: str) -> Sequence[Result]:
    rows = [
        [
            tuple(int(number) for number in filter(None, part.split(",")))
            for part in deal.split("/")
        ]
        for deal in filter(None, text.split(";"))
    ]
    return [
        Result(scores, winners, EndReason.WENT_OUT) for scores, winners in rows
    ]
