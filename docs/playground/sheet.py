"""The score sheet of a match, on the page and in its address."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docs.playground.words import NAMES, WORDS, YOU, spoken
from rami import EndReason, Game, Result
from rami.match import Match

AnyMatch = Match[Any, Any, Any, Any]


def outcome(result: Result, names: Sequence[str], lang: str) -> str:
    """Return who won a deal, and how."""
    how = getattr(result.detail, "message", result.reason.message)(lang)
    return _won("won", result.winners, names, lang).format(", ".join(names[seat] for seat in result.winners), how)


def ending(match: AnyMatch, lang: str) -> str:
    """Return who won the match, or "" while the person is in it."""
    names = NAMES[lang]
    if match.winners:
        winners = ", ".join(names[seat] for seat in match.winners)
        return _won("match_won", match.winners, names, lang).format(winners)
    return WORDS[lang]["match_out"] if YOU not in match.seats else ""


def _won(key: str, winners: Sequence[int], names: Sequence[str], lang: str) -> str:
    """Return the sentence of a win in the right person."""
    words = WORDS[lang]
    if not winners:
        return words["nobody"]
    if YOU in winners and names[YOU] == NAMES[lang][YOU]:
        return words[f"{key}_too" if winners[1:] else f"{key}_you"]
    return words[key]


def shown_sheet(match: AnyMatch, lang: str) -> list[list[str]]:
    """Return the cells of the sheet: names, deals, bonuses, totals and winners. Before the first deal it is empty."""
    if not match.results:
        return []
    words = WORDS[lang]
    deals = [
        [words["deal"].format(number), *map(str, result.scores)] for number, result in enumerate(match.results, start=1)
    ]
    bonuses = [[name, *map(str, points)] for name, points in _bonuses(match, lang)]
    rows = [["", *NAMES[lang][: match.players]], *deals, *bonuses, [words["total"], *map(str, match.totals)]]
    won = [words["won_by"] if seat in match.winners else "" for seat in range(match.players)]
    return [*rows, ["", *won]] if match.winners else rows


def parts_of_deals(match: AnyMatch, lang: str) -> list[list[Any]]:
    """Return the title of each deal whose parts are known, and each player's points with their parts."""
    names = NAMES[lang][: match.players]
    return [
        [
            WORDS[lang]["deal"].format(number),
            [spoken(line, match.game, lang) for line in result.message(lang, names).splitlines()[1:]],
        ]
        for number, result in enumerate(match.results, start=1)
        if result.parts
    ]


def _bonuses(match: AnyMatch, lang: str) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the name and the points of each bonus at the end of a match."""
    played = tuple(map(sum, zip(*(result.scores for result in match.results), strict=True)))
    if match.game.match_bonuses is not None and match.totals != played:
        for name, points in match.game.match_bonuses(match.results, match.next_rules):
            yield name.say(lang), points


def match_of(game: Game[Any, Any, Any, Any], rules: Any, players: int, address: Mapping[str, str]) -> AnyMatch:
    """Return the match of an address: the deals before this one, and the starter of this one."""
    results = _read_results(address.get("sheet", ""))
    starter = address.get("starter", "")
    named = int(starter) if starter else None
    return Match(game, rules, players, results=results, starters=(*[None] * len(results), named))


def address_of(match: AnyMatch) -> dict[str, str]:
    """Return a match for an address: scores and winners, such as `12,-12/0`, and the starter."""
    sheet = ";".join(f"{','.join(map(str, each.scores))}/{','.join(map(str, each.winners))}" for each in match.results)
    starter = "" if match.starter is None else str(match.starter)
    return {name: value for name, value in (("sheet", sheet), ("starter", starter)) if value}


def _read_results(text: str) -> Sequence[Result]:
    rows = [
        [tuple(int(number) for number in filter(None, part.split(","))) for part in deal.split("/")]
        for deal in filter(None, text.split(";"))
    ]
    return [Result(scores, winners, EndReason.WENT_OUT) for scores, winners in rows]
