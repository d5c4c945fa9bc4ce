"""Measure by how much `best_player` beats `quick_player`, and print the table of docs/benchmarks.md.

    python -m benchmarks.strength

It takes under a minute. `docs/tests/test_figures.py` measures the same rows and compares them with the page.
"""

from rami import GAMES
from rami.players import best_player, quick_player
from rami.simulate import compare, deals

DEALS = {"rummikub": 40, "contracts": 60, "rummy": 1_000, "gin": 200}
"""Number of seeds for each game, enough for an interval that excludes zero."""

TITLES = {"rummikub": "Rummikub", "contracts": "the contract game", "rummy": "card rummy", "gin": "Gin"}
HEADING = ("| game | deals | lead in points | wins of `best` |", "|---|---|---|---|")


def row(name: str) -> str:
    """Return the row of a game: the mean lead of `best_player` per deal with its 95 % interval, and its wins."""
    players = {"best": best_player, "quick": quick_player}
    found = compare(deals(GAMES[name], players, seeds=range(1, DEALS[name] + 1)))
    lead, wins = found.leads[0][1], found.wins[0]
    share = f"{100 * wins.mean:.0f} % ({100 * wins.low:.0f}–{100 * wins.high:.0f})"
    return f"| {TITLES[name]} | {DEALS[name]} | {lead.mean:+.1f} ± {lead.high - lead.mean:.1f} | {share} |"


if __name__ == "__main__":
    print(*HEADING, *map(row, DEALS), sep="\n")
